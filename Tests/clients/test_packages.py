"""The wheel and the Debian package, installed where nothing of the project is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from conftest import PROJECT, need

pytestmark = pytest.mark.xdist_group("build")

PROGRAM = """
import fieldd
document = {"fields": [{"key": "age", "kind": "entry", "label": "Age", "value": "integer"}]}
with fieldd.Checker(document) as checker:
    print(checker.check({"age": 3}).valid, checker.check({"age": "3"}).problems[0].code)
"""


def run(*command: str | Path, **options: object) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_brings_the_program_and_the_client(fieldd: str, tmp_path: Path) -> None:
    need("objdump", "strip")
    run(sys.executable, "-B", PROJECT / "packaging" / "wheel.py", fieldd, tmp_path)
    (wheel,) = tmp_path.glob("fieldd-*-py3-none-*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    programs = tmp_path / "venv" / "bin"
    run(programs / "pip", "install", "--quiet", "--no-deps", "--no-index", wheel)
    assert run(programs / "fieldd", "--version") == run(fieldd, "--version")
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    assert run(programs / "python", "-c", PROGRAM, env=environment, cwd=tmp_path) == "True wrongType\n"
    facts = run(programs / "pip", "show", "--verbose", "--files", "fieldd")
    assert "fieldd/fill/app.py" in facts and "fieldd/records.py" in facts
    assert "fieldd/fill/languages/de.json" in facts and "fieldd/mcp/asking.py" in facts
    metadata = next((tmp_path / "venv").rglob("fieldd-*.dist-info/METADATA")).read_text()
    assert "Provides-Extra: fill" in metadata and 'textual<9,>=8; extra == "fill"' in metadata
    assert "Provides-Extra: mcp" in metadata and 'mcp<3,>=2.3; extra == "mcp"' in metadata
    run(programs / "pip", "uninstall", "--quiet", "--yes", "fieldd")
    assert not (programs / "fieldd").exists()


def test_the_wheel_carries_the_library(fieldd: str, library: str, tmp_path: Path) -> None:
    need("objdump", "strip")
    run(sys.executable, "-B", PROJECT / "packaging" / "wheel.py", fieldd, tmp_path, "--library", library)
    (wheel,) = tmp_path.glob("fieldd-*-py3-none-*.whl")
    run(sys.executable, "-m", "zipfile", "-e", wheel, tmp_path / "installed")
    program = PROGRAM.replace("Checker(document)", "Checker(document, in_process=True)")
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(tmp_path / "installed")}
    assert run(sys.executable, "-c", program, env=environment, cwd=tmp_path) == "True wrongType\n"


@pytest.mark.skipif(os.name != "posix" or not Path("/usr/bin/dpkg").exists(), reason="there is no dpkg")
def test_the_debian_package_is_installed_and_removed(fieldd: str, installed: Path, tmp_path: Path) -> None:
    need("objdump", "strip", "dpkg-deb")
    root, system = tmp_path / "made", tmp_path / "system"
    shutil.copytree(installed, root)
    version = run(fieldd, "--version").split()[1]
    run(PROJECT / "packaging" / "deb.sh", root, version, tmp_path, cwd=PROJECT)
    (package,) = tmp_path.glob("fieldd_*.deb")
    (system / "var" / "lib" / "dpkg").mkdir(parents=True)
    (system / "var" / "lib" / "dpkg" / "status").touch()
    for folder in ("info", "updates", "triggers"):
        (system / "var" / "lib" / "dpkg" / folder).mkdir()
    dpkg = ["dpkg", f"--root={system}", "--force-depends", "--force-not-root", f"--log={tmp_path / 'log'}"]
    run(*dpkg, "--install", package)
    installed = system / "usr" / "bin" / "fieldd"
    assert run(installed, "--version") == run(fieldd, "--version")
    assert (system / "usr" / "share" / "man" / "man1" / "fieldd.1.gz").is_file()
    assert "libc6 (>= 2." in run("dpkg-deb", "--field", package, "Depends")
    run(*dpkg, "--remove", "fieldd")
    assert not installed.exists()
