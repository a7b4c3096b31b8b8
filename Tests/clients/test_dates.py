"""Dates in every language: their names as Babel, an independent reader of CLDR, has them, and back."""

from __future__ import annotations

import datetime
import importlib.util
import json
import re
from types import ModuleType
from typing import Any, Iterator

import babel.dates
import pytest
from babel import Locale
from babel.localedata import locale_identifiers
from conftest import PROJECT

from daemon import URI, Daemon

LETTERS = (
    "MMMM MMM MMMMM LLLL LLL LLLLL EEEE EEE EEEEEE EEEEE eeee eee eeeeee eeeee cccc ccc cccccc ccccc"
    " QQQQ QQQ QQQQQ qqqq qqq qqqqq G GGGG GGGGG"
).split()
DAYS = [datetime.date(2024, month, month) for month in range(1, 13)]
TIMES = [datetime.time(9, 5), datetime.time(21, 5)]


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    """The script that writes the table of names."""
    path = PROJECT / "Tests" / "tools" / "date-names.py"
    spec = importlib.util.spec_from_file_location("date_names", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def locales(generator: ModuleType) -> Iterator[Locale]:
    """Every locale that CLDR has of the languages, but for spellings of old days (`el_POLYTON`)."""
    languages = generator.LANGUAGES
    for identifier in sorted(locale_identifiers()):
        if identifier.split("_")[0] in languages and not re.search("_[A-Z]{5,}", identifier):
            # Else it would have names of the locale before it.
            generator.forget_locales()
            yield Locale.parse(identifier)


def date_field(key: str, locale: Locale, pattern: str, moment: Any) -> dict[str, Any]:
    is_time = isinstance(moment, datetime.time)
    date = moment.strftime("%H:%M") if is_time else moment.isoformat()
    return {
        "key": key, "kind": "date", "label": "It", "locale": str(locale).replace("_", "-"),
        "format": pattern, "mode": "time" if is_time else "date", "date": date,
    }  # fmt: skip


def babel_text(locale: Locale, pattern: str, moment: Any) -> str:
    if isinstance(moment, datetime.time):
        return babel.dates.format_time(moment, pattern, locale=locale)
    # Babel knows the letter `e` as a number only; its names are those of `E`.
    return babel.dates.format_date(moment, re.sub("e{3,}", lambda e: e[0].upper(), pattern), locale)


def test_the_table_is_that_of_this_cldr(
    generator: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    generator.main()
    table = PROJECT / "Sources" / "FieldModels" / "Dates" / "DateNames+Languages.swift"
    assert capsys.readouterr().out == table.read_text(encoding="utf-8")


def test_every_name_in_every_language_is_that_of_cldr(fieldd: str, generator: ModuleType) -> None:
    """Months, weekdays, quarters, halves of the day and the era, in every width and region."""
    count = 0
    with Daemon(fieldd) as daemon:
        daemon.request("initialize", {"capabilities": {}})
        for locale in locales(generator):
            pattern = "~".join(LETTERS)
            rows = [(day, pattern) for day in DAYS] + [(time, "a~aaaa~aaaaa") for time in TIMES]
            document = {
                "fields": [date_field(str(i), locale, p, moment) for i, (moment, p) in enumerate(rows)]
            }
            form = daemon.request("field/open", {"uri": URI, "document": document})
            daemon.request("field/close", {"uri": URI})
            for field, (moment, letters) in zip(form["fields"], rows):
                shown = field["display"].split("~")
                expected = babel_text(locale, letters, moment).split("~")
                if isinstance(moment, datetime.time):
                    # What a language has no wide or narrow name for has the abbreviated one in CLDR;
                    # Babel takes any that it finds.
                    period = "am" if moment.hour < 12 else "pm"
                    periods = locale.day_periods["format"]
                    for index, width in [(1, "wide"), (2, "narrow")]:
                        expected[index] = dict(periods.get(width, {})).get(period, expected[0])
                assert shown == expected, locale
                count += len(shown)
    assert count > 100_000


def test_what_is_shown_is_read_back_in_every_language(fieldd: str, generator: ModuleType) -> None:
    """A date that somebody writes as it is shown is offered as the date that it is."""
    patterns = ["EEEE, d. MMMM y G", "EEE d MMM y", "cccc/d/LLLL/y", "ccc d LLL y QQQQ"]
    count = 0
    with Daemon(fieldd) as daemon:
        daemon.initialize()
        for locale in locales(generator):
            rows = [(day, patterns[i % len(patterns)]) for i, day in enumerate(DAYS)]
            rows += [(time, pattern) for time in TIMES for pattern in ("h:mm a", "a h:mm")]
            lines = []
            for number, (moment, pattern) in enumerate(rows):
                field = date_field(str(number), locale, pattern, moment)
                lines.append(json.dumps(field | {"date": babel_text(locale, pattern, moment)}))
            text = '{"fields": [\n' + ",\n".join(lines) + "\n]}"
            daemon.open(text)
            for number, (moment, pattern) in enumerate(rows, 1):
                position = {"line": number, "character": lines[number - 1].index('"date": ') + 9}
                actions = daemon.request(
                    "textDocument/codeAction",
                    {
                        "textDocument": {"uri": URI},
                        "range": {"start": position, "end": position},
                        "context": {"diagnostics": []},
                    },
                )
                is_time = isinstance(moment, datetime.time)
                date = moment.strftime("%H:%M") if is_time else moment.isoformat()
                titles = [action["title"] for action in actions]
                assert f"Change to {date}" in titles, (locale, lines[number - 1], titles)
                count += 1
            daemon.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
            daemon.published(None)
    assert count > 5_000
