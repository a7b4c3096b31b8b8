"""Real editors, each with the configuration that clients/ has for it, carry out the same steps."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PROJECT, SHARED, SPECS, need
from terminal import run_in_terminal

CLIENTS = PROJECT / "clients"
DRIVERS = Path(__file__).parent / "editors"
PATIENCE_SECONDS = 150.0
EMACS = ["emacs", "-q", "--no-site-file", "--no-splash", "-nw", "--eval", "(package-initialize)"]
EDITORS = {
    "neovim": [
        *["nvim", "--headless", "--clean", "-n", "--cmd", "let &packpath = $VIMRUNTIME"],
        *["-c", f"luafile {CLIENTS}/neovim/fieldd.lua", "-c", f"luafile {DRIVERS}/neovim.lua"],
    ],
    "emacs-eglot": [*EMACS, "-l", f"{CLIENTS}/emacs/fieldd.el", "-l", f"{DRIVERS}/emacs.el"],
    "emacs-lsp-mode": [
        *[*EMACS, "-l", f"{CLIENTS}/emacs/fieldd-lsp-mode.el", "-l", f"{DRIVERS}/emacs.el"]
    ],
    "vim-ale": [
        *["vim", "-N", "-i", "NONE", "-u", f"{DRIVERS}/vim.vim"],
        *["--cmd", f"source {CLIENTS}/vim/fieldd-ale.vim"],
    ],
}
# Versions of clients that count positions in characters or bytes, not in UTF-16 units as they
# say, get text in which there is no difference.
WIDEST = {"emacs-lsp-mode": 0xFFFF, "vim-ale": 0x7F}


def narrowed(text: str, widest: int) -> str:
    """The text with a plain character for each that is beyond a code point."""
    plain = "x" if widest < 0x80 else "※"
    return "".join(plain if widest < ord(one) and one != "¦" else one for one in text)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("editor", EDITORS)
@pytest.mark.usefixtures("path_with_fieldd")
def test_an_editor_with_our_configuration(editor: str, line_end: str, tmp_path: Path) -> None:
    command = EDITORS[editor]
    need(command[0])
    text, steps = (
        narrowed((SPECS / name).read_text(), WIDEST.get(editor, sys.maxunicode))
        for name in ("signup.fields.json", "signup.json")
    )
    document, spec = tmp_path / "signup.fields.json", tmp_path / "steps.json"
    result = tmp_path / "result.jsonl"
    spec.write_text(steps)
    document.write_bytes(text.replace("\n", line_end).encode())
    environment = os.environ | {
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "EDITOR_DOCUMENT": str(document),
        "EDITOR_STEPS": str(spec),
        "EDITOR_RESULT": str(result),
    }
    status, screen = run_in_terminal(command, environment, tmp_path, PATIENCE_SECONDS)
    assert result.exists(), screen[-3000:]
    done = [json.loads(line) for line in result.read_text().splitlines()]
    assert [step for step in done if not step["ok"]] == []
    assert len(done) == len(json.loads(steps)["steps"])
    assert status == 0, screen[-3000:]
    saved = document.read_bytes().decode()
    assert '"kind": "entry", "label": "E-mail"' in saved
    assert saved.count(line_end) == saved.count("\n") == text.count("\n")


# The harnesses that lie beside the project look at each editor's screen and at its traffic.

HARNESSES = {
    "python-pytest-lsp": [],
    "neovim": [],
    "emacs-eglot": [],
    "emacs-lsp-mode": ["--bmp"],
    "vim-ale": ["--ascii"],
}
PROGRAMS = {"neovim": "nvim", "vim-ale": "vim"}


@pytest.mark.skipif(not (SHARED / "clients-e2e").is_dir(), reason="the harnesses are not here")
@pytest.mark.parametrize("line_end", ["LF", "CRLF"])
@pytest.mark.parametrize("harness", HARNESSES)
def test_an_editor_in_its_harness(fieldd: str, harness: str, line_end: str) -> None:
    if harness != "python-pytest-lsp":
        need(PROGRAMS.get(harness, "emacs"))
    command = [
        *[sys.executable, SHARED / "clients-e2e" / harness / "run.py", "--server", fieldd],
        *["--doc", SPECS / "signup.fields.json", "--spec", SPECS / "signup.json"],
        *HARNESSES[harness],
        *(["--crlf"] if line_end == "CRLF" else []),
    ]
    result = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert result.returncode == 0, result.stdout + result.stderr
