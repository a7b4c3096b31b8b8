"""The form in a browser: the bridge, the page in headless Chromium, the real daemon."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from browser import BRIDGE, PATIENCE_SECONDS, Bridge, Page, start_browser, takes_a_store
from conftest import PROJECT, need
from selenium.webdriver import Keys
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


@pytest.fixture(scope="module")
def driver() -> Iterator[WebDriver]:
    need("chromium", "chromedriver")
    with start_browser("--window-size=800,1200") as driver:
        yield driver


@pytest.fixture
def bridge(fieldd: str, tmp_path: Path) -> Iterator[Bridge]:
    form = tmp_path / "signup.fields.json"
    form.write_text(json.dumps(FORM))
    with Bridge(fieldd, form) as bridge:
        yield bridge


@pytest.fixture
def page(bridge: Bridge, driver: WebDriver) -> Iterator[Page]:
    page = Page(driver)
    page.open(bridge)
    yield page
    # A page that breaks its own policy, or the daemon's rules, says so there.
    assert [entry["message"] for entry in driver.get_log("browser")] == []
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
    assert height - extra == told["height"], key


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
    assert page.style(email, "color", "::placeholder") == "rgba(0, 0, 0, 0)"
    email.click()
    page.is_active("email")
    assert page.style(email, "color", "::placeholder") != "rgba(0, 0, 0, 0)"
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


def test_drafts_keep_what_may_stay(page: Page) -> None:
    """Edits, their refusals and texts told from elsewhere, in every order: nothing else is lost."""
    script = """
      const done = arguments[arguments.length - 1];
      const check = async () => {
        const { Draft, apply } = await import(new URL("draft.js", location.href));
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
          for (let step = 0; step < 30; step += 1) {
            if (random(2) === 0) {
              const all = [...draft.text];
              const typed = Array.from({ length: random(3) }, () => letters[random(5)]);
              all.splice(random(all.length + 1), random(3), ...typed);
              draft.type(all.join(""));
            } else if (draft.next) {
              if (/^[\\udc00-\\udfff]|[\\ud800-\\udbff]$/.test(draft.next.text)) return "half";
              const edited = apply(daemon, draft.next);
              const isAccepted = edited.length <= limit || edited.length < daemon.length;
              if (isAccepted) daemon = edited;
              draft.answer(isAccepted);
              if (isAccepted) draft.tell(daemon);
            }
          }
          while (draft.next) {
            const edited = apply(daemon, draft.next);
            const isAccepted = edited.length <= limit || edited.length < daemon.length;
            if (isAccepted) daemon = edited;
            draft.answer(isAccepted);
          }
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
    """M13: it begins at its default, and the daemon keeps it between its ends."""
    page.control("birthday").click()
    page.is_active("birthday")
    page.has("birthday", "Jan 31, 1990")
    page.press(Keys.ARROW_DOWN)
    page.has("birthday", "Feb 28, 1990")
    page.field("birthday", '[data-part="month"] [data-step="2"]').click()
    page.has("birthday", "Apr 28, 1990")
    page.press(Keys.ARROW_RIGHT, "10", "1815")
    page.has("birthday", "Jan 01, 1900")
    page.press("1952")
    page.has("birthday", "Jan 01, 1952")
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
    assert page.height(box) == 63.5
    page.control("bio").send_keys(Keys.END, Keys.ENTER, "three")
    page.until(lambda: page.height(box) == 83.5)


def test_a_submission_that_is_refused_goes_to_the_first_wrong_field(page: Page) -> None:
    page.submit()
    page.is_active("email")
    page.shows(".summary", "E-mail E-mail is required")
    assert page.find(".summary").get_attribute("role") == "alert"


def test_what_is_filled_in_is_printed(page: Page, bridge: Bridge) -> None:
    """M15, M16: a shell gets the values, and the bridge ends with status 0."""
    page.control("email").send_keys("ada@example.com")
    page.control("price").send_keys("12")
    page.control("secret").send_keys("«ja»")
    page.submit()
    page.until(lambda: page.find(".committed").is_displayed())
    assert page.find('.committed [data-key="email"]').text == "ada@example.com"
    assert page.find('.committed [data-key="password"]').text == "•••"
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


def test_a_daemon_that_dies_is_told_of(page: Page, bridge: Bridge) -> None:
    (daemon,) = bridge.daemons()
    os.kill(daemon, signal.SIGKILL)
    page.until(lambda: page.find(".gone").is_displayed())
    assert "fieldd ended with status -9" in page.find(".gone").text
    assert bridge.process.poll() is None


def test_each_page_has_a_daemon_of_its_own(page: Page, bridge: Bridge) -> None:
    page.control("email").send_keys("x")
    (first,) = bridge.daemons()
    page.driver.switch_to.new_window("tab")
    page.open(bridge)
    assert page.value("email") == ""
    (second,) = set(bridge.daemons()) - {first}
    page.driver.close()
    page.driver.switch_to.window(page.driver.window_handles[0])
    page.until(lambda: bridge.daemons() == [first])
    assert second != first
    page.shows('[data-key="email"] .counter', "1/20")


def test_everything_is_below_the_token(bridge: Bridge) -> None:
    assert bridge.status() == 200
    assert bridge.status("rpc.js") == 200
    assert bridge.status("form") == 200
    for path in ["", "rpc.js", "form", "socket"]:
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


def test_a_form_that_cannot_be_read_is_said(fieldd: str, tmp_path: Path) -> None:
    command = [sys.executable, "-B", BRIDGE, tmp_path / "none.fields.json", "--fieldd", fieldd]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert "none.fields.json" in done.stderr


def test_a_bridge_that_is_stopped_prints_nothing(bridge: Bridge) -> None:
    bridge.process.send_signal(signal.SIGINT)
    printed, _ = bridge.process.communicate(timeout=PATIENCE_SECONDS)
    assert (bridge.process.returncode, printed) == (1, "")
