"""Surfaces of A2UI, held to what the functions of its basic catalog say of a data model."""

from __future__ import annotations

import json
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import seed_ranges
from converter import Converter
from features import Maker

Json = Any


def call(name: str, path: str, **more: Json) -> Json:
    return {"call": name, "args": {"value": {"path": path}, **more}}


def surface(*inputs: Json, **more: Json) -> Json:
    root = {"id": "root", "component": "Column", "children": [it["id"] for it in inputs]}
    return {"version": "v1.0", "createSurface": {"surfaceId": "s", "components": [root, *inputs], **more}}


def bound(kind: str, path: str, *conditions: Json, **more: Json) -> Json:
    made: Json = {"id": path, "component": kind, "label": path[1:], "value": {"path": path}, **more}
    return made | ({"checks": [{"condition": it, "message": "No"} for it in conditions]} if conditions else {})


ROWS = [{"label": it.upper(), "value": it} for it in "abc"]
TEXT = ("TextField", {})
NUMBER = ("TextField", {"variant": "number"})
LIST = ("ChoicePicker", {"variant": "multipleSelection", "options": ROWS})
# What the conformance suite of A2UI says of its functions (conformance/core/functions.yaml): the function, its other
# arguments, the input, a value, and whether it passes.
FACTS: list[tuple[str, Json, tuple[str, Json], Json, bool]] = [
    ("required", {}, TEXT, "hello", True), ("required", {}, TEXT, "", False), ("required", {}, TEXT, None, False),
    ("required", {}, LIST, ["a"], True), ("required", {}, LIST, [], False),
    ("regex", {"pattern": "^[0-9]+$"}, TEXT, "12345", True), ("regex", {"pattern": "^[0-9]+$"}, TEXT, "abc", False),
    ("email", {}, TEXT, "user@example.com", True), ("email", {}, TEXT, "invalid-email", False), ("email", {}, TEXT, "test@test.c", False),
    ("length", {"min": 3, "max": 10}, TEXT, "hello", True), ("length", {"min": 3}, TEXT, "hi", False),
    ("length", {"max": 5}, TEXT, "hello world", False),
    ("length", {"min": 2, "max": 4}, LIST, ["a", "b", "c"], True), ("length", {"min": 2}, LIST, ["a"], False),
    ("numeric", {"min": 0, "max": 100}, NUMBER, 42.5, True), ("numeric", {"min": 0, "max": 100}, NUMBER, "42.5", True),
    ("numeric", {"min": 0}, NUMBER, -5, False), ("numeric", {"max": 100}, NUMBER, 150, False),
    ("numeric", {}, NUMBER, "not_a_number", False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args", "kind", "value", "passes"), FACTS)
def test_a_function_says_what_the_suite_says(
    converter: Converter, name: str, args: Json, kind: tuple[str, Json], value: Json, passes: bool
) -> None:
    form = surface(bound(kind[0], "/v", call(name, "/v", **args), **kind[1]))
    document, entries, _ = converter.read("a2ui", form)
    assert [it for it in entries if it["effect"] != "none"] == []
    params = {"form": document, "recordsFormat": "a2ui", "values": {"v": value}}
    assert converter.ask("field/check", params)["result"]["valid"] is passes


@pytest.mark.parametrize(
    ("conditions", "right", "wrong"),
    [
        ([{"call": "and", "args": {"values": [call("required", "/a"), call("required", "/b")]}}], [{"a": "x", "b": "x"}], [{"a": "x"}, {"b": "x"}, {}]),
        ([{"call": "or", "args": {"values": [call("required", "/a"), call("required", "/b")]}}], [{"a": "x"}, {"b": "x"}], [{}, {"c": True}]),
        ([{"call": "and", "args": {"values": [{"path": "/c"}, {"call": "or", "args": {"values": [call("required", "/a"), call("required", "/b")]}}]}}],
         [{"c": True, "b": "x"}], [{"c": False, "a": "x"}, {"a": "x"}, {"c": True}]),
        ([{"call": "or", "args": {"values": [{"call": "not", "args": {"value": call("required", "/a")}}, call("length", "/a", min=2)]}}],
         [{}, {"a": "xy"}], [{"a": "x"}]),
        ([True], [{}], []),
    ],
)  # fmt: skip
def test_functions_are_put_together(converter: Converter, conditions: list[Json], right: list[Json], wrong: list[Json]) -> None:
    button = {"id": "go", "component": "Button", "child": "t", "action": {"event": {"name": "go"}}}
    button["checks"] = [{"condition": it, "message": "No"} for it in conditions]
    form = surface(bound("TextField", "/a"), bound("TextField", "/b"), bound("CheckBox", "/c"), button)
    document, entries, _ = converter.read("a2ui", form)
    assert [it for it in entries if it["effect"] != "none"] == []
    assert converter.verdicts(document, right + wrong) == [True] * len(right) + [False] * len(wrong)


@pytest.mark.parametrize(
    ("made", "code", "path"),
    [
        (bound("TextField", "/a", call("regex", "/a", pattern="[invalid(")), "program", "/checks/0"),
        (bound("TextField", "/a", {"call": "or", "args": {"values": [call("required", "/a")]}}), "program", "/checks/0"),
        (bound("TextField", "/a", {"call": "not", "args": {"value": call("required", "/a")}}), "program", "/checks/0"),
        (bound("TextField", "/a", call("isFree", "/a")), "program", "/checks/0"),
        (bound("TextField", "/a", call("required", "/z")), "program", "/checks/0"),
        (bound("TextField", "/a", validationRegexp="x"), "unknownProperty", "/validationRegexp"),
        (bound("TextField", "/a/0/b"), "unsupportedField", ""),
        (bound("DateTimeInput", "/a", enableDate=True, min="soon"), "wrongValue", "/min"),
        (bound("ChoicePicker", "/a", options=[{"label": "A", "value": 1}]), "wrongValue", "/options/0"),
    ],
)
def test_what_an_input_loses_is_told(converter: Converter, made: Json, code: str, path: str) -> None:
    document, entries, _ = converter.read("a2ui", surface(made))
    assert converter.problems(document) == []
    told = {(it["code"], it["path"], it["effect"]) for it in entries}
    assert (code, "/createSurface/components/1" + path, "laxer") in told, entries
    assert converter.verdicts(document, [{}]) == [True]


def takes(condition: Json, data: Json) -> bool:
    """What a condition says of a flat data model (the guide of the basic catalog, and its suite)."""
    if isinstance(condition, bool):
        return condition
    if "path" in condition:
        return bool(data.get(condition["path"][1:]))
    args, name = condition["args"], condition["call"]
    if name in ("and", "or"):
        return (all if name == "and" else any)(takes(it, data) for it in args["values"])
    if name == "not":
        return not takes(args["value"], data)
    value = data.get(args["value"]["path"][1:])
    if name == "required":
        return value not in (None, "", [])
    if name == "regex":
        return re.search(args["pattern"], value or "") is not None
    if name == "email":
        return re.search(r"^[^\s@]+@[^\s@]+\.[^\s@]{2,}$", value or "") is not None
    if name == "length":
        size = len(value) if isinstance(value, list) else len((value or "").encode("utf-16-le")) // 2
        return args.get("min", 0) <= size <= args.get("max", size)
    return isinstance(value, (int, float)) and args.get("min", value) <= value <= args.get("max", value)


def fits(made: Json, value: Json) -> bool:
    """Whether an input can have a value."""
    match made["component"]:
        case "CheckBox":
            return isinstance(value, bool)
        case "ChoicePicker":
            most = 9 if made["variant"] == "multipleSelection" else 1
            known = [row["value"] for row in ROWS]
            return isinstance(value, list) and len(value) <= most and all(it in known for it in value) and len({*value}) == len(value)
        case "Slider":
            return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= made["max"]
        case "TextField" if made.get("variant") == "number":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, str)


def condition(chance: random.Random, names: str, kinds: dict[str, str], depth: int = 0) -> Json:
    path = "/" + chance.choice(names)
    kind = kinds[path[1:]]
    roll = chance.random()
    if depth < 2 and roll < 0.25:
        values = [condition(chance, names, kinds, depth + 1) for _ in range(2)]
        return {"call": chance.choice(["and", "and", "or"]), "args": {"values": values}}
    if depth < 2 and roll < 0.35:
        own = {"call": "not", "args": {"value": call("required", path)}}
        return {"call": "or", "args": {"values": [own, condition(chance, path[1:], kinds, 2)]}}
    if roll < 0.4:
        return {"call": "not", "args": {"value": call("required", path)}}
    if kind == "CheckBox":
        return chance.choice([{"path": path}, call("required", path)])
    if kind == "ChoicePicker":
        return chance.choice([call("required", path), call("length", path, min=chance.randint(0, 2)), call("length", path, max=1)])
    if kind in ("Slider", "number"):
        return chance.choice([call("required", path), call("numeric", path, min=2), call("numeric", path, min=1, max=5)])
    return chance.choice(
        [call("required", path), call("regex", path, pattern=chance.choice(["^[a-c]*$", "b", "^x?$"])), call("email", path),
         call("length", path, min=chance.randint(0, 3)), call("length", path, min=1, max=4)]
    )  # fmt: skip


VALUES: list[Json] = ["a", "abc", "xb", "a@b.example", "👩🏽‍🚀", "x", 0, 2, 4, 7, 2.5, True, False, ["a"], ["a", "b"], ["z"]]


@pytest.mark.parametrize("seeds", seed_ranges(40, 600))
def test_a_surface_judges_as_its_functions_do(converter: Converter, seeds: range) -> None:
    exact = 0
    for seed in seeds:
        chance = random.Random(seed)
        names = "pqrst"[: chance.randint(1, 5)]
        kinds = {name: chance.choice(["TextField", "TextField", "number", "CheckBox", "ChoicePicker", "Slider"]) for name in names}
        inputs = []
        for name, kind in kinds.items():
            more: Json = {"variant": "number"} if kind == "number" else {}
            if kind == "ChoicePicker":
                more = {"options": ROWS, "variant": chance.choice(["multipleSelection", "mutuallyExclusive"])}
            more |= {"max": 5} if kind == "Slider" else {}
            checks = [condition(chance, names, kinds) for _ in range(chance.choice([0, 1, 1, 2]))]
            inputs.append(bound("TextField" if kind == "number" else kind, "/" + name, *checks, **more))
        document, entries, _ = converter.read("a2ui", surface(*inputs))
        assert converter.problems(document) == []
        records = [{name: chance.choice(VALUES) for name in names if chance.random() < 0.8} for _ in range(80)]
        lossy = any(it["effect"] != "none" for it in entries)
        exact += not lossy
        everything = [it["condition"] for made in inputs for it in made.get("checks", [])]
        for record, isRight in zip(records, converter.verdicts(document, records), strict=True):
            fit = all(fits(made, record[name]) for name, made in zip(names, inputs, strict=True) if name in record)
            expected = fit and all(takes(it, record) for it in everything)
            assert isRight or not expected, (seed, record, inputs, document)
            assert lossy or isRight == expected, (seed, record, inputs, document)
    assert exact > len(seeds) / 4


def test_messages_make_one_surface(converter: Converter, fieldd: str, tmp_path: Path) -> None:
    messages = [
        {"version": "v1.0", "createSurface": {"surfaceId": "s", "dataModel": {"a": "old", "b": {"c": 1}}}},
        {"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": [
            {"id": "root", "component": "Column", "children": ["a", "b", "list"]}, bound("TextField", "/a") | {"id": "a"},
            {"id": "list", "component": "List", "children": {"componentId": "each", "path": "/rows"}},
            {"id": "each", "component": "TextField", "label": "Each", "value": {"path": "name"}}]}},
        {"version": "v1.0", "updateComponents": {"surfaceId": "other", "components": [bound("TextField", "/z")]}},
        {"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": [bound("TextField", "/b/c", variant="number") | {"id": "b"}]}},
        {"version": "v1.0", "updateDataModel": {"surfaceId": "s", "path": "/a", "value": "new"}},
    ]  # fmt: skip
    document, entries, _ = converter.read("a2ui", messages)
    assert [(it["key"], it.get("path"), it.get("text")) for it in document["fields"]] == [("a", None, "new"), ("c", "/b/c", "1")]
    told = [(it["code"], it["path"]) for it in entries if it["effect"] != "none"]
    assert told == [("unsupportedField", "/1/updateComponents/components/3"), ("unsupportedField", "/2/updateComponents")]
    # Each message may stand in a line.
    (tmp_path / "form.jsonl").write_text("".join(json.dumps(it) + "\n" for it in messages))
    made = subprocess.run([fieldd, "convert", "--quiet", "--from", "a2ui", tmp_path / "form.jsonl"], capture_output=True, text=True, check=True)
    assert json.loads(made.stdout) == document
    (tmp_path / "record.json").write_text('{"a": 1}')
    command = [fieldd, "check", "--form", tmp_path / "form.jsonl", "--format", "ndjson", tmp_path / "record.json"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert '"code":"wrongType"' in found.stdout, found


@pytest.mark.parametrize("seeds", seed_ranges(10, 100))
def test_a_form_becomes_a_surface(converter: Converter, maker: Maker, seeds: range) -> None:
    for seed in seeds:
        document = maker.document(seed, [0.05, 0.15, 0.3][seed % 3])
        if converter.problems(document):
            continue
        written, _ = converter.write("a2ui", document)
        components = written["createSurface"]["components"]
        known = [it["id"] for it in components]
        assert len(known) == len({*known}) and known[0] == "root", seed
        shown = [child for it in components for child in [*it.get("children", []), *([it["child"]] if "child" in it else [])]]
        assert sorted(shown) == sorted(set(known) - {"root"}), seed
        back, entries, _ = converter.read("a2ui", written)
        assert converter.problems(back) == []
        assert {it["code"] for it in entries if it["effect"] != "none"} <= {"program"}, (seed, entries)
        again = converter.write("a2ui", back)[0]
        for it in (written, again):
            it["createSurface"]["components"].sort(key=lambda component: component["id"])
            # A limit of a field stands before its rules, whichever of these it came from.
            for component in it["createSurface"]["components"]:
                component.get("checks", []).sort(key=json.dumps)
        assert entries or again == written, seed


def test_no_surface_is_refused(converter: Converter) -> None:
    for source in ({}, {"version": "v1.0", "createSurface": {"surfaceId": "s"}}, []):
        error = converter.ask("field/import", {"format": "a2ui", "document": source})["error"]
        assert "components" in error["message"]


def test_components_in_a_circle_or_in_a_long_chain_end(converter: Converter) -> None:
    field = {"id": "x", "component": "TextField", "label": "X", "value": {"path": "/x"}}
    chain = [{"id": f"c{i}", "component": "Column", "children": [f"c{i + 1}"]} for i in range(50_000)]
    for parts, keys in [
        ([{"id": "root", "component": "Card", "child": "a"}, {"id": "a", "component": "Card", "child": "root"}, field], []),
        ([{"id": "root", "component": "Column", "children": ["root", "x"]}, field], ["x"]),
        ([{"id": "root", "component": "Column", "children": ["c0"]}, *chain, {**field, "id": "c50000"}], []),
    ]:
        document, entries, _ = converter.read("a2ui", {"components": parts})
        assert [made["key"] for made in document["fields"]] == keys
        written, _ = converter.write("a2ui", document)
        assert "createSurface" in written
    assert "laxer" in {entry["effect"] for entry in entries}


def test_data_that_lead_too_deep_are_told(converter: Converter) -> None:
    field = {"id": "root", "component": "TextField", "label": "X", "value": {"path": "/x"}}
    update = {"surfaceId": "s", "path": "/a" * 100_000, "value": 1}
    messages = [
        {"version": "v1.0", "createSurface": {"surfaceId": "s", "components": [field]}},
        {"version": "v1.0", "updateDataModel": update},
    ]
    _, entries, _ = converter.read("a2ui", {"messages": messages})
    assert [(entry["code"], entry["path"]) for entry in entries] == [("wrongValue", "/messages/1/updateDataModel/path")]
