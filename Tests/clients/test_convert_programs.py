"""Programs of Form.io become conditions, rules and calculations, and mean what Node.js makes of them.

A program is run with the names that `evaluate` in @formio/core gives it, and judged as `isCustomConditionallyHidden`,
`validateCustom` and `calculateProcess` judge it there.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Iterator
from typing import Any

from conftest import seed_ranges
import pytest
from converter import Converter

Json = Any
ROWS = [{"label": word, "value": word} for word in ("red", "blue", "7")]
FIELDS: list[Json] = [
    {"type": "textfield", "key": "t", "label": "T", "input": True},
    {"type": "textfield", "key": "u", "label": "U", "input": True},
    {"type": "number", "key": "n", "label": "N", "input": True},
    {"type": "number", "key": "m", "label": "M", "input": True},
    {"type": "checkbox", "key": "c", "label": "C", "input": True},
    {"type": "radio", "key": "r", "label": "R", "input": True, "values": ROWS[:2]},
    {"type": "radio", "key": "x", "label": "X", "input": True, "values": ROWS},
    {"type": "select", "multiple": True, "key": "s", "label": "S", "input": True, "data": {"values": ROWS[:2]}},
]
ABSENT = object()
TEXTS = ["a", "b", "red", "7", "12abc", " ", "0"]
VALUES: dict[str, list[Json]] = {
    "t": [ABSENT, "", *TEXTS], "u": [ABSENT, "", *TEXTS], "n": [ABSENT, None, 0, 1, 5, 7, -2.5, 18],
    "m": [ABSENT, None, 0, 2, 5, 7.5], "c": [ABSENT, True, False], "r": [ABSENT, "", "red", "blue"],
    "x": [ABSENT, "", "red", 7], "s": [ABSENT, [], ["red"], ["blue", "red"]],
}  # fmt: skip

# Reads a program and records by the line, and writes what the program gives for each, and whether it divides
# by what has no exact decimal quotient, such as zero and three.
RUNNER = """
const lines = require('readline').createInterface({ input: process.stdin });
const _ = { includes: (all, one) => all != null && all.includes(one) };
let isInexact = false;
const divisor = (value) => {
  isInexact ||= value == 0 || Number((1 / value).toPrecision(9)) !== 1 / value;
  return value;
};
lines.on('line', (line) => {
  const { name, start, program, records } = JSON.parse(line);
  const watched = program.replace(/ \\/ ([\\w.'[\\]]+)(?=\\))/g, ' / divisor($1)').replaceAll(' / (', ' / divisor(');
  const run = (record) => {
    isInexact = false;
    try {
      const code = `var ${name} = ${start}; ${watched};\\nreturn ${name}`;
      const made = new Function('data', 'row', 'input', '_', 'divisor', code)(record, record, record.q, _, divisor);
      if (made === undefined) return { isUndefined: true };
      return Number.isNaN(made) ? { isNaN: true } : { made, isInexact };
    } catch (error) {
      if (error instanceof SyntaxError) throw error;
      return { failed: true };
    }
  };
  console.log(JSON.stringify(records.map(run)));
});
"""


class Node:
    def __init__(self) -> None:
        self._process = subprocess.Popen(["node", "-e", RUNNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, name: str, start: str, program: str, records: list[Json]) -> list[Json]:
        process = self._process
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps({"name": name, "start": start, "program": program, "records": records}) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    node = Node()
    yield node
    node.close()


def record(rng: random.Random) -> Json:
    chosen = {key: rng.choice(values) for key, values in VALUES.items()}
    return {key: value for key, value in chosen.items() if value is not ABSENT}


def isTrue(made: Json) -> bool:
    """Whether JavaScript takes a value for true."""
    value = made.get("made")
    return value in ([], {}) or bool(value)


def isShown(made: Json) -> bool:
    """A program that fails, and one that gives null, hides nothing."""
    return "failed" in made or made.get("made", 0) is None or isTrue(made)


def number(rng: random.Random, depth: int) -> str:
    if depth <= 0 or rng.random() < 0.3:
        return rng.choice(["data.n", "data.m", "data['n']", "row.n", "0", "5", "-2.5", "7", "(data.n || 0)", "Number(data.n)"])
    inner = [number(rng, depth - 1) for _ in range(2)]
    divisor = inner[1] if re.fullmatch(r"[\w.'\[\]-]+", inner[1]) else f"({inner[1]})"
    return rng.choice([
        f"({inner[0]} {rng.choice(['+', '-', '*', '%'])} {inner[1]})", f"({inner[0]} / {divisor})", f"Math.round({inner[0]})", f"Math.abs({inner[0]})",
        f"Math.max({inner[0]}, {inner[1]})", f"Math.min({inner[0]}, {inner[1]})", f"parseInt({inner[0]})", f"parseFloat({inner[0]})",
        f"({truth(rng, depth - 1)} ? {inner[0]} : {inner[1]})", "Number(data.t)", "parseInt(data.t, 10)", f"({inner[0]} || {inner[1]})",
        f"Math.floor({inner[0]})", f"Math.ceil({inner[0]})",
    ])  # fmt: skip


def text(rng: random.Random, depth: int) -> str:
    if depth <= 0 or rng.random() < 0.6:
        return rng.choice(["data.t", "data.u", "row.t", "data.r", "'a'", "'red'", "''", '"7"', "(data.t || 'a')"])
    return rng.choice([f"({text(rng, 0)} + {text(rng, 0)})", f"`{'${data.t}'} b`", f"({truth(rng, 0)} ? {text(rng, 0)} : {text(rng, 0)})"])


def truth(rng: random.Random, depth: int) -> str:
    equal = rng.choice(["==", "===", "!=", "!=="])
    if depth <= 0 or rng.random() < 0.6:
        return rng.choice([
            f"{text(rng, depth)} {equal} {text(rng, depth)}", f"data.t {equal} {rng.choice(['null', 'undefined', '5', '0'])}",
            f"data.n {equal} {rng.choice(['null', 'undefined', '5', '0', 'data.m'])}",
            f"data.x {equal} {rng.choice(['7', repr('7'), repr('red'), repr(''), '0'])}",
            f"{number(rng, depth)} {rng.choice(['<', '>', '<=', '>=', '==', '==='])} {number(rng, depth)}",
            f"data.n {rng.choice(['<', '>', '<=', '>='])} {rng.choice(['5', '0', '-1', 'data.m', 'data.t'])}",
            "data.c", "!data.c", f"data.c {equal} {rng.choice(['true', 'false'])}", "data.t", "data.n", "!data.n", "data.r", "data.x",
            f"['red', 'a'].includes({rng.choice(['data.r', 'data.t', 'data.x'])})", "data.s.includes('red')", "_.includes(data.s, 'red')",
            f"data.s.indexOf('red') {rng.choice(['>= 0', '> -1', '!== -1', '=== -1', '< 0'])}", "data.t.includes('a')",
            "data.s.length > 1", "data.t.length > 0", "data.s && data.s.includes('blue')", "data.s?.includes('blue')",
        ])  # fmt: skip
    inner = [truth(rng, depth - 1) for _ in range(2)]
    return rng.choice([
        f"({inner[0]} {rng.choice(['&&', '||'])} {inner[1]})", f"!({inner[0]})", f"({inner[0]} ? {inner[1]} : {truth(rng, 0)})",
    ])  # fmt: skip


def shows(rng: random.Random) -> str:
    inner = truth(rng, 2)
    return rng.choice([
        f"show = {inner};", f"show = {inner}", f"if ({inner}) {{ show = true; }} else {{ show = false; }}",
        f"// why\nvar a = {inner}; /* so */ show = !a", f"if (!({inner})) show = false", f"show = false\nif ({inner})\n  show = true",
    ])  # fmt: skip


def form(**more: Json) -> Json:
    return {"components": [*FIELDS, {"type": "textfield", "key": "q", "label": "Q", "input": True, **more}]}


def effects(entries: list[Json]) -> set[str]:
    return {entry["effect"] for entry in entries if entry["path"].startswith(f"/components/{len(FIELDS)}")}


@pytest.mark.parametrize("seeds", seed_ranges(200, 3000))
def test_a_program_shows_what_it_shows_in_javascript(converter: Converter, node: Node, seeds: range) -> None:
    read = exact = returned = 0
    for seed in seeds:
        rng = random.Random(seed)
        program = shows(rng)
        source = form(customConditional=program, validate={"required": True})
        document, entries, _ = converter.read("formio", source)
        assert converter.problems(document) == [], (seed, program)
        if [entry for entry in entries if entry["code"] == "program"]:
            continue
        read += 1
        isLaxer = "laxer" in effects(entries)
        exact += not isLaxer
        records = [record(rng) for _ in range(30)]
        made = node.run("show", "true", program, records)
        verdicts = converter.verdicts(document, records)
        for one, result, isRight in zip(records, made, verdicts, strict=True):
            isHidden = not isShown(result)
            told = (seed, program, one, result, document["fields"][-1], entries)
            assert isRight if isHidden else isLaxer or not isRight, told
        written, lost = converter.write("formio", document)
        if not isLaxer and not [entry for entry in lost if entry["path"].startswith(f"/fields/{len(FIELDS)}/visible")]:
            again, _, _ = converter.read("formio", written)
            told_again = (seed, program, written["components"][-1], document["fields"][-1], again["fields"][-1])
            assert converter.verdicts(again, records) == verdicts, told_again
            returned += 1
    assert read > len(seeds) / 4 and exact > len(seeds) / 10 and returned > exact * 0.7, (read, exact, returned)


# Components of somebody's own, whose values no form knows.
OWN: list[Json] = [{"type": "identity", "key": "id", "label": "Id", "input": True}, {"type": "signer", "key": "by", "label": "By", "input": True}]
CONSTANTS = ["'nei'", "'0'", "''", "0", "1", "true", "false", "null", "undefined"]
PARTS: list[Json] = [ABSENT, None, "", "nei", "ja", "0", 0, 1, True, False, [], ["nei"], {}]


def value(rng: random.Random, depth: int) -> Json:
    if depth and rng.random() < 0.6:
        parts = {key: value(rng, depth - 1) for key in "abc"}
        return {key: part for key, part in parts.items() if part is not ABSENT}
    return rng.choice(PARTS)


def look(rng: random.Random, depth: int) -> str:
    part = rng.choice(["row.id", "row.id", "data.id", "row.by"])
    for key in rng.choice([["a"], ["b"], ["a", "b"], ["a", "c"]]):
        part += rng.choice([".", ".", ".", "?."]) + key
    if depth <= 0 or rng.random() < 0.4:
        equal = rng.choice(["===", "!=="])
        return rng.choice([
            part, f"!{part}", f"{part} {equal} {rng.choice(CONSTANTS)}",
            f"{part} {equal} 'ja'", f"{part} == {rng.choice(['null', 'undefined'])}", "row.t === 'a'",
        ])  # fmt: skip
    inner = [look(rng, depth - 1) for _ in range(3)]
    return rng.choice([f"({inner[0]} || {inner[1]})", f"({inner[0]} && {inner[1]})", f"!({inner[0]})", f"({inner[0]} ? {inner[1]} : {inner[2]})"])


@pytest.mark.parametrize("seeds", seed_ranges(150, 2000))
def test_a_program_looks_into_a_component_of_somebodys_own(converter: Converter, node: Node, seeds: range) -> None:
    shown = hidden = 0
    for seed in seeds:
        rng = random.Random(seed)
        inner = look(rng, 2)
        program = rng.choice([f"show = {inner};", f"if (!({inner})) {{ show = false; }}", f"show = !({inner})"])
        about = {"type": "textfield", "key": "q", "label": "Q", "input": True, "customConditional": program, "validate": {"required": True}}
        document, entries, _ = converter.read("formio", {"components": [*FIELDS[:1], *OWN, about]})
        assert converter.problems(document) == [], (seed, program)
        assert {entry["effect"] for entry in entries} == {"none"}, (seed, program, entries)
        made = [{"t": rng.choice(["a", "b"]), "id": value(rng, 2), "by": value(rng, 2)} for _ in range(30)]
        records = [{key: part for key, part in one.items() if part is not ABSENT} for one in made]
        results = node.run("show", "true", program, records)
        for one, result, isRight in zip(records, results, converter.verdicts(document, records), strict=True):
            assert isRight != isShown(result), (seed, program, one, result, document["fields"][-1])
            shown, hidden = shown + (not isRight), hidden + isRight
    assert min(shown, hidden) > len(seeds)


def test_a_condition_on_a_part_that_is_lost_is_told(converter: Converter) -> None:
    for program in ["show = row.id === null", "show = row.id === undefined", "show = row.id.a > 3", "show = row.id.a.length > 1", "show = row.id.a == row.by.a", "show = row.id.a + 1 === 2"]:
        about = {"type": "textfield", "key": "q", "label": "Q", "input": True, "customConditional": program, "validate": {"required": True}}
        document, entries, _ = converter.read("formio", {"components": [*OWN, about]})
        assert "required" not in document["fields"][-1] and "program" in {entry["code"] for entry in entries}, program


def test_null_is_as_good_as_nothing_for_a_component_of_somebodys_own(converter: Converter) -> None:
    about = {"type": "textfield", "key": "q", "label": "Q", "input": True, "customConditional": "show = row.id", "validate": {"required": True}}
    document, entries, _ = converter.read("formio", {"components": [*OWN, about]})
    assert "laxer" in {entry["effect"] for entry in entries}
    assert converter.verdicts(document, [{}, {"id": None}, {"id": ""}, {"id": 0}, {"id": "a"}, {"id": {}}]) == [True] * 4 + [False] * 2


def own_container(**more: Json) -> Json:
    inner = [
        {"type": "textfield", "key": "b", "label": "B", "input": True, "validate": {"required": True}},
        {"type": "textfield", "key": "c", "label": "C", "input": True, "customConditional": "show = data.q.b === 'y'", "validate": {"required": True}},
    ]
    return {"type": "row", "key": "q", "label": "Row", "input": True, "components": inner, **more}


def test_a_component_of_somebodys_own_with_others_in_it_is_a_container(converter: Converter) -> None:
    records: list[Json] = [{}, {"b": "x"}, {"q": {"b": "x"}}, {"q": {"b": "y"}}, {"q": {"b": "y", "c": "z"}}]
    for more in [{}, {"tree": True}]:
        document, entries, _ = converter.read("formio", {"components": [own_container(**more)]})
        assert document["groups"][0]["path"] == "/q"
        written, lost = converter.write("formio", document)
        assert lost == [] and converter.read("formio", written)[0] == document
        assert converter.verdicts(document, records) == [False, False, True, False, True]
    # What judges a submission hides what is in a tree with it, and not what is in another one.
    hidden = {"customConditional": "show = data.t === 'x'"}
    first = {"type": "textfield", "key": "t", "label": "T", "input": True}
    document, entries, _ = converter.read("formio", {"components": [first, own_container(tree=True, **hidden)]})
    assert converter.verdicts(document, [{}, {"t": "x"}, {"t": "x", "q": {"b": "x"}}]) == [True, False, True]
    document, entries, _ = converter.read("formio", {"components": [first, own_container(**hidden)]})
    assert "laxer" in {entry["effect"] for entry in entries}
    assert converter.verdicts(document, records) == [True] * len(records)


@pytest.mark.parametrize("seeds", seed_ranges(200, 3000))
def test_a_program_takes_what_it_takes_in_javascript(converter: Converter, node: Node, seeds: range) -> None:
    read = 0
    for seed in seeds:
        rng = random.Random(seed)
        inner = truth(rng, 2).replace("data.t", "input")
        program = rng.choice([
            f"valid = ({inner}) ? true : 'No';", f"if ({inner}) {{ valid = 'No'; }} else {{ valid = true; }}",
            f"valid = !({inner}) || 'No'", f"valid = !({inner})", f"valid = ({inner}) ? 'No' : true",
        ])  # fmt: skip
        document, entries, _ = converter.read("formio", form(validate={"custom": program}))
        assert converter.problems(document) == [], (seed, program)
        if [entry for entry in entries if entry["code"] == "program"]:
            continue
        read += 1
        isSure = not [entry for entry in entries if "otherwise" in entry["message"]]
        records = [{**record(rng), "q": rng.choice(TEXTS)} for _ in range(30)]
        made = node.run("valid", "true", program, records)
        for one, result, isRight in zip(records, made, converter.verdicts(document, records), strict=True):
            isTaken = "isUndefined" in result or "failed" in result or result.get("made") in (None, True)
            told = (seed, program, one, result, document["fields"][-1], entries)
            assert isRight if isTaken else not isSure or not isRight, told
    assert read > len(seeds) / 4


FULL = {key: [value for value in values if value not in (ABSENT, None, "", [])] for key, values in VALUES.items()}


@pytest.mark.parametrize("seeds", seed_ranges(200, 3000))
def test_a_program_calculates_what_it_calculates_in_javascript(converter: Converter, node: Node, seeds: range) -> None:
    read = compared = 0
    for seed in seeds:
        rng = random.Random(seed)
        isNumber = rng.random() < 0.6
        inner = number(rng, 2) if isNumber else text(rng, 1)
        program = rng.choice([f"value = {inner};", f"let a = {inner}\nvalue = a", f"if ({truth(rng, 0)}) value = {inner}; else value = 1"])
        document, entries, _ = converter.read("formio", form(calculateValue=program, type="number" if isNumber else "textfield"))
        assert converter.problems(document) == [], (seed, program)
        field = document["fields"][-1]
        assert effects(entries) <= {"none", "laxer"} and (effects(entries) == {"none"} or "calculate" in field)
        if "calculate" not in field:
            continue
        read += 1
        records = [{key: rng.choice(values) for key, values in FULL.items()} for _ in range(20)]
        # Form.io's server takes each value that is sent.
        assert converter.verdicts(document, [{**one, "q": 7 if isNumber else "7"} for one in records]) == [True] * 20
        del field["lenient"]
        made = node.run("value", "null", program, records)
        for one, result in zip(records, made, strict=True):
            value = result.get("made")
            if value is None or isinstance(value, bool) or len(str(value)) > 9 or isNumber != (not isinstance(value, str)):
                continue
            # A text may begin with a number, and some results are not known or not exact.
            if result["isInexact"] or value == "" or "number(" in field["calculate"] or ", '')" in field["calculate"]:
                continue
            compared += 1
            assert converter.verdicts(document, [{**one, "q": value}]) == [True], (seed, program, one, value, field)
    assert read > len(seeds) / 4 and compared > len(seeds)


@pytest.mark.parametrize("call", ["parseFloat", "parseInt", "Math.abs", "Math.round", "Number"])
def test_a_number_that_depends_on_what_is_not_known_hides_at_least_as_much(converter: Converter, call: str) -> None:
    program = f"show = !({call}(data.s.length > 1 ? data.n : data.n) > 5)"
    document, entries, _ = converter.read("formio", form(customConditional=program, validate={"required": True}))
    assert "visible" in document["fields"][-1] and "laxer" in effects(entries)
    # An empty list may be there, so that the program does not fail and hides the field.
    assert converter.verdicts(document, [{"n": 18, "s": []}, {"n": 18, "s": ["red"]}, {"n": 2, "s": ["red"]}]) == [True, True, False]


LOGIC: list[tuple[Json, Json, list[Json], list[Json]]] = [
    ({">": [{"+": [{"var": "data.n"}, {"var": "data.m"}]}, 10]}, "reinterpreted", [{"n": 6, "m": 5}], [{"n": 6, "m": 4}, {"n": 20}, {}]),
    ({"if": [{"==": [{"var": "data.t"}, "a"]}, {">": [{"var": "data.n"}, 2]}, False]}, None,
     [{"t": "a", "n": 3}], [{"t": "a", "n": 2}, {"t": "b", "n": 3}, {"n": 3}, {}]),
    ({"<": [0, {"*": [{"var": "data.n"}, 2]}, 9]}, "reinterpreted", [{"n": 4}], [{"n": 5}, {"n": 0}, {}]),
    ({"===": [{"max": [{"var": "data.n"}, 3]}, 3]}, None, [{"n": 1}, {"n": 3}, {}, {"n": None}], [{"n": 4}]),
    ({"<=": [{"var": "data.n"}, 3]}, None, [{"n": 1}, {"n": 3}, {}, {"n": None}], [{"n": 4}]),
    ({"!": {">": [{"-": [{"var": "data.n"}, {"var": "data.m"}]}, -1]}}, "reinterpreted", [{"m": 3}, {"n": 1, "m": 2}], [{}, {"m": 0}]),
    ({"in": ["red", {"var": "data.s"}]}, None, [{"s": ["red"]}], [{"s": ["blue"]}, {"s": []}, {}]),
    ({"===": [{"cat": [{"var": "data.t"}, "-", {"var": "data.u"}]}, "a-b"]}, None, [{"t": "a", "u": "b"}], [{"t": "a"}, {}]),
    ({"!": [{"or": [{"var": "data.c"}, {">=": [{"-": [{"var": "data.n"}, 1]}, 5]}]}]}, "reinterpreted",
     [{"n": 5}, {"c": False, "n": 2}], [{"c": True}, {"n": 6}]),
]  # fmt: skip


@pytest.mark.parametrize(("logic", "code", "shown", "hidden"), LOGIC)
def test_json_logic_shows_what_it_shows_in_form_io(
    converter: Converter, logic: Json, code: str | None, shown: list[Json], hidden: list[Json]
) -> None:
    document, entries, _ = converter.read("formio", form(conditional={"json": logic}, validate={"required": True}))
    told = {entry["code"] for entry in entries if entry["path"].endswith("/conditional")}
    assert told <= {code}, entries
    assert converter.problems(document) == []
    assert converter.verdicts(document, shown) == [False] * len(shown), document["fields"][-1]
    assert converter.verdicts(document, hidden) == [True] * len(hidden), document["fields"][-1]


def test_json_logic_is_a_rule_with_its_words(converter: Converter) -> None:
    logic = {"if": [{"<=": [{"var": "input"}, {"*": [{"var": "data.n"}, 2]}]}, True, "At most twice as many"]}
    document, entries, _ = converter.read("formio", form(type="number", validate={"json": logic}))
    rule = document["fields"][-1]["validation"]["live"][0]
    assert rule["message"] == "At most twice as many"
    assert converter.verdicts(document, [{"n": 2, "q": 4}, {"n": 2, "q": 5}, {"q": 5}, {"n": 2}]) == [True, False, False, True]
    assert {entry["effect"] for entry in entries} == {"laxer", "none"}


@pytest.mark.parametrize(
    "program",
    [
        "for (;;) {}", "show = data.t.match(/a/)", "show = data.t == 'a' ? 1", "show = f(data.t)", "return data.t", "show = `${`a`}`",
        "while (true) show = 1", "show = data['t'+'u']", "data.t = 'a'; show = true", "show = 010 == data.n", "show = data.t < data.u",
        "show = data.s == 'red'", "show = new Date() > 1", "show = this", "((" * 50, "show = " + "(" * 60 + "1" + ")" * 60,
        "show = data.t" + " + data.t" * 500 + " == 'a'", "x = 1; show = x", "show = data.t;;; }", "'", "/* ", "show = data.n ?? 1",
    ],
)  # fmt: skip
def test_a_program_that_is_not_read_is_told(converter: Converter, program: str) -> None:
    document, entries, _ = converter.read("formio", form(customConditional=program, validate={"required": True, "custom": program}))
    assert "visible" not in document["fields"][-1] and "required" not in document["fields"][-1]
    assert f"/components/{len(FIELDS)}/customConditional" in {entry["path"] for entry in entries if entry["code"] == "program"}


def test_a_value_that_a_server_calculates_is_seen_by_others(converter: Converter) -> None:
    total = {"type": "number", "key": "total", "label": "T", "input": True, "calculateValue": "value = (data.n || 0) * 2"}
    about = {"type": "textfield", "key": "q", "label": "Q", "input": True, "customConditional": "show = data.total > 10",
             "validate": {"required": True}}  # fmt: skip
    document, entries, _ = converter.read("formio", {"components": [*FIELDS, total | {"calculateServer": True}, about]})
    assert document["fields"][-2]["calculate"] == "coalesce({n}, 0) * 2"
    records = [{"n": 6}, {"n": 6, "total": 1}, {"n": 5, "total": 99}, {"n": 6, "q": "x"}]
    assert converter.verdicts(document, records) == [False, False, True, True]
    # Without it the server takes what is sent, and looks at that.
    document, entries, _ = converter.read("formio", {"components": [*FIELDS, total, about]})
    assert "calculate" not in document["fields"][-2]
    assert converter.verdicts(document, records) == [True, True, False, True]


def test_a_logic_that_hides_is_a_condition(converter: Converter) -> None:
    simple = {"show": True, "conjunction": "all", "conditions": [{"component": "c", "operator": "isEqual", "value": True}]}
    hide = {"type": "property", "property": {"value": "hidden", "type": "boolean"}, "state": True}
    look = {"type": "property", "property": {"value": "label", "type": "string"}, "text": "L"}
    for trigger in [{"type": "simple", "simple": simple}, {"type": "javascript", "javascript": "result = data.c === true"},
                    {"type": "json", "json": {"==": [{"var": "data.c"}, True]}}]:  # fmt: skip
        logic = [{"trigger": trigger, "actions": [look]}, {"trigger": trigger, "actions": [hide]}]
        document, entries, _ = converter.read("formio", form(logic=logic, validate={"required": True}))
        assert document["fields"][-1]["visible"] == {"when": {"key": "c", "isNot": "true"}}
        assert converter.verdicts(document, [{"c": True}, {"c": False}, {}]) == [True, False, False]
        assert "program" not in {entry["code"] for entry in entries}
    document, entries, _ = converter.read("formio", form(logic=[{"trigger": trigger, "actions": [look]}]))
    assert {entry["effect"] for entry in entries if entry["code"] == "program"} == {"none"}


TEXT, NUMBER = {"kind": "entry"}, {"kind": "entry", "value": "number"}
EXPORTED: list[tuple[str, Json, str, Json]] = [
    ("coalesce({a}, 0) * 2", NUMBER, "formio", "value = (data.a || 0) * 2;"),
    ("{a} * {b}", NUMBER, "formio", "value = data.a * data.b;"),
    ("floor({a} + 0.5)", NUMBER, "formio", "value = Math.round(data.a);"),
    ("concat('It''s ', {t})", TEXT, "formio", "value = `It's ${data.t}`;"),
    ("concat('a ', {t})", TEXT, "formio", "value = `a ${data.t}`;"),
    ("years({d}, today())", NUMBER, "formio", None),
    ("coalesce({a}, 0) + coalesce({b}, 0)", NUMBER, "surveyjs", "{a} + {b}"),
    ("if({t} = 'x', coalesce({a}, 0) * 2, 1)", NUMBER, "surveyjs", "iif({t} = 'x', {a} * 2, 1)"),
    ("{a} + {b}", NUMBER, "surveyjs", None),
    ("{a} % {b} + 1", NUMBER, "xlsform", "(${a} mod ${b}) + 1"),
    ("if({t} = 'x', 'one', 'other')", TEXT, "xlsform", "if(${t} = 'x', 'one', 'other')"),
    ("coalesce({a}, 0) + {b}", NUMBER, "xlsform", "coalesce(${a}, 0) + ${b}"),
    ("round({a}, 2)", NUMBER, "xlsform", None),
]


def asked() -> list[Json]:
    fields = [{"key": "a", **NUMBER}, {"key": "b", **NUMBER}, {"key": "t", **TEXT}, {"key": "d", "kind": "date"}]
    return [{**field, "label": field["key"].upper()} for field in fields]


def part(written: Json, name: str, *, member: str) -> Json:
    parts = written.get("components") or written.get("elements") or written.get("survey")
    return next(part.get(member) for part in parts if name in (part.get("key"), part.get("name")))


CALCULATIONS = {"formio": "calculateValue", "surveyjs": "expression", "xlsform": "calculation"}


@pytest.mark.parametrize(("source", "kind", "name", "text"), EXPORTED)
def test_a_calculation_is_written_where_it_comes_back(
    converter: Converter, source: str, kind: Json, name: str, text: Json
) -> None:
    total = {"key": "z", "label": "Z", "calculate": source, "lenient": True, **kind}
    written, lost = converter.write(name, {"fields": [*asked(), total]})
    assert part(written, "z", member=CALCULATIONS[name]) == text
    told = {(entry["path"], entry["effect"]) for entry in lost}
    if text is None:
        assert ("/fields/4/calculate", "stricter") in told
        return
    assert not told & {("/fields/4/calculate", effect) for effect in ("laxer", "stricter")}
    again, _, _ = converter.read(name, written)
    field = next(field for field in again["fields"] if field["key"] == "z")
    assert (field["calculate"], field["lenient"]) == (source, True)
    # Where another value is refused, the format takes it.
    del total["lenient"]
    _, lost = converter.write(name, {"fields": [*asked(), total]})
    assert ("/fields/4/calculate", "laxer") in {(entry["path"], entry["effect"]) for entry in lost}


RECORDS: list[Json] = [
    {}, {"a": 5}, {"b": 5}, {"a": 5, "b": 2}, {"a": 2, "b": 5}, {"a": 0, "b": 0}, {"a": 2, "b": 2, "t": "x"}, {"t": "x"}, {"a": 9, "t": "y"},
]  # fmt: skip
CONDITIONS: list[tuple[str, set[str]]] = [
    ("{a} > {b}", {"formio", "surveyjs", "xlsform"}),
    ("{a} * {b} >= 10", {"formio", "xlsform"}),
    ("coalesce({a}, 0) + coalesce({b}, 0) > 4", {"formio", "surveyjs", "xlsform"}),
    ("{t} = 'x' or {a} * 2 > 10", {"formio", "xlsform"}),
    ("not (coalesce({a} * 2 < {b}, false))", {"formio", "xlsform"}),
    ("length({t}) > 1", set()),
    ("{a} = {b}", set()),
]


@pytest.mark.parametrize("name", CALCULATIONS)
@pytest.mark.parametrize(("source", "names"), CONDITIONS)
def test_a_condition_is_written_where_it_means_the_same(
    converter: Converter, source: str, names: set[str], name: str
) -> None:
    field = {"key": "q", "label": "Q", "kind": "entry", "required": True, "visible": {"when": {"expression": source}}}
    document = {"fields": [*asked(), field]}
    written, lost = converter.write(name, document)
    isSaid = not [entry for entry in lost if entry["path"].startswith("/fields/4/visible")]
    if names:
        assert isSaid == (name in names), (written, lost)
    if isSaid:
        again, told, _ = converter.read(name, written)
        assert "program" not in {entry["code"] for entry in told}
        assert converter.verdicts(again, RECORDS) == converter.verdicts(document, RECORDS), (written, again["fields"][-1])


RULES: list[tuple[str, set[str]]] = [
    ("{q} > {a} * 2", {"formio", "xlsform"}),
    ("{q} <= {a}", {"formio", "surveyjs", "xlsform"}),
    ("{t} = 'x' or {q} > 3", {"formio"}),
    ("coalesce({q} > {a}, false)", {"formio", "surveyjs", "xlsform"}),
    ("length({t}) > 1", set()),
]


@pytest.mark.parametrize("name", CALCULATIONS)
@pytest.mark.parametrize(("source", "names"), RULES)
def test_a_rule_is_written_where_it_means_the_same(
    converter: Converter, source: str, names: set[str], name: str
) -> None:
    rule = {"expression": source, "message": "It's no"}
    document = {"fields": [*asked(), {"key": "q", "label": "Q", **NUMBER, "validation": {"endEditing": [rule]}}]}
    written, lost = converter.write(name, document)
    isSaid = not [entry for entry in lost if "/validation" in entry["path"] and entry["effect"] != "none"]
    assert isSaid == (name in names), (written, lost)
    if isSaid:
        again, told, _ = converter.read(name, written)
        assert "It's no" in json.dumps(again)
        records = [{**record, "q": q} for record in RECORDS for q in (1, 4, 11)] + RECORDS
        assert converter.verdicts(again, records) == converter.verdicts(document, records), (written, again["fields"][-1])


def test_a_condition_in_a_form_in_the_form_looks_at_what_is_in_it(converter: Converter) -> None:
    def inner(key: str) -> Json:
        asked = {"show": True, "conjunction": "all", "conditions": [{"component": "a", "operator": "isEqual", "value": "x"}]}
        parts = [
            {"type": "textfield", "key": "a", "label": "A", "input": True},
            {"type": "container", "key": "k", "label": "K", "input": True, "conditional": asked, "components": [
                {"type": "textfield", "key": "b", "label": "B", "input": True, "validate": {"required": True}}]},
        ]  # fmt: skip
        return {"type": "form", "key": key, "label": key, "input": True, "components": parts}

    document, entries, _ = converter.read("formio", {"components": [inner("one"), inner("other")]})
    assert {entry["effect"] for entry in entries} <= {"none"}
    records: list[Json] = [
        {"one": {"data": {"a": "x"}}}, {"other": {"data": {"a": "x"}}}, {"other": {"data": {"a": "x", "k": {"b": "B"}}}},
        {"one": {"data": {"a": "y"}}, "other": {"data": {"a": "y"}}},
    ]  # fmt: skip
    assert converter.verdicts(document, records) == [False, False, True, True]


@pytest.mark.parametrize("kind", ["datagrid", "editgrid"])
def test_a_grid_that_is_required_has_an_answer_in_some_row(converter: Converter, kind: str) -> None:
    cells = [{"type": "textfield", "key": "a", "label": "A", "input": True}, {"type": "number", "key": "n", "label": "N", "input": True}]
    grid = {"type": kind, "key": "g", "label": "G", "input": True, "validate": {"required": True}, "components": cells}
    records: list[Json] = [{}, {"g": []}, {"g": [{}]}, {"g": [{"a": ""}, {"n": None}]}, {"g": [{"a": "x"}]}, {"g": [{}, {"n": 0}]}]
    document, entries, _ = converter.read("formio", {"components": [grid]})
    assert {entry["effect"] for entry in entries} <= {"none"}
    assert converter.verdicts(document, records) == [False] * 4 + [True] * 2
    written, lost = converter.write("formio", document)
    assert {entry["effect"] for entry in lost} <= {"none"}
    assert converter.verdicts(converter.read("formio", written)[0], records) == [False] * 4 + [True] * 2
    # With a cell that is required the schema says nothing more.
    cells[0]["validate"] = {"required": True}
    document, _, _ = converter.read("formio", {"components": [grid]})
    assert "schema" not in document["groups"][0]
    # A form's own list takes empty rows.
    document = {"groups": [{"key": "g", "label": "G", "repeat": {"minEntries": 1}}],
                "fields": [{"key": "a", "kind": "entry", "label": "A", "group": "g"}]}  # fmt: skip
    _, lost = converter.write("formio", document)
    assert "stricter" in {entry["effect"] for entry in lost}


@pytest.mark.parametrize("show", [True, False, "true", "false"])
def test_what_no_component_is_called_is_nothing_to_a_condition(converter: Converter, show: Json) -> None:
    q = {"type": "textfield", "key": "q", "input": True, "label": "Q", "validate": {"required": True}}
    q["conditional"] = {"show": show, "when": "gone", "eq": "x"}
    document, entries, _ = converter.read("formio", {"components": [q]})
    assert {entry["effect"] for entry in entries} == {"none"}
    is_shown = show in (False, "false")
    # Form.io's server drops what no component has.
    assert converter.verdicts(document, [{}, {"gone": "x"}, {"q": "a"}])[:2] == [not is_shown, not is_shown]
