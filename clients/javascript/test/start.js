/** What the tests begin with: a daemon of their own, which remembers nothing. */
import { readFileSync } from "node:fs";
import { Daemon } from "../src/node.js";

/** The daemon under test, by its path in `FIELDD`, or in `PATH`. */
export const COMMAND = process.env.FIELDD ?? "fieldd";

/** The module under test, where `FIELDD_WASM` names its file; then it is the daemon of every test that can have one. */
export const MODULE = process.env.FIELDD_WASM && (await WebAssembly.compile(readFileSync(process.env.FIELDD_WASM)));

/** Runs a test with a daemon, which is ended behind it. */
export async function withDaemon(options, test) {
  const daemon = MODULE
    ? await Daemon.load({ module: MODULE, ...options }) : await Daemon.start({ command: COMMAND, store: ":memory:", ...options });
  try {
    return await test(daemon);
  } finally {
    await daemon.stop();
  }
}

/** Runs a test with a form. */
export function withForm(document, test, { allowErrors, ...options } = {}) {
  return withDaemon(options, async (daemon) => test(await daemon.open(document, { allowErrors }), daemon));
}
