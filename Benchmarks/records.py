"""Measures how fast records are validated, and writes that part of RESULTS.md.

    records.py [--fieldd BINARY] [--small]

A stream of sign-ups, of which one in ten is wrong, goes through `fieldd check` and through what
programs validate JSON with otherwise. All are run in turn, nine times; the lowest counts. Then the
form and the stream are changed in one thing after the other (record_rows.py), and at last random and
imported forms are measured (record_forms.py); of each the lowest of three runs counts. With --small
everything is run once on few records, nothing is written, and only the verdicts are checked.
"""

from __future__ import annotations

import argparse
import datetime
import operator
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import record_forms
from record_peers import KINDS, SHORT, Peers, Run, peers_in
from record_rows import Row, Rows
from record_runs import count_instructions, measure_one, run_check, run_server
from record_streams import FORM, SCHEMA, write_stream

HERE = Path(__file__).resolve().parent
TITLE = "## Records"
RELATIONS = {"≥": operator.ge, "≤": operator.le}
Goal = tuple[str, float, str, float, str]


@dataclass
class Part:
    """A part of the page, what it measured of the goals, and whether all verdicts were the same."""

    lines: list[str]
    goals: list[Goal] = field(default_factory=list)
    is_right: bool = True


def measure(fieldd: str, is_small: bool) -> tuple[list[str], bool]:
    """The lines of the page, and whether everybody finds the same records wrong."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with peers_in(folder) as peers:
            plain = measure_plain(fieldd, folder, peers, is_small)
            rows = measure_rows(fieldd, folder, peers, is_small)
            forms, goals = record_forms.measure(fieldd, folder, peers, is_small)
    lines = [*plain.lines, "", "| what | goal | measured | |", "|---|---|---|---|"]
    for what, measured, relation, goal, unit in [*plain.goals, *rows.goals, *goals]:
        verdict = "met" if RELATIONS[relation](measured, goal) else "**missed**"
        lines.append(f"| {what} | {relation} {goal:,}{unit} | {_short(measured)}{unit} | {verdict} |")
    return [*lines, *rows.lines, *forms, ""], plain.is_right and rows.is_right


def measure_plain(fieldd: str, folder: Path, peers: Peers, is_small: bool) -> Part:
    """The plain stream: `fieldd` in each way, and all others."""
    count, times = (2_000, 1) if is_small else (200_000, 9)
    row = Row("plain", FORM, SCHEMA, folder / "records.ndjson")
    wrong = write_stream(row.stream, count)
    ways = {
        "`fieldd check`": lambda: run_check(fieldd, folder, row),
        "`fieldd check --jobs 2`": lambda: run_check(fieldd, folder, row, jobs=2),
        "`fieldd check`, two at once": lambda: run_check(fieldd, folder, row, at_once=2),
        "`field/check`, 1,000 records a request": lambda: run_server(fieldd, row),
    }
    ways |= {KINDS[kind][0]: lambda kind=kind: peers.run(kind, row.stream, SCHEMA, 1) for kind in peers.kinds}
    runs = [{what: run() for what, run in ways.items()} for _ in range(times)]
    is_right = _agree({what: run for what, run in runs[0].items() if what != KINDS["orjson"][0]}, "plain")
    is_right = is_right and len(runs[0]["`fieldd check`"].wrong) == wrong
    seconds = {what: min(run[what].seconds[0] for run in runs) for what in ways}
    floors, is_one_right = measure_one(fieldd, folder, times)
    lines = _plain_lines(count, row.stream.stat().st_size / 1e6, seconds, peers, times)
    return Part(lines, _plain_goals(count, seconds, floors), is_right and is_one_right)


def _plain_lines(
    count: int, megabytes: float, seconds: dict[str, float], peers: Peers, times: int
) -> list[str]:
    peer = seconds.get(KINDS["iter_errors"][0])
    lines = [
        TITLE,
        "",
        f"{count:,} sign-ups of eight fields, one in ten wrong, {megabytes:.0f} MB, on {datetime.date.today()}, "
        f"the lowest of {times} runs. `fieldd check` and Blaze are whole processes, with every finding or verdict "
        "written; the others begin when they are ready. What two processes do at once is all that the two cores of "
        "this machine have.",
        "",
        *_versions(peers),
        "| | records/s | MB/s | to jsonschema-rs |",
        "|---|---|---|---|",
    ]
    for what, taken in seconds.items():
        ratio = f"{peer / taken:.1f}×" if peer else ""
        lines.append(f"| {what} | {count / taken:,.0f} | {megabytes / taken:.0f} | {ratio} |")
    return lines


def _versions(peers: Peers) -> list[str]:
    """Which peers were measured, and which were not here."""
    lines = []
    if peers.versions:
        named = ", ".join(f"{package} {version}" for package, version in sorted(peers.versions.items()))
        lines += [f"Beside it: {named}.", ""]
    if peers.missing:
        lines += [f"Not installed here, and so not measured: {', '.join(peers.missing)}.", ""]
    return lines


def _plain_goals(count: int, seconds: dict[str, float], floors: float) -> list[Goal]:
    check = seconds["`fieldd check`"]
    goals: list[Goal] = [
        ("two threads to one", check / seconds["`fieldd check --jobs 2`"], "≥", 1.7, "×"),
        ("`field/check`, records/s", count / seconds["`field/check`, 1,000 records a request"], "≥", 300_000, ""),
        ("`field/check` of one record to the floor", floors, "≤", 3, "×"),
    ]
    if peer := seconds.get(KINDS["iter_errors"][0]):
        goals.insert(0, ("`fieldd check` to jsonschema-rs", peer / check, "≥", 8, "×"))
    return goals


@dataclass
class Measured:
    """A row, and what was measured of it, by who did it."""

    row: Row
    count: int
    runs: dict[str, Run]
    instructions: float | None
    differing: set[str]

    def seconds(self, way: str = "check") -> float:
        """The lowest of the runs."""
        return min(self.runs[way].seconds)

    def ratio(self, kind: str) -> float | None:
        """How many times as fast `fieldd check` is as a peer that finds the same records wrong."""
        if kind not in self.runs or kind in self.differing:
            return None
        return self.seconds(kind) / self.seconds()

    @property
    def megabytes(self) -> float:
        """The size of the stream."""
        return self.row.stream.stat().st_size / 1e6

    def speed_to(self, plain: Measured) -> tuple[float, float]:
        """The speed beside that of the plain row, by records and by bytes."""
        return (
            plain.seconds() / self.seconds() * self.count / plain.count,
            self.megabytes / self.seconds() * plain.seconds() / plain.megabytes,
        )


def measure_rows(fieldd: str, folder: Path, peers: Peers, is_small: bool) -> Part:
    """Each row by `fieldd` and by all who can do it."""
    count, times = (300, 1) if is_small else (50_000, 3)
    stream = folder / "plain.ndjson"
    write_stream(stream, count)
    measured: list[Measured] = []
    plain: Run | None = None
    for row in Rows(folder, FORM, SCHEMA, stream).all():
        each = _measure_row(fieldd, folder, peers, row, count, times, plain)
        if not is_small:
            each.instructions = count_instructions(fieldd, folder, row, 2_000, 12_000)
        plain = plain or each.runs["check"]
        measured.append(each)
    lines = [*_row_lines(measured, count, times), *_peer_lines(measured, peers)]
    return Part(lines, _row_goals(measured), not any(each.differing for each in measured))


def _measure_row(
    fieldd: str, folder: Path, peers: Peers, row: Row, count: int, times: int, plain: Run | None
) -> Measured:
    runs: dict[str, Run | None] = {"check": run_check(fieldd, folder, row, times=times)}
    if row.params is not None:
        runs["server"] = run_server(fieldd, row, times=times)
    if row.schema:
        for kind in SHORT:
            if kind in peers.kinds:
                runs[kind] = peers.run(kind, row.stream, row.schema, times)
    found = {way: run for way, run in runs.items() if run}
    expected = plain if plain and row.is_as_plain else found["check"]
    differing = {way for way, run in found.items() if run.wrong != expected.wrong}
    for way in sorted(differing):
        print(f"{row.name}: {way} finds {_difference(found[way], expected)}", file=sys.stderr)
    return Measured(row, count, found, None, differing)


def _agree(runs: dict[str, Run], what: str) -> bool:
    expected = next(iter(runs.values()))
    differing = {way: run for way, run in runs.items() if run.wrong != expected.wrong}
    for way, run in differing.items():
        print(f"{what}: {way} finds {_difference(run, expected)}", file=sys.stderr)
    return not differing


def _difference(run: Run, expected: Run) -> str:
    more = set(run.wrong) - set(expected.wrong)
    less = set(expected.wrong) - set(run.wrong)
    return f"{len(run.wrong)} records wrong, not {len(expected.wrong)}: {sorted(more)[:3]} more, {sorted(less)[:3]} less"


def _row_lines(measured: list[Measured], count: int, times: int) -> list[str]:
    lines = [
        "",
        f"The same form and stream changed in one thing, {count:,} records, one thread, the lowest of {times} runs. "
        "`field/check` gets 1,000 records a request.",
        "",
        "| changed | records/s | MB/s | to plain, by records | by bytes | `field/check`, records/s "
        "| instructions a record |",
        "|---|---|---|---|---|---|---|",
    ]
    for each in measured:
        by_records, by_bytes = each.speed_to(measured[0])
        cells = [
            each.row.name,
            f"{count / each.seconds():,.0f}",
            f"{each.megabytes / each.seconds():.0f}",
            f"{by_records:.2f}",
            f"{by_bytes:.2f}",
            f"{count / each.seconds('server'):,.0f}" if "server" in each.runs else "",
            f"{each.instructions:,.0f}" if each.instructions else "",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _peer_lines(measured: list[Measured], peers: Peers) -> list[str]:
    kinds = [kind for kind in SHORT if kind in peers.kinds]
    if not kinds:
        return []
    lines = [
        "",
        "The same rows: how many times as fast as each peer `fieldd check` is. "
        "A peer is blank where it can't ask for the same; all find the same records wrong, unless a cell says so.",
        "",
        f"| changed | {' | '.join(SHORT[kind] for kind in kinds)} |",
        "|---|" + "---|" * len(kinds),
    ]
    for each in measured:
        if any(kind in each.runs for kind in kinds):
            lines.append(f"| {each.row.name} | {' | '.join(_peer_cell(each, kind) for kind in kinds)} |")
    return [*lines, *_range_lines(measured)]


def _range_lines(measured: list[Measured]) -> list[str]:
    """The slowest and the fastest row beside jsonschema-rs, which README.md quotes."""
    ratios = sorted((ratio, each.row.name) for each in measured if (ratio := each.ratio("iter_errors")))
    if not ratios:
        return []
    (least, slowest), (most, fastest) = ratios[0], ratios[-1]
    return ["", f"Beside `iter_errors` that is from {least:.1f}× ({slowest}) to {most:.1f}× ({fastest})."]


def _peer_cell(each: Measured, kind: str) -> str:
    if kind in each.differing:
        return "other verdicts"
    ratio = each.ratio(kind)
    return f"{ratio:.1f}×" if ratio else ""


def _row_goals(measured: list[Measured]) -> list[Goal]:
    plain = measured[0]
    goals: list[Goal] = []
    ratios = [ratio for each in measured if (ratio := each.ratio("iter_errors"))]
    if ratios:
        goals.append(("the slowest row to jsonschema-rs", min(ratios), "≥", 2, "×"))
    slowest = min(max(each.speed_to(plain)) for each in measured)
    return [*goals, ("the slowest row to plain, by records or by bytes", slowest, "≥", 0.33, "×")]


def _short(number: float) -> str:
    return f"{number:,.0f}" if 100 <= number else f"{number:.2f}" if number < 1 else f"{number:.1f}"


def replace_part(page: str, lines: list[str]) -> str:
    """The page with another part about records; it is the last one."""
    return page.split(f"\n{TITLE}\n")[0].rstrip("\n") + "\n\n" + "\n".join(lines)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = HERE.parent / ".build" / "release" / "fieldd"
    parser.add_argument("--fieldd", default=str(default), help="the program to measure")
    parser.add_argument("--small", action="store_true", help="a quick run that checks no times")
    options = parser.parse_args()
    lines, is_right = measure(options.fieldd, options.small)
    print("\n".join(lines))
    if not is_right:
        print("not everybody found the same records wrong", file=sys.stderr)
        return 1
    if not options.small:
        page = HERE / "RESULTS.md"
        page.write_text(replace_part(page.read_text(), lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
