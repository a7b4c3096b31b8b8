"""The command line of the form filler."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fieldd import Daemon, DaemonError, Diagnostic

from .app import FillApp
from .terminal import Terminal

DESCRIPTION = """Fill in a form in the terminal; its values are printed as JSON.
The form is drawn on the terminal, wherever standard input, output and error come from and go."""
STATUSES = "exit status: 0 committed, 1 given up, 2 the form can't be read"


class Unreadable(Exception):
    """The form can't be filled in."""


def main() -> int:
    """Fills in a form; gives the exit status."""
    parser = argparse.ArgumentParser(
        "python -m fieldd.fill", description=DESCRIPTION, epilog=STATUSES
    )
    parser.add_argument("form", type=Path, help="a field document, *.fields.json")
    parser.add_argument("--fieldd", default="fieldd", metavar="PATH", help="the daemon")
    parser.add_argument(
        "--store", metavar="PATH", help="the file that keeps autofill texts, or :memory:"
    )
    open_closed_streams()
    arguments = parser.parse_args()
    try:
        values = asyncio.run(fill(arguments.form, arguments.fieldd, arguments.store))
    except (Unreadable, DaemonError) as error:
        print(error, file=sys.stderr)
        return 2
    if values is None:
        return 1
    return deliver(json.dumps(values, ensure_ascii=False, indent=2) + "\n")


def deliver(text: str) -> int:
    """Prints the values; where they can't be, they go where they are not lost."""
    try:
        data = memoryview(text.encode())
        while data:
            data = data[os.write(1, data) :]
    except OSError as error:
        print(f"standard output: {error.strerror}; the values are", file=sys.stderr)
        print(text, end="", file=sys.stderr)
        return 2
    return 0


def open_closed_streams() -> None:
    """Opens nothing at all in the place of standard streams that are closed.

    What is opened next would get their numbers, and be taken for them.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            # Standard output is left unwritable, so that no value is lost in silence.
            mode = "w" if name == "stderr" else "r"
            stream = open(os.devnull, mode)  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)


def check(path: Path, diagnostics: Iterable[Diagnostic]) -> None:
    """Raises if the text of a form has errors: nobody could submit it."""
    errors = [problem for problem in diagnostics if problem.severity == "error"]
    if errors:
        raise Unreadable("\n".join(f"{path}:{e.line}:{e.column}: {e.message}" for e in errors))


async def fill(path: Path, fieldd: str, store: str | None) -> dict[str, Any] | None:
    """The values that a person has committed; None if they gave up."""
    try:
        async with Daemon(fieldd, store=store) as daemon, daemon.open(path) as form:
            check(path, form.diagnostics)
            if Terminal.find() is None:
                raise Unreadable("there is no terminal to show the form on")
            app = FillApp(form)
            values = await app.run_async()
            if app.failure:
                raise app.failure
            if values is None:
                check(path, app.diagnostics)
            return values
    except (OSError, UnicodeDecodeError) as error:
        words = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise Unreadable(f"{path}: {words}") from error


if __name__ == "__main__":
    sys.exit(main())
