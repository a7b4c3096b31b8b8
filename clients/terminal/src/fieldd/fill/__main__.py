"""The command line of the form filler."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from fieldd import Daemon, DaemonError

from .app import FillApp

DESCRIPTION = """Fill in a form in the terminal; its values are printed as JSON.
The form is drawn on standard error, so standard output can go to a file."""
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
    arguments = parser.parse_args()
    try:
        values = asyncio.run(fill(arguments.form, arguments.fieldd, arguments.store))
    except (Unreadable, DaemonError) as error:
        print(error, file=sys.stderr)
        return 2
    if values is None:
        return 1
    print(json.dumps(values, ensure_ascii=False, indent=2))
    return 0


async def fill(path: Path, fieldd: str, store: str | None) -> dict[str, Any] | None:
    """The values that a person has committed; None if they gave up."""
    try:
        async with Daemon(fieldd, store=store) as daemon, daemon.open(path) as form:
            errors = [problem for problem in form.diagnostics if problem.severity == "error"]
            if errors:
                lines = [f"{path}:{e.line}:{e.column}: {e.message}" for e in errors]
                raise Unreadable("\n".join(lines))
            if not all(stream and stream.isatty() for stream in (sys.__stdin__, sys.__stderr__)):
                raise Unreadable("standard input and standard error must be a terminal")
            app = FillApp(form)
            values = await app.run_async()
            if app.failure:
                raise app.failure
            return values
    except (OSError, UnicodeDecodeError) as error:
        words = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise Unreadable(f"{path}: {words}") from error


if __name__ == "__main__":
    sys.exit(main())
