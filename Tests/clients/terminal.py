"""Programs that insist on a terminal, run in one whose screen is read, or that nobody looks at."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import pyte

ROWS, COLUMNS = 50, 180
PATIENCE_SECONDS = 60.0


class Screen(pyte.Screen):
    """Takes what a terminal may leave aside."""

    def select_graphic_rendition(self, *attributes: int, **more: bool) -> None:
        if not more:
            super().select_graphic_rendition(*attributes)

    def report_device_status(self, *_: int, **more: bool) -> None:
        """Nobody waits for it."""


def start_in_terminal(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, rows: int, columns: int
) -> tuple[subprocess.Popen[bytes], int]:
    """A program that has a terminal of such a size to itself, and our end of that."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    process = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        cwd=folder,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(theirs)
    return process, ours


class Terminal:
    """A program in a terminal: keys go in, and its screen is read. Use it in a `with` block."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        rows: int = ROWS,
        columns: int = COLUMNS,
    ) -> None:
        self.screen = Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.changed = threading.Condition()
        self.process, self.terminal = start_in_terminal(command, environment, folder, rows, columns)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.reader.join(5)
        os.close(self.terminal)

    def _read(self) -> None:
        try:
            while data := os.read(self.terminal, 65536):
                with self.changed:
                    self.stream.feed(data)
                    self.changed.notify_all()
        except OSError:
            pass

    @property
    def shown(self) -> str:
        """What is on the screen."""
        return "\n".join(self.screen.display)

    def until(self, is_so: Callable[[], Any]) -> None:
        """Waits until the screen, or what it tells of, is so."""
        with self.changed:
            assert self.changed.wait_for(is_so, PATIENCE_SECONDS), self.shown

    def press(self, keys: str) -> None:
        """Types."""
        os.write(self.terminal, keys.encode())

    def resize(self, rows: int, columns: int) -> None:
        """Makes the terminal another size, as its window is pulled."""
        with self.changed:
            self.screen.resize(rows, columns)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def left_behind(folder: Path) -> list[str]:
    """What still runs of what had its home in a folder, after some patience."""
    left = []
    for process in Path("/proc").iterdir():
        try:
            if f"HOME={folder}\0".encode() not in (process / "environ").read_bytes():
                continue
            with open(os.pidfd_open(int(process.name))) as is_over:
                if not select.select([is_over], [], [], PATIENCE_SECONDS)[0]:
                    left.append((process / "cmdline").read_text())
        except (OSError, ValueError):
            # No process, or gone meanwhile.
            continue
    return left


def run_in_terminal(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, patience_seconds: float
) -> tuple[int, str]:
    """The exit status and what was on the screen; a program that hangs is ended."""
    process, ours = start_in_terminal(command, environment, folder, ROWS, COLUMNS)
    screen = bytearray()

    def keep_screen() -> None:
        try:
            while data := os.read(ours, 65536):
                screen.extend(data)
        except OSError:
            pass

    reader = threading.Thread(target=keep_screen, daemon=True)
    reader.start()
    try:
        status = process.wait(patience_seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        status = process.wait()
    reader.join(5)
    os.close(ours)
    return status, screen.decode(errors="replace")


def last_shown(written: str) -> str:
    """What stands on the screen of a program that has written this to it."""
    screen = Screen(COLUMNS, ROWS)
    pyte.Stream(screen).feed(written)
    return "\n".join(line for row in screen.display if (line := row.rstrip()))
