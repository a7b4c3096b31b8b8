"""Qt Creator with the language server that clients/qtcreator/README.md has its person enter."""

from __future__ import annotations

import re
import shutil
import struct
import time
from pathlib import Path
from typing import Any

from desktop import ATTEMPTS, DRAWN_SECONDS, Desktop, clusters

CLIENTS = Path(__file__).resolve().parents[2] / "clients"
# What is between two attempts to go to a place.
AGAIN_SECONDS = 5
# What is drawn behind what is selected, more or less, and how wide or high a character is at most.
SELECTED = "#308cc6"
WIDEST_CHARACTER = 40
# What is in its dialog when a form is open: "Requires an Open File".
WHEN_A_FILE_IS_OPEN = 1
# What is typed is what is written and saved, without a list that opens between two keys; texts are indented by two
# spaces, for which Qt Creator reads no `.editorconfig`. What is in menus without a key is given one.
SETTINGS = """[General]
SuppressedWarnings=LinkWithQtInstallation
[LanguageClient]
clients={servers}
[textStorageSettings]
cleanWhitespace=false
addFinalNewLine=false
inEntireDocument=false
[textTabPreferences]
IndentSize=2
[KeyboardShortcutsV2]
TextEditor.NoFormatPaste=Ctrl+Alt+Shift+V
TextEditor.FollowSymbolUnderCursor=Ctrl+Alt+D
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
    paste = "ctrl+alt+shift+v"
    split = ("ctrl+e", "3")

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
        place = {"line": row, "character": len(before.encode("utf-16-le")) // 2}

        def is_there() -> bool:
            # Wherever the cursor rests, it asks what to highlight.
            asked = self.places("textDocument/documentHighlight")
            return asked[-1:] == [place] and not self.has_list()

        for _ in range(ATTEMPTS):
            self.press("Escape", "ctrl+l")
            # What is typed before the list is there, goes into the text.
            if not self.is_soon(self.has_list, AGAIN_SECONDS):
                continue
            self.type(f"{row + 1}:{clusters(before) + 1}")
            # It is not taken before the list has the row, which takes its time with many findings.
            self.press("Return")
            if self.is_soon(is_there, AGAIN_SECONDS):
                return
        self.until(is_there, lambda: place)

    def has_list(self) -> bool:
        """Whether there is a window beside its own: a list to choose from, which has no title."""
        return len(self.run("xdotool", "search", "--onlyvisible", "--class", "qtcreator").split()) > 1

    def pattern(self, part: str) -> str:
        """White space may be other than in a step: it gets no layout."""
        return r"\s*".join(map(re.escape, re.split(r"\s+", part)))

    def type(self, text: str) -> None:
        # A line break among what is typed at once is not taken.
        for number, line in enumerate(text.split("\n")):
            if number:
                self.press("Return")
            super().type(line)

    def place_on_screen(self) -> tuple[int, int]:
        """Where the character behind the cursor is: it is drawn otherwise when it is selected."""
        before, after = self.home / "before.png", self.home / "after.png"
        # Of two pictures nothing is left but that colour, and of that what is in one of them: the size and the place.
        keep = "-fuzz", "8%", "-fill", "black", "+opaque", SELECTED
        compare = "-compose", "difference", "-composite", "-format", "%@", "info:"
        found: list[int] = []

        def is_drawn() -> bool:
            self.run("import", "-window", "root", str(after))
            numbers = re.findall(r"\d+", self.run("convert", str(before), str(after), *keep, *compare))
            found[:] = map(int, numbers)
            # All of the picture, if there is no difference.
            return max(found[:2]) < WIDEST_CHARACTER

        self.run("import", "-window", "root", str(before))
        self.press("shift+Right")
        self.until(is_drawn, lambda: found)
        self.press("Left")
        width, height, x, y = found
        return x + width // 2, y + height // 2

    def do_hover(self, step: dict[str, Any]) -> None:
        """It asks where the mouse rests."""
        self.go(step["at"])
        x, y = self.place_on_screen()
        mouse = "xdotool", "mousemove"

        def point() -> None:
            # It has to have moved before it can rest.
            for height in y - 1, y:
                self.run(*mouse, str(x), str(height))

        told = self.asked("textDocument/hover", point)["contents"]["value"]
        assert all(part in told for part in step["contain"]), told
        # It is beside the mouse, and what else is there takes its time to be read.
        self.until_shown(told, f"-crop 1400x300+0+{max(y - 150, 0)}")
        # Out of the text.
        self.run(*mouse, "0", "0")
        self.press("Escape")

    def do_codeAction(self, step: dict[str, Any]) -> None:  # noqa: N802
        self.go(step["at"])
        titles = [it["title"] for it in self.asked("textDocument/codeAction", lambda: self.press("alt+Return"))]
        assert step["title"] in titles, titles
        time.sleep(DRAWN_SECONDS)
        # They stand in the order of their letters.
        self.press("Down", times=sorted(titles).index(step["title"]))
        self.press("Return")
        self.until_text(step)

    def do_move(self, step: dict[str, Any]) -> None:
        """It asks at once what to do, before anything else can be changed, and is let save the text where it was."""
        super().do_move(step)
        asked = "File Has Been Removed"
        self.until(lambda: self.has_window(asked))
        self.press("alt+s")
        self.until(lambda: not self.has_window(asked))
        self.until(lambda: self.saved().replace("\r\n", "\n") == self.look(), self.saved)

    def do_rename(self, step: dict[str, Any]) -> None:
        """It shows where the name is as soon as it is to be changed, and asks anew with each letter of another."""
        self.go(step["at"])
        self.asked("textDocument/rename", lambda: self.press("ctrl+shift+r"))
        self.until_shown("Replace with")
        self.type(step["name"])
        self.until(lambda: self.names()[-1:] == [step["name"]], self.names)
        self.press("Return")
        self.until_text(step)

    def names(self) -> list[str]:
        """Those that it has been told the places for, in their order."""
        changes = [change for answer in self.answers("textDocument/rename") for change in answer["documentChanges"]]
        return [change["edits"][0]["newText"] for change in changes]

    def do_definition(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.asked("textDocument/definition", lambda: self.press("ctrl+alt+d"))

        def is_there() -> bool:
            row = self.places("textDocument/documentHighlight")[-1]["line"]
            return bool(re.search(self.pattern(step["line"]), self.look().split("\n")[row]))

        self.until(is_there)

    def do_format(self, step: dict[str, Any]) -> None:
        """Not here: Qt Creator 20 says `insertSpace`, and so leaves out what LSP wants to be said, `insertSpaces`."""

    def do_inlayHints(self, step: dict[str, Any]) -> None:  # noqa: N802
        """It asks for none."""
