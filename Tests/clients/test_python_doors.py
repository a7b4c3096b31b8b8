"""The Python client where something fails: validators, numbers, threads, loops, and what the daemon says."""

from __future__ import annotations

import asyncio
import decimal
import json
import posixpath
import sys
import textwrap
import threading
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import fieldd
import pydantic
import pytest
import uvloop

PATIENCE_SECONDS = 60
NUMBER = {"key": "n", "kind": "entry", "label": "N", "value": "number"}


class Account(pydantic.BaseModel):
    name: str

    @pydantic.field_validator("name")
    @classmethod
    def _is_free(cls, name: str) -> str:
        if name == "ada":
            raise ValueError("Taken")
        return name


def fail(error: BaseException) -> Any:
    raise error


def form_of(*rules: Any) -> dict[str, Any]:
    field = {"key": "name", "kind": "entry", "label": "Name", "validation": {"endEditing": [*rules]}}
    return {"fields": [field]}


# What a validator does, and what is said of the value then; None where it could not be checked.
VALIDATORS: dict[str, tuple[Any, str | None]] = {
    "a ValueError": (lambda check: fail(ValueError("Taken")), "Taken"),
    "an AssertionError": (lambda check: fail(AssertionError("Taken")), "Taken"),
    "an error of Pydantic's": (lambda check: Account(name=check.value) and None, "Taken"),
    "a text": (lambda check: "Taken", "Taken"),
    "False": (lambda check: False, ""),
    "an OSError": (lambda check: fail(OSError("the database is down")), None),
    "a KeyError": (lambda check: fail(KeyError("no")), None),
    "a list": (lambda check: ["Taken"], None),
    "a dict": (lambda check: {"message": "Taken"}, None),
    "an exception as its answer": (lambda check: ValueError("Taken"), None),
    "0": (lambda check: 0, None),
}


# Why it could not be checked.
REASONS = {
    "an OSError": "OSError: the database is down",
    "a KeyError": "KeyError: 'no'",
    "a list": "not with a list",
    "a dict": "not with a dict",
    "an exception as its answer": "not with a ValueError",
    "0": "not with a int",
}


@pytest.mark.asyncio
@pytest.mark.parametrize("name", VALIDATORS)
async def test_what_a_validator_fails_with_is_never_a_pass(
    fieldd: str, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    validator, words = VALIDATORS[name]
    daemon = Daemon(fieldd, store=":memory:", validators={"isFree": validator})
    async with asyncio.timeout(PATIENCE_SECONDS), daemon, daemon.open(form_of({"validator": "isFree"})) as form:
        verdict = await form.check({"name": "ada"})
        assert not verdict and not verdict.valid
        assert [it.data for it in verdict.unchecked] == ([{"validator": "isFree"}] if words is None else [])
        (problem,) = verdict.problems
        if words:
            assert problem.message == words
        if words is None:
            assert problem.message == "Could not be checked: the check failed"
            assert REASONS[name] in (problem.data or {})["reason"]
            # Where it failed is told where the program tells of itself, once for each time it was asked.
            assert len([it for it in caplog.records if it.exc_info]) == 1
        await form["name"].replace_text("ada")
        refused = await form.submit()
        assert isinstance(refused, Refused)
        (field,) = refused.errors
        assert [it.data for it in field.problems] == [problem.data]


@pytest.mark.asyncio
async def test_a_validator_that_could_not_read_an_answer_says_nothing_of_the_value(fieldd: str) -> None:
    for fail in (lambda check: json.loads("{"), lambda check: b"\xff".decode()):
        daemon = Daemon(fieldd, store=":memory:", validators={"isFree": fail})
        async with daemon, daemon.open(form_of({"validator": "isFree"})) as form:
            verdict = await form.check({"name": "x"})
            assert not verdict and [it.data for it in verdict.unchecked] == [{"validator": "isFree"}]


@pytest.mark.asyncio
async def test_one_record_too_deep_is_told_of_alone(fieldd: str) -> None:
    deep: dict[str, object] = {}
    for _ in range(5_000):
        deep = {"n": deep}
    async with Daemon(fieldd, store=":memory:") as daemon, daemon.open({"fields": [NUMBER]}) as form:
        verdicts = [verdict async for _, verdict in form.check_many([{"n": 1}, deep, {"n": 2}])]
        assert [bool(it) for it in verdicts] == [True, False, True]
        assert [it.message for it in verdicts[1].problems] == [
            "Nested more than 128 deep; what is inside is not read"
        ]
        assert not await form.check_text("[" * 5_000 + "]" * 5_000)
        with pytest.raises(ValueError, match="too deep"):
            await daemon.import_form(deep)
        for wrong, kind in ((float("nan"), ValueError), ({1}, TypeError)):
            with pytest.raises(kind, match="record 1 can't be written as JSON"):
                await form.check_batch([{"n": 1}, {"n": wrong}])


# What JSON can't hold, and where that stands in the record.
UNWRITABLE: list[tuple[object, str]] = [
    ({"n": float("nan")}, "/n"),
    ({"n": 1, "x": [1, {"a/b": float("-inf")}]}, "/x/1/a~1b"),
    ({"n": {1}}, "/n"),
    ({"n": b"1"}, "/n"),
    ({"n": decimal.Decimal(1)}, "/n"),
    ({("n",): 1}, ""),
    ({1}, ""),
]


@pytest.mark.parametrize(("wrong", "path"), UNWRITABLE, ids=[str(it) for it, _ in UNWRITABLE])
def test_what_json_can_not_hold_is_a_problem_of_its_record_alone(fieldd: str, wrong: object, path: str) -> None:
    records = [{"n": 1}, wrong, {"n": "1"}]
    with Checker({"fields": [NUMBER]}, fieldd) as checker:
        verdicts = [verdict for _, verdict in checker.check_many(records)]
    assert [bool(it) for it in verdicts] == [True, False, False]
    (problem,) = verdicts[1].problems
    assert (problem.path, problem.code, problem.severity) == (path, "syntax", "error")
    assert problem.message.startswith("This can't be written as JSON: ")
    assert [it.code for it in verdicts[2].problems] == ["wrongType"]


@pytest.mark.asyncio
async def test_a_record_that_leads_back_to_itself_is_told_of_alone(fieldd: str) -> None:
    circle: dict[str, object] = {}
    circle["n"] = circle
    async with Daemon(fieldd, store=":memory:") as daemon, daemon.open({"fields": [NUMBER]}) as form:
        verdicts = [verdict async for _, verdict in form.check_many([circle, {"n": 2}])]
    assert [bool(it) for it in verdicts] == [False, True]
    assert "Circular" in verdicts[0].problems[0].message


@pytest.mark.asyncio
async def test_one_record_does_not_wait_for_all_of_a_batch(fieldd: str) -> None:
    async with Daemon(fieldd, store=":memory:") as daemon, daemon.open({"fields": [NUMBER]}) as form:
        batch = asyncio.create_task(form.check_batch([{"n": number} for number in range(5_000)]))
        await asyncio.sleep(0)
        assert await form.check({"n": 1})
        assert not batch.done()
        assert len(await batch) == 5_000


@pytest.mark.asyncio
async def test_text_that_is_not_json_is_refused_in_words(fieldd: str) -> None:
    refused = {
        b"\xff{}": "this is not UTF-8, from byte 0",
        b'{"n": "\xe9"}': "this is not UTF-8, from byte 7",
        "": "this is not JSON: expecting value (line 1, column 1)",
        '{"n":1}\n{"n":2}': "this is not JSON: extra data (line 2, column 1)",
        '{"n": NaN}': "NaN is not JSON",
    }
    async with Daemon(fieldd, store=":memory:") as daemon, daemon.open({"fields": [NUMBER]}) as form:
        for text, words in refused.items():
            with pytest.raises(ValueError) as caught:
                await form.check_text(text)
            assert str(caught.value) == words


@pytest.mark.asyncio
async def test_text_is_judged_as_it_is_written_whatever_stands_before_or_in_it(fieldd: str) -> None:
    document = {"fields": [{"key": "a", "kind": "entry", "label": "A", "whenEmpty": "omit"}]}
    async with Daemon(fieldd, store=":memory:") as daemon, daemon.open(document) as form:
        assert await form.check_text('\ufeff{"a":"x"}')
        assert await form.check_text('{"a":"x"}'.encode("utf-8-sig"))
        # Half a pair is told of, and no error of a codec.
        assert [it.message for it in (await form.check_text('{"a":"\ud800"}')).problems] == [
            it.message for it in (await form.check_text('{"a":"\\ud800"}')).problems
        ]


@pytest.mark.asyncio
async def test_a_validator_that_nobody_has_makes_nothing_true(fieldd: str) -> None:
    async with Daemon(fieldd, store=":memory:") as daemon, daemon.open(form_of({"validator": "isFree"})) as form:
        verdict = await form.check({"name": "ada"})
        assert not verdict and [it.data for it in verdict.unchecked] == [{"validator": "isFree"}]
        await form["name"].replace_text("ada")
        committed = await form.submit()
        assert isinstance(committed, Committed) and not committed
        assert [(it.path, it.why) for it in committed.unchecked] == [("/name", "uncheckedValidator")]
        await form["name"].replace_text("")
        assert await form.submit()


@pytest.mark.asyncio
async def test_a_rule_that_only_warns_only_warns_where_it_could_not_be_checked(fieldd: str) -> None:
    down = {"isFree": lambda check: fail(OSError("down"))}
    rule = {"validator": "isFree", "severity": "warning"}
    async with Daemon(fieldd, store=":memory:", validators=down) as daemon, daemon.open(form_of(rule)) as form:
        verdict = await form.check({"name": "ada"})
        assert verdict.valid and not verdict and verdict.problems[0].severity == "warning"


@pytest.mark.asyncio
async def test_what_json_can_not_hold_is_refused_and_text_is_judged_as_it_is_written(fieldd: str) -> None:
    async with (
        asyncio.timeout(PATIENCE_SECONDS),
        Daemon(fieldd, store=":memory:") as daemon,
        daemon.open({"fields": [NUMBER]}) as form,
    ):
        for number in (float("nan"), float("inf"), -float("inf")):
            with pytest.raises(ValueError, match="JSON"):
                await form.check({"n": number})
            many = [bool(it) async for _, it in form.check_many([{"n": 1}, {"n": number}, {"n": 2}])]
            assert many == [True, False, True]
        assert not await form.check_text('{"n":1e400}')
        assert await form.check_text(b'{"n":\n1.0}')
        assert not await form.check_text('{"n":"1"}')
        for text in ('{"n":NaN}', '{"n":1}, {}', '{"n":1}]}', "", '{"n":', '{"n":1}}'):
            with pytest.raises(ValueError):
                await form.check_text(text)
        assert await form.check({"n": 1})


@pytest.mark.asyncio
async def test_messages_have_the_language_that_is_asked_for(fieldd: str) -> None:
    async with Daemon(fieldd, store=":memory:") as daemon, daemon.open({"fields": [NUMBER]}) as form:
        said = [(await form.check({"n": "1"}, locale=tag)).problems[0].message for tag in ("de", "fr", None)]
        many = [it.problems[0].message async for _, it in form.check_many([{"n": "1"}], locale="de")]
    assert len({*said}) == 3 and many == said[:1]


@pytest.mark.asyncio
async def test_a_file_that_is_open_twice_has_names_that_no_normaliser_merges(
    fieldd: str, tmp_path: Path
) -> None:
    """All of them lead to the file, and say as its name does that it may have comments."""
    path = tmp_path / "a b.fields.jsonc"
    path.write_text(json.dumps({"fields": [NUMBER]}) + " // a comment")
    async with Daemon(fieldd, store=":memory:") as started:
        async with started.open(path) as one, started.open(path) as two, started.open(path) as three:
            forms = [one, two, three]
            names = [urlsplit(form.uri) for form in forms]
            normal = {it._replace(path=posixpath.normpath(it.path), fragment="") for it in names}
            assert len(normal) == 3
            assert {Path(unquote(it.path)) for it in names} == {path}
            assert not any(form.diagnostics for form in forms)
            await two["n"].replace_text("1")
            assert [form["n"].text for form in forms] == ["", "1", ""]
        async with started.open(path) as again:
            assert again.uri == path.as_uri()


@pytest.mark.asyncio
async def test_a_file_is_open_in_two_languages(fieldd: str, tmp_path: Path) -> None:
    path = tmp_path / "a.fields.jsonc"
    path.write_text(json.dumps({"fields": [NUMBER | {"required": True}]}) + " // a comment")
    async with Daemon(fieldd, store=":memory:") as daemon:
        async with daemon.open(path, locale="de") as german, daemon.open(path, locale="fr") as french:
            refused = [await form.validate(trigger="submit") for form in (german, french)]
            assert len({it.fields[0].problems[0].message for it in refused}) == 2
            await german["n"].replace_text("1")
            assert french["n"].text == ""


# Threads and loops.


def test_a_checker_is_used_by_several_threads(fieldd: str) -> None:
    told: Counter[str] = Counter()
    with Checker({"fields": [NUMBER]}, fieldd) as checker:

        def work() -> None:
            for number in range(30):
                try:
                    told[str(bool(checker.check({"n": number})))] += 1
                    told[str(bool(checker.check({"n": "x"}, locale="de")))] += 1
                except Exception as error:
                    told[repr(error)] += 1

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_SECONDS)
    assert told == {"True": 120, "False": 120}
    with pytest.raises(RuntimeError):
        checker.check({})


@pytest.mark.asyncio
async def test_a_checker_works_while_a_loop_runs(fieldd: str) -> None:
    with Checker({"fields": [NUMBER]}, fieldd) as checker:
        assert checker.check({"n": 1}) and not checker.check_text('{"n":1e400}')


def test_daemons_start_in_the_loop_of_uvicorn(fieldd: str) -> None:
    async def check() -> bool:
        async with Daemon(fieldd, store=":memory:") as daemon, daemon.open({"fields": [NUMBER]}) as form:
            return bool(await form.check({"n": 1}))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(check())


def test_a_form_with_errors_raises_where_it_is_opened(fieldd: str) -> None:
    broken = {"fields": [NUMBER | {"maxLength": "x"}]}
    with pytest.raises(FormError, match="maxLength") as error, Checker(broken, fieldd):
        pass
    assert [it.code for it in error.value.diagnostics] == ["wrongType"]
    with Checker(broken, fieldd, allow_errors=True) as checker:
        verdict = checker.check({"n": 1})
        assert not verdict and verdict.diagnostics


# Whatever the daemon says, every call ends.

DAEMON = """
    import json, sys

    def read():
        length = 0
        while (line := sys.stdin.buffer.readline()).strip():
            length = int(line.split(b":")[1])
        return json.loads(sys.stdin.buffer.read(length)) if length else sys.exit()

    def write(body, length=None):
        body = body if isinstance(body, bytes) else json.dumps({"jsonrpc": "2.0", **body}).encode()
        sys.stdout.buffer.write(b"Content-Length: %d\\r\\n\\r\\n%b" % (length or len(body), body))
        sys.stdout.buffer.flush()

    while True:
        message = read()
        number = message.get("id")
        if message["method"] == "initialize":
            write({"id": number, "result": {}})
        elif message["method"] == "shutdown":
            write({"id": number, "result": None})
        elif number is not None:
            error = {"code": -32700, "message": "not JSON"}
            WHAT
"""

SAYINGS = {
    "nothing": "pass",
    "garbage": "write(b'garbage')",
    "half": "write(b'{\"id\"', length=100)",
    "an error without an id": "write({'id': None, 'error': error})",
    "twice": "[write({'id': number, 'error': error}) for _ in range(2)]",
    "to somebody else": "write({'id': number + 1000, 'result': {}})",
    "to nobody": "write({'result': {}})",
    "no result": "write({'id': number})",
    "a list": "write(b'[1, null, {}]')",
    "its end": "sys.exit(3)",
}


@pytest.mark.asyncio
@pytest.mark.parametrize("saying", SAYINGS)
async def test_every_call_ends_whatever_comes_back(saying: str, tmp_path: Path) -> None:
    program = tmp_path / "daemon.py"
    program.write_text(textwrap.dedent(DAEMON).replace("WHAT", SAYINGS[saying]))
    async with asyncio.timeout(PATIENCE_SECONDS), Daemon([sys.executable, str(program)], patience=0.5) as daemon:
        calls = [daemon.import_form({}), daemon.import_form({})]
        ended = await asyncio.gather(*calls, return_exceptions=True)
        assert all(isinstance(it, DaemonError) for it in ended), ended


# The fixture with the binary has the module's name.
Daemon, Checker, Committed, Refused = fieldd.Daemon, fieldd.Checker, fieldd.Committed, fieldd.Refused
DaemonError, FormError = fieldd.DaemonError, fieldd.FormError
