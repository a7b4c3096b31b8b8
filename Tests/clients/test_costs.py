"""What opening and typing cost is what it was, and grows no faster than the list that is there to be read.

Instructions are counted, not seconds, so the answer is the same on every machine. Stories of one family are told
together, each in a document of its own; `make costs` tells each by itself, at larger sizes.

- Each group is told at one size, and costs what `counts.json` has for it, within a few hundredths.
  `make counts` records anew. The record is that of one version of the compiler; with another all groups are doubled.
- A story is told at a size, at twice and at four times that size, and the second step may cost little more than twice
  what the first did. `make test` doubles some groups, others with each commit, and `make test-all` doubles all.
"""

from __future__ import annotations

import functools
import json
import math
import mmap
import os
import platform
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

import costs
import pytest
from conftest import binary, need, turn

# Twice, and what trees and allocations take on top.
GREATEST_RATIO = 2.2
# In a request whose answer is awaited, and in that answer.
PAUSED = f'"id":"{costs.PAUSE}"'.encode()
# A step below this is noise, and nobody feels it.
LEAST_COUNT = 5_000_000
# Of twenty questions less is noise: hashing, and lists that grow.
QUESTION_COUNT = 400_000
# For each field more: how a long message is read and freed differs a little. Who goes through all fields twenty times
# takes more.
FIELD_COUNT = 100
# How often what is too much is counted again.
REPETITIONS = 3
# Beside what is recorded. Memory is copied by other instructions on another machine: a fiftieth.
GREATEST_RISE = 1.05
# Whoever makes something so much cheaper records it, so that it stays so.
GREATEST_FALL = 0.8
RECORD = Path(__file__).with_name("counts.json")
# By itself a story has to be as long as a family is.
LONGER = 2
FACTORS = (1, 2, 4)
# How many groups, and how many questions, `make test` doubles.
DOUBLED = 5
ASKED = 5
# The fields of a form, about a place in which somebody asks.
FEW, SOME, MANY = 10, 10_000, 40_000
# What costs more in a form of more fields, as far as it may.
GROWING = {"completion"}
# Among more, one that grows too fast would be lost.
MOST_TOGETHER = 8
# Broken text is read here as in the places that are left, so that only `make costs` looks there.
LIKE_OTHERS = {
    *("in_the_text", "in_groups", "in_a_field", "as_a_value", "in_rows", "in_rules"),
    *("in_a_presentation", "in_autofill", "behind_everything"),
}


def gathered() -> dict[str, list[costs.Case]]:
    """The cases that are counted together, which are not so many that one is lost among them."""
    groups: dict[str, list[costs.Case]] = {}
    for family, cases in costs.FAMILIES.items():
        if family in LIKE_OTHERS:
            continue
        together: list[str] = []
        for name, case in cases.items():
            if not case.story(1).is_plain:
                groups[name] = [case]
            else:
                together.append(name)
        count = math.ceil(len(together) / MOST_TOGETHER)
        for first in range(count):
            names = together[first::count]
            groups[f"{names[0]}...{names[-1]}"] = [cases[name] for name in names]
    return groups


GROUPS = gathered()
CASES = {name: case for cases in costs.FAMILIES.values() for name, case in cases.items()}


@functools.cache
def build() -> dict[str, str]:
    """What the daemon was built by and for; empty if it is built for debugging, whose counts nobody records."""
    if not binary().is_file():
        return {}
    with binary().open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        version = [it.decode() for it in re.findall(rb"Swift version ([\w.]+ \([^)\0]+\))", content)[:1]]
        # Where it would fail is told by a place in our sources.
        is_debug = re.search(rb"\0(?:Field\w+|fieldd)/[\w+]+\.swift\0", content) is not None
    return {} if is_debug or not version else {"swift": version[0], "machine": platform.machine()}


def recorded() -> dict[str, Any]:
    """The record, if it is of a build like this one; else nothing."""
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    return record if build() and record.get("build") == build() else {}


def spread(names: Sequence[str], count: int) -> list[Any]:
    """Names as parameters for any worker, all but some of them for `make test-all`."""
    now = turn(names, count) if recorded() else set(names)
    return [
        pytest.param(name, marks=[pytest.mark.xdist_group(name), *([] if name in now else [pytest.mark.thorough])])
        for name in names
    ]


@pytest.fixture(scope="session")
def counted(fieldd: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The daemon without what debuggers want of it, which would be read at each start."""
    need("valgrind")
    bare = tmp_path_factory.mktemp("counted") / "fieldd"
    if shutil.which("strip"):
        subprocess.run(["strip", "-o", bare, fieldd], check=True)
    return str(bare) if bare.exists() else fieldd


def instruction_count(fieldd: str, cases: Sequence[costs.Case], factor: int, folder: Path) -> int:
    """The instructions of a session in which the stories of some cases are told."""
    stories = [case.story(case.size * factor) for case in cases]
    return instructions(fieldd, costs.wire(stories, folder / str(factor)))


def instructions(fieldd: str, text: bytes) -> int:
    """The instructions of a session in which somebody says something."""
    # Hashes that are seeded at random differ from one run to the next, and copies of memory from one processor to
    # the next.
    plain = {"SWIFT_DETERMINISTIC_HASHING": "1", "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX,-BMI2,-ERMS,-FSRM"}
    environment = os.environ | plain
    counter = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
    with tempfile.TemporaryFile() as report, tempfile.TemporaryFile() as messages:
        messages.write(text)
        messages.seek(0)
        # How much of a pipe is read at once depends on what else the machine does; of a file it is always as much as
        # there is room for. Who waits for an answer needs a pipe.
        waits = PAUSED in text
        source = subprocess.PIPE if waits else messages
        command = [*counter, fieldd, "--store", ":memory:"]
        with subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=report, env=environment) as daemon:
            if waits:
                tell(daemon, text)
            else:
                daemon.communicate()
        report.seek(0)
        words = report.read()
    found = re.search(rb"I\s+refs:\s+([\d,]+)", words)
    assert found, words.decode()
    return int(found[1].replace(b",", b""))


def tell(daemon: subprocess.Popen[bytes], text: bytes) -> None:
    """Writes all lines, and behind each pause waits for the answer."""
    assert daemon.stdin and daemon.stdout
    answered = threading.Event()

    def listen(answers: IO[bytes]) -> None:
        for answer in answers:
            if PAUSED in answer:
                answered.set()
        # Whoever has ended answers nobody.
        answered.set()

    listener = threading.Thread(target=listen, args=[daemon.stdout])
    listener.start()
    for line in text.splitlines(keepends=True):
        daemon.stdin.write(line)
        if PAUSED in line:
            daemon.stdin.flush()
            answered.wait()
            answered.clear()
    daemon.stdin.close()
    listener.join()


def is_fair(small: int, middle: int, large: int) -> bool:
    """Whether the second step costs little more than twice what the first does."""
    first, second = middle - small, large - middle
    return second < LEAST_COUNT or second <= GREATEST_RATIO * first


# What a group costs at the first of the sizes, for the other test of the group, which is on the same worker.
COUNTED: dict[str, int] = {}


def check_growth(
    fieldd: str, cases: Sequence[costs.Case], folder: Path, factors: Sequence[int], first: int | None = None
) -> int:
    """Fails if the second step costs too much each time; gives what the first of the sizes costs, unless that is known."""
    small = middle = large = 0
    for _ in range(1 + REPETITIONS):
        # How much is read at once depends on what else the machine does, and each turn has costs of
        # its own. What grows too fast does so each time.
        small = first or instruction_count(fieldd, cases, factors[0], folder)
        middle, large = (instruction_count(fieldd, cases, factor, folder) for factor in factors[1:])
        if is_fair(small, middle, large):
            return small
        first = None
    ratio = (large - middle) / max(middle - small, 1)
    pytest.fail(f"{small:,}, {middle:,}, {large:,} instructions at doubling sizes, a ratio of {ratio:.2f}", pytrace=False)


@pytest.mark.parametrize("group", spread([*GROUPS], DOUBLED))
def test_cost_grows_with_the_list(group: str, counted: str, tmp_path: Path) -> None:
    COUNTED[group] = check_growth(counted, GROUPS[group], tmp_path, FACTORS, COUNTED.get(group))


@pytest.mark.campaign("FIELDD_COSTS")
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in CASES])
def test_cost_of_each_story_grows_with_the_list(name: str, counted: str, tmp_path: Path) -> None:
    check_growth(counted, [CASES[name]], tmp_path, [LONGER * factor for factor in FACTORS])


@pytest.mark.parametrize("group", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in GROUPS])
def test_cost_is_what_is_recorded(group: str, counted: str, tmp_path: Path) -> None:
    counts: dict[str, int] = recorded().get("counts", {})
    if not counts:
        reason = "for debugging" if not build() else f"by Swift {build()['swift']} for {build()['machine']}"
        pytest.skip(f"no counts are recorded of a daemon that is built {reason}: every group is doubled")
    assert group in counts, "new here: `make counts` records it"
    for _ in range(1 + REPETITIONS):
        # What is read at once differs, as above.
        found = COUNTED.pop(group, 0) or instruction_count(counted, GROUPS[group], FACTORS[0], tmp_path)
        change = found / counts[group]
        if GREATEST_FALL <= change <= GREATEST_RISE:
            return
    pytest.fail(
        f"{found:,} instructions are {change:.3f} times the {counts[group]:,} that are recorded. "
        "If that is meant, `make counts` records it",
        pytrace=False,
    )


@pytest.mark.campaign("UPDATE_EXPECT")
def test_record_counts(counted: str, tmp_path: Path) -> None:
    """Records what each group costs: the least of some runs."""
    assert build(), "only a release build is recorded"

    def count(group: str) -> int:
        folder = tmp_path / str([*GROUPS].index(group))
        folder.mkdir()
        return min(instruction_count(counted, GROUPS[group], 1, folder) for _ in range(REPETITIONS))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = dict(zip(GROUPS, pool.map(count, GROUPS)))
    RECORD.write_text(json.dumps({"build": build(), "counts": counts}, indent=2) + "\n")


@pytest.mark.parametrize(
    ("size", "methods"),
    [
        pytest.param(
            *(SOME, sorted(turn(costs.QUESTIONS, ASKED))),
            id=f"{SOME} in turn",
            marks=[pytest.mark.xdist_group("some questions"), pytest.mark.quick],
        ),
        pytest.param(
            *(MANY, [*costs.QUESTIONS]),
            id=f"{MANY}",
            marks=[pytest.mark.xdist_group("questions"), pytest.mark.thorough],
        ),
    ],
)
def test_a_question_about_a_place_costs_the_same_in_every_form(
    size: int, methods: Sequence[str], counted: str, tmp_path: Path
) -> None:
    """What questions cost on top of a session in which all are refused.

    None of some costs more if they do not together; else each is asked by itself.
    """
    least: dict[tuple[int, tuple[str, ...]], int] = {}

    def count(size: int, *asked: str) -> int:
        """The least so far: how much of a large form is read at once differs, as above, and only adds to it."""
        others = [costs.NO_QUESTION] * (len(methods) - len(asked))
        found = instructions(counted, costs.wire([costs.questions(size, [*asked, *others])], tmp_path))
        least[size, asked] = min(found, least.get((size, asked), found))
        return least[size, asked]

    alone = GROWING if size == MANY else methods
    parts = [[it] for it in methods if it in alone]
    # As many together as there is room for.
    together = [it for it in methods if it not in alone]
    parts += [part for part in (together[::2], together[1::2]) if part]
    grown: dict[str, str] = {}
    for _ in range(1 + REPETITIONS):
        without, few_without = count(size), count(FEW)
        grown.clear()
        for part in parts:
            few, many = count(FEW, *part) - few_without, count(size, *part) - without
            if many > (2 * few if len(part) == 1 else few) + QUESTION_COUNT + FIELD_COUNT * size:
                grown |= {it: f"{few:,} to {many:,}" for it in part}
        if not (parts := [[it] for it in grown]):
            return
    pytest.fail(f"{grown}", pytrace=False)


def test_it_costs_the_same_by_what_others_look_at_a_field(counted: str, tmp_path: Path) -> None:
    """What a field that nobody looks at counts as to others is not worked out."""

    def cost(how: str, strokes: int) -> int:
        return instructions(counted, costs.wire([costs.looked_at(how, strokes)], tmp_path))

    ways = ("required", "visible", "enabled")
    sessions = [(how, strokes) for how in ways for strokes in (1, 9)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(sessions, pool.map(cost, *zip(*sessions))))
    typed = {how: found[how, 9] - found[how, 1] for how in ways}
    dear = {how: count for how, count in typed.items() if count > 1.3 * typed["required"]}
    assert dear == {}, f"{typed['required']:,} instructions by `required`"
