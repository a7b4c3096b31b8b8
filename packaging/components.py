"""The components of others in what is shipped, and the licences that they have.

A version is read from what is installed here: the compiler, the C library, Debian's packages and npm's.
"""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from vsix import scripts

PROJECT = Path(__file__).resolve().parents[1]

PROGRAM, LIBRARY, MODULE, EXTENSION_FILE, PLAYGROUND = "fieldd", "libfieldd", "fieldd.wasm", "fieldd.vsix", "playground"
ARTIFACTS = {
    PROGRAM: "The program, in the archives, the Debian package, the container image and the wheels.",
    LIBRARY: "The library for C and Python, in the wheels.",
    MODULE: "The WebAssembly module, in the playground, the npm package and the wheel for all systems.",
    EXTENSION_FILE: "The extension for VS Code.",
    PLAYGROUND: "The page with an editor that needs no server.",
}
"""What is shipped, by its name in the list of components."""


@dataclasses.dataclass(frozen=True)
class Component:
    """Something of others that is in what is shipped."""

    name: str
    version: str
    licence: str
    """As an SPDX expression."""
    within: tuple[str, ...]
    """The artifacts that contain it."""
    about: str
    package: str = ""
    """Its address as a package URL, where it has one."""


def output(*command: str) -> str:
    """What a program prints; nothing where it is not installed."""
    if shutil.which(command[0]) is None:
        return ""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def swift_version() -> str:
    """The version of the compiler, whose own libraries are linked."""
    found = re.search(r"Swift version (\S+)", output("swiftc", "--version"))
    return found[1] if found else ""


def glibc_version() -> str:
    """The version of the C library; a Mac has none."""
    names = getattr(os, "confstr_names", {})
    return (os.confstr("CS_GNU_LIBC_VERSION") or "").removeprefix("glibc ") if "CS_GNU_LIBC_VERSION" in names else ""


def debian_version(package: str) -> str:
    """The version of one of Debian's packages."""
    return output("dpkg-query", "--show", "--showformat", "${Version}", package)


def unicode_versions() -> dict[str, str]:
    """The versions of Unicode's data that the tables have, as their own comments say."""
    tables = PROJECT / "Sources" / "FieldModels"
    sources = {
        "UCD": (tables / "Text" / "Unicode" / "GraphemeTable.swift", r"Unicode Character Database (\d+(?:\.\d+)*)"),
        "IDNA": (tables / "Formats" / "Unicode" / "HostTable.swift", r"UTS #46 (\d+(?:\.\d+)*)"),
        "CLDR": (tables / "Dates" / "DateManner.swift", r"CLDR, version (\d+(?:\.\d+)*)"),
    }
    found = {}
    for name, (path, pattern) in sources.items():
        version = re.search(pattern, path.read_text(encoding="utf-8"))
        if version is None:
            raise SystemExit(f"components.py: {path} does not say which version of Unicode's data it has")
        found[name] = version[1]
    return found


def npm_packages(modules: Path) -> list[Component]:
    """The packages in the extension, and the editor of the playground."""
    used = [(folder, EXTENSION_FILE) for folder in scripts(modules)[1]]
    found = []
    for folder, within in [*used, (modules / "monaco-editor", PLAYGROUND)]:
        facts = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        name, version = facts["name"], facts["version"]
        about = "Of npm; its own licence and notices are beside it."
        address = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        found.append(Component(name, version, facts["license"], (within,), about, address))
    return found


def components(modules: Path | None = None) -> list[Component]:
    """All of them; those of npm if there is a folder of its packages."""
    everywhere = (PROGRAM, LIBRARY, MODULE)
    unicode = unicode_versions()
    found = [
        Component(
            "swift-runtime", swift_version(), "Apache-2.0 WITH Swift-exception", everywhere,
            "The runtime and the standard library of Swift, linked statically.",
        ),
        Component(
            "glibc", glibc_version(), "LGPL-2.1-or-later", (PROGRAM,), "The C library of GNU, linked statically.",
        ),
        Component(
            "libstdc++ and libgcc", output("gcc", "-dumpfullversion"), "GPL-3.0-or-later WITH GCC-exception-3.1",
            (PROGRAM,), "The libraries of GCC that Swift's runtime needs, linked statically.",
        ),
        Component(
            "wasi-libc", debian_version("wasi-libc"), "CC0-1.0 AND MIT AND BSD-2-Clause", (MODULE,),
            "The C library of the module: memory, and numbers in texts.",
        ),
        Component(
            "compiler-rt", debian_version("libclang-rt-19-dev-wasm32"), "Apache-2.0 WITH LLVM-exception", (MODULE,),
            "Arithmetic that WebAssembly has no instructions for.",
        ),
        Component("unicode-ucd", unicode["UCD"], "Unicode-3.0", everywhere, "Tables of characters, of Unicode."),
        Component("unicode-idna", unicode["IDNA"], "Unicode-3.0", everywhere, "The table of host names, UTS #46."),
        Component("unicode-cldr", unicode["CLDR"], "Unicode-3.0", everywhere, "The names of months and days."),
    ]
    return found + (npm_packages(modules) if modules else [])
