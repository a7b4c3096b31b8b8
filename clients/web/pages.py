"""Serves pages to the browsers of this machine, and a WebSocket to each.

The server listens on the loopback interface. Everything is below a random token that the address
carries; besides, the Host header must name this server, so that a foreign name that resolves here
is turned away, and a WebSocket's Origin must be the page's own. What is said through a WebSocket
is for whoever serves it to know.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, web

ADDRESS = "127.0.0.1"
PAGE = Path(__file__).resolve().parent / "page"
# The JavaScript package, which pages have beside themselves under its name.
PACKAGE = Path(__file__).resolve().parents[1] / "javascript" / "src"
PACKAGE_NAME = "fieldd"
CONTENT_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}

# What a page says is a few keystrokes, a paste at most; the page is told, and says no more.
PAGE_MESSAGE_BYTE_LIMIT = 4 << 20
SOCKET_LIMIT = 8
HEARTBEAT_SECONDS = 30.0
# The browser's own limit for the reason of a close.
REASON_BYTE_LIMIT = 123


def read_message(text: str | bytes) -> dict[str, Any] | None:
    """A JSON-RPC message; None for anything else."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


async def close(socket: web.WebSocketResponse, code: int, reason: str) -> None:
    """Closes a socket and tells the page why."""
    await socket.close(code=code, message=reason.encode()[:REASON_BYTE_LIMIT])


class PageServer:
    """The files of a page, and a WebSocket for each page that is open.

    `about` says what a page is told before it opens its WebSocket, beside how long its messages
    may be; `serve` serves one, with what the page's address asks for, until it goes.
    """

    def __init__(
        self,
        folders: list[Path],
        about: Callable[[], dict[str, Any]],
        serve: Callable[[web.WebSocketResponse, web.Request], Awaitable[None]],
    ) -> None:
        """Takes the folders of the files; of those with the same name the last one counts."""
        self._about = about
        self._serve = serve
        self._token = secrets.token_urlsafe(32)
        self._files = {it.name: it for folder in folders for it in folder.iterdir() if it.is_file()}
        self._files |= {f"{PACKAGE_NAME}/{it.name}": it for it in PACKAGE.iterdir()}
        self._hosts: set[str] = set()
        self._sockets: set[web.WebSocketResponse] = set()
        # Why there are no more pages, once that is so.
        self._closed: str | None = None
        application = web.Application(middlewares=[self._guard])
        application.on_response_prepare.append(self._add_headers)
        application.add_routes(
            [
                web.get("/{token}/", self._file),
                web.get("/{token}/form", self._tell_about),
                web.get("/{token}/socket", self._page),
                web.get(f"/{{token}}/{{name:(?:{PACKAGE_NAME}/)?[^/]+}}", self._file),
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

    async def close_pages(self, reason: str, code: int = WSCloseCode.OK) -> None:
        """Closes every page that is open, tells it why, and turns away those that come later."""
        self._closed = reason
        closings = [close(it, code, reason) for it in self._sockets]
        await asyncio.gather(*closings, return_exceptions=True)

    @property
    def is_closed(self) -> bool:
        """Whether pages are turned away."""
        return self._closed is not None

    async def end(self) -> None:
        """Stops listening."""
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

    async def _tell_about(self, _: web.Request) -> web.StreamResponse:
        return web.json_response({**self._about(), "byteLimit": PAGE_MESSAGE_BYTE_LIMIT})

    async def _page(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Origin") != f"http://{request.host}":
            raise web.HTTPForbidden(text="The page of another site may not ask.\n")
        if self._closed is not None:
            raise web.HTTPServiceUnavailable(text=f"{self._closed}\n")
        if len(self._sockets) >= SOCKET_LIMIT:
            raise web.HTTPServiceUnavailable(text="Too many pages are open.\n")
        socket = web.WebSocketResponse(
            max_msg_size=PAGE_MESSAGE_BYTE_LIMIT, heartbeat=HEARTBEAT_SECONDS
        )
        self._sockets.add(socket)
        try:
            await socket.prepare(request)
            if self._closed is None:
                await self._serve(socket, request)
            else:
                await close(socket, WSCloseCode.OK, self._closed)
        finally:
            self._sockets.discard(socket)
        return socket
