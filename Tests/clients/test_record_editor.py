"""Records in an editor, held to forms in files."""

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

from conftest import FIRST_SEED
import pytest

from daemon import Daemon, PATIENCE_SECONDS, frame

FORM = {
    "fields": [
        {"key": "mail", "kind": "entry", "label": "E-mail", "required": True, "maxLength": 20,
         "validation": {"live": [{"format": "email"}]}},
        {"key": "age", "kind": "entry", "label": "Age", "value": "integer"},
        {"key": "pin", "kind": "entry", "label": "PIN", "secure": True, "maxLength": 4},
    ]
}


@pytest.fixture
def daemon(fieldd: str):
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        yield daemon


def write(path: Path, value: Any) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def codes(diagnostics: list[dict[str, Any]]) -> list[str]:
    return [diagnostic["code"] for diagnostic in diagnostics]


def test_a_record_is_held_to_the_form_beside_it(daemon: Daemon, tmp_path: Path) -> None:
    write(tmp_path / "a.fields.json", FORM)
    record = tmp_path / "a.values.json"
    assert codes(daemon.open('{"mail": "ada", "age": "1"}', record.as_uri())) == ["typeMismatch", "wrongType"]


SIZE = {"fields": [{"key": "size", "kind": "entry", "label": "Size", "value": "integer", "required": True}]}


@pytest.mark.parametrize(
    "text, count",
    [
        ('{"mail": 1}\n{"mail": "a@b.ch"}\n{"mail": "a@b.ch", "age": "1"}\n', 3),
        ('{"mail": "a@b.ch"}\r\n\r\n{\r\n  "mail": "a@b.ch",\r\n  "age": 1.5\r\n}\r\n', 2),
        ('\ufeff{"mail": "a@b.ch"}\n{}\n', 2),
        ('[{"mail": "a@b.ch"}, {"mail": 7}]', 2),
        ('[{"mail": "a@b.ch"}]\n[{"age": 1}, {"mail": 7}]\n', 3),
        ('{"$form": "b.fields.json", "size": "L"}\n{"mail": 7}\n{"$form": "./b.fields.json", "size": 1}', 3),
        ('{"mail": 7}\n{"$form": "b.fields.json"}\n{"$form": "none.json", "mail": 7}', 3),
        ('[{"$form": "b.fields.json", "size": 1}, {"mail": 7}]', 2),
        ('{"mail": 7}\n[{"mail": 7}]\n{"mail": "a@b.ch"}', 3),
        ('{"mail": 7}\n{"mail": "a@b.ch"\n{"mail": 7}', 3),
        ('{"mail": 7} {"mail": 7}\n{"mail": 7}', 2),
    ],
)
def test_editors_and_checks_see_the_same_records(
    fieldd: str, daemon: Daemon, tmp_path: Path, text: str, count: int
) -> None:
    """The lines with errors are the same, whoever looks."""
    write(tmp_path / "a.fields.json", FORM)
    write(tmp_path / "b.fields.json", SIZE)
    record = tmp_path / "a.values.json"
    record.write_bytes(text.encode())
    told = {it["range"]["start"]["line"] + 1 for it in daemon.open(text, record.as_uri()) if it["severity"] == 1}
    arguments = [fieldd, "check", "--format", "ndjson", "--statistics", str(record)]
    done = subprocess.run(arguments, stdout=subprocess.PIPE, timeout=PATIENCE_SECONDS)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    found = {line["line"] for line in lines if line.get("severity") == "error"}
    assert found == told and found
    assert [line["records"] for line in lines if "records" in line] in ([], [count])


def test_a_text_may_name_many_forms(daemon: Daemon, tmp_path: Path) -> None:
    """A hundred are read; of records of others that is told."""
    for number in range(102):
        write(tmp_path / f"{number}.fields.json", SIZE)
    text = "".join(json.dumps({"$form": f"{number}.fields.json", "size": "L"}) + "\n" for number in range(102))
    told = daemon.open(text + '{"$form": "0.fields.json", "size": "L"}', (tmp_path / "many.json").as_uri())
    assert codes(told) == ["missingForm"] * 2 + ["wrongType"] * 101
    assert "100 forms" in told[0]["message"]
    # A form that is not read can't be renamed in, since nobody knows which names of the text are its own.
    form = tmp_path / "101.fields.json"
    daemon.open(form.read_text(), form.as_uri())
    character = form.read_text().index('"size"') + 1
    where = {"textDocument": {"uri": form.as_uri()}, "position": {"line": 0, "character": character}}
    refused = daemon.answer_to(daemon.ask("textDocument/rename", where | {"newName": "width"}))
    assert "records of more than 100 forms" in refused["error"]["message"]


def test_the_form_is_followed_on_the_disk(daemon: Daemon, tmp_path: Path) -> None:
    """Nobody tells the daemon; it looks."""
    form = write(tmp_path / "a.fields.json", FORM)
    uri = (tmp_path / "a.values.json").as_uri()
    assert daemon.open('{"mail": "ada@example.com"}', uri) == []
    write(form, {"fields": [{"key": "phone", "kind": "entry", "label": "Phone", "required": True}]})
    assert codes(daemon.published(1, uri)) == ["valueMissing", "unknownKey"]
    write(form, '{"fields": [')
    assert codes(daemon.published(1, uri)) == ["brokenForm"]
    form.unlink()
    [gone] = daemon.published(1, uri)
    assert gone["code"] == "missingForm" and gone["severity"] == 3
    write(tmp_path / "new", FORM).rename(form)
    assert daemon.published(1, uri) == []


def test_a_form_is_found_wherever_it_is(daemon: Daemon, tmp_path: Path) -> None:
    folder = tmp_path / "ä b%25" / "c"
    folder.mkdir(parents=True)
    form = write(tmp_path / "ä b%25" / "ü.fields.jsonc", "// a form\n" + json.dumps(FORM))
    names = ["../ü.fields.jsonc", "./../c/../ü.fields.jsonc", str(form), form.as_uri()]
    for number, name in enumerate(names):
        uri = (folder / f"{number}.json").as_uri()
        text = json.dumps({"$form": name, "age": 1.5, "mail": "a@b.ch"}, ensure_ascii=False)
        assert codes(daemon.open(text, uri)) == ["badInput"], name


@pytest.mark.parametrize(
    "name, words",
    [
        ("none.json", "there is no such file"),
        ("folder", "it is no plain file"),
        ("pipe", "it is no plain file"),
        ("none/a.json", "there is no such file"),
        ("loop", "Too many levels of symbolic links"),
        ("x" * 5000, "File name too long"),
        ("form:1", "It is not open"),
        ("a\u0000b", "there is no such file"),
    ],
)
def test_what_is_no_form_is_said_at_its_name(
    daemon: Daemon, tmp_path: Path, name: str, words: str
) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    uri = (tmp_path / "a.json").as_uri()
    [finding] = daemon.open(json.dumps({"$form": name, "mail": 1}), uri)
    assert finding["code"] == "missingForm" and finding["severity"] == 1
    assert words in finding["message"]
    assert finding["range"]["start"]["character"] == 10


def test_a_large_form_is_read_beside_the_loop(daemon: Daemon, tmp_path: Path) -> None:
    fields = [{"key": f"k{n}", "kind": "entry", "label": "x" * 100} for n in range(5000)]
    write(tmp_path / "a.fields.json", {"fields": fields})
    uri = (tmp_path / "a.values.json").as_uri()
    assert codes(daemon.open('{"k4999": "", "k5000": 1}', uri)) == ["whenEmpty", "unknownKey"]


def test_a_form_of_the_forms_layer_has_records_too(daemon: Daemon) -> None:
    daemon.request("field/open", {"uri": "form:1", "document": FORM})
    assert codes(daemon.open('{"$form": "form:1", "age": 1}', "untitled:Untitled-1")) == ["valueMissing"]
    daemon.request("field/close", {"uri": "form:1"})
    assert codes(daemon.published(1, "untitled:Untitled-1")) == ["missingForm"]


def test_a_pipeline_hears_of_a_record_before_it_ends(fieldd: str, tmp_path: Path) -> None:
    write(tmp_path / "a.fields.json", FORM)
    document = {"uri": (tmp_path / "a.values.json").as_uri(), "languageId": "json", "version": 1,
                "text": '{"mail": 1}'}
    initialize = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    opening = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}
    ending = [{"jsonrpc": "2.0", "id": 2, "method": "shutdown"}, {"jsonrpc": "2.0", "method": "exit"}]
    for last, status in [(ending, 0), ([], 1)]:
        lines = "".join(json.dumps(message) + "\n" for message in [initialize, opening, *last])
        done = subprocess.run(
            [fieldd], input=lines.encode(), stdout=subprocess.PIPE, timeout=PATIENCE_SECONDS)
        assert done.returncode == status
        assert b'"wrongType"' in done.stdout


def test_a_trace_has_no_values_of_records(fieldd: str, tmp_path: Path) -> None:
    write(tmp_path / "a.fields.json", FORM)
    uri = (tmp_path / "a.values.json").as_uri()
    trace = tmp_path / "trace.txt"
    with Daemon(fieldd, "--trace", str(trace)) as daemon:
        daemon.initialize()
        daemon.open('{"pin": "xyzzy-secret"}', uri)
        change = {"range": {"start": {"line": 0, "character": 9}, "end": {"line": 0, "character": 9}},
                  "text": "plugh-"}
        daemon.notify("textDocument/didChange",
                      {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
        told = daemon.published(2, uri)
        assert "xyzzy" not in json.dumps(told)
        span = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}
        for method, more in [
            ("hover", {"position": {"line": 0, "character": 12}}),
            ("completion", {"position": {"line": 0, "character": 12}}),
            ("documentSymbol", {}),
            ("inlayHint", {"range": span}),
            ("codeAction", {"range": span, "context": {"diagnostics": []}}),
        ]:
            answer = daemon.request(f"textDocument/{method}", {"textDocument": {"uri": uri}, **more})
            assert "xyzzy" not in json.dumps(answer) and "plugh" not in json.dumps(answer), method
    text = trace.read_text()
    assert "a.values.json" in text and "xyzzy" not in text and "plugh" not in text


def test_the_editor_hears_what_a_check_says(daemon: Daemon, tmp_path: Path) -> None:
    """Values of all sorts, alone and in lists."""
    write(tmp_path / "a.fields.json", FORM)
    daemon.request("field/open", {"uri": "form:1", "document": FORM})
    chance = random.Random(FIRST_SEED)
    values = ["ada", "ada@example.com", "", 1, 1.5, True, None, [], {}, "x" * 30, "é👩‍🚀"]
    uri = (tmp_path / "a.values.json").as_uri()
    for round in range(60):
        records = [
            {key: chance.choice(values) for key in ["mail", "age", "pin", "other"] if chance.random() < 0.7}
            for _ in range(chance.choice([1, 3]))
        ]
        checked = daemon.request("field/check", {"form": "form:1", "records": records})
        expected = [(p["code"], p["message"]) for record in checked["records"] for p in record["problems"]]
        text = json.dumps(records if len(records) > 1 else records[0], indent=chance.choice([None, 2]))
        told = daemon.open(text, uri)
        daemon.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        assert [(d["code"], d["message"]) for d in told] == expected, text


def test_a_trace_has_no_secret_that_a_validator_is_asked_about(fieldd: str, tmp_path: Path) -> None:
    trace = tmp_path / "trace.txt"
    pin = {"key": "pin", "kind": "entry", "label": "PIN", "secure": True,
           "validation": {"live": [{"validator": "remote"}]}}
    forms = {"experimental": {"fields": {"validators": ["remote"]}}}
    with Daemon(fieldd, "--trace", str(trace)) as daemon:
        daemon.request("initialize", {"processId": None, "rootUri": None, "capabilities": forms})
        daemon.request("field/open", {"uri": "form:1", "document": {"fields": [pin]}})
        number = daemon.ask("field/check", {"form": "form:1", "values": {"pin": "xyzzy-secret"}})
        asked = daemon.message(lambda message: message.get("method") == "field/runValidation")
        assert asked["params"]["value"] == "xyzzy-secret"
        daemon.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"ok": True}})
        assert daemon.answer_to(number)["result"]["valid"] is True
    assert "field/runValidation" in trace.read_text() and "xyzzy" not in trace.read_text()
