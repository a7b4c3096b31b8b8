import { joined, RawJSON } from "./connection.js";
import { AnswerError, DaemonError } from "./errors.js";
import { Field } from "./field.js";
import { EntryList } from "./lists.js";
import { placed } from "./order.js";
import { isAnswer, isChange, isEvent, isField } from "./shapes.js";

/** As many records are asked about at once: a thousand take a few milliseconds. */
const BATCH_SIZE = 1000;

const SEVERITIES = ["error", "warning", "information", "hint"];

/**
 * What has become of an act. One that was refused is not `accepted`, has changed nothing, and says why.
 *
 * @typedef {object} Outcome
 * @property {boolean} accepted
 * @property {number} version of the document, behind the act
 * @property {string | null} [active] the key of the field that has the focus
 * @property {boolean} [moved] of an act about the focus: whether it went elsewhere
 * @property {{start: number, end: number}} [selection] what to select in a field that has just got the focus
 * @property {string} [reason] why it was refused, for programs
 * @property {string} [message] why it was refused, for people
 * @property {{text: string, removable?: boolean}[]} matches of an act of autofill
 * @property {string} [applied] the text that AutoFill has applied
 * @property {{count: number, unit: string}} [dropped] how much of a text had no room
 * @property {number} [entry] the number of an entry that was added
 */

/**
 * What the checks say of a field.
 *
 * @typedef {object} Verdict
 * @property {string} key
 * @property {boolean} valid
 * @property {import("./shapes.js").Problem[]} problems
 */

/**
 * Something wrong with the text of a form; `line` and `column` begin with 1.
 *
 * @typedef {object} Diagnostic
 * @property {"error" | "warning" | "information" | "hint"} severity
 * @property {string} code
 * @property {string} message
 * @property {number} line
 * @property {number} column
 */

/**
 * What a form says of a record, which is `valid` only if every rule was checked and none is broken.
 *
 * `diagnostics` are the errors in the text of the form, by which no record is right. Of a part of a record
 * in which nothing is wrong as far as it goes, `problems` has no error, though something may be `unchecked`.
 *
 * @typedef {object} RecordVerdict
 * @property {boolean} valid
 * @property {{path: string, severity: string, code: string, message: string, key?: string, data?: object}[]} problems
 * @property {Unchecked[]} unchecked
 * @property {Diagnostic[]} diagnostics
 * @property {object} [record] what answers in another program's shape make
 * @property {object} [answer] why these are refused, as that program reads it
 */

/**
 * Something of a record that was not checked: the place of the value, as a JSON pointer, and why.
 *
 * `why` is `uncheckedValidator` of a validator that nobody has, or that has failed or not answered, and
 * `uncheckedDependency` of a rule that depends on fields which a part of a record leaves open.
 *
 * @typedef {object} Unchecked
 * @property {string} path
 * @property {"uncheckedValidator" | "uncheckedDependency"} why
 * @property {string} message
 * @property {string} [key]
 * @property {{validator?: string, fields?: string[]}} data
 */

/**
 * What has changed in a turn: the members of fields that changed, null for one that is gone; the keys of
 * fields that are gone, and of those that are new or stand elsewhere; what is new of lists.
 *
 * `isWhole` says that the form was told as a whole, since something could not be read, or by whoever else
 * had asked for it.
 *
 * @typedef {object} Change
 * @property {number} version
 * @property {Record<string, object>} fields
 * @property {string[]} removed
 * @property {string[]} placed
 * @property {Record<string, object>} lists
 * @property {boolean} isWhole
 */

/**
 * A form that is open with the daemon, which owns its text, or of which the daemon tells.
 *
 * `form.field("email")` is a field; to iterate a form is to iterate its fields, in the order in which
 * they are shown. Fields in the entries of a list are among them, with keys such as `lines/7/product`;
 * `form.list("lines")` has them entry by entry. Acts are carried out one after the other, in the order in
 * which they were called. When something that was told can't be read, all is asked for anew.
 */
export class Form {
  #connection;
  #delegate;
  #fields = new Map();
  #lists = new Map();
  /** Whether the fields are those that the daemon tells of. */
  #isCurrent = false;
  /** All fields were asked for; the answer has the changes that come meanwhile. */
  #catchingUp = null;
  /** Events of which those who listen are told once their changes are known. */
  #untold = [];
  #streams = { changes: new Set(), events: new Set() };
  /** With what the form was opened here, null where it was not, and the drafts that it began with, as JSON. */
  #openedWith = null;
  #openedDrafts = "";

  /** What the form is called. */
  uri;
  /** The version of the text that was told last. */
  version = 0;
  /** The language in which is spoken, and its direction, where one was named. @type {string | null} */
  lang = null;
  /** @type {"ltr" | "rtl" | null} */
  dir = null;
  /** @type {string | null} */
  title = null;
  /** @type {string | null} */
  description = null;
  /** @type {{key: string, label: string, description?: string, path?: string, repeat?: object}[]} */
  groups = [];
  /** What is wrong with the text itself. @type {Diagnostic[]} */
  diagnostics = [];
  /** What is wrong with the values with which it was opened, such as a key that no field has. @type {RecordVerdict["problems"]} */
  problems = [];
  isClosed = false;

  /** Called with each change as soon as it is known here. @type {(change: Change) => void} */
  onChange = () => {};
  /** Called with each event as it is told, ahead of the changes that it brings. @type {(event: object) => void} */
  onEvent = () => {};
  /** Called when the title, the groups or the mistakes of the text are told. */
  onIntroduction = () => {};
  /** Called when all was asked for and could not be had; the next change asks again. @type {(error: Error) => void} */
  onTrouble = () => {};
  /** Called when it is closed or left, and hears no more. */
  onLeft = () => {};

  /**
   * A form by its name; `Daemon.open` and `Daemon.form` give forms that hear what the daemon tells.
   *
   * @param {import("./connection.js").Connection} connection
   * @param {string} uri
   * @param {import("./daemon.js").Delegate} [delegate]
   */
  constructor(connection, uri, delegate = {}) {
    this.#connection = connection;
    this.#delegate = delegate;
    this.uri = uri;
  }

  /** Whether the daemon is gone. @returns {boolean} */
  get hasEnded() {
    return this.#connection.hasEnded;
  }

  /** Whether the fields are as the daemon tells them. @returns {boolean} */
  get isCurrent() {
    return this.#isCurrent;
  }

  /**
   * A field by its key.
   *
   * @param {string} key
   * @returns {Field}
   * @throws {RangeError} if there is none
   */
  field(key) {
    const field = this.#fields.get(key);
    if (field === undefined) throw new RangeError(`The form has no field "${key}"`);
    return field;
  }

  /** Whether there is a field. @param {string} key @returns {boolean} */
  has(key) {
    return this.#fields.has(key);
  }

  /** The fields, in the order in which they are shown. @returns {Field[]} */
  get fields() {
    return [...this.#fields.values()];
  }

  [Symbol.iterator]() {
    return this.fields.values();
  }

  /** The field that has the focus. @returns {Field | null} */
  get active() {
    return this.fields.find((field) => field.isActive) ?? null;
  }

  /** The lists of the form. @returns {EntryList[]} */
  get lists() {
    return [...this.#lists.values()];
  }

  /**
   * A list by the key of its group.
   *
   * @param {string} key
   * @returns {EntryList}
   * @throws {RangeError} if there is none
   */
  list(key) {
    const list = this.#lists.get(key);
    if (list === undefined) throw new RangeError(`The form has no list "${key}"`);
    return list;
  }

  /** A group by its key, or undefined. @param {string} key */
  group(key) {
    return this.groups.find((group) => group.key === key);
  }

  /**
   * The committed values so far, by key; of a list with entries an object for each of them.
   *
   * @returns {Record<string, any>}
   */
  get values() {
    const committed = (fields, key) => Object.fromEntries(
      fields.filter((field) => field.isCommitted).map((field) => [field[key], field.value]));
    const values = committed(this.fields.filter((field) => field.entry === null), "key");
    for (const { entries, key } of this.lists) {
      if (entries.length > 0) values[key] = entries.map((entry) => committed([...entry], "ownKey"));
    }
    return values;
  }

  // What a person does.

  /** Takes the focus away; the end-editing rules run, and a chosen row is written. @returns {Promise<Outcome>} */
  endEditing() {
    return this.act("endEditing");
  }

  /** The Done button: ends editing, and writes the row that an open picker stands on. @returns {Promise<Outcome>} */
  done() {
    return this.act("done");
  }

  /**
   * The return key: moves on or ends editing, as the field's `returnKey` says.
   *
   * @param {{open?: boolean}} [options]
   * @returns {Promise<Outcome>}
   */
  pressReturn({ open = true } = {}) {
    return this.act("return", { open });
  }

  /** Moves to the field behind the active one. @param {{open?: boolean}} [options] @returns {Promise<Outcome>} */
  next({ open = true } = {}) {
    return this.act("next", { open });
  }

  /** Moves to the field before the active one. @param {{open?: boolean}} [options] @returns {Promise<Outcome>} */
  previous({ open = true } = {}) {
    return this.act("previous", { open });
  }

  /**
   * Validates every field, and commits all of them or none.
   *
   * `partial` commits what passes, to be kept until somebody goes on with the form: nothing is missing, and
   * `errors` tells of the drafts that did not pass. `unchecked` are values with a validator that nobody has.
   *
   * Whole numbers beyond those that a number has exactly are rounded in `values`, unless the daemon was
   * started with `exactNumbers`: then they are `BigInt`.
   *
   * @param {{partial?: boolean}} [options]
   * @returns {Promise<{committed: true, version: number, values: Record<string, any>, unchecked: Unchecked[], errors: Verdict[]}
   *   | {committed: false, version: number, errors: Verdict[], diagnostics: Diagnostic[]}>}
   * @throws {DaemonError} if the daemon's answer can't be had
   */
  async submit({ partial } = {}) {
    const answer = await this.request("submit", partial && { partial });
    if (answer.committed) return { ...answer, unchecked: answer.unchecked ?? [], errors: answer.errors ?? [] };
    return { errors: [], ...answer, diagnostics: readDiagnostics(answer) };
  }

  // What a program asks.

  /**
   * Runs the rules of all fields or some, and waits for checks that answer late.
   *
   * @param {string[]} [keys] of fields, and of lists that are asked whether they have entries enough
   * @param {"live" | "endEditing" | "submit"} [trigger]
   * @returns {Promise<{version: number, valid: boolean, fields: Verdict[], diagnostics: Diagnostic[], unproved: string[]}>}
   * @throws {import("./errors.js").RequestError} if there is no field with such a key
   */
  async validate(keys, trigger = "endEditing") {
    const answer = await this.request("validate", { keys, trigger });
    return { unproved: [], ...answer, diagnostics: readDiagnostics(answer) };
  }

  /**
   * What the form says of a record: values by key, as a submission commits them.
   *
   * What is typed into the form makes no difference, and is not changed.
   *
   * @param {any} values
   * @param {{locale?: string, partial?: boolean}} [options] the language of the messages, without one the
   *   form's; whether it is a part of a record, such as a change or a draft, so that what it lacks is fine
   * @returns {Promise<RecordVerdict>}
   * @throws {TypeError} for what JSON can't hold, such as NaN or undefined; `checkText` takes JSON as it came
   */
  async check(values, options) {
    return (await this.checkBatch([values], options))[0];
  }

  /**
   * What the form says of a record as JSON, judged as it is written: so `1e400`, which a number here
   * can't be, is told as wrong.
   *
   * @param {string} record
   * @param {{locale?: string, partial?: boolean}} [options] as in `check`
   * @returns {Promise<RecordVerdict>}
   * @throws {SyntaxError} for what is not JSON
   */
  async checkText(record, options) {
    return (await this.#check([RawJSON.of(record)], options))[0];
  }

  /**
   * What the form says of answers as another program hands them over; `record` of the verdict is what they make.
   *
   * @param {any} answers a text for `odk`, `urlencoded` and `github`, else JSON
   * @param {"formio" | "mcp" | "kobo" | "odk" | "urlencoded" | "github" | "slack" | "adaptive-cards" | "awx" | "a2ui"} shape
   * @param {{locale?: string, refusal?: "formio" | "slack" | "problem" | "paths"}} [options] `refusal` gives the verdict on answers
   *   that are refused an `answer` for that program
   * @returns {Promise<RecordVerdict>}
   */
  async checkAnswers(answers, shape, { locale, refusal } = {}) {
    const options = { locale, recordsFormat: shape, ...(refusal && { answerFormat: refusal }) };
    return (await this.#check([writtenRecord(answers, 0)], options))[0];
  }

  /**
   * What the form says of each of some records.
   *
   * @param {any[]} records
   * @param {{locale?: string, partial?: boolean}} [options] as in `check`
   * @returns {Promise<RecordVerdict[]>}
   * @throws {TypeError} for what JSON can't hold, which says which record it is
   */
  async checkBatch(records, options) {
    const written = Array.from(records, writtenRecord);
    const verdicts = [];
    // The daemon answers one request after the other: others have their turn between these.
    for (let first = 0; first < written.length; first += BATCH_SIZE) {
      verdicts.push(...await this.#check(written.slice(first, first + BATCH_SIZE), options));
    }
    return verdicts;
  }

  /** The verdicts on some records, in one request; one that JSON can't hold has a problem of its own. */
  async #checkEach(records, options) {
    const { written, completed } = writtenRecords(records);
    return completed(await this.#check(written, options));
  }

  async #check(records, { locale, partial, ...more } = {}) {
    const options = { ...(locale && { locale }), ...(partial && { partial }), ...more };
    const params = { form: this.uri, records: RawJSON.list(records), ...options };
    const answer = await this.#connection.request("field/check", params);
    return readVerdicts(answer, records.length);
  }

  /**
   * Each record with what the form says of it, in their order.
   *
   * Records are taken as they are needed: while the verdicts of so many are used, those of as many more
   * are on their way. One with something that JSON can't hold, such as NaN, has a problem `syntax`.
   *
   * @template Item
   * @param {Iterable<Item> | AsyncIterable<Item>} records
   * @param {number} [batchSize]
   * @param {{locale?: string, partial?: boolean}} [options] as in `check`
   * @returns {AsyncGenerator<[Item, RecordVerdict]>}
   */
  async *checkMany(records, batchSize = BATCH_SIZE, options = {}) {
    let waiting = null;
    const ask = (batch) => {
      const verdicts = this.#checkEach(batch, options);
      // Who stops early is told nothing of what fails behind.
      verdicts.catch(() => {});
      return { batch, verdicts };
    };
    for await (const batch of batches(records, batchSize)) {
      const asked = ask(batch);
      if (waiting) yield* judged(waiting);
      waiting = asked;
    }
    if (waiting) yield* judged(waiting);
  }

  /**
   * Waits until no check of the form, or of some fields, is pending.
   *
   * @param {string[]} [keys]
   * @returns {Promise<string[]>} the keys of fields whose rules have not all been run on their drafts
   */
  async settled(keys) {
    return (await this.request("settled", { keys })).unproved ?? [];
  }

  /**
   * Measures fields, given the heights of a `label`, `helper`, `counter` and `line`.
   *
   * @param {string[]} [keys]
   * @param {Record<string, number>} [metrics]
   * @returns {Promise<{key: string, heights: Record<string, number>}[]>}
   */
  async layout(keys, metrics) {
    return (await this.request("layout", { keys, metrics })).fields;
  }

  /**
   * The drafts as the record that a form may be opened with, by `values`, for a program that keeps them.
   *
   * @param {(field: Field) => boolean} [isWanted] which of them; fields that are left out have the drafts of the document
   * @returns {RawJSON} its `text` is JSON
   */
  drafts(isWanted = () => true) {
    const record = {};
    const indices = new Map();
    const places = new Map(this.lists.map(({ key }) => [key, this.group(key)?.path ?? step(key)]));
    for (const { key, entries } of this.lists) {
      entries.forEach(({ number }, index) => indices.set(number, index));
      const isOfValues = entries.some((entry) => [...entry].some(({ path }) => path === `${places.get(key)}/*`));
      put(record, places.get(key), entries.map(() => (isOfValues ? null : {})));
    }
    for (const field of this) {
      const { draftValue, entry, key, kind, ownKey, path } = field;
      // Its list was told of in a way that can't be read.
      if ((entry !== null && !indices.has(entry.id)) || !isWanted(field)) continue;
      // What the document begins with may have been emptied. In a picker "" may be a row.
      const nothing = kind === "picker" ? [] : kind === "any" ? null : "";
      const draft = draftValue === undefined ? nothing : draftValue;
      const own = path ?? (entry === null ? step(key) : `${places.get(entry.list)}/*${step(ownKey)}`);
      put(record, entry === null ? own : own.replace("*", indices.get(entry.id)), draft);
    }
    return new RawJSON(joined(record));
  }

  /**
   * All fields and lists as they are told now; what is known here is brought up to that too.
   *
   * @returns {Promise<{version: number, fields: import("./shapes.js").Facts[], lists?: object[]}>}
   */
  async snapshot() {
    const answer = await this.request("snapshot");
    this.take(answer);
    return answer;
  }

  /**
   * The form in the format of others, and what that has no room for.
   *
   * @param {string} [format] one of the formats of `field/export`
   * @param {{structured?: boolean}} [options] `structured`: a JSON Schema for the structured output of a model
   * @returns {Promise<{document: object, losses: {path: string, message: string}[]}>}
   */
  export(format = "json-schema", { structured = false } = {}) {
    return this.request("export", structured ? { format, structured } : { format });
  }

  /** What changes from now on, turn by turn, up to the form's closing. @returns {AsyncGenerator<Change>} */
  changes() {
    return this.#stream(this.#streams.changes);
  }

  /** What delegates are told from now on. @returns {AsyncGenerator<{name: string, field: Field, details: object}>} */
  events() {
    return this.#stream(this.#streams.events);
  }

  /**
   * Carries out an act by its protocol name, and is done once its changes are seen here.
   *
   * @param {string} name such as `replaceText`
   * @param {object} [params]
   * @returns {Promise<Outcome>}
   * @throws {DaemonError} if the daemon's answer can't be had; a refusal is an outcome
   */
  async act(name, params) {
    const acted = this.request(name, params);
    // The answer of an act goes ahead of what it has changed; that of this one comes behind.
    const seen = this.request("settled", { keys: [] });
    const [outcome] = await Promise.allSettled([acted, seen]);
    this.#tell();
    if (!this.#isCurrent && !this.isClosed) await this.catchUp().catch(() => {});
    if (outcome.status === "rejected") throw outcome.reason;
    const { strings: matches = [], ...answer } = outcome.value;
    return { accepted: true, ...answer, matches };
  }

  /**
   * Asks something of the daemon about this form; gives the answer as it is told.
   *
   * @param {string} name what follows `field/`
   * @param {object} [params]
   * @returns {Promise<any>}
   * @throws {AnswerError} if the answer has not the shape that it should have
   * @throws {DaemonError} if there is none
   */
  async request(name, params = {}) {
    const method = `field/${name}`;
    const answer = await this.#connection.request(method, { uri: this.uri, ...params });
    if (!isAnswer(method, answer)) throw new AnswerError(method);
    return answer;
  }

  /**
   * Opens the form with a `text` or a `document`, or learns of one that is open already.
   *
   * @param {{text?: string, document?: object, values?: object, locale?: string}} [content]
   */
  async open(content = {}) {
    const answer = await this.request("open", content);
    this.introduce(answer);
    this.take(answer);
    if (content.text === undefined && content.document === undefined) return;
    this.#openedWith = content;
    this.#openedDrafts = this.drafts().text;
  }

  /**
   * Opens the form with a daemon that has not heard of it, with the drafts that are known here. One that
   * somebody else has opened is left.
   */
  async reopen() {
    if (this.#openedWith === null) {
      this.leave();
      return;
    }
    const drafts = this.drafts();
    const isSame = drafts.text === this.#openedDrafts;
    const method = "field/open";
    const params = { uri: this.uri, ...this.#openedWith, ...(!isSame && { values: drafts }) };
    this.#isCurrent = false;
    const answer = await this.#connection.request(method, params, { isFirst: true });
    if (!isAnswer(method, answer)) throw new AnswerError(method);
    if (this.isClosed) return;
    this.introduce(answer);
    this.take(answer);
  }

  /** Closes the form. @returns {Promise<string>} its final text */
  async close() {
    this.isClosed = true;
    try {
      return (await this.request("close")).text;
    } finally {
      this.leave();
    }
  }

  /** Ends what listens to the form here, and leaves the form open. */
  leave() {
    this.isClosed = true;
    this.onLeft();
    for (const streams of Object.values(this.#streams)) {
      for (const stream of streams) stream.put(undefined);
      streams.clear();
    }
  }

  // The daemon's side.

  /**
   * Takes what is told of this form.
   *
   * @param {string} method
   * @param {any} params
   */
  hear(method, params) {
    if (this.isClosed) return;
    if (method === "field/didChange") this.#hearChange(params);
    else if (method === "field/event" && isEvent(params)) this.#hearEvent(params);
  }

  /** Asks for everything anew: something was told that can't be read. */
  lose() {
    if (!this.isClosed) this.#hearChange(null);
  }

  /**
   * Takes what the answer to `field/open` says of the form as a whole.
   *
   * @param {any} answer
   */
  introduce(answer) {
    this.title = answer.title ?? null;
    this.description = answer.description ?? null;
    this.groups = answer.groups ?? [];
    this.diagnostics = readDiagnostics(answer);
    this.problems = answer.problems ?? this.problems;
    this.lang = answer.lang ?? this.lang;
    this.dir = answer.dir ?? this.dir;
    // The news of the fields come behind, and the version with them.
    if (this.#isCurrent) this.#takeLists(answer.lists);
    this.onIntroduction();
  }

  /**
   * Takes all fields as they are told, perhaps to somebody else, to whom alone the news were told.
   *
   * @param {any} answer that of `field/snapshot`
   */
  take({ fields, lists, version }) {
    const told = new Map(fields.map((facts) => [facts.key, facts]));
    const removed = [...this.#fields.keys()].filter((key) => !told.has(key));
    const news = {};
    const kept = new Map();
    for (const [key, facts] of told) {
      const field = this.#fields.get(key) ?? this.#untoldField(key) ?? new Field(this, {});
      news[key] = { ...nothing(field.facts), ...facts };
      field.facts = facts;
      kept.set(key, field);
    }
    this.#fields = kept;
    this.#isCurrent = true;
    this.#takeLists(lists);
    this.version = version;
    const newsOfLists = Object.fromEntries((lists ?? []).map((list) => [list.key, list]));
    const order = [...kept.keys()];
    this.#told({ version, fields: news, removed, placed: order, lists: newsOfLists, isWhole: true });
  }

  /**
   * Asks for all fields and lists, and is done once they are known here.
   *
   * @returns {Promise<void>}
   * @throws {DaemonError} if they can't be had
   */
  catchUp() {
    this.#isCurrent = false;
    this.#catchingUp ??= this.request("snapshot").finally(() => (this.#catchingUp = null));
    const asked = this.#catchingUp;
    return asked.then((answer) => this.#isCurrent || this.take(answer));
  }

  /** Takes a change, and asks for everything if it can't be read. */
  #hearChange(change) {
    if (this.#catchingUp) return;
    if (this.#isCurrent && isChange(change) && this.#fits(change)) this.#take(change);
    else this.catchUp().catch((error) => this.onTrouble(error));
  }

  /** Whether what is told of the fields is all that is to be told of them. */
  #fits({ fields }) {
    return (fields ?? []).every(({ after, ...news }) =>
      isField(changed(this.#fields.get(news.key)?.facts ?? {}, news)));
  }

  #take({ fields = [], lists = [], removed = [], version }) {
    this.version = version ?? this.version;
    for (const key of removed ?? []) this.#fields.delete(key);
    const places = new Map();
    const news = {};
    for (const { after, ...members } of fields ?? []) {
      const { key } = members;
      const field = this.#fields.get(key) ?? this.#untoldField(key) ?? new Field(this, {});
      field.facts = changed(field.facts, members);
      this.#fields.set(key, field);
      news[key] = members;
      if (after !== undefined) places.set(key, after);
    }
    if (places.size > 0) {
      const order = placed(this.#fields.keys(), places);
      this.#fields = new Map(order.map((key) => [key, this.#fields.get(key)]));
    }
    const newsOfLists = Object.fromEntries((lists ?? []).map((list) => [list.key, list]));
    for (const [key, list] of Object.entries(newsOfLists)) {
      this.#listOf(key).take(list);
      if (list.gone) this.#lists.delete(key);
    }
    this.#told({
      version: this.version, fields: news, removed: removed ?? [], placed: [...places.keys()],
      lists: newsOfLists, isWhole: false,
    });
  }

  #takeLists(lists) {
    const told = new Map((lists ?? []).map((list) => [list.key, list]));
    for (const [key, list] of this.#lists) {
      if (!told.has(key)) list.takeAll({ entries: [] });
    }
    this.#lists = new Map([...told.keys()].map((key) => [key, this.#listOf(key)]));
    for (const [key, list] of told) this.#lists.get(key).takeAll(list);
  }

  #listOf(key) {
    if (!this.#lists.has(key)) this.#lists.set(key, new EntryList(this, key));
    return this.#lists.get(key);
  }

  /** Tells who listens of a change, and then of the events that are known by it. */
  #told(change) {
    this.onChange(change);
    for (const stream of this.#streams.changes) stream.put(change);
    this.#tell();
  }

  #hearEvent({ uri, key, tag, event: name, ...details }) {
    this.onEvent({ name, key, ...details });
    const field = this.#fields.get(key) ?? this.#untoldField(key) ?? new Field(this, {});
    this.#untold.push({ name, key, field, details });
  }

  /** A field of which an event was told ahead of itself. */
  #untoldField(key) {
    return this.#untold.find((event) => event.key === key)?.field;
  }

  /** What happens to a field that nobody knows is told once the field is known, or never. */
  #tell() {
    const isKnown = ({ field }) => field.facts.key !== undefined;
    const known = this.#untold.filter(isKnown);
    this.#untold = this.#isCurrent ? [] : this.#untold.filter((event) => !isKnown(event));
    for (const { name, field, details } of known) {
      for (const stream of this.#streams.events) stream.put({ name, field, details });
      if (typeof this.#delegate[name] === "function") {
        // What a delegate throws is its own: nothing here waits for it.
        queueMicrotask(() => this.#delegate[name](field, details));
      }
    }
  }

  /** Everything that is put into it from now on, up to undefined. */
  #stream(streams) {
    const items = [];
    let wake = () => {};
    const stream = {
      put(item) {
        items.push(item);
        wake();
      },
    };
    if (!this.isClosed) streams.add(stream);
    else items.push(undefined);
    return (async function* () {
      try {
        while (true) {
          while (items.length === 0) await new Promise((resolve) => (wake = resolve));
          const item = items.shift();
          if (item === undefined) return;
          yield item;
        }
      } finally {
        streams.delete(stream);
      }
    })();
  }
}

/**
 * A diagnostic of LSP, as people count: lines and columns from 1, the severity in a word.
 *
 * @param {any} told
 * @returns {Diagnostic}
 */
export function readDiagnostic({ code, message, range, severity }) {
  const { line, character } = range.start;
  return { severity: SEVERITIES[severity - 1] ?? "hint", code, message, line: line + 1, column: character + 1 };
}

/**
 * The answer to `field/check`, as so many verdicts.
 *
 * @param {any} answer
 * @param {number} count
 * @returns {RecordVerdict[]}
 * @throws {AnswerError} if it can't be read
 */
export function readVerdicts(answer, count) {
  const method = "field/check";
  if (!isAnswer(method, answer) || answer.records.length !== count) throw new AnswerError(method);
  const diagnostics = readDiagnostics(answer);
  return answer.records.map(({ unchecked = [], ...verdict }) => {
    // What could not be checked is not known to be right.
    const valid = verdict.valid && unchecked.length === 0;
    return { ...verdict, valid, unchecked, diagnostics };
  });
}

function readDiagnostics({ diagnostics }) {
  return (diagnostics ?? []).map(readDiagnostic);
}

/** What is told of a field, with some news of it; null takes a member away. */
function changed(facts, news) {
  return Object.fromEntries(Object.entries({ ...facts, ...news }).filter(([, value]) => value !== null));
}

/** A name as a step of a JSON pointer. */
function step(name) {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Puts a value where a JSON pointer leads, with the objects on the way. */
function put(record, path, value) {
  const steps = path.split("/").slice(1).map((it) => it.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = steps.pop();
  const own = (place, name, begin) => {
    if (!Object.hasOwn(place, name)) {
      // A member may be called `__proto__`.
      Object.defineProperty(place, name, { value: begin, configurable: true, enumerable: true, writable: true });
    }
    return place[name];
  };
  const home = steps.reduce((place, name) => own(place, name, {}), record);
  // An entry that is a value stands in the place of an object that was put there for each.
  if (Array.isArray(home)) home[last] = value;
  else own(home, last, value);
}

/** News that take away all that was told of a field. */
function nothing(facts) {
  return Object.fromEntries(Object.keys(facts).map((member) => [member, null]));
}

/**
 * A record as JSON.
 *
 * @param {any} record
 * @param {number} number which of several it is
 * @returns {RawJSON}
 * @throws {TypeError} if JSON can't hold it
 */
export function writtenRecord(record, number) {
  try {
    return RawJSON.writing(record);
  } catch (error) {
    throw new TypeError(`Record ${number} can't be written as JSON: ${error.message}`, { cause: error });
  }
}

/**
 * Records as JSON, where one that JSON can't hold has a problem of its own; `completed` puts that into its verdict.
 *
 * @param {Iterable<any>} records
 * @returns {{written: RawJSON[], completed: (verdicts: RecordVerdict[]) => RecordVerdict[]}}
 */
export function writtenRecords(records) {
  const problems = new Map();
  const written = Array.from(records, (record, number) => {
    try {
      return RawJSON.writing(record);
    } catch (error) {
      const message = `This can't be written as JSON: ${error.message}`;
      problems.set(number, [{ path: "", severity: "error", code: "syntax", message }]);
      return new RawJSON("null");
    }
  });
  const completed = (verdicts) => verdicts.map((verdict, number) => (
    problems.has(number) ? { ...verdict, valid: false, problems: problems.get(number) } : verdict));
  return { written, completed };
}

async function* batches(records, size) {
  let batch = [];
  for await (const record of records) {
    batch.push(record);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* judged({ batch, verdicts }) {
  const all = await verdicts;
  for (let index = 0; index < batch.length; index += 1) yield [batch[index], all[index]];
}
