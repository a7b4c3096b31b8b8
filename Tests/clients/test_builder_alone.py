"""The form builder without a server: a folder of files, opened in Chromium from the file system with the network off."""

from __future__ import annotations

import functools
import http.server
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser import Page, start_browser
from conftest import PROJECT, need
from packed import run_packer
from selenium.webdriver import Keys
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from test_alone import UNASKED, complaints, everybody_can_use, readme_form
from test_builder import COLLEAGUES, Builder, keys_of, press

# The module takes minutes to compile, once for all that want it.
pytestmark = [pytest.mark.xdist_group("build"), pytest.mark.thorough]

PACKER = PROJECT / "packaging" / "builderpage.py"
# A browser that has no File System Access API, as most have none.
WITHOUT_ACCESS = "delete window.showOpenFilePicker"


def pack(folder: Path, engine: Path, form: Path | None = None) -> str:
    """Makes the builder; gives its address."""
    run_packer(PACKER, engine, folder, *([form] if form else []), folder)
    return (folder / "index.html").as_uri()


class Alone(Builder):
    """The builder in a page of its own; what the person saves is in `downloads`."""

    def __init__(self, driver: WebDriver, address: str, downloads: Path) -> None:
        self.driver = driver
        self.page = Page(driver)
        self.downloads = downloads
        behavior = {"behavior": "allow", "downloadPath": str(downloads)}
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", behavior)
        driver.execute_cdp_cmd("Page.setInterceptFileChooserDialog", {"enabled": True})
        driver.get(address)
        self.page.until(lambda: self.page.find(".panes").get_attribute("aria-busy") is None)

    def __exit__(self, *_: object) -> None:
        said = complaints(self.driver)
        self.driver.execute_script(UNASKED)
        self.driver.get("about:blank")
        assert said == []

    def until_saved(self) -> None:
        self.page.until(lambda: not self.named("Save").is_enabled())

    def until_downloaded(self, name: str) -> bytes:
        """Waits for a download; gives what is in the file."""
        file = self.downloads / name
        self.page.until(file.exists)
        self.until_saved()
        return file.read_bytes()

    def open(self, file: Path) -> None:
        """Chooses a file, as the browser's dialog would."""
        self.click("Open")
        self.page.until(lambda: self.driver.find_elements(By.CSS_SELECTOR, "input.file"))
        self.driver.find_element(By.CSS_SELECTOR, "input.file").send_keys(str(file))

    def answer(self, name: str) -> None:
        """Presses a button of the question whether changes may go, once it is there."""
        self.page.until(lambda: self.page.find(".leaving").is_displayed())
        (button,) = [it for it in self.driver.find_elements(By.CSS_SELECTOR, ".leaving button") if it.text == name]
        button.click()
        self.page.until(lambda: not self.page.find(".leaving").is_displayed())

    def is_asking(self) -> bool:
        """Whether the page would ask before it is left."""
        script = "return !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
        asked: bool = self.driver.execute_script(script)
        return asked


@pytest.fixture(scope="module")
def driver() -> Iterator[WebDriver]:
    need("chromium", "chromedriver")
    # A person is asked once whether the page may write a file.
    allowed = {"profile.default_content_setting_values.file_system_write_guard": 1}
    with start_browser("--window-size=1500,1200", preferences=allowed) as driver:
        yield driver


@pytest.fixture
def offline(driver: WebDriver) -> Iterator[None]:
    """The network is off."""
    driver.execute_cdp_cmd("Network.enable", {})
    rates = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, **rates})
    yield
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **rates})


@pytest.fixture
def scripts(driver: WebDriver) -> Iterator[Callable[[str], None]]:
    """Has scripts run ahead of those of each page."""
    added = []

    def add(source: str) -> None:
        added.append(driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source}))

    yield add
    for it in added:
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", it)


@pytest.fixture
def open_alone(
    driver: WebDriver, engine: Path, tmp_path: Path, offline: None, scripts: Callable[[str], None]
) -> Iterator[Callable[..., Alone]]:
    """Opens the builder with the text of a form, or with a new one, in a browser without File System Access."""
    opened = []
    downloads = tmp_path / "downloads"
    downloads.mkdir()

    def open_it(text: str | None = None, name: str = "signup.fields.json") -> Alone:
        scripts(WITHOUT_ACCESS)
        form = None
        if text is not None:
            form = tmp_path / name
            form.write_bytes(text.encode())
        opened.append(Alone(driver, pack(tmp_path / "site", engine, form), downloads))
        return opened[-1]

    yield open_it
    for builder in opened:
        with builder:
            pass


def test_a_new_form_is_put_together_and_downloaded(open_alone: Callable[..., Alone]) -> None:
    builder = open_alone()
    page = builder.page
    assert (page.find("h1").text, page.driver.title, builder.text) == ("form.fields.json", "form.fields.json", "")
    assert not builder.is_asking()
    everybody_can_use(page)
    builder.write("Title", "Sign up")
    builder.click("Entry")
    builder.write("Label", "E-mail" + Keys.TAB)
    builder.until_text(lambda text: keys_of(text) == ["email"])
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, '.preview [data-key="email"].field'))
    page.control("email").click()
    page.is_active("email")
    page.press("ada@")
    builder.until_text(lambda text: '"text": "ada@"' in text)
    builder.click("Add a rule")
    builder.until_text(lambda text: '"format": "email"' in text)
    page.until(lambda: "Not an e-mail address" in page.find(".text .problems").text)
    assert builder.is_asking()
    everybody_can_use(page)
    # The button is on the line of the others.
    tops = [builder.named(it).rect["y"] for it in ("New", "Open", "Undo", "Redo", "Save")]
    assert len(set(tops)) == 1
    text = builder.text
    builder.click("Save")
    assert builder.until_downloaded("form.fields.json") == text.encode()
    assert not builder.is_asking()


def test_the_given_form_keeps_its_line_ends_and_is_saved_by_keys(open_alone: Callable[..., Alone]) -> None:
    text = '\ufeff{\r\n  "fields": [\r\n    { "key": "a", "kind": "entry", "label": "A", "next": "b" }\r\n  ]\r\n}\r\n'
    builder = open_alone(text, "a form.fields.json")
    page = builder.page
    assert page.find("h1").text == "a form.fields.json"
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, ".text .problems .fix"))
    (fix, *_) = page.driver.find_elements(By.CSS_SELECTOR, ".text .problems .fix")
    fix.click()
    builder.until_text(lambda it: '"next"' not in it)
    builder.click("A")
    builder.write("Helper", "H")
    builder.until_text(lambda it: '"helper": "H"' in it)
    page.press(Keys.CONTROL + "s")
    wanted = text.replace(', "next": "b"', ', "helper": "H"')
    assert builder.until_downloaded("a form.fields.json").decode() == wanted


def test_another_file_is_opened_and_nothing_is_lost_unasked(open_alone: Callable[..., Alone], tmp_path: Path) -> None:
    other = tmp_path / "other.fields.jsonc"
    text = '\ufeff// Mine.\n{\n  "title": "Other",\n  "fields": [\n    { "key": "b", "kind": "date", "label": "B" }\n  ]\n}\n'
    other.write_bytes(text.encode())
    builder = open_alone(readme_form())
    page = builder.page
    builder.click("E-mail")
    builder.write("Label", "Mail" + Keys.TAB)
    builder.until_text(lambda text: '"key": "mail"' in text)
    mine = builder.text
    builder.open(other)
    page.until(lambda: page.find(".leaving").is_displayed())
    assert "Your changes to signup.fields.json are not saved." in page.find(".leaving").text
    # Who presses the return key has lost nothing.
    assert page.driver.switch_to.active_element.text == "Cancel"
    everybody_can_use(page)
    builder.answer("Cancel")
    assert (builder.text, page.find("h1").text) == (mine, "signup.fields.json")
    builder.open(other)
    builder.answer("Discard")
    page.shows("h1", "other.fields.jsonc")
    page.shows(".preview h2.form-title", "Other")
    page.until(lambda: [it.text for it in page.driver.find_elements(By.CSS_SELECTOR, ".preview .title")] == ["B (Optional)"])
    assert builder.text == text
    assert page.find(".text .problems").text == ""
    assert page.driver.find_elements(By.CSS_SELECTOR, ".parts li.selected") == []
    assert [builder.named(it).is_enabled() for it in ("Undo", "Redo", "Save")] == [False] * 3
    builder.click("B")
    builder.write("Label", "C" + Keys.TAB)
    builder.until_text(lambda text: keys_of(text.partition("\n")[2]) == ["c"])
    builder.click("Save")
    assert builder.until_downloaded("other.fields.jsonc").decode() == text.replace('"b"', '"c"').replace('"B"', '"C"')
    # Without changes nothing is asked.
    builder.click("New")
    page.shows("h1", "form.fields.json")
    assert builder.text == ""
    builder.click("Entry")
    builder.until_text(lambda text: keys_of(text) == ["entry"])
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, '.preview [data-key="entry"].field'))


def test_a_file_that_is_no_text_is_not_opened(open_alone: Callable[..., Alone], tmp_path: Path) -> None:
    picture = tmp_path / "picture.json"
    picture.write_bytes(b"\xff\xd8\xff")
    builder = open_alone(readme_form())
    builder.open(picture)
    builder.page.shows(".trouble", "picture.json can’t be read: it is not a text in UTF-8")
    assert (builder.text, builder.page.find("h1").text) == (readme_form(), "signup.fields.json")


def test_a_survey_is_shown_and_saved_as_it_is(open_alone: Callable[..., Alone]) -> None:
    """As with a bridge: its questions are in the text and in the preview."""
    survey = json.dumps({"title": "Trip", "elements": [{"type": "text", "name": "age", "title": "Age"}], "x": [1]}, indent=1)
    builder = open_alone(survey, "trip.survey.json")
    page = builder.page
    page.until(lambda: [it.text for it in page.driver.find_elements(By.CSS_SELECTOR, ".preview .title")] == ["Age (Optional)"])
    page.control("age").click()
    page.is_active("age")
    page.press("36")
    page.has("age", "36")
    builder.write("Title", "Tour")
    builder.click("Save")
    assert builder.until_downloaded("trip.survey.json").decode() == survey.replace("Trip", "Tour")


def test_any_static_host_has_the_builder(driver: WebDriver, engine: Path, tmp_path: Path) -> None:
    pack(tmp_path, engine)

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with Alone(driver, f"http://127.0.0.1:{server.server_port}/", tmp_path) as builder:
            builder.click("Entry")
            builder.until_text(lambda text: keys_of(text) == ["entry"])
        server.shutdown()


def test_a_module_that_is_broken_is_told_of(driver: WebDriver, engine: Path, tmp_path: Path) -> None:
    address = pack(tmp_path, engine)
    (tmp_path / "module.js").write_text('(globalThis.fieldd ??= {}).module = btoa("no module");')
    driver.get(address)
    page = Page(driver)
    page.until(lambda: page.find(".trouble").is_displayed())
    assert "can't be loaded" in page.find(".trouble").text


def test_what_can_not_be_packed_is_said(engine: Path, tmp_path: Path) -> None:
    missing = [sys.executable, "-B", PACKER, tmp_path / "none.fields.json", tmp_path / "site", "--module"]
    for module, words in ((engine, "No such file"), (tmp_path / "none.wasm", "there is no module")):
        done = subprocess.run([*missing, module], capture_output=True, text=True, timeout=120, check=False)
        assert (done.returncode, words in done.stderr) == (2, True)


# Where the browser has the File System Access API. Nobody can press its dialog here, so the page is given a real file
# by a drop, and the dialog is one that gives this file.

DROPPED = """
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const handle = await event.dataTransfer.items[0].getAsFileSystemHandle();
    window.showOpenFilePicker = async () => {
      if (window.isCancelled) throw new DOMException("The user aborted a request.", "AbortError");
      return [handle];
    };
    window.isGiven = true;
  });"""


class InPlace(Alone):
    """The builder with a file on the disk, which it writes where it is."""

    def __init__(self, driver: WebDriver, address: str, file: Path) -> None:
        super().__init__(driver, address, file.parent)
        self.path = file
        driver.execute_script(DROPPED)
        data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            driver.execute_cdp_cmd("Input.dispatchDragEvent", {"type": kind, "x": 200, "y": 20, "data": data})
        self.page.until(lambda: driver.execute_script("return window.isGiven"))
        self.click("Open")
        self.page.shows("h1", file.name)

    @property
    def file(self) -> str:
        return self.path.read_bytes().decode()

    def come_back(self) -> None:
        """From another program to the page."""
        self.driver.execute_script("dispatchEvent(new Event('focus'))")


@pytest.fixture
def in_place(driver: WebDriver, engine: Path, tmp_path: Path, offline: None) -> Iterator[InPlace]:
    """The builder with a file that is opened."""
    file = tmp_path / "mine.fields.json"
    file.write_text('{ "fields": [] }')
    with InPlace(driver, pack(tmp_path / "site", engine), file) as builder:
        yield builder


def test_a_file_is_written_where_it_is(in_place: InPlace) -> None:
    in_place.write("Title", "Ours")
    in_place.click("Save")
    in_place.until_saved()
    assert in_place.file == in_place.text
    assert json.loads(in_place.file) == {"title": "Ours", "fields": []}
    # A dialog that is closed changes nothing.
    in_place.driver.execute_script("window.isCancelled = true")
    in_place.click("Open")
    in_place.write("Title", "Yours")
    in_place.page.press(Keys.CONTROL + "s")
    in_place.until_saved()
    assert json.loads(in_place.file)["title"] == "Yours"
    assert sorted(it.name for it in in_place.path.parent.iterdir()) == ["mine.fields.json", "site"]
    assert in_place.page.find(".trouble").text == ""


@pytest.mark.parametrize("way", ["Keep mine", "Take the file’s", "Cancel"])
def test_a_file_of_another_program_is_not_written_over_unasked(in_place: InPlace, way: str) -> None:
    page = in_place.page
    in_place.write("Title", "Ours")
    in_place.until_text(lambda text: '"Ours"' in text)
    mine = in_place.text
    in_place.path.write_text(COLLEAGUES)
    in_place.click("Save")
    page.until(lambda: page.find(".conflict").is_displayed())
    assert in_place.file == COLLEAGUES
    everybody_can_use(page)
    press(page, way)
    page.until(lambda: not page.find(".conflict").is_displayed())
    if way != "Cancel":
        in_place.until_saved()
    texts = {"Keep mine": (mine, mine), "Take the file’s": (COLLEAGUES, COLLEAGUES), "Cancel": (mine, COLLEAGUES)}
    assert (in_place.text, in_place.file) == texts[way]


def test_who_comes_back_to_the_page_sees_what_others_have_written(in_place: InPlace) -> None:
    """Unless something is unsaved; and a file that was removed is written again."""
    page = in_place.page
    in_place.path.write_text(COLLEAGUES)
    in_place.come_back()
    in_place.until_text(lambda text: text == COLLEAGUES)
    assert "the text is the new one" in page.find(".told").text
    in_place.write("Title", "Ours")
    in_place.path.write_text('{ "fields": [] }')
    in_place.come_back()
    page.until(lambda: "Save asks" in page.find(".told").text)
    assert '"Ours"' in in_place.text
    in_place.path.unlink()
    in_place.come_back()
    page.until(lambda: "Save writes it again" in page.find(".told").text)
    in_place.click("Save")
    in_place.until_saved()
    assert '"Ours"' in in_place.file


def test_a_file_that_can_not_be_written_is_told_of(in_place: InPlace) -> None:
    in_place.driver.execute_script(
        "FileSystemFileHandle.prototype.createWritable = async () => { throw new DOMException('refused', 'NotAllowedError'); }"
    )
    in_place.write("Title", "Ours")
    in_place.click("Save")
    in_place.page.shows(".trouble", "Not saved: refused")
    assert in_place.named("Save").is_enabled()
    assert in_place.is_asking()
