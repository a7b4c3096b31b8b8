/**
 * The host in Node, Deno, Bun and Electron's main process, which have files and processes.
 */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { host } from "./host.js";
import { ProcessChannel } from "./process.js";

/** What begins with a scheme is an address; a single letter is a drive. */
const ADDRESS = /^[a-z][a-z\d+.-]+:/i;

host.startProcess = (command) => ProcessChannel.start(command);
host.readFile = async (url) => new Uint8Array(await readFile(url));
host.addressOf = (address) => (
  address instanceof URL || ADDRESS.test(address) ? new URL(address) : pathToFileURL(address));
