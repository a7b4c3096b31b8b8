"""The terminal that a person sits at, whatever of the standard streams goes elsewhere."""

from __future__ import annotations

import fcntl
import os
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from .teletype import Teletype

_DEVICE = "/dev/tty"


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where to read keys, and where to draw."""

    input: int
    output: int

    @classmethod
    def find(cls) -> Terminal | None:
        """The terminal among the standard streams, else the one that the process belongs to."""
        ours = [number for number in (0, 2, 1) if _is_terminal(number)]
        readable = [number for number in ours if _mode(number) in (os.O_RDONLY, os.O_RDWR)]
        writable = [number for number in ours if _mode(number) in (os.O_WRONLY, os.O_RDWR)]
        if not readable or not writable:
            try:
                device = os.open(_DEVICE, os.O_RDWR | os.O_NOCTTY)
            except OSError:
                return None
            readable, writable = [*readable, device], [*writable, device]
        # Drawn on standard error where that is possible, as programs do that print.
        return cls(readable[0], 2 if 2 in writable else writable[0])

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        try:
            columns, lines = os.get_terminal_size(self.output)
        except OSError:
            columns = lines = 0
        return columns or 80, lines or 24


def draws(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a form can be drawn: there is a terminal, it can draw, and answers are to be typed.

    Where standard input is a pipe or a file, that is where the answers come from.
    """
    if environment.get("TERM") == "dumb" or _has_answers():
        return False
    return Terminal.find() is not None


def teletype() -> Teletype:
    """Standard input, or the terminal where nothing can come from that; words go where it shows.

    The words go to standard error where the answers come from a pipe: standard output is for the
    values.
    """
    terminal = None if _has_answers() else Terminal.find()
    return Teletype(terminal.input, terminal.output) if terminal else Teletype(0, 2)


def _has_answers() -> bool:
    """Whether standard input is a pipe, a socket or a file, from which answers come."""
    try:
        mode = os.fstat(0).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISREG(mode)


class TerminalDriver(LinuxDriver):
    """Draws on the terminal and is as large, also if no standard stream is a terminal."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._terminal = Terminal.find()
        if self._terminal:
            self.fileno = self._terminal.input
            self.input_tty = True
            self._size = size or self._terminal.size
            if self._terminal.output != 2 or sys.__stderr__ is None:
                self._file = open(  # noqa: SIM115
                    self._terminal.output, "w", errors="backslashreplace", closefd=False
                )

    def _get_terminal_size(self) -> tuple[int, int]:
        return self._terminal.size if self._terminal else super()._get_terminal_size()


def _is_terminal(number: int) -> bool:
    try:
        return os.isatty(number)
    except OSError:
        return False


def _mode(number: int) -> int:
    return fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE
