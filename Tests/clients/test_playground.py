"""The playground, opened from the file system in Chromium with the network off: the editor, the page and the records."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Page, violations
from conftest import PROJECT
from selenium.webdriver import Keys
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from test_alone import complaints, readme_form
from vscode_editor import MODULES, need_modules

# The module takes minutes to compile, once for all that want it.
pytestmark = [pytest.mark.xdist_group("build"), pytest.mark.thorough]

PACKER = PROJECT / "packaging" / "playground.py"


@pytest.fixture(scope="module")
def address(engine: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where the playground is."""
    need_modules()
    folder = tmp_path_factory.mktemp("playground")
    command = [sys.executable, "-B", PACKER, MODULES, folder, "--module", engine]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return (folder / "index.html").as_uri()


class Playground(Page):
    """What a person sees of the playground, and does to it."""

    def run(self, script: str, *words: object) -> Any:
        """Runs a program in which `editor(name)` is an editor."""
        editor = "const editor = (name) => monaco.editor.getEditors()[name === 'records' ? 1 : 0];"
        return self.driver.execute_script(editor + script, *words)

    def text(self, name: str) -> str:
        """What an editor has."""
        text: str = self.run("return editor(arguments[0]).getModel().getValue()", name)
        return text

    def go(self, name: str, before: str) -> None:
        """Puts the cursor of an editor behind a text."""
        self.run(
            "const it = editor(arguments[0]); const model = it.getModel();"
            "it.setPosition(model.getPositionAt(model.getValue().indexOf(arguments[1]) + arguments[1].length)); it.focus();",
            name,
            before,
        )

    def trigger(self, name: str, action: str) -> None:
        self.run("editor(arguments[0]).trigger('test', arguments[1], {})", name, action)

    def problems(self, name: str) -> list[str]:
        """What is listed below an editor."""
        pane = {"form": ".document", "records": ".records"}[name]
        return [it.text for it in self.driver.find_elements(By.CSS_SELECTOR, f"{pane} .problems button")]

    def shown(self, selector: str) -> str:
        """The text of what is shown over an editor, if anything is."""
        return " ".join(it.text for it in self.driver.find_elements(By.CSS_SELECTOR, selector) if it.is_displayed())


@pytest.fixture
def playground(driver: WebDriver, address: str) -> Iterator[Playground]:
    """The playground without a network, which says at the end what has gone wrong in it."""
    size = driver.get_window_size()
    driver.set_window_size(1400, 1000)
    driver.execute_cdp_cmd("Network.enable", {})
    conditions = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)
    driver.get_log("browser")
    driver.get(address)
    page = Playground(driver)
    page.until(lambda: page.find("main").get_attribute("aria-busy") is None)
    page.until(lambda: page.problems("form"))
    yield page
    said = complaints(driver)
    driver.execute_script("window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    driver.get("about:blank")
    conditions = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)
    driver.set_window_size(size["width"], size["height"])
    assert said == []


def test_it_begins_with_the_form_of_the_readme(playground: Playground) -> None:
    assert json.loads(playground.text("form")) == json.loads(readme_form())
    assert playground.problems("form") == ["Line 4: Not an e-mail address"]
    assert playground.problems("records") == [
        "Line 3: Not an e-mail address",
        'Line 3: Not one of the choices: Canada, Romania; did you mean "Canada"?',
    ]
    playground.has("email", "ada@")


def test_the_text_the_page_and_the_records_are_one(playground: Playground) -> None:
    playground.control("email").click()
    playground.press(Keys.END, "example.com")
    playground.until(lambda: '"text": "ada@example.com"' in playground.text("form"))
    playground.until(lambda: playground.problems("form") == [])
    playground.go("form", '["Canada"')
    playground.press(', "Canda"')
    playground.until(lambda: playground.problems("records") == ["Line 3: Not an e-mail address"])
    playground.control("country").click()
    playground.until(lambda: "Canda" in playground.field("country").text)
    playground.go("form", '"title": "Sign')
    playground.press(" me")
    playground.until(lambda: playground.find(".preview h3").text == "Sign me up")
    playground.submit()
    playground.until(lambda: playground.find(".committed").is_displayed())
    playground.find(".again").click()
    playground.until(lambda: playground.find(".submit").is_enabled())


def test_the_editor_completes_explains_mends_and_lays_out(playground: Playground) -> None:
    playground.go("records", '"country": "C')
    playground.trigger("records", "editor.action.triggerSuggest")
    playground.until(lambda: "Canada" in playground.shown(".suggest-widget"))
    playground.press(Keys.ESCAPE)
    playground.go("form", '"kind": "pick')
    playground.trigger("form", "editor.action.showHover")
    playground.until(lambda: "What sort of field it is" in playground.shown(".monaco-hover"))
    playground.press(Keys.ESCAPE)
    playground.go("records", '"country": "Can')
    playground.trigger("records", "editor.action.quickFix")
    playground.until(lambda: 'Change to "Canada"' in playground.shown(".action-widget"))
    playground.press(Keys.ENTER)
    playground.until(lambda: '"ada@", "country": "Canada"' in playground.text("records"))
    playground.until(lambda: playground.problems("records") == ["Line 3: Not an e-mail address"])
    before = playground.text("form")
    playground.go("form", '"title":')
    playground.press("     ")
    playground.until(lambda: playground.text("form") != before)
    playground.find(".format").click()
    playground.until(lambda: playground.text("form") == before)
    # The editor may break a line within a hint.
    playground.until(lambda: "4/40" in "".join(playground.shown(".document .view-lines").split()))


def test_a_completion_is_written(playground: Playground) -> None:
    playground.go("form", '"kind": "area", ')
    playground.press('"hel')
    playground.trigger("form", "editor.action.triggerSuggest")
    playground.until(lambda: "helper" in playground.shown(".suggest-widget"))
    playground.press(Keys.ENTER)
    playground.until(lambda: '"helper": ' in playground.text("form"))


def test_a_list_and_a_survey_are_shown(playground: Playground) -> None:
    examples = playground.driver.find_elements(By.CSS_SELECTOR, ".examples option")
    examples[1].click()
    playground.until(lambda: playground.shown(".preview .form-title") == "Order")
    playground.until(lambda: len(playground.problems("records")) == 3)
    playground.find(".add").click()
    playground.until(lambda: len(json.loads(playground.text("form"))["entries"]["lines"]) == 2)
    examples[2].click()
    playground.until(lambda: playground.shown(".preview .form-title") == "Trip")
    playground.until(lambda: len(playground.problems("records")) == 2)
    examples[0].click()
    playground.until(lambda: playground.shown(".preview .form-title") == "Sign up")
    playground.until(lambda: len(playground.problems("records")) == 2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_what_is_around_the_editor(playground: Playground, scheme: str) -> None:
    playground.prefer(color_scheme=scheme)
    playground.until(lambda: playground.shown(".preview .form-title") == "Sign up")
    # The editor is of others.
    found = violations(playground, but=".editor")
    playground.prefer()
    playground.driver.get_log("browser")
    assert found == []


def test_the_first_page_of_the_documentation_has_it(
    driver: WebDriver, address: str, engine: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-B", PROJECT / "packaging" / "docpages.py", tmp_path / "docs", MODULES, engine]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    driver.get((tmp_path / "docs" / "index.html").as_uri())
    page = Playground(driver)
    link = page.find(".try a")
    assert link.get_property("href") == (tmp_path / "docs" / "playground" / "index.html").as_uri()
    page.find(".try summary").click()
    driver.switch_to.frame(page.find(".try iframe"))
    page.until(lambda: page.problems("form"))
    driver.switch_to.default_content()
    driver.get("about:blank")
    shutil.rmtree(tmp_path / "docs")
