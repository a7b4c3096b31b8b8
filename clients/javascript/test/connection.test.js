import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AnswerError, Connection, Daemon, DaemonEnded, Form, RequestError, applyEdits, offsetOf, positionOf,
} from "../src/node.js";
import { ProcessChannel } from "../src/process.js";
import { COMMAND, withDaemon, withForm } from "./start.js";

const FORM = { fields: [{ key: "a", kind: "entry", label: "A" }] };

/** A channel with the test at its other end. */
function channel() {
  const sent = [];
  return { isOpen: true, sent, send: (text) => sent.push(JSON.parse(text)), close: () => {} };
}

test("an answer that can't be read is one failed request", async () => {
  const ends = channel();
  const connection = new Connection(ends);
  const losses = [];
  connection.onLoss = () => losses.push(1);
  for (const text of ["", "7", "null", "[]", "{", '{"id":9}']) ends.onText(text);
  assert.equal(losses.length, 2);
  const spoilt = ['{"jsonrpc":"2.0","id":ID,"result":tru', '{"id":ID,"error":1}'];
  for (const text of spoilt) {
    const answer = connection.request("field/submit", {});
    ends.onText(text.replace("ID", JSON.stringify(ends.sent.at(-1).id)));
    await assert.rejects(answer, AnswerError);
  }
  const answer = connection.request("field/submit", {});
  ends.onText(`{"id":${JSON.stringify(ends.sent.at(-1).id)},"result":7}`);
  assert.equal(await answer, 7);
});

test("a request may be taken back", async () => {
  const ends = channel();
  const connection = new Connection(ends);
  const controller = new AbortController();
  const answer = connection.request("field/settled", {}, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await assert.rejects(answer, /enough/);
  const [asked, told] = ends.sent;
  assert.deepEqual([told.method, told.params.id], ["$/cancelRequest", asked.id]);
});

test("what is longer than may be is not sent", async () => {
  const ends = channel();
  const connection = new Connection(ends);
  connection.byteLimit = 1_000_000;
  await assert.rejects(connection.request("field/open", { text: "x".repeat(1_000_000) }), /more than 1 MB/);
  assert.deepEqual(ends.sent, []);
});

test("what the daemon asks is answered, taken back or declined", async () => {
  const ends = channel();
  const connection = new Connection(ends);
  connection.onRequest = (method, params, signal) => {
    if (method === "add") return Promise.resolve(params.a + 1);
    if (method === "fail") return Promise.reject(new Error("No luck"));
    if (method !== "wait") return undefined;
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const said = async (message) => {
    ends.onText(JSON.stringify(message));
    await new Promise(setImmediate);
  };
  await said({ id: 1, method: "add", params: { a: 1 } });
  await said({ id: 2, method: "other" });
  await said({ id: 3, method: "fail" });
  await said({ id: 4, method: "wait" });
  await said({ method: "$/cancelRequest", params: { id: 4 } });
  assert.deepEqual(ends.sent.map(({ id, result, error }) => [id, result ?? error.code]),
    [[1, 2], [2, -32601], [3, -32603], [4, -32800]]);
});

test("an answer that JSON can't hold is a failure, and who has no number that it can hold gets none", async () => {
  const ends = channel();
  const connection = new Connection(ends);
  connection.onRequest = () => Promise.resolve({ half: NaN });
  ends.onText('{"id":-1e999,"method":"ask"}');
  ends.onText('{"id":1,"method":"ask"}');
  await new Promise((resolve) => setImmediate(resolve));
  const [answer, ...others] = ends.sent;
  assert.deepEqual([answer.id, answer.error.code, others], [1, -32603, []]);
  assert.match(answer.error.message, /NaN/);
});

test("a method that is no text is nobody's, and the daemon goes on", () =>
  withForm(FORM, (form, daemon) => {
    for (const method of [null, 1, {}, [], true]) daemon.connection.onNotification(method, {});
    assert.equal(form.isClosed, false);
  }));

test("an odd answer to a request of a form fails it, and an odd change has all asked for", () =>
  withForm(FORM, async (form, daemon) => {
    const { connection } = daemon;
    const request = connection.request.bind(connection);
    connection.request = async (method) => (method === "field/submit" ? { committed: "yes" } : request(method));
    await assert.rejects(form.submit(), AnswerError);
    connection.request = request;
    const isTold = new Promise((resolve) => (form.onChange = resolve));
    form.hear("field/didChange", { uri: form.uri, fields: [{ key: "other", text: "x" }] });
    assert.equal((await isTold).isWhole, true);
    assert.deepEqual(form.fields.map((field) => field.key), ["a"]);
  }));

test("a daemon that ends fails what waits for it, and says why", async () => {
  await assert.rejects(Daemon.start({ command: ["sh", "-c", "read line; echo broken >&2; exit 3"] }), (error) => {
    assert.ok(error instanceof DaemonEnded);
    assert.match(error.message, /ended with 3: broken/);
    return true;
  });
  const daemon = await Daemon.start({ command: COMMAND, store: ":memory:" });
  const form = await daemon.open(FORM);
  const ended = new Promise((resolve) => (daemon.onEnd = resolve));
  const changes = form.changes();
  daemon.connection.notify("exit");
  assert.equal(await ended, 1);
  assert.equal((await changes.next()).done, true);
  assert.equal(form.hasEnded, true);
  await assert.rejects(form.submit(), DaemonEnded);
  assert.equal(await daemon.stop(), 1);
});

test("two share a daemon, and each counts offsets as it was agreed upon", async () => {
  const connection = new Connection(await ProcessChannel.start([COMMAND, "--store", ":memory:"]));
  await connection.request("initialize", { capabilities: { experimental: { fields: {} } } });
  const daemon = Daemon.join(connection, { encoding: "utf-16" });
  await connection.request("field/open", { uri: "form:other", document: FORM });
  const form = daemon.form("form:other");
  await form.open();
  assert.ok(form instanceof Form);
  await form.field("a").replaceText("x");
  assert.equal(form.field("a").text, "x");
  assert.equal(await daemon.stop(), 0);
});

test("a request that makes no sense is told with its code", () => withForm(FORM, async (form) => {
  await assert.rejects(form.validate(["b"]), (error) => {
    assert.ok(error instanceof RequestError);
    assert.equal(error.code, -32602);
    return true;
  });
}));

test("methods of LSP are asked on the same connection", () => withDaemon({}, async ({ connection }) => {
  for (const lineEnd of ["\n", "\r\n", "\r"]) {
    const uri = `file:///${lineEnd.length}${lineEnd.charCodeAt(0)}.fields.json`;
    const text = `{${lineEnd}"fields":[{"key":"a","kind":"entry","label":"😀"}]}`;
    connection.notify("textDocument/didOpen", { textDocument: { uri, languageId: "fields", version: 1, text } });
    const options = { tabSize: 2, insertSpaces: true };
    const edits = await connection.request("textDocument/formatting", { textDocument: { uri }, options });
    const lines = ["{", '  "fields": [', '    { "key": "a", "kind": "entry", "label": "😀" }', "  ]", "}", ""];
    const laidOut = lines.join(lineEnd);
    assert.equal(applyEdits(text, edits), laidOut);
    for (let offset = 0; offset <= laidOut.length; offset += 1) {
      // Between the two signs of a line's end there is no place.
      if (laidOut.slice(offset - 1, offset + 1) === "\r\n") continue;
      assert.equal(offsetOf(laidOut, positionOf(laidOut, offset)), offset);
    }
  }
}));

test("messages are in the language that is asked for", () => withDaemon({}, async (daemon) => {
  const form = await daemon.open(FORM, { locale: "he" });
  assert.deepEqual([form.lang, form.dir], ["he", "rtl"]);
}));
