"""A person before a form, at the terminal: drawn where that is possible, else in questions."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Mapping
from typing import Any

from fieldd import Diagnostic, Form, Unchecked

from .app import FillApp
from .interview import Interview
from .terminal import draws, teletype


class Declined(Exception):
    """The person does not want to fill in the form, which is another thing than giving up."""


class Sitting:
    """Has a person fill in a form.

    `is_plain` asks on ordinary lines, one question after the other; unless it is given, that is
    done where nothing can be drawn: with `TERM=dumb`, without a terminal, and where standard input
    is a pipe or a file. With `may_decline` the person may decline.
    """

    def __init__(
        self, form: Form, *, is_plain: bool | None = None, may_decline: bool = False
    ) -> None:
        self.form = form
        self.is_plain = not draws() if is_plain is None else is_plain
        self.may_decline = may_decline
        # What was wrong with the text of the form when it was submitted last.
        self.diagnostics: tuple[Diagnostic, ...] = ()
        # The validators that nobody here has, by which what was committed was not checked.
        self.unchecked: tuple[Unchecked, ...] = ()

    async def run(self) -> Mapping[str, Any] | None:
        """The committed values; None if the person gave up.

        Raises `Declined`, `Unfinished` (see `Interview.run`), or a `DaemonError`.
        """
        return await (self._ask() if self.is_plain else self._draw())

    async def _draw(self) -> Mapping[str, Any] | None:
        app = FillApp(self.form, may_decline=self.may_decline)
        values = await app.run_async()
        self.diagnostics = app.diagnostics
        self.unchecked = app.unchecked
        if app.failure:
            raise app.failure
        if app.declined:
            raise Declined
        return values

    async def _ask(self) -> Mapping[str, Any] | None:
        interview = Interview(self.form, teletype(), may_decline=self.may_decline)
        run = asyncio.ensure_future(interview.run())
        loop = asyncio.get_running_loop()
        # Outside of the main thread an interrupt is not for us.
        with contextlib.suppress(RuntimeError, ValueError):
            loop.add_signal_handler(
                signal.SIGINT, lambda: run.cancel() if interview.interrupt() else None
            )
        try:
            await asyncio.wait([run])
        finally:
            with contextlib.suppress(RuntimeError, ValueError):
                loop.remove_signal_handler(signal.SIGINT)
            run.cancel()
            self.diagnostics = interview.diagnostics
            self.unchecked = interview.unchecked
        if run.cancelled():
            interview.say_given_up()
            return None
        if interview.declined:
            raise Declined
        return run.result()
