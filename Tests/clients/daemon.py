"""The daemon as a process with two pipes, and a client that believes nothing.

Every message that comes back is read as the type that the protocol gives it and written again:
a member that is missing, misspelt or of another type fails the test that caused it.
"""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from typing import Any, Callable

from lsprotocol import converters, types

PATIENCE_SECONDS = 60.0
URI = "file:///forms/signup.fields.json"

_converter = converters.get_converter()


def frame(body: bytes) -> bytes:
    """A message with its header."""
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def check_shape(payload: Any, kind: Any) -> None:
    """Fails unless a value is exactly what a type of the protocol allows."""
    again = _converter.unstructure(_converter.structure(payload, kind), kind)
    assert again == payload, f"not a {kind}: {payload!r}"


class Daemon:
    """One process. Use it in a `with` block: at the end it must still be alive, and end well."""

    def __init__(self, binary: str, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [binary, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._methods: dict[Any, str] = {}
        self._last_id = 0
        self._arrived: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Daemon:
        return self

    def __exit__(self, error: object, *_: object) -> None:
        if error is None:
            self.request("shutdown")
            self.notify("exit")
            assert self.wait() == 0
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def wait(self) -> int:
        """The exit status; negative if a signal ended the process."""
        return self.process.wait(PATIENCE_SECONDS)

    def end_input(self) -> None:
        """Closes the daemon's input, as a client does that is gone."""
        self.process.stdin.close()

    # What goes in.

    def write(self, data: bytes) -> None:
        """Bytes as they are."""
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: Any) -> None:
        """A message as it is, in a frame."""
        self.write(frame(json.dumps(message).encode()))

    def notify(self, method: str, params: Any = None) -> None:
        """A notification."""
        message = {"jsonrpc": "2.0", "method": method}
        self.send(message if params is None else message | {"params": params})

    def request(self, method: str, params: Any = None) -> Any:
        """A request and its result."""
        answer = self.answer_to(self.ask(method, params))
        assert "error" not in answer, answer
        return answer["result"]

    def ask(self, method: str, params: Any = None) -> int:
        """A request whose answer is awaited later; gives its id."""
        message = {"jsonrpc": "2.0", "method": method}
        return self.send_request(
            method, message if params is None else message | {"params": params}
        )

    def send_request(self, method: str, message: dict[str, Any]) -> int:
        """A message as it is but for its id; gives the id. The answer is one to `method`."""
        self._last_id += 1
        self._methods[self._last_id] = method
        self.send(message | {"id": self._last_id})
        return self._last_id

    # What comes out.

    def answer_to(self, number: int) -> dict[str, Any]:
        """The response to a request."""
        return self.message(lambda m: "method" not in m and m.get("id") == number)

    def published(self, version: int | None = None, uri: str = URI) -> list[dict[str, Any]]:
        """The diagnostics for a version of a document."""

        def is_wanted(message: dict[str, Any]) -> bool:
            params = message.get("params", {})
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and params["uri"] == uri
                and params.get("version") == version
            )

        return self.message(is_wanted)["params"]["diagnostics"]

    def message(self, is_wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message of a kind; others are looked at and dropped."""
        while True:
            message = self._arrived.get(timeout=PATIENCE_SECONDS)
            assert message is not None, "the daemon closed its output"
            self._check(message)
            if is_wanted(message):
                return message

    def _check(self, message: dict[str, Any]) -> None:
        if "error" in message:
            assert sorted(message) == ["error", "id", "jsonrpc"], message
            check_shape(message["error"], types.ResponseError)
            return
        method = message.get("method") or self._methods.get(message.get("id"))
        assert method is not None, f"an answer to nothing: {message!r}"
        if method.startswith("field/"):
            # Ours: protocol.md says what is in them, and other tests look.
            return
        if method == "textDocument/codeAction" and "result" in message:
            # The library takes an action that has a command for the command itself.
            for action in message["result"]:
                check_shape(action, types.CodeAction if "kind" in action else types.Command)
            return
        kinds = types.METHOD_TO_TYPES[method]
        check_shape(message, kinds[0] if "method" in message else kinds[1])

    def _read(self) -> None:
        stream = self.process.stdout
        try:
            while header := stream.readline():
                assert header.startswith(b"Content-Length: "), header
                assert stream.readline() == b"\r\n"
                self._arrived.put(json.loads(stream.read(int(header[16:]))))
        except (ValueError, AssertionError) as error:
            self._arrived.put({"not a message": repr(error)})
        self._arrived.put(None)

    # The usual beginning.

    def initialize(
        self, encoding: str = "utf-16", *, knows_actions: bool = True
    ) -> dict[str, Any]:
        """Starts a session; gives what the daemon can do."""
        kinds = {"codeActionKind": {"valueSet": ["quickfix", "refactor"]}}
        capabilities = {
            "general": {"positionEncodings": [encoding]},
            "workspace": {"applyEdit": True},
            "textDocument": {
                "publishDiagnostics": {"versionSupport": True},
                "codeAction": {"codeActionLiteralSupport": kinds} if knows_actions else {},
            },
        }
        params = {"processId": None, "rootUri": None, "capabilities": capabilities}
        result = self.request("initialize", params)
        self.notify("initialized", {})
        return result["capabilities"]

    def open(self, text: str, uri: str = URI) -> list[dict[str, Any]]:
        """Opens a document as version 1; gives its diagnostics."""
        document = {"uri": uri, "languageId": "fields", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return self.published(1, uri)

    def change(self, version: int, *changes: dict[str, Any]) -> list[dict[str, Any]]:
        """Changes the document; gives the diagnostics of the new version."""
        document = {"uri": URI, "version": version}
        params = {"textDocument": document, "contentChanges": list(changes)}
        self.notify("textDocument/didChange", params)
        return self.published(version)

    def at(self, method: str, line: int, character: int, **more: Any) -> Any:
        """A request about a place in the document."""
        position = {"line": line, "character": character}
        return self.request(
            f"textDocument/{method}",
            {"textDocument": {"uri": URI}, "position": position, **more},
        )
