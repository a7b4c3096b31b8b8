"""The WebAssembly module says, byte for byte, what the daemon says: in Node, over recordings of the Swift tests.

The tests of transcripts, marked documents and properties write down what goes into a connection and what comes out of
it, and Node plays that to the module that people get, which traps at each overflow as the daemon does.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import PROJECT, need
from wasm import LIBRARIES, SOURCES, need_libraries

# It takes minutes to compile.
pytestmark = [pytest.mark.xdist_group("build"), pytest.mark.thorough]

REPLAY = PROJECT / "Tests" / "clients" / "wasm-replay.mjs"
ENGINE = PROJECT / "clients" / "javascript" / "src" / "engine.js"
SUITES = "TranscriptTests|MarkedTests|SessionPropertyTests|VerdictPropertyTests|FormPropertyTests"
"""What is recorded: suites whose sessions have everything in them that a client may say."""


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What goes into the connections of the Swift tests, and what comes out."""
    need("swift")
    if not (PROJECT / ".build" / "release" / "Modules" / "FieldTestSupport.swiftmodule").exists():
        pytest.skip("the tests in Swift are not built")
    folder = tmp_path_factory.mktemp("recordings")
    asked = ["swift", "test", "-c", "release", "--skip-build", "--quiet", "--filter", SUITES]
    # The sessions are recorded, not looked for faults in: the same seeds as in `make test`.
    environment = os.environ | {"FIELDD_RECORDINGS": str(folder)}
    environment.pop("FIELDD_FIRST_SEED", None)
    made = subprocess.run(asked, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr[-2000:]
    transcripts = (PROJECT / "Tests" / "Fixtures" / "transcripts").glob("*.txt")
    missing = {it.stem for it in transcripts} - {it.stem for it in folder.glob("*.json")}
    assert not missing
    return folder


def test_the_module_says_what_the_daemon_says(engine: Path, recordings: Path) -> None:
    played = subprocess.run(["node", REPLAY, engine, recordings], capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr[-2000:]
    *differences, count = [json.loads(line) for line in played.stdout.splitlines()]
    assert not differences, json.dumps(differences[0], indent=1)[:4000]
    assert count["same"] == len([*recordings.glob("*.json")])


def test_a_program_talks_with_the_module(engine: Path) -> None:
    said = subprocess.run(["node", SOURCES / "example.mjs", engine], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr[-2000:]
    assert said.stdout.splitlines() == ["ada@ error Not an e-mail address", "ada@example.com success "]


SPANS = """
nonisolated(unsafe) var numbers: [UInt64] = []
@_expose(wasm, "spans") @_cdecl("spans") func spans() -> Int32 { Int32(numbers.span.count) }
"""


@pytest.mark.parametrize("count", [1, 2])
def test_an_empty_list_of_wide_values_is_read_whatever_stands_before_its_storage(tmp_path: Path, count: int) -> None:
    """The standard library aligns what all empty lists share as a word: a `span` of it trapped by luck of the place."""
    need_libraries()
    (tmp_path / "spans.swift").write_text(SPANS, encoding="utf-8")
    (tmp_path / "before.c").write_text(f"int before[{count}] = {{1}};", encoding="utf-8")
    swiftc = Path(shutil.which("swiftc") or "")
    clang, linker = (swiftc.resolve().with_name(name) for name in ("clang", "wasm-ld"))
    features = ["-enable-experimental-feature", "Embedded", "-enable-experimental-feature", "Extern"]
    swift = ["-Osize", "-wmo", "-parse-as-library", "-target", "wasm32-unknown-none-wasm", *features]
    c = ["--target=wasm32-unknown-wasi", "-O2", "-c", "-isystem", "/usr/include/wasm32-wasi"]
    linked = ["before.o", "spans.o", "system.o", "/usr/lib/wasm32-wasi/libc.a", *Path("/usr").glob(LIBRARIES[1][1])]
    wraps = [f"--wrap=__wasi_fd_{name}" for name in ("close", "seek", "write")]
    shown = """WebAssembly.instantiate(require("fs").readFileSync("spans.wasm"), { fieldd: { random() {} } })
      .then(({ instance }) => console.log(instance.exports.spans()))"""
    done = None
    for command in (
        [swiftc, *swift, "-Xfrontend", "-disable-stack-protector", "-c", "-o", "spans.o", "spans.swift"],
        [clang, *c, "-o", "before.o", "before.c"],
        [clang, *c, "-o", "system.o", SOURCES / "system.c"],
        [linker, "--no-entry", "--export=before", *wraps, "-o", "spans.wasm", *linked],
        ["node", "--eval", shown],
    ):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
    assert done is not None and done.stdout == "0\n"


def talk(module: Path, *messages: dict[str, object]) -> list[dict[str, Any]]:
    """What a host without files hears when it says some messages and hangs up."""
    program = f"""
      import {{ readFileSync }} from "node:fs";
      import {{ EngineChannel }} from "{ENGINE.as_uri()}";
      const channel = await EngineChannel.open(readFileSync(process.argv[1]));
      channel.onText = (text) => console.log(text);
      for (const message of JSON.parse(process.argv[2])) channel.send(JSON.stringify(message));
      setTimeout(() => channel.close(), 200);
    """
    framed = json.dumps([{"jsonrpc": "2.0"} | it for it in messages])
    asked = ["node", "--input-type=module", "--eval", program, module, framed]
    said = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr[-2000:]
    return [json.loads(line) for line in said.stdout.splitlines()]


INITIALIZE: dict[str, object] = {"id": 0, "method": "initialize", "params": {"capabilities": {}}}


def test_a_host_without_files_keeps_nobody_waiting(engine: Path) -> None:
    record = {"uri": "file:///a.values.json", "languageId": "json", "version": 1, "text": '{"$form":"b.fields.json"}'}
    heard = talk(
        engine,
        INITIALIZE,
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": record}},
    )
    told = [it["params"]["diagnostics"] for it in heard if it.get("method") == "textDocument/publishDiagnostics"]
    assert [it["code"] for it in told[-1]] == ["missingForm"]


def test_a_module_without_formats_can_be_made(tmp_path: Path) -> None:
    """What it says in their place is in a file of few lines, so that the compiler's word is enough: a module of its own
    would take three minutes."""
    need_libraries()
    made = subprocess.run(
        [SOURCES / "build.sh", tmp_path / "no.wasm", "--without-formats", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr[-2000:]
