/**
 * A form that judges records in the program itself, and answers at once.
 *
 * `check` waits for nothing: it is no promise, as long as no validator gives one. The checker is a schema of Standard
 * Schema too, so what takes such schemas takes a field document.
 *
 * @template {Record<string, any>} [Values=Record<string, any>] the records that the form takes
 */
export class Checker<Values extends Record<string, any> = Record<string, any>> {
    /**
     * Makes a checker of a form.
     *
     * @template {Record<string, any>} [Values=Record<string, any>]
     * @param {object | string | URL} document as `Daemon.open` takes it: JSON, a text, or the URL of a file
     * @param {{module?: import("./engine.js").ModuleSource, validators?: Record<string, import("./daemon.js").Validator>,
     *   locale?: string, format?: string, exactNumbers?: boolean}} [options] as of `Daemon.load` and `Daemon.open`; a validator's `field` is null here
     * @returns {Promise<Checker<Values>>}
     * @throws {import("./errors.js").DaemonNotFound} if there is no such module
     * @throws {FormError} if the form's text has errors, by which no record is right
     * @throws {import("./errors.js").RequestError} if it is no form
     */
    static load<Values_1 extends Record<string, any> = Record<string, any>>(document: object | string | URL, { module, validators, locale, format, exactNumbers }?: {
        module?: import("./engine.js").ModuleSource;
        validators?: Record<string, import("./daemon.js").Validator>;
        locale?: string;
        format?: string;
        exactNumbers?: boolean;
    }): Promise<Checker<Values_1>>;
    /**
     * `Checker.load` makes one that is ready.
     *
     * @param {WebAssembly.Module} module
     * @param {{uri: string, validators: Record<string, import("./daemon.js").Validator>, exactNumbers: boolean,
     *   locale?: string, opened: object}} settings
     */
    constructor(module: WebAssembly.Module, settings: {
        uri: string;
        validators: Record<string, import("./daemon.js").Validator>;
        exactNumbers: boolean;
        locale?: string;
        opened: object;
    });
    /**
     * The properties of Standard Schema.
     *
     * @readonly
     * @type {import("./standard.js").StandardProps<Values>}
     */
    readonly "~standard": import("./standard.js").StandardProps<Values>;
    /**
     * What the form says of a record: values by key, as a submission commits them.
     *
     * @param {Values} values
     * @param {{locale?: string, partial?: boolean}} [options] as of `Form.check`
     * @returns {import("./form.js").RecordVerdict}
     * @throws {TypeError} for what JSON can't hold, such as NaN or undefined, and if a validator gives a promise:
     *   `checkAsync` waits for it
     * @throws {DaemonEnded} if the module ends; another instance is started then, for which `checkAsync` waits
     */
    check(values: Values, options?: {
        locale?: string;
        partial?: boolean;
    }): import("./form.js").RecordVerdict;
    /**
     * The same as a promise, which waits for validators that answer late.
     *
     * @param {Values} values
     * @param {{locale?: string, partial?: boolean}} [options]
     * @returns {Promise<import("./form.js").RecordVerdict>}
     * @throws {TypeError} for what JSON can't hold
     */
    checkAsync(values: Values, options?: {
        locale?: string;
        partial?: boolean;
    }): Promise<import("./form.js").RecordVerdict>;
    /**
     * What the form says of a record as JSON, judged as it is written, as by `Form.checkText`.
     *
     * @param {string} record
     * @param {{locale?: string, partial?: boolean}} [options]
     * @returns {import("./form.js").RecordVerdict}
     * @throws {SyntaxError} for what is not JSON
     */
    checkText(record: string, options?: {
        locale?: string;
        partial?: boolean;
    }): import("./form.js").RecordVerdict;
    /**
     * What the form says of answers as another program hands them over, as `Form.checkAnswers` does.
     *
     * @param {any} answers JSON for `formio`, `mcp` and `kobo`, else a text
     * @param {"formio" | "mcp" | "kobo" | "odk" | "urlencoded" | "github" | "slack" | "adaptive-cards" | "awx" | "a2ui"} shape
     * @param {{locale?: string, refusal?: "formio" | "slack" | "problem" | "paths"}} [options]
     * @returns {import("./form.js").RecordVerdict}
     */
    checkAnswers(answers: any, shape: "formio" | "mcp" | "kobo" | "odk" | "urlencoded" | "github" | "slack" | "adaptive-cards" | "awx" | "a2ui", { locale, refusal: answerFormat }?: {
        locale?: string;
        refusal?: "formio" | "slack" | "problem" | "paths";
    }): import("./form.js").RecordVerdict;
    /**
     * Each record with what the form says of it, in their order; records are taken as they are needed.
     *
     * One with something that JSON can't hold, such as NaN, has a problem `syntax`.
     *
     * @template Item
     * @param {Iterable<Item>} records
     * @param {{locale?: string, partial?: boolean}} [options]
     * @returns {Generator<[Item, import("./form.js").RecordVerdict]>}
     */
    checkMany<Item>(records: Iterable<Item>, options?: {
        locale?: string;
        partial?: boolean;
    }): Generator<[Item, import("./form.js").RecordVerdict]>;
    #private;
}
