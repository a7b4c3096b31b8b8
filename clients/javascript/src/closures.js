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
export function own(closures, name) {
  if (!Object.hasOwn(closures, name)) throw new RangeError(`There is no closure "${name}"`);
  return closures[name];
}

/**
 * What a validator's answer means to the daemon.
 *
 * @param {any} complaint
 * @returns {{ok: boolean} | {message: string}}
 * @throws {TypeError} for what is no answer, so that the value counts as not checked
 */
export function readComplaint(complaint) {
  if (typeof complaint === "string" && complaint !== "") return { message: complaint };
  if (complaint === false || complaint === "") return { ok: false };
  if (complaint === true || complaint === null || complaint === undefined) return { ok: true };
  throw new TypeError(`A validator answers with a text, true, false or null, not with ${typeof complaint}`);
}

/**
 * Tells the program that a validator of its own has failed.
 *
 * @param {string} validator
 * @param {any} error
 */
export function reportFailure(validator, error) {
  console.error(`fieldd: the validator "${validator}" has failed`, error);
}
