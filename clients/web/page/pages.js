/**
 * A page of a form: a group, or all of it.
 *
 * @typedef {object} Page
 * @property {string} name by which it is known as long as the form has it
 * @property {string} [label]
 * @property {string} [description]
 * @property {import("./sections.js").Section[]} sections
 */

/**
 * The pages of a form, of which each has a group. Fields of no group stand on the page of the group before
 * them, and the first ones on the first page.
 *
 * @param {import("./sections.js").Section[]} sections in their order
 * @returns {Page[]} one at least
 */
export function pagesOf(sections) {
  const pages = [];
  const nameless = [];
  for (const section of sections) {
    const { description, group, label } = section;
    const isGroup = label !== undefined;
    const page = isGroup ? pages.find((it) => it.name === group) : pages.at(-1);
    if (page) page.sections.push(section);
    else if (isGroup) pages.push({ name: group, label, description, sections: [...nameless.splice(0), section] });
    else nameless.push(section);
  }
  return pages.length > 0 ? pages : [wholeOf(sections)];
}

/** All of a form as one page. @param {import("./sections.js").Section[]} sections @returns {Page} */
export function wholeOf(sections) {
  return { name: "", sections };
}

/** Whether there is anything to see in a section; a list can be added to. @param {import("./form.js").Section} section */
export function isSeen({ fields, list }) {
  return list !== undefined || fields.some((it) => it.facts.isVisible !== false);
}

/** The keys by which the daemon is asked about a page: its fields and its lists. @param {Page} page @returns {string[]} */
export function keysOf({ sections }) {
  return sections.flatMap(({ fields, list }) => [...fields.map((it) => it.key), ...(list ? [list.key] : [])]);
}

/** Whether something has yet to be answered on a page, or to be put right. @param {Page} page */
export function isOpen({ sections }) {
  return sections.some(({ fields, list }) => list?.problems.length > 0 || fields.some((it) => {
    const { isRequired, state, text } = it.facts;
    return it.takesFocus && (state === "error" || (isRequired && text.length === 0));
  }));
}
