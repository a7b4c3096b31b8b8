/** A daemon that ends unasked is started again, with its forms and their drafts. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Connection, Daemon, DaemonEnded } from "../src/node.js";
import { COMMAND } from "./start.js";

const FORM = {
  groups: [
    { key: "address", label: "Address", path: "/address" },
    { key: "lines", label: "Lines", repeat: {} },
  ],
  fields: [
    { key: "name", kind: "entry", label: "Name", text: "Ada" },
    { key: "age", kind: "entry", label: "Age", value: "integer" },
    { key: "city", kind: "entry", label: "City", group: "address" },
    { key: "size", kind: "picker", label: "Size", data: [1, 2, 3] },
    { key: "tags", kind: "picker", label: "Tags", data: ["a", "b"], multiple: true },
    { key: "day", kind: "date", label: "Day", clearable: true },
    { key: "product", kind: "entry", label: "Product", group: "lines" },
  ],
  entries: { lines: [{ product: "Tea" }] },
};

/** Runs a test with a daemon that writes its process number down before it is one. */
async function withMortal(context, options, run) {
  const said = context.mock.method(console, "warn", () => {});
  const pids = join(mkdtempSync(join(tmpdir(), "fieldd-")), "pids");
  let tell = () => {};
  const mortal = {
    pids: () => readFileSync(pids, "utf8").trim().split("\n").map(Number),
    kill: (signal = "SIGKILL") => process.kill(mortal.pids().at(-1), signal),
    said: () => said.mock.calls.map((call) => call.arguments[0]),
    restarted: () => new Promise((resolve) => (tell = resolve)),
  };
  const daemon = await Daemon.start({
    command: ["sh", "-c", 'echo $$ >> "$0"; exec "$@"', pids, COMMAND],
    store: ":memory:",
    delegate: { restarted: () => tell() },
    ...options,
  });
  try {
    await run(daemon, mortal);
  } finally {
    await daemon.stop();
  }
}

const drafts = (form) => ({
  ...Object.fromEntries(form.fields.filter((it) => it.entry === null).map((it) => [it.key, it.text])),
  lines: form.list("lines").entries.map((entry) => [...entry].map((it) => [it.ownKey, it.text])),
});

/** Asks until the answer comes from a daemon that is there. */
async function answered(ask) {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      // Asked before anybody knew of the end.
      if (!(error instanceof DaemonEnded)) throw error;
    }
  }
}

test("a killed daemon comes back with all digits of numbers", (context) => withMortal(context, {}, async (daemon, mortal) => {
  const big = "9007199254740993";
  const text = `{"fields": [
    {"key": "n", "kind": "entry", "label": "N", "value": "integer", "precision": "int64"},
    {"key": "x", "kind": "entry", "label": "X", "value": "number"},
    {"key": "p", "kind": "picker", "label": "P", "data": [${big}, 1]}]}`;
  const form = await daemon.open(text);
  await form.field("n").replaceText(big);
  await form.field("x").replaceText("0.12345678901234567890");
  await form.field("p").select({ index: 0 });
  assert.equal((await form.submit()).committed, true);
  mortal.kill();
  await mortal.restarted();
  await answered(() => form.settled());
  assert.deepEqual(form.fields.map(({ text }) => text), [big, "0.12345678901234567890", big]);
}));

test("what was emptied stays empty in a daemon that comes back", (context) => withMortal(context, {}, async (daemon, mortal) => {
  const form = await daemon.open({ fields: [
    { key: "name", kind: "entry", label: "Name", text: "Ada" },
    { key: "day", kind: "date", label: "Day", date: "2026-01-02", clearable: true },
    { key: "size", kind: "picker", label: "Size", data: ["", "a"], text: "a", clearable: true },
    { key: "none", kind: "picker", label: "None", data: ["a", null], text: "a" },
  ] });
  for (const key of ["name", "day", "size"]) await form.field(key).clear();
  await form.field("none").select(null);
  mortal.kill();
  await mortal.restarted();
  await answered(() => form.settled());
  assert.deepEqual(form.fields.map((it) => it.text + it.date), ["", "", "", "null"]);
}));

test("a killed daemon comes back with its forms and drafts", (context) => withMortal(context, {}, async (daemon, mortal) => {
  const form = await daemon.open(FORM);
  const other = await daemon.open({ fields: FORM.fields.slice(0, 2) });
  await form.field("age").replaceText("many");
  await form.field("name").replaceText("Grace");
  await form.field("city").replaceText("Bern");
  await form.field("size").select(2);
  await form.field("tags").select(["b"]);
  await form.field("day").setDate("2026-01-02");
  await form.list("lines").add();
  await form.list("lines").entries[1].field("product").replaceText("Milk");
  const before = drafts(form);
  assert.deepEqual(before.lines, [[["product", "Tea"]], [["product", "Milk"]]]);
  const changes = form.changes();
  const restarted = mortal.restarted();
  mortal.kill();
  await restarted;
  assert.deepEqual(drafts(form), before);
  assert.equal((await changes.next()).value.isWhole, true);
  assert.equal(form.field("age").error, "Not a whole number");
  await form.field("age").replaceText("36");
  assert.deepEqual((await form.submit()).values, {
    name: "Grace", age: 36, address: { city: "Bern" }, size: 2, tags: ["b"],
    day: "2026-01-02", lines: [{ product: "Tea" }, { product: "Milk" }],
  });
  assert.equal((await other.check({ name: "A", age: null })).valid, true);
  assert.equal(mortal.said().length, 1);
  assert.match(mortal.said()[0], /SIGKILL.*started again/);
  assert.equal(mortal.pids().length, 2);
}));

test("what was asked before fails, and what is asked then waits", (context) => withMortal(context, {}, async (daemon, mortal) => {
  const form = await daemon.open(FORM);
  mortal.kill("SIGSTOP");
  const asked = form.check({ name: "A" });
  mortal.kill();
  await assert.rejects(asked, DaemonEnded);
  assert.equal((await form.check({ age: "x" })).valid, false);
  await form.field("name").replaceText("Grace");
  assert.equal(await form.close().then((text) => JSON.parse(text).fields[0].text), "Grace");
}));

test("validators of a daemon that was started again are asked", (context) => {
  const validators = { isFree: ({ value }) => (value === "ada" ? "Taken" : true) };
  const document = { fields: [{ key: "name", kind: "entry", label: "Name", validation: { endEditing: ["isFree"] } }] };
  return withMortal(context, { validators }, async (daemon, mortal) => {
    const form = await daemon.open(document);
    await form.field("name").replaceText("ada");
    mortal.kill();
    const { problems } = await answered(() => form.field("name").validate());
    assert.deepEqual(problems.map((it) => it.message), ["Taken"]);
    assert.deepEqual((await form.submit()).committed, false);
  });
});

test("a daemon that ends again and again stays ended", (context) => withMortal(context, {}, async (daemon, mortal) => {
  const form = await daemon.open(FORM);
  const ended = new Promise((resolve) => (daemon.onEnd = resolve));
  for (let left = 3; left > 0; left -= 1) {
    const restarted = mortal.restarted();
    mortal.kill();
    await restarted;
  }
  mortal.kill();
  assert.equal(await ended, "SIGKILL");
  await assert.rejects(form.check({}), DaemonEnded);
  assert.equal(form.hasEnded, true);
  assert.equal(mortal.pids().length, 4);
}));

test("who does not want it is told of the end, and so is who asked for it", async (context) => {
  for (const restart of [false, true]) {
    await withMortal(context, { restart }, async (daemon, mortal) => {
      const form = await daemon.open(FORM);
      const ended = new Promise((resolve) => (daemon.onEnd = resolve));
      if (restart) daemon.connection.notify("exit");
      else mortal.kill();
      assert.equal(await ended, restart ? 1 : "SIGKILL");
      await assert.rejects(form.check({}), DaemonEnded);
      assert.deepEqual([mortal.pids().length, mortal.said()], [1, []]);
    });
  }
});

test("a daemon that can't be started again is the end, and says why", async (context) => {
  context.mock.method(console, "warn", () => {});
  const channel = { isOpen: true, send: () => {}, close: () => {} };
  const connection = new Connection(channel);
  connection.restart = () => Promise.reject(new Error("no such program"));
  const ended = new Promise((resolve) => (connection.onEnd = resolve));
  channel.isOpen = false;
  const held = connection.request("field/check", {});
  channel.onEnd(9, "");
  await assert.rejects(held, /ended with 9; it could not be started again: no such program/);
  assert.equal(await ended, 9);
  await assert.rejects(connection.request("field/check", {}), DaemonEnded);
});

test("what an earlier daemon has asked is not answered to the next one", async (context) => {
  context.mock.method(console, "warn", () => {});
  const channel = () => ({ isOpen: true, sent: [], send(text) { this.sent.push(JSON.parse(text)); }, close() {} });
  const [first, second] = [channel(), channel()];
  const connection = new Connection(first);
  connection.restart = async () => second;
  let answer;
  connection.onRequest = () => new Promise((resolve) => (answer = resolve));
  first.onText('{"id":1,"method":"ask"}');
  first.isOpen = false;
  first.onEnd(9, "");
  const revived = new Promise((resolve) => (connection.revive = resolve));
  await revived;
  answer("late");
  await new Promise(setImmediate);
  assert.deepEqual([first.sent, second.sent], [[], []]);
});
