import { isComposing, set } from "./dom.js";
import { Past } from "./past.js";
import { apply, cut, Draft, fromUnits, moved, smallestEdit, toUnits } from "./fieldd/index.js";

const INPUT_MODES = {
  decimalPad: "decimal",
  emailAddress: "email",
  numberPad: "numeric",
  asciiCapableNumberPad: "numeric",
  phonePad: "tel",
  URL: "url",
  webSearch: "search",
};
const UNITS = {
  grapheme: ["character", "characters"],
  scalar: ["code point", "code points"],
  utf16: ["UTF-16 unit", "UTF-16 units"],
  utf8: ["byte", "bytes"],
  words: ["word", "words"],
};
/** What a keyboard says of the text, by the names that browsers know to fill in. */
const PURPOSES = { emailAddress: "email", phonePad: "tel", URL: "url" };
/** More of a text is not sent to a field that has a limit; in JSON a unit is six bytes at most. */
const SENT_UNITS = 500_000;
const ENTER_KEYS = { done: "done", go: "go", next: "next", search: "search", send: "send" };

/**
 * The typed text of a field, kept in step with the daemon's draft.
 *
 * Each change becomes the smallest edit; what an input method composes is one change when it is
 * finished. A text that the daemon tells is shown once no edit of the person waits. Of a text that
 * was pasted, or comes otherwise in one piece, the daemon keeps what fits.
 */
export class TextControl {
  #field;
  #draft;
  #isComposing = false;
  /** What has been put into the input, by the person or from here, as far as is known. */
  #known;
  #past = new Past();

  /** `input` is an `input` or a `textarea`. */
  constructor(field, input) {
    this.#field = field;
    this.input = input;
    this.#draft = new Draft(field.facts.text);
    input.value = this.#draft.text;
    this.#known = input.value;
    input.addEventListener("compositionstart", () => (this.#isComposing = true));
    input.addEventListener("compositionend", () => {
      this.#isComposing = false;
      this.#typed();
      this.#show();
    });
    // What fills a form in without typing may say no more than that there was a change.
    for (const name of ["input", "change"]) input.addEventListener(name, () => this.#typed());
    for (const name of ["focus", "blur"]) input.addEventListener(name, () => this.notice());
    input.addEventListener("keydown", (event) => this.#pressed(event));
    input.addEventListener("beforeinput", (event) => {
      const steps = { historyUndo: () => this.#past.back(input), historyRedo: () => this.#past.forth(input) };
      if (Object.hasOwn(steps, event.inputType)) this.#goThroughPast(event, steps[event.inputType]);
    });
  }

  /** Whether the person has typed something that the daemon has not answered to yet. */
  get isAhead() {
    return this.#isComposing || this.#draft.next !== undefined;
  }

  /** Takes what was filled in and nobody has told of, as some programs do it. */
  notice() {
    if (this.input.value !== this.#known) this.#typed();
  }

  draw(news) {
    const { facts } = this.#field;
    this.notice();
    const isOurs = this.#draft.next !== undefined;
    const before = this.#draft.text;
    if ("text" in news) this.#draft.tell(facts.text, this.#field.form.version);
    if (!isOurs && this.#draft.text !== before) this.#past.note(before, this.#draft.text);
    this.#show();
    set(this.input, "placeholder", facts.placeholder);
    this.input.readOnly = facts.isReadOnly === true;
    set(this.input, "inputmode", INPUT_MODES[facts.keyboard]);
    set(this.input, "autocomplete", purpose(facts));
    set(this.input, "enterkeyhint", ENTER_KEYS[facts.returnKey]);
    set(this.input, "autocapitalize", facts.autocapitalization === "allCharacters"
      ? "characters" : facts.autocapitalization);
    set(this.input, "spellcheck", facts.isSecure || facts.autocorrection === "no" ? "false" : null);
  }

  #typed() {
    if (this.#isComposing) return;
    this.#known = this.input.value;
    if (this.input.value === this.#draft.text) return;
    this.#past.note(this.#draft.text, this.input.value);
    this.#draft.type(this.input.value);
    this.#field.form.act("field/replaceText", () => this.#nextEdit(), (answer) => {
      const edit = this.#draft.next;
      const { start, text } = edit;
      const sent = this.#sendable(text);
      const kept = answer.dropped ? this.#offset(answer.selection.start, edit) - start : sent.length;
      this.#draft.answer(answer.accepted || answer.isUnknown, kept, answer.version);
      this.#takeAnswer(answer, kept, text);
      this.#show();
    });
  }

  /** Says of a text how much did not fit; one of which nothing did is as good as refused. */
  #takeAnswer(answer, kept, text) {
    const { counter } = this.#field.facts;
    if (!answer.accepted || kept === text.length) {
      this.#field.takeAnswer(answer);
    } else if (kept > 0 || !answer.dropped) {
      const isCounted = this.#sendable(text) === text;
      const words = this.#field.form.words.leftOut(isCounted ? answer.dropped.count : "…");
      this.#field.takeAnswer(answer, words ?? dropped(answer, isCounted));
    } else {
      const total = amount(counter.count + answer.dropped.count, counter.unit);
      const message = this.#field.form.words.leftOut(answer.dropped.count)
        ?? `Too long: ${total}, at most ${counter.max}`;
      this.#field.takeAnswer({ accepted: false, message });
    }
  }

  #nextEdit() {
    const edit = this.#draft.say();
    if (edit === undefined) return null;
    const { form, key } = this.#field;
    const [start, end] = [edit.start, edit.end]
      .map((it) => toUnits(this.#draft.told, it, form.encoding));
    const isPiece = [...edit.text.slice(0, 3)].length > 1;
    const params = { key, range: { start, end }, text: this.#sendable(edit.text) };
    return { ...params, truncate: isPiece, ...form.meant };
  }

  /** Where an offset of the daemon's is in the text as an edit has made it. */
  #offset(count, edit) {
    return fromUnits(apply(this.#draft.told, edit), count, this.#field.form.encoding);
  }

  /** The part of a text that may have room. */
  #sendable(text) {
    return this.#field.facts.counter ? cut(text, SENT_UNITS) : text;
  }

  /** Shows the draft, with the cursor before and behind what it was before and behind of. */
  #show() {
    const { input } = this;
    if (this.#isComposing || input.value === this.#draft.text) return;
    const edit = smallestEdit(input.value, this.#draft.text);
    const selection = [input.selectionStart, input.selectionEnd].map((it) => moved(it, edit));
    input.value = this.#draft.text;
    this.#known = input.value;
    if (document.activeElement === input) input.setSelectionRange(...selection);
  }

  /** Takes back what was typed, or takes it again: the browser forgets both when the daemon refuses a key. */
  #goThroughPast(event, step) {
    event.preventDefault();
    if (!this.#isComposing && !this.input.readOnly && step()) this.#typed();
  }

  #pressed(event) {
    const letter = (event.ctrlKey || event.metaKey) && !event.altKey && !isComposing(event) ? event.key.toLowerCase() : "";
    if (letter === "z" && !event.shiftKey) this.#goThroughPast(event, () => this.#past.back(this.input));
    else if (letter === "y" || letter === "z") this.#goThroughPast(event, () => this.#past.forth(this.input));
    if (event.key !== "Enter" || isComposing(event) || event.defaultPrevented) return;
    if (this.input.localName === "textarea") return;
    event.preventDefault();
    this.#field.form.pressReturn(this.#field);
  }
}

/** What a text is of the person, where the document says; texts of our own are offered instead of the browser's. */
function purpose({ autofill, isSecure, keyboard, presentation }) {
  const told = presentation?.autocomplete;
  if (autofill) return "off";
  return typeof told === "string" ? told : (!isSecure && PURPOSES[keyboard]) || "off";
}

/** In words, how much of a text was dropped, which is known where all of it was sent. */
function dropped({ dropped: { count, unit } = {} }, isCounted) {
  const left = isCounted ? amount(count, unit) : "what does not fit";
  return `Too long: ${left} left out, the rest was kept`;
}

function amount(count, unit) {
  return `${count} ${UNITS[unit][count === 1 ? 0 : 1]}`;
}
