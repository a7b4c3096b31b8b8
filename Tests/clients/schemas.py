"""Forms made of JSON Schemas, filled in as a person would, and judged by an independent validator."""

from __future__ import annotations

import json
import random
from typing import Any

from jsonschema import Draft202012Validator

from daemon import Daemon

URI = "form:schema"
REFUSED = object()


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal: 1 is 1.0, and neither is true."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float) or isinstance(other, float):
        return isinstance(one, int | float) and isinstance(other, int | float) and float(one) == float(other)
    return one == other


def validator(schema: Any) -> Draft202012Validator:
    """A validator that holds values to their formats."""
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


def of(schema: Any, required: bool = True) -> dict[str, Any]:
    """A schema of an object with one property, `it`; its `$defs` are those of the object."""
    whole: dict[str, Any] = {"type": "object", "properties": {"it": schema}}
    if isinstance(schema, dict) and "$defs" in schema:
        schema = dict(schema)
        whole["$defs"] = schema.pop("$defs")
        whole["properties"]["it"] = schema
    if required:
        whole["required"] = ["it"]
    return whole


class Schemas:
    """A daemon that imports schemas and fills in what it makes of them."""

    def __init__(self, daemon: Daemon) -> None:
        self.daemon = daemon
        daemon.request("initialize", {"capabilities": {}})

    def read(self, schema: Any) -> tuple[dict[str, Any], list[dict[str, str]]]:
        """The document that is made of a schema, and what was lost."""
        answer = self.daemon.request("field/import", {"format": "json-schema", "document": schema})
        return answer["document"], answer["losses"]

    def write(self, document: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, str]]]:
        """The schema of a document, and what was lost."""
        self.daemon.request("field/open", {"uri": URI, "document": document})
        answer = self.daemon.request("field/export", {"uri": URI, "format": "json-schema"})
        self.daemon.request("field/close", {"uri": URI})
        Draft202012Validator.check_schema(answer["document"])
        return answer["document"], answer["losses"]

    def convert(self, source: Any, form: str = "json-schema") -> dict[str, Any]:
        """All that an import has to tell."""
        params = {"format": form, "text" if isinstance(source, str) else "document": source}
        return self.daemon.request("field/import", params)

    def export(self, document: dict[str, Any], form: str = "json-schema") -> dict[str, Any]:
        """All that an export has to tell."""
        self.daemon.request("field/open", {"uri": URI, "document": document})
        try:
            return self.daemon.request("field/export", {"uri": URI, "format": form})
        finally:
            self.daemon.request("field/close", {"uri": URI})

    def takes(self, document: dict[str, Any], record: Any) -> bool:
        """Whether a form finds nothing wrong with a record."""
        verdict = self.daemon.request("field/check", {"form": document, "values": record})
        assert verdict["valid"] is not any(it["severity"] == "error" for it in verdict["problems"])
        return verdict["valid"]

    def takes_all(self, document: dict[str, Any], records: list[Any]) -> list[bool]:
        """Of each of some records whether a form finds nothing wrong with it."""
        answer = self.daemon.request("field/check", {"form": document, "records": records})
        return [verdict["valid"] for verdict in answer["records"]]

    def opened(self, document: dict[str, Any]) -> list[dict[str, Any]]:
        """What is wrong with the text of a form."""
        opened = self.daemon.request("field/open", {"uri": URI, "document": document})
        self.daemon.request("field/close", {"uri": URI})
        return [it for it in opened["diagnostics"] if it["severity"] == 1]

    def submit(self, document: dict[str, Any], value: Any = REFUSED) -> Any:
        """What a form commits once a value was entered into `it`, if there is a way to enter it."""
        opened = self.daemon.request("field/open", {"uri": URI, "document": document})
        assert [it for it in opened["diagnostics"] if it["severity"] == 1] == [], document
        try:
            entries = list_of(document)
            if value is not REFUSED and entries:
                if not self._enter_all(entries, document["fields"][0]["key"], value):
                    return REFUSED
            elif value is not REFUSED and not self._enter(opened["fields"][0], value):
                return REFUSED
            result = self.daemon.request("field/submit", {"uri": URI})
            return result["values"] if result["committed"] else REFUSED
        finally:
            self.daemon.request("field/close", {"uri": URI})

    def _enter_all(self, entries: dict[str, Any], key: str, value: Any) -> bool:
        """Adds an entry for each of several values; null is a list without any."""
        if value is None:
            return entries.get("whenEmpty") == "null"
        if not isinstance(value, list) or any(isinstance(it, dict | list) for it in value):
            return False
        for it in value:
            params = {"uri": URI, "list": entries["key"], "values": {key: it}}
            assert self.daemon.request("field/addEntry", params)["accepted"]
        return True

    def _enter(self, field: dict[str, Any], value: Any) -> bool:
        """Enters a value as a person does, who leaves a field empty that is to have none."""
        if field["kind"] == "any":
            return self._clear(field) if value is None else self._act("replaceText", text=json.dumps(value))
        parts = value if isinstance(value, list) else [value]
        if any(isinstance(part, dict | list) for part in parts):
            return False
        if "rows" in field:
            several = field.get("multiple", False)
            if isinstance(value, list) is not several:
                # Null is what an empty field may commit.
                return value is None and self._clear(field)
            if self._act("select", **({"values": value} if several else {"value": value})):
                return True
            if "manualEntry" not in field or several:
                return value is None and self._clear(field)
            self._act("selectManual")
        if value is None or value == "":
            return self._clear(field)
        if isinstance(value, list):
            return False
        text = value if isinstance(value, str) else json.dumps(value)
        return self._act("setDate", date=text) if "date" in field else self._act("replaceText", text=text)

    def _clear(self, field: dict[str, Any]) -> bool:
        return not field["text"] or self._act("clear")

    def _act(self, name: str, **params: Any) -> bool:
        answer = self.daemon.request(f"field/{name}", {"uri": URI, "key": "it", **params})
        return answer["accepted"]


def list_of(document: dict[str, Any]) -> dict[str, Any] | None:
    """The list that a form of one property is, if it is one."""
    return next((it for it in document.get("groups", []) if "repeat" in it), None)


def is_told(value: Any, document: dict[str, Any]) -> bool:
    """Whether a value can be told from nothing, and a list holds each row once."""
    field = document["fields"][0]
    entries = list_of(document)
    if entries:
        is_plain = isinstance(value, list) and None not in value and "" not in value
        return is_plain and not (value == [] and entries.get("whenEmpty") == "null")
    if field["kind"] == "any":
        return value not in (None, "", [], {})
    if value == "":
        rows = [it["value"] if isinstance(it, dict) else it for it in field.get("data", [])]
        return "" in rows or field.get("whenEmpty") == "empty"
    if value is None and field.get("multiple"):
        return field.get("whenEmpty") == "null"
    if isinstance(value, list):
        return len({json.dumps(it) for it in value}) == len(value) and not (
            value == [] and field.get("whenEmpty") == "null"
        )
    return True


def check(schemas: Schemas, schema: dict[str, Any], values: list[Any]) -> int:
    """Holds a form to its schema, which must lose nothing; how many values both take."""
    document, losses = schemas.read(schema)
    assert losses == [], (schema, losses)
    judge = validator(schema)
    committed = schemas.submit(document)
    assert committed is REFUSED or judge.is_valid(committed), (schema, document, committed)
    count = 0
    field = document["fields"][0]
    assert schemas.takes(document, {}) == judge.is_valid({}), (schema, document)
    for value in values:
        committed = schemas.submit(document, value)
        case = (schema, document, value, committed)
        if is_told(value, document) or value is None:
            assert schemas.takes(document, {"it": value}) == judge.is_valid({"it": value}), case
        # Its values are entered into several fields.
        if "groups" in document:
            count += judge.is_valid({"it": value})
            continue
        if committed is not REFUSED:
            assert judge.is_valid(committed), case
        # Nobody enters what can't be edited, nor all that a record may have.
        if field.get("readOnly") or "lenient" in field or not is_told(value, document):
            continue
        if judge.is_valid({"it": value}):
            assert committed is not REFUSED and same(committed.get("it", REFUSED), value), case
            count += 1
    return count


TEXTS = ["", "a", "ab", "abc", "b", "0", "1", "true", "null", '"0"', '""', "2026-02-28", "192.0.2.1"]
NUMBERS = [0, 1, 2, 3, 10, -1, 1.5, 0.5]
SCALARS: list[Any] = [*TEXTS, *NUMBERS, True, False, None]
LISTS: list[Any] = [[], ["a"], ["a", "b"], [0], ["0", 0], [0, "0"], ["a", "a"], [None], [True, 1]]
VALUES = [*SCALARS, *LISTS]


class Sample:
    """Schemas at random: the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def object(self) -> dict[str, Any]:
        """A schema of an object with a property `it`, which may refer to `$defs`."""
        whole = of(self.schema(3), required=self.maybe())
        whole["$defs"] = {"x": self.schema(1), "y": {"$ref": "#/$defs/x"}}
        if self.maybe():
            whole["additionalProperties"] = False
        return whole

    def maybe(self, part: float = 0.5) -> bool:
        return self.random.random() < part

    def some(self, of: list[Any], most: int = 4) -> list[Any]:
        return self.random.sample(of, self.random.randint(1, min(most, len(of))))

    def schema(self, depth: int) -> Any:
        kinds = [self.text, self.number, self.rows, self.named, self.plain]
        if depth > 0:
            kinds += [self.several, self.nullable, self.joined, self.reference, self.either]
        schema = self.random.choice(kinds)(depth)
        for name, value in [("title", "It"), ("description", "This"), ("$comment", "…")]:
            if self.maybe(0.15):
                schema[name] = value
        if self.maybe(0.15):
            schema["default"] = self.random.choice(SCALARS)
        if self.maybe(0.05):
            schema["readOnly"] = True
        # What is said of other types asks nothing, or all.
        if self.maybe(0.15):
            schema.setdefault(*self.random.choice([("minLength", 2), ("minimum", 2), ("minItems", 2)]))
        if self.maybe(0.1) and depth > 0:
            schema["not"] = self.schema(0)
        return schema

    def text(self, _: int) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "string"}
        if self.maybe():
            schema["minLength"] = self.random.randint(0, 3)
        if self.maybe():
            schema["maxLength"] = self.random.randint(0, 3)
        if self.maybe(0.3):
            schema["pattern"] = self.random.choice(["^a", "b$", "[0-9]", "^[a-z]*$"])
        if self.maybe(0.3):
            schema["format"] = self.random.choice(["date", "ipv4", "email", "uuid"])
        return schema

    def number(self, _: int) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": self.random.choice(["number", "integer"])}
        for name in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
            if self.maybe(0.3):
                schema[name] = self.random.choice(NUMBERS)
        if self.maybe(0.3):
            schema["multipleOf"] = self.random.choice([1, 2, 0.5])
        return schema

    def rows(self, _: int) -> dict[str, Any]:
        if self.maybe(0.2):
            return {"const": self.random.choice(SCALARS)}
        schema: dict[str, Any] = {"enum": self.some(SCALARS)}
        if self.maybe(0.3):
            schema["type"] = self.some(["string", "integer", "number", "boolean", "null"])
        return schema

    def named(self, depth: int) -> dict[str, Any]:
        options = [
            {"const": value} | ({"title": f"The {value}"} if self.maybe() else {})
            for value in self.some(SCALARS)
        ]
        for option in options:
            if self.maybe(0.2):
                option["description"] = "This one"
        if self.maybe(0.2) and depth > 0:
            options.append(self.rows(0))
        return {self.random.choice(["oneOf", "anyOf"]): options}

    def plain(self, _: int) -> dict[str, Any]:
        return {"type": self.random.choice(["boolean", "null", ["boolean", "null"], ["string", "null"]])}

    def several(self, depth: int) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "array", "items": self.random.choice([self.rows, self.named])(0)}
        if self.maybe(0.2):
            schema["items"] = self.schema(depth - 1)
        if self.maybe():
            schema["uniqueItems"] = True
        if self.maybe():
            schema["minItems"] = self.random.randint(0, 2)
        if self.maybe():
            schema["maxItems"] = self.random.randint(1, 2)
        return schema

    def nullable(self, depth: int) -> dict[str, Any]:
        options = [self.schema(depth - 1), {"type": "null"}]
        self.random.shuffle(options)
        return {self.random.choice(["anyOf", "oneOf"]): options}

    def joined(self, depth: int) -> dict[str, Any]:
        return {"allOf": [self.schema(depth - 1) for _ in range(self.random.randint(1, 2))]}

    def reference(self, _: int) -> dict[str, Any]:
        return {"$ref": self.random.choice(["#/$defs/x", "#/$defs/y"])}

    def either(self, depth: int) -> dict[str, Any]:
        if self.maybe():
            return {"anyOf": [self.rows(0), {"type": self.random.choice(["string", "integer", "number"])}]}
        return {
            "if": self.schema(0),
            "then": self.schema(0),
            "enum": self.some(SCALARS, 6),
        }
