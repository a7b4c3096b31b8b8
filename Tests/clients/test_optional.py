"""Objects and lists that may be left out: while nothing is in one, nothing in it is required."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pydantic
import pytest
from fieldd import Committed, Daemon

ORDER: dict[str, Any] = {
    "groups": [
        {"key": "billing", "label": "Billing", "path": "/billing", "whenEmpty": "null"},
        {"key": "place", "label": "Place", "path": "/billing/place", "whenEmpty": "omit"},
        {"key": "lines", "label": "Lines", "path": "/billing/lines", "repeat": {}},
        {"key": "gifts", "label": "Gifts", "whenEmpty": "null", "repeat": {"minEntries": 2}},
        {"key": "rows", "label": "Rows", "whenEmpty": "omit", "repeat": {"minEntries": 1}},
    ],
    "fields": [
        {"key": "name", "kind": "entry", "label": "Name", "required": True},
        {"key": "street", "kind": "entry", "label": "Street", "group": "billing", "required": True},
        {"key": "city", "kind": "entry", "label": "City", "group": "billing", "required": True},
        {"key": "zip", "kind": "entry", "label": "Zip", "group": "billing", "whenEmpty": "omit"},
        {"key": "lat", "kind": "entry", "label": "Lat", "group": "place", "value": "number", "required": True},
        {"key": "long", "kind": "entry", "label": "Long", "group": "place", "value": "number"},
        {"key": "sku", "kind": "entry", "label": "SKU", "group": "lines", "required": True},
        {"key": "gift", "kind": "entry", "label": "Gift", "group": "gifts"},
        {"key": "row", "kind": "entry", "label": "Row", "group": "rows"},
    ],
}
ADDRESS = {"street": "Main St", "city": "Oslo"}
# A record, and the codes of what is wrong with it by path.
RECORDS: list[tuple[dict[str, Any], list[str]]] = [
    ({"name": "Ada"}, []),
    ({"name": "Ada", "billing": None, "gifts": None}, []),
    ({"name": "Ada", "billing": ADDRESS}, []),
    ({"name": "Ada", "billing": {}}, ["/billing/city valueMissing", "/billing/street valueMissing"]),
    ({"name": "Ada", "billing": {"street": "Main St"}}, ["/billing/city valueMissing"]),
    ({"name": "Ada", "billing": 5}, ["/billing wrongType"]),
    ({"name": "Ada", "billing": ADDRESS | {"place": None}}, ["/billing/place wrongType"]),
    ({"name": "Ada", "billing": ADDRESS | {"place": {"long": 2}}}, ["/billing/place/lat valueMissing"]),
    ({"name": "Ada", "billing": ADDRESS | {"place": {"lat": 1, "long": 2}}}, []),
    ({"name": "Ada", "billing": ADDRESS | {"lines": [{}]}}, ["/billing/lines/0/sku valueMissing"]),
    ({"name": "Ada", "gifts": []}, ["/gifts tooFewEntries"]),
    ({"name": "Ada", "gifts": [{"gift": "Cup"}]}, ["/gifts tooFewEntries"]),
    ({"name": "Ada", "gifts": [{"gift": "Cup"}, {}]}, []),
    ({"name": "Ada", "rows": None}, ["/rows wrongType"]),
    ({"name": "Ada", "rows": []}, ["/rows tooFewEntries"]),
    ({}, ["/name valueMissing"]),
]


@pytest.fixture
def order(tmp_path: Path) -> Path:
    path = tmp_path / "order.fields.json"
    path.write_text(json.dumps(ORDER))
    return path


def run(program: str, *arguments: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)


def problems(fieldd: str, form: Path, records: list[Any], *options: Any) -> list[list[str]]:
    stream = form.with_name("records.ndjson")
    stream.write_text("".join(json.dumps(record) + "\n" for record in records))
    found = run(fieldd, "check", "--form", form, "--format", "ndjson", *options, stream)
    told: list[list[str]] = [[] for _ in records]
    for line in map(json.loads, found.stdout.splitlines()):
        told[line["record"]].append(f"{line['path']} {line['code']}")
    return [sorted(codes) for codes in told]


def test_records_may_leave_objects_and_lists_out(fieldd: str, order: Path) -> None:
    found = problems(fieldd, order, [record for record, _ in RECORDS] * 50)
    assert found == [sorted(codes) for _, codes in RECORDS] * 50
    assert run(fieldd, "check", order).returncode == 0


def test_what_must_be_there_may_be_null(fieldd: str, order: Path) -> None:
    form = json.loads(json.dumps(ORDER))
    for group in form["groups"]:
        group["required"] = True
    order.write_text(json.dumps(form))
    assert problems(fieldd, order, [{"name": "Ada"}, {"name": "Ada", "billing": None, "gifts": None, "rows": [{}]}]) == [
        ["/billing missingObject", "/gifts missingList", "/rows tooFewEntries"],
        [],
    ]


@pytest.mark.asyncio
async def test_a_form_asks_for_an_address_once_something_is_in_it(fieldd: str) -> None:
    async with Daemon(fieldd) as daemon, daemon.open(ORDER, values={"name": "Ada"}) as form:
        keys = ["street", "city", "lat"]

        def required() -> list[bool]:
            return [form[key].is_required for key in keys]

        assert required() == [False, False, False]
        committed = await form.submit()
        assert isinstance(committed, Committed)
        assert committed.values == {"name": "Ada", "billing": None, "gifts": None}
        await form["street"].begin_editing()
        await form["street"].replace_text("M")
        assert required() == [True, True, False]
        refused = await form.submit()
        assert [error.key for error in refused.errors] == ["city"]  # type: ignore[union-attr]
        assert form["city"].error == "City is required"
        await form["street"].clear()
        assert required() == [False, False, False]
        assert form["city"].error is None
        # What is in an object within it is in it, too.
        await form["long"].begin_editing()
        await form["long"].replace_text("3")
        assert required() == [True, True, True]
        await form["long"].clear()
        assert required() == [False, False, False]
        await form.list("lines").add()
        assert required() == [True, True, False]
        await form.list("lines").entries[0].remove()
        assert required() == [False, False, False]
        await form.list("gifts").add()
        refused = await form.submit()
        assert [error.key for error in refused.errors] == ["gifts"]  # type: ignore[union-attr]
        await form.list("gifts").entries[0].remove()
        assert (await form.submit()).values == {"name": "Ada", "billing": None, "gifts": None}  # type: ignore[union-attr]


@pytest.mark.asyncio
async def test_what_a_form_commits_is_right(fieldd: str, order: Path) -> None:
    records = [record for record, codes in RECORDS if not codes]
    committed = []
    async with Daemon(fieldd) as daemon:
        for record in records:
            async with daemon.open(ORDER, values=record) as form:
                committed.append((await form.submit()).values)  # type: ignore[union-attr]
    assert problems(fieldd, order, committed) == [[] for _ in records]
    empty = {"billing": None, "gifts": None}
    assert [{name: value for name, value in it.items() if empty.get(name, "") != value} for it in committed] == [
        {
            "name": "Ada",
            **{name: value for name, value in record.items() if value is not None and name != "name"},
            **({"gifts": [{"gift": "Cup"}, {"gift": None}]} if record.get("gifts") else {}),
        }
        for record in records
    ]


@pytest.mark.asyncio
async def test_a_field_that_goes_takes_what_was_in_it_along(fieldd: str) -> None:
    form = {
        "groups": [{"key": "a", "label": "A", "path": "/a", "whenEmpty": "omit"}],
        "fields": [
            {"key": "x", "kind": "entry", "label": "X", "group": "a", "required": True},
            {"key": "y", "kind": "entry", "label": "Y", "group": "a", "visible": {"when": {"key": "z", "filled": True}}},
            {"key": "z", "kind": "entry", "label": "Z", "text": "1"},
        ],
    }
    async with Daemon(fieldd) as daemon, daemon.open(form, values={"a": {"y": "2"}}) as opened:
        assert opened["x"].is_required
        await opened["z"].begin_editing()
        await opened["z"].clear()
        assert not opened["x"].is_required
        assert (await opened.submit()).values == {"z": None}  # type: ignore[union-attr]


def test_a_part_of_a_record_may_leave_out_what_it_likes(fieldd: str, order: Path) -> None:
    parts: list[tuple[dict[str, Any], list[str]]] = [
        ({"billing": None}, []),
        ({"billing": {"street": "Main St"}}, []),
        ({"billing": {"street": None}}, ["/billing/street valueMissing"]),
        ({"gifts": None}, []),
        ({"rows": None}, ["/rows wrongType"]),
    ]
    assert problems(fieldd, order, [part for part, _ in parts], "--partial") == [codes for _, codes in parts]


def test_a_group_without_a_path_leaves_nothing_out(fieldd: str, order: Path) -> None:
    group = {"key": "billing", "label": "Billing", "whenEmpty": "omit"}
    order.write_text(json.dumps({"groups": [group], "fields": []}))
    found = run(fieldd, "check", "--format", "ndjson", order)
    assert [json.loads(line)["code"] for line in found.stdout.splitlines()] == ["missingPath"]
    order.write_text(json.dumps({"groups": [group | {"path": "/b", "whenEmpty": "empty"}], "fields": []}))
    found = run(fieldd, "check", "--format", "ndjson", order)
    assert [json.loads(line)["code"] for line in found.stdout.splitlines()] == ["unknownValue"]


def test_made_up_records_leave_objects_out_and_break_them(fieldd: str, order: Path) -> None:
    for kind in ("valid", "invalid"):
        made = run(fieldd, "generate", "--kind", kind, "--annotate", "--quiet", "--count", 60, order)
        assert made.returncode == 0, made.stderr
        records = [json.loads(line)["record"] for line in made.stdout.splitlines()]
        if kind == "valid":
            billing = [record.get("billing", "out") for record in records]
            assert None in billing
            assert any(isinstance(it, dict) for it in billing)


def converted(fieldd: str, source: Any, folder: Path, *options: str) -> tuple[dict[str, Any], list[str]]:
    """What a form or a schema becomes, and what records feel of it."""
    path, report = folder / "source.json", folder / "report.json"
    path.write_text(json.dumps(source))
    made = run(fieldd, "convert", *options, "--report", report, path)
    assert made.returncode == 0, made.stderr
    entries = json.loads(report.read_text())["entries"]
    return json.loads(made.stdout), [f"{it['path']} {it['effect']}" for it in entries if it["effect"] != "none"]


def test_a_schema_says_the_same(fieldd: str, order: Path, tmp_path: Path) -> None:
    schema, losses = converted(fieldd, ORDER, tmp_path, "--to", "json-schema")
    assert losses == []
    judge = jsonschema.Draft202012Validator(schema)
    for record, codes in RECORDS:
        # An empty field may be null.
        assert judge.is_valid(record) == (not codes), record
    back, losses = converted(fieldd, schema, tmp_path, "--from", "json-schema")
    assert losses == []
    order.write_text(json.dumps(back))
    assert problems(fieldd, order, [record for record, _ in RECORDS]) == [sorted(codes) for _, codes in RECORDS]
    types = run(fieldd, "convert", "--to", "typescript", "--stdin-name", "order.fields.json", order).stdout
    assert "billing?: {" in types
    assert "} | null;" in types


class Address(pydantic.BaseModel):
    street: str
    zip: str | None = None


class Customer(pydantic.BaseModel):
    name: str
    billing: Address | None
    shipping: Address | None = None


MODELS: list[dict[str, Any]] = [
    {"name": "Ada", "billing": None},
    {"name": "Ada"},
    {"name": "Ada", "billing": {}},
    {"name": "Ada", "billing": {"zip": "1"}},
    {"name": "Ada", "billing": {"street": "Main St"}, "shipping": None},
    {"name": "Ada", "billing": None, "shipping": {"zip": None}},
    {"name": "Ada", "billing": None, "shipping": {"street": "Main St", "zip": "1"}},
    {"name": "Ada", "billing": 5},
]


def test_a_model_of_pydantic_loses_nothing(fieldd: str, order: Path, tmp_path: Path) -> None:
    form, losses = converted(fieldd, Customer.model_json_schema(), tmp_path, "--from", "json-schema")
    assert losses == []
    order.write_text(json.dumps(form))

    def takes(record: Any) -> bool:
        try:
            Customer.model_validate(record)
        except pydantic.ValidationError:
            return False
        return True

    assert [not codes for codes in problems(fieldd, order, MODELS)] == [takes(record) for record in MODELS]


@pytest.mark.parametrize("kind", ["surveyjs", "formio", "xlsform", "html", "mcp"])
def test_other_formats_tell_that_they_are_stricter(fieldd: str, tmp_path: Path, kind: str) -> None:
    group = {"key": "billing", "label": "Billing", "path": "/billing", "whenEmpty": "omit"}
    field = {"key": "street", "kind": "entry", "label": "Street", "group": "billing", "required": True}
    path, report = tmp_path / "a.fields.json", tmp_path / "report.json"
    path.write_text(json.dumps({"groups": [group], "fields": [field]}))
    made = run(fieldd, "convert", "--to", kind, "--report", report, path)
    assert made.returncode == 0, made.stderr
    entries = json.loads(report.read_text())["entries"]
    assert "stricter" in [it["effect"] for it in entries if it["path"].startswith("/groups/0")], entries
