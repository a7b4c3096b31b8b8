"""Schemas for the structured output of models: what they may say, and what the form makes of answers by them."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conftest import FIRST_SEED
import pytest
from jsonschema import Draft202012Validator

from daemon import Daemon
from schemas import Schemas

FORM: dict[str, Any] = {
    "title": "Trip",
    "groups": [{"key": "lines", "label": "Lines", "repeat": {"minEntries": 1, "maxEntries": 3}}],
    "fields": [
        {"key": "city", "kind": "picker", "label": "City", "required": True,
         "data": ["Cluj", {"value": "OS", "label": "Oslo"}]},
        {"key": "town", "kind": "picker", "label": "Town", "data": ["a", "b"]},
        {"key": "tags", "kind": "picker", "label": "Tags", "data": ["a", "b"], "multiple": True},
        {"key": "sure", "kind": "picker", "label": "Sure", "value": "boolean",
         "data": [{"value": True, "label": "Yes"}, {"value": False, "label": "No"}]},
        {"key": "day", "kind": "date", "label": "Day"},
        {"key": "nick", "kind": "entry", "label": "Nick", "maxLength": 9, "helper": "Short"},
        {"key": "note", "kind": "area", "label": "Note", "whenEmpty": "empty"},
        {"key": "code", "kind": "entry", "label": "Code", "whenEmpty": "omit",
         "validation": {"endEditing": [{"pattern": "^a+$"}]}},
        {"key": "seats", "kind": "entry", "label": "Seats", "value": "integer", "required": True,
         "visible": {"when": {"key": "city", "is": "OS"}},
         "validation": {"endEditing": [{"minimum": 1}]}},
        {"key": "street", "kind": "entry", "label": "Street", "path": "/address/street"},
        {"key": "zip", "kind": "entry", "label": "ZIP", "path": "/address/zip", "required": True},
        {"key": "product", "kind": "entry", "label": "Product", "group": "lines", "required": True},
        {"key": "count", "kind": "entry", "label": "Count", "group": "lines", "value": "integer"},
    ],
}  # fmt: skip
TAKEN = {
    "type", "enum", "const", "title", "description", "format", "anyOf", "items", "properties", "required",
    "additionalProperties",
}  # fmt: skip


@pytest.fixture(scope="module")
def schemas(fieldd: str) -> Iterator[Schemas]:
    with Daemon(fieldd) as daemon:
        yield Schemas(daemon)


def structured(schemas: Schemas, form: dict[str, Any], name: str = "json-schema") -> dict[str, Any]:
    daemon = schemas.daemon
    daemon.request("field/open", {"uri": "form:structured", "document": form})
    try:
        return daemon.request("field/export", {"uri": "form:structured", "format": name, "structured": True})
    finally:
        daemon.request("field/close", {"uri": "form:structured"})


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    yield schema
    for part in [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]:
        yield from parts(part)
    if "items" in schema:
        yield from parts(schema["items"])


def answer(schema: dict[str, Any], chance: random.Random) -> Any:
    """What a model may write by a schema, as random as it can be."""
    if "anyOf" in schema:
        return answer(chance.choice(schema["anyOf"]), chance)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    if "const" in schema:
        return schema["const"]
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    match chance.choice(kinds):
        case "object":
            return {name: answer(part, chance) for name, part in schema["properties"].items()}
        case "array":
            return [answer(schema["items"], chance) for _ in range(chance.randint(0, 2))]
        case "string":
            return "2026-01-02" if schema.get("format") == "date" else chance.choice(["", "a", "x y"])
        case "integer":
            return chance.randint(0, 3)
        case kind:
            return {"null": None, "boolean": True, "number": 1.5}[kind]


def test_a_model_is_told_each_object_whole(schemas: Schemas) -> None:
    schema = structured(schemas, FORM)["document"]
    Draft202012Validator.check_schema(schema)
    for part in parts(schema):
        assert set(part) <= TAKEN, part
        assert "type" in part or "anyOf" in part, part
        if "properties" in part:
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])
    fields = schema["properties"]
    assert fields["nick"]["description"] == "Short\nmaxLength 9"
    assert fields["code"]["description"] == "pattern ^a+$"
    assert fields["town"]["enum"] == ["a", "b", None]
    assert fields["note"]["type"] == "string"
    assert fields["seats"] == {
        "title": "Seats", "type": ["integer", "null"], "description": "minimum 1",
    }  # fmt: skip


def test_what_is_empty_in_an_answer_is_empty_in_the_form(schemas: Schemas) -> None:
    """The form takes null where the schema does, but for a key that is to be left out, which is told."""
    answered = structured(schemas, FORM)
    empty = {
        "city": "Cluj", "town": None, "tags": [], "sure": None, "day": None, "nick": None, "note": "",
        "code": None, "seats": None, "address": {"street": None, "zip": "1"},
        "lines": [{"product": "x", "count": None}],
    }  # fmt: skip
    Draft202012Validator(answered["document"]).validate(empty)
    verdict = schemas.daemon.request("field/check", {"form": FORM, "values": empty})
    assert [(problem["path"], problem["code"]) for problem in verdict["problems"]] == [("/code", "whenEmpty")]
    told = {entry["path"]: entry["message"] for entry in answered["report"]["entries"] if "Null" in entry["message"]}
    assert set(told) == {"/fields/7"}


def test_what_a_form_takes_whole_a_model_may_write(schemas: Schemas) -> None:
    """An answer by the schema that the form refuses is refused for what the schema does not say."""
    schema = structured(schemas, FORM)["document"]
    validator = Draft202012Validator(schema)
    chance = random.Random(FIRST_SEED)
    refusals = set()
    for _ in range(200):
        record = answer(schema, chance)
        validator.validate(record)
        verdict = schemas.daemon.request("field/check", {"form": FORM, "values": record})
        refusals |= {problem["code"] for problem in verdict["problems"]}
    assert "wrongType" not in refusals and "unknownKey" not in refusals, refusals


def test_only_a_schema_is_structured(schemas: Schemas) -> None:
    with pytest.raises(AssertionError, match="must be of the format json-schema alone"):
        structured(schemas, FORM, "surveyjs")


def test_the_command_writes_it(fieldd: str, tmp_path: Path) -> None:
    form = tmp_path / "trip.fields.json"
    form.write_text(json.dumps(FORM), "utf-8")

    def convert(*words: str) -> subprocess.CompletedProcess[str]:
        command = [fieldd, "convert", "--structured", *words, str(form)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    assert json.loads(convert("--to", "json-schema", "--quiet").stdout)["additionalProperties"] is False
    refused = convert("--to", "rjsf")
    assert refused.returncode == 2 and "--structured is for --to json-schema" in refused.stderr
