"""Where things are, what may be missing, and which tests run: outside of CI a missing program skips its tests.

`make test` leaves out what is marked `thorough`; `make test-all` runs that too, and leaves out what is marked `quick`.
"""

from __future__ import annotations

import functools
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.nodeid import NodeId

if TYPE_CHECKING:
    from converter import Converter
    from features import Maker
    from selenium.webdriver.chrome.webdriver import WebDriver
    from wasm import Modules

PROJECT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("FIELDD_SHARED", PROJECT.parent / "shared"))
SPECS = Path(__file__).parent / "specs"
IS_CI = os.environ.get("CI") == "true"


# The groups that take longest begin first, so that the workers end together. Each other module is a group.
LONGEST = [
    *("build", "test_web", "test_editors", "questions", "test_web_answers", "test_builder", "test_spark", "test_web_states"),
    *("test_people", "test_terminal", "test_docs", "test_javascript", "test_vscode", "test_check_tables", "test_mcp"),
    *("test_plain", "test_hooks", "test_typescript", "test_preview", "test_web_pages", "test_formats", "test_dates"),
]

# Random tests have new cases in each run, but in CI the same: what CI says of a change is about that change. The workflow
# `fuzz.yml` gives CI new ones each week. The workers of a run begin with the seed of the process that starts them.
CI_SEED = 20_261_127
FIRST_SEED = int(
    os.environ.setdefault("FIELDD_FIRST_SEED", str(CI_SEED if IS_CI else random.SystemRandom().randrange(1 << 32)))
)
# How many cases a campaign wants of each random test.
CAMPAIGN = int(os.environ.get("FIELDD_CAMPAIGN", "0"))


def seeds(count: int, whole: int) -> list[Any]:
    """Seeds as parameters: so many for `make test`, and as many for `make test-all` as the whole needs."""
    if CAMPAIGN:
        return [*range(FIRST_SEED, FIRST_SEED + CAMPAIGN)]
    return [
        pytest.param(FIRST_SEED + index, marks=[] if index < count else pytest.mark.thorough) for index in range(whole)
    ]


def seed_ranges(count: int, whole: int) -> list[Any]:
    """The same, for a test that tries many in a loop: one range of seeds for each."""
    ends = [FIRST_SEED, FIRST_SEED + CAMPAIGN] if CAMPAIGN else [FIRST_SEED + it for it in (0, count, whole)]
    return [
        pytest.param(range(*pair), id=f"{pair[0]}...{pair[1] - 1}", marks=[pytest.mark.thorough] if number else [])
        for number, pair in enumerate(zip(ends, ends[1:]))
        if pair[0] < pair[1]
    ]


@functools.cache
def commit() -> str:
    """The commit that is tested; empty where nobody knows."""
    asked = ["git", "rev-parse", "HEAD"]
    try:
        return subprocess.run(asked, cwd=PROJECT, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def turn(names: Iterable[str], count: int) -> set[str]:
    """So many of the names, others with each commit."""
    return set(sorted(names, key=lambda name: hashlib.sha256(f"{commit()} {name}".encode()).digest())[:count])


def group(item: pytest.Item) -> str:
    """What runs on one worker with this test."""
    return str(next(item.iter_markers("xdist_group")).args[0])


def rank(item: pytest.Item) -> int:
    """When a test begins: a module behind the longest groups, and what goes to any worker behind all modules."""
    if (name := group(item)) in LONGEST:
        return LONGEST.index(name)
    return len(LONGEST) + (name != item.path.stem)


# Before xdist, which reads the groups.
@pytest.hookimpl(tryfirst=True, wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Leaves campaigns out that nobody has asked for, and keeps each module with its fixtures on one worker."""
    left_out = [
        item
        for item in items
        if any(mark.args[0] not in os.environ for mark in item.iter_markers("campaign"))
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    for item in items:
        if next(item.iter_markers("xdist_group"), None) is None:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
    items.sort(key=rank)
    yield
    # xdist 3.8 writes the group behind the name of each test, but where pytest no longer reads it. Then each test is
    # a group of its own, and every worker makes the fixtures of every module.
    for item in items if getattr(config.option, "loadgroup", False) else ():
        end = f"@{group(item)}"
        if not item.nodeid.endswith(end):
            item._id = NodeId.parse(item.nodeid + end)
        assert item.nodeid.endswith(end), "pytest keeps the names of tests elsewhere"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How this run is repeated."""
    terminalreporter.write_line(f"FIELDD_FIRST_SEED={FIRST_SEED} repeats the random tests")
    if turn := commit():
        terminalreporter.write_line(f"Commit {turn[:12]} chose what test_costs.py doubled")


def need(*programs: str) -> None:
    """Skips a test whose programs are not here; in CI they must be."""
    missing = [name for name in programs if shutil.which(name) is None]
    if missing and IS_CI:
        pytest.fail(f"not installed: {', '.join(missing)}", pytrace=False)
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")


def binary() -> Path:
    """Where the daemon under test is, if it is built."""
    return Path(os.environ.get("FIELDD", PROJECT / ".build" / "release" / "fieldd"))


@pytest.fixture(scope="session")
def fieldd() -> str:
    """The daemon under test."""
    assert binary().is_file(), f"{binary()} is not built: swift build -c release"
    return str(binary())


@pytest.fixture(scope="session")
def library() -> str:
    """The daemon as a library, which `make lib` makes."""
    suffix = "dylib" if sys.platform == "darwin" else "so"
    path = Path(os.environ.get("FIELDD_LIBRARY", PROJECT / ".build" / "lib" / f"libfieldd.{suffix}"))
    if not path.is_file():
        (pytest.fail if IS_CI else pytest.skip)(f"{path} is not built: make lib")
    return str(path)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make install` makes; who asks for it is in the group `build`, as all who write into the build folder."""
    root = tmp_path_factory.mktemp("installed")
    command = ["make", "install", f"DESTDIR={root}", "PREFIX=/usr"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return root


@pytest.fixture(scope="session")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Modules:
    """The WebAssembly modules; who asks for one is in the group `build`, and `thorough`."""
    from wasm import Modules

    if given := os.environ.get("FIELDD_MODULES"):
        return Modules(Path(given))
    # What the workers of a run have in common is the folder around their own.
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "wasm"
    folder.mkdir(exist_ok=True)
    return Modules(folder)


@pytest.fixture(scope="session")
def engine(modules: Modules) -> Path:
    """The module as people get it."""
    return modules.get("-Osize")


@pytest.fixture(scope="module")
def converter(fieldd: str) -> Iterator[Converter]:
    """A daemon that converts the forms of a module."""
    from converter import Converter

    converter = Converter(fieldd)
    yield converter
    converter.close()


@pytest.fixture(scope="module")
def maker(fieldd: str) -> Maker:
    """What makes random forms with every property."""
    from features import Maker

    return Maker(fieldd)


@pytest.fixture(scope="session")
def driver() -> Iterator[WebDriver]:
    """A browser for all pages; who has changed what the browser says of itself puts it back."""
    need("chromium", "chromedriver")
    from browser import start_browser

    with start_browser("--window-size=800,1200") as driver:
        yield driver


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or writes what the person at this machine has taught autofill."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session", autouse=True)
def interrupts() -> None:
    """What a test starts hears interrupts, though a shell that runs the tests in the background ignores them."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def language() -> None:
    """What tests compare is told in English, whatever the person at this machine reads."""
    os.environ.pop("LC_ALL", None)
    os.environ["LC_MESSAGES"] = "C"


@pytest.fixture
def path_with_fieldd(fieldd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`fieldd` is found by its name, as the clients' configurations look for it."""
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(fieldd).parent), os.environ["PATH"]]))
