"""The order in which a form is filled in: its fields, and the headings between them.

Both faces go by it, the one that draws and the one that asks. It knows nothing of how a heading
looks.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from fieldd import Entry, EntryList, Field, Form, Group


@dataclass(frozen=True, slots=True)
class GroupPart:
    """The heading of fields that follow one another in a group: the group's key, and which run."""

    key: str
    run: int


@dataclass(frozen=True, slots=True)
class ListPart:
    """The heading of a list, which is there without entries too."""

    list: EntryList


@dataclass(frozen=True, slots=True)
class EntryPart:
    """The heading of an entry of a list."""

    entry: Entry


Part = Field | GroupPart | ListPart | EntryPart


class Outline:
    """The parts of a form in their order, kept up to date while fields come, go and move."""

    def __init__(self, form: Form) -> None:
        self._form = form
        self._parts: list[Part] = []
        self._fields: dict[GroupPart, Sequence[Field]] = {}
        # What of the form the parts are made of.
        self._source: list[object] = []
        self.follow()

    @property
    def parts(self) -> Sequence[Part]:
        """Fields and headings, as they were when the form was followed last."""
        return self._parts

    @property
    def stops(self) -> Sequence[Field | EntryList]:
        """Where a person can stand: fields, and lists that have none."""
        self.follow()
        stops: list[Field | EntryList] = []
        for part in self._parts:
            if isinstance(part, Field):
                stops.append(part)
            elif isinstance(part, ListPart) and not part.list.entries:
                stops.append(part.list)
        return stops

    def follow(self) -> bool:
        """Looks at what has come to the form, is gone or has moved; gives whether anything has."""
        source: list[object] = [(field, field.group) for field in self._form]
        source += [(each, each.entries) for each in self._form.lists]
        if source == self._source:
            return False
        self._source = source
        self._parts = self._divided()
        return True

    def fields_below(self, part: GroupPart) -> Sequence[Field]:
        """The fields that stand below the heading of a group."""
        return self._fields[part]

    def group(self, key: str) -> Group | None:
        """The group of a key, which a list has too."""
        return next((group for group in self._form.groups if group.key == key), None)

    def list_near(self, field: Field | None) -> EntryList | None:
        """The list that is next below a field, else the last one."""
        self.follow()
        lists = [part for part in self._parts if isinstance(part, ListPart)]
        if field is not None:
            place = self._parts.index(field)
            below = (each.list for each in lists if place < self._parts.index(each))
            if (near := next(below, None)) is not None:
                return near
        return lists[-1].list if lists else None

    def _divided(self) -> list[Part]:
        """The parts; the fields of a group that follow one another have one heading."""
        groups = {group.key for group in self._form.groups}
        lists = {each.key: each for each in self._form.lists}
        parts: list[Part] = []
        self._fields = {}
        seen: set[Part] = set()
        runs = itertools.groupby(self._form, lambda field: field.group or "")
        for number, (key, run) in enumerate(runs):
            fields = [*run]
            if key in lists and ListPart(lists[key]) not in seen:
                seen.add(ListPart(lists[key]))
                parts.append(ListPart(lists[key]))
            elif key in groups and key not in lists:
                parts.append(GroupPart(key, number))
                self._fields[GroupPart(key, number)] = fields
            for field in fields:
                entry = entry_of(self._form, field)
                if entry and EntryPart(entry) not in seen:
                    seen.add(EntryPart(entry))
                    parts.append(EntryPart(entry))
                parts.append(field)
        for key, entries in lists.items():
            part = ListPart(entries)
            if part not in seen:
                parts.insert(self._place(part, key, parts), part)
        return parts

    def _place(self, part: ListPart, key: str, parts: Sequence[Part]) -> int:
        """Where a list without entries stands, of which the form tells no place.

        It stays where it was; to begin with it is as near to other groups as they are told.
        """
        if part in self._parts:
            above = reversed(self._parts[: self._parts.index(part)])
            known = (parts.index(other) + 1 for other in above if other in parts)
            return next(known, 0)
        keys = [_group_key(other) for other in parts]
        order = [group.key for group in self._form.groups]
        own = order.index(key) if key in order else len(order)
        for before in reversed(order[:own]):
            if before in keys:
                return len(keys) - keys[::-1].index(before)
        return next((keys.index(it) for it in order[own:] if it in keys), len(parts))


def entry_of(form: Form, field: Field | None) -> Entry | None:
    """The entry that a field is in; None also while the form has not been told of it."""
    if field is None or field.entry is None:
        return None
    try:
        return form.list(field.entry.list).entry(field.entry.id)
    except KeyError:
        return None


def name_of(entry: Entry) -> str:
    """What an entry of a list is called, by where it stands now."""
    return f"{entry.list.label} {entry.list.entries.index(entry) + 1}"


def name_of_key(form: Form, key: str) -> str:
    """What a field or a list is called, with the entry that it is in."""
    if key not in form:
        return form.list(key).label
    field = form[key]
    entry = entry_of(form, field)
    return f"{name_of(entry)}, {field.label}" if entry else field.label


def _group_key(part: Part) -> str | None:
    match part:
        case ListPart():
            return part.list.key
        case GroupPart():
            return part.key
        case Field():
            return part.group
        case _:
            return None
