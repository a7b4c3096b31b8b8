"""Helix in a terminal: keys go in, and what is read is the screen, and the file as it is saved."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import regex
from terminal import Terminal

SETTINGS = """
[editor]
end-of-line-diagnostics = "hint"
idle-timeout = 50
[editor.lsp]
display-inlay-hints = true
"""


class Helix(Terminal):
    """What a person does in Helix, and sees. Use it in a `with` block."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], document: Path) -> None:
        super().__init__([*command, str(document)], environment, document.parent)
        self.document = document

    def escape(self) -> None:
        """Leaves what is open; the next key comes when that has been seen, or they would be one with Alt."""
        before = self.shown
        self.press("\x1b")
        self.until(lambda: self.shown != before and " NOR " in self.shown)

    def text(self) -> str:
        """The document, which is saved for that."""
        # An older answer leaves the last line as the command is typed.
        self.press(":write!")
        self.until(lambda: ":write!" in self.screen.display[-1])
        self.press("\r")
        self.until(lambda: "written" in self.screen.display[-1])
        return self.document.read_bytes().decode()

    def go(self, marked: str) -> None:
        """Puts the cursor on a ¦."""
        before, _, after = marked.partition("¦")
        text = self.text().replace("\r\n", "\n")
        head = text[: text.index(before + after) + len(before)]
        line = head.rpartition("\n")[2]
        self.press(f":goto {head.count(chr(10)) + 1}\rgh")
        count = len(regex.findall(r"\X", line))
        self.press(f"{count}l" if count else "")
        # A place is told as line and column.
        self.until(lambda: re.search(rf"\b{head.count(chr(10)) + 1}:{count + 1}\b", self.shown))

    # The steps of a specification.

    def carry_out(self, step: dict[str, Any]) -> None:
        """One step."""
        getattr(self, "do_" + step["do"])(step)

    def do_diagnostics(self, step: dict[str, Any]) -> None:
        self.until(
            lambda: all(part in self.shown for part in step.get("contain", []))
            and not any(part in self.shown for part in step.get("absent", []))
        )

    def do_edit(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.press("d" * step.get("delete", 0) + "i" + step["insert"])
        self.until(lambda: " INS " in self.shown)
        self.escape()

    def do_completion(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.press("i" + step["insert"])
        self.until(lambda: re.search(rf"\b{step['accept']} +\w", self.shown))
        self.press("\x0e\r")
        self.escape()
        saved = self.text()
        assert all(line in saved for line in step["lines"]), saved

    def do_hover(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.press(" k")
        self.until(lambda: all(part in self.shown for part in step["contain"]))
        self.escape()

    def do_codeAction(self, step: dict[str, Any]) -> None:  # noqa: N802
        self.go(step["at"])
        self.press(" a")
        # The first is chosen already.
        self.until(lambda: step["title"] in self.shown)
        self.press("\r")
        self.until(lambda: step["title"] not in self.shown)
        saved = self.text()
        assert all(line in saved for line in step["lines"]), saved

    def do_symbols(self, step: dict[str, Any]) -> None:
        self.press(" s")
        self.until(lambda: all(name in self.shown for name in step["contain"]))
        self.escape()

    def do_inlayHints(self, step: dict[str, Any]) -> None:  # noqa: N802
        self.until(lambda: all(part in self.shown for part in step["contain"]))

    def do_format(self, step: dict[str, Any]) -> None:
        self.press(":format\r")
        self.until(lambda: all(line.split('"')[0] in self.shown for line in step["lines"]))
        saved = self.text().replace("\r\n", "\n")
        assert all(line in saved for line in step["lines"]), saved

    def do_rename(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.press(" r")
        self.until(lambda: "rename-to:" in self.shown)
        self.press("\x15" + step["name"] + "\r")
        self.until(lambda: f'"{step["name"]}"' in self.shown)
        saved = self.text()
        assert all(line in saved for line in step["lines"]), saved

    def do_definition(self, step: dict[str, Any]) -> None:
        line = next(n for n, text in enumerate(self.text().splitlines(), 1) if step["line"] in text)
        self.go(step["at"])
        self.press("gd")
        self.until(lambda: re.search(rf"\b{line}:\d+\b", self.shown))

    def do_save(self, _: dict[str, Any]) -> None:
        self.text()
