"""Takes the picture of clients/preview: Neovim with a form, and beside it the form in Chromium.

Run it with the tests' Python, which needs Pillow besides, where there is tmux: `.venv/bin/python
Tests/tools/preview-picture.py`. The daemon is the release build, or the one that FIELDD names. The
look is best with the typefaces Inter and JetBrains Mono installed.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Tests" / "clients"))

from browser import start_browser  # noqa: E402
from PIL import Image  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.text import Text  # noqa: E402
from test_editors import newer_neovim  # noqa: E402
from test_preview import CLIENTS, Sight, command  # noqa: E402

PICTURE = CLIENTS / "preview" / "picture.png"
COLUMNS, LINES = 74, 31
SCALE = 1.5

FORM = """{
  "title": "Join the observatory",
  "description": "A few questions before your first night.",
  "fields": [
    { "key": "name", "kind": "entry", "label": "Name",
      "required": true, "text": "Caroline Herschel" },

    { "key": "email", "kind": "entry", "label": "E-mail",
      "required": true, "maxLength": 40,
      "validation": { "live": [{ "format": "email" }] },
      "text": "" },

    { "key": "password", "kind": "entry", "label": "Password",
      "secure": true, "text": "comet 1786" },

    { "key": "telescope", "kind": "picker", "label": "Telescope",
      "data": ["Small sweeper", "Twenty foot", "Great reflector"],
      "text": "Twenty foot" },

    { "key": "night", "kind": "date", "label": "First night",
      "date": "2027-03-13", "format": "EEEE, d MMMM yyyy" },

    { "key": "notes", "kind": "area", "maxLength": 140,
      "label": "What do you hope to see?",
      "text": "Comets. And what has no name yet." }
  ]
}
"""

SETTINGS = """
vim.o.termguicolors = true
vim.o.showmode, vim.o.ruler, vim.o.laststatus = false, false, 0
vim.o.signcolumn, vim.o.fillchars = 'no', 'eob: '
vim.lsp.inlay_hint.enable(true)
vim.diagnostic.config({ virtual_text = { prefix = '', spacing = 2 } })
vim.lsp.handlers['window/showMessage'] = function(_, result)
  vim.fn.writefile({ result.message }, vim.env.SAID)
end
"""

SCENE = """<!doctype html>
<meta charset="utf-8">
<style>
  body { margin: 0; padding: 34px 40px; display: flex; gap: 34px; justify-content: center;
         align-items: flex-start; background: #e9edf6; }
  pre { margin: 0; padding: 22px 22px 18px; border-radius: 12px; background: #14161b; color: #e0e2ea;
        font: 13.5px/20px "JetBrains Mono", "DejaVu Sans Mono", monospace;
        box-shadow: 0 10px 40px rgb(20 30 60 / 22%); }
  img { display: block; width: 560px; border-radius: 20px;
        box-shadow: 0 2px 10px rgb(20 30 60 / 12%); }
</style>
<pre>PANE</pre><img src="page.png">"""


class Terminal:
    """A terminal that nobody looks at, with a program in it."""

    def __init__(self, folder: Path, command: list[str], environment: dict[str, str]) -> None:
        self._tmux = ["tmux", "-S", str(folder / "tmux"), "-f", "/dev/null"]
        program = shlex.join(["env", *(f"{name}={it}" for name, it in environment.items()), *command])
        size = ["-x", str(COLUMNS), "-y", str(LINES)]
        self._run("new-session", "-d", *size, program, ";", "set", "-g", "status", "off")

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self._run("kill-server")

    def press(self, *keys: str) -> None:
        """Types keys as tmux names them."""
        self._run("send-keys", *keys)

    def html(self) -> str:
        """What is to be seen, with its colours."""
        screen = Text.from_ansi(self._run("capture-pane", "-e", "-p").rstrip("\n"))
        console = Console(record=True, width=COLUMNS + 1, file=open(os.devnull, "w"))
        console.print(screen, soft_wrap=True)
        return console.export_html(inline_styles=True, code_format="{code}").rstrip()

    def _run(self, *arguments: str) -> str:
        done = subprocess.run([*self._tmux, *arguments], capture_output=True, text=True, check=True)
        return done.stdout


def main() -> None:
    fieldd = os.environ.get("FIELDD", str(PROJECT / ".build" / "release" / "fieldd"))
    (program, *_), environment = newer_neovim()
    with tempfile.TemporaryDirectory() as name, start_browser("--hide-scrollbars") as driver:
        folder = Path(name)
        form, said = folder / "observatory.fields.json", folder / "said"
        form.write_text(FORM)
        line = "cmd = { 'fieldd' }"
        started = ", ".join(f"'{part}'" for part in command(fieldd, "--store", ":memory:"))
        configuration = (CLIENTS / "neovim" / "fieldd.lua").read_text()
        (folder / "init.lua").write_text(
            SETTINGS + configuration.replace(line, f"cmd = {{ {started} }}"))
        options = ["--clean", "-n", "-u", str(folder / "init.lua"), str(form)]
        environment |= {"HOME": name, "SAID": str(said), "LANG": "C.UTF-8", "COLORTERM": "truecolor"}
        page = Sight(driver)
        metrics = {"width": 640, "height": 1200, "deviceScaleFactor": SCALE, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        with Terminal(folder, [program, *options], environment) as terminal:
            page.until(lambda: said.exists() and said.read_text())
            address = re.search(r"http://\S+", said.read_text())[0]
            page.open(SimpleNamespace(address=address))
            page.control("email").send_keys("caroline@")
            page.until(lambda: page.field("email").get_attribute("data-state") == "error")
            page.until(lambda: "Not an e-mail" in terminal.html())
            terminal.press("C-l")
            page.find(".card").screenshot(str(folder / "page.png"))
            (folder / "scene.html").write_text(SCENE.replace("PANE", terminal.html()))
        driver.get((folder / "scene.html").as_uri())
        metrics |= {"width": 1310, "height": 100}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        metrics["height"] = driver.execute_script("return document.documentElement.scrollHeight")
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        driver.save_screenshot(str(folder / "scene.png"))
        # A palette is a third of the size, and nothing is to be seen of it.
        with Image.open(folder / "scene.png") as scene:
            palette = scene.convert("RGB").quantize(256, dither=Image.Dither.NONE)
            palette.save(PICTURE, optimize=True)
    print(f"{PICTURE.name}: {PICTURE.stat().st_size / 1000:.0f} kB")


main()
