import { spawn } from "node:child_process";
import { DaemonNotFound } from "./errors.js";

/** What the daemon said last on standard error, for those who are told that it has ended. */
const COMPLAINT_LENGTH = 4096;

/** A process of one's own as a channel of messages: a line each on its standard streams. */
export class ProcessChannel {
  #process;
  #rest = "";
  #complaints = "";
  isOpen = true;
  /** @type {(text: string) => void} */
  onText = () => {};
  /** @type {(code: any, reason: string) => void} */
  onEnd = () => {};

  /**
   * Starts a program.
   *
   * @param {string[]} command the program and its arguments
   * @returns {Promise<ProcessChannel>}
   * @throws {DaemonNotFound} if it can't be started
   */
  static start(command) {
    const [program, ...words] = command;
    return new Promise((resolve, reject) => {
      const process = spawn(program, words, {
        stdio: "pipe",
        // An interrupt at the terminal is for the program, which ends the daemon.
        detached: true,
      });
      process.once("spawn", () => resolve(new ProcessChannel(process)));
      process.once("error", (error) => {
        reject(new DaemonNotFound(`${program} can't be started: ${error.message}`));
      });
    });
  }

  /** @param {import("node:child_process").ChildProcessWithoutNullStreams} process one that runs */
  constructor(process) {
    this.#process = process;
    process.stdout.setEncoding("utf8").on("data", (text) => this.#read(text));
    process.stderr.setEncoding("utf8").on("data", (text) => {
      this.#complaints = (this.#complaints + text).slice(-COMPLAINT_LENGTH);
    });
    // What is said to a process that has gone is dropped; that it has gone is told at its end.
    process.stdin.on("error", () => {});
    process.on("exit", () => (this.isOpen = false));
    process.on("close", (status, signal) => {
      this.isOpen = false;
      this.onEnd(status ?? signal, this.#complaints.trim());
    });
  }

  send(text) {
    this.#process.stdin.write(`${text}\n`);
  }

  /** Ends its input, by which a daemon ends. */
  close() {
    this.#process.stdin.end();
  }

  #read(text) {
    const lines = text.split("\n");
    lines[0] = this.#rest + lines[0];
    this.#rest = lines.pop();
    for (const line of lines) if (line !== "") this.onText(line);
  }
}
