"""The form builder: a form put together in Chromium by mouse and by keys, beside its text and its preview."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browser import PATIENCE_SECONDS, WITHOUT_CERTIFICATES, Page, start_browser, violations
from conftest import PROJECT, need
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

BUILDER = PROJECT / "clients" / "builder" / "builder.py"
PAGE = PROJECT / "clients" / "builder" / "page"
README = (PROJECT / "README.md").read_text()
SIGN_UP = README.partition("\n```json\n")[2].partition("```")[0]

COMMENTED = """{
  // What people see first.
  "title": "Order", "colour": "unknown to everybody",
  "fields": [
    // Who orders.
    { "label": "Name", "key": "name", "kind": "entry", "x-mine": [1,  2] }, // by law
    { "key": "size", "kind": "picker", "label": "Size", "data": [{ "value": 1, "label": "Small" }] },
    /* The last one. */
    { "key": "note", "kind": "area", "label": "Note",
      "validation": { "live": [{ "pattern": "^a", "message": "An a" }], "endEditing": ["isFree"] } }
  ]
}
"""


class Builder:
    """The builder as a person starts it, and its page."""

    def __init__(self, fieldd: str, form: Path, driver: WebDriver, *within: str) -> None:
        self.form = form
        self.driver = driver
        self.process = subprocess.Popen(
            [*within, sys.executable, "-B", BUILDER, form, "--fieldd", fieldd],
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | WITHOUT_CERTIFICATES,
        )
        self.address = self.process.stderr.readline().strip()
        self.port = urlsplit(self.address).port
        self.page = Page(driver)
        driver.get(self.address)
        self.page.until(lambda: self.page.find(".panes").get_attribute("aria-busy") is None)

    def __enter__(self) -> Builder:
        return self

    def __exit__(self, *_: object) -> None:
        assert [entry["message"] for entry in self.driver.get_log("browser")] == []
        # What is not saved is asked about.
        self.driver.execute_script("window.onbeforeunload = null")
        self.driver.execute_cdp_cmd("Page.navigate", {"url": "about:blank"})
        self.process.terminate()
        self.process.wait(PATIENCE_SECONDS)
        self.process.stderr.close()

    @property
    def text(self) -> str:
        """The text as it stands in its pane."""
        return self.page.find(".text textarea").get_property("value")

    def until_text(self, is_so: Callable[[str], Any]) -> None:
        """Waits until the text is so."""
        try:
            self.page.until(lambda: is_so(self.text))
        except Exception as error:
            raise AssertionError(self.text) from error

    def named(self, name: str, scope: str = ".parts") -> WebElement:
        """The button, or the control with a caption, that a person would call so."""

        def look() -> WebElement | None:
            script = """
              const [scope, name] = arguments;
              const parts = [...document.querySelectorAll(`${scope} button, ${scope} label, .head button`)];
              const isNamed = (it) => (it.querySelector(":scope > .caption, :scope > span:first-child")
                ?? it).textContent.trim() === name || it.ariaLabel === name;
              const found = parts.find((it) => isNamed(it) && it.checkVisibility());
              return found?.control ?? found;"""
            return self.driver.execute_script(script, scope, name)

        return self.page.until(look)

    def click(self, name: str) -> None:
        """Presses a button with the mouse."""
        element = self.named(name)
        self.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", element)
        ActionChains(self.driver).move_to_element(self.named(name)).click().perform()

    def write(self, name: str, text: str) -> None:
        """Puts a text into a control, with a click and the keyboard."""
        self.click(name)
        self.page.press(Keys.CONTROL + "a")
        self.page.press(text)

    def choose(self, name: str, option: str) -> None:
        """Takes one of the choices of a control."""
        control = self.named(name, ".inspector")
        self.page.until(lambda: option in [it.text for it in control.find_elements(By.TAG_NAME, "option")])
        for it in control.find_elements(By.TAG_NAME, "option"):
            if it.text == option:
                it.click()

    def tab_to(self, name: str, scope: str = ".parts") -> None:
        """Goes with Tab, and nothing else, to what has a name; behind the last is the first.

        What an answer of the daemon brings is waited for: Tab goes past what is not there yet.
        """
        look = """
          const [scope, isEach] = arguments;
          const nameOf = (it) => {
            const label = it.labels?.[0];
            const part = label?.querySelector(".caption") ?? label ?? it.querySelector?.("span") ?? it;
            return it.ariaLabel ?? part.textContent.trim();
          };
          const parts = [...document.querySelectorAll(`${scope} :is(button, input, select, textarea)`)];
          const seen = isEach ? parts.filter((it) => it.checkVisibility() && !it.disabled) : parts.filter(
            (it) => it === document.activeElement);
          return seen.map(nameOf);"""
        self.page.until(lambda: name in self.driver.execute_script(look, scope, True))
        for _ in range(150):
            if self.driver.execute_script(look, scope, False) == [name]:
                return
            self.page.press(Keys.TAB)
        raise AssertionError(f"nothing is called {name}")

    def type(self, name: str, text: str) -> None:
        """Puts a text into a control by keys."""
        self.tab_to(name)
        self.page.press(Keys.CONTROL + "a")
        self.page.press(text)


@pytest.fixture(scope="module")
def driver() -> Iterator[WebDriver]:
    need("chromium", "chromedriver")
    with start_browser("--window-size=1500,1200") as driver:
        yield driver


@pytest.fixture
def open_builder(
    fieldd: str, tmp_path: Path, driver: WebDriver
) -> Iterator[Callable[[str | None], Builder]]:
    """Opens the builder with a text, or with no file yet."""
    builders = []

    def opened(text: str | None = None, name: str = "signup.fields.json") -> Builder:
        form = tmp_path / name
        if text is not None:
            form.write_bytes(text.encode())
        builders.append(Builder(fieldd, form, driver))
        return builders[-1]

    yield opened
    for builder in builders:
        with builder:
            pass


def is_document(text: str) -> bool:
    """Whether it is the README's, byte by byte."""
    return text == SIGN_UP


def test_the_form_of_the_readme_is_made_by_mouse(open_builder: Callable[..., Builder]) -> None:
    """From nothing; and what is left is as a person would write it."""
    builder = open_builder()
    page = builder.page
    builder.write("Title", "Sign up")
    builder.click("Entry")
    builder.write("Label", "E-mail")
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, ".preview .field"))
    # The draft is typed where people fill the form in, and stands in the text.
    builder.click("Key")
    builder.until_text(lambda text: '"key": "email"' in text)
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, '.preview [data-key="email"].field'))
    page.control("email").click()
    page.is_active("email")
    page.press("ada@")
    builder.until_text(lambda text: '"text": "ada@"' in text)
    builder.click("Required")
    builder.write("Greatest length", "40")
    builder.write("Autofill source", "emails" + Keys.TAB)
    builder.write("Texts of the source, a line each", "ada@example.com")
    builder.click("Add a rule")
    builder.until_text(lambda text: '"format": "email"' in text)
    builder.click("Picker")
    builder.write("Label", "Country")
    builder.write("Rows, a line each", "Canada\nRomania")
    builder.click("Date")
    builder.write("Label", "Birthday")
    builder.write("Latest date", "today")
    builder.click("Area")
    builder.write("Label", "About you")
    builder.write("Key", "bio" + Keys.TAB)
    builder.write("Greatest length", "280")
    builder.click("E-mail")
    builder.choose("Next field", "Country")
    builder.until_text(is_document)
    builder.click("Save")
    page.until(lambda: not builder.named("Save").is_enabled())
    assert builder.form.read_text() == SIGN_UP


def test_the_form_of_the_readme_is_made_by_keys_alone(open_builder: Callable[..., Builder]) -> None:
    builder = open_builder()
    page = builder.page
    builder.type("Title", "Sign up")
    builder.tab_to("Entry")
    page.press(Keys.ENTER)
    builder.type("Label", "E-mail" + Keys.TAB)
    builder.until_text(lambda text: '"key": "email"' in text)
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, '.preview [data-key="email"].field'))
    builder.tab_to("E-mail (Optional)", ".preview")
    page.is_active("email")
    page.press("ada@")
    builder.until_text(lambda text: '"text": "ada@"' in text)
    builder.tab_to("Required")
    page.press(" ")
    builder.type("Greatest length", "40")
    builder.type("Autofill source", "emails" + Keys.TAB)
    builder.type("Texts of the source, a line each", "ada@example.com")
    builder.tab_to("Add a rule")
    page.press(Keys.ENTER)
    builder.until_text(lambda text: '"format": "email"' in text)
    for kind, label in [("Picker", "Country"), ("Date", "Birthday"), ("Area", "About you")]:
        builder.tab_to(kind)
        page.press(Keys.ENTER)
        builder.type("Label", label + Keys.TAB)
        if kind == "Picker":
            builder.type("Rows, a line each", "Canada\nRomania")
        elif kind == "Date":
            builder.type("Latest date", "today")
    builder.type("Key", "bio" + Keys.TAB)
    builder.type("Greatest length", "280")
    builder.tab_to("E-mail")
    page.press(Keys.ENTER)
    builder.tab_to("Next field")
    page.press("C")
    builder.until_text(is_document)
    page.press(Keys.CONTROL + "s")
    page.until(lambda: builder.form.exists() and builder.form.read_text() == SIGN_UP)


# What it leaves as it is.


def test_what_it_does_not_know_stays_as_it_is(open_builder: Callable[..., Builder]) -> None:
    """Comments, unknown properties, the order, and rules that it has no controls for."""
    builder = open_builder(COMMENTED, "order.fields.jsonc")
    page = builder.page
    assert builder.text == COMMENTED
    builder.click("Move down: Name")
    builder.until_text(lambda text: text.index("Small") < text.index("// Who orders."))
    builder.click("Size")
    assert builder.named("Rows, a line each").get_property("disabled")
    builder.click("Name")
    builder.write("Placeholder", "Ada")
    builder.until_text(lambda text: '"placeholder": "Ada"' in text)
    builder.click("Note")
    page.shows(".rules li:nth-child(2) code", '"isFree"')
    builder.write("Words of rule 1", "B")
    builder.until_text(lambda text: '"message": "B"' in text)
    builder.click("Remove: Size")
    left = """{
  // What people see first.
  "title": "Order",
  "colour": "unknown to everybody",
  "fields": [
    // Who orders.
    { "label": "Name", "key": "name", "kind": "entry", "placeholder": "Ada", "x-mine": [1, 2] }, // by law
    /* The last one. */
    { "key": "note", "kind": "area", "label": "Note",
      "validation": { "live": [{ "pattern": "^a", "message": "B" }], "endEditing": ["isFree"] } }
  ]
}
"""
    builder.until_text(lambda text: text == left)


def test_a_text_in_several_languages_has_a_control_for_each(open_builder: Callable[..., Builder]) -> None:
    """It is known by the first, and typing in one of them leaves the others."""
    labels = {"en": "Name", "de": "Der Nahme"}
    fields = [
        {"key": "name", "kind": "entry", "label": labels, "next": "size"},
        {"key": "size", "kind": "entry", "label": "Size", "helper": {"en": "", "de": "In cm"}},
    ]
    builder = open_builder(json.dumps({"fields": fields}))
    builder.click("Name")
    assert builder.named("Label (en)").get_property("value") == "Name"
    builder.write("Label (de)", "Der Name")
    builder.until_text(lambda text: '"label": { "en": "Name", "de": "Der Name" }' in text)
    builder.click("Size")
    builder.write("Helper (en)", "In inches")
    builder.until_text(lambda text: '"helper": { "en": "In inches", "de": "In cm" }' in text)
    builder.choose("Next field", "Name")
    builder.click("Duplicate: Name")
    builder.until_text(lambda text: '"name2"' in text)
    assert json.loads(builder.text)["fields"][1]["label"] == {"en": "Name", "de": "Der Name"}


def test_a_text_that_is_broken_is_mended_as_a_text(open_builder: Callable[..., Builder]) -> None:
    builder = open_builder('{ "fields": [\n  { "key": "a", "kind": "entry", "label": "A" }\n] }\n')
    page = builder.page
    area = page.find(".text textarea")
    area.send_keys(Keys.CONTROL + Keys.END)
    area.send_keys(Keys.ARROW_UP, Keys.END, Keys.BACKSPACE)
    page.until(lambda: page.find(".broken").is_displayed())
    assert page.find(".editable").get_attribute("inert") is not None
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, ".text .problems button"))
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, '.preview [data-key="a"].field'))
    area.send_keys(Keys.CONTROL + "z")
    page.until(lambda: not page.find(".broken").is_displayed())
    builder.click("A")
    builder.write("Key", "b")
    page.press(Keys.TAB)
    builder.until_text(lambda text: '"key": "b"' in text)
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, '.preview [data-key="b"].field'))


def test_a_key_is_renamed_wherever_it_is_mentioned(open_builder: Callable[..., Builder]) -> None:
    builder = open_builder(
        json.dumps({"fields": [
            {"key": "a", "kind": "entry", "label": "A", "next": "b"},
            {"key": "b", "kind": "entry", "label": "B"},
        ]})
    )
    page = builder.page
    builder.click("B")
    builder.write("Key", "city")
    page.press(Keys.TAB)
    builder.until_text(lambda text: json.loads(text)["fields"][0]["next"] == "city")
    builder.write("Key", "a")
    page.press(Keys.TAB)
    page.until(lambda: page.find(".trouble").is_displayed())
    assert json.loads(builder.text)["fields"][1]["key"] == "city"


def test_a_list_is_made_and_filled_in(open_builder: Callable[..., Builder]) -> None:
    """A group that repeats, with entries that the preview writes into the text."""
    builder = open_builder()
    page = builder.page
    builder.click("Group")
    builder.write("Label", "Lines")
    page.press(Keys.TAB)
    builder.until_text(lambda text: '"key": "lines"' in text)
    builder.click("Repeats: a list of entries")
    builder.write("At most so many entries", "2")
    builder.write("Button that adds an entry", "One more")
    builder.click("Entry")
    builder.write("Label", "Product")
    builder.choose("Group", "Lines")
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, ".preview .add"))
    for count in (1, 2):
        page.shows(".preview .add", "One more")
        page.find(".preview .add").click()
        entries = ".preview .list-entry"
        page.until(lambda: len(page.driver.find_elements(By.CSS_SELECTOR, entries)) == count)
    page.until(lambda: not page.find(".preview .add").is_enabled())
    page.press("Tea")
    builder.until_text(lambda text: '"product": "Tea"' in text)
    form = json.loads(builder.text)
    assert form["groups"] == [
        {"key": "lines", "label": "Lines", "repeat": {"maxEntries": 2, "addLabel": "One more"}}
    ]
    assert len(form["entries"]["lines"]) == 2
    # The only field of a list may be its entries.
    page.driver.find_element(By.XPATH, "//button[@class='select'][contains(., 'Product')]").click()
    builder.click("Each entry of the list is this value")
    builder.until_text(lambda text: '"path": ""' in text)
    builder.click("Each entry of the list is this value")
    builder.until_text(lambda text: '"path"' not in text)


def test_each_step_is_undone_and_done_again(open_builder: Callable[..., Builder]) -> None:
    builder = open_builder()
    builder.click("Entry")
    builder.write("Label", "Name")
    builder.page.press(Keys.TAB)
    builder.until_text(lambda text: '"key": "name"' in text)
    made = builder.text
    builder.click("Undo")
    builder.until_text(lambda text: '"key": "entry"' in text)
    while builder.named("Undo").is_enabled():
        builder.click("Undo")
    assert builder.text == ""
    while builder.named("Redo").is_enabled():
        builder.click("Redo")
    assert builder.text == made


def test_what_an_edit_overtakes_is_asked_anew(open_builder: Callable[..., Builder]) -> None:
    """To connect the fields is asked of a text that is another before the daemon has answered."""
    builder = open_builder(json.dumps({"fields": [{"key": key, "kind": "entry", "label": key.upper()} for key in "ab"]}))
    builder.click("B")
    builder.page.driver.execute_script(
        """
        const [connect, label] = arguments;
        for (let count = 1; count <= 50; count += 1) {
          connect.click();
          label.value = `B ${count}`;
          label.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        builder.named("Connect the fields in this order"),
        builder.named("Label"),
    )
    builder.until_text(lambda text: '"label": "B 50"' in text and '"next": "b"' in text and "\n" in text)


def test_fields_lead_to_one_another(open_builder: Callable[..., Builder]) -> None:
    fields = [{"key": key, "kind": "entry", "label": key.upper()} for key in "abc"]
    builder = open_builder(json.dumps({"fields": fields}))
    builder.click("Connect the fields in this order")
    builder.until_text(lambda text: json.loads(text)["fields"][1].get("previous") == "a")
    assert builder.page.find(".connected").text == "The fields are connected."
    builder.click("Connect the fields in this order")
    builder.page.shows(".connected", "The fields were connected already.")
    assert [it.get("next") for it in json.loads(builder.text)["fields"]] == ["b", "c", None]


def test_what_is_wrong_is_marked_in_the_text_and_goes_along_with_it(open_builder: Callable[..., Builder]) -> None:
    """In its place, beside its line, where the pointer rests and where the cursor stands."""
    text = """{
  "fields": [
    { "key": "a", "kind": "entry", "label": "A", "next": "b" },
    { "key": "c", "kind": "x" }
  ]
}
"""
    builder = open_builder(text)
    page, area = builder.page, builder.page.find(".text textarea")

    # The page draws the marks anew with each answer, so they are read all at once.
    def texts(selector: str) -> list[str]:
        script = "return [...document.querySelectorAll(arguments[0])].map((it) => it.innerText || it.textContent)"
        return [text.strip() for text in page.driver.execute_script(script, selector)]

    def marked() -> list[str]:
        return texts(".marks mark")

    def numbers() -> list[str]:
        return texts(".gutter b")

    page.until(lambda: len(marked()) >= 2 and marked()[0] == '"b"')
    page.until(lambda: numbers() == ["✕ 3", "✕ 4"])
    assert area.get_attribute("aria-invalid") == "true"
    assert page.find(f"#{area.get_attribute('aria-describedby')}").text.endswith("problems, the first in line 3")
    # The mark is exactly below the letters: as wide as they are, on their line.
    script = "return document.querySelector('.marks mark').getBoundingClientRect().toJSON()"
    place = page.driver.execute_script(script)
    before = len('    { "key": "a", "kind": "entry", "label": "A", "next": ')
    assert place["width"] == pytest.approx(3 * (place["x"] - area.rect["x"] - 10) / before, rel=0.02)

    def point() -> bool:
        first = page.driver.find_element(By.CSS_SELECTOR, ".marks mark")
        ActionChains(page.driver).move_to_element(first).perform()
        return True

    page.until(point)
    page.until(lambda: 'no field has the key "b"' in (area.get_attribute("title") or ""))
    # The cursor comes to the line, and the text moves the mark.
    page.find(".problems li:first-child button:first-child").click()
    assert page.find(".here").text.startswith('Line 3: `next`: no field has the key "b"')
    page.press(Keys.CONTROL + Keys.HOME)
    page.press(Keys.ENTER)
    page.until(lambda: marked()[:1] == ['"b"'])
    page.until(lambda: numbers() == ["✕ 4", "✕ 5"])
    page.press(Keys.CONTROL + "a")
    page.press('{"fields": []}')
    page.until(lambda: marked() == [] and page.find(".here").text == "")
    assert area.get_attribute("aria-invalid") is None


def test_marks_stay_below_a_text_that_is_scrolled(open_builder: Callable[..., Builder]) -> None:
    fields = ",\n".join(f'    {{ "key": "k{number}", "kind": "entry", "label": "L" }}' for number in range(80))
    last = f'    {{ "key": "k1", "kind": "entry", "label": "{"日本" * 40}", "next": "z" }}'
    text = f'{{\n  "fields": [\n{fields},\n{last}\n  ]\n}}\n'
    builder = open_builder(text)
    page = builder.page
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, ".marks mark"))
    script = """
      const area = document.querySelector(".text textarea");
      const mark = [...document.querySelectorAll(".marks mark")].find((it) => it.textContent === '"z"');
      area.scrollTop = area.scrollHeight;
      area.scrollLeft = area.scrollWidth;
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
        const [outer, inner] = [area, mark].map((it) => it.getBoundingClientRect());
        done(outer.top < inner.top && inner.bottom < outer.bottom
          && outer.left < inner.left && inner.right < outer.right);
      })));"""
    assert page.driver.execute_script(script)


def keys_of(text: str) -> list[str]:
    """The keys of a document's fields, in their order."""
    return [it["key"] for it in json.loads(text)["fields"]]


def test_a_part_is_pulled_to_another_place_or_moved_by_its_arrows(open_builder: Callable[..., Builder]) -> None:
    """What is selected stays selected, whoever is moved past it; Escape leaves all as it was."""
    fields = [{"key": key, "kind": "entry", "label": key.upper()} for key in "abcd"]
    builder = open_builder(json.dumps({"fields": fields}))
    page = builder.page
    rows = lambda: page.driver.find_elements(By.CSS_SELECTOR, ".fields-list > ol > li")  # noqa: E731

    def pull(first: int, last: int, *keys: str) -> None:
        grips = [row.find_element(By.CSS_SELECTOR, ".grip") for row in rows()]
        actions = ActionChains(page.driver).click_and_hold(grips[first]).move_to_element(grips[last])
        actions.move_by_offset(0, 8 if first < last else -8)
        if keys:
            actions.send_keys(*keys)
        actions.release().perform()

    pull(0, 2)
    builder.until_text(lambda text: keys_of(text) == ["b", "c", "a", "d"])
    pull(3, 0)
    builder.until_text(lambda text: keys_of(text) == ["d", "b", "c", "a"])
    pull(0, 3, Keys.ESCAPE)
    assert keys_of(builder.text) == ["d", "b", "c", "a"]
    assert page.driver.find_elements(By.CSS_SELECTOR, "[data-drop], [data-dragged]") == []
    builder.click("B")
    assert builder.named("Label").get_property("value") == "B"
    builder.click("Move up: C")
    builder.until_text(lambda text: keys_of(text) == ["d", "c", "b", "a"])
    assert builder.named("Label").get_property("value") == "B"
    pull(0, 2)
    builder.until_text(lambda text: keys_of(text) == ["c", "b", "d", "a"])
    assert builder.named("Label").get_property("value") == "B"
    builder.click("Undo")
    builder.until_text(lambda text: keys_of(text) == ["d", "c", "b", "a"])


def test_what_is_edited_of_a_part_stands_below_it(open_builder: Callable[..., Builder]) -> None:
    """However many there are: with Tab it is next, and it is on the screen."""
    fields = [{"key": f"k{number}", "kind": "entry", "label": f"Field {number}"} for number in range(100)]
    builder = open_builder(json.dumps({"fields": fields}))
    builder.click("Field 50")
    label = builder.named("Label")
    assert label.get_property("value") == "Field 50"
    top, height = builder.driver.execute_script(
        "return [arguments[0].getBoundingClientRect().top, innerHeight]", label)
    assert 0 < top < height
    # Past what can be done with the part as a whole: two moves, a copy, and to remove it.
    for _ in range(5):
        builder.page.press(Keys.TAB)
    assert builder.driver.switch_to.active_element == label
    # Elsewhere each part is one stop.
    select = builder.named("Field 60")
    builder.driver.execute_script("arguments[0].focus()", select)
    builder.page.press(Keys.TAB)
    assert builder.driver.switch_to.active_element == builder.named("Field 61")
    builder.page.press(Keys.ARROW_UP)
    assert builder.driver.switch_to.active_element == select


def test_two_fields_with_one_label_have_keys_of_their_own(open_builder: Callable[..., Builder]) -> None:
    """And a key with a number follows its label on."""
    builder = open_builder()
    for key in ("email", "email2", "email3"):
        builder.click("Entry")
        builder.write("Label", "E-mail" + Keys.TAB)
        builder.until_text(lambda text, key=key: f'"key": "{key}"' in text)
    assert not builder.page.find(".trouble").is_displayed()
    builder.write("Label", "City" + Keys.TAB)
    builder.until_text(lambda text: keys_of(text) == ["email", "email2", "city"])
    builder.write("Label", "E-mail" + Keys.TAB)
    builder.until_text(lambda text: keys_of(text) == ["email", "email2", "email3"])
    # A list takes its key in the record, too.
    builder.page.find(".add-group button").click()
    builder.write("Label", "Lines" + Keys.TAB)
    builder.click("Repeats: a list of entries")
    builder.click("Entry")
    builder.write("Label", "Lines" + Keys.TAB)
    builder.until_text(lambda text: '"key": "lines2"' in text)
    assert builder.page.driver.find_elements(By.CSS_SELECTOR, ".text .problems li") == []


def test_a_key_follows_its_label_though_the_text_is_laid_out_meanwhile(open_builder: Callable[..., Builder]) -> None:
    """Each name is given to what it was meant for, however fast it is typed."""
    builder = open_builder()
    # A browser asks nobody about unsaved changes who has not touched the page.
    builder.click("Title")
    for count in range(1, 11):
        builder.page.driver.execute_script(
            """
            arguments[0].click();
            const label = document.querySelector(".inspector input");
            label.value = "E-mail";
            label.dispatchEvent(new Event("input", { bubbles: true }));
            label.dispatchEvent(new Event("change", { bubbles: true }));""",
            builder.named("Entry"),
        )
        wanted = ["email", *(f"email{number}" for number in range(2, count + 1))]
        builder.until_text(lambda text, wanted=wanted: keys_of(text) == wanted)


def test_a_field_is_duplicated_with_all_that_is_written_in_it(open_builder: Callable[..., Builder]) -> None:
    builder = open_builder(COMMENTED, "order.fields.jsonc")
    builder.click("Duplicate: Name")
    builder.until_text(lambda text: '"key": "name2"' in text)
    assert '"label": "Name 2", "key": "name2", "kind": "entry", "x-mine": [1, 2] }' in builder.text
    assert builder.text.count("// Who orders.") == 1
    label = builder.named("Label")
    assert (label.get_property("value"), builder.driver.switch_to.active_element) == ("Name 2", label)
    builder.page.press("City" + Keys.TAB)
    builder.until_text(lambda text: '"key": "city"' in text)
    builder.click("Duplicate: Note")
    builder.until_text(lambda text: '"key": "note2"' in text)
    assert builder.text.count('"message": "An a"') == 2
    builder.click("Undo")
    builder.until_text(lambda text: '"key": "note2"' not in text)


def test_what_is_removed_leaves_nothing_that_leads_to_it(open_builder: Callable[..., Builder]) -> None:
    """The fields of a group stay, and Undo brings all of it back in one step."""
    text = json.dumps({
        "groups": [{"key": "g", "label": "Group of two"}],
        "fields": [
            {"key": "a", "kind": "entry", "label": "A", "group": "g", "next": "b"},
            {"key": "b", "kind": "entry", "label": "B", "group": "g", "previous": "a"},
        ],
    })
    builder = open_builder(text)
    builder.click("Remove: Group of two")
    builder.click("Remove: A")
    builder.until_text(lambda text: json.loads(text) == {"fields": [{"key": "b", "kind": "entry", "label": "B"}]})
    assert builder.page.driver.find_elements(By.CSS_SELECTOR, ".problems li") == []
    builder.click("Undo")
    builder.click("Undo")
    builder.until_text(lambda now: json.loads(now) == json.loads(text))


def test_a_part_is_found_by_its_label_or_its_key(open_builder: Callable[..., Builder]) -> None:
    fields = [{"key": f"k{number}", "kind": "entry", "label": f"Café {number}"} for number in range(40)]
    builder = open_builder(json.dumps({"fields": fields, "groups": [{"key": "g", "label": "Group"}]}))
    page = builder.page
    shown = ".parts li:not([hidden]) > .select"
    names = lambda: [it.text.split("\n")[0] for it in page.driver.find_elements(By.CSS_SELECTOR, shown)]  # noqa: E731
    search = page.find(".search")
    search.send_keys("cafe 3")
    page.until(lambda: len(names()) == 11)
    assert page.find(".found").text == "11 found"
    assert violations(page) == []
    search.send_keys("7")
    page.until(lambda: names() == ["Café 37"])
    search.send_keys(Keys.ENTER)
    assert builder.named("Label").get_property("value") == "Café 37"
    search.send_keys(Keys.CONTROL + "a")
    search.send_keys("nothing")
    page.shows(".found", "No part is called so.")
    search.send_keys(Keys.ESCAPE)
    page.until(lambda: len(names()) == 41)
    search.send_keys("k12")
    page.until(lambda: names() == ["Café 12"])
    # What is added, or come by elsewhere, is shown whatever is looked for.
    builder.click("Entry")
    page.until(lambda: len(names()) == 42)


def is_in_view(page: Page, selector: str, pane: str) -> bool:
    """Whether all of an element is to be seen in its pane."""
    script = """
      const [inner, outer] = [...arguments].map((it) => document.querySelector(it).getBoundingClientRect());
      return outer.top <= inner.top && inner.bottom <= Math.min(outer.bottom, innerHeight);"""
    return page.driver.execute_script(script, selector, pane)


def test_what_is_selected_in_one_pane_is_in_view_in_all(open_builder: Callable[..., Builder]) -> None:
    """A press in the preview selects; so does the cursor in the text, and Tab."""
    fields = [{"key": f"k{number}", "kind": "entry", "label": f"Field {number}"} for number in range(100)]
    builder = open_builder(json.dumps({"fields": fields}, indent=2))
    page, driver = builder.page, builder.driver
    area = page.find(".text textarea")

    def line() -> float:
        script = "const { scrollTop, clientHeight } = arguments[0]; return [scrollTop, scrollTop + clientHeight]"
        first, last = driver.execute_script(script, area)
        return [int(first / 19), int(last / 19)]

    def is_selected(number: int) -> bool:
        return builder.named("Label").get_property("value") == f"Field {number}"

    builder.click("Field 80")
    page.until(lambda: is_in_view(page, '.preview [data-key="k80"]', ".preview"))
    assert page.field("k80").get_attribute("data-selected") is not None
    first, last = line()
    assert first < 80 * 5 + 2 < last
    driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", page.control("k20"))
    page.control("k20").click()
    page.until(lambda: is_selected(20))
    assert is_in_view(page, ".fields-list li.selected .select", ".lists")
    # What finds and adds parts stays at hand.
    assert all(is_in_view(page, it, ".parts") for it in (".search", ".adders"))
    first, last = line()
    assert first < 20 * 5 + 2 < last
    assert len(page.driver.find_elements(By.CSS_SELECTOR, "[data-selected]")) == 1
    # What is added is drawn in the preview a little later.
    builder.click("Date")
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, '.preview [data-key="date"][data-selected]'))
    page.until(lambda: is_in_view(page, '.preview [data-key="date"]', ".preview"))
    builder.click("Undo")
    driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", page.control("k20"))
    page.control("k20").click()
    page.until(lambda: is_selected(20))
    # Who is in the preview stays there, and can type.
    page.press("x")
    builder.until_text(lambda text: json.loads(text)["fields"][20].get("text") == "x")
    page.press(Keys.TAB)
    page.until(lambda: is_selected(21))
    page.is_active("k21")
    assert violations(page) == []


def test_a_press_on_an_entry_selects_the_field_of_its_list(open_builder: Callable[..., Builder]) -> None:
    """And one on a heading the group; on a phone nobody is taken away by that."""
    builder = open_builder(
        json.dumps({
            "groups": [{"key": "lines", "label": "Lines", "repeat": {"minEntries": 2}}],
            "fields": [
                {"key": "a", "kind": "entry", "label": "A"},
                {"key": "b", "kind": "entry", "label": "B", "group": "lines"},
            ],
        })
    )
    page = builder.page
    entries = lambda: page.driver.find_elements(By.CSS_SELECTOR, ".preview .list-entry .control")  # noqa: E731
    for count in (1, 2):
        page.find(".preview .add").click()
        page.until(lambda count=count: len(entries()) == count)
    entries()[1].click()
    page.until(lambda: builder.named("Label").get_property("value") == "B")
    assert len(page.driver.find_elements(By.CSS_SELECTOR, ".preview .field[data-selected]")) == 2
    page.find(".preview .group h2").click()
    page.until(lambda: builder.named("Label").get_property("value") == "Lines")
    try:
        page.resize(380, 800)
        page.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", page.control("a"))
        place = "return arguments[0].getBoundingClientRect().top"
        before = page.driver.execute_script(place, page.control("a"))
        page.control("a").click()
        page.until(lambda: page.field("a").get_attribute("data-selected") is not None)
        page.is_active("a")
        assert abs(page.driver.execute_script(place, page.control("a")) - before) < 40
        assert violations(page) == []
    finally:
        page.resize(0, 0)


# What the daemon offers in the text.


def offered(page: Page) -> list[str]:
    """The labels of what is offered, or none."""
    script = """return [...document.querySelectorAll(".completions:not([hidden]) li")].map(
      (it) => it.firstChild.textContent)"""
    return page.driver.execute_script(script)


def test_the_text_is_completed_by_the_daemon(open_builder: Callable[..., Builder]) -> None:
    """Names and values, by keys; what was typed is a part of it."""
    builder = open_builder('{\n  "fields": [\n    { "key": "a", "label": "A",  }\n  ]\n}\n')
    page, area = builder.page, builder.page.find(".text textarea")
    builder.driver.execute_script(
        "arguments[0].focus(); arguments[0].setSelectionRange(arguments[1], arguments[1])",
        area, builder.text.index(",  }") + 2)
    page.press('"')
    page.until(lambda: "kind" in offered(page))
    # Nothing is marked by that, so that the return key is one.
    assert area.get_attribute("aria-activedescendant") is None
    page.press("ki")
    page.until(lambda: offered(page) == ["kind"])
    assert page.find(f"#{area.get_attribute('aria-activedescendant')}").text.startswith("kind")
    assert violations(page) == []
    page.press(Keys.ENTER)
    builder.until_text(lambda text: '"label": "A", "kind":' in text)
    page.until(lambda: '"entry"' in offered(page) or "entry" in offered(page))
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
    builder.until_text(lambda text: json.loads(text)["fields"][0].get("kind") == "area")
    assert offered(page) == []
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, '.preview [data-key="a"].field'))
    # Escape closes, Control and Space open it, a press takes one.
    page.press(", ")
    page.press(Keys.CONTROL + " ")
    page.until(lambda: "placeholder" in offered(page))
    page.press(Keys.ESCAPE)
    assert offered(page) == []
    page.press(Keys.CONTROL + " ")
    page.until(lambda: "placeholder" in offered(page))
    number = offered(page).index("placeholder")
    page.driver.find_elements(By.CSS_SELECTOR, ".completions li")[number].click()
    builder.until_text(lambda text: '"kind": "area", "placeholder": ' in text)
    assert page.driver.switch_to.active_element == area
    page.press('"here"')
    builder.until_text(lambda text: json.loads(text)["fields"][0].get("placeholder") == "here")
    builder.click("Undo")
    builder.until_text(lambda text: "here" not in text)


def test_the_daemon_mends_what_is_wrong(open_builder: Callable[..., Builder]) -> None:
    """By the buttons behind a problem, one after the other, as the text is by then."""
    builder = open_builder(
        '{ "fields": [\n  { "key": "a", "kind": "entri", "label": "A" },\n'
        '  { "key": "b", "kind": "entry", "label": "B", "next": "zz" }\n] }\n'
    )
    page, area = builder.page, builder.page.find(".text textarea")
    titles = lambda: [it.text for it in page.driver.find_elements(By.CSS_SELECTOR, ".text .fix")]  # noqa: E731
    page.until(lambda: titles() == ['Change to "entry"', "Remove `next`"])
    assert violations(page) == []
    # What is typed meanwhile moves the places.
    area.send_keys(Keys.CONTROL + Keys.HOME)
    area.send_keys(Keys.ENTER)
    for left in (1, 0):
        page.driver.find_elements(By.CSS_SELECTOR, ".text .fix")[0].click()
        page.until(lambda left=left: len(titles()) == left)
    assert [it["kind"] for it in json.loads(builder.text)["fields"]] == ["entry", "entry"]
    assert '"next"' not in builder.text
    assert page.driver.switch_to.active_element == area
    builder.click("Undo")
    builder.until_text(lambda text: '"next": "zz"' in text and '"entri"' not in text)


def test_a_form_from_nothing_can_be_typed(open_builder: Callable[..., Builder]) -> None:
    """With what the daemon offers in an empty text; the cursor comes to what is still to be said."""
    builder = open_builder()
    page, area = builder.page, builder.page.find(".text textarea")
    area.click()
    page.press(Keys.CONTROL + " ")
    page.until(lambda: offered(page) == ["form"])
    page.press(Keys.ENTER)
    page.press("Sign up")
    builder.until_text(lambda text: json.loads(text)["title"] == "Sign up")


def test_an_optional_answer_can_be_one_that_is_taken_back(open_builder: Callable[..., Builder]) -> None:
    builder = open_builder('{ "fields": [{ "key": "a", "kind": "picker", "label": "A", "data": ["x"] }] }')
    builder.click("A")
    builder.click("May be emptied again")
    builder.until_text(lambda text: json.loads(text)["fields"][0].get("clearable") is True)


COLLEAGUES = '{ "title": "Theirs", "fields": [] }'


@pytest.mark.parametrize("way", ["Keep mine", "Take the file’s", "Cancel"])
def test_a_file_of_somebody_else_is_not_written_over_unasked(open_builder: Callable[..., Builder], way: str) -> None:
    """The page asks which version stays; the one that goes can be had back."""
    builder = open_builder('{ "fields": [] }')
    page = builder.page
    builder.click("Entry")
    builder.until_text(lambda text: '"kind": "entry"' in text)
    mine = builder.text
    builder.form.write_text(COLLEAGUES)
    page.until(lambda: "Save asks" in page.find(".told").text)
    for _ in range(2 if way == "Cancel" else 1):
        builder.click("Save")
        page.until(lambda: page.find(".conflict").is_displayed())
        assert builder.form.read_text() == COLLEAGUES
        # Who presses the return key has lost nothing.
        assert page.driver.switch_to.active_element.text == "Cancel"
        assert violations(page) == []
        press(page, way)
        page.until(lambda: not page.find(".conflict").is_displayed())
    if way == "Keep mine":
        page.until(lambda: not builder.named("Save").is_enabled())
        assert (builder.text, builder.form.read_text()) == (mine, mine)
        return
    assert builder.form.read_text() == COLLEAGUES
    if way == "Cancel":
        assert builder.text == mine
        return
    builder.until_text(lambda text: text == COLLEAGUES)
    assert not builder.named("Save").is_enabled()
    builder.click("Undo")
    builder.until_text(lambda text: text == mine)
    # What was taken over is what was read last.
    builder.click("Save")
    page.until(lambda: builder.form.read_text() == mine)


def press(page: Page, name: str) -> None:
    """Presses a button of the question which version stays."""
    (button,) = [it for it in page.driver.find_elements(By.CSS_SELECTOR, ".conflict button") if it.text == name]
    button.click()


def test_what_others_write_comes_into_a_page_without_unsaved_changes(open_builder: Callable[..., Builder]) -> None:
    """And is taken back by Undo; a file that is removed is written again."""
    builder = open_builder('{ "fields": [] }')
    page = builder.page
    builder.form.write_text(COLLEAGUES)
    builder.until_text(lambda text: text == COLLEAGUES)
    assert "the text is the new one" in page.find(".told").text
    page.until(lambda: builder.named("Title").get_property("value") == "Theirs")
    builder.write("Title", "Ours")
    builder.until_text(lambda text: '"Ours"' in text)
    builder.click("Save")
    page.until(lambda: '"Ours"' in builder.form.read_text())
    assert page.find(".told").text == ""
    builder.form.unlink()
    page.until(lambda: "Save writes it again" in page.find(".told").text)
    builder.click("Save")
    page.until(lambda: not builder.named("Save").is_enabled())
    assert '"Ours"' in builder.form.read_text()


def test_another_tab_learns_of_a_save(open_builder: Callable[..., Builder]) -> None:
    """One without unsaved changes has it at once; one with some is asked."""
    builder = open_builder('{ "fields": [] }')
    page, driver = builder.page, builder.driver
    first = driver.current_window_handle

    def other() -> str:
        driver.switch_to.new_window("tab")
        driver.get(builder.address)
        page.until(lambda: page.find(".panes").get_attribute("aria-busy") is None)
        return driver.current_window_handle

    clean, dirty = other(), other()
    try:
        builder.write("Title", "Third")
        driver.switch_to.window(first)
        builder.write("Title", "First")
        builder.click("Save")
        page.until(lambda: '"First"' in builder.form.read_text())
        driver.switch_to.window(clean)
        builder.until_text(lambda text: '"First"' in text)
        driver.switch_to.window(dirty)
        page.until(lambda: "Save asks" in page.find(".told").text)
        builder.click("Save")
        page.until(lambda: page.find(".conflict").is_displayed())
        press(page, "Take the file’s")
        builder.until_text(lambda text: '"First"' in text)
    finally:
        for window in (clean, dirty):
            driver.switch_to.window(window)
            driver.close()
        driver.switch_to.window(first)


def test_what_is_still_on_its_way_is_saved_too(open_builder: Callable[..., Builder]) -> None:
    """The key that follows a label, and the layout, though Save is pressed at once."""
    builder = open_builder('{ "fields": [{ "key": "entry", "kind": "entry", "label": "Entry" }] }')
    builder.click("Entry")
    builder.page.driver.execute_script(
        """
        const [label, save] = arguments;
        label.value = "City";
        label.dispatchEvent(new Event("input", { bubbles: true }));
        label.dispatchEvent(new Event("change", { bubbles: true }));
        save.click();""",
        builder.named("Label"),
        builder.page.find(".save"),
    )
    builder.page.until(lambda: '"City"' in builder.form.read_text())
    builder.page.until(lambda: not builder.named("Save").is_enabled())
    assert keys_of(builder.form.read_text()) == ["city"]
    assert builder.text == builder.form.read_text()


def test_a_link_leads_to_the_file_that_is_written(
    fieldd: str, tmp_path: Path, driver: WebDriver
) -> None:
    folder = tmp_path / "real"
    folder.mkdir()
    form, link = folder / "a.fields.json", tmp_path / "link.fields.json"
    form.write_text('{ "fields": [] }')
    link.symlink_to(form)
    with Builder(fieldd, link, driver) as builder:
        builder.write("Title", "T")
        builder.click("Save")
        builder.page.until(lambda: '"T"' in form.read_text())
    assert link.is_symlink()
    assert list(folder.iterdir()) == [form]


def test_a_file_is_written_whole_or_left_as_it_was(fieldd: str, tmp_path: Path, driver: WebDriver) -> None:
    """Where there is no room for all of it, as on a full disk; its rights stay, and nothing is left beside it."""
    form = tmp_path / "a.fields.json"
    text = json.dumps({"title": "Precious", "fields": []})
    form.write_text(text)
    form.chmod(0o640)
    limit = ["sh", "-c", 'ulimit -f 8; exec "$@"', "sh"]
    with Builder(fieldd, form, driver, *limit) as builder:
        builder.page.find(".text textarea").send_keys("x")
        area = builder.page.find(".text textarea")
        driver.execute_script(
            "arguments[0].value = JSON.stringify({ description: 'x'.repeat(20000), fields: [] });"
            "arguments[0].dispatchEvent(new Event('input'))", area)
        builder.click("Save")
        builder.page.until(lambda: builder.page.find(".trouble").text.startswith("Not saved"))
        assert form.read_text() == text
        driver.execute_script(
            "arguments[0].value = '{}';arguments[0].dispatchEvent(new Event('input'))", area)
        builder.click("Save")
        builder.page.until(lambda: not builder.named("Save").is_enabled())
        assert (form.read_text(), form.stat().st_mode & 0o777) == ("{}", 0o640)
        assert [it.name for it in tmp_path.iterdir()] == ["a.fields.json"]


def test_a_file_keeps_its_line_ends(open_builder: Callable[..., Builder]) -> None:
    text = '{\r\n  "fields": [\r\n    { "key": "a", "kind": "entry", "label": "A" }\r\n  ]\r\n}\r\n'
    builder = open_builder(text)
    builder.click("A")
    builder.write("Helper", "H")
    builder.until_text(lambda it: '"helper": "H"' in it)
    builder.click("Save")
    builder.page.until(lambda: not builder.named("Save").is_enabled())
    assert builder.form.read_bytes().decode() == text.replace('"A" }', '"A", "helper": "H" }')


def test_a_file_that_can_not_be_written_is_told_of(open_builder: Callable[..., Builder]) -> None:
    builder = open_builder('{ "fields": [] }')
    builder.form.unlink()
    builder.form.mkdir()
    builder.click("Entry")
    builder.click("Save")
    builder.page.until(lambda: builder.page.find(".trouble").text.startswith("Not saved"))
    assert builder.named("Save").is_enabled()


def test_a_builder_that_is_stopped_is_told_of(open_builder: Callable[..., Builder]) -> None:
    builder = open_builder('{ "fields": [] }')
    builder.process.send_signal(signal.SIGINT)
    builder.page.until(lambda: "the builder was stopped" in builder.page.find(".trouble").text)
    assert builder.process.wait(PATIENCE_SECONDS) == 0


def test_a_daemon_that_is_killed_is_told_of_and_the_text_stays(open_builder: Callable[..., Builder]) -> None:
    builder = open_builder('{ "fields": [] }')
    builder.click("Entry")
    builder.page.until(lambda: '"kind": "entry"' in builder.page.find("textarea").get_attribute("value"))
    number = builder.process.pid
    (daemon,) = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    os.kill(int(daemon), signal.SIGKILL)
    builder.page.until(lambda: "fieldd ended with status -9" in builder.page.find(".trouble").text)
    assert "The text can still be copied." in builder.page.find(".trouble").text
    assert '"kind": "entry"' in builder.page.find("textarea").get_attribute("value")
    assert builder.process.poll() is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--fieldd", "no-such-program", "a.fields.json"], "there is no program no-such-program"),
        (["{folder}"], "Is a directory"),
    ],
)
def test_what_can_not_be_shown_is_said(
    fieldd: str, tmp_path: Path, arguments: list[str], said: str
) -> None:
    words = [it.format(folder=tmp_path) for it in arguments]
    command = [sys.executable, "-B", str(BUILDER), *(["--fieldd", fieldd] if len(words) == 1 else []), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert (done.returncode, said in done.stderr) == (2, True)


def test_everybody_can_use_it(open_builder: Callable[..., Builder]) -> None:
    """axe-core: with nothing, with each kind, with a group, with mistakes; in the dark as well."""
    builder = open_builder()
    page = builder.page
    assert violations(page) == []
    for kind in ("Entry", "Area", "Picker", "Date", "Group"):
        builder.click(kind)
        assert violations(page) == [], kind
    builder.click("Entry")
    builder.click("Add a rule")
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, ".rules li"))
    assert violations(page) == []
    page.find(".text textarea").send_keys("x")
    page.until(lambda: page.find(".broken").is_displayed())
    assert violations(page) == []
    page.prefer(color_scheme="dark")
    assert violations(page) == []
    page.prefer()


# Its edits, without a page.


def test_edits_touch_nothing_else(tmp_path: Path) -> None:
    """Any edits of any document: what they are about is so, and the rest is what it was."""
    need("node")
    for name in ("edits.js", "outline.js"):
        (tmp_path / name).write_bytes((PAGE / name).read_bytes())
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "test.js").write_text(EDIT_PROPERTY)
    done = subprocess.run(
        ["node", tmp_path / "test.js"], capture_output=True, text=True, timeout=PATIENCE_SECONDS * 4
    )
    assert (done.stdout, done.stderr) == ("well\n", "")


EDIT_PROPERTY = r"""
import assert from "node:assert/strict";
import { insert, move, put } from "./edits.js";
import { find, outline, valueOf } from "./outline.js";

let seed = 3;
const random = (count) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * count);
};
const comments = (text) => (text.match(/c\d+/g) ?? []).sort();
let number = 0;
const trivia = () => ["", " ", "\n", ` /* c${(number += 1)} */ `, ` // c${(number += 1)}\n`][random(5)];
const scalar = () => ["1", "true", "null", '"x"', '"// no comment"', "-2.5e3"][random(6)];
const several = (open, close, one) => {
  const all = Array.from({ length: random(4) }, (_, index) => trivia() + one(index) + trivia());
  return open + all.join(",") + (all.length > 0 && random(3) === 0 ? "," : "") + trivia() + close;
};
const made = (depth) => {
  const kind = depth > 0 ? random(3) : 2;
  if (kind === 0) return several("{", "}", (index) => `"k${index}"${trivia()}:${trivia()}${made(depth - 1)}`);
  if (kind === 1) return several("[", "]", () => made(depth - 1));
  return scalar();
};
const paths = (node, path = []) => [
  path,
  ...(node.items ?? []).flatMap((it, index) => paths(it, [...path, index])),
  ...(node.members ?? []).flatMap((it) => paths(it.value, [...path, it.name])),
];
for (let round = 0; round < 3000; round += 1) {
  const text = `${trivia()}${several("{", "}", (index) => `"k${index}":${made(3)}`)}${trivia()}`;
  const tree = outline(text);
  assert.ok(tree, text);
  const all = paths(tree).slice(1);
  if (all.length === 0) continue;
  const path = all[random(all.length)];
  const set = put(text, path, { a: ["b"] });
  assert.deepEqual(valueOf(find(outline(set), path)), { a: ["b"] }, text);
  const added = put(text, [...path.slice(0, -1), path.at(-1) === `${path.at(-1)}` ? "new" : 99, "x"], 7);
  assert.ok(outline(added), `${text} -> ${added}`);
  assert.deepEqual(comments(added), comments(text));
  const list = all.find((it) => find(tree, it).items?.length > 1);
  if (list) {
    const before = valueOf(find(tree, list));
    const [from, to] = [random(before.length), random(before.length)];
    const moved = move(text, list, from, to);
    const wanted = before.toSpliced(from, 1).toSpliced(to, 0, before[from]);
    assert.deepEqual(valueOf(find(outline(moved), list)), wanted, `${text} -> ${moved}`);
    assert.deepEqual(comments(moved), comments(text));
    const longer = insert(text, list, to, "new");
    assert.deepEqual(valueOf(find(outline(longer), list)), before.toSpliced(to, 0, "new"), `${text} -> ${longer}`);
    assert.deepEqual(comments(longer), comments(text));
    const shorter = put(text, [...list, from], undefined);
    assert.deepEqual(valueOf(find(outline(shorter), list)), before.toSpliced(from, 1), `${text} -> ${shorter}`);
  }
}
assert.equal(outline("{"), null);
assert.equal(outline("{} x"), null);
assert.equal(outline('{ "a" 1 }'), null);
assert.equal(put("", ["title"], undefined), '{\n  "fields": []\n}\n');
console.log("well");
"""
