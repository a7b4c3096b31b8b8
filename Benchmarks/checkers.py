"""Measures how fast Python programs have records checked, and writes that part of RESULTS.md.

    checkers.py [--fieldd BINARY] [--library FILE] [--small]

The sign-ups of record_streams.py go through `fieldd.Checker` in process, through the one that has a
daemon, and through Pydantic and jsonschema-rs, record by record, as values and as text, in the Python
of the peers. All are run in turn, seven times; the lowest counts. With --small everything is run once
on few records, nothing is written, and only the verdicts are checked.
"""

from __future__ import annotations

import argparse
import datetime
import json
import operator
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "clients" / "python" / "src"))

import fieldd
from record_peers import PYTHON, peers_in
from record_rows import Row
from record_runs import run_check
from record_streams import FORM, SCHEMA, write_stream

TITLE = "## Records in Python"
LIBRARY = str(HERE.parent / ".build" / "lib" / f"libfieldd.{'dylib' if sys.platform == 'darwin' else 'so'}")
NEXT_TITLE = "\n## Records\n"
THREADS = 8
RELATIONS = {"≥": operator.ge, "≤": operator.le}
Way = tuple[Callable[[Any], bool] | None, Callable[[Any], bool] | None]
Numbers = dict[str, Any]


def ways(daemon: fieldd.Checker, held: fieldd.Checker) -> dict[str, Way]:
    """Who says of values, and of text, whether they are right."""
    found: dict[str, Way] = {
        "`Checker`, in process": (lambda it: bool(held.check(it)), lambda it: bool(held.check_text(it))),
        "`Checker`, with a daemon": (lambda it: bool(daemon.check(it)), lambda it: bool(daemon.check_text(it))),
    }
    try:
        import jsonschema_rs
        import orjson
        import pydantic
        from peer import Models
    except ImportError:
        return found
    validator = Models().value(SCHEMA).__pydantic_validator__
    schema = jsonschema_rs.validator_for(SCHEMA, validate_formats=True)

    def is_taken(check: Callable[[Any], object]) -> Callable[[Any], bool]:
        def is_right(record: Any) -> bool:
            try:
                check(record)
            except pydantic.ValidationError:
                return False
            return True

        return is_right

    # A strict model takes dates as text in JSON alone.
    found["Pydantic, a strict model, all errors"] = (None, is_taken(validator.validate_json))
    found["jsonschema-rs, `iter_errors`"] = (
        lambda it: not list(schema.iter_errors(it)),
        lambda it: not list(schema.iter_errors(orjson.loads(it))),
    )
    found["jsonschema-rs, `is_valid`"] = (schema.is_valid, lambda it: schema.is_valid(orjson.loads(it)))
    return found


def measure_here(command: str, library: str, stream: Path, count: int, times: int) -> Numbers:
    """What is measured in this interpreter: microseconds of a record, and seconds of all."""
    lines = stream.read_bytes().splitlines()
    with fieldd.Checker(FORM, command) as daemon, fieldd.Checker(FORM, in_process=True, library=library) as held:
        data = b"\n".join(lines)
        wrong = {*held.check_lines(data).wrong}
        parts = {
            "right": [it for number, it in enumerate(lines) if number not in wrong][:count],
            "wrong": [lines[number] for number in sorted(wrong)][:count],
        }
        single: Numbers = {}
        for _ in range(times):
            for name, way in ways(daemon, held).items():
                for part, texts in parts.items():
                    # What a daemon says takes so long that fewer do.
                    texts = texts[: max(len(texts) // 10, 10)] if "daemon" in name else texts
                    for kind, is_right in zip(("values", "text"), way):
                        if is_right is None:
                            continue
                        records = [json.loads(it) for it in texts] if kind == "values" else texts
                        start = time.perf_counter()
                        found = sum(map(is_right, records))
                        taken = (time.perf_counter() - start) / len(records) * 1e6
                        assert found == (len(records) if part == "right" else 0), (name, part, found)
                        key = f"{name}|{kind}|{part}"
                        single[key] = min(taken, single.get(key, taken))
        return {
            "wrong": len(wrong),
            "single": single,
            "seconds": {name: min(run() for _ in range(times)) for name, run in streams(held, data, lines).items()},
            "fork": min(after_fork(held, lines[0]) for _ in range(times)) * 1e6,
            "versions": versions(),
        }


def streams(held: fieldd.Checker, data: bytes, lines: list[bytes]) -> dict[str, Callable[[], float]]:
    """The seconds that all records take, in one way or another."""
    values = [json.loads(it) for it in lines]

    def seconds(work: Callable[[], object]) -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    def in_threads(work: Callable[[], object]) -> float:
        threads = [threading.Thread(target=work) for _ in range(THREADS)]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return (time.perf_counter() - start) / THREADS

    return {
        "`check_lines`, the numbers of wrong ones": lambda: seconds(lambda: held.check_lines(data).wrong),
        "`check_lines`, all verdicts": lambda: seconds(lambda: held.check_lines(data).verdicts),
        "`check_many`, values": lambda: seconds(lambda: [*held.check_many(values)]),
        f"`check_lines` in {THREADS} threads": lambda: in_threads(lambda: held.check_lines(data).wrong),
        f"`check_text` of each in {THREADS} threads": lambda: in_threads(lambda: [*map(held.check_text, lines)]),
    }


def after_fork(held: fieldd.Checker, record: bytes) -> float:
    """The seconds that the first check takes in a child of this process."""
    ours, its = os.pipe()
    if (child := os.fork()) == 0:
        start = time.perf_counter()
        held.check_text(record)
        os.write(its, str(time.perf_counter() - start).encode())
        os._exit(0)
    os.close(its)
    with os.fdopen(ours) as answer:
        taken = float(answer.read())
    os.waitpid(child, 0)
    return taken


def versions() -> dict[str, str]:
    """What stands beside it."""
    import importlib.metadata

    found = {}
    for package in ("pydantic", "pydantic-core", "jsonschema-rs"):
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def measure(command: str, library: str, is_small: bool) -> list[str]:
    """The lines of the page."""
    count, times = (2_000, 1) if is_small else (100_000, 7)
    with tempfile.TemporaryDirectory() as name, peers_in(Path(name)):
        folder = Path(name)
        row = Row("plain", FORM, SCHEMA, folder / "records.ndjson")
        wrong = write_stream(row.stream, count)
        python = str(PYTHON) if PYTHON.exists() else sys.executable
        asked = [python, "-B", __file__, "--fieldd", command, "--library", library, "--here", str(row.stream)]
        asked += ["--count", str(count // 10), "--times", str(times)]
        found = json.loads(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)
        check = run_check(command, folder, row, times=times)
        assert found["wrong"] == wrong == len(check.wrong)
        return report(found, count, row.stream.stat().st_size / 1e6, min(check.seconds), times)


def report(found: Numbers, count: int, megabytes: float, check: float, times: int) -> list[str]:
    """The part of the page."""
    beside = ", ".join(f"{package} {version}" for package, version in sorted(found["versions"].items()))
    lines = [
        TITLE,
        "",
        f"The sign-ups of the next part, {count:,} of them, one in ten wrong, on {datetime.date.today()}, the lowest of "
        f"{times} runs. Microseconds of one record, from a call in Python to the verdict; of a wrong one `Checker` tells "
        "all problems in words.",
        "",
        *([f"Beside it: {beside}.", ""] if beside else []),
        "| | values, right | values, wrong | text, right | text, wrong | a right text to jsonschema-rs |",
        "|---|---|---|---|---|---|",
    ]
    single = found["single"]
    peer = single.get("jsonschema-rs, `iter_errors`|text|right")
    for name in dict.fromkeys(key.split("|")[0] for key in single):
        cells = [single.get(f"{name}|{kind}|{part}") for kind in ("values", "text") for part in ("right", "wrong")]
        ratio = f"{peer / cells[2]:.{1 if cells[2] < 10 * peer else 2}f}×" if peer and cells[2] else ""
        lines.append(f"| {name} | {' | '.join(f'{it:.1f}' if it else '' for it in cells)} | {ratio} |")
    lines += ["", "All records at once, beside the whole process `fieldd check`:", ""]
    lines += ["| | records/s | MB/s | to `fieldd check` |", "|---|---|---|---|"]
    for name, seconds in {"`fieldd check`": check, **found["seconds"]}.items():
        lines.append(f"| {name} | {count / seconds:,.0f} | {megabytes / seconds:.0f} | {check / seconds:.2f}× |")
    goals = [
        ("a right record as values, µs", single["`Checker`, in process|values|right"], "≤", 5.0),
        ("a right record as text, µs", single["`Checker`, in process|text|right"], "≤", 5.0),
        ("`check_lines` to `fieldd check`", check / found["seconds"]["`check_lines`, the numbers of wrong ones"], "≥", 0.5),
        ("the first check in a child after a fork, µs", found["fork"], "≤", 1000.0),
    ]
    lines += ["", "| what | goal | measured | |", "|---|---|---|---|"]
    for what, measured, relation, goal in goals:
        verdict = "met" if RELATIONS[relation](measured, goal) else "**missed**"
        lines.append(f"| {what} | {relation} {goal:g} | {measured:.1f} | {verdict} |")
    return [*lines, ""]


def replace_part(page: str, lines: list[str]) -> str:
    """The page with another part about Python, which stands before that about records."""
    before, _, records = page.partition(NEXT_TITLE)
    return before.split("\n" + TITLE)[0].rstrip("\n") + "\n\n" + "\n".join(lines) + NEXT_TITLE + records


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = HERE.parent / ".build" / "release" / "fieldd"
    parser.add_argument("--fieldd", default=str(default), help="the program to measure")
    parser.add_argument("--library", default=LIBRARY, help="the library to measure")
    parser.add_argument("--small", action="store_true", help="a quick run that checks no times")
    parser.add_argument("--here", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--times", type=int, default=1, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        print(json.dumps(measure_here(options.fieldd, options.library, options.here, options.count, options.times)))
        return 0
    lines = measure(options.fieldd, options.library, options.small)
    print("\n".join(lines))
    if not options.small:
        page = HERE / "RESULTS.md"
        page.write_text(replace_part(page.read_text(), lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
