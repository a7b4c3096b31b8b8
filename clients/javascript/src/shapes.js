/**
 * What the daemon's JSON has to look like to be used. Nothing else is read: what looks otherwise is one
 * answer or one change that can't be read, and the session goes on.
 *
 * A shape is a function that says whether a value has it. Members that are not named here are passed
 * over, as a newer daemon may have more.
 */

/**
 * The members of a field, as protocol.md lists them.
 *
 * @typedef {Record<string, any> & {key: string, kind: string}} Facts
 */

/**
 * Something that a check has found; only the severity `error` stands in the way.
 *
 * @typedef {object} Problem
 * @property {"error" | "warning" | "information" | "hint"} severity
 * @property {string} code
 * @property {string} message
 * @property {object} [data]
 */

const flag = (it) => typeof it === "boolean";
const text = (it) => typeof it === "string";
const number = (it) => Number.isFinite(it);
const count = (it) => Number.isInteger(it) && it >= 0;
const choice = (...values) => (it) => values.includes(it);
const either = (...shapes) => (it) => shapes.some((is) => is(it));
const list = (is) => (it) => Array.isArray(it) && it.every(is);
const table = (is) => (it) => isObject(it) && Object.values(it).every(is);

/** An object with some members, and perhaps with others; null is as good as absent there. */
function record(members, others = {}) {
  return (it) => isObject(it)
    && Object.entries(members).every(([name, is]) => is(it[name]))
    && Object.entries(others).every(([name, is]) => it[name] == null || is(it[name]));
}

function isObject(it) {
  return it !== null && typeof it === "object" && !Array.isArray(it);
}

const amount = { count, unit: choice("grapheme", "scalar", "utf16", "utf8", "words") };
const range = record({ start: count, end: count });

const field = record({
  key: text,
  kind: choice("entry", "area", "picker", "date", "any"),
  title: record({ text, position: choice("up", "down") }),
  text: either(text, list(text)),
  colors: table(record({ value: text })),
  borderWidth: number,
  height: number,
}, {
  autofill: isObject,
  autocapitalization: text,
  autocorrection: text,
  counter: record({ ...amount, max: count }),
  date: text,
  defaultDate: text,
  display: text,
  entry: record({ id: count, list: text }),
  error: text,
  format: text,
  group: text,
  helper: text,
  horizontalPadding: number,
  icon: text,
  iconAction: text,
  isActive: flag,
  isClearable: flag,
  isEdited: flag,
  isEnabled: flag,
  isOpen: flag,
  isPending: flag,
  isReadOnly: flag,
  isRequired: flag,
  isRevealed: flag,
  isSecure: flag,
  isShowingAutofill: flag,
  isVisible: flag,
  keyboard: text,
  label: text,
  locale: text,
  manualEntry: record({ label: text, active: flag }),
  matches: list(record({ text }, { removable: flag })),
  maximumDate: text,
  minimumDate: text,
  mode: choice("date", "time", "dateAndTime", "countDownTimer"),
  multiple: flag,
  placeholder: text,
  prefix: text,
  returnKey: text,
  row: count,
  rows: list(record({ label: text }, { description: text, disabled: flag, exclusive: flag, hidden: flag, text })),
  shakes: flag,
  state: text,
  style: text,
  timeZone: text,
  toolbar: list(record({ item: text, enabled: flag })),
  unit: text,
});

/** What else a field of a kind has to have. */
const KINDS = {
  any: {},
  area: {},
  date: { date: text, mode: text },
  entry: {},
  picker: { rows: Array.isArray },
};

/** Whether it is all that is told of a field. @param {any} it @returns {boolean} */
export function isField(it) {
  return field(it) && record(KINDS[it.kind])(it);
}

/** Whether these are the parameters of `field/didChange`; what comes of a field is looked at as a whole. */
export const isChange = record({}, {
  fields: list(record({ key: text }, { after: text })),
  lists: list(record({ key: text }, {
    added: list(record({ entry: count }, { before: count })),
    gone: flag,
    problems: list(record({ message: text })),
    removed: list(count),
  })),
  removed: list(text),
});

/** Whether these are the parameters of `field/event`. */
export const isEvent = record({ key: text, event: text }, { date: text });

const diagnostics = list(record({
  message: text,
  range: record({ start: record({ line: count }) }),
  severity: count,
}));
const problems = list(record({ message: text }));
const act = record({ accepted: flag }, {
  active: text,
  applied: text,
  dropped: record(amount),
  entry: count,
  message: text,
  reason: text,
  selection: range,
  strings: list(record({ text })),
  version: number,
});
const versioned = record({ version: number });
const verdicts = list(record({ key: text, problems, valid: flag }));
const conversion = record({ document: isObject, losses: list(record({ message: text, path: text })) });
const unchecked = list(record({ message: text, path: text, why: text }));
const committed = record({ committed: choice(true), values: isObject }, {
  errors: list(record({ key: text, problems })),
  unchecked,
});
const refused = record({ committed: choice(false) }, {
  diagnostics,
  errors: list(record({ key: text, problems })),
});

const lists = list(record({ entries: list(count), key: text }, { problems }));

const ANSWERS = {
  "field/autofill": either(act, record({ strings: list(record({ text })), version: number })),
  "field/check": record({
    records: list(record({ problems: list(record({ message: text, path: text })), valid: flag }, {
      unchecked,
    })),
  }, { diagnostics }),
  "field/close": record({ text }),
  "field/export": conversion,
  "field/import": conversion,
  "field/layout": record({
    fields: list(record({ heights: record({ error: number, normal: number }) })),
  }),
  "field/open": record({ diagnostics, fields: list(isField) }, {
    description: text,
    dir: choice("ltr", "rtl"),
    groups: list(record({ key: text, label: text }, {
      description: text,
      path: text,
      repeat: record({}, { addLabel: text, maxEntries: count }),
    })),
    lang: text,
    lists,
    problems: list(record({ message: text, path: text })),
    title: text,
  }),
  "field/removeError": versioned,
  "field/setError": versioned,
  "field/setState": versioned,
  "field/settled": record({}, { unproved: list(text) }),
  "field/snapshot": record({ fields: list(isField) }, { lists }),
  "field/submit": either(committed, refused),
  "field/validate": record({ fields: verdicts, valid: flag }, { diagnostics, unproved: list(text) }),
};

/**
 * Whether an answer is what a request is answered with; acts of a person have one shape.
 *
 * @param {string} method
 * @param {any} it
 * @returns {boolean}
 */
export function isAnswer(method, it) {
  return (ANSWERS[method] ?? act)(it);
}
