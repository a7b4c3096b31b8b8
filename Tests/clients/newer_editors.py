"""The scenes of test_editors.py in newer editors than Debian's stable release has, and Helix.

`make test-editors` makes a tree of a newer Debian for them; FIELDD_NEWER_EDITORS is where it is.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import PROJECT, SPECS
from helix import SETTINGS, Helix
from test_editors import (
    CLIENTS,
    EDITORS,
    carry_out,
    pasted_and_edited,
    typed_from_nothing,
)

TREE = os.environ.get("FIELDD_NEWER_EDITORS", "")
INSIDE = Path(__file__).parent / "inside.sh"
# ALE counts in characters of its own beyond ASCII, also in its newer versions.
WIDEST = {"vim-ale": 0x7F}


@pytest.fixture
def seen(fieldd: str, path_with_fieldd: None) -> Mapping[str, str]:
    """What has to be in the environment of an editor in the tree: the folders that it sees."""
    assert TREE, "FIELDD_NEWER_EDITORS says where the tree is; make test-editors makes it"
    return {"SEEN": f"{PROJECT} {Path(fieldd).resolve().parent}"}


def in_tree(editor: str) -> list[str]:
    """The command of an editor, inside the tree."""
    return [str(INSIDE), TREE, *EDITORS[editor]]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("editor", EDITORS)
def test_a_newer_editor_with_our_configuration(
    editor: str, line_end: str, seen: Mapping[str, str], tmp_path: Path
) -> None:
    widest = WIDEST.get(editor, sys.maxunicode)
    saved = carry_out(in_tree(editor), "signup", line_end, tmp_path, widest, seen)
    assert '"kind": "entry", "label": "E-mail"' in saved


# Neovim 0.12 looks for all that is offered from where the longest of the edits begins, and so for `"Can`.
@pytest.mark.parametrize("editor", [name for name in EDITORS if name != "neovim"])
def test_a_record_is_edited_beside_its_form(editor: str, seen: Mapping[str, str], tmp_path: Path) -> None:
    (tmp_path / "order.fields.json").write_bytes((SPECS / "order.fields.json").read_bytes())
    saved = carry_out(in_tree(editor), "order", "\n", tmp_path, environment=seen)
    assert json.loads(saved)["price"] == 2.5


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("editor", [name for name in EDITORS if name != "vim-ale"])
def test_a_form_is_laid_out_and_its_names_are_changed(
    editor: str, line_end: str, seen: Mapping[str, str], tmp_path: Path
) -> None:
    saved = carry_out(in_tree(editor), "layout", line_end, tmp_path, environment=seen)
    assert [field["key"] for field in json.loads(saved)["fields"]] == ["email", "alias"]
    assert f'"next": "alias" }},{line_end}{line_end}    {{ "key": "alias"' in saved


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("editor", [name for name in EDITORS if name != "vim-ale"])
def test_a_form_is_typed_from_nothing(
    editor: str, line_end: str, seen: Mapping[str, str], tmp_path: Path
) -> None:
    saved = carry_out(in_tree(editor), "nothing", line_end, tmp_path, environment=seen)
    assert saved == typed_from_nothing(line_end)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("editor", EDITORS)
def test_many_fields_are_pasted_broken_and_mended(
    editor: str, line_end: str, seen: Mapping[str, str], tmp_path: Path
) -> None:
    widest = WIDEST.get(editor, sys.maxunicode)
    saved = carry_out(in_tree(editor), "many", line_end, tmp_path, widest, seen)
    assert saved == pasted_and_edited(line_end, widest)


@pytest.mark.parametrize("editor", EDITORS)
def test_a_file_keeps_what_the_editor_has_for_json(editor: str, seen: Mapping[str, str], tmp_path: Path) -> None:
    saved = carry_out(in_tree(editor), "written", "\n", tmp_path, environment=seen)
    lines = [line.replace("// ", "") for line in saved.splitlines()]
    assert lines[:3] == ["{", '  "title": "x",', '  "fields": [']


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("name", ["signup", "layout"])
def test_helix_with_our_configuration(
    name: str, line_end: str, seen: Mapping[str, str], tmp_path: Path
) -> None:
    settings = tmp_path / "config" / "helix"
    (settings / "runtime").mkdir(parents=True)
    (settings / "config.toml").write_text(SETTINGS)
    shutil.copy(CLIENTS / "helix" / "languages.toml", settings)
    shutil.copytree(CLIENTS / "helix" / "queries", settings / "runtime" / "queries")
    document = tmp_path / f"{name}.fields.json"
    document.write_bytes((SPECS / document.name).read_text().replace("\n", line_end).encode())
    environment = os.environ | seen | {
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
    }
    with Helix([str(INSIDE), TREE, "hx"], environment, document) as helix:
        for step in json.loads((SPECS / f"{name}.json").read_text())["steps"]:
            helix.carry_out(step)
        saved = helix.text()
        helix.press(":quit!\r")
        assert helix.process.wait(30) == 0
    assert saved.count(line_end) == saved.count("\n")
