"""The wheels and the Debian package, installed where nothing of the project is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
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


def make_wheel(folder: Path, *options: str | Path) -> Path:
    return Path(run(sys.executable, "-B", PROJECT / "packaging" / "wheel.py", folder, *options).strip())


@pytest.fixture(scope="module")
def wheel(fieldd: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel with the program."""
    need("strip")
    return make_wheel(tmp_path_factory.mktemp("wheel"), "--program", fieldd)


@pytest.fixture(scope="module")
def stand_in_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel for everybody, with a module in which nothing is."""
    folder = tmp_path_factory.mktemp("wheel")
    (folder / "module").write_bytes(b"\0asm\1\0\0\0")
    return make_wheel(folder, "--module", folder / "module")


def metadata_of(wheel: Path) -> bytes:
    with zipfile.ZipFile(wheel) as files:
        return files.read(next(it for it in files.namelist() if it.endswith(".dist-info/METADATA")))


def test_wheels_are_as_an_index_wants_them(wheel: Path, stand_in_wheel: Path) -> None:
    """Their names, their contents, and how their description is shown."""
    assert re.fullmatch(r"fieldd-\d+\.\d+\.\d+-py3-none-any\.whl", stand_in_wheel.name)
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, stand_in_wheel)
    run(sys.executable, "-m", "check_wheel_contents", wheel, stand_in_wheel)
    # An installer that makes a lock file reads those of one wheel, for all of them.
    assert metadata_of(wheel) == metadata_of(stand_in_wheel)
    text = metadata_of(wheel).decode()
    assert "Requires-Dist: wasmtime>=50; sys_platform != \"linux\" or platform_machine != \"x86_64\"" in text
    assert 'Requires-Dist: wasmtime>=50; extra == "module"' in text and "License-File: LICENSE" in text
    # Nothing on an index is beside its description.
    assert "](../" not in text


@pytest.mark.skipif(sys.platform != "linux", reason="auditwheel knows Linux")
def test_the_wheel_promises_no_system_that_has_less_than_the_program_names(fieldd: str, wheel: Path) -> None:
    need("objdump")
    found = re.fullmatch(r"fieldd-[\d.]+-py3-none-(manylinux_(\d+)_(\d+)_\w+)\.whl", wheel.name)
    assert found is not None
    shown = json.loads(run(sys.executable, "-m", "auditwheel", "show", "--json", wheel))
    assert (shown["overall_tag"], shown["unsupported_isa"]) == (found[1], False)
    names = re.findall(r"GLIBC_(\d+)\.(\d+)", run("objdump", "-T", fieldd))
    assert max((int(major), int(minor)) for major, minor in names) <= (int(found[2]), int(found[3]))


def test_the_wheel_for_everybody_has_a_command_of_its_own(stand_in_wheel: Path, tmp_path: Path) -> None:
    install_beside(stand_in_wheel, tmp_path)
    done = subprocess.run([tmp_path / "bin" / "fieldd", "check"], env=environment(tmp_path), capture_output=True, text=True)
    assert done.returncode == 2 and "fieldd check needs the program" in done.stderr


@pytest.mark.thorough
def test_the_wheel_for_everybody_needs_no_program(fieldd: str, engine: Path, tmp_path: Path) -> None:
    install_beside(make_wheel(tmp_path / "made", "--module", engine), tmp_path)
    # Where wasmtime keeps the module that another test has compiled.
    cache = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    alone = environment(tmp_path) | {"XDG_CACHE_HOME": cache}
    has_command = alone | {"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"}
    assert run(tmp_path / "bin" / "fieldd", "--version", env=alone) == run(fieldd, "--version")
    in_process = PROGRAM.replace("Checker(document)", "Checker(document, in_process=True)")
    for known, program in ((alone, PROGRAM), (has_command, PROGRAM), (alone, in_process)):
        assert run(sys.executable, "-c", program, env=known, cwd=tmp_path) == "True wrongType\n"


def install_beside(wheel: Path, folder: Path) -> None:
    """Installs a wheel into a folder, for this Python, which has wasmtime."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    run(*pip, "--target", folder, wheel)


def environment(folder: Path) -> dict[str, str]:
    """What a program sees that finds a package in a folder."""
    return {"HOME": str(folder), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(folder)}


def test_the_wheel_brings_the_program_and_the_client(fieldd: str, wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    programs = tmp_path / "venv" / "bin"
    run(programs / "pip", "install", "--quiet", "--no-deps", "--no-index", wheel)
    assert run(programs / "fieldd", "--version") == run(fieldd, "--version")
    alone = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    assert run(programs / "python", "-c", PROGRAM, env=alone, cwd=tmp_path) == "True wrongType\n"
    facts = run(programs / "pip", "show", "--verbose", "--files", "fieldd")
    assert "fieldd/fill/app.py" in facts and "fieldd/records.py" in facts
    assert "fieldd/fill/languages/de.json" in facts and "fieldd/mcp/asking.py" in facts
    metadata = next((tmp_path / "venv").rglob("fieldd-*.dist-info/METADATA")).read_text()
    assert "Provides-Extra: fill" in metadata and 'textual<9,>=8; extra == "fill"' in metadata
    assert "Provides-Extra: mcp" in metadata and 'mcp<3,>=2.3; extra == "mcp"' in metadata
    run(programs / "pip", "uninstall", "--quiet", "--yes", "fieldd")
    assert not (programs / "fieldd").exists()


def test_the_wheel_carries_the_library(fieldd: str, library: str, tmp_path: Path) -> None:
    need("strip")
    wheel = make_wheel(tmp_path, "--program", fieldd, "--library", library)
    run(sys.executable, "-m", "zipfile", "-e", wheel, tmp_path / "installed")
    program = PROGRAM.replace("Checker(document)", "Checker(document, in_process=True)")
    assert run(sys.executable, "-c", program, env=environment(tmp_path / "installed"), cwd=tmp_path) == "True wrongType\n"


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
