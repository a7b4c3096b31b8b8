"""A form in the browser a page at a time, and all answers before they are submitted."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import PATIENCE_SECONDS, Bridge, Page
from selenium.webdriver import Keys
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By

FORM: dict[str, Any] = {
    "title": "Trip",
    "groups": [
        {"key": "you", "label": "You", "description": "Who travels."},
        {"key": "car", "label": "Your car"},
        {"key": "guests", "label": "Guests", "repeat": {"minEntries": 1}},
        {"key": "end", "label": "The end"},
    ],
    "fields": [
        {"key": "greeting", "kind": "entry", "label": "Greeting"},
        {
            "key": "mail",
            "kind": "entry",
            "label": "E-mail",
            "group": "you",
            "required": True,
            "next": "drives",
            "returnKey": "next",
            "validation": {"live": [{"format": "email"}]},
        },
        {
            "key": "drives",
            "kind": "picker",
            "label": "By car",
            "group": "you",
            "data": [{"value": "y", "label": "Yes, I drive"}, {"value": "n", "label": "No"}],
            "required": True,
            "previous": "mail",
            "next": "plate",
        },
        {
            "key": "plate",
            "kind": "entry",
            "label": "Plate",
            "group": "car",
            "required": True,
            "visible": {"when": {"key": "drives", "is": "y"}},
            "previous": "drives",
        },
        {"key": "guest", "kind": "entry", "label": "Guest", "group": "guests", "required": True},
        {
            "key": "day",
            "kind": "date",
            "label": "Day",
            "group": "end",
            "date": "2027-03-13",
            "format": "EEEE, d MMMM yyyy",
        },
        {"key": "secret", "kind": "entry", "label": "Secret", "group": "end", "secure": True, "text": "sesame"},
        {"key": "fare", "kind": "entry", "label": "Fare", "group": "end", "monetary": True, "unit": "a head", "text": "5"},
        {"key": "note", "kind": "area", "label": "Note", "group": "end"},
    ],
}

Opened = Callable[..., Page]


@pytest.fixture
def opened(driver: WebDriver, fieldd: str, tmp_path: Path) -> Iterator[Opened]:
    """Opens a form as the arguments of the bridge say."""
    bridges: list[Bridge] = []

    def open_form(*arguments: str, form: dict[str, Any] = FORM) -> Page:
        path = tmp_path / "trip.fields.json"
        path.write_text(json.dumps(form))
        page = Page(driver)
        page.bridge = Bridge(fieldd, path, *arguments)
        bridges.append(page.bridge)
        page.open(page.bridge)
        return page

    yield open_form
    assert [entry["message"] for entry in driver.get_log("browser")] == []
    driver.get("about:blank")
    for bridge in bridges:
        bridge.__exit__()


def is_on(page: Page, heading: str) -> None:
    """Waits until a page of the form is shown, and its heading has the focus."""
    head = '.page-head h2, .review h2:not([hidden])'
    page.until(lambda: any(it.is_displayed() and it.text == heading for it in page.driver.find_elements(By.CSS_SELECTOR, head)))
    page.until(lambda: page.driver.switch_to.active_element.text == heading)


def shown(page: Page) -> list[str]:
    """The keys of the fields that can be seen."""
    fields = page.driver.find_elements(By.CSS_SELECTOR, ".field")
    return [it.get_attribute("data-key") for it in fields if it.is_displayed()]


def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until something has the focus, and sees that it shows."""
    script = "return document.activeElement.matches(arguments[0])"
    for _ in range(40):
        if page.driver.execute_script(script, selector):
            break
        page.press(Keys.TAB)
    at = page.driver.switch_to.active_element
    assert page.driver.execute_script(script, selector)
    assert page.style(at, "outlineStyle") == "solid"


def choose(page: Page, key: str, *keys: str) -> None:
    """Opens a picker, and chooses a row of it by keys."""
    page.control(key).click()
    page.until(lambda: page.field(key, ".panel").is_displayed())
    page.press(*keys)
    page.until(lambda: not page.field(key, ".panel").is_displayed() and page.value(key))


def fill_you(page: Page, drives: bool) -> None:
    """The first page."""
    page.control("mail").send_keys(Keys.CONTROL + "a", Keys.BACKSPACE)
    page.control("mail").send_keys("ada@example.com")
    choose(page, "drives", Keys.HOME if drives else Keys.END, Keys.ENTER)


def add_guest(page: Page, name: str) -> None:
    """The page of the list."""
    page.find(".add").click()
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, ".list-entry"))
    page.is_active("guests/1/guest")
    page.press(name)
    page.has("guests/1/guest", name)


def test_a_page_is_left_when_it_is_right(opened: Opened) -> None:
    """By keys alone: what is missing is told of the page that is shown, and of no other."""
    page = opened("--pages")
    assert shown(page) == ["greeting", "mail", "drives"]
    assert page.find(".submit").text == "Next"
    assert not page.find(".onward-back").is_displayed()
    tab_to(page, ".submit")
    page.press(Keys.ENTER)
    page.is_active("mail")
    page.shows(".summary", "There is a problem\nE-mail: Enter an answer\nBy car: Choose an answer")
    assert page.control("mail").get_attribute("aria-invalid") == "true"
    # What is found on the way on is said once, by the summary.
    assert page.field("drives", ".helper").get_attribute("role") is None
    page.press("ada@example.com", Keys.TAB)
    page.is_active("drives")
    page.press(Keys.ARROW_DOWN)
    page.until(lambda: page.field("drives", ".panel").is_displayed())
    page.press(Keys.HOME, Keys.ENTER)
    page.has("drives", "Yes, I drive")
    tab_to(page, ".submit")
    page.press(Keys.ENTER)
    is_on(page, "Step 2 of 4\nYour car")
    assert page.find(".summary").text == ""
    assert shown(page) == ["plate"]
    assert page.field("plate").get_attribute("data-state") == "standard"
    assert page.driver.title == "Your car (Step 2 of 4) – Trip"
    assert page.find('.steps [aria-current="step"]').text == "Your car"
    assert page.find(".steps").accessible_name == "Steps"
    tab_to(page, ".steps button")
    assert page.driver.switch_to.active_element.accessible_name == "You (done)"
    page.press(Keys.ENTER)
    is_on(page, "Step 1 of 4\nYou")
    assert page.value("mail") == "ada@example.com"


def test_what_is_pending_is_waited_for(opened: Opened) -> None:
    """A wrong draft in the half second before its rule is asked, and in the moment before an answer."""
    page = opened("--pages")
    fill_you(page, drives=False)
    page.control("mail").send_keys("!")
    page.submit()
    page.is_active("mail")
    page.shows(".summary", "There is a problem\nE-mail: Not an e-mail address")
    (daemon,) = page.bridge.daemons()
    page.press(Keys.BACKSPACE)
    os.kill(daemon, signal.SIGSTOP)
    page.submit()
    assert page.find(".submit").get_attribute("aria-disabled") == "true"
    assert page.find(".bar .pending").get_property("textContent") == "Checking"
    assert page.driver.switch_to.active_element == page.find(".submit")
    os.kill(daemon, signal.SIGCONT)
    is_on(page, "Step 2 of 3\nGuests")
    assert page.find(".submit").get_attribute("aria-disabled") is None
    assert page.find(".bar .pending").text == ""


def test_a_group_of_which_nothing_is_seen_is_no_step(opened: Opened) -> None:
    page = opened("--pages")
    assert len(page.driver.find_elements(By.CSS_SELECTOR, ".steps li")) == 3
    fill_you(page, drives=True)
    page.until(lambda: len(page.driver.find_elements(By.CSS_SELECTOR, ".steps li")) == 4)
    page.shows(".page-head .count", "Step 1 of 4")
    fill_you(page, drives=False)
    page.shows(".page-head .count", "Step 1 of 3")
    page.submit()
    is_on(page, "Step 2 of 3\nGuests")


def test_a_reload_and_the_browsers_own_buttons_stay_on_the_way(opened: Opened) -> None:
    page = opened("--pages", "--review")
    fill_you(page, drives=True)
    page.submit()
    is_on(page, "Step 2 of 5\nYour car")
    page.control("plate").send_keys("ADA 1")
    page.submit()
    is_on(page, "Step 3 of 5\nGuests")
    page.driver.refresh()
    page.until(lambda: page.is_ready)
    page.shows(".page-head h2", "Step 3 of 5\nGuests")
    page.driver.back()
    is_on(page, "Step 2 of 5\nYour car")
    assert page.value("plate") == "ADA 1"
    page.driver.forward()
    is_on(page, "Step 3 of 5\nGuests")
    page.find(".onward-back").click()
    is_on(page, "Step 2 of 5\nYour car")
    # Nobody comes past a page on which something is missing.
    page.control("plate").send_keys(Keys.CONTROL + "a", Keys.BACKSPACE)
    page.press(Keys.TAB)
    page.until(lambda: page.field("plate").get_attribute("data-state") == "error")
    page.driver.back()
    page.shows(".page-head h2", "Step 2 of 5\nYour car")
    page.driver.refresh()
    page.until(lambda: page.is_ready)
    page.shows(".page-head h2", "Step 2 of 5\nYour car")


def test_a_form_that_begins_anew_begins_with_its_first_page(opened: Opened, tmp_path: Path) -> None:
    page = opened("--pages")
    fill_you(page, drives=False)
    page.submit()
    is_on(page, "Step 2 of 3\nGuests")
    (tmp_path / "trip.fields.json").write_text(json.dumps(FORM | {"title": "Journey"}))
    page.driver.refresh()
    page.until(lambda: page.is_ready)
    page.shows("h1", "Journey")
    page.shows(".page-head h2", "Step 1 of 3\nYou")


@pytest.mark.parametrize("way", ["the toolbar", "the return key"])
def test_what_leads_off_the_page_goes_on_as_the_button_does(opened: Opened, way: str) -> None:
    form = json.loads(json.dumps(FORM))
    if way == "the return key":
        form["fields"][1] |= {"next": "plate"}
        form["fields"][3]["visible"] = True
    page = opened("--pages", form=form)
    if way == "the toolbar":
        fill_you(page, drives=True)
        page.control("mail").send_keys("!")
        page.control("drives").click()
        page.is_active("drives")
        page.tool("next").click()
    else:
        choose(page, "drives", Keys.HOME, Keys.ENTER)
        page.control("mail").send_keys("ada@example.com!", Keys.ENTER)
    page.is_active("mail")
    page.shows(".summary", "There is a problem\nE-mail: Not an e-mail address")
    page.press(Keys.BACKSPACE)
    page.until(lambda: page.field("mail").get_attribute("data-state") == "success")
    if way == "the toolbar":
        page.control("drives").click()
        page.is_active("drives")
        page.tool("next").click()
    else:
        page.press(Keys.ENTER)
    is_on(page, "Step 2 of 4\nYour car")
    assert page.field("plate").get_attribute("data-active") is None
    page.control("plate").click()
    page.is_active("plate")
    if way == "the toolbar":
        page.tool("previous").click()
        page.is_active("drives")
        page.shows(".page-head h2", "Step 1 of 4\nYou")


def test_a_list_has_entries_enough_before_its_page_is_left(opened: Opened) -> None:
    page = opened("--pages")
    fill_you(page, drives=False)
    page.submit()
    is_on(page, "Step 2 of 3\nGuests")
    assert page.find(".list-problem").text == ""
    page.submit()
    page.shows(".summary", "There is a problem\nGuests: Too few entries: 0, at least 1")
    page.until(lambda: page.driver.switch_to.active_element == page.find(".add"))
    add_guest(page, "Alan")
    page.submit()
    is_on(page, "Step 3 of 3\nThe end")
    assert page.find(".submit").text == "Submit"
    page.submit()
    page.until(lambda: page.find(".committed").is_displayed())
    assert json.loads(page.bridge.process.stdout.readline())["guests"] == [{"guest": "Alan"}]


def answers(page: Page) -> dict[str, str]:
    """What the review shows, by keys."""
    told = page.driver.find_elements(By.CSS_SELECTOR, ".review dd[data-key]")
    return {it.get_attribute("data-key"): it.text for it in told}


def at_the_end(opened: Opened) -> Page:
    """The last page before the review, those before it filled in."""
    page = opened("--pages", "--review")
    fill_you(page, drives=False)
    page.submit()
    is_on(page, "Step 2 of 4\nGuests")
    add_guest(page, "Alan")
    page.submit()
    is_on(page, "Step 3 of 4\nThe end")
    return page


def test_all_answers_are_reviewed_and_changed(opened: Opened) -> None:
    """As the person sees them, by keys; a secret is not shown; what was changed is gone back to."""
    page = at_the_end(opened)
    assert page.find(".submit").text == "Review answers"
    page.submit()
    is_on(page, "Step 4 of 4\nCheck your answers")
    assert answers(page) == {
        "greeting": "Not answered",
        "mail": "ada@example.com",
        "drives": "No",
        "guests/1/guest": "Alan",
        "day": "Saturday, 13 March 2027",
        "secret": "Not shown",
        "fare": "$5 a head",
        "note": "Not answered",
    }
    assert "sesame" not in page.find(".review").get_attribute("outerHTML")
    headings = [it.text for it in page.driver.find_elements(By.CSS_SELECTOR, ".review :is(h3, h4)")]
    assert headings == ["You", "Guests", "Guests 1", "The end"]
    assert page.find('[data-change="mail"]').accessible_name == "Change E-mail"
    tab_to(page, '[data-change="mail"]')
    page.press(Keys.ENTER)
    page.is_active("mail")
    assert shown(page) == ["greeting", "mail", "drives"]
    assert page.find(".submit").text == "Review answers"
    page.press("!")
    page.submit()
    page.shows(".summary", "There is a problem\nE-mail: Not an e-mail address")
    page.is_active("mail")
    page.press(Keys.BACKSPACE, ".org")
    tab_to(page, ".submit")
    page.press(Keys.ENTER)
    page.until(lambda: page.driver.switch_to.active_element == page.find('[data-change="mail"]'))
    assert answers(page)["mail"] == "ada@example.com.org"
    page.driver.refresh()
    page.until(lambda: page.is_ready)
    page.shows(".page-head h2", "Step 4 of 4\nCheck your answers")
    page.submit()
    page.until(lambda: page.find(".committed").is_displayed())
    values = json.loads(page.bridge.process.stdout.readline())
    assert (values["mail"], values["drives"], values["secret"]) == ("ada@example.com.org", "n", "sesame")
    assert page.bridge.process.wait(PATIENCE_SECONDS) == 0


def test_an_answer_that_asks_for_another_leads_to_it(opened: Opened) -> None:
    """A condition shows a page that was not there; from it too one comes back to the review."""
    page = at_the_end(opened)
    page.submit()
    is_on(page, "Step 4 of 4\nCheck your answers")
    page.find('[data-change="drives"]').click()
    page.is_active("drives")
    choose(page, "drives", Keys.HOME, Keys.ENTER)
    page.has("drives", "Yes, I drive")
    page.submit()
    page.is_active("plate")
    page.shows(".summary", "There is a problem\nPlate: Enter an answer")
    page.press("ADA 1")
    page.submit()
    page.until(lambda: page.find(".review").is_displayed())
    assert answers(page)["plate"] == "ADA 1"


def test_a_form_without_pages_can_be_reviewed(opened: Opened) -> None:
    """All of it is checked on the way; the browser's own Back goes back to it."""
    page = opened("--review")
    assert not page.find(".steps").is_displayed()
    fill_you(page, drives=False)
    page.submit()
    page.shows(".summary", "There is a problem\nGuests: Too few entries: 0, at least 1")
    add_guest(page, "Alan")
    page.submit()
    is_on(page, "Check your answers")
    assert page.driver.title == "Check your answers – Trip"
    assert answers(page)["guests/1/guest"] == "Alan"
    page.driver.back()
    page.until(lambda: "note" in shown(page))
    page.submit()
    is_on(page, "Check your answers")
    page.find(".onward-back").click()
    page.until(lambda: "note" in shown(page))
    page.control("note").send_keys("x")
    page.submit()
    is_on(page, "Check your answers")
    page.submit()
    page.until(lambda: page.find(".committed").is_displayed())
    assert json.loads(page.bridge.process.stdout.readline())["note"] == "x"


def test_a_form_without_groups_is_one_page(opened: Opened) -> None:
    page = opened("--pages", form={"title": "One", "fields": [{"key": "a", "kind": "entry", "label": "A"}]})
    assert not page.find(".steps").is_displayed() and not page.find(".page-head").is_displayed()
    assert page.find(".submit").text == "Submit"
    assert page.driver.title == "One"
    page.control("a").send_keys("x", Keys.ENTER)
    page.until(lambda: page.find(".committed").is_displayed())


def test_a_list_stands_where_its_group_does_with_entries_or_without(opened: Opened) -> None:
    """And a heading without a field is not shown."""
    page = opened()

    def headings() -> list[str]:
        return [it.text for it in page.driver.find_elements(By.CSS_SELECTOR, "h2") if it.is_displayed()]

    assert headings() == ["You", "Guests", "The end"]
    add_guest(page, "Alan")
    assert headings() == ["You", "Guests", "The end"]
    fill_you(page, drives=True)
    page.until(lambda: headings() == ["You", "Your car", "Guests", "The end"])
