"""Writes the components of all that is shipped, in CycloneDX: `sbom.py FOLDER [--modules MODULES]`.

MODULES is a folder of npm's packages; without it the extension and the playground are left out.
The same commit on the same system gives the same bytes.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import uuid
from pathlib import Path
from typing import Any

from components import ARTIFACTS, EXTENSION_FILE, MODULE, PLAYGROUND, PROJECT, Component, components

VERSION_FILE = PROJECT / "Sources" / "FieldRPC" / "Protocol" / "Version.swift"


def project_version() -> str:
    """The version of all that is shipped, which is in one place."""
    found = re.search(r'current = "([^"]+)"', VERSION_FILE.read_text(encoding="utf-8"))
    if found is None:
        raise SystemExit(f"sbom.py: {VERSION_FILE} has no version")
    return found[1]


def component(found: Component) -> dict[str, Any]:
    """A component as CycloneDX has it."""
    entry = {
        "type": "data" if found.licence == "Unicode-3.0" else "library",
        "bom-ref": f"{found.name}@{found.version}",
        "name": found.name,
        "version": found.version,
        "description": found.about,
        "licenses": [{"expression": found.licence}],
    }
    return entry | ({"purl": found.package} if found.package else {})


def bill(version: str, found: list[Component]) -> dict[str, Any]:
    """The whole document: the artifacts, the components, and which of these each artifact contains."""
    inside = {it: [part for part in found if it in part.within] for it in ARTIFACTS}
    made = {it: f"{it}@{version}" for it in ARTIFACTS if inside[it]}
    artifacts = [
        {
            "type": "application",
            "bom-ref": made[it],
            "name": it,
            "version": version,
            "description": ARTIFACTS[it],
            "licenses": [{"expression": "MIT"}],
        }
        for it in made
    ]
    parts = [{"ref": made[it], "dependsOn": sorted(f"{part.name}@{part.version}" for part in inside[it])} for it in made]
    for part in parts:
        if part["ref"] in {made.get(PLAYGROUND), made.get(EXTENSION_FILE)}:
            part["dependsOn"] = sorted([*part["dependsOn"], made[MODULE]])
    unique = {f"{part.name}@{part.version}": component(part) for part in found}
    whole = f"project@{version}"
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": whole,
                "name": "fieldd",
                "version": version,
                "licenses": [{"expression": "MIT"}],
            }
        },
        "components": [*artifacts, *(unique[name] for name in sorted(unique))],
        "dependencies": [{"ref": whole, "dependsOn": sorted(made.values())}, *parts],
    }
    # Of the content, so that the same content has the same number.
    number = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(document, sort_keys=True))
    return document | {"serialNumber": f"urn:uuid:{number}"}


def main() -> int:
    """Writes the document; gives the exit status."""
    parser = argparse.ArgumentParser(description="Write the components of all that is shipped, in CycloneDX.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--modules", type=Path, help="a folder of npm's packages")
    options = parser.parse_args()
    modules = options.modules.resolve() if options.modules and options.modules.is_dir() else None
    if modules is None:
        print(f"sbom.py: no npm packages: {EXTENSION_FILE} and the {PLAYGROUND} are left out", file=sys.stderr)
    version = project_version()
    found = components(modules)
    if unknown := [it.name for it in found if not it.version]:
        print(f"sbom.py: not installed here, so nothing knows the version: {', '.join(unknown)}", file=sys.stderr)
        return 1
    options.folder.mkdir(parents=True, exist_ok=True)
    made = options.folder / f"fieldd-{version}.cdx.json"
    made.write_text(json.dumps(bill(version, found), indent=2) + "\n", encoding="utf-8")
    print(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
