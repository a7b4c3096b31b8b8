"""Values in objects within objects: what a form commits, checks, takes and is made of."""

from __future__ import annotations

import json
from typing import Any

import pydantic
import pytest
from conftest import IS_CI, SHARED
from jsonschema import Draft202012Validator

from daemon import Daemon
from schemas import REFUSED, URI, Sample, Schemas, same, validator

ADDRESS: dict[str, Any] = {
    "title": "An address",
    "groups": [
        {"key": "page", "label": "You"},
        {"key": "address", "label": "Address", "path": "/address", "required": True},
        {"key": "geo", "label": "Place", "path": "/address/geo"},
    ],
    "fields": [
        {"key": "mail", "kind": "entry", "label": "E-mail", "group": "page"},
        {"key": "city", "kind": "entry", "label": "City", "group": "address", "whenEmpty": "omit"},
        {"key": "zip", "kind": "entry", "label": "Postcode", "group": "address", "path": "/postal/code",
         "required": {"when": {"key": "city", "filled": True}}, "whenEmpty": "omit"},
        {"key": "lat", "kind": "entry", "label": "Latitude", "group": "geo", "value": "number",
         "whenEmpty": "omit"},
        {"key": "pin", "kind": "entry", "label": "PIN", "path": "/address/pin", "secure": True,
         "whenEmpty": "omit"},
    ],
}


@pytest.fixture
def schemas(fieldd: str):
    with Daemon(fieldd) as daemon:
        yield Schemas(daemon)


def submit(schemas: Schemas, values: dict[str, Any]) -> Any:
    opened = schemas.daemon.request("field/open", {"uri": URI, "document": ADDRESS, "values": values})
    assert opened["diagnostics"] == []
    result = schemas.daemon.request("field/submit", {"uri": URI})
    schemas.daemon.request("field/close", {"uri": URI})
    return result["values"] if result["committed"] else REFUSED


@pytest.mark.parametrize(
    "values",
    [
        {"mail": "a", "address": {}},
        {"mail": None, "address": {"city": "Bern", "postal": {"code": "3000"}}},
        {"mail": None, "address": {"geo": {"lat": 46.9}, "pin": "1234"}},
    ],
)
def test_a_form_is_filled_with_its_record_and_commits_it(schemas: Schemas, values: dict) -> None:
    committed = submit(schemas, values)
    assert committed == values
    assert schemas.takes(ADDRESS, committed)


def problems(schemas: Schemas, values: Any) -> list[tuple[str | None, str, str]]:
    verdict = schemas.daemon.request("field/check", {"form": ADDRESS, "values": values})
    return [(it.get("key"), it["path"], it["code"]) for it in verdict["problems"]]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({}, [(None, "/address", "missingObject")]),
        ({"address": {"city": "Bern"}}, [("zip", "/address/postal/code", "valueMissing")]),
        ({"address": {"city": "Bern", "postal": {}}}, [("zip", "/address/postal/code", "valueMissing")]),
        ({"address": {"city": "Bern", "postal": "3000"}}, [(None, "/address/postal", "wrongType")]),
        ({"address": []}, [(None, "/address", "wrongType")]),
        ({"address": None}, [(None, "/address", "wrongType")]),
        ({"address": {"geo": {"lat": "46"}}}, [("lat", "/address/geo/lat", "wrongType")]),
        ({"address": {"ctiy": "Bern"}}, [(None, "/address/ctiy", "unknownKey")]),
        ({"address": {}, "city": "Bern"}, [(None, "/city", "unknownKey")]),
        ({"address": {"postal": {"code": "1"}, "geo": {}}}, []),
        ({"address": {}, "x": 1}, [(None, "/x", "unknownKey")]),
    ],
)
def test_a_record_is_told_where_it_is_wrong(schemas: Schemas, values: dict, told: list) -> None:
    assert problems(schemas, values) == told


def test_a_secret_in_an_object_is_told_to_nobody(schemas: Schemas) -> None:
    verdict = schemas.daemon.request(
        "field/check", {"form": ADDRESS, "values": {"address": {"pin": 98765, "city": 12}}}
    )
    assert {it["code"] for it in verdict["problems"]} >= {"wrongType"}
    assert "98765" not in json.dumps(verdict)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"ctiy": "x"}, 'The form has no field "ctiy"'),
        ({"mial": "x"}, 'The form has no field "mial"; did you mean "mail"?'),
        ({"address": {"ctiy": "x"}}, 'The form has no field "ctiy"; did you mean "city"?'),
    ],
)
def test_values_for_no_field_are_told(schemas: Schemas, values: dict, message: str) -> None:
    """Opening says what checking says, and goes on with the others."""
    opened = schemas.daemon.request("field/open", {"uri": URI, "document": ADDRESS, "values": values})
    assert [problem["message"] for problem in opened["problems"] if problem["code"] == "unknownKey"] == [message]
    schemas.daemon.request("field/close", {"uri": URI})


def test_values_of_the_wrong_shape_are_refused(schemas: Schemas) -> None:
    answer = schemas.daemon.answer_to(
        schemas.daemon.ask("field/open", {"uri": URI, "document": ADDRESS, "values": {"address": "Bern"}})
    )
    assert answer["error"]["message"] == "`params.values.address` must be an object"


def test_fields_and_groups_tell_their_paths(schemas: Schemas) -> None:
    opened = schemas.daemon.request("field/open", {"uri": URI, "document": ADDRESS})
    assert [group.get("path") for group in opened["groups"]] == [None, "/address", "/address/geo"]
    assert [group.get("required") for group in opened["groups"]] == [None, True, None]
    assert {field["key"]: field.get("path") for field in opened["fields"]} == {
        "mail": None,
        "city": "/address/city",
        "zip": "/address/postal/code",
        "lat": "/address/geo/lat",
        "pin": "/address/pin",
    }


class Structure(Sample):
    """Schemas of objects within objects, and records, at random."""

    NAMES = ["a", "b", "name", "a/b", "~", "0", "é"]

    def whole(self) -> dict[str, Any]:
        return self.nested(3, isRequired=True)

    def nested(self, depth: int, isRequired: bool) -> dict[str, Any]:
        properties: dict[str, Any] = {}
        required = []
        for name in self.some(self.NAMES, 4):
            needs = isRequired and self.maybe()
            if depth > 0 and self.maybe(0.4):
                properties[name] = self.nested(depth - 1, isRequired=needs)
            else:
                properties[name] = self.random.choice(
                    [
                        {"type": "string"},
                        {"type": "string", "maxLength": 2},
                        {"type": ["integer", "null"], "minimum": 1},
                        {"type": "number"},
                        {"enum": ["a", 1]},
                        {"type": "boolean"},
                    ]
                )
                needs = needs and properties[name].get("type") != ["integer", "null"]
            if needs:
                required.append(name)
        schema: dict[str, Any] = {"type": "object", "properties": properties}
        if required:
            schema["required"] = required
        if self.maybe(0.2):
            schema["additionalProperties"] = False
        for word in ("title", "description"):
            if self.maybe(0.3):
                schema[word] = self.random.choice(["This", "That"])
        return schema

    def record(self, schema: dict[str, Any]) -> Any:
        if self.maybe(0.05):
            return self.random.choice([None, "x", [], {}, 3])
        values: dict[str, Any] = {}
        for name, inner in schema["properties"].items():
            isNeeded = name in schema.get("required", [])
            if self.maybe(0.1 if isNeeded else 0.4):
                continue
            if "properties" in inner:
                values[name] = self.record(inner)
            else:
                values[name] = self.value(inner)
        if self.maybe(0.1):
            values["other"] = 1
        return values

    def value(self, schema: dict[str, Any]) -> Any:
        if self.maybe(0.1):
            return self.random.choice(["x", 1, 0.5, True, {}, []])
        words = schema.get("type")
        if words == "string":
            return self.random.choice(["a", "ab", "abc"])
        if words == "boolean":
            return self.maybe()
        if words == "number":
            return self.random.choice([0.5, 3])
        return self.random.choice(["a", 1] if "enum" in schema else [1, 2, None, 0])


@pytest.mark.parametrize("seed", range(8))
def test_objects_of_schemas_become_groups(schemas: Schemas, seed: int) -> None:
    """A form takes the records that its schema takes, and so does the schema made of the form."""
    sample = Structure(seed)
    taken = 0
    for _ in range(40):
        schema = sample.whole()
        document, losses = schemas.read(schema)
        assert losses == [], (schema, losses)
        again, losses = schemas.write(document)
        # Names that stand at several places have longer keys, and come back with the same.
        assert losses == [], (document, again, losses)
        assert schemas.read(again) == (document, []), again
        judges = validator(schema), validator(again)
        for _ in range(12):
            record = sample.record(schema)
            case = (schema, document, record)
            verdicts = [judge.is_valid(record) for judge in judges]
            assert [schemas.takes(document, record)] * 2 == verdicts, case
            taken += verdicts[0]
    assert taken > 150


def test_an_object_that_may_be_left_out_but_needs_something_comes_through(schemas: Schemas) -> None:
    inner = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    document, losses = schemas.read({"type": "object", "properties": {"it": inner}})
    assert losses == []
    assert document["groups"] == [{"key": "it", "label": "it", "path": "/it", "whenEmpty": "omit"}]
    records: list[Any] = [{}, {"it": {"a": "b"}}, {"it": {}}, {"it": None}, {"it": 1}]
    assert [schemas.takes(document, record) for record in records] == [True, True, False, False, False]


def test_an_object_that_may_be_left_out_but_needs_an_object_comes_through(schemas: Schemas) -> None:
    """Also if nothing must be in that one."""
    empty = {"type": "object", "properties": {"a": {"type": "string"}}}
    inner = {"type": "object", "properties": {"o": empty}, "required": ["o"]}
    document, losses = schemas.read({"type": "object", "properties": {"it": inner}})
    assert losses == []
    records: list[Any] = [{}, {"it": {"o": {}}}, {"it": {"o": {"a": "b"}}}, {"it": {}}, {"it": {"o": None}}]
    assert [schemas.takes(document, record) for record in records] == [True, True, True, False, False]


def test_a_list_that_may_be_left_out_but_needs_entries_comes_through(schemas: Schemas) -> None:
    entry = {"type": "object", "properties": {"b": {"type": "string"}}}
    for types, allowed in [("array", False), (["array", "null"], True)]:
        items = {"type": types, "items": entry, "minItems": 1}
        document, losses = schemas.read({"type": "object", "properties": {"a": items}})
        assert losses == []
        records: list[Any] = [{}, {"a": [{}]}, {"a": []}, {"a": None}]
        assert [schemas.takes(document, record) for record in records] == [True, True, False, allowed]


def test_what_is_no_object_of_a_schema_stands_beside_it(schemas: Schemas) -> None:
    """Pages and keys of one's own; nothing of it decides about records, so nothing is a loss."""
    exported = schemas.export(ADDRESS)
    assert {(entry["path"], entry["code"]) for entry in exported["report"]["entries"]} == {
        ("/groups/0", "presentationOnly"),
        ("/fields/0/group", "presentationOnly"),
        ("/fields/2/key", "presentationOnly"),
        ("/fields/2/group", "presentationOnly"),
    }
    assert schemas.read(exported["document"])[0] == ADDRESS


def test_fields_that_stand_apart_come_together(schemas: Schemas) -> None:
    fields = [ADDRESS["fields"][index] for index in (1, 0, 3)]
    exported = schemas.export(ADDRESS | {"fields": fields})
    assert ("/fields", "presentationOnly") in {
        (entry["path"], entry["code"]) for entry in exported["report"]["entries"]
    }
    assert schemas.read(exported["document"])[0] == ADDRESS | {"fields": fields}


class Geo(pydantic.BaseModel):
    """An object in an object."""

    lat: float
    lon: float


class Address(pydantic.BaseModel):
    """An object."""

    city: str
    geo: Geo


class Person(pydantic.BaseModel):
    """A record."""

    name: str
    home: Address


def test_a_model_of_models_becomes_a_form(schemas: Schemas) -> None:
    document, losses = schemas.read(Person.model_json_schema())
    assert losses == []
    assert [(group["key"], group["label"], group["path"]) for group in document["groups"]] == [
        ("home", "Address", "/home"),
        ("geo", "Geo", "/home/geo"),
    ]
    drafts = {"name": "Ada", "city": "Bern", "lat": "46.9", "lon": "7.4"}
    for field in document["fields"]:
        field["text"] = drafts[field["key"]]
    made = Person(**schemas.submit(document))
    assert made.home.geo.lat == 46.9
    assert schemas.takes(document, made.model_dump())
    assert not schemas.takes(document, {"name": "Ada", "home": {"city": "Bern"}})


SUITE = SHARED / "suites" / "json-schema-test-suite" / "draft2020-12"


def test_the_objects_of_the_public_suite_are_imported(schemas: Schemas) -> None:
    """Where nothing is lost, a record is right by the form if it is by the schema."""
    if not SUITE.exists():
        if IS_CI:
            pytest.fail(f"not here: {SUITE}", pytrace=False)
        pytest.skip(f"not here: {SUITE}")
    count = 0
    for file in sorted(SUITE.rglob("*.json")):
        for case in json.loads(file.read_text()):
            schema = case["schema"]
            if not isinstance(schema, dict) or "properties" not in schema:
                continue
            document, losses = schemas.read(schema)
            if losses:
                continue
            for test in case["tests"]:
                # What is no object is no record.
                if isinstance(test["data"], dict):
                    assert schemas.takes(document, test["data"]) == test["valid"], (schema, test)
                    count += 1
    assert count > 30


def test_a_schema_of_a_form_is_a_schema(schemas: Schemas) -> None:
    schema, _ = schemas.write(ADDRESS)
    Draft202012Validator.check_schema(schema)
    assert schema["required"] == ["address"]
    assert list(schema["properties"]["address"]["properties"]) == ["city", "postal", "geo", "pin"]
    assert same(schema["properties"]["address"]["title"], "Address")
