"""Schemas as zod, TypeBox, ajv, NSwag and editors write them: what rows are called, words for failures, and the rest."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from daemon import Daemon
from schemas import Schemas


@pytest.fixture
def schemas(fieldd: str):
    """What imports and exports."""
    with Daemon(fieldd) as daemon:
        yield Schemas(daemon)


def object_of(schema: dict[str, Any]) -> dict[str, Any]:
    """An object with one required property, as these libraries write it."""
    schema = {"title": "It"} | schema
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"it": schema},
        "required": ["it"],
        "additionalProperties": False,
        "$defs": {"__schema0": {"type": "string", "maxLength": 3}},
    }


UUID = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$"
CLOCK = "^(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?$"
SAFE = 9007199254740991
# Properties, with what the field says beside its key, label and kind, and what is told of them.
WRITTEN: dict[str, tuple[dict[str, Any], dict[str, Any], set[tuple[str, str]]]] = {
    "a whole number that JavaScript has": (
        {"type": "integer", "minimum": -SAFE, "maximum": SAFE},
        {"precision": None, "validation": None},
        set(),
    ),
    "a whole number within smaller limits": (
        {"type": "integer", "minimum": 0, "maximum": 120},
        {"precision": None, "validation": {"endEditing": [{"minimum": 0}, {"maximum": 120}]}},
        set(),
    ),
    "a whole number without an end": ({"type": "integer"}, {"precision": "unlimited", "validation": None}, set()),
    "a whole number with one end": (
        {"type": "integer", "exclusiveMinimum": 0, "maximum": SAFE + 1},
        {"precision": "unlimited", "validation": {"endEditing": [{"exclusiveMinimum": 0}, {"maximum": SAFE + 1}]}},
        set(),
    ),
    "a whole number of 64 bits": (
        {"type": "integer", "format": "int64"},
        {"precision": "int64", "validation": None},
        {("enforced", "/format")},
    ),
    "a whole number of 64 bits with limits": (
        {"type": "integer", "format": "int64", "minimum": -(2**63), "maximum": 2**60 + 1},
        {"precision": "int64", "validation": {"endEditing": [{"maximum": 2**60 + 1}]}},
        {("enforced", "/format")},
    ),
    "an identifier": (
        {"type": "string", "format": "uuid", "pattern": UUID},
        {"validation": {"endEditing": [{"format": "uuid"}, {"pattern": UUID}]}},
        {("enforced", "/format")},
    ),
    "a format that only its pattern explains": (
        {"type": "string", "format": "cuid2", "pattern": "^[0-9a-z]+$"},
        {"validation": {"endEditing": [{"pattern": "^[0-9a-z]+$"}]}, "presentation": {"format": "cuid2"}},
        {("presentationOnly", "/format")},
    ),
    "a time without an offset": (
        {"type": "string", "format": "time", "pattern": CLOCK},
        {"validation": {"endEditing": [{"pattern": CLOCK}]}},
        {("reinterpreted", "/format")},
    ),
    "an address with look-around": (
        {"type": "string", "format": "email", "pattern": "^(.)\\1.+@.+$"},
        {"validation": {"endEditing": [{"format": "email-rfc5321"}]}},
        {("enforced", "/format"), ("pattern", "/pattern")},
    ),
    "what may be null": ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"required": None}, set()),
    "a literal": ({"type": "string", "const": "a"}, {"data": ["a"], "text": "a"}, set()),
    "literals of one type": (
        {"anyOf": [{"const": "a", "type": "string"}, {"const": "b", "type": "string"}]},
        {"data": ["a", "b"]},
        set(),
    ),
    "literals of several types": (
        {"anyOf": [{"type": "string", "const": "a"}, {"type": "number", "const": 1}, {"type": "boolean", "const": True}]},
        {"data": ["a", 1, True]},
        set(),
    ),
    "a schema by a number": ({"$ref": "#/$defs/__schema0"}, {"maxLength": 3}, set()),
    "a file in a text": (
        {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"},
        {"presentation": {"contentEncoding": "base64", "contentMediaType": "image/png"}},
        {("presentationOnly", "/contentEncoding"), ("presentationOnly", "/contentMediaType")},
    ),
    "names of numbers": (
        {"type": "integer", "enum": [1, 2], "x-enumNames": ["One", "Two"]},
        {"data": [{"value": 1, "label": "One"}, {"value": 2, "label": "Two"}]},
        set(),
    ),
    "names of an editor": (
        {"enum": ["a", "b"], "enumItemLabels": ["Ay"], "enumDescriptions": ["The first", "The second"]},
        {
            "data": [
                {"value": "a", "label": "Ay", "description": "The first"},
                {"value": "b", "description": "The second"},
            ]
        },
        set(),
    ),
    "a description in Markdown": (
        {"type": "string", "markdownDescription": "In *full*"},
        {"helper": "In *full*"},
        {("reinterpreted", "/markdownDescription")},
    ),
    "a description in both": (
        {"type": "string", "description": "In full", "markdownDescription": "In *full*"},
        {"helper": "In full", "presentation": {"markdownDescription": "In *full*"}},
        {("presentationOnly", "/markdownDescription")},
    ),
    "what an editor offers": (
        {"type": "string", "defaultSnippets": [{"body": "a"}], "deprecationMessage": "Take the other"},
        {"presentation": {"defaultSnippets": [{"body": "a"}], "deprecationMessage": "Take the other"}},
        {("presentationOnly", "/defaultSnippets"), ("presentationOnly", "/deprecationMessage")},
    ),
    "words for any failure": (
        {"type": "string", "pattern": "^a", "errorMessage": "Begin with a"},
        {"validation": {"endEditing": [{"pattern": "^a", "message": "Begin with a"}]}},
        set(),
    ),
    "words for each failure": (
        {"type": "number", "minimum": 2, "multipleOf": 2, "errorMessage": {"minimum": "More", "multipleOf": "Even"}},
        {"validation": {"endEditing": [{"minimum": 2, "message": "More"}, {"step": 2, "message": "Even"}]}},
        set(),
    ),
    "words for what has no rule": (
        {"type": "string", "pattern": "^a", "errorMessage": {"pattern": "Begin with a", "type": "Text"}},
        {"presentation": {"errorMessage": {"pattern": "Begin with a", "type": "Text"}}},
        {("presentationOnly", "/errorMessage")},
    ),
    "words for a pattern": (
        {"type": "string", "pattern": "^a", "patternErrorMessage": "Begin with a"},
        {"validation": {"endEditing": [{"pattern": "^a", "message": "Begin with a"}]}},
        set(),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRITTEN)
def test_what_libraries_write_becomes_a_field(schemas: Schemas, name: str) -> None:
    schema, expected, entries = WRITTEN[name]
    read = schemas.convert(object_of(schema))
    (field,) = read["document"]["fields"]
    assert {key: field.get(key) for key in expected} == expected
    assert {(it["code"], it["path"].removeprefix("/properties/it")) for it in read["report"]["entries"]} == entries
    assert read["document"]["closed"] is True
    written = schemas.export(read["document"])["document"]
    assert schemas.convert(written)["document"] == read["document"]
    assert schemas.opened(read["document"]) == []


def test_an_object_has_words_for_its_properties(schemas: Schemas) -> None:
    schema = {
        "type": "object",
        "properties": {"it": {"type": "string", "title": "It", "pattern": "^a"}},
        "errorMessage": {"properties": {"it": "Begin with a"}},
    }
    read = schemas.convert(schema)
    assert read["report"]["entries"] == []
    assert read["document"]["fields"][0]["validation"] == {
        "endEditing": [{"pattern": "^a", "message": "Begin with a"}]
    }


def test_objects_joined_are_one(schemas: Schemas) -> None:
    def part(name: str) -> dict[str, Any]:
        return {"type": "object", "properties": {name: {"type": "string", "title": name}}, "required": [name]}

    joined = {"allOf": [part("a"), part("b")], "unevaluatedProperties": False}
    read = schemas.convert({"type": "object"} | joined)
    assert read["report"]["entries"] == []
    assert [it["key"] for it in read["document"]["fields"]] == ["a", "b"]
    assert read["document"]["closed"] is True


def test_a_schema_that_leads_to_itself_ends(schemas: Schemas) -> None:
    for reference in ({"$ref": "#"}, {"$ref": "Node"}):
        text = {"type": "string", "title": "Name"}
        schema = {"$id": "Node", "type": "object", "properties": {"name": text, "next": reference}}
        read = schemas.convert(schema)
        kinds = {it["key"]: it["kind"] for it in read["document"]["fields"]}
        assert kinds == {"name": "entry", "next": "any"}
        assert {it["code"] for it in read["report"]["entries"]} == {"reinterpreted", "madeUp"}
        assert {it["effect"] for it in read["report"]["entries"]} == {"none"}


@pytest.mark.parametrize("keyword", ["oneOf", "anyOf"])
@pytest.mark.parametrize("place", ["here", "by reference", "within"])
def test_alternatives_that_one_property_tells_apart(schemas: Schemas, keyword: str, place: str) -> None:
    """A field for that property, and those of each alternative seen while it is the one."""
    branches = [
        {"type": "object", "properties": {"t": {"const": "a"}, "x": {"type": "string"}}, "required": ["t", "x"]},
        {"type": "object", "properties": {"t": {"const": "b"}, "y": {"type": "number"}}, "required": ["t"]},
    ]
    schema: dict[str, Any] = {keyword: branches}
    if place == "by reference":
        schema = {keyword: [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}], "$defs": dict(zip("ab", branches))}
    if place == "within":
        schema = {"type": "object", "properties": {"it": schema}, "required": ["it"]}
    document = schemas.convert(schema)["document"]
    fields = {field["key"]: field for field in document["fields"]}
    assert fields["t"]["data"] == ["a", "b"] and fields["t"]["required"] is True
    assert fields["x"]["visible"] == fields["x"]["required"] == {"when": {"key": "t", "is": "a"}}
    assert fields["y"]["visible"] == {"when": {"key": "t", "is": "b"}}
    judge = Draft202012Validator(schema)
    records: list[Any] = [{}, {"t": "a"}, {"t": "a", "x": "x"}, {"t": "b"}, {"t": "b", "y": 2}, {"t": "c"}]
    records = [{"it": record} for record in records] if place == "within" else records
    assert schemas.takes_all(document, records) == [judge.is_valid(record) for record in records]
