"""Forms from and to JSON Schema, rjsf, MCP and the questions of language servers, with a report."""

from __future__ import annotations

import random
from typing import Any

from conftest import seed_ranges, seeds
import mcp_types
import pydantic
import pytest
from jsonschema import Draft4Validator, Draft7Validator, Draft202012Validator
from mcp_types._v2025_11_25 import PrimitiveSchemaDefinition

from daemon import Daemon
from schemas import Schemas


@pytest.fixture
def schemas(fieldd: str):
    """What imports and exports."""
    with Daemon(fieldd) as daemon:
        yield Schemas(daemon)


def told(answer: dict[str, Any]) -> set[tuple[str, str]]:
    """The codes and places of a report."""
    return {(entry["code"], entry["path"]) for entry in answer["report"]["entries"]}


def form(*fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**more, "fields": list(fields)}


def field(**more: Any) -> dict[str, Any]:
    """A field that is left out of a record while it is empty."""
    whole = {"key": "it", "kind": "entry", "label": "It"} | more
    return whole if whole.get("required") else whole | {"whenEmpty": "omit"}


def asks(schema: dict[str, Any], required: bool = False, **more: Any) -> dict[str, Any]:
    """The parameters of an elicitation with one property."""
    whole = {"type": "object", "properties": {"it": schema}} | ({"required": ["it"]} if required else {})
    return {"message": "What is it?", "requestedSchema": whole} | more


def one(answer: dict[str, Any]) -> dict[str, Any]:
    return answer["document"]["fields"][0]


# MCP

# A property of an elicitation, with what the field says beside its key and its label.
ASKED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "text": ({"type": "string", "title": "It"}, {}),
    "lengths": (
        {"type": "string", "title": "It", "minLength": 2, "maxLength": 5},
        {"lengthUnit": "scalar", "maxLength": 5, "validation": {"endEditing": [{"minLength": 2}]}},
    ),
    "a description and a default": (
        {"type": "string", "title": "It", "description": "In full", "default": "x"},
        {"helper": "In full", "text": "x"},
    ),
    "an address": (
        {"type": "string", "title": "It", "format": "email"},
        {"keyboard": "emailAddress", "validation": {"endEditing": [{"format": "email-rfc5321"}]}},
    ),
    "a link": (
        {"type": "string", "title": "It", "format": "uri"},
        {"keyboard": "URL", "validation": {"endEditing": [{"format": "uri"}]}},
    ),
    "a moment": (
        {"type": "string", "title": "It", "format": "date-time"},
        {"validation": {"endEditing": [{"format": "date-time"}]}},
    ),
    "a day": (
        {"type": "string", "title": "It", "format": "date", "default": "2026-01-02"},
        {"kind": "date", "date": "2026-01-02", "clearable": True},
    ),
    "a number": (
        {"type": "number", "title": "It", "minimum": 0.5, "maximum": 9, "default": 2.5},
        {
            "value": "number",
            "keyboard": "decimalPad",
            "text": "2.5",
            "validation": {"endEditing": [{"minimum": 0.5}, {"maximum": 9}]},
        },
    ),
    "a whole number": (
        {"type": "integer", "title": "It", "minimum": 1},
        {"value": "integer", "precision": "unlimited", "keyboard": "numberPad",
         "validation": {"endEditing": [{"minimum": 1}]}},
    ),
    "yes or no": (
        {"type": "boolean", "title": "It", "default": False},
        {
            "kind": "picker",
            "value": "boolean",
            "data": [{"value": True, "label": "Yes"}, {"value": False, "label": "No"}],
            "text": "false",
            "clearable": True,
        },
    ),
    "rows": (
        {"type": "string", "title": "It", "enum": ["red", "blue"], "default": "red"},
        {"kind": "picker", "data": ["red", "blue"], "text": "red", "clearable": True},
    ),
    "rows with titles": (
        {"type": "string", "title": "It", "oneOf": [{"const": "#f00", "title": "Red"}]},
        {"kind": "picker", "data": [{"value": "#f00", "label": "Red"}]},
    ),
    "several rows": (
        {
            "type": "array",
            "title": "It",
            "items": {"type": "string", "enum": ["a", "b", "c"]},
            "minItems": 1,
            "maxItems": 2,
            "default": ["a"],
        },
        {"kind": "picker", "multiple": True, "data": ["a", "b", "c"], "maxItems": 2, "text": ["a"], "clearable": True},
    ),
    "several rows with titles": (
        {"type": "array", "title": "It", "items": {"anyOf": [{"const": "a", "title": "A"}]}, "minItems": 1},
        {"kind": "picker", "multiple": True, "data": [{"value": "a", "label": "A"}]},
    ),
}  # fmt: skip
# What MCP has clients show in ways of their own is a guess at most.
GUESSED = {"enforced", "madeUp"}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("required", [False, True], ids=["optional", "required"])
def test_an_elicitation_becomes_a_form_and_comes_back(schemas: Schemas, name: str, required: bool) -> None:
    schema, expected = ASKED[name]
    source = asks(schema, required)
    read = schemas.convert(source, "mcp")
    assert {code for code, _ in told(read)} <= GUESSED
    assert read["losses"] == []
    assert read["document"]["description"] == "What is it?"
    wished = field(**expected) if not required else {"key": "it", "kind": "entry", "label": "It"} | expected
    if required:
        wished = {key: value for key, value in wished.items() if key != "clearable"} | {"required": True}
    assert one(read) == wished
    written = schemas.export(read["document"], "mcp")
    assert told(written) == set()
    if required and schema["type"] == "string" and schema.keys().isdisjoint({"enum", "oneOf", "minLength"}):
        # What must be filled in is not the empty text; that of a date is none anyway.
        source = asks(schema | ({} if schema.get("format") == "date" else {"minLength": 1}), required)
    assert written["document"] == source
    assert written["report"]["exact"] == len(one(read)) + 1 + ("validation" in expected) * (
        len(expected.get("validation", {}).get("endEditing", [])) - 1
    )


def test_what_is_exported_is_what_the_types_of_the_protocol_have(schemas: Schemas) -> None:
    types = pydantic.TypeAdapter(PrimitiveSchemaDefinition)
    for name, (schema, _) in ASKED.items():
        written = schemas.export(schemas.convert(asks(schema), "mcp")["document"], "mcp")["document"]
        params = mcp_types.ElicitRequestFormParams.model_validate(written)
        assert params.message == "What is it?", name
        for property in written["requestedSchema"]["properties"].values():
            made = types.validate_python(property)
            # Nothing is there that the types do not know.
            assert made.model_dump(by_alias=True, exclude_none=True) == property, name


def test_the_older_names_of_rows_are_read(schemas: Schemas) -> None:
    """Names that are fewer than the values leave the others as they are."""
    read = schemas.convert(asks({"type": "string", "enum": ["a", "b"], "enumNames": ["Ay"], "title": "It"}), "mcp")
    assert one(read)["data"] == [{"value": "a", "label": "Ay"}, "b"]


def test_a_yes_or_no_that_nobody_has_touched_is_no_answer(schemas: Schemas) -> None:
    document = schemas.convert(asks({"type": "boolean"}), "mcp")["document"]
    assert schemas.submit(document) == {}


def test_the_schema_alone_and_the_whole_request_are_read_too(schemas: Schemas) -> None:
    source = asks({"type": "string", "pattern": "(a)\\1"})
    whole = {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": source}
    for given, place in (
        (source["requestedSchema"], ""),
        (source, "/requestedSchema"),
        (whole, "/params/requestedSchema"),
    ):
        read = schemas.convert(given, "mcp")
        assert ("pattern", place + "/properties/it/pattern") in told(read)


# Fields of which an elicitation says less, with what is told of it.
UNASKED: dict[str, tuple[dict[str, Any], tuple[str, str]]] = {
    "an empty field that is null": ({"whenEmpty": "null"}, ("reinterpreted", "/fields/0/whenEmpty")),
    "a pattern": ({"validation": {"live": [{"pattern": "a"}]}}, ("noCounterpart", "/fields/0/validation/live/0")),
    "a step": (
        {"value": "number", "validation": {"endEditing": [{"step": 2}]}},
        ("noCounterpart", "/fields/0/validation/endEditing/0"),
    ),
    "a limit that is not reached": (
        {"value": "number", "validation": {"endEditing": [{"exclusiveMinimum": 2}]}},
        ("noCounterpart", "/fields/0/validation/endEditing/0"),
    ),
    "a whole number beyond a limit": (
        {"value": "integer", "validation": {"endEditing": [{"exclusiveMinimum": 2}]}},
        ("reinterpreted", "/fields/0/validation/endEditing/0"),
    ),
    "another format": (
        {"validation": {"endEditing": [{"format": "ipv4"}]}},
        ("noCounterpart", "/fields/0/validation/endEditing/0"),
    ),
    "a placeholder": ({"placeholder": "…"}, ("noCounterpart", "/fields/0/placeholder")),
    "a field that is shown": ({"readOnly": True, "text": "a"}, ("unsupportedField", "/fields/0")),
    "an area": ({"kind": "area"}, ("reinterpreted", "/fields/0/kind")),
    "rows of numbers": ({"kind": "picker", "data": [1, 2]}, ("reinterpreted", "/fields/0/data")),
    "rows with descriptions": (
        {"kind": "picker", "data": [{"value": "a", "description": "The first"}]},
        ("noCounterpart", "/fields/0/data"),
    ),
    "other words for yes and no": (
        {"kind": "picker", "data": [{"value": True, "label": "On"}, {"value": False, "label": "Off"}]},
        ("reinterpreted", "/fields/0/data"),
    ),
    "rows beside typed text": (
        {"kind": "picker", "data": ["a"], "manualEntry": True},
        ("noCounterpart", "/fields/0/data"),
    ),
    "a value that stands elsewhere": ({"path": "/a/b"}, ("reinterpreted", "/fields/0")),
    "a condition": ({"visible": {"when": {"key": "it", "filled": True}}}, ("noCounterpart", "/fields/0/visible")),
    "a validator": ({"validation": {"endEditing": [{"validator": "v"}]}}, ("program", "/fields/0/validation/endEditing/0")),
    "a keyboard": ({"keyboard": "twitter"}, ("noCounterpart", "/fields/0/keyboard")),
    "characters": ({"maxLength": 3}, ("noCounterpart", "/fields/0/maxLength")),
}  # fmt: skip


@pytest.mark.parametrize("name", UNASKED)
def test_what_an_elicitation_can_not_say_is_told(schemas: Schemas, name: str) -> None:
    more, entry = UNASKED[name]
    written = schemas.export(form(field(required=False) | more, description="What?"), "mcp")
    assert entry in told(written)
    mcp_types.ElicitRequestFormParams.model_validate(written["document"])
    for property in written["document"]["requestedSchema"]["properties"].values():
        pydantic.TypeAdapter(PrimitiveSchemaDefinition).validate_python(property)


def test_what_the_specification_does_not_have_is_read_and_told(schemas: Schemas) -> None:
    """Clients may refuse an object in an elicitation."""
    inner = {"type": "object", "properties": {"a": {"type": "string", "title": "A"}}}
    for property in (inner, {"type": "array", "items": inner}):
        read = schemas.convert(asks(property), "mcp")
        assert ("reinterpreted", "/requestedSchema/properties/it") in told(read)
        assert [it["key"] for it in read["document"]["fields"]] == ["a"]


def test_what_can_not_be_answered_is_not_asked(schemas: Schemas) -> None:
    written = schemas.export(form(field(readOnly=True, text="a"), field(key="b")), "mcp")
    assert list(written["document"]["requestedSchema"]["properties"]) == ["b"]


def test_lists_and_groups_are_not_flat(schemas: Schemas) -> None:
    groups = [{"key": "lines", "label": "Lines", "repeat": {}}, {"key": "page", "label": "Page"}]
    written = schemas.export(
        form(field(group="lines"), field(key="b", group="page"), groups=groups, title="T"), "mcp"
    )
    assert {
        ("unsupportedField", "/fields/0"),
        ("noCounterpart", "/groups/0"),
        ("noCounterpart", "/fields/1/group"),
        ("reinterpreted", "/title"),
    } <= told(written)
    assert list(written["document"]["requestedSchema"]["properties"]) == ["b"]
    assert written["document"]["message"] == "T"


def test_a_secret_is_not_asked_for(schemas: Schemas) -> None:
    """The specification forbids it in a form, and what is asked for by URL is none."""
    with pytest.raises(Exception, match="secret"):
        schemas.export(form(field(), field(key="b", secure=True)), "mcp")
    with pytest.raises(Exception, match="URL"):
        schemas.convert({"mode": "url", "message": "Log in", "url": "https://example.com"}, "mcp")
    with pytest.raises(Exception, match="requestedSchema"):
        schemas.convert({"message": "Nothing"}, "mcp")


# Questions of language servers


def question(kind: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": "it", "description": "It", "type": kind, "required": False} | more


ROWS = [{"value": "a", "description": "A"}, {"value": "b", "description": "b"}]
QUESTIONS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "text": (question({"kind": "string"}, default="x"), {"text": "x"}),
    "a required text": (question({"kind": "string"}, required=True), {"required": True}),
    "a number": (
        question({"kind": "number"}, default=2.5),
        {"value": "number", "keyboard": "decimalPad", "text": "2.5"},
    ),
    "yes or no": (
        question({"kind": "bool"}, default=True),
        {
            "kind": "picker",
            "value": "boolean",
            "data": [{"value": True, "label": "Yes"}, {"value": False, "label": "No"}],
            "text": "true",
        },
    ),
    "a text with validators": (
        question({"kind": "string", "validators": [
            {"kind": "regex", "pattern": "^[a-z]+$", "matchIsValid": True, "message": "Small letters", "severity": 3},
            {"kind": "regex", "pattern": "^(?:\\w+)$", "matchIsValid": True, "message": "Invalid", "severity": 2},
            {"kind": "regex", "pattern": "foo", "matchIsValid": False, "message": "No foo", "severity": 3}]}),
        {"validation": {"endEditing": [
            {"pattern": "^[a-z]+$", "message": "Small letters"}, {"pattern": "\\w+", "anchored": True, "severity": "warning"},
            {"schema": {"not": {"pattern": "foo"}}, "message": "No foo"}]}},
    ),
    "rows": (
        question({"kind": "enum", "entries": ROWS}, default="b"),
        {"kind": "picker", "data": [{"value": "a", "label": "A"}, "b"], "text": "b"},
    ),
    "several rows": (
        question({"kind": "list", "elementType": {"kind": "enum", "entries": ROWS}}, default=["b"]),
        {"kind": "picker", "multiple": True, "data": [{"value": "a", "label": "A"}, "b"], "text": ["b"]},
    ),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_becomes_a_field_and_comes_back(schemas: Schemas, name: str) -> None:
    source, expected = QUESTIONS[name]
    read = schemas.convert({"formFields": [source]}, "lsp-form")
    assert told(read) <= {("madeUp", "/formFields/0")}
    assert one(read) == {"key": "it", "kind": "entry", "label": "It"} | expected
    assert schemas.convert([source], "lsp-form")["document"] == read["document"]
    written = schemas.export(read["document"], "lsp-form")
    assert told(written) == set()
    assert written["document"] == {"formFields": [source]}
    rules = one(read).get("validation", {"endEditing": [0]})["endEditing"]
    assert written["report"]["exact"] == len(one(read)) + len(rules) - 1


UNKNOWN: dict[str, tuple[dict[str, Any], tuple[str, str]]] = {
    "another type": (question({"kind": "color"}), ("unknownType", "/0/type")),
    "a list of texts": (
        question({"kind": "list", "elementType": {"kind": "string"}}),
        ("unsupportedField", "/0/type"),
    ),
    "rows from elsewhere": (
        question({"kind": "lazyEnum", "source": "workspace/symbol", "config": {"k": 1}}),
        ("noCounterpart", "/0/type"),
    ),
    "a new file": (question({"kind": "file", "existence": 1, "type": 1}), ("noCounterpart", "/0/type/existence")),
    "an ending": (
        question({"kind": "file", "existence": 3, "type": 3, "filters": ["c++", "go"]}),
        ("reinterpreted", "/0/type/filters"),
    ),
    "another property": (question({"kind": "string"}, hint="…"), ("unknownProperty", "/0/hint")),
    "a row that is there twice": (
        question({"kind": "enum", "entries": [ROWS[0], ROWS[0]]}),
        ("duplicate", "/0/type/entries/1"),
    ),
    "no row": (question({"kind": "enum", "entries": ROWS}, default="c"), ("wrongValue", "/0/default")),
    "an error": (question({"kind": "string"}, error="Taken"), ("noCounterpart", "/0/error")),
    "a validator of another kind": (question({"kind": "string", "validators": [{"kind": "length", "max": 3}]}), ("unknownType", "/0/type/validators/0")),
    "a validator without a pattern": (
        question({"kind": "string", "validators": [{"kind": "regex", "matchIsValid": True}]}), ("wrongValue", "/0/type/validators/0")
    ),
    "a pattern that looks back": (
        question({"kind": "string", "validators": [{"kind": "regex", "pattern": "(a)\\1", "matchIsValid": True, "message": "", "severity": 3}]}),
        ("pattern", "/0/type/validators/0"),
    ),
    "validators of another type": (question({"kind": "string", "validators": {}}), ("wrongValue", "/0/type/validators")),
    "validators of a number": (question({"kind": "number", "validators": []}), ("unknownProperty", "/0/type/validators")),
    "no name": (question({"kind": "string"}) | {"id": ""}, ("wrongValue", "/0")),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_a_form_can_not_ask_is_told(schemas: Schemas, name: str) -> None:
    source, entry = UNKNOWN[name]
    read = schemas.convert([source], "lsp-form")
    assert entry in told(read)


def test_the_ending_of_a_file_is_looked_at(schemas: Schemas) -> None:
    document = schemas.convert([UNKNOWN["an ending"][0]], "lsp-form")["document"]
    for address, is_right in (("file:///a.GO", True), ("file:///a.c++", True), ("file:///a.c", False)):
        assert schemas.takes(document, {"it": address}) is is_right, address


def test_validators_judge_a_text(schemas: Schemas) -> None:
    document = schemas.convert([QUESTIONS["a text with validators"][0]], "lsp-form")["document"]
    for text, is_right in (("abc", True), ("ABC", False), ("afoob", False), ("fo", True)):
        assert schemas.takes(document, {"it": text}) is is_right, text


UNQUESTIONED: dict[str, tuple[dict[str, Any], tuple[str, str]]] = {
    "a rule": ({"validation": {"live": [{"minLength": 2}]}}, ("noCounterpart", "/fields/0/validation/live/0")),
    "a limit": ({"maxLength": 2}, ("noCounterpart", "/fields/0/maxLength")),
    "a helper": ({"helper": "In full"}, ("reinterpreted", "/fields/0/helper")),
    "a date": ({"kind": "date"}, ("reinterpreted", "/fields/0/kind")),
    "a whole number": ({"value": "integer"}, ("reinterpreted", "/fields/0/value")),
    "rows of numbers": ({"kind": "picker", "data": [1, 2]}, ("reinterpreted", "/fields/0/data")),
    "a secret": ({"secure": True}, ("unsupportedField", "/fields/0")),
    "typed rows": ({"kind": "picker", "data": ["a"], "manualEntry": True}, ("noCounterpart", "/fields/0/manualEntry")),
    "a field that waits": ({"required": {"when": {"key": "b", "filled": True}}}, ("noCounterpart", "/fields/0/required")),
}  # fmt: skip


@pytest.mark.parametrize("name", UNQUESTIONED)
def test_what_a_question_can_not_say_is_told(schemas: Schemas, name: str) -> None:
    more, entry = UNQUESTIONED[name]
    document = form({"key": "it", "kind": "entry", "label": "It"} | more)
    written = schemas.export(document, "lsp-form")
    assert entry in told(written)


def test_an_export_is_a_schema(schemas: Schemas) -> None:
    written = schemas.export(form(field(), field(key="b")), "json-schema")["document"]
    Draft202012Validator.check_schema(written)

# Conditions of JSON Schema

A = {"enum": ["x", "y"]}
B = {"type": "string", "minLength": 1}
WHEN_X = {"properties": {"a": {"const": "x"}}, "required": ["a"]}


def whole(**more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": A, "b": B, "n": {"type": "integer"}}} | more


# Schemas whose conditions a form keeps.
CONDITIONS: dict[str, dict[str, Any]] = {
    "then something is required": whole(**{"if": WHEN_X, "then": {"required": ["b"]}}),
    "else something is required": whole(**{"if": WHEN_X, "else": {"required": ["b"]}}),
    "then a rule holds": whole(**{"if": WHEN_X, "then": {"properties": {"b": {"minLength": 3}, "n": {"minimum": 5}}}}),
    "a condition that what is not there fulfils": whole(
        **{"if": {"properties": {"a": {"enum": ["x"]}}}, "then": {"required": ["b"]}}
    ),
    "a condition on what is there": whole(**{"if": {"required": ["n"]}, "then": {"required": ["b"]}}),
    "a condition on what is not there": whole(**{"if": {"not": {"required": ["n"]}}, "then": {"required": ["b"]}}),
    "either of two": whole(
        **{"if": {"anyOf": [WHEN_X, {"required": ["n"]}]}, "then": {"required": ["b"]}}
    ),
    "not a value": whole(
        **{"if": {"properties": {"a": {"not": {"const": "x"}}}, "required": ["a"]}, "then": {"required": ["b"]}}
    ),
    "a limit": whole(
        **{"if": {"properties": {"n": {"exclusiveMinimum": 2}}, "required": ["n"]}, "then": {"required": ["b"]}}
    ),
    "several side by side": whole(
        allOf=[{"if": WHEN_X, "then": {"required": ["b"]}}, {"if": {"required": ["b"]}, "then": {"required": ["n"]}}]
    ),
    "one in another": whole(
        **{"if": WHEN_X, "then": {"if": {"required": ["n"]}, "then": {"required": ["b"]}}}
    ),
    "then one of some": whole(**{"if": {"required": ["n"]}, "then": {"properties": {"a": {"const": "y"}}}}),
    "what depends on something": whole(dependentRequired={"a": ["b", "n"]}),
    "what depends on something, as draft 7 has it": whole(dependencies={"a": ["b"], "b": {"required": ["n"]}})
    | {"$schema": "http://json-schema.org/draft-07/schema#"},
    "a schema that depends on something": whole(dependentSchemas={"a": {"properties": {"n": {"maximum": 3}}}}),
    "alternatives by a value": whole(
        required=["a"],
        oneOf=[
            {"properties": {"a": {"const": "x"}}, "required": ["b"]},
            {"properties": {"a": {"const": "y"}}, "required": ["n"]},
        ],
    ),
    "alternatives that depend on something": whole(
        dependencies={
            "a": {
                "oneOf": [
                    {"properties": {"a": {"enum": ["x"]}, "b": {"maxLength": 2}}},
                    {"properties": {"a": {"enum": ["y"]}}, "required": ["n"]},
                ]
            }
        }
    )
    | {"$schema": "http://json-schema.org/draft-07/schema#"},
    "in an object that is always there": {
        "type": "object",
        "properties": {"o": whole(dependentRequired={"a": ["b"]})},
        "required": ["o"],
    },
    "in a list": {
        "type": "object",
        "properties": {"o": {"type": "array", "items": whole(dependentRequired={"a": ["b"]})}},
    },
}  # fmt: skip
CHOICES: dict[str, list[Any]] = {"a": ["x", "y", "z"], "b": ["b", "bcd"], "n": [1, 3, 7]}


def records() -> list[dict[str, Any]]:
    """Every way to have or leave out some values."""
    records: list[dict[str, Any]] = [{}]
    for name, values in CHOICES.items():
        records += [record | {name: value} for record in records for value in values]
    return records


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_of_a_schema_is_one_of_the_form(schemas: Schemas, name: str) -> None:
    schema = CONDITIONS[name]
    read = schemas.convert(schema)
    assert read["losses"] == []
    assert "when" in str(read["document"])
    judge = (Draft7Validator if "draft-07" in schema.get("$schema", "") else Draft202012Validator)(schema)
    wrapped = [
        record if "o" not in schema["properties"] else {"o": [record] if name == "in a list" else record}
        for record in records()
    ]
    verdicts = schemas.takes_all(read["document"], wrapped)
    assert verdicts == [judge.is_valid(record) for record in wrapped]
    assert 0 < sum(verdicts) < len(verdicts)


# Conditions that a form can't have but in a schema, with the place of what is told.
NO_CONDITIONS: dict[str, tuple[dict[str, Any], str]] = {
    "on what may be null": (
        whole(properties={"a": {"type": ["string", "null"]}, "b": B}, dependentRequired={"a": ["b"]}),
        "/dependentRequired/a",
    ),
    "on a number that is spelt in several ways": (
        whole(**{"if": {"properties": {"n": {"const": 2}}}, "then": {"required": ["b"]}}),
        "/if",
    ),
    "on a pattern": (whole(**{"if": {"properties": {"b": {"pattern": "x"}}}, "then": {"required": ["a"]}}), "/if"),
    "that forbids": (whole(**{"if": WHEN_X, "then": False}), "/then"),
    "that closes": (whole(**{"if": WHEN_X, "then": {"additionalProperties": False}}), "/then/additionalProperties"),
    "that can't be turned around": (
        whole(
            **{"if": {"properties": {"n": {"exclusiveMinimum": 2}}, "required": ["n"]}, "else": {"required": ["b"]}}
        ),
        "/else",
    ),
    "in an object that may be missing": (
        {"type": "object", "properties": {"o": whole(dependentRequired={"a": ["b"]})}},
        "/properties/o/dependentRequired",
    ),
    "for a property that nobody names": (whole(dependentRequired={"a": ["c"]}), "/dependentRequired/a"),
}  # fmt: skip


@pytest.mark.parametrize("name", NO_CONDITIONS)
def test_a_condition_that_no_field_can_have_is_in_the_schema(schemas: Schemas, name: str) -> None:
    schema, place = NO_CONDITIONS[name]
    read = schemas.convert(schema)
    assert ("reinterpreted", place) in told(read) and read["losses"] == []
    assert schemas.opened(read["document"]) == []
    wrapped = [record if "o" not in schema["properties"] else {"o": record} for record in records()]
    verdicts = schemas.takes_all(read["document"], wrapped)
    judge = Draft202012Validator(schema)
    assert verdicts == [judge.is_valid(record) for record in wrapped]
    assert 0 < sum(verdicts) < len(verdicts)


def test_a_property_that_is_asked_for_only_then_is_seen_only_then(schemas: Schemas) -> None:
    schema = whole(**{"if": WHEN_X, "then": {"properties": {"c": {"type": "string", "title": "C"}}, "required": ["c"]}})
    read = schemas.convert(schema)
    assert ("reinterpreted", "/then/properties/c") in told(read) and read["losses"] == []
    condition = {"when": {"key": "a", "is": "x"}}
    assert read["document"]["fields"][-1] == {
        "key": "c", "kind": "entry", "label": "C", "whenEmpty": "omit",
        "required": condition, "visible": condition, "lenient": {"when": {"key": "a", "isNot": "x"}},
    }  # fmt: skip
    assert schemas.opened(read["document"]) == []
    records = [{"a": "x"}, {"a": "y"}, {"a": "x", "c": "c"}, {"a": "x", "c": 1}, {"a": "y", "c": 1}]
    assert schemas.takes_all(read["document"], records) == [False, True, True, False, True]


# What drafts before 2020-12 write otherwise, with what the fields say.
OLDER: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a limit that is not reached, in draft 4": (
        {"type": "integer", "minimum": 2, "exclusiveMinimum": True, "maximum": 9, "exclusiveMaximum": False},
        {"validation": {"endEditing": [{"exclusiveMinimum": 2}, {"maximum": 9}]}},
    ),
    "definitions": ({"$ref": "#/definitions/d"}, {"validation": {"endEditing": [{"pattern": "^a"}]}}),
    "what stands beside a reference": ({"$ref": "#/definitions/d", "minLength": 9}, {"validation": {"endEditing": [{"pattern": "^a"}]}}),
}  # fmt: skip


@pytest.mark.parametrize("name", OLDER)
@pytest.mark.parametrize("draft", [Draft4Validator, Draft7Validator], ids=["4", "7"])
def test_older_drafts_are_read(schemas: Schemas, name: str, draft: Any) -> None:
    schema, expected = OLDER[name]
    if "draft 4" in name and draft is not Draft4Validator:
        return
    source = {
        "$schema": draft.META_SCHEMA["$schema"],
        "type": "object",
        "properties": {"it": schema},
        "definitions": {"d": {"type": "string", "pattern": "^a"}},
    }
    read = schemas.convert(source)
    assert read["losses"] == []
    assert {key: one(read)[key] for key in expected} == expected
    judge = draft(source)
    for value in (1, 2, 3, 9, 10, "a", "ab", "b"):
        assert schemas.takes(read["document"], {"it": value}) == judge.is_valid({"it": value}), value


# The codes of a report, each with a property that has it and where.
CODES: dict[str, tuple[dict[str, Any], str]] = {
    "madeUp": ({"type": "string"}, ""),
    "enforced": ({"type": "string", "format": "email"}, "/format"),
    "presentationOnly": ({"type": "string", "x-order": 1}, "/x-order"),
    "reinterpreted": ({"type": "string", "examples": ["a", "b"]}, "/examples"),
    "noCounterpart": ({"type": "string", "not": {"$ref": "https://example.com/it.json"}}, "/not"),
    "unsupportedField": (False, ""),
    "pattern": ({"type": "string", "pattern": "(a)\\1"}, "/pattern"),
    "remote": ({"$ref": "https://example.com/it.json"}, "/$ref"),
    "circular": ({"$ref": "#/properties/it"}, "/$ref"),
    "wrongValue": ({"type": "integer", "minimum": "2"}, "/minimum"),
    "secret": ({"type": "string", "writeOnly": True, "default": "a"}, "/default"),
    "unknownProperty": ({"type": "string", "colour": "red"}, "/colour"),
}


@pytest.mark.parametrize("code", CODES)
def test_a_report_says_what_is_the_matter(schemas: Schemas, code: str) -> None:
    schema, place = CODES[code]
    read = schemas.convert({"type": "object", "properties": {"it": schema}})
    assert (code, "/properties/it" + place) in told(read)


def test_what_is_kept_is_counted(schemas: Schemas) -> None:
    schema = {"type": "string", "title": "It", "maxLength": 3, "pattern": "a", "not": {"const": "b"}, "colour": 1}
    whole = {"type": "object", "title": "All", "properties": {"it": schema}, "required": ["it"]}
    read = schemas.convert(whole)
    # Of the object its type, title and what it requires, of the property all but the last two.
    assert read["report"]["exact"] == 3 + 4
    assert told(read) == {("reinterpreted", "/properties/it/not"), ("unknownProperty", "/properties/it/colour")}


# rjsf

TEXT = {"type": "string", "title": "It"}
FLAG = {"title": "It", "type": "boolean"}
LIST = {"type": "array", "title": "It", "items": {"enum": ["a", "b"]}, "uniqueItems": True}
# Options of a uiSchema for a property, with what the field says of it; what is only handed on is in
# `presentation`.
OPTIONS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "textarea": (TEXT, {"ui:widget": "textarea"}, {"kind": "area"}),
    "password": (TEXT, {"ui:widget": "password"}, {"secure": True}),
    "text": (TEXT, {"ui:widget": "text"}, {"kind": "entry"}),
    "date": (TEXT | {"format": "date"}, {"ui:widget": "date"}, {"kind": "date"}),
    "select": ({"enum": ["a", "b"]}, {"ui:widget": "select"}, {"kind": "picker"}),
    "checkbox": (FLAG, {"ui:widget": "checkbox"}, {"kind": "picker"}),
    "checkboxes": (LIST, {"ui:widget": "checkboxes"}, {"multiple": True}),
    "address": (TEXT | {"format": "email"}, {"ui:widget": "email"}, {"keyboard": "emailAddress"}),
    "title": (TEXT, {"ui:title": "That"}, {"label": "That"}),
    "description": (TEXT, {"ui:description": "In full"}, {"helper": "In full"}),
    "help": (TEXT, {"ui:help": "In full"}, {"helper": "In full"}),
    "placeholder": (TEXT, {"ui:placeholder": "…"}, {"placeholder": "…"}),
    "options": (TEXT, {"ui:options": {"placeholder": "…"}}, {"placeholder": "…"}),
    "readonly": (TEXT, {"ui:readonly": True}, {"readOnly": True}),
    "autofocus": (TEXT, {"ui:autofocus": True}, {"state": "active"}),
    "autocapitalize": (TEXT, {"ui:autocapitalize": "characters"}, {"autocapitalization": "allCharacters"}),
    "inputType": (TEXT, {"ui:options": {"inputType": "tel"}}, {"keyboard": "phonePad"}),
    "enumNames": (
        {"enum": ["a", "b"]},
        {"ui:enumNames": ["Ay"]},
        {"data": [{"value": "a", "label": "Ay"}, "b"]},
    ),
    "enumOrder": ({"enum": ["a", "b"]}, {"ui:enumOrder": ["b", "a"]}, {"data": ["b", "a"]}),
    "enumOrder with the rest": ({"enum": ["a", "b", "c"]}, {"ui:enumOrder": ["*", "b"]}, {"data": ["a", "c", "b"]}),
    "initialValue": (TEXT, {"ui:initialValue": "x"}, {"text": "x"}),
}  # fmt: skip
HANDED_ON: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "hidden": (TEXT, {"ui:widget": "hidden"}),
    "radio": (FLAG, {"ui:widget": "radio"}),
    "updown": ({"type": "number", "title": "It"}, {"ui:widget": "updown"}),
    "range": ({"type": "number", "title": "It"}, {"ui:widget": "range"}),
    "color": (TEXT, {"ui:widget": "color"}),
    "a widget of one's own": (TEXT, {"ui:widget": "MyWidget"}),
    "a field of one's own": (TEXT, {"ui:field": "geo"}),
    "rows": (TEXT, {"ui:rows": 5}),
    "classNames": (TEXT, {"ui:classNames": "wide"}),
    "style": (TEXT, {"ui:style": {"color": "red"}}),
    "label": (TEXT, {"ui:label": False}),
    "autocomplete": (TEXT, {"ui:autocomplete": "email"}),
    "optgroups": ({"enum": ["a", "b"], "title": "It"}, {"ui:optgroups": {"A": ["a"]}}),
}
CHANGED: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[str, str], dict[str, Any]]] = {
    "disabled": (TEXT, {"ui:disabled": True}, ("noCounterpart", "/ui:disabled"), {"enabled": False}),
    "enumDisabled": (
        {"enum": ["a", "b"]},
        {"ui:enumDisabled": ["a"]},
        ("presentationOnly", "/ui:enumDisabled"),
        {"data": ["a", "b"], "presentation": {"ui:enumDisabled": ["a"]}},
    ),
    "readonly with a rule": (
        TEXT | {"pattern": "a"},
        {"ui:readonly": True},
        ("noCounterpart", "/ui:readonly"),
        {"readOnly": True},
    ),
    "emptyValue": (TEXT, {"ui:emptyValue": ""}, ("noCounterpart", "/ui:emptyValue"), {}),
    "help and description": (
        TEXT | {"description": "One."},
        {"ui:help": "Two."},
        ("reinterpreted", "/ui:help"),
        {"helper": "One. Two."},
    ),
    "a secret with a draft": (
        TEXT | {"default": "x"},
        {"ui:widget": "password"},
        ("secret", "/ui:widget"),
        {"secure": True, "text": None},
    ),
    "a keyboard": (TEXT, {"ui:widget": "email"}, ("reinterpreted", "/ui:widget"), {"keyboard": "emailAddress"}),
}


def asked(schema: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    whole = {"type": "object", "properties": {"it": schema}}
    return {"schema": whole, "uiSchema": {"it": options}}


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_is_said_of_the_field(schemas: Schemas, name: str) -> None:
    schema, options, expected = OPTIONS[name]
    read = schemas.convert(asked(schema, options), "rjsf")
    assert not [path for _, path in told(read) if path.startswith("/uiSchema")]
    assert {key: one(read).get(key) for key in expected} == expected
    without = schemas.convert(asked(schema, {}), "rjsf")
    assert read["report"]["exact"] == without["report"]["exact"] + 1
    comes_back(schemas, read["document"])


@pytest.mark.parametrize("name", HANDED_ON)
def test_an_option_that_is_nobody_else_s_is_handed_on(schemas: Schemas, name: str) -> None:
    schema, options = HANDED_ON[name]
    read = schemas.convert(asked(schema, options), "rjsf")
    (option,) = options
    assert ("presentationOnly", f"/uiSchema/it/{option}") in told(read)
    assert one(read)["presentation"] == options
    comes_back(schemas, read["document"])
    written = schemas.export(read["document"], "rjsf")["document"]
    assert written["uiSchema"]["it"][option] == options[option]


@pytest.mark.parametrize("name", CHANGED)
def test_an_option_that_means_something_else_here_is_told(schemas: Schemas, name: str) -> None:
    schema, options, (code, place), expected = CHANGED[name]
    read = schemas.convert(asked(schema, options), "rjsf")
    assert (code, "/uiSchema/it" + place) in told(read)
    assert {key: one(read).get(key) for key in expected} == expected
    comes_back(schemas, read["document"])


def comes_back(schemas: Schemas, document: dict[str, Any]) -> None:
    written = schemas.export(document, "rjsf")["document"]
    Draft202012Validator.check_schema(written["schema"])
    assert schemas.convert(written, "rjsf")["document"] == document
    assert schemas.opened(document) == []


def test_objects_and_lists_have_options_too(schemas: Schemas) -> None:
    inner = {"type": "object", "properties": {"c": TEXT, "d": TEXT}}
    schema = {
        "type": "object",
        "properties": {"a": TEXT, "b": inner, "l": {"type": "array", "items": inner}},
    }
    ui = {
        "ui:order": ["b", "*", "a"],
        "ui:title": "All",
        "b": {"ui:title": "The B", "ui:order": ["d", "c"], "c": {"ui:widget": "textarea"}},
        "l": {"ui:description": "Several", "ui:options": {"addable": False}, "items": {"d": {"ui:help": "Last"}}},
        "none": {"ui:help": "Nobody"},
    }
    read = schemas.convert({"schema": schema, "uiSchema": ui, "formData": {}, "liveValidate": True, "new": 1}, "rjsf")
    assert {entry for entry in told(read) if entry[0] != "madeUp"} == {
        ("presentationOnly", "/uiSchema/l/ui:options/addable"),
        ("noCounterpart", "/uiSchema/none/ui:help"),
        ("noCounterpart", "/formData"),
        ("unknownProperty", "/new"),
    }
    document = read["document"]
    assert document["title"] == "All"
    assert [field["key"] for field in document["fields"]] == ["b.d", "b.c", "l.c", "l.d", "a"]
    assert [group["label"] for group in document["groups"]] == ["The B", "l"]
    assert document["groups"][1]["description"] == "Several"
    assert document["fields"][1]["kind"] == "area"
    assert document["fields"][3]["helper"] == "Last"
    comes_back(schemas, document)


def test_options_hold_for_all_fields_that_say_nothing_else(schemas: Schemas) -> None:
    inner = {"type": "object", "properties": {"c": TEXT}}
    schema = {
        "type": "object",
        "properties": {"a": TEXT, "b": inner, "l": {"type": "array", "items": inner}},
    }
    globally = {"readonly": True, "help": "Ask us", "title": "Here", "copyable": True, "label": False}
    ui = {
        "ui:globalOptions": globally,
        "ui:title": "All",
        "a": {"ui:readonly": False, "ui:options": {"help": "Yourself"}, "ui:title": "A"},
        "b": {"ui:title": "B"},
    }
    read = schemas.convert({"schema": schema, "uiSchema": ui}, "rjsf")
    assert {entry for entry in told(read) if "uiSchema" in entry[1]} == {
        ("presentationOnly", "/uiSchema/ui:globalOptions/copyable"),
        ("presentationOnly", "/uiSchema/ui:globalOptions/label"),
    }
    document = read["document"]
    assert document["presentation"] == {"ui:globalOptions": {"copyable": True, "label": False}}
    assert [(field["label"], field["helper"], field.get("readOnly")) for field in document["fields"]] == [
        ("A", "Yourself", None),
        ("Here", "Ask us", True),
        ("Here", "Ask us", True),
    ]
    assert [document["title"], *(group["label"] for group in document["groups"])] == ["All", "B", "Here"]
    # Three of all fields, three of one of them, the titles of the form and of an object.
    without = schemas.convert({"schema": schema, "uiSchema": {}}, "rjsf")
    assert read["report"]["exact"] == without["report"]["exact"] + 8
    comes_back(schemas, document)
    written = schemas.export(document, "rjsf")["document"]
    assert written["uiSchema"]["ui:globalOptions"] == {"copyable": True, "label": False}
    assert "x-fieldd" not in written["schema"]


def test_what_all_fields_say_otherwise_is_told(schemas: Schemas) -> None:
    form = asked(TEXT, {"ui:disabled": False})
    form["uiSchema"]["ui:globalOptions"] = {"disabled": True}
    assert told(schemas.convert(form, "rjsf")) == {("noCounterpart", "/uiSchema/ui:globalOptions/disabled")}
    form["uiSchema"]["ui:globalOptions"] = ["disabled"]
    assert told(schemas.convert(form, "rjsf")) == {("wrongValue", "/uiSchema/ui:globalOptions")}


def test_options_hold_wherever_a_schema_is_referred_to(schemas: Schemas) -> None:
    address = {"type": "object", "properties": {"street": TEXT, "city": TEXT, "note": {"$ref": "#/$defs/note"}}}
    schema = {
        "$defs": {"address": address, "note": TEXT, "unused": TEXT},
        "type": "object",
        "properties": {
            "home": {"$ref": "#/$defs/address"},
            "work": {"$ref": "#/$defs/address"},
            "all": {"type": "array", "items": {"$ref": "#/$defs/address"}},
        },
    }
    ui = {
        "ui:definitions": {
            "#/$defs/address": {
                "ui:description": "Where",
                "ui:order": ["city", "*"],
                "street": {"ui:placeholder": "Street", "ui:rows": 1},
                "note": {"ui:help": "Of an address"},
                "planet": {"ui:help": "Nobody"},
            },
            "#/$defs/note": {"ui:help": "Of any", "ui:widget": "textarea"},
            "#/$defs/unused": {"ui:help": "Nowhere"},
        },
        "work": {"street": {"ui:placeholder": "Of the office"}},
        "all": {"ui:description": "Several"},
    }
    read = schemas.convert({"schema": schema, "uiSchema": ui}, "rjsf")
    base = "/uiSchema/ui:definitions/#~1$defs~1"
    assert {entry for entry in told(read) if "uiSchema" in entry[1]} == {
        ("presentationOnly", f"{base}address/street/ui:rows"),
        ("noCounterpart", f"{base}address/planet/ui:help"),
        ("noCounterpart", f"{base}note/ui:help"),
        ("noCounterpart", f"{base}unused/ui:help"),
    }
    document = read["document"]
    assert [group["description"] for group in document["groups"]] == ["Where", "Where", "Several"]
    fields = {field["key"]: field for field in document["fields"]}
    assert list(fields) == [
        f"{group}.{name}" for group in ("home", "work", "all") for name in ("city", "street", "note")
    ]
    assert [fields[f"{group}.street"]["placeholder"] for group in ("home", "work", "all")] == [
        "Street", "Of the office", "Street",
    ]  # fmt: skip
    assert {fields[f"{group}.note"]["helper"] for group in ("home", "work", "all")} == {"Of an address"}
    assert {fields[f"{group}.note"]["kind"] for group in ("home", "work", "all")} == {"area"}
    comes_back(schemas, document)


def test_options_of_the_whole_schema_may_be_those_of_what_it_refers_to(schemas: Schemas) -> None:
    schema = {"$ref": "#/$defs/all", "$defs": {"all": {"type": "object", "properties": {"it": TEXT}}}}
    ui = {"ui:definitions": {"#/$defs/all": {"it": {"ui:help": "In full"}}}}
    read = schemas.convert({"schema": schema, "uiSchema": ui}, "rjsf")
    assert one(read)["helper"] == "In full"
    assert told(read) == set()


def test_what_is_said_by_reference_may_be_long(schemas: Schemas) -> None:
    names = [f"n{number}" for number in range(500)]
    whole = {"type": "object", "properties": dict.fromkeys(names, TEXT)}
    schema = {"$defs": {"all": whole}, "type": "object", "properties": {"it": {"$ref": "#/$defs/all"}}}
    ui = {"ui:definitions": {"#/$defs/all": {name: {"ui:help": "In full"} for name in names}}}
    read = schemas.convert({"schema": schema, "uiSchema": ui}, "rjsf")
    assert [field.get("helper") for field in read["document"]["fields"]] == ["In full"] * 500
    # Many times as much is not looked at, and told.
    many = {name: {"$ref": "#/$defs/text"} for name in names}
    schema = {"$defs": {"text": TEXT}, "type": "object", "properties": many}
    ui = {"ui:definitions": {"#/$defs/text": {f"ui:{name}": 1 for name in names}}}
    read = schemas.convert({"schema": schema, "uiSchema": ui}, "rjsf")
    assert ("unsupportedField", "/uiSchema/ui:definitions") in told(read)


def test_what_a_schema_has_in_a_circle_is_said_once(schemas: Schemas) -> None:
    node = {"type": "object", "properties": {"name": TEXT, "next": {"$ref": "#/$defs/node"}}}
    schema = {"$defs": {"node": node}, "type": "object", "properties": {"tree": {"$ref": "#/$defs/node"}}}
    ui = {"ui:definitions": {"#/$defs/node": {"name": {"ui:placeholder": "A name"}}}}
    read = schemas.convert({"schema": schema, "uiSchema": ui}, "rjsf")
    assert one(read)["placeholder"] == "A name"
    assert not [path for _, path in told(read) if path.startswith("/uiSchema")]


def test_an_order_may_stand_among_the_options(schemas: Schemas) -> None:
    schema = {"type": "object", "properties": {"a": TEXT, "b": TEXT}}
    read = schemas.convert({"schema": schema, "uiSchema": {"ui:options": {"order": ["b", "a"]}}}, "rjsf")
    assert [field["key"] for field in read["document"]["fields"]] == ["b", "a"]


def test_what_is_no_form_of_the_kind_is_refused(schemas: Schemas) -> None:
    for form, source in (("rjsf", {"uiSchema": {}}), ("rjsf", {"schema": {}}), ("json-schema", {"fields": []})):
        with pytest.raises(Exception, match="expected"):
            schemas.convert(source, form)


def test_rules_run_while_somebody_types_where_the_form_says_so(schemas: Schemas) -> None:
    source = asked(TEXT | {"pattern": "a"}, {}) | {"liveValidate": "onChange"}
    assert one(schemas.convert(source, "rjsf"))["validation"] == {"live": [{"pattern": "a"}]}


# Forms at random

SOME: list[dict[str, Any]] = [
    {"helper": "In full"}, {"placeholder": "…"}, {"required": True}, {"whenEmpty": "omit"}, {"icon": "mail"},
    {"returnKey": "next"}, {"tag": 3}, {"style": "filled"}, {"shakes": False}, {"colors": {"text": "#1A2B3C"}},
    {"presentation": {"ui:rows": 3}}, {"presentation": {"columns": [1, {"a": None}]}}, {"activeOnEditing": True},
    {"visible": {"when": {"key": "f0", "filled": True}}}, {"enabled": False}, {"readOnly": True},
    {"toolbar": {"done": {"hidden": True}}}, {"state": "active"}, {"group": "page"}, {"group": "box"},
    {"required": {"when": {"key": "f0", "is": "a"}}}, {"whenHidden": "keep"}, {"selectAllOnFocus": True},
]  # fmt: skip
OF_KIND: dict[str, list[dict[str, Any]]] = {
    "entry": [
        {"value": "integer"}, {"value": "integer", "precision": "int64"}, {"value": "integer", "precision": "unlimited"},
        {"value": "integer", "validation": {"endEditing": [{"maximum": 2**53 + 1}]}}, {"value": "number"}, {"maxLength": 5}, {"lengthUnit": "scalar"}, {"text": "a"},
        {"keyboard": "emailAddress"}, {"unit": "kg"}, {"monetary": True}, {"autocapitalization": "none"},
        {"validation": {"live": [{"pattern": "^a", "anchored": True, "message": "No"}]}},
        {"validation": {"endEditing": [{"minLength": 2}, {"validator": "free"}, {"format": "email"}]}},
        {"validation": {"endEditing": [{"minimum": 2}, {"step": 3, "severity": "warning"}], "interval": 1}},
        {"validation": {"endEditing": [{"maximum": 9, "when": {"key": "f0", "in": ["a", "b"]}}]}},
        {"secure": True}, {"autofill": {"source": "s"}}, {"path": "/deep/er"},
    ],
    "area": [{"maxLength": 400, "lengthUnit": "scalar"}, {"text": "a\nb"}, {"autocorrection": "no"}],
    "picker": [
        {"data": ["a", "b"]}, {"data": [1, None, True, "1"]}, {"data": [{"value": "a", "label": "A", "disabled": True}]},
        {"data": [{"value": True, "label": "Yes"}, {"value": False, "label": "No"}], "value": "boolean"},
        {"multiple": True, "minItems": 1}, {"multiple": True, "maxItems": 2}, {"clearable": True}, {"manualEntry": "Else"},
    ],
    "date": [
        {"mode": "time"}, {"mode": "dateAndTime", "timeZone": "+02:00"}, {"minimumDate": "today"}, {"format": "yyyy"},
        {"date": "2026-01-02"}, {"locale": "de"}, {"clearable": True},
    ],
}  # fmt: skip


def random_form(seed: int, most: int = 6) -> dict[str, Any]:
    chance = random.Random(seed)
    fields = []
    for index in range(chance.randint(1, 4)):
        kind = chance.choice(list(OF_KIND))
        made = {"key": f"f{index}", "kind": kind, "label": f"Field {index}"}
        for more in chance.sample(SOME, min(len(SOME), chance.randint(0, most))):
            made |= more
        for more in chance.sample(OF_KIND[kind], chance.randint(0, 2)):
            made |= more
        if kind == "picker":
            made.setdefault("data", ["a", "b", "c"])
        if made.get("secure"):
            made.pop("text", None)
        if index and chance.random() < 0.2:
            made["group"] = "list"
            made.pop("required", None)
        if any(field.get("path") == made.get("path") for field in fields):
            made.pop("path", None)  # Two values at one place make a form that is broken.
        fields.append(made)
    whole: dict[str, Any] = {
        "groups": [
            {"key": "page", "label": "Page"},
            {"key": "box", "label": "Box", "path": "/box", "closed": True},
            {"key": "list", "label": "List", "repeat": {"maxEntries": 3}},
        ],
        "fields": fields,
        "autofill": {"s": ["a"]},
    }
    for more in ({"title": "T"}, {"description": "D"}, {"closed": True}, {"messages": {"en": {"tooLong": "No"}}}):
        if chance.random() < 0.4:
            whole |= more
    return whole


@pytest.mark.parametrize("form", ["json-schema", "rjsf"])
@pytest.mark.parametrize("seed", seeds(3, 8))
def test_any_form_comes_back_from_its_schema(schemas: Schemas, form: str, seed: int) -> None:
    """What a schema does not say stands beside it."""
    for number in range(40):
        document = random_form(seed * 1000 + number)
        written = schemas.export(document, form)
        assert schemas.convert(written["document"], form)["document"] == document


@pytest.mark.parametrize("form", ["json-schema", "rjsf"])
def test_a_field_whose_place_another_has_is_told(schemas: Schemas, form: str) -> None:
    """One value has the place, and the other field is written nowhere."""
    fields = [{"key": key, "kind": "entry", "label": key, "path": "/deep/er"} for key in "ab"]
    written = schemas.export({"fields": fields}, form)
    assert ("duplicate", "/fields/1") in told(written)
    back = schemas.convert(written["document"], form)
    assert back["document"] == {"fields": fields[:1]}


@pytest.mark.parametrize("form", ["mcp", "lsp-form"])
@pytest.mark.parametrize("seeds", seed_ranges(150, 300))
def test_a_form_of_which_nothing_is_told_comes_back(schemas: Schemas, form: str, seeds: range) -> None:
    count = 0
    for seed in seeds:
        fields = [
            {"helper": "Why"} | it if form == "mcp" else it
            for it in random_form(seed, most=1)["fields"]
            if "group" not in it and "secure" not in it
        ]
        if form == "mcp":
            fields = [it if it.get("required") is True else it | {"whenEmpty": "omit"} for it in fields]
        document = {"description": "What?", "fields": fields[:1]} if form == "mcp" else {"fields": fields[:1]}
        written = schemas.export(document, form) if fields else None
        if written is None or written["report"]["entries"]:
            continue
        again = schemas.convert(written["document"], form)["document"]
        assert again["fields"] == document["fields"]
        count += 1
    assert count > len(seeds) / 30


def test_what_is_secret_stands_in_no_export(schemas: Schemas) -> None:
    """Neither in a schema nor beside it, also not of a list."""
    groups = [{"key": "list", "label": "List", "repeat": {}}]
    document = form(
        {"key": "a", "kind": "entry", "label": "A", "secure": True, "text": "hush"},
        {"key": "b", "kind": "entry", "label": "B", "secure": True, "group": "list", "text": "hush"},
        groups=groups,
        entries={"list": [{"b": "hush"}]},
    )
    for name in ("json-schema", "rjsf", "lsp-form"):
        written = schemas.export(document, name)
        assert "hush" not in str(written)
        assert ("secret", "/fields/0/text") in told(written) or name == "lsp-form"


@pytest.mark.parametrize(
    "name",
    ["json-schema", "rjsf", "surveyjs", "formio", "html", "github", "lsp-form", "xlsform", "slack", "adaptive-cards", "awx", "backstage", "a2ui"],
)
def test_what_may_be_secret_since_its_name_is_not_known_stands_in_no_export(schemas: Schemas, name: str) -> None:
    document = form(
        {"key": "a", "kind": "entry", "label": "A", "secure": True, "txt": "hush"},
        {"key": "b", "kind": "entry", "label": "B", "secure": True, "group": "list", "txet": ["hush"]},
        {"key": "c", "kind": "entry", "label": "C", "group": "list", "helper": "Kept"},
        groups=[{"key": "list", "label": "List", "repeat": {}}],
        entries={"list": [{"bb": "hush", "c": "kept"}]},
        entires={"list": [{"b": "hush"}]},
    )
    written = str(schemas.export(document, name))
    assert "hush" not in written
    if name in ("json-schema", "rjsf"):
        assert "Kept" in written and "kept" in written
