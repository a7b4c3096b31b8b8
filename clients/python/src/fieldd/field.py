"""A field of an open form."""

from __future__ import annotations

import dataclasses
import datetime
import functools
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar, get_args, overload

from . import facts
from .connection import RawJSON
from .facts import (
    Autofill,
    Color,
    Counter,
    DateMode,
    EntryPlace,
    Kind,
    ManualEntry,
    Match,
    Problem,
    Row,
    State,
    Style,
    Title,
    ToolbarItem,
    Trigger,
    Verdict,
)
from .outcome import Actor, Outcome

_Value = TypeVar("_Value")
_log = logging.getLogger("fieldd")


class _Member(Generic[_Value]):
    """A member of a field, which the daemon keeps up to date; absent it has a value too.

    It is read as the type in the brackets, else as that of the value.
    """

    def __init__(
        self,
        absent: _Value,
        read: Callable[[Any], _Value] | None = None,
        name: str | None = None,
    ) -> None:
        self.absent = absent
        self._read = read
        self.name = name or ""

    @functools.cached_property
    def read(self) -> Callable[[Any], _Value]:
        """Reads the member's JSON."""
        kinds = get_args(getattr(self, "__orig_class__", None))
        kind: Any = kinds[0] if kinds else type(self.absent)
        return self._read or facts.reader(kind)

    def __set_name__(self, owner: type[Field], name: str) -> None:
        self.name = self.name or facts.camel_case(name)
        owner.members[self.name] = self

    @overload
    def __get__(self, field: None, owner: type[Field]) -> _Member[_Value]: ...

    @overload
    def __get__(self, field: Field, owner: type[Field]) -> _Value: ...

    def __get__(self, field: Field | None, owner: type[Field]) -> _Member[_Value] | _Value:
        if field is None:
            return self
        value: _Value = field.told.get(self.name, self.absent)
        return value


class Field:
    """A live view of a field: what the daemon says of it now, and what a person may do to it.

    The attributes are the members that `protocol.md` lists under "A field". They are up to date
    whenever an act has been awaited, and change by themselves when a check answers late.
    """

    members: ClassVar[dict[str, _Member[Any]]] = {}

    key: str
    kind = _Member[Kind]("entry")
    tag = _Member(0)
    group = _Member[str | None](None)
    entry = _Member[EntryPlace | None](None)
    label = _Member("")
    title = _Member(Title("", "down"))
    placeholder = _Member[str | None](None)
    # Where the value stands in the record, where that is not `/` and the key; `*` is an entry.
    path = _Member[str | None](None)
    presentation = _Member[Any](None)

    # The draft. `value` is the committed value, if `is_committed`.
    date = _Member("")
    value = _Member[Any](None)
    is_committed = _Member(False)

    # Where it stands.
    state = _Member[State]("standard")
    is_active = _Member(False)
    is_open = _Member(False)
    is_pending = _Member(False)
    is_edited = _Member(False)
    is_visible = _Member(True)
    is_enabled = _Member(True)
    is_required = _Member(False)
    is_read_only = _Member(False)
    is_secure = _Member(False)
    is_revealed = _Member(False)
    is_clearable = _Member(False)

    # What the checks say.
    error = _Member[str | None](None)
    problems = _Member[tuple[Problem, ...]](())
    helper = _Member[str | None](None)
    counter = _Member[Counter | None](None)

    # A picker, a date.
    rows = _Member[tuple[Row, ...]](())
    row = _Member[int | None](None)
    manual_entry = _Member[ManualEntry | None](None)
    multiple = _Member(False)
    mode = _Member[DateMode]("date")
    minimum_date = _Member[str | None](None)
    maximum_date = _Member[str | None](None)
    # Where the open picker stands while there is no date.
    default_date = _Member[str | None](None)
    # The pattern that the form shows the date in.
    format = _Member[str | None](None)
    # The zone whose clocks count; None where the form names none, and those of the reader do.
    time_zone = _Member[str | None](None)
    locale = _Member[str | None](None)

    # Autofill. `matches` are the texts that go with the draft, while the field is active.
    autofill_settings = _Member[Autofill | None](None, name="autofill")
    matches = _Member[tuple[Match, ...]](())
    is_showing_autofill = _Member(False)

    # How it is drawn.
    toolbar = _Member[tuple[ToolbarItem, ...]](())
    prefix = _Member[str | None](None)
    unit = _Member[str | None](None)
    icon = _Member[str | None](None)
    icon_action = _Member[str | None](None)
    colors = _Member[Mapping[str, Color]]({}, facts.read_colors)
    style = _Member[Style]("outlined")
    border_width = _Member(1)
    height = _Member(0.0)
    stacked_height = _Member(0.0)
    horizontal_padding = _Member(0.0)
    keyboard = _Member("default")
    autocapitalization = _Member("sentences")
    autocorrection = _Member("default")
    return_key = _Member("default")
    select_all_on_focus = _Member(False)
    shakes = _Member(True)

    _draft = _Member[str | tuple[str, ...]]("", name="text")
    _display = _Member[str | None](None, name="display")

    def __init__(self, form: Actor, key: str) -> None:
        self._form = form
        self.key = key
        self.told: dict[str, Any] = {}

    def __repr__(self) -> str:
        return f"<Field {self.key}: {self.state} {self.display!r}>"

    def take(self, members: Mapping[str, Any]) -> bool:
        """Takes what the daemon tells; a member that is None is gone.

        One that is not what it should be stays as it was; gives whether there was none.
        """
        could_be_read = True
        for name, value in members.items():
            if value is None:
                self.told.pop(name, None)
            elif member := self.members.get(name):
                try:
                    self.told[name] = member.read(value)
                except facts.Surprise as surprise:
                    _log.warning("%s of %r is passed over: %s", name, self.key, surprise)
                    could_be_read = False
        return could_be_read

    @property
    def own_key(self) -> str:
        """The key that the form's text gives the field: in an entry, what tells it from others."""
        if self.entry is None:
            return self.key
        return self.key.removeprefix(f"{self.entry.list}/{self.entry.id}/")

    @property
    def text(self) -> str:
        """The draft, as typed or chosen; the `chosen` rows of a `multiple` picker in one line."""
        return self._draft if isinstance(self._draft, str) else ", ".join(self._draft)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The draft as a list: what it says of each row that is chosen."""
        if isinstance(self._draft, str):
            return (self._draft,) if self._draft else ()
        return self._draft

    @property
    def draft_value(self) -> Any:
        """The draft as a record has it that a form is opened with; None for an empty one."""
        if self.kind == "date":
            return self.date or None
        if self.kind == "any":
            try:
                return RawJSON.of(self.text) if self.text else None
            except ValueError:
                return self.text
        if self.kind != "picker":
            # The text has all digits of a number.
            return self.text or None
        values = {row.draft: row.value for row in self.rows}
        chosen = [values.get(draft, draft) for draft in self.chosen]
        return chosen if self.multiple else next(iter(chosen), None)

    @property
    def can_be_cleared(self) -> bool:
        """Whether what was chosen can be taken back: the form offers it, or the field may stay empty."""
        is_optional = self.kind in ("picker", "date") and not (self.is_required or self.multiple)
        return self.is_clearable or (is_optional and not self.is_read_only)

    @property
    def display(self) -> str:
        """The draft as people see it: a row's label, a date in its pattern, dots for a secret."""
        return self.text if self._display is None else self._display

    # What a person does. Each act waits for its turn, and has been seen here when it returns.

    async def begin_editing(self, *, open: bool = True) -> Outcome:
        """Gives the field the focus, and ends the editing of another; opens a picker or date.

        With `open=False` a picker or date stays closed, and is closed if it was open: nothing is
        written by that, which is what Done is for.
        """
        return await self._act("beginEditing", open=open)

    async def replace_text(
        self, text: str, start: int | None = None, end: int | None = None, *, truncate: bool = False
    ) -> Outcome:
        """Puts a text in the place of the draft, or of `draft[start:end]`.

        A text for which there is no room is refused, or with `truncate` cut off.
        """
        params: dict[str, Any] = {"text": text, "truncate": truncate}
        if start is not None or end is not None:
            params["range"] = {
                "start": 0 if start is None else start,
                "end": len(self.text) if end is None else end,
            }
        return await self._act("replaceText", **params)

    async def clear(self) -> Outcome:
        """Empties the field; pickers and dates must be clearable."""
        return await self._act("clear")

    async def select(
        self,
        value: str | float | bool | Iterable[str | float | bool | None] | None = None,
        *,
        index: int | None = None,
    ) -> Outcome:
        """Chooses a row by its value or index, or exactly the rows with some values.

        An index beyond the ends is clamped, the one behind the last row is the row for typed text,
        and where a picker is `multiple` an index chooses or unchooses.
        """
        if index is not None:
            return await self._act("select", index=index)
        if isinstance(value, str | float | int):
            return await self._act("select", value=value)
        return await self._act("select", values=[*(value or ())])

    async def select_manual(self) -> Outcome:
        """Lets a picker with a row for typed text take typed text."""
        return await self._act("selectManual")

    async def set_date(self, date: str | datetime.date | datetime.time) -> Outcome:
        """Sets a date, a time, or a date and time; the daemon keeps it between its ends."""
        text = date if isinstance(date, str) else date.isoformat()
        return await self._act("setDate", date=text)

    async def tap_icon(self, *, open: bool = True) -> Outcome:
        """Tells the delegate of a tap on the icon, and carries out the icon's action."""
        return await self._act("tapIcon", open=open)

    # Autofill.

    async def autofill(self) -> tuple[Match, ...]:
        """Asks the field's source for everything that goes with the draft; changes nothing."""
        return (await self._act("autofill")).matches

    async def show_autofill(self, *, open: bool = True) -> Outcome:
        """The AutoFill button: applies the one match, or opens the list of several."""
        return await self._act("autofill", show=True, open=open)

    async def hide_autofill(self) -> Outcome:
        """The Cancel button of the list."""
        return await self._act("autofill", show=False)

    async def apply_autofill(self, text: str, *, open: bool = True) -> Outcome:
        """Puts a text of the list into the draft and closes the list.

        Where the field then moves on, `open` says whether a picker or date is opened by that.
        """
        return await self._act("applyAutofill", text=text, open=open)

    async def learn_autofill(self, text: str | None = None) -> Outcome:
        """Remembers the draft, or a text, for the field's source."""
        return await self._act("learnAutofill", **({} if text is None else {"text": text}))

    async def remove_autofill(self, text: str) -> Outcome:
        """Forgets a text, where the field lets people remove texts."""
        return await self._act("removeAutofill", text=text)

    # By hand.

    async def set_error(self, text: str) -> Outcome:
        """Sets an error, which stays until the field is entered, chosen or cleared."""
        return await self._act("setError", text=text)

    async def remove_error(self) -> Outcome:
        """Removes whatever error is shown."""
        return await self._act("removeError")

    async def set_state(self, state: State) -> Outcome:
        """Sets the state, which stays until the next verdict; `disabled` until another is set."""
        return await self._act("setState", state=state)

    async def set_property(self, name: str, value: Any) -> Outcome:
        """Writes a property into the document, in the document's own spelling; None removes it."""
        return await self._act("setProperty", property=name, value=value)

    async def validate(self, trigger: Trigger = "endEditing") -> Verdict:
        """Runs the field's rules, and waits for checks that answer late.

        Nothing in a form is valid whose text has errors.
        """
        validation = await self._form.validate([self.key], trigger)
        with facts.answering("field/validate"):
            (verdict,) = validation
        return dataclasses.replace(verdict, valid=bool(validation))

    async def settled(self) -> None:
        """Waits until no check of the field is pending."""
        await self._form.settled([self.key])

    async def _act(self, name: str, **params: Any) -> Outcome:
        return await self._form.act(name, key=self.key, **params)
