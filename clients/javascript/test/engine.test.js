/** The module in this program: where it comes from, what it judges at once, and what becomes of it if it ends. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { Engine } from "../src/engine.js";
import { zoneFile, zoneNames } from "../src/zones.js";
import { Checker, compileModule, Daemon, DaemonEnded, DaemonNotFound, FormError, RequestError } from "../src/node.js";
import { COMMAND, MODULE } from "./start.js";

const FILE = process.env.FIELDD_WASM;
const FORM = {
  groups: [
    { key: "lines", label: "Lines", repeat: { minEntries: 1 } },
    { key: "address", label: "Address", path: "/address" },
  ],
  fields: [
    { key: "name", kind: "entry", label: "Name", required: true, validation: { endEditing: [{ validator: "isFree" }] } },
    { key: "email", kind: "entry", label: "E-mail", validation: { live: [{ format: "email" }] } },
    { key: "age", kind: "entry", label: "Age", value: "integer" },
    { key: "city", kind: "entry", label: "City", maxLength: 5, group: "address" },
    { key: "product", kind: "entry", label: "Product", group: "lines", required: true },
  ],
};
const RIGHT = { name: "eve", address: { city: "Oslo" }, lines: [{ product: "Tea" }] };
const validators = {
  isFree({ value, values }) {
    if (value === "ada") return "Taken";
    if (value === "broken") throw new Error("no database");
    if (value === "late") return Promise.resolve(`Late, of ${Object.keys(values).length > 0}`);
    if (value === "later") return Promise.reject(new Error("no database"));
    return true;
  },
};
const withModule = { skip: MODULE ? false : "FIELDD_WASM names no module" };
const load = (document = FORM, options = { validators }) => Checker.load(document, { module: MODULE, ...options });
const silently = (context) => context.mock.method(console, "error", () => {});

test("the module comes from wherever it is", withModule, async () => {
  const bytes = readFileSync(FILE);
  const isModule = async (source) => assert.ok((await compileModule(source)) instanceof WebAssembly.Module);
  await isModule(MODULE);
  await isModule(bytes);
  await isModule(new Uint8Array([0, ...bytes]).subarray(1));
  await isModule(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  await isModule(gzipSync(bytes, { level: 1 }));
  await isModule(FILE);
  await isModule(pathToFileURL(FILE));
  await isModule(pathToFileURL(FILE).href);
  await isModule(Promise.resolve(new Response(bytes, { headers: { "content-type": "application/wasm" } })));
  await isModule(new Response(bytes, { headers: { "content-type": "application/octet-stream" } }));
});

test("what is no module is told", async () => {
  const sources = {
    "no-such-file.wasm": /can't be loaded: ENOENT/,
    "data:text/html,<h1>Hello</h1>": /no module of WebAssembly/,
  };
  for (const [source, words] of Object.entries(sources)) {
    const isTold = (error) => error instanceof DaemonNotFound && words.test(error.message);
    await assert.rejects(compileModule(source), isTold);
    await assert.rejects(Daemon.load({ module: source }), isTold);
    await assert.rejects(Checker.load(FORM, { module: source }), isTold);
  }
  await assert.rejects(compileModule(new Response("", { status: 404 })), /has the status 404/);
  await assert.rejects(compileModule(Promise.reject(new Error("offline"))), /offline/);
});

test("records are judged at once", withModule, async () => {
  const checker = await load();
  assert.equal(checker.check(RIGHT).valid, true);
  const { valid, problems } = checker.check({ ...RIGHT, name: "ada", email: "ada@", lines: [] });
  assert.equal(valid, false);
  assert.deepEqual(problems.map(({ path, code }) => [path, code]), [
    ["/name", "customError"], ["/email", "typeMismatch"], ["/lines", "tooFewEntries"],
  ]);
  assert.deepEqual(checker.check({ ...RIGHT, name: "ada" }).problems.map((it) => it.message), ["Taken"]);
  assert.equal(checker.checkText('{"name":"eve","lines":[{"product":"Tea"}],"age":1e400}').valid, false);
  assert.equal(checker.check({ email: "eve@example.com" }, { partial: true }).problems.length, 0);
  assert.match(checker.check({}, { locale: "de" }).problems[0].message, /muss ausgefüllt werden/);
  assert.throws(() => checker.check({ name: NaN }), TypeError);
  assert.throws(() => checker.checkText("{"), SyntaxError);
  const records = [RIGHT, { ...RIGHT, name: "ada" }, { ...RIGHT, age: NaN }];
  const found = [...checker.checkMany(records)];
  assert.deepEqual(found.map(([record]) => record), records);
  assert.deepEqual(found.map(([, verdict]) => verdict.valid), [true, false, false]);
  const many = Array.from({ length: 2500 }, (_, index) => ({ ...RIGHT, age: index % 2 ? index : "x" }));
  assert.equal([...checker.checkMany(many)].filter(([, verdict]) => verdict.valid).length, 1250);
});

test("a checker says what a daemon says", withModule, async () => {
  const checker = await load();
  const daemon = await Daemon.start({ command: COMMAND, store: ":memory:", validators });
  const form = await daemon.open(FORM);
  for (const record of [RIGHT, {}, [], null, { name: "ada" }, { ...RIGHT, name: "ada" }, { ...RIGHT, more: 1 }, { lines: 3 }]) {
    assert.deepEqual(checker.check(record), await form.check(record));
  }
  const answers = "name=ada&email=ada%40";
  assert.deepEqual(checker.checkAnswers(answers, "urlencoded"), await form.checkAnswers(answers, "urlencoded"));
  await daemon.stop();
});

test("what a validator fails with is never a pass", withModule, async (context) => {
  const told = silently(context);
  const checker = await load();
  assert.equal(checker.check({ ...RIGHT, name: "broken" }).valid, false);
  assert.equal((await checker.checkAsync({ ...RIGHT, name: "later" })).valid, false);
  assert.equal(told.mock.callCount(), 2);
  const answers = { "a list": [], "an object": {}, "0": 0, "a promise of 1": Promise.resolve(1) };
  for (const [name, answer] of Object.entries(answers)) {
    const strange = await load(FORM, { validators: { isFree: () => answer } });
    assert.equal((await strange.checkAsync(RIGHT)).valid, false, name);
  }
  const without = await load(FORM, {});
  assert.deepEqual(without.check(RIGHT).unchecked.map((it) => it.path), ["/name"]);
  assert.equal(without.check(RIGHT).valid, false);
});

test("a validator that answers late needs a promise", withModule, async () => {
  const checker = await load();
  const late = { ...RIGHT, name: "late" };
  assert.throws(() => checker.check(late), /checkAsync waits for it/);
  assert.throws(() => [...checker.checkMany([late])], /checkAsync waits for it/);
  assert.equal(checker.check(RIGHT).valid, true);
  const both = await Promise.all([checker.checkAsync(late), checker.checkAsync(RIGHT)]);
  assert.deepEqual(both.map((it) => it.valid), [false, true]);
  assert.equal(both[0].problems[0].message, "Late, of true");
});

test("a validator may check another record, and its signal says when nobody waits", withModule, async () => {
  const signals = [];
  const inner = await load(FORM, { validators: { isFree: () => true } });
  const outer = await load(FORM, {
    validators: {
      isFree: ({ value, signal }) => {
        if (value === "wait") {
          signals.push(signal);
          return new Promise(() => {});
        }
        return value === "same" ? outer.check(RIGHT).valid : inner.check(RIGHT).valid;
      },
    },
  });
  assert.equal(outer.check({ ...RIGHT, name: "other" }).valid, true);
  assert.equal(outer.check({ ...RIGHT, name: "same" }).valid, true);
  assert.throws(() => outer.check({ ...RIGHT, name: "wait" }), TypeError);
  assert.deepEqual(signals.map((it) => it.aborted), [true]);
});

test("a form with errors makes no checker", withModule, async () => {
  await assert.rejects(load("{"), FormError);
  await assert.rejects(load({ fields: [{ key: "a", kind: "nothing" }] }), FormError);
  await assert.rejects(load("1"), FormError);
  await assert.rejects(load({ fields: [] }, { format: "no-such-format" }), RequestError);
  const folder = mkdtempSync(join(tmpdir(), "fieldd-"));
  writeFileSync(join(folder, "a.fields.json"), JSON.stringify(FORM));
  const checker = await load(pathToFileURL(join(folder, "a.fields.json")));
  assert.equal(checker.check(RIGHT).valid, true);
  const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", properties: { age: { type: "integer" } } };
  const foreign = await load(schema, {});
  assert.deepEqual([1, "1"].map((age) => foreign.check({ age }).valid), [true, false]);
});

test("whole numbers of any length are held exactly", withModule, async () => {
  const field = { key: "n", kind: "entry", label: "N", value: "integer", precision: "int64" };
  const checker = await load({ fields: [field] }, { exactNumbers: true });
  assert.deepEqual([9223372036854775807n, 9223372036854775808n].map((n) => checker.check({ n }).valid), [true, false]);
});

/** Has the next turn of an engine end it. */
function trapping(context) {
  const turn = Engine.prototype.turn;
  const trapped = context.mock.method(Engine.prototype, "turn", () => {
    trapped.mock.restore();
    throw new WebAssembly.RuntimeError("unreachable");
  });
  return turn;
}

test("a trap is one call that has failed", withModule, async (context) => {
  const warned = context.mock.method(console, "warn", () => {});
  const checker = await load();
  trapping(context);
  assert.throws(() => checker.check(RIGHT), (error) => error instanceof DaemonEnded && /unreachable/.test(error.message));
  assert.throws(() => checker.check(RIGHT), DaemonEnded);
  assert.equal((await checker["~standard"].validate(RIGHT)).issues, undefined);
  assert.equal((await checker.checkAsync(RIGHT)).valid, true);
  assert.equal(checker.check(RIGHT).valid, true);

  let restarts = 0;
  const daemon = await Daemon.load({ module: MODULE, validators, delegate: { restarted: () => (restarts += 1) } });
  const form = await daemon.open(FORM);
  await form.field("email").replaceText("eve@");
  trapping(context);
  await assert.rejects(form.check(RIGHT), DaemonEnded);
  assert.equal((await form.check(RIGHT)).valid, true);
  assert.equal(form.field("email").text, "eve@");
  await daemon.stop();
  assert.deepEqual([restarts, warned.mock.callCount()], [1, 1]);
});

test("a worker has the module of its page", withModule, async () => {
  const program = `
    const { parentPort, workerData: { module, form, packageUrl, records } } = require("node:worker_threads");
    import(packageUrl).then(async ({ Checker }) => {
      const checker = await Checker.load(form, { module, validators: { isFree: () => true } });
      parentPort.postMessage(records.map((it) => checker.check(it).valid));
    });`;
  const packageUrl = new URL("../src/index.js", import.meta.url).href;
  const workerData = { module: MODULE, form: FORM, packageUrl, records: [RIGHT, {}] };
  const worker = new Worker(program, { eval: true, workerData });
  const said = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  assert.deepEqual(said, [true, false]);
});

test("learned texts outlive the daemon in a store", withModule, async () => {
  const kept = new Map();
  const store = { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => kept.set(name, text) };
  const document = {
    fields: [{ key: "city", kind: "entry", label: "City", autofill: { source: "cities", removable: true } }],
  };
  const withCity = async (act) => {
    const daemon = await Daemon.load({ module: MODULE, store });
    const city = (await daemon.open(document)).field("city");
    await act(city);
    await city.replaceText("O");
    const offered = (await city.autofill()).map((it) => it.text);
    await daemon.stop();
    return offered.sort();
  };
  assert.deepEqual(await withCity((city) => city.learnAutofill("Oslo")), ["Oslo"]);
  assert.deepEqual(await withCity((city) => city.learnAutofill("Ottawa")), ["Oslo", "Ottawa"]);
  assert.deepEqual(await withCity(() => {}), ["Oslo", "Ottawa"]);
  assert.deepEqual(await withCity((city) => city.removeAutofill("Oslo")), ["Ottawa"]);
  assert.deepEqual(await withCity(() => {}), ["Ottawa"]);
  for (const nonsense of ["[1, {}", '[1, {}, {"learned": 1}]', "{}"]) {
    kept.set("fieldd.learned", nonsense);
    assert.deepEqual(await withCity(() => {}), []);
  }
  store.setItem = () => { throw new Error("The quota has been exceeded"); };
  assert.deepEqual(await withCity((city) => city.learnAutofill("Oslo").catch(() => {})), []);
});

test("the module knows the zones of its host", withModule, async () => {
  const date = (key, timeZone) => ({ key, kind: "date", label: key, maximumDate: "today", timeZone });
  const form = { fields: [date("east", "Pacific/Kiritimati"), date("west", "Etc/GMT+12")] };
  const checker = await Checker.load(form, { module: MODULE });
  const [day] = new Date(Date.now() + 14 * 3_600_000).toISOString().split("T");
  // Of 26 hours between them at least one is another day.
  assert.deepEqual(checker.check({ east: day, west: day }).problems.map(({ path, code }) => `${path} ${code}`),
    ["/west rangeOverflow"]);
  const unknown = Checker.load({ fields: [date("east", "Pacific/Nowhere")] }, { module: MODULE });
  await assert.rejects(unknown, (error) => error instanceof FormError && /no time zone/.test(error.message));
});

test("a zone is what the platform's clocks show", () => {
  for (const name of ["Europe/Bucharest", "America/St_Johns", "Africa/Casablanca", "Asia/Kathmandu", "Etc/UTC"]) {
    const bytes = zoneFile(name);
    const view = new DataView(bytes.buffer);
    const [count, kinds] = [view.getUint32(51 + 32), view.getUint32(51 + 36)];
    const start = 51 + 44;
    const offsets = Array.from({ length: kinds }, (_, it) => view.getInt32(start + 9 * count + 6 * it));
    const changes = Array.from({ length: count }, (_, it) => ({
      at: Number(view.getBigInt64(start + 8 * it)), offset: offsets[bytes[start + 8 * count + it]],
    }));
    const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: name, dateStyle: "short", timeStyle: "medium" });
    for (const moment of changes.flatMap(({ at }) => [at - 1, at, at + 1]).filter((it) => it > 0)) {
      const offset = changes.findLast(({ at }) => at <= moment)?.offset ?? offsets[0];
      assert.equal(shown.format(moment * 1000), new Date((moment + offset) * 1000).toISOString().slice(0, 19).replace("T", " "));
    }
  }
  assert.equal(zoneFile("Pacific/Nowhere"), null);
  assert.ok(zoneNames().includes("Europe/Oslo"));
});
