"""`whenMissing`: a record that lacks a field counts as one with the field's draft."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from fieldd import Daemon

Json = Any
NICK = {"key": "nick", "kind": "entry", "label": "Nick", "text": "Ada", "required": True, "whenMissing": "default"}
WHY = {"key": "why", "kind": "entry", "label": "Why", "required": True, "visible": {"when": {"key": "nick", "is": "Ada"}}}
TICK = {"key": "ok", "kind": "picker", "label": "OK", "data": [True, False], "text": "true", "whenMissing": "default"}
LIST = {"key": "lines", "label": "Lines", "repeat": {"unique": ["nick"]}}

RECORDS: list[tuple[list[Json], list[Json], Json, list[str]]] = [
    ([NICK], [], {}, []),
    ([NICK], [], {"nick": None}, ["/nick valueMissing"]),
    ([NICK], [], {"nick": ""}, ["/nick valueMissing"]),
    ([NICK], [], {"nick": "Bob"}, []),
    ([NICK | {"present": True}], [], {}, []),
    ([NICK | {"whenMissing": "empty"}], [], {}, ["/nick valueMissing"]),
    ([NICK | {"text": ""}], [], {}, ["/nick valueMissing"]),
    # What it counts as is checked,
    ([NICK | {"validation": {"live": [{"minLength": 2}]}}], [], {}, []),
    ([TICK | {"validation": {"live": [{"oneOf": ["true"]}]}}], [], {}, []),
    ([TICK | {"validation": {"live": [{"oneOf": ["true"]}]}}], [], {"ok": False}, ["/ok customError"]),
    # and seen by others.
    ([NICK, WHY], [], {}, ["/why valueMissing"]),
    ([NICK, WHY], [], {"nick": "Bob"}, []),
    ([NICK, WHY], [], {"why": "So"}, []),
    ([NICK | {"visible": False}, WHY], [], {}, []),
    ([NICK | {"visible": False, "whenHidden": "keep"}, WHY], [], {}, ["/why valueMissing"]),
    ([NICK | {"group": "box"}], [{"key": "box", "label": "B", "path": "/box"}], {}, []),
    ([NICK | {"group": "box"}, WHY], [{"key": "box", "label": "B", "path": "/box"}], {"box": {}}, ["/why valueMissing"]),
    # In lists each entry has it.
    ([NICK | {"group": "lines"}], [LIST], {"lines": [{}]}, []),
    ([NICK | {"group": "lines"}], [LIST], {"lines": [{}, {"nick": "Bob"}]}, []),
    ([NICK | {"group": "lines"}], [LIST], {"lines": [{}, {"nick": "Ada"}]}, ["/lines/1/nick notUnique"]),
    ([NICK | {"group": "lines"}], [LIST], {"lines": [{}, {}]}, ["/lines/1/nick notUnique"]),
    ([NICK | {"group": "lines"}], [LIST], {"lines": [{"nick": None}]}, ["/lines/0/nick valueMissing"]),
]  # fmt: skip


def check(fieldd: str, folder: Path, form: Json, records: list[Json], *options: str) -> list[list[str]]:
    (folder / "a.fields.json").write_text(json.dumps(form))
    command = [fieldd, "check", "--form", folder / "a.fields.json", "--format", "ndjson", *options, "-"]
    stream = "".join(json.dumps(record) + "\n" for record in records)
    said = subprocess.run(command, input=stream, capture_output=True, text=True, check=False)
    assert said.returncode in (0, 1), said.stderr
    told: list[list[str]] = [[] for _ in records]
    for finding in map(json.loads, said.stdout.splitlines()):
        told[finding["record"]].append(f"{finding.get('path', '')} {finding['code']}")
    return told


@pytest.mark.parametrize(("fields", "groups", "record", "expected"), RECORDS)
def test_a_record_that_lacks_a_field_counts_as_one_with_its_draft(
    fieldd: str, tmp_path: Path, fields: list[Json], groups: list[Json], record: Json, expected: list[str]
) -> None:
    form = {"groups": groups, "fields": fields}
    # By itself, and among others of which much is known.
    assert check(fieldd, tmp_path, form, [record]) == [expected]
    assert check(fieldd, tmp_path, form, [record] * 30, "--jobs", "2") == [expected] * 30


def test_a_part_of_a_record_leaves_it_open(fieldd: str, tmp_path: Path) -> None:
    form = {"fields": [NICK | {"validation": {"live": [{"minLength": 9}]}}, WHY]}
    assert check(fieldd, tmp_path, form, [{}, {"why": "So"}], "--partial") == [[], ["/why uncheckedDependency"]]


def test_an_empty_cell_is_a_value_that_is_left_out(fieldd: str, tmp_path: Path) -> None:
    (tmp_path / "a.fields.json").write_text(json.dumps({"fields": [NICK, TICK]}))
    (tmp_path / "a.csv").write_text("nick,ok\n,\nBob,yes\n")
    command = [fieldd, "check", "--form", tmp_path / "a.fields.json", tmp_path / "a.csv"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.asyncio
async def test_an_open_form_is_as_it_was(fieldd: str) -> None:
    async with Daemon(fieldd) as daemon, daemon.open({"fields": [NICK, WHY]}) as form:
        assert (form["nick"].text, form["why"].is_visible) == ("Ada", True)
        await form["nick"].replace_text("")
        assert not form["why"].is_visible
        result = await form.submit()
        assert not result and form["nick"].error


def test_programs_know_it(fieldd: str, tmp_path: Path) -> None:
    (tmp_path / "a.fields.json").write_text(json.dumps({"fields": [NICK, TICK]}))
    (tmp_path / "b.fields.json").write_text(json.dumps({"fields": [NICK | {"whenMissing": "empty"}, TICK]}))

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([fieldd, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)

    schema = json.loads(run("convert", "a.fields.json", "--to", "json-schema").stdout)
    assert "required" not in schema and schema["properties"]["nick"]
    assert run("diff", "a.fields.json", "b.fields.json").returncode == 1
    assert run("diff", "b.fields.json", "a.fields.json").returncode == 0
    made = run("generate", "a.fields.json", "--count", "40", "--quiet").stdout
    (tmp_path / "made.ndjson").write_text(made)
    assert run("check", "--form", "a.fields.json", "made.ndjson").returncode == 0


DEFAULTS: list[tuple[Json, list[Json], list[Json]]] = [
    ({"type": "textfield", "defaultValue": "x"}, [{}, {"q": "y"}], [{"q": ""}, {"q": None}]),
    ({"type": "checkbox", "defaultValue": True}, [{}, {"q": True}], [{"q": False}]),
    ({"type": "radio", "values": [{"label": "R", "value": "r"}], "defaultValue": "r"}, [{}, {"q": "r"}], [{"q": ""}]),
    ({"type": "selectboxes", "values": [{"label": "R", "value": "r"}], "defaultValue": {"r": True}}, [{}], [{"q": {"r": False}}]),
    ({"type": "thing", "defaultValue": {"a": 1}}, [{}, {"q": 1}], [{"q": ""}, {"q": None}]),
    # The server writes no number, and nothing of a default that is nothing.
    ({"type": "number", "defaultValue": 5}, [{"q": 5}], [{}]),
    ({"type": "textfield", "defaultValue": ""}, [{"q": "y"}], [{}]),
]  # fmt: skip


@pytest.mark.parametrize(("component", "right", "wrong"), DEFAULTS)
def test_form_io_writes_a_default_into_a_submission(
    fieldd: str, tmp_path: Path, component: Json, right: list[Json], wrong: list[Json]
) -> None:
    whole = component | {"key": "q", "label": "Q", "input": True, "validate": {"required": True}}
    for source, wrap in [
        ([whole], lambda record: record),
        ([{"type": "datagrid", "key": "g", "input": True, "components": [whole]}], lambda record: {"g": [record]}),
        ([{"type": "container", "key": "k", "input": True, "components": [whole]}], lambda record: {"k": record}),
    ]:
        (tmp_path / "form.json").write_text(json.dumps({"components": source}))
        command = [fieldd, "convert", "--from", "formio", "--report", "r.json", "form.json"]
        made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        entries = json.loads((tmp_path / "r.json").read_text())["entries"]
        assert {entry["effect"] for entry in entries} <= {"none"}
        told = check(fieldd, tmp_path, json.loads(made), [wrap(record) for record in right + wrong])
        assert [not it for it in told] == [True] * len(right) + [False] * len(wrong), (source, told)
        back = subprocess.run(
            [fieldd, "convert", "--to", "formio", "--report", "r.json", "a.fields.json"],
            cwd=tmp_path, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        assert all(entry["effect"] == "none" for entry in json.loads((tmp_path / "r.json").read_text())["entries"])
        assert "defaultValue" not in component or not component["defaultValue"] or "defaultValue" in back


def test_a_draft_that_form_io_would_write_is_told(fieldd: str, tmp_path: Path) -> None:
    for more, effect in [({}, None), ({"whenMissing": "empty"}, "laxer"), ({"value": "number", "text": "5"}, "stricter")]:
        field = NICK | {"blankIsEmpty": True} | more
        (tmp_path / "a.fields.json").write_text(json.dumps({"fields": [field]}))
        command = [fieldd, "convert", "--to", "formio", "--report", "r.json", "a.fields.json"]
        subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
        told = [entry["effect"] for entry in json.loads((tmp_path / "r.json").read_text())["entries"] if entry["effect"] != "none"]
        assert set(told) == ({effect} if effect else set()), field
