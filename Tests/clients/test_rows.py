"""Rows of pickers that depend on other answers, and rows that are chosen alone, at every door."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from fieldd import Daemon

FORM: dict[str, Any] = {
    "fields": [
        {"key": "country", "kind": "picker", "label": "Country", "data": ["Norway", "Sweden"]},
        {
            "key": "city",
            "kind": "picker",
            "label": "City",
            "data": [
                {"value": "Oslo", "visible": {"when": {"key": "country", "is": "Norway"}}},
                {"value": "Malmö", "visible": {"when": {"key": "country", "is": "Sweden"}}},
                {"value": "Atlantis", "visible": False},
                "Elsewhere",
            ],
        },
        {
            "key": "meals",
            "kind": "picker",
            "label": "Meals",
            "multiple": True,
            "data": ["Breakfast", "Dinner", {"value": "None", "exclusive": True}],
        },
    ]
}
RECORDS: list[tuple[dict[str, Any], list[str]]] = [
    ({"country": "Norway", "city": "Oslo", "meals": ["Breakfast", "Dinner"]}, []),
    ({"country": "Sweden", "city": "Malmö", "meals": ["None"]}, []),
    ({"country": "Sweden", "city": "Elsewhere", "meals": []}, []),
    ({"city": "Elsewhere", "country": "Norway"}, []),
    ({"city": "Malmö", "country": "Norway"}, ["city: Not one of the choices: Oslo, Elsewhere"]),
    ({"city": "Oslo"}, ["city: Not one of the choices: Elsewhere"]),
    ({"country": "Norway", "city": "Atlantis"}, ["city: Not one of the choices: Oslo, Elsewhere"]),
    ({"meals": ["None", "Dinner"]}, ["meals: None can't be chosen with others"]),
    ({"meals": ["Dinner", "None"]}, ["meals: None can't be chosen with others"]),
]


@pytest.fixture
def form_path(tmp_path: Path) -> Path:
    path = tmp_path / "trip.fields.json"
    path.write_text(json.dumps(FORM))
    return path


def run(program: str, *arguments: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("jobs", [1, 2])
def test_check_holds_rows_to_the_answers_beside_them(fieldd: str, form_path: Path, jobs: int) -> None:
    stream = form_path.with_name("trips.ndjson")
    stream.write_text("".join(json.dumps(record) + "\n" for record, _ in RECORDS * 500))
    found = run(fieldd, "check", "--form", form_path, "--format", "ndjson", "--jobs", jobs, stream)
    told: dict[int, list[str]] = {}
    for line in map(json.loads, found.stdout.splitlines()):
        told.setdefault(line["record"], []).append(f"{line['key']}: {line['message']}")
    for number, (_, expected) in enumerate(RECORDS * 500):
        assert told.get(number, []) == expected


def test_what_a_partial_record_leaves_open_is_no_problem(fieldd: str, form_path: Path) -> None:
    stream = form_path.with_name("trips.ndjson")
    stream.write_text('{"city": "Oslo"}\n{"city": "Elsewhere"}\n{"city": "Oslo", "country": "Sweden"}\n')
    found = run(fieldd, "check", "--partial", "--form", form_path, "--format", "ndjson", stream)
    told = [(line["record"], line["code"]) for line in map(json.loads, found.stdout.splitlines())]
    assert told == [(0, "uncheckedDependency"), (2, "badInput")]


@pytest.mark.asyncio
async def test_a_front_end_offers_the_rows_of_the_answer(fieldd: str) -> None:
    async with Daemon(fieldd, store=":memory:") as daemon, daemon.open(FORM) as form:
        country, city = form["country"], form["city"]
        assert [row.hidden for row in city.rows] == [True, True, True, False]
        await country.select("Norway")
        assert [row.hidden for row in city.rows] == [False, True, True, False]
        await city.select("Oslo")
        await country.select("Sweden")
        assert city.text == "Oslo"
        assert city.state == "error"
        assert "Not one of the choices: Malmö, Elsewhere" in (city.helper or "")
        outcome = await city.select(index=0)
        assert not outcome.accepted
        await city.select("Malmö")
        assert city.state != "error"


@pytest.mark.asyncio
async def test_a_row_that_is_chosen_alone_takes_the_place_of_others(fieldd: str) -> None:
    async with Daemon(fieldd, store=":memory:") as daemon, daemon.open(FORM) as form:
        meals = form["meals"]
        assert [row.exclusive for row in meals.rows] == [False, False, True]
        await meals.select(index=0)
        await meals.select(index=1)
        assert meals.chosen == ("Breakfast", "Dinner")
        await meals.select(index=2)
        assert meals.chosen == ("None",)
        await meals.select(index=1)
        assert meals.chosen == ("Dinner",)


def test_records_are_made_up_for_rows_and_against_them(fieldd: str, form_path: Path) -> None:
    right = run(fieldd, "generate", "--count", 100, form_path)
    made = [json.loads(line) for line in right.stdout.splitlines()]
    assert len(made) == 100
    assert {"Oslo", "Malmö", "Elsewhere"} <= {record.get("city") for record in made}
    wrong = run(fieldd, "generate", "--kind", "invalid", "--annotate", form_path)
    rules = {line["rule"]: line["expect"] for line in map(json.loads, wrong.stdout.splitlines())}
    for rule in ["visible of the row Oslo", "a row beside one that is chosen alone"]:
        assert [problem["code"] for problem in rules[rule]["problems"]] == ["badInput"]


def test_a_narrower_row_breaks_old_records(fieldd: str, form_path: Path) -> None:
    old = form_path.with_name("old.fields.json")
    old.write_text(json.dumps(FORM).replace('{"key": "country", "is": "Sweden"}', '{"key": "country", "filled": true}'))
    assert run(fieldd, "diff", old, old).returncode == 0
    compared = run(fieldd, "diff", "--format", "json", old, form_path)
    assert compared.returncode == 1
    assert "Malmö" in compared.stdout


SURVEY = {
    "elements": [
        {"type": "dropdown", "name": "country", "choices": ["no", "se"]},
        {
            "type": "dropdown",
            "name": "city",
            "choices": [{"value": "Oslo", "visibleIf": "{country} = 'no'"}, "Elsewhere"],
        },
        {"type": "checkbox", "name": "langs", "choices": ["a", "b"], "showNoneItem": True},
        {
            "type": "dropdown",
            "name": "best",
            "choices": ["a", {"value": "b", "visibleIf": "{langs} notempty"}],
            "choicesVisibleIf": "{langs} contains {item}",
        },
    ]
}


def test_rows_of_surveys_come_and_go_back(fieldd: str, tmp_path: Path) -> None:
    survey, form, back = (tmp_path / name for name in ("s.json", "s.fields.json", "again.json"))
    survey.write_text(json.dumps(SURVEY))
    report = tmp_path / "report.json"
    assert run(fieldd, "convert", "--from", "surveyjs", "--output", form, "--report", report, survey).returncode == 0
    assert [entry for entry in json.loads(report.read_text())["entries"] if entry["effect"] != "none"] == []
    fields = {field["key"]: field for field in json.loads(form.read_text())["fields"]}
    assert fields["city"]["data"][0]["visible"] == {"when": {"key": "country", "is": "no"}}
    assert fields["langs"]["data"][2] == {"value": "none", "label": "None", "exclusive": True}
    assert fields["best"]["data"] == [
        {"value": "a", "visible": {"when": {"key": "langs", "is": "a"}}},
        {"value": "b", "visible": {"when": {"key": "langs", "filled": True}}},
    ]
    assert run(fieldd, "convert", "--to", "surveyjs", "--output", back, "--report", report, form).returncode == 0
    assert [entry for entry in json.loads(report.read_text())["entries"] if entry["effect"] != "none"] == []
    assert run(fieldd, "convert", "--from", "surveyjs", "--output", tmp_path / "2.fields.json", back).returncode == 0
    assert json.loads((tmp_path / "2.fields.json").read_text()) == json.loads(form.read_text())


@pytest.mark.parametrize("target", ["formio", "html", "xlsform", "github", "json-schema"])
def test_an_export_tells_that_rows_are_offered_at_any_time(fieldd: str, form_path: Path, target: str) -> None:
    report = form_path.with_name("report.json")
    run(fieldd, "convert", "--to", target, "--output", form_path.with_name("out"), "--report", report, form_path)
    told = {entry["effect"] for entry in json.loads(report.read_text())["entries"] if "/data" in entry["path"]}
    # What a schema can't say it has beside it, for who comes back.
    assert ("laxer" in told) == (target != "json-schema")


def test_a_row_whose_condition_looks_at_no_field_is_held_to_it(fieldd: str, tmp_path: Path) -> None:
    """Such as one that is offered until a day."""
    rows = {"today() < '2000-01-01'": "never", "1 > 2": "neither", "today() > '2000-01-01'": "now"}
    data = [{"value": value, "visible": {"when": {"expression": words}}} for words, value in rows.items()]
    fields = [
        {"key": "one", "kind": "picker", "label": "One", "data": data},
        {"key": "some", "kind": "picker", "label": "Some", "data": data, "multiple": True},
    ]
    form, records = tmp_path / "f.fields.json", tmp_path / "r.ndjson"
    form.write_text(json.dumps({"fields": fields}))
    values = ["never", "neither", "now"]
    records.write_text("".join(json.dumps(it) + "\n" for value in values for it in ({"one": value}, {"some": [value]})))
    told = json.loads(run(fieldd, "check", "--format", "json", "--form", form, records).stdout)["findings"]
    assert [(it["record"], it["code"]) for it in told] == [(index, "badInput") for index in range(4)]


@pytest.mark.asyncio
async def test_a_row_may_be_chosen_again_where_the_form_says_so(fieldd: str, tmp_path: Path) -> None:
    """In records and in drafts; `minItems` and `maxItems` count each time."""
    field = {"key": "v", "kind": "picker", "label": "V", "multiple": True, "data": ["a", "b"], "maxItems": 3}
    for unique, codes in (
        (True, [["badInput"], ["badInput"], ["badInput", "rangeOverflow"]]),
        (False, [[], [], ["rangeOverflow"]]),
    ):
        form, records = tmp_path / "f.fields.json", tmp_path / "r.ndjson"
        form.write_text(json.dumps({"fields": [field | {"uniqueItems": unique}]}))
        records.write_text("".join(json.dumps({"v": it}) + "\n" for it in (["a", "a"], ["a", "b", "a"], ["a"] * 4)))
        told = json.loads(run(fieldd, "check", "--format", "json", "--form", form, records).stdout)["findings"]
        found: dict[int, list[str]] = {}
        for it in told:
            found.setdefault(it["record"], []).append(it["code"])
        assert [found.get(index, []) for index in range(3)] == codes
        schema = json.loads(run(fieldd, "convert", "--to", "json-schema", form).stdout)
        assert schema["properties"]["v"].get("uniqueItems", False) == unique
        drafted = {"fields": [field | {"uniqueItems": unique, "text": ["a", "b", "a"]}]}
        async with Daemon(fieldd, store=":memory:") as daemon, daemon.open(drafted) as opened:
            assert bool(await opened.submit()) == (not unique)


@pytest.mark.parametrize("format", ["surveyjs", "formio", "xlsform"])
@pytest.mark.parametrize("row", [{"exclusive": True}, {"visible": {"when": {"key": "a", "is": "x"}}}])
def test_rows_are_not_asked_for_where_the_format_can_not_say_when_a_field_is_checked(converter: Converter, format: str, row: Json) -> None:
    field = {"key": "b", "kind": "picker", "label": "B", "multiple": True, "data": [{"value": "none", **row}, "x"]}
    document = {"fields": [{"key": "a", "kind": "entry", "label": "A"}, {**field, "enabled": {"when": {"key": "a", "lessThan": "q"}}}]}
    written, told = converter.write(format, document)
    assert "laxer" in {entry["effect"] for entry in told if entry["path"] == "/fields/1/enabled"}
    returned = converter.read(format, written)[0]
    record = {"a": "z", "b": ["none", "x"]}
    assert converter.verdicts(document, [record]) == [True]
    if format != "formio":
        assert converter.verdicts(returned, [record]) == [True]
