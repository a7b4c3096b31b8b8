"""The fields of a form below one another, and the headings between them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Sequence

from fieldd import EntryList, Field, Form, Group
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from .views import EntryHeading, FieldView, GroupHeading, Heading, ListHeading, entry_of


class Column(Vertical):
    """The fields in their groups, those of lists in their entries, with all headings.

    Fields come, go and move while a form is filled in. What stays keeps its widget, and with it
    the place of its cursor.
    """

    def __init__(self, form: Form) -> None:
        super().__init__(id="fields")
        self._form = form
        self._views: dict[Field, FieldView] = {}
        self._headings: dict[Hashable, Heading] = {}
        self._parts: list[Widget] = []
        # What of the form the parts are made of.
        self._source: list[Hashable] = []
        self._is_composed = False
        self.follow()

    def compose(self) -> ComposeResult:
        self._is_composed = True
        yield from self._parts

    def follow(self) -> None:
        """Puts in what has come to the form, takes out what is gone, and moves what has moved."""
        source: list[Hashable] = [(field, field.group) for field in self._form]
        source += [(each, each.entries) for each in self._form.lists]
        if source == self._source:
            return
        self._source = source
        old = self._parts
        self._parts = self._divided()
        if not self._is_composed:
            return
        places = {part: place for place, part in enumerate(self._parts)}
        for part in old:
            if part not in places:
                part.remove()
        known = {*old}
        self.mount_all([part for part in self._parts if part not in known])
        self.sort_children(key=lambda part: places.get(part, -1))

    def show(self, keys: Iterable[str]) -> None:
        """Draws some fields as they are now, and all headings."""
        self.follow()
        for key in keys:
            if key in self._form:
                self.view(self._form[key]).show()
        for heading in self._headings.values():
            heading.show()

    def view(self, field: Field) -> FieldView:
        """What shows a field of the form."""
        self.follow()
        return self._views[field]

    @property
    def views(self) -> Sequence[FieldView]:
        """What shows the fields, in their order."""
        return [*self._views.values()]

    def heading(self, entries: EntryList) -> ListHeading:
        """The heading of a list of the form."""
        self.follow()
        return next(each for each in self._list_headings() if each.list is entries)

    @property
    def stops(self) -> Sequence[Field | EntryList]:
        """Where a person can stand: fields, and lists that have none."""
        self.follow()
        stops: list[Field | EntryList] = []
        for part in self._parts:
            if isinstance(part, FieldView):
                stops.append(part.field)
            elif isinstance(part, ListHeading) and not part.list.entries:
                stops.append(part.list)
        return stops

    def list_near(self, field: Field | None) -> EntryList | None:
        """The list that is next below a field, else the last one."""
        self.follow()
        headings = self._list_headings()
        if field is not None:
            place = self._parts.index(self._views[field])
            below = (each for each in headings if place < self._parts.index(each))
            if (heading := next(below, None)) is not None:
                return heading.list
        return headings[-1].list if headings else None

    def _list_headings(self) -> list[ListHeading]:
        return [part for part in self._parts if isinstance(part, ListHeading)]

    def _divided(self) -> list[Widget]:
        """The parts; the fields of a group that follow one another have one heading."""
        groups = {group.key: group for group in self._form.groups}
        lists = {each.key: each for each in self._form.lists}
        places = {it: n for each in lists.values() for n, it in enumerate(each.entries, 1)}
        parts: list[Widget] = []
        views: dict[Field, FieldView] = {}
        headings: dict[Hashable, Heading] = {}

        def put(name: Hashable, kind: Callable[..., Heading], *of: object) -> Heading:
            headings[name] = self._headings.get(name) or kind(*of)
            parts.append(headings[name])
            return headings[name]

        runs = itertools.groupby(self._form, lambda field: field.group or "")
        for number, (key, run) in enumerate(runs):
            fields = [*run]
            if key in lists and ("list", key) not in headings:
                put(("list", key), ListHeading, lists[key], _description(groups.get(key)))
            elif key in groups and key not in lists:
                heading = put(("group", key, number), GroupHeading, groups[key])
                assert isinstance(heading, GroupHeading)
                heading.fields = fields
            for field in fields:
                entry = entry_of(self._form, field)
                if entry and ("entry", entry.number) not in headings:
                    heading = put(("entry", entry.number), EntryHeading, entry)
                    assert isinstance(heading, EntryHeading)
                    heading.place = places[entry]
                views[field] = self._views.get(field) or FieldView(field)
                parts.append(views[field])
        for key, entries in lists.items():
            if ("list", key) not in headings:
                heading = put(("list", key), ListHeading, entries, _description(groups.get(key)))
                parts.pop()
                parts.insert(self._place(heading, key, parts), heading)
        self._views, self._headings = views, headings
        return parts

    def _place(self, heading: Heading, key: str, parts: Sequence[Widget]) -> int:
        """Where a list without entries stands, of which the form tells no place.

        It stays where it was; to begin with it is as near to other groups as they are told.
        """
        if heading in self._parts:
            above = reversed(self._parts[: self._parts.index(heading)])
            known = (parts.index(part) + 1 for part in above if part in parts)
            return next(known, 0)
        keys = [_group_key(part) for part in parts]
        order = [group.key for group in self._form.groups]
        own = order.index(key) if key in order else len(order)
        for other in reversed(order[:own]):
            if other in keys:
                return len(keys) - keys[::-1].index(other)
        return next((keys.index(other) for other in order[own:] if other in keys), len(parts))


def _group_key(part: Widget) -> str | None:
    if isinstance(part, ListHeading):
        return part.list.key
    if isinstance(part, GroupHeading):
        return part.group.key
    return part.field.group if isinstance(part, FieldView) else None


def _description(group: Group | None) -> str | None:
    return group.description if group else None
