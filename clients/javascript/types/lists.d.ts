/**
 * A live view of an entry of a list.
 *
 * `entry.field("product")` is a field, by the key that the list gives it; to iterate an entry is to
 * iterate its fields. The `number` stays the same, wherever the entry comes to stand.
 */
export class Entry {
    /**
     * @param {import("./form.js").Form} form
     * @param {EntryList} list
     * @param {number} number
     */
    constructor(form: import("./form.js").Form, list: EntryList, number: number);
    list: EntryList;
    number: number;
    /**
     * A field of the entry.
     *
     * @param {string} key the one that the list gives it
     * @returns {import("./field.js").Field}
     * @throws {RangeError} if the list has no such field
     */
    field(key: string): import("./field.js").Field;
    /** Takes the entry out of its list. @returns {Promise<import("./form.js").Outcome>} */
    remove(): Promise<import("./form.js").Outcome>;
    /**
     * Has the entry stand before another of its list, or behind all of them.
     *
     * @param {Entry} [before]
     * @returns {Promise<import("./form.js").Outcome>}
     */
    move(before?: Entry): Promise<import("./form.js").Outcome>;
    /** The fields of the entry, in the order in which they are shown. */
    [Symbol.iterator](): Generator<import("./field.js").Field, void, unknown>;
    #private;
}
/**
 * A live view of a list: its entries in their order, and what is wrong with it as a whole.
 *
 * A list that is none any more has no entries.
 */
export class EntryList {
    /**
     * @param {import("./form.js").Form} form
     * @param {string} key
     */
    constructor(form: import("./form.js").Form, key: string);
    key: string;
    /** @type {import("./shapes.js").Problem[]} */
    problems: import("./shapes.js").Problem[];
    /** What people call the list. @returns {string} */
    get label(): string;
    /** How the group repeats. @returns {{minEntries?: number, maxEntries?: number, unique?: string[], addLabel?: string}} */
    get repeat(): {
        minEntries?: number;
        maxEntries?: number;
        unique?: string[];
        addLabel?: string;
    };
    /** The entries, in the order in which they are shown. @returns {Entry[]} */
    get entries(): Entry[];
    /**
     * The entry of a number, such as the `entry` of an outcome.
     *
     * @param {number} number
     * @returns {Entry}
     * @throws {RangeError} if it is not there
     */
    entry(number: number): Entry;
    /**
     * Puts in an entry, before another or behind all; its first field gets the focus.
     *
     * With `values` its fields begin with what would be committed as these, by the keys that the list
     * gives them; without, with what the list has for them. The outcome has its number in `entry`.
     *
     * @param {object} [values]
     * @param {{before?: Entry}} [options]
     * @returns {Promise<import("./form.js").Outcome>}
     */
    add(values?: object, { before }?: {
        before?: Entry;
    }): Promise<import("./form.js").Outcome>;
    /**
     * Takes the list as it is told as a whole.
     *
     * @param {{entries: number[], problems?: import("./shapes.js").Problem[]}} told
     */
    takeAll({ entries, problems }: {
        entries: number[];
        problems?: import("./shapes.js").Problem[];
    }): void;
    /**
     * Takes what is new of the list: first the `removed` are taken out, then the `added` are put in.
     *
     * @param {{removed?: number[], added?: {entry: number, before?: number}[], problems?: any[], gone?: boolean}} news
     */
    take({ removed, added, problems, gone }: {
        removed?: number[];
        added?: {
            entry: number;
            before?: number;
        }[];
        problems?: any[];
        gone?: boolean;
    }): void;
    #private;
}
