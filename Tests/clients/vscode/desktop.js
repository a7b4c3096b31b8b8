// The extension as a desktop has it, in a page: the program runs on the other side of a WebSocket.
import { extension } from "../../../clients/vscode/src/extension.js";
import { LanguageClient } from "./node.js";

export const { activate, deactivate } = extension({
  hasProgram: async () => true,
  programClient: (program, options) => new LanguageClient("fieldd", "Fields", program, options),
  startWorker() {
    throw new Error("This page has the program");
  },
});
