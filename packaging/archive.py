"""Makes a compressed archive of a folder: `archive.py FOLDER ARCHIVE`, and ARCHIVE.sha256 beside it.

The same files give the same bytes: the names are sorted, root owns all, and SOURCE_DATE_EPOCH is the time of each file.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import os
import sys
import tarfile
from pathlib import Path

OLDEST = "315532800"
"""The beginning of 1980, before which a zip file has no time."""


def content(folder: Path, moment: int) -> bytes:
    """The folder and all that is in it, as tar writes it."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in [folder, *sorted(folder.rglob("*"))]:
            entry = archive.gettarinfo(path, str(path.relative_to(folder.parent)))
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mtime = moment
            entry.mode = 0o755 if path.is_dir() or entry.mode & 0o100 else 0o644
            if path.is_file():
                with path.open("rb") as file:
                    archive.addfile(entry, file)
            else:
                archive.addfile(entry)
    return made.getvalue()


def main() -> int:
    """Writes the archive; gives the exit status."""
    parser = argparse.ArgumentParser(description="Make a compressed archive of a folder, with its checksum.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("archive", type=Path)
    options = parser.parse_args()
    data = content(options.folder, int(os.environ.get("SOURCE_DATE_EPOCH", OLDEST)))
    made = io.BytesIO()
    # Neither a name nor a time is in the header.
    with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=made, mtime=0) as file:
        file.write(data)
    options.archive.write_bytes(made.getvalue())
    digest = hashlib.sha256(made.getvalue()).hexdigest()
    options.archive.with_name(f"{options.archive.name}.sha256").write_text(f"{digest}  {options.archive.name}\n")
    print(options.archive)
    return 0


if __name__ == "__main__":
    sys.exit(main())
