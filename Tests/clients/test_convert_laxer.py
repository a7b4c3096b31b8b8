"""What an import can't say makes a form laxer, never stricter: it takes every record that its own format takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from converter import Converter

Json = Any

UNSAID = "{a} + {a} > 3"
SCRIPT = "show = instance.calc();"


@pytest.fixture(scope="module")
def converter(fieldd: str) -> Iterator[Converter]:
    converter = Converter(fieldd)
    yield converter
    converter.close()


def survey(*elements: Json, **more: Json) -> tuple[str, Json]:
    return "surveyjs", {"elements": list(elements), **more}


def formio(*components: Json) -> tuple[str, Json]:
    return "formio", {"components": [{"input": True, "label": "L"} | it for it in components]}


def sheet(*rows: Json) -> tuple[str, Json]:
    return "xlsform", {"survey": list(rows)}


def schema(**members: Json) -> tuple[str, Json]:
    return "json-schema", {"type": "object", **members}


# A form of another format, records that it takes, and where the report says what was lost.
CASES: list[tuple[tuple[str, Json], list[Json], list[str]]] = [
    (survey({"type": "text", "name": "q", "isRequired": True, "visibleIf": UNSAID}), [{}],
     ["/elements/0/visibleIf", "/elements/0/isRequired"]),
    (survey({"type": "text", "name": "a"}, {"type": "text", "name": "q", "requiredIf": "{a} = 'x'", "enableIf": UNSAID}),
     [{"a": "x"}], ["/elements/1/enableIf", "/elements/1/requiredIf"]),
    (survey({"type": "panel", "name": "p", "visibleIf": UNSAID,
             "elements": [{"type": "text", "name": "q", "isRequired": True}]}),
     [{}], ["/elements/0/visibleIf", "/elements/0/elements/0/isRequired"]),
    (survey({"type": "matrix", "name": "m", "visibleIf": UNSAID, "eachRowRequired": True,
             "rows": ["r"], "columns": [1, 2]}),
     [{}], ["/elements/0/visibleIf", "/elements/0/rows/0"]),
    (survey({"type": "checkbox", "name": "q", "choices": ["x", "y"], "minSelectedChoices": 2, "visibleIf": UNSAID}),
     [{}], ["/elements/0/visibleIf", "/elements/0"]),
    # A condition that is kept hides the fields of a list, and not the list.
    (survey({"type": "text", "name": "a"},
            {"type": "paneldynamic", "name": "l", "isRequired": True, "visibleIf": "{a} = 'x'",
             "templateElements": [{"type": "text", "name": "q"}]}),
     [{}, {"a": "y"}], ["/elements/1"]),
    (survey({"type": "checkbox", "name": "q", "choices": ["x", "y", "z"], "showNoneItem": True,
             "minSelectedChoices": 2}),
     [{"q": ["none"]}, {"q": ["x", "y"]}], ["/elements/0/minSelectedChoices"]),
    (formio({"type": "textfield", "key": "q", "validate": {"required": True}, "customConditional": SCRIPT}), [{}],
     ["/components/0/validate/required"]),
    (formio({"type": "checkbox", "key": "q", "validate": {"required": True}, "customConditional": SCRIPT}),
     [{}, {"q": False}], ["/components/0/validate/required"]),
    (formio({"type": "panel", "key": "p", "title": "P", "customConditional": SCRIPT,
             "components": [{"type": "textfield", "key": "q", "label": "Q", "validate": {"required": True}}]}),
     [{}], ["/components/0/components/0/validate/required"]),
    (formio({"type": "datagrid", "key": "l", "validate": {"required": True}, "customConditional": SCRIPT,
             "components": [{"type": "textfield", "key": "q", "label": "Q"}]}),
     [{}], ["/components/0"]),
    (sheet({"type": "text", "name": "q", "label": "Q", "required": "yes", "relevant": "pulldata('a', 'b') = 1"}), [{}],
     ["/survey/0/relevant", "/survey/0/required"]),
    (sheet({"type": "text", "name": "a", "label": "A"},
           {"type": "begin_repeat", "name": "l", "label": "L", "repeat_count": "2", "relevant": "${a} = 'x'"},
           {"type": "text", "name": "q", "label": "Q"}, {"type": "end_repeat"}),
     [{}, {"a": "y"}], ["/survey/1"]),
    (schema(additionalProperties=False, properties={
        "tags": {"type": "array", "items": {"type": "string"}}, "age": {"type": "integer"}}),
     [{"tags": ["a"]}, {"tags": ["a"], "age": 3}], ["/additionalProperties"]),
    (schema(properties={"in": {"type": "object", "additionalProperties": False, "properties": {
        "a": {"type": "string"}, "map": {"type": "object", "additionalProperties": {"type": "string"}}}}}),
     [{"in": {"a": "x", "map": {"b": "c"}}}], ["/properties/in/additionalProperties"]),
]


@pytest.mark.parametrize(("source", "records", "lost"), CASES)
def test_a_loss_makes_no_form_stricter(
    converter: Converter, source: tuple[str, Json], records: list[Json], lost: list[str]
) -> None:
    document, entries, _ = converter.read(*source)
    assert converter.problems(document) == []
    assert converter.verdicts(document, records) == [True] * len(records), document
    told = {entry["path"] for entry in entries if entry["kind"] != "assumed"}
    assert told >= set(lost), entries


def test_what_is_in_a_container_that_is_not_known_is_taken(converter: Converter) -> None:
    inner = {"type": "textfield", "key": "q", "label": "Q", "input": True, "validate": {"required": True}}
    document, entries, _ = converter.read(*formio({"type": "row", "key": "r", "input": False, "components": [inner]}))
    assert [field["key"] for field in document["fields"]] == ["q"]
    assert converter.verdicts(document, [{}, {"q": "x"}]) == [False, True]
    assert ("unknownProperty", "/components/0/type") in {(it["code"], it["path"]) for it in entries}
    question = {"type": "text", "name": "q", "isRequired": True}
    document, entries, _ = converter.read(*survey({"type": "row", "name": "r", "elements": [question]}))
    assert converter.verdicts(document, [{}, {"q": "x"}]) == [False, True]
    assert ("unknownProperty", "/elements/0/type") in {(it["code"], it["path"]) for it in entries}


def test_what_a_condition_makes_void_is_no_loss(converter: Converter) -> None:
    """Beside a condition, `visible` and `readOnly` say nothing."""
    shown = {"type": "text", "name": "a"}
    question = {"type": "text", "name": "q", "visible": False, "visibleIf": "{a} = 'x'",
                "readOnly": True, "enableIf": "{a} = 'x'"}
    _, entries, _ = converter.read(*survey(shown, question))
    assert {entry["code"] for entry in entries} <= {"reinterpreted"}


def test_entries_of_which_one_field_must_differ(converter: Converter) -> None:
    columns = [{"name": "b", "isUnique": True}, {"name": "c"}]
    matrix = {"type": "matrixdynamic", "name": "m", "rowCount": 0, "cellType": "text", "columns": columns}
    document, _, _ = converter.read(*survey(matrix))
    same, other = {"m": [{"b": "x"}, {"b": "x"}]}, {"m": [{"b": "x"}, {"b": "y"}]}
    assert converter.verdicts(document, [same, other]) == [False, True]
    matrix["columns"][1]["isUnique"] = True
    _, entries, _ = converter.read(*survey(matrix))
    assert ("noCounterpart", "/elements/0/columns/0/isUnique") in {(it["code"], it["path"]) for it in entries}


# A form, and what records feel of each entry of its report, in the order of the source.
EFFECTS: dict[str, tuple[tuple[str, Json], list[tuple[str, str]]]] = {
    "what a server keeps of a form, and what is only shown": (
        ("formio", {
            "_id": "1", "owner": "2",
            "components": [
                {"type": "htmlelement", "key": "h", "content": "<p>Hello</p>"},
                {"type": "textfield", "key": "a", "label": "A", "input": True, "validate": {"custom": "valid = false"}},
            ],
            "created": "2026-01-01",
        }),
        [("/_id", "none"), ("/owner", "none"), ("/components/0", "none"),
         ("/components/1/validate/custom", "laxer"), ("/created", "none")],
    ),
    "a default that is no row, and a question that no field is": (
        survey(
            {"type": "dropdown", "name": "a", "choices": ["x"], "defaultValue": "y"},
            {"type": "signaturepad", "name": "s"},
            {"type": "html", "name": "h", "html": "<b>Hello</b>"},
        ),
        [("/elements/0/defaultValue", "none"), ("/elements/1", "laxer"), ("/elements/2", "none")],
    ),
    "values of several types": (
        schema(properties={"a": {"title": "A", "type": ["string", "number"]}, "b": {"title": "B", "type": "string", "not": {}}}),
        [("/properties/a/type", "laxer"), ("/properties/b/not", "laxer")],
    ),
    "the same in a schema for react-jsonschema-form, and an option": (
        ("rjsf", {
            "schema": {"type": "object", "properties": {
                "a": {"title": "A", "type": ["string", "number"], "description": "About it"},
            }},
            "uiSchema": {"a": {"ui:help": "More of it"}},
        }),
        [("/schema/properties/a/type", "laxer"), ("/uiSchema/a/ui:help", "none")],
    ),
    "the same in an elicitation": (
        ("mcp", {"message": "Hello", "requestedSchema": {
            "type": "object", "properties": {"a": {"title": "A", "type": ["string", "number"]}},
        }}),
        [("/requestedSchema/properties/a", "none"), ("/requestedSchema/properties/a/type", "laxer")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EFFECTS)
def test_an_entry_says_what_records_feel_of_it(converter: Converter, name: str) -> None:
    (format_, source), effects = EFFECTS[name]
    made = converter.ask("field/import", {"format": format_, "document": source})["result"]
    assert [(it["path"], it["effect"]) for it in made["report"]["entries"]] == effects
    assert [it["path"] for it in made["losses"]] == [path for path, effect in effects if effect != "none"]


def test_a_list_begins_with_a_least_number_of_entries_and_takes_fewer(converter: Converter) -> None:
    panel = {"type": "paneldynamic", "name": "l", "minPanelCount": 2, "templateElements": [{"type": "text", "name": "a"}]}
    document, entries, _ = converter.read("surveyjs", {"elements": [panel]})
    assert [(it["path"], it["effect"]) for it in entries] == [("/elements/0/minPanelCount", "laxer")]
    assert len(document["entries"]["l"]) == 2
    assert converter.verdicts(document, [{"l": [{"a": "x"}]}]) == [True]


def test_a_number_of_rows_that_a_survey_only_warns_of_is_not_asked_for(converter: Converter) -> None:
    warning = {"type": "answercount", "minCount": 2, "notificationType": "warning"}
    question = {"type": "checkbox", "name": "c", "choices": ["a", "b"], "validators": [warning]}
    document, entries, _ = converter.read("surveyjs", {"elements": [question]})
    assert converter.verdicts(document, [{"c": ["a"]}]) == [True]
    assert [it["effect"] for it in entries] == ["laxer"]


def test_what_is_not_on_the_scale_of_a_workbook_is_warned_of(converter: Converter) -> None:
    rows = [{"type": "range", "name": "a", "label": "A", "parameters": "start=1 end=5 step=1"}]
    document, entries, _ = converter.read("xlsform", {"survey": rows})
    assert [it["effect"] for it in entries] == ["none"]
    records = converter.ask("field/check", {"form": document, "records": [{"a": 3}, {"a": 9}]})["result"]["records"]
    assert [it["valid"] for it in records] == [True, True]
    assert [[found["severity"] for found in it["problems"]] for it in records] == [[], ["warning"]]
    back, lost = converter.write("xlsform", document)
    assert (back["survey"][0]["parameters"], lost) == ("start=1 end=5 step=1", [])
