import { own, readComplaint, reportFailure } from "./closures.js";
import { failure, parseExactly, RawJSON, written } from "./connection.js";
import { read } from "./daemon.js";
import { BYTES, compileModule, Engine, EVENT, moment, refusal, TIME } from "./engine.js";
import { AnswerError, DaemonEnded, FormError } from "./errors.js";
import { readDiagnostic, readVerdicts, writtenRecord, writtenRecords } from "./form.js";
import { isAnswer } from "./shapes.js";
import { standardSchema } from "./standard.js";

const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;

/** As many records are asked about at once: a thousand take a few milliseconds. */
const BATCH_SIZE = 1000;

const ENDED = "The module has ended";

const URI = "form:checker";

/** How long a timer may be set for. */
const LONGEST_TIMER = 0x7fffffff;

/**
 * A form that judges records in the program itself, and answers at once.
 *
 * `check` waits for nothing: it is no promise, as long as no validator gives one. The checker is a schema of Standard
 * Schema too, so what takes such schemas takes a field document.
 *
 * @template {Record<string, any>} [Values=Record<string, any>] the records that the form takes
 */
export class Checker {
  #module;
  #settings;
  #engine = null;
  #isStarting = false;
  /** Done once there is an engine in the place of one that has ended. */
  #revival = null;
  #lastId = 0;
  /** What takes the answers to requests, by their ids. */
  #waiting = new Map();
  /** What validators are still asked, by the daemon's ids. */
  #answering = new Map();
  #decoder = new TextDecoder();
  #rest = "";
  #timer = null;

  /**
   * The properties of Standard Schema.
   *
   * @readonly
   * @type {import("./standard.js").StandardProps<Values>}
   */
  "~standard" = standardSchema((values, options) => this.#judgeOne(values, options));

  /**
   * Makes a checker of a form.
   *
   * @template {Record<string, any>} [Values=Record<string, any>]
   * @param {object | string | URL} document as `Daemon.open` takes it: JSON, a text, or the URL of a file
   * @param {{module?: import("./engine.js").ModuleSource, validators?: Record<string, import("./daemon.js").Validator>,
   *   locale?: string, format?: string, exactNumbers?: boolean}} [options] as of `Daemon.load` and `Daemon.open`; a validator's `field` is null here
   * @returns {Promise<Checker<Values>>}
   * @throws {import("./errors.js").DaemonNotFound} if there is no such module
   * @throws {FormError} if the form's text has errors, by which no record is right
   * @throws {import("./errors.js").RequestError} if it is no form
   */
  static async load(document, { module, validators = {}, locale, format, exactNumbers = false } = {}) {
    const text = document instanceof URL ? await read(document) : document;
    const uri = document instanceof URL ? document.href : URI;
    const content = typeof text === "string" ? { text } : { document: text };
    const checker = new Checker(await compileModule(module), {
      uri, validators, exactNumbers, locale, opened: { uri, ...content, ...(locale && { locale }), ...(format && { format }) },
    });
    await checker.#start();
    return checker;
  }

  /**
   * `Checker.load` makes one that is ready.
   *
   * @param {WebAssembly.Module} module
   * @param {{uri: string, validators: Record<string, import("./daemon.js").Validator>, exactNumbers: boolean,
   *   locale?: string, opened: object}} settings
   */
  constructor(module, settings) {
    this.#module = module;
    this.#settings = settings;
  }

  /**
   * What the form says of a record: values by key, as a submission commits them.
   *
   * @param {Values} values
   * @param {{locale?: string, partial?: boolean}} [options] as of `Form.check`
   * @returns {import("./form.js").RecordVerdict}
   * @throws {TypeError} for what JSON can't hold, such as NaN or undefined, and if a validator gives a promise:
   *   `checkAsync` waits for it
   * @throws {DaemonEnded} if the module ends; another instance is started then, for which `checkAsync` waits
   */
  check(values, options) {
    return now(this.#judge([writtenRecord(values, 0)], options))[0];
  }

  /**
   * The same as a promise, which waits for validators that answer late.
   *
   * @param {Values} values
   * @param {{locale?: string, partial?: boolean}} [options]
   * @returns {Promise<import("./form.js").RecordVerdict>}
   * @throws {TypeError} for what JSON can't hold
   */
  async checkAsync(values, options) {
    return (await this.#judge([writtenRecord(values, 0)], options))[0];
  }

  /**
   * What the form says of a record as JSON, judged as it is written, as by `Form.checkText`.
   *
   * @param {string} record
   * @param {{locale?: string, partial?: boolean}} [options]
   * @returns {import("./form.js").RecordVerdict}
   * @throws {SyntaxError} for what is not JSON
   */
  checkText(record, options) {
    return now(this.#judge([RawJSON.of(record)], options))[0];
  }

  /**
   * What the form says of answers as another program hands them over, as `Form.checkAnswers` does.
   *
   * @param {any} answers JSON for `formio`, `mcp` and `kobo`, else a text
   * @param {"formio" | "mcp" | "kobo" | "odk" | "urlencoded" | "github" | "slack" | "adaptive-cards" | "awx" | "a2ui"} shape
   * @param {{locale?: string, refusal?: "formio" | "slack" | "problem" | "paths"}} [options]
   * @returns {import("./form.js").RecordVerdict}
   */
  checkAnswers(answers, shape, { locale, refusal: answerFormat } = {}) {
    const options = { locale, recordsFormat: shape, ...(answerFormat && { answerFormat }) };
    return now(this.#judge([writtenRecord(answers, 0)], options))[0];
  }

  /**
   * Each record with what the form says of it, in their order; records are taken as they are needed.
   *
   * One with something that JSON can't hold, such as NaN, has a problem `syntax`.
   *
   * @template Item
   * @param {Iterable<Item>} records
   * @param {{locale?: string, partial?: boolean}} [options]
   * @returns {Generator<[Item, import("./form.js").RecordVerdict]>}
   */
  *checkMany(records, options) {
    let batch = [];
    for (const record of records) {
      batch.push(record);
      if (batch.length < BATCH_SIZE) continue;
      yield* this.#judged(batch, options);
      batch = [];
    }
    if (batch.length > 0) yield* this.#judged(batch, options);
  }

  *#judged(batch, options) {
    const { written: records, completed } = writtenRecords(batch);
    const verdicts = completed(now(this.#judge(records, options)));
    for (const [index, record] of batch.entries()) yield [record, verdicts[index]];
  }

  /** The verdict on a record as JSON, or a promise of it. */
  #judgeOne(record, options) {
    const verdicts = this.#judge([record], options);
    return Array.isArray(verdicts) ? verdicts[0] : verdicts.then(([verdict]) => verdict);
  }

  /** The verdicts on records as JSON, or a promise of them while a validator or the module itself is awaited. */
  #judge(records, options) {
    const ask = () => this.#ask(
      "field/check", { form: this.#settings.uri, records: RawJSON.list(records), ...given(options) },
      (answer) => readVerdicts(answer, records.length));
    if (this.#revival === null) return ask();
    return Object.assign(this.#revival.then(ask), { cancel: () => { throw new DaemonEnded(ENDED); } });
  }

  /** Starts an engine, and opens the form with it. */
  async #start() {
    this.#isStarting = true;
    try {
      await this.#open();
    } finally {
      this.#isStarting = false;
    }
  }

  async #open() {
    this.#engine = await Engine.start(this.#module);
    this.#rest = "";
    this.#decoder = new TextDecoder();
    const { locale, opened, validators } = this.#settings;
    await this.#ask("initialize", {
      processId: null,
      rootUri: null,
      ...(locale && { locale }),
      capabilities: {
        general: { positionEncodings: ["utf-16"] },
        experimental: { fields: { validators: Object.keys(validators) } },
      },
    });
    this.#say({ method: "initialized", params: {} });
    const method = "field/open";
    const answer = await this.#ask(method, opened);
    if (!isAnswer(method, answer)) throw new AnswerError(method);
    const errors = answer.diagnostics.map(readDiagnostic).filter(({ severity }) => severity === "error");
    if (errors.length > 0) throw new FormError(errors);
  }

  /** What a request is answered with, as it is read; a promise of it where the answer has not come by now. */
  #ask(method, params, readAnswer = (answer) => answer) {
    if (this.#engine === null) throw new DaemonEnded(ENDED);
    const id = (this.#lastId += 1);
    let outcome = null;
    this.#waiting.set(id, (it) => (outcome = it));
    this.#say({ id, method, params });
    const settled = (it) => {
      if (it.end) throw it.end;
      if ("error" in it) throw failure(it.error, method);
      return readAnswer(it.result);
    };
    if (outcome !== null) return settled(outcome);
    const late = new Promise((resolve) => this.#waiting.set(id, resolve)).then(settled);
    return Object.assign(late, { cancel: () => this.#cancel(id) });
  }

  /** Takes a request back: nobody waits for it. */
  #cancel(id) {
    this.#waiting.delete(id);
    this.#say({ method: "$/cancelRequest", params: { id } });
  }

  #say(message) {
    this.#turn(BYTES, new TextEncoder().encode(`${written(message)}\n`));
  }

  /** A turn, and those that are due at once; then what was said is taken, to which closures may say more. */
  #turn(kind, bytes) {
    const engine = this.#engine;
    if (engine === null) return;
    let said = "";
    let wishes = [];
    try {
      engine.turn(kind, bytes, moment(), Infinity);
      while (true) {
        said += this.#decoder.decode(engine.takeOutput(), { stream: true });
        wishes = [...wishes, ...engine.takeWishes()];
        if (engine.deadline !== 0n) break;
        engine.turn(TIME, new Uint8Array(), moment(), Infinity);
      }
    } catch (error) {
      this.#end(error);
      return;
    }
    this.#setTimer();
    const lines = (this.#rest + said).split("\n");
    this.#rest = lines.pop();
    for (const line of lines) if (line !== "") this.#take(line);
    for (const event of wishes.map(refusal)) {
      if (event !== null) this.#turn(EVENT, new TextEncoder().encode(JSON.stringify(event)));
    }
  }

  #setTimer() {
    clearTimeout(this.#timer);
    const deadline = this.#engine.deadline;
    // Nobody waits for what else may be due.
    if (deadline === null || this.#answering.size === 0) return;
    const left = Math.max(0, Math.ceil(Number(deadline - moment().nanoseconds) / 1e6));
    this.#timer = setTimeout(() => this.#turn(TIME, new Uint8Array()), Math.min(left, LONGEST_TIMER));
  }

  /** A trap has left the engine in the midst of something: what waits has failed, and another one is started. */
  #end(error) {
    const end = new DaemonEnded(`The module ended with ${error}`, { cause: error });
    clearTimeout(this.#timer);
    this.#engine = null;
    // One that ends as it begins would end again.
    if (!this.#isStarting) {
      this.#revival = this.#start().finally(() => (this.#revival = null));
      // Whoever checks next hears of it.
      this.#revival.catch(() => (this.#engine = null));
    }
    for (const controller of this.#answering.values()) controller.abort();
    this.#answering.clear();
    const unanswered = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const settle of unanswered) settle({ end });
  }

  #take(line) {
    let message;
    try {
      message = this.#settings.exactNumbers ? parseExactly(line) : JSON.parse(line);
    } catch {
      // What it was an answer to nobody knows.
      for (const settle of this.#waiting.values()) settle({ error: null });
      this.#waiting.clear();
      return;
    }
    const { id, method, params } = message;
    if (method === undefined) {
      const settle = this.#waiting.get(id);
      this.#waiting.delete(id);
      settle?.(message);
    } else if (method === "$/cancelRequest") {
      this.#answering.get(params.id)?.abort();
    } else if (id !== undefined) {
      this.#answer(message);
    }
  }

  /** Has a validator judge a value; its answer goes back at once, unless it is a promise. */
  #answer({ id, method, params }) {
    if (method !== "field/runValidation") {
      this.#say({ id, error: { code: METHOD_NOT_FOUND, message: `Nobody here does ${method}` } });
      return;
    }
    const { validator, value, values = {} } = params;
    const engine = this.#engine;
    const controller = new AbortController();
    this.#answering.set(id, controller);
    const answer = (content) => {
      if (this.#answering.get(id) === controller) this.#answering.delete(id);
      if (this.#engine === engine) this.#say({ id, ...content });
    };
    const fail = (error) => {
      if (!controller.signal.aborted) reportFailure(validator, error);
      answer({ error: { code: INTERNAL_ERROR, message: `${error?.message ?? error}` } });
    };
    const pass = (complaint) => answer({ result: readComplaint(complaint) });
    let complaint;
    try {
      complaint = own(this.#settings.validators, validator)({ field: null, value, values, signal: controller.signal });
      if (typeof complaint?.then !== "function") complaint = readComplaint(complaint);
    } catch (error) {
      fail(error);
      return;
    }
    if (typeof complaint?.then === "function") {
      this.#setTimer();
      Promise.resolve(complaint).then(pass).catch(fail);
    } else {
      answer({ result: complaint });
    }
  }
}

function given({ locale, partial, ...more } = {}) {
  return { ...(locale && { locale }), ...(partial && { partial }), ...more };
}

/** What is there by now; a promise is none of it. */
function now(answer) {
  if (Array.isArray(answer)) return answer;
  // Nobody hears of it any more.
  answer.catch(() => {});
  answer.cancel();
  throw new TypeError("A validator gives a promise: checkAsync waits for it");
}
