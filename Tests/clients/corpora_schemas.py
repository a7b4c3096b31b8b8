"""Many schemas, made and found, and records to hold a form and its schema to each other."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Optional, Union

import jsonschema_specifications
import pydantic

# Types of Python as people write them in models.
TYPES: list[Any] = [
    str, int, float, bool, Optional[str], Optional[int], Optional[bool], Decimal,
    Annotated[str, pydantic.Field(min_length=2, max_length=4)],
    Annotated[str, pydantic.Field(pattern="^[a-c]+$")],
    Annotated[int, pydantic.Field(ge=1, le=9)],
    Annotated[float, pydantic.Field(gt=0.5, lt=3)],
    Annotated[int, pydantic.Field(multiple_of=2)],
    Optional[Annotated[int, pydantic.Field(ge=2)]],
    Literal["a", "b"], Literal["a", 1], Optional[Literal["a", "b"]],
    list[Literal["a", "b"]], set[Literal["a", "b"]], list[str], dict[str, int],
    Union[int, str], pydantic.SecretStr,
    Annotated[str, pydantic.Field(title="A title", description="A description", examples=["ab"])],
]  # fmt: skip


def model(seed: int, depth: int = 0) -> type[pydantic.BaseModel]:
    """A model, the same for the same seed."""
    chance = random.Random(f"model {seed} {depth}")
    fields: dict[str, Any] = {}
    for index in range(chance.randint(1, 6)):
        kind = chance.choice(TYPES)
        if depth < 2 and chance.random() < 0.2:
            inner = model(seed * 7 + index, depth + 1)
            kind = chance.choice([inner, list[inner], Optional[inner]])
        fields[f"f{index}"] = (kind, ...) if chance.random() < 0.6 else (Optional[kind], None)
    config = pydantic.ConfigDict(extra=chance.choice(["ignore", "ignore", "forbid"]))
    return pydantic.create_model(f"M{seed}_{depth}", __config__=config, **fields)


def installed() -> Iterator[tuple[str, dict[str, Any]]]:
    """Schemas that come with packages of the tests."""
    root = Path(jsonschema_specifications.__file__).parent.parent
    for path in sorted(root.rglob("*.json")):
        yield from read(path, root)


def found() -> Iterator[tuple[str, dict[str, Any]]]:
    """Those in the folder that a campaign names."""
    folder = os.environ.get("FIELDD_CORPORA")
    if folder:
        for path in sorted(Path(folder).rglob("*.json")):
            yield from read(path, Path(folder))


def read(path: Path, root: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        value = json.loads(path.read_text())
    except (ValueError, OSError):
        return
    if isinstance(value, dict) and form_of(value):
        yield str(path.relative_to(root)), value


def form_of(value: dict[str, Any]) -> str | None:
    """The format of a source, as far as its shape tells."""
    if isinstance(value.get("schema"), dict) and value["schema"].get("properties"):
        return "rjsf"
    if "requestedSchema" in value:
        return "mcp"
    if isinstance(value.get("properties"), dict) and ("$schema" in value or value.get("type") == "object"):
        return "json-schema"
    if "$ref" in value and "definitions" in value:
        return "json-schema"
    return None


JUNK: list[Any] = [None, True, 0, -1, 1e300, "", "a", "#", "object", [], {}, [[]], {"$ref": "#"}, {"type": "string"}]


def mutated(source: Any, chance: random.Random) -> Any:
    """A source in which a few places say something else, in the wrong type often."""
    source = copy.deepcopy(source)
    for _ in range(chance.randint(1, 4)):
        places: list[tuple[Any, Any]] = []
        waiting = [source]
        while waiting:
            value = waiting.pop()
            items = value.items() if isinstance(value, dict) else enumerate(value)
            for key, inner in items:
                places.append((value, key))
                if isinstance(inner, dict | list):
                    waiting.append(inner)
        if not places:
            break
        value, key = chance.choice(places)
        match chance.randrange(4):
            case 0:
                value[key] = copy.deepcopy(chance.choice(JUNK))
            case 1:
                other, name = chance.choice(places)
                value[key] = copy.deepcopy(other[name])
            case 2 if isinstance(value, dict):
                value[chance.choice(["type", "enum", "$ref", "if", "oneOf", "x-fieldd", "ui:widget"])] = value.pop(key)
            case _:
                del value[key]
    return source


class Records:
    """Records at random for a schema: right ones mostly, and with something wrong in them."""

    def __init__(self, schema: dict[str, Any], seed: int) -> None:
        self.schema = schema
        self.random = random.Random(seed)

    def resolved(self, schema: Any) -> dict[str, Any]:
        if not isinstance(schema, dict):
            return {}
        for _ in range(8):
            if not isinstance(schema.get("$ref"), str) or not schema["$ref"].startswith("#/"):
                break
            target: Any = self.schema
            for step in schema["$ref"][2:].split("/"):
                target = target.get(step, {}) if isinstance(target, dict) else {}
            schema = {**target, **{name: value for name, value in schema.items() if name != "$ref"}}
        parts = schema.get("anyOf") or schema.get("oneOf")
        if isinstance(parts, list) and parts and not all("const" in part for part in parts if isinstance(part, dict)):
            return self.resolved(self.random.choice(parts))
        return schema

    def value(self, schema: Any, depth: int = 0) -> Any:
        schema = self.resolved(schema)
        chance = self.random
        if chance.random() < 0.08:
            return chance.choice(["x", 3, 0.5, True, ["a"], {}])
        for name in ("enum", "oneOf", "anyOf"):
            if isinstance(schema.get(name), list) and schema[name]:
                row = chance.choice(schema[name])
                return row.get("const") if isinstance(row, dict) else row
        if "const" in schema:
            return schema["const"]
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = chance.choice(kind)
        if "properties" in schema and kind in (None, "object") and depth < 6:
            return self.record(schema, depth + 1)
        if kind == "array":
            return [self.value(schema.get("items", {}), depth + 1) for _ in range(chance.randrange(4))]
        if kind == "integer":
            return chance.choice([0, 1, 2, 3, 8, 9, 10, 100, schema.get("minimum", 5), schema.get("maximum", 5)])
        if kind == "number":
            return chance.choice([0.5, 1, 1.5, 2.75, 3, 100, schema.get("minimum", 5), schema.get("maximum", 5)])
        if kind == "boolean":
            return chance.random() < 0.5
        if kind == "null":
            return None
        example = schema.get("default", "abc")
        texts = ["", "a", "ab", "abc", "abcd", "abcde", "x y", "2026-02-28", example]
        return chance.choice([text for text in texts if isinstance(text, str)])

    def record(self, schema: Any = None, depth: int = 0) -> Any:
        schema = self.resolved(self.schema if schema is None else schema)
        record = {}
        for name, inner in schema.get("properties", {}).items():
            if self.random.random() < (0.06 if name in schema.get("required", []) else 0.4):
                continue
            record[name] = self.value(inner, depth)
        if self.random.random() < 0.05:
            record["one more"] = 1
        return record


def is_excepted(record: Any) -> bool:
    """Whether a form and a schema may differ about it: a form has no larger numbers unless it says so."""
    if isinstance(record, dict):
        return any(map(is_excepted, record.values()))
    if isinstance(record, list):
        return any(map(is_excepted, record))
    if isinstance(record, int | float) and not isinstance(record, bool):
        return abs(record) > 2**53 - 1
    return False
