"""Puts ES modules together as one classic script, which a page from a file system may load.

A browser loads no module from `file:`. The sources here are of one kind: imports and exports stand at the beginning of
a line and have names. Anything else, and a circle of imports, is refused. Their own address is the one that they would
have beside the page.
"""

from __future__ import annotations

import re
from pathlib import Path

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
PASSED_ON = re.compile(r'^export \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:class|const|function\*?) (\w+))", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*|\bimport(?:\(|\.meta)", re.MULTILINE)


class Unreadable(Exception):
    """A module is of another kind."""


def bundle(entry: str, folders: list[Path], package: Path) -> str:
    """The script of a module that is in the folders, of which the last one with a name counts.

    `package` is the folder of the JavaScript package, which pages import from `./fieldd/`.
    """
    files = {it.name: it for folder in folders for it in sorted(folder.glob("*.js"))}
    files |= {f"fieldd/{it.name}": it for it in sorted(package.glob("*.js"))}
    made: dict[str, str] = {}

    def add(name: str, above: tuple[str, ...] = ()) -> None:
        if name in made:
            return
        if name in above:
            raise Unreadable(f"{' imports '.join([*above, name])}")
        if name not in files:
            raise Unreadable(f"{above[-1] if above else 'a page'} imports {name}, which is nowhere")
        text = files[name].read_text(encoding="utf-8")
        for _, address in [*IMPORT.findall(text), *PASSED_ON.findall(text)]:
            add(beside(name, address), (*above, name))
        made[name] = written(name, text)

    add(entry)
    return '"use strict";\n(() => {\nconst modules = {};\n' + "".join(made.values()) + "})();\n"


def beside(name: str, address: str) -> str:
    """The name of what a module imports."""
    folder = name.rpartition("/")[0]
    if not address.startswith("./"):
        raise Unreadable(f"{name} imports {address}")
    return f"{folder}/{address[2:]}" if folder else address[2:]


def names(listed: str) -> list[tuple[str, str]]:
    """What is imported or exported, and under which name."""
    pairs = [it.split(" as ") for it in re.sub(r"\s+", " ", listed).strip(" ,").split(", ")]
    return [(pair[0].strip(), pair[-1].strip()) for pair in pairs]


def written(name: str, text: str) -> str:
    """A module as a statement that makes its exports."""
    exported = [f"{own}" for _, own in EXPORT.findall(text)]
    for listed, address in PASSED_ON.findall(text):
        source = f'modules["{beside(name, address)}"]'
        exported += [f"{other}: {source}.{own}" for own, other in names(listed)]

    def taken(match: re.Match[str]) -> str:
        pairs = ", ".join(own if own == other else f"{own}: {other}" for own, other in names(match[1]))
        return f'const {{ {pairs} }} = modules["{beside(name, match[2])}"];'

    body = EXPORT.sub(r"\1", PASSED_ON.sub("", IMPORT.sub(taken, text)))
    # A classic script does not know where it is.
    body = body.replace("import.meta.url", f'new URL("{name}", document.baseURI)')
    code = re.sub(r"/\*.*?\*/|^\s*//.*$", "", body, flags=re.DOTALL | re.MULTILINE)
    if other := OTHER.search(code):
        raise Unreadable(f"{name} has {other[0]}")
    return f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {", ".join(exported)} }};\n}})();\n'
