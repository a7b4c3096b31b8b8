import { shownDate } from "./calendar.js";
import { element } from "./dom.js";

/**
 * What was answered, a label and an answer a line, by groups and by entries of lists, as a person sees it.
 *
 * A secret is not shown, and neither is how long it is; what no condition shows is left out.
 *
 * @param {import("./form.js").FormView} view
 * @param {object} manner
 * @param {(facts: object) => boolean} [manner.isEmpty] whether a field was not answered
 * @param {(key: string, name: string) => Element} [manner.change] makes what changes the answer of a field or list
 * @returns {Element[]}
 */
export function answers(view, { isEmpty = hasNoDraft, change } = {}) {
  const { words } = view;
  const row = (key, name, answer) => {
    const said = element("dd", { "data-key": key, "data-empty": answer === null }, answer ?? words.say("nothing"));
    return element("div", {}, element("dt", {}, name), said, ...(change ? [element("dd", {}, change(key, name))] : []));
  };
  const rows = (fields) => element("dl", {}, ...fields.map(({ facts, key, name }) =>
    row(key, name, isEmpty(facts) ? null : answerOf(facts, words))));
  return view.sections.flatMap(({ fields, label, list }) => {
    const shown = fields.filter((it) => it.facts.isVisible !== false);
    const heading = label === undefined ? [] : [element("h3", {}, label)];
    if (list === undefined) return shown.length > 0 ? [...heading, rows(shown)] : [];
    const entries = list.entries.flatMap(({ number }, index) => [
      element("h4", {}, `${label} ${index + 1}`),
      rows(shown.filter((it) => it.facts.entry?.id === number)),
    ]);
    const none = element("dl", {}, row(list.key, label, null));
    return [...heading, ...(entries.length > 0 ? entries : [none])];
  });
}

function hasNoDraft({ text }) {
  return text.length === 0;
}

function answerOf(facts, words) {
  const { isSecure, kind, locale = words.locale, prefix = "", text, unit } = facts;
  if (isSecure) return words.say("secret");
  const display = kind === "date" ? shownDate(facts, locale) : facts.display;
  const answer = `${prefix}${display ?? (Array.isArray(text) ? text.join(", ") : text)}`;
  return unit ? `${answer} ${unit}` : answer;
}

/**
 * What a record has for a field, undefined for nothing; `index` is the place of its entry.
 *
 * @param {object} record
 * @param {{key: string, path?: string}} facts
 * @param {number} [index]
 */
export function valueIn(record, { key, path }, index) {
  if (path === undefined) return record[key];
  const names = path.split("/").slice(1).map((it) => it.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce((value, name) => value?.[name === "*" ? index : name], record);
}
