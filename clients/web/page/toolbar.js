import { button, set } from "./dom.js";
import { icon } from "./icons.js";

const ITEMS = {
  previous: { method: "field/previous", more: { open: false } },
  next: { method: "field/next", more: { open: false } },
  autofill: { method: "field/autofill", more: { show: true, open: false } },
  cancel: { method: "field/autofill", more: { show: false } },
  done: { method: "field/done" },
};

/** The buttons of the active field, as the daemon tells them. */
export class Toolbar {
  #element;
  #view;
  #drawn = "[]";

  constructor(element, view) {
    this.#element = element;
    this.#view = view;
  }

  /** Draws the buttons of a field, or none. @param {import("./field.js").FieldView} [field] */
  draw(field) {
    const items = (field?.facts.toolbar ?? []).filter((it) => Object.hasOwn(ITEMS, it.item));
    const { style } = this.#element;
    for (const part of ["cursor", "doneButton"]) {
      const color = field?.element.style.getPropertyValue(`--${part}`);
      if (color) style.setProperty("--color", color);
    }
    set(this.#element, "aria-label", field ? this.#view.words.say("toolbar", { name: field.name }) : null);
    set(this.#element, "role", field ? "group" : null);
    const drawn = JSON.stringify(items);
    if (this.#drawn === drawn) return;
    this.#drawn = drawn;
    this.#element.replaceChildren(...items.map((it) => this.#button(it)));
  }

  #button({ enabled, item }) {
    const { method, more } = ITEMS[item];
    const label = this.#view.words.say(item);
    const press = () => {
      const key = this.#view.activeKey;
      // What is refused is said beside the field, which stays as it is.
      if (item === "done" && this.#view.field(key)?.takeShown() === false) return;
      if (item === "previous" || item === "next") this.#view.field(key)?.leaveOpen?.();
      const params = () => ({ key, ...more });
      this.#view.act(method, params, (answer) => this.#view.field(key)?.takeAnswer(answer));
    };
    const isArrow = item === "previous" || item === "next";
    const made = button({ class: item, "data-item": item, onclick: press }, isArrow ? icon(item) : label);
    if (isArrow) set(made, "aria-label", label);
    made.disabled = !enabled;
    return made;
  }
}
