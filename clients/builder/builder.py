#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["aiohttp>=3.9"]
# ///
"""Shows a page in which a form is put together: its parts, its text and its preview.

Each page has a daemon of its own, with which it talks as an editor does: each message of its WebSocket
is one line to the daemon, and back. The builder reads one thing of it, `builder/save`, which the daemon
does not do: it writes the text into the file, whole or not at all, and over nothing that the page has not
seen. It tells pages of each other text that the file gets, by `builder/file`. Who may open the page is for
the web client's `pages.py` to see.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

sys.path.append(str(Path(__file__).resolve().parents[1] / "web"))
from bridge import Daemon  # noqa: E402
from files import write_whole  # noqa: E402
from pages import PAGE as FORM_PAGE  # noqa: E402
from pages import PageServer, close, read_message  # noqa: E402

PAGE = Path(__file__).resolve().parent / "page"
SAVE = "builder/save"
FILE = "builder/file"
# How often the file is looked at, for what other programs write.
LOOK_SECONDS = 0.5
INTERNAL_ERROR = -32603


class Builder:
    """The pages that edit one file."""

    def __init__(self, form: Path, command: list[str]) -> None:
        self._form = form
        self._command = command
        self._server = PageServer([FORM_PAGE, PAGE], self._about, self._serve)
        self._pages: set[web.WebSocketResponse] = set()
        self._looking: asyncio.Task[None] | None = None

    async def start(self, port: int) -> str:
        """Begins to listen; gives the address of the page."""
        self._looking = asyncio.create_task(self._look())
        return await self._server.start(port)

    async def end(self) -> None:
        """Closes every page and stops listening."""
        if self._looking is not None:
            self._looking.cancel()
        await self._server.close_pages("the builder was stopped")
        await self._server.end()

    def text(self) -> str | None:
        """The text of the form by now; None if there is no file."""
        try:
            return self._form.read_bytes().decode()
        except FileNotFoundError:
            return None

    def _about(self) -> dict[str, Any]:
        return {"name": self._form.name, "uri": self._form.as_uri(), "text": self.text()}

    async def _serve(self, page: web.WebSocketResponse, _: web.Request) -> None:
        daemon = await Daemon.start(self._command)
        listening = asyncio.create_task(self._listen(daemon, page))
        self._pages.add(page)
        try:
            async for message in page:
                told = read_message(message.data) if message.type is WSMsgType.TEXT else None
                if told is None:
                    await close(page, WSCloseCode.UNSUPPORTED_DATA, "not a JSON-RPC message")
                elif told.get("method") == SAVE:
                    answer = self._save(told)
                    await page.send_json(answer)
                    if answer.get("result") == {"isSaved": True}:
                        await self._tell(told["params"]["text"], but=page)
                else:
                    await daemon.say(told)
        finally:
            self._pages.discard(page)
            await daemon.end()
            await listening

    async def _look(self) -> None:
        """Tells the pages of each text that other programs give the file; those that know it pass it over."""
        last = self._stamp()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            stamp = self._stamp()
            # What is no text can't be shown, and saving says so.
            with suppress(OSError, UnicodeError):
                if stamp != last:
                    await self._tell(self.text())
            last = stamp

    def _stamp(self) -> tuple[int, ...] | None:
        """What is another once the file was written or replaced."""
        try:
            status = self._form.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

    async def _tell(self, text: str | None, but: web.WebSocketResponse | None = None) -> None:
        """Tells pages what is in the file; None is no file."""
        told = {"jsonrpc": "2.0", "method": FILE, "params": {"text": text}}
        for page in self._pages - {but}:
            with suppress(ConnectionError):
                await page.send_json(told)

    async def _listen(self, daemon: Daemon, page: web.WebSocketResponse) -> None:
        """Hands on what the daemon says."""
        while line := await daemon.hear():
            with suppress(ConnectionError):
                await page.send_str(line.decode(errors="replace").rstrip("\n"))
        # Where the page is gone there is nobody to tell.
        await close(page, WSCloseCode.INTERNAL_ERROR, f"fieldd ended with status {await daemon.end()}")

    def _save(self, request: dict[str, Any]) -> dict[str, Any]:
        """Writes what a page has into the file; gives the answer to the page."""
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": request.get("id")}
        match request.get("params"):
            case {"text": str(text), "before": str() | None as before}:
                try:
                    there = self.text()
                    if there != before:
                        return answer | {"result": {"isSaved": False, "file": there}}
                    write_whole(self._form, text.encode())
                except (OSError, UnicodeError) as error:
                    return answer | {"error": {"code": INTERNAL_ERROR, "message": f"Not saved: {error}"}}
                return answer | {"result": {"isSaved": True}}
        return answer | {"error": {"code": INTERNAL_ERROR, "message": "Not saved: there is no text"}}


async def build(options: argparse.Namespace) -> int:
    """Serves the page until a signal comes."""
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    builder = Builder(options.form.resolve(), [options.fieldd, "--store", ":memory:"])
    # A file that can't be read is told of before a page is.
    builder.text()
    print(await builder.start(options.port), file=sys.stderr, flush=True)
    await stopped.wait()
    await builder.end()
    return 0


def main() -> int:
    """The command line: 0 once it is stopped, 2 if the form can't be shown."""
    parser = argparse.ArgumentParser(
        description="Put a field document together in the browser.",
        epilog="The address to open is printed on standard error.",
    )
    parser.add_argument("form", type=Path, help="a *.fields.json or *.fields.jsonc document, or a new one")
    parser.add_argument("--fieldd", default="fieldd", metavar="PATH", help="the daemon to start")
    parser.add_argument("--port", type=int, default=0, help="any that is free, unless given")
    options = parser.parse_args()
    try:
        if shutil.which(options.fieldd) is None:
            raise FileNotFoundError(f"there is no program {options.fieldd}")
        return asyncio.run(build(options))
    except (OSError, ValueError) as error:
        print(f"builder: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
