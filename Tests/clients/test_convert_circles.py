"""Schemas whose references lead in circles, along every way to follow one, and texts without a value."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Callable

import pytest
from converter import Converter

Json = Any
REFERENCE = {"$ref": "#/$defs/a"}
TEXT = {"type": "string"}
# Every keyword that holds a schema, with a schema in it.
HOLDERS: dict[str, Callable[[Json], Json]] = {
    "properties": lambda inner: {"type": "object", "properties": {"x": inner}, "required": ["x"]},
    "items": lambda inner: {"type": "array", "items": inner},
    "prefixItems": lambda inner: {"type": "array", "prefixItems": [inner]},
    "contains": lambda inner: {"type": "array", "contains": inner},
    "additionalProperties": lambda inner: {"type": "object", "additionalProperties": inner},
    "patternProperties": lambda inner: {"type": "object", "patternProperties": {"^x": inner}},
    "propertyNames": lambda inner: {"type": "object", "propertyNames": inner},
    "allOf": lambda inner: {"allOf": [inner, TEXT]},
    "anyOf": lambda inner: {"anyOf": [inner, TEXT]},
    "anyOf null": lambda inner: {"anyOf": [inner, {"type": "null"}]},
    "oneOf": lambda inner: {"oneOf": [inner, {"const": "a"}]},
    "oneOf objects": lambda inner: {
        "oneOf": [inner, {"type": "object", "properties": {"k": {"const": 1}}}]
    },
    "not": lambda inner: {"type": "string", "not": inner},
    "if": lambda inner: {"if": inner, "then": {"properties": {"y": TEXT}}, "else": inner},
    "then": lambda inner: {
        "properties": {"k": {"enum": ["a", "b"]}},
        "if": {"properties": {"k": {"const": "a"}}},
        "then": inner,
    },
    "dependentSchemas": lambda inner: {"properties": {"k": TEXT}, "dependentSchemas": {"k": inner}},
    "dependencies": lambda inner: {
        "properties": {"k": {"enum": ["a", "b"]}},
        "dependencies": {"k": {"oneOf": [{"properties": {"k": {"const": "a"}}}, inner]}},
    },
    "$ref": lambda inner: {"$ref": "#/$defs/b", "title": "T"},
}


@pytest.fixture(scope="module")
def converter(fieldd: str) -> Iterator[Converter]:
    converter = Converter(fieldd)
    yield converter
    converter.close()


def check(converter: Converter, schema: Json) -> None:
    """A schema, in each format that has schemas in it, becomes a form without errors, or is refused."""
    sources = {
        "json-schema": schema,
        "rjsf": {"schema": schema, "uiSchema": {"p": {"ui:field": "/schemas/a"}}},
        "mcp": {"message": "?", "requestedSchema": schema},
    }
    for name, source in sources.items():
        answer = converter.ask("field/import", {"format": name, "document": source})
        if "error" in answer:
            assert answer["error"]["message"]
        else:
            assert converter.problems(answer["result"]["document"]) == []


@pytest.mark.parametrize("holder", HOLDERS)
@pytest.mark.parametrize("inner", HOLDERS)
def test_a_circle_is_told_and_no_more(converter: Converter, holder: str, inner: str) -> None:
    definition = HOLDERS[holder](HOLDERS[inner](REFERENCE))
    definitions = {"a": definition, "b": HOLDERS[holder](REFERENCE)}
    for root in (
        {"properties": {"p": REFERENCE, "q": {"$ref": "#/$defs/b"}}},
        REFERENCE,
        {"allOf": [REFERENCE]},
        {"properties": {"p": {"$ref": "#"}}, **definition},
    ):
        check(converter, {"type": "object", "$defs": definitions, **root})


@pytest.mark.parametrize("seed", range(60))
def test_whatever_refers_to_what(converter: Converter, seed: int) -> None:
    chance = random.Random(seed)
    names = [f"d{number}" for number in range(chance.randint(1, 6))]

    def schema(depth: int) -> Json:
        if depth == 0 or chance.random() < 0.3:
            if chance.random() < 0.7:
                return {"$ref": chance.choice(["#", *(f"#/$defs/{name}" for name in names)])}
            return chance.choice([TEXT, {"type": "integer"}, {"enum": ["a", None]}, True, {}])
        found: Json = {}
        for holder in chance.sample(list(HOLDERS), chance.randint(1, 2)):
            found.update(HOLDERS[holder](schema(depth - 1)))
        return found

    definitions = {name: schema(3) for name in names}
    check(converter, {"$defs": {**definitions, "b": schema(2), "a": schema(2)}, **(HOLDERS["properties"](schema(3)))})


def test_a_long_chain_of_deep_alternatives_is_told(converter: Converter) -> None:
    def nested(inner: Json) -> Json:
        for _ in range(40):
            inner = {"anyOf": [inner, TEXT]}
        return inner

    definitions = {f"d{n}": nested({"$ref": f"#/$defs/d{n + 1}"}) for n in range(60)}
    definitions["d60"] = TEXT
    check(converter, {"$defs": definitions, "properties": {"p": {"$ref": "#/$defs/d0"}}})


FORMATS = (
    "fields json-schema rjsf surveyjs formio html github mcp lsp-form xlsform".split()
)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("text", ["", " \n", "// only a comment", "{", "[]", "null", "{}", '{ "fields": [] }'])
def test_a_text_without_a_form_is_refused_or_goes_out(converter: Converter, name: str, text: str) -> None:
    converter.ask("field/open", {"uri": "form:empty", "text": text})
    answer = converter.ask("field/export", {"uri": "form:empty", "format": name})
    converter.ask("field/close", {"uri": "form:empty"})
    if "{" not in text:
        assert "error" in answer, answer
    assert "error" not in answer or answer["error"]["message"]
    back = converter.ask("field/import", {"format": name, "text": text})
    assert "result" in back or back["error"]["message"]
