"""`present`: a record must have the key of a field even if the field is empty."""

from __future__ import annotations

import itertools
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon
from schemas import Schemas, validator

NICK = {"key": "nick", "kind": "entry", "label": "Nick", "present": True}
TAGS = {"key": "tags", "kind": "picker", "label": "Tags", "multiple": True, "data": ["a", "b"]}
WHILE_NAMED = {"present": {"when": {"key": "nick", "filled": True}}}


@pytest.fixture
def schemas(fieldd: str):
    """What imports, exports and judges."""
    with Daemon(fieldd) as daemon:
        yield Schemas(daemon)


def check(fieldd: str, folder: Path, form: Any, stream: str, *options: str) -> list[list[str]]:
    """The paths and codes of what is told of each record of a stream."""
    (folder / "a.fields.json").write_text(json.dumps(form))
    command = [fieldd, "check", "--form", folder / "a.fields.json", "--format", "ndjson", *options, "-"]
    said = subprocess.run(command, input=stream, capture_output=True, text=True, check=False)
    assert said.returncode in (0, 1), said.stderr
    told: list[list[str]] = [[] for _ in range(stream.count("\n"))]
    for finding in map(json.loads, said.stdout.splitlines()):
        told[finding["record"]].append(f"{finding.get('path', '')} {finding['code']}")
    return told


def of_records(fieldd: str, folder: Path, form: Any, records: list[Any], *options: str) -> list[list[str]]:
    return check(fieldd, folder, form, "".join(json.dumps(record) + "\n" for record in records), *options)


RECORDS: list[tuple[dict[str, Any], Any, list[str]]] = [
    (NICK, {"nick": None}, []),
    (NICK, {"nick": "Ada"}, []),
    (NICK, {}, ["/nick missingKey"]),
    (NICK | {"whenEmpty": "empty"}, {}, ["/nick missingKey"]),
    (NICK | {"whenEmpty": "omit"}, {}, []),
    (NICK | {"required": True}, {}, ["/nick valueMissing"]),
    (NICK | {"required": True}, {"nick": None}, ["/nick valueMissing"]),
    (NICK | {"readOnly": True}, {}, ["/nick missingKey"]),
    (NICK | {"visible": False}, {}, []),
    (NICK | {"visible": False, "whenHidden": "keep"}, {}, ["/nick missingKey"]),
    (NICK | {"lenient": True}, {"nick": 7}, []),
    (NICK | {"lenient": True}, {}, ["/nick missingKey"]),
    (NICK | {"kind": "any"}, {"nick": [1]}, []),
    (NICK | {"kind": "any"}, {}, ["/nick missingKey"]),
    (NICK | {"kind": "date"}, {}, ["/nick missingKey"]),
    (TAGS | {"present": True}, {"tags": []}, []),
    (TAGS | {"present": True}, {}, ["/tags missingKey"]),
]


@pytest.mark.parametrize(("field", "record", "expected"), RECORDS)
def test_a_record_must_have_the_key(
    fieldd: str, tmp_path: Path, field: dict[str, Any], record: Any, expected: list[str]
) -> None:
    # With one field more than are looked at in one word, and one that looks at others.
    more = [{"key": f"f{number}", "kind": "entry", "label": "F"} for number in range(70)]
    look = {"key": "look", "kind": "entry", "label": "L", "visible": {"when": {"key": "f1", "filled": True}}}
    for form in ({"fields": [field]}, {"fields": [*more, field, look]}):
        assert of_records(fieldd, tmp_path, form, [record]) == [expected]
        of_part = [] if record == {} else expected
        assert of_records(fieldd, tmp_path, form, [record], "--partial") == [of_part]


def test_a_key_must_be_there_while_a_condition_holds(fieldd: str, tmp_path: Path) -> None:
    form = {"fields": [NICK, TAGS | WHILE_NAMED]}
    records = [{"nick": None}, {"nick": "Ada"}, {"nick": "Ada", "tags": []}, {}]
    assert of_records(fieldd, tmp_path, form, records) == [[], ["/tags missingKey"], [], ["/nick missingKey"]]
    # Nobody knows of a part of a record whether it holds.
    assert of_records(fieldd, tmp_path, form, [{"nick": "Ada"}, {}], "--partial") == [[], []]


def test_an_object_that_may_be_left_out_need_not_have_the_key(fieldd: str, tmp_path: Path) -> None:
    box = {"key": "box", "label": "Box", "path": "/box"}
    for more, of_none in (({}, ["/box/nick missingKey"]), ({"whenEmpty": "omit"}, [])):
        form = {"groups": [box | more], "fields": [NICK | {"group": "box"}]}
        told = of_records(fieldd, tmp_path, form, [{}, {"box": {}}, {"box": {"nick": None}}])
        assert told == [of_none, ["/box/nick missingKey"], []]
    rows = {"key": "rows", "label": "Rows", "repeat": {}}
    form = {"groups": [rows], "fields": [NICK | {"group": "rows"}]}
    told = of_records(fieldd, tmp_path, form, [{}, {"rows": [{"nick": None}, {}]}])
    assert told == [[], ["/rows/1/nick missingKey"]]


SLACK = {"view": {"state": {"values": {"n": {"n": {"type": "plain_text_input", "value": "1"}}}}}}
ANSWERS = {
    "formio": '{"data":{"n":"1"}}',
    "mcp": '{"action":"accept","content":{"n":"1"}}',
    "awx": '{"extra_vars":{"n":"1"}}',
    "a2ui": '{"n":"1"}',
    "kobo": '{"n":"1"}',
    "adaptive-cards": '{"n":"1"}',
    "slack": json.dumps({"type": "view_submission", **SLACK}),
    "urlencoded": "n=1",
}
"""What other programs send of a form of which one field alone is filled in."""


def test_what_can_not_say_that_a_value_is_empty_has_the_key(fieldd: str, tmp_path: Path, schemas: Schemas) -> None:
    daemon = schemas.daemon
    form = {"fields": [NICK, TAGS | {"present": True}, {"key": "n", "kind": "entry", "label": "N"}]}
    assert check(fieldd, tmp_path, form, "nick,n\n,1\nAda,\n", "--records-format", "csv") == [[], [], []]
    for shape, answer in ANSWERS.items():
        assert check(fieldd, tmp_path, form, f"{answer}\n", "--records-format", shape) == [[]], shape
        sent = answer if shape == "urlencoded" else json.loads(answer)
        params = {"form": form, "values": sent, "recordsFormat": shape}
        assert daemon.request("field/check", params)["problems"] == [], shape


def test_a_form_commits_the_key_and_begins_without_it(schemas: Schemas) -> None:
    form = {"fields": [NICK, TAGS | WHILE_NAMED]}
    assert schemas.opened(form) == []
    assert schemas.takes(form, {}) is False
    schemas.daemon.request("field/open", {"uri": "form:p", "document": form, "values": {}})
    committed = schemas.daemon.request("field/submit", {"uri": "form:p"})
    assert committed["committed"] and committed["values"] == {"nick": None, "tags": []}
    assert schemas.takes(form, committed["values"])


NULLABLE: dict[str, Any] = {"type": ["string", "null"]}
SEVERAL: dict[str, Any] = {"type": "array", "items": {"enum": ["x", "y"]}, "uniqueItems": True}
PROPERTIES = {"a": {"enum": ["1", "2"]}, "n": NULLABLE, "m": SEVERAL}
VALUES: dict[str, list[Any]] = {"a": ["1", "2"], "n": [None, "t"], "m": [[], ["x"]]}
INNER = [
    dict(zip(names, values, strict=True))
    for count in range(4)
    for names in itertools.combinations(VALUES, count)
    for values in itertools.product(*(VALUES[name] for name in names))
]
IS_ONE = {"properties": {"a": {"const": "1"}}, "required": ["a"]}
NEEDS = {"type": "object", "properties": PROPERTIES, "required": ["n", "m"]}
SCHEMAS: list[tuple[dict[str, Any], list[Any]]] = [
    (NEEDS, INNER),
    ({"properties": PROPERTIES, "required": ["a"], "if": IS_ONE, "then": {"required": ["n", "m"]}}, INNER),
    ({"properties": PROPERTIES, "dependentRequired": {"a": ["n", "m"]}}, INNER),
    (
        {
            "properties": PROPERTIES,
            "required": ["a"],
            "oneOf": [
                {"properties": {"a": {"const": "1"}}, "required": ["n"]},
                {"properties": {"a": {"const": "2"}}, "required": ["m"]},
            ],
        },
        INNER,
    ),
    ({"properties": {"o": NEEDS}}, [{}, *({"o": it} for it in INNER)]),
    ({"properties": {"o": NEEDS}, "required": ["o"]}, [{}, *({"o": it} for it in INNER)]),
    ({"properties": {"o": NEEDS | {"type": ["object", "null"]}}}, [{}, {"o": None}, *({"o": it} for it in INNER)]),
    (
        {"properties": {"l": {"type": "array", "items": NEEDS}}},
        [{}, {"l": []}, *({"l": [it, other]} for it in INNER for other in INNER[::5])],
    ),
    (
        {"properties": {"d": NULLABLE | {"format": "date"}, "b": {"type": ["boolean", "null"]}, "e": {"enum": ["p", None]}},
         "required": ["d", "b", "e"]},
        [{}, *(dict.fromkeys(names) for count in (1, 2, 3) for names in itertools.combinations("dbe", count))],
    ),
]


@pytest.mark.parametrize(("schema", "records"), SCHEMAS)
def test_a_schema_requires_what_may_be_empty(schemas: Schemas, schema: dict[str, Any], records: list[Any]) -> None:
    schema = {"type": "object"} | schema
    form, losses = schemas.read(schema)
    assert losses == []
    judge = validator(schema)
    assert schemas.takes_all(form, records) == [judge.is_valid(record) for record in records]
    assert any(map(judge.is_valid, records)) and not all(map(judge.is_valid, records))
    # Back again it says the same.
    exported, losses = schemas.write(form)
    assert losses == []
    again = validator(exported)
    assert [again.is_valid(record) for record in records] == [judge.is_valid(record) for record in records]
    assert schemas.read(exported)[0] == form


FORMATS = ["a2ui", "awx", "adaptive-cards", "formio", "github", "html", "lsp-form", "mcp", "slack", "surveyjs", "xlsform"]


@pytest.mark.parametrize("name", FORMATS)
def test_other_formats_tell_that_they_do_not_say_it(fieldd: str, tmp_path: Path, name: str) -> None:
    (tmp_path / "a.fields.json").write_text(json.dumps({"fields": [NICK]}))
    command = [fieldd, "convert", "a.fields.json", "--to", name, "--report", "report.json", "--output", "out"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    entries = json.loads((tmp_path / "report.json").read_text())["entries"]
    assert [it["effect"] for it in entries if it["path"] == "/fields/0/present"] == ["laxer"]


def test_programs_know_it(fieldd: str, tmp_path: Path) -> None:
    (tmp_path / "a.fields.json").write_text(json.dumps({"fields": [NICK, TAGS | WHILE_NAMED]}))
    (tmp_path / "b.fields.json").write_text(json.dumps({"fields": [NICK | {"present": False}, TAGS]}))

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([fieldd, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)

    declared = run("convert", "a.fields.json", "--to", "typescript").stdout
    assert "nick: string | null;" in declared and "tags?:" in declared
    invalid = run("generate", "a.fields.json", "--kind", "invalid", "--annotate", "--quiet").stdout
    expected = [it for line in invalid.splitlines() for it in json.loads(line)["expect"]["problems"]]
    assert {it["path"] for it in expected if it["code"] == "missingKey"} == {"/nick", "/tags"}
    assert run("diff", "b.fields.json", "a.fields.json").returncode == 1
    assert run("diff", "a.fields.json", "b.fields.json").returncode == 0
    assert "present" in run("explain", "missingKey").stdout
