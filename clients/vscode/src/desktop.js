// The extension on a desktop, or where a remote window has its files: the program `fieldd`, or the module.
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { Worker } from "node:worker_threads";
import { LanguageClient } from "vscode-languageclient/node";
import { extension } from "./extension.js";

const ENDING = process.platform === "win32" ? ".exe" : "";

export const { activate, deactivate } = extension({
  async hasProgram(name) {
    const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
    const isIn = (folder) => access(join(folder, name + ENDING), constants.X_OK).then(() => true, () => false);
    return (await Promise.all(folders.map(isIn))).includes(true);
  },
  programClient: (program, options) => new LanguageClient("fieldd", "Fields", program, options),
  startWorker(context) {
    const worker = new Worker(context.asAbsolutePath(join("dist", "worker-node.js")));
    return {
      post: (message) => worker.postMessage(message),
      listen(take, end) {
        worker.on("message", take);
        worker.on("error", (error) => end(error.message));
        worker.on("exit", (status) => end(`its worker has ended with ${status}`));
      },
      terminate: () => worker.terminate(),
    };
  },
});
