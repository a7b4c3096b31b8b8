"""Whatever a schema takes, the form that is made of it takes: on random schemas and random records, judged by jsonschema."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from conftest import seeds
import pytest
from converter import Converter
from jsonschema import Draft202012Validator

Json = Any
SCALARS: list[Json] = ["a", "b", "12", "true", "abcdef", 0, 1, 12, 2.5, -3, True, False, None]
# The empty text is no answer to a form, as the protocol says, so that no record has it.
OTHERS: list[Json] = [[], ["a"], [1, "a"], {}, {"x": 1}, {"a": "b", "n": 2}, [{"x": "a"}], [None]]
TYPES = ["string", "number", "integer", "boolean", "null", "array", "object"]


def keywords(rng: random.Random) -> Json:
    """What may be asked of a text, a number or a list."""
    pool: list[tuple[str, Json]] = [
        ("minLength", rng.randint(0, 3)), ("maxLength", rng.randint(1, 5)), ("pattern", rng.choice(["^a", "b$", "[0-9]"])),
        ("minimum", rng.randint(-2, 3)), ("maximum", rng.randint(1, 12)), ("multipleOf", rng.choice([1, 2, 0.5])),
        ("exclusiveMinimum", 0), ("title", "T"), ("description", "D"), ("default", rng.choice(SCALARS)),
        ("enum", rng.sample(SCALARS + OTHERS, rng.randint(1, 4))), ("const", rng.choice(SCALARS + OTHERS)),
        ("format", rng.choice(["date", "email", "ipv4"])), ("minItems", rng.randint(0, 2)), ("maxItems", rng.randint(1, 3)),
        ("uniqueItems", True), ("readOnly", True), ("not", {"type": rng.choice(TYPES)}),
    ]  # fmt: skip
    return dict(rng.sample(pool, rng.randint(0, 3)))


def schema(rng: random.Random, depth: int = 0) -> Json:
    """What a property may be."""
    act = rng.random()
    if act < 0.1:
        return rng.choice([True, {}])
    if act < 0.55 or depth > 2:
        types = rng.sample(TYPES[:6], rng.randint(1, 3))
        return keywords(rng) | ({"type": types if len(types) > 1 else types[0]} if rng.random() < 0.8 else {})
    if act < 0.75:
        name = rng.choice(["anyOf", "oneOf", "allOf"])
        return {name: [schema(rng, depth + 1) for _ in range(rng.randint(1, 3))]}
    if act < 0.85:
        items = schema(rng, depth + 1) if rng.random() < 0.5 else whole(rng, depth + 1)
        return {"type": rng.choice(["array", ["array", "null"]]), "items": items} | (
            {"minItems": 1} if rng.random() < 0.2 else {}
        )
    inner = whole(rng, depth + 1)
    if rng.random() < 0.3:
        inner["type"] = ["object", "null"]
    elif rng.random() < 0.2:
        del inner["type"]
    return inner


def whole(rng: random.Random, depth: int = 0) -> Json:
    names = rng.sample(["a", "b", "c", "n", "x"], rng.randint(1, 4))
    made: Json = {"type": "object", "properties": {name: schema(rng, depth) for name in names}}
    if rng.random() < 0.6:
        made["required"] = rng.sample(names, rng.randint(1, len(names)))
    if rng.random() < 0.3:
        made["additionalProperties"] = False
    if rng.random() < 0.3:
        made["if"] = {"properties": {rng.choice(names): {"const": rng.choice(SCALARS)}}, "required": [rng.choice(names)]}
        made["then"] = {"required": [rng.choice(names)], "properties": {rng.choice(names): schema(rng, 3)}}
    if rng.random() < 0.2:
        made["dependentRequired"] = {rng.choice(names): [rng.choice(names)]}
    if rng.random() < 0.15:
        made["oneOf"] = [
            {"properties": {"k": {"const": value}, "m": schema(rng, 3)}, "required": rng.choice([["k"], ["k", "m"]])}
            for value in ("a", "b")
        ]
        if rng.random() < 0.7:
            made["properties"]["k"] = {"enum": ["a", "b"]}
            made["required"] = [*made.get("required", []), "k"]
    return made


def listed(value: Json) -> Iterator[Json]:
    """The values that stand somewhere in a schema."""
    if isinstance(value, dict):
        yield from value.get("enum", [])
        yield from [value["const"]] if "const" in value else []
        for inner in value.values():
            yield from listed(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from listed(inner)


def record(rng: random.Random, source: Json, pool: list[Json]) -> Json:
    """An object that has a fair chance to be right."""
    made: Json = {}
    for name, inner in {**source["properties"], "k": True, "m": True}.items():
        if rng.random() < 0.25:
            continue
        if isinstance(inner, dict) and "properties" in inner and rng.random() < 0.7:
            made[name] = record(rng, inner, pool)
        elif isinstance(inner, dict) and isinstance(inner.get("items"), dict) and rng.random() < 0.7:
            items = inner["items"]
            made[name] = [
                record(rng, items, pool) if "properties" in items else rng.choice(pool) for _ in range(rng.randint(0, 2))
            ]
        elif name in source["properties"] or rng.random() < 0.4:
            made[name] = rng.choice(pool)
    return made


def says_twice(value: Json) -> bool:
    """Whether a list in it has a value twice: rows are chosen once, as the protocol says."""
    if isinstance(value, dict):
        return any(says_twice(it) for it in value.values())
    if not isinstance(value, list):
        return False
    return len({repr(it) for it in value}) < len(value) or any(says_twice(it) for it in value)


@pytest.mark.parametrize("seed", seeds(20, 60))
def test_a_form_takes_what_its_schema_takes(converter: Converter, seed: int) -> None:
    rng = random.Random(seed)
    right = 0
    for _ in range(10):
        source = whole(rng)
        judge = Draft202012Validator(source, format_checker=Draft202012Validator.FORMAT_CHECKER)
        answer = converter.ask("field/import", {"format": "json-schema", "document": source})
        if "error" in answer:
            continue
        made = answer["result"]
        assert {it["effect"] for it in made["report"]["entries"]} <= {"none", "laxer"}
        assert converter.problems(made["document"]) == [], source
        pool = SCALARS + OTHERS + [it for it in listed(source) if it != ""]
        records = [record(rng, source, pool) for _ in range(60)]
        records = [it for it in records if judge.is_valid(it) and not says_twice(it)]
        right += len(records)
        for it, verdict in zip(records, converter.verdicts(made["document"], records), strict=True):
            assert verdict, (source, it, made["document"])
    assert right > 0
