/**
 * Offsets in texts: strings here count UTF-16 units, a daemon those of the encoding that was agreed
 * upon with who started it, which is an editor's in a preview.
 */

/**
 * An offset, in the units of an encoding.
 *
 * @param {string} text
 * @param {number} offset
 * @param {"utf-8" | "utf-16" | "utf-32"} encoding
 * @returns {number}
 */
export function toUnits(text, offset, encoding) {
  if (encoding === "utf-8") return new TextEncoder().encode(text.slice(0, offset)).length;
  if (encoding === "utf-32") return [...text.slice(0, offset)].length;
  return offset;
}

/**
 * The offset of so many units of an encoding; one inside of a character is behind it.
 *
 * @param {string} text
 * @param {number} count
 * @param {"utf-8" | "utf-16" | "utf-32"} encoding
 * @returns {number}
 */
export function fromUnits(text, count, encoding) {
  if (encoding === "utf-16") return count;
  let offset = 0;
  let passed = 0;
  for (const character of text) {
    if (passed >= count) break;
    passed += toUnits(character, character.length, encoding);
    offset += character.length;
  }
  return offset;
}
