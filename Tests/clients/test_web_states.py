"""The form in a browser in everything that it can look like, for everybody: axe-core, colours, narrow and zoomed
pages, forced colours, no motion. What the parts do is in `test_web.py`, pages and the review in `test_web_pages.py`."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Bridge, Page, violations
from selenium.webdriver import Keys
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By

LONG_WORD = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzesentwurfsvorlage"
LONG_ADDRESS = "https://example.com/" + "a-very-long-path/" * 12

FORM: dict[str, Any] = {
    "title": "Sign up",
    "description": "Everything that a form may have.",
    "groups": [
        {"key": "account", "label": "Your account", "description": "To sign in with."},
        {"key": "lines", "label": "Lines", "repeat": {"minEntries": 1, "maxEntries": 2}},
        {"key": "rest", "label": "The rest"},
    ],
    "fields": [
        {
            "key": "email",
            "kind": "entry",
            "label": "E-mail",
            "group": "account",
            "placeholder": "you@example.com",
            "helper": "We never share it.",
            "required": True,
            "maxLength": 20,
            "autofill": {"source": "emails", "removable": True},
            "validation": {"live": [{"format": "email"}]},
        },
        {
            "key": "password",
            "kind": "entry",
            "label": "Password",
            "group": "account",
            "text": "abc",
            "secure": True,
            "icon": "eye",
            "iconAction": "reveal",
        },
        {
            "key": "slow",
            "kind": "entry",
            "label": "Slow",
            "group": "account",
            "validation": {"interval": 3600, "live": [{"format": "url"}]},
        },
        {"key": "product", "kind": "entry", "label": "Product", "group": "lines", "required": True},
        {"key": "price", "kind": "entry", "label": "Price", "group": "rest", "monetary": True, "unit": "a month"},
        {
            "key": "country",
            "kind": "picker",
            "label": "Country",
            "group": "rest",
            "data": [
                "Canada",
                {"value": "XX", "label": "Nowhere", "disabled": True},
                {"value": "RO", "label": "Romania", "description": "since 1859"},
            ],
            "clearable": True,
            "manualEntry": "Other…",
        },
        {
            "key": "tags",
            "kind": "picker",
            "label": "Tags",
            "group": "rest",
            "data": ["red", "green", "blue"],
            "multiple": True,
        },
        {"key": "town", "kind": "picker", "label": "Town", "group": "rest", "data": [f"Town {it}" for it in range(40)]},
        {
            "key": "birthday",
            "kind": "date",
            "label": "Birthday",
            "group": "rest",
            "maximumDate": "today",
            "defaultDate": "1990-01-31",
            "clearable": True,
        },
        {"key": "alarm", "kind": "date", "label": "Alarm", "group": "rest", "mode": "time", "date": "23:59"},
        {"key": "bio", "kind": "area", "label": "About you", "group": "rest", "text": "one\ntwo", "style": "filled"},
        {"key": "closed", "kind": "entry", "label": "Closed", "group": "rest", "text": "shut", "enabled": False},
        {"key": "fixed", "kind": "entry", "label": "Fixed", "group": "rest", "text": "stays", "readOnly": True},
        {
            "key": "own",
            "kind": "entry",
            "label": "Own colours",
            "group": "rest",
            "text": "ink",
            "colors": {"text": "#1A2B3C", "border": "#6B4E16", "placeholderUp": "#00007F"},
        },
    ],
    "autofill": {"emails": ["ada@example.com", "alan@example.com"]},
}

LONG: dict[str, Any] = {
    "title": LONG_WORD,
    "description": LONG_WORD,
    "groups": [
        {"key": "g", "label": LONG_WORD, "description": LONG_WORD},
        {"key": "list", "label": LONG_WORD[1:], "repeat": {"minEntries": 1}},
    ],
    "fields": [
        {
            "key": "a",
            "kind": "entry",
            "label": LONG_WORD,
            "group": "g",
            "required": True,
            "helper": LONG_WORD,
            "maxLength": 300,
            "unit": "kilometres an hour, on average",
            "validation": {"live": [{"format": "email", "message": LONG_WORD}]},
        },
        {"key": "filled", "kind": "entry", "label": LONG_WORD, "group": "g", "style": "filled", "text": "x"},
        {"key": "url", "kind": "entry", "label": "Address", "group": "g", "text": LONG_ADDRESS},
        {
            "key": "row",
            "kind": "picker",
            "label": "Row",
            "group": "g",
            "data": [{"value": "1", "label": LONG_WORD, "description": LONG_WORD}, "Two"],
            "text": "1",
            "clearable": True,
        },
        {"key": "rows", "kind": "picker", "label": LONG_WORD, "group": "g", "data": ["One"], "required": True},
        {
            "key": "moment",
            "kind": "date",
            "label": "A moment",
            "group": "g",
            "mode": "dateAndTime",
            "date": "2027-03-13T10:00",
            "format": "EEEE, d MMMM yyyy 'at' HH:mm",
            "clearable": True,
        },
        {"key": "area", "kind": "area", "label": LONG_WORD, "group": "g", "text": LONG_ADDRESS},
        {"key": "entry", "kind": "entry", "label": LONG_WORD, "group": "list", "required": True},
    ],
    "entries": {"list": [{"entry": LONG_ADDRESS}]},
}

MISTAKEN: dict[str, Any] = {"fields": [{"key": "age", "kind": "entry", "label": "Age", "text": 36}]}

READERS = {"ltr": "en", "rtl": "he"}


@pytest.fixture
def page(driver: WebDriver) -> Iterator[Page]:
    page = Page(driver)
    yield page
    assert [entry["message"] for entry in driver.get_log("browser")] == []
    page.prefer()
    speak(page, "en-US")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.get("about:blank")


def speak(page: Page, language: str) -> None:
    """Has the browser ask for a language, as that of its reader."""
    agent = page.driver.execute_script("return navigator.userAgent")
    page.driver.execute_cdp_cmd("Network.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": language})


def write(folder: Path, form: dict[str, Any]) -> Path:
    """A form as a file."""
    path = folder / "form.fields.json"
    path.write_text(json.dumps(form))
    return path


def opens(page: Page, key: str) -> None:
    """Opens a picker or a date, wherever that is."""
    page.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", page.control(key))
    page.control(key).click()
    page.until(lambda: page.field(key, ".panel").is_displayed())


def go_on(page: Page) -> None:
    """Presses what goes on, and waits until another page is shown."""
    title = page.driver.title
    page.submit()
    page.until(lambda: page.driver.title != title and page.is_ready)


def refused(page: Page) -> None:
    """Presses what goes on, and waits until it is said why that can't be."""
    page.submit()
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, ".summary li") and page.is_ready)


def walk_through_the_form(page: Page, bridge: Bridge) -> Iterator[str]:
    """The states of a form that is shown a page at a time; the form is filled in on the way."""
    page.open(bridge)
    (daemon,) = bridge.daemons()
    yield "empty"
    page.control("email").click()
    page.is_active("email")
    yield "focused"
    page.press("a")
    page.until(lambda: page.field("email", ".suggestions").is_displayed())
    page.press(Keys.ARROW_DOWN)
    yield "suggestions open"
    page.press(Keys.ESCAPE, "@")
    page.until(lambda: page.field("email").get_attribute("data-state") == "error")
    yield "error"
    page.press(Keys.BACKSPACE * 2, "x" * 22)
    page.until(lambda: page.helper("email") and page.control("email").get_attribute("aria-describedby"))
    page.has("email", "x" * 20)
    yield "no more room"
    page.control("email").send_keys(Keys.BACKSPACE * 20)
    page.has("email", "")
    refused(page)
    page.is_active("email")
    yield "refused page with an error summary"
    page.control("slow").send_keys("htt")
    page.until(lambda: page.field("slow", ".pending").text)
    yield "pending"
    page.press(Keys.BACKSPACE * 3)
    page.has("slow", "")
    page.field("password", ".icon").click()
    page.until(lambda: page.control("password").get_attribute("type") == "text")
    yield "secret shown"
    page.field("password", ".icon").click()
    page.control("email").send_keys("ada@example.com", Keys.ESCAPE)
    page.until(lambda: page.field("email").get_attribute("data-state") == "success")
    yield "success"
    go_on(page)
    yield "empty list"
    refused(page)
    yield "list with too few entries"
    page.find(".add").click()
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, ".list-entry"))
    page.is_active("lines/1/product")
    page.press("Tea")
    page.has("lines/1/product", "Tea")
    page.find(".add").click()
    page.until(lambda: not page.find(".add").is_enabled())
    page.is_active("lines/2/product")
    yield "list with entries"
    page.press("Milk")
    page.has("lines/2/product", "Milk")
    go_on(page)
    yield "last page, with what is disabled, read-only and has colours of its own"
    opens(page, "country")
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    page.until(lambda: page.field("country", '[aria-selected="true"]').text.startswith("Romania"))
    yield "picker open"
    page.press(Keys.END, Keys.ENTER)
    page.until(lambda: page.control("country").tag_name == "input")
    page.press("Atlantis")
    page.has("country", "Atlantis")
    yield "typed into a picker"
    opens(page, "tags")
    page.press(Keys.ARROW_DOWN, " ")
    page.has("tags", "red")
    yield "multi-choice open"
    opens(page, "town")
    page.until(lambda: page.field("town", ".search") == page.driver.switch_to.active_element)
    yield "list with a search"
    page.press("37")
    page.until(lambda: page.field("town", "li[data-current]").text == "Town 37")
    yield "rows that were searched"
    page.press("x")
    page.until(lambda: page.field("town", ".searching p").text)
    yield "a search that has found nothing"
    opens(page, "birthday")
    page.press(Keys.ARROW_DOWN)
    yield "date open"
    page.press("31")
    page.until(lambda: page.field("birthday", ".typed").is_displayed())
    yield "date typed"
    page.press("x", Keys.ENTER)
    page.until(lambda: page.field("birthday", ".helper").get_attribute("role") == "alert")
    yield "typed date refused"
    page.press("1990-01-31", Keys.ENTER)
    page.until(lambda: page.helper("birthday") == "")
    opens(page, "alarm")
    yield "time open"
    page.control("bio").click()
    page.is_active("bio")
    yield "filled area with the focus"
    go_on(page)
    yield "review"
    page.find('.review [data-change="email"]').click()
    page.is_active("email")
    yield "an answer is changed"
    go_on(page)
    page.submit()
    page.until(lambda: page.find(".committed").is_displayed())
    yield "submitted"
    assert bridge.process.wait(30) == 0 and not Path(f"/proc/{daemon}/cwd").exists()


def walk_through_others(page: Page, bridge: Bridge) -> Iterator[str]:
    """States of a form that is shown as a whole, of long words; at last its daemon is gone."""
    page.open(bridge)
    page.control("a").send_keys("x")
    page.until(lambda: page.field("a").get_attribute("data-state") == "error")
    yield "long words"
    refused(page)
    yield "refused submission"
    opens(page, "row")
    yield "long rows"
    page.control("a").send_keys(Keys.BACKSPACE, "ada@example.com")
    opens(page, "rows")
    page.press(Keys.ARROW_DOWN, Keys.ENTER)
    page.has("rows", "One")
    go_on(page)
    yield "long answers"
    (daemon,) = bridge.daemons()
    os.kill(daemon, signal.SIGKILL)
    page.until(lambda: page.find(".gone").is_displayed())
    yield "daemon gone"


def found(page: Page, states: Iterator[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The names of states, and what is wrong with those in which something is."""
    names = []
    wrong = {}
    for name in states:
        names.append(name)
        if told := violations(page):
            wrong[name] = told
    return names, wrong


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("direction", READERS)
def test_nothing_is_in_the_way_of_assistive_technology(
    page: Page, fieldd: str, tmp_path: Path, direction: str, scheme: str
) -> None:
    """axe-core, in everything that the page can look like."""
    speak(page, READERS[direction])
    page.prefer(color_scheme=scheme)
    with Bridge(fieldd, write(tmp_path, FORM), "--pages", "--review") as bridge:
        names, wrong = found(page, walk_through_the_form(page, bridge))
    with Bridge(fieldd, write(tmp_path, LONG), "--review") as bridge:
        others, also = found(page, walk_through_others(page, bridge))
    with Bridge(fieldd, write(tmp_path, MISTAKEN)) as bridge:
        page.open(bridge)
        assert page.find("html").get_attribute("dir") == direction or direction == "ltr"
        last, besides = found(page, iter(["mistakes of the form itself"]))
    assert wrong | also | besides == {}
    assert len({*names, *others, *last}) >= 25


# Colours.


def channels(color: str) -> list[float]:
    """Those of a computed colour, from 0 to 1; one that can be seen through is not expected."""
    numbers = [float(it) for it in re.findall(r"[\d.]+", color)]
    return numbers if color.startswith("color(srgb") else [it / 255 for it in numbers[:3]]


def luminance(color: str) -> float:
    """As WCAG counts it."""
    linear = [it / 12.92 if it <= 0.04045 else ((it + 0.055) / 1.055) ** 2.4 for it in channels(color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """As WCAG counts it."""
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


PALETTES = {
    "dark": dict.fromkeys(["text", "placeholderUp", "placeholderDown", "border", "unit", "monetary"], "#000000"),
    "blue": {"text": "#00008B", "placeholderUp": "#1A56DB", "border": "#0000FF", "unit": "#191970"},
    "light": {"text": "#FFFFE0", "placeholderUp": "#FAFAFA", "border": "#EEEEEE", "unit": "#FFFF00"},
    "half seen through": {"text": "#80000080", "placeholderUp": "#00640080", "border": "#33669940"},
}


@pytest.mark.parametrize("palette", PALETTES)
def test_colours_of_a_document_are_its_own_in_the_light_and_readable_in_the_dark(
    page: Page, fieldd: str, tmp_path: Path, palette: str
) -> None:
    colors = PALETTES[palette]
    plain = {"key": "plain", "kind": "entry", "label": "Plain", "text": "x", "unit": "m", "helper": "A helper"}
    own = plain | {"key": "own", "label": "Own", "colors": colors}
    with Bridge(fieldd, write(tmp_path, {"fields": [plain, own]})) as bridge:
        page.open(bridge)
        page.prefer(color_scheme="light")
        assert page.style(page.control("own"), "color") == page.color(colors["text"])
        assert page.style(page.field("own", ".title"), "color") == page.color(colors["placeholderUp"])
        assert page.style(page.field("own", ".box"), "borderTopColor", "::after") == page.color(colors["border"])
        page.prefer(color_scheme="dark")
        paper = page.style(page.find(".card"), "backgroundColor")
        assert luminance(paper) < 0.05
        for key in ["plain", "own"]:
            texts = [page.control(key), *(page.field(key, it) for it in [".title", ".helper", ".unit"])]
            assert min(contrast(page.style(it, "color"), paper) for it in texts) >= 4.5
            assert contrast(page.style(page.field(key, ".box"), "borderTopColor", "::after"), paper) >= 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lines_and_icons_can_be_seen(page: Page, fieldd: str, tmp_path: Path, scheme: str) -> None:
    """Borders of fields in each state, those of buttons, marks: 3:1, where axe-core looks at text alone."""
    page.prefer(color_scheme=scheme)
    with Bridge(fieldd, write(tmp_path, FORM)) as bridge:
        page.open(bridge)
        refused(page)
        page.control("slow").click()
        page.is_active("slow")
        paper = page.style(page.find(".card"), "backgroundColor")
        keys = ["email", "password", "slow", "country", "birthday"]
        boxes = [page.style(page.field(key, ".box"), "borderBottomColor", "::after") for key in keys]
        marks = [("email", ".icon"), ("password", ".icon"), ("country", ".arrow"), ("birthday", ".mark")]
        icons = [page.style(page.field(*it), "color") for it in marks]
        assert len(set(boxes)) == 3
        lines = [page.style(page.find(it), "borderTopColor") for it in [".add", ".summary"]]
        ring = page.style(page.field("slow", ".box"), "boxShadow")
        assert ring != "none"
        assert min(contrast(it, paper) for it in [*boxes, *icons, *lines]) >= 3


def test_forced_colours_tell_states_apart(page: Page, fieldd: str, tmp_path: Path) -> None:
    """By lines and colours of the system's."""
    page.prefer(forced="active", color_scheme="dark")
    with Bridge(fieldd, write(tmp_path, FORM)) as bridge:
        page.open(bridge)
        refused(page)
        page.control("price").click()
        page.is_active("price")
        line = {
            key: page.style(page.field(key, ".box"), "borderBottomStyle", "::after")
            for key in ["email", "price", "closed", "fixed"]
        }
        assert line == {"email": "double", "price": "solid", "closed": "dashed", "fixed": "solid"}
        gray, ink, highlight = map(page.color, ["GrayText", "CanvasText", "Highlight"])
        assert page.style(page.control("closed"), "color") == gray
        assert page.style(page.field("email", ".icon"), "color") == ink
        assert page.style(page.field("price", ".box"), "outlineColor") == highlight
        assert page.style(page.field("price", ".box"), "outlineStyle") == "solid"
        assert page.style(page.field("slow", ".box"), "outlineStyle") == "none"
        # What a title stands on is not shown through it.
        assert page.style(page.control("country"), "opacity", "::before") == "0"
        opens(page, "tags")
        page.press(Keys.ARROW_DOWN)
        row = page.until(lambda: page.field("tags", "[data-current]"))
        assert page.style(row, "backgroundColor") == highlight
        opens(page, "alarm")
        assert page.style(page.field("alarm", '[data-part="hour"] [data-step="0"]'), "backgroundColor") == highlight
        assert page.style(page.find(".submit"), "backgroundColor") == highlight


def test_nothing_moves_where_no_motion_is_wanted(page: Page, fieldd: str, tmp_path: Path) -> None:
    moving = """
      return [...document.querySelectorAll("*")].flatMap((it) => ["", "::before", "::after"].map((part) => {
        const { animationName, scrollBehavior, transitionDuration } = getComputedStyle(it, part);
        return [animationName !== "none", /[1-9]/.test(transitionDuration), scrollBehavior === "smooth"];
      })).filter((it) => it.some(Boolean)).length;"""
    with Bridge(fieldd, write(tmp_path, FORM)) as bridge:
        page.open(bridge)
        page.control("slow").send_keys("htt")
        page.until(lambda: page.field("slow", ".pending").text)
        page.prefer(motion="no-preference")
        assert page.driver.execute_script(moving) > 0
        page.prefer(motion="reduce")
        assert page.driver.execute_script(moving) == 0
        assert page.field("slow", ".pending").is_displayed()


# Room.

CUT = """
  const sticksOut = (it) => {
    const { left, right, width } = it.getBoundingClientRect();
    return width > 0 && (left < -0.5 || right > innerWidth + 0.5);
  };
  // A line of input scrolls by itself.
  const isCut = (it) => !it.matches("input, .pending")
    && getComputedStyle(it).overflowX !== "visible" && it.scrollWidth > it.clientWidth + 1;
  const visible = [...document.querySelectorAll(".card *")].filter(
    (it) => it.checkVisibility() && getComputedStyle(it).clipPath === "none");
  const texts = visible.filter((it) => it.matches(
    ".title, .control, .helper, .counter, .unit, .label, .description, h1, h2, h3, h4, p, dt, dd, .bar button, .add"));
  const overlap = (one, other) => {
    if (one.contains(other) || other.contains(one) || one.closest(".bar") || other.closest(".bar")) return false;
    // A title that has room lies on the border of its field, and before anything is typed in its line.
    if ([one, other].some((it) => it.matches(".title") && !it.closest("[data-stacked]"))) return false;
    if ([one, other].some((it) => it.closest(".panel"))) return false;
    const [a, b] = [one, other].map((it) => it.getBoundingClientRect());
    return a.width > 0 && b.width > 0 && a.left < b.right - 1 && b.left < a.right - 1
      && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  };
  const name = (it) => `${it.localName}.${it.className}: ${it.textContent.slice(0, 20)}`;
  return [
    document.documentElement.scrollWidth - innerWidth,
    visible.filter(sticksOut).map(name),
    visible.filter(isCut).map(name),
    texts.flatMap((one, index) => texts.slice(index + 1).filter((other) => overlap(one, other)).map(
      (other) => `${name(one)} | ${name(other)}`)),
  ];"""


@pytest.mark.parametrize("direction", READERS)
@pytest.mark.parametrize("size", [(320, 640), (640, 360)], ids=lambda it: f"{it[0]}x{it[1]}")
def test_long_words_are_neither_cut_off_nor_in_each_others_way(
    page: Page, fieldd: str, tmp_path: Path, size: tuple[int, int], direction: str
) -> None:
    """On 320 px, which is also 1280 px at 400 %, and on 1280 by 720 px at 200 %."""
    speak(page, READERS[direction])
    page.resize(*size)
    with Bridge(fieldd, write(tmp_path, LONG), "--pages", "--review") as bridge:
        page.open(bridge)
        assert page.find("html").get_attribute("dir") == direction or direction == "ltr"
        for state in walk_of_long_words(page):
            excess, out, cut, overlapping = page.driver.execute_script(CUT)
            assert (excess <= 0, out, cut, overlapping) == (True, [], [], []), state


def walk_of_long_words(page: Page) -> Iterator[str]:
    """The pages of long words, with what is wrong, and the answers."""
    yield "first page"
    page.control("a").send_keys("x")
    page.until(lambda: page.field("a").get_attribute("data-state") == "error")
    refused(page)
    yield "refused"
    opens(page, "row")
    yield "rows"
    opens(page, "moment")
    yield "wheels"
    page.control("a").send_keys(Keys.BACKSPACE, "ada@example.com")
    opens(page, "rows")
    page.press(Keys.ARROW_DOWN, Keys.ENTER)
    page.has("rows", "One")
    go_on(page)
    yield "list"
    go_on(page)
    yield "review"
    page.submit()
    page.until(lambda: page.find(".committed").is_displayed())
    yield "submitted"


def test_a_title_stands_above_its_field_while_it_has_no_room_in_it(page: Page, fieldd: str, tmp_path: Path) -> None:
    label = "What would you like us to know about you"
    field = {"key": "one", "kind": "entry", "label": label, "placeholder": "Anything"}
    with Bridge(fieldd, write(tmp_path, {"fields": [field]})) as bridge:
        page.resize(800, 800)
        page.open(bridge)
        assert page.field("one").get_attribute("data-stacked") is None
        page.resize(320, 800)
        page.until(lambda: page.field("one").get_attribute("data-stacked") is not None)
        title, box = page.field("one", ".title").rect, page.field("one", ".box").rect
        assert title["y"] + title["height"] <= box["y"]
        assert title["height"] > 30
        assert page.style(page.control("one"), "opacity", "::placeholder") == "1"
        page.resize(800, 800)
        page.until(lambda: page.field("one").get_attribute("data-stacked") is None)


@pytest.mark.parametrize("height", [320, 480])
def test_what_has_the_focus_is_not_behind_the_bar(page: Page, fieldd: str, tmp_path: Path, height: int) -> None:
    """By Tab through all of the form, on a phone with its keyboard, and at 400 %."""
    hidden = """
      const [at, bar] = [document.activeElement, document.querySelector(".bar")];
      const [one, other] = [at, bar].map((it) => it.getBoundingClientRect());
      return !bar.contains(at) && one.bottom > other.top && one.top < other.bottom;"""
    page.resize(320, height)
    with Bridge(fieldd, write(tmp_path, FORM)) as bridge:
        page.open(bridge)
        reached = set()
        while not page.driver.execute_script("return document.activeElement.matches('.submit')"):
            page.press(Keys.TAB)
            at = page.driver.switch_to.active_element
            reached.add(at.get_attribute("id"))
            if key := page.driver.execute_script("return arguments[0].closest('.field')?.dataset.key", at):
                page.until(lambda key=key: page.field(key).get_attribute("data-active") is not None)
            assert not page.driver.execute_script(hidden), at.accessible_name
        assert len(reached) >= len(FORM["fields"]) - 2


def test_texts_say_what_they_are_of_a_person(page: Page, fieldd: str, tmp_path: Path) -> None:
    """WCAG 1.3.5: where a keyboard or the document says, and no list of texts is offered instead."""
    fields = [
        {"key": "mail", "kind": "entry", "keyboard": "emailAddress"},
        {"key": "phone", "kind": "entry", "keyboard": "phonePad"},
        {"key": "city", "kind": "entry", "presentation": {"autocomplete": "address-level2"}},
        {"key": "known", "kind": "entry", "keyboard": "emailAddress", "autofill": {"source": "mails"}},
        {"key": "other", "kind": "entry"},
    ]
    form = {"fields": fields, "autofill": {"mails": ["ada@example.com"]}}
    with Bridge(fieldd, write(tmp_path, form)) as bridge:
        page.open(bridge)
        told = {it["key"]: page.control(it["key"]).get_attribute("autocomplete") for it in fields}
    assert told == {"mail": "email", "phone": "tel", "city": "address-level2", "known": "off", "other": "off"}
