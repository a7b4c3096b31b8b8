#!/usr/bin/env python3
"""Write the Unicode tables of Sources/FieldModels/Pattern from the Unicode Character Database.

usage: script-table.py UCD-FOLDER OUTPUT-FOLDER

UCD-FOLDER holds Scripts.txt, ScriptExtensions.txt, CaseFolding.txt, DerivedCoreProperties.txt,
DerivedNormalizationProps.txt, PropList.txt, PropertyAliases.txt, PropertyValueAliases.txt,
emoji/emoji-data.txt, extracted/DerivedBinaryProperties.txt and
extracted/DerivedGeneralCategory.txt, as Debian's unicode-data package installs them.

An entry is "-", its names, "/" and its digits, which ucd.py explains.
"""

import collections
import pathlib
import sys

from ucd import LAST, encoded, folded, number, rows, sets_by_value, source, version

# ECMA-262, table "Binary Unicode property aliases and their canonical property names", without
# ASCII, Any and Assigned, which are not properties of the database.
BINARY = """
ASCII_Hex_Digit Alphabetic Bidi_Control Bidi_Mirrored Case_Ignorable Cased
Changes_When_Casefolded Changes_When_Casemapped Changes_When_Lowercased
Changes_When_NFKC_Casefolded Changes_When_Titlecased Changes_When_Uppercased Dash
Default_Ignorable_Code_Point Deprecated Diacritic Emoji Emoji_Component Emoji_Modifier
Emoji_Modifier_Base Emoji_Presentation Extended_Pictographic Extender Grapheme_Base
Grapheme_Extend Hex_Digit IDS_Binary_Operator IDS_Trinary_Operator ID_Continue ID_Start
Ideographic Join_Control Logical_Order_Exception Lowercase Math Noncharacter_Code_Point
Pattern_Syntax Pattern_White_Space Quotation_Mark Radical Regional_Indicator Sentence_Terminal
Soft_Dotted Terminal_Punctuation Unified_Ideograph Uppercase Variation_Selector White_Space
XID_Continue XID_Start
""".split()

BINARY_FILES = [
    "DerivedCoreProperties.txt",
    "DerivedNormalizationProps.txt",
    "PropList.txt",
    "emoji/emoji-data.txt",
    "extracted/DerivedBinaryProperties.txt",
]


def entry(names, digits):
    return folded("-" + " ".join(names) + "/" + digits)


def value_names(path, prefix):
    """Short name -> every name, from the rows of one property in PropertyValueAliases.txt."""
    return {
        columns[1]: list(dict.fromkeys(columns[1:]))
        for columns in rows(path)
        if columns[0] == prefix
    }


def general_categories(folder):
    sets = sets_by_value(folder / "extracted/DerivedGeneralCategory.txt")
    table = []
    for short, names in value_names(folder / "PropertyValueAliases.txt", "gc").items():
        members = ["Lu", "Ll", "Lt"] if short == "LC" else [n for n in sets if n.startswith(short)]
        table.append(entry(names, encoded(set().union(*(sets[n] for n in members)))))
    return table


def scripts(folder):
    names = value_names(folder / "PropertyValueAliases.txt", "sc")
    short_names = {long: short for short, all_names in names.items() for long in all_names}
    by_long_name = sets_by_value(folder / "Scripts.txt")
    own = {short_names[long]: scalars for long, scalars in by_long_name.items()}
    own["Zzzz"] = set(range(LAST + 1)).difference(*own.values())
    explicit = sets_by_value(folder / "ScriptExtensions.txt")
    extended = set().union(*explicit.values())
    table, extensions = [], []
    for short in sorted(own):
        full = own[short] - extended | explicit.get(short, set())
        table.append(entry(names[short], encoded(own[short])))
        if full != own[short]:
            extensions.append(entry(names[short], encoded(full)))
    return table, extensions


def binary_properties(folder):
    sets = {}
    for file in BINARY_FILES:
        sets.update(sets_by_value(folder / file))
    unassigned = sets_by_value(folder / "extracted/DerivedGeneralCategory.txt")["Cn"]
    names = {columns[1]: columns[:2] for columns in rows(folder / "PropertyAliases.txt")}
    # The one property for which ECMA-262 takes the third name.
    names["White_Space"] = ["space", "White_Space"]
    table = [
        entry(["ASCII"], encoded(range(128))),
        entry(["Any"], encoded(range(LAST + 1))),
        entry(["Assigned"], encoded(set(range(LAST + 1)) - unassigned)),
    ]
    for name in BINARY:
        table.append(entry(sorted(set(names[name]), key=len, reverse=True), encoded(sets[name])))
    return table


def case_orbits(folder):
    """Runs (gap, count - 1, stride, step up, step down) of scalars equally far from the next."""
    orbits = collections.defaultdict(set)
    for source, status, target, *_ in rows(folder / "CaseFolding.txt"):
        if status in "CS":
            orbits[int(target, 16)] |= {int(source, 16), int(target, 16)}
    step = {}
    for orbit in map(sorted, orbits.values()):
        for scalar, following in zip(orbit, orbit[1:] + orbit[:1]):
            step[scalar] = following - scalar
    waiting, digits, position = sorted(step), [], 0
    while waiting:
        first = waiting[0]
        stride = 1 if step.get(first + 1) == step[first] else 2
        count = 1
        while step.get(first + count * stride) == step[first]:
            count += 1
        run = {first + index * stride for index in range(count)}
        waiting = [scalar for scalar in waiting if scalar not in run]
        # Runs of stride 2 interleave, so the next run may begin before this one ends.
        digits.append(number(first - position) + number(count - 1) + number(stride))
        digits.append(number(max(step[first], 0)) + number(max(-step[first], 0)))
        position = first
    return [folded("".join(digits))]


def main():
    folder, output = map(pathlib.Path, sys.argv[1:])
    origin = [
        "Generated by Tests/tools/script-table.py from the Unicode Character Database "
        f"{version(folder / 'Scripts.txt')};",
        "the notation is explained there and read by `UnicodeTable`. Do not edit by hand.",
    ]
    own, extensions = scripts(folder)
    types = [
        ("UnicodeCategories", "The scalars of each General_Category value and group of values.",
         [("table", "One entry for each value, under all its names.",
           general_categories(folder))]),
        ("UnicodeScripts", "The scalars of each script.",
         [("table", "One entry for each value of Script, under all its names.", own),
          ("extensions", "The values whose Script_Extensions differ from Script.", extensions)]),
        ("UnicodeBinaryProperties",
         "The scalars of each binary property that ECMA-262 lets a pattern name.",
         [("table", "One entry for each property, under all its names.",
           binary_properties(folder))]),
        ("UnicodeCaseOrbits", "Which scalars simple case folding takes for the same.",
         [("runs", "Runs of (gap, count - 1, stride, step up, step down).",
           case_orbits(folder))]),
    ]
    for name, summary, fields in types:
        text = source(name, [summary, "", *origin], fields)
        (output / f"{name}.swift").write_text(text, encoding="utf-8")


main()
