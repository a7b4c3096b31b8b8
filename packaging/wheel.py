"""Makes the Python wheel `fieldd`: the program, the typed client, and its parts as extras.

    wheel.py BINARY FOLDER [--library FILE]

It needs setuptools and wheel. The program is put beside Python's own, so that `fieldd` is a command
wherever the wheel is installed; the library, for checks in process, is put into the package.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
CLIENT = PROJECT / "clients" / "python"
# The parts of the package that need more than it does: the form filler, and elicitations of MCP.
PARTS = {"fill": PROJECT / "clients" / "terminal", "mcp": PROJECT / "clients" / "mcp"}


def platform_tag(*binaries: Path) -> str:
    """Where all of the files run, as PEP 600 and PEP 425 write it."""
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    if not platform.startswith("linux_"):
        return platform
    symbols = subprocess.run(["objdump", "-T", *binaries], capture_output=True, text=True, check=True).stdout
    versions = [tuple(map(int, found)) for found in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols)]
    if not versions:
        return platform
    major, minor = max(versions)
    return f"manylinux_{major}_{minor}_{platform.removeprefix('linux_')}"


def pure_wheel(folder: Path) -> Path:
    """The wheel of the Python packages, which runs anywhere."""
    source = folder / "source"
    shutil.copytree(CLIENT / "src", source / "src")
    shutil.copy(CLIENT / "README.md", source)
    settings, extras = (CLIENT / "pyproject.toml").read_text(), "[project.optional-dependencies]\n"
    for name, part in PARTS.items():
        shutil.copytree(part / "src" / "fieldd" / name, source / "src" / "fieldd" / name)
        own = tomllib.loads((part / "pyproject.toml").read_text())
        extras += f"{name} = {[it for it in own['project']['dependencies'] if it != 'fieldd']}\n"
        for package, files in own["tool"]["setuptools"].get("package-data", {}).items():
            settings += f'"{package}" = {files}\n'
    (source / "pyproject.toml").write_text(f"{settings}\n{extras}")
    build = "import sys, setuptools.build_meta as it; it.build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, folder], cwd=source, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def run_wheel(*words: str | Path, folder: Path) -> None:
    """A command of the package `wheel`."""
    subprocess.run([sys.executable, "-m", "wheel", *words], cwd=folder, check=True, capture_output=True)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--library", type=Path)
    options = parser.parse_args()
    binary = options.binary.resolve()
    binaries = [it for it in (binary, options.library) if it]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pure = pure_wheel(folder)
        run_wheel("unpack", pure, folder=folder)
        content = next(path for path in folder.iterdir() if path.is_dir() and path.name != "source")
        scripts = content / f"{content.name}.data" / "scripts"
        scripts.mkdir(parents=True)
        shutil.copy(binary, scripts / "fieldd")
        subprocess.run(["strip", scripts / "fieldd"], check=True)
        (scripts / "fieldd").chmod(0o755)
        if options.library:
            shutil.copy(options.library, content / "fieldd" / f"libfieldd{options.library.suffix}")
        facts = content / f"{content.name}.dist-info" / "WHEEL"
        facts.write_text(facts.read_text().replace("Root-Is-Purelib: true", "Root-Is-Purelib: false"))
        pure.unlink()
        run_wheel("pack", content, folder=folder)
        run_wheel("tags", "--remove", "--platform-tag", platform_tag(*binaries), next(folder.glob("*.whl")), folder=folder)
        options.folder.mkdir(parents=True, exist_ok=True)
        made = shutil.copy(next(folder.glob("*.whl")), options.folder)
    print(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
