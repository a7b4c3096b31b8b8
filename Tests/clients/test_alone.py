"""The page of a form without a server: a folder of files, opened from the file system in Chromium, with the network off."""

from __future__ import annotations

import http.server
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Page, violations
from conftest import PROJECT, need
from selenium.webdriver import Keys
from selenium.webdriver.chrome.webdriver import WebDriver
from snippets import snippets_of

# The module takes minutes to compile, once for all that want it.
pytestmark = [pytest.mark.xdist_group("build"), pytest.mark.thorough]

PACKER = PROJECT / "packaging" / "webpage.py"


def pack(folder: Path, engine: Path, form: dict[str, Any] | str, *options: str, name: str = "signup.fields.json") -> str:
    """Makes the page of a form; gives its address."""
    file = folder / name
    file.write_text(form if isinstance(form, str) else json.dumps(form))
    command = [sys.executable, "-B", PACKER, file, folder / "page", "--module", engine, *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return (folder / "page" / "index.html").as_uri()


def readme_form() -> str:
    found = snippets_of((PROJECT / "README.md").read_text(encoding="utf-8"))
    return next(it.text for it in found if it.language == "json")


@pytest.fixture
def page(driver: WebDriver) -> Iterator[Page]:
    """A browser without a network, which says at the end what has gone wrong in it."""
    need("node")
    driver.execute_cdp_cmd("Network.enable", {})
    conditions = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)
    driver.get_log("browser")
    yield Page(driver)
    said = complaints(driver)
    # What is typed and not sent holds a page back.
    driver.execute_script("window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    driver.get("about:blank")
    online = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", online)
    assert said == []


def complaints(driver: WebDriver) -> list[str]:
    """What has gone wrong in the page since the last time."""
    return [it["message"] for it in driver.get_log("browser") if it["level"] in ("SEVERE", "WARNING")]


def everybody_can_use(page: Page) -> None:
    """What axe-core finds wrong; it wants to fetch the style sheet, which the page may not."""
    assert complaints(page.driver) == []
    assert violations(page) == []
    page.driver.get_log("browser")


def open_page(page: Page, address: str) -> None:
    page.driver.get(address)
    page.until(lambda: page.find(".submit").is_enabled())
    script = "document.addEventListener('submitted', (event) => (window.answers = event.detail))"
    page.driver.execute_script(script)


def answers(page: Page) -> dict[str, Any]:
    page.until(lambda: page.find(".committed").is_displayed())
    found: dict[str, Any] = page.until(lambda: page.driver.execute_script("return window.answers"))
    return found


def test_the_form_of_the_readme_is_filled_in_wrong_mended_and_submitted(
    page: Page, engine: Path, tmp_path: Path
) -> None:
    open_page(page, pack(tmp_path, engine, readme_form()))
    assert page.find("h1").text == "Sign up"
    page.has("email", "ada@")
    page.submit()
    page.until(lambda: page.helper("email") == "Not an e-mail address")
    assert "Not an e-mail address" in page.find(".summary").text
    page.is_active("email")
    everybody_can_use(page)
    page.press(Keys.END, "example.com")
    page.until(lambda: page.helper("email") == "")
    page.control("bio").click()
    page.press("Mathematician")
    page.until(lambda: "13" in page.field("bio", ".counter").text)
    page.submit()
    assert answers(page) == {
        "email": "ada@example.com", "country": None, "birthday": None, "bio": "Mathematician",
    }  # fmt: skip
    assert page.find(".committed .save").get_attribute("download") == "signup.values.json"
    everybody_can_use(page)


def test_numbers_of_any_length_are_saved_exactly(page: Page, engine: Path, tmp_path: Path) -> None:
    field = {"key": "n", "kind": "entry", "label": "N", "value": "integer", "precision": "int64"}
    open_page(page, pack(tmp_path, engine, {"fields": [field]}))
    page.driver.execute_script(
        "const made = URL.createObjectURL; URL.createObjectURL = (blob) => (blob.text().then((it) => (window.saved = it)), made(blob))"
    )
    page.control("n").click()
    page.press("9223372036854775807")
    page.submit()
    assert page.until(lambda: page.driver.execute_script("return window.saved")) == '{"n":9223372036854775807}\n'


def test_groups_are_pages_and_texts_are_learned(page: Page, engine: Path, tmp_path: Path) -> None:
    form = {
        "groups": [{"key": "a", "label": "First"}, {"key": "b", "label": "Second"}],
        "fields": [
            {"key": "city", "kind": "entry", "label": "City", "group": "a", "required": True, "autofill": {"source": "c"}},
            {"key": "day", "kind": "entry", "label": "Day", "group": "b"},
        ],
    }
    open_page(page, pack(tmp_path, engine, form, "--pages", "--review"))
    page.submit()
    page.until(lambda: "City" in page.find(".summary").text)
    page.control("city").click()
    page.press("Oslo")
    page.submit()
    page.until(lambda: page.control("day").is_displayed())
    page.submit()
    page.until(lambda: page.find(".review").is_displayed())
    page.submit()
    assert answers(page) == {"city": "Oslo", "day": None}
    # Pages of one file system may have one store.
    learned = '{"learned":"Oslo","source":"c"}'
    page.until(lambda: learned in (page.driver.execute_script("return localStorage['fieldd.learned']") or ""))
    page.driver.execute_script("localStorage.clear()")


def test_a_survey_is_shown_as_it_is(page: Page, engine: Path, tmp_path: Path) -> None:
    survey = {"title": "Trip", "elements": [{"type": "text", "name": "age", "title": "Age", "inputType": "number"}]}
    open_page(page, pack(tmp_path, engine, survey, name="trip.survey.json"))
    assert page.find("h1").text == "Trip"
    page.control("age").click()
    page.press("36")
    page.submit()
    assert answers(page) == {"age": 36}


class Taker(http.server.BaseHTTPRequestHandler):
    """Takes answers as a server of one's own does."""

    taken: list[tuple[str, Any]] = []
    status = 204

    def do_OPTIONS(self) -> None:
        self.answer(204)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.taken.append((self.headers["content-type"], json.loads(body)))
        self.answer(self.status)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("access-control-allow-origin", "*")
        self.send_header("access-control-allow-headers", "content-type")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("status", [204, 500])
def test_answers_are_sent_or_it_is_said_that_they_are_not(
    driver: WebDriver, engine: Path, tmp_path: Path, status: int
) -> None:
    taker = type("Taking", (Taker,), {"taken": [], "status": status})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), taker) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        action = f"http://127.0.0.1:{server.server_port}/answers"
        page = Page(driver)
        open_page(page, pack(tmp_path, engine, readme_form(), "--action", action))
        page.control("email").click()
        page.press(Keys.END, "example.com")
        page.submit()
        assert answers(page)["email"] == "ada@example.com"
        page.until(lambda: taker.taken)
        if status == 500:
            page.until(lambda: page.find(".gone").is_displayed())
            assert page.find(".gone").text.startswith("Not sent: 500")
        else:
            assert not page.find(".gone").is_displayed()
        ((kind, record),) = taker.taken
        assert (kind, record["email"]) == ("application/json", "ada@example.com")
        driver.execute_script("window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
        driver.get("about:blank")
        server.shutdown()


def test_a_page_with_a_broken_module_says_so(driver: WebDriver, engine: Path, tmp_path: Path) -> None:
    address = pack(tmp_path, engine, readme_form())
    (tmp_path / "page" / "module.js").write_text('globalThis.fieldd.module = btoa("no module");')
    driver.get(address)
    page = Page(driver)
    page.until(lambda: page.find(".gone").is_displayed())
    assert "can't be loaded" in page.find(".gone").text
