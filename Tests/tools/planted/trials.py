"""The tests, held against a planted copy: which of them reach a bug, and whether one fails."""

from __future__ import annotations

import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from sites import Bug

# Swift tests run together, the quick ones first: most bugs are caught by them.
GROUP_SECONDS = (2.0, 10.0, 40.0)
MEMORY_BYTES = 12 << 30


class Trials:
    """Swift tests one by one and the files of Python tests, with what each reaches and lasts."""

    def __init__(self, folder: pathlib.Path, python: str, workers: int) -> None:
        self.folder = folder
        self.python = python
        self.workers = workers
        bundle = folder / ".build" / "release" / "fielddPackageTests.xctest"
        self.swift = [str(bundle), "--testing-library", "swift-testing"]
        self.pytest = [python, "-B", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        self.seconds: dict[str, float] = {}
        self.reached: dict[str, set[int]] = {}

    def record(self) -> None:
        """Runs each test by itself without any bug; one that fails is of no use, and is named.

        Those are tests that judge the sources, and not what the program does.
        """
        listed = subprocess.run(
            [*self.swift, "--list-tests"], cwd=self.folder, capture_output=True, text=True
        )
        tests = listed.stdout.split("\n")[:-1] + sorted(
            str(path.relative_to(self.folder))
            for path in (self.folder / "Tests" / "clients").glob("test_*.py")
            # It counts instructions, of which the planted copy needs others.
            if path.name != "test_costs.py"
        )
        with ThreadPoolExecutor(self.workers) as pool:
            list(pool.map(self._record, tests))

    def _record(self, test: str) -> None:
        with tempfile.NamedTemporaryFile("r") as file:
            start = time.monotonic()
            fault = self._run([test], {"PLANTED_REACHED": file.name}, 1800)
            self.seconds[test] = time.monotonic() - start
            if fault:
                print(f"  left out, since it fails without a bug: {test} ({fault})", flush=True)
            else:
                self.reached[test] = set(map(int, file.read().split()))

    def tests(self, bug: Bug) -> list[str]:
        """The tests that reach a bug, the quickest first, those in Swift before those in Python."""
        found = [test for test, numbers in self.reached.items() if bug.number in numbers]
        return sorted(found, key=lambda test: (test.endswith(".py"), self.seconds[test]))

    def verdict(self, bug: Bug) -> str:
        """The test that fails with a bug; empty if all pass."""
        for group in self._groups(self.tests(bug)):
            patience = 90 + 8 * sum(self.seconds[test] for test in group)
            fault = self._run(group, {"PLANTED_BUG": str(bug.number)}, patience)
            if fault:
                return fault
        return ""

    def _groups(self, tests: list[str]) -> list[list[str]]:
        swift = [test for test in tests if not test.endswith(".py")]
        groups: list[list[str]] = []
        for limit in GROUP_SECONDS:
            total, taken = 0.0, 0
            for test in swift:
                total += self.seconds[test]
                if total > limit:
                    break
                taken += 1
            groups.append(swift[:taken])
            swift = swift[taken:]
        groups.append(swift)
        return [group for group in groups if group] + [
            [test] for test in tests if test.endswith(".py")
        ]

    def _run(self, tests: list[str], variables: dict[str, str], patience: float) -> str:
        """What failed, in a few words; empty if the tests pass."""
        if tests[0].endswith(".py"):
            command = [*self.pytest, *tests]
        else:
            names = ("^" + re.escape(test) + "(/|$)" for test in tests)
            command = [*self.swift, *(word for name in names for word in ("--filter", name))]
        with tempfile.TemporaryFile("w+") as output:
            process = subprocess.Popen(
                command, cwd=self.folder, env=os.environ | {"CI": "true"} | variables,
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                start_new_session=True, preexec_fn=_bounded,
            )  # fmt: skip
            try:
                status = process.wait(patience)
            except subprocess.TimeoutExpired:
                status = None
            finally:
                _end(process.pid)
                process.wait()
            output.seek(0)
            return "" if status == 0 else _told(output.read(), status, tests)


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _end(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _told(output: str, status: int | None, tests: list[str]) -> str:
    failed = re.findall(r'Test "?(.+?)"? (?:recorded an issue|failed)', output)
    failed += re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    if failed:
        return failed[0]
    why = "never ended" if status is None else f"ended with {status}"
    return f"{tests[0]} and {len(tests) - 1} more {why}"
