/**
 * The text of a document that is edited through LSP: lines and columns in UTF-16 units.
 */

/** What ends a line. */
const LINE_END = /\r\n|\r|\n/g;

/**
 * The offset of a position; what is behind the end of a line or of the text means the end.
 *
 * @param {string} text
 * @param {{line: number, character: number}} position
 * @returns {number}
 */
export function offsetOf(text, { line, character }) {
  let start = 0;
  let left = line;
  for (const { 0: sign, index } of text.matchAll(LINE_END)) {
    if (left === 0) return Math.min(start + character, index);
    start = index + sign.length;
    left -= 1;
  }
  return left === 0 ? Math.min(start + character, text.length) : text.length;
}

/**
 * The position of an offset.
 *
 * @param {string} text
 * @param {number} offset
 * @returns {{line: number, character: number}}
 */
export function positionOf(text, offset) {
  let [line, start] = [0, 0];
  for (const { 0: sign, index } of text.matchAll(LINE_END)) {
    if (offset < index + sign.length) break;
    start = index + sign.length;
    line += 1;
  }
  return { line, character: offset - start };
}

/**
 * A text with the edits of LSP carried out, all of which are meant for the text as it is.
 *
 * @param {string} text
 * @param {{range: {start: object, end: object}, newText: string}[]} edits
 * @returns {string}
 */
export function applyEdits(text, edits) {
  const inText = edits.map(({ range, newText }, index) => (
    { start: offsetOf(text, range.start), end: offsetOf(text, range.end), newText, index }));
  // Those at one place stand in the order in which they were given.
  inText.sort((a, b) => a.start - b.start || a.index - b.index);
  let made = "";
  let done = 0;
  for (const { start, end, newText } of inText) {
    made += text.slice(done, Math.max(start, done)) + newText;
    done = Math.max(end, done);
  }
  return made + text.slice(done);
}
