"""Makes the pictures of the form filler: python Tests/tools/terminal-pictures.py FIELDD."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
FILLER = PROJECT / "clients" / "terminal"
sys.path[:0] = [str(PROJECT / "clients" / "python" / "src"), str(FILLER / "src")]

from fieldd import Daemon  # noqa: E402
from fieldd.fill import FillApp  # noqa: E402

# What a person has typed, key by key or in a go, when a picture is made.
PICTURES: dict[str, list[str | list[str]]] = {
    "typing": [["a"], "tab", [*"hopper"], "tab", "tab", "tab", "tab", ["9"], "ctrl+s", "down"],
    "choosing": [
        [*"grace@example.com"], "tab", [*"hopper1906"], "tab", "down", "down", "down",
        "enter", "enter", "right", "right", "up",
    ],
}  # fmt: skip


async def picture(fieldd: str, keys: list[str | list[str]]) -> str:
    """The screen as SVG after some keys."""
    form_path = FILLER / "signup.fields.json"
    async with Daemon(fieldd, store=":memory:") as daemon, daemon.open(form_path) as form:
        app = FillApp(form)
        async with app.run_test(size=(76, 46)) as pilot:
            for key in keys:
                await pilot.press(*key) if isinstance(key, list) else await pilot.press(key)
                await app.settled()
            await form.settled()
            await pilot.pause()
            svg = app.export_screenshot(title="python -m fieldd.fill signup.fields.json")
    # The font is the reader's own.
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


for name, keys in PICTURES.items():
    path = FILLER / "pictures" / f"{name}.svg"
    path.parent.mkdir(exist_ok=True)
    path.write_text(asyncio.run(picture(sys.argv[1], keys)))
    print(path.relative_to(PROJECT))
