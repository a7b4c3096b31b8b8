// The extension as a desktop has it, in Node: its own bundle, with VS Code's types and documents, and as much of the
// rest of the API as the client library asks for. Does what a person would, and writes down what came of it.
import { writeFileSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import Module from "node:module";
import { join } from "node:path";
import threads from "node:worker_threads";
import { Emitter } from "@codingame/monaco-vscode-api/vscode/vs/base/common/event";
import { CancellationTokenSource } from "@codingame/monaco-vscode-api/vscode/vs/base/common/cancellation";
import { URI } from "@codingame/monaco-vscode-api/vscode/vs/base/common/uri";
import { ExtHostDocumentData } from "@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostDocumentData";
import * as types from "@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostTypes";

const [, , folder, work, said] = process.argv;
const settings = JSON.parse(said);
const say = (about) => console.log(JSON.stringify(about));
const token = new CancellationTokenSource().token;

// A namespace of which nobody here asks for more: whatever it has is a function or an event that does nothing.
const nothing = new Proxy(function () {}, { get: (_, name) => (name === "then" ? undefined : nothing), apply: () => nothing });
const namespace = (known) => new Proxy(known, { get: (it, name) => (name in it ? it[name] : nothing) });

const opened = new Emitter();
const changed = new Emitter();
const found = new Map();
const news = new Emitter();
const providers = {};
const tabs = [];
const tabsChanged = new Emitter();
const lines = [];
const documents = [];
const kept = new Map();
const commands = new Map();

class FileSystemError extends Error {
  code = "FileNotFound";
}

const fileSystem = {
  readFile: (uri) => readFile(uri.fsPath).catch(() => Promise.reject(new FileSystemError())),
  stat: (uri) => stat(uri.fsPath).catch(() => Promise.reject(new FileSystemError())),
  readDirectory: async (uri) => (
    (await readdir(uri.fsPath, { withFileTypes: true })).map((it) => [it.name, it.isDirectory() ? 2 : 1])),
};
const window = namespace({
  visibleTextEditors: [],
  activeTextEditor: undefined,
  tabGroups: { all: [{ tabs }], onDidChangeTabs: tabsChanged.event },
  createOutputChannel: () => namespace({ appendLine: (line) => lines.push(line) }),
  showErrorMessage: async (message) => say({ complaint: message }),
});
const vscode = namespace({
  ...types,
  TabInputText: types.TextTabInput,
  TabInputTextDiff: types.TextDiffTabInput,
  TabInputCustom: types.CustomEditorTabInput,
  Uri: URI,
  EventEmitter: Emitter,
  CancellationTokenSource,
  FileSystemError,
  version: "1.101.0",
  LanguageStatusSeverity: { Information: 0, Warning: 1, Error: 2 },
  RelativePattern: class {},
  commands: namespace({
    registerCommand(name, run) {
      commands.set(name, run);
      return { dispose() {} };
    },
  }),
  env: namespace({ language: "en" }),
  workspace: namespace({
    fs: fileSystem,
    textDocuments: documents,
    notebookDocuments: [],
    workspaceFolders: settings.folder && [{ uri: URI.parse(settings.folder), name: "folder", index: 0 }],
    onDidOpenTextDocument: opened.event,
    onDidChangeTextDocument: changed.event,
    getConfiguration: () => ({
      get: (name, other) => settings[name] ?? other,
      inspect: (name) => ({ defaultValue: name === "path" ? "fieldd" : undefined }),
    }),
  }),
  window,
  languages: new Proxy({
    match: (selector, { languageId, uri }) => (
      [selector].flat().some((it) => it.language === languageId && it.scheme === uri.scheme) ? 10 : 0),
    createLanguageStatusItem: () => ({}),
    createDiagnosticCollection: () => namespace({
      set(uri, them) {
        found.set(uri.toString(), them ?? []);
        news.fire();
      },
    }),
  }, {
    get: (it, name) => it[name] ?? ((_, provider) => {
      providers[name] = provider;
      return { dispose() {} };
    }),
  }),
});

// What an extension loads, and the workers that it starts.
const load = Module._load;
const workers = [];
const WEB_CRYPTO = "--experimental-global-webcrypto";
class Worker extends threads.Worker {
  constructor(file) {
    // VS Code had Node 18 until 1.89.
    const isNew = !process.allowedNodeEnvironmentFlags.has(WEB_CRYPTO);
    super(file, isNew ? {} : { execArgv: [WEB_CRYPTO.replace("--", "--no-")] });
    workers.push(this);
  }
}
Module._load = (name, ...more) => {
  if (name === "vscode") return vscode;
  return name === "node:worker_threads" ? { ...threads, Worker } : load(name, ...more);
};

function open(name, text) {
  const path = join(work, name);
  writeFileSync(path, text);
  const data = new ExtHostDocumentData({}, URI.file(path), text.split("\n"), "\n", 1, "fields", false, "utf8");
  // In the order of VS Code.
  tabs.push({ input: new types.TextTabInput(data.document.uri) });
  tabsChanged.fire({ opened: tabs, closed: [] });
  documents.push(data.document);
  opened.fire(data.document);
  return data;
}

/** Types a text at a place, as the editor tells of it. */
function type(data, character, text) {
  const range = new types.Range(0, character, 0, character);
  const place = { startLineNumber: 1, startColumn: character + 1, endLineNumber: 1, endColumn: character + 1 };
  const change = { range: place, text };
  data.onEvents({ changes: [change], eol: "\n", versionId: data.document.version + 1 });
  const contentChanges = [{ range, rangeOffset: character, rangeLength: 0, text }];
  changed.fire({ document: data.document, contentChanges, reason: undefined });
}

/** Waits until something is told that is as it is wanted. */
async function told(document, isWanted) {
  const messages = () => (found.get(document.uri.toString()) ?? []).map((it) => it.message);
  while (!isWanted(messages())) await new Promise((resolve) => news.event(resolve));
  return messages();
}

const globalState = { get: (name) => kept.get(name), update: async (name, value) => void kept.set(name, value) };
const context = {
  subscriptions: [], globalState, extensionUri: URI.file(folder), asAbsolutePath: (path) => join(folder, path),
};
const extension = load(join(folder, "dist", "desktop.js"));
await extension.activate(context);
if (workers.length > 0) {
  const data = open("a.fields.json", '{ "fields": [{ "key": "a", "kind": "entri", "label": "A" }] }');
  const { document } = data;
  const place = new types.Position(0, document.getText().indexOf("entri") + 2);
  const here = new types.Range(place, place);
  const diagnostics = () => found.get(document.uri.toString()).filter((it) => it.range.contains(place));
  say({ findings: await told(document, (it) => it.length > 0) });
  const { items } = await providers.registerCompletionItemProvider.provideCompletionItems(
    document, place, token, { triggerKind: 0 });
  say({ completions: items.map((it) => it.label.label ?? it.label) });
  const only = { diagnostics: diagnostics(), only: undefined, triggerKind: 1 };
  const fixes = await providers.registerCodeActionsProvider.provideCodeActions(document, here, only, token);
  say({ fixes: fixes.map((it) => it.title) });
  const edits = await providers.registerDocumentFormattingEditProvider.provideDocumentFormattingEdits(
    document, { tabSize: 2, insertSpaces: true }, token);
  say({ edits: edits.length });
  const autofill = '"text": "Ada", "autofill": { "source": "names" }';
  const taught = open("taught.fields.json", `{ "fields": [{ "key": "a", "kind": "entry", "label": "A", ${autofill} }] }`).document;
  const draft = new types.Position(0, taught.getText().indexOf("Ada") + 1);
  const none = { diagnostics: [], only: undefined, triggerKind: 1 };
  const offered = () => (
    providers.registerCodeActionsProvider.provideCodeActions(taught, new types.Range(draft, draft), none, token));
  const [{ title, command }] = await offered();
  await commands.get(command.command)(...command.arguments);
  say({ taught: title, kept: JSON.parse(kept.get("fieldd.learned")) });
  // Killed as by the system; what was typed is there again.
  type(data, document.getText().lastIndexOf(" }] }"), ', "colour": 1');
  found.clear();
  await workers.at(-1).terminate();
  say({ again: await told(document, (it) => it.length > 0), workers: workers.length });
  say({ known: (await offered()).map((it) => it.title) });
  const record = open("a.values.json", '{ "b": 1 }');
  say({ record: await told(record.document, (it) => it.length > 0) });
}
await extension.deactivate();
say({ lines });
// The client library would wait for what has ended already.
process.exit();
