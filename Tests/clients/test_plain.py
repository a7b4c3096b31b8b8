"""The form filler's questions on ordinary lines: what a person is asked, and what is printed."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import fcntl
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import PROJECT
from fieldd import Daemon, DaemonEnded, DaemonError
from fieldd.fill import Interview, Teletype, Unfinished
from fieldd.fill.words import Words, languages, locale_of
from fields import date, entry, picker

PATIENCE_SECONDS = 60
SIGNUP = PROJECT / "clients" / "terminal" / "signup.fields.json"


class Person:
    """Somebody at a terminal who is asked for the fields of a form, and answers line by line."""

    def __init__(self, terminal: int, asked: asyncio.Task[Any]) -> None:
        self._terminal = terminal
        self._asked = asked
        self._seen = ""
        # What comes at once may end within a character.
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        # What was shown since the last answer.
        self.question = ""

    async def hears(self) -> str:
        """What is said up to the next question, or to the end."""
        return await self.hears_up_to("> ")

    async def hears_up_to(self, end: str) -> str:
        """What is said up to some words, or to the end."""
        self._receive()
        while not self._asked.done() and not self._seen.endswith(end):
            await self._something()
            self._receive()
        self.question, self._seen = self._seen.replace("\r\n", "\n"), ""
        return self.question

    async def says(self, *lines: str) -> str:
        """Types some lines, each when it is asked for; gives what is said to the last of them."""
        for line in lines:
            os.write(self._terminal, line.encode() + b"\n")
            await self.hears()
        return self.question

    async def types_text(self, *lines: str) -> str:
        """Types the lines of an area in one go, behind whose first none is asked for."""
        os.write(self._terminal, "".join(f"{line}\n" for line in lines).encode())
        return await self.hears()

    @property
    def result(self) -> Any:
        """What has become of it."""
        return self._asked.result()

    async def _something(self) -> None:
        """Waits until something is said, or everything has been."""
        came = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.add_reader(self._terminal, came.set)
        coming = asyncio.create_task(came.wait())
        try:
            await asyncio.wait([coming, self._asked], return_when=asyncio.FIRST_COMPLETED)
        finally:
            loop.remove_reader(self._terminal)
            coming.cancel()

    def _receive(self) -> None:
        with contextlib.suppress(BlockingIOError, OSError):
            while data := os.read(self._terminal, 65536):
                self._seen += self._decoder.decode(data)


@contextlib.contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """A person's end of a terminal, and the program's."""
    ours, theirs = pty.openpty()
    os.set_blocking(ours, False)
    try:
        yield ours, theirs
    finally:
        os.close(ours)
        os.close(theirs)


@contextlib.asynccontextmanager
async def asked(
    binary: str,
    *fields: dict[str, Any],
    may_decline: bool = False,
    locale: str | None = None,
    **more: Any,
) -> AsyncIterator[Person]:
    """A person who is asked for some fields, at the first question."""
    document = {"title": "Sign up", "fields": [*fields], **more}
    async with (
        asyncio.timeout(PATIENCE_SECONDS),
        Daemon(binary, store=":memory:") as daemon,
        daemon.open(document, locale=locale) as form,
    ):
        with terminal() as (ours, theirs):
            interview = Interview(form, Teletype(theirs, theirs), may_decline=may_decline)
            run = asyncio.create_task(interview.run())
            person = Person(ours, run)
            try:
                await person.hears()
                yield person
            finally:
                run.cancel()
                await asyncio.wait([run])


# Answers, and what is asked again.


@pytest.mark.asyncio
async def test_one_question_after_the_other_and_all_answers_before_they_are_submitted(
    fieldd: str,
) -> None:
    email = entry("email", placeholder="you@example.com", helper="Never shared.", maxLength=40)
    fee = entry("fee", monetary=True, unit="a year", value="number", required=False)
    async with asked(fieldd, email, fee, description="Takes two minutes.") as person:
        assert person.question.startswith("Sign up\nTakes two minutes.\nEnter keeps an answer")
        assert "Email  0/40\n  Never shared.\n  you@example.com\n> " in person.question
        assert "Fee (Optional)  $ … a year\n> " in await person.says("ada@example.com")
        review = await person.says("12.50")
        assert "Review\n  1  Email: ada@example.com\n  2  Fee: 12.50\nEnter submits" in review
        await person.says("")
        assert person.result == {"email": "ada@example.com", "fee": 12.5}


@pytest.mark.asyncio
async def test_a_wrong_answer_is_asked_for_again_with_the_fields_words(fieldd: str) -> None:
    rule = {"format": "email", "message": "Not an e-mail address"}
    email = entry("email", validation={"live": [rule]}, maxLength=9)
    async with asked(fieldd, email, entry("name")) as person:
        assert "Error: Email is required\n> " in await person.says("")
        assert "Error: Not an e-mail address\n> " in await person.says("ada@")
        assert "Error: Too long: 15 characters, at most 9\n> " in await person.says("a" * 15)
        # What is left as it is, is gone by; it stands in the way of the submission.
        assert "\nName\n> " in await person.says("")
        assert "1  Email: ada@ - Error: Not an e-mail address" in await person.says("Ada")
        refused = await person.says("")
        assert "Error: Email: Not an e-mail address\nEmail" in refused
        assert "Now: ada@\n" in refused
        await person.says("ada@x.org", "")
        assert person.result == {"email": "ada@x.org", "name": "Ada"}


@pytest.mark.asyncio
async def test_warnings_are_told_and_stand_in_nobodys_way(fieldd: str) -> None:
    rule = {"minLength": 3, "severity": "warning", "message": "Rather short"}
    async with asked(fieldd, entry("name", validation={"endEditing": [rule]})) as person:
        assert "Rather short\n\nReview" in await person.says("Al")


@pytest.mark.asyncio
async def test_a_check_that_answers_late_is_waited_for(fieldd: str) -> None:
    late = asyncio.Event()

    async def free(check: Any) -> str | None:
        await late.wait()
        return "Taken" if check.value == "ada" else None

    document = {"fields": [entry("name", validation={"endEditing": [{"validator": "free"}]})]}
    daemon = Daemon(fieldd, store=":memory:", validators={"free": free})
    async with asyncio.timeout(PATIENCE_SECONDS), daemon, daemon.open(document) as form:
        with terminal() as (ours, theirs):
            run = asyncio.create_task(Interview(form, Teletype(theirs, theirs)).run())
            person = Person(ours, run)
            await person.hears()
            os.write(ours, b"ada\n")
            await person.hears_up_to("Checking…\r\n")
            late.set()
            assert "Error: Taken\n> " in await person.hears()
            await person.says("alan", "")
            assert person.result == {"name": "alan"}


@pytest.mark.asyncio
async def test_signs_go_back_empty_help_and_stand_for_themselves(fieldd: str) -> None:
    async with asked(fieldd, entry("a"), entry("b", required=False), entry("c")) as person:
        await person.says("1")
        assert "B (Optional)\n" in await person.says("2", "<")
        assert "A\nNow: 1\n> " in await person.says("<")
        assert "Enter keeps an answer" in await person.says("?")
        # Going on from there is going through all of it again.
        assert "B (Optional)\nNow: 2\n> " in await person.says("")
        assert "Now: empty\nC\n" in await person.says("-")
        assert "3  C: <\n" in await person.says("\\<")
        assert "\\?" in await person.says("3", "\\\\?")
        await person.says("2", "-", "")
        assert person.result == {"a": "1", "b": "-", "c": "\\?"}


@pytest.mark.asyncio
async def test_the_review_leads_to_an_answer_and_back(fieldd: str) -> None:
    async with asked(fieldd, entry("a"), entry("b"), entry("c")) as person:
        await person.says("1", "2", "3")
        assert "B\nNow: 2\n> " in await person.says("2")
        assert "2  B: two\n" in await person.says("two")
        assert "There is no number 7." in await person.says("7")
        assert "C\nNow: 3\n> " in await person.says("<")
        await person.says("", "")
        assert person.result == {"a": "1", "b": "two", "c": "3"}


# Kinds.


@pytest.mark.asyncio
async def test_an_area_takes_lines_up_to_one_with_a_dot(fieldd: str) -> None:
    bio = {"key": "bio", "kind": "area", "label": "Bio", "maxLength": 20}
    async with asked(fieldd, bio) as person:
        assert "a line with only a dot ends them" in person.question
        assert "1  Bio: One  . Three" in await person.types_text("One", "", "\\.", "Three", ".")
        assert "Now: \nOne\n\n.\nThree\n" in await person.says("1")
        assert "Error: Too long" in await person.types_text("x" * 21, ".")
        await person.says("", "")
        assert person.result == {"bio": "One\n\n.\nThree"}


@pytest.mark.asyncio
async def test_rows_are_chosen_by_number_text_and_the_beginning_of_it(fieldd: str) -> None:
    rows = [
        {"value": "CA", "label": "Canada", "description": "North"},
        {"value": "CM", "label": "Cameroon", "disabled": True},
        {"value": "RO", "label": "Romania"},
    ]
    fields = (picker("a", *rows), picker("b", *rows), picker("c", *rows), picker("d", *rows))
    async with asked(fieldd, *fields) as person:
        assert "\n  1  Canada - North\n  2  Cameroon (can't be chosen)\n  3" in person.question
        assert "Error: Cameroon can't be chosen" in await person.says("2")
        told = await person.says("ca")
        assert "More than one goes with ca:\n  1  Canada - North\n  2  Cameroon" in told
        assert "Nothing in the list goes with x." in await person.says("x")
        assert "Now: Romania\n" in await person.says("3")
        assert "Now: Canada\n" in await person.says("canada")
        assert "Now: Romania\n" in await person.says("RO")
        assert "Now: Canada\n" in await person.says("Can")
        assert "* 1  Canada" in await person.says("4")
        await person.says("", "")
        assert person.result == {"a": "RO", "b": "CA", "c": "RO", "d": "CA"}


@pytest.mark.asyncio
async def test_rows_with_values_of_other_types_and_rows_that_are_numbers(fieldd: str) -> None:
    fields = (
        picker("agreed", {"value": True, "label": "Yes"}, {"value": False, "label": "No"}),
        picker("count", 3, 1, 2),
    )
    async with asked(fieldd, *fields) as person:
        # Rows that are called by small numbers have no others.
        assert "Count\n   3\n   1\n   2\n> " in await person.says("2")
        assert "Now: 2\n" not in await person.says("2")
        await person.says("")
        assert person.result == {"agreed": False, "count": 2}


@pytest.mark.asyncio
async def test_several_rows_and_texts_of_ones_own(fieldd: str) -> None:
    days = picker("days", "Mo", "Tu", "We", multiple=True, minItems=2)
    city = picker("city", "Oslo", "Cluj", manualEntry="Another…")
    other = city | {"key": "other", "label": "Other"}
    async with asked(fieldd, days, city, other) as person:
        assert "Error: " in await person.says("1")
        assert "Nothing in the list goes with Mo, Su." in await person.says("Mo, Su")
        assert "Now: Mo, We\n" in await person.says("3, mo")
        assert "  3  Another…\n" in person.question
        assert "Now: Bergen\n" in await person.says("Bergen") or "Other" in person.question
        assert person.question.count("Another…") == 1
        assert "Another…\n> " in await person.says("3")
        await person.says("Bodø", "")
        assert person.result == {"days": ["Mo", "We"], "city": "Bergen", "other": "Bodø"}


@pytest.mark.asyncio
async def test_texts_are_taken_whole(fieldd: str) -> None:
    """Blanks that are typed around a row's name are none of it; those of a name or of a text are."""
    city = picker("city", "Oslo", "\u2028Cluj\u00a0", " Bern ")
    free = picker("free", "Oslo", manualEntry="Another…")
    async with asked(fieldd, city, city | {"key": "next"}, free, entry("name"), date("day")) as person:
        await person.says(" Oslo ", " Bern ", "\u00a0Bodø\u2028", " a\u2028b\x85 ", " 2026-01-02 ")
        assert "Name:  a\u2028b" in person.question
        await person.says("")
        assert person.result == {
            "city": "Oslo", "next": " Bern ", "free": "\u00a0Bodø\u2028", "name": " a\u2028b\x85 ",
            "day": "2026-01-02",
        }


@pytest.mark.asyncio
async def test_a_long_list_is_heard_in_part(fieldd: str) -> None:
    async with asked(fieldd, picker("n", *(f"Row {n}." for n in range(50)))) as person:
        assert "Row 19." in person.question and "Row 20." not in person.question
        assert "30 more: a part of a text finds them, ? lists all." in person.question
        assert "Row 49." in await person.says("?")
        found = await person.says("w 3")
        assert "Row 3." in found and "Row 39." in found and "Row 40." not in found
        await person.says("Row 41.", "")
        assert person.result == {"n": "Row 41."}


@pytest.mark.asyncio
async def test_dates_are_taken_as_the_daemon_takes_them(fieldd: str) -> None:
    fields = (
        date("born", maximumDate="2000-01-01", minimumDate="1900-01-01"),
        date("at", mode="dateAndTime"),
        date("time", mode="time"),
        date("long", mode="countDownTimer"),
        date("proposed", defaultDate="2001-02-03"),
    )
    async with asked(fieldd, *fields) as person:
        assert "Such as 1990-12-31.\n  From 1900-01-01 to 2000-01-01.\n" in person.question
        assert "Error: Not an ISO 8601 date (YYYY-MM-DD)\n> " in await person.says("31.12.1990")
        # The daemon keeps a date between its ends, and says which it has become.
        assert "Now: Jan 1, 2000\n" in await person.says("2010-01-01") or (
            "Now: Jan 01, 2000\n" in person.question
        )
        await person.says("1990-12-31 10:20", "10:20", "01:30")
        assert "2001" in await person.says("=")
        await person.says("", "")
        assert person.result == {
            "born": "2000-01-01",
            "at": "1990-12-31T10:20",
            "time": "10:20",
            "long": "PT1H30M",
            "proposed": "2001-02-03",
        }


@pytest.mark.asyncio
async def test_a_secret_is_not_shown_while_it_is_typed_nor_later(fieldd: str) -> None:
    secret = entry("pin", secure=True, icon="eye", iconAction="reveal")
    async with asked(fieldd, secret, entry("name")) as person:
        assert "What you type is not shown." in person.question
        told = await person.says("hunter22")
        assert "hunter22" not in told and "Now:" not in told
        assert "Ada" in await person.says("Ada")
        assert "1  Pin: ••••••••\n" in person.question
        assert "hunter22" not in await person.says("1")
        # Who wants to see it says so.
        assert "Now: hunter22" in await person.says("!")
        await person.says("", "")
        assert person.result == {"pin": "hunter22", "name": "Ada"}


@pytest.mark.asyncio
async def test_texts_that_autofill_has_are_offered_taken_and_forgotten(fieldd: str) -> None:
    email = entry("email", autofill={"source": "emails", "removable": True})
    sources = {"emails": ["ada@example.com", "alan@example.com", "grace@example.com"]}
    async with asked(fieldd, email, autofill=sources) as person:
        assert "  =1  ada@example.com\n  =2  alan@example.com\n  =3  grace" in person.question
        assert "~1 forgets the first." in await person.says("?")
        assert "  =1  alan@example.com\n  =2  grace@example.com\n> " in await person.says("~1")
        found = await person.says("=gr")
        assert "  =1  grace@example.com\n> " in found and "alan" not in found
        assert "Now: grace@example.com\n" in await person.says("=1")
        await person.says("")
        assert person.result == {"email": "grace@example.com"}


# What a form is made of.


@pytest.mark.asyncio
async def test_groups_are_headings_and_fields_that_can_not_be_changed_are_told(
    fieldd: str,
) -> None:
    groups = [
        {"key": "you", "label": "About you"},
        {"key": "wishes", "label": "Your wishes", "description": "All of them optional."},
    ]
    fields = (
        entry("name", group="you"),
        entry("number", group="you", readOnly=True, text="17"),
        entry("off", group="you", enabled=False, text="x"),
        entry("wish", group="wishes", required=False),
    )
    async with asked(fieldd, *fields, groups=groups) as person:
        assert "\n\nAbout you\nName\n> " in person.question
        told = await person.says("Ada")
        assert "Number: 17 (can't be changed)\nOff: x (can't be changed)\n" in told
        assert "\n\nYour wishes\nAll of them optional.\nWish (Optional)\n> " in told
        await person.says("", "")
        assert person.result["name"] == "Ada"


@pytest.mark.asyncio
async def test_questions_come_and_go_with_the_answers(fieldd: str) -> None:
    def when(value: str) -> dict[str, Any]:
        return {"when": {"key": "kind", "is": value}}

    fields = (
        entry("firm", visible=when("firm")),
        picker("kind", "firm", "person"),
        entry("born", visible=when("person")),
    )
    async with asked(fieldd, *fields) as person:
        assert "Kind\n" in person.question and "Firm" not in person.question
        assert "Born\n> " in await person.says("2")
        await person.says("1990")
        # What has come up before the question at hand is asked all the same.
        assert "Firm\n> " in await person.says("1", "1")
        review = await person.says("Acme")
        assert "1  Firm: Acme\n  2  Kind: firm\n" in review and "Born" not in review
        await person.says("")
        assert person.result == {"firm": "Acme", "kind": "firm"}


LINES = {
    "groups": [
        {
            "key": "lines",
            "label": "Lines",
            "repeat": {"maxEntries": 2, "addLabel": "Add a line", "unique": ["product"]},
        },
        {"key": "rest", "label": "Rest"},
    ]
}


@pytest.mark.asyncio
async def test_entries_of_a_list_are_added_changed_and_removed(fieldd: str) -> None:
    fields = (
        entry("product", group="lines"),
        entry("count", group="lines", value="integer", text="1"),
        entry("mail", required=False, group="rest"),
    )
    async with asked(fieldd, *fields, **LINES) as person:
        assert "\n\nLines\nLines: empty\n  +  Add a line\n  + adds one" in person.question
        assert "\n\nLines 1\nProduct\n> " in await person.says("+")
        assert "Lines: 1\n  1  Tea, 2\n" in await person.says("Tea", "2")
        assert "Lines 2\nProduct\n> " in await person.says("+")
        assert "Lines: 2\n" in await person.says("Milk", "")
        # The list is full.
        assert "2" in await person.says("+") and "Lines 3" not in person.question
        assert "Lines 1\nProduct\nNow: Tea\n> " in await person.says("1")
        assert "1  Coffee, 2\n" in await person.says("Coffee", "")
        assert "Removed: Lines 2\nLines: 1\n" in await person.says("-2")
        assert "There is no number 5." in await person.says("5")
        assert "Mail (Optional)" in await person.says("")
        assert "1  Lines 1, Product: Coffee\n" in await person.says("")
        await person.says("")
        assert person.result["lines"] == [{"product": "Coffee", "count": 2}]


@pytest.mark.asyncio
async def test_what_is_wrong_with_a_list_leads_to_it(fieldd: str) -> None:
    groups = [{"key": "lines", "label": "Lines", "repeat": {"minEntries": 1}}]
    async with asked(fieldd, entry("product", group="lines"), groups=groups) as person:
        await person.says("")
        refused = await person.says("")
        assert "Error: Lines: Too few entries" in refused and "Lines: empty\n" in refused
        await person.says("+", "Tea", "", "")
        assert person.result == {"lines": [{"product": "Tea"}]}


@pytest.mark.asyncio
async def test_who_may_decline_can_at_the_beginning_and_in_the_end(fieldd: str) -> None:
    async with asked(fieldd, entry("a"), may_decline=True) as person:
        assert "Enter fills in the form, - declines.\n> " in person.question
        await person.says("-")
        assert person.result is None
    async with asked(fieldd, entry("a"), may_decline=True) as person:
        await person.says("", "1", "-")
        assert person.result is None


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(6))
async def test_nothing_that_the_daemon_says_ends_the_questions(fieldd: str, seed: int) -> None:
    """A request may fail and a field may look odd; the form goes on."""
    fields = (
        entry("name", maxLength=9, helper="Help", icon="eye", autofill={"source": "names"}),
        picker("city", "Oslo", {"value": "C", "label": "Cluj"}, clearable=True, manualEntry=True),
        picker("days", "Mo", "Tu", multiple=True),
        date("born", clearable=True),
        {"key": "bio", "kind": "area", "label": "Bio"},
        entry("product", group="lines"),
    )
    document = {"fields": [*fields], **LINES, "autofill": {"names": ["Ada", "Alan"]}}
    noise = [sys.executable, str(Path(__file__).with_name("noise.py")), "seed", str(seed), "90"]
    lines = ["Ada", "?", "2", "Bergen", "1, 2", "1990-12-10", "One", ".", "+", "Tea", "", "<", ""]
    daemon = Daemon([*noise, fieldd, "--store", ":memory:"])
    async with asyncio.timeout(3 * PATIENCE_SECONDS), daemon:
        # The answer that opens the form may be spoiled as well.
        for _ in range(99):
            with contextlib.suppress(DaemonError):
                async with daemon.open(document) as form:
                    with terminal() as (ours, theirs):
                        teletype = Teletype(theirs, theirs)
                        run = asyncio.create_task(Interview(form, teletype).run())
                        person = Person(ours, run)
                        for line in lines:
                            os.write(ours, line.encode() + b"\n")
                            # Lines that come at once are a paste.
                            await asyncio.sleep(0.1)
                        os.write(ours, b"\x04")
                        await person.hears_up_to("nothing that is ever said")
                        assert run.exception() is None or isinstance(run.exception(), Unfinished)
                    break


@pytest.mark.asyncio
async def test_a_daemon_that_dies_ends_the_questions(fieldd: str, tmp_path: Path) -> None:
    script = 'echo $$ > "$1"; exec "$0" --store :memory:'
    daemon = Daemon(["sh", "-c", script, fieldd, str(tmp_path / "pid")], restart=False)
    with pytest.raises(DaemonEnded, match="status -9"):
        async with daemon, daemon.open({"fields": [entry("name")]}) as form:
            with terminal() as (ours, theirs):
                run = asyncio.create_task(Interview(form, Teletype(theirs, theirs)).run())
                person = Person(ours, run)
                await person.hears()
                os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
                await person.says("x")
                await run


# Languages.


def test_every_language_has_all_words() -> None:
    """As the daemon has them, each with the same places for values."""
    assert languages() == tuple("ar de en es fr he it ja nl pl pt ro zh".split())
    english = Words("en")._table
    for language in languages():
        table = Words(language)._table
        assert table.keys() == english.keys()
        for name, text in table.items():
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(
                re.findall(r"\{\w+\}", english[name])
            ), (language, name)


@pytest.mark.parametrize(
    ("environment", "tag"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de-AT"),
        ({"LANG": "de_DE", "LC_MESSAGES": "fr_FR@euro"}, "fr-FR"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE"}, None),
        ({"LC_ALL": "", "LANG": "he_IL"}, "he-IL"),
        ({"LANG": "POSIX"}, None),
        ({}, None),
    ],
)
def test_the_language_is_that_of_the_environment(
    environment: dict[str, str], tag: str | None
) -> None:
    assert locale_of(environment) == tag


@pytest.mark.asyncio
async def test_the_form_is_asked_for_in_the_readers_language(fieldd: str) -> None:
    async with asked(fieldd, entry("name", required=False), locale="de") as person:
        assert "Eingabetaste behält eine Antwort" in person.question
        assert "Name (Optional)" in person.question or "Name (optional)" in person.question
        assert "Übersicht\n  1  Name: leer\n" in await person.says("")


@pytest.mark.asyncio
async def test_text_from_right_to_left_stands_isolated_in_its_own_order(fieldd: str) -> None:
    name = entry("name", label="שם", text="דוד")
    async with asked(fieldd, name, locale="he") as person:
        assert "כעת: \u2068דוד\u2069\n" in person.question
        assert "  1  \u2068שם\u2069: \u2068דוד\u2069\n" in await person.says("")
    # In a language of the other direction too, but nothing is put around what can't turn it.
    async with asked(fieldd, name, entry("city", text="Oslo")) as person:
        assert "Now: \u2068דוד\u2069\n" in person.question
        assert "Now: Oslo\n" in await person.says("")


# The command.


def command(fieldd: str, form: Path, *more: str) -> list[str]:
    """The command line of the filler."""
    options = ["--fieldd", fieldd, "--store", ":memory:", *more]
    return [sys.executable, "-m", "fieldd.fill", str(form), *options]


def environment(**more: str) -> dict[str, str]:
    """The packages as they are in a checkout."""
    sources = [PROJECT / "clients" / name / "src" for name in ("python", "terminal")]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, sources)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TERM": "xterm-256color",
        **more,
    }


def pipe(
    fieldd: str, form: Path, answers: str | bytes, *more: str, **variables: str
) -> tuple[int, str, str]:
    """The status, output and complaints of the filler with answers from a pipe."""
    result = subprocess.run(
        command(fieldd, form, *more),
        input=answers.encode() if isinstance(answers, str) else answers,
        capture_output=True,
        env=environment(**variables),
        timeout=PATIENCE_SECONDS,
    )
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def form_of(folder: Path, *fields: dict[str, Any], **more: Any) -> Path:
    """A form in a file."""
    form = folder / "signup.fields.json"
    form.write_text(json.dumps({"title": "Sign up", "fields": [*fields], **more}))
    return form


def test_answers_come_from_a_pipe(fieldd: str) -> None:
    """The form of the README, with one field of each sort; the end is as good as Enter."""
    answers = "ada@example.com\ncorrect horse\n3\n1990-12-10\nMonday, 3\n12\nOne\nTwo\n."
    status, values, _ = pipe(fieldd, SIGNUP, answers)
    assert status == 0
    assert json.loads(values) == {
        "email": "ada@example.com",
        "password": "correct horse",
        "country": "RO",
        "birthday": "1990-12-10",
        "days": ["Monday", "Wednesday"],
        "fee": 12,
        "bio": "One\nTwo",
    }


def test_what_nobody_here_could_check_is_told_beside_the_values(
    fieldd: str, tmp_path: Path
) -> None:
    form = form_of(tmp_path, entry("name", validation={"endEditing": [{"validator": "isFree"}]}))
    status, values, complaints = pipe(fieldd, form, "Ada\n")
    assert (status, json.loads(values)) == (0, {"name": "Ada"})
    assert f'{form}: not checked: /name: The validator "isFree" is not asked about records' in complaints


def test_a_pipe_that_ends_too_early_loses_nothing(fieldd: str, tmp_path: Path) -> None:
    """What was filled in is a record to begin with, without what is secret."""
    status, values, complaints = pipe(fieldd, SIGNUP, "ada@example.com\ncorrect horse\nCanada\n")
    assert (status, values) == (3, "")
    words, _, record = complaints.rpartition("\n{")
    assert words.endswith("The input ended before the form was submitted.")
    assert json.loads("{" + record) == {"email": "ada@example.com", "country": "CA"}
    begun = tmp_path / "begun.json"
    begun.write_text("{" + record)
    rest = "\ncorrect horse\n\n1990-12-10\n\n\n\n"
    status, values, _ = pipe(fieldd, SIGNUP, rest, "--values", str(begun))
    assert status == 0
    assert (json.loads(values)["email"], json.loads(values)["country"]) == (
        "ada@example.com",
        "CA",
    )


def test_a_text_of_several_lines_that_does_not_end_is_not_lost(fieldd: str, tmp_path: Path) -> None:
    form = form_of(tmp_path, {"key": "bio", "kind": "area", "label": "Bio"})
    status, values, complaints = pipe(fieldd, form, "One\nTwo")
    assert (status, values) == (3, "")
    assert json.loads(complaints[complaints.index("\n{") :]) == {"bio": "One\nTwo"}


def test_what_is_kept_of_lists_and_objects_opens_the_form_again(
    fieldd: str, tmp_path: Path
) -> None:
    fields = (
        entry("city", path="/address/city"),
        entry("product", group="lines"),
        entry("count", group="lines", value="integer"),
        entry("end", group="rest"),
    )
    form = form_of(tmp_path, *fields, **LINES)
    status, _, complaints = pipe(fieldd, form, "Oslo\n+\nTea\n2\n\n")
    record = json.loads(complaints[complaints.index("\n{") :])
    assert (status, record) == (
        3,
        {"address": {"city": "Oslo"}, "lines": [{"product": "Tea", "count": 2}]},
    )
    begun = tmp_path / "begun.json"
    begun.write_text(json.dumps(record))
    status, values, _ = pipe(fieldd, form, "\n\n\n\nx\n", "--values", str(begun))
    assert (status, json.loads(values)) == (0, record | {"end": "x"})


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ("ada@\nhunter22\n", "Error: Not an e-mail address\nLine 1 of the input was not taken."),
        ("\nhunter22\n", "Error: E-mail is required\nLine 1 of the input was not taken."),
        (b"\xff\n", "Error: That is not UTF-8; nothing was taken.\nLine 1 of"),
        ("ada@x.org\nhunter22\nCanadian\n1990-13-99\n", "Line 4 of the input was not taken."),
    ],
)
def test_no_piped_line_is_taken_for_another_answer(
    fieldd: str, answers: str | bytes, words: str
) -> None:
    """A password never becomes an e-mail address because the line before it was refused."""
    status, values, complaints = pipe(fieldd, SIGNUP, answers)
    assert (status, values) == (3, "")
    assert words in complaints and "hunter22" not in complaints


@pytest.mark.parametrize(
    ("fields", "status", "values"), [([], 0, {}), ([entry("name")], 3, None)]
)
def test_without_a_terminal_and_without_answers(
    fieldd: str, tmp_path: Path, fields: list[dict[str, Any]], status: int, values: Any
) -> None:
    """What needs no answer is submitted."""
    result = subprocess.run(
        command(fieldd, form_of(tmp_path, *fields)),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=PATIENCE_SECONDS,
        start_new_session=True,
    )
    assert (result.returncode, json.loads(result.stdout or "null")) == (status, values)
    assert "Traceback" not in result.stderr


def test_controls_in_a_form_do_nothing_to_the_terminal(fieldd: str, tmp_path: Path) -> None:
    form = form_of(tmp_path, entry("a", label="Red\x1b[31m", helper="\x9b2J"))
    status, _, complaints = pipe(fieldd, form, "x\n")
    assert status == 0 and "Red␛[31m" in complaints
    assert "\x1b" not in complaints and "\x9b" not in complaints


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (None, "No such file or directory"),
        ("[1]", "a record is an object"),
        ("{", "Expecting property name"),
    ],
)
def test_a_record_that_can_not_be_read(
    fieldd: str, tmp_path: Path, text: str | None, complaint: str
) -> None:
    begun = tmp_path / "begun.json"
    if text is not None:
        begun.write_text(text)
    status, values, complaints = pipe(fieldd, SIGNUP, "", "--values", str(begun))
    assert (status, values) == (2, "")
    assert complaint in complaints and "Traceback" not in complaints


class Shell:
    """The filler in a terminal of its own."""

    def __init__(self, line: list[str], folder: Path, **variables: str) -> None:
        self.terminal, theirs = pty.openpty()
        self._theirs = theirs
        with (folder / "values.json").open("w") as values:
            self.process = subprocess.Popen(
                line,
                stdin=theirs,
                stdout=values,
                stderr=theirs,
                env=environment(**variables),
                cwd=folder,
                start_new_session=True,
                preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            )
        self.seen = b""

    def __enter__(self) -> Shell:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        os.close(self.terminal)
        os.close(self._theirs)

    def wait_for(self, text: str) -> None:
        """Reads until something is shown."""
        while text.encode() not in self.seen:
            self.seen += os.read(self.terminal, 65536)

    def type(self, keys: bytes, then: str) -> None:
        """Types something, and reads until something else is shown behind it."""
        self.seen = b""
        os.write(self.terminal, keys)
        self.wait_for(then)

    @property
    def echoes(self) -> bool:
        """Whether the terminal shows what is typed."""
        return bool(termios.tcgetattr(self._theirs)[3] & termios.ECHO)


@pytest.mark.parametrize(
    ("options", "variables"), [(["--plain"], {}), ([], {"TERM": "dumb"})], ids=["option", "dumb"]
)
def test_a_terminal_that_is_not_drawn_on(
    fieldd: str, tmp_path: Path, options: list[str], variables: dict[str, str]
) -> None:
    form = form_of(tmp_path, entry("name"), entry("pin", secure=True))
    with Shell(command(fieldd, form, *options), tmp_path, **variables) as shell:
        shell.wait_for("Name\r\n> ")
        assert b"\x1b" not in shell.seen
        shell.type(b"Ada\n", "Pin\r\n  What you type is not shown.\r\n> ")
        shell.type(b"hunter22\n", "Ctrl-C gives up.\r\n> ")
        assert b"hunter22" not in shell.seen and shell.echoes
        os.write(shell.terminal, b"\n")
        assert shell.process.wait(PATIENCE_SECONDS) == 0
    values = json.loads((tmp_path / "values.json").read_text())
    assert values == {"name": "Ada", "pin": "hunter22"}


def test_ctrl_c_gives_up_and_shows_again_what_is_typed(fieldd: str, tmp_path: Path) -> None:
    form = form_of(tmp_path, entry("pin", secure=True))
    with Shell(command(fieldd, form, "--plain"), tmp_path) as shell:
        shell.wait_for("> ")
        shell.type(b"hunter\x03", "Given up; nothing was submitted.")
        assert shell.process.wait(PATIENCE_SECONDS) == 1
        assert shell.echoes
    assert (tmp_path / "values.json").read_text() == ""


def test_ctrl_c_loses_no_answer_unasked(fieldd: str, tmp_path: Path) -> None:
    form = form_of(tmp_path, entry("name"), entry("city"), entry("zip"))
    again = "Ctrl-C again discards your answers; anything else goes on.\r\n> "
    with Shell(command(fieldd, form, "--plain"), tmp_path) as shell:
        shell.wait_for("> ")
        shell.type(b"Ada\n", "City\r\n> ")
        shell.type(b"Osl\x03", again)
        # Whoever goes on is asked again the next time.
        shell.type(b"Oslo\n", "Zip\r\n> ")
        shell.type(b"\x03", again)
        shell.type(b"\x03", "Given up; nothing was submitted.")
        assert shell.process.wait(PATIENCE_SECONDS) == 1
    assert (tmp_path / "values.json").read_text() == ""


def test_lines_that_are_pasted_answer_one_question_at_most(fieldd: str, tmp_path: Path) -> None:
    """Also where the last of them has no end yet; an area takes them all."""
    fields = entry("name"), picker("size", "S", "M", "L"), entry("pin", secure=True)
    form = form_of(tmp_path, *fields, {**entry("note"), "kind": "area"}, entry("city", required=False))
    with Shell(command(fieldd, form, "--plain"), tmp_path) as shell:
        shell.wait_for("> ")
        shell.type(b"Ada\nLovelace\nof", "Now: Ada Lovelace of\r\nSize\r\n  1  S\r\n  2  M\r\n  3  L\r\n> ")
        refused = "Error: Too many lines at once (2); none was taken.\r\n> "
        shell.type(b"2\n1\n", refused)
        shell.type(b"2\n1", refused)
        shell.type(b"2\n", "> ")
        shell.type(b"hunter22\nhunter23\n", refused)
        shell.type(b"hunter22\n", "ends them.\r\n> ")
        shell.type(b"One\nTwo\n.\nOslo\n", "(1); none was taken.\r\nCity (Optional)\r\n> ")
        shell.type(b"\n", "Ctrl-C gives up.\r\n> ")
        os.write(shell.terminal, b"\n")
        assert shell.process.wait(PATIENCE_SECONDS) == 0
    values = json.loads((tmp_path / "values.json").read_text())
    expected = {"name": "Ada Lovelace of", "size": "M", "pin": "hunter22", "note": "One\nTwo", "city": None}
    assert values == expected


def test_ctrl_d_ends_the_input_and_tells_what_was_filled_in(fieldd: str, tmp_path: Path) -> None:
    form = form_of(tmp_path, entry("name"), entry("city"))
    with Shell(command(fieldd, form, "--plain"), tmp_path) as shell:
        shell.wait_for("> ")
        shell.type(b"Ada\n", "City\r\n> ")
        shell.type(b"\x04", '"name": "Ada"')
        assert shell.process.wait(PATIENCE_SECONDS) == 3


def test_a_line_of_which_the_terminal_keeps_the_beginning_is_not_taken(
    fieldd: str, tmp_path: Path
) -> None:
    form = form_of(tmp_path, entry("name"))
    with Shell(command(fieldd, form, "--plain"), tmp_path) as shell:
        shell.wait_for("> ")
        shell.type(b"x" * 5000 + b"\n", "A line in this terminal holds 4095 bytes")
        shell.type(b"Ada\n", "1  Name: Ada\r\n")
