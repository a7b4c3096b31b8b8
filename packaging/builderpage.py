"""Makes the form builder as a folder of files that needs no server: `builderpage.py [FORM] FOLDER`.

The page begins with the form, or with a new one. It opens files of the person at it, and writes them back where the
browser can; elsewhere they are downloaded. It works from any static host and from a file system, with the network off.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from bundle import bundle
from webpage import MODULE, PACKAGE, PAGE, PROJECT, assignments, module_script, page

OWN = PROJECT / "clients" / "builder" / "page"


def write(form: Path | None, folder: Path, module: Path) -> None:
    """Writes all files of the builder."""
    folder.mkdir(parents=True, exist_ok=True)
    scripts = ["module", "page"]
    if form is not None:
        # The text is saved as it was, with its line ends.
        about: dict[str, object] = {"name": form.name, "form": form.read_bytes().decode()}
        (folder / "form.js").write_text(assignments(about), encoding="utf-8")
        scripts.insert(0, "form")
    (folder / "index.html").write_text(page(OWN / "index.html", scripts), encoding="utf-8")
    (folder / "module.js").write_text(module_script(module), encoding="utf-8")
    (folder / "page.js").write_text(bundle("unserved.js", [PAGE, OWN], PACKAGE), encoding="utf-8")
    for file in (OWN / "builder.css", PAGE / "form.css", PAGE / "icon.svg"):
        shutil.copyfile(file, folder / file.name)


def main() -> int:
    """Writes the builder; gives the exit status."""
    parser = argparse.ArgumentParser(description="Make the form builder as a folder of files that needs no server.")
    parser.add_argument("form", type=Path, nargs="?", help="the document that the page begins with; a new one unless given")
    parser.add_argument("folder", type=Path, help="where the files go; index.html is the page")
    parser.add_argument("--module", type=Path, default=MODULE, help="what `make wasm` has made (.build/wasm/fieldd.wasm)")
    options = parser.parse_args()
    if not options.module.is_file():
        print(f"builderpage.py: there is no module {options.module}: make wasm", file=sys.stderr)
        return 2
    try:
        write(options.form, options.folder, options.module)
    except (OSError, UnicodeDecodeError) as error:
        print(f"builderpage.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
