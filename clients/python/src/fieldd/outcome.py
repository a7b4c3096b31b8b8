"""What becomes of what a person does to a form, and who carries it out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from . import facts
from .facts import Diagnostic, Dropped, Match, Reason, Trigger, Unchecked, Validation, Verdict


@dataclass(frozen=True, slots=True)
class Outcome:
    """What has become of an act; true if it was accepted.

    A refused act has changed nothing, and says why in `reason` and `message`. `active` is the key
    of the field that has the focus, `selection` what to select in one that has just got it, or the
    cursor behind a text of which something was `dropped`. `entry` is the number of an entry that
    was added.
    """

    accepted: bool
    version: int
    active: str | None = None
    moved: bool = False
    selection: tuple[int, int] | None = None
    reason: Reason | None = None
    message: str | None = None
    matches: tuple[Match, ...] = ()
    applied: str | None = None
    dropped: Dropped | None = None
    entry: int | None = None

    def __bool__(self) -> bool:
        return self.accepted


@dataclass(frozen=True, slots=True)
class Committed:
    """A submission that passed: the committed values, by key; true if every rule was checked.

    `unchecked` are the values that were not checked as a whole, since nobody has a validator of theirs. Of a
    partial submission `errors` are the fields whose drafts did not pass, which `values` lack.
    """

    version: int
    values: Mapping[str, Any]
    unchecked: tuple[Unchecked, ...] = ()
    errors: tuple[Verdict, ...] = ()

    def __bool__(self) -> bool:
        return not self.unchecked and not self.errors


@dataclass(frozen=True, slots=True)
class Refused:
    """A submission that failed: what is in the way, field by field in the form's order.

    What is wrong with a list as a whole has the list's key. `diagnostics` are the errors in the
    text of the form, which stand in the way of everything.
    """

    version: int
    errors: tuple[Verdict, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    def __bool__(self) -> bool:
        return False


class Actor(Protocol):
    """What a field needs of its form."""

    async def act(self, name: str, **params: Any) -> Outcome:
        """Carries out an act by its protocol name."""
        ...

    async def validate(self, keys: Iterable[str] | None, trigger: Trigger) -> Validation:
        """Runs the rules of fields."""
        ...

    async def settled(self, keys: Iterable[str] | None) -> tuple[str, ...]:
        """Waits until no check of fields is pending."""
        ...


def read_outcome(answer: Any) -> Outcome:
    """The outcome of an act, as the daemon tells it."""
    selection = facts.read_member(answer, "selection", Any, None)
    return Outcome(
        accepted=facts.read_member(answer, "accepted", bool, True),
        version=facts.read_member(answer, "version", int),
        active=facts.read_member(answer, "active", str, None),
        moved=facts.read_member(answer, "moved", bool, False),
        selection=selection and (_place(selection, "start"), _place(selection, "end")),
        reason=facts.read_member(answer, "reason", str, None),
        message=facts.read_member(answer, "message", str, None),
        matches=facts.read_member(answer, "strings", tuple[Match, ...], ()),
        applied=facts.read_member(answer, "applied", str, None),
        dropped=facts.read_member(answer, "dropped", Dropped, None),
        entry=facts.read_member(answer, "entry", int, None),
    )


def _place(selection: Any, end: str) -> int:
    place: int = facts.read_member(selection, end, int)
    return max(0, place)
