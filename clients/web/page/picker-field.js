import { button, element, isComposing, set, setText } from "./dom.js";
import { icon } from "./icons.js";
import { OpeningField } from "./opening-field.js";
import { Suggestions } from "./suggestions.js";
import { TextControl } from "./text-control.js";

const TYPE_AHEAD_MILLISECONDS = 700;
const PAGE_ROWS = 10;
/** A list of more rows has a search. */
const WALKED_ROWS = 30;
/** Keys that open the list and do no more. */
const OPENING_KEYS = ["ArrowDown", "ArrowUp", "Enter", " "];
const KEYS = [...OPENING_KEYS, "Home", "End", "PageUp", "PageDown"];

/**
 * A picker: a button that opens a list of rows inside the border, or typed text once the row for
 * that was chosen.
 *
 * Arrow keys, Home and End stand on rows, letters find one, and a long list has a search, which shows the rows
 * that have its words. To stand on a row writes nothing: Enter and Done do, and a click on one. Where several
 * rows may be chosen, Space chooses the one that the keys stand on.
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
  /** Where words of rows are typed; null while the list is short. */
  #search = null;
  #found = element("p", { class: "unseen", role: "status" });

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
    if ("isOpen" in news) this.#letters = "";
    this.#drawSearch("isOpen" in news || "rows" in news);
    const labels = JSON.stringify([rows, manualEntry?.label]);
    if (labels !== this.#drawnLabels) {
      this.#drawnLabels = labels;
      const all = manualEntry ? [...rows, manualEntry] : rows;
      this.panel.replaceChildren(...all.map((it, index) => this.#option(it, index)));
      this.#names = rows.map(({ label }) => folded(label));
      this.#filter();
    }
    if ("isOpen" in news || ("row" in news && this.#waitingCount === 0)) this.#index = row ?? -1;
    set(this.panel, "aria-multiselectable", multiple ? "true" : null);
    [...this.panel.children].forEach((option, index) => {
      const drafted = rows[index]?.text ?? rows[index]?.value;
      const isChosen = multiple ? text.includes(drafted) : text === drafted;
      set(option, "aria-selected", `${multiple ? isChosen : index === this.#index}`);
      set(option, "data-chosen", isChosen);
      set(option, "data-current", index === this.#index);
    });
    const current = isOpen ? this.panel.children[this.#index] : undefined;
    set(this.value, "aria-activedescendant", current?.id);
    if (this.#search) set(this.#search, "aria-activedescendant", current?.id);
    current?.scrollIntoView({ block: "nearest" });
  }

  // The search.

  #names = [];

  /** Shows the search of an open list that is long; one that opens or has other rows begins anew. */
  #drawSearch(isNew) {
    const isSearched = this.facts.isOpen === true && this.facts.rows.length > WALKED_ROWS;
    if (isSearched && this.#search === null) this.#makeSearch();
    if (this.#search === null) return;
    // The focus stays in the field when its list goes away.
    if (!isSearched && document.activeElement === this.#search) this.value.focus();
    this.#search.parentElement.hidden = !isSearched;
    set(this.#search, "aria-label", this.say("search"));
    set(this.#search, "placeholder", this.say("search"));
    set(this.#search, "aria-expanded", `${isSearched}`);
    if (!isNew || this.#search.value === "") return;
    this.#search.value = "";
    this.#filter();
  }

  #makeSearch() {
    const attributes = { class: "search", type: "text", role: "combobox", "aria-autocomplete": "list" };
    this.#search = element("input", {
      ...attributes, "aria-controls": this.panel.id, autocomplete: "off", autocapitalize: "none", spellcheck: "false",
      oninput: () => this.#searched(),
      onkeydown: (event) => this.#pressedInSearch(event),
    });
    this.panel.before(element("div", { class: "searching" }, this.#search, this.#found));
  }

  /** The focus goes to the search, where there is one. */
  opened() {
    if (this.#isSearched && document.activeElement === this.value) this.#search.focus();
  }

  get #isSearched() {
    return this.#search !== null && !this.#search.parentElement.hidden;
  }

  /** Whether the search has words, so that Enter is said of what it has found. */
  get #hasWords() {
    return this.#isSearched && this.#search.value.trim() !== "";
  }

  /** Shows the rows that have all words of the search, and stands on the best of them. */
  #searched() {
    this.#filter();
    const found = this.#rowsOf(folded(this.#search.value.trim()));
    const shown = [...this.panel.children].slice(0, this.facts.rows.length)
      .findIndex((it) => !it.hidden && it.ariaDisabled !== "true");
    const best = found[0] ?? shown;
    if (this.#hasWords && best >= 0) {
      this.#stand(best);
      return;
    }
    this.#index = this.#hasWords ? -1 : this.facts.row ?? -1;
    this.#drawRows({});
  }

  #filter() {
    const words = this.#isSearched ? folded(this.#search.value).split(/\s+/).filter((it) => it !== "") : [];
    let count = 0;
    [...this.panel.children].forEach((option, index) => {
      // The row for typed text is for those who find none.
      const isManual = index === this.#names.length;
      const isOffered = !this.facts.rows[index]?.hidden;
      const isFound = isOffered
        && (words.length === 0 || isManual || words.every((it) => this.#names[index].includes(it)));
      option.hidden = !isFound;
      if (isFound) count += 1;
    });
    setText(this.#found, words.length > 0 && count === 0 ? this.say("noRows") : "");
    this.#found.classList.toggle("unseen", this.#found.textContent === "");
  }

  #pressedInSearch(event) {
    if (event.ctrlKey || event.metaKey || isComposing(event)) return;
    const key = event.altKey ? { ArrowUp: "Enter" }[event.key] : event.key;
    const isEmpty = this.#search.value === "";
    if (key === "Escape" && !isEmpty) this.#clearSearch();
    else if (key === "Enter" && this.facts.multiple && this.#hasWords) {
      if (this.#index >= 0) this.#select(this.#index);
      this.#clearSearch();
    } else if (["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Enter"].includes(key)) this.take(key);
    else if (isEmpty && [" ", "Home", "End"].includes(key)) {
      // A space in front of the words is none of them, and chooses no row that nobody has looked for.
      if (key !== " " || this.facts.multiple) this.take(key);
    } else return;
    event.preventDefault();
  }

  #clearSearch() {
    this.#search.value = "";
    this.#searched();
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

  /** Done takes the row that the keys stand on; false where the search has found none, or a text is to be typed. */
  takeShown() {
    const { isOpen, multiple, rows } = this.facts;
    if (!isOpen || multiple) return true;
    const isManual = this.#index === rows.length;
    if (isManual) this.act("field/selectManual");
    return !isManual && !(this.#index < 0 && this.#hasWords);
  }

  done() {
    if (this.takeShown()) super.done();
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
    if (!this.facts.isOpen && !this.isOnItsWay && ["Backspace", "Delete"].includes(key)) this.takeBack();
    if (isComposing(event) || (!isText && !KEYS.includes(key))) return;
    event.preventDefault();
    if (!this.isOnItsWay && !this.facts.isOpen && OPENING_KEYS.includes(key)) this.open();
    else this.press(key);
  }

  take(key) {
    const lastIndex = this.panel.children.length - 1;
    const isLetter = key.length === 1 && (key !== " " || this.#isInName);
    if (!isLetter) this.#letters = "";
    if (isLetter && this.#isSearched) {
      this.#search.value += key;
      this.#searched();
      this.#search.focus();
    } else if (isLetter) this.#find(key);
    else if (key === "ArrowDown") this.#stand(this.#nextIndex(this.#index, 1));
    else if (key === "ArrowUp") this.#stand(this.#nextIndex(this.#index, -1));
    else if (key === "Home") this.#stand(this.#nextIndex(-1, 1));
    else if (key === "End") this.#stand(this.#nextIndex(lastIndex + 1, -1));
    else if (key === "PageDown") this.#stand(this.#near(this.#index + PAGE_ROWS));
    else if (key === "PageUp") this.#stand(this.#near(this.#index - PAGE_ROWS));
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
    while (options[index]?.ariaDisabled === "true" || options[index]?.hidden) index += step;
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

  /** Whether a space is a part of what is looked for, and chooses nothing; one that a name goes on with may come late. */
  get #isInName() {
    if (this.#isSearched) return this.#search.value !== "";
    const goesOn = this.#letters !== "" && this.#rowsOf(`${this.#letters} `).length > 0;
    if (goesOn) this.#lettersAt = performance.now();
    return goesOn || this.#lettersSoFar !== "";
  }

  /** Stands on the row that begins with what is typed; a first letter, and the same one again, goes to the next. */
  #find(typed) {
    const letter = folded(typed);
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

  /** The places of the rows that can be chosen and begin with some letters, or of which another word does. */
  #rowsOf(letters) {
    const of = (isFound) => this.facts.rows.map(({ disabled }, index) => (!disabled && isFound(this.#names[index]) ? index : -1))
      .filter((it) => it >= 0);
    const found = of((name) => name.startsWith(letters));
    return found.length > 0 ? found : of((name) => name.includes(` ${letters}`));
  }
}

/** A text in which case and accents do not count. */
function folded(text) {
  return text.toLocaleLowerCase().normalize("NFKD").replace(/\p{Mn}/gu, "").normalize("NFC");
}
