import { Uri, workspace } from "vscode";
import { AbstractMessageReader, AbstractMessageWriter, BaseLanguageClient } from "vscode-languageclient";
import { refusal } from "../../javascript/src/engine.js";
import { LearnedTexts } from "../../javascript/src/learned.js";
import { uriConverters } from "./addresses.js";
import { Files } from "./files.js";

/**
 * A worker, whatever the host of extensions has it as.
 *
 * @typedef {object} ModuleWorker
 * @property {(message: object) => void} post
 * @property {(take: (message: Record<string, any>) => void, end: (reason: string) => void) => void} listen
 * @property {() => void} terminate
 */

/**
 * A client of the module, which runs in a worker of its own. What the module wants of files and of the store is done
 * here, since a worker has neither.
 *
 * A module that ends unasked is started again as a program is, with the documents that are open.
 */
export class ModuleClient extends BaseLanguageClient {
  #context;
  #startWorker;
  #leave = () => {};

  /**
   * @param {import("vscode").ExtensionContext} context
   * @param {() => ModuleWorker} startWorker
   * @param {import("vscode-languageclient").LanguageClientOptions} options
   */
  constructor(context, startWorker, options) {
    super("fieldd", "Fields", { ...options, uriConverters });
    this.#context = context;
    this.#startWorker = startWorker;
  }

  async createMessageTransports() {
    this.#leave();
    const module = await workspace.fs.readFile(Uri.joinPath(this.#context.extensionUri, "dist", "fieldd.wasm"));
    const worker = this.#startWorker();
    const reader = new Reader();
    const writer = new Writer((text) => worker.post({ text }));
    const files = new Files((event) => worker.post({ event }));
    this.#leave = () => {
      this.#leave = () => {};
      files.dispose();
      worker.terminate();
    };
    const wish = async (it) => {
      if (files.take(it)) return;
      const event = "write" in it ? { written: it.write, ...(await this.#keep(it)) } : refusal(it);
      if (event !== null) worker.post({ event });
    };
    await new Promise((resolve, reject) => {
      worker.listen((message) => {
        if ("text" in message) reader.take(message.text);
        else if ("wish" in message) wish(message.wish);
        else if ("ready" in message) resolve();
        else end(message.end);
      }, (reason) => end(reason));
      const leave = this.#leave;
      const end = (reason) => {
        // The end of a worker that was left is nobody's concern.
        if (this.#leave !== leave) return;
        leave();
        reject(new Error(reason));
        if (reason !== "") this.outputChannel.appendLine(`The module has ended: ${reason}`);
        reader.end();
      };
      worker.post({ module, settings: { remembers: true } });
      for (const event of this.#learned().all) worker.post({ event });
    });
    return { reader, writer };
  }

  /** What autofill has learned; `keeping` hears of each change that is on its way to the disk. */
  #learned(keeping = (_) => {}) {
    const { globalState } = this.#context;
    return new LearnedTexts({
      getItem: (name) => globalState.get(name) ?? null,
      setItem: (name, value) => keeping(globalState.update(name, value)),
    });
  }

  async #keep(wish) {
    try {
      let kept;
      const answer = this.#learned((it) => (kept = it)).take(wish);
      await kept;
      return answer;
    } catch (error) {
      return { failure: error.message };
    }
  }

  // A module that does not answer is not waited for.
  stop(timeout) {
    return super.stop(timeout).finally(() => this.#leave());
  }
}

class Reader extends AbstractMessageReader {
  #listener = () => {};

  listen(listener) {
    this.#listener = listener;
    return { dispose: () => (this.#listener = () => {}) };
  }

  take(text) {
    this.#listener(JSON.parse(text));
  }

  end() {
    this.fireClose();
  }
}

class Writer extends AbstractMessageWriter {
  #send;

  constructor(send) {
    super();
    this.#send = send;
  }

  async write(message) {
    this.#send(JSON.stringify(message));
  }

  end() {}
}
