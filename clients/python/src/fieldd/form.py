"""An open form."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import weakref
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar, get_args

from . import facts
from .connection import Connection, RawJSON
from .delegate import Delegate
from .errors import DaemonError
from .facts import (
    Conversion,
    Diagnostic,
    EntryPlace,
    ExportFormat,
    Group,
    Layout,
    ListFacts,
    ListNews,
    RecordProblem,
    RecordVerdict,
    Repetition,
    Trigger,
    Unchecked,
    Validation,
    Verdict,
    read_conversion,
)
from .field import Field
from .lists import EntryList
from .order import placed
from .outcome import Committed, Outcome, Refused, read_outcome

EventName = Literal[
    "did_begin_editing",
    "did_end_editing",
    "cleared",
    "did_select_row",
    "date_changed",
    "icon_tapped",
]

# As many records are asked about at once: a thousand take a few milliseconds.
_BATCH_SIZE = 1000

_Item = TypeVar("_Item")
_log = logging.getLogger("fieldd")


@dataclass(frozen=True, slots=True)
class Change:
    """What has changed in a turn.

    `fields` has the members that changed by key, in the protocol's names, None for one that is
    gone; `removed` the keys of fields that are gone themselves; `lists` what is new of lists, by
    their keys.
    """

    version: int
    fields: Mapping[str, Mapping[str, Any]]
    removed: tuple[str, ...] = ()
    lists: Mapping[str, ListNews] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """What a delegate is told."""

    name: EventName
    field: Field
    details: Mapping[str, Any]


class Stream(AsyncIterator[_Item], Generic[_Item]):
    """Everything that happens from the moment at which it was made, up to the form's closing."""

    def __init__(self) -> None:
        self._items: asyncio.Queue[_Item | None] = asyncio.Queue()

    def put(self, item: _Item | None) -> None:
        """Adds what has happened; None is the end."""
        self._items.put_nowait(item)

    async def __anext__(self) -> _Item:
        item = await self._items.get()
        if item is None:
            self.put(None)
            raise StopAsyncIteration
        return item


class FormError(DaemonError):
    """The text of a form has errors; `diagnostics` has all of them."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        first = diagnostics[0]
        place = f"{first.line}:{first.column}"
        more = f" (and {len(diagnostics) - 1} more)" if len(diagnostics) > 1 else ""
        super().__init__(f"the form has errors: {place}: {first.message}{more}")
        self.diagnostics = diagnostics


class Form:
    """A form that is open with the daemon, which owns its text.

    `form["email"]` is a field; to iterate a form is to iterate its fields, in the order in which
    they are shown. Fields in the entries of a list are among them, with keys such as
    `lines/7/product`; `form.list("lines")` has them entry by entry. Acts are carried out one after
    the other, in the order in which they were called. When something that was told can't be read,
    all is asked for anew.
    """

    def __init__(self, uri: str, connection: Connection, delegate: Delegate) -> None:
        self.uri = uri
        self.version = 0
        # The language in which is spoken and its direction, where one was named.
        self.lang: str | None = None
        self.dir: str | None = None
        self.title: str | None = None
        self.description: str | None = None
        self.groups: tuple[Group, ...] = ()
        self.diagnostics: tuple[Diagnostic, ...] = ()
        # What is wrong with the values with which it was opened, such as a key that no field has.
        self.problems: tuple[RecordProblem, ...] = ()
        self.is_closed = False
        self._connection = connection
        self._delegate = delegate
        # The daemon has closed it.
        self._is_gone = False
        self._opened_as: Mapping[str, Any] = {}
        self._opened_drafts: dict[str, Any] = {}
        self._fields: dict[str, Field] = {}
        self._lists: dict[str, EntryList] = {}
        # The fields of each entry; None while that is not known.
        self._entry_fields: dict[EntryPlace, list[Field]] | None = None
        self._untold: list[Event] = []
        self._tellings: set[asyncio.Task[None]] = set()
        self._is_current = True
        self._catching_up: asyncio.Task[None] | None = None
        self._changes: weakref.WeakSet[Stream[Change]] = weakref.WeakSet()
        self._events: weakref.WeakSet[Stream[Event]] = weakref.WeakSet()

    def __getitem__(self, key: str) -> Field:
        return self._fields[key]

    def __contains__(self, key: object) -> bool:
        return key in self._fields

    def __iter__(self) -> Iterator[Field]:
        return iter([*self._fields.values()])

    def __len__(self) -> int:
        return len(self._fields)

    @property
    def active(self) -> Field | None:
        """The field that has the focus."""
        return next((field for field in self if field.is_active), None)

    @property
    def lists(self) -> tuple[EntryList, ...]:
        """The lists of the form."""
        return (*self._lists.values(),)

    def list(self, key: str) -> EntryList:
        """A list, by the key of its group; a `KeyError` if there is none."""
        return self._lists[key]

    @property
    def values(self) -> dict[str, Any]:
        """The committed values so far, by key.

        A list that has entries has an object for each of them, in their order: the values that are
        committed in it, by the keys that the list gives its fields, so one may be empty.
        """
        values = {it.key: it.value for it in self if it.is_committed and it.entry is None}
        for each in self.lists:
            if each.entries:
                values[each.key] = [
                    {field.own_key: field.value for field in entry if field.is_committed}
                    for entry in each.entries
                ]
        return values

    # What a person does.

    async def end_editing(self) -> Outcome:
        """Takes the focus away; the end-editing rules run, and a chosen row is written."""
        return await self.act("endEditing")

    async def done(self) -> Outcome:
        """The Done button: ends editing, and writes the row that an open picker stands on."""
        return await self.act("done")

    async def press_return(self, *, open: bool = True) -> Outcome:
        """The return key: moves on or ends editing, as the field's `return_key` says."""
        return await self.act("return", open=open)

    async def next(self, *, open: bool = True) -> Outcome:
        """Moves to the field that is connected behind the active one."""
        return await self.act("next", open=open)

    async def previous(self, *, open: bool = True) -> Outcome:
        """Moves to the field that is connected before the active one."""
        return await self.act("previous", open=open)

    async def submit(self, *, partial: bool = False) -> Committed | Refused:
        """Validates every field, and commits all of them or none.

        With `partial` it commits what passes, to be kept until somebody goes on with the form: nothing is
        missing, and `errors` tells of the drafts that did not pass.
        """
        answer = await self._ask("submit", **({"partial": True} if partial else {}))
        with facts.answering("field/submit"):
            version = facts.read_member(answer, "version", int)
            errors = facts.read_member(answer, "errors", tuple[Verdict, ...], ())
            if facts.read_member(answer, "committed", bool):
                values = facts.read_member(answer, "values", Mapping[str, Any])
                unchecked = facts.read_member(answer, "unchecked", tuple[Unchecked, ...], ())
                return Committed(version, values, unchecked, errors)
            return Refused(version, errors, facts.read_diagnostics(answer))

    # What a program asks.

    async def validate(
        self, keys: Iterable[str] | None = None, trigger: Trigger = "endEditing"
    ) -> Validation:
        """Runs the rules of all fields or some, lists among them, and waits for checks that answer late."""
        answer = await self._ask("validate", **_some(keys), trigger=trigger)
        with facts.answering("field/validate"):
            return Validation(
                version=facts.read_member(answer, "version", int),
                valid=facts.read_member(answer, "valid", bool),
                fields=facts.read_member(answer, "fields", tuple[Verdict, ...]),
                diagnostics=facts.read_diagnostics(answer),
                unproved=_read_unproved(answer),
            )

    async def check_answers(
        self,
        answers: Any,
        shape: facts.AnswerShape,
        *,
        refusal: facts.RefusalShape | None = None,
        locale: str | None = None,
    ) -> RecordVerdict:
        """What the form says of answers as another program hands them over: `record` is what they make.

        `shape` says which: `odk`, `urlencoded` and `github` are texts, the others JSON. With `refusal` the
        verdict on answers that are refused has an `answer` for that program: `formio`, `slack`, `problem`
        (RFC 9457) or `paths`.
        """
        params: dict[str, Any] = {"form": self.uri, "values": answers, "recordsFormat": shape}
        if refusal is not None:
            params["answerFormat"] = refusal
        if locale is not None:
            params["locale"] = locale
        answer = await self._connection.request("field/check", params)
        with facts.answering("field/check"):
            return facts.read_record_verdict(answer, facts.read_diagnostics(answer))

    async def check(
        self, values: Any, *, locale: str | None = None, partial: bool = False
    ) -> RecordVerdict:
        """What the form says of a record: values by key, as a submission commits them.

        What is typed into the form makes no difference, and is not changed. `locale` is the language
        of the messages; without one it is that of the form. `partial` says that they are a part of a
        record, such as a change or a draft: what they lack is fine, and what depends on that is `unchecked`.
        Raises a `ValueError` for what JSON can't hold, such as NaN; `check_text` takes JSON as it came.
        """
        return (await self.check_batch([values], locale=locale, partial=partial))[0]

    async def check_text(
        self, record: str | bytes, *, locale: str | None = None, partial: bool = False
    ) -> RecordVerdict:
        """What the form says of a record as JSON, judged as it is written.

        So a number beyond those that Python or JavaScript hold, such as `1e400`, is told as wrong.
        Raises a `ValueError` for what is not JSON.
        """
        records = RawJSON(f"[{RawJSON.of(record)}]")
        return (await self._check(records, 1, locale, partial))[0]

    async def check_batch(
        self, records: Sequence[Any], *, locale: str | None = None, partial: bool = False
    ) -> tuple[RecordVerdict, ...]:
        """What the form says of each of some records.

        Raises a `ValueError` or a `TypeError` for what JSON can't hold, which says which record it is.
        """
        written = []
        for number, record in enumerate(records):
            try:
                written.append(RawJSON.writing(record))
            except (ValueError, TypeError) as error:
                words = f"record {number} can't be written as JSON: {error}"
                raise type(error)(words) from None
        verdicts: list[RecordVerdict] = []
        # The daemon answers one request after the other: others have their turn between these.
        for first in range(0, len(written), _BATCH_SIZE):
            part = written[first : first + _BATCH_SIZE]
            text = RawJSON(f"[{','.join(part)}]")
            verdicts += await self._check(text, len(part), locale, partial)
        return tuple(verdicts)

    async def check_each(
        self, records: Sequence[Any], *, locale: str | None = None, partial: bool = False
    ) -> tuple[RecordVerdict, ...]:
        """What the form says of each of some records, in one request.

        A record with something that JSON can't hold, such as NaN, has a problem `syntax` where that stands.
        """
        written: list[RawJSON] = []
        unwritable: dict[int, RecordProblem] = {}
        for number, record in enumerate(records):
            try:
                written.append(RawJSON.writing(record))
            except (ValueError, TypeError):
                path, error = _unwritable(record)
                words = f"This can't be written as JSON: {error}"
                unwritable[number] = RecordProblem(path, "error", "syntax", words)
                written.append(RawJSON("null"))
        text = RawJSON(f"[{','.join(written)}]")
        verdicts = await self._check(text, len(written), locale, partial)
        return tuple(
            dataclasses.replace(verdict, problems=(unwritable[number],))
            if number in unwritable
            else verdict
            for number, verdict in enumerate(verdicts)
        )

    async def check_raw(
        self, records: Sequence[RawJSON], *, locale: str | None = None
    ) -> tuple[RecordVerdict, ...]:
        """What the form says of each of some records that are JSON, in one request."""
        return await self._check(RawJSON(f"[{','.join(records)}]"), len(records), locale, partial=False)

    async def _check(
        self, records: RawJSON, count: int, locale: str | None, partial: bool
    ) -> tuple[RecordVerdict, ...]:
        params: dict[str, Any] = {"form": self.uri, "records": records}
        if locale is not None:
            params["locale"] = locale
        if partial:
            params["partial"] = True
        answer = await self._connection.request("field/check", params)
        with facts.answering("field/check"):
            diagnostics = facts.read_diagnostics(answer)
            told = facts.read_member(answer, "records", tuple[Any, ...])
            if len(told) != count:
                raise facts.Surprise(f"{len(told)} verdicts of {count} records")
            return tuple(facts.read_record_verdict(each, diagnostics) for each in told)

    async def check_many(
        self,
        records: Iterable[_Item] | AsyncIterable[_Item],
        batch_size: int = _BATCH_SIZE,
        *,
        locale: str | None = None,
        partial: bool = False,
    ) -> AsyncIterator[tuple[_Item, RecordVerdict]]:
        """Each record with what the form says of it, in their order.

        Records are taken as they are needed: while the verdicts of so many are used, those of as
        many more are on their way. Nothing in a record keeps the others from their verdicts: one with
        something that JSON can't hold, such as NaN, has a problem `syntax` where that stands.
        """
        waiting: list[tuple[list[_Item], asyncio.Task[tuple[RecordVerdict, ...]]]] = []
        try:
            async for batch in _batches(records, batch_size):
                verdict = self.check_each(batch, locale=locale, partial=partial)
                waiting.append((batch, asyncio.create_task(verdict)))
                if len(waiting) < 2:
                    continue
                batch, verdicts = waiting.pop(0)
                for pair in zip(batch, await verdicts, strict=True):
                    yield pair
            for batch, verdicts in waiting:
                for pair in zip(batch, await verdicts, strict=True):
                    yield pair
        finally:
            for _, verdicts in waiting:
                verdicts.cancel()

    async def settled(self, keys: Iterable[str] | None = None) -> tuple[str, ...]:
        """Waits until no check of the form, or of some fields, is pending.

        Gives the keys of fields whose rules have not all been run on their drafts.
        """
        answer = await self._ask("settled", **_some(keys))
        with facts.answering("field/settled"):
            return _read_unproved(answer)

    async def layout(
        self, keys: Iterable[str] | None = None, metrics: Mapping[str, float] | None = None
    ) -> tuple[Layout, ...]:
        """Measures fields, given the heights of a `label`, `helper`, `counter` and `line`."""
        measures = {} if metrics is None else {"metrics": metrics}
        answer = await self._ask("layout", **_some(keys), **measures)
        with facts.answering("field/layout"):
            fields = facts.read_member(answer, "fields", tuple[Any, ...])
            return tuple(map(facts.read_layout, fields))

    async def export(self, format: ExportFormat = "json-schema", *, structured: bool = False) -> Conversion:
        """The form in the format of others, and what that has no room for.

        `structured` asks for a JSON Schema for the structured output of a language model.
        """
        asked = {"structured": True} if structured else {}
        answer = await self._ask("export", format=format, **asked)
        with facts.answering("field/export"):
            return read_conversion(answer)

    def changes(self) -> Stream[Change]:
        """What changes from now on, turn by turn."""
        stream = Stream[Change]()
        self._changes.add(stream)
        return stream

    def events(self) -> Stream[Event]:
        """What delegates are told from now on."""
        stream = Stream[Event]()
        self._events.add(stream)
        return stream

    # The daemon's side.

    async def act(self, name: str, **params: Any) -> Outcome:
        """Carries out an act by its protocol name, and returns once its changes are seen here."""
        act = self._request(name, **params)
        # The answer of an act goes ahead of what it has changed; that of this one comes behind.
        seen = self._request("settled", keys=[])
        seen.add_done_callback(lambda _: self._tell())
        answer, _ = await asyncio.gather(act, seen)
        if not self._is_current and (catching_up := self.catch_up()):
            await asyncio.wait([catching_up])
        with facts.answering(f"field/{name}"):
            return read_outcome(answer)

    async def open(self, document: Mapping[str, Any]) -> None:
        """Opens the form, whose document is `{"text": …}` or `{"document": …}`."""
        answer = await self._ask("open", **document)
        self._opened_as = document
        with facts.answering("field/open"):
            self.version = facts.read_member(answer, "version", int)
            self.lang = facts.read_member(answer, "lang", str, None)
            self.dir = facts.read_member(answer, "dir", str, None)
            self.title = facts.read_member(answer, "title", str, None)
            self.description = facts.read_member(answer, "description", str, None)
            self.groups = facts.read_member(answer, "groups", tuple[Group, ...], ())
            self.diagnostics = facts.read_diagnostics(answer)
            self.problems = facts.read_member(answer, "problems", tuple[RecordProblem, ...], ())
            for told in facts.read_member(answer, "fields", tuple[Mapping[str, Any], ...]):
                key = facts.read_member(told, "key", str)
                self._fields[key] = Field(self, key)
                self._fields[key].take(told)
            for facts_of_list in _read_lists(answer):
                self._list(facts_of_list.key).take_all(facts_of_list)
            self._opened_drafts = self._drafts()

    async def reopen(self) -> None:
        """Opens the form with a daemon that has not heard of it, with the drafts that are known."""
        if self._is_gone:
            return
        drafts = self._drafts()
        content = dict(self._opened_as)
        if drafts != self._opened_drafts:
            content["values"] = drafts
        await self._ask("open", **content)
        self._is_current = False
        await self._take_snapshot()

    def _drafts(self) -> dict[str, Any]:
        """The drafts as the record that a form may be opened with."""
        record: dict[str, Any] = {}
        numbers: dict[EntryPlace, int] = {}
        paths = {group.key: group.path for group in self.groups}
        for each in self.lists:
            place: list[Any] = []
            for number, entry in enumerate(each.entries):
                numbers[EntryPlace(each.key, entry.number)] = number
                place.append({})
            _put(record, paths.get(each.key) or _step(each.key), place)
        for field in self:
            if field.entry is not None and field.entry not in numbers:
                # Its list was told of in a way that can't be read.
                continue
            draft = field.draft_value
            if draft is None and not field.chosen and field.kind != "any":
                # What the document begins with may have been emptied. In a picker "" may be a row.
                draft = [] if field.kind == "picker" else ""
            path = field.path or _step(field.key)
            if field.entry is not None:
                around = paths.get(field.entry.list) or _step(field.entry.list)
                path = field.path or f"{around}/*{_step(field.own_key)}"
                path = path.replace("*", str(numbers[field.entry]), 1)
            _put(record, path, draft)
        return record

    async def close(self) -> str:
        """Closes the form; gives its final text."""
        self.is_closed = True
        try:
            answer = await self._ask("close")
            self._is_gone = True
        finally:
            self._end()
        with facts.answering("field/close"):
            text: str = facts.read_member(answer, "text", str)
            return text

    def catch_up(self) -> asyncio.Task[None] | None:
        """Asks for all fields and lists, for something that was told could not be read."""
        self._is_current = False
        if self._catching_up is None and not self.is_closed:
            self._catching_up = asyncio.create_task(self._take_snapshot())
        return self._catching_up

    def take_change(self, params: Any) -> None:
        """Takes a turn's changes; while all fields are asked for, the answer has them."""
        if not self._is_current:
            self.catch_up()
            return
        self._entry_fields = None
        self.version = facts.read_member(params, "version", int, self.version)
        removed = facts.read_member(params, "removed", tuple[str, ...], ())
        for key in removed:
            self._fields.pop(key, None)
        places: dict[str, str | None] = {}
        news: dict[str, Mapping[str, Any]] = {}
        for told in facts.read_member(params, "fields", tuple[Mapping[str, Any], ...], ()):
            key = facts.read_member(told, "key", str)
            if key not in self._fields and "kind" not in told:
                raise facts.Surprise(f"there is no field {key}")
            if "after" in told:
                places[key] = facts.read_member(told, "after", str, None)
            news[key] = {name: told[name] for name in told if name not in ("key", "after")}
            field = self._fields[key] = self._field(key)
            if not field.take(news[key]):
                self.catch_up()
        if places:
            self._fields = {key: self._fields[key] for key in placed(self._fields, places)}
        lists = {
            it.key: it for it in facts.read_member(params, "lists", tuple[ListNews, ...], ())
        }
        for key, news_of_list in lists.items():
            self._list(key).take(news_of_list)
            if news_of_list.gone:
                del self._lists[key]
        for stream in self._changes:
            stream.put(Change(self.version, news, removed, lists))
        self._tell()

    def take_event(self, params: Mapping[str, Any]) -> None:
        """Takes an event; who listens is told of it when its turn's changes are known."""
        name: Any = facts.camel_to_snake(facts.read_member(params, "event", str))
        field = self._field(facts.read_member(params, "key", str))
        if name in get_args(EventName):
            known = ("uri", "key", "tag", "event")
            details = {member: params[member] for member in params if member not in known}
            self._untold.append(Event(name, field, details))

    def fields_of(self, place: EntryPlace) -> Sequence[Field]:
        """The fields of an entry, in the order in which they are shown."""
        if self._entry_fields is None:
            self._entry_fields = {}
            for field in self:
                if field.entry is not None:
                    self._entry_fields.setdefault(field.entry, []).append(field)
        return self._entry_fields.get(place, ())

    def _field(self, key: str) -> Field:
        """The field of a key, which may be new: its first events are told ahead of itself."""
        untold = (event.field for event in self._untold if event.field.key == key)
        return self._fields.get(key) or next(untold, None) or Field(self, key)

    def _list(self, key: str) -> EntryList:
        """The list of a key, which may be new."""
        if key not in self._lists:
            group = next((group for group in self.groups if group.key == key), Group(key, key))
            repeat = group.repeat or Repetition()
            self._lists[key] = EntryList(self, key, group.label, repeat)
        return self._lists[key]

    async def _take_snapshot(self) -> None:
        try:
            answer = await self._ask("snapshot")
            with facts.answering("field/snapshot"):
                version = facts.read_member(answer, "version", int)
                fields = facts.read_member(answer, "fields", tuple[Mapping[str, Any], ...])
                told = {facts.read_member(it, "key", str): it for it in fields}
                told_lists = {it.key: it for it in _read_lists(answer)}
        except DaemonError as error:
            # The next act, or the next change, asks again.
            _log.warning("%s is not up to date: %s", self.uri, error)
            return
        finally:
            self._catching_up = None
        removed = tuple(key for key in self._fields if key not in told)
        self._fields = {key: self._field(key) for key in told}
        news: dict[str, Mapping[str, Any]] = {}
        for key, field in self._fields.items():
            members = {name: told[key][name] for name in told[key] if name != "key"}
            news[key] = dict.fromkeys(field.told) | members
            field.take(news[key])
        lists = {key: self._list(key).take_all(told_lists[key]) for key in told_lists}
        for key in self._lists.keys() - told_lists.keys():
            lists[key] = ListNews(key, gone=True)
            self._lists.pop(key).take(lists[key])
        self._entry_fields = None
        self.version = version
        self._is_current = True
        for stream in self._changes:
            stream.put(Change(version, news, removed, lists))
        self._tell()

    def _end(self) -> None:
        if self._catching_up is not None:
            self._catching_up.cancel()
        self._tell()
        for changes in self._changes:
            changes.put(None)
        for events in self._events:
            events.put(None)

    def _tell(self) -> None:
        # What happens to a field that nobody knows is told once the field is, or never.
        known = [event for event in self._untold if event.field.told]
        self._untold = [] if self._is_current else [it for it in self._untold if not it.field.told]
        for event in known:
            for stream in self._events:
                stream.put(event)
            try:
                work = getattr(self._delegate, event.name)(event.field, **event.details)
            except Exception:
                _log.exception("telling of %s", event.name)
                continue
            if work is not None:
                task = asyncio.ensure_future(work)
                self._tellings.add(task)
                task.add_done_callback(self._told)

    def _told(self, task: asyncio.Task[None]) -> None:
        self._tellings.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log.error("telling of an event", exc_info=error)

    def _request(self, name: str, **params: Any) -> asyncio.Future[Any]:
        return self._connection.request(f"field/{name}", {"uri": self.uri, **params})

    async def _ask(self, name: str, **params: Any) -> Any:
        return await self._request(name, **params)


def _read_lists(answer: Any) -> tuple[ListFacts, ...]:
    lists: tuple[ListFacts, ...] = facts.read_member(answer, "lists", tuple[ListFacts, ...], ())
    return lists


def _read_unproved(answer: Any) -> tuple[str, ...]:
    keys: tuple[str, ...] = facts.read_member(answer, "unproved", tuple[str, ...], ())
    return keys


async def _batches(
    records: Iterable[_Item] | AsyncIterable[_Item], size: int
) -> AsyncIterator[list[_Item]]:
    batch: list[_Item] = []
    async for record in records if isinstance(records, AsyncIterable) else _each(records):
        batch.append(record)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


async def _each(records: Iterable[_Item]) -> AsyncIterator[_Item]:
    for record in records:
        yield record


def _unwritable(value: Any) -> tuple[str, Exception]:
    """Where in a record something stands that JSON can't hold, as a JSON pointer, and why it can't."""
    path = ""
    while True:
        items: Iterable[tuple[Any, Any]] = ()
        if isinstance(value, dict):
            items = value.items()
        elif isinstance(value, list | tuple):
            items = enumerate(value)
        for name, item in items:
            # What leads back to itself is deeper than anything that is read.
            if _refusal(item) and len(path) < _PATH_LENGTH:
                path, value = path + _step(str(name)), item
                break
        else:
            error = _refusal(value)
            assert error is not None
            return path, error


def _refusal(value: Any) -> Exception | None:
    try:
        RawJSON.writing(value)
    except (ValueError, TypeError) as error:
        return error
    return None


_PATH_LENGTH = 1000


def _step(name: str) -> str:
    """A name as a step of a JSON pointer."""
    return "/" + name.replace("~", "~0").replace("/", "~1")


def _put(record: dict[str, Any], path: str, value: Any) -> None:
    """Puts a value where a JSON pointer leads, with the objects on the way."""
    try:
        *steps, last = (step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:])
        place: Any = record
        for step in steps:
            place = place[int(step)] if isinstance(place, list) else place.setdefault(step, {})
        if isinstance(place, list):
            place[int(last)] = value
        else:
            place[last] = value
    except (ValueError, LookupError, TypeError, AttributeError):
        raise facts.Surprise(f"{path!r:.40} is no place in a record") from None


def _some(keys: Iterable[str] | None) -> dict[str, list[str]]:
    return {} if keys is None else {"keys": [*keys]}
