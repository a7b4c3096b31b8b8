"""The benchmarks at a small size, so that they still run when they are wanted."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest
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
    lines = result.stdout.splitlines()
    assert any(line.startswith("| `fieldd check --jobs 2` |") for line in lines)
    # Each row has the verdicts of the plain one, in whatever shape its records are; each kind of form was imported.
    for row in ["plain", "rows of CSV", "what a page sends, urlencoded", "objects in objects"]:
        assert any(line.startswith(f"| {row} |") for line in lines), row
    for form in ["random forms", "surveys of SurveyJS", "forms of Form.io", "workbooks of XLSForm", "schemas of Pydantic"]:
        assert any(line.startswith(f"| {form} |") for line in lines), form


def test_another_part_about_records_keeps_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PROJECT / "Benchmarks"))
    replace_part = importlib.import_module("records").replace_part
    page = "# Results\n\n## Records in Python\n\nfast\n\n## Records\n\nold\n"
    assert replace_part(page, ["## Records", "", "new", ""]) == page.replace("old", "new")


def test_python_is_measured(fieldd: str, library: str) -> None:
    script = PROJECT / "Benchmarks" / "checkers.py"
    command = [sys.executable, "-B", script, "--small", "--fieldd", fieldd, "--library", library]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    lines = result.stdout.splitlines()
    for name in ("`Checker`, in process", "`Checker`, with a daemon", "`check_lines`, all verdicts", "`check_lines` in 8 threads"):
        assert any(line.startswith(f"| {name} |") for line in lines), name
