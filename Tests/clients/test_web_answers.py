"""What people type, look at and take back on the page: only what they have chosen is an answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import Page
from fields import date, entry, picker
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from test_people import click, committed, open_up, shown

# What is typed.

# Who reads, what the field says, what is typed, and what is committed; None where it is refused in words.
DATES: list[tuple[str, dict[str, Any], list[tuple[str, str | None]]]] = [
    ("en-US", {}, [
        ("1/2/1987", "1987-01-02"), ("12-25-1987", "1987-12-25"), ("12 25 1987", "1987-12-25"),
        ("12.25.1987", "1987-12-25"), ("01021987", "1987-01-02"), ("1987-12-25", "1987-12-25"),
        ("1987/12/25", "1987-12-25"), ("Dec 25, 1987", "1987-12-25"), ("25 december 1987", "1987-12-25"),
        ("31.12.1990", None), ("31/12/1990", None), ("12/25/87", None), ("12/25/19870", None), ("02026", None),
        ("24", None), ("20261225", None), ("2/31/1987", None), ("12/25", None), ("12/25/1987 5", None),
        ("1-3/2/1987", None), ("Mon, Dec 25, 1987", None), ("25 dic 1987", None), ("tomorrow", None),
    ]),
    ("de-DE", {}, [
        ("25.12.1987", "1987-12-25"), ("3. Mai 1987", "1987-05-03"), ("1987-12-25", "1987-12-25"),
        ("12/25/1987", None), ("25.12.87", None), ("25.12.", None),
    ]),
    ("en-GB", {}, [("25121987", "1987-12-25"), ("1/2/1987", "1987-02-01"), ("12/25/1987", None)]),
    ("ja-JP", {}, [("1987/4/3", "1987-04-03"), ("19870403", "1987-04-03"), ("4/3/1987", None)]),
    # The page speaks English to them, who write dates as at home.
    ("sv-SE", {}, [("5/3/2026", "2026-03-05"), ("3/25/2026", None)]),
    ("fa-IR", {}, [("1369/10/10", None), ("1990/10/10", "1990-10-10")]),
    ("en-US", {"format": "dd/MM/yyyy"}, [("1/2/1987", "1987-02-01"), ("12/25/1987", None)]),
    ("en-US", {"locale": "th-TH"}, [("31/12/1990", "1990-12-31"), ("31/12/2533", None)]),
    ("en-US", {"mode": "time"}, [
        ("14:30", "14:30"), ("1430", "14:30"), ("2:30 pm", "14:30"), ("12 am", None), ("25:00", None), ("13:00 pm", None),
    ]),
    ("en-US", {"mode": "dateAndTime"}, [
        ("12/25/1987 2:30 PM", "1987-12-25T14:30"), ("1987-12-25 14:30", "1987-12-25T14:30"), ("12/25/1987", None),
    ]),
    ("en-US", {"minimumDate": "2000-01-01"}, [("12/31/1999", None), ("1/1/2000", "2000-01-01")]),
]
# Signs that are pasted only, since no key of this browser's driver has them.
PASTED: dict[str, list[tuple[str, str | None]]] = {
    "en-US": [("１２/２５/１９８７", "1987-12-25"), (" 1987-12-25\n", "1987-12-25"), ("\u200e12/25/1987", "1987-12-25")],
    "de-DE": [("5. März 1987", "1987-03-05")],
    "ja-JP": [("1987年4月3日", "1987-04-03")],
}


def told(page: Page, key: str) -> str:
    """What a field says aloud of what was typed into it."""
    helper = page.field(key, ".helper")
    return helper.text if helper.get_attribute("role") == "alert" else ""


@pytest.mark.parametrize(("reader", "properties", "cases"), DATES)
@pytest.mark.parametrize("way", ["closed", "wheels", "paste"])
def test_a_date_is_read_as_it_is_written_or_refused_aloud(
    driver: WebDriver, fieldd: str, tmp_path: Path, reader: str, properties: dict[str, Any],
    cases: list[tuple[str, str | None]], way: str,
) -> None:
    """Never another date, and never silently."""
    script = """
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", arguments[0]);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);"""
    cases = [*cases, *(PASTED.get(reader, []) if way == "paste" and not properties else [])]
    fields = [date(f"d{index}", required=False, **properties) for index in range(len(cases))]
    with shown(driver, fieldd, tmp_path, *fields, entry("last", required=False), reader=reader) as (page, output):
        for index, (text, value) in enumerate(cases):
            key = f"d{index}"
            if way == "wheels":
                open_up(page, key)
            else:
                driver.execute_script("arguments[0].focus()", page.control(key))
            if way == "paste":
                driver.execute_script(script, text)
            else:
                page.press(text)
            driver.execute_script("arguments[0].focus()", page.control("last"))
            if value is None:
                page.until(lambda key=key: told(page, key))
                assert page.value(key) == "", text
            else:
                page.until(lambda key=key: page.value(key) != "")
                assert page.helper(key) == "", text
        wanted = {f"d{index}": value for index, (_, value) in enumerate(cases)} | {"last": None}
        if any(value is None for _, value in cases):
            # What was refused is told once more, and not lost with the submission.
            page.submit()
            page.until(lambda: page.find(".summary").text != "")
            assert page.find(".summary ul").text.count("\n") + 1 == sum(value is None for _, value in cases)
        assert committed(page, output) == wanted


def test_a_date_that_was_there_stays_when_what_is_typed_is_refused(
    driver: WebDriver, fieldd: str, tmp_path: Path
) -> None:
    """A part alone is changed in its wheel; parts may be typed into one wheel after the other."""
    fields = [date("day", date="2010-05-10"), date("parts", required=False)]
    with shown(driver, fieldd, tmp_path, *fields) as (page, output):
        open_up(page, "day")
        for typed in ("12/25/87", "13", "2/30/2011", "x"):
            page.press(typed, Keys.ENTER)
            page.until(lambda: told(page, "day"))
            assert page.value("day") == "May 10, 2010", typed
        page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, "2026", Keys.ENTER)
        page.has("day", "May 10, 2026")
        # Half a date answers nothing, and what was typed goes with Escape.
        open_up(page, "parts")
        page.press("12", Keys.ESCAPE)
        page.until(lambda: page.field("parts").get_attribute("data-open") is None)
        assert (page.value("parts"), page.helper("parts")) == ("", "")
        open_up(page, "parts")
        page.press("12", Keys.TAB, "25", Keys.TAB, "1987", Keys.TAB)
        page.has("parts", "Dec 25, 1987")
        assert committed(page, output) == {"day": "2026-05-10", "parts": "1987-12-25"}


def test_a_value_of_any_kind_is_typed_as_json(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    proof = {"key": "proof", "kind": "any", "label": "Proof", "required": True}
    why = entry("why", visible={"when": {"key": "proof", "filled": False}}, whenEmpty="omit")
    with shown(driver, fieldd, tmp_path, proof, why) as (page, output):
        click(page, "proof")
        page.press('{ "at": [1, ')
        page.until(lambda: told(page, "proof") == "Not a JSON value; text stands in quotes")
        assert not page.field("why").is_displayed()
        # A line of its own is part of it, as in an area.
        page.press(Keys.ENTER, "2.50] }")
        page.until(lambda: told(page, "proof") == "")
        assert page.control("proof").tag_name == "textarea"
        assert committed(page, output) == {"proof": {"at": [1, 2.5]}}


# What is looked at.

LOOKS = ["escape", "beside", "tab", "another", "scroll"]


def look(page: Page, key: str, way: str) -> None:
    """Looks at an open list or wheels, and goes on without choosing."""
    if way == "escape":
        page.press(Keys.ESCAPE)
    elif way == "beside":
        page.find("h1").click()
    elif way == "tab":
        while page.field(key).get_attribute("data-open") is not None:
            page.press(Keys.TAB)
    elif way == "another":
        click(page, "last")
    else:
        panel = page.field(key, ".panel")
        ActionChains(page.driver).move_to_element(panel).scroll_by_amount(0, 200).perform()
        page.press(Keys.ESCAPE)
    page.until(lambda: page.field(key).get_attribute("data-open") is None)


@pytest.mark.parametrize("way", LOOKS)
def test_looking_is_not_answering(driver: WebDriver, fieldd: str, tmp_path: Path, way: str) -> None:
    """M12, M13: a default date, this moment and the row that the arrows stand on are no answers."""
    fields = [
        date("born", required=False, defaultDate="1990-12-10"), date("day", required=False),
        date("kept", date="2020-02-03"), picker("city", "Oslo", "Cluj", "Rome", required=False),
        picker("row", "Oslo", "Cluj", text="Oslo"), entry("last", required=False),
    ]
    with shown(driver, fieldd, tmp_path, *fields, title="Looks") as (page, output):
        for key in ("born", "day", "kept"):
            open_up(page, key)
            look(page, key, way)
        for key in ("city", "row"):
            open_up(page, key)
            page.press(Keys.ARROW_DOWN)
            page.until(lambda key=key: page.field(key, '[aria-selected="true"]').text == "Cluj")
            look(page, key, way)
        assert committed(page, output) == {
            "born": None, "day": None, "kept": "2020-02-03", "city": None, "row": "Oslo", "last": None,
        }


@pytest.mark.parametrize("way", ["done", "enter", "wheel", "press"])
def test_what_is_shown_as_chosen_is_taken(driver: WebDriver, fieldd: str, tmp_path: Path, way: str) -> None:
    """M13: the default date by Done, by Enter on the button and on a wheel, and by a press on it."""
    fields = [date("born", defaultDate="1990-12-10", maximumDate="1985-01-01"), entry("last", required=False)]
    with shown(driver, fieldd, tmp_path, *fields) as (page, output):
        open_up(page, "born")
        assert page.value("born") == ""
        if way == "done":
            page.tool("done").click()
        elif way == "enter":
            page.press(Keys.ENTER)
        elif way == "wheel":
            page.press(Keys.ARROW_RIGHT, Keys.ENTER)
        else:
            page.field("born", '[data-part="day"] [data-step="0"]').click()
        # The picker stands between the ends of the field.
        page.has("born", "Jan 01, 1985")
        assert committed(page, output) == {"born": "1985-01-01", "last": None}


@pytest.mark.parametrize("key", [Keys.DELETE, Keys.BACKSPACE, None])
def test_an_optional_answer_is_taken_back_by_key_and_button(
    driver: WebDriver, fieldd: str, tmp_path: Path, key: str | None
) -> None:
    """R52: what must be answered stays, unless the form has it cleared."""
    fields = [
        picker("size", "S", "M", required=False, text="S"), date("day", required=False, date="2026-01-02"),
        picker("tags", "a", "b", "c", required=False, multiple=True, text=["a", "c"]),
        picker("must", "a", "b", text="a"), date("when", date="2026-01-02"),
        date("free", date="2026-01-02", clearable=True, required=False), entry("last", required=False),
    ]
    optional = ["size", "day", "tags", "free"]
    with shown(driver, fieldd, tmp_path, *fields) as (page, output):
        for name in [*optional, "must", "when"]:
            if key is None and name in optional:
                page.field(name, ".clear").click()
            elif key is not None:
                driver.execute_script("arguments[0].focus()", page.control(name))
                page.press(key)
            if name in optional:
                page.has(name, "")
        # Done of the opening in which it was taken back answers nothing.
        open_up(page, "free")
        page.press(Keys.ENTER)
        page.until(lambda: page.value("free") != "")
        open_up(page, "free")
        page.field("free", ".clear").click()
        page.has("free", "")
        page.tool("done").click()
        page.until(lambda: page.field("free").get_attribute("data-active") is None)
        assert committed(page, output) == {
            "size": None, "day": None, "tags": [], "must": "a", "when": "2026-01-02", "free": None, "last": None,
        }


# What is searched.

CITIES = ["New Orleans", "New York", "Newcastle", "Niger", "São Paulo"]


def stands_on(page: Page, key: str, row: str) -> None:
    """Waits until the keys stand on a row."""
    page.until(lambda: page.field(key, "li[data-current] .label").text == row)


def test_a_space_is_a_part_of_what_is_looked_for(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """R13: closed and open, where several may be chosen, and though the person is slow."""
    fields = [picker("one", *CITIES, required=False), picker("many", *CITIES, required=False, multiple=True)]
    later = "const now = performance.now.bind(performance); performance.now = () => now() + 5000"
    with shown(driver, fieldd, tmp_path, *fields) as (page, output):
        for key in ("one", "many"):
            driver.execute_script("arguments[0].focus()", page.control(key))
            page.press("new y")
            stands_on(page, key, "New York")
            driver.execute_script(later)
            page.press("new")
            stands_on(page, key, "New Orleans")
            driver.execute_script(later)
            page.press(" y")
            stands_on(page, key, "New York")
            # One with which no name goes on chooses no other row, and none that is named by its second word.
            driver.execute_script(later)
            page.press("niger ")
            stands_on(page, key, "Niger")
            driver.execute_script(later)
            page.press("york")
            stands_on(page, key, "New York")
            assert page.value(key) == ""
            page.press(Keys.ESCAPE)
            page.until(lambda key=key: page.field(key).get_attribute("data-open") is None)
        assert committed(page, output) == {"one": None, "many": []}


def test_a_long_list_has_a_search(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """It shows the rows that have its words, and chooses none where there is none."""
    rows = [f"City {number:04}" for number in range(2000)] + CITIES
    fields = [picker("one", *rows, required=False, manualEntry="Other"), picker("many", *rows, required=False, multiple=True)]
    with shown(driver, fieldd, tmp_path, *fields) as (page, output):
        open_up(page, "one")
        search = page.field("one", ".search")
        page.until(lambda: page.driver.switch_to.active_element == search)
        assert search.accessible_name == "Search One"
        page.press("york new")
        stands_on(page, "one", "New York")
        assert [it.text for it in driver.find_elements(By.CSS_SELECTOR, '[data-key="one"] li') if it.is_displayed()] == ["New York", "Other"]
        assert search.get_attribute("aria-activedescendant") == page.field("one", "li[data-current]").get_attribute("id")
        page.press(Keys.ENTER)
        page.has("one", "New York")
        open_up(page, "one")
        page.press("zzz", Keys.ENTER)
        page.tool("done").click()
        page.press(Keys.ESCAPE)
        page.until(lambda: search.get_property("value") == "")
        page.press(Keys.ESCAPE)
        page.until(lambda: page.field("one").get_attribute("data-open") is None)
        assert page.value("one") == "New York"
        # On the closed field, and several one after the other.
        driver.execute_script("arguments[0].focus()", page.control("many"))
        page.press("sao p")
        stands_on(page, "many", "São Paulo")
        page.press(Keys.ENTER)
        page.has("many", "São Paulo")
        page.press("zzz")
        page.shows('[data-key="many"] .searching [role="status"]', "Nothing found")
        page.press(Keys.ENTER)
        page.until(lambda: page.field("many", ".search").get_property("value") == "")
        assert page.value("many") == "São Paulo"
        page.press("city 0777", Keys.ENTER)
        page.until(lambda: "City 0777" in page.value("many"))
        page.press(Keys.ENTER)
        page.until(lambda: page.field("many").get_attribute("data-open") is None)
        assert committed(page, output) == {"one": "New York", "many": ["City 0777", "São Paulo"]}


# What is said.


def test_what_is_removed_or_no_longer_asked_is_said(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """And the focus goes on."""
    lines = {"key": "lines", "label": "Lines", "repeat": {}}
    fields = [
        entry("n", group="lines", required=False),
        entry("self", required=False, visible={"when": {"key": "self", "isNot": "x"}}, whenHidden="keep"),
        entry("after", required=False),
    ]
    entries = {"lines": [{"n": "a"}, {"n": "b"}]}
    with shown(driver, fieldd, tmp_path, *fields, groups=[lines], entries=entries) as (page, _):
        said = "main > [role=status]"
        text = "return document.querySelector(arguments[0]).textContent.trim()"
        driver.find_elements(By.CSS_SELECTOR, ".remove")[1].click()
        page.until(lambda: driver.execute_script(text, said) == "Removed: Lines 2")
        assert driver.switch_to.active_element.tag_name != "body"
        page.control("self").send_keys("x")
        page.until(lambda: driver.execute_script(text, said) == "No longer asked: Self")
        page.is_active("after")


def test_a_check_that_is_short_is_not_told_of_at_each_rest(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    field = entry("mail", helper="We never share it.", validation={"live": [{"format": "email"}]})
    with shown(driver, fieldd, tmp_path, field) as (page, _):
        heard = """
          window.heard = [];
          const note = () => heard.push(document.querySelector(".field .pending").textContent);
          new MutationObserver(note).observe(document.querySelector(".field .pending"), { childList: true });"""
        driver.execute_script(heard)
        for piece in ("ada", "@exam"):
            page.control("mail").send_keys(piece)
            page.until(lambda: page.field("mail", ".pending").get_attribute("data-busy") is not None)
            page.until(lambda: page.field("mail").get_attribute("data-state") == "error")
        assert [it for it in driver.execute_script("return heard") if it] == []
        # What helps stands beside what is wrong, and not in its colour.
        assert page.helper("mail") == "We never share it. - Not an e-mail address"
        colors = [page.style(page.field("mail", part), "color") for part in (".helper", ".helper .plain")]
        assert colors[0] != colors[1]


def test_undo_reaches_behind_a_refused_key_and_a_cut_paste(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """R30: and what was taken back can be taken again."""
    fields = [entry("a", required=False, maxLength=5), entry("b", required=False)]
    with shown(driver, fieldd, tmp_path, *fields) as (page, _):
        page.control("a").send_keys("abc")
        page.shows('[data-key="a"] .counter', "3/5")
        driver.execute_cdp_cmd("Input.insertText", {"text": "defgh"})
        page.has("a", "abcde")
        page.press("f")
        page.until(lambda: told(page, "a"))
        page.has("a", "abcde")
        page.press(Keys.CONTROL + "z")
        page.has("a", "abc")
        page.press(Keys.CONTROL + "z")
        page.has("a", "")
        page.press(Keys.CONTROL + "y")
        page.has("a", "abc")
        page.shows('[data-key="a"] .counter', "3/5")
        page.press(Keys.CONTROL + Keys.SHIFT + "z")
        page.has("a", "abcde")
        page.shows('[data-key="a"] .counter', "5/5")


# In which pattern.

PATTERNS = [("de-DE", "5. März 2026"), ("fr-FR", "5 mars 2026"), ("ja-JP", "2026年3月5日"), ("ar-EG", "5 مارس 2026"), ("en-US", "Mar 05, 2026")]


@pytest.mark.parametrize(("reader", "text"), PATTERNS)
def test_a_date_is_shown_in_the_pattern_of_its_reader(
    driver: WebDriver, fieldd: str, tmp_path: Path, reader: str, text: str
) -> None:
    """Unless the form has one, or a language."""
    fields = [
        date("day", date="2026-03-05"), date("own", date="2026-03-05", format="yyyy.MM.dd"),
        date("persian", date="2026-03-05", locale="fa-IR"), date("moment", mode="dateAndTime", date="2026-03-05T14:30"),
    ]
    with shown(driver, fieldd, tmp_path, *fields, reader=reader) as (page, output):
        assert page.value("day") == text
        assert page.value("own") == "2026.03.05"
        # The name is that of the month whose number stands beside it.
        assert "مارس" in page.value("persian")
        assert page.value("moment") == f"{text}, 14:30"
        committed(page, output)
        assert page.find('.committed [data-key="day"]').text == text
