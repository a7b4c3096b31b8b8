/**
 * A diagnostic of LSP, as people count: lines and columns from 1, the severity in a word.
 *
 * @param {any} told
 * @returns {Diagnostic}
 */
export function readDiagnostic({ code, message, range, severity }: any): Diagnostic;
/**
 * The answer to `field/check`, as so many verdicts.
 *
 * @param {any} answer
 * @param {number} count
 * @returns {RecordVerdict[]}
 * @throws {AnswerError} if it can't be read
 */
export function readVerdicts(answer: any, count: number): RecordVerdict[];
/**
 * A record as JSON.
 *
 * @param {any} record
 * @param {number} number which of several it is
 * @returns {RawJSON}
 * @throws {TypeError} if JSON can't hold it
 */
export function writtenRecord(record: any, number: number): RawJSON;
/**
 * Records as JSON, where one that JSON can't hold has a problem of its own; `completed` puts that into its verdict.
 *
 * @param {Iterable<any>} records
 * @returns {{written: RawJSON[], completed: (verdicts: RecordVerdict[]) => RecordVerdict[]}}
 */
export function writtenRecords(records: Iterable<any>): {
    written: RawJSON[];
    completed: (verdicts: RecordVerdict[]) => RecordVerdict[];
};
/**
 * What has become of an act. One that was refused is not `accepted`, has changed nothing, and says why.
 *
 * @typedef {object} Outcome
 * @property {boolean} accepted
 * @property {number} version of the document, behind the act
 * @property {string | null} [active] the key of the field that has the focus
 * @property {boolean} [moved] of an act about the focus: whether it went elsewhere
 * @property {{start: number, end: number}} [selection] what to select in a field that has just got the focus
 * @property {string} [reason] why it was refused, for programs
 * @property {string} [message] why it was refused, for people
 * @property {{text: string, removable?: boolean}[]} matches of an act of autofill
 * @property {string} [applied] the text that AutoFill has applied
 * @property {{count: number, unit: string}} [dropped] how much of a text had no room
 * @property {number} [entry] the number of an entry that was added
 */
/**
 * What the checks say of a field.
 *
 * @typedef {object} Verdict
 * @property {string} key
 * @property {boolean} valid
 * @property {import("./shapes.js").Problem[]} problems
 */
/**
 * Something wrong with the text of a form; `line` and `column` begin with 1.
 *
 * @typedef {object} Diagnostic
 * @property {"error" | "warning" | "information" | "hint"} severity
 * @property {string} code
 * @property {string} message
 * @property {number} line
 * @property {number} column
 */
/**
 * What a form says of a record, which is `valid` only if every rule was checked and none is broken.
 *
 * `diagnostics` are the errors in the text of the form, by which no record is right. Of a part of a record
 * in which nothing is wrong as far as it goes, `problems` has no error, though something may be `unchecked`.
 *
 * @typedef {object} RecordVerdict
 * @property {boolean} valid
 * @property {{path: string, severity: string, code: string, message: string, key?: string, data?: object}[]} problems
 * @property {Unchecked[]} unchecked
 * @property {Diagnostic[]} diagnostics
 * @property {object} [record] what answers in another program's shape make
 * @property {object} [answer] why these are refused, as that program reads it
 */
/**
 * Something of a record that was not checked: the place of the value, as a JSON pointer, and why.
 *
 * `why` is `uncheckedValidator` of a validator that nobody has, or that has failed or not answered, and
 * `uncheckedDependency` of a rule that depends on fields which a part of a record leaves open.
 *
 * @typedef {object} Unchecked
 * @property {string} path
 * @property {"uncheckedValidator" | "uncheckedDependency"} why
 * @property {string} message
 * @property {string} [key]
 * @property {{validator?: string, fields?: string[]}} data
 */
/**
 * What has changed in a turn: the members of fields that changed, null for one that is gone; the keys of
 * fields that are gone, and of those that are new or stand elsewhere; what is new of lists.
 *
 * `isWhole` says that the form was told as a whole, since something could not be read, or by whoever else
 * had asked for it.
 *
 * @typedef {object} Change
 * @property {number} version
 * @property {Record<string, object>} fields
 * @property {string[]} removed
 * @property {string[]} placed
 * @property {Record<string, object>} lists
 * @property {boolean} isWhole
 */
/**
 * A form that is open with the daemon, which owns its text, or of which the daemon tells.
 *
 * `form.field("email")` is a field; to iterate a form is to iterate its fields, in the order in which
 * they are shown. Fields in the entries of a list are among them, with keys such as `lines/7/product`;
 * `form.list("lines")` has them entry by entry. Acts are carried out one after the other, in the order in
 * which they were called. When something that was told can't be read, all is asked for anew.
 */
export class Form {
    /**
     * A form by its name; `Daemon.open` and `Daemon.form` give forms that hear what the daemon tells.
     *
     * @param {import("./connection.js").Connection} connection
     * @param {string} uri
     * @param {import("./daemon.js").Delegate} [delegate]
     */
    constructor(connection: import("./connection.js").Connection, uri: string, delegate?: import("./daemon.js").Delegate);
    /** What the form is called. */
    uri: string;
    /** The version of the text that was told last. */
    version: number;
    /** The language in which is spoken, and its direction, where one was named. @type {string | null} */
    lang: string | null;
    /** @type {"ltr" | "rtl" | null} */
    dir: "ltr" | "rtl" | null;
    /** @type {string | null} */
    title: string | null;
    /** @type {string | null} */
    description: string | null;
    /** @type {{key: string, label: string, description?: string, path?: string, repeat?: object}[]} */
    groups: {
        key: string;
        label: string;
        description?: string;
        path?: string;
        repeat?: object;
    }[];
    /** What is wrong with the text itself. @type {Diagnostic[]} */
    diagnostics: Diagnostic[];
    /** What is wrong with the values with which it was opened, such as a key that no field has. @type {RecordVerdict["problems"]} */
    problems: RecordVerdict["problems"];
    isClosed: boolean;
    /** Called with each change as soon as it is known here. @type {(change: Change) => void} */
    onChange: (change: Change) => void;
    /** Called with each event as it is told, ahead of the changes that it brings. @type {(event: object) => void} */
    onEvent: (event: object) => void;
    /** Called when the title, the groups or the mistakes of the text are told. */
    onIntroduction: () => void;
    /** Called when all was asked for and could not be had; the next change asks again. @type {(error: Error) => void} */
    onTrouble: (error: Error) => void;
    /** Called when it is closed or left, and hears no more. */
    onLeft: () => void;
    /** Whether the daemon is gone. @returns {boolean} */
    get hasEnded(): boolean;
    /** Whether the fields are as the daemon tells them. @returns {boolean} */
    get isCurrent(): boolean;
    /**
     * A field by its key.
     *
     * @param {string} key
     * @returns {Field}
     * @throws {RangeError} if there is none
     */
    field(key: string): Field;
    /** Whether there is a field. @param {string} key @returns {boolean} */
    has(key: string): boolean;
    /** The fields, in the order in which they are shown. @returns {Field[]} */
    get fields(): Field[];
    /** The field that has the focus. @returns {Field | null} */
    get active(): Field | null;
    /** The lists of the form. @returns {EntryList[]} */
    get lists(): EntryList[];
    /**
     * A list by the key of its group.
     *
     * @param {string} key
     * @returns {EntryList}
     * @throws {RangeError} if there is none
     */
    list(key: string): EntryList;
    /** A group by its key, or undefined. @param {string} key */
    group(key: string): {
        key: string;
        label: string;
        description?: string;
        path?: string;
        repeat?: object;
    };
    /**
     * The committed values so far, by key; of a list with entries an object for each of them.
     *
     * @returns {Record<string, any>}
     */
    get values(): Record<string, any>;
    /** Takes the focus away; the end-editing rules run, and a chosen row is written. @returns {Promise<Outcome>} */
    endEditing(): Promise<Outcome>;
    /** The Done button: ends editing, and writes the row that an open picker stands on. @returns {Promise<Outcome>} */
    done(): Promise<Outcome>;
    /**
     * The return key: moves on or ends editing, as the field's `returnKey` says.
     *
     * @param {{open?: boolean}} [options]
     * @returns {Promise<Outcome>}
     */
    pressReturn({ open }?: {
        open?: boolean;
    }): Promise<Outcome>;
    /** Moves to the field behind the active one. @param {{open?: boolean}} [options] @returns {Promise<Outcome>} */
    next({ open }?: {
        open?: boolean;
    }): Promise<Outcome>;
    /** Moves to the field before the active one. @param {{open?: boolean}} [options] @returns {Promise<Outcome>} */
    previous({ open }?: {
        open?: boolean;
    }): Promise<Outcome>;
    /**
     * Validates every field, and commits all of them or none.
     *
     * `partial` commits what passes, to be kept until somebody goes on with the form: nothing is missing, and
     * `errors` tells of the drafts that did not pass. `unchecked` are values with a validator that nobody has.
     *
     * Whole numbers beyond those that a number has exactly are rounded in `values`, unless the daemon was
     * started with `exactNumbers`: then they are `BigInt`.
     *
     * @param {{partial?: boolean}} [options]
     * @returns {Promise<{committed: true, version: number, values: Record<string, any>, unchecked: Unchecked[], errors: Verdict[]}
     *   | {committed: false, version: number, errors: Verdict[], diagnostics: Diagnostic[]}>}
     * @throws {DaemonError} if the daemon's answer can't be had
     */
    submit({ partial }?: {
        partial?: boolean;
    }): Promise<{
        committed: true;
        version: number;
        values: Record<string, any>;
        unchecked: Unchecked[];
        errors: Verdict[];
    } | {
        committed: false;
        version: number;
        errors: Verdict[];
        diagnostics: Diagnostic[];
    }>;
    /**
     * Runs the rules of all fields or some, and waits for checks that answer late.
     *
     * @param {string[]} [keys] of fields, and of lists that are asked whether they have entries enough
     * @param {"live" | "endEditing" | "submit"} [trigger]
     * @returns {Promise<{version: number, valid: boolean, fields: Verdict[], diagnostics: Diagnostic[], unproved: string[]}>}
     * @throws {import("./errors.js").RequestError} if there is no field with such a key
     */
    validate(keys?: string[], trigger?: "live" | "endEditing" | "submit"): Promise<{
        version: number;
        valid: boolean;
        fields: Verdict[];
        diagnostics: Diagnostic[];
        unproved: string[];
    }>;
    /**
     * What the form says of a record: values by key, as a submission commits them.
     *
     * What is typed into the form makes no difference, and is not changed.
     *
     * @param {any} values
     * @param {{locale?: string, partial?: boolean}} [options] the language of the messages, without one the
     *   form's; whether it is a part of a record, such as a change or a draft, so that what it lacks is fine
     * @returns {Promise<RecordVerdict>}
     * @throws {TypeError} for what JSON can't hold, such as NaN or undefined; `checkText` takes JSON as it came
     */
    check(values: any, options?: {
        locale?: string;
        partial?: boolean;
    }): Promise<RecordVerdict>;
    /**
     * What the form says of a record as JSON, judged as it is written: so `1e400`, which a number here
     * can't be, is told as wrong.
     *
     * @param {string} record
     * @param {{locale?: string, partial?: boolean}} [options] as in `check`
     * @returns {Promise<RecordVerdict>}
     * @throws {SyntaxError} for what is not JSON
     */
    checkText(record: string, options?: {
        locale?: string;
        partial?: boolean;
    }): Promise<RecordVerdict>;
    /**
     * What the form says of answers as another program hands them over; `record` of the verdict is what they make.
     *
     * @param {any} answers a text for `odk`, `urlencoded` and `github`, else JSON
     * @param {"formio" | "mcp" | "kobo" | "odk" | "urlencoded" | "github" | "slack" | "adaptive-cards" | "awx" | "a2ui"} shape
     * @param {{locale?: string, refusal?: "formio" | "slack" | "problem" | "paths"}} [options] `refusal` gives the verdict on answers
     *   that are refused an `answer` for that program
     * @returns {Promise<RecordVerdict>}
     */
    checkAnswers(answers: any, shape: "formio" | "mcp" | "kobo" | "odk" | "urlencoded" | "github" | "slack" | "adaptive-cards" | "awx" | "a2ui", { locale, refusal }?: {
        locale?: string;
        refusal?: "formio" | "slack" | "problem" | "paths";
    }): Promise<RecordVerdict>;
    /**
     * What the form says of each of some records.
     *
     * @param {any[]} records
     * @param {{locale?: string, partial?: boolean}} [options] as in `check`
     * @returns {Promise<RecordVerdict[]>}
     * @throws {TypeError} for what JSON can't hold, which says which record it is
     */
    checkBatch(records: any[], options?: {
        locale?: string;
        partial?: boolean;
    }): Promise<RecordVerdict[]>;
    /**
     * Each record with what the form says of it, in their order.
     *
     * Records are taken as they are needed: while the verdicts of so many are used, those of as many more
     * are on their way. One with something that JSON can't hold, such as NaN, has a problem `syntax`.
     *
     * @template Item
     * @param {Iterable<Item> | AsyncIterable<Item>} records
     * @param {number} [batchSize]
     * @param {{locale?: string, partial?: boolean}} [options] as in `check`
     * @returns {AsyncGenerator<[Item, RecordVerdict]>}
     */
    checkMany<Item>(records: Iterable<Item> | AsyncIterable<Item>, batchSize?: number, options?: {
        locale?: string;
        partial?: boolean;
    }): AsyncGenerator<[Item, RecordVerdict]>;
    /**
     * Waits until no check of the form, or of some fields, is pending.
     *
     * @param {string[]} [keys]
     * @returns {Promise<string[]>} the keys of fields whose rules have not all been run on their drafts
     */
    settled(keys?: string[]): Promise<string[]>;
    /**
     * Measures fields, given the heights of a `label`, `helper`, `counter` and `line`.
     *
     * @param {string[]} [keys]
     * @param {Record<string, number>} [metrics]
     * @returns {Promise<{key: string, heights: Record<string, number>}[]>}
     */
    layout(keys?: string[], metrics?: Record<string, number>): Promise<{
        key: string;
        heights: Record<string, number>;
    }[]>;
    /**
     * The drafts as the record that a form may be opened with, by `values`, for a program that keeps them.
     *
     * @param {(field: Field) => boolean} [isWanted] which of them; fields that are left out have the drafts of the document
     * @returns {RawJSON} its `text` is JSON
     */
    drafts(isWanted?: (field: Field) => boolean): RawJSON;
    /**
     * All fields and lists as they are told now; what is known here is brought up to that too.
     *
     * @returns {Promise<{version: number, fields: import("./shapes.js").Facts[], lists?: object[]}>}
     */
    snapshot(): Promise<{
        version: number;
        fields: import("./shapes.js").Facts[];
        lists?: object[];
    }>;
    /**
     * The form in the format of others, and what that has no room for.
     *
     * @param {string} [format] one of the formats of `field/export`
     * @param {{structured?: boolean}} [options] `structured`: a JSON Schema for the structured output of a model
     * @returns {Promise<{document: object, losses: {path: string, message: string}[]}>}
     */
    export(format?: string, { structured }?: {
        structured?: boolean;
    }): Promise<{
        document: object;
        losses: {
            path: string;
            message: string;
        }[];
    }>;
    /** What changes from now on, turn by turn, up to the form's closing. @returns {AsyncGenerator<Change>} */
    changes(): AsyncGenerator<Change>;
    /** What delegates are told from now on. @returns {AsyncGenerator<{name: string, field: Field, details: object}>} */
    events(): AsyncGenerator<{
        name: string;
        field: Field;
        details: object;
    }>;
    /**
     * Carries out an act by its protocol name, and is done once its changes are seen here.
     *
     * @param {string} name such as `replaceText`
     * @param {object} [params]
     * @returns {Promise<Outcome>}
     * @throws {DaemonError} if the daemon's answer can't be had; a refusal is an outcome
     */
    act(name: string, params?: object): Promise<Outcome>;
    /**
     * Asks something of the daemon about this form; gives the answer as it is told.
     *
     * @param {string} name what follows `field/`
     * @param {object} [params]
     * @returns {Promise<any>}
     * @throws {AnswerError} if the answer has not the shape that it should have
     * @throws {DaemonError} if there is none
     */
    request(name: string, params?: object): Promise<any>;
    /**
     * Opens the form with a `text` or a `document`, or learns of one that is open already.
     *
     * @param {{text?: string, document?: object, values?: object, locale?: string}} [content]
     */
    open(content?: {
        text?: string;
        document?: object;
        values?: object;
        locale?: string;
    }): Promise<void>;
    /**
     * Opens the form with a daemon that has not heard of it, with the drafts that are known here. One that
     * somebody else has opened is left.
     */
    reopen(): Promise<void>;
    /** Closes the form. @returns {Promise<string>} its final text */
    close(): Promise<string>;
    /** Ends what listens to the form here, and leaves the form open. */
    leave(): void;
    /**
     * Takes what is told of this form.
     *
     * @param {string} method
     * @param {any} params
     */
    hear(method: string, params: any): void;
    /** Asks for everything anew: something was told that can't be read. */
    lose(): void;
    /**
     * Takes what the answer to `field/open` says of the form as a whole.
     *
     * @param {any} answer
     */
    introduce(answer: any): void;
    /**
     * Takes all fields as they are told, perhaps to somebody else, to whom alone the news were told.
     *
     * @param {any} answer that of `field/snapshot`
     */
    take({ fields, lists, version }: any): void;
    /**
     * Asks for all fields and lists, and is done once they are known here.
     *
     * @returns {Promise<void>}
     * @throws {DaemonError} if they can't be had
     */
    catchUp(): Promise<void>;
    [Symbol.iterator](): ArrayIterator<Field>;
    #private;
}
/**
 * What has become of an act. One that was refused is not `accepted`, has changed nothing, and says why.
 */
export type Outcome = {
    accepted: boolean;
    /**
     * of the document, behind the act
     */
    version: number;
    /**
     * the key of the field that has the focus
     */
    active?: string | null;
    /**
     * of an act about the focus: whether it went elsewhere
     */
    moved?: boolean;
    /**
     * what to select in a field that has just got the focus
     */
    selection?: {
        start: number;
        end: number;
    };
    /**
     * why it was refused, for programs
     */
    reason?: string;
    /**
     * why it was refused, for people
     */
    message?: string;
    /**
     * of an act of autofill
     */
    matches: {
        text: string;
        removable?: boolean;
    }[];
    /**
     * the text that AutoFill has applied
     */
    applied?: string;
    /**
     * how much of a text had no room
     */
    dropped?: {
        count: number;
        unit: string;
    };
    /**
     * the number of an entry that was added
     */
    entry?: number;
};
/**
 * What the checks say of a field.
 */
export type Verdict = {
    key: string;
    valid: boolean;
    problems: import("./shapes.js").Problem[];
};
/**
 * Something wrong with the text of a form; `line` and `column` begin with 1.
 */
export type Diagnostic = {
    severity: "error" | "warning" | "information" | "hint";
    code: string;
    message: string;
    line: number;
    column: number;
};
/**
 * What a form says of a record, which is `valid` only if every rule was checked and none is broken.
 *
 * `diagnostics` are the errors in the text of the form, by which no record is right. Of a part of a record
 * in which nothing is wrong as far as it goes, `problems` has no error, though something may be `unchecked`.
 */
export type RecordVerdict = {
    valid: boolean;
    problems: {
        path: string;
        severity: string;
        code: string;
        message: string;
        key?: string;
        data?: object;
    }[];
    unchecked: Unchecked[];
    diagnostics: Diagnostic[];
    /**
     * what answers in another program's shape make
     */
    record?: object;
    /**
     * why these are refused, as that program reads it
     */
    answer?: object;
};
/**
 * Something of a record that was not checked: the place of the value, as a JSON pointer, and why.
 *
 * `why` is `uncheckedValidator` of a validator that nobody has, or that has failed or not answered, and
 * `uncheckedDependency` of a rule that depends on fields which a part of a record leaves open.
 */
export type Unchecked = {
    path: string;
    why: "uncheckedValidator" | "uncheckedDependency";
    message: string;
    key?: string;
    data: {
        validator?: string;
        fields?: string[];
    };
};
/**
 * What has changed in a turn: the members of fields that changed, null for one that is gone; the keys of
 * fields that are gone, and of those that are new or stand elsewhere; what is new of lists.
 *
 * `isWhole` says that the form was told as a whole, since something could not be read, or by whoever else
 * had asked for it.
 */
export type Change = {
    version: number;
    fields: Record<string, object>;
    removed: string[];
    placed: string[];
    lists: Record<string, object>;
    isWhole: boolean;
};
import { RawJSON } from "./connection.js";
import { Field } from "./field.js";
import { EntryList } from "./lists.js";
