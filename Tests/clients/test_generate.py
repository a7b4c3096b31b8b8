"""`fieldd generate`: records that are what they claim to be, of every form in this project."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).parents[2]
# Forms that stand in files, whole ones.
FORMS = sorted(
    path
    for folder in ["clients", "Benchmarks", "docs", "Tests"]
    for path in (PROJECT / folder).rglob("*.fields.json*")
    if "node_modules" not in path.parts
)
FORM = {
    "fields": [
        {"key": "name", "kind": "entry", "label": "Name", "required": True, "maxLength": 12},
        {"key": "age", "kind": "entry", "label": "Age", "value": "integer", "validation": {"live": [{"minimum": 18}]}},
        {"key": "free", "kind": "entry", "label": "Free", "validation": {"live": [{"validator": "isFree"}]}},
    ]
}


def generate(fieldd: str, *arguments: str | Path, form: Any = None) -> tuple[int, list[Any], str]:
    """What the command ends with, the values that it writes, and what it tells."""
    data = None if form is None else form if isinstance(form, bytes) else json.dumps(form).encode()
    command = [fieldd, "generate", *map(str, arguments)]
    done = subprocess.run(command, input=data, capture_output=True, timeout=120, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


def findings(fieldd: str, form: Path, records: bytes) -> list[list[tuple[str, str]]]:
    """The paths and codes of what is wrong with each record, as `fieldd check` tells them."""
    command = [fieldd, "check", "--format", "ndjson", "--form", str(form), "-"]
    told = subprocess.run(command, input=records, capture_output=True, timeout=120, check=False).stdout
    found: list[list[tuple[str, str]]] = [[] for _ in records.splitlines()]
    for finding in map(json.loads, told.splitlines()):
        if finding["code"] != "uncheckedValidator":
            found[finding["record"]].append((finding["path"], finding["code"]))
    return found


@pytest.mark.parametrize("form", FORMS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_records_of_a_form_are_what_they_claim(form: Path, fieldd: str) -> None:
    checked = subprocess.run([fieldd, "check", form], capture_output=True, check=False)
    kinds = ["--kind=valid", "--kind=boundary", "--kind=invalid", "--kind=warned"]
    status, samples, told = generate(fieldd, *kinds, "--annotate", form)
    if status == 2:
        # Only what is no form is refused.
        assert checked.returncode == 1
        return
    assert status == 0, told
    # As they are written: Python does not keep a number beyond its own.
    plain = subprocess.run([fieldd, "generate", *kinds, form], capture_output=True, check=True)
    found = findings(fieldd, form, plain.stdout)
    for sample, problems in zip(samples, found, strict=True):
        expected = [(problem["path"], problem["code"]) for problem in sample["expect"]["problems"]]
        assert sorted(problems) == sorted(expected), sample
        assert sample["expect"]["valid"] == (sample["kind"] != "invalid"), sample


def test_there_are_forms() -> None:
    assert len(FORMS) > 10


def test_a_form_comes_from_standard_input(fieldd: str) -> None:
    status, records, told = generate(fieldd, "-", "--count=2", form=FORM)
    assert (status, len(records)) == (0, 2)
    assert told.endswith("<stdin>: 2 valid\n")


def test_a_seed_decides(fieldd: str) -> None:
    first, again, other = (generate(fieldd, "-", f"--seed={seed}", form=FORM)[1] for seed in [1, 1, 2])
    assert first == again != other
    assert len(first) == 10


def test_there_are_as_many_as_were_asked_for(fieldd: str) -> None:
    for kind in ["valid", "boundary", "invalid", "warned"]:
        for count in [1, 30]:
            _, records, _ = generate(fieldd, "-", f"--kind={kind}", f"--count={count}", form=FORM)
            assert len(records) == count
    # What no record is found for is told once, in however many rounds.
    impossible = {"key": "no", "kind": "entry", "label": "No", "readOnly": True, "maxLength": 3}
    form = {"fields": [*FORM["fields"], impossible]}
    _, _, told = generate(fieldd, "-", "--kind=invalid", "--count=60", form=form)
    assert told.count("the field is never checked: readOnly") == 1


def test_what_only_a_program_can_decide_is_told(fieldd: str) -> None:
    status, samples, told = generate(fieldd, "-", "--kind=invalid", "--annotate", form=FORM)
    assert status == 0
    assert "<stdin>: not asked, since only a program can do that: isFree\n" in told
    assert any(sample["expect"].get("unchecked") == ["isFree"] for sample in samples)
    assert generate(fieldd, "-", "--kind=invalid", "--quiet", form=FORM)[2] == ""


def test_a_form_that_nothing_pleases_is_told_of(fieldd: str) -> None:
    rules = [{"minLength": 5}, {"maxLength": 3}]
    field = {"key": "a", "kind": "entry", "label": "A", "required": True, "validation": {"live": rules}}
    for kind in ["valid", "invalid"]:
        status, records, told = generate(fieldd, "-", f"--kind={kind}", form={"fields": [field]})
        assert (status, records) == (1, [])
        assert told.startswith("<stdin>: valid: all rules: no record was found that keeps them all\n")


@pytest.mark.parametrize(
    ("arguments", "form", "message"),
    [
        (["-"], b"{", "<stdin>:1:1: "),
        (["-"], b"[]", "<stdin>:1:1: "),
        (["-"], b'{"fields": [{"key": "a", "kind": "entri", "label": "A"}]}', "<stdin>:1:34: "),
        (["-"], b"\x1f\x8b", "<stdin>: "),
        (["no such file"], None, "cannot open no such file"),
        ([], None, "generate takes one form; - is standard input"),
        (["a", "b"], None, "generate takes one form; - is standard input"),
        (["-", "--seed", "x"], None, '--seed is a whole number from 0, not "x"'),
        (["-", "--count", "0"], None, '--count is a whole number from 1, not "0"'),
        (["-", "--kind", "wrong"], None, "--kind is one of valid, boundary, invalid, warned"),
        (["-", "--anotate"], None, 'there is no option "--anotate" (did you mean "--annotate"?)'),
    ],
)
def test_bad_input_is_refused(
    arguments: list[str], form: bytes | None, message: str, fieldd: str
) -> None:
    status, records, told = generate(fieldd, *arguments, form=form or b"")
    assert (status, records) == (2, [])
    assert told.startswith(f"fieldd: {message}")


def test_records_go_into_a_file(fieldd: str, tmp_path: Path) -> None:
    form, target = tmp_path / "a.fields.json", tmp_path / "records.ndjson"
    form.write_text(json.dumps(FORM))
    status, records, _ = generate(fieldd, form, "--count=3", "--output", target)
    assert (status, records, len(target.read_text().splitlines())) == (0, [], 3)
    status, _, told = generate(fieldd, form, "--output", form)
    assert status == 2
    assert "which is read" in told
