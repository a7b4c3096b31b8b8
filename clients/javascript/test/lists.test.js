import assert from "node:assert/strict";
import { test } from "node:test";
import { placed } from "../src/order.js";
import { withForm } from "./start.js";

const ORDER = {
  groups: [{
    key: "lines", label: "Lines",
    repeat: { minEntries: 1, maxEntries: 3, unique: ["product"], addLabel: "Add a line" },
  }],
  fields: [
    { key: "product", kind: "entry", label: "Product", group: "lines" },
    { key: "count", kind: "entry", label: "Count", group: "lines", value: "integer" },
  ],
  entries: { lines: [{ product: "Tea", count: "1" }] },
};

test("entries come, move and go", () => withForm(ORDER, async (form) => {
  const lines = form.list("lines");
  assert.deepEqual([lines.label, lines.repeat.addLabel], ["Lines", "Add a line"]);
  const [tea] = lines.entries;
  const added = await lines.add({ product: "Milk", count: 2 }, { before: tea });
  const milk = lines.entry(added.entry);
  const products = () => lines.entries.map((entry) => entry.field("product").text);
  assert.deepEqual(products(), ["Milk", "Tea"]);
  await milk.field("count").replaceText("3");
  await milk.move();
  assert.deepEqual(products(), ["Tea", "Milk"]);
  assert.deepEqual([...milk].map((field) => field.ownKey), ["product", "count"]);
  assert.deepEqual((await form.submit()).values,
    { lines: [{ product: "Tea", count: 1 }, { product: "Milk", count: 3 }] });
  assert.deepEqual(form.values.lines[1], { product: "Milk", count: 3 });
  await lines.add();
  assert.equal((await lines.add()).reason, "full");
  await milk.remove();
  assert.deepEqual(products(), ["Tea", ""]);
  assert.throws(() => lines.entry(milk.number), /no entry/);
}));

test("a list says what is wrong with it as a whole", () => withForm(ORDER, async (form) => {
  const lines = form.list("lines");
  await lines.entries[0].remove();
  const { errors } = await form.submit();
  assert.deepEqual(errors.map((it) => it.key), ["lines"]);
  assert.deepEqual(lines.problems.map((it) => it.code), ["tooFewEntries"]);
}));

test("the order after many moves is the one of the daemon", () => withForm(ORDER, async (form) => {
  const lines = form.list("lines");
  await lines.add({ product: "a" });
  await lines.add({ product: "b" });
  for (let step = 0; step < 12; step += 1) {
    const { entries } = lines;
    await entries[(step * 7) % 3].move(step % 4 === 0 ? undefined : entries[(step * 5) % 3]);
    const told = (await form.request("snapshot")).lists[0].entries;
    assert.deepEqual(lines.entries.map((entry) => entry.number), told);
    const keys = (await form.request("snapshot")).fields.map((field) => field.key);
    assert.deepEqual(form.fields.map((field) => field.key), keys);
  }
}));

test("what is placed stands directly behind another", () => {
  const order = (...places) => placed("abc", new Map(places)).join("");
  assert.equal(order(["x", null]), "xabc");
  assert.equal(order(["x", "a"], ["y", "x"]), "axybc");
  assert.equal(order(["c", "a"]), "acb");
  assert.equal(order(["x", "unknown"]), "abcx");
  assert.equal(order(["x", "a"], ["y", "a"]), "ayxbc");
});
