"""Whatever a client sends, the process stays alive and answers. Seeded: a failure comes again."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import FIRST_SEED, PROJECT, SPECS, seeds
from daemon import URI, Daemon, frame

FORM = '{ "fields": [\n{ "key": "a", "kind": "area", "label": "A", "text": "%s" }\n] }'
HERE = {"textDocument": {"uri": URI}}
PLACE = {"line": 1, "character": 5}
SPAN = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 9}}


def assert_answers(daemon: Daemon, version: int = 100) -> None:
    """The daemon still does its work."""
    document = {"uri": URI, "languageId": "fields", "version": version, "text": FORM % ""}
    daemon.notify("textDocument/didOpen", {"textDocument": document})
    assert daemon.published(version) == []
    assert daemon.at("hover", 1, 3) is not None


@pytest.mark.parametrize("seed", seeds(6, 20))
def test_random_bytes_between_messages(fieldd: str, seed: int) -> None:
    chance = random.Random(seed)
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        for _ in range(10):
            daemon.write(chance.randbytes(chance.randrange(1, 4000)))
        assert_answers(daemon)


@pytest.mark.parametrize("seed", seeds(6, 20))
def test_random_bytes_in_a_body(fieldd: str, seed: int) -> None:
    chance = random.Random(seed)
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        for _ in range(50):
            daemon.write(frame(chance.randbytes(chance.randrange(200))))
        assert_answers(daemon)


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: 99999999999999999999999999\r\n\r\n",
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: 12abc\r\n\r\n",
        b"Content-Length:\r\n\r\n",
        b"Content-Type: text/plain\r\n\r\n",
        b"\r\n\r\n\r\n\r\n",
        b"A: " + b"x" * 1_000_000 + b"\r\n\r\n",
        b"\0" * 10_000,
    ],
)
def test_nonsense_headers(fieldd: str, header: bytes) -> None:
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        daemon.write(header)
        assert_answers(daemon)


def test_bodies_cut_short(fieldd: str) -> None:
    body = json.dumps(opening(FORM % "é😀")).encode()
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        for length in range(0, len(body), 7):
            daemon.write(frame(body[:length]))
        assert_answers(daemon)


@pytest.mark.parametrize("kept", [1, 17, 40, 200])
def test_a_stream_that_ends_inside_a_message(fieldd: str, kept: int) -> None:
    daemon = Daemon(fieldd)
    daemon.initialize()
    daemon.write(frame(json.dumps(opening(FORM % "")).encode())[:kept])
    daemon.end_input()
    assert daemon.wait() == 1


@pytest.mark.parametrize("content", ["x", "é", "😀", "\\n", "\\u0000", "e\u0301", "👩‍👩‍👧"])
def test_ten_megabytes_in_one_field(fieldd: str, content: str) -> None:
    text = FORM % (content * (10_000_000 // len(content.encode())))
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        assert daemon.open(text) == []
        end = len(text.splitlines()[1].encode("utf-16-le")) // 2 - len('" }')
        start = {"line": 1, "character": end}
        assert daemon.change(2, {"range": {"start": start, "end": start}, "text": "x"}) == []
        assert daemon.at("hover", 1, 3) is not None
        assert daemon.request("textDocument/inlayHint", HERE | {"range": SPAN}) is not None


NESTS = {
    "arrays": ("[", "]"),
    "objects": ('{"a":', "}"),
    "open arrays": ("[", ""),
    "open objects": ('{"fields":[', ""),
    "conditions": ('{"all":[', "]}"),
}


@pytest.mark.parametrize("depth", [10_000, 200_000])
@pytest.mark.parametrize("nest", NESTS)
@pytest.mark.parametrize("place", ["alone", "in a field", "in a message"])
def test_deep_nests(fieldd: str, place: str, nest: str, depth: int) -> None:
    before, after = NESTS[nest]
    deep = before * depth + after * depth
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        if place == "in a message":
            daemon.write(frame(b'{"jsonrpc":"2.0","method":"x","params":%s}' % deep.encode()))
        else:
            field = '{ "fields": [\n{ "key": "a", "required": { "when": %s } }\n] }' % deep
            assert daemon.open(deep if place == "alone" else field)
            middle = {"line": 0 if place == "alone" else 1, "character": len(deep) // 2}
            for method in ("hover", "completion"):
                daemon.at(method, **middle)
            daemon.request("textDocument/documentSymbol", HERE)
            assert daemon.change(2, {"range": {"start": middle, "end": middle}, "text": "["})
        assert_answers(daemon)


def test_messages_with_a_member_missing_or_of_another_type(fieldd: str) -> None:
    chance = random.Random(FIRST_SEED)
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        daemon.open((SPECS / "signup.fields.json").read_text())
        for message in messages():
            for spoilt in spoil(message, chance):
                if "id" not in message:
                    daemon.send(spoilt)
                elif "method" in spoilt and spoilt.get("id") == message["id"]:
                    daemon.answer_to(daemon.send_request(message["method"], spoilt))
        assert_answers(daemon)


@pytest.mark.parametrize("seed", seeds(4, 10))
def test_random_edits(fieldd: str, seed: int) -> None:
    """Ranges that are reversed, or far outside of the text, with any text."""
    chance = random.Random(seed)
    pieces = ['"', "{", "}", "[", "]", ",", ":", "\\", "\r", "\n", "\\ud800", "😀", "e\u0301", ""]
    numbers = [0, 1, 2, 5, 17, 60, 1000, 2**31 - 1]
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        daemon.open((SPECS / "signup.fields.json").read_text())
        for version in range(2, 302):
            start, end = (
                {"line": chance.choice(numbers), "character": chance.choice(numbers)}
                for _ in range(2)
            )
            text = "".join(chance.choices(pieces, k=chance.randrange(4)))
            daemon.change(version, {"range": {"start": start, "end": end}, "text": text})
        assert_answers(daemon, 1000)


def opening(text: str) -> dict[str, Any]:
    """A `didOpen` message."""
    document = {"uri": URI, "languageId": "fields", "version": 1, "text": text}
    return {
        "jsonrpc": "2.0",
        "method": "textDocument/didOpen",
        "params": {"textDocument": document},
    }


def messages() -> Iterator[dict[str, Any]]:
    """One message of every kind that the daemon understands in the middle of a session."""
    at = HERE | {"position": PLACE}
    change = {"range": SPAN, "rangeLength": 5, "text": "x"}
    versioned = {"textDocument": {"uri": URI, "version": 9}}
    for method, params in {
        "textDocument/completion": at | {"context": {"triggerKind": 1}},
        "textDocument/hover": at,
        "textDocument/codeAction": HERE | {"range": SPAN, "context": {"diagnostics": []}},
        "textDocument/documentSymbol": HERE,
        "textDocument/inlayHint": HERE | {"range": SPAN},
        "workspace/executeCommand": {
            "command": "fieldd.learnAutofill",
            "arguments": [{"uri": URI, "key": "a", "text": "x"}],
        },
        "initialize": {"processId": None, "rootUri": None, "capabilities": {}},
    }.items():
        yield {"jsonrpc": "2.0", "id": 0, "method": method, "params": params}
    yield opening(FORM % "")
    for method, params in {
        "textDocument/didChange": versioned | {"contentChanges": [change]},
        "textDocument/didSave": HERE,
        "textDocument/didClose": {"textDocument": {"uri": "file:///other"}},
        "$/cancelRequest": {"id": 0},
        "initialized": {},
    }.items():
        yield {"jsonrpc": "2.0", "method": method, "params": params}


def spoil(value: Any, chance: random.Random) -> Iterator[Any]:
    """The value with each of its members, at any depth, left out or replaced."""
    others = [None, True, -1, 1.5, 1e300, "", "\ud800", [], {}, [[]], {"uri": 1}]
    if isinstance(value, dict):
        for key, inner in value.items():
            rest = {name: member for name, member in value.items() if name != key}
            yield rest
            yield {**rest, key: chance.choice(others)}
            yield from ({**rest, key: spoilt} for spoilt in spoil(inner, chance))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            for spoilt in [chance.choice(others), *spoil(inner, chance)]:
                yield [*value[:index], spoilt, *value[index + 1 :]]


def test_each_entry_of_the_fuzzer_has_seeds(tmp_path: Path) -> None:
    fuzz = PROJECT / "Fuzz"
    entries = re.findall(r"^  case (\w+)$", (fuzz / "Sources/fuzz/Entry.swift").read_text(), re.M)
    run([sys.executable, "-B", str(fuzz / "seeds.py"), str(tmp_path)])
    seeded = {folder.name for folder in tmp_path.iterdir() if folder.is_dir()}
    assert seeded == set(entries)
    assert all(any((tmp_path / entry).iterdir()) for entry in entries)
    listed = re.search(r"^ENTRY \?= (.*)$", (PROJECT / "Makefile").read_text(), re.M)
    assert listed and set(listed[1].split()) == set(entries)


def test_the_fuzzer_fits_the_modules(tmp_path: Path) -> None:
    modules = PROJECT / ".build" / "release" / "Modules"
    if not (modules / "FieldTestSupport.swiftmodule").exists():
        pytest.skip("the tests in Swift are not built")
    # As the package manager calls a package that nobody depends on: by its folder.
    name = re.sub(r"\W", "_", PROJECT.name.lower())
    options = ["-parse-as-library", "-swift-version", "6", "-package-name", name]
    sources = map(str, (PROJECT / "Fuzz" / "Sources" / "fuzz").glob("*.swift"))
    run(["swiftc", "-typecheck", *options, "-I", str(modules), *sources])


def run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
