"""What is more than a field in surveys and forms of Form.io: groups within groups, matrices, lists of texts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from converter import Converter

Json = Any


def codes(entries: list[Json]) -> list[str]:
    return [entry["code"] for entry in entries]


def returned(converter: Converter, name: str, document: Json) -> tuple[Json, Json, list[str]]:
    """What a document is in another format, the document that comes back, and what the export tells."""
    written, entries = converter.write(name, document)
    return written, converter.read(name, written)[0], codes(entries)


TEXT = {"type": "textfield", "key": "t", "label": "T", "input": True}


def test_a_component_with_several_texts_is_a_list(converter: Converter) -> None:
    component = {**TEXT, "key": "tags", "label": "Tags", "multiple": True, "defaultValue": ["a", "b"],
                 "validate": {"required": True, "pattern": "[a-z]+"}}  # fmt: skip
    document, entries, _ = converter.read("formio", {"components": [component]})
    assert codes(entries) == []
    assert document["groups"] == [{"key": "tags", "label": "Tags", "repeat": {"minEntries": 1}}]
    assert document["entries"] == {"tags": [{"tagsEntry": "a"}, {"tagsEntry": "b"}]}
    records = [["x"], [], ["x", "9"], ["x", ""], "x", None]
    verdicts = [True, False, False, False, False, False]
    assert converter.verdicts(document, [{"tags": it} for it in records]) == verdicts
    written, again, told = returned(converter, "formio", document)
    assert written["components"] == [component]
    assert again == document
    assert told == []


def test_null_stands_for_several_values_that_need_not_be_there(converter: Converter) -> None:
    component = {"type": "number", "key": "n", "label": "N", "input": True, "multiple": True}
    document, entries, _ = converter.read("formio", {"components": [component]})
    assert entries == []
    records = [{}, {"n": None}, {"n": []}, {"n": [1, None]}, {"n": 1}, {"n": ["x"]}]
    assert converter.verdicts(document, records) == [True, True, True, True, False, False]
    assert returned(converter, "formio", document)[:2] == ({"display": "form", "components": [component]}, document)


@pytest.mark.parametrize(
    ("repetition", "field", "effects"),
    [
        ({}, {}, []),
        ({"minEntries": 1}, {"required": True, "blankIsEmpty": True}, []),
        ({"minEntries": 1}, {}, ["stricter"]),
        ({}, {"required": True, "blankIsEmpty": True}, ["stricter"]),
        ({"minEntries": 2}, {"required": True, "blankIsEmpty": True}, ["laxer"]),
        ({"maxEntries": 2}, {}, ["laxer"]),
        ({"unique": ["f"]}, {}, ["laxer"]),
    ],
)
def test_what_form_io_does_not_say_of_several_values_is_told(
    converter: Converter, repetition: Json, field: Json, effects: list[str]
) -> None:
    entry = {"key": "f", "kind": "entry", "label": "L", "group": "l", "path": "", "lengthUnit": "utf16"}
    group = {"key": "l", "label": "L", "whenEmpty": "null", "repeat": repetition}
    written, lost = converter.write("formio", {"groups": [group], "fields": [entry | {"whenEmpty": "empty"} | field]})
    assert [it["effect"] for it in lost if it["effect"] != "none"] == effects, lost
    assert written["components"][0]["multiple"] is True


@pytest.mark.parametrize("name", ["surveyjs", "xlsform", "formio"])
def test_a_list_of_values_that_a_format_has_not_is_left_out_and_told(converter: Converter, name: str) -> None:
    field = {"key": "f", "kind": "picker", "label": "F", "group": "l", "path": "", "data": ["a"], "required": True}
    other = {"key": "o", "kind": "entry", "label": "O", "required": True,
             "visible": {"when": {"key": "l", "filled": True}}}
    lists = {"groups": [{"key": "l", "label": "L", "repeat": {"minEntries": 1}}], "fields": [field, other]}
    written, lost = converter.write(name, lists)
    assert '"f"' not in json.dumps(written)
    told = {it["path"].split("/visible")[0] for it in lost if it["effect"] != "none"}
    assert {"/groups/0", "/fields/1"} <= told, lost


def test_tags_in_a_list_are_counted(converter: Converter) -> None:
    tags = {"type": "tags", "key": "tags", "label": "Tags", "input": True, "storeas": "array", "maxTags": 2}
    document, entries, _ = converter.read("formio", {"components": [tags]})
    assert codes(entries) == []
    assert document["groups"][0]["repeat"] == {"maxEntries": 2}
    # Form.io does not look at what stands there.
    assert converter.verdicts(document, [{"tags": it} for it in [["a"], "a", [1, {}]]]) == [True] * 3
    assert returned(converter, "formio", document)[:2] == ({"display": "form", "components": [tags]}, document)


def test_a_form_in_a_form_is_an_object_in_its_data(converter: Converter) -> None:
    inner = {"type": "form", "key": "home", "input": True, "label": "Home", "components": [TEXT]}
    document, entries, _ = converter.read("formio", {"components": [inner, {"type": "form", "key": "f", "form": "1"}]})
    assert [(e["code"], e["path"]) for e in entries] == [("remote", "/components/1")]
    assert document["groups"] == [
        {"key": "home", "label": "Home", "path": "/home/data", "presentation": {"formio": {"type": "form"}}}
    ]
    assert converter.verdicts(document, [{"home": {"data": {"t": "x"}}}, {"home": {"t": "x"}}]) == [True, True]
    written, again, told = returned(converter, "formio", document)
    assert (written["components"], again, told) == ([inner], document, [])


def test_pages_are_a_wizard(converter: Converter) -> None:
    def panels(count: int) -> list[Json]:
        return [
            {"type": "panel", "key": f"p{n}", "input": False, "title": "P", "components": [{**TEXT, "key": f"t{n}"}]}
            for n in range(count)
        ]

    for display, count in [("wizard", 2), ("form", 1), ("form", 2), ("wizard", 1), ("pdf", 2)]:
        form = {"display": display, "components": panels(count)}
        document, entries, _ = converter.read("formio", form)
        isUsual = display == ("wizard" if count > 1 else "form")
        assert codes(entries) == ([] if isUsual else ["presentationOnly"])
        written, again, told = returned(converter, "formio", document)
        assert (written, again, told) == (form, document, [])


@pytest.mark.parametrize("name", ["formio", "surveyjs"])
def test_entries_begin_with_what_they_hold(converter: Converter, name: str) -> None:
    choices = {"data": ["x", {"value": 2, "label": "Two"}], "kind": "picker", "label": "B", "clearable": True}
    form = {"groups": [{"key": "l", "label": "L", "repeat": {"maxEntries": 9}}],
            "fields": [{"key": "a", "kind": "entry", "label": "A", "group": "l"},
                       {"key": "b", "group": "l", **choices}],
            "entries": {"l": [{"a": "one", "b": "2"}, {}, {"a": "three"}]}}  # fmt: skip
    written, again, _ = returned(converter, name, form)
    place = written["components" if name == "formio" else "elements"][0]
    assert place["defaultValue"] == [{"a": "one", "b": 2}, {}, {"a": "three"}]
    assert again["entries"] == form["entries"]
    # What no field takes is told.
    place["defaultValue"][0]["gone"] = 1
    assert "noCounterpart" in codes(converter.read(name, written)[1])


def test_a_mask_takes_what_the_library_of_its_component_takes(converter: Converter) -> None:
    def taken(type_: str, mask: str, *values: str) -> list[bool]:
        source = {"components": [{**TEXT, "type": type_, "inputMask": mask}]}
        document, _, _ = converter.read("formio", source)
        return converter.verdicts(document, [{"t": value} for value in values])

    # As Inputmask says of a text field.
    assert taken("textfield", "aa9", "ab1", "AB1", "ü\u00fc1", "ab", "a1b") == [True, True, True, False, False]
    assert taken("textfield", "AA9", "AB1", "ab1", "ÀÀ1", "\u00d7A1", "ßA1") == [True, False, True, True, False]
    assert taken("textfield", "(999) 9", "(123) 4", "123 4", "1234") == [True, False, False]
    assert taken("textfield", "##", "AF", "aF") == [True, False]
    assert taken("textfield", "99_9", "12_3", "12 3") == [True, False]
    # As the others are compared, sign by sign.
    assert taken("phoneNumber", "aA9", "bB1", "BB1", "bb1", "üb1") == [True, False, True, False]


def test_a_matrix_comes_back_as_a_matrix(converter: Converter) -> None:
    survey = {"elements": [
        {"type": "matrix", "name": "m", "title": "M", "columns": ["no", {"value": "y", "text": "Yes"}],
         "rows": ["r", {"value": "s", "text": "Second"}], "eachRowRequired": True, "alternateRows": True},
        {"type": "matrixdropdown", "name": "d", "columns": [
            {"name": "a", "cellType": "text", "isRequired": True},
            {"name": "b", "title": "B!", "choices": [1, 2], "cellType": "dropdown"}],
         "rows": ["x", {"value": "y", "text": "Y!"}]},
        {"type": "matrixdynamic", "name": "l", "maxRowCount": 3, "rowCount": 1, "columns": [
            {"name": "c", "cellType": "text"}, {"name": "e", "cellType": "text", "visibleIf": "{row.c} notempty"}]},
        {"type": "multipletext", "name": "t", "items": [{"name": "u"}, {"name": "v", "inputType": "date"}]},
    ]}  # fmt: skip
    document, entries, _ = converter.read("surveyjs", survey)
    assert codes(entries) == ["presentationOnly"]
    assert [field["label"] for field in document["fields"]][:6] == ["r", "Second", "x – a", "x – B!", "Y! – a", "Y! – B!"]
    written, again, told = returned(converter, "surveyjs", document)
    assert told == []
    assert again == document
    assert [question["type"] for question in written["elements"]] == [q["type"] for q in survey["elements"]]
    assert written["elements"][0] == survey["elements"][0]


def test_a_matrix_that_was_changed_is_told(converter: Converter) -> None:
    survey = {"elements": [{"type": "matrix", "name": "m", "columns": ["no", "yes"], "rows": ["r", "s"]}]}
    document, _, _ = converter.read("surveyjs", survey)
    document["fields"][1]["data"] = ["other"]
    _, entries = converter.write("surveyjs", document)
    assert "unsupportedField" in codes(entries)


def test_panels_within_panels_come_back(converter: Converter) -> None:
    text = {"type": "text", "name": "a"}
    survey = {"showProgressBar": True, "pages": [
        {"name": "p", "title": "P", "elements": [
            {**text, "name": "before"},
            {"type": "panel", "name": "q", "title": "Q", "state": "collapsed", "elements": [
                {"type": "panel", "name": "r", "title": "R", "elements": [{**text, "name": "deep"}]}]},
            {"type": "paneldynamic", "name": "l", "maxPanelCount": 5, "templateElements": [text]},
            {**text, "name": "behind"}]},
        {"name": "empty", "title": "Nothing", "elements": []},
        {"name": "z", "title": "Z", "elements": [{**text, "name": "last"}]},
    ]}  # fmt: skip
    document, entries, _ = converter.read("surveyjs", survey)
    assert set(codes(entries)) == {"presentationOnly"}
    assert [(group["key"], group.get("presentation", {}).get("inside")) for group in document["groups"]] == [
        ("p", None), ("q", "p"), ("r", "q"), ("l", "p"), ("empty", None), ("z", None)]  # fmt: skip
    written, again, told = returned(converter, "surveyjs", document)
    assert (written, again, told) == (survey, document, [])


def test_components_within_panels_come_back(converter: Converter) -> None:
    form = {"display": "form", "components": [
        {"type": "panel", "key": "p", "input": False, "title": "P", "collapsible": True, "components": [
            {**TEXT, "key": "before"},
            {"type": "fieldset", "key": "f", "input": False, "legend": "F", "components": [
                {"type": "container", "key": "c", "input": True, "label": "C", "components": [TEXT]}]},
            {**TEXT, "key": "behind"}]},
        {"type": "editgrid", "key": "g", "input": True, "label": "G", "components": [{**TEXT, "key": "u"}]},
    ]}  # fmt: skip
    document, entries, _ = converter.read("formio", form)
    assert set(codes(entries)) == {"presentationOnly"}
    assert [group.get("presentation") for group in document["groups"]] == [
        {"formio": {"collapsible": True}},
        {"inside": "p", "formio": {"type": "fieldset"}},
        {"inside": "f"},
        {"formio": {"type": "editgrid"}},
    ]
    assert returned(converter, "formio", document) == (form, document, [])


def test_a_list_of_a_survey_ends_where_a_person_can_add_no_more(converter: Converter) -> None:
    survey = {"elements": [{"type": "paneldynamic", "name": "l", "templateElements": [{"type": "text", "name": "a"}]}]}
    document, entries, _ = converter.read("surveyjs", survey)
    assert entries == [] and document["groups"][0]["repeat"] == {"maxEntries": 100}
    assert converter.verdicts(document, [{"l": [{"a": "x"}] * count} for count in (100, 101)]) == [True, False]
    assert returned(converter, "surveyjs", document)[1:] == (document, [])


def test_offered_texts_are_autofill(converter: Converter) -> None:
    survey = {"elements": [{"type": "text", "name": "city", "dataList": ["Cluj", "Turda"]}]}
    document, entries, _ = converter.read("surveyjs", survey)
    assert entries == [] and document["autofill"] == {"city": ["Cluj", "Turda"]}
    assert document["fields"][0]["autofill"] == {"source": "city"}
    assert returned(converter, "surveyjs", document) == (survey, document, [])


@pytest.mark.parametrize("settings", [
    {"maskType": "pattern", "maskSettings": {"pattern": "99-aa"}},
    {"maskType": "currency", "maskSettings": {"prefix": "$", "min": 0, "precision": 0}},
    {"maskType": "numeric", "maskSettings": {"max": 7, "allowNegativeValues": False}},
])  # fmt: skip
def test_a_mask_of_a_survey_comes_back(converter: Converter, settings: Json) -> None:
    survey = {"elements": [{"type": "text", "name": "q", **settings}]}
    document, _, _ = converter.read("surveyjs", survey)
    assert returned(converter, "surveyjs", document) == (survey, document, [])
    # A rule that says something else now wins.
    del document["fields"][0]["validation"]["endEditing"][0]
    written, entries = converter.write("surveyjs", document)
    assert "maskType" not in written["elements"][0] and "noCounterpart" in codes(entries)


@pytest.mark.parametrize("type_", ["html", "image"])
def test_what_is_only_shown_is_no_field(converter: Converter, type_: str) -> None:
    document, entries, _ = converter.read("surveyjs", {"elements": [{"type": type_, "name": "q"}]})
    assert document["fields"] == [] and codes(entries) == ["presentationOnly"]
    assert f"`{type_}`" not in entries[0]["message"]


ANY_QUESTIONS: list[tuple[Json, str]] = [
    ({"type": "file", "maxSize": 1000, "acceptedTypes": "image/*"}, "laxer"),
    ({"type": "signaturepad", "penColor": "#00f"}, "none"),
    ({"type": "imagemap", "areas": [{"value": 1, "points": [0, 1.50]}]}, "laxer"),
    ({"type": "of-our-own", "size": {"x": 1}, "defaultValue": {"a": [2.0]}}, "laxer"),
    ({"type": "slider", "sliderType": "range", "defaultValue": [20, 40]}, "none"),
]


@pytest.mark.parametrize(("question", "effect"), ANY_QUESTIONS)
def test_a_question_without_a_kind_of_its_own_takes_any_value(
    converter: Converter, question: Json, effect: str
) -> None:
    question = {"type": question["type"], "name": "q", **question, "isRequired": True}
    other = {"type": "text", "name": "r", "visibleIf": "{q} notempty", "isRequired": True}
    document, entries, _ = converter.read("surveyjs", {"elements": [question, other]})
    field = document["fields"][0]
    assert (field["kind"], field["required"]) == ("any", True)
    told = {it["effect"] for it in entries if it["path"].startswith("/elements/0")}
    assert ("laxer" if "laxer" in told else "none") == effect and "stricter" not in told
    records = [{"q": {"any": [1]}, "r": "x"}, {"q": "text"}, {"q": []}, {}]
    assert converter.verdicts(document, records) == [True, False, False, False]
    written = returned(converter, "surveyjs", document)[0]
    assert json.dumps(written["elements"][0], sort_keys=True) == json.dumps(question, sort_keys=True)


def test_documents_and_groups_hand_on_what_is_for_front_ends(converter: Converter) -> None:
    form = {"presentation": {"own": 1}, "groups": [{"key": "g", "label": "G", "presentation": [2]}],
            "fields": [{"key": "a", "kind": "entry", "label": "A", "group": "g"}]}  # fmt: skip
    answer = converter.ask("field/open", {"uri": "form:look", "document": form})["result"]
    converter.ask("field/close", {"uri": "form:look"})
    assert answer["diagnostics"] == []
    assert answer["presentation"] == {"own": 1}
    assert answer["groups"] == [{"key": "g", "label": "G", "presentation": [2]}]
    again = converter.read("json-schema", converter.write("json-schema", form)[0])[0]
    assert (again["presentation"], again["groups"]) == (form["presentation"], form["groups"])
