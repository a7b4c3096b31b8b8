"""Makes the page of a form as a folder of files that needs no server: `webpage.py FORM FOLDER`.

The page has the daemon in it, as a module of WebAssembly, so it runs from any static host and from a file system, with
the network off. Its scripts are classic ones, because a browser loads no module and fetches nothing from `file:`.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import html
import json
import re
import shutil
import sys
from pathlib import Path
from urllib.parse import urlsplit
from xml.sax.saxutils import quoteattr

from bundle import bundle

PROJECT = Path(__file__).resolve().parents[1]
PAGE = PROJECT / "clients" / "web" / "page"
PACKAGE = PROJECT / "clients" / "javascript" / "src"
MODULE = PROJECT / ".build" / "wasm" / "fieldd.wasm"
# What a page may do, beside sending its answers.
POLICY = {
    "default-src": "'none'",
    # A module of WebAssembly is compiled in the page.
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "img-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "require-trusted-types-for": "'script'",
}


def assignment(name: str, value: object) -> str:
    """A script that says something of the page."""
    # In a script of its own nothing but a line's end would end a text, and JSON has none.
    return f"(globalThis.fieldd ??= {{}}).{name} = {json.dumps(value)};\n"


def assignments(about: dict[str, object]) -> str:
    """A script that says several things."""
    return "".join(assignment(name, it) for name, it in about.items())


def module_script(module: Path) -> str:
    """The module as a script; the same module makes the same text."""
    return assignment("module", base64.b64encode(gzip.compress(module.read_bytes(), mtime=0)).decode())


def policy(action: str | None) -> str:
    """What the page may do, as its `meta` element says it."""
    more = {}
    if action is not None and (to := urlsplit(action)).scheme:
        more = {"connect-src": f"{to.scheme}://{to.netloc}"}
    elif action is not None:
        more = {"connect-src": "'self'"}
    return "; ".join(f"{name} {value}" for name, value in (POLICY | more).items())


def page(bridged: Path, names: list[str], action: str | None = None) -> str:
    """The page itself: that of a bridge, with other scripts."""
    whole = bridged.read_text(encoding="utf-8")
    (module,) = re.findall(r'^ *<script type="module".*\n', whole, re.MULTILINE)
    scripts = "".join(f"    <script defer src={quoteattr(f'{it}.js')}></script>\n" for it in names)
    meta = '    <meta charset="utf-8">\n'
    says = f'    <meta http-equiv="Content-Security-Policy" content="{html.escape(policy(action))}">\n'
    assert meta in whole
    return whole.replace(module, scripts).replace(meta, meta + says)


def write(form: Path, folder: Path, module: Path, manner: dict[str, object], action: str | None) -> None:
    """Writes all files of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    text = form.read_text(encoding="utf-8")
    about: dict[str, object] = {"name": form.name, "form": text, "digest": hashlib.sha256(text.encode()).hexdigest(), **manner}
    if action is not None:
        about["action"] = action
    (folder / "index.html").write_text(page(PAGE / "index.html", ["form", "module", "page"], action), encoding="utf-8")
    (folder / "form.js").write_text(assignments(about), encoding="utf-8")
    (folder / "module.js").write_text(module_script(module), encoding="utf-8")
    (folder / "page.js").write_text(bundle("alone.js", [PAGE], PACKAGE), encoding="utf-8")
    for name in ("form.css", "icon.svg"):
        shutil.copyfile(PAGE / name, folder / name)


def main() -> int:
    """Writes the page; gives the exit status."""
    parser = argparse.ArgumentParser(description="Make the page of a form as a folder of files that needs no server.")
    parser.add_argument("form", type=Path, help="a document, or a form of another format as text")
    parser.add_argument("folder", type=Path, help="where the files go; index.html is the page")
    parser.add_argument("--module", type=Path, default=MODULE, help="what `make wasm` has made (.build/wasm/fieldd.wasm)")
    parser.add_argument("--pages", action="store_true", help="show a group at a time")
    parser.add_argument("--review", action="store_true", help="show all answers before they are submitted")
    parser.add_argument("--action", metavar="URL", help="send the answers there, as JSON by POST")
    options = parser.parse_args()
    if not options.module.is_file():
        print(f"webpage.py: there is no module {options.module}: make wasm", file=sys.stderr)
        return 2
    manner = {"pages": options.pages, "review": options.review}
    try:
        write(options.form, options.folder, options.module, manner, options.action)
    except (OSError, UnicodeDecodeError) as error:
        print(f"webpage.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
