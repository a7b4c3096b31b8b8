/**
 * The closures of a program that forms name, and what their answers mean.
 */
/**
 * A closure by its name.
 *
 * @template Closure
 * @param {Record<string, Closure>} closures
 * @param {string} name
 * @returns {Closure}
 * @throws {RangeError} if there is none
 */
export function own<Closure>(closures: Record<string, Closure>, name: string): Closure;
/**
 * What a validator's answer means to the daemon.
 *
 * @param {any} complaint
 * @returns {{ok: boolean} | {message: string}}
 * @throws {TypeError} for what is no answer, so that the value counts as not checked
 */
export function readComplaint(complaint: any): {
    ok: boolean;
} | {
    message: string;
};
/**
 * Tells the program that a validator of its own has failed.
 *
 * @param {string} validator
 * @param {any} error
 */
export function reportFailure(validator: string, error: any): void;
