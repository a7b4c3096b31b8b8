"""The parts of the screen: a field, and the bar at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fieldd import Field, Form, Group
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
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
        helper = Content.styled(field.helper or "", style)
        lines = helper.wrap(max(1, width - right.cell_length - 1)) or [Content("")]
        return [justified(lines[0].rstrip(), right, width), *lines[1:]]


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
        self._opened: RowsFace | DateFace | None = None
        self._box = Box(self)
        self._note = Note(self)

    def compose(self) -> ComposeResult:
        yield self._box
        yield self._note

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        # A list has opened, or a draft has grown.
        if self.field.is_active:
            self.scroll_visible(animate=False)

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

    def show(self) -> None:
        """Draws the field as it is now."""
        self.display = self.field.is_visible
        self._box.show()
        self._note.show()


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
    # The list of texts is closed by the key that is Done otherwise.
    "cancel": Button("Cancel", "esc", "done"),
}


class Bar(Widget):
    """The bottom of the screen: what there is to say, and the buttons."""

    DEFAULT_CSS = """
    Bar { dock: bottom; height: 2; padding: 0 2; background: #E8EAED; color: #1F1F1F;
      link-style: bold; link-color: #1A56DB; link-background: transparent;
      link-color-hover: #FFFFFF; link-background-hover: #1A56DB; }
    """

    def __init__(self, form: Form) -> None:
        super().__init__()
        self._form = form
        self.words = ""

    def say(self, words: str) -> None:
        """Says something until something else is said."""
        self.words = words
        self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        words = Content.styled(self.words, "#B3261E bold").truncate(width, ellipsis=True)
        left = Content("   ").join([_button(button) for button in self._field_buttons()])
        is_at_end = self._form.active is None
        submit = Button("Submit", "⏎" if is_at_end else "^S", "submit")
        cancel = Button("Cancel", "^Q", "give_up")
        right = _button(submit, is_current=is_at_end) + Content("   ") + _button(cancel)
        return words + Content("\n") + justified(left, right, width)

    def _field_buttons(self) -> list[Button]:
        field = self._form.active
        if field is None:
            return []
        buttons = [_BUTTONS[item.item]._replace(is_enabled=item.enabled) for item in field.toolbar]
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
