import { AnswerError, DaemonEnded, RequestError } from "./errors.js";

const CANCELLED = -32800;
const INTERNAL_ERROR = -32603;
const METHOD_NOT_FOUND = -32601;

/**
 * What carries messages, one text each: a WebSocket, a process, or anything else that does.
 *
 * @typedef {object} Channel
 * @property {boolean} isOpen whether something can still be sent
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @property {(text: string) => void} onText set by the connection; called with each message
 * @property {(code: number, reason: string) => void} onEnd set likewise; called once, at the end
 */

/**
 * JSON-RPC 2.0 with a daemon.
 *
 * Requests are promises, written when they are made, so the order of calls is the order on the wire.
 * Nothing that the daemon says ends the connection but its end: an answer that can't be read fails its
 * request alone, and of anything else that can't be read it is told that something was lost.
 */
export class Connection {
  #channel;
  /** Answers to a page that was here before are for none of this one's requests. */
  #name = crypto.randomUUID();
  #lastId = 0;
  #waiting = new Map();
  /** What the daemon has asked and may take back, by its ids. */
  #answering = new Map();

  /** After so many milliseconds without an answer a request fails, unless the daemon waits for one itself. */
  patience = 120_000;
  /** How long a message may be, in bytes: a request beyond it is not sent, and fails alone. */
  byteLimit = Infinity;
  /** Called with a method and its parameters. */
  onNotification = () => {};
  /**
   * Called with a method, its parameters and an `AbortSignal`; gives a promise of the result, or
   * undefined if nobody here does that.
   *
   * @type {(method: string, params: any, signal: AbortSignal) => Promise<any> | undefined}
   */
  onRequest = () => undefined;
  /** Called when a message can't be read that is no answer; nobody knows what it has told. */
  onLoss = () => {};
  /** Called once, with a code and a reason, when nothing more will come. */
  onEnd = () => {};

  /** @param {Channel} channel one that is open */
  constructor(channel) {
    this.#channel = channel;
    channel.onText = (text) => this.#read(text);
    channel.onEnd = (code, reason) => this.#end(code, reason);
  }

  /** Whether nothing more will come. */
  get hasEnded() {
    return !this.#channel.isOpen;
  }

  /** Hangs up; what still waits for an answer fails. */
  close() {
    this.#channel.close();
  }

  /**
   * Asks the daemon. To abort the `signal` is to take the request back.
   *
   * @param {string} method
   * @param {object} [params]
   * @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<any>} the result
   * @throws {RequestError} if the daemon answers with an error
   * @throws {AnswerError} if its answer can't be read
   * @throws {DaemonEnded} if it ends before it has answered, or had ended
   * @throws {RangeError} if the request is longer than `byteLimit`
   * @throws {TypeError} if JSON can't hold what is sent, such as NaN
   */
  async request(method, params, { signal } = {}) {
    signal?.throwIfAborted();
    const id = `${this.#name}:${++this.#lastId}`;
    const text = written({ id, method, params });
    // A unit of text is three bytes at most.
    if (text.length * 3 > this.byteLimit && new Blob([text]).size > this.byteLimit) {
      const most = Math.floor(this.byteLimit / 1_000_000);
      throw new RangeError(`That is too much at once: more than ${most} MB`);
    }
    if (this.hasEnded) throw new DaemonEnded("The daemon has ended");
    this.#send(text);
    return new Promise((resolve, reject) => {
      const takeBack = () => {
        this.#waiting.delete(id);
        forget();
        this.notify("$/cancelRequest", { id });
        reject(signal.reason);
      };
      signal?.addEventListener("abort", takeBack, { once: true });
      let timer;
      const watch = () => {
        timer = setTimeout(() => {
          // What the daemon has asked here it waits for itself.
          if (this.#answering.size > 0) return watch();
          this.#waiting.delete(id);
          forget();
          reject(new AnswerError(method));
        }, this.patience);
        // A program may end while it waits.
        timer.unref?.();
      };
      const forget = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", takeBack);
      };
      watch();
      this.#waiting.set(id, { method, resolve, reject, forget });
    });
  }

  /**
   * Tells the daemon something that has no answer; once it has ended there is nobody to tell.
   *
   * @param {string} method
   * @param {object} [params]
   */
  notify(method, params) {
    this.#send(written({ method, params }));
  }

  #send(text) {
    if (!this.hasEnded) this.#channel.send(text);
  }

  #end(code, reason) {
    const words = reason ? `: ${reason}` : "";
    for (const { reject, forget } of this.#waiting.values()) {
      forget();
      reject(new DaemonEnded(`The daemon ended with ${code}${words}`));
    }
    this.#waiting.clear();
    for (const controller of this.#answering.values()) controller.abort();
    this.onEnd(code, reason);
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
    if (message.method === undefined) this.#resolve(message);
    else if (message.id !== undefined) this.#answer(message);
    else if (message.method === "$/cancelRequest") this.#answering.get(message.params?.id)?.abort();
    else this.onNotification(message.method, message.params);
  }

  #resolve(message) {
    // The daemon could not read a message, and so not tell whose it was.
    if (message.id === null && typeof message.error?.message === "string") {
      for (const { method, reject, forget } of this.#waiting.values()) {
        forget();
        reject(failure(message.error, method));
      }
      this.#waiting.clear();
      return;
    }
    const asker = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    asker?.forget();
    if ("error" in message) asker?.reject(failure(message.error, asker.method));
    else asker?.resolve(message.result);
  }

  async #answer({ id, method, params }) {
    if (!["number", "string"].includes(typeof id)) return;
    const controller = new AbortController();
    this.#answering.set(id, controller);
    let answer;
    try {
      const work = this.onRequest(method, params, controller.signal);
      const none = { code: METHOD_NOT_FOUND, message: `Nobody here does ${method}` };
      answer = work === undefined ? { error: none } : { result: (await work) ?? null };
    } catch (error) {
      const code = controller.signal.aborted ? CANCELLED : INTERNAL_ERROR;
      answer = { error: { code, message: `${error?.message ?? error}` } };
    }
    this.#answering.delete(id);
    this.#send(written({ id, ...answer }));
  }
}

/** JSON that is sent as it is written. */
export class RawJSON {
  /**
   * @param {string} text one value of JSON
   * @throws {SyntaxError} if it is not
   */
  constructor(text) {
    JSON.parse(text);
    // A message is one line; a string of JSON has no line break in it.
    this.text = text.replaceAll("\n", " ");
  }
}

/** Nothing else in a message is this text. */
const MARK = `raw-${crypto.randomUUID()}`;

/** A message as JSON; what JSON can't hold is refused, and never sent as null. */
function written(message) {
  const raw = [];
  const text = JSON.stringify({ jsonrpc: "2.0", ...message }, function held(name, value) {
    const given = this[name];
    if (given instanceof RawJSON) {
      raw.push(given.text);
      return MARK;
    }
    const isLost =
      (typeof value === "number" && !Number.isFinite(value)) || ["function", "symbol"].includes(typeof value) ||
      (value === undefined && Array.isArray(this)) || (value === null && given !== null);
    if (isLost) throw new TypeError(`JSON can't hold ${String(given)} (${name})`);
    return value;
  });
  return raw.reduce((whole, part) => whole.replace(`"${MARK}"`, () => part), text);
}

function failure(error, method) {
  const { code, message } = error ?? {};
  return typeof message === "string" ? new RequestError(code, message) : new AnswerError(method);
}
