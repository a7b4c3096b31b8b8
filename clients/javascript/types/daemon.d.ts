/**
 * The text of a file, or of what stands at an address.
 *
 * @param {URL} url
 * @returns {Promise<string>}
 */
export function read(url: URL): Promise<string>;
/**
 * Who is asked before something happens to a field or a list, and told after it has.
 *
 * Only the questions that it has are asked, and an act waits for their answers, which may be promises: 2
 * seconds, then it happens; one that asks must not wait for an act. Of an event it is told when the field
 * shows what the event has changed.
 *
 * @typedef {object} Delegate
 * @property {(field: import("./field.js").Field) => any} [shouldBeginEditing] only false is a no, here and below
 * @property {(field: import("./field.js").Field) => any} [shouldEndEditing]
 * @property {(field: import("./field.js").Field) => any} [shouldReturn]
 * @property {(field: import("./field.js").Field) => any} [shouldClear]
 * @property {(field: import("./field.js").Field, start: number, end: number, text: string) => any} [shouldChangeText]
 * @property {(field: import("./field.js").Field) => any} [shouldTapIcon]
 * @property {(list: import("./lists.js").EntryList) => any} [shouldAddEntry]
 * @property {(entry: import("./lists.js").Entry) => any} [shouldRemoveEntry]
 * @property {(field: import("./field.js").Field) => void} [didBeginEditing]
 * @property {(field: import("./field.js").Field) => void} [didEndEditing]
 * @property {(field: import("./field.js").Field) => void} [cleared]
 * @property {(field: import("./field.js").Field, details: {index: number, value: any}) => void} [didSelectRow]
 * @property {(field: import("./field.js").Field, details: {date: string}) => void} [dateChanged]
 * @property {(field: import("./field.js").Field) => void} [iconTapped]
 * @property {() => void} [restarted] the daemon had ended and was started again, with the forms that are open
 */
/**
 * Says what is wrong with a draft, in words; false for a refusal without words; true, null or nothing if
 * nothing is. An exception, or any other answer, is a failure of the validator: the value could not be
 * checked then, which is told in `console.error`, and nothing of it is committed.
 * `field` is null where a record is checked by a form that is not open here.
 *
 * @typedef {(check: {field: import("./field.js").Field | null, value: string, values: Record<string, any>,
 *   signal: AbortSignal}) => any} Validator
 */
/**
 * Gives the texts that go with a draft.
 *
 * @typedef {(query: {field: import("./field.js").Field, text: string, signal: AbortSignal}) =>
 *   any} AutofillSource
 */
/**
 * @typedef {object} Options
 * @property {Delegate} [delegate] who is asked and told about the fields of all forms
 * @property {Record<string, Validator>} [validators] closures that forms may name
 * @property {Record<string, AutofillSource>} [autofillSources] likewise
 * @property {string} [locale] the language of whoever reads, a tag such as `de` or `pt-BR`
 * @property {Record<string, any>} [capabilities] what else a client of LSP announces
 * @property {boolean} [exactNumbers] whether whole numbers beyond ±(2^53 − 1), which forms take by their
 *   `precision`, are told as `BigInt`, in values and rows; else they are numbers, which are not exact then
 */
/** A daemon, and the forms that are open with it. */
export class Daemon {
    /**
     * Starts a daemon of one's own, a child process; in Node.
     *
     * One that ends unasked is started again, with the forms that were opened here and the drafts that are
     * known of them: what was asked before is rejected with `DaemonEnded`, what is asked from then on waits.
     * The delegate hears of it by `restarted`. One that ends four times in a minute stays ended.
     *
     * @param {Options & {command?: string | string[], store?: string, restart?: boolean}} [options] the
     *   `command` is the program, `fieldd` in `PATH` unless given; `store` is the file that keeps learned
     *   autofill texts, or `:memory:`; with `restart: false` a daemon that ends stays ended
     * @returns {Promise<Daemon>}
     * @throws {import("./errors.js").DaemonNotFound} if it can't be started
     */
    static start({ command, store, restart, ...options }?: Options & {
        command?: string | string[];
        store?: string;
        restart?: boolean;
    }): Promise<Daemon>;
    /**
     * Loads a daemon into this program: the module `fieldd.wasm`, in a page, a worker or Node.
     *
     * A module that ends unasked is started again, as `start` does it with a process.
     *
     * @param {Options & {module?: import("./engine.js").ModuleSource, store?: Pick<Storage, "getItem" | "setItem">,
     *   restart?: boolean}} [options] the `module` is the one that this package ships unless given; the `store` keeps
     *   learned autofill texts, such as `localStorage`; without one they are forgotten with the daemon
     * @returns {Promise<Daemon>}
     * @throws {import("./errors.js").DaemonNotFound} if there is no such module
     */
    static load({ module, store, restart, ...options }?: Options & {
        module?: import("./engine.js").ModuleSource;
        store?: Pick<Storage, "getItem" | "setItem">;
        restart?: boolean;
    }): Promise<Daemon>;
    /**
     * Reaches a daemon through a WebSocket, one message each, of which this is the client.
     *
     * @param {string | URL} address
     * @param {Options} [options]
     * @returns {Promise<Daemon>}
     * @throws {import("./errors.js").DaemonNotFound} if nobody answers there
     */
    static connect(address: string | URL, options?: Options): Promise<Daemon>;
    /**
     * Joins a daemon that somebody else has started and introduced itself to, such as an editor.
     *
     * @param {Connection} connection
     * @param {{encoding?: string, delegate?: Delegate}} [options] in what that daemon counts offsets
     * @returns {Daemon}
     */
    static join(connection: Connection, { encoding, delegate }?: {
        encoding?: string;
        delegate?: Delegate;
    }): Daemon;
    /**
     * A daemon at the other end of a connection; `start`, `load`, `connect` and `join` make one that is ready.
     *
     * @param {Connection} connection
     * @param {Options} [options]
     */
    constructor(connection: Connection, { delegate, validators, autofillSources }?: Options);
    /** Called with what is told that is about no form of this daemon. @type {(method: string, params: any) => void} */
    onNotification: (method: string, params: any) => void;
    /**
     * Called with what is asked that is about no form, as `Connection.onRequest`.
     *
     * @type {(method: string, params: any, signal: AbortSignal) => Promise<any> | undefined}
     */
    onRequest: (method: string, params: any, signal: AbortSignal) => Promise<any> | undefined;
    /** Called once, with a code and a reason, when nothing more will come. @type {(code: any, reason: string) => void} */
    onEnd: (code: any, reason: string) => void;
    /** The units in which offsets are counted. */
    encoding: string;
    /** What the daemon offers to editors, as its answer to `initialize` says. @type {Record<string, any>} */
    capabilities: Record<string, any>;
    /** What is said goes through it, methods of LSP as well. */
    connection: Connection;
    /**
     * Opens a form, given as JSON, as a text, or as the URL of a file.
     *
     * The file itself is not written to; `form.close()` gives the final text.
     *
     * @param {object | string | URL} document
     * @param {{uri?: string, values?: object, locale?: string, tidy?: boolean, allowErrors?: boolean, format?: string}} [options]
     *   with `values` its fields begin with what would be committed as these; `locale` is the language of whoever
     *   fills it in; with `tidy` what people type is tidied when they leave it; `allowErrors` opens a form whose text has errors all the same, as editors do;
     *   `format` is that of the form, such as `surveyjs`: unless given, its content or the name of its file says it, and what it asks in that format alone stands in `unchecked` of each verdict
     * @returns {Promise<Form>}
     * @throws {import("./errors.js").FormError} if its text has errors, so that it can't be submitted
     * @throws {import("./errors.js").RequestError} if it can't be opened, such as for values of no field
     */
    open(document: object | string | URL, { uri, values, locale, tidy, format, allowErrors }?: {
        uri?: string;
        values?: object;
        locale?: string;
        tidy?: boolean;
        allowErrors?: boolean;
        format?: string;
    }): Promise<Form>;
    /**
     * A form that somebody else has open, or an editor here; `form.open()` learns of it.
     *
     * @param {string} uri
     * @returns {Form}
     */
    form(uri: string): Form;
    /**
     * Makes a document of a form in the format of others; it can be opened then.
     *
     * @param {object} document
     * @param {"json-schema"} [format]
     * @returns {Promise<{document: object, losses: {path: string, message: string}[]}>}
     */
    importForm(document: object, format?: "json-schema"): Promise<{
        document: object;
        losses: {
            path: string;
            message: string;
        }[];
    }>;
    /**
     * Ends the daemon, politely if it is still there.
     *
     * @returns {Promise<number | string>} the status, or the code with which the connection was closed
     */
    stop(): Promise<number | string>;
    #private;
}
/**
 * Who is asked before something happens to a field or a list, and told after it has.
 *
 * Only the questions that it has are asked, and an act waits for their answers, which may be promises: 2
 * seconds, then it happens; one that asks must not wait for an act. Of an event it is told when the field
 * shows what the event has changed.
 */
export type Delegate = {
    /**
     * only false is a no, here and below
     */
    shouldBeginEditing?: (field: import("./field.js").Field) => any;
    shouldEndEditing?: (field: import("./field.js").Field) => any;
    shouldReturn?: (field: import("./field.js").Field) => any;
    shouldClear?: (field: import("./field.js").Field) => any;
    shouldChangeText?: (field: import("./field.js").Field, start: number, end: number, text: string) => any;
    shouldTapIcon?: (field: import("./field.js").Field) => any;
    shouldAddEntry?: (list: import("./lists.js").EntryList) => any;
    shouldRemoveEntry?: (entry: import("./lists.js").Entry) => any;
    didBeginEditing?: (field: import("./field.js").Field) => void;
    didEndEditing?: (field: import("./field.js").Field) => void;
    cleared?: (field: import("./field.js").Field) => void;
    didSelectRow?: (field: import("./field.js").Field, details: {
        index: number;
        value: any;
    }) => void;
    dateChanged?: (field: import("./field.js").Field, details: {
        date: string;
    }) => void;
    iconTapped?: (field: import("./field.js").Field) => void;
    /**
     * the daemon had ended and was started again, with the forms that are open
     */
    restarted?: () => void;
};
/**
 * Says what is wrong with a draft, in words; false for a refusal without words; true, null or nothing if
 * nothing is. An exception, or any other answer, is a failure of the validator: the value could not be
 * checked then, which is told in `console.error`, and nothing of it is committed.
 * `field` is null where a record is checked by a form that is not open here.
 */
export type Validator = (check: {
    field: import("./field.js").Field | null;
    value: string;
    values: Record<string, any>;
    signal: AbortSignal;
}) => any;
/**
 * Gives the texts that go with a draft.
 */
export type AutofillSource = (query: {
    field: import("./field.js").Field;
    text: string;
    signal: AbortSignal;
}) => any;
export type Options = {
    /**
     * who is asked and told about the fields of all forms
     */
    delegate?: Delegate;
    /**
     * closures that forms may name
     */
    validators?: Record<string, Validator>;
    /**
     * likewise
     */
    autofillSources?: Record<string, AutofillSource>;
    /**
     * the language of whoever reads, a tag such as `de` or `pt-BR`
     */
    locale?: string;
    /**
     * what else a client of LSP announces
     */
    capabilities?: Record<string, any>;
    /**
     * whether whole numbers beyond ±(2^53 − 1), which forms take by their
     * `precision`, are told as `BigInt`, in values and rows; else they are numbers, which are not exact then
     */
    exactNumbers?: boolean;
};
import { Connection } from "./connection.js";
import { Form } from "./form.js";
