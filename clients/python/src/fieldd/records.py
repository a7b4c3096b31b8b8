"""Records of values, judged by a form without filling it in."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from typing import Any, Self, TypeVar

from .closures import Validator
from .daemon import Daemon
from .facts import RecordVerdict
from .form import Form

_Record = TypeVar("_Record")


class Checker:
    """A form that judges records, for programs that have no event loop.

    It is used in a `with` block, as long as which it has a daemon of its own::

        with fieldd.Checker(Path("signup.fields.json")) as checker:
            verdict = checker.check({"email": "ada@example.com"})

    `document` is JSON, a text or a file; `command` is how the daemon is started, and `validators`
    are asked about values, as in `Daemon`.
    """

    def __init__(
        self,
        document: Mapping[str, Any] | str | Path,
        command: str | os.PathLike[str] | Sequence[str] | None = None,
        *,
        validators: Mapping[str, Validator] | None = None,
    ) -> None:
        self._document = document
        self._daemon = Daemon(command, store=":memory:", validators=validators)
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        self._form: Form | None = None

    def __enter__(self) -> Self:
        try:
            self._form = self._runner.run(self._open())
        except BaseException:
            self._runner.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._form = None
        try:
            self._runner.run(self._stack.aclose())
        finally:
            self._runner.close()

    @property
    def form(self) -> Form:
        """The form, which says in `diagnostics` what is wrong with its text."""
        if self._form is None:
            raise RuntimeError("a checker is used in a `with` block")
        return self._form

    def check(self, values: Any) -> RecordVerdict:
        """What the form says of a record."""
        return self._runner.run(self.form.check(values))

    def check_many(
        self, records: Iterable[_Record], batch_size: int = 1000
    ) -> Iterator[tuple[_Record, RecordVerdict]]:
        """Each record with what the form says of it, in their order.

        Records are taken as they are needed, so many of them at a time.
        """
        rest = iter(records)
        while batch := [*islice(rest, batch_size)]:
            yield from zip(batch, self._runner.run(self.form.check_batch(batch)), strict=True)

    async def _open(self) -> Form:
        daemon = await self._stack.enter_async_context(self._daemon)
        return await self._stack.enter_async_context(daemon.open(self._document))
