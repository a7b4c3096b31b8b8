"""Views of Slack, Adaptive Cards, surveys of AWX and surfaces of A2UI: read, written, and written again as they were."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import seed_ranges
from converter import Converter
from features import Maker

Json = Any


def said(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def option(value: str, text: str) -> Json:
    return {"text": said(text), "value": value}


def asked(block: str, kind: str, *, optional: bool = False, hint: str = "", **element: Json) -> Json:
    made: Json = {"type": "input", "block_id": block, "label": said(block.title())}
    made["element"] = {"type": kind, "action_id": element.pop("action_id", block), **element}
    return made | ({"optional": True} if optional else {}) | ({"hint": said(hint)} if hint else {})


COLOURS = [option("r", "Red"), option("g", "Green")]
VIEW: Json = {
    "type": "modal", "title": said("Order"), "submit": said("Send"), "callback_id": "order", "notify_on_close": True,
    "blocks": [
        {"type": "section", "block_id": "form:description", "text": said("What you want")},
        asked("name", "plain_text_input", hint="In full", min_length=2, max_length=40, placeholder=said("Ada"), initial_value="A B"),
        asked("why", "plain_text_input", optional=True, multiline=True, action_id="reason", focus_on_load=True),
        asked("mail", "email_text_input"),
        asked("page", "url_text_input", optional=True),
        asked("seats", "number_input", is_decimal_allowed=False, min_value="1", max_value="9", initial_value="2"),
        {"type": "image", "image_url": "https://a.example/b.png", "alt_text": "A"},
        asked("price", "number_input", optional=True, is_decimal_allowed=True),
        {"type": "header", "block_id": "group:look", "text": said("Look")},
        {"type": "section", "block_id": "group:look:description", "text": said("How it looks")},
        asked("colour", "static_select", options=COLOURS, initial_option=COLOURS[1]),
        asked("colours", "multi_static_select", optional=True, max_selected_items=2, initial_options=[COLOURS[0]],
              option_groups=[{"label": said("Warm"), "options": COLOURS[:1]}, {"label": said("Cold"), "options": COLOURS[1:]}]),
        asked("boxes", "checkboxes", optional=True, options=[option("x", "X") | {"description": said("An X")}]),
        asked("one", "radio_buttons", options=COLOURS),
        {"type": "divider", "block_id": "group:"},
        asked("day", "datepicker", initial_date="2026-05-01"),
        asked("at", "timepicker", optional=True, initial_time="10:30", timezone="Europe/Vienna"),
        asked("moment", "datetimepicker", initial_date_time=1_628_633_820),
        asked("who", "users_select", initial_user="U1"),
        asked("files", "file_input", optional=True, filetypes=["pdf"], max_files=3),
        {"type": "section", "block_id": "beside", "text": said("Beside"),
         "accessory": {"type": "static_select", "action_id": "beside", "options": COLOURS}},
        {"type": "actions", "block_id": "row", "elements": [
            {"type": "datepicker", "action_id": "first"}, {"type": "static_select", "action_id": "second", "options": COLOURS}]},
        {"type": "context", "elements": [said("Thank you")]},
    ],
}  # fmt: skip
CARD: Json = {
    "type": "AdaptiveCard", "$schema": "http://adaptivecards.io/schemas/adaptive-card.json", "version": "1.4", "lang": "en",
    "body": [
        {"type": "TextBlock", "text": "Order", "size": "medium", "weight": "bolder"},
        {"type": "TextBlock", "id": "form:description", "text": "What you want", "wrap": True},
        {"type": "Input.Text", "id": "name", "label": "Name", "isRequired": True, "maxLength": 40, "placeholder": "Ada",
         "regex": "^[A-Z]", "errorMessage": "Begin with a capital", "value": "Ada"},
        {"type": "Input.Text", "id": "why", "label": "Why", "isMultiline": True, "height": "stretch"},
        {"type": "Input.Text", "id": "mail", "label": "Mail", "style": "email"},
        {"type": "Input.Text", "id": "pin", "label": "PIN", "style": "password"},
        {"type": "FactSet", "facts": [{"title": "Seats", "value": "few"}]},
        {"type": "Input.Number", "id": "seats", "label": "Seats", "min": 1, "max": 9, "value": 2},
        {"type": "Container", "id": "group:look", "style": "emphasis", "items": [
            {"type": "TextBlock", "text": "Look", "style": "heading", "wrap": True},
            {"type": "Input.ChoiceSet", "id": "colour", "label": "Colour", "style": "expanded", "value": "g",
             "choices": [{"title": "Red", "value": "r"}, {"title": "Green", "value": "g"}]},
            {"type": "Input.ChoiceSet", "id": "colours", "label": "Colours", "isMultiSelect": True, "value": "r,g",
             "choices": [{"title": "Red", "value": "r"}, {"title": "Green", "value": "g"}]}]},
        {"type": "Input.Date", "id": "day", "label": "Day", "min": "2026-01-01", "max": "2026-12-31", "value": "2026-05-01"},
        {"type": "Input.Time", "id": "at", "label": "At", "min": "08:00", "isRequired": True},
        {"type": "Input.Toggle", "id": "news", "title": "News", "value": "true"},
        {"type": "Input.Toggle", "id": "terms", "title": "I agree", "valueOn": "yes", "valueOff": "no", "isRequired": True},
        {"type": "Input.Rating", "id": "stars", "label": "Stars", "max": 5},
        {"type": "TextBlock", "text": "Thank you"},
    ],
    "actions": [{"type": "Action.Execute", "title": "Send", "verb": "order"}],
}  # fmt: skip
SURVEY: Json = {
    "name": "Order", "description": "What you want",
    "spec": [
        {"type": kind, "question_name": variable.title(), "question_description": "", "variable": variable, "required": False, **more}
        for kind, variable, more in [
            ("text", "name", {"required": True, "question_description": "In full", "min": 2, "max": 40, "default": "A B", "new_question": True}),
            ("textarea", "why", {}),
            ("password", "pin", {"min": 4, "max": 11}),
            ("password", "token", {"required": True, "min": 20}),
            ("integer", "seats", {"min": 1, "max": 9, "default": 2}),
            ("float", "price", {"min": 0, "default": 2.5}),
            ("multiplechoice", "colour", {"choices": ["red", "green"], "default": "green", "required": True}),
            ("multiselect", "colours", {"choices": ["red", "green"], "default": "red\ngreen", "formattedChoices": [{"choice": "red", "id": 0}]}),
        ]
    ],
}  # fmt: skip


def bound(identifier: str, kind: str, path: str, *checks: Json, **more: Json) -> Json:
    """An input of A2UI, with its checks as conditions and messages."""
    made: Json = {"id": identifier, "component": kind, "label": identifier.title(), **more, "value": {"path": path}}
    return made | ({"checks": [{"condition": it, "message": words} for it, words in checks]} if checks else {})


def call(name: str, path: str, **more: Json) -> Json:
    return {"call": name, "args": {"value": {"path": path}, **more}}


def unless_empty(path: str, condition: Json) -> Json:
    empty = {"call": "not", "args": {"value": call("required", path)}}
    return {"call": "or", "args": {"values": [empty, condition]}}


ROWS = [{"label": "Red", "value": "r"}, {"label": "Green", "value": "g"}]
EITHER = {"call": "or", "args": {"values": [call("required", "/who/phone"), call("required", "/why")]}}
SURFACE: Json = {"messages": [
    {"version": "v0.9", "createSurface": {"surfaceId": "order", "catalogId": "https://a.example/catalog", "sendDataModel": True}},
    {"version": "v0.9", "updateComponents": {"surfaceId": "order", "components": [
        {"id": "root", "component": "Card", "child": "all"},
        {"id": "all", "component": "Column", "align": "stretch", "children": ["head", "form:description", "row", "pic", "terms", "look", "send"]},
        {"id": "head", "component": "Text", "text": "Order", "variant": "h2"},
        {"id": "form:description", "component": "Text", "text": "What you want"},
        {"id": "row", "component": "Row", "children": ["name", "pin", "mail", "phone"]},
        {"id": "pic", "component": "Image", "url": "https://a.example/b.png"},
        {"id": "look", "component": "Column", "children": ["look-head", "colour", "colours", "day", "at", "moment", "volume", "why"]},
        {"id": "look-head", "component": "Text", "text": "## Look"},
        {"id": "send", "component": "Button", "child": "send-text", "action": {"event": {"name": "order"}}},
        {"id": "send-text", "component": "Text", "text": "Send"},
        bound("name", "TextField", "/who/name", (call("required", "/who/name"), "Who?"), (call("length", "/who/name", min=2), "Short"),
              (call("length", "/who/name", max=40), "Invalid"), placeholder="Ada"),
        bound("pin", "TextField", "/who/pin", (unless_empty("/who/pin", call("regex", "/who/pin", pattern="^[0-9]{4}$")), "Four digits"),
              variant="obscured"),
        bound("mail", "TextField", "/who/mail", (call("required", "/who/mail"), "Required"), (call("email", "/who/mail"), "No address"), weight=2),
        bound("phone", "TextField", "/who/phone", (EITHER, "Invalid")),
        bound("terms", "CheckBox", "/terms", ({"path": "/terms"}, "Agree")),
        bound("colour", "ChoicePicker", "/look/colour", (call("required", "/look/colour"), "Required"), variant="mutuallyExclusive", options=ROWS),
        bound("colours", "ChoicePicker", "/look/colours", (call("length", "/look/colours", max=2), "Invalid"), variant="multipleSelection",
              options=ROWS, displayStyle="chips"),
        bound("day", "DateTimeInput", "/day", enableDate=True, min="2026-01-01"),
        bound("at", "DateTimeInput", "/at", enableTime=True),
        bound("moment", "DateTimeInput", "/moment", enableDate=True, enableTime=True),
        bound("volume", "Slider", "/volume", min=0, max=10),
        bound("why", "TextField", "/why", variant="longText"),
    ]}},
    {"version": "v0.9", "updateDataModel": {"surfaceId": "order", "value": {
        "session": 7, "who": {"name": "Ada", "mail": "a@b.example"}, "look": {"colours": ["r", "g"]}, "day": "2026-05-01", "volume": 3}}},
]}  # fmt: skip
WHOLE = {"slack": VIEW, "adaptive-cards": CARD, "awx": SURVEY, "a2ui": SURFACE}


def plain(value: Json) -> Json:
    """The same, where the order of members says nothing."""
    return json.loads(json.dumps(value, sort_keys=True))


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_read_is_written_again(converter: Converter, name: str) -> None:
    document, entries, _ = converter.read(name, WHOLE[name])
    assert converter.problems(document) == []
    written, lost = converter.write(name, document)
    assert plain(written) == plain(WHOLE[name])
    assert lost == []
    codes = {entry["code"] for entry in entries}
    assert codes <= {"presentationOnly", "madeUp", "unknownType", "unknownProperty"}, entries
    assert [it["path"] for it in entries if it["effect"] != "none"] == (["/body/13/type"] if name == "adaptive-cards" else [])


def fields(document: Json) -> dict[str, Json]:
    known = {"key", "label", "presentation"}
    return {it["key"]: {name: value for name, value in it.items() if name not in known} for it in document["fields"]}


def test_the_fields_of_a_view(converter: Converter) -> None:
    document, _, _ = converter.read("slack", VIEW)
    assert (document["title"], document["description"]) == ("Order", "What you want")
    assert document["groups"] == [{"key": "look", "label": "Look", "description": "How it looks"}]
    rows = [{"value": "r", "label": "Red"}, {"value": "g", "label": "Green"}]
    assert fields(document) == {
        "name": {"kind": "entry", "required": True, "helper": "In full", "placeholder": "Ada", "maxLength": 40, "text": "A B",
                 "lengthUnit": "utf16", "validation": {"endEditing": [{"minLength": 2}]}},
        "why": {"kind": "area", "state": "active"},
        "mail": {"kind": "entry", "required": True, "keyboard": "emailAddress", "validation": {"endEditing": [{"format": "email"}]}},
        "page": {"kind": "entry", "keyboard": "URL", "validation": {"endEditing": [{"format": "url"}]}},
        "seats": {"kind": "entry", "required": True, "value": "integer", "keyboard": "numberPad", "text": "2",
                  "validation": {"endEditing": [{"minimum": 1}, {"maximum": 9}]}},
        "price": {"kind": "entry", "value": "number", "keyboard": "decimalPad"},
        "colour": {"kind": "picker", "required": True, "data": rows, "text": "g", "group": "look"},
        "colours": {"kind": "picker", "multiple": True, "maxItems": 2, "data": rows, "text": ["r"], "group": "look"},
        "boxes": {"kind": "picker", "multiple": True, "data": [{"value": "x", "label": "X", "description": "An X"}], "group": "look"},
        "one": {"kind": "picker", "required": True, "data": rows, "group": "look"},
        "day": {"kind": "date", "required": True, "date": "2026-05-01"},
        "at": {"kind": "date", "mode": "time", "date": "10:30", "clearable": True},
        "moment": {"kind": "date", "mode": "dateAndTime", "required": True, "date": "2021-08-10T22:17"},
        "who": {"kind": "entry", "required": True, "text": "U1"},
        "files": {"kind": "any"},
        "beside": {"kind": "picker", "data": rows, "clearable": True},
        "first": {"kind": "date", "clearable": True},
        "second": {"kind": "picker", "data": rows, "clearable": True},
    }  # fmt: skip


def test_the_fields_of_a_card(converter: Converter) -> None:
    document, _, _ = converter.read("adaptive-cards", CARD)
    assert (document["title"], document["description"]) == ("Order", "What you want")
    assert [(it["key"], it["label"]) for it in document["groups"]] == [("look", "Look")]
    rows = [{"value": "r", "label": "Red"}, {"value": "g", "label": "Green"}]
    boolean = [{"value": True, "label": "Yes"}, {"value": False, "label": "No"}]
    assert fields(document) == {
        "name": {"kind": "entry", "placeholder": "Ada", "required": True, "maxLength": 40, "lengthUnit": "utf16", "text": "Ada",
                 "validation": {"endEditing": [{"pattern": "^[A-Z]", "message": "Begin with a capital"}]}},
        "why": {"kind": "area"},
        "mail": {"kind": "entry", "keyboard": "emailAddress"},
        "pin": {"kind": "entry", "secure": True},
        "seats": {"kind": "entry", "value": "number", "keyboard": "decimalPad", "text": "2",
                  "validation": {"endEditing": [{"minimum": 1}, {"maximum": 9}]}},
        "colour": {"kind": "picker", "data": rows, "text": "g", "clearable": True, "group": "look"},
        "colours": {"kind": "picker", "data": rows, "multiple": True, "text": ["r", "g"], "group": "look"},
        "day": {"kind": "date", "minimumDate": "2026-01-01", "maximumDate": "2026-12-31", "date": "2026-05-01", "clearable": True},
        "at": {"kind": "date", "mode": "time", "minimumDate": "08:00", "required": True},
        "news": {"kind": "picker", "value": "boolean", "data": boolean, "text": "true"},
        "terms": {"kind": "picker", "required": True, "data": [{"value": "yes", "label": "Yes"}, {"value": "no", "label": "No"}],
                  "validation": {"endEditing": [{"oneOf": ["yes"]}]}},
        "stars": {"kind": "any"},
    }  # fmt: skip


def test_keys_of_elements_that_have_no_block_of_their_own(converter: Converter) -> None:
    blocks = [
        {"type": "input", "label": said("Full name"), "element": {"type": "plain_text_input"}},
        {"type": "input", "label": said("B"), "element": {"type": "plain_text_input", "action_id": "by-action"}},
        asked("twice", "plain_text_input"),
        asked("twice", "plain_text_input"),
    ]
    document, entries, _ = converter.read("slack", {"trigger_id": "1", "view": {"type": "modal", "blocks": blocks}})
    assert [it["key"] for it in document["fields"]] == ["full-name", "by-action", "twice", "twice-2"]
    told = [(it["code"], it["path"]) for it in entries if it["code"] in ("madeUp", "duplicate")]
    assert told == [("madeUp", "/view/blocks/0"), ("duplicate", "/view/blocks/3")]


def test_containers_of_a_card_are_read_through(converter: Converter) -> None:
    inner = {"type": "AdaptiveCard", "body": [{"type": "Input.Text", "id": "note", "label": "Note", "isRequired": True}]}
    body = [
        {"type": "ColumnSet", "columns": [
            {"type": "Column", "items": [{"type": "TextBlock", "text": "Your name"}]},
            {"items": [{"type": "Input.Text", "id": "name"}]}]},
        {"type": "Table", "columns": [{"width": 1}], "rows": [{"type": "TableRow", "cells": [
            {"type": "TableCell", "items": [{"type": "Input.Date", "id": "day", "label": "Day"}]}]}]},
        {"type": "Container", "isVisible": False, "items": [{"type": "Input.Text", "id": "more", "label": "More", "isRequired": True}]},
    ]  # fmt: skip
    card = {"type": "AdaptiveCard", "body": body, "actions": [{"type": "Action.ShowCard", "card": inner}]}
    document, entries, _ = converter.read("adaptive-cards", card)
    assert [(it["key"], it["label"]) for it in document["fields"]] == [
        ("name", "Your name"), ("day", "Day"), ("more", "More"), ("note", "Note"),
    ]  # fmt: skip
    # Who may not be asked need not answer.
    assert [it["path"] for it in entries if it["effect"] == "laxer"] == [
        "/body/2/items/0/isRequired", "/actions/0/card/body/0/isRequired",
    ]  # fmt: skip
    assert converter.verdicts(document, [{}]) == [True]


@pytest.mark.parametrize("name", WHOLE)
def test_a_form_is_known_by_its_content(converter: Converter, name: str) -> None:
    for form in [WHOLE[name], {"view": VIEW}][: 2 if name == "slack" else 1]:
        told = converter.ask("field/check", {"form": form, "values": {}})["result"]
        assert "name" in {problem.get("key") for problem in told["problems"]}
        error = converter.ask("field/import", {"format": "surveyjs", "document": form})["error"]
        assert f"read it as {name}" in error["message"]


# What stands in place of something else in a mutilated form.
OTHERS: list[Json] = [None, 0, -1, 10**30, 1.5, "", "x", "2020-13-45", "(", True, [], {}, [{}], {"type": "x"}]


def mutilated(value: Json, chance: random.Random, rate: float) -> Json:
    if chance.random() < rate:
        return chance.choice(OTHERS)
    if isinstance(value, list):
        return [mutilated(it, chance, rate) for it in value for _ in range(chance.choice([0, 1, 1, 1, 1, 2]))]
    if isinstance(value, dict):
        return {name: mutilated(it, chance, rate) for name, it in value.items() if chance.random() > rate}
    return value


@pytest.mark.parametrize("seeds", seed_ranges(1, 20))
@pytest.mark.parametrize("name", WHOLE)
def test_a_mutilated_form_makes_a_sound_document(converter: Converter, name: str, seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        for _ in range(60):
            form = mutilated(WHOLE[name], chance, chance.choice([0.01, 0.05]))
            if not isinstance(form, dict):
                continue
            answer = converter.ask("field/import", {"format": name, "document": form})
            if "error" in answer:
                continue
            document = answer["result"]["document"]
            assert converter.problems(document) == [], (seed, form)
            written, _ = converter.write(name, document)
            assert "error" not in converter.ask("field/import", {"format": name, "document": written}), (seed, form)


def exported(converter: Converter, maker: Maker, name: str, seeds: range) -> Iterator[Json]:
    for seed in seeds:
        document = maker.document(seed, [0.05, 0.15, 0.3][seed % 3])
        if not converter.problems(document):
            yield converter.write(name, document)[0]


def texts(value: Json, path: str = "") -> Iterator[tuple[str, str]]:
    for name, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if isinstance(inner, str):
            yield f"{path}/{name}", inner
        yield from texts(inner, f"{path}/{name}")


@pytest.mark.parametrize("seeds", seed_ranges(1, 10))
def test_a_view_keeps_the_limits_of_slack(converter: Converter, maker: Maker, seeds: range) -> None:
    long = {
        "title": "T" * 99,
        "fields": [
            {"key": "k" * 300, "kind": "picker", "label": "L" * 3000, "data": [{"value": f"v{n}", "label": "R" * 99} for n in range(250)]},
            *({"key": f"f{n}", "kind": "entry", "label": "F", "maxLength": 9999} for n in range(120)),
        ],
    }
    for view in [converter.write("slack", long)[0], *exported(converter, maker, "slack", seeds)]:
        assert 1 <= len(view["title"]["text"]) <= 24 and len(view["blocks"]) <= 100
        identifiers = [block["block_id"] for block in view["blocks"] if block["type"] != "divider"]
        assert len(set(identifiers)) == len(identifiers) and max(map(len, identifiers), default=0) <= 255
        for block in view["blocks"]:
            if block["type"] != "input":
                continue
            element = block["element"]
            assert 1 <= len(block["label"]["text"]) <= 2000
            groups = [group["options"] for group in element.get("option_groups", [])] or [element.get("options", [{}])]
            assert len(groups) <= 100 and all(1 <= len(options) <= 100 for options in groups)
            for row in (row for options in groups for row in options if row):
                assert 1 <= len(row["text"]["text"]) <= 75 and 1 <= len(row["value"])
            assert element.get("max_length", 1) <= 3000
            assert all(text for path, text in texts(block) if path.endswith("/text"))


def test_a_view_of_slack_has_a_block_even_if_the_form_has_no_field(converter: Converter) -> None:
    views = pytest.importorskip("slack_sdk.models.views")
    for fields in ([], [{"key": "a", "kind": "any", "label": "A"}]):
        view, _ = converter.write("slack", {"title": "Hi", "fields": fields})
        assert [block["type"] for block in views.View(**view).to_dict()["blocks"]] == ["divider"]
        assert converter.read("slack", view)[0] == {"title": "Hi", "fields": []}



# Of random forms some have mistakes of their own.
@pytest.mark.parametrize("seeds", seed_ranges(8, 30))
def test_slacks_own_library_takes_what_is_written(converter: Converter, maker: Maker, seeds: range) -> None:
    views = pytest.importorskip("slack_sdk.models.views")
    count = 0
    for view in [VIEW, *exported(converter, maker, "slack", seeds)]:
        made = views.View(**view).to_dict()
        assert [block["type"] for block in made["blocks"]] == [block["type"] for block in view["blocks"]]
        count += 1
    assert count > 1
