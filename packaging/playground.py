"""Makes the playground as a folder of files that needs no server: `playground.py MODULES FOLDER`.

MODULES is a folder of npm's packages with monaco-editor in it, as `Tests/clients/prepare.sh` gets it from a wheel.
The page works from any static host and from a file system, with the network off.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from bundle import bundle
from webpage import MODULE, PACKAGE, PAGE, PROJECT, module_script

OWN = PROJECT / "clients" / "playground" / "page"
# What the editor has beyond these are languages and workers, which the page does not use.
EDITOR = ["loader.js", "editor/editor.main.js", "editor/editor.main.css", "base/browser/ui/codicons/codicon/codicon.ttf"]


def write(modules: Path, folder: Path, module: Path) -> None:
    """Writes all files of the playground."""
    editor = modules / "monaco-editor"
    for name in EDITOR:
        to = folder / "vs" / name
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(editor / "min" / "vs" / name, to)
    for name in ("LICENSE", "ThirdPartyNotices.txt"):
        shutil.copyfile(editor / name, folder / "vs" / name)
    for file in (OWN / "index.html", OWN / "playground.css", PAGE / "form.css", PAGE / "icon.svg"):
        shutil.copyfile(file, folder / file.name)
    shutil.copyfile(PROJECT / "THIRD-PARTY-NOTICES.txt", folder / "THIRD-PARTY-NOTICES.txt")
    (folder / "module.js").write_text(module_script(module), encoding="utf-8")
    (folder / "playground.js").write_text(bundle("playground.js", [PAGE, OWN], PACKAGE), encoding="utf-8")


def main() -> int:
    """Writes the playground; gives the exit status."""
    parser = argparse.ArgumentParser(description="Make the playground as a folder of files that needs no server.")
    parser.add_argument("modules", type=Path, help="a folder of npm's packages with monaco-editor in it")
    parser.add_argument("folder", type=Path, help="where the files go; index.html is the page")
    parser.add_argument("--module", type=Path, default=MODULE, help="what `make wasm` has made (.build/wasm/fieldd.wasm)")
    options = parser.parse_args()
    try:
        write(options.modules, options.folder, options.module)
    except OSError as error:
        print(f"playground.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
