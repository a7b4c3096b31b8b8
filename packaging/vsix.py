"""Makes the extension for VS Code as one file, which `code --install-extension` takes.

    vsix.py MODULES FOLDER

MODULES is a folder of npm's packages, as npm leaves it; what the extension depends on is taken from
there, with its licences. The same sources make the same bytes.
"""

from __future__ import annotations

import argparse
import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

PROJECT = Path(__file__).resolve().parents[1]
EXTENSION = PROJECT / "clients" / "vscode"
# What a program that runs has no use for; licences and notices stay, however they are called.
LEFT_OUT = {".ts", ".mts", ".cts", ".map", ".md", ".cmd", ".bnf", ".yml"}
KEPT = ("licen", "notice", "copying", "thirdparty")
# The least that a zip file can say of a time.
EPOCH = (1980, 1, 1, 0, 0, 0)
TYPES = {
    ".js": "application/javascript",
    ".json": "application/json",
    ".md": "text/markdown",
    ".sh": "application/x-sh",
    ".txt": "text/plain",
    ".vsixmanifest": "text/xml",
}


def find_package(name: str, asking: Path, modules: Path) -> Path:
    """Where Node finds a package that another one asks for: in that one's own folder, or above."""
    folder = asking
    while folder.is_relative_to(modules.parent):
        found = folder / "node_modules" / name
        if (found / "package.json").is_file():
            return found
        folder = folder.parent
    raise SystemExit(f"vsix.py: {modules} has no package {name}")


def packages_for(manifest: Path, modules: Path) -> Iterator[Path]:
    """The packages that a package depends on, and theirs, in the order in which they are named."""
    asking, seen = [(manifest, modules.parent)], set()
    while asking:
        manifest, folder = asking.pop(0)
        for name in json.loads(manifest.read_text()).get("dependencies", {}):
            package = find_package(name, folder, modules)
            if package not in seen:
                seen.add(package)
                asking.append((package / "package.json", package))
                yield package


def hold_to_versions(wanted: dict[str, str], modules: Path) -> None:
    """What the extension names is what is taken, no other version."""
    for name, version in wanted.items():
        package = find_package(name, modules.parent, modules)
        found = json.loads((package / "package.json").read_text())["version"]
        if found != version:
            raise SystemExit(f"vsix.py: {name} is wanted in version {version}; {modules} has {found}")


def is_used(path: Path) -> bool:
    """Whether a file of a package is for those who run it."""
    return path.name.lower().startswith(KEPT) or path.suffix not in LEFT_OUT


def contents(modules: Path) -> dict[str, bytes]:
    """The files of the extension, by their names in the package."""
    own = {path.relative_to(EXTENSION): path for path in EXTENSION.rglob("*") if path.is_file()}
    files = {f"extension/{name.as_posix()}": path.read_bytes() for name, path in own.items()}
    files["extension/LICENSE.txt"] = (PROJECT / "LICENSE").read_bytes()
    for package in packages_for(EXTENSION / "package.json", modules):
        for path in package.rglob("*"):
            # Packages inside it are others, and come along if something asks for them.
            if path.is_file() and "node_modules" not in path.relative_to(package).parts and is_used(path):
                inside = path.relative_to(modules).as_posix()
                files[f"extension/node_modules/{inside}"] = path.read_bytes()
    return files


def vsix_manifest(extension: dict[str, object]) -> str:
    """What the gallery and the installer read of an extension before they unpack it."""
    properties = {
        "Microsoft.VisualStudio.Code.Engine": extension["engines"]["vscode"],
        "Microsoft.VisualStudio.Code.ExtensionDependencies": "",
        "Microsoft.VisualStudio.Code.ExtensionPack": "",
        "Microsoft.VisualStudio.Code.ExtensionKind": ",".join(extension["extensionKind"]),
        "Microsoft.VisualStudio.Code.LocalizedLanguages": "",
    }
    assets = {
        "Microsoft.VisualStudio.Code.Manifest": "extension/package.json",
        "Microsoft.VisualStudio.Services.Content.Details": "extension/README.md",
        "Microsoft.VisualStudio.Services.Content.License": "extension/LICENSE.txt",
    }
    identity = f'Language="en-US" Id={quoteattr(extension["name"])} Version={quoteattr(extension["version"])}'
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">',
        "  <Metadata>",
        f'    <Identity {identity} Publisher={quoteattr(extension["publisher"])}/>',
        f'    <DisplayName>{escape(extension["displayName"])}</DisplayName>',
        f'    <Description xml:space="preserve">{escape(extension["description"])}</Description>',
        f'    <Tags>{",".join(extension["keywords"])}</Tags>',
        f'    <Categories>{",".join(extension["categories"])}</Categories>',
        "    <GalleryFlags>Public</GalleryFlags>",
        "    <License>extension/LICENSE.txt</License>",
        "    <Properties>",
        *(f"      <Property Id={quoteattr(name)} Value={quoteattr(value)}/>" for name, value in properties.items()),
        "    </Properties>",
        "  </Metadata>",
        "  <Installation>",
        '    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>',
        "  </Installation>",
        "  <Dependencies/>",
        "  <Assets>",
        *(f'    <Asset Type={quoteattr(kind)} Path={quoteattr(path)} Addressable="true"/>' for kind, path in assets.items()),
        "  </Assets>",
        "</PackageManifest>",
    ]
    return "\n".join(lines) + "\n"


def content_types(names: list[str]) -> str:
    """What kinds of file are in the package, as the Open Packaging Conventions want it said."""
    endings = sorted({Path(name).suffix for name in names} - {""})
    kinds = [f'  <Default Extension="{ending}" ContentType="{TYPES[ending]}"/>' for ending in endings]
    namespace = "http://schemas.openxmlformats.org/package/2006/content-types"
    head = ['<?xml version="1.0" encoding="utf-8"?>', f'<Types xmlns="{namespace}">']
    return "\n".join([*head, *kinds, "</Types>"]) + "\n"


def write_package(path: Path, files: dict[str, bytes]) -> None:
    """A zip file in which nothing depends on when or where it is made."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o755 if name.endswith(".sh") else 0o644) << 16
            package.writestr(entry, data)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    modules = options.modules.resolve()
    extension = json.loads((EXTENSION / "package.json").read_text())
    hold_to_versions(extension["dependencies"], modules)
    inside = contents(modules)
    names = sorted(inside)
    files = {
        "[Content_Types].xml": content_types(["extension.vsixmanifest", *names]).encode(),
        "extension.vsixmanifest": vsix_manifest(extension).encode(),
        **{name: inside[name] for name in names},
    }
    options.folder.mkdir(parents=True, exist_ok=True)
    made = options.folder / f'{extension["name"]}-{extension["version"]}.vsix'
    write_package(made, files)
    print(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
