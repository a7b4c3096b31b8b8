"""Makes the JavaScript package as a tarball that npm installs: `npm.py MODULE FOLDER`.

MODULE is what `make wasm` has made. The tarball has the files that `npm pack` takes: those of `files` in package.json,
and the manifest, the README and the licence. The same sources make the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import sys
import tarfile
from pathlib import Path

from readme import alone

PROJECT = Path(__file__).resolve().parents[1]
PACKAGE = PROJECT / "clients" / "javascript"
# What npm gives to each file, so that a tarball does not depend on when it is made: 26 October 1985, 8:15.
MOMENT = 499162500


def contents(module: Path) -> dict[str, bytes]:
    """The files of the package, by their names in it."""
    files = {
        "LICENSE": (PROJECT / "LICENSE").read_bytes(),
        "README.md": alone((PACKAGE / "README.md").read_text(encoding="utf-8")).encode(),
        "fieldd.wasm": module.read_bytes(),
        "package.json": (PACKAGE / "package.json").read_bytes(),
    }
    for name in json.loads(files["package.json"])["files"]:
        inside = [PACKAGE / name, *sorted((PACKAGE / name).rglob("*"))]
        found = {it.relative_to(PACKAGE).as_posix(): it.read_bytes() for it in inside if it.is_file()}
        if not found and name not in files:
            raise SystemExit(f"npm.py: package.json names {name}, which is not there")
        # The module that is asked for is the one that is packed, whatever is in the folder.
        files = found | files
    return files


def tarball(files: dict[str, bytes]) -> bytes:
    """A compressed tar file in which nothing depends on when, where or by whom it is made."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size, entry.mtime, entry.mode = len(data), MOMENT, 0o644
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(packed.getvalue(), mtime=0)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Make the JavaScript package as a tarball that npm installs.")
    parser.add_argument("module", type=Path, help="what `make wasm` has made")
    parser.add_argument("folder", type=Path, help="where the tarball goes")
    options = parser.parse_args()
    if not options.module.is_file():
        print(f"npm.py: there is no module {options.module}: make wasm", file=sys.stderr)
        return 2
    files = contents(options.module)
    manifest = json.loads(files["package.json"])
    options.folder.mkdir(parents=True, exist_ok=True)
    made = options.folder / f"{manifest['name']}-{manifest['version']}.tgz"
    made.write_bytes(tarball(files))
    print(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
