"""Measures the daemon and writes RESULTS.md.

    run.py [--fieldd BINARY] [--small]

Every run of the daemon stands beside a run of `floor`, which answers without reading, so that a
busy spell of the machine hits both; of the repeats the median counts. With --small everything is
run once at a small size, nothing is written, and only the answers are checked, not the times.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gen

HERE = Path(__file__).resolve().parent
BINARIES = HERE.parent / ".build" / "benchmarks"
PATTERNS = ["^(a+)+$", "(a|aa)+$", "a*a*a*b"]
PATTERN_PATIENCE_SECONDS = 10
Row = dict[str, Any]


def build(name: str) -> str:
    """Compiles a program of this folder if it has changed."""
    source, binary = HERE / f"{name}.c", BINARIES / name
    if not binary.exists() or binary.stat().st_mtime < source.stat().st_mtime:
        BINARIES.mkdir(parents=True, exist_ok=True)
        compiler = os.environ.get("CC") or shutil.which("cc") or "clang"
        flags = ["-O2", "-Wall", "-Wextra", "-Werror"]
        subprocess.run([compiler, *flags, "-o", binary, source], check=True)
    return str(binary)


class Bench:
    """Runs lspbench against the daemon and against the floor."""

    def __init__(self, fieldd: str) -> None:
        self.fieldd = fieldd
        self.lspbench = build("lspbench")
        self.floor = build("floor")

    def measure(self, document: Path, keys: int, repeats: int) -> tuple[Row, Row]:
        """The medians of the daemon and of the floor."""
        rows: list[tuple[Row, Row]] = []
        for _ in range(repeats):
            floor = self._run(document, keys, "--floor", server=self.floor)
            rows.append((self._run(document, keys, server=self.fieldd), floor))
        daemon, floor = (_medians([pair[n] for pair in rows]) for n in (0, 1))
        return daemon | {"bytes": document.stat().st_size}, floor

    def _run(self, document: Path, keys: int, *options: str, server: str) -> Row:
        command = [self.lspbench, *options, "--keys", str(keys), str(document), "--", server]
        result = subprocess.run(command, check=True, capture_output=True, text=True)
        return json.loads(result.stdout)


def _medians(rows: list[Row]) -> Row:
    return {name: statistics.median(row[name] for row in rows) for name in rows[0]}


# What others need for the patterns.


def seconds_of_python(pattern: str, length: int) -> float | None:
    """One search by Python's `re`; infinite if it does not come back in time."""
    program = (
        "import re, sys, time\n"
        "pattern, text = re.compile(sys.argv[1]), 'a' * int(sys.argv[2]) + 'x'\n"
        "began = time.perf_counter(); pattern.search(text)\n"
        "print(time.perf_counter() - began)"
    )
    return _seconds([sys.executable, "-c", program, pattern, str(length)])


def seconds_of_node(pattern: str, length: int) -> float | None:
    """One search by Node's regular expressions; None if Node is not here."""
    program = (
        "const [pattern, length] = process.argv.slice(1);"
        "const text = 'a'.repeat(Number(length)) + 'x', regex = new RegExp(pattern);"
        "const began = process.hrtime.bigint(); regex.test(text);"
        "console.log(Number(process.hrtime.bigint() - began) / 1e9)"
    )
    return _seconds(["node", "-e", program, pattern, str(length)])


def _seconds(command: list[str]) -> float | None:
    if shutil.which(command[0]) is None:
        return None
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, timeout=PATTERN_PATIENCE_SECONDS, check=True
        )
    except subprocess.TimeoutExpired:
        return math.inf
    return float(result.stdout)


# The report.


def report(forms: dict[int, tuple[Row, Row]], patterns: dict[str, Row], length: int) -> str:
    """RESULTS.md."""
    smallest, largest = min(forms), max(forms)
    small, _ = forms[smallest]
    large, floor = forms[largest]
    megabytes = large["bytes"] / 1e6
    growth = large["key_p50_us"] / small["key_p50_us"]
    over_floor = large["key_p50_us"] / floor["key_p50_us"]
    kept = large["open_kb"] * 1024 / large["bytes"]
    goals = [
        (f"keystroke p50, {largest:,} fields to {smallest:,}", growth, 2, "×"),
        (f"keystroke p50, {largest:,} fields to the floor", over_floor, 8, "×"),
        (f"open {largest:,} fields ({megabytes:.0f} MB)", large["open_ms"] / 1000, 1, " s"),
        (f"resident memory to the text, {largest:,} fields", kept, 4, "×"),
        ("start to the answer to `initialize`", small["cold_ms"], 10, " ms"),
    ]
    lines = [
        "# Results",
        "",
        f"Measured on {datetime.date.today()} on a virtual machine with {os.cpu_count()} cores, "
        "which other work shares: it is noisy.",
        "Read the ratios; a time is worth what the floor's time beside it says, and only here.",
        "`make bench` writes this page; README.md says what is measured.",
        "",
        "## Goals",
        "",
        "| what | goal | measured | |",
        "|---|---|---|---|",
    ]
    for what, measured, goal, unit in goals:
        verdict = "met" if measured <= goal else "**missed**"
        lines.append(f"| {what} | ≤ {goal}{unit} | {measured:.2g}{unit} | {verdict} |")
    lines += ["", "## Forms", ""]
    lines += _form_table(forms)
    lines += ["", "## Patterns", ""]
    lines += [
        f"A keystroke behind {length:,} letters `a`, checked live with no interval (median and "
        "95th percentile of the whole way through the daemon), beside one search of the same text "
        "by others.",
        "",
        "| pattern | keystroke p50 / p95 ms | to the floor | Python `re` ms | Node ms |",
        "|---|---|---|---|---|",
    ]
    for pattern, row in patterns.items():
        cell = pattern.replace("|", "\\|")
        lines.append(
            f"| `{cell}` | {row['p50']:.2f} / {row['p95']:.2f} | {row['ratio']:.0f}× | "
            f"{_milliseconds(row['python'])} | {_milliseconds(row['node'])} |"
        )
    return "\n".join([*lines, ""])


def _form_table(forms: dict[int, tuple[Row, Row]]) -> list[str]:
    cells: list[tuple[str, Callable[[Row, Row], str]]] = [
        ("text MB", lambda r, _: f"{r['bytes'] / 1e6:.3g}"),
        ("open → diagnostics ms", lambda r, _: f"{r['open_ms']:.3g}"),
        ("keystroke p50 / p95 / p99 µs", lambda r, _: _percentiles(r)),
        ("the floor's µs", lambda _, f: _percentiles(f)),
        ("p50 to the floor", lambda r, f: f"{r['key_p50_us'] / f['key_p50_us']:.1f}×"),
        ("processor µs a keystroke", lambda r, _: f"{r['key_cpu_us']:.0f}"),
        ("completion p50 µs", lambda r, _: f"{r['completion_p50_us']:.0f}"),
        ("memory MB idle / open / peak", lambda r, _: _memory(r)),
        ("memory to the text", lambda r, _: _memory_to_text(r)),
        ("start → `initialize` ms", lambda r, _: f"{r['cold_ms']:.1f}"),
    ]
    head = "| fields | " + " | ".join(f"{count:,}" for count in forms) + " |"
    rule = "|---|" + "---|" * len(forms)
    rows = [
        f"| {name} | " + " | ".join(cell(*rows) for rows in forms.values()) + " |"
        for name, cell in cells
    ]
    return [head, rule, *rows]


def _percentiles(row: Row) -> str:
    return " / ".join(f"{row[f'key_p{percent}_us']:.0f}" for percent in (50, 95, 99))


def _memory(row: Row) -> str:
    return " / ".join(f"{row[f'{when}_kb'] * 1024 / 1e6:.1f}" for when in ("idle", "open", "peak"))


def _memory_to_text(row: Row) -> str:
    """Nothing for a text that is small beside the program itself."""
    ratio = row["open_kb"] * 1024 / row["bytes"]
    return f"{ratio:.1f}×" if ratio < 10 else ""


def _milliseconds(seconds: float | None) -> str:
    if seconds is None:
        return "not installed"
    if seconds == math.inf:
        return f"not in {PATTERN_PATIENCE_SECONDS} s"
    return f"{seconds * 1000:.2g}"


def measure_pattern(bench: Bench, folder: Path, index: int, length: int, keys: int) -> Row:
    """The daemon, and outside of small runs the others, on one pattern."""
    pattern = PATTERNS[index]
    document = gen.write_pattern(folder, f"pattern{index}", pattern, length)
    daemon, floor = bench.measure(document, keys, repeats=1)
    return {
        "p50": daemon["key_p50_us"] / 1000,
        "p95": daemon["key_p95_us"] / 1000,
        "ratio": daemon["key_p50_us"] / floor["key_p50_us"],
        "wrong": daemon["wrong"],
        "typed_diagnostics": daemon["typed_diagnostics"],
        "python": seconds_of_python(pattern, length),
        "node": seconds_of_node(pattern, length),
    }


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = HERE.parent / ".build" / "release" / "fieldd"
    parser.add_argument("--fieldd", default=str(default), help="the daemon to measure")
    parser.add_argument("--small", action="store_true", help="a quick run that checks no times")
    options = parser.parse_args()
    sizes = [10, 100] if options.small else [10, 1_000, 10_000, 100_000]
    keys, repeats = (20, 1) if options.small else (400, 3)
    length = 20 if options.small else 10_000

    bench = Bench(options.fieldd)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        forms = {n: bench.measure(gen.write_form(folder, n), keys, repeats) for n in sizes}
        patterns = {
            pattern: measure_pattern(bench, folder, index, length, keys)
            for index, pattern in enumerate(PATTERNS)
        }
    measured = [row for row, _ in forms.values()] + list(patterns.values())
    text = report(forms, patterns, length)
    print(text)
    print(f"{time.monotonic() - began:.0f} s")
    if any(row["wrong"] or row["typed_diagnostics"] != 1 for row in measured):
        print("the daemon's diagnostics were not those of the text", file=sys.stderr)
        return 1
    if not options.small:
        (HERE / "RESULTS.md").write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
