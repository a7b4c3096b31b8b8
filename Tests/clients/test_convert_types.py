"""A member of a foreign form that has a type that nobody has asked for makes a difference in the document, or is told of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from converter import Converter

Json = Any

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "Sources/FieldModels/Interchange"
# One value of each type; what has another type than a property asks for is among them.
VALUES: list[Json] = [True, 7, "certainly none", ["none"], {"none": "none"}]

QUESTIONS: list[Json] = [
    {"type": "text", "name": "q"},
    {"type": "text", "name": "q", "inputType": "date"},
    {"type": "dropdown", "name": "q", "choices": ["a", "b"]},
    {"type": "checkbox", "name": "q", "choices": ["a", "b"]},
    {"type": "boolean", "name": "q"},
    {"type": "rating", "name": "q"},
    {"type": "panel", "name": "q", "elements": [{"type": "text", "name": "r"}]},
    {"type": "paneldynamic", "name": "q", "templateElements": [{"type": "text", "name": "r"}]},
    {"type": "matrixdynamic", "name": "q", "cellType": "text", "columns": [{"name": "r"}]},
    {"type": "multipletext", "name": "q", "items": [{"name": "r"}]},
    {"type": "matrix", "name": "q", "rows": ["r"], "columns": ["c"]},
]
COMPONENTS: list[Json] = [
    {"type": "textfield", "key": "q", "label": "Q", "input": True},
    {"type": "number", "key": "q", "label": "Q", "input": True},
    {"type": "select", "key": "q", "label": "Q", "input": True, "data": {"values": [{"label": "A", "value": "a"}]}},
    {"type": "selectboxes", "key": "q", "label": "Q", "input": True, "values": [{"label": "A", "value": "a"}]},
    {"type": "checkbox", "key": "q", "label": "Q", "input": True},
    {"type": "datetime", "key": "q", "label": "Q", "input": True},
    {"type": "day", "key": "q", "label": "Q", "input": True},
    {"type": "panel", "key": "q", "title": "Q", "components": [{"type": "textfield", "key": "r", "label": "R"}]},
    {"type": "datagrid", "key": "q", "label": "Q", "components": [{"type": "textfield", "key": "r", "label": "R"}]},
]
SCHEMAS: list[Json] = [
    {"type": "string"},
    {"type": "number"},
    {"type": "string", "enum": ["a", "b"]},
    {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
    {"type": "object", "properties": {"r": {"type": "string"}}},
]
# Objects within a question or a component, of which each may have the members that an importer knows.
NESTED: dict[str, list[tuple[Json, str, Json]]] = {
    "surveyjs": [
        *(({"type": "text", "name": "q"}, "validators", [{"type": it, **more}]) for it, more in {
            "text": {}, "numeric": {}, "regex": {"regex": "a"}, "email": {}, "expression": {"expression": "{q} > 1"},
        }.items()),
        ({"type": "checkbox", "name": "q", "choices": ["a"]}, "validators", [{"type": "answercount"}]),
        ({"type": "dropdown", "name": "q"}, "choices", [{"value": "a"}]),
        ({"type": "matrix", "name": "q", "columns": ["c"]}, "rows", [{"value": "a"}]),
        ({"type": "multipletext", "name": "q"}, "items", [{"name": "r"}]),
        ({"type": "matrixdynamic", "name": "q", "cellType": "text"}, "columns", [{"name": "r"}]),
        ({"type": "text", "name": "q", "maskType": "numeric"}, "maskSettings", {"precision": 2}),
    ],
    "formio": [
        *(
            (it, "validate", {"customMessage": "No"})
            for it in COMPONENTS
            if it["type"] in {"textfield", "number", "select", "selectboxes", "datagrid"}
        ),
        (COMPONENTS[0], "conditional", {"show": True}),
        ({"type": "day", "key": "q", "label": "Q", "input": True}, "fields", {"day": {"hide": False}}),
        ({"type": "select", "key": "q", "label": "Q", "input": True}, "data", {"values": [{"label": "A", "value": "a"}]}),
        ({"type": "radio", "key": "q", "label": "Q", "input": True}, "values", [{"value": "a"}]),
    ],
    "json-schema": [({"type": "array"}, "items", {"type": "string", "enum": ["a"]})],
}  # fmt: skip
# What says nothing, whatever it holds: how a builder or a server knows a component.
SILENT = {
    "formio": set(
        re.findall(
            r'"(\w+)"',
            (SOURCES / "Formio/FormioNames.swift").read_text(encoding="utf-8").split("silent")[1].split("]")[0],
        )
    ),
    "surveyjs": set(),
    "json-schema": {"$id", "$schema", "$comment", "$defs", "definitions", "$anchor", "$dynamicAnchor", "$vocabulary"},
}
# What may have one of several types, by those that may say nothing.
ANY = {"bool", "int", "str", "list", "dict"}
BROAD: dict[str, dict[str, set[str]]] = {
    "formio": {"eq": ANY},
    "json-schema": {
        **dict.fromkeys(
            "additionalItems additionalProperties contains else if propertyNames then unevaluatedItems "
            "unevaluatedProperties".split(),
            {"bool", "dict"},
        ),
        "items": {"bool", "dict", "list"},
        "exclusiveMinimum": {"bool", "int"},
        "exclusiveMaximum": {"bool", "int"},
        "default": ANY,
    },
}


@pytest.fixture(scope="module")
def converter(fieldd: str) -> Iterator[Converter]:
    converter = Converter(fieldd)
    yield converter
    converter.close()


def known(folder: str) -> list[str]:
    """The names that an importer knows: whatever it writes in quotes that could be one."""
    texts = [file.read_text(encoding="utf-8") for file in sorted((SOURCES / folder).glob("*.swift"))]
    return sorted({name for text in texts for name in re.findall(r'"([a-z$][A-Za-z$]+)"', text)})


def form(kind: str, parts: list[Json]) -> Json:
    """A form of parts that do not know of each other."""
    if kind == "surveyjs":
        return {"elements": [{"type": "panel", "name": f"p{i}", "title": "P", "elements": [it]} for i, it in enumerate(parts)]}
    if kind == "formio":
        return {"components": parts}
    return {"type": "object", "properties": {f"q{i}": it for i, it in enumerate(parts)}}


def place(kind: str, index: int) -> str:
    if kind == "surveyjs":
        return f"/elements/{index}/elements/0"
    return f"/components/{index}" if kind == "formio" else f"/properties/q{index}"


def named(kind: str, part: Json, index: int) -> Json:
    """The part with a name of its own, and what is in it too."""
    if kind == "json-schema":
        return part
    text = json.dumps(part)
    return json.loads(re.sub(r'"(name|key)": "([qr])"', rf'"\1": "\g<2>{index}"', text))


def read(converter: Converter, kind: str, parts: list[Json]) -> list[tuple[list[str], set[tuple[str, str]]]]:
    """What each part has become, and what is told of it."""
    document, entries, _ = converter.read(kind, form(kind, parts))
    made: list[tuple[list[str], set[tuple[str, str]]]] = [([], set()) for _ in parts]
    for part in document["fields"] + document.get("groups", []):
        text = json.dumps(part)
        if number := re.search(r'^{"key": "[a-z.]*?(\d+)', text):
            made[int(number[1])][0].append(re.sub(rf"(?<=[a-z]){number[1]}\b", "", text))
    for entry in entries:
        steps = entry["path"].split("/")
        if len(steps) > 2 and (number := re.search(r"\d+", steps[2])):
            index = int(number[0])
            made[index][1].add((entry["path"][len(place(kind, index)) :], entry["message"]))
    return made


def passed_over(
    converter: Converter, kind: str, base: Json, parts: list[tuple[str, Json, Json]]
) -> dict[str, list[str]]:
    """The names that make no difference, each with the types of which that is so.

    A part is what the base becomes when a member with a name has a value.
    """
    passed: dict[str, list[str]] = {}
    for first in range(0, len(parts), 500):
        chunk = parts[first : first + 500]
        forms = [named(kind, it, index) for index, it in enumerate([part for _, _, part in chunk] + [base])]
        *made, own = read(converter, kind, forms)
        for (name, value, _), (document, told) in zip(chunk, made, strict=True):
            if document == own[0] and told <= own[1]:
                passed.setdefault(name, []).append(type(value).__name__)
    # A value of the type that a property has may say what goes without saying.
    broad = BROAD.get(kind, {})
    return {name: it for name, it in passed.items() if 1 < len(it) and not set(it) <= broad.get(name, set())}


KINDS = [("surveyjs", "SurveyJS", QUESTIONS), ("formio", "Formio", COMPONENTS), ("json-schema", "JSONSchema", SCHEMAS)]


@pytest.mark.parametrize(("kind", "folder", "bases"), KINDS)
def test_a_member_of_a_wrong_type_is_not_passed_over(
    converter: Converter, kind: str, folder: str, bases: list[Json]
) -> None:
    names = [it for it in known(folder) if it not in SILENT[kind]]
    for base in bases:
        parts = [(name, value, {**base, name: value}) for name in names if name not in base for value in VALUES]
        assert passed_over(converter, kind, base, parts) == {}, base


@pytest.mark.parametrize(("kind", "folder", "bases"), KINDS)
def test_nor_is_one_of_an_object_within_it(converter: Converter, kind: str, folder: str, bases: list[Json]) -> None:
    names = [it for it in known(folder) if it not in SILENT[kind]]
    for base, place_, inner in NESTED[kind]:
        one = inner[0] if isinstance(inner, list) else inner
        parts = []
        for name in names:
            for value in VALUES if name not in one else []:
                other = {**one, name: value}
                parts.append((name, value, {**base, place_: [other] if isinstance(inner, list) else other}))
        assert passed_over(converter, kind, {**base, place_: inner}, parts) == {}, (base, inner)
