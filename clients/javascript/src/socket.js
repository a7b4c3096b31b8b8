import { DaemonNotFound } from "./errors.js";

/** A WebSocket as a channel of messages, one text each. */
export class SocketChannel {
  #socket;
  /** @type {(text: string) => void} */
  onText = () => {};
  /** @type {(code: any, reason: string) => void} */
  onEnd = () => {};

  /**
   * A channel that is ready to be used.
   *
   * @param {string | URL} address
   * @returns {Promise<SocketChannel>}
   * @throws {DaemonNotFound} if nobody answers there
   */
  static open(address) {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address);
      socket.onopen = () => resolve(new SocketChannel(socket));
      socket.onerror = () => reject(new DaemonNotFound("The bridge can't be reached"));
    });
  }

  /** @param {WebSocket} socket one that is open */
  constructor(socket) {
    this.#socket = socket;
    socket.onmessage = (event) => this.onText(event.data);
    socket.onclose = (event) => this.onEnd(event.code, event.reason);
    socket.onerror = null;
  }

  get isOpen() {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  send(text) {
    this.#socket.send(text);
  }

  close() {
    this.#socket.close();
  }
}
