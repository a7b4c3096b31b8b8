"""The form on the whole screen."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from typing import Any

from fieldd import Committed, DaemonError, Field, Form, Outcome
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from .editing import Cursor
from .rows_face import RowsFace
from .text_face import TextFace
from .views import Bar, FieldView, Section

Deed = Callable[[], Awaitable[Outcome | bool | None]]


class FillScreen(Screen[None]):
    """Hands every key to the app: which field is typed in, only the daemon knows."""

    app: FillApp

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.app.do(lambda: self.app.press(event))

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.app.do(lambda: self.app.paste(event.text))


class FillApp(App[dict[str, Any]]):
    """Fills in a form; its result is the committed values, or None if the person gave up.

    Keys, clicks and pastes wait in one line, and each is carried out when the daemon has answered
    the one before. So none is lost or goes to the wrong field, however fast somebody types.
    """

    ALLOW_SELECT = False
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("ctrl+q,ctrl+c", "give_up", "Cancel", priority=True, show=False)]
    CSS = """
    Screen { background: #FFFFFF; color: #1F1F1F; align: center top; }
    #head { dock: top; height: auto; background: #1A56DB; color: #FFFFFF; padding: 0 2; }
    #title { text-style: bold; }
    #description { color: #D6E2FB; }
    #fields { padding: 1 2 0 2; max-width: 84; scrollbar-size-vertical: 1;
      scrollbar-color: #C0C4C9; scrollbar-color-hover: #9AA0A6; scrollbar-color-active: #5F6368;
      scrollbar-background: #FFFFFF; scrollbar-background-hover: #FFFFFF;
      scrollbar-background-active: #FFFFFF; }
    """

    def __init__(self, form: Form) -> None:
        super().__init__()
        self.form = form
        self.failure: DaemonError | None = None
        self._deeds: asyncio.Queue[Deed] = asyncio.Queue()
        self._changes = form.changes()
        self._views = {field.key: FieldView(field) for field in form}
        self._sections = self._divided()
        self._bar = Bar(form)

    def _divided(self) -> list[Section]:
        """The fields in their groups; the fields of one that follow one another are one section."""
        groups = {group.key: group for group in self.form.groups}
        runs = itertools.groupby(self._views.values(), lambda view: view.field.group)
        return [Section(groups.get(key or ""), [*views]) for key, views in runs]

    def get_default_screen(self) -> FillScreen:
        return FillScreen()

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="head", can_focus=False):
            yield Static(self.form.title or "Form", id="title", markup=False)
            if self.form.description:
                yield Static(self.form.description, id="description", markup=False)
        with VerticalScroll(id="fields", can_focus=False):
            yield from self._sections
        yield self._bar

    def on_mount(self) -> None:
        self.do(lambda: self._go(1))
        self.run_worker(self._work())
        self.run_worker(self._watch())

    # One deed after the other.

    def do(self, deed: Deed) -> None:
        """Puts something to do at the end of the line."""
        self._deeds.put_nowait(deed)

    async def settled(self) -> None:
        """Waits until everything is done that is in the line."""
        await self._deeds.join()

    async def _work(self) -> None:
        while True:
            deed = await self._deeds.get()
            try:
                self._show(await deed())
            except DaemonError as error:
                self.failure = error
                self.exit(None)
            finally:
                self._deeds.task_done()

    async def _watch(self) -> None:
        async for change in self._changes:
            for key in change.fields:
                self._views[key].show()
            for section in self._sections:
                section.show()
            self._bar.refresh()

    def _show(self, outcome: Outcome | bool | None) -> None:
        """Shows what has become of a deed."""
        if isinstance(outcome, Outcome):
            self._bar.say("" if outcome else outcome.message or "")
            if not outcome:
                self.bell()
            active = self.form.active
            if active and outcome.selection:
                start, end = outcome.selection
                self._views[active.key].text.cursor = Cursor(end, start)
        if self.form.active:
            view = self._views[self.form.active.key]
            view.show()
            self.call_after_refresh(view.scroll_visible, animate=False)
        self._bar.refresh()

    # What a person does.

    def action_give_up(self) -> None:
        """Ends without values, whatever is still in the line."""
        self.exit(None)

    def action_press_button(self, button: str) -> None:
        """Presses a button of the bar."""
        if button == "give_up":
            self.action_give_up()
        self.do(lambda: self._press_button(button))

    def on_field_view_clicked(self, message: FieldView.Clicked) -> None:
        self.do(lambda: self._click(message))

    async def press(self, key: events.Key) -> Outcome | bool | None:
        """Takes a key."""
        field = self.form.active
        outcome = await self._views[field.key].face.press(key) if field else None
        if outcome is not None:
            return outcome
        if button := _BUTTONS.get(key.key):
            return await self._press_button(button)
        match key.key:
            case "enter":
                return await (self._return(field) if field else self._submit())
            case "delete" | "backspace" if field and field.is_clearable and field.chosen:
                return await field.clear()
        return None

    async def paste(self, text: str) -> Outcome | None:
        """Takes a text from elsewhere."""
        field = self.form.active
        if field is None:
            return None
        if field.kind == "date":
            return await field.set_date(text.strip())
        return await self._views[field.key].text.insert(text)

    async def _press_button(self, button: str) -> Outcome | None:
        match button:
            case "submit":
                return await self._submit()
            case "next":
                return await self._go(1)
            case "previous":
                return await self._go(-1)
        field = self.form.active
        return await self._press_field_button(button, field) if field else None

    async def _press_field_button(self, button: str, field: Field) -> Outcome | None:
        match button:
            case "done" if field.is_showing_autofill:
                return await field.hide_autofill()
            case "done":
                await self._leave()
                is_offered = any(item.item == "done" and item.enabled for item in field.toolbar)
                return await (self.form.done() if is_offered else self.form.end_editing())
            case "autofill":
                outcome = await field.show_autofill()
                self._views[field.key].text.cursor = Cursor.at(len(field.text))
                return outcome
            case "clear":
                return await field.clear()
            case "tap_icon":
                return await field.tap_icon()
        return None

    async def _click(self, click: FieldView.Clicked) -> Outcome | bool | None:
        field = click.view.field
        if not field.is_active:
            await self._leave()
            outcome = await field.begin_editing()
            if not outcome or field.is_open:
                return outcome
        return await click.view.face.click(click.column, click.line)

    async def _return(self, field: Field) -> Outcome | None:
        """The return key, which goes on to the next field if it does nothing of its own."""
        face = self._views[field.key].face
        if isinstance(face, RowsFace):
            await face.choose()
        elif isinstance(face, TextFace):
            outcome = await self.form.press_return()
            if outcome.moved or not outcome:
                return outcome
        return await self._go(1)

    async def _go(self, step: int) -> Outcome | None:
        """To the field that is connected, else to the next one in the form that can be entered.

        Before the first and behind the last no field has the focus.
        """
        await self._leave()
        field = self.form.active
        button = "next" if 0 < step else "previous"
        if field and any(item.item == button and item.enabled for item in field.toolbar):
            return await (self.form.next() if 0 < step else self.form.previous())
        order: list[Field] = [*self.form][::step]
        for other in order[order.index(field) + 1 :] if field else order:
            if other.is_visible and other.is_enabled:
                outcome = await other.begin_editing()
                if outcome or self.form.active is not field:
                    return outcome
        return await self.form.end_editing() if field else None

    async def _leave(self) -> None:
        if field := self.form.active:
            await self._views[field.key].face.leave()

    async def _submit(self) -> Outcome | None:
        await self._leave()
        self._bar.say("Checking…")
        result = await self.form.submit()
        if isinstance(result, Committed):
            for field in self.form:
                if field.autofill_settings and field.chosen and not field.is_secure:
                    await field.learn_autofill()
            self.exit(dict(result.values))
            return None
        first = result.errors[0]
        outcome = await self.form[first.key].begin_editing()
        self._show(outcome)
        problem = next(problem for problem in first.problems if problem.severity == "error")
        rest = len(result.errors) - 1
        words = f"{self.form[first.key].label}: {problem.message}"
        self._bar.say(f"{words}; and {rest} more" if rest else words)
        self.bell()
        return None


# The keys that press a button.
_BUTTONS = {
    "tab": "next",
    "down": "next",
    "shift+tab": "previous",
    "up": "previous",
    "escape": "done",
    "ctrl+f": "autofill",
    "ctrl+s": "submit",
    "ctrl+t": "tap_icon",
}
