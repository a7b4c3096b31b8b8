import { own, readComplaint, reportFailure } from "./closures.js";
import { Connection } from "./connection.js";
import { compileModule, EngineChannel } from "./engine.js";
import { AnswerError, DaemonError, FormError } from "./errors.js";
import { Form } from "./form.js";
import { host } from "./host.js";
import { isAnswer } from "./shapes.js";
import { SocketChannel } from "./socket.js";

/** The questions that a delegate may answer, by the protocol's names. */
const QUESTIONS = {
  begin: "shouldBeginEditing",
  end: "shouldEndEditing",
  return: "shouldReturn",
  clear: "shouldClear",
  changeText: "shouldChangeText",
  iconTap: "shouldTapIcon",
  addEntry: "shouldAddEntry",
  removeEntry: "shouldRemoveEntry",
};

/**
 * Who is asked before something happens to a field or a list, and told after it has.
 *
 * Only the questions that it has are asked, and an act waits for their answers, which may be promises: 2
 * seconds, then it happens; one that asks must not wait for an act. Of an event it is told when the field
 * shows what the event has changed.
 *
 * @typedef {object} Delegate
 * @property {(field: import("./field.js").Field) => any} [shouldBeginEditing] only false is a no, here and below
 * @property {(field: import("./field.js").Field) => any} [shouldEndEditing]
 * @property {(field: import("./field.js").Field) => any} [shouldReturn]
 * @property {(field: import("./field.js").Field) => any} [shouldClear]
 * @property {(field: import("./field.js").Field, start: number, end: number, text: string) => any} [shouldChangeText]
 * @property {(field: import("./field.js").Field) => any} [shouldTapIcon]
 * @property {(list: import("./lists.js").EntryList) => any} [shouldAddEntry]
 * @property {(entry: import("./lists.js").Entry) => any} [shouldRemoveEntry]
 * @property {(field: import("./field.js").Field) => void} [didBeginEditing]
 * @property {(field: import("./field.js").Field) => void} [didEndEditing]
 * @property {(field: import("./field.js").Field) => void} [cleared]
 * @property {(field: import("./field.js").Field, details: {index: number, value: any}) => void} [didSelectRow]
 * @property {(field: import("./field.js").Field, details: {date: string}) => void} [dateChanged]
 * @property {(field: import("./field.js").Field) => void} [iconTapped]
 * @property {() => void} [restarted] the daemon had ended and was started again, with the forms that are open
 */

/**
 * Says what is wrong with a draft, in words; false for a refusal without words; true, null or nothing if
 * nothing is. An exception, or any other answer, is a failure of the validator: the value could not be
 * checked then, which is told in `console.error`, and nothing of it is committed.
 * `field` is null where a record is checked by a form that is not open here.
 *
 * @typedef {(check: {field: import("./field.js").Field | null, value: string, values: Record<string, any>,
 *   signal: AbortSignal}) => any} Validator
 */

/**
 * Gives the texts that go with a draft.
 *
 * @typedef {(query: {field: import("./field.js").Field, text: string, signal: AbortSignal}) =>
 *   any} AutofillSource
 */

/**
 * @typedef {object} Options
 * @property {Delegate} [delegate] who is asked and told about the fields of all forms
 * @property {Record<string, Validator>} [validators] closures that forms may name
 * @property {Record<string, AutofillSource>} [autofillSources] likewise
 * @property {string} [locale] the language of whoever reads, a tag such as `de` or `pt-BR`
 * @property {Record<string, any>} [capabilities] what else a client of LSP announces
 * @property {boolean} [exactNumbers] whether whole numbers beyond ±(2^53 − 1), which forms take by their
 *   `precision`, are told as `BigInt`, in values and rows; else they are numbers, which are not exact then
 */

/** A daemon, and the forms that are open with it. */
export class Daemon {
  #delegate;
  #validators;
  #sources;
  #forms = new Map();
  #formCount = 0;
  #ended;

  /** Called with what is told that is about no form of this daemon. @type {(method: string, params: any) => void} */
  onNotification = () => {};
  /**
   * Called with what is asked that is about no form, as `Connection.onRequest`.
   *
   * @type {(method: string, params: any, signal: AbortSignal) => Promise<any> | undefined}
   */
  onRequest = () => undefined;
  /** Called once, with a code and a reason, when nothing more will come. @type {(code: any, reason: string) => void} */
  onEnd = () => {};
  /** The units in which offsets are counted. */
  encoding = "utf-16";
  /** What the daemon offers to editors, as its answer to `initialize` says. @type {Record<string, any>} */
  capabilities = {};

  /**
   * Starts a daemon of one's own, a child process; in Node.
   *
   * One that ends unasked is started again, with the forms that were opened here and the drafts that are
   * known of them: what was asked before is rejected with `DaemonEnded`, what is asked from then on waits.
   * The delegate hears of it by `restarted`. One that ends four times in a minute stays ended.
   *
   * @param {Options & {command?: string | string[], store?: string, restart?: boolean}} [options] the
   *   `command` is the program, `fieldd` in `PATH` unless given; `store` is the file that keeps learned
   *   autofill texts, or `:memory:`; with `restart: false` a daemon that ends stays ended
   * @returns {Promise<Daemon>}
   * @throws {import("./errors.js").DaemonNotFound} if it can't be started
   */
  static async start({ command = "fieldd", store, restart = true, ...options } = {}) {
    const words = [command, store === undefined ? [] : ["--store", store]].flat(2);
    const start = () => host.startProcess(words);
    const daemon = new Daemon(new Connection(await start()), options);
    return await daemon.#begin(options, globalThis.process?.pid ?? null, restart ? start : null);
  }

  /**
   * Loads a daemon into this program: the module `fieldd.wasm`, in a page, a worker or Node.
   *
   * A module that ends unasked is started again, as `start` does it with a process.
   *
   * @param {Options & {module?: import("./engine.js").ModuleSource, store?: Pick<Storage, "getItem" | "setItem">,
   *   restart?: boolean}} [options] the `module` is the one that this package ships unless given; the `store` keeps
   *   learned autofill texts, such as `localStorage`; without one they are forgotten with the daemon
   * @returns {Promise<Daemon>}
   * @throws {import("./errors.js").DaemonNotFound} if there is no such module
   */
  static async load({ module, store, restart = true, ...options } = {}) {
    const compiled = await compileModule(module);
    const start = () => EngineChannel.open(compiled, {}, store);
    const daemon = new Daemon(new Connection(await start()), options);
    return await daemon.#begin(options, null, restart ? start : null);
  }

  /**
   * Reaches a daemon through a WebSocket, one message each, of which this is the client.
   *
   * @param {string | URL} address
   * @param {Options} [options]
   * @returns {Promise<Daemon>}
   * @throws {import("./errors.js").DaemonNotFound} if nobody answers there
   */
  static async connect(address, options = {}) {
    return await new Daemon(new Connection(await SocketChannel.open(address)), options).#begin(options, null, null);
  }

  /**
   * Joins a daemon that somebody else has started and introduced itself to, such as an editor.
   *
   * @param {Connection} connection
   * @param {{encoding?: string, delegate?: Delegate}} [options] in what that daemon counts offsets
   * @returns {Daemon}
   */
  static join(connection, { encoding = "utf-16", delegate } = {}) {
    const daemon = new Daemon(connection, { delegate });
    daemon.encoding = encoding;
    return daemon;
  }

  /** Introduces this program; `restart` starts a daemon in the place of one that has ended unasked, if anything does. */
  async #begin(options, processId, restart) {
    const { connection } = this;
    connection.exactNumbers = options.exactNumbers ?? false;
    const initialize = async (settings) => {
      const answer = await connection.request("initialize", this.#introduction(options, processId), settings);
      this.capabilities = answer?.capabilities ?? {};
      connection.notify("initialized", {}, settings);
    };
    await initialize();
    connection.revive = async () => {
      await initialize({ isFirst: true });
      for (const form of this.#forms.values()) await form.reopen();
      // What a delegate throws is its own: nothing here waits for it.
      queueMicrotask(() => this.#delegate.restarted?.());
    };
    connection.restart = restart;
    return this;
  }

  #introduction({ capabilities = {}, locale }, processId) {
    return {
      processId,
      rootUri: null,
      ...(locale && { locale }),
      capabilities: {
        ...capabilities,
        // The units in which strings count here.
        general: { ...capabilities.general, positionEncodings: ["utf-16"] },
        experimental: { ...capabilities.experimental, fields: this.#announced() },
      },
    };
  }

  /**
   * A daemon at the other end of a connection; `start`, `load`, `connect` and `join` make one that is ready.
   *
   * @param {Connection} connection
   * @param {Options} [options]
   */
  constructor(connection, { delegate = {}, validators = {}, autofillSources = {} } = {}) {
    /** What is said goes through it, methods of LSP as well. */
    this.connection = connection;
    this.#delegate = delegate;
    this.#validators = validators;
    this.#sources = autofillSources;
    connection.onNotification = (method, params) => this.#notified(method, params);
    connection.onRequest = (method, params, signal) => this.#asked(method, params, signal);
    connection.onLoss = () => this.#forms.forEach((form) => form.lose());
    this.#ended = new Promise((resolve) => {
      connection.onEnd = (code, reason) => {
        for (const form of this.#forms.values()) form.leave();
        resolve(code);
        this.onEnd(code, reason);
      };
    });
  }

  /**
   * Opens a form, given as JSON, as a text, or as the URL of a file.
   *
   * The file itself is not written to; `form.close()` gives the final text.
   *
   * @param {object | string | URL} document
   * @param {{uri?: string, values?: object, locale?: string, tidy?: boolean, allowErrors?: boolean, format?: string}} [options]
   *   with `values` its fields begin with what would be committed as these; `locale` is the language of whoever
   *   fills it in; with `tidy` what people type is tidied when they leave it; `allowErrors` opens a form whose text has errors all the same, as editors do;
   *   `format` is that of the form, such as `surveyjs`: unless given, its content or the name of its file says it, and what it asks in that format alone stands in `unchecked` of each verdict
   * @returns {Promise<Form>}
   * @throws {import("./errors.js").FormError} if its text has errors, so that it can't be submitted
   * @throws {import("./errors.js").RequestError} if it can't be opened, such as for values of no field
   */
  async open(document, { uri, values, locale, tidy, format, allowErrors = false } = {}) {
    const isUrl = document instanceof URL;
    const text = isUrl ? await read(document) : document;
    const content = typeof text === "string" ? { text } : { document: text };
    this.#formCount += 1;
    const form = this.form(uri ?? (isUrl ? this.#freeUri(document) : `form:${this.#formCount}`));
    try {
      await form.open({
        ...content, ...(values && { values }), ...(locale && { locale }), ...(tidy && { tidy }), ...(format && { format }),
      });
    } catch (error) {
      this.#forms.delete(form.uri);
      throw error;
    }
    const errors = form.diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0 && !allowErrors) {
      await form.close();
      throw new FormError(errors);
    }
    return form;
  }

  /**
   * The address of a file, as no form has it. A query tells them apart, which is none of the path of a file:
   * what is beside the file is found, and no normaliser makes one of them. The daemon goes by the end of it.
   */
  #freeUri({ href }) {
    const name = href.slice(href.lastIndexOf("/") + 1);
    const mark = href.includes("?") ? "&" : "?";
    let free = href;
    for (let number = 2; this.#forms.has(free); number += 1) free = `${href}${mark}${number}/${name}`;
    return free;
  }

  /**
   * A form that somebody else has open, or an editor here; `form.open()` learns of it.
   *
   * @param {string} uri
   * @returns {Form}
   */
  form(uri) {
    const form = new Form(this.connection, uri, this.#delegate);
    this.#forms.set(uri, form);
    form.onLeft = () => {
      // Another may have its name by now.
      if (this.#forms.get(uri) === form) this.#forms.delete(uri);
    };
    return form;
  }

  /**
   * Makes a document of a form in the format of others; it can be opened then.
   *
   * @param {object} document
   * @param {"json-schema"} [format]
   * @returns {Promise<{document: object, losses: {path: string, message: string}[]}>}
   */
  async importForm(document, format = "json-schema") {
    const method = "field/import";
    const answer = await this.connection.request(method, { format, document });
    if (!isAnswer(method, answer)) throw new AnswerError(method);
    return answer;
  }

  /**
   * Ends the daemon, politely if it is still there.
   *
   * @returns {Promise<number | string>} the status, or the code with which the connection was closed
   */
  async stop() {
    try {
      await this.connection.request("shutdown");
    } catch (error) {
      if (!(error instanceof DaemonError)) throw error;
    }
    this.connection.notify("exit");
    this.connection.close();
    return await this.#ended;
  }

  [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
    return this.stop();
  }

  #announced() {
    const questions = Object.keys(QUESTIONS);
    return {
      delegate: questions.filter((it) => typeof this.#delegate[QUESTIONS[it]] === "function"),
      validators: Object.keys(this.#validators),
      autofillSources: Object.keys(this.#sources),
    };
  }

  #notified(method, params) {
    const form = typeof method === "string" && method.startsWith("field/") ? this.#forms.get(params?.uri) : undefined;
    if (form && !form.isClosed) form.hear(method, params);
    else if (method === "field/didChange" && typeof params?.uri !== "string") this.connection.onLoss();
    else this.onNotification(method, params);
  }

  #asked(method, params, signal) {
    switch (method) {
      case "field/should":
        return this.#mayHappen(params);
      case "field/runValidation":
        return this.#validate(params, signal);
      case "field/autofillStrings":
        return this.#autofill(params, signal);
      default:
        return this.onRequest(method, params, signal);
    }
  }

  async #mayHappen({ uri, key, list, entry, question, range, text }) {
    const form = this.#forms.get(uri);
    const method = Object.hasOwn(QUESTIONS, question) ? QUESTIONS[question] : undefined;
    if (form === undefined || method === undefined || !this.#delegate[method]) return true;
    const more = question === "changeText" ? [range.start, range.end, text] : [];
    const entries = list === undefined ? null : form.list(list);
    const ofList = () => (question === "addEntry" ? entries : entries.entry(entry));
    const subject = entries === null ? form.field(key) : ofList();
    return (await this.#delegate[method](subject, ...more)) !== false;
  }

  async #validate({ uri, key, validator, value, values = {} }, signal) {
    const form = this.#forms.get(uri);
    const field = form?.has(key) ? form.field(key) : null;
    const closure = own(this.#validators, validator);
    try {
      return readComplaint(await closure({ field, value, values, signal }));
    } catch (error) {
      if (!signal.aborted) reportFailure(validator, error);
      throw error;
    }
  }

  async #autofill({ uri, key, source, text }, signal) {
    const form = this.#forms.get(uri);
    if (form === undefined) throw new RangeError(`There is no form ${uri}`);
    const strings = await own(this.#sources, source)({ field: form.field(key), text, signal });
    return { strings: [...strings] };
  }
}

/**
 * The text of a file, or of what stands at an address.
 *
 * @param {URL} url
 * @returns {Promise<string>}
 */
export async function read(url) {
  if (url.protocol === "file:") return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await host.readFile(url));
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} can't be read: ${answer.status} ${answer.statusText}`);
  return await answer.text();
}
