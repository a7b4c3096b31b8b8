import { arrange, button, element, set, setText } from "./dom.js";

/**
 * The fields of a group that follow each other, or of none, and the list that they are the entries of.
 *
 * @typedef {object} Section
 * @property {string} [group] its key
 * @property {string} [label]
 * @property {string} [description]
 * @property {import("./field.js").FieldView[]} fields
 * @property {import("./fieldd/index.js").EntryList} [list]
 * @property {HTMLElement} element
 * @property {HTMLElement} heading
 * @property {HTMLElement} about
 */

/** What stands around the fields of a form: sections, in those of lists entries, and the ends of lists. */
export class Sections {
  #form;
  #view;
  #parent;
  /** The order and the groups in which the fields stand on the page. */
  #placed = "";
  /** The parts that are on the page, by their names. */
  #drawn = new Map();
  /** In their order. @type {Section[]} */
  all = [];

  /**
   * Of a form whose fields stand in an element.
   *
   * @param {import("./fieldd/index.js").Form} form
   * @param {import("./form.js").FormView} view
   * @param {HTMLElement} parent
   */
  constructor(form, view, parent) {
    this.#form = form;
    this.#view = view;
    this.#parent = parent;
  }

  /** The button that adds an entry to a list. */
  adding(key) {
    return this.#drawn.get(`list ${key}`)?.add;
  }

  /** Has all fields put to their places the next time, since one is gone or another element than it was. */
  replaceAll() {
    this.#placed = "";
  }

  /**
   * Puts the fields in their order, those of a group that follow each other into a section, and in
   * the section of a list those of an entry into a group of their own; false where all stand there.
   *
   * What stays where it was is not touched: a press on a button that is taken out of the page before
   * it is let go, were it only to be put back, is none.
   *
   * @param {import("./field.js").FieldView[]} fields
   */
  place(fields) {
    const order = JSON.stringify([
      fields.map((it) => [it.key, it.facts.group, it.facts.path]), this.#form.groups,
      this.#form.lists.map((it) => [it.key, it.problems, it.entries.map((entry) => entry.number)]),
    ]);
    // To move the field that has the focus would take it away.
    if (order === this.#placed) return false;
    this.#placed = order;
    const kept = this.#drawn;
    this.#drawn = new Map();
    const keep = (name, make) => {
      const part = kept.get(name) ?? make();
      this.#drawn.set(name, part);
      return part;
    };
    const sections = [];
    for (const view of fields) {
      const { entry, group, path } = view.facts;
      let section = sections.at(-1);
      if (section === undefined || section.group !== group) {
        section = this.#section(group, sections, keep);
        sections.push(section);
      }
      section.fields.push(view);
      if (!entry) section.children.push(view.element);
      else {
        const drawn = this.#entry(section, entry, keep);
        // An entry that is a value needs no more than a line, with the button behind it.
        const isValue = path !== undefined && path.indexOf("/*") === path.length - 2;
        set(drawn.element, "data-value", isValue ? "" : null);
        if (isValue) drawn.children.unshift(view.element);
        else drawn.children.push(view.element);
      }
    }
    for (const list of this.#form.lists) this.#drawList(list, sections, keep);
    arrange(this.#parent, sections.map((it) => it.element));
    for (const { children, element } of this.#drawn.values()) if (children) arrange(element, children);
    this.all = sections;
    return true;
  }

  /** A section of the fields of a group that follow each other, or of fields of none. */
  #section(group, sections, keep) {
    const { description, label } = this.#form.group(group) ?? {};
    const number = sections.filter((it) => it.group === group).length;
    const section = keep(`section ${number} ${group ?? ""}`, () => {
      const heading = element("h2", { id: `group-${this.#view.nextNumber()}` });
      const attributes = { class: "group", "data-group": group ?? "" };
      return { element: element("section", attributes), group, heading, about: element("p", { class: "about" }) };
    });
    const { about, heading } = section;
    setText(heading, label ?? "");
    setText(about, description ?? "");
    set(section.element, "aria-labelledby", label === undefined ? null : heading.id);
    Object.assign(section, { description, fields: [], label, list: undefined });
    section.children = [...(label === undefined ? [] : [heading]), ...(description ? [about] : [])];
    return section;
  }

  /** The part of a list's section in which the fields of an entry stand. */
  #entry(section, { id, list }, keep) {
    const name = `entry ${id} ${list}`;
    const drawn = this.#drawn.get(name);
    if (drawn) return drawn;
    const entry = keep(name, () => {
      const press = () => this.#remove(id, list);
      const remove = button({ class: "remove", onclick: press }, this.#view.words.say("remove"));
      const heading = element("h3", { id: `entry-${this.#view.nextNumber()}` });
      const attributes = { class: "list-entry", role: "group", tabindex: -1, "data-entry": id };
      const head = element("div", { class: "entry-head" }, heading, remove);
      return {
        element: element("div", { ...attributes, "aria-labelledby": heading.id }), head, heading, remove,
      };
    });
    const { entries = [], label = list } = this.#form.lists.find((it) => it.key === list) ?? {};
    const title = `${label} ${entries.findIndex((it) => it.number === id) + 1}`;
    setText(entry.heading, title);
    set(entry.remove, "aria-label", this.#view.words.say("removeOne", { name: title }));
    entry.children = [entry.head];
    section.children.push(entry.element);
    return entry;
  }

  /** Puts what is wrong with a list, and the button that adds an entry, into its section. */
  #drawList(list, sections, keep) {
    const { entries, key, label, problems, repeat } = list;
    let section = sections.findLast((it) => it.group === key);
    if (section === undefined) {
      section = this.#section(key, sections, keep);
      // One without entries stands where its group does.
      const groups = this.#form.groups.map((it) => it.key);
      const behind = sections.findIndex((it) => groups.indexOf(it.group) > groups.indexOf(key));
      sections.splice(behind < 0 ? sections.length : behind, 0, section);
    }
    section.list = list;
    const { add, problem } = keep(`list ${key}`, () => {
      const press = () => this.#view.act("field/addEntry", { list: key }, (answer) => this.#complain(answer));
      return {
        problem: element("p", { class: "list-problem", role: "status", "data-list": key }),
        add: button({ class: "add", "data-list": key, onclick: press }),
      };
    });
    setText(problem, problems.map((it) => it.message).join(" "));
    setText(add, repeat.addLabel ?? this.#view.words.say("addTo", { name: label }));
    add.disabled = entries.length >= (repeat.maxEntries ?? Infinity);
    section.children.push(problem, add);
  }

  /** Takes an entry out, and has the focus stand where it was: at the next entry, the last one, or what adds one. */
  async #remove(id, key) {
    const entries = () => this.#form.lists.find((it) => it.key === key)?.entries ?? [];
    const index = entries().findIndex((it) => it.number === id);
    const { label = key } = this.#form.lists.find((it) => it.key === key) ?? {};
    const answer = await this.#view.act("field/removeEntry", { entry: id }, (it) => this.#complain(it));
    if (!answer?.accepted) return;
    // What it has changed is drawn by then.
    await this.#view.act("field/settled", { keys: [] });
    this.#view.announce(this.#view.words.say("removed", { name: `${label} ${index + 1}` }));
    const focused = document.activeElement;
    if (focused?.isConnected && focused !== document.body) return;
    const left = entries();
    const next = left[index] ?? left.at(-1);
    (this.#drawn.get(`entry ${next?.number} ${key}`)?.element ?? this.adding(key))?.focus();
  }

  /** Says why something was not done with a list. */
  #complain({ accepted, message }) {
    if (!accepted) this.#view.tell([{ message }]);
  }
}
