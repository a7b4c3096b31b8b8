"""The command `fieldd` where the package has the module and no program: a server on the standard streams."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import queue
import signal
import stat
import sys
import threading
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from .engine import BYTES, END, EVENT, SHIPPED, TIME, Engine, Module, refusal
from .errors import DaemonError

# The standard streams, by their descriptors.
_INPUT, _OUTPUT = 0, 1

_BAD_USAGE = 2
# The status of a session that ends without `shutdown`, as the Language Server Protocol has it.
_ABANDONED = 1

_PIECE_BYTE_COUNT = 1 << 16
# As much as is read ahead of the daemon.
_PIECE_COUNT = 16
# As much is given to a daemon that has something to do: a message that takes another one back may be in it.
_UNHANDLED_BYTE_COUNT = 1 << 22
# How long a turn may take before what it has said is written.
_TURN_SECONDS = 0.01
# How often files are looked at while nothing happens.
_LOOK_SECONDS = 1.0

_COMMANDS = ("check", "convert", "generate", "diff", "infer", "explain", "schema", "demo")
_LACKS = "this installation of fieldd has the module, which serves JSON-RPC alone"
_USAGE = """\
usage: fieldd [serve] [--stdio] [--store :memory:]
           serve JSON-RPC (LSP) on standard input and output; framed by Content-Length
           headers, or one JSON message a line if the first byte is { or [
       fieldd --version
       fieldd --help

This installation has the module of fieldd. Its other commands, such as check and convert,
need the program."""


def main(words: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    # As a program without handlers ends.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    words = sys.argv[1:] if words is None else words
    if {"--help", "-h"} & {*words} or words[:1] == ["help"]:
        print(_USAGE)
        return 0
    if "--version" in words:
        print(f"fieldd {metadata.version('fieldd')}")
        return 0
    if (mistake := _mistake(words)) or (not words and os.isatty(_INPUT)):
        print(mistake or _USAGE, file=sys.stderr)
        return _BAD_USAGE
    if not SHIPPED.is_file():
        print("this installation of fieldd has no module; its command `fieldd` is the program", file=sys.stderr)
        return _BAD_USAGE
    try:
        return _Server(Module(SHIPPED).engine()).run()
    except DaemonError as error:
        print(error, file=sys.stderr)
        return _ABANDONED


def _mistake(words: Sequence[str]) -> str | None:
    """Why a command line can't be carried out; None if the daemon is to serve."""
    if words and words[0] in _COMMANDS:
        return f"fieldd {words[0]} needs the program; {_LACKS}"
    rest = iter(words[1:] if words[:1] == ["serve"] else words)
    for word in rest:
        name, is_joined, value = word.partition("=")
        match name:
            case "--stdio" if not is_joined:
                continue
            case "--clientProcessId" | "--store" | "--trace":
                found = value if is_joined else next(rest, None)
                if found is None:
                    return f"{name} needs a value"
                if name == "--trace" or (name == "--store" and found != ":memory:"):
                    return f"{name} {found} needs the program; {_LACKS}"
            case _:
                return f"there is no {word}; `fieldd --help` lists what there is"
    return None


class _Server:
    """The module brought to life: one thread reads, and this one gives it bytes and moments, and writes what it says."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._files = _Files()
        self._status: int | None = None
        self._unhandled = 0
        self._read: queue.Queue[bytes] = queue.Queue(_PIECE_COUNT)

    def run(self) -> int:
        """Serves until the session is over; gives the exit status."""
        threading.Thread(target=self._read_input, name="fieldd", daemon=True).start()
        has_ended = False
        try:
            while self._status is None:
                left = self._engine.seconds_left
                if left != 0:
                    self._unhandled = 0
                if has_ended and left is None:
                    return _ABANDONED
                told = self._next(left)
                if told is None:
                    self._turn(TIME)
                elif told:
                    self._unhandled += len(told)
                    self._turn(BYTES, told)
                else:
                    has_ended = True
                    self._turn(END)
                while news := self._files.news():
                    for event in news:
                        self._turn(EVENT, event)
        except BrokenPipeError:
            # A client that has said goodbye need not listen any more.
            return _ABANDONED if self._status is None else self._status
        return self._status

    def _next(self, seconds: float | None) -> bytes | None:
        """What has arrived, empty at the end of the input; None if nothing does in time."""
        if self._files.are_watched:
            seconds = _LOOK_SECONDS if seconds is None else min(seconds, _LOOK_SECONDS)
        try:
            if seconds == 0:
                return None if self._unhandled > _UNHANDLED_BYTE_COUNT else self._read.get_nowait()
            return self._read.get(timeout=None if seconds is None else min(seconds, threading.TIMEOUT_MAX))
        except queue.Empty:
            return None

    def _turn(self, kind: int, told: bytes = b"") -> None:
        turns = [(kind, told)]
        for kind, told in turns:
            self._engine.turn(kind, told, _TURN_SECONDS)
            _write(self._engine.take_output())
            for wish in self._engine.take_wishes():
                if "exit" in wish:
                    self._status = wish["exit"]
                elif (event := self._files.answer(wish)) is not None:
                    turns.append((EVENT, _encoded(event)))

    def _read_input(self) -> None:
        with contextlib.suppress(OSError):
            while data := os.read(_INPUT, _PIECE_BYTE_COUNT):
                self._read.put(data)
        # A stream that can't be read has ended too.
        self._read.put(b"")


class _Files:
    """The files of a session: forms of open records, and what folders say to autofill. They are read when they change."""

    def __init__(self) -> None:
        self._forms: dict[str, Any] = {}
        self._folders: dict[str, Any] = {}

    @property
    def are_watched(self) -> bool:
        """Whether there are files to look at."""
        return bool(self._forms or self._folders)

    def answer(self, wish: dict[str, Any]) -> dict[str, Any] | None:
        """What is told about a wish; None if `news` has it."""
        match wish:
            case {"forms": paths}:
                self._forms = {path: self._forms.get(path) for path in paths}
                return None
            case {"folders": addresses}:
                folders = [url2pathname(urlsplit(it).path) for it in addresses]
                self._folders = {str(Path(it, "fieldd.json")): None for it in folders}
                return None if folders else refusal(wish)
            case {"survey": number, "read": paths}:
                return {"survey": number, "read": [_file(path, _system_path(path)) for path in paths]}
            case _:
                return refusal(wish)

    def news(self) -> list[bytes]:
        """Events about the files that are others than before."""
        events = []
        stamps = {path: _stamp(_system_path(path)) for path in self._forms}
        changed = [path for path, known in self._forms.items() if stamps[path] != known]
        if changed:
            self._forms = stamps
            events.append(_encoded({"forms": [_file(path, _system_path(path)) for path in changed]}))
        stamps = {path: _stamp(path) for path in self._folders}
        if stamps != self._folders:
            self._folders = stamps
            files = [_file(path, path) for path in stamps]
            events.append(_encoded({"folders": [it["text"] for it in files if "text" in it]}))
        return events


def _stamp(path: str) -> Any:
    """What changes with a file."""
    try:
        found = os.stat(path)
    except OSError as error:
        return error.errno
    except ValueError:
        return errno.ENOENT
    return found.st_mtime_ns, found.st_size, found.st_ino


def _file(path: str, place: str) -> dict[str, str]:
    """A file as an event has it, which the system knows by its place."""
    try:
        # To read a pipe is to wait for somebody who writes.
        if not stat.S_ISREG(os.stat(place).st_mode):
            return {"path": path, "missing": "it is no plain file"}
        return {"path": path, "text": Path(place).read_bytes().decode(errors="replace")}
    except (FileNotFoundError, ValueError):
        return {"path": path}
    except OSError as error:
        return {"path": path, "missing": error.strerror or str(error)}


def _system_path(path: str) -> str:
    """A path of the daemon's; on Windows it begins with a slash before the drive."""
    return url2pathname(path) if os.name == "nt" else path


def _encoded(event: dict[str, Any]) -> bytes:
    return json.dumps(event).encode()


def _write(data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(_OUTPUT, rest) :]
