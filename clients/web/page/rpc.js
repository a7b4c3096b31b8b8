/** An answer that can't be read: whether what was asked for has been done, nobody knows. */
export class Unreadable extends Error {
  constructor() {
    super("The daemon's answer can't be read");
  }
}

/**
 * JSON-RPC 2.0 over a WebSocket, one message each.
 *
 * Requests are promises; notifications go to `onNotification`. What the daemon asks is declined,
 * for the page offers it nothing to ask for. A request that is longer than the bridge reads is not
 * sent, and fails alone.
 */
export class Connection {
  #socket;
  /** Answers to a page that was here before are for none of this one's requests. */
  #name = crypto.randomUUID();
  #lastId = 0;
  #waiting = new Map();

  /** How long a message may be. */
  byteLimit = Infinity;
  /** Called with a method and its parameters. */
  onNotification = () => {};
  /** Called when a message can't be read that is no answer; nobody knows what it has told. */
  onLoss = () => {};
  /** Called once, with the code and the reason, when nothing more will come. */
  onEnd = () => {};

  /** Whether nothing more will come. */
  get hasEnded() {
    return this.#socket.readyState !== WebSocket.OPEN;
  }

  /** A connection that is ready to be used. */
  static open(address) {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address);
      socket.onopen = () => resolve(new Connection(socket));
      socket.onerror = () => reject(new Error("The bridge can't be reached"));
    });
  }

  constructor(socket) {
    this.#socket = socket;
    socket.onmessage = (event) => this.#read(event.data);
    socket.onclose = (event) => this.onEnd(event.code, event.reason);
    socket.onerror = null;
  }

  /** The result of a request; an error answer is thrown. */
  request(method, params) {
    const id = `${this.#name}:${++this.#lastId}`;
    const text = written({ id, method, params });
    // A unit of text is three bytes at most.
    if (text.length * 3 > this.byteLimit && new Blob([text]).size > this.byteLimit) {
      const most = Math.floor(this.byteLimit / 1_000_000);
      return Promise.reject(new Error(`That is too much at once: more than ${most} MB`));
    }
    this.#send(text);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  notify(method, params) {
    this.#send(written({ method, params }));
  }

  /** Once the socket is closed there is nobody to say it to. */
  #send(text) {
    if (!this.hasEnded) this.#socket.send(text);
  }

  /** An answer that can't be read fails its request; anything else that can't be is lost. */
  #read(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      const id = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*"([^"]*)"/.exec(text)?.[1];
      if (id === undefined) this.onLoss();
      message = { id, error: null };
    }
    if (message !== null && typeof message === "object") this.#take(message);
  }

  #take(message) {
    if (message.method === undefined) {
      const asker = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if ("error" in message) asker?.reject(failure(message.error));
      else asker?.resolve(message.result);
    } else if (message.id === undefined) {
      this.onNotification(message.method, message.params);
    } else if (["number", "string"].includes(typeof message.id)) {
      const error = { code: -32601, message: "The page does not do that" };
      this.#send(written({ id: message.id, error }));
    }
  }
}

function written(message) {
  return JSON.stringify({ jsonrpc: "2.0", ...message });
}

function failure(error) {
  return typeof error?.message === "string" ? new Error(error.message) : new Unreadable();
}
