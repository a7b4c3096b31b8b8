"""Makes the Python wheel `fieldd`: the typed client, its parts as extras, and the daemon, as a program or as a module.

    wheel.py FOLDER --program FILE [--library FILE]
    wheel.py FOLDER --module FILE

It needs setuptools and wheel, and auditwheel on Linux. The program is put beside Python's own, so that `fieldd` is a
command wherever the wheel is installed; the library, for checks in process, is put into the package. With the module
in the package the wheel runs anywhere, and `fieldd` is a function of the package.
Both wheels have the same metadata, since an index shows those of one of them for a version.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path

from readme import alone

PROJECT = Path(__file__).resolve().parents[1]
CLIENT = PROJECT / "clients" / "python"
# The parts of the package that need more than it does: the form filler, and elicitations of MCP.
PARTS = {"fill": PROJECT / "clients" / "terminal", "mcp": PROJECT / "clients" / "mcp"}
EXTRAS = "[project.optional-dependencies]\n"
# What goes along with what is in a wheel; they are not beside the Python sources.
NOTICES = ["LICENSE", "THIRD-PARTY-NOTICES.txt"]
LICENCE = 'license = "MIT"\n'
COMMAND = '[project.scripts]\nfieldd = "fieldd.command:main"\n\n'


def pure_wheel(folder: Path, has_command: bool) -> Path:
    """The wheel of the Python packages, which runs anywhere."""
    source = folder / "source"
    shutil.copytree(CLIENT / "src", source / "src")
    for notice in NOTICES:
        shutil.copy(PROJECT / notice, source)
    (source / "README.md").write_text(alone((CLIENT / "README.md").read_text(encoding="utf-8")), encoding="utf-8")
    settings, extras = (CLIENT / "pyproject.toml").read_text(), (COMMAND if has_command else "") + EXTRAS
    for name, part in PARTS.items():
        shutil.copytree(part / "src" / "fieldd" / name, source / "src" / "fieldd" / name)
        own = tomllib.loads((part / "pyproject.toml").read_text())
        extras += f"{name} = {[it for it in own['project']['dependencies'] if it != 'fieldd']}\n"
        for package, files in own["tool"]["setuptools"].get("package-data", {}).items():
            settings += f'"{package}" = {files}\n'
    settings = settings.replace(LICENCE, f"{LICENCE}license-files = {NOTICES}\n")
    (source / "pyproject.toml").write_text(settings.replace(EXTRAS, extras))
    build = "import sys, setuptools.build_meta as it; it.build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, folder], cwd=source, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def run_wheel(*words: str | Path, folder: Path) -> None:
    """A command of the package `wheel`."""
    subprocess.run([sys.executable, "-m", "wheel", *words], cwd=folder, check=True, capture_output=True)


def add_binaries(content: Path, program: Path, library: Path | None) -> None:
    """Puts what runs on this system alone into a wheel that was unpacked."""
    scripts = content / f"{content.name}.data" / "scripts"
    scripts.mkdir(parents=True)
    subprocess.run([PROJECT / "packaging" / "strip.sh", program, scripts / "fieldd"], check=True)
    (scripts / "fieldd").chmod(0o755)
    if library:
        shutil.copy(library, content / "fieldd" / f"libfieldd{library.suffix}")
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    facts = content / f"{content.name}.dist-info" / "WHEEL"
    text = facts.read_text().replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
    facts.write_text(text.replace("Tag: py3-none-any", f"Tag: py3-none-{platform}"))


def widen(wheel: Path) -> None:
    """Tags a wheel for all Linux systems that have the versions of libraries which its binaries name."""
    show = [sys.executable, "-m", "auditwheel", "show", "--json", wheel]
    shown = json.loads(subprocess.run(show, check=True, capture_output=True, text=True).stdout)
    run_wheel("tags", "--remove", "--platform-tag", shown["overall_tag"], wheel, folder=wheel.parent)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    daemon = parser.add_mutually_exclusive_group(required=True)
    daemon.add_argument("--program", type=Path, help="what `swift build` has made")
    daemon.add_argument("--module", type=Path, help="what `make wasm` has made")
    parser.add_argument("--library", type=Path, help="what `make lib` has made")
    options = parser.parse_args()
    if options.library and options.module:
        parser.error("a library runs beside a program")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pure = pure_wheel(folder, has_command=options.module is not None)
        run_wheel("unpack", pure, folder=folder)
        content = next(path for path in folder.iterdir() if path.is_dir() and path.name != "source")
        pure.unlink()
        if options.module:
            shutil.copy(options.module, content / "fieldd" / "fieldd.wasm")
        else:
            add_binaries(content, options.program, options.library)
        run_wheel("pack", content, folder=folder)
        if options.program and sys.platform == "linux":
            widen(next(folder.glob("*.whl")))
        options.folder.mkdir(parents=True, exist_ok=True)
        made = shutil.copy(next(folder.glob("*.whl")), options.folder)
    print(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
