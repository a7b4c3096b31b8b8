"""The WebAssembly module for the tests: built once for all workers of a run, since that takes minutes.

`FIELDD_WASM` names one that is there already. `FIELDD_MODULES` names a folder of modules: `wasm.py FOLDER` makes them
anew while something else is built, and the tests make what is not there.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import IS_CI, PROJECT, need

SOURCES = PROJECT / "packaging" / "wasm"
LIBRARIES = [
    ("wasi-libc", "lib/wasm32-wasi/libc.a"),
    ("libclang-rt-19-dev-wasm32", "lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a"),
]


def need_libraries() -> None:
    missing = [package for package, path in LIBRARIES if not [*Path("/usr").glob(path)]]
    if missing and IS_CI:
        pytest.fail(f"not installed: {', '.join(missing)}", pytrace=False)
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")


def make(module: Path, *options: str) -> None:
    """Makes a module in this file."""
    asked = [SOURCES / "build.sh", module, *options]
    made = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr[-2000:]
    shutil.rmtree(f"{module}.build")


class Modules:
    """The modules of a run, by how they are compiled: one option of the compiler, and others of `build.sh`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[str, Path] = {}
        if given := os.environ.get("FIELDD_WASM"):
            self._made["-Osize"] = Path(given)

    def get(self, *options: str) -> Path:
        """The module that is made with these options; that of `-Osize` is what people get."""
        name = "".join(options)
        if name not in self._made:
            need("swiftc", "node")
            need_libraries()
            self._made[name] = made_once(self._folder, *options)
        return self._made[name]


def made_once(folder: Path, *options: str) -> Path:
    """The module that is made with these options, once for all processes."""
    module = folder / f"fieldd{''.join(options)}.wasm"
    # Another worker may be making it, in a file that is there before it is whole.
    with module.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = module.with_suffix(".done")
        if not done.exists():
            make(module, *options)
            done.touch()
    return module


def main() -> None:
    """Makes the module that people get anew in a folder; where it can not be made, the tests say so or skip."""
    (given,) = sys.argv[1:]
    folder = Path(given)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        made_once(folder, "-Osize")
    except AssertionError as error:
        print(error, file=sys.stderr)


if __name__ == "__main__":
    main()
