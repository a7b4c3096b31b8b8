"""What opening and typing cost grows no faster than the list that is there to be read.

Instructions are counted, not seconds, so the answer is the same on every machine: a story is told
at a size, at twice and at four times that size, and the second step may cost little more than
twice what the first did. The stories of a family are told together, each in a document of its
own; `make costs` tells each by itself, at larger sizes.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import costs
import pytest
from conftest import need

IS_CAMPAIGN = os.environ.get("FIELDD_COSTS") == "all"

# Twice, and what trees and allocations take on top.
GREATEST_RATIO = 2.3 if IS_CAMPAIGN else 2.15
# A step below this is noise, and nobody feels it.
LEAST_COUNT = 2_000_000
# By itself a story has to be as long as a family is.
SCALE = 4 if IS_CAMPAIGN else 1
FACTORS = (1, 2, 4)
LIKE_OTHERS = {
    *("in_the_text", "in_groups", "as_a_value", "in_rows", "in_rules", "in_autofill"),
    "in_a_presentation",
}


def gathered() -> dict[str, list[costs.Case]]:
    """The cases that are counted together."""
    groups: dict[str, list[costs.Case]] = {}
    for family, cases in costs.FAMILIES.items():
        if family in LIKE_OTHERS and not IS_CAMPAIGN:
            continue
        for name, case in cases.items():
            is_together = not IS_CAMPAIGN and case.story(1).is_plain
            groups.setdefault(family if is_together else name, []).append(case)
    return groups


GROUPS = gathered()


def instruction_count(fieldd: str, group: str, factor: int, folder: Path) -> int:
    """The instructions of a session in which the stories of a group are told."""
    stories = [case.story(case.size * SCALE * factor) for case in GROUPS[group]]
    result = subprocess.run(
        [
            *("valgrind", "--tool=cachegrind", "--cache-sim=no"),
            *("--cachegrind-out-file=/dev/null", fieldd, "--store", ":memory:"),
        ],
        input=costs.wire(stories, folder / f"{group}-{factor}"),
        capture_output=True,
        # Hashes that are seeded at random differ from one run to the next.
        env=os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"},
        timeout=600,
    )
    found = re.search(rb"I\s+refs:\s+([\d,]+)", result.stderr)
    assert found, result.stderr.decode()
    return int(found[1].replace(b",", b""))


@pytest.fixture(scope="module")
def counts(
    fieldd: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, list[Future[int]]]]:
    """The counts at the three sizes of each group that is asked for, worked out side by side."""
    need("valgrind")
    folder = tmp_path_factory.mktemp("folders")
    items = [item for item in request.session.items if isinstance(item, pytest.Function)]
    groups = [item.callspec.params["group"] for item in items if item.module is request.module]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {
            group: [
                pool.submit(instruction_count, fieldd, group, factor, folder) for factor in FACTORS
            ]
            for group in groups
        }
        pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize("group", GROUPS)
def test_cost_grows_with_the_list(group: str, counts: dict[str, list[Future[int]]]) -> None:
    small, middle, large = (count.result() for count in counts[group])
    first, second = middle - small, large - middle
    assert second < LEAST_COUNT or second <= GREATEST_RATIO * first, (
        f"{group}: {small:,}, {middle:,}, {large:,} instructions at doubling sizes, "
        f"a ratio of {second / max(first, 1):.2f}"
    )
