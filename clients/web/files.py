"""Writes a file of a person, which may be the only copy of what is in it."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(file: Path, content: bytes) -> None:
    """Gives a file this content and no other, or raises `OSError` and leaves it as it was.

    The content is written beside the file and put in its place once the disk has all of it. Links are
    followed to the file itself, which keeps its permissions, its owner and its attributes. What is no
    file, such as a pipe, is written as it is.
    """
    if file.exists() and not file.is_file():
        file.write_bytes(content)
        return
    target = Path(os.path.realpath(file))
    is_there = target.exists()
    if is_there and not os.access(target, os.W_OK):
        # To replace a file takes no right to write it.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
    number, name = tempfile.mkstemp(prefix=".fieldd-", dir=target.parent)
    try:
        with open(number, "wb") as written:
            written.write(content)
            written.flush()
            if is_there:
                _liken(name, target)
            else:
                # As a file that is made by opening it.
                mask = os.umask(0)
                os.umask(mask)
                os.chmod(name, 0o666 & ~mask)
            os.fsync(number)
        os.replace(name, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(name)
        raise
    _keep_names(target.parent)


def _liken(name: str, target: Path) -> None:
    """Gives a new file what another has beside its content, as far as that is allowed."""
    status = target.stat()
    for owner in ((status.st_uid, -1), (-1, status.st_gid)):
        with suppress(OSError):
            os.chown(name, *owner)
    if hasattr(os, "listxattr"):
        with suppress(OSError):
            for attribute in os.listxattr(target):
                os.setxattr(name, attribute, os.getxattr(target, attribute))
    shutil.copymode(target, name)


def _keep_names(folder: Path) -> None:
    """Has the disk keep the names in a folder, where the system can be asked to."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
