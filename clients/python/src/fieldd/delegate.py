"""Who is asked before something happens to a field or a list, and told after it has."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Mapping
from typing import Any

from .field import Field
from .lists import Entry, EntryList

Answer = bool | Awaitable[bool]
Told = Awaitable[None] | None


class Delegate:
    """Overrides some of these methods; each may be `async`.

    Only the questions that are overridden are asked, and an act waits for their answer: 2 seconds,
    then it happens. Of an event its method is told when the field shows what the event has changed.
    """

    def should_begin_editing(self, field: Field) -> Answer:
        """May the field get the focus?"""
        return True

    def should_end_editing(self, field: Field) -> Answer:
        """May the field lose the focus?"""
        return True

    def should_return(self, field: Field) -> Answer:
        """May the return key do what it does?"""
        return True

    def should_clear(self, field: Field) -> Answer:
        """May the field be emptied?"""
        return True

    def should_change_text(self, field: Field, start: int, end: int, text: str) -> Answer:
        """May a text come in the place of `field.text[start:end]`?"""
        return True

    def should_tap_icon(self, field: Field) -> Answer:
        """May the tap on the icon do what it does?"""
        return True

    def should_add_entry(self, entries: EntryList) -> Answer:
        """May an entry come into the list?"""
        return True

    def should_remove_entry(self, entry: Entry) -> Answer:
        """May the entry be taken out of its list?"""
        return True

    def did_begin_editing(self, field: Field) -> Told:
        """An entry or area has got the focus."""

    def did_end_editing(self, field: Field) -> Told:
        """The field has lost the focus; its `value` is what has passed every check."""

    def cleared(self, field: Field) -> Told:
        """A picker or date was emptied."""

    def did_select_row(self, field: Field, index: int, value: Any) -> Told:
        """A row was chosen; the row for typed text has no value."""

    def date_changed(self, field: Field, date: str) -> Told:
        """Another date was set."""

    def icon_tapped(self, field: Field) -> Told:
        """The icon was tapped; what its action changes is still to come."""

    def restarted(self) -> None:
        """The daemon had ended and was started again, with the forms that are open."""

    # How the daemon asks.

    def questions(self) -> list[str]:
        """The questions that are overridden, by the protocol's names."""
        return [
            question
            for question, name in _QUESTIONS.items()
            if getattr(type(self), name) is not getattr(Delegate, name)
        ]

    async def answer(
        self, subject: Field | EntryList | Entry, params: Mapping[str, Any]
    ) -> bool:
        """The answer to a question of the daemon about a field, a list or an entry."""
        method = getattr(self, _QUESTIONS[params["question"]])
        if params["question"] == "changeText":
            place = params["range"]
            answer = method(subject, place["start"], place["end"], params["text"])
        else:
            answer = method(subject)
        return bool(await answer if inspect.isawaitable(answer) else answer)


_QUESTIONS = {
    "begin": "should_begin_editing",
    "end": "should_end_editing",
    "return": "should_return",
    "clear": "should_clear",
    "changeText": "should_change_text",
    "iconTap": "should_tap_icon",
    "addEntry": "should_add_entry",
    "removeEntry": "should_remove_entry",
}
