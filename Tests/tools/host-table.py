#!/usr/bin/env python3
"""Write Sources/FieldModels/Formats/Unicode/HostTable.swift from Unicode's data about hosts.

usage: .venv/bin/python Tests/tools/host-table.py UCD-FOLDER > THAT-FILE

What UTS #46 makes of a character is that of PyPI's idna; UCD-FOLDER holds
extracted/DerivedBidiClass.txt, as Debian's unicode-data package installs it.

ucd.py explains how a number is written. A run of neighbours is 4 * (length - 1) + kind: 0 valid,
1 disallowed, 2 mapped to their lower case in normalization form C, 3 mapped otherwise. Behind the
last stand 1 and a distance, for neighbours that are all as far from what they are mapped to; or
2 * count and the distances of so many scalars, for neighbours that are mapped to one text, each from
the scalar before it and the first from the run's first. A text of no scalars means that they are ignored.
A distance is doubled, and one more if it is backwards.
"""

import pathlib
import re
import sys
import unicodedata

import idna.uts46data as uts46

from ucd import LAST, folded, number, source, version

VALID, DISALLOWED, DERIVED, OTHER = range(4)


def signed(value):
    return number(2 * abs(value) + (value < 0))


def mappings():
    """For each scalar VALID, DISALLOWED, DERIVED, or the text that it is mapped to."""
    ends = [*uts46.uts46_starts[1:], LAST + 1]
    found = []
    for start, end, status, text in zip(
        uts46.uts46_starts, ends, uts46.uts46_statuses, uts46.uts46_replacements
    ):
        for scalar in range(start, end):
            if chr(status) in "VD":
                found.append(VALID)
            elif chr(status) == "X":
                found.append(DISALLOWED)
            elif text and unicodedata.normalize("NFC", chr(scalar).lower()) == text:
                found.append(DERIVED)
            else:
                found.append(text or "")
    return found


def runs(found):
    written, scalar = [], 0
    while scalar <= LAST:
        what = found[scalar]
        end = scalar
        while end <= LAST and found[end] == what:
            end += 1
        if not isinstance(what, str):
            written.append(number(4 * (end - scalar - 1) + what))
            scalar = end
            continue
        following = scalar
        while (
            following <= LAST
            and isinstance(found[following], str)
            and len(what) == len(found[following]) == 1
            and ord(found[following]) - following == ord(what) - scalar
        ):
            following += 1
        if end < following:
            written.append(number(4 * (following - scalar - 1) + OTHER) + number(1))
            written.append(signed(ord(what) - scalar))
            scalar = following
            continue
        written.append(number(4 * (end - scalar - 1) + OTHER) + number(2 * len(what)))
        before = scalar
        for character in what:
            written.append(signed(ord(character) - before))
            before = ord(character)
        scalar = end
    return "".join(written)


def bidi_classes(folder):
    """The class of each scalar, of unassigned ones as well."""
    path = folder / "extracted/DerivedBidiClass.txt"
    text = path.read_text(encoding="utf-8")
    names = {"Left_To_Right": "L", "Right_To_Left": "R", "Arabic_Letter": "AL"}
    classes = ["L"] * (LAST + 1)
    missing = re.findall(r"^# @missing: (\w+)\.\.(\w+); (\w+)", text, re.M)
    given = re.findall(r"^(\w+)(?:\.\.(\w+))?\s*; (\w+)", text, re.M)
    for first, last, name in [*missing, *given]:
        for scalar in range(int(first, 16), int(last or first, 16) + 1):
            classes[scalar] = names.get(name, name)
    return classes, version(path)


def ranges(found, classes, wanted):
    """Ranges of valid scalars with one of some classes; what is not valid belongs to any."""
    written, position, scalar = [], 0, 0
    while scalar <= LAST:
        if found[scalar] != VALID or classes[scalar] not in wanted:
            scalar += 1
            continue
        last = end = scalar
        while end <= LAST and (found[end] != VALID or classes[end] in wanted):
            if found[end] == VALID:
                last = end
            end += 1
        written.append(number(scalar - position) + number(last - scalar))
        position, scalar = last + 1, end
    return "".join(written)


def main():
    found = mappings()
    classes, bidi_version = bidi_classes(pathlib.Path(sys.argv[1]))
    tables = [
        ("mappings", "Runs of scalars by what UTS #46 makes of them.", runs(found)),
        ("rightToLeft", "Bidi classes R and AL.", ranges(found, classes, {"R", "AL"})),
        ("arabicNumbers", "Bidi class AN.", ranges(found, classes, {"AN"})),
        ("europeanNumbers", "Bidi class EN.", ranges(found, classes, {"EN"})),
        ("marks", "Bidi class NSM.", ranges(found, classes, {"NSM"})),
        ("neutral", "Bidi classes BN, CS, ES, ET and ON.", ranges(found, classes, {"BN", "CS", "ES", "ET", "ON"})),
    ]
    summary = [
        "What Unicode says of characters in hosts.",
        "",
        "Generated by Tests/tools/host-table.py from the mappings of UTS #46 "
        f"{uts46.__version__} and the Unicode Character",
        f"Database {bidi_version}; the notation is explained there. Do not edit by hand. Bidi classes are kept of",
        "characters that UTS #46 calls valid, as (gap, length - 1).",
    ]
    fields = [(name, comment, [folded(digits)]) for name, comment, digits in tables]
    sys.stdout.write(source("HostTable", summary, fields))


main()
