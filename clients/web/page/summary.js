import { element } from "./dom.js";

/**
 * What is wrong, above the fields: each field by its name, which leads there, and the mistakes of the
 * document itself. It is said as soon as it is shown.
 */
export class Summary {
  #element;
  #view;

  constructor(element, view) {
    this.#element = element;
    this.#view = view;
  }

  /**
   * Shows problems, with the keys of the fields that have them, or takes those away that were shown.
   *
   * @param {{key?: string, message?: string}[]} problems
   * @param {import("./fieldd/index.js").Diagnostic[]} mistakes
   */
  tell(problems, mistakes) {
    const { words } = this.#view;
    const lines = problems.map((it) => this.#line(it));
    const places = mistakes.map((it) => element("li", {}, words.say("line", { count: it.line, name: it.message })));
    this.#element.replaceChildren(
      ...(lines.length > 0 ? [element("h2", {}, words.say("problem")), element("ul", {}, ...lines)] : []),
      ...(places.length > 0 ? [element("p", {}, words.say("mistakes")), element("ul", {}, ...places)] : []),
    );
  }

  #line({ key, message }) {
    const name = this.#view.nameOf(key);
    if (name === undefined) return element("li", {}, message);
    const go = element("button", { type: "button", onclick: () => this.#view.go(key) }, name);
    return element("li", {}, go, " ", message ?? "");
  }
}
