import { DaemonNotFound } from "./errors.js";
import { host } from "./host.js";
import { LearnedTexts } from "./learned.js";
import { zoneAnswer } from "./zones.js";

/** What a turn of the module is about. */
export const TIME = 0;
export const BYTES = 1;
export const END = 2;
export const EVENT = 3;

/** What the daemon wants of its host: the forms of records, its client's folders, and everything else. */
export const FORMS = 1;
export const FOLDERS = 2;
export const OTHERS = 4;

/** The daemon has nothing to do until somebody speaks to it. */
const NEVER = -1n;

/** How long a turn may take before what it has said is handed out, in milliseconds: as with the daemon itself. */
const TURN_MILLISECONDS = 10;

/** How long a timer may be set for. */
const LONGEST_TIMER = 0x7fffffff;

/** The bytes with which a module of WebAssembly begins, and those with which gzip begins. */
const WASM = [0x00, 0x61, 0x73, 0x6d];
const GZIP = [0x1f, 0x8b];

/**
 * Where the module comes from: compiled, its bytes, or its address; also an answer of `fetch`, or a promise of one.
 * The bytes may be compressed by gzip. In Node an address may be the path of a file.
 * Nothing is the module that this package ships.
 *
 * @typedef {WebAssembly.Module | BufferSource | Response | string | URL} ModuleLike
 * @typedef {ModuleLike | Promise<ModuleLike>} ModuleSource
 */

/**
 * Compiles the module, which any number of daemons and checkers may share, also those of workers.
 *
 * @param {ModuleSource} [source]
 * @returns {Promise<WebAssembly.Module>}
 * @throws {DaemonNotFound} if there is no such module
 */
export async function compileModule(source) {
  // Bundlers know this expression, and take the file along.
  const found = source === undefined ? new URL("../fieldd.wasm", import.meta.url) : await source;
  if (found instanceof WebAssembly.Module) return found;
  try {
    if (typeof found === "string" || found instanceof URL) return await compileAt(host.addressOf(found));
    return found instanceof Response ? await compileAnswer(found) : await compileBytes(found);
  } catch (error) {
    const advice = source === undefined
      ? ". The package on npm has this file; in a checkout of fieldd `make wasm` makes it" : "";
    throw new DaemonNotFound(`The module of fieldd can't be loaded: ${error.message}${advice}`, { cause: error });
  }
}

async function compileAt(url) {
  return url.protocol === "file:" ? await compileBytes(await host.readFile(url)) : await compileAnswer(await fetch(url));
}

async function compileAnswer(answer) {
  if (!answer.ok) throw new Error(`${answer.url} has the status ${answer.status}`);
  const isTold = answer.headers.get("content-type")?.startsWith("application/wasm");
  return isTold ? await WebAssembly.compileStreaming(answer) : await compileBytes(await answer.arrayBuffer());
}

async function compileBytes(source) {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source);
  const begins = (start) => start.every((byte, index) => bytes[index] === byte);
  if (begins(GZIP)) {
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return await WebAssembly.compile(await new Response(plain).arrayBuffer());
  }
  // A page that says that there is none comes with the status 200 from some servers.
  if (!begins(WASM)) throw new TypeError("these bytes are no module of WebAssembly");
  return await WebAssembly.compile(bytes);
}

/**
 * fieldd as a WebAssembly module: bytes in, bytes out, and the moment at which it wants to be woken.
 *
 * It has no clock, files, threads or randomness but those that its host gives it.
 */
export class Engine {
  #exports;
  #end = 0;

  /**
   * An engine of its own, which has one connection.
   *
   * @param {ModuleSource} [source]
   * @param {object} [settings] see `HostConnection` in the module's sources
   * @param {(name: string) => Uint8Array | null} [zones] what is known of a time zone, as `zoneAnswer` gives it
   * @returns {Promise<Engine>}
   * @throws {DaemonNotFound} if there is no such module
   */
  static async start(source, settings = {}, zones = zoneAnswer) {
    const module = await compileModule(source);
    const engine = new Engine();
    let memory = null;
    const imports = {
      may_go_on: () => (performance.now() < engine.#end ? 1 : 0),
      random: (start, count) => crypto.getRandomValues(new Uint8Array(memory.buffer, start, count)),
      zone: (start, count, room, roomCount) => {
        const name = new TextDecoder().decode(new Uint8Array(memory.buffer, start, count));
        const bytes = zones(name);
        if (bytes === null || roomCount < bytes.length) return -1;
        new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
        return bytes.length;
      },
    };
    const instance = await WebAssembly.instantiate(module, { fieldd: imports });
    memory = instance.exports.memory;
    engine.#exports = instance.exports;
    engine.#exports.fieldd_begin(engine.#write(new TextEncoder().encode(JSON.stringify(settings))));
    return engine;
  }

  /**
   * A turn: bytes of the stream, its end, an event of the host's, or nothing but the time.
   *
   * @param {number} kind `TIME`, `BYTES`, `END` or `EVENT`
   * @param {Uint8Array} bytes what is said
   * @param {{nanoseconds: bigint, offsetSeconds: number}} moment
   * @param {number} [milliseconds] how long it may take before it says what it has to say
   */
  turn(kind, bytes, moment, milliseconds = TURN_MILLISECONDS) {
    this.#end = performance.now() + milliseconds;
    this.#exports.fieldd_turn(kind, this.#write(bytes), moment.nanoseconds, moment.offsetSeconds);
  }

  /** When the next turn is due, in nanoseconds since 1970; null for never, 0 for at once. @returns {bigint | null} */
  get deadline() {
    const nanoseconds = this.#exports.fieldd_deadline();
    return nanoseconds === NEVER ? null : nanoseconds;
  }

  /** @returns {Uint8Array} what was said since the last time */
  takeOutput() {
    return this.#taken(this.#exports.fieldd_take_output());
  }

  /**
   * What the host is to do, beside what is said.
   *
   * @param {number} [kinds] the sum of `FORMS`, `FOLDERS` and `OTHERS`: what is asked for
   * @returns {Record<string, any>[]}
   */
  takeWishes(kinds = FORMS | FOLDERS | OTHERS) {
    const lines = new TextDecoder().decode(this.#taken(this.#exports.fieldd_take_wishes(kinds)));
    return lines === "" ? [] : lines.trimEnd().split("\n").map((line) => JSON.parse(line));
  }

  /** How much memory the module has, in bytes. @returns {number} */
  get memoryByteCount() {
    return this.#exports.memory.buffer.byteLength;
  }

  #write(bytes) {
    if (bytes.length > 0) {
      const start = this.#exports.fieldd_room(bytes.length);
      new Uint8Array(this.#exports.memory.buffer, start, bytes.length).set(bytes);
    }
    return bytes.length;
  }

  #taken(count) {
    if (count === 0) return new Uint8Array();
    return new Uint8Array(this.#exports.memory.buffer, this.#exports.fieldd_taken(), count).slice();
  }
}

/** An engine as a channel of messages, in the page or the process itself: a text each. */
export class EngineChannel {
  #engine;
  #decoder = new TextDecoder();
  #rest = "";
  #timer = null;
  #hasEnded = false;
  /** Whether something can still be sent. */
  isOpen = true;
  /** @type {(text: string) => void} */
  onText = () => {};
  /** @type {(code: number, reason: string) => void} */
  onEnd = () => {};
  /**
   * Called with each wish of the daemon's that is no message; a host that has none of it says so.
   *
   * @type {(wish: Record<string, any>) => void}
   */
  onWish = (wish) => {
    const event = refusal(wish);
    if (event !== null) this.tell(event);
  };

  /**
   * A channel that is ready to be used.
   *
   * @param {ModuleSource} [source]
   * @param {object} [settings] what `Engine.start` takes
   * @param {Pick<Storage, "getItem" | "setItem">} [store] keeps the texts that autofill learns, such as `localStorage`
   * @returns {Promise<EngineChannel>}
   * @throws {DaemonNotFound} if there is no such module
   */
  static async open(source, settings = {}, store = undefined) {
    const channel = new EngineChannel(
      await Engine.start(source, store === undefined ? settings : { ...settings, remembers: true }));
    if (store !== undefined) channel.#learn(new LearnedTexts(store));
    return channel;
  }

  /** @param {Engine} engine one to which nothing was said */
  constructor(engine) {
    this.#engine = engine;
  }

  /** @param {string} text */
  send(text) {
    // A message is a line, so that the daemon answers in lines.
    this.#turn(BYTES, new TextEncoder().encode(`${text}\n`));
  }

  /**
   * Tells what became of a wish.
   *
   * @param {object} event
   */
  tell(event) {
    this.#turn(EVENT, new TextEncoder().encode(JSON.stringify(event)));
  }

  /** Ends its input, by which a daemon ends. */
  close() {
    this.#turn(END, new Uint8Array());
  }

  #turn(kind, bytes) {
    if (!this.isOpen) return;
    try {
      this.#engine.turn(kind, bytes, moment());
    } catch (error) {
      // A trap has left it in the midst of something. Who has sent this waits for its answer only behind it.
      this.isOpen = false;
      queueMicrotask(() => this.#end(1, String(error)));
      return;
    }
    const lines = (this.#rest + this.#decoder.decode(this.#engine.takeOutput(), { stream: true })).split("\n");
    this.#rest = lines.pop();
    const wishes = this.#engine.takeWishes();
    this.#setTimer();
    // What is sent meanwhile is a turn of its own, whose answers follow.
    queueMicrotask(() => {
      for (const line of lines) if (line !== "") this.onText(line);
      for (const wish of wishes) {
        if ("exit" in wish) this.#end(wish.exit, "");
        else this.onWish(wish);
      }
    });
  }

  /** Has the engine know what was learned, and keeps what it learns from now on. */
  #learn(learned) {
    for (const it of learned.all) this.tell(it);
    const others = this.onWish;
    this.onWish = (wish) => {
      if (!("write" in wish)) others(wish);
      else this.tell({ written: wish.write, ...learned.take(wish) });
    };
  }

  #setTimer() {
    clearTimeout(this.#timer);
    const deadline = this.#engine.deadline;
    if (deadline === null) return;
    const left = Number(deadline - moment().nanoseconds) / 1e6;
    this.#timer = setTimeout(
      () => this.#turn(TIME, new Uint8Array()), Math.min(Math.max(0, Math.ceil(left)), LONGEST_TIMER));
  }

  #end(code, reason) {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.isOpen = false;
    clearTimeout(this.#timer);
    this.onEnd(code, reason);
  }
}

/**
 * What a host tells that has no files, no store and no closures; null where nobody waits for it.
 *
 * @param {Record<string, any>} wish
 * @returns {object | null}
 */
export function refusal(wish) {
  if ("forms" in wish) return { forms: wish.forms.map((path) => ({ path })) };
  if ("folders" in wish) return { folders: [] };
  if ("list" in wish) return { survey: wish.survey, list: [] };
  if ("read" in wish) return { survey: wish.survey, read: wish.read.map((path) => ({ path })) };
  if ("write" in wish) return { written: wish.write, failure: "nothing is stored here" };
  if ("call" in wish) return { answer: wish.call, failed: "no program answers here" };
  return null;
}

/**
 * This moment, which never runs backwards, and what the clock on the wall is ahead of UTC.
 *
 * @returns {{nanoseconds: bigint, offsetSeconds: number}}
 */
export function moment() {
  const nanoseconds = BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e3)) * 1000n;
  return { nanoseconds, offsetSeconds: new Date().getTimezoneOffset() * -60 };
}
