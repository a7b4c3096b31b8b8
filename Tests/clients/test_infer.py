"""`fieldd infer`: a form for records, which takes them, and nearly all that are like them."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import PROJECT, seed_ranges
from test_generate import FORMS, generate

Json = Any


def infer(fieldd: str, *arguments: str | Path, records: str | bytes = "") -> tuple[int, Json, str]:
    """What the command ends with, the form that it writes, and what it tells."""
    data = records if isinstance(records, bytes) else records.encode()
    command = [fieldd, "infer", *map(str, arguments)]
    done = subprocess.run(command, input=data, capture_output=True, timeout=120, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr.decode()


def lines(records: list[Json]) -> str:
    return "".join(json.dumps(it) + "\n" for it in records)


def refused(fieldd: str, form: Json, records: str, folder: Path) -> int:
    """How many records a form refuses."""
    (folder / "f.fields.json").write_text(json.dumps(form))
    command = [fieldd, "check", "--format", "json", "--form", folder / "f.fields.json", "-"]
    done = subprocess.run(command, input=records.encode(), capture_output=True, check=False)
    assert done.returncode < 2, done.stderr
    return int(json.loads(done.stdout)["summary"]["rejected"])


def fields(form: Json) -> dict[str, Json]:
    return {it["key"]: {name: value for name, value in it.items() if name != "key"} for it in form["fields"]}


def people(count: int, seed: int = 1) -> list[Json]:
    rng = random.Random(seed)
    return [
        {
            "firstName": "".join(rng.choices("abcdefg", k=rng.randint(3, 9))), "mail": f"p{rng.randint(0, 10**6)}@example.com",
            "born": f"{rng.randint(1930, 2010)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}", "age": rng.randint(0, 99),
            "price": rng.random() * 100, "country": rng.choice(["Austria", "Canada", "Romania"]), "agrees": rng.random() < 0.5,
            "code": "".join(rng.choices("0123456789", k=4)), "note": rng.choice(["one\ntwo", "three", "four", "five six"]) + str(rng.random()),
            "home": {"city": "".join(rng.choices("xyz", k=5)), "zip": str(rng.randint(1000, 9999))},
            "tags": rng.sample(["red", "green", "blue"], rng.randint(0, 3)), "score": rng.choice([None, 1.5, 2.25]),
            "lines": [{"product": rng.choice(["tea", "milk"]), "qty": rng.randint(1, 9)} for _ in range(rng.randint(0, 3))],
            "anything": rng.choice([1, "x", [1], {"a": {}}]), "big": 5 * 10**17 + rng.randint(0, 10**6),
            **({"nick": "nick" + str(rng.random())} if rng.random() < 0.5 else {}),
        }
        for _ in range(count)
    ]  # fmt: skip


def test_types_choices_dates_formats_lists_and_what_is_always_there(fieldd: str, tmp_path: Path) -> None:
    status, form, told = infer(fieldd, "--title", "People", "-", records=lines(people(300)))
    assert (status, form["title"]) == (0, "People"), told
    assert form["groups"] == [
        {"key": "home", "label": "Home", "path": "/home"}, {"key": "lines", "label": "Lines", "repeat": {}},
    ]  # fmt: skip
    found = fields(form)
    assert list(found) == [
        "firstName", "mail", "born", "age", "price", "country", "agrees", "code", "note", "city", "zip", "tags", "score",
        "product", "qty", "anything", "big", "nick",
    ]  # fmt: skip
    assert found["firstName"] == {"kind": "entry", "label": "First name", "required": True}
    assert found["mail"]["validation"] == {"endEditing": [{"format": "email"}]}
    assert found["born"] == {"kind": "date", "label": "Born", "required": True}
    assert found["age"] == {
        "kind": "entry", "label": "Age", "value": "integer", "validation": {"endEditing": [{"minimum": 0}]}, "required": True}  # fmt: skip
    assert found["price"]["value"] == "number"
    assert (found["country"]["kind"], sorted(found["country"]["data"])) == ("picker", ["Austria", "Canada", "Romania"])
    assert found["agrees"]["value"] == "boolean"
    assert (found["code"]["maxLength"], found["code"]["validation"]) == (4, {"endEditing": [{"minLength": 4}]})
    assert found["note"]["kind"] == "area"
    assert (found["city"]["group"], "path" in found["city"]) == ("home", False)
    assert (found["tags"]["multiple"], sorted(found["tags"]["data"])) == (True, ["blue", "green", "red"])
    assert "required" not in found["tags"] and "required" not in found["score"] and "required" not in found["nick"]
    assert (found["product"]["kind"], found["qty"]["group"]) == ("picker", "lines")
    assert found["anything"]["kind"] == "any"
    assert found["big"]["precision"] == "int64"
    assert "mail: the format email: all of 300 texts are such" in told
    assert "300 records, all of which the form takes" in told
    # Others like them are taken too, and what is otherwise is not.
    assert refused(fieldd, form, lines(people(1000, 2)), tmp_path) == 0
    other = people(1, 3)[0]
    wrong = [{**other, "mail": "x"}, {**other, "age": -1}, {**other, "country": "Mars"}, {**other, "born": "x"}, {**other, "lines": [{"qty": "x"}]}]
    assert refused(fieldd, form, lines(wrong), tmp_path) == len(wrong)


def test_few_records_make_few_guesses(fieldd: str, tmp_path: Path) -> None:
    status, form, _ = infer(fieldd, "-", records='{"a": "x", "b": 1}')
    assert (status, fields(form)) == (0, {"a": {"kind": "entry", "label": "A"}, "b": {"kind": "entry", "label": "B", "value": "integer"}})
    status, form, told = infer(fieldd, "-", records='[{"a": null}, 5, {"a": ""}]')
    assert (status, fields(form)["a"]["kind"]) == (1, "any") and "1 that could not be read" in told
    status, form, told = infer(fieldd, "-", records="")
    assert (status, form) == (1, None) and "no record" in told


def test_tables_are_read_by_what_their_cells_stand_for(fieldd: str, tmp_path: Path) -> None:
    records = [{key: it[key] for key in ("firstName", "age", "price", "country", "agrees", "code", "born")} for it in people(200)]
    table = io.StringIO()
    writer = csv.DictWriter(table, records[0])
    writer.writeheader()
    for record in records:
        writer.writerow({**record, "agrees": str(record["agrees"]).lower(), "code": "0" + record["code"]})
    (tmp_path / "people.csv.gz").write_bytes(gzip.compress(table.getvalue().encode()))
    status, form, told = infer(fieldd, tmp_path / "people.csv.gz")
    assert status == 0, told
    found = fields(form)
    assert [found[it].get("value") for it in ("age", "price", "agrees", "code")] == ["integer", "number", "boolean", None]
    assert (found["country"]["kind"], found["born"]["kind"], found["code"]["maxLength"]) == ("picker", "date", 5)


def test_what_records_refute_is_taken_back(fieldd: str, tmp_path: Path) -> None:
    # A moment with a second, a list within a list, an object that is a text at times, the same element twice.
    records = [
        {"at": f"2026-01-01T10:00:{n:02}", "deep": [{"in": [{"x": n}]}], "mixed": {"a": n} if n % 2 else "text",
         "rows": ["a", "a"] if n == 7 else ["a", "b"], "7": n if n else "seven", "": "empty name", "a/b": {"c~d": n if n % 3 else []},
         "home": None if n == 3 else {"x": n}, "x": [{"home": n}], "byName": {f"name{n}{it}": n for it in range(3)}}
        for n in range(40)
    ]  # fmt: skip
    status, form, told = infer(fieldd, "-", records=lines(records))
    assert status == 0, told
    assert refused(fieldd, form, lines(records), tmp_path) == 0


def test_the_reasons_are_a_report(fieldd: str, tmp_path: Path) -> None:
    (tmp_path / "r.ndjson").write_text(lines(people(50)))
    out, report = tmp_path / "f.fields.json", tmp_path / "report.json"
    status, form, told = infer(fieldd, "--output", out, "--report", report, tmp_path / "r.ndjson")
    assert (status, form, told) == (0, None, "")
    said = json.loads(report.read_text())
    assert (said["records"], said["refused"], said["unread"]) == (50, 0, 0)
    assert {"key": "age", "guess": "whole numbers", "reason": "50 of them"} in said["evidence"]
    assert out.read_text().startswith("{\n")
    for arguments, words in [
        (["--output", tmp_path / "r.ndjson", tmp_path / "r.ndjson"], "r.ndjson"), ([], "files of records"),
        (["--records-format", "odk", "-"], "odk"), ([tmp_path / "none"], "none"), (["--tilte", "x", "-"], "--title"),
    ]:  # fmt: skip
        status, form, told = infer(fieldd, *arguments)
        assert (status, form) == (2, None) and words in told
    assert (tmp_path / "r.ndjson").read_text() == lines(people(50))


@pytest.mark.parametrize("seeds", seed_ranges(1, 4))
@pytest.mark.parametrize("form", FORMS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_what_a_form_generates_another_is_inferred_for(form: Path, fieldd: str, seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        status, records, _ = generate(fieldd, "--count", "200", "--seed", str(seed), form)
        if status != 0 or not records:
            return
        # As they are written: Python does not keep a number beyond its own.
        command = [fieldd, "generate", "--count", "600", "--seed", str(seed), "--quiet", str(form)]
        made = subprocess.run(command, capture_output=True, check=True).stdout.decode().splitlines(keepends=True)
        sample, others = made[:400], made[400:]
        status, guess, told = infer(fieldd, "-", records="".join(sample))
        assert status == 0, (seed, told)
        assert refused(fieldd, guess, "".join(sample), tmp_path) == 0
        # A sample of 400 can lack a value that one record in a hundred has, and then a choice has it not.
        assert refused(fieldd, guess, "".join(others), tmp_path) <= max(2, 3 * len(others) // 100), (seed, told)
