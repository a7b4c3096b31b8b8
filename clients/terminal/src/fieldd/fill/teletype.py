"""Ordinary lines that come from a person or a pipe, and words that go back."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import termios
from collections import deque
from collections.abc import Iterator

from .filling import printable

# What Linux keeps of a line that is typed in a terminal, without its end.
_TERMINAL_LINE_BYTE_COUNT = 4095
# What comes so soon behind a line was not typed.
_PASTE_SECONDS = 0.02


class InputEnded(Exception):
    """There are no more lines."""


class UnreadableLine(Exception):
    """A line that is not what was typed; `name` is what the face has to say of it."""

    def __init__(self, name: str, count: int = 0) -> None:
        super().__init__(name)
        self.name = name
        self.count = count


class SeveralLines(Exception):
    """Lines that came at once, where one is asked for, as they do when they are pasted."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(f"{len(lines)} lines")
        self.lines = lines


class Teletype:
    """Two open files: one gives lines, the other takes words.

    The terminal edits the line that is typed, so everything works that works at a shell without an
    editor of its own: for screen readers, in terminals that can't draw, over a serial line.
    """

    def __init__(self, input: int, output: int) -> None:
        self._input = input
        self._output = output
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._has_ended = False
        self._prompt: str | None = None
        self.line_count = 0
        self.is_terminal = _is_terminal(input)

    def write(self, *lines: str) -> None:
        """Writes lines; control characters in them become pictures."""
        self._write("".join(f"{printable(line)}\n" for line in lines))

    async def read(self, prompt: str, *, is_secret: bool = False, is_alone: bool = True) -> str:
        """A line, without its end; what is typed is not shown if it is a secret.

        Raises `InputEnded` behind the last one, and `UnreadableLine` for one that is no text, or of
        which the terminal has kept the beginning only. In a terminal it raises `SeveralLines` where
        a line `is_alone` and others have come with it: those answer no other question.
        """
        self._prompt = prompt
        with self._silenced() if is_secret else contextlib.nullcontext():
            self._write(prompt)
            line = await self._next_line()
            more = self.come_along() if is_alone else []
        self._prompt = None
        if is_secret or (prompt and not self.is_terminal):
            # Nobody has seen the end of the line.
            self._write("\n")
        self.line_count += 1
        if more:
            raise SeveralLines([_text(line), *more])
        if self.is_terminal and len(line) >= _TERMINAL_LINE_BYTE_COUNT:
            raise UnreadableLine("line_too_long", _TERMINAL_LINE_BYTE_COUNT)
        return _text(line)

    def ask_again(self) -> None:
        """Shows again what is waited for, behind something that was said meanwhile."""
        self._write(self._prompt or "")

    def come_along(self) -> list[str]:
        """Takes the lines that have come in a terminal with the one before, as a paste brings them.

        The last of them may have no end yet, so the terminal is asked for single characters
        meanwhile.
        """
        if not self.is_terminal or self._has_ended:
            return []
        data = b"".join(line + b"\n" for line in self._lines) + self._rest
        self._lines.clear()
        self._rest = b""
        with self._without(termios.ICANON, now=True) as is_set:
            while is_set and self._comes_soon() and (piece := self._take()):
                data += piece
        # What ends the input is a sign as any other here.
        data, end, _ = data.partition(self._end_sign())
        self._has_ended = bool(end)
        if data and not data.endswith(b"\n"):
            # What is said next stands on a line of its own.
            self._write("\n")
        return [_text(line) for line in data.removesuffix(b"\n").split(b"\n")] if data else []

    def _comes_soon(self) -> bool:
        # So short a time that nothing else has to go on meanwhile.
        return bool(select.select([self._input], [], [], _PASTE_SECONDS)[0])

    def _end_sign(self) -> bytes:
        """What a person types to end the input."""
        try:
            sign = termios.tcgetattr(self._input)[6][termios.VEOF]
        except termios.error:
            return b"\x04"
        return sign if isinstance(sign, bytes) else bytes([sign])

    async def _next_line(self) -> bytes:
        while not self._lines:
            if self._has_ended:
                raise InputEnded
            data = await self._receive()
            self._has_ended = not data and not self.is_terminal
            *lines, self._rest = (self._rest + data).split(b"\n")
            self._lines.extend(lines)
            if not data and self._rest:
                # A last line without an end is one all the same.
                self._lines.append(self._rest)
                self._rest = b""
            elif not data and not self._lines:
                raise InputEnded
        return self._lines.popleft()

    async def _receive(self) -> bytes:
        """What has come; nothing at the end. Other things go on while nothing comes."""
        loop = asyncio.get_running_loop()
        came = asyncio.Event()
        try:
            loop.add_reader(self._input, came.set)
        except (OSError, ValueError):
            # What can't be waited for, such as a file, never has to be.
            return self._take()
        try:
            await came.wait()
        finally:
            loop.remove_reader(self._input)
        return self._take()

    def _take(self) -> bytes:
        try:
            return os.read(self._input, 65536)
        except OSError:
            # The terminal is gone, or the stream was closed.
            return b""

    def _write(self, text: str) -> None:
        data = text.encode(errors="backslashreplace")
        try:
            while data:
                data = data[os.write(self._output, data) :]
        except OSError:
            # Nobody listens; the answers that come are taken all the same.
            pass

    @contextlib.contextmanager
    def _silenced(self) -> Iterator[None]:
        with self._without(termios.ECHO):
            yield

    @contextlib.contextmanager
    def _without(self, flag: int, *, now: bool = False) -> Iterator[bool]:
        """The terminal without something that it does by itself; gives whether it is one."""
        if not self.is_terminal:
            yield False
            return
        when = termios.TCSANOW if now else termios.TCSADRAIN
        try:
            before = termios.tcgetattr(self._input)
            other = [*before]
            other[3] &= ~flag
            termios.tcsetattr(self._input, when, other)
        except termios.error:
            # The terminal is gone.
            yield False
            return
        try:
            yield True
        finally:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._input, when, before)


def _text(line: bytes) -> str:
    try:
        return line.decode().removesuffix("\r")
    except UnicodeDecodeError:
        raise UnreadableLine("not_utf8") from None


def _is_terminal(number: int) -> bool:
    try:
        return os.isatty(number)
    except OSError:
        return False
