/**
 * Texts as edits: `{start, end, text}` puts `text` in the place of what is between two offsets,
 * which count UTF-16 units as strings do here.
 */

/** The smallest edit that makes one text of another, never between the halves of a character. */
export function smallestEdit(from, to) {
  const shortest = Math.min(from.length, to.length);
  let start = 0;
  while (start < shortest && from[start] === to[start]) start += 1;
  if (isSplit(from, start) || isSplit(to, start)) start -= 1;
  let tail = 0;
  while (tail < shortest - start && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
  if (isSplit(from, from.length - tail) || isSplit(to, to.length - tail)) tail -= 1;
  return { start, end: from.length - tail, text: to.slice(start, to.length - tail) };
}

/** A text with an edit carried out. */
export function apply(text, edit) {
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

/** Where an offset is once an edit has been carried out. */
export function moved(offset, edit) {
  if (offset <= edit.start) return offset;
  if (offset < edit.end) return edit.start;
  return offset + edit.text.length - (edit.end - edit.start);
}

/** What takes an edit of a text back. */
function inverse(text, edit) {
  const end = edit.start + edit.text.length;
  return { start: edit.start, end, text: text.slice(edit.start, edit.end) };
}

function isSplit(text, offset) {
  return /[\ud800-\udbff]/.test(text[offset - 1]) && /[\udc00-\udfff]/.test(text[offset]);
}

/**
 * What a person has typed into a field, and how much of it the daemon has taken.
 *
 * Edits are said one at a time, in their order. While some wait, the person's text stands, whatever
 * the daemon tells of the text before it. An edit that is refused is taken out from under those
 * behind it, which are kept.
 */
export class Draft {
  /** What the person sees. */
  text;
  #told;
  #waiting = [];

  constructor(text) {
    this.text = text;
    this.#told = text;
  }

  /** The person has changed the text. */
  type(text) {
    this.#waiting.push(smallestEdit(this.text, text));
    this.text = text;
  }

  /** The edit to say next, unless the refusal of another has left nothing of it. */
  get next() {
    return this.#waiting[0];
  }

  /** The daemon has answered to `next`. */
  answer(isAccepted) {
    const edit = this.#waiting.shift();
    const edited = apply(this.#told, edit);
    if (isAccepted) {
      this.#told = edited;
    } else {
      const undo = inverse(this.#told, edit);
      const rest = smallestEdit(edited, this.text);
      const kept = { ...rest, start: moved(rest.start, undo), end: moved(rest.end, undo) };
      this.text = apply(this.#told, kept);
      this.#waiting = this.text === this.#told ? [] : [kept];
    }
    if (this.#waiting.length === 0) this.text = this.#told;
  }

  /** The daemon tells its text. */
  tell(text) {
    this.#told = text;
    if (this.#waiting.length === 0) this.text = text;
  }
}
