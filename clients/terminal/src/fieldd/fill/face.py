"""What the faces of a field have in common: how a field looks inside its box, and takes keys.

A face draws what the daemon tells and says what a person does. What it keeps is what the daemon
has no part in: where the cursor stands, and what of a date is typed so far.
"""

from __future__ import annotations

import re
from typing import Protocol

from fieldd import Field, Outcome
from textual.content import Content
from textual.events import Key

CURRENT = "on #E3EAFC"
"""The row on which a list stands."""

PICTURES = {code: 0x2400 + code for code in range(32)} | {127: 0x2421}
"""Control characters take a cell each, and do nothing to a terminal."""

_ICONS = {
    "calendar": "▦",
    "check": "✓",
    "cross": "✕",
    "eye": "◉",
    "lock": "⚿",
    "search": "⌕",
    "star": "★",
    "warning": "⚠",
}


class Face(Protocol):
    """What all faces do. A key or click that is none of theirs gives None."""

    @property
    def line(self) -> int:
        """The line in the box at which a person looks."""

    @property
    def column(self) -> int:
        """The column on that line at which what is typed next will stand."""

    def lines(self, width: int) -> list[Content]:
        """What is in the box, for its width."""

    async def press(self, key: Key) -> Outcome | bool | None:
        """Takes a key; True if it has only moved a cursor."""

    async def click(self, column: int, line: int) -> Outcome | bool | None:
        """Takes a click, by its place in the box."""

    async def leave(self) -> Outcome | None:
        """Finishes what was begun, before the person goes elsewhere."""


def one_line(text: str) -> str:
    """A text that takes one line, whatever is in it."""
    return re.sub(r"\s*[\r\n]+\s*", " ", text).translate(PICTURES)


def color(field: Field, part: str, otherwise: str = "") -> str:
    """The colour of a part of a field, as a style; another one where the daemon has told none."""
    return field.colors[part].value if part in field.colors else otherwise


def cursor_style(field: Field) -> str:
    """A block of the cursor's colour."""
    return f"#FFFFFF on {color(field, 'cursor', '#1A56DB')}"


def side_of(field: Field) -> Content:
    """What stands on the right: the unit, that a check is pending, the icon."""
    icon = _ICONS.get(field.icon, field.icon) if field.icon else ""
    parts = [
        Content.styled(field.unit or "", color(field, "unit")),
        Content.styled("…" if field.is_pending else "", color(field, "helper")),
        Content.styled(icon or "", color(field, "icon")),
    ]
    return Content(" ").join([part for part in parts if part.plain])


def justified(left: Content, right: Content, width: int) -> Content:
    """Two contents at the ends of a line."""
    gap = max(0, width - left.cell_length - right.cell_length)
    return left + Content(" " * gap) + right
