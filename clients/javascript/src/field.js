import { RawJSON } from "./connection.js";

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A field of an open form: what the daemon says of it now, and what a person may do to it.
 *
 * The attributes are the members that protocol.md lists under "A field", with what they are where the
 * daemon says nothing. They are up to date whenever an act has been awaited, and change by themselves
 * when a check answers late. `facts` has the members as they were told.
 */
export class Field {
  #form;

  /**
   * @param {import("./form.js").Form} form
   * @param {import("./shapes.js").Facts} facts
   */
  constructor(form, facts) {
    this.#form = form;
    /** The members of the field as the daemon has told them. */
    this.facts = facts;
  }

  /** @returns {string} */
  get key() { return this.facts.key; }
  /** @returns {"entry" | "area" | "picker" | "date" | "any"} */
  get kind() { return this.facts.kind; }
  /** @returns {number} */
  get tag() { return this.facts.tag ?? 0; }
  /** @returns {string | null} */
  get group() { return this.facts.group ?? null; }
  /** Where its value stands in a record, a JSON pointer, where that is not under its key. @returns {string | null} */
  get path() { return this.facts.path ?? null; }
  /** The list and the number of the entry that the field is in. @returns {{list: string, id: number} | null} */
  get entry() { return this.facts.entry ?? null; }
  /** @returns {string} */
  get label() { return this.facts.label ?? ""; }
  /** @returns {{text: string, position: "up" | "down"}} */
  get title() { return this.facts.title; }
  /** @returns {string | null} */
  get placeholder() { return this.facts.placeholder ?? null; }
  /** What the document has for front ends, as it has it. @returns {any} */
  get presentation() { return this.facts.presentation ?? null; }

  // The draft. `value` is the committed value, if `isCommitted`.

  /** The draft in one line, where a `multiple` picker has several texts. @returns {string} */
  get text() { return Array.isArray(this.facts.text) ? this.facts.text.join(", ") : this.facts.text; }
  /** The draft as a list: what it says of each row that is chosen. @returns {string[]} */
  get chosen() {
    const { text } = this.facts;
    return Array.isArray(text) ? text : text === "" ? [] : [text];
  }
  /** The draft as people see it: a row's label, a date in its pattern, dots for a secret. @returns {string} */
  get display() { return this.facts.display ?? this.text; }
  /** @returns {string} */
  get date() { return this.facts.date ?? ""; }
  /** The draft as a record has it that a form is opened with; undefined for an empty one. @returns {any} */
  get draftValue() {
    if (this.kind === "date") return this.date || undefined;
    if (this.kind === "any") return json(this.text);
    if (this.kind !== "picker") return this.text || undefined;
    const values = new Map(this.rows.map((row) => [row.text ?? row.label, row.value]));
    const chosen = this.chosen.map((text) => exact(values.has(text) ? values.get(text) : text, text));
    return this.multiple ? chosen : chosen[0];
  }
  /** The committed value; a whole number may be a `BigInt` (see `exactNumbers`). @returns {any} */
  get value() { return this.facts.value ?? null; }
  /** @returns {boolean} */
  get isCommitted() { return this.facts.isCommitted === true; }

  // Where it stands.

  /** @returns {"standard" | "active" | "error" | "success" | "disabled"} */
  get state() { return this.facts.state ?? "standard"; }
  /** @returns {boolean} */
  get isActive() { return this.facts.isActive === true; }
  /** @returns {boolean} */
  get isOpen() { return this.facts.isOpen === true; }
  /** @returns {boolean} */
  get isPending() { return this.facts.isPending === true; }
  /** @returns {boolean} */
  get isEdited() { return this.facts.isEdited === true; }
  /** @returns {boolean} */
  get isVisible() { return this.facts.isVisible !== false; }
  /** @returns {boolean} */
  get isEnabled() { return this.facts.isEnabled !== false; }
  /** @returns {boolean} */
  get isRequired() { return this.facts.isRequired === true; }
  /** @returns {boolean} */
  get isReadOnly() { return this.facts.isReadOnly === true; }
  /** @returns {boolean} */
  get isSecure() { return this.facts.isSecure === true; }
  /** @returns {boolean} */
  get isRevealed() { return this.facts.isRevealed === true; }
  /** @returns {boolean} */
  get isClearable() { return this.facts.isClearable === true; }

  // What the checks say.

  /** What is wrong, in words. @returns {string | null} */
  get error() { return this.facts.error ?? null; }
  /** @returns {import("./shapes.js").Problem[]} */
  get problems() { return this.facts.problems ?? []; }
  /** @returns {string | null} */
  get helper() { return this.facts.helper ?? null; }
  /** @returns {{count: number, max: number, unit: string} | null} */
  get counter() { return this.facts.counter ?? null; }

  // A picker, a date.

  /** @returns {{value: any, label: string, text?: string, disabled?: boolean, hidden?: boolean, exclusive?: boolean, description?: string}[]} */
  get rows() { return this.facts.rows ?? []; }
  /** @returns {number | null} */
  get row() { return this.facts.row ?? null; }
  /** The row that lets a person type. @returns {{label: string, active: boolean} | null} */
  get manualEntry() { return this.facts.manualEntry ?? null; }
  /** @returns {boolean} */
  get multiple() { return this.facts.multiple === true; }
  /** @returns {"date" | "time" | "dateAndTime" | "countDownTimer"} */
  get mode() { return this.facts.mode ?? "date"; }
  /** @returns {string | null} */
  get minimumDate() { return this.facts.minimumDate ?? null; }
  /** @returns {string | null} */
  get maximumDate() { return this.facts.maximumDate ?? null; }
  /** Where the open picker stands while there is no date. @returns {string | null} */
  get defaultDate() { return this.facts.defaultDate ?? null; }
  /** The pattern that the form shows the date in. @returns {string | null} */
  get format() { return this.facts.format ?? null; }
  /** The zone whose clocks count, where the form names one; else they are the reader's. @returns {string | null} */
  get timeZone() { return this.facts.timeZone ?? null; }
  /** @returns {string | null} */
  get locale() { return this.facts.locale ?? null; }

  // Autofill.

  /** Where the field's texts come from. @returns {{source: string} | null} */
  get autofillSettings() { return this.facts.autofill ?? null; }
  /** The texts that go with the draft, while the field is active. @returns {{text: string, removable?: boolean}[]} */
  get matches() { return this.facts.matches ?? []; }
  /** @returns {boolean} */
  get isShowingAutofill() { return this.facts.isShowingAutofill === true; }

  // How it is drawn.

  /** @returns {{item: string, enabled: boolean}[]} */
  get toolbar() { return this.facts.toolbar ?? []; }
  /** @returns {string | null} */
  get prefix() { return this.facts.prefix ?? null; }
  /** @returns {string | null} */
  get unit() { return this.facts.unit ?? null; }
  /** @returns {string | null} */
  get icon() { return this.facts.icon ?? null; }
  /** @returns {string | null} */
  get iconAction() { return this.facts.iconAction ?? null; }
  /** @returns {Record<string, {role: string, value: string}>} */
  get colors() { return this.facts.colors; }
  /** @returns {"outlined" | "filled"} */
  get style() { return this.facts.style ?? "outlined"; }
  /** @returns {number} */
  get borderWidth() { return this.facts.borderWidth; }
  /** @returns {number} */
  get height() { return this.facts.height; }
  /** @returns {number} */
  get stackedHeight() { return this.facts.stackedHeight ?? 0; }
  /** @returns {number} */
  get horizontalPadding() { return this.facts.horizontalPadding ?? 0; }
  /** @returns {string} */
  get keyboard() { return this.facts.keyboard ?? "default"; }
  /** @returns {string} */
  get autocapitalization() { return this.facts.autocapitalization ?? "sentences"; }
  /** @returns {string} */
  get autocorrection() { return this.facts.autocorrection ?? "default"; }
  /** @returns {string} */
  get returnKey() { return this.facts.returnKey ?? "default"; }
  /** @returns {boolean} */
  get selectAllOnFocus() { return this.facts.selectAllOnFocus === true; }
  /** @returns {boolean} */
  get shakes() { return this.facts.shakes !== false; }

  /**
   * The key that the form's text gives the field: in an entry, what tells it from the others there.
   *
   * @returns {string}
   */
  get ownKey() {
    const { entry, key } = this;
    return entry === null ? key : key.slice(`${entry.list}/${entry.id}/`.length);
  }

  // What a person does. Each act waits for its turn, and has been seen here when it is done.

  /**
   * Gives the field the focus, and ends the editing of another; opens a picker or date.
   *
   * With `open: false` a picker or date stays closed, and is closed if it was open: nothing is written
   * by that, which is what Done is for.
   *
   * @param {{open?: boolean}} [options]
   * @returns {Promise<import("./form.js").Outcome>}
   */
  beginEditing({ open = true } = {}) {
    return this.#act("beginEditing", { open });
  }

  /**
   * Puts a text in the place of the draft, or of what is between two of its offsets.
   *
   * A text for which there is no room is refused, or with `truncate` cut off.
   *
   * @param {string} text
   * @param {{start?: number, end?: number, truncate?: boolean}} [options]
   * @returns {Promise<import("./form.js").Outcome>}
   */
  replaceText(text, { start, end, truncate = false } = {}) {
    const isPart = start !== undefined || end !== undefined;
    const range = { start: start ?? 0, end: end ?? this.text.length };
    return this.#act("replaceText", { text, truncate, ...(isPart && { range }) });
  }

  /** Empties the field; pickers and dates must be clearable. @returns {Promise<import("./form.js").Outcome>} */
  clear() {
    return this.#act("clear");
  }

  /**
   * Chooses a row by its value, exactly the rows with some values, or by `{ index }`.
   *
   * An index beyond the ends is clamped, the one behind the last row is the row for typed text, and
   * where a picker is `multiple` an index chooses or unchooses.
   *
   * @param {string | number | bigint | boolean | null | (string | number | bigint | boolean | null)[]
   *   | {index: number}} value
   * @returns {Promise<import("./form.js").Outcome>}
   */
  select(value) {
    if (Array.isArray(value)) return this.#act("select", { values: value });
    if (value !== null && typeof value === "object") return this.#act("select", { index: value.index });
    return this.#act("select", { value });
  }

  /** Lets a picker with a row for typed text take typed text. @returns {Promise<import("./form.js").Outcome>} */
  selectManual() {
    return this.#act("selectManual");
  }

  /**
   * Sets a date, a time, or a date and time; the daemon keeps it between its ends.
   *
   * @param {string} date in the shape of `mode`, such as `1990-12-31` or `15:59`
   * @returns {Promise<import("./form.js").Outcome>}
   */
  setDate(date) {
    return this.#act("setDate", { date });
  }

  /**
   * Tells the delegate of a tap on the icon, and carries out the icon's action.
   *
   * @param {{open?: boolean}} [options]
   * @returns {Promise<import("./form.js").Outcome>}
   */
  tapIcon({ open = true } = {}) {
    return this.#act("tapIcon", { open });
  }

  /**
   * Asks the field's source for everything that goes with the draft; changes nothing.
   *
   * @returns {Promise<{text: string, removable?: boolean}[]>}
   */
  async autofill() {
    return (await this.#act("autofill")).matches;
  }

  /**
   * The AutoFill button: applies the one match, or opens the list of several.
   *
   * @param {{open?: boolean}} [options]
   * @returns {Promise<import("./form.js").Outcome>}
   */
  showAutofill({ open = true } = {}) {
    return this.#act("autofill", { show: true, open });
  }

  /** The Cancel button of the list. @returns {Promise<import("./form.js").Outcome>} */
  hideAutofill() {
    return this.#act("autofill", { show: false });
  }

  /**
   * Puts a text of the list into the draft and closes the list.
   *
   * @param {string} text
   * @param {{open?: boolean}} [options] whether a picker or date is opened where the field moves on
   * @returns {Promise<import("./form.js").Outcome>}
   */
  applyAutofill(text, { open = true } = {}) {
    return this.#act("applyAutofill", { text, open });
  }

  /**
   * Remembers the draft, or a text, for the field's source.
   *
   * @param {string} [text]
   * @returns {Promise<import("./form.js").Outcome>}
   */
  learnAutofill(text) {
    return this.#act("learnAutofill", text === undefined ? {} : { text });
  }

  /**
   * Forgets a text, where the field lets people remove texts.
   *
   * @param {string} text
   * @returns {Promise<import("./form.js").Outcome>}
   */
  removeAutofill(text) {
    return this.#act("removeAutofill", { text });
  }

  // By hand.

  /**
   * Sets an error, which stays until the field is entered, chosen or cleared.
   *
   * @param {string} text
   * @returns {Promise<import("./form.js").Outcome>}
   */
  setError(text) {
    return this.#act("setError", { text });
  }

  /** Removes whatever error is shown. @returns {Promise<import("./form.js").Outcome>} */
  removeError() {
    return this.#act("removeError");
  }

  /**
   * Sets the state, which stays until the next verdict; `disabled` until another is set.
   *
   * @param {"standard" | "active" | "error" | "success" | "disabled"} state
   * @returns {Promise<import("./form.js").Outcome>}
   */
  setState(state) {
    return this.#act("setState", { state });
  }

  /**
   * Writes a property into the document, in the document's own spelling; null takes it out.
   *
   * @param {string} property
   * @param {any} value
   * @returns {Promise<import("./form.js").Outcome>}
   */
  setProperty(property, value) {
    return this.#act("setProperty", { property, value });
  }

  /**
   * Runs the field's rules, and waits for checks that answer late.
   *
   * Nothing in a form is valid whose text has errors.
   *
   * @param {"live" | "endEditing" | "submit"} [trigger]
   * @returns {Promise<import("./form.js").Verdict>}
   */
  async validate(trigger = "endEditing") {
    const { fields: [verdict], valid } = await this.#form.validate([this.key], trigger);
    return { ...verdict, valid };
  }

  /** Waits until no check of the field is pending. @returns {Promise<void>} */
  async settled() {
    await this.#form.settled([this.key]);
  }

  #act(name, params = {}) {
    return this.#form.act(name, { key: this.key, ...params });
  }
}

/** The value that a text is as JSON, as it is written; a text that is none as it is, unless it is empty. */
function json(text) {
  try {
    JSON.parse(text);
    // A line break stands between values, and never in a text.
    return new RawJSON(text.replace(/[\r\n]/g, " "));
  } catch {
    return text || undefined;
  }
}

/** A value as it is sent: the text that it is made of has all digits of a number. */
function exact(value, text) {
  return typeof value === "number" && JSON_NUMBER.test(text) ? new RawJSON(text) : value;
}
