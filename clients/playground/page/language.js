import { readDiagnostic } from "./fieldd/index.js";

/** What the editor can do with what the daemon offers. */
export const CAPABILITIES = {
  textDocument: {
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source"] } } },
    completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
    hover: { contentFormat: ["markdown"] },
    inlayHint: {},
    publishDiagnostics: { versionSupport: true },
  },
  workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } },
};

/** The kinds of completions, by LSP's numbers from 1. */
const KINDS = [
  "Text", "Method", "Function", "Constructor", "Field", "Variable", "Class", "Interface", "Module", "Property", "Unit",
  "Value", "Enum", "Keyword", "Snippet", "Color", "File", "Reference", "Folder", "EnumMember", "Constant", "Struct",
  "Event", "Operator", "TypeParameter",
];
const SNIPPET = 2;
/** By LSP's numbers from 1, those of the editor. */
const SEVERITIES = [8, 4, 2, 1];

/** JSON with comments, for the colours. */
const TOKENS = {
  tokenizer: {
    root: [
      [/"(?:[^"\\]|\\.)*"(?=\s*:)/, "string.key.json"],
      [/"(?:[^"\\]|\\.)*"?/, "string.value.json"],
      [/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, "number"],
      [/\b(?:true|false|null)\b/, "keyword"],
      [/\/\/.*$/, "comment"],
      [/\/\*/, "comment", "@comment"],
      [/[{}[\]]/, "@brackets"],
    ],
    comment: [[/\*\//, "comment", "@pop"], [/[^*]+|\*/, "comment"]],
  },
};

/**
 * The language of the editor, Monaco: the daemon finds what is wrong, completes, explains, mends and lays out.
 *
 * Each text of the editor that is opened here is one of the daemon's, which hears of every edit and may write into it.
 */
export class Language {
  #monaco;
  #daemon;
  #models = new Map();
  #hints;

  /** Called with an address and what is wrong with its text. @type {(uri: string, problems: object[]) => void} */
  onProblems = () => {};

  constructor(monaco, daemon, id = "fields") {
    this.#monaco = monaco;
    this.#daemon = daemon;
    this.id = id;
    this.#hints = new monaco.Emitter();
    daemon.onNotification = (method, params) => {
      if (method === "textDocument/publishDiagnostics") this.#mark(params);
    };
    daemon.onRequest = (method, { edit } = {}) => (
      method === "workspace/applyEdit" ? Promise.resolve({ applied: this.#write(edit) }) : undefined);
    this.#register();
  }

  /** A text that the daemon has open, by an address that ends with the name of a file. */
  open(uri, text) {
    const model = this.#monaco.editor.createModel(text, this.id, this.#monaco.Uri.parse(uri));
    this.#models.set(uri, model);
    const version = model.getVersionId();
    this.#notify("didOpen", { textDocument: { uri, languageId: uri.endsWith(".fields.json") ? "fields" : "json", version, text } });
    model.onDidChangeContent(({ changes, versionId }) => this.#notify("didChange", {
      textDocument: { uri, version: versionId },
      contentChanges: changes.map(({ range, text: newText }) => ({ range: told(range), text: newText })),
    }));
    return model;
  }

  /** Has the daemon lay a text out, unless it is another by then. */
  async layOut(model) {
    const version = model.getVersionId();
    const { tabSize, insertSpaces } = model.getOptions();
    const answer = await this.#ask("formatting", model, { options: { tabSize, insertSpaces } });
    if (version !== model.getVersionId()) return;
    model.pushStackElement();
    model.pushEditOperations([], edits(answer), () => null);
    model.pushStackElement();
  }

  /** Takes a text away again. */
  close(uri) {
    this.#notify("didClose", { textDocument: { uri } });
    this.#models.get(uri)?.dispose();
    this.#models.delete(uri);
  }

  #notify(name, params) {
    this.#daemon.connection.notify(`textDocument/${name}`, params);
  }

  /** The answer about a text; nothing where the text is another by then. */
  async #ask(name, model, params) {
    const uri = this.#addressOf(model);
    if (uri === undefined) return null;
    const method = `textDocument/${name}`;
    return await this.#daemon.connection.request(method, { textDocument: { uri }, ...params }).catch(() => null);
  }

  #addressOf(model) {
    return [...this.#models.keys()].find((uri) => this.#models.get(uri) === model);
  }

  #register() {
    const { languages } = this.#monaco;
    const { id } = this;
    const { completionProvider } = this.#daemon.capabilities;
    languages.register({ id });
    languages.setMonarchTokensProvider(id, TOKENS);
    languages.setLanguageConfiguration(id, {
      brackets: [["{", "}"], ["[", "]"]],
      autoClosingPairs: [{ open: "{", close: "}" }, { open: "[", close: "]" }, { open: '"', close: '"', notIn: ["string"] }],
      comments: { lineComment: "//", blockComment: ["/*", "*/"] },
    });
    languages.registerCompletionItemProvider(id, {
      triggerCharacters: completionProvider?.triggerCharacters ?? [],
      provideCompletionItems: (model, position) => this.#complete(model, position),
    });
    languages.registerHoverProvider(id, {
      provideHover: async (model, position) => {
        const answer = await this.#ask("hover", model, { position: toldPosition(position) });
        if (answer === null) return null;
        const [contents] = [answer.contents].flat();
        return { contents: [{ value: contents.value ?? contents }], range: answer.range && range(answer.range) };
      },
    });
    languages.registerCodeActionProvider(id, { provideCodeActions: (model, place) => this.#mend(model, place) });
    languages.registerDocumentFormattingEditProvider(id, {
      provideDocumentFormattingEdits: async (model, { tabSize, insertSpaces }) => (
        edits(await this.#ask("formatting", model, { options: { tabSize, insertSpaces } }))),
    });
    languages.registerInlayHintsProvider(id, {
      onDidChangeInlayHints: this.#hints.event,
      provideInlayHints: async (model, place) => {
        const answer = await this.#ask("inlayHint", model, { range: told(place) });
        const hints = (answer ?? []).map(({ position, label, tooltip, paddingLeft }) => ({
          position: placeOf(position), label, tooltip, paddingLeft,
        }));
        return { hints, dispose() {} };
      },
    });
  }

  async #complete(model, position) {
    const answer = await this.#ask("completion", model, { position: toldPosition(position) });
    const { CompletionItemKind } = this.#monaco.languages;
    const items = Array.isArray(answer) ? answer : answer?.items ?? [];
    const word = model.getWordUntilPosition(position);
    const here = {
      startLineNumber: position.lineNumber, endLineNumber: position.lineNumber,
      startColumn: word.startColumn, endColumn: word.endColumn,
    };
    return {
      incomplete: answer?.isIncomplete ?? false,
      suggestions: items.map((it) => ({
        label: it.label,
        kind: CompletionItemKind[KINDS[it.kind - 1] ?? "Text"],
        detail: it.detail,
        documentation: it.documentation && { value: it.documentation.value ?? it.documentation },
        filterText: it.filterText,
        sortText: it.sortText,
        insertText: it.textEdit?.newText ?? it.insertText ?? it.label,
        ...(it.insertTextFormat === SNIPPET && { insertTextRules: 4 }),
        range: it.textEdit ? range(it.textEdit.range ?? it.textEdit.replace) : here,
        additionalTextEdits: edits(it.additionalTextEdits),
      })),
    };
  }

  async #mend(model, place) {
    const answer = await this.#ask("codeAction", model, { range: told(place), context: { diagnostics: [] } });
    const actions = (answer ?? []).filter((it) => it.edit).map((it) => ({
      title: it.title, kind: it.kind, isPreferred: it.isPreferred, edit: { edits: this.#changes(it.edit) },
    }));
    return { actions, dispose() {} };
  }

  /** What an edit of the daemon's changes, as the editor has it. */
  #changes({ changes = {}, documentChanges }) {
    const all = documentChanges ?? Object.entries(changes).map(([uri, them]) => ({ textDocument: { uri }, edits: them }));
    return all.flatMap(({ textDocument: { uri }, edits: them }) => {
      const model = this.#models.get(uri);
      return model ? edits(them).map((textEdit) => ({ resource: model.uri, versionId: undefined, textEdit })) : [];
    });
  }

  /** Writes what the daemon wants written, unless the text is another by now; says whether. */
  #write({ changes = {}, documentChanges }) {
    const all = documentChanges ?? Object.entries(changes).map(([uri, them]) => ({ textDocument: { uri }, edits: them }));
    const isMeant = ({ textDocument: { uri, version } }) => (
      this.#models.has(uri) && (version ?? this.#models.get(uri).getVersionId()) === this.#models.get(uri).getVersionId());
    if (!all.every(isMeant)) return false;
    for (const { textDocument: { uri }, edits: them } of all) {
      this.#models.get(uri).pushEditOperations([], edits(them), () => null);
    }
    return true;
  }

  #mark({ uri, version, diagnostics }) {
    const model = this.#models.get(uri);
    if (!model || (version !== undefined && version !== model.getVersionId())) return;
    this.#monaco.editor.setModelMarkers(model, "fieldd", diagnostics.map((it) => ({
      ...range(it.range), severity: SEVERITIES[it.severity - 1], message: it.message, source: "fieldd", code: it.code,
    })));
    this.#hints.fire();
    this.onProblems(uri, diagnostics.map(readDiagnostic));
  }
}

const toldPosition = ({ lineNumber, column }) => ({ line: lineNumber - 1, character: column - 1 });

const told = ({ startLineNumber, startColumn, endLineNumber, endColumn }) => ({
  start: { line: startLineNumber - 1, character: startColumn - 1 },
  end: { line: endLineNumber - 1, character: endColumn - 1 },
});

const placeOf = ({ line, character }) => ({ lineNumber: line + 1, column: character + 1 });

const range = ({ start, end }) => ({
  startLineNumber: start.line + 1, startColumn: start.character + 1,
  endLineNumber: end.line + 1, endColumn: end.character + 1,
});

const edits = (them) => (them ?? []).map((it) => ({ range: range(it.range), text: it.newText }));
