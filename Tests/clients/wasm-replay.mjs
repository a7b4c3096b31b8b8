// Plays recordings of the daemon to the WebAssembly module: MODULE FOLDER. Says in which turn what came out is
// something else, for each recording a line of JSON, and at the end how many are the same.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Engine, FORMS, OTHERS } from "../../clients/javascript/src/engine.js";

const [, , modulePath, folder, ...names] = process.argv;
const module = await WebAssembly.compile(readFileSync(modulePath));
const hex = (text) => new Uint8Array(Buffer.from(text, "hex"));
let sameCount = 0;
let turnCount = 0;

for (const name of names.length > 0 ? names : readdirSync(folder).filter((name) => name.endsWith(".json")).sort()) {
  const { settings, turns } = JSON.parse(readFileSync(join(folder, name), "utf8"));
  const difference = await play(settings, turns);
  if (difference === null) sameCount += 1;
  else console.log(JSON.stringify({ recording: name, ...difference }));
}
console.log(JSON.stringify({ same: sameCount, turns: turnCount }));

/** The first turn in which the module says something else; null where it never does. */
async function play(settings, turns) {
  const engine = await Engine.start(module, settings, () => null);
  for (const [index, turn] of turns.entries()) {
    turnCount += 1;
    const moment = { nanoseconds: BigInt(turn.nanoseconds), offsetSeconds: turn.offsetSeconds };
    try {
      engine.turn(turn.kind, hex(turn.input), moment, turn.inHaste ? 0 : Infinity);
    } catch (error) {
      return { turn: index, input: text(turn.input), error: error.stack.split("\n").slice(0, 9).join("\n") };
    }
    if (turn.output !== undefined) {
      const output = Buffer.from(engine.takeOutput()).toString("hex");
      if (output !== turn.output) {
        return { turn: index, input: text(turn.input), expected: text(turn.output), found: text(output) };
      }
      const deadline = String(engine.deadline ?? -1);
      if (deadline !== turn.deadline) return { turn: index, expected: turn.deadline, found: deadline };
    }
    if (turn.looksForForms) engine.takeWishes(FORMS);
    if (turn.calls !== undefined) {
      const wishes = engine.takeWishes(OTHERS);
      const numbers = (member) => wishes.map((wish) => wish[member]).filter((number) => number !== undefined);
      const found = { calls: numbers("call"), writes: numbers("write"), survey: numbers("survey")[0] ?? null };
      const expected = { calls: turn.calls, writes: turn.writes, survey: turn.survey };
      if (JSON.stringify(found) !== JSON.stringify(expected)) return { turn: index, expected, found };
    }
  }
  return null;
}

function text(digits) {
  return Buffer.from(digits, "hex").toString();
}
