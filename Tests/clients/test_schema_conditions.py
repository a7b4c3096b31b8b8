"""What a form asks only while something is the case, as a JSON Schema says it, held to another validator."""

from __future__ import annotations

import random
from typing import Any

from conftest import seeds
import pytest
from jsonschema import Draft202012Validator

from daemon import Daemon
from schemas import Schemas, validator



@pytest.fixture
def schemas(fieldd: str):
    """What imports and exports."""
    with Daemon(fieldd) as daemon:
        yield Schemas(daemon)


def form(*fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**more, "fields": list(fields)}


ROWS: dict[str, Any] = {"key": "a", "kind": "picker", "label": "A", "data": ["x", "y"], "whenEmpty": "omit"}
TEXT: dict[str, Any] = {"key": "b", "kind": "entry", "label": "B", "whenEmpty": "omit"}
IS_X: dict[str, Any] = {"when": {"key": "a", "is": "x"}}
A: dict[str, Any] = {"properties": {"a": {"const": "x"}}, "required": ["a"]}
# Forms, with what their schemas say of the condition.
SAID: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "required then": (form(ROWS, TEXT | {"required": IS_X}), {"if": A, "then": {"required": ["b"]}}),
    "required where something is filled in": (
        form(ROWS, TEXT | {"required": {"when": {"key": "a", "filled": True}}}),
        {"dependentRequired": {"a": ["b"]}},
    ),
    "a rule": (
        form(ROWS, TEXT | {"lengthUnit": "scalar", "validation": {"endEditing": [{"minLength": 3, **IS_X}]}}),
        {"if": A, "then": {"properties": {"b": {"minLength": 3}}}},
    ),
    "shown": (
        form(ROWS, TEXT | {"visible": IS_X, "validation": {"endEditing": [{"pattern": "^b"}]}}),
        {"if": A, "then": {"properties": {"b": {"pattern": "^b"}}}},
    ),
    "shown and required": (
        form(ROWS, TEXT | {"visible": IS_X, "required": True}),
        {"if": A, "then": {"properties": {"b": {"type": "string", "minLength": 1}}, "required": ["b"]}},
    ),
    "enabled": (
        form(ROWS, TEXT | {"enabled": IS_X, "value": "integer"}),
        {"if": A, "then": {"properties": {"b": {"type": "integer", "minimum": 1 - 2**53, "maximum": 2**53 - 1}}}},
    ),
    "null until then": (
        form(ROWS, {"key": "b", "kind": "entry", "label": "B", "required": IS_X}),
        {"if": A, "then": {"properties": {"b": {"type": "string"}}, "required": ["b"]}},
    ),
    "of a number that is not checked": (
        form(
            ROWS | {"required": True},
            {"key": "n", "kind": "entry", "label": "N", "value": "integer", "enabled": False},
            TEXT | {"required": {"when": {"key": "n", "filled": True}}},
        ),
        {"if": {"properties": {"n": {"type": "number"}}, "required": ["n"]}, "then": {"required": ["b"]}},
    ),
    "not": (
        form(ROWS, TEXT | {"required": {"when": {"key": "a", "isNot": "x"}}}),
        {"if": {"properties": {"a": {"not": {"const": "x"}}}}, "then": {"required": ["b"]}},
    ),
    "two on one condition": (
        form(ROWS, TEXT | {"required": IS_X}, TEXT | {"key": "c", "label": "C", "required": IS_X}),
        {"if": A, "then": {"required": ["b", "c"]}},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SAID)
def test_a_condition_of_a_form_is_one_of_its_schema(schemas: Schemas, name: str) -> None:
    document, said = SAID[name]
    written = schemas.export(document)
    assert {key: written["document"].get(key) for key in said} == said
    # That it is hidden, or disabled, is no question of what is right.
    assert {it["code"] for it in written["report"]["entries"]} <= {"presentationOnly"}
    assert schemas.convert(written["document"])["document"] == document


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


ONE = {"k": {"enum": ["a", "b"]}}
# Schemas whose conditions are easily taken for others, with records that tell them apart.
EASILY_MISREAD: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "rows of another type": (
        of(**ONE, p={"enum": ["x", 1]})
        | {"required": ["k"], "if": of(k={"const": "a"}), "then": of(p={"type": "integer"})},
        [{"k": "a", "p": "x"}, {"k": "a", "p": 1}, {"k": "b", "p": "x"}],
    ),
    "rows of no type that is asked for": (
        of(p={"type": "number"}, r={"enum": ["x"]}) | {"dependentSchemas": {"p": of(r={"type": "boolean"})}},
        [{"p": 1, "r": "x"}, {"p": 1}, {"r": "x"}],
    ),
    "an empty list that must be there": (
        of(p={"type": "boolean"}, q={"type": "array", "items": {"enum": ["1"]}})
        | {"dependentRequired": {"p": ["q"]}},
        [{"p": True, "q": []}, {"p": True, "q": ["1"]}, {"q": []}],
    ),
    "a row for null": (
        of(**ONE, p={"anyOf": [{"const": False}, {"const": None, "title": "None"}]})
        | {"required": ["k"], "if": of(k={"const": "a"}), "then": of(p={"enum": [False, None]})},
        [{"k": "a", "p": None}, {"k": "a", "p": False}],
    ),
    "a limit of numbers on a text": (
        of(p={"type": "string"}) | {"if": of(p={"exclusiveMinimum": 1}), "then": of(p={"minLength": 2})},
        [{"p": "x"}, {"p": "xy"}],
    ),
}


@pytest.mark.parametrize("name", EASILY_MISREAD)
def test_a_condition_holds_as_it_does_elsewhere_or_is_told(schemas: Schemas, name: str) -> None:
    schema, records = EASILY_MISREAD[name]
    document, losses = schemas.read(schema)
    expected = [Draft202012Validator(schema).is_valid(record) for record in records]
    assert losses or schemas.takes_all(document, records) == expected


# Forms whose schemas easily say something else, with records that tell the two apart.
EASILY_MISSAID: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "rows that are not checked": (
        form(ROWS | {"readOnly": True}, TEXT | {"required": {"when": {"key": "a", "filled": True}}}),
        [{"a": "x"}, {"a": "z"}, {"a": "z", "b": "1"}],
    ),
    "rows that are shown once one is chosen": (
        form(ROWS | {"visible": {"when": {"key": "a", "filled": True}}}), [{"a": "x"}, {"a": "z"}, {}],
    ),
    "rows that are no numbers": (
        form(ROWS | {"value": "integer", "data": ["1", "all"]}), [{"a": 1}, {"a": "all"}, {"a": "1"}],
    ),
    "an object with nothing in it": (
        form(TEXT, groups=[{"key": "g", "label": "G", "path": "/g"}]), [{"g": {}}, {"g": 1}, {}],
    ),
    "a date that has a value": (
        form({"key": "d", "kind": "date", "label": "D", "value": "boolean"}), [{"d": "2026-01-02"}, {"d": True}],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EASILY_MISSAID)
def test_a_schema_asks_what_its_form_does_or_that_is_told(schemas: Schemas, name: str) -> None:
    document, records = EASILY_MISSAID[name]
    written = schemas.export(document)
    expected = [validator(written["document"]).is_valid(record) for record in records]
    assert written["losses"] or schemas.takes_all(document, records) == expected


@pytest.mark.parametrize("name", ["json-schema", "rjsf"])
@pytest.mark.parametrize(
    "field",
    [
        {"key": "a", "kind": "entry", "label": "A", "path": "/"},
        {"key": "a", "kind": "entry", "label": "A", "path": "/x/"},
        {"key": "a", "kind": "picker", "label": "A", "multiple": True, "path": "/x/y"},
    ],
)
def test_a_field_comes_back_whatever_its_name_and_wherever(schemas: Schemas, name: str, field: dict[str, Any]) -> None:
    written = schemas.export(form(field), name)["document"]
    assert schemas.convert(written, name)["document"] == form(field)


def test_a_property_without_a_name_has_a_field(schemas: Schemas) -> None:
    document, losses = schemas.read(of(**{"": {"type": "string"}, "field": {"type": "string"}}))
    assert losses == []
    assert [(field["key"], field.get("path")) for field in document["fields"]] == [("field2", "/"), ("field", None)]
    assert schemas.takes_all(document, [{"": "x", "field": "y"}, {"": 1}]) == [True, False]


def test_a_date_has_all_formats_that_it_is_asked_for(schemas: Schemas) -> None:
    date = {"key": "d", "kind": "date", "label": "D", "validation": {"endEditing": [{"format": "date-time"}]}}
    said = schemas.export(form(date))["document"]["properties"]["d"]
    assert (said["format"], said["allOf"]) == ("date", [{"format": "date-time"}])


def test_what_no_schema_compares_is_told(schemas: Schemas) -> None:
    """Dates, and numbers by their spelling."""
    date = {"key": "d", "kind": "date", "label": "D", "whenEmpty": "omit"}
    number = {"key": "n", "kind": "entry", "label": "N", "value": "number", "whenEmpty": "omit"}
    for other, test in ((date, {"greaterThan": "2026-01-01"}), (date, {"lessThan": "today"}), (number, {"is": "2"})):
        when = {"when": {"key": other["key"], **test}}
        told = schemas.export(form(other, TEXT | {"required": when}))["losses"]
        assert [it["path"] for it in told] == ["/fields/1/required"]


# Forms at random

CHOICES: dict[str, dict[str, Any]] = {
    "text": {"kind": "entry"}, "rows": {"kind": "picker", "data": ["x", "y", "z"]},
    "numbers": {"kind": "picker", "data": [1, 2, {"value": 3, "label": "Three"}]},
    "flag": {"kind": "picker", "value": "boolean", "data": [True, False]},
    "several": {"kind": "picker", "multiple": True, "data": ["x", "y", "z"]},
    "number": {"kind": "entry", "value": "number"}, "whole": {"kind": "entry", "value": "integer"},
    "date": {"kind": "date"}, "typed": {"kind": "picker", "data": ["x", "y"], "manualEntry": True},
    "mixed": {"kind": "picker", "value": "integer", "data": ["1", "all", 2.5]},
}  # fmt: skip
RULES: dict[str, list[dict[str, Any]]] = {
    "text": [{"minLength": 2}, {"maxLength": 2}, {"pattern": "^x"}, {"oneOf": ["x", "xy"]}],
    "rows": [{"oneOf": ["x", "y"]}, {"pattern": "x|z"}], "numbers": [{"minimum": 2}], "flag": [{"oneOf": ["true"]}],
    "several": [], "number": [{"minimum": 2}, {"exclusiveMaximum": 3}, {"step": 0.5}], "whole": [{"maximum": 2}],
    "date": [{"pattern": "^2026"}], "typed": [{"minLength": 2}],
    "mixed": [],
}  # fmt: skip
VALUES: dict[str, list[Any]] = {
    "text": ["x", "xy", "xyz", "abc"], "rows": ["x", "y", "z"], "numbers": [1, 2, 3], "flag": [True, False],
    "several": [["x"], ["x", "y"], ["z"], ["x", "x"]], "number": [1, 2, 2.5, 3, 4.25], "whole": [1, 2, 3, 2.5],
    "date": ["2026-01-02", "2025-12-31", "2026-1-1"], "typed": ["x", "y", "abc"],
    "mixed": [1, "all", 2.5, "1"],
}  # fmt: skip
ODD: list[Any] = [None, "", "q", 7, True, [], {}]


class Chance:
    """A form, and records for it: the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(f"conditions {seed}")
        count = self.random.randint(2, 5)
        self.kinds = [self.random.choice(list(CHOICES)) for _ in range(count)]
        self.homes = [self.random.choice(["", "", "box", "list"]) for _ in range(count)]
        self.fields = [self.field(index) for index in range(count)]

    def test(self) -> dict[str, Any]:
        index = self.random.randrange(len(self.kinds))
        value = self.random.choice(["x", "y", "2", "1", "true"])
        test = self.random.choice(
            [{"is": value}, {"in": [value, "z", "3"]}, {"isNot": value}, {"filled": True}, {"filled": False}]
            + [{"greaterThan": 1}, {"lessThan": 3}]
        )
        key = f"f{index}" if self.random.random() < 0.9 else "list"
        return {"key": key, **test}

    def condition(self) -> dict[str, Any]:
        if self.random.random() < 0.7:
            return self.test()
        return {self.random.choice(["all", "any"]): [self.test() for _ in range(2)]}

    def field(self, index: int) -> dict[str, Any]:
        chance, kind = self.random, self.kinds[index]
        field = {"key": f"f{index}", "label": f"F{index}", "lengthUnit": "scalar", **CHOICES[kind]}
        if self.homes[index]:
            field["group"] = self.homes[index]
        if self.homes[index] == "box":
            field["path"] = f"/f{index}"
        if chance.random() < 0.6:
            field["required"] = chance.choice([True, {"when": self.condition()}])
        if field.get("required") is not True and chance.random() < 0.6:
            field["whenEmpty"] = "omit"
        for name in ("visible", "enabled"):
            if chance.random() < 0.25:
                field[name] = chance.choice([False, {"when": self.condition()}, {"when": self.condition()}])
        rules = [dict(rule) for rule in RULES[kind] if chance.random() < 0.4]
        for rule in rules:
            if chance.random() < 0.7:
                rule["when"] = self.condition()
        if rules:
            field["validation"] = {"endEditing": rules}
        if chance.random() < 0.1:
            field["readOnly"] = True
        return field

    def form(self) -> dict[str, Any]:
        groups = [{"key": "box", "label": "Box", "path": "/box"}, {"key": "list", "label": "List", "repeat": {}}]
        return form(*self.fields, groups=groups)

    def values(self, home: str) -> dict[str, Any]:
        chance, values = self.random, {}
        for index, kind in enumerate(self.kinds):
            if self.homes[index] == home and chance.random() < 0.7:
                values[f"f{index}"] = chance.choice(ODD if chance.random() < 0.1 else VALUES[kind])
        return values

    def record(self) -> dict[str, Any]:
        record = self.values("")
        if self.random.random() < 0.8:
            record["box"] = self.values("box") if "box" in self.homes else self.random.choice(ODD)
        if self.random.random() < 0.8 and "list" in self.homes:
            record["list"] = [self.values("list") for _ in range(self.random.randrange(3))]
        return record


@pytest.mark.parametrize("seed", seeds(2, 6))
def test_records_are_judged_alike_where_nothing_is_lost(schemas: Schemas, seed: int) -> None:
    conditions = right = 0
    for number in range(60):
        chance = Chance(seed * 1000 + number)
        document = chance.form()
        written = schemas.export(document)
        schema = written["document"]
        Draft202012Validator.check_schema(schema)
        assert schemas.convert(schema)["document"] == document
        if written["losses"] or schemas.opened(document):
            continue
        conditions += "'if'" in str(schema) or "dependentRequired" in str(schema)
        judge = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
        records = [chance.record() for _ in range(25)]
        for record, verdict in zip(records, schemas.takes_all(document, records), strict=True):
            mistakes = list(judge.iter_errors(record))
            assert verdict == (not mistakes), (document, schema, record, [it.message for it in mistakes])
            right += verdict
    assert conditions > 0
    assert right > 10

