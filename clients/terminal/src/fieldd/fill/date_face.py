"""An open date."""

from __future__ import annotations

from dataclasses import replace

from fieldd import Field, Outcome
from rich.cells import cell_len
from textual.content import Content
from textual.events import Key

from .dates import DateParts, Part, now_in
from .face import color, cursor_style, justified, side_of
from .words import Words


class DateFace:
    """An open date: its parts, and a calendar where it has a day.

    Nothing becomes another date unsaid: a number that a part can't be is refused, and where the
    daemon keeps a date between its ends, or a month has fewer days, that is told.

    Who begins with a day, or with the name of a month, types a text, which the daemon reads in the
    order of their language when they leave it.
    """

    def __init__(self, field: Field, words: Words) -> None:
        self.field = field
        self._words = words
        self._parts = DateParts.read(field.date, field.mode)
        self._text = ""
        # Whether a date was here since the field is open: who empties it then wants none.
        self._had_date = bool(field.date)

    @property
    def parts(self) -> DateParts:
        """The parts of the daemon's date, unless something is typed that it does not know yet."""
        is_begun = any(number is not None for number in self._parts.numbers)
        is_incomplete = self._parts.text is None and not self.field.date and is_begun
        return self._parts if self._parts.typed or is_incomplete else self._told()

    @property
    def line(self) -> int:
        return 1

    @property
    def column(self) -> int:
        if self._text:
            return len(self._text)
        before = self.parts.labels()[: self.parts.index]
        return sum(len(label) + 1 for label in before)

    def lines(self, width: int) -> list[Content]:
        style = color(self.field, "text")
        shown = Content.styled(self.field.display or " ", style)
        lines = [justified(shown, side_of(self.field), width), self._part_line()]
        if weeks := self.parts.weeks:
            days = self._words("weekdays").split()
            head = " ".join(day if cell_len(day) == 2 else f" {day}" for day in days)
            lines.append(Content.styled(head, color(self.field, "helper")))
            for week in weeks:
                lines.append(Content(" ").join([self._day(day, style) for day in week]))
        return lines

    def _day(self, day: int, style: str) -> Content:
        is_chosen = day and day == self.parts.numbers[2]
        return Content.styled(f"{day or '':>2}", cursor_style(self.field) if is_chosen else style)

    async def press(self, key: Key) -> Outcome | bool | None:
        if self._text:
            return self._press_in_text(key)
        if self._begins_text(key):
            self._text = self._parts.typed + (key.character or "")
            self._parts = replace(self._parts, typed="")
            return True
        parts = self.parts
        is_digit = bool(key.character and key.character.isascii() and key.character.isdigit())
        if parts.refused and not is_digit and key.key not in ("backspace", "escape"):
            return self._refuse(parts.refused)
        match key.key:
            case "left" | "right":
                return await self._tell(parts.moved(1 if key.key == "right" else -1))
            case "up" | "down":
                now = now_in(self.field.time_zone)
                return await self._tell(parts.stepped(1 if key.key == "up" else -1, now))
            case "pageup" | "pagedown" if parts.has_day and parts.text:
                return await self._tell(parts.months_later(1 if key.key == "pagedown" else -1))
            case "backspace" if parts.typed:
                self._parts = parts.without_digit()
                return True
        if is_digit and key.character:
            typed = parts.digit(key.character)
            if typed.is_full and typed.refused:
                return self._refuse(typed.refused)
            return await self._tell(typed, is_typed=True)
        if key.character and key.character in "-/.:T ":
            is_typed = bool(parts.typed)
            return await self._tell(parts.moved(1) if is_typed else parts, is_typed=is_typed)
        return None

    def _begins_text(self, key: Key) -> bool:
        """Whether a key makes a text of what is typed: there is no such year, or no month has a number."""
        parts, character = self.parts, key.character
        if not parts.has_day or not key.is_printable or not character:
            return False
        if character.isalpha():
            return not parts.typed and character != "T"
        is_day = parts.index == 0 and 0 < len(parts.typed) < 3
        return self._words.is_stated and is_day and character in "-/. "

    def _press_in_text(self, key: Key) -> bool | None:
        if key.key == "backspace":
            self._text = self._text[:-1]
        elif key.key == "escape":
            self._text = ""
            return None
        elif key.is_printable and key.character:
            self._text += key.character
        elif key.key not in ("up", "down", "left", "right", "pageup", "pagedown", "delete"):
            return None
        return True

    async def click(self, column: int, line: int) -> Outcome | bool | None:
        weeks = self.parts.weeks
        week, place = line - 3, column // 3
        if 0 <= week < len(weeks) and place < 7 and weeks[week][place]:
            return await self._tell(self.parts.on_day(weeks[week][place]), is_typed=True)
        return None

    async def leave(self) -> Outcome | None:
        if text := self._text:
            self._text = ""
            outcome = await self.field.set_date(text)
            is_end = self.field.date in (self.field.minimum_date, self.field.maximum_date)
            return replace(outcome, message=self._ends) if outcome and is_end else outcome
        if refused := self.parts.refused:
            return self._refuse(refused)
        is_typed = bool(self.parts.typed)
        told = await self._tell(self.parts.entered(), is_typed=is_typed)
        return told if isinstance(told, Outcome) else None

    async def choose(self) -> Outcome | None:
        """Takes the date on which an empty field stands, unless there is something typed."""
        default = None if self._had_date else self.field.default_date
        if self.field.date or self._text or self._parts.typed or not default:
            return None
        return await self.field.set_date(default)

    def _refuse(self, part: Part) -> Outcome:
        """Takes back what was typed, and says which numbers there are."""
        self._parts = self.parts.entered()
        # No document was asked.
        return Outcome(accepted=False, version=0, message=part.range)

    async def _tell(self, parts: DateParts, *, is_typed: bool = False) -> Outcome | bool:
        self._parts = parts
        is_known = parts.numbers == self._told().numbers
        if parts.typed or parts.text is None or (is_known and (self.field.date or not is_typed)):
            return True
        self._had_date = True
        shortened = parts.shortened
        outcome = await self.field.set_date(parts.text)
        if outcome and self._is_outside(parts.text):
            return replace(outcome, message=self._ends)
        return replace(outcome, message=shortened.range) if outcome and shortened else outcome

    def _is_outside(self, text: str) -> bool:
        """Whether a date is beyond the ends of the field, between which the daemon keeps it."""
        if self.field.mode == "countDownTimer":
            return False
        first, last = self.field.minimum_date or "", self.field.maximum_date
        return text < first or (last is not None and text[: len(last)] > last)

    @property
    def _ends(self) -> str:
        match self.field.minimum_date, self.field.maximum_date:
            case None, last:
                return self._words("until", last=last)
            case first, None:
                return self._words("from", first=first)
            case first, last:
                return self._words("between", first=first, last=last)

    def _told(self) -> DateParts:
        # An empty field stands on its default, which is no answer until it is chosen; one that was
        # emptied stands on nothing.
        default = None if self._had_date else self.field.default_date
        return self._parts.told(self.field.date or default or "")

    def _part_line(self) -> Content:
        if self._text:
            typed = Content.styled(self._text, color(self.field, "text"))
            return typed + Content.styled(" ", cursor_style(self.field))
        content = Content("")
        separators = ("-", "-", " ", ":") if self.parts.has_day else (":",)
        for index, label in enumerate(self.parts.labels()):
            style = color(self.field, "text")
            if index == self.parts.index:
                style = cursor_style(self.field)
            separator = separators[index - 1] if index else ""
            content = content + Content(separator) + Content.styled(label, style)
        return content + Content.styled(f"   {self._words('or_type')}", "dim")
