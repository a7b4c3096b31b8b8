"""Makes the extension for VS Code as one file, which `code --install-extension` takes, on a desktop and in a browser.

    vsix.py MODULES FOLDER [--module FILE]

MODULES is a folder of npm's packages, as npm leaves it: what the extension is made of is taken from there, with its
licences, and put together by the bundler there. The same sources make the same bytes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from webpage import MODULE, PROJECT

EXTENSION = PROJECT / "clients" / "vscode"
SOURCES = EXTENSION / "src"
# Each is one file, since a browser's host of extensions loads no more than one.
SCRIPTS = {
    "desktop": ["--platform=node", "--target=node18", "--format=cjs", "--external:vscode"],
    "web": ["--platform=browser", "--target=es2022", "--format=cjs", "--external:vscode"],
    "worker-node": ["--platform=node", "--target=node18", "--format=cjs"],
    "worker-web": ["--platform=browser", "--target=es2022", "--format=iife"],
}
# The client library runs it beside its own script, to end a program that does not end itself.
BESIDE = Path("vscode-languageclient", "lib", "node", "terminateProcess.sh")
LICENCES = ("licen", "notice", "copying", "thirdparty")
# The least that a zip file can say of a time.
EPOCH = (1980, 1, 1, 0, 0, 0)
TYPES = {
    ".js": "application/javascript",
    ".json": "application/json",
    ".md": "text/markdown",
    ".sh": "application/x-sh",
    ".txt": "text/plain",
    ".vsixmanifest": "text/xml",
    ".wasm": "application/wasm",
}


def hold_to_versions(wanted: dict[str, str], modules: Path) -> None:
    """What the extension names is what is taken, no other version."""
    for name, version in wanted.items():
        about = modules / name / "package.json"
        if not about.is_file():
            raise SystemExit(f"vsix.py: {modules} has no package {name}")
        if (found := json.loads(about.read_text())["version"]) != version:
            raise SystemExit(f"vsix.py: {name} is wanted in version {version}; {modules} has {found}")


def bundler(modules: Path) -> Path:
    """The program of the bundler, which has a package for each system."""
    names = ("bin/esbuild", "esbuild.exe")
    found = [it for name in names for it in modules.glob(f"@esbuild/{sys.platform}-*/{name}")]
    if not found:
        raise SystemExit(f"vsix.py: {modules} has no program of esbuild for {sys.platform}")
    return min(found)


def scripts(modules: Path) -> tuple[dict[str, bytes], list[Path]]:
    """The scripts by their names, and the packages that are in them, in order."""
    made: dict[str, bytes] = {}
    packages: set[Path] = set()
    with tempfile.TemporaryDirectory() as folder:
        for name, options in SCRIPTS.items():
            script, contents = Path(folder, f"{name}.js"), Path(folder, f"{name}.json")
            command: list[str | Path] = [bundler(modules), SOURCES / f"{name}.js", *options]
            command += ["--bundle", "--minify", "--legal-comments=none", "--log-level=warning"]
            # The engine is always told where its module is: in a script of this kind it could not find the one beside it.
            command += ["--define:import.meta.url=undefined"]
            command += [f"--outfile={script}", f"--metafile={contents}"]
            environment = os.environ | {"NODE_PATH": str(modules)}
            done = subprocess.run(command, cwd=EXTENSION, env=environment, capture_output=True, text=True, check=False)
            if done.returncode != 0 or done.stderr:
                raise SystemExit(f"vsix.py: {done.stderr}")
            made[script.name] = script.read_bytes()
            inputs = json.loads(contents.read_text())["inputs"]
            packages |= {package(EXTENSION / it) for it in inputs if "node_modules/" in it}
    return made, sorted(packages)


def package(file: Path) -> Path:
    """The folder of the package that a file is in."""
    return next(it for it in file.parents if it.parent.name == "node_modules" or it.parent.name.startswith("@"))


def notices(packages: list[Path]) -> str:
    """The licences of the packages that are in the scripts."""
    told = []
    for folder in packages:
        found = sorted(it for it in folder.iterdir() if it.name.lower().startswith(LICENCES))
        if not found:
            raise SystemExit(f"vsix.py: {folder} has no licence")
        about = json.loads((folder / "package.json").read_text())
        texts = [it.read_text(encoding="utf-8").replace("\r\n", "\n").strip() for it in found]
        told.append("\n\n".join([f"{about['name']} {about['version']}", *texts]))
    return f"\n\n{'-' * 80}\n\n".join(told) + "\n"


def contents(modules: Path, module: Path) -> dict[str, bytes]:
    """The files of the extension, by their names in the package."""
    own = [it for it in EXTENSION.rglob("*") if it.is_file() and not it.is_relative_to(SOURCES)]
    made, packages = scripts(modules)
    return {
        **{f"extension/{it.relative_to(EXTENSION).as_posix()}": it.read_bytes() for it in own},
        "extension/LICENSE.txt": (PROJECT / "LICENSE").read_bytes(),
        "extension/ThirdPartyNotices.txt": notices(packages).encode(),
        **{f"extension/dist/{name}": script for name, script in made.items()},
        f"extension/dist/{BESIDE.name}": (modules / BESIDE).read_bytes(),
        "extension/dist/fieldd.wasm": module.read_bytes(),
    }


def vsix_manifest(extension: dict[str, Any]) -> str:
    """What the gallery and the installer read of an extension before they unpack it."""
    properties = {
        "Microsoft.VisualStudio.Code.Engine": extension["engines"]["vscode"],
        "Microsoft.VisualStudio.Code.ExtensionDependencies": "",
        "Microsoft.VisualStudio.Code.ExtensionPack": "",
        # It runs in a browser too, which a manifest says by `browser` alone.
        "Microsoft.VisualStudio.Code.ExtensionKind": ",".join([*extension["extensionKind"], "web"]),
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
        f'    <Tags>{",".join([*extension["keywords"], "__web_extension"])}</Tags>',
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
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o755 if name.endswith(".sh") else 0o644) << 16
            package.writestr(entry, data)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", type=Path, help="a folder of npm's packages")
    parser.add_argument("folder", type=Path, help="where the package goes")
    parser.add_argument("--module", type=Path, default=MODULE, help="what `make wasm` has made (.build/wasm/fieldd.wasm)")
    options = parser.parse_args()
    modules = options.modules.resolve()
    extension = json.loads((EXTENSION / "package.json").read_text())
    hold_to_versions(extension["devDependencies"], modules)
    try:
        inside = contents(modules, options.module)
    except OSError as error:
        print(f"vsix.py: {error}", file=sys.stderr)
        return 2
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
