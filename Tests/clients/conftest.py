"""Where things are, and what may be missing: outside of CI a missing program skips its tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from converter import Converter
    from features import Maker
    from selenium.webdriver.chrome.webdriver import WebDriver

PROJECT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("FIELDD_SHARED", PROJECT.parent / "shared"))
SPECS = Path(__file__).parent / "specs"
IS_CI = os.environ.get("CI") == "true"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves campaigns out that nobody has asked for."""
    left_out = [
        item
        for item in items
        if any(mark.args[0] not in os.environ for mark in item.iter_markers("campaign"))
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def need(*programs: str) -> None:
    """Skips a test whose programs are not here; in CI they must be."""
    missing = [name for name in programs if shutil.which(name) is None]
    if missing and IS_CI:
        pytest.fail(f"not installed: {', '.join(missing)}", pytrace=False)
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")


@pytest.fixture(scope="session")
def fieldd() -> str:
    """The daemon under test."""
    binary = Path(os.environ.get("FIELDD", PROJECT / ".build" / "release" / "fieldd"))
    assert binary.is_file(), f"{binary} is not built: swift build -c release"
    return str(binary)


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


@pytest.fixture(scope="module")
def driver() -> Iterator[WebDriver]:
    """A browser for the pages of a module."""
    need("chromium", "chromedriver")
    from browser import start_browser

    with start_browser("--window-size=800,1200") as driver:
        yield driver


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or writes what the person at this machine has taught autofill."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session", autouse=True)
def language() -> None:
    """What tests compare is told in English, whatever the person at this machine reads."""
    os.environ.pop("LC_ALL", None)
    os.environ["LC_MESSAGES"] = "C"


@pytest.fixture
def path_with_fieldd(fieldd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`fieldd` is found by its name, as the clients' configurations look for it."""
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(fieldd).parent), os.environ["PATH"]]))
