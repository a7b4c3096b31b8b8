"""Setting a date by its parts: year, month, day, hours, minutes.

The parts are those of ISO 8601, which is what the daemon takes and tells; how a date is shown to
people is the daemon's business.
"""

from __future__ import annotations

import calendar
import contextlib
import datetime
import re
import zoneinfo
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fieldd.facts import DateMode


@dataclass(frozen=True, slots=True)
class Part:
    """A number of a date: its name where it is missing, its ends, how many digits it has."""

    name: str
    minimum: int
    maximum: int
    width: int = 2

    @property
    def range(self) -> str:
        """Which numbers may be typed, in a sign or two."""
        return f"{self.name}: {10 ** (self.width - 1) if self.width > 2 else self.minimum}–{self.maximum}"


BLANKS = " \t\r\n"
"""What may stand around a date or the name of a row that is typed or pasted."""

_DAY = (Part("yyyy", 1, 9999, 4), Part("mm", 1, 12), Part("dd", 1, 31))
_CLOCK = (Part("hh", 0, 23), Part("mm", 0, 59))
_PARTS: dict[DateMode, tuple[Part, ...]] = {
    "date": _DAY,
    "time": _CLOCK,
    "dateAndTime": _DAY + _CLOCK,
    "countDownTimer": (Part("hh", 0, 99), Part("mm", 0, 59)),
}


@dataclass(frozen=True, slots=True)
class DateParts:
    """A date that is being set: its numbers, the part that is being set, what was typed of it."""

    mode: DateMode
    numbers: tuple[int | None, ...]
    index: int = 0
    typed: str = ""

    @classmethod
    def read(cls, text: str, mode: DateMode) -> DateParts:
        """Reads the daemon's date; an empty one has no numbers yet, and so has what is no date."""
        parts = _PARTS.get(mode, _DAY)
        if mode == "countDownTimer":
            units = {unit: int(number) for number, unit in re.findall(r"(\d{1,9})([HM])", text)}
            is_duration = text.startswith("P")
            numbers = (units.get("H", 0), units.get("M", 0)) if is_duration else (None, None)
            return cls(mode, numbers)
        found = [int(number) for number in re.findall(r"\d{1,4}", text[:40])]
        known = [*zip(found, parts, strict=False)]
        is_date = len(known) == len(parts) and all(
            part.minimum <= number <= part.maximum for number, part in known
        )
        return cls(mode, tuple(found[: len(parts)]) if is_date else (None,) * len(parts))

    @property
    def parts(self) -> Sequence[Part]:
        return _PARTS.get(self.mode, _DAY)

    @property
    def text(self) -> str | None:
        """ISO 8601, with the last day of the month for one behind it; None without all numbers."""
        if None in self.numbers:
            return None
        numbers = [number or 0 for number in self.numbers]
        if self.has_day:
            numbers[2] = min(numbers[2], _day_count(numbers[0], numbers[1]))
        written = [f"{n:0{part.width}}" for n, part in zip(numbers, self.parts, strict=True)]
        day, clock = ("-".join(written[:3]), written[3:]) if self.has_day else ("", written)
        return "T".join(filter(None, [day, ":".join(clock)]))

    @property
    def has_day(self) -> bool:
        return self.parts[: len(_DAY)] == _DAY

    @property
    def weeks(self) -> list[list[int]]:
        """The days of the month, Monday first; 0 for a day of another month."""
        year, month = self.numbers[:2]
        return calendar.monthcalendar(year, month) if self.has_day and year and month else []

    def labels(self) -> list[str]:
        """The parts as they are shown."""
        labels = []
        for index, (number, part) in enumerate(zip(self.numbers, self.parts, strict=True)):
            if index == self.index and self.typed:
                labels.append(self.typed.rjust(part.width))
            else:
                labels.append(part.name if number is None else f"{number:0{part.width}}")
        return labels

    def told(self, text: str) -> DateParts:
        """The same part of the date that the daemon tells."""
        return replace(DateParts.read(text, self.mode), index=self.index)

    def moved(self, step: int) -> DateParts:
        """Another part; what was typed of this one counts."""
        index = max(0, min(self.index + step, len(self.parts) - 1))
        return replace(self.entered(), index=index)

    @property
    def refused(self) -> Part | None:
        """The part of which something was typed that it can't be; half a year is none."""
        if not self.typed:
            return None
        part = self.parts[self.index]
        is_half = part.width > 2 and len(self.typed) < part.width
        is_there = part.minimum <= int(self.typed) <= part.maximum
        return None if is_there and not is_half else part

    @property
    def shortened(self) -> Part | None:
        """The day as the month has it, where it has not the one that was asked for."""
        if not self.has_day or None in self.numbers[:3]:
            return None
        year, month, day = [number or 1 for number in self.numbers[:3]]
        count = _day_count(year, month)
        return replace(self.parts[2], maximum=count) if count < day else None

    def entered(self) -> DateParts:
        """What was typed counts, unless it is none of the part's numbers."""
        if not self.typed:
            return self
        return replace(self, typed="") if self.refused else self._with(int(self.typed))

    def digit(self, digit: str) -> DateParts:
        """Types a digit; a part that can take no further one is entered, and the next one begun."""
        part = self.parts[self.index]
        # No year begins with a zero.
        if part.width > 2 and not self.typed and digit == "0":
            return self
        typed = replace(self, typed=self.typed + digit)
        is_full = len(typed.typed) == part.width or part.maximum < int(typed.typed) * 10
        # What it can't be is looked at by who has typed it, and typed anew.
        return typed.moved(1) if is_full and not typed.refused else typed

    @property
    def is_full(self) -> bool:
        """Whether no further digit can follow those that were typed."""
        part = self.parts[self.index]
        return bool(self.typed) and (len(self.typed) == part.width or part.maximum < int(self.typed) * 10)

    def without_digit(self) -> DateParts:
        """Takes the last digit back."""
        return replace(self, typed=self.typed[:-1])

    def stepped(self, step: int, today: datetime.datetime) -> DateParts:
        """A step of the part up or down; the first step of a missing date is to now."""
        now = self.entered()
        if None in now.numbers:
            return replace(now, numbers=_numbers(now.mode, today))
        part, number = now.parts[now.index], now.numbers[now.index] or 0
        if now.has_day and now.index == 2:
            return now.days_later(step)
        if now.has_day and now.index == 1:
            return now.months_later(step)
        span = part.maximum - part.minimum + 1
        return now._with((number - part.minimum + step) % span + part.minimum)

    def days_later(self, count: int) -> DateParts:
        """A day some days away, if there is a calendar for it."""
        year, month, day = [number or 1 for number in self.numbers[:3]]
        try:
            first = datetime.date(year, month, min(day, _day_count(year, month)))
            other = first + datetime.timedelta(days=count)
        except OverflowError:
            return self
        numbers = (other.year, other.month, other.day, *self.numbers[3:])
        return replace(self, numbers=numbers)

    def months_later(self, count: int) -> DateParts:
        """The same day of another month."""
        year, month, *rest = [number or 0 for number in self.numbers]
        year, month = divmod(year * 12 + month - 1 + count, 12)
        if not 1 <= year <= 9999:
            return self
        return replace(self, numbers=(year, month + 1, *rest))

    def on_day(self, day: int) -> DateParts:
        """Another day of the month."""
        return replace(self, numbers=(*self.numbers[:2], day, *self.numbers[3:]), typed="")

    def _with(self, number: int) -> DateParts:
        numbers = [*self.numbers]
        numbers[self.index] = number
        return replace(self, numbers=tuple(numbers), typed="")


def now_in(zone: str | None) -> datetime.datetime:
    """This moment on the clocks of a time zone; on those here where a field names none."""
    if zone is None:
        return datetime.datetime.now()
    offset = re.fullmatch(r"([+-])(\d\d):?(\d\d)", zone)
    if offset:
        minutes = int(offset[2]) * 60 + int(offset[3])
        span = datetime.timedelta(minutes=-minutes if offset[1] == "-" else minutes)
        return datetime.datetime.now(datetime.timezone(span))
    with contextlib.suppress(zoneinfo.ZoneInfoNotFoundError, ValueError):
        return datetime.datetime.now(zoneinfo.ZoneInfo(zone))
    return datetime.datetime.now()


def _day_count(year: int, month: int) -> int:
    return calendar.monthrange(year, month)[1]


def _numbers(mode: DateMode, today: datetime.datetime) -> tuple[int, ...]:
    day = (today.year, today.month, today.day)
    clock = (today.hour, today.minute)
    numbers: dict[DateMode, tuple[int, ...]] = {
        "date": day,
        "time": clock,
        "dateAndTime": day + clock,
        "countDownTimer": (0, 0),
    }
    return numbers.get(mode, day)
