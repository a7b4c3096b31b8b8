"""The command line of the form filler."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fieldd import Daemon, DaemonError, Diagnostic

from .interview import Unfinished
from .sitting import Sitting
from .words import locale_of

DESCRIPTION = """Fill in a form in the terminal; its values are printed as JSON.
The form is drawn on the terminal, wherever standard output and error go. With --plain, with
TERM=dumb, without a terminal and with answers from a pipe it is asked for in lines."""
STATUSES = (
    "exit status: 0 committed, 1 given up, 2 the form can't be read, 3 the input ended before it "
    "was submitted, or an answer in it was not taken"
)


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
    parser.add_argument(
        "--plain", action="store_true", help="ask one question after the other, on ordinary lines"
    )
    parser.add_argument(
        "--values", type=Path, metavar="FILE", help="a record that the form begins with"
    )
    parser.add_argument(
        "--locale", metavar="TAG", help="the language to speak, such as de or pt-BR; else LANG's"
    )
    open_closed_streams()
    arguments = parser.parse_args()
    try:
        values = asyncio.run(fill(arguments))
    except (Unreadable, DaemonError) as error:
        print(error, file=sys.stderr)
        return 2
    except Unfinished as error:
        print(error, file=sys.stderr)
        print(json.dumps(error.record, ensure_ascii=False, indent=2), file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 1
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


def read_record(path: Path) -> dict[str, Any]:
    """The record in a file; raises if there is none."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{path}: {error}") from error
    if not isinstance(record, dict):
        raise Unreadable(f"{path}: a record is an object {{ … }} of values")
    return record


async def fill(options: argparse.Namespace) -> Mapping[str, Any] | None:
    """The values that a person has committed; None if they gave up."""
    path: Path = options.form
    record = None if options.values is None else read_record(options.values)
    locale = locale_of() if options.locale is None else options.locale
    try:
        async with (
            Daemon(options.fieldd, store=options.store) as daemon,
            daemon.open(path, values=record, locale=locale, tidy=True, allow_errors=True) as form,
        ):
            check(path, form.diagnostics)
            for problem in form.problems:
                print(f"{options.values}: {problem.message}", file=sys.stderr)
            sitting = Sitting(form, is_plain=options.plain or None)
            values = await sitting.run()
            if values is None:
                check(path, sitting.diagnostics)
            if sitting.unchecked:
                print(f"{path}: not checked: {', '.join(map(str, sitting.unchecked))}", file=sys.stderr)
            return values
    except (OSError, UnicodeDecodeError) as error:
        words = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise Unreadable(f"{path}: {words}") from error


if __name__ == "__main__":
    sys.exit(main())
