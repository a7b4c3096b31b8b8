"""The benchmarks at a small size, so that they still run when they are wanted."""

from __future__ import annotations

import subprocess
import sys

from conftest import PROJECT


def test_the_benchmarks_run(fieldd: str) -> None:
    script = PROJECT / "Benchmarks" / "run.py"
    command = [sys.executable, "-B", script, "--small", "--fieldd", fieldd]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "| `^(a+)+$` |" in result.stdout
    goals = [line for line in result.stdout.splitlines() if "`field/didChange`" in line]
    assert any("to 10 | ≤ 2× |" in line for line in goals)
    assert any("100 fields | < 1 kB |" in line and "| met |" in line for line in goals)


def test_records_are_measured(fieldd: str) -> None:
    script = PROJECT / "Benchmarks" / "records.py"
    command = [sys.executable, "-B", script, "--small", "--fieldd", fieldd]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "| `fieldd check --jobs 2` |" in result.stdout
