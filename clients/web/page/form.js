import { answers, valueIn } from "./answers.js";
import { setText } from "./dom.js";
import { DateField } from "./date-field.js";
import { PickerField } from "./picker-field.js";
import { AnswerError, DaemonEnded, fromUnits, isAnswer, readDiagnostic } from "./fieldd/index.js";
import { Route } from "./route.js";
import { Sections } from "./sections.js";
import { Summary } from "./summary.js";
import { TextField } from "./text-field.js";
import { Toolbar } from "./toolbar.js";
import { Words } from "./words.js";

const KINDS = { any: TextField, area: TextField, date: DateField, entry: TextField, picker: PickerField };

/** How often an act is said again since somebody else has edited the text meanwhile. */
const REPETITIONS = 5;

/**
 * The form on the page: its fields in their order, drawn as the daemon tells, and what a person does
 * to them. What is told of the form is kept in `form`, of which this is the view.
 *
 * Acts go out one at a time, in the order in which they were done. What the daemon says about the
 * focus is followed once none of them waits, so that it never takes a person back. To move the focus
 * opens no list: that is for a person to do.
 *
 * An act whose answer can't be read has failed, and says so. All fields are asked for anew then, and
 * after a change that can't be read.
 *
 * Where the text is an editor's, others edit it too: what is typed here is meant for the text that was
 * told last, and is said again of another.
 */
export class FormView {
  #form;
  #parts;
  /** The views of fields, by key. */
  #fields = new Map();
  #keys = [];
  #sections;
  #number = 0;
  #route;
  #summary;
  #toolbar;
  #acts = Promise.resolve();
  #waitingCount = 0;
  #activeKey = null;
  /** What was said last about the focus, and has yet to be followed. */
  #told = null;
  /** Whether the focus is moved as the daemon has told, and not by the person. */
  isFollowing = false;
  /** Whether what is told as a whole was asked for elsewhere, and nobody here is to be moved by it. */
  #isTakenOver = false;
  /** Whether the fields were told of here: whoever has opened the form may know them before. */
  #isTold = false;
  /** Done once the heights are known, or nothing can be known of them. */
  #measured = null;
  /** What the page is called where the form has no title. */
  #untitled = document.title;
  #isEditors;
  #ending = new AbortController();

  /** In what the daemon counts offsets. */
  encoding;
  /** What the page itself says. */
  words = new Words();
  /** Whether fields are judged together, so that what is wrong is said once and not by each of them. */
  isJudging = false;
  /** Called with the values once the form has been submitted. */
  onCommitted = () => {};
  /** The part of a field's height that an error takes. */
  errorHeight = 0;

  /**
   * `form` is one that others have opened; `isEditors` says that an editor has its text, which others may
   * edit and which will stay. `pages` shows a group at a time, and `review` all answers before they are submitted.
   */
  constructor(form, parts, { encoding = "utf-16", isEditors = false, pages, review } = {}) {
    this.#form = form;
    this.#parts = parts;
    this.#sections = new Sections(form, this, parts.fields);
    this.#isEditors = isEditors;
    this.encoding = encoding;
    form.onIntroduction = () => this.#introduce();
    form.onChange = (change) => this.#change(change);
    form.onEvent = (event) => this.#fields.get(event.key)?.hear?.(event);
    form.onTrouble = (error) => this.tell([{ message: error.message }]);
    const { signal } = this.#ending;
    this.#route = new Route(this, parts, { pages, review }, signal);
    this.#summary = new Summary(parts.summary, this);
    this.#toolbar = new Toolbar(parts.toolbar, this);
    addEventListener("beforeunload", (event) => {
      if (this.#wouldBeLost()) event.preventDefault();
    }, { signal });
    parts.fields.addEventListener("submit", (event) => event.preventDefault(), { signal });
  }

  /** The sections in their order. */
  get sections() {
    return this.#sections.all;
  }

  /** Draws the form as it is by now: it was opened by others, and may have been filled in. */
  async open() {
    await this.#form.open();
    await this.#measured;
    this.#parts.submit.disabled = false;
  }

  /** Takes no more part in the page; what was typed until now is still said. */
  close() {
    this.#ending.abort();
    this.#form.leave();
  }

  /** Draws what stands around the fields, and what is wrong with the document itself. */
  #introduce() {
    const { description, lang, title } = this.#form;
    if (lang && lang !== this.words.lang) this.#speak(new Words(lang));
    document.title = this.name;
    // A page has a heading, to be seen or not.
    this.#parts.title.classList.toggle("unseen", title === null);
    setText(this.#parts.title, this.name);
    this.#parts.description.hidden = description === null;
    setText(this.#parts.description, description ?? "");
    this.tell([]);
    if (this.#isTold && this.#form.isCurrent) this.#place();
    this.#route.draw();
  }

  /** Draws what stands around the fields as it was told to somebody else. */
  introduce(answer) {
    this.#form.introduce(answer);
  }

  /** Draws all fields as they were told to somebody else, to whom alone the news of them were told. */
  take(answer) {
    if (!this.#form.isCurrent || !isAnswer("field/snapshot", answer)) return;
    this.#isTakenOver = true;
    this.#form.take(answer);
    this.#isTakenOver = false;
  }

  /** The version of the text that was submitted, while what was submitted is shown. */
  get committedVersion() {
    return this.#parts.committed.hidden ? undefined : this.#form.version;
  }

  /** What the form is called. */
  get name() {
    return this.#form.title || this.#untitled;
  }

  /** The key of the field that has the focus, as far as the daemon has said. */
  get activeKey() {
    return this.#activeKey;
  }

  /** The version of the text that was told last. */
  get version() {
    return this.#form.version;
  }

  /** What an edit says of the text that it is meant for. */
  get meant() {
    return this.#isEditors ? { version: this.version } : {};
  }

  /** Has the page speak another language, in which it then stands. */
  #speak(words) {
    this.words = words;
    document.documentElement.lang = words.lang;
    document.documentElement.dir = words.dir;
    this.#untitled = words.say("form");
    setText(this.#parts.committed.querySelector("h2 span"), words.say("submitted"));
  }

  field(key) {
    return this.#fields.get(key);
  }

  /** A number that no element has yet. */
  nextNumber() {
    return ++this.#number;
  }

  /**
   * Sends an act once those before it are answered. `params` may be a function, which is asked then
   * and may answer null if there is nothing left to do; `take` gets the answer first. One that has
   * failed is not `accepted`, and `isUnknown` if it may have been done all the same.
   */
  act(method, params = {}, take = () => {}) {
    this.#waitingCount += 1;
    const sent = this.#acts.then(async () => {
      const answer = await this.#say(method, params);
      this.#waitingCount -= 1;
      if (answer === null) {
        this.#follow();
        return null;
      }
      if ("active" in answer) {
        this.#activeKey = answer.active;
        this.#told = answer;
      }
      take(answer);
      if (answer.isUnknown) this.#catchUp();
      this.#follow();
      return answer;
    });
    this.#acts = sent.catch((error) => this.tell([{ message: error.message }]));
    return sent;
  }

  /** The answer to an act, which is said again if somebody else has edited the text meanwhile. */
  async #say(method, params) {
    for (let left = REPETITIONS; ; left -= 1) {
      const said = typeof params === "function" ? params() : params;
      const answer = said === null ? null : await this.#ask(method, said);
      // An edit of the text that is known here makes the next one; of any other act nobody knows.
      if (said?.version !== undefined && answer.accepted) this.#form.version = answer.version;
      if (answer?.reason !== "outdated" || left === 0) return answer;
      await this.#catchUp();
    }
  }

  /** The focus has come into a field. */
  enter(view) {
    if (this.isFollowing) return;
    const { key } = view;
    const params = () => (this.#activeKey === key ? null : { key, open: false });
    this.act("field/beginEditing", params, (answer) => view.takeAnswer(answer));
  }

  /** The focus has left a field for something else, or nothing. */
  leave(view, target) {
    const goesOn = target?.closest(".field, .toolbar") || !document.hasFocus();
    if (this.isFollowing || goesOn) return;
    const params = () => (this.#activeKey === view.key ? {} : null);
    this.act("field/endEditing", params, (answer) => view.takeAnswer(answer));
  }

  /** The return key does what the field says; in the last field it goes on besides. */
  pressReturn(view) {
    this.act("field/return", { open: false }, (answer) => {
      view.takeAnswer(answer);
      const hasMovedOn = ![view.key, null].includes(answer.active);
      if (answer.accepted && !hasMovedOn && this.#isLast(view)) this.#route.goOn();
    });
  }

  /** Submits the form, then shows its values or goes to the first field that is wrong. */
  async submit() {
    for (const view of this.#fields.values()) view.notice();
    const unread = this.#unread([...this.#fields.keys()]);
    if (unread.length > 0) {
      this.refuse(unread);
      return;
    }
    const answer = await this.#judge("field/submit");
    if (answer.committed) {
      this.#form.version = answer.version;
      this.#showValues(answer.values);
      this.onCommitted(answer.values);
      return;
    }
    const { diagnostics, errors = [], message } = answer;
    if (!message) this.#form.diagnostics = (diagnostics ?? []).map(readDiagnostic);
    this.refuse(message ? [{ message }] : this.#problems(errors));
  }

  /**
   * What a submission would find wrong with some fields and lists, or with all of them.
   *
   * @param {string[]} [keys]
   * @returns {Promise<{key?: string, message?: string}[]>}
   */
  async judge(keys) {
    for (const view of this.#fields.values()) view.notice();
    const unread = this.#unread(keys ?? [...this.#fields.keys()]);
    if (unread.length > 0) return unread;
    const { fields = [], message } = await this.#judge("field/validate", { keys, trigger: "submit" });
    return message ? [{ message }] : this.#problems(fields.filter((it) => !it.valid));
  }

  /** What was typed into some fields and not understood, which would be lost with a submission. */
  #unread(keys) {
    const views = keys.map((key) => this.#fields.get(key)).filter((it) => it && this.isShown(it.key) && it.refusal !== null);
    return views.map(({ key, refusal }) => ({ key, message: refusal }));
  }

  /** The answer to what judges fields together, once all that it has changed is drawn. */
  async #judge(method, params) {
    this.isJudging = true;
    const answer = await this.act(method, params);
    // What was committed ends the form.
    if (!answer.committed) await this.act("field/settled", { keys: [] });
    this.isJudging = false;
    return answer;
  }

  #problems(verdicts) {
    return verdicts.map(({ key, problems: [first] }) => {
      const message = first?.message;
      if (this.#fields.has(key) || this.#form.lists.some((it) => it.key === key)) return { key, message };
      // What is wrong with an object, or with all of the record, is said without a place to go to.
      const label = this.#form.groups.find((it) => it.key === key)?.label;
      return { message: label ? `${label}: ${message}` : message };
    });
  }

  /** Says what is wrong, and goes to the first field of which something is. */
  refuse(problems) {
    const wrong = new Map(problems.map((it) => [it.key, it.message]));
    const first = this.#keys.find((key) => wrong.has(key)) ?? problems.find((it) => it.key)?.key;
    if (first !== undefined) this.#route.reveal(first);
    this.tell(problems);
    for (const [key, view] of this.#fields) {
      view.takeVerdict(wrong.get(key) ?? null);
      // What was not understood is told now, and stands in the way once.
      if (wrong.has(key)) view.takeRefusal(null);
    }
    if (first !== undefined) this.go(first);
    else this.#parts.summary.scrollIntoView({ block: "nearest" });
  }

  /** What people call a field or a list, undefined where there is neither. @param {string} [key] */
  nameOf(key) {
    return this.#fields.get(key)?.name ?? this.#form.lists.find((it) => it.key === key)?.label;
  }

  /** Says something to those who can't see that it has happened. @param {string} text */
  announce(text) {
    const { said } = this.#parts;
    // The same words again are to be heard again.
    said.textContent = said.textContent === text ? `${text}\u00a0` : text;
  }

  /** Whether there is such a field that an answer has not hidden, or such a list. @param {string} key */
  isShown(key) {
    const view = this.#fields.get(key);
    return view === undefined ? this.#form.lists.some((it) => it.key === key) : view.facts.isVisible !== false;
  }

  /** Gives the focus to a field, or to what adds an entry to a list, on whatever page that is. */
  go(key) {
    this.#route.reveal(key);
    if (this.#fields.has(key)) this.#fields.get(key).focus();
    else this.#sections.adding(key)?.focus();
  }

  #isLast(view) {
    const behind = this.#keys.slice(this.#keys.indexOf(view.key) + 1).filter((key) => this.#route.shows(key));
    return behind.map((key) => this.#fields.get(key)).every((other) => !other.takesFocus);
  }

  /** Whether something was filled in that neither the daemon has nor anybody else. */
  #wouldBeLost() {
    if (!this.#parts.committed.hidden) return false;
    const views = [...this.#fields.values()];
    if (this.#form.hasEnded) {
      return views.some((view) => (view.facts.isEdited && !this.#isEditors) || view.isAhead);
    }
    return this.#waitingCount > 0 || views.some((view) => view.isAhead);
  }

  /** Has the texts that were typed remembered where the form names an autofill source. */
  async teach(values) {
    for (const [key, { facts }] of this.#fields) {
      const isTyped = facts.kind !== "picker" || facts.manualEntry?.active;
      const isText = isTyped && !facts.isSecure && (values[key] ?? null) !== null;
      if (facts.autofill && isText) await this.act("field/learnAutofill", { key });
    }
  }

  /** The answer to an act; nothing comes of one to a daemon that is gone, and the page stays as it is. */
  async #ask(method, params) {
    try {
      return await this.#form.request(method.slice("field/".length), params);
    } catch (error) {
      if (error instanceof DaemonEnded) return new Promise(() => {});
      const isUnknown = error instanceof AnswerError;
      return { accepted: false, isUnknown, message: error.message };
    }
  }

  // What the daemon tells.

  /** Measures once a form has a field. */
  async #measure(first) {
    const { fields } = await this.#ask("field/layout", { keys: [first] });
    const heights = fields?.[0]?.heights;
    if (!heights) return;
    this.errorHeight = heights.error - heights.normal;
    for (const view of this.#fields.values()) view.draw({});
  }

  /** Draws all fields as they are by now. */
  async #catchUp() {
    try {
      await this.#form.catchUp();
    } catch (error) {
      if (!(error instanceof DaemonEnded)) this.tell([{ message: error.message }]);
    }
  }

  #change({ fields, isWhole, lists, placed, removed }) {
    this.#isTold = true;
    const focused = document.activeElement?.closest(".field");
    for (const key of removed) this.#remove(key);
    for (const [key, news] of Object.entries(fields)) this.#take(key, news);
    if (placed.length > 0 || removed.length > 0) this.#keys = this.#form.fields.map((it) => it.key);
    this.#noteActive(fields, isWhole);
    // A field of another kind is drawn anew.
    const isElsewhere = placed.length > 0 || Object.values(fields).some((news) => "group" in news || "kind" in news);
    if (isWhole || isElsewhere || removed.length > 0 || Object.keys(lists).length > 0) this.#place();
    if (Object.values(fields).some((news) => "isVisible" in news)) this.#route.draw();
    if (focused?.hidden) this.#goPast(focused.dataset.key);
    this.#summary.prune();
    this.#route.drawAnswers();
    this.#toolbar.draw([...this.#fields.values()].find((it) => it.facts.isActive));
    if (isWhole && !this.#isTakenOver) this.#told = { active: this.#activeKey, isWhole };
    this.#follow();
    const [first] = this.#keys;
    if (first !== undefined) this.#measured ??= this.#measure(first);
  }

  /** From a field that its own answer has hidden to the next one, or to what goes on. */
  #goPast(key) {
    this.announce(this.words.say("unasked", { name: this.nameOf(key) }));
    const behind = this.#keys.slice(this.#keys.indexOf(key) + 1).filter((it) => this.#route.shows(it));
    const next = behind.map((it) => this.#fields.get(it)).find((it) => it.takesFocus);
    if (next) next.focus();
    else this.#parts.submit.focus();
  }

  #noteActive(fields, isWhole) {
    if (isWhole) {
      this.#activeKey = this.#form.active?.key ?? null;
      return;
    }
    for (const [key, { isActive }] of Object.entries(fields)) {
      if (isActive === null && key === this.#activeKey) this.#activeKey = null;
    }
    for (const [key, { isActive }] of Object.entries(fields)) if (isActive) this.#activeKey = key;
  }

  /** Takes what is news of a field, or all of a new one. */
  #take(key, news) {
    const view = this.#fields.get(key);
    const { facts } = this.#form.field(key);
    if (view?.facts.kind === facts.kind) {
      view.update(news, facts);
    } else {
      view?.element.remove();
      this.#fields.set(key, new KINDS[facts.kind](this, facts));
      this.#sections.replaceAll();
    }
  }

  #remove(key) {
    this.#sections.replaceAll();
    this.#fields.get(key)?.element.remove();
    this.#fields.delete(key);
  }

  /** Puts the fields to their places, and leaves the focus where it was. */
  #place() {
    const focused = document.activeElement;
    if (!this.#sections.place(this.#keys.map((key) => this.#fields.get(key)))) return;
    this.#route.take(this.sections);
    if (focused?.isConnected && focused !== document.activeElement) {
      this.isFollowing = true;
      focused.focus();
      this.isFollowing = false;
    }
  }

  // The focus.

  #follow() {
    if (this.#waitingCount > 0 || this.#told === null) return;
    const { active, isWhole: isOpening, selection } = this.#told;
    const view = this.#fields.get(active);
    // A field of an entry that was added is told of behind the answer.
    if (active !== null && view === undefined) return;
    this.#told = null;
    if (view && !this.#route.shows(active)) {
      if (!isOpening) this.#route.follow(active);
      return;
    }
    const focused = document.activeElement;
    const isThere = view?.element.contains(focused) ?? !focused?.matches("input, textarea");
    this.isFollowing = true;
    if (!isThere && view) view.focus();
    else if (!isThere && this.#parts.fields.contains(focused)) focused.blur();
    this.isFollowing = false;
    const isWhole = selection && selection.start < selection.end;
    if (view && selection && (!isThere || isWhole)) {
      const [start, end] = [selection.start, selection.end]
        .map((it) => fromUnits(view.control.value, it, this.encoding));
      view.control.setSelectionRange?.(start, end);
    }
  }

  // Around the fields.

  /** Shows what is wrong with some fields, or a message, and with the document itself. */
  tell(problems) {
    this.#summary.tell(problems, this.#form.diagnostics.filter((it) => it.severity === "error"));
  }

  /** Shows what was committed. */
  #showValues(values) {
    const entries = new Map(this.#form.lists.flatMap((it) => it.entries.map(({ number }, index) => [number, index])));
    // A draft that nobody may check is not always let in.
    const isEmpty = (facts) =>
      facts.text.length === 0 || (valueIn(values, facts, entries.get(facts.entry?.id)) ?? null) === null;
    const { bar, committed, fields, head, review, steps, summary } = this.#parts;
    committed.querySelector(".answers").replaceChildren(...answers(this, { isEmpty }));
    for (const part of [bar, fields, head, review, steps, summary]) part.hidden = true;
    committed.hidden = false;
    committed.focus();
  }
}
