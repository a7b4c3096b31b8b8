"""A daemon that ends unasked is started again, with its forms and their drafts."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from pathlib import Path
from typing import Any

import fieldd
import pytest
from fieldd.connection import Connection

FORM: dict[str, Any] = {
    "groups": [
        {"key": "address", "label": "Address", "path": "/address"},
        {"key": "lines", "label": "Lines", "repeat": {}},
    ],
    "fields": [
        {"key": "name", "kind": "entry", "label": "Name", "text": "Ada"},
        {"key": "age", "kind": "entry", "label": "Age", "value": "integer"},
        {"key": "city", "kind": "entry", "label": "City", "group": "address"},
        {"key": "size", "kind": "picker", "label": "Size", "data": [1, 2, 3]},
        {"key": "tags", "kind": "picker", "label": "Tags", "data": ["a", "b"], "multiple": True},
        {"key": "day", "kind": "date", "label": "Day", "clearable": True},
        {"key": "product", "kind": "entry", "label": "Product", "group": "lines"},
    ],
    "entries": {"lines": [{"product": "Tea"}]},
}


# The fixture with the program has the module's name.
@pytest.fixture(name="binary")
def _binary(request: pytest.FixtureRequest) -> str:
    path: str = request.getfixturevalue("fieldd")
    return path


class Watched(fieldd.Delegate):
    """Counts how often a daemon was started again."""

    def __init__(self) -> None:
        self.restarts: asyncio.Queue[None] = asyncio.Queue()

    def restarted(self) -> None:
        self.restarts.put_nowait(None)


def command(binary: str, pids: Path) -> list[str]:
    """A daemon that writes its process number down before it is one."""
    words = "import os, sys; open(sys.argv[1], 'a').write(f'{os.getpid()}\\n'); os.execv(sys.argv[2], sys.argv[2:])"
    return [sys.executable, "-c", words, str(pids), binary, "--store", ":memory:"]


def kill(pids: Path) -> None:
    os.kill(int(pids.read_text().split()[-1]), signal.SIGKILL)


async def state(form: fieldd.Form) -> dict[str, Any]:
    lines = [[(field.own_key, field.text) for field in entry] for entry in form.list("lines").entries]
    return {field.key: field.text for field in form if field.entry is None} | {"lines": lines}


@pytest.mark.asyncio
async def test_a_killed_daemon_comes_back_with_its_forms_and_drafts(
    binary: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pids = tmp_path / "pids"
    watched = Watched()
    caplog.set_level(logging.WARNING, "fieldd")
    async with asyncio.timeout(60), _daemon(binary, pids, watched) as daemon:
        async with daemon.open(FORM) as form, daemon.open({"fields": FORM["fields"][:2]}) as other:
            await form["age"].replace_text("many")
            await form["name"].replace_text("Grace")
            await form["city"].replace_text("Bern")
            await form["size"].select(2)
            await form["tags"].select(["b"])
            await form["day"].set_date("2026-01-02")
            entry = await form.list("lines").add()
            assert entry
            await form.list("lines").entries[1]["product"].replace_text("Milk")
            before = await state(form)
            assert before["lines"] == [[("product", "Tea")], [("product", "Milk")]]
            kill(pids)
            await watched.restarts.get()
            assert await state(form) == before
            assert form["age"].error == "Not a whole number"
            await form["age"].replace_text("36")
            assert (await form.submit()).values == {
                "name": "Grace", "age": 36, "address": {"city": "Bern"}, "size": 2, "tags": ["b"],
                "day": "2026-01-02", "lines": [{"product": "Tea"}, {"product": "Milk"}],
            }
            assert (await other.check({"name": "A", "age": None})).valid
    said = [record.message for record in caplog.records if "started again" in record.message]
    assert len(said) == 1 and "status -9" in said[0]
    assert len(pids.read_text().split()) == 2


@pytest.mark.asyncio
async def test_a_killed_daemon_comes_back_with_lists_of_values(binary: str, tmp_path: Path) -> None:
    pids, watched = tmp_path / "pids", Watched()
    document = {
        "groups": [{"key": "tags", "label": "Tags", "path": "/deep/tags", "repeat": {}}],
        "fields": [{"key": "tag", "kind": "entry", "label": "Tag", "group": "tags", "path": ""}],
    }
    async with asyncio.timeout(60), _daemon(binary, pids, watched) as daemon, daemon.open(document) as form:
        for text in ("tea", "milk"):
            await form.list("tags").add({"tag": text})
        kill(pids)
        await watched.restarts.get()
        assert (await form.submit()).values == {"deep": {"tags": ["tea", "milk"]}}


@pytest.mark.asyncio
async def test_a_killed_daemon_comes_back_with_all_digits_of_numbers(binary: str, tmp_path: Path) -> None:
    pids, watched = tmp_path / "pids", Watched()
    fields = [
        {"key": "n", "kind": "entry", "label": "N", "value": "integer", "precision": "int64"},
        {"key": "x", "kind": "entry", "label": "X", "value": "number"},
    ]
    async with asyncio.timeout(60), _daemon(binary, pids, watched) as daemon, daemon.open({"fields": fields}) as form:
        drafts = ["9007199254740993", "0.12345678901234567890"]
        for field, draft in zip(form, drafts, strict=True):
            await field.replace_text(draft)
        assert await form.submit()
        kill(pids)
        await watched.restarts.get()
        await form.settled()
        assert [field.text for field in form] == drafts


@pytest.mark.asyncio
async def test_what_was_emptied_stays_empty_in_a_daemon_that_comes_back(binary: str, tmp_path: Path) -> None:
    pids, watched = tmp_path / "pids", Watched()
    fields = [
        {"key": "name", "kind": "entry", "label": "Name", "text": "Ada"},
        {"key": "age", "kind": "entry", "label": "Age", "text": "36", "value": "integer"},
        {"key": "day", "kind": "date", "label": "Day", "date": "2026-01-02", "clearable": True},
        {"key": "size", "kind": "picker", "label": "Size", "data": ["", "a"], "text": "a", "clearable": True},
        {"key": "none", "kind": "picker", "label": "None", "data": ["a", None], "text": "a"},
    ]
    async with asyncio.timeout(60), _daemon(binary, pids, watched) as daemon, daemon.open({"fields": fields}) as form:
        for key in ("name", "age", "day", "size"):
            await form[key].clear()
        await form["none"].select(index=1)
        kill(pids)
        await watched.restarts.get()
        await form.settled()
        assert [(it.text, it.date, it.chosen) for it in form] == [("", "", ())] * 4 + [("null", "", ("null",))]


@pytest.mark.asyncio
async def test_what_was_asked_before_fails_and_what_is_asked_then_waits(binary: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    async with asyncio.timeout(60), _daemon(binary, pids) as daemon, daemon.open(FORM) as form:
        os.kill(int(pids.read_text().split()[-1]), signal.SIGSTOP)
        asked = asyncio.ensure_future(form.check({"name": "A"}))
        await asyncio.sleep(0)
        kill(pids)
        with pytest.raises(fieldd.DaemonEnded):
            await asked
        assert (await form.check({"age": "x"})).problems[0].message


@pytest.mark.asyncio
async def test_a_daemon_that_ends_again_and_again_stays_ended(binary: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    watched = Watched()
    async with asyncio.timeout(60), _daemon(binary, pids, watched) as daemon, daemon.open(FORM) as form:
        for _ in range(3):
            kill(pids)
            await watched.restarts.get()
        kill(pids)
        with pytest.raises(fieldd.DaemonEnded):
            while True:
                await form.check({})
    assert len(pids.read_text().split()) == 4


@pytest.mark.asyncio
async def test_who_does_not_want_it_is_told_of_the_end(binary: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    async with asyncio.timeout(60), _daemon(binary, pids, restart=False) as daemon, daemon.open(FORM) as form:
        kill(pids)
        with pytest.raises(fieldd.DaemonEnded):
            while True:
                await form.check({})


# Asks something and ends, the first time; the next one writes down what it hears.
ASKS_AND_ENDS = """
import json, os, sys
def read():
    length = int(sys.stdin.buffer.readline().split()[1])
    sys.stdin.buffer.readline()
    return json.loads(sys.stdin.buffer.read(length))
def write(message):
    body = json.dumps(message).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body)
    sys.stdout.buffer.flush()
is_first = not os.path.exists(sys.argv[1])
log = open(sys.argv[1], "a")
while True:
    message = read()
    log.write(json.dumps([is_first, message]) + "\\n")
    log.flush()
    if message.get("method") == "exit":
        break
    if message.get("method") == "field/import" and is_first:
        write({"id": 7, "method": "field/autofillStrings", "params": {"uri": "form:1", "key": "a", "source": "s", "text": ""}})
        os._exit(9)
    if message.get("method") == "field/import":
        write({"id": message["id"], "error": {"code": 1, "message": "no"}})
    elif "id" in message:
        write({"id": message["id"], "result": {}})
"""


@pytest.mark.asyncio
async def test_what_an_earlier_daemon_has_asked_is_not_answered_to_the_next_one(tmp_path: Path) -> None:
    log = tmp_path / "log"

    async def revive() -> None:
        await connection.request("initialize")

    async def answer() -> None:
        await asyncio.Event().wait()

    connection = Connection(lambda *_: None, lambda *_: answer(), lambda: None, revive=revive)
    async with asyncio.timeout(60):
        await connection.start([sys.executable, "-c", ASKS_AND_ENDS, str(log)])
        with pytest.raises(fieldd.DaemonEnded):
            await connection.request("field/import")
        with pytest.raises(fieldd.RequestError):
            await connection.request("field/import")
        await connection.stop()
    heard = [json.loads(line) for line in log.read_text().split("\n") if line]
    methods = [it.get("method") for is_first, it in heard if not is_first]
    assert methods == ["initialize", "field/import", "shutdown", "exit"]


def test_a_checker_goes_on(binary: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with fieldd.Checker(FORM, command(binary, pids)) as checker:
        assert checker.check({"name": "A"}).valid
        kill(pids)
        verdict = None
        while verdict is None:
            try:
                verdict = checker.check({"name": 3})
            except fieldd.DaemonEnded:
                # Asked before anybody knew of the end.
                pass
        assert not verdict.valid
    assert len(pids.read_text().split()) == 2


def _daemon(
    binary: str, pids: Path, delegate: fieldd.Delegate | None = None, restart: bool = True
) -> Any:
    return fieldd.Daemon(command(binary, pids), delegate=delegate, restart=restart)
