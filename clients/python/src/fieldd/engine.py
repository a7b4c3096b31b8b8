"""The daemon as a WebAssembly module inside of this process: for systems that have no program and no library of it.

`wasmtime` runs the module, which has no clock, files, threads or randomness but those that it is given here.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import DaemonEnded, DaemonNotFound
from .zones import zone_file

if TYPE_CHECKING:
    import wasmtime

# What a turn of the module is about.
TIME, BYTES, END, EVENT = range(4)
# The wishes of the daemon that a host takes: for the forms of records, for its client's folders, and all others.
_ALL_WISHES = 1 | 2 | 4
_NEVER = -1

# The one that was installed with this package.
SHIPPED = Path(__file__).with_name("fieldd.wasm")


class Module:
    """A module that was compiled; any number of engines run it. A `DaemonNotFound` says why it can't be run here."""

    def __init__(self, path: Path) -> None:
        try:
            import wasmtime
        except ImportError:
            raise DaemonNotFound(
                f"the module {path} needs the package wasmtime: python -m pip install 'fieldd[module]'"
            ) from None
        config = wasmtime.Config()
        try:
            # To compile takes seconds, once for each user.
            config.cache = True
        except wasmtime.WasmtimeError:
            # A user without a folder for that waits each time.
            config = wasmtime.Config()
        self._runtime = wasmtime
        self._engine = wasmtime.Engine(config)
        try:
            self._module = wasmtime.Module.from_file(self._engine, path)
        except (OSError, wasmtime.WasmtimeError) as error:
            raise DaemonNotFound(f"the module {path} can't be loaded: {_first_line(error)}") from None
        if "fieldd_turn" not in {it.name for it in self._module.exports}:
            raise DaemonNotFound(f"the module {path} is not fieldd")

    def engine(self) -> Engine:
        """An engine of its own, which has one connection."""
        return Engine(self._runtime, self._engine, self._module)


class Engine:
    """One connection with the daemon: bytes in, bytes out, and the moment at which it wants to be woken.

    One thread uses it at a time. A trap leaves the daemon in the midst of something: that call and each one after it
    raises a `DaemonEnded`.
    """

    def __init__(self, runtime: Any, engine: wasmtime.Engine, module: wasmtime.Module) -> None:
        # What the functions below know: they must not know this object, which would never be freed then.
        turn = self._turn = _Turn()
        linker = runtime.Linker(engine)

        # The compiler adds arguments of its own.
        def may_go_on(*_: int) -> int:
            return 1 if time.monotonic() < turn.end else 0

        def random(caller: Any, start: int, count: int) -> None:
            caller["memory"].write(caller, bytearray(os.urandom(count)), start)

        def zone(caller: Any, start: int, count: int, room: int, room_count: int, *_: int) -> int:
            memory = caller["memory"]
            found = zone_file(bytes(memory.read(caller, start, start + count)).decode(errors="replace"))
            if found is None or room_count < len(found):
                return -1
            memory.write(caller, bytearray(found), room)
            return len(found)

        types: dict[str | None, Any] = {it.name: it.type for it in module.imports}
        linker.define_func("fieldd", "may_go_on", types["may_go_on"], may_go_on)
        linker.define_func("fieldd", "random", types["random"], random, access_caller=True)
        # An older module asks for no zones.
        if "zone" in types:
            linker.define_func("fieldd", "zone", types["zone"], zone, access_caller=True)
        self._fault = runtime.WasmtimeError, runtime.Trap
        self._store = runtime.Store(engine)
        self._end: DaemonEnded | None = None
        self._clock = _Clock()
        try:
            self._exports = linker.instantiate(self._store, module).exports(self._store)
        except self._fault as error:
            raise DaemonNotFound(f"the module can't be started: {_first_line(error)}") from None
        self._memory = self._exports["memory"]
        self._call("fieldd_begin", self._write(b"{}"))

    def turn(self, kind: int, told: bytes = b"", seconds: float = float("inf")) -> None:
        """A turn: `BYTES` of the stream, its `END`, an `EVENT` of the host's, or nothing but the `TIME`.

        After so many seconds it leaves what else there is to do to the next turn.
        """
        self._turn.end = time.monotonic() + seconds
        self._call("fieldd_turn", kind, self._write(told), *self._clock.now())

    @property
    def seconds_left(self) -> float | None:
        """How long it is until the next turn is due, 0 for at once; None if nothing is due."""
        deadline: int = self._call("fieldd_deadline")
        if deadline == _NEVER:
            return None
        return max(0, deadline - self._clock.now()[0]) / 1e9

    def take_output(self) -> bytes:
        """What was said since the last time."""
        return self._taken(self._call("fieldd_take_output"))

    def take_wishes(self) -> Iterator[dict[str, Any]]:
        """What the host is to do, beside what is said."""
        for line in self._taken(self._call("fieldd_take_wishes", _ALL_WISHES)).splitlines():
            yield json.loads(line)

    def _call(self, name: str, *arguments: int) -> Any:
        if self._end is not None:
            raise self._end
        try:
            return self._exports[name](self._store, *arguments)
        except self._fault as error:
            self._end = DaemonEnded(f"the module ended: {_reason(error)}")
            raise self._end from None

    def _write(self, data: bytes) -> int:
        if data:
            place = self._call("fieldd_room", len(data))
            self._memory.write(self._store, bytearray(data), place)
        return len(data)

    def _taken(self, count: int) -> bytes:
        if count == 0:
            return b""
        place = self._call("fieldd_taken")
        return bytes(self._memory.read(self._store, place, place + count))


class _Turn:
    """When a turn is to end, by `time.monotonic`."""

    end = 0.0


class _Clock:
    """The machine's time, which never runs backwards, and counts while the machine sleeps where the system says so."""

    def __init__(self) -> None:
        self._start = time.time_ns() - self._elapsed()

    def now(self) -> tuple[int, int]:
        """The nanoseconds since 1970, and the seconds by which the local clock is ahead of UTC."""
        nanoseconds = self._start + self._elapsed()
        return nanoseconds, time.localtime(nanoseconds // 1_000_000_000).tm_gmtoff

    @staticmethod
    def _elapsed() -> int:
        if hasattr(time, "CLOCK_BOOTTIME"):
            return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        return time.monotonic_ns()


def refusal(wish: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a host tells that has no files, no store and no closures; None where nobody waits for it."""
    match wish:
        case {"forms": paths}:
            return {"forms": [{"path": path} for path in paths]}
        case {"folders": _}:
            return {"folders": []}
        case {"survey": number, "list": _}:
            return {"survey": number, "list": []}
        case {"survey": number, "read": paths}:
            return {"survey": number, "read": [{"path": path} for path in paths]}
        case _:
            return None


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


def _reason(error: Exception) -> str:
    """Why a call has failed: the last line, below those of the frames of the stack."""
    return str(error).strip().rpartition("\n")[2].strip() or type(error).__name__
