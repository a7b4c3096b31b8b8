"""Lists whose entries are values: in records, drafts, tables, answers, editors and what is made of forms."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from daemon import Daemon, PATIENCE_SECONDS

ROOT = Path(__file__).parents[2]
Json = Any
URI = "memory:post"
FORM: Json = {
    "groups": [
        {"key": "tags", "label": "Tags", "repeat": {"minEntries": 1, "maxEntries": 3, "unique": ["tag"]}},
        {"key": "sizes", "label": "Sizes", "path": "/deep/sizes", "repeat": {}},
        {"key": "colours", "label": "Colours", "repeat": {}},
        {"key": "sets", "label": "Sets", "repeat": {}},
        {"key": "days", "label": "Days", "repeat": {}},
    ],
    "fields": [
        {"key": "tag", "kind": "entry", "label": "Tag", "group": "tags", "path": "", "required": True, "maxLength": 5},
        {"key": "size", "kind": "entry", "label": "Size", "group": "sizes", "path": "", "value": "integer"},
        {"key": "colour", "kind": "picker", "label": "Colour", "group": "colours", "path": "", "data": ["red", "blue"]},
        {"key": "set", "kind": "picker", "label": "Set", "group": "sets", "path": "", "multiple": True,
         "data": ["a", "b"]},
        {"key": "day", "kind": "date", "label": "Day", "group": "days", "path": "", "minimumDate": "2026-01-01"},
        {"key": "total", "kind": "entry", "label": "Total", "value": "number", "calculate": "sum({size})"},
    ],
}  # fmt: skip


@pytest.fixture
def daemon(fieldd: str):
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        yield daemon


def told(daemon: Daemon, record: Json, **more: Any) -> list[tuple[str, str]]:
    verdict = daemon.request("field/check", {"form": FORM, "values": record, **more})
    return [(it["code"], it["path"]) for it in verdict["problems"]]


RIGHT: Json = {
    "tags": ["tea", "milk"], "deep": {"sizes": [1, None, 2]}, "colours": ["red", "red"], "sets": [["a", "b"], []],
    "days": ["2026-02-01"], "total": 3,
}  # fmt: skip


@pytest.mark.parametrize(
    ("record", "problems"),
    [
        (RIGHT, []),
        ({"tags": ["a"]}, []),
        ({"tags": []}, [("tooFewEntries", "/tags")]),
        ({}, [("tooFewEntries", "/tags")]),
        ({"tags": ["a", "b", "c", "d"]}, [("tooManyEntries", "/tags")]),
        ({"tags": ["a", "b", "a"]}, [("notUnique", "/tags/2")]),
        ({"tags": "a"}, [("wrongType", "/tags")]),
        ({"tags": ["a", 5, {"tag": "b"}]}, [("wrongType", "/tags/1"), ("wrongType", "/tags/2")]),
        ({"tags": ["a", None, ""]}, [("valueMissing", "/tags/1"), ("valueMissing", "/tags/2")]),
        ({"tags": ["toolong"]}, [("tooLong", "/tags/0")]),
        ({"tags": ["a"], "deep": {"sizes": [1.5]}}, [("badInput", "/deep/sizes/0")]),
        ({"tags": ["a"], "deep": {"sizes": ["1"]}}, [("wrongType", "/deep/sizes/0")]),
        ({"tags": ["a"], "colours": ["green"]}, [("badInput", "/colours/0")]),
        ({"tags": ["a"], "sets": ["a", ["c"]]}, [("wrongType", "/sets/0"), ("badInput", "/sets/1")]),
        ({"tags": ["a"], "days": ["2025-12-31", "x"]}, [("rangeUnderflow", "/days/0"), ("badInput", "/days/1")]),
        ({"tags": ["a"], "deep": {"sizes": [1, 2]}, "total": 4}, [("customError", "/total")]),
    ],
)
def test_records_have_values_as_entries(daemon: Daemon, record: Json, problems: list[tuple[str, str]]) -> None:
    assert told(daemon, record) == problems


def test_in_a_part_null_is_a_value_that_is_missing(daemon: Daemon) -> None:
    assert told(daemon, {"tags": [None, "toolong"]}, partial=True) == [("tooLong", "/tags/1")]


def test_a_form_commits_what_its_record_has(daemon: Daemon) -> None:
    opened = daemon.request("field/open", {"uri": URI, "document": FORM, "values": RIGHT})
    assert [it["key"] for it in opened["fields"]][:2] == ["tags/1/tag", "tags/2/tag"]
    assert daemon.request("field/submit", {"uri": URI})["values"] == RIGHT
    added = daemon.request("field/addEntry", {"uri": URI, "list": "tags", "values": {"tag": "lemon"}})
    key = f"tags/{added['entry']}/tag"
    assert daemon.request("field/submit", {"uri": URI})["values"]["tags"] == ["tea", "milk", "lemon"]
    daemon.request("field/replaceText", {"uri": URI, "key": key, "text": ""})
    assert daemon.request("field/submit", {"uri": URI})["errors"][0]["key"] == key
    daemon.request("field/moveEntry", {"uri": URI, "entry": added["entry"], "before": 1})
    daemon.request("field/replaceText", {"uri": URI, "key": key, "text": "mint"})
    assert daemon.request("field/submit", {"uri": URI})["values"]["tags"] == ["mint", "tea", "milk"]
    params = {"uri": URI, "list": "tags", "values": {"tga": "x"}}
    error = daemon.answer_to(daemon.ask("field/addEntry", params))["error"]
    assert error["code"] == -32602 and "tga" in error["message"]


@pytest.mark.parametrize(
    ("group", "field", "hidden", "entries"),
    [
        ({}, {}, False, ["a", None]),
        ({}, {"whenEmpty": "empty"}, False, ["a", ""]),
        ({}, {"whenEmpty": "omit"}, False, ["a", None]),
        ({}, {"visible": False}, True, [None, None]),
        ({}, {"visible": False, "whenHidden": "keep"}, False, ["a", None]),
        ({}, {"visible": False, "whenEmpty": "empty"}, True, ["", ""]),
    ],
)
def test_no_entry_is_left_out(daemon: Daemon, group: Json, field: Json, hidden: bool, entries: Json) -> None:
    form = {
        "groups": [{"key": "tags", "label": "Tags", "repeat": {}} | group],
        "fields": [{"key": "tag", "kind": "entry", "label": "Tag", "group": "tags", "path": ""} | field],
        "entries": {"tags": [{"tag": "a"}, {}]},
    }
    daemon.request("field/open", {"uri": URI, "document": form})
    values = daemon.request("field/submit", {"uri": URI})["values"]
    assert values == {"tags": entries}
    verdict = daemon.request("field/check", {"form": form, "values": values})
    assert (verdict["valid"], verdict["problems"]) == (True, [])


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ([{"key": "a", "path": ""}], ["invalidPath"]),
        ([{"key": "a", "path": "", "group": "box"}], ["invalidPath"]),
        ([{"key": "a", "path": "", "group": "tags"}], []),
        ([{"key": "a", "path": "", "group": "tags"}, {"key": "b", "group": "tags"}], ["crossedPath"]),
        ([{"key": "a", "path": "", "group": "tags"}, {"key": "b", "path": "", "group": "tags"}], ["duplicatePath"] * 2),
    ],
)
def test_an_empty_path_is_for_the_only_field_of_a_list(daemon: Daemon, fields: Json, codes: list[str]) -> None:
    groups = [{"key": "tags", "label": "T", "repeat": {}}, {"key": "box", "label": "B", "path": "/box"}]
    whole = [{"kind": "entry", "label": "L"} | field for field in fields]
    opened = daemon.request("field/open", {"uri": URI, "document": {"groups": groups, "fields": whole}})
    assert [it["code"] for it in opened["diagnostics"] if it["severity"] == 1] == codes


def check(fieldd: str, folder: Path, text: str, *options: str) -> tuple[list[tuple[str, str, int]], str]:
    (folder / "post.fields.json").write_text(json.dumps(FORM))
    passed = folder / "passed"
    command = [fieldd, "check", "--format", "ndjson", "--form", str(folder / "post.fields.json"), *options]
    done = subprocess.run(
        [*command, "--pass", str(passed), "-"], input=text.encode(), capture_output=True, timeout=PATIENCE_SECONDS
    )
    assert done.stderr == b"", done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [(it["code"], it["path"], it["column"]) for it in lines], passed.read_text()


def test_tables_have_entries_in_columns_or_in_one(fieldd: str, tmp_path: Path) -> None:
    csv = ("--records-format", "csv")
    rows = "tags,deep/sizes\na;b,1;2\na; toolong,1\n"
    assert check(fieldd, tmp_path, rows, *csv) == ([("tooLong", "/tags/1", 1)], "tags,deep/sizes\na;b,1;2\n")
    rows = "tags/0,tags/1,deep.sizes.0\na,b,1\n,b,x\na,,\n"
    found = [("valueMissing", "/tags/0", 1), ("wrongType", "/deep/sizes/0", 4)]
    assert check(fieldd, tmp_path, rows, *csv)[0] == found
    assert check(fieldd, tmp_path, "tags,tags/0\na,b\n", *csv)[0] == [("duplicateColumn", "/tags/0", 6)]
    # An entry that no column has is missing, and the others stand where they are said to be.
    assert check(fieldd, tmp_path, "tags/0,tags/2,colours\na,toolong,\na,,\n", *csv)[0] == [
        ("valueMissing", "/tags/1", 1), ("tooLong", "/tags/2", 3)
    ]  # fmt: skip
    rows = "tags/0,sets/0/a,sets/0/b,sets/1\na,1,0,b\nb,0,0,b c\n"
    assert check(fieldd, tmp_path, rows, *csv)[0] == [("badInput", "/sets/1", 7)]


def test_a_page_sends_each_entry_under_the_name_of_the_list(fieldd: str, tmp_path: Path) -> None:
    page = ("--records-format", "urlencoded")
    for text in ("tags=a&tags=b\n", "tags[]=a&tags[]=b\n", "tags[0]=a&tags[1]=b\n", "tags=a&deep[sizes]=7\n"):
        assert check(fieldd, tmp_path, text, *page) == ([], text)
    assert check(fieldd, tmp_path, "tags=a&tags=toolong\n", *page)[0] == [("tooLong", "/tags/1", 13)]


def test_records_are_generated_and_all_rules_broken(fieldd: str, daemon: Daemon, tmp_path: Path) -> None:
    form = tmp_path / "post.fields.json"
    form.write_text(json.dumps(FORM))
    kinds = [f"--kind={kind}" for kind in ("valid", "boundary", "invalid")]
    done = subprocess.run([fieldd, "generate", "--annotate", *kinds, str(form)], capture_output=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    broken = {(it["path"].rstrip("0123456789"), it["rule"]) for it in lines if it["kind"] == "invalid"}
    assert {("/tags/", "maxLength 5"), ("/tags/", "required"), ("/tags/", "unique")} <= broken, broken
    for line in lines:
        assert bool(told(daemon, line["record"])) == bool(line["expect"]["problems"]), line


def test_a_form_for_records_has_lists_of_values(fieldd: str, tmp_path: Path) -> None:
    records = [{"tags": [f"t{n}", f"u{n}"], "sizes": [n, n + 1] if n % 3 else [], "odd": [1, "a"]} for n in range(30)]
    source = tmp_path / "r.ndjson"
    source.write_text("".join(json.dumps(it) + "\n" for it in records))
    done = subprocess.run([fieldd, "infer", str(source)], capture_output=True, timeout=PATIENCE_SECONDS)
    form = json.loads(done.stdout)
    kinds = {it["key"]: (it["kind"], it.get("group"), it.get("path")) for it in form["fields"]}
    assert kinds == {
        "tagsEntry": ("entry", "tags", ""), "sizesEntry": ("entry", "sizes", ""), "odd": ("any", None, None)
    }  # fmt: skip


def compared(fieldd: str, folder: Path, old: Json, new: Json) -> list[tuple[str, str]]:
    for name, form in (("old", old), ("new", new)):
        (folder / f"{name}.fields.json").write_text(json.dumps(form))
    command = [fieldd, "diff", "--format", "json", str(folder / "old.fields.json"), str(folder / "new.fields.json")]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE_SECONDS)
    return [(it["code"], it["data"]["property"]) for it in json.loads(done.stdout)["findings"]]


def test_a_list_of_objects_in_place_of_values_breaks_records(fieldd: str, tmp_path: Path) -> None:
    group = {"key": "tags", "label": "Tags", "repeat": {"minEntries": 1}}
    field = {"key": "tag", "kind": "entry", "label": "Tag", "group": "tags", "required": True}
    values = {"groups": [group], "fields": [field | {"path": ""}]}
    objects = {"groups": [group], "fields": [field]}
    assert ("breaking", "path") in compared(fieldd, tmp_path, values, objects)
    assert ("breaking", "path") in compared(fieldd, tmp_path, objects, values)
    longer = {"groups": [group], "fields": [field | {"path": "", "maxLength": 3}]}
    assert compared(fieldd, tmp_path, values, longer) == [("breaking", "maxLength")]


class Editor:
    """A record in an editor, with a mark `@` where the cursor is."""

    def __init__(self, daemon: Daemon, folder: Path, text: str) -> None:
        (folder / "post.fields.json").write_text(json.dumps(FORM))
        self.daemon = daemon
        self.uri = (folder / "post.values.json").as_uri()
        self.place = {"line": 0, "character": text.index("@")} if "@" in text else None
        self.text = text.replace("@", "")
        self.diagnostics = daemon.open(self.text, self.uri)

    def ask(self, method: str, **params: Any) -> Any:
        document = {"textDocument": {"uri": self.uri}}
        return self.daemon.request(f"textDocument/{method}", document | params)

    def completion(self) -> list[str]:
        return [it["label"] for it in self.ask("completion", position=self.place)["items"]]

    def hover(self) -> str:
        found = self.ask("hover", position=self.place)
        return json.dumps(found["contents"]) if found else ""

    def fixed(self) -> list[str]:
        """What the text becomes by each fix of the first diagnostic."""
        span = self.diagnostics[0]["range"]
        actions = self.ask("codeAction", range=span, context={"diagnostics": [], "only": ["quickfix"]})
        texts = []
        for action in actions:
            text = self.text
            for edit in reversed(action["edit"]["changes"][self.uri]):
                start, end = (edit["range"][it]["character"] for it in ("start", "end"))
                text = text[:start] + edit["newText"] + text[end:]
            texts.append(text)
        return texts


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ('{"tags": ["a"], "colours": [@]}', ["red", "blue", "null"]),
        # The same may come again, unless entries differ.
        ('{"tags": ["a"], "colours": ["red", "@"]}', ["red", "blue"]),
        ('{"tags": ["a"], "sets": [@]}', ["[ … ]"]),
        ('{"tags": ["a"], "sets": [["a", "@"]]}', ["b"]),
        ('{"tags": @}', ["[ … ]"]),
    ],
)
def test_an_editor_completes_entries(daemon: Daemon, tmp_path: Path, text: str, labels: list[str]) -> None:
    assert Editor(daemon, tmp_path, text).completion() == labels


def test_an_editor_offers_a_list_with_what_has_to_be_in_it(daemon: Daemon, tmp_path: Path) -> None:
    editor = Editor(daemon, tmp_path, '{"tags": @}')
    item = editor.ask("completion", position=editor.place)["items"][0]
    assert item["textEdit"]["newText"] == '[""]'


def test_an_editor_says_of_an_entry_what_its_field_is(daemon: Daemon, tmp_path: Path) -> None:
    found = Editor(daemon, tmp_path, '{"tags": ["a", "b@c"]}').hover()
    assert "Tag" in found and "2 of 5 characters" in found and "In a record" not in found
    assert "Size" in Editor(daemon, tmp_path, '{"tags": ["a"], "deep": {"sizes": [1@2]}}').hover()


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ('{"tags": "a"}', ['{"tags": ["a"]}']),
        ('{"tags": [7]}', ['{"tags": ["7"]}']),
        ('{"tags": []}', ['{"tags": [""]}']),
        ('{"tags": ["a", "b", "c", "d"]}', ['{"tags": ["a", "b", "c"]}']),
        ('{"tags": ["toolong"]}', ['{"tags": ["toolo"]}']),
        ('{"tags": ["a"], "colours": ["blu"]}', ['{"tags": ["a"], "colours": ["blue"]}']),
        ('{"tags": ["a"], "sets": ["a"]}', ['{"tags": ["a"], "sets": [["a"]]}']),
    ],
)
def test_an_editor_fixes_entries(daemon: Daemon, tmp_path: Path, text: str, fixed: list[str]) -> None:
    editor = Editor(daemon, tmp_path, text)
    assert set(fixed) <= set(editor.fixed()), editor.fixed()


def test_a_hidden_entry_is_made_null_and_not_taken_out(daemon: Daemon, tmp_path: Path) -> None:
    form = {
        "groups": [{"key": "tags", "label": "T", "repeat": {}}],
        "fields": [{"key": "tag", "kind": "entry", "label": "T", "group": "tags", "path": "", "visible": False}],
    }
    editor = Editor(daemon, tmp_path, "{}")
    (tmp_path / "other.fields.json").write_text(json.dumps(form))
    editor.text = '{"tags": ["a", "b"]}'
    editor.uri = (tmp_path / "other.values.json").as_uri()
    editor.diagnostics = daemon.open(editor.text, editor.uri)
    assert [it["code"] for it in editor.diagnostics] == ["hiddenValue"] * 2
    assert '{"tags": [null, "b"]}' in editor.fixed()


def fill(fieldd: str, folder: Path, answers: str) -> tuple[int, str, str]:
    form = folder / "post.fields.json"
    form.write_text(json.dumps({"groups": FORM["groups"][:1], "fields": FORM["fields"][:1]}))
    paths = os.pathsep.join(str(ROOT / "clients" / it / "src") for it in ("python", "terminal"))
    done = subprocess.run(
        [sys.executable, "-m", "fieldd.fill", "--fieldd", fieldd, "--locale", "en", str(form)],
        input=answers, text=True, capture_output=True, timeout=PATIENCE_SECONDS,
        env=os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_a_terminal_asks_for_entries_and_keeps_them_where_it_is_left(fieldd: str, tmp_path: Path) -> None:
    status, values, _ = fill(fieldd, tmp_path, "+\ntea\n+\nmilk\n\n\n")
    assert (status, json.loads(values or "null")) == (0, {"tags": ["tea", "milk"]})
    status, _, reason = fill(fieldd, tmp_path, "+\ntea\n+\nmilk\n")
    assert status == 3 and json.loads(reason[reason.index("{") :]) == {"tags": ["tea", "milk"]}
