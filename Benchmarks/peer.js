// Ajv on a stream of records: the same jobs and answers as those of peer.py, and its version.
const fs = require("fs");
const readline = require("readline");

const Ajv = require("ajv");

function recordsOf(text) {
  if (text.startsWith("[")) return JSON.parse(text);
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

function done(job) {
  // Before version 8 it has the formats itself, and knows no draft of 2020 by its name.
  const { $schema, ...schema } = job.schema;
  const validate = new Ajv({ allErrors: true, format: "full" }).compile(schema);
  const seconds = [];
  let wrong = [];
  for (let run = 0; run < job.times; run++) {
    const start = process.hrtime.bigint();
    wrong = [];
    recordsOf(fs.readFileSync(job.stream, "utf8")).forEach((record, number) => {
      if (!validate(record)) wrong.push(number);
    });
    seconds.push(Number(process.hrtime.bigint() - start) / 1e9);
  }
  return { seconds, wrong };
}

function answerTo(job) {
  try {
    return job.kind === "version" ? require("ajv/package.json").version : done(job);
  } catch (problem) {
    return { problem: String(problem) };
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  console.log(JSON.stringify(answerTo(JSON.parse(line))));
});
