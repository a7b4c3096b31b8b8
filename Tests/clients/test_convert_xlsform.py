"""Workbooks of XLSForm become forms and forms become workbooks; JavaRosa, the engine of ODK, judges the same records."""

from __future__ import annotations

import base64
import io
import json
import os
import random
import re
import resource
import subprocess
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from conftest import FIRST_SEED, need, seed_ranges, seeds
from converter import APPEARANCE, Converter, mutated
from pyxform.xls2json_backends import xlsx_to_dict
from surveys import formio
from surveys import survey as surveyjs
from workbooks import broken, by_paths, record, workbook
from xlsforms import Judge, xform

Json = Any
# Of values of hidden fields and of unknown keys fieldd warns; how far a slider goes JavaRosa leaves to it.
NOT_COMPARED = {"irrelevant", "unknown"}
UNASKED = {"range"}
SHARED = "xl/sharedStrings.xml"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    need("java")
    with Judge() as judge:
        yield judge


def survey(*rows: Json, **sheets: Json) -> Json:
    return {"survey": list(rows), **sheets}


def codes(entries: list[Json]) -> list[str]:
    return [entry["code"] for entry in entries]


YES_NO = [{"list_name": "yn", "name": "yes", "label": "Yes"}, {"list_name": "yn", "name": "no", "label": "No"}]


@pytest.mark.parametrize(
    ("row", "field", "told"),
    [
        ({"type": "text"}, {"kind": "entry"}, []),
        ({"type": "string", "required": "yes"}, {"kind": "entry", "required": True}, []),
        ({"type": "text", "appearance": "multiline"}, {"kind": "area"}, []),
        ({"type": "text", "appearance": "masked"}, {"kind": "entry", "secure": True}, []),
        ({"type": "text", "hint": "H", "default": "a-b"}, {"kind": "entry", "helper": "H", "text": "a-b"}, []),
        ({"type": "text", "default": "today()"}, {"kind": "entry"}, ["program"]),
        ({"type": "decimal"}, {"kind": "entry", "value": "number", "keyboard": "decimalPad"}, []),
        ({"type": "date"}, {"kind": "date", "clearable": True}, []),
        ({"type": "time"}, {"kind": "date", "clearable": True, "mode": "time", "lenient": True}, ["reinterpreted"]),
        (
            {"type": "select_one yn"},
            {
                "kind": "picker",
                "clearable": True,
                "data": [{"value": "yes", "label": "Yes"}, {"value": "no", "label": "No"}],
            },
            [],
        ),
        ({"type": "acknowledge"}, {"kind": "picker", "clearable": True, "data": ["OK"]}, []),
        ({"type": "barcode"}, {"kind": "entry", "presentation": {"xlsform": {"type": "barcode"}}}, []),
        (
            {"type": "range", "parameters": "start = 0; end=1 step=0.5"},
            {
                "kind": "entry",
                "value": "number",
                "keyboard": "decimalPad",
                "validation": {"endEditing": [
                    {"minimum": 0, "severity": "warning"},
                    {"maximum": 1, "severity": "warning"},
                    {"step": 0.5, "severity": "warning"},
                ]},
                "presentation": {"xlsform": {"type": "range"}},
            },
            ["reinterpreted"],
        ),
        (
            {"type": "text", "appearance": "url w2", "guidance_hint": "G"},
            {"kind": "entry", "presentation": {"xlsform": {"appearance": "url w2", "guidance_hint": "G"}}},
            ["presentationOnly", "presentationOnly"],
        ),
        ({"type": "text", "label": None}, {"kind": "entry", "label": "q"}, ["madeUp"]),
        ({"type": "text", "label": "Hi ${q}"}, {"kind": "entry", "label": "Hi ${q}"}, ["reinterpreted"]),
        ({"type": "text", "colour": "red"}, {"kind": "entry"}, ["unknownProperty"]),
    ],
)
def test_a_row_becomes_a_field(converter: Converter, row: Json, field: Json, told: list[str]) -> None:
    row = {"name": "q", "label": "L"} | row
    document, entries, _ = converter.read("xlsform", survey(row, choices=YES_NO if "yn" in row["type"] else []))
    expected = {"key": "q", "label": "L"} | field
    if not field.get("required"):
        expected["whenEmpty"] = "omit"
    assert document["fields"] == [expected]
    assert codes(entries) == told
    assert converter.problems(document) == []


@pytest.mark.parametrize(
    ("type_", "code"),
    [
        ("note", "presentationOnly"), ("calculate", "program"), ("csv-external", "presentationOnly"),
        ("select_one nothing", "unsupportedField"), ("xml-external", "presentationOnly"),
    ],
)  # fmt: skip
def test_what_asks_for_nothing_that_a_form_has_is_told(converter: Converter, type_: str, code: str) -> None:
    rows = survey({"type": type_, "name": "q", "label": "L"}, {"type": "select_one yn", "name": "r", "label": "R"})
    document, entries, _ = converter.read("xlsform", rows | {"choices": YES_NO})
    assert [field["key"] for field in document["fields"]] == ["r"]
    assert codes(entries) == [code]


@pytest.mark.parametrize(
    "asked", [{}, {"constraint": ". > 1"}, {"required": "yes"}]
)
def test_a_calculation_refuses_nothing(converter: Converter, judge: Judge, asked: Json) -> None:
    """A condition on what was worked out is lost, which is told at the condition."""
    sums = {"type": "calculate", "name": "sum", "calculation": "1 + pulldata('a', ${n})", **asked}
    rows = survey(sums, {"type": "integer", "name": "n", "label": "N", "relevant": "${sum} > 2"})
    _, entries, _ = converter.read("xlsform", rows)
    effects = [(entry["path"], entry["effect"]) for entry in entries]
    assert ("/survey/0", "none") in effects and ("/survey/1/relevant", "laxer") in effects
    alone = survey({"type": "calculate", "name": "c", "calculation": "''", **asked}, {"type": "text", "name": "t", "label": "T"})
    assert [it["valid"] for it in judge.verdicts(xform(alone), [{}, {"t": "x"}])] == [True, True]


@pytest.mark.parametrize(
    ("type_", "effect"),
    [("geopoint", "none"), ("image", "none"), ("start", "none"), ("rank yn", "laxer"),
     ("select_one_from_file a.csv", "laxer")],
)  # fmt: skip
def test_what_has_no_kind_of_its_own_takes_any_value(converter: Converter, type_: str, effect: str) -> None:
    rows = survey({"type": type_, "name": "q", "label": "L"},
                  {"type": "text", "name": "r", "label": "R", "required": "yes", "relevant": "${q} != ''"})  # fmt: skip
    document, entries, _ = converter.read("xlsform", rows | {"choices": YES_NO if "yn" in type_ else []})
    hidden = {"visible": False, "whenHidden": "keep"} if type_ == "start" else {}
    look = {"presentation": {"xlsform": {"type": type_}}}
    assert document["fields"][0] == {"key": "q", "kind": "any", "label": "L", "whenEmpty": "omit", **hidden, **look}
    assert (entries[0]["code"], entries[0]["effect"]) == ("reinterpreted", effect)
    records = [{"q": [1, {"a": None}]}, {"q": "x", "r": "y"}, {}]
    assert converter.verdicts(document, records) == [False, True, True]
    written, told = converter.write("xlsform", document)
    if type_ == "rank yn":
        assert "unsupportedField" in codes(told)
        return
    assert written["survey"] == rows["survey"] and converter.read("xlsform", written)[0] == document


# What a constraint on a question of a type becomes: properties of the field, and rules.
@pytest.mark.parametrize(
    ("type_", "constraint", "members", "rules"),
    [
        ("decimal", ". >= 1.5", {}, [{"minimum": 1.5}]),
        ("decimal", "5 > . and -3 <= .", {}, [{"exclusiveMaximum": 5}, {"minimum": -3}]),
        ("decimal", "not(. > 5)", {}, [{"maximum": 5}]),
        ("decimal", ". = 5", {}, [{"minimum": 5}, {"maximum": 5}]),
        ("decimal", ". > 5 or ${x} = 'a'", {}, [{"exclusiveMinimum": 5, "when": {"key": "x", "isNot": "a"}}]),
        ("text", "string-length(.) <= 8", {"maxLength": 8, "lengthUnit": "utf16"}, []),
        ("text", "string-length(.) > 2", {"lengthUnit": "utf16"}, [{"minLength": 3}]),
        ("text", r"regex(., '\d+\-x')", {}, [{"pattern": r"\d+-x", "anchored": True}]),
        ("text", r"regex(., '\s')", {}, [{"pattern": r"[\t\n\x0B\f\r ]", "anchored": True}]),
        ("text", "regex(., '[^[]')", None, []),
        ("text", "regex(., '(a)\\1')", None, []),
        ("text", ". = 'a' or . = \u201cb\u201d", {}, [{"oneOf": ["a", "b"]}]),
        ("text", ". = ${x}", {}, [{"equals": "x"}]),
        ("text", ". != 'a'", {}, [{"oneOf": [""], "when": {"key": "q", "is": "a"}, "message": ...}]),
        ("text", "contains(., '@')", None, []),
        ("text", ". = ../x", {}, [{"equals": "x"}]),
        ("text", ". = ../g/x", None, []),
        ("date", ". <= today()", {"maximumDate": "today"}, []),
        ("date", ". > date('2020-01-01')", {}, [{"after": "2020-01-01"}]),
        ("date", ". >= date('2020-01-01')", {"minimumDate": "2020-01-01"}, []),
        ("date", ". > '2020-01-01'", None, []),
        ("date", ". > ${d} or ${d} = ''", {}, [{"after": "d"}]),
        ("select_multiple yn", "count-selected(.) < 2", {"maxItems": 1}, []),
        ("select_multiple yn", "not(selected(., 'no'))", {}, [
            {"oneOf": [""], "when": {"key": "q", "is": "no"}, "message": ...}
        ]),
    ],
)  # fmt: skip
def test_a_constraint_becomes_rules(
    converter: Converter, type_: str, constraint: str, members: Json | None, rules: list[Json]
) -> None:
    """None for members: no rule says it, which is told at the cell."""
    others = ({"type": "text", "name": "x", "label": "X"}, {"type": "date", "name": "d", "label": "D"})
    row = {"type": type_, "name": "q", "label": "L", "constraint": constraint}
    document, entries, _ = converter.read("xlsform", survey(*others, row, choices=YES_NO if "yn" in type_ else []))
    field = document["fields"][-1]
    found = field.get("validation", {}).get("endEditing", [])
    if members is None:
        assert found == []
        assert [entry["path"] for entry in entries] == ["/survey/2/constraint"]
        return
    assert [rule | ({"message": ...} if "message" in rule else {}) for rule in found] == rules
    plain, _, _ = converter.read("xlsform", survey(row | {"constraint": None}, choices=YES_NO if "yn" in type_ else []))
    added = {name: value for name, value in field.items() if name not in plain["fields"][0] and name != "validation"}
    assert added == members
    assert not set(codes(entries)) - {"madeUp"}
    back, _ = converter.write("xlsform", document)
    again, _, _ = converter.read("xlsform", back)
    assert again == document


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("${x} = 'a'", {"key": "x", "is": "a"}),
        ("${x}!=''", {"key": "x", "filled": True}),
        ("${x}", {"key": "x", "filled": True}),
        ("string-length(${x}) = 0", {"key": "x", "filled": False}),
        ("${n} > 3 and not(${x} = 'a')", {"all": [{"key": "n", "greaterThan": "3"}, {"key": "x", "isNot": "a"}]}),
        ("3.0 < ${n}", {"key": "n", "greaterThan": "3"}),
        ("${n} = '3'", {"key": "n", "is": "3"}),
        ("selected(${m}, 'yes')", {"key": "m", "is": "yes"}),
        ("count-selected(${m}) >= 1", {"key": "m", "filled": True}),
        ("${d} < today()", {"key": "d", "lessThan": "today"}),
        ("${d} = '2020-01-01'", {"key": "d", "is": "2020-01-01"}),
        ("${d} < '2020-01-01'", None),
        ("${m} = 'yes'", {"expression": "contains({m}, 'yes') and count({m}) = 1"}),
        ("${m} = 'yes no'", None),
        ("boolean(${x})", {"key": "x", "filled": True}),
        ("../x = 'a'", {"key": "x", "is": "a"}),
        ("/data/x = 'a'", {"key": "x", "is": "a"}),
        ("/other/x = 'a'", None),
        ("../../x = 'a'", None),
        ("../x[1] = 'a'", None),
        ("${x} = 3", None),
        ("${x} = ${n}", None),
        ("${x} = 'a' or", None),
        ("foo(${n}) > 3", None),
        ("${nobody} = 'a'", None),
    ],
)  # fmt: skip
def test_an_expression_becomes_a_condition(converter: Converter, text: str, condition: Json | None) -> None:
    rows = (
        {"type": "text", "name": "x", "label": "X"},
        {"type": "decimal", "name": "n", "label": "N"},
        {"type": "date", "name": "d", "label": "D"},
        {"type": "select_multiple yn", "name": "m", "label": "M"},
        {"type": "text", "name": "q", "label": "Q", "relevant": text},
    )
    document, entries, _ = converter.read("xlsform", survey(*rows, choices=YES_NO))
    assert document["fields"][-1].get("visible") == (condition and {"when": condition})
    assert codes(entries) == ([] if condition else ["program"])
    if condition:
        back, lost = converter.write("xlsform", document)
        assert lost == []
        assert converter.read("xlsform", back)[0] == document


def test_groups_repeats_languages_and_other_become_a_form(converter: Converter) -> None:
    document, entries, exact = converter.read(
        "xlsform",
        {
            "survey": [
                {"type": "begin_group", "name": "home", "label::English (en)": "Home", "label::Deutsch (de)": "Heim"},
                {"type": "begin repeat", "name": "child", "label::Deutsch (de)": "Kind", "repeat_count": 2},
                {"type": "text", "name": "first", "label::Deutsch (de)": "Name", "required": "yes",
                 "required_message::Deutsch (de)": "Fehlt"},
                {"type": "end repeat"},
                {"type": "select one yn or_other", "name": "ok", "label::Deutsch (de)": "Gut?", "disabled": "no"},
                {"type": "end_group"},
                {"type": "text", "name": "off", "label::Deutsch (de)": "Aus", "disabled": "yes"},
            ],
            "choices": [{"list name": "yn", "value": "yes", "caption::Deutsch (de)": "Ja", "caption::English (en)": "Yes"}],
            "settings": [{"form_title": "T", "default_language": "Deutsch (de)"}],
            "notes": [{"anything": "else"}],
        },
    )  # fmt: skip
    assert document == {
        "title": "T",
        "presentation": {"xlsform": {"default_language": "Deutsch (de)"}},
        "messages": {"de": {"valueMissing": "Fehlt"}},
        "groups": [
            {"key": "home", "label": {"de": "Heim", "en": "Home"}, "path": "/home"},
            {
                "key": "child",
                "label": "Kind",
                "path": "/home/child",
                "repeat": {"minEntries": 2, "maxEntries": 2},
                "presentation": {"inside": "home"},
            },
        ],
        "fields": [
            {"key": "first", "kind": "entry", "label": "Name", "group": "child", "required": True},
            {
                "key": "ok", "kind": "picker", "label": "Gut?", "group": "home",
                "data": [{"value": "yes", "label": {"de": "Ja", "en": "Yes"}}, {"value": "other", "label": "Other"}],
                "clearable": True, "whenEmpty": "omit",
            },
            {
                "key": "ok_other", "kind": "entry", "label": "Specify other.", "group": "home",
                "visible": {"when": {"key": "ok", "is": "other"}}, "whenEmpty": "omit",
            },
        ],
        "entries": {"child": [{}, {}]},
    }  # fmt: skip
    assert sorted((entry["code"], entry["path"]) for entry in entries) == [("presentationOnly", "/survey/1")]
    assert exact > 15


def test_what_is_no_workbook_is_refused(converter: Converter) -> None:
    for source in [{}, {"survey": {}}, {"choices": []}]:
        error = converter.ask("field/import", {"format": "xlsform", "document": source})["error"]
        assert (error["code"], "survey" in error["message"]) == (-32602, True)


def comparable(verdict: Json) -> bool:
    return not NOT_COMPARED & {problem["problem"] for problem in verdict["problems"]}


def is_right(verdict: Json) -> bool:
    return {problem["problem"] for problem in verdict["problems"]} <= UNASKED


@pytest.mark.parametrize("seeds", seed_ranges(15, 40))
def test_javarosa_judges_the_same_records(converter: Converter, judge: Judge, seeds: range) -> None:
    """Of workbooks of which nothing is told, and of the workbooks that are made of their forms."""
    compared = imported = exported = 0
    valid: set[bool] = set()
    for seed in seeds:
        rng = random.Random(seed)
        source = workbook(rng)
        document, entries, _ = converter.read("xlsform", source)
        assert converter.problems(document) == [], seed
        spelt = by_paths(random.Random(seed), source)
        assert converter.read("xlsform", spelt)[0] == document, seed
        back, lost = converter.write("xlsform", document)
        forms = [] if set(codes(entries)) - APPEARANCE else [xform(spelt)]
        imported += len(forms)
        if not lost:
            again, _, _ = converter.read("xlsform", back)
            # A text that is the same in all languages is written once.
            assert same_words(again) == same_words(document), seed
            forms.append(xform(back))
            exported += 1
        records = [record(rng, source) for _ in range(30)]
        ours = converter.verdicts(document, records)
        for form in forms:
            for verdict, own, values in zip(judge.verdicts(form, records), ours, records, strict=True):
                if comparable(verdict):
                    assert is_right(verdict) == own, (seed, values, verdict)
                    compared += 1
                    valid.add(own)
    assert valid == {True, False}
    assert len(seeds) * 15 < compared
    assert len(seeds) < 3 * imported
    assert len(seeds) < 4 * exported


def test_pyxform_takes_what_is_made_of_any_form(converter: Converter) -> None:
    """Also where something is lost: names, labels, lists and expressions are those of XLSForm."""
    document = {
        "title": "All ${of} it",
        "groups": [
            {"key": "plain", "label": "Plain"},
            {"key": "my lines", "label": "Lines", "repeat": {"minEntries": 1}},
        ],
        "fields": [
            {"key": "1 a", "kind": "entry", "label": "Hello ${you}", "maxLength": 3, "text": "1 + 1"},
            {"key": "名", "kind": "area", "label": "名", "group": "plain", "placeholder": "…"},
            {"key": "a", "kind": "picker", "label": "A", "data": [1, {"value": True, "label": "Yes"}], "multiple": True},
            {"key": "b", "kind": "picker", "label": "B", "data": ["a b", "it's \"so\""], "multiple": True},
            {"key": "none", "kind": "picker", "label": "None"},
            {"key": "c", "kind": "entry", "label": "C", "path": "/deep/c", "value": "integer",
             "visible": {"when": {"any": [{"key": "a", "is": "1"}, {"key": "b", "isNot": "it's \"so\""}]}}},
            {"key": "d", "kind": "date", "label": "D", "mode": "countDownTimer"},
            {"key": "e", "kind": "entry", "label": "E", "group": "my lines", "secure": True,
             "validation": {"live": [{"format": "email"}, {"pattern": "a[[]b", "severity": "warning"}]}},
            {"key": "f", "kind": "entry", "label": "F",
             "validation": {"endEditing": [{"pattern": "^[[&&]"}, {"equals": "c"}, {"minLength": 2, "message": "More"}]}},
        ],
    }  # fmt: skip
    back, lost = converter.write("xlsform", document)
    assert 10 < len(lost)
    assert [row["name"] for row in back["survey"] if not row["type"].startswith("end")][:3] == ["_1_a", "plain", "__"]
    assert "<h:title>All $ {of} it</h:title>" in xform(back)


def test_what_pyxform_does_not_take_is_made_otherwise_and_told(converter: Converter) -> None:
    """Names that mean something, objects in pieces, signs that XML has not, labels and rows of white space."""
    entry = {"kind": "entry", "label": "L"}
    document = {
        "groups": [{"key": "data", "label": "Rows", "repeat": {}}],
        "presentation": {"xlsform": {"name": "a", "form_id": "f"}},
        "fields": [
            entry | {"key": "meta"},
            entry | {"key": "a", "path": "/x/a", "label": " "},
            entry | {"key": "b", "label": "\u0001B", "helper": "\u0002"},
            entry | {"key": "c", "path": "/x/c", "visible": {"when": {"key": "b", "is": "1"}}},
            entry | {"key": "d", "path": "/x/y/d"},
            entry | {"key": "é", "group": "data"},
            {"key": "e", "kind": "picker", "label": "E", "data": ["x", " x ", "a b", "a\u00a0b"]},
        ],
    }  # fmt: skip
    back, lost = converter.write("xlsform", document)
    assert xform(back).count("<x>") == 1
    assert [row["name"] for row in back["choices"]] == ["x", "a b"]
    places = {entry["path"].split("/")[2] for entry in lost if entry["path"].startswith("/fields/")}
    assert {"0", "1", "2", "5", "6"} <= places
    assert any(entry["path"].startswith("/groups/0") for entry in lost)


def test_an_old_workbook_is_told(fieldd: str) -> None:
    run = convert(fieldd, "--from", "xlsform", "-", data=bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 1000)
    assert (run.returncode, b"save it as .xlsx" in run.stderr) == (2, True)


@pytest.mark.parametrize("seeds", seed_ranges(100, 300))
def test_broken_workbooks_do_no_harm(converter: Converter, seeds: range) -> None:
    pool: list[Json] = [
        None, True, 1, -0.5, "", "x" * 100_000, [], {}, {"type": "text"}, "begin_group", "end repeat", "select_one l0",
        "${", "not(" * 3_000, ". > " * 500, "regex(., '(')", "1e400", "start=1 end=1e400 step=1e-400", "\u0000", "\ud800",
    ]  # fmt: skip
    dearest = 0.0
    for seed in seeds:
        rng = random.Random(seed)
        source = mutated(rng, workbook(rng), pool)
        source = json.loads(json.dumps(source).replace("\\ud800", "?"))
        start = converter.work_seconds
        answer = converter.ask("field/import", {"format": "xlsform", "document": source})
        dearest = max(dearest, converter.work_seconds - start)
        if "result" in answer:
            document = answer["result"]["document"]
            converter.write("xlsform", document)
        else:
            assert answer["error"]["code"] == -32602, seed
    assert dearest < 5
    deep = [{"type": "begin_group", "name": f"g{n}", "label": "G"} for n in range(3_000)]
    document, entries, _ = converter.read("xlsform", survey(*deep, {"type": "text", "name": "q", "label": "Q"}))
    assert document["fields"] == []
    assert "unsupportedField" in codes(entries)


@pytest.mark.parametrize("seeds", seed_ranges(50, 150))
def test_broken_rows_do_no_harm(converter: Converter, seeds: range) -> None:
    """Rows without an end, cells as large as a book, and expressions that are none: a form without mistakes."""
    dearest = 0.0
    for seed in seeds:
        rng = random.Random(seed)
        source = broken(rng, workbook(rng))
        start = converter.work_seconds
        answer = converter.ask("field/import", {"format": "xlsform", "document": source})
        dearest = max(dearest, converter.work_seconds - start)
        if "result" not in answer:
            assert answer["error"]["code"] == -32602, seed
            continue
        document = answer["result"]["document"]
        assert converter.problems(document) == [], seed
        back, lost = converter.write("xlsform", document)
        if not lost:
            # A name that stands for a label that is missing is written in each language.
            assert same_words(converter.read("xlsform", back)[0]) == same_words(document), seed
    assert dearest < 5


@pytest.mark.parametrize("format", ["xlsform", "surveyjs"])
def test_a_long_chain_of_calculations_in_any_order(converter: Converter, format: str) -> None:
    """Each looks at the next one by number, and none at one that stands before it."""
    count = 2_000
    numbers = random.Random(FIRST_SEED).sample(range(count), count)
    source: dict[str, Any] = survey(
        {"type": "integer", "name": f"c{count}", "label": "Start"},
        *({"type": "calculate", "name": f"c{n}", "calculation": f"${{c{n + 1}}} + 1"} for n in numbers),
    )
    if format == "surveyjs":
        elements = [{"type": "expression", "name": f"c{n}", "expression": f"{{c{n + 1}}} + 1"} for n in numbers]
        source = {"elements": [{"type": "text", "inputType": "number", "name": f"c{count}"}, *elements]}
    start = converter.work_seconds
    document, _, _ = converter.read(format, source)
    assert converter.work_seconds - start < 5
    assert sum("calculate" in field for field in document["fields"]) == count


def same_words(value: Any) -> Any:
    """A document with one text where it has the same one in all languages."""
    if isinstance(value, list):
        return [same_words(element) for element in value]
    if not isinstance(value, dict):
        return value
    texts = list(value.values())
    if value.keys() == {"de", "en"} and isinstance(texts[0], str) and texts[0] == texts[1]:
        return texts[0]
    return {name: same_words(inner) for name, inner in value.items()}


@pytest.mark.parametrize("seeds", seed_ranges(15, 40))
def test_javarosa_takes_what_surveys_become(converter: Converter, judge: Judge, seeds: range) -> None:
    for name, make in [("surveyjs", surveyjs), ("formio", formio)]:
        for seed in seeds:
            document, _, _ = converter.read(name, make(random.Random(seed)))
            back, lost = converter.write("xlsform", document)
            judge.verdicts(xform(back), [])
            if not lost:
                assert converter.read("xlsform", back)[0] == document, (name, seed)


def test_a_list_is_told_of_once_and_binds_mean_what_they_say(converter: Converter) -> None:
    rows = [{"type": "select_one l", "name": name, "label": "L", "bind::required": "yes"} for name in "ab"]
    choices = [{"list_name": "l", "name": "x", "label": "${a}", "image": "x.png"}]
    document, entries, _ = converter.read("xlsform", survey(*rows, choices=choices))
    assert codes(entries) == ["reinterpreted", "presentationOnly"]
    assert [field["required"] for field in document["fields"]] == [True, True]
    assert document["fields"][1]["presentation"] == {"xlsform": {"choices": {"x": {"image": "x.png"}}}}


@pytest.mark.campaign("FIELDD_CORPORA")
def test_real_workbooks(fieldd: str) -> None:
    """Those in the folder's `xlsform`; what was kept of them is printed, and pyxform takes what they become."""
    files = sorted(Path(os.environ["FIELDD_CORPORA"], "xlsform").glob("**/*.xlsx"))
    exact = told = 0
    for file in files:
        start = work_seconds()
        run = convert(fieldd, "--from", "xlsform", "--report", "/dev/stderr", str(file))
        assert work_seconds() - start < 1, file
        if run.returncode:
            assert b"has a sheet `survey`" in run.stderr, file
            continue
        report = json.loads(run.stderr)
        exact += report["exact"]
        told += len(report["entries"])
        back = json.loads(convert(fieldd, "--to", "xlsform", "--quiet", data=run.stdout).stdout)
        if back["survey"]:
            xform(back)
    print(f"xlsform: {len(files)} workbooks, {exact} properties exact, {told} entries")


def book() -> openpyxl.Workbook:
    """A workbook as people make them in Excel."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Survey"
    sheet.append(["type", "name", None, "label::English (en)", "required", "default", "constraint", "relevant "])
    sheet.append(["text", "who", None, "  Your name", True, 7, "string-length(.)  <= 20", None])
    sheet.append([])
    sheet.append(["date", "born", None, "Born & bred", False, date(1990, 12, 31), ". <= today()", "${who} != ''"])
    sheet.append(["select_one yn", "ok", None, "OK?", None, 1.0, "=1+1", None])
    sheet.append(["calculate", "sum", None, None, None, None, None, None])
    choices = book.create_sheet("choices")
    choices.append(["list_name", "name", "label"])
    choices.append(["yn", 1, "Ja\u00a0so"])
    choices.append(["yn", 0.5, "No <way>"])
    book.create_sheet("My notes").append(["Nobody reads this", datetime(2020, 1, 1)])
    book.create_sheet("settings").append(["form_title"])
    book["settings"].append(["A <title>"])
    return book


def work_seconds() -> float:
    """What the commands that have ended have worked, whatever else the machine does."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def convert(fieldd: str, *words: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([fieldd, "convert", *words], input=data, capture_output=True, timeout=60)


@pytest.mark.parametrize("are_shared", [False, True])
def test_a_file_says_what_its_sheets_say(
    fieldd: str, converter: Converter, tmp_path: Path, are_shared: bool
) -> None:
    path = tmp_path / "form.xlsx"
    path.write_bytes(packed(shared(parts()) if are_shared else parts()))
    run = convert(fieldd, "--from", "xlsform", "--report", str(tmp_path / "report"), str(path))
    assert run.returncode == 0, run.stderr
    document = json.loads(run.stdout)
    sheets = xlsx_to_dict(str(path))
    # pyxform gives days a time, and formulas that nobody has worked out nothing.
    sheets["survey"][2]["default"] = "1990-12-31"
    twin, entries, _ = converter.read("xlsform", {name: sheets[name] for name in ["survey", "choices", "settings"]})
    assert document == twin
    assert document["title"] == "A <title>"
    assert document["fields"][0] == {
        "key": "who", "kind": "entry", "label": "Your name", "text": "7", "required": True, "maxLength": 20,
        "lengthUnit": "utf16",
    }  # fmt: skip
    assert [row["label"] for row in document["fields"][2]["data"]] == ["Ja so", "No <way>"]
    report = json.loads((tmp_path / "report").read_text())
    assert [entry["path"] for entry in report["entries"]] == ["Survey!A6"]
    assert codes(report["entries"]) == codes(entries) == ["program"]
    said = convert(fieldd, "--from", "xlsform", str(path)).stderr.decode()
    assert said.startswith(f"{path}:Survey!A6: dropped program: ")
    text = base64.b64encode(path.read_bytes()).decode()
    assert converter.ask("field/import", {"format": "xlsform", "text": text})["result"]["document"] == document


def test_a_form_becomes_a_file_that_office_programs_read(fieldd: str, converter: Converter, tmp_path: Path) -> None:
    for seed in range(FIRST_SEED, FIRST_SEED + 5):
        document, _, _ = converter.read("xlsform", workbook(random.Random(seed)))
        source = tmp_path / "form.fields.json"
        source.write_text(json.dumps(document))
        path = tmp_path / "form.xlsx"
        assert convert(fieldd, "--to", "xlsform", "--output", str(path), "--quiet", str(source)).returncode == 0
        rows, _ = converter.write("xlsform", document)
        sheets = xlsx_to_dict(str(path))
        for name in rows:
            texts = [{column: str(cell) for column, cell in row.items()} for row in rows[name]]
            assert sheets[name] == texts, (seed, name)
        assert list(openpyxl.load_workbook(path).sheetnames) == list(rows)
        run = convert(fieldd, "--from", "xlsform", "--quiet", str(path))
        assert json.loads(run.stdout) == converter.read("xlsform", rows)[0]
    texts = ["a\tb\nc", " & <b>", "🙂", "_x0041_", "_x_"]
    fields = [{"key": f"k{n}", "kind": "entry", "label": text} for n, text in enumerate(texts)]
    source.write_text(json.dumps({"fields": fields}))
    convert(fieldd, "--to", "xlsform", "--output", str(path), "--quiet", str(source))
    labels = [row[2].value for row in list(openpyxl.load_workbook(path)["survey"].rows)[1:]]
    assert labels[:3] == texts[:3]
    # What stands for a sign by its number openpyxl leaves as it is.
    assert labels[3:] == ["_x005F_x0041_", "_x_"]
    run = convert(fieldd, "--from", "xlsform", "--quiet", str(path))
    assert [field["label"] for field in json.loads(run.stdout)["fields"]] == [text.strip(" ") for text in texts]


def parts() -> dict[str, bytes]:
    """The files in the workbook."""
    file = io.BytesIO()
    book().save(file)
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def shared(files: dict[str, bytes]) -> dict[str, bytes]:
    """The same files with the texts of cells in a file of their own, as Excel writes them."""
    texts: list[str] = []

    def refer(match: re.Match[str]) -> str:
        texts.append(match[1])
        return f't="s"><v>{len(texts) - 1}</v></c>'

    for name in files:
        if "worksheets/" in name:
            sheet = re.sub(r't="inlineStr"><is>(.*?)</is></c>', refer, files[name].decode(), flags=re.DOTALL)
            files = files | {name: sheet.encode()}
    relation = '<Relationship Type="http://x/sharedStrings" Target="sharedStrings.xml" Id="s"/></Relationships>'
    relations = files["xl/_rels/workbook.xml.rels"].decode().replace("</Relationships>", relation)
    spoken = "<rPh sb='0' eb='1'><t>not this</t></rPh>"
    items = "".join(f"<si><!-- a text -->{text}{spoken}</si>" for text in texts)
    type_ = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    types = files["[Content_Types].xml"].decode()
    types = types.replace("</Types>", f'<Override PartName="/{SHARED}" ContentType="{type_}"/></Types>')
    return files | {
        "[Content_Types].xml": types.encode(),
        "xl/_rels/workbook.xml.rels": relations.encode(),
        SHARED: f"\ufeff<?xml version='1.0'?><sst xmlns='{MAIN}'>{items}</sst>".encode(),
    }


def packed(files: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


def changed(data: bytes, name: str, offset: int, value: bytes) -> bytes:
    """An archive whose list of files says something else of one of them."""
    data = bytearray(data)
    start = data.rindex(b"PK\x01\x02", 0, data.rindex(name.encode()))
    data[start + offset : start + offset + len(value)] = value
    return bytes(data)


def test_damaged_files_are_told(fieldd: str) -> None:
    files = shared(parts())
    whole = packed(files)
    entity = b'<!DOCTYPE sst [<!ENTITY a "b">]><sst><si><t>&a;</t></si></sst>'
    broken = {
        "cut off": whole[: len(whole) // 2],
        "nothing but a beginning": whole[:4],
        "an end alone": b"PK\x03\x04" + whole[-22:],
        "no sheets": packed({name: content for name, content in files.items() if "worksheets" not in name}),
        "no workbook": packed({name: content for name, content in files.items() if name != "xl/workbook.xml"}),
        "entities": packed(files | {SHARED: entity}),
        "a bomb": packed(files | {SHARED: b"<sst><si><t>" + b"0" * 200_000_000}),
        "an element without end": packed(files | {SHARED: b"<sst><si><t"}),
        "another format": b"PK\x03\x04" + b"\0" * 100,
        "another checksum": changed(whole, SHARED, 16, b"\1\2\3\4"),
        "encrypted": changed(whole, SHARED, 8, b"\1\0"),
        "packed in another way": changed(whole, SHARED, 10, b"\14\0"),
        "more than there is": changed(whole, SHARED, 20, b"\xff\xff\xff\x7f"),
        "somewhere else": changed(whole, SHARED, 42, b"\xff\xff\xff\x7f"),
        "a bomb that looks small": changed(packed(files | {SHARED: b" " * 200_000_000}), SHARED, 24, b"\0\1\0\0"),
    }
    for what, data in broken.items():
        start = work_seconds()
        run = convert(fieldd, "--from", "xlsform", "--stdin-name", "it.xlsx", "-", data=data)
        assert (run.returncode, run.stdout) == (2, b""), (what, run)
        assert b"it.xlsx: This is no workbook" in run.stderr, (what, run.stderr)
        assert work_seconds() - start < 10, what
    run = convert(fieldd, "--from", "html", "-", data=whole)
    assert (run.returncode, b"This is ZIP data" in run.stderr) == (2, True)


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_files_with_other_bytes_are_read_as_they_were_or_refused(fieldd: str, seed: int) -> None:
    whole = packed(shared(parts()))
    document = convert(fieldd, "--from", "xlsform", "--quiet", "-", data=whole).stdout
    rng = random.Random(seed)
    for _ in range(50):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 5)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        run = convert(fieldd, "--from", "xlsform", "--quiet", "-", data=bytes(data))
        assert (run.returncode, run.stdout) in [(0, document), (2, b"")]


STATES = [{"list_name": "s", "name": name, "label": name} for name in ("tx", "wa")]
COUNTIES = [
    {"list_name": "c", "name": name, "label": name, **({"cf": state} if state else {}), "size": size}
    for name, state, size in [("king", "wa", "9"), ("pierce", "wa", "10"), ("cameron", "tx", "3"), ("none", "", "1")]
]
FILTERED = [
    {}, {"s": "tx"}, {"c": "king"}, {"c": "none"}, {"s": "wa", "c": "king"}, {"s": "tx", "c": "king"},
    {"s": "tx", "c": "none"}, {"s": "wa", "c": "pierce"}, {"s": "tx", "c": "cameron"}, {"s": "wa", "c": "gone"},
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "is_sayable"),
    [
        ("cf = ${s}", True),
        ("${s} = cf", True),
        ("cf=${s} or cf=''", True),
        ("cf = 'wa'", True),
        ("not(cf = 'wa')", True),
        ("size > 5 and (cf = ${s} or ${s} = '')", True),
        ("size >= 10", True),
        ("name = 'king' or ${s} != 'tx'", True),
        ("selected('wa xx', cf)", True),
        ("cf = concat(${s}, '')", False),
        ("string-length(name) > 4", False),
        ("label = ${s}", False),
        ("other/cf = ${s}", False),
    ],
)
@pytest.mark.parametrize("type_", ["select_one", "select_multiple"])
def test_a_choice_filter_offers_rows(
    converter: Converter, judge: Judge, text: str, is_sayable: bool, type_: str
) -> None:
    rows = [
        {"type": "select_one s", "name": "s", "label": "S"},
        {"type": f"{type_} c", "name": "c", "label": "C", "choice_filter": text},
    ]
    book = survey(*rows, choices=[*STATES, *COUNTIES])
    document, entries, _ = converter.read("xlsform", book)
    assert ("program" in codes(entries)) == (not is_sayable), entries
    if not is_sayable:
        return
    assert {entry["effect"] for entry in entries} <= {"none"}
    several = type_ == "select_multiple"
    records = [record | ({"c": [record["c"]]} if several and "c" in record else {}) for record in FILTERED]
    ours = converter.verdicts(document, records)
    assert ours == [verdict["valid"] for verdict in judge.verdicts(xform(book), records)]
    written, lost = converter.write("xlsform", document)
    assert [entry for entry in lost if entry["effect"] != "none"] == []
    assert converter.verdicts(converter.read("xlsform", written)[0], records) == ours
    assert [verdict["valid"] for verdict in judge.verdicts(xform(written), records)] == ours


def test_choices_of_one_name_are_offered_while_one_of_them_is(converter: Converter, judge: Judge) -> None:
    both = [*COUNTIES, {"list_name": "c", "name": "king", "label": "King", "cf": "tx", "size": "1"}]
    rows = [
        {"type": "select_one s", "name": "s", "label": "S"},
        {"type": "select_one c", "name": "c", "label": "C", "choice_filter": "cf=${s}"},
    ]
    book = survey(*rows, choices=[*STATES, *both], settings=[{"allow_choice_duplicates": "yes"}])
    document, entries, _ = converter.read("xlsform", book)
    assert {entry["effect"] for entry in entries} == {"none"}
    verdicts = [verdict["valid"] for verdict in judge.verdicts(xform(book), FILTERED)]
    assert converter.verdicts(document, FILTERED) == verdicts


def test_a_choice_filter_in_a_repeat_looks_at_its_entry(converter: Converter) -> None:
    rows = [
        {"type": "begin_repeat", "name": "r", "label": "R"},
        {"type": "select_one s", "name": "s", "label": "S"},
        {"type": "select_one c or_other", "name": "c", "label": "C", "choice_filter": "cf=${s}"},
        {"type": "end_repeat"},
    ]
    document, _, _ = converter.read("xlsform", survey(*rows, choices=[*STATES, *COUNTIES]))
    records = [{"r": [{"s": "wa", "c": "king"}, {"s": "tx", "c": "cameron"}]}, {"r": [{"s": "tx", "c": "king"}]}]
    assert converter.verdicts(document, records) == [True, False]


CALCULATED: list[Json] = [
    {}, {"n": 4, "m": 2}, {"n": 4}, {"n": -3, "m": 0}, {"n": 7, "m": 2, "p": "yes"}, {"n": 0, "m": 0, "p": "no"}, {"p": "yes", "t": "x"},
    {"n": 4, "m": 2, "c": 99}, {"c": 1}, {"n": 12, "m": 1, "c": "x", "t": "yes"},
]  # fmt: skip


@pytest.mark.parametrize(
    ("calculation", "relevant", "is_sayable"),
    [
        ("${n} * ${m} + 1", "${c} > 5", True),
        ("${n} - ${m}", "${c} <= 4", True),
        ("${n} mod 5", "${c} = 4 or ${c} = 2", True),
        ("if(${p} = 'yes', ${n}, 100)", "${c} >= 7", True),
        ("if(${n} > 3, 'yes', 'no')", "${c} = 'yes'", True),
        ("if(${n} > 3, 'yes', 'no')", "${c} = ${t}", True),
        ("coalesce(${n}, 5)", "${c} = 5", True),
        ("int(${n} div 2)", "${c} < 3", True),
        ("${t}", "${c} != ''", True),
        ("concat(${t}, 'x')", "${c} = 'xx'", False),
        ("string-length(${t})", "${c} = 1", False),
    ],
)
def test_a_calculation_is_a_field_that_others_look_at(
    converter: Converter, judge: Judge, calculation: str, relevant: str, is_sayable: bool
) -> None:
    rows = [
        {"type": "integer", "name": "n", "label": "N"}, {"type": "integer", "name": "m", "label": "M"},
        {"type": "select_one yn", "name": "p", "label": "P"}, {"type": "text", "name": "t", "label": "T"},
        {"type": "calculate", "name": "c", "calculation": calculation},
        {"type": "text", "name": "q", "label": "Q", "required": "yes", "relevant": relevant},
    ]  # fmt: skip
    book = survey(*rows, choices=YES_NO)
    document, entries, _ = converter.read("xlsform", book)
    assert converter.problems(document) == []
    assert ("program" in codes(entries)) == (not is_sayable), entries
    field = next((it for it in document["fields"] if it["key"] == "c"), None)
    assert (field is not None) == is_sayable
    # A device calculates it anew, whatever a record has.
    theirs = [verdict["valid"] for verdict in judge.verdicts(xform(book), CALCULATED)]
    ours = converter.verdicts(document, CALCULATED)
    if is_sayable:
        assert field and field["visible"] is False and field["whenHidden"] == "keep" and field["lenient"]
        assert ours == theirs, (document, entries)
    else:
        assert all(own or not their for own, their in zip(ours, theirs, strict=True))


NESTED: list[Json] = [
    {"type": "text", "name": "x", "label": "X"},
    {"type": "begin_group", "name": "g", "label": "G"},
    {"type": "integer", "name": "n", "label": "N"},
    {"type": "begin_group", "name": "h", "label": "H"},
    {"type": "text", "name": "t", "label": "T"},
    {"type": "select_multiple yn", "name": "m", "label": "M"},
    {"type": "end_group", "name": "h"},
    {"type": "end_group", "name": "g"},
    {"type": "begin_group", "name": "k", "label": "K"},
    {"type": "integer", "name": "n", "label": "N"},
    {"type": "end_group", "name": "k"},
]


@pytest.mark.parametrize(
    ("where", "relevant"),
    [
        ("g", "../n > 3"),
        ("h", "../../n > 3"),
        ("h", "../t = 'yes'"),
        ("h", "selected( ../m , 'yes')"),
        ("h", "../m = 'yes'"),
        ("h", "../m != 'no'"),
        ("", "../g/n = 4 or /data/g/h/t = 'x'"),
        ("h", "../../../x = 'x'"),
        ("", "../g/h/t != '' and not(boolean(../x))"),
        ("k", "../n > 3 and ../../g/n > ../n"),
        ("k", "current()/../n = 1"),
        ("k", "../g/n = 1"),
        ("", "../g/h/../n = 4"),
    ],
)
def test_a_path_leads_to_a_question(
    converter: Converter, judge: Judge, where: str, relevant: str
) -> None:
    """Two questions are called n, so that only a path says which one is meant."""
    question = {"type": "text", "name": "q", "label": "Q", "required": "yes", "relevant": relevant}
    end = next((place for place, row in enumerate(NESTED) if (row["type"], row["name"]) == ("end_group", where)), len(NESTED))
    book = survey(*NESTED[:end], question, *NESTED[end:], choices=YES_NO)
    document, entries, _ = converter.read("xlsform", book)
    assert converter.problems(document) == []
    is_known = (where, relevant) not in {("k", "../g/n = 1"), ("", "../g/h/../n = 4")}
    assert ("program" in codes(entries)) != is_known, entries
    if not is_known:
        return
    rng = random.Random(relevant)
    records: list[Json] = []
    for _ in range(60):
        inner: Json = {"t": rng.choice(["yes", "x"]), "m": rng.choice([["yes"], ["no"], ["yes", "no"], []])}
        outer: Json = {"n": rng.choice([1, 4, 6]), "h": inner}
        last: Json = {"n": rng.choice([1, 4, 5])}
        whole: Json = {"x": rng.choice(["", "x"]), "g": outer, "k": last}
        place = {"": whole, "g": outer, "h": inner, "k": last}[where]
        if rng.random() < 0.5:
            place["q"] = "q"
        for part in (inner, outer, last, whole):
            for key in [key for key, value in part.items() if value in ("", []) or rng.random() < 0.1 and key != "h"]:
                del part[key]
        records.append(whole)
    verdicts = judge.verdicts(xform(book), records)
    ours = converter.verdicts(document, records)
    compared = [(is_right(it), own) for it, own in zip(verdicts, ours, strict=True) if comparable(it)]
    assert {own for _, own in compared} == {True, False}
    assert all(theirs == own for theirs, own in compared), list(zip(records, verdicts, ours, strict=True))
    written, _ = converter.write("xlsform", document)
    assert converter.read("xlsform", written)[0] == document


def test_a_group_is_asked_for_by_what_is_in_it_or_around_it(converter: Converter) -> None:
    """As the inputs of a task are, in forms of the Community Health Toolkit."""
    book = survey(
        {"type": "begin_group", "name": "inputs", "label": "I", "relevant": "./source = \u2018user\u2019"},
        {"type": "hidden", "name": "source", "default": "user"},
        {"type": "tel", "name": "phone", "label": "P"},
        {"type": "text", "name": "t", "label": "T", "relevant": "../source != 'x'"},
        {"type": "end_group", "name": "inputs"},
        settings=[{"form_title": "T", "path": "data"}],
    )
    document, entries, _ = converter.read("xlsform", book)
    source, phone, text = document["fields"]
    assert source["kind"] == "entry" and source["lenient"] and source["visible"] is False
    assert phone["kind"] == "any" and phone["visible"] == {"when": {"key": source["key"], "is": "user"}}
    assert {entry["code"]: entry["effect"] for entry in entries if entry["effect"] != "none"} == {"unknownType": "laxer"}
    assert text["visible"]["when"]["all"] == [{"key": source["key"], "is": "user"}, {"key": source["key"], "isNot": "x"}]
    written, _ = converter.write("xlsform", document)
    assert [row["type"] for row in written["survey"]] == [row["type"] for row in book["survey"]]
    assert converter.read("xlsform", written)[0] == document


@pytest.mark.parametrize(
    "constraint",
    [
        ". <= now()", ". < now()", ". > now()", ". <= today() + 30", ". >= today() - 7 * 4",
        "int(decimal-date-time(.)) <= int(decimal-date-time(today()))",
        "decimal-date-time(.) <= decimal-date-time(today()) + 30",
        ". >= date-time(decimal-date-time(today()) - (9 * 3)) and . <= date(today() + 2)",
        "int(decimal-date-time(today()) - decimal-date-time(.)) <= 3",
        "today() - . < 5",
        ". - ${d} > 2",
        ". > ${d} + 2",
    ],
)
def test_days_are_counted(converter: Converter, judge: Judge, constraint: str) -> None:
    book = survey({"type": "date", "name": "d", "label": "D"}, {"type": "date", "name": "q", "label": "Q", "constraint": constraint})
    document, entries, _ = converter.read("xlsform", book)
    assert converter.problems(document) == [] and "program" not in codes(entries), entries
    today = date.today()
    days = [-60, -30, -28, -27, -20, -5, -4, -3, -1, 0, 1, 2, 3, 5, 29, 30, 31, 60]
    records = [{"q": str(today + timedelta(days=day))} for day in days]
    records += [{"d": str(today), **record} for record in records] + [{}]
    theirs = [verdict["valid"] for verdict in judge.verdicts(xform(book), records)]
    assert converter.verdicts(document, records) == theirs
    assert set(theirs) == {True, False}


def test_a_calculation_counts_while_its_group_does(converter: Converter, judge: Judge) -> None:
    book = survey(
        {"type": "integer", "name": "n", "label": "N"},
        {"type": "begin_group", "name": "g", "label": "G", "relevant": "${n} > 3"},
        {"type": "calculate", "name": "twice", "calculation": "${n} * 2"},
        {"type": "calculate", "name": "more", "calculation": "../twice + 1", "relevant": "../twice < 20"},
        {"type": "end_group", "name": "g"},
        {"type": "text", "name": "q", "label": "Q", "required": "yes", "relevant": "../g/more > 10"},
        {"type": "text", "name": "r", "label": "R", "required": "yes", "relevant": "${twice} < 9"},
    )
    document, entries, _ = converter.read("xlsform", book)
    assert converter.problems(document) == [] and "program" not in codes(entries), entries
    records = [{**n, **q, **r} for n in ({}, *({"n": n} for n in (1, 4, 5, 9, 10, 12)))
               for q in ({}, {"q": "x"}) for r in ({}, {"r": "x"})]  # fmt: skip
    verdicts = judge.verdicts(xform(book), records)
    ours = converter.verdicts(document, records)
    compared = [(own, is_right(it)) for own, it in zip(ours, verdicts, strict=True) if comparable(it)]
    assert all(own == theirs for own, theirs in compared) and {own for own, _ in compared} == {True, False}
    written, told = converter.write("xlsform", document)
    assert [entry["code"] for entry in told] == ["presentationOnly"] * len(told)
    again = converter.read("xlsform", written)[0]
    assert converter.verdicts(again, records) == ours


@pytest.mark.parametrize("asked", [{}, {"required": "yes"}, {"constraint": ". > 100"}])
def test_any_value_is_taken_of_what_a_device_writes_over(converter: Converter, judge: Judge, asked: Json) -> None:
    book = survey({"type": "integer", "name": "n", "label": "N", "calculation": "string-length('abc')", **asked})
    document, entries, _ = converter.read("xlsform", book)
    records: list[Json] = [{}, {"n": 1}, {"n": 200}, {"n": "x"}]
    assert converter.verdicts(document, records) == [True] * 4
    told = {entry["code"]: entry["effect"] for entry in entries}
    assert told["program"] == ("laxer" if asked else "none")


def test_what_a_workbook_changes_in_a_language_is_told(converter: Converter) -> None:
    """Of a text that only readers of one language see, and of a default language that no text is in."""
    label = {"en": "Name", "de": " Name, mit Rand\t"}
    document = {
        "presentation": {"xlsform": {"default_language": "Klingon (tlh)"}},
        "fields": [{"key": "name", "kind": "entry", "label": label, "whenEmpty": "omit"}],
    }
    _, entries = converter.write("xlsform", document)
    told = {(it["path"], it["message"]) for it in entries}
    assert ("/presentation", "The default language is that of the first texts") in told
    assert ("/fields/0/label", "White space around the text is left out") in told
