/** Whether it is all that is told of a field. @param {any} it @returns {boolean} */
export function isField(it: any): boolean;
/**
 * Whether an answer is what a request is answered with; acts of a person have one shape.
 *
 * @param {string} method
 * @param {any} it
 * @returns {boolean}
 */
export function isAnswer(method: string, it: any): boolean;
export function isChange(it: any): boolean;
export function isEvent(it: any): boolean;
/**
 * The members of a field, as protocol.md lists them.
 */
export type Facts = Record<string, any> & {
    key: string;
    kind: string;
};
/**
 * Something that a check has found; only the severity `error` stands in the way.
 */
export type Problem = {
    severity: "error" | "warning" | "information" | "hint";
    code: string;
    message: string;
    data?: object;
};
