/** The package in Node, Deno, Bun and Electron's main process. */
import "./node-host.js";

export * from "./index.js";
