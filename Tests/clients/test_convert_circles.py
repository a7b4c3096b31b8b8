"""Schemas whose references lead in circles, along every way to follow one, and texts without a value."""

from __future__ import annotations

import random
from typing import Any, Callable

from conftest import seeds
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


@pytest.mark.parametrize("seed", seeds(20, 60))
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
    "fields json-schema rjsf surveyjs formio html github mcp lsp-form xlsform slack adaptive-cards awx backstage a2ui".split()
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


# What stands once in a source, and may be said of every question.
MANY = 1500
NUMBERS = list(range(MANY))
MULTIPLIED: dict[str, tuple[str, Callable[[], Json]]] = {
    "rows of a matrix": (
        "surveyjs",
        lambda: {"elements": [{"type": "matrix", "name": "m", "columns": NUMBERS, "rows": NUMBERS}]},
    ),
    "rows of cells": (
        "surveyjs",
        lambda: {
            "elements": [
                {"type": "matrixdropdown", "name": "m", "choices": NUMBERS, "columns": ["c"], "rows": NUMBERS}
            ]
        },
    ),
    "rows of another question": (
        "surveyjs",
        lambda: {
            "elements": [
                {"type": "dropdown", "name": "q", "choices": NUMBERS},
                *({"type": "dropdown", "name": f"q{i}", "choicesFromQuestion": "q"} for i in NUMBERS),
            ]
        },
    ),
    "a list of a workbook": (
        "xlsform",
        lambda: {
            "survey": [{"type": "select_one l", "name": f"q{i}", "label": "L"} for i in NUMBERS],
            "choices": [{"list_name": "l", "name": f"c{i}", "label": "C"} for i in NUMBERS],
        },
    ),
    "a schema that is referred to": (
        "json-schema",
        lambda: {
            "type": "object",
            "$defs": {"e": {"enum": NUMBERS}},
            "properties": {f"p{i}": {"$ref": "#/$defs/e"} for i in NUMBERS},
        },
    ),
}


@pytest.mark.parametrize("what", MULTIPLIED)
def test_a_list_that_each_question_has_makes_no_more_than_a_form_holds(converter: Converter, what: str) -> None:
    name, source = MULTIPLIED[what]
    result = converter.ask("field/import", {"format": name, "document": source()})["result"]
    rows = sum(len(field.get("data", [])) for field in result["document"]["fields"])
    assert rows <= 200_000 + MANY
    told = [entry for entry in result["report"]["entries"] if entry["code"] == "unsupportedField"]
    assert told and told[0]["effect"] == "laxer"
    assert converter.problems(result["document"]) == []
    # What has no rows any more takes whatever the source takes.
    record = {"m": {str(MANY - 1): MANY - 1}} if "matrix" in what else {f"q{MANY - 1}": "c0", f"p{MANY - 1}": 0}
    verdict = converter.ask("field/check", {"form": result["document"], "values": record})["result"]
    assert not [problem for problem in verdict["problems"] if problem["code"] == "wrongType"], verdict


SOURCES: dict[str, Callable[[int], Json]] = {
    "json-schema": lambda n: {"type": "object", "properties": {f"p{i}": TEXT for i in range(n)}},
    "rjsf": lambda n: {"schema": {"type": "object", "properties": {f"p{i}": TEXT for i in range(n)}}},
    "mcp": lambda n: {
        "message": "?",
        "requestedSchema": {"type": "object", "properties": {f"p{i}": TEXT for i in range(n)}},
    },
    "surveyjs": lambda n: {"elements": [{"type": "text", "name": f"q{i}"} for i in range(n)]},
    "formio": lambda n: {"components": [{"type": "textfield", "key": f"q{i}", "label": "L"} for i in range(n)]},
    "html": lambda n: "<form>" + "".join(f"<input name=q{i}>" for i in range(n)) + "</form>",
    "github": lambda n: "name: N\ndescription: D\nbody:\n"
    + "".join(f"  - type: input\n    id: q{i}\n    attributes:\n      label: L\n" for i in range(n)),
    "lsp-form": lambda n: [{"id": f"q{i}", "description": "d", "type": {"kind": "string"}} for i in range(n)],
    "xlsform": lambda n: {"survey": [{"type": "text", "name": f"q{i}", "label": "L"} for i in range(n)]},
    "slack": lambda n: {
        "type": "modal",
        "blocks": [
            {"type": "input", "block_id": f"q{i}", "label": {"type": "plain_text", "text": "L"}, "element": {"type": "plain_text_input"}}
            for i in range(n)
        ],
    },
    "adaptive-cards": lambda n: {
        "type": "AdaptiveCard",
        "body": [{"type": "Input.Text", "id": f"q{i}", "label": "L"} for i in range(n)],
    },
    "a2ui": lambda n: [
        {"id": "root", "component": "Column", "children": [f"f{i}" for i in range(n)]},
        *({"id": f"f{i}", "component": "TextField", "label": "L", "value": {"path": f"/q{i}"}} for i in range(n)),
    ],
    "backstage": lambda n: "kind: Template\nspec:\n  parameters:\n    - title: P\n      properties:\n"
    + "".join(f"        q{i}: {{ type: string }}\n" for i in range(n)),
    "awx": lambda n: {"spec": [{"type": "text", "variable": f"q{i}", "question_name": "L"} for i in range(n)]},
}


@pytest.mark.parametrize("name", SOURCES)
def test_a_form_is_made_of_ten_thousand_fields_at_most(converter: Converter, name: str) -> None:
    source = SOURCES[name](10_002)
    member = "text" if isinstance(source, str) else "document"
    result = converter.ask("field/import", {"format": name, member: source})["result"]
    assert len(result["document"]["fields"]) == 10_000
    told = [entry for entry in result["report"]["entries"] if "More fields" in entry["message"]]
    assert [(entry["code"], entry["effect"]) for entry in told] == [("unsupportedField", "laxer")] * 2


@pytest.mark.parametrize("count", [1, 2, 4, 40, 200])
def test_alternatives_beside_one_another_are_bounded(converter: Converter, count: int) -> None:
    parts = [{"anyOf": [{"type": "string", "minLength": i}, {"type": "string"}]} for i in range(count)]
    schema = {"type": "object", "properties": {"p": {"allOf": parts}}}
    result = converter.ask("field/import", {"format": "json-schema", "document": schema})["result"]
    assert [field["key"] for field in result["document"]["fields"]] == ["p"]
    told = [it for it in result["report"]["entries"] if it["code"] != "madeUp"]
    assert {it["path"].split("/")[4] for it in told} == {str(i) for i in range(count)}
    assert converter.ask("field/check", {"form": result["document"], "values": {"p": "x"}})["result"]["valid"]


@pytest.mark.parametrize("schema, path", [
    ({"properties": {"p": {"type": 3}}}, "/properties/p/type"),
    ({"properties": {"p": {"type": ["string", 3]}}}, "/properties/p/type"),
    ({"properties": {"p": TEXT}, "$defs": []}, "/$defs"),
    ({"properties": {"p": TEXT | {"definitions": 1}}}, "/properties/p/definitions"),
])  # fmt: skip
def test_a_keyword_of_a_wrong_type_is_told(converter: Converter, schema: Json, path: str) -> None:
    result = converter.ask("field/import", {"format": "json-schema", "document": {"type": "object"} | schema})["result"]
    assert [entry["path"] for entry in result["report"]["entries"] if entry["code"] == "wrongValue"] == [path]


def nested(count: int, wrapped: Callable[[Json], Json], inner: Json) -> Json:
    for _ in range(count):
        inner = wrapped(inner)
    return inner


DEEP: dict[str, tuple[str, Callable[[int], Json]]] = {
    "panels": (
        "surveyjs",
        lambda n: {
            "elements": [nested(n, lambda x: {"type": "panel", "elements": [x]}, {"type": "text", "name": "q"})]
        },
    ),
    "expressions": (
        "surveyjs",
        lambda n: {
            "elements": [
                {"type": "text", "name": "a"},
                {"type": "text", "name": "q", "visibleIf": "(" * n + "{a} = 1" + ")" * n},
            ]
        },
    ),
    "containers": (
        "formio",
        lambda n: {
            "components": [
                nested(
                    n,
                    lambda x: {"type": "container", "key": "c", "label": "C", "components": [x]},
                    {"type": "textfield", "key": "q", "label": "Q"},
                )
            ]
        },
    ),
    "groups of a workbook": (
        "xlsform",
        lambda n: {
            "survey": [
                *({"type": "begin_group", "name": f"g{i}", "label": "G"} for i in range(n)),
                {"type": "text", "name": "q", "label": "Q"},
                *[{"type": "end_group"}] * n,
            ]
        },
    ),
    "containers of a card": (
        "adaptive-cards",
        lambda n: {
            "type": "AdaptiveCard",
            "body": [nested(n, lambda x: {"type": "Container", "items": [x]}, {"type": "Input.Text", "id": "q", "label": "Q"})],
        },
    ),
    "fieldsets": ("html", lambda n: "<form>" + "<fieldset><legend>G</legend>" * n + "<input name=q>"),
    "lists in YAML": (
        "github",
        lambda n: "name: N\ndescription: D\nbody:\n  - type: input\n    attributes:\n      label: "
        + "[" * n + "x" + "]" * n,
    ),
    "objects": ("json-schema", lambda n: nested(n, lambda x: {"type": "object", "properties": {"a": x}}, TEXT)),
    "lists of lists": (
        "json-schema",
        lambda n: {"type": "object", "properties": {"a": nested(n, lambda x: {"type": "array", "items": x}, TEXT)}},
    ),
}


@pytest.mark.parametrize("what", DEEP)
@pytest.mark.parametrize("depth", [20, 31, 60])
def test_what_is_deep_is_a_form_or_told(converter: Converter, what: str, depth: int) -> None:
    name, source = DEEP[what]
    made = source(depth)
    answer = converter.ask("field/import", {"format": name, "text" if isinstance(made, str) else "document": made})
    if "error" in answer:
        assert "64" in answer["error"]["message"]
        return
    result = answer["result"]
    assert converter.problems(result["document"]) == []
    assert len(result["document"]["fields"]) == made_fields(what) or result["losses"]


def made_fields(what: str) -> int:
    """How many fields there are, however deep."""
    return 2 if what == "expressions" else 1
