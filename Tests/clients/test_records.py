"""Records held to forms by programs: with an event loop, without one, in a web server."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import fieldd
import pytest
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer
from conftest import PROJECT

DOCUMENT = {
    "fields": [
        {"key": "email", "kind": "entry", "label": "E-mail", "required": True, "validation": {"live": ["email"]}},
        {"key": "age", "kind": "entry", "label": "Age", "value": "integer"},
    ]
}
RIGHT = {"email": "ada@example.com", "age": 36}


@pytest.fixture(name="binary")
def _binary(fieldd: str) -> str:
    """The daemon, under a name that is not the package's."""
    return fieldd


@pytest_asyncio.fixture
async def form(binary: str) -> AsyncIterator[fieldd.Form]:
    """A form that is open."""
    async with fieldd.Daemon(binary, store=":memory:") as daemon, daemon.open(DOCUMENT) as form:
        yield form


@pytest.mark.asyncio
async def test_a_record_is_right_or_has_problems(form: fieldd.Form) -> None:
    verdict = await form.check(RIGHT)
    assert verdict and verdict.problems == ()
    verdict = await form.check({"email": "ada@", "age": "36", "aeg": 1})
    assert not verdict
    assert [(it.path, it.key, it.severity, it.code) for it in verdict.problems] == [
        ("/email", "email", "error", "typeMismatch"),
        ("/age", "age", "error", "wrongType"),
        ("/aeg", None, "warning", "unknownKey"),
    ]
    assert verdict.problems[0].data == {"format": "email"}
    assert form["email"].text == ""


@pytest.mark.asyncio
async def test_a_form_follows_its_own_text(form: fieldd.Form) -> None:
    """It is made ready for records once, and anew when it is another form."""
    assert not await form.check({"age": 1})
    await form["email"].set_property("required", False)
    assert await form.check({"age": 1})


@pytest.mark.asyncio
async def test_many_records_are_taken_as_they_are_needed(form: fieldd.Form) -> None:
    taken = 0

    def records() -> Iterator[dict[str, Any]]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield RIGHT | {"age": number if number % 10 else None, "email": "x" if number % 7 == 0 else "a@b.example"}

    async for record, verdict in form.check_many(records(), batch_size=10):
        assert verdict.valid is (record["email"] != "x")
        assert record["age"] is None or taken <= record["age"] + 30
    assert taken == 1000

    async def slow() -> AsyncIterator[dict[str, Any]]:
        for record in ({}, RIGHT):
            await asyncio.sleep(0)
            yield record

    assert [verdict.valid async for _, verdict in form.check_many(slow())] == [False, True]


@pytest.mark.asyncio
async def test_by_a_broken_form_no_record_is_right(binary: str) -> None:
    document = {"fields": [DOCUMENT["fields"][1] | {"maxLength": "8"}]}
    async with fieldd.Daemon(binary, store=":memory:") as daemon, daemon.open(document, allow_errors=True) as form:
        verdict = await form.check({"age": 1})
        assert not verdict and [it.code for it in verdict.diagnostics] == ["wrongType"]


@pytest.mark.asyncio
async def test_validators_are_asked_about_records(binary: str) -> None:
    """More at once than are open at a time; each knows the record around the value."""
    most = running = 0

    async def free(check: fieldd.Check) -> str | None:
        nonlocal most, running
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        assert check.field.key == "name"
        return f"{check.value} of {check.values['age']}" if check.value == "eve" else None

    name = {"key": "name", "kind": "entry", "label": "Name", "validation": {"endEditing": [{"validator": "free"}]}}
    document = {"fields": [*DOCUMENT["fields"], name]}
    async with (
        fieldd.Daemon(binary, store=":memory:", validators={"free": free}) as daemon,
        daemon.open(document) as form,
    ):
        records = [RIGHT | {"name": "eve" if number % 100 == 7 else f"n{number}"} for number in range(1000)]
        verdicts = [verdict async for _, verdict in form.check_many(records)]
        wrong = [number for number, verdict in enumerate(verdicts) if not verdict]
        assert wrong == list(range(7, 1000, 100))
        assert verdicts[7].problems[0].message == "eve of 36"
        assert all(verdict.unchecked == () for verdict in verdicts)
        assert 1 <= most <= 200


def test_a_checker_has_validators_too(binary: str) -> None:
    rule = {"validation": {"live": [{"validator": "odd"}]}}
    document = {"fields": [DOCUMENT["fields"][1] | rule]}
    odd = {"odd": lambda check: int(check.value) % 2 == 1}
    with fieldd.Checker(document, binary, validators=odd) as checker:
        assert [bool(checker.check({"age": age})) for age in (1, 2)] == [True, False]
    with fieldd.Checker(document, binary) as checker:
        verdict = checker.check({"age": 2})
        assert verdict.valid and not verdict and [it.why for it in verdict.unchecked] == ["uncheckedValidator"]


def test_a_part_of_a_record_lacks_nothing(binary: str) -> None:
    again = {"key": "again", "kind": "entry", "label": "Again", "validation": {"live": [{"equals": "email"}]}}
    document = {"fields": [*DOCUMENT["fields"], again]}
    part = {"again": "ada@example.com"}
    with fieldd.Checker(document, binary) as checker:
        assert not checker.check({"age": 36}).valid
        assert checker.check({"age": 36}, partial=True)
        assert not checker.check({"email": None}, partial=True).valid
        verdict = checker.check(part, partial=True)
        assert verdict.valid and not verdict
        (unchecked,) = verdict.unchecked
        assert (unchecked.path, unchecked.key, unchecked.why) == ("/again", "again", "uncheckedDependency")
        assert unchecked.data == {"fields": ["email"]}
        assert str(unchecked) == "/again: Not checked: it depends on E-mail, which the record leaves open"
        assert checker.check_text(json.dumps(part), partial=True) == verdict
        many = [verdict for _, verdict in checker.check_many([part, {"age": "x"}], partial=True)]
        assert many[0] == verdict and [it.code for it in many[1].problems] == ["wrongType"]
        # The form that was made ready for parts judges whole records as before.
        assert [it.path for it in checker.check(part).problems] == ["/email", "/again"]


@pytest.mark.asyncio
async def test_a_form_is_put_aside_and_opened_again(binary: str) -> None:
    async with fieldd.Daemon(binary, store=":memory:") as daemon:
        async with daemon.open(DOCUMENT) as form:
            empty = await form.submit(partial=True)
            assert isinstance(empty, fieldd.Committed) and empty and empty.values == {"age": None}
            assert form["email"].error is None
            await form["age"].replace_text("x")
            await form["email"].replace_text("ada@example.com")
            draft = await form.submit(partial=True)
            assert isinstance(draft, fieldd.Committed) and not draft
            assert draft.values == {"email": "ada@example.com"}
            assert [(it.key, it.problems[0].code) for it in draft.errors] == [("age", "badInput")]
            assert await form.check(draft.values, partial=True)
            # An ordinary submission commits nothing then.
            assert isinstance(await form.submit(), fieldd.Refused)
        async with daemon.open(DOCUMENT, values=draft.values) as form:
            assert (form["email"].text, form["age"].text) == ("ada@example.com", "")
        broken = {"fields": [DOCUMENT["fields"][0], {"key": "b", "kind": "entry", "label": "B", "text": 7}]}
        async with daemon.open(broken, allow_errors=True) as form:
            refused = await form.submit(partial=True)
            assert isinstance(refused, fieldd.Refused) and refused.diagnostics


def test_a_program_without_an_event_loop_checks_records(binary: str, tmp_path: Path) -> None:
    with fieldd.Checker(DOCUMENT, binary) as checker:
        assert checker.check(RIGHT)
        pairs = [*checker.check_many(({"email": text} for text in ["a@b.example", "a"]), batch_size=1)]
    assert [(record["email"], verdict.valid) for record, verdict in pairs] == [("a@b.example", True), ("a", False)]
    with pytest.raises(fieldd.DaemonNotFound), fieldd.Checker(DOCUMENT, str(tmp_path / "none")):
        pass


@pytest.mark.asyncio
async def test_a_web_server_holds_what_it_is_sent_to_a_form(binary: str, tmp_path: Path) -> None:
    path = PROJECT / "clients" / "python" / "examples" / "web_handler.py"
    spec = importlib.util.spec_from_file_location("web_handler", path)
    assert spec and spec.loader
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    document = PROJECT / "clients" / "terminal" / "signup.fields.json"
    async with TestClient(TestServer(example.application(document, binary))) as client:
        answer = await client.post("/sign-up", json={"email": "ada@"})
        assert answer.status == 422
        assert (await answer.json())["/email"] == "Not an e-mail address"
        answer = await client.post("/sign-up", data="{")
        assert answer.status == 400
    # A validator that nobody has: the record is not known to be right.
    asked = {"fields": [DOCUMENT["fields"][0] | {"validation": {"endEditing": [{"validator": "other"}]}}]}
    (tmp_path / "asked.fields.json").write_text(json.dumps(asked))
    async with TestClient(TestServer(example.application(tmp_path / "asked.fields.json", binary))) as client:
        answer = await client.post("/sign-up", json={"email": "ada@example.com"})
        assert answer.status == 503 and "other" in await answer.text()
    # A number that only JSON can say.
    number = {"fields": [{"key": "n", "kind": "entry", "label": "N", "value": "number"}]}
    (tmp_path / "number.fields.json").write_text(json.dumps(number))
    async with TestClient(TestServer(example.application(tmp_path / "number.fields.json", binary))) as client:
        for body, status in {b'{"n":1e400}': 422, b'{"n":NaN}': 400, b'{"n":1}\xff': 400, b'{"n":1}': 204}.items():
            assert (await client.post("/sign-up", data=body)).status == status


@pytest.mark.asyncio
async def test_a_form_begins_with_the_values_of_a_record(binary: str) -> None:
    rows = {"key": "row", "kind": "picker", "label": "Row", "data": ["0", 0, True], "text": "true"}
    tags = {"key": "tags", "kind": "picker", "label": "Tags", "multiple": True, "data": ["a", "b"]}
    day = {"key": "day", "kind": "date", "label": "Day", "date": "2026-01-01"}
    document = {"fields": [*DOCUMENT["fields"], rows, tags, day]}
    values = RIGHT | {"row": "0", "tags": ["b"], "day": None}
    async with fieldd.Daemon(binary, store=":memory:") as daemon:
        async with daemon.open(document, values=values) as form:
            assert form["row"].text == '"0"' and form["tags"].chosen == ("b",)
            assert await form.submit() == fieldd.Committed(form.version, values)
        # What can't be is told, and not lost.
        async with daemon.open(document, values={"age": "many"}) as form:
            assert (form["age"].text, form["age"].error) == ("many", "Not a whole number")
        async with daemon.open(document, values={"aeg": 1}) as form:
            assert [problem.message for problem in form.problems] == ['The form has no field "aeg"; did you mean "age"?']


MOST = 2**63 - 1
LEAST = -(2**63)


def _of(precision: str, *rules: dict[str, Any]) -> dict[str, Any]:
    field = {"key": "n", "kind": "entry", "label": "N", "value": "integer", "precision": precision}
    return {"fields": [field | ({"validation": {"live": list(rules)}} if rules else {})]}


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "form, right, wrong",
    [
        (_of("double"), [2**53 - 1, 1 - 2**53], [2**53, -(2**53)]),
        (_of("int64"), [2**53 + 1, MOST, MOST - 1, LEAST], [MOST + 1, LEAST - 1, 10**30]),
        (_of("unlimited"), [MOST + 2, -(10**40) - 1], []),
        (_of("int64", {"maximum": 2**53 + 1}), [2**53, 2**53 + 1, 7], [2**53 + 2, MOST]),
        (_of("int64", {"exclusiveMinimum": MOST - 1}), [MOST], [MOST - 1, 7]),
        (_of("int64", {"minimum": LEAST + 1}), [LEAST + 1, 0], [LEAST]),
    ],
)
async def test_whole_numbers_are_exact_at_every_door(
    binary: str, tmp_path: Path, form: dict[str, Any], right: list[int], wrong: list[int]
) -> None:
    """As far as the precision says, and no further: in a check, in a stream, as drafts, and committed."""
    async with fieldd.Daemon(binary, store=":memory:") as daemon, daemon.open(form) as open_form:
        for number in right + wrong:
            assert (await open_form.check({"n": number})).valid is (number in right), number
            await open_form["n"].replace_text(str(number))
            submission = await open_form.submit()
            assert bool(submission) is (number in right), number
            if submission:
                assert submission.values == {"n": number}
            async with daemon.open(form, values={"n": number}) as filled:
                assert filled["n"].text == str(number)
    (tmp_path / "n.fields.json").write_text(json.dumps(form))
    records = tmp_path / "n.ndjson"
    records.write_text("".join(f'{{"n": {number}}}\n' for number in right + wrong))
    arguments = [binary, "check", "--format", "ndjson", "--form", tmp_path / "n.fields.json", records]
    done = subprocess.run(arguments, stdout=subprocess.PIPE, timeout=60)
    told = [json.loads(line)["record"] for line in done.stdout.splitlines()]
    assert told == list(range(len(right), len(right + wrong)))
