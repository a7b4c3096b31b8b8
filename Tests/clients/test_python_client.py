"""The Python package with the real daemon: what a program sees that fills in a form."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import datetime
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, get_args

import fieldd
import pytest
from conftest import PROJECT, seeds
from fieldd import facts
from fieldd.form import _put
from fieldd.order import placed
from fields import entry

pytestmark = pytest.mark.asyncio

PACKAGE = PROJECT / "clients" / "python"
PATIENCE_SECONDS = 60
NOISE = [sys.executable, str(Path(__file__).with_name("noise.py"))]


@contextlib.asynccontextmanager
async def opened(
    binary: str,
    *fields: dict[str, Any],
    autofill: Any = None,
    allow_errors: bool = False,
    **options: Any,
) -> AsyncIterator[fieldd.Form]:
    """A form with some fields, and a daemon for it alone."""
    document: dict[str, Any] = {"fields": [*fields]}
    if autofill is not None:
        document["autofill"] = autofill
    async with asyncio.timeout(PATIENCE_SECONDS):
        async with (
            fieldd.Daemon(binary, **options) as daemon,
            daemon.open(document, allow_errors=allow_errors) as form,
        ):
            yield form


@pytest.fixture(name="binary")
def the_daemon_under_test(fieldd: str) -> str:
    return fieldd


# The quick start.


@pytest.mark.usefixtures("path_with_fieldd")
async def test_the_readme_has_four_steps_that_work() -> None:
    """M16."""
    program = programs_of_readme()[0]
    assert [int(step) for step in re.findall(r"# (\d)\.", program)] == [3, 4, 1, 2]
    assert await printed(program) == ("City Cluj\n", "")


@pytest.mark.usefixtures("path_with_fieldd")
async def test_the_lists_of_the_readme_work() -> None:
    (program,) = (it for it in programs_of_readme() if "repeat" in it)
    values = {"lines": [{"product": "Tea", "count": 1}, {"product": "Milk", "count": 3}]}
    assert await printed(program) == (f"['Tea', 'Milk']\n{values}\n", "")


def programs_of_readme() -> list[str]:
    return re.findall(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)


async def printed(program: str) -> tuple[str, str]:
    """What a program prints, and complains of."""
    result = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": str(PACKAGE / "src")},
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    return result.stdout, result.stderr


async def test_no_module_of_the_package_needs_one_that_needs_it() -> None:
    needs: dict[str, set[str]] = {}
    for path in (PACKAGE / "src" / "fieldd").glob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text()))
        imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 1]
        needs[path.stem] = {
            name
            for node in imports
            for name in ([node.module] if node.module else [alias.name for alias in node.names])
        }
    assert needs["form"] >= {"field", "delegate", "facts"}
    while free := {name for name, needed in needs.items() if not needed & needs.keys()}:
        for name in free:
            del needs[name]
    assert not needs


async def test_words_and_defaults_are_those_of_the_protocol() -> None:
    page = (PROJECT / "docs" / "reference" / "form.md").read_text()
    field = page.split("\n### A field\n")[1].split("\n### ")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| (?:`([^|]*)`)? \|", field, re.MULTILINE)
    compared = set()
    for name, takes, default in rows:
        member = fieldd.Field.members.get(name)
        # These are told in another way than they are written.
        if member is None or not default or name in {"value", "horizontalPadding", "manualEntry"}:
            continue
        # They are told where the form names one: else clocks and patterns are the reader's.
        wanted = None if name in {"format", "timeZone"} else json.loads(default)
        assert member.absent == wanted, name
        compared.add(name)
        words = takes.removeprefix("one of ").split(", ") if takes.startswith("one of ") else []
        literal = {"style": facts.Style, "state": facts.State, "mode": facts.DateMode}.get(name)
        assert literal is None or list(get_args(literal)) == words, name
    assert compared >= {"style", "keyboard", "autocapitalization", "autocorrection", "returnKey"}


# Fields.


async def test_a_field_is_a_live_view(binary: str) -> None:
    """M2, M14, V5: what the daemon tells is there when an act has been awaited."""
    async with opened(binary, entry("nick", maxLength=8, helper="Short")) as form:
        nick = form["nick"]
        assert (nick.kind, nick.label, nick.state, nick.is_active) == (
            "entry",
            "Nick",
            "standard",
            False,
        )
        assert (nick.title.position, nick.helper) == ("down", "Short")
        await nick.replace_text("ada")
        assert (nick.text, nick.is_active, nick.title.position) == ("ada", True, "up")
        assert nick.counter == fieldd.Counter(3, 8, "grapheme")
        assert form.active is nick
        await nick.replace_text("")
        assert (nick.error, nick.helper) == ("Nick is required", "Short - Nick is required")
        assert nick.problems[0].code == "valueMissing"
        await nick.replace_text("eve")
        assert (nick.error, nick.problems, nick.helper) == (None, (), "Short")


async def test_offsets_are_those_of_python(binary: str) -> None:
    async with opened(binary, entry("nick", text="😀 é̂ 👩‍👩‍👧!")) as form:
        nick = form["nick"]
        await nick.replace_text("ada", nick.text.index("👩"), nick.text.index("!"))
        assert nick.text == "😀 é̂ ada!"
        await nick.replace_text("?", len(nick.text) - 1)
        assert nick.text == "😀 é̂ ada?"


async def test_a_refused_act_says_why_and_changes_nothing(binary: str) -> None:
    """D7, V3: past the limit, and disabled."""
    fields = entry("nick", text="12345", maxLength=4), entry("off", text="x", enabled=False)
    async with opened(binary, *fields) as form:
        outcome = await form["nick"].replace_text("6", 5)
        assert not outcome
        assert (outcome.reason, outcome.message) == ("tooLong", "Too long: 6 characters, at most 4")
        assert form["nick"].text == "12345"
        assert await form["nick"].replace_text("", 4)
        assert form["nick"].text == "1234"
        assert (await form["off"].begin_editing()).reason == "disabled"


async def test_moving_between_fields(binary: str) -> None:
    """D2, D3, D9, D10: siblings, the return key, Done, what to select."""
    first = entry("a", text="one", next="b", returnKey="next")
    second = entry("b", text="two", previous="a", returnKey="done", selectAllOnFocus=True)
    async with opened(binary, first, second) as form:
        outcome = await form["a"].begin_editing()
        assert (outcome.moved, outcome.active, outcome.selection) == (True, "a", (3, 3))
        assert [(item.item, item.enabled) for item in form["a"].toolbar] == [
            ("previous", False),
            ("next", True),
            ("done", True),
        ]
        assert not await form.previous()
        assert (await form.press_return()).selection == (0, 3)
        assert (await form.previous()).active == "a"
        assert (await form.next()).active == "b"
        assert (await form.press_return()).active is None
        assert form.active is None
        assert form.values == {"a": "one", "b": "two"}
        assert (await form.end_editing()).reason == "notEditing"


async def test_a_picker_writes_on_done(binary: str) -> None:
    """M12: rows, the row that the list stands on, typed text, clear."""
    field = {
        "key": "country",
        "kind": "picker",
        "label": "Country",
        "clearable": True,
        "data": ["Canada", {"value": "RO", "label": "Romania"}],
        "manualEntry": "Other…",
    }
    async with opened(binary, field) as form:
        country = form["country"]
        assert [row.label for row in country.rows] == ["Canada", "Romania"]
        await country.begin_editing()
        assert (country.is_open, country.row) == (True, 0)
        await country.select(index=1)
        assert (country.row, country.text) == (1, "")
        await form.done()
        assert (country.text, country.display, country.value) == ("RO", "Romania", "RO")
        assert not (await country.replace_text("Nauru"))
        await country.select_manual()
        assert country.manual_entry == fieldd.ManualEntry("Other…", active=True)
        assert await country.replace_text("Nauru")
        assert await country.clear()
        assert country.text == ""
        assert (await country.select("Atlantis")).reason == "notAChoice"


async def test_a_form_can_be_passed_through_without_changing_anything(binary: str) -> None:
    """M12, M13: focus is not opening, and closing a list is not Done."""
    when = {"key": "when", "kind": "date", "label": "When", "defaultDate": "1990-12-10"}
    where = {"key": "where", "kind": "picker", "label": "Where", "data": ["Oslo", "Cluj"]}
    first = entry("first", text="x", returnKey="next", next="when")
    async with opened(
        binary, first, when | {"next": "where"}, where | {"previous": "when"}
    ) as form:
        await form["first"].begin_editing(open=False)
        assert (await form.press_return(open=False)).active == "when"
        assert (await form.next(open=False)).active == "where"
        assert (await form.previous(open=False)).active == "when"
        assert (form["when"].is_active, form["when"].is_open) == (True, False)
        await form["where"].begin_editing()
        await form["where"].select(index=1)
        assert (form["where"].is_open, form["where"].row) == (True, 1)
        assert await form["where"].begin_editing(open=False)
        assert (form["where"].is_active, form["where"].is_open) == (True, False)
        await form.done()
        submission = await form.submit()
        assert isinstance(submission, fieldd.Committed)
        assert submission.values == {"first": "x", "when": None, "where": None}
        await form["when"].begin_editing()
        assert (form["when"].date, form["when"].default_date) == ("", "1990-12-10")
        await form.end_editing()
        assert form["when"].date == ""
        await form["when"].begin_editing()
        await form.done()
        assert form["when"].date == "1990-12-10"


async def test_what_fits_of_a_long_text_is_kept(binary: str) -> None:
    """V5: whole characters, and the cursor behind them."""
    async with opened(binary, entry("nick", text="😀é̂", maxLength=4)) as form:
        outcome = await form["nick"].replace_text("👩‍👩‍👧ada", 1, 1, truncate=True)
        assert form["nick"].text == "😀👩‍👩‍👧aé̂"
        assert outcome.dropped == fieldd.Dropped(2, "grapheme")
        assert outcome.selection == (7, 7)
        assert (await form["nick"].replace_text("", 0, 1, truncate=True)).dropped is None
        assert not await form["nick"].replace_text("xy", 0, 0)


async def test_several_rows_can_be_chosen(binary: str) -> None:
    """M12."""
    field = {
        "key": "days",
        "kind": "picker",
        "label": "Days",
        "multiple": True,
        "data": ["Mo", "Tu", "We"],
    }
    async with opened(binary, field) as form:
        days = form["days"]
        await days.select(index=2)
        await days.select(index=0)
        assert (days.chosen, days.text, days.display) == (("Mo", "We"), "Mo, We", "Mo, We")
        await days.select(index=2)
        assert days.chosen == ("Mo",)
        await days.select(["We", "Tu"])
        assert days.chosen == ("Tu", "We")
        assert (await form.submit()).values == {"days": ["Tu", "We"]}
        await days.select([])
        assert days.chosen == ()


async def test_rows_have_values_of_several_types(binary: str) -> None:
    """M12: a row is chosen by its value, and commits it."""
    rows = ["0", 0, 1.5, True, {"value": None, "label": "None"}]
    one = {"key": "one", "kind": "picker", "label": "One", "data": rows}
    more = {"key": "more", "kind": "picker", "label": "More", "data": rows, "multiple": True}
    async with opened(binary, one, more | {"whenEmpty": "omit"}) as form:
        assert [row.value for row in form["one"].rows] == ["0", 0, 1.5, True, None]
        assert [row.draft for row in form["one"].rows] == ['"0"', "0", "1.5", "true", "null"]
        # Null is the value of a row here, and nothing is chosen yet.
        assert (await form.submit()).values == {}
        for value in ("0", 0, 1.5, True):
            assert await form["one"].select(value)
            assert form["one"].value == value and type(form["one"].value) is type(value)
        assert await form["one"].select([None])
        assert (form["one"].display, form["one"].value, form["one"].is_committed) == ("None", None, True)
        assert await form["more"].select([None, 0, "0"])
        assert form["more"].chosen == ('"0"', "0", "null")
        assert (await form.submit()).values == {"one": None, "more": ["0", 0, None]}


async def test_dates_are_python_dates_or_texts(binary: str) -> None:
    """M13: kept between their ends, shown in their pattern."""
    birthday = {
        "key": "born",
        "kind": "date",
        "label": "Born",
        "minimumDate": "1900-01-01",
        "defaultDate": "1990-12-10",
        "clearable": True,
    }
    wake = {"key": "wake", "kind": "date", "label": "Wake", "mode": "time", "format": "h:mm a"}
    async with opened(binary, birthday, wake) as form:
        born = form["born"]
        await born.begin_editing()
        assert (born.date, born.default_date, born.is_open) == ("", "1990-12-10", True)
        await form.done()
        assert (born.date, born.display, born.is_open) == ("1990-12-10", "Dec 10, 1990", False)
        await born.set_date(datetime.date(1815, 12, 10))
        assert born.date == "1900-01-01"
        assert (await born.set_date("soon")).reason == "badDate"
        await born.clear()
        assert born.date == ""
        assert await form["wake"].set_date(datetime.time(6, 30))
        assert form["wake"].display == "6:30 AM"


async def test_secrets_are_dots_until_they_are_revealed(binary: str) -> None:
    """V1, V4."""
    pin = entry("pin", text="1234", secure=True, icon="eye", iconAction="reveal")
    async with opened(binary, pin) as form:
        assert form["pin"].display == "••••"
        assert "1234" not in repr(form["pin"])
        await form["pin"].tap_icon()
        assert (form["pin"].display, form["pin"].is_revealed) == ("1234", True)


async def test_errors_states_and_properties_by_hand(binary: str) -> None:
    """M3, V3, V2."""
    async with opened(binary, entry("nick", text="ada")) as form:
        nick = form["nick"]
        await nick.set_error("No")
        assert (nick.state, nick.error, nick.icon, nick.border_width) == (
            "error",
            "No",
            "warning",
            2,
        )
        await nick.remove_error()
        assert nick.error is None
        await nick.set_state("success")
        assert nick.colors["border"].role == "success"
        await nick.set_property("style", "filled")
        assert nick.style == "filled"


async def test_layout_measures_each_state(binary: str) -> None:
    """M6, V10."""
    async with opened(binary, entry("nick")) as form:
        (layout,) = await form.layout(metrics={"label": 10})
        assert layout.heights == {"normal": 43.5, "error": 63, "stacked": 70}
        assert layout.colors["error"]["border"].role == "borderError"


async def test_a_renamed_field_keeps_its_place(binary: str) -> None:
    async with opened(binary, entry("a"), entry("b"), entry("c")) as form:
        changes = form.changes()
        await form["b"].set_property("key", "z")
        assert [field.key for field in form] == ["a", "z", "c"]
        assert "b" not in form
        change = await anext(changes)
        assert (change.removed, [*change.fields]) == (("b",), ["z"])


# Lists.


def order(*lines: dict[str, str], **repeat: Any) -> dict[str, Any]:
    """A form with a list between two fields."""
    fields = (
        entry("mail", required=False),
        entry("product", group="lines"),
        entry("count", group="lines", value="integer", text="1", required=False),
        entry("note", required=False),
    )
    group = {"key": "lines", "label": "Lines", "repeat": {"maxEntries": 3} | repeat}
    return {"groups": [group], "fields": [*fields], "entries": {"lines": [*lines]}}


TEA, MILK = {"product": "Tea", "count": "2"}, {"product": "Milk", "count": "1"}


@contextlib.asynccontextmanager
async def ordering(
    binary: str | list[str], document: dict[str, Any], **options: Any
) -> AsyncIterator[fieldd.Form]:
    """A form that is opened as it is."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        async with fieldd.Daemon(binary, **options) as daemon, daemon.open(document) as form:
            yield form


def products(form: fieldd.Form) -> list[str]:
    """The lines of an order as the list has them, which must be as the form has its fields."""
    entries = form.list("lines").entries
    fields = [field for one in entries for field in one]
    assert [field for field in form if field.entry] == fields
    assert [field.own_key for field in fields] == ["product", "count"] * len(entries)
    return [one["product"].text for one in entries]


async def test_a_list_has_entries_and_an_entry_its_fields(binary: str) -> None:
    document = order(TEA, MILK, minEntries=1, unique=["product"], addLabel="Add a line")
    async with ordering(binary, document) as form:
        repeat = fieldd.Repetition(1, 3, ("product",), "Add a line")
        assert form.groups == (fieldd.Group("lines", "Lines", None, repeat, "/lines"),)
        (lines,) = form.lists
        assert lines is form.list("lines")
        assert (lines.key, lines.label, lines.repeat) == ("lines", "Lines", repeat)
        assert lines.problems == ()
        assert products(form) == ["Tea", "Milk"]
        tea, milk = lines.entries
        assert tea["count"] is form[f"lines/{tea.number}/count"]
        assert tea["count"].entry == fieldd.EntryPlace("lines", tea.number)
        assert (tea["count"].group, tea["count"].own_key) == ("lines", "count")
        assert (form["mail"].entry, form["mail"].own_key) == (None, "mail")
        assert "count" in tea and "mail" not in tea and milk.list is lines
        with pytest.raises(KeyError):
            form.list("mail")


async def test_entries_come_move_and_go(binary: str) -> None:
    """Each keeps its number, and what is told of them is told in the change."""
    async with ordering(binary, order(TEA, MILK)) as form:
        changes, lines = form.changes(), form.list("lines")
        tea, milk = lines.entries
        added = await lines.add({"product": "Rice", "count": 7}, before=milk)
        assert added and added.entry is not None
        rice = lines.entry(added.entry)
        assert (products(form), rice["count"].text) == (["Tea", "Rice", "Milk"], "7")
        assert form.active is rice["product"] and added.active == rice["product"].key
        assert [field.key for field in form][0] == "mail" and [*form][-1].key == "note"
        change = await anext(changes)
        news = fieldd.ListNews("lines", added=(fieldd.Placement(rice.number, milk.number),))
        assert (change.lists, change.removed) == ({"lines": news}, ())
        assert {rice["product"].key, rice["count"].key} <= change.fields.keys()

        assert await tea.move()
        assert (products(form), lines.entries[2]) == (["Rice", "Milk", "Tea"], tea)
        assert await tea.move(before=rice)
        assert (products(form), lines.entries) == (["Tea", "Rice", "Milk"], (tea, rice, milk))

        assert await rice.remove()
        assert (products(form), [*rice], form.active) == (["Tea", "Milk"], [], None)
        assert "product" not in rice
        with pytest.raises(KeyError):
            lines.entry(rice.number)
        change = [await anext(changes) for _ in range(3)][-1]
        assert {*change.removed} == {f"lines/{rice.number}/{key}" for key in ("product", "count")}
        assert change.lists["lines"].removed == (rice.number,)


async def test_what_is_refused_of_a_list_changes_nothing(binary: str) -> None:
    async with ordering(binary, order(TEA, MILK, maxEntries=2)) as form:
        lines = form.list("lines")
        full = await lines.add()
        assert (full.accepted, full.reason, full.entry) == (False, "full", None)
        assert full.message == "Too many entries: 3, at most 2"
        milk = lines.entries[1]
        assert await milk.remove()
        for outcome in (await milk.remove(), await milk.move(), await lines.add(before=milk)):
            assert (outcome.accepted, outcome.reason) == (False, "noEntry")
        assert products(form) == ["Tea"]


async def test_what_is_wrong_with_a_list_stands_in_the_way(binary: str) -> None:
    async with ordering(binary, order(TEA, minEntries=1)) as form:
        lines = form.list("lines")
        await lines.entries[0].remove()
        refused = await form.submit()
        assert isinstance(refused, fieldd.Refused)
        assert [(it.key, it.problems[0].code) for it in refused.errors] == [
            ("lines", "tooFewEntries")
        ]
        await form.settled([])
        assert lines.problems == refused.errors[0].problems
        assert "lines" not in form.values
        await lines.add({"product": "Tea", "count": 2})
        assert lines.problems == ()
        committed = await form.submit()
        assert isinstance(committed, fieldd.Committed)
        assert committed.values["lines"] == [{"product": "Tea", "count": 2}]


async def test_committed_values_of_entries_are_lists_of_objects(binary: str) -> None:
    async with ordering(binary, order()) as form:
        lines = form.list("lines")
        assert "lines" not in form.values
        await lines.add({"product": "Tea"})
        await lines.add()
        assert form.values["lines"] == [{"product": "Tea"}, {}]
        await lines.entries[1]["product"].replace_text("Milk")
        committed = await form.submit()
        assert isinstance(committed, fieldd.Committed)
        assert form.values == committed.values
        assert form.values["lines"] == [
            {"product": "Tea", "count": None},
            {"product": "Milk", "count": 1},
        ]


async def test_a_delegate_is_asked_about_entries_and_told_of_their_fields(binary: str) -> None:
    """Also of the first field of a new entry, which has the focus before it is told of."""
    told: list[Any] = []

    class Clerk(fieldd.Delegate):
        def should_add_entry(self, entries: fieldd.EntryList) -> bool:
            told.append(("add", entries.key))
            return len(entries.entries) < 2

        async def should_remove_entry(self, entry: fieldd.Entry) -> bool:
            told.append(("remove", entry["product"].text))
            return entry["product"].text != "Tea"

        def did_begin_editing(self, field: fieldd.Field) -> None:
            told.append(("began", field.own_key, field.text, field.is_active))

    async with ordering(binary, order(TEA), delegate=Clerk()) as form:
        lines = form.list("lines")
        assert await lines.add({"product": "Milk"})
        assert (await lines.add()).reason == "refused"
        tea, milk = lines.entries
        assert (await tea.remove()).reason == "refused"
        assert await milk.remove()
        assert products(form) == ["Tea"]
    assert told == [
        ("add", "lines"), ("began", "product", "Milk", True), ("add", "lines"), ("remove", "Tea"),
        ("remove", "Milk"),
    ]  # fmt: skip


LIST_CHANGES = {
    "half a message": b'{"jsonrpc":"2.0","method":"field/didChange","params":{"uri"',
    "no key": b'[{"removed":[1]}]',
    "a number in words": b'[{"key":"lines","removed":["one"]}]',
    "no place": b'[{"key":"lines","added":[{"entry":9}]}]',
    "an entry before none": b'[{"key":"lines","added":[{"entry":9,"before":8}]}]',
    "no problems": b'[{"key":"lines","problems":[7]}]',
    "a list that is gone": b'[{"key":"lines","gone":"yes"}]',
}


@pytest.mark.parametrize("lists", LIST_CHANGES.values(), ids=LIST_CHANGES)
async def test_after_a_change_of_lists_that_can_not_be_read_they_are_right_again(
    binary: str, tmp_path: Path, lists: bytes
) -> None:
    """Once the act has been awaited; entries are told to who draws as if all of them were new."""
    message = b'{"method":"field/didChange","params":{"uri":"form:1","lists":%s}}' % lists
    (tmp_path / "change").write_bytes(lists if lists[:1] == b"{" else message)
    command = [*NOISE, "first", "field/didChange", str(tmp_path / "change"), binary]
    async with ordering(command, order(TEA, MILK)) as form:
        changes, lines = form.changes(), form.list("lines")
        tea, milk = lines.entries
        added = await lines.add({"product": "Rice"}, before=tea)
        assert products(form) == ["Rice", "Tea", "Milk"]
        assert lines.entries == (lines.entry(added.entry or 0), tea, milk)
        assert form.active is lines.entries[0]["product"]
        change = await anext(changes)
        assert change.lists["lines"].removed == (tea.number, milk.number)
        numbers = [it.number for it in lines.entries]
        assert [(it.entry, it.before) for it in change.lists["lines"].added] == [
            (numbers[2], None), (numbers[1], numbers[2]), (numbers[0], numbers[1]),
        ]  # fmt: skip
        assert await milk.remove()
        assert products(form) == ["Rice", "Tea"]


async def test_a_list_that_is_none_any_more_has_no_entries(binary: str, tmp_path: Path) -> None:
    """What tells it comes in the place of what an act has changed."""
    gone = {"uri": "form:1", "fields": [], "lists": [{"key": "lines", "gone": True}]}
    (tmp_path / "change").write_text(json.dumps({"method": "field/didChange", "params": gone}))
    command = [*NOISE, "first", "field/didChange", str(tmp_path / "change"), binary]
    async with ordering(command, order(TEA)) as form:
        changes, lines = form.changes(), form.list("lines")
        await form["mail"].replace_text("x")
        assert (form.lists, lines.entries) == ((), ())
        assert (await anext(changes)).lists["lines"].gone


@pytest.mark.parametrize("seed", seeds(10, 30))
async def test_what_moves_comes_to_stand_where_it_is_said_to(seed: int) -> None:
    """One after the other, each directly behind another that is known by then, or first."""
    chance = random.Random(seed)
    order = chance.sample(range(10), 5)
    moved = [*chance.sample(order, 2), *({*range(10)} - {*order})]
    expected = [key for key in order if key not in moved]
    places: dict[int, int | None] = {}
    for key in moved:
        after = places[key] = chance.choice([None, *expected])
        expected.insert(0 if after is None else expected.index(after) + 1, key)
    assert placed(order, places) == expected


async def test_what_is_told_of_long_lists_is_taken_in_a_time_that_grows_with_them() -> None:
    """Each stands behind the one before it, told in their order and the other way round."""
    count = 100_000
    chain: dict[int, int | None] = {key: key - 1 if key else None for key in range(count)}
    for told in (chain, dict(reversed(chain.items()))):
        assert placed([count], told) == [*range(count), count]
    assert placed([1], {2: 7, 3: 2, 4: 4}) == [1, 2, 3, 4]


# Submission.


async def test_submission_commits_all_or_none(binary: str) -> None:
    """M15: values have the types that the form asks for."""
    async with opened(binary, entry("name"), entry("age", value="integer", text="36")) as form:
        refused = await form.submit()
        assert isinstance(refused, fieldd.Refused) and not refused
        assert [(verdict.key, verdict.problems[0].code) for verdict in refused.errors] == [
            ("name", "valueMissing")
        ]
        assert not form["age"].is_committed
        await form["name"].replace_text("Ada")
        committed = await form.submit()
        assert isinstance(committed, fieldd.Committed) and committed
        assert committed.values == {"name": "Ada", "age": 36}
        assert form.values == committed.values


async def test_a_form_whose_text_has_errors_is_refused_with_them(binary: str) -> None:
    """What could not be read is never told as checked."""
    age = {"key": "age", "kind": "entry", "label": "Age", "value": "integer", "text": 36}
    with pytest.raises(fieldd.FormError) as error:
        async with opened(binary, age):
            pass
    assert [it.code for it in error.value.diagnostics] == ["wrongType"]
    async with opened(binary, entry("name", text="Ada"), age, allow_errors=True) as form:
        refused = await form.submit()
        assert isinstance(refused, fieldd.Refused) and refused.errors == ()
        (problem,) = refused.diagnostics
        assert (problem.severity, problem.code, problem.line) == ("error", "wrongType", 1)
        assert problem in form.diagnostics
        validation = await form.validate()
        assert not validation and validation.diagnostics == (problem,)
        assert not (await form["name"].validate()).valid
        await form["age"].set_property("text", "36")
        assert (await form.submit()).values == {"name": "Ada", "age": 36}
        assert (await form.validate()).diagnostics == ()


async def test_a_draft_that_was_not_checked_is_not_told_as_valid(binary: str) -> None:
    email = entry("email", validation={"endEditing": [{"format": "email"}]})
    async with opened(binary, email, entry("name")) as form:
        await form["email"].replace_text("ada")
        assert await form.settled() == ("email",)
        validation = await form.validate(["email"], "live")
        assert not validation and validation.unproved == ("email",)
        assert [verdict.key for verdict in validation] == ["email"]
        await form["email"].replace_text("ada@example.com")
        await form.end_editing()
        assert await form.settled() == ()


# Delegates.


async def test_a_delegate_may_refuse_everything(binary: str) -> None:
    """M10: every question reaches the delegate, sync or async."""

    class No(fieldd.Delegate):
        def __init__(self) -> None:
            self.asked: list[Any] = []

        def should_begin_editing(self, field: fieldd.Field) -> bool:
            self.asked.append(("begin", field.key))
            return field.key == "a"

        async def should_end_editing(self, field: fieldd.Field) -> bool:
            self.asked.append(("end", field.key))
            return False

        def should_return(self, field: fieldd.Field) -> bool:
            self.asked.append(("return", field.key))
            return False

        def should_clear(self, field: fieldd.Field) -> bool:
            self.asked.append(("clear", field.key))
            return False

        async def should_change_text(
            self, field: fieldd.Field, start: int, end: int, text: str
        ) -> bool:
            self.asked.append(("change", field.text[start:end], text))
            return False

        def should_tap_icon(self, field: fieldd.Field) -> bool:
            self.asked.append(("tap", field.key))
            return False

    delegate = No()
    fields = entry("a", text="😀x", icon="cross", returnKey="done"), entry("b")
    async with opened(binary, *fields, delegate=delegate) as form:
        assert await form["a"].begin_editing()
        refused = [
            await form["a"].replace_text("y", 1, 2),
            await form["a"].clear(),
            await form["a"].tap_icon(),
            await form.press_return(),
            await form.end_editing(),
            await form["b"].begin_editing(),
        ]
        assert {outcome.reason for outcome in refused} == {"refused"}
        assert form["a"].text == "😀x"
    assert delegate.asked == [
        ("begin", "a"), ("change", "x", "y"), ("clear", "a"), ("tap", "a"), ("return", "a"),
        ("end", "a"), ("begin", "b"),
    ]  # fmt: skip


async def test_a_delegate_is_told_in_order_of_what_the_field_shows(binary: str) -> None:
    """M10, M11, M15, V9: the value is there at the end of editing."""
    told: list[Any] = []

    class Listener(fieldd.Delegate):
        def did_begin_editing(self, field: fieldd.Field) -> None:
            told.append(("began", field.tag, field.is_active))

        def did_end_editing(self, field: fieldd.Field) -> None:
            told.append(("ended", field.key, field.value))

        def did_select_row(self, field: fieldd.Field, index: int, value: str | None) -> None:
            told.append(("selected", index, value, field.row))

        def date_changed(self, field: fieldd.Field, date: str) -> None:
            told.append(("date", date, field.date))

        def cleared(self, field: fieldd.Field) -> None:
            told.append(("cleared", field.key, field.text))

        def icon_tapped(self, field: fieldd.Field) -> None:
            told.append(("tapped", field.key))

    fields = (
        entry("name", tag=7),
        {"key": "city", "kind": "picker", "label": "City", "data": ["Oslo", "Cluj"]},
        {"key": "day", "kind": "date", "label": "Day", "clearable": True, "icon": "calendar"},
    )
    async with opened(binary, *fields, delegate=Listener()) as form:
        events = form.events()
        await form["name"].replace_text("Ada")
        await form["city"].begin_editing()
        await form["city"].select(index=1)
        await form.done()
        await form["day"].set_date("2026-11-21")
        await form["day"].clear()
        await form["day"].tap_icon()
    assert told == [
        ("began", 7, True),
        ("ended", "name", "Ada"),
        ("selected", 1, "Cluj", 1),
        ("ended", "city", "Cluj"),
        ("date", "2026-11-21", "2026-11-21"),
        ("cleared", "day", ""),
        ("tapped", "day"),
    ]
    names = [(event.name, event.field.key) async for event in events]
    assert names[:2] == [("did_begin_editing", "name"), ("did_end_editing", "name")]
    assert len(names) == len(told)


async def test_an_act_can_be_taken_back(binary: str) -> None:
    asked = asyncio.Event()

    class Slow(fieldd.Delegate):
        async def should_begin_editing(self, field: fieldd.Field) -> bool:
            if field.key == "b":
                return True
            asked.set()
            return await asyncio.Event().wait()

    async with opened(binary, entry("a"), entry("b"), delegate=Slow()) as form:
        act = asyncio.create_task(form["a"].begin_editing())
        await asked.wait()
        act.cancel()
        with pytest.raises(asyncio.CancelledError):
            await act
        assert (await form["b"].begin_editing()).active == "b"


# Validators and autofill sources.


async def test_a_validator_that_is_overtaken_is_cancelled(binary: str) -> None:
    """V6, V8: pending until the last check has answered, and a late answer never wins."""
    asked: asyncio.Queue[str] = asyncio.Queue()
    cancelled: list[str] = []

    async def free(check: fieldd.Check) -> str | None:
        asked.put_nowait(check.value)
        if check.value != "eve":
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.append(check.value)
                raise
        return f"{check.value} is taken, {check.values['other']}"

    field = entry("name", validation={"live": ["free"], "interval": 0})
    fields = field, entry("other", text="sorry")
    async with opened(binary, *fields, validators={"free": free}) as form:
        name = form["name"]
        await name.replace_text("ada")
        assert await asked.get() == "ada"
        assert name.is_pending
        await name.replace_text("eve")
        assert await asked.get() == "eve"
        await name.settled()
        assert (cancelled, name.is_pending) == (["ada"], False)
        assert (name.state, name.error) == ("error", "eve is taken, sorry")


async def test_validators_are_registered_by_their_names(binary: str) -> None:
    """V7, V8: success, a refusal with and without words, and one that fails itself."""
    daemon = fieldd.Daemon(binary)

    @daemon.validator
    def even(check: fieldd.Check) -> bool | str:
        match check.value:
            case "":
                return False
            case "odd":
                return False
            case "three":
                return "Three is odd"
            case "broken":
                raise RuntimeError("no idea")
        return True

    document = {"fields": [entry("n", helper="Even", validation={"endEditing": ["even"]})]}
    async with asyncio.timeout(PATIENCE_SECONDS), daemon, daemon.open(document) as form:
        seen = []
        for text in ["two", "odd", "three", "broken"]:
            await form["n"].replace_text(text)
            verdict = await form["n"].validate()
            seen.append((verdict.valid, form["n"].state, form["n"].helper))
        assert seen == [
            (True, "success", "Even"),
            (False, "error", "Even"),
            (False, "error", "Even - Three is odd"),
            (False, "error", "Even - Could not be checked: the check failed"),
        ]
        assert isinstance(await form.submit(), fieldd.Refused)


async def test_autofill_offers_learns_and_forgets(binary: str, tmp_path: Path) -> None:
    """D4, D5, D6: by the form's own texts, and by those that people have used."""
    name = entry("name", required=False, autofill={"source": "names", "removable": True})
    options: Any = {"autofill": {"names": ["Bob", "Ada", "Eve"]}, "store": tmp_path / "store"}
    async with opened(binary, name, **options) as form:
        field = form["name"]
        assert field.autofill_settings == fieldd.Autofill("names", removable=True)
        assert await field.autofill() == tuple(
            fieldd.Match(text, removable=True) for text in ["Ada", "Bob", "Eve"]
        )
        assert field.matches == ()
        await field.replace_text("e")
        assert [match.text for match in field.matches] == ["Eve"]
        await field.replace_text("")
        await field.show_autofill()
        assert field.is_showing_autofill
        assert [item.item for item in field.toolbar] == ["cancel"]
        await field.hide_autofill()
        assert not field.is_showing_autofill
        await field.apply_autofill("Bob")
        assert field.text == "Bob"
        await field.learn_autofill("Zoe")
        await field.remove_autofill("Ada")
        await field.replace_text("no such name")
        assert (await field.show_autofill()).reason == "noMatch"
    async with opened(binary, name, **options) as form:
        assert [match.text for match in await form["name"].autofill()] == ["Bob", "Eve", "Zoe"]


async def test_a_function_can_be_an_autofill_source(binary: str) -> None:
    """D4, D5: its texts can be removed as the field allows, unless it says otherwise."""
    daemon = fieldd.Daemon(binary, store=":memory:")

    @daemon.autofill_source
    async def cities(query: fieldd.Query) -> list[str | fieldd.Match]:
        return [f"{query.text}lo", fieldd.Match(f"{query.text}aka")]

    use = {"source": "cities", "minimumLength": 1, "removable": True}
    document = {"fields": [entry("city", autofill=use)]}
    async with asyncio.timeout(PATIENCE_SECONDS), daemon, daemon.open(document) as form:
        await form["city"].replace_text("Os")
        assert await form["city"].autofill() == (
            fieldd.Match("Oslo", removable=True),
            fieldd.Match("Osaka"),
        )


# The daemon and its forms.


async def test_forms_are_opened_from_files_and_texts(binary: str, tmp_path: Path) -> None:
    path = tmp_path / "a.fields.jsonc"
    field = '{ "key": "é", "kind": "entry", "label": "É", }'
    path.write_text('{ "title": "T", // a comment\n  "fields": [ %s ] }' % field)
    async with fieldd.Daemon(binary) as daemon:
        async with (
            daemon.open(path) as form,
            daemon.open('{ "fields": [ { "kind": 1 } ] ', allow_errors=True) as other,
        ):
            assert (form.title, [field.key for field in form]) == ("T", ["é"])
            assert form.diagnostics == ()
            assert {(problem.severity, problem.line) for problem in other.diagnostics} >= {
                ("error", 1)
            }
            await form["é"].replace_text("x")
            assert '"text": "x"' in await form.close()


async def test_a_form_that_closes_ends_its_streams_and_what_waits(binary: str) -> None:
    async def never(check: fieldd.Check) -> None:
        await asyncio.Event().wait()

    field = entry("a", text="x", validation={"endEditing": ["never"]})
    async with opened(binary, field, validators={"never": never}) as form:
        changes = form.changes()
        submission = asyncio.create_task(form.submit())
        assert (await anext(changes)).fields["a"]["isPending"]
        await form.close()
        with pytest.raises(fieldd.RequestError) as error:
            await submission
        assert error.value.code == -32801
        assert [change async for change in changes] == []


async def test_a_form_says_what_it_is(binary: str) -> None:
    document = {
        "title": "Sign up",
        "description": "Takes two minutes.",
        "groups": [{"key": "you", "label": "You"}],
        "fields": [entry("name", group="you")],
    }
    async with fieldd.Daemon(binary) as daemon, daemon.open(document) as form:
        assert (form.title, form.description) == ("Sign up", "Takes two minutes.")
        assert form.groups == (fieldd.Group("you", "You"),)
        assert form["name"].group == "you"


async def test_a_schema_becomes_a_form_and_a_form_a_schema(binary: str) -> None:
    schema = {
        "type": "object",
        "properties": {"age": {"type": "integer", "title": "Age", "not": {"$ref": "other.json"}}},
        "required": ["age"],
    }
    async with fieldd.Daemon(binary, store=":memory:") as daemon:
        imported = await daemon.import_form(schema)
        assert [loss.path for loss in imported.losses] == ["/properties/age/not"]
        assert imported.report == fieldd.Report(
            exact=4,
            entries=(
                fieldd.ReportEntry(
                    "noCounterpart", "dropped", "/properties/age/not", "A field has no `not`"
                ),
            ),
        )
        async with daemon.open(imported.document) as form:
            assert await form["age"].replace_text("13")
            assert (await form.submit()) == fieldd.Committed(form.version, {"age": 13})
            exported = await form.export()
            structured = await form.export(structured=True)
        assert exported.losses == ()
        assert exported.document["properties"]["age"]["type"] == "integer"
        assert structured.document["additionalProperties"] is False
        assert (exported.text, exported.report.entries) == (None, ())
        # A text is read too, and a list of questions.
        questions = '[{"id": "age", "description": "Age", "type": {"kind": "number"}}]'
        for source in (questions, json.loads(questions)):
            asked = await daemon.import_form(source, "lsp-form")
            assert asked.document["fields"][0]["value"] == "number"


async def test_every_reason_of_the_protocol_is_a_reason() -> None:
    page = (PROJECT / "protocol.md").read_text()
    table = page.split("<!-- generated: reasons -->")[1].split("<!-- end -->")[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == set(get_args(fieldd.Reason))


async def test_nonsense_is_an_error_with_words(binary: str) -> None:
    async with opened(binary, entry("a")) as form:
        with pytest.raises(fieldd.RequestError, match="A field has no property"):
            await form["a"].set_property("lable", "x")


async def test_a_daemon_that_dies_fails_what_waits(binary: str, tmp_path: Path) -> None:
    async def never(check: fieldd.Check) -> None:
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
        await asyncio.Event().wait()

    command = ["sh", "-c", 'echo $$ > "$1"; exec "$0"', binary, str(tmp_path / "pid")]
    daemon = fieldd.Daemon(command, validators={"never": never})
    document = {"fields": [entry("a", text="x", validation={"endEditing": ["never"]})]}
    with pytest.raises(fieldd.DaemonEnded, match="the daemon ended with status -9"):
        async with asyncio.timeout(PATIENCE_SECONDS), daemon, daemon.open(document) as form:
            await form.submit()


async def test_a_daemon_that_can_not_start_says_so() -> None:
    with pytest.raises(fieldd.DaemonNotFound, match="/nowhere/fieldd can't be started"):
        async with fieldd.Daemon("/nowhere/fieldd"):
            pass
    # At once: nobody is left to answer a farewell.
    with pytest.raises(fieldd.DaemonEnded, match="status 2: no such option"):
        async with asyncio.timeout(PATIENCE_SECONDS), fieldd.Daemon(["sh", "-c", "echo no such option >&2; exit 2"]):
            pass


# A daemon that says what nobody expects.


ANSWERS = {
    "a number of 5,001 digits": b'{"id":#ID#,"result":{"version":%s}}' % (b"9" * 5001),
    "a number beyond all floats": b'{"id":#ID#,"result":{"version":1,"values":{"a":1e5000}}}',
    "not a number": b'{"jsonrpc":"2.0","id":#ID#,"result":NaN}',
    "deep nesting": b'{"id":#ID#,"result":%s%s}' % (b"[" * 100_000, b"]" * 100_000),
    "invalid UTF-8": b'{"jsonrpc" : "2.0", "id" : #ID#, "result": {"version": 1, "text": "\xff"}}',
    "half a message": b'{"jsonrpc":"2.0","id":#ID#,"result":{"versi',
    "the id at the end": b'{"result":{"version":1e999},"jsonrpc":"2.0","id":#ID#}',
    "no result": b'{"jsonrpc":"2.0","id":#ID#}',
    "null": b'{"jsonrpc":"2.0","id":#ID#,"result":null}',
    "a list": b'{"jsonrpc":"2.0","id":#ID#,"result":[1]}',
    "no version": b'{"jsonrpc":"2.0","id":#ID#,"result":{"committed":true,"values":{}}}',
    "a version in words": b'{"jsonrpc":"2.0","id":#ID#,"result":{"version":"one"}}',
    "values that are none": b'{"id":#ID#,"result":{"version":1,"committed":true,"values":[]}}',
    "an error that is none": b'{"jsonrpc":"2.0","id":#ID#,"error":"no"}',
    "an error without words": b'{"jsonrpc":"2.0","id":#ID#,"error":{}}',
    "a batch": b'[{"jsonrpc":"2.0","id":#ID#,"result":7}]',
    "an id in another spelling": b'{"jsonrpc":"2.0","id":#ID#.0,"result":{}}',
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
async def test_an_answer_that_can_not_be_read_is_one_failed_request(
    binary: str, tmp_path: Path, answer: bytes
) -> None:
    (tmp_path / "answer").write_bytes(answer)
    command = [*NOISE, "first", "field/submit", str(tmp_path / "answer"), binary]
    async with asyncio.timeout(PATIENCE_SECONDS):
        async with fieldd.Daemon(command) as daemon, daemon.open({"fields": [entry("a")]}) as form:
            await form["a"].replace_text("x")
            with pytest.raises(fieldd.AnswerError):
                await form.submit()
            assert await form["a"].replace_text("y")
            assert (await form.submit()).values == {"a": "y"}


CHANGES = {
    "half a message": b'{"jsonrpc":"2.0","method":"field/didChange","params":{"uri"',
    "no params": b'{"jsonrpc":"2.0","method":"field/didChange","params":[1]}',
    "no form": b'{"method":"field/didChange","params":{"uri":7}}',
    "a field that is none": b'{"method":"field/didChange","params":{"uri":"form:1","fields":[7]}}',
    "a member in words": b'{"method":"field/didChange","params":'
    b'{"uri":"form:1","fields":[{"key":"a","isActive":"yes"}]}}',
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_after_a_change_that_can_not_be_read_the_form_is_right_again(
    binary: str, tmp_path: Path, change: bytes
) -> None:
    """Once the act has been awaited; what has changed is told to who draws."""
    (tmp_path / "change").write_bytes(change)
    command = [*NOISE, "first", "field/didChange", str(tmp_path / "change"), binary]
    # That the last field is shown is told in the change.
    shown = {"when": {"key": "a", "filled": True}}
    document = {"fields": [entry("a", maxLength=8), entry("b"), entry("c", visible=shown)]}
    async with asyncio.timeout(PATIENCE_SECONDS):
        async with fieldd.Daemon(command) as daemon, daemon.open(document) as form:
            changes = form.changes()
            assert await form["a"].replace_text("x")
            a = form["a"]
            assert (a.text, a.is_active, a.counter) == ("x", True, fieldd.Counter(1, 8, "grapheme"))
            assert form["c"].is_visible
            assert [field.key for field in form] == ["a", "b", "c"]
            told = await anext(changes)
            while told.fields["a"].get("text") != "x":
                told = await anext(changes)
            assert await form["b"].replace_text("y")
            assert (form["b"].text, form["a"].is_active) == ("y", False)


async def test_a_verdict_that_can_not_be_read_is_asked_for_unasked(
    binary: str, tmp_path: Path
) -> None:
    """Nobody acts when a late answer comes."""
    (tmp_path / "change").write_bytes(b'{"method":"field/didChange","params":{"uri":7}}')
    command = [*NOISE, "first", "field/didChange", str(tmp_path / "change"), binary]
    field = entry("a", text="x", validation={"live": ["never"], "interval": 0})
    daemon = fieldd.Daemon(command, validators={"never": lambda check: "Taken"})
    async with asyncio.timeout(PATIENCE_SECONDS), daemon, daemon.open({"fields": [field]}) as form:
        changes = form.changes()
        validation = asyncio.create_task(form.validate())
        async for _ in changes:
            if form["a"].error == "Taken":
                break
        assert not await validation


@pytest.mark.parametrize("path", ["x", "/a/b", "/lines/9/a"])
async def test_a_list_at_a_place_that_is_none_is_an_answer_that_cannot_be_read(path: str) -> None:
    """Noise of the test below has found it: the form was open, and the error was none of the daemon's."""
    record: dict[str, Any] = {"a": "x", "lines": [{}]}
    with pytest.raises(facts.Surprise):
        _put(record, path, [{}])


@pytest.mark.parametrize("seed", seeds(5, 20))
async def test_nothing_that_the_daemon_says_ends_the_session(binary: str, seed: int) -> None:
    """Acts give an outcome or fail with words, and once the daemon talks sense all is well."""
    command = [*NOISE, "seed", str(seed), "60", binary, "--store", ":memory:"]
    fields = (
        entry("a", maxLength=40, validation={"live": ["fine"], "interval": 0}),
        {"key": "p", "kind": "picker", "label": "P", "data": ["x", "y"], "clearable": True},
        {"key": "d", "kind": "date", "label": "D"},
        entry("n", autofill={"source": "names"}),
        entry("product", group="lines"),
    )
    document = {
        "groups": [{"key": "lines", "label": "Lines", "repeat": {"maxEntries": 3}}],
        "fields": [*fields],
        "entries": {"lines": [{"product": "Tea"}]},
        "autofill": {"names": ["Ada", "Alan"]},
    }
    daemon = fieldd.Daemon(command, validators={"fine": lambda check: True})
    failures = 0
    async with asyncio.timeout(PATIENCE_SECONDS), daemon:
        for _ in range(12):
            try:
                async with daemon.open(document) as form:
                    for act in (
                        lambda: form["a"].replace_text("ada"),
                        lambda: form["p"].begin_editing(),
                        lambda: form["p"].select(index=1),
                        lambda: form.done(),
                        lambda: form["d"].set_date("2026-11-21"),
                        lambda: form["n"].show_autofill(),
                        lambda: form.list("lines").add({"product": "Milk"}),
                        lambda: form.list("lines").entry(2).move(),
                        lambda: form.list("lines").entry(1).remove(),
                        lambda: form.validate(),
                        lambda: form.layout(),
                        lambda: form.export(),
                        lambda: form.submit(),
                    ):
                        with contextlib.suppress(fieldd.DaemonError, KeyError):
                            await act()
                            continue
                        failures += 1
            except fieldd.DaemonError as error:
                assert not isinstance(error, fieldd.DaemonEnded)
                failures += 1
        assert failures
        async with daemon.open(document, "form:at-the-end") as form:
            await form["n"].replace_text("Ada")
            await form["a"].replace_text("x")
            await form.list("lines").add({"product": "Milk"})
            assert (await form.submit()).values == {
                "a": "x",
                "p": None,
                "d": None,
                "n": "Ada",
                "lines": [{"product": "Tea"}, {"product": "Milk"}],
            }


async def test_a_daemon_may_complain_at_length(binary: str) -> None:
    script = 'head -c 1000000 /dev/zero | tr "\\0" x >&2; echo >&2; echo oh >&2; exec "$0"'
    async with fieldd.Daemon(["sh", "-c", script, binary]) as daemon:
        async with daemon.open({"fields": [entry("a")]}) as form:
            assert await form["a"].replace_text("x")


async def test_a_form_speaks_the_language_of_whoever_fills_it_in(binary: str) -> None:
    document = {"fields": [entry("nick", text="12345", maxLength=4), entry("b", required=False)]}
    async with asyncio.timeout(PATIENCE_SECONDS), fieldd.Daemon(binary) as daemon:
        async with daemon.open(document, locale="ar-EG") as form, daemon.open(document) as other:
            assert (form.lang, form.dir) == ("ar", "rtl")
            assert form["nick"].error == "أطول من اللازم: 5 أحرف، والحد الأقصى 4"
            assert (other.lang, other.dir) == (None, None)
            assert other["nick"].error == "Too long: 5 characters, at most 4"
