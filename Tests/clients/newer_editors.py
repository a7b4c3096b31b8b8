"""The scenes of test_editors.py in newer editors than Debian's stable release has, and Helix.

`make test-editors` makes a tree of a newer Debian for them; FIELDD_NEWER_EDITORS is where it is.
Kate and Qt Creator run on a screen of their own in that tree.
FIELDD_VIM_PLUGINS is a folder with the sources of vim-lsp, lsp (yegappan's) and coc.nvim (its branch `release`).
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from conftest import PROJECT, SPECS
from desktop import Desktop
from helix import SETTINGS, Helix
from kate import Kate
from qtcreator import QtCreator
from terminal import left_behind
from test_editors import (
    CLIENTS,
    EDITORS,
    carry_out,
    laid_out,
    pasted_and_edited,
    typed_from_nothing,
)
from vim import VIMS, Vim

TREE = os.environ.get("FIELDD_NEWER_EDITORS", "")
PLUGINS = os.environ.get("FIELDD_VIM_PLUGINS", "")
INSIDE = Path(__file__).parent / "inside.sh"
# ALE counts in characters of its own beyond ASCII, also in its newer versions.
WIDEST = {"vim-ale": 0x7F}
DESKTOPS = {"kate": Kate, "qtcreator": QtCreator}


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


@pytest.mark.parametrize("editor", EDITORS)
def test_forms_of_others_and_records_that_name_their_form_are_given_to_the_daemon(
    editor: str, seen: Mapping[str, str], tmp_path: Path
) -> None:
    carry_out(in_tree(editor), "others", "\n", tmp_path, environment=seen)
    assert "$form" in json.loads((tmp_path / "later.json").read_text())


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


def carried_out(editor: Vim | Desktop, spec: dict[str, Any], document: Path, line_end: str) -> str:
    """Lets an editor carry the steps of a specification out, and gives what it has saved; nothing of it is left."""
    with editor:
        for step in spec["steps"]:
            editor.carry_out(step)
        assert editor.quit() == 0
    assert left_behind(document.parent) == []
    saved = document.read_bytes().decode()
    assert saved.count(line_end) == saved.count("\n")
    return saved


def in_vim(plugin: str, name: str, line_end: str, seen: Mapping[str, str], tmp_path: Path) -> str:
    """What Vim with a plugin has saved that has carried out the steps of a specification."""
    if not PLUGINS:
        pytest.skip("FIELDD_VIM_PLUGINS does not say where Vim's plugins are: make test-editors PLUGINS=FOLDER")
    kind = VIMS[plugin]
    spec, document, environment = laid_out(name, line_end, tmp_path, kind.widest)
    environment |= {"SEEN": f"{seen['SEEN']} {PLUGINS}"}
    vim = kind([str(INSIDE), TREE, "vim"], environment, document, Path(PLUGINS))
    return carried_out(vim, spec, document, line_end)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("plugin", VIMS)
def test_vim_with_our_configuration(
    plugin: str, line_end: str, seen: Mapping[str, str], tmp_path: Path
) -> None:
    saved = in_vim(plugin, "signup", line_end, seen, tmp_path)
    assert '"kind": "entry", "label": "E-mail"' in saved


@pytest.mark.parametrize("plugin", VIMS)
def test_a_record_is_edited_beside_its_form_in_vim(
    plugin: str, seen: Mapping[str, str], tmp_path: Path
) -> None:
    (tmp_path / "order.fields.json").write_bytes((SPECS / "order.fields.json").read_bytes())
    assert json.loads(in_vim(plugin, "order", "\n", seen, tmp_path))["price"] == 2.5


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("plugin", VIMS)
def test_a_form_is_laid_out_and_its_names_are_changed_in_vim(
    plugin: str, line_end: str, seen: Mapping[str, str], tmp_path: Path
) -> None:
    saved = in_vim(plugin, "layout", line_end, seen, tmp_path)
    assert f'"next": "alias" }},{line_end}{line_end}    {{ "key": "alias"' in saved


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("plugin", VIMS)
def test_a_form_is_typed_from_nothing_in_vim(
    plugin: str, line_end: str, seen: Mapping[str, str], tmp_path: Path
) -> None:
    saved = in_vim(plugin, "nothing", line_end, seen, tmp_path)
    assert saved == typed_from_nothing(line_end, VIMS[plugin].widest)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("plugin", VIMS)
def test_many_fields_are_pasted_broken_and_mended_in_vim(
    plugin: str, line_end: str, seen: Mapping[str, str], tmp_path: Path
) -> None:
    saved = in_vim(plugin, "many", line_end, seen, tmp_path)
    assert saved == pasted_and_edited(line_end, VIMS[plugin].widest)
    assert (tmp_path / "many.fields.json.moved").exists()


@pytest.mark.parametrize("plugin", VIMS)
def test_forms_of_others_and_records_that_name_their_form_are_given_to_the_daemon_in_vim(
    plugin: str, seen: Mapping[str, str], tmp_path: Path
) -> None:
    in_vim(plugin, "others", "\n", seen, tmp_path)
    assert "$form" in json.loads((tmp_path / "later.json").read_text())


def on_a_desktop(
    editor: str, name: str, line_end: str, seen: Mapping[str, str], fieldd: str, tmp_path: Path
) -> str:
    """What an editor with windows has saved that has carried out the steps of a specification."""
    spec, document, environment = laid_out(name, line_end, tmp_path)
    inside = [str(INSIDE), TREE]
    desktop = DESKTOPS[editor](inside, environment | dict(seen), Path(fieldd).resolve(), document)
    return carried_out(desktop, spec, document, line_end)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("editor", DESKTOPS)
def test_a_desktop_editor_with_our_configuration(
    editor: str, line_end: str, seen: Mapping[str, str], fieldd: str, tmp_path: Path
) -> None:
    saved = on_a_desktop(editor, "signup", line_end, seen, fieldd, tmp_path)
    assert '"kind": "entry", "label": "E-mail"' in saved


@pytest.mark.parametrize("editor", DESKTOPS)
def test_a_record_is_edited_beside_its_form_on_a_desktop(
    editor: str, seen: Mapping[str, str], fieldd: str, tmp_path: Path
) -> None:
    (tmp_path / "order.fields.json").write_bytes((SPECS / "order.fields.json").read_bytes())
    assert json.loads(on_a_desktop(editor, "order", "\n", seen, fieldd, tmp_path))["price"] == 2.5


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("editor", DESKTOPS)
def test_a_form_is_laid_out_and_its_names_are_changed_on_a_desktop(
    editor: str, line_end: str, seen: Mapping[str, str], fieldd: str, tmp_path: Path
) -> None:
    saved = on_a_desktop(editor, "layout", line_end, seen, fieldd, tmp_path)
    if editor == "qtcreator":
        # It does not get a layout from fieldd: see its driver.
        before = (SPECS / "layout.fields.json").read_text()
        assert saved == before.replace('"nick"', '"alias"').replace("\n", line_end)
    else:
        assert f'"next": "alias" }},{line_end}{line_end}    {{ "key": "alias"' in saved


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("editor", DESKTOPS)
def test_a_form_is_typed_from_nothing_on_a_desktop(
    editor: str, line_end: str, seen: Mapping[str, str], fieldd: str, tmp_path: Path
) -> None:
    saved = on_a_desktop(editor, "nothing", line_end, seen, fieldd, tmp_path)
    wanted = typed_from_nothing(line_end)
    assert json.loads(saved) == json.loads(wanted)
    # Qt Creator does not get a layout.
    if editor != "qtcreator":
        assert saved == wanted


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("editor", DESKTOPS)
def test_many_fields_are_pasted_broken_and_mended_on_a_desktop(
    editor: str, line_end: str, seen: Mapping[str, str], fieldd: str, tmp_path: Path
) -> None:
    saved = on_a_desktop(editor, "many", line_end, seen, fieldd, tmp_path)
    assert saved == pasted_and_edited(line_end)
    assert (tmp_path / "many.fields.json.moved").exists()
