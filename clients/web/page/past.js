import { smallestEdit } from "./fieldd/index.js";

/** Letters that follow each other so closely are taken back together. */
const PAUSE_MILLISECONDS = 1000;
/** No more is kept: what was typed long ago nobody takes back step by step. */
const STEPS = 200;

/**
 * What a text was before, to be taken back and taken again.
 *
 * Browsers keep this themselves until a program sets the value, as it does when a key is refused or of a paste
 * only a part fits. A text that was refused is none that one comes back to.
 */
export class Past {
  #behind = [];
  #ahead = [];
  /** Where the letter that was typed last ends, and when that was. */
  #last = { end: -1, at: -Infinity };
  #isMoving = false;

  /** A text becomes another one, by the person or the daemon. */
  note(before, after) {
    if (this.#isMoving) return;
    const { end, start, text } = smallestEdit(before, after);
    const now = performance.now();
    const isLetter = start === end && [...text].length === 1 && !/\s/.test(text);
    const goesOn = isLetter && start === this.#last.end && now - this.#last.at < PAUSE_MILLISECONDS;
    this.#last = { end: isLetter ? start + text.length : -1, at: now };
    this.#ahead = [];
    if (!goesOn) this.#behind = [...this.#behind.slice(1 - STEPS), before];
  }

  /** Puts what a text was before into its control; false if there is nothing. */
  back(input) {
    return this.#move(input, this.#behind, this.#ahead);
  }

  /** Puts back what was taken back; false if there is nothing. */
  forth(input) {
    return this.#move(input, this.#ahead, this.#behind);
  }

  #move(input, from, to) {
    while (from.at(-1) === input.value) from.pop();
    const text = from.pop();
    if (text === undefined) return false;
    to.push(input.value);
    this.#last = { end: -1, at: -Infinity };
    const edit = smallestEdit(input.value, text);
    input.value = text;
    input.setSelectionRange(edit.start + edit.text.length, edit.start + edit.text.length);
    this.#isMoving = true;
    queueMicrotask(() => (this.#isMoving = false));
    return true;
  }
}
