"""Surveys of SurveyJS and forms of Form.io become forms and forms become these, with a report of what was not kept.

With FIELDD_CORPORA, a folder with `surveyjs` and `formio` in it, each with forms as JSON files, these are converted too;
with FIELDD_SURVEYJS or FIELDD_FORMIO, a command that reads forms and records by the line and tells which of these are
right, its verdicts are compared with ours.
"""

from __future__ import annotations

import copy
import json
import os
import random
import shlex
import subprocess
from pathlib import Path
from typing import Any

from conftest import seed_ranges
import pytest
from converter import APPEARANCE, Converter, mutated, ordered
from surveys import Engine, formio, formio_record, survey, survey_record

Json = Any
CORPORA = os.environ.get("FIELDD_CORPORA")


def rules(*rules: Json) -> Json:
    return {"validation": {"endEditing": list(rules)}}


def checked(*rules_of_a_text: Json) -> Json:
    """Rules of a text in a survey, which checks no white space alone."""
    return {"blankIsEmpty": True, **rules(*rules_of_a_text)}


OMIT = {"whenEmpty": "omit"}
# What a survey takes for an e-mail address.
SURVEY_MAIL = (
    r'^(?:[^<>()\[\].,;:\s@"]+(?:\.[^<>()\[\].,;:\s@"]+)*|".+")'
    r'@(?:[^<>()=\[\].,;:\s@"]+\.)+[^<>()=\[\].,;:\s@"]{2,}$'
)
ENTRY = {"kind": "entry", **OMIT}
ROWS = ["a", {"value": "b", "label": "B!"}]
CHOICES = ["a", {"value": "b", "text": "B!"}]
YES_NO = [{"value": True, "label": "Yes"}, {"value": False, "label": "No"}]


def look(name: str, **more: Json) -> Json:
    return {"presentation": {name: more}}


# What a question says, the field that it becomes but for its key and label, and the codes of the report.
SURVEYS: list[tuple[Json, Json, list[str]]] = [
    ({"type": "text"}, ENTRY, []),
    ({"type": "text", "title": "T", "description": "D", "placeholder": "P"},
     {**ENTRY, "label": "T", "helper": "D", "placeholder": "P"}, []),
    ({"type": "text", "defaultValue": "x"}, {**ENTRY, "text": "x"}, []),
    ({"type": "text", "valueName": "v"}, {**ENTRY, "path": "/v"}, []),
    ({"type": "text", "maxLength": 5}, {**ENTRY, "maxLength": 5, "lengthUnit": "utf16"}, []),
    ({"type": "text", "inputType": "tel"}, {**ENTRY, "keyboard": "phonePad"}, []),
    ({"type": "text", "inputType": "url"}, {**ENTRY, "keyboard": "URL"}, []),
    ({"type": "text", "inputType": "password"}, {**ENTRY, "secure": True}, []),
    ({"type": "text", "inputType": "email"},
     {**ENTRY, "keyboard": "emailAddress", **checked({"pattern": SURVEY_MAIL})}, []),
    ({"type": "text", "inputType": "color"}, {**ENTRY, **checked({"format": "color"})}, []),
    ({"type": "text", "inputType": "month", "min": "2020-01"},
     {**ENTRY, **checked({"format": "month"}, {"minimum": "2020-01"})}, []),
    ({"type": "text", "inputType": "week"}, {**ENTRY, **checked({"format": "week"})}, []),
    ({"type": "text", "inputType": "number", "min": 1, "max": 9, "minErrorText": "More"},
     {**ENTRY, "value": "number", "keyboard": "decimalPad",
      **rules({"minimum": 1, "message": "More"}, {"maximum": 9})}, []),
    ({"type": "text", "inputType": "number", "min": 1, "step": 2},
     {**ENTRY, "value": "number", "keyboard": "decimalPad",
      **rules({"minimum": 1}, {"step": 2, "stepBase": 1})}, []),
    ({"type": "text", "inputType": "range"},
     {**ENTRY, "value": "number", "keyboard": "decimalPad", **look("survey", inputType="range")}, []),
    ({"type": "text", "inputType": "date", "min": "2020-01-01", "maxValueExpression": "today()"},
     {"kind": "date", **OMIT, "clearable": True, "minimumDate": "2020-01-01", "maximumDate": "today"}, []),
    ({"type": "text", "inputType": "datetime-local", "defaultValue": "2020-01-01T10:00"},
     {"kind": "date", **OMIT, "mode": "dateAndTime", "clearable": True, "date": "2020-01-01T10:00"}, []),
    ({"type": "text", "inputType": "time"}, {"kind": "date", **OMIT, "mode": "time", "clearable": True}, []),
    ({"type": "text", "inputType": "date", "minValueExpression": "today(7)"},
     {"kind": "date", **OMIT, "clearable": True}, ["program"]),
    ({"type": "comment", "rows": 3}, {"kind": "area", **OMIT, **look("survey", rows=3)}, ["presentationOnly"]),
    ({"type": "dropdown", "choices": CHOICES}, {"kind": "picker", **OMIT, "data": ROWS, "clearable": True}, []),
    ({"type": "dropdown", "choices": CHOICES, "allowClear": False}, {"kind": "picker", **OMIT, "data": ROWS}, []),
    ({"type": "radiogroup", "choices": CHOICES, "colCount": 2},
     {"kind": "picker", **OMIT, "data": ROWS, **look("survey", type="radiogroup", colCount=2)}, ["presentationOnly"]),
    ({"type": "buttongroup", "choices": [1, 2]},
     {"kind": "picker", **OMIT, "data": [1, 2], **look("survey", type="buttongroup")}, []),
    ({"type": "dropdown", "choicesMin": 1, "choicesMax": 5, "choicesStep": 2},
     {"kind": "picker", **OMIT, "data": [1, 3, 5], "clearable": True}, []),
    ({"type": "checkbox", "choices": CHOICES, "defaultValue": ["a"]},
     {"kind": "picker", **OMIT, "data": ROWS, "multiple": True, "text": ["a"]}, []),
    ({"type": "checkbox", "choices": CHOICES, "minSelectedChoices": 1, "maxSelectedChoices": 2},
     {"kind": "picker", "data": ROWS, "multiple": True, "minItems": 1, "maxItems": 2, "required": True}, []),
    ({"type": "tagbox", "choices": CHOICES},
     {"kind": "picker", **OMIT, "data": ROWS, "multiple": True, **look("survey", type="tagbox")}, []),
    ({"type": "dropdown", "choices": [*CHOICES, "other"], "showOtherItem": True, "otherText": "Else"},
     {"kind": "picker", **OMIT, "data": [*ROWS, "other"], "manualEntry": "Else", "clearable": True}, ["reinterpreted"]),
    ({"type": "text", "hologram": 1}, ENTRY, ["unknownProperty"]),
    ({"type": "dropdown", "choices": CHOICES, "showOtherItem": True, "storeOthersAsComment": False},
     {"kind": "picker", **OMIT, "data": ROWS, "manualEntry": "Other (describe)", "clearable": True}, []),
    ({"type": "dropdown", "choices": CHOICES, "showNoneItem": True, "noneText": "Not at all"},
     {"kind": "picker", **OMIT, "clearable": True, "data": [*ROWS, {"value": "none", "label": "Not at all"}]}, []),
    ({"type": "dropdown", "choicesByUrl": {"url": "x"}}, ENTRY, ["remote"]),
    ({"type": "dropdown", "choices": [{"value": "a", "visibleIf": "age({x}) = 1"}]},
     {"kind": "picker", **OMIT, "data": ["a"], "clearable": True}, ["program"]),
    ({"type": "boolean", "defaultValue": "true"}, {"kind": "picker", **OMIT, "data": YES_NO, "text": "true"}, []),
    ({"type": "boolean", "valueTrue": "y", "valueFalse": "n", "labelTrue": "Ja", "defaultValue": True},
     {"kind": "picker", **OMIT, "text": "y",
      "data": [{"value": "y", "label": "Ja"}, {"value": "n", "label": "No"}]}, []),
    ({"type": "rating", "rateMax": 3},
     {"kind": "picker", **OMIT, "data": [1, 2, 3], "clearable": True, **look("survey", type="rating")}, []),
    ({"type": "rating", "rateValues": [1, {"value": 5, "text": "Top"}]},
     {"kind": "picker", **OMIT, "data": [1, {"value": 5, "label": "Top"}], "clearable": True,
      **look("survey", type="rating")}, []),
    ({"type": "slider", "max": 10},
     {**ENTRY, "value": "number", "keyboard": "decimalPad", **rules({"maximum": 10}, {"minimum": 0}),
      **look("survey", type="slider")}, []),
    ({"type": "imagepicker", "choices": [{"value": "a", "imageLink": "x"}]},
     {"kind": "picker", **OMIT, "data": ["a"],
      **look("survey", type="imagepicker", choices={"a": {"imageLink": "x"}})}, ["presentationOnly"]),
    ({"type": "text", "isRequired": True}, {"kind": "entry", "required": True, "blankIsEmpty": True}, []),
    ({"type": "text", "readOnly": True}, {**ENTRY, "readOnly": True}, []),
    ({"type": "text", "visible": False, "clearIfInvisible": "none"},
     {**ENTRY, "visible": False, "whenHidden": "keep"}, []),
    ({"type": "text", "clearIfInvisible": "onHidden"}, {**ENTRY, "whenHidden": "clear"}, []),
    ({"type": "text", "validators": [{"type": "text", "minLength": 2, "maxLength": 4, "text": "No",
                                      "notificationType": "warning"}]},
     {**ENTRY, "lengthUnit": "utf16", **checked(
         {"minLength": 2, "message": "No", "severity": "warning"},
         {"maxLength": 4, "message": "No", "severity": "warning"})}, []),
    ({"type": "text", "validators": [{"type": "text", "allowDigits": False}]},
     {**ENTRY, **checked({"pattern": "[^0-9]$"})}, []),
    ({"type": "text", "validators": [{"type": "regex", "regex": "^a", "caseInsensitive": True}]},
     {**ENTRY, **checked({"pattern": "^a", "flags": "i"})}, []),
    ({"type": "text", "validators": [{"type": "regex", "regex": "(a)\\1b"}]}, ENTRY, ["pattern"]),
    ({"type": "text", "validators": [{"type": "email"}]}, {**ENTRY, **checked({"pattern": SURVEY_MAIL})}, []),
    ({"type": "text", "inputType": "number", "validators": [{"type": "numeric", "minValue": 1, "maxValue": 2}]},
     {**ENTRY, "value": "number", "keyboard": "decimalPad", **rules({"minimum": 1}, {"maximum": 2})}, []),
    ({"type": "checkbox", "choices": CHOICES, "validators": [{"type": "answercount", "minCount": 2}]},
     {"kind": "picker", **OMIT, "data": ROWS, "multiple": True, "minItems": 2}, []),
    ({"type": "text", "inputType": "number", "isRequired": True,
      "validators": [{"type": "expression", "expression": "{q} > 5 and {q} <= 10"}]},
     {"kind": "entry", "value": "number", "keyboard": "decimalPad", "required": True,
      **rules({"exclusiveMinimum": 5}, {"maximum": 10})}, []),
    ({"type": "text", "validators": [{"type": "expression", "expression": "iif({q} > 1, true, false)"}]},
     ENTRY, ["program"]),
    ({"type": "text", "maskType": "pattern", "maskSettings": {"pattern": "99-aa"}},
     {**ENTRY, **checked({"pattern": "[0-9][0-9][a-zA-Z][a-zA-Z]", "anchored": True}),
      **look("survey", maskType="pattern", maskSettings={"pattern": "99-aa"})}, []),
    ({"type": "text", "maskType": "currency", "maskSettings": {"prefix": "$", "min": 0, "precision": 0}},
     {**ENTRY, "value": "number", "keyboard": "decimalPad", "monetary": True, **rules({"minimum": 0}, {"step": 1}),
      **look("survey", maskType="currency", maskSettings={"prefix": "$", "min": 0, "precision": 0})}, []),
    ({"type": "text", "title": {"default": "T", "de": "D"}}, {**ENTRY, "label": {"en": "T", "de": "D"}}, []),
    ({"type": "text", "setValueExpression": "1"}, ENTRY, ["program"]),
    ({"type": "text", "hologram": 1}, ENTRY, ["unknownProperty"]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "field", "codes"), SURVEYS)
def test_a_question_becomes_a_field(converter: Converter, question: Json, field: Json, codes: list[str]) -> None:
    source = {"elements": [{"name": "q", **question}]}
    document, entries, _ = converter.read("surveyjs", source)
    assert document["fields"] == [{"key": "q", "label": "q", **field}]
    assert [entry["code"] for entry in entries] == codes
    assert all(entry["path"].startswith("/elements/0") for entry in entries)
    assert converter.problems(document) == []


# What a mask of Form.io takes for letters and digits in a text field.
LETTERS = "A-Za-z\\u0410-\\u044F\\u0401\\u0451\\u00C0-\\u00FF\\u00B5"
DIGITS = "0-9\\uFF10-\\uFF19"
MAIL = {"kind": "entry", "keyboard": "emailAddress", "whenEmpty": "empty"}
EMPTY = {"kind": "entry", "whenEmpty": "empty"}
# What Form.io takes for an e-mail address.
FORMIO_MAIL = (
    r'^(?:[^<>()\[\]\\.,;:\s@"]+(?:\.[^<>()\[\]\\.,;:\s@"]+)*|".+")'
    r"@(?:\[[0-9]{1,3}(?:\.[0-9]{1,3}){3}\]|(?:[a-zA-Z\-0-9]+\.)+[a-zA-Z]{2,})$"
)


def live(*rules: Json) -> Json:
    return {"validation": {"live": list(rules)}}


# The rule by which a value is what Form.io takes for a date, whose meaning test_convert_formio_dates.py tests.
JUDGED = {"schema": ...}
DAY = {"kind": "date", "valueFormat": "MM/dd/yyyy", "clearable": True, "lenient": True, "whenEmpty": "empty", **live(JUDGED)}


def shortened(field: Json) -> Json:
    """A field without the schemas and the long patterns of its rules."""
    field = copy.deepcopy(field)
    for rule in field.get("validation", {}).get("live", []):
        for name in {"schema", "pattern"} & set(rule):
            if len(json.dumps(rule[name])) > 300 or name == "schema":
                rule[name] = ...
    return field


VALUES = [{"label": "a", "value": "a"}, {"label": "B!", "value": "b"}]
PICKER = {"kind": "picker", "data": ROWS, "whenEmpty": "empty"}
FORMS: list[tuple[Json, Json, list[str]]] = [
    ({"type": "textfield", "placeholder": "P", "description": "D", "defaultValue": "x"},
     {**EMPTY, "placeholder": "P", "helper": "D", "text": "x"}, []),
    ({"type": "textarea"}, {"kind": "area", "whenEmpty": "empty"}, []),
    ({"type": "email"}, {**MAIL, **live({"pattern": FORMIO_MAIL})}, []),
    ({"type": "url"}, {**EMPTY, "keyboard": "URL", **live({"pattern": ..., "flags": "i"}, JUDGED)}, []),
    ({"type": "phoneNumber", "inputMask": "(999) 9"},
     {**EMPTY, "keyboard": "phonePad",
      **live({"pattern": "\\([0-9][0-9][0-9]\\) [0-9]", "anchored": True})}, []),
    ({"type": "password"}, {**EMPTY, "secure": True}, []),
    ({"type": "password", "defaultValue": "x"}, {**EMPTY, "secure": True}, ["secret"]),
    ({"type": "hidden"}, {**EMPTY, "visible": False}, []),
    ({"type": "number", "validate": {"min": 1, "max": "9", "integer": True}, "suffix": "kg"},
     {"kind": "entry", "value": "number", "keyboard": "decimalPad", "unit": "kg",
      **live({"minimum": 1}, {"maximum": 9}, {"step": 1})}, []),
    ({"type": "currency"}, {"kind": "entry", "value": "number", "keyboard": "decimalPad", "monetary": True}, []),
    ({"type": "currency", "currency": "EUR"},
     {"kind": "entry", "value": "number", "keyboard": "decimalPad", "unit": "EUR"}, []),
    ({"type": "checkbox", "defaultValue": True},
     {"kind": "picker", "data": YES_NO, "text": "true", "whenEmpty": "omit"}, ["madeUp"]),
    ({"type": "checkbox", "validate": {"required": True}},
     {"kind": "picker", "data": YES_NO, "required": True, **live({"oneOf": ["true"]})}, ["madeUp"]),
    ({"type": "radio", "values": VALUES}, {**PICKER, **look("formio", type="radio")}, []),
    ({"type": "radio", "values": [{"label": "1", "value": "1"}, {"label": "true", "value": "true"}]},
     {"kind": "picker", "whenEmpty": "empty", "data": [1, True], **look("formio", type="radio")}, []),
    ({"type": "select", "data": {"values": VALUES}}, {**PICKER, "clearable": True}, []),
    ({"type": "select", "dataSrc": "json", "data": {"json": ["a", {"value": "b", "label": "B!"}]}},
     {**PICKER, "clearable": True}, []),
    ({"type": "select", "multiple": True, "data": {"values": VALUES}, "defaultValue": ["a"]},
     {"kind": "picker", "data": ROWS, "multiple": True, "text": ["a"]}, []),
    ({"type": "select", "dataSrc": "url", "data": {"url": "x"}}, {**EMPTY, "lenient": True}, ["remote"]),
    ({"type": "select", "dataSrc": "custom", "data": {"custom": "values = []"}}, {**EMPTY, "lenient": True}, ["program"]),
    ({"type": "select", "dataSrc": "url", "data": {"url": "x"}, "validate": {"select": True}}, EMPTY, ["remote", "noCounterpart"]),
    ({"type": "simpletextareaadvanced", "validate": {"minWords": 2, "isUseForCopy": True}},
     {"kind": "area", "whenEmpty": "empty", "lengthUnit": "words", **live({"minLength": 2})}, ["reinterpreted"]),
    ({"type": "simpletime", "inputMask": "99:99", "dataFormat": "HH:mm"},
     {"kind": "date", "mode": "time", "clearable": True, "whenEmpty": "empty", **live({"maxLength": 5}),
      **look("formio", inputMask="99:99")}, ["reinterpreted", "presentationOnly"]),
    ({"type": "datamap", "validate": {"maxLength": 0, "multiple": True}},
     {"kind": "any", "whenEmpty": "omit", **look("formio", type="datamap")}, ["reinterpreted", "noCounterpart"]),
    ({"type": "selectboxes", "values": VALUES, "validate": {"minSelectedCount": 1, "maxSelectedCount": 2}},
     {"kind": "picker", "data": ROWS, "multiple": True, "minItems": 1, "maxItems": 2, "asFlags": True,
      "lenient": True, **look("formio", type="selectboxes")}, []),
    ({"type": "datetime", "enableTime": False, "datePicker": {"minDate": "2020-01-01T00:00:00"}},
     {"kind": "date", "clearable": True, "lenient": True, "minimumDate": "2020-01-01", "whenEmpty": "empty",
      **live(JUDGED), **look("formio", datePicker={"minDate": "2020-01-01T00:00:00"})}, ["reinterpreted", "presentationOnly"]),
    ({"type": "day", "minDate": "2020-01-01"},
     {**DAY, "minimumDate": "2020-01-01"}, ["reinterpreted"]),
    ({"type": "time", "dataFormat": "HH:mm"},
     {"kind": "date", "mode": "time", "clearable": True, "whenEmpty": "empty", **live({"maxLength": 5})}, []),
    ({"type": "textfield", "validate": {"required": True, "minLength": "2", "maxLength": 5},
      "errors": {"minLength": "More"}},
     {"kind": "entry", "lengthUnit": "utf16", "required": True, "blankIsEmpty": True,
      **live({"minLength": 2, "message": "More"}, {"maxLength": 5})}, []),
    ({"type": "textfield", "validate": {"minWords": 2, "maxWords": 3}},
     {**EMPTY, "lengthUnit": "words", **live({"minLength": 2}, {"maxLength": 3})}, []),
    ({"type": "textfield", "validate": {"pattern": "[a-z]+", "patternMessage": "Small"}, "validateOn": "blur"},
     {**EMPTY, **rules({"pattern": "[a-z]+", "anchored": True, "message": "Small"})}, []),
    ({"type": "textfield", "validate": {"pattern": "a|b"}},
     {**EMPTY, **live({"pattern": "^a|b$", "anchored": False})}, []),
    ({"type": "textfield", "validate": {"pattern": "(?:a|[|)]b)"}},
     {**EMPTY, **live({"pattern": "a|[|)]b", "anchored": True})}, []),
    ({"type": "textfield", "validate": {"pattern": "(?:a)|(?:b)"}},
     {**EMPTY, **live({"pattern": "^(?:a)|(?:b)$", "anchored": False})}, []),
    ({"type": "textfield", "validate": {"pattern": "(a|b)[|]\\|"}},
     {**EMPTY, **live({"pattern": "(a|b)[|]\\|", "anchored": True})}, []),
    ({"type": "textfield", "validate": {"pattern": "(a)\\1"}}, EMPTY, ["pattern"]),
    ({"type": "textfield", "validate": {"custom": "valid = 1"}}, EMPTY, ["program"]),
    ({"type": "textfield", "calculateValue": "value = 1"}, {**EMPTY, "calculate": "1", "lenient": True}, ["reinterpreted"]),
    ({"type": "textfield", "calculateValue": "value = data.q.r()"}, EMPTY, ["program"]),
    ({"type": "textfield", "disabled": True, "clearOnHide": False, "autofocus": True},
     {**EMPTY, "readOnly": True, "state": "active", "whenHidden": "keep"}, []),
    ({"type": "textfield", "hidden": True}, {**EMPTY, "visible": False}, []),
    ({"type": "textfield", "prefix": "@"}, {**EMPTY, **look("formio", prefix="@")}, ["presentationOnly"]),
    ({"type": "textfield", "inputMask": "a-9"},
     {**EMPTY, **live({"pattern": f"[{LETTERS}]-[{DIGITS}]", "anchored": True})}, []),
    ({"type": "textfield", "inputMask": "9[9]"}, EMPTY, ["pattern"]),
    ({"type": "textfield", "inputMask": False}, EMPTY, []),
    ({"type": "colour", "validate": {"required": True}},
     {"kind": "any", "required": True, "blankIsEmpty": True, **look("formio", type="colour")}, ["reinterpreted"]),
    ({"type": "colour", "validate": {"required": True}, "persistent": False},
     {"kind": "any", "whenEmpty": "omit", **look("formio", type="colour")}, ["reinterpreted"]),
    ({"type": "phoneNumber", "inputMask": "9a"},
     {**EMPTY, "keyboard": "phonePad", **live({"pattern": "[0-9](?:[a-z])?", "anchored": True})}, []),
    ({"type": "textfield", "inputMask": "9", "validate": {"skipMaskValidation": True}},
     {**EMPTY, **look("formio", inputMask="9")}, ["presentationOnly"]),
    ({"type": "tags"}, {**EMPTY, "lenient": True, **look("formio", type="tags")}, ["reinterpreted"]),
    ({"type": "day", "minYear": "2001", "fields": {"year": {"minYear": "2001"}}, "maxYear": "2030", "defaultValue": "02/29/2004"},
     {**DAY, "minimumDate": "2001-01-01", "maximumDate": "2030-12-31", "date": "2004-02-29"}, ["reinterpreted"]),
    ({"type": "day", "fields": {"day": {"hide": True, "required": True}, "month": {"required": True}},
      "maxYear": 2030, "defaultValue": "02/2004", "maxDate": "2030-01-01"},
     {"kind": "entry", "lenient": True, "text": "02/2004", "required": True, "blankIsEmpty": True, "whenMissing": "default", **live(JUDGED),
      **look("formio", type="day", fields={"day": {"hide": True}, "month": {"required": True}, "year": {"maxYear": 2030}})},
     ["wrongValue", "noCounterpart"]),
    ({"type": "day", "fields": {"day": {"hide": True}}, "dayFirst": True, "defaultValue": "01/02/2004"},
     {**EMPTY, "lenient": True, "text": "02/2004", **live(JUDGED),
      **look("formio", type="day", fields={"day": {"hide": True}}, dayFirst=True)},
     ["presentationOnly"]),
    ({"type": "day", "minYear": 1900, "fields": {"day": {"hide": True}, "month": {"hide": True}, "year": {"minYear": "1900"}},
      "defaultValue": "2004"},
     {**EMPTY, "lenient": True, "text": "2004", **live(JUDGED),
      **look("formio", minYear=1900, type="day", fields={"day": {"hide": True}, "month": {"hide": True}, "year": {"minYear": 1900}})}, []),
    ({"type": "day", "fields": {"day": {"hide": True}, "year": {"hide": True}}, "minYear": 1900,
      "defaultValue": "00"},
     {**EMPTY, "lenient": True, **live(JUDGED),
      **look("formio", type="day", fields={"day": {"hide": True}, "year": {"hide": True}})},
     ["noCounterpart"]),
    ({"type": "day", "fields": {"day": {"hide": True}}, "defaultValue": "13/2004"},
     {**EMPTY, "lenient": True, **live(JUDGED), **look("formio", type="day", fields={"day": {"hide": True}})},
     ["wrongValue"]),
    ({"type": "day", "fields": {"year": {"hide": True}}},
     {**EMPTY, "lenient": True, **live(JUDGED), **look("formio", type="day", fields={"year": {"hide": True}})}, []),
    ({"type": "datetime", "defaultValue": "2024-05-06T07:08:00+02:00"},
     {"kind": "date", "mode": "dateAndTime", "clearable": True, "lenient": True, "date": "2024-05-06T07:08", "whenEmpty": "empty",
      **live(JUDGED)}, ["reinterpreted"]),
    ({"type": "textfield", "hologram": 1}, EMPTY, ["unknownProperty"]),
    ({"type": "textfield", "modelType": "none"}, EMPTY, ["noCounterpart"]),
    ({"type": "textfield", "errors": "", "validate": {"maxWords": 3}},
     {**EMPTY, "lengthUnit": "words", **live({"maxLength": 3})}, []),
    ({"type": "day", "fields": "", "validate": "", "errors": ""}, DAY, []),
    ({"type": "textfield", "tableView": True, "prefix": "", "tabindex": "", "conditional": {"show": None}}, EMPTY, []),
]  # fmt: skip


@pytest.mark.parametrize(("component", "field", "codes"), FORMS)
def test_a_component_becomes_a_field(converter: Converter, component: Json, field: Json, codes: list[str]) -> None:
    source = {"components": [{"key": "q", "label": "Q", "input": True, **component}]}
    document, entries, _ = converter.read("formio", source)
    assert shortened(document["fields"][0]) == {"key": "q", "label": "Q", **field}
    assert [entry["code"] for entry in entries] == codes
    assert converter.problems(document) == []
    written, lost = converter.write("formio", document)
    if not lost:
        assert ordered(converter.read("formio", written)[0]) == ordered(document)


NUMBER = {"type": "text", "name": "n", "inputType": "number"}
PICK = {"type": "dropdown", "name": "p", "choices": ["a", "B"]}
SEVERAL = {"type": "checkbox", "name": "s", "choices": ["a", "b"]}
DAY = {"type": "text", "name": "d", "inputType": "date"}
FLAG = {"type": "boolean", "name": "f"}
EXPRESSIONS: list[tuple[str, Json]] = [
    ("{p} = 'a'", {"key": "p", "is": "a"}),
    ("{P} == \"b\"", {"key": "p", "is": "B"}),
    ("{p} <> 'a'", {"key": "p", "isNot": "a"}),
    ("'a' = {p}", {"key": "p", "is": "a"}),
    ("{p} anyof ['a', 'b']", {"key": "p", "in": ["a", "B"]}),
    ("{p} noneof ['a', 'b']", {"all": [{"key": "p", "isNot": "a"}, {"key": "p", "isNot": "B"}]}),
    ("{p} empty", {"key": "p", "filled": False}),
    ("!({p} empty)", {"key": "p", "filled": True}),
    ("{s} contains 'a'", {"key": "s", "is": "a"}),
    ("{s} *= 'a'", {"key": "s", "is": "a"}),
    ("{s} notcontains 'a'", {"key": "s", "isNot": "a"}),
    ("{s} allof ['a', 'b']", {"all": [{"key": "s", "is": "a"}, {"key": "s", "is": "b"}]}),
    ("{s} anyof ['a', 'b']", {"key": "s", "in": ["a", "b"]}),
    ("{n} > 5", {"key": "n", "greaterThan": "5"}),
    ("5 > {n}", {"key": "n", "lessThan": "5"}),
    ("{n} >= 5", {"any": [{"key": "n", "greaterThan": "5"}, {"key": "n", "is": "5"}]}),
    ("!({n} > 5)", {"any": [{"key": "n", "lessThan": "5"}, {"key": "n", "is": "5"}, {"key": "n", "filled": False}]}),
    ("{n} =< 5", {"any": [{"key": "n", "lessThan": "5"}, {"key": "n", "is": "5"}]}),
    ("{n} => 5", {"any": [{"key": "n", "greaterThan": "5"}, {"key": "n", "is": "5"}]}),
    ("{p} equals 'a'", {"key": "p", "is": "a"}),
    ("{p} notequals 'a'", {"key": "p", "isNot": "a"}),
    ("{d} > today()", {"key": "d", "greaterThan": "today"}),
    ("{d} < '2024-01-01'", {"key": "d", "lessThan": "2024-01-01"}),
    ("{f} = true", {"key": "f", "is": "true"}),
    ("{f}", {"key": "f", "is": "true"}),
    ("{n} > 1 and {p} = 'a' or {f} = false",
     {"any": [{"all": [{"key": "n", "greaterThan": "1"}, {"key": "p", "is": "a"}]}, {"key": "f", "is": "false"}]}),
    ("{n} > 1 && ({p} = 'a' || {p} notempty)",
     {"all": [{"key": "n", "greaterThan": "1"}, {"any": [{"key": "p", "is": "a"}, {"key": "p", "filled": True}]}]}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "condition"), EXPRESSIONS)
def test_an_expression_becomes_a_condition_and_is_one_again(
    converter: Converter, text: str, condition: Json
) -> None:
    asked = [NUMBER, PICK, SEVERAL, DAY, FLAG]
    source = {"elements": [*asked, {"type": "text", "name": "q", "visibleIf": text, "enableIf": text}]}
    document, entries, _ = converter.read("surveyjs", source)
    assert document["fields"][-1]["visible"] == {"when": condition}
    assert document["fields"][-1]["enabled"] == {"when": condition}
    assert entries == []
    written, losses = converter.write("surveyjs", document)
    assert losses == []
    assert converter.read("surveyjs", written)[0] == document


@pytest.mark.parametrize("text", ["1 =< 2", "a=>b", "x<>y", "it equals"])
def test_a_condition_with_a_text_that_surveys_rewrite_is_lost(converter: Converter, text: str) -> None:
    fields = [
        {"key": "a", "kind": "entry", "label": "A"},
        {"key": "b", "kind": "entry", "label": "B", "visible": {"when": {"key": "a", "is": text}}},
    ]
    written, losses = converter.write("surveyjs", {"fields": fields})
    assert "visibleIf" not in json.dumps(written)
    assert "/fields/1/visible" in {e["path"] for e in losses}


@pytest.mark.parametrize(
    "text",
    ["age({d}) > 18", "foo({n}) > 2", "{gone[0].x} = 1", "{n} >", "{n} = {p}", "((((", "'", "{p} contains 'a'"],
)
def test_what_no_condition_says_is_a_program(converter: Converter, text: str) -> None:
    source = {"elements": [NUMBER, PICK, DAY, {"type": "text", "name": "q", "visibleIf": text}]}
    document, entries, _ = converter.read("surveyjs", source)
    assert "visible" not in document["fields"][-1]
    assert [(e["code"], e["path"]) for e in entries] == [("program", "/elements/3/visibleIf")]


def test_what_no_condition_says_of_a_page_or_panel_is_told_once(converter: Converter) -> None:
    texts = [{"type": "text", "name": name, "title": name} for name in "abcde"]
    panel = {"type": "panel", "name": "p", "enableIf": "age({n}) > 2", "elements": texts[1:3]}
    page = {"name": "one", "visibleIf": "foo({n}) > 2", "elements": [texts[0], panel]}
    near = {"name": "two", "visibleIf": "{a} = 'x'", "elements": texts[3:]}
    survey = {"pages": [{"name": "zero", "elements": [NUMBER]}, page, near]}
    _, entries, _ = converter.read("surveyjs", survey)
    told = [(entry["code"], entry["path"]) for entry in entries if entry["code"] != "madeUp"]
    assert sorted(told) == [
        ("program", "/pages/1/elements/1/enableIf"),
        ("program", "/pages/1/visibleIf"),
        ("reinterpreted", "/pages/2/visibleIf"),
    ]


CONDITIONALS: list[tuple[Json, Json]] = [
    ({"show": True, "when": "r", "eq": "a"}, {"key": "r", "is": "a"}),
    ({"show": "false", "when": "r", "eq": "a"}, {"key": "r", "isNot": "a"}),
    ({"show": True, "when": "b", "eq": "a"}, {"key": "b", "is": "a"}),
    ({"show": True, "conjunction": "any", "conditions": [
        {"component": "r", "operator": "isEqual", "value": "a"},
        {"component": "n", "operator": "greaterThan", "value": 3}]},
     {"any": [{"key": "r", "is": "a"}, {"key": "n", "greaterThan": "3"}]}),
    ({"show": False, "conjunction": "all", "conditions": [{"component": "r", "operator": "isEmpty"}]},
     {"key": "r", "filled": True}),
    ({"json": {"and": [{"==": [{"var": "data.r"}, "a"]}, {"!": {"var": "data.c.t"}}]}},
     {"all": [{"key": "r", "is": "a"}, {"key": "t", "filled": False}]}),
    ({"json": {"in": [{"var": "r"}, ["a", "b"]]}}, {"key": "r", "in": ["a", "b"]}),
    ({"json": {"or": [{"<": [{"var": "data.n"}, 3]}, {"!=": [{"var": "data.r"}, "a"]}]}},
     {"any": [{"key": "n", "lessThan": "3"}, {"key": "n", "filled": False}, {"key": "r", "isNot": "a"}]}),
    ({"show": True, "conjunction": "all", "conditions": [
        {"component": "d", "operator": "dateGreaterThan", "value": "2024-01-31T00:00:00.000Z"},
        {"component": "d", "operator": "isNotDateEqual", "value": "2024-03-01"}]},
     {"all": [{"key": "d", "greaterThan": "2024-01-31"}, {"key": "d", "isNot": "2024-03-01"}]}),
    ({"show": True, "conjunction": "all", "conditions": [
        {"component": "d", "operator": "isDateEqual", "value": "12/24/2024"}]},
     {"key": "d", "is": "2024-12-24"}),
]  # fmt: skip


@pytest.mark.parametrize(("conditional", "condition"), CONDITIONALS)
def test_a_conditional_becomes_a_condition(converter: Converter, conditional: Json, condition: Json) -> None:
    components = [
        {"type": "radio", "key": "r", "label": "R", "values": VALUES},
        {"type": "selectboxes", "key": "b", "label": "B", "values": VALUES},
        {"type": "number", "key": "n", "label": "N"},
        {"type": "datetime", "key": "d", "label": "D", "enableTime": False},
        {"type": "container", "key": "c", "label": "C", "components": [{"type": "textfield", "key": "t", "label": "T"}]},
        {"type": "textfield", "key": "q", "label": "Q", "conditional": conditional},
    ]
    document, entries, _ = converter.read("formio", {"components": components})
    assert document["fields"][-1]["visible"] == {"when": condition}
    assert [entry["code"] for entry in entries] == ["reinterpreted"]  # the day
    written, _ = converter.write("formio", document)
    again, _, _ = converter.read("formio", written)
    assert again["fields"][-1]["visible"] == {"when": condition}


MONTH = {"type": "day", "key": "q", "input": True, "label": "Q", "fields": {"day": {"hide": True}}}
YEAR = MONTH | {"fields": {"day": {"hide": True}, "month": {"hide": True}}}


@pytest.mark.parametrize(
    ("component", "value"),
    [
        (MONTH | {"minYear": 1900, "fields": {"day": {"hide": True}, "year": {"minYear": 1900, "maxYear": 2030}}}, "02/2004"),
        (MONTH | {"dayFirst": True, "validate": {"required": True}}, "12/1999"),
        (YEAR, "0987"),
        (YEAR | {"minYear": 1900, "fields": {**YEAR["fields"], "year": {"minYear": 1900}}}, "2004"),
        (MONTH | {"fields": {"month": {"hide": True}, "year": {"hide": True}}}, "03"),
    ],
)
def test_what_is_left_of_a_day_comes_back(converter: Converter, component: Json, value: str) -> None:
    hide = {"type": "textfield", "key": "t", "input": True, "label": "T"}
    when = {"show": True, "conjunction": "all", "conditions": [
        {"component": "q", "operator": "isEqual", "value": value}]}  # fmt: skip
    components = [component | {"defaultValue": value}, hide | {"conditional": when}]
    document, _, _ = converter.read("formio", {"components": components})
    draft = document["fields"][0]["text"]
    assert document["fields"][1]["visible"] == {"when": {"key": "q", "is": draft}}
    assert converter.problems(document) == []
    written, _ = converter.write("formio", document)
    assert written["components"] == components
    several, _, _ = converter.read("formio", {"components": [component | {"multiple": True, "defaultValue": [value]}]})
    assert several["entries"] == {"q": [{"qEntry": draft}]}
    written, _ = converter.write("formio", several)
    assert written["components"][0]["defaultValue"] == [value]


def test_a_month_is_compared_as_letters_in_form_io(converter: Converter) -> None:
    logic = {"json": {">": [{"var": "data.q"}, "02/2004"]}}
    components = [MONTH, {"type": "textfield", "key": "t", "label": "T", "conditional": logic}]
    document, entries, _ = converter.read("formio", {"components": components})
    assert "visible" not in document["fields"][1]
    assert [entry["code"] for entry in entries] == ["program"]


def test_pages_panels_and_lists_become_groups(converter: Converter) -> None:
    survey = {
        "title": "T", "locale": "de",
        "pages": [
            {"name": "p1", "title": "One", "visibleIf": "{a} notempty", "elements": [
                {"type": "text", "name": "a", "isRequired": True, "requiredErrorText": "Bitte!"}]},
            {"name": "p2", "title": "Two", "elements": [
                {"type": "paneldynamic", "name": "l", "title": "Lines", "isRequired": True, "panelCount": 2,
                 "maxPanelCount": 3, "keyName": "a", "addPanelText": "More", "templateElements": [
                     {"type": "text", "name": "a"},
                     {"type": "comment", "name": "b", "visibleIf": "{panel.a} notempty"}]},
                {"type": "multipletext", "name": "m", "items": [{"name": "x"}, {"name": "a"}]},
                {"type": "matrix", "name": "k", "columns": ["1", "2"], "rows": [{"value": "r", "text": "Row"}],
                 "eachRowRequired": True},
                {"type": "matrixdropdown", "name": "w", "rows": ["u"], "columns": [{"name": "c", "cellType": "text"}]},
            ]},
        ],
    }  # fmt: skip
    document, entries, exact = converter.read("surveyjs", survey)
    assert {entry["code"] for entry in entries} == {"presentationOnly"}
    assert exact > 20
    assert document["messages"] == {"de": {"valueMissing": "Bitte!"}}
    assert document["groups"] == [
        {"key": "p1", "label": "One"},
        {"key": "p2", "label": "Two"},
        {"key": "l", "label": "Lines", "presentation": {"inside": "p2"}, "schema": {"contains": {"minProperties": 1}},
         "repeat": {"minEntries": 1, "maxEntries": 3, "addLabel": "More", "unique": ["l.a"]}},
        {"key": "m", "label": "m", "path": "/m",
         "presentation": {"inside": "p2"}},
        {"key": "k", "label": "k", "path": "/k", "presentation": {"inside": "p2", "survey": {"type": "matrix"}}},
        {"key": "w", "label": "w", "path": "/w",
         "presentation": {"inside": "p2", "survey": {"type": "matrixdropdown"}}},
    ]  # fmt: skip
    assert document["entries"] == {"l": [{}, {}]}
    fields = {field["key"]: field for field in document["fields"]}
    assert list(fields) == ["a", "l.a", "b", "x", "m.a", "r", "c"]
    assert fields["a"]["visible"] == {"when": {"key": "a", "filled": True}}
    assert fields["l.a"]["path"] == "/a" and fields["b"]["visible"] == {"when": {"key": "l.a", "filled": True}}
    assert fields["c"]["path"] == "/u/c"
    assert converter.problems(document) == []
    right = {"a": "1", "l": [{"a": "1", "b": "x"}, {"a": "2"}], "m": {"x": "y", "a": "z"}, "k": {"r": "1"},
             "w": {"u": {"c": "q"}}}  # fmt: skip
    twice = {**right, "l": [{"a": "1"}, {"a": "1"}]}
    assert converter.verdicts(document, [right, {**right, "l": []}, twice, {**right, "k": {}}]) == [
        True, False, False, False]  # fmt: skip


def test_containers_and_grids_become_groups(converter: Converter) -> None:
    text = {"type": "textfield", "key": "t", "label": "T"}
    form = {"title": "F", "display": "wizard", "components": [
        {"type": "panel", "key": "p", "title": "Page", "hidden": True, "components": [
            {"type": "columns", "key": "cols", "columns": [{"width": 6, "components": [text]}]}]},
        {"type": "container", "key": "c", "label": "C", "components": [
            text, {"type": "container", "key": "d", "label": "D", "components": [text]}]},
        {"type": "datagrid", "key": "g", "label": "G", "initEmpty": True, "addAnother": "More",
         "validate": {"minLength": 1, "maxLength": 2}, "components": [text]},
        {"type": "tabs", "key": "x", "components": [{"key": "y", "label": "Tab", "components": [
            {**text, "key": "a.b"}]}]},
        {"type": "datagrid", "key": "o", "label": "O", "components": [{"type": "datagrid", "key": "i"}]},
        {"type": "button", "action": "submit", "key": "submit", "label": "Submit"},
        {"type": "signature", "key": "s"},
        {"type": "hologram", "key": "h"},
    ]}  # fmt: skip
    document, entries, _ = converter.read("formio", form)
    assert [(e["code"], e["path"]) for e in entries] == [
        ("presentationOnly", "/display"),
        ("presentationOnly", "/components/0/components/0"),
        ("noCounterpart", "/components/2/validate/minLength"),
        ("noCounterpart", "/components/2/validate/maxLength"),
        ("reinterpreted", "/components/4/components/0"),
        ("madeUp", "/components/4/components/0"),
        ("reinterpreted", "/components/6"),
        ("madeUp", "/components/6"),
        ("reinterpreted", "/components/7"),
        ("madeUp", "/components/7"),
    ]
    assert document["groups"][1:4] == [
        {"key": "c", "label": "C", "path": "/c"},
        {"key": "d", "label": "D", "path": "/c/d"},
        {"key": "g", "label": "G", "repeat": {"addLabel": "More"}},
    ]
    assert [f["key"] for f in document["fields"]] == ["t", "c.t", "c.d.t", "g.t", "b", "i", "s", "h"]
    assert [f["kind"] for f in document["fields"][5:]] == ["any"] * 3
    assert document["fields"][0]["visible"] is False
    record = {"c": {"t": "1", "d": {"t": "2"}}, "g": [{"t": "3"}], "a": {"b": "4"}}
    # How many there are Form.io does not judge.
    assert converter.verdicts(document, [record, {**record, "g": [{}, {}, {}]}]) == [True, True]
    assert converter.problems(document) == []


def test_a_condition_looks_at_a_time_as_at_a_text(converter: Converter) -> None:
    """Form.io holds a time as text, and compares moments only where something holds one."""
    time = {"key": "t", "kind": "date", "mode": "time", "label": "T"}

    def conditional(test: Json) -> Json:
        shown = {"key": "q", "kind": "entry", "label": "Q", "visible": {"when": {"key": "t", **test}}}
        return converter.write("formio", {"fields": [time, shown]})[0]["components"][1]["conditional"]

    equal = {"component": "t", "operator": "isEqual", "value": "12:30"}
    assert conditional({"is": "12:30"})["conditions"] == [equal]
    assert conditional({"lessThan": "12:30"}) == {"json": {"<": [{"var": "data.t"}, "12:30"]}}


@pytest.mark.parametrize("name", ["surveyjs", "formio"])
def test_what_an_export_can_not_say_it_tells(converter: Converter, name: str) -> None:
    def told(**more: Json) -> set[str]:
        is_text = more.get("kind", "entry") in ("entry", "area") and "value" not in more
        blank = {"blankIsEmpty": True} if is_text else {}
        field = {"key": "q", "kind": "entry", "label": "Q", "required": True, **blank, **more}
        _, entries = converter.write(name, {"fields": [field]})
        return {entry["code"] for entry in entries}

    assert told() == set()
    assert told(maxLength=4) == {"reinterpreted"}
    assert told(secure=True, text="x") == {"secret"}
    # What one line of text can say, and others can't: without it nothing of the kind is told.
    for plain, lost in [
        ({"kind": "area"}, {"secure": True}),
        ({"kind": "picker", "data": ["x"], "clearable": True}, {"secure": True}),
        ({"kind": "date", "clearable": True}, {"secure": True}),
        ({"kind": "area"}, {"value": "integer"}),
        ({"kind": "picker", "clearable": True, "data": ["x"]}, {"data": ["x", ""]}),
        ({"kind": "picker", "clearable": True, "data": ["x"]}, {"data": [{"value": "", "label": "None"}]}),
        ({"value": "number", "keyboard": "decimalPad"}, {"maxLength": 5, "lengthUnit": "utf16"}),
    ]:
        assert "noCounterpart" not in told(**plain), plain
        assert "noCounterpart" in told(**{**plain, **lost}), plain
    assert told(autofill={"source": "x"}) == {"noCounterpart"}
    assert told(**rules({"validator": "x"})) == {"noCounterpart"}
    assert told(**rules({"oneOf": ["x"]})) == {"noCounterpart"}
    assert told(**rules({"pattern": "x", "when": {"key": "q", "filled": True}})) == {"noCounterpart"}
    assert told(hologram=1) == {"noCounterpart"}
    assert told(path="/a/b") == ({"unsupportedField"} if name == "surveyjs" else {"reinterpreted"})
    assert told(kind="date", mode="countDownTimer") == {"unsupportedField"}


def test_another_format_is_refused(converter: Converter) -> None:
    for name, source in [("surveyjs", {}), ("surveyjs", []), ("surveyjs", {"components": [], "pages": []}),
                         ("formio", {}), ("formio", {"components": 1}), ("formio", "x")]:  # fmt: skip
        answer = converter.ask("field/import", {"format": name, "document": source})
        assert "error" in answer, (name, source)


def test_the_command_line_converts_both_ways(fieldd: str, tmp_path: Path) -> None:
    source = tmp_path / "survey.json"
    source.write_text(json.dumps({"elements": [{"type": "text", "name": "a", "isRequired": True}]}))

    def convert(origin: str, target: str, text: str) -> Json:
        command = [fieldd, "convert", "--from", origin, "--to", target, "-"]
        run = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        return json.loads(run.stdout)

    form = convert("surveyjs", "formio", source.read_text())
    assert form["components"] == [
        {"type": "textfield", "key": "a", "input": True, "label": "a", "validate": {"required": True}}
    ]
    assert convert("formio", "surveyjs", json.dumps(form)) == json.loads(source.read_text())


MAKERS = {"surveyjs": (survey, survey_record), "formio": (formio, formio_record)}


@pytest.mark.parametrize("seeds", seed_ranges(50, 150))
@pytest.mark.parametrize("name", MAKERS)
def test_the_import_of_an_export_is_the_document(converter: Converter, name: str, seeds: range) -> None:
    make, record = MAKERS[name]
    exact = 0
    for seed in seeds:
        rng = random.Random(seed)
        source = make(rng)
        document, _, _ = converter.read(name, source)
        assert converter.problems(document) == [], (seed, source)
        written, entries = converter.write(name, document)
        again, _, _ = converter.read(name, written)
        if not entries:
            exact += 1
            assert ordered(again) == ordered(document), (seed, source)
        records = [record(rng, source) for _ in range(8)]
        if not [e for e in entries if e["code"] not in APPEARANCE]:
            assert converter.verdicts(again, records) == converter.verdicts(document, records), (seed, source)
    assert exact > len(seeds) / 4


def test_a_range_takes_what_survey_core_takes(converter: Converter) -> None:
    limits = {"min": 10, "max": 50, "step": 5, "minRangeLength": 10, "maxRangeLength": 20}
    slider = {"type": "slider", "sliderType": "range", "name": "q", "isRequired": True, **limits}
    document, entries, _ = converter.read("surveyjs", {"elements": [slider]})
    assert {entry["effect"] for entry in entries} == {"none"}
    records: list[Json] = [{"q": [30, 70]}, {"q": [200, 300]}, {"q": [70, 30]}, {"q": 5}, {}, {"q": []}]
    assert converter.verdicts(document, records) == [True] * 4 + [False] * 2
    _, entries, _ = converter.read("surveyjs", {"elements": [slider | {"validators": [{"type": "numeric"}]}]})
    assert "laxer" in {entry["effect"] for entry in entries}


def test_what_may_be_typed_beside_a_row_loses_nothing_unless_it_is_asked_for(converter: Converter) -> None:
    source = {"elements": [{"type": "checkbox", "name": "q", "choices": [{"value": "a", "showCommentArea": True}, "b"]}]}
    document, entries, _ = converter.read("surveyjs", source)
    assert {entry["effect"] for entry in entries} == {"none"}
    assert converter.verdicts(document, [{"q": ["a"], "q-Comment": {"a": "So"}}, {"q": ["a"]}]) == [True, True]
    assert converter.write("surveyjs", document)[0]["elements"][0]["choices"] == source["elements"][0]["choices"]
    source["elements"][0]["choices"][0]["isCommentRequired"] = True  # type: ignore[index]
    _, entries, _ = converter.read("surveyjs", source)
    assert "laxer" in {entry["effect"] for entry in entries}


# Conditions on a question of somebody's own, whose values no form knows, and answers to it with which survey-core shows
# the question that has the condition, and does not.
OWN: list[tuple[str, list[Json], list[Json]]] = [
    ("{w} = 'y'", ["y"], [None, "", "n", ["y"], {"y": True}, True, 1]),
    ("{w} != 'y'", [None, "", "n", ["y"], {"y": True}], ["y"]),
    ("'y' = {w.x}", [{"x": "y"}], [None, "y", {"x": ["y"]}, {"y": "y"}]),
    ("{w.x.y} = 3", [{"x": {"y": 3}}, {"x": {"y": "3"}}], [{"x": 3}, {"x": {"y": "3a"}}, {"x": {"y": True}}]),
    ("{w} = 0", [0, "0", False], [None, "", [], "false", {}]),
    ("{w} = true", [True, "true", 1], [None, False, "yes", 2, {"a": True}]),
    ("{w} > 2.5", [3, "3"], [None, "", True, "x", 2.5, {"a": 3}]),
    ("{w} <= 0", [0, "0", -1, False], [None, "", "x", 1, True, []]),
    ("{w} < 3", [2, "", [], False, "true"], [None, 3, "x", {}]),
    ("{w.x} notempty", [{"x": 0}, {"x": "a"}, {"x": [1]}], [None, "x", {"x": ""}, {"x": []}, {"x": None}, {"y": 1}]),
    ("{w.x} empty and {w} notempty", ["a", {"y": 1}], [None, {"x": 1}]),
    ("!({w} = 'y' or {w} > 3)", [None, "n", 3], ["y", 4]),
]


@pytest.mark.parametrize(("condition", "shown", "hidden"), OWN)
def test_conditions_look_at_a_question_of_somebodys_own(
    converter: Converter, condition: str, shown: list[Json], hidden: list[Json]
) -> None:
    asked = {"type": "text", "name": "q", "isRequired": True, "visibleIf": condition}
    document, entries, _ = converter.read("surveyjs", {"elements": [{"type": "mywidget", "name": "w"}, asked]})
    assert "program" not in {entry["code"] for entry in entries}
    records: list[Json] = [{} if value is None else {"w": value} for value in shown + hidden]
    assert converter.verdicts(document, records) == [False] * len(shown) + [True] * len(hidden)
    # No expression of a survey looks into a value so, which is told.
    _, lost = converter.write("surveyjs", document)
    assert "/fields/1/visible" in {entry["path"] for entry in lost} or "expression" not in json.dumps(document)


def test_an_entry_in_which_rows_must_be_chosen_is_asked_for(converter: Converter) -> None:
    inner = [{"type": "tagbox", "name": "c", "choices": ["a", "b", "c"], "minSelectedChoices": 2}]
    source = {"elements": [{"type": "paneldynamic", "name": "q", "isRequired": True, "templateElements": inner}]}
    document, entries, _ = converter.read("surveyjs", source)
    assert "schema" not in document["groups"][0] and document["groups"][0]["repeat"]["minEntries"] == 1
    records = [{}, {"q": []}, {"q": [{}]}, {"q": [{"c": ["a"]}]}, {"q": [{"c": ["a", "b"]}]}]
    assert converter.verdicts(document, records) == [False, False, False, False, True]
    written, _ = converter.write("surveyjs", document)
    assert ordered(converter.read("surveyjs", written)[0]) == ordered(document)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.campaign(f"FIELDD_{name.upper()}")) for name in MAKERS]
)
@pytest.mark.parametrize("seeds", seed_ranges(300, 300))
def test_their_own_engine_says_the_same(converter: Converter, name: str, seeds: range) -> None:
    """An engine is a command that reads forms and records, and says what it makes of them (`Engine`)."""
    command = os.environ[f"FIELDD_{name.upper()}"]
    engine = Engine(*shlex.split(command))
    make, record = MAKERS[name]
    compared = 0
    for seed in seeds:
        rng = random.Random(seed)
        source = make(rng)
        document, entries, _ = converter.read(name, source)
        if [e for e in entries if e["code"] not in APPEARANCE]:
            continue
        records = [record(rng, source) for _ in range(10)]
        compared += len(records)
        assert engine.verdicts(source, records) == converter.verdicts(document, records), (seed, source, records)
    engine.close()
    assert compared > 500


STRANGE: list[Json] = [
    None, True, 0, -1, 1e300, 10**30, "", "x", "{q0} = 1", "{q0", "((", "'", [], {}, [[]], [{}], {"x": {}}, "q0", "\0",
    "a|(", "9" * 400, {"type": "panel", "elements": []}, {"components": [{}]}, {"default": 1, "de": []}, -5.5, "Q0",
    {"and": [{"!": 1}]}, {"json": {"or": []}}, {"show": True, "when": "q0", "eq": {}}, ["a", "a"], "paneldynamic",
]  # fmt: skip


@pytest.mark.parametrize("seeds", seed_ranges(100, 300))
@pytest.mark.parametrize("name", MAKERS)
def test_broken_sources_do_no_harm(converter: Converter, name: str, seeds: range) -> None:
    make, _ = MAKERS[name]
    for seed in seeds:
        rng = random.Random(seed)
        source = mutated(rng, make(rng), STRANGE)
        answer = converter.ask("field/import", {"format": name, "document": source})
        if "result" not in answer:
            continue
        document = answer["result"]["document"]
        written, entries = converter.write(name, document)
        again = converter.ask("field/import", {"format": name, "document": written})
        if not entries:
            assert ordered(again["result"]["document"]) == ordered(document), (seed, source)


@pytest.mark.parametrize(
    ("name", "container", "inner"), [("surveyjs", "panel", "elements"), ("formio", "fieldset", "components")]
)
def test_what_is_deep_or_often_named_the_same_is_bounded(
    converter: Converter, name: str, container: str, inner: str
) -> None:
    deep: Json = {"type": "text" if name == "surveyjs" else "textfield", "name": "q", "key": "q"}
    for level in range(26):
        deep = {"type": container, "name": f"p{level}", "key": f"p{level}", "title": "P", inner: [deep]}
    _, entries, _ = converter.read(name, {inner: [deep]})
    assert "unsupportedField" in {entry["code"] for entry in entries}
    same = {"type": "text" if name == "surveyjs" else "textfield", "name": "q", "key": "q", "label": "Q"}
    document, entries, _ = converter.read(name, {inner: [same] * 2000})
    assert len(document["fields"]) == 1
    assert [entry["code"] for entry in entries].count("duplicate") == 1999


def test_a_cell_of_an_unknown_type_goes_below_the_row_of_a_matrix(converter: Converter) -> None:
    columns = [{"name": "a", "cellType": "text"}, {"name": "b", "cellType": "starmap"}]
    survey = {"elements": [{"type": "matrixdynamic", "name": "m", "rowCount": 0, "columns": columns}]}
    document, _, _ = converter.read("surveyjs", survey)
    written, entries = converter.write("surveyjs", document)
    [matrix] = written["elements"]
    assert [(entry["code"], entry["effect"], entry["path"]) for entry in entries] == [("reinterpreted", "none", "/groups/0")]
    assert (matrix["type"], matrix["detailPanelMode"]) == ("matrixdynamic", "underRow")
    # Below the rows they come back behind the cells, and nothing is told any more.
    again, _, _ = converter.read("surveyjs", written)
    assert converter.write("surveyjs", again) == (written, [])
    assert [question["type"] for question in matrix["detailElements"]] == ["starmap"]


def test_a_cell_can_be_no_list(converter: Converter) -> None:
    columns = [{"name": "a", "cellType": "paneldynamic", "choices": ["x"]}]
    survey = {"elements": [{"type": "matrixdropdown", "name": "m", "rows": ["r"], "columns": columns}]}
    document, entries, _ = converter.read("surveyjs", survey)
    assert [field["kind"] for field in document["fields"]] == ["any"]
    assert "laxer" in {entry["effect"] for entry in entries}


def test_a_matrix_does_not_multiply(converter: Converter) -> None:
    rows = [f"r{n}" for n in range(400)]
    columns = [{"name": f"c{n}", "cellType": "text"} for n in range(400)]
    matrix = {"type": "matrixdropdown", "name": "m", "rows": rows, "columns": columns}
    document, entries, _ = converter.read("surveyjs", {"elements": [matrix]})
    assert len(document["fields"]) <= 10_000
    assert "unsupportedField" in {entry["code"] for entry in entries}
    rating = {"type": "rating", "name": "r", "rateMax": 10**9}
    document, entries, _ = converter.read("surveyjs", {"elements": [rating]})
    assert document["fields"][0]["kind"] == "entry" and entries[0]["code"] == "wrongValue"


@pytest.mark.campaign("FIELDD_CORPORA")
@pytest.mark.parametrize("name", MAKERS)
def test_real_forms(converter: Converter, name: str) -> None:
    """Those in the folder's `surveyjs` and `formio`; what was kept of them is printed."""
    files = sorted(Path(CORPORA or "", name).glob("**/*.json"))
    exact = told = 0
    for file in files:
        answer = converter.ask("field/import", {"format": name, "document": json.loads(file.read_text())})
        assert "result" in answer, file
        report = answer["result"]["report"]
        exact += report["exact"]
        told += len(report["entries"])
        document = answer["result"]["document"]
        assert converter.problems(document) == [], file
        written, entries = converter.write(name, document)
        if not entries:
            assert ordered(converter.read(name, written)[0]) == ordered(document), file
    print(f"{name}: {len(files)} forms, {exact} properties exact, {told} entries")
    assert len(files) >= 50


BLANKS: list[Json] = [None, "", " \t\u00a0\n", [], {}, [""], {"a": " "}, {"a": [None, {"b": {}}]}, [[], "\u3000"]]
ANSWERS: list[Json] = ["x", " x", 0, False, [0], {"a": False}, {"a": [None, {"b": " y"}]}, [[], "z"], "\u200b"]


def test_form_io_takes_no_blank_value_for_an_answer(converter: Converter) -> None:
    """The values are those of `valueIsPresent` in @formio/core."""
    source = {"components": [{"type": "colour", "key": "q", "label": "Q", "input": True, "validate": {"required": True}}]}
    document, entries, _ = converter.read("formio", source)
    assert {entry["effect"] for entry in entries} == {"none"}
    assert converter.verdicts(document, [{"q": value} for value in BLANKS]) == [False] * len(BLANKS)
    assert converter.verdicts(document, [{"q": value} for value in ANSWERS]) == [True] * len(ANSWERS)
    written, lost = converter.write("formio", document)
    assert [entry for entry in lost if entry["effect"] != "none"] == []
    assert ordered(converter.read("formio", written)[0]) == ordered(document)
    del document["fields"][0]["blankIsEmpty"]
    _, lost = converter.write("formio", document)
    assert ("/fields/0/required", "stricter") in {(entry["path"], entry["effect"]) for entry in lost}


@pytest.mark.parametrize("show", [True, False])
def test_a_conditional_looks_into_any_value(converter: Converter, show: bool) -> None:
    """`checkLegacyConditional` in @formio/core looks into lists and flags."""
    source = {"components": [
        {"type": "colour", "key": "c", "label": "C", "input": True},
        {"type": "textfield", "key": "q", "label": "Q", "input": True, "validate": {"required": True},
         "conditional": {"show": show, "when": "c", "eq": "red"}}]}  # fmt: skip
    document, entries, _ = converter.read("formio", source)
    test = "is" if show else "isNot"
    assert document["fields"][1]["visible"] == {"when": {"key": "c", test: "red"}}
    assert {entry["effect"] for entry in entries} == {"none"}
    equal: list[Json] = ["red", ["red"], ["blue", "red"], {"red": True}, {"red": True, "blue": False}]
    other: list[Json] = ["blue", "Red", 1, True, [], {}, ["blue"], [1], {"red": False}, {"blue": True}]
    # Where the question is shown it is asked.
    shown, hidden = (equal, other) if show else (other, equal)
    assert converter.verdicts(document, [{"c": value} for value in shown]) == [False] * len(shown)
    assert converter.verdicts(document, [{"c": value} for value in hidden]) == [True] * len(hidden)
    written, _ = converter.write("formio", document)
    assert converter.read("formio", written)[0]["fields"][1]["visible"] == document["fields"][1]["visible"]


@pytest.mark.parametrize("text", ["", "7", "1.0", "null", "undefined", "length", "a,b"])
def test_a_conditional_on_any_value_is_lost_where_texts_mean_other_values(converter: Converter, text: str) -> None:
    source = {"components": [
        {"type": "colour", "key": "c", "label": "C", "input": True},
        {"type": "textfield", "key": "q", "label": "Q", "conditional": {"show": True, "when": "c", "eq": text}}]}  # fmt: skip
    document, entries, _ = converter.read("formio", source)
    assert "visible" not in document["fields"][1]
    assert "program" in {entry["code"] for entry in entries}


def test_form_io_asks_for_what_is_required_in_an_absent_list(converter: Converter) -> None:
    column = {"type": "textfield", "key": "t", "label": "T", "input": True, "validate": {"required": True}}
    grid = {"type": "datagrid", "key": "l", "label": "L", "input": True, "initEmpty": True, "components": [column]}
    document, entries, _ = converter.read("formio", {"components": [grid]})
    assert document["groups"][0]["required"] is True
    assert entries == []
    assert converter.verdicts(document, [{}, {"l": []}, {"l": [{}]}, {"l": [{"t": "x"}]}]) == [False, True, False, True]
    written, lost = converter.write("formio", document)
    assert lost == []
    assert converter.read("formio", written)[0] == document
    shown = {"show": True, "when": "l", "eq": "x"}
    for more in [{"hidden": True}, {"conditional": shown}]:
        for source in [grid | more, grid | {"components": [column | more]}]:
            document, _, _ = converter.read("formio", {"components": [source]})
            assert "required" not in document["groups"][0]
            assert converter.verdicts(document, [{}]) == [True]


def judged(converter: Converter, elements: list[Json], records: list[tuple[Json, bool]], told: set[str]) -> Json:
    """The form of a survey, once records were judged as survey-core judges them."""
    document, entries, _ = converter.read("surveyjs", {"elements": elements})
    assert converter.problems(document) == []
    assert {entry["effect"] for entry in entries} | {"none"} == told | {"none"}, entries
    assert converter.verdicts(document, [record for record, _ in records]) == [right for _, right in records]
    written, lost = converter.write("surveyjs", document)
    if not [entry for entry in lost if entry["effect"] != "none"]:
        again, _, _ = converter.read("surveyjs", written)
        assert converter.verdicts(again, [record for record, _ in records]) == [right for _, right in records]
    return document


def test_something_in_an_object_is_answered(converter: Converter) -> None:
    items = {"type": "multipletext", "name": "m", "isRequired": True, "items": [{"name": "a"}, {"name": "b"}]}
    document = judged(converter, [items], [
        ({}, False), ({"m": {}}, False), ({"m": {"a": " "}}, True), ({"m": {"a": "x"}}, True), ({"m": {"b": "x"}}, True),
    ], set())  # fmt: skip
    assert document["fields"][0]["required"] == {"when": {"key": "b", "filled": False}}
    matrix = {"type": "matrix", "name": "m", "isRequired": True, "columns": ["x", "y"], "rows": ["r1", "r2", "r3"]}
    judged(converter, [matrix], [({}, False), ({"m": {"r2": "x"}}, True), ({"m": {"r1": "x", "r3": "y"}}, True)], set())
    one = {"type": "multipletext", "name": "m", "isRequired": True, "items": [{"name": "a"}]}
    judged(converter, [one], [({}, False), ({"m": {"a": "x"}}, True)], set())
    # White space alone is an answer to the object, and passes the rules of a text.
    ruled = items | {"items": [{"name": "a", "maxLength": 3, "validators": [{"type": "email"}]}, {"name": "b"}]}
    judged(converter, [ruled], [({}, True), ({"m": {"a": " "}}, True)], {"laxer"})
    wide = matrix | {"rows": [f"r{number}" for number in range(40)]}
    judged(converter, [wide], [({}, True)], {"laxer"})


@pytest.mark.parametrize("type_", ["dropdown", "radiogroup", "checkbox", "tagbox"])
def test_the_text_for_another_choice_stands_beside_it(converter: Converter, type_: str) -> None:
    def value(*rows: str) -> Json:
        return list(rows) if type_ in {"checkbox", "tagbox"} else rows[0]

    question = {"type": type_, "name": "q", "choices": ["a", "b"], "showOtherItem": True, "otherText": "Else"}
    document = judged(converter, [question], [
        ({}, True), ({"q": value("a")}, True), ({"q": value("other")}, False),
        ({"q": value("other"), "q-Comment": "x"}, True), ({"q": value("other"), "q-Comment": " "}, True),
        ({"q-Comment": "x"}, True), ({"q": value("other"), "q-Comment": ""}, False),
    ], set())  # fmt: skip
    rows = document["fields"][0]["data"]
    assert rows == ["a", "b", {"value": "other", "label": "Else"}]
    assert document["fields"][1] | {"label": "Else", "required": True} == document["fields"][1]
    # Its own row is meant by conditions.
    about = {"type": "text", "name": "t", "isRequired": True, "visibleIf": "{q} contains 'other'"}
    if type_ == "checkbox":
        judged(converter, [question, about], [({"q": ["a"]}, True), ({"q": ["other"], "q-Comment": "x"}, False)], set())
    kept = question | {"storeOthersAsComment": False}
    document, _, _ = converter.read("surveyjs", {"elements": [kept]})
    assert document["fields"][0]["manualEntry"] == "Else"
    assert len(document["fields"]) == 1


@pytest.mark.parametrize(
    ("test", "right"),
    [
        ("{q} = ['b', 'a']", [["a", "b"], ["b", "a"]]),
        ("{q} != ['c']", [[], ["a"], ["a", "c"], ["a", "b"], ["b", "a"], ["a", "b", "c"]]),
        ("{q} notempty and {q} <> ['a', 'b', 'c']", [["a"], ["c"], ["a", "c"], ["a", "b"], ["b", "a"]]),
        ("!({q} = ['a'])", [[], ["c"], ["a", "c"], ["a", "b"], ["b", "a"], ["a", "b", "c"]]),
    ],
)
def test_several_rows_are_equal_to_a_list(converter: Converter, test: str, right: list[Json]) -> None:
    chosen: list[Json] = [[], ["a"], ["c"], ["a", "c"], ["a", "b"], ["b", "a"], ["a", "b", "c"]]
    elements = [
        {"type": "checkbox", "name": "q", "choices": ["a", "b", "c"]},
        {"type": "text", "name": "t", "isRequired": True, "visibleIf": test},
    ]
    judged(converter, elements, [({"q": rows} if rows else {}, rows not in right) for rows in chosen], set())


def test_rows_of_a_matrix_come_and_go(converter: Converter) -> None:
    choice = {"type": "radiogroup", "name": "p", "choices": ["y", "n"]}
    rows = [{"value": "r1", "visibleIf": "{p} = 'y'"}, {"value": "r2", "enableIf": "{p} = 'y'"}]
    cells = {"type": "matrixdropdown", "name": "m", "rows": rows,
             "columns": [{"name": "c", "cellType": "text", "isRequired": True}]}  # fmt: skip
    judged(converter, [choice, cells], [
        ({}, True), ({"p": "y"}, False), ({"p": "n"}, True), ({"p": "n", "m": {"r2": {"c": "x"}}}, True),
        ({"p": "y", "m": {"r1": {"c": "x"}}}, False), ({"p": "y", "m": {"r1": {"c": "x"}, "r2": {"c": "x"}}}, True),
    ], set())  # fmt: skip
    simple = {"type": "matrix", "name": "m", "columns": ["x"], "rows": rows}
    judged(converter, [choice, simple], [({}, True), ({"p": "y"}, True), ({"p": "y", "m": {"r1": "x"}}, True)], set())
    # Each row is asked for, and those that can't be answered are as well.
    judged(converter, [choice, simple | {"eachRowRequired": True}], [
        ({"p": "y"}, False), ({"p": "y", "m": {"r1": "x"}}, False), ({"p": "n", "m": {"r2": "x"}}, True),
        ({"p": "y", "m": {"r1": "x", "r2": "x"}}, True),
    ], {"laxer"})  # fmt: skip


def test_a_matrix_may_have_several_choices_in_a_row_and_more_below_it(converter: Converter) -> None:
    several = {"type": "matrix", "name": "m", "cellType": "checkbox", "columns": ["x", "y"], "rows": ["r1"]}
    judged(converter, [several], [({}, True), ({"m": {"r1": ["x"]}}, True), ({"m": {"r1": ["x", "y"]}}, True)], set())
    judged(converter, [several | {"eachRowRequired": True}], [
        ({}, False), ({"m": {"r1": ["x"]}}, True), ({"m": {"r1": []}}, False),
    ], set())  # fmt: skip
    detail = {"type": "matrixdropdown", "name": "m", "detailPanelMode": "underRow", "rows": ["r1"],
              "detailElements": [{"type": "text", "name": "d", "isRequired": True}],
              "columns": [{"name": "c", "cellType": "text"}]}  # fmt: skip
    document = judged(converter, [detail], [({}, False), ({"m": {"r1": {"d": "x"}}}, True), ({"m": {"r1": {"c": "x"}}}, False)], set())
    assert [field["path"] for field in document["fields"]] == ["/r1/c", "/r1/d"]
    del detail["rows"]
    hidden = {"type": "matrixdynamic", "rowCount": 0, "detailPanelMode": "none"}
    judged(converter, [detail | hidden], [({"m": [{}]}, True)], set())
    rows = detail | {"type": "matrixdynamic", "rowCount": 0, "detailElements": [
        *detail["detailElements"], {"type": "file", "name": "f"}]}  # fmt: skip
    answers = [({}, True), ({"m": [{"d": "x"}]}, True), ({"m": [{"c": "x"}]}, False), ({"m": [{"d": "y", "f": [1]}]}, True)]
    document = judged(converter, [rows], answers, set())
    written, _ = converter.write("surveyjs", document)
    [matrix] = written["elements"]
    assert [cell["name"] for cell in matrix["columns"]] == ["c", "d"]
    assert [question["name"] for question in matrix["detailElements"]] == ["f"]
    assert matrix["detailPanelMode"] == "underRow"
    judged(converter, [{"type": "matrixdropdown", "name": "m", "rows": [], "columns": [{"name": "c"}]}], [({}, True)], set())


def test_a_ranking_is_several_rows_in_an_order(converter: Converter) -> None:
    ranking = {"type": "ranking", "name": "r", "choices": ["x", "y", 3], "selectToRankEnabled": True, "maxSelectedChoices": 2}
    answers = [({}, True), ({"r": ["y", "x"]}, True), ({"r": [3]}, True), ({"r": ["x", "y", 3]}, False), ({"r": "x"}, False)]
    document = judged(converter, [ranking, {"type": "text", "name": "t", "visibleIf": "{r} contains 3"}], answers, set())
    assert converter.verdicts(document, [{"r": ["y", "x"]}, {"r": ["y"], "t": "a"}, {"r": [3], "t": "a"}]) == [True, True, True]
    written, _ = converter.write("surveyjs", document)
    assert written["elements"][0] == ranking
    # A survey puts all other choices behind those that are ranked.
    whole = {"type": "ranking", "name": "r", "choices": ["x", "y"]}
    judged(converter, [whole], [({"r": ["y", "x"]}, True), ({"r": ["y"]}, True)], set())
    judged(converter, [whole, {"type": "text", "name": "t", "requiredIf": "{r} contains 'x'"}], [({"r": ["y"]}, True)], {"laxer"})


def test_how_many_entries_are_shown_has_no_effect_where_nothing_is_asked_of_them(converter: Converter) -> None:
    count = {"type": "text", "name": "n", "inputType": "number"}
    entries = {"type": "paneldynamic", "name": "p", "bindings": {"panelCount": "n"}}
    free, asked = {"type": "text", "name": "t"}, {"type": "text", "name": "t", "isRequired": True}
    judged(converter, [count, entries | {"templateElements": [free]}], [({"n": 2, "p": [{}]}, True)], set())
    judged(converter, [count, entries | {"templateElements": [asked]}], [({"n": 2, "p": [{"t": "x"}]}, True)], {"laxer"})


def test_a_program_that_writes_a_free_value_has_no_effect(converter: Converter) -> None:
    day = {"type": "text", "name": "d", "defaultValueExpression": "today()"}
    judged(converter, [day], [({}, True), ({"d": "x"}, True)], set())
    judged(converter, [day | {"isRequired": True}], [({"d": "x"}, True)], {"laxer"})
    about = {"type": "text", "name": "t", "title": "T", "visibleIf": "{d} notempty"}
    judged(converter, [day, about], [({"d": "x"}, True)], {"laxer"})
    judged(converter, [day, {"type": "text", "name": "e", "setValueIf": "{d} notempty", "setValueExpression": "{d}"}], [({}, True)], set())


def test_rows_are_offered_by_what_they_say_of_themselves(converter: Converter) -> None:
    elements = [
        {"type": "dropdown", "name": "land", "choices": ["no", "se"]},
        {"type": "dropdown", "name": "city", "choicesVisibleIf": "{land} = {$item.land}",
         "choices": [{"value": "oslo", "land": "no"}, {"value": "lund", "land": "se"}]}]  # fmt: skip
    document, entries, _ = converter.read("surveyjs", {"elements": elements})
    assert {entry["effect"] for entry in entries} == {"none"}
    records = [{"land": "no", "city": "oslo"}, {"land": "no", "city": "lund"}, {"land": "se", "city": "lund"}]
    assert converter.verdicts(document, records) == [True, False, True]


def test_a_question_whose_value_another_has_loses_nothing_where_it_asks_nothing(converter: Converter) -> None:
    rows = {"type": "matrixdynamic", "name": "a", "valueName": "v", "rowCount": 0, "columns": [{"name": "n", "cellType": "text"}]}
    more = {"type": "paneldynamic", "name": "b", "valueName": "v", "templateElements": [{"type": "text", "name": "t"}]}
    judged(converter, [rows, more], [({}, True), ({"v": [{"n": "x", "t": "y"}]}, True)], set())
    asking = more | {"templateElements": [{"type": "text", "name": "t", "isRequired": True}]}
    judged(converter, [rows, asking], [({"v": [{"n": "x", "t": "y"}]}, True)], {"laxer"})


def test_what_a_survey_calculates_is_a_field_that_others_look_at(converter: Converter) -> None:
    """A survey writes its result over the value of a record (`runConditionCore` of an expression)."""
    asked = [{"type": "text", "name": name, "inputType": "number"} for name in "ab"]
    sums = {"type": "expression", "name": "sum", "title": "S", "expression": "{a} * {b}", "isRequired": True}
    late = {"type": "text", "name": "q", "isRequired": True, "visibleIf": "{more} > 10"}
    more = {"type": "expression", "name": "more", "expression": "iif({sum} > 5, {sum} + {tax}, 0)"}
    records = [
        ({}, True), ({"a": 2, "b": 5}, False), ({"a": 2, "b": 5, "q": "x"}, True), ({"a": 2, "b": 5, "sum": 1}, False),
        ({"a": 1, "b": 5, "sum": 99, "more": 99}, True), ({"a": 2, "sum": "x"}, True), ({"a": 2, "b": 5, "more": "x", "q": "x"}, True),
    ]  # fmt: skip
    survey = {"elements": [*asked, late, more, sums], "calculatedValues": [{"name": "tax", "expression": "{sum} - 5"}]}
    document, entries, _ = converter.read("surveyjs", survey)
    assert {entry["effect"] for entry in entries} == {"none"}
    fields = {field["key"]: field for field in document["fields"]}
    assert fields["sum"]["calculate"] == "coalesce({a}, 0) * coalesce({b}, 0)" and "required" not in fields["sum"]
    assert fields["sum"]["lenient"] and fields["sum"]["value"] == "number"
    assert converter.verdicts(document, [record for record, _ in records]) == [right for _, right in records]
    flag = {"type": "expression", "name": "flag", "title": "F", "expression": "{a} > 1"}
    judged(converter, [*asked, flag, late | {"visibleIf": "{flag} = true"}], [({}, True), ({"a": 2}, False), ({"a": 1}, True)], set())
    words = flag | {"expression": "iif({a} > 1, 'many', 'few')"}
    judged(converter, [*asked, words, late | {"visibleIf": "{flag} = 'many'"}], [({}, True), ({"a": 2}, False)], {"laxer"})


@pytest.mark.parametrize(
    "more",
    [{"expression": "age({a})"}, {"expression": "{a} + 'x'"}, {"expression": "{a} * 2", "precision": 1}, {"expression": "{own} + 1"},
     {"expression": "{a} * 2", "readOnly": True}, {"expression": "("}, {}],
)  # fmt: skip
def test_what_no_form_calculates_is_no_answer(converter: Converter, more: Json) -> None:
    asked = {"type": "text", "name": "a", "inputType": "number"}
    own = {"type": "expression", "name": "own", "title": "O", **more}
    document, entries, _ = converter.read("surveyjs", {"elements": [asked, own]})
    assert [field["key"] for field in document["fields"]] == ["a"]
    assert [(entry["code"], entry["effect"]) for entry in entries] == [("presentationOnly", "none")]
    assert converter.verdicts(document, [{"own": 1}, {"own": "x"}, {}]) == [True] * 3


@pytest.mark.parametrize("flag", [True, "true"])
@pytest.mark.parametrize("type_", ["dropdown", "checkbox"])
def test_the_text_of_another_choice_is_a_field_wherever_the_question_is(converter: Converter, flag: Any, type_: str) -> None:
    question = {"type": type_, "name": "q", "choices": ["a"], "showOtherItem": flag}
    chosen: Any = ["other"] if type_ == "checkbox" else "other"
    for survey, wrap in (
        ({"elements": [question]}, lambda values: values),
        ({"elements": [{"type": "paneldynamic", "name": "l", "templateElements": [question]}]}, lambda values: {"l": [values]}),
        ({"elements": [{"type": "matrixdynamic", "name": "l", "rowCount": 0, "columns": [
            {"name": "q", "cellType": type_, "choices": ["a"], "showOtherItem": flag}]}]}, lambda values: {"l": [values]}),
    ):  # fmt: skip
        document, entries, _ = converter.read("surveyjs", survey)
        assert converter.problems(document) == []
        assert {entry["effect"] for entry in entries} <= {"none"}, entries
        records = [wrap({"q": chosen, "q-Comment": "x"}), wrap({"q": chosen}), wrap({"q": ["a"] if type_ == "checkbox" else "a"})]
        assert converter.verdicts(document, records) == [True, False, True]


def test_a_cell_of_a_matrix_sees_its_row(converter: Converter) -> None:
    columns = [
        {"name": "used", "cellType": "radiogroup", "choices": ["Yes", "No"]},
        {"name": "why", "cellType": "text", "isRequired": True, "visibleIf": "{row.used} = 'Yes'"},
    ]
    made = {"elements": [{"type": "matrixdropdown", "name": "m", "rows": ["a", "b"], "columns": columns}]}
    document, entries, _ = converter.read("surveyjs", made)
    assert not [entry for entry in entries if entry["effect"] != "none"]
    records = [
        {"m": {"a": {"used": "Yes", "why": "x"}, "b": {"used": "No"}}},
        {"m": {"a": {"used": "No"}, "b": {"used": "Yes"}}},
        {"m": {"a": {"used": "Yes"}, "b": {"used": "No"}}},
    ]
    assert converter.verdicts(document, records) == [True, False, False]


def test_a_name_that_no_question_has_is_looked_for_in_the_record(converter: Converter) -> None:
    made = {"elements": [{"type": "text", "name": "q", "isRequired": True, "visibleIf": "{vip} = true and {pageno} > 0"}]}
    _, entries, _ = converter.read("surveyjs", made)
    # A survey has a page itself.
    assert "program" in {entry["code"] for entry in entries}
    made["elements"][0]["visibleIf"] = "{vip} = true"
    document, entries, _ = converter.read("surveyjs", made)
    assert [entry["effect"] for entry in entries] == ["none"]
    assert "vip" in entries[0]["message"] and entries[0]["path"] == "/elements/0/visibleIf"
    assert [field["key"] for field in document["fields"]] == ["q", "vip"]
    assert converter.verdicts(document, [{}, {"vip": True}, {"vip": True, "q": "a"}, {"vip": False}]) == [
        True, False, True, True,
    ]
    # Nobody is shown the field, and nothing else may be called so.
    made["elements"].append({"type": "html", "name": "vip", "html": "x"})
    document, entries, _ = converter.read("surveyjs", made)
    assert [field["key"] for field in document["fields"]] == ["q"]


def test_a_number_is_equal_to_a_flag_as_in_javascript(converter: Converter) -> None:
    made = {"elements": [
        {"type": "text", "inputType": "number", "name": "n"},
        {"type": "text", "name": "q", "isRequired": True, "visibleIf": "{n} = false"},
    ]}
    document, _, _ = converter.read("surveyjs", made)
    assert converter.verdicts(document, [{"n": 0}, {"n": 1}, {"n": 0, "q": "a"}]) == [False, True, True]
