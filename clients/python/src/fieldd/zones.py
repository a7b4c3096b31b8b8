"""The time zones that this Python knows, as the module of WebAssembly asks for them."""

from __future__ import annotations

import importlib.resources
import re
import zoneinfo
from pathlib import Path

# What a name may be, so that none leads out of the folder.
_NAME = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*")


def zone_file(name: str) -> bytes | None:
    """The compiled file (RFC 8536) of a zone such as `Europe/Oslo`, and for the empty name all names, a line each.

    It is that of the system, else of the package `tzdata`; None if neither has it.
    """
    if not name:
        return "\n".join(sorted(zoneinfo.available_timezones())).encode()
    if not _NAME.fullmatch(name) or len(name) > 100:
        return None
    for folder in zoneinfo.TZPATH:
        try:
            return Path(folder, name).read_bytes()
        except OSError:
            continue
    try:
        return importlib.resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()
    except (ImportError, OSError):
        return None
