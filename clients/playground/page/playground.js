/** A form, its page and its records side by side: the daemon is in the page, and the editor is one of its clients. */
import { formCard } from "./card.js";
import { element, set, setText } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { Daemon } from "./fieldd/index.js";
import { FormView } from "./form.js";
import { CAPABILITIES, Language } from "./language.js";
import { keepPresses } from "./press.js";

const part = (selector) => document.querySelector(selector);
const OPTIONS = {
  automaticLayout: true,
  fixedOverflowWidgets: true,
  fontSize: 13,
  minimap: { enabled: false, showMarkSectionHeaders: false, showRegionSectionHeaders: false },
  quickSuggestions: { comments: false, other: true, strings: true },
  scrollBeyondLastLine: false,
  tabSize: 2,
  wordWrap: "on",
  wrappingIndent: "indent",
  // These want a worker, which a page from a file system can't have.
  colorDecorators: false,
  links: false,
  occurrencesHighlight: "off",
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false, nonBasicASCII: false },
  wordBasedSuggestions: "off",
};

/** The page of the form as an editor has it; what is typed there stands in the text. */
class Preview {
  #daemon;
  #uri;
  #view = null;
  #card = null;
  #isAsking = false;
  #isBehind = false;

  constructor(daemon, uri) {
    this.#daemon = daemon;
    this.#uri = uri;
  }

  async open() {
    this.close();
    const card = formCard("div", "h3");
    this.#card = card;
    this.#view = new FormView(this.#daemon.form(this.#uri), card, { isEditors: true });
    const again = { type: "button", class: "again", onclick: () => this.open() };
    card.committed.append(element("button", again, "Back to the form"));
    part(".preview").append(card.element);
    await this.#view.open();
    document.title = "Playground · fieldd";
  }

  close() {
    this.#view?.close();
    this.#card?.element.remove();
  }

  /** Learns what stands around the fields, once behind the last of several changes. */
  async follow() {
    if (!this.#card.committed.hidden) {
      await this.open();
      return;
    }
    this.#isBehind = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isBehind) {
      this.#isBehind = false;
      this.#view.introduce(await this.#daemon.connection.request("field/open", { uri: this.#uri, keys: [] }));
    }
    this.#isAsking = false;
    document.title = "Playground · fieldd";
  }
}

/** The editor itself, once its scripts are here. */
function loadEditor() {
  globalThis.require.config({ paths: { vs: "vs" } });
  return new Promise((resolve, reject) => {
    globalThis.require(["vs/editor/editor.main"], () => resolve(globalThis.monaco), reject);
  });
}

/** What is wrong with a text, below its editor. */
function listProblems(pane, problems, editor) {
  pane.querySelector(".problems").replaceChildren(...problems.map(({ column, line, message, severity }) => {
    const show = () => {
      editor.setPosition({ lineNumber: line, column });
      editor.revealLineInCenterIfOutsideViewport(line);
      editor.focus();
    };
    return element("li", {}, element(
      "button", { type: "button", "data-severity": severity, onclick: show }, `Line ${line}: ${message}`));
  }));
}

async function start() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const module = Uint8Array.from(atob(globalThis.fieldd.module), (letter) => letter.codePointAt(0));
  const [monaco, daemon] = await Promise.all([
    loadEditor(), Daemon.load({ module, capabilities: CAPABILITIES, locale: "en" }),
  ]);
  daemon.onEnd = (_, reason) => showTrouble(`fieldd has ended: ${reason}. The text can still be copied.`);
  const paint = () => monaco.editor.setTheme(dark.matches ? "vs-dark" : "vs");
  dark.addEventListener("change", paint);
  paint();
  const language = new Language(monaco, daemon);
  const panes = { form: part(".document"), records: part(".records") };
  const labels = { form: "Form", records: "Records" };
  const made = Object.entries(panes).map(([name, pane]) => [name, monaco.editor.create(
    pane.querySelector(".editor"), { ...OPTIONS, model: null, ariaLabel: labels[name] })]);
  const editors = Object.fromEntries(made);
  let opened = [];
  let preview = null;
  language.onProblems = (uri, problems) => {
    const name = opened.find((it) => it.uri === uri)?.name;
    if (name) listProblems(panes[name], problems, editors[name]);
  };

  async function show(number) {
    const { form, name: file, records } = EXAMPLES[number];
    preview?.close();
    for (const { uri } of opened) language.close(uri);
    for (const pane of Object.values(panes)) pane.querySelector(".problems").replaceChildren();
    // Each has its name, so that nothing of the one before is meant.
    const uris = { form: `file:///${number}/${file}`, records: `file:///${number}/form.values.json` };
    opened = Object.entries(uris).map(([name, uri]) => ({ name, uri }));
    const texts = { form, records };
    for (const { name, uri } of opened) editors[name].setModel(language.open(uri, texts[name]));
    preview = new Preview(daemon, uris.form);
    await preview.open();
    const shown = preview;
    editors.form.getModel().onDidChangeContent(() => shown.follow().catch((error) => showTrouble(error.message)));
  }

  const chooser = part(".examples");
  chooser.append(...EXAMPLES.map(({ title }, number) => element("option", { value: number }, title)));
  chooser.addEventListener("change", () => show(chooser.value).catch((error) => showTrouble(error.message)));
  part(".format").addEventListener("click", () => {
    for (const editor of Object.values(editors)) language.layOut(editor.getModel());
  });
  await show(0);
  set(part("main"), "aria-busy", null);
}

function showTrouble(message) {
  setText(part(".trouble"), message);
  part(".trouble").hidden = message === "";
}

keepPresses(document);
start().catch((error) => showTrouble(error.message ?? `${error}`));
