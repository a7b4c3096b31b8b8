// fieldd in VS Code: starts the daemon, starts it anew when asked or when its settings change, and begins new forms.
// What is said of forms and records comes from the daemon; nothing here knows what a property means.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const language = "fields";
// A comparison shows an older text beside a newer one; only what people edit is told to the daemon.
const documentSelector = ["file", "untitled"].map((scheme) => ({ scheme, language }));

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

let outputChannel;
let client;
// Starting and stopping wait for one another, in the order in which they are asked for.
let last = Promise.resolve();

function inOrder(step) {
  last = last.then(step);
  return last;
}

async function start() {
  const settings = vscode.workspace.getConfiguration("fieldd");
  const program = { command: settings.get("path"), args: settings.get("arguments") };
  client = new LanguageClient("fieldd", "Fields", program, { documentSelector, outputChannel });
  client.registerFeature(offeredCommands);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    outputChannel.appendLine(`${program.command}: ${error.message}`);
    complain(program.command);
  }
}

// Nobody waits for the answer: the message may stay as long as it likes.
async function complain(program) {
  const change = "Open Settings";
  const chosen = await vscode.window.showErrorMessage(`“${program}” could not be started.`, change);
  if (chosen === change) vscode.commands.executeCommand("workbench.action.openSettings", "fieldd.path");
}

async function stop() {
  const leaving = client;
  client = undefined;
  // A daemon that does not go has been told of in the output, and must not keep another from coming.
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

exports.activate = (context) => {
  outputChannel = vscode.window.createOutputChannel("Fields");
  context.subscriptions.push(
    outputChannel,
    vscode.commands.registerCommand("fieldd.newForm", openNewForm),
    vscode.commands.registerCommand("fieldd.restart", restart),
    vscode.commands.registerCommand("fieldd.showOutput", () => outputChannel.show()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (["fieldd.path", "fieldd.arguments"].some((name) => change.affectsConfiguration(name))) restart();
    }),
  );
  return inOrder(start);
};

exports.deactivate = () => inOrder(stop);
