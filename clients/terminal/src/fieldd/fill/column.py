"""The fields of a form below one another, and the headings between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fieldd import EntryList, Field, Form, Group
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from .outline import EntryPart, GroupPart, ListPart, Outline, Part
from .views import EntryHeading, FieldView, GroupHeading, Heading, ListHeading
from .words import Words


class Column(Vertical):
    """The fields in their groups, those of lists in their entries, with all headings.

    Fields come, go and move while a form is filled in. What stays keeps its widget, and with it
    the place of its cursor.
    """

    def __init__(self, form: Form, words: Words) -> None:
        super().__init__(id="fields")
        self.outline = Outline(form)
        self._form = form
        self._words = words
        self._views: dict[Field, FieldView] = {}
        self._headings: dict[Part, Heading] = {}
        self._parts: list[Widget] = []
        self._is_composed = False
        self.follow()

    def compose(self) -> ComposeResult:
        self._is_composed = True
        yield from self._parts

    def follow(self) -> None:
        """Puts in what has come to the form, takes out what is gone, and moves what has moved."""
        if not self.outline.follow() and self._parts:
            return
        old = self._parts
        self._parts = self._drawn()
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
        heading = self._headings[ListPart(entries)]
        assert isinstance(heading, ListHeading)
        return heading

    @property
    def stops(self) -> Sequence[Field | EntryList]:
        """Where a person can stand: fields, and lists that have none."""
        self.follow()
        return self.outline.stops

    def list_near(self, field: Field | None) -> EntryList | None:
        """The list that is next below a field, else the last one."""
        self.follow()
        return self.outline.list_near(field)

    def _drawn(self) -> list[Widget]:
        """What shows the parts of the form; what is known already stays."""
        lists = self._form.lists
        places = {it: n for each in lists for n, it in enumerate(each.entries, 1)}
        views: dict[Field, FieldView] = {}
        headings: dict[Part, Heading] = {}
        drawn: list[Widget] = []
        for part in self.outline.parts:
            if isinstance(part, Field):
                views[part] = self._views.get(part) or FieldView(part, self._words)
                drawn.append(views[part])
                continue
            heading = headings[part] = self._headings.get(part) or self._heading(part)
            if isinstance(part, GroupPart) and isinstance(heading, GroupHeading):
                heading.fields = self.outline.fields_below(part)
            if isinstance(part, EntryPart) and isinstance(heading, EntryHeading):
                heading.place = places[part.entry]
            drawn.append(heading)
        self._views, self._headings = views, headings
        return drawn

    def _heading(self, part: GroupPart | ListPart | EntryPart) -> Heading:
        match part:
            case GroupPart():
                group = self.outline.group(part.key)
                return GroupHeading(group or Group(part.key, part.key))
            case ListPart():
                group = self.outline.group(part.list.key)
                return ListHeading(part.list, group.description if group else None, self._words)
            case EntryPart():
                return EntryHeading(part.entry)
