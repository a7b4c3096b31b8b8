// Validates a field as somebody types, with the module in this process: MODULE.
import { readFileSync } from "node:fs";
import { EngineChannel } from "../../clients/javascript/src/node.js";

const channel = await EngineChannel.open(readFileSync(process.argv[2]));
const waiting = new Map();
channel.onText = (text) => {
  const message = JSON.parse(text);
  waiting.get(message.id)?.(message.result);
};
channel.onEnd = (code, reason) => {
  if (reason !== "") throw new Error(reason);
};

let lastId = 0;
function ask(method, params) {
  const id = (lastId += 1);
  channel.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  return new Promise((resolve) => waiting.set(id, resolve));
}

await ask("initialize", { capabilities: { experimental: { fields: {} } } });
channel.send('{"jsonrpc":"2.0","method":"initialized","params":{}}');
const field = {
  key: "email", kind: "entry", label: "E-mail", validation: { endEditing: [{ format: "email" }] },
};
await ask("field/open", { uri: "form:signup", document: { fields: [field] } });
for (const text of ["ada@", "ada@example.com"]) {
  await ask("field/replaceText", { uri: "form:signup", key: "email", text });
  await ask("field/endEditing", { uri: "form:signup", key: "email" });
  const { fields } = await ask("field/snapshot", { uri: "form:signup" });
  console.log(text, fields[0].state, fields[0].error ?? "");
}
channel.close();
