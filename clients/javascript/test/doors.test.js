/** The client where something fails: validators, numbers, and what the daemon says. */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Connection, DaemonError, FormError } from "../src/node.js";
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
  "an answer of others that is no JSON": [() => JSON.parse("<html>"), null],
};

for (const [name, [isFree, words]] of Object.entries(VALIDATORS)) {
  test(`what a validator fails with is never a pass: ${name}`, async (context) => {
    const told = context.mock.method(console, "error", () => {});
    await withForm(ASKED, async (form) => {
      const verdict = await form.check({ name: "ada" });
      assert.equal(verdict.valid, false);
      assert.deepEqual(verdict.unchecked.map((it) => it.data.validator), words === null ? ["isFree"] : []);
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
    assert.deepEqual([valid, unchecked.map((it) => it.why), problems], [false, ["uncheckedValidator"], []]);
    await form.field("name").replaceText("ada");
    assert.deepEqual((await form.submit()).unchecked.map((it) => it.path), ["/name"]);
  });
});

test("what JSON can't hold is refused, and text is judged as it is written", async () => {
  await withForm({ fields: [NUMBER] }, async (form) => {
    const circle = {};
    circle.n = circle;
    const lost = [
      NaN, Infinity, -Infinity, new Date(NaN), () => 1, Symbol("n"), undefined, [undefined], [, 1], circle,
      new Map([["n", 1]]), new Set([1]), new Uint8Array(1), /n/, Promise.resolve(1),
    ];
    for (const n of lost) {
      await assert.rejects(form.check({ n }), TypeError);
      await assert.rejects(form.checkBatch([{ n: 1 }, { n }]), /Record 1 can't be written as JSON: .*/);
      const found = [];
      for await (const [, verdict] of form.checkMany([{ n: 1 }, { n }, { n: 2 }])) found.push(verdict);
      assert.deepEqual(found.map(({ valid }) => valid), [true, false, true]);
      assert.match(found[1].problems[0].message, /can't be written as JSON/);
    }
    await assert.rejects(form.check(undefined), TypeError);
    assert.equal((await form.check({ n: 1 })).valid, true);
    assert.equal((await form.check({ n: null })).valid, true);
    for (const text of ['{"n":1e400}', '{"n":-1e400}', '{"n":"1"}']) {
      assert.equal((await form.checkText(text)).valid, false, text);
    }
    assert.equal((await form.checkText('{\n"n": 1.50}')).valid, true);
    assert.equal((await form.checkText('\ufeff{"n":1}')).valid, true);
    for (const text of ['{"n":NaN}', '{"n":1},{}', '{"n":1}]}', "", "\ufeff", '\ufeff\ufeff{"n":1}']) {
      await assert.rejects(form.checkText(text), SyntaxError);
    }
  });
});

test("half a surrogate pair stays one, in a record and in a text", async () => {
  await withForm({ fields: [{ key: "name", kind: "entry", label: "Name" }] }, async (form) => {
    const verdicts = [
      await form.check({ name: "a\ud83d" }), await form.checkText('{"name":"a\ud83d"}'),
      await form.checkText('{"name":"a\\ud83d"}'),
    ];
    for (const verdict of verdicts) assert.deepEqual(verdict, verdicts[0]);
    assert.equal((await form.checkText('{"name":"a😀\u2028\u0085"}')).valid, true);
    await form.field("name").replaceText("after");
    assert.equal(form.field("name").text, "after");
  });
});

test("a record that is nested too deep is one finding, of that record alone", async () => {
  await withForm({ fields: [NUMBER] }, async (form) => {
    const nested = (depth) => {
      let value = 1;
      for (let left = depth; left > 0; left -= 1) value = { n: value };
      return value;
    };
    for (const depth of [129, 1000, 100_000]) {
      const found = [];
      for await (const [, verdict] of form.checkMany([{ n: 1 }, nested(depth), { n: "x" }])) found.push(verdict);
      assert.deepEqual(found.map(({ valid }) => valid), [true, false, false]);
      assert.match(found[1].problems.map(({ message }) => message).join(), /Nested more than 128 deep/);
      assert.doesNotMatch(found[2].problems[0].message, /Nested/);
      const text = `${'{"n":'.repeat(depth)}1${"}".repeat(depth)}`;
      assert.match((await form.checkText(text)).problems[0].message, /Nested more than 128 deep/);
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
    // Nobody who normalises them makes one of the two.
    assert.equal(new Set(forms.map(({ uri }) => new URL(uri).href)).size, 2);
    const words = [];
    for (const form of forms) words.push((await form.submit()).errors[0].problems[0].message);
    assert.equal(new Set(words).size, 2);
    await forms[0].field("n").replaceText("1");
    assert.equal(forms[1].field("n").text, "");
  });
});

test("a form that is closed is not kept", () => withDaemon({}, async (daemon) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const openAndClose = async () => {
    const form = await daemon.open({ fields: [NUMBER] });
    await form.close();
    return new WeakRef(form);
  };
  const openAndLeave = async () => {
    const form = daemon.form("form:elsewhere");
    form.leave();
    return new WeakRef(form);
  };
  const former = [await openAndClose(), await openAndLeave()];
  // A reference that was just made holds on for the turn.
  await new Promise(setImmediate);
  collect();
  assert.deepEqual(former.map((it) => it.deref()), [undefined, undefined]);
}));

test("the name of a form that was closed is free, and a later form keeps it", () => withDaemon({}, async (daemon) => {
  const path = join(mkdtempSync(join(tmpdir(), "fieldd-")), "a.fields.json");
  writeFileSync(path, JSON.stringify({ fields: [NUMBER] }));
  const first = await daemon.open(pathToFileURL(path));
  await first.close();
  const second = await daemon.open(pathToFileURL(path));
  assert.equal(second.uri, first.uri);
  first.leave();
  await second.field("n").replaceText("1");
  assert.equal(second.field("n").text, "1");
}));

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

test("whole numbers that JavaScript can't hold are exact as texts", async () => {
  const n = { ...NUMBER, value: "integer", precision: "int64" };
  await withForm({ fields: [n] }, async (form) => {
    assert.equal((await form.checkText('{"n":9223372036854775807}')).valid, true);
    assert.equal((await form.checkText('{"n":9223372036854775808}')).valid, false);
    await form.field("n").replaceText("9007199254740993");
    assert.equal((await form.submit()).committed, true);
    assert.equal(form.field("n").text, "9007199254740993");
  });
});

test("whole numbers that JavaScript can't hold are exact as BigInt, where that is asked for", async () => {
  const rows = [9223372036854775807n, -9007199254740993n, 5];
  const fields = [
    { ...NUMBER, value: "integer", precision: "int64" },
    { key: "p", kind: "picker", label: "P", data: rows.map((value) => ({ value, label: `No. ${value}` })) },
    { key: "t", kind: "area", label: "T" },
  ];
  const said = '9223372036854775807 "9007199254740993 \\ raw-1';
  await withForm({ fields }, async (form) => {
    const [number, picker, text] = form.fields;
    for (const typed of ["9007199254740993", "-9223372036854775808", "9007199254740991", "7"]) {
      await number.replaceText(typed);
      await text.replaceText(said);
      await picker.select(picker.rows[0].value);
      await form.done();
      const { committed, values } = await form.submit();
      assert.equal(committed, true);
      const isBig = !Number.isSafeInteger(Number(typed));
      assert.deepEqual(values, { n: isBig ? BigInt(typed) : Number(typed), p: rows[0], t: said });
      assert.deepEqual(form.values, values);
      assert.equal((await form.check(values)).valid, true);
      assert.equal((await form.checkBatch([{ ...values, n: 9223372036854775808n }]))[0].valid, false);
    }
  }, { exactNumbers: true });
});

test("one record does not wait for all of a batch", async () => {
  await withForm({ fields: [NUMBER] }, async (form) => {
    let isDone = false;
    const batch = form.checkBatch(Array.from({ length: 5_000 }, (_, n) => ({ n }))).then((verdicts) => {
      isDone = true;
      return verdicts;
    });
    assert.equal((await form.check({ n: 1 })).valid, true);
    assert.equal(isDone, false);
    assert.equal((await batch).length, 5_000);
  });
});
