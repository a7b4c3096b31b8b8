"""Counters held to another division of texts into graphemes, that of the package regex.

The release that `requirements.txt` names follows Unicode 17, as the daemon does.
"""

from __future__ import annotations

import random

import regex

from conftest import FIRST_SEED
from daemon import Daemon

EVERY_SCALAR = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))
BREAKS = "CR LF Control Extend ZWJ RI Prepend SpacingMark L V T LV LVT Other".split()
CLASSES = [f"GCB={name}" for name in BREAKS] + ["InCB=Linker", "InCB=Consonant", "ExtPict"]


def counts(fieldd: str, texts: list[str]) -> list[int]:
    """What the counter of a field says of each text."""
    fields = [
        {"key": str(number), "kind": "area", "label": "It", "text": text, "maxLength": 1000}
        for number, text in enumerate(texts)
    ]
    with Daemon(fieldd) as daemon:
        daemon.request("initialize", {"capabilities": {}})
        params = {"uri": "form:lengths", "document": {"fields": fields}}
        form = daemon.request("field/open", params)
    return [field["counter"]["count"] for field in form["fields"]]


def test_counters_count_what_another_library_takes_for_characters(fieldd: str) -> None:
    chance = random.Random(FIRST_SEED)
    classes = [regex.findall(rf"\p{{{name}}}", EVERY_SCALAR) for name in CLASSES]
    texts = [
        "".join(chance.choice(chance.choice(classes)) for _ in range(chance.randrange(1, 40)))
        for _ in range(4000)
    ]
    expected = [len(regex.findall(r"\X", text)) for text in texts]
    found = counts(fieldd, texts)
    assert [it for it in zip(texts, found, expected) if it[1] != it[2]] == []
