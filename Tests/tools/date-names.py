"""Writes Sources/FieldModels/Dates/DateNames+Languages.swift from the CLDR data in Babel.

    .venv/bin/python Tests/tools/date-names.py > Sources/FieldModels/Dates/DateNames+Languages.swift

Every locale that CLDR has of the languages below is looked at. One whose names are those of the
locale that its tag falls back to is left out; one whose names are those of another is only named
beside that; of any other, the lines are kept that differ from its language's.
Run it again when Babel has a newer CLDR; a test says so.
"""

from __future__ import annotations

import re
import sys

import babel.core
import babel.localedata
from babel import Locale
from babel.localedata import locale_identifiers

LANGUAGES = (
    "ar bg cs da de el en es et fi fr ga he hi hr hu id is it ja ko lt lv nb nl nn pl pt ro ru sk sl"
    " sr sv th tr uk vi zh"
).split()

WIDTHS = ("wide", "abbreviated", "short", "narrow")

Kinds = list[list[list[str]]]


def forget_locales() -> None:
    """Has Babel read its data anew.

    Where it follows an alias of the root, it writes what it has found into the root, which all locales
    share: the next one that has no names to stand alone would have those of the one before.
    """
    babel.localedata._cache.clear()


def names(locale: Locale) -> Kinds:
    """The names of a locale by kind and width; what CLDR has as an alias in the root is followed."""
    forget_locales()
    kinds: Kinds = []
    for what in ("months", "days", "quarters"):
        for context in ("format", "stand-alone"):
            lists = getattr(locale, what)[context]
            kind = []
            for width in WIDTHS:
                # Only days have a short width of their own.
                found = lists["abbreviated" if width == "short" and what != "days" else width]
                kind.append([found[number] for number in sorted(found)])
            kinds.append(kind)
    periods = locale.day_periods["format"]
    kinds.append([])
    for width in WIDTHS:
        # Babel leaves out that wide and narrow halves of the day are the abbreviated ones.
        found = dict(periods["abbreviated"]) | dict(periods.get(width, {}))
        kinds[-1].append([found["am"], found["pm"]])
    eras = locale.eras
    kinds.append([[eras["abbreviated" if width == "short" else width][1]] for width in WIDTHS])
    return kinds


def tag(identifier: str) -> str:
    """The BCP 47 tag of a locale, without the script that its language usually has."""
    language, *rest = identifier.split("_")
    usual = babel.core.get_global("likely_subtags").get(language, "").split("_")
    return "-".join([language, *(part for part in rest if part not in usual[1:2])])


def lines(kinds: Kinds, base: Kinds | None) -> list[str]:
    """A line for each kind, `;` between widths, `|` between names; `=` for the line of the base."""
    written = []
    for index, kind in enumerate(kinds):
        if base is not None and kind == base[index]:
            written.append("=")
            continue
        slots = []
        for width, texts in enumerate(kind):
            text = "|".join(texts)
            assert texts and all(texts) and not re.search(r'[;\\"\n=]', text), texts
            assert not any("|" in name for name in texts), texts
            is_standalone = index in (1, 3, 5)
            before = kinds[index - 1][width] if is_standalone else width and kind[width - 1]
            slots.append("" if texts == before else text)
        written.append(";".join(slots).rstrip(";"))
    return written


def wrapped(line: str) -> str:
    """A line of a literal, broken where the source would be wider than 100 columns."""
    pieces = re.findall(r"[^|;]*[|;]|[^|;]+$", line)
    rows = [""]
    for piece in pieces:
        if len(rows[-1]) + len(piece) > 94:
            rows.append("")
        rows[-1] += piece
    return "\\\n".join("    " + row if row else "" for row in rows)


def identifier_of(tag: str) -> str:
    """The name of a tag's constant."""
    first, *rest = tag.split("-")
    name = first + "".join(part[0].upper() + part[1:] for part in rest)
    return f"`{name}`" if name == "is" else name


def listed(words: list[str], indentation: str, separator: str = ", ") -> str:
    """Words in rows."""
    rows = [indentation]
    for word in words:
        if len(rows[-1]) + len(word) + len(separator) > 100:
            rows.append(indentation)
        rows[-1] += word + separator
    return "\n".join(row.rstrip() for row in rows)


def main() -> None:
    kept: dict[str, Kinds] = {}
    others: dict[str, list[str]] = {}
    for language in LANGUAGES:
        kept[language] = names(Locale.parse(language))
        for identifier in sorted(locale_identifiers(), key=lambda text: (text.count("_"), text)):
            if not re.fullmatch(language + r"(_[A-Z][a-z]{3})?(_[A-Z]{2}|_[0-9]{3})?", identifier):
                continue
            its_names, its_tag = names(Locale.parse(identifier)), tag(identifier)
            shorter = its_tag
            while "-" in shorter:
                shorter = shorter.rpartition("-")[0]
                if shorter in kept or any(shorter in tags for tags in others.values()):
                    break
            if its_tag in kept or (shorter in kept and kept[shorter] == its_names):
                continue
            same = next(
                (k for k in kept if k.split("-")[0] == language and kept[k] == its_names), None
            )
            if same is None:
                kept[its_tag] = its_names
            else:
                others.setdefault(same, []).append(its_tag)

    # The script of a language and region that have another than the language usually has.
    scripts = {}
    for key, value in sorted(babel.core.get_global("likely_subtags").items()):
        parts = key.split("_")
        if len(parts) != 2 or parts[0] not in LANGUAGES or len(parts[1]) == 4:
            continue
        script, usual = (babel.core.get_global("likely_subtags").get(k, "").split("_")[1:2]
                         for k in (key, parts[0]))
        if script != usual and script:
            scripts.setdefault(f"{parts[0]}-{script[0]}", []).append(parts[1])
    usual_scripts = sorted(
        "-".join(babel.core.get_global("likely_subtags")[language].split("_")[:2])
        for language in LANGUAGES
    )

    cases = []
    for its_tag in kept:
        words = [f'"{other.lower()}"' for other in (its_tag, *others.get(its_tag, []))]
        rows = listed(words, "      ").strip().rstrip(",")
        cases.append(f"    case {rows}:\n      {identifier_of(its_tag)}")
    print(f'''\
/// The names of each language, written by `Tests/tools/date-names.py` and not by hand.
///
/// They are those of CLDR, version {babel.core.get_cldr_version()}. A literal has a line for each `Kind`, with `;` between
/// widths and `|` between names. Where a width is left out it is like the width before it, and in
/// a line of standalone names like the same width in a sentence; a line `=` is like that of the
/// language.
extension DateNames {{
  /// The languages and variants that have names of their own.
  package static let tags = [
{listed([f'"{its_tag}"' for its_tag in kept], "    ")}
  ]

  /// The scripts that languages are usually written in.
  static let usualScripts: Set<String> = [
{listed([f'"{text.lower()}"' for text in usual_scripts], "    ")}
  ]

  /// The script that a language has in a region, where that is not the usual one.
  static func script(_ languageAndRegion: String) -> String? {{
    switch languageAndRegion {{''')
    for key, regions in scripts.items():
        language, script = key.split("-")
        words = [f'"{language}-{region.lower()}"' for region in regions]
        rows = listed(words, "      ").strip().rstrip(",")
        print(f'    case {rows}:\n      "{script.lower()}"')
    print('''\
    default: nil
    }
  }

  /// The names under a tag in lower case, if CLDR has names for just this tag.
  static func exact(_ tag: String) -> DateNames? {
    switch tag {''')
    print("\n".join(cases))
    print("    default: nil\n    }\n  }\n}\n\nextension DateNames {")
    blocks = []
    for its_tag, kinds in kept.items():
        base = its_tag.split("-")[0] if "-" in its_tag else None
        literal = "\n".join(map(wrapped, lines(kinds, kept[base] if base else None)))
        like = f", like: {identifier_of(base)}" if base else ""
        blocks.append(
            f'  private static let {identifier_of(its_tag)} = DateNames(\n    tag: "{its_tag}"{like},\n'
            f'    """\n{literal}\n    """)'
        )
    print("\n\n".join(blocks))
    print("}")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main()
