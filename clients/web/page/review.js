import { answers } from "./answers.js";
import { element, setText } from "./dom.js";

/** All answers, to be looked through and changed before they are submitted. */
export class Review {
  #element;
  #view;
  #list = element("div", { class: "answers" });
  heading = element("h2", { id: "review", tabindex: "-1" });

  /** `change` is called with the key of a field or a list. */
  constructor(root, view, change) {
    this.#element = root;
    this.#view = view;
    this.change = change;
    root.append(this.heading, this.#list);
  }

  /** Draws the answers as they are by now; the focus stays where it is. */
  draw() {
    const { words } = this.#view;
    const focused = this.#list.contains(document.activeElement) ? document.activeElement.dataset.change : null;
    setText(this.heading, words.say("check"));
    const change = (key, name) => {
      const attributes = { type: "button", "data-change": key, "aria-label": words.say("changeOne", { name }) };
      return element("button", { ...attributes, onclick: () => this.change(key) }, words.say("change"));
    };
    this.#list.replaceChildren(...answers(this.#view, { change }));
    if (focused !== null) this.focus(focused);
  }

  /** Gives the focus to what changes an answer, or to the heading where it is not there any more. */
  focus(key) {
    const found = [...this.#list.querySelectorAll("[data-change]")].find((it) => it.dataset.change === key);
    (found ?? this.heading).focus();
  }
}
