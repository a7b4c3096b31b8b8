/**
 * Standard Schema, version 1: what libraries of forms, routers and servers take as a schema, whoever has made it.
 */
/**
 * Something wrong with a value. The `path` leads to it: names of members, and indices of lists as numbers.
 *
 * @typedef {{readonly message: string, readonly path: ReadonlyArray<string | number>}} StandardIssue
 */
/**
 * @template Values
 * @typedef {{readonly value: Values, readonly issues?: undefined} | {readonly issues: ReadonlyArray<StandardIssue>}} StandardResult
 */
/**
 * `validate` gives a promise only where a validator gives one. It takes `locale` and `partial` in `libraryOptions`, as
 * `Form.check` does. The `types` are there for TypeScript alone.
 *
 * @template Values
 * @typedef {object} StandardProps
 * @property {1} version
 * @property {"fieldd"} vendor
 * @property {(value: unknown, options?: {readonly libraryOptions?: Record<string, any> | undefined}) =>
 *   StandardResult<Values> | Promise<StandardResult<Values>>} validate
 * @property {{readonly input: Values, readonly output: Values}} [types]
 */
/**
 * The properties of a schema.
 *
 * A value is right only if every rule was checked and none is broken: what could not be checked is an issue. An empty
 * text is no answer where a record has null for that, as libraries of forms have it for inputs; so is the result then.
 *
 * @template Values
 * @param {(record: RawJSON, options: {locale?: string, partial?: boolean}) =>
 *   import("./form.js").RecordVerdict | Promise<import("./form.js").RecordVerdict>} judge
 * @returns {StandardProps<Values>}
 */
export function standardSchema<Values>(judge: (record: RawJSON, options: {
    locale?: string;
    partial?: boolean;
}) => import("./form.js").RecordVerdict | Promise<import("./form.js").RecordVerdict>): StandardProps<Values>;
/**
 * Something wrong with a value. The `path` leads to it: names of members, and indices of lists as numbers.
 */
export type StandardIssue = {
    readonly message: string;
    readonly path: ReadonlyArray<string | number>;
};
export type StandardResult<Values> = {
    readonly value: Values;
    readonly issues?: undefined;
} | {
    readonly issues: ReadonlyArray<StandardIssue>;
};
/**
 * `validate` gives a promise only where a validator gives one. It takes `locale` and `partial` in `libraryOptions`, as
 * `Form.check` does. The `types` are there for TypeScript alone.
 */
export type StandardProps<Values> = {
    version: 1;
    vendor: "fieldd";
    validate: (value: unknown, options?: {
        readonly libraryOptions?: Record<string, any> | undefined;
    }) => StandardResult<Values> | Promise<StandardResult<Values>>;
    types?: {
        readonly input: Values;
        readonly output: Values;
    };
};
import { RawJSON } from "./connection.js";
