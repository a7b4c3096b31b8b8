"""Takes the picture of clients/builder: the form of the README, as Chromium draws it.

Run it with the tests' Python: `.venv/bin/python Tests/tools/builder-picture.py`. The daemon is the
release build, or the one that FIELDD names. The look is best with the typeface Inter installed.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Tests" / "clients"))

from browser import start_browser  # noqa: E402
from test_builder import SIGN_UP, Builder  # noqa: E402

PICTURE = PROJECT / "clients" / "builder" / "picture.png"


def main() -> None:
    fieldd = os.environ.get("FIELDD", str(PROJECT / ".build" / "release" / "fieldd"))
    arguments = ["--window-size=1440,1040", "--hide-scrollbars"]
    with tempfile.TemporaryDirectory() as folder, start_browser(*arguments) as driver:
        form = Path(folder) / "signup.fields.json"
        form.write_text(SIGN_UP)
        with Builder(fieldd, form, driver) as builder:
            builder.click("E-mail")
            driver.execute_script("scrollTo(0, 0)")
            builder.page.until(lambda: driver.find_elements("css selector", ".text .problems button"))
            driver.save_screenshot(str(PICTURE))


main()
