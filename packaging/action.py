"""Writes which wheels the action for GitHub installs, with their checksums: `action.py WHEELS ADDRESS FILE`.

WHEELS is a folder with the wheels of a release, and ADDRESS is where the repository is. The file is for pip, which
takes the line of its system and refuses a wheel with another checksum.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from pathlib import Path

from registries import Refused, checked_address
from sbom import project_version

SYSTEMS = {"linux": "linux", "macosx": "darwin"}
"""The systems as tags of wheels begin with them, and what Python calls them."""


def requirement(wheel: Path, address: str, version: str) -> str:
    """The line for a wheel."""
    found = re.fullmatch(rf"fieldd-{re.escape(version)}-py3-none-(?:many)?(linux|macosx)_.*?(x86_64|aarch64|arm64)\.whl", wheel.name)
    if found is None:
        raise Refused(f"{wheel.name} is not a wheel of fieldd {version} for Linux or macOS")
    checksum = hashlib.sha256(wheel.read_bytes()).hexdigest()
    place = f"{address}/releases/download/v{version}/{wheel.name}"
    system = f'sys_platform == "{SYSTEMS[found[1]]}" and platform_machine == "{found[2]}"'
    return f"fieldd @ {place} ; {system} --hash=sha256:{checksum}\n"


def main() -> int:
    """Writes the file; gives the exit status."""
    parser = argparse.ArgumentParser(description="Write which wheels the action for GitHub installs.")
    parser.add_argument("wheels", type=Path, help="a folder with the wheels of all systems")
    parser.add_argument("address", help="where the repository is, such as https://github.com/OWNER/fieldd")
    parser.add_argument("file", type=Path, help="what the action reads: packaging/action-requirements.txt")
    options = parser.parse_args()
    try:
        address, wheels = checked_address(options.address), sorted(options.wheels.glob("*.whl"))
        if not wheels:
            raise Refused(f"{options.wheels} has no wheel: make lib wheel")
        lines = [requirement(wheel, address, project_version()) for wheel in wheels]
    except Refused as error:
        print(f"action.py: {error}", file=sys.stderr)
        return 2
    options.file.write_text("".join(lines), encoding="utf-8")
    print(options.file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
