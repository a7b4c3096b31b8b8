import {
  CheckControl, ChoiceControl, LinesControl, NumberControl, TextControl, WordsControl, tool,
} from "./controls.js";
import { element, set, setText } from "./dom.js";
import { insert, put } from "./edits.js";
import { agrees, freeName, keyOf, keysIn, textOf } from "./names.js";
import { find, outline, valueOf } from "./outline.js";

const KINDS = [["entry", "Entry"], ["area", "Area"], ["picker", "Picker"], ["date", "Date"], ["any", "JSON"]];
const TRIGGERS = [["live", "while typing"], ["endEditing", "when left"]];
const CHECKS = ["format", "pattern", "minLength", "maxLength", "minimum", "maximum"].map((it) => [it, it]);
const WORDS = ["format", "pattern", "minimum", "maximum"];

/** What is edited of a group, and of a field by its kind. */
const GROUP = [
  new WordsControl("Label", ["label"]),
  new TextControl("Key", ["key"]),
  new WordsControl("Description", ["description"]),
  new CheckControl("Repeats: a list of entries", ["repeat"]),
  new NumberControl("At least so many entries", ["repeat", "minEntries"]),
  new NumberControl("At most so many entries", ["repeat", "maxEntries"]),
  new WordsControl("Button that adds an entry", ["repeat", "addLabel"]),
];
const FIELD = {
  all: [
    new WordsControl("Label", ["label"]),
    new TextControl("Key", ["key"]),
    new ChoiceControl("Kind", ["kind"], true),
    new CheckControl("Required", ["required"]),
    new WordsControl("Placeholder", ["placeholder"]),
    new WordsControl("Helper", ["helper"]),
  ],
  text: [new NumberControl("Greatest length", ["maxLength"])],
  entry: [
    new CheckControl("Secret", ["secure"]),
    new TextControl("Autofill source", ["autofill", "source"]),
    new LinesControl("Texts of the source, a line each", null),
  ],
  picker: [
    new LinesControl("Rows, a line each", ["data"]),
    new CheckControl("Takes several rows", ["multiple"]),
    new CheckControl("May be emptied again", ["clearable"]),
  ],
  date: [
    new CheckControl("May be emptied again", ["clearable"]),
    new TextControl("Earliest date", ["minimumDate"]),
    new TextControl("Latest date", ["maximumDate"]),
  ],
  alone: [new CheckControl("Each entry of the list is this value", ["path"])],
  last: [new ChoiceControl("Group", ["group"]), new ChoiceControl("Next field", ["next"])],
};
const PARTS = { entry: ["text", "entry"], area: ["text"], picker: ["picker"], date: ["date"], any: [] };

/** What stands for yes where that is not `true`, by the control's path. */
const FLAGS = {
  // A group that repeats does so whatever is said of its entries.
  repeat: { written: {}, read: (value) => (value ? true : undefined) },
  path: { written: "", read: (value) => (value === "" ? true : undefined) },
};

/** Whether a field is the only one of its list, whose entries may be its values then. */
function isAlone({ group, path }, { fields = [], groups = [] }) {
  const isList = group !== undefined && groups.some((it) => it?.key === group && it.repeat !== undefined);
  return isList && (path === undefined || path === "") && fields.filter((it) => it?.group === group).length === 1;
}

/** What can be edited of one field or group. */
export class Inspector {
  element = element("section", { class: "inspector", "aria-labelledby": "inspected", hidden: true });
  #heading = element("h2", { id: "inspected" });
  #problems = element("ul", { class: "problems" });
  #controls = element("div", { class: "controls" });
  #rules = element("div", { class: "rules" });
  #document;
  #path = null;
  #item = null;
  #drawn = "";
  #rows = [];
  /** The label with which the key agrees, so that the key follows when the label has another. */
  #agreed = null;
  /** The keys that are taken. */
  #taken = new Set();
  /** Called with a change of the text and whether it goes on with the last one. */
  onEdit;
  /** Called with what could not be done. */
  onTrouble = () => {};

  constructor(document, onEdit) {
    this.#document = document;
    this.onEdit = onEdit;
    this.#rules.append(
      element("h3", {}, "Rules"), element("ol"),
      element("button", { type: "button", class: "add-rule", onclick: () => this.#addRule() }, "Add a rule"));
    this.element.append(this.#heading, this.#problems, this.#controls, this.#rules);
    for (const control of [...GROUP, ...Object.values(FIELD).flat()]) this.#wire(control);
  }

  /** Has the person begin with the label. */
  focus() {
    const { input } = this.#spoken()[0];
    input.focus();
    input.select();
  }

  /** Draws what stands at a path, which is `["fields", 3]` or `["groups", 0]`; null for nothing. */
  draw(tree, path) {
    this.element.hidden = path === null;
    if (`${path}` !== `${this.#path}`) this.#agreed = null;
    this.#path = path;
    this.#item = path === null ? null : valueOf(find(tree, path));
    if (path === null) return;
    setText(this.#heading, this.#isField ? "The field" : "The group");
    this.#drawControls(tree);
    this.#drawRules();
    this.#drawProblems(find(tree, path));
  }

  get #isField() {
    return this.#path[0] === "fields";
  }

  #shown(tree) {
    if (!this.#isField) {
      const isList = this.#item.repeat !== undefined;
      return isList ? GROUP : GROUP.filter((it) => it.path[0] !== "repeat" || it.path.length === 1);
    }
    const alone = isAlone(this.#item, valueOf(tree)) ? ["alone"] : [];
    const names = ["all", ...(PARTS[this.#item.kind] ?? []), ...alone, "last"];
    const hasSource = typeof this.#item.autofill?.source === "string";
    return names.flatMap((it) => FIELD[it]).filter((it) => it.path !== null || hasSource);
  }

  /** What is shown, with a control for each language where a text stands in several. */
  #spoken(tree = outline(this.#document.text)) {
    return this.#shown(tree).flatMap((control) => {
      if (!(control instanceof WordsControl)) return [control];
      const value = control.path.reduce((it, step) => it?.[step], this.#item);
      const tags = WordsControl.languages(value);
      return tags.length === 0 ? [control] : tags.map((tag) => control.inLanguage(tag, (it) => this.#wire(it)));
    });
  }

  #drawControls(tree) {
    const shown = this.#spoken(tree);
    const drawn = shown.map((it) => it.path).join(";") + this.#path[0];
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      const elements = shown.map((it) => it.element);
      // One that has the focus keeps it where it stands already.
      const old = [...this.#controls.children];
      for (const it of old) if (!elements.includes(it)) it.remove();
      elements.forEach((it, index) => {
        if (this.#controls.children[index] !== it) this.#controls.insertBefore(it, this.#controls.children[index] ?? null);
      });
    }
    const names = (list) => (valueOf(find(tree, [list])) ?? []).map((it) => [it?.key ?? "", textOf(it?.label) ?? it?.key ?? ""]);
    const [group, next] = FIELD.last;
    group.offer(names("groups"));
    next.offer(names("fields").filter(([key]) => key !== this.#item.key));
    FIELD.all[2].offer(KINDS);
    for (const control of shown) {
      const value = valueOf(find(tree, this.#place(control.path)));
      control.draw(FLAGS[control.path]?.read(value) ?? value);
    }
    this.#taken = keysIn(valueOf(tree));
    const { key } = this.#item;
    const label = textOf(this.#item.label);
    // A number that nothing asks for somebody has given it.
    const isMade = typeof key === "string" && agrees(key, label ?? "") && (key === keyOf(label) || this.#taken.has(keyOf(label)));
    if (this.#agreed === null && isMade) this.#agreed = label;
  }

  /** Where a control's value stands; null is the texts of the field's source. */
  #place(path) {
    return path === null ? ["autofill", this.#item.autofill.source] : [...this.#path, ...path];
  }

  #wire(control) {
    const name = `${control.path}`;
    if (name === "key") {
      control.listen("change", (_, key) => this.#rename(key));
      return;
    }
    if (name === "autofill,source") {
      control.listen("change", (path, source) => this.#nameSource(this.#place(path), source));
      return;
    }
    let isGoingOn = false;
    control.listen("input", (path, value) => {
      const written = value === true && name in FLAGS ? FLAGS[name].written : value;
      this.onEdit(put(this.#document.text, this.#place(path), written), isGoingOn);
      isGoingOn = control.input.matches("[type=text], textarea");
    });
    control.input.addEventListener("blur", () => (isGoingOn = false));
    if (name === "label") control.listen("change", (_, label) => this.#follow(label));
  }

  /** Has the key follow the label, as long as nobody has given it another. */
  #follow(label) {
    const { key } = this.#item;
    if (this.#agreed === null || !agrees(key, this.#agreed) || keyOf(label ?? "") === "") return;
    const wanted = freeName(keyOf(label), new Set([...this.#taken].filter((it) => it !== key)));
    if (wanted === key) return;
    this.#agreed = label;
    this.#rename(wanted);
  }

  /** A source that has texts gets another name everywhere; else the field names another source. */
  #nameSource(place, source) {
    const tree = outline(this.#document.text);
    const texts = find(tree, ["autofill", valueOf(find(tree, place))]);
    const isNew = source !== undefined && find(tree, ["autofill", source]) === undefined;
    if (texts && isNew) this.#rename(source, place);
    else this.onEdit(put(this.#document.text, place, source));
  }

  async #rename(key, place = [...this.#path, "key"]) {
    try {
      await this.#document.rename(place, key ?? "");
      this.onTrouble("");
    } catch (error) {
      this.onTrouble(error.message);
    }
  }

  // Rules.

  #drawRules() {
    this.#rules.hidden = !this.#isField;
    if (!this.#isField) return;
    const rules = TRIGGERS.flatMap(([trigger]) =>
      (this.#item.validation?.[trigger] ?? []).map((rule, index) => ({ path: [trigger, index], rule })));
    const list = this.#rules.querySelector("ol");
    while (this.#rows.length > rules.length) this.#rows.pop().element.remove();
    rules.forEach((rule, index) => {
      this.#rows[index] ??= this.#row(list, index);
      this.#drawRule(this.#rows[index], rule);
    });
  }

  #row(list, index) {
    const name = `of rule ${index + 1}`;
    const row = {
      trigger: new ChoiceControl(`Asked ${name}`, [], true),
      check: new ChoiceControl(`Check ${name}`, [], true),
      value: new TextControl(`Value ${name}`, []),
      message: new TextControl(`Words ${name}`, []),
      text: element("code"),
      remove: tool(`Remove rule ${index + 1}`, "✕", () => this.#edit(row.path, undefined)),
    };
    row.trigger.offer(TRIGGERS);
    row.check.offer(CHECKS);
    row.trigger.listen("input", (_, trigger) => this.#moveRule(row, trigger));
    row.check.listen("input", (_, check) => this.#changeCheck(row, check));
    row.value.listen("input", (_, value) => this.#edit([...row.path, row.kind], typed(row.kind, value)));
    row.message.listen("input", (_, message) => this.#edit([...row.path, "message"], message));
    const parts = [row.trigger, row.check, row.value, row.message].map((it) => it.element);
    row.element = element("li", {}, ...parts, row.text, row.remove);
    list.append(row.element);
    return row;
  }

  #drawRule(row, { path, rule }) {
    row.path = path;
    row.rule = rule;
    const kinds = CHECKS.map(([it]) => it).filter((it) => rule?.[it] !== undefined);
    // A validator is a name, and a rule of another kind is the text's own.
    const isKnown = kinds.length === 1;
    [row.kind] = kinds;
    for (const it of [row.trigger, row.check, row.value, row.message]) it.element.hidden = !isKnown;
    setText(row.text, isKnown ? "" : JSON.stringify(rule));
    if (!isKnown) return;
    row.trigger.draw(path[0]);
    row.check.draw(row.kind);
    set(row.value.input, "list", row.kind === "format" ? "formats" : null);
    const value = rule[row.kind];
    row.value.draw(typeof value === "number" ? `${value}` : value);
    row.message.draw(rule.message);
  }

  #addRule() {
    this.onEdit(insert(this.#document.text, this.#place(["validation", "live"]), Infinity, { format: "email" }));
    this.#rows.at(-1)?.value.input.focus();
  }

  #edit(path, value) {
    this.onEdit(put(this.#document.text, this.#place(["validation", ...path]), value));
  }

  #changeCheck(row, check) {
    const place = this.#place(["validation", ...row.path]);
    const { [row.kind]: value } = row.rule;
    const text = put(this.#document.text, [...place, row.kind], undefined);
    this.onEdit(put(text, [...place, check], typed(check, `${value}`) ?? ""));
  }

  #moveRule(row, trigger) {
    const text = put(this.#document.text, this.#place(["validation", ...row.path]), undefined);
    this.onEdit(insert(text, this.#place(["validation", trigger]), Infinity, row.rule));
  }

  // What the daemon says of it.

  #drawProblems(node) {
    const told = this.#document.problemsIn(node.start, node.end);
    this.#problems.replaceChildren(...told.map((it) => element("li", {}, it.message)));
  }
}

function typed(check, value) {
  if (value === undefined || check === "format" || check === "pattern") return value;
  const number = Number(value);
  return value.trim() !== "" && Number.isFinite(number) ? number : WORDS.includes(check) ? value : undefined;
}
