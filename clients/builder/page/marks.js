import { element, set } from "./dom.js";

/** More lines are not marked at once. */
const MARKED_LINES = 400;

/**
 * What is wrong with a text, marked in the text: a wavy line below the place, a sign beside its line.
 *
 * The marks lie below the text area, whose ground can be seen through, and are as wide as its text, since
 * they repeat the line up to their end.
 */
export class Marks {
  #gutter;
  #marks;
  #area;
  #drawnLines = "";

  /** `editor` has a gutter and a place for marks beside its text area. */
  constructor(editor) {
    this.#gutter = editor.querySelector(".gutter");
    this.#marks = editor.querySelector(".marks > div");
    this.#area = editor.querySelector("textarea");
    this.#area.addEventListener("scroll", () => this.#follow());
    // What is said of a place is said where the pointer rests on it.
    this.#area.addEventListener("mousemove", ({ clientX, clientY }) => {
      const marked = document.elementsFromPoint(clientX, clientY).filter((it) => this.#marks.contains(it));
      this.#area.title = [...new Set(marked.map((it) => it.dataset.message).filter(Boolean))].join("\n");
    });
  }

  /** Draws the problems of a text. @param {string} text @param {import("./document.js").TextDocument["diagnostics"]} problems */
  draw(text, problems) {
    const lines = text.split("\n");
    const severities = new Map();
    const marks = [];
    for (const { end, message, severity, start } of problems) {
      const word = severity === 1 ? "error" : "warning";
      const first = lineOf(text, start);
      if (severities.get(first) !== "error") severities.set(first, word);
      let place = text.lastIndexOf("\n", start - 1) + 1;
      for (let line = first; place <= Math.max(end - 1, start) && marks.length < MARKED_LINES; line += 1) {
        const content = lines[line] ?? "";
        const from = Math.max(start - place, line === first ? 0 : content.search(/\S|$/));
        // A place at which nothing stands is as wide as a sign.
        const to = Math.max(Math.min(end - place, content.length), from + (line === first ? 1 : 0));
        const mark = element(
          "mark", { "data-severity": word, "data-message": message }, content.slice(from, to) || " ");
        const row = element("div", { class: "marked" }, content.slice(0, from), mark);
        row.style.setProperty("--line", line);
        marks.push(row);
        place += content.length + 1;
      }
    }
    this.#marks.replaceChildren(...marks);
    this.#drawGutter(lines.length, severities);
    set(this.#area, "aria-invalid", problems.some((it) => it.severity === 1) ? "true" : null);
    this.#follow();
  }

  /** Where an offset is in the editor as it is scrolled, in pixels, and how high its line is. @param {number} offset */
  placeOf(offset) {
    const text = this.#area.value;
    const line = lineOf(text, offset);
    const place = element("i", {}, "\u200b");
    const row = element("div", { class: "marked" }, text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset), place);
    row.style.setProperty("--line", line);
    this.#marks.append(row);
    const { height, left, top } = place.getBoundingClientRect();
    row.remove();
    const editor = this.#area.parentElement.getBoundingClientRect();
    return { left: left - editor.left, top: top - editor.top, height };
  }

  #drawGutter(count, severities) {
    const drawn = JSON.stringify([count, [...severities]]);
    if (drawn === this.#drawnLines) return;
    this.#drawnLines = drawn;
    const numbers = element("div");
    let plain = "";
    for (let line = 0; line < count; line += 1) {
      const word = severities.get(line);
      if (word === undefined) {
        plain += `${line + 1}\n`;
        continue;
      }
      numbers.append(plain, element("b", { "data-severity": word }, `${word === "error" ? "✕" : "!"} ${line + 1}`), "\n");
      plain = "";
    }
    numbers.append(plain);
    this.#gutter.replaceChildren(numbers);
  }

  /** Has the marks scroll along with the text. */
  #follow() {
    const { scrollLeft, scrollTop } = this.#area;
    this.#marks.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    const numbers = this.#gutter.firstElementChild;
    if (numbers) numbers.style.transform = `translateY(${-scrollTop}px)`;
  }
}

/** The line that an offset is on, from 0. @param {string} text @param {number} offset */
export function lineOf(text, offset) {
  return text.slice(0, offset).split("\n").length - 1;
}
