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
export function smallestEdit(from: string, to: string): Edit;
/** A text with an edit carried out. @param {string} text @param {Edit} edit @returns {string} */
export function apply(text: string, edit: Edit): string;
/** Where an offset is once an edit has been carried out. @param {number} offset @param {Edit} edit @returns {number} */
export function moved(offset: number, edit: Edit): number;
/**
 * The beginning of a text, of so many units at most and without half a character.
 *
 * @param {string} text
 * @param {number} length
 * @returns {string}
 */
export function cut(text: string, length: number): string;
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
    /** @param {string} text what the daemon has told */
    constructor(text: string);
    /** What the person sees. @type {string} */
    text: string;
    /** The person has changed the text. @param {string} text */
    type(text: string): void;
    /** The edit to say next, or that was said last and is not answered. */
    get next(): any;
    /** The edit to say now, unless the refusal of another, or somebody else, has left nothing of it. */
    say(): any;
    /** The text that the daemon has, as far as it is known here; what is said next is an edit of it. */
    get told(): string;
    /**
     * The daemon has answered to `next`, of whose text it has kept so many units, or none of it; the
     * document has a version since.
     *
     * @param {boolean} isAccepted
     * @param {number} [keptLength]
     * @param {number} [version]
     */
    answer(isAccepted: boolean, keptLength?: number, version?: number): void;
    /** The daemon tells its text, which the document has in a version. @param {string} text @param {number} [version] */
    tell(text: string, version?: number): void;
    #private;
}
export type Edit = {
    start: number;
    end: number;
    text: string;
};
