"""The parts of the screen: a field, and the bar at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fieldd import Field, Form, Group, Outcome, Verdict
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click, Key
from textual.geometry import Region, Size
from textual.message import Message
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from .date_face import DateFace
from .face import Face, color, justified
from .rows_face import RowsFace
from .text_face import TextFace


class Lines(Widget):
    """A part of a field that is as high as its lines."""

    DEFAULT_CSS = "Lines { height: auto; }"

    def show(self) -> None:
        """Draws the lines as they are now."""
        line_count = len(self.lines(self.content_size.width))
        self.refresh(layout=line_count != self.content_size.height)

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
        border = color(field, "border")
        if field.style == "filled":
            self.styles.border_top = ("blank", border)
            self.styles.border_bottom = ("hkey", border)
        else:
            self.styles.border = ("heavy" if 1 < field.border_width else "round", border)
        self.set_class(field.style == "filled", "filled")
        title = Content.styled(field.title.text, color(field, "title"))
        self.border_title = title if field.title.position == "up" else None
        super().show()

    def lines(self, width: int) -> Sequence[Content]:
        return self._view.face.lines(width)

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

    def __init__(self, field: Field) -> None:
        super().__init__(name=field.key)
        self.field = field
        self.text = TextFace(field)
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
        # Where the page began when all of it was laid out, which is not where it is scrolled to now.
        top = page.children[0].region.y
        place, line_count = self.region.y, self.outer_size.height
        if page.size.height < line_count:
            place, line_count = self._box.content_region.y + self.face.line, 1
        page.scroll_to_region(Region(0, place - top, 1, line_count), animate=False)

    @property
    def face(self) -> Face:
        """The face that the field has now."""
        if not self.field.is_open:
            self._opened = None
            return self.text
        if self._opened is None:
            is_date = self.field.kind == "date"
            self._opened = DateFace(self.field) if is_date else RowsFace(self.field)
        return self._opened

    @property
    def opens(self) -> bool:
        """Whether there is a list or a date to open, and the field is closed."""
        field = self.field
        is_typed = field.kind in ("entry", "area") or self.text.is_editable
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


def error_of(verdict: Verdict) -> str:
    """What stands in the way, in words."""
    errors = [problem.message for problem in verdict.problems if problem.severity == "error"]
    return errors[0] if errors else "Not accepted"


def _draft(field: Field) -> Sequence[str]:
    return [*field.chosen, field.date]


class Section(Vertical):
    """Fields that follow one another in a group, with the group's heading if they are in one."""

    DEFAULT_CSS = """
    Section { height: auto; }
    Section > Static { padding: 0 2 1 2; }
    """

    def __init__(self, group: Group | None, views: Sequence[FieldView]) -> None:
        super().__init__()
        self._group = group
        self._views = views

    def compose(self) -> ComposeResult:
        if self._group:
            label = Content.styled(self._group.label, "bold")
            description = Content.styled(self._group.description or "", "#5F6368")
            yield Static(label + Content("  ") + description)
        yield from self._views

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        """Leaves the heading out with the last of the fields."""
        self.display = any(view.field.is_visible for view in self._views)


class Button(NamedTuple):
    """A button of the bar."""

    label: str
    key: str
    action: str
    is_enabled: bool = True


_BUTTONS = {
    "previous": Button("Previous", "⇧⇥", "previous"),
    "next": Button("Next", "⇥", "next"),
    "autofill": Button("AutoFill", "^F", "autofill"),
    "done": Button("Done", "esc", "done"),
    "cancel": Button("Cancel", "esc", "close"),
}
# Escape closes what is open, which is not Done.
_BUTTONS_OF_OPEN = _BUTTONS | {"done": Button("Done", "^D", "done")}


class Bar(Widget):
    """The bottom of the screen: what there is to say, and the buttons."""

    DEFAULT_CSS = """
    Bar { dock: bottom; height: auto; padding: 0 2; background: #E8EAED; color: #1F1F1F;
      link-style: bold; link-color: #1A56DB; link-background: transparent;
      link-color-hover: #FFFFFF; link-background-hover: #1A56DB; }
    """

    def __init__(self, form: Form) -> None:
        super().__init__()
        self._form = form
        self.words = ""
        # One line has room for the buttons, or for words.
        self.is_low = False

    def say(self, words: str) -> None:
        """Says something until something else is said."""
        self.words = words
        self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        words = Content.styled(self.words, "#B3261E bold").truncate(width, ellipsis=True)
        if self.is_low and self.words:
            return words
        left = Content("   ").join([_button(button) for button in self._field_buttons()])
        is_at_end = self._form.active is None
        submit = Button("Submit", "⏎" if is_at_end else "^S", "submit")
        cancel = Button("Cancel", "^Q", "give_up")
        right = _button(submit, is_current=is_at_end) + Content("   ") + _button(cancel)
        left = left.truncate(max(0, width - right.cell_length - 1), ellipsis=True)
        buttons = justified(left, right, width)
        return buttons if self.is_low else words + Content("\n") + buttons

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 1 if self.is_low else 2

    def _field_buttons(self) -> list[Button]:
        field = self._form.active
        if field is None:
            return []
        known = _BUTTONS if not field.is_open else _BUTTONS_OF_OPEN
        told = [item for item in field.toolbar if item.item in known]
        buttons = [known[item.item]._replace(is_enabled=item.enabled) for item in told]
        if field.is_open:
            buttons.append(Button("Close", "esc", "close"))
        if field.is_clearable:
            buttons.append(Button("Clear", "del", "clear", bool(field.chosen)))
        if field.icon_action:
            buttons.append(Button(field.icon_action.title(), "^T", "tap_icon"))
        return buttons


def _button(button: Button, is_current: bool = False) -> Content:
    label = Content(f" {button.label} " if is_current else button.label)
    if not button.is_enabled:
        return (Content(f"{button.key} ") + label).stylize("#9AA0A6")
    style = "#FFFFFF on #1A56DB bold" if is_current else "#1A56DB bold"
    content = Content.styled(f"{button.key} ", "#5F6368") + label.stylize(style)
    return content.stylize(Style.from_meta({"@click": f"app.press_button('{button.action}')"}))
