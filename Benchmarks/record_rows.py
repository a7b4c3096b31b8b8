"""The rows of the benchmark of records: the sign-ups and their form, each changed in one thing."""

from __future__ import annotations

import copy
import csv
import dataclasses
import json
import random
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Record = dict[str, Any]
Change = Callable[[Record, int], object]
CITIES = [f"City {number}" for number in range(200)]


@dataclasses.dataclass
class Row:
    """What is measured: a form, the schema that asks for the same where one can, and a stream."""

    name: str
    form: dict[str, Any]
    schema: dict[str, Any] | None
    stream: Path
    # What `fieldd check` is given beside the form, and `field/check`, unless it has no counterpart.
    options: list[str] = dataclasses.field(default_factory=list)
    params: dict[str, Any] | None = dataclasses.field(default_factory=dict)
    # The records are those of the plain row in another shape.
    is_as_plain: bool = False


class Rows:
    """Makes them from the plain form, schema and lines, in a folder."""

    def __init__(self, folder: Path, form: dict[str, Any], schema: dict[str, Any], stream: Path) -> None:
        self._folder, self._form, self._schema, self._stream = folder, form, schema, stream
        self._lines = stream.read_text(encoding="utf-8").splitlines()

    def all(self) -> Iterator[Row]:
        """Every row, the plain one first."""
        yield Row("plain", self._form, self._schema, self._stream)
        for rows in (self._conditions, self._counts, self._writings, self._verdicts, self._values, self._lists, self._shapes):
            yield from rows()

    def _conditions(self) -> Iterator[Row]:
        is_canada = {"if": {"properties": {"country": {"const": "Canada"}}, "required": ["country"]}}
        yield self._row("one field visible when another is filled",
                        self._with("website", visible={"when": {"key": "country", "filled": True}}))
        yield self._row("one field required when another has a value",
                        self._with("phone", required={"when": {"key": "country", "is": "Canada"}}),
                        self._schema | is_canada | {"then": {"required": ["phone"]}})
        yield self._row("one field equal to another", self._more(
            _entry("again", validation={"live": [{"equals": "email"}]})),
            change=lambda record, _: record.update(again=record["email"]), has_peer=False)
        photo = {"key": "photo", "kind": "any", "label": "Photo"}
        yield self._row("any value, at which a condition looks", self._more(
            photo, _entry("caption", required={"when": {"key": "photo", "filled": True}})),
            change=lambda record, number: record.update(photo={"size": number}, caption="me"), has_peer=False)
        yield self._row("a rule that holds while a condition does", self._more(_entry("note", validation={
            "live": [{"pattern": "^[0-9]+$", "when": {"key": "country", "is": "Kenya"}}]})),
            change=lambda record, _: record.update(note="41" if record["country"] == "Kenya" else "by mail"), has_peer=False)
        yield self._row("three expressions: a product, a rule and a condition", self._more(
            _entry("count", value="integer", validation={"live": [{"expression": "{count} <= {price} + 9"}]}),
            _entry("price", value="number"),
            _entry("total", value="number", calculate="{count} * {price}"),
            _entry("note", required={"when": {"expression": "{total} > 100 or years({birthday}, '2026-11-27') < 18"}})),
            change=lambda record, number: record.update(
                count=number % 9, price=number % 80 / 4, total=number % 9 * (number % 80) / 4, note="by mail"),
            has_peer=False)

    def _counts(self) -> Iterator[Row]:
        for count in (64, 65, 1000):
            yield self._row(f"{count:,} fields", self._many(count), self._many_properties(count))

    def _writings(self) -> Iterator[Row]:
        yield self._row("`\\u` escapes, as `json.dumps` writes", is_ascii=True, is_as_plain=True)
        yield self._row("line breaks and quotes in a text", change=lambda record, _: record.update(
            bio='line one\nline "two"\t' + record["bio"][:60]), is_as_plain=True)
        yield self._row("without spaces", separators=(",", ":"), is_as_plain=True)
        yield self._row("lines that end as in Windows", text=lambda line, _: line + "\r", is_as_plain=True)
        yield self._row("keys in another order each time", text=lambda line, number: json.dumps(
            dict(random.Random(number).sample(list(json.loads(line).items()), 8)), ensure_ascii=False), is_as_plain=True)
        yield self._row("a key that the form does not know", change=lambda record, number: record.update(id=number),
                        is_as_plain=True)
        yield self._row("optional keys left out", change=lambda record, _: [
            record.pop(key) for key in ("phone", "bio", "website")], is_as_plain=True)
        nullable = {key: self._schema["properties"][key] | {"type": ["string", "null"]} for key in ("phone", "website")}
        yield self._row("`null` for optional keys", schema=self._properties(nullable), is_as_plain=True,
                        change=lambda record, _: record.update(phone=None, website=None))

    def _verdicts(self) -> Iterator[Row]:
        yield self._row("half of them wrong", change=lambda record, number: record.update(country="Atlantis")
                        if random.Random(number).random() < 0.5 else None)
        yield self._row("half of them wrong, each with another text", change=lambda record, number: record.update(
            email=f"no address {number}") if random.Random(number).random() < 0.5 else None)
        yield self._row("each wrong in three ways", change=lambda record, _: record.update(
            country="Atlantis", postcode="ab!", birthday="1899-01-01"), has_peer=False)

    def _values(self) -> Iterator[Row]:
        yield self._added("a whole number, in steps", _entry("age", value="integer", validation={
            "live": [{"minimum": 0}, {"maximum": 150}, {"step": 1}]}),
            {"type": "integer", "minimum": 0, "maximum": 150, "multipleOf": 1}, lambda number: number % 99)
        yield self._added("a number in steps of a quarter", _entry("weight", value="number", validation={
            "live": [{"minimum": 0}, {"step": 0.25}]}),
            {"type": "number", "minimum": 0, "multipleOf": 0.25}, lambda number: number / 4)
        tags = ["red", "green", "blue"]
        yield self._added("several rows of a picker", {
            "key": "tags", "kind": "picker", "label": "Tags", "multiple": True, "data": tags},
            {"type": "array", "items": {"enum": tags}, "uniqueItems": True}, lambda _: ["red", "blue"])
        yield self._added("a picker of 200 rows", {"key": "city", "kind": "picker", "label": "City", "data": CITIES},
                          {"enum": CITIES}, lambda number: CITIES[number % 200])
        yield self._added("a day with a time", {"key": "at", "kind": "date", "label": "At", "mode": "dateAndTime"},
                          {"type": "string", "format": "date-time"},
                          lambda number: f"2026-02-{number % 28 + 1:02}T{number // 60 % 24:02}:{number % 60:02}:00Z")
        yield self._added("any value", {"key": "photo", "kind": "any", "label": "Photo"}, {},
                          lambda number: {"name": f"{number}.png", "size": number})
        yield self._added("several numbers of a picker", {
            "key": "ratings", "kind": "picker", "label": "Ratings", "multiple": True, "data": [1, 2, 3, 4, 5]},
            {"type": "array", "items": {"enum": [1, 2, 3, 4, 5]}, "uniqueItems": True}, lambda number: [number % 5 + 1])
        either = {"anyOf": [{"type": "integer"}, {"type": "string"}]}
        yield self._added("a number or a text, by a schema", _entry("room", value="integer", lenient=True, validation={
            "live": [{"schema": either}]}), either, lambda number: number)
        yield self._added("a secret", _entry("code", secure=True, maxLength=9), {"type": "string", "maxLength": 9},
                          lambda number: f"c{number}")
        yield self._row("a text of 3 kB", self._with("bio", maxLength=9000), self._properties(
            {"bio": {"type": "string", "maxLength": 9000}}),
            change=lambda record, _: record.update(bio=record["bio"] * 25), is_as_plain=True)
        yield self._dates()
        yield self._formats()

    def _dates(self) -> Row:
        first = {"key": "from", "kind": "date", "label": "From", "minimumDate": "2020-01-01", "maximumDate": "2029-12-31"}
        last = {"key": "to", "kind": "date", "label": "To", "validation": {"live": [{"after": "from"}]}}

        def change(record: Record, number: int) -> None:
            record["from"], record["to"] = f"2026-02-{number % 28 + 1:02}", f"2026-03-{number % 31 + 1:02}"

        return self._row("two dates with bounds, one after the other", self._more(first, last), change=change,
                         has_peer=False, is_as_plain=True)

    def _formats(self) -> Row:
        names = ["ipv4", "hostname", "date-time", "uuid"]
        fields = [_entry(name, validation={"live": [{"format": name}]}) for name in names]

        def change(record: Record, number: int) -> None:
            record["ipv4"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
            record["hostname"] = f"www.example{number}.org"
            record["date-time"] = f"2026-02-{number % 28 + 1:02}T{number // 60 % 24:02}:{number % 60:02}:00Z"
            record["uuid"] = f"123e4567-e89b-12d3-a456-{number:012}"

        return self._row("four more formats", self._more(*fields), self._properties(
            {name: {"type": "string", "format": name} for name in names}), change=change, is_as_plain=True)

    def _lists(self) -> Iterator[Row]:
        place = _entry("place", group="visits", required=True, maxLength=20)
        nights = _entry("nights", group="visits", value="integer", visible={"when": {"key": "place", "filled": True}})
        visit = {
            "type": "object", "required": ["place"],
            "properties": {"place": {"type": "string", "maxLength": 20}, "nights": {"type": "integer"}},
        }

        def change(record: Record, number: int) -> None:
            record["visits"] = [{"place": f"Place {it}", "nights": it} for it in range(number % 4)]

        schema = self._properties({"visits": {"type": "array", "maxItems": 9, "items": visit}})
        for name, repeat in [("a list with conditions in its entries", {"maxEntries": 9}),
                             ("a list whose entries differ", {"maxEntries": 9, "unique": ["place"]})]:
            form = self._more(place, nights) | {"groups": [{"key": "visits", "label": "Visits", "repeat": repeat}]}
            yield self._row(name, form, schema, change=change, has_peer="unique" not in repeat, is_as_plain=True)
        tags = _entry("tag", group="tags", path="", required=True, maxLength=20)
        group = {"key": "tags", "label": "Tags", "repeat": {"maxEntries": 9, "unique": ["tag"]}}
        texts = {"type": "array", "maxItems": 9, "uniqueItems": True, "items": {"type": "string", "maxLength": 20}}
        yield self._row("a list of texts that differ", self._more(tags) | {"groups": [group]},
                        self._properties({"tags": texts}), change=lambda record, number: record.update(
                            tags=[f"Place {it}" for it in range(number % 4)]), is_as_plain=True)
        total = _entry("total", value="integer", calculate="sum({nights})")
        form = self._more(_entry("place", group="visits"), _entry("nights", group="visits", value="integer"), total)
        yield self._row("a sum over a list", form | {"groups": [{"key": "visits", "label": "Visits", "repeat": {}}]},
                        change=lambda record, number: (
                            change(record, number), record.update(total=sum(range(number % 4)) if number % 4 else None)),
                        has_peer=False, is_as_plain=True)

    def _shapes(self) -> Iterator[Row]:
        yield self._nested()
        yield self._map()
        counts = {"minProperties": 3, "maxProperties": 12}
        yield self._row("the record held to a schema", self._form | {"schema": counts}, self._schema | counts,
                        is_as_plain=True)
        yield self._optional()
        yield self._partial()
        whole = self._folder / "list.json"
        whole.write_text("[\n" + ",\n".join(self._lines) + "\n]\n", encoding="utf-8")
        yield Row("one list of all records", self._form, self._schema, whole, params=None, is_as_plain=True)
        yield Row("rows of CSV", self._form, None, self._table(), params=None, is_as_plain=True)
        yield self._answers("submissions of Form.io", "formio", lambda record: json.dumps(
            {"data": record, "state": "submitted"}, ensure_ascii=False),
            {"type": "object", "required": ["data"], "properties": {"data": self._schema}})
        yield self._answers("what a page sends, urlencoded", "urlencoded", urllib.parse.urlencode, None)

    def _map(self) -> Row:
        """Texts under free names, which a rule holds to a schema."""
        texts = {"type": "object", "maxProperties": 9, "additionalProperties": {"type": "string", "maxLength": 20}}
        field = {"key": "labels", "kind": "any", "label": "Labels", "validation": {"endEditing": [{"schema": texts}]}}
        return self._row("a map held to a schema", self._more(field), self._properties({"labels": texts}),
                         change=lambda record, number: record.update(
                             labels={f"name{it}": f"Place {it}" for it in range(1 + number % 4)}), is_as_plain=True)

    def _nested(self) -> Row:
        """The person and the address within are objects."""
        paths = {"person": ["name", "email", "phone", "birthday"], "address": ["country", "postcode"]}
        form = copy.deepcopy(self._form) | {"groups": [
            {"key": "person", "label": "Person", "path": "/person", "required": True},
            {"key": "address", "label": "Address", "path": "/person/address", "required": True},
        ]}  # fmt: skip
        for field in form["fields"]:
            field |= next(({"group": group} for group, keys in paths.items() if field["key"] in keys), {})
        properties = dict(self._schema["properties"])
        address = _object({key: properties.pop(key) for key in paths["address"]}, ["country"])
        person = {key: properties.pop(key) for key in paths["person"]} | {"address": address}
        schema = _object(properties | {"person": _object(person, ["name", "email", "address"])}, ["person"])

        def change(record: Record, _: int) -> None:
            address = {key: record.pop(key) for key in paths["address"]}
            record["person"] = {key: record.pop(key) for key in paths["person"]} | {"address": address}

        return self._row("objects in objects", form, schema, change=change, is_as_plain=True)

    def _optional(self) -> Row:
        """The address is an object in which the country is required; every other record has null there."""
        keys = ["country", "postcode"]
        form = copy.deepcopy(self._form) | {
            "groups": [{"key": "address", "label": "Address", "path": "/address", "whenEmpty": "null"}]}
        for field in form["fields"]:
            field |= {"group": "address"} if field["key"] in keys else {}
        properties = dict(self._schema["properties"])
        address = _object({key: properties.pop(key) for key in keys}, ["country"]) | {"type": ["object", "null"]}

        def change(record: Record, number: int) -> None:
            address = {key: record.pop(key) for key in keys}
            record["address"] = address if number % 2 else None

        schema = _object(properties | {"address": address}, ["name", "email"])
        return self._row("an object that may be left out, and is in half of them", form, schema, change=change)

    def _partial(self) -> Row:
        """Every other record lacks what is required."""
        schema = {name: value for name, value in self._schema.items() if name != "required"}
        row = self._row("parts of records, `--partial`", schema=schema, change=lambda record, number: [
            record.pop(key) for key in ("name", "country") if number % 2])
        row.options, row.params = ["--partial"], {"partial": True}
        return row

    def _table(self) -> Path:
        path = self._folder / "table.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(json.loads(self._lines[0])), lineterminator="\n")
            writer.writeheader()
            writer.writerows(map(json.loads, self._lines))
        return path

    def _answers(self, name: str, shape: str, write: Callable[[Record], str], schema: dict[str, Any] | None) -> Row:
        row = self._row(name, schema=schema, text=lambda line, _: write(json.loads(line)), has_peer=schema is not None,
                        is_as_plain=True)
        row.options, row.params = ["--records-format", shape], {"recordsFormat": shape}
        return row

    def _row(
        self, name: str, form: dict[str, Any] | None = None, schema: dict[str, Any] | None = None, *,
        change: Change | None = None, text: Callable[[str, int], str] | None = None, is_ascii: bool = False,
        separators: tuple[str, str] | None = None, has_peer: bool = True, is_as_plain: bool = False,
    ) -> Row:
        path = self._stream
        if change or text or is_ascii or separators:
            path = self._folder / f"{abs(hash(name))}.ndjson"
            with path.open("w", encoding="utf-8", newline="") as file:
                for number, line in enumerate(self._lines):
                    if text:
                        file.write(text(line, number) + "\n")
                        continue
                    record = json.loads(line)
                    if change:
                        change(record, number)
                    file.write(json.dumps(record, ensure_ascii=is_ascii, separators=separators) + "\n")
        chosen = (schema or self._schema) if has_peer else None
        return Row(name, form or self._form, chosen, path, is_as_plain=is_as_plain)

    def _added(
        self, name: str, field: dict[str, Any], schema: dict[str, Any], value: Callable[[int], Any]
    ) -> Row:
        """One more field, with a value of its own in each record."""
        key = field["key"]
        return self._row(name, self._more(field), self._properties({key: schema}), is_as_plain=True,
                         change=lambda record, number: record.update({key: value(number)}))

    def _with(self, key: str, **properties: Any) -> dict[str, Any]:
        form = copy.deepcopy(self._form)
        next(field for field in form["fields"] if field["key"] == key).update(properties)
        return form

    def _more(self, *fields: dict[str, Any]) -> dict[str, Any]:
        return self._form | {"fields": [*self._form["fields"], *fields]}

    def _many(self, count: int) -> dict[str, Any]:
        return self._more(*(_entry(f"x{it}", maxLength=9) for it in range(count - len(self._form["fields"]))))

    def _properties(self, properties: dict[str, Any]) -> dict[str, Any]:
        return self._schema | {"properties": self._schema["properties"] | properties}

    def _many_properties(self, count: int) -> dict[str, Any]:
        more = range(count - len(self._schema["properties"]))
        return self._properties({f"x{it}": {"type": "string", "maxLength": 9} for it in more})


def _entry(key: str, **properties: Any) -> dict[str, Any]:
    return {"key": key, "kind": "entry", "label": key.title()} | properties


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required}
