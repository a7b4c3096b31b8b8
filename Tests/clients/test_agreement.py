"""One rule engine at every door: what a submission commits passes `field/check`, and opens as the same form."""

from __future__ import annotations

import random
from typing import Any

from conftest import seed_ranges
import pytest
from converter import Converter

Json = Any
ROWS = ["a", "b", "", {"value": 3, "label": "Three"}, {"value": None, "label": "None"}, True, "3"]
TESTS = [
    {"filled": True}, {"filled": False}, {"is": ""}, {"isNot": ""}, {"in": ["", "x"]}, {"in": ["a", "3"]},
    {"is": "a"}, {"isNot": "a"}, {"greaterThan": "2"}, {"lessThan": "2000-01-01"},
]


def condition(chance: random.Random, keys: list[str]) -> Json:
    one = {"key": chance.choice(keys), **chance.choice(TESTS)}
    if chance.random() < 0.3:
        other = {"key": chance.choice(keys), **chance.choice(TESTS)}
        return {"when": {chance.choice(["all", "any"]): [one, other]}}
    return {"when": one}


def field(chance: random.Random, key: str, keys: list[str]) -> tuple[Json, list[Json]]:
    """A field, and drafts for it."""
    made: Json = {"key": key, "label": chance.choice(["", "A label"])}
    kind = chance.choice(["entry", "entry", "area", "picker", "picker", "date"])
    made["kind"] = kind
    drafts: list[Json] = ["", "a", "3", " x ", "é\n👩🏽‍🚀"]
    if kind == "date":
        drafts = ["", "2026-02-02", "1999-12-31"]
        if chance.random() < 0.4:
            made["valueFormat"] = chance.choice(["MM/dd/yyyy", "d. MMM y", "yyyyMMdd"])
    elif kind == "picker":
        made["data"] = chance.sample(ROWS, chance.randint(1, len(ROWS)))
        if chance.random() < 0.4:
            made["multiple"] = True
            drafts = [[], ["a"], ["a", "3"], ["b", "true"]]
        else:
            drafts = ["", "a", "3", "true", "null", '""']
    if kind != "date" and chance.random() < 0.4:
        made["value"] = chance.choice(["number", "integer", "boolean"])
        if kind != "picker":
            drafts = ["", "1", "-2.5", "true", "x"]
        elif made["value"] != "boolean":
            # Two rows that commit the same are one to a record.
            made["data"] = [row for row in made["data"] if row != "3"] or ["a"]
    for name, values in {
        "whenEmpty": ["null", "empty", "omit"], "whenHidden": ["clear", "keep", "omit"], "secure": [True],
        "readOnly": [True], "state": ["disabled"], "maxLength": [4], "presentation": [{"x": [1]}],
        "helper": ["", "Help"],
    }.items():
        if chance.random() < 0.2:
            made[name] = chance.choice(values)
    for name in ("required", "present", "visible", "enabled"):
        if chance.random() < 0.25:
            made[name] = chance.choice([True, condition(chance, keys)])
    rules = [
        {"minLength": 1}, {"pattern": "^[^x]*$"}, {"equals": chance.choice(keys), "message": "Not {equals}"},
        {"oneOf": ["a", "3", ""]}, {"minimum": 1}, {"format": "email", "severity": "warning"},
    ]
    if chance.random() < 0.4 and kind != "date":
        made["validation"] = {chance.choice(["live", "endEditing"]): [chance.choice(rules)]}
    if chance.random() < 0.15:
        made["path"] = f"/p/{key}"
    return made, drafts


def form(chance: random.Random) -> Json:
    keys = [f"f{number}" for number in range(chance.randint(2, 5))]
    fields = []
    for key in keys:
        # A field that looks at itself is one thing while it is hidden and another while it is not.
        made, drafts = field(chance, key, [other for other in keys if other < key] or ["none"])
        made["date" if made["kind"] == "date" else "text"] = chance.choice(drafts)
        if made.get("multiple") and not isinstance(made["text"], list):
            made["text"] = []
        fields.append(made)
    document: Json = {"fields": fields}
    if chance.random() < 0.4:
        document["groups"] = [{"key": "rows", "label": "R", "repeat": {}}]
        columns = [field(chance, f"c{number}", [keys[0]]) for number in range(2)]
        for column, _ in columns:
            column.pop("path", None)
            column["group"] = "rows"
            fields.append(column)
        document["entries"] = {
            "rows": [
                {column["key"]: chance.choice(drafts) for column, drafts in columns if chance.random() < 0.8}
                for _ in range(chance.randint(0, 3))
            ]
        }
    return document


def drafts_of(answer: Json) -> Json:
    return [(it["key"].rsplit("/", 1)[-1], it["text"]) for it in answer["fields"] if it.get("isVisible", True)]


@pytest.mark.parametrize("seeds", seed_ranges(200, 600))
def test_what_is_committed_passes_the_check_and_opens_as_the_same_form(converter: Converter, seeds: range) -> None:
    committed = 0
    for seed in seeds:
        document = form(random.Random(seed))
        opened = converter.ask("field/open", {"uri": "form:a", "document": document})["result"]
        if any(it["severity"] == 1 for it in opened["diagnostics"]):
            converter.ask("field/close", {"uri": "form:a"})
            continue
        answer = converter.ask("field/submit", {"uri": "form:a"})["result"]
        if answer["committed"]:
            committed += 1
            values = answer["values"]
            verdict = converter.ask("field/check", {"form": document, "values": values})["result"]
            assert verdict["valid"], (seed, document, values, verdict)
            again = converter.ask("field/open", {"uri": "form:b", "document": document, "values": values})["result"]
            same = converter.ask("field/submit", {"uri": "form:b"})["result"]
            assert same.get("values") == values, (seed, document, values, same)
            assert "problems" not in again
            converter.ask("field/close", {"uri": "form:b"})
        converter.ask("field/close", {"uri": "form:a"})
    assert committed > len(seeds) / 10


@pytest.mark.parametrize("test", [{"is": ""}, {"isNot": ""}, {"in": ["", "x"]}, {"filled": False}])
def test_nothing_chosen_of_several_rows_is_the_empty_text_to_conditions(converter: Converter, test: Json) -> None:
    rows = {"key": "m", "kind": "picker", "multiple": True, "data": ["a", "b"], "label": "M"}
    asked = {"key": "b", "kind": "entry", "label": "B", "required": {"when": {"key": "m", **test}}}
    document = {"fields": [rows, asked]}
    verdict = converter.ask("field/check", {"form": document, "values": {}})["result"]
    converter.ask("field/open", {"uri": "form:a", "document": document})
    # Nothing chosen is the same whether or not something was chosen before.
    answers = [converter.ask("field/submit", {"uri": "form:a"})["result"]["committed"]]
    converter.ask("field/select", {"uri": "form:a", "key": "m", "values": ["a"]})
    converter.ask("field/select", {"uri": "form:a", "key": "m", "values": []})
    answers.append(converter.ask("field/submit", {"uri": "form:a"})["result"]["committed"])
    converter.ask("field/close", {"uri": "form:a"})
    assert answers == [verdict["valid"]] * 2 == ["isNot" in test] * 2


def test_a_key_that_no_field_has_is_told_where_a_form_begins_with_values(converter: Converter) -> None:
    document = {"fields": [{"key": "email", "kind": "entry", "label": "E-mail"}]}
    values = {"email": "x", "emial": 1, "$form": "a.fields.json"}
    opened = converter.ask("field/open", {"uri": "form:a", "document": document, "values": values})["result"]
    assert opened["fields"][0]["text"] == "x"
    checked = converter.ask("field/check", {"form": "form:a", "values": values})["result"]
    assert opened["problems"] == checked["problems"] != []
    converter.ask("field/close", {"uri": "form:a"})
    closed = document | {"closed": True}
    refused = converter.ask("field/open", {"uri": "form:a", "document": closed, "values": values})
    assert "emial" in refused["error"]["message"]
