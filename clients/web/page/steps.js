import { element, set, setText } from "./dom.js";
import { icon } from "./icons.js";

/** More names than that would be torn apart. */
const NAMED_STEPS = 5;

/** The steps of a form, above it, and the heading of the one that is shown. */
export class Steps {
  #parts;
  #view;
  #drawn = "";
  #count = element("span", { class: "count" });
  #name = element("span");
  #about = element("p");
  /** Has the focus when a page is shown. */
  heading = element("h2", { tabindex: "-1" }, this.#count, this.#name);

  constructor(parts, view) {
    this.#parts = parts;
    this.#view = view;
    parts.head.append(this.heading, this.#about);
  }

  /**
   * Draws where one is among some steps; `go` is called with one to go back to.
   *
   * @param {{name: string, label: string, heading?: string, description?: string}[]} steps
   * @param {number} index
   * @param {(name: string) => void} go
   */
  draw(steps, index, go) {
    const { words } = this.#view;
    const { description = "", label, heading = label } = steps[index];
    const drawn = JSON.stringify([steps.map((it) => [it.name, it.label, it.description]), index]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    setText(this.#count, words.say("step", { count: index + 1, max: steps.length }));
    setText(this.#name, heading);
    setText(this.#about, description);
    this.#about.hidden = description === "";
    const { head, steps: bar } = this.#parts;
    head.hidden = false;
    bar.hidden = false;
    set(bar, "aria-label", words.say("steps"));
    set(bar, "data-many", steps.length > NAMED_STEPS);
    bar.replaceChildren(element("ol", {}, ...steps.map((it, place) => this.#step(it, place - index, go))));
  }

  #step({ label, name }, place, go) {
    const title = element("span", { class: "name" }, label);
    if (place >= 0) {
      const isHere = place === 0;
      return element("li", { "aria-current": isHere ? "step" : null }, element("span", { class: "step" }, title));
    }
    const done = element("span", { class: "unseen" }, ` (${this.#view.words.say("stepDone")})`);
    return element("li", {}, element(
      "button", { class: "step", type: "button", onclick: () => go(name) }, icon("check"), title, done));
  }
}
