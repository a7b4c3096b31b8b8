import { placeOfLoss, RawJSON } from "./connection.js";

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
export function standardSchema(judge) {
  return Object.freeze({
    version: 1,
    vendor: "fieldd",
    validate(value, { libraryOptions: { locale, partial } = {} } = {}) {
      let record;
      try {
        // Many programs have undefined for what is missing.
        record = RawJSON.writing(value, { leavesOut: true });
      } catch (error) {
        return { issues: [{ message: `This can't be written as JSON: ${error.message}`, path: placeOfLoss(value) }] };
      }
      const judged = (it) => judge(it, { locale, partial });
      return then(judged(record), (verdict) => {
        const empty = emptyIn(verdict, value);
        if (empty.length === 0) return result(verdict, value);
        const answered = empty.reduce(withoutAnswer, value);
        return then(judged(RawJSON.writing(answered, { leavesOut: true })), (it) => result(it, answered));
      });
    },
  });
}

function then(answer, next) {
  return answer instanceof Promise ? answer.then(next) : next(answer);
}

function result(verdict, value) {
  return verdict.valid ? { value } : { issues: issuesOf(verdict, value) };
}

/** Where the text of an input that is empty stands for no answer, which is null in a record. */
function emptyIn({ problems }, value) {
  return problems
    .filter(({ code }) => code === "whenEmpty" || code === "wrongType")
    .map(({ path }) => stepsOf(path, value))
    .filter((steps) => steps.length > 0 && steps.reduce((place, step) => place?.[step], value) === "");
}

/** The same value with null at a place; what is not on the way to it is shared. */
function withoutAnswer(value, [step, ...steps]) {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[step] = steps.length > 0 ? withoutAnswer(value[step], steps) : null;
  return copy;
}

/** What is wrong with a value that is not right. */
function issuesOf({ problems, unchecked }, value) {
  const broken = problems.filter((it) => it.severity === "error");
  const told = new Set(broken.map((it) => it.path));
  // A validator that has failed is a problem too, perhaps one of less weight.
  const untold = unchecked.filter((it) => !told.has(it.path));
  return [...broken, ...untold].map(({ message, path }) => ({ message, path: stepsOf(path, value) }));
}

/** The steps of a JSON pointer; one into a list is a number. */
function stepsOf(pointer, value) {
  const steps = [];
  let place = value;
  for (const name of pointer.split("/").slice(1)) {
    const plain = name.replaceAll("~1", "/").replaceAll("~0", "~");
    const step = Array.isArray(place) && /^\d+$/.test(plain) ? Number(plain) : plain;
    steps.push(step);
    place = place?.[step];
  }
  return steps;
}
