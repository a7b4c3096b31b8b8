"""What opening and typing cost grows no faster than the list that is there to be read.

Instructions are counted, not seconds, so the answer is the same on every machine: a story is told
at a size, at twice and at four times that size, and the second step may cost little more than
twice what the first did. Stories of one family are told together, each in a document of its own;
`make costs` tells each by itself, at larger sizes.
"""

from __future__ import annotations

import math
import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import IO

import costs
import pytest
from conftest import need

IS_CAMPAIGN = os.environ.get("FIELDD_COSTS") == "all"

# Twice, and what trees and allocations take on top.
GREATEST_RATIO = 2.2
# A step below this is noise, and nobody feels it.
LEAST_COUNT = 5_000_000
# Of twenty questions less is noise: hashing, and lists that grow.
QUESTION_COUNT = 400_000
# How often a step that is too large is counted again.
REPETITIONS = 3
# By itself a story has to be as long as a family is.
SCALE = 2 if IS_CAMPAIGN else 1
FACTORS = (1, 2, 4)
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
        if family in LIKE_OTHERS and not IS_CAMPAIGN:
            continue
        together: list[str] = []
        for name, case in cases.items():
            if IS_CAMPAIGN or not case.story(1).is_plain:
                groups[name] = [case]
            else:
                together.append(name)
        count = math.ceil(len(together) / MOST_TOGETHER)
        for first in range(count):
            names = together[first::count]
            groups[f"{names[0]}...{names[-1]}"] = [cases[name] for name in names]
    return groups


GROUPS = gathered()


def instruction_count(fieldd: str, group: str, factor: int, folder: Path) -> int:
    """The instructions of a session in which the stories of a group are told."""
    stories = [case.story(case.size * SCALE * factor) for case in GROUPS[group]]
    return instructions(fieldd, costs.wire(stories, folder / f"{group}-{factor}"))


def instructions(fieldd: str, text: bytes) -> int:
    """The instructions of a session in which somebody says something."""
    # Hashes that are seeded at random differ from one run to the next.
    environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
    counter = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
    with (
        tempfile.TemporaryFile() as report,
        subprocess.Popen(
            [*counter, fieldd, "--store", ":memory:"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=report,
            env=environment,
        ) as daemon,
    ):
        tell(daemon, text)
        daemon.wait()
        report.seek(0)
        words = report.read()
    found = re.search(rb"I\s+refs:\s+([\d,]+)", words)
    assert found, words.decode()
    return int(found[1].replace(b",", b""))


def tell(daemon: subprocess.Popen[bytes], text: bytes) -> None:
    """Writes all lines, and behind each pause waits for the answer."""
    assert daemon.stdin and daemon.stdout
    answered = threading.Event()
    pause = f'"id":"{costs.PAUSE}"'.encode()

    def listen(answers: IO[bytes]) -> None:
        for answer in answers:
            if pause in answer:
                answered.set()
        # Whoever has ended answers nobody.
        answered.set()

    listener = threading.Thread(target=listen, args=[daemon.stdout])
    listener.start()
    for line in text.splitlines(keepends=True):
        daemon.stdin.write(line)
        if pause in line:
            daemon.stdin.flush()
            answered.wait()
            answered.clear()
    daemon.stdin.close()
    listener.join()


@pytest.fixture(scope="module")
def counts(
    fieldd: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, list[Future[int]]]]:
    """The counts at the three sizes of each group that is asked for, worked out side by side."""
    need("valgrind")
    folder = tmp_path_factory.mktemp("folders")
    items = [item for item in request.session.items if isinstance(item, pytest.Function)]
    params = [item.callspec.params for item in items if item.module is request.module and hasattr(item, "callspec")]
    groups = [str(each["group"]) for each in params if "group" in each]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {
            group: [
                pool.submit(instruction_count, fieldd, group, factor, folder) for factor in FACTORS
            ]
            for group in groups
        }
        pool.shutdown(cancel_futures=True)


def is_fair(small: int, middle: int, large: int) -> bool:
    """Whether the second step costs little more than twice what the first does."""
    first, second = middle - small, large - middle
    return second < LEAST_COUNT or second <= GREATEST_RATIO * first


@pytest.mark.parametrize("group", GROUPS)
def test_cost_grows_with_the_list(
    group: str, counts: dict[str, list[Future[int]]], fieldd: str, tmp_path: Path
) -> None:
    found = [count.result() for count in counts[group]]
    for _ in range(REPETITIONS):
        if is_fair(*found):
            break
        # How much is read at once depends on what else the machine does, and each turn has costs of
        # its own. What grows too fast does so each time.
        found = [instruction_count(fieldd, group, factor, tmp_path) for factor in FACTORS]
    small, middle, large = found
    first, second = middle - small, large - middle
    assert is_fair(*found), (
        f"{group}: {small:,}, {middle:,}, {large:,} instructions at doubling sizes, "
        f"a ratio of {second / max(first, 1):.2f}"
    )


def test_a_question_about_a_place_costs_the_same_in_every_form(fieldd: str, tmp_path: Path) -> None:
    """Each question by itself: what it costs on top of the same session without it."""
    need("valgrind")

    def cost(size: int, method: str) -> int:
        return instructions(fieldd, costs.wire([costs.questions(size, method)], tmp_path))

    sizes = (10, 100_000)
    sessions = [(size, method) for method in ["", *costs.QUESTIONS] for size in sizes]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(sessions, pool.map(cost, *zip(*sessions))))
    few, many = (
        {method: found[size, method] - found[size, ""] for method in costs.QUESTIONS} for size in sizes
    )
    grown = {m: f"{few[m]:,} to {many[m]:,}" for m in costs.QUESTIONS if 2 * few[m] + QUESTION_COUNT < many[m]}
    assert grown == {}


def test_it_costs_the_same_by_what_others_look_at_a_field(fieldd: str, tmp_path: Path) -> None:
    """What a field that nobody looks at counts as to others is not worked out."""
    need("valgrind")

    def cost(how: str, strokes: int) -> int:
        return instructions(fieldd, costs.wire([costs.looked_at(how, strokes)], tmp_path))

    ways = ("required", "visible", "enabled")
    sessions = [(how, strokes) for how in ways for strokes in (1, 9)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(sessions, pool.map(cost, *zip(*sessions))))
    typed = {how: found[how, 9] - found[how, 1] for how in ways}
    dear = {how: count for how, count in typed.items() if count > 1.3 * typed["required"]}
    assert dear == {}, f"{typed['required']:,} instructions by `required`"
