"""The form in a browser: the bridge as a process, and a page in headless Chromium."""

from __future__ import annotations

import http.client
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from conftest import PROJECT
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

BRIDGE = PROJECT / "clients" / "web" / "bridge.py"
PATIENCE_SECONDS = 60.0
# A bridge calls nobody over TLS, and to read every certificate of the system is a quarter of its start.
WITHOUT_CERTIFICATES = {"SSL_CERT_FILE": os.devnull}
# The script alone is wanted of the package, and not what would run it.
AXE = Path(sysconfig.get_path("purelib")) / "axe_playwright_python" / "axe.min.js"


def start_browser(*arguments: str, preferences: dict[str, int] | None = None) -> WebDriver:
    """Chromium without a window, for root in a container too. Use it in a `with` block."""
    options = webdriver.ChromeOptions()
    options.add_experimental_option("prefs", preferences or {})
    options.binary_location = shutil.which("chromium")
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--force-prefers-reduced-motion",
        *arguments,
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))


def takes_a_store(fieldd: str) -> bool:
    """Whether this daemon keeps learned texts, and where is for a test to say."""
    told = subprocess.run([fieldd, "--help"], capture_output=True, text=True, timeout=60)
    return "--store" in told.stdout


class Bridge:
    """The bridge as a person starts it."""

    def __init__(
        self, fieldd: str, form: Path, *arguments: str, store: str = ":memory:", within: Sequence[str] = ()
    ) -> None:
        """`within` is a command that starts another."""
        options = ["--store", store] if takes_a_store(fieldd) else []
        command = [*within, sys.executable, "-B", BRIDGE, form, "--fieldd", fieldd, *options, *arguments]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | WITHOUT_CERTIFICATES,
        )
        self.address = self.process.stderr.readline().strip()
        url = urlsplit(self.address)
        self.port = url.port
        self.path = url.path

    def __enter__(self) -> Bridge:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE_SECONDS)
        self.process.stdout.close()
        self.process.stderr.close()

    def daemons(self) -> list[int]:
        """The processes that the bridge has started."""
        number = self.process.pid
        children = Path(f"/proc/{number}/task/{number}/children").read_text()
        return [int(child) for child in children.split()]

    def status(
        self,
        path: str = "",
        host: str | None = None,
        origin: str | None = None,
        token: str | None = None,
    ) -> int:
        """The status of the answer to a request, one for a WebSocket if there is an origin."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        begin = self.path if token is None else f"/{token}/"
        connection.putrequest("GET", begin + path, skip_host=True)
        connection.putheader("Host", host or f"127.0.0.1:{self.port}")
        if origin is not None:
            for name, value in {
                "Origin": origin,
                "Connection": "Upgrade",
                "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            }.items():
                connection.putheader(name, value)
        connection.endheaders()
        status = connection.getresponse().status
        connection.close()
        return status

    @property
    def origin(self) -> str:
        """That of the page."""
        return f"http://127.0.0.1:{self.port}"


class Page:
    """What a person sees of the form, and does to it."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver
        self.address = "about:blank"

    def open(self, bridge: Bridge) -> None:
        """Loads the page, and waits until it can be filled in."""
        self.address = bridge.address
        self.driver.get(bridge.address)
        self.until(lambda: self.find(".submit").is_enabled())

    def until(self, is_so: Callable[[], Any]) -> Any:
        """Waits for something to be so; gives what it is."""
        # What is not there yet is not found once.
        ignored = (StaleElementReferenceException, ValueError)
        wait = WebDriverWait(self.driver, PATIENCE_SECONDS, 0.02, ignored)
        return wait.until(lambda _: is_so())

    def find(self, selector: str) -> WebElement:
        """The one element for a selector."""
        (found,) = self.driver.find_elements(By.CSS_SELECTOR, selector)
        return found

    def shows(self, selector: str, text: str) -> None:
        """Waits until an element shows a text."""
        try:
            self.until(lambda: self.find(selector).text == text)
        except Exception as error:
            raise AssertionError(f"{self.find(selector).text!r} is not {text!r}") from error

    def field(self, key: str, part: str = "") -> WebElement:
        """A field, or a part of it."""
        return self.find(f'[data-key="{key}"].field {part}')

    def control(self, key: str) -> WebElement:
        """What has the focus while a field is active."""
        return self.field(key, ".control:not([hidden])")

    def value(self, key: str) -> str:
        """The content of a field as it is shown."""
        control = self.control(key)
        return control.text if control.tag_name == "button" else control.get_property("value")

    def helper(self, key: str) -> str:
        """What stands below a field."""
        return self.field(key, ".helper").text

    def has(self, key: str, value: str) -> None:
        """Waits until a field shows a content."""
        self.until(lambda: self.value(key) == value)

    def is_active(self, key: str) -> None:
        """Waits until a field is active, and has the focus."""
        self.until(lambda: self.field(key).get_attribute("data-active") is not None)
        self.until(lambda: self.control(key) == self.driver.switch_to.active_element)

    def press(self, *keys: str) -> None:
        """Presses keys, wherever the focus is."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def tool(self, item: str) -> WebElement:
        """A button of the toolbar, once it is there."""
        self.until(lambda: self.driver.find_elements(By.CSS_SELECTOR, f".toolbar .{item}"))
        return self.find(f".toolbar .{item}")

    def submit(self) -> None:
        """Presses the button."""
        self.find(".submit").click()

    @property
    def is_ready(self) -> bool:
        """Whether the form is open, and no answer to its button is awaited."""
        submit = self.find(".submit")
        return submit.is_enabled() and submit.get_attribute("aria-disabled") is None

    def style(self, element: WebElement, name: str, pseudo: str = "") -> str:
        """A computed property."""
        script = "return getComputedStyle(arguments[0], arguments[2])[arguments[1]]"
        return self.driver.execute_script(script, element, name, pseudo)

    def height(self, element: WebElement) -> float:
        """In pixels, and parts of them."""
        script = "return arguments[0].getBoundingClientRect().height"
        return self.driver.execute_script(script, element)

    def prefer(self, **features: str) -> None:
        """Has the browser say what its person prefers, such as `color_scheme="dark"`, and nothing else."""
        names = {"color_scheme": "prefers-color-scheme", "motion": "prefers-reduced-motion", "forced": "forced-colors"}
        told = [{"name": names[name], "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": told})

    def resize(self, width: int, height: int) -> None:
        """Makes the page so large, in pixels of CSS; (0, 0) is as large as its window."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 0, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def color(self, value: str) -> str:
        """A colour as computed styles write it."""
        script = """
          const probe = document.createElement("i");
          probe.style.color = arguments[0];
          document.body.append(probe);
          const color = getComputedStyle(probe).color;
          probe.remove();
          return color;"""
        return self.driver.execute_script(script, value)


def violations(page: Page, but: str = "") -> list[str]:
    """What axe-core finds wrong for people who use the page by other means than eyes and a mouse.

    `but` selects what is not looked at.
    """
    if page.driver.execute_script("return window.axe === undefined"):
        page.driver.execute_script(AXE.read_text())
    script = """
      const done = arguments[arguments.length - 1];
      // What is not asked of everybody yet: that fingers find it.
      const rules = { "target-size": { enabled: true } };
      axe.run(arguments[0] ? { exclude: [arguments[0]] } : document, { rules, resultTypes: ["violations", "incomplete"] }).then(
        ({ violations, incomplete }) => {
          // What lies over something else can't be measured, and a popup is never looked for.
          const unknown = ["color-contrast", "aria-valid-attr-value"];
          const doubts = incomplete.filter((it) => !unknown.includes(it.id));
          done([...violations, ...doubts].flatMap((rule) => rule.nodes.map(
            (node) => `${rule.id}: ${node.target}: ${node.failureSummary}`)));
        },
        (error) => done([`${error}`]));"""
    return page.driver.execute_async_script(script, but)
