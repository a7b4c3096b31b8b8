"""The Python client in process: what a daemon says of records, a library says too, in any thread and after a fork."""

from __future__ import annotations

import asyncio
import ctypes
import json
import math
import os
import random
import shutil
import subprocess
import sys
import textwrap
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import fieldd
import fieldd.library
import pytest
from conftest import PROJECT, need, seed_ranges
from test_generate import FORMS, generate

Json = Any

HEADER = PROJECT / "Sources" / "FieldRPC" / "Library" / "fieldd.h"
SIGN_UP: Json = {
    "fields": [
        {"key": "email", "kind": "entry", "label": "E-mail", "required": True, "maxLength": 20, "validation": {"live": [{"format": "email"}]}},
        {"key": "country", "kind": "picker", "label": "Country", "data": ["Canada", "Romania"]},
        {"key": "seats", "kind": "entry", "label": "Seats", "value": "integer", "validation": {"endEditing": [{"maximum": 4}]}},
    ]
}
RIGHT = {"email": "ada@example.com", "country": "Canada", "seats": 2}
RECORDS: list[Json] = [
    *(RIGHT, {}, 5, None, [], "x", {"email": "ada@"}, {"email": "ada@example.com", "seats": 9}, {**RIGHT, "seats": "2"}),
    *({**RIGHT, "emial": 1}, {**RIGHT, "country": "Canda"}, {**RIGHT, "$form": "b.fields.json"}, {**RIGHT, "seats": 10**400}),
    *({"email": "\ud83d@example.com"}, {"email": "a\0b@example.com"}, {**RIGHT, "x": [[[{}]]]}),
]


# The module takes minutes to compile.
HELD = ["library", pytest.param("engine", marks=[pytest.mark.thorough, pytest.mark.xdist_group("build")])]
"""What is in the process: a library, or a module where there is none."""


@pytest.fixture(params=["fieldd", *HELD])
def way(request: pytest.FixtureRequest) -> dict[str, Any]:
    """How a checker is made, in each way."""
    path = request.getfixturevalue(request.param)
    return {"command": path} if request.param == "fieldd" else {"in_process": True, "library": path}


@pytest.fixture(params=HELD)
def held(request: pytest.FixtureRequest) -> str:
    """The file of a library, or of a module."""
    return str(request.getfixturevalue(request.param))


@pytest.fixture
def pair(held: str, fieldd: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two ways at once."""
    return {"command": fieldd}, {"in_process": True, "library": held}


def raised(work: Any) -> tuple[type[BaseException], str] | Any:
    """What comes of some work: its result, or what it raises."""
    try:
        return work()
    except Exception as error:
        return type(error), str(error)


# Both ways say the same.


def test_of_records_both_ways_say_the_same(pair: tuple[Any, Any]) -> None:
    nan = [math.nan, {"email": math.inf}, {"email": {1, 2}}, {1: 2}]
    deep: Json = {"email": "ada@example.com"}
    for _ in range(150):
        deep = {"email": deep}
    with fieldd.Checker(SIGN_UP, **pair[0]) as daemon, fieldd.Checker(SIGN_UP, **pair[1]) as held:
        for record in [*RECORDS, *nan, deep]:
            for options in ({}, {"locale": "de"}, {"partial": True}):
                one, other = (raised(lambda: it.check(record, **options)) for it in (daemon, held))
                assert one == other, (record, options)
        assert [*map(repr, daemon.check_many(RECORDS * 2, 7))] == [*map(repr, held.check_many(RECORDS * 2, 7))]


def test_of_texts_both_ways_say_the_same(pair: tuple[Any, Any]) -> None:
    right = json.dumps(RIGHT)
    texts = [
        *(right, right.encode(), "\ufeff" + right, f" {right}\n", right + "x", "", "{", '{"email":"\ud83d"}', '{"email":NaN}'),
        *(right.encode()[:-1] + b',"x":"\xff"}', b'{"email":"ada@example.com\xc0\x80"}', right[:-1] + ',"seats":1e400}'),
        *(right[:-1] + ',"email":"b@example.com"}', right.encode("utf-16"), "[" * 300, right + right, "{}", "\0"),
    ]
    with fieldd.Checker(SIGN_UP, **pair[0]) as daemon, fieldd.Checker(SIGN_UP, **pair[1]) as held:
        for text in texts:
            one, other = (raised(lambda: it.check_text(text)) for it in (daemon, held))
            assert one == other, text


@pytest.mark.parametrize("numbers", seed_ranges(4, 40))
def test_of_random_records_both_ways_say_the_same(pair: tuple[Any, Any], numbers: range) -> None:
    for seed in numbers:
        form = FORMS[seed % len(FORMS)]
        made = []
        for kind in ("valid", "boundary", "invalid", "warned"):
            made += generate(pair[0]["command"], form, "--kind", kind, "--count", "9", "--seed", seed)[1]
        random.Random(seed).shuffle(made)
        lines = "".join(json.dumps(record) + "\n" for record in made).encode()
        with ExitStack() as stack:
            daemon, held = (stack.enter_context(fieldd.Checker(form, allow_errors=True, **it)) for it in pair)
            assert [*daemon.check_many(made)] == [*held.check_many(made)], (seed, form)
            one, other = daemon.check_lines(lines), held.check_lines(lines)
            assert (one.count, one.wrong, one.verdicts) == (other.count, other.wrong, other.verdicts), (seed, form)


def test_lines_are_told_by_their_numbers(way: dict[str, Any]) -> None:
    right, wrong = json.dumps(RIGHT).encode(), b'{"email":"ada@"}'
    with fieldd.Checker(SIGN_UP, **way) as checker:
        found = checker.check_lines(b"\n".join([right, b"", wrong, b"{broken", right, b"  ", wrong, b""]))
        assert found.count == 5 and found.wrong == (1, 2, 4) and [*found.verdicts] == [1, 2, 4] and not found
        assert found.verdicts[1].problems[0].code == "typeMismatch"
        assert found.verdicts[2].problems[0].code == "syntax" and not found.verdicts[2]
        for text, count in ((right, 1), (b"", 0), (b"\n \n", 0), (right + b"\r\n" + right, 2)):
            found = checker.check_lines(text)
            assert found and (found.count, found.wrong, found.verdicts) == (count, (), {})
        # A warning is told, and makes nothing wrong.
        found = checker.check_lines(right[:-1] + b',"emial":1}\n' + wrong)
        assert found.wrong == (1,) and [it.valid for it in found.verdicts.values()] == [True, False]
        # More than one piece of what the library takes at once.
        many = (right + b"\n") * 20_000 + wrong + b"\n" + (right + b"\n") * 20_000 + wrong
        found = checker.check_lines(many)
        assert (found.count, found.wrong, [*found.verdicts]) == (40_002, (20_000, 40_001), [20_000, 40_001])


def test_answers_and_forms_of_others_go_both_ways(pair: tuple[Any, Any]) -> None:
    survey = {"elements": [{"type": "text", "name": "a", "isRequired": True, "validators": [{"type": "expression", "expression": "len({a}) > 2"}]}]}
    told = []
    for options in pair:
        with fieldd.Checker(survey, format="surveyjs", **options) as checker:
            lines = checker.check_lines(b'{"a":"x"}\n{}')
            told.append([checker.check({"a": "x"}), checker.check({}), lines.wrong, lines.verdicts])
        with fieldd.Checker(SIGN_UP, **options) as checker:
            told[-1].append(checker.check_answers("email=ada%40", "urlencoded", refusal="problem"))
    assert told[0] == told[1]
    # What nobody checks is never a pass.
    assert not told[1][0] and told[1][0].unchecked and told[1][2] == (0, 1)


def test_a_form_with_errors_judges_no_record(way: dict[str, Any], tmp_path: Path) -> None:
    broken = {"fields": [{"key": "a", "kind": "entry", "label": 5}]}
    with pytest.raises(fieldd.FormError, match="label"), fieldd.Checker(broken, **way):
        pass
    with fieldd.Checker(broken, allow_errors=True, **way) as checker:
        assert checker.form.diagnostics and not checker.check({}) and checker.check({}).diagnostics
        assert not checker.check_lines(b"{}\n")
    file = tmp_path / "a.fields.json"
    file.write_text(json.dumps(SIGN_UP))
    checker = fieldd.Checker(file, **way)
    with checker:
        assert checker.check(RIGHT) and [it.key for it in checker.form] == ["email", "country", "seats"]
    with pytest.raises(RuntimeError, match="`with` block"):
        checker.check(RIGHT)
    with pytest.raises(RuntimeError, match="`with` block"):
        _ = checker.form


# Validators.


def fail(error: BaseException) -> Any:
    raise error


ANSWERS = {
    "nothing": lambda check: None,
    "a text": lambda check: f"{check.field.label} {check.value} {check.values['country']} is taken",
    "False": lambda check: False,
    "a ValueError": lambda check: fail(ValueError("Taken")),
    "another error": lambda check: fail(OSError("the database is down")),
    "a list": lambda check: ["Taken"],
    "a promise": lambda check: asyncio.sleep(10),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_validators_are_asked_as_a_daemon_asks_them(pair: tuple[Any, Any], name: str, caplog: pytest.LogCaptureFixture) -> None:
    form = {"fields": [{**SIGN_UP["fields"][0], "validation": {"endEditing": [{"validator": "isFree"}]}}, SIGN_UP["fields"][1]]}
    told = []
    for options in pair if name != "a promise" else pair[1:]:
        with fieldd.Checker(form, validators={"isFree": ANSWERS[name]}, **options) as checker:
            told.append((checker.check(RIGHT), [verdict for _, verdict in checker.check_many([RIGHT, {}] * 3)]))
            lines = checker.check_lines(json.dumps(RIGHT).encode())
            assert lines.count == 1 and bool(lines) == (name == "nothing")
    assert told[0] == told[-1]
    assert bool(told[-1][0]) == (name == "nothing")


def test_an_unknown_validator_is_never_a_pass(way: dict[str, Any]) -> None:
    form = {"fields": [{"key": "a", "kind": "entry", "label": "A", "validation": {"endEditing": [{"validator": "isFree"}]}}]}
    with fieldd.Checker(form, **way) as checker:
        assert not checker.check({"a": "x"}) and checker.check({"a": "x"}).unchecked[0].why == "uncheckedValidator"
        assert not checker.check_lines(b'{"a":"x"}')


def test_a_validator_may_ask_its_own_checker_and_an_interrupt_ends_nothing_else(held: str) -> None:
    form = {"fields": [{"key": "a", "kind": "entry", "label": "A", "validation": {"endEditing": [{"validator": "even"}]}}]}

    def even(check: fieldd.Check) -> str | None:
        if check.value == "stop":
            raise KeyboardInterrupt
        return None if len(check.value) == 1 or checker.check({"a": check.value[1:]}) else "Odd"

    with fieldd.Checker(form, in_process=True, library=held, validators={"even": even}) as checker:
        assert checker.check({"a": "xxx"})
        with pytest.raises(KeyboardInterrupt):
            checker.check({"a": "stop"})
        assert checker.check({"a": "x"})


def test_what_waits_is_no_validator_of_a_library(library: str) -> None:
    async def waits(check: fieldd.Check) -> None: ...

    with pytest.raises(TypeError, match="waits is no plain function"):
        fieldd.Checker(SIGN_UP, in_process=True, library=library, validators={"waits": waits})
    with pytest.raises(ValueError, match="no command"):
        fieldd.Checker(SIGN_UP, "fieldd", in_process=True)
    with pytest.raises(ValueError, match="in_process=True"):
        fieldd.Checker(SIGN_UP, library=library)


# Threads, forks and ends.


def test_there_is_no_thread_and_no_child(library: str) -> None:
    code = f"""
        import os, threading, fieldd
        with fieldd.Checker({SIGN_UP!r}, in_process=True) as checker:
            assert checker.check({RIGHT!r}) and not checker.check({{}}) and checker.check_lines(b"{{}}").count == 1
            assert threading.active_count() == 1 and "asyncio" in os.sys.modules
            if os.path.isdir("/proc/self/task"):
                assert len(os.listdir("/proc/self/task")) == 1
                assert open("/proc/self/task/%d/children" % os.getpid()).read() == ""
        """
    run_python(code, library)


def run_python(code: str, library: str, status: int = 0) -> str:
    environment = os.environ | {"FIELDD_LIBRARY": library, "PYTHONPATH": str(PROJECT / "clients" / "python" / "src")}
    command = [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(code)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_any_number_of_threads_ask_at_once(held: str) -> None:
    form = {"fields": [*SIGN_UP["fields"], {"key": "n", "kind": "entry", "label": "N", "validation": {"endEditing": [{"validator": "own"}]}}]}
    lines = b"\n".join(json.dumps(it).encode() for it in [RIGHT, {}] * 500)
    failures: list[str] = []

    def own(check: fieldd.Check) -> str | None:
        return None if check.value == threading.current_thread().name else "Another thread's"

    with fieldd.Checker(form, in_process=True, library=held, validators={"own": own}) as checker:
        begun = threading.Barrier(8)

        def ask() -> None:
            begun.wait()
            name = threading.current_thread().name
            for number in range(300):
                record = {**RIGHT, "n": name} if number % 2 else {"email": name}
                verdict = checker.check(record)
                if bool(verdict) != bool(number % 2):
                    failures.append(f"{record}: {verdict}")
            if [*checker.check_lines(lines).verdicts] != [*range(1, 1000, 2)]:
                failures.append("lines")

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failures == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_child_of_a_fork_goes_on_while_threads_are_in_the_library(held: str) -> None:
    code = f"""
        import os, threading, fieldd, warnings
        warnings.simplefilter("ignore")
        lines = b'{{"email":"ada@example.com"}}\\n' * 20_000
        with fieldd.Checker({SIGN_UP!r}, in_process=True) as checker:
            ended = threading.Event()
            def ask():
                while not ended.is_set():
                    assert checker.check_lines(lines).count == 20_000
                    assert not checker.check({{}})
            threads = [threading.Thread(target=ask) for _ in range(3)]
            for thread in threads: thread.start()
            for _ in range(20):
                child = os.fork()
                if child == 0:
                    done = checker.check({RIGHT!r}) and not checker.check({{}}) and checker.check_lines(lines[:2800]).count == 100
                    os._exit(0 if done else 1)
                assert os.waitpid(child, 0)[1] == 0
            ended.set()
            for thread in threads: thread.join()
        print("went on")
        """
    assert "went on" in run_python(code, held)


def test_the_interpreter_ends_while_checks_are_under_way(held: str) -> None:
    code = f"""
        import threading, fieldd
        lines = b'{{"email":"ada@example.com"}}\\n' * 200_000
        checker = fieldd.Checker({SIGN_UP!r}, in_process=True).__enter__()
        begun = threading.Barrier(5)
        def ask(work):
            begun.wait()
            while True: work()
        works = [lambda: checker.check_lines(lines), lambda: checker.check({{}}), lambda: checker.check({RIGHT!r}), lambda: fieldd.Checker({SIGN_UP!r}, in_process=True).__enter__()]
        for work in works:
            threading.Thread(target=ask, args=[work], daemon=True).start()
        begun.wait()
        print("ends")
        """
    assert run_python(code, held) == "ends\n"


def test_a_closed_checker_leaves_those_that_are_under_way_alone(library: str) -> None:
    lines = b'{"email":"ada@example.com"}\n' * 200_000
    for _ in range(5):
        checker = fieldd.Checker(SIGN_UP, in_process=True, library=library).__enter__()
        counts: list[int] = []
        begun = threading.Event()

        def ask() -> None:
            begun.set()
            counts.append(checker.check_lines(lines).count)

        thread = threading.Thread(target=ask)
        thread.start()
        begun.wait()
        checker.__exit__()
        thread.join()
        # It had begun, or it was told that the checker is closed.
        assert counts in ([200_000], [])


def test_an_event_loop_may_run_around_it(library: str) -> None:
    async def main() -> bool:
        with fieldd.Checker(SIGN_UP, in_process=True, library=library) as checker:
            return bool(checker.check(RIGHT)) and not checker.check({})

    assert asyncio.run(main())


def test_all_messages_of_one_call_are_answered_in_it(library: str) -> None:
    exchange = fieldd.library.find_source(library).exchange()
    messages = [{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}}, {"jsonrpc": "2.0", "method": "initialized", "params": {}}]
    messages.append({"jsonrpc": "2.0", "id": 1, "method": "field/open", "params": {"uri": "f", "document": SIGN_UP}})
    check = {"form": "f", "records": [{"email": "x" * 100}] * 100}
    messages += [{"jsonrpc": "2.0", "id": number, "method": "field/check", "params": check} for number in range(2, 1000)]
    text = "".join(json.dumps(it) + "\n" for it in messages).encode()
    answers = [json.loads(line) for line in exchange.take(text).splitlines()]
    assert [it["id"] for it in answers if "id" in it] == [*range(1000)]


# Where the library is.


def test_a_library_that_is_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FIELDD_LIBRARY", raising=False)
    (tmp_path / "text").write_text("no library")
    for path, words in (("nothing", "there is no library nothing"), (tmp_path / "text", "can't be loaded"), (None, "FIELDD_LIBRARY names another")):
        with pytest.raises(fieldd.DaemonNotFound, match=words), fieldd.Checker(SIGN_UP, in_process=True, library=path):
            pass


def test_the_header_is_c_and_names_what_the_library_has(library: str, tmp_path: Path) -> None:
    need("cc")
    program = tmp_path / "a.c"
    program.write_text(
        """
        #include "fieldd.h"
        #include <stdio.h>
        #include <string.h>
        static const char *said(fieldd_connection *c, const char *message) {
          size_t count;
          static char copy[1 << 16];
          uint8_t *text = fieldd_connection_take(c, (const uint8_t *)message, strlen(message), &count);
          snprintf(copy, sizeof copy, "%.*s", (int)count, (const char *)text);
          fieldd_free(text);
          return copy;
        }
        static int passes(fieldd_form *form, const char *record) {
          return fieldd_form_passes(form, (const uint8_t *)record, strlen(record));
        }
        int main(void) {
          if (fieldd_abi() != FIELDD_ABI) return 1;
          fieldd_connection *c = fieldd_connection_open();
          said(c, "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"initialize\\",\\"params\\":{\\"capabilities\\":{}}}\\n");
          said(c, "{\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"initialized\\",\\"params\\":{}}\\n");
          said(c, "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":2,\\"method\\":\\"field/open\\",\\"params\\":{\\"uri\\":\\"f\\",\\"document\\":{\\"fields\\":"
                  "[{\\"key\\":\\"a\\",\\"kind\\":\\"entry\\",\\"label\\":\\"A\\",\\"maxLength\\":2}]}}}\\n");
          fieldd_form *form = fieldd_form_open(c, (const uint8_t *)"f", 1);
          if (!form || fieldd_form_open(c, (const uint8_t *)"g", 1)) return 2;
          if (!passes(form, "{\\"a\\":\\"xy\\"}") || passes(form, "{\\"a\\":\\"xyz\\"}") || passes(form, "")) return 3;
          if (!strstr(said(c, "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":3,\\"method\\":\\"field/check\\",\\"params\\":{\\"form\\":\\"f\\",\\"values\\":"
                              "{\\"a\\":\\"xyz\\"}}}\\n"), "tooLong")) return 4;
          fieldd_connection_close(c);
          fieldd_place *places;
          size_t count;
          const char *lines = "{\\"a\\":\\"xy\\"}\\n{\\"a\\":\\"xyz\\"}\\n{}\\n";
          if (fieldd_form_lines(form, (const uint8_t *)lines, strlen(lines), &places, &count) != 3) return 5;
          if (count != 1 || places[0].is_wrong != 1 || places[0].number != 1 || places[0].offset != 11 || places[0].count != 11) return 6;
          fieldd_free(places);
          if (fieldd_form_lines(form, NULL, 0, &places, &count) != 0 || count != 0 || places) return 7;
          fieldd_form_close(form);
          fieldd_form_close(NULL);
          fieldd_connection_close(NULL);
          return 0;
        }
        """
    )
    command = ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{HEADER.parent}", program, library, "-o", tmp_path / "a"]
    subprocess.run([*command, f"-Wl,-rpath,{Path(library).parent}"], check=True)
    folder = tmp_path / "lib"
    folder.mkdir()
    shutil.copy(library, folder)
    done = subprocess.run([tmp_path / "a"], env=os.environ | {"LD_LIBRARY_PATH": str(folder)}, timeout=60, check=False)
    assert done.returncode == 0
    held = ctypes.CDLL(library)
    assert all(hasattr(held, name) for name in ("fieldd_connection_take", "fieldd_form_lines"))
