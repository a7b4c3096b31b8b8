"""Who is asked before something happens to a field, and told after it has."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Mapping
from typing import Any

from .field import Field

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

    # How the daemon asks.

    def questions(self) -> list[str]:
        """The questions that are overridden, by the protocol's names."""
        return [
            question
            for question, name in _QUESTIONS.items()
            if getattr(type(self), name) is not getattr(Delegate, name)
        ]

    async def answer(self, field: Field, params: Mapping[str, Any]) -> bool:
        """The answer to a question of the daemon."""
        method = getattr(self, _QUESTIONS[params["question"]])
        if params["question"] == "changeText":
            place = params["range"]
            answer = method(field, place["start"], place["end"], params["text"])
        else:
            answer = method(field)
        return bool(await answer if inspect.isawaitable(answer) else answer)


_QUESTIONS = {
    "begin": "should_begin_editing",
    "end": "should_end_editing",
    "return": "should_return",
    "clear": "should_clear",
    "changeText": "should_change_text",
    "iconTap": "should_tap_icon",
}
