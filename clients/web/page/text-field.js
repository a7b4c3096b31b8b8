import { element, set } from "./dom.js";
import { FieldView } from "./field.js";
import { Suggestions } from "./suggestions.js";
import { TextControl } from "./text-control.js";

/** As many lines an area has before it needs more. */
const AREA_LINES = 3;
/** The kinds with several lines; the value of one of any kind is typed as JSON. */
const AREAS = ["area", "any"];

/** An entry, an area or JSON: typed text, with the texts that its autofill source offers. */
export class TextField extends FieldView {
  #input;
  #text;
  #suggestions;

  constructor(form, facts) {
    super(form, facts);
    const hasLines = AREAS.includes(facts.kind);
    this.#input = element(hasLines ? "textarea" : "input", { class: "control" });
    // Who sees one line writes one.
    if (hasLines) this.#input.rows = AREA_LINES;
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
    if (!AREAS.includes(kind)) this.#input.type = isSecure && !isRevealed ? "password" : "text";
    set(this.#input, "data-secure", isSecure && !isRevealed);
    this.#text.draw(news);
    this.#suggestions.draw();
  }
}
