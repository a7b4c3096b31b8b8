"""The harness and the floor, which are programs of this folder."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
BINARIES = HERE.parent / ".build" / "benchmarks"


def build(name: str) -> str:
    """Compiles a program of this folder if it has changed."""
    source, binary = HERE / f"{name}.c", BINARIES / name
    if not binary.exists() or binary.stat().st_mtime < source.stat().st_mtime:
        BINARIES.mkdir(parents=True, exist_ok=True)
        compiler = os.environ.get("CC") or shutil.which("cc") or "clang"
        flags = ["-O2", "-Wall", "-Wextra", "-Werror"]
        subprocess.run([compiler, *flags, "-o", binary, source], check=True)
    return str(binary)
