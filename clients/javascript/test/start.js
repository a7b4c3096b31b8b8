/** What the tests begin with: a daemon of their own, which remembers nothing. */
import { Daemon } from "../src/index.js";

/** The daemon under test, by its path in `FIELDD`, or in `PATH`. */
export const COMMAND = process.env.FIELDD ?? "fieldd";

/** Runs a test with a daemon, which is ended behind it. */
export async function withDaemon(options, test) {
  const daemon = await Daemon.start({ command: COMMAND, store: ":memory:", ...options });
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
