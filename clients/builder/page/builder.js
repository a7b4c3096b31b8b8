/**
 * A form is put together here: its parts, its text and its preview are one document of one daemon. Where the daemon and
 * the file are is for `served.js` and `unserved.js` to say.
 */
import { formCard } from "./card.js";
import { Completions } from "./completions.js";
import { TextDocument } from "./document.js";
import { element, set, setText } from "./dom.js";
import { positionOf } from "./fieldd/index.js";
import { FormView } from "./form.js";
import { lineOf, Marks } from "./marks.js";
import { revealIn } from "./panes.js";
import { Parts } from "./parts.js";
import { keepPresses } from "./press.js";

/** What the page does as an editor. */
export const CAPABILITIES = {
  textDocument: {
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["source", "quickfix"] } } },
    rename: { prepareSupport: true },
  },
  workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } },
};
/** What a person is told of a file that other pages or programs write. */
const FILE_NEWS = {
  taken: "The file was changed elsewhere, and the text is the new one. Undo brings the former back.",
  changed: "The file was changed elsewhere. Save asks which version stays.",
  removed: "The file was removed. Save writes it again.",
};
const part = (selector) => document.querySelector(selector);
const button = (attributes, ...children) => element("button", { type: "button", ...attributes }, ...children);
/** The lines that stay in view around one that is shown. */
const LINES_AROUND = 3;

/** The text itself, with what is wrong with it: in its place, where the cursor is, and all of it below. */
class TextPane {
  #text;
  #area = part(".text textarea");
  #marks = new Marks(part(".editor"));
  /** Where the cursor was behind what was typed last. */
  #typedTo = null;

  constructor(text, parts) {
    this.#text = text;
    this.#area.value = text.text;
    this.#area.addEventListener("input", (event) => this.#typed(event));
    new Completions(text, this.#area, (offset) => this.#marks.placeOf(offset));
    this.#area.addEventListener("click", () => parts.showAt(this.#area.selectionStart));
    this.#area.addEventListener("keydown", (event) => this.#pressed(event));
    document.addEventListener("selectionchange", () => this.#drawHere());
    this.drawProblems();
  }

  /** Takes what was typed; what goes on with a word is taken back with it. */
  #typed({ data, inputType }) {
    const isTyped = inputType === "insertText" && typeof data === "string";
    const goesOn = isTyped && /\S/.test(data) && this.#typedTo === this.#area.selectionEnd - data.length;
    this.#typedTo = isTyped ? this.#area.selectionEnd : null;
    this.#text.change(this.#area.value, { goesOn });
  }

  /** Shows the text, with the cursor where it was; `moved` says where an offset is now. */
  draw(moved) {
    const area = this.#area;
    if (area.value !== this.#text.text) {
      this.#typedTo = null;
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
      const [way, ...fixes] = list.children[index].children;
      way.dataset.severity = it.severity === 1 ? "error" : "warning";
      const line = `Line ${lineOf(text, it.start) + 1}`;
      setText(way, `${line}: ${it.message}`);
      if (`${fixes.map((fix) => fix.textContent)}` === `${it.fixes}`) return;
      for (const fix of fixes) fix.remove();
      way.after(...it.fixes.map((title) => button({
        class: "fix",
        "aria-label": `${title} (${line})`,
        onclick: () => this.#fix(this.#text.problems[index], title),
      }, title)));
    });
    this.#drawHere();
  }

  /** Brings a stretch of the text into view; who types there is left alone. */
  reveal({ start, end }) {
    if (document.activeElement === this.#area) return;
    const { text } = this.#text;
    const row = Number.parseFloat(getComputedStyle(this.#area).lineHeight);
    const [first, last] = [lineOf(text, start) - LINES_AROUND, lineOf(text, end) + 1 + LINES_AROUND];
    const { clientHeight, scrollTop } = this.#area;
    const isSeen = scrollTop <= first * row && last * row <= scrollTop + clientHeight;
    if (!isSeen) this.#area.scrollTop = first * row;
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

  /** Has the daemon mend something, and shows where. */
  async #fix(problem, title) {
    if (await this.#text.fix(problem, title)) this.#show({ start: problem.start, end: problem.start });
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
  /** Whether an element is of what is selected. @type {(element: Element) => boolean} */
  #isSelected = () => false;
  /** Whether that has yet to come into view. */
  #isNew = false;

  /** Who comes into a field of the preview, by a press or by keys, has it selected: `select` is called with its key. */
  constructor(daemon, text, select) {
    this.#daemon = daemon;
    this.#text = text;
    for (const event of ["pointerdown", "focusin"]) {
      part(".preview").addEventListener(event, ({ target }) => {
        const { key } = target.closest(".field")?.dataset ?? {};
        const { group } = target.closest(".group > :is(h2, .about)")?.parentElement?.dataset ?? {};
        if (key !== undefined) select("fields", key);
        else if (group) select("groups", group);
      });
    }
    new MutationObserver(() => this.#mark()).observe(part(".preview"), { childList: true, subtree: true });
  }

  /** Marks what is selected; where that is new it comes into view, unless somebody is in the preview. */
  mark(isSelected, isNew) {
    this.#isSelected = isSelected;
    this.#isNew ||= isNew;
    this.#mark();
  }

  #mark() {
    const pane = part(".preview");
    const all = [...pane.querySelectorAll(".field, .group")];
    const selected = new Set(all.filter(this.#isSelected));
    for (const it of all) set(it, "data-selected", selected.has(it));
    // What was just added is drawn once the daemon has told of it.
    const [first] = selected;
    if (first === undefined || !this.#isNew) return;
    this.#isNew = false;
    if (!pane.contains(document.activeElement)) revealIn(pane, first);
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
      const view = this.#view;
      const answer = await this.#daemon.connection.request("field/open", { uri: this.#text.uri, keys: [] });
      // Meanwhile another file may have been opened.
      if (view === this.#view) view.introduce(answer);
    }
    this.#isAsking = false;
    document.title = part(".name").textContent;
  }
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

/** Saves the text; where the file is another than it was here, the person says which of both stays. */
async function keep(text) {
  let found = await text.save();
  while (found !== null) {
    const answer = await ask(found);
    if (answer === "") {
      showTold("Nothing was saved.");
      return;
    }
    if (answer === "file") {
      text.take(found);
      showTold("The text is the file’s. Undo brings yours back.");
      return;
    }
    found = await text.saveOver(found);
  }
}

/** Asks which version stays: `"mine"`, that of the `"file"`, or for now neither. */
function ask({ file }) {
  const dialog = part(".conflict");
  const words = file === null
    ? "The file was removed since this page has read or saved it."
    : "The file was changed by another page or program since this page has read or saved it.";
  setText(part("#conflicting"), words);
  dialog.querySelector('[value="file"]').hidden = file === null;
  return answerTo(dialog);
}

/** Asks something; gives the value of the button, which is empty if nothing is to happen. */
export function answerTo(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}

function showName({ name }) {
  setText(part(".name"), name);
  document.title = name;
}

function showTold(message) {
  setText(part(".told"), message);
}

export function showTrouble(message) {
  setText(part(".trouble"), message);
  part(".trouble").hidden = message === "";
}

/**
 * Shows the builder, about one file at a time.
 *
 * @param {import("./fieldd/index.js").Daemon} daemon
 * @param {import("./document.js").File} file
 * @returns {Promise<{text: TextDocument, attempt: (work: () => Promise<void>) => Promise<void>,
 *   open: (file: import("./document.js").File) => Promise<void>}>} `attempt` does what concerns the file, one thing at a
 *   time, and tells why it could not be done; `open` goes on with another file
 */
export async function build(daemon, file) {
  keepPresses(document);
  showName(file);
  daemon.onEnd = (_, reason) => {
    showTrouble(`The builder is over: ${reason || "its program is gone"}. The text can still be copied.`);
  };
  const text = new TextDocument(daemon, file);
  const parts = new Parts(text);
  const pane = new TextPane(text, parts);
  const preview = new Preview(daemon, text, (list, key) => parts.showKey(list, key));
  parts.onSelect = ({ isNew, node }) => {
    preview.mark((it) => parts.isOf(it.dataset), isNew);
    if (isNew && node) pane.reveal(node);
  };
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
  let isBusy = false;
  const attempt = async (work) => {
    if (isBusy) return;
    isBusy = true;
    showTold("");
    try {
      await work();
      showTrouble("");
    } catch (error) {
      showTrouble(error.message);
    }
    isBusy = false;
    drawTools();
  };
  const store = () => attempt(() => keep(text));
  text.onFile = (what) => {
    showTold(FILE_NEWS[what] ?? "");
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
  const show = async () => {
    await preview.open();
    parts.draw();
    drawTools();
  };
  const open = async (other) => {
    await text.become(other);
    parts.forget();
    pane.draw(() => 0);
    showName(other);
    await show();
  };
  const offered = (await formats(daemon.connection)).map((it) => element("option", { value: it }));
  part("#formats").append(...offered);
  await show();
  part("main").removeAttribute("aria-busy");
  return { text, attempt, open };
}
