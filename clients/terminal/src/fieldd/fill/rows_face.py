"""The open list of a picker."""

from __future__ import annotations

import time
from collections.abc import Sequence

from fieldd import Field, Outcome
from textual.content import Content
from textual.events import Key

from .face import CURRENT, color, justified, one_line, side_of

_ROW_COUNT = 7
# A letter that comes later begins another name.
_TYPING_SECONDS = 0.7


class RowsFace:
    """The open list of a picker.

    To stand on a row is not to choose it: that is done by Return, Done, a click and, of several rows,
    Space.
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        self._index: int | None = None
        self._letters = ""
        self._letters_at = 0.0

    @property
    def index(self) -> int:
        """The row that the list stands on: at first the one that is chosen."""
        row = (0 if self.field.multiple else self.field.row) if self._index is None else self._index
        return max(0, min(row or 0, len(self._labels()) - 1))

    @property
    def line(self) -> int:
        shown = self._shown()
        return shown.index(self.index) + 1 if self.index in shown else 1

    @property
    def column(self) -> int:
        return 0

    def lines(self, width: int) -> list[Content]:
        text = Content.styled(one_line(self.field.display) or " ", color(self.field, "text"))
        if not self.field.display and self.field.placeholder:
            text = Content.styled(self.field.placeholder, f"{color(self.field, 'helper')} dim")
        side = side_of(self.field)
        head = justified(text.truncate(width - side.cell_length - 1, ellipsis=True), side, width)
        return [head, *(self._line(index, width) for index in self._shown())]

    async def press(self, key: Key) -> Outcome | bool | None:
        count = len(self._labels())
        match key.key:
            case "down":
                return await self._stand(range(self.index + 1, count))
            case "up":
                return await self._stand(range(self.index - 1, -1, -1))
            case "pagedown":
                return await self._stand(range(min(self.index + _ROW_COUNT, count - 1), -1, -1))
            case "pageup":
                return await self._stand(range(max(self.index - _ROW_COUNT, 0), count))
            case "home":
                return await self._stand(range(count))
            case "end":
                return await self._stand(range(count - 1, -1, -1))
            case "space" if self.field.multiple and not self._rows_of(self._letters_so_far + " "):
                return await self.field.select(index=self.index)
        if key.is_printable and key.character:
            return await self._find(key.character.casefold())
        return None

    async def _find(self, letter: str) -> Outcome | bool:
        """Goes to the row that begins with what is typed; a first letter, and the same one again, to the next."""
        letters = self._letters_so_far + letter
        found = self._rows_of(letters)
        if not found and {*letters} == {letter}:
            letters = letter
            found = self._rows_of(letter)
        if letters == letter:
            found = [*filter(self.index.__lt__, found), *filter(self.index.__ge__, found)]
        self._letters, self._letters_at = letters, time.monotonic()
        return await self._stand(found)

    @property
    def _letters_so_far(self) -> str:
        """The letters that were typed just now, of which the next one is the next."""
        return self._letters if time.monotonic() - self._letters_at < _TYPING_SECONDS else ""

    def _rows_of(self, letters: str) -> list[int]:
        labels = self._labels()
        return [index for index, label in enumerate(labels) if label.casefold().startswith(letters)]

    async def click(self, column: int, line: int) -> Outcome | bool | None:
        shown = self._shown()
        if not 0 < line <= len(shown):
            return None
        index = shown[line - 1]
        self._index = index
        return await self.field.select(index=index)

    async def leave(self) -> Outcome | None:
        return None

    async def choose(self) -> Outcome | None:
        """Takes the row that the list stands on; of several rows those that are chosen stay."""
        if self.field.multiple:
            return None
        return await self.field.select(index=self.index)

    async def _stand(self, indexes: Sequence[int]) -> Outcome | bool:
        """Stands on the first of some rows that can be chosen."""
        rows = self.field.rows
        for index in indexes:
            if index == len(rows):
                # There a person types at once.
                return await self.field.select(index=index)
            if not rows[index].disabled:
                self._index = index
                break
        return True

    def _labels(self) -> list[str]:
        labels = [row.label for row in self.field.rows]
        return [*labels, self.field.manual_entry.label] if self.field.manual_entry else labels

    def _shown(self) -> list[int]:
        """The rows in the box, of those that are offered now."""
        rows = self.field.rows
        offered = [index for index in range(len(self._labels())) if index >= len(rows) or not rows[index].hidden]
        before = sum(index < self.index for index in offered)
        first = max(0, min(before - _ROW_COUNT // 2, len(offered) - _ROW_COUNT))
        return offered[first : first + _ROW_COUNT]

    def _line(self, index: int, width: int) -> Content:
        is_current = index == self.index
        mark = "› " if is_current else "  "
        style = color(self.field, "text")
        if index == len(self.field.rows):
            content = Content(mark + one_line(self._labels()[index])).stylize(f"{style} italic")
        else:
            row = self.field.rows[index]
            is_chosen = row.draft in self.field.chosen
            if self.field.multiple:
                mark += "■ " if is_chosen else "□ "
            content = Content(mark + one_line(row.label))
            content = content.stylize(f"{style} {'dim' if row.disabled else ''}".strip())
            if is_chosen and not self.field.multiple:
                content = content + Content.styled(" ✓", color(self.field, "doneButton"))
            if row.description:
                content = content + Content.styled(f"  {one_line(row.description)}", "dim")
        content = content.truncate(width, ellipsis=True)
        content = content.pad_right(width - content.cell_length)
        return content.stylize(CURRENT) if is_current else content
