"""`fieldd diff`: what a change of a form means for its records, in the formats of `fieldd check`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

OLD = """{ "fields": [
  { "key": "name", "kind": "entry", "label": "Name", "maxLength": 12 },
  { "key": "age", "kind": "entry", "label": "Age", "value": "integer" }
] }
"""
NEW = """{ "fields": [
  { "key": "name", "kind": "entry", "label": "Your name", "maxLength": 8 },
  { "key": "age", "kind": "entry", "label": "Age", "value": "number" }
] }
"""


@pytest.fixture
def forms(tmp_path: Path) -> tuple[Path, Path]:
    old, new = tmp_path / "old.fields.json", tmp_path / "new.fields.json"
    old.write_text(OLD)
    new.write_text(NEW)
    return old, new


def diff(fieldd: str, *arguments: str | Path, text: str = "") -> tuple[int, str, str]:
    """What the command ends with, writes and tells."""
    command = [fieldd, "diff", *map(str, arguments)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def verdict(fieldd: str, form: Path, record: Any) -> int:
    command = [fieldd, "check", "--quiet", "--form", str(form), "-"]
    return subprocess.run(command, input=json.dumps(record), text=True, check=False).returncode


def test_each_change_has_a_record_that_proves_it(fieldd: str, forms: tuple[Path, Path]) -> None:
    status, told, _ = diff(fieldd, "--format=json", *forms)
    assert status == 1
    findings = json.loads(told)["findings"]
    assert [(finding["code"], finding["data"]["property"]) for finding in findings] == [
        ("breaking", "maxLength"),
        ("widening", "value"),
        ("words", "label"),
    ]
    breaking, widening, _ = findings
    assert [verdict(fieldd, form, breaking["data"]["record"]) for form in forms] == [0, 1]
    assert [verdict(fieldd, form, widening["data"]["record"]) for form in forms] == [1, 0]
    assert breaking["data"]["problems"][0] == {"path": "/name", "code": "tooLong", "severity": "error"}
    assert (breaking["data"]["old"], breaking["data"]["new"]) == (12, 8)


def test_a_change_is_told_on_its_line(fieldd: str, forms: tuple[Path, Path]) -> None:
    _, told, _ = diff(fieldd, *forms)
    assert told.startswith("error[breaking] `name`: maxLength was 12, is 8; refused now (/name tooLong): {")
    assert f" --> {forms[1]}:2:72\n" in told
    assert told.endswith("1 error, 1 information and 1 hint in 1 form\n")


def test_what_is_gone_is_told_on_its_line_in_the_old_form(fieldd: str, forms: tuple[Path, Path]) -> None:
    forms[1].write_text(OLD.replace(', "maxLength": 12', ""))
    status, told, _ = diff(fieldd, "--format=ndjson", *forms)
    finding = json.loads(told)
    assert (status, finding["file"], finding["line"]) == (0, str(forms[0]), 2)
    assert finding["message"].startswith("maxLength is gone, was 12; refused before (/name tooLong): ")


@pytest.mark.parametrize("format", ["text", "ndjson", "json", "sarif", "github", "junit"])
def test_every_format_names_the_change(format: str, fieldd: str, forms: tuple[Path, Path]) -> None:
    status, told, _ = diff(fieldd, f"--format={format}", *forms)
    assert status == 1
    assert "breaking" in told
    assert "maxLength was 12, is 8" in told
    if format == "sarif":
        run = json.loads(told)["runs"][0]
        assert [result["level"] for result in run["results"]] == ["error", "note", "note"]
        assert "docs/reference/cli.md" in run["tool"]["driver"]["rules"][0]["help"]["text"]


def test_a_form_is_compatible_with_itself(fieldd: str, forms: tuple[Path, Path]) -> None:
    assert diff(fieldd, forms[0], forms[0]) == (0, "Nothing wrong in 1 form\n", "")
    assert diff(fieldd, "--quiet", *forms) == (1, "", "")


def test_one_form_comes_from_standard_input(fieldd: str, forms: tuple[Path, Path]) -> None:
    status, told, _ = diff(fieldd, "--format=github", "--stdin-name=a.json", forms[0], "-", text=NEW)
    assert status == 1
    assert told.startswith("::error file=a.json,line=2,col=72,title=breaking::name: maxLength was 12, is 8")


def test_what_nobody_can_know_fails_if_that_is_asked_for(fieldd: str, forms: tuple[Path, Path]) -> None:
    rule = '"validation": { "live": [{ "validator": "isFree" }] }'
    forms[1].write_text(OLD.replace('"maxLength": 12', f'"maxLength": 12, {rule}'))
    status, told, _ = diff(fieldd, *forms)
    assert status == 0
    assert told.startswith("warning[undecided] `name`: validator is new: isFree; no record was found")
    assert diff(fieldd, "--strict", *forms)[0] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "diff takes two forms, the old one and the new one"),
        (["a"], "diff takes two forms, the old one and the new one"),
        (["-", "-"], "standard input is either the old form or the new one"),
        (["no file", "-"], "cannot open no file"),
        (["-", "no file"], "<stdin>:1:1: "),
        (["a", "b", "--fromat=json"], 'there is no option "--fromat=json" (did you mean "--format"?)'),
        (["a", "b", "--seed=-1"], '--seed is a whole number from 0, not "-1"'),
    ],
)
def test_bad_input_is_refused(arguments: list[str], message: str, fieldd: str) -> None:
    status, out, told = diff(fieldd, *arguments, text="{")
    assert (status, out) == (2, "")
    assert told.startswith(f"fieldd: {message}")
