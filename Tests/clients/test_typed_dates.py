"""Dates as people type them: the page reads them itself, while they are typed, and all others ask the daemon."""

from __future__ import annotations

import datetime
import json
import subprocess
from collections.abc import Iterator
from typing import Any

import babel.dates
import pytest
from conftest import PROJECT, need
from converter import Converter
from daemon import PATIENCE_SECONDS

LANGUAGES = [
    "en-US", "en-GB", "en-CA", "de", "fr", "es", "it", "nl", "pl", "pt-BR", "ro", "ja", "zh", "he", "ar-EG", "fa", "ko", "ru",
    "tr", "sv", "fi", "cs", "hu", "el", "th", "vi", "hi", "lt",
]  # fmt: skip
DAYS = [datetime.date(*it) for it in ((1987, 12, 25), (1987, 5, 6), (2026, 3, 5), (2004, 2, 29), (1990, 1, 1), (1999, 11, 30))]
NO_DATES = [
    "31/02/2000", "30.2.2004", "12345-01-01", "1/2/3", "99/99/9999", "25.12.", "12/25/87", "25.12.87", "today", "(25.12.1987)",
    "25.12.1987 10:00", "1987-12", "x25.12.1987", "",
]  # fmt: skip
# The fifth of March of this year, as Thais and Saudis count, and of the year as all count.
OTHER_YEARS = {"th": ("5/3/2569", "5/3/2026"), "ar-SA": ("5/3/1448", "5/3/2026")}
SCRIPT = """
import fs from "fs";
const { DateReader } = await import(process.argv[1]);
const readAll = ([language, texts]) => {
  const reader = new DateReader("date", [language]);
  return texts.map((text) => {
    const { parts, wrong, isWhole } = reader.read(text);
    return wrong === null && isWhole ? [parts.year, parts.month, parts.day] : null;
  });
};
console.log(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).map(readAll)));
"""


def spellings(day: datetime.date, language: str) -> Iterator[str]:
    """How people write a day, in the order and with the names of any language, and in those of this one."""
    year, month, number = day.year, day.month, day.day
    for sign in "/.- ":
        for parts in ((year, month, number), (number, month, year), (month, number, year)):
            yield sign.join(map(str, parts))
            yield sign.join(f"{it:02}" for it in parts)
    yield f"{year}年{month}月{number}日"
    yield f"{number}. {month}. {year}"
    yield from (day.strftime(it) for it in ("%Y%m%d", "%d%m%Y", "%m%d%Y"))
    for name in (day.strftime("%B"), day.strftime("%b"), day.strftime("%B").lower()):
        yield from (f"{name} {number}, {year}", f"{number} {name} {year}", f"{year} {name} {number}", f"{number}th {name} {year}")
    locale = language.replace("-", "_")
    for style in ("short", "medium", "long"):
        shown = babel.dates.format_date(day, style, locale)
        # Two digits of a year may be of any century.
        if str(year) in shown or not shown.isascii():
            yield shown


@pytest.fixture(scope="module")
def cases() -> list[tuple[str, list[str]]]:
    return [
        (language, [*dict.fromkeys(it for day in DAYS for it in spellings(day, language)), *NO_DATES])
        for language in LANGUAGES
    ]


@pytest.fixture(scope="module")
def page(cases: list[tuple[str, list[str]]]) -> list[list[datetime.date | None]]:
    need("node")
    reader = (PROJECT / "clients" / "web" / "page" / "date-reader.js").as_uri()
    command = ["node", "--input-type=module", "-e", SCRIPT, reader]
    run = subprocess.run(command, input=json.dumps(cases), capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert run.returncode == 0, run.stderr

    def date(parts: list[int] | None) -> datetime.date | None:
        try:
            return None if parts is None else datetime.date(*parts)
        except ValueError:
            return None

    return [[date(it) for it in answers] for answers in json.loads(run.stdout)]


@pytest.fixture(scope="module")
def daemon(fieldd: str, cases: list[tuple[str, list[str]]]) -> list[list[datetime.date | None]]:
    asked = Converter(fieldd)
    return [[read(asked, language, text) for text in texts] for language, texts in cases]


def read(asked: Converter, language: str, text: str) -> datetime.date | None:
    """The date that the daemon takes for a text that somebody typed."""
    form: Any = {"fields": [{"key": "d", "kind": "date", "label": "D"}]}
    where = {"uri": f"form:{language}"}
    asked.ask("field/open", {**where, "document": form, "tidy": True, "locale": language})
    asked.ask("field/setDate", {**where, "key": "d", "date": text})
    [field] = asked.ask("field/snapshot", where)["result"]["fields"]
    asked.ask("field/close", where)
    return datetime.date.fromisoformat(field["date"]) if field.get("date") else None


def test_the_page_and_the_daemon_never_read_two_dates(
    cases: list[tuple[str, list[str]]], page: list[list[Any]], daemon: list[list[Any]]
) -> None:
    pairs = [
        (language, text, own, theirs)
        for (language, texts), owns, others in zip(cases, page, daemon, strict=True)
        for text, own, theirs in zip(texts, owns, others, strict=True)
    ]
    assert [it for it in pairs if it[2] and it[3] and it[2] != it[3]] == []
    # Where the numbers of a language stand in another order than its words, the page goes by its wheels.
    alone = [it for it in pairs if (it[2] is None) != (it[3] is None)]
    assert len(alone) < len(pairs) // 20, alone


def test_no_date_is_read_as_one(cases: list[tuple[str, list[str]]], page: list[list[Any]], daemon: list[list[Any]]) -> None:
    for answers in [*page, *daemon]:
        assert answers[-len(NO_DATES) :] == [None] * len(NO_DATES)


@pytest.mark.parametrize("language", OTHER_YEARS)
def test_a_year_of_another_calendar_is_refused(fieldd: str, language: str) -> None:
    asked = Converter(fieldd)
    assert [read(asked, language, text) for text in OTHER_YEARS[language]] == [None, datetime.date(2026, 3, 5)]
