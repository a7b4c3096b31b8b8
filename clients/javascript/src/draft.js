/**
 * Texts as edits: `{start, end, text}` puts `text` in the place of what is between two offsets,
 * which count UTF-16 units as strings do here.
 */

/** @typedef {{start: number, end: number, text: string}} Edit */

/**
 * The smallest edit that makes one text of another, never between the halves of a character.
 *
 * @param {string} from
 * @param {string} to
 * @returns {Edit}
 */
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

/** A text with an edit carried out. @param {string} text @param {Edit} edit @returns {string} */
export function apply(text, edit) {
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

/** Where an offset is once an edit has been carried out. @param {number} offset @param {Edit} edit @returns {number} */
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

/**
 * Edits, one behind the other, of a text of so many units, as they are once something before them
 * has been undone, or edited by somebody else.
 */
function rebased(edits, length, undo) {
  // Stretches of the text: what the person sees, and what there is.
  const unseen = { seen: 0, real: undo.text.length };
  const gone = { seen: undo.end - undo.start, real: 0 };
  let stretches = [both(undo.start), gone, unseen, both(length - undo.end)];
  const later = edits.map((edit) => {
    const [before, rest] = split(stretches, edit.start, true);
    const [taken, behind] = split(rest, edit.end - edit.start, false);
    const start = realLength(before);
    stretches = [...before, both(edit.text.length), ...behind];
    return { start, end: start + realLength(taken), text: edit.text };
  });
  return later;
}

function isSomething(edit) {
  return edit.start < edit.end || edit.text !== "";
}

function both(length) {
  return { seen: length, real: length };
}

function realLength(stretches) {
  return stretches.reduce((sum, it) => sum + it.real, 0);
}

/** Divides stretches where a person sees an offset; what is unseen there comes before it or not. */
function split(stretches, offset, isUnseenBefore) {
  let left = offset;
  const index = stretches.findIndex((it) => {
    if (it.seen > left || (left === 0 && !isUnseenBefore)) return true;
    left -= it.seen;
    return false;
  });
  if (index < 0) return [stretches, []];
  const { seen, real } = stretches[index];
  const first = { seen: left, real: Math.min(left, real) };
  const second = { seen: seen - left, real: real - first.real };
  return [[...stretches.slice(0, index), first], [second, ...stretches.slice(index + 1)]];
}

/**
 * The beginning of a text, of so many units at most and without half a character.
 *
 * @param {string} text
 * @param {number} length
 * @returns {string}
 */
export function cut(text, length) {
  return text.slice(0, isSplit(text, length) ? length - 1 : length);
}

function isSplit(text, offset) {
  return /[\ud800-\udbff]/.test(text[offset - 1]) && /[\udc00-\udfff]/.test(text[offset]);
}

/**
 * What a person has typed into a field, and how much of it the daemon has taken.
 *
 * Edits are said one at a time, in their order. While some wait, the person's text stands, whatever
 * the daemon tells of the text before it. An edit that is refused, or of which only a beginning was
 * kept, is taken out from under those behind it, which are kept. What is told while an edit is not
 * answered is looked at when it is: only then is it known whether the edit is in it. What somebody
 * else has changed goes below the edits that wait.
 */
export class Draft {
  /** What the person sees. @type {string} */
  text;
  #told;
  #waiting = [];
  /** Whether the first of those that wait was said. */
  #isSaid = false;
  /** What was told since. */
  #news = null;

  /** @param {string} text what the daemon has told */
  constructor(text) {
    this.text = text;
    this.#told = text;
  }

  /** The person has changed the text. @param {string} text */
  type(text) {
    this.#waiting.push(smallestEdit(this.text, text));
    this.text = text;
  }

  /** The edit to say next, or that was said last and is not answered. */
  get next() {
    return this.#waiting[0];
  }

  /** The edit to say now, unless the refusal of another, or somebody else, has left nothing of it. */
  say() {
    this.#isSaid = false;
    if (this.#news) this.tell(this.#news.text);
    this.#news = null;
    this.#waiting = this.#waiting.filter(isSomething);
    this.#isSaid = this.next !== undefined;
    return this.next;
  }

  /** The text that the daemon has, as far as it is known here; what is said next is an edit of it. */
  get told() {
    return this.#told;
  }

  /**
   * The daemon has answered to `next`, of whose text it has kept so many units, or none of it; the
   * document has a version since.
   *
   * @param {boolean} isAccepted
   * @param {number} [keptLength]
   * @param {number} [version]
   */
  answer(isAccepted, keptLength = Infinity, version = undefined) {
    const news = this.#news;
    const isInNews = isAccepted && news?.version >= version;
    this.#isSaid = false;
    this.#news = null;
    if (news && !isInNews) this.tell(news.text);
    this.#take(isAccepted, keptLength);
    if (isInNews) this.tell(news.text);
  }

  #take(isAccepted, keptLength) {
    const edit = this.#waiting.shift();
    const edited = apply(this.#told, edit);
    const { start, text } = edit;
    if (isAccepted && keptLength >= text.length) {
      this.#told = edited;
    } else {
      const cut = { start: start + keptLength, end: start + text.length, text: "" };
      const undo = isAccepted ? cut : inverse(this.#told, edit);
      this.#told = apply(edited, undo);
      this.#waiting = rebased(this.#waiting, edited.length, undo).filter(isSomething);
      this.text = this.#waiting.reduce(apply, this.#told);
    }
    if (this.#waiting.length === 0) this.text = this.#told;
  }

  /** The daemon tells its text, which the document has in a version. @param {string} text @param {number} [version] */
  tell(text, version = undefined) {
    if (this.#isSaid) {
      this.#news = { text, version };
      return;
    }
    if (this.#waiting.length > 0 && text !== this.#told) {
      this.#waiting = rebased(this.#waiting, this.#told.length, smallestEdit(this.#told, text));
      this.text = this.#waiting.reduce(apply, text);
    }
    this.#told = text;
    if (this.#waiting.length === 0) this.text = text;
  }
}
