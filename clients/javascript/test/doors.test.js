/** The client where something fails: validators, numbers, and what the daemon says. */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { Connection, DaemonError, FormError } from "../src/index.js";
import { withDaemon, withForm } from "./start.js";

const NUMBER = { key: "n", kind: "entry", label: "N", value: "number" };
const ASKED = {
  fields: [{ key: "name", kind: "entry", label: "Name", validation: { endEditing: [{ validator: "isFree" }] } }],
};

/** What a validator does, and what is said of the value then; null where it could not be checked. */
const VALIDATORS = {
  "a text": [() => "Taken", "Taken"],
  "a text, late": [async () => "Taken", "Taken"],
  "false": [() => false, ""],
  "an exception": [() => { throw new Error("the database is down"); }, null],
  "a rejection": [() => Promise.reject(new Error("down")), null],
  "a list": [() => ["Taken"], null],
  "an object": [() => ({ message: "Taken" }), null],
  "an error as its answer": [() => new Error("Taken"), null],
  "0": [() => 0, null],
};

for (const [name, [isFree, words]] of Object.entries(VALIDATORS)) {
  test(`what a validator fails with is never a pass: ${name}`, async (context) => {
    const told = context.mock.method(console, "error", () => {});
    await withForm(ASKED, async (form) => {
      const verdict = await form.check({ name: "ada" });
      assert.equal(verdict.valid, false);
      assert.deepEqual(verdict.unchecked, words === null ? ["isFree"] : []);
      assert.equal(verdict.problems.length, 1);
      if (words) assert.equal(verdict.problems[0].message, words);
      assert.equal(told.mock.callCount(), words === null ? 1 : 0);
      await form.field("name").replaceText("ada");
      assert.equal((await form.submit()).committed, false);
    }, { validators: { isFree } });
  });
}

test("a validator that nobody has makes no record valid", async () => {
  await withForm(ASKED, async (form) => {
    const { valid, unchecked, problems } = await form.check({ name: "ada" });
    assert.deepEqual([valid, unchecked, problems], [false, ["isFree"], []]);
    await form.field("name").replaceText("ada");
    assert.deepEqual((await form.submit()).unchecked, ["isFree"]);
  });
});

test("what JSON can't hold is refused, and text is judged as it is written", async () => {
  await withForm({ fields: [NUMBER] }, async (form) => {
    const circle = {};
    circle.n = circle;
    for (const n of [NaN, Infinity, -Infinity, 1n, new Date(NaN), () => 1, Symbol("n"), [undefined], circle]) {
      await assert.rejects(form.check({ n }), TypeError);
    }
    assert.equal((await form.check({ n: 1 })).valid, true);
    assert.equal((await form.check({ n: undefined })).valid, true);
    assert.equal((await form.check({ n: null })).valid, true);
    for (const text of ['{"n":1e400}', '{"n":-1e400}', '{"n":"1"}']) {
      assert.equal((await form.checkText(text)).valid, false, text);
    }
    assert.equal((await form.checkText('{\n"n": 1.50}')).valid, true);
    for (const text of ['{"n":NaN}', '{"n":1},{}', '{"n":1}]}', ""]) {
      await assert.rejects(form.checkText(text), SyntaxError);
    }
  });
});

test("messages have the language that is asked for", async () => {
  await withForm({ fields: [NUMBER] }, async (form) => {
    const said = async (options) => (await form.check({ n: "1" }, options)).problems[0].message;
    assert.notEqual(await said({ locale: "de" }), await said());
    for await (const [, { problems }] of form.checkMany([{ n: "1" }], 10, { locale: "de" })) {
      assert.equal(problems[0].message, await said({ locale: "de" }));
    }
  });
});

test("a form with errors is refused where it is opened, unless it may have some", async () => {
  await withDaemon({}, async (daemon) => {
    const broken = { fields: [{ ...NUMBER, maxLength: "x" }] };
    await assert.rejects(daemon.open(broken), (error) => {
      assert.ok(error instanceof FormError && error instanceof DaemonError);
      assert.deepEqual(error.diagnostics.map(({ code }) => code), ["wrongType"]);
      return true;
    });
    const form = await daemon.open(broken, { allowErrors: true });
    const { valid, diagnostics } = await form.check({ n: 1 });
    assert.ok(!valid && diagnostics.length === 1);
  });
});

test("a file is open in two languages", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "fieldd-")), "a.fields.jsonc");
  writeFileSync(path, `${JSON.stringify({ fields: [{ ...NUMBER, required: true }] })} // a comment`);
  await withDaemon({}, async (daemon) => {
    const forms = [];
    for (const locale of ["de", "fr"]) forms.push(await daemon.open(pathToFileURL(path), { locale }));
    const words = [];
    for (const form of forms) words.push((await form.submit()).errors[0].problems[0].message);
    assert.equal(new Set(words).size, 2);
    await forms[0].field("n").replaceText("1");
    assert.equal(forms[1].field("n").text, "");
  });
});

/** What comes back to a request, by its id. */
const SAYINGS = {
  "nothing": () => [],
  "garbage": () => ["garbage", "{", "\u0000"],
  "half": (id) => [`{"id":"${id}","res`],
  "an error without an id": () => ['{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON"}}'],
  "twice": (id) => Array(2).fill(`{"id":"${id}","error":{"code":1,"message":"no"}}`),
  "to somebody else": () => ['{"id":"x","result":{}}', '{"id":7,"result":{}}'],
  "to nobody": () => ['{"result":{}}', '{"id":null,"result":{}}'],
  "a list": () => ["[1, null, {}]"],
};

for (const [name, saying] of Object.entries(SAYINGS)) {
  test(`every call ends, whatever comes back: ${name}`, async () => {
    const channel = { isOpen: true, close: () => {} };
    channel.send = (text) => {
      for (const answer of saying(JSON.parse(text).id)) setImmediate(() => channel.onText(answer));
    };
    const connection = new Connection(channel);
    connection.patience = 200;
    // A process waits for nobody; this one does.
    const awake = setInterval(() => {}, 50);
    const calls = [connection.request("field/check", {}), connection.request("field/check", {})];
    const ended = await Promise.allSettled(calls);
    clearInterval(awake);
    for (const { status, reason } of ended) assert.ok(status === "rejected" && reason instanceof DaemonError, name);
  });
}
