"""`fieldd check`: forms and records from files, as people, pipelines and servers see it."""

from __future__ import annotations

import array
import contextlib
import fcntl
import json
import os
import random
import select
import signal
import subprocess
import termios
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import IO, Any

from conftest import FIRST_SEED
import pytest
import sarif_pydantic
from terminal import run_in_terminal, start_in_terminal
from wcwidth import wcswidth

FORM = {
    "fields": [
        {"key": "name", "kind": "entry", "label": "Name", "required": True, "maxLength": 8},
        {"key": "age", "kind": "entry", "label": "Age", "value": "integer"},
        {"key": "pin", "kind": "entry", "label": "Pin", "secure": True, "maxLength": 4},
    ]
}
RIGHT = {"name": "Ada", "age": 36}


class Check:
    """Runs of the command in a folder with a form."""

    def __init__(self, binary: str, folder: Path) -> None:
        self.binary = binary
        self.folder = folder
        self.write("a.fields.json", FORM)

    def write(self, name: str, content: Any) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        path.write_bytes(data)
        return path

    def __call__(
        self,
        *arguments: str,
        records: bytes = b"",
        status: int | None = None,
        variables: dict[str, str] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [self.binary, "check", *arguments],
            input=records,
            capture_output=True,
            cwd=self.folder,
            timeout=120,
            env=os.environ | (variables or {}),
        )
        if status is not None:
            assert done.returncode == status, done
        out, err = done.stdout.decode(), done.stderr.decode()
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    def findings(self, *arguments: str, records: bytes = b"") -> list[dict[str, Any]]:
        """What is told, an object each."""
        done = self("--format", "ndjson", *arguments, records=records)
        return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def check(fieldd: str, tmp_path: Path) -> Check:
    """The command, in a folder of its own."""
    return Check(fieldd, tmp_path)


def lines(*records: Any) -> bytes:
    """Records, one a line."""
    return b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)


def wait_until_read(pipe: IO[bytes]) -> None:
    """Returns once nothing of what was written to a pipe is left in it."""
    waiting = array.array("i", [1])
    while waiting[0]:
        fcntl.ioctl(pipe, termios.FIONREAD, waiting)
        time.sleep(0.01)


def test_people_are_shown_the_line_and_the_place(check: Check) -> None:
    records = lines(RIGHT, {"name": "Zoë 日本語 and more", "nmae": 1})
    done = check("--form", "a.fields.json", "--stdin-name", "in.ndjson", records=records, status=1)
    assert done.stdout == (
        "error[tooLong] `name`: Too long: 16 characters, at most 8\n"
        " --> in.ndjson:2:10\n"
        "  |\n"
        '2 | {"name": "Zoë 日本語 and more", "nmae": 1}\n'
        "  |          ^^^^^^^^^^^^^^^^^^^^^\n"
        "\n"
        'warning[unknownKey]: The form has no field "nmae"; did you mean "name"?\n'
        " --> in.ndjson:2:30\n"
        "  |\n"
        '2 | {"name": "Zoë 日本語 and more", "nmae": 1}\n'
        "  |                                 ^^^^^^\n"
        "\n"
        "1 error and 1 warning; 1 of 2 records rejected\n"
    )
    assert done.stderr == ""
    done = check("--form", "a.fields.json", records=lines(RIGHT), status=0)
    assert done.stdout == "Nothing wrong in 1 record\n"


def test_colours_are_for_terminals(check: Check) -> None:
    command = [check.binary, "check", "--form", "a.fields.json", str(check.write("r.ndjson", lines({})))]
    plain = {"PATH": os.environ["PATH"], "TERM": "xterm"}
    assert "\x1b[1;31merror" in run_in_terminal(command, plain, check.folder, 60)[1]
    assert "\x1b" not in run_in_terminal(command, plain | {"NO_COLOR": "1"}, check.folder, 60)[1]


def test_programs_are_told_where_everything_is(check: Check) -> None:
    records = lines({"name": "Ada"}, {"name": "é" * 9, "age": "36"})
    assert check.findings("--form", "a.fields.json", records=records) == [
        {
            "file": "<stdin>", "line": 2, "column": 10, "byteOffset": 25, "record": 1,
            "key": "name", "path": "/name", "severity": "error", "code": "tooLong",
            "message": "Too long: 9 characters, at most 8",
            "data": {"maxLength": 8, "count": 9, "lengthUnit": "grapheme"},
        },
        {
            "file": "<stdin>", "line": 2, "column": 30, "byteOffset": 54, "record": 1,
            "key": "age", "path": "/age", "severity": "error", "code": "wrongType",
            "message": "Must be a whole number", "data": {"type": "integer"},
        },
    ]  # fmt: skip
    done = check("--form", "a.fields.json", "--format", "json", "--statistics", records=records, status=1)
    whole = json.loads(done.stdout)
    assert [it["code"] for it in whole["findings"]] == ["tooLong", "wrongType"]
    assert whole["summary"]["records"] == 2 and whole["summary"]["rejected"] == 1
    assert {"count": 1, "key": "age", "code": "wrongType"} in whole["statistics"]
    clean = json.loads(check("--form", "a.fields.json", "--format", "json", records=lines(RIGHT)).stdout)
    assert clean["findings"] == [] and clean["summary"]["errors"] == 0


def test_sarif_is_read_by_those_who_read_sarif(check: Check) -> None:
    check.write("r ö.ndjson", lines(RIGHT, {"name": "x" * 9, "other": 1}))
    done = check("--format", "sarif", "--form", "a.fields.json", "r ö.ndjson", status=1)
    log = sarif_pydantic.Sarif.model_validate_json(done.stdout)
    run = log.runs[0]
    assert log.version == "2.1.0" and run.tool.driver.name == "fieldd"
    assert [it.level.value for it in run.results] == ["error", "warning"]
    for result in run.results:
        assert run.tool.driver.rules[result.rule_index].id == result.rule_id
    place = run.results[0].locations[0].physical_location
    assert place.artifact_location.uri == "r%20%C3%B6.ndjson"
    assert (place.region.start_line, place.region.start_column) == (2, 10)
    clean = check("--format", "sarif", "--form", "a.fields.json", records=lines(RIGHT), status=0)
    assert sarif_pydantic.Sarif.model_validate_json(clean.stdout).runs[0].results == []


def test_junit_has_a_case_for_each_record_that_is_wrong(check: Check) -> None:
    check.write("one.ndjson", lines(RIGHT, {"name": "<&\">" * 3, "age": 1.5}, {"\u0001": 1}))
    check.write("two.ndjson", lines(RIGHT))
    done = check("--format", "junit", "--form", "a.fields.json", "one.ndjson", "two.ndjson", status=1)
    suites = {it.get("name"): it for it in ElementTree.fromstring(done.stdout)}
    assert [it.get("name") for it in suites["one.ndjson"]] == ["record 2", "record 3"]
    failures = suites["one.ndjson"][0].findall("failure")
    assert [it.get("type") for it in failures] == ["tooLong", "badInput"]
    assert suites["two.ndjson"].findall(".//failure") == [] and len(suites["two.ndjson"]) == 1


def test_github_shows_them_beside_the_lines(check: Check) -> None:
    form = {"fields": [FORM["fields"][0] | {"validation": {"live": [{"minLength": 9, "message": "No:\n100%, no"}]}}]}
    check.write("b.fields.json", form)
    check.write("a,b.ndjson", lines({"name": "x"}))
    done = check("--format", "github", "--form", "b.fields.json", "a,b.ndjson", status=1)
    first = done.stdout.splitlines()[0]
    assert first == "::error file=a%2Cb.ndjson,line=1,col=10,title=tooShort::name: No:%0A100%25, no"


def test_records_are_divided_into_those_that_are_right_and_the_others(check: Check) -> None:
    records = [RIGHT | {"age": number} for number in range(200)]
    for number in range(0, 200, 7):
        records[number]["name"] = "much too long"
    for content in (lines(*records), json.dumps(records, indent=1).encode(), json.dumps(records).encode()):
        check("--form", "a.fields.json", "--quiet", "--pass", "good", "--fail", "bad", records=content, status=1)
        good = [json.loads(line) for line in (check.folder / "good").read_text().splitlines()]
        bad = [json.loads(line) for line in (check.folder / "bad").read_text().splitlines()]
        assert bad == records[::7]
        assert good == [it for index, it in enumerate(records) if index % 7]
    # As they came, byte for byte.
    odd = b'{ "name":"Ada" , "age":3.60e1 }\n'
    check("--form", "a.fields.json", "--pass", "good", records=odd, status=0)
    assert (check.folder / "good").read_bytes() == odd


@pytest.mark.parametrize("jobs", [2, 5])
def test_the_order_is_the_same_on_several_threads(check: Check, jobs: int) -> None:
    records = [{"name": "Ada" * (1 + number % 5), "age": number if number % 3 else str(number)} for number in range(60_000)]
    check.write("r.ndjson", lines(*records))
    arguments = ["--form", "a.fields.json", "--format", "ndjson", "--statistics", "r.ndjson"]
    one = check(*arguments, "--pass", "one", status=1)
    several = check(*arguments, "--jobs", str(jobs), "--pass", "several", status=1)
    assert several.stdout == one.stdout
    assert (check.folder / "several").read_bytes() == (check.folder / "one").read_bytes()


BEGINNINGS = [b"", b"\xef\xbb\xbf", b"[1,\n", b"\n\n"]
ENDS = [b"", b"\n", b"{", b'{"name": "', b"\r\n\r\n"]
# Each of them in `make test`; all pairs in `make test-all`.
PAIRS = [
    pytest.param(begin, end, marks=[] if place % len(BEGINNINGS) == number else [pytest.mark.thorough])
    for number, begin in enumerate(BEGINNINGS)
    for place, end in enumerate(ENDS)
]


@pytest.mark.parametrize(("begin", "end"), PAIRS)
def test_files_that_threads_read_apart_are_read_as_by_one(check: Check, begin: bytes, end: bytes) -> None:
    """Whatever stands where one thread's piece ends and another's begins."""
    rnd = random.Random(FIRST_SEED)
    kinds = [
        lambda: lines(RIGHT),
        lambda: lines({"name": "Somebody", "age": rnd.random()}),
        lambda: b'{"name": "Ada", "age":\n{"name": "Bob"}\n',
        lambda: b'{"name": "Ada",\r\n  "age": 3\r\n}\r\n',
        lambda: b'{"name": "A\n{da"}\n',
        lambda: b"}\n\n\x00{\n{\n",
        lambda: lines({"name": "x" * rnd.randrange(20_000)}),
    ]
    weights = [200, 20, 1, 1, 1, 1, 20]
    records = [rnd.choices(kinds, weights)[0]() for _ in range(20_000)]
    # Two of them are longer than the pieces are.
    for place in (3_000, 12_000):
        records[place] = lines({"name": "x" * 1_000_000})
    check.write("r.ndjson", begin + b"".join(records) + end)
    arguments = ["--form", "a.fields.json", "--format", "ndjson", "r.ndjson"]
    one = check(*arguments, "--pass", "one", "--fail", "two", status=1)
    several = check(*arguments, "--pass", "three", "--fail", "four", "--jobs", "3", status=1)
    assert several.stdout == one.stdout and several.stderr == one.stderr
    contents = [(check.folder / name).read_bytes() for name in ("one", "two", "three", "four")]
    assert contents[:2] == contents[2:]
    assert sum(map(len, contents[:2])) > 2_000_000


def test_what_counts_as_wrong_can_be_said(check: Check) -> None:
    records = lines(RIGHT | {"nick": "x"})
    done = check("--form", "a.fields.json", "--fail", "bad", records=records, status=0)
    assert "warning[unknownKey]" in done.stdout and (check.folder / "bad").read_bytes() == b""
    check("--form", "a.fields.json", "--severity", "warning", "--fail", "bad", records=records, status=1)
    assert (check.folder / "bad").read_bytes() == records


def test_it_stops_where_enough_is_wrong(check: Check) -> None:
    records = lines(*[{"name": 1}] * 100)
    done = check("--form", "a.fields.json", "--max-errors", "3", "--format", "json", records=records, status=1)
    whole = json.loads(done.stdout)
    assert len(whole["findings"]) == 3 and whole["summary"]["records"] == 3


def excerpt(check: Check, record: bytes, form: str = "a.fields.json") -> tuple[str, str]:
    """The line that is shown of a record in which one thing is wrong, and the marks under it."""
    done = check("--form", form, records=record)
    text, marks = (line.partition(" | ")[2] for line in done.stdout.splitlines()[3:5])
    return text, marks


def test_a_long_line_is_cut_where_more_stands(check: Check) -> None:
    # Sixty signs are shown from the beginning of what is meant on, and forty before it.
    record = '{"nmae": "' + "x" * 34 + '", "name": "Ada"}'
    assert len(record) == 61
    assert excerpt(check, record.encode()) == (record, " ^^^^^^")
    record = record.replace("x", "xx", 1)
    assert excerpt(check, record.encode()) == (record[:61] + "…", " ^^^^^^")
    record = '{"name": "Ada",' + " " * 25 + '"nmae": 1}'
    assert excerpt(check, record.encode()) == (record, " " * 40 + "^^^^^^")
    record = record.replace(" ", "  ", 1)
    assert excerpt(check, record.encode()) == ("…" + record[1:], " " * 41 + "^^^^^^")


def test_an_excerpt_moves_no_cursor(check: Check) -> None:
    name = "\u202e日é\u0301\u200d🙂\x7f\x9b!!!".encode()
    text, marks = excerpt(check, b'{"name": "' + name + b'"}')
    assert text == '{"name": "·日é\u0301·🙂··!!!"}'
    # Two columns for what is wide, none for an accent.
    assert marks == " " * 9 + "^" * 14
    # Nothing is shown of broken records that may have secrets in them.
    check.write("b.fields.json", {"fields": FORM["fields"][:1]})
    text, marks = excerpt(check, b'{"name": "\xff\xc3(\x1b"}', "b.fields.json")
    assert text == '{"name": "\ufffd\ufffd(·"}'


@pytest.mark.parametrize(
    "name",
    [
        "\u1112\u1161\u11ab\u1100\u1173\u11af",  # 한글, as its letters
        "\ud55c\u115f\u1160\u3164\ua960\ud7b0\ud7cb",
        "\u2764\ufe0f\u2764 1\ufe0f\u20e3 \u231a\ufe0f x\ufe0f",
        "\U0001f1e9\U0001f1ea\U0001f1f7\U0001f1f4 \U0001f1e9 \U0001f1ea",
        "\U0001f44d\U0001f3fd \U0001f3fd a\U0001f3fd",
        "\U0001f321\U0001f3d4\U0001f9d1\U0001fa70 \u4dc0\u2630\u2614\u2615",
        "\u0e01\u0e33\u05d0\u05b0\u3000\uff01\uff61\ufe10",
    ],
)
def test_marks_stand_under_what_they_are_about(check: Check, name: str) -> None:
    # What stands under a name that nobody knows may be a secret where a form has any.
    check.write("b.fields.json", {"fields": FORM["fields"][:2]})
    record = json.dumps({"name": name + "!" * 40}, ensure_ascii=False)
    text, marks = excerpt(check, record.encode())
    assert text == record
    assert marks == " " * 9 + "^" * (wcswidth(name) + 42)
    record = '{"' + name + '": 1, "name": "Ada"}'
    text, marks = excerpt(check, record.encode(), "b.fields.json")
    assert marks == " " + "^" * (wcswidth(name) + 2)


def test_names_and_words_of_others_move_no_cursor(check: Check) -> None:
    bad = "\x1b]0;x\x07\u202e"
    for options in ([], ["--statistics"], ["--format", "github"]):
        done = check("--form", "a.fields.json", "--stdin-name", f"in{bad}", *options, records=lines({"name": "A", bad: 1}))
        assert "nknownKey" in done.stdout and not set(done.stdout) & {"\x1b", "\x07", "\u202e"}
    assert "\x1b" not in check(f"gone{bad}", status=2).stderr
    form = {"fields": [{"key": f"a{bad}", "kind": f"entri{bad}", "label": "A"}]}
    check.write("b.fields.json", json.dumps(form, ensure_ascii=False).encode().replace(b"\x1b", b"\\u001b"))
    assert not set(check("b.fields.json", status=1).stdout) & {"\x1b", "\u202e"}


ONE, TWO = "\u00e9", "e\u0301"
A: dict[str, Any] = {"key": "a", "kind": "entry", "label": "A"}
B: dict[str, Any] = {"key": "b", "kind": "entry", "label": "B", "whenEmpty": "omit"}


def test_words_keep_their_direction_and_joined_letters(check: Check) -> None:
    check.write("b.fields.json", {"fields": [{"key": "d", "kind": "date", "label": "D"}]})
    told = check("--form", "b.fields.json", "--locale", "ar", records=lines({"d": "x"}), status=1).stdout
    assert "(\u2068YYYY-MM-DD\u2069)" in told
    check.write("b.fields.json", {"fields": [A | {"label": "👩\u200d🚀", "required": True}]})
    assert "👩\u200d🚀 is required" in check("--form", "b.fields.json", records=b"{}", status=1).stdout
    # One that nothing ends would turn what stands behind it.
    told = check("--form", "b.fields.json", records=lines({"\u2067x": 1}), status=1).stdout
    assert "\u2067" not in told and "·x" in told


@pytest.mark.parametrize(
    "form, record, codes",
    [
        ({"fields": [A | {"validation": {"live": [{"oneOf": [ONE]}]}}]}, {"a": TWO}, ["customError"]),
        ({"fields": [A | {"validation": {"live": [{"oneOf": [TWO]}]}}]}, {"a": TWO}, []),
        ({"fields": [A | {"kind": "picker", "data": [ONE], "manualEntry": True}]}, {"a": TWO}, []),
        ({"fields": [A, B | {"validation": {"live": [{"equals": "a"}]}}]}, {"a": ONE, "b": TWO}, ["customError"]),
        ({"fields": [A, B | {"required": {"when": {"key": "a", "is": ONE}}}]}, {"a": TWO}, []),
        ({"fields": [A, B | {"required": {"when": {"key": "a", "isNot": ONE}}}]}, {"a": TWO}, ["valueMissing"]),
        ({"fields": [A | {"key": ONE, "required": True}]}, {TWO: "x"}, ["valueMissing", "unknownKey"]),
        (
            {
                "groups": [{"key": "g", "label": "G", "repeat": {"unique": ["a"]}}],
                "fields": [A | {"group": "g"}],
            },
            {"g": [{"a": ONE}, {"a": TWO}]},
            [],
        ),
    ],
)
def test_texts_are_the_same_if_they_are_written_alike(
    check: Check, form: dict[str, Any], record: dict[str, Any], codes: list[str]
) -> None:
    """To JSON an é is not an e and an accent."""
    check.write("b.fields.json", form)
    assert [it["code"] for it in check.findings("--form", "b.fields.json", records=lines(record))] == codes


def test_a_number_is_one_of_some_however_it_is_spelt(check: Check) -> None:
    check.write("b.fields.json", {"fields": [A | {"value": "number", "validation": {"live": [{"oneOf": ["2", "x"]}]}}]})
    found = check.findings("--form", "b.fields.json", records=b'{"a": 2}\n{"a": 2.0}\n{"a": 20e-1}\n{"a": 3}\n')
    assert [(it["record"], it["code"]) for it in found] == [(3, "customError")]


def test_a_list_of_records_has_an_end_and_commas(check: Check) -> None:
    right = '{"name": "Ada"}'
    for text, places in [
        (f"[{right}", [17]),
        ("[", [2]),
        (f"[{right},]", [18]),
        (f"[,{right}]", [2]),
        (f"[{right},,{right}]", [18]),
        (f"[{right}]{right}", [18]),
        (f"[{right} {right}]", [18]),
        (f"[{right[:-1]}", [15]),
    ]:
        for jobs in ("1", "2"):
            found = check.findings("--form", "a.fields.json", "--jobs", jobs, records=text.encode())
            assert [(it["code"], it["column"]) for it in found] == [("syntax", place) for place in places], text
    assert check.findings("--form", "a.fields.json", records=f"[{right},\n{right}]\n".encode()) == []


def test_a_broken_record_in_a_list_hides_no_other(check: Check) -> None:
    listed = [b'[{"name": "Ada"},', b' {"name": "Bob",', b' {"name": 1},', b' {"name": "Cy"', b"]"]
    for jobs in ("1", "2"):
        found = check.findings("--form", "a.fields.json", "--jobs", jobs, records=b"\n".join(listed))
        assert [(it["code"], it["record"], it["line"]) for it in found] == [
            ("syntax", 1, 2), ("wrongType", 2, 3), ("syntax", 3, 5)
        ]  # fmt: skip


def test_a_file_whose_name_is_not_utf8_is_not_passed_over(check: Check) -> None:
    check.write("sub/c.fields.json", FORM)
    check.write("sub/c.values.json", RIGHT)
    os.mkdir(os.fsencode(check.folder) + b"/other")
    for folder in (b"/sub", b"/other"):
        with open(os.fsencode(check.folder) + folder + b"/b\xff.values.json", "wb") as file:
            file.write(b'{"name": 1}')
        assert "b\ufffd.values.json" in check(folder.decode()[1:], status=2).stderr


def test_what_is_quiet_says_nothing_but_what_was_asked_for(check: Check) -> None:
    records = lines({}, {"name": 1})
    assert check("--form", "a.fields.json", "--quiet", records=records, status=1).stdout == ""
    done = check("--form", "a.fields.json", "--quiet", "--statistics", records=records, status=1)
    assert done.stdout.splitlines()[:2] == ["1  valueMissing  name", "1  wrongType  name"]


def test_forms_are_checked_as_in_an_editor(check: Check) -> None:
    text = '{ "fields": [\n  { "key": "a", "kind": "entri", "label": "A" }\n] }'
    check.write("b.fields.json", text.encode())
    done = check("b.fields.json", status=1)
    assert done.stdout.startswith(
        'error[unknownValue] `a`: `kind` can\'t be "entri"; did you mean "entry"?\n'
        " --> b.fields.json:2:25\n"
        "  |\n"
        '2 |   { "key": "a", "kind": "entri", "label": "A" }\n'
        "  |                         ^^^^^^^\n"
    )
    check.write("c.fields.jsonc", b'{ // A comment\n "fields": [] }')
    assert check("c.fields.jsonc", status=0).stdout == "Nothing wrong in 1 form\n"
    assert check("-", "--stdin-name", "x.fields.json", records=b"{}", status=1).stdout != ""


def test_a_record_finds_its_form(check: Check) -> None:
    check.write("sub/b.fields.json", FORM)
    check.write("sub/b.values.json", {"name": "much too long"})
    check.write("sub/named.json", {"$form": "../a.fields.json", "name": 7})
    assert [it["code"] for it in check.findings("sub/b.values.json")] == ["tooLong"]
    assert [it["code"] for it in check.findings("sub/named.json")] == ["wrongType"]
    check.write("lost.json", {"name": "Ada"})
    assert "no form is known for it" in check("lost.json", status=2).stderr
    check.write("gone.json", {"$form": "gone.fields.json"})
    assert "gone.fields.json" in check("gone.json", status=2).stderr


def test_folders_and_patterns_are_looked_through(check: Check) -> None:
    check.write("sub/b.fields.json", FORM)
    check.write("sub/b.values.json", {"name": 1})
    check.write("sub/deep/c.fields.json", {"fields": 1})
    check.write("sub/.hidden/d.fields.json", {"fields": 1})
    check.write("sub/other.json", {"fields": 1})
    os.symlink("..", check.folder / "sub" / "up")

    def files(*arguments: str) -> list[str]:
        return sorted({it["file"] for it in check.findings(*arguments)})

    assert files() == files(".") == ["sub/b.values.json", "sub/deep/c.fields.json"]
    assert files("sub/") == files()
    assert files("**/*.fields.json") == files("s?b/**/c.*") == ["sub/deep/c.fields.json"]
    assert files("sub/*.json", "--form", "a.fields.json") == ["sub/b.values.json", "sub/other.json"]
    assert "no file matches" in check("*.yaml", status=2).stderr
    # Records that say to which form they belong, and others.
    check.write("sub/lines.ndjson", lines({"$form": "b.fields.json", "name": 1}, {"name": "Ada"}))
    check.write("sub/plain.ndjson", lines({"name": 1}))
    assert files() == ["sub/b.values.json", "sub/deep/c.fields.json", "sub/lines.ndjson"]
    (check.folder / "empty").mkdir()
    assert "nothing to check" in check("empty", status=2).stderr


def test_comments_are_no_values(check: Check) -> None:
    """What is told of a file with comments stands where it stands in the file."""
    text = b"""// Who
{ /* "name": 7, */ "name": "http://x", // "age": "1"
  "age": "36", }
"""
    check.write("a.values.jsonc", text)
    [finding] = check.findings("a.values.jsonc")
    assert (finding["code"], finding["line"], finding["column"]) == ("wrongType", 3, 10)
    assert text[finding["byteOffset"] :].startswith(b'"36"')
    assert check.findings(".") == [finding]
    check.write("b.jsonc", b'[ {"$form": "a.fields.json", "name": "Ada"}, /* open ')
    assert [it["code"] for it in check.findings("b.jsonc")] == ["syntax"]
    # In plain JSON they are a mistake.
    check.write("a.values.json", text)
    assert {it["code"] for it in check.findings("a.values.json")} == {"syntax"}


def test_records_are_not_held_to_a_broken_form(check: Check) -> None:
    check.write("broken.fields.json", {"fields": [{"key": "a", "kind": "entry", "label": "A", "maxLength": "8"}]})
    done = check("--form", "broken.fields.json", "--format", "ndjson", records=lines({}), status=2)
    assert [json.loads(line)["code"] for line in done.stdout.splitlines()] == ["wrongType"]
    assert "has errors" in done.stderr
    done = check("--form", "none.fields.json", records=lines({}), status=2)
    assert "none.fields.json" in done.stderr and done.stdout == ""


BROKEN = {
    "a record that is cut off": (b'{"name": "Ada", "age": ', "syntax", 22),
    "a string that is open": (b'{"name": "Ada}', "syntax", 10),
    "a zero byte": (b'{"name": "A\0a"}', "syntax", 12),
    "what is no UTF-8": (b'{"name": "A\xff\xfea"}', "syntax", 12),
    "nonsense": (b"nonsense", "syntax", 1),
    "two records on one line": (b'{"name": "a"} {"name": "b"}', "syntax", 15),
    "another sort of value": (b'"Ada"', "notARecord", 1),
    "a number of ten thousand digits": (b'{"name": "a", "age": ' + b"7" * 10_000 + b"}", "badInput", 22),
    "a key that is there twice": (b'{"name": "a", "name": "b"}', "duplicateProperty", 2),
    "depth": (b'{"name": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "syntax", None),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_line_is_one_finding_and_the_stream_goes_on(check: Check, name: str) -> None:
    line, code, column = BROKEN[name]
    bad = lines({"name": "much too long"})
    found = check.findings("--form", "a.fields.json", records=lines(RIGHT) + line + b"\n" + bad)
    assert [(it["line"], it["code"]) for it in found] == [(2, code), (3, "tooLong")]
    assert found[0]["byteOffset"] >= len(lines(RIGHT))
    assert column in (None, found[0]["column"])


def test_half_a_surrogate_pair_is_no_reason_to_reject(check: Check) -> None:
    check("--form", "a.fields.json", records=b'{"name": "\\ud83d"}\n', status=0)


def test_a_secret_is_in_no_excerpt(check: Check) -> None:
    records = [
        b'{"name": "much too long", "pin": "hunter2"}',
        b'{"name": "much too long", "pin": "hunter2"',
        b'{\n  "name": "much too long",\n  "pin": "hunter2"\n}',
    ]
    done = check("--form", "a.fields.json", records=b"\n".join(records), status=1)
    assert "hunter2" not in done.stdout
    # On a line of its own what is wrong can be shown.
    assert '"name": "much too long",\n' in done.stdout
    fields = [FORM["fields"][0] | {"text": "much too long"}, FORM["fields"][2] | {"text": "hunter2"}]
    check.write("s.fields.json", json.dumps({"fields": fields}, indent=1).encode())
    shown = check("s.fields.json", status=1).stdout
    assert shown.count("error[tooLong]") == 2 and "hunter2" not in shown
    # On a line of its own what is wrong can be shown.
    assert '"text": "much too long"' in shown


def test_a_disk_that_is_full_is_told(check: Check) -> None:
    done = check("--form", "a.fields.json", "--pass", "/dev/full", records=lines(*[RIGHT] * 10_000), status=2)
    assert "/dev/full" in done.stderr
    done = check("--form", "a.fields.json", "--pass", "no/such/folder", records=lines(RIGHT), status=2)
    assert "no/such/folder" in done.stderr


def test_files_that_can_not_be_read_are_told_and_the_others_are_checked(check: Check) -> None:
    check.write("r.ndjson", lines({}))
    done = check("--form", "a.fields.json", "none.ndjson", "r.ndjson", "/proc/self/mem", status=2)
    assert "none.ndjson" in done.stderr and "/proc/self/mem" in done.stderr
    assert "valueMissing" in done.stdout


def test_a_reader_that_leaves_ends_it(check: Check) -> None:
    check.write("r.ndjson", lines(*[{}] * 50_000))
    with subprocess.Popen(
        [check.binary, "check", "--form", "a.fields.json", "r.ndjson"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=check.folder,
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(60) == 141
        assert process.stderr.read() == b""


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_it_with_what_was_done(check: Check, number: signal.Signals, jobs: str) -> None:
    command = [check.binary, "check", "--form", "a.fields.json", "--pass", "good", "--jobs", jobs]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=check.folder) as process:
        assert process.stdin and process.stdout
        process.stdin.write(lines(*[RIGHT] * 5))
        process.stdin.flush()
        wait_until_read(process.stdin)
        process.send_signal(number)
        assert process.wait(60) == 128 + number
        # The last record might go on.
        assert process.stdout.read().startswith(b"Nothing wrong in ")
    assert len((check.folder / "good").read_bytes().splitlines()) >= 4


def test_memory_does_not_grow_with_the_input(check: Check) -> None:
    piece = lines(*[RIGHT | {"note": "x" * 200}] * 10_000)
    command = [check.binary, "check", "--form", "a.fields.json", "--quiet"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=check.folder) as process:
        assert process.stdin
        for _ in range(20):
            process.stdin.write(piece)
        process.stdin.flush()
        status = Path(f"/proc/{process.pid}/status").read_text()
        most = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
        process.stdin.close()
        assert process.wait(60) == 0
    assert 20 * len(piece) > 40 << 20 and most < 50 << 10


def test_a_record_of_many_megabytes_is_a_record(check: Check) -> None:
    long = b'{"name": "' + b"x" * (20 << 20) + b'"}\n'
    found = check.findings("--form", "a.fields.json", records=lines(RIGHT) + long + lines(RIGHT))
    assert [(it["record"], it["code"]) for it in found] == [(1, "tooLong")]


def test_a_long_check_shows_how_far_it_is(check: Check) -> None:
    os.mkfifo(check.folder / "records")
    command = f"exec {check.binary} check --form a.fields.json < records"
    environment = {"PATH": os.environ["PATH"], "TERM": "xterm"}
    process, screen = start_in_terminal(["sh", "-c", command], environment, check.folder, 24, 80)
    shown, count = b"", 0
    # Records come one by one until it shows how far it is.
    with (check.folder / "records").open("wb", buffering=0) as records:
        while b" records/s" not in shown:
            records.write(lines(RIGHT))
            count += 1
            if select.select([screen], [], [], 0.1)[0]:
                shown += os.read(screen, 65536)
    with contextlib.suppress(OSError):
        while data := os.read(screen, 65536):
            shown += data
    os.close(screen)
    assert process.wait(60) == 0
    # It is gone in the end.
    assert shown.rstrip().endswith(f"\x1b[KNothing wrong in {count} records".encode())


def test_who_starts_it_by_hand_is_told_what_it_is(fieldd: str, tmp_path: Path) -> None:
    status, screen = run_in_terminal([fieldd], os.environ, tmp_path, 20)
    assert status == 2 and "fieldd check FILE" in screen


@pytest.mark.parametrize(
    ("arguments", "variables", "words"),
    [
        (["--locale", "de-AT"], {}, "Zu lang: 9 Zeichen, höchstens 8"),
        (["--locale=de"], {"LC_ALL": "fr_FR.UTF-8"}, "Zu lang: 9 Zeichen, höchstens 8"),
        ([], {"LC_ALL": "pl_PL.UTF-8", "LANG": "de_DE"}, "Za długie: 9 znaków, najwyżej 8"),
        ([], {"LC_MESSAGES": "ja_JP", "LANG": "de_DE"}, "長すぎます: 9文字（最大8）"),
        ([], {"LC_MESSAGES": "", "LANG": "nl_NL"}, "Te lang: 9 tekens, hoogstens 8"),
        ([], {"LC_MESSAGES": "", "LANG": "C.UTF-8"}, "Too long: 9 characters, at most 8"),
        (["--locale", "sv"], {}, "Too long: 9 characters, at most 8"),
    ],
)
def test_findings_are_told_in_the_language_of_whoever_reads(
    check: Check, arguments: list[str], variables: dict[str, str], words: str
) -> None:
    records = json.dumps({"name": "Ada Byron", "age": 36}).encode()
    for format in ["text", "ndjson", "json", "sarif", "github", "junit"]:
        done = check(
            "--form", "a.fields.json", "--format", format, *arguments, "-",
            records=records, status=1, variables=variables,
        )  # fmt: skip
        assert words in done.stdout, done.stdout


def test_what_a_check_comes_to_is_told_in_the_same_language(check: Check) -> None:
    records = b'{"name":"Ada"}\n{"name":"Ada Byron","agee":1}\n'
    form = ["--form", "a.fields.json", "-"]
    done = check("--locale", "de", *form, records=records, status=1)
    assert done.stdout.splitlines()[-1] == "1 Fehler und 1 Warnung; 1 von 2 Datensätzen abgelehnt"
    done = check("--locale", "ro", *form, records=b'{"name":"Ada"}\n' * 20, status=0)
    assert done.stdout == "Nicio eroare în 20 de înregistrări\n"
    done = check("--locale", "ar", *form, records=records, status=1)
    assert done.stdout.splitlines()[-1] == "خطأ واحد وتحذير واحد؛ السجلات المرفوضة: 1 من 2"
    done = check("--locale", "fr", "records.ndjson", status=2)
    assert "records.ndjson" in done.stderr


def test_secrets_are_told_in_no_language(check: Check) -> None:
    records = json.dumps({"name": "Ada", "age": 36, "pin": "hunter22"}).encode()
    for tag in "ar de en es fr he it ja nl pl pt ro zh".split():
        done = check("--locale", tag, "--form", "a.fields.json", "-", records=records, status=1)
        assert "hunter" not in done.stdout


def test_texts_that_a_language_lacks_are_told(check: Check) -> None:
    form = {
        "title": {"en": "Order", "de": "Bestellung", "fr": "Commande"},
        "fields": [{"key": "a", "kind": "entry", "label": {"en": "Name", "de": "Name"}, "helper": "Yours"}],
    }
    check.write("order.fields.json", form)
    run = check("order.fields.json", "--locales", "de,fr", "--format", "ndjson")
    told = [json.loads(line) for line in run.stdout.splitlines()]
    assert [(it["code"], it["severity"], it["key"], it["data"]) for it in told] == [
        ("untranslated", "error", "a", {"property": "label", "languages": ["fr"]}),
        ("untranslated", "error", "a", {"property": "helper", "languages": ["de", "fr"]}),
    ]
    assert run.returncode == 1
    assert check("order.fields.json").returncode == 0
    assert check("order.fields.json", "--locales", "de_DE").returncode == 2
    # A text that is missing is no reason to reject a record.
    check.write("order.values.json", {"a": "Ada"})
    assert check("order.values.json", "--locales", "fr").returncode == 0


def test_findings_of_records_have_the_words_of_the_readers_language(check: Check) -> None:
    form = {"fields": [{"key": "a", "kind": "entry", "required": True, "label": {"en": "Name", "de": "Der Name"}}]}
    check.write("a.fields.json", form)
    check.write("a.values.json", {})
    for locale, label in [("de", "Der Name muss"), ("en", "Name is"), ("fr", "Name est")]:
        assert label in check("a.values.json", "--locale", locale).stdout
