"""Makes the pictures of the form filler: python Tests/tools/terminal-pictures.py FIELDD."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
FILLER = PROJECT / "clients" / "terminal"
sys.path[:0] = [str(PROJECT / "clients" / "python" / "src"), str(FILLER / "src")]

from fieldd import Daemon  # noqa: E402
from fieldd.fill import FillApp, Interview, Teletype  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.text import Text  # noqa: E402

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


# What a person has answered, line by line, when the picture of the questions is made.
ANSWERS = ["grace@", "grace@example.com", "hopper1906", "3", "1906-12-09", "monday, 5", "9", "."]


async def asking(fieldd: str) -> str:
    """A session in questions as SVG, up to the review."""
    ours, theirs = pty.openpty()
    os.set_blocking(ours, False)
    form_path = FILLER / "signup.fields.json"
    seen = ""
    async with Daemon(fieldd, store=":memory:") as daemon, daemon.open(form_path) as form:
        run = asyncio.create_task(Interview(form, Teletype(theirs, theirs)).run())
        for answer in [*ANSWERS, ""]:
            # The prompt of one question does not count as that of the next.
            told = ""
            while not told.endswith("> "):
                came = asyncio.Event()
                asyncio.get_running_loop().add_reader(ours, came.set)
                await came.wait()
                asyncio.get_running_loop().remove_reader(ours)
                told += os.read(ours, 65536).decode()
            seen += told
            os.write(ours, answer.encode() + b"\n" if answer else b"")
        run.cancel()
        await asyncio.wait([run])
    console = Console(record=True, width=76, file=open(os.devnull, "w"))  # noqa: SIM115
    console.print(Text(seen.replace("\r\n", "\n")))
    svg = console.export_svg(title="python -m fieldd.fill --plain signup.fields.json")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


for name, keys in PICTURES.items():
    path = FILLER / "pictures" / f"{name}.svg"
    path.parent.mkdir(exist_ok=True)
    path.write_text(asyncio.run(picture(sys.argv[1], keys)))
    print(path.relative_to(PROJECT))

path = FILLER / "pictures" / "asking.svg"
path.write_text(asyncio.run(asking(sys.argv[1])))
print(path.relative_to(PROJECT))
