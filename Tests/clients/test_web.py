"""The form in a browser: the bridge, the page in headless Chromium, the real daemon."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import aiohttp.web
import pytest
from browser import BRIDGE, PATIENCE_SECONDS, Bridge, Page, takes_a_store, violations
from conftest import PROJECT, seeds
from fields import date, entry, picker
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By

FORM: dict[str, Any] = {
    "title": "Sign up",
    "groups": [{"key": "account", "label": "Your account", "description": "To sign in with."}],
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
            "keyboard": "emailAddress",
            "returnKey": "next",
            "next": "country",
            "autofill": {"source": "emails", "removable": True},
            "validation": {"live": [{"format": "email", "message": "No address"}]},
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
        {"key": "price", "kind": "entry", "label": "Price", "monetary": True, "unit": "a month"},
        {
            "key": "country",
            "kind": "picker",
            "label": "Country",
            "data": [
                "Canada",
                {"value": "XX", "label": "Nowhere", "disabled": True},
                {"value": "RO", "label": "Romania", "description": "since 1859"},
            ],
            "clearable": True,
            "manualEntry": "Other…",
            "previous": "email",
            "next": "birthday",
        },
        {
            "key": "tags",
            "kind": "picker",
            "label": "Tags",
            "data": ["red", "green", "blue"],
            "multiple": True,
        },
        {
            "key": "birthday",
            "kind": "date",
            "label": "Birthday",
            "minimumDate": "1900-01-01",
            "maximumDate": "today",
            "defaultDate": "1990-01-31",
            "clearable": True,
            "previous": "country",
        },
        {"key": "alarm", "kind": "date", "label": "Alarm", "mode": "time", "date": "23:59"},
        {"key": "bio", "kind": "area", "label": "About you", "text": "one\ntwo", "style": "filled"},
        {
            "key": "secret",
            "kind": "entry",
            "label": "Secret",
            "visible": {"when": {"key": "email", "filled": True}},
        },
        {
            "key": "closed",
            "kind": "entry",
            "label": "Closed",
            "enabled": False,
            "colors": {"border": "#33669980"},
        },
    ],
    "autofill": {"emails": ["ada@example.com", "alan@example.com"]},
}


@pytest.fixture
def bridge(fieldd: str, tmp_path: Path) -> Iterator[Bridge]:
    form = tmp_path / "signup.fields.json"
    form.write_text(json.dumps(FORM))
    with Bridge(fieldd, form) as bridge:
        yield bridge


@pytest.fixture(scope="module")
def kept(fieldd: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bridge]:
    """The bridge of all pages whose test does not look at a bridge."""
    form = tmp_path_factory.mktemp("kept") / "signup.fields.json"
    form.write_text(json.dumps(FORM))
    with Bridge(fieldd, form, "--keep") as bridge:
        yield bridge


@pytest.fixture
def page(request: pytest.FixtureRequest, driver: WebDriver) -> Iterator[Page]:
    """A page with a form of its own."""
    page = Page(driver)
    page.open(request.getfixturevalue("bridge" if "bridge" in request.fixturenames else "kept"))
    yield page
    # A page that breaks its own policy, or the daemon's rules, says so there.
    assert [entry["message"] for entry in driver.get_log("browser")] == []
    # By that name the next page would be given the form of this one.
    if driver.current_url.startswith(page.address):
        driver.execute_script("sessionStorage.clear()")
    driver.get("about:blank")


def facts(fieldd: str, *acts: tuple[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """What the daemon tells of the form after some acts, all in one breath."""
    capabilities = {"experimental": {"fields": {}}}
    calls = [
        ("initialize", {"capabilities": capabilities}),
        ("field/open", {"uri": "form:1", "document": FORM}),
        *((method, {"uri": "form:1", **params}) for method, params in acts),
        ("field/snapshot", {"uri": "form:1"}),
        ("shutdown", {}),
    ]
    messages: list[dict[str, Any]] = [
        {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        for number, (method, params) in enumerate(calls)
    ]
    messages.append({"jsonrpc": "2.0", "method": "exit"})
    said = "".join(json.dumps(message) + "\n" for message in messages)
    done = subprocess.run([fieldd], input=said, capture_output=True, text=True, timeout=60)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    (snapshot,) = (it["result"] for it in answers if it.get("id") == len(calls) - 2)
    return {field["key"]: field for field in snapshot["fields"]}


def check_look(page: Page, told: dict[str, Any]) -> None:
    """Fails unless a field is drawn as the daemon tells it."""
    key = told["key"]
    assert page.field(key, ".title").get_property("textContent") == told["title"]["text"]
    assert page.field(key).get_attribute("data-title") == told["title"]["position"]
    if told.get("isVisible") is False:
        assert not page.field(key).is_displayed()
        return
    colors = {part: page.color(it["value"]) for part, it in told["colors"].items()}
    box = page.field(key, ".box")
    control = page.control(key)
    assert page.style(control, "color") == colors["text"], key
    assert page.style(control, "caretColor") == colors["cursor"], key
    assert page.style(page.field(key, ".title"), "color") == colors["title"], key
    assert page.style(page.field(key, ".helper"), "color") == colors["helper"], key
    assert page.style(box, "borderBottomColor", "::after") == colors["border"], key
    assert page.style(box, "borderBottomWidth", "::after") == f"{told['borderWidth']}px", key
    height = page.height(page.field(key))
    below = page.field(key, ".below")
    extra = page.height(below) if told["state"] != "error" and below.is_displayed() else 0
    # An area has three lines before it needs more, of which the daemon counts those that are written.
    written = told["text"].count("\n") + 1 if told["kind"] == "area" else 3
    assert height - extra == told["height"] + 20 * max(0, 3 - written), key


def test_fields_look_as_the_daemon_tells(page: Page, fieldd: str) -> None:
    """M6, M7, M14, V11: titles, colours, border widths and heights of every kind."""
    assert page.find("h1").text == "Sign up"
    for told in facts(fieldd).values():
        check_look(page, told)
    assert not page.control("closed").is_enabled()
    assert page.field("price", ".unit").text == "a month"
    for key in ["country", "birthday"]:
        page.control(key).click()
        page.is_active(key)
        check_look(page, facts(fieldd, ("field/beginEditing", {"key": key}))[key])


def test_groups_are_sections(page: Page) -> None:
    section = page.find("section.group:has(h2)")
    assert section.accessible_name == "Your account"
    assert section.text.splitlines()[:2] == ["Your account", "To sign in with."]
    fields = section.find_elements(By.CSS_SELECTOR, ".field")
    assert [field.get_attribute("data-key") for field in fields] == ["email", "password"]


def test_fields_have_names_and_roles(page: Page) -> None:
    """What those are told who can't see the form."""
    roles = {
        "email": "combobox",
        "price": "textbox",
        "country": "combobox",
        "birthday": "combobox",
        "bio": "textbox",
    }
    for key, role in roles.items():
        control = page.control(key)
        assert control.aria_role == role, key
        assert control.accessible_name.startswith(page.field(key, ".title").text), key
    assert page.control("email").get_attribute("aria-required") == "true"
    page.control("alarm").click()
    page.is_active("alarm")
    assert page.control("alarm").accessible_name == "Alarm (Optional) 23:59"
    wheel = page.field("alarm", '[data-part="hour"]')
    assert (wheel.aria_role, wheel.accessible_name) == ("spinbutton", "hour")
    assert page.find(".toolbar").accessible_name == "Toolbar of Alarm"


def test_the_title_floats_and_the_counter_runs_while_typing(page: Page, fieldd: str) -> None:
    """M14, V5."""
    email = page.control("email")
    assert page.style(email, "opacity", "::placeholder") == "0"
    email.click()
    page.is_active("email")
    assert page.style(email, "opacity", "::placeholder") == "1"
    check_look(page, facts(fieldd, ("field/beginEditing", {"key": "email"}))["email"])
    assert page.field("email").get_attribute("data-title") == "up"
    title = page.field("email", ".title").rect
    assert title["y"] < page.field("email", ".box").rect["y"] < title["y"] + title["height"]
    for count, letter in enumerate("añ👩‍🚀", start=1):
        page.press(letter)
        page.shows('[data-key="email"] .counter', f"{min(count, 3)}/20")
    page.until(lambda: page.field("secret").is_displayed())
    page.press(Keys.BACKSPACE * 5)
    page.shows('[data-key="email"] .counter', "0/20")
    page.until(lambda: not page.field("secret").is_displayed())


def test_typing_past_the_limit_is_refused_in_words(page: Page) -> None:
    """V5, D7: what fits stays, and the next keystroke that fits is taken."""
    page.control("email").send_keys("a" * 25)
    page.has("email", "a" * 20)
    assert page.helper("email").startswith("Too long: 2")
    assert page.helper("email").endswith(" characters, at most 20")
    assert page.field("email", ".helper").get_attribute("role") == "alert"
    page.press(Keys.BACKSPACE, "b")
    page.has("email", "a" * 19 + "b")
    page.until(lambda: page.helper("email").startswith("We never share it."))
    page.press("c")
    page.until(lambda: page.helper("email").startswith("Too long"))
    page.tool("done").click()
    page.until(lambda: page.helper("email").startswith("We never share it."))


def test_a_live_error_appears_when_the_typing_rests(page: Page) -> None:
    """V6, V8, M4: unasked, and gone when the draft is right."""
    page.control("email").send_keys("ada@")
    page.shows('[data-key="email"] .helper', "We never share it. - No address")
    assert page.control("email").get_attribute("aria-invalid") == "true"
    described = page.control("email").get_attribute("aria-describedby").split()
    assert page.field("email", ".helper").get_attribute("id") in described
    assert page.height(page.field("email")) == 63
    page.press("example.com")
    page.shows('[data-key="email"] .helper', "We never share it.")
    page.until(lambda: page.field("email").get_attribute("data-state") == "success")


def test_what_is_typed_while_the_daemon_is_slow_stays(page: Page, bridge: Bridge) -> None:
    (daemon,) = bridge.daemons()
    page.control("email").send_keys("ab")
    page.shows('[data-key="email"] .counter', "2/20")
    os.kill(daemon, signal.SIGSTOP)
    page.press("c", Keys.ARROW_LEFT, "d", Keys.BACKSPACE, "efghijklmnopqrstuvwxyz")
    text = "abefghijklmnopqrstuvwxyzc"
    assert page.value("email") == text
    os.kill(daemon, signal.SIGCONT)
    page.has("email", "abefghijklmnopqrstuc")
    page.shows('[data-key="email"] .counter', "20/20")
    assert page.control("email").get_property("selectionStart") == 19


def test_a_composition_is_one_edit(page: Page) -> None:
    page.control("email").click()
    page.is_active("email")
    compose = {"text": "に", "selectionStart": 1, "selectionEnd": 1}
    page.driver.execute_cdp_cmd("Input.imeSetComposition", compose)
    compose = {"text": "にほ", "selectionStart": 2, "selectionEnd": 2}
    page.driver.execute_cdp_cmd("Input.imeSetComposition", compose)
    assert page.value("email") == "にほ"
    assert page.field("email", ".counter").text == "0/20"
    page.driver.execute_cdp_cmd("Input.insertText", {"text": "日本"})
    page.shows('[data-key="email"] .counter', "2/20")
    page.has("email", "日本")


def insert(page: Page, text: str) -> None:
    """Puts a text where the focus is, as one piece, as a paste does."""
    page.driver.execute_cdp_cmd("Input.insertText", {"text": text})


def test_what_fits_of_a_paste_is_kept(page: Page) -> None:
    """V5: between whole characters, with the cursor behind it, and what was left out is told."""
    page.control("email").send_keys("<>", Keys.ARROW_LEFT)
    page.shows('[data-key="email"] .counter', "2/20")
    insert(page, "👩‍👩‍👧" * 17 + "abc")
    page.has("email", "<" + "👩‍👩‍👧" * 17 + "a>")
    words = "Too long: 2 characters left out, the rest was kept"
    page.shows('[data-key="email"] .helper', words)
    assert page.field("email", ".helper").get_attribute("role") == "alert"
    assert page.control("email").get_property("selectionStart") == 1 + 17 * 8 + 1
    page.press(Keys.BACKSPACE, "b")
    page.has("email", "<" + "👩‍👩‍👧" * 17 + "b>")
    insert(page, "xyz")
    page.shows('[data-key="email"] .helper', "Too long: 23 characters, at most 20")
    page.has("email", "<" + "👩‍👩‍👧" * 17 + "b>")


def test_what_is_typed_behind_a_paste_stays(page: Page, bridge: Bridge) -> None:
    (daemon,) = bridge.daemons()
    page.control("email").send_keys("ab")
    page.shows('[data-key="email"] .counter', "2/20")
    os.kill(daemon, signal.SIGSTOP)
    insert(page, "cdefghijklmnopqrstuvwxyz")
    page.press(Keys.HOME, Keys.DELETE, Keys.END, "!")
    assert page.value("email") == "bcdefghijklmnopqrstuvwxyz!"
    os.kill(daemon, signal.SIGCONT)
    page.has("email", "bcdefghijklmnopqrst!")
    page.shows('[data-key="email"] .counter', "20/20")


def test_a_paste_of_five_megabytes_loses_nothing(page: Page) -> None:
    """What is too much at once is refused; a field with a limit keeps what fits."""
    page.control("price").send_keys("12")
    page.control("bio").send_keys("!")
    insert(page, "x" * 5_000_000)
    page.until(lambda: page.helper("bio").startswith("That is too much at once"))
    page.has("bio", "one\ntwo!")
    page.control("email").click()
    page.is_active("email")
    insert(page, "😀" * 2_500_000)
    page.has("email", "😀" * 20)
    assert page.helper("email") == "Too long: what does not fit left out, the rest was kept"
    assert not page.find(".gone").is_displayed()
    assert page.value("price") == "12"
    page.control("bio").send_keys("?")
    page.has("bio", "one\ntwo!?")


def test_drafts_keep_what_may_stay(page: Page) -> None:
    """Edits, their refusals and texts told from elsewhere, in every order: nothing else is lost."""
    script = """
      const done = arguments[arguments.length - 1];
      const check = async () => {
        const { Draft, apply, cut } = await import(new URL("fieldd/index.js", location.href));
        const letters = ["a", "b", "😀", "😁", "é"];
        let seed = 7;
        const random = (count) => {
          seed = (seed * 1103515245 + 12345) % 2147483648;
          return Math.floor((seed / 2147483648) * count);
        };
        for (let round = 0; round < 2000; round += 1) {
          let daemon = "aab";
          const limit = 3 + random(8);
          const draft = new Draft(daemon);
          // The daemon refuses what is too long, or keeps a beginning of it.
          const answer = () => {
            const edit = draft.next;
            const whole = apply(daemon, edit);
            const fits = whole.length <= limit || whole.length < daemon.length;
            const room = limit - (whole.length - edit.text.length);
            const kept = fits ? edit.text : cut(edit.text, Math.max(room, 0));
            const isTaken = fits || random(2) === 0;
            if (isTaken) daemon = apply(daemon, { ...edit, text: kept });
            draft.answer(isTaken, kept.length);
            return isTaken;
          };
          for (let step = 0; step < 30; step += 1) {
            if (random(2) === 0) {
              const all = [...draft.text];
              const typed = Array.from({ length: random(3) }, () => letters[random(5)]);
              all.splice(random(all.length + 1), random(3), ...typed);
              draft.type(all.join(""));
            } else if (draft.next) {
              if (/^[\\udc00-\\udfff]|[\\ud800-\\udbff]$/.test(draft.next.text)) return "half";
              if (answer()) draft.tell(daemon);
            }
          }
          while (draft.next) answer();
          if (draft.text !== daemon) return `${round}: ${draft.text} ${daemon}`;
        }
        return "the same";
      };
      check().then(done, (error) => done(`${error}`));"""
    assert page.driver.execute_async_script(script) == "the same"


def test_the_toolbar_moves_on_and_back(page: Page) -> None:
    """D1, D2, D3, D9."""
    page.control("email").click()
    page.is_active("email")
    assert not page.tool("previous").is_enabled()
    page.tool("next").click()
    page.is_active("country")
    page.tool("previous").click()
    page.is_active("email")
    page.press(Keys.ENTER)
    page.is_active("country")
    page.tool("done").click()
    page.until(lambda: not page.driver.find_elements(By.CSS_SELECTOR, "[data-active], .toolbar *"))


def test_a_row_is_chosen_with_keys_and_by_a_click(page: Page) -> None:
    """M12: a disabled row is passed over, Done writes."""
    page.control("country").click()
    page.is_active("country")
    page.press(Keys.ARROW_DOWN)
    page.until(lambda: page.field("country", '[aria-selected="true"]').text.startswith("Romania"))
    assert page.value("country") == ""
    page.press(Keys.ENTER)
    page.has("country", "Romania")
    page.until(lambda: page.height(page.field("country")) == 43.5)
    page.press("c")
    page.until(lambda: page.field("country", ".rows").is_displayed())
    page.press("c")
    page.until(lambda: page.field("country", '[aria-selected="true"]').text == "Canada")
    page.field("country", ".rows > li:nth-child(3)").click()
    page.has("country", "Romania")
    page.field("country", ".clear").click()
    page.has("country", "")


def shown_parts(page: Page, key: str) -> list[str]:
    """What the wheels of a date show, none while they are not there."""
    wheels = page.driver.find_elements(By.CSS_SELECTOR, f'[data-key="{key}"] .wheel')
    return [wheel.get_attribute("aria-valuenow") for wheel in wheels if wheel.is_displayed()]


def is_shut(page: Page, key: str) -> bool:
    """Whether the list or the wheels of a field are not shown."""
    is_closed = page.control(key).get_attribute("aria-expanded") == "false"
    return is_closed and not page.field(key, ".panel").is_displayed()


def test_tab_passes_lists_and_dates_without_opening_them(page: Page) -> None:
    """M12, M13: an optional date takes no default on the way."""
    page.control("email").send_keys("ada@example.com", Keys.ESCAPE)
    for key in ["password", "price", "country", "tags", "birthday", "alarm", "bio", "secret"]:
        button = page.driver.switch_to.active_element
        while page.driver.switch_to.active_element != page.control(key):
            page.press(Keys.TAB)
        assert button != page.control(key)
        page.is_active(key)
        if key in {"country", "tags", "birthday", "alarm"}:
            assert is_shut(page, key), key
    page.submit()
    page.until(lambda: page.find(".committed").is_displayed())
    assert page.find('.committed [data-key="birthday"]').text == "Not answered"


def test_the_toolbar_and_the_return_key_open_nothing(page: Page) -> None:
    """D2, D9."""
    page.control("email").click()
    page.is_active("email")
    page.press(Keys.ENTER)
    page.is_active("country")
    page.tool("next").click()
    page.is_active("birthday")
    assert is_shut(page, "country") and is_shut(page, "birthday")
    assert page.value("birthday") == ""
    page.press(Keys.ARROW_DOWN)
    page.until(lambda: shown_parts(page, "birthday") == ["1", "31", "1990"])
    assert page.value("birthday") == ""


@pytest.mark.parametrize("way", ["click", "escape"])
def test_closing_a_list_is_not_done(page: Page, way: str) -> None:
    """M12: only Done writes the row that the list stands on."""
    page.control("country").click()
    page.until(lambda: not is_shut(page, "country"))
    page.press(Keys.ARROW_DOWN)
    page.until(lambda: page.field("country", '[aria-selected="true"]').text.startswith("Romania"))
    if way == "click":
        page.control("country").click()
    else:
        page.press(Keys.ESCAPE)
    page.until(lambda: is_shut(page, "country"))
    page.is_active("country")
    page.press(Keys.TAB)
    page.until(lambda: page.field("country").get_attribute("data-active") is None)
    assert page.value("country") == ""


@pytest.mark.parametrize("way", ["click", "escape"])
def test_the_wheels_of_a_date_are_closed(page: Page, way: str) -> None:
    """M13: what was turned stays, and the focus is on the button."""
    page.field("alarm", ".mark").click()
    page.until(lambda: not is_shut(page, "alarm"))
    page.press(Keys.ARROW_DOWN)
    page.has("alarm", "00:59")
    page.press("0")
    if way == "click":
        page.control("alarm").click()
        page.until(lambda: is_shut(page, "alarm"))
    else:
        page.press(Keys.ESCAPE)
        page.until(lambda: is_shut(page, "alarm"))
        assert page.value("alarm") == "00:59"
    page.is_active("alarm")


def test_a_press_counts_though_the_page_moves_under_it(page: Page) -> None:
    """It takes the focus from an open list, which closes before the button is let go."""
    page.control("country").click()
    page.until(lambda: not is_shut(page, "country"))
    press = ActionChains(page.driver)
    press.click_and_hold(page.control("tags")).perform()
    page.until(lambda: is_shut(page, "country"))
    press.release().perform()
    page.until(lambda: not is_shut(page, "tags"))
    press.click_and_hold(page.find(".submit")).perform()
    page.until(lambda: is_shut(page, "tags"))
    press.move_to_element(page.find("h1")).release().perform()
    page.control("price").send_keys("1")
    page.has("price", "1")
    assert page.find(".summary").text == ""
    page.control("country").click()
    page.until(lambda: not is_shut(page, "country"))
    press.click_and_hold(page.find(".submit")).perform()
    page.until(lambda: is_shut(page, "country"))
    press.release().perform()
    page.until(lambda: page.find(".summary").text != "")


def test_keys_of_a_list(page: Page) -> None:
    """As the pattern for a combobox has them: what opens, what stands where, what closes."""
    page.control("email").click()
    page.is_active("email")
    page.press(Keys.ENTER)
    page.is_active("country")

    def stands_on(label: str) -> None:
        def label_of_current() -> str:
            (number,) = [page.control("country").get_attribute("aria-activedescendant")]
            return number and page.find(f"#{number} .label").text

        page.until(lambda: label_of_current() == label)
        assert page.control("country").get_attribute("aria-expanded") == "true"
        controlled = page.control("country").get_attribute("aria-controls")
        assert page.find(f"#{controlled}").aria_role == "listbox"

    page.press(Keys.END)
    stands_on("Other…")
    page.press(Keys.HOME)
    stands_on("Canada")
    page.press(Keys.PAGE_DOWN)
    stands_on("Other…")
    page.press(Keys.PAGE_UP)
    stands_on("Canada")
    page.press(Keys.ESCAPE)
    page.until(lambda: is_shut(page, "country"))
    assert page.control("country").get_attribute("aria-controls") is None
    page.press("r")
    stands_on("Romania")
    page.press(Keys.ALT + Keys.ARROW_UP)
    page.has("country", "Romania")
    page.until(lambda: is_shut(page, "country"))


def test_a_row_is_found_by_a_name_with_a_space(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """Of a name that is being typed a space is a letter, and chooses and closes nothing."""
    form = tmp_path / "where.fields.json"
    rows = ["New Caledonia", "New Zealand", "Niger", "South Africa", "South Korea"]
    fields = [picker("one", *rows), picker("many", *rows, multiple=True)]
    form.write_text(json.dumps({"fields": fields}))
    page = Page(driver)
    with Bridge(fieldd, form) as bridge:
        page.open(bridge)
        page.control("one").click()
        page.until(lambda: not is_shut(page, "one"))
        page.press("new z")
        page.until(lambda: page.find('[data-key="one"] li[data-current] .label').text == "New Zealand")
        page.press(Keys.ENTER)
        page.has("one", "New Zealand")
        page.control("many").click()
        page.until(lambda: not is_shut(page, "many"))
        page.press("South K")
        page.until(lambda: page.find('[data-key="many"] li[data-current] .label').text == "South Korea")
        assert page.value("many") == ""
    driver.get("about:blank")


@pytest.mark.parametrize("way", ["done", "enter", "click", "escape", "leave"])
def test_the_day_that_the_wheels_show_is_taken_by_done(
    driver: WebDriver, fieldd: str, tmp_path: Path, way: str
) -> None:
    """And by a press on it, but not by looking at it."""
    form = tmp_path / "day.fields.json"
    form.write_text(json.dumps({"fields": [date("day"), entry("name")]}))
    page = Page(driver)
    with Bridge(fieldd, form) as bridge:
        page.open(bridge)
        page.control("day").click()
        page.until(lambda: not is_shut(page, "day"))
        if way == "done":
            page.tool("done").click()
        elif way == "enter":
            page.press(Keys.ARROW_RIGHT, Keys.ENTER)
        elif way == "click":
            page.find('[data-key="day"] .wheel:first-child [data-step="0"]').click()
        elif way == "escape":
            page.press(Keys.ESCAPE)
        else:
            page.control("name").click()
            page.is_active("name")
        if way in ("escape", "leave"):
            page.until(lambda: is_shut(page, "day"))
            assert page.value("day") == ""
        else:
            page.until(lambda: page.value("day") != "")
    driver.get("about:blank")


def test_a_date_is_typed_with_what_stands_between_its_parts_and_pasted(
    driver: WebDriver, fieldd: str, tmp_path: Path
) -> None:
    form = tmp_path / "day.fields.json"
    form.write_text(json.dumps({"fields": [date("day"), entry("name")]}))
    page = Page(driver)

    def paste(text: str) -> None:
        page.control("name").click()
        page.is_active("name")
        page.press(text)
        page.press(Keys.CONTROL + "a")
        page.press(Keys.CONTROL + "x")
        page.has("name", "")
        page.driver.execute_script("arguments[0].focus()", page.control("day"))
        page.press(Keys.CONTROL + "v")

    with Bridge(fieldd, form) as bridge:
        page.open(bridge)
        page.control("day").click()
        page.until(lambda: not is_shut(page, "day"))
        page.press("1/2/1987", Keys.ENTER)
        page.has("day", "Jan 02, 1987")
        paste(" 1990-12-31 ")
        page.has("day", "Dec 31, 1990")
        paste("12/30/1991")
        page.has("day", "Dec 30, 1991")
        paste("31.12.1991")
        page.shows('[data-key="day"] .helper', "month: 1–12")
        assert page.value("day") == "Dec 30, 1991"
    driver.get("about:blank")


def test_home_and_end_turn_a_wheel_to_its_ends(page: Page) -> None:
    page.control("alarm").click()
    page.press(Keys.ARROW_RIGHT)
    wheel = page.field("alarm", '[data-part="minute"]')
    page.until(lambda: page.driver.switch_to.active_element == wheel)
    page.press(Keys.HOME)
    page.has("alarm", "23:00")
    page.press(Keys.END)
    page.has("alarm", "23:59")


def test_a_picker_takes_typed_text(page: Page) -> None:
    """M12."""
    page.control("country").click()
    page.is_active("country")
    page.field("country", ".rows > li:last-child").click()
    page.until(lambda: page.control("country").tag_name == "input")
    page.is_active("country")
    page.press("Mars")
    page.tool("done").click()
    page.until(lambda: page.field("country").get_attribute("data-active") is None)
    assert page.value("country") == "Mars"


def test_several_rows_are_chosen(page: Page) -> None:
    page.control("tags").click()
    page.is_active("tags")
    page.press(Keys.ARROW_DOWN * 2, " ")
    page.has("tags", "green")
    page.field("tags", ".rows > li:nth-child(1)").click()
    page.until(lambda: page.value("tags") in {"green, red", "red, green"})
    chosen = page.driver.find_elements(By.CSS_SELECTOR, '[data-key="tags"] [aria-selected="true"]')
    assert [option.text for option in chosen] == ["red", "green"]


def test_a_date_is_turned_and_typed_between_its_ends(page: Page) -> None:
    """M13: the wheels begin at the default; a turned date is kept between its ends, and a typed one beyond is refused."""
    page.control("birthday").click()
    page.is_active("birthday")
    page.until(lambda: shown_parts(page, "birthday") == ["1", "31", "1990"])
    page.press(Keys.ARROW_DOWN)
    page.has("birthday", "Feb 28, 1990")
    page.field("birthday", '[data-part="month"] [data-step="2"]').click()
    page.has("birthday", "Apr 28, 1990")
    page.press(Keys.ARROW_RIGHT, "10", "1815")
    page.until(lambda: page.helper("birthday").startswith("From Jan 01 1900 to "))
    assert page.value("birthday") == "Apr 28, 1990"
    page.press("101952")
    page.has("birthday", "Apr 10, 1952")
    page.press(Keys.ENTER)
    page.until(lambda: page.field("birthday").get_attribute("data-open") is None)
    page.control("alarm").click()
    page.press(Keys.ARROW_DOWN)
    page.has("alarm", "00:59")


def test_the_autofill_list(page: Page, fieldd: str) -> None:
    """D4, D5: the list follows the typing, the button offers it, a text can be taken out."""
    if not takes_a_store(fieldd):
        pytest.skip("this daemon offers no texts to forms")
    page.control("email").click()
    page.is_active("email")
    page.until(lambda: page.tool("autofill").is_enabled())
    page.tool("autofill").click()
    page.until(lambda: page.field("email", ".suggestions").is_displayed())
    page.tool("cancel").click()
    page.until(lambda: not page.field("email", ".suggestions").is_displayed())
    page.press("a")
    page.until(lambda: page.field("email", ".suggestions").is_displayed())
    texts = page.field("email", ".suggestions").text.splitlines()
    assert texts == ["ada@example.com", "alan@example.com"]
    page.press(Keys.ARROW_DOWN, Keys.DELETE)
    page.until(lambda: page.field("email", ".suggestions").text == "alan@example.com")
    page.press(Keys.ARROW_DOWN, Keys.ENTER)
    page.has("email", "alan@example.com")
    page.until(lambda: not page.field("email", ".suggestions").is_displayed())


def test_a_secret_is_masked_until_it_is_shown(page: Page) -> None:
    """M9, V4."""
    assert page.control("password").get_attribute("type") == "password"
    page.control("password").send_keys("d")
    page.field("password", ".icon").click()
    page.until(lambda: page.control("password").get_attribute("type") == "text")
    assert page.value("password") == "abcd"
    page.field("password", ".icon").click()
    page.until(lambda: page.control("password").get_attribute("type") == "password")


def test_an_area_grows_with_its_lines(page: Page) -> None:
    """M6."""
    box = page.field("bio", ".box")
    assert page.height(box) == 83.5
    page.control("bio").send_keys(Keys.END, Keys.ENTER, "three", Keys.ENTER, "four")
    page.until(lambda: page.height(box) == 103.5)


def test_a_submission_that_is_refused_goes_to_the_first_wrong_field(page: Page) -> None:
    """M4: the daemon forgets an error when its field is entered; its words stand meanwhile."""
    page.submit()
    page.is_active("email")
    page.shows(".summary", "There is a problem\nE-mail: Enter an answer")
    assert page.find(".summary").get_attribute("role") == "alert"
    page.press("a")
    page.submit()
    page.is_active("email")
    page.shows(".summary", "There is a problem\nE-mail: No address")
    words = "We never share it. - No address"
    page.shows('[data-key="email"] .helper', words)
    page.until(lambda: page.field("email").get_attribute("data-state") == "standard")
    assert page.helper("email") == words
    assert page.control("email").get_attribute("aria-invalid") == "true"
    wrong = page.style(page.find(".summary"), "borderTopColor")
    box = page.field("email", ".box")
    page.until(lambda: page.style(box, "borderTopColor", "::after") == wrong)
    # It is said once, by the summary.
    assert page.field("email", ".helper").get_attribute("role") is None
    page.press("b")
    page.shows('[data-key="email"] .helper', "We never share it.")
    assert page.control("email").get_attribute("aria-invalid") is None
    page.until(lambda: page.style(box, "borderTopColor", "::after") != wrong)


def test_the_summary_says_what_to_do_and_names_each_field_once(
    driver: WebDriver, fieldd: str, tmp_path: Path
) -> None:
    form = tmp_path / "order.fields.json"
    own_words = {"endEditing": [{"format": "slug", "message": "Name has odd signs"}]}
    fields = [
        picker("biz", "Yes", "No", label="Are you a business?"),
        entry("vat", label="VAT", visible={"when": {"key": "age", "is": "x"}}),
        date("day", label="Deliver on"),
        date("at", label="Deliver at", mode="time"),
        entry("age", value="integer", text="x"),
        entry("name", validation=own_words),
    ]
    form.write_text(json.dumps({"fields": fields}))
    page = Page(driver)
    lines = [
        "Are you a business? Choose an answer", "VAT: Enter an answer", "Deliver on: Enter a date",
        "Deliver at: Enter a time", "Age: Not a whole number", "Name: Enter an answer",
    ]
    with Bridge(fieldd, form) as bridge:
        page.open(bridge)
        page.submit()
        page.shows(".summary", "\n".join(["There is a problem", *lines]))
        buttons = driver.find_elements(By.CSS_SELECTOR, ".summary button")
        assert [it.text for it in buttons] == lines
        # What an answer has hidden is not asked for any more.
        page.control("age").send_keys(Keys.BACKSPACE, "7")
        page.until(lambda: "VAT" not in page.find(".summary").text)
        # An author's words that name the field stand alone.
        page.control("name").send_keys("a b")
        page.submit()
        page.until(lambda: "Name has odd signs" in page.find(".summary").text.split("\n"))
    driver.get("about:blank")


def test_mistakes_of_the_form_itself_are_shown(
    driver: WebDriver, fieldd: str, tmp_path: Path
) -> None:
    """Such a form is not submitted; on the page and for who started the bridge, with lines."""
    form = tmp_path / "broken.fields.json"
    age = {"key": "age", "kind": "entry", "label": "Age", "value": "integer", "text": 36}
    name = {"key": "name", "kind": "entry", "label": "Name", "nickname": 1}
    lines = ",\n".join(json.dumps(field) for field in [name, age])
    form.write_text('{"fields": [\n' + lines + "\n]}")
    page = Page(driver)
    mistake = "`text` takes text, or a list of texts where `multiple` is true"
    why = "This form has mistakes of its own, and can't be submitted until they are mended:"
    with Bridge(fieldd, form) as bridge:
        column = json.dumps(age).index("36") + 1
        assert bridge.process.stderr.readline() == f"{form}:3:{column}: {mistake}\n"
        page.open(bridge)
        page.shows(".summary", f"{why}\nLine 3: {mistake}")
        page.control("name").send_keys("Ada")
        page.submit()
        page.until(lambda: page.is_ready)
        page.shows(".summary", f"{why}\nLine 3: {mistake}")
        assert not page.find(".committed").is_displayed()
        assert violations(page) == []
    driver.get("about:blank")


LIST: dict[str, Any] = {
    "groups": [
        {
            "key": "lines",
            "label": "Lines",
            "repeat": {"minEntries": 1, "maxEntries": 2, "unique": ["product"], "addLabel": "Add a line"},
        }
    ],
    "fields": [
        {"key": "mail", "kind": "entry", "label": "E-mail"},
        {
            "key": "product",
            "kind": "entry",
            "label": "Product",
            "group": "lines",
            "required": True,
            "next": "count",
            "returnKey": "next",
        },
        {"key": "count", "kind": "entry", "label": "Count", "group": "lines", "value": "integer", "text": "1"},
    ],
}


def test_what_is_wrong_with_an_object_is_in_the_summary(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """It is about no field, so nothing leads to one; once it is right the form is submitted."""
    form = tmp_path / "contact.fields.json"
    least = {"schema": {"minProperties": 1}}
    group = {"key": "to", "label": "Address", "path": "/to", "required": True} | least
    city = {"key": "city", "kind": "entry", "label": "City", "group": "to", "whenEmpty": "omit"}
    mail = {"key": "mail", "kind": "entry", "label": "E-mail", "whenEmpty": "omit"}
    either = {"schema": {"anyOf": [{"required": ["mail"]}, {"required": ["phone"]}]}}
    form.write_text(json.dumps(either | {"groups": [group], "fields": [mail, city]}))
    page = Page(driver)
    with Bridge(fieldd, form) as bridge:
        page.open(bridge)
        page.submit()
        said = ["This value is not valid: anyOf", "Address: This value is not valid: minProperties: 1"]
        page.shows(".summary", "\n".join(["There is a problem", *said]))
        assert driver.find_elements(By.CSS_SELECTOR, ".summary button") == []
        assert violations(page) == []


def test_a_list_is_filled_in(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """Entries come, are told apart and go; what is typed into the others stays."""
    form = tmp_path / "order.fields.json"
    form.write_text(json.dumps(LIST))
    page = Page(driver)

    def is_added(key: str) -> None:
        selector = f'[data-key="{key}"].field'
        page.until(lambda: driver.find_elements(By.CSS_SELECTOR, selector))
        page.is_active(key)

    with Bridge(fieldd, form) as bridge:
        page.open(bridge)
        page.submit()
        page.shows(".summary", "There is a problem\nLines: Too few entries: 0, at least 1")
        page.shows(".list-problem", "Too few entries: 0, at least 1")
        wrong = page.style(page.find(".summary"), "borderTopColor")
        assert page.style(page.find(".list-problem"), "color") == wrong
        assert violations(page) == []
        page.find(".add").click()
        is_added("lines/1/product")
        page.press("Tea")
        page.has("lines/1/product", "Tea")
        page.shows(".list-problem", "")
        page.find(".add").click()
        is_added("lines/2/product")
        page.press("Tea")
        page.until(lambda: "Entries must differ in Product" in page.helper("lines/2/product"))
        page.press(Keys.BACKSPACE * 3, "Milk", Keys.ENTER)
        page.is_active("lines/2/count")
        page.press(Keys.BACKSPACE, "3")
        page.until(lambda: not page.find(".add").is_enabled())
        names = [it.accessible_name for it in driver.find_elements(By.CSS_SELECTOR, ".list-entry")]
        assert names == ["Lines 1", "Lines 2"]
        assert violations(page) == []
        page.find('[data-entry="1"] .remove').send_keys(Keys.ENTER)
        page.until(lambda: len(driver.find_elements(By.CSS_SELECTOR, ".list-entry")) == 1)
        page.shows(".list-entry h3", "Lines 1")
        # Who goes by keys stands where the entry was, and a key that repeats takes out no other.
        page.until(lambda: driver.switch_to.active_element.get_attribute("data-entry") == "2")
        page.press(Keys.ENTER, Keys.TAB)
        assert driver.switch_to.active_element.accessible_name == "Remove Lines 1"
        assert page.value("lines/2/product") == "Milk"
        page.submit()
        page.until(lambda: page.find(".committed").is_displayed())
        assert json.loads(bridge.process.stdout.readline()) == {
            "mail": None,
            "lines": [{"product": "Milk", "count": 3}],
        }
        told = page.find(".committed").text.splitlines()
        assert told[-5:] == ["Lines 1", "Product", "Milk", "Count", "3"]
    driver.get("about:blank")


VALUES = {
    "groups": [{"key": "tags", "label": "Tags", "repeat": {"minEntries": 1, "unique": ["tag"]}}],
    "fields": [{"key": "tag", "kind": "entry", "label": "Tag", "group": "tags", "path": "", "required": True}],
}


def test_a_value_of_a_list_takes_one_line(driver: WebDriver, fieldd: str, tmp_path: Path) -> None:
    """The button that takes it out stands and is reached behind it."""
    form = tmp_path / "post.fields.json"
    form.write_text(json.dumps(VALUES))
    page = Page(driver)
    with Bridge(fieldd, form) as bridge:
        page.open(bridge)
        for number, text in enumerate(["tea", "milk"], 1):
            page.find(".add").click()
            key = f"tags/{number}/tag"
            page.until(lambda key=key: driver.find_elements(By.CSS_SELECTOR, f'[data-key="{key}"].field'))
            page.is_active(key)
            page.press(text)
            page.has(key, text)
        field, remove = page.find('[data-entry="1"] .field').rect, page.find('[data-entry="1"] .remove').rect
        assert field["x"] + field["width"] <= remove["x"]
        assert field["y"] <= remove["y"] < field["y"] + field["height"]
        names = [it.accessible_name for it in driver.find_elements(By.CSS_SELECTOR, ".list-entry")]
        assert names == ["Tags 1", "Tags 2"]
        assert violations(page) == []
        page.press(Keys.TAB)
        assert driver.switch_to.active_element.accessible_name == "Remove Tags 2"
        page.find('[data-entry="1"] .remove').send_keys(Keys.ENTER)
        page.until(lambda: len(driver.find_elements(By.CSS_SELECTOR, ".list-entry")) == 1)
        page.submit()
        page.until(lambda: page.find(".committed").is_displayed())
        assert json.loads(bridge.process.stdout.readline()) == {"tags": ["milk"]}
    driver.get("about:blank")


def test_enter_in_the_last_field_submits(page: Page) -> None:
    """D9: and in no other; a field that can't be entered is not the last."""
    page.control("price").send_keys("12", Keys.ENTER)
    page.control("email").send_keys("ada@example.com")
    page.until(lambda: page.field("secret").is_displayed())
    assert page.find(".summary").text == ""
    page.control("secret").send_keys("x", Keys.ENTER)
    page.until(lambda: page.find(".committed").is_displayed())
    assert page.find('.committed [data-key="secret"]').text == "x"


def asks(page: Page) -> bool:
    """Whether the browser would ask before it leaves the page."""
    script = """
      const event = new Event("beforeunload", { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;"""
    return page.driver.execute_script(script)


def fill_in(page: Page) -> None:
    """Something in every kind of field, a list that is open, an error, a secret."""
    page.control("email").send_keys("ada@")
    page.control("password").send_keys("secret!")
    page.control("tags").click()
    page.until(lambda: not is_shut(page, "tags"))
    page.press(Keys.ARROW_DOWN * 2, " ")
    page.has("tags", "green")
    page.control("birthday").click()
    page.until(lambda: not is_shut(page, "birthday"))
    page.press(Keys.ENTER)
    page.has("birthday", "Jan 31, 1990")
    page.control("bio").send_keys("!")
    page.control("country").click()
    page.until(lambda: not is_shut(page, "country"))
    page.press(Keys.ARROW_DOWN)
    page.until(lambda: page.field("country", '[aria-selected="true"]').text.startswith("Romania"))
    page.shows('[data-key="email"] .helper', "We never share it. - No address")
    page.until(lambda: not asks(page))


def looks(page: Page) -> dict[str, tuple[str | None, ...]]:
    """What a person sees of each field."""
    marks = ["data-state", "data-title", "data-active", "data-open"]
    fields = page.driver.find_elements(By.CSS_SELECTOR, ".field")
    return {
        key: (page.value(key), page.helper(key), *map(field.get_attribute, marks))
        for field in fields
        if (key := field.get_attribute("data-key"))
    }


def reload(page: Page) -> None:
    """Reloads the page, and waits until it can be filled in."""
    page.driver.refresh()
    page.until(lambda: page.is_ready)


def test_a_reload_keeps_the_form_as_it_was(page: Page, bridge: Bridge) -> None:
    """Drafts, errors, the focus and an open list; what is in the browser is a name alone."""
    fill_in(page)
    before, daemons = looks(page), bridge.daemons()
    tools = page.find(".toolbar").text
    reload(page)
    assert looks(page) == before
    assert bridge.daemons() == daemons
    page.is_active("country")
    assert page.find(".toolbar").text == tools
    page.press(Keys.ENTER)
    page.has("country", "Romania")
    stored = page.driver.execute_script("return [{...sessionStorage}, {...localStorage}]")
    assert [list(store) for store in stored] == [["session"], []]
    assert len(stored[0]["session"]) == 36
    page.control("email").send_keys("example.com")
    page.control("secret").send_keys("x")
    page.submit()
    page.until(lambda: page.find(".committed").is_displayed())
    printed, _ = bridge.process.communicate(timeout=PATIENCE_SECONDS)
    assert json.loads(printed) == {
        "email": "ada@example.com",
        "password": "abcsecret!",
        "price": None,
        "country": "RO",
        "tags": ["green"],
        "birthday": "1990-01-31",
        "alarm": "23:59",
        "bio": "one\ntwo!",
        "secret": "x",
        "closed": None,
    }


def test_what_is_found_out_while_no_page_is_there_is_seen_by_the_next(page: Page) -> None:
    """V6: the live rule's rest is over, and nobody is there to be told."""
    page.control("email").send_keys("ada@")
    page.until(lambda: not asks(page))
    page.driver.get("about:blank")
    page.driver.get(page.address)
    page.until(lambda: page.is_ready)
    page.shows('[data-key="email"] .helper', "We never share it. - No address")
    page.has("email", "ada@")


@pytest.mark.usefixtures("bridge")
def test_a_form_whose_file_has_changed_begins_anew(page: Page, tmp_path: Path) -> None:
    """Who writes the form sees what they have written."""
    page.control("price").send_keys("1")
    page.until(lambda: not asks(page))
    (tmp_path / "signup.fields.json").write_text(json.dumps({**FORM, "title": "Sign on"}))
    reload(page)
    assert page.find("h1").text == "Sign on"
    assert page.value("price") == ""


def test_two_tabs_of_one_form_are_not_both_live(page: Page) -> None:
    """A tab that is duplicated has the name of the first."""
    page.control("price").send_keys("1")
    first = page.driver.current_window_handle
    (name,) = page.driver.execute_script("return Object.values(sessionStorage)")
    page.driver.switch_to.new_window("tab")
    page.driver.get(page.address)
    page.driver.execute_script("sessionStorage.session = arguments[0]", name)
    reload(page)
    page.has("price", "1")
    page.driver.close()
    page.driver.switch_to.window(first)
    page.until(lambda: page.find(".gone").is_displayed())
    assert "it is shown by another page" in page.find(".gone").text
    reload(page)
    page.has("price", "1")


def test_a_submission_is_printed_though_the_page_is_reloaded(page: Page, bridge: Bridge) -> None:
    """Once; the bridge ends as it would have."""
    page.control("email").send_keys("ada@example.com")
    page.control("secret").send_keys("x", Keys.TAB)
    page.find("h1").click()
    page.until(lambda: not asks(page))
    (daemon,) = bridge.daemons()
    os.kill(daemon, signal.SIGSTOP)
    page.submit()
    page.until(lambda: asks(page))
    page.driver.execute_script("location.reload()")
    os.kill(daemon, signal.SIGCONT)
    printed, _ = bridge.process.communicate(timeout=PATIENCE_SECONDS)
    assert bridge.process.returncode == 0
    assert [json.loads(line)["secret"] for line in printed.splitlines()] == ["x"]
    # The page that came last may have found nobody any more, which the browser tells.
    page.driver.get("about:blank")
    page.driver.get_log("browser")


def test_a_reload_asks_while_something_would_be_lost(page: Page, bridge: Bridge) -> None:
    """What the daemon has not got yet, and all of it when the daemon is gone."""
    assert not asks(page)
    (daemon,) = bridge.daemons()
    os.kill(daemon, signal.SIGSTOP)
    page.control("price").send_keys("1")
    assert asks(page)
    os.kill(daemon, signal.SIGCONT)
    page.until(lambda: not asks(page))
    os.kill(daemon, signal.SIGKILL)
    page.until(lambda: page.find(".gone").is_displayed())
    assert asks(page)


def test_a_form_that_was_submitted_is_left_unasked(page: Page) -> None:
    page.control("email").send_keys("ada@example.com")
    page.submit()
    page.until(lambda: page.find(".committed").is_displayed())
    assert not asks(page)


def test_a_list_lies_over_the_fields_below_while_its_own_shakes(page: Page) -> None:
    """A click on a text of the list is for the list."""
    page.control("email").send_keys("a")
    page.until(lambda: page.field("email", ".suggestions").is_displayed())
    page.prefer(motion="no-preference")
    script = """
      const field = document.querySelector("[data-key=email]");
      field.classList.add("shaking");
      const shaking = field.getAnimations().filter((it) => it.animationName === "shake");
      for (const it of shaking) {
        it.pause();
        it.currentTime = 100;
      }
      const list = field.querySelector(".suggestions");
      const { left, top, width, height } = list.getBoundingClientRect();
      const steps = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95];
      const misses = steps.flatMap((x) => steps.map((y) => [left + x * width, top + y * height]))
        .filter(([x, y]) => !list.contains(document.elementFromPoint(x, y)));
      return [shaking.length, misses.length];"""
    assert page.driver.execute_script(script) == [1, 0]
    page.prefer()


@pytest.fixture
def reader(driver: WebDriver) -> Iterator[Callable[[str], None]]:
    """Has the browser ask for a language, as that of its reader."""

    def asks_for(language: str) -> None:
        agent = driver.execute_script("return navigator.userAgent")
        parameters = {"userAgent": agent, "acceptLanguage": language}
        driver.execute_cdp_cmd("Network.setUserAgentOverride", parameters)

    yield asks_for
    asks_for("en-US")


LANGUAGES = {
    "he": ("he", "rtl", "שליחה"),
    "ar-EG": ("ar", "rtl", "إرسال"),
    "de-AT": ("de", "ltr", "Absenden"),
    "ja": ("ja", "ltr", "送信"),
    "en-GB": ("en", "ltr", "Submit"),
    "kw": ("en", "ltr", "Submit"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_the_language_of_its_reader(
    driver: WebDriver, bridge: Bridge, reader: Callable[[str], None], language: str
) -> None:
    """Its own words and what the daemon says, in the direction of that language, for everybody."""
    lang, direction, submit = LANGUAGES[language]
    reader(language)
    page = Page(driver)
    page.open(bridge)
    root = page.find("html")
    assert (root.get_attribute("lang"), root.get_attribute("dir") or "ltr") == (lang, direction)
    assert page.find(".submit").text == submit
    assert violations(page) == []
    page.submit()
    page.until(lambda: page.find(".summary").text != "")
    page.is_active("email")
    # What to do is said in that language, and with no word of the daemon's that names the field again.
    said = page.find(".summary li").text
    assert ("Enter an answer" in said) == (lang == "en")
    name, helper = FORM["fields"][0]["label"], page.helper("email")
    assert said.count(name) == 1 and said not in helper
    # The title stands where reading begins, and nothing sticks out.
    edges = """
      const [title, box] = [".title", ".box"].map((it) =>
        document.querySelector(`[data-key=price] ${it}`).getBoundingClientRect());
      return [title.left - box.left, box.right - title.right];"""
    left, right = page.driver.execute_script(edges)
    assert (right < left) == (direction == "rtl")
    page.control("country").click()
    page.until(lambda: not is_shut(page, "country"))
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert violations(page) == []
    page.control("birthday").click()
    page.until(lambda: not is_shut(page, "birthday"))
    names = [it.get_attribute("aria-label") for it in page.field("birthday").find_elements(By.CSS_SELECTOR, ".wheel")]
    assert ("month" in names) == (lang == "en")
    assert violations(page) == []
    page.control("email").send_keys("ada@example.com", Keys.ESCAPE)
    page.submit()
    page.until(lambda: page.find(".committed").is_displayed())
    assert violations(page) == []
    assert [entry["message"] for entry in driver.get_log("browser")] == []


@pytest.mark.parametrize("language", ["en", "de", "he"])
def test_nothing_sticks_out_of_a_narrow_page(
    driver: WebDriver, bridge: Bridge, reader: Callable[[str], None], language: str
) -> None:
    """320 px, which is also a page of 1280 at 400 %."""
    reader(language)
    page = Page(driver)
    metrics = {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        page.open(bridge)
        page.submit()
        page.until(lambda: page.find(".summary").text != "")
        fits = "return document.documentElement.scrollWidth <= innerWidth"
        assert page.driver.execute_script(fits)
        page.is_active("email")
        page.tool("next").click()
        page.is_active("country")
        assert page.driver.execute_script(fits)
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_page_has_words_in_each_language(page: Page) -> None:
    """As many as English has, with the same places for what stands in them."""
    script = """
      const done = arguments[arguments.length - 1];
      import(new URL("words.js", location.href)).then(({ Words }) => {
        const values = { name: "NAME", count: 7, max: 9, first: "NAME", last: 9 };
        const names = arguments[0];
        done(arguments[1].map((lang) => names.map((it) => new Words(lang).say(it, values))));
      });"""
    names = ["form", "submit", "submitted", "remove", "removeOne", "addTo", "previous", "next", "autofill"]
    names += ["cancel", "done", "clear", "show", "hide", "autofillOne", "checking", "toolbar", "texts"]
    names += ["forget", "rows", "wheels", "canForget", "line", "mistakes", "over", "back", "onwards"]
    names += ["step", "steps", "stepDone", "review", "check", "change", "changeOne", "nothing", "secret", "problem"]
    names += ["between", "from", "until", "unread", "search", "noRows", "removed", "unasked"]
    names += ["decline", "declined", "cancelled", "takenBack"]
    languages = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "ro", "ja", "zh", "ar", "he"]
    english, *others = page.driver.execute_async_script(script, names, languages)
    for words in others:
        for one, other in zip(english, words, strict=True):
            assert other and [it in one for it in ["NAME", "7", "9"]] == [it in other for it in ["NAME", "7", "9"]]


def test_a_page_that_has_ended_can_be_read_by_everybody(page: Page, bridge: Bridge) -> None:
    """By a screen reader too, and what was typed can be copied; but nothing can be changed."""
    (daemon,) = bridge.daemons()
    email = page.control("email")
    email.send_keys("ada@example")
    os.kill(daemon, signal.SIGKILL)
    page.until(lambda: page.find(".gone").is_displayed())
    assert violations(page) == []
    email.send_keys(".com", Keys.CONTROL + "a")
    assert page.driver.execute_script("return getSelection().toString()") == "ada@example"
    assert email.get_property("value") == "ada@example"
    assert email.accessible_name == "E-mail"
    assert not page.find(".submit").is_enabled()
    assert page.find('[data-key="country"] [role="combobox"]').aria_role == "combobox"


def test_what_is_filled_in_is_printed(page: Page, bridge: Bridge) -> None:
    """M15, M16: a shell gets the values, and the bridge ends with status 0."""
    page.control("email").send_keys("ada@example.com")
    page.control("price").send_keys("12")
    page.control("secret").send_keys("«ja»")
    page.submit()
    page.until(lambda: page.find(".committed").is_displayed())
    assert page.find('.committed [data-key="email"]').text == "ada@example.com"
    assert page.find('.committed [data-key="password"]').text == "Not shown"
    assert not page.find(".gone").is_displayed()
    printed, _ = bridge.process.communicate(timeout=PATIENCE_SECONDS)
    assert bridge.process.returncode == 0
    (line,) = printed.splitlines()
    assert json.loads(line) == {
        "email": "ada@example.com",
        "password": "abc",
        "price": "12",
        "country": None,
        "tags": [],
        "birthday": None,
        "alarm": "23:59",
        "bio": "one\ntwo",
        "secret": "«ja»",
        "closed": None,
    }


def test_what_is_printed_has_all_digits_and_what_was_not_checked_is_told(
    driver: WebDriver, fieldd: str, tmp_path: Path
) -> None:
    form = tmp_path / "exact.fields.json"
    validation = {"endEditing": [{"validator": "isFree"}]}
    drafts = {"n": "0.12345678901234567891", "i": "9007199254740993", "big": "15e299"}
    fields = [
        entry("n", value="number", text=drafts["n"]),
        entry("i", value="integer", precision="int64", text=drafts["i"]),
        entry("big", value="number", text=drafts["big"]),
        entry("name", text="1.50", validation=validation),
    ]
    form.write_text(json.dumps({"fields": fields}))
    page = Page(driver)
    with Bridge(fieldd, form) as bridge:
        page.open(bridge)
        page.submit()
        page.until(lambda: page.find(".committed").is_displayed())
        printed, complaints = bridge.process.communicate(timeout=PATIENCE_SECONDS)
        assert printed == f'{{"n": {drafts["n"]}, "i": {drafts["i"]}, "big": {drafts["big"]}, "name": "1.50"}}\n'
        assert 'not checked: /name: The validator "isFree" is not asked about records' in complaints
    driver.get("about:blank")


def test_what_was_submitted_is_offered_the_next_time(
    driver: WebDriver, fieldd: str, tmp_path: Path
) -> None:
    """D5: the bridge ends no sooner than the daemon has learned."""
    if not takes_a_store(fieldd):
        pytest.skip("this daemon offers no texts to forms")
    form = tmp_path / "signup.fields.json"
    form.write_text(json.dumps(FORM))
    page = Page(driver)
    store = str(tmp_path / "texts")
    options = ["--keep", "--output", str(tmp_path / "values")]
    with Bridge(fieldd, form, *options, store=store) as bridge:
        page.open(bridge)
        page.control("email").send_keys("zoe@example.com")
        page.submit()
        page.until(lambda: page.find(".committed").is_displayed())
        page.until(lambda: bridge.daemons() == [])
        assert json.loads((tmp_path / "values").read_text())["email"] == "zoe@example.com"
        page.open(bridge)
        page.control("email").send_keys("zo")
        page.until(lambda: page.field("email", ".suggestions").text == "zoe@example.com")
    driver.get("about:blank")


def test_each_submission_is_kept_in_the_file_for_values(
    driver: WebDriver, fieldd: str, tmp_path: Path
) -> None:
    """A link leads to the file itself, which keeps its rights; nothing is left beside it."""
    form = tmp_path / "a.fields.json"
    form.write_text(json.dumps({"fields": [entry("name")]}))
    folder = tmp_path / "values"
    folder.mkdir()
    values, link = folder / "values.jsonl", tmp_path / "link"
    values.write_text("of the day before\n")
    values.chmod(0o640)
    link.symlink_to(values)
    page = Page(driver)
    with Bridge(fieldd, form, "--keep", "--output", str(link)) as bridge:
        for name in ("Ada", "Grace"):
            driver.get("about:blank")
            page.open(bridge)
            page.control("name").send_keys(name)
            page.submit()
            page.until(lambda: page.find(".committed").is_displayed())
            page.until(lambda: bridge.daemons() == [])
    driver.get("about:blank")
    assert [json.loads(line)["name"] for line in values.read_text().splitlines()] == ["Ada", "Grace"]
    assert (link.is_symlink(), values.stat().st_mode & 0o777) == (True, 0o640)
    assert list(folder.iterdir()) == [values]


def test_a_pipe_for_values_has_each_submission_once(
    driver: WebDriver, fieldd: str, tmp_path: Path
) -> None:
    """What is no file can't be replaced by another, and is written as it is."""
    form = tmp_path / "a.fields.json"
    form.write_text(json.dumps({"fields": [entry("name")]}))
    pipe = tmp_path / "values"
    os.mkfifo(pipe)
    # Who can write to it, too, never comes to its end.
    number = os.open(pipe, os.O_RDWR)
    page = Page(driver)
    with Bridge(fieldd, form, "--keep", "--output", str(pipe)) as bridge, os.fdopen(number) as values:
        for name in ("Ada", "Grace"):
            driver.get("about:blank")
            page.open(bridge)
            page.control("name").send_keys(name)
            page.submit()
            assert json.loads(values.readline()) == {"name": name}
    driver.get("about:blank")
    assert pipe.is_fifo()


def test_values_that_do_not_fit_are_printed_and_leave_the_file(
    driver: WebDriver, fieldd: str, tmp_path: Path
) -> None:
    """As on a full disk: what was in the file is there still."""
    form = tmp_path / "a.fields.json"
    form.write_text(json.dumps({"fields": [entry("name")]}))
    folder = tmp_path / "values"
    folder.mkdir()
    values = folder / "values.json"
    values.write_text("of the day before\n")
    limit = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh"]
    page = Page(driver)
    with Bridge(fieldd, form, "--output", str(values), within=limit) as bridge:
        page.open(bridge)
        page.control("name").send_keys("Ada")
        page.submit()
        page.until(lambda: page.find(".committed").is_displayed())
        printed, complaints = bridge.process.communicate(timeout=PATIENCE_SECONDS)
    driver.get("about:blank")
    assert (json.loads(printed), values.read_text()) == ({"name": "Ada"}, "of the day before\n")
    assert "File too large" in complaints
    assert list(folder.iterdir()) == [values]


def test_a_daemon_that_dies_is_told_of(page: Page, bridge: Bridge) -> None:
    (daemon,) = bridge.daemons()
    os.kill(daemon, signal.SIGKILL)
    page.until(lambda: page.find(".gone").is_displayed())
    assert "fieldd ended with status -9" in page.find(".gone").text
    assert bridge.process.poll() is None


def test_each_tab_has_a_form_of_its_own(page: Page, bridge: Bridge) -> None:
    page.control("email").send_keys("x")
    (first,) = bridge.daemons()
    page.driver.switch_to.new_window("tab")
    page.open(bridge)
    assert page.value("email") == ""
    (second,) = set(bridge.daemons()) - {first}
    assert second != first
    page.driver.close()
    page.driver.switch_to.window(page.driver.window_handles[0])
    page.shows('[data-key="email"] .counter', "1/20")


def test_forms_that_were_left_make_room(bridge: Bridge) -> None:
    """Eight are kept, shown or not; the one that was left first goes first."""

    async def visit() -> None:
        async with aiohttp.ClientSession() as session:

            async def open_page(name: str) -> aiohttp.ClientWebSocketResponse:
                address = f"{bridge.address}socket?session={name}"
                page = await session.ws_connect(address, origin=bridge.origin)
                await ask(page, 1, "field/snapshot", {})
                return page

            async def ask(page: Any, number: int, method: str, params: dict[str, Any]) -> Any:
                about = {"uri": "form:signup.fields.json", **params}
                await page.send_json({"id": number, "method": method, "params": about})
                while True:
                    answer = json.loads((await page.receive(PATIENCE_SECONDS)).data)
                    if answer.get("id") == number:
                        return answer["result"]

            async def price(name: str) -> str:
                page = await open_page(name)
                (field,) = (await ask(page, 2, "field/snapshot", {"keys": ["price"]}))["fields"]
                await page.close()
                return field["text"]

            for number in range(8):
                page = await open_page(f"{number}")
                await ask(page, 2, "field/replaceText", {"key": "price", "text": f"{number}"})
                await page.close()
            assert await price("0") == "0"
            assert await price("8") == ""
            assert await price("0") == "0"
            assert await price("1") == ""
            assert len(bridge.daemons()) == 8

    asyncio.run(visit())


def test_everything_is_below_the_token(bridge: Bridge) -> None:
    assert bridge.status() == 200
    assert bridge.status("fieldd/index.js") == 200
    assert bridge.status("form") == 200
    for path in ["", "fieldd/index.js", "form", "socket"]:
        assert bridge.status(path, token="x" * 43) == 403, path
        assert bridge.status(path, token="%C3%BC") == 403, path
    assert bridge.status("bridge.py") == 404
    assert bridge.status("..%2Fbridge.py") in {403, 404}


def test_other_origins_and_names_are_turned_away(bridge: Bridge) -> None:
    """A page of another site, and a foreign name that resolves to this machine."""
    assert bridge.status("socket", origin=bridge.origin) == 101
    for origin in ["http://example.com", "null", "", f"http://localhost:{bridge.port}"]:
        assert bridge.status("socket", origin=origin) == 403, origin
    assert bridge.status("socket") == 403
    for path in ["", "form", "socket"]:
        assert bridge.status(path, host="example.com") == 421, path
        assert bridge.status(path, host=f"example.com:{bridge.port}") == 421, path
        assert bridge.status(path, host="127.0.0.1") == 421, path


def test_only_the_loopback_interface_is_bound(bridge: Bridge) -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", bridge.port), PATIENCE_SECONDS)


def test_a_page_may_load_and_reach_nothing_else(bridge: Bridge) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", bridge.port, timeout=PATIENCE_SECONDS)
    connection.request("GET", bridge.path)
    headers = connection.getresponse().headers
    connection.close()
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["connect-src"] == f"'self' ws://127.0.0.1:{bridge.port}"
    assert headers["Referrer-Policy"] == "no-referrer"
    for path in (PROJECT / "clients" / "web" / "page").iterdir():
        assert "://" not in path.read_text().replace("http://www.w3.org/2000/svg", ""), path


@pytest.mark.parametrize("said", ["[]", "{", "[" * 100_000, "x" * (5 << 20)])
def test_a_page_that_says_nonsense_is_closed(bridge: Bridge, said: str) -> None:
    async def say() -> None:
        async with aiohttp.ClientSession() as session:
            address = f"{bridge.address}socket"
            async with session.ws_connect(address, origin=bridge.origin) as connection:
                await connection.send_str(said)
                answer = await connection.receive(PATIENCE_SECONDS)
                assert answer.type is aiohttp.WSMsgType.CLOSE

    try:
        asyncio.run(say())
    except ConnectionError:
        assert len(said) > 4 << 20, "a message that is too long is not read to its end"
    assert bridge.status() == 200


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "none.fields.json: No such file or directory"),
        (b"# Readme\n\nNo form.\n", "is no form"),
        (b"", "is no form"),
        (b"[]", "A field document is an object"),
        (b"{}", "A field document needs `fields`"),
        (b'{"name": "package", "version": "1.0.0"}', "it has no fields to fill in"),
        (b'{"fields": {"a": 1}}', ":1:12: `fields` takes a list"),
        (b"\x7fELF\xff\xfe", "is no form: it is not UTF-8"),
    ],
)
def test_a_file_that_is_no_form_is_not_served(
    fieldd: str, tmp_path: Path, content: bytes | None, words: str
) -> None:
    form = tmp_path / "none.fields.json"
    if content is not None:
        form.write_bytes(content)
    command = [sys.executable, "-B", BRIDGE, form, "--fieldd", fieldd]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"bridge: {form}")
    assert words in done.stderr
    assert "http" not in done.stderr


def test_a_program_that_is_no_daemon_is_said(tmp_path: Path) -> None:
    form = tmp_path / "signup.fields.json"
    form.write_text(json.dumps(FORM))
    command = [sys.executable, "-B", BRIDGE, form, "--fieldd", "true"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "bridge: true does not answer\n"


ODD_ANSWERS = {
    "a number of 5,001 digits": '"result":{"committed":true,"values":{"a":%s}}' % ("9" * 5001),
    "deep nesting": '"result":' + "[" * 100_000 + "]" * 100_000,
    "no values": '"result":{"committed":true}',
    "a list": '"result":[1]',
    "null": '"result":null',
    "nothing": "",
    "an error that is none": '"error":1',
}


@pytest.mark.parametrize("answer", ODD_ANSWERS.values(), ids=ODD_ANSWERS)
def test_an_answer_that_can_not_be_read_ends_no_page(
    fieldd: str, tmp_path: Path, answer: str
) -> None:
    """The page hears it as it is, and what is said next goes on."""
    form = tmp_path / "signup.fields.json"
    form.write_text(json.dumps({"fields": [{"key": "a", "kind": "entry", "label": "A"}]}))
    (tmp_path / "odd").write_bytes(b'7\n[]\n\xff\xfe\n{"id":[]}\n{"id":1,%s}\n' % answer.encode())
    # Says odd things once the form is open, then hands on what the real daemon says.
    # The first daemon is asked about the form alone.
    script = f"""#!/bin/sh
cd {tmp_path}
[ "$1" = --store ] || exec {fieldd} "$@"
[ -e asked ] || {{ : > asked; exec {fieldd} "$@"; }}
exec 3>&1
say() {{ printf '%s\\n' "$line"; }}
{{ IFS= read -r line; say; IFS= read -r line; say; IFS= read -r line; cat odd >&3; say; cat; }} |
  {fieldd} "$@"
"""
    odd = tmp_path / "fieldd"
    odd.write_text(script)
    odd.chmod(0o755)

    async def fill() -> dict[str, Any]:
        async with aiohttp.ClientSession() as session:
            address = f"{bridge.address}socket"
            async with session.ws_connect(address, origin=bridge.origin) as connection:
                for number, name in enumerate(["form:other", f"form:{form.name}"], start=1):
                    said = {"id": number, "method": "field/submit", "params": {"uri": name}}
                    await connection.send_json(said)
                while True:
                    text = (await connection.receive(PATIENCE_SECONDS)).data
                    if text.startswith('{"jsonrpc":"2.0","id":2,'):
                        return json.loads(text)["result"]["values"]

    with Bridge(str(odd), form) as bridge:
        assert asyncio.run(fill()) == {"a": None}
        assert bridge.process.wait(PATIENCE_SECONDS) == 0
        assert json.loads(bridge.process.stdout.read()) == {"a": None}


@pytest.fixture
def spoiled(
    driver: WebDriver, fieldd: str, tmp_path: Path
) -> Iterator[Callable[..., contextlib.AbstractContextManager[Page]]]:
    """Opens the form with a daemon whose messages are spoiled, as the arguments say."""

    @contextlib.contextmanager
    def opened(*noise: str, more: Iterable[dict[str, Any]] = ()) -> Iterator[Page]:
        form = tmp_path / "signup.fields.json"
        form.write_text(json.dumps(FORM | {"fields": [*FORM["fields"], *more]}))
        command = shlex.join([sys.executable, str(Path(__file__).with_name("noise.py")), *noise])
        # The first daemon is asked about the form alone.
        script = f"""#!/bin/sh
[ "$1" = --store ] || exec {fieldd} "$@"
[ -e {tmp_path}/asked ] || {{ : > {tmp_path}/asked; exec {fieldd} "$@"; }}
exec {command} {fieldd} "$@"
"""
        odd = tmp_path / "fieldd"
        odd.write_text(script)
        odd.chmod(0o755)
        page = Page(driver)
        with Bridge(str(odd), form) as page.bridge:
            driver.get(page.bridge.address)
            yield page
        assert [entry["message"] for entry in driver.get_log("browser")] == []
        driver.get("about:blank")

    yield opened


ODD_RESULTS = {
    "null": "null",
    "a number": "7",
    "a list": "[1]",
    "nothing in it": "{}",
    "words for a flag": '{"accepted":"yes","committed":"yes"}',
    "a place in words": '{"accepted":true,"active":7,"selection":{"start":"x"}}',
    "values that are none": '{"committed":true,"values":7}',
    "errors that are none": '{"committed":false,"errors":[{"key":"email"}]}',
    "half of it": "{",
}


@pytest.mark.parametrize("result", ODD_RESULTS.values(), ids=ODD_RESULTS)
def test_an_odd_answer_is_one_failed_act_of_the_page(
    spoiled: Callable[..., contextlib.AbstractContextManager[Page]], tmp_path: Path, result: str
) -> None:
    """To the submission, and to a keystroke: it is told, and what is done next is done."""
    (tmp_path / "odd").write_text('{"jsonrpc":"2.0","id":#ID#,"result":%s}' % result)
    with spoiled("first", "field/submit", str(tmp_path / "odd")) as page:
        page.until(lambda: page.is_ready)
        page.control("email").send_keys("ada@example.com")
        page.submit()
        page.until(lambda: page.find(".summary").text.endswith("can't be read"))
        page.control("secret").send_keys("x")
        page.submit()
        page.until(lambda: page.find(".committed").is_displayed())
    (tmp_path / "asked").unlink()
    with spoiled("first", "field/replaceText", str(tmp_path / "odd")) as page:
        page.until(lambda: page.is_ready)
        page.control("price").send_keys("1")
        page.until(lambda: page.helper("price").endswith("can't be read"))
        page.press("2")
        page.has("price", "12")
        page.until(lambda: page.helper("price") == "")


ODD_CHANGES = {
    "not JSON": '{"jsonrpc":"2.0","method":"field/didChange","params":{"uri"',
    "no fields": '{"method":"field/didChange","params":'
    '{"uri":"form:signup.fields.json","fields":7}}',
    "a field that is none": '{"method":"field/didChange","params":'
    '{"uri":"form:signup.fields.json","fields":[{"key":"price","title":7}]}}',
    "a field that is unknown": '{"method":"field/didChange","params":'
    '{"uri":"form:signup.fields.json","fields":[{"key":"other","text":"x"}]}}',
}


@pytest.mark.parametrize("change", ODD_CHANGES.values(), ids=ODD_CHANGES)
def test_after_a_change_that_can_not_be_read_the_page_is_right_again(
    spoiled: Callable[..., contextlib.AbstractContextManager[Page]], tmp_path: Path, change: str
) -> None:
    (tmp_path / "odd").write_text(change)
    with spoiled("first", "field/didChange", str(tmp_path / "odd")) as page:
        page.until(lambda: page.is_ready)
        page.control("email").click()
        page.is_active("email")
        assert page.tool("next").is_enabled()
        page.press("a")
        page.shows('[data-key="email"] .counter', "1/20")
        assert page.find(".summary").text == ""


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_nothing_that_the_daemon_says_ends_the_page(
    spoiled: Callable[..., contextlib.AbstractContextManager[Page]], seed: int
) -> None:
    """A request may fail and a field may look odd; once the daemon talks sense all is well."""
    # What is pressed at random must not be able to submit the form.
    validation = {"endEditing": [{"pattern": "^[a-z]+$"}]}
    motto = {"key": "motto", "kind": "entry", "label": "Motto", "validation": validation}
    with spoiled("seed", f"{seed}", "70", more=[motto | {"required": True}]) as page:
        # The answer that tells of the form may be spoiled as well.
        while page.find(".gone").is_displayed() or not page.is_ready:
            page.driver.get(page.driver.current_url)
            either = [page.find(".gone").is_displayed, lambda: page.is_ready]
            page.until(lambda: any(is_so() for is_so in either))
        keys = ["1", Keys.ARROW_DOWN, Keys.ARROW_DOWN, " ", Keys.ENTER, Keys.TAB]
        for _ in range(3):
            ActionChains(page.driver).send_keys(*keys * 5).perform()
            # A field may be higher than all screens.
            page.driver.execute_script("document.querySelector('.submit').click()")
            page.until(lambda: page.is_ready)
        reload(page)
        texts = {"email": "ada@example.com", "price": "12", "bio": "Hello"}
        texts |= {"secret": "x", "motto": "hello"}
        for key, text in texts.items():
            page.control(key).send_keys(Keys.CONTROL + "a", Keys.BACKSPACE)
            page.control(key).send_keys(text)
            page.has(key, text)
        page.submit()
        page.until(lambda: page.find(".committed").is_displayed())
        printed, _ = page.bridge.process.communicate(timeout=PATIENCE_SECONDS)
        assert json.loads(printed.splitlines()[-1]).items() >= texts.items()


def test_an_answer_that_can_not_be_read_is_one_failed_request_of_the_page(page: Page) -> None:
    """What is no message is passed over, and nobody waits for ever."""
    script = """
        const done = arguments[arguments.length - 1];
        import(new URL("fieldd/index.js", location.href)).then(async ({ Connection, SocketChannel }) => {
          let id;
          const send = (text) => ({ id } = JSON.parse(text));
          const socket = { readyState: WebSocket.OPEN, send };
          const connection = new Connection(new SocketChannel(socket));
          const told = [];
          for (const text of ["", "7", "null", "[]", "{", '{"id":9}']) {
            socket.onmessage({ data: text });
          }
          for (const data of [
            '{"jsonrpc":"2.0","id":ID,"result":tru', '{"id":ID,"error":1}', '{"id":ID,"result":7}',
          ]) {
            const answer = connection.request("field/submit", {});
            socket.onmessage({ data: data.replace("ID", JSON.stringify(id)) });
            told.push(await answer.catch((error) => error.constructor.name));
          }
          done(told);
        });"""
    assert page.driver.execute_async_script(script) == ["AnswerError"] * 2 + [7]


def test_a_page_that_comes_while_the_server_ends_keeps_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that is reloaded when its form has been submitted: it is turned away, and the server ends at once."""
    monkeypatch.syspath_prepend(str(BRIDGE.parent))
    from pages import PageServer

    async def serve(page: aiohttp.web.WebSocketResponse, _: aiohttp.web.Request) -> None:
        async for _ in page:
            pass

    async def run() -> None:
        server = PageServer([BRIDGE.parent / "page"], dict, serve)
        address = await server.start(0)
        origin = address.rsplit("/", 2)[0]
        async with aiohttp.ClientSession() as client:
            page = await client.ws_connect(f"{address}socket", origin=origin)
            await server.close_pages("the form was submitted")
            assert (await page.receive()).extra == "the form was submitted"
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await client.ws_connect(f"{address}socket", origin=origin)
            assert refused.value.status == 503
            await asyncio.wait_for(server.end(), PATIENCE_SECONDS)

    asyncio.run(run())


def test_a_bridge_that_is_stopped_prints_nothing(bridge: Bridge) -> None:
    bridge.process.send_signal(signal.SIGINT)
    printed, _ = bridge.process.communicate(timeout=PATIENCE_SECONDS)
    assert (bridge.process.returncode, printed) == (1, "")
