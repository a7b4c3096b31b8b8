"""Editing a draft with keys: where the cursor goes, and what to put in the place of what.

Nothing here changes a draft; the daemon does, if it accepts the edit. The cursor moves by what
people take for one character. A key costs what is near the cursor and on its line, however long the
draft is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, split_graphemes

_WORD = re.compile(r"\w+|[^\w\s]+")
# As far as one character is looked for; what is longer is cut.
_CHARACTER_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a draft; what is between it and the anchor is selected."""

    place: int
    anchor: int

    @classmethod
    def at(cls, place: int) -> Cursor:
        """A cursor without a selection."""
        return cls(place, place)

    @property
    def start(self) -> int:
        return min(self.place, self.anchor)

    @property
    def end(self) -> int:
        return max(self.place, self.anchor)

    @property
    def is_selecting(self) -> bool:
        return self.place != self.anchor

    def clamped(self, length: int) -> Cursor:
        """The cursor in a draft of some length."""
        return Cursor(min(self.place, length), min(self.anchor, length))


class Edit(NamedTuple):
    """A text for the place of `draft[start:end]`."""

    start: int
    end: int
    text: str

    @property
    def cursor(self) -> Cursor:
        """Where the cursor is once the edit is made."""
        return Cursor.at(self.start + len(self.text))


Line = tuple[int, int]
"""A line on the screen: where it starts and ends in the draft, without its line break."""


def insert(cursor: Cursor, text: str) -> Edit:
    """Types or pastes in the place of the selection."""
    return Edit(cursor.start, cursor.end, text)


def delete(key: str, draft: str, cursor: Cursor) -> Edit | None:
    """What a key deletes; None for a key that deletes nothing."""
    if key not in _DELETED:
        return None
    if cursor.is_selecting:
        return Edit(cursor.start, cursor.end, "")
    other = _moved(_DELETED[key], draft, cursor.place, [(0, len(draft))])
    return Edit(min(cursor.place, other), max(cursor.place, other), "")


def move(key: str, draft: str, cursor: Cursor, lines: Sequence[Line]) -> Cursor | None:
    """Where a key moves the cursor; None for a key that does not, or from the first or last line.

    With Shift the anchor stays where it is.
    """
    if key == "ctrl+shift+a":
        return Cursor(len(draft), 0)
    plain = key.replace("shift+", "")
    if plain not in _MOVES or (plain in ("up", "down") and len(lines) == 1):
        return None
    if cursor.is_selecting and plain == key and plain in ("left", "right"):
        return Cursor.at(cursor.start if plain == "left" else cursor.end)
    place = _moved(plain, draft, cursor.place, lines)
    return Cursor.at(place) if plain == key else Cursor(place, cursor.anchor)


@lru_cache(maxsize=32)
def wrap(draft: str, width: int) -> Sequence[Line]:
    """The lines of a draft on a screen of some width, broken between words where possible."""
    lines: list[Line] = []
    start = 0
    for text in draft.split("\n"):
        lines += [(start + first, start + last) for first, last in _wrapped(text, width)]
        start += len(text) + 1
    return lines


def line_index(lines: Sequence[Line], place: int) -> int:
    """The line on which a place is; between two lines it is on the second."""
    return bisect_right(lines, place, key=lambda line: line[0]) - 1


def place_at(draft: str, line: Line, column: int) -> int:
    """The place in a line that is at a column of the screen, or at the line's end."""
    start, end = line
    end = min(end, start + (column + 1) * _CHARACTER_LENGTH)
    for first, last, cells in split_graphemes(draft[start:end])[0]:
        column -= cells
        if column < 0:
            return start + first
    return end


def place_after(draft: str, place: int) -> int:
    """The place behind the character at a place."""
    start = _start_near(draft, place)
    stops = _stops(draft[start : place + _CHARACTER_LENGTH])
    return min((start + stop for stop in stops if place < start + stop), default=len(draft))


def place_before(draft: str, place: int) -> int:
    """The place before the character that ends at a place."""
    start = _start_near(draft, place - 1)
    stops = _stops(draft[start:place])
    return max((start + stop for stop in stops if start + stop < place), default=0)


def window(draft: str, first: int, place: int, width: int) -> Line:
    """What of one long line is in a box of some width that shows a place and what begins there.

    `first` is where the box began before; it moves as little as it can.
    """
    start = _start_near(draft, max(0, min(first, place), place - width * _CHARACTER_LENGTH))
    shown, room = place, width - 1
    for begin, _, cells in reversed(split_graphemes(draft[start:place])[0]):
        room -= cells
        if room < 0:
            break
        shown = start + begin
    first = max(min(first, place), shown)
    return first, place_at(draft, (first, len(draft)), width)


_DELETED = {
    "backspace": "left",
    "delete": "right",
    "ctrl+w": "ctrl+left",
    "ctrl+backspace": "ctrl+left",
    "ctrl+delete": "ctrl+right",
    "ctrl+u": "home",
    "ctrl+k": "end",
}
_MOVES = "left right ctrl+left ctrl+right home end ctrl+a ctrl+e up down".split()


def _moved(move: str, draft: str, place: int, lines: Sequence[Line]) -> int:
    index = line_index(lines, place)
    start, end = lines[index]
    match move:
        case "left":
            return place_before(draft, place)
        case "right":
            return place_after(draft, place)
        case "ctrl+left":
            words = (word.start() for word in _WORD.finditer(draft))
            return max((word for word in words if word < place), default=0)
        case "ctrl+right":
            words = (word.end() for word in _WORD.finditer(draft))
            return min((word for word in words if place < word), default=len(draft))
        case "home" | "ctrl+a":
            return start
        case "end" | "ctrl+e":
            return end
        case _:
            other = index + (1 if move == "down" else -1)
            if not 0 <= other < len(lines):
                return 0 if move == "up" else len(draft)
            return place_at(draft, lines[other], cell_len(draft[start:place]))


def _stops(text: str) -> list[int]:
    """Where a cursor can stand in a text."""
    spans, _ = split_graphemes(text)
    return [0, *(end for _, end, _ in spans)]


def _start_near(draft: str, place: int) -> int:
    """Where a character begins at a place or not far before it: one of ASCII is never a part."""
    last = max(0, place - _CHARACTER_LENGTH)
    while last < place and not "\n" < draft[place : place + 1] <= "\x7f":
        place -= 1
    return place


def _wrapped(text: str, width: int) -> list[Line]:
    lines: list[Line] = []
    start = after_space = column = 0
    for first, last, cells in split_graphemes(text)[0]:
        if width < column + cells and not text[first:last].isspace():
            end = after_space if start < after_space else first
            lines.append((start, end))
            start = end
            column = cell_len(text[start:first])
        column += cells
        if text[first:last].isspace():
            after_space = last
    return [*lines, (start, len(text))]
