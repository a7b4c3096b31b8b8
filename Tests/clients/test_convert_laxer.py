"""What an import can't say makes a form laxer, never stricter: it takes every record that its own format takes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from converter import Converter

Json = Any

UNSAID = "{a} + {a} > 3"
SCRIPT = "show = instance.calc();"


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
     [{"tags": ["a"]}, {"tags": ["a"], "age": 3}], []),
    (schema(properties={"in": {"type": "object", "additionalProperties": False, "properties": {
        "a": {"type": "string"}, "map": {"type": "object", "additionalProperties": {"type": "string"}}}}}),
     [{"in": {"a": "x", "map": {"b": "c"}}}], []),
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


def test_what_formio_itself_ignores_has_no_effect_on_records(converter: Converter) -> None:
    """Builders made from it write properties of their own; a rule that nobody knows may be one."""
    component = {"type": "textfield", "key": "q", "label": "Q", "navId": "x", "validate": {"hologram": 1}}
    form, value = formio(component | {"modelType": "none"})
    _, entries, _ = converter.read(form, {**value, "status": "draft"})
    effects = {(entry["path"], entry["effect"]) for entry in entries}
    assert effects >= {("/status", "none"), ("/components/0/navId", "none")}
    assert effects >= {("/components/0/validate/hologram", "laxer"), ("/components/0/modelType", "laxer")}


@pytest.mark.parametrize(
    ("members", "effects"),
    [
        ({"dataSrc": "url", "data": {"url": "x"}, "fields": {"year": {"hide": True}}}, {"none"}),
        ({"validate": {"minYear": 1990, "maxYear": 2000}}, {"none"}),
        ({"validate": {"required": True}}, {"none"}),
        ({"validate": {"custom": "valid = instance.validateAccount(input, data)"}}, {"none"}),
        ({"validate": {"custom": "valid = instance.validateAccount(input) || 'No'"}}, {"none", "laxer"}),
        ({"validate": {"custom": "valid = input === instance.value"}}, {"none", "laxer"}),
        ({"validate": {"onlyAvailableItems": True}}, {"none"}),
        ({"components": []}, {"none", "laxer"}),
        ({"components": [], "input": False}, {"none"}),
        ({"components": [], "input": False, "tree": True}, {"none", "laxer"}),
        ({"type": "signature", "validate": {"required": True}}, {"none"}),
        ({"type": "address", "validate": {"required": True}}, {"none", "laxer"}),
        ({"validate": {"minLength": 3}}, {"none", "laxer"}),
        ({"multiple": True}, {"none", "laxer"}),
        ({"modelType": "nestedArray"}, {"none", "laxer"}),
        ({"type": "survey"}, {"none"}),
        ({"type": "datamap", "valueComponent": {"type": "number"}}, {"none"}),
        ({"type": "tree"}, {"none"}),
    ],
)
def test_formio_takes_every_answer_to_a_type_that_it_does_not_know(
    converter: Converter, members: Json, effects: set[str]
) -> None:
    _, entries, _ = converter.read(*formio({"type": "picker", "key": "q", "label": "Q", "input": True, **members}))
    assert {entry["effect"] for entry in entries} | {"none"} == effects, entries


@pytest.mark.parametrize(
    ("members", "effects"),
    [
        ({"type": "color-picker", "colors": 3}, {"none"}),
        ({"type": "color-picker", "isRequired": True}, {"none", "laxer"}),
        ({"type": "imagemap", "areas": []}, {"none", "laxer"}),
        ({"type": "Rating"}, {"none", "laxer"}),
    ],
)
def test_a_survey_takes_every_answer_to_a_type_that_it_does_not_know(
    converter: Converter, members: Json, effects: set[str]
) -> None:
    _, entries, _ = converter.read(*survey({"name": "q", "title": "Q", **members}))
    assert {entry["effect"] for entry in entries} | {"none"} == effects, entries


def test_what_a_survey_shows_and_works_out_is_no_rule(converter: Converter) -> None:
    form, value = survey({"type": "text", "name": "q", "title": "Q"})
    behind = [{"expression": "{q} = 'a'", "html": "Thanks"}]
    told = {
        "completedHtmlOnCondition": behind,
        "navigateToUrlOnCondition": behind,
        "calculatedValues": [{"name": "sum", "expression": "{q} + 1"}],
    }
    document, entries, _ = converter.read(form, {**value, **told})
    assert {entry["effect"] for entry in entries} == {"none"}
    assert converter.write(form, document)[0].items() >= told.items()


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
        [("/elements/0/defaultValue", "none"), ("/elements/1", "none"), ("/elements/2", "none")],
    ),
    "values of several types": (
        schema(properties={"a": {"title": "A", "type": ["string", "number"]}, "b": {"title": "B", "type": "string", "not": {}}}),
        [("/properties/a/type", "none"), ("/properties/b/not", "none")],
    ),
    "the same in a schema for react-jsonschema-form, and an option": (
        ("rjsf", {
            "schema": {"type": "object", "properties": {
                "a": {"title": "A", "type": ["string", "number"], "description": "About it"},
            }},
            "uiSchema": {"a": {"ui:help": "More of it"}},
        }),
        [("/schema/properties/a/type", "none"), ("/uiSchema/a/ui:help", "none")],
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


def shown(kind: str, least: int, count: int | None, cell: Json, **more: Json) -> Json:
    """A list of a survey with a least number of entries, and a number of those that it begins with."""
    names = ("minPanelCount", "panelCount") if kind == "paneldynamic" else ("minRowCount", "rowCount")
    counts = {name: number for name, number in zip(names, (least, count)) if number is not None}
    if kind == "paneldynamic":
        inner: Json = {"templateElements": [{"type": "text", "name": "a", **cell}]}
    else:
        inner = {"columns": [{"cellType": "text", "name": "a", **cell}]}
    return {"type": kind, "name": "l", **counts, **inner, **more}


@pytest.mark.parametrize(
    ("question", "verdicts"),
    [
        # Nothing is asked of entries, nor for them.
        (shown("paneldynamic", 2, None, {}), "TTTTTT"),
        (shown("matrixdynamic", 2, 3, {}), "TTTTTT"),
        # What must be answered in entries that are shown is missing where there are none.
        (shown("paneldynamic", 2, None, {"isRequired": True}), "FFTTFF"),
        (shown("paneldynamic", 0, 1, {"isRequired": True}), "FFTTFF"),
        (shown("paneldynamic", 0, 0, {"isRequired": True}), "TTTTFF"),
        (shown("matrixdynamic", 0, None, {"isRequired": True}), "FTTTFF"),
        (shown("matrixdynamic", 1, 0, {"isRequired": True}), "TTTTFF"),
        # To a matrix that has rows others are added up to the least number.
        (shown("matrixdynamic", 2, 0, {"isRequired": True}), "TTFTFF"),
        (shown("matrixdynamic", 2, 2, {"isRequired": True}), "FTFTFF"),
        # A list that is asked for has something in an entry, or in as many as a matrix has at least.
        (shown("paneldynamic", 0, 0, {}, isRequired=True), "FFTTFT"),
        (shown("matrixdynamic", 0, 0, {}, isRequired=True), "FFTTTT"),
        (shown("matrixdynamic", 1, 0, {}, isRequired=True), "FFTTFT"),
        (shown("matrixdynamic", 2, 0, {}, isRequired=True), "FFFTFF"),
        (shown("matrixdynamic", 2, 0, {"isRequired": True}, isRequired=True), "FFFTFF"),
    ],
)
def test_entries_that_a_survey_shows_are_asked_for_as_survey_core_does(
    converter: Converter, question: Json, verdicts: str
) -> None:
    document, entries, _ = converter.read("surveyjs", {"elements": [question]})
    assert {entry["effect"] for entry in entries} <= {"none"}
    lists: list[Json] = [[], [{"a": "x"}], [{"a": "x"}, {"a": "x"}], [{}], [{"a": "x"}, {}]]
    got = converter.verdicts(document, [{}, *({"l": entries} for entries in lists)])
    assert "".join("FT"[one] for one in got) == verdicts
    written, lost = converter.write("surveyjs", document)
    assert {entry["effect"] for entry in lost} <= {"none"}
    again, _, _ = converter.read("surveyjs", written)
    got = converter.verdicts(again, [{}, *({"l": entries} for entries in lists)])
    assert "".join("FT"[one] for one in got) == verdicts


def test_a_least_number_of_rows_beyond_the_greatest_makes_a_form(converter: Converter) -> None:
    for least in (5, 10**12, -3):
        question = shown("matrixdynamic", least, 0, {}, isRequired=True, maxRowCount=3)
        document, _, _ = converter.read("surveyjs", {"elements": [question]})
        assert converter.problems(document) == []


def test_entries_that_are_asked_for_on_a_condition_are_told(converter: Converter) -> None:
    switch = {"type": "text", "name": "z"}
    cell = {"isRequired": True, "visibleIf": "{z} = 1"}
    for question in [shown("paneldynamic", 1, None, cell), shown("matrixdynamic", 0, None, cell)]:
        document, entries, _ = converter.read("surveyjs", {"elements": [switch, question]})
        assert [entry["effect"] for entry in entries if entry["effect"] != "none"] == ["laxer"]
        assert converter.verdicts(document, [{"z": "1"}, {}]) == [True, True]


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


STREET = {"street": {"type": "string"}}
# A form of another format, records that it takes, though they have not the shape that the form commits, and some that
# it does not take.
SHAPES: list[tuple[tuple[str, Json], list[Json], list[Json]]] = [
    (schema(properties={"a": {"type": ["string", "number"], "maxLength": 2}}, required=["a"]),
     [{"a": "ab"}, {"a": 5}], [{}, {"a": "abc"}]),
    (schema(properties={"a": {}}, required=["a"]), [{"a": "x"}, {"a": 1}, {"a": {}}, {"a": [1]}, {"a": None}], [{}]),
    (schema(properties={"a": {"enum": ["x", {"y": 1}]}}), [{"a": "x"}, {"a": {"y": 1}}], [{"a": "z"}]),
    (schema(properties={"a": {"oneOf": [{"type": "string", "pattern": "^a"}, {"type": "string", "pattern": "^b"}]}}),
     [{"a": "a"}, {"a": "b"}], []),
    (schema(properties={"a": {"anyOf": [{"type": "integer", "minimum": 3}, {"type": "string", "minLength": 2}]}}),
     [{"a": 3}, {"a": "ab"}], [{"a": 2}]),
    (schema(properties={"a": {"type": ["object", "null"], "properties": STREET, "required": ["street"]}}, required=["a"]),
     [{"a": None}, {"a": {"street": "x"}}], [{"a": {}}, {}]),
    (schema(properties={"a": {"type": "object", "properties": STREET, "required": ["street"]}}),
     [{}, {"a": {"street": "x"}}], [{"a": {}}]),
    (schema(properties={"l": {"type": "array", "minItems": 1, "items": {"type": "object", "properties": STREET}}}),
     [{}, {"l": [{}]}], [{"l": []}]),
    (schema(properties={"l": {"type": ["array", "null"], "items": {"type": "object", "properties": STREET}}}),
     [{"l": None}, {"l": [{"street": "x"}]}], [{"l": [{"street": 1}]}]),
    (survey({"type": "text", "name": "q", "inputType": "email"}),
     [{"q": "ä_b@exämple.com"}, {"q": '"a b"@x.org'}], [{"q": "a@b"}, {"q": "a b@x.org"}]),
    (survey({"type": "text", "name": "q", "validators": [{"type": "numeric", "minValue": 2}]}),
     [{"q": 2}, {"q": "+5"}, {"q": "1e3"}], [{"q": 1}]),
    (formio({"type": "email", "key": "q"}),
     [{"q": "a'b@x.org"}, {"q": "a@[127.0.0.1]"}, {"q": '"a b"@x.org'}], [{"q": "a@b"}]),
    (formio({"type": "selectboxes", "key": "q", "values": [{"label": "A", "value": "a"}]}),
     [{"q": {"a": True}}, {"q": ["a"]}, {"q": {"b": True, "": False}}], []),
    (formio({"type": "selectboxes", "key": "q", "values": [{"label": "A", "value": "a"}], "validate": {"required": True}}),
     [{"q": {"a": True}}, {"q": {"b": True}}], [{"q": {"a": False}}, {"q": {}}, {"q": None}, {}]),
    (formio({"type": "day", "key": "q"}), [{"q": "02/29/2004"}, {"q": "2/29/2004"}], [{"q": "2004-02-29"}, {"q": "02/29/2005"}]),
    (formio({"type": "day", "key": "q", "fields": {"day": {"hide": True}}}), [{"q": "02/2004"}, {"q": "2/4"}], [{"q": "2004-02"}, {"q": "13/2004"}]),
    (formio({"type": "datetime", "key": "q"}), [{"q": "2024-05-06T07:08:00+02:00"}, {"q": "2024-05-06T07:08"}], []),
    (formio({"type": "textfield", "key": "q", "multiple": True}), [{"q": ["x"]}, {"q": None}], [{"q": [{"value": "x"}]}]),
    (formio({"type": "phoneNumber", "key": "q", "inputMask": "9aa"}),
     [{"q": "1"}, {"q": "1a"}, {"q": "1ab"}], [{"q": "a"}, {"q": "1abc"}]),
    (sheet({"type": "time", "name": "q", "label": "Q"}), [{"q": "10:00:00.000+02:00"}, {"q": "10:00"}], []),
    (("html", "<form><input name=q maxlength=2 value=abc>"), [{"q": "abc"}], []),
]  # fmt: skip


@pytest.mark.parametrize(("source", "right", "wrong"), SHAPES)
def test_a_form_takes_what_has_the_shape_of_its_own_format(
    converter: Converter, source: tuple[str, Json], right: list[Json], wrong: list[Json]
) -> None:
    name, form = source
    params = {"format": name, "text" if isinstance(form, str) else "document": form}
    made = converter.ask("field/import", params)["result"]
    assert converter.problems(made["document"]) == []
    assert "stricter" not in {it["effect"] for it in made["report"]["entries"]}
    verdicts = converter.verdicts(made["document"], right + wrong)
    assert verdicts == [True] * len(right) + [False] * len(wrong), made["document"]


def test_white_space_alone_is_judged_as_their_own_engine_does(converter: Converter) -> None:
    blanks = ["", " ", "\t\u00a0\n", "x"]
    pattern = {"type": "regex", "regex": "^[a-z]+$"}
    for source, verdicts in [
        (survey({"type": "text", "name": "q", "isRequired": True}), [False, False, False, True]),
        (survey({"type": "comment", "name": "q", "isRequired": True, "validators": [pattern]}), [False, False, False, True]),
        # A survey checks no answer that is empty, and white space alone is.
        (survey({"type": "text", "name": "q", "validators": [pattern]}), [True, True, True, True]),
        (formio({"type": "textfield", "key": "q", "validate": {"required": True}}), [False, False, False, True]),
        (formio({"type": "textarea", "key": "q", "validate": {"pattern": "[a-z]+"}}), [True, False, False, True]),
    ]:
        document, entries, _ = converter.read(*source)
        assert [it for it in entries if it["effect"] != "none"] == []
        assert converter.verdicts(document, [{"q": text} if text else {} for text in blanks]) == verdicts, source
        back, told = converter.write(source[0], document)
        assert [it for it in told if it["effect"] != "none"] == [], back


def test_what_white_space_alone_is_elsewhere_is_told_by_an_export(converter: Converter) -> None:
    def told(format: str, **more: Json) -> list[tuple[str, str]]:
        _, entries = converter.write(format, {"fields": [{"key": "q", "kind": "entry", "label": "Q", **more}]})
        return [(it["path"], it["effect"]) for it in entries if it["effect"] != "none"]

    mail = {"validation": {"endEditing": [{"pattern": "[a-z]+@[a-z]+", "anchored": True}]}}
    missing = ("/fields/0/required", "stricter")
    for format in ["surveyjs", "formio"]:
        assert told(format, required=True) == [missing]
        # Neither takes white space.
        assert told(format, required=True, **mail) == []
        assert told(format, required=True, blankIsEmpty=True, **mail) == []
    assert told("surveyjs", **mail) == [("/fields/0/validation", "laxer")]
    assert told("formio", **mail) == []
    assert told("surveyjs", blankIsEmpty=True, **mail) == []
    assert told("formio", blankIsEmpty=True, **mail) == [("/fields/0/blankIsEmpty", "stricter")]
    assert told("json-schema", required=True, blankIsEmpty=True) == [("/fields/0/blankIsEmpty", "stricter")]


def test_nothing_is_asked_of_what_a_trigger_does_away_with(converter: Converter) -> None:
    def read(*triggers: Json) -> tuple[Json, list[tuple[str, str]]]:
        text = {"type": "text", "isRequired": True}
        panel = {"type": "paneldynamic", "name": "l", "isRequired": True, "templateElements": [{"type": "text", "name": "e"}]}
        pages = [{"name": "one", "elements": [{**text, "name": "a"}]},
                 {"name": "two", "elements": [{**text, "name": "b"}, {"type": "text", "name": "c"}, panel]}]  # fmt: skip
        document, entries, _ = converter.read("surveyjs", {"pages": pages, "triggers": list(triggers)})
        return document, [(it["path"], it["effect"]) for it in entries if it["effect"] != "none"]

    whole = {"a": "x", "b": "x", "l": [{"e": "x"}]}
    records = [whole, {**whole, "a": None}, {**whole, "b": None}, {**whole, "l": None}]
    records = [{key: value for key, value in record.items() if value} for record in records]
    trigger = {"expression": "{a} = 1"}
    first = ("/triggers/0", "laxer")
    for one, told, verdicts in [
        # What is written where nothing is asked decides about no record.
        ({"type": "setvalue", "setToName": "c", "setValue": "y", **trigger}, [], [True, False, False, False]),
        ({"type": "runexpression", "runExpression": "{a}", **trigger}, [], [True, False, False, False]),
        ({"type": "copyvalue", "setToName": "b", "fromName": "a", **trigger}, [first], [True, False, True, False]),
        ({"type": "setvaluetrigger", "setToName": "l", "setValue": [{}], **trigger}, [first], [True, False, False, True]),
        ({"type": "visible", "pages": ["two"], **trigger}, [first, first], [True, False, True, True]),
        ({"type": "visible", "questions": ["a"], **trigger}, [first], [True, True, False, False]),
        # The survey may end on its first page.
        ({"type": "complete", **trigger}, [first, first], [True, False, True, True]),
        ({"type": "skip", "gotoName": "c", **trigger}, [first, first], [True, False, True, True]),
        ({"type": "mine", **trigger}, [first], [True, False, False, False]),
    ]:
        document, losses = read(one)
        assert losses == told, one
        assert converter.verdicts(document, records) == verdicts, one
        assert document["presentation"]["survey"]["triggers"] == [one]


def test_what_is_required_of_any_type_may_be_empty_where_its_schema_says_so(converter: Converter) -> None:
    lists = {"oneOf": [{"type": ["array", "boolean"]}, {"type": ["array", "null"], "minItems": 1}, {"type": "null"}]}
    objects = {"oneOf": [{"type": ["object", "number"]}, {"type": ["object", "null"], "required": ["x"]}, {"type": "null"}]}
    for schema_of_a, values in [(lists, [[], True]), (objects, [{}, 5])]:
        document, entries, _ = converter.read(*schema(properties={"a": schema_of_a}, required=["a"]))
        assert {it["effect"] for it in entries} <= {"none", "laxer"}
        assert converter.verdicts(document, [{}, *({"a": it} for it in values)]) == [False, True, True]


def test_a_flag_in_quotes_is_one_and_anything_else_is_told(converter: Converter) -> None:
    document, entries, _ = converter.read(*survey({"type": "comment", "name": "q", "isRequired": "true"}))
    assert converter.verdicts(document, [{}, {"q": "x"}]) == [False, True]
    _, entries, exact = converter.read(*survey({"type": ["text"], "name": "q", "isRequired": [True], "visible": 3}))
    assert {("wrongValue", "/elements/0/type"), ("wrongValue", "/elements/0/visible")} <= {
        (it["code"], it["path"]) for it in entries
    }
    assert exact == 1


def test_a_default_that_breaks_a_rule_is_no_draft(converter: Converter) -> None:
    document, entries, _ = converter.read(*schema(properties={"a": {"title": "A", "type": "integer", "minimum": 3, "default": 1}}))
    assert "text" not in document["fields"][0]
    assert [(it["code"], it["path"], it["effect"]) for it in entries] == [("wrongValue", "/properties/a/default", "none")]


def test_rows_that_a_server_is_asked_for_leave_nothing_to_mend(converter: Converter) -> None:
    question = {"id": "a", "description": "A", "type": {"kind": "lazyEnum", "source": "symbols", "config": {"q": 1}}}
    document, _, _ = converter.read("lsp-form", {"formFields": [question]})
    assert document["fields"][0]["presentation"] == {"source": "symbols", "config": {"q": 1}}
    opened = converter.ask("field/open", {"uri": "form:1", "document": document})["result"]
    converter.ask("field/close", {"uri": "form:1"})
    assert opened["diagnostics"] == []


def test_alternatives_share_a_property_that_differs_in_words_or_rows(converter: Converter) -> None:
    def branch(value: str, **n: Json) -> Json:
        return {"type": "object", "properties": {"k": {"const": value}, "n": n}, "required": ["k", "n"]}

    words = {"oneOf": [branch("a", type="number", description="Width"), branch("b", type="number", description="Height")]}
    document, _, _ = converter.read("json-schema", words)
    records = [{"k": "a", "n": 1}, {"k": "b", "n": 1}, {"k": "b"}, {"k": "b", "n": "x"}]
    assert converter.verdicts(document, records) == [True, True, False, False]
    rows = {"oneOf": [branch("a", enum=["x", "y"]), branch("b", enum=["y", "z"])]}
    document, _, _ = converter.read("json-schema", rows)
    records = [{"k": "a", "n": "x"}, {"k": "b", "n": "z"}, {"k": "a", "n": "z"}, {"k": "b", "n": "x"}, {"k": "b"}]
    assert converter.verdicts(document, records) == [True, True, False, False, False]


# A form of another format whose default breaks what the form asks, and where that is told.
DEFAULTS: list[tuple[tuple[str, Json], str]] = [
    (survey({"type": "text", "name": "q", "inputType": "number", "defaultValue": "abc"}), "/elements/0/defaultValue"),
    (survey({"type": "text", "name": "q", "defaultValue": "a", "validators": [{"type": "text", "minLength": 2}]}),
     "/elements/0/defaultValue"),
    (survey({"type": "text", "name": "q", "inputType": "date", "min": "2024-01-01", "defaultValue": "2020-01-01"}),
     "/elements/0/defaultValue"),
    (survey({"type": "paneldynamic", "name": "l", "defaultValue": [{"q": "abc"}],
             "templateElements": [{"type": "text", "name": "q", "maxLength": 2}]}), "/elements/0/defaultValue"),
    (formio({"type": "textfield", "key": "q", "validate": {"maxLength": 2}, "defaultValue": "abc"}),
     "/components/0/defaultValue"),
    (formio({"type": "number", "key": "q", "validate": {"min": 2}, "defaultValue": 1}), "/components/0/defaultValue"),
    (sheet({"type": "integer", "name": "q", "label": "Q", "constraint": ". < 5", "default": "9"}), "/survey/0/default"),
    (("html", "<form><input name=q type=email value=nonsense></form>"), "1:32"),
    (("lsp-form", {"formFields": [{"id": "q", "description": "Q", "type": {"kind": "number"}, "default": "abc"}]}),
     "/formFields/0/default"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "place"), DEFAULTS)
def test_a_default_that_the_form_does_not_take_is_no_draft(
    converter: Converter, source: tuple[str, Json], place: str
) -> None:
    name, form = source
    made = converter.ask("field/import", {"format": name, "text" if isinstance(form, str) else "document": form})["result"]
    told = [(it["path"], it["effect"]) for it in made["report"]["entries"] if it["code"] == "wrongValue"]
    # Form.io's server writes it into a record without it, which it then refuses; but no number.
    assert told == [(place, "laxer" if name == "formio" and "textfield" in json.dumps(form) else "none")]
    converter.ask("field/open", {"uri": "form:1", "document": made["document"]})
    answer = converter.ask("field/validate", {"uri": "form:1", "trigger": "endEditing"})["result"]
    converter.ask("field/close", {"uri": "form:1"})
    assert [it["key"] for it in answer["fields"] if not it["valid"]] == []


def test_a_box_that_must_be_ticked_begins_without_a_tick_and_nothing_is_told(converter: Converter) -> None:
    _, entries, _ = converter.read(
        *formio({"type": "checkbox", "key": "q", "defaultValue": False, "validate": {"required": True}}))
    assert "wrongValue" not in {it["code"] for it in entries}


def test_browsers_let_a_secret_pass_that_stands_in_the_page(converter: Converter) -> None:
    text = "<form><input name=q type=password maxlength=2 value=abc></form>"
    made = converter.ask("field/import", {"format": "html", "text": text})["result"]
    assert converter.verdicts(made["document"], [{"q": "abc"}]) == [True]
    assert ("reinterpreted", "laxer") in {(it["code"], it["effect"]) for it in made["report"]["entries"]}


# A field, the formats that do not say when it is checked, records that the form takes.
HIDDEN = {"when": {"key": "a", "is": "x"}}
UNCHECKED: list[tuple[Json, list[str], list[Json]]] = [
    ({"visible": HIDDEN, "required": True}, ["html", "github", "mcp", "lsp-form"], [{}, {"a": "y"}]),
    ({"enabled": HIDDEN, "required": True}, ["html", "github", "mcp", "lsp-form", "formio", "xlsform"], [{}, {"a": "y"}]),
    ({"readOnly": True, "required": True, "validation": {"live": [{"minLength": 3}]}}, ["github", "formio", "xlsform"],
     [{}, {"q": "x"}]),
    ({"visible": False, "required": True, "maxLength": 2}, ["html", "mcp"], [{}, {"q": "abc"}]),
    ({"state": "disabled", "required": True}, ["surveyjs", "formio", "html", "github", "mcp", "lsp-form", "xlsform"], [{}]),
    ({"visible": {"when": {"key": "d", "lessThan": "today"}}, "required": True}, ["json-schema", "formio"], [{}]),
]  # fmt: skip


@pytest.mark.parametrize(("field", "formats", "records"), UNCHECKED)
def test_a_field_of_which_a_format_does_not_say_when_it_is_checked_asks_nothing_there(
    converter: Converter, field: Json, formats: list[str], records: list[Json]
) -> None:
    form = {"fields": [
        {"key": "a", "kind": "entry", "label": "A"}, {"key": "d", "kind": "date", "label": "D"},
        {"key": "q", "kind": "entry", "label": "Q", **field},
    ]}  # fmt: skip
    assert converter.problems(form) == []
    assert converter.verdicts(form, records) == [True] * len(records)
    for name in formats:
        converter.ask("field/open", {"uri": "form:1", "document": form})
        made = converter.ask("field/export", {"uri": "form:1", "format": name})["result"]
        converter.ask("field/close", {"uri": "form:1"})
        content = "text" if "text" in made else "document"
        back = converter.ask("field/import", {"format": name, content: made[content]})["result"]
        assert converter.verdicts(back["document"], records) == [True] * len(records), (name, made[content])
        effects = {it["effect"] for it in made["report"]["entries"] if it["path"].startswith("/fields/2")}
        assert "laxer" in effects and "stricter" not in effects, (name, made["report"])


# A field, a format, and what records feel of what becomes of it there.
LOST: list[tuple[Json, str, list[tuple[str, str]]]] = [
    ({"kind": "picker", "data": [1, 2], "required": True}, "mcp", [("/fields/0/data", "stricter")]),
    ({"kind": "picker", "data": [1, 2], "required": True}, "lsp-form", [("/fields/0/data", "stricter")]),
    ({"kind": "date", "required": True, "clearable": True}, "formio", [("/fields/0", "laxer")]),
    ({"kind": "entry", "required": True, "icon": "star", "tag": 3}, "formio",
     [("/fields/0/icon", "none"), ("/fields/0/tag", "none")]),
    ({"kind": "picker", "data": ["a"], "multiple": True, "whenEmpty": "null", "required": False}, "github",
     [("/fields/0/whenEmpty", "none")]),
    ({"kind": "entry", "required": True, "maxLength": 9}, "json-schema", [("/fields/0/maxLength", "stricter")]),
    ({"kind": "entry", "required": True, "validation": {"endEditing": [{"minLength": 9}]}}, "json-schema",
     [("/fields/0/validation/endEditing/0", "laxer")]),
]  # fmt: skip


@pytest.mark.parametrize(("field", "name", "effects"), LOST)
def test_an_export_says_what_records_feel(
    converter: Converter, field: Json, name: str, effects: list[tuple[str, str]]
) -> None:
    form = {"title": "T", "description": "D", "fields": [{"key": "q", "label": "Q", **field}]}
    converter.ask("field/open", {"uri": "form:1", "document": form})
    made = converter.ask("field/export", {"uri": "form:1", "format": name})["result"]
    converter.ask("field/close", {"uri": "form:1"})
    told = {(it["path"], it["effect"]) for it in made["report"]["entries"]}
    assert told >= set(effects), made["report"]


@pytest.mark.parametrize(
    ("conditional", "shown"),
    [
        ({"show": True, "when": "b", "eq": "a"}, (True, False)),
        ({"show": False, "when": "b", "eq": "a"}, (False, True)),
        ({"show": True, "conjunction": "all", "conditions": [{"component": "b", "operator": "isEmpty"}]}, None),
        ({"show": True, "conjunction": "all", "conditions": [{"component": "b", "operator": "isNotEmpty"}]}, (True, False)),
        ({"show": True, "conjunction": "all", "conditions": [{"component": "b.a", "operator": "isEqual", "value": "true"}]}, (True, False)),
        ({"show": False, "conjunction": "all", "conditions": [{"component": "b.a", "operator": "isEqual", "value": "true"}]}, (False, True)),
    ],
)  # fmt: skip
def test_boxes_show_what_form_io_shows(converter: Converter, conditional: Json, shown: tuple[bool, bool] | None) -> None:
    rows = [{"label": row, "value": row} for row in "ab"]
    components = [
        {"type": "selectboxes", "key": "b", "label": "B", "input": True, "values": rows},
        {"type": "textfield", "key": "q", "label": "Q", "input": True, "validate": {"required": True}, "conditional": conditional},
    ]
    document, entries, _ = converter.read("formio", {"components": components})
    assert ("visible" in document["fields"][1]) == (shown is not None)
    assert ("program" in {entry["code"] for entry in entries}) == (shown is None)
    # Where it is shown, its answer is missing.
    passes = [not it for it in shown or (False, False)]
    assert converter.verdicts(document, [{"b": {"a": True, "b": False}}, {"b": {"a": False, "b": False}}]) == passes
