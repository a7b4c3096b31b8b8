// The client of a program in a page, where no process can be started: it speaks over a WebSocket to the program that it
// would start.
import { AbstractMessageReader, AbstractMessageWriter, BaseLanguageClient } from "vscode-languageclient/browser.js";

class Reader extends AbstractMessageReader {
  constructor(socket) {
    super();
    this.socket = socket;
  }

  listen(tell) {
    this.socket.onmessage = (event) => tell(JSON.parse(event.data));
    this.socket.onclose = () => this.fireClose();
    return { dispose: () => {} };
  }
}

class Writer extends AbstractMessageWriter {
  constructor(socket) {
    super();
    this.socket = socket;
  }

  async write(message) {
    this.socket.send(JSON.stringify(message));
  }

  end() {
    this.socket.close();
  }
}

function connect(program) {
  const words = [program.command, ...program.args].map((word) => `word=${encodeURIComponent(word)}`);
  const socket = new WebSocket(`ws://${location.host}/program?${words.join("&")}`);
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(socket);
    socket.onerror = () => reject(new Error("no such program"));
  });
}

export class LanguageClient extends BaseLanguageClient {
  constructor(id, name, program, options) {
    super(id, name, options);
    this.program = program;
  }

  async createMessageTransports() {
    const socket = await connect(this.program);
    return { reader: new Reader(socket), writer: new Writer(socket) };
  }
}
