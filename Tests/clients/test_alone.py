"""The page of a form without a server: a folder of files, opened from the file system in Chromium, with the network off."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Page, violations
from conftest import PROJECT, need
from packed import run_packer
from selenium.webdriver import Keys
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from snippets import snippets_of

# The module takes minutes to compile, once for all that want it.
pytestmark = [pytest.mark.xdist_group("build"), pytest.mark.thorough]

PACKER = PROJECT / "packaging" / "webpage.py"
# What is typed and not sent holds a page back.
UNASKED = "window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)"


def pack(folder: Path, engine: Path, form: dict[str, Any] | str, *options: str, name: str = "signup.fields.json") -> str:
    """Makes the page of a form; gives its address."""
    file = folder / name
    file.write_text(form if isinstance(form, str) else json.dumps(form))
    run_packer(PACKER, engine, folder / "page", file, folder / "page", *options)
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
    driver.execute_script(UNASKED)
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
    await_answers(page)


def load_again(page: Page) -> None:
    page.driver.execute_script(UNASKED)
    page.driver.refresh()
    await_answers(page)


def await_answers(page: Page) -> None:
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
    """Answers that were not sent are there again when the page is loaded anew, to be sent then."""
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
            page.until(lambda: kept(page) is None)
            assert not page.find(".gone").is_displayed()
        ((kind, record),) = taker.taken
        assert (kind, record["email"]) == ("application/json", "ada@example.com")
        load_again(page)
        page.has("email", "ada@example.com" if status == 500 else "ada@")
        driver.execute_script(UNASKED)
        driver.get("about:blank")
        server.shutdown()


# What a reload keeps.

EVERY_KIND = {
    "groups": [{"key": "lines", "label": "Lines", "repeat": {"minEntries": 2}}],
    "fields": [
        {"key": "email", "kind": "entry", "label": "E-mail", "validation": {"endEditing": [{"format": "email"}]}},
        {"key": "age", "kind": "entry", "label": "Age", "value": "integer"},
        {"key": "share", "kind": "entry", "label": "Share", "value": "number"},
        {"key": "name", "kind": "entry", "label": "Name", "text": "Ada", "required": True},
        {"key": "size", "kind": "picker", "label": "Size", "data": ["S", "M"]},
        {"key": "day", "kind": "date", "label": "Day"},
        {"key": "more", "kind": "any", "label": "More"},
        {"key": "word", "kind": "entry", "label": "Password", "secure": True, "required": True},
        {"key": "nick", "kind": "entry", "label": "Nick", "required": True},
        {"key": "note", "kind": "area", "label": "Note", "validation": {"live": [{"pattern": "b$"}]}},
        {"key": "product", "kind": "entry", "label": "Product", "group": "lines"},
        {"key": "price", "kind": "entry", "label": "Price", "group": "lines", "value": "number"},
    ],
}


def kept(page: Page) -> str | None:
    """What the tab has of the page's drafts."""
    script = "return sessionStorage['fieldd.drafts ' + location.pathname] ?? null"
    text: str | None = page.driver.execute_script(script)
    return text


def picture(page: Page) -> list[list[str]]:
    """What is to be seen of each field: its content, its state, and the words below it."""
    script = """
      return [...document.querySelectorAll(".field")].map((field) => {
        const { value, textContent } = field.querySelector(".control:not([hidden])");
        const text = (it) => field.querySelector(it)?.textContent ?? "";
        return [field.querySelector(".title").textContent, value || textContent, field.dataset.state, text(".helper")];
      });"""
    found: list[list[str]] = page.driver.execute_script(script)
    return found


def type_into(page: Page, key: str, *keys: str) -> None:
    page.control(key).click()
    page.is_active(key)
    page.press(*keys)


@pytest.fixture
def german(driver: WebDriver) -> Iterator[None]:
    """The person at the browser reads German."""
    agent = driver.execute_script("return navigator.userAgent")
    driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": "de"})
    yield
    driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": "en-US"})


@pytest.mark.usefixtures("german")
def test_a_reload_keeps_what_was_typed_as_it_was(page: Page, engine: Path, tmp_path: Path) -> None:
    """Wrong drafts and their errors too, but no secrets; until it is submitted."""
    open_page(page, pack(tmp_path, engine, EVERY_KIND))
    assert kept(page) is None
    page.submit()
    page.until(lambda: page.field("nick").get_attribute("data-state") == "error")
    type_into(page, "email", "ada@example.com")
    type_into(page, "age", "abc")
    type_into(page, "share", "1,5")
    type_into(page, "name", Keys.CONTROL + "a", Keys.BACKSPACE)
    type_into(page, "more", '{"half":')
    type_into(page, "word", "secret1234")
    page.control("day").click()
    page.press("02.01.2026", Keys.ENTER)
    page.until(lambda: "2026" in page.value("day"))
    page.control("size").click()
    page.press(Keys.ARROW_DOWN, Keys.ENTER)
    page.has("size", "M")
    for count, product in enumerate(("Tee", "Milch"), start=1):
        page.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", page.find(".add"))
        page.find(".add").click()
        inputs = ".list-entry input"
        page.until(lambda count=count: len(page.driver.find_elements(By.CSS_SELECTOR, inputs)) == 2 * count)
        page.until(lambda: page.driver.switch_to.active_element.get_property("localName") == "input")
        page.press(product, Keys.TAB)
        page.press("2,5")
    type_into(page, "note", "a")
    page.until(lambda: page.helper("note") != "")
    before = picture(page)
    assert [it[1:3] for it in before] == [
        ["ada@example.com", "success"], ["abc", "error"], ["1,5", "standard"], ["", "error"], ["M", "standard"],
        ["2. Jan. 2026", "standard"], ['{"half":', "error"], ["secret1234", "standard"], ["", "error"], ["a", "error"],
        ["Tee", "standard"], ["2,5", "standard"], ["Milch", "standard"], ["2,5", "standard"],
    ]  # fmt: skip
    load_again(page)
    assert "secret" not in (kept(page) or "")
    page.is_active("note")
    page.until(lambda: page.helper("note") != "")
    after = picture(page)
    # The secret alone is to be typed again.
    assert (before.pop(7)[1], after.pop(7)[1]) == ("secret1234", "")
    assert after == before
    # Closing the tab would still lose it.
    script = "const event = new Event('beforeunload', { cancelable: true }); return dispatchEvent(event)"
    assert page.driver.execute_script(script) is False
    everybody_can_use(page)
    type_into(page, "age", Keys.CONTROL + "a" + Keys.NULL, "36")
    type_into(page, "name", "Ada")
    type_into(page, "more", Keys.END, "1}")
    type_into(page, "word", "s")
    type_into(page, "nick", "a")
    type_into(page, "note", Keys.END, "b")
    page.submit()
    assert answers(page) == {
        "email": "ada@example.com", "age": 36, "share": 1.5, "name": "Ada", "size": "M", "day": "2026-01-02",
        "more": {"half": 1}, "word": "s", "nick": "a", "note": "ab",
        "lines": [{"product": "Tee", "price": 2.5}, {"product": "Milch", "price": 2.5}],
    }  # fmt: skip
    assert kept(page) is None
    load_again(page)
    assert (page.value("email"), kept(page)) == ("", None)


def test_a_reload_stays_on_the_page_of_a_form(page: Page, engine: Path, tmp_path: Path) -> None:
    form = {
        "groups": [{"key": "a", "label": "First"}, {"key": "b", "label": "Second"}],
        "fields": [
            {"key": "city", "kind": "entry", "label": "City", "group": "a", "required": True},
            {"key": "day", "kind": "entry", "label": "Day", "group": "b"},
        ],
    }
    open_page(page, pack(tmp_path, engine, form, "--pages"))
    type_into(page, "city", "Oslo")
    page.submit()
    page.until(lambda: page.control("day").is_displayed())
    type_into(page, "day", "Mon")
    load_again(page)
    page.is_active("day")
    page.has("day", "Mon")
    page.press("day")
    page.submit()
    assert answers(page) == {"city": "Oslo", "day": "Monday"}


def test_a_page_of_another_text_begins_anew(page: Page, engine: Path, tmp_path: Path) -> None:
    fields = [{"key": "a", "kind": "entry", "label": "A"}]
    address = pack(tmp_path, engine, {"fields": fields})
    open_page(page, address)
    type_into(page, "a", "kept")
    load_again(page)
    page.has("a", "kept")
    type_into(page, "a", Keys.END, " on")
    assert address == pack(tmp_path, engine, {"title": "Another", "fields": fields})
    load_again(page)
    assert (page.find("h1").text, page.value("a"), kept(page)) == ("Another", "", None)


@pytest.mark.parametrize(
    "trouble",
    [
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError'); } })",
    ],
    ids=["full", "refused"],
)
def test_a_store_that_keeps_nothing_changes_nothing_else(
    page: Page, engine: Path, tmp_path: Path, trouble: str
) -> None:
    script = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": trouble})
    try:
        open_page(page, pack(tmp_path, engine, {"fields": [{"key": "a", "kind": "entry", "label": "A"}]}))
        type_into(page, "a", "typed")
        load_again(page)
        page.has("a", "")
        type_into(page, "a", "again")
        page.submit()
        page.until(lambda: page.find(".committed").is_displayed())
    finally:
        page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def test_a_page_with_a_broken_module_says_so(driver: WebDriver, engine: Path, tmp_path: Path) -> None:
    address = pack(tmp_path, engine, readme_form())
    (tmp_path / "page" / "module.js").write_text('globalThis.fieldd.module = btoa("no module");')
    driver.get(address)
    page = Page(driver)
    page.until(lambda: page.find(".gone").is_displayed())
    assert "can't be loaded" in page.find(".gone").text
