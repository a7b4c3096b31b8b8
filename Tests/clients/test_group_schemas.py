"""Schemas of objects, lists and whole records: `schema` of a form and of its groups."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import seed_ranges
from daemon import Daemon
from schemas import Schemas, validator
from test_value_schemas import value_of, whole_schema_of

CONTACT: dict[str, Any] = {
    "schema": {"anyOf": [{"required": ["mail"]}, {"required": ["phone"]}]},
    "groups": [
        {
            "key": "labels",
            "label": "Labels",
            "path": "/labels",
            "schema": {"properties": {"team": True}, "additionalProperties": {"type": "string"}},
        },
        {"key": "visits", "label": "Visits", "repeat": {}, "schema": {"uniqueItems": True}},
    ],
    "fields": [
        {"key": "mail", "kind": "entry", "label": "E-mail", "whenEmpty": "omit"},
        {"key": "phone", "kind": "entry", "label": "Phone", "whenEmpty": "omit"},
        {"key": "team", "kind": "entry", "label": "Team", "group": "labels", "whenEmpty": "omit"},
        {"key": "day", "kind": "date", "label": "Day", "group": "visits"},
        {"key": "place", "kind": "entry", "label": "Place", "group": "visits"},
    ],
}
VISIT = {"day": "2026-11-28", "place": "Oslo"}

# Records, with the paths and codes of what is wrong in them.
RECORDS: list[tuple[dict[str, Any], list[str]]] = [
    ({"mail": "a"}, []),
    ({}, [" schemaMismatch"]),
    ({"labels": {"team": "a"}}, [" schemaMismatch"]),
    ({"mail": "a", "labels": {"team": "a", "floor": "3"}}, []),
    ({"mail": "a", "labels": {"floor": 3, "wing": "b"}}, ["/labels/floor schemaMismatch"]),
    # Where something else is wrong, a schema says nothing more.
    ({"mail": "a", "labels": {"team": 1, "floor": 3}}, ["/labels/team wrongType"]),
    ({"mail": 1}, ["/mail wrongType"]),
    ({"mail": "a", "visits": [VISIT, {"place": "Oslo", "day": "2026-11-28"}]}, ["/visits schemaMismatch"]),
    ({"mail": "a", "visits": [VISIT, VISIT | {"place": "Bergen"}]}, []),
    ({"$schema": "https://example.com/contact.json", "mail": "a"}, []),
]


@pytest.fixture
def schemas(fieldd: str):
    """What imports, exports, judges and fills in."""
    with Daemon(fieldd) as daemon:
        yield Schemas(daemon)


def check(schemas: Schemas, form: Any, *records: Any, **more: Any) -> list[dict[str, Any]]:
    answer = schemas.daemon.request("field/check", {"form": form, "records": list(records), **more})
    return list(answer["records"])


def told(verdict: dict[str, Any]) -> list[str]:
    return [f"{it['path']} {it['code']}" for it in verdict["problems"]]


def test_objects_and_lists_must_be_valid_in_their_schemas(schemas: Schemas) -> None:
    verdicts = check(schemas, CONTACT, *[record for record, _ in RECORDS])
    assert [told(it) for it in verdicts] == [wrong for _, wrong in RECORDS]
    (wrong,) = check(schemas, CONTACT, {"mail": "a", "labels": {"floor": 3}})
    assert wrong["problems"][0]["message"] == 'This value is not valid: type: "string"'
    (german,) = check(schemas, CONTACT, {}, locale="de")
    assert german["problems"][0]["message"] == "Dieser Wert ist nicht gültig: anyOf"


def test_a_form_has_its_own_words_for_it(schemas: Schemas) -> None:
    words = {"messages": {"en": {"schemaMismatch": "No: {keyword}"}}}
    (verdict,) = check(schemas, CONTACT | words, {})
    assert verdict["problems"][0]["message"] == "No: anyOf"


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_command_line_says_the_same(fieldd: str, tmp_path: Path, jobs: int) -> None:
    """Also of records that are right but for a schema, which are many here."""
    form = tmp_path / "contact.fields.json"
    form.write_text(json.dumps(CONTACT))
    lines = "".join(json.dumps(record) + "\n" for record, _ in RECORDS * 50)
    asked = [fieldd, "check", "--jobs", str(jobs), "--form", form, "--format", "json", "-"]
    done = subprocess.run(asked, input=lines, capture_output=True, text=True, check=False)
    found: dict[int, list[str]] = {}
    for it in json.loads(done.stdout)["findings"]:
        found.setdefault(it["record"] + 1, []).append(f"{it['path']} {it['code']}")
    assert found == {index + 1: wrong for index, (_, wrong) in enumerate(RECORDS * 50) if wrong}


def test_an_editor_marks_the_part_that_is_not_valid(fieldd: str, tmp_path: Path) -> None:
    (tmp_path / "contact.fields.json").write_text(json.dumps(CONTACT))
    record = '{ "mail": "a",\n  "labels": { "floor": 3 } }\n'
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        (marked,) = daemon.open(record, (tmp_path / "contact.values.json").as_uri())
    assert marked["code"] == "schemaMismatch"
    assert marked["range"] == {"start": {"line": 1, "character": 23}, "end": {"line": 1, "character": 24}}


def test_a_submission_commits_nothing_that_is_not_valid(schemas: Schemas) -> None:
    daemon, uri = schemas.daemon, "form:1"
    daemon.request("field/open", {"uri": uri, "document": CONTACT})
    refused = daemon.request("field/submit", {"uri": uri})
    assert refused["committed"] is False
    (error,) = refused["errors"]
    assert (error["key"], error["valid"]) == ("", False)
    assert error["problems"][0]["code"] == "schemaMismatch"
    for _ in range(2):
        daemon.request("field/addEntry", {"uri": uri, "list": "visits"})
    daemon.request("field/replaceText", {"uri": uri, "key": "mail", "text": "ada"})
    refused = daemon.request("field/submit", {"uri": uri})
    assert [it["key"] for it in refused["errors"]] == ["visits"]
    # A draft that is put aside is not whole.
    assert daemon.request("field/submit", {"uri": uri, "partial": True})["committed"] is True
    opened = daemon.request("field/validate", {"uri": uri})
    key = [it["key"] for it in opened["fields"] if it["key"].endswith("/place")][-1]
    daemon.request("field/replaceText", {"uri": uri, "key": key, "text": "Oslo"})
    done = daemon.request("field/submit", {"uri": uri})
    assert done["committed"] is True
    assert done["values"]["visits"] == [{"day": None, "place": None}, {"day": None, "place": "Oslo"}]


def test_of_a_part_of_a_record_a_schema_is_open_until_its_fields_are_there(schemas: Schemas) -> None:
    part, whole = check(
        schemas,
        CONTACT,
        {"mail": "a", "labels": {"floor": 3}},
        {"mail": "a", "labels": {"team": "b", "floor": 3}},
        partial=True,
    )
    assert part["valid"] is True
    assert [it["path"] for it in part["unchecked"]] == ["", "/labels"]
    assert {it["why"] for it in part["unchecked"]} == {"uncheckedDependency"}
    assert told(whole) == ["/labels/floor schemaMismatch"]


def test_unknown_keys_are_the_schema_s_where_it_names_others(schemas: Schemas) -> None:
    form = {
        "groups": [
            {"key": "a", "label": "A", "path": "/a", "schema": {"patternProperties": {"^x-": {"type": "integer"}}}},
            {"key": "b", "label": "B", "path": "/b", "schema": {"maxProperties": 3}},
            {"key": "c", "label": "C", "path": "/c", "closed": True, "schema": {"additionalProperties": True}},
        ],
        "fields": [{"key": it, "kind": "entry", "label": it, "group": it, "whenEmpty": "omit"} for it in "abc"],
    }
    (verdict,) = check(schemas, form, {"a": {"x-1": 1, "y": 2}, "b": {"y": 1}, "c": {"y": 1}})
    problems = [(it["path"], it["severity"]) for it in verdict["problems"]]
    assert problems == [("/b/y", "warning"), ("/c/y", "error")]


def test_names_in_a_form_with_secrets_are_not_told(schemas: Schemas) -> None:
    form = {
        "schema": {"additionalProperties": {"type": "integer"}, "properties": {"pin": True}},
        "fields": [{"key": "pin", "kind": "entry", "label": "PIN", "secure": True}],
    }
    (verdict,) = check(schemas, form, {"pin": "hunter22", "hunter2": "x"})
    assert told(verdict) == [" schemaMismatch"]
    assert "hunter2" not in json.dumps(verdict["problems"])


def test_what_is_no_schema_is_told(schemas: Schemas) -> None:
    form = {"schema": {"minProperties": "1"}, "groups": [{"key": "a", "label": "A", "path": "/a", "schema": 1}], "fields": []}
    assert [it["code"] for it in schemas.daemon.open(json.dumps(form))] == ["invalidSchema"] * 2
    form = {"groups": [{"key": "a", "label": "A", "schema": {}}], "fields": []}
    assert [it["code"] for it in schemas.daemon.open(json.dumps(form))] == ["missingPath"]


# Objects and lists that say more than fields can.
WHOLE: dict[str, Any] = {
    "a number of keys": {"properties": {"a": {"type": "string"}}, "minProperties": 1, "maxProperties": 2},
    "other keys": {"properties": {"a": {"type": "integer"}}, "additionalProperties": {"type": "integer"}},
    "keys by a pattern": {
        **{"properties": {"a": {"type": "integer"}}, "patternProperties": {"^b": {"type": "string"}}},
        "additionalProperties": False,
    },
    "one key of several": {
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
    },
    "no key with another": {
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "not": {"required": ["a", "b"]},
    },
    "an object while a condition holds": {
        "properties": {"a": {"enum": ["a", "bb"]}, "c": {"type": "object", "properties": {"a": {"type": "integer"}}}},
        "if": {"properties": {"a": {"const": "a"}}, "required": ["a"]},
        "then": {"required": ["c"]},
    },
    "entries that differ": {
        "properties": {
            "b": {"type": "array", "uniqueItems": True, "items": {"type": "object", "properties": {"a": {"type": "integer"}}}}
        }
    },
    "closed objects in entries": {
        "properties": {
            "b": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "a": {"type": "integer"},
                        "c": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False},
                    },
                },
            }
        }
    },
    "an object or something else": {"properties": {"b": {"properties": {"a": {"type": "string"}}, "minProperties": 1}}},
    "an object that may be null, in entries": {
        "properties": {
            "b": {"type": "array", "items": {"properties": {"a": {"type": ["object", "null"], "properties": {"c": {"type": "integer"}}}}}}
        }
    },
    "an object in an entry without properties": {
        "properties": {
            "b": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "integer"}, "c": {"type": "object", "properties": {}}}}}
        }
    },
    "what is in itself": {"properties": {"a": {"type": "integer"}, "b": {"$ref": "#"}, "c": {"type": "array", "items": {"$ref": "#"}}}},
    "no more than what is named anywhere": {
        "properties": {"a": {"type": "integer"}},
        "anyOf": [{"properties": {"b": {"type": "integer"}}, "required": ["b"]}, True],
        "unevaluatedProperties": False,
    },
}  # fmt: skip


OWN = [
    {"properties": {"z": {"enum": ["a", 1]}, "b": True}}, {"type": ["object", "array"]}, {"items": {"type": "object", "minProperties": 1}},
    {"items": {"properties": {"z": {"type": "object", "properties": {"y": {"type": "string"}}}}}}, {"required": ["z"]}, {"minProperties": 1},
    {"patternProperties": {"^z": {"type": "string"}}, "additionalProperties": {"type": "number"}}, {"uniqueItems": True}, True,
]  # fmt: skip


@pytest.mark.parametrize("name", ["json-schema", "rjsf"])
@pytest.mark.parametrize("number", range(len(OWN)))
def test_what_a_schema_of_a_group_says_of_others_comes_back_without_fields(schemas: Schemas, number: int, name: str) -> None:
    fields = [{"key": key, "kind": "entry", "label": key, **home} for key, home in (
        ("a", {"group": "page"}), ("b", {"group": "rows"}), ("c", {}))]  # fmt: skip
    document = {
        "title": "T", "groups": [
            {"key": "page", "label": "Page", "path": "/page/in", "schema": OWN[number]},
            {"key": "rows", "label": "Rows", "path": "/rows/in", "repeat": {"minEntries": 1}, "schema": OWN[number]}],
        "fields": fields, "schema": OWN[number] if OWN[number] != {"required": ["z"]} else {},
    }  # fmt: skip
    schemas.daemon.request("field/open", {"uri": "form:3", "document": document})
    written = schemas.daemon.request("field/export", {"uri": "form:3", "format": name})
    schemas.daemon.request("field/close", {"uri": "form:3"})
    back = schemas.daemon.request("field/import", {"format": name, "document": written["document"]})["document"]
    assert schemas.opened(back) == []
    assert {key: back[key] for key in ("groups", "schema")} == {key: document[key] for key in ("groups", "schema")}
    assert [(it["key"], it.get("group")) for it in back["fields"]] == [("a", "page"), ("b", "rows"), ("c", None)]


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("where", ["record", "object", "list"])
def test_an_import_keeps_what_objects_and_lists_say(schemas: Schemas, name: str, where: str) -> None:
    """And an export says it again."""
    whole = {"type": "object", **WHOLE[name]}
    if where != "record":
        inner = json.loads(json.dumps(whole).replace('"$ref": "#"', '"$ref": "#/$defs/it"'))
        place = {"type": "array", "items": {"$ref": "#/$defs/it"}} if where == "list" else {"$ref": "#/$defs/it"}
        whole = {"type": "object", "properties": {"it": place, "other": {"type": "string"}}, "$defs": {"it": inner}}
    report = schemas.daemon.request("field/import", {"format": "json-schema", "document": whole})["report"]
    document, _ = schemas.read(whole)
    assert [it for it in report["entries"] if it["effect"] != "none"] == []
    assert schemas.opened(document) == []
    chance = random.Random(name)
    records = [it for it in (value_of(chance) for _ in range(4000)) if isinstance(it, dict)]
    records = records[:400]
    if where != "record":
        records = [{"it": [it] if where == "list" else it} for it in records]
    judge = validator(whole)
    expected = [judge.is_valid(it) for it in records]
    for record, verdict, is_valid in zip(records, check(schemas, document, *records), expected):
        assert verdict["valid"] == is_valid, (record, verdict["problems"], document)
    assert True in expected and False in expected
    again, _ = schemas.write(document)
    judge = validator(again)
    for record, is_valid in zip(records, expected):
        assert judge.is_valid(record) == is_valid, (record, again)


@pytest.mark.parametrize("seeds", seed_ranges(100, 1000))
def test_any_schema_of_a_record_is_kept(schemas: Schemas, seeds: range) -> None:
    """Random ones, beside properties that become fields, groups and lists."""
    for seed in seeds:
        chance = random.Random(seed)
        schema = whole_schema_of(chance)
        if not isinstance(schema, dict):
            continue
        properties = {"a": {"type": ["string", "null"]}, "b": {"type": "array", "items": {"type": "object", "properties": {"a": {}}}}}
        whole = schema | {"type": "object", "properties": properties | schema.get("properties", {})}
        result = schemas.daemon.request("field/import", {"format": "json-schema", "document": whole})
        document, entries = result["document"], result["report"]["entries"]
        assert schemas.opened(document) == [], (seed, whole)
        values = [value_of(chance) for _ in range(80)]
        records = [it for it in values if isinstance(it, dict)]
        judge = validator(whole)
        effects = {it["effect"] for it in entries} - {"none"}
        for record, verdict in zip(records, check(schemas, document, *records)):
            if verdict["valid"] and not judge.is_valid(record):
                assert "laxer" in effects, (seed, record, whole, document)
            if not verdict["valid"] and judge.is_valid(record):
                assert "stricter" in effects, (seed, record, verdict["problems"], whole, document)


def test_a_name_that_stands_twice_counts_once_wherever_a_record_stands(fieldd: str, tmp_path: Path) -> None:
    """A record in a stream is judged as the one record of a request is."""
    form = {"schema": {"minProperties": 3}, "fields": [
        {"key": key, "kind": "entry", "label": key, "whenEmpty": "omit"} for key in ("a", "b", "c")]}  # fmt: skip
    path = tmp_path / "three.fields.json"
    path.write_text(json.dumps(form))
    lines = ['{"a":"x","b":"1","c":"2"}', '{"a":"x","a":"y","b":"1"}', '{"a":"long","b":"x","b":"1"}', '{"a":"","b":"1","c":"2"}']
    right = [True, False, False, False]
    for order in ([0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 1, 3]):
        text = "\n".join(lines[at] for at in order)
        command = [fieldd, "check", "--format", "ndjson", "--form", path, "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        problems = [json.loads(line) for line in done.stdout.splitlines()]
        wrong = {it["record"] for it in problems if it.get("severity") == "error"}
        assert wrong == {number for number, at in enumerate(order) if not right[at]}, done.stdout


def test_a_change_of_a_schema_is_shown_by_a_record(fieldd: str, tmp_path: Path) -> None:
    paths = [tmp_path / "old.fields.json", tmp_path / "new.fields.json"]
    for path, least in zip(paths, (1, 2), strict=True):
        path.write_text(json.dumps(CONTACT | {"schema": {"minProperties": least}}))
    done = subprocess.run([fieldd, "diff", "--format", "json", *paths], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "schemaMismatch" in done.stdout and "breaking" in done.stdout


def test_other_formats_tell_that_they_have_none(schemas: Schemas) -> None:
    for name in ("surveyjs", "formio", "html", "github", "mcp", "lsp-form", "xlsform", "slack", "adaptive-cards", "awx", "a2ui"):
        schemas.daemon.request("field/open", {"uri": "form:2", "document": CONTACT})
        report = schemas.daemon.request("field/export", {"uri": "form:2", "format": name})["report"]
        schemas.daemon.request("field/close", {"uri": "form:2"})
        laxer = {it["path"] for it in report["entries"] if it["effect"] != "none"}
        assert {"/schema", "/groups/0"} <= {path.removesuffix("/schema") or path for path in laxer}, (name, laxer)


@pytest.mark.asyncio
async def test_a_terminal_says_what_is_wrong_with_an_object(fieldd: str) -> None:
    """No field has it, and so no question stands beside it."""
    from fieldd import Daemon as Client
    from fieldd.fill.filling import words_of_refusal
    from fieldd.fill.words import Words

    group = CONTACT["groups"][0] | {"required": True, "schema": {"minProperties": 1}}
    document = CONTACT | {"groups": [group], "fields": [CONTACT["fields"][0], CONTACT["fields"][2]]}
    async with Client(fieldd, store=":memory:") as daemon, daemon.open(document) as form:
        words = words_of_refusal(form, await form.submit(), Words("en"))
        assert words == ["This value is not valid: anyOf", "Labels: This value is not valid: minProperties: 1"]


EMPTY = {
    "emptyTexts": True,
    "fields": [
        {"key": "a", "kind": "entry", "label": "A", "required": True},
        {"key": "b", "kind": "area", "label": "B", "whenEmpty": "omit"},
        {"key": "c", "kind": "entry", "label": "C", "validation": {"live": [{"minLength": 2}]}},
        {"key": "d", "kind": "entry", "label": "D", "validation": {"live": [{"pattern": "^x?$"}]}},
        {"key": "e", "kind": "entry", "label": "E", "required": {"when": {"key": "b", "filled": True}}},
        {"key": "f", "kind": "date", "label": "F"},
        {"key": "g", "kind": "picker", "label": "G", "data": ["x"], "manualEntry": True},
        {"key": "h", "kind": "picker", "label": "H", "data": ["x"]},
        {"key": "i", "kind": "entry", "label": "I", "blankIsEmpty": True},
    ],
}


@pytest.mark.parametrize(
    ("record", "wrong"),
    [
        ({"a": "", "d": "", "e": "", "g": ""}, []),
        ({}, ["/a valueMissing"]),
        ({"a": None}, ["/a valueMissing"]),
        ({"a": "", "c": ""}, ["/c tooShort"]),
        # To others it is an answer.
        ({"a": "", "b": ""}, ["/e valueMissing"]),
        ({"a": "", "b": "", "e": ""}, []),
        # What is no text has none that is empty.
        ({"a": "", "f": ""}, ["/f whenEmpty"]),
        ({"a": "", "h": ""}, ["/h whenEmpty"]),
        ({"a": "", "i": ""}, ["/i whenEmpty"]),
    ],
)
def test_an_empty_text_is_an_answer_where_the_form_says_so(
    schemas: Schemas, fieldd: str, tmp_path: Path, record: dict[str, Any], wrong: list[str]
) -> None:
    """In a record alone, in one among others on the command line, and with a key that makes it be looked at closely."""
    verdicts = check(schemas, EMPTY, record, record | {"zz": 1})
    assert [[it for it in told(verdict) if "unknownKey" not in it] for verdict in verdicts] == [wrong, wrong]
    form = tmp_path / "f.fields.json"
    form.write_text(json.dumps(EMPTY))
    lines = "".join(json.dumps(it) + "\n" for it in ({"a": "x"}, record, {"a": "y"}))
    asked = [fieldd, "check", "--form", form, "--format", "json", "-"]
    done = subprocess.run(asked, input=lines, capture_output=True, text=True, check=False)
    found = [(it["record"], f"{it['path']} {it['code']}") for it in json.loads(done.stdout)["findings"]]
    assert found == [(1, it) for it in wrong]
    # Without it an empty text is how an empty field is not written.
    (verdict,) = check(schemas, EMPTY | {"emptyTexts": False}, {"a": "x", "d": ""})
    assert told(verdict) == ["/d whenEmpty"]


def test_people_fill_in_what_is_required_all_the_same(schemas: Schemas) -> None:
    schemas.daemon.request("field/open", {"uri": "form:3", "document": EMPTY})
    refused = schemas.daemon.request("field/submit", {"uri": "form:3"})
    assert [it["key"] for it in refused["errors"]] == ["a"]


# Schemas with records, which the forms made of them judged otherwise than the schemas once.
ONCE: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "an object that must be there with a list that need not": (
        {
            "type": "object",
            "required": ["o"],
            "properties": {
                "o": {
                    "type": "object",
                    "properties": {
                        "l": {"type": "array", "minItems": 1, "items": {"type": "object", "properties": {"a": {"type": "integer"}}}}
                    },
                }
            },
        },
        [{}, {"o": {}}, {"o": {"l": []}}, {"o": {"l": [{}]}}, {"o": {"l": [{"a": "x"}]}}],
    ),
    "null, an object or one text": (
        {"type": "object", "properties": {"it": {"oneOf": [{"type": "null"}, {"type": "object"}, {"type": "string", "enum": ["all"]}]}}},
        [{}, {"it": None}, {"it": {}}, {"it": "all"}, {"it": "x"}, {"it": 1}],
    ),
    "a text that may be empty and one that may not": (
        {
            "type": "object",
            "required": ["a", "b"],
            "properties": {"a": {"type": "string"}, "b": {"type": "string", "minLength": 1}, "c": {"type": "string", "pattern": "^x*$"}},
        },
        [{"a": "", "b": "x"}, {"a": "x", "b": ""}, {"a": "", "b": "x", "c": ""}, {"a": "", "b": "x", "c": "y"}, {"b": "x"}],
    ),
    "what an empty text asks for": (
        {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}},
            "dependentRequired": {"a": ["b"]},
            "if": {"required": ["b"]},
            "then": {},
            "else": {"required": ["c"]},
        },
        [{"a": ""}, {"a": "", "b": ""}, {"b": ""}, {"c": ""}, {}, {"a": "", "c": ""}],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ONCE)
def test_a_record_is_judged_as_its_schema_judges_it(schemas: Schemas, name: str) -> None:
    schema, records = ONCE[name]
    document, losses = schemas.read(schema)
    assert losses == []
    verdicts = [verdict["valid"] for verdict in check(schemas, document, *records)]
    assert verdicts == [validator(schema).is_valid(it) for it in records]
    assert True in verdicts and False in verdicts


@pytest.mark.parametrize(
    "schemas_of",
    [
        {"schema": {"required": ["other"]}},
        {"groups": [{"key": "visits", "label": "Visits", "repeat": {}, "schema": {"uniqueItems": True}}]},
    ],
)
def test_a_record_that_a_schema_alone_refuses_is_shown_without_its_secrets(
    fieldd: str, tmp_path: Path, schemas_of: dict[str, Any]
) -> None:
    fields = [
        {"key": "pin", "kind": "entry", "label": "PIN", "secure": True},
        {"key": "day", "kind": "entry", "label": "Day", "group": "visits" if "groups" in schemas_of else None},
    ]
    fields[1] = {name: value for name, value in fields[1].items() if value}
    (tmp_path / "a.fields.json").write_text(json.dumps(schemas_of | {"fields": fields}))
    record: dict[str, Any] = {"pin": "secret-1", **({"visits": [{}, {}]} if "groups" in schemas_of else {"day": "a"})}
    command = [fieldd, "check", "--form", tmp_path / "a.fields.json", "--stdin-name", "in.ndjson", "-"]
    for count in (1, 3):
        said = subprocess.run(command, input=(json.dumps(record) + "\n") * count, capture_output=True, text=True, check=False)
        assert said.returncode == 1 and said.stdout.count("schemaMismatch") == count
        assert "secret-1" not in said.stdout + said.stderr
