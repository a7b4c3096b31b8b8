// fieldd in VS Code: starts an engine, starts it anew when asked or when its settings change, and begins new forms.
// Findings, completions and the like come from the engine; nothing here knows what a property means.
import * as vscode from "vscode";
import { ModuleClient } from "./module.js";

const language = "fields";
const ENGINE = ["path", "arguments", "engine"].map((name) => `fieldd.${name}`);

// Where a completion leaves one of a few words to choose, VS Code shows them at once.
const offeredCommands = {
  fillClientCapabilities(capabilities) {
    const commands = { commands: ["editor.action.triggerSuggest"] };
    capabilities.experimental = { ...capabilities.experimental, commands };
  },
  initialize() {},
  getState: () => ({ kind: "static" }),
  clear() {},
};

/** The file systems that people edit in; a comparison shows an older text from another one. */
const schemes = () => new Set(["file", "untitled", ...(vscode.workspace.workspaceFolders ?? []).map((it) => it.uri.scheme)]);

/**
 * What a host of extensions can do.
 *
 * @typedef {object} Host
 * @property {((name: string) => Promise<boolean>) | null} hasProgram whether a program is in `PATH`; null where none can
 *   be started
 * @property {(program: object, options: object) => import("vscode-languageclient").BaseLanguageClient} [programClient]
 * @property {(context: vscode.ExtensionContext) => import("./module.js").ModuleWorker} startWorker
 */

/**
 * The extension in a host.
 *
 * @param {Host} host
 */
export function extension(host) {
  let context;
  let outputChannel;
  let status;
  let client;
  // Starting and stopping wait for one another, in the order in which they are asked for.
  let last = Promise.resolve();

  function inOrder(step) {
    last = last.then(step);
    return last;
  }

  /** Which program runs, or null for the module; and why. */
  async function chosen(settings) {
    const path = settings.get("path");
    const wanted = settings.get("engine");
    if (host.hasProgram === null) {
      return { program: null, why: wanted === "native" ? "no program can be started in a browser" : "in a browser" };
    }
    if (wanted !== "auto") return { program: wanted === "native" ? path : null, why: "as fieldd.engine says" };
    const other = [...schemes()].find((scheme) => scheme !== "file" && scheme !== "untitled");
    if (other !== undefined) return { program: null, why: `no program reads the files of ${other}` };
    if (path !== settings.inspect("path").defaultValue) return { program: path, why: "as fieldd.path says" };
    return (await host.hasProgram(path))
      ? { program: path, why: "from PATH" } : { program: null, why: `no program ${path} is in PATH` };
  }

  async function start() {
    const settings = vscode.workspace.getConfiguration("fieldd");
    const { program, why } = await chosen(settings);
    const name = program ?? "fieldd.wasm";
    const words = settings.get("arguments");
    const documentSelector = [...schemes()].map((scheme) => ({ scheme, language }));
    const options = { documentSelector, outputChannel };
    client = program === null
      ? new ModuleClient(context, () => host.startWorker(context), options)
      : host.programClient({ command: program, args: words }, options);
    client.registerFeature(offeredCommands);
    show("fieldd", `${name} is starting`, { busy: true });
    try {
      await client.start();
      const { serverInfo } = client.initializeResult;
      const engine = program === null ? "the module" : `the program ${program}`;
      outputChannel.appendLine(`${serverInfo.name} ${serverInfo.version} runs: ${engine}, ${why}`);
      if (program === null && words.length > 0) {
        outputChannel.appendLine(`fieldd.arguments are for the program, and the module takes none: ${words.join(" ")}`);
      }
      show(`${serverInfo.name} ${serverInfo.version}`, program === null ? "module" : program);
    } catch (error) {
      client = undefined;
      outputChannel.appendLine(`${name}: ${error?.message ?? error}`);
      show("fieldd", `${name} could not be started`, { severity: vscode.LanguageStatusSeverity.Error });
      complain(name, program === null ? "fieldd.engine" : "fieldd.path");
    }
  }

  /** Says beside the language of an editor what runs. */
  function show(text, detail, { busy = false, severity = vscode.LanguageStatusSeverity.Information } = {}) {
    Object.assign(status, { text, detail, busy, severity });
  }

  // Nobody waits for the answer: the message may stay as long as it likes.
  async function complain(name, setting) {
    const change = "Open Settings";
    const answer = await vscode.window.showErrorMessage(`“${name}” could not be started.`, change);
    if (answer === change) vscode.commands.executeCommand("workbench.action.openSettings", setting);
  }

  async function stop() {
    const leaving = client;
    client = undefined;
    // An engine that does not go has been reported in the output, and must not keep another from coming.
    await leaving?.stop().catch(() => {});
  }

  function restart() {
    inOrder(stop);
    return inOrder(start);
  }

  async function openNewForm() {
    const document = await vscode.workspace.openTextDocument({ language });
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("editor.action.insertSnippet", { langId: language, name: "Form" });
  }

  function activate(itsContext) {
    context = itsContext;
    outputChannel = vscode.window.createOutputChannel("Fields");
    status = vscode.languages.createLanguageStatusItem("fieldd.engine", { language });
    status.name = "Fields";
    status.command = { title: "Choose", command: "workbench.action.openSettings", arguments: ["fieldd.engine"] };
    let known = [...schemes()].join();
    context.subscriptions.push(
      outputChannel,
      status,
      vscode.commands.registerCommand("fieldd.newForm", openNewForm),
      vscode.commands.registerCommand("fieldd.restart", restart),
      vscode.commands.registerCommand("fieldd.showOutput", () => outputChannel.show()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (ENGINE.some((name) => change.affectsConfiguration(name))) restart();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        const now = [...schemes()].join();
        if (now !== known) restart();
        known = now;
      }),
    );
    return inOrder(start);
  }

  return { activate, deactivate: () => inOrder(stop) };
}
