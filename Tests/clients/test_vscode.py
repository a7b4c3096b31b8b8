"""The extension for VS Code: driven in VS Code's own editor, packed, and held to what VS Code reads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import SPECS
from vscode_editor import Editor, bundle, need_modules, start_editor


@pytest.fixture(scope="module")
def editor(fieldd: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """The editor; `fieldd` is found by its name."""
    need_modules()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(Path(fieldd).parent), prepend=":")
        folder = tmp_path_factory.mktemp("build")
        bundle(folder)
        with start_editor(folder, tmp_path_factory.mktemp("work")) as it:
            yield it


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("name", ["signup", "layout", "order"])
def test_what_a_person_does(editor: Editor, name: str, line_end: str, tmp_path: Path) -> None:
    steps = json.loads((SPECS / f"{name}.json").read_text())
    document = f"{name}.{steps.get('suffix', 'fields.json')}"
    if name == "order":
        (tmp_path / "order.fields.json").write_bytes((SPECS / "order.fields.json").read_bytes())
    text = (SPECS / document).read_text().replace("\n", line_end)
    assert editor.call("open", str(tmp_path / document), text) == "fields"
    for step in steps["steps"]:
        if step["do"] != "save":
            editor.carry_out(step)
    saved = editor.call("save")
    assert saved.count(line_end) == saved.count("\n")
    assert saved.replace(line_end, "\n") == editor.text
