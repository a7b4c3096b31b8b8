"""The form in questions, one after the other on ordinary lines.

For people who have it read to them, for terminals that can't draw, and for answers from a pipe. It
goes by the same outline as the form that is drawn, and says what a person does in the same acts;
what is right, the daemon decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

from fieldd import (
    Committed,
    DaemonEnded,
    DaemonError,
    Diagnostic,
    Entry,
    EntryList,
    Field,
    Form,
    Match,
    Outcome,
    Refused,
    Unchecked,
)
from fieldd.facts import DateMode

from . import dates
from .filling import LINES, drafts_of, error_of, errors_of, record_of, submit, words_of, words_of_refusal
from .outline import EntryPart, GroupPart, ListPart, Outline, Part, entry_of, name_of
from .teletype import InputEnded, SeveralLines, Teletype, UnreadableLine
from .words import Words

Stop = Field | EntryList
"""A question: about a field, or whether a list has more entries."""

_PROMPT = "> "
# A list that is longer is heard in part, unless it is asked for.
_ROW_COUNT = 20
_OFFER_COUNT = 9
_EXAMPLES: dict[DateMode, str] = {
    "date": "1990-12-31",
    "time": "18:30",
    "dateAndTime": "1990-12-31T18:30",
    "countDownTimer": "01:30",
}
_COMMA = re.compile(r"\s*[,،、，]\s*")


class Unfinished(Exception):
    """The form was not submitted, for there were no more answers, or one that was not taken.

    `record` has what was filled in so far, as a record to open the form with; secrets are not in
    it.
    """

    def __init__(self, words: str, record: dict[str, Any]) -> None:
        super().__init__(words)
        self.record = record


class _Step(Enum):
    """Where an answer leads."""

    ON = auto()
    BACK = auto()
    AGAIN = auto()
    # To where the answer has said, and here again behind that.
    AWAY = auto()


class Interview:
    """Asks for the fields of a form one after the other, and shows all answers before it submits.

    An answer that is wrong is asked for again with the daemon's words. Where the answers come from
    a pipe it is not: what stands in the next line was meant for the next question, so the interview
    is `Unfinished` then. The last question, whether to submit, the end of a pipe answers too.

    With `may_decline` the person may say at the beginning, and before submitting, that they do not
    want to fill it in: `declined` is true then.
    """

    def __init__(self, form: Form, teletype: Teletype, *, may_decline: bool = False) -> None:
        self.form = form
        self.declined = False
        # What was wrong with the text of the form when it was submitted last.
        self.diagnostics: tuple[Diagnostic, ...] = ()
        self.unchecked: tuple[Unchecked, ...] = ()
        self._teletype = teletype
        self._may_decline = may_decline
        self._words = Words(form.lang)
        self._outline = Outline(form)
        # The questions that were asked, in the order in which they were, and the next one if it
        # is not simply the next.
        self._asked: list[Stop] = []
        self._goal: Stop | None = None
        self._place = 0
        self._headings: Sequence[Part] = ()
        self._complaints: dict[str, str] = {}
        # The draft of the question at hand of which an error was told, if one was, and what is
        # offered for it.
        self._told: tuple[Any] | None = None
        self._offers: Sequence[Match] = ()
        # What the form began with, and whether the person knows that more would be lost.
        self._begun = drafts_of(form)
        self._is_warned = False

    async def run(self) -> dict[str, Any] | None:
        """The committed values; None if the person declined.

        Raises `Unfinished` when the input ends before, and where a piped answer is not taken; and
        `DaemonEnded`.
        """
        form, words = self.form, self._words
        head = [form.title or words("form"), *([form.description] if form.description else [])]
        self._teletype.write(*head, words("keys"))
        try:
            if self._may_decline and await self._is_declined():
                return None
            while True:
                stop = self._next()
                try:
                    result = await (self._ask(stop) if stop else self._review())
                except DaemonEnded:
                    raise
                except DaemonError as error:
                    # One request has failed; the form goes on.
                    self._refuse(str(error))
                    self._mark(stop)
                    continue
                if isinstance(result, Committed):
                    return dict(result.values)
                if self.declined:
                    return None
        except InputEnded:
            raise Unfinished(words("ended"), record_of(form)) from None

    def interrupt(self) -> bool:
        """Says at the first time what would be lost; gives whether the person breaks off.

        From a pipe nobody can say it a second time.
        """
        if self._is_warned or not self._teletype.is_terminal or drafts_of(self.form) == self._begun:
            return True
        self._is_warned = True
        self._teletype.write("", self._words("discard", key=self._words("ctrl") + "-C"))
        self._teletype.ask_again()
        return False

    def say_given_up(self) -> None:
        """Says that nothing was submitted, where the person has broken off."""
        self._teletype.write("", self._words("given_up"))

    # Which question is next.

    def _stops(self) -> list[Stop]:
        """All that can be asked, in the order of the form; a list is asked behind its entries."""
        self._outline.follow()
        parts = self._outline.parts
        lists = {each.key: each for each in self.form.lists}
        ends: dict[str, int] = {}
        for place, part in enumerate(parts):
            if (entries := _list_of(part, lists)) is not None:
                ends[entries.key] = place
        stops: list[Stop] = []
        for place, part in enumerate(parts):
            if isinstance(part, Field) and part.is_visible:
                stops.append(part)
            stops += [lists[key] for key, end in ends.items() if end == place]
        return stops

    def _next(self) -> Stop | None:
        """The next question that was not asked; one that has come up before it is asked last."""
        stops = self._stops()
        goal, self._goal = self._goal, None
        if goal in stops:
            self._place = stops.index(goal)
            return goal
        last = self._asked[-1] if self._asked else None
        if last in stops:
            self._place = stops.index(last) + 1
        for stop in [*stops[self._place :], *stops[: self._place]]:
            if stop not in self._asked:
                return stop
        return None

    def _go_back(self, stop: Stop | None) -> None:
        """To the question before one; what was asked since then is asked again."""
        stops = [each for each in self._stops() if self._is_open(each)]
        before = stops[: stops.index(stop)] if stop in stops else stops
        if stop is None or before:
            self._goal = before[-1] if before else None
            self._forget(*(each for each in (stop, self._goal) if each))
        else:
            self._goal = stop

    def _mark(self, stop: Stop | None) -> None:
        """Says that a question was asked last."""
        if stop is not None:
            self._forget(stop)
            self._asked.append(stop)

    def _forget(self, *stops: Stop) -> None:
        self._asked = [each for each in self._asked if each not in stops]

    def _is_open(self, stop: Stop) -> bool:
        return isinstance(stop, EntryList) or (
            stop.is_visible and stop.is_enabled and not stop.is_read_only
        )

    # Asking.

    async def _ask(self, stop: Stop) -> None:
        """Asks one question until it is answered, left or gone."""
        self._show_headings(stop)
        if not self._is_open(stop):
            assert isinstance(stop, Field)
            line = f"{stop.label}: {self._value_of(stop)} ({self._words('fixed')})"
            self._teletype.write(line)
            self._mark(stop)
            return
        step = await (
            self._ask_list(stop) if isinstance(stop, EntryList) else self._ask_field(stop)
        )
        if step is _Step.BACK:
            self._go_back(stop)
        elif step is not _Step.AWAY:
            self._mark(stop)

    async def _ask_field(self, field: Field) -> _Step:
        complaint = self._complaints.pop(field.key, None)
        self._told = None
        error = complaint or field.error
        outcome = await field.begin_editing(open=False)
        if not outcome:
            self._teletype.write(f"{field.title.text}: {words_of(outcome, self._words)}")
            return _Step.ON
        await self._show_question(field)
        if error:
            self._tell_error(field, error)
        step = _Step.AGAIN
        while step is _Step.AGAIN and field.key in self.form and field.is_visible:
            if not field.is_active:
                await field.begin_editing(open=False)
            line = await self._line(
                is_secret=field.is_secure,
                joins=field.kind == "entry" and not field.is_secure,
                is_alone=field.kind not in LINES,
            )
            if line is not None:
                step = await self._take(field, line)
        return step

    async def _take(self, field: Field, line: str) -> _Step:
        """Takes an answer, or carries out what a sign on its own stands for."""
        match self._meaning(field, line), line:
            case True, "":
                return await self._leave(field)
            case True, "<":
                await self.form.end_editing()
                return _Step.BACK
            case True, "?":
                self._show_help(field)
                return _Step.AGAIN
            case True, "-":
                outcome = await (field.select([]) if field.multiple else field.clear())
                return await self._settle(field, outcome)
            case True, ".":
                return await self._settle(field, await field.replace_text(""))
            case True, "!":
                outcome = await field.tap_icon(open=False)
                self._say(outcome)
                shown = field.text if field.is_revealed else self._value_of(field)
                self._teletype.write(self._words("now", value=shown))
                return _Step.AGAIN
            case True, _ if line[0] == "~":
                outcome = await field.remove_autofill(self._offers[int(line[1:]) - 1].text)
                self._say(outcome)
                await self._show_offers(field)
                return _Step.AGAIN
            case True, _:
                return await self._offer(field, line[1:])
        if line.startswith("\\") and self._meaning(field, line.lstrip("\\")):
            line = line[1:]
        if field.kind in LINES:
            return await self._settle(field, await self._take_area(field, line))
        if field.kind == "picker":
            chosen = await self._choose(field, line)
            return _Step.AGAIN if chosen is None else await self._settle(field, chosen, line)
        if field.kind == "date":
            text = line.strip(dates.BLANKS)
            if field.mode == "dateAndTime":
                text = re.sub(r"^(\d+-\d+-\d+) +", r"\1T", text)
            return await self._settle(field, await field.set_date(text), line)
        return await self._settle(field, await field.replace_text(line), line)

    def _meaning(self, field: Field, line: str) -> bool:
        """Whether a line is none to be taken as it is."""
        match line[:1]:
            case "" | "<" | "?":
                return len(line) < 2
            case "-":
                return line == "-" and bool(field.chosen or field.date)
            case "!":
                return line == "!" and field.icon_action is not None
            case "=":
                return field.autofill_settings is not None or (field.kind == "date" and line == "=")
            case "~":
                number = line[1:]
                is_offered = number.isdecimal() and 0 < int(number) <= len(self._offers)
                return is_offered and self._offers[int(number) - 1].removable
            case ".":
                # In an area it ends the text.
                return line == "." and field.kind in LINES
        return False

    async def _leave(self, field: Field) -> _Step:
        """Leaves the draft as it is, also one of which an error was told already."""
        if self._told == (_draft(field),):
            await self.form.end_editing()
            return _Step.ON
        return await self._settle(field, None)

    async def _settle(self, field: Field, outcome: Outcome | None, line: str = "") -> _Step:
        """Ends the editing, and waits for what the daemon says of the draft."""
        if outcome is not None and not outcome:
            self._refuse(words_of(outcome, self._words))
            return _Step.AGAIN
        if outcome is not None:
            value = self._value_of(field)
            if not field.is_secure and value != line and field.kind not in LINES:
                self._teletype.write(self._words("now", value=value))
        ended = await self.form.end_editing()
        if not ended and field.is_active:
            self._refuse(words_of(ended, self._words))
            return _Step.AGAIN
        if field.is_pending:
            self._teletype.write(self._words("checking"))
        await self.form.settled([field.key] if field.key in self.form else [])
        if field.error and field.is_visible:
            self._tell_error(field, field.error)
            self._be_strict()
            return _Step.AGAIN
        for problem in field.problems:
            if problem.severity != "error":
                self._teletype.write(problem.message)
        return _Step.ON

    async def _take_area(self, field: Field, line: str) -> Outcome:
        """Takes a text of several lines, up to one with only a dot."""
        lines = [line]
        while True:
            try:
                told = await self._line("", is_secret=field.is_secure, is_alone=False)
            except InputEnded:
                # What was typed is not lost, though nobody has said that it is whole.
                await field.replace_text("\n".join(lines), truncate=True)
                raise
            if told == ".":
                if more := self._teletype.come_along():
                    self._refuse(self._words("lines", count=len(more)))
                return await field.replace_text("\n".join(lines))
            if told is not None:
                # A line that is to be such a dot has a sign in front.
                lines.append(told[1:] if re.fullmatch(r"\\+\.", told) else told)

    # Pickers.

    async def _choose(self, field: Field, line: str) -> Outcome | None:
        """Chooses rows by numbers or texts; None if there is nothing to choose by a line."""
        # Blanks around a row's name are none of it, unless the name has them.
        text = line if self._found(field, line) is not None else line.strip(dates.BLANKS)
        if field.multiple:
            indexes = self._found_all(field, text)
            if indexes is None:
                self._show_no_row(field, text)
                return None
            return await field.select([field.rows[index].value for index in indexes])
        index = self._found(field, text)
        if index is not None and index < len(field.rows):
            return await field.select(index=index)
        if field.manual_entry is None:
            self._show_no_row(field, text)
            return None
        if not field.manual_entry.active:
            outcome = await field.select_manual()
            if not outcome:
                return outcome
        if index is not None:
            self._teletype.write(field.manual_entry.label)
            told = await self._line()
            if not told:
                return None
            line = told
        return await field.replace_text(line)

    def _show_no_row(self, field: Field, text: str) -> None:
        """Says that a text names no row, with those in which it is."""
        labels = self._labels(field)
        key = text.casefold()
        near = [n for n, label in enumerate(labels) if key and key in label.casefold()]
        if near:
            self._teletype.write(self._words("which", text=text))
            self._show_rows(field, near)
        else:
            self._teletype.write(self._words("not_in_list", text=text))
        self._be_strict()

    def _found_all(self, field: Field, text: str) -> list[int] | None:
        whole = self._found(field, text)
        parts = [text] if whole is not None else filter(None, _COMMA.split(text))
        found = [self._found(field, part) for part in parts]
        indexes = [index for index in found if index is not None and index < len(field.rows)]
        return [*dict.fromkeys(indexes)] if indexes and len(indexes) == len(found) else None

    def _found(self, field: Field, text: str) -> int | None:
        """The row that a text names: by its number, its text, or the beginning of it."""
        labels = self._labels(field)
        if self._is_numbered(field) and text.isdecimal() and 0 < int(text) <= len(labels):
            return int(text) - 1
        drafts = [row.draft for row in field.rows]
        for texts in (labels, drafts):
            if text in texts:
                return texts.index(text)
        key = text.casefold()
        same = [n for n, label in enumerate(labels) if label.casefold() == key]
        if len(same) == 1:
            return same[0]
        # What begins a row may be a text of one's own, and in a pipe a slip.
        if field.manual_entry or not self._teletype.is_terminal or not key:
            return None
        begun = [n for n, label in enumerate(labels) if label.casefold().startswith(key)]
        return begun[0] if len(begun) == 1 else None

    def _is_numbered(self, field: Field) -> bool:
        """Rows have numbers, unless one is called by a number of its own."""
        names = {*self._labels(field), *(row.draft for row in field.rows)}
        return not any(name.isdecimal() and int(name) <= len(names) for name in names)

    def _labels(self, field: Field) -> list[str]:
        labels = [row.label for row in field.rows]
        return [*labels, field.manual_entry.label] if field.manual_entry else labels

    # Autofill.

    async def _offer(self, field: Field, text: str) -> _Step:
        """Takes a text that is offered, by its number; else looks for those that begin so."""
        if field.kind == "date":
            if field.default_date:
                self._say(await field.set_date(field.default_date))
            self._teletype.write(self._words("now", value=self._value_of(field)))
            return _Step.AGAIN
        if text.isdecimal() and 0 < int(text) <= len(self._offers):
            outcome = await field.apply_autofill(self._offers[int(text) - 1].text, open=False)
            return await self._settle(field, outcome)
        if text:
            outcome = await field.replace_text(text)
            if not self._say(outcome):
                return _Step.AGAIN
        await self._show_offers(field)
        return _Step.AGAIN

    async def _show_offers(self, field: Field) -> None:
        self._offers = ()
        if field.autofill_settings is None or field.is_secure:
            return
        self._offers = (await field.autofill())[:_OFFER_COUNT]
        for number, match in enumerate(self._offers, 1):
            self._teletype.write(f"  ={number}  {self._words.isolated(match.text)}")

    # Lists.

    async def _ask_list(self, entries: EntryList) -> _Step:
        self._show_list(entries)
        while True:
            line = await self._line()
            match line:
                case None:
                    continue
                case "":
                    return _Step.ON
                case "<":
                    return _Step.BACK
                case "?":
                    self._show_list(entries)
                    continue
                case "+":
                    outcome = await entries.add()
                    added = [it for it in entries.entries if it.number == outcome.entry]
                    if self._say(outcome) and added:
                        return self._change(entries, added[0])
                    # It was refused, or nothing that can be read was told of it.
                    self._be_strict()
                    continue
            number = re.fullmatch(r"(-?)(\d{1,9})", line)
            place = int(number[2]) if number else 0
            if number is None or not 0 < place <= len(entries.entries):
                self._teletype.write(self._words("no_number", text=line))
                self._be_strict()
                continue
            entry = entries.entries[place - 1]
            if not number[1]:
                return self._change(entries, entry)
            name = name_of(entry)
            if self._say(await entry.remove()):
                self._teletype.write(self._words("removed", name=name))
                self._show_list(entries)

    def _change(self, entries: EntryList, entry: Entry) -> _Step:
        """The fields of an entry are asked next, and the list again behind them."""
        self._forget(entries, *entry)
        fields = [field for field in entry if self._is_open(field)]
        self._goal = fields[0] if fields else entries
        return _Step.AWAY

    def _show_list(self, entries: EntryList) -> None:
        self._teletype.write(f"{entries.label}: {len(entries.entries) or self._words('empty')}")
        for place, entry in enumerate(entries.entries, 1):
            values = [self._value_of(field) for field in entry if field.is_visible]
            self._teletype.write(f"  {place}  {', '.join(map(self._words.isolated, values))}")
        for problem in entries.problems:
            self._teletype.write(self._words("error", message=problem.message))
        if entries.repeat.add_label:
            self._teletype.write(f"  +  {entries.repeat.add_label}")
        self._teletype.write(f"  {self._words('list_keys')}")

    # Before it is submitted.

    async def _review(self) -> Committed | Refused | None:
        """Shows all answers; submits, or has one of them changed."""
        stops = [stop for stop in self._stops() if self._is_open(stop)]
        words = self._words
        self._headings = ()
        self._teletype.write("", words("review"))
        for number, stop in enumerate(stops, 1):
            self._teletype.write(f"  {number}  {self._summary(stop)}")
        keys = [words("review_keys"), *([words("decline_keys")] if self._may_decline else [])]
        self._teletype.write(*keys)
        try:
            line = await self._line()
        except InputEnded:
            if self._teletype.is_terminal:
                raise
            # Whoever has answered everything need not say that this is all.
            line = ""
        if line is None:
            return None
        if line == "":
            return await self._submit()
        if line == "<":
            self._go_back(None)
        elif line == "-" and self._may_decline:
            self.declined = True
        elif line.isdecimal() and 0 < int(line) <= len(stops):
            self._goal = stops[int(line) - 1]
        elif line != "?":
            self._teletype.write(words("no_number", text=line))
            self._be_strict()
        return None

    async def _submit(self) -> Committed | Refused:
        """Submits; what is in the way is told, and the first of it asked next."""
        result = await submit(self.form)
        if isinstance(result, Committed):
            self.unchecked = result.unchecked
            return result
        self.diagnostics = result.diagnostics
        told = words_of_refusal(self.form, result, self._words)
        self._teletype.write(*(self._words("error", message=words) for words in told))
        if not self._teletype.is_terminal:
            raise Unfinished("\n".join(told), record_of(self.form))
        lists = {each.key: each for each in self.form.lists}
        for verdict in reversed(errors_of(self.form, result)):
            if verdict.key in lists:
                self._goal = lists[verdict.key]
            else:
                self._goal = self.form[verdict.key]
                self._complaints[verdict.key] = error_of(verdict)
        return result

    def _summary(self, stop: Stop) -> str:
        words = self._words
        if isinstance(stop, EntryList):
            return f"{words.isolated(stop.label)}: {len(stop.entries) or words('empty')}"
        entry = entry_of(self.form, stop)
        name = f"{name_of(entry)}, {stop.label}" if entry else stop.label
        value = " ".join(self._value_of(stop).split("\n"))
        text = f"{words.isolated(name)}: {words.isolated(value)}"
        return f"{text} - {words('error', message=stop.error)}" if stop.error else text

    async def _is_declined(self) -> bool:
        self._teletype.write(self._words("decline_keys"))
        while (line := await self._line()) not in ("", "-"):
            if line is not None:
                self._teletype.write(self._words("decline_keys"))
                self._be_strict()
        self.declined = line == "-"
        return self.declined

    # What is shown.

    def _show_headings(self, stop: Stop) -> None:
        """The headings above a question that were not shown for the one before."""
        headings: list[Part] = []
        for part in self._outline.parts:
            match part:
                case GroupPart() | ListPart():
                    headings = [part]
                case EntryPart():
                    headings = [*headings[:1], part]
                case Field() if part.group is None:
                    headings = []
            if part is stop or (isinstance(part, ListPart) and part.list is stop):
                break
        new = [part for part in headings if part not in self._headings]
        self._headings = headings
        if new:
            self._teletype.write("")
        for part in new:
            if isinstance(part, EntryPart):
                self._teletype.write(name_of(part.entry))
            elif isinstance(part, GroupPart | ListPart):
                key = part.key if isinstance(part, GroupPart) else part.list.key
                group = self._outline.group(key)
                label = group.label if group else key
                description = group.description if group else None
                self._teletype.write(label, *([description] if description else []))

    async def _show_question(self, field: Field) -> None:
        words, write = self._words, self._teletype.write
        counter = f"  {field.counter.count}/{field.counter.max}" if field.counter else ""
        around = [field.prefix, field.unit]
        unit = f"  {' … '.join(filter(None, around))}" if any(around) else ""
        write(f"{field.title.text}{unit}{counter}")
        helper = field.helper or ""
        if field.error:
            helper = helper.removesuffix(field.error).removesuffix(" - ")
        if helper:
            write(f"  {helper}")
        if field.placeholder and not _draft(field):
            write(f"  {field.placeholder}")
        if field.kind == "picker":
            rows = range(len(self._labels(field)))
            self._show_rows(field, rows[:_ROW_COUNT])
            if _ROW_COUNT < len(rows):
                write(f"  {words('more', count=len(rows) - _ROW_COUNT)}")
        elif field.kind == "date":
            write(*(f"  {line}" for line in self._ways_of_date(field)))
        elif field.kind in LINES:
            write(f"  {words('area')}")
        elif field.is_secure and self._teletype.is_terminal:
            write(f"  {words('secret')}")
        await self._show_offers(field)
        if _draft(field):
            value = self._value_of(field)
            shown = value if "\n" not in value else "\n" + value
            write(words("now", value=shown))

    def _show_rows(self, field: Field, indexes: Sequence[int]) -> None:
        labels = self._labels(field)
        width = len(str(len(labels)))
        for index in indexes:
            number = f"{index + 1:>{width}}" if self._is_numbered(field) else ""
            line = self._words.isolated(labels[index])
            if index < len(field.rows):
                row = field.rows[index]
                if row.hidden:
                    continue
                number = f"{'*' if row.draft in field.chosen else ' '} {number}".rstrip()
                if row.description:
                    line += f" - {self._words.isolated(row.description)}"
                if row.disabled:
                    line += f" ({self._words('unavailable')})"
            else:
                number = f"  {number}".rstrip()
            self._teletype.write(f"{number or ' '}  {line}")

    def _show_help(self, field: Field) -> None:
        """What may be answered."""
        words = self._words
        lines = [words("keys")]
        if field.kind == "picker":
            lines.append(words("choose" if self._is_numbered(field) else "choose_text"))
            lines += [words("choose_many")] if field.multiple else []
            lines += [words("own_text")] if field.manual_entry else []
        elif field.kind == "date":
            lines += [*self._ways_of_date(field), words("propose")]
        elif field.kind in LINES:
            lines.append(words("area"))
        if field.autofill_settings:
            lines.append(words("offers"))
            lines += [words("forget")] if any(it.removable for it in self._offers) else []
        if field.icon_action:
            icon = {"reveal": "reveal", "clear": "clear", "autofill": "autofill"}
            name = icon.get(field.icon_action)
            lines.append(words("icon", icon=words(name) if name else field.icon_action))
        self._teletype.write(*lines, words("help_empty"), words("help_sign"))
        if field.kind == "picker" and _ROW_COUNT < len(self._labels(field)):
            self._show_rows(field, range(len(self._labels(field))))

    def _ways_of_date(self, field: Field) -> list[str]:
        words = self._words
        lines = [words("example", example=_EXAMPLES.get(field.mode, _EXAMPLES["date"]))]
        match field.minimum_date, field.maximum_date:
            case None, None:
                pass
            case first, None:
                lines.append(words("from", first=first))
            case None, last:
                lines.append(words("until", last=last))
            case first, last:
                lines.append(words("between", first=first, last=last))
        return lines

    def _value_of(self, field: Field) -> str:
        """The draft as people see it."""
        if field.multiple:
            labels = {row.draft: row.label for row in field.rows}
            return ", ".join(labels.get(it, it) for it in field.chosen) or self._words("empty")
        return field.display or self._words("empty")

    def _tell_error(self, field: Field, error: str) -> None:
        self._told = (_draft(field),)
        self._teletype.write(self._words("error", message=error))

    # Reading.

    async def _line(
        self,
        prompt: str = _PROMPT,
        *,
        is_secret: bool = False,
        joins: bool = False,
        is_alone: bool = True,
    ) -> str | None:
        """The next line; None for one that can't be taken, of which is told.

        Lines that are pasted into a text of one line are joined by spaces, as where it is drawn.
        """
        try:
            return await self._read(prompt, is_secret=is_secret, is_alone=is_alone)
        except SeveralLines as error:
            if joins:
                line = " ".join(error.lines)
                self._teletype.write(self._words("now", value=line))
                return line
            self._refuse(self._words("lines", count=len(error.lines)))
            return None
        except UnreadableLine as error:
            self._refuse(self._words(error.name, count=error.count))
            return None

    async def _read(self, prompt: str, **manner: bool) -> str:
        line = await self._teletype.read(prompt, **manner)
        self._is_warned = False
        return line

    def _say(self, outcome: Outcome) -> bool:
        """Tells why an act was refused; gives whether it was not."""
        if not outcome:
            self._teletype.write(words_of(outcome, self._words))
        return bool(outcome)

    def _refuse(self, words: str) -> None:
        self._teletype.write(self._words("error", message=words))
        self._be_strict()

    def _be_strict(self) -> None:
        """In a pipe, no line is taken for the answer to another question than its own."""
        if not self._teletype.is_terminal:
            told = self._words("not_taken", line=self._teletype.line_count)
            raise Unfinished(told, record_of(self.form))


def _list_of(part: Part, lists: dict[str, EntryList]) -> EntryList | None:
    """The list that a part belongs to."""
    match part:
        case ListPart():
            return part.list
        case EntryPart():
            return part.entry.list
        case Field() if part.entry is not None:
            return lists.get(part.entry.list)
        case _:
            return None


def _draft(field: Field) -> Any:
    return [*field.chosen, field.date] if field.chosen or field.date else None
