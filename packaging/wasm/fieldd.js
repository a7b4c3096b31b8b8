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
   * @param {WebAssembly.Module | BufferSource} source the module, or the bytes of one
   * @param {object} [settings] see `HostConnection` in the module's sources
   * @returns {Promise<Engine>}
   */
  static async start(source, settings = {}) {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const engine = new Engine();
    let memory = null;
    const imports = {
      may_go_on: () => (performance.now() < engine.#end ? 1 : 0),
      random: (start, count) => crypto.getRandomValues(new Uint8Array(memory.buffer, start, count)),
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

  /** When the next turn is due, in nanoseconds since 1970; null for never, 0 for at once. */
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
   * @returns {object[]}
   */
  takeWishes(kinds = FORMS | FOLDERS | OTHERS) {
    const lines = new TextDecoder().decode(this.#taken(this.#exports.fieldd_take_wishes(kinds)));
    return lines === "" ? [] : lines.trimEnd().split("\n").map((line) => JSON.parse(line));
  }

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
  isOpen = true;
  onText = () => {};
  onEnd = () => {};
  /** Called with each wish of the daemon's that is no message; a host that has none of it says so. */
  onWish = (wish) => {
    const event = refusal(wish);
    if (event !== null) this.tell(event);
  };

  /**
   * @param {WebAssembly.Module | BufferSource} source the module, or the bytes of one
   * @param {object} [settings] the closures that documents may name
   * @returns {Promise<EngineChannel>}
   */
  static async open(source, settings) {
    return new EngineChannel(await Engine.start(source, settings));
  }

  /** @param {Engine} engine one to which nothing was said */
  constructor(engine) {
    this.#engine = engine;
  }

  send(text) {
    // A message is a line, so that the daemon answers in lines.
    this.#turn(BYTES, new TextEncoder().encode(`${text}\n`));
  }

  /** Tells what became of a wish. */
  tell(event) {
    this.#turn(EVENT, new TextEncoder().encode(JSON.stringify(event)));
  }

  close() {
    this.#turn(END, new Uint8Array());
  }

  #turn(kind, bytes) {
    if (!this.isOpen) return;
    try {
      this.#engine.turn(kind, bytes, moment());
    } catch (error) {
      // A trap has left it in the midst of something.
      this.#end(1, String(error));
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

  #setTimer() {
    clearTimeout(this.#timer);
    const deadline = this.#engine.deadline;
    if (deadline === null) return;
    const left = Number(deadline - moment().nanoseconds) / 1e6;
    this.#timer = setTimeout(
      () => this.#turn(TIME, new Uint8Array()), Math.min(Math.max(0, Math.ceil(left)), LONGEST_TIMER));
  }

  #end(code, reason) {
    if (!this.isOpen) return;
    this.isOpen = false;
    clearTimeout(this.#timer);
    this.onEnd(code, reason);
  }
}

/** What a host tells that has no files, no store and no closures; null where nobody waits for it. */
function refusal(wish) {
  if ("forms" in wish) return { forms: wish.forms.map((path) => ({ path })) };
  if ("folders" in wish) return { folders: [] };
  if ("list" in wish) return { survey: wish.survey, list: [] };
  if ("read" in wish) return { survey: wish.survey, read: wish.read.map((path) => ({ path })) };
  if ("write" in wish) return { written: wish.write, failure: "nothing is stored here" };
  if ("call" in wish) return { answer: wish.call, failed: "no program answers here" };
  return null;
}

/** This moment, which never runs backwards, and what the clock on the wall is ahead of UTC. */
function moment() {
  const nanoseconds = BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e3)) * 1000n;
  return { nanoseconds, offsetSeconds: new Date().getTimezoneOffset() * -60 };
}
