"""Records of values, judged by a form without filling it in."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from . import library
from .closures import Validator
from .connection import RawJSON
from .daemon import Daemon
from .errors import DaemonEnded
from .facts import AnswerShape, RecordProblem, RecordVerdict, RefusalShape
from .form import Form
from .library import Doubt, JudgingForm

_Record = TypeVar("_Record")
_Result = TypeVar("_Result")

_Opened = Callable[[Daemon, AsyncExitStack], Coroutine[Any, Any, Form]]

_RIGHT = RecordVerdict(True, ())
_BATCH_SIZE = 1000

_encode = json.JSONEncoder(allow_nan=False).encode


class Lines:
    """What a form says of records that are lines; true if every rule of every record was checked, and none is broken.

    `count` is how many records there are, and `wrong` has the numbers, from 0, of those whose verdict is false.
    """

    def __init__(self, count: int, wrong: Sequence[int], tell: Callable[[], Mapping[int, RecordVerdict]]) -> None:
        self.count = count
        self.wrong = tuple(wrong)
        self._tell = tell
        self._verdicts: Mapping[int, RecordVerdict] | None = None

    @property
    def verdicts(self) -> Mapping[int, RecordVerdict]:
        """The verdicts on all records of which there is something to say, by their numbers.

        They are made when they are looked at first, which takes longer than to judge, and is done in the `with`
        block of the checker.
        """
        if self._verdicts is None:
            self._verdicts = self._tell()
        return self._verdicts

    def __bool__(self) -> bool:
        return not self.wrong

    def __repr__(self) -> str:
        return f"Lines(count={self.count}, wrong={self.wrong!r:.80})"


class Checker:
    """A form that judges records, for programs that do not wait in an event loop of their own.

    It is used in a `with` block, as long as which it has a daemon of its own::

        with fieldd.Checker(Path("signup.fields.json")) as checker:
            verdict = checker.check({"email": "ada@example.com"})

    Any number of threads may use it, also while an event loop runs, as in a notebook: its own loop
    runs in a thread of its own, in which validators are called too.
    With `in_process` there is no daemon, thread or loop: a library or a module inside of this process judges in
    the thread that asks, and calls validators there, which are plain functions. `library` is the file of either,
    else that of the variable `FIELDD_LIBRARY`, else the one that was installed with this package.
    `document` is JSON, a text or a file; `command` is how the daemon is started, and `validators`
    are asked about values, as in `Daemon`. It may be in any format that fieldd converts, which `format`
    says; unless given, its content or the name of its file does. A form with errors raises a `FormError`, unless
    `allow_errors` says that it may have some.
    """

    def __init__(
        self,
        document: Mapping[str, Any] | str | Path,
        command: str | os.PathLike[str] | Sequence[str] | None = None,
        *,
        in_process: bool = False,
        library: str | os.PathLike[str] | None = None,
        validators: Mapping[str, Validator] | None = None,
        locale: str | None = None,
        allow_errors: bool = False,
        format: str | None = None,
    ) -> None:
        async def opened(daemon: Daemon, stack: AsyncExitStack) -> Form:
            await stack.enter_async_context(daemon)
            form = daemon.open(document, locale=locale, allow_errors=allow_errors, format=format)
            return await stack.enter_async_context(form)

        if in_process:
            if command is not None:
                raise ValueError("in process there is no command")
            self._way: _Way = _InProcess(opened, library, dict(validators or {}))
        elif library is not None:
            raise ValueError("a library is used with in_process=True")
        else:
            self._way = _Process(opened, Daemon(command, store=":memory:", validators=validators))
        # Says of most records at once what others have to be asked.
        self._judge: JudgingForm | None = None

    def __enter__(self) -> Self:
        self._way.open()
        self._judge = self._way.judge
        return self

    def __exit__(self, *_: object) -> None:
        self._judge = None
        self._way.close()

    @property
    def form(self) -> Form:
        """The form, which says in `diagnostics` what is wrong with its text."""
        if self._way.form is None:
            raise RuntimeError(_UNOPENED)
        return self._way.form

    def check(
        self, values: Any, *, locale: str | None = None, partial: bool = False
    ) -> RecordVerdict:
        """What the form says of a record, or of a part of one, as `Form.check`."""
        judge = self._judge
        if judge is not None and not partial:
            text = _written(values)
            if text is not None and (verdict := _said_of(text, judge, locale)) is not None:
                return verdict
        return self._way.run(lambda form: form.check(values, locale=locale, partial=partial))

    def check_text(
        self, record: str | bytes, *, locale: str | None = None, partial: bool = False
    ) -> RecordVerdict:
        """What the form says of a record as JSON, judged as it is written, as `Form.check_text`."""
        judge = self._judge
        if judge is not None and not partial:
            if _is_right(record, judge):
                return _RIGHT
            text = RawJSON.of(record).encode()
            if (verdict := _said_of(text, judge, locale)) is not None:
                return verdict
        return self._way.run(lambda form: form.check_text(record, locale=locale, partial=partial))

    def check_answers(
        self,
        answers: Any,
        shape: AnswerShape,
        *,
        refusal: RefusalShape | None = None,
        locale: str | None = None,
    ) -> RecordVerdict:
        """What the form says of answers in another program's shape, as `Form.check_answers`."""
        return self._way.run(
            lambda form: form.check_answers(answers, shape, refusal=refusal, locale=locale)
        )

    def check_many(
        self,
        records: Iterable[_Record],
        batch_size: int = _BATCH_SIZE,
        *,
        locale: str | None = None,
        partial: bool = False,
    ) -> Iterator[tuple[_Record, RecordVerdict]]:
        """Each record with what the form says of it, in their order.

        Records are taken as they are needed, so many of them at a time. One with something that JSON
        can't hold, such as NaN, has a problem where that stands, as in `Form.check_many`.
        """
        rest = iter(records)
        while batch := [*islice(rest, batch_size)]:
            judge = self._judge
            if judge is None or partial:
                yield from zip(batch, self._check_each(batch, locale, partial), strict=True)
                continue
            texts = map(_written, batch)
            said = [text and _said_of(text, judge, locale) for text in texts]
            open_ones = [it for it, verdict in zip(batch, said, strict=True) if not isinstance(verdict, RecordVerdict)]
            told = iter(self._check_each(open_ones, locale, partial))
            for record, verdict in zip(batch, said, strict=True):
                yield record, verdict if isinstance(verdict, RecordVerdict) else next(told)

    def check_lines(self, lines: bytes, *, locale: str | None = None) -> Lines:
        """What the form says of records in JSON that each are a line, such as a file of NDJSON.

        Empty lines are none. A line that is no JSON has a problem `syntax`.
        """
        count = 0
        wrong: list[int] = []
        # Where those are whose verdicts are made when somebody wants them.
        later: dict[int, tuple[int, int]] = {}
        known: dict[int, RecordVerdict] = {}
        for judged, doubts in self._judged_lines(lines):
            asked: dict[int, tuple[int, int]] = {}
            for number, start, end, is_wrong in doubts:
                (later if is_wrong else asked)[count + number] = (start, end)
                if is_wrong:
                    wrong.append(count + number)
            told = self._tell(lines, asked, locale)
            wrong += [number for number, verdict in told.items() if not verdict]
            known |= told
            count += judged

        def tell() -> Mapping[int, RecordVerdict]:
            return dict(sorted((known | self._tell(lines, later, locale)).items()))

        return Lines(count, sorted(wrong), tell)

    def _judged_lines(self, lines: bytes) -> Iterator[tuple[int, list[Doubt]]]:
        """Some lines after the other: how many there are, and those of which to ask what is to be said."""
        if self._way.judge is not None:
            yield from self._way.judge.judge_lines(lines)
            return
        first = 0
        part: list[Doubt] = []
        while first < len(lines):
            last = lines.find(b"\n", first) + 1 or len(lines)
            if not lines[first:last].isspace():
                part.append((len(part), first, last, False))
            first = last
            if len(part) == _BATCH_SIZE or first == len(lines):
                yield len(part), part
                part = []

    def _tell(
        self, lines: bytes, places: Mapping[int, tuple[int, int]], locale: str | None
    ) -> dict[int, RecordVerdict]:
        """What is to be said of records in some lines."""
        told: dict[int, RecordVerdict] = {}
        rest = iter(places.items())
        while part := [*islice(rest, _BATCH_SIZE)]:
            verdicts = self._check_texts([lines[start:end] for _, (start, end) in part], locale)
            for (number, _), verdict in zip(part, verdicts, strict=True):
                if verdict != _RIGHT:
                    told[number] = verdict
        return told

    def _check_texts(self, texts: Sequence[bytes], locale: str | None) -> Sequence[RecordVerdict]:
        """What is said of each of some records, one of which may be no JSON."""
        judge = self._judge
        said: list[RecordVerdict | None] = []
        asked: list[RawJSON] = []
        for text in texts:
            try:
                written = RawJSON.of(text)
            except ValueError as error:
                problem = RecordProblem("", "error", "syntax", f"This can't be read: {error}")
                said.append(RecordVerdict(False, (problem,)))
                continue
            said.append(None if judge is None else _said_of(written.encode(), judge, locale))
            if said[-1] is None:
                asked.append(written)
        told = iter(self._way.run(lambda form: form.check_raw(asked, locale=locale)) if asked else ())
        return [next(told) if verdict is None else verdict for verdict in said]

    def _check_each(
        self, records: Sequence[Any], locale: str | None, partial: bool
    ) -> tuple[RecordVerdict, ...]:
        if not records:
            return ()
        return self._way.run(lambda form: form.check_each(records, locale=locale, partial=partial))


def _written(record: Any) -> bytes | None:
    """A record as JSON; None if it can't be written."""
    try:
        return _encode(record).encode()
    except (ValueError, TypeError, RecursionError):
        return None


def _said_of(text: bytes, judge: JudgingForm, locale: str | None) -> RecordVerdict | None:
    """What is said of a record in JSON; None if a conversation has to say it."""
    if judge.passes(text):
        return _RIGHT
    return judge.verdict(text) if locale is None else None


def _is_right(record: str | bytes, judge: JudgingForm) -> bool:
    """Whether a text is a right record, in UTF-8."""
    try:
        if isinstance(record, str):
            return judge.passes(record.encode()) == 1
        record.decode()
    except UnicodeError:
        return False
    return judge.passes(record) == 1


_UNOPENED = "a checker is used in a `with` block"


class _Way(Protocol):
    """How a checker asks its form."""

    form: Form | None
    judge: JudgingForm | None

    def open(self) -> None: ...

    def close(self) -> None: ...

    def run(self, ask: Callable[[Form], Coroutine[Any, Any, _Result]]) -> _Result:
        """What comes of a question to the form."""
        ...


class _Process:
    """A daemon of one's own, with whom a loop in a thread of its own speaks."""

    def __init__(self, opened: _Opened, daemon: Daemon) -> None:
        self._opened = opened
        self._daemon = daemon
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._stack = AsyncExitStack()
        self.form: Form | None = None
        self.judge: JudgingForm | None = None

    def open(self) -> None:
        loop = self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=loop.run_forever, name="fieldd", daemon=True)
        self._thread.start()
        try:
            self.form = self._run(self._opened(self._daemon, self._stack))
        except BaseException:
            self._end()
            raise

    def close(self) -> None:
        self.form = None
        try:
            self._run(self._stack.aclose())
        finally:
            self._end()

    def run(self, ask: Callable[[Form], Coroutine[Any, Any, _Result]]) -> _Result:
        if self.form is None:
            raise RuntimeError(_UNOPENED)
        return self._run(ask(self.form))

    def _run(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        if self._loop is None:
            work.close()
            raise RuntimeError(_UNOPENED)
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            # An interrupt must not leave the work behind.
            future.cancel()
            raise

    def _end(self) -> None:
        loop, thread = self._loop, self._thread
        assert loop is not None and thread is not None
        self._loop = self._thread = None
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class _InProcess:
    """A library or a module, with which each thread has a conversation of its own while it asks."""

    def __init__(
        self,
        opened: _Opened,
        path: str | os.PathLike[str] | None,
        validators: Mapping[str, Validator],
    ) -> None:
        for name, validator in validators.items():
            if inspect.iscoroutinefunction(validator):
                raise TypeError(f"the validator {name} is no plain function, which it is in process")
        self._opened = opened
        self._path = path
        self._validators = validators
        # Those that no thread uses now.
        self._idle: list[_Conversation] = []
        self.form: Form | None = None
        self.judge: JudgingForm | None = None

    def open(self) -> None:
        first = self._new_conversation()
        self._idle = [first]
        self.form = first.form
        if not any(it.severity == "error" for it in self.form.diagnostics):
            self.judge = first.connection.open_form(self.form.uri)

    def close(self) -> None:
        self.form = self.judge = None
        while self._idle:
            library.run(self._idle.pop().stack.aclose())

    def run(self, ask: Callable[[Form], Coroutine[Any, Any, _Result]]) -> _Result:
        if self.form is None:
            raise RuntimeError(_UNOPENED)
        try:
            # A list gives each of its items to one thread.
            conversation = self._idle.pop()
        except IndexError:
            conversation = self._new_conversation()
        try:
            result = library.run(ask(conversation.form))
        except DaemonEnded:
            # Another one takes its place when somebody asks.
            raise
        except Exception:
            self._idle.append(conversation)
            raise
        # After an interrupt nobody knows where the conversation is, so that it is not used again.
        self._idle.append(conversation)
        return result

    def _new_conversation(self) -> _Conversation:
        daemon = _HeldDaemon(library.find_source(self._path), self._validators)
        stack = AsyncExitStack()
        form = library.run(self._opened(daemon, stack))
        return _Conversation(daemon.connection, form, stack)


@dataclass(frozen=True, slots=True)
class _Conversation:
    """A conversation in which the form is open as long as the stack is."""

    connection: library.Connection
    form: Form
    stack: AsyncExitStack


class _HeldDaemon(Daemon):
    """A daemon inside of this process: what is asked of it is answered at once."""

    def __init__(self, held: library.Source, validators: Mapping[str, Validator]) -> None:
        super().__init__("", validators=validators)
        self.connection = library.Connection(held, self._notified, self._asked, self._lost)
        self._connection = self.connection
