"""HTML and issue forms to field documents and back, held to Chromium and to PyYAML."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import seeds
from markup import CASES, document, judge, mutated, plain, record_value
from selenium.webdriver.chrome.webdriver import WebDriver

from daemon import Daemon

# What asks nothing of values.
LOOKS = {"presentationOnly", "madeUp"}
# A folder with sources from elsewhere, for `make corpora`.
CORPORA = os.environ.get("FIELDD_CORPORA")


@pytest.fixture(scope="module")
def daemon(fieldd: str) -> Any:
    with Daemon(fieldd) as daemon:
        daemon.request("initialize", {"capabilities": {}})
        yield daemon


class Refused(Exception):
    """A source that can't be read."""


def imported(daemon: Daemon, form: str, text: str) -> dict[str, Any]:
    answer = daemon.answer_to(daemon.ask("field/import", {"format": form, "text": text}))
    if "error" in answer:
        raise Refused(answer["error"]["message"])
    return answer["result"]


def exported(daemon: Daemon, form: str, made: dict[str, Any]) -> dict[str, Any]:
    """The text in another format, and the report."""
    opened = daemon.request("field/open", {"uri": "form:markup", "document": made})
    answer = daemon.request("field/export", {"uri": "form:markup", "format": form})
    daemon.request("field/close", {"uri": "form:markup"})
    assert opened.get("diagnostics", []) == [] or all(it["severity"] > 1 for it in opened["diagnostics"])
    return answer


def verdicts(daemon: Daemon, made: dict[str, Any], records: list[Any]) -> list[bool]:
    answer = daemon.request("field/check", {"form": made, "records": records})
    assert "diagnostics" not in answer, answer["diagnostics"]
    return [record["valid"] for record in answer["records"]]


def codes(answer: dict[str, Any]) -> list[str]:
    return [f"{entry['path']} {entry['code']}" for entry in answer["report"]["entries"]]


# HTML.

IT = {"key": "it", "kind": "entry", "label": "It"}
MAIL = {"keyboard": "emailAddress", "validation": {"endEditing": [{"format": "email"}]}}
PICKER = {"key": "it", "kind": "picker", "label": "It"}
DATE = {"key": "it", "kind": "date", "label": "It"}


def rules(*rules: dict[str, Any]) -> dict[str, Any]:
    return {"validation": {"endEditing": list(rules)}}


# A control named `it` and labelled `It`, the field that it is, and what is told of it.
ROWS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("<input name=it>", IT, []),
    ("<input type=email name=it>", IT | MAIL, []),
    ("<input type=url name=it>", IT | {"keyboard": "URL"} | rules({"format": "url"}), []),
    ("<input type=tel name=it>", IT | {"keyboard": "phonePad"}, []),
    ("<input type=search name=it>", IT | {"keyboard": "webSearch", "presentation": {"type": "search"}}, ["presentationOnly"]),
    ("<input type=password name=it>", IT | {"secure": True}, []),
    ("<input type=password name=it value=x>", IT | {"secure": True}, ["secret"]),
    ("<input type=wat name=it>", IT, ["unknownType"]),
    ("<input name=it required placeholder='A &amp; b' value='1&lt;2'>", IT | {"required": True, "placeholder": "A & b", "text": "1<2"}, []),
    ("<input name=it value='a\nb'>", IT | {"text": "ab"}, []),
    ("<input type=email name=it value=' a@b '>", IT | MAIL | {"text": "a@b"}, []),
    ("<input name=it minlength=2 maxlength=5>", IT | {"maxLength": 5, "lengthUnit": "utf16"} | rules({"minLength": 2}), []),
    ("<input name=it maxlength=0>", IT | {"lengthUnit": "utf16"} | rules({"maxLength": 0}), []),
    ("<input name=it maxlength=2 value=abc>", IT | {"lengthUnit": "utf16", "text": "abc"} | rules({"maxLength": 2, "severity": "warning"}), ["reinterpreted"]),
    ("<input name=it maxlength=-2>", IT, ["wrongValue"]),
    ("<input name=it pattern='[a-z]+' title='Letters'>", IT | rules({"pattern": "[a-z]+", "anchored": True, "message": "Letters"}), []),
    ("<input name=it title='Letters'>", IT | {"helper": "Letters"}, ["reinterpreted"]),
    ("<input name=it pattern='[a-'>", IT, ["wrongValue"]),
    ("<input name=it pattern='[\\w.-]+'>", IT, ["wrongValue"]),
    ("<input name=it pattern='[\\w\\&]+'>", IT | rules({"pattern": "[\\w&]+", "anchored": True}), []),
    ("<input name=it pattern='(a)\\1'>", IT, ["pattern"]),
    ("<input name=it pattern='[a--b]'>", IT, ["pattern"]),
    ("<input name=it pattern='[[a-z]&&[b]]'>", IT, ["pattern"]),
    ("<input type=number name=it>", IT | {"value": "integer", "keyboard": "numberPad"}, []),
    ("<input type=number name=it step=any>", IT | {"value": "number", "keyboard": "decimalPad"}, []),
    ("<input type=number name=it min=.5 step=.25>", IT | {"value": "number", "keyboard": "decimalPad"} | rules({"minimum": 0.5}, {"step": 0.25, "stepBase": 0.5}), []),
    ("<input type=number name=it min=1 max=9 value=x>", IT | {"value": "integer", "keyboard": "numberPad"} | rules({"minimum": 1}, {"maximum": 9}), ["wrongValue"]),
    ("<input type=number name=it step=0>", IT | {"value": "integer", "keyboard": "numberPad"}, ["wrongValue"]),
    ("<input type=range name=it max=10>", IT | {"value": "integer", "keyboard": "numberPad", "required": True, "text": "5", "presentation": {"type": "range"}} | rules({"minimum": 0}, {"maximum": 10}), ["presentationOnly"]),
    ("<input type=date name=it min=2020-01-01 max=2020-12-31>", DATE | {"clearable": True, "minimumDate": "2020-01-01", "maximumDate": "2020-12-31"}, []),
    ("<input type=date name=it required value=2020-02-30>", DATE | {"required": True}, ["wrongValue"]),
    ("<input type=date name=it required step=7 min=2020-01-01>", DATE | {"required": True, "minimumDate": "2020-01-01"} | rules({"step": 7, "stepBase": "2020-01-01"}), []),
    ("<input type=time name=it min=22:00 max=04:00 step=any>", DATE | {"mode": "time", "clearable": True} | rules({"minimum": "22:00"}, {"maximum": "04:00"}), []),
    ("<input type=time name=it>", DATE | {"mode": "time", "clearable": True} | rules({"step": 60}), []),
    ("<input type=datetime-local name=it step=1>", DATE | {"mode": "dateAndTime", "clearable": True} | rules({"step": 1}), []),
    ("<input type=month name=it min=2020-01>", IT | rules({"format": "month"}, {"minimum": "2020-01"}), []),
    ("<input type=week name=it value=2020-W53>", IT | {"text": "2020-W53"} | rules({"format": "week"}), []),
    ("<input type=color name=it>", IT | {"text": "#000000", "required": True} | rules({"format": "color"}), []),
    ("<input type=file name=it>", {}, ["unsupportedField"]),
    ("<input type=checkbox name=it>", PICKER | {"data": [{"value": True, "label": "It"}], "clearable": True}, []),
    ("<input type=checkbox name=it value=y checked required>", PICKER | {"text": "y", "required": True, "data": [{"value": "y", "label": "It"}]}, []),
    ("<textarea name=it>\n\na&lt;</textarea>", IT | {"kind": "area", "text": "\na<"}, []),
    ("<textarea name=it rows=3></textarea>", IT | {"kind": "area", "presentation": {"rows": 3}}, ["presentationOnly"]),
    ("<select name=it><option value=''>Choose<option>a<option value=b>Bee</select>", PICKER | {"placeholder": "Choose", "clearable": True, "data": ["a", {"value": "b", "label": "Bee"}]}, []),
    ("<select name=it required><option value=''><option>a</select>", PICKER | {"required": True, "data": ["a"]}, []),
    ("<select name=it><option>a<option selected>b</select>", PICKER | {"text": "b", "required": True, "data": ["a", "b"]}, []),
    ("<select name=it><option disabled>a<option>b</select>", PICKER | {"text": "b", "required": True, "data": [{"value": "a", "disabled": True}, "b"]}, []),
    ("<select name=it><option value='' disabled selected>Choose<option>b</select>", PICKER | {"placeholder": "Choose", "data": ["b"]}, []),
    ("<select name=it required><option>a<option value=''>None</select>", PICKER | {"text": "a", "required": True, "data": ["a", {"value": "", "label": "None"}]}, []),
    ("<select name=it><option value=''><optgroup label=G disabled><option>a</optgroup><option>b</select>", PICKER | {"clearable": True, "data": [{"value": "a", "disabled": True}, "b"], "presentation": {"optgroups": [{"label": "G", "values": ["a"]}]}}, ["presentationOnly"]),
    ("<select name=it multiple required><option>a<option selected>b</select>", PICKER | {"multiple": True, "required": True, "text": ["b"], "data": ["a", "b"]}, []),
    ("<select name=it required><option value=''><option>a<option>a</select>", PICKER | {"required": True, "data": ["a"]}, ["duplicate"]),
    ("<input name=it readonly disabled>", IT | {"readOnly": True, "enabled": False}, []),
    ("<input name=it autofocus autocapitalize=characters autocorrect=off enterkeyhint=go inputmode=numeric>", IT | {"state": "active", "autocapitalization": "allCharacters", "autocorrection": "no", "returnKey": "go", "keyboard": "numberPad"}, []),
    ("<input name=it inputmode=none enterkeyhint=previous>", IT, ["noCounterpart", "noCounterpart"]),
    ("<input name=it autocomplete=email>", IT | {"presentation": {"autocomplete": "email"}}, ["presentationOnly"]),
    ("<input name=it hidden>", IT | {"visible": False, "whenHidden": "keep"}, []),
    ("<input name=it hidden required>", IT | {"visible": False, "whenHidden": "keep", "required": True}, ["reinterpreted"]),
    ("<input name=it dirname=it.dir>", IT, ["presentationOnly"]),
    ("<input name=it onchange='f()'>", IT, ["program"]),
    ("<input name=it v-model=x>", IT, ["unknownProperty"]),
    ("<input name=it class=a style=b data-x=c aria-hidden=false tabindex=2>", IT, []),
    ("<input name=it list=l><datalist id=l><option>a<option value=b></datalist>", IT | {"autofill": {"source": "l"}}, []),
    ("<input name=it list=l><datalist id=l><option value=a>A</datalist>", IT | {"autofill": {"source": "l"}}, ["reinterpreted"]),
    ("<input name=it list=m>", IT, ["noCounterpart"]),
    ("<input name=it aria-describedby='a b'><p id=a>One</p><p id=b>two</p>", IT | {"helper": "One two"}, []),
]  # fmt: skip


def test_a_keyboard_that_no_field_has_is_named(daemon: Daemon) -> None:
    answer = imported(daemon, "html", "<form><label>It <input name=it inputmode=none enterkeyhint=previous></label></form>")
    assert [(entry["message"], entry["effect"]) for entry in answer["report"]["entries"]] == [
        ('There is no keyboard "none"', "none"),
        ('There is no return key "previous"', "none"),
    ]


@pytest.mark.parametrize("markup, field, told", ROWS, ids=[row[0][:60] for row in ROWS])
def test_a_control_is_a_field(daemon: Daemon, markup: str, field: dict[str, Any], told: list[str]) -> None:
    markup = re.sub(r" name=it", " name=it id=it", markup, count=1)
    answer = imported(daemon, "html", f"<form>{markup}<label for=it>It</label></form>")
    assert [entry["code"] for entry in answer["report"]["entries"]] == told
    assert [plain(it) for it in answer["document"]["fields"]] == ([plain(field)] if field else [])
    # What a control says exactly is what an export of the field says; it comes back as it was.
    if field:
        back = exported(daemon, "html", answer["document"])
        if not back["report"]["entries"]:
            again = imported(daemon, "html", back["text"])
            assert plain(again["document"]) == plain(answer["document"])
        lossless = not told or told == ["presentationOnly"]
        assert back["report"]["entries"] == [] or not lossless or "<datalist" in markup


def test_a_page_is_read_as_its_first_form(daemon: Daemon) -> None:
    page = """<!DOCTYPE html><html><head><title>Shop &middot; Order</title><style>form{}</style></head><body>
<input name=before>
<form id=search></form>
<form id=order aria-label="Order" action="/order">
  <fieldset name=who disabled><legend>Who <input name=inside aria-label=Inside></legend>
    <p><label>Name <input name=name></label></p>
    <fieldset><legend>Size</legend>
      <label><input type=radio name=size value=s> Small</label>
      <label><input type=radio name=size value=l required> Large</label></fieldset>
  </fieldset>
  <script>document.write("<input name=script>")</script>
  <template><input name=template></template>
  <!-- <input name=comment> -->
  <fieldset><legend>With</legend>
    <label><input type=checkbox name=with value=milk checked> Milk</label>
    <label><input type=checkbox name=with value=sugar> Sugar</label></fieldset>
  <input type=hidden name=token value=abc>
  <input name=elsewhere form=nowhere aria-label=E>
  <input type=submit value=Go>
</form>
<input name=late form=order aria-label=Late>
<form><input name=other></form>"""
    answer = imported(daemon, "html", page)
    assert answer["document"] == {
        "title": "Order",
        "groups": [{"key": "who", "label": "Who"}],
        "fields": [
            {"key": "inside", "kind": "entry", "label": "Inside", "group": "who"},
            {"key": "name", "kind": "entry", "label": "Name", "enabled": False, "group": "who"},
            {"key": "size", "kind": "picker", "label": "Size", "required": True, "enabled": False, "group": "who",
             "data": [{"value": "s", "label": "Small"}, {"value": "l", "label": "Large"}], "presentation": {"type": "radio"}},
            {"key": "with", "kind": "picker", "label": "With", "multiple": True, "text": ["milk"],
             "data": [{"value": "milk", "label": "Milk"}, {"value": "sugar", "label": "Sugar"}]},
            {"key": "token", "kind": "entry", "label": "Token", "text": "abc", "visible": False, "whenHidden": "keep"},
            {"key": "late", "kind": "entry", "label": "Late"},
        ],
    }  # fmt: skip
    assert codes(answer) == ["4:35 presentationOnly", "8:14 presentationOnly", "17:3 madeUp", "18:3 unsupportedField",
                             "22:1 unsupportedField"]  # fmt: skip


def test_controls_belong_to_the_form_that_they_name(daemon: Daemon) -> None:
    page = """<fieldset><legend>Top</legend><input name=first form=order aria-label=First>
<label><input type=radio name=size value=s form=order> Small</label></fieldset>
<form id=order>
  <h1>Order</h1>
  <label><input type=radio name=size value=l> Large</label>
  <input name=query form=search>
  <input name=free form="">
  <button form=search>Search</button>
</form>
<form id=search></form>
<output form=order>12</output>
<p id=""></p>
<div id=order></div>
<textarea name=last form=order aria-label=Last></textarea>
<input name=nowhere form=Order>"""
    answer = imported(daemon, "html", page)
    assert answer["document"] == {
        "title": "Order",
        "groups": [{"key": "top", "label": "Top"}],
        "fields": [
            {"key": "first", "kind": "entry", "label": "First", "group": "top"},
            {"key": "size", "kind": "picker", "label": "Size", "group": "top",
             "data": [{"value": "s", "label": "Small"}, {"value": "l", "label": "Large"}], "presentation": {"type": "radio"}},
            {"key": "last", "kind": "area", "label": "Last"},
        ],
    }  # fmt: skip
    assert codes(answer) == [
        "1:1 madeUp",
        "2:8 madeUp",
        "2:8 presentationOnly",
        "6:3 unsupportedField",
        "7:3 unsupportedField",
        "10:1 unsupportedField",
        "11:1 unsupportedField",
    ]


@pytest.mark.parametrize(
    "markup, label",
    [
        ("<label for=a>One</label><input id=a name=it>", "One"),
        ("<label>One <b>two</b> <input name=it> three</label>", "One two three"),
        ("<label>One <select name=it><option value=''>no</select></label>", "One"),
        ("<span id=s>One\n  two</span><input name=it aria-labelledby=s>", "One two"),
        ("<input name=it aria-label='One'>", "One"),
        ("<input name=it placeholder='One'>", "One"),
        ("<input name=first_name>", "First name"),
        ("<input name=firstName>", "First name"),
        ("<div><label>One</div><input name=it>", "It"),
        ("<label>&copy; &notit; &#x41;&#65;&#x80;&amp;lt; &NotEqualTilde;&ampx<input name=it></label>", "\u00a9 \u00acit; AA\u20ac&lt; \u2242\u0338&x"),
    ],
)  # fmt: skip
def test_labels_are_found_where_they_stand(daemon: Daemon, markup: str, label: str) -> None:
    assert imported(daemon, "html", markup)["document"]["fields"][0]["label"] == label


def test_text_without_a_form_is_refused(daemon: Daemon) -> None:
    for text in ("", "no form", "<p>none</p>", "<button>x</button>"):
        with pytest.raises(Refused, match="no form"):
            imported(daemon, "html", text)


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_controls_are_judged_as_chromium_judges_them(daemon: Daemon, driver: WebDriver, seed: int) -> None:
    chance = random.Random(seed)
    cases = [chance.choice(CASES)(chance) for _ in range(200)]
    found = judge(driver, cases)
    disagreed, count, exact = [], 0, 0
    for (markup, _), held in zip(cases, found):
        conversion = imported(daemon, "html", f"<form>{markup}</form>")
        if any(entry["code"] not in LOOKS for entry in conversion["report"]["entries"]):
            continue
        exact += 1
        field = conversion["document"]["fields"][0]
        records = [{"it": record_value(field, draft)} for draft, _ in held]
        for (draft, valid), verdict in zip(held, verdicts(daemon, conversion["document"], records)):
            count += 1
            if valid != verdict:
                disagreed.append((markup, draft, valid, field))
    assert disagreed == []
    assert exact > 120 and count > 1200


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_exported_controls_are_judged_by_chromium_as_the_fields_are(daemon: Daemon, driver: WebDriver, seed: int) -> None:
    """What an export tells nothing of, a browser asks too."""
    chance = random.Random(seed)
    cases, forms = [], []
    while len(cases) < 60:
        markup, drafts = chance.choice(CASES)(chance)
        made = imported(daemon, "html", f"<form>{markup}</form>")["document"]
        made["fields"][0]["label"] = "It"
        answer = exported(daemon, "html", made)
        if answer["report"]["entries"]:
            continue
        inside = re.sub(r"(?s)^<form[^>]*>|<input type=\"submit\">\s*</form>\s*$", "", answer["text"])
        cases.append((inside, drafts))
        forms.append(made)
    found = judge(driver, cases)
    disagreed = []
    for (markup, _), made, held in zip(cases, forms, found):
        records = [{"it": record_value(made["fields"][0], draft)} for draft, _ in held]
        for (draft, valid), verdict in zip(held, verdicts(daemon, made, records)):
            if valid != verdict:
                disagreed.append((markup, draft, valid, made))
    assert disagreed == []


@pytest.mark.parametrize("seed", seeds(1, 2))
@pytest.mark.parametrize("form", ["html", "github"])
def test_what_an_export_tells_nothing_of_comes_back_as_it_was(daemon: Daemon, form: str, seed: int) -> None:
    chance = random.Random(seed)
    exact = 0
    for _ in range(250):
        made = document(chance)
        answer = exported(daemon, form, made)
        for entry in answer["report"]["entries"]:
            assert entry["path"].startswith("/"), entry
        if not answer["report"]["entries"]:
            exact += 1
            again = imported(daemon, form, answer["text"])["document"]
            assert plain(again) == plain(made), answer["text"]
    assert exact > (20 if form == "html" else 5)


EXPORTS: list[tuple[dict[str, Any], list[str]]] = [
    (IT | {"maxLength": 5}, ["/fields/0/lengthUnit reinterpreted"]),
    (IT | {"maxLength": 5, "lengthUnit": "words"}, ["/fields/0/lengthUnit noCounterpart", "/fields/0/maxLength noCounterpart"]),
    (IT | {"secure": True, "text": "x"}, ["/fields/0/text secret"]),
    (IT | rules({"pattern": "a", "flags": "i"}), ["/fields/0/validation/endEditing/0 pattern"]),
    (IT | rules({"minLength": 2, "severity": "warning"}), ["/fields/0/validation/endEditing/0 noCounterpart"]),
    (IT | rules({"equals": "it"}), ["/fields/0/validation/endEditing/0 noCounterpart"]),
    (IT | {"value": "number", "keyboard": "decimalPad"} | rules({"exclusiveMinimum": 2}), ["/fields/0/validation/endEditing/0 noCounterpart"]),
    (IT | {"required": {"when": {"key": "it", "filled": True}}}, ["/fields/0/required noCounterpart"]),
    (IT | {"whenEmpty": "omit"}, ["/fields/0/whenEmpty noCounterpart"]),
    (IT | {"next": "it", "tag": 3, "icon": "x"}, ["/fields/0/next noCounterpart", "/fields/0/tag noCounterpart", "/fields/0/icon noCounterpart"]),
    (PICKER | {"data": [1, 2]}, ["/fields/0/data reinterpreted"]),
    (PICKER | {"data": ["a"], "manualEntry": True}, ["/fields/0/kind reinterpreted", "/fields/0/data noCounterpart", "/fields/0/manualEntry noCounterpart"]),
    (DATE | {"clearable": True, "minimumDate": "today"}, ["/fields/0/minimumDate noCounterpart"]),
    (DATE, ["/fields/0 reinterpreted"]),
]  # fmt: skip


@pytest.mark.parametrize("field, told", EXPORTS)
def test_what_html_can_not_say_is_told(daemon: Daemon, field: dict[str, Any], told: list[str]) -> None:
    assert codes(exported(daemon, "html", {"fields": [field]})) == told


def test_lists_of_entries_have_no_place(daemon: Daemon) -> None:
    made = {"groups": [{"key": "g", "label": "G", "repeat": {}}], "fields": [IT | {"group": "g"}]}
    for form in ("html", "github"):
        told = codes(exported(daemon, form, made))
        assert {"/groups/0 unsupportedField", "/fields/0 unsupportedField"} <= set(told)


# Issue forms.


def test_a_key_that_is_no_id_hides_no_other_loss(daemon: Daemon) -> None:
    area = {"key": "é", "kind": "area", "label": "E", "validation": {"endEditing": [{"pattern": "^a$"}]}}
    told = codes(exported(daemon, "github", {"fields": [IT, area, area | {"key": "ü"}]}))
    for index in (1, 2):
        assert f"/fields/{index}/key reinterpreted" in told
        assert f"/fields/{index}/validation/endEditing/0 noCounterpart" in told
        assert not any(it.startswith(f"/fields/{index} ") for it in told)


BUG = """\
# A form of a project.
name: Bug report
description: 'It''s broken'
title: "[Bug]: "
labels: [bug, "to do"]
body:
- type: markdown
  attributes:
    value: |
      Thanks!
- type: input
  id: version
  attributes: {label: Version, description: Which one, placeholder: "1.0"}
  validations:
    required: true
- type: textarea
  id: what
  attributes:
    label: What happened?
    value: >-
      A folded
      text

      of two lines
    render: shell
- type: dropdown
  id: browser
  attributes:
    label: Browser
    multiple: true
    options:
      - Firefox
      - 1.0
- type: dropdown
  id: one
  attributes: {label: One, options: [a, b], default: 1}
  validations: {required: yes}
- type: checkboxes
  id: terms
  attributes:
    label: Terms
    options:
      - label: I agree
        required: true
- type: input
  id: number
  attributes: {label: Number}
  validations: {is_number: true}
- type: input
  id: code
  attributes: {label: Code, size: 3}
  validations: {regex: '[a-z]{2}\\d'}
- type: upload
  id: file
  attributes: {label: File}
- type: slider
"""
BUG_FIELDS = [
    {"key": "version", "kind": "entry", "label": "Version", "helper": "Which one", "required": True, "placeholder": "1.0", "presentation": {"markdown": ["Thanks!\n"]}},
    {"key": "what", "kind": "area", "label": "What happened?", "text": "A folded text\nof two lines", "presentation": {"render": "shell"}},
    {"key": "browser", "kind": "picker", "label": "Browser", "multiple": True, "data": ["Firefox", "1.0"]},
    {"key": "one", "kind": "picker", "label": "One", "required": True, "text": "b", "data": ["a", "b"]},
    {"key": "terms", "kind": "picker", "label": "Terms", "multiple": True, "data": ["I agree"], "required": True, "minItems": 1, "presentation": {"type": "checkboxes"}},
    {"key": "number", "kind": "entry", "label": "Number", "value": "integer", "keyboard": "numberPad"},
    {"key": "code", "kind": "entry", "label": "Code", "validation": {"endEditing": [{"pattern": "[a-z]{2}\\d", "anchored": True}]}},
]  # fmt: skip


def test_an_issue_form_is_a_form(daemon: Daemon) -> None:
    answer = imported(daemon, "github", BUG)
    made = answer["document"]
    look = {"github": {"title": "[Bug]: ", "labels": ["bug", "to do"]}}
    assert made == {"title": "Bug report", "description": "It's broken", "presentation": look, "fields": BUG_FIELDS}
    assert codes(answer) == [
        "4:1 presentationOnly", "5:1 presentationOnly", "7:3 presentationOnly", "25:5 presentationOnly",
        "38:3 presentationOnly", "51:29 unknownProperty", "53:3 unsupportedField", "56:9 unknownType",
    ]  # fmt: skip
    value = daemon.request("field/import", {"format": "github", "document": yaml.safe_load(BUG.replace("- 1.0", "- '1.0'"))})
    assert value["document"] == made
    assert codes(value)[:3] == ["/title presentationOnly", "/labels presentationOnly", "/body/0 presentationOnly"]
    back = exported(daemon, "github", made)
    # GitHub refuses a default where somebody has to choose.
    assert [(it["path"], it["effect"]) for it in back["report"]["entries"]] == [("/fields/3/text", "none")]
    fields = [{name: it for name, it in field.items() if field["key"] != "one" or name != "text"} for field in BUG_FIELDS]
    assert imported(daemon, "github", back["text"])["document"] == made | {"fields": fields}


ISSUE = """\
name: Feature
description: An idea
title: "Feature: "
labels: ["idea", "to do"]
assignees: ["ada"]
projects: ["org/1"]
type: Task
body:
  - type: markdown
    attributes:
      value: Thanks!
  - type: markdown
    attributes:
      value: |-
        ### About you

        Who you *are*.
  - type: input
    id: name
    visible: ["form"]
    attributes:
      hide_label: true
      label: Name
  - type: markdown
    attributes:
      value: |
        No heading, but
        # one in it
  - type: input
    id: mail
    attributes:
      label: Mail
  - type: markdown
    attributes:
      value: The end.
"""


def test_what_stands_around_the_fields_of_an_issue_comes_back(daemon: Daemon) -> None:
    answer = imported(daemon, "github", ISSUE)
    made = answer["document"]
    assert made["presentation"]["github"] == {
        "title": "Feature: ", "labels": ["idea", "to do"], "assignees": ["ada"], "projects": ["org/1"],
        "type": "Task", "markdown": ["The end."]}  # fmt: skip
    assert made["groups"] == [
        {"key": "about-you", "label": "About you", "description": "Who you *are*.",
         "presentation": {"github": {"level": 3, "markdown": ["Thanks!"]}}}]  # fmt: skip
    assert [(field["key"], field["group"], field["presentation"]) for field in made["fields"]] == [
        ("name", "about-you", {"visible": ["form"], "hide_label": True}),
        ("mail", "about-you", {"markdown": ["No heading, but\n# one in it\n"]}),
    ]
    assert {it["code"] for it in answer["report"]["entries"]} == {"presentationOnly", "madeUp"}
    back = exported(daemon, "github", made)
    assert back["report"]["entries"] == []
    assert back["text"] == ISSUE


def test_groups_are_headings_of_an_issue_form(daemon: Daemon) -> None:
    made = {"title": "T", "description": "D", "groups": [{"key": "one-part", "label": "One part", "description": "Words"},
                                                        {"key": "other", "label": "Other"}],
            "fields": [{"key": key, "kind": "entry", "label": "A", "group": group} for key, group in
                       [("a", "one-part"), ("b", "one-part"), ("c", "other")]]}  # fmt: skip
    back = exported(daemon, "github", made)
    assert back["report"]["entries"] == []
    assert imported(daemon, "github", back["text"])["document"] == made
    # A key that is not made of the words is another after that.
    made["groups"][1]["key"] = made["fields"][2]["group"] = "x"
    assert "/groups/1/key reinterpreted" in codes(exported(daemon, "github", made))


def test_fieldsets_within_fieldsets_come_back(daemon: Daemon) -> None:
    page = """<form><fieldset name=o><legend>Outer</legend><label>A <input name=a></label>
      <fieldset name=i><legend>Inner</legend><label>B <input name=b></label></fieldset>
      <label>C <input name=c></label></fieldset>
      <fieldset name=e><legend>Empty</legend><fieldset name=f><legend>Full</legend><label>D <input name=d></label></fieldset>
      </fieldset></form>"""
    answer = imported(daemon, "html", page)
    made = answer["document"]
    assert [it["code"] for it in answer["report"]["entries"]] == ["presentationOnly", "presentationOnly"]
    assert made["groups"] == [
        {"key": "o", "label": "Outer"},
        {"key": "i", "label": "Inner", "presentation": {"inside": "o"}},
        {"key": "e", "label": "Empty"},
        {"key": "f", "label": "Full", "presentation": {"inside": "e"}},
    ]
    back = exported(daemon, "html", made)
    assert back["report"]["entries"] == []
    assert imported(daemon, "html", back["text"])["document"] == made
    assert back["text"].index("Inner") < back["text"].index('name="c"') < back["text"].index("Empty")


REFUSED = {
    "a: &x 1\nbody: *x": "1:4: Anchors and aliases",
    "body: !!set {a}": "1:7: Tags",
    "%YAML 1.2\n---\nbody: []": "1:1: Directives",
    "body: []\n---\nbody: []": "2:1: A second document",
    "body: [a": "1:9: What began with a bracket",
    "body: 'a": "A quote is never closed",
    "body:\n\t- a": "2:2: YAML takes spaces",
    "body: []\nbody: []": "2:1: The key \"body\" is there twice",
    "body: {a: 1}": "1:1: The `body` of an issue form is a list",
    "name: x": "An issue form has a `body`",
    "- a": "An issue form has keys",
    "": "An issue form has keys",
    "name: a: b\nbody: []": "1:8: A second `:`",
    "? a\n: b": "Keys that are marked",
    "body:\n  - a\n    b: c": "A key within a text",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_issue_form_is_refused_with_its_place(fieldd: str, text: str) -> None:
    run = subprocess.run([fieldd, "convert", "--from", "github"], input=text, capture_output=True, text=True, timeout=60)
    assert run.returncode == 2
    assert REFUSED[text] in run.stderr


class Plain(yaml.SafeLoader):
    """Reads scalars as issue forms have them: what is no truth value, null or plain number is text."""


Plain.yaml_implicit_resolvers = {}
for tag, pattern in {
    "tag:yaml.org,2002:bool": "^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$",
    "tag:yaml.org,2002:null": "^(?:~|null|Null|NULL|)$",
    "tag:yaml.org,2002:int": "^(?:0|[1-9][0-9]*)$",
}.items():
    Plain.add_implicit_resolver(tag, re.compile(pattern), None)

class Canonical(Plain):
    """Refuses scalars whose words, which stay where a text belongs, are no longer seen in what PyYAML makes of them."""


def canonical(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> Any:
    value = {"true": True, "false": False, "": None}.get(node.value, node)
    if value is node:
        raise ValueError(f"written otherwise: {node.value}")
    return value


for tag in ("bool", "null"):
    Canonical.add_constructor(f"tag:yaml.org,2002:{tag}", canonical)

WORDS = [
    "a", "two words", "yes", "no", "null", "~", "1", "1.5", "-1", "0x1", "it's", 'say "it"', "a: b", "a #b", "#c", "- d",
    "- ", "a:", ":a", "[x]", "{y}", "a, b", "|", ">", "&a", "*b", "!c", "%d", "@e", "`f`", "?", "? g", " lead", "trail ", "",
    "line\nline", "line\n\nline\n", "\nline", "  in\nout", "out\n  in\n out\n", "tab\there", "é", "🙂", "\\n", "a\\",
    "=", "<<", "2020-01-01", "1:30", "---", "...", "--- a", "x\n", "x\n\n", "# h\n\n- a\n- b\n", "'", '"', "''", "https://x.y/z?a=b#c",
    "long " * 30, "a\r\nb", "\ufeffx", "trail \nlines \n", "\n", "\n\n", " ", "a\n \nb", "\tx", "on", "Off", "y", "1_000", "~a",
]  # fmt: skip


def issue(chance: random.Random) -> dict[str, Any]:
    def word() -> str:
        return chance.choice(WORDS)

    body: list[dict[str, Any]] = []
    for number in range(chance.randrange(1, 5)):
        attributes: dict[str, Any] = {"label": word(), "description": word()}
        kind = chance.choice(["input", "textarea", "dropdown", "checkboxes"])
        if kind == "dropdown":
            attributes["options"] = [word() for _ in range(chance.randrange(1, 4))]
        elif kind == "checkboxes":
            attributes["options"] = [{"label": word(), "required": chance.random() < 0.5} for _ in range(chance.randrange(1, 4))]
        else:
            attributes |= {"placeholder": word(), "value": word()}
        body.append({"type": kind, "id": f"f{number}", "attributes": attributes, "validations": {"required": chance.random() < 0.5}})
    return {"name": word(), "description": word(), "body": body}


@pytest.mark.parametrize("seed", seeds(1, 2))
def test_yaml_is_read_as_pyyaml_reads_it(daemon: Daemon, seed: int) -> None:
    """Random issue forms as PyYAML writes them, in all of its styles."""
    chance = random.Random(seed)
    for _ in range(200):
        made = issue(chance)
        text = yaml.safe_dump(
            made, default_style=chance.choice([None, None, "'", '"', "|", ">"]),
            default_flow_style=chance.choice([None, True, False]), width=chance.choice([20, 80, 1000]),
            indent=chance.choice([2, 3, 4]), allow_unicode=chance.random() < 0.5, sort_keys=chance.random() < 0.5,
            line_break=chance.choice(["\n", "\r\n"]), explicit_start=chance.random() < 0.2, explicit_end=chance.random() < 0.2,
        )  # fmt: skip
        if " !!" in text or "? " in text and any(line.lstrip(" -").startswith("? ") for line in text.splitlines()):
            continue
        expected = yaml.load(text, Plain)
        answer = imported(daemon, "github", text)
        value = daemon.request("field/import", {"format": "github", "document": expected})
        assert answer["document"] == value["document"], text


@pytest.mark.parametrize("seed", [*seeds(1, 2), 3333])
def test_mutated_yaml_is_read_as_pyyaml_reads_it(daemon: Daemon, seed: int) -> None:
    """Where both take a text they take it for the same; what only we refuse is not read on purpose."""
    chance = random.Random(seed)
    compared, differing, refused = 0, [], []
    for _ in range(1000):
        text = mutated(chance, BUG if chance.random() < 0.5 else yaml.safe_dump(issue(chance)))
        try:
            expected: Any = yaml.load(text, Canonical)
        except (yaml.YAMLError, ValueError):
            continue
        if not isinstance(expected, dict) or not isinstance(expected.get("body"), list):
            continue
        try:
            value = daemon.request("field/import", {"format": "github", "document": json.loads(json.dumps(expected))})
        except (TypeError, ValueError):
            continue
        try:
            answer = imported(daemon, "github", text)
        except Refused as error:
            refused.append((text, str(error)))
            continue
        compared += 1
        if answer["document"] != value["document"]:
            differing.append((text, answer["document"], value["document"]))
    assert differing == []
    assert compared > 60
    unread = ("Anchors", "Tags", "twice", "Directives", "second document", "marked with `?`", "tabs")
    strange = [told for told in refused if not any(word in told[1] for word in unread)]
    assert strange == []


# Anything at all.

PAGE = (
    "<!doctype html><title>T</title><form><fieldset><legend>L</legend><label>A <input name=a value='&eacute;&#x41;' required"
    " pattern=[a-z]+ maxlength=3></label><select name=b><optgroup label=g><option selected value=1>One<option>Two</select>"
    "<textarea name=c>\nx</textarea><svg><title/><path/></svg></fieldset><input type=radio name=r value=1><input type=radio"
    " name=r><input type=number name=n min=1 max=9 step=.5><datalist id=d><option>o</datalist><!-- c --><script>if (a<b) {}"
    "</script><template><input></template></form>"
)


@pytest.mark.parametrize("seed", seeds(1, 2))
@pytest.mark.parametrize("form, source", [("html", PAGE), ("github", BUG)])
def test_mutated_sources_are_read_or_refused(daemon: Daemon, form: str, source: str, seed: int) -> None:
    chance = random.Random(seed)
    read = 0
    for _ in range(200):
        text = mutated(chance, source)
        try:
            answer = imported(daemon, form, text)
        except Refused:
            continue
        read += 1
        for entry in answer["report"]["entries"]:
            assert re.fullmatch(r"\d+:\d+", entry["path"])
        # What is made is a form that can be opened.
        opened = daemon.request("field/open", {"uri": "form:m", "document": answer["document"]})
        daemon.request("field/close", {"uri": "form:m"})
        assert [it for it in opened.get("diagnostics", []) if it["severity"] == 1] == [], text
    assert read > 5


@pytest.mark.campaign("FIELDD_CORPORA")
@pytest.mark.parametrize("form", ["html", "github"])
def test_sources_of_others_are_read(daemon: Daemon, form: str) -> None:
    """Those in the folder's `html` and `github`; what was kept of them is printed."""
    kept, told, refused, slowest = 0, Counter(), [], (0.0, "")
    paths = sorted(path for path in Path(CORPORA or "", form).glob("*") if path.is_file())
    assert len(paths) >= (50 if form == "html" else 100)
    for path in paths:
        text = path.read_bytes().decode(errors="replace")
        began = time.perf_counter()
        try:
            answer = imported(daemon, form, text)
        except Refused as error:
            refused.append((path.name, str(error)))
            continue
        slowest = max(slowest, (time.perf_counter() - began, path.name))
        kept += answer["report"]["exact"]
        told.update(entry["code"] for entry in answer["report"]["entries"])
        opened = daemon.request("field/open", {"uri": "form:c", "document": answer["document"]})
        back = daemon.request("field/export", {"uri": "form:c", "format": form})
        daemon.request("field/close", {"uri": "form:c"})
        assert [it for it in opened.get("diagnostics", []) if it["severity"] == 1] == [], path.name
        if not back["report"]["entries"]:
            assert plain(imported(daemon, form, back["text"])["document"]) == plain(answer["document"]), path.name
        if form == "github":
            value = daemon.request("field/import", {"format": form, "document": yaml.load(text, Plain)})
            assert answer["document"] == value["document"], path.name
    share = kept / (kept + told.total())
    print(f"\n{form}: {len(paths)} sources, {len(refused)} refused, {kept} kept exactly ({share:.1%}), {dict(told)}")
    print(f"slowest: {slowest[1]}, {slowest[0]:.3f} s; refused: {refused[:12]}")
    assert len(refused) < len(paths) / 2
