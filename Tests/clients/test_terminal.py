"""The form filler with the real daemon: what a person sees, and what is printed."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import fcntl
import json
import os
import pty
import random
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import pytest
from conftest import PROJECT, seeds
from fieldd import Daemon, DaemonEnded, DaemonError, Form
from fieldd.fill import FillApp, editing
from fieldd.fill.dates import DateParts
from fieldd.fill.views import FieldView
from fields import date, entry, picker
from rich.cells import split_graphemes
from textual.events import Key, Paste
from textual.pilot import Pilot

PATIENCE_SECONDS = 60


class Person:
    """Somebody at a terminal with a form on it."""

    def __init__(self, app: FillApp, pilot: Pilot[dict[str, Any] | None]) -> None:
        self.app = app
        self.form: Form = app.form
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        """Presses keys in one go, and looks at the screen when they have been carried out."""
        arrived = asyncio.Event()
        for key in keys:
            character = " " if key == "space" else key if len(key) == 1 else None
            self.app.screen.post_message(Key(key, character))
        self.app.screen.call_later(arrived.set)
        await arrived.wait()
        await self.look()

    async def look(self) -> None:
        """Looks at the screen when everything is done."""
        await self.app.settled()
        is_over = self.app.return_value is not None or self.app.failure is not None
        # What is new gets a place; what has changed is measured, laid out and scrolled to, one after
        # the other.
        while not is_over and any(view.display and not view.region for view in self._views):
            await self._be_drawn()
        for _ in range(0 if is_over else 3):
            await self._be_drawn()
        await self.pilot.pause()

    @property
    def _views(self) -> Iterable[FieldView]:
        return self.app.query(FieldView)

    async def _be_drawn(self) -> None:
        drawn = asyncio.Event()
        self.app.screen.call_after_refresh(drawn.set)
        await drawn.wait()

    async def type(self, text: str) -> None:
        """Types a text in one go."""
        await self.press(*text)

    async def paste(self, text: str) -> None:
        """Pastes a text."""
        self.app.screen.post_message(Paste(text))
        await self.press()

    async def click(self, text: str, column: int = 0) -> None:
        """Clicks on the first place where a text stands."""
        for line, shown in enumerate(self.lines()):
            if (found := shown.find(text)) >= 0:
                await self.pilot.click(offset=(found + column, line))
                return await self.press()
        pytest.fail(f"{text!r} is not on the screen:\n{self.screen()}")

    async def wait_for_checks(self) -> None:
        """Looks away until no check is pending."""
        await self.form.settled()
        await self.look()

    def lines(self) -> list[str]:
        """The lines on the screen."""
        # Textual has no public way to the text on its screen.
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip) for strip in strips]

    def screen(self) -> str:
        """The screen, without the space at the ends of lines."""
        return "\n".join(line.rstrip() for line in self.lines())

    def sees(self, *texts: str) -> bool:
        """Whether some texts are all on the screen."""
        return all(text in self.screen() for text in texts)

    @property
    def active(self) -> str | None:
        """The key of the field that has the focus."""
        return self.form.active.key if self.form.active else None


@contextlib.asynccontextmanager
async def filling(
    binary: str,
    *fields: dict[str, Any],
    width: int = 70,
    height: int = 50,
    locale: str | None = None,
    may_decline: bool = False,
    allow_errors: bool = False,
    **more: Any,
) -> AsyncIterator[Person]:
    """A person before a form with some fields."""
    document = {"title": "Sign up", "fields": [*fields], **more}
    async with asyncio.timeout(PATIENCE_SECONDS):
        async with (
            Daemon(binary, store=":memory:") as daemon,
            daemon.open(document, locale=locale, allow_errors=allow_errors) as form,
        ):
            app = FillApp(form, may_decline=may_decline)
            async with app.run_test(size=(width, height)) as pilot:
                person = Person(app, pilot)
                await person.press()
                yield person
            assert app.failure is None


# What is drawn.


@pytest.mark.asyncio
async def test_every_kind_is_drawn_from_what_the_daemon_tells(fieldd: str) -> None:
    """M1, M8, M14, V1, V5: titles, placeholder, helper, counter, unit, `$`, dots."""
    fields = (
        entry("email", placeholder="you@example.com", helper="We never share it.", maxLength=40),
        entry("fee", text="12", monetary=True, unit="a year", style="filled"),
        entry("pin", text="1234", secure=True, icon="eye"),
        picker("country", {"value": "RO", "label": "Romania"}, text="RO"),
        date("born", date="1990-12-10", required=False),
        {"key": "bio", "kind": "area", "label": "About you", "text": "One\nTwo"},
        entry("ghost", visible=False),
    )
    async with filling(fieldd, *fields, description="Takes two minutes.") as person:
        assert person.sees("Sign up", "Takes two minutes.")
        assert person.sees("─ Email ─", "you@example.com", "We never share it.", "0/40")
        assert person.sees("Fee", "$ 12", "a year", "Pin", "••••", "◉")
        assert person.sees("Country", "Romania", "Born (Optional)", "Dec 10, 1990")
        assert person.sees("About you (Optional)", "│ One", "│ Two")
        assert not person.sees("Ghost") and not person.sees("1234")
        await person.press("tab")
        assert person.sees("┃ Email ", "Email is required") and not person.sees("you@example.com")


@pytest.mark.asyncio
async def test_an_error_moves_no_other_field(fieldd: str) -> None:
    """M4, V8: it shows behind the helper, and goes when the field is entered."""
    rule = {"format": "email", "message": "Not an e-mail address"}
    email = entry("email", helper="Work", validation={"endEditing": [rule]})
    async with filling(fieldd, email, entry("name")) as person:
        place = next(n for n, line in enumerate(person.lines()) if "Name" in line)
        await person.type("ada")
        await person.press("tab")
        assert person.sees("Work - Not an e-mail address", "⚠", "┏━ Email ━")
        assert "Name" in person.lines()[place - 1]
        await person.press("shift+tab")
        assert not person.sees("Not an e-mail address")


@pytest.mark.asyncio
async def test_a_check_is_pending_until_it_has_answered(fieldd: str) -> None:
    """V6: live rules wait until the typing rests."""
    live = {"live": [{"format": "email", "message": "Not an e-mail address"}], "interval": 0.2}
    async with filling(fieldd, entry("email", validation=live)) as person:
        await person.type("ada@")
        assert person.sees("…") and not person.sees("Not an e-mail address")
        await person.wait_for_checks()
        assert person.sees("Not an e-mail address") and not person.sees("…")
        await person.type("x.org")
        await person.wait_for_checks()
        assert person.sees("✓") and not person.sees("Not an e-mail address")


# Typing.


@pytest.mark.asyncio
async def test_no_key_is_lost_or_goes_to_the_wrong_field(fieldd: str) -> None:
    """Keys wait in one line, also across fields and kinds."""
    fields = entry("name"), picker("city", "Oslo", "Cluj"), date("born"), entry("nick")
    async with filling(fieldd, *fields) as person:
        await person.press(
            *"Ada", "left", "left", "right", "backspace", "D", "tab", "down", "down", "enter",
            *"18151210", "tab", *"countess", "enter", "enter",
        )  # fmt: skip
    assert person.app.return_value == {
        "name": "ADa",
        "city": "Cluj",
        "born": "1815-12-10",
        "nick": "countess",
    }


@pytest.mark.asyncio
async def test_what_is_too_long_is_refused_with_words(fieldd: str) -> None:
    """D7, V5: the draft stays as the daemon has it."""
    async with filling(fieldd, entry("nick", maxLength=4, text="ab")) as person:
        for character in "cdef":
            await person.type(character)
        assert person.sees("abcd", "4/4", "Too long: 5 characters, at most 4")
        await person.press("left", "backspace")
        assert person.sees("abd", "3/4") and not person.sees("Too long")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("keys", "draft"),
    [
        ("home X", "Xone two 👩‍👩‍👧"),
        ("backspace", "one two "),
        ("left left X", "one twoX 👩‍👩‍👧"),
        ("home delete delete", "e two 👩‍👩‍👧"),
        ("home ctrl+right X", "oneX two 👩‍👩‍👧"),
        ("left ctrl+left X", "one Xtwo 👩‍👩‍👧"),
        ("left left ctrl+w", "one  👩‍👩‍👧"),
        ("home right ctrl+k", "o"),
        ("left ctrl+u", "👩‍👩‍👧"),
        ("shift+home X", "X"),
        ("ctrl+shift+a backspace X", "X"),
        ("home shift+ctrl+right delete", " two 👩‍👩‍👧"),
        ("home shift+right shift+right left X", "Xone two 👩‍👩‍👧"),
    ],
)
async def test_editing_keys(fieldd: str, keys: str, draft: str) -> None:
    async with filling(fieldd, entry("nick", text="one two 👩‍👩‍👧")) as person:
        await person.press(*keys.split())
        assert person.form["nick"].text == draft


@pytest.mark.asyncio
async def test_a_long_draft_scrolls_with_its_cursor(fieldd: str) -> None:
    async with filling(fieldd, entry("nick")) as person:
        await person.type("begin " + "x" * 70 + " end")
        assert person.sees("end") and not person.sees("begin")
        await person.press("home")
        assert person.sees("begin") and not person.sees("end")


@pytest.mark.asyncio
async def test_an_area_grows_and_wraps(fieldd: str) -> None:
    """M6: Return makes a line, the arrows move between them."""
    area = {"key": "bio", "kind": "area", "label": "Bio"}
    async with filling(fieldd, area, entry("name")) as person:
        await person.type("word " * 14)
        await person.press("enter")
        await person.type("last")
        assert [line[4:-4].rstrip() for line in person.lines() if "word" in line] == [
            "word word word word word word word word word word word word",
            "word word",
        ]
        await person.press("up", "up", "home", "X", "down", "end", "Y")
        assert person.form["bio"].text == "X" + "word " * 14 + "Y\nlast"


@pytest.mark.asyncio
async def test_a_paste_is_one_edit_of_one_line(fieldd: str) -> None:
    async with filling(fieldd, entry("nick", maxLength=9)) as person:
        await person.paste("one\ntwo")
        assert person.sees("one two", "7/9") and not person.sees("Too long")


@pytest.mark.asyncio
async def test_a_paste_keeps_every_sign_but_line_breaks(fieldd: str) -> None:
    """What some take for the end of a line, or for a blank, is part of the text."""
    signs = " a\u2028b\u2029c\x85d\x1ee\u00a0"
    async with filling(fieldd, entry("nick"), entry("other"), entry("bio", kind="area")) as person:
        await person.paste(signs)
        assert person.form["nick"].text == signs
        await person.press("tab")
        await person.paste("one\r\ntwo\rthree\n")
        assert person.form["other"].text == "one two three"
        await person.press("tab")
        await person.paste(f"{signs}\n{signs}")
        assert person.form["bio"].text == f"{signs}\n{signs}"


@pytest.mark.asyncio
async def test_a_paste_that_is_too_long_keeps_what_fits_and_says_so(fieldd: str) -> None:
    """V5: the cursor stands behind what was kept, and the rest of the draft stays."""
    async with filling(fieldd, entry("nick", maxLength=6, text="ab")) as person:
        await person.press("left")
        await person.paste("1👩‍👩‍👧34567")
        assert person.form["nick"].text == "a1👩‍👩‍👧34b"
        assert person.sees("6/6", "Too long: no room for 3 characters")
        await person.press("backspace", "X")
        assert person.form["nick"].text == "a1👩‍👩‍👧3Xb"
        await person.paste("YZ")
        assert person.form["nick"].text == "a1👩‍👩‍👧3Xb"
        assert person.sees("no room for 2 characters")
        await person.type("uvw")
        assert person.form["nick"].text == "a1👩‍👩‍👧3Xb" and person.sees("Too long")


@pytest.mark.asyncio
async def test_secrets_are_masked_until_they_are_revealed(fieldd: str) -> None:
    """V1, V4."""
    pin = entry("pin", secure=True, icon="eye", iconAction="reveal")
    async with filling(fieldd, pin) as person:
        await person.type("hunter2")
        assert person.sees("•••••••", "^T Reveal") and not person.sees("hunter2")
        await person.press("left", "left", "X", "ctrl+t")
        assert person.sees("hunteXr2")


# Moving.


@pytest.mark.asyncio
async def test_the_toolbar_moves_as_the_form_says(fieldd: str) -> None:
    """D1, D2, D3: connected fields first, then the order of the form."""
    fields = (
        entry("a", next="c"),
        entry("b", toolbar={"hidden": True}),
        entry("c", previous="a", toolbar={"done": {"enabled": False}}),
        entry("off", enabled=False),
        picker("void"),
    )
    async with filling(fieldd, *fields) as person:
        assert person.sees("⇧⇥ Previous   ⇥ Next   esc Done")
        await person.press("tab")
        assert person.active == "c"
        await person.press("shift+tab", "tab", "tab", "tab")
        assert (person.active, person.sees("⏎  Submit")) == (None, True)
        await person.press("up", "up")
        assert person.active == "c"
        await person.press("shift+tab", "escape", "down")
        assert person.active == "a"


@pytest.mark.asyncio
async def test_the_return_key_goes_on(fieldd: str) -> None:
    """D9: where the form says so, and elsewhere to the field that follows."""
    fields = (
        entry("a", returnKey="next", next="c"),
        entry("b"),
        entry("c"),
        entry("d", returnKey="done"),
    )
    async with filling(fieldd, *fields) as person:
        seen = []
        for _ in range(3):
            await person.press("enter")
            seen.append(person.active)
        assert seen == ["c", "d", None]


@pytest.mark.asyncio
async def test_fields_come_and_go_with_conditions(fieldd: str) -> None:
    fields = (
        entry("name"),
        entry("why", visible={"when": {"key": "name", "is": "x"}}),
        entry("end"),
    )
    async with filling(fieldd, *fields) as person:
        assert not person.sees("Why")
        await person.press("x")
        assert person.sees("Why")
        await person.press("tab")
        assert person.active == "why"


@pytest.mark.asyncio
async def test_groups_have_headings(fieldd: str) -> None:
    """A heading is there as long as one of its fields."""
    groups = [
        {"key": "you", "label": "About you", "description": "As in your passport."},
        {"key": "work", "label": "Your work"},
    ]
    shown = {"when": {"key": "name", "filled": True}}
    fields = entry("name", group="you"), entry("job", group="work", visible=shown), entry("end")
    async with filling(fieldd, *fields, groups=groups) as person:
        assert person.sees("About you  As in your passport.") and not person.sees("Your work")
        await person.press("x")
        assert person.sees("Your work", "Job")


@pytest.mark.asyncio
async def test_the_active_field_scrolls_into_view(fieldd: str) -> None:
    fields = *(entry(f"field{n}") for n in range(20)), picker("city", "Oslo", "Cluj", "Graz")
    async with filling(fieldd, *fields, height=20) as person:
        assert person.sees("Field0") and not person.sees("City")
        await person.press("shift+tab", "up", "down")
        assert person.sees("City", "› Oslo", "Graz") and not person.sees("Field0")


@pytest.mark.asyncio
@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 10), (24, 5), (24, 3)])
async def test_a_long_title_hides_no_field(fieldd: str, width: int, height: int) -> None:
    """All of it scrolls, so that what a person looks at is on the screen."""
    area = {"key": "bio", "kind": "area", "label": "Bio"}
    fields = entry("name"), picker("city", *(f"Row {n}" for n in range(30))), area
    long = {"title": "A title. " * 50, "description": "What it is for. " * 50}
    async with filling(fieldd, *fields, width=width, height=height, **long) as person:
        await person.type("Ada")
        assert person.sees("Ada")
        await person.press("tab", "enter", "end", "up")
        assert person.sees("› Row 28")
        await person.press("enter")
        await person.press(*"one", "enter", *"two", "enter", *"six")
        assert person.sees("six")
        await person.press("up", "up")
        assert person.sees("one")
        await person.press(*["pageup"] * 100)
        assert person.sees("A title.")
        await person.type("X")
        assert person.sees("oneX")


# Lists.


def lines(*drafts: str, **repeat: Any) -> dict[str, Any]:
    """A list of lines with a product and a count."""
    group = {"key": "lines", "label": "Lines", "repeat": repeat}
    return {
        "groups": [group],
        "entries": {"lines": [{"product": draft, "count": "1"} for draft in drafts]},
    }


LINE = (
    entry("product", group="lines", required=False),
    entry("count", group="lines", value="integer", text="1", returnKey="next"),
)


def headings(person: Person) -> list[str]:
    """The headings of entries and what stands below them, from the top of the screen."""
    found = re.findall(r"Lines \d|Tea|Milk|Rice|Coffee", person.screen().split(" Add")[0])
    return [" ".join(pair) for pair in zip(found[::2], found[1::2], strict=True)]


@pytest.mark.asyncio
async def test_entries_are_drawn_under_headings_and_passed_through(fieldd: str) -> None:
    fields = entry("mail", text="x"), *LINE, entry("note", text="y")
    async with filling(fieldd, *fields, **lines("Tea", "Milk")) as person:
        assert person.sees("Lines 1", "Lines 2", "Tea", "Milk")
        assert headings(person) == ["Lines 1 Tea", "Lines 2 Milk"]
        seen = []
        for key in ("tab", "enter", "enter", "tab", "enter", "enter"):
            await person.press(key)
            seen.append(person.active)
        assert seen == [
            "lines/1/product", "lines/1/count", "lines/2/product", "lines/2/count", "note", None,
        ]  # fmt: skip
        await person.press("up", "up")
        assert person.active == "lines/2/count"
        await person.press("enter", "ctrl+s")
    assert person.app.return_value == {
        "mail": "x",
        "lines": [{"product": "Tea", "count": 1}, {"product": "Milk", "count": 1}],
        "note": "y",
    }


@pytest.mark.asyncio
async def test_an_entry_is_added_behind_the_one_with_the_focus_or_at_the_end(fieldd: str) -> None:
    """No key behind it is lost."""
    fields = entry("mail", text="x"), *LINE, entry("note", text="y")
    async with filling(fieldd, *fields, **lines("Tea", "Milk")) as person:
        await person.press("tab", "ctrl+n", *"Rice")
        assert person.active == "lines/3/product"
        assert headings(person) == ["Lines 1 Tea", "Lines 2 Rice", "Lines 3 Milk"]
        await person.press("shift+tab", "shift+tab", "shift+tab", "ctrl+n", *"Coffee", "enter", "7")
        assert headings(person)[3:] == ["Lines 4 Coffee"]
        assert person.form["lines/4/count"].text == "17"
        await person.press("tab", "ctrl+s")
    assert person.app.return_value is not None
    assert [line["product"] for line in person.app.return_value["lines"]] == [
        "Tea", "Rice", "Milk", "Coffee",
    ]  # fmt: skip


@pytest.mark.asyncio
async def test_the_entry_with_the_focus_is_removed_and_the_next_one_is_gone_to(fieldd: str) -> None:
    fields = entry("mail", text="x"), *LINE, entry("note", text="y")
    async with filling(fieldd, *fields, **lines("Tea", "Milk", "Rice")) as person:
        assert not person.sees("^R")
        await person.press("tab", "tab", "tab", "ctrl+r")
        assert person.active == "lines/3/product"
        assert headings(person) == ["Lines 1 Tea", "Lines 2 Rice"]
        await person.press("ctrl+r")
        assert person.active == "lines/1/product" and headings(person) == ["Lines 1 Tea"]
        await person.type("X")
        assert person.form["lines/1/product"].text == "TeaX"
        await person.press("ctrl+r")
        assert person.active is None and not person.sees("Lines 1")
        await person.press("ctrl+r", "enter")
        assert person.active == "note"


@pytest.mark.asyncio
async def test_a_list_without_entries_is_shown_and_stood_at(fieldd: str) -> None:
    """Below the fields that it was below, and Return goes on from it."""
    fields = entry("mail", text="x"), *LINE, entry("note", text="y", group="end")
    one = lines("Tea", minEntries=1, addLabel="Add a line")
    one["groups"].append({"key": "end", "label": "The end"})
    async with filling(fieldd, *fields, **one) as person:
        await person.press("tab", "ctrl+r", "ctrl+s")
        assert person.sees("Lines: Too few entries: 0, at least 1", "^N  Add a line")
        assert len(re.findall("Too few entries", person.screen())) == 2
        places = [person.screen().index(text) for text in ("Mail", "Lines", "Too few", "The end")]
        assert places == sorted(places)
        await person.press("shift+tab")
        assert person.active == "mail"
        await person.press("tab")
        assert person.active is None and person.sees("^N  Add a line")
        await person.press("enter")
        assert person.active == "note"
        await person.press("shift+tab", "ctrl+n", *"Milk")
        assert headings(person) == ["Lines 1 Milk"] and not person.sees("Too few")
        await person.press("ctrl+s")
    assert person.app.return_value is not None
    assert person.app.return_value["lines"] == [{"product": "Milk", "count": 1}]


@pytest.mark.asyncio
async def test_a_list_that_begins_without_entries_stands_by_its_group(fieldd: str) -> None:
    groups = [
        {"key": "you", "label": "About you"},
        {"key": "lines", "label": "Lines", "repeat": {}},
        {"key": "more", "label": "More", "repeat": {"addLabel": "Add more"}},
        {"key": "end", "label": "The end"},
    ]
    what = entry("what", group="more")
    fields = entry("mail", text="x", group="you"), *LINE, what, entry("note", group="end")
    async with filling(fieldd, *fields, groups=groups) as person:
        names = "About you", "Lines", "Add", "More", "Add more", "The end"
        places = [person.screen().index(text) for text in names]
        assert places == sorted(places)
        await person.press("tab", "tab", "ctrl+n", *"Tea", "shift+tab", "ctrl+n", *"Milk")
        assert [field.key for field in person.form if field.entry] == [
            "lines/2/product", "lines/2/count", "more/1/what",
        ]  # fmt: skip
        assert person.sees("More 1", "Lines 1", "Tea", "Milk")


@pytest.mark.asyncio
async def test_what_a_list_refuses_is_told(fieldd: str) -> None:
    async with filling(fieldd, *LINE, **lines("Tea", maxEntries=1)) as person:
        await person.press("ctrl+n")
        assert person.sees("Too many entries: 2, at most 1")
        assert person.active == "lines/1/product" and headings(person) == ["Lines 1 Tea"]
        await person.type("X")
        assert not person.sees("Too many")


@pytest.mark.asyncio
async def test_a_refused_submission_goes_to_the_list_or_entry_in_the_way(fieldd: str) -> None:
    fields = entry("mail", text="x"), *LINE
    async with filling(fieldd, *fields, **lines("Tea", minEntries=2)) as person:
        await person.press("ctrl+s")
        assert person.sees("Lines: Too few entries: 1, at least 2")
        assert len(re.findall("Too few entries", person.screen())) == 2
        assert person.active == "lines/1/product"
        await person.press("ctrl+n", *"Milk", "tab", "backspace", "ctrl+s")
        assert person.active == "lines/2/count" and person.sees("Lines 2, Count: Count is required")
        assert not person.sees("Too few")
        await person.press("3", "ctrl+s")
    assert person.app.return_value is not None
    assert [line["count"] for line in person.app.return_value["lines"]] == [1, 3]


@pytest.mark.asyncio
async def test_entries_that_move_are_drawn_where_they_are(fieldd: str) -> None:
    """With what was typed in them, and their cursor; a program may move them meanwhile."""
    async with filling(fieldd, *LINE, **lines("Tea", "Milk", "Rice")) as person:
        await person.press("home", "X", "backspace")
        tea, milk, rice = person.form.list("lines").entries
        await tea.move()
        await person.look()
        assert headings(person) == ["Lines 1 Milk", "Lines 2 Rice", "Lines 3 Tea"]
        await rice.move(before=milk)
        await person.look()
        assert headings(person) == ["Lines 1 Rice", "Lines 2 Milk", "Lines 3 Tea"]
        await person.type("X")
        assert tea["product"].text == "XTea" and person.sees("XTea")


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", seeds(1, 4))
async def test_whatever_comes_and_goes_the_screen_has_the_fields_of_the_form(
    fieldd: str, seed: int
) -> None:
    """In their order, though keys come fast and a program moves entries meanwhile."""
    chance = random.Random(seed)
    other = {"key": "others", "label": "Others", "repeat": {"maxEntries": 2}}
    document = lines("Tea", "Milk", maxEntries=6)
    document["groups"].append(other)
    shown = {"visible": {"when": {"key": "lines", "greaterThan": 2}}}
    mail = entry("mail", validation={"endEditing": [{"oneOf": ["never typed"]}]})
    fields = mail, *LINE, entry("what", group="others"), entry("note", **shown)
    keys = "tab", "shift+tab", "ctrl+n", "ctrl+n", "ctrl+r", "x", "down", "up", "escape", "ctrl+s"
    async with filling(fieldd, *fields, height=30, **document) as person:
        for _ in range(25):
            entries = [*person.form.list("lines").entries, None]
            mover = chance.choice(entries)
            move = mover.move(before=chance.choice(entries)) if mover else asyncio.sleep(0)
            moving = asyncio.create_task(move)
            await person.press(*chance.choices(keys, k=4))
            await moving
            await person.look()
            assert [view.field for view in person.app.query(FieldView)] == [*person.form]
            assert person.form.active is None or person.sees(f" {person.form.active.label}")


@pytest.mark.asyncio
async def test_a_new_entry_scrolls_into_view(fieldd: str) -> None:
    async with filling(fieldd, *LINE, entry("end"), height=20, **lines("Tea")) as person:
        for number in range(2, 8):
            await person.press("tab", "ctrl+n", *f"Product {number}")
            assert person.sees(f"Product {number}")
        await person.press("ctrl+r")
        assert person.sees("Product 6") and not person.sees("Product 7")


@pytest.mark.asyncio
async def test_what_has_the_focus_stays_in_view_while_a_program_moves_it(fieldd: str) -> None:
    drafts = [f"Product {number}" for number in range(1, 9)]
    async with filling(fieldd, *LINE, height=20, **lines(*drafts)) as person:
        first = person.form.list("lines").entries[0]
        assert person.active == "lines/1/product"
        await first.move()
        await person.look()
        assert person.sees("Lines 8", "Product 1")
        await first.move(before=person.form.list("lines").entries[0])
        await person.look()
        assert person.sees("Lines 1", "Product 1")


@pytest.mark.asyncio
async def test_a_page_that_a_person_has_scrolled_stays_there_while_entries_are_added(
    fieldd: str,
) -> None:
    drafts = [f"Product {number}" for number in range(1, 9)]
    async with filling(fieldd, *LINE, entry("end"), height=20, **lines(*drafts)) as person:
        await person.press("pagedown")
        assert not person.sees("Product 1")
        shown = person.lines()[0]
        await person.form.list("lines").add()
        await person.look()
        assert person.lines()[0] == shown


@pytest.mark.asyncio
async def test_lists_have_buttons_for_the_mouse(fieldd: str) -> None:
    fields = entry("mail", text="x"), *LINE
    named = lines(addLabel="Add a line")
    named["groups"][0]["key"] = "l'i\"n)es"
    named["entries"] = {}
    fields = entry("mail", text="x"), *({**field, "group": "l'i\"n)es"} for field in LINE)
    async with filling(fieldd, *fields, **named) as person:
        await person.click("Add a line")
        assert person.sees("Lines 1", "^R Remove Lines 1")
        await person.click("Add a line")
        assert person.sees("Lines 2", "^R Remove Lines 2")
        await person.click("Remove Lines 2")
        assert person.sees("^R Remove Lines 1") and not person.sees("Lines 2")


# Focus.


@pytest.mark.asyncio
async def test_tab_opens_nothing_and_changes_nothing(fieldd: str) -> None:
    """M12, M13: focus is not opening, so an optional date takes no default that nobody wants."""
    fields = (
        date("born", required=False, defaultDate="1990-12-10"),
        picker("city", "Oslo", "Cluj", required=False),
        entry("name"),
    )
    async with filling(fieldd, *fields) as person:
        assert person.active == "born" and not person.sees("Mo Tu We")
        await person.press("tab")
        assert person.active == "city" and not person.sees("Oslo")
        await person.press("tab", "shift+tab", "tab", *"Ada", "ctrl+s")
    assert person.app.return_value == {"born": None, "city": None, "name": "Ada"}


@pytest.mark.asyncio
async def test_escape_and_a_second_click_close_a_list_and_write_nothing(fieldd: str) -> None:
    """M12: Done alone writes the row that the list stands on."""
    fields = picker("city", "Oslo", "Cluj", "Graz", required=False), entry("end")
    async with filling(fieldd, *fields) as person:
        await person.press("enter", "down")
        assert person.sees("› Cluj", "^D Done", "esc Close")
        await person.press("escape")
        assert person.active == "city" and not person.sees("Cluj")
        assert person.form["city"].text == ""
        await person.click("City")
        assert person.sees("› Oslo")
        await person.click("Graz")
        assert person.sees("› Graz")
        await person.click("City")
        assert person.active == "city" and not person.sees("Graz")
        await person.press("tab", "shift+tab")
        assert person.form["city"].text == ""
        await person.press("g")
        assert person.sees("› Graz")
        await person.click("Done")
        assert (person.form["city"].text, person.active) == ("Graz", None)


@pytest.mark.asyncio
async def test_escape_closes_a_calendar(fieldd: str) -> None:
    """M13."""
    async with filling(fieldd, date("born", date="1990-12-10"), entry("end")) as person:
        await person.press("space")
        assert person.sees("Mo Tu We")
        await person.press("1", "escape")
        assert person.active == "born" and not person.sees("Mo Tu We")
        await person.click("Born")
        assert person.sees("Mo Tu We")
        await person.click("Born")
        assert person.active == "born" and not person.sees("Mo Tu We")
        assert person.form["born"].date == "1990-12-10"
        await person.press("2", "0", "0", "1", "tab")
        assert (person.form["born"].date, person.active) == ("2001-12-10", "end")


# Pickers.


@pytest.mark.asyncio
async def test_a_picker_is_a_list(fieldd: str) -> None:
    """M12: arrows pass disabled rows, a letter finds its row, Return takes it, Delete clears."""
    rows = "Canada", {"value": "X", "label": "Atlantis", "disabled": True}, "Romania", "Rwanda"
    async with filling(fieldd, picker("country", *rows, clearable=True), entry("end")) as person:
        await person.press("enter")
        assert person.sees("› Canada", "  Atlantis", "  Romania")
        await person.press("down")
        assert person.sees("› Romania")
        await person.press("r", "enter")
        assert (person.form["country"].text, person.active) == ("Rwanda", "end")
        assert not person.sees("Romania")
        await person.press("shift+tab", "delete")
        assert person.sees("Country is required")
        await person.press("home", "end", "up", "ctrl+d")
        assert (person.form["country"].text, person.active) == ("Romania", None)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("enter down tab", ""),
        ("enter r tab", ""),
        ("enter down escape", ""),
        ("enter down shift+tab", ""),
        ("enter down space tab", ""),
        ("enter down enter", "Romania"),
        ("enter down ctrl+d", "Romania"),
        ("enter r enter", "Romania"),
        ("enter enter", "Canada"),
    ],
)
async def test_who_looks_through_a_list_has_not_answered(fieldd: str, keys: str, text: str) -> None:
    country = picker("country", "Canada", "Romania", required=False)
    async with filling(fieldd, country, entry("name", required=False)) as person:
        await person.press(*keys.split())
        assert person.form["country"].text == text


@pytest.mark.asyncio
async def test_a_long_list_shows_what_is_near(fieldd: str) -> None:
    async with filling(fieldd, picker("n", *(f"row {n}" for n in range(100)))) as person:
        await person.press("end")
        assert person.sees("› row 99", "row 93") and not person.sees("row 92")
        await person.press("pageup")
        assert person.sees("› row 92", "row 95") and not person.sees("row 99")


@pytest.mark.asyncio
async def test_the_last_row_lets_a_person_type(fieldd: str) -> None:
    """M12."""
    country = picker("country", "Canada", "Romania", manualEntry="Other…")
    async with filling(fieldd, country) as person:
        await person.press("space")
        assert person.sees("  Other…")
        await person.press("end", *"Nauru")
        assert person.sees("Nauru") and not person.sees("Romania")
        await person.press("up")
        assert person.sees("› Romania")
        await person.press("down", "ctrl+u", *"Tonga", "enter", "enter")
    assert person.app.return_value == {"country": "Tonga"}


@pytest.mark.asyncio
async def test_several_rows_are_chosen_one_by_one(fieldd: str) -> None:
    """M12."""
    async with filling(fieldd, picker("days", "Mo", "Tu", "We", multiple=True)) as person:
        await person.press("down", "space", "down", "space", "down", "space", "up", "space")
        assert person.sees("■ Mo", "› □ Tu", "■ We", "Mo, We")
        await person.press("enter", "enter")
    assert person.app.return_value == {"days": ["Mo", "We"]}


# Dates.


@pytest.mark.asyncio
async def test_a_date_is_stepped_typed_and_clicked(fieldd: str) -> None:
    """M13: between its ends, and shown in its pattern."""
    born = date("born", defaultDate="1990-12-10", maximumDate="2000-01-01", clearable=True)
    async with filling(fieldd, born) as person:
        await person.press("enter")
        # To stand on a date is to have none.
        assert person.sees("1990-12-10", "Mo Tu We Th Fr Sa Su", "24 25 26 27 28")
        assert not person.sees("Dec 10, 1990") and person.form["born"].date == ""
        await person.press("up", "right", "down", "right", "pagedown", "pagedown", "up")
        assert person.sees("Jan 11, 1992")
        await person.press("left", "left", *"1815", *"12")
        assert person.sees("Dec 11, 1815")
        await person.click("25 26 27", column=3)
        assert person.sees("Dec 26, 1815")
        await person.press("left", "left", *"2024")
        assert person.sees("Jan 01, 2000")
        await person.press(*"1")
        assert person.sees("2000- 1-01")
        await person.press("backspace", "right", "up", "delete")
        assert person.sees("Born is required", "yyyy-mm-dd")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("enter escape", ""),
        ("enter tab", ""),
        ("enter right right tab", ""),
        ("enter enter", "1990-12-10"),
        ("enter ctrl+d", "1990-12-10"),
        ("enter up tab", "1991-12-10"),
        ("enter up delete enter", ""),
        ("1 9 9 0 tab", "1990-12-10"),
    ],
)
async def test_who_looks_at_a_date_has_not_answered(fieldd: str, keys: str, text: str) -> None:
    born = date("born", defaultDate="1990-12-10", required=False)
    async with filling(fieldd, born, entry("name", required=False)) as person:
        await person.press(*keys.split())
        assert person.form["born"].date == text


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("mode", "keys", "text"),
    [
        ("time", "0 6 3 0", "06:30"),
        ("time", "7 right 5 enter", "07:05"),
        ("dateAndTime", "2 0 2 4 2 3 1 9 1 5", "2024-02-29T09:15"),
        ("countDownTimer", "1 right 3 0", "PT1H30M"),
        ("countDownTimer", "space up up right up left up", "PT2H1M"),
        ("time", "0 6 : 3 0 up", "06:31"),
        ("date", "2 0 2 3 0 2 3 1 up", "2023-03-01"),
    ],
)
async def test_each_mode_has_its_parts(fieldd: str, mode: str, keys: str, text: str) -> None:
    """M13."""
    async with filling(fieldd, date("when", mode=mode)) as person:
        await person.press(*keys.split())
        assert person.form["when"].date == text


@pytest.mark.parametrize(
    "text", ["", "soon", "2026", "2026-13-01", "0-0-0", "9" * 5001, "2026-02-31", "PT", "P9DT99999H"]
)
@pytest.mark.parametrize("mode", ["date", "time", "dateAndTime", "countDownTimer", "moon"])
def test_a_date_of_any_text_can_be_shown_and_set(text: str, mode: Any) -> None:
    parts = DateParts.read(text, mode)
    now = datetime.datetime(2026, 11, 21, 10, 30)
    assert parts.labels() and parts.weeks is not None
    for changed in (parts.stepped(1, now), parts.digit("7"), parts.moved(1), parts.stepped(-1, now)):
        assert changed.labels() and (changed.text is None or changed.text)


@pytest.mark.asyncio
async def test_a_pasted_date_is_taken_or_refused(fieldd: str) -> None:
    async with filling(fieldd, date("born")) as person:
        for text in ["1990-12-10 ", "soon"]:
            await person.paste(text)
        assert person.sees("Dec 10, 1990", "Not an ISO 8601 date")


# Autofill.


EMAILS = {"emails": ["ada@example.com", "alan@example.com", "bob@example.com"]}


@pytest.mark.asyncio
async def test_autofill_follows_what_is_typed(fieldd: str) -> None:
    """D4, D6: the list, and a text of it."""
    email = entry("email", autofill={"source": "emails"})
    async with filling(fieldd, email, autofill=EMAILS) as person:
        await person.press("a")
        assert person.sees("ada@example.com", "alan@example.com", "^F AutoFill")
        await person.press("d")
        assert not person.sees("alan@example.com")
        await person.press("backspace", "down", "down", "up", "down")
        assert person.sees("› alan@example.com")
        await person.press("escape")
        assert person.active == "email" and not person.sees("›")
        await person.press("down", "down", "enter")
        assert person.form["email"].text == "alan@example.com"
        assert not person.sees("ada@example.com")
        await person.press("backspace")
        assert person.form["email"].text == "alan@example.co"


@pytest.mark.asyncio
async def test_the_autofill_button_opens_a_list_and_cancel_closes_it(fieldd: str) -> None:
    """D1, D4: while it is open the toolbar is Cancel alone."""
    email = entry("email", autofill={"source": "emails"})
    async with filling(fieldd, email, autofill=EMAILS) as person:
        await person.press("ctrl+f")
        assert person.sees("› ada@example.com", "esc Cancel") and not person.sees("Done")
        await person.press("escape")
        assert person.sees("esc Done") and person.active == "email"
        await person.press("b", "ctrl+f")
        assert person.form["email"].text == "bob@example.com"


@pytest.mark.asyncio
async def test_a_text_can_be_forgotten(fieldd: str) -> None:
    """D5: where the form allows it."""
    removable = entry("email", autofill={"source": "emails", "removable": True})
    fixed = entry("other", autofill={"source": "emails"})
    async with filling(fieldd, removable, fixed, autofill=EMAILS) as person:
        await person.press("down", "down")
        assert person.sees("del forget")
        await person.press("delete")
        assert person.sees("› bob@example.com") and not person.sees("alan@example.com")
        await person.press("tab", "down")
        assert person.sees("› ada@example.com") and not person.sees("del forget")


@pytest.mark.asyncio
async def test_what_was_committed_is_offered_the_next_time(fieldd: str, tmp_path: Path) -> None:
    """D4: but no secret."""
    use = {"autofill": {"source": "names"}}
    fields = [entry("name", **use), entry("pin", secure=True, **use)]
    document = {"fields": fields, "autofill": {"names": []}}
    async with asyncio.timeout(PATIENCE_SECONDS):
        for keys in [[*"Ada", "tab", *"1234", "ctrl+s"], ["down"]]:
            daemon = Daemon(fieldd, store=tmp_path / "store")
            async with daemon, daemon.open(document) as form:
                app = FillApp(form)
                async with app.run_test(size=(70, 30)) as pilot:
                    person = Person(app, pilot)
                    await person.press(*keys)
                    if app.return_value is None:
                        assert person.sees("› Ada") and not person.sees("1234")


# Submission.


@pytest.mark.asyncio
async def test_submission_goes_to_the_first_wrong_field(fieldd: str) -> None:
    """M15: nothing is committed until everything passes."""
    fields = entry("name"), entry("age", value="integer"), entry("end")
    async with filling(fieldd, *fields) as person:
        await person.type("Ada")
        await person.press("tab", "tab", "ctrl+s")
        assert person.active == "age"
        assert person.sees("Age: Age is required; and 1 more", "End is required")
        assert person.app.return_value is None
        await person.press("3", "6", "tab", "x", "ctrl+s")
    assert person.app.return_value == {"name": "Ada", "age": 36, "end": "x"}


@pytest.mark.asyncio
async def test_the_words_of_a_refusal_stand_beside_the_field_until_its_draft_changes(
    fieldd: str,
) -> None:
    """M4, M15: though entering a field forgets its error."""
    rule = {"pattern": "[a-z]+", "message": "Small letters only"}
    name = entry("name", helper="Short", text="ADA", validation={"endEditing": [rule]})
    async with filling(fieldd, entry("first", text="x"), name, entry("end")) as person:
        await person.press("ctrl+s")
        assert person.active == "name" and person.form["name"].error is None
        assert person.sees("Short - Small letters only", "Name: Small letters only; and 1 more")
        await person.press("left", "right")
        assert person.sees("Short - Small letters only")
        await person.press("x")
        assert person.sees("Short") and not person.sees("Short - Small")
        await person.press("backspace")
        assert not person.sees("Short - Small")
        await person.press("ctrl+s")
        assert person.sees("Short - Small letters only")
        await person.press("ctrl+u", *"ada", "tab", "y", "ctrl+s")
    assert person.app.return_value == {"first": "x", "name": "ada", "end": "y"}


@pytest.mark.asyncio
async def test_a_picker_in_the_way_is_not_opened_and_keeps_its_words(fieldd: str) -> None:
    """M4, M15."""
    async with filling(fieldd, picker("city", "Oslo", "Cluj"), entry("end", text="x")) as person:
        await person.press("tab", "ctrl+s")
        assert person.active == "city" and not person.sees("Oslo")
        assert len([line for line in person.lines() if "City is required" in line]) == 2
        await person.press("enter", "down")
        assert len([line for line in person.lines() if "City is required" in line]) == 1
        await person.press("enter", "ctrl+s")
    assert person.app.return_value == {"city": "Cluj", "end": "x"}


@pytest.mark.asyncio
async def test_a_form_whose_text_is_wrong_is_refused_with_what_is_wrong(fieldd: str) -> None:
    """Nobody is told that what could not be read was checked."""
    fields = entry("name"), entry("mail", validation={"live": [{"format": "emial"}]})
    async with filling(fieldd, *fields, allow_errors=True) as person:
        await person.press("x", "ctrl+s")
        assert person.app.return_value is None
        assert person.sees("The form itself is wrong, 1:", 'No format is called "emial"')
        assert [problem.code for problem in person.app.diagnostics] == ["unknownFormat"]
        await person.press("tab", "y", "ctrl+s")
        assert person.sees("The form itself is wrong, 1:") and not person.sees("and 1 more")


@pytest.mark.asyncio
async def test_a_long_draft_is_looked_at_a_few_times_for_a_key(
    fieldd: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a paste and a key behind it cost grows with the draft, not with its square."""
    seen = 0

    def counted(text: str) -> Any:
        nonlocal seen
        seen += len(text)
        return split_graphemes(text)

    monkeypatch.setattr(editing, "split_graphemes", counted)
    monkeypatch.setattr(editing, "cell_len", lambda text: counted(text)[1])
    for kind in ("entry", "area"):
        field = {"key": "a", "kind": kind, "label": "A"}
        async with filling(fieldd, field) as person:
            text = "lorem ipsum " * 10_000
            seen = 0
            await person.paste(text)
            assert person.form["a"].text == text
            await person.press("left", "x", "home", "right", "delete")
            assert seen < 20 * len(text)


@pytest.mark.asyncio
async def test_the_mouse_does_what_keys_do(fieldd: str) -> None:
    fields = entry("name", text="Ada"), picker("city", "Oslo", "Cluj"), entry("end", text="x")
    async with filling(fieldd, *fields) as person:
        await person.press("tab", "tab")
        await person.click("Ada", column=1)
        await person.press("X")
        assert person.form["name"].text == "AXda"
        await person.click("City")
        assert person.sees("› Oslo")
        await person.click("Cluj")
        assert person.sees("› Cluj")
        await person.click("Done")
        assert person.active is None
        await person.click("Submit")
    assert person.app.return_value == {"name": "AXda", "city": "Cluj", "end": "x"}


@pytest.mark.asyncio
async def test_the_form_is_drawn_in_the_readers_language(fieldd: str) -> None:
    """Words of the daemon and of the filler, and the direction in which both are written."""
    born, name = date("born", date="1990-12-10"), entry("name", label="שם")
    async with filling(fieldd, born, name, locale="de") as person:
        assert person.sees("esc Fertig", "^S Absenden", "^Q Abbrechen")
        await person.press("enter")
        assert person.sees("Mo Di Mi Do Fr Sa So", "▲▼ oder tippen", "Schließen")
    async with filling(fieldd, name, locale="he", description="תיאור") as person:
        assert person.sees("שליחה", "ביטול")
        first, description = person.lines()[:2]
        assert first.endswith("Sign up  ") and description.endswith("תיאור  ")
        await person.press("tab", "ctrl+s")
        title = next(line for line in person.lines() if "שם ━" in line)
        assert title.rstrip().endswith("שם ━┓")


@pytest.mark.asyncio
async def test_who_may_decline_has_a_button_for_it(fieldd: str) -> None:
    async with filling(fieldd, entry("name"), may_decline=True) as person:
        assert person.sees("^X Decline")
        await person.press("x")
        await person.pilot.press("ctrl+x")
    assert person.app.return_value is None and person.app.declined
    async with filling(fieldd, entry("name")) as person:
        assert not person.sees("Decline")
        await person.pilot.press("ctrl+x")
        assert not person.app.declined


@pytest.mark.asyncio
async def test_giving_up_has_no_values(fieldd: str) -> None:
    async with filling(fieldd, entry("name")) as person:
        await person.pilot.press("ctrl+q")
    assert person.app.return_value is None and person.app.return_code == 0


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_nothing_that_was_typed_is_given_up_unasked(fieldd: str, key: str) -> None:
    fields = entry("name"), entry("pin", secure=True)
    async with filling(fieldd, *fields) as person:
        await person.press("tab", *"1234")
        again = f"Ctrl-{key[-1].upper()} again discards your answers; anything else goes on."
        await person.pilot.press(key)
        assert person.app.is_running and person.sees(again)
        # Whoever goes on has given up nothing, and is asked again.
        await person.press("5")
        assert not person.sees(again) and person.form["pin"].text == "12345"
        await person.pilot.press(key)
        assert person.app.is_running and person.sees(again)
        await person.pilot.press(key)
    assert person.app.return_value is None


# The command.


def run_with_keys(
    line: list[str],
    keys: bytes,
    folder: Path,
    streams: str = "> values.json",
    more: tuple[bytes, bytes] | None = None,
) -> tuple[int, bytes]:
    """Types at a command in a terminal of 33 lines and 91 columns, once it shows its buttons, and
    `more` once it shows something else; gives its status, and what it drew until then. `streams`
    are redirections of a shell.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 33, 91, 0, 0))
    process = subprocess.Popen(
        # The shell has the terminal open all the time, as it has in life.
        ["sh", "-c", f'"$@" {streams}; exit $?', "sh", *line],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(),
        cwd=folder,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(theirs)
    try:
        screen = b""
        while b"Cancel" not in screen:
            screen += os.read(ours, 65536)
        if more:
            os.write(ours, keys)
            while more[0] not in screen:
                screen += os.read(ours, 65536)
            keys = more[1]
        # Whoever writes to a terminal that nobody reads waits in the end, and so does who types.
        threading.Thread(target=read_to_end, args=(ours,), daemon=True).start()
        while keys:
            keys = keys[os.write(ours, keys[:4096]) :]
        return process.wait(PATIENCE_SECONDS), screen
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def read_to_end(file: int) -> None:
    """Reads what a terminal shows until nobody writes to it any more."""
    with contextlib.suppress(OSError):
        while os.read(file, 65536):
            pass
    os.close(file)


def command(fieldd: str, form: Path) -> list[str]:
    """The command line of the filler."""
    options = ["--fieldd", fieldd, "--store", ":memory:"]
    return [sys.executable, "-m", "fieldd.fill", str(form), *options]


def environment() -> dict[str, str]:
    """The packages as they are in a checkout."""
    sources = [PROJECT / "clients" / name / "src" for name in ("python", "terminal")]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, sources)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TERM": "xterm-256color",
    }


@pytest.mark.parametrize(
    ("keys", "status", "values"),
    [(b"Ada\r\r", 0, {"name": "Ada"}), (b"Ada\x11\x11", 1, None)],
    ids=["committed", "given up"],
)
def test_values_go_to_a_file_while_the_form_is_on_the_terminal(
    fieldd: str, tmp_path: Path, keys: bytes, status: int, values: Any
) -> None:
    form = signup_with_a_name(tmp_path)
    assert run_with_keys(command(fieldd, form), keys, tmp_path)[0] == status
    printed = (tmp_path / "values.json").read_text()
    assert (json.loads(printed) if values else printed or None) == values


@pytest.mark.parametrize(
    "streams",
    [
        "> values.json",
        "< /dev/null > values.json",
        "> values.json 2> complaints",
        "< /dev/null > values.json 2> complaints",
        "< /dev/tty > values.json 2> /dev/tty",
        "<&- > values.json",
        "> values.json 2>&-",
        "<&- > values.json 2>&-",
        "< /dev/null 2>&1 | cat > values.json",
    ],
)
def test_the_form_is_drawn_on_the_whole_terminal_whatever_is_redirected(
    fieldd: str, tmp_path: Path, streams: str
) -> None:
    form = signup_with_a_name(tmp_path)
    status, screen = run_with_keys(command(fieldd, form), b"Ada\r\r", tmp_path, streams)
    assert status == 0
    assert json.loads((tmp_path / "values.json").read_text()) == {"name": "Ada"}
    places = [tuple(map(int, place)) for place in re.findall(rb"\x1b\[(\d+);(\d+)H", screen)]
    assert max(line for line, _ in places) == 33
    first = screen.split(b"\x1b[1;1H")[1].split(b"\r\n")[0]
    assert len(re.sub(rb"\x1b\[[\d;]*m", b"", first)) == 91


@pytest.mark.parametrize("streams", [">&-", "> /dev/full"])
def test_values_that_can_not_be_printed_are_not_lost(
    fieldd: str, tmp_path: Path, streams: str
) -> None:
    form = signup_with_a_name(tmp_path)
    line = command(fieldd, form)
    status, _ = run_with_keys(line, b"Ada\r\r", tmp_path, f"{streams} 2> complaints")
    words, _, values = (tmp_path / "complaints").read_text().partition("\n")
    assert (status, json.loads(values)) == (2, {"name": "Ada"})
    assert words.startswith("standard output: ")


@pytest.mark.parametrize(
    "marks", [(b"\x1b[200~", b"\x1b[201~"), (b"", b"")], ids=["marked", "plain"]
)
def test_a_long_paste_arrives_whole(
    fieldd: str, tmp_path: Path, marks: tuple[bytes, bytes]
) -> None:
    """A terminal may say where a paste begins and ends, or type it."""
    form = signup_with_a_name(tmp_path)
    text = "lorem ipsum " * (8000 if marks[0] else 800) + "dolor"
    keys = marks[0] + text.encode() + marks[1] + b"\x13"
    assert run_with_keys(command(fieldd, form), keys, tmp_path)[0] == 0
    assert json.loads((tmp_path / "values.json").read_text()) == {"name": text}


def test_a_form_found_broken_at_submission_is_told_when_the_person_gives_up(
    fieldd: str, tmp_path: Path
) -> None:
    """An error behind more warnings than the daemon tells when it opens a form."""
    fields = [entry("name", text="Ada")] + [
        entry(f"n{n}", required=False, lable="x", mxLength=1, heigth=2) for n in range(200)
    ]
    form = tmp_path / "signup.fields.json"
    broken = entry("mail", validation={"live": [{"format": "emial"}]})
    form.write_text(json.dumps({"fields": [*fields, broken]}))
    streams = "> values.json 2> complaints"
    more = (b"The form itself is wrong", b"\x11")
    assert run_with_keys(command(fieldd, form), b"\x13", tmp_path, streams, more)[0] == 2
    assert (tmp_path / "values.json").read_text() == ""
    complaints = (tmp_path / "complaints").read_text()
    assert complaints.startswith(f"{form}:1:") and 'No format is called "emial"' in complaints


def signup_with_a_name(folder: Path) -> Path:
    """A form that asks for a name."""
    form = folder / "signup.fields.json"
    form.write_text(json.dumps({"title": "Sign up", "fields": [entry("name")]}))
    return form


@pytest.mark.asyncio
async def test_a_daemon_that_dies_ends_the_filler(fieldd: str, tmp_path: Path) -> None:
    script = 'echo $$ > "$1"; exec "$0" --store :memory:'
    # One that is started again is no failure, if its end is seen before the key.
    daemon = Daemon(["sh", "-c", script, fieldd, str(tmp_path / "pid")], restart=False)
    with pytest.raises(DaemonEnded, match="status -9"):
        async with daemon, daemon.open({"fields": [entry("name")]}) as form:
            app = FillApp(form)
            async with app.run_test() as pilot:
                os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
                await Person(app, pilot).press("x")
            assert app.return_value is None
            assert app.failure
            raise app.failure


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", seeds(3, 12))
async def test_nothing_that_the_daemon_says_ends_the_filler(fieldd: str, seed: int) -> None:
    """A request may fail and a field may look odd; the form goes on."""
    fields = (
        entry("name", maxLength=9, helper="Help", icon="eye", autofill={"source": "names"}),
        picker("city", "Oslo", {"value": "C", "label": "Cluj"}, clearable=True, manualEntry=True),
        picker("days", "Mo", "Tu", multiple=True),
        date("born", clearable=True),
        {"key": "bio", "kind": "area", "label": "Bio"},
    )
    document = {"title": "T", "fields": [*fields], "autofill": {"names": ["Ada", "Alan"]}}
    noise = [sys.executable, str(Path(__file__).with_name("noise.py")), "seed", str(seed), "90"]
    keys = [*"Alan", "down", "enter", "tab", "down", "down", "enter", "space", "down", "space",
            "enter", "2", "0", "0", "1", "up", "right", "pagedown", "tab", "x", "enter", "y",
            "shift+tab", "delete", "escape", "shift+tab", "end", "Z", "ctrl+d"]  # fmt: skip
    daemon = Daemon([*noise, fieldd, "--store", ":memory:"])
    async with asyncio.timeout(3 * PATIENCE_SECONDS), daemon:
        # The answer that opens the form may be spoiled as well.
        for _ in range(99):
            with contextlib.suppress(DaemonError):
                async with daemon.open(document) as form:
                    app = FillApp(form)
                    async with app.run_test(size=(60, 20)) as pilot:
                        person = Person(app, pilot)
                        for key in keys:
                            await person.press(key)
                        assert app.failure is None and app.return_value is None
                    break


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (None, "No such file or directory"),
        ('{ "fields": [\n{ "key": "a", "kind": "x", "label": "A" } ] }', "2:23: `kind` can't be"),
        ("[]", "1:1: A field document is an object"),
    ],
)  # fmt: skip
def test_a_form_that_can_not_be_read(
    fieldd: str, tmp_path: Path, text: str | None, complaint: str
) -> None:
    form = tmp_path / "a.fields.json"
    if text is not None:
        form.write_text(text)
    result = subprocess.run(
        command(fieldd, form),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=PATIENCE_SECONDS,
        start_new_session=True,
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert complaint in result.stderr and "Traceback" not in result.stderr
