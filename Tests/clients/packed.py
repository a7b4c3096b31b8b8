"""Pages that have the daemon in them, made by their packers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# A module in which nothing is.
EMPTY = b"\0asm\1\0\0\0"
# The script that a packer has made of a module.
_scripts: dict[tuple[Path, Path], bytes] = {}


def run_packer(packer: Path, engine: Path, folder: Path, *arguments: Path | str) -> None:
    """Makes a page in a folder.

    What becomes of the module is the same in every page, and takes seconds: from the second page of a packer on it is
    copied from the first.
    """
    module = engine
    if known := _scripts.get((packer, engine)):
        module = folder.parent / "empty.wasm"
        module.write_bytes(EMPTY)
    command = [sys.executable, "-B", packer, *arguments, "--module", module]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    script = folder / "module.js"
    if known:
        assert script.is_file()
        script.write_bytes(known)
    else:
        _scripts[packer, engine] = script.read_bytes()
    if module != engine:
        module.unlink()
