"""Who answers the question of a server: a person at a terminal or in a browser, or a function."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import logging
import os
import signal
import sys
import tempfile
import webbrowser
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fieldd import DaemonError, RecordProblem

from .answering import Declined, Question

# With which the bridge ends once the person has declined.
DECLINED_STATUS = 3

_log = logging.getLogger("fieldd")

Values = Mapping[str, Any] | None
AnswerFunction = Callable[[Question, Sequence[RecordProblem]], Values | Awaitable[Values]]


class FunctionFace:
    """Has a function answer: `function(question, problems)` gives values by key, or None to cancel.

    What it gives is held to the form. While something is wrong with it the function is asked again,
    with the `problems`, of which there are none at first; after `limit` answers the question is
    cancelled. What it says nothing of has its value in `question.defaults`; None leaves it empty.
    The function may be `async`, and may raise `Declined`.
    """

    def __init__(self, function: AnswerFunction, *, limit: int = 3) -> None:
        self._function = function
        self._limit = limit

    async def __call__(self, question: Question, /) -> Values:
        problems: Sequence[RecordProblem] = ()
        for _ in range(self._limit):
            values = self._function(question, problems)
            if inspect.isawaitable(values):
                values = await values
            if values is None:
                return None
            values = {**question.defaults, **values}
            verdict = await question.form.check(values)
            if verdict:
                return values
            problems = verdict.problems
        return None


class TerminalFace:
    """Has a person fill in the form in the terminal, drawn or in questions (`fieldd.fill`).

    `is_plain` says which; unless it is given, the form is drawn where that is possible. To give up,
    and the end of the input, is to cancel.
    """

    def __init__(self, *, is_plain: bool | None = None) -> None:
        self._is_plain = is_plain

    async def __call__(self, question: Question, /) -> Values:
        try:
            from fieldd import fill
        except ImportError as error:
            raise RuntimeError("a face in the terminal needs the package fieldd-fill") from error
        sitting = fill.Sitting(question.form, is_plain=self._is_plain, may_decline=True)
        try:
            return await sitting.run()
        except fill.Declined:
            raise Declined from None
        except fill.Unfinished as error:
            print(error, file=sys.stderr)
            return None


class WebFace:
    """Has a person fill in the form in the browser, by the project's web client.

    `bridge` is its program, `clients/web/bridge.py`, `fieldd` the daemon that it starts, and `show`
    is given the address of the page: it opens a browser, unless it is something else. With `review`
    all answers are shown before they are sent, as the specification wants of clients. The page has
    buttons to decline and to cancel. A closed page, or one that no browser shows, cancels the
    question. A program with buttons of its own calls `decline` or `cancel`.
    """

    def __init__(
        self,
        bridge: str | os.PathLike[str],
        *,
        fieldd: str | os.PathLike[str] = "fieldd",
        show: Callable[[str], object] = webbrowser.open,
        review: bool = True,
    ) -> None:
        self._bridge = Path(bridge)
        options = ["--question", *(["--review"] if review else [])]
        self._options = ["--fieldd", os.fspath(fieldd), *options]
        self._show = show
        self._end: asyncio.Future[bool] | None = None

    def decline(self) -> None:
        """Answers the question at hand by declining it."""
        self._finish(True)

    def cancel(self) -> None:
        """Answers the question at hand by cancelling it."""
        self._finish(False)

    async def __call__(self, question: Question, /) -> Values:
        with tempfile.TemporaryDirectory() as folder:
            form = Path(folder) / "elicitation.fields.json"
            form.write_text(json.dumps(question.document, ensure_ascii=False), encoding="utf-8")
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, str(self._bridge), str(form), *self._options),
                # Its end is that of whoever asks, however that comes.
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                process_group=0,
            )
            try:
                return await self._answer(process)
            finally:
                self._end = None
                await _stop(process)

    async def _answer(self, process: asyncio.subprocess.Process) -> Values:
        assert process.stdout is not None and process.stderr is not None
        address = (await process.stderr.readline()).decode().strip()
        if not address.startswith("http"):
            complaints = (await process.stderr.read()).decode()
            raise DaemonError(f"the page can't be shown: {address} {complaints}".strip())
        # What else it has to say is no part of the answer, and must not hold it up.
        rest = asyncio.ensure_future(process.stderr.read())
        values = asyncio.ensure_future(process.stdout.readline())
        self._end = asyncio.get_running_loop().create_future()
        try:
            if self._show(address) is False:
                _log.warning("no browser shows the page of a question")
                return None
            waiting: list[asyncio.Future[Any]] = [values, self._end]
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if values.done() and (line := values.result()):
                answer: Mapping[str, Any] = json.loads(line)
                return answer
            is_declined = self._end.result() if self._end.done() else await process.wait() == DECLINED_STATUS
            if is_declined:
                raise Declined
            return None
        finally:
            for task in (rest, values):
                task.cancel()

    def _finish(self, is_declined: bool) -> None:
        if self._end is not None and not self._end.done():
            self._end.set_result(is_declined)


async def _stop(process: asyncio.subprocess.Process) -> None:
    """Ends the bridge, which ends its daemon."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
    await process.wait()
