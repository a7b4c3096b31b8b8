"""The WebAssembly module for the tests: built once for all workers of a run, since that takes minutes.

`FIELDD_WASM` names one that is there already.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
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


def build(module: Path, *options: str) -> Path:
    """Builds a module into this file."""
    need("swiftc", "node")
    need_libraries()
    asked = [SOURCES / "build.sh", module, *options]
    made = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr[-2000:]
    shutil.rmtree(f"{module}.build")
    return module


class Modules:
    """The modules of a run, by how they are compiled."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[str, Path] = {}
        if given := os.environ.get("FIELDD_WASM"):
            self._made["-Osize"] = Path(given)

    def get(self, option: str) -> Path:
        """The module that is compiled with this option; `-Osize` is what people get."""
        if option not in self._made:
            module = self._folder / f"fieldd{option}.wasm"
            # Another worker may be building it, in a file that is there before it is whole.
            with module.with_suffix(".lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                done = module.with_suffix(".done")
                if not done.exists():
                    build(module, option)
                    done.touch()
            self._made[option] = module
        return self._made[option]
