import { button, element, set } from "./dom.js";
import { icon } from "./icons.js";
import { OpeningField } from "./opening-field.js";
import { Suggestions } from "./suggestions.js";
import { TextControl } from "./text-control.js";

const TYPE_AHEAD_MILLISECONDS = 700;
const PAGE_ROWS = 10;
/** Keys that open the list and do no more. */
const OPENING_KEYS = ["ArrowDown", "ArrowUp", "Enter", " "];
const KEYS = [...OPENING_KEYS, "Home", "End", "PageUp", "PageDown"];

/**
 * A picker: a button that opens a list of rows inside the border, or typed text once the row for
 * that was chosen.
 *
 * Arrow keys, Home and End stand on rows, letters find one, Enter is Done. Where several rows may be
 * chosen, Space chooses the one that the keys stand on.
 */
export class PickerField extends OpeningField {
  #arrow = button({ class: "symbol arrow", tabindex: "-1" }, icon("down"));
  #typing = null;
  /** The row that the keys stand on; the one behind the last is that for typed text. */
  #index = -1;
  #waitingCount = 0;
  #drawnLabels = "";
  #letters = "";
  #lettersAt = 0;

  constructor(form, facts) {
    super(form, facts, element("ul", { class: "rows panel", role: "listbox" }), "listbox");
    this.#arrow.addEventListener("click", () => this.#leaveTyping());
    this.addEnd(this.#arrow);
    this.value.addEventListener("keydown", (event) => this.#pressed(event));
    this.draw(facts);
  }

  get control() {
    return this.#isTyped ? this.#typing.text.input : this.value;
  }

  get isAhead() {
    return this.#typing?.text.isAhead === true;
  }

  notice() {
    if (this.#isTyped) this.#typing.text.notice();
  }

  get #isTyped() {
    return this.facts.manualEntry?.active === true;
  }

  drawControl(news) {
    const { facts } = this;
    if (this.#isTyped) this.#drawTyping(news);
    this.#showControl();
    this.drawOpening(facts.display ?? `${facts.text}`);
    set(this.#arrow, "aria-label", this.say("rows"));
    this.#drawRows(news);
  }

  /** The input that typed text goes to is made when it is first wanted. */
  #drawTyping(news) {
    if (this.#typing === null) {
      const input = element("input", { class: "control" });
      this.value.after(input);
      const suggestions = new Suggestions(this, input);
      this.#typing = { text: new TextControl(this, input), suggestions };
    }
    this.#typing.text.draw(news);
    this.#typing.suggestions.draw();
  }

  /** Shows the button or the input; the focus goes along. */
  #showControl() {
    const input = this.#typing?.text.input;
    if (input === undefined || this.value.hidden === this.#isTyped) return;
    const [shown, hidden] = this.#isTyped ? [input, this.value] : [this.value, input];
    shown.hidden = false;
    if (document.activeElement === hidden || this.facts.isActive) shown.focus();
    hidden.hidden = true;
  }

  #drawRows(news) {
    const { isOpen, manualEntry, multiple, row, rows, text } = this.facts;
    const labels = JSON.stringify([rows, manualEntry?.label]);
    if (labels !== this.#drawnLabels) {
      this.#drawnLabels = labels;
      const all = manualEntry ? [...rows, manualEntry] : rows;
      this.panel.replaceChildren(...all.map((it, index) => this.#option(it, index)));
    }
    if ("isOpen" in news || ("row" in news && this.#waitingCount === 0)) this.#index = row ?? -1;
    set(this.panel, "aria-multiselectable", multiple ? "true" : null);
    [...this.panel.children].forEach((option, index) => {
      const isChosen = multiple ? text.includes(rows[index]?.text ?? rows[index]?.value) : index === this.#index;
      set(option, "aria-selected", `${isChosen}`);
      set(option, "data-current", index === this.#index);
    });
    const current = isOpen ? this.panel.children[this.#index] : undefined;
    set(this.value, "aria-activedescendant", current?.id);
    current?.scrollIntoView({ block: "nearest" });
  }

  #option({ description, disabled, label }, index) {
    const option = element("li", {
      id: `${this.panel.id}-${index}`,
      role: "option",
      "aria-disabled": disabled ? "true" : null,
      onmousedown: (event) => event.preventDefault(),
      onclick: () => this.#clickedRow(index),
    });
    option.append(element("span", { class: "label" }, label));
    if (description) option.append(element("span", { class: "description" }, description));
    option.append(icon("check"));
    return option;
  }

  #clickedRow(index) {
    if (index === this.facts.rows.length) this.act("field/selectManual");
    else this.#select(index);
    if (!this.facts.multiple && index < this.facts.rows.length) this.form.act("field/done");
  }

  #select(index) {
    if (index < 0) return;
    this.#waitingCount += 1;
    this.act("field/select", { index }, (answer) => {
      this.#waitingCount -= 1;
      if (!answer.accepted) this.#index = this.facts.row ?? -1;
      this.takeAnswer(answer);
      this.#drawRows({});
    });
  }

  #leaveTyping() {
    if (this.#isTyped) {
      this.act("field/beginEditing");
      this.#select(Math.max(this.#nextIndex(-1, 1), 0));
    } else {
      this.toggle();
    }
    this.control.focus();
  }

  #pressed(event) {
    if (event.ctrlKey || event.metaKey) return;
    const key = event.altKey ? { ArrowDown: "ArrowDown", ArrowUp: "Enter" }[event.key] : event.key;
    const isText = key?.length === 1 && key !== " ";
    if (!isText && !KEYS.includes(key)) return;
    event.preventDefault();
    if (!this.isOnItsWay && !this.facts.isOpen && OPENING_KEYS.includes(key)) this.open();
    else this.press(key);
  }

  take(key) {
    const lastIndex = this.panel.children.length - 1;
    if (key.length === 1 && (key !== " " || this.#isInName)) this.#find(key);
    else if (key === "ArrowDown") this.#stand(this.#nextIndex(this.#index, 1));
    else if (key === "ArrowUp") this.#stand(this.#nextIndex(this.#index, -1));
    else if (key === "Home") this.#stand(this.#nextIndex(-1, 1));
    else if (key === "End") this.#stand(this.#nextIndex(lastIndex + 1, -1));
    else if (key === "PageDown") this.#stand(this.#near(this.#index + PAGE_ROWS));
    else if (key === "PageUp") this.#stand(this.#near(this.#index - PAGE_ROWS));
    else if (this.#index === this.facts.rows.length) this.act("field/selectManual");
    else if (key === " " && this.facts.multiple) this.#select(this.#index);
    else this.done();
  }

  /** The row nearest to a place that can be chosen. */
  #near(place) {
    const index = Math.min(Math.max(place, 0), this.panel.children.length - 1);
    const behind = this.#nextIndex(index - 1, 1);
    return behind >= index ? behind : this.#nextIndex(index + 1, -1);
  }

  /** The nearest row in a direction that can be chosen, or the same. */
  #nextIndex(from, step) {
    const options = [...this.panel.children];
    let index = from + step;
    while (options[index]?.ariaDisabled === "true") index += step;
    return options[index] === undefined ? from : index;
  }

  #stand(index) {
    if (this.panel.children[index] === undefined) return;
    this.#index = index;
    const isRow = index >= 0 && index < this.facts.rows.length;
    if (isRow && !this.facts.multiple) this.#select(index);
    this.#drawRows({});
  }

  /** The letters that were typed just now, of which the next one is the next. */
  get #lettersSoFar() {
    return performance.now() - this.#lettersAt < TYPE_AHEAD_MILLISECONDS ? this.#letters : "";
  }

  /** Whether a space is the next letter of a row's name that is being typed, and chooses nothing. */
  get #isInName() {
    const letters = this.#lettersSoFar;
    return letters !== "" && this.#rowsOf(`${letters} `).length > 0;
  }

  /** Stands on the row that begins with what is typed; a first letter, and the same one again, goes to the next. */
  #find(typed) {
    const letter = typed.toLocaleLowerCase();
    let letters = this.#lettersSoFar + letter;
    let found = this.#rowsOf(letters);
    if (found.length === 0 && letters === letter.repeat(letters.length / letter.length)) {
      letters = letter;
      found = this.#rowsOf(letter);
    }
    this.#letters = letters;
    this.#lettersAt = performance.now();
    const next = letters === letter ? found.find((it) => it > this.#index) : undefined;
    const index = next ?? found[0];
    if (index !== undefined) this.#stand(index);
  }

  /** The places of the rows that can be chosen and begin with some letters. */
  #rowsOf(letters) {
    const places = this.facts.rows.map(({ disabled, label }, index) =>
      (!disabled && label.toLocaleLowerCase().startsWith(letters) ? index : -1));
    return places.filter((it) => it >= 0);
  }
}
