#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["aiohttp>=3.9"]
# ///
"""Shows the forms that are open in an editor as a page in the browser, while they are written.

An editor starts this in the place of `fieldd`. It starts the daemon, hands on what the two say to
each other, byte by byte, and lets pages ask the same daemon about the same documents: what is typed
in the editor moves the page, and what is filled in there the daemon has the editor put into its
buffer. Of the conversation it changes one thing: in `initialize` it announces the forms layer, if
the editor has not, and keeps what the daemon then tells of fields from the editor.

It knows nothing of fields. Which documents are forms the daemon says, who may open the page is for
`pages.py` of the web client to see, and nothing is written down anywhere.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import secrets
import shutil
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from aiohttp import WSCloseCode, WSMsgType, web
from framing import frame, frames, read

sys.path.append(str(Path(__file__).resolve().parents[1] / "web"))
from pages import PAGE as FORM_PAGE  # noqa: E402
from pages import PageServer, close, read_message  # noqa: E402

PAGE = Path(__file__).resolve().parent / "page"
# What opens an address in the person's browser, on Linux and on macOS.
OPENERS = ["xdg-open", "open"]

# The longest line of a header, and how much is read ahead.
READ_AHEAD_BYTE_COUNT = 1 << 20
# What may wait for a page that does not read; one that is left behind is to be loaded again.
WAITING_BYTE_LIMIT = 64 << 20
# What the daemon is given to end in, once its input has; it may have something to write yet.
PARTING_SECONDS = 10.0
# What pages are given to hear that they are closed.
CLOSING_SECONDS = 1.0

METHOD_NOT_FOUND, INVALID_PARAMS = -32601, -32602
WARNING, INFORMATION = 2, 3

# Takes the answer to a request: its bytes, and what is in them.
Take = Callable[[bytes, dict[str, Any]], None]


class Page:
    """A page that is open in some browser, and what waits to be told to it."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        # The document that it shows, or is about to show.
        self.uri: str | None = None
        self._bodies: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiting_byte_count = 0
        self._is_left_behind = False

    def tell(self, body: bytes) -> None:
        """Has a message said, behind those that wait, unless too much does."""
        self._is_left_behind |= self._waiting_byte_count > WAITING_BYTE_LIMIT
        if not self._is_left_behind:
            self._waiting_byte_count += len(body)
            self._bodies.put_nowait(body)

    async def say_all(self) -> None:
        """Says what waits, as long as the page is there and has missed nothing."""
        with suppress(ConnectionError):
            while not self._is_left_behind:
                body = await self._bodies.get()
                await self.socket.send_str(body.decode(errors="replace"))
                self._waiting_byte_count -= len(body)
            await close(self.socket, WSCloseCode.TRY_AGAIN_LATER, "the page was left behind")


class Document:
    """A document that the editor has open."""

    def __init__(self) -> None:
        self.is_form = False
        # When it was opened or changed last, among all documents.
        self.moment = 0
        self.is_looked_at = False
        # It has changed since it is looked at.
        self.has_changed = False


class Preview:
    """The conversation of an editor with a daemon, and the pages beside it."""

    def __init__(
        self, daemon: Process, editor: asyncio.StreamWriter, *, port: int, opens: bool
    ) -> None:
        """Takes a running daemon, and what the editor reads."""
        assert daemon.stdin is not None and daemon.stdout is not None
        self._daemon = daemon
        self._to_daemon = daemon.stdin
        self._from_daemon = daemon.stdout
        self._to_editor = editor
        self._port = port
        self._opens = opens
        # What is asked from here has ids that nobody else uses, or can guess.
        self._name = f"preview-{secrets.token_urlsafe(16)}-"
        self._numbers = itertools.count()
        self._moments = itertools.count(1)
        self._awaited: dict[str, Take] = {}
        self._awaited_of_editor: dict[str, Take] = {}
        self._initialize_id: object = None
        self._has_editor_ended = False
        # What the editor has announced, and in what offsets are counted then.
        self._takes_fields = False
        self._shows_documents = False
        self._encoding = "utf-16"
        self._documents: dict[str, Document] = {}
        self._pages: set[Page] = set()
        self._server = PageServer([FORM_PAGE, PAGE], self._about, self._serve)
        self._has_introduced = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, editor: asyncio.StreamReader) -> int:
        """Hands everything on until the daemon has said all; gives its exit status."""
        listening = asyncio.create_task(self._listen_to_editor(editor))
        await self._listen_to_daemon()
        # The editor hears the end at once, whatever pages take to go.
        self._to_editor.close()
        listening.cancel()
        status = await self._end_daemon()
        is_well = self._has_editor_ended or status == 0
        why = "the editor has ended it" if is_well else f"fieldd ended with status {status}"
        with suppress(TimeoutError):
            await asyncio.wait_for(self._server.close_pages(why), CLOSING_SECONDS)
        # A mistake of our own is told.
        with suppress(asyncio.CancelledError):
            await listening
        return status

    def pass_on(self, number: signal.Signals) -> None:
        """Gives the daemon a signal that was meant for it."""
        with suppress(ProcessLookupError):
            self._daemon.send_signal(number)

    # Between the editor and the daemon.

    async def _listen_to_editor(self, editor: asyncio.StreamReader) -> None:
        """Hands on what the editor says, until it has said all or nobody hears it."""
        try:
            async for data, body in frames(editor):
                message = read(body)
                answered = self._answered(message, self._awaited_of_editor)
                if answered is not None:
                    answered(body, message)
                    continue
                self._to_daemon.write(self._with_fields(message) or data)
                # One message, or a batch of them.
                for one in message if isinstance(message, list) else [message]:
                    self._follow(one)
                await self._to_daemon.drain()
            self._has_editor_ended = True
        except ConnectionError:
            # The daemon is gone, which is heard at its other end.
            pass
        finally:
            self._to_daemon.close()
            self._run(self._end_late())

    async def _listen_to_daemon(self) -> None:
        """Hands on what the daemon says, to pages what is theirs, until it has said all."""
        async for data, body in frames(self._from_daemon):
            message = read(body)
            answered = self._answered(message, self._awaited)
            if answered is not None:
                answered(body, message)
                continue
            is_of_fields = False
            match message:
                case {"method": str(method), "params": {"uri": uri}, **others}:
                    is_of_fields = method.startswith("field/")
                    if is_of_fields and "id" not in others:
                        self._tell(uri, body)
            if self._takes_fields or not is_of_fields:
                self._note_encoding(message)
                await self._say_to_editor(data)

    @staticmethod
    def _answered(message: Any, awaited: dict[str, Take]) -> Take | None:
        """Who waits for a message, if it is an answer to a request of ours."""
        match message:
            case {"id": str(name), **others} if "method" not in others:
                return awaited.pop(name, None)
        return None

    async def _say_to_editor(self, data: bytes) -> None:
        if self._to_editor.is_closing():
            return
        try:
            self._to_editor.write(data)
            await self._to_editor.drain()
        except ConnectionError:
            # Nobody reads any more; what is left for the daemon to do ends with its input.
            self._has_editor_ended = True
            self._to_editor.close()
            self._to_daemon.close()

    def _with_fields(self, message: Any) -> bytes | None:
        """`initialize` with the forms layer announced, unless the editor has done so."""
        match message:
            case {"method": "initialize", "params": {} as params} if self._initialize_id is None:
                pass
            case _:
                return None
        given = params.get("capabilities")
        capabilities = given if isinstance(given, dict) else {}
        window = capabilities.get("window")
        show = window.get("showDocument") if isinstance(window, dict) else None
        self._shows_documents = isinstance(show, dict) and show.get("support") is True
        given = capabilities.get("experimental")
        experimental = given if isinstance(given, dict) else {}
        self._takes_fields = experimental.get("fields") is not None
        if self._takes_fields:
            return None
        experimental = {**experimental, "fields": {}}
        capabilities = {**capabilities, "experimental": experimental}
        return frame({**message, "params": {**params, "capabilities": capabilities}})

    def _note_encoding(self, message: Any) -> None:
        """Takes note of how offsets are counted, which the daemon says when it begins."""
        match message:
            case {"id": number, "result": {"capabilities": {"positionEncoding": str(encoding)}}}:
                if number == self._initialize_id:
                    self._encoding = encoding

    async def _end_daemon(self) -> int:
        """Waits for the end of a daemon that has said all; gives its status."""
        self._to_daemon.close()
        self._run(self._end_late())
        status = await self._daemon.wait()
        # As a shell tells of a signal.
        return status if status >= 0 else 128 - status

    async def _end_late(self) -> None:
        """Ends a daemon that does not end with its input."""
        await asyncio.sleep(PARTING_SECONDS)
        with suppress(ProcessLookupError):
            self._daemon.kill()

    def _ask(self, method: str, params: dict[str, Any], take: Take) -> None:
        """Asks the daemon something in its turn."""
        name = f"{self._name}{next(self._numbers)}"
        self._awaited[name] = take
        self._to_daemon.write(request(name, method, params))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What is open.

    def _follow(self, message: Any) -> None:
        """Takes note of what the editor does to its documents; the daemon has been told."""
        match message:
            case {"method": "initialize", "id": number}:
                self._initialize_id = number
            case {"method": str(method), "params": {"textDocument": {"uri": str(uri)}}}:
                if method == "textDocument/didOpen":
                    self._documents[uri] = Document()
                if method == "textDocument/didClose" and uri in self._documents:
                    del self._documents[uri]
                    self._tell_forms()
                is_new = method in ("textDocument/didOpen", "textDocument/didChange")
                if is_new and uri in self._documents:
                    self._move(uri)

    def _move(self, uri: str) -> None:
        """A document has a new text."""
        document = self._documents[uri]
        is_current = uri == self._current
        document.moment = next(self._moments)
        if document.is_form and not is_current:
            self._tell_forms()
        self._look(uri)

    def _look(self, uri: str) -> None:
        """Asks whether a document is a form, and what is wrong with its text and around its fields."""
        document = self._documents[uri]
        document.has_changed = document.is_looked_at
        if document.is_looked_at:
            return
        document.is_looked_at = True

        def take(body: bytes, answer: dict[str, Any]) -> None:
            if self._documents.get(uri) is not document:
                return
            document.is_looked_at = False
            was_form = document.is_form
            match answer:
                case {"result": {}}:
                    document.is_form = True
                case {"error": {"code": code}} if code == INVALID_PARAMS:
                    # A record, or what is too long for the daemon.
                    document.is_form = False
            if document.is_form != was_form:
                self._tell_forms()
            self._tell(uri, news("field/open", uri, body))
            if document.is_form and not self._has_introduced:
                self._has_introduced = True
                self._run(self._introduce(uri))
            if document.has_changed:
                self._look(uri)

        self._ask("field/open", {"uri": uri, "keys": []}, take)

    @property
    def _forms(self) -> list[str]:
        return [uri for uri, document in self._documents.items() if document.is_form]

    @property
    def _current(self) -> str | None:
        """The form that was opened or changed last."""
        return max(self._forms, key=lambda uri: self._documents[uri].moment, default=None)

    async def _introduce(self, uri: str) -> None:
        """Begins to serve pages, and tells the person where."""
        try:
            try:
                address = await self._server.start(self._port)
            except OSError:
                # Another editor may have the port already.
                self._server = PageServer([FORM_PAGE, PAGE], self._about, self._serve)
                address = await self._server.start(0)
        except OSError as error:
            await self._show_message(WARNING, f"There is no preview: {error.strerror}")
            return
        await self._show_message(INFORMATION, f"{name_of(uri)} as a page: {address}")
        if not self._opens:
            return
        if not self._shows_documents:
            await open_address(address)
            return

        def take(_: bytes, answer: dict[str, Any]) -> None:
            match answer:
                case {"result": {"success": True}}:
                    pass
                case _:
                    self._run(open_address(address))

        name = f"{self._name}{next(self._numbers)}"
        self._awaited_of_editor[name] = take
        params = {"uri": address, "external": True}
        await self._say_to_editor(request(name, "window/showDocument", params))

    async def _show_message(self, kind: int, text: str) -> None:
        params = {"type": kind, "message": text}
        message = {"jsonrpc": "2.0", "method": "window/showMessage", "params": params}
        await self._say_to_editor(frame(message))

    # Pages.

    def _about(self) -> dict[str, Any]:
        return {"encoding": self._encoding}

    def _tell(self, uri: object, body: bytes) -> None:
        """Tells something of a document to the pages that show it."""
        for page in self._pages:
            if page.uri == uri:
                page.tell(body)

    def _tell_forms(self) -> None:
        for page in self._pages:
            page.tell(self._forms_message)

    @property
    def _forms_message(self) -> bytes:
        forms = [{"uri": uri, "name": name_of(uri)} for uri in self._forms]
        params = {"forms": forms, "current": self._current}
        return written({"jsonrpc": "2.0", "method": "preview/forms", "params": params})

    async def _serve(self, socket: web.WebSocketResponse, _: web.Request) -> None:
        page = Page(socket)
        self._pages.add(page)
        page.tell(self._forms_message)
        saying = asyncio.create_task(page.say_all())
        try:
            async for received in socket:
                is_text = received.type is WSMsgType.TEXT
                message = read_message(received.data) if is_text else None
                if message is None:
                    await close(socket, WSCloseCode.UNSUPPORTED_DATA, "not a JSON-RPC message")
                    return
                self._take(page, message)
                await self._to_daemon.drain()
        except ConnectionError:
            # The daemon is gone, and so is the page in a moment.
            pass
        finally:
            self._pages.discard(page)
            saying.cancel()

    def _take(self, page: Page, message: dict[str, Any]) -> None:
        """Hands a request of a page on to the daemon, if it is one about a form that is open."""
        match message:
            case {"id": str() | int() as number, "method": str(method)}:
                pass
            case _:
                return
        given = message.get("params")
        params = given if isinstance(given, dict) else {}
        uri = params.get("uri")
        # To open documents is for the editor to do.
        opens = method == "field/open" and not params.keys() <= {"uri", "keys"}
        if not method.startswith("field/") or uri not in self._forms or opens:
            error = {"code": METHOD_NOT_FOUND, "message": "The form is not open in the editor"}
            page.tell(written({"jsonrpc": "2.0", "id": number, "error": error}))
            return
        if method == "field/open":
            page.uri = uri
        name = f"{self._name}{next(self._numbers)}"

        def take(body: bytes, _: dict[str, Any]) -> None:
            page.tell(body.replace(written(name), written(number), 1))
            if method == "field/snapshot":
                # What is told of fields is told once, in this answer too.
                for other in self._pages - {page}:
                    if other.uri == uri:
                        other.tell(news(method, uri, body))

        self._awaited[name] = take
        self._to_daemon.write(request(name, method, params))


def written(value: Any) -> bytes:
    """JSON as short as it can be."""
    return json.dumps(value, separators=(",", ":")).encode()


def request(name: str, method: str, params: dict[str, Any]) -> bytes:
    """A request in its frame."""
    return frame({"jsonrpc": "2.0", "id": name, "method": method, "params": params})


def news(method: str, uri: str, answer: bytes) -> bytes:
    """What pages are told of an answer that others have asked for."""
    begin = {"jsonrpc": "2.0", "method": "preview/answer"}
    params = b'{"method":%b,"uri":%b,"answer":%b}' % (written(method), written(uri), answer)
    return b'%b,"params":%b}' % (written(begin)[:-1], params)


def name_of(uri: str) -> str:
    """What people call a document."""
    return unquote(uri.rsplit("/", 1)[-1])


async def open_address(address: str) -> None:
    """Opens an address in the person's browser, if a program is there that does."""
    program = next(filter(None, map(shutil.which, OPENERS)), None)
    if program is not None:
        # What it prints is none of the editor's business.
        await asyncio.create_subprocess_exec(
            *[program, address], stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True
        )


async def preview(options: argparse.Namespace, arguments: list[str]) -> int:
    """Starts the daemon and stands between it and the editor; gives the exit status."""
    loop = asyncio.get_running_loop()
    editor = asyncio.StreamReader(READ_AHEAD_BYTE_COUNT)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(editor), sys.stdin)
    transport, protocol = await loop.connect_write_pipe(
        asyncio.streams.FlowControlMixin, sys.stdout
    )
    # What is said has left when it counts as said.
    transport.set_write_buffer_limits(0)
    writer = asyncio.StreamWriter(transport, protocol, None, loop)
    daemon = await asyncio.create_subprocess_exec(
        options.fieldd, *arguments, stdin=PIPE, stdout=PIPE, limit=READ_AHEAD_BYTE_COUNT
    )
    it = Preview(daemon, writer, port=options.port, opens=options.open)
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, it.pass_on, number)
    return await it.run(editor)


def main() -> int:
    """The command line; the exit status is the daemon's, or 2 if there is none."""
    parser = argparse.ArgumentParser(
        description="Start fieldd for an editor, and show its forms as a page in the browser.",
        epilog="All other options are handed to the daemon.",
        allow_abbrev=False,
    )
    parser.add_argument("--fieldd", default="fieldd", metavar="PATH", help="the daemon to start")
    parser.add_argument("--port", type=int, default=0, help="any that is free, unless given")
    parser.add_argument("--open", action="store_true", help="open the page with the first form")
    options, arguments = parser.parse_known_args()
    try:
        if shutil.which(options.fieldd) is None:
            raise FileNotFoundError(f"there is no program {options.fieldd}")
        return asyncio.run(preview(options, arguments))
    except (OSError, ValueError) as error:
        print(f"preview: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
