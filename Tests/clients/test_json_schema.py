"""A form and the JSON Schema made of it agree about values, as an independent validator sees it."""

from __future__ import annotations

import enum
import json
from typing import Annotated, Any, Literal, Optional

import jsonschema
import pydantic
import pytest
from conftest import IS_CI, SHARED
from jsonschema import Draft202012Validator
from jsonschema_specifications import REGISTRY

from daemon import Daemon
from schemas import LISTS, REFUSED, TEXTS, URI, VALUES, Sample, Schemas, check, is_told, of, same, validator


def rules(*rules: dict[str, Any]) -> dict[str, Any]:
    return {"validation": {"endEditing": list(rules)}}


def entry(**more: Any) -> dict[str, Any]:
    return {"key": "it", "kind": "entry", "label": "It", "lengthUnit": "scalar"} | more


def picker(**more: Any) -> dict[str, Any]:
    return {"key": "it", "kind": "picker", "label": "It"} | more


ROWS = ["CA", {"value": "RO", "label": "Romania", "description": "On the Black Sea"}]
CASES = [
    pytest.param(entry(maxLength=3), ["", "abc", "abcd", "äöü", "🙂🙂🙂🙂"], id="a greatest length"),
    pytest.param(entry(required=True), ["", "a"], id="required"),
    pytest.param(entry(**rules({"minLength": 2})), ["", "a", "ab"], id="a least length"),
    pytest.param(
        entry(**rules({"pattern": "[a-z]+[0-9]?", "anchored": True})),
        ["", "ab1", "ab12", "1ab"],
        id="a pattern for all of it",
    ),
    pytest.param(
        entry(**rules({"pattern": "^a"}, {"pattern": "b$"})), ["", "ab", "a", "b"], id="two patterns"
    ),
    pytest.param(
        entry(value="integer", **rules({"minimum": 2}, {"exclusiveMaximum": 10}, {"step": 2})),
        ["", "2", "3", "8", "10", "x", "4.5"],
        id="a number",
    ),
    pytest.param(entry(value="number", **rules({"maximum": 0.5})), ["0.5", "0.51", "-1"], id="a fraction"),
    pytest.param(entry(**rules({"oneOf": ["a", "b"]})), ["", "a", "c"], id="one of some"),
    pytest.param(entry(**rules({"format": "ipv4"})), ["", "192.0.2.1", "192.0.2.256"], id="a format"),
    pytest.param(picker(data=ROWS), ["", "RO", "CA", "XX"], id="rows"),
    pytest.param(picker(data=ROWS, required=True), ["", "RO"], id="rows, required"),
    pytest.param(
        picker(data=["1", "2"], value="integer", required=True), ["", "1", "3"], id="rows of numbers"
    ),
    pytest.param(picker(data=["CA"], manualEntry=True), ["", "CA", "my own"], id="typed rows"),
    pytest.param(
        picker(data=["a", "b", "c"], multiple=True, maxItems=2),
        [[], ["a"], ["a", "b"], ["a", "b", "c"]],
        id="several rows",
    ),
    pytest.param(
        picker(data=["a", "b"], multiple=True, required=True), [[], ["a"]], id="several rows, required"
    ),
    pytest.param(
        {"key": "it", "kind": "date", "label": "It"}, ["", "2026-02-28", "2026-02-30"], id="a date"
    ),
]


def schema_of(daemon: Daemon, field: dict[str, Any]) -> dict[str, Any]:
    daemon.request("field/open", {"uri": URI, "document": {"fields": [field]}})
    exported = daemon.request("field/export", {"uri": URI, "format": "json-schema"})
    daemon.request("field/close", {"uri": URI})
    assert exported["losses"] == []
    Draft202012Validator.check_schema(exported["document"])
    return exported["document"]


def value_of(draft: Any, field: dict[str, Any]) -> Any:
    """What a submission of the draft would be, if the form took it."""
    if draft == "":
        return None
    if field.get("value") in ("number", "integer"):
        try:
            return float(draft) if "." in draft else int(draft)
        except ValueError:
            return draft
    return draft


@pytest.mark.parametrize(("field", "drafts"), CASES)
def test_a_form_takes_what_its_schema_takes(fieldd: str, field: dict, drafts: list) -> None:
    with Daemon(fieldd) as daemon:
        daemon.request("initialize", {"capabilities": {}})
        schema = schema_of(daemon, field)
        validator = Draft202012Validator(
            schema, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
        )
        verdicts = []
        for draft in drafts:
            name = "date" if field["kind"] == "date" else "text"
            document = {"fields": [field | {name: draft}]}
            daemon.request("field/open", {"uri": URI, "document": document})
            result = daemon.request("field/submit", {"uri": URI})
            daemon.request("field/close", {"uri": URI})
            value = {"it": value_of(draft, field)}
            verdicts.append(result["committed"])
            assert validator.is_valid(value) == result["committed"], (value, result, schema)
            if result["committed"]:
                assert result["values"] == value
        assert True in verdicts and (False in verdicts or "manualEntry" in field)


@pytest.fixture
def schemas(fieldd: str):
    """What imports and exports."""
    with Daemon(fieldd) as daemon:
        yield Schemas(daemon)


COMING_BACK = [
    *(pytest.param(case.values[0], id=case.id) for case in CASES),
    pytest.param(picker(data=["0", 0, 1.5, True, False], required=True), id="rows of several types"),
    pytest.param(picker(data=["", None, "a"], required=True), id="rows for an empty text and null"),
    pytest.param(
        picker(data=["a", {"value": None, "label": "None"}], whenEmpty="omit"), id="a row for null"
    ),
    pytest.param(picker(data=[0, 1], value="integer", text="1", clearable=True), id="a number that is chosen"),
    pytest.param(
        picker(data=["a", 0], multiple=True, whenEmpty="omit", minItems=2), id="a list that may be missing"
    ),
    pytest.param(picker(data=["a"], multiple=True, whenEmpty="null"), id="a list that may be null"),
    pytest.param(picker(data=["a", "b"], manualEntry="Other…", required=True), id="rows and typed text"),
    pytest.param(
        picker(data=[1, 2], value="integer", manualEntry=True, **rules({"minimum": 0})),
        id="rows and typed numbers",
    ),
    pytest.param(entry(whenEmpty="omit", **rules({"minLength": 2})), id="a text that may be missing"),
    pytest.param(
        {"key": "it", "kind": "area", "label": "It", "lengthUnit": "scalar", "maxLength": 300}, id="an area"
    ),
    pytest.param(
        entry(maxLength=300, keyboard="emailAddress", **rules({"format": "idn-email"})), id="a long address"
    ),
    pytest.param(
        entry(placeholder="12", helper="In full", text="7", value="integer", readOnly=True), id="read-only"
    ),
    pytest.param(entry(secure=True, required=True, maxLength=9), id="a secret"),
    pytest.param(
        {"key": "it", "kind": "date", "label": "It", "date": "2026-02-28", "clearable": True},
        id="a date with a draft",
    ),
]


@pytest.mark.parametrize("field", COMING_BACK)
def test_what_is_exported_without_losses_comes_back(schemas: Schemas, field: dict) -> None:
    """The form that is made of a form's schema has the same schema, and commits the same."""
    document = {"fields": [field]}
    schema, losses = schemas.write(document)
    assert losses == []
    again, losses = schemas.read(schema)
    assert losses == [], schema
    assert again == document
    assert schemas.write(again) == (schema, [])
    for value in VALUES:
        assert same_outcome(schemas.submit(document, value), schemas.submit(again, value)), value


@pytest.mark.parametrize("field", COMING_BACK)
def test_a_form_and_its_schema_take_the_same_records(schemas: Schemas, field: dict) -> None:
    document = {"fields": [field]}
    schema, losses = schemas.write(document)
    assert losses == []
    judge = validator(schema)
    for record in [{}, *({"it": value} for value in VALUES)]:
        assert schemas.takes(document, record) == judge.is_valid(record), (record, schema)


def same_outcome(one: Any, other: Any) -> bool:
    if REFUSED in (one, other):
        return one is other
    return list(one) == list(other) and all(same(one[key], other[key]) for key in one)


WRONG_BEFORE = {
    "an optional number": (of({"type": "integer"}, required=False), {}),
    "rows of several types": (of({"enum": ["off", 0, 1, True]}), {}),
    "an optional list with a least length": (
        of({"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 1}, required=False),
        {"whenEmpty": "omit"},
    ),
    "a text of no length": (of({"type": "string", "maxLength": 0}), {"whenEmpty": "empty"}),
    "keywords of what is in a list": (
        of({"type": "array", "items": {"enum": ["a", "abc"], "minLength": 2}, "uniqueItems": True}),
        {"data": ["abc"]},
    ),
    "rows with descriptions": (
        of({"oneOf": [{"const": 1, "title": "One", "description": "The first"}]}),
        {"data": [{"value": 1, "label": "One", "description": "The first"}]},
    ),
    "an empty text and null to choose": (of({"enum": ["", None]}), {"data": ["", None], "required": True}),
    "a long address": (of({"type": "string", "format": "email", "maxLength": 300}), {"kind": "entry"}),
    "one of something and null": (
        of({"anyOf": [{"type": "integer", "minimum": 2}, {"type": "null"}]}),
        {"value": "integer", "validation": {"endEditing": [{"minimum": 2}]}},
    ),
    "all of a reference": (
        of({"allOf": [{"$ref": "#/$defs/c"}], "title": "C", "$defs": {"c": {"enum": ["a", "b"]}}}),
        {"data": ["a", "b"], "label": "C"},
    ),
    "a constant": (of({"const": "v1"}), {"data": ["v1"], "text": "v1"}),
    "a constant number": (of({"const": 2}, required=False), {"data": [2], "whenEmpty": "omit"}),
    "a number and the text that looks like it": (of({"enum": ["0", 0]}), {"data": ["0", 0]}),
    "a rule that leaves out rows": (of({"enum": [1, 2, 3], "not": {"const": 2}}), {"data": [1, 3]}),
    "a choice between exactly one of two": (
        of({"oneOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}),
        {"data": ["a", "c"]},
    ),
    "true and false": (
        of({"type": "boolean"}),
        {"data": [{"value": True, "label": "Yes"}, {"value": False, "label": "No"}]},
    ),
}


@pytest.mark.parametrize("name", WRONG_BEFORE)
def test_what_an_imported_form_commits_is_valid(schemas: Schemas, name: str) -> None:
    schema, expected = WRONG_BEFORE[name]
    document, _ = schemas.read(schema)
    assert {key: document["fields"][0].get(key) for key in expected} == expected
    assert check(schemas, schema, [*VALUES, "ada@example.com", "v1"]) > 0


def test_a_list_in_the_text_holds_each_row_once(schemas: Schemas) -> None:
    schema = of({"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True})
    document, _ = schemas.read(schema)
    document["fields"][0]["text"] = ["a", "a"]
    assert schemas.submit(document) is REFUSED


LOST = {
    "a circle": ({"$ref": "#/properties/it"}, "/$ref"),
    "a circle of two": ({"$ref": "#/$defs/x", "$defs": {"x": {"allOf": [{"$ref": "#/properties/it"}]}}}, "/$ref"),
    "another document": ({"$ref": "https://example.com/it.json"}, "/$ref"),
    "a list of lists": ({"type": "array", "items": {"type": "array", "items": {"type": "string"}}}, ""),
    "an object of anything": ({"type": "object"}, ""),
    "an object or something else": ({"properties": {"a": {"type": "string"}}}, ""),
    "an object in itself": ({"type": "object", "properties": {"it": {"$ref": "#/properties/it"}}}, "/it"),
    "no value at all": (False, ""),
    "values that exclude each other": ({"const": "a", "enum": ["b"]}, ""),
    "a number in words": ({"type": "integer", "minimum": "2"}, "/minimum"),
    "a step without size": ({"type": "number", "multipleOf": 0}, "/multipleOf"),
    "one of several types": ({"type": ["string", "integer"]}, "/type"),
    "one of several schemas": ({"anyOf": [{"type": "integer"}, {"type": "string"}]}, "/anyOf"),
    "a reserved draft": ({"type": "integer", "readOnly": True}, "/readOnly"),
    "a rule for what can't be edited": ({"type": "string", "pattern": "a", "readOnly": True}, "/readOnly"),
}


@pytest.mark.parametrize("name", LOST)
def test_what_a_form_can_not_keep_is_a_loss(schemas: Schemas, name: str) -> None:
    schema, path = LOST[name]
    made = schemas.convert(of(schema))
    assert made["losses"] != [] or holds_to_its_schema(made["document"])
    assert any(it["path"].endswith(path) for it in made["report"]["entries"]), made["report"]


def test_a_schema_that_multiplies_itself_is_answered(schemas: Schemas) -> None:
    """Each definition refers twice to the next one."""
    both = {f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(30)}
    choice = {f"d{i}": {"anyOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(30)}
    for definitions in (both, choice):
        schema = {"$ref": "#/$defs/d0", "$defs": definitions | {"d30": {"type": "string"}}}
        _, losses = schemas.read(of(schema))
        assert losses != []


RECORDS = [{"it": "a"}, {"it": "ab"}, {}]
KEPT: dict[str, Any] = {
    "type": of({"type": "integer"}),
    "enum": of({"enum": ["a", 0, None]}),
    "const": of({"const": "a"}),
    "multipleOf": of({"type": "number", "multipleOf": 0.5}),
    "maximum": of({"type": "number", "maximum": 2}),
    "exclusiveMaximum": of({"type": "number", "exclusiveMaximum": 2}),
    "minimum": of({"type": "number", "minimum": 2}),
    "exclusiveMinimum": of({"type": "number", "exclusiveMinimum": 2}),
    "maxLength": of({"type": "string", "maxLength": 2}),
    "minLength": of({"type": "string", "minLength": 2}),
    "pattern": of({"type": "string", "pattern": "^a"}),
    "format": of({"type": "string", "format": "ipv4"}),
    "maxItems": of({"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 1}),
    "minItems": of({"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 2}),
    "uniqueItems": of({"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True}),
    "items": of({"type": "array", "items": {"type": "boolean"}}),
    "properties": of({"type": "string"}, required=False),
    "required": of({"type": "string", "minLength": 1}),
    "additionalProperties": of({"type": "string"}) | {"additionalProperties": False},
    "unevaluatedProperties": of({"type": "string"}) | {"unevaluatedProperties": False},
    "allOf": of({"allOf": [{"type": "string"}, {"minLength": 2}, {"minLength": 1}]}),
    "anyOf": of({"anyOf": [{"enum": ["a"]}, {"const": 0}, {"type": "null"}]}),
    "oneOf": of({"oneOf": [{"enum": ["a", "b"]}, {"const": "b"}]}),
    "not": of({"enum": ["a", "b"], "not": {"const": "b"}}),
    "if": of({"enum": ["a", "b", 0], "if": {"type": "string"}, "then": {"const": "a"}}),
    "then": of({"enum": ["a", "b", 0], "if": {"type": "string"}, "then": {"const": "a"}}),
    "else": of({"enum": ["a", "b", 0], "if": {"type": "string"}, "else": {"const": 1}}),
    "$ref": of({"$ref": "#/$defs/a", "$defs": {"a": {"type": "integer"}}}),
    "$defs": of({"type": "integer", "$defs": {"a": {"type": "string"}}}),
    "$anchor": of({"$ref": "#a", "$defs": {"a": {"$anchor": "a", "type": "integer"}}}),
    "$id": of({"$ref": "a", "$defs": {"a": {"$id": "a", "$ref": "#/$defs/b", "$defs": {"b": {"enum": [1]}}}}}),
    "$comment": of({"type": "integer", "$comment": "…"}),
    "$schema": of({"type": "integer"}) | {"$schema": "https://json-schema.org/draft/2020-12/schema"},
    "$dynamicAnchor": of({"type": "integer", "$dynamicAnchor": "a"}),
    "$vocabulary": of({"type": "integer"}) | {"$vocabulary": {}},
    "title": of({"type": "integer", "title": "It"}),
    "description": of({"type": "integer", "description": "It"}),
    "default": of({"type": "integer", "default": 3}),
    "examples": of({"type": "integer", "examples": [3]}),
    "readOnly": of({"type": "string", "default": "a", "readOnly": True}, required=False),
    "writeOnly": of({"type": "string", "writeOnly": True}),
    # They only describe.
    "contentEncoding": of({"type": "string", "contentEncoding": "base64"}),
    "contentMediaType": of({"type": "string", "contentMediaType": "text/html"}),
    "contentSchema": of({"type": "string", "contentSchema": {"type": "integer"}}),
    "deprecated": of({"type": "string", "deprecated": True}),
}
NOT_KEPT: dict[str, Any] = {
    "not": of({"type": "integer", "not": {"const": 3}}),
    "if": of({"type": "integer", "if": {"minimum": 3}, "then": {"multipleOf": 2}}),
    "oneOf": of({"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 2}]}),
    "anyOf": of({"anyOf": [{"type": "string", "maxLength": 2}, {"type": "string", "pattern": "b"}]}),
    "uniqueItems": of({"type": "array", "items": {"type": "array"}, "uniqueItems": True}),
    "contains": of({"type": "array", "items": {"enum": ["a", "b"]}, "contains": {"const": "a"}}),
    "minContains": of({"type": "array", "items": {"enum": ["a"]}, "contains": True, "minContains": 2}),
    "maxContains": of({"type": "array", "items": {"enum": ["a"]}, "contains": True, "maxContains": 0}),
    "prefixItems": of({"type": "array", "items": {"enum": ["a"]}, "prefixItems": [{"const": "b"}]}),
    "unevaluatedItems": of({"type": "array", "prefixItems": [{"const": "b"}], "unevaluatedItems": False}),
    "minProperties": of({"type": "string"}, required=False) | {"minProperties": 1},
    "maxProperties": of({"type": "string"}, required=False) | {"maxProperties": 0},
    "dependentRequired": of({"type": "string"}) | {"dependentRequired": {"it": ["more"]}},
    "dependentSchemas": of({"type": "string"}) | {"dependentSchemas": {"it": {"required": ["more"]}}},
    "patternProperties": of({"type": "string"}) | {"patternProperties": {"^i": {"minLength": 2}}},
    "propertyNames": of({"type": "string"}) | {"propertyNames": {"minLength": 3}},
    "additionalProperties": of({"type": "string"}) | {"additionalProperties": {"type": "integer"}},
    "required": of({"type": "string"}) | {"required": ["it", "more"]},
    "$dynamicRef": of({"$dynamicRef": "#a", "$defs": {"a": {"$dynamicAnchor": "a", "type": "integer"}}}),
}


def test_every_keyword_has_been_thought_of() -> None:
    """Those of all the vocabularies of draft 2020-12."""
    names = {
        name
        for uri in REGISTRY
        if "/draft/2020-12/meta/" in uri
        for name in REGISTRY.contents(uri).get("properties", {})
    }
    assert len(names) > 50
    assert names - KEPT.keys() - NOT_KEPT.keys() == set()


@pytest.mark.parametrize("name", KEPT)
def test_a_keyword_is_kept(schemas: Schemas, name: str) -> None:
    assert check(schemas, KEPT[name], VALUES) > 0 or name == "readOnly"


@pytest.mark.parametrize("name", NOT_KEPT)
def test_a_keyword_that_is_not_kept_is_a_loss(schemas: Schemas, name: str) -> None:
    document, losses = schemas.read(NOT_KEPT[name])
    assert losses != [] or holds_to_its_schema(document)


@pytest.mark.parametrize("seed", range(10))
def test_random_schemas_and_their_forms_take_the_same(schemas: Schemas, seed: int) -> None:
    """Where nothing is lost; what is lost is said."""
    sample = Sample(seed)
    count = 0
    for _ in range(60):
        schema = sample.object()
        document, losses = schemas.read(schema)
        if losses == [] and document["fields"]:
            count += check(schemas, schema, sample.some(VALUES, 12))
    assert count > 5


class Color(enum.StrEnum):
    """A colour."""

    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    """A level."""

    LOW = 1
    HIGH = 2


class Mixed(enum.Enum):
    """Values of several types."""

    OFF = "off"
    ZERO = 0
    ON = True


class Written(pydantic.BaseModel):
    """What Pydantic writes of the types that a form has fields for."""

    name: Annotated[str, pydantic.Field(min_length=1, max_length=3)]
    nick: Optional[Annotated[str, pydantic.Field(max_length=3)]] = None
    age: Annotated[int, pydantic.Field(ge=1, lt=10)] = 3
    size: Optional[float] = None
    wanted: Optional[int]
    is_new: bool
    maybe: Optional[bool] = None
    color: Color
    level: Level = pydantic.Field(Level.LOW, description="How much")
    mixed: Optional[Mixed] = None
    kind: Literal["written"]
    choice: Literal["a", 0, None] = "a"
    many: set[Literal["a", "b"]] = pydantic.Field(default_factory=set)
    some: Optional[Annotated[list[Color], pydantic.Field(min_length=1)]] = None
    secret: pydantic.SecretStr = pydantic.SecretStr("")


@pytest.mark.parametrize("name", Written.model_fields)
def test_what_pydantic_writes_becomes_a_field(schemas: Schemas, name: str) -> None:
    whole = Written.model_json_schema()
    schema = {
        "type": "object",
        "$defs": whole["$defs"],
        "properties": {"it": whole["properties"][name]},
        "required": ["it"] if name in whole["required"] else [],
    }
    assert check(schemas, schema, [*VALUES, "red", ["red"], ["red", "blue"], "off", "written"]) > 0


def test_pydantic_takes_what_its_form_commits(schemas: Schemas) -> None:
    """Only what must be is filled in; the rest is left as it is."""
    document, losses = schemas.read(Written.model_json_schema())
    assert losses == []
    for field, draft in {"name": "Ada", "is_new": "true", "color": "red"}.items():
        next(it for it in document["fields"] if it["key"] == field)["text"] = draft
    made = Written(**schemas.submit(document))
    assert (made.name, made.is_new, made.color, made.wanted, made.age) == ("Ada", True, "red", None, 3)


def test_the_same_shapes_as_earlier_versions_write_them(schemas: Schemas) -> None:
    """Pydantic 1 wraps a reference in `allOf`, to stand beside its title and default."""
    definitions = {"Color": {"title": "Color", "enum": ["red", "blue"], "type": "string"}}
    schema = of({"allOf": [{"$ref": "#/definitions/Color"}], "title": "Hue", "default": "red"})
    schema["definitions"] = definitions
    document, losses = schemas.read(schema)
    assert losses == []
    assert document["fields"][0] | {"label": "Hue", "text": "red"} == document["fields"][0]
    assert check(schemas, schema, [*TEXTS, "red", "blue"]) == 2


def test_a_schema_may_name_itself_by_its_address(schemas: Schemas) -> None:
    schema = of({"$ref": "https://example.com/it.json#/$defs/a"})
    schema |= {"$id": "https://example.com/it.json", "$defs": {"a": {"enum": ["red", "blue"]}}}
    document, losses = schemas.read(schema)
    assert losses == []
    assert document["fields"][0]["data"] == ["red", "blue"]


def is_beyond_exact_integers(value: object) -> bool:
    """Whether a value is a whole number that a double number need not hold exactly."""
    return isinstance(value, (int, float)) and abs(value) > 2**53 - 1


def holds_to_its_schema(document: dict[str, Any]) -> bool:
    """Whether a rule of a field, a group or the form has the schema, so that records are judged by it.

    Not all values can be entered then.
    """
    if any("schema" in part for part in [document, *document.get("groups", [])]):
        return True
    rules = [rule for it in document["fields"] for rule in it.get("validation", {}).get("endEditing", [])]
    return any("schema" in rule for rule in rules)


def with_own_root(schema: Any) -> Any:
    """The same as a resource of its own where it refers to itself as a whole."""
    refers = isinstance(schema, dict) and "$defs" not in schema and '"$ref": "#"' in json.dumps(schema)
    return schema | {"$id": "urn:fieldd:case"} if refers else schema


SUITE = SHARED / "suites" / "json-schema-test-suite" / "draft2020-12"


def test_the_public_suite_is_imported(schemas: Schemas) -> None:
    """Where nothing is lost, a form takes what the suite calls valid, and commits nothing else."""
    if not SUITE.exists():
        if IS_CI:
            pytest.fail(f"not here: {SUITE}", pytrace=False)
        pytest.skip(f"not here: {SUITE}")
    agreed, disagreed = 0, []
    for file in sorted(SUITE.rglob("*.json")):
        # There formats say nothing.
        takes_all = file.name == "format.json"
        for case in json.loads(file.read_text()):
            schema = of(with_own_root(case["schema"]))
            document, losses = schemas.read(schema)
            if not document["fields"]:
                assert losses, schema
            if not all(loss["message"].startswith("Values of") for loss in losses):
                continue
            for test in case["tests"]:
                value = test["data"]
                if "groups" in document:
                    # Its values are entered into several fields.
                    if losses == [] and schemas.takes(document, {"it": value}) != test["valid"]:
                        disagreed.append((file.name, case["schema"], value, "as a record", document))
                    continue
                committed = schemas.submit(document, value)
                taken = committed is not REFUSED and same(committed.get("it", REFUSED), value)
                is_meant = losses == [] and is_told(value, document) and not takes_all
                # Of larger ones readers of JSON have but some, so that a field must ask for them.
                is_meant &= not is_beyond_exact_integers(value)
                if is_meant and schemas.takes(document, {"it": value}) != test["valid"]:
                    disagreed.append((file.name, case["schema"], value, "as a record", document))
                # A record may have values that nobody enters.
                is_entered = is_meant and "lenient" not in document["fields"][0]
                if taken and not test["valid"] or is_entered and test["valid"] and not taken:
                    disagreed.append((file.name, case["schema"], value, committed, document))
                agreed += taken == test["valid"]
    assert disagreed == []
    assert agreed > 900
