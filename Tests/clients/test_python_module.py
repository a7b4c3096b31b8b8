"""The Python package where there is no program and no library: wasmtime runs the module.

test_library.py compares the verdicts of a module in the process with those of the daemon.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import fieldd
import pytest
import wasmtime
from conftest import PROJECT
from fieldd.engine import Module
from fieldd.zones import zone_file

SOURCE = PROJECT / "clients" / "python" / "src" / "fieldd"
COMMAND = [sys.executable, "-P", "-m", "fieldd"]
PATIENCE_SECONDS = 60.0

STAND_IN = """
    (module
      (import "fieldd" "may_go_on" (func (param i32 i32) (result i32)))
      (import "fieldd" "random" (func (param i32 i32)))
      (import "fieldd" "zone" (func (param i32 i32 i32 i32 i32 i32) (result i32)))
      (memory (export "memory") 1)
      (func (export "fieldd_room") (param i32) (result i32) i32.const 0)
      (func (export "fieldd_begin") (param i32))
      (func (export "fieldd_turn") (param i32 i32 i64 i32) unreachable)
      (func (export "fieldd_deadline") (result i64) i64.const -1)
      (func (export "fieldd_take_output") (result i32) i32.const 0)
      (func (export "fieldd_take_wishes") (param i32) (result i32) i32.const 0)
      (func (export "fieldd_taken") (result i32) i32.const 0))
"""
"""A module that traps as soon as something is said to it."""
AGE = {"fields": [{"key": "age", "kind": "entry", "label": "Age", "value": "integer"}]}


def entry(key: str, **more: Any) -> dict[str, Any]:
    return {"key": key, "kind": "entry", "label": key.title()} | more


def install(folder: Path, module: bytes | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has programs import the package with a module in it, where there is no program."""
    shutil.copytree(SOURCE, folder / "fieldd", ignore=shutil.ignore_patterns("__pycache__"))
    if isinstance(module, Path):
        (folder / "fieldd" / "fieldd.wasm").symlink_to(module)
    else:
        (folder / "fieldd" / "fieldd.wasm").write_bytes(module)
    facts = folder / "fieldd-1.2.3.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: fieldd\nVersion: 1.2.3\n")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.delenv("FIELDD_LIBRARY", raising=False)


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The module of an installation, which traps."""
    install(tmp_path, bytes(wasmtime.wat2wasm(STAND_IN)), monkeypatch)
    return tmp_path / "fieldd" / "fieldd.wasm"


@pytest.fixture
def installed_module(engine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation with the module."""
    install(tmp_path, engine, monkeypatch)


def run(*command: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)


# The command without a word to the module.


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(
    ("words", "said"),
    {
        "check a.fields.json": "fieldd check needs the program",
        "schema": "fieldd schema needs the program",
        "--store learned": "--store learned needs the program",
        "serve --trace=session.txt": "--trace session.txt needs the program",
        "--store": "--store needs a value",
        "--stdio=x": "there is no --stdio=x",
        "serve chek": "there is no chek",
    }.items(),
)
def test_what_only_the_program_does_is_refused(words: str, said: str) -> None:
    done = run(*COMMAND, *words.split())
    assert (done.returncode, done.stdout) == (2, "") and said in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.usefixtures("stand_in")
def test_the_command_tells_its_version_and_its_words() -> None:
    assert run(*COMMAND, "--version").stdout == "fieldd 1.2.3\n"
    for words in (["--help"], ["help"], ["check", "-h"]):
        done = run(*COMMAND, *words)
        assert done.returncode == 0 and "[--store :memory:]" in done.stdout and "need the program" in done.stdout


def test_without_a_module_the_command_says_so(stand_in: Path) -> None:
    stand_in.unlink()
    done = run(*COMMAND)
    assert (done.returncode, done.stdout) == (2, "") and "has no module" in done.stderr


# What can go wrong with a module.


def test_a_trap_ends_the_daemon_and_a_checker_says_so(stand_in: Path) -> None:
    trap = "the module ended: wasm trap: wasm `unreachable` instruction executed"

    async def opened() -> None:
        async with fieldd.Daemon(COMMAND, restart=False):
            pass

    with pytest.raises(fieldd.DaemonEnded, match=f"^the daemon ended with status 1: {trap}$"):
        asyncio.run(opened())
    with pytest.raises(fieldd.DaemonEnded, match=f"^{trap}$"):
        fieldd.Checker(AGE, in_process=True, library=stand_in).__enter__()


@pytest.mark.parametrize(
    ("module", "said"),
    {
        b"": "can't be loaded",
        b"\0asm\1\0\0\0\1": "can't be loaded",
        b"<!doctype html>": "can't be loaded",
        b"\0asm\1\0\0\0": "is not fieldd",
    }.items(),
)
def test_what_is_no_module_is_named(module: bytes, said: str, stand_in: Path, tmp_path: Path) -> None:
    (tmp_path / "other.wasm").write_bytes(module)
    with pytest.raises(fieldd.DaemonNotFound, match=f"^the module .*other.wasm {said}"):
        fieldd.Checker(AGE, in_process=True, library=tmp_path / "other.wasm").__enter__()
    stand_in.write_bytes(module)
    done = run(*COMMAND)
    assert (done.returncode, done.stdout) == (1, "") and said in done.stderr and "Traceback" not in done.stderr


@pytest.mark.usefixtures("stand_in")
def test_without_wasmtime_an_installer_is_named(tmp_path: Path) -> None:
    (tmp_path / "wasmtime.py").write_text("raise ImportError")
    done = run(*COMMAND)
    assert done.returncode == 1 and done.stderr.endswith("python -m pip install 'fieldd[module]'\n")


# What the module does.

PROGRAM = """
import asyncio, fieldd
document = {"fields": [{"key": "age", "kind": "entry", "label": "Age", "value": "integer"}]}
async def main():
    async with fieldd.Daemon() as daemon, daemon.open(document) as form:
        await form["age"].replace_text("36")
        print((await form.submit()).values)
asyncio.run(main())
for options in ({}, {"in_process": True}):
    with fieldd.Checker(document, **options) as checker:
        print(checker.check({"age": 3}).valid, checker.check({"age": "3"}).problems[0].code)
"""


@pytest.mark.thorough
@pytest.mark.xdist_group("build")
@pytest.mark.usefixtures("installed_module")
def test_the_package_takes_the_module_where_there_is_nothing_else() -> None:
    done = run(sys.executable, "-c", PROGRAM)
    assert (done.stdout, done.stderr) == ("{'age': 36}\nTrue wrongType\nTrue wrongType\n", "")


@pytest.mark.thorough
@pytest.mark.xdist_group("build")
def test_a_checker_goes_on_after_a_trap(engine: Path, stand_in: Path) -> None:
    with fieldd.Checker(AGE, in_process=True, library=engine) as checker:
        exchange: Any = checker.form._connection._exchange
        exchange._engine = Module(stand_in).engine()
        with pytest.raises(fieldd.DaemonEnded, match="^the module ended: wasm trap: "):
            checker.check({"age": 3})
        assert checker.check({"age": 3}) and not checker.check({"age": "3"})


@pytest.mark.thorough
@pytest.mark.xdist_group("build")
def test_the_module_knows_the_zones_of_this_python(engine: Path) -> None:
    def date(key: str, zone: str) -> dict[str, Any]:
        return {"key": key, "kind": "date", "label": key, "maximumDate": "today", "timeZone": zone}

    east = ZoneInfo("Pacific/Kiritimati")
    form = {"fields": [date("east", str(east)), date("west", "Etc/GMT+12")]}
    with fieldd.Checker(form, in_process=True, library=engine) as checker:
        day = datetime.now(east).date().isoformat()
        # 26 hours lie between them.
        assert [it.path for it in checker.check({"east": day, "west": day}).problems] == ["/west"]
    unknown = {"fields": [date("east", "Pacific/Nowhere")]}
    with pytest.raises(fieldd.FormError, match="no time zone"), fieldd.Checker(unknown, in_process=True, library=engine) as it:
        it.check({})


def test_a_zone_has_a_file_of_the_system() -> None:
    found = zone_file("Europe/Oslo")
    assert found is not None and found.startswith(b"TZif")
    assert b"\nEurope/Oslo\n" in (zone_file("") or b"")
    for name in ("../../etc/passwd", "/etc/passwd", "Europe/Nowhere", "Europe//Oslo", "Europe/Oslo\n", "Europe"):
        assert zone_file(name) is None


@pytest.mark.usefixtures("installed_module")
def test_a_session_ends_with_its_status() -> None:
    def said(*methods: str) -> tuple[int, int, str]:
        messages = [{"jsonrpc": "2.0", "method": it, "params": {"capabilities": {}}} for it in methods]
        for number, message in enumerate(messages):
            if message["method"] != "exit":
                message["id"] = number
        done = run(*COMMAND, text="".join(json.dumps(it) + "\n" for it in messages))
        return done.returncode, done.stdout.count("\n"), done.stderr

    assert said("initialize", "shutdown", "exit") == (0, 2, "")
    assert said("initialize", "exit") == (1, 1, "")
    assert said("initialize") == (1, 1, "")
    assert said() == (0, 0, "")


@pytest.mark.thorough
@pytest.mark.xdist_group("build")
@pytest.mark.usefixtures("installed_module")
def test_a_late_answer_of_a_validator_never_wins() -> None:
    asked: asyncio.Queue[str] = asyncio.Queue()
    cancelled: list[str] = []

    async def free(check: fieldd.Check) -> str | None:
        asked.put_nowait(check.value)
        if check.value == "ada":
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.append(check.value)
                raise
        return f"{check.value} is taken"

    async def type_twice() -> tuple[bool, str, str]:
        document = {"fields": [entry("name", validation={"live": ["free"], "interval": 0.05})]}
        async with asyncio.timeout(PATIENCE_SECONDS), fieldd.Daemon(COMMAND, validators={"free": free}) as daemon:
            async with daemon.open(document) as form:
                name = form["name"]
                await name.replace_text("ada")
                # The daemon asks when the typing has rested, and nobody says anything meanwhile.
                assert await asked.get() == "ada"
                was_pending = name.is_pending
                await name.replace_text("eve")
                assert await asked.get() == "eve"
                await name.settled()
                return was_pending, name.state, name.error or ""

    assert asyncio.run(type_twice()) == (True, "error", "eve is taken")
    assert cancelled == ["ada"]


@pytest.mark.thorough
@pytest.mark.xdist_group("build")
@pytest.mark.usefixtures("installed_module")
def test_a_daemon_that_is_killed_is_started_again(caplog: pytest.LogCaptureFixture) -> None:
    async def lose() -> tuple[str, bool]:
        async with asyncio.timeout(PATIENCE_SECONDS), fieldd.Daemon(COMMAND) as daemon, daemon.open(AGE) as form:
            await form["age"].replace_text("36")
            process = daemon._connection._process
            assert process is not None
            process.kill()
            with pytest.raises(fieldd.DaemonEnded):
                await form["age"].replace_text("37")
            return form["age"].text, bool(await form.submit())

    assert asyncio.run(lose()) == ("36", True)
    assert "it is started again" in caplog.text


@pytest.mark.thorough
@pytest.mark.xdist_group("build")
@pytest.mark.usefixtures("installed_module")
def test_the_server_reads_forms_of_records_and_what_a_folder_says(tmp_path: Path) -> None:
    """Also when they change: files are looked at with each message."""
    form, record = tmp_path / "a.fields.json", (tmp_path / "a.values.json").as_uri()
    form.write_text(json.dumps(AGE))
    (tmp_path / "fieldd.json").write_text('{"autofill": {"cities": ["Oslo", "Ottawa"]}}')
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        assert process.stdin is not None and process.stdout is not None
        stdin, stdout = process.stdin, process.stdout

        def say(method: str, number: int | None = None, **params: Any) -> None:
            message = {"jsonrpc": "2.0", "method": method, "params": params}
            stdin.write(json.dumps(message if number is None else message | {"id": number}) + "\n")

        def next_codes() -> list[str]:
            while (message := json.loads(stdout.readline())).get("method") != "textDocument/publishDiagnostics":
                pass
            return [it["code"] for it in message["params"]["diagnostics"]]

        folders = [{"uri": tmp_path.as_uri(), "name": "a"}]
        say("initialize", 0, capabilities={"experimental": {"fields": {}}}, workspaceFolders=folders)
        say("initialized")
        document = {"uri": record, "languageId": "json", "version": 1, "text": '{"age": "3"}'}
        say("textDocument/didOpen", textDocument=document)
        while (codes := next_codes()) != ["wrongType"]:
            # At first nobody has read the form.
            assert codes == []
        form.write_text(json.dumps({"fields": [entry("name")]}))
        say("$/nothing")
        assert "unknownKey" in next_codes()
        cities = {"fields": [entry("city", autofill={"source": "cities"})]}
        say("field/open", 1, uri="form:cities", document=cities)
        say("field/beginEditing", 2, uri="form:cities", key="city")
        say("field/replaceText", 3, uri="form:cities", key="city", text="O")
        say("field/snapshot", 4, uri="form:cities")
        while (message := json.loads(stdout.readline())).get("id") != 4:
            pass
        assert "Ottawa" in json.dumps(message["result"])
        say("shutdown", 5)
        say("exit")
        stdin.close()
        assert process.wait(PATIENCE_SECONDS) == 0
