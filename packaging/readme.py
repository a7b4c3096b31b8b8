"""The README of a package as it is away from the project: what it links to beside itself is not there."""

from __future__ import annotations

import re

# A link whose target is no address and no heading of the page.
LINK = re.compile(r"\[([^\]]*)\]\((?![a-z]+:|#)[^)]*\)")


def alone(readme: str) -> str:
    """The same text, with the words alone where a link leads to a file of the project."""
    return LINK.sub(r"\1", readme)
