"""The daemon inside of this process, as a library or as a module: no child, no thread and no event loop.

`Connection` has the conversation of a daemon, and `JudgingForm` the form of one that says at once which
records are right. What a request waits for is done before `request` returns.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import json
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from . import connection, engine
from .connection import Params
from .errors import AnswerError, DaemonNotFound
from .facts import RecordProblem, RecordVerdict, Unchecked
from .framing import Frames, Unreadable, read_json

_Result = TypeVar("_Result")

# What the header of the library calls FIELDD_ABI.
_ABI = 1
_SUFFIX = {"darwin": "dylib", "win32": "dll"}.get(sys.platform, "so")
_FILE_NAME = f"libfieldd.{_SUFFIX}"
_VARIABLE = "FIELDD_LIBRARY"
# A fork waits for as much at most, and a thread that waits for the interpreter too.
_PIECE_BYTE_COUNT = 1 << 20


# A record of which there is something to say: its number, where it begins and ends, and whether it has an error.
Doubt = tuple[int, int, int, bool]


class Exchange(Protocol):
    """A conversation with the daemon, byte for byte. One thread uses it at a time."""

    def take(self, frame: bytes) -> bytes:
        """Takes bytes of the client; gives what is said to them, and leaves nothing to do at once."""
        ...

    def open_form(self, uri: str) -> JudgingForm | None:
        """The form at a URI, ready to judge records; None if only the conversation can."""
        ...


class Source(Protocol):
    """A daemon that can be had inside of this process."""

    def exchange(self) -> Exchange:
        """A conversation of its own."""
        ...


class Library:
    """The functions of a library that was loaded."""

    def __init__(self, path: str) -> None:
        try:
            # What takes microseconds does not let go of the interpreter: to do so takes longer. No other
            # thread is in such a call when this process forks, for the same reason.
            short, long = ctypes.PyDLL(path), ctypes.CDLL(path)
            abi = short.fieldd_abi()
        except (OSError, AttributeError) as error:
            raise DaemonNotFound(f"the library {path} can't be loaded: {error}") from None
        if abi != _ABI:
            raise DaemonNotFound(f"the library {path} is of another version: {abi} instead of {_ABI}")
        pointer, size = ctypes.c_void_p, ctypes.c_size_t
        sizes, pointers = ctypes.POINTER(size), ctypes.POINTER(pointer)

        def function(library: ctypes.CDLL, name: str, result: Any, *parameters: Any) -> Any:
            found = getattr(library, f"fieldd_{name}")
            found.restype, found.argtypes = result, parameters
            return found

        self.connection_open = function(short, "connection_open", pointer)
        self.connection_take = function(short, "connection_take", pointer, pointer, ctypes.c_char_p, size, sizes)
        self.connection_close = function(short, "connection_close", None, pointer)
        self.form_open = function(short, "form_open", pointer, pointer, ctypes.c_char_p, size)
        self.form_passes = function(short, "form_passes", ctypes.c_int32, pointer, ctypes.c_char_p, size)
        self.form_check = function(short, "form_check", pointer, pointer, ctypes.c_char_p, size, sizes)
        self.form_lines = function(long, "form_lines", size, pointer, pointer, size, pointers, sizes)
        self.form_close = function(short, "form_close", None, pointer)
        self.free = function(short, "free", None, pointer)

    def exchange(self) -> Exchange:
        """A conversation of its own."""
        return _LibraryExchange(self)


def find_source(path: str | os.PathLike[str] | None = None) -> Source:
    """The library or the module at a path, else that of the environment, else the one beside this package.

    Raises a `DaemonNotFound` where there is none.
    """
    named = path or os.environ.get(_VARIABLE)
    places = [Path(named)] if named else [Path(__file__).with_name(_FILE_NAME), engine.SHIPPED]
    found = next((it.resolve() for it in places if it.is_file()), None)
    if found is None:
        where = f"there is no library {places[0]}"
        raise DaemonNotFound(where if named else f"{where} and no module; {_VARIABLE} names another")
    return _module(found) if found.suffix == engine.SHIPPED.suffix else _library(str(found))


@functools.cache
def _library(path: str) -> Library:
    return Library(path)


@functools.cache
def _module(path: Path) -> _HeldModule:
    return _HeldModule(engine.Module(path))


# Nothing of wasmtime may be left when the interpreter takes its modules apart.
atexit.register(_module.cache_clear)


class _LibraryExchange:
    """A conversation with the library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._close = library.connection_close
        self._handle = library.connection_open()

    def __del__(self) -> None:
        self._close(self._handle)

    def take(self, frame: bytes) -> bytes:
        """Takes bytes of the client; gives what is said to them."""
        count = ctypes.c_size_t()
        said = self._library.connection_take(self._handle, frame, len(frame), count)
        try:
            return ctypes.string_at(said, count.value)
        finally:
            self._library.free(said)

    def open_form(self, uri: str) -> JudgingForm | None:
        """The form at a URI, ready to judge records; None if no record is right by it."""
        name = uri.encode()
        handle = self._library.form_open(self._handle, name, len(name))
        return None if handle is None else JudgingForm(self._library, handle)


class _HeldModule:
    """A module, of which each conversation has an instance."""

    def __init__(self, module: engine.Module) -> None:
        self._module = module

    def exchange(self) -> Exchange:
        """A conversation of its own."""
        with _gate.passing():
            return _ModuleExchange(self._module.engine())


class _ModuleExchange:
    """A conversation with the module."""

    def __init__(self, own: engine.Engine) -> None:
        self._engine = own

    def take(self, frame: bytes) -> bytes:
        """Takes bytes of the client; gives what is said to them."""
        said = bytearray()
        turns = deque([(engine.BYTES, frame)])
        # The module lets go of the interpreter.
        with _gate.passing():
            while turns:
                self._engine.turn(*turns.popleft())
                said += self._engine.take_output()
                events = filter(None, map(engine.refusal, self._engine.take_wishes()))
                turns += [(engine.EVENT, json.dumps(event).encode()) for event in events]
                if not turns and self._engine.seconds_left == 0:
                    turns.append((engine.TIME, b""))
        return bytes(said)

    def open_form(self, uri: str) -> JudgingForm | None:
        """None: a module judges records in a conversation."""
        return None


class _Answer:
    """What a request has come to, which is known when it is made: to await it is not to wait."""

    def __init__(self) -> None:
        self._result: Any = None
        self._error: BaseException | None = None
        self._is_done = False

    def done(self) -> bool:
        return self._is_done

    def set_result(self, result: Any) -> None:
        self._result, self._is_done = result, True

    def set_exception(self, error: BaseException) -> None:
        self._error, self._is_done = error, True

    def __await__(self) -> Generator[None, None, Any]:
        if self._error is not None:
            raise self._error
        return self._result
        yield


class Connection(connection.Connection):
    """A conversation with a daemon inside of this process. One thread uses it at a time."""

    def __init__(
        self,
        source: Source,
        notified: Callable[[str, Params], None],
        asked: Callable[[str, Params], Coroutine[Any, Any, Any] | None],
        lost: Callable[[], None],
    ) -> None:
        super().__init__(notified, asked, lost)
        self._exchange = source.exchange()
        self._frames = Frames()
        self._said: deque[bytes] = deque()

    async def start(self, command: Sequence[str]) -> None:
        """There is nothing to start."""

    async def stop(self) -> int:
        """There is nothing to end: what is open goes with the connection."""
        return 0

    def request(self, method: str, params: Params | None = None) -> Any:
        """Asks the daemon; what is to be awaited is there already."""
        answer: Any = _Answer()
        self._last_id += 1
        number = self._last_id
        self._pending[number] = answer
        try:
            self._send({"id": number, "method": method}, params)
            self._take_all()
        finally:
            self._pending.pop(number, None)
        if not answer.done():
            answer.set_exception(AnswerError(f"{method} was not answered"))
        return answer

    def notify(self, method: str, params: Params | None = None) -> None:
        """Tells the daemon something that has no answer."""
        self._send({"method": method}, params)
        self._take_all()

    def _take_all(self) -> None:
        while self._said:
            for body in self._frames.feed(self._said.popleft()):
                self._take_frame(body, self._frames)

    def _transmit(self, frame: bytes) -> None:
        self._said.append(self._exchange.take(frame))

    def _start_answer(self, number: int | str, method: str, work: Coroutine[Any, Any, Any]) -> None:
        async def carry_out() -> Any:
            return run(work)

        run(self._work(number, method, carry_out()))

    @property
    def _is_heard(self) -> bool:
        return True

    def open_form(self, uri: str) -> JudgingForm | None:
        """The form at a URI, ready to judge records; None if only the conversation can."""
        return self._exchange.open_form(uri)


class _HeldForm:
    """A form of the library, as long as somebody has this."""

    def __init__(self, library: Library, pointer: int) -> None:
        self._close = library.form_close
        self.pointer = pointer

    def __del__(self) -> None:
        self._close(self.pointer)


class JudgingForm:
    """A form that says which records are right; any number of threads may ask it at once."""

    passes: Callable[[bytes], int]
    """Says whether a record in JSON is right, and there is nothing else to say of it: 1 or 0."""

    def __init__(self, library: Library, pointer: int) -> None:
        self._library = library
        held = self._held = _HeldForm(library, pointer)
        ask = library.form_passes

        # A function by itself: to look up more would take as long as to judge.
        def passes(record: bytes) -> int:
            answer: int = ask(held.pointer, record, len(record))
            return answer

        self.passes = passes

    def verdict(self, record: bytes) -> RecordVerdict | None:
        """What is said of a record in JSON; None if validators have to be asked first."""
        held, count = self._held, ctypes.c_size_t()
        said = self._library.form_check(held.pointer, record, len(record), count)
        if said is None:
            return None
        try:
            body = ctypes.string_at(said, count.value)
        finally:
            self._library.free(said)
        try:
            return _read_verdict(read_json(body))
        except Unreadable:
            # A conversation tells what to make of this.
            return None

    def judge_lines(self, lines: bytes) -> Iterator[tuple[int, list[Doubt]]]:
        """How many records are in each piece of some lines, and those of which there is something to say.

        Those have their numbers in the piece. Other Python threads run meanwhile.
        """
        held = self._held
        start = ctypes.cast(ctypes.c_char_p(lines), ctypes.c_void_p).value or 0
        first = 0
        while first < len(lines):
            last = lines.find(b"\n{", first + _PIECE_BYTE_COUNT) + 1 or len(lines)
            places, count = ctypes.c_void_p(), ctypes.c_size_t()
            with _gate.passing():
                judged = self._library.form_lines(held.pointer, start + first, last - first, places, count)
            told: list[Doubt] = []
            if places.value is not None:
                try:
                    numbers = (ctypes.c_size_t * (4 * count.value)).from_address(places.value)[:]
                finally:
                    self._library.free(places)
                for place in range(0, len(numbers), 4):
                    number, offset, length, is_wrong = numbers[place : place + 4]
                    told.append((number, first + offset, first + offset + length, is_wrong == 1))
            yield judged, told
            first = last


def _read_verdict(told: Any) -> RecordVerdict:
    """A verdict of the library, which is of the version that this module knows: its types are known too."""
    problems = [
        RecordProblem(it["path"], it["severity"], it["code"], it["message"], it.get("key"), it.get("data"))
        for it in told["problems"]
    ]
    unchecked = [
        Unchecked(it["path"], it["why"], it["message"], it.get("key"), it.get("data"))
        for it in told.get("unchecked", ())
    ]
    return RecordVerdict(told["valid"], tuple(problems), tuple(unchecked))


class _Gate:
    """Keeps this process from forking while a thread is in the daemon without holding the interpreter.

    A fork takes the calling thread along alone. What another one has locked would stay locked in the child.
    """

    def __init__(self) -> None:
        self._reset()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(before=self._shut, after_in_parent=self._open, after_in_child=self._reset)

    def _reset(self) -> None:
        self._state = threading.Condition(threading.Lock())
        self._inside = 0
        self._forking = 0

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Around a call of the library or the module."""
        with self._state:
            while self._forking:
                self._state.wait()
            self._inside += 1
        try:
            yield
        finally:
            with self._state:
                self._inside -= 1
                self._state.notify_all()

    def _shut(self) -> None:
        with self._state:
            self._forking += 1
            while self._inside:
                self._state.wait()

    def _open(self) -> None:
        with self._state:
            self._forking -= 1
            self._state.notify_all()


_gate = _Gate()


def run(work: Coroutine[Any, Any, _Result]) -> _Result:
    """The result of a coroutine that waits for nothing; raises a `TypeError` if it does wait."""
    try:
        work.send(None)
    except StopIteration as end:
        result: _Result = end.value
        return result
    work.close()
    raise TypeError("inside of this process nothing waits for an event loop: use a plain function")
