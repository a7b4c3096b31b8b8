/** Connects the page to its daemon, and shows the form that the bridge serves. */
import { Form } from "./form.js";
import { keepPresses } from "./press.js";
import { Connection } from "./rpc.js";

const NORMAL_CLOSURE = 1000;
const CAPABILITIES = {
  general: { positionEncodings: ["utf-16"] },
  experimental: { fields: {} },
};

const part = (selector) => document.querySelector(selector);
const parts = {
  title: part(".form-title"),
  description: part(".form-description"),
  fields: part(".fields"),
  summary: part(".summary"),
  bar: part(".bar"),
  toolbar: part(".toolbar"),
  submit: part(".submit"),
  committed: part(".committed"),
};

/** Says that nothing will come any more; what is on the page stays to be read. */
function showEnd(message) {
  const gone = part(".gone");
  gone.textContent = message;
  gone.hidden = false;
  parts.fields.inert = true;
  parts.bar.inert = true;
}

async function start() {
  const answer = await fetch("form");
  if (!answer.ok) throw new Error(await answer.text());
  const { byteLimit, text, uri } = await answer.json();
  const here = location.href.replace(/^http/, "ws");
  const connection = await Connection.open(new URL("socket", here));
  connection.byteLimit = byteLimit;
  connection.onEnd = (code, reason) => {
    if (code === NORMAL_CLOSURE && !parts.committed.hidden) return;
    const why = reason || "the bridge is gone";
    showEnd(`The form is no longer live: ${why}. Reload to begin again.`);
  };
  await connection.request("initialize", { processId: null, capabilities: CAPABILITIES });
  connection.notify("initialized", {});
  const form = new Form(connection, uri, parts);
  form.onCommitted = async () => {
    await connection.request("shutdown");
    connection.notify("exit");
  };
  await form.open(text);
}

keepPresses(document);
start().catch((error) => showEnd(error.message));
