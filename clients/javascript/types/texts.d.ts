/**
 * The offset of a position; what is behind the end of a line or of the text means the end.
 *
 * @param {string} text
 * @param {{line: number, character: number}} position
 * @returns {number}
 */
export function offsetOf(text: string, { line, character }: {
    line: number;
    character: number;
}): number;
/**
 * The position of an offset.
 *
 * @param {string} text
 * @param {number} offset
 * @returns {{line: number, character: number}}
 */
export function positionOf(text: string, offset: number): {
    line: number;
    character: number;
};
/**
 * A text with the edits of LSP carried out, all of which are meant for the text as it is.
 *
 * @param {string} text
 * @param {{range: {start: object, end: object}, newText: string}[]} edits
 * @returns {string}
 */
export function applyEdits(text: string, edits: {
    range: {
        start: object;
        end: object;
    };
    newText: string;
}[]): string;
