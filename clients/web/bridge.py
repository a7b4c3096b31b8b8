#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["aiohttp>=3.9"]
# ///
"""Shows a field document as a form in the browser, and prints what the person filled in.

A page talks to a daemon of its own through one WebSocket: each of its messages is one JSON-RPC
message, handed on as a line. The bridge opens the form, in the language that the page names, and keeps
it when the page is gone, for the same tab after a reload. It knows nothing of fields: of what pages and daemons say to each other it
reads one thing only, the answer to `field/submit`, whose values it prints. A page says two things to the
bridge itself, `bridge/decline` and `bridge/cancel`, where the form is a question. Before it begins it asks
a daemon whether the file is a form. Who may open the page is for `pages.py` to see.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import signal
import sys
import threading
import uuid
from asyncio.subprocess import PIPE
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web
from files import write_whole
from pages import PAGE, SOCKET_LIMIT, PageServer, close, read_message

CAPABILITIES = {
    # The units in which pages count text.
    "general": {"positionEncodings": ["utf-16"]},
    "experimental": {"fields": {}},
}

# What the daemon says may be a whole form.
DAEMON_LINE_BYTE_LIMIT = 64 << 20
# Each form costs a process, whether a page shows it or none does any more.
FORM_LIMIT = SOCKET_LIMIT
# Before the text of a number with a fraction, which a float may not have all digits of; in no other text.
NUMBER = f"number-{uuid.uuid4()}:"
# LSP's number for an error.
ERROR_SEVERITY = 1
# What a daemon is given to end in, once its input has.
PARTING_SECONDS = 5.0
# A page that is loaded again is back by then.
RELOAD_SECONDS = 5.0


class Ending(Enum):
    """How the bridge ends: its exit status, and what pages are told of it, in a word and by a code of theirs."""

    SUBMITTED = (0, "the form was submitted", WSCloseCode.OK)
    STOPPED = (1, "the bridge was stopped", WSCloseCode.OK)
    DECLINED = (3, "the question was declined", 4000)
    CANCELLED = (1, "the question was cancelled", 4001)
    TAKEN_BACK = (1, "the question was taken back", 4002)

    def __init__(self, status: int, reason: str, code: int) -> None:
        self.status = status
        self.reason = reason
        self.code = code


# What a page may say to a question, beside answering it.
REFUSALS = {"bridge/decline": Ending.DECLINED, "bridge/cancel": Ending.CANCELLED}


class Daemon:
    """One fieldd process that is spoken to in lines."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._process = process
        self._stdin = process.stdin
        self._stdout = process.stdout

    @classmethod
    async def start(cls, command: list[str]) -> Daemon:
        """Starts a process that an interrupt at the terminal does not reach."""
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, limit=DAEMON_LINE_BYTE_LIMIT, process_group=0
        )
        return cls(process)

    async def say(self, message: dict[str, Any]) -> None:
        """Hands a message on; one that the daemon no longer reads is dropped."""
        try:
            self._stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            await self._stdin.drain()
        except ConnectionError:
            pass

    async def hear(self) -> bytes | None:
        """The next message, or None once there are no more; one that is too long is empty."""
        try:
            return await self._stdout.readline() or None
        except ValueError:
            return b"\n"

    async def answer(self, number: int) -> dict[str, Any] | None:
        """The answer to a request; what else is said before it is passed over."""
        while line := await self.hear():
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                return None
            if isinstance(message, dict) and message.get("id") == number:
                return message
        return None

    def hang_up(self) -> None:
        """Says no more to the daemon, which says what it has left to say and ends."""
        self._stdin.close()

    async def end(self) -> int:
        """Ends the process by the end of its input, or else by force; gives its status."""
        self.hang_up()
        try:
            return await asyncio.wait_for(self._process.wait(), PARTING_SECONDS)
        except TimeoutError:
            self._process.kill()
            return await self._process.wait()


class NoForm(Exception):
    """The file has nothing to fill in."""


async def open_form(form: Path, command: list[str], locale: str | None = None) -> tuple[Daemon, str, dict[str, Any]]:
    """A daemon that has the form open, the form's text, and the result of `field/open`."""
    text = read(form)
    daemon = await Daemon.start(command)
    calls: list[tuple[str, dict[str, Any]]] = [
        ("initialize", {"processId": None, "capabilities": CAPABILITIES}),
        ("field/open", {"uri": uri(form), "text": text, "tidy": True, **({"locale": locale} if locale else {})}),
    ]
    try:
        for number, (method, params) in enumerate(calls):
            await daemon.say({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        match await daemon.answer(len(calls) - 1):
            case {"result": {} as result}:
                return daemon, text, result
            case {"error": {"message": str(words)}}:
                raise NoForm(f"{form}: {words}")
            case None:
                raise NoForm(f"{command[0]} does not answer")
            case _:
                raise NoForm(f"{command[0]} does not answer as a daemon does")
    except BaseException:
        await daemon.end()
        raise


def read(form: Path) -> str:
    """The text of a form, as it is in the file by now."""
    try:
        return form.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NoForm(f"{form} is no form: it is not UTF-8") from None
    except OSError as error:
        raise NoForm(f"{form}: {error.strerror}") from error


async def check(form: Path, command: list[str]) -> list[str]:
    """What is wrong with a form, a line each; raises if it is no form at all."""
    daemon, _, opened = await open_form(form, command)
    await daemon.end()
    try:
        mistakes = [
            f"{form}:{place['line'] + 1}:{place['character'] + 1}: {it['message']}"
            for it in opened["diagnostics"]
            if it["severity"] == ERROR_SEVERITY and (place := it["range"]["start"])
        ]
        # A list that has no entries yet is something to fill in.
        has_fields = bool(opened["fields"] or opened.get("lists"))
    except (AttributeError, LookupError, TypeError):
        raise NoForm(f"{command[0]} does not answer as a daemon does") from None
    if not has_fields:
        raise NoForm("\n".join([f"{form} is no form: it has no fields to fill in", *mistakes]))
    return mistakes


def uri(form: Path) -> str:
    """What the form is called when it is opened; the daemon goes by the end of it."""
    return f"form:{form.name}"


class Session:
    """A form that is open with a daemon of its own, and the page that shows it, if one does.

    What the page says goes to the daemon; what the daemon says goes to the page that is there then,
    and is dropped when there is none. A page that comes later asks for all of it.
    """

    def __init__(
        self,
        daemon: Daemon,
        text: str,
        committed: Callable[[dict[str, Any]], None],
        refused: Callable[[Ending], None] | None,
    ) -> None:
        """Takes the text with which the form was opened, and who is told the values or that there are none."""
        self.text = text
        self.has_committed = False
        self._daemon = daemon
        self._committed = committed
        self._refused = refused
        self._page: web.WebSocketResponse | None = None
        self._submissions: dict[int | str, web.WebSocketResponse] = {}

    @property
    def is_shown(self) -> bool:
        """Whether a page is there."""
        return self._page is not None

    async def listen(self) -> None:
        """Hands on what the daemon says; returns once that is all."""
        while line := await self._daemon.hear():
            # A page says that values are submitted once they are where they go.
            if self._submissions:
                self._look_for_values(line)
            if self._page is not None:
                with suppress(ConnectionError):
                    await self._page.send_str(line.decode(errors="replace").rstrip("\n"))

    async def show(self, page: web.WebSocketResponse) -> None:
        """Hands on what a page says until it goes, in the place of one that was there before."""
        former, self._page = self._page, page
        if former is not None:
            await close(former, WSCloseCode.OK, "it is shown by another page")
        try:
            await self._hand_on(page)
        finally:
            if self._page is page:
                self._page = None
                self._end_if_done()

    async def end(self) -> int:
        """Ends the daemon; gives its status."""
        return await self._daemon.end()

    async def part(self, status: int) -> None:
        """Tells the page that the daemon has ended."""
        if self._page is not None:
            is_well = self.has_committed or status == 0
            code = WSCloseCode.OK if is_well else WSCloseCode.INTERNAL_ERROR
            await close(self._page, code, f"fieldd ended with status {status}")

    async def _hand_on(self, page: web.WebSocketResponse) -> None:
        async for frame in page:
            message = read_message(frame.data) if frame.type is WSMsgType.TEXT else None
            if message is None:
                await close(page, WSCloseCode.UNSUPPORTED_DATA, "not a JSON-RPC message")
                return
            number, method = message.get("id"), message.get("method")
            if self._refused is not None and isinstance(method, str) and method in REFUSALS:
                self._refused(REFUSALS[method])
                continue
            if method == "field/submit" and isinstance(number, int | str):
                self._submissions[number] = page
            await self._daemon.say(message)

    def _end_if_done(self) -> None:
        """A page that submits a form ends it; where that page is gone it is to be ended here."""
        if self.has_committed:
            self._daemon.hang_up()

    def _look_for_values(self, line: bytes) -> None:
        """Takes the values out of an answer to a submission; passes over all that is none."""
        try:
            message = json.loads(line, parse_float=lambda text: NUMBER + text)
        except (ValueError, RecursionError) as error:
            if b'"committed":true' in line:
                # What was committed is not lost.
                print(f"bridge: fieldd's answer can't be read: {error}", file=sys.stderr)
                print(line.decode(errors="replace"), end="", file=sys.stderr, flush=True)
            return
        if not isinstance(message, dict) or "method" in message:
            return
        number, result = message.get("id"), message.get("result")
        if not isinstance(number, int | str) or number not in self._submissions:
            return
        page = self._submissions.pop(number)
        if isinstance(result, dict) and result.get("committed") is True:
            values = result.get("values")
            if isinstance(values, dict):
                self.has_committed = True
                if unchecked := result.get("unchecked"):
                    words = ", ".join(f"{each['path']}: {each['message']}" for each in unchecked)
                    print(f"bridge: not checked: {words}", file=sys.stderr, flush=True)
                self._committed(values)
                if page is not self._page:
                    self._end_if_done()


class Bridge:
    """The pages of the form, and the session of each, which it names."""

    def __init__(
        self,
        form: Path,
        command: list[str],
        committed: Callable[[dict[str, Any]], None],
        ended: Callable[[Ending], None],
        manner: dict[str, bool],
    ) -> None:
        """Takes the form, how a daemon is started, who is told values and the end, and how pages show the form."""
        self._form = form
        self._command = command
        self._committed = committed
        self._ended = ended
        self._is_question = manner["question"]
        # Who shows a question, and when it is over because nobody does.
        self._shown_count = 0
        self._leaving: asyncio.TimerHandle | None = None
        self._pages = PageServer([PAGE], lambda: {"uri": uri(form), **manner}, self._serve)
        self._sessions: dict[str, Session] = {}
        self._runs: set[asyncio.Task[None]] = set()
        # A session is looked for and begun by one page at a time.
        self._turn = asyncio.Lock()

    async def start(self, port: int) -> str:
        """Begins to listen; gives the address of the page."""
        return await self._pages.start(port)

    @property
    def has_committed(self) -> bool:
        """Whether the form of a session that is not over yet was submitted."""
        return any(session.has_committed for session in self._sessions.values())

    async def end(self, ending: Ending) -> None:
        """Closes every page and stops listening."""
        if self._leaving is not None:
            self._leaving.cancel()
        await self._pages.close_pages(ending.reason, ending.code)
        # A session that is on its way is ended with the others.
        async with self._turn:
            pass
        await asyncio.gather(*[session.end() for session in self._sessions.values()])
        await asyncio.gather(*self._runs)
        await self._pages.end()

    async def _serve(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        name = request.query.get("session", "")
        locale = request.query.get("locale")
        try:
            async with self._turn:
                if self._pages.is_closed:
                    return
                session = await self._session(name, locale)
        except (NoForm, OSError) as error:
            await close(socket, WSCloseCode.INTERNAL_ERROR, str(error))
            return
        self._shown_count += 1
        if self._leaving is not None:
            self._leaving.cancel()
        try:
            await session.show(socket)
        finally:
            self._shown_count -= 1
            if self._is_question and self._shown_count == 0:
                self._leaving = asyncio.get_running_loop().call_later(RELOAD_SECONDS, self._give_up)
        if self._sessions.get(name) is session:
            # Those that are left stand in the order in which they were left.
            self._sessions[name] = self._sessions.pop(name)

    def _give_up(self) -> None:
        """A question that nobody shows any more is cancelled, unless it was answered."""
        if not self.has_committed:
            self._ended(Ending.CANCELLED)

    async def _session(self, name: str, locale: str | None) -> Session:
        """The session of a name; a new one if there is none, or the file has changed since."""
        session = self._sessions.get(name)
        if session is not None and session.text == read(self._form):
            return session
        if session is not None:
            await self._sessions.pop(name).end()
        elif len(self._sessions) >= FORM_LIMIT:
            left = next(it for it in self._sessions if not self._sessions[it].is_shown)
            await self._sessions.pop(left).end()
        daemon, text, _ = await open_form(self._form, self._command, locale)
        session = self._sessions[name] = Session(
            daemon, text, self._committed, self._ended if self._is_question else None
        )
        run = asyncio.create_task(self._run(name, session))
        self._runs.add(run)
        run.add_done_callback(self._runs.discard)
        return session

    async def _run(self, name: str, session: Session) -> None:
        try:
            await session.listen()
        finally:
            status = await session.end()
            if self._sessions.get(name) is session:
                del self._sessions[name]
            await session.part(status)
            if session.has_committed:
                self._ended(Ending.SUBMITTED)


def written(values: dict[str, Any]) -> str:
    """Values as JSON, with all digits of their numbers."""
    return re.sub(f'"{NUMBER}([^"]*)"', r"\1", json.dumps(values, ensure_ascii=False))


class Values:
    """Where the values go: a line for each submission."""

    def __init__(self, output: Path | None) -> None:
        """Takes the file for them; without one they are printed."""
        self._output = output
        self._lines = ""

    def deliver(self, line: str) -> None:
        """Writes a line behind those of this run; prints it where it would be lost."""
        if self._output is not None:
            try:
                # A pipe has the lines before already.
                if self._output.exists() and not self._output.is_file():
                    self._lines = ""
                write_whole(self._output, (self._lines + line).encode())
                self._lines += line
                return
            except OSError as error:
                print(f"bridge: {error}", file=sys.stderr)
        sys.stdout.write(line)
        sys.stdout.flush()


def tell_when_input_ends(tell: Callable[[], None]) -> None:
    """Has something told in the event loop once standard input has ended."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        with suppress(OSError):
            while os.read(0, 1 << 12):
                pass
        # The loop may be over.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(tell)

    threading.Thread(target=read, daemon=True).start()


async def fill(options: argparse.Namespace) -> int:
    """Serves the form until it is filled in or given up; gives the exit status."""
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[Ending] = loop.create_future()
    delivery = Values(options.output)

    def take(values: dict[str, Any]) -> None:
        delivery.deliver(written(values) + "\n")

    def end(ending: Ending) -> None:
        if not ended.done() and not (options.keep and ending is Ending.SUBMITTED):
            ended.set_result(ending)

    command = [options.fieldd]
    if options.store is not None:
        command += ["--store", options.store]
    manner = {"pages": options.pages, "review": options.review, "question": options.question}
    bridge = Bridge(options.form, command, take, end, manner)

    def stop() -> None:
        # What was answered is not taken back.
        given_up = Ending.TAKEN_BACK if options.question else Ending.STOPPED
        end(Ending.SUBMITTED if bridge.has_committed and not options.keep else given_up)

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    if options.question:
        tell_when_input_ends(stop)
    mistakes = await check(options.form, command)
    print(await bridge.start(options.port), *mistakes, sep="\n", file=sys.stderr, flush=True)
    ending = await ended
    await bridge.end(ending)
    return ending.status


def main() -> int:
    """The command line: 0 once the form is submitted, 1 if it was not, 2 if it can't be shown, 3 if it was declined."""
    parser = argparse.ArgumentParser(
        description="Show a field document as a form in the browser; print its values as JSON.",
        epilog="The address to open is printed on standard error, the values on standard output.",
    )
    parser.add_argument("form", type=Path, help="a *.fields.json or *.fields.jsonc document")
    parser.add_argument("--fieldd", default="fieldd", metavar="PATH", help="the daemon to start")
    parser.add_argument("--store", metavar="PATH", help="where the daemon keeps learned texts")
    parser.add_argument("--port", type=int, default=0, help="any that is free, unless given")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the values there")
    parser.add_argument("--pages", action="store_true", help="show a group at a time")
    parser.add_argument("--review", action="store_true", help="show all answers before they are submitted")
    ends = parser.add_mutually_exclusive_group()
    ends.add_argument("--keep", action="store_true", help="go on after the first submission")
    ends.add_argument(
        "--question",
        action="store_true",
        help="let people decline and cancel; end with the last page, or with standard input",
    )
    options = parser.parse_args()
    try:
        if shutil.which(options.fieldd) is None:
            raise FileNotFoundError(f"there is no program {options.fieldd}")
        return asyncio.run(fill(options))
    except (NoForm, OSError, ValueError) as error:
        print(f"bridge: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
