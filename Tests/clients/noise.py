"""A daemon that is not to be trusted: the real one behind a process that spoils what it says.

    noise.py first METHOD FILE COMMAND…  the first answer to METHOD, or notification of that name,
                                         is the file; #ID# is the answer's id
    noise.py seed SEED COUNT COMMAND…    COUNT messages are spoiled or have nonsense before them

What is spoiled of an answer is never its id, so that nobody waits for ever. The framing is that of
the client; what a client asks first, and of the form's opening a bridge, is answered well.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

# JSON as it stands in a message, by a name that a JSON string can have.
RAW = {
    "@huge@": b"9" * 5001,
    "@negative@": b"-1" + b"0" * 9000,
    "@float@": b"1e5000",
    "@nan@": b"NaN",
    "@deep@": b"[" * 100_000 + b"]" * 100_000,
    "@open@": b'{"a":' * 50_000,
    "@bytes@": b'"\xff\xfe\xc3"',
    "@surrogate@": b'"\\ud83d x \\udc00"',
    "@broken@": b'"\x00\x01',
    "@nothing@": b"",
}
PLAIN = [None, True, False, 0, 1, -1, 1.0, 2.5, 1 << 70, "", "x", "\u202e\x1b[2J", [], {}, [[]],
         {"a": 1}, [None], ["x", 1]]  # fmt: skip
BETWEEN = [
    b"Starting the daemon\n",
    b"\r\n\r\n",
    b"Content-Length: x\r\n\r\n",
    b"Content-Length: -5\r\n\r\n",
    b"Content-Length: 0\r\n\r\n",
    b"Content-Length: 99999999999999999999\r\n\r\n",
    b"Content-Length: 999999999999\r\n\r\n",
    b"Content-Type: text/plain\r\n\r\n",
    b"A: " + b"x" * 200_000,
    bytes(range(256)) * 40,
    b"\0" * 10_000,
    b"Content-Length: 3\r\n\r\n{}",
    b'Content-Length: 2\r\n\r\n{"jsonrpc":"2.0"}',
]
is_in_lines = False
MESSAGES = [
    None, 1, "x", [], {}, [1, {}], {"jsonrpc": "2.0"}, {"id": 99999, "result": 1}, {"id": None},
    {"id": True, "result": 1}, {"id": [], "result": 1}, {"id": {}, "error": 1}, {"id": "1"},
    {"id": 0.5, "result": {}}, {"method": 1}, {"method": "field/other", "params": {}},
    {"method": "field/didChange"}, {"method": "field/didChange", "params": []},
    {"method": "field/didChange", "params": {"uri": []}}, {"method": "$/cancelRequest"},
    {"method": "field/didChange", "params": {"uri": "form:1", "version": "x", "fields": 1}},
    {"method": "field/didChange", "params": {"uri": "form:1", "fields": [{}, 1]}},
    {"method": "field/event", "params": {"uri": "form:1", "key": 1, "event": "__init__"}},
    {"method": "field/event", "params": {"uri": "form:1", "key": "a", "event": "__class__"}},
    {"method": "$/cancelRequest", "params": {"id": []}}, {"id": [], "method": "x"},
    {"id": "q1", "method": "field/should"}, {"id": "q2", "method": "field/should", "params": []},
    {"id": "q3", "method": "field/runValidation", "params": {"uri": 1}},
    {"id": "q4", "method": "window/showMessageRequest", "params": {"message": "Hello"}},
]  # fmt: skip


def frame(body: bytes) -> bytes:
    """A body with its header, or as a line."""
    if is_in_lines:
        return body.replace(b"\n", b" ") + b"\n"
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def written(message: Any) -> bytes:
    """A message as bytes, raw pieces in their places."""
    body = json.dumps(message, separators=(",", ":")).encode()
    return re.sub(rb'"(@\w+@)"', lambda found: RAW[found[1].decode()], body)


class Noise:
    """What is done to one message after the other."""

    def __init__(self, seed: int, count: int) -> None:
        self._chance = random.Random(seed)
        self._count = count

    def spoiled(self, message: dict[str, Any]) -> bytes:
        """The bytes that come instead of a message."""
        if self._count == 0 or message.get("id") in (0, 1):
            return frame(written(message))
        self._count -= 1
        before = b"".join(self._between() for _ in range(self._chance.randrange(3)))
        if self._chance.random() < 0.5:
            return before + frame(written(message))
        head = "params" if "params" in message else "result"
        if head in message:
            message[head] = self._changed(message[head])
        elif "error" in message:
            message["error"] = self._changed(message["error"])
        body = written(message)
        if self._chance.random() < 0.1:
            body = body[: max(80, self._chance.randrange(len(body) // 2, len(body) + 1))]
        return before + frame(body)

    def _between(self) -> bytes:
        if self._chance.random() < 0.5:
            between = self._chance.choice(BETWEEN)
            return frame(between) if is_in_lines else between
        return frame(written(self._changed(self._chance.choice(MESSAGES), 0.2)))

    def _changed(self, value: Any, share: float = 1.0) -> Any:
        """A value with something else in one of its places."""
        if share < self._chance.random():
            return value
        if isinstance(value, dict) and value and self._chance.random() < 0.95:
            name = self._chance.choice([*value])
            if self._chance.random() < 0.1:
                return {other: value[other] for other in value if other != name}
            return value | {name: self._changed(value[name])}
        if isinstance(value, list) and value and self._chance.random() < 0.9:
            index = self._chance.randrange(len(value))
            return [*value[:index], self._changed(value[index]), *value[index + 1 :]]
        return self._chance.choice([*RAW, *PLAIN])


def with_first(method: str, body: bytes, methods: dict[Any, str]) -> Callable[[Any], bytes]:
    """Puts some bytes in the place of the first message about a method."""
    is_done = False

    def spoiled(message: dict[str, Any]) -> bytes:
        nonlocal is_done
        number = message.get("id")
        if is_done or number in (0, 1) or message.get("method", methods.get(number)) != method:
            return frame(written(message))
        is_done = True
        return frame(body.replace(b"#ID#", json.dumps(number).encode()))

    return spoiled


def read(stream: BinaryIO) -> bytes | None:
    """The body of the next frame."""
    header = stream.readline()
    if not header:
        return None
    if header.startswith(b"{"):
        global is_in_lines
        is_in_lines = True
        return header.rstrip(b"\n")
    stream.readline()
    return stream.read(int(header.split(b":")[1]))


def main() -> int:
    """Runs the daemon, and hands on what is said."""
    kind, *options = sys.argv[1:4]
    daemon = subprocess.Popen(sys.argv[4:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert daemon.stdin is not None and daemon.stdout is not None
    methods: dict[Any, str] = {}
    if kind == "first":
        spoiled = with_first(options[0], Path(options[1]).read_bytes(), methods)
    else:
        spoiled = Noise(int(options[0]), int(options[1])).spoiled

    def hand_on() -> None:
        assert daemon.stdin is not None
        while (body := read(sys.stdin.buffer)) is not None:
            message = json.loads(body)
            methods[message.get("id")] = message.get("method")
            daemon.stdin.write(frame(body))
            daemon.stdin.flush()
        daemon.stdin.close()

    threading.Thread(target=hand_on, daemon=True).start()
    while (body := read(daemon.stdout)) is not None:
        sys.stdout.buffer.write(spoiled(json.loads(body)))
        sys.stdout.buffer.flush()
    return daemon.wait()


if __name__ == "__main__":
    # The thread that reads is still at it.
    os._exit(main())
