#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["aiohttp>=3.9"]
# ///
"""Shows a field document as a form in the browser, and prints what the person filled in.

A page talks to a daemon of its own through one WebSocket: each of its messages is one JSON-RPC
message, handed on as a line. The bridge knows nothing of fields. Of what pages and daemons say to
each other it reads one thing only, the answer to `field/submit`, whose values it prints. Before it
begins it asks a daemon whether the file is a form.

The server listens on the loopback interface. Everything is below a random token that the printed
address carries; besides, the Host header must name this server, so that a foreign name that
resolves here is turned away, and a WebSocket's Origin must be the page's own.
"""

from __future__ import annotations

import argparse
import asyncio
import hmac
import json
import secrets
import shutil
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

ADDRESS = "127.0.0.1"
PAGE = Path(__file__).resolve().parent / "page"
CONTENT_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}

# What a page says is a few keystrokes, a paste at most; the page is told, and says no more.
PAGE_MESSAGE_BYTE_LIMIT = 4 << 20
# What the daemon says may be a whole form.
DAEMON_LINE_BYTE_LIMIT = 64 << 20
# Each page costs a process.
PAGE_LIMIT = 8
HEARTBEAT_SECONDS = 30.0
# LSP's number for an error.
ERROR_SEVERITY = 1
# What a daemon is given to end in, once its input has.
PARTING_SECONDS = 5.0
# The browser's own limit for the reason of a close.
REASON_BYTE_LIMIT = 123


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

    async def end(self) -> int:
        """Ends the process by the end of its input, or else by force; gives its status."""
        self._stdin.close()
        try:
            return await asyncio.wait_for(self._process.wait(), PARTING_SECONDS)
        except TimeoutError:
            self._process.kill()
            return await self._process.wait()


class NoForm(Exception):
    """The file has nothing to fill in."""


async def check(form: Path, command: list[str]) -> list[str]:
    """What is wrong with a form, a line each; raises if it is no form at all."""
    try:
        text = form.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NoForm(f"{form} is no form: it is not UTF-8") from None
    except OSError as error:
        raise NoForm(f"{form}: {error.strerror}") from error
    opening = {"uri": uri(form), "text": text}
    calls: list[tuple[str, dict[str, Any]]] = [
        ("initialize", {"processId": None, "capabilities": {}}),
        ("field/open", opening),
    ]
    daemon = await Daemon.start(command)
    try:
        for number, (method, params) in enumerate(calls):
            await daemon.say({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        answer = await daemon.answer(len(calls) - 1)
    finally:
        await daemon.end()
    if answer is None:
        raise NoForm(f"{command[0]} does not answer")
    try:
        if error := answer.get("error"):
            raise NoForm(f"{form}: {error['message']}")
        mistakes = [
            f"{form}:{place['line'] + 1}:{place['character'] + 1}: {it['message']}"
            for it in answer["result"]["diagnostics"]
            if it["severity"] == ERROR_SEVERITY and (place := it["range"]["start"])
        ]
        has_fields = bool(answer["result"]["fields"])
    except (AttributeError, LookupError, TypeError):
        raise NoForm(f"{command[0]} does not answer as a daemon does") from None
    if not has_fields:
        raise NoForm("\n".join([f"{form} is no form: it has no fields to fill in", *mistakes]))
    return mistakes


def uri(form: Path) -> str:
    """What the form is called when it is opened; the daemon goes by the end of it."""
    return f"form:{form.name}"


class Page:
    """One page with its daemon: what each says goes to the other."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        daemon: Daemon,
        committed: Callable[[dict[str, Any]], None],
    ) -> None:
        self._socket = socket
        self._daemon = daemon
        self._committed = committed
        self._submissions: set[int | str] = set()
        self.has_committed = False

    async def run(self) -> None:
        """Returns once the page is closed, its daemon with it."""
        ways = [asyncio.create_task(self._to_daemon()), asyncio.create_task(self._to_page())]
        try:
            done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            status = await self._daemon.end()
        if not self._socket.closed:
            code = WSCloseCode.OK if status == 0 else WSCloseCode.INTERNAL_ERROR
            await close(self._socket, code, f"fieldd ended with status {status}")
        for way in done:
            way.result()

    async def _to_daemon(self) -> None:
        async for frame in self._socket:
            message = self._message(frame.data) if frame.type is WSMsgType.TEXT else None
            if message is None:
                await close(self._socket, WSCloseCode.UNSUPPORTED_DATA, "not a JSON-RPC message")
                return
            number = message.get("id")
            if message.get("method") == "field/submit" and isinstance(number, int | str):
                self._submissions.add(number)
            await self._daemon.say(message)

    async def _to_page(self) -> None:
        while line := await self._daemon.hear():
            try:
                await self._socket.send_str(line.decode(errors="replace").rstrip("\n"))
            except ConnectionError:
                return
            if self._submissions:
                self._look_for_values(line)

    def _look_for_values(self, line: bytes) -> None:
        """Takes the values out of an answer to a submission; passes over all that is none."""
        try:
            message = json.loads(line)
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
        self._submissions.discard(number)
        if isinstance(result, dict) and result.get("committed") is True:
            values = result.get("values")
            if isinstance(values, dict):
                self.has_committed = True
                self._committed(values)

    @staticmethod
    def _message(text: str) -> dict[str, Any] | None:
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return message if isinstance(message, dict) else None


async def close(socket: web.WebSocketResponse, code: WSCloseCode, reason: str) -> None:
    """Closes a socket and tells the page why."""
    await socket.close(code=code, message=reason.encode()[:REASON_BYTE_LIMIT])


class Bridge:
    """The server: the page's files, the form, and a WebSocket for each page."""

    def __init__(
        self, form: Path, command: list[str], committed: Callable[[dict[str, Any]], None]
    ) -> None:
        self._form = form
        self._command = command
        self._committed = committed
        self._filled = asyncio.Event()
        self._token = secrets.token_urlsafe(32)
        self._files = {path.name: path for path in PAGE.iterdir() if path.is_file()}
        self._hosts: set[str] = set()
        self._sockets: set[web.WebSocketResponse] = set()
        application = web.Application(middlewares=[self._guard])
        application.on_response_prepare.append(self._add_headers)
        application.add_routes(
            [
                web.get("/{token}/", self._file),
                web.get("/{token}/form", self._document),
                web.get("/{token}/socket", self._page),
                web.get("/{token}/{name}", self._file),
            ]
        )
        self._runner = web.AppRunner(application, access_log=None)

    async def start(self, port: int) -> str:
        """Begins to listen; gives the address of the page."""
        await self._runner.setup()
        await web.TCPSite(self._runner, ADDRESS, port).start()
        port = self._runner.addresses[0][1]
        self._hosts = {f"{ADDRESS}:{port}", f"localhost:{port}"}
        return f"http://{ADDRESS}:{port}/{self._token}/"

    async def filled(self) -> None:
        """Returns once a page is over whose form was submitted."""
        await self._filled.wait()

    async def end(self, reason: str) -> None:
        """Closes every page and stops listening."""
        closings = [close(it, WSCloseCode.OK, reason) for it in self._sockets]
        await asyncio.gather(*closings, return_exceptions=True)
        await self._runner.cleanup()

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Any]
    ) -> web.StreamResponse:
        token = request.match_info.get("token", "")
        if request.headers.get("Host") not in self._hosts:
            raise web.HTTPMisdirectedRequest(text="This is not the server of that name.\n")
        if not hmac.compare_digest(token.encode(), self._token.encode()):
            raise web.HTTPForbidden(text="The address lacks the token that was printed.\n")
        response: web.StreamResponse = await handler(request)
        return response

    async def _add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        own = request.host if request.host in self._hosts else ""
        policy = {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self'",
            "connect-src": f"'self' ws://{own}" if own else "'none'",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
            "require-trusted-types-for": "'script'",
        }
        response.headers["Content-Security-Policy"] = "; ".join(
            f"{name} {value}" for name, value in policy.items()
        )
        response.headers["Cache-Control"] = "no-store"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Content-Type-Options"] = "nosniff"

    async def _file(self, request: web.Request) -> web.StreamResponse:
        path = self._files.get(request.match_info.get("name", "index.html"))
        if path is None or (content_type := CONTENT_TYPES.get(path.suffix)) is None:
            raise web.HTTPNotFound()
        return web.Response(body=path.read_bytes(), content_type=content_type, charset="utf-8")

    async def _document(self, _: web.Request) -> web.StreamResponse:
        """The parameters of `field/open`, with the form as it is in the file by now."""
        try:
            text = self._form.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise web.HTTPNotFound(text=f"{self._form.name}: {error}\n") from error
        return web.json_response(
            {"uri": uri(self._form), "text": text, "byteLimit": PAGE_MESSAGE_BYTE_LIMIT}
        )

    async def _page(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Origin") != f"http://{request.host}":
            raise web.HTTPForbidden(text="The page of another site may not ask.\n")
        if len(self._sockets) >= PAGE_LIMIT:
            raise web.HTTPServiceUnavailable(text="Too many pages are open.\n")
        socket = web.WebSocketResponse(
            max_msg_size=PAGE_MESSAGE_BYTE_LIMIT, heartbeat=HEARTBEAT_SECONDS
        )
        self._sockets.add(socket)
        try:
            await socket.prepare(request)
            await self._serve(socket)
        finally:
            self._sockets.discard(socket)
        return socket

    async def _serve(self, socket: web.WebSocketResponse) -> None:
        try:
            daemon = await Daemon.start(self._command)
        except OSError as error:
            await close(socket, WSCloseCode.INTERNAL_ERROR, f"fieldd can't be started: {error}")
            return
        page = Page(socket, daemon, self._committed)
        await page.run()
        if page.has_committed:
            self._filled.set()


def deliver(line: str, output: Path | None) -> None:
    """Writes the values where they are wanted; if they can't be, then where they are not lost."""
    if output is not None:
        try:
            output.write_text(line, encoding="utf-8")
            return
        except OSError as error:
            print(f"bridge: {error}", file=sys.stderr)
    sys.stdout.write(line)
    sys.stdout.flush()


async def fill(options: argparse.Namespace) -> int:
    """Serves the form until it is filled in or a signal comes; gives the exit status."""
    stopped = asyncio.Event()

    def take(values: dict[str, Any]) -> None:
        deliver(json.dumps(values, ensure_ascii=False) + "\n", options.output)

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    command = [options.fieldd]
    if options.store is not None:
        command += ["--store", options.store]
    mistakes = await check(options.form, command)
    bridge = Bridge(options.form, command, take)
    print(await bridge.start(options.port), *mistakes, sep="\n", file=sys.stderr, flush=True)
    stop = asyncio.create_task(stopped.wait())
    filled = asyncio.create_task(bridge.filled())
    awaited = [stop] if options.keep else [stop, filled]
    await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
    is_filled = filled.done()
    for end in (stop, filled):
        end.cancel()
    await bridge.end("the form was submitted" if is_filled else "the bridge was stopped")
    return 0 if is_filled else 1


def main() -> int:
    """The command line: 0 once the form is submitted, 1 if it was not, 2 if it can't be shown."""
    parser = argparse.ArgumentParser(
        description="Show a field document as a form in the browser; print its values as JSON.",
        epilog="The address to open is printed on standard error, the values on standard output.",
    )
    parser.add_argument("form", type=Path, help="a *.fields.json or *.fields.jsonc document")
    parser.add_argument("--fieldd", default="fieldd", metavar="PATH", help="the daemon to start")
    parser.add_argument("--store", metavar="PATH", help="where the daemon keeps learned texts")
    parser.add_argument("--port", type=int, default=0, help="any that is free, unless given")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the values there")
    parser.add_argument("--keep", action="store_true", help="go on after the first submission")
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
