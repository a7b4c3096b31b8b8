import { set } from "./dom.js";
import { Draft, moved, smallestEdit } from "./draft.js";

const INPUT_MODES = {
  decimalPad: "decimal",
  emailAddress: "email",
  numberPad: "numeric",
  asciiCapableNumberPad: "numeric",
  phonePad: "tel",
  URL: "url",
  webSearch: "search",
};
const ENTER_KEYS = { done: "done", go: "go", next: "next", search: "search", send: "send" };

/**
 * The typed text of a field, kept in step with the daemon's draft.
 *
 * Each change becomes the smallest edit; what an input method composes is one change when it is
 * finished. A text that the daemon tells is shown once no edit of the person waits.
 */
export class TextControl {
  #field;
  #draft;
  #isComposing = false;

  /** `input` is an `input` or a `textarea`. */
  constructor(field, input) {
    this.#field = field;
    this.input = input;
    this.#draft = new Draft(field.facts.text);
    input.value = this.#draft.text;
    input.addEventListener("compositionstart", () => (this.#isComposing = true));
    input.addEventListener("compositionend", () => {
      this.#isComposing = false;
      this.#typed();
      this.#show();
    });
    input.addEventListener("input", () => this.#typed());
    input.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** Whether the person has typed something that the daemon has not answered to yet. */
  get isAhead() {
    return this.#draft.next !== undefined;
  }

  draw(news) {
    const { facts } = this.#field;
    if ("text" in news) this.#draft.tell(facts.text);
    this.#show();
    set(this.input, "placeholder", facts.placeholder);
    this.input.readOnly = facts.isReadOnly === true;
    set(this.input, "inputmode", INPUT_MODES[facts.keyboard]);
    set(this.input, "enterkeyhint", ENTER_KEYS[facts.returnKey]);
    set(this.input, "autocapitalize", facts.autocapitalization === "allCharacters"
      ? "characters" : facts.autocapitalization);
    set(this.input, "spellcheck", facts.isSecure || facts.autocorrection === "no" ? "false" : null);
  }

  #typed() {
    if (this.#isComposing || this.input.value === this.#draft.text) return;
    this.#draft.type(this.input.value);
    this.#field.form.act("field/replaceText", () => this.#nextEdit(), (answer) => {
      this.#draft.answer(answer.accepted);
      this.#field.takeAnswer(answer);
      this.#show();
    });
  }

  #nextEdit() {
    const edit = this.#draft.next;
    if (edit === undefined) return null;
    const { start, end, text } = edit;
    return { key: this.#field.key, range: { start, end }, text };
  }

  /** Shows the draft, with the cursor before and behind what it was before and behind of. */
  #show() {
    const { input } = this;
    if (this.#isComposing || input.value === this.#draft.text) return;
    const edit = smallestEdit(input.value, this.#draft.text);
    const selection = [input.selectionStart, input.selectionEnd].map((it) => moved(it, edit));
    input.value = this.#draft.text;
    if (document.activeElement === input) input.setSelectionRange(...selection);
  }

  #pressed(event) {
    if (event.key !== "Enter" || event.isComposing || event.defaultPrevented) return;
    if (this.input.localName === "textarea") return;
    event.preventDefault();
    this.#field.form.act("field/return", {}, this.#field.takeAnswer);
  }
}
