// The worker on a desktop.
import { webcrypto } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { serve } from "./worker.js";

// Node 18, which VS Code has up to 1.89, has it in the module alone.
globalThis.crypto ??= webcrypto;
parentPort.on("message", serve((message) => parentPort.postMessage(message)));
