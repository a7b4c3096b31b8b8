/** The builder with a bridge: the daemon is a program of the bridge's, and the file is one that the bridge writes. */
import { build, CAPABILITIES, showTrouble } from "./builder.js";
import { Daemon } from "./fieldd/index.js";

async function start() {
  const answer = await fetch("form");
  if (!answer.ok) throw new Error(await answer.text());
  const { byteLimit, name, text, uri } = await answer.json();
  const address = new URL("socket", location.href.replace(/^http/, "ws"));
  const daemon = await Daemon.connect(address, { capabilities: CAPABILITIES });
  const { connection } = daemon;
  connection.byteLimit = byteLimit;
  await build(daemon, { name, uri, text, save: (file, before) => connection.request("builder/save", { text: file, before }) });
}

start().catch((error) => showTrouble(error.message));
