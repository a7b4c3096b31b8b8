"""`fieldd check --partial`: records of which a part is there, for drafts and for changes."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from test_check import Check, lines

TRIP: dict[str, Any] = {
    "groups": [
        {"key": "at", "label": "At", "path": "/at", "required": True},
        {"key": "rows", "label": "Rows", "required": True, "repeat": {"minEntries": 2, "unique": ["sku"]}},
    ],
    "fields": [
        {"key": "name", "kind": "entry", "label": "Name", "required": True},
        {"key": "from", "kind": "date", "label": "From", "required": True},
        {"key": "to", "kind": "date", "label": "To", "validation": {"live": [{"after": "from"}]}},
        {"key": "city", "kind": "entry", "label": "City", "group": "at", "required": True, "maxLength": 5},
        {"key": "sku", "kind": "entry", "label": "SKU", "group": "rows", "required": True},
    ],
}

# A part of a record, what is wrong with it, and what is not decided.
PARTS: list[tuple[Any, list[tuple[str, str]], list[str]]] = [
    ({}, [], []),
    ({"at": {}}, [], []),
    ({"at": {"city": "Cluj-Napoca"}}, [("/at/city", "tooLong")], []),
    ({"to": "2026-05-01"}, [], ["/to"]),
    ({"to": "2026-05-01", "from": "2026-05-02"}, [("/to", "rangeUnderflow")], []),
    ({"name": None}, [("/name", "valueMissing")], []),
    ({"name": ""}, [("/name", "valueMissing")], []),
    ({"name": 7, "nmae": 8}, [("/name", "wrongType"), ("/nmae", "unknownKey")], []),
    ({"rows": []}, [("/rows", "tooFewEntries")], []),
    ({"rows": [{}, {}]}, [], ["/rows/1/sku"]),
    ({"rows": [{"sku": "a"}, {"sku": "a"}]}, [("/rows/1/sku", "notUnique")], []),
    (7, [("", "notARecord")], []),
]


@pytest.fixture
def check(fieldd: str, tmp_path: Any) -> Check:
    """The command, in a folder with the form of a trip."""
    check = Check(fieldd, tmp_path)
    check.write("trip.fields.json", TRIP)
    return check


def parts(check: Check, *arguments: str, records: str, status: int) -> str:
    return check("--partial", "--form", "trip.fields.json", *arguments, records=records, status=status).stdout


@pytest.mark.parametrize(("part", "problems", "unchecked"), PARTS)
@pytest.mark.parametrize("jobs", ["1", "3"])
def test_what_is_there_is_held_to_its_rules(
    check: Check, part: Any, problems: list[tuple[str, str]], unchecked: list[str], jobs: str
) -> None:
    status = 1 if any(code != "unknownKey" for _, code in problems) else 0
    told = parts(check, "--format", "ndjson", "--jobs", jobs, records=lines(part), status=status)
    found = [json.loads(line) for line in told.splitlines()]
    open_ones = [it["path"] for it in found if it["code"] == "uncheckedDependency"]
    others = [(it["path"], it["code"]) for it in found if it["code"] != "uncheckedDependency"]
    assert (others, open_ones) == (problems, unchecked)


def test_every_format_says_what_was_not_decided(check: Check) -> None:
    words = "Not checked: it depends on From, which the record leaves open"
    records = lines({"to": "2026-05-01"}, {"name": "Ada"}, {"to": "2026-05-02"})

    def told(*arguments: str, status: int = 0) -> str:
        return parts(check, *arguments, records=records, status=status)

    (finding,) = [json.loads(line) for line in told("--format", "ndjson").splitlines()]
    assert (finding["severity"], finding["message"], finding["data"]) == ("warning", words, {"fields": ["from"]})
    whole = json.loads(told("--format", "json"))
    assert whole["findings"] == [finding] and whole["summary"]["uncheckedRecords"] == 2
    (result,) = json.loads(told("--format", "sarif"))["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("uncheckedDependency", "warning")
    assert f"title=uncheckedDependency::to: {words}" in told("--format", "github")
    suite = ElementTree.fromstring(told("--format", "junit"))[0]
    assert [it.get("message") for it in suite.iter("skipped")] == [f"to: {words}"]
    assert f"warning[uncheckedDependency] `to`: {words}" in told()
    for arguments in (["--unchecked", "error"], ["--severity", "warning"]):
        rejecting = told(*arguments, "--format", "json", status=1)
        assert json.loads(rejecting)["summary"]["rejected"] == 2


def test_parts_go_where_records_go(check: Check) -> None:
    records = lines({"to": "2026-05-01"}, {"name": None}, {"$form": "trip.fields.json", "name": "Ada"})
    parts(check, "--quiet", "--pass", "pass", "--fail", "fail", records=records, status=1)
    assert [json.loads(line) for line in (check.folder / "fail").read_text().splitlines()] == [{"name": None}]
    assert len((check.folder / "pass").read_text().splitlines()) == 2


def test_without_the_option_a_part_is_no_record(check: Check) -> None:
    done = check("--form", "trip.fields.json", "--format", "ndjson", records=lines({"name": "Ada"}), status=1)
    codes = {json.loads(line)["code"] for line in done.stdout.splitlines()}
    assert codes == {"valueMissing", "tooFewEntries"}
