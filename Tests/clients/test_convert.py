"""`fieldd convert`: what it reads, writes, reports and refuses, whatever the formats."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Name", "maxLength": 40},
        "age": {"type": "integer", "title": "Age", "minimum": 18, "not": {"$ref": "other.json"}},
    },
}


def convert(
    fieldd: str, *arguments: str | Path, text: Any = SCHEMA
) -> tuple[int, str, str]:
    """What the command ends with, writes and tells."""
    given = text if isinstance(text, (str, bytes)) else json.dumps(text, indent=2)
    data = given if isinstance(given, bytes) else given.encode()
    command = [fieldd, "convert", *map(str, arguments)]
    done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_a_form_is_read_from_standard_input_and_told_of_beside_it(fieldd: str) -> None:
    status, document, told = convert(fieldd, "--from", "json-schema")
    assert status == 0
    assert [field["key"] for field in json.loads(document)["fields"]] == ["name", "age"]
    # As a person would write it: a short field on one line, a line break at the end.
    assert any(line.startswith('    { "key": "name", ') for line in document.splitlines())
    assert document.endswith("\n}\n")
    line, *_, counts = told.splitlines()
    assert line == "<stdin>:13:14: dropped noCounterpart, laxer: A field has no `not` (/properties/age/not)"
    assert counts.startswith("<stdin>: ")
    assert counts.endswith(" 1 dropped, 0 unknown")


def test_files_are_called_by_their_names(fieldd: str, tmp_path: Path) -> None:
    source, target, report = (tmp_path / name for name in ["a.json", "a.fields.json", "a.report.json"])
    source.write_text(json.dumps(SCHEMA))
    status, out, told = convert(
        fieldd, "--from=json-schema", source, "--output", target, f"--report={report}"
    )
    assert (status, out, told) == (0, "", "")
    assert "fields" in json.loads(target.read_text())
    made = json.loads(report.read_text())
    assert list(made) == ["exact", "entries"]
    assert made["exact"] >= 0
    assert [entry for entry in made["entries"] if entry["kind"] == "dropped"] == [
        {
            "code": "noCounterpart",
            "kind": "dropped",
            "effect": "laxer",
            "path": "/properties/age/not",
            "message": "A field has no `not`",
        }
    ]
    _, _, told = convert(fieldd, "--from", "json-schema", source)
    assert told.startswith(f"{source}:1:")
    _, _, told = convert(fieldd, "--from", "json-schema", "--stdin-name", "it.json")
    assert told.startswith("it.json:13:14: ")


def test_what_goes_without_saying_is_told_where_it_would_stand(fieldd: str) -> None:
    document = {"fields": [{"key": "a", "kind": "entry", "label": "A", "maxLength": 4}]}
    _, _, told = convert(fieldd, "--to", "html", text=document)
    unit = [line for line in told.splitlines() if "/fields/0/lengthUnit" in line]
    assert [line.split(" ")[0] for line in unit] == ["<stdin>:3:5:"]


def test_what_is_dropped_counts_if_it_is_asked_for(fieldd: str) -> None:
    assert convert(fieldd, "--from", "json-schema", "--strict")[0] == 1
    harmless = {"type": "object", "properties": {"a": {"type": "string", "title": "A"}}}
    status, _, told = convert(fieldd, "--from", "json-schema", "--strict", "--quiet", text=harmless)
    assert (status, told) == (0, "")


def test_a_form_goes_out_and_comes_back(fieldd: str) -> None:
    document = {"title": "Trip", "fields": [{"key": "a", "kind": "entry", "label": "A"}]}
    status, schema, _ = convert(fieldd, "--to", "json-schema", text=document)
    assert status == 0
    assert json.loads(schema)["properties"]["a"]["title"] == "A"
    status, again, _ = convert(fieldd, "--from", "json-schema", "--to", "json-schema", text=schema)
    assert (status, json.loads(again)) == (0, json.loads(schema))
    # A field document is laid out, and keeps what it says.
    status, same, told = convert(fieldd, "--to", "fields", text=document)
    assert (status, json.loads(same)) == (0, document)
    assert told == "<stdin>: 4 exact, 0 assumed, 0 dropped, 0 unknown\n"


@pytest.mark.parametrize(
    ("arguments", "text", "words"),
    [
        (["--from", "json-schema"], "{", "<stdin>:1:1: This is not JSON: "),
        (["--from", "json-schema"], '{\n"a": ]}', "<stdin>:2:"),
        (["--from", "json-schema"], b'{"title":"\xff"}', "This is not UTF-8"),
        (["--from", "json-schema"], '{"type":"string"}', "A schema of an object was expected"),
        (["--from", "json-schema"], '{"openapi":"3.1.0","components":{}}', "this is an OpenAPI document"),
        (["--from", "json-schema"], '{"components":[{"type":"textfield"}]}', "read it as formio"),
        (["--from", "surveyjs"], '{"type":"object","properties":{}}', "this looks like a JSON Schema"),
        (["--from", "formio"], '{"elements":[{"name":"a"}]}', "read it as surveyjs"),
        (["--from", "surveyjs"], '{"fields":[{"kind":"entry"}]}', "this looks like a field document"),
        (
            ["--from", "json-schema"],
            '{"oneOf":[{"properties":{"k":{"const":1}}},{"properties":{"k":{"const":2}}}]}',
            "a required property with a `const`",
        ),
        (["--from", "fields"], "[]", "A field document is an object with `fields`"),
        (["--from", "odt"], "{}", '--from is one of fields, json-schema, '),
        ([], "{}", "convert needs --from or --to"),
        (["--from", "json-schema", "a", "b"], "", "convert takes one file at a time"),
        (["--from", "json-schema", "--what"], "", 'there is no option "--what"'),
        (["--from"], "", "--from needs a value"),
        (["--from", "json-schema", "/nowhere/it.json"], "", "/nowhere/it.json"),
        (["--from", "json-schema", "--output", "/nowhere/it.json"], SCHEMA, "/nowhere/it.json"),
    ],
)
def test_what_can_t_be_done_is_told(fieldd: str, arguments: list[str], text: Any, words: str) -> None:
    status, out, told = convert(fieldd, *arguments, text=text)
    assert (status, out) == (2, "")
    assert words in told
    assert told.startswith("fieldd: ") or "--output" in arguments


def test_a_reader_that_goes_ends_it(fieldd: str) -> None:
    large = {"type": "object", "properties": {f"p{i}": {"type": "string"} for i in range(3_000)}}
    command = [fieldd, "convert", "--from", "json-schema", "--quiet"]
    reading, writing = os.pipe()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=writing) as process:
        os.close(writing)
        os.close(reading)
        process.stdin.write(json.dumps(large).encode())
        process.stdin.close()
        assert process.wait(60) == 141


def test_a_form_of_others_that_can_t_be_read_is_no_form(fieldd: str) -> None:
    """In an editor, too: the text has one diagnostic, and the forms layer says why it has nothing."""
    uri = "file:///it.schema.json"
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        told = daemon.open('{ "type": "string" }', uri)
        assert [it["code"] for it in told] == ["unreadableForm"]
        # Editors ask for these on their own, and would show an error.
        assert daemon.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}}) == []
        with pytest.raises(Exception, match="A schema of an object was expected"):
            daemon.request("field/open", {"uri": uri})


ALTERNATIVES = {
    "type": "object",
    "required": ["kind"],
    "oneOf": [
        {"properties": {"kind": {"const": f"v{i}"}, "name": {"type": "string"}}, "required": ["kind", "name"]}
        for i in range(100)
    ],
}


@pytest.mark.parametrize(
    ("source", "form", "record"),
    [
        ("json-schema", ALTERNATIVES, {"kind": "v99", "name": "x"}),
        ("formio", {"components": [{"type": "textfield", "key": "p", "label": "P", "inputMask": "9" * 2000}]}, {"p": "x"}),
        ("formio", {"components": [{"type": "textfield", "key": "p", "label": "P", "inputMask": "a" * 700}]}, {"p": "x"}),
        (
            "surveyjs",
            {"elements": [{"type": "text", "name": "p", "maskType": "pattern", "maskSettings": {"pattern": "9" * 2000}}]},
            {"p": "x"},
        ),
        ("surveyjs", {"elements": [{"type": "boolean", "name": "p", "valueTrue": [1]}]}, {"p": [1]}),
    ],
    ids=["alternatives", "a long mask", "a mask of letters", "a mask of a survey", "a list as an answer"],
)  # fmt: skip
def test_what_a_form_can_t_hold_leaves_a_form_that_takes_the_record(
    fieldd: str, tmp_path: Path, source: str, form: Any, record: Any
) -> None:
    status, out, _ = convert(fieldd, "--from", source, text=form)
    assert status == 0
    made = tmp_path / "made.fields.json"
    made.write_text(out, "utf-8")
    done = subprocess.run(
        [fieldd, "check", "--form", str(made), "-"], input=json.dumps(record), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done


@pytest.mark.parametrize("format", ["html", "github", "lsp-form"])
@pytest.mark.parametrize("more", [{"lenient": True}, {"value": "integer", "precision": "int64"}])
def test_what_lets_a_field_take_more_is_lost_as_stricter(
    fieldd: str, tmp_path: Path, format: str, more: dict[str, Any]
) -> None:
    form = {"fields": [{"key": "a", "kind": "entry", "label": "A"} | more]}
    report = tmp_path / "report.json"
    status, _, _ = convert(fieldd, "--to", format, "--report", str(report), text=form)
    lost = {entry["path"]: entry["effect"] for entry in json.loads(report.read_text())["entries"]}
    name = [*more][-1]
    assert (status, lost[f"/fields/0/{name}"]) == (0, "stricter")
