"""Programs that insist on a terminal, run in one that nobody looks at."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path


def run_in_terminal(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, patience_seconds: float
) -> tuple[int, str]:
    """The exit status and what was on the screen; a program that hangs is ended."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
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
