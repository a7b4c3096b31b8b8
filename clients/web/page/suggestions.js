import { element, isComposing, set } from "./dom.js";
import { icon } from "./icons.js";

/**
 * The list of texts that go with a draft, below a text control.
 *
 * It is shown when the AutoFill button asked for it, and while typing. Arrow keys walk it, Enter
 * takes a text, Delete takes out one that may go, as the cross does for a pointer, Escape closes it.
 */
export class Suggestions {
  #field;
  #input;
  #list;
  #texts = [];
  #index = -1;
  #hasTyped = false;
  /** Said to those who can't see the crosses. */
  #hint;

  constructor(field, input) {
    this.#field = field;
    this.#input = input;
    this.#list = element("ul", { class: "suggestions", role: "listbox", id: `${field.id}-texts` });
    this.#list.hidden = true;
    const hint = field.say("canForget");
    this.#hint = element("p", { class: "unseen", id: `${field.id}-hint` }, hint);
    field.box.append(this.#list, this.#hint);
    field.hints.push(this.#hint);
    input.addEventListener("input", () => (this.#hasTyped = true));
    input.addEventListener("blur", () => (this.#hasTyped = false));
    input.addEventListener("keydown", (event) => this.#pressed(event));
  }

  get #isOpen() {
    return !this.#list.hidden;
  }

  draw() {
    const { facts, id } = this.#field;
    const texts = facts.isActive ? facts.matches ?? [] : [];
    if (JSON.stringify(texts) !== JSON.stringify(this.#texts)) {
      this.#texts = texts;
      this.#index = -1;
      const options = texts.map((it, index) => this.#option(it, `${id}-text-${index}`));
      this.#list.replaceChildren(...options);
    }
    this.#list.hidden = texts.length === 0 || !(facts.isShowingAutofill || this.#hasTyped);
    this.#list.setAttribute("aria-label", this.#field.say("texts"));
    this.#hint.hidden = !this.#isOpen || !texts.some((it) => it.removable);
    if (facts.autofill === undefined) return;
    set(this.#input, "role", "combobox");
    set(this.#input, "aria-autocomplete", "list");
    set(this.#input, "aria-controls", this.#isOpen ? this.#list.id : null);
    set(this.#input, "aria-expanded", `${this.#isOpen}`);
    this.#drawIndex();
  }

  #option({ text, removable }, id) {
    const keepFocus = (event) => event.preventDefault();
    const listeners = { onclick: () => this.#apply(text), onmousedown: keepFocus };
    const option = element("li", { id, role: "option", ...listeners }, text);
    if (removable) {
      const remove = (event) => {
        event.stopPropagation();
        this.#remove(text);
      };
      // No button: what is in an option is not to be reached on its own.
      const attributes = { class: "symbol", "aria-hidden": "true", title: this.#field.form.words.say("forget", { name: text }) };
      option.append(element("span", { ...attributes, onclick: remove }, icon("clear")));
    }
    return option;
  }

  #apply(text) {
    this.#hasTyped = false;
    this.#field.act("field/applyAutofill", { text, open: false });
  }

  #remove(text) {
    this.#field.act("field/removeAutofill", { text });
  }

  #drawIndex() {
    [...this.#list.children].forEach((option, index) => {
      set(option, "aria-selected", `${index === this.#index}`);
    });
    const option = this.#isOpen ? this.#list.children[this.#index] : undefined;
    option?.scrollIntoView({ block: "nearest" });
    set(this.#input, "aria-activedescendant", option?.id);
  }

  #pressed(event) {
    if (!this.#isOpen || isComposing(event)) return;
    const chosen = this.#texts[this.#index];
    switch (event.key) {
      case "ArrowDown":
        this.#index = Math.min(this.#index + 1, this.#texts.length - 1);
        break;
      case "ArrowUp":
        this.#index = Math.max(this.#index - 1, -1);
        break;
      case "Enter":
        if (!chosen) return;
        this.#apply(chosen.text);
        break;
      case "Delete":
        if (!chosen?.removable) return;
        this.#remove(chosen.text);
        break;
      case "Escape":
        this.#hasTyped = false;
        if (this.#field.facts.isShowingAutofill) this.#field.act("field/autofill", { show: false });
        else this.draw();
        break;
      default:
        return;
    }
    event.preventDefault();
    this.#drawIndex();
  }
}
