"""The lists of an open form, and their entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from .facts import EntryPlace, ListFacts, ListNews, Placement, Problem, Repetition, Surprise
from .field import Field
from .order import placed
from .outcome import Actor, Outcome


class EntryKeeper(Actor, Protocol):
    """What a list needs of its form."""

    def fields_of(self, place: EntryPlace) -> Sequence[Field]:
        """The fields of an entry, in the order in which they are shown."""
        ...


class Entry:
    """A live view of an entry of a list.

    `entry["product"]` is a field, by the key that the list gives it; to iterate an entry is to
    iterate its fields. The `number` stays the same, wherever the entry comes to stand.
    """

    def __init__(self, form: EntryKeeper, of: EntryList, number: int) -> None:
        self._form = form
        self.list = of
        self.number = number

    def __repr__(self) -> str:
        return f"<Entry {self.list.key}/{self.number}>"

    def __getitem__(self, key: str) -> Field:
        for field in self:
            if field.own_key == key:
                return field
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return any(field.own_key == key for field in self)

    def __iter__(self) -> Iterator[Field]:
        return iter([*self._form.fields_of(EntryPlace(self.list.key, self.number))])

    async def remove(self) -> Outcome:
        """Takes the entry out of its list."""
        return await self._form.act("removeEntry", entry=self.number)

    async def move(self, before: Entry | None = None) -> Outcome:
        """Has the entry stand before another of its list, or behind all of them."""
        return await self._form.act("moveEntry", entry=self.number, **_before(before))


class EntryList:
    """A live view of a list: its entries in their order, and what is wrong with it as a whole.

    A list that is none any more has no entries.
    """

    def __init__(self, form: EntryKeeper, key: str, label: str, repeat: Repetition) -> None:
        self._form = form
        self._entries: dict[int, Entry] = {}
        self.key = key
        self.label = label
        self.repeat = repeat
        self.problems: tuple[Problem, ...] = ()

    def __repr__(self) -> str:
        return f"<EntryList {self.key}: {[*self._entries]}>"

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries, in the order in which they are shown."""
        return tuple(self._entries.values())

    def entry(self, number: int) -> Entry:
        """The entry of a number, such as `Outcome.entry`; a `KeyError` if it is not there."""
        return self._entries[number]

    async def add(
        self, values: Mapping[str, Any] | None = None, *, before: Entry | None = None
    ) -> Outcome:
        """Puts in an entry, before another or behind all; its first field gets the focus.

        With `values` its fields begin with what would be committed as these, by the keys that the
        list gives them, and are empty otherwise; without, with what the list has for them. The
        outcome has its number.
        """
        more = _before(before) if values is None else {"values": values, **_before(before)}
        return await self._form.act("addEntry", list=self.key, **more)

    # The daemon's side.

    def take_all(self, told: ListFacts) -> ListNews:
        """Takes the list as it is told as a whole; gives what may be new of that."""
        removed = tuple(self._entries)
        self._entries = {number: self._kept(number) for number in told.entries}
        self.problems = told.problems
        behind = (*told.entries[1:], None)
        added = (*map(Placement, told.entries, behind),)[::-1] if told.entries else ()
        return ListNews(self.key, removed=removed, added=added, problems=told.problems)

    def take(self, news: ListNews) -> None:
        """Takes what is new of the list."""
        removed = {*self._entries} if news.gone else {*news.removed}
        order = [number for number in self._entries if number not in removed]
        here = {*order}
        for added in news.added:
            if added.before is not None and added.before not in here:
                raise Surprise(f"{self.key} has no entry {added.before}")
            here.add(added.entry)
        # Looked at from the end, each entry stands behind the one that it is put before.
        places = {added.entry: added.before for added in news.added}
        numbers = placed(reversed(order), places)[::-1]
        self._entries = {number: self._kept(number) for number in numbers}
        if news.problems is not None or news.gone:
            self.problems = news.problems or ()

    def _kept(self, number: int) -> Entry:
        return self._entries.get(number) or Entry(self._form, self, number)


def _before(entry: Entry | None) -> dict[str, int]:
    return {} if entry is None else {"before": entry.number}
