"""The rows of the benchmark of records: the sign-ups and their form, each changed in one thing."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Record = dict[str, Any]
Change = Callable[[Record, int], object]


@dataclass
class Row:
    """What is measured: a form, the schema that asks for the same where one can, and a stream."""

    name: str
    form: dict[str, Any]
    schema: dict[str, Any] | None
    stream: Path


class Rows:
    """Makes them from the plain form, schema and lines, in a folder."""

    def __init__(self, folder: Path, form: dict[str, Any], schema: dict[str, Any], stream: Path) -> None:
        self._folder, self._form, self._schema, self._stream = folder, form, schema, stream
        self._lines = stream.read_text(encoding="utf-8").splitlines()

    def all(self) -> list[Row]:
        """Every row, the plain one first."""
        tags = {"key": "tags", "kind": "picker", "label": "Tags", "multiple": True, "data": ["red", "green", "blue"]}
        tag_list = {"type": "array", "items": {"enum": tags["data"]}, "uniqueItems": True}
        visits = {"key": "visits", "label": "Visits", "repeat": {"maxEntries": 9}}
        visit_fields = [
            {"key": "place", "kind": "entry", "label": "Place", "group": "visits", "required": True, "maxLength": 20},
            {"key": "nights", "kind": "entry", "label": "Nights", "group": "visits", "value": "integer",
             "visible": {"when": {"key": "place", "filled": True}}},
        ]
        visit = {
            "type": "object", "required": ["place"],
            "properties": {"place": {"type": "string", "maxLength": 20}, "nights": {"type": "integer"}},
        }
        is_canada = {"if": {"properties": {"country": {"const": "Canada"}}, "required": ["country"]}}
        needs_phone = is_canada | {"then": {"required": ["phone"]}}
        return [
            Row("plain", self._form, self._schema, self._stream),
            self._row("one field visible when another is filled",
                      self._with("website", visible={"when": {"key": "country", "filled": True}})),
            self._row("one field required when another has a value",
                      self._with("phone", required={"when": {"key": "country", "is": "Canada"}}),
                      self._schema | needs_phone),
            self._row("one field equal to another", self._more(
                {"key": "again", "kind": "entry", "label": "Again", "validation": {"live": [{"equals": "email"}]}}),
                change=lambda record, _: record.update(again=record["email"]), has_peer=False),
            self._row("64 fields", self._many(64), self._many_properties(64)),
            self._row("65 fields", self._many(65), self._many_properties(65)),
            self._row("1,000 fields", self._many(1000), self._many_properties(1000)),
            self._row("`\\u` escapes, as `json.dumps` writes", is_ascii=True),
            self._row("line breaks and quotes in a text", change=lambda record, _: record.update(
                bio='line one\nline "two"\t' + record["bio"][:60])),
            self._row("without spaces", separators=(",", ":")),
            self._row("half of them wrong", change=lambda record, number: record.update(country="Atlantis")
                      if random.Random(number).random() < 0.5 else None),
            self._row("each wrong in three ways", change=lambda record, _: record.update(
                country="Atlantis", postcode="ab!", birthday="1899-01-01"), has_peer=False),
            self._row("keys in another order each time", text=lambda line, number: json.dumps(
                dict(random.Random(number).sample(list(json.loads(line).items()), 8)), ensure_ascii=False)),
            self._row("a key that the form does not know", change=lambda record, number: record.update(id=number)),
            self._row("optional keys left out", change=lambda record, _: [
                record.pop(key) for key in ("phone", "bio", "website")]),
            self._row("a whole number, in steps", self._more(
                {"key": "age", "kind": "entry", "label": "Age", "value": "integer",
                 "validation": {"live": [{"minimum": 0}, {"maximum": 150}, {"step": 1}]}}),
                self._property("age", {"type": "integer", "minimum": 0, "maximum": 150, "multipleOf": 1}),
                change=lambda record, number: record.update(age=number % 99)),
            self._row("several rows of a picker", self._more(tags), self._property("tags", tag_list),
                      change=lambda record, _: record.update(tags=["red", "blue"])),
            self._row("a list with conditions in its entries", self._form | {
                "groups": [visits], "fields": self._form["fields"] + visit_fields},
                self._property("visits", {"type": "array", "maxItems": 9, "items": visit}),
                change=lambda record, number: record.update(
                    visits=[{"place": f"Place {it}", "nights": it} for it in range(number % 4)])),
            self._row("a text of 3 kB", self._with("bio", maxLength=9000), self._property(
                "bio", {"type": "string", "maxLength": 9000}),
                change=lambda record, _: record.update(bio=record["bio"] * 25)),
        ]

    def _row(
        self, name: str, form: dict[str, Any] | None = None, schema: dict[str, Any] | None = None, *,
        change: Change | None = None, text: Callable[[str, int], str] | None = None, is_ascii: bool = False,
        separators: tuple[str, str] | None = None, has_peer: bool = True,
    ) -> Row:
        path = self._stream
        if change or text or is_ascii or separators:
            path = self._folder / f"{abs(hash(name))}.ndjson"
            with path.open("w", encoding="utf-8") as file:
                for number, line in enumerate(self._lines):
                    if text:
                        file.write(text(line, number) + "\n")
                        continue
                    record = json.loads(line)
                    if change:
                        change(record, number)
                    file.write(json.dumps(record, ensure_ascii=is_ascii, separators=separators) + "\n")
        return Row(name, form or self._form, (schema or self._schema) if has_peer else None, path)

    def _with(self, key: str, **properties: Any) -> dict[str, Any]:
        form = copy.deepcopy(self._form)
        next(field for field in form["fields"] if field["key"] == key).update(properties)
        return form

    def _more(self, *fields: dict[str, Any]) -> dict[str, Any]:
        return self._form | {"fields": [*self._form["fields"], *fields]}

    def _many(self, count: int) -> dict[str, Any]:
        more = range(count - len(self._form["fields"]))
        return self._more(*({"key": f"x{it}", "kind": "entry", "label": f"X{it}", "maxLength": 9} for it in more))

    def _property(self, name: str, schema: dict[str, Any]) -> dict[str, Any]:
        return self._schema | {"properties": self._schema["properties"] | {name: schema}}

    def _many_properties(self, count: int) -> dict[str, Any]:
        more = range(count - len(self._schema["properties"]))
        added = {f"x{it}": {"type": "string", "maxLength": 9} for it in more}
        return self._schema | {"properties": self._schema["properties"] | added}
