"""Messages as the Language Server Protocol frames them, with the bytes that they came in."""

from __future__ import annotations

import json
import re
from asyncio import IncompleteReadError, LimitOverrunError, StreamReader
from collections.abc import AsyncIterator
from typing import Any

# Behind the end of a message that was announced too short its rest stands before the next header.
_CONTENT_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*(\d{1,18})[ \t]*\r?\n", re.IGNORECASE)


def frame(message: Any) -> bytes:
    """A message with its header."""
    body = json.dumps(message, separators=(",", ":")).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


async def frames(stream: StreamReader) -> AsyncIterator[tuple[bytes, bytes]]:
    """A stream cut where messages end: the bytes as they came, and the body that is in them.

    All pieces together are the stream. One that has no message in it has an empty body; to hand it
    on as well is to leave it to the reader at the other end what is said of it.
    """
    while head := await _head(stream):
        lengths = _CONTENT_LENGTH.findall(head)
        try:
            body = await stream.readexactly(int(lengths[-1]) if lengths else 0)
        except IncompleteReadError as ended:
            yield head + ended.partial, b""
            return
        yield head + body, body


async def _head(stream: StreamReader) -> bytes:
    """The bytes up to the empty line behind some headers, or as many of them as there are."""
    head = b""
    while True:
        try:
            line = await stream.readuntil(b"\n")
        except IncompleteReadError as ended:
            return head + ended.partial
        except LimitOverrunError as overrun:
            return head + await stream.readexactly(overrun.consumed)
        head += line
        if not line.strip() and head.strip():
            return head


def read(body: bytes) -> Any:
    """The JSON of a message; None for what can't be read."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
