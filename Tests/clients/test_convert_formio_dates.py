"""Dates, times, addresses, defaults and surveys of Form.io are judged as @formio/core judges them.

What it does with days and times is said again here in Python; what JavaScript's `Date` reads, Node.js says.
"""

from __future__ import annotations

from datetime import date
import itertools
import json
import random
import re
import subprocess
from typing import Any

from conftest import seed_ranges
import pytest
from converter import Converter

Json = Any
PARTS = ("day", "month", "year")


def form(**component: Json) -> Json:
    return {"components": [{"key": "q", "label": "Q", "input": True, **component}]}


def imported(converter: Converter, source: Json, lost: bool = False) -> Json:
    document, entries, _ = converter.read("formio", source)
    assert converter.problems(document) == []
    assert "stricter" not in {entry["effect"] for entry in entries}
    assert ("laxer" in {entry["effect"] for entry in entries}) == lost, entries
    return document


def judged(converter: Converter, document: Json, values: list[Json]) -> list[bool]:
    return converter.verdicts(document, [{"q": value} for value in values])


def number(text: str) -> int | None:
    """What `parseInt` makes of a text."""
    found = re.match(r"\s*([+-]?[0-9]+)", text)
    return int(found[1]) if found else None


def takes_day(component: Json, value: str) -> bool:
    """Whether a text is a day to Form.io, as it is normalised there before it is looked at."""
    fields = component.get("fields", {})
    order = ("day", "month", "year") if component.get("dayFirst") else ("month", "day", "year")
    hidden = {part for part in PARTS if fields.get(part, {}).get("hide")}
    shown = [part for part in order if part not in hidden]
    if not re.fullmatch(r"[0-9]{2}/[0-9]{2}/[0-9]{4}", value):
        rest = value.split("/")
        taken = [rest.pop(0) if rest else "" for _ in shown]
        # A text that is too short has an empty part behind it, which stays.
        missing = len(shown) - len(value.split("/"))
        value = "/".join(part for index, part in enumerate(taken) if part or index >= len(shown) - missing)
    if not value:
        return not any(fields.get(part, {}).get("required") for part in PARTS)
    numbers = [number(part) for part in value.split("/")]
    names = list(order) if len(numbers) == 3 else shown
    parts: dict[str, int | None] = dict.fromkeys(hidden, 0) if len(numbers) != 3 else {}
    for index, name in enumerate(names):
        parts[name] = numbers[index] if index < len(numbers) else None
    day, month, year = (parts[part] for part in PARTS)
    if day is None or month is None or year is None:
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    most = {2: 29 if leap else 28, 4: 30, 6: 30, 9: 30, 11: 30}.get(month, 31)
    if not (0 <= day <= most and 0 <= month <= 12 and 0 <= year <= 9999):
        return False
    if any(fields.get(part, {}).get("required") and not parts[part] for part in PARTS):
        return False
    last = re.search(r"[0-9]{4}$", value)
    # The least year counts only where the component itself has it.
    return not last or component.get("minYear", 0) <= int(last[0]) <= fields.get("year", {}).get("maxYear", 9999)


def some_days(random: random.Random, count: int) -> list[str]:
    ends = ["", "", "", "/", "/x", " ", "x", "/1990", "\n/5"]
    texts = []
    for _ in range(count):
        parts = [
            random.choice(["", "", "0", "1", "2", "02", "4", "12", "13", "28", "29", "30", "31", "32", "00", "+5", "-0", " 7", "x", "-1", "2x"]),
            random.choice(["1", "2", "02", "4", "6", "11", "12", "13", "28", "29", "30", "31", "00", "005", "+2", "9 a"]),
            random.choice(["1990", "2000", "1900", "2024", "2023", "0000", "0004", "400", "800", "4", "96", "99999", "+2000", "", "y"]),
        ][: random.choice([1, 2, 2, 3, 3, 3, 3])]  # fmt: skip
        if random.random() < 0.2:
            random.shuffle(parts)
        texts.append("/".join(parts) + random.choice(ends))
    return [text for text in texts if text]


def day_components() -> list[Json]:
    components: list[Json] = []
    for day_first, count in itertools.product((False, True), range(3)):
        for hidden in itertools.combinations(PARTS, count):
            fields: dict[str, Json] = {part: {"hide": True} for part in hidden}
            components.append({"dayFirst": day_first, "fields": fields})
            shown = [part for part in PARTS if part not in hidden]
            components.append({"dayFirst": day_first, "fields": {**fields, shown[0]: {"required": True}}})
            if hidden and "year" in shown:
                limits = {"minYear": 1990, "maxYear": 2009}
                components.append({"dayFirst": day_first, "fields": {**fields, "year": limits}})
                components.append({"dayFirst": day_first, "minYear": 1990, "fields": {**fields, "year": limits}})
    return components


@pytest.mark.parametrize("seeds", seed_ranges(1, 6))
def test_a_day_is_what_form_io_takes_for_one(converter: Converter, seeds: range) -> None:
    rng = random.Random(seeds.start)
    texts = some_days(rng, 400) + ["1990-12-31", "12/31/1990", "31/12/1990", "12/1990", "1990"]
    for component in day_components():
        document = imported(converter, form(type="day", **component))
        takes = [takes_day(component, text) for text in texts]
        got = judged(converter, document, list(texts))
        wrong = [text for text, one, other in zip(texts, got, takes, strict=True) if one != other]
        assert wrong == [], (component, wrong)
        assert judged(converter, document, [5, True, [], {}]) == [False] * 4


@pytest.mark.parametrize(
    ("component", "draft", "value"),
    [
        ({}, "1990-12-31", "12/31/1990"),
        ({"dayFirst": True}, "1990-12-31", "31/12/1990"),
        ({"fields": {"day": {"hide": True}}}, "12/1990", "12/1990"),
    ],
)
def test_a_day_is_committed_as_form_io_writes_it(
    converter: Converter, component: Json, draft: str, value: str
) -> None:
    document = imported(converter, form(type="day", defaultValue=value, **component))
    field = document["fields"][0]
    assert field.get("date", field.get("text")) == draft
    converter.ask("field/open", {"uri": "form:day", "document": document})
    committed = converter.ask("field/submit", {"uri": "form:day"})["result"]
    converter.ask("field/close", {"uri": "form:day"})
    assert committed["values"] == {"q": value}
    assert takes_day(component, value)
    written, lost = converter.write("formio", document)
    assert written["components"][0]["type"] == "day"
    assert written["components"][0]["defaultValue"] == value
    assert "stricter" not in {entry["effect"] for entry in lost}
    again = imported(converter, written)
    assert again["fields"][0] == field


def test_limits_of_a_day_hold_for_days_as_they_are_written(converter: Converter) -> None:
    document = imported(converter, form(type="day", minDate="2020-01-31"), lost=True)
    assert judged(converter, document, ["01/31/2020", "01/30/2020"]) == [True, False]


WORDS = ["Dec", "jan", "AM", "pm", "Z", "T", "UTC", "GMT+1", "EST", "foo", "Mon,", "(x)"]


def some_moments(random: random.Random) -> str:
    def digits(most: int, count: int = 2) -> str:
        return str(random.randint(0, most)).zfill(count)

    iso = f"{digits(9999, 4)}-{digits(13)}-{digits(32)}"
    clock = f"{digits(25)}:{digits(60)}:{digits(60)}"
    zone = random.choice(["", "Z", "+02:00", "-0530", " GMT-8", ".123Z", " PM", "+1"])
    text = random.choice([
        iso, f"{iso}T{clock}{zone}", f"{iso} {clock}{zone}", f"{digits(13)}/{digits(32)}/{digits(2030, 1)} {clock}{zone}",
        f"{random.choice(WORDS)} {digits(32)}, {digits(2030, 1)} {clock}", f"{digits(99)} {random.choice(WORDS)} {digits(99)}",
        " ".join(random.choice([*WORDS, digits(99), ":", "-", "/", "+", "."]) for _ in range(4)),
    ])  # fmt: skip
    if random.random() < 0.3:
        place = random.randrange(len(text) + 1)
        text = text[:place] + random.choice("0:-+. TZx)") + text[place + random.randint(0, 1) :]
    return text


@pytest.mark.parametrize("seeds", seed_ranges(1, 6))
def test_a_moment_is_what_javascript_makes_a_date_of(converter: Converter, seeds: range) -> None:
    rng = random.Random(seeds.start)
    texts = [text for text in (some_moments(rng) for _ in range(1500)) if text]
    program = "console.log(JSON.stringify(JSON.parse(process.argv[1]).map((text) => !isNaN(new Date(text)))))"
    said = subprocess.run(["node", "-e", program, json.dumps(texts)], capture_output=True, text=True, check=True)
    takes = json.loads(said.stdout)
    assert 300 < sum(takes) < 1300
    for mode in ({}, {"enableTime": False}, {"enableDate": False}):
        document = imported(converter, form(type="datetime", **mode))
        got = judged(converter, document, list(texts))
        wrong = [text for text, one, other in zip(texts, got, takes, strict=True) if one != other]
        assert wrong == [], mode
        assert judged(converter, document, [5, True, [], {}, 0, False, None]) == [False] * 4 + [True] * 3


@pytest.mark.parametrize(
    ("component", "right", "wrong"),
    [
        ({}, ["18:30", "18:30:15", "00:00"], ["6:30", "18:30:15.5", "24:00", "18:60", "x", 5]),
        ({"dataFormat": "HH:mm"}, ["18:30"], ["18:30:15", "6:30"]),
        ({"format": "hh:mm A"}, ["06:30 PM", "18:30:00", "12:00 AM"], ["18:30", "00:30 AM", "06:30 pm"]),
        ({"format": "h:mm a", "dataFormat": "H:mm"}, ["6:30", "18:30", "6:30 pm"], ["06:30", "6:30 PM", "13:30 pm"]),
    ],
)
def test_a_time_is_taken_as_it_is_stored_and_as_it_is_shown(
    converter: Converter, component: Json, right: list[Json], wrong: list[Json]
) -> None:
    document = imported(converter, form(type="time", **component))
    assert judged(converter, document, right + wrong) == [True] * len(right) + [False] * len(wrong)
    written, lost = converter.write("formio", document)
    assert "stricter" not in {entry["effect"] for entry in lost}
    assert imported(converter, written)["fields"] == document["fields"]


def test_addresses_are_those_that_form_io_takes(converter: Converter) -> None:
    document = imported(converter, form(type="url"))
    right = ["example.com", "HTTP://Example.com:80/x?y", "http://localhost:3000", "//a.bc", "ftp://u:p@münchen.de/", "8.8.8.8",
             "http://10.0.0.1", "172.15.0.1", "172.160.1.1", "192.167.3.4", "mailto:a@b.co"]  # fmt: skip
    wrong = ["localhost", "10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.1.1", "joe@x.org", "a b", "224.1.1.1",
             "gopher://a.bc", "http://", "example.com:8"]  # fmt: skip
    assert judged(converter, document, right + wrong) == [True] * len(right) + [False] * len(wrong)
    written, lost = converter.write("formio", document)
    assert (written["components"][0]["type"], lost) == ("url", [])


def test_the_answers_of_a_survey_are_not_looked_at(converter: Converter) -> None:
    """Form.io's page asks for each of them, and its server only for some."""
    survey = {"type": "survey", "questions": [{"label": "One", "value": "a"}], "values": [{"label": "Good", "value": "g"}]}
    answers = [{"a": "g"}, {"a": 5}, {"a": "g", "b": ""}, "x", ["g"], {"a": ""}, None]
    asked = imported(converter, form(**survey, validate={"required": True}))
    assert judged(converter, asked, answers) == [True] * 5 + [False] * 2
    assert judged(converter, imported(converter, form(**survey)), answers) == [True] * 7


def test_what_asks_nothing_loses_nothing_with_its_condition(converter: Converter) -> None:
    lost = "show = utils.ours('q')"
    note = {"type": "alert", "key": "note", "label": "Note", "customConditional": lost}
    imported(converter, {"components": [note]})
    imported(converter, {"components": [{"type": "panel", "key": "p", "title": "P", "customConditional": lost, "components": [
        {"type": "alert", "key": "note", "label": "Note", "input": True}]}]})  # fmt: skip
    # A text that must be there is not asked for any more, and a value at which another condition looks is there.
    imported(converter, {"components": [{**note, "type": "textfield", "validate": {"required": True}}]}, lost=True)
    seen = {"type": "textfield", "key": "t", "label": "T", "conditional": {"show": True, "when": "note", "eq": "x"}}
    imported(converter, {"components": [note, seen]}, lost=True)


def test_two_components_with_one_value_lose_nothing_where_neither_asks(converter: Converter) -> None:
    text = {"type": "textfield", "key": "t", "label": "T", "input": True}
    imported(converter, {"components": [text, text]})
    panels = [{"type": "panel", "key": key, "title": key, "components": [text]} for key in ("p", "q")]
    imported(converter, {"components": panels})
    imported(converter, {"components": [text, {**text, "validate": {"required": True}}]}, lost=True)
    imported(converter, {"components": [text, {**text, "type": "number"}]}, lost=True)
    alert = {"type": "alert", "key": "a", "label": "A"}
    imported(converter, {"components": [alert, alert]})


def test_days_of_python_and_of_form_io_are_the_same() -> None:
    """What the test itself says of days is right where Python knows them."""
    for year, month, day in itertools.product((1900, 2000, 2023, 2024), range(1, 13), range(1, 32)):
        try:
            date(year, month, day)
            is_day = True
        except ValueError:
            is_day = False
        assert takes_day({}, f"{month:02}/{day:02}/{year}") == is_day


def test_a_default_is_written_into_a_record_without_an_answer(converter: Converter) -> None:
    """Form.io's server takes such a record, and so does the form."""
    asked = {"validate": {"required": True}}
    for component in [{"type": "textfield", "defaultValue": "x"}, {"type": "radiopanel", "defaultValue": "x"}]:
        document, entries, _ = converter.read("formio", form(**component, **asked))
        assert {entry["effect"] for entry in entries} <= {"none"}
        assert converter.verdicts(document, [{}, {"q": "x"}, {"q": ""}]) == [True, True, False]
    for component in [{"type": "textfield", "defaultValue": ""}, {"type": "number", "defaultValue": 3}]:
        imported(converter, form(**component, **asked))
    cell = {"type": "textfield", "key": "a", "label": "A", "input": True, **asked}
    for more, is_asked in [({}, True), ({"defaultValue": [{}]}, False), ({"initEmpty": True}, True)]:
        document = imported(converter, form(type="datagrid", components=[cell], **more))
        records: list[Json] = [{}, {"q": []}, {"q": [{"a": "x"}]}]
        assert converter.verdicts(document, records) == [not is_asked, True, True]
        written, lost = converter.write("formio", document)
        assert {entry["effect"] for entry in lost} <= {"none"}
        assert converter.verdicts(imported(converter, written), records) == [not is_asked, True, True]


def test_a_day_whose_parts_are_all_hidden_is_told(converter: Converter) -> None:
    fields = {part: {"hide": True} for part in PARTS}
    for more in ({}, {"dayFirst": True}, {"defaultValue": "01/02/2003"}, {"multiple": True}):
        document = imported(converter, form(type="day", fields=fields, **more), lost=True)
        if "multiple" not in more:
            assert judged(converter, document, ["01/02/2003", "x"]) == [True, True]
