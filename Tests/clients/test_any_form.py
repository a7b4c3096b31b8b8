"""A form in any format at every door: which format it is, and what of it nobody checks."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import fieldd
import pytest
from conftest import binary
from converter import Converter

Json = Any

# Whether a name is free, a function of the program's says.
IS_FREE = {"type": "expression", "expression": "isFree({who})"}
SURVEY: Json = {"elements": [
    {"type": "text", "name": "who", "isRequired": True, "validators": [IS_FREE]},
    {"type": "text", "name": "age", "inputType": "number", "max": 9},
]}  # fmt: skip
LOSS = {"why": "uncheckedRule", "path": "/who", "key": "who", "source": "/elements/0/validators/0/expression"}
SCHEMA: Json = {"type": "object", "properties": {"n": {"title": "N", "type": "integer"}}, "required": ["n"]}
PAGE = "<form><input name=n type=number required max=9></form>"
# A form by its name and text, a record that it takes and one that it does not.
FORMS: dict[str, tuple[str, str, Json, Json]] = {
    "a field document": (
        "f.json", json.dumps({"$schema": "https://x.example/y", "fields": [{"key": "n", "kind": "entry", "label": "N", "maxLength": 1}]}),
        {"n": "1"}, {"n": "12"},
    ),
    "a schema": ("f.json", json.dumps(SCHEMA), {"n": 1}, {"n": "1"}),
    "a survey by its content": ("f.json", json.dumps(SURVEY), {"who": "Ada", "age": 9}, {"who": "Ada", "age": 10}),
    "a survey by its name": ("f.survey.json", json.dumps(SURVEY), {"who": "Ada"}, {}),
    "a form of Form.io": (
        "f.json", json.dumps({"components": [{"type": "number", "key": "n", "label": "N", "input": True, "validate": {"max": 9}}]}),
        {"n": 9}, {"n": 10},
    ),
    "a page": ("f.txt", PAGE, {"n": 9}, {"n": 10}),
    "an issue form": (
        "f.yml", "name: A\ndescription: B\nbody:\n  - type: input\n    id: n\n    attributes:\n      label: N\n"
        "    validations:\n      required: true\n",
        {"n": "x"}, {},
    ),
}  # fmt: skip


def check(*arguments: str | Path, records: str = "") -> subprocess.CompletedProcess[str]:
    command = [str(binary()), "check", "--locale", "en", *map(str, arguments)]
    return subprocess.run(command, input=records, capture_output=True, text=True, check=False)


def findings(run: subprocess.CompletedProcess[str]) -> list[Json]:
    return [json.loads(line) for line in run.stdout.splitlines() if '"code"' in line]


@pytest.mark.parametrize("name", FORMS)
def test_records_are_held_to_a_form_in_any_format(tmp_path: Path, name: str) -> None:
    file, text, right, wrong = FORMS[name]
    (tmp_path / file).write_text(text)
    for records in ([right], [wrong], [right, wrong]):
        run = check("--format", "ndjson", "--form", tmp_path / file, records="".join(json.dumps(it) + "\n" for it in records))
        errors = {it["record"] for it in findings(run) if it["severity"] == "error"}
        assert errors == {number for number, it in enumerate(records) if it is wrong}, run.stdout
        assert run.returncode == bool(errors), run.stderr
    # A record that names the form itself.
    (tmp_path / "r.ndjson").write_text("".join(json.dumps({"$form": file, **it}) + "\n" for it in (right, wrong)))
    run = check("--format", "ndjson", tmp_path / "r.ndjson")
    assert {it["record"] for it in findings(run) if it["severity"] == "error"} == {1}, run.stdout + run.stderr
    with fieldd.Checker(tmp_path / file, str(binary())) as checker:
        assert [checker.check(it).valid for it in ([right, wrong])] == [True, False]


@pytest.mark.parametrize("file", ["f.json", "f.survey.json"])
def test_what_only_a_survey_checks_is_unchecked_in_each_verdict(converter: Converter, tmp_path: Path, file: str) -> None:
    (tmp_path / file).write_text(json.dumps(SURVEY))
    records = [{"who": "Ada"}, {"who": "Bob", "age": 3}, {"who": " "}]
    lines = "".join(json.dumps(it) + "\n" for it in records)
    told = [it for it in findings(check("--format", "ndjson", "--form", tmp_path / file, records=lines)) if it["code"] == "uncheckedRule"]
    assert [(it["record"], it["severity"], it["path"], it["data"]["source"]) for it in told] == [
        (0, "warning", "/who", "/elements/0/validators/0/expression")]  # fmt: skip
    run = check("--format", "json", "--unchecked", "error", "--form", tmp_path / file, records=lines)
    summary = json.loads(run.stdout)["summary"]
    assert (summary["rejected"], summary["uncheckedRecords"], run.returncode) == (3, 3, 1)
    answer = converter.ask("field/check", {"form": SURVEY, "records": records})["result"]
    assert [it["valid"] for it in answer["records"]] == [True, True, False]
    for verdict in answer["records"]:
        [unchecked] = verdict["unchecked"]
        assert {**unchecked, "source": unchecked["data"]["source"]} | LOSS == {**unchecked, **LOSS}
    with fieldd.Checker(SURVEY, str(binary())) as checker:
        verdict = checker.check(records[0])
        assert verdict.valid and not verdict and verdict.unchecked[0].why == "uncheckedRule"


def test_a_form_says_what_of_it_nobody_checks(tmp_path: Path) -> None:
    (tmp_path / "f.survey.json").write_text(json.dumps(SURVEY, indent=1))
    run = check(tmp_path / "f.survey.json")
    assert (run.returncode, "f.survey.json:10:" in run.stdout, "uncheckedRule" in run.stdout) == (0, True, True), run.stdout


def test_the_stated_format_counts_first(converter: Converter, tmp_path: Path) -> None:
    (tmp_path / "f.json").write_text(json.dumps(SURVEY))
    run = check("--form", tmp_path / "f.json", "--form-format", "formio", records="{}\n")
    assert run.returncode == 2 and "read it as surveyjs" in run.stderr
    # So does the name of a field document.
    (tmp_path / "f.fields.json").write_text(json.dumps(SURVEY))
    assert check("--form", tmp_path / "f.fields.json", records="{}\n").returncode == 2
    refused = converter.ask("field/check", {"form": SURVEY, "format": "formio", "values": {}})["error"]["message"]
    assert "`params.form` can't be read as \"formio\"" in refused
    run = check("--form-format", "surveyjs", records="{}\n")
    assert run.returncode == 2 and "--form-format" in run.stderr


def test_a_form_in_another_format_is_filled_in(converter: Converter) -> None:
    opened = converter.ask("field/open", {"uri": "form:survey", "document": SURVEY, "values": {"age": 3}})["result"]
    assert (opened["format"], [it["path"] for it in opened["losses"]]) == ("surveyjs", ["/elements/0/validators/0/expression"])
    assert [(it["key"], it["text"]) for it in opened["fields"]] == [("who", ""), ("age", "3")]
    answer = converter.ask("field/check", {"form": "form:survey", "values": {"who": "Ada"}})["result"]
    assert answer["valid"] and answer["unchecked"][0]["why"] == "uncheckedRule"
    refused = converter.ask("field/submit", {"uri": "form:survey"})["result"]
    assert not refused["committed"] and [it["key"] for it in refused["errors"]] == ["who"]
    converter.ask("field/close", {"uri": "form:survey"})


def test_a_workbook_is_a_form(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text(json.dumps({"survey": [{"type": "integer", "name": "n", "label": "N", "constraint": ". < 9"}]}))
    subprocess.run([str(binary()), "convert", "--quiet", "--from", "xlsform", "--to", "xlsform", "--output", tmp_path / "s.xlsx",
                    tmp_path / "s.json"], check=True)  # fmt: skip
    run = check("--format", "ndjson", "--form", tmp_path / "s.xlsx", records='{"n":8}\n{"n":9}\n')
    assert [it["record"] for it in findings(run) if it["severity"] == "error"] == [1], run.stderr
    with fieldd.Checker(tmp_path / "s.xlsx", str(binary())) as checker:
        assert [checker.check(it).valid for it in ([{"n": 8}, {"n": 9}])] == [True, False]
