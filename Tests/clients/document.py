"""A document as an editor holds it: text, and positions in one of the protocol's encodings."""

from __future__ import annotations

import re

from lsprotocol import types

_UNITS = {
    "utf-8": lambda text: len(text.encode()),
    "utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
    "utf-32": len,
}


class Document:
    """Text that is edited by ranges."""

    def __init__(self, text: str, encoding: str) -> None:
        self.text = text
        self.version = 1
        self._units = _UNITS[encoding]

    def find(self, marked: str) -> int:
        """The offset of a `¦` in a piece of text that occurs once."""
        before, mark, after = marked.partition("¦")
        assert mark, f"no ¦ in {marked!r}"
        assert self.text.count(before + after) == 1, f"not once: {marked!r}"
        return self.text.index(before + after) + len(before)

    def position(self, offset: int) -> types.Position:
        """Where an offset is."""
        starts = self._line_starts()
        line = max(n for n, start in enumerate(starts) if start <= offset)
        return types.Position(line, self._units(self.text[starts[line] : offset]))

    def offset(self, position: types.Position) -> int:
        """The offset of a position, which must be one that exists."""
        offset = self._line_starts()[position.line]
        while self.position(offset) != position:
            assert offset < len(self.text), f"no such place: {position}"
            offset += 1
        return offset

    def slice(self, span: types.Range) -> str:
        """The text of a range."""
        return self.text[self.offset(span.start) : self.offset(span.end)]

    def replace(
        self, start: int, end: int, text: str
    ) -> types.TextDocumentContentChangePartial:
        """Replaces what is between two offsets; gives the change to send."""
        span = types.Range(self.position(start), self.position(end))
        self.text = self.text[:start] + text + self.text[end:]
        self.version += 1
        return types.TextDocumentContentChangePartial(range=span, text=text)

    def apply(self, edit: types.TextEdit) -> types.TextDocumentContentChangePartial:
        """Carries an edit of the server out; gives the change to send."""
        return self.replace(
            self.offset(edit.range.start), self.offset(edit.range.end), edit.new_text
        )

    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", self.text))]
