"""The snippets of a page of documentation: what they are, and what comes of them.

A fence says in its first line what is in it and what it is called: ```json signup.fields.json. What
is called as a file of the project is a part of that file; any other name is a file in the folder in
which the page's sessions run, in their order. A session (```console) has commands behind `$`,
continued behind `>`, and what they print, on both streams; `…` stands for anything, on a line of its
own for any lines.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from conftest import PROJECT
from markdown_it import MarkdownIt

PATIENCE_SECONDS = 120
MARK = "\x1e"


@dataclass
class Snippet:
    """A fence: its language, the file that it is, what else is said of it, and its lines."""

    language: str
    name: str
    words: list[str]
    text: str
    first_line: int

    def __str__(self) -> str:
        return f"line {self.first_line}: {self.language} {self.name}".rstrip()


def snippets_of(text: str) -> list[Snippet]:
    """All fences of a page, those in lists too."""
    found = []
    for token in MarkdownIt("commonmark").parse(text):
        if token.type == "fence":
            assert token.map is not None
            language, name, *words = [*token.info.split(), "", ""]
            found.append(Snippet(language, name, [it for it in words if it], token.content, token.map[0] + 1))
    return found


def is_part(part: str, whole: str) -> bool:
    """Whether some lines stand in a file as they are, but for how far they are indented.

    What a snippet imports may stand further above than in the snippet.
    """
    lines = part.rstrip("\n").split("\n")
    while lines and (lines[0].startswith("import ") or not lines[0].strip()):
        if lines[0].startswith("import ") and lines[0] not in whole.split("\n"):
            return False
        lines.pop(0)
    wanted = textwrap.dedent("\n".join(lines))
    them = whole.split("\n")
    count = len(lines)
    return any(
        textwrap.dedent("\n".join(them[start : start + count])) == wanted
        for start in range(len(them) - count + 1)
    )


@dataclass
class Command:
    """A command of a session, as it is typed, and what it prints."""

    typed: list[str]
    printed: list[str]

    @property
    def script(self) -> str:
        first, *rest = self.typed
        return "\n".join([first.removeprefix("$ "), *(it.removeprefix("> ") for it in rest)])


def commands_of(text: str) -> list[Command]:
    """The commands of a session."""
    commands: list[Command] = []
    for line in text.rstrip("\n").split("\n"):
        if line.startswith("$ "):
            commands.append(Command([line], []))
        elif line.startswith("> ") and commands and not commands[-1].printed:
            commands[-1].typed.append(line)
        else:
            assert commands, f"no command before {line!r}"
            commands[-1].printed.append(line)
    return commands


def run(commands: list[Command], folder: Path, environment: dict[str, str]) -> list[list[str]]:
    """What each command prints, all of them in one shell."""
    script = ["exec 2>&1"]
    for command in commands:
        # What is printed is told apart by marks, and the status before a mark is the one behind it.
        script += [f"status=$?; printf '\\036'; (exit $status)\n{command.script}"]
    done = subprocess.run(
        ["bash", "-c", "\n".join(script)],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    parts = done.stdout.decode().split(MARK)[1:]
    return [part.removesuffix("\n").split("\n") if part else [] for part in parts]


def is_printed(expected: list[str], printed: list[str]) -> bool:
    """Whether a session prints what it says, `…` standing for anything."""
    pattern = "".join(
        r"(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + "\n"
        for line in expected
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


def environment_for(folder: Path, fieldd: str) -> dict[str, str]:
    """`fieldd` and `python` by their names, the packages of clients/, and nobody's own files."""
    programs = folder / "programs"
    programs.mkdir(parents=True)
    wrappers = {"fieldd": fieldd, "python": f"{sys.executable} -B", "pre-commit": f"{sys.executable} -m pre_commit"}
    for name, command in wrappers.items():
        (programs / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        (programs / name).chmod(0o755)
    packages = [PROJECT / "clients" / name / "src" for name in ("python", "terminal")]
    home = folder / "home"
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    return kept | {
        "PATH": os.pathsep.join([str(programs), os.environ["PATH"]]),
        "PYTHONPATH": os.pathsep.join(map(str, packages)),
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "NO_COLOR": "1",
    }


def work_folder(folder: Path) -> Path:
    """An empty folder for a page, in which clients/ is there, as in a checkout."""
    folder.mkdir(parents=True)
    (folder / "clients").symlink_to(PROJECT / "clients")
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "fieldd").symlink_to(PROJECT / "clients" / "javascript")
    return folder


def findings(fieldd: str, file: Path, severity: str) -> str:
    """What the command line says of a form or a record with findings so severe; else nothing."""
    command = [fieldd, "check", "--severity", severity, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def form_around(text: str) -> str | None:
    """The form that some JSON is, or is a field of."""
    found = json.loads(text)
    if isinstance(found, dict) and "fields" in found:
        return text
    if isinstance(found, dict) and "kind" in found:
        return json.dumps({"fields": [found]})
    return None


def with_output(text: str, snippet: Snippet, printed: list[list[str]]) -> str:
    """A page whose session says what it printed."""
    commands = commands_of(snippet.text)
    lines: list[str] = []
    for command, found in zip(commands, printed, strict=True):
        same = is_printed(command.printed, found)
        lines += [*command.typed, *(command.printed if same else found)]
    page = text.split("\n")
    count = len(snippet.text.rstrip("\n").split("\n"))
    page[snippet.first_line : snippet.first_line + count] = lines
    return "\n".join(page)


def differences(snippet: Snippet, printed: list[list[str]]) -> Iterator[str]:
    """What a session says and does not print."""
    commands = commands_of(snippet.text)
    if len(printed) != len(commands):
        yield f"{snippet}: the session ended before its end: {printed}"
    for command, found in zip(commands, printed, strict=False):
        if not is_printed(command.printed, found):
            said = "\n".join(command.printed)
            yield f"{snippet}: {command.script}\nis said to print\n{said}\nand prints\n" + "\n".join(found)
