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


# A form of each format with all lists and objects that its importer reads.
SAID: Json = {"type": "plain_text", "text": "T"}
WHOLE: dict[str, Json] = {
    "surveyjs": {
        "pages": [{"name": "one", "title": "One", "elements": [
            *({**it, "name": f"q{index}"} for index, it in enumerate(QUESTIONS) if it["type"] != "panel"),
            {"type": "panel", "name": "p", "title": "P", "elements": [{"type": "text", "name": "t"}]},
            {"type": "dropdown", "name": "d", "choices": [{"value": "a", "text": "A"}, "b"]},
            {"type": "checkbox", "name": "c", "choices": ["a"], "validators": [{"type": "answercount", "minCount": 1}]},
            {"type": "rating", "name": "r", "rateValues": [1, 2]},
            {"type": "text", "name": "l", "dataList": ["a"], "maskType": "pattern", "maskSettings": {"pattern": "99"}},
            {"type": "matrixdropdown", "name": "m", "columns": [{"name": "x", "choices": ["a"]}], "rows": ["u"]},
            {"type": "matrix", "name": "n", "columns": ["c"], "rows": [{"value": "u", "text": "U"}]},
        ]}],
    },
    "formio": {
        "components": [
            *({**it, "key": f"k{index}"} for index, it in enumerate(COMPONENTS)),
            {"type": "columns", "key": "cols", "columns": [
                {"components": [{"type": "textfield", "key": "c1", "label": "C", "input": True}]}]},
            {"type": "table", "key": "tab", "rows": [
                [{"components": [{"type": "textfield", "key": "t1", "label": "T", "input": True}]}]]},
            {"type": "tabs", "key": "tabs", "components": [
                {"label": "One", "key": "one", "components": [
                    {"type": "textfield", "key": "t2", "label": "T", "input": True}]}]},
            {"type": "container", "key": "box", "components": [
                {"type": "textfield", "key": "t3", "label": "T", "input": True}]},
            {"type": "radio", "key": "radio", "label": "R", "input": True, "values": [{"value": "a", "label": "A"}]},
            {"type": "day", "key": "d", "label": "D", "input": True, "fields": {"day": {"hide": True}, "year": {"required": True}}},
            {"type": "textfield", "key": "v", "label": "V", "input": True,
             "validate": {"minLength": 2}, "errors": {"minLength": "No"}, "conditional": {"show": True, "when": "k0", "eq": "x"}},
        ],
    },
    "json-schema": {
        "type": "object", "required": ["a"],
        "properties": {
            "a": {"type": "string", "enum": ["x", "y"]},
            "b": {"type": "array", "items": {"type": "string", "enum": ["x"]}},
            "c": {"type": "object", "properties": {"d": {"type": "string"}}, "required": ["d"]},
            "e": {"type": "array", "items": {"type": "object", "properties": {"f": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}},
        },
        "allOf": [{"if": {"properties": {"a": {"const": "x"}}, "required": ["a"]}, "then": {"required": ["b"]}}],
    },
    "rjsf": {
        "schema": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "object", "properties": {"c": {"type": "string"}}}}},
        "uiSchema": {"a": {"ui:widget": "textarea", "ui:options": {"rows": 3}}, "b": {"c": {"ui:help": "H"}}, "ui:globalOptions": {"help": "G"}},
    },
    "mcp": {"message": "M", "requestedSchema": {"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}}, "required": ["a"]}},
    "lsp-form": {"formFields": [
        {"id": "a", "description": "A", "type": {"kind": "enum", "entries": [{"value": "x", "description": "X"}]}},
        {"id": "b", "description": "B", "type": {"kind": "list", "elementType": {"kind": "enum", "entries": [{"value": "x"}]}}},
        {"id": "c", "description": "C", "type": {"kind": "file", "filters": ["go"]}},
    ]},
    "xlsform": {
        "survey": [{"type": "select_one l", "name": "a", "label": "A", "hint": "H"}, {"type": "text", "name": "b", "label": "B"}],
        "choices": [{"list_name": "l", "name": "x", "label": "X"}],
        "settings": [{"form_title": "T"}],
    },
    "slack": {
        "type": "modal", "title": SAID, "submit": SAID,
        "blocks": [
            {"type": "header", "block_id": "h", "text": SAID},
            {"type": "input", "block_id": "a", "label": SAID, "hint": SAID, "element": {
                "type": "plain_text_input", "action_id": "x", "placeholder": SAID, "dispatch_action_config": {"trigger_actions_on": []}}},
            {"type": "input", "block_id": "b", "label": SAID, "optional": True, "element": {
                "type": "multi_static_select", "option_groups": [{"label": SAID, "options": [{"text": SAID, "value": "v"}]}],
                "initial_options": [{"text": SAID, "value": "v"}]}},
            {"type": "section", "block_id": "c", "text": SAID, "accessory": {
                "type": "static_select", "options": [{"text": SAID, "value": "v", "description": SAID}], "initial_option": {"text": SAID, "value": "v"}}},
            {"type": "actions", "block_id": "d", "elements": [
                {"type": "checkboxes", "action_id": "e", "options": [{"text": SAID, "value": "v"}]}]},
        ],
    },
    "adaptive-cards": {
        "type": "AdaptiveCard", "version": "1.5",
        "body": [
            {"type": "Container", "id": "g", "items": [
                {"type": "TextBlock", "text": "H", "style": "heading"}, {"type": "Input.Text", "id": "a", "label": "A"}]},
            {"type": "ColumnSet", "columns": [{"type": "Column", "items": [{"type": "Input.Text", "id": "b", "label": "B"}]}]},
            {"type": "Table", "rows": [{"type": "TableRow", "cells": [
                {"type": "TableCell", "items": [{"type": "Input.Date", "id": "c", "label": "C"}]}]}]},
            {"type": "Input.ChoiceSet", "id": "d", "label": "D", "choices": [{"title": "V", "value": "v"}]},
            {"type": "ActionSet", "actions": [{"type": "Action.ShowCard", "card": {
                "type": "AdaptiveCard", "body": [{"type": "Input.Toggle", "id": "e", "title": "E"}]}}]},
        ],
        "actions": [{"type": "Action.Submit", "title": "Go"}],
    },
    "awx": {
        "name": "N", "description": "D",
        "spec": [
            {"type": "text", "question_name": "A", "variable": "a", "required": True},
            {"type": "multiselect", "question_name": "B", "variable": "b", "required": False, "choices": ["v", "w"], "default": ["v"]},
        ],
    },
    "backstage": {
        "kind": "Template", "metadata": {"name": "n", "tags": ["t"]},
        "spec": {
            "steps": [{"id": "s"}],
            "parameters": [
                {"title": "P", "required": ["f"], "properties": {"f": {"type": "string", "title": "F", "ui:options": {"rows": 2}}}},
                {"title": "Q", "properties": {"a": {"type": "array", "title": "A", "items": {"type": "string", "enum": ["v"]}}}},
            ],
        },
    },
    "a2ui": [
        {"version": "v1.0", "createSurface": {"surfaceId": "s"}},
        {"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": [
            {"id": "root", "component": "Column", "children": ["a", "b"]},
            {"id": "a", "component": "TextField", "label": "A", "value": {"path": "/a"}, "checks": [
                {"condition": {"call": "required", "args": {"value": {"path": "/a"}}}, "message": "M"}]},
            {"id": "b", "component": "ChoicePicker", "label": "B", "value": {"path": "/b"}, "options": [{"label": "V", "value": "v"}]}]}},
        {"version": "v1.0", "updateDataModel": {"surfaceId": "s", "value": {"a": "x"}}},
    ],
}  # fmt: skip
WRONG: list[Json] = [7, "certainly none", True, {}, [], {"none": "none"}, ["none"]]


def parts(value: Json, path: str = "") -> Iterator[tuple[str, Json]]:
    """The lists and objects in a form, with where they stand."""
    if isinstance(value, (dict, list)):
        if path:
            yield path, value
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from parts(inner, f"{path}/{name}")


def replaced(value: Json, path: list[str], other: Json) -> Json:
    if not path:
        return other
    if isinstance(value, dict):
        return {name: replaced(it, path[1:], other) if name == path[0] else it for name, it in value.items()}
    return [replaced(it, path[1:], other) if index == int(path[0]) else it for index, it in enumerate(value)]


# What may be a row, or a name, by itself; and what is looked at in the place of an object as of a list.
MAY_BE: dict[str, Json] = {
    "surveyjs": r"/(rows|columns|choices|rateValues|validators)/\d+$",
    "formio": r"/(values)/\d+$",
    "json-schema": r"/(anyOf/\d+|items|f|a|b|c|d|e|then|if|allOf/0)$",
    "rjsf": r"^/schema.*/[abc]$|^/uiSchema(/b)?$",
    "mcp": r"/properties/a$",
    "lsp-form": r"^$",
    "xlsform": r"/hint$",
    # What a look has is kept as it is, and what one begins with is known by its value.
    "slack": r"/dispatch_action_config(/trigger_actions_on)?$|/initial_options?(/0)?/text$",
    "adaptive-cards": r"^/actions/0$",
    # What is shown of a surface is kept, and its data may be anything.
    "a2ui": r"/condition$|/children$|/updateDataModel/value$",
    # What is no form is kept as it is, and one page may stand alone.
    "backstage": r"^/metadata|^/spec/parameters$|^/spec/steps|/properties/[fa]$|/items$",
    # Both may be a text of lines.
    "awx": r"/(choices|default)$",
}


@pytest.mark.parametrize("kind", WHOLE)
def test_a_list_or_an_object_of_another_type_is_told(converter: Converter, kind: str) -> None:
    def told(form: Json) -> set[tuple[str, str]] | None:
        answer = converter.ask("field/import", {"format": kind, "document": form})
        if "error" in answer:
            return None
        return {(it["path"], it["message"]) for it in answer["result"]["report"]["entries"]}

    whole = told(WHOLE[kind])
    assert whole is not None
    silent = []
    for path, value in parts(WHOLE[kind]):
        for other in WRONG:
            if isinstance(value, dict) == isinstance(other, dict) and isinstance(other, (dict, list)):
                continue
            # Builders in PHP write an empty list for an empty object.
            if kind == "formio" and isinstance(value, dict) and other == []:
                continue
            if re.search(MAY_BE[kind], path) and (isinstance(other, (str, int)) or kind != "surveyjs"):
                continue
            found = told(replaced(WHOLE[kind], path.split("/")[1:], other))
            if found is not None and not any(
                f"{it}/".startswith(f"{path}/") or f"{path}/".startswith(f"{it}/") for it, _ in found - whole
            ):
                silent.append((path, other))
    assert silent == []
