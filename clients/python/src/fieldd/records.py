"""Records of values, judged by a form without filling it in."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from typing import Any, Self, TypeVar

from .closures import Validator
from .daemon import Daemon
from .facts import AnswerShape, RecordVerdict, RefusalShape
from .form import Form

_Record = TypeVar("_Record")
_Result = TypeVar("_Result")


class Checker:
    """A form that judges records, for programs that do not wait in an event loop of their own.

    It is used in a `with` block, as long as which it has a daemon of its own::

        with fieldd.Checker(Path("signup.fields.json")) as checker:
            verdict = checker.check({"email": "ada@example.com"})

    Any number of threads may use it, also while an event loop runs, as in a notebook: its own loop
    runs in a thread of its own, in which validators are called too.
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
        validators: Mapping[str, Validator] | None = None,
        locale: str | None = None,
        allow_errors: bool = False,
        format: str | None = None,
    ) -> None:
        self._document = document
        self._format = format
        self._locale = locale
        self._allows_errors = allow_errors
        self._daemon = Daemon(command, store=":memory:", validators=validators)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._stack = AsyncExitStack()
        self._form: Form | None = None

    def __enter__(self) -> Self:
        loop = self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=loop.run_forever, name="fieldd", daemon=True)
        self._thread.start()
        try:
            self._form = self._run(self._open())
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._form = None
        try:
            self._run(self._stack.aclose())
        finally:
            self._end()

    @property
    def form(self) -> Form:
        """The form, which says in `diagnostics` what is wrong with its text."""
        if self._form is None:
            raise RuntimeError("a checker is used in a `with` block")
        return self._form

    def check(
        self, values: Any, *, locale: str | None = None, partial: bool = False
    ) -> RecordVerdict:
        """What the form says of a record, or of a part of one, as `Form.check`."""
        return self._run(self.form.check(values, locale=locale, partial=partial))

    def check_text(
        self, record: str | bytes, *, locale: str | None = None, partial: bool = False
    ) -> RecordVerdict:
        """What the form says of a record as JSON, judged as it is written, as `Form.check_text`."""
        return self._run(self.form.check_text(record, locale=locale, partial=partial))

    def check_answers(
        self,
        answers: Any,
        shape: AnswerShape,
        *,
        refusal: RefusalShape | None = None,
        locale: str | None = None,
    ) -> RecordVerdict:
        """What the form says of answers in another program's shape, as `Form.check_answers`."""
        return self._run(self.form.check_answers(answers, shape, refusal=refusal, locale=locale))

    def check_many(
        self,
        records: Iterable[_Record],
        batch_size: int = 1000,
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
            verdicts = self._run(
                self.form.check_each(batch, locale=locale, partial=partial)
            )
            yield from zip(batch, verdicts, strict=True)

    async def _open(self) -> Form:
        daemon = await self._stack.enter_async_context(self._daemon)
        form = daemon.open(
            self._document, locale=self._locale, allow_errors=self._allows_errors, format=self._format
        )
        return await self._stack.enter_async_context(form)

    def _run(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        if self._loop is None:
            work.close()
            raise RuntimeError("a checker is used in a `with` block")
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
