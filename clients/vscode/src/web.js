// The extension in a browser, where no program can be started: the module.
import { Uri } from "vscode";
import { extension } from "./extension.js";

export const { activate, deactivate } = extension({
  hasProgram: null,
  startWorker(context) {
    const worker = new Worker(Uri.joinPath(context.extensionUri, "dist", "worker-web.js").toString(true));
    return {
      post: (message) => worker.postMessage(message),
      listen(take, end) {
        worker.onmessage = ({ data }) => take(data);
        worker.onerror = ({ message }) => end(message || "its worker has ended");
      },
      terminate: () => worker.terminate(),
    };
  },
});
