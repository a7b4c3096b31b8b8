"""The form on the whole screen."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from fieldd import (
    Committed,
    DaemonEnded,
    DaemonError,
    Diagnostic,
    Entry,
    EntryList,
    Field,
    Form,
    Outcome,
    Refused,
    Unchecked,
)
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from . import dates
from .column import Column
from .date_face import DateFace
from .editing import Cursor
from .filling import drafts_of, errors_of, submit, words_of, words_of_refusal
from .outline import entry_of
from .rows_face import RowsFace
from .terminal import TerminalDriver
from .text_face import TextFace
from .views import ADD_TO, Bar, FieldView, ListHeading
from .words import Words

Deed = Callable[[], Awaitable[Outcome | bool | None]]


class FillScreen(Screen[None]):
    """Hands every key to the app: which field is typed in, only the daemon knows."""

    app: FillApp

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.app.type(event)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.app.do_input(lambda: self.app.paste(event.text))


class FillApp(App[dict[str, Any]]):
    """Fills in a form; its result is the committed values, or None if the person gave up.

    With `may_decline` there is a button to say that one does not want to: `declined` is true then.

    Keys, clicks and pastes wait in one line, and each is carried out when the daemon has answered
    the one before. So none is lost or goes to the wrong field, however fast somebody types. Keys
    that wait one behind the other and make a text are typed in one go.
    """

    ALLOW_SELECT = False
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("ctrl+q", "give_up('Q')", "Cancel", priority=True, show=False),
        Binding("ctrl+c", "give_up('C')", "Cancel", priority=True, show=False),
        Binding("ctrl+x", "decline", "Decline", priority=True, show=False),
    ]
    CSS = """
    Screen { background: #FFFFFF; color: #1F1F1F; }
    #head { height: auto; background: #1A56DB; color: #FFFFFF; padding: 0 2; }
    #title { text-style: bold; }
    #description { color: #D6E2FB; }
    App.right-to-left #head Static { width: 100%; text-align: right; }
    App.right-to-left Heading { width: 100%; text-align: right; }
    #fields { height: auto; padding: 1 2 0 2; max-width: 84; }
    #page { align: center top; scrollbar-size-vertical: 1;
      scrollbar-color: #C0C4C9; scrollbar-color-hover: #9AA0A6; scrollbar-color-active: #5F6368;
      scrollbar-background: #FFFFFF; scrollbar-background-hover: #FFFFFF;
      scrollbar-background-active: #FFFFFF; }
    """

    def __init__(self, form: Form, *, may_decline: bool = False) -> None:
        super().__init__(driver_class=TerminalDriver)
        self.form = form
        self.declined = False
        self.may_decline = may_decline
        self.words = Words(form.lang)
        self.failure: DaemonError | None = None
        # What was wrong with the text of the form when it was submitted last.
        self.diagnostics: tuple[Diagnostic, ...] = ()
        self.unchecked: tuple[Unchecked, ...] = ()
        self._deeds: asyncio.Queue[Deed] = asyncio.Queue()
        # The keys and pastes in the line of which no draft has anything yet.
        self._input_count = 0
        # The keys at the end of the line.
        self._keys: deque[events.Key] = deque()
        self._changes = form.changes()
        # The list without entries at which the person stands, while no field has the focus.
        self._stand: EntryList | None = None
        self._column = Column(form, self.words)
        self._bar = Bar(form, self.words, may_decline=may_decline)
        self._page = VerticalScroll(id="page", can_focus=False)
        # Where the page was scrolled to last for what has the focus, in lines.
        self._top = 0.0
        # What was said of the field that the person has left, ahead of what comes of going on.
        self._parting = ""
        # What the form began with, and how the person has been told that more would be lost.
        self._begun = drafts_of(form)
        self._warning = ""

    def get_default_screen(self) -> FillScreen:
        return FillScreen()

    def compose(self) -> ComposeResult:
        # The title scrolls with the fields: however long it is, it leaves room for them.
        with self._page:
            with Vertical(id="head"):
                yield Static(self.form.title or self.words("form"), id="title", markup=False)
                if self.form.description:
                    yield Static(self.form.description, id="description", markup=False)
            yield self._column
        yield self._bar

    def on_mount(self) -> None:
        self.set_class(self.words.is_right_to_left, "right-to-left")
        self.watch(self._page, "virtual_size", self._keep_in_view, init=False)
        self.do(lambda: self._go(1))
        self.run_worker(self._work())
        self.run_worker(self._watch())

    # One deed after the other.

    def do(self, deed: Deed) -> None:
        """Puts something to do at the end of the line."""
        self._keys = deque()
        self._go_on()
        self._deeds.put_nowait(deed)

    def do_input(self, deed: Deed) -> None:
        """The same with what a person has typed or pasted."""

        async def take() -> Outcome | bool | None:
            try:
                return await deed()
            finally:
                self._input_count -= 1

        self.do(take)
        self._input_count += 1

    def _go_on(self) -> None:
        """Whoever does something else does not give up."""
        if self._warning:
            self._warning = ""
            self._bar.say("")

    def type(self, key: events.Key) -> None:
        """Puts a key at the end of the line."""
        self._go_on()
        if not self._keys:
            keys = deque[events.Key]()
            self.do_input(lambda: self._press_all(keys))
            self._keys = keys
        self._keys.append(key)

    async def settled(self) -> None:
        """Waits until everything is done that is in the line."""
        await self._deeds.join()

    async def _work(self) -> None:
        while True:
            deed = await self._deeds.get()
            try:
                self._show(await deed())
            except DaemonEnded as error:
                self.failure = error
                self.exit(None)
            except DaemonError as error:
                # One request has failed; the form goes on.
                self._bar.say(str(error))
                self.bell()
            finally:
                self._deeds.task_done()

    async def _watch(self) -> None:
        async for change in self._changes:
            self._column.show(change.fields)
            self._show_stand()
            self._keep_in_view()

    def _show(self, outcome: Outcome | bool | None) -> None:
        """Shows what has become of a deed."""
        if isinstance(outcome, Outcome):
            self._bar.say(words_of(outcome, self.words) or self._parting)
            if not outcome or outcome.dropped or self._parting:
                self.bell()
            self._parting = ""
            active = self.form.active
            if active and outcome.selection:
                start, end = outcome.selection
                self._column.view(active).text.cursor = Cursor(end, start)
        if self.form.active:
            self._column.view(self.form.active).show()
        if self._warning:
            self._bar.say(self._warning)
        self._show_stand()
        if outcome is not None:
            self._bring_into_view()

    def _show_stand(self) -> None:
        """Shows at which list the person stands, and to which an entry would be added."""
        stand = self._stand_now()
        for entries in self.form.lists:
            heading = self._column.heading(entries)
            heading.is_current = entries is stand
            heading.show()
        self._bar.list, self._bar.is_at_list = self._list_near(), stand is not None
        self._bar.refresh()

    def on_resize(self, event: events.Resize) -> None:
        self._bar.is_low = event.size.height < _LOW_LINE_COUNT
        self._bring_into_view()

    def _bring_into_view(self) -> None:
        """Scrolls to the field that has the focus, or the list at which the person stands."""
        if field := self.form.active:
            self.call_after_refresh(self._scroll_to, self._column.view(field))
        elif stand := self._stand_now():
            self.call_after_refresh(self._scroll_to, self._column.heading(stand))

    def _scroll_to(self, part: FieldView | ListHeading) -> None:
        if not part.region:
            # What is new has no place yet; what is hidden or gone gets none.
            if part.is_attached and part.display:
                self._bring_into_view()
            return
        part.bring_into_view(self._page)
        self._top = self._page.scroll_y

    def _keep_in_view(self) -> None:
        """Scrolls along with what has the focus when something above it comes, goes or grows.

        A page that a person has scrolled away from there stays where it is.
        """
        if self._page.scroll_y == min(self._top, self._page.max_scroll_y):
            self._bring_into_view()

    # What a person does.

    def action_give_up(self, key: str = "Q") -> None:
        """Ends without values, whatever is still in the line, once nothing is lost unasked."""
        if self._may_discard(key):
            self.exit(None)

    def action_decline(self) -> None:
        """Ends without values, since the person does not want to give any, if they may say so."""
        if self.may_decline:
            self.declined = True
            self.exit(None)

    def _may_discard(self, key: str) -> bool:
        """Says at the first time what would be lost; gives whether the person says it again."""
        if self._warning or (not self._input_count and drafts_of(self.form) == self._begun):
            return True
        self._warning = self.words("discard", key=f"{self.words('ctrl')}-{key}")
        self._bar.say(self._warning)
        self.bell()
        return False

    def action_press_button(self, button: str) -> None:
        """Presses a button of the bar."""
        if button == "give_up":
            self.action_give_up()
        elif button == "decline":
            self.action_decline()
        else:
            self.do(lambda: self._press_button(button))

    def on_field_view_clicked(self, message: FieldView.Clicked) -> None:
        self.do(lambda: self._click(message))

    async def _press_all(self, keys: deque[events.Key]) -> Outcome | bool | None:
        """Takes the keys that wait, as many in one go as make a text."""
        outcome: Outcome | bool | None = None
        while keys:
            field = self.form.active
            face = self._column.view(field).face if field else None
            text = face.text(keys) if isinstance(face, TextFace) else ""
            if len(text) < 2:
                outcome = await self.press(keys.popleft())
            elif isinstance(face, TextFace):
                for _ in text:
                    keys.popleft()
                outcome = await face.insert(text)
            if keys:
                self._show(outcome)
        return outcome

    async def press(self, key: events.Key) -> Outcome | bool | None:
        """Takes a key."""
        field = self.form.active
        outcome = await self._column.view(field).press(key) if field else None
        if outcome is not None:
            return outcome
        if button := _BUTTONS.get(key.key):
            return await self._press_button(button)
        match key.key:
            case "enter" if field:
                return await self._return(field)
            case "enter":
                return await (self._go(1) if self._stand_now() else self._submit())
            case "delete" | "backspace" if field and field.can_be_cleared and field.chosen:
                return await field.clear()
            case "pageup" | "pagedown":
                step = self._page.size.height * (1 if key.key == "pagedown" else -1)
                self._page.scroll_relative(y=step, animate=False, immediate=True)
        return None

    async def paste(self, text: str) -> Outcome | None:
        """Takes a text from elsewhere."""
        field = self.form.active
        if field is None:
            return None
        if field.kind == "date":
            return await field.set_date(text.strip(dates.BLANKS))
        return await self._column.view(field).text.insert(text)

    async def _press_button(self, button: str) -> Outcome | None:
        match button:
            case "submit":
                return await self._submit()
            case "next":
                return await self._go(1)
            case "previous":
                return await self._go(-1)
            case "add_entry":
                return await self._add_entry(self._list_near())
            case "remove_entry":
                return await self._remove_entry()
        for entries in self.form.lists:
            if button == ADD_TO + entries.key:
                return await self._add_entry(entries)
        field = self.form.active
        return await self._press_field_button(button, field) if field else None

    async def _press_field_button(self, button: str, field: Field) -> Outcome | None:
        match button:
            case "close" if field.is_showing_autofill:
                return await field.hide_autofill()
            case "close" if field.is_open:
                return await field.begin_editing(open=False)
            case "done" | "close":
                await self._leave()
                face = self._column.view(field).face
                if button == "done" and isinstance(face, RowsFace):
                    await face.choose()
                is_offered = any(item.item == "done" and item.enabled for item in field.toolbar)
                return await (self.form.done() if is_offered else self.form.end_editing())
            case "autofill":
                outcome = await field.show_autofill()
                self._column.view(field).text.cursor = Cursor.at(len(field.text))
                return outcome
            case "clear":
                return await field.clear()
            case "tap_icon":
                return await field.tap_icon()
        return None

    async def _click(self, click: FieldView.Clicked) -> Outcome | bool | None:
        field = click.view.field
        if field.is_open and click.line <= 0:
            return await field.begin_editing(open=False)
        if not field.is_active:
            await self._leave()
        if not field.is_active or click.view.opens:
            outcome = await field.begin_editing()
            if not outcome or field.is_open:
                return outcome
        return await click.view.face.click(click.column, click.line)

    async def _return(self, field: Field) -> Outcome | None:
        """The return key, which goes on to the next field if it does nothing of its own."""
        face = self._column.view(field).face
        if isinstance(face, RowsFace | DateFace):
            await face.choose()
        elif isinstance(face, TextFace):
            outcome = await self.form.press_return(open=False)
            if outcome.moved or not outcome:
                return outcome
        return await self._go(1)

    async def _go(self, step: int) -> Outcome | None:
        """To the field that is connected, else to the next one in the form that can be entered.

        A list without entries is a place to stand on the way. Before the first and behind the last
        place no field has the focus.
        """
        await self._leave()
        field, stand = self.form.active, self._stand_now()
        button = "next" if 0 < step else "previous"
        if field and any(item.item == button and item.enabled for item in field.toolbar):
            move = self.form.next if 0 < step else self.form.previous
            return await move(open=False)
        order = [*self._column.stops][::step]
        here = field or stand
        for other in order[order.index(here) + 1 :] if here else order:
            if isinstance(other, EntryList):
                return await self._stand_at(other)
            if other.is_visible and other.is_enabled:
                outcome = await other.begin_editing(open=False)
                if outcome or self.form.active is not field:
                    return outcome
        return await self._stand_at(None)

    # Lists.

    async def _stand_at(self, entries: EntryList | None) -> Outcome | None:
        """To a list without entries, or to none."""
        outcome = await self.form.end_editing() if self.form.active else None
        if self.form.active is None:
            self._stand = entries
            if outcome is None:
                self._bar.say(self._parting)
                self._bring_into_view()
        return outcome

    def _stand_now(self) -> EntryList | None:
        """The list at which the person stands: one in which there is no field to stand in."""
        if self.form.active or self._stand not in self.form.lists or self._stand.entries:
            self._stand = None
        return self._stand

    def _list_near(self) -> EntryList | None:
        """The list in which the person is, else the next one below, else the last."""
        field = self.form.active
        if entry := entry_of(self.form, field):
            return entry.list
        return self._stand_now() or self._column.list_near(field)

    async def _add_entry(self, entries: EntryList | None) -> Outcome | None:
        """Adds an entry behind the one in which the person is, else at the end of a list."""
        if entries is None:
            return None
        await self._leave()
        entry = entry_of(self.form, self.form.active)
        before = None
        if entry and entry.list is entries:
            behind = entries.entries[entries.entries.index(entry) + 1 :]
            before = behind[0] if behind else None
        return await entries.add(before=before)

    async def _remove_entry(self) -> Outcome | None:
        """Removes the entry in which the person is, who goes on to the one in its place."""
        if (entry := entry_of(self.form, self.form.active)) is None:
            return None
        entries = entry.list
        place = entries.entries.index(entry)
        outcome = await entry.remove()
        if not outcome:
            return outcome
        rest = entries.entries
        heir = rest[min(place, len(rest) - 1)] if rest else None
        return await self._enter(entries, heir) or outcome

    async def _enter(self, entries: EntryList, entry: Entry | None) -> Outcome | None:
        """To the first field of an entry that can be entered; to the list where there is none."""
        for field in entry or ():
            if field.is_visible and field.is_enabled:
                outcome = await field.begin_editing(open=False)
                if outcome or self.form.active is field:
                    return outcome
        return await self._stand_at(entries)

    async def _leave(self) -> None:
        self._parting = ""
        field = self.form.active
        outcome = await self._column.view(field).face.leave() if field else None
        if outcome is not None:
            self._parting = words_of(outcome, self.words)

    async def _submit(self) -> Outcome | None:
        await self._leave()
        self._bar.say(self.words("checking"))
        result = await submit(self.form)
        if isinstance(result, Committed):
            self.unchecked = result.unchecked
            self.exit(dict(result.values))
        else:
            await self._show_refusal(result)
        return None

    async def _show_refusal(self, refused: Refused) -> None:
        """Goes to the first field in the way, whose words stay beside it until its draft changes."""
        self.diagnostics = refused.diagnostics
        for view in self._column.views:
            view.complaint = None
        lists = {each.key: each for each in self.form.lists}
        verdicts = errors_of(self.form, refused)
        if verdicts and verdicts[0].key in self.form:
            view = self._column.view(self.form[verdicts[0].key])
            view.complain(verdicts[0])
            self._show(await view.field.begin_editing(open=False))
        elif verdicts:
            entries = lists[verdicts[0].key]
            last = entries.entries[-1] if entries.entries else None
            self._show(await self._enter(entries, last))
        first, *rest = words_of_refusal(self.form, refused, self.words)
        words = self.words("and_more", first=first, count=len(rest)) if rest else first
        self._bar.say(words)
        self.bell()


# In a terminal of fewer lines the bar is one of them.
_LOW_LINE_COUNT = 8
# The keys that press a button.
_BUTTONS = {
    "tab": "next",
    "down": "next",
    "shift+tab": "previous",
    "up": "previous",
    "escape": "close",
    "ctrl+d": "done",
    "ctrl+f": "autofill",
    "ctrl+n": "add_entry",
    "ctrl+r": "remove_entry",
    "ctrl+s": "submit",
    "ctrl+t": "tap_icon",
}
