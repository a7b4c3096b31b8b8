/** Around a title in its line: what keeps it off the border and off what stands at the end. */
const MARGIN = 24;

const rooms = new WeakMap();
const observer = new ResizeObserver((entries) => {
  for (const { borderBoxSize: [{ inlineSize }], target } of entries) rooms.get(target)?.take(target, inlineSize);
});
const pen = document.createElement("canvas").getContext("2d");

/**
 * Whether a title has room in the line of its field; one that has not stands above it, in as many lines
 * as it takes.
 *
 * It is measured without being drawn, so that to look costs nothing and nothing flickers.
 */
export class TitleRoom {
  #field;
  #title;
  #widths = new Map();
  #text = "";

  /** `taken` is what stands at the end of the line. */
  constructor(field, title, box, taken) {
    this.#field = field;
    this.#title = title;
    for (const it of [box, taken]) {
      this.#widths.set(it, 0);
      rooms.set(it, this);
      observer.observe(it);
    }
  }

  /** Looks again where the title is another. */
  draw() {
    if (this.#title.textContent === this.#text) return;
    this.#text = this.#title.textContent;
    this.#look();
  }

  /** Takes the width of a part. */
  take(part, width) {
    // What is hidden has none.
    if (width === 0 && part.checkVisibility?.() === false) return;
    this.#widths.set(part, width);
    this.#look();
  }

  #look() {
    const [room, taken] = this.#widths.values();
    if (room === 0) return;
    pen.font = getComputedStyle(document.body).font;
    const isWide = pen.measureText(this.#text).width > room - taken - MARGIN;
    this.#field.toggleAttribute("data-stacked", isWide);
  }
}
