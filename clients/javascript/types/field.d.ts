/**
 * A field of an open form: what the daemon says of it now, and what a person may do to it.
 *
 * The attributes are the members that protocol.md lists under "A field", with what they are where the
 * daemon says nothing. They are up to date whenever an act has been awaited, and change by themselves
 * when a check answers late. `facts` has the members as they were told.
 */
export class Field {
    /**
     * @param {import("./form.js").Form} form
     * @param {import("./shapes.js").Facts} facts
     */
    constructor(form: import("./form.js").Form, facts: import("./shapes.js").Facts);
    /** The members of the field as the daemon has told them. */
    facts: import("./shapes.js").Facts;
    /** @returns {string} */
    get key(): string;
    /** @returns {"entry" | "area" | "picker" | "date" | "any"} */
    get kind(): "entry" | "area" | "picker" | "date" | "any";
    /** @returns {number} */
    get tag(): number;
    /** @returns {string | null} */
    get group(): string | null;
    /** Where its value stands in a record, a JSON pointer, where that is not under its key. @returns {string | null} */
    get path(): string | null;
    /** The list and the number of the entry that the field is in. @returns {{list: string, id: number} | null} */
    get entry(): {
        list: string;
        id: number;
    } | null;
    /** @returns {string} */
    get label(): string;
    /** @returns {{text: string, position: "up" | "down"}} */
    get title(): {
        text: string;
        position: "up" | "down";
    };
    /** @returns {string | null} */
    get placeholder(): string | null;
    /** What the document has for front ends, as it has it. @returns {any} */
    get presentation(): any;
    /** The draft in one line, where a `multiple` picker has several texts. @returns {string} */
    get text(): string;
    /** The draft as a list: what it says of each row that is chosen. @returns {string[]} */
    get chosen(): string[];
    /** The draft as people see it: a row's label, a date in its pattern, dots for a secret. @returns {string} */
    get display(): string;
    /** @returns {string} */
    get date(): string;
    /** The draft as a record has it that a form is opened with; undefined for an empty one. @returns {any} */
    get draftValue(): any;
    /** The committed value; a whole number may be a `BigInt` (see `exactNumbers`). @returns {any} */
    get value(): any;
    /** @returns {boolean} */
    get isCommitted(): boolean;
    /** @returns {"standard" | "active" | "error" | "success" | "disabled"} */
    get state(): "standard" | "active" | "error" | "success" | "disabled";
    /** @returns {boolean} */
    get isActive(): boolean;
    /** @returns {boolean} */
    get isOpen(): boolean;
    /** @returns {boolean} */
    get isPending(): boolean;
    /** @returns {boolean} */
    get isEdited(): boolean;
    /** @returns {boolean} */
    get isVisible(): boolean;
    /** @returns {boolean} */
    get isEnabled(): boolean;
    /** @returns {boolean} */
    get isRequired(): boolean;
    /** @returns {boolean} */
    get isReadOnly(): boolean;
    /** @returns {boolean} */
    get isSecure(): boolean;
    /** @returns {boolean} */
    get isRevealed(): boolean;
    /** @returns {boolean} */
    get isClearable(): boolean;
    /** What is wrong, in words. @returns {string | null} */
    get error(): string | null;
    /** @returns {import("./shapes.js").Problem[]} */
    get problems(): import("./shapes.js").Problem[];
    /** @returns {string | null} */
    get helper(): string | null;
    /** @returns {{count: number, max: number, unit: string} | null} */
    get counter(): {
        count: number;
        max: number;
        unit: string;
    } | null;
    /** @returns {{value: any, label: string, text?: string, disabled?: boolean, hidden?: boolean, exclusive?: boolean, description?: string}[]} */
    get rows(): {
        value: any;
        label: string;
        text?: string;
        disabled?: boolean;
        hidden?: boolean;
        exclusive?: boolean;
        description?: string;
    }[];
    /** @returns {number | null} */
    get row(): number | null;
    /** The row that lets a person type. @returns {{label: string, active: boolean} | null} */
    get manualEntry(): {
        label: string;
        active: boolean;
    } | null;
    /** @returns {boolean} */
    get multiple(): boolean;
    /** @returns {"date" | "time" | "dateAndTime" | "countDownTimer"} */
    get mode(): "date" | "time" | "dateAndTime" | "countDownTimer";
    /** @returns {string | null} */
    get minimumDate(): string | null;
    /** @returns {string | null} */
    get maximumDate(): string | null;
    /** Where the open picker stands while there is no date. @returns {string | null} */
    get defaultDate(): string | null;
    /** The pattern that the form shows the date in. @returns {string | null} */
    get format(): string | null;
    /** The zone whose clocks count, where the form names one; else they are the reader's. @returns {string | null} */
    get timeZone(): string | null;
    /** @returns {string | null} */
    get locale(): string | null;
    /** Where the field's texts come from. @returns {{source: string} | null} */
    get autofillSettings(): {
        source: string;
    } | null;
    /** The texts that go with the draft, while the field is active. @returns {{text: string, removable?: boolean}[]} */
    get matches(): {
        text: string;
        removable?: boolean;
    }[];
    /** @returns {boolean} */
    get isShowingAutofill(): boolean;
    /** @returns {{item: string, enabled: boolean}[]} */
    get toolbar(): {
        item: string;
        enabled: boolean;
    }[];
    /** @returns {string | null} */
    get prefix(): string | null;
    /** @returns {string | null} */
    get unit(): string | null;
    /** @returns {string | null} */
    get icon(): string | null;
    /** @returns {string | null} */
    get iconAction(): string | null;
    /** @returns {Record<string, {role: string, value: string}>} */
    get colors(): Record<string, {
        role: string;
        value: string;
    }>;
    /** @returns {"outlined" | "filled"} */
    get style(): "outlined" | "filled";
    /** @returns {number} */
    get borderWidth(): number;
    /** @returns {number} */
    get height(): number;
    /** @returns {number} */
    get stackedHeight(): number;
    /** @returns {number} */
    get horizontalPadding(): number;
    /** @returns {string} */
    get keyboard(): string;
    /** @returns {string} */
    get autocapitalization(): string;
    /** @returns {string} */
    get autocorrection(): string;
    /** @returns {string} */
    get returnKey(): string;
    /** @returns {boolean} */
    get selectAllOnFocus(): boolean;
    /** @returns {boolean} */
    get shakes(): boolean;
    /**
     * The key that the form's text gives the field: in an entry, what tells it from the others there.
     *
     * @returns {string}
     */
    get ownKey(): string;
    /**
     * Gives the field the focus, and ends the editing of another; opens a picker or date.
     *
     * With `open: false` a picker or date stays closed, and is closed if it was open: nothing is written
     * by that, which is what Done is for.
     *
     * @param {{open?: boolean}} [options]
     * @returns {Promise<import("./form.js").Outcome>}
     */
    beginEditing({ open }?: {
        open?: boolean;
    }): Promise<import("./form.js").Outcome>;
    /**
     * Puts a text in the place of the draft, or of what is between two of its offsets.
     *
     * A text for which there is no room is refused, or with `truncate` cut off.
     *
     * @param {string} text
     * @param {{start?: number, end?: number, truncate?: boolean}} [options]
     * @returns {Promise<import("./form.js").Outcome>}
     */
    replaceText(text: string, { start, end, truncate }?: {
        start?: number;
        end?: number;
        truncate?: boolean;
    }): Promise<import("./form.js").Outcome>;
    /** Empties the field; pickers and dates must be clearable. @returns {Promise<import("./form.js").Outcome>} */
    clear(): Promise<import("./form.js").Outcome>;
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
    select(value: string | number | bigint | boolean | null | (string | number | bigint | boolean | null)[] | {
        index: number;
    }): Promise<import("./form.js").Outcome>;
    /** Lets a picker with a row for typed text take typed text. @returns {Promise<import("./form.js").Outcome>} */
    selectManual(): Promise<import("./form.js").Outcome>;
    /**
     * Sets a date, a time, or a date and time; the daemon keeps it between its ends.
     *
     * @param {string} date in the shape of `mode`, such as `1990-12-31` or `15:59`
     * @returns {Promise<import("./form.js").Outcome>}
     */
    setDate(date: string): Promise<import("./form.js").Outcome>;
    /**
     * Tells the delegate of a tap on the icon, and carries out the icon's action.
     *
     * @param {{open?: boolean}} [options]
     * @returns {Promise<import("./form.js").Outcome>}
     */
    tapIcon({ open }?: {
        open?: boolean;
    }): Promise<import("./form.js").Outcome>;
    /**
     * Asks the field's source for everything that goes with the draft; changes nothing.
     *
     * @returns {Promise<{text: string, removable?: boolean}[]>}
     */
    autofill(): Promise<{
        text: string;
        removable?: boolean;
    }[]>;
    /**
     * The AutoFill button: applies the one match, or opens the list of several.
     *
     * @param {{open?: boolean}} [options]
     * @returns {Promise<import("./form.js").Outcome>}
     */
    showAutofill({ open }?: {
        open?: boolean;
    }): Promise<import("./form.js").Outcome>;
    /** The Cancel button of the list. @returns {Promise<import("./form.js").Outcome>} */
    hideAutofill(): Promise<import("./form.js").Outcome>;
    /**
     * Puts a text of the list into the draft and closes the list.
     *
     * @param {string} text
     * @param {{open?: boolean}} [options] whether a picker or date is opened where the field moves on
     * @returns {Promise<import("./form.js").Outcome>}
     */
    applyAutofill(text: string, { open }?: {
        open?: boolean;
    }): Promise<import("./form.js").Outcome>;
    /**
     * Remembers the draft, or a text, for the field's source.
     *
     * @param {string} [text]
     * @returns {Promise<import("./form.js").Outcome>}
     */
    learnAutofill(text?: string): Promise<import("./form.js").Outcome>;
    /**
     * Forgets a text, where the field lets people remove texts.
     *
     * @param {string} text
     * @returns {Promise<import("./form.js").Outcome>}
     */
    removeAutofill(text: string): Promise<import("./form.js").Outcome>;
    /**
     * Sets an error, which stays until the field is entered, chosen or cleared.
     *
     * @param {string} text
     * @returns {Promise<import("./form.js").Outcome>}
     */
    setError(text: string): Promise<import("./form.js").Outcome>;
    /** Removes whatever error is shown. @returns {Promise<import("./form.js").Outcome>} */
    removeError(): Promise<import("./form.js").Outcome>;
    /**
     * Sets the state, which stays until the next verdict; `disabled` until another is set.
     *
     * @param {"standard" | "active" | "error" | "success" | "disabled"} state
     * @returns {Promise<import("./form.js").Outcome>}
     */
    setState(state: "standard" | "active" | "error" | "success" | "disabled"): Promise<import("./form.js").Outcome>;
    /**
     * Writes a property into the document, in the document's own spelling; null takes it out.
     *
     * @param {string} property
     * @param {any} value
     * @returns {Promise<import("./form.js").Outcome>}
     */
    setProperty(property: string, value: any): Promise<import("./form.js").Outcome>;
    /**
     * Runs the field's rules, and waits for checks that answer late.
     *
     * Nothing in a form is valid whose text has errors.
     *
     * @param {"live" | "endEditing" | "submit"} [trigger]
     * @returns {Promise<import("./form.js").Verdict>}
     */
    validate(trigger?: "live" | "endEditing" | "submit"): Promise<import("./form.js").Verdict>;
    /** Waits until no check of the field is pending. @returns {Promise<void>} */
    settled(): Promise<void>;
    #private;
}
