"""Messages out of a stream of bytes, whatever is in it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

# What the daemon says may be a whole form; a length beyond this is nothing that it means.
FRAME_BYTE_LIMIT = 1 << 30
_HEADER_BYTE_LIMIT = 1 << 13

_HEADER = re.compile(
    rb"content-length:[ \t]*(\d{1,18})[ \t]*\r?\n(?:[^\r\n]+\r?\n){0,16}\r?\n", re.IGNORECASE
)
_ID = re.compile(
    rb'\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,18})\s*(?:\}|,\s*"(\w+)")'
)
_LAST_ID = re.compile(rb',\s*"id"\s*:\s*(\d{1,18})\s*\}\s*\Z')
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class Unreadable(ValueError):
    """A frame whose body is no JSON that Python reads.

    `number` is the id that the body seems to have, `is_request` whether it seems to ask something.
    """

    def __init__(self, why: str, number: int | None, is_request: bool) -> None:
        super().__init__(why)
        self.number = number
        self.is_request = is_request


class Frames:
    """Cuts a stream into the bodies of its frames.

    What is no frame is passed over, up to the next header. A body of the wrong length is told as it
    is; `put_back` looks for headers in it.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._length: int | None = None

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Takes the next bytes; gives the bodies that are complete."""
        self._buffer += data
        while (body := self._body()) is not None:
            yield body

    def put_back(self, body: bytes) -> None:
        """Looks for the next header in a body that can't be read: its length may be wrong."""
        # A line break stands in no string of JSON, so a header in there is a header.
        self._buffer[:0] = body

    def _body(self) -> bytes | None:
        if self._length is None and not self._read_header():
            return None
        assert self._length is not None
        if len(self._buffer) < self._length:
            return None
        body = bytes(self._buffer[: self._length])
        del self._buffer[: self._length]
        self._length = None
        return body

    def _read_header(self) -> bool:
        while found := _HEADER.search(self._buffer):
            length = int(found[1])
            del self._buffer[: found.end()]
            if length <= FRAME_BYTE_LIMIT:
                self._length = length
                return True
        del self._buffer[:-_HEADER_BYTE_LIMIT]
        return False


def read_json(body: bytes) -> Any:
    """The JSON in a frame.

    A number that Python has no way to hold makes the frame unreadable, as broken JSON does. Half a
    surrogate pair, which can't be shown or written, is read as U+FFFD.
    """
    try:
        text = body.decode()
        value = _decode(text)
        return _whole(value) if _SURROGATE.search(text) else value
    except (ValueError, RecursionError) as error:
        first, last = _ID.match(body), _LAST_ID.search(body[-100:])
        found = first or last
        is_request = first is not None and first[2] == b"method"
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise Unreadable(why, int(found[1]) if found else None, is_request) from error


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text[:20]} is beyond all floats")
    return number


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


# Made once: to make a decoder takes longer than to read a short answer.
_decode = json.JSONDecoder(parse_float=_finite, parse_constant=_refused).decode


def _whole(value: Any) -> Any:
    """A value whose texts have no half surrogate pairs."""
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(name): _whole(item) for name, item in value.items()}
    return value
