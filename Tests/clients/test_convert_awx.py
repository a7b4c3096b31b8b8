"""Surveys of AWX, held to what AWX asks of `extra_vars` when a job is launched."""

from __future__ import annotations

import random
from typing import Any

import pytest
from conftest import seed_ranges
from converter import Converter

Json = Any
STORED = "$encrypted$"


def lines(value: Json) -> Json:
    """Rows, which may be lines of a text."""
    return [line for line in value.splitlines() if line.strip()] if isinstance(value, str) else value


def takes(question: Json, variables: Json) -> bool:
    """Whether AWX takes what a job is launched with for a question (awx/main/models/mixins.py)."""
    kind, name = question["type"], question["variable"]
    isThere, value = name in variables, variables.get(name)
    if kind == "password" and value == STORED:
        return question.get("default") is not None or not question["required"]
    if not isThere:
        return not question["required"]
    least, most = (None if question.get(it) == "" else question.get(it) for it in ("min", "max"))
    if kind in ("text", "textarea", "password"):
        size = len(value) if isinstance(value, str) else None
    elif kind == "integer":
        size = value if type(value) is int else None
    elif kind == "float":
        size = value if type(value) in (int, float) else None
    elif kind == "multiplechoice":
        return value in lines(question["choices"])
    else:
        return isinstance(value, list) and all(it in lines(question["choices"]) for it in value)
    return size is not None and (least is None or int(least) <= size) and (most is None or size <= int(most))


def question(chance: random.Random, number: int) -> Json:
    kind = chance.choice(["text", "textarea", "password", "password", "integer", "float", "multiplechoice", "multiselect"])
    made: Json = {"type": kind, "question_name": f"Q{number}", "variable": f"q{number}", "required": chance.random() < 0.4}
    for name, limits in (("min", [0, 1, 3, 11, 12, 20, -2]), ("max", [2, 4, 10, 11, 12, 30])):
        if chance.random() < 0.5:
            made[name] = chance.choice([*limits, *limits, None, "", str(limits[1])])
    if kind in ("multiplechoice", "multiselect"):
        rows = chance.sample(["a", "b", "c d", " e", "é", "12"], chance.randint(1, 4))
        made["choices"] = rows if chance.random() < 0.5 else chance.choice(["\n", "\r\n", "\n \n"]).join(rows) + "\n"
        if chance.random() < 0.4:
            made["default"] = rows[0]
    elif chance.random() < 0.3:
        made["default"] = {"integer": 2, "float": 2.5, "password": STORED}.get(kind, "abc")
    return made


VALUES: list[Json] = [
    "a", "ab", "abc", "é" * 3, "👩🏽‍🚀", "x" * 11, "x" * 12, "x" * 25, STORED, "12", "c d", " e", 0, 1, 2, 3, 11, 12, 25, -3, 2.5, 0.1,
    True, False, ["a"], ["a", "b"], ["a", "a"], ["z"], [12], {"a": 1},
]  # fmt: skip


@pytest.mark.parametrize("seeds", seed_ranges(20, 400))
def test_a_survey_judges_as_awx_does(converter: Converter, seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        questions = [question(chance, number) for number in range(6)]
        survey = {"name": "S", "description": "", "spec": questions}
        document, entries, _ = converter.read("awx", survey)
        assert converter.problems(document) == []
        lossy = {entry["path"] for entry in entries if entry["effect"] != "none"}
        assert all(entry["effect"] in ("none", "laxer") for entry in entries), (seed, entries)
        for number, asked in enumerate(questions):
            # All others are answered rightly, so that only this one counts.
            alone, _, _ = converter.read("awx", survey | {"spec": [asked]})
            records = [{}, *({asked["variable"]: value} for value in VALUES)]
            isLossy = any(path.startswith(f"/spec/{number}/") for path in lossy)
            for record, isRight in zip(records, converter.verdicts(alone, records), strict=True):
                expected = takes(asked, record)
                assert isRight or not expected, (seed, asked, record)
                assert isLossy or isRight == expected, (seed, asked, record)


def test_a_survey_stands_in_a_template(converter: Converter) -> None:
    asked = {"type": "text", "question_name": "Host", "variable": "host", "required": True}
    template = {"name": "Deploy", "survey_enabled": True, "survey_spec": {"name": "S", "description": "", "spec": [asked, asked]}}
    document, entries, _ = converter.read("awx", template)
    assert [(it["key"], it["label"]) for it in document["fields"]] == [("host", "Host")]
    told = {(it["code"], it["path"]) for it in entries}
    assert told == {
        ("presentationOnly", "/name"), ("presentationOnly", "/survey_enabled"), ("duplicate", "/survey_spec/spec/1"),
    }  # fmt: skip
    verdict = converter.ask("field/check", {"form": template, "recordsFormat": "awx", "values": {"extra_vars": {}}})["result"]
    assert [it["code"] for it in verdict["problems"]] == ["valueMissing"]


@pytest.mark.parametrize(
    ("asked", "code", "path"),
    [
        ({"type": "colour"}, "unknownType", "/spec/0/type"),
        ({"type": "multiplechoice", "choices": [1, 2]}, "wrongValue", "/spec/0/choices"),
        ({"type": "multiplechoice", "choices": ""}, "wrongValue", "/spec/0/choices"),
        ({"type": "multiplechoice", "choices": "a\na"}, "duplicate", "/spec/0/choices"),
        ({"type": "multiplechoice", "choices": "a\nb", "default": "a\nb"}, "wrongValue", "/spec/0/default"),
        ({"type": "multiselect", "choices": "a\nb", "default": "a\nc"}, "wrongValue", "/spec/0/default"),
        ({"type": "text", "max": 0}, "wrongValue", "/spec/0/max"),
        ({"type": "integer", "min": "few"}, "wrongValue", "/spec/0/min"),
        ({"type": "integer", "min": 3, "default": 2}, "wrongValue", "/spec/0/default"),
        ({"type": "password", "max": 8}, "noCounterpart", "/spec/0/max"),
        ({"type": "password", "default": STORED}, "secret", "/spec/0/default"),
        ({"type": "text", "regex": "a"}, "unknownProperty", "/spec/0/regex"),
    ],
)
def test_what_a_survey_loses_is_told(converter: Converter, asked: Json, code: str, path: str) -> None:
    asked = {"question_name": "Q", "variable": "q", "required": True} | asked
    document, entries, _ = converter.read("awx", {"name": "S", "description": "", "spec": [asked]})
    assert converter.problems(document) == []
    assert [(it["code"], it["path"]) for it in entries] == [(code, path)]


def test_a_form_becomes_a_survey(converter: Converter) -> None:
    limits = {"endEditing": [{"minimum": 1}, {"maximum": 2.5}]}
    fields = [
        {"key": "n", "kind": "entry", "label": "N", "value": "number", "validation": limits, "group": "g"},
        {"key": "d", "kind": "date", "label": "D", "required": True},
        {"key": "b", "kind": "picker", "label": "B", "value": "boolean", "data": [True, False]},
        {"key": "h", "kind": "area", "label": "H", "secure": True},
        {"key": "x", "kind": "any", "label": "X"},
        {"key": "p", "kind": "picker", "label": "P", "data": ["a"], "manualEntry": True},
    ]
    survey, told = converter.write("awx", {"groups": [{"key": "g", "label": "G"}], "fields": fields})
    assert (survey["name"], survey["description"]) == ("", "")
    made = [{name: it for name, it in asked.items() if not name.startswith("question")} for asked in survey["spec"]]
    assert made == [
        {"type": "float", "variable": "n", "required": False, "min": 1},
        {"type": "text", "variable": "d", "required": True},
        {"type": "multiplechoice", "variable": "b", "required": False, "choices": ["true", "false"]},
        {"type": "password", "variable": "h", "required": False},
        {"type": "text", "variable": "p", "required": False},
    ]
    effects = {it["path"]: it["effect"] for it in told}
    assert effects["/fields/0/validation/endEditing/1"] == "laxer" and effects["/fields/4"] == "laxer"
    assert effects["/fields/1/kind"] == "laxer" and effects["/fields/2/data"] == "stricter"
    assert effects["/groups/0"] == "none"


def test_no_survey_is_refused(converter: Converter) -> None:
    for source in ({}, {"spec": {}}, {"survey_spec": 1}):
        error = converter.ask("field/import", {"format": "awx", "document": source})["error"]
        assert "spec" in error["message"]
