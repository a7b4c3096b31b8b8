"""JSON-RPC 2.0 with a daemon that is a child process, framed by `Content-Length`."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from .errors import DaemonEnded, DaemonNotFound, RequestError

Params = Mapping[str, Any]

_CANCELLED = -32800
_INTERNAL_ERROR = -32603
_METHOD_NOT_FOUND = -32601

_log = logging.getLogger("fieldd")


class Connection:
    """One daemon, and what is being asked in both directions.

    A request is written when it is made, so the order of calls is the order on the wire. To cancel
    the future of a request takes the request back; when the daemon takes one of its own back, the
    task that works on it is cancelled.
    """

    def __init__(
        self,
        notified: Callable[[str, Params], None],
        asked: Callable[[str, Params], Coroutine[Any, Any, Any] | None],
    ) -> None:
        """Takes who is told of notifications, and who has the work that answers a request."""
        self._notified = notified
        self._asked = asked
        self._process: asyncio.subprocess.Process | None = None
        self._end: DaemonEnded | None = None
        self._last_id = 0
        self._pending: dict[int, asyncio.Future[Any]] = {}
        self._answering: dict[int | str, asyncio.Task[None]] = {}
        self._complaints: deque[str] = deque(maxlen=20)
        self._readers: list[asyncio.Task[None]] = []

    async def start(self, command: Sequence[str]) -> None:
        """Starts the daemon."""
        try:
            self._process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
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
        try:
            if self._end is None:
                await self.request("shutdown")
                self.notify("exit")
        except DaemonEnded:
            pass
        except BaseException:
            self._process.kill()
            raise
        finally:
            status = await self._process.wait()
            await asyncio.gather(*self._readers)
        return status

    # What goes out.

    def request(self, method: str, params: Params | None = None) -> asyncio.Future[Any]:
        """Asks the daemon; the future has its result, a `RequestError`, or a `DaemonEnded`."""
        future = asyncio.get_running_loop().create_future()
        self._last_id += 1
        number = self._last_id
        self._send({"id": number, "method": method}, params)
        self._pending[number] = future
        future.add_done_callback(lambda done: self._forget(number, done))
        return future

    def notify(self, method: str, params: Params | None = None) -> None:
        """Tells the daemon something that has no answer."""
        self._send({"method": method}, params)

    def _forget(self, number: int, future: asyncio.Future[Any]) -> None:
        if self._pending.pop(number, None) and future.cancelled() and self._end is None:
            self.notify("$/cancelRequest", {"id": number})

    def _send(self, message: dict[str, Any], params: Params | None = None) -> None:
        if self._end is not None:
            raise self._end
        assert self._process is not None and self._process.stdin is not None
        if params is not None:
            message["params"] = params
        # Half a surrogate pair stays half a surrogate pair, for the daemon to judge.
        body = json.dumps({"jsonrpc": "2.0"} | message).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    # What comes in.

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            while (message := await _message(process.stdout)) is not None:
                self._take(message)
                # Who waits for an answer goes on before the next message is taken.
                await asyncio.sleep(0)
        except Exception:
            process.kill()
            raise
        finally:
            status = await process.wait()
            self._fail(status)

    async def _read_complaints(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        async for line in process.stderr:
            self._complaints.append(line.decode(errors="replace").rstrip())

    def _fail(self, status: int) -> None:
        words = f"the daemon ended with status {status}"
        self._end = DaemonEnded(": ".join([words, *self._complaints]))
        for future in [*self._pending.values()]:
            if not future.done():
                future.set_exception(self._end)
        for task in self._answering.values():
            task.cancel()

    def _take(self, message: dict[str, Any]) -> None:
        method = message.get("method")
        if method is None:
            self._resolve(message)
        elif "id" in message:
            self._answer(message["id"], method, message.get("params", {}))
        elif method == "$/cancelRequest":
            if task := self._answering.get(message["params"]["id"]):
                task.cancel()
        else:
            self._notified(method, message.get("params", {}))

    def _resolve(self, message: dict[str, Any]) -> None:
        future = self._pending.pop(message["id"], None) if message["id"] is not None else None
        if future is None or future.done():
            return
        if error := message.get("error"):
            future.set_exception(RequestError(error["code"], error["message"]))
        else:
            future.set_result(message.get("result"))

    def _answer(self, number: int | str, method: str, params: Params) -> None:
        work = self._asked(method, params)
        if work is None:
            self._send(_error(number, _METHOD_NOT_FOUND, f"no method {method}"))
            return
        task = asyncio.create_task(self._work(number, method, work))
        self._answering[number] = task
        task.add_done_callback(lambda _: self._answering.pop(number, None))

    async def _work(self, number: int | str, method: str, work: Coroutine[Any, Any, Any]) -> None:
        try:
            answer = {"id": number, "result": await work}
        except asyncio.CancelledError:
            answer = _error(number, _CANCELLED, "cancelled")
        except Exception as error:
            _log.exception("answering %s", method)
            answer = _error(number, _INTERNAL_ERROR, str(error))
        if self._end is None:
            self._send(answer)


def _error(number: int | str, code: int, message: str) -> dict[str, Any]:
    return {"id": number, "error": {"code": code, "message": message}}


async def _message(stream: asyncio.StreamReader) -> dict[str, Any] | None:
    """The next message; None at the end of the stream."""
    length = 0
    while header := (await stream.readline()).strip():
        name, _, value = header.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    if length == 0:
        return None
    try:
        message: dict[str, Any] = json.loads(await stream.readexactly(length))
    except asyncio.IncompleteReadError:
        return None
    return message
