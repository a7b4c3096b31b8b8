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
"""The systems as tags of wheels have them, and what Python calls them."""
PLATFORM = re.compile(r"(?:many|musl)?(linux|macosx)\S*_(x86_64|aarch64|arm64)")


def requirements(wheels: list[Path], address: str, version: str) -> str:
    """A line for each wheel of a system. The one for all systems needs other packages, so it is left out."""
    places, lines = [], []
    for wheel in sorted(wheels):
        tag = wheel.stem.removeprefix(f"fieldd-{version}-py3-none-")
        found = PLATFORM.fullmatch(tag)
        if tag == "any":
            continue
        if found is None:
            raise Refused(f"{wheel.name} is not a wheel of fieldd {version}")
        place = (SYSTEMS[found[1]], found[2])
        if place in places:
            raise Refused(f"{wheel.name} is a second wheel for {' on '.join(place)}")
        places.append(place)
        checksum = hashlib.sha256(wheel.read_bytes()).hexdigest()
        marker = f'sys_platform == "{place[0]}" and platform_machine == "{place[1]}"'
        lines.append(f"fieldd @ {address}/releases/download/v{version}/{wheel.name} ; {marker} --hash=sha256:{checksum}\n")
    if not lines:
        raise Refused("there is no wheel of a system: make lib wheel")
    return "".join(lines)


def main() -> int:
    """Writes the file; gives the exit status."""
    parser = argparse.ArgumentParser(description="Write which wheels the action for GitHub installs.")
    parser.add_argument("wheels", type=Path, help="a folder with the wheels of all systems")
    parser.add_argument("address", help="where the repository is, such as https://github.com/OWNER/fieldd")
    parser.add_argument("file", type=Path, help="what the action reads: packaging/action-requirements.txt")
    options = parser.parse_args()
    try:
        wheels = list(options.wheels.glob("*.whl"))
        text = requirements(wheels, checked_address(options.address), project_version())
    except Refused as error:
        print(f"action.py: {error}", file=sys.stderr)
        return 2
    options.file.write_text(text, encoding="utf-8")
    print(options.file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
