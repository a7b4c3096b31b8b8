"""JSON-RPC 2.0 with a daemon that is a child process, framed by `Content-Length`."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import json
import logging
import re
import uuid
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from .errors import AnswerError, DaemonEnded, DaemonError, DaemonNotFound, RequestError
from .facts import Surprise, read_member
from .framing import Frames, Unreadable, read_json

Params = Mapping[str, Any]

_CANCELLED = -32800
_INTERNAL_ERROR = -32603
_INVALID_PARAMS = -32602
_METHOD_NOT_FOUND = -32601
_PARSE_ERROR = -32700

_READ_BYTE_COUNT = 1 << 16
# What the daemon said last on standard error, for those who are told that it has ended.
_COMPLAINT_BYTE_COUNT = 1 << 12

_SURROGATE = re.compile("[\ud800-\udfff]")
# Deeper than the daemon reads.
_TOO_DEEP = "[" * 200 + "]" * 200

# A daemon that ends more often than so many times in so many seconds is not started again.
_RESTART_COUNT = 3
_RESTART_SECONDS = 60.0

_log = logging.getLogger("fieldd")

# Whether it is asked to bring a daemon that was started again to where the last one was.
_revives = contextvars.ContextVar("_revives", default=False)


class RawJSON(str):
    """JSON that is sent as it is written."""

    @classmethod
    def of(cls, text: str | bytes) -> RawJSON:
        """A text, if it is one value of JSON; raises a `ValueError` if it is not.

        What is too deep for the daemon is replaced by another value that is, of which it says so.
        """
        if isinstance(text, bytes):
            try:
                text = text.decode()
            except UnicodeDecodeError as error:
                raise ValueError(f"this is not UTF-8, from byte {error.start}") from None
        # A mark of the byte order is none of the value, as browsers see it.
        text = text.removeprefix("\ufeff")
        try:
            # Numbers stay as they are written, whatever they are.
            json.loads(text, parse_int=str, parse_float=str, parse_constant=_refused)
        except json.JSONDecodeError as error:
            words = error.msg[:1].lower() + error.msg[1:]
            place = f"line {error.lineno}, column {error.colno}"
            raise ValueError(f"this is not JSON: {words} ({place})") from None
        except RecursionError:
            return cls(_TOO_DEEP)
        # Half a surrogate pair stays half a surrogate pair, for the daemon to judge.
        return cls(_SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text))

    @classmethod
    def writing(cls, value: Any) -> RawJSON:
        """A value as JSON; raises a `ValueError` or `TypeError` for what JSON can't hold.

        What is too deep for the daemon is replaced by another value that is, of which it says so.
        """
        try:
            return cls(json.dumps(value, allow_nan=False))
        except RecursionError:
            return cls(_TOO_DEEP)


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


class Connection:
    """One daemon, and what is being asked in both directions.

    A request is written when it is made, so the order of calls is the order on the wire. To cancel
    the future of a request takes the request back; when the daemon takes one of its own back, the
    task that works on it is cancelled.

    Nothing that the daemon says ends the connection but its end: an answer that can't be read fails
    its request, anything else that can't be is passed over, and told of if it may be a notification.
    Every request ends: with its answer, with the end of the daemon, with an error that names no
    request, or after `patience` seconds without an answer, unless the daemon waits for one itself.

    A daemon that ends unasked is started again, a few times in a minute, if there is who brings it to
    where it was: what was asked before fails, and what is asked meanwhile waits for that.
    """

    def __init__(
        self,
        notified: Callable[[str, Params], None],
        asked: Callable[[str, Params], Coroutine[Any, Any, Any] | None],
        lost: Callable[[], None],
        patience: float = 120,
        revive: Callable[[], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        """Takes who is told of notifications, who has the work that answers a request, who is told
        that a notification could not be read, how many seconds a request waits for its answer, and
        who brings a daemon that was started again to where the last one was.
        """
        self._revive = revive
        self._command: Sequence[str] = ()
        self._restarting: asyncio.Task[None] | None = None
        self._restarts: list[float] = []
        self._is_stopping = False
        # What waits until a daemon that was started again is where the last one was.
        self._held: list[bytes] | None = None
        self._patience = patience
        self._notified = notified
        self._asked = asked
        self._lost = lost
        self._process: asyncio.subprocess.Process | None = None
        self._end: DaemonEnded | None = None
        self._last_id = 0
        self._pending: dict[Any, asyncio.Future[Any]] = {}
        self._answering: dict[Any, asyncio.Task[None]] = {}
        self._complaints = b""
        self._readers: list[asyncio.Task[None]] = []

    async def start(self, command: Sequence[str]) -> None:
        """Starts the daemon."""
        self._command = command
        await self._spawn()

    async def _spawn(self) -> None:
        command = self._command
        self._complaints = b""
        try:
            self._process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                # An interrupt at the terminal is for the program, which ends the daemon.
                start_new_session=True,
            )
        except OSError as error:
            raise DaemonNotFound(f"{command[0]} can't be started: {error.strerror}") from error
        self._readers = [
            asyncio.create_task(self._read_complaints(self._process)),
            asyncio.create_task(self._read(self._process)),
        ]

    async def stop(self) -> int:
        """Ends the daemon, politely if it is still there; gives its exit status."""
        assert self._process is not None
        self._is_stopping = True
        if self._restarting is not None:
            self._restarting.cancel()
            await asyncio.gather(self._restarting, return_exceptions=True)
            # Nobody says any more what was held for the daemon that comes next.
            self._held = None
        try:
            if self._process.returncode is None:
                await self._say_goodbye()
            async with asyncio.timeout(self._patience):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
        except BaseException:
            self._process.kill()
            raise
        finally:
            status = await self._process.wait()
            await asyncio.gather(*self._readers)
        return status

    async def _say_goodbye(self) -> None:
        with contextlib.suppress(DaemonError):
            await self.request("shutdown")
        with contextlib.suppress(DaemonError):
            self.notify("exit")

    # What goes out.

    def request(self, method: str, params: Params | None = None) -> asyncio.Future[Any]:
        """Asks the daemon; the future has its result, a `RequestError`, or a `DaemonEnded`."""
        future = asyncio.get_running_loop().create_future()
        self._last_id += 1
        number = self._last_id
        self._send({"id": number, "method": method}, params)
        self._pending[number] = future
        future.add_done_callback(lambda done: self._forget(number, done))
        self._watch(number, method)
        return future

    def _watch(self, number: int, method: str) -> None:
        """Ends a request that is not answered."""

        def expire() -> None:
            future = self._pending.get(number)
            if future is None or future.done():
                return
            # What the daemon has asked here it waits for itself.
            if self._answering:
                self._watch(number, method)
                return
            future.set_exception(AnswerError(f"{method} was not answered in {self._patience:g} s"))

        timer = asyncio.get_running_loop().call_later(self._patience, expire)
        self._pending[number].add_done_callback(lambda _: timer.cancel())

    def notify(self, method: str, params: Params | None = None) -> None:
        """Tells the daemon something that has no answer."""
        self._send({"method": method}, params)

    def _forget(self, number: int, future: asyncio.Future[Any]) -> None:
        if self._pending.pop(number, None) and future.cancelled() and self._end is None:
            self.notify("$/cancelRequest", {"id": number})

    def _send(self, message: dict[str, Any], params: Params | None = None) -> None:
        if self._end is not None:
            raise self._end
        if params is not None:
            message["params"] = params
        self._write(message, is_held=self._held is not None and not _revives.get())

    def _write(self, message: dict[str, Any], is_held: bool = False) -> None:
        # Half a surrogate pair stays half a surrogate pair, for the daemon to judge.
        body = _written({"jsonrpc": "2.0"} | message).encode()
        frame = b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
        if is_held and self._held is not None:
            self._held.append(frame)
        else:
            self._transmit(frame)

    def _transmit(self, frame: bytes) -> None:
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(frame)

    # What comes in.

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        frames = Frames()
        try:
            while data := await process.stdout.read(_READ_BYTE_COUNT):
                for body in frames.feed(data):
                    self._take_frame(body, frames)
                    # Who waits for an answer goes on before the next message is taken.
                    await asyncio.sleep(0)
        finally:
            status = await process.wait()
            if process is self._process:
                self._fail(status)

    async def _read_complaints(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        while data := await process.stderr.read(_READ_BYTE_COUNT):
            self._complaints = (self._complaints + data)[-_COMPLAINT_BYTE_COUNT:]

    def _fail(self, status: int) -> None:
        words = f"the daemon ended with status {status}"
        complaints = self._complaints.decode(errors="replace").split("\n")
        end = DaemonEnded(": ".join([words, *filter(None, map(str.rstrip, complaints))]))
        self._fail_pending(end)
        for task in self._answering.values():
            task.cancel()
        if self._restarting is not None and not self._restarting.done():
            # Who starts it again hears of it by what it has asked.
            return
        if self._is_stopping or self._revive is None or not self._may_restart():
            self._end = end
            return
        _log.warning("%s; it is started again", end)
        self._held = []
        self._restarting = asyncio.create_task(self._restart(end))

    def _may_restart(self) -> bool:
        now = asyncio.get_running_loop().time()
        self._restarts = [it for it in self._restarts if now - it < _RESTART_SECONDS]
        if len(self._restarts) == _RESTART_COUNT:
            return False
        self._restarts.append(now)
        return True

    async def _restart(self, end: DaemonEnded) -> None:
        """Starts the daemon again, until it is where it was or has ended too often."""
        assert self._revive is not None
        _revives.set(True)
        while True:
            try:
                await self._spawn()
                await self._revive()
                break
            except DaemonError as error:
                if isinstance(error, DaemonEnded):
                    end = error
                if not isinstance(error, DaemonEnded) or not self._may_restart():
                    self._give_up(error)
                    return
                _log.warning("%s; it is started again", error)
            except Exception as error:
                _log.exception("starting the daemon again")
                self._give_up(DaemonEnded(f"{end}; it could not be started again: {error}"))
                return
        held, self._held = self._held or [], None
        assert self._process is not None and self._process.stdin is not None
        for frame in held:
            self._process.stdin.write(frame)

    def _give_up(self, error: DaemonError) -> None:
        self._end = error if isinstance(error, DaemonEnded) else DaemonEnded(str(error))
        self._held = None
        self._fail_pending(self._end)
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    def _take_frame(self, body: bytes, frames: Frames) -> None:
        try:
            message = read_json(body)
        except Unreadable as error:
            frames.put_back(body)
            self._pass_over(error)
            return
        for single in message if isinstance(message, list) else [message]:
            try:
                self._take(single)
            except Surprise as surprise:
                _log.warning("a message of the daemon is passed over: %s", surprise)
            except Exception:
                _log.exception("taking a message of the daemon")

    def _pass_over(self, error: Unreadable) -> None:
        _log.warning("a message of the daemon can't be read: %s", error)
        if error.number is None:
            self._lost()
            return
        if error.is_request:
            self._send(_error(error.number, _PARSE_ERROR, f"the request can't be read: {error}"))
        elif (future := self._pending.pop(error.number, None)) and not future.done():
            future.set_exception(AnswerError(f"the answer can't be read: {error}"))

    def _take(self, message: Any) -> None:
        if not isinstance(message, dict):
            raise Surprise("not a message")
        method, params = message.get("method"), message.get("params", {})
        if method is None:
            self._resolve(message)
        elif not isinstance(method, str):
            raise Surprise("not a method")
        elif "id" in message:
            self._answer(message["id"], method, params)
        elif method == "$/cancelRequest":
            if task := self._answering.get(_request_id(read_member(params, "id", Any, None))):
                task.cancel()
        else:
            self._hear(method, params)

    def _hear(self, method: str, params: Any) -> None:
        try:
            if not isinstance(params, dict):
                raise Surprise(f"no params of {method}")
            self._notified(method, params)
        except Surprise:
            self._lost()
            raise

    def _fail_pending(self, error: DaemonError) -> None:
        for future in [*self._pending.values()]:
            if not future.done():
                future.set_exception(error)

    def _resolve(self, message: dict[str, Any]) -> None:
        if message.get("id") is None:
            unread = _read_error(message.get("error"))
            # The daemon could not read a message, and so not tell whose it was.
            if isinstance(unread, RequestError):
                self._fail_pending(unread)
            return
        future = self._pending.pop(_request_id(message.get("id")), None)
        if future is None or future.done():
            return
        error = message.get("error")
        if error is not None:
            future.set_exception(_read_error(error))
        elif "result" in message:
            future.set_result(message["result"])
        else:
            future.set_exception(AnswerError("the answer has no result"))

    def _answer(self, number: int | str, method: str, params: Any) -> None:
        if not isinstance(number, int | str):
            raise Surprise("not the id of a request")
        if not isinstance(params, dict):
            self._send(_error(number, _INVALID_PARAMS, f"no params of {method}"))
            return
        work = self._asked(method, params)
        if work is None:
            self._send(_error(number, _METHOD_NOT_FOUND, f"no method {method}"))
            return
        self._start_answer(number, method, work)

    def _start_answer(self, number: int | str, method: str, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(self._work(number, method, work))
        self._answering[number] = task
        task.add_done_callback(lambda _: self._answering.pop(number, None))

    async def _work(self, number: int | str, method: str, work: Coroutine[Any, Any, Any]) -> None:
        asker = self._process
        try:
            answer = {"id": number, "result": await work}
        except asyncio.CancelledError:
            answer = _error(number, _CANCELLED, "cancelled")
        except Exception as error:
            _log.exception("answering %s", method)
            words = str(error)
            kind = type(error).__name__
            answer = _error(number, _INTERNAL_ERROR, f"{kind}: {words}" if words else kind)
        # Nobody else waits for it than the daemon that has asked.
        if self._end is None and asker is self._process and self._is_heard:
            self._write(answer)

    @property
    def _is_heard(self) -> bool:
        """The daemon is there, as far as is known."""
        return self._process is not None and self._process.returncode is None


def _written(message: dict[str, Any]) -> str:
    """A message as JSON, with the parts of it that are JSON already."""
    raw: list[RawJSON] = []

    def plain(value: Any) -> Any:
        if isinstance(value, RawJSON):
            raw.append(value)
            return _MARK
        return value

    params = message.get("params")
    if isinstance(params, dict) and any(isinstance(it, RawJSON) for it in params.values()):
        message = message | {"params": {name: plain(value) for name, value in params.items()}}
    try:
        text = json.dumps(message, allow_nan=False)
    except ValueError as error:
        raise ValueError(f"this can't be written as JSON: {error}") from None
    except RecursionError:
        raise ValueError("this is nested too deep to be written as JSON") from None
    for value in raw:
        text = text.replace(f'"{_MARK}"', value, 1)
    return text


# Nothing else in a message is this text.
_MARK = f"raw-{uuid.uuid4()}"


def _error(number: int | str, code: int, message: str) -> dict[str, Any]:
    return {"id": number, "error": {"code": code, "message": message}}


def _read_error(error: Any) -> DaemonError:
    if isinstance(error, dict):
        code, message = error.get("code"), error.get("message")
        if isinstance(code, int) and isinstance(message, str):
            return RequestError(code, message)
    return AnswerError("the answer is an error without words")


def _request_id(number: Any) -> Any:
    """What may be the id of a request; True is not 1."""
    return number if isinstance(number, int | float | str) and number is not True else None
