"""Takes the pictures of clients/web: the form on a desk and on a phone, in the light and, a page at a time, in the
dark, as Chromium draws it.

Run it with the tests' Python, which needs Pillow besides: `.venv/bin/python
Tests/tools/web-picture.py`. The daemon is the release build, or the one that FIELDD names. The look
is best with the typeface Inter installed.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Tests" / "clients"))

from browser import Bridge, Page, start_browser  # noqa: E402
from PIL import Image  # noqa: E402
from selenium.webdriver import Keys  # noqa: E402

PICTURES = PROJECT / "clients" / "web"
SCALE = 1.5

FORM: dict[str, Any] = {
    "title": "Join the observatory",
    "description": "A few questions before your first night.",
    "groups": [
        {"key": "you", "label": "You"},
        {"key": "night", "label": "Your night"},
    ],
    "fields": [
        {
            "key": "name",
            "kind": "entry",
            "label": "Name",
            "group": "you",
            "required": True,
            "text": "Caroline Herschel",
            "next": "email",
        },
        {
            "key": "email",
            "kind": "entry",
            "label": "E-mail",
            "group": "you",
            "helper": "We never share it.",
            "required": True,
            "maxLength": 40,
            "previous": "name",
            "next": "country",
            "autofill": {"source": "emails", "removable": True},
            "validation": {"live": [{"format": "email"}]},
        },
        {
            "key": "password",
            "kind": "entry",
            "label": "Password",
            "group": "you",
            "required": True,
            "secure": True,
            "text": "comet 1786",
            "icon": "eye",
            "iconAction": "reveal",
        },
        {
            "key": "country",
            "kind": "picker",
            "label": "Telescope",
            "group": "night",
            "required": True,
            "data": [
                {"value": "20", "label": "Small sweeper", "description": "0.7 m, f/3"},
                {"value": "40", "label": "Twenty foot", "description": "6.1 m, f/13"},
                {"value": "48", "label": "Great reflector", "description": "12 m, f/10"},
                {"value": "0", "label": "Transit circle", "disabled": True},
            ],
            "manualEntry": "My own…",
            "clearable": True,
            "previous": "email",
            "next": "date",
        },
        {
            "key": "date",
            "kind": "date",
            "label": "First night",
            "group": "night",
            "date": "2027-03-13",
            "format": "EEEE, d MMMM yyyy",
            "clearable": True,
            "previous": "country",
            "next": "gift",
        },
        {
            "key": "gift",
            "kind": "entry",
            "label": "Donation",
            "group": "night",
            "monetary": True,
            "unit": "a year",
            "text": "50",
            "previous": "date",
        },
        {
            "key": "notes",
            "kind": "area",
            "label": "What do you hope to see?",
            "group": "night",
            "text": "Comets.\nAnd what has no name yet.",
            "maxLength": 140,
        },
    ],
    "autofill": {"emails": ["caroline@example.com", "caro@example.org", "comets@example.net"]},
}

SCENE = """<!doctype html>
<style>
  body {{ margin: 0; padding: 36px 44px; display: flex; gap: 40px; justify-content: center;
         align-items: flex-start; background: {ground}; }}
  img {{ display: block; }}
  .desk {{ width: 560px; border-radius: 20px; box-shadow: 0 2px 10px rgb(20 30 60 / 12%); }}
  .phone {{ width: 390px; border-radius: 44px; border: 9px solid {frame}; margin-top: 24px; }}
</style>
<img class="desk" src="desk.png"><img class="phone" src="phone.png">"""
SCENES = {
    "picture": {"ground": "#e9edf6", "frame": "#22252e"},
    "pages": {"ground": "#2b2f3a", "frame": "#0a0b0e"},
}


def size(page: Page, width: int, height: int) -> None:
    """Makes the page so large, and as fine as the picture."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": SCALE, "mobile": False}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def take_desk(page: Page, bridge: Bridge, path: Path) -> None:
    """A wrong address, and a list that is open."""
    page.prefer(color_scheme="light")
    size(page, 760, 1200)
    page.open(bridge)
    page.control("email").send_keys("caroline@")
    page.until(lambda: page.field("email").get_attribute("data-state") == "error")
    page.control("country").click()
    page.is_active("country")
    page.press(Keys.ARROW_DOWN)
    page.until(lambda: page.field("country", '[aria-selected="true"]').text.startswith("Twenty"))
    page.find(".card").screenshot(str(path))


def take_phone(page: Page, bridge: Bridge, path: Path) -> None:
    """A date on its wheels."""
    size(page, 390, 844)
    page.open(bridge)
    page.control("email").send_keys("caroline@example.com")
    page.until(lambda: page.field("email").get_attribute("data-state") == "success")
    page.control("date").click()
    page.until(lambda: page.field("date", ".wheels").is_displayed())
    page.driver.save_screenshot(str(path))


def go_on(page: Page) -> None:
    """Presses what goes on, and waits for what comes next."""
    title = page.driver.title
    page.submit()
    page.until(lambda: page.driver.title != title and page.is_ready)
    page.driver.execute_script("document.activeElement.blur()")


def take_pages(page: Page, bridge: Bridge, folder: Path) -> None:
    """In the dark: the second page with its list, and on a phone what was answered."""
    page.prefer(color_scheme="dark")
    size(page, 760, 1200)
    page.open(bridge)
    page.control("email").send_keys("caroline@example.com")
    go_on(page)
    page.control("country").click()
    page.is_active("country")
    page.press(Keys.ARROW_DOWN)
    page.until(lambda: page.field("country", '[aria-selected="true"]').text.startswith("Twenty"))
    page.find(".card").screenshot(str(folder / "desk.png"))
    page.press(Keys.ENTER)
    page.has("country", "Twenty foot")
    size(page, 390, 844)
    go_on(page)
    page.driver.save_screenshot(str(folder / "phone.png"))
    page.prefer()


def compose(page: Page, folder: Path, name: str) -> None:
    """Puts what was taken side by side, into a picture of clients/web."""
    (folder / "scene.html").write_text(SCENE.format(**SCENES[name]))
    page.driver.get((folder / "scene.html").as_uri())
    size(page, 1140, 100)
    size(page, 1140, page.driver.execute_script("return document.documentElement.scrollHeight"))
    page.driver.save_screenshot(str(folder / "scene.png"))
    picture = PICTURES / f"{name}.png"
    # A palette is a third of the size, and nothing is to be seen of it.
    with Image.open(folder / "scene.png") as scene:
        palette = scene.convert("RGB").quantize(256, dither=Image.Dither.NONE)
        palette.save(picture, optimize=True)
    print(f"{picture.name}: {picture.stat().st_size / 1000:.0f} kB")


def main() -> None:
    fieldd = os.environ.get("FIELDD", str(PROJECT / ".build" / "release" / "fieldd"))
    with tempfile.TemporaryDirectory() as name, start_browser("--hide-scrollbars") as driver:
        folder = Path(name)
        form = folder / "observatory.fields.json"
        form.write_text(json.dumps(FORM))
        page = Page(driver)
        with Bridge(fieldd, form) as bridge:
            take_desk(page, bridge, folder / "desk.png")
        with Bridge(fieldd, form) as bridge:
            take_phone(page, bridge, folder / "phone.png")
        compose(page, folder, "picture")
        with Bridge(fieldd, form, "--pages", "--review") as bridge:
            take_pages(page, bridge, folder)
        compose(page, folder, "pages")


main()
