"""The wheels, the archive, the Debian package and the image, where nothing of the project is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
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
    assert "License-File: THIRD-PARTY-NOTICES.txt" in text
    # Nothing on an index is beside its description.
    assert "](../" not in text


@pytest.mark.skipif(sys.platform != "linux", reason="auditwheel knows Linux")
def test_the_wheel_promises_no_system_that_has_less_than_the_program_names(fieldd: str, wheel: Path) -> None:
    need("objdump")
    found = re.fullmatch(r"fieldd-[\d.]+-py3-none-(manylinux_(\d+)_(\d+)_\w+)\.whl", wheel.name)
    assert found is not None
    shown = json.loads(run(sys.executable, "-m", "auditwheel", "show", "--json", wheel))
    assert (shown["overall_tag"], shown["unsupported_isa"]) == (found[1], False)
    # A static program has no names of others, and objdump fails.
    done = subprocess.run(["objdump", "-T", fieldd], capture_output=True, text=True)
    names = re.findall(r"GLIBC_(\d+)\.(\d+)", done.stdout)
    assert all((int(major), int(minor)) <= (int(found[2]), int(found[3])) for major, minor in names)


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


def moved(root: Path, folder: Path, moment: int) -> Path:
    """A copy of a folder whose files are of another time."""
    copy = folder / root.name
    shutil.copytree(root, copy)
    for path in [copy, *copy.rglob("*")]:
        os.utime(path, (moment, moment))
    return copy


def test_the_program_is_static_and_no_debugger_reads_it(installed: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("the program of a Mac has the system's libraries")
    need("readelf")
    program = installed / "usr" / "bin" / "fieldd"
    assert "There is no dynamic section in this file." in run("readelf", "--dynamic", program)
    sections = run("readelf", "--section-headers", "--wide", program)
    for name in (".debug_info", ".symtab", ".note.gnu.build-id", ".swift_modhash"):
        assert name not in sections


def test_the_archive_has_the_same_bytes_wherever_and_whenever_it_is_made(installed: Path, tmp_path: Path) -> None:
    made = []
    for moment in (10**9, 2 * 10**9):
        folder = tmp_path / str(moment)
        copy = moved(installed / "usr", folder, moment)
        archive = folder / "usr.tar.gz"
        run(sys.executable, "-B", PROJECT / "packaging" / "archive.py", copy, archive, env={"SOURCE_DATE_EPOCH": "1700000000"})
        made.append(archive.read_bytes())
        run("sha256sum", "--check", "usr.tar.gz.sha256", cwd=folder)
    assert made[0] == made[1]
    with tarfile.open(tmp_path / "1000000000" / "usr.tar.gz") as archive:
        entries = archive.getmembers()
        assert {(it.uid, it.gid, it.uname, it.gname, it.mtime) for it in entries} == {(0, 0, "", "", 1700000000)}
        assert [it.name for it in entries if it.mode & 0o111 and it.isfile()] == ["usr/bin/fieldd"]
        assert [it.name for it in entries] == sorted(it.name for it in entries)


@pytest.fixture(scope="module")
def debian_packages(fieldd: str, installed: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The package, made in two folders at two times."""
    if not Path("/usr/bin/dpkg").exists():
        pytest.skip("there is no dpkg")
    version = run(fieldd, "--version").split()[1]
    environment = os.environ | {
        "SOURCE_DATE_EPOCH": "1700000000",
        "DEBEMAIL": "fieldd@fieldd.example",
        # The best compression takes half a minute.
        "DPKG_DEB_COMPRESSOR_LEVEL": "1",
    }
    made = []
    for moment in (1800000000, 1900000000):
        folder = tmp_path_factory.mktemp("deb")
        root = moved(installed, folder, moment)
        run(PROJECT / "packaging" / "deb.sh", root, version, folder, cwd=PROJECT, env=environment)
        (package,) = folder.glob("fieldd_*.deb")
        made.append(package)
    return made


def test_the_debian_package_has_the_same_bytes_wherever_and_whenever_it_is_made(debian_packages: list[Path]) -> None:
    assert debian_packages[0].read_bytes() == debian_packages[1].read_bytes()


@pytest.mark.thorough
def test_lintian_finds_nothing_in_the_debian_package(debian_packages: list[Path]) -> None:
    need("lintian")
    assert run("lintian", "--allow-root", "--fail-on", "error,warning", debian_packages[0]) == ""


def test_the_debian_package_is_installed_and_removed(fieldd: str, debian_packages: list[Path], tmp_path: Path) -> None:
    system, package = tmp_path / "system", debian_packages[0]
    (system / "var" / "lib" / "dpkg").mkdir(parents=True)
    (system / "var" / "lib" / "dpkg" / "status").touch()
    for folder in ("info", "updates", "triggers"):
        (system / "var" / "lib" / "dpkg" / folder).mkdir()
    dpkg = ["dpkg", f"--root={system}", "--force-depends", "--force-not-root", f"--log={tmp_path / 'log'}"]
    run(*dpkg, "--install", package)
    installed = system / "usr" / "bin" / "fieldd"
    assert run(installed, "--version") == run(fieldd, "--version")
    assert (system / "usr" / "share" / "man" / "man1" / "fieldd.1.gz").is_file()
    copyright = (system / "usr" / "share" / "doc" / "fieldd" / "copyright").read_text()
    assert (PROJECT / "LICENSE").read_text() in copyright and "Unicode, Inc." in copyright
    # The program is static, so it needs no package.
    assert run("dpkg-deb", "--field", package, "Depends").strip() == ""
    run(*dpkg, "--remove", "fieldd")
    assert not installed.exists()


def image_files() -> list[tuple[str, str]]:
    """What the last stage of the Dockerfile copies, and to where."""
    stage = (PROJECT / "Dockerfile").read_text().split("\nFROM scratch\n")[1]
    return re.findall(r"^COPY --from=build (\S+) (\S+)$", stage, re.MULTILINE)


def test_the_image_has_all_that_the_program_needs(installed: Path, tmp_path: Path) -> None:
    need("chroot", "unshare")
    if os.geteuid() != 0:
        pytest.skip("only root may change the root")
    mounting = subprocess.run(["unshare", "--mount", "mount", "-t", "proc", "proc", "/proc"], capture_output=True, check=False)
    if mounting.returncode != 0:
        pytest.skip("this container may mount nothing")
    image, form = tmp_path / "image", tmp_path / "image" / "forms" / "a.fields.json"
    for source, to in image_files():
        found = installed / source.removeprefix("/image/") if source.startswith("/image/") else Path(source)
        (shutil.copytree if found.is_dir() else shutil.copy2)(found, made(image, to))
    form.parent.mkdir()
    form.write_text('{ "fields": [{ "key": "at", "kind": "date", "label": "At", "timeZone": "Europe/Berlin", "date": "x" }] }')
    lines = (PROJECT / "Dockerfile").read_text().splitlines()
    program = json.loads(next(it for it in lines if it.startswith("ENTRYPOINT ")).removeprefix("ENTRYPOINT "))
    words = json.loads(next(it for it in lines if it.startswith("CMD ")).removeprefix("CMD "))
    user = next(it for it in lines if it.startswith("USER ")).removeprefix("USER ")
    # A container has /proc, where Swift's runtime looks for the words of the command line.
    (image / "proc").mkdir()
    inside = f'mount -t proc proc "{image}/proc" && exec chroot --userspec={user} "{image}" "$@"'

    def start(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
        command = ["unshare", "--mount", "sh", "-c", inside, "sh", *program, *words]
        environment = {"PATH": os.environ["PATH"]}
        return subprocess.run(command, input=text, env=environment, capture_output=True, text=True, timeout=60)

    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    done = start(*words, text=json.dumps(asked) + "\n")
    assert json.loads(done.stdout.splitlines()[0])["result"]["serverInfo"]["name"] == "fieldd", done.stderr
    done = start("check", "/forms")
    assert done.returncode == 1 and done.stdout.count("error[") == 1, done.stdout + done.stderr
    form.write_text(form.read_text().replace(', "date": "x"', ""))
    done = start("check", "/forms")
    assert (done.returncode, done.stdout) == (0, "Nothing wrong in 1 form\n"), done.stderr


def made(image: Path, path: str) -> Path:
    """Where a file of the image goes; its folder is there afterwards."""
    to = image / path.removeprefix("/")
    to.parent.mkdir(parents=True, exist_ok=True)
    return to


@pytest.mark.parametrize("file", ["Dockerfile", "Fuzz/oss-fuzz/Dockerfile"])
def test_the_linter_of_dockerfiles_finds_nothing(file: str) -> None:
    run(Path(sys.executable).with_name("hadolint"), PROJECT / file)
