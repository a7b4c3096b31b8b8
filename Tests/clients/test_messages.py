"""The answers as they are on the wire: every member known to the protocol, every place real."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import SPECS
from daemon import URI, Daemon, frame

HERE = {"textDocument": {"uri": URI}}


def whole(text: str) -> dict[str, Any]:
    """A range that covers a text and more."""
    end = {"line": text.count("\n") + 1, "character": 0}
    return {"start": {"line": 0, "character": 0}, "end": end}


def test_answers_have_only_members_that_the_protocol_knows(fieldd: str) -> None:
    text = (SPECS / "signup.fields.json").read_text()
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        diagnostics = daemon.open(text)
        assert len(diagnostics) == 3
        actions = daemon.request(
            "textDocument/codeAction",
            HERE | {"range": whole(text), "context": {"diagnostics": diagnostics}},
        )
        assert {action["kind"] for action in actions} == {"quickfix"}
        assert daemon.request("textDocument/documentSymbol", HERE)
        assert daemon.request("textDocument/inlayHint", HERE | {"range": whole(text)})
        for line, row in enumerate(text.splitlines()):
            for character in range(0, len(row) + 2, 3):
                daemon.at("completion", line, character)
                daemon.at("hover", line, character)


def test_a_client_that_knows_only_commands_gets_commands(fieldd: str) -> None:
    text = (SPECS / "signup.fields.json").read_text()
    with Daemon(fieldd) as daemon:
        assert daemon.initialize(knows_actions=False)["codeActionProvider"] is True
        daemon.open(text)
        actions = daemon.request(
            "textDocument/codeAction",
            HERE | {"range": whole(text), "context": {"diagnostics": []}},
        )
        assert {action["command"] for action in actions} == {"fieldd.applyFix"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_a_change_of_the_whole_text_is_taken(fieldd: str, encoding: str) -> None:
    with Daemon(fieldd) as daemon:
        assert daemon.initialize(encoding)["positionEncoding"] == encoding
        assert daemon.open("nonsense")
        assert daemon.change(2, {"text": '{ "fields": [] }'}) == []


def test_ten_keystrokes_in_one_write_are_one_publication(fieldd: str) -> None:
    text = '{ "fields": [\n{ "key": "a", "kind": "entry", "label": "A", "text": "" }\n] }'
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        daemon.open(text)
        place = {"line": 1, "character": text.splitlines()[1].index('""') + 1}
        burst = b""
        for version in range(2, 12):
            params = {
                "textDocument": {"uri": URI, "version": version},
                "contentChanges": [{"range": {"start": place, "end": place}, "text": "x"}],
            }
            message = {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}
            burst += frame(json.dumps(message).encode())
        daemon.write(burst)
        assert daemon.published(version=11) == []


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"jsonrpc": "2.0", "id": "x", "method": "no/such"}, -32601),
        ({"jsonrpc": "2.0", "id": "x", "method": "textDocument/hover"}, -32602),
        ({"jsonrpc": "2.0", "id": "x", "method": 7}, -32600),
        ({"jsonrpc": "2.0", "id": "x", "method": "initialize", "params": {}}, -32600),
    ],
)
def test_a_bad_request_is_answered_with_its_error(
    fieldd: str, message: dict[str, Any], code: int
) -> None:
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        daemon.send(message)
        answer = daemon.message(lambda m: "error" in m)
        assert (answer["id"], answer["error"]["code"]) == ("x", code)
        assert answer["error"]["message"]


def test_the_end_of_input_ends_the_daemon(fieldd: str) -> None:
    with pytest.raises(AssertionError, match="closed its output"), Daemon(fieldd) as daemon:
        daemon.initialize()
        daemon.end_input()
        assert daemon.wait() == 1
        daemon.answer_to(-1)


def test_exit_without_shutdown_is_status_1(fieldd: str) -> None:
    daemon = Daemon(fieldd)
    daemon.initialize()
    daemon.notify("exit")
    assert daemon.wait() == 1
