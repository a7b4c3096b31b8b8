"""The preview: an editor and pages with one daemon between them, all of them real."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import os
import re
import select
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
import test_editors
import test_sessions
import test_web
from browser import Bridge, Page
from conftest import PROJECT, SPECS, need
from daemon import PATIENCE_SECONDS, Daemon, frame
from neovim import Neovim
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By

CLIENTS = PROJECT / "clients"
PREVIEW = CLIENTS / "preview" / "preview.py"
FORM = """{
  "title": "Sign up",
  "fields": [
    { "key": "name", "kind": "entry", "label": "Name", "text": "ada 😀", "maxLength": 20 },
    { "key": "city", "kind": "picker", "label": "City", "data": ["Oslo", "Cluj"] },
    { "key": "word", "kind": "entry", "label": "Password", "secure": true, "text": "correct horse" }
  ]
}"""
OTHER = '{ "fields": [ { "key": "pet", "kind": "entry", "label": "Pet" } ] }'
EDITOR: dict[str, Any] = {
    "textDocument": {"publishDiagnostics": {}},
    "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}},
}


def command(fieldd: str, *arguments: str) -> list[str]:
    """What an editor starts in the place of the daemon."""
    return [sys.executable, "-B", str(PREVIEW), "--fieldd", fieldd, *arguments]


def wrapped(fieldd: str, folder: Path) -> str:
    """The same as a program called `fieldd`."""
    program = folder / "bin" / "fieldd"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.join(command(fieldd))} "$@"\n')
    program.chmod(0o755)
    return str(program)


# What an editor sees.


class Exact:
    """A process whose output is kept byte by byte, and cut where frames end."""

    def __init__(self, arguments: list[str]) -> None:
        self.process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.frames: list[bytes] = []

    def say(self, message: dict[str, Any]) -> None:
        """Says a message."""
        self.process.stdin.write(frame(json.dumps({"jsonrpc": "2.0", **message}).encode()))
        self.process.stdin.flush()

    def hear(self, part: bytes) -> None:
        """Reads up to a message that has something in it."""
        while not self.frames or part not in self.frames[-1]:
            header = b""
            while not header.endswith(b"\r\n\r\n"):
                byte = self.process.stdout.read(1)
                assert byte, "the output has ended"
                header += byte
            length = int(header.removeprefix(b"Content-Length: "))
            body = self.process.stdout.read(length)
            # The preview says one thing of its own.
            if b'"method":"window/showMessage"' not in body:
                self.frames.append(header + body)

    def end(self) -> int:
        """The rest of the output, and the exit status."""
        rest, _ = self.process.communicate(timeout=PATIENCE_SECONDS)
        self.frames.append(rest)
        return self.process.returncode


def work(one: Exact, capabilities: dict[str, Any]) -> None:
    """A session in which every message that is awaited is known."""
    uri, other = "file:///forms/a.fields.json", "file:///forms/a.values.json"
    number = iter(range(1, 100))

    def ask(method: str, params: Any) -> None:
        name = next(number)
        one.say({"id": name, "method": method, "params": params})
        one.hear(b'"id":%d,' % name)

    def change(version: int, *changes: dict[str, Any]) -> None:
        document = {"uri": uri, "version": version}
        params = {"textDocument": document, "contentChanges": changes}
        one.say({"method": "textDocument/didChange", "params": params})
        one.hear(b'"uri":"%b","version":%d,' % (uri.encode(), version))

    here = {"textDocument": {"uri": uri}}
    place = {**here, "position": {"line": 3, "character": 14}}
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
    one.say({"method": "initialized", "params": {}})
    item = {"uri": uri, "languageId": "fields", "version": 1, "text": FORM}
    one.say({"method": "textDocument/didOpen", "params": {"textDocument": item}})
    one.hear(b"publishDiagnostics")
    item = {"uri": other, "languageId": "fields", "version": 1, "text": '{ "nmae": 1 }'}
    one.say({"method": "textDocument/didOpen", "params": {"textDocument": item}})
    one.hear(other.encode())
    ask("textDocument/hover", place)
    ask("textDocument/completion", place)
    ask("textDocument/documentSymbol", here)
    ask("textDocument/semanticTokens/full", here)
    ask("textDocument/inlayHint", {**here, "range": whole})
    ask("textDocument/formatting", {**here, "options": {"tabSize": 2, "insertSpaces": True}})
    # As an editor says it, with a version that the daemon's edits have to name.
    at = {"line": 3, "character": 65}
    change(2, {"range": {"start": at, "end": at}, "text": "m" * 30})
    ask("textDocument/codeAction", {**here, "range": whole, "context": {"diagnostics": []}})
    change(3, {"text": FORM.replace('"Name"', '"Na')})
    change(4, {"text": FORM})
    ask("no/such/method", {})
    one.say({"method": "$/cancelRequest", "params": {"id": 7}})
    one.process.stdin.write(frame(b'{"id": 1, nonsense'))
    one.process.stdin.flush()
    one.hear(b"-32700")
    batch = [{"jsonrpc": "2.0", "id": f"b{it}", "method": "textDocument/hover", "params": place}
             for it in range(2)]
    one.process.stdin.write(frame(json.dumps(batch).encode()))
    one.process.stdin.flush()
    one.hear(b'"b1"')
    one.say({"method": "textDocument/didClose", "params": here})
    one.hear(b'"diagnostics":[]')
    ask("shutdown", None)
    one.say({"method": "exit"})
    assert one.end() == 0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_the_editor_sees_what_it_would_see_without(fieldd: str, encoding: str) -> None:
    """Byte by byte, but for the one message that says where the page is."""
    capabilities = {**EDITOR, "general": {"positionEncodings": [encoding]}}
    alone, beside = Exact([fieldd]), Exact(command(fieldd))
    for one in (alone, beside):
        work(one, capabilities)
    assert beside.frames == alone.frames
    assert len(alone.frames) > 18


@pytest.mark.parametrize("editor", [test_sessions.EDITORS[0], test_sessions.EDITORS[-1]])
@pytest.mark.asyncio
async def test_a_strict_client_can_work(fieldd: str, tmp_path: Path, editor: str) -> None:
    async with test_sessions.session(wrapped(fieldd, tmp_path), editor) as one:
        await test_sessions.work(one)


@pytest.mark.parametrize("editor", ["neovim", "newer neovim"])
def test_an_editor_works_as_without(
    editor: str, fieldd: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The steps that it does with the daemon itself."""
    is_newer = editor == "newer neovim"
    program, environment = (
        test_editors.newer_neovim() if is_newer else (test_editors.EDITORS[editor], {})
    )
    need(program[0])
    folder = Path(wrapped(fieldd, tmp_path)).parent
    monkeypatch.setenv("PATH", os.pathsep.join([str(folder), os.environ["PATH"]]))
    saved = test_editors.carry_out(program, "signup", "\n", tmp_path, environment=environment)
    assert '"kind": "entry", "label": "E-mail"' in saved


ODD = [
    b"Content-Length: 17\r\n\r\n" + b'{"method":"a/b"}\n',
    b"content-LENGTH:16\nContent-Type: application/vscode-jsonrpc; charset=utf-8\n\n"
    + b'{"method":"a/b"}',
    b"\r\n\r\nContent-Length : 4\r\n\r\n[ 1]",
    b"X-Nothing: at all\r\n\r\n",
    frame('{ "id" : "preview-0" , "result":"é😀\\ud83d" }'.encode()),
    frame(b'{"id":1,"result":"%b"}' % (b"x" * 5_000_000)),
    frame(b'{"id":{"a":1},"method":["field/x"],"params":3}'),
    frame(b"\xff\xfe{" + b"[" * 100_000),
    frame(b'[{"method":"textDocument/didChange"},{"id":null,"result":{}},4]'),
    frame(b'{"method":"textDocument/didChange","params":{"textDocument":{"uri":7}}}'),
    b"Content-Length: 5\r\n\r\n{}",
]
"""All kinds of frames, good ones and bad ones; the last has no end."""


def stub(folder: Path, script: str) -> str:
    """A program in the place of the daemon."""
    program = folder / "stub"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return str(program)


def test_what_the_editor_says_arrives_byte_by_byte(tmp_path: Path) -> None:
    arrived = tmp_path / "arrived"
    daemon = stub(tmp_path, f"cat > {arrived}")
    done = subprocess.run(command(daemon), input=b"".join(ODD), capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert arrived.read_bytes() == b"".join(ODD)


def test_what_the_daemon_says_arrives_byte_by_byte(tmp_path: Path) -> None:
    (tmp_path / "said").write_bytes(b"".join(ODD))
    daemon = stub(tmp_path, f"cat {tmp_path}/said; cat >/dev/null; exit 7")
    done = subprocess.run(command(daemon), input=b"", capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (7, b"")
    assert done.stdout == b"".join(ODD)


@pytest.mark.parametrize(
    "experimental", [None, {"other": [1e3]}, {"fields": None}, "absent", {"fields": {}}]
)
def test_the_forms_layer_is_announced_once(tmp_path: Path, experimental: Any) -> None:
    arrived = tmp_path / "arrived"
    daemon = stub(tmp_path, f"cat > {arrived}")
    capabilities = {"workspace": {"applyEdit": True}}
    if experimental != "absent":
        capabilities["experimental"] = experimental
    params = {"processId": 12, "capabilities": capabilities, "rootUri": "file:///é"}
    message = {"jsonrpc": "2.0", "id": "a", "method": "initialize", "params": params}
    said = frame(json.dumps(message, ensure_ascii=False, indent=1).encode())
    subprocess.run(command(daemon), input=said, capture_output=True, check=True, timeout=60)
    if experimental == {"fields": {}}:
        assert arrived.read_bytes() == said
        return
    header, body = arrived.read_bytes().split(b"\r\n\r\n", 1)
    assert header == b"Content-Length: %d" % len(body)
    others = {"other": [1e3]} if experimental == {"other": [1e3]} else {}
    capabilities["experimental"] = {**others, "fields": {}}
    assert json.loads(body) == message


# How it ends.


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in path.read_text().split()]


def is_gone(process: int) -> bool:
    """Whether a process is no more, or has ended and nobody has asked for its status."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] in "ZX"


class Editor(Daemon):
    """An editor without a screen, with a form open, and where its page is."""

    def __init__(self, fieldd: str, *arguments: str, **capabilities: Any) -> None:
        program, *others = command(fieldd, "--store", ":memory:", *arguments)
        super().__init__(program, *others)
        self.request("initialize", {"processId": None, "capabilities": EDITOR | capabilities})
        self.notify("initialized", {})
        self.uri = "file:///forms/signup.fields.json"
        self.open(FORM)
        told = self.message(lambda it: it.get("method") == "window/showMessage")
        self.said = told["params"]["message"]
        self.address = re.search(r"http://\S+", self.said)[0]

    def __exit__(self, error: object, *others: object) -> None:
        # One that has ended can't be asked to.
        has_ended = self.process.poll() is not None
        super().__exit__(error or has_ended or None, *others)

    @property
    def bridge(self) -> Bridge:
        """Its pages, to be asked for as those of the web client."""
        found = Bridge.__new__(Bridge)
        found.address = self.address
        parts = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/.*)", self.address)
        found.port, found.path = int(parts[1]), parts[2]
        return found


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_is_passed_on(fieldd: str, number: int) -> None:
    """What the daemon makes of it is told as a shell would."""
    with Editor(fieldd) as editor:
        (daemon,) = children(editor.process.pid)
        os.kill(editor.process.pid, number)
        status = editor.wait()
        assert is_gone(daemon)
    alone = subprocess.Popen([fieldd], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with alone:
        alone.stdin.write(frame(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}'))
        alone.stdin.flush()
        alone.stdout.readline()
        alone.send_signal(number)
        expected = alone.wait(PATIENCE_SECONDS)
    assert status == (expected if expected >= 0 else 128 - expected)


def test_a_daemon_that_dies_ends_the_session(fieldd: str) -> None:
    """The editor hears the end of the stream, and the status that a shell would tell."""
    with Editor(fieldd) as editor:
        (daemon,) = children(editor.process.pid)
        os.kill(daemon, signal.SIGKILL)
        with pytest.raises(AssertionError, match="closed its output"):
            editor.message(lambda _: False)
        assert editor.wait() == 128 + signal.SIGKILL


def test_an_editor_that_is_gone_leaves_nothing(fieldd: str) -> None:
    with Editor(fieldd) as editor:
        (daemon,) = children(editor.process.pid)
        editor.end_input()
        assert editor.wait() == 1
        assert is_gone(daemon)


def test_a_preview_that_is_killed_leaves_no_daemon(fieldd: str) -> None:
    with Editor(fieldd) as editor:
        (daemon,) = children(editor.process.pid)
        descriptor = os.pidfd_open(daemon)
        editor.process.kill()
        editor.wait()
        # That a process has ended can be read.
        assert select.select([descriptor], [], [], PATIENCE_SECONDS)[0]
        os.close(descriptor)


def test_a_program_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = subprocess.run(
        command(str(tmp_path / "none")), input=b"", capture_output=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"there is no program" in done.stderr


# What pages may ask.


def converse(editor: Editor, *said: dict[str, Any]) -> list[dict[str, Any]]:
    """What a page is answered, one after the other."""

    async def say() -> list[dict[str, Any]]:
        address = f"{editor.address}socket"
        answers = []
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(address, origin=editor.bridge.origin) as page,
        ):
            for number, message in enumerate(said):
                await page.send_json({"jsonrpc": "2.0", "id": number, **message})
                answer: dict[str, Any] = {}
                while answer.get("id") != number:
                    answer = json.loads((await page.receive(PATIENCE_SECONDS)).data)
                answers.append(answer)
        return answers

    return asyncio.run(say())


def test_a_page_may_ask_about_forms_that_are_open_and_nothing_else(fieldd: str) -> None:
    with Editor(fieldd) as editor:
        here = {"uri": editor.uri}
        refused = [
            {"method": "shutdown"},
            {"method": "textDocument/hover", "params": here},
            {"method": "field/open", "params": {"uri": "form:1", "text": FORM}},
            {"method": "field/open", "params": {**here, "text": FORM}},
            {"method": "field/check", "params": {"form": json.loads(FORM), "values": {}}},
            {"method": "field/snapshot", "params": {"uri": ["file:///"]}},
            {"method": "field/snapshot", "params": [1]},
            {"method": "field/snapshot"},
        ]
        *answers, snapshot = converse(
            editor, *refused, {"method": "field/snapshot", "params": here}
        )
        assert [answer["error"]["code"] for answer in answers] == [-32601] * len(refused)
        assert [it["key"] for it in snapshot["result"]["fields"]] == ["name", "city", "word"]


@pytest.mark.parametrize("said", ["[]", "x" * (5 << 20)])
def test_a_page_that_says_nonsense_is_closed(fieldd: str, said: str) -> None:
    async def say() -> None:
        async with aiohttp.ClientSession() as session:
            address = f"{editor.address}socket"
            async with session.ws_connect(address, origin=editor.bridge.origin) as page:
                await page.send_str(said)
                answer = await page.receive(PATIENCE_SECONDS)
                while answer.type is aiohttp.WSMsgType.TEXT:
                    answer = await page.receive(PATIENCE_SECONDS)
                assert answer.type is aiohttp.WSMsgType.CLOSE

    with Editor(fieldd) as editor:
        try:
            asyncio.run(say())
        except ConnectionError:
            assert len(said) > 4 << 20, "a message that is too long is not read to its end"
        assert editor.bridge.status() == 200


def test_who_lacks_the_token_or_comes_from_elsewhere_sees_nothing(fieldd: str) -> None:
    with Editor(fieldd) as editor:
        pages = editor.bridge
        assert pages.status() == pages.status("preview.js") == pages.status("form.js") == 200
        assert pages.status("preview.py") == 404
        for path in ["", "preview.js", "form", "socket"]:
            assert pages.status(path, token="x" * 43) == 403
            assert pages.status(path, host="example.com") == 421
        assert pages.status("socket", origin="http://example.com") == 403
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", pages.port), PATIENCE_SECONDS)


def test_a_port_that_is_taken_is_no_reason_to_show_nothing(fieldd: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with Editor(fieldd, "--port", str(port)) as editor:
            assert editor.bridge.port != port
            assert editor.bridge.status() == 200


def test_a_port_may_be_chosen(fieldd: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with Editor(fieldd, "--port", str(port)) as editor:
        assert editor.bridge.port == port
        assert editor.said == f"signup.fields.json as a page: {editor.address}"


@pytest.mark.parametrize("result", [{"success": True}, {"success": False}, None])
def test_the_page_is_opened_by_an_editor_that_can(
    fieldd: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, result: Any
) -> None:
    opened, pipe = opener(tmp_path, monkeypatch)
    with Editor(fieldd, "--open", window={"showDocument": {"support": True}}) as editor:
        asked = editor.message(lambda it: it.get("method") == "window/showDocument")
        assert asked["params"] == {"uri": editor.address, "external": True}
        answer = {"error": {"code": 1, "message": "No"}} if result is None else {"result": result}
        editor.send({"jsonrpc": "2.0", "id": asked["id"], **answer})
        if result == {"success": True}:
            editor.request("textDocument/hover", {
                "textDocument": {"uri": editor.uri}, "position": {"line": 0, "character": 0}})
            assert not opened.exists()
        else:
            assert pipe.read_text() == editor.address


def opener(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A file that is there once something was to be opened in a browser, and a pipe that says what."""
    opened, pipe = folder / "opened", folder / "pipe"
    os.mkfifo(pipe)
    programs = folder / "programs"
    programs.mkdir()
    (programs / "xdg-open").write_text(f'#!/bin/sh\ntouch {opened}\nprintf %s "$1" > {pipe}\n')
    (programs / "xdg-open").chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(programs), os.environ["PATH"]]))
    return opened, pipe


def test_what_an_editor_is_told_of_fields_that_it_wants_to_hear_of(fieldd: str) -> None:
    with Editor(fieldd, experimental={"fields": {}}) as editor:
        (first, *_) = converse(editor, {"method": "field/open", "params": {"uri": editor.uri}})
        assert first["result"]["title"] == "Sign up"
        document = {"uri": editor.uri, "version": 2}
        change = {"text": FORM.replace("ada", "eve")}
        params = {"textDocument": document, "contentChanges": [change]}
        editor.notify("textDocument/didChange", params)
        told = editor.message(lambda it: it.get("method") == "field/didChange")
        while told["params"]["version"] != 2:
            told = editor.message(lambda it: it.get("method") == "field/didChange")
        assert told["params"]["fields"][0]["text"] == "eve 😀"


def test_a_page_that_does_not_read_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it would miss is not said as if nothing were missing: it is closed, and told why."""
    monkeypatch.syspath_prepend(str(PREVIEW.parent))
    module = importlib.import_module("preview")
    monkeypatch.setattr(module, "WAITING_BYTE_LIMIT", 10)
    said: list[str] = []

    async def run() -> None:
        is_read = asyncio.Event()

        class Socket:
            async def send_str(self, text: str) -> None:
                await is_read.wait()
                said.append(text)

            async def close(self, code: int, message: bytes) -> None:
                said.append(f"{int(code)} {message.decode()}")

        page = module.Page(Socket())
        saying = asyncio.create_task(page.say_all())
        # The first is alone, however long; what comes while so much waits is too much.
        for body in [b"a" * 20, b"b", b"c"]:
            page.tell(body)
            await asyncio.sleep(0)
        is_read.set()
        await saying

    asyncio.run(run())
    assert said == ["a" * 20, "1013 the page was left behind"]


# An editor and a browser at once.


class Sight(Page):
    """A page on which forms come and go."""

    def until(self, is_so: Callable[[], Any]) -> Any:
        def is_so_by_now() -> Any:
            with contextlib.suppress(ValueError):
                return is_so()

        return super().until(is_so_by_now)


class Desk:
    """A real editor with a form open, and its page in a real browser."""

    def __init__(self, editor: Neovim, driver: WebDriver, folder: Path) -> None:
        self.editor = editor
        self.page = Sight(driver)
        self.folder = folder

    def write(self, name: str, text: str) -> Path:
        """A file."""
        path = self.folder / name
        path.write_text(text)
        return path

    def open(self, name: str = "signup.fields.json", text: str = FORM) -> None:
        """Opens a form in the editor, and its page."""
        self.page.until(lambda: self.editor.is_there)
        self.editor.edit(self.write(name, text))
        said = self.page.until(lambda: self.editor.lua("return said or {}"))
        self.address = re.search(r"http://\S+", said[0])[0]
        self.page.open(SimpleNamespace(address=self.address))

    def until_text_has(self, part: str) -> None:
        """Waits until something is in the editor's buffer."""
        try:
            self.page.until(lambda: part in self.editor.text)
        except Exception as error:
            said = self.page.find(".summary").text
            where = f"{self.editor.text!r}; the page says {said!r}"
            raise AssertionError(f"{part!r} is not in {where}") from error


def program(editor: str) -> tuple[list[str], dict[str, str]]:
    """A Neovim, and what has to be in its environment."""
    if editor == "newer":
        command, environment = test_editors.newer_neovim()
        return command[:1], environment
    need("nvim")
    return ["nvim"], {}


@contextlib.contextmanager
def at_a_desk(
    editor: str, fieldd: str, folder: Path, driver: WebDriver, *arguments: str
) -> Iterator[Desk]:
    """Neovim with the configuration of clients/, and the line of the preview in it."""
    line = "cmd = { 'fieldd' }"
    configuration = (CLIENTS / "neovim" / "fieldd.lua").read_text()
    assert line in configuration
    started = ", ".join(f"'{part}'" for part in command(fieldd, "--store", ":memory:", *arguments))
    (folder / "init.lua").write_text(
        configuration.replace(line, f"cmd = {{ {started} }}")
        + """
        said = {}
        vim.lsp.handlers['window/showMessage'] = function(_, result)
          table.insert(said, result.message)
        end
        """
    )
    program_and_options, environment = program(editor)
    options = ["--clean", "-n", "-c", f"luafile {folder}/init.lua"]
    with Neovim([*program_and_options, *options], folder, environment) as neovim:
        desk = Desk(neovim, driver, folder)
        yield desk
    # A page that breaks its own policy says so there; that it has lost the server is no mistake.
    messages = [entry["message"] for entry in driver.get_log("browser")]
    assert [it for it in messages if "ERR_CONNECTION_REFUSED" not in it] == []
    driver.get("about:blank")


@pytest.fixture
def desk(fieldd: str, tmp_path: Path, driver: WebDriver) -> Iterator[Desk]:
    with at_a_desk("newer", fieldd, tmp_path, driver) as desk:
        desk.open()
        yield desk


@pytest.mark.parametrize("editor", ["older", "newer"])
def test_typing_in_the_editor_moves_the_page_and_back(
    editor: str, fieldd: str, tmp_path: Path, driver: WebDriver
) -> None:
    """One of them counts in UTF-16, the other in UTF-8; the draft has more than ASCII in it."""
    with at_a_desk(editor, fieldd, tmp_path, driver) as desk:
        desk.open()
        page, neovim = desk.page, desk.editor
        assert page.find(".card h1").text == "Sign up"
        page.has("name", "ada 😀")
        neovim.press("4G/😀<CR>i b<Esc>")
        page.has("name", "ada  b😀")
        page.shows('[data-key="name"] .counter', "7/20")
        page.control("name").send_keys("!")
        desk.until_text_has('"text": "ada  b😀!"')
        page.shows('[data-key="name"] .counter', "8/20")
        neovim.press("u")
        page.has("name", "ada  b😀")
        page.press(Keys.HOME, "é")
        desk.until_text_has('"text": "éada  b😀"')
        page.shows('[data-key="name"] .counter', "8/20")
        neovim.press("u")
        page.has("name", "ada  b😀")
        page.control("city").click()
        page.is_active("city")
        page.until(lambda: page.field("city", ".rows").is_displayed())
        page.press(Keys.END)
        page.until(lambda: page.field("city", '[aria-selected="true"]').text == "Cluj")
        page.press(Keys.ENTER)
        desk.until_text_has('"text": "Cluj"')
        page.has("city", "Cluj")
        neovim.press("u")
        page.has("city", "")
        assert json.loads(neovim.text)["fields"][0]["text"] == "ada  b😀"


def test_what_stands_around_the_fields_is_as_it_is_typed(desk: Desk) -> None:
    """The title, the groups, fields that come and go, lists."""
    page, neovim = desk.page, desk.editor
    neovim.press("2G/Sign<CR>cwJoin<Esc>")
    page.shows(".card h1", "Join up")
    page.until(lambda: page.driver.title == "Join up")
    group = '{ "key": "g", "label": "Pets", "repeat": {} }'
    field = '    { "key": "pet", "kind": "entry", "label": "Pet", "group": "g" },'
    neovim.lua("vim.api.nvim_buf_set_lines(0, 3, 3, true, { ... })", field)
    page.until(lambda: page.field("pet").is_displayed())
    neovim.press(f'2Go"groups": [ {group} ],<Esc>')
    page.shows(".group:has(.add) h2", "Pets")
    page.find(".add").click()
    desk.until_text_has('"entries"')
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, ".list-entry .field"))
    page.find(".list-entry input").send_keys("c")
    desk.until_text_has('"pet": "c"')
    neovim.press('/"c"<CR>lcwdog<Esc>')
    page.until(lambda: page.find(".list-entry input").get_property("value") == "dog")
    page.find(".remove").click()
    page.until(lambda: not page.driver.find_elements(By.CSS_SELECTOR, ".list-entry"))
    assert '"dog"' not in neovim.text
    neovim.press("/Pets<CR>cwBirds<Esc>")
    page.shows(".group h2", "Birds")


def test_a_press_counts_though_the_page_is_drawn_anew_under_it(desk: Desk) -> None:
    """Somebody types in the editor while a button of the page is held down."""
    page, neovim = desk.page, desk.editor
    group = '{ "key": "g", "label": "Pets", "repeat": {} }'
    neovim.press("4G/.label<CR>i\"group\": \"g\", <Esc>")
    neovim.press(f'2Go"groups": [ {group} ],<Esc>')
    hand = ActionChains(page.driver)

    def is_held() -> bool:
        """Presses the button, which moves as long as the page is drawn for the last lines."""
        hand.click_and_hold(page.find(".group .add")).perform()
        if page.driver.execute_script("return document.querySelector('.group .add:active') !== null"):
            return True
        hand.release().perform()
        return False

    page.until(is_held)
    field = '    { "key": "pet", "kind": "entry", "label": "Pet" },'
    neovim.lua("vim.api.nvim_buf_set_lines(0, 4, 4, true, { ... })", field)
    page.until(lambda: page.field("pet").is_displayed())
    neovim.press("gg/Pets<CR>cwBirds<Esc>")
    page.shows(".group h2", "Birds")
    hand.release().perform()
    desk.until_text_has('"entries"')


def test_broken_text_is_told_and_mended(desk: Desk) -> None:
    page, neovim = desk.page, desk.editor
    # A quote is missing, and a whole field is half typed.
    neovim.press('4G/label<CR>hx<Esc>')
    page.until(lambda: "Line 4:" in page.find(".summary").text)
    assert page.value("city") == ""
    neovim.press("u")
    page.until(lambda: page.find(".summary").text == "")
    page.has("name", "ada 😀")
    page.control("name").send_keys("?")
    desk.until_text_has("ada 😀?")
    # Nothing is left but nonsense.
    neovim.press("ggVGc# Notes<Esc>")
    page.until(lambda: page.find(".summary").text != "")
    page.until(lambda: not page.driver.find_elements(By.CSS_SELECTOR, ".field"))
    neovim.press("u")
    page.has("name", "ada 😀?")
    page.control("name").send_keys("!")
    desk.until_text_has("ada 😀?!")


def test_a_form_that_begins_as_an_empty_file_grows(
    fieldd: str, tmp_path: Path, driver: WebDriver
) -> None:
    with at_a_desk("newer", fieldd, tmp_path, driver) as desk:
        desk.open("new.fields.json", "\n")
        desk.editor.press("i" + OTHER.replace("\n", " ") + "<Esc>")
        desk.page.has("pet", "")
        desk.page.control("pet").send_keys("cat")
        desk.until_text_has('"text": "cat"')


def test_the_page_follows_what_is_edited(desk: Desk) -> None:
    """Several forms, a record beside them, and none any more."""
    page, neovim = desk.page, desk.editor

    def forms() -> list[str]:
        return [it.text for it in page.driver.find_elements(By.CSS_SELECTOR, ".forms button")]

    def shown() -> str:
        return page.find(".forms [aria-current]").text

    assert forms() == ["signup.fields.json"]
    neovim.edit(desk.write("pets.fields.json", OTHER))
    page.has("pet", "")
    assert forms() == ["signup.fields.json", "pets.fields.json"]
    assert shown() == page.driver.title == "pets.fields.json"
    neovim.edit(desk.write("pets.values.json", '{ "pet": "cat" }'))
    neovim.press("A <Esc>")
    neovim.lua("vim.cmd('buffer signup')")
    neovim.press("4G/ada<CR>cwbob<Esc>")
    page.has("name", "bob 😀")
    assert forms() == ["signup.fields.json", "pets.fields.json"]
    page.find(".forms button:last-child").click()
    page.has("pet", "")
    page.control("pet").send_keys("dog")
    page.until(lambda: "dog" in neovim.lua(
        "return table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr('pets.fields'), 0, -1, false))"
    ))
    # Who fills in one form is not taken to another.
    page.until(lambda: page.driver.execute_script("return document.hasFocus()"))
    neovim.press("4G/bob<CR>cweve<Esc>")
    desk.until_text_has("eve")
    neovim.lua("vim.cmd('bdelete! pets.fields.json')")
    page.has("name", "eve 😀")
    neovim.lua("vim.cmd('bdelete! signup.fields.json')")
    page.shows(".nothing p", "No form is open in the editor.")
    neovim.edit(desk.folder / "pets.fields.json")
    page.has("pet", "")


def test_a_reload_and_a_second_page_show_the_same(desk: Desk) -> None:
    page, neovim = desk.page, desk.editor
    page.control("name").send_keys("1")
    desk.until_text_has("ada 😀1")
    page.driver.refresh()
    page.until(lambda: page.find(".submit").is_enabled())
    page.has("name", "ada 😀1")
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("window")
    page.open(SimpleNamespace(address=desk.address))
    page.control("name").send_keys(Keys.END, "2")
    desk.until_text_has("ada 😀12")
    neovim.press("4G/ada<CR>cweve<Esc>")
    page.has("name", "eve 😀12")
    second = page.driver.current_window_handle
    page.driver.switch_to.window(first)
    page.has("name", "eve 😀12")
    page.control("name").send_keys(Keys.END, "3")
    page.driver.switch_to.window(second)
    page.has("name", "eve 😀123")
    page.driver.close()
    page.driver.switch_to.window(first)


def test_what_is_submitted_is_shown_until_the_text_changes(desk: Desk) -> None:
    page, neovim = desk.page, desk.editor
    page.submit()
    page.shows('.committed [data-key="name"]', "ada 😀")
    page.find(".back").click()
    page.has("name", "ada 😀")
    page.submit()
    page.until(lambda: page.find(".committed").is_displayed())
    neovim.press("4G/ada<CR>cweve<Esc>")
    page.has("name", "eve 😀")


def test_typing_at_both_ends_at_once_loses_nothing(desk: Desk) -> None:
    """What is typed on the page while the daemon is held up is put where it is meant."""
    page, neovim = desk.page, desk.editor
    (proxy,) = children(neovim.process.pid)
    (daemon,) = children(proxy)
    os.kill(daemon, signal.SIGSTOP)
    neovim.press("4G/ada<CR>ibefore <Esc>")
    page.until(lambda: "before ada" in neovim.text)
    # Neovim keeps a change back for a moment, unless it asks something.
    neovim.lua(
        "vim.lsp.buf_request(0, 'textDocument/documentSymbol',"
        " { textDocument = vim.lsp.util.make_text_document_params() }, function() end)"
    )
    page.control("name").send_keys(Keys.END, "xyz")
    os.kill(daemon, signal.SIGCONT)
    desk.until_text_has('"before ada 😀xyz"')
    page.has("name", "before ada 😀xyz")


def test_everybody_can_use_the_page(desk: Desk) -> None:
    """axe-core, with forms, with mistakes, with none, and when it is over."""
    page, neovim = desk.page, desk.editor
    neovim.edit(desk.write("pets.fields.json", OTHER.replace('"Pet"', '"Pet')))
    page.until(lambda: "Line 1:" in page.find(".summary").text)
    assert len(page.driver.find_elements(By.CSS_SELECTOR, ".forms button")) == 2
    assert test_web.violations(page) == []
    neovim.lua("vim.cmd('bdelete! pets.fields.json')")
    page.has("name", "ada 😀")
    page.submit()
    page.until(lambda: page.find(".back").is_displayed())
    assert test_web.violations(page) == []
    neovim.lua("vim.cmd('bdelete! signup.fields.json')")
    page.shows(".nothing p", "No form is open in the editor.")
    assert test_web.violations(page) == []
    neovim.process.kill()
    page.until(lambda: page.find(".over").is_displayed())
    assert test_web.violations(page) == []


def test_drafts_that_two_people_write_keep_what_both_have_typed(desk: Desk) -> None:
    """Edits of the page and of the editor in every order, with all that is told in between."""
    script = """
      const done = arguments[arguments.length - 1];
      const check = async () => {
        const { Draft, apply } = await import(new URL("fieldd/index.js", location.href));
        let seed = 11;
        const random = (count) => {
          seed = (seed * 1103515245 + 12345) % 2147483648;
          return Math.floor((seed / 2147483648) * count);
        };
        for (let round = 0; round < 2000; round += 1) {
          const daemon = { text: "-", version: 1 };
          const draft = new Draft(daemon.text);
          let known = 1;
          let said = null;
          let typed = "";
          // What the daemon has said and the page has not heard.
          const told = [];
          const change = (text) => {
            Object.assign(daemon, { text, version: daemon.version + 1 });
            told.push({ ...daemon });
          };
          const insert = (text, letter) => {
            const place = random(text.length + 1);
            typed += letter;
            return text.slice(0, place) + letter + text.slice(place);
          };
          const hear = () => {
            const { answer, ...news } = told.shift();
            if (answer === undefined) {
              draft.tell(news.text, news.version);
              known = news.version;
            } else {
              said = null;
              if (answer) {
                known = news.version;
                draft.answer(true, Infinity, news.version);
              } else {
                draft.tell(news.text, news.version);
                known = news.version;
              }
            }
          };
          const say = () => {
            said = draft.say();
            if (said === undefined) return;
            const isKnown = known === daemon.version;
            // The answer goes before what it has changed, or behind it.
            const isBehind = random(2) === 0;
            if (isKnown && isBehind) change(apply(daemon.text, said));
            const version = daemon.version + (isKnown && !isBehind ? 1 : 0);
            told.push({ answer: isKnown, text: daemon.text, version });
            if (isKnown && !isBehind) change(apply(daemon.text, said));
          };
          for (let step = 0; step < 30; step += 1) {
            const what = random(4);
            if (what === 0) draft.type(insert(draft.text, "abc"[random(3)]));
            else if (what === 1) change(insert(daemon.text, "XYZ"[random(3)]));
            else if (what === 2 && told.length > 0) hear();
            else if (draft.next && !said) say();
          }
          for (let left = 500; (told.length > 0 || draft.next) && left > 0; left -= 1) {
            if (told.length > 0) hear();
            else if (!said) say();
          }
          const sorted = (text) => [...text].sort().join("");
          if (draft.text !== daemon.text || sorted(daemon.text) !== sorted(`-${typed}`)) {
            return `${round}: ${draft.text} ${daemon.text} ${typed}`;
          }
        }
        return "the same";
      };
      check().then(done, (error) => done(`${error}`));"""
    assert desk.page.driver.execute_async_script(script) == "the same"


def test_offsets_are_counted_as_the_editor_counts(desk: Desk) -> None:
    script = """
      const done = arguments[arguments.length - 1];
      import(new URL("fieldd/index.js", location.href)).then(({ fromUnits, toUnits }) => {
        const text = "aé※😀b";
        const offsets = [0, 1, 2, 3, 5, 6];
        const counts = ["utf-8", "utf-16", "utf-32"]
          .map((encoding) => offsets.map((it) => toUnits(text, it, encoding)));
        const back = ["utf-8", "utf-16", "utf-32"]
          .map((encoding, index) => counts[index].map((it) => fromUnits(text, it, encoding)));
        done([counts, back]);
      });"""
    counts, back = desk.page.driver.execute_async_script(script)
    assert counts == [[0, 1, 3, 6, 10, 11], [0, 1, 2, 3, 5, 6], [0, 1, 2, 3, 4, 5]]
    assert back == [[0, 1, 2, 3, 5, 6]] * 3


def test_an_editor_that_is_killed_leaves_no_process(desk: Desk) -> None:
    page = desk.page
    (proxy,) = children(desk.editor.process.pid)
    (daemon,) = children(proxy)
    desk.editor.process.kill()
    page.until(lambda: is_gone(proxy) and is_gone(daemon))
    page.until(lambda: page.find(".over").text.startswith("The preview is over: "))
    assert page.value("name") == "ada 😀"


def test_a_daemon_that_is_killed_is_told_of(desk: Desk) -> None:
    page = desk.page
    (proxy,) = children(desk.editor.process.pid)
    (daemon,) = children(proxy)
    os.kill(daemon, signal.SIGKILL)
    page.shows(".over", "The preview is over: fieldd ended with status 137.")
    page.until(lambda: is_gone(proxy))


def test_a_secret_is_written_nowhere(fieldd: str, tmp_path: Path, driver: WebDriver) -> None:
    """It is on the page as the web client shows it, and in nobody's log."""
    trace = tmp_path / "trace.txt"
    with at_a_desk("newer", fieldd, tmp_path, driver, "--trace", str(trace)) as desk:
        desk.open()
        page = desk.page
        assert page.control("word").get_attribute("type") == "password"
        page.control("word").send_keys(" battery")
        desk.until_text_has("correct horse battery")
        desk.editor.press('6G/text<CR>2f"ci"staple battery<Esc>')
        page.has("word", "staple battery")
        desk.editor.lua("vim.cmd('silent write')")
        said = desk.editor.quit() + trace.read_bytes()
        for log in (tmp_path / "state").rglob("*.log"):
            said += log.read_bytes()
        assert b"horse" not in said and b"staple" not in said and b"battery" not in said
        assert trace.stat().st_size > 0


# The configurations.


def test_the_lines_to_change_are_those_of_the_configurations() -> None:
    readme = (CLIENTS / "preview" / "README.md").read_text()
    table = readme.partition("| editor |")[2].partition("\n\n")[0]
    rows = [
        re.findall(r"`([^`]+)`", row)
        for row in table.splitlines()[2:]
        if not row.startswith("| VS Code")
    ]
    configurations = [
        path.read_text()
        for folder in ["neovim", "emacs", "vim", "helix"]
        for path in (CLIENTS / folder).iterdir()
        if path.is_file()
    ]
    assert len(rows) == 6
    for old, new in rows:
        assert sum(old in text for text in configurations) == 1, old
        assert "preview.py" in new
