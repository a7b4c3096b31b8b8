import { element, set } from "./dom.js";
import { FieldView } from "./field.js";
import { Suggestions } from "./suggestions.js";
import { TextControl } from "./text-control.js";

/** As many lines an area has before it needs more. */
const AREA_LINES = 3;

/** An entry or an area: typed text, with the texts that its autofill source offers. */
export class TextField extends FieldView {
  #input;
  #text;
  #suggestions;

  constructor(form, facts) {
    super(form, facts);
    const name = facts.kind === "area" ? "textarea" : "input";
    this.#input = element(name, { class: "control" });
    // Who sees one line writes one.
    if (facts.kind === "area") this.#input.rows = AREA_LINES;
    this.addControl(this.#input);
    this.#suggestions = new Suggestions(this, this.#input);
    this.#text = new TextControl(this, this.#input);
    this.draw(facts);
  }

  get control() {
    return this.#input;
  }

  get isAhead() {
    return this.#text.isAhead;
  }

  notice() {
    this.#text.notice();
  }

  drawControl(news) {
    const { isRevealed, isSecure, kind } = this.facts;
    if (kind !== "area") this.#input.type = isSecure && !isRevealed ? "password" : "text";
    set(this.#input, "data-secure", isSecure && !isRevealed);
    this.#text.draw(news);
    this.#suggestions.draw();
  }
}
