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
export function toUnits(text: string, offset: number, encoding: "utf-8" | "utf-16" | "utf-32"): number;
/**
 * The offset of so many units of an encoding; one inside of a character is behind it.
 *
 * @param {string} text
 * @param {number} count
 * @param {"utf-8" | "utf-16" | "utf-32"} encoding
 * @returns {number}
 */
export function fromUnits(text: string, count: number, encoding: "utf-8" | "utf-16" | "utf-32"): number;
