"""Random surveys of SurveyJS and forms of Form.io, and records that people could enter in them."""

from __future__ import annotations

import json
import random
import subprocess
from typing import Any

Json = Any
WORDS = ["red", "green", "blue", "fish", "Fish", "a1", "ünï", "x y", "it's", "7", "0.5"]
TEXTS = [*WORDS, "ab", "abcdef", "12345", "a-b", "🙂🙂", "9z"]
NUMBERS = [-3, 0, 1, 2, 5, 7, 10, 18, 0.5, 99.25, 1000]
DAYS = ["2020-02-29", "2021-01-01", "2024-12-31", "2030-06-15"]


def survey(rng: random.Random) -> Json:
    """A survey, of which every property has a counterpart."""
    names = [f"q{n}" for n in range(rng.randint(1, 6))]
    questions = [survey_question(rng, name) for name in names]
    for index, question in enumerate(questions):
        if index and rng.random() < 0.4:
            asked = rng.choice(questions[:index])
            property_ = rng.choice(["visibleIf", "enableIf", "requiredIf"])
            if question["type"] != "paneldynamic" and asked["type"] not in {"paneldynamic", "matrix", "matrixdropdown"}:
                question.pop("isRequired", None)
                question[property_] = survey_condition(rng, asked)
    if rng.random() < 0.3 and len(questions) > 1:
        middle = rng.randint(1, len(questions) - 1)
        return {
            "title": "T",
            "pages": [
                {"name": "p1", "title": "First", "elements": questions[:middle]},
                {"name": "p2", "title": "Second", "elements": questions[middle:]},
            ],
        }
    if rng.random() < 0.3:
        inside = {"type": "panel", "name": "i", "title": "Inside", "elements": questions[1:]}
        elements = [questions[0], inside] if len(questions) > 1 and rng.random() < 0.5 else questions
        return {"elements": [{"type": "panel", "name": "p", "title": "All", "elements": elements}]}
    return {"elements": questions}


def survey_question(rng: random.Random, name: str, deep: bool = True) -> Json:
    kinds = [
        "text", "number", "date", "comment", "dropdown", "radiogroup", "checkbox", "tagbox",
        "ranking", "boolean", "rating", "multipletext",
    ]  # fmt: skip
    outer = ["paneldynamic", "matrixdynamic", "matrix", "matrixdropdown"]
    kind = rng.choice([*kinds, *outer] if deep else kinds[:-1])
    question: Json = {"type": kind, "name": name}
    if rng.random() < 0.5:
        question["title"] = rng.choice(["Colour?", "How many?", "Ünï"])
    if rng.random() < 0.4:
        question["isRequired"] = True
    match kind:
        case "text" | "comment":
            validators: list[Json] = []
            if rng.random() < 0.4:
                validators.append({"type": "text", "minLength": rng.randint(1, 3)})
            if rng.random() < 0.3:
                validators.append({"type": "text", "maxLength": 5, "text": "Shorter"})
            if rng.random() < 0.3:
                validators.append({"type": "regex", "regex": rng.choice(["^[a-z]+", "[0-9]", "d$|^x"])})
            if rng.random() < 0.2:
                validators.append({"type": "text", "minLength": 1, "allowDigits": False})
            if validators:
                question["validators"] = validators
        case "number":
            question |= {"type": "text", "inputType": "number"}
            if rng.random() < 0.5:
                question |= {"min": rng.choice([0, 1, 2])}
            if rng.random() < 0.5:
                question |= {"max": rng.choice([7, 18])}
            if rng.random() < 0.3:
                question["validators"] = [{"type": "numeric", "minValue": 1, "maxValue": 100, "text": "No"}]
        case "date":
            question |= {"type": "text", "inputType": "date"}
            if rng.random() < 0.5:
                question |= {"min": "2021-01-01"}
            if rng.random() < 0.3:
                question |= {"max": "2029-12-31"}
        case "dropdown" | "radiogroup" | "checkbox" | "tagbox" | "ranking":
            choices: list[Json] = ["red", "green", {"value": "blue", "text": "Blue!"}]
            question["choices"] = choices if rng.random() < 0.6 else [1, 2, {"value": 3, "text": "Three"}]
            if kind == "ranking":
                question["selectToRankEnabled"] = True
            if kind in {"checkbox", "tagbox", "ranking"} and rng.random() < 0.5:
                question |= {"minSelectedChoices": 2} if rng.random() < 0.5 else {"maxSelectedChoices": 2}
        case "rating":
            question |= rng.choice([{}, {"rateMax": 3}, {"rateMin": 0, "rateMax": 4, "rateStep": 2}])
        case "multipletext":
            question.pop("isRequired", None)
            question["items"] = [
                {"name": "one", "isRequired": rng.random() < 0.5},
                {"name": "two", "title": "Second"},
            ]
        case "matrix":
            question.pop("isRequired", None)
            question |= {"columns": ["no", {"value": "y", "text": "Yes"}], "rows": ["one", {"value": "two", "text": "2nd"}]}
            if rng.random() < 0.4:
                question["eachRowRequired"] = True
        case "matrixdropdown":
            question.pop("isRequired", None)
            question["rows"] = ["one", "two"]
            question["columns"] = [
                {"name": "c1", "cellType": "text", "isRequired": rng.random() < 0.5},
                {"name": "c2", "title": "Second", "cellType": "dropdown", "choices": ["red", "green"]},
            ]
        case "paneldynamic":
            question |= {"maxPanelCount": 3}
            question["templateElements"] = [survey_question(rng, f"i{n}", False) for n in range(2)]
        case "matrixdynamic":
            question |= {"rowCount": 0, "maxRowCount": 4}
            question["columns"] = [
                {"name": "c1", "cellType": "text", "isRequired": rng.random() < 0.5},
                {"name": "c2", "cellType": "dropdown", "choices": ["red", "green"]},
            ]
            if rng.random() < 0.4:
                question |= {"detailPanelMode": "underRow", "detailElements": [survey_question(rng, "d1", False)]}
    return question


def survey_condition(rng: random.Random, asked: Json) -> str:
    name = "{" + asked["name"] + "}"
    test = f"{name} {rng.choice(['empty', 'notempty'])}"
    choices = [c if not isinstance(c, dict) else c["value"] for c in asked.get("choices", [])]
    value = repr(rng.choice(choices)) if choices else ""
    match asked["type"]:
        case "boolean":
            test = rng.choice([f"{name} = true", f"{name} <> true", f"!{name}", name])
        case "dropdown" | "radiogroup":
            test = rng.choice([f"{name} = {value}", f"{name} != {value}", f"{name} anyof [{value}]"])
        case "checkbox" | "tagbox" | "ranking":
            test = rng.choice([f"{name} contains {value}", f"{name} notcontains {value}", test])
        case "text" if asked.get("inputType") == "number":
            test = rng.choice([f"{name} > 5", f"{name} <= 5", f"not ({name} empty)", f"!({name} >= 7)"])
            test = test.replace("not (", "!(")
        case "text" if asked.get("inputType") == "date":
            test = rng.choice([f"{name} > '2024-01-01'", f"{name} < '2022-01-01'", test])
    if rng.random() < 0.3:
        return f"({test}) {rng.choice(['and', 'or'])} {name} notempty"
    return test


def survey_record(rng: random.Random, survey: Json) -> Json:
    """What could be entered in a survey, right or wrong."""
    record: Json = {}
    for question in _questions(survey):
        value = _survey_value(rng, question)
        if value is not None and rng.random() < 0.8:
            record[question["name"]] = value
    return record


def _questions(part: Json) -> list[Json]:
    found: list[Json] = []
    for question in [*part.get("elements", []), *part.get("pages", [])]:
        if "elements" in question:
            found += _questions(question)
        else:
            found.append(question)
    return found


def _survey_value(rng: random.Random, question: Json) -> Json:
    values = [c if not isinstance(c, dict) else c["value"] for c in question.get("choices", [])]
    match question.get("cellType", question.get("type", "text")):
        case "text" if question.get("inputType") == "number":
            return rng.choice(NUMBERS)
        case "text" if question.get("inputType") == "date":
            return rng.choice(DAYS)
        case "text" | "comment":
            return rng.choice(TEXTS)
        case "dropdown" | "radiogroup":
            return rng.choice(values)
        case "checkbox" | "tagbox" | "ranking":
            # No more can be chosen than that.
            return rng.sample(values, rng.randint(1, question.get("maxSelectedChoices", len(values))))
        case "boolean":
            return rng.random() < 0.5
        case "rating":
            least, step = question.get("rateMin", 1), question.get("rateStep", 1)
            return rng.choice(range(least, question.get("rateMax", 5) + 1, step))
        case "multipletext":
            return {n: rng.choice(TEXTS) for n in ["one", "two"] if rng.random() < 0.7} or None
        case "matrix":
            return {n: rng.choice(["no", "y"]) for n in ["one", "two"] if rng.random() < 0.7} or None
        case "matrixdropdown":
            rows = {}
            for name in ["one", "two"]:
                cells = {q["name"]: _survey_value(rng, q) for q in question["columns"] if rng.random() < 0.8}
                rows |= {name: cells} if cells else {}
            return rows or None
        case "paneldynamic" | "matrixdynamic":
            inner = question.get("templateElements") or question["columns"] + question.get("detailElements", [])
            entries = []
            for _ in range(rng.randint(0, 3)):
                entry = {q["name"]: _survey_value(rng, q) for q in inner if rng.random() < 0.8}
                # To a survey an entry without anything in it is none.
                entries += [kept] if (kept := {k: v for k, v in entry.items() if v is not None}) else []
            return entries or None
    raise AssertionError(question)


def formio(rng: random.Random) -> Json:
    """A form of Form.io, of which every property has a counterpart."""
    components = [formio_component(rng, f"q{n}") for n in range(rng.randint(1, 6))]
    for index, component in enumerate(components):
        if index and rng.random() < 0.4 and component["type"] != "datagrid":
            asked = rng.choice(components[:index])
            if asked["type"] not in {"container", "datagrid"}:
                component["conditional"] = formio_condition(rng, asked)
    if rng.random() < 0.3:
        if len(components) > 1 and rng.random() < 0.5:
            inside = {"type": "fieldset", "key": "f", "legend": "Inside", "components": components[1:]}
            components = [components[0], inside]
        components = [{"type": "panel", "key": "p", "title": "All", "components": components}]
    return {"display": "form", "components": components}


def formio_component(rng: random.Random, key: str, deep: bool = True) -> Json:
    kinds = ["textfield", "textarea", "number", "password", "phoneNumber", "radio", "select", "several"]
    kind = rng.choice([*kinds, "container", "datagrid"] if deep else kinds)
    component: Json = {"type": kind, "key": key, "label": rng.choice(["A", "Ünï"]), "input": True}
    validate: Json = {}
    if rng.random() < 0.4:
        validate["required"] = True
    rows = [{"label": "Red", "value": "red"}, {"label": "2", "value": "2"}, {"label": "Blue", "value": "b"}]
    match kind:
        case "textfield" | "textarea" | "password" | "phoneNumber":
            if rng.random() < 0.4:
                validate["minLength"] = rng.choice([2, "3"])
            if rng.random() < 0.4:
                validate["maxLength"] = rng.choice([4, "5"])
            if rng.random() < 0.3:
                validate["pattern"] = rng.choice(["[a-z]+", "[0-9]*", "a|.*h", "[a-z]+[0-9]?"])
            if not {"minLength", "maxLength"} & set(validate) and rng.random() < 0.3:
                validate["minWords"] = 2
            if rng.random() < 0.1:
                component["inputMask"] = "aa9"
        case "number":
            if rng.random() < 0.5:
                validate["min"] = rng.choice([0, 1])
            if rng.random() < 0.5:
                validate["max"] = rng.choice([7, 18])
        case "radio":
            component["values"] = rows
        case "select":
            component["data"] = {"values": rows}
        case "several":
            component |= {"type": "select", "multiple": True, "data": {"values": rows}}
        case "container":
            validate = {}
            component["components"] = [formio_component(rng, f"i{n}", False) for n in range(2)]
        case "datagrid":
            if rng.random() < 0.4:
                validate["minLength"] = 1
                validate["required"] = True
            else:
                validate = {}
            if rng.random() < 0.4:
                validate["maxLength"] = 2
            component["components"] = [formio_component(rng, f"i{n}", False) for n in range(2)]
    if validate:
        component["validate"] = validate
    return component


def formio_condition(rng: random.Random, asked: Json) -> Json:
    key = asked["key"]
    match asked["type"]:
        case "radio" | "select" if not asked.get("multiple"):
            if rng.random() < 0.5:
                return {"show": rng.choice([True, "true", False]), "when": key, "eq": rng.choice(["red", "b"])}
            test = {"component": key, "operator": rng.choice(["isEqual", "isNotEqual"]), "value": "red"}
        case "number":
            operator = rng.choice(["greaterThan", "lessThan"])
            test = {"component": key, "operator": operator, "value": 5}
        case _:
            test = {"component": key, "operator": rng.choice(["isEmpty", "isNotEmpty"])}
    return {"show": rng.random() < 0.7, "conjunction": rng.choice(["all", "any"]), "conditions": [test]}


def formio_record(rng: random.Random, form: Json) -> Json:
    """What could be entered in a form of Form.io, right or wrong."""
    record: Json = {}
    for component in form["components"]:
        if component["type"] in {"panel", "fieldset"}:
            record |= formio_record(rng, component)
        elif rng.random() < 0.8 or component["type"] == "container":
            record[component["key"]] = _formio_value(rng, component)
    return record


def _formio_value(rng: random.Random, component: Json) -> Json:
    match component["type"]:
        case "number":
            return rng.choice(NUMBERS)
        case "radio":
            return rng.choice(["red", 2, "b"])
        case "select" if component.get("multiple"):
            return rng.sample(["red", 2, "b"], rng.randint(1, 3))
        case "select":
            return rng.choice(["red", 2, "b"])
        case "container":
            return formio_record(rng, component)
        case "datagrid":
            entries = [formio_record(rng, component) for _ in range(rng.randint(1, 3))]
            # To Form.io an entry without anything in it is none, where one is required.
            return entries if any(entries) else [{"i0": _formio_value(rng, component["components"][0])}]
        case _:
            return rng.choice([*TEXTS, "two words", "ab1"])


class Engine:
    """A program that reads a form and records from each line, and says which of these are right."""

    def __init__(self, *command: str) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def verdicts(self, form: Json, records: list[Json]) -> list[bool | str]:
        process = self._process
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps({"form": form, "records": records}) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
