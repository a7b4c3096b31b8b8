"""Editors with windows, on a screen that nobody looks at: keys go in as a person presses them.

The screen, its window manager and what presses the keys are those of the editor's own tree. How far an editor is, is
read from what it and the daemon say to each other; what a person gets is the file that it saves, and what is drawn.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import regex
from terminal import PATIENCE_SECONDS

SCREEN = "1400x900x24"
LOOK_SECONDS = 0.05
# From when an editor has an answer until it shows it, and from a key until the next, where nothing tells.
DRAWN_SECONDS = 0.8
TAKEN_SECONDS = 0.25
KEY_MILLISECONDS = 20
REPEAT_MILLISECONDS = 4
# How often something is asked for that an editor takes back.
ATTEMPTS = 5
# Those for a computer's own affairs, by X's numbers.
SPARE_KEYS = range(208, 256)
# Stands before the daemon in PATH, and keeps what goes in and out.
TEE = """#!/bin/sh
tee "$HOME/sent" | {fieldd} "$@" | tee "$HOME/received"
"""
# Where the views of texts have their names above them.
NAMES = "-crop 1400x80+0+45"
# The screen in grey and enlarged, as letters are recognized best.
READ = "import -window root {area} png:- | convert - -colorspace Gray -resize 250% png:- | tesseract - - --psm 11"


class Messages:
    """Those that a file of LSP's traffic has in it so far."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.read = 0
        self.all: list[dict[str, Any]] = []

    def look(self) -> list[dict[str, Any]]:
        """All of them."""
        if self.file.exists():
            with self.file.open("rb") as file:
                file.seek(self.read)
                data = file.read()
            while found := re.match(rb"(?:.+\r\n)*?Content-Length: *(\d+)\r\n(?:.+\r\n)*\r\n", data, re.IGNORECASE):
                end = found.end() + int(found[1])
                if len(data) < end:
                    break
                self.all.append(json.loads(data[found.end() : end]))
                data = data[end:]
                self.read += end
        return self.all


def offset(text: str, position: Mapping[str, int]) -> int:
    """Where a position is in a text; its lines end as LSP says, and its characters are UTF-16 units."""
    starts = [0, *(end.end() for end in re.finditer(r"\r\n|\n|\r", text))]
    if position["line"] >= len(starts):
        return len(text)
    start = starts[position["line"]]
    line = re.split(r"[\r\n]", text[start:], maxsplit=1)[0]
    units = line.encode("utf-16-le")[: 2 * position["character"]]
    return start + len(units.decode("utf-16-le"))


def squeezed(text: str) -> str:
    """What is left of a text when it comes to nothing but what an editor may not indent or end otherwise."""
    return re.sub(r"\s", "", text)


def clusters(text: str) -> int:
    """How many places a cursor stands at in a text."""
    return len(regex.findall(r"\X", text))


class Desktop:
    """What a person does in an editor, and sees; their home is where the document is. Use it in a `with` block."""

    # The editor's command, and what has to be in its environment.
    command: Sequence[str]
    environment: Mapping[str, str] = {}
    # Has what was copied go into the text as it is.
    paste = "ctrl+v"
    # Have the text in a second view, beside the first.
    split: Sequence[str]

    def __init__(
        self, inside: Sequence[str], environment: Mapping[str, str], fieldd: Path, document: Path
    ) -> None:
        self.inside, self.document, self.home = inside, document, document.parent
        folders = {"CONFIG": "config", "DATA": "data", "CACHE": "cache", "STATE": "state", "RUNTIME": "runtime"}
        places = {
            f"XDG_{name}_{'DIR' if name == 'RUNTIME' else 'HOME'}": str(self.home / folder)
            for name, folder in folders.items()
        }
        for folder in places.values():
            Path(folder).mkdir(mode=0o700, exist_ok=True)
        programs = self.home / "programs"
        programs.mkdir()
        (programs / "fieldd").write_text(TEE.format(fieldd=fieldd))
        (programs / "fieldd").chmod(0o755)
        self.surroundings = {
            **environment,
            **places,
            **self.environment,
            "PATH": f"{programs}{os.pathsep}{environment['PATH']}",
            "QT_QPA_PLATFORM": "xcb",
            "OMP_THREAD_LIMIT": "1",
        }
        self.sent, self.received = Messages(self.home / "sent"), Messages(self.home / "received")
        self.text, self.applied = "", 0
        self.running: list[subprocess.Popen[bytes]] = []
        self.configure()

    def configure(self) -> None:
        """Writes the editor's settings, ours among them."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        try:
            screen = self.start("Xvfb", "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset")
            assert screen.stdout
            self.surroundings["DISPLAY"] = f":{screen.stdout.readline().decode().strip()}"
            self.give_keys()
            self.start("openbox", "--sm-disable")
            self.editor = self.start("dbus-run-session", "--", *self.command, str(self.document))
            self.until(lambda: self.opened)
            self.until(lambda: self.run("xdotool", "getactivewindow"))
            window = self.run("xdotool", "getactivewindow").strip()
            # There is room for a title.
            self.run("xdotool", "windowmove", window, "0", "20", "windowsize", window, "100%", "96%")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self.running):
            # With what it has started, which may not end with it.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(PATIENCE_SECONDS)
            if process.stdout:
                process.stdout.close()

    def give_keys(self) -> None:
        """Gives every character that is not on a keyboard a key, or one would be changed while it is pressed."""
        steps = Path(self.surroundings["EDITOR_STEPS"]).read_text()
        letters = sorted({one for one in steps if not one.isascii()})
        assert len(letters) <= len(SPARE_KEYS)
        words = [("-e", f"keycode {key} = U{ord(letter):04X}") for key, letter in zip(SPARE_KEYS, letters)]
        self.run("xmodmap", *(word for pair in words for word in pair))

    # Programs in the tree.

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """Lets a program run until the end."""
        with (self.home / "said.log").open("ab") as said:
            process = subprocess.Popen(
                [*self.inside, *command],
                env=self.surroundings,
                cwd=self.home,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if command[0] == "Xvfb" else said,
                stderr=said,
                start_new_session=True,
            )
        self.running.append(process)
        return process

    def run(self, *command: str) -> str:
        """What a program says."""
        done = subprocess.run(
            [*self.inside, *command],
            env=self.surroundings,
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE_SECONDS,
        )
        return done.stdout.decode(errors="replace")

    # What is seen and said.

    def until(self, is_so: Callable[[], Any], tell: Callable[[], Any] = lambda: "") -> None:
        """Waits until something is so."""
        if not self.is_soon(is_so, PATIENCE_SECONDS):
            screen = self.home / "screen.png"
            self.run("import", "-window", "root", str(screen))
            raise AssertionError(f"{tell()}\n--- the screen is in {screen}\n--- the text\n{self.look()}")

    def is_soon(self, is_so: Callable[[], Any], seconds: float) -> bool:
        """Whether something is so before some time has passed."""
        end = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > end:
                return False
            time.sleep(LOOK_SECONDS)
        return True

    def shown(self, area: str = "") -> str:
        """What can be read on the screen, or in an area of it."""
        return self.run("sh", "-c", READ.format(area=area))

    def has_window(self, title: str) -> bool:
        """Whether a window is on the screen whose title matches."""
        return bool(self.run("xdotool", "search", "--onlyvisible", "--name", title))

    def until_shown(self, told: str, area: str = "") -> None:
        """Waits until a text is on the screen: most of its words that the document has not, for some are misread."""
        document = self.look().lower()
        words = [word for word in re.findall(r"[a-z]{3,}|[0-9/:]{3,}", told.lower()) if word not in document]
        assert words, told

        def is_so() -> bool:
            shown = self.shown(area).lower()
            return 2 * sum(word in shown for word in words) > len(words)

        self.until(is_so, lambda: words)

    @property
    def opened(self) -> bool:
        """Whether the daemon has been told of the document."""
        return any(message.get("method") == "textDocument/didOpen" for message in self.sent.look())

    def look(self) -> str:
        """The text, as the editor has told the daemon, with line feeds."""
        sent = self.sent.look()
        for message in sent[self.applied :]:
            parameters = message.get("params") or {}
            if not str(parameters.get("textDocument", {}).get("uri", "")).endswith(self.document.name):
                continue
            if message.get("method") == "textDocument/didOpen":
                self.text = parameters["textDocument"]["text"]
            for change in parameters.get("contentChanges", []):
                place = change.get("range")
                start = offset(self.text, place["start"]) if place else 0
                end = offset(self.text, place["end"]) if place else len(self.text)
                self.text = self.text[:start] + change["text"] + self.text[end:]
        self.applied = len(sent)
        return self.text.replace("\r\n", "\n")

    def until_text(self, step: Mapping[str, Any]) -> None:
        """Waits until the text has the lines of a step."""
        patterns = [self.pattern(line) for line in step["lines"]]
        self.until(lambda: all(re.search(pattern, self.look()) for pattern in patterns), lambda: patterns)

    def replies(self, method: str) -> list[dict[str, Any]]:
        """The daemon's to requests, in their order."""
        asked = [message["id"] for message in self.sent.look() if message.get("method") == method and "id" in message]
        replied = {json.dumps(message.get("id")): message for message in self.received.look() if "method" not in message}
        return [replied[json.dumps(number)] for number in asked if json.dumps(number) in replied]

    def answers(self, method: str) -> list[Any]:
        """What the daemon has answered to requests that the editor has not taken back, in their order."""
        return [reply["result"] for reply in self.replies(method) if "result" in reply]

    def asked(self, method: str, ask: Callable[[], None]) -> Any:
        """What the daemon answers when something is done that lets the editor ask it.

        It is done again where the editor takes its question back.
        """
        for _ in range(ATTEMPTS):
            before = len(self.replies(method))
            ask()
            self.until(lambda: len(self.replies(method)) > before, lambda: f"{method} is not asked for")
            reply = self.replies(method)[-1]
            if "result" in reply:
                return reply["result"]
            time.sleep(DRAWN_SECONDS)
        raise AssertionError(f"{method} is taken back each time")

    def findings(self) -> list[str]:
        """The newest, as the daemon has told them to the editor."""
        told: list[dict[str, Any]] = []
        for message in self.received.look():
            parameters, result = message.get("params"), message.get("result")
            if message.get("method") == "textDocument/publishDiagnostics":
                if parameters["uri"].endswith(self.document.name):
                    told = parameters["diagnostics"]
            elif isinstance(result, dict) and "kind" in result and "items" in result:
                told = result["items"]
        return [finding["message"] for finding in told]

    # What a person does.

    def press(self, *keys: str, times: int = 1) -> None:
        """Presses keys, and gives the editor time to take the last."""
        for key in keys if times else ():
            self.run(
                *["xdotool", "key", "--clearmodifiers", "--delay", str(REPEAT_MILLISECONDS)],
                *["--repeat", str(times), "--repeat-delay", str(REPEAT_MILLISECONDS), key],
            )
        time.sleep(TAKEN_SECONDS)

    def type(self, text: str) -> None:
        """Writes at the cursor."""
        self.run("xdotool", "type", "--clearmodifiers", "--delay", str(KEY_MILLISECONDS), "--", text)
        time.sleep(TAKEN_SECONDS)

    def places(self, method: str) -> list[dict[str, int]]:
        """Those in the text that the editor has asked something for, in their order."""
        return [message["params"]["position"] for message in self.sent.look() if message.get("method") == method]

    def go(self, marked: str) -> tuple[str, str]:
        """Puts the cursor on a ¦; gives the text before it and behind it."""
        before, _, after = marked.partition("¦")
        pattern = self.pattern(before) + "()" + self.pattern(after)
        # What has been typed last may be on its way.
        self.until(lambda: re.search(pattern, self.look()), lambda: marked)
        text = self.look()
        place = next(re.finditer(pattern, text)).start(1)
        head, tail = text[:place], text[place:]
        line = head.rpartition("\n")[2] + tail.partition("\n")[0]
        self.place_cursor(head.count("\n"), line, head.rpartition("\n")[2])
        return head, tail

    def pattern(self, part: str) -> str:
        """What finds a part of the text."""
        return re.escape(part)

    def place_cursor(self, row: int, line: str, before: str) -> None:
        """To a row, from 0, behind what is before the cursor on its line."""
        raise NotImplementedError

    def row(self) -> int:
        """Where the cursor is, from 0: a letter is written there, and taken back."""
        text = self.look()
        self.type("x")
        self.until(lambda: self.look() != text)
        pairs = zip(text.split("\n"), self.look().split("\n"))
        row = next(n for n, (before, after) in enumerate(pairs) if before != after)
        self.press("ctrl+z")
        self.until(lambda: self.look() == text)
        return row

    def write(self, marked: str, text: str, delete: int = 0) -> None:
        """Goes to a ¦, deletes characters, and writes."""
        head, tail = self.go(marked)
        if delete:
            self.press("Delete", times=delete)
        if text:
            self.type(text)
        wanted = squeezed(head + text + tail[delete:])
        self.until(lambda: squeezed(self.look()) == wanted, lambda: f"wanted: {head}{text}¦{tail[delete:]}")

    def ask(self) -> Any:
        """Asks for completions."""
        return self.asked("textDocument/completion", lambda: self.press("ctrl+space"))

    def choose(self, label: str, typed: str) -> None:
        """Takes one of what is offered behind what has been typed."""
        answer = self.ask()
        items = answer["items"] if isinstance(answer, dict) else answer or []
        word = re.search(r"\w*$", typed)
        fitting = [
            item for item in items
            if item.get("filterText", item["label"]).strip('" ').lower().startswith(word[0].lower() if word else "")
        ]
        fitting.sort(key=lambda item: item.get("sortText", item["label"]))
        labels = [item["label"] for item in fitting]
        assert label in labels, labels
        time.sleep(DRAWN_SECONDS)
        self.take(labels.index(label))

    def take(self, row: int) -> None:
        """Takes a row of the list of completions, from 0."""
        self.press("Down", times=row)
        self.press("Return")

    # The steps of a specification.

    def carry_out(self, step: dict[str, Any]) -> None:
        """One step."""
        getattr(self, "do_" + step["do"])(step)

    def do_attached(self, _: dict[str, Any]) -> None:
        self.until(lambda: self.answers("initialize"))

    def do_diagnostics(self, step: dict[str, Any]) -> None:
        def is_so() -> bool:
            findings = self.findings()
            text = "\n".join(findings)
            return (
                all(part in text for part in step.get("contain", []))
                and not any(part in text for part in step.get("absent", []))
                and len(findings) == step.get("count", len(findings))
            )

        self.until(is_so, self.findings)

    def do_edit(self, step: dict[str, Any]) -> None:
        self.write(step["at"], step["insert"], step.get("delete", 0))

    def do_paste(self, step: dict[str, Any]) -> None:
        head, tail = self.go(step["at"])
        file = Path(self.surroundings["EDITOR_PASTE"])
        clipboard = "xclip", "-selection", "clipboard"
        # It stays, for whoever has copied something is asked for it.
        self.start(*clipboard, "-quiet", "-in", str(file))
        self.until(lambda: self.run(*clipboard, "-out") == file.read_text())
        self.press(self.paste)
        self.until(lambda: self.look() == head + file.read_text() + tail)

    def changes(self, key: str) -> None:
        """Presses a key that changes the text."""
        before = self.look()
        self.press(key)
        self.until(lambda: self.look() != before)

    def do_undo(self, _: dict[str, Any]) -> None:
        self.changes("ctrl+z")

    def do_redo(self, _: dict[str, Any]) -> None:
        self.changes("ctrl+shift+z")

    def do_split(self, _: dict[str, Any]) -> None:
        def views() -> int:
            return self.shown(NAMES).count(self.document.name.partition(".")[0])

        before = views()
        self.press(*self.split)
        self.until(lambda: views() > before)

    def do_move(self, _: dict[str, Any]) -> None:
        self.document.rename(self.document.with_name(self.document.name + ".moved"))

    def do_completion(self, step: dict[str, Any]) -> None:
        self.write(step["at"], step["insert"])
        self.choose(step["accept"], step["at"].partition("¦")[0] + step["insert"])
        self.until_text(step)
        self.press("Escape")

    def do_accept(self, step: dict[str, Any]) -> None:
        self.write(step["at"], step["insert"])
        self.choose(step["label"], step["at"].partition("¦")[0] + step["insert"])
        self.until_text(step)
        if "then" in step:
            self.type(step["then"])
        self.press("Escape")

    def do_symbols(self, step: dict[str, Any]) -> None:
        """Both ask by themselves, for the list above the text, which has the names that the text has below it."""

        def is_so() -> bool:
            answers = self.answers("textDocument/documentSymbol")
            return bool(answers) and all(f'"name": "{name}"' in json.dumps(answers[-1]) for name in step["contain"])

        self.until(is_so)

    def do_save(self, _: dict[str, Any]) -> None:
        self.save()

    def saved(self) -> str:
        """What is in the file, which may have been moved away."""
        return self.document.read_bytes().decode() if self.document.exists() else ""

    def save(self) -> None:
        """Saves, which is so when the file has what the daemon has been told."""
        was_moved = not self.document.exists()
        self.press("ctrl+s")
        if was_moved:
            self.save_nevertheless()
        self.until(lambda: self.saved().replace("\r\n", "\n") == self.look(), self.saved)

    def save_nevertheless(self) -> None:
        """Answers what a person is asked when they save a file that was moved away."""

    def quit(self) -> int:
        """Has it end as it does for a person; gives its exit status."""
        self.press("Escape", "ctrl+q")
        return self.editor.wait(PATIENCE_SECONDS)
