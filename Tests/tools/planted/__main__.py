#!/usr/bin/env python3
"""Plant bugs in Sources, one to a function at random, and say which of them no test catches.

usage: python Tests/tools/planted [--count 100] [--seed 1] [--workers 2] [--only N ...]

What is committed is copied to .build/planted and built once with all the bugs. Then every test
runs without a bug, to see which bugs it reaches; then, for each bug, the tests that reach it run
until one fails. A survivor that changes nothing that can be seen is no fault of the tests, but
only a reader can tell: all survivors are listed. It takes an hour or two.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import random
import sys
from concurrent.futures import ThreadPoolExecutor

from plot import Plot
from sites import Bug, choice, functions
from trials import Trials

PROJECT = pathlib.Path(__file__).resolve().parents[3]
# Some bugs do not compile, so more are drawn than are wanted.
SPARE = 1.4


def drawn(count: int, seed: int, root: pathlib.Path) -> list[Bug]:
    """So many bugs in so many functions, in the order in which they were drawn."""
    chance = random.Random(seed)
    places = [
        bugs
        for path in sorted((root / "Sources").rglob("*.swift"))
        for bugs in functions(path, root)
    ]
    bugs = [choice(bugs, chance) for bugs in chance.sample(places, min(count, len(places)))]
    for number, bug in enumerate(bugs):
        bug.number = number
    return bugs


def described(bug: Bug) -> str:
    return f"{bug.number:3} {bug.path}:{bug.line} {bug.function}: {bug.words}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100, help="how many bugs (100)")
    parser.add_argument("--seed", type=int, default=1, help="which bugs (1)")
    parser.add_argument("--workers", type=int, default=2, help="tests at the same time (2)")
    parser.add_argument("--only", type=int, nargs="+", help="the numbers of the bugs to try")
    wanted = parser.parse_args()
    plot = Plot(PROJECT, PROJECT / ".build" / "planted")
    bugs = drawn(round(wanted.count * SPARE), wanted.seed, plot.folder)
    print(f"building with {len(bugs)} bugs", flush=True)
    bugs = plot.grow(bugs)[: wanted.count]
    if wanted.only:
        bugs = [bug for bug in bugs if bug.number in wanted.only]
    trials = Trials(plot.folder, sys.executable, wanted.workers)
    print("every test by itself, without a bug", flush=True)
    trials.record()
    survivors = []
    with (
        open(plot.folder / ".build" / "verdicts.jsonl", "w", encoding="utf-8") as log,
        ThreadPoolExecutor(wanted.workers) as pool,
    ):
        for bug, fault in zip(bugs, pool.map(trials.verdict, bugs)):
            reach = len(trials.tests(bug))
            log.write(json.dumps(vars(bug) | {"caught_by": fault, "reached_by": reach}) + "\n")
            log.flush()
            print(f"{described(bug)} · {fault or 'SURVIVES'}", flush=True)
            if not fault:
                survivors.append((bug, reach))
    print(f"\n{len(bugs) - len(survivors)} of {len(bugs)} bugs were caught. Survivors:")
    for bug, reach in survivors:
        print(f"{described(bug)} (reached by {reach} tests)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
