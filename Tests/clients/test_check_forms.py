"""Which form a record is held to, and what a record may have read: `fieldd check` on files of others."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

NAME = {"fields": [{"key": "name", "kind": "entry", "label": "Name", "required": True}]}
ZIP = {"fields": [{"key": "zip", "kind": "entry", "label": "Zip", "required": True, "maxLength": 3}]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    work = tmp_path / "work"
    work.mkdir()
    for name, form in {"a": NAME, "n": NAME, "b": ZIP}.items():
        (work / f"{name}.fields.json").write_text(json.dumps(form))
    (tmp_path / "outside.fields.json").write_text(json.dumps(NAME))
    (tmp_path / "secret.env").write_text("PASSWORD=hunter2\n")
    return work


def check(fieldd: str, folder: Path, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    done = subprocess.run([fieldd, "check", *arguments], cwd=folder, input=stdin, capture_output=True, timeout=60)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def findings(fieldd: str, folder: Path, *arguments: str) -> list[tuple[Any, str]]:
    done = check(fieldd, folder, "--format", "ndjson", *arguments)
    return [(it.get("record"), it["code"]) for it in map(json.loads, done.stdout.splitlines())]


def write(folder: Path, name: str, *records: Any) -> str:
    (folder / name).write_text("".join(json.dumps(it) + "\n" for it in records))
    return name


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_each_record_of_a_stream_is_held_to_the_form_that_it_names(fieldd: str, folder: Path, jobs: str) -> None:
    own = [{"$form": "a.fields.json", "name": "x"}, {"$form": "b.fields.json", "zip": "123"}]
    assert check(fieldd, folder, "--jobs", jobs, write(folder, "1.ndjson", *own)).returncode == 0
    wrong = [*own, {"$form": "b.fields.json", "zip": "1234"}, {"$form": "no.json", "name": "z"}, {"name": ""}]
    for arguments in ([], ["--form", "a.fields.json"]):
        told = findings(fieldd, folder, "--jobs", jobs, *arguments, write(folder, "2.ndjson", *wrong))
        assert told == [(2, "tooLong"), (3, "missingForm"), (4, "valueMissing")]
    # By --form alone the second record would be right.
    assert findings(fieldd, folder, "--form", "b.fields.json", write(folder, "3.ndjson", {"zip": "12"}, wrong[4])) == [
        (1, "valueMissing"), (1, "unknownKey"),
    ]


def test_a_form_may_be_named_by_its_uri(fieldd: str, folder: Path) -> None:
    """There a space is `%20`, and so it may be in a path where no file is called so, as in an editor."""
    (folder / "a form.fields.json").write_text(json.dumps(ZIP))
    uri = (folder / "a form.fields.json").as_uri()
    assert "%20" in uri
    records = [{"$form": uri, "zip": "1234"}, {"$form": "a form.fields.json", "zip": "1234"}]
    records.append({"$form": "a%20form.fields.json", "zip": "1234"})
    told = findings(fieldd, folder, write(folder, "1.ndjson", *records))
    assert told == [(0, "tooLong"), (1, "tooLong"), (2, "tooLong")]
    outside = (folder.parent / "outside.fields.json").as_uri()
    assert findings(fieldd, folder, write(folder, "2.ndjson", records[1], {"$form": outside, "name": ""})) == [
        (0, "tooLong"), (1, "missingForm"),
    ]


@pytest.mark.parametrize("name", [3, None, "", ["a.fields.json"]])
def test_a_form_that_is_named_by_no_name_is_wrong(fieldd: str, folder: Path, name: object) -> None:
    """The record is held to no other form instead, as in an editor."""
    write(folder, "n.fields.json", ZIP)
    record = write(folder, "n.values.json", {"$form": name, "zip": "12"})
    for arguments in ([record], ["--form", "a.fields.json", record], ["."]):
        assert findings(fieldd, folder, *arguments) == [(0, "wrongType")]


def test_a_records_own_form_counts_before_others_and_that_is_said(fieldd: str, folder: Path) -> None:
    record = write(folder, "n.values.json", {"$form": "b.fields.json", "zip": "123456"})
    for arguments in ([record], ["--form", "a.fields.json", record], ["."], ["--form", "a.fields.json", "."]):
        done = check(fieldd, folder, *arguments)
        assert done.returncode == 1 and "Too long" in done.stdout, done
        assert 'b.fields.json in "$form", which counts before' in done.stderr
    write(folder, "n.values.json", {"$form": "./n.fields.json", "name": "x"})
    assert check(fieldd, folder, record).stderr == ""


@pytest.mark.parametrize(
    "spelling", ["{name}", "./{name}", "../work/{name}", "{folder}/{name}", "{quoted}", "file://{folder}/{quoted}"],
)
def test_a_record_names_its_form_by_a_path_or_a_uri(fieldd: str, folder: Path, spelling: str) -> None:
    name = "my forms/50%.fields.json"
    (folder / "my forms").mkdir()
    (folder / name).write_text(json.dumps(ZIP))
    form = spelling.format(name=name, quoted=quote(name), folder=folder)
    short, long = [{"$form": form, "zip": it} for it in ("12", "1234")]
    assert findings(fieldd, folder, write(folder, "r.json", long)) == [(0, "tooLong")]
    assert findings(fieldd, folder, write(folder, "r.ndjson", short, long)) == [(1, "tooLong")]


def test_a_form_that_is_called_as_a_record_says_goes_before(fieldd: str, folder: Path) -> None:
    (folder / "50%25.fields.json").write_text(json.dumps(NAME))
    (folder / "50%.fields.json").write_text(json.dumps(ZIP))
    assert findings(fieldd, folder, write(folder, "r.json", {"$form": "50%25.fields.json", "name": "x"})) == []


@pytest.mark.parametrize("name", ["wish.json", "wish.JSON", "WISH.NDJSON", "w.jsonl", "w.jsonlines", "w.ldjson", "w.jsonc"])
def test_a_folder_has_what_its_files_have_by_themselves(fieldd: str, folder: Path, name: str) -> None:
    write(folder, name, {"$form": "b.fields.json", "zip": "1234"})
    assert findings(fieldd, folder, name) == findings(fieldd, folder, ".") == [(0, "tooLong")]
    write(folder, name, {"zip": "1234"})
    if name.lower() != "w.jsonc":
        assert (0, "tooLong") in findings(fieldd, folder, "--form", "b.fields.json", ".")


@pytest.mark.parametrize(
    "named", ["/dev/zero", "/etc/passwd", "../outside.fields.json", "../secret.env", "link.fields.json", "pipe.fields.json", ".", "a.fields.json\0b"]
)
def test_a_record_has_nothing_read_but_plain_files_in_the_folder(fieldd: str, folder: Path, named: str) -> None:
    (folder / "link.fields.json").symlink_to("../outside.fields.json")
    os.mkfifo(folder / "pipe.fields.json")
    alone = write(folder, "alone.json", {"$form": named, "name": "x"})
    done = check(fieldd, folder, alone)
    assert done.returncode == 2
    reason = {"p": "it is no plain file", "a": "there is no such file"}.get(named[0], "it is outside of the working folder")
    assert reason in done.stderr
    behind = write(folder, "behind.ndjson", {"name": "y"}, {"$form": named, "name": "x"})
    done = check(fieldd, folder, "--form", "a.fields.json", behind)
    assert done.returncode == 1 and "missingForm" in done.stdout
    assert "root" not in done.stdout and "hunter2" not in done.stdout


@pytest.mark.parametrize("first", ["in", "out"])
def test_what_a_record_may_name_does_not_depend_on_the_files_before_it(fieldd: str, folder: Path, first: str) -> None:
    """A link leads to records outside of the working folder: the form that others here may name is not for them."""
    (folder / "d").mkdir()
    record = {"$form": "../b.fields.json", "zip": "1234"}
    write(folder.parent, "elsewhere.ndjson", {"$form": "c.fields.json", "zip": "1"}, record)
    write(folder / "d", "in.ndjson", {"$form": "c.fields.json", "zip": "1"}, record)
    (folder / "d" / "c.fields.json").write_text(json.dumps(ZIP))
    (folder / "d" / "out.ndjson").symlink_to("../../elsewhere.ndjson")
    told = {name: findings(fieldd, folder, f"d/{name}.ndjson") for name in ("in", "out")}
    assert told == {"in": [(1, "tooLong")], "out": [(1, "missingForm")]}
    second = "out" if first == "in" else "in"
    assert findings(fieldd, folder, f"d/{first}.ndjson", f"d/{second}.ndjson") == told[first] + told[second]


def test_a_root_lets_records_name_forms_elsewhere(fieldd: str, folder: Path) -> None:
    record = write(folder, "r.json", {"$form": "../outside.fields.json", "name": ""})
    assert check(fieldd, folder, record).returncode == 2
    done = check(fieldd, folder, "--root", "..", record)
    assert done.returncode == 1 and "required" in done.stdout


def test_a_pipe_in_the_place_of_a_form_is_not_waited_for(fieldd: str, folder: Path) -> None:
    os.mkfifo(folder / "q.fields.json")
    assert check(fieldd, folder, write(folder, "q.values.json", {"name": "x"})).returncode == 2


def test_nothing_is_quoted_of_a_file_that_is_no_form(fieldd: str, folder: Path) -> None:
    (folder / "secret.env").write_text("PASSWORD=hunter2\n")
    done = check(fieldd, folder, write(folder, "r.json", {"$form": "secret.env", "name": "x"}))
    assert done.returncode == 2 and "hunter2" not in done.stdout + done.stderr


def test_a_form_that_is_named_alone_has_the_records_beside_it_checked(fieldd: str, folder: Path) -> None:
    write(folder, "b.values.json", {"zip": "1234"})
    assert check(fieldd, folder, "b.fields.json").returncode == 1
    assert findings(fieldd, folder, "b.fields.json", "b.values.json") == [(0, "tooLong")]
    (folder / "b.values.json").unlink()
    (folder / "b.values.jsonc").write_text('{ "zip": "1234" } // too long')
    assert check(fieldd, folder, "b.fields.json").returncode == 1


def test_an_empty_feed_has_no_records(fieldd: str, folder: Path) -> None:
    done = check(fieldd, folder, "--form", "a.fields.json", "-")
    assert done.returncode == 0 and "0 records" in done.stdout
    done = check(fieldd, folder, "--form", "a.fields.json", "--min-records", "1", "-")
    assert done.returncode == 1 and "--min-records" in done.stderr
    assert check(fieldd, folder, "--form", "a.fields.json", "--min-records", "1", "-", stdin=b'{"name":"x"}').returncode == 0
