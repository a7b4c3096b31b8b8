"""The rule `schema`: what a JSON Schema asks of a value, in records and in forms, and what is made of it elsewhere."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import IS_CI, SHARED, seed_ranges
from daemon import Daemon
from schemas import REFUSED, Schemas, validator

SUITE = SHARED / "suites" / "json-schema-test-suite" / "draft2020-12"

# Keywords that look beyond the value and its schema: a rule refuses them.
BEYOND = {"$id", "$anchor", "$dynamicRef", "$dynamicAnchor"}
BEYOND |= {"dependencies", "contentSchema", "contentMediaType", "contentEncoding"}


@pytest.fixture
def schemas(fieldd: str):
    """What imports, exports, judges and fills in."""
    with Daemon(fieldd) as daemon:
        yield Schemas(daemon)


def form(schema: Any, kind: str = "any", key: str = "v", **more: Any) -> dict[str, Any]:
    """A form of one field with the schema in a rule."""
    rules = {"endEditing": [{"schema": schema}]}
    return {"fields": [{"key": key, "kind": kind, "label": "V", "validation": rules} | more]}


def problems(schemas: Schemas, form: Any, value: Any) -> list[dict[str, Any]]:
    """What is told of a record with this value."""
    verdict = schemas.daemon.request("field/check", {"form": form, "values": {"v": value}})
    return list(verdict["problems"])


def names(schema: Any) -> set[str]:
    """The names of all objects within a value."""
    if isinstance(schema, list):
        return set().union(*map(names, schema)) if schema else set()
    return set(schema).union(*map(names, schema.values())) if isinstance(schema, dict) and schema else set()


def test_the_public_suite_is_judged_as_it_says(schemas: Schemas) -> None:
    if not SUITE.exists():
        if IS_CI:
            pytest.fail(f"not here: {SUITE}", pytrace=False)
        pytest.skip(f"not here: {SUITE}")
    judged, disagreed, refused = 0, [], []
    # In `format.json` formats say nothing.
    for file in (it for it in sorted(SUITE.rglob("*.json")) if it.name != "format.json"):
        for case in json.loads(file.read_text()):
            if BEYOND & names(case["schema"]):
                continue
            document = form(case["schema"], whenEmpty="omit")
            if schemas.opened(document):
                refused.append((file.name, case["description"]))
                continue
            verdicts = schemas.takes_all(document, [{"v": test["data"]} for test in case["tests"]])
            for test, is_valid in zip(case["tests"], verdicts):
                judged += 1
                if is_valid != test["valid"]:
                    disagreed.append((file.name, case["schema"], test["data"]))
    assert disagreed == []
    assert judged > 800
    # Look-ahead, formats that are not here, and more digits than a number has.
    assert len(refused) < 40, refused


def whole_schema_of(chance: random.Random) -> Any:
    """A random schema, with definitions that may lead back to themselves within a value."""
    schema = schema_of(chance)
    if "$ref" in json.dumps(schema):
        inner = chance.choice([{"type": "string"}, {"minimum": 2}, {"type": ["object", "null"]}, {"maxItems": 1}])
        tree = {"type": ["array", "number"], "items": {"$ref": "#/$defs/tree"}, "contains": inner}
        schema |= {"$defs": {"tree": tree | {"minContains": 0}, "a b": {"anyOf": [inner, {"$ref": "#/$defs/tree"}]}}}
    return schema


def schema_of(chance: random.Random, depth: int = 0) -> Any:
    """A random schema of the keywords that a rule reads."""
    if 0 < depth and chance.random() < 0.1:
        return {"$ref": chance.choice(["#/$defs/tree", "#/$defs/a%20b"])}
    if depth > 2 or chance.random() < 0.1:
        return chance.choice([True, {}, {"type": "string"}, {"type": ["number", "null"]}, {"const": "a"}, {"minimum": 2}])

    def inner() -> Any:
        return schema_of(chance, depth + 1)

    makers: dict[str, Any] = {
        "type": lambda: chance.choice(["object", "array", "string", "integer", ["object", "array"], ["boolean", "number"]]),
        "enum": lambda: chance.sample([1, 1.0, "a", None, [1], {"a": 1}, True, ""], 4),
        "minimum": lambda: chance.choice([0, 1.5]),
        "exclusiveMaximum": lambda: chance.choice([2, 10]),
        "multipleOf": lambda: chance.choice([1, 0.5, 3]),
        "minLength": lambda: chance.randint(0, 2),
        "maxLength": lambda: chance.randint(0, 3),
        "pattern": lambda: chance.choice(["^[a-c]", "b$", "[0-9]"]),
        "items": inner,
        "prefixItems": lambda: [inner()],
        "minItems": lambda: chance.randint(0, 2),
        "maxItems": lambda: chance.randint(0, 3),
        "uniqueItems": lambda: True,
        "contains": inner,
        "required": lambda: chance.sample(["a", "b", "c"], 1),
        "properties": lambda: {"a": inner(), "b": inner()},
        "patternProperties": lambda: {"^[bc]": inner()},
        "additionalProperties": lambda: chance.choice([False, inner()]),
        "propertyNames": lambda: {"maxLength": chance.randint(1, 2)},
        "minProperties": lambda: chance.randint(0, 2),
        "maxProperties": lambda: chance.randint(1, 3),
        "dependentRequired": lambda: {"a": ["b"]},
        "dependentSchemas": lambda: {"b": inner()},
        "allOf": lambda: [inner(), inner()],
        "anyOf": lambda: [inner(), inner()],
        "oneOf": lambda: [inner(), inner()],
        "not": inner,
        "unevaluatedProperties": lambda: chance.choice([False, inner()]),
        "unevaluatedItems": lambda: chance.choice([False, inner()]),
        "if": inner,
        "then": inner,
        "else": inner,
    }
    chosen = chance.sample(sorted(makers), chance.randint(1, 5))
    return {name: makers[name]() for name in chosen}


def value_of(chance: random.Random, depth: int = 0) -> Any:
    """A random value of JSON."""
    if depth > 2 or chance.random() < 0.4:
        return chance.choice([None, True, False, 0, 1, 2.5, 3, 12, "", "a", "bb", "a1", "é", [], {}])
    if chance.random() < 0.5:
        return [value_of(chance, depth + 1) for _ in range(chance.randint(0, 3))]
    return {name: value_of(chance, depth + 1) for name in chance.sample(["a", "b", "c", "dd"], chance.randint(0, 3))}


@pytest.mark.parametrize("range", seed_ranges(150, 1500))
def test_a_value_is_judged_as_jsonschema_judges_it(schemas: Schemas, range: range) -> None:
    """In records, in what a person enters, and in what an import makes of the schema of a property."""
    for seed in range:
        chance = random.Random(seed)
        schema = whole_schema_of(chance)
        values = [value_of(chance) for _ in [0] * 25]
        judge = validator(schema)
        expected = [judge.is_valid(it) for it in values]
        answer = schemas.daemon.request(
            "field/check", {"form": form(schema, whenEmpty="omit"), "records": [{"v": it} for it in values]}
        )
        assert [it["valid"] for it in answer["records"]] == expected, (seed, schema, values)
        for value, is_valid in list(zip(values, expected))[:3]:
            if value is not None:
                committed = schemas.submit(form(schema, key="it", whenEmpty="omit"), value)
                assert (committed is not REFUSED) == is_valid, (seed, schema, value)


IMPORTED: dict[str, Any] = {
    "a map": {"type": "object", "additionalProperties": {"type": "string"}},
    "a free object": {"type": "object"},
    "a list of anything": {"type": "array", "maxItems": 2},
    "a list of lists": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
    "alternatives of objects": {
        "oneOf": [
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False},
            {"type": "object", "properties": {"b": {"type": "number"}}, "required": ["b"]},
        ]
    },
    "a text or a number": {"oneOf": [{"type": "string"}, {"type": "number", "minimum": 2}]},
    "several types": {"type": ["string", "integer", "array"], "maxLength": 3},
    "a text that is not another": {"type": "string", "not": {"const": "a"}},
    "limits without a type": {"minLength": 2, "maximum": 4},
    "names by a pattern": {"type": "object", "patternProperties": {"^x-": True}, "additionalProperties": False},
    "an object or null": {"type": ["object", "null"]},
    "anything but": {"not": {"type": "string"}},
    "a reference": {"$ref": "#/$defs/pair"},
    "what is in itself": {"$ref": "#/$defs/tree"},
    "a list of what is in itself": {"type": "array", "items": {"$ref": "#/$defs/tree"}, "minItems": 1},
    "an object that may have no more": {"allOf": [{"properties": {"a": True}}], "unevaluatedProperties": False},
    "several rows that have one": {
        **{"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True, "minItems": 1},
        "contains": {"const": "b"},
    },
}


@pytest.mark.parametrize("name", IMPORTED)
@pytest.mark.parametrize("required", [True, False])
def test_an_import_keeps_what_no_kind_of_field_says(schemas: Schemas, name: str, required: bool) -> None:
    whole = {
        "type": "object",
        "properties": {"v": IMPORTED[name]},
        "$defs": {
            "pair": {"type": "object", "properties": {"a": {"$ref": "#/$defs/one"}}, "required": ["a"]},
            "one": {"type": "array"},
            "tree": {"type": ["object", "number"], "additionalProperties": {"$ref": "#/$defs/tree"}},
        },
    } | ({"required": ["v"]} if required else {})
    document, _ = schemas.read(whole)
    report = schemas.daemon.request("field/import", {"format": "json-schema", "document": whole})["report"]
    assert [it for it in report["entries"] if it["effect"] != "none"] == []
    chance = random.Random(7)
    judge = validator(whole)
    records = [{"v": value_of(chance)} for _ in [0] * 300] + [{}]
    answer = schemas.daemon.request("field/check", {"form": document, "records": records})
    for record, verdict in zip(records, answer["records"]):
        assert verdict["valid"] == judge.is_valid(record), (record, document)
    again, losses = schemas.write(document)
    judge = validator(again)
    for record, verdict in zip(records, answer["records"]):
        assert judge.is_valid(record) == verdict["valid"] or (losses and record.get("v") in ([], {})), (record, again)


def test_an_empty_list_that_a_form_commits_is_told_where_the_schema_refuses_it(schemas: Schemas) -> None:
    rows = {"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True, "contains": {"const": "b"}}
    document, losses = schemas.read({"type": "object", "properties": {"v": rows}})
    assert [it["path"] for it in losses] == ["/properties/v/contains"]
    assert schemas.takes_all(document, [{"v": it} for it in (["b"], ["a"], [])]) == [True, False, True]


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({"minLenght": 2}, "`/minLenght` is no keyword that a rule reads"),
        ({"$ref": "#/$defs/a"}, "`#/$defs/a` leads to nothing in it"),
        ({"$ref": "other.json#/$defs/a"}, "`/$ref` refers to something else than a part of the schema"),
        ({"anyOf": [{"$ref": "#"}]}, "`#` leads back to itself about the same value"),
        (
            {"$ref": "#/$defs/a", "$defs": {"a": {"not": {"$ref": "#/$defs/b"}}, "b": {"if": {"$ref": "#/$defs/a"}}}},
            "`#/$defs/a` leads back to itself about the same value",
        ),
        ({"type": "text"}, "`/type` names no type of JSON"),
        ({"required": "a"}, "`/required` is no list"),
        ({"items": [True]}, "/items is no schema"),
        ({"pattern": "(a)\\1"}, "`/pattern` can't be used: "),
        ({"format": "colour"}, "`/format` is no format that is known here"),
        ({"multipleOf": 0}, "`/multipleOf` is not greater than 0"),
        ("object", "It is no object"),
        (eval("{'not': " * 40 + "{}" + "}" * 40), "It is more than 32 schemas deep"),
    ],
)
def test_what_is_no_schema_is_told(schemas: Schemas, schema: Any, why: str) -> None:
    told = schemas.daemon.open(json.dumps(form(schema)))
    assert [it["code"] for it in told] == ["invalidSchema"]
    assert told[0]["message"].startswith(f"The schema can't be used: {why}")


def test_a_schema_in_a_circle_takes_no_time_for_it(schemas: Schemas) -> None:
    """Each part of the value is looked at once by each definition, though each asks for it three times."""
    again = {"type": "array", "items": {"$ref": "#/$defs/a"}}
    ways = [again | {"minItems": 2}, again | {"maxItems": 0}, again, {"type": "integer"}]
    document = form({"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": ways}}})
    for leaf, is_valid in ((1, True), ("x", False)):
        value: Any = leaf
        for _ in range(55):
            value = [value]
        assert (problems(schemas, document, value) == []) == is_valid


def test_a_value_that_is_too_deep_for_its_schema_is_not_valid(schemas: Schemas) -> None:
    """A chain of references is followed to its end; beyond a length a value is refused, never taken unseen."""
    chain = {f"d{index}": {"$ref": f"#/$defs/d{index + 1}"} for index in range(300)}
    for start, is_valid in ((100, True), (10, False)):
        document = form({"$ref": f"#/$defs/d{start}", "$defs": chain | {"d300": {"type": "integer"}}})
        assert (problems(schemas, document, 1) == []) == is_valid


def test_a_finding_says_where_and_what(schemas: Schemas) -> None:
    schema = {"type": "object", "additionalProperties": {"type": "string", "maxLength": 2}}
    (told,) = problems(schemas, form(schema), {"a": "b", "c/d": "long"})
    assert (told["code"], told["path"]) == ("customError", "/v")
    assert told["message"] == "The value at /c~1d is not valid: maxLength: 2"
    (told,) = problems(schemas, form(schema), [])
    assert told["message"] == 'This value is not valid: type: "object"'
    # The names in a secret are secret.
    (told,) = problems(schemas, form(schema, secure=True), {"hunter2": 1})
    assert "hunter2" not in json.dumps(told)


def test_of_two_members_with_a_name_the_last_one_counts(fieldd: str, tmp_path: Path) -> None:
    path = tmp_path / "v.fields.json"
    path.write_text(json.dumps(form({"additionalProperties": {"type": "string"}, "maxProperties": 1, "required": ["a"]})))
    members = ['"a":1,"a":"x"', '"a":"x","a":1', ",".join(['"a":1'] * 50_000) + ',"a":"x"']
    records = "".join(f'{{"v":{{{it}}}}}\n' for it in members)
    asked = [fieldd, "check", "--form", path, "--format", "json", "-"]
    done = subprocess.run(asked, input=records, capture_output=True, text=True, check=False)
    assert [it["record"] for it in json.loads(done.stdout)["findings"]] == [1]


def test_a_rule_with_a_schema_is_a_rule_like_others(schemas: Schemas) -> None:
    document = {
        "fields": [
            {"key": "kind", "kind": "picker", "label": "Kind", "data": ["list", "other"]},
            {
                "key": "v",
                "kind": "any",
                "label": "V",
                "validation": {
                    "endEditing": [
                        {"schema": {"type": "array"}, "when": {"key": "kind", "is": "list"}, "message": "A list"},
                        {"schema": {"maxItems": 1}, "severity": "warning"},
                    ]
                },
            },
        ]
    }
    answer = schemas.daemon.request(
        "field/check",
        {"form": document, "records": [{"kind": kind, "v": v} for kind in ("list", "other") for v in ("x", [1, 2])]},
    )
    assert [[(it["message"], it["severity"]) for it in one.get("problems", [])] for one in answer["records"]] == [
        [("A list", "error")],
        [("This value is not valid: maxItems: 1", "warning")],
        [],
        [("This value is not valid: maxItems: 1", "warning")],
    ]


def test_a_lenient_field_holds_other_values_to_the_schema(schemas: Schemas) -> None:
    document = form({"type": ["string", "number"], "maximum": 5}, "entry", lenient=True)
    valid = [problems(schemas, document, it) == [] for it in ("x", 4, 7, True, [], None)]
    assert valid == [True, True, False, False, False, True]


@pytest.mark.parametrize("lenient", [False, True])
@pytest.mark.parametrize(("empty", "values"), [("null", [None]), ("empty", [None, ""]), ("omit", [])])
def test_what_an_empty_field_commits_is_right_whatever_its_schema_says(
    schemas: Schemas, empty: str, values: list[Any], lenient: bool
) -> None:
    document = form({"type": "object"}, whenEmpty=empty, **({"lenient": True} if lenient else {}))
    schemas.daemon.request("field/open", {"uri": "form:empty", "document": document})
    committed = schemas.daemon.request("field/submit", {"uri": "form:empty"})["values"]
    assert schemas.takes(document, committed)
    taken = [it for it in (None, "", [], 1, {}) if problems(schemas, document, it) == []]
    assert taken == [*values, {}]
    exported, _ = schemas.write(document)
    judge = validator(exported)
    assert [it for it in (None, "", [], 1, {}) if judge.is_valid({"v": it})] == taken
    assert judge.is_valid(committed)
    assert schemas.read(exported)[0]["fields"] == document["fields"]


@pytest.mark.parametrize("required", [False, True])
def test_a_schema_beside_a_kind_is_exported_once_and_takes_what_an_empty_field_gives(
    schemas: Schemas, fieldd: str, required: bool
) -> None:
    document = form({"type": "string", "maxLength": 3}, "entry", required=required)
    exported, _ = schemas.write(document)
    taken = [problems(schemas, document, it) == [] for it in ("abc", "abcd", None, 1)]
    assert taken == [True, False, not required, False]
    assert [validator(exported).is_valid({"v": it}) for it in ("abc", "abcd", None, 1)] == taken
    command = [fieldd, "convert", "--quiet", "--from", "fields", "--to", "json-schema", "-"]
    done = subprocess.run(command, input=json.dumps(document), capture_output=True, text=True, check=True)
    json.loads(done.stdout, object_pairs_hook=members_that_differ)


def members_that_differ(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of which no name stands in the text twice."""
    assert len(dict(members)) == len(members), members
    return dict(members)


def test_a_rule_under_a_condition_takes_what_an_empty_field_gives(schemas: Schemas) -> None:
    document = form({"type": "object"})
    document["fields"][0]["validation"]["endEditing"][0]["when"] = {"key": "k", "is": "x"}
    document["fields"].append({"key": "k", "kind": "entry", "label": "K"})
    exported, _ = schemas.write(document)
    assert "anyOf" not in exported["properties"]["v"]
    for record in [{"k": key, "v": value} for key in ("x", "y") for value in (None, {}, 1)]:
        assert validator(exported).is_valid(record) == schemas.takes(document, record), record


def test_an_empty_text_is_no_list(schemas: Schemas) -> None:
    document = {
        "fields": [
            {
                "key": "v",
                "kind": "picker",
                "label": "V",
                "multiple": True,
                "data": ["a", "b"],
                "validation": {"endEditing": [{"pattern": "[ab]"}]},
            }
        ]
    }
    assert schemas.takes_all(document, [{"v": it} for it in ([], ["a"], "", None)]) == [True, True, False, False]


def test_other_rules_are_not_those_of_any_value(schemas: Schemas) -> None:
    document = form({})
    document["fields"][0]["validation"]["endEditing"] += [{"minLength": 3}, "email"]
    told = schemas.daemon.open(json.dumps(document))
    assert [it["code"] for it in told] == ["unsupportedProperty"] * 2
    assert problems(schemas, document, 1) == []


def test_records_are_made_that_are_valid_and_such_that_are_not(fieldd: str, tmp_path: Path) -> None:
    schema = {
        "type": "object",
        "required": ["id"],
        "properties": {"id": {"type": "string", "pattern": "^[A-Z]{3}$"}, "n": {"type": "integer", "minimum": 3}},
        "additionalProperties": False,
    }
    path = tmp_path / "v.fields.json"
    path.write_text(json.dumps(form(schema, required=True)))
    for kind in ("valid", "invalid"):
        made = subprocess.run([fieldd, "generate", "--kind", kind, path], capture_output=True, text=True, check=True)
        records = [json.loads(line) for line in made.stdout.splitlines()]
        judge = validator(schema)
        said = {judge.is_valid(it["v"]) for it in records if "v" in it}
        assert said == {True} if kind == "valid" else False in said, made.stdout

