/** A form is put together here: its parts, its text and its preview are one document of one daemon. */
import { formCard } from "./card.js";
import { mark, TextControl, tool } from "./controls.js";
import { TextDocument } from "./document.js";
import { element, setText } from "./dom.js";
import { insert, move, put } from "./edits.js";
import { dragging } from "./drag.js";
import { Connection, Daemon, positionOf } from "./fieldd/index.js";
import { FormView } from "./form.js";
import { Inspector, keyOf } from "./inspector.js";
import { find, outline, valueOf } from "./outline.js";
import { lineOf, Marks } from "./marks.js";
import { keepPresses } from "./press.js";

const CAPABILITIES = {
  textDocument: {
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["source"] } } },
    rename: { prepareSupport: true },
  },
  workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } },
};
const NAMES = { entry: "Entry", area: "Area", picker: "Picker", date: "Date", group: "Group" };
const part = (selector) => document.querySelector(selector);
const button = (attributes, ...children) => element("button", { type: "button", ...attributes }, ...children);

/** The parts of the form: its title, its fields and its groups in their order, and one of them in detail. */
class Parts {
  #text;
  #tree = null;
  #path = null;
  #title = new TextControl("Title", ["title"]);
  #description = new TextControl("Description", ["description"]);
  inspector;

  constructor(text) {
    this.#text = text;
    for (const control of [this.#title, this.#description]) {
      control.listen("input", (path, value) => this.#edit(put(text.text, path, value)));
      part(".about").append(control.element);
    }
    for (const kind of ["entry", "area", "picker", "date"]) {
      part(".add-field").append(button({ "data-kind": kind, onclick: () => this.#add("fields", kind) }, NAMES[kind]));
    }
    part(".add-group").append(button({ onclick: () => this.#add("groups", "group") }, "Group"));
    part(".connect").addEventListener("click", () => this.#connect());
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
    for (const list of ["fields", "groups"]) this.#drawList(list);
    this.#placeInspector();
    this.inspector.draw(tree, this.#path);
  }

  /** What is edited of an item stands directly below it, to be seen and reached from there. */
  #placeInspector() {
    const { element } = this.inspector;
    const row = this.#path === null ? null : part(`.${this.#path[0]}-list ol`).children[this.#path[1]];
    if (row === element.parentElement) return;
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    if (row) row.append(element);
    else element.remove();
    // Who edits goes along with the item.
    if (row) focused?.focus();
  }

  /** Shows the field or group that a place in the text is in. */
  showAt(offset) {
    for (const list of ["fields", "groups"]) {
      const items = find(this.#tree, [list])?.items ?? [];
      const index = items.findIndex((it) => it.start <= offset && offset <= it.end);
      if (index >= 0) this.#select([list, index]);
    }
  }

  #drawList(list) {
    const items = valueOf(find(this.#tree, [list])) ?? [];
    const element = part(`.${list}-list ol`);
    while (element.children.length > items.length) element.lastChild.remove();
    while (element.children.length < items.length) element.append(this.#row(list, element.children.length));
    items.forEach((item, index) => {
      const row = element.children[index];
      const [select, up, down, remove] = row.querySelectorAll("button");
      const name = item?.label || item?.key || "?";
      setText(select.firstChild, name);
      setText(select.lastChild, list === "fields" ? NAMES[item?.kind] ?? "" : item?.repeat ? "List" : "Group");
      const isSelected = `${this.#path}` === `${[list, index]}`;
      mark(select, isSelected);
      row.classList.toggle("selected", isSelected);
      for (const [it, words] of [[up, "Move up"], [down, "Move down"], [remove, "Remove"]]) {
        it.setAttribute("aria-label", `${words}: ${name}`);
      }
      up.disabled = index === 0;
      down.disabled = index === items.length - 1;
    });
    part(`.${list}-list`).hidden = items.length === 0;
  }

  #row(list, index) {
    const select = button({ class: "select", onclick: () => this.#select([list, index]) });
    select.append(element("span"), element("span", { class: "kind" }));
    // Keys move an item by the arrows beside it.
    const grip = element("span", { class: "grip", "aria-hidden": "true", title: "Drag to move" }, "⠿");
    dragging(grip, (to) => this.#drop(list, index, to));
    return element(
      "li", {}, grip, select,
      tool("Move up", "↑", () => this.#move(list, index, index - 1)),
      tool("Move down", "↓", () => this.#move(list, index, index + 1)),
      tool("Remove", "✕", () => this.#remove(list, index)));
  }

  #select(path) {
    this.#path = path;
    this.draw();
  }

  #add(list, kind) {
    const items = valueOf(find(this.#tree, [list])) ?? [];
    const index = this.#path?.[0] === list ? this.#path[1] + 1 : items.length;
    const keys = new Set(items.map((it) => it?.key));
    const label = nameThatIsFree(NAMES[kind], keys);
    const key = keyOf(label);
    const item = list === "groups" ? { key, label } : { key, kind, label };
    this.#path = [list, index];
    this.#edit(insert(this.#text.text, [list], index, item));
    this.inspector.focus();
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
    const [, up, down] = part(`.${list}-list ol`).children[to].querySelectorAll("button");
    const wanted = to < from ? up : down;
    (wanted.disabled ? (to < from ? down : up) : wanted).focus();
  }

  #remove(list, index) {
    if (this.#path?.[0] === list && this.#path[1] >= index) this.#path = null;
    this.#edit(put(this.#text.text, [list, index], undefined));
    const rows = part(`.${list}-list ol`).children;
    (rows[Math.min(index, rows.length - 1)]?.querySelector(".select") ?? part(".add-field button")).focus();
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

/** The text itself, with what is wrong with it: in its place, where the cursor is, and all of it below. */
class TextPane {
  #text;
  #area = part(".text textarea");
  #marks = new Marks(part(".editor"));

  constructor(text, parts) {
    this.#text = text;
    this.#area.value = text.text;
    this.#area.addEventListener("input", () => text.change(this.#area.value));
    this.#area.addEventListener("click", () => parts.showAt(this.#area.selectionStart));
    this.#area.addEventListener("keydown", (event) => this.#pressed(event));
    document.addEventListener("selectionchange", () => this.#drawHere());
    this.drawProblems();
  }

  /** Shows the text, with the cursor where it was; `moved` says where an offset is now. */
  draw(moved) {
    const area = this.#area;
    if (area.value !== this.#text.text) {
      const selection = [moved(area.selectionStart), moved(area.selectionEnd)];
      const { scrollTop } = area;
      area.value = this.#text.text;
      area.setSelectionRange(...selection);
      area.scrollTop = scrollTop;
    }
    this.drawProblems();
  }

  drawProblems() {
    const { problems, text } = this.#text;
    this.#marks.draw(text, problems);
    const list = part(".text .problems");
    // One that has the focus keeps it.
    while (list.children.length > problems.length) list.lastChild.remove();
    problems.forEach((it, index) => {
      if (list.children[index] === undefined) {
        list.append(element("li", {}, button({ onclick: () => this.#show(this.#text.problems[index]) })));
      }
      const way = list.children[index].firstChild;
      way.dataset.severity = it.severity === 1 ? "error" : "warning";
      setText(way, `Line ${lineOf(text, it.start) + 1}: ${it.message}`);
    });
    this.#drawHere();
  }

  /** Says what is wrong on the line of the cursor, or how much is wrong elsewhere. */
  #drawHere() {
    const { problems, text } = this.#text;
    const line = lineOf(text, this.#area.selectionEnd);
    const here = problems.filter((it) => lineOf(text, it.start) === line).map((it) => it.message);
    const count = problems.length === 1 ? "1 problem, in" : `${problems.length} problems, the first in`;
    const elsewhere = problems.length > 0 ? `${count} line ${lineOf(text, problems[0].start) + 1}` : "";
    setText(part(".here"), here.length > 0 ? `Line ${line + 1}: ${here.join("; ")}` : elsewhere);
  }

  #show({ start, end }) {
    this.#area.focus();
    this.#area.setSelectionRange(start, end);
  }

  /** What is written anew by the page the browser can't undo. */
  #pressed(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.#text.undo();
    else if (key === "y" || key === "z") this.#text.redo();
    else return;
    event.preventDefault();
  }
}

/** The form as a person fills it in; what is typed there stands in the text. */
class Preview {
  #daemon;
  #text;
  #view = null;
  #card = null;
  #isAsking = false;
  #isBehind = false;

  constructor(daemon, text) {
    this.#daemon = daemon;
    this.#text = text;
  }

  async open() {
    this.#view?.close();
    this.#card?.element.remove();
    const card = formCard("div", "h2");
    const view = new FormView(this.#daemon.form(this.#text.uri), card, { isEditors: true });
    this.#card = card;
    this.#view = view;
    card.committed.append(button({ class: "back", onclick: () => this.open() }, "Back to the form"));
    part(".preview").append(card.element);
    await view.open();
    document.title = part(".name").textContent;
  }

  /** Learns what stands around the fields, once behind the last of several changes. */
  async follow() {
    if (!this.#card.committed.hidden) {
      this.open();
      return;
    }
    this.#isBehind = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isBehind) {
      this.#isBehind = false;
      const params = { uri: this.#text.uri, keys: [] };
      this.#view.introduce(await this.#daemon.connection.request("field/open", params));
    }
    this.#isAsking = false;
    document.title = part(".name").textContent;
  }
}

/** A label whose key nobody has. */
function nameThatIsFree(name, keys) {
  let label = name;
  for (let number = 2; keys.has(keyOf(label)); number += 1) label = `${name} ${number}`;
  return label;
}

/** The formats that rules may ask for, as the daemon offers them to an editor. */
async function formats(connection) {
  const before = '{"fields":[{"key":"a","kind":"entry","label":"A","validation":{"live":[{"format":"';
  const textDocument = { uri: "untitled:formats.fields.json", languageId: "fields", version: 1 };
  connection.notify("textDocument/didOpen", { textDocument: { ...textDocument, text: `${before}"}]}}]}` } });
  const position = positionOf(before, before.length);
  const { items } = await connection.request("textDocument/completion", { textDocument, position });
  connection.notify("textDocument/didClose", { textDocument });
  return items.map((it) => it.label);
}

function showTrouble(message) {
  setText(part(".trouble"), message);
  part(".trouble").hidden = message === "";
}

async function start() {
  const answer = await fetch("form");
  if (!answer.ok) throw new Error(await answer.text());
  const { byteLimit, name, text: file, uri } = await answer.json();
  const address = new URL("socket", location.href.replace(/^http/, "ws"));
  const daemon = await Daemon.connect(address, { capabilities: CAPABILITIES });
  daemon.connection.byteLimit = byteLimit;
  daemon.onEnd = (_, reason) => {
    showTrouble(`The builder is over: ${reason || "its program is gone"}. The text can still be copied.`);
  };
  setText(part(".name"), name);
  document.title = name;
  const text = new TextDocument(daemon, uri, file);
  const parts = new Parts(text);
  const pane = new TextPane(text, parts);
  const preview = new Preview(daemon, text);
  const [undo, redo, save] = ["undo", "redo", "save"].map((it) => part(`.${it}`));
  const drawTools = () => {
    undo.disabled = !text.canUndo;
    redo.disabled = !text.canRedo;
    save.disabled = text.text === text.saved;
  };
  text.onChange = (moved) => {
    pane.draw(moved);
    parts.draw();
    drawTools();
    preview.follow();
  };
  text.onDiagnostics = () => {
    pane.drawProblems();
    parts.draw();
  };
  parts.inspector.onTrouble = showTrouble;
  undo.addEventListener("click", () => text.undo());
  redo.addEventListener("click", () => text.redo());
  const store = async () => {
    try {
      await text.save();
      showTrouble("");
    } catch (error) {
      showTrouble(error.message);
    }
    drawTools();
  };
  save.addEventListener("click", store);
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "s") return;
    event.preventDefault();
    store();
  });
  addEventListener("beforeunload", (event) => {
    if (text.text !== text.saved) event.preventDefault();
  });
  const offered = (await formats(daemon.connection)).map((it) => element("option", { value: it }));
  part("#formats").append(...offered);
  await preview.open();
  parts.draw();
  drawTools();
  part("main").removeAttribute("aria-busy");
}

keepPresses(document);
start().catch((error) => showTrouble(error.message));
