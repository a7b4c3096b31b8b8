import { placed } from "./order.js";

/**
 * A live view of an entry of a list.
 *
 * `entry.field("product")` is a field, by the key that the list gives it; to iterate an entry is to
 * iterate its fields. The `number` stays the same, wherever the entry comes to stand.
 */
export class Entry {
  #form;

  /**
   * @param {import("./form.js").Form} form
   * @param {EntryList} list
   * @param {number} number
   */
  constructor(form, list, number) {
    this.#form = form;
    this.list = list;
    this.number = number;
  }

  /**
   * A field of the entry.
   *
   * @param {string} key the one that the list gives it
   * @returns {import("./field.js").Field}
   * @throws {RangeError} if the list has no such field
   */
  field(key) {
    return this.#form.field(`${this.list.key}/${this.number}/${key}`);
  }

  /** The fields of the entry, in the order in which they are shown. */
  *[Symbol.iterator]() {
    for (const field of this.#form) {
      if (field.entry?.list === this.list.key && field.entry.id === this.number) yield field;
    }
  }

  /** Takes the entry out of its list. @returns {Promise<import("./form.js").Outcome>} */
  remove() {
    return this.#form.act("removeEntry", { entry: this.number });
  }

  /**
   * Has the entry stand before another of its list, or behind all of them.
   *
   * @param {Entry} [before]
   * @returns {Promise<import("./form.js").Outcome>}
   */
  move(before) {
    return this.#form.act("moveEntry", { entry: this.number, ...beforeOf(before) });
  }
}

/**
 * A live view of a list: its entries in their order, and what is wrong with it as a whole.
 *
 * A list that is none any more has no entries.
 */
export class EntryList {
  #form;
  #entries = new Map();

  /**
   * @param {import("./form.js").Form} form
   * @param {string} key
   */
  constructor(form, key) {
    this.#form = form;
    this.key = key;
    /** @type {import("./shapes.js").Problem[]} */
    this.problems = [];
  }

  /** What people call the list. @returns {string} */
  get label() {
    return this.#form.group(this.key)?.label ?? this.key;
  }

  /** How the group repeats. @returns {{minEntries?: number, maxEntries?: number, unique?: string[], addLabel?: string}} */
  get repeat() {
    return this.#form.group(this.key)?.repeat ?? {};
  }

  /** The entries, in the order in which they are shown. @returns {Entry[]} */
  get entries() {
    return [...this.#entries.values()];
  }

  /**
   * The entry of a number, such as the `entry` of an outcome.
   *
   * @param {number} number
   * @returns {Entry}
   * @throws {RangeError} if it is not there
   */
  entry(number) {
    const entry = this.#entries.get(number);
    if (entry === undefined) throw new RangeError(`The list "${this.key}" has no entry ${number}`);
    return entry;
  }

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
  add(values, { before } = {}) {
    return this.#form.act("addEntry", { list: this.key, ...(values && { values }), ...beforeOf(before) });
  }

  // The daemon's side.

  /**
   * Takes the list as it is told as a whole.
   *
   * @param {{entries: number[], problems?: import("./shapes.js").Problem[]}} told
   */
  takeAll({ entries, problems }) {
    this.#keep(entries);
    this.problems = problems ?? [];
  }

  /**
   * Takes what is new of the list: first the `removed` are taken out, then the `added` are put in.
   *
   * @param {{removed?: number[], added?: {entry: number, before?: number}[], problems?: any[], gone?: boolean}} news
   */
  take({ removed = [], added = [], problems, gone }) {
    if (gone) {
      this.takeAll({ entries: [] });
      return;
    }
    const left = new Set(this.#entries.keys());
    for (const number of removed) left.delete(number);
    // Looked at from the end, each entry stands behind the one that it is put before.
    const places = new Map(added.map(({ entry, before }) => [entry, before ?? null]));
    this.#keep(placed([...left].reverse(), places).reverse());
    this.problems = problems ?? this.problems;
  }

  #keep(numbers) {
    const kept = (number) => this.#entries.get(number) ?? new Entry(this.#form, this, number);
    this.#entries = new Map(numbers.map((number) => [number, kept(number)]));
  }
}

function beforeOf(entry) {
  return entry === undefined ? {} : { before: entry.number };
}
