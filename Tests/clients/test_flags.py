"""Several rows as flags: a record has an object with true or false for each row, as Form.io and others store boxes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from converter import Converter, Json

ROWS = [{"value": "a", "label": "A"}, "b", {"value": 3, "label": "Three"}]
BOXES: Json = {"key": "how", "kind": "picker", "label": "How", "multiple": True, "asFlags": True, "data": ROWS}


def form(*fields: Json, **field: Any) -> Json:
    return {"fields": [{**BOXES, **field}, *fields]}


def codes(converter: Converter, document: Json, record: Json) -> list[str]:
    """The codes of the errors of a record."""
    result = converter.ask("field/check", {"form": document, "values": record})["result"]
    return [problem["code"] for problem in result["problems"] if problem["severity"] == "error"]


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({"a": True, "b": False, "3": False}, None),
        ({"a": True}, None),
        ({"3": True}, None),
        ({"a": False, "other": False, "": False}, None),
        ({}, None),
        (None, None),
        ({"other": True}, "badInput"),
        ({"a": "true"}, "wrongType"),
        ({"a": None}, "wrongType"),
        (["a"], "wrongType"),
        ("a", "wrongType"),
        (True, "wrongType"),
    ],
)
def test_a_record_has_flags(converter: Converter, value: Any, problem: str | None) -> None:
    assert codes(converter, form(), {"how": value}) == ([] if problem is None else [problem])


def test_what_is_asked_of_rows_is_asked_of_flags(converter: Converter) -> None:
    def said(value: Any, **field: Any) -> list[str]:
        return codes(converter, form(**field), {"how": value})

    assert said({"a": False}, required=True) == ["valueMissing"] == said({}, required=True)
    assert said({"b": True}, required=True) == []
    assert said({"a": True}, minItems=2) == ["rangeUnderflow"]
    assert said({"a": True, "b": True, "3": True}, maxItems=2) == ["rangeOverflow"]
    alone = [{"value": "none", "exclusive": True}, "a"]
    assert said({"a": True, "none": True}, data=alone) == ["badInput"]
    assert said({"a": True, "none": False}, data=alone) == []
    assert said({"typed": True}, manualEntry="Other") == []


def test_others_look_at_the_rows_that_are_true(converter: Converter) -> None:
    why = {"key": "why", "kind": "entry", "label": "Why", "required": True, "visible": {"when": {"key": "how", "is": "a"}}}
    count = {"key": "n", "kind": "entry", "label": "N", "value": "number", "calculate": "count({how})", "visible": False, "whenHidden": "keep"}
    document = form(why, count)
    verdicts = [
        ({"how": {"a": True}, "n": 1}, False), ({"how": {"a": True, "b": True}, "why": "x", "n": 2}, True),
        ({"how": {"b": True}, "n": 1}, True), ({"how": {"a": False}, "n": 0}, True), ({"how": {"b": True}, "n": 2}, False),
    ]  # fmt: skip
    assert converter.verdicts(document, [record for record, _ in verdicts]) == [right for _, right in verdicts]


def test_a_form_commits_flags_and_begins_with_them(converter: Converter) -> None:
    def submitted(values: Json) -> Any:
        converter.ask("field/open", {"uri": "memory:/f", "document": form(), "values": values})
        answer = converter.ask("field/submit", {"uri": "memory:/f"})
        converter.ask("field/close", {"uri": "memory:/f"})
        return answer["result"]["values"]

    assert submitted({"how": {"b": True, "a": False}}) == {"how": {"a": False, "b": True, "3": False}}
    assert submitted({}) == {"how": {"a": False, "b": False, "3": False}}


def test_a_schema_and_a_type_say_the_same(converter: Converter) -> None:
    records: list[Json] = [{"how": value} for value in (
        {"a": True}, {"a": False}, {}, None, {"b": True, "3": False}, {"x": True}, {"x": False}, {"a": 1}, ["a"], "a",
    )] + [{}]  # fmt: skip
    why = {"key": "why", "kind": "entry", "label": "Why", "required": True}
    forms = [
        form(), form(required=True), form(whenEmpty="null"), form(data=ROWS[:1], required=True),
        form({**why, "visible": {"when": {"key": "how", "is": "a"}}}), form({**why, "visible": {"when": {"key": "how", "isNot": "a"}}}),
        form({**why, "visible": {"when": {"key": "how", "filled": True}}}), form(required={"when": {"key": "why", "filled": True}}),
    ]  # fmt: skip
    for document in forms:
        if isinstance(document["fields"][0].get("required"), dict):
            document["fields"].append({"key": "why", "kind": "entry", "label": "Why"})
        schema, told = converter.write("json-schema", document)
        assert {entry["effect"] for entry in told} <= {"none"}, (document, told)
        validator = jsonschema.Draft202012Validator(schema)
        # A value for a hidden field is warned of.
        every = records + [{**record, "why": "x"} for record in records]
        ours = converter.verdicts(document, every)
        assert ours == [validator.is_valid(record) for record in every], document
        again = converter.read("json-schema", schema)[0]
        assert converter.verdicts(again, every) == ours
    converter.ask("field/open", {"uri": "memory:/f", "document": form()})
    text = converter.ask("field/export", {"uri": "memory:/f", "format": "typescript"})["result"]["text"]
    converter.ask("field/close", {"uri": "memory:/f"})
    assert 'how?: { a?: boolean; b?: boolean; "3"?: boolean }' in text


def test_boxes_of_formio_come_and_go(converter: Converter) -> None:
    boxes = {"type": "selectboxes", "key": "how", "label": "How", "values": [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]}

    def text(key: str, **more: Any) -> Json:
        return {"type": "textfield", "key": key, "label": key, "validate": {"required": True}, **more}

    source = {"components": [
        boxes, text("p", conditional={"show": True, "when": "how.a", "eq": True}),
        text("q", conditional={"show": False, "when": "how.a", "eq": "true"}), text("r", customConditional="show = data.how.b === true;"),
        text("s", customConditional="show = !(data.how && data.how.b) || data.how.a"), text("t", customConditional="show = !data.how.a"),
    ]}  # fmt: skip
    document, entries, _ = converter.read("formio", source)
    assert {entry["effect"] for entry in entries} <= {"none"}, entries
    field = document["fields"][0]
    assert field["asFlags"] and field["multiple"] and field["lenient"]
    for a in (True, False):
        for b in (True, False):
            shown = {"p": a, "q": not a, "r": b, "s": not b or a, "t": not a}
            record = {"how": {"a": a, "b": b}} | {key: "x" for key, is_shown in shown.items() if is_shown}
            assert converter.verdicts(document, [record]) == [True]
            for key, is_shown in shown.items():
                if is_shown:
                    less = {name: value for name, value in record.items() if name != key}
                    assert codes(converter, document, less) == ["valueMissing"], (less, key)
    written, told = converter.write("formio", {"fields": document["fields"][:3]})
    assert {entry["effect"] for entry in told} <= {"none"}, told
    assert written["components"][0]["type"] == "selectboxes"
    assert converter.read("formio", written)[0]["fields"][0] == field


def test_formats_without_flags_tell_that_they_are_lost(converter: Converter) -> None:
    for format in ("surveyjs", "xlsform", "html", "github", "mcp", "lsp-form", "slack", "adaptive-cards", "awx", "a2ui"):
        converter.ask("field/open", {"uri": "memory:/f", "document": form()})
        told = converter.ask("field/export", {"uri": "memory:/f", "format": format})["result"]["report"]["entries"]
        converter.ask("field/close", {"uri": "memory:/f"})
        lost = [entry for entry in told if entry["path"] == "/fields/0/asFlags"]
        assert [entry["effect"] for entry in lost] == ["stricter"], (format, told)


@pytest.mark.parametrize(
    ("table", "is_right"),
    [
        ("how\na;b\n", True),
        ("how\na b\n", True),
        ("how\n3\n", False),
        ("how\na;x\n", False),
        ('how\n"{""b"": true, ""a"": true}"\n', True),
        ('how\n"{""b"": true, ""a"": false}"\n', False),
        ("how/a,how/b,how/3\nyes,no,1\n", True),
        ("how/a,how/b,how/3\nyes,no,0\n", False),
        ("how/a,how/b,how/3\nyes,yes,maybe\n", False),
    ],
)
def test_a_table_has_rows_or_flags(fieldd: str, tmp_path: Path, table: str, is_right: bool) -> None:
    (tmp_path / "f.fields.json").write_text(json.dumps(form(minItems=2)))
    (tmp_path / "r.csv").write_text(table)
    made = subprocess.run(
        [fieldd, "check", "--form", "f.fields.json", "r.csv"], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert made.returncode == (0 if is_right else 1), made.stdout


@pytest.mark.parametrize("required", [True, False])
@pytest.mark.parametrize("kind", ["valid", "boundary", "invalid"])
def test_generated_records_have_flags(fieldd: str, tmp_path: Path, kind: str, required: bool) -> None:
    (tmp_path / "f.fields.json").write_text(json.dumps(form(required=required, minItems=2)))
    words = [fieldd, "generate", "f.fields.json", "--kind", kind, "--count", "3"]
    made = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    assert "no record was found" not in made.stderr
    records = [json.loads(line) for line in made.stdout.splitlines()]
    assert any(isinstance(record.get("how"), dict) for record in records)
    (tmp_path / "r.ndjson").write_text(made.stdout)
    checked = subprocess.run(
        [fieldd, "check", "--form", "f.fields.json", "r.ndjson"], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert checked.returncode == (1 if kind == "invalid" else 0), checked.stdout


@pytest.mark.parametrize(
    "field",
    [
        {**BOXES, "group": "g"}, {**BOXES, "group": "g", "path": "/deep/how"}, {**BOXES, "data": []}, {**BOXES, "manualEntry": "Other"},
        {**BOXES, "enabled": False}, {**BOXES, "group": "l"}, {**BOXES, "group": "l", "path": ""}, {**BOXES, "multiple": False},
        {**BOXES, "validation": {"endEditing": [{"schema": {"required": ["a"]}}]}},
    ],
)  # fmt: skip
def test_a_schema_brings_the_field_back_wherever_it_is(converter: Converter, field: Json) -> None:
    groups = [{"key": "g", "label": "G", "path": "/g"}, {"key": "l", "label": "L", "repeat": {}}]
    document = {"groups": [group for group in groups if group["key"] == field.get("group")], "fields": [field]}
    assert converter.problems(document) == []
    schema, _ = converter.write("json-schema", document)
    again = converter.read("json-schema", schema)[0]
    assert {name: value for name, value in again["fields"][0].items()} == field
