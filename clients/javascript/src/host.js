import { DaemonNotFound } from "./errors.js";

/**
 * What a program has beside the language and the web: nothing in a page or a worker, and in Node files and processes,
 * which `node-host.js` puts here. So no bundle for a page has anything of Node's in it.
 */
export const host = {
  /**
   * Starts a process as a channel.
   *
   * @type {(command: string[]) => Promise<import("./connection.js").Channel>}
   */
  startProcess() {
    throw new DaemonNotFound("No process can be started here; Daemon.load needs none");
  },
  /**
   * The bytes of a file.
   *
   * @type {(url: URL) => Promise<Uint8Array<ArrayBuffer>>}
   */
  readFile(url) {
    throw new Error(`${url} is a file, and none can be read here`);
  },
  /**
   * An address as a whole.
   *
   * @type {(address: string | URL) => URL}
   */
  addressOf(address) {
    return new URL(address, globalThis.document?.baseURI ?? globalThis.location?.href);
  },
};
