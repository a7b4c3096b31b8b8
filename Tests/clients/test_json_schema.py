"""A form and the JSON Schema made of it agree about values, as an independent validator sees it."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from conftest import SHARED
from jsonschema import Draft202012Validator

from daemon import Daemon

URI = "form:schema"


def rules(*rules: dict[str, Any]) -> dict[str, Any]:
    return {"validation": {"endEditing": list(rules)}}


def entry(**more: Any) -> dict[str, Any]:
    return {"key": "it", "kind": "entry", "label": "It", "lengthUnit": "scalar"} | more


def picker(**more: Any) -> dict[str, Any]:
    return {"key": "it", "kind": "picker", "label": "It"} | more


ROWS = ["CA", {"value": "RO", "label": "Romania"}]
CASES = [
    pytest.param(entry(maxLength=3), ["", "abc", "abcd", "äöü", "🙂🙂🙂🙂"], id="a greatest length"),
    pytest.param(entry(required=True), ["", "a"], id="required"),
    pytest.param(entry(**rules({"minLength": 2})), ["", "a", "ab"], id="a least length"),
    pytest.param(
        entry(**rules({"pattern": "[a-z]+[0-9]?", "anchored": True})),
        ["", "ab1", "ab12", "1ab"],
        id="a pattern for all of it",
    ),
    pytest.param(
        entry(**rules({"pattern": "^a"}, {"pattern": "b$"})), ["", "ab", "a", "b"], id="two patterns"
    ),
    pytest.param(
        entry(value="integer", **rules({"minimum": 2}, {"exclusiveMaximum": 10}, {"step": 2})),
        ["", "2", "3", "8", "10", "x", "4.5"],
        id="a number",
    ),
    pytest.param(entry(value="number", **rules({"maximum": 0.5})), ["0.5", "0.51", "-1"], id="a fraction"),
    pytest.param(entry(**rules({"oneOf": ["a", "b"]})), ["", "a", "c"], id="one of some"),
    pytest.param(entry(**rules({"format": "ipv4"})), ["", "192.0.2.1", "192.0.2.256"], id="a format"),
    pytest.param(picker(data=ROWS), ["", "RO", "CA", "XX"], id="rows"),
    pytest.param(picker(data=ROWS, required=True), ["", "RO"], id="rows, required"),
    pytest.param(
        picker(data=["1", "2"], value="integer", required=True), ["", "1", "3"], id="rows of numbers"
    ),
    pytest.param(picker(data=["CA"], manualEntry=True), ["", "CA", "my own"], id="typed rows"),
    pytest.param(
        picker(data=["a", "b", "c"], multiple=True, maxItems=2),
        [[], ["a"], ["a", "b"], ["a", "b", "c"]],
        id="several rows",
    ),
    pytest.param(
        picker(data=["a", "b"], multiple=True, required=True), [[], ["a"]], id="several rows, required"
    ),
    pytest.param(
        {"key": "it", "kind": "date", "label": "It"}, ["", "2026-02-28", "2026-02-30"], id="a date"
    ),
]


def schema_of(daemon: Daemon, field: dict[str, Any]) -> dict[str, Any]:
    daemon.request("field/open", {"uri": URI, "document": {"fields": [field]}})
    exported = daemon.request("field/export", {"uri": URI, "format": "json-schema"})
    daemon.request("field/close", {"uri": URI})
    assert exported["losses"] == []
    Draft202012Validator.check_schema(exported["document"])
    return exported["document"]


def value_of(draft: Any, field: dict[str, Any]) -> Any:
    """What a submission of the draft would be, if the form took it."""
    if draft == "":
        return None
    if field.get("value") in ("number", "integer"):
        try:
            return float(draft) if "." in draft else int(draft)
        except ValueError:
            return draft
    return draft


@pytest.mark.parametrize(("field", "drafts"), CASES)
def test_a_form_takes_what_its_schema_takes(fieldd: str, field: dict, drafts: list) -> None:
    with Daemon(fieldd) as daemon:
        daemon.request("initialize", {"capabilities": {}})
        schema = schema_of(daemon, field)
        validator = Draft202012Validator(
            schema, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
        )
        verdicts = []
        for draft in drafts:
            name = "date" if field["kind"] == "date" else "text"
            document = {"fields": [field | {name: draft}]}
            daemon.request("field/open", {"uri": URI, "document": document})
            result = daemon.request("field/submit", {"uri": URI})
            daemon.request("field/close", {"uri": URI})
            value = {"it": value_of(draft, field)}
            verdicts.append(result["committed"])
            assert validator.is_valid(value) == result["committed"], (value, result, schema)
            if result["committed"]:
                assert result["values"] == value
        assert True in verdicts and (False in verdicts or "manualEntry" in field)


@pytest.mark.parametrize(("field", "drafts"), CASES)
def test_a_schema_comes_back_as_the_same_form(fieldd: str, field: dict, drafts: list) -> None:
    """What was exported, imported and exported again is the same schema."""
    with Daemon(fieldd) as daemon:
        daemon.request("initialize", {"capabilities": {}})
        schema = schema_of(daemon, field)
        imported = daemon.request("field/import", {"format": "json-schema", "document": schema})
        if "manualEntry" in field or "allOf" in str(schema):
            assert imported["losses"] != []
            return
        assert imported["losses"] == []
        if "oneOf" in str(field):
            # Values to choose from come back as rows.
            assert imported["document"]["fields"][0]["data"] == ["a", "b"]
            return
        assert schema_of(daemon, imported["document"]["fields"][0]) == schema


SUITE = SHARED / "suites" / "json-schema-test-suite" / "draft2020-12"


def draft_of(value: Any, field: dict[str, Any]) -> Any:
    """What a person enters for a value; None for a value that the field is not for."""
    kind = field.get("value", "string")
    if kind in ("number", "integer") and type(value) in (int, float):
        return json.dumps(value)
    if kind == "boolean" and type(value) is bool:
        return json.dumps(value)
    if kind == "string" and isinstance(value, str) and value and not field.get("multiple"):
        return value
    return None


def test_the_public_suite_is_imported(fieldd: str) -> None:
    """Where nothing is lost, a form takes what the suite calls valid; nothing is lost in silence."""
    if not SUITE.exists():
        pytest.skip(f"not here: {SUITE}")
    agreed, disagreed = 0, []
    with Daemon(fieldd) as daemon:
        daemon.request("initialize", {"capabilities": {}})
        for file in sorted(SUITE.rglob("*.json")):
            # There formats say nothing, and numbers are equal that are written differently.
            is_special = file.name in ("format.json", "enum.json")
            for case in json.loads(file.read_text()):
                schema = {"type": "object", "properties": {"it": case["schema"]}, "required": ["it"]}
                imported = daemon.request(
                    "field/import", {"format": "json-schema", "document": schema}
                )
                losses = [loss["message"] for loss in imported["losses"]]
                fields = imported["document"]["fields"]
                if is_special or not all("Values of any type" in loss for loss in losses):
                    continue
                assert fields, schema
                for test in case["tests"]:
                    draft = draft_of(test["data"], fields[0])
                    if draft is None:
                        continue
                    name = "date" if fields[0]["kind"] == "date" else "text"
                    document = {"fields": [fields[0] | {name: draft}]}
                    opened = daemon.request("field/open", {"uri": URI, "document": document})
                    problems = [d for d in opened["diagnostics"] if d["severity"] == 1]
                    result = daemon.request("field/submit", {"uri": URI})
                    daemon.request("field/close", {"uri": URI})
                    if problems or result["committed"] != test["valid"]:
                        disagreed.append((file.name, case["schema"], test["data"], problems))
                    agreed += 1
    assert disagreed == []
    assert agreed > 500
