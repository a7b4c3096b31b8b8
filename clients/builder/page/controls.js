import { element, set, setText } from "./dom.js";

/**
 * A value of the document with its label: what stands in the text is shown, what is typed goes there.
 *
 * A value that is written in another way than the control has is left alone, and said to be the text's.
 * What is shown is touched only where the text says something else, so that nobody is disturbed who types.
 */
class Control {
  #isKnown = true;
  element;
  input;
  note = element("span", { class: "note", hidden: true }, "This is written in the text.");

  /** `path` leads to the value from what is inspected; `change` is called with a path and a value. */
  constructor(name, path, input) {
    this.name = name;
    this.path = path;
    this.input = input;
    const caption = element("span", { class: "caption" }, name);
    this.element = element("label", { class: "control-row" }, caption, input, this.note);
  }

  /** Draws a value; undefined is none. */
  draw(value) {
    this.#isKnown = value === undefined || this.takes(value);
    this.input.disabled = !this.#isKnown;
    this.note.hidden = this.#isKnown;
    if (this.#isKnown && !isSame(this.value, value)) this.show(value);
  }

  listen(event, change) {
    this.input.addEventListener(event, () => change(this.path, this.value));
    return this;
  }
}

/** One line of text. */
export class TextControl extends Control {
  constructor(name, path, attributes = {}) {
    super(name, path, element("input", { type: "text", spellcheck: "false", autocomplete: "off", ...attributes }));
  }

  get value() {
    return this.input.value === "" ? undefined : this.input.value;
  }

  takes(value) {
    return typeof value === "string";
  }

  show(value) {
    this.input.value = value ?? "";
  }
}

/** A text for people, which may stand in several languages; then each has a control. */
export class WordsControl extends TextControl {
  #languages = new Map();

  /** The tags of the languages in which a value stands; none for one text. */
  static languages(value) {
    const isTexts = value !== null && typeof value === "object" && !Array.isArray(value);
    return isTexts && Object.values(value).every((it) => typeof it === "string") ? Object.keys(value) : [];
  }

  /** The control of a language; `wire` is called with one that is new. */
  inLanguage(tag, wire) {
    if (!this.#languages.has(tag)) {
      const control = new TextControl(`${this.name} (${tag})`, [...this.path, tag], { lang: tag, dir: "auto" });
      this.#languages.set(tag, control);
      wire(control);
    }
    return this.#languages.get(tag);
  }
}

/** A number; what is none stays what it is, for the daemon to judge. */
export class NumberControl extends TextControl {
  constructor(name, path) {
    super(name, path, { inputmode: "numeric" });
  }

  get value() {
    const { value } = this.input;
    const number = Number(value);
    if (value.trim() === "") return undefined;
    return Number.isFinite(number) ? number : value;
  }

  takes(value) {
    return ["number", "string"].includes(typeof value);
  }
}

/** True, or absent. */
export class CheckControl extends Control {
  constructor(name, path) {
    super(name, path, element("input", { type: "checkbox" }));
    this.element.classList.add("check");
  }

  get value() {
    return this.input.checked || undefined;
  }

  takes(value) {
    return typeof value === "boolean";
  }

  show(value) {
    this.input.checked = value === true;
  }
}

/** Texts, a line each. */
export class LinesControl extends Control {
  constructor(name, path) {
    super(name, path, element("textarea", { rows: "3", spellcheck: "false" }));
  }

  get value() {
    const lines = this.input.value.split("\n").map((line) => line.trim()).filter((line) => line !== "");
    return lines.length > 0 ? lines : undefined;
  }

  takes(value) {
    return Array.isArray(value) && value.every((it) => typeof it === "string");
  }

  show(value) {
    this.input.value = (value ?? []).join("\n");
  }
}

/** One of some words; `offer` says which. */
export class ChoiceControl extends Control {
  #offered = "";

  constructor(name, path, isNeeded = false) {
    super(name, path, element("select"));
    this.isNeeded = isNeeded;
  }

  get value() {
    return this.input.value === "" ? undefined : this.input.value;
  }

  /** Of a choice a browser tells at its end, whatever it was made with. */
  listen(_, change) {
    return super.listen("change", change);
  }

  /** `choices` are pairs of a word and what people call it. */
  offer(choices) {
    const all = this.isNeeded ? choices : [["", "—"], ...choices];
    const offered = JSON.stringify(all);
    if (offered === this.#offered) return;
    this.#offered = offered;
    const { value } = this.input;
    this.input.replaceChildren(...all.map(([word, name]) => element("option", { value: word }, name)));
    this.input.value = value;
  }

  takes(value) {
    return [...this.input.options].some((it) => it.value === value);
  }

  show(value) {
    this.input.value = value ?? "";
  }
}

/** A button that does something and is told about by its name alone. */
export function tool(name, sign, press) {
  const made = element("button", { type: "button", "aria-label": name, title: name, onclick: press });
  setText(made, sign);
  return made;
}

export function mark(target, isSo) {
  set(target, "aria-current", isSo ? "true" : null);
}

function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
