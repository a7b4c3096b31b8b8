import assert from "node:assert/strict";
import { writeFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Daemon, DaemonNotFound, RequestError } from "../src/node.js";
import { withDaemon, withForm } from "./start.js";

const SIGN_UP = {
  title: "Sign up",
  description: "In a minute.",
  groups: [{ key: "you", label: "You" }],
  fields: [
    {
      key: "email", kind: "entry", label: "E-mail", group: "you", required: true, maxLength: 20,
      autofill: { source: "emails", removable: true },
      validation: { live: [{ format: "email" }] }, next: "country",
    },
    { key: "country", kind: "picker", label: "Country", data: ["Canada", { value: "RO", label: "Romania" }] },
    { key: "tags", kind: "picker", label: "Tags", data: ["red", "green"], multiple: true },
    { key: "birthday", kind: "date", label: "Birthday", clearable: true },
    { key: "age", kind: "entry", label: "Age", value: "integer" },
    { key: "word", kind: "entry", label: "Word", secure: true, iconAction: "reveal" },
  ],
  autofill: { emails: ["ada@example.com"] },
};

test("a form tells what it is", () => withForm(SIGN_UP, (form) => {
  assert.equal(form.title, "Sign up");
  assert.equal(form.description, "In a minute.");
  assert.deepEqual(form.groups, [{ key: "you", label: "You" }]);
  assert.deepEqual(form.fields.map((field) => field.key),
    ["email", "country", "tags", "birthday", "age", "word"]);
  const email = form.field("email");
  assert.deepEqual([email.kind, email.group, email.isRequired], ["entry", "you", true]);
  assert.deepEqual(email.title, { text: "E-mail", position: "down" });
  assert.deepEqual(email.counter, { count: 0, max: 20, unit: "grapheme" });
  assert.deepEqual(form.field("country").rows.map((row) => row.label), ["Canada", "Romania"]);
  assert.throws(() => form.field("emial"), /no field "emial"/);
  assert.throws(() => form.list("lines"), /no list "lines"/);
  assert.equal(form.has("emial"), false);
}));

test("an act is seen when it is done", () => withForm(SIGN_UP, async (form) => {
  const email = form.field("email");
  const outcome = await email.replaceText("ada@");
  assert.deepEqual([outcome.accepted, outcome.active], [true, "email"]);
  assert.deepEqual([email.text, email.isPending, email.isActive], ["ada@", true, true]);
  assert.equal(form.active, email);
  await form.settled();
  await form.catchUp();
  assert.deepEqual([email.state, email.error], ["error", "Not an e-mail address"]);
  assert.equal(email.problems[0].code, "typeMismatch");
  await email.replaceText("b", { start: 0, end: 3 });
  assert.equal(email.text, "b@");
  await email.replaceText("example.com", { start: 2 });
  assert.equal(email.text, "b@example.com");
}));

test("a refused act is no error, and says why", () => withForm(SIGN_UP, async (form) => {
  const email = form.field("email");
  const refused = await email.replaceText("x".repeat(21));
  assert.deepEqual([refused.accepted, refused.reason], [false, "tooLong"]);
  assert.match(refused.message, /at most 20/);
  assert.equal(email.text, "");
  const kept = await email.replaceText("😀".repeat(21), { truncate: true });
  assert.deepEqual(kept.dropped, { count: 1, unit: "grapheme" });
  assert.equal(email.text, "😀".repeat(20));
  assert.equal((await email.clear()).accepted, true);
  assert.equal((await form.field("country").clear()).accepted, true);
  await form.field("country").setProperty("required", true);
  assert.equal((await form.field("country").clear()).reason, "notClearable");
}));

test("rows, dates and the keys of a keyboard", () => withForm(SIGN_UP, async (form) => {
  const country = form.field("country");
  await country.select("RO");
  assert.deepEqual([country.text, country.display], ["RO", "Romania"]);
  await country.select({ index: 0 });
  assert.equal(country.text, "Canada");
  assert.equal((await country.select("Mars")).reason, "notAChoice");
  const tags = form.field("tags");
  await tags.select(["green", "red"]);
  assert.deepEqual([tags.chosen.toSorted(), tags.multiple], [["green", "red"], true]);
  const birthday = form.field("birthday");
  await birthday.setDate("1815-12-10");
  assert.deepEqual([birthday.date, birthday.display], ["1815-12-10", "Dec 10, 1815"]);
  assert.equal((await birthday.setDate("soon")).reason, "badDate");
  await birthday.clear();
  assert.equal(birthday.date, "");
  await form.field("email").beginEditing();
  assert.deepEqual((await form.next({ open: false })).active, "country");
  assert.equal(country.isOpen, false);
  await country.beginEditing();
  assert.equal(country.isOpen, true);
  await form.done();
  assert.equal(form.active, null);
}));

test("autofill offers, learns and forgets", () => withForm(SIGN_UP, async (form) => {
  const email = form.field("email");
  assert.deepEqual((await email.autofill()).map((it) => it.text), ["ada@example.com"]);
  await email.learnAutofill("alan@example.com");
  await email.replaceText("al");
  assert.deepEqual(email.matches.map((it) => it.text), ["alan@example.com"]);
  await email.applyAutofill("alan@example.com");
  assert.equal(email.text, "alan@example.com");
  await email.removeAutofill("alan@example.com");
  await email.clear();
  assert.deepEqual((await email.autofill()).map((it) => it.text), ["ada@example.com"]);
}));

test("a submission commits all or nothing", () => withForm(SIGN_UP, async (form) => {
  const refused = await form.submit();
  assert.equal(refused.committed, false);
  assert.deepEqual(refused.errors.map(({ key, valid, problems: [it] }) => [key, valid, it.code]),
    [["email", false, "valueMissing"]]);
  assert.deepEqual(refused.diagnostics, []);
  await form.field("email").replaceText("ada@example.com");
  await form.field("age").replaceText("36");
  const { valid, unproved } = await form.validate();
  assert.deepEqual([valid, unproved], [true, []]);
  assert.deepEqual((await form.field("age").validate()).valid, true);
  const committed = await form.submit();
  assert.equal(committed.committed, true);
  assert.deepEqual(committed.values,
    { email: "ada@example.com", country: null, tags: [], birthday: null, age: 36, word: null });
  assert.equal(form.values.age, 36);
}));

test("mistakes of the form itself are told with their places", async () => {
  await withForm('{ "fields": [\n  { "key": "a", "kind": "entry", "label": "A", "text": 7 } ] }', async (form) => {
    const [mistake] = form.diagnostics;
    assert.deepEqual([mistake.severity, mistake.code, mistake.line], ["error", "wrongType", 2]);
    const refused = await form.submit();
    assert.deepEqual([refused.committed, refused.diagnostics], [false, [mistake]]);
  }, { allowErrors: true });
});

test("a part of a record lacks nothing, and a form is put aside", () => withForm(SIGN_UP, async (form) => {
  assert.equal((await form.check({ age: 36 })).valid, false);
  assert.equal((await form.check({ age: 36 }, { partial: true })).valid, true);
  assert.equal((await form.check({ email: null }, { partial: true })).problems[0].code, "valueMissing");
  for await (const [, { valid }] of form.checkMany([{}, { age: 1 }], 1, { partial: true })) assert.ok(valid);
  await form.field("age").replaceText("x");
  const draft = await form.submit({ partial: true });
  assert.deepEqual([draft.committed, draft.errors.map((it) => it.key)], [true, ["age"]]);
  assert.equal("age" in draft.values || "email" in draft.values, false);
  assert.equal((await form.submit()).committed, false);
}));

test("records are checked, one and many", () => withForm(SIGN_UP, async (form) => {
  const verdict = await form.check({ email: "ada@", age: "36" });
  assert.equal(verdict.valid, false);
  assert.deepEqual(verdict.problems.map((it) => [it.path, it.code]),
    [["/email", "typeMismatch"], ["/age", "wrongType"]]);
  assert.deepEqual(verdict.unchecked, []);
  assert.equal((await form.check({ email: "ada@example.com" })).valid, true);
  async function* records() {
    for (let age = 0; age < 25; age += 1) yield { email: "ada@example.com", age: age % 2 ? age : `${age}` };
  }
  const valid = [];
  for await (const [record, { valid: is }] of form.checkMany(records(), 10)) valid.push([record.age, is]);
  assert.equal(valid.length, 25);
  assert.ok(valid.every(([age, is]) => is === (typeof age === "number")));
  for await (const [record] of form.checkMany([{ email: 1 }, { email: 2 }], 1)) {
    assert.deepEqual(record, { email: 1 });
    break;
  }
}));

test("a form begins with values, and is closed with its text", () => withDaemon({}, async (daemon) => {
  const form = await daemon.open(SIGN_UP, { uri: "form:mine", values: { age: 36 } });
  assert.deepEqual([form.uri, form.field("age").text], ["form:mine", "36"]);
  await form.field("age").replaceText("37");
  const text = await form.close();
  assert.equal(JSON.parse(text).fields.find((it) => it.key === "age").text, "37");
  assert.equal(form.isClosed, true);
  await assert.rejects(form.submit(), RequestError);
  const other = await daemon.open(SIGN_UP, { values: { aeg: 36 } });
  assert.deepEqual(other.problems.map((it) => it.message), ['The form has no field "aeg"; did you mean "age"?']);
}));

test("a form is read from a file", () => withDaemon({}, async (daemon) => {
  const folder = await mkdtemp(join(tmpdir(), "fieldd-"));
  const url = pathToFileURL(join(folder, "a.fields.jsonc"));
  await writeFile(url, '{ // A comment.\n  "fields": [{ "key": "a", "kind": "entry", "label": "A", }] }');
  const form = await daemon.open(url);
  assert.deepEqual([form.uri, form.diagnostics, form.fields.length], [url.href, [], 1]);
  await assert.rejects(daemon.open(new URL("b.fields.json", url)), /ENOENT/);
}));

test("a property is written into the text, in its own spelling", () => withForm(
  '{ "fields": [ { "key": "a", /* mine */ "kind": "entry", "label": "A" } ] }', async (form) => {
    await form.field("a").setProperty("label", "B");
    assert.equal(form.field("a").label, "B");
    await form.field("a").setError("Taken");
    assert.equal(form.field("a").error, "Taken");
    await form.field("a").removeError();
    await form.field("a").setState("disabled");
    assert.equal(form.field("a").state, "disabled");
    assert.match(await form.close(), /"key": "a", \/\* mine \*\/ "kind": "entry", "label": "B"/);
  }, { allowErrors: true }));

test("a form goes to JSON Schema and back", () => withForm(SIGN_UP, async (form, daemon) => {
  const { document, losses } = await form.export();
  const structured = await form.export("json-schema", { structured: true });
  assert.equal(structured.document.additionalProperties, false);
  assert.equal(document.properties.email.format, "email");
  assert.ok(losses.every((it) => typeof it.message === "string"));
  const again = await daemon.importForm(document);
  const imported = await daemon.open(again.document);
  assert.equal(imported.field("email").label, "E-mail");
  await assert.rejects(daemon.importForm("x"), RequestError);
}));

test("a form is measured", () => withForm(SIGN_UP, async (form) => {
  const [{ heights, key }] = await form.layout(["email"], { label: 20, helper: 20, counter: 16, line: 20 });
  assert.equal(key, "email");
  assert.ok(heights.error > heights.normal);
}));

test("changes and events come as they happen, up to the end", () => withForm(SIGN_UP, async (form) => {
  const changes = form.changes();
  const events = form.events();
  const seen = [];
  form.onChange = (change) => seen.push(Object.keys(change.fields));
  await form.field("email").replaceText("a");
  const { value: change } = await changes.next();
  assert.deepEqual([change.fields.email.text, change.isWhole], ["a", false]);
  assert.deepEqual((await events.next()).value.name, "didBeginEditing");
  await form.field("country").select("RO");
  const names = [];
  await form.close();
  for await (const { name, field, details } of events) names.push([name, field.key, details.value]);
  assert.deepEqual(names.at(-1), ["didSelectRow", "country", "RO"]);
  assert.deepEqual(seen[0], ["email"]);
}));

test("a delegate is asked before, and told when the field shows it", async () => {
  const told = [];
  const delegate = {
    shouldClear: () => false,
    shouldChangeText: async (field, start, end, text) => !text.includes("!"),
    didEndEditing: (field) => told.push([field.key, field.value]),
    didSelectRow: (field, { value }) => told.push([field.display, value]),
  };
  await withForm(SIGN_UP, async (form) => {
    await form.field("email").replaceText("ada@example.com");
    assert.equal((await form.field("email").replaceText("!")).reason, "refused");
    assert.equal((await form.field("email").clear()).reason, "refused");
    await form.done();
    await form.field("country").select("RO");
    await form.settled();
    assert.deepEqual(told, [["email", "ada@example.com"], ["Romania", "RO"]]);
  }, { delegate });
});

test("validators and autofill sources are closures", async () => {
  const asked = [];
  const validators = {
    isFree: async ({ field, value, values }) => {
      asked.push([field.key, values.city]);
      return value === "ada" ? "Taken" : value !== "eve";
    },
  };
  const autofillSources = {
    cities: ({ text }) => [`${text}slo`, { text: `${text}ttawa`, removable: false }],
  };
  const document = {
    fields: [
      { key: "name", kind: "entry", label: "Name", validation: { endEditing: ["isFree"] } },
      { key: "city", kind: "entry", label: "City", text: "Oslo", autofill: { source: "cities" } },
    ],
  };
  await withForm(document, async (form) => {
    const name = form.field("name");
    await name.replaceText("ada");
    assert.deepEqual((await name.validate()).problems.map((it) => it.message), ["Taken"]);
    assert.deepEqual(asked, [["name", "Oslo"]]);
    await name.replaceText("eve");
    assert.equal((await name.validate()).valid, false);
    await name.replaceText("grace");
    assert.equal((await name.validate()).valid, true);
    assert.equal((await form.check({ name: "ada" })).problems[0].message, "Taken");
    await form.field("city").replaceText("O");
    assert.deepEqual((await form.field("city").autofill()).map((it) => it.text), ["Oslo", "Ottawa"]);
  }, { validators, autofillSources });
});

test("a program that is not there is told of, and one that is there ends well", async () => {
  await assert.rejects(Daemon.start({ command: "no-such-program" }), DaemonNotFound);
  const daemon = await Daemon.start({ command: process.env.FIELDD ?? "fieldd", store: ":memory:" });
  assert.equal(await daemon.stop(), 0);
});

test("drafts of a list of values are the values", () => withDaemon({}, async (daemon) => {
  const document = {
    groups: [{ key: "tags", label: "Tags", path: "/deep/tags", repeat: {} }],
    fields: [{ key: "tag", kind: "any", label: "Tag", group: "tags", path: "" }],
    entries: { tags: [{ tag: "1.5" }] },
  };
  const form = await daemon.open(document);
  await form.list("tags").add({ tag: ["a"] });
  assert.equal(form.drafts().text, '{"deep":{"tags":[1.5,["a"]]}}');
  assert.equal(form.drafts(() => false).text, '{"deep":{"tags":[null,null]}}');
  const again = await daemon.open(document, { values: form.drafts() });
  assert.deepEqual((await again.submit()).values, { deep: { tags: [1.5, ["a"]] } });
}));

test("drafts open a form again, all of them or some", () => withDaemon({ exactNumbers: true }, async (daemon) => {
  const document = {
    groups: [{ key: "lines", label: "Lines", repeat: {} }],
    fields: [
      { key: "name", kind: "entry", label: "Name", text: "Ada" },
      { key: "id", kind: "entry", label: "Id", value: "integer", precision: "int64" },
      { key: "more", kind: "any", label: "More" },
      { key: "word", kind: "entry", label: "Word", secure: true },
      { key: "product", kind: "entry", label: "Product", group: "lines" },
    ],
  };
  const form = await daemon.open(document);
  await form.field("name").clear();
  await form.field("id").replaceText("9223372036854775807");
  await form.field("more").replaceText('{"n":1.50}');
  await form.field("word").replaceText("secret");
  await form.list("lines").add({ product: "Tea" });
  const all = '{"lines":[{"product":"Tea"}],"name":"","id":"9223372036854775807","more":{"n":1.50},"word":"secret"}';
  assert.equal(form.drafts().text, all);
  const some = form.drafts((field) => field.isEdited && !field.isSecure);
  assert.equal(some.text, '{"lines":[{}],"name":"","id":"9223372036854775807","more":{"n":1.50}}');
  const again = await daemon.open(document, { values: form.drafts() });
  assert.equal(again.drafts().text, all);
}));
