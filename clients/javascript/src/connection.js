import { AnswerError, DaemonEnded, RequestError } from "./errors.js";

const CANCELLED = -32800;
const INTERNAL_ERROR = -32603;
const METHOD_NOT_FOUND = -32601;

/** A daemon that ends more often than so many times in so many milliseconds is not started again. */
const RESTART_COUNT = 3;
const RESTART_MILLISECONDS = 60_000;

/** Deeper than the daemon reads. */
const TOO_DEEP = "[".repeat(200) + "]".repeat(200);

/**
 * What carries messages, one text each: a WebSocket, a process, or anything else that does.
 *
 * @typedef {object} Channel
 * @property {boolean} isOpen whether something can still be sent
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @property {(text: string) => void} onText set by the connection; called with each message
 * @property {(code: any, reason: string) => void} onEnd set likewise; called once, at the end
 */

/**
 * JSON-RPC 2.0 with a daemon.
 *
 * Requests are promises, written when they are made, so the order of calls is the order on the wire.
 * Nothing that the daemon says ends the connection but its end: an answer that can't be read fails its
 * request alone, and of anything else that can't be read it is told that something was lost.
 *
 * A daemon that ends unasked is started again, a few times in a minute, if there is who does so: what was
 * asked before fails, and what is asked meanwhile waits until the new one is where the last one was.
 */
export class Connection {
  #channel;
  /** Answers to a page that was here before are for none of this one's requests. */
  #name = crypto.randomUUID();
  #lastId = 0;
  #waiting = new Map();
  /** What the daemon has asked and may take back, by its ids. */
  #answering = new Map();
  /** What waits until a daemon that was started again is where the last one was: messages, and their ids. */
  #held = null;
  #isRestarting = false;
  /** When a daemon was started again. */
  #restarts = [];
  #hasEnded = false;

  /** After so many milliseconds without an answer a request fails, unless the daemon waits for one itself. */
  patience = 120_000;
  /** Whether whole numbers beyond those that a number has exactly are told as `BigInt`. */
  exactNumbers = false;
  /** How long a message may be, in bytes: a request beyond it is not sent, and fails alone. */
  byteLimit = Infinity;
  /** Called with a method and its parameters. @type {(method: string, params: any) => void} */
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
  /** Called once, with a code and a reason, when nothing more will come. @type {(code: any, reason: string) => void} */
  onEnd = () => {};
  /**
   * Starts a daemon in the place of one that has ended unasked; null where nobody can.
   *
   * @type {(() => Promise<Channel>) | null}
   */
  restart = null;
  /** Brings a daemon that was started again to where the last one was; what it asks `isFirst`. */
  revive = async () => {};

  /** @param {Channel} channel one that is open */
  constructor(channel) {
    this.#attach(channel);
  }

  #attach(channel) {
    this.#channel = channel;
    channel.onText = (text) => this.#read(text);
    channel.onEnd = (code, reason) => this.#lose(code, reason);
  }

  /** Whether nothing more will come. */
  get hasEnded() {
    return this.#hasEnded || (!this.#channel.isOpen && this.restart === null && !this.#isRestarting);
  }

  /** Hangs up; what still waits for an answer fails. */
  close() {
    this.restart = null;
    this.#channel.close();
  }

  /**
   * Asks the daemon. To abort the `signal` is to take the request back.
   *
   * @param {string} method
   * @param {object} [params]
   * @param {{signal?: AbortSignal, isFirst?: boolean}} [options] what `isFirst` does not wait for a daemon to
   *   be where the last one was
   * @returns {Promise<any>} the result
   * @throws {RequestError} if the daemon answers with an error
   * @throws {AnswerError} if its answer can't be read
   * @throws {DaemonEnded} if it ends before it has answered, or had ended
   * @throws {RangeError} if the request is longer than `byteLimit`
   * @throws {TypeError} if JSON can't hold what is sent, such as NaN
   */
  async request(method, params, { signal, isFirst = false } = {}) {
    signal?.throwIfAborted();
    const id = `${this.#name}:${++this.#lastId}`;
    const text = written({ id, method, params });
    // A unit of text is three bytes at most.
    if (text.length * 3 > this.byteLimit && new Blob([text]).size > this.byteLimit) {
      const most = Math.floor(this.byteLimit / 1_000_000);
      throw new RangeError(`That is too much at once: more than ${most} MB`);
    }
    if (this.hasEnded) throw new DaemonEnded("The daemon has ended");
    this.#say(method, text, id, isFirst);
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
   * @param {{isFirst?: boolean}} [options] as in `request`
   */
  notify(method, params, { isFirst = false } = {}) {
    this.#say(method, written({ method, params }), undefined, isFirst);
  }

  #say(method, text, id, isFirst) {
    // A daemon that ends behind these was asked to.
    if (method === "shutdown" || method === "exit") this.restart = null;
    const isHeld = this.#isRestarting ? !isFirst : !this.#channel.isOpen && this.restart !== null;
    if (isHeld) (this.#held ??= []).push({ id, text });
    else if (this.#channel.isOpen) this.#channel.send(text);
  }

  /** The daemon is gone: it is started again, or that is the end. */
  #lose(code, reason) {
    const end = new DaemonEnded(`The daemon ended with ${code}${reason ? `: ${reason}` : ""}`);
    const held = new Set((this.#held ?? []).map(({ id }) => id));
    this.#failWaiting(end, (id) => !held.has(id));
    for (const controller of this.#answering.values()) controller.abort();
    this.#answering.clear();
    // Who starts it again hears of it by what it has asked.
    if (this.#isRestarting) return;
    if (this.#mayRestart()) this.#startAgain(end, code, reason);
    else this.#end(end, code, reason);
  }

  #mayRestart() {
    if (this.restart === null) return false;
    const now = performance.now();
    this.#restarts = this.#restarts.filter((it) => now - it < RESTART_MILLISECONDS);
    if (this.#restarts.length === RESTART_COUNT) return false;
    this.#restarts.push(now);
    return true;
  }

  /** Starts the daemon again, until it is where it was or has ended too often. */
  async #startAgain(end, code, reason) {
    const start = this.restart;
    this.#isRestarting = true;
    for (let trouble = end; ; ) {
      console.warn(`fieldd: ${trouble.message}; it is started again`);
      try {
        this.#attach(await start());
        await this.revive();
        break;
      } catch (error) {
        trouble = error;
        if (error instanceof DaemonEnded && this.#mayRestart()) continue;
        const words = `${end.message}; it could not be started again: ${error.message}`;
        this.#isRestarting = false;
        this.restart = null;
        this.#channel.onEnd = () => {};
        this.#channel.close();
        this.#end(new DaemonEnded(words), code, reason);
        return;
      }
    }
    this.#isRestarting = false;
    const held = this.#held ?? [];
    this.#held = null;
    for (const { text } of held) this.#channel.send(text);
  }

  #end(end, code, reason) {
    this.#hasEnded = true;
    this.#held = null;
    this.#failWaiting(end, () => true);
    this.onEnd(code, reason);
  }

  #failWaiting(error, isMeant) {
    for (const [id, { reject, forget }] of this.#waiting) {
      if (!isMeant(id)) continue;
      this.#waiting.delete(id);
      forget();
      reject(error);
    }
  }

  /** An answer that can't be read fails its request; anything else that can't be is lost. */
  #read(text) {
    let message;
    try {
      message = this.exactNumbers ? parseExactly(text) : JSON.parse(text);
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
    if (typeof id !== "string" && !Number.isFinite(id)) return;
    const controller = new AbortController();
    const channel = this.#channel;
    this.#answering.set(id, controller);
    let answer;
    try {
      const work = this.onRequest(method, params, controller.signal);
      const none = { code: METHOD_NOT_FOUND, message: `Nobody here does ${method}` };
      answer = written({ id, ...(work === undefined ? { error: none } : { result: (await work) ?? null }) });
    } catch (error) {
      const code = controller.signal.aborted ? CANCELLED : INTERNAL_ERROR;
      answer = written({ id, error: { code, message: `${error?.message ?? error}` } });
    }
    // Nobody else waits for it than the daemon that has asked.
    if (this.#answering.get(id) === controller) this.#answering.delete(id);
    if (channel.isOpen) channel.send(answer);
  }
}

/** JSON that is sent as it is written. */
export class RawJSON {
  /**
   * A text, if it is one value of JSON. What is too deep for the daemon is replaced by another value that
   * is, of which it says so.
   *
   * @param {string} text
   * @returns {RawJSON}
   * @throws {SyntaxError} if it is not
   */
  static of(text) {
    // A mark of the byte order is none of the value.
    const value = text.replace(/^\ufeff/u, "");
    try {
      JSON.parse(value);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return new RawJSON(TOO_DEEP);
    }
    // Half a surrogate pair stays one, for the daemon to judge. A message is one line, and a string of JSON
    // has no line break in it.
    const whole = value.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
    return new RawJSON(whole.replaceAll("\n", " "));
  }

  /**
   * A value as JSON. What is too deep for the daemon is replaced as in `of`.
   *
   * @param {any} value
   * @param {{leavesOut?: boolean}} [options] whether members that are undefined are left out
   * @returns {RawJSON}
   * @throws {TypeError} if JSON can't hold it
   */
  static writing(value, { leavesOut = false } = {}) {
    return new RawJSON(asJSON(value, (given, it, name) => {
      if (it === undefined && !(leavesOut && name !== "")) throw new TypeError(`JSON can't hold undefined (${name})`);
      return it;
    }));
  }

  /** @param {RawJSON[]} parts */
  static list(parts) {
    return new RawJSON(`[${parts.map((it) => it.text).join(",")}]`);
  }

  /** @param {string} text one value of JSON, in one line */
  constructor(text) {
    this.text = text;
  }
}

/** Nothing else in a message is this text. */
const MARK = `raw-${crypto.randomUUID()}`;
const MARKED_NUMBER = new RegExp(`"${MARK}(-?\\d+)"`, "g");
/** A string or a number of JSON; a whole number that a number here may not have exactly. */
const SCALAR = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*/g;
const LONG = /^-?\d{16,}$/;

/**
 * The value of JSON, where a whole number beyond those that a number has exactly is a `BigInt`.
 *
 * @param {string} text
 * @returns {any}
 */
export function parseExactly(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(SCALAR, (it) => (
    LONG.test(it) && !Number.isSafeInteger(Number(it)) ? `"${MARK}${it}"` : it));
  return JSON.parse(marked, (name, it) => (
    typeof it === "string" && it.startsWith(MARK) ? BigInt(it.slice(MARK.length)) : it));
}

/** A value as JSON; what JSON can't hold is refused, and never sent as null or left out. */
function asJSON(value, replaced = (given, it) => it) {
  let hasBig = false;
  try {
    const text = JSON.stringify(value, function held(name, it) {
      const given = this[name];
      if (typeof it === "bigint") {
        hasBig = true;
        return `${MARK}${it}`;
      }
      if (isLost(it, this) || (it === null && given !== null)) throw new TypeError(`JSON can't hold ${String(given)} (${name})`);
      return replaced(given, it, name);
    });
    return hasBig ? text.replace(MARKED_NUMBER, "$1") : text;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return TOO_DEEP;
  }
}

/** Whether JSON can't hold a value, which stands in an object or a list. */
function isLost(it, parent) {
  return (
    (typeof it === "number" && !Number.isFinite(it)) || ["function", "symbol"].includes(typeof it) ||
    (it === undefined && Array.isArray(parent)) || isOpaque(it));
}

/**
 * Where in a value the first thing is that JSON can't hold; the value itself where nothing in it is that alone.
 *
 * @param {any} value
 * @returns {(string | number)[]}
 */
export function placeOfLoss(value) {
  const left = [{ path: [], it: value, parent: null }];
  const seen = new Set();
  while (left.length > 0) {
    const { path, it, parent } = left.pop();
    if (isLost(it, parent)) return path;
    if (it === null || typeof it !== "object" || seen.has(it)) continue;
    seen.add(it);
    const inside = Array.isArray(it) ? [...it.entries()] : Object.entries(it);
    for (const [step, child] of inside.reverse()) left.push({ path: [...path, step], it: child, parent: it });
  }
  return [];
}

/** Whether it is an object of which JSON would have nothing, or something else. */
function isOpaque(it) {
  return ArrayBuffer.isView(it) || [Map, Set, WeakMap, WeakSet, Promise, RegExp, ArrayBuffer].some((kind) => it instanceof kind);
}

/**
 * A message as JSON, with the parts of it that are JSON already.
 *
 * @param {object} message
 * @returns {string}
 * @throws {TypeError} if JSON can't hold it
 */
export function written(message) {
  return joined({ jsonrpc: "2.0", ...message });
}

/**
 * A value as JSON, with the parts of it that are JSON already.
 *
 * @param {any} value
 * @returns {string}
 * @throws {TypeError} if JSON can't hold it
 */
export function joined(value) {
  const raw = [];
  const text = asJSON(value, (given, it) => {
    if (!(given instanceof RawJSON)) return it;
    raw.push(given.text);
    return MARK;
  });
  return raw.reduce((whole, part) => whole.replace(`"${MARK}"`, () => part), text);
}

/**
 * The error that a request is answered with.
 *
 * @param {any} error
 * @param {string} method
 * @returns {RequestError | AnswerError}
 */
export function failure(error, method) {
  const { code, message } = error ?? {};
  return typeof message === "string" ? new RequestError(code, message) : new AnswerError(method);
}
