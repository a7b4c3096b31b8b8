/** A field document as a schema: what the specification of Standard Schema, version 1, asks of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Checker } from "../src/node.js";
import { MODULE } from "./start.js";

const withModule = { skip: MODULE ? false : "FIELDD_WASM names no module" };
const FORM = {
  groups: [{ key: "lines", label: "Lines", repeat: { minEntries: 1 } }, { key: "a", label: "A", path: "/a~1b/0" }],
  fields: [
    { key: "email", kind: "entry", label: "E-mail", required: true, validation: { live: [{ format: "email" }] } },
    { key: "nick", kind: "entry", label: "Nick", validation: { endEditing: [{ validator: "isFree" }] } },
    { key: "age", kind: "entry", label: "Age", value: "integer" },
    { key: "low", kind: "entry", label: "Low", validation: { live: [{ minLength: 3, severity: "warning" }] } },
    { key: "product", kind: "entry", label: "Product", group: "lines", maxLength: 3 },
    { key: "deep", kind: "entry", label: "Deep", group: "a", maxLength: 3 },
  ],
};
const RIGHT = { email: "ada@example.com", lines: [{ product: "Tea" }] };
const validators = {
  isFree({ value }) {
    if (value === "broken") throw new Error("no database");
    if (value.startsWith("late")) return Promise.resolve(value === "late" ? "Taken" : true);
    return value === "ada" ? "Taken" : true;
  },
};
const load = (options = { validators }) => Checker.load(FORM, { module: MODULE, ...options });

test("a checker is a schema", withModule, async () => {
  const { "~standard": standard } = await load();
  assert.deepEqual([standard.version, standard.vendor, typeof standard.validate], [1, "fieldd", "function"]);
  assert.equal(Object.isFrozen(standard), true);
  const { validate } = standard;
  assert.equal(validate(RIGHT).value, RIGHT);
});

test("a result has a value or issues, each with a message and a path", withModule, async () => {
  const { validate } = (await load())["~standard"];
  const { issues, ...more } = validate({ email: "ada@", nick: "eve", "a/b": { 0: { deep: "deeper" } }, lines: [{}, { product: "Milk" }] });
  assert.deepEqual(more, {});
  assert.deepEqual(issues, [
    { message: "Not an e-mail address", path: ["email"] },
    { message: "Too long: 6 characters, at most 3", path: ["a/b", "0", "deep"] },
    { message: "Too long: 4 characters, at most 3", path: ["lines", 1, "product"] },
  ]);
  for (const value of [undefined, null, 1, "text", [], new Map(), () => {}]) {
    const { issues: [issue] } = validate(value);
    assert.equal(typeof issue.message, "string");
    assert.deepEqual(issue.path, []);
  }
});

test("warnings are no issues", withModule, async () => {
  const { validate } = (await load())["~standard"];
  const value = { ...RIGHT, low: "a" };
  assert.deepEqual(validate(value), { value });
});

test("what is missing or empty is as libraries of forms have it", withModule, async () => {
  const { validate } = (await load())["~standard"];
  const value = { ...RIGHT, nick: undefined, age: undefined };
  assert.equal(validate(value).value, value);
  const empty = { ...RIGHT, nick: "", age: "", lines: [{ product: "" }] };
  assert.deepEqual(validate(empty), { value: { ...RIGHT, nick: null, age: null, lines: [{ product: null }] } });
  assert.equal(empty.nick, "");
  assert.deepEqual(validate({ ...empty, email: "" }).issues, [{ message: "E-mail is required", path: ["email"] }]);
  assert.deepEqual(validate({ ...RIGHT, age: "12" }).issues, [{ message: "Must be a whole number", path: ["age"] }]);
});

test("what JSON can't hold is an issue at its place", withModule, async () => {
  const { validate } = (await load())["~standard"];
  const circle = { ...RIGHT };
  circle.nick = circle;
  const wrong = [
    [{ ...RIGHT, age: NaN }, ["age"]],
    [{ ...RIGHT, lines: [{}, { product: Symbol("x") }] }, ["lines", 1, "product"]],
    [{ ...RIGHT, lines: [undefined] }, ["lines", 0]],
    [{ ...RIGHT, nick: new Map() }, ["nick"]],
    [circle, []],
  ];
  for (const [value, path] of wrong) {
    const { issues } = validate(value);
    assert.deepEqual(issues.map((it) => it.path), [path]);
    assert.match(issues[0].message, /^This can't be written as JSON/);
  }
});

test("a promise comes only of a validator that gives one", withModule, async () => {
  const { validate } = (await load())["~standard"];
  const value = { ...RIGHT, nick: "later" };
  const promise = validate(value);
  assert.ok(promise instanceof Promise);
  assert.equal((await promise).value, value);
  assert.deepEqual((await validate({ ...RIGHT, nick: "late" })).issues, [{ message: "Taken", path: ["nick"] }]);
  assert.equal((await validate({ ...RIGHT, nick: "later", age: "" })).value.age, null);
  assert.deepEqual(validate({ ...RIGHT, nick: "ada" }).issues, [{ message: "Taken", path: ["nick"] }]);
});

test("a failure of a validator is never a pass", withModule, async (context) => {
  context.mock.method(console, "error", () => {});
  const { validate } = (await load())["~standard"];
  const words = "Could not be checked: the check failed";
  assert.deepEqual(validate({ ...RIGHT, nick: "broken" }).issues, [{ message: words, path: ["nick"] }]);
  const lenient = structuredClone(FORM);
  lenient.fields[1].validation.endEditing[0].severity = "warning";
  const warning = await Checker.load(lenient, { module: MODULE, validators });
  assert.deepEqual(warning["~standard"].validate({ ...RIGHT, nick: "broken" }).issues.map((it) => it.path), [["nick"]]);
  const without = await load({});
  assert.deepEqual(without["~standard"].validate({ ...RIGHT, nick: "eve" }).issues.map((it) => it.path), [["nick"]]);
});

test("options of the library are those of a check", withModule, async () => {
  const { validate } = (await load())["~standard"];
  const { issues } = validate({ ...RIGHT, email: null }, { libraryOptions: { locale: "de" } });
  assert.match(issues[0].message, /muss ausgefüllt werden/);
  assert.deepEqual(validate({}, { libraryOptions: { partial: true } }), { value: {} });
  assert.deepEqual(validate(RIGHT, {}), { value: RIGHT });
});
