"""Qt Creator with the language server that clients/qtcreator/README.md has its person enter."""

from __future__ import annotations

import re
import shutil
import struct
import time
from pathlib import Path
from typing import Any

from desktop import DRAWN_SECONDS, Desktop, clusters

CLIENTS = Path(__file__).resolve().parents[2] / "clients"
# What is in its dialog when a form is open: "Requires an Open File".
WHEN_A_FILE_IS_OPEN = 1
# What is typed is what is written and saved, without a list that opens between two keys; texts are indented by two
# spaces, for which Qt Creator reads no `.editorconfig`.
SETTINGS = """[LanguageClient]
clients={servers}
[textStorageSettings]
cleanWhitespace=false
addFinalNewLine=false
inEntireDocument=false
[textTabPreferences]
IndentSize=2
[CppTools]
Completion\\CompletionTrigger=0
Completion\\AutoInsertBraces=false
Completion\\AutoInsertQuotes=false
"""


def variant(value: Any) -> bytes:
    """A value as Qt writes it into a stream: the number of its type (QVariant's of Qt 4), and what it holds."""

    def string(text: str) -> bytes:
        data = text.encode("utf-16-be")
        return struct.pack(">I", len(data)) + data

    match value:
        case bool():
            return struct.pack(">IB", 1, value)
        case int():
            return struct.pack(">Ii", 2, value)
        case dict():
            entries = b"".join(string(name) + variant(held) for name, held in value.items())
            return struct.pack(">II", 8, len(value)) + entries
        case list():
            return struct.pack(">II", 9, len(value)) + b"".join(map(variant, value))
        case _:
            return struct.pack(">I", 10) + string(value)


def setting(value: Any) -> str:
    """A value as Qt writes it into a file of settings, each byte by its number."""
    return '"@Variant(' + "".join(f"\\x{byte:x}" for byte in variant(value)) + ')"'


def entered() -> dict[str, str]:
    """The dialog's rows, of the README."""
    readme = (CLIENTS / "qtcreator" / "README.md").read_text()
    return dict(re.findall(r"^\| ([^|]+) \| `([^`]+)`", readme, re.MULTILINE))


class QtCreator(Desktop):
    """Qt Creator."""

    # What it has for C++ looks for compilers; its welcome would have the keys.
    command = ("qtcreator", "-noload", "Welcome", "-noload", "ClangCodeModel", "-noload", "UpdateInfo")
    environment = {"LIBGL_ALWAYS_SOFTWARE": "1"}

    def configure(self) -> None:
        folder = self.home / "config" / "QtProject"
        syntax = folder / "qtcreator" / "generic-highlighter" / "syntax"
        syntax.mkdir(parents=True)
        shutil.copy(CLIENTS / "kate" / "fields.xml", syntax)
        rows = entered()
        server = {
            "typeId": "LanguageClient::StdIOSettingsID",
            "id": "{f1e1dd00-0000-0000-0000-000000000000}",
            "name": rows["Name"],
            "enabled": True,
            "startupBehavior": WHEN_A_FILE_IS_OPEN,
            "mimeType": [],
            "filePattern": rows["Language, File pattern"],
            "initializationOptions": "",
            "configuration": "",
            "executable": rows["Executable"],
            "arguments": "",
        }
        (folder / "QtCreator.ini").write_text(SETTINGS.format(servers=setting([server])))

    def place_cursor(self, row: int, line: str, before: str) -> None:
        self.press("Escape", "ctrl+l")
        self.type(f"{row + 1}:{clusters(before) + 1}")
        self.press("Return")

    def type(self, text: str) -> None:
        # A line break among what is typed at once is not taken.
        for number, line in enumerate(text.split("\n")):
            if number:
                self.press("Return")
            super().type(line)

    def do_hover(self, step: dict[str, Any]) -> None:
        """Not here: it asks where the mouse rests, and a place in the text is not known as one on the screen."""

    def do_codeAction(self, step: dict[str, Any]) -> None:  # noqa: N802
        self.go(step["at"])
        titles = [it["title"] for it in self.asked("textDocument/codeAction", lambda: self.press("alt+Return"))]
        assert step["title"] in titles, titles
        time.sleep(DRAWN_SECONDS)
        # They stand in the order of their letters.
        self.press("Down", times=sorted(titles).index(step["title"]))
        self.press("Return")
        self.until_text(step)

    def do_format(self, step: dict[str, Any]) -> None:
        """Not here: Qt Creator 20 says `insertSpace`, and so leaves out what LSP wants to be said, `insertSpaces`."""

    def do_inlayHints(self, step: dict[str, Any]) -> None:  # noqa: N802
        """It asks for none."""
