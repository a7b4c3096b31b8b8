// Measures the WebAssembly module in Node: MODULE [KEYSTROKES [MEGABYTES]]. Prints a line of JSON with the processor time of a
// keystroke in microseconds, the records that a second judges in megabytes, and how long a start takes.
import { readFileSync } from "node:fs";
import { BYTES, Engine, OTHERS, TIME } from "../clients/javascript/src/engine.js";

const [, , path, keystrokes = "20000", megabytes = "50"] = process.argv;
const bytes = readFileSync(path);
const text = new TextEncoder();
let nanoseconds = 1_773_489_600_000_000_000n;

const beforeStart = performance.now();
const module = await WebAssembly.compile(bytes);
const engine = await Engine.start(module);
const started = performance.now() - beforeStart;

function say(method, params, id) {
  nanoseconds += 1_000_000n;
  const message = JSON.stringify({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), method, params });
  return sayRaw(message);
}

function sayRaw(message) {
  const moment = { nanoseconds, offsetSeconds: 0 };
  engine.turn(BYTES, text.encode(`${message}\n`), moment, Infinity);
  const pieces = [engine.takeOutput()];
  while (engine.deadline === 0n) {
    engine.turn(TIME, new Uint8Array(), moment, Infinity);
    pieces.push(engine.takeOutput());
  }
  engine.takeWishes(OTHERS);
  return Buffer.concat(pieces);
}

say("initialize", { capabilities: { experimental: { fields: {} } } }, 0);
say("initialized", {});
const form = {
  fields: Array.from({ length: 50 }, (_, number) => ({
    key: `k${number}`, kind: "entry", label: `Field ${number}`, maxLength: 40,
    validation: { live: [{ format: "email" }], endEditing: [{ minLength: 3 }, { pattern: "^[a-z]+@" }] },
  })),
};
say("field/open", { uri: "form:a", document: form }, 1);

const count = Number(keystrokes);
function type(count) {
  const before = process.cpuUsage();
  for (let number = 0; number < count; number += 1) {
    const place = number % 20;
    const range = place === 0 ? {} : { range: { start: place, end: place } };
    say("field/replaceText", { uri: "form:a", key: `k${(number / 20 | 0) % 50}`, text: "a", ...range }, number + 2);
  }
  const used = process.cpuUsage(before);
  return (used.user + used.system) / count;
}
type(2000);
const keystroke = type(count);

say("field/open", { uri: "form:r", document: {
  fields: [
    { key: "name", kind: "entry", label: "Name", maxLength: 40, required: true },
    { key: "mail", kind: "entry", label: "Mail", validation: { endEditing: [{ format: "email" }] } },
    { key: "born", kind: "date", label: "Born", minimumDate: "1900-01-01" },
    { key: "age", kind: "entry", label: "Age", value: "integer", validation: { endEditing: [{ minimum: 0 }, { maximum: 150 }] } },
    { key: "country", kind: "picker", label: "Country", data: ["Canada", "Romania", "Norway"] },
  ] } }, 1);
const records = Array.from({ length: 1000 }, (_, number) => ({
  name: `Ada Lovelace ${number}`, mail: `ada${number}@example.com`, born: "1990-12-10", age: number % 100,
  country: "Romania",
}));
const batch = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "field/check", params: { form: "form:r", records } });
const answer = sayRaw(batch);
const batches = Math.ceil(Number(megabytes) * 1e6 / batch.length);
const before = process.cpuUsage();
for (let number = 0; number < batches; number += 1) sayRaw(batch);
const used = process.cpuUsage(before);
const seconds = (used.user + used.system) / 1e6;
console.log(JSON.stringify({
  keystrokeMicroseconds: Math.round(keystroke), recordMegabytesPerSecond: Math.round(batches * batch.length / 1e6 / seconds),
  recordsPerSecond: Math.round(batches * 1000 / seconds), startMilliseconds: Math.round(started),
  memoryMegabytes: Math.round(engine.memoryByteCount / 1e5) / 10, answerStart: answer.toString().slice(0, 90),
}));
