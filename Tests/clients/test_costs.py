"""What opening and typing cost grows no faster than the list that is there to be read.

Instructions are counted, not seconds, so the answer is the same on every machine: each case is run
at a size, at twice and at four times that size, and the second step may cost little more than
twice what the first did. `make costs` does the same for every kind of broken text by itself.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import costs
import pytest
from conftest import need

# Twice, and what trees and allocations take on top.
GREATEST_RATIO = 2.3
# A step below this is noise, and nobody feels it.
LEAST_COUNT = 2_000_000

IS_CAMPAIGN = os.environ.get("FIELDD_COSTS") == "all"


def gathered() -> dict[str, list[str]]:
    """The cases that are counted together: each by itself, but broken texts by their place."""
    groups: dict[str, list[str]] = {}
    for name in costs.CASES:
        place = next((place for place in costs.PLACES if name.endswith(f"_{place}")), None)
        groups.setdefault(name if place is None or IS_CAMPAIGN else place, []).append(name)
    return groups


GROUPS = gathered()


def session(names: list[str], factor: int) -> bytes:
    """What a client says that does all of these, each in a document of its own."""
    story: costs.Story = []
    for number, name in enumerate(names):
        case = costs.CASES[name]
        for message in case.story(case.size * factor):
            story.append(message if len(names) == 1 else renamed(message, number))
    return "".join(costs.wire(story)).encode("utf-8", "surrogatepass")


def renamed(message: costs.Message, number: int) -> costs.Message:
    """The message for a document of another name."""
    params = dict(message["params"])
    document = params["textDocument"]
    params["textDocument"] = document | {"uri": document["uri"].replace("large", f"large{number}")}
    return message | {"params": params}


def instruction_count(binary: str, text: bytes) -> int:
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    # Hashes that are seeded at random differ from one run to the next.
    environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
    result = subprocess.run(
        [*command, binary, "--store", ":memory:"],
        input=text,
        capture_output=True,
        env=environment,
        timeout=600,
    )
    found = re.search(rb"I\s+refs:\s+([\d,]+)", result.stderr)
    assert found, result.stderr.decode()
    return int(found[1].replace(b",", b""))


@pytest.fixture(scope="module")
def counts(fieldd: str) -> Iterator[dict[str, list[Future[int]]]]:
    """The counts of each group at three sizes, worked out side by side."""
    need("valgrind")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {
            group: [
                pool.submit(lambda n, f: instruction_count(fieldd, session(n, f)), names, factor)
                for factor in (1, 2, 4)
            ]
            for group, names in GROUPS.items()
        }
        pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize("group", GROUPS)
def test_cost_grows_with_the_list(group: str, counts: dict[str, list[Future[int]]]) -> None:
    small, middle, large = (count.result() for count in counts[group])
    first, second = middle - small, large - middle
    assert second < LEAST_COUNT or second <= GREATEST_RATIO * first, (
        f"{group}: {small:,}, {middle:,}, {large:,} instructions at doubling sizes, "
        f"a ratio of {second / max(first, 1):.1f}"
    )
