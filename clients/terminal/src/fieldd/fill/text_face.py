"""A draft that is typed, or shown in one piece."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence

from fieldd import Field, Match, Outcome
from rich.cells import cell_len
from textual.content import Content
from textual.events import Key

from . import editing
from .editing import Cursor, Edit, Line
from .face import CURRENT, PICTURES, color, cursor_style, justified, side_of
from .filling import LINES, TYPED
from .words import Words

# What ends a line: anything else that some take for a line break is part of the text.
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_LAST_LINE_BREAK = re.compile(r"(?:\r\n|\r|\n)\Z")
_SELECTION = "on #C7D7FB"
_AREA_LINE_COUNT = 8
# Who sees one line writes one.
_LEAST_AREA_LINE_COUNT = 3
_MATCH_COUNT = 5


class TextFace:
    """A draft that is typed, or shown: entry, area, the typed text of a picker, a closed picker."""

    def __init__(self, field: Field, words: Words) -> None:
        self.field = field
        self._words = words
        self.cursor = Cursor.at(len(field.text))
        self.choice: int | None = None
        self._width = 1
        self._first_place = 0
        self._match_line = 0
        # How far each line stands from the left, where text runs to the left.
        self._margins: list[int] = []

    @property
    def is_editable(self) -> bool:
        field = self.field
        is_typed = field.kind in TYPED
        is_manual = field.manual_entry is not None and field.manual_entry.active
        return field.is_active and not field.is_read_only and (is_typed or is_manual)

    @property
    def matches(self) -> Sequence[Match]:
        return self.field.matches if self.field.is_active else ()

    @property
    def line(self) -> int:
        if self.choice is not None:
            return self._match_line + min(self.choice, _MATCH_COUNT - 1)
        lines = self._wrapped(self.field.text)
        place = self.cursor.clamped(len(self.field.text)).place
        return editing.line_index(lines, place) - self._first_line(lines)

    @property
    def column(self) -> int:
        if self.choice is not None or not self.is_editable:
            return 0
        draft = self.field.text
        lines = self._wrapped(draft)
        place = self.cursor.clamped(len(draft)).place
        first = lines[editing.line_index(lines, place)][0]
        before = self._shown(draft)[max(first, self._first_place) : place]
        margin = self._margins[self.line] if self.line < len(self._margins) else 0
        return self._prefix().cell_length + margin + cell_len(before)

    def lines(self, width: int) -> list[Content]:
        side = side_of(self.field)
        prefix = self._prefix()
        self._width = max(1, width - prefix.cell_length - side.cell_length - 1)
        lines = self._draft_lines() if self.field.text else [self._empty_line()]
        if self.field.kind in LINES:
            lines += [Content("")] * (_LEAST_AREA_LINE_COUNT - len(lines))
        self._margins = [0] * len(lines)
        if self._words.is_right_to_left:
            return self._mirrored(lines, prefix, side, width)
        lines[0] = justified(prefix + lines[0], side, width)
        indent = Content(" " * prefix.cell_length)
        lines[1:] = [indent + line for line in lines[1:]]
        self._match_line = len(lines)
        return lines + self._match_lines(width)

    def _mirrored(
        self, lines: Sequence[Content], prefix: Content, side: Content, width: int
    ) -> list[Content]:
        """The lines on the right, and on the left what stands on the right elsewhere."""
        indent = prefix.cell_length
        self._margins = [max(0, width - line.cell_length - indent) for line in lines]
        first = prefix + lines[0] if indent else lines[0]
        rest = [line.pad_left(margin) for line, margin in zip(lines, self._margins, strict=True)]
        self._match_line = len(lines)
        return [justified(side, first, width), *rest[1:], *self._match_lines(width)]

    async def press(self, key: Key) -> Outcome | bool | None:
        if not self.is_editable:
            return None
        draft = self.field.text
        cursor = self.cursor = self.cursor.clamped(len(draft))
        if self.matches and (outcome := await self._press_in_matches(key.key)) is not None:
            return outcome
        if edit := editing.delete(key.key, draft, cursor):
            return await self._edit(edit)
        if character := _character(key):
            return await self.insert(character)
        if key.key == "enter" and self.field.kind in LINES:
            return await self.insert("\n")
        moved = editing.move(key.key, draft, cursor, self._wrapped(draft))
        if moved is not None:
            self.cursor = moved
            return True
        if key.key == "up" and self.field.rows:
            return await self.field.select(index=len(self.field.rows) - 1)
        return None

    def text(self, keys: Iterable[Key]) -> str:
        """The text that is typed by the first of some keys."""
        if not self.is_editable or self.choice is not None or self.field.is_showing_autofill:
            return ""
        is_area = self.field.kind in LINES
        typed = ("\n" if is_area and key.key == "enter" else _character(key) for key in keys)
        return "".join(itertools.takewhile(bool, typed))

    async def insert(self, text: str) -> Outcome | None:
        """Types or pastes what has room; a field of one line takes line breaks as spaces."""
        if not self.is_editable:
            return None
        if self.field.kind not in LINES:
            text = _LINE_BREAK.sub(" ", _LAST_LINE_BREAK.sub("", text))
        self.cursor = self.cursor.clamped(len(self.field.text))
        return await self._edit(editing.insert(self.cursor, text))

    async def click(self, column: int, line: int) -> Outcome | bool | None:
        index = line - self._match_line
        if 0 <= index < len(self._shown_matches()):
            return await self.field.apply_autofill(self._shown_matches()[index].text)
        if not self.is_editable:
            return None
        lines = self._wrapped(self.field.text)
        margin = self._margins[line] if line < len(self._margins) else 0
        column -= self._prefix().cell_length + margin
        first, last = lines[min(line + self._first_line(lines), len(lines) - 1)]
        first = max(first, self._first_place)
        place = editing.place_at(self._shown(self.field.text), (first, last), column)
        self.cursor = Cursor.at(place)
        return True

    async def leave(self) -> None:
        self.choice = None

    # What a person types.

    async def _edit(self, edit: Edit) -> Outcome:
        self.choice = None
        is_one = len(edit.text) == 1
        outcome = await self.field.replace_text(
            edit.text, edit.start, edit.end, truncate=not is_one
        )
        if outcome and not outcome.dropped:
            self.cursor = edit.cursor
        return outcome

    async def _press_in_matches(self, key: str) -> Outcome | bool | None:
        if self.field.is_showing_autofill and self.choice is None:
            self.choice = 0
        match key, self.choice:
            case "down", None if self.field.kind not in LINES:
                self.choice = 0
            case "down", int(choice):
                self.choice = min(choice + 1, len(self.matches) - 1)
            case "up", int(choice) if 0 < choice:
                self.choice = choice - 1
            case "up" | "escape", int() if not self.field.is_showing_autofill:
                self.choice = None
            case "enter", int(choice):
                outcome = await self.field.apply_autofill(self.matches[choice].text)
                self.cursor = Cursor.at(len(self.field.text))
                self.choice = None
                return outcome
            case "delete", int(choice) if self.matches[choice].removable:
                outcome = await self.field.remove_autofill(self.matches[choice].text)
                self.choice = min(choice, len(self.matches) - 1) if self.matches else None
                return outcome
            case _:
                return None
        return True

    # How it is drawn.

    def _prefix(self) -> Content:
        prefix = self.field.prefix
        return Content.styled(f"{prefix} ", color(self.field, "prefix")) if prefix else Content("")

    def _shown(self, draft: str) -> str:
        """The draft as it is shown, place by place."""
        if self.field.is_secure and not self.field.is_revealed:
            return "•" * len(draft)
        return draft.translate(PICTURES | {10: 10})  # Line breaks are those of `wrap`.

    def _wrapped(self, draft: str) -> Sequence[Line]:
        if self.field.kind not in LINES:
            return [(0, len(draft))]
        return editing.wrap(draft, self._width)

    def _first_line(self, lines: Sequence[Line]) -> int:
        """The line of the draft at the top of the box."""
        cursor = editing.line_index(lines, self.cursor.clamped(lines[-1][1]).place)
        top = cursor - _AREA_LINE_COUNT + 1 if self.is_editable else 0
        return max(0, min(top, len(lines) - _AREA_LINE_COUNT))

    def _draft_lines(self) -> list[Content]:
        style = color(self.field, "text")
        if not self.is_editable and self.field.kind not in LINES:
            self._first_place = 0
            content = Content(self.field.display.translate(PICTURES))
            return [content.truncate(self._width, ellipsis=True).stylize(style)]
        draft = self.field.text
        shown = self._shown(draft)
        self.cursor = self.cursor.clamped(len(draft))
        if self.field.kind not in LINES:
            line = editing.window(shown, self._first_place, self.cursor.place, self._width)
            self._first_place = line[0]
            return [self._painted(shown, line, style)]
        lines = self._wrapped(draft)
        top = self._first_line(lines)
        return [self._painted(shown, line, style) for line in lines[top : top + _AREA_LINE_COUNT]]

    def _painted(self, shown: str, line: Line, style: str) -> Content:
        """A line with the selection and the cursor."""
        start, end = line
        content = Content(shown[start:end] + " ").stylize(style)
        if not self.is_editable:
            return content
        cursor = self.cursor
        if cursor.is_selecting:
            first, last = max(cursor.start, start), min(cursor.end, end)
            if first < last:
                content = content.stylize(_SELECTION, first - start, last - start)
        is_here = start <= cursor.place <= end
        if is_here and (cursor.place < end or end == len(shown) or shown[end] == "\n"):
            at = cursor.place - start
            width = editing.place_after(shown, cursor.place) - cursor.place
            content = content.stylize(cursor_style(self.field), at, at + max(width, 1))
        return content

    def _empty_line(self) -> Content:
        """The title where it stands in the empty field, else the placeholder."""
        field = self.field
        if field.title.position == "down":
            return Content.styled(field.title.text, color(field, "title"))
        content = Content.styled((field.placeholder or "") + " ", f"{color(field, 'helper')} dim")
        if self.is_editable:
            content = content.stylize(cursor_style(field), 0, 1)
        return content

    def _shown_matches(self) -> Sequence[Match]:
        first = max(0, (self.choice or 0) - _MATCH_COUNT + 1)
        return self.matches[first : first + _MATCH_COUNT]

    def _match_lines(self, width: int) -> list[Content]:
        if self.field.is_showing_autofill and self.choice is None:
            self.choice = 0
        chosen = self.matches[self.choice] if self.choice is not None and self.matches else None
        lines = []
        for match in self._shown_matches():
            is_chosen = match is chosen
            hint = f"⏎ {self._words('apply')}" if is_chosen else ""
            if is_chosen and match.removable:
                hint += f"  del {self._words('forget_text')}"
            text = Content(("› " if is_chosen else "  ") + match.text.translate(PICTURES))
            line = justified(text, Content.styled(hint, "dim"), width)
            lines.append(line.stylize(CURRENT if is_chosen else color(self.field, "helper")))
        return lines


def _character(key: Key) -> str:
    return key.character if key.is_printable and key.character else ""
