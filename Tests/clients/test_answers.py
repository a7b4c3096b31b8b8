"""What other programs hand over, held to a form: at the command line, over the wire, and in Python."""

from __future__ import annotations

import json
import random
import subprocess
import urllib.parse
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import fieldd
import pytest
from conftest import binary, seed_ranges, seeds
from converter import Converter

Json = Any
FORM: Json = {
    "groups": [{"key": "home", "label": "Home", "path": "/home"}, {"key": "lines", "label": "Lines", "repeat": {}}],
    "fields": [
        {"key": "name", "kind": "entry", "label": "Your name", "required": True},
        {"key": "age", "kind": "entry", "label": "Age", "value": "integer", "validation": {"live": [{"maximum": 150}]}},
        {"key": "pin", "kind": "entry", "label": "PIN", "secure": True, "maxLength": 4},
        {"key": "city", "kind": "area", "label": "City", "group": "home", "maxLength": 12},
        {"key": "tags", "kind": "picker", "label": "Tags", "multiple": True, "data": ["a", "b", {"value": 3, "label": "C, D"}]},
        {"key": "ok", "kind": "picker", "label": "Agree", "value": "boolean", "data": [True, False]},
        {"key": "product", "kind": "entry", "label": "Product", "group": "lines", "required": True},
        {"key": "qty", "kind": "entry", "label": "Qty", "group": "lines", "value": "number"},
    ],
}
ISSUE = """### Your name

Ada

### Age

_No response_

### City

```shell
London calling
```

### Tags

- [X] a
- [ ] b
- [x] C, D

### Not a label

### Agree

true
"""
XML = """<?xml version="1.0"?>
<data id="f" xmlns:orx="http://openrosa.org/xforms"><name>Ada &amp; <![CDATA[Bob]]></name><age>361</age>
<home><city>Wien</city></home><tags>a 3</tags>
<lines><product>tea</product><qty>2.5</qty></lines><lines><product/><qty>x</qty></lines>
<orx:meta><orx:instanceID>uuid:1</orx:instanceID></orx:meta></data>
"""
KOBO = {
    "_id": 5, "formhub/uuid": "x", "meta/instanceID": "u", "name": "Ada", "age": "36", "home/city": "Wien", "tags": "a b",
    "ok": "yes", "lines": [{"lines/product": "tea", "lines/qty": "2"}, {"lines/product": "milk"}], "_attachments": [{"a": 1}],
}  # fmt: skip
SLACK: Json = {
    "type": "view_submission", "team": {"id": "T"},
    "view": {"id": "V", "state": {"values": {
        "name": {"name": {"type": "plain_text_input", "value": "Ada"}},
        "age": {"any-action": {"type": "number_input", "value": "36"}},
        "b7Xq": {"city": {"type": "plain_text_input", "value": None}},
        "tags": {"tags": {"type": "checkboxes", "selected_options": [{"value": "a"}, {"text": {}, "value": "3"}]}},
        "ok": {"ok": {"type": "static_select", "selected_option": {"text": {}, "value": "true"}}},
        "pin": {"pin": {"type": "static_select", "selected_option": None}}}}}}
CARD: Json = {"name": "Ada", "age": "36", "city": "", "tags": "3,a", "ok": "true", "msteams": {"type": "x"}, "pin": None}
# The shape of answers, these, the record that they make, and the codes and places of what is wrong.
CASES: list[tuple[str, Json, Json, list[tuple[str, str]]]] = [
    ("formio", {"data": {"name": "Ada", "age": 36, "submit": True}, "state": "submitted"},
     {"name": "Ada", "age": 36, "submit": True}, []),
    ("formio", {"data": {"age": "x"}}, {"age": "x"}, [("valueMissing", "/name"), ("wrongType", "/age")]),
    ("formio", {"name": "Ada"}, None, [("missingObject", "/data")]),
    ("mcp", {"action": "accept", "content": {"name": "Ada"}}, {"name": "Ada"}, []),
    ("mcp", {"action": "decline"}, None, [("missingObject", "/content")]),
    ("kobo", KOBO,
     {"name": "Ada", "age": 36, "home": {"city": "Wien"}, "tags": ["a", "b"], "ok": True,
      "lines": [{"product": "tea", "qty": 2}, {"product": "milk"}]}, []),
    ("odk", XML,
     {"name": "Ada & Bob", "age": 361, "home": {"city": "Wien"}, "tags": ["a", 3],
      "lines": [{"product": "tea", "qty": 2.5}, {"qty": "x"}]},
     [("rangeOverflow", "/age"), ("valueMissing", "/lines/1/product"), ("wrongType", "/lines/1/qty")]),
    ("odk", "<data><name>Ada</data", None, [("syntax", "")]),
    ("urlencoded", "name=Ada+L%C3%B6&age=36&home%5Bcity%5D=Wien&tags=a&tags=3&ok=on&lines[0][product]=tea&lines[0][qty]=2",
     {"name": "Ada Lö", "age": 36, "home": {"city": "Wien"}, "tags": ["a", 3], "ok": True, "lines": [{"product": "tea", "qty": 2}]}, []),
    ("urlencoded", "name=%ff", None, [("syntax", "")]),
    ("urlencoded", "", {}, [("valueMissing", "/name")]),
    ("urlencoded", "name=100%&tags[]=a&nme=x", {"name": "100%", "tags": ["a"]}, [("unknownKey", "/nme")]),
    ("github", ISSUE, {"name": "Ada", "home": {"city": "London calling"}, "tags": ["a", 3], "ok": True},
     [("tooLong", "/home/city")]),
    ("slack", SLACK, {"name": "Ada", "age": 36, "tags": ["a", 3], "ok": True}, []),
    ("slack", {"state": {"values": {"x": {"name": {"value": "Ada", "type": "t"}}, "age": {"y": {"value": "z"}}}}},
     {"name": "Ada", "age": "z"}, [("wrongType", "/age")]),
    ("slack", {"state": {"values": {"who": {"is it": {"value": "Ada"}}}}}, {}, [("unknownKey", "/who"), ("valueMissing", "/name")]),
    ("slack", {"type": "view_submission", "view": {}}, None, [("missingObject", "/view/state/values")]),
    ("slack", {}, None, [("missingObject", "/state/values")]),
    ("adaptive-cards", CARD, {"name": "Ada", "age": 36, "tags": [3, "a"], "ok": True}, []),
    ("adaptive-cards", {"type": "message", "value": CARD}, {"name": "Ada", "age": 36, "tags": [3, "a"], "ok": True}, []),
    ("adaptive-cards", {"type": "invoke", "value": {"action": {"type": "Action.Execute", "data": {"name": "Ada"}}}}, {"name": "Ada"}, []),
    ("adaptive-cards", {"name": "Ada", "tags": "C, D", "age": 200}, {"name": "Ada", "age": 200, "tags": ["C", "D"]},
     [("rangeOverflow", "/age"), ("badInput", "/tags"), ("badInput", "/tags")]),
    ("adaptive-cards", 7, None, [("missingObject", "")]),
    ("awx", {"extra_vars": {"name": "Ada", "age": 36}, "limit": "all"}, {"name": "Ada", "age": 36}, []),
    ("a2ui", {"name": "Ada", "age": "36", "tags": ["a", "3"], "ok": True, "home": {"city": "Wien"}, "more": [1]},
     {"name": "Ada", "age": 36, "tags": ["a", 3], "ok": True, "home": {"city": "Wien"}}, []),
    ("a2ui", {"version": "v1.0", "surfaces": {"main": {"name": "Ada", "age": None}}}, {"name": "Ada"}, []),
    ("a2ui", {"name": "Ada", "age": "x"}, {"name": "Ada", "age": "x"}, [("wrongType", "/age")]),
    ("a2ui", 7, None, [("missingObject", "")]),
    ("awx", {"extra_vars": "name: Ada"}, None, [("missingObject", "/extra_vars")]),
    ("github", "### Your name\r\n\r\nAda\r\n\r\n### Tags\r\n\r\na, C, D\r\n", {"name": "Ada", "tags": ["a", 3]}, []),
]  # fmt: skip


def run(*arguments: str | Path, text: str) -> subprocess.CompletedProcess[str]:
    command = [binary(), "check", "--form", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True)


@pytest.mark.parametrize(("shape", "answers", "record", "problems"), CASES)
def test_answers_are_judged_alike_at_each_door(
    converter: Converter, tmp_path: Path, shape: str, answers: Json, record: Json, problems: list[tuple[str, str]]
) -> None:
    told = converter.ask("field/check", {"form": FORM, "recordsFormat": shape, "values": answers})["result"]
    assert ([(it["code"], it["path"]) for it in told["problems"]], told.get("record")) == (problems, record)
    many = converter.ask("field/check", {"form": FORM, "recordsFormat": shape, "records": [answers, answers]})["result"]
    assert many["records"] == [told, told]
    (tmp_path / "f.fields.json").write_text(json.dumps(FORM))
    text = answers if isinstance(answers, str) else json.dumps(answers)
    found = run(tmp_path / "f.fields.json", "--records-format", shape, "--format", "ndjson", "-", text=text)
    lines = [json.loads(line) for line in found.stdout.splitlines()]
    if text:
        assert [(it["code"], it["path"]) for it in lines] == problems, found.stdout + found.stderr
        assert found.returncode == (0 if told["valid"] else 1)
    with fieldd.Checker(FORM, str(binary())) as checker:
        verdict = checker.check_answers(answers, shape)  # type: ignore[arg-type]
        assert (verdict.valid, verdict.record) == (told["valid"], record)


def records(count: int, seed: int) -> list[Json]:
    """Records that the form takes, without values that are empty."""
    rng = random.Random(seed)
    texts = ["Ada", "x & y = z", "<b>é&amp;</b>", "100 %+", " a ", "日本", "a/b", "it's \"quoted\""]

    def some(record: Json) -> Json:
        return {key: value for key, value in record.items() if rng.random() < 0.7}

    def lines() -> list[Json]:
        return [{"product": rng.choice(texts), **some({"qty": rng.choice([1, 2.5, -3, 1e300])})} for _ in range(rng.randint(1, 12))]

    return [
        {"name": rng.choice(texts), **some({
            "age": rng.randint(-5, 150), "pin": str(rng.randint(0, 9999)), "home": {"city": rng.choice(texts)},
            "tags": rng.sample(["a", "b", 3], rng.randint(1, 3)), "ok": rng.random() < 0.5, "lines": lines()})}
        for _ in range(count)
    ]  # fmt: skip


def text_of(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def urlencoded(record: Json) -> str:
    pairs: list[tuple[str, str]] = []
    for key, value in record.items():
        if key == "lines":
            pairs += [(f"lines[{n}][{name}]", text_of(it)) for n, line in enumerate(value) for name, it in line.items()]
        elif key == "home":
            pairs += [(f"home[{name}]", it) for name, it in value.items()]
        else:
            pairs += [(key, text_of(it)) for it in (value if isinstance(value, list) else [value])]
    return urllib.parse.urlencode(pairs)


def odk(record: Json) -> str:
    root = ET.Element("data", {"id": "f"})

    def add(parent: ET.Element, values: Json) -> None:
        for key, value in values.items():
            if key == "lines":
                for line in value:
                    add(ET.SubElement(parent, key), line)
            elif isinstance(value, dict):
                add(ET.SubElement(parent, key), value)
            else:
                text = " ".join(map(text_of, value)) if isinstance(value, list) else text_of(value)
                ET.SubElement(parent, key).text = text

    add(root, record)
    return ET.tostring(root, encoding="unicode")


def kobo(record: Json) -> Json:
    flat: Json = {"_id": 1}
    for key, value in record.items():
        if key == "lines":
            flat[key] = [{f"lines/{name}": text_of(it) for name, it in line.items()} for line in value]
        elif key == "home":
            flat |= {f"home/{name}": it for name, it in value.items()}
        else:
            flat[key] = " ".join(map(text_of, value)) if isinstance(value, list) else text_of(value)
    return flat


def card(record: Json) -> Json:
    """A submission of a card, which has no lists and no objects."""
    return {
        key: ",".join(map(text_of, value)) if isinstance(value, list) else text_of(value)
        for key, value in record.items()
        if key not in ("home", "lines")
    }


def slack(record: Json) -> Json:
    def state(key: str, value: Json) -> Json:
        match value:
            case list():
                return {"type": "checkboxes", "selected_options": [{"value": text_of(it)} for it in value]}
            case bool():
                return {"type": "static_select", "selected_option": {"value": text_of(value)}}
        return {"type": "plain_text_input", "value": text_of(value)}

    values = {key: {"element": state(key, value)} for key, value in record.items() if key not in ("home", "lines")}
    return {"type": "view_submission", "view": {"state": {"values": values}}}


@pytest.mark.parametrize("seeds", seed_ranges(2, 20))
@pytest.mark.parametrize("write", [slack, card])
def test_a_flat_record_in_another_shape_is_the_record(converter: Converter, write: Any, seeds: range) -> None:
    shape = "slack" if write is slack else "adaptive-cards"
    for seed in seeds:
        originals = [{key: it for key, it in record.items() if key not in ("home", "lines")} for record in records(40, seed)]
        params = {"form": FORM, "recordsFormat": shape, "records": [write(it) for it in originals]}
        told = converter.ask("field/check", params)["result"]["records"]
        assert [verdict["record"] for verdict in told] == originals, seed


@pytest.mark.parametrize("seeds", seed_ranges(2, 20))
@pytest.mark.parametrize("shape", ["urlencoded", "odk", "kobo", "formio"])
def test_a_record_in_another_shape_is_the_record(converter: Converter, shape: str, seeds: range) -> None:
    write = {"urlencoded": urlencoded, "odk": odk, "kobo": kobo, "formio": lambda record: {"data": record}}[shape]
    for seed in seeds:
        originals = records(40, seed)
        params = {"form": FORM, "recordsFormat": shape, "records": [write(it) for it in originals]}
        told = converter.ask("field/check", params)["result"]["records"]
        for original, verdict in zip(originals, told, strict=True):
            own = converter.ask("field/check", {"form": FORM, "values": original})["result"]
            assert (verdict["problems"], verdict["record"]) == (own["problems"], original), seed


ENVELOPES = [
    '{"data": RECORD}', ' { "data" :RECORD }', '{"d\\u0061ta": RECORD}',
    '{"state": "data", "metadata": {"data": {"name": 1}, "list": [{"data": {}}]}, "data": RECORD, "x": null}',
    '{"deep": ' + "[" * 40 + "]" * 40 + ', "data": RECORD}', '{"é": "\\ud83d\\ude00", "data": RECORD, "z": -1.5e3}',
]  # fmt: skip


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_a_submission_is_judged_as_its_record_whatever_stands_around_it(tmp_path: Path, envelope: str) -> None:
    (tmp_path / "f.fields.json").write_text(json.dumps(FORM))
    written = [json.dumps(record, ensure_ascii=False) for record in records(60, 7)]
    written += ['{"age": 200, "name": null, "tags": ["z"], "what": 1}', '{"name": "A", "lines": [{"qty": "x"}]}', "{}"]

    def told(texts: list[str], *options: str, offset: int = 0) -> list[Json]:
        options = (*options, "--format", "ndjson", "-")
        found = run(tmp_path / "f.fields.json", *options, text="".join(f"{text}\n" for text in texts))
        findings = [json.loads(line) for line in found.stdout.splitlines()]
        return [(it["record"], it["line"], it["column"] - offset, it["code"], it["path"]) for it in findings]

    submissions = [envelope.replace("RECORD", text) for text in written]
    alone = told(written)
    assert len(alone) > 5
    assert told(submissions, "--records-format", "formio", offset=envelope.index("RECORD")) == alone


@pytest.mark.parametrize("seed", seeds(2, 12))
def test_what_a_page_sends_is_judged_alike_behind_others(tmp_path: Path, seed: int) -> None:
    """Bodies with the same names are read in another way than one alone."""
    rng = random.Random(seed)
    (tmp_path / "f.fields.json").write_text(json.dumps(FORM))
    values = {
        "name": ["Ada", "A+B", "%C3%B6", "%ff", "100%", "%", "", "\xe9", "%2", "a=b"], "age": ["36", "200", "x", "", "3%36", "+1"],
        "home%5Bcity%5D": ["Wien", "", "%F0%9F%98%80"], "pin": ["1234", "z"], "tags": ["a", "z", ""], "nme": ["x"],
    }  # fmt: skip
    names = [rng.sample(list(values), rng.randint(1, 5)) for _ in range(3)] + [["name", "age"], ["tags", "tags", "name"]]

    def body() -> str:
        pairs = [key + ("=" + rng.choice(values[key]) if rng.random() < 0.95 else "") for key in rng.choice(names)]
        return rng.choice(["", "", "", "&"]) + rng.choice(["&", "&", "&", "&&"]).join(pairs)

    def told(texts: list[str]) -> list[list[Json]]:
        options = ["--records-format", "urlencoded", "--format", "ndjson", "-"]
        found = run(tmp_path / "f.fields.json", *options, text="".join(f"{text}\n" for text in texts))
        findings = [json.loads(line) for line in found.stdout.splitlines()]
        parts = ("line", "byteOffset", "record")
        return [[it | {part: 0 for part in parts} for it in findings if it["line"] == line + 1] for line in range(len(texts))]

    texts = [body() for _ in range(60)]
    together = told(texts)
    assert sum(map(bool, together)) > 5
    for text in {*texts[1:16]}:
        assert told([text])[0] == together[texts.index(text)], (seed, text)


def test_a_submission_without_one_record_is_told(tmp_path: Path) -> None:
    (tmp_path / "f.fields.json").write_text(json.dumps(FORM))
    texts = ['{"data": ["name"]}', '{"data": {"name": "A"}} x', '{"data": {"name": "A"}, "x": 01}', '{"x": {"data": {}}}', "[]"]
    found = run(tmp_path / "f.fields.json", "--records-format", "formio", "--format", "ndjson", "-", text="\n".join(texts))
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert {it["line"] for it in told} == {1, 2, 3, 4, 5} and found.returncode == 1, told


def test_what_is_wrong_stands_where_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "f.fields.json").write_text(json.dumps(FORM))

    def places(shape: str, text: str) -> list[str]:
        found = run(tmp_path / "f.fields.json", "--records-format", shape, "--format", "sarif", "-", text=text)
        results = json.loads(found.stdout)["runs"][0]["results"]
        regions = [it["locations"][0]["physicalLocation"]["region"] for it in results]
        lines = text.splitlines()
        return [lines[it["startLine"] - 1][it["startColumn"] - 1 : it["endColumn"] - 1] for it in regions]

    assert places("urlencoded", "name=A\nname=B&age=200&tags=z\n") == ["200", "z"]
    assert places("formio", '{"data": {"name": "A"}}\n{"data": {"name": "A", "age": 200}}\n') == ["200"]
    assert places("odk", "<d>\n <name>A</name><age>200</age>\n</d>") == ["200"]
    assert places("slack", '{"state": {"values": {"name": {"a": {"value": "A"}}, "age": {"a": {"value": "200"}}}}}') == ['"200"']
    assert places("adaptive-cards", '{"name": "A", "age": "200"}') == ['"200"']
    assert places("kobo", '[{"name": "A", "home/city": "1234567890123"}]') == ['"1234567890123"']
    assert places("github", "### Your name\n\nA\n\n### Age\n\n200\n") == ["200"]


def test_answers_in_lines_are_divided_and_secrets_in_them_are_not_shown(tmp_path: Path) -> None:
    (tmp_path / "f.fields.json").write_text(json.dumps(FORM))
    text = "name=A&pin=12345\nname=B\n\nage=x&pin=9876"
    options = ["--records-format", "urlencoded", "--pass", tmp_path / "good", "--fail", tmp_path / "bad"]
    found = run(tmp_path / "f.fields.json", *options, "-", text=text)
    assert "1234" not in found.stdout and "9876" not in found.stdout
    assert (tmp_path / "good").read_text() == "name=B\n"
    assert (tmp_path / "bad").read_text() == "name=A&pin=12345\nage=x&pin=9876\n"
    found = run(tmp_path / "f.fields.json", "--records-format", "odk", "--pass", tmp_path / "x", "-", text=XML)
    assert found.returncode == 2 and "--pass" in found.stderr and not (tmp_path / "x").exists()


def test_answers_that_are_too_long_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "f.fields.json").write_text(json.dumps(FORM))
    long = f"name={'x' * 3_000_000}"
    options = ["--records-format", "urlencoded", "--max-record-bytes", "1000000", "--format", "ndjson"]
    found = run(tmp_path / "f.fields.json", *options, "-", text=f"name=A\n{long}\nage=1\n")
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert [(it["record"], it["line"], it["code"]) for it in told] == [(1, 2, "syntax"), (2, 3, "valueMissing")]


def test_a_refusal_is_told_as_another_program_reads_it(converter: Converter) -> None:
    form = {**FORM, "fields": [*FORM["fields"], {"key": "x y", "kind": "entry", "label": "Ü", "maxLength": 1}]}
    answers = {"data": {"age": 200, "lines": [{"qty": "z"}], "x y": "long"}}

    def answer(shape: str, values: Json = answers) -> Json:
        params = {"form": form, "values": values, "recordsFormat": "formio", "answerFormat": shape}
        return converter.ask("field/check", params)["result"].get("answer")

    assert answer("paths") == {
        "/name": ["Your name is required"], "/age": ["Must be at most 150"], "/x y": ["Too long: 4 characters, at most 1"],
        "/lines/0/product": ["Product is required"], "/lines/0/qty": ["Must be a number"],
    }  # fmt: skip
    problem = answer("problem")
    assert (problem["status"], len(problem["errors"])) == (422, 5)
    assert {"detail": "Too long: 4 characters, at most 1", "pointer": "#/x%20y", "code": "tooLong"} in problem["errors"]
    body = answer("formio")
    assert body["name"] == "ValidationError"
    [missing] = [it for it in body["details"] if it["path"] == ["lines", 0, "product"]]
    assert missing == {
        "message": "Product is required", "level": "error", "path": ["lines", 0, "product"],
        "context": {"validator": "required", "hasLabel": True, "key": "product", "label": "Product"},
    }  # fmt: skip
    assert answer("formio", {"data": {"name": "Ada"}}) is None
    assert answer("slack", {"data": {"age": 200, "home": {"city": "Llanfairpwll"}}}) == {
        "response_action": "errors", "errors": {"name": "Your name is required", "age": "Must be at most 150"},
    }  # fmt: skip
    assert answer("slack", {"data": {"name": "Ada"}}) is None
    closed = converter.ask("field/check", {
        "form": {"closed": True, "fields": FORM["fields"][:1]}, "values": {"name": "Ada", "more": 1}, "answerFormat": "slack"})
    assert list(closed["result"]["answer"]["errors"]) == ["more"]
    assert answer("paths", {}) == {"/data": ["An object { … } must be here, if only an empty one"]}


@pytest.mark.parametrize("shape", ["urlencoded", "formio"])
def test_a_secret_in_answers_is_in_no_trace(tmp_path: Path, shape: str) -> None:
    answers = "name=Ada&pin=98765" if shape == "urlencoded" else {"data": {"name": "Ada", "pin": "98765"}}
    params = {"form": FORM, "values": answers, "recordsFormat": shape, "answerFormat": "problem"}
    messages = [
        {"id": 1, "method": "initialize", "params": {}}, {"id": 2, "method": "field/check", "params": params},
        {"id": 3, "method": "shutdown"}, {"method": "exit"},
    ]  # fmt: skip
    text = "".join(json.dumps({"jsonrpc": "2.0", **it}) + "\n" for it in messages)
    trace = tmp_path / "trace.txt"
    done = subprocess.run([binary(), "--trace", trace], input=text, capture_output=True, text=True, check=True)
    assert '"pin":"98765"' in done.stdout
    assert "98765" not in trace.read_text() and '"record":{}' in trace.read_text()


def test_another_shape_is_refused_with_those_there_are(converter: Converter) -> None:
    for name in ["recordsFormat", "answerFormat"]:
        error = converter.ask("field/check", {"form": FORM, "values": {}, name: "xml"})["error"]
        assert error["code"] == -32602 and "formio" in error["message"]
