import { element } from "./dom.js";

/**
 * What is wrong, above the fields: what to do about each field, which leads there, and the mistakes of the
 * document itself. It is said as soon as it is shown.
 */
export class Summary {
  #element;
  #view;
  #problems = [];
  #mistakes = [];

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
    [this.#problems, this.#mistakes] = [problems, mistakes];
    const { words } = this.#view;
    const lines = problems.map((it) => this.#line(it));
    const places = mistakes.map((it) => element("li", {}, words.say("line", { count: it.line, name: it.message })));
    this.#element.replaceChildren(
      ...(lines.length > 0 ? [element("h2", {}, words.say("problem")), element("ul", {}, ...lines)] : []),
      ...(places.length > 0 ? [element("p", {}, words.say("mistakes")), element("ul", {}, ...places)] : []),
    );
  }

  /** Takes away what was said of fields that are not shown any more. */
  prune() {
    const left = this.#problems.filter(({ key }) => key === undefined || this.#view.isShown(key));
    if (left.length < this.#problems.length) this.tell(left, this.#mistakes);
  }

  #line({ key, message = "" }) {
    const name = this.#view.nameOf(key);
    if (name === undefined) return element("li", {}, message);
    const { kind, mode } = this.#view.field(key)?.facts ?? {};
    const words = message === "" ? name : this.#view.words.wrong({ kind, mode, name }, message);
    return element("li", {}, element("button", { type: "button", onclick: () => this.#view.go(key) }, words));
  }
}
