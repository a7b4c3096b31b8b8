"""The packages of Python's are typed, strictly, all in one look that remembers what has not changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from conftest import PROJECT

CLIENTS = PROJECT / "clients"
KEPT = PROJECT / ".build" / "mypy"


def test_the_packages_are_typed() -> None:
    """As they are once they are installed: one package, the client with the filler and the agents' door; and an example."""
    installed = KEPT / "installed"
    shutil.rmtree(installed, ignore_errors=True)
    for source in ("python", "terminal", "mcp"):
        shutil.copytree(CLIENTS / source / "src", installed, dirs_exist_ok=True)
    shutil.copy2(CLIENTS / "mcp" / "examples" / "table_server.py", installed)
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", KEPT / "cache", "."],
        cwd=installed,
        env=os.environ | {"MYPYPATH": str(installed)},
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr
