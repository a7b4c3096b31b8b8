"""The parts of the screen: a field, a heading, and the bar at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fieldd import Entry, EntryList, Field, Form, Group, Outcome, Verdict
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click, Key
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from .date_face import DateFace
from .face import Face, color, justified, one_line
from .filling import TYPED, error_of
from .outline import entry_of, name_of
from .rows_face import RowsFace
from .text_face import TextFace
from .words import Words

ADD_TO = "add_entry "
"""What the button of a list without entries is called, before the key of the list."""


class Lines(Widget):
    """A part of a field that is as high as its lines."""

    DEFAULT_CSS = "Lines { height: auto; }"

    def show(self) -> None:
        """Draws the lines as they are now."""
        width, height = self.content_size
        # What has just come has no width yet, for which nothing can be shown well.
        self.refresh(layout=width == 0 or len(self.lines(width)) != height)

    def lines(self, width: int) -> Sequence[Content]:
        """The lines, for their width."""
        raise NotImplementedError

    def render(self) -> Content:
        return Content("\n").join(self.lines(self.content_size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines(width))


class Box(Lines):
    """The border of a field with its title, and in it the field's face."""

    DEFAULT_CSS = """
    Box { padding: 0 1; }
    Box.filled { background: #F1F3F4; padding: 0 2; }
    """

    def __init__(self, view: FieldView) -> None:
        super().__init__()
        self._view = view

    def show(self) -> None:
        """Draws the field as it is now."""
        field = self._view.field
        border = color(field, "border", "#5F6368")
        if field.style == "filled":
            self.styles.border_top = ("blank", border)
            self.styles.border_bottom = ("hkey", border)
        else:
            self.styles.border = ("heavy" if 1 < field.border_width else "round", border)
        self.set_class(field.style == "filled", "filled")
        title = Content.styled(one_line(field.title.text), color(field, "title"))
        self.border_title = title if field.title.position == "up" else None
        is_right_to_left = self._view.words.is_right_to_left
        self.styles.border_title_align = "right" if is_right_to_left else "left"
        super().show()

    def lines(self, width: int) -> Sequence[Content]:
        return self._view.face.lines(width)

    def render(self) -> Content:
        content = super().render()
        self.place_cursor()
        return content

    def place_cursor(self) -> None:
        """Has the terminal's own cursor stand where the next letter goes, if the field has the focus.

        It is not seen, but input methods show what they offer beside it, and magnifiers follow it.
        """
        if self._view.field.is_active:
            face = self._view.face
            self.app.cursor_position = self.content_region.offset + Offset(face.column, face.line)

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset_capture(self)
        self.post_message(FieldView.Clicked(self._view, offset.x, offset.y))


class Note(Lines):
    """What stands below a field: the helper or error, and the counter.

    Its line is there when there is nothing to say, so that an error moves no other field.
    """

    DEFAULT_CSS = "Note { padding: 0 2; }"

    def __init__(self, view: FieldView) -> None:
        super().__init__()
        self._view = view

    def lines(self, width: int) -> Sequence[Content]:
        field = self._view.field
        style = color(field, "helper")
        counter = field.counter
        right = Content.styled(f"{counter.count}/{counter.max}" if counter else "", style)
        words, words_style = field.helper or "", style
        if (complaint := self._view.complaint) and not field.error:
            words = " - ".join(filter(None, [field.helper, complaint.words]))
            words_style = complaint.style
        helper = Content.styled(words, words_style)
        lines = helper.wrap(max(1, width - right.cell_length - 1)) or [Content("")]
        if self._view.words.is_right_to_left:
            rest = [line.pad_left(max(0, width - line.cell_length)) for line in lines[1:]]
            return [justified(right, lines[0].rstrip(), width), *rest]
        return [justified(lines[0].rstrip(), right, width), *lines[1:]]


class Complaint(NamedTuple):
    """What a refused submission says of a draft, and how that looked beside the field."""

    draft: Sequence[str]
    words: str
    style: str


class FieldView(Vertical):
    """A field on the screen."""

    DEFAULT_CSS = "FieldView { height: auto; }"

    class Clicked(Message):
        """A click in the box of a field."""

        def __init__(self, view: FieldView, column: int, line: int) -> None:
            super().__init__()
            self.view = view
            self.column = column
            self.line = line

    def __init__(self, field: Field, words: Words) -> None:
        super().__init__(name=field.key)
        self.field = field
        self.words = words
        self.text = TextFace(field, words)
        self.complaint: Complaint | None = None
        self._opened: RowsFace | DateFace | None = None
        self._box = Box(self)
        self._note = Note(self)

    def compose(self) -> ComposeResult:
        yield self._box
        yield self._note

    def on_mount(self) -> None:
        self.show()

    def bring_into_view(self, page: Widget) -> None:
        """Scrolls a page to the field, or at least to the line in it that a person looks at."""
        region = _region_in(page, self)
        if page.size.height < region.height:
            line = self._box.content_region.y - self.region.y + self.face.line
            region = Region(0, region.y + line, 1, 1)
        _scroll(page, region)
        self._box.place_cursor()

    @property
    def face(self) -> Face:
        """The face that the field has now."""
        if not self.field.is_open:
            self._opened = None
            return self.text
        if self._opened is None:
            is_date = self.field.kind == "date"
            self._opened = DateFace(self.field, self.words) if is_date else RowsFace(self.field)
        return self._opened

    @property
    def opens(self) -> bool:
        """Whether there is a list or a date to open, and the field is closed."""
        field = self.field
        is_typed = field.kind in TYPED or self.text.is_editable
        return not (field.is_open or is_typed or field.is_read_only)

    async def press(self, key: Key) -> Outcome | bool | None:
        """Takes a key; what has the focus closed is opened by the keys that mean something in it."""
        if (outcome := await self.face.press(key)) is not None or not self.opens:
            return outcome
        is_meant = key.key in ("home", "end") or (key.is_printable and key.character != " ")
        if not is_meant and key.key not in ("enter", "space", "down"):
            return None
        outcome = await self.field.begin_editing()
        if outcome and self.field.is_open and is_meant:
            return await self.face.press(key) or outcome
        return outcome

    def complain(self, verdict: Verdict) -> None:
        """Keeps the words of a refused submission, though the daemon forgets them."""
        style = color(self.field, "helper")
        self.complaint = Complaint(_draft(self.field), error_of(verdict), style)

    def show(self) -> None:
        """Draws the field as it is now."""
        if self.complaint and self.complaint.draft != _draft(self.field):
            self.complaint = None
        self.display = self.field.is_visible
        self._box.show()
        self._note.show()


def _draft(field: Field) -> Sequence[str]:
    return [*field.chosen, field.date]


class Heading(Static):
    """What stands above fields, or above a list."""

    DEFAULT_CSS = "Heading { padding: 0 2 1 2; }"

    def __init__(self) -> None:
        super().__init__()
        self._shown: Content | None = None

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        """Draws the heading as it is now."""
        content = self.text()
        if content is None:
            self.display = False
            return
        self.display = True
        if self._shown is None or not content.is_same(self._shown):
            self._shown = content
            self.update(content)

    def text(self) -> Content | None:
        """What it says; None if it is left out."""
        raise NotImplementedError


class GroupHeading(Heading):
    """The heading of fields that follow one another in a group, there as long as one of them."""

    def __init__(self, group: Group) -> None:
        super().__init__()
        self.group = group
        self.fields: Sequence[Field] = ()

    def text(self) -> Content | None:
        if not any(field.is_visible for field in self.fields):
            return None
        return _title(self.group.label, self.group.description)


class ListHeading(Heading):
    """The heading of a list, with what is wrong with the list as a whole.

    It is there without entries too, and says then how to add one.
    """

    def __init__(self, entries: EntryList, description: str | None, words: Words) -> None:
        super().__init__()
        self.list = entries
        self._words = words
        self._description = description
        # Whether a person stands at the list, which has no entry to stand in.
        self.is_current = False

    def text(self) -> Content:
        lines = [_title(self.list.label, self._description)]
        lines += [Content.styled(problem.message, "#B3261E") for problem in self.list.problems]
        if not self.list.entries:
            button = Button(add_label(self.list, self._words), "^N", ADD_TO + self.list.key)
            lines.append(_button(button, is_current=self.is_current))
        return Content("\n").join(lines)

    def bring_into_view(self, page: Widget) -> None:
        """Scrolls a page to the heading."""
        _scroll(page, _region_in(page, self))


class EntryHeading(Heading):
    """The heading of an entry: the list's, and which of its entries it is."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self._entry = entry
        # Which of the entries it is, counted from 1.
        self.place = 1

    def text(self) -> Content | None:
        if not any(field.is_visible for field in self._entry):
            return None
        return Content.styled(f"{self._entry.list.label} {self.place}", "#1A56DB bold")


def add_label(entries: EntryList, words: Words) -> str:
    """What the button is called that adds an entry."""
    return entries.repeat.add_label or words("add")


def _title(label: str, description: str | None) -> Content:
    words = Content.styled(description or "", "#5F6368")
    return Content.styled(label, "bold") + Content("  ") + words


def _region_in(page: Widget, part: Widget) -> Region:
    """Where a part of a page is in it, which is not where it is scrolled to now."""
    # Where the page began when all of it was laid out.
    top = page.children[0].region.y
    return Region(0, part.region.y - top, 1, part.outer_size.height)


def _scroll(page: Widget, region: Region) -> None:
    # At once, so that what is brought into view next finds the page where it is.
    page.scroll_to_region(region, animate=False, immediate=True)


class Button(NamedTuple):
    """A button of the bar."""

    label: str
    key: str
    action: str
    is_enabled: bool = True


def _buttons(words: Words, *, is_open: bool) -> dict[str, Button]:
    """The buttons of the bar above a keyboard; Escape closes what is open, which is not Done."""
    return {
        "previous": Button(words("previous"), "⇧⇥", "previous"),
        "next": Button(words("next"), "⇥", "next"),
        "autofill": Button(words("autofill"), "^F", "autofill"),
        "done": Button(words("done"), "^D" if is_open else "esc", "done"),
        "cancel": Button(words("cancel"), "esc", "close"),
    }


class Bar(Widget):
    """The bottom of the screen: what there is to say, and the buttons."""

    DEFAULT_CSS = """
    Bar { dock: bottom; height: auto; padding: 0 2; background: #E8EAED; color: #1F1F1F;
      link-style: bold; link-color: #1A56DB; link-background: transparent;
      link-color-hover: #FFFFFF; link-background-hover: #1A56DB; }
    """

    def __init__(self, form: Form, words: Words, *, may_decline: bool = False) -> None:
        super().__init__()
        self._form = form
        self._words = words
        self._may_decline = may_decline
        self.words = ""
        # One line has room for the buttons, or for words.
        self.is_low = False
        # The list that an entry would be added to, and whether it is where the person stands.
        self.list: EntryList | None = None
        self.is_at_list = False

    def say(self, words: str) -> None:
        """Says something until something else is said."""
        self.words = words
        self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        words = Content.styled(self.words, "#B3261E bold").truncate(width, ellipsis=True)
        if self.is_low and self.words:
            return words
        left = _row(self._field_buttons())
        in_list = _row(self._list_buttons())
        if self.is_low and self._form.lists:
            left = _row([*self._list_buttons(), *self._field_buttons()])
        is_at_end = self._form.active is None and not self.is_at_list
        submit = Button(self._words("submit"), "⏎" if is_at_end else "^S", "submit")
        others = [Button(self._words("cancel"), "^Q", "give_up")]
        if self._may_decline:
            others.insert(0, Button(self._words("decline"), "^X", "decline"))
        right = _button(submit, is_current=is_at_end) + Content("   ") + _row(others)
        left = left.truncate(max(0, width - right.cell_length - 1), ellipsis=True)
        buttons = justified(left, right, width)
        if self.is_low:
            return buttons
        # Lists have a line of their own, so that their buttons have room and none jumps.
        in_list = in_list.truncate(width, ellipsis=True)
        lines = [words, in_list, buttons] if self._form.lists else [words, buttons]
        return Content("\n").join(lines)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 1 if self.is_low else 3 if self._form.lists else 2

    def _list_buttons(self) -> list[Button]:
        buttons = []
        if (entries := self.list) is not None:
            most = entries.repeat.max_entries
            has_room = most is None or len(entries.entries) < most
            buttons.append(Button(add_label(entries, self._words), "^N", "add_entry", has_room))
        if entry := entry_of(self._form, self._form.active):
            buttons.append(Button(self._words("remove", name=name_of(entry)), "^R", "remove_entry"))
        return buttons

    def _field_buttons(self) -> list[Button]:
        field = self._form.active
        if field is None:
            return []
        known = _buttons(self._words, is_open=field.is_open)
        told = [item for item in field.toolbar if item.item in known]
        buttons = [known[item.item]._replace(is_enabled=item.enabled) for item in told]
        if field.is_open:
            buttons.append(Button(self._words("close"), "esc", "close"))
        if field.can_be_cleared:
            buttons.append(Button(self._words("clear"), "del", "clear", bool(field.chosen)))
        if field.icon_action:
            own = {"reveal": "reveal", "clear": "clear", "autofill": "autofill"}
            name = own.get(field.icon_action)
            label = self._words(name) if name else field.icon_action.title()
            buttons.append(Button(label, "^T", "tap_icon"))
        return buttons


def _row(buttons: Sequence[Button]) -> Content:
    return Content("   ").join([_button(button) for button in buttons])


def _button(button: Button, is_current: bool = False) -> Content:
    label = Content(f" {button.label} " if is_current else button.label)
    if not button.is_enabled:
        return (Content(f"{button.key} ") + label).stylize("#9AA0A6")
    style = "#FFFFFF on #1A56DB bold" if is_current else "#1A56DB bold"
    content = Content.styled(f"{button.key} ", "#5F6368") + label.stylize(style)
    return content.stylize(Style.from_meta({"@click": f"app.press_button({button.action!r})"}))
