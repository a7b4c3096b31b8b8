// VS Code's editor and its hosts of extensions in a page, with the extension of clients/vscode as it is installed:
// its manifest is registered, and VS Code reads the files that this names and calls `activate`.
// On a desktop the host is in the page itself; for the web it is VS Code's own, a worker in a frame.
import * as monaco from "@codingame/monaco-vscode-editor-api";
import "vscode/localExtensionHost";
import * as vscode from "vscode";
import { getService, initialize } from "@codingame/monaco-vscode-api";
import { ExtensionHostKind, registerExtension } from "@codingame/monaco-vscode-api/extensions";
import { IExtensionManifestPropertiesService } from "@codingame/monaco-vscode-api/vscode/vs/workbench/services/extensions/common/extensionManifestPropertiesService.service";
import { createModelReference } from "@codingame/monaco-vscode-api/monaco";
import getConfigurationServiceOverride, {
  initUserConfiguration,
  updateUserConfiguration,
} from "@codingame/monaco-vscode-configuration-service-override";
import getExtensionServiceOverride from "@codingame/monaco-vscode-extensions-service-override";
import getEditorServiceOverride from "@codingame/monaco-vscode-editor-service-override";
import {
  RegisteredFileSystemProvider,
  RegisteredMemoryFile,
  registerCustomProvider,
  registerFileSystemOverlay,
} from "@codingame/monaco-vscode-files-service-override";
import getLanguagesServiceOverride from "@codingame/monaco-vscode-languages-service-override";
import getLogServiceOverride from "@codingame/monaco-vscode-log-service-override";
import getModelServiceOverride from "@codingame/monaco-vscode-model-service-override";

self.MonacoEnvironment = { getWorker: () => new Worker("/build/worker.js", { type: "module" }) };

// Beside what people have when they install VS Code: nothing moves, and nothing waits for a pointer.
const usual = {
  "editor.cursorBlinking": "solid",
  "editor.hover.delay": 0,
  "editor.wordBasedSuggestions": "off",
  "files.eol": "\n",
};
const models = new Map();
const files = new RegisteredFileSystemProvider(false);
// In a browser, files are those of a repository elsewhere.
let isWeb = false;
const at = (path) => (isWeb ? monaco.Uri.from({ scheme: "vscode-vfs", authority: "github", path }) : monaco.Uri.file(path));
let editor;
let unsplit;

async function show(reference) {
  models.set(reference.object.textEditorModel.uri.toString(), reference);
  editor.setModel(reference.object.textEditorModel);
  editor.focus();
  return editor;
}

async function install(manifest, paths) {
  // A host in a page loads what an extension has for browsers, which is made of its program for desktops here.
  const installed = isWeb ? manifest : { ...manifest, main: undefined, browser: "./extension.js" };
  const kind = isWeb ? ExtensionHostKind.LocalWebWorker : ExtensionHostKind.LocalProcess;
  const extension = registerExtension(installed, kind);
  for (const path of paths) extension.registerFileUrl(path, new URL(`/extension/${path}`, location.href).href);
  if (!isWeb) extension.registerFileUrl("extension.js", new URL("/build/extension.js", location.href).href);
  // What this page asks VS Code for comes from the host in it.
  const page = { name: "page", publisher: "tests", version: "1.0.0", engines: manifest.engines };
  const asking = isWeb ? registerExtension(page, ExtensionHostKind.LocalProcess) : extension;
  await asking.setAsDefaultApi();
}

const current = () => models.get(editor.getModel().uri.toString());
const atPlace = ([line, character]) => ({ lineNumber: line + 1, column: character + 1 });

self.page = {
  async start({ manifest, paths, folder, host }) {
    await initUserConfiguration(JSON.stringify(usual));
    const services = {
      ...getConfigurationServiceOverride(),
      ...getEditorServiceOverride((reference) => show(reference)),
      ...getExtensionServiceOverride({ url: "/build/host.js", options: { type: "module" } }),
      ...getLanguagesServiceOverride(),
      ...getLogServiceOverride(),
      ...getModelServiceOverride(),
    };
    isWeb = host === "web";
    if (isWeb) registerCustomProvider("vscode-vfs", files);
    const workspace = { folderUri: at(folder) };
    const workspaceProvider = { trusted: true, open: async () => true, workspace };
    await initialize(services, undefined, { workspaceProvider });
    if (!isWeb) registerFileSystemOverlay(1, files);
    editor = monaco.editor.create(document.getElementById("editor"), {
      automaticLayout: true,
      fontSize: 15,
      minimap: { enabled: false },
    });
    await install(manifest, paths);
    return vscode.version;
  },
  async open(path, text) {
    files.registerFile(new RegisteredMemoryFile(at(path), text));
    await show(await createModelReference(at(path)));
    return editor.getModel().getLanguageId();
  },
  // A file that nobody opens; another program writes it.
  place: (path, text) => files.registerFile(new RegisteredMemoryFile(at(path), text)),
  write: (path, text) => vscode.workspace.fs.writeFile(at(path), new TextEncoder().encode(text)),
  // Ends the module in its worker, or the worker itself.
  end: (how) => new BroadcastChannel("tests").postMessage(how),
  // Where VS Code would run the extension, and in which folders.
  async kinds(manifest) {
    const service = await getService(IExtensionManifestPropertiesService);
    return {
      kinds: service.getExtensionKind(manifest),
      isForWeb: service.canExecuteOnWeb(manifest),
      virtual: service.getExtensionVirtualWorkspaceSupportType(manifest),
    };
  },
  problems: () => vscode.languages.getDiagnostics().flatMap(([uri, them]) => them.map((it) => `${uri.path}: ${it.message}`)),
  settings: (settings) => updateUserConfiguration(JSON.stringify({ ...usual, ...settings })),
  text: () => editor.getValue(),
  language: () => editor.getModel().getLanguageId(),
  options: () => editor.getModel().getOptions(),
  address: () => editor.getModel().uri.toString(),
  select(start, end) {
    editor.setSelection(monaco.Range.fromPositions(atPlace(start), atPlace(end)));
    editor.revealPositionInCenter(atPlace(start));
    editor.focus();
  },
  line: () => editor.getModel().getLineContent(editor.getPosition().lineNumber),
  next() {
    const { lineNumber, column } = editor.getPosition();
    return editor.getModel().getLineContent(lineNumber)[column - 1] ?? "";
  },
  insertSnippet: (body) => editor.getContribution("snippetController2").insert(body),
  // As a key would: nobody waits for what it does.
  press: (id, details) => {
    editor.focus();
    editor.trigger("keyboard", id, details ?? {});
  },
  // The same text in another editor, in which the next steps are done.
  split() {
    const first = editor;
    const half = document.body.appendChild(document.createElement("div"));
    half.style.cssText = "position: absolute; inset: 50% 0 0 0";
    editor = monaco.editor.create(half, { automaticLayout: true, minimap: { enabled: false }, model: first.getModel() });
    editor.focus();
    unsplit = () => {
      editor.dispose();
      half.remove();
      editor = first;
    };
  },
  unsplit: () => unsplit(),
  command: (id) => vscode.commands.executeCommand(id),
  commands: () => vscode.commands.getCommands(true),
  findings: () => vscode.languages.getDiagnostics(editor.getModel().uri).map((finding) => finding.message),
  underlined: () =>
    editor.getModel().getAllDecorations().some((part) => /squiggly/.test(part.options.className ?? "")),
  hints: () =>
    editor
      .getModel()
      .getAllDecorations()
      .flatMap((part) => [part.options.before, part.options.after])
      .map((text) => text?.content ?? ""),
  async symbols() {
    const names = (list) => list.flatMap((symbol) => [symbol.name, ...names(symbol.children ?? [])]);
    return names(await vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", editor.getModel().uri));
  },
  async save() {
    await current().object.save();
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(current().object.textEditorModel.uri));
  },
};
document.title = "ready";
