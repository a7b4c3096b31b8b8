"""Expressions over fields: in conditions, in rules and as drafts that are calculated, at every door."""

from __future__ import annotations

import json
import random
import subprocess
from decimal import Context, Decimal, DivisionByZero, InvalidOperation
from pathlib import Path
from typing import Any

import pytest
from conftest import seeds
from fieldd import Daemon, Form

INVOICE: dict[str, Any] = {
    "groups": [{"key": "lines", "label": "Lines", "repeat": {}}],
    "fields": [
        {"key": "price", "kind": "entry", "label": "Price", "value": "number"},
        {"key": "count", "kind": "entry", "label": "Count", "value": "integer"},
        {
            "key": "total",
            "kind": "entry",
            "label": "Total",
            "value": "number",
            "calculate": "{price} * {count}",
            "validation": {"live": [{"maximum": 100}]},
        },
        {
            "key": "why",
            "kind": "area",
            "label": "Why so much?",
            "required": True,
            "visible": {"when": {"expression": "{total} + 1 > 18"}},
        },
        {"key": "start", "kind": "date", "label": "Start"},
        {
            "key": "end",
            "kind": "date",
            "label": "End",
            "validation": {"endEditing": [{"expression": "{end} >= {start} + 7", "message": "A week at least"}]},
        },
        {"key": "hours", "kind": "entry", "label": "Hours", "group": "lines", "value": "number"},
        {
            "key": "cost",
            "kind": "entry",
            "label": "Cost",
            "group": "lines",
            "value": "number",
            "calculate": "{hours} * {price}",
        },
    ],
}
# A record, and the codes of what is wrong with it.
RECORDS: list[tuple[dict[str, Any], list[str]]] = [
    ({"price": 5, "count": 3, "total": 15}, []),
    ({"price": 0.1, "count": 3, "total": 0.3}, []),
    ({"price": 5, "count": 3, "total": 15.0}, []),
    ({"price": 5, "count": 3}, []),
    ({}, []),
    ({"price": 5, "total": None}, []),
    ({"price": 5, "count": 3, "total": 16}, ["total customError"]),
    ({"price": 5, "count": 3, "total": None}, ["total customError"]),
    ({"total": 1}, ["total customError"]),
    ({"price": 5, "count": 3, "total": "15"}, ["total wrongType"]),
    ({"price": 5, "count": 4}, ["why valueMissing"]),
    ({"price": 5, "count": 4, "why": "So"}, []),
    ({"price": 5, "count": 3, "why": "So"}, ["why hiddenValue"]),
    ({"price": 50, "count": 3, "why": "So"}, ["total rangeOverflow"]),
    ({"start": "2026-01-01", "end": "2026-01-08"}, []),
    ({"start": "2026-01-01", "end": "2026-01-07"}, ["end customError"]),
    ({"start": "2026-02-22", "end": "2026-03-01"}, []),
    ({"end": "2026-01-07"}, []),
    ({"price": 2, "lines": [{"hours": 3, "cost": 6}, {"hours": 4}, {}]}, []),
    ({"price": 2, "lines": [{"hours": 3, "cost": 6}, {"hours": 4, "cost": 6}]}, ["cost customError"]),
]


@pytest.fixture
def invoice(tmp_path: Path) -> Path:
    path = tmp_path / "invoice.fields.json"
    path.write_text(json.dumps(INVOICE))
    return path


def run(program: str, *arguments: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("jobs", [1, 2])
def test_check_holds_records_to_what_is_calculated(fieldd: str, invoice: Path, jobs: int) -> None:
    stream = invoice.with_name("records.ndjson")
    stream.write_text("".join(json.dumps(record) + "\n" for record, _ in RECORDS * 300))
    found = run(fieldd, "check", "--form", invoice, "--format", "ndjson", "--jobs", jobs, stream)
    told: dict[int, list[str]] = {}
    for line in map(json.loads, found.stdout.splitlines()):
        told.setdefault(line["record"], []).append(f"{line['key']} {line['code']}")
    assert {number: told.get(number, []) for number in range(len(RECORDS) * 300)} == {
        number: RECORDS[number % len(RECORDS)][1] for number in range(len(RECORDS) * 300)
    }


def test_a_part_of_a_record_is_held_to_what_it_has(fieldd: str, invoice: Path) -> None:
    parts: list[tuple[dict[str, Any], str]] = [
        ({"price": 5, "count": 3, "total": 16}, "total customError"),
        ({"price": 5, "total": 16}, "total uncheckedDependency"),
        ({"total": 16}, "total uncheckedDependency"),
        ({"price": 5}, ""),
        ({"why": "So"}, "why uncheckedDependency"),
        ({"price": 5, "count": 1, "why": "So"}, "why hiddenValue"),
        ({"end": "2026-01-07"}, "end uncheckedDependency"),
    ]
    stream = invoice.with_name("parts.ndjson")
    stream.write_text("".join(json.dumps(part) + "\n" for part, _ in parts))
    found = run(fieldd, "check", "--partial", "--form", invoice, "--format", "ndjson", stream)
    told = {line["record"]: f"{line['key']} {line['code']}" for line in map(json.loads, found.stdout.splitlines())}
    assert [told.get(number, "") for number in range(len(parts))] == [expected for _, expected in parts]


@pytest.mark.asyncio
async def test_what_is_calculated_follows_each_keystroke(fieldd: str) -> None:
    async with Daemon(fieldd) as daemon, daemon.open(INVOICE, values={"price": 0.1, "count": 3}) as form:
        total, why = form["total"], form["why"]
        assert (total.text, total.is_read_only, why.is_visible) == ("0.3", True, False)
        # Nobody is asked for it.
        assert total.title.text == "Total"
        await form["count"].begin_editing()
        await form["count"].replace_text("180")
        assert (total.text, why.is_visible) == ("18", True)
        await form["count"].replace_text("2000")
        assert (total.text, total.error) == ("200", "Must be at most 100")
        outcome = await total.replace_text("7")
        assert (outcome.accepted, outcome.reason, total.text) == (False, "readOnly", "200")
        await form["count"].replace_text("2")
        committed = await form.submit()
        assert committed.values["total"] == 0.2  # type: ignore[union-attr]
        assert "why" not in committed.values  # type: ignore[union-attr]
        await form["count"].clear()
        assert (total.text, total.error) == ("", None)


@pytest.mark.asyncio
async def test_each_entry_calculates_its_own(fieldd: str) -> None:
    values = {"price": 2, "lines": [{"hours": 3}, {"hours": 4}]}
    async with Daemon(fieldd) as daemon, daemon.open(INVOICE, values=values) as form:
        costs = [field for field in form if field.key.endswith("/cost")]
        assert [cost.text for cost in costs] == ["6", "8"]
        await form["price"].replace_text("10")
        assert [cost.text for cost in costs] == ["30", "40"]
        committed = await form.submit()
        assert [line["cost"] for line in committed.values["lines"]] == [30, 40]  # type: ignore[union-attr]


async def calculate(daemon: Daemon, expressions: dict[str, str], *fields: dict[str, Any]) -> dict[str, str]:
    """The drafts that some expressions come to, beside some fields."""
    calculated = [
        {"key": key, "kind": "entry", "label": key, "calculate": expression} for key, expression in expressions.items()
    ]
    async with daemon.open({"fields": [*fields, *calculated]}) as form:
        return {key: form[key].text for key in expressions}


ANSWERS: list[dict[str, Any]] = [
    {"key": "n", "kind": "entry", "label": "N", "value": "number", "text": "12.50"},
    {"key": "none", "kind": "entry", "label": "None", "value": "number"},
    {"key": "t", "kind": "entry", "label": "T", "text": "Ada 👩‍👩‍👧‍👦"},
    {"key": "flag", "kind": "picker", "label": "F", "data": [True, False], "text": "true"},
    {"key": "rows", "kind": "picker", "label": "R", "data": ["a", "b", "c"], "multiple": True, "text": ["a", "c"]},
    {"key": "stars", "kind": "picker", "label": "S", "data": [1, 2, 3], "text": "3"},
    {"key": "day", "kind": "date", "label": "D", "date": "2024-02-28"},
    {"key": "born", "kind": "date", "label": "B", "date": "2000-02-29"},
    {"key": "at", "kind": "date", "label": "At", "mode": "dateAndTime", "date": "2026-03-01T23:59:30"},
    {"key": "clock", "kind": "date", "label": "C", "mode": "time", "date": "23:30"},
    {"key": "month", "kind": "entry", "label": "M", "text": "2026-11", "validation": {"live": ["month"]}},
    {"key": "wrong", "kind": "entry", "label": "W", "value": "number", "text": "many"},
    {
        "key": "file",
        "kind": "any",
        "label": "File",
        "text": '{"name": "a.png", "size": 12.50, "tags": ["x", "y"], "kinds": {"image": true, "text": false},'
        ' "at": [{"x": 1}], "old": false, "no": null, "blank": "", "few": [], "a/b": "07"}',
    },
    {"key": "nothing", "kind": "any", "label": "Nothing"},
    {"key": "word", "kind": "any", "label": "Word", "text": '"true"'},
]
RESULTS = {
    "1 + 2 * 3 - -4": "11",
    "(1 + 2) * 3": "9",
    "10 / 4": "2.5",
    "1 / 3": "0." + "3" * 34,
    "2 / 3": "0." + "6" * 33 + "7",
    "1 / 0": "",
    "-7 % 3": "-1",
    "7.5 % 2": "1.5",
    "1e300 * 1e300": "",
    "{n} * 2": "25",
    "{n} + {none}": "",
    "{none} = {none}": "true",
    "{none} = ''": "true",
    "{none} != 1": "true",
    "{none} < 1": "",
    "{none} < 1 or true": "true",
    "{none} < 1 and false": "false",
    "not ({none} < 1)": "",
    "not not true": "true",
    "{wrong} + 1": "",
    "{n} = 12.5": "true",
    "{n} = '12.50'": "true",
    "{t} = 'ada 👩‍👩‍👧‍👦'": "false",
    "'it''s'": "it's",
    '"a" < "b"': "true",
    "'10' < '9'": "false",
    "{flag} and {stars} >= 3": "true",
    "{stars} + 1": "4",
    "{rows} = 'c'": "true",
    "contains({rows}, 'b')": "false",
    "contains({t}, 'da')": "true",
    "count({rows})": "2",
    "count({none})": "0",
    "length({t})": "5",
    "length({none})": "0",
    "filled({none}) or empty({n})": "false",
    "if({n} > 10, 'much', 'little')": "much",
    "if({none} > 10, 'much', 'little')": "",
    "concat({t}, ': ', {n}, {none})": "Ada 👩‍👩‍👧‍👦: 12.5",
    "round(2.5)": "3",
    "round(-2.5)": "-3",
    "round(2.345, 2)": "2.35",
    "round(1234, -2)": "1200",
    "round(50, -2)": "100",
    "floor(-2.5)": "-3",
    "ceiling(-2.5)": "-2",
    "abs(-2)": "2",
    "min(3, {none}, 2)": "2",
    "max({day}, {born})": "2024-02-28",
    "sum(1, {none}, 2)": "3",
    "sum({none})": "",
    "number('0.50') + 1": "1.5",
    "{day} + 2": "2024-03-01",
    "{day} - 28": "2024-01-31",
    "{day} - {born}": "8765",
    "{day} > '2024-02-27'": "true",
    "{day} = '2024-02-28'": "true",
    "{at} + 30": "2026-03-02T00:00Z",
    "{at} > {day}": "true",
    "{clock} + 3600": "00:30",
    "{month} + 2": "2027-01",
    "year({day}) * 100 + month({day})": "202402",
    "day({at})": "1",
    "years({born}, '2018-02-28')": "17",
    "years({born}, '2018-03-01')": "18",
    "{day} + 0.5": "",
    "{day} + 9999999": "",
    "{day} * 2": "",
    "today() - today()": "0",
    "part({file}, '/name')": "a.png",
    "part({file}, '/size') * 2": "25",
    "part({file}, '/size') = 12.5": "true",
    "contains(part({file}, '/tags'), 'y')": "true",
    "contains(part({file}, '/tags'), 'xy')": "false",
    "count(part({file}, '/kinds'))": "1",
    "part({file}, '/kinds') = 'image'": "true",
    "part({file}, '/at/0/x') + 1": "2",
    "part({file}, '/at/1/x')": "",
    "part(part({file}, '/at'), '/0/x')": "1",
    "part({file}, '/old') or true": "true",
    "not part({file}, '/old')": "true",
    "empty(part({file}, '/no'))": "true",
    "empty(part({file}, '/few'))": "true",
    "empty(part({file}, '/name/size'))": "true",
    "empty(part({t}, '/0'))": "true",
    "part({file}, '/a~1b') + 0": "7",
    "part({file}, concat('/na', 'me'))": "a.png",
    "type({file})": "object",
    "type(part({file}, '/name'))": "text",
    "type(part({file}, '/size'))": "number",
    "type(part({file}, '/old'))": "boolean",
    "type(part({file}, '/tags'))": "list",
    "type(part({file}, '/few'))": "list",
    "type(part({file}, '/blank'))": "text",
    "type(part({file}, '/no'))": "null",
    "type(part({file}, '/none'))": "",
    "type({nothing})": "",
    "type({n})": "number",
    "type({t})": "text",
    "truthy({file})": "true",
    "truthy({nothing})": "false",
    "truthy({word})": "true",
    "truthy(part({file}, '/old'))": "false",
    "truthy(part({file}, '/few'))": "true",
    "truthy(part({file}, '/blank'))": "false",
    "truthy(part({file}, '/no'))": "false",
    "truthy(part({file}, '/a~1b'))": "true",
    "truthy({n} - 12.5)": "false",
    "truthy({none})": "false",
    "part({word}, '') = 'true'": "true",
    "{word} = 'true'": "true",
    "part({nothing}, '/x') = 'x'": "false",
}


@pytest.mark.asyncio
async def test_what_expressions_come_to(fieldd: str) -> None:
    async with Daemon(fieldd) as daemon:
        keys = {f"x{number}": expression for number, expression in enumerate(RESULTS)}
        found = await calculate(daemon, keys, *ANSWERS)
    assert {keys[key]: text for key, text in found.items()} == RESULTS


PARTS: dict[str, Any] = {
    "groups": [{"key": "lines", "label": "Lines", "repeat": {}}],
    "fields": [
        {"key": "who", "kind": "any", "label": "Who"},
        {
            "key": "city",
            "kind": "entry",
            "label": "City",
            "required": {"when": {"expression": "part({who}, '/home') = 'no' or type({who}) = 'text'"}},
        },
        {"key": "total", "kind": "entry", "label": "T", "value": "number", "calculate": "sum({size})"},
        {"key": "file", "kind": "any", "label": "File", "group": "lines", "present": True},
        {"key": "size", "kind": "entry", "label": "S", "group": "lines", "value": "number",
         "calculate": "part({file}, '/size')"},
    ],
}  # fmt: skip
WITH_PARTS: list[tuple[dict[str, Any], bool]] = [
    ({}, True),
    ({"who": None}, True),
    ({"who": {"home": "yes"}}, True),
    ({"who": {"home": "no"}}, False),
    ({"who": {"home": "no"}, "city": "Oslo"}, True),
    ({"who": {"home": ["no"]}}, False),
    ({"who": {"name": {"home": "no"}}}, True),
    ({"who": "no"}, False),
    ({"who": ["no"]}, True),
    ({"lines": [{"file": {"size": 2}}, {"file": {}}, {"file": {"size": 3}}], "total": 5}, True),
    ({"lines": [{"file": {"size": 2}, "size": 2}], "total": 3}, False),
    ({"lines": [{"file": {"size": 2}, "size": 4}], "total": 2}, False),
]


@pytest.mark.parametrize("jobs", [1, 3])
def test_check_looks_into_fields_of_any_value(fieldd: str, tmp_path: Path, jobs: int) -> None:
    assert verdicts(fieldd, PARTS, [record for record, _ in WITH_PARTS], tmp_path) == [right for _, right in WITH_PARTS]
    form, records = tmp_path / "parts.fields.json", tmp_path / "parts.ndjson"
    form.write_text(json.dumps(PARTS))
    records.write_text("".join(json.dumps(record) + "\n" for record, _ in WITH_PARTS * 50))
    kept = tmp_path / "kept.ndjson"
    run(fieldd, "check", "--form", form, "--jobs", jobs, "--quiet", "--pass", kept, records)
    assert [json.loads(line) for line in kept.read_text().splitlines()] == [
        record for record, right in WITH_PARTS * 50 if right
    ]
    # Without the value nobody knows what is asked for.
    records.write_text(json.dumps({"lines": [{"size": 2}]}) + "\n")
    told = run(fieldd, "check", "--partial", "--form", form, "--format", "ndjson", records).stdout
    assert [json.loads(line)["code"] for line in told.splitlines()] == ["uncheckedDependency"]


@pytest.mark.parametrize("more", [{}, {"readOnly": True}, {"enabled": False}])
def test_the_row_that_has_a_value_comes_before_one_that_is_read_as_it(
    fieldd: str, tmp_path: Path, more: dict[str, Any]
) -> None:
    rows = {"key": "p", "kind": "picker", "label": "P", "value": "number", "data": ["0", 0], **more}
    asked = {"key": "q", "kind": "entry", "label": "Q", "required": {"when": {"expression": "{p} = 0"}}}
    records: list[dict[str, Any]] = [{"p": 0}, {"p": 0, "q": "a"}, {"p": None}]
    assert verdicts(fieldd, {"fields": [rows, asked]}, records, tmp_path) == [False, True, True]


@pytest.mark.asyncio
async def test_an_open_form_looks_into_fields_of_any_value(fieldd: str) -> None:
    async with Daemon(fieldd) as daemon, daemon.open(PARTS) as form:
        for draft, is_required in [
            ('{"home": "no"}', True), ('{"home": "yes"}', False), ('"x"', True), ("", False), ('{"home":', False),
        ]:  # fmt: skip
            await form["who"].replace_text(draft)
            assert form["city"].is_required == is_required, draft


@pytest.mark.parametrize("seed", seeds(3, 30))
@pytest.mark.asyncio
async def test_arithmetic_is_that_of_decimal128(fieldd: str, seed: int) -> None:
    """Beside Python's `decimal`, which has the arithmetic of the standard."""
    chance = random.Random(seed)
    decimal128 = Context(prec=34, Emax=6144, Emin=-6143, traps=[DivisionByZero, InvalidOperation])

    def number() -> str:
        digits = "".join(chance.choices("0123456789", k=chance.choice([1, 3, 17, 34, 40])))
        point = chance.randint(0, len(digits))
        text = (digits[:point].lstrip("0") or "0") + ("." + digits[point:] if point < len(digits) else "")
        return f"-{text}" if chance.random() < 0.3 and text.strip("0.") else text

    operations = {"+": decimal128.add, "-": decimal128.subtract, "*": decimal128.multiply, "/": decimal128.divide}
    expected: dict[str, str] = {}
    for _ in range(60):
        sign = chance.choice([*operations])
        # What is added stands exactly, and is rounded once.
        first, second = (number() for _ in range(2))
        one, other = Decimal(first), Decimal(second)
        if sign in "*/":
            one, other = decimal128.plus(one), decimal128.plus(other)
        if sign == "/" and not other:
            continue
        expected[f"{first} {sign} {second}"] = format(operations[sign](one, other).normalize(decimal128), "f")
    async with Daemon(fieldd) as daemon:
        keys = {f"x{index}": expression for index, expression in enumerate(expected)}
        fields = [
            {"key": key, "kind": "entry", "label": key, "value": "number", "calculate": expression}
            for key, expression in keys.items()
        ]
        async with daemon.open({"fields": fields}) as form:
            found = {keys[key]: form[key].text for key in keys}
    assert {it: Decimal(text) for it, text in found.items()} == {it: Decimal(text) for it, text in expected.items()}


@pytest.mark.asyncio
async def test_a_chain_is_calculated_and_a_circle_is_empty(fieldd: str) -> None:
    chain = {f"c{number}": f"{{c{number + 1}}} + {{c{number + 1}}}" for number in range(60)}
    async with Daemon(fieldd) as daemon:
        start = {"key": "c60", "kind": "entry", "label": "Start", "value": "number", "text": "1"}
        assert (await calculate(daemon, chain, start))["c0"] == str(2**60)
        assert await calculate(daemon, {"a": "{b} + 1", "b": "{a} + 1", "c": "{c} + 1"}, start) == dict.fromkeys("abc", "")


@pytest.mark.asyncio
async def test_a_hidden_field_is_nothing_to_an_expression(fieldd: str) -> None:
    fields = [
        {"key": "asks", "kind": "picker", "label": "Asks", "data": [True, False], "text": "true"},
        {
            "key": "n",
            "kind": "entry",
            "label": "N",
            "value": "number",
            "text": "4",
            "visible": {"when": {"key": "asks", "is": True}},
        },
        {"key": "twice", "kind": "entry", "label": "Twice", "value": "number", "calculate": "{n} * 2"},
        {"key": "more", "kind": "entry", "label": "More", "value": "number", "calculate": "{twice} + 1"},
    ]

    def texts(form: Form) -> list[str]:
        return [form[key].text for key in ("twice", "more")]

    async with Daemon(fieldd) as daemon, daemon.open({"fields": fields}) as form:
        assert texts(form) == ["8", "9"]
        await form["asks"].begin_editing()
        await form["asks"].select(False)
        await form.done()
        assert texts(form) == ["", ""]


def test_made_up_records_keep_to_expressions_and_break_them(fieldd: str, invoice: Path) -> None:
    for kind in ("valid", "invalid", "boundary"):
        made = run(fieldd, "generate", "--kind", kind, "--annotate", "--quiet", invoice)
        assert made.returncode == 0, made.stderr
        lines = [json.loads(line) for line in made.stdout.splitlines()]
        assert all("total" not in line["record"] for line in lines if kind != "invalid")
        if kind == "invalid":
            told = {(problem["path"], problem["code"]) for line in lines for problem in line["expect"]["problems"]}
            assert {("/total", "customError"), ("/total", "rangeOverflow"), ("/end", "customError")} <= told


def test_a_schema_brings_expressions_back(fieldd: str, invoice: Path) -> None:
    schema = invoice.with_name("invoice.schema.json")
    report = run(fieldd, "convert", "--output", schema, "--to", "json-schema", invoice)
    assert schema.exists(), report.stderr
    back = run(fieldd, "convert", "--from", "json-schema", schema)
    fields = {field["key"]: field for field in json.loads(back.stdout)["fields"]}
    assert fields["total"]["calculate"] == "{price} * {count}"
    assert fields["why"]["visible"] == {"when": {"expression": "{total} + 1 > 18"}}
    assert fields["end"]["validation"] == INVOICE["fields"][5]["validation"]


def converted(fieldd: str, source: Any, folder: Path, kind: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A form of others as a document, and the losses that touch a verdict."""
    path, report = folder / "source.json", folder / "report.json"
    path.write_text(json.dumps(source))
    found = run(fieldd, "convert", "--from", kind, "--report", report, path)
    assert found.returncode in {0, 1}, found.stderr
    entries = json.loads(report.read_text())["entries"]
    return json.loads(found.stdout), [entry for entry in entries if entry["effect"] != "none"]


def verdicts(fieldd: str, form: dict[str, Any], records: list[dict[str, Any]], folder: Path) -> list[bool]:
    path, stream = folder / "form.fields.json", folder / "records.ndjson"
    path.write_text(json.dumps(form))
    stream.write_text("".join(json.dumps(record) + "\n" for record in records))
    found = run(fieldd, "check", "--form", path, "--format", "ndjson", stream)
    wrong = {
        line["record"] for line in map(json.loads, found.stdout.splitlines()) if line.get("severity") == "error"
    }
    return [number not in wrong for number in range(len(records))]


# An expression of survey-core that makes `why` required, with records of `a`, `b` and `from`, `to`, and whether it
# holds of each, as survey-core says.
SURVEY_CONDITIONS: list[tuple[str, list[tuple[dict[str, Any], bool]]]] = [
    ("{a} + {b} > 10", [({"a": 5, "b": 6}, True), ({"a": 5, "b": 5}, False), ({"b": 11}, True), ({}, False)]),
    ("{a} * 2 >= {b}", [({"a": 2, "b": 4}, True), ({"a": 2, "b": 5}, False), ({"a": 2}, False)]),
    ("{a} >= {b}", [({"a": 2, "b": 2}, True), ({"a": 1, "b": 2}, False), ({"a": 2}, False), ({}, True)]),
    ("{a} != {b}", [({"a": 2, "b": 2}, False), ({"a": 1}, True), ({}, False)]),
    ("!({a} > {b})", [({"a": 3, "b": 2}, False), ({"a": 1}, True), ({}, True)]),
    ("{from} < {to}", [({"from": "2026-01-31", "to": "2026-02-01"}, True), ({"from": "2026-01-31"}, False)]),
    ("sum({a}, {b}) = 0 or iif({a} > 1, {a}, {b}) = 7", [({}, True), ({"a": 7, "b": 1}, True), ({"a": 2}, False)]),
]


@pytest.mark.parametrize(("expression", "cases"), SURVEY_CONDITIONS)
def test_conditions_of_surveys_on_several_questions(
    fieldd: str, tmp_path: Path, expression: str, cases: list[tuple[dict[str, Any], bool]]
) -> None:
    survey = {
        "elements": [
            *({"type": "text", "name": name, "inputType": "number"} for name in "ab"),
            *({"type": "text", "name": name, "inputType": "date"} for name in ("from", "to")),
            {"type": "text", "name": "why", "requiredIf": expression},
        ]
    }
    form, losses = converted(fieldd, survey, tmp_path, "surveyjs")
    assert losses == []
    assert verdicts(fieldd, form, [record for record, _ in cases], tmp_path) == [not holds for _, holds in cases]


def test_validators_of_surveys_on_several_questions(fieldd: str, tmp_path: Path) -> None:
    validator = {"type": "expression", "expression": "{b} empty or {a} + {b} <= 10", "text": "Too much"}
    survey = {
        "elements": [
            {"type": "text", "name": "a", "inputType": "number"},
            {"type": "text", "name": "b", "inputType": "number", "validators": [validator]},
        ]
    }
    form, losses = converted(fieldd, survey, tmp_path, "surveyjs")
    assert losses == []
    records = [{"a": 4, "b": 6}, {"a": 5, "b": 6}, {"b": 11}, {"b": 10}]
    assert verdicts(fieldd, form, records, tmp_path) == [True, False, False, True]


# The same in XPath, where an empty question is no number, as JavaRosa says.
XPATH_CONDITIONS: list[tuple[str, list[tuple[dict[str, Any], bool]]]] = [
    ("${a} + ${b} > 10", [({"a": 5, "b": 6}, True), ({"b": 11}, False)]),
    ("${a} div 2 = 1.5", [({"a": 3}, True), ({"a": 2}, False), ({}, False)]),
    ("${a} != ${b}", [({"a": 2, "b": 2}, False), ({"a": 1}, True), ({}, False)]),
    ("${a} + 1 != ${b}", [({"a": 2, "b": 3}, False), ({"a": 1}, True)]),
    ("not(${a} >= ${b})", [({"a": 3, "b": 2}, False), ({"a": 1}, True), ({}, True)]),
    ("${from} <= ${to}", [({"from": "2026-01-31", "to": "2026-01-31"}, True), ({"from": "2026-01-31"}, False)]),
    ("${to} - ${from} > 7", [({"from": "2026-01-31", "to": "2026-02-08"}, True), ({"to": "2026-02-08"}, False)]),
    ("if(${a} > 1, ${a}, ${b}) = 7", [({"a": 7}, True), ({"a": 1, "b": 7}, True), ({"a": 2}, False)]),
]


@pytest.mark.parametrize(("expression", "cases"), XPATH_CONDITIONS)
def test_conditions_of_xlsforms_on_several_questions(
    fieldd: str, tmp_path: Path, expression: str, cases: list[tuple[dict[str, Any], bool]]
) -> None:
    rows = [
        *({"type": "integer", "name": name, "label": name} for name in "ab"),
        *({"type": "date", "name": name, "label": name} for name in ("from", "to")),
        {"type": "text", "name": "why", "label": "Why", "required": expression},
    ]
    form, losses = converted(fieldd, {"survey": rows}, tmp_path, "xlsform")
    assert losses == []
    assert verdicts(fieldd, form, [record for record, _ in cases], tmp_path) == [not holds for _, holds in cases]


def test_constraints_of_xlsforms_on_several_questions(fieldd: str, tmp_path: Path) -> None:
    rows = [
        {"type": "integer", "name": "a", "label": "A"},
        {"type": "integer", "name": "b", "label": "B", "constraint": ". <= ${a} * 2"},
    ]
    form, losses = converted(fieldd, {"survey": rows}, tmp_path, "xlsform")
    assert losses == []
    records: list[dict[str, Any]] = [{"a": 2, "b": 4}, {"a": 2, "b": 5}, {"b": 1}, {"a": 1}]
    assert verdicts(fieldd, form, records, tmp_path) == [True, False, False, True]


@pytest.mark.parametrize("kind", ["surveyjs", "formio", "xlsform", "json-schema", "html", "github"])
def test_an_export_tells_that_nothing_is_calculated(fieldd: str, invoice: Path, kind: str) -> None:
    report = invoice.with_name("report.json")
    found = run(fieldd, "convert", "--to", kind, "--output", invoice.with_name("out"), "--report", report, invoice)
    assert found.returncode in {0, 1}, found.stderr
    entries = json.loads(report.read_text())["entries"]
    felt = [entry["path"] for entry in entries if entry["effect"] != "none"]
    for path in ("/fields/2", "/fields/3", "/fields/5/validation/endEditing/0"):
        # XLSForm has the same calculation, and so the condition on it.
        isSaid = kind == "xlsform" and path == "/fields/3"
        assert any(other.startswith(path) for other in felt) != isSaid, path


# The answers of all entries of a list.

ORDER: dict[str, Any] = {
    "groups": [
        {"key": "lines", "label": "Lines", "repeat": {}},
        {"key": "gifts", "label": "Gifts", "repeat": {}},
    ],
    "fields": [
        {"key": "price", "kind": "entry", "label": "Price", "group": "lines", "value": "number"},
        {"key": "count", "kind": "entry", "label": "Count", "group": "lines", "value": "integer", "text": "1"},
        {"key": "day", "kind": "date", "label": "Day", "group": "lines"},
        {
            "key": "line",
            "kind": "entry",
            "label": "Line",
            "group": "lines",
            "value": "number",
            "calculate": "{price} * {count}",
        },
        {
            "key": "share",
            "kind": "entry",
            "label": "Share",
            "group": "lines",
            "value": "number",
            "calculate": "round(100 * {line} / {total})",
        },
        {"key": "total", "kind": "entry", "label": "Total", "value": "number", "calculate": "sum({line}, 1)"},
        {"key": "dear", "kind": "entry", "label": "Dearest", "value": "number", "calculate": "max({price})"},
        {"key": "cheap", "kind": "entry", "label": "Cheapest", "value": "number", "calculate": "min({price}, 50)"},
        {"key": "priced", "kind": "entry", "label": "Priced", "value": "integer", "calculate": "count({price})"},
        {"key": "last", "kind": "date", "label": "Last", "calculate": "max({day}) + 7"},
        {
            "key": "why",
            "kind": "area",
            "label": "Why",
            "required": True,
            "visible": {"when": {"expression": "sum({line}) > 100"}},
        },
        {
            "key": "gift",
            "kind": "entry",
            "label": "Gift",
            "group": "gifts",
            "visible": {"when": {"expression": "max({price}) >= 30"}},
        },
    ],
}
# A record, what `total`, `dear`, `cheap`, `priced` and `last` are calculated as, and the codes of what is wrong.
ORDERS: list[tuple[dict[str, Any], list[str], list[str]]] = [
    ({"lines": []}, ["1", "", "50", "0", ""], []),
    ({}, ["1", "", "50", "0", ""], []),
    ({"lines": [{"price": 2.5, "count": 4}, {"price": 30, "count": 1}]}, ["41", "30", "2.5", "2", ""], []),
    ({"lines": [{"price": 0.1, "count": 3}, {"count": 1}, {"price": 0.2, "count": 1}]}, ["1.5", "0.2", "0.1", "2", ""], []),
    ({"lines": [{"price": -3, "count": 1}, {}, {"price": -7.25, "count": 0}]}, ["-2", "-3", "-7.25", "2", ""], []),
    (
        {"lines": [{"day": "2026-02-25"}, {"day": "2026-02-24"}, {"day": None}]},
        ["1", "", "50", "0", "2026-03-04"],
        [],
    ),
    ({"lines": [{"price": 2, "count": 60}]}, ["121", "2", "2", "1", ""], ["why valueMissing"]),
    ({"lines": [{"price": 2, "count": 60}], "why": "So"}, ["121", "2", "2", "1", ""], []),
    ({"lines": [{"price": 2, "count": 50}], "why": "So"}, ["101", "2", "2", "1", ""], ["why hiddenValue"]),
    ({"lines": [{"price": 2, "count": 5, "line": 10, "share": 91}], "total": 11}, ["11", "2", "2", "1", ""], []),
    ({"lines": [{"price": 2, "count": 5}], "total": 10}, ["11", "2", "2", "1", ""], ["total customError"]),
    ({"lines": [{"price": 2, "count": 5, "share": 90}]}, ["11", "2", "2", "1", ""], ["share customError"]),
    ({"lines": [{"price": 30, "count": 1}], "gifts": [{"gift": "Cup"}, {}]}, ["31", "30", "30", "1", ""], []),
    ({"lines": [{"price": 3, "count": 1}], "gifts": [{"gift": "Cup"}]}, ["4", "3", "3", "1", ""], ["gift hiddenValue"]),
]
CALCULATED = ["total", "dear", "cheap", "priced", "last"]


@pytest.fixture
def order(tmp_path: Path) -> Path:
    path = tmp_path / "order.fields.json"
    path.write_text(json.dumps(ORDER))
    return path


@pytest.mark.parametrize("jobs", [1, 2])
def test_check_holds_records_to_what_all_entries_have(fieldd: str, order: Path, jobs: int) -> None:
    stream = order.with_name("orders.ndjson")
    stream.write_text("".join(json.dumps(record) + "\n" for record, _, _ in ORDERS * 300))
    found = run(fieldd, "check", "--form", order, "--format", "ndjson", "--jobs", jobs, stream)
    told: dict[int, list[str]] = {}
    for line in map(json.loads, found.stdout.splitlines()):
        told.setdefault(line["record"], []).append(f"{line['key']} {line['code']}")
    assert {number: told.get(number, []) for number in range(len(ORDERS) * 300)} == {
        number: ORDERS[number % len(ORDERS)][2] for number in range(len(ORDERS) * 300)
    }


@pytest.mark.asyncio
async def test_an_open_form_has_what_its_records_are_held_to(fieldd: str) -> None:
    async with Daemon(fieldd) as daemon:
        for record, texts, _ in ORDERS:
            async with daemon.open(ORDER, values=record) as form:
                assert [form[key].text for key in CALCULATED] == texts, record


@pytest.mark.asyncio
async def test_a_sum_follows_each_keystroke_in_each_entry(fieldd: str) -> None:
    values = {"lines": [{"price": 2, "count": 3}, {"price": 4, "count": 1}]}

    def texts(form: Form) -> list[str]:
        return [form[key].text for key in CALCULATED] + [field.text for field in form if field.key.endswith("/share")]

    async with Daemon(fieldd) as daemon, daemon.open(ORDER, values=values) as form:
        first, second = (field for field in form if field.key.endswith("/price"))
        assert texts(form) == ["11", "4", "2", "2", "", "55", "36"]
        await first.begin_editing()
        await first.replace_text("20")
        assert (texts(form), form["why"].is_visible) == (["65", "20", "4", "2", "", "92", "6"], False)
        await first.replace_text("200")
        assert (texts(form), form["why"].is_visible) == (["605", "200", "4", "2", "", "99", "1"], True)
        await first.clear()
        assert (texts(form), form["why"].is_visible) == (["5", "4", "4", "1", "", "", "80"], False)
        await form.list("lines").add()
        assert texts(form) == ["5", "4", "4", "1", "", "", "80", ""]
        third = [field for field in form if field.key.endswith("/price")][2]
        await third.begin_editing()
        await third.replace_text("1")
        assert texts(form)[:4] == ["6", "4", "1", "2"]
        await form.list("lines").entries[1].remove()
        assert texts(form) == ["2", "1", "1", "1", "", "", "50"]
        await form.list("lines").entries[1].remove()
        assert texts(form) == ["1", "", "50", "0", "", ""]


def test_a_part_of_a_record_knows_what_it_can_say_of_all_entries(fieldd: str, order: Path) -> None:
    whole = {"day": None, "price": 2, "count": 3}
    parts: list[tuple[dict[str, Any], str]] = [
        ({"lines": [whole], "total": 7}, ""),
        ({"lines": [whole], "total": 8}, "total customError"),
        ({"lines": [whole, {"price": 1}], "total": 8}, "total uncheckedDependency"),
        ({"dear": 8}, "dear uncheckedDependency"),
        ({"lines": [whole, {"count": 1}], "priced": 1}, "priced uncheckedDependency"),
        ({"lines": [whole, {"price": 1}], "priced": 2}, ""),
    ]
    stream = order.with_name("parts.ndjson")
    stream.write_text("".join(json.dumps(part) + "\n" for part, _ in parts))
    found = run(fieldd, "check", "--partial", "--form", order, "--format", "ndjson", stream)
    told = {line["record"]: f"{line['key']} {line['code']}" for line in map(json.loads, found.stdout.splitlines())}
    assert [told.get(number, "") for number in range(len(parts))] == [expected for _, expected in parts]


def test_records_are_made_up_for_sums(fieldd: str, order: Path) -> None:
    for kind in ("valid", "invalid"):
        made = run(fieldd, "generate", "--kind", kind, "--annotate", "--quiet", order)
        assert made.returncode == 0, made.stderr
        records = [json.loads(line) for line in made.stdout.splitlines()]
        if kind == "valid":
            assert any("why" in line["record"] for line in records)
            assert any("gift" in entry for line in records for entry in line["record"].get("gifts", []))
        else:
            told = {(problem["path"], problem["code"]) for line in records for problem in line["expect"]["problems"]}
            assert {("/total", "customError"), ("/why", "valueMissing")} <= told


@pytest.mark.asyncio
async def test_a_circle_through_a_list_is_empty(fieldd: str, tmp_path: Path) -> None:
    form: dict[str, Any] = {
        "groups": [{"key": "rows", "label": "Rows", "repeat": {}}],
        "fields": [
            {"key": "own", "kind": "entry", "label": "Own", "group": "rows", "value": "number"},
            {"key": "part", "kind": "entry", "label": "Part", "group": "rows", "value": "number", "calculate": "{own} + {all}"},
            {"key": "all", "kind": "entry", "label": "All", "value": "number", "calculate": "sum({part})"},
            {"key": "own2", "kind": "entry", "label": "Own", "value": "number", "calculate": "sum({own}) + 1"},
        ],
    }  # fmt: skip
    record: dict[str, Any] = {"rows": [{"own": 1}, {"own": 2}]}
    async with Daemon(fieldd) as daemon, daemon.open(form, values=record) as opened:
        assert [field.text for field in opened] == ["1", "", "2", "", "", "4"]
        own = opened[next(field.key for field in opened if field.key.endswith("/own"))]
        await own.begin_editing()
        await own.replace_text("10")
        assert [field.text for field in opened] == ["10", "", "2", "", "", "13"]
    path = tmp_path / "circle.fields.json"
    path.write_text(json.dumps(form))
    stream = tmp_path / "rows.ndjson"
    stream.write_text(json.dumps(record | {"own2": 4}) + "\n" + json.dumps(record | {"all": 3}) + "\n")
    found = run(fieldd, "check", "--form", path, "--format", "ndjson", stream)
    assert [(line["record"], line["key"]) for line in map(json.loads, found.stdout.splitlines())] == [(1, "all")]


def test_only_functions_of_many_values_take_all_entries(fieldd: str, tmp_path: Path) -> None:
    path = tmp_path / "form.fields.json"
    fields = [
        {"key": "price", "kind": "entry", "label": "Price", "group": "lines", "value": "number"},
        {"key": "a", "kind": "entry", "label": "A", "calculate": "sum({price}, 1)"},
        {"key": "b", "kind": "entry", "label": "B", "calculate": "{price} + 1"},
        {"key": "c", "kind": "entry", "label": "C", "calculate": "sum({price} * 2)"},
    ]
    path.write_text(json.dumps({"groups": [{"key": "lines", "label": "Lines", "repeat": {}}], "fields": fields}))
    found = run(fieldd, "check", "--format", "ndjson", path)
    assert [(line["code"], line["message"].split(":")[0]) for line in map(json.loads, found.stdout.splitlines())] == [
        ("fieldInList", "`calculate`"),
        ("fieldInList", "`calculate`"),
    ]
