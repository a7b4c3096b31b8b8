"""`fieldd explain`: what codes, formats and properties mean, for people and for programs."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path
from typing import Any

import pytest

Json = Any


def explain(fieldd: str, *names: str, **variables: str) -> str:
    environment = {**os.environ, **variables}
    command = [fieldd, "explain", *names]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture(scope="module")
def everything(fieldd: str) -> list[Json]:
    found: list[Json] = json.loads(explain(fieldd, "--json"))
    return found


def test_a_code_has_its_reason_its_fix_and_examples(fieldd: str) -> None:
    text = explain(fieldd, "tooFewEntries")
    assert text.startswith("tooFewEntries - a code\n\n\"Too few entries: 0, at least 1\"\n")
    for part in ("fewer entries than `minEntries`", "Fix: Add entries.", "Form:", "Wrong record:", "Right record:"):
        assert part in text


def test_all_of_it_is_listed_and_each_name_in_the_list_is_explained(fieldd: str, everything: list[Json]) -> None:
    listed = [line.split()[0] for line in explain(fieldd).splitlines() if line[:2] == "  " and line[2:3] != " "]
    assert listed == [it["name"] for it in everything if it["kind"] != "object"]
    assert {it["kind"] for it in everything} == {"code", "format", "property", "object"}
    assert [it["name"] for it in json.loads(explain(fieldd, *dict.fromkeys(listed), "--json"))]


def test_an_example_is_what_fieldd_says_of_it(fieldd: str, everything: list[Json], tmp_path: Path) -> None:
    """The texts that a program has are whole documents; test_docs checks each message."""
    page = next(it for it in everything if it["name"] == "unknownKey")
    form = tmp_path / "a.fields.json"
    form.write_text(page["example"]["form"])
    for text, expected in ((page["example"]["wrong"], [page["message"]]), (page["example"]["right"], [])):
        command = [fieldd, "check", "--format", "ndjson", "--form", form, "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)
        assert [json.loads(line)["message"] for line in done.stdout.splitlines()] == expected


def test_lines_are_as_wide_as_the_terminal(fieldd: str) -> None:
    for columns in ("50", "72"):
        lines = explain(fieldd, "uncheckedRule", COLUMNS=columns).splitlines()
        assert int(columns) - 20 < max(map(len, lines)) <= int(columns)


@pytest.mark.parametrize(("variables", "colored"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_a_terminal_has_colours_unless_somebody_minds(fieldd: str, variables: dict[str, str], colored: bool) -> None:
    mine, its = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"} | variables
    subprocess.run([fieldd, "explain", "syntax"], env=environment, stdout=its, timeout=60, check=True)
    os.close(its)
    text = b""
    try:
        while piece := os.read(mine, 4096):
            text += piece
    except OSError:
        pass
    os.close(mine)
    assert (b"\x1b[" in text) == colored and b"The text is not JSON" in text


def test_a_name_that_is_none_is_answered_with_the_nearest(fieldd: str) -> None:
    done = subprocess.run([fieldd, "explain", "emial"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert 'there is no code, format or property "emial" (did you mean "email"?)' in done.stderr


def test_sarif_leads_to_the_page_of_codes(fieldd: str, tmp_path: Path) -> None:
    (tmp_path / "a.fields.json").write_text('{ "fields": [{ "key": "a", "kind": "entry", "label": 5 }] }')

    def rule(*options: str) -> Json:
        command = [fieldd, "check", "--format", "sarif", *options, "a.fields.json"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
        return json.loads(done.stdout)["runs"][0]["tool"]["driver"]["rules"][0]

    plain, linked = rule(), rule("--codes-page", "https://forms.example/codes.html")
    assert "helpUri" not in plain
    assert linked == plain | {"helpUri": "https://forms.example/codes.html#wrongtype"}
    assert "fieldd explain wrongType" in plain["help"]["text"] and "**Fix**" in plain["help"]["markdown"]
