import { element, set, setText } from "./dom.js";
import { offsetOf, positionOf } from "./fieldd/index.js";

/** What opens the list while somebody types; a word goes on with it. */
const TRIGGERS = ['"', ":"];
const WORD = /^[\p{L}\p{N}_$]$/u;

/**
 * What the daemon would write where the cursor is, as a list below the cursor.
 *
 * It comes while a name or a value is typed, and with Control+Space. The return key takes an item only where
 * one is marked: that is the first one that begins with what is typed, or one that the arrows have reached.
 */
export class Completions {
  #text;
  #area;
  #placeOf;
  #list = element("ul", { class: "completions", id: "completions", role: "listbox", "aria-label": "Completions", hidden: true });
  /** What is offered, with the text that it was offered for, and which of it is marked; -1 is none. */
  #items = [];
  #offeredFor = "";
  #marked = -1;
  #number = 0;

  /** `placeOf` says where an offset of the text is on the screen. */
  constructor(text, area, placeOf) {
    this.#text = text;
    this.#area = area;
    this.#placeOf = placeOf;
    area.after(this.#list);
    set(area, "aria-autocomplete", "list");
    area.addEventListener("input", (event) => this.#typed(event));
    area.addEventListener("keydown", (event) => this.#pressed(event), { capture: true });
    for (const event of ["blur", "click", "scroll"]) area.addEventListener(event, () => this.#close());
    // A press leaves the focus in the text.
    this.#list.addEventListener("mousedown", (event) => event.preventDefault());
    this.#list.addEventListener("click", ({ target }) => {
      const index = [...this.#list.children].indexOf(target.closest("li"));
      if (index >= 0) this.#take(index);
    });
  }

  #typed({ data, inputType, isComposing }) {
    const isWord = data !== null && data !== undefined && WORD.test(data);
    const opens = inputType === "insertText" && !isComposing && (isWord || TRIGGERS.includes(data));
    const goesOn = !this.#list.hidden && inputType === "deleteContentBackward";
    if (opens || goesOn) this.#ask({ marks: isWord || goesOn });
    else this.#close();
  }

  /** Asks what could stand at the cursor; an answer that comes late is passed over. */
  async #ask({ marks }) {
    const number = (this.#number += 1);
    const { text } = this.#text;
    const offset = this.#area.selectionEnd;
    const position = positionOf(text, offset);
    const answer = await this.#text.ask("textDocument/completion", () => ({ position })).catch(() => null);
    if (number !== this.#number || text !== this.#text.text || document.activeElement !== this.#area) return;
    const items = (answer?.items ?? answer ?? []).filter((it) => it.textEdit);
    this.#items = items.filter((it) => {
      const begun = text.slice(offsetOf(text, it.textEdit.range.start), offset);
      return (it.filterText ?? it.label).toLowerCase().startsWith(begun.toLowerCase());
    });
    this.#offeredFor = text;
    // Who has typed one of them to its end is done with it.
    const isWritten = this.#items.length === 1 && text.startsWith(this.#items[0].textEdit.newText, offsetOf(text, this.#items[0].textEdit.range.start));
    if (this.#items.length === 0 || (isWritten && marks)) this.#close();
    else this.#open(offset, marks ? 0 : -1);
  }

  #open(offset, marked) {
    this.#list.replaceChildren(...this.#items.map(({ detail, documentation, label }, index) => {
      const about = [documentation?.value ?? documentation, detail].filter(Boolean)[0] ?? "";
      return element("li", { role: "option", id: `completion-${index}`, title: about },
        element("span", {}, label), element("span", { class: "about" }, about));
    }));
    const { height, left, top } = this.#placeOf(offset);
    this.#list.hidden = false;
    const { clientWidth } = this.#area.parentElement;
    this.#list.style.insetBlockStart = `${top + height}px`;
    this.#list.style.insetInlineStart = `${Math.max(Math.min(left, clientWidth - this.#list.offsetWidth), 0)}px`;
    set(this.#area, "aria-controls", this.#list.id);
    this.#mark(marked);
  }

  #close() {
    this.#number += 1;
    this.#list.hidden = true;
    for (const it of ["aria-activedescendant", "aria-controls"]) set(this.#area, it, null);
  }

  #mark(index) {
    this.#marked = index;
    [...this.#list.children].forEach((it, place) => set(it, "aria-selected", place === index ? "true" : "false"));
    const marked = this.#list.children[index];
    marked?.scrollIntoView({ block: "nearest" });
    set(this.#area, "aria-activedescendant", marked?.id ?? null);
  }

  #pressed(event) {
    if (event.isComposing) return;
    if (event.key === " " && event.ctrlKey) this.#ask({ marks: true });
    else if (this.#list.hidden) return;
    else if (event.key === "ArrowDown") this.#mark((this.#marked + 1) % this.#items.length);
    else if (event.key === "ArrowUp") this.#mark((this.#marked <= 0 ? this.#items.length : this.#marked) - 1);
    else if (event.key === "Enter" && this.#marked >= 0) this.#take(this.#marked);
    else if (event.key === "Escape") this.#close();
    else {
      if (["ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "Enter"].includes(event.key)) this.#close();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** Writes an item; the cursor is then where something is still to be said. */
  #take(index) {
    const { newText, range } = this.#items[index].textEdit;
    const offered = this.#offeredFor;
    const start = offsetOf(offered, range.start);
    // What was typed since is a part of it.
    const end = offsetOf(offered, range.end) + this.#text.text.length - offered.length;
    this.#area.setRangeText(newText, start, end, "end");
    const gap = newText.indexOf('""');
    if (gap >= 0) this.#area.setSelectionRange(start + gap + 1, start + gap + 1);
    this.#close();
    this.#text.change(this.#area.value);
    if (newText.endsWith(": ")) this.#ask({ marks: false });
  }
}
