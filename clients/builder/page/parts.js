import { mark, TextControl, tool } from "./controls.js";
import { element, set, setText } from "./dom.js";
import { dragging } from "./drag.js";
import { copy, insert, move, put } from "./edits.js";
import { Inspector } from "./inspector.js";
import { freeName, keyOf, keysIn, textOf } from "./names.js";
import { find, outline, valueOf } from "./outline.js";
import { revealIn } from "./panes.js";

const NAMES = { entry: "Entry", area: "Area", picker: "Picker", date: "Date", any: "JSON", group: "Group" };
const LISTS = ["fields", "groups"];
const part = (selector) => document.querySelector(selector);
const button = (attributes, ...children) => element("button", { type: "button", ...attributes }, ...children);

/** The parts of the form: its title, its fields and its groups in their order, and one of them in detail. */
export class Parts {
  #text;
  #tree = null;
  #path = null;
  #title = new TextControl("Title", ["title"]);
  #description = new TextControl("Description", ["description"]);
  #search = part(".search");
  inspector;
  /** Called when the parts are drawn, with where in the text the selected one stands, and whether another was before. */
  onSelect = () => {};
  #told = "null";
  /** What was drawn last in each row. */
  #drawn = new WeakMap();
  /** The item that is selected. */
  #item = null;

  constructor(text) {
    this.#text = text;
    for (const control of [this.#title, this.#description]) {
      control.listen("input", (path, value) => this.#edit(put(text.text, path, value)));
      part(".about").append(control.element);
    }
    for (const kind of ["entry", "area", "picker", "date", "any"]) {
      part(".add-field").append(button({ "data-kind": kind, onclick: () => this.#add("fields", kind) }, NAMES[kind]));
    }
    part(".add-group").append(button({ onclick: () => this.#add("groups", "group") }, "Group"));
    part(".connect").addEventListener("click", () => this.#connect());
    this.#search.addEventListener("input", () => this.#filter());
    this.#search.addEventListener("keydown", (event) => this.#searched(event));
    this.inspector = new Inspector(text, (changed, goesOn) => this.#edit(changed, goesOn));
  }

  /** Draws the parts; in a text that can't be read nothing can be edited but the text. */
  draw() {
    const { text } = this.#text;
    const tree = outline(text);
    const isEmpty = text.trim() === "";
    part(".broken").hidden = tree !== null || isEmpty;
    part(".editable").inert = tree === null && !isEmpty;
    this.inspector.element.inert = tree === null && !isEmpty;
    if (tree === null && !isEmpty) return;
    this.#tree = tree;
    this.#title.draw(valueOf(find(tree, ["title"])));
    this.#description.draw(valueOf(find(tree, ["description"])));
    if (this.#path && find(tree, this.#path) === undefined) this.#path = null;
    for (const list of LISTS) this.#drawList(list);
    this.#filter();
    this.#placeInspector();
    this.inspector.draw(tree, this.#path);
    this.#item = this.#path && valueOf(find(tree, this.#path));
    const isNew = `${this.#path}` !== this.#told;
    this.#told = `${this.#path}`;
    this.onSelect({ isNew, node: this.#path && find(tree, this.#path) });
  }

  /** What is edited of an item stands directly below it, to be seen and reached from there. */
  #placeInspector() {
    const { element } = this.inspector;
    const row = this.#path === null ? null : this.#rowAt(this.#path);
    if (row === element.parentElement) return;
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    if (row) row.append(element);
    else element.remove();
    // Who edits goes along with the item.
    if (row) focused?.focus();
  }

  /** Shows the field or group that a place in the text is in. */
  showAt(offset) {
    for (const list of LISTS) {
      const items = find(this.#tree, [list])?.items ?? [];
      const index = items.findIndex((it) => it.start <= offset && offset <= it.end);
      if (index >= 0) this.#show([list, index]);
    }
  }

  /** Shows the field that has a key in the live form, or a group. */
  showKey(list, key) {
    const index = this.#items(list).findIndex((it) => this.#isKeyOf(list, it, key));
    if (index >= 0) this.#show([list, index]);
  }

  /** Whether a part of the live form is that of the selected item. @param {{key?: string, group?: string}} dataset */
  isOf({ key, group }) {
    if (this.#path === null) return false;
    const [list] = this.#path;
    const shown = list === "fields" ? key : group;
    return Boolean(shown) && this.#isKeyOf(list, this.#item, shown);
  }

  /** A field of a list has the list and the entry before its key. */
  #isKeyOf(list, item, key) {
    if (item?.key === key) return true;
    return list === "fields" && item?.group && key.startsWith(`${item.group}/`) && key.endsWith(`/${item.key}`);
  }

  /** Selects what was come by elsewhere, and brings it into view. */
  #show(path) {
    if (`${path}` === `${this.#path}`) return;
    this.#select(path);
    if (this.#rowAt(path).hidden) {
      this.#search.value = "";
      this.#filter();
    }
    revealIn(part(".lists"), this.#rowAt(path));
  }

  /** Selects nothing, and looks for nothing: the text is that of another form. */
  forget() {
    this.#path = null;
    this.#search.value = "";
    setText(part(".connected"), "");
  }

  #items(list) {
    return valueOf(find(this.#tree, [list])) ?? [];
  }

  #rows(list) {
    return part(`.${list}-list ol`).children;
  }

  #rowAt([list, index]) {
    return this.#rows(list)[index];
  }

  #drawList(list) {
    const items = this.#items(list);
    const element = part(`.${list}-list ol`);
    while (element.children.length > items.length) element.lastChild.remove();
    while (element.children.length < items.length) element.append(this.#row(list, element.children.length));
    [...element.children].forEach((row, index) => this.#drawRow(list, row, items[index], index, items.length));
    part(`.${list}-list`).hidden = items.length === 0;
  }

  #drawRow(list, row, item, index, count) {
    const name = nameOf(item);
    const kind = list === "fields" ? NAMES[item?.kind] ?? "" : item?.repeat ? "List" : "Group";
    const isSelected = `${this.#path}` === `${[list, index]}`;
    // Each letter that is typed anywhere draws all rows.
    const drawn = JSON.stringify([name, kind, isSelected, index, count]);
    if (this.#drawn.get(row) === drawn) return;
    this.#drawn.set(row, drawn);
    const select = row.querySelector(".select");
    setText(select.firstChild, name);
    setText(select.lastChild, kind);
    mark(select, isSelected);
    row.classList.toggle("selected", isSelected);
    for (const it of row.querySelectorAll(":scope > [data-does]")) {
      it.setAttribute("aria-label", `${it.title}: ${name}`);
      // Tab goes from item to item, and through what can be done with the selected one.
      set(it, "tabindex", isSelected ? null : "-1");
      if (it.dataset.does === "up") it.disabled = index === 0;
      if (it.dataset.does === "down") it.disabled = index === count - 1;
    }
  }

  #row(list, index) {
    const select = button({
      class: "select",
      onclick: () => this.#select([list, index]),
      onkeydown: (event) => this.#walk(event),
    });
    select.append(element("span"), element("span", { class: "kind" }));
    // Keys move an item by the arrows beside it.
    const grip = element("span", { class: "grip", "aria-hidden": "true", title: "Drag to move" }, "⠿");
    dragging(grip, (to) => this.#drop(list, index, to));
    const does = (name, words, sign, press) => {
      const made = tool(words, sign, press);
      made.dataset.does = name;
      return made;
    };
    const tools = [
      does("up", "Move up", "↑", () => this.#move(list, index, index - 1)),
      does("down", "Move down", "↓", () => this.#move(list, index, index + 1)),
    ];
    if (list === "fields") tools.push(does("copy", "Duplicate", "", () => this.#copy(index)));
    tools.push(does("remove", "Remove", "✕", () => this.#remove(list, index)));
    return element("li", {}, grip, select, ...tools);
  }

  #select(path) {
    this.#path = path;
    this.draw();
  }

  #add(list, kind) {
    const items = this.#items(list);
    const index = this.#path?.[0] === list ? this.#path[1] + 1 : items.length;
    const label = freeName(NAMES[kind], new Set(items.map((it) => textOf(it?.label))), " ");
    const key = freeName(keyOf(label), this.#taken(list));
    const item = list === "groups" ? { key, label } : { key, kind, label };
    this.#search.value = "";
    this.#path = [list, index];
    this.#edit(insert(this.#text.text, [list], index, item));
    this.inspector.focus();
  }

  /** Arrows lead from part to part. */
  #walk(event) {
    const all = LISTS.flatMap((list) => [...this.#rows(list)]).filter((it) => !it.hidden);
    const at = all.indexOf(event.target.closest("li"));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, End: all.length - 1, Home: 0 }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    all[to]?.querySelector(".select").focus();
  }

  /** Puts a copy of a field behind it, with a key and a label of its own. */
  #copy(index) {
    const items = this.#items("fields");
    const { key, label } = items[index];
    const path = ["fields", index + 1];
    let text = copy(this.#text.text, ["fields"], index);
    if (typeof key === "string") text = put(text, [...path, "key"], freeName(key, this.#taken("fields")));
    if (typeof label === "string") {
      text = put(text, [...path, "label"], freeName(label, new Set(items.map((it) => textOf(it?.label))), " "));
    }
    this.#search.value = "";
    this.#path = path;
    this.#edit(text);
    this.inspector.focus();
  }

  /** The keys that a new item may not have. */
  #taken(list) {
    const all = { fields: this.#items("fields"), groups: this.#items("groups") };
    return list === "fields" ? keysIn(all) : new Set([...keysIn(all), ...all.groups.map((it) => it?.key)]);
  }

  #drop(list, from, to) {
    const selected = this.#path?.[0] === list ? this.#path[1] : null;
    if (selected === from) this.#path = [list, to];
    else if (selected !== null && from < selected && selected <= to) this.#path = [list, selected - 1];
    else if (selected !== null && to <= selected && selected < from) this.#path = [list, selected + 1];
    this.#edit(move(this.#text.text, [list], from, to));
  }

  #move(list, from, to) {
    this.#drop(list, from, to);
    // Who moves an item by keys goes along with it, as far as it goes.
    const ways = ["up", "down"].map((way) => this.#rows(list)[to].querySelector(`:scope > [data-does="${way}"]`));
    const [wanted, other] = to < from ? ways : ways.reverse();
    (wanted.disabled ? other : wanted).focus();
  }

  /** Takes an item out, and what leads to it: the fields of a group stay without one. */
  #remove(list, index) {
    if (this.#path?.[0] === list && this.#path[1] >= index) this.#path = null;
    const { key } = this.#items(list)[index] ?? {};
    const mentions = list === "groups" ? ["group"] : ["next", "previous"];
    let { text } = this.#text;
    this.#items("fields").forEach((field, number) => {
      for (const name of mentions) {
        if (key !== undefined && field?.[name] === key) text = put(text, ["fields", number, name], undefined);
      }
    });
    this.#edit(put(text, [list, index], undefined));
    const rows = this.#rows(list);
    (rows[Math.min(index, rows.length - 1)]?.querySelector(".select") ?? part(".add-field button")).focus();
  }

  // The search.

  /** Shows the parts whose label or key has what is looked for; all, if nothing is. */
  #filter() {
    const wanted = plain(this.#search.value);
    const isSearching = part(".editable").classList.contains("searching");
    if (wanted === "" && !isSearching) return;
    let count = 0;
    for (const list of LISTS) {
      this.#items(list).forEach((item, index) => {
        const isFound = wanted === "" || [textOf(item?.label), item?.key].some((it) => plain(`${it ?? ""}`).includes(wanted));
        this.#rows(list)[index].hidden = !isFound;
        if (isFound) count += 1;
      });
    }
    // Where some are not shown, to move one would be to move it past those.
    part(".editable").classList.toggle("searching", wanted !== "");
    setText(part(".found"), wanted === "" ? "" : count === 0 ? "No part is called so." : `${count} found`);
  }

  #searched(event) {
    if (event.key === "Escape") this.#search.value = "";
    else if (!["ArrowDown", "Enter"].includes(event.key)) return;
    event.preventDefault();
    this.#filter();
    if (event.key === "Escape") return;
    const first = LISTS.flatMap((list) => [...this.#rows(list)]).find((it) => !it.hidden)?.querySelector(".select");
    first?.focus();
    if (event.key === "Enter") first?.click();
  }

  /** Has each field lead to the one behind it; how, the daemon knows. */
  async #connect() {
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const context = { diagnostics: [], only: ["source.connectFields"] };
    const [action] = await this.#text.ask("textDocument/codeAction", () => ({ range, context })) ?? [];
    const { text } = this.#text;
    if (action?.edit && this.#text.write(action.edit)) this.#text.layOut();
    const isNew = this.#text.text !== text;
    setText(part(".connected"), isNew ? "The fields are connected." : "The fields were connected already.");
  }

  #edit(text, goesOn = false) {
    setText(part(".connected"), "");
    this.#text.change(text, { goesOn });
    this.#text.layOut();
  }
}

function nameOf(item) {
  return textOf(item?.label) || item?.key || "?";
}

/** A text without what people leave out when they look for it. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
