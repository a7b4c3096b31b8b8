"""What people who fill in forms have reported of other front ends, in ours: see people.md.

Tests that share a form share its page, and each has fields of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Bridge, Page
from conftest import PROJECT
from fieldd import Daemon
from fieldd.mcp import Question
from fields import date, entry, picker
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from terminal import Terminal
from test_mcp import answered, gives, schema

CITIES = [f"City {number:04}" for number in range(3000)]
FORM: dict[str, Any] = {
    "title": "People",
    "fields": [
        entry("kanji", autofill={"source": "places"}),
        entry("after"),
        entry("mail", maxLength=40, keyboard="emailAddress"),
        entry("count", maxLength=10, helper="A name."),
        entry("amount", value="number", keyboard="decimalPad", text="1111111"),
        picker("country", "New Caledonia", "New Zealand", "Niger", "Norway", "South Africa"),
        picker("city", *CITIES),
        date("zeros", date="2010-05-10"),
        date("iso"),
        date("month"),
        date("half", date="2020-02-03"),
        date("shown"),
        date("ends", minimumDate="2020-01-01", maximumDate="2026-06-30"),
        date("ahead"),
        date("wheel", date="2020-02-03"),
        {"key": "notes", "kind": "area", "label": "Notes", "text": "one\ntwo\nthree\nfour"},
        entry("undone", required=False),
    ],
    "autofill": {"places": ["東京都", "東北"]},
}


@pytest.fixture(scope="module")
def bridge(fieldd: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bridge]:
    """The form, served once for all who look at it."""
    form = tmp_path_factory.mktemp("people") / "people.fields.json"
    form.write_text(json.dumps(FORM))
    with Bridge(fieldd, form) as bridge:
        yield bridge


@pytest.fixture
def page(driver: WebDriver, bridge: Bridge) -> Iterator[Page]:
    """Its page, which is loaded again only if the browser has been elsewhere."""
    page = Page(driver)
    if driver.current_url != bridge.address:
        page.open(bridge)
    yield page
    assert [it["message"] for it in driver.get_log("browser")] == []


def click(page: Page, key: str) -> None:
    """Presses a field in the middle of the page, which is long."""
    page.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", page.field(key))
    page.control(key).click()


def open_up(page: Page, key: str) -> None:
    """Opens the rows or the wheels of a field by a click, and closes what else is open."""
    page.press(Keys.ESCAPE)
    page.until(lambda: not page.driver.find_elements(By.CSS_SELECTOR, ".field[data-open]"))
    click(page, key)
    page.until(lambda: page.field(key).get_attribute("data-open") is not None)


# Input methods.


def composing(page: Page, key: str, code: int, *, is_composing: bool) -> bool:
    """Presses a key as an input method lets it through; says whether the page has taken it."""
    script = """
      const [key, keyCode, isComposing] = arguments;
      const event = new KeyboardEvent("keydown", { key, keyCode, isComposing, bubbles: true, cancelable: true });
      return !document.activeElement.dispatchEvent(event);"""
    return page.driver.execute_script(script, key, code, is_composing)


def test_keys_of_an_input_method_are_its_own(page: Page) -> None:
    """R1–R3: Enter takes no text of the list, and Escape closes none, in Safari's order of events either."""
    click(page, "kanji")
    page.is_active("kanji")
    compose = {"text": "東", "selectionStart": 1, "selectionEnd": 1}
    page.press("東")
    page.until(lambda: page.field("kanji", ".suggestions").is_displayed())
    page.press(Keys.ARROW_DOWN)
    page.driver.execute_cdp_cmd("Input.imeSetComposition", compose | {"text": "きょう"})
    for key in ("Enter", "Escape", "ArrowDown"):
        assert not composing(page, key, 229, is_composing=True), key
    page.driver.execute_cdp_cmd("Input.insertText", {"text": "京"})
    page.has("kanji", "東京")
    # Safari ends the composition before it tells of the key.
    assert not composing(page, "Enter", 229, is_composing=False)
    assert page.value("kanji") == "東京"
    assert page.control("kanji") == page.driver.switch_to.active_element
    assert composing(page, "Enter", 13, is_composing=False)


# What fills in by itself.


def test_what_a_program_fills_in_silently_counts(page: Page) -> None:
    """R4, R5: password managers and extensions may set a value and tell nobody."""
    control = page.control("mail")
    page.driver.execute_script("arguments[0].value = 'ada@example.com'", control)
    control.click()
    page.shows('[data-key="mail"] .counter', "15/40")
    page.driver.execute_script("arguments[0].value = 'grace@example.com'", control)
    click(page, "after")
    page.shows('[data-key="mail"] .counter', "17/40")
    assert page.value("mail") == "grace@example.com"


# What is said.


def test_a_counter_is_read_when_asked_for_and_not_at_every_key(page: Page) -> None:
    """R9: it belongs to the description of the control, and is no live region."""
    counter = page.field("count", ".counter")
    page.control("count").send_keys("Ada")
    page.shows('[data-key="count"] .counter', "3/10")
    live = "return arguments[0].closest('[aria-live], [role=status], [role=alert], [role=log]')"
    assert page.driver.execute_script(live, counter) is None
    assert counter.get_attribute("id") in page.control("count").get_attribute("aria-describedby").split()


# Numbers.


def test_the_mouse_wheel_changes_no_answer_that_it_passes_over(page: Page) -> None:
    """R12: neither a number that has the focus, nor a date whose wheels have not."""
    click(page, "amount")
    page.is_active("amount")
    open_up(page, "wheel")
    script = """
      const [target] = arguments;
      return target.dispatchEvent(new WheelEvent("wheel", { deltaY: 120, bubbles: true, cancelable: true }));"""
    assert page.driver.execute_script(script, page.control("amount"))
    wheel = page.field("wheel", '[data-part="day"]')
    assert page.driver.execute_script(script, wheel)
    page.driver.execute_script("arguments[0].focus()", wheel)
    # With the focus on a wheel it is turned.
    assert not page.driver.execute_script(script, wheel)
    page.has("wheel", "Feb 06, 2020")
    assert page.value("amount") == "1111111"


# Choices.


def stands_on(page: Page, key: str, row: str) -> None:
    """Waits until a list stands on a row, which can be seen."""
    def shown() -> str:
        active = page.control(key).get_attribute("aria-activedescendant")
        return page.find(f"#{active}").text if active else ""

    page.until(lambda: shown() == row)


def test_letters_find_rows_one_after_the_other(page: Page) -> None:
    """R13, R14: a space is part of a name, and one letter again goes to the next row that begins with it."""
    open_up(page, "country")
    page.press("New Z")
    stands_on(page, "country", "New Zealand")
    page.press(Keys.HOME)
    stands_on(page, "country", "New Caledonia")
    # An arrow or another letter begins anew once the typing rests; the page knows by its own clock.
    later = "const now = performance.now.bind(performance); performance.now = () => now() + 5000"
    page.driver.execute_script(later)
    for country in ("New Zealand", "Niger", "Norway", "New Caledonia"):
        page.press("n")
        stands_on(page, "country", country)
    page.press(Keys.ESCAPE)


def test_three_thousand_rows_are_walked(page: Page) -> None:
    """R15: all of them are there, found by keys, and the one stood on is told and seen."""
    open_up(page, "city")
    page.press(Keys.END)
    stands_on(page, "city", "City 2999")
    page.press("city 1234")
    stands_on(page, "city", "City 1234")
    page.press(Keys.ENTER)
    page.has("city", "City 1234")


# Dates.


def test_a_year_is_typed_again_with_its_zeros(page: Page) -> None:
    """R17, R18: no zero is kept in front of it, and those behind it count."""
    open_up(page, "zeros")
    page.press("05", "10", "02026")
    page.has("zeros", "May 10, 2026")
    page.press("2000")
    page.has("zeros", "May 10, 2000")
    page.press("2025")
    page.has("zeros", "May 10, 2025")


def test_a_date_is_typed_as_iso_8601_has_it(page: Page) -> None:
    """R19: also where the wheels begin with the month."""
    open_up(page, "iso")
    page.press("1987-12-25")
    page.has("iso", "Dec 25, 1987")
    page.press(Keys.ENTER)
    page.until(lambda: page.field("iso").get_attribute("data-open") is None)


def test_a_number_that_a_part_can_not_have_is_refused_with_those_it_can(page: Page) -> None:
    """R20: month 19 is not December, and half a year is none; that stands though the field is left."""
    open_up(page, "month")
    page.press("19")
    page.shows('[data-key="month"] .helper', "month: 1–12")
    assert page.value("month") == ""
    open_up(page, "half")
    page.press("12", "25", "87")
    click(page, "after")
    page.is_active("after")
    page.shows('[data-key="half"] .helper', "year: 1000–9999")
    assert page.value("half") == "Feb 03, 2020"
    assert page.field("half", ".helper").get_attribute("role") == "alert"


def test_enter_takes_the_day_that_is_shown(page: Page) -> None:
    """R21: on the button too, and it goes nowhere back."""
    open_up(page, "shown")
    assert page.control("shown") == page.driver.switch_to.active_element
    page.press(Keys.ENTER)
    page.until(lambda: page.value("shown") != "" and page.field("shown").get_attribute("data-open") is None)


def test_a_date_is_not_brought_between_its_ends_unsaid(page: Page) -> None:
    """R22, R23: one that is typed is refused with the ends, and a wheel that is turned beyond them stays, with the same words."""
    ends = "From Jan 01 2020 to Jun 30 2026."
    open_up(page, "ends")
    page.press("01012019")
    page.shows('[data-key="ends"] .helper', ends)
    assert page.value("ends") == ""
    page.press("01012020")
    page.has("ends", "Jan 01, 2020")
    page.press(Keys.ARROW_UP)
    page.shows('[data-key="ends"] .helper', ends)
    page.has("ends", "Jan 01, 2020")
    assert page.field("ends", '[data-part="year"]').get_attribute("aria-valuenow") == "2020"


def test_what_is_typed_ahead_of_the_wheels_is_not_lost(page: Page, bridge: Bridge) -> None:
    """R24: with what stands between the parts, while the daemon is slow."""
    (daemon,) = bridge.daemons()
    page.driver.execute_script("arguments[0].focus()", page.control("ahead"))
    os.kill(daemon, signal.SIGSTOP)
    page.press("1/2/1987")
    os.kill(daemon, signal.SIGCONT)
    page.has("ahead", "Jan 02, 1987")


# Texts of several lines, and what is taken back.


def test_an_area_shows_all_of_what_it_begins_with(page: Page) -> None:
    """R28, R29: nothing of it is behind a scroll bar; Enter is a line break there and submits nothing."""
    control = page.control("notes")
    fits = "return arguments[0].scrollHeight <= arguments[0].clientHeight"
    assert page.driver.execute_script(fits, control)
    control.send_keys(Keys.CONTROL + Keys.END)
    page.press(Keys.ENTER, "five")
    page.has("notes", "one\ntwo\nthree\nfour\nfive")
    assert page.driver.execute_script(fits, control)
    assert page.find(".summary").text == ""


def test_undo_takes_back_what_was_typed_and_cut(page: Page) -> None:
    """R30, R31: the browser's own, with the draft going along."""
    page.control("undone").send_keys("abc")
    page.press(Keys.CONTROL + "a")
    page.press(Keys.CONTROL + "x")
    page.has("undone", "")
    page.press(Keys.CONTROL + "z")
    page.has("undone", "abc")
    # What the daemon says of the draft follows: a field that is filled has its title above it.
    page.until(lambda: page.field("undone").get_attribute("data-title") == "up")


# Pages of their own.


def test_what_was_filled_in_silently_is_submitted(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """R4, R6, R7: it is no empty field; two presses are one submission, by a button that is never a dead end."""
    form = tmp_path / "silent.fields.json"
    form.write_text(json.dumps({"fields": [
        entry("mail"),
        picker("children", "Yes", "No", required=False),
        entry("name", required=False, visible={"when": {"key": "children", "is": "Yes"}}),
    ]}))
    output = tmp_path / "values.json"
    with Bridge(fieldd, form, "--output", str(output), "--keep") as bridge:
        page = Page(driver)
        page.open(bridge)
        assert page.find(".submit").is_enabled()
        page.submit()
        page.shows(".summary li", "Mail: Enter an answer")
        assert page.find(".submit").is_enabled()
        # R8: what an answer hides is not submitted.
        page.control("children").click()
        page.is_active("children")
        page.field("children", ".rows > li:nth-child(1)").click()
        page.until(lambda: page.field("name").is_displayed())
        page.control("name").send_keys("Kim")
        page.control("children").click()
        page.is_active("children")
        page.field("children", ".rows > li:nth-child(2)").click()
        page.until(lambda: not page.field("name").is_displayed())
        page.driver.execute_script("arguments[0].value = 'ada@example.com'", page.control("mail"))
        ActionChains(driver).double_click(page.find(".submit")).perform()
        page.until(lambda: page.find(".committed").is_displayed())
        (line,) = output.read_text().splitlines()
        assert {key: it for key, it in json.loads(line).items() if it is not None} == {
            "mail": "ada@example.com", "children": "No"}
    driver.get("about:blank")


def test_what_is_wrong_is_said_once(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """R10, R11: the summary alone is an alert, named by nothing that it says itself; the focus is in the field."""
    form = tmp_path / "wrong.fields.json"
    form.write_text(json.dumps({"fields": [entry("name"), entry("city")]}))
    with Bridge(fieldd, form) as bridge:
        page = Page(driver)
        page.open(bridge)
        page.submit()
        page.until(lambda: page.find(".summary").text)
        page.is_active("name")
        summary = page.find(".summary")
        assert summary.get_attribute("role") == "alert"
        assert summary.get_attribute("aria-labelledby") is None
        lines = ["There is a problem", "Name: Enter an answer", "City: Enter an answer"]
        assert summary.text.splitlines() == lines
        alerts = page.driver.find_elements(By.CSS_SELECTOR, ".helper[role=alert]")
        assert [it.text for it in alerts] == []
    driver.get("about:blank")


def test_a_key_press_redraws_one_of_five_hundred_fields(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """R16: what typing costs does not grow with the form."""
    form = tmp_path / "long.fields.json"
    form.write_text(json.dumps({"fields": [entry(f"f{number}", maxLength=20) for number in range(500)]}))
    with Bridge(fieldd, form) as bridge:
        page = Page(driver)
        page.open(bridge)
        click(page, "f250")
        page.is_active("f250")
        page.driver.execute_script("""
          window.touched = new Set();
          const note = (all) => all.forEach(({ target }) => {
            const field = (target.closest ? target : target.parentElement).closest(".field");
            if (field) window.touched.add(field.dataset.key);
          });
          new MutationObserver(note).observe(
            document.body, { subtree: true, childList: true, attributes: true, characterData: true });""")
        page.press("Ada")
        page.shows('[data-key="f250"] .counter', "3/20")
        assert page.driver.execute_script("return [...window.touched]") == ["f250"]
    driver.get("about:blank")


def test_a_field_that_its_own_answer_hides_leads_on(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """R43: what has the focus is gone, and the focus is not."""
    form = tmp_path / "gone.fields.json"
    form.write_text(json.dumps({"fields": [
        picker("c", "Yes", "No", required=False, whenHidden="keep", visible={"when": {"key": "c", "isNot": "No"}}),
        entry("gone", required=False, visible={"when": {"key": "c", "isNot": "No"}}),
        entry("next", required=False),
    ]}))
    with Bridge(fieldd, form) as bridge:
        page = Page(driver)
        page.open(bridge)
        page.control("c").click()
        page.until(lambda: page.field("c").get_attribute("data-open") is not None)
        page.press(Keys.END, Keys.ENTER)
        page.until(lambda: not page.field("c").is_displayed())
        page.is_active("next")
    driver.get("about:blank")


READERS: list[tuple[str, dict[str, Any], str, str, str]] = [
    # R25: the day comes first where the reader has it there, also the last of a month that is yet to come.
    ("en-GB", {}, "31/12/1990", "1990-12-31", "ltr"),
    ("de-DE", {}, "3.4.1987", "1987-04-03", "ltr"),
    ("ja-JP", {}, "1987/4/3", "1987-04-03", "ltr"),
    # R26: what is typed goes on to the next part, and not to where the arrow would.
    ("ar-EG", {}, "3/4/1987", "1987-04-03", "rtl"),
    ("de-DE", {"locale": "en-US"}, "3.4.1987", "1987-03-04", "ltr"),
]


@pytest.mark.parametrize(("reader", "properties", "typed", "value", "direction"), READERS)
def test_a_date_is_typed_in_the_order_of_its_reader(
    driver: WebDriver,
    fieldd: str,
    tmp_path: Path,
    reader: str,
    properties: dict[str, Any],
    typed: str,
    value: str,
    direction: str,
) -> None:
    form = tmp_path / "day.fields.json"
    form.write_text(json.dumps({"fields": [date("day", **properties)]}))
    output = tmp_path / "values.json"
    agent = driver.execute_script("return navigator.userAgent")
    driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": reader})
    try:
        with Bridge(fieldd, form, "--output", str(output)) as bridge:
            page = Page(driver)
            page.open(bridge)
            assert driver.execute_script("return document.documentElement.dir || 'ltr'") == direction
            open_up(page, "day")
            page.press(typed, Keys.ENTER)
            page.until(lambda: page.field("day").get_attribute("data-open") is None)
            page.submit()
            page.until(lambda: page.find(".committed").is_displayed())
            assert json.loads(output.read_text()) == {"day": value}
    finally:
        driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": "en-US"})
        driver.get("about:blank")


def test_the_day_on_the_wheels_is_the_readers(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """R27: on either side of the date line, unless the form has a zone; months are Gregorian."""
    form = tmp_path / "day.fields.json"
    there = "Pacific/Kiritimati"
    form.write_text(json.dumps({"fields": [
        date("here"), date("there", timeZone=there), date("persian", date="2026-03-05", locale="fa-IR")]}))
    parts = "return [...document.querySelectorAll(arguments[0])].map((it) => it.getAttribute('aria-valuenow'))"
    today = """
      const of = (options) => new Intl.DateTimeFormat("en-US", options).formatToParts()
        .filter((it) => it.type !== "literal").map((it) => it.value);
      return [of({}), of({ timeZone: arguments[0] })];"""
    try:
        with Bridge(fieldd, form) as bridge:
            driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Pacific/Pago_Pago"})
            page = Page(driver)
            page.open(bridge)
            for key, wanted in zip(("here", "there"), driver.execute_script(today, there), strict=True):
                open_up(page, key)
                assert driver.execute_script(parts, f'[data-key="{key}"] .wheel') == wanted, key
            open_up(page, "persian")
            names = "return document.querySelector('[data-key=persian] [data-part=month]').ariaValueText"
            march = "new Intl.DateTimeFormat('fa-IR', { month: 'short', calendar: 'gregory' })"
            wanted = driver.execute_script(f"return {march}.format(new Date(2026, 2))")
            assert driver.execute_script(names) == wanted
    finally:
        driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})
        driver.get("about:blank")


# What people type and take back.


@contextlib.contextmanager
def shown(
    driver: WebDriver, fieldd: str, folder: Path, *fields: dict[str, Any], reader: str = "en-US", **form: Any
) -> Iterator[tuple[Page, Path]]:
    """A form before a reader, and the file that has the values once it is submitted."""
    path = folder / "form.fields.json"
    path.write_text(json.dumps({"fields": [*fields]} | form))
    output = folder / "values.json"
    agent = driver.execute_script("return navigator.userAgent")
    driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": reader})
    try:
        with Bridge(fieldd, path, "--output", str(output)) as bridge:
            page = Page(driver)
            page.open(bridge)
            yield page, output
    finally:
        driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": "en-US"})
        driver.get("about:blank")


def paste(page: Page, key: str, text: str) -> None:
    """Puts a text into a field in one piece."""
    click(page, key)
    page.is_active(key)
    page.driver.execute_cdp_cmd("Input.insertText", {"text": text})


def committed(page: Page, output: Path) -> dict[str, Any]:
    """What a submission has committed."""
    page.submit()
    page.until(lambda: page.find(".committed").is_displayed())
    values: dict[str, Any] = json.loads(output.read_text())
    return values


# R53, R63, R66: from a keyboard that adds a space, a word processor, a page, a speech engine.
PASTED = ["{} ", " {}", "{}\u00a0", "\u200b{}", "{}\ufeff", "\u2003{}\t"]


@pytest.mark.parametrize("around", PASTED)
def test_white_space_around_what_was_pasted_is_none_of_it(
    driver: WebDriver, fieldd: str, tmp_path: Path, around: str
) -> None:
    fields = [
        entry("mail", validation={"live": [{"format": "email"}]}),
        entry("iban", validation={"endEditing": [{"format": "iban"}]}),
        entry("pin", validation={"endEditing": [{"pattern": "^[0-9]{4}$"}]}),
        {"key": "word", "kind": "entry", "label": "Word", "secure": True},
    ]
    values = {"mail": "ada@example.com", "iban": "GB82 WEST 1234 5698 7654 32", "pin": "0042"}
    with shown(driver, fieldd, tmp_path, *fields) as (page, output):
        for key, value in values.items():
            paste(page, key, around.format(value))
        # A password is what it is.
        paste(page, "word", " a ")
        for key, value in values.items():
            page.has(key, value)
        assert page.helper("mail") == ""
        assert committed(page, output) == values | {"word": " a "}


# R54, R61, R62: who reads, what is typed, and what is committed; None where it is told to be no number.
NUMBERS = [
    ("de-DE", "12,5", 12.5), ("de-DE", "1.234,5", 1234.5), ("de-DE", "1.5", 1.5), ("fr-FR", "1 234,5", 1234.5),
    ("es-MX", "1,234.5", 1234.5), ("sv-SE", "0,5", 0.5), ("en-GB", "1,234", 1234), ("en-GB", "12,5", None),
    ("ar-EG", "١٢٫٥", 12.5), ("de-DE", "12 apples", None), ("en-GB", "1.234,5", 1234.5), ("de-CH", "1’234.5", 1234.5),
    ("en-IN", "12,34,567", 1234567), ("de-DE", "1,234", 1.234), ("de-DE", "1.234", None), ("es-MX", "1,5", None),
]


@pytest.mark.parametrize(("reader", "typed", "value"), NUMBERS)
def test_a_number_is_read_as_its_reader_writes_it(
    driver: WebDriver, fieldd: str, tmp_path: Path, reader: str, typed: str, value: float | None
) -> None:
    field = entry("n", value="number", maxLength=20)
    with shown(driver, fieldd, tmp_path, field, reader=reader) as (page, output):
        paste(page, "n", typed)
        page.shows('[data-key="n"] .counter', f"{len(typed)}/20")
        # While it is typed nothing says that it is wrong.
        assert (page.field("n").get_attribute("data-state") == "error") == (value is None)
        if value is not None:
            assert committed(page, output) == {"n": value}
            return
        page.submit()
        page.until(lambda: page.find(".summary").text != "")
        # What was typed is not lost.
        assert page.value("n") == typed


def test_an_optional_choice_can_be_taken_back(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """R52: by the mouse and by keys, though the form has no `clearable`; what must be filled stays."""
    fields = [
        picker("size", "S", "M", required=False, text="S"),
        date("day", required=False, date="2026-01-02"),
        picker("must", "a", "b", text="a"),
    ]
    with shown(driver, fieldd, tmp_path, *fields) as (page, output):
        assert not page.field("must", ".clear").is_displayed()
        page.field("size", ".clear").click()
        page.until(lambda: not page.field("size", ".clear").is_displayed())
        page.control("size").click()
        page.press(Keys.ESCAPE, Keys.TAB)
        page.is_active("day")
        page.press(Keys.TAB)
        page.until(lambda: page.driver.switch_to.active_element == page.field("day", ".clear"))
        page.press(Keys.ENTER)
        page.until(lambda: not page.field("day", ".clear").is_displayed())
        assert committed(page, output) == {"size": None, "day": None, "must": "a"}


def test_an_empty_area_invites_more_than_a_line(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """R65: a field that looks like a line is answered with one."""
    area = {"key": "a", "kind": "area", "label": "A"}
    with shown(driver, fieldd, tmp_path, area, area | {"key": "f", "style": "filled"}, entry("e")) as (page, _):
        one = page.height(page.field("e", ".box"))
        for key in "af":
            assert page.height(page.field(key, ".box")) >= one + 40


def test_a_zone_that_the_form_names_counts(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """A clock of the form's zone begins with the hour there, GMT too."""
    zones: dict[str, dict[str, Any]] = {"gmt": {"timeZone": "GMT"}, "mine": {}}
    fields = [date(key, mode="dateAndTime", **zone) for key, zone in zones.items()]
    parts = "return [...document.querySelectorAll(arguments[0])].map((it) => it.getAttribute('aria-valuenow'))"
    with shown(driver, fieldd, tmp_path, *fields) as (page, _):
        driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
        hours = []
        for key in zones:
            open_up(page, key)
            hours.append(int(driver.execute_script(parts, f'[data-key="{key}"] [data-part=hour]')[0]))
        driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})
        assert (hours[1] - hours[0]) % 24 in (9, 10)


def test_who_only_passes_through_changes_nothing(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """R55, R56, R65: Tab through what is filled in keeps it, and a text of one's own that was emptied stays empty."""
    fields = [
        picker("row", "Oslo", "Cluj", text="Cluj"),
        picker("own", "Oslo", manualEntry=True, required=False, text="Bern"),
        {"key": "area", "kind": "area", "label": "Area", "text": "one\ntwo"},
        date("day", date="2026-01-02"),
        entry("last", required=False),
    ]
    with shown(driver, fieldd, tmp_path, *fields) as (page, output):
        page.control("row").send_keys(Keys.TAB)
        for _ in range(10):
            page.press(Keys.TAB)
        assert [page.value(key) for key in ("row", "own", "area")] == ["Cluj", "Bern", "one\ntwo"]
        click(page, "own")
        page.is_active("own")
        page.press(Keys.CONTROL + "a", Keys.BACKSPACE)
        page.has("own", "")
        click(page, "last")
        page.is_active("last")
        assert page.value("own") == ""
        values = committed(page, output)
        assert values == {"row": "Cluj", "own": None, "area": "one\ntwo", "day": "2026-01-02", "last": None}


def test_what_was_removed_is_gone_with_its_mistakes(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """R59, R60: an entry that is taken out stands in nobody's way, and the next one begins empty."""
    lines = {"key": "lines", "label": "Lines", "repeat": {}}
    field = entry("n", value="integer", group="lines", required=False)
    with shown(driver, fieldd, tmp_path, field, groups=[lines]) as (page, output):
        add, remove = '.add[data-list="lines"]', ".remove"
        inputs = lambda: page.driver.find_elements(By.CSS_SELECTOR, ".field input")  # noqa: E731
        for count, text in enumerate(("1", "x"), 1):
            page.find(add).click()
            page.until(lambda: len(inputs()) == count)
            page.until(lambda: page.driver.switch_to.active_element == inputs()[-1])
            page.press(text)
        page.submit()
        page.until(lambda: page.find(".summary").text != "")
        page.driver.find_elements(By.CSS_SELECTOR, remove)[1].click()
        page.until(lambda: len(inputs()) == 1)
        page.until(lambda: page.find(".summary").text == "")
        page.find(add).click()
        page.until(lambda: len(inputs()) == 2)
        assert [it.get_property("value") for it in inputs()] == ["1", ""]
        assert committed(page, output) == {"lines": [{"n": 1}, {"n": None}]}


# Late answers.


@pytest.mark.asyncio
async def test_a_late_verdict_on_an_earlier_draft_is_none(fieldd: str) -> None:
    """R32, R33: of two checks under way the last draft's counts, in whatever order they answer."""
    slow = asyncio.Event()

    async def is_free(check: Any) -> str | None:
        if check.value == "1":
            await slow.wait()
            return "Taken"
        return None

    fields = [entry("name", validation={"live": [{"validator": "isFree"}], "interval": 0})]
    async with (
        asyncio.timeout(60),
        Daemon(fieldd, store=":memory:", validators={"isFree": is_free}) as daemon,
        daemon.open({"fields": fields}) as form,
    ):
        await form["name"].replace_text("1")
        await form["name"].replace_text("10")
        await form.settled()
        slow.set()
        await form.settled()
        assert (form["name"].state, form["name"].error) != ("error", "Taken")
        assert (await form.submit()).values == {"name": "10"}


# The terminal, with a screen of its own.


TERMINAL: dict[str, Any] = {
    "title": "People",
    "fields": [
        entry("name"),
        picker("item", *[f"item-{number}" for number in range(30)], "Two\nlines"),
        picker("town", "New Orleans", "New York", "Norwich"),
        date("day", minimumDate="2020-01-01", maximumDate="2026-06-30"),
    ],
}


@pytest.fixture
def terminal(fieldd: str, tmp_path: Path) -> Iterator[Terminal]:
    """The form in a terminal that is small."""
    form = tmp_path / "people.fields.json"
    form.write_text(json.dumps(TERMINAL))
    sources = [PROJECT / "clients" / name / "src" for name in ("python", "terminal")]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, sources)), "PYTHONDONTWRITEBYTECODE": "1", "TERM": "xterm-256color"}
    line = [sys.executable, "-m", "fieldd.fill", str(form), "--fieldd", fieldd, "--store", ":memory:"]
    with Terminal(line, environment, tmp_path, 16, 60) as terminal:
        terminal.until(lambda: "Cancel" in terminal.shown)
        yield terminal


def test_people_in_a_small_terminal(terminal: Terminal) -> None:
    """R13, R20, R22, R23, R34–R38: keys go in, and the screen is read."""
    screen = terminal.screen
    # R34: input methods show what they offer where the next letter goes, wide ones counted as they are drawn.
    terminal.press("日本x")
    before_cursor = lambda: screen.buffer[screen.cursor.y][screen.cursor.x - 1].data  # noqa: E731
    terminal.until(lambda: "日本x" in terminal.shown.replace(" ", "") and before_cursor() == "x")
    # R35: pasted lines stay in the field that they were pasted into.
    terminal.press("\x1b[200~ one\ntwo\n\x1b[201~")
    terminal.until(lambda: "x one two" in terminal.shown)
    # R36, R37: the end of a long list is seen in a low terminal, and a row of two lines takes one.
    terminal.press("\t\r")
    terminal.until(lambda: "item-1" in terminal.shown)
    terminal.press("\x1b[F")
    terminal.until(lambda: "› Two lines" in terminal.shown and "item-29" in terminal.shown)
    # R38: what a narrow window has broken is whole in a wider one.
    terminal.resize(10, 24)
    # Drawn anew, and not what is left of the wider window.
    ended = lambda line: "› Two lines" in line and line.rstrip().endswith("│")  # noqa: E731
    terminal.until(lambda: any(map(ended, screen.display)) and "item-28" in terminal.shown)
    terminal.resize(30, 70)
    seen = ("› Two lines", "x one two", "Day", "Submit")
    whole = lambda: all(line.count("╭") == line.count("╮") for line in screen.display)  # noqa: E731
    terminal.until(lambda: all(words in terminal.shown for words in seen) and whole())
    # R13: a space is part of a name.
    terminal.press("\r")
    terminal.press("\rnew y")
    terminal.until(lambda: "› New York" in terminal.shown)
    # R20, R22, R23: nothing is brought between its ends unsaid.
    terminal.press("\r")
    terminal.press("\r" + "26-")
    terminal.until(lambda: "yyyy: 1000–9999" in terminal.shown)
    terminal.press("2026" + "13")
    terminal.until(lambda: "mm: 1–12" in terminal.shown)
    terminal.press("02" + "31")
    terminal.until(lambda: "dd: 1–28" in terminal.shown and "Feb 28, 2026" in terminal.shown)
    terminal.press("\x1b[D\x1b[D\x1b[D" + "2019")
    terminal.until(lambda: "From 2020-01-01 to 2026-06-30." in terminal.shown and "Jan 01, 2020" in terminal.shown)


def test_people_who_answer_line_by_line(fieldd: str, tmp_path: Path) -> None:
    """R52–R54: a comma, white space around an answer, and a choice that is taken back, in questions."""
    form = tmp_path / "lines.fields.json"
    fields = [
        entry("n", value="number"),
        entry("mail", validation={"endEditing": [{"format": "email"}]}),
        picker("size", "S", "M", required=False, text="S"),
        date("day", required=False, date="2026-01-02"),
    ]
    form.write_text(json.dumps({"fields": fields}))
    sources = [PROJECT / "clients" / name / "src" for name in ("python", "terminal")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, sources)), "PYTHONDONTWRITEBYTECODE": "1"}
    line = [sys.executable, "-m", "fieldd.fill", str(form), "--fieldd", fieldd, "--store", ":memory:", "--plain"]
    answers = "1.234,5 \n\u00a0ada@example.com \n-\n-\n"
    done = subprocess.run(
        [*line, "--locale", "de"], input=answers, env=environment, capture_output=True, text=True, timeout=60
    )
    values = {"n": 1234.5, "mail": "ada@example.com", "size": None, "day": None}
    assert (done.returncode, json.loads(done.stdout or "null")) == (0, values), done.stderr


def test_dates_and_numbers_that_people_answer_in_their_order(fieldd: str, tmp_path: Path) -> None:
    """A day first in German, and a number that may be two is asked for again with both."""
    form = tmp_path / "lines.fields.json"
    fields = [date("day"), date("at", mode="dateAndTime"), entry("n", value="number", required=False)]
    form.write_text(json.dumps({"fields": fields}))
    sources = [PROJECT / "clients" / name / "src" for name in ("python", "terminal")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, sources)), "PYTHONDONTWRITEBYTECODE": "1"}
    line = [sys.executable, "-m", "fieldd.fill", str(form), "--fieldd", fieldd, "--store", ":memory:", "--plain"]

    def answer(*answers: str) -> subprocess.CompletedProcess[str]:
        text = "".join(f"{answer}\n" for answer in answers)
        return subprocess.run(
            [*line, "--locale", "de"], input=text, env=environment, capture_output=True, text=True, timeout=60)

    done = answer("25.12.1987", "5. Mär. 2026, 18:30", "1,234")
    values = {"day": "1987-12-25", "at": "2026-03-05T18:30", "n": 1.234}
    assert (done.returncode, json.loads(done.stdout or "null")) == (0, values), done.stderr
    assert "25.12.1987" in done.stderr and "n: 1,234" in done.stderr.casefold()
    for day in ("12/25/1987", "25.12.87", "31.02.1987"):
        done = answer(day)
        assert done.returncode == 3 and "Bitte das Datum so schreiben: 31.12.1990, 1990-12-31" in done.stderr
    done = answer("25.12.1987", "2026-03-05 18:30", "1.234")
    assert done.returncode == 3
    assert "Kann zwei Zahlen bedeuten: Bitte 1234 oder 1,234 schreiben" in done.stderr
    # What was kept of it is no clearer the next time.
    record = tmp_path / "record.json"
    record.write_text(done.stderr[done.stderr.index("\n{") :])
    assert json.loads(record.read_text())["n"] == "1.234"
    line += ["--values", str(record)]
    assert answer("", "", "").returncode == 3
    assert json.loads(answer("", "", "1234").stdout)["n"] == 1234


def test_a_date_is_typed_in_a_terminal_in_the_order_of_its_reader(fieldd: str, tmp_path: Path) -> None:
    """Signs between the numbers do not drop what was typed, and no other date is taken."""
    form = tmp_path / "day.fields.json"
    form.write_text(json.dumps({"fields": [date("day", required=False), entry("name", required=False)]}))
    sources = [PROJECT / "clients" / name / "src" for name in ("python", "terminal")]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, sources)), "PYTHONDONTWRITEBYTECODE": "1", "TERM": "xterm-256color"}
    line = [sys.executable, "-m", "fieldd.fill", str(form), "--fieldd", fieldd, "--store", ":memory:", "--locale", "de"]
    with Terminal(line, environment, tmp_path, 30, 70) as terminal:
        terminal.until(lambda: "Abbrechen" in terminal.shown)
        for typed, shown in [
            ("25.12.1987", "25.12.1987"), ("1990-12-31", "31.12.1990"), ("5/3/2026", "05.03.2026"),
            ("24. Dez. 1987", "24.12.1987"), ("2\x7f1.12.1987", "01.12.1987"),
        ]:
            terminal.press(typed + "\t")
            terminal.until(lambda: f"│ {shown} " in terminal.shown)
            terminal.press("\x1b[Z")
        # A refusal is said, and the date is what it was.
        terminal.press("12/25/1987\t")
        terminal.until(lambda: "Bitte das Datum so schreiben: 31.12.1990" in terminal.shown)
        assert "│ 01.12.1987 " in terminal.shown


BACK: dict[str, Any] = {
    "fields": [
        picker("size", "S", "M", required=False, text="S"),
        {"key": "a", "kind": "area", "label": "About"},
        entry("n", value="number"),
    ]
}


def test_people_take_back_in_a_terminal(fieldd: str, tmp_path: Path) -> None:
    """R52, R54, R64: Delete empties what may stay empty; an area has lines to write on; back to a mistake."""
    form = tmp_path / "back.fields.json"
    form.write_text(json.dumps(BACK))
    sources = [PROJECT / "clients" / name / "src" for name in ("python", "terminal")]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, sources)), "PYTHONDONTWRITEBYTECODE": "1", "TERM": "xterm-256color"}
    line = [sys.executable, "-m", "fieldd.fill", str(form), "--fieldd", fieldd, "--store", ":memory:", "--locale", "de"]
    with Terminal(line, environment, tmp_path, 30, 70) as terminal:
        screen = terminal.screen
        value = lambda: next((row for row in screen.display if "│ S " in row), None)  # noqa: E731
        terminal.until(lambda: value() is not None and "del" in terminal.shown)
        terminal.press("\x1b[3~")
        terminal.until(lambda: value() is None)
        rows = [number for number, row in enumerate(screen.display) if "About" in row]
        assert [screen.display[rows[0] + number].strip()[:1] for number in range(3)] == ["│"] * 3
        terminal.press("\t\t12 Birnen\x1b[Z")
        terminal.until(lambda: "12 Birnen" in terminal.shown and "Keine Zahl" in terminal.shown)
        terminal.press("\t" + "\x7f" * 7 + ",5\x1b[Z")
        # What was understood is shown as its reader writes it.
        terminal.until(lambda: "12,5" in terminal.shown and "Keine Zahl" not in terminal.shown)


# Agents, by the real package.


@pytest.mark.asyncio
async def test_agents_get_the_numbers_that_people_mean(fieldd: str) -> None:
    """R57, R58: a whole number is asked for, half a number is none, and white space is none of it."""

    def types(text: str) -> Any:
        async def face(question: Question) -> Any:
            assert [field.key for field in question.form] == ["scoops"]
            await question.form["scoops"].replace_text(text)
            result = await question.form.submit()
            return result.values if result else None

        return face

    asked = schema(["scoops"], scoops={"type": "integer", "minimum": 1, "maximum": 3})
    for text, wanted in {"2 ": {"scoops": 2}, "2xyz": None, "": None, "4": None}.items():
        answer = await answered(fieldd, asked, types(text))
        assert (answer.action, answer.content) == (("accept", wanted) if wanted else ("cancel", None))


@pytest.mark.asyncio
async def test_what_agents_ask_for(fieldd: str) -> None:
    """R39–R42: what nobody has touched, or has emptied, a question without fields, choices behind a name."""

    def submits(**texts: str) -> Any:
        async def face(question: Question) -> Any:
            for key, text in texts.items():
                await question.form[key].replace_text(text)
            result = await question.form.submit()
            return result.values if result else None

        return face

    yes = {"type": "boolean", "default": True}
    untouched = await answered(fieldd, schema(["ok"], ok=yes, note={"type": "string"}), submits())
    assert (untouched.action, untouched.content) == ("accept", {"ok": True})
    emptied = await answered(fieldd, schema([], note={"type": "string", "default": "x"}), submits(note=""))
    assert (emptied.action, emptied.content) == ("accept", {})
    confirmed = await answered(fieldd, schema(), submits())
    assert (confirmed.action, confirmed.content) == ("accept", {})
    priority = {
        "type": "object", "required": ["p"], "properties": {"p": {"$ref": "#/$defs/Priority"}},
        "$defs": {"Priority": {"enum": ["low", "high"], "title": "Priority", "type": "string"}},
    }
    chosen = await answered(fieldd, priority, gives({"p": "urgent"}, {"p": "high"}))
    assert (chosen.action, chosen.content) == ("accept", {"p": "high"})
