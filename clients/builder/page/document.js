import { applyEdits, moved, offsetOf, positionOf, smallestEdit } from "./fieldd/index.js";
import { find, outline } from "./outline.js";

// What LSP says of a request whose text is another before it could be answered.
const CONTENT_MODIFIED = -32801;
const LAYOUT = { tabSize: 2, insertSpaces: true };
const HISTORY_LENGTH = 500;
/** So long a text that is to be saved waits for edits of the daemon. */
const EDIT_MILLISECONDS = 2000;
/** So many texts are kept by their versions, for what is said late of one of them. */
const VERSION_COUNT = 100;

/**
 * What the text is of: `save` writes a text into the file unless that is another than `before`, and `read` looks at
 * the file, where nobody tells of it.
 *
 * @typedef {object} File
 * @property {string} name
 * @property {string} uri
 * @property {string | null} text null where there is no file yet
 * @property {(text: string, before: string | null) => Promise<{isSaved: true} | {isSaved: false, file: string | null}>} save
 * @property {() => Promise<string | null>} [read]
 */

/**
 * The text that all three parts of the page are about, as an editor has it: the daemon is told of each
 * edit, and what it wants written is written here.
 */
export class TextDocument {
  #connection;
  #lineEnd;
  /** Offsets that go along with the text while something is asked about them. */
  #places = new Set();
  #before = [];
  #behind = [];
  /** The file as it was when it was read or written last; null where there is none. */
  #file;
  /** Edits on which the daemon works. */
  #edits = new Set();
  /** Whether the file is known to be another. */
  #isElsewhere = false;
  /** The texts before, each with the edit that made another of it, by their versions. */
  #versions = new Map();
  #save;
  #read;
  text;
  uri;
  version = 1;
  /** What was saved last; null where the file is gone. */
  saved;
  /**
   * What is wrong with the text, as the daemon tells it; the places go along with the text. `fixes` are the
   * titles of what the daemon would do about it, once it has told.
   *
   * @type {{severity: number, message: string, code: string, start: number, end: number, fixes: string[]}[]}
   */
  diagnostics = [];
  /** Called when the text is another, with the edit that made it so. */
  onChange = () => {};
  /** Called when other things are wrong with it. */
  onDiagnostics = () => {};
  /**
   * Called when the file gets another text elsewhere: it was `"taken"` over, as nothing here was unsaved; it has
   * `"changed"`, and what is here is another; it was `"removed"`; or it is the `"same"` as here again.
   */
  onFile = () => {};

  /** @param {File} file */
  constructor(daemon, file) {
    this.#connection = daemon.connection;
    daemon.onNotification = (method, params) => this.#hear(method, params);
    daemon.onRequest = (method, params) =>
      (method === "workspace/applyEdit" ? Promise.resolve({ applied: this.write(params.edit) }) : undefined);
    this.#open(file);
  }

  /** Goes on with another file; nothing leads back. @param {File} file */
  async become(file) {
    await this.#settle();
    this.#connection.notify("textDocument/didClose", { textDocument: { uri: this.uri } });
    this.#before = [];
    this.#behind = [];
    this.#versions.clear();
    this.#isElsewhere = false;
    this.diagnostics = [];
    // What is answered late is about another text.
    this.version += 1;
    this.#open(file);
  }

  #open({ read, save, text: file, uri }) {
    this.#save = save;
    this.#read = read;
    this.uri = uri;
    this.#know(file);
    const text = this.saved ?? "";
    this.text = text;
    this.saved = text;
    const languageId = uri.endsWith(".jsonc") ? "jsonc" : "fields";
    const textDocument = { uri, languageId, version: this.version, text };
    this.#connection.notify("textDocument/didOpen", { textDocument });
  }

  get canUndo() {
    return this.#before.length > 0;
  }

  get canRedo() {
    return this.#behind.length > 0;
  }

  /** Makes the text another; what goes on with the last edit is undone with it. */
  change(text, { goesOn = false } = {}) {
    if (text === this.text) return;
    if (!goesOn) this.#before = [...this.#before, this.text].slice(-HISTORY_LENGTH);
    this.#behind = [];
    this.#set(text);
  }

  undo() {
    if (!this.canUndo) return;
    this.#behind.push(this.text);
    this.#set(this.#before.pop());
  }

  redo() {
    if (!this.canRedo) return;
    this.#before.push(this.text);
    this.#set(this.#behind.pop());
  }

  /**
   * Asks the daemon something about the text, and anew where the text is another by then; what is asked
   * with is made for each text.
   */
  async ask(method, makeParams) {
    for (;;) {
      const answer = await this.#askOnce(method, makeParams());
      if (answer !== undefined) return answer;
    }
  }

  /** Undefined where the text is another by then. */
  async #askOnce(method, params) {
    const { version } = this;
    const textDocument = { uri: this.uri };
    const answer = await this.#connection.request(method, { textDocument, ...params }).catch((error) => {
      if (error.code !== CONTENT_MODIFIED) throw error;
    });
    return version === this.version ? answer ?? null : undefined;
  }

  /** Has the daemon lay the text out, unless it is another by then. */
  layOut() {
    return this.#pending(this.#layOut());
  }

  async #layOut() {
    // An edit that has come between has it laid out itself.
    const edits = await this.#askOnce("textDocument/formatting", { options: LAYOUT });
    if (edits?.length) this.change(applyEdits(this.text, edits), { goesOn: true });
  }

  /** The errors and warnings, in the order of the text. */
  get problems() {
    return this.diagnostics.filter((it) => it.severity <= 2).toSorted((a, b) => a.start - b.start);
  }

  /** The problems whose places are in a stretch of the text. */
  problemsIn(start, end) {
    return this.problems.filter((it) => start <= it.start && it.start < end);
  }

  /** Carries out what the daemon would do about a problem; gives whether it still would. */
  async fix(problem, title) {
    const actions = await this.ask("textDocument/codeAction", () => this.#aboutProblems([problem]));
    const wanted = actions?.find((it) => it.title === title && this.#isAbout(it, problem));
    return wanted?.edit !== undefined && this.write(wanted.edit);
  }

  async #learnFixes() {
    const problems = this.problems;
    if (problems.length === 0) return;
    const actions = await this.#askOnce("textDocument/codeAction", this.#aboutProblems(problems));
    if (!actions) return;
    for (const it of problems) it.fixes = actions.filter((action) => this.#isAbout(action, it)).map(({ title }) => title);
    this.onDiagnostics();
  }

  #aboutProblems(problems) {
    const rangeOf = ({ end, start }) => ({ start: positionOf(this.text, start), end: positionOf(this.text, end) });
    const diagnostics = problems.map((it) => {
      const { code, message, severity } = it;
      return { code, message, range: rangeOf(it), severity, source: "fieldd" };
    });
    const whole = { start: Math.min(...problems.map((it) => it.start)), end: Math.max(...problems.map((it) => it.end)) };
    return { range: rangeOf(whole), context: { diagnostics, only: ["quickfix"] } };
  }

  #isAbout({ diagnostics = [], edit }, { message, start }) {
    return edit !== undefined && diagnostics.some((it) =>
      it.message === message && offsetOf(this.text, it.range.start) === start);
  }

  /** Gives the name that stands at a path another, wherever it is mentioned; throws why not. */
  rename(path, newName) {
    return this.#pending(this.#rename(path, newName));
  }

  async #rename(path, newName) {
    const node = find(outline(this.text), path);
    if (node === undefined) return;
    const place = { offset: node.start + 1 };
    this.#places.add(place);
    // Where the text was laid out meanwhile, a place in it is less sure than a path; where items were moved, more.
    const offset = () => {
      const now = find(outline(this.text), path);
      return now?.value === node.value ? now.start + 1 : place.offset;
    };
    try {
      const edit = await this.ask("textDocument/rename", () => ({ position: positionOf(this.text, offset()), newName }));
      if (edit) this.write(edit);
    } finally {
      this.#places.delete(place);
    }
  }

  /**
   * Writes the text into its file. Where somebody else has written the file since it was read or written here,
   * it is left alone.
   *
   * @returns {Promise<{file: string | null} | null>} what is in the file then, or null once this text is
   */
  async save() {
    await this.#settle();
    const { text } = this;
    const file = this.#written(text);
    const answer = await this.#save(file, this.#file);
    if (!answer.isSaved) return { file: answer.file };
    this.#file = file;
    this.saved = text;
    return null;
  }

  /** Writes the text over what was found in the file, unless that is another again. */
  saveOver({ file }) {
    this.#file = file;
    return this.save();
  }

  /** Takes what was found in the file in the place of the text, to which `undo` leads back. */
  take({ file }) {
    this.#know(file);
    this.change(this.saved ?? "");
  }

  /** Looks whether the file is another by now, where nobody tells of it. */
  async look() {
    const file = this.#file;
    const read = this.#read;
    // What is no text can't be shown, and saving says so.
    const found = await read?.().catch(() => undefined);
    if (found !== undefined && file === this.#file && read === this.#read) this.#hearOfFile(found);
  }

  /** Waits for what somebody has done and the daemon has yet to carry out, if it ever does. */
  async #settle() {
    const late = new Promise((resolve) => setTimeout(() => resolve("late"), EDIT_MILLISECONDS));
    while (this.#edits.size > 0 && await Promise.race([Promise.allSettled(this.#edits), late]) !== "late");
  }

  #pending(edit) {
    this.#edits.add(edit);
    const forget = () => this.#edits.delete(edit);
    edit.then(forget, forget);
    return edit;
  }

  #know(file) {
    // A page's text area has line feeds alone; the file keeps what it has.
    this.#lineEnd = file?.includes("\r\n") ? "\r\n" : "\n";
    this.#file = file;
    this.saved = file?.replaceAll("\r\n", "\n") ?? null;
  }

  #written(text) {
    return text.replaceAll("\n", this.#lineEnd);
  }

  #hearOfFile(file) {
    const isClean = this.text === this.saved;
    if (file === this.#file) {
      if (this.#isElsewhere) this.#tellOfFile("same");
    } else if (file === null) {
      this.#know(null);
      this.#tellOfFile("removed");
    } else if (file === this.#written(this.text)) {
      this.#know(file);
      this.#tellOfFile("same");
    } else if (isClean) {
      this.take({ file });
      this.#tellOfFile("taken");
    } else this.#tellOfFile("changed");
  }

  #tellOfFile(what) {
    this.#isElsewhere = what === "changed";
    this.onFile(what);
  }

  /** Carries out an edit of LSP as far as it is about this text; says whether it was meant for it. */
  write({ documentChanges = [] }) {
    const own = documentChanges.filter((it) => it.textDocument.uri === this.uri);
    if (!own.every((it) => it.textDocument.version === this.version)) return false;
    this.change(own.reduce((made, { edits }) => applyEdits(made, edits), this.text));
    return true;
  }

  #set(text) {
    const edit = smallestEdit(this.text, text);
    const range = { start: positionOf(this.text, edit.start), end: positionOf(this.text, edit.end) };
    this.#versions.set(this.version, { text: this.text, edit });
    this.#versions.delete(this.version - VERSION_COUNT);
    this.text = text;
    this.version += 1;
    for (const it of this.diagnostics) [it.start, it.end] = [moved(it.start, edit), moved(it.end, edit)];
    const textDocument = { uri: this.uri, version: this.version };
    const contentChanges = [{ range, text: edit.text }];
    this.#connection.notify("textDocument/didChange", { textDocument, contentChanges });
    for (const place of this.#places) place.offset = moved(place.offset, edit);
    this.onChange((offset) => moved(offset, edit));
  }

  #hear(method, params) {
    if (method === "builder/file") this.#hearOfFile(params.text);
    if (method !== "textDocument/publishDiagnostics" || params.uri !== this.uri) return;
    const { text } = this.#versions.get(params.version) ?? this;
    const known = this.diagnostics;
    this.diagnostics = params.diagnostics.map(({ code, message, range, severity }) => {
      const [start, end] = [range.start, range.end].map((it) => this.#now(offsetOf(text, it), params.version));
      // Until the daemon tells of them anew.
      const fixes = known.find((it) => it.message === message && it.start === start)?.fixes ?? [];
      return { severity, message, code, start, end, fixes };
    });
    this.onDiagnostics();
    // Where it can't be asked any more, what is wrong is told all the same.
    this.#learnFixes().catch(() => {});
  }

  /** Where an offset in an earlier version is now. */
  #now(offset, version) {
    let now = offset;
    for (let it = version; this.#versions.has(it); it += 1) now = moved(now, this.#versions.get(it).edit);
    return now;
  }
}
