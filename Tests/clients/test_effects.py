"""What the report of a conversion says of records is so.

A form is written in another format and read again. Wherever the two judge an answer otherwise, one of the two reports has
an entry with that effect where it stands. A schema is asked itself, too, by jsonschema.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from conftest import CAMPAIGN, FIRST_SEED
import pytest
from converter import URI, Converter
from features import Maker
from jsonschema import Draft202012Validator

Json = Any
# Where an answer is wrong: at a field by its number, at a list by its key, or in the record as such.
Subject = int | tuple[str, str] | str
# Other documents than these find what is not mended yet: FIELDD_CAMPAIGN=300 tries them, and FIELDD_FIRST_SEED begins.
FIRST, COUNT = (FIRST_SEED, CAMPAIGN) if CAMPAIGN else (0, 40)
# Documents of which something was told wrongly once.
ONCE_WRONG = () if CAMPAIGN else (237, 251, 1154, 1256, 2057, 2066, 3148, 3214, 3264, 10152, 10477, 10516, 10582, 51042)
FORMATS = ["json-schema", "rjsf", "surveyjs", "formio", "html", "github", "mcp", "lsp-form", "xlsform", "slack", "adaptive-cards", "awx", "backstage", "a2ui"]

TEXTS = [
    "a", "b", "ab", "abc", "x", "xz", " ", "a b", "ada@b.example", "ä@é", "👩🏽‍🚀", "👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀", "1", "12", "123", "0", "5", "2.5",
    "true", "https://a.example/b", "2020-02-03", "2026-12", "10:30", "08:00:30", "2020-02-03T10:30", "1990-12-10", "1980-01-01",
    "2999-01-01", "#1e90ff", "/a/b", "line\nline", "A", "aé日本", "x" * 30, "x y " * 100,
]  # fmt: skip
NUMBERS = [0, 1, 2, 3, -1, 2.5, 7, 10, 100, 0.1]
FITTING = {
    "date": ["2020-02-03", "1980-01-01"], "time": ["10:30"], "dateAndTime": ["2020-02-03T10:30"], "countDownTimer": ["01:30"],
}  # fmt: skip


@dataclass
class Answers:
    """What somebody has answered, by the numbers of fields; in a list entry by entry. An empty answer is missing."""

    values: dict[int, Json] = field(default_factory=dict)
    entries: dict[str, list[dict[int, Json]]] = field(default_factory=dict)
    isStrange: bool = False


def steps(pointer: str) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def plain(key: str) -> str:
    return re.sub(r"^_(?=_)|[^A-Za-z0-9_.-]", "_", key).replace("__", "_")


def put(record: Json, path: list[str], value: Json) -> None:
    for name in path[:-1]:
        record = record.setdefault(name, {})
        if not isinstance(record, dict):
            return
    record[path[-1]] = value


class Form:
    """A document, as what it says of answers."""

    def __init__(self, converter: Converter, document: Json) -> None:
        self.converter, self.document = converter, document
        self.fields: list[Json] = document["fields"]
        groups = {group["key"]: group for group in document.get("groups", [])}
        self.groups = list(groups)
        own = {key: steps(group["path"]) if "path" in group else None for key, group in groups.items()}
        self.lists = {key: own[key] or [key] for key, group in groups.items() if "repeat" in group}
        self.homes = [it.get("group") if it.get("group") in self.lists else None for it in self.fields]
        self.inner = [steps(it["path"]) if "path" in it else [it["key"]] for it in self.fields]
        self.places = [
            (own.get(it.get("group", "")) or [] if home is None else []) + inner
            for it, home, inner in zip(self.fields, self.homes, self.inner, strict=True)
        ]
        self.numbers = {it["key"]: number for number, it in enumerate(self.fields)}

    def record(self, answers: Answers) -> Json:
        record: Json = {}
        for number, value in answers.values.items():
            put(record, self.places[number], value)
        for key, entries in answers.entries.items():
            made: list[Json] = [{} for _ in entries]
            for inside, entry in zip(made, entries, strict=True):
                for number, value in entry.items():
                    put(inside, self.inner[number], value)
            put(record, self.lists[key], made)
        if answers.isStrange:
            record["certainly none"] = 1
        return record

    def wrong(self, many: list[Answers]) -> list[dict[Subject, str]]:
        """What is wrong with each of some answers, with a code of a problem."""
        records = [self.record(it) for it in many]
        answer = self.converter.ask("field/check", {"form": self.document, "records": records})
        found: list[dict[Subject, str]] = []
        for record in answer["result"]["records"]:
            wrong: dict[Subject, str] = {}
            for problem in (it for it in record["problems"] if it["severity"] == "error"):
                subject: Subject = "form"
                if problem.get("key") in self.numbers:
                    subject = self.numbers[problem["key"]]
                for key, path in self.lists.items():
                    if steps(problem["path"]) == path:
                        subject = ("list", key)
                wrong[subject] = problem["code"]
            found.append(wrong)
        return found

    def pools(self, chance: random.Random) -> list[list[Json]]:
        """Values for each field, of which most are right."""
        pools = []
        for number, it in enumerate(self.fields):
            values = self.values(it, chance)
            answers = [
                Answers({}, {self.homes[number]: [{number: value}]}) if self.homes[number] else Answers({number: value})
                for value in values
            ]
            right = [value for value, wrong in zip(values, self.wrong(answers), strict=True) if number not in wrong]
            pools.append(values + right * 4)
        return pools

    def values(self, it: Json, chance: random.Random) -> list[Json]:
        rows = [row["value"] if isinstance(row, dict) else row for row in it.get("data", [])]
        rows = [row for row in rows if row not in (None, "")]
        # What is not checked may be no row, no date and no whole number at all, which nobody would send.
        isChecked = not any(name in it for name in ("visible", "enabled", "readOnly", "state"))
        if it.get("multiple"):
            lists = [chosen for count in (1, 2, 3) if (chosen := chance.sample(rows, min(count, len(rows))))]
            lists += [["nope"]] if isChecked else []
            if it.get("asFlags"):
                return [{row if isinstance(row, str) else json.dumps(row): True for row in chosen} for chosen in lists]
            return lists
        if not isChecked:
            if it["kind"] == "picker":
                disabled = [row["value"] for row in it["data"] if isinstance(row, dict) and row.get("disabled")]
                return [row for row in rows if row not in disabled]
            if it["kind"] == "date":
                return FITTING[it.get("mode", "date")]
            if it.get("value") == "integer":
                return [1, 5, 10]
        return [*TEXTS, *NUMBERS, True, False, *rows * 4]

    def answers(self, pools: list[list[Json]], chance: random.Random) -> Answers:
        answers = Answers({}, {key: [{} for _ in range(chance.randint(0, 3))] for key in self.lists}, chance.random() < 0.1)
        for number, pool in enumerate(pools):
            home = self.homes[number]
            for place in answers.entries[home] if home else [answers.values]:
                if pool and chance.random() < 0.8:
                    place[number] = chance.choice(pool)
        return answers


class Trip:
    """A form, and what has come back of it."""

    def __init__(self, converter: Converter, name: str, document: Json) -> None:
        converter.ask("field/open", {"uri": URI, "document": document})
        answer = converter.ask("field/export", {"uri": URI, "format": name})
        converter.ask("field/close", {"uri": URI})
        self.isThere = "result" in answer
        if not self.isThere:
            return
        made = answer["result"]
        self.content = made.get("document", made.get("text"))
        self.told = made["report"]["entries"]
        content = "document" if "document" in made else "text"
        back = converter.ask("field/import", {"format": name, content: self.content})["result"]
        self.told_on_return = back["report"]["entries"]
        assert converter.problems(back["document"]) == []
        self.source, self.returned = Form(converter, document), Form(converter, back["document"])
        self.numbers = self.match()

    def match(self) -> dict[int, int]:
        """Which field of the form that has come back each field is."""
        one, other = self.source, self.returned
        found: dict[int, int] = {}

        def match(isSame: Callable[[int, int], bool], among: list[int]) -> None:
            for number in among:
                for place in range(len(other.fields)):
                    if number not in found and place not in found.values() and isSame(number, place):
                        found[number] = place

        everything = list(range(len(one.fields)))
        lost = {it["path"] for it in self.told if it["code"] == "unsupportedField"}
        match(lambda a, b: one.fields[a]["key"] == other.fields[b]["key"], everything)
        match(lambda a, b: one.places[a] == other.places[b] and (one.homes[a] is None) == (other.homes[b] is None), everything)
        # A name of XML, or an `id`, has letters alone.
        match(lambda a, b: plain(one.fields[a]["key"]) == plain(other.fields[b]["key"]), everything)
        match(lambda _, __: True, [number for number in everything if f"/fields/{number}" not in lost])
        return found

    def moved(self, answers: Answers) -> Answers:
        """The same answers to the form that has come back."""

        def move(values: dict[int, Json]) -> dict[int, Json]:
            return {self.numbers[number]: value for number, value in values.items() if number in self.numbers}

        entries = {}
        for key, rows in answers.entries.items():
            inside = [number for number, home in enumerate(self.source.homes) if home == key and number in self.numbers]
            homes = [self.returned.homes[self.numbers[number]] for number in inside]
            same = (it for it, path in self.returned.lists.items() if it == key or path == self.source.lists[key])
            home = next((it for it in homes if it), next(same, None))
            if home:
                entries[home] = [move(row) for row in rows]
        return Answers(move(answers.values), entries, answers.isStrange)

    def was(self, subject: Subject) -> Subject:
        """What has come back as something."""
        if isinstance(subject, int):
            return next((number for number, place in self.numbers.items() if place == subject), -1)
        if isinstance(subject, tuple) and subject[1] not in self.source.lists:
            return ("list", next(iter(self.source.lists), ""))
        return subject

    def isTold(self, effect: str, subject: Subject) -> bool:
        """Whether an entry says it; one of what is refused may say of what is taken besides, as the protocol has it."""
        effects = {effect, "stricter"}
        places = {"/closed", "/schema"} | {f"/groups/{number}" for number in range(len(self.source.groups))}
        if isinstance(subject, int):
            home = self.source.fields[subject].get("group")
            places = {f"/fields/{subject}"}
            places |= {f"/groups/{number}" for number, key in enumerate(self.source.groups) if key == home}
        for entry in self.told:
            path = entry["path"]
            isNear = path in ("", "/fields", "/groups") or any(f"{path}/".startswith(f"{it}/") for it in places)
            if isNear and entry["effect"] in effects:
                return True
        return any(entry["effect"] == effect for entry in self.told_on_return)

    def untold(self, many: list[Answers]) -> Iterator[tuple[str, Subject, str, Json]]:
        """What is judged otherwise, and not told: the effect, where, why, and the record."""
        moved = [self.moved(it) for it in many]
        for answers, before, after in zip(many, self.source.wrong(many), self.returned.wrong(moved), strict=True):
            now = {self.was(subject): code for subject, code in after.items()}
            now.pop(-1, None)
            for subject in [it for it in {**before, **now} if (it in before) != (it in now)]:
                effect = "laxer" if subject in before else "stricter"
                if not self.isTold(effect, subject):
                    yield effect, subject, before.get(subject) or now[subject], self.source.record(answers)


def documents(converter: Converter, maker: Maker) -> Iterator[tuple[int, Json]]:
    for seed in [*range(FIRST, FIRST + COUNT), *ONCE_WRONG]:
        document = maker.document(seed, [0.05, 0.15, 0.3][seed % 3])
        if not converter.problems(document):
            yield seed, document


@pytest.mark.parametrize("name", FORMATS)
def test_an_answer_that_is_judged_otherwise_is_told_of_with_that_effect(
    converter: Converter, maker: Maker, name: str
) -> None:
    count = 0
    for seed, document in documents(converter, maker):
        chance = random.Random(seed)
        trip = Trip(converter, name, document)
        if not trip.isThere:
            continue
        pools = trip.source.pools(chance)
        many = [trip.source.answers(pools, chance) for _ in range(40)]
        for found in trip.untold(many):
            told = [(it["effect"], it["path"], it["message"]) for it in trip.told + trip.told_on_return]
            raise AssertionError((seed, found, document, trip.content, trip.returned.document, told))
        count += 1
    assert count > COUNT / 8


@pytest.mark.parametrize("name", ["json-schema", "mcp"])
def test_a_schema_judges_as_it_is_told(converter: Converter, maker: Maker, name: str) -> None:
    for seed, document in documents(converter, maker):
        chance = random.Random(seed)
        trip = Trip(converter, name, document)
        # An elicitation stands each value under its key.
        if not trip.isThere or name == "mcp" and any(1 < len(place) for place in trip.source.places):
            continue
        schema = trip.content.get("requestedSchema", trip.content)
        judge = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
        pools = trip.source.pools(chance)
        many = [trip.source.answers(pools, chance) for _ in range(40)]
        effects = {it["effect"] for it in trip.told}
        for answers, wrong in zip(many, trip.source.wrong(many), strict=True):
            record = trip.source.record(answers)
            isRight = judge.is_valid(record)
            if isRight == (not wrong):
                continue
            effect = {"laxer", "stricter"} if isRight else {"stricter"}
            assert effects & effect, (seed, record, wrong, document, json.dumps(schema), trip.told)
