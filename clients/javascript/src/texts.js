/**
 * The text of a document that is edited through LSP: lines and columns in UTF-16 units.
 */

/**
 * The offset of a position; what is behind the end of a line or of the text means the end.
 *
 * @param {string} text
 * @param {{line: number, character: number}} position
 * @returns {number}
 */
export function offsetOf(text, { line, character }) {
  let start = 0;
  for (let left = line; left > 0; left -= 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  return Math.min(start + character, end < 0 ? text.length : end);
}

/**
 * The position of an offset.
 *
 * @param {string} text
 * @param {number} offset
 * @returns {{line: number, character: number}}
 */
export function positionOf(text, offset) {
  const before = text.slice(0, offset);
  const line = before.split("\n").length - 1;
  return { line, character: offset - (before.lastIndexOf("\n") + 1) };
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
