"""`fieldd check` on streams that are not what was hoped: validators that nobody runs, records that are too
long or too deep, other kinds of files, odd ends of lines; and what each format says of them."""

from __future__ import annotations

import gzip
import json
import signal
import subprocess
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
import sarif_pydantic
from test_check import FORM, RIGHT, Check, lines

ASKED = {
    "fields": [
        {
            "key": "name", "kind": "entry", "label": "Name", "maxLength": 8,
            "validation": {"endEditing": [{"validator": "isFree"}]},
        },
        {"key": "age", "kind": "entry", "label": "Age", "value": "integer"},
    ]
}  # fmt: skip
PLAIN = {"fields": FORM["fields"][:2]}
UNASKED = 'The validator "isFree" is not asked about records'


@pytest.fixture
def check(fieldd: str, tmp_path: Any) -> Check:
    """The command, in a folder with a form without secrets, and with one that has a validator."""
    check = Check(fieldd, tmp_path)
    check.write("plain.fields.json", PLAIN)
    check.write("asked.fields.json", ASKED)
    return check


# Validators that nobody can ask.


def asked(check: Check, *arguments: str, status: int, jobs: int = 1) -> str:
    records = lines({"age": 1}, {"name": "Ada"}, {"name": "Grace"}, {"name": "much too long"})
    done = check("--form", "asked.fields.json", "--jobs", str(jobs), *arguments, records=records, status=status)
    return done.stdout


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_program_is_told_which_value_nobody_was_asked_about(check: Check, jobs: int) -> None:
    found = [json.loads(line) for line in asked(check, "--format", "ndjson", status=1, jobs=jobs).splitlines()]
    assert [(it["code"], it["record"]) for it in found] == [("uncheckedValidator", 1), ("tooLong", 3)]
    assert found[0] == {
        "file": "<stdin>", "line": 2, "column": 10, "byteOffset": 20, "record": 1, "key": "name",
        "path": "/name", "severity": "warning", "code": "uncheckedValidator", "message": UNASKED,
        "data": {"validator": "isFree"},
    }  # fmt: skip


def test_every_format_says_that_nobody_was_asked(check: Check) -> None:
    whole = json.loads(asked(check, "--format", "json", status=1))
    assert whole["findings"][0]["code"] == "uncheckedValidator"
    assert whole["summary"]["unchecked"] == ["isFree"] and whole["summary"]["uncheckedRecords"] == 2
    run = json.loads(asked(check, "--format", "sarif", status=1))["runs"][0]
    result = run["results"][0]
    assert (result["ruleId"], result["level"]) == ("uncheckedValidator", "warning")
    assert result["message"]["text"] == f"name: {UNASKED}"
    assert "isFree" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
    told = asked(check, "--format", "github", status=1).splitlines()
    assert told[0] == f"::warning file=<stdin>,line=2,col=10,title=uncheckedValidator::name: {UNASKED}"
    assert "isFree" in told[-1]
    suite = ElementTree.fromstring(asked(check, "--format", "junit", status=1))[0]
    assert [it.get("name") for it in suite] == ["record 2", "record 4"]
    skipped = suite[0].find("skipped")
    assert skipped is not None and skipped.get("message") == f"name: {UNASKED}"
    text = asked(check, status=1)
    assert f"warning[uncheckedValidator] `name`: {UNASKED}" in text and "isFree" in text.splitlines()[-1]


def test_what_was_not_asked_may_count_as_wrong(check: Check) -> None:
    right = lines({"age": 1}, {"name": "Ada"}, {"name": "Grace"})
    check("--form", "asked.fields.json", records=right, status=0)
    for arguments in (["--unchecked", "error"], ["--severity", "warning"]):
        done = check(
            "--form", "asked.fields.json", "--format", "ndjson", "--pass", "good", "--fail", "bad", *arguments,
            records=right, status=1,
        )  # fmt: skip
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert [(it["code"], it["record"]) for it in found] == [("uncheckedValidator", 1), ("uncheckedValidator", 2)]
        assert (check.folder / "good").read_bytes() == lines({"age": 1})
        assert (check.folder / "bad").read_bytes() == lines({"name": "Ada"}, {"name": "Grace"})
    suite = ElementTree.fromstring(asked(check, "--format", "junit", "--unchecked", "error", status=1))[0]
    assert [it.get("type") for it in suite.iter("failure")] == ["uncheckedValidator"] * 2 + ["tooLong"]


# Depth.


def nested(depth: int) -> bytes:
    return b'{"name":"Ada","x":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


@pytest.mark.parametrize("shape", ["lines", "list"])
def test_a_record_that_goes_too_deep_is_one_finding(check: Check, shape: str) -> None:
    records = [b'{"name":"Ada"}', nested(128), nested(129), nested(50_000), b'{"name":"much too long"}']
    text = b"\n".join(records) + b"\n" if shape == "lines" else b"[" + b",".join(records) + b"]"
    found = check.findings("--form", "plain.fields.json", records=text)
    assert [(it["record"], it["code"]) for it in found] == [
        (1, "unknownKey"), (2, "syntax"), (3, "syntax"), (4, "tooLong")
    ]  # fmt: skip
    assert all("128" in it["message"] for it in found if it["code"] == "syntax")


def exchange(check: Check, *messages: Any) -> list[dict[str, Any]]:
    """What a daemon answers to some messages, a line each."""
    first = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}}
    text = b"".join((it if isinstance(it, bytes) else json.dumps(it).encode()) + b"\n" for it in (first, *messages))
    done = subprocess.run([check.binary], input=text, capture_output=True, timeout=60)
    return [json.loads(line) for line in done.stdout.splitlines()][1:]


def request(number: int, member: bytes) -> bytes:
    form = json.dumps(PLAIN).encode()
    return b'{"jsonrpc":"2.0","id":%d,"method":"field/check","params":{"form":%s,%s}}' % (number, form, member)


def test_in_a_request_a_record_that_goes_too_deep_fails_alone(check: Check) -> None:
    records = [b'{"name":"Ada"}', nested(128), nested(129), nested(5_000), b'{"name":"much too long"}']
    expected = [[], ["unknownKey"], ["syntax"], ["syntax"], ["tooLong"]]
    batch = request(1, b'"records":[' + b",".join(records) + b"]")
    single = [request(number + 2, b'"values":' + record) for number, record in enumerate(records)]
    answers = exchange(check, batch, *single, b"[" + batch.replace(b'"id":1', b'"id":9') + b"," + single[0] + b"]")
    for answer in (answers[0], next(it for it in answers[-1] if it["id"] == 9)):
        assert [[it["code"] for it in one["problems"]] for one in answer["result"]["records"]] == expected
        assert [one["valid"] for one in answer["result"]["records"]] == [True, True, False, False, False]
    assert [[it["code"] for it in answer["result"]["problems"]] for answer in answers[1:-1]] == expected
    # Many of them are told one by one, too.
    many = exchange(check, request(1, b'"records":[' + b",".join([nested(200)] * 3_000 + [records[0]]) + b"]"))
    assert [one["valid"] for one in many[0]["result"]["records"]] == [False] * 3_000 + [True]


def test_what_goes_too_deep_elsewhere_is_refused_with_its_id(check: Check) -> None:
    deep = b"[" * 500 + b"]" * 500
    for member in (b'"values":{},"other":' + deep, b'"records":[{}],"other":' + deep):
        assert [(it["id"], it["error"]["code"]) for it in exchange(check, request(7, member))] == [(7, -32600)]


# Length.


@pytest.mark.parametrize("shape", ["lines", "list", "open list"])
@pytest.mark.parametrize("source", ["pipe", "file"])
@pytest.mark.parametrize("jobs", ["1", "3"])
@pytest.mark.parametrize("size", [200, 700_000])
def test_a_record_that_is_too_long_is_one_finding(
    check: Check, shape: str, source: str, jobs: str, size: int
) -> None:
    short, long = b'{"name":"Ada"}', b'{"name":"' + b"x" * size + b'","n":[ {} , {} ]}'
    wrong = b'{"name":"much too long"}'
    records = [short, long, wrong, long, short, wrong]
    text = b"\n".join(records) + b"\n"
    if shape != "lines":
        text = b"[" + b",\n".join(records) + (b"]\n" if shape == "list" else b"\n")
    arguments = ["--form", "plain.fields.json", "--max-record-bytes", "100", "--jobs", jobs]
    arguments += ["--pass", "good", "--fail", "bad"]
    path = "-"
    if source == "file":
        path = check.write("r.ndjson", text).name
    done = check("--format", "ndjson", *arguments, path, records=text, status=1)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    told = [(it["record"], it["code"]) for it in found[:4]]
    assert told == [(1, "syntax"), (2, "tooLong"), (3, "syntax"), (5, "tooLong")]
    assert len(found) == (5 if shape == "open list" else 4)
    assert "100 bytes" in found[0]["message"]
    offsets = [text.index(long), text.index(wrong) + 8, text.rindex(long), text.rindex(wrong) + 8]
    assert [it["byteOffset"] for it in found[:4]] == offsets
    assert [it["line"] for it in found[:4]] == [2, 3, 4, 6]
    assert (check.folder / "good").read_bytes() == short + b"\n" + short + b"\n"
    assert (check.folder / "bad").read_bytes() == wrong + b"\n" + wrong + b"\n"
    assert done.stderr.startswith("fieldd: not in bad, since they have more than 100 bytes") and ": 2 of" in done.stderr


@pytest.mark.parametrize("given", ["16", "16b", "1k", "1KiB", "2M", "1g"])
def test_a_limit_has_a_unit(check: Check, given: str) -> None:
    check("--form", "plain.fields.json", "--max-record-bytes", given, records=b'{"name":"Ada"}\n', status=0)


@pytest.mark.parametrize("given", ["0", "-1", "x", "1.5M", "5T", "99999999999G"])
def test_a_limit_that_is_none_is_refused(check: Check, given: str) -> None:
    done = check("--form", "plain.fields.json", f"--max-record-bytes={given}", status=2)
    assert "--max-record-bytes is a number of bytes, such as" in done.stderr


@pytest.mark.parametrize("begin", [b"", b'{"name":"', b"[", b"[1,\n", b"[]\n{"])
@pytest.mark.parametrize("options", [[], ["--fail", "bad"]])
def test_memory_is_bounded_where_no_record_ends(check: Check, begin: bytes, options: list[str]) -> None:
    command = [check.binary, "check", "--form", "plain.fields.json", "--quiet", "--max-record-bytes", "1M", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, cwd=check.folder) as process:
        assert process.stdin
        process.stdin.write(begin)
        for _ in range(80):
            process.stdin.write(b"x" * (1 << 20))
        process.stdin.flush()
        status = (check.folder / "/proc" / str(process.pid) / "status").read_text()
        most = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
        process.stdin.close()
        assert process.wait(60) == 1
    assert most < 60 << 10


def test_lines_that_are_lists_are_judged_each(check: Check) -> None:
    text = b'[{"name":"Ada"}]\n' + b'[{"name":"much too long"},{"name":"Ada"}]\n' * 3 + b"[]\n" + b'[{"age":"x"}]'
    found = check.findings("--form", "plain.fields.json", "--pass", "good", records=text)
    assert [(it["line"], it["record"], it["code"]) for it in found] == [
        (2, 1, "tooLong"), (3, 3, "tooLong"), (4, 5, "tooLong"), (6, 7, "valueMissing"), (6, 7, "wrongType")
    ]  # fmt: skip
    assert (check.folder / "good").read_bytes() == b'{"name":"Ada"}\n' * 4


# Other kinds of files.

TABLE = "name,age\nAda,36\n"


@pytest.mark.parametrize(
    ("content", "kind", "advice"),
    [
        (b"\x28\xb5\x2f\xfd....", "Zstandard", "zstd -dc"),
        (b"PK\x03\x04....", "ZIP", "unzip -p"),
        (lines(RIGHT).decode().encode("utf-16"), "UTF-16", "iconv -f UTF-16"),
        (lines(RIGHT).decode().encode("utf-16-le"), "UTF-16", "iconv -f UTF-16"),
        (lines(RIGHT).decode().encode("utf-16-be"), "UTF-16", "iconv -f UTF-16"),
        (lines(RIGHT).decode().encode("utf-32"), "UTF-32", "iconv -f UTF-32"),
        (TABLE.encode(), "CSV", "--records-format csv"),
        (TABLE.encode("utf-8-sig"), "CSV", "--records-format csv"),
        (b'"name";"age"\r\n"A;da";36\r\n', "CSV", "--records-format csv"),
        (TABLE.replace(",", "\t").encode(), "TSV", "--records-format tsv"),
        (b"<?xml version='1.0'?>\n<r/>", "XML", "one object a line"),
    ],
)
def test_what_is_not_json_is_one_finding(check: Check, content: bytes, kind: str, advice: str) -> None:
    for source in ("-", check.write("r.ndjson", content).name):
        found = check.findings("--form", "plain.fields.json", source, records=content)
        assert [(it["code"], it["line"], it["record"]) for it in found] == [("notJSON", 1, 0)]
        assert kind in found[0]["message"] and advice in found[0]["message"]
        assert found[0]["data"] == {"format": kind}


@pytest.mark.parametrize(
    "content", [b"nonsense\n", b'"a, b"\n', b"1\n2\n", b"", b"name: x, y\n{}\n", b"[1, 2]\n", b"// a, b\n{}\n"]
)
def test_what_may_be_json_is_read_as_json(check: Check, content: bytes) -> None:
    assert "notJSON" not in {it["code"] for it in check.findings("--form", "plain.fields.json", records=content)}


@pytest.mark.parametrize(
    ("content", "kind", "advice"),
    [
        (gzip.compress(b'{"fields":[]}', mtime=0), "gzip", "gzip -dc FILE | "),
        ('{"fields":[]}'.encode("utf-16"), "UTF-16", "iconv -f UTF-16 -t UTF-8 FILE | "),
        ('{"fields":[]}'.encode("utf-16-le"), "UTF-16", "iconv -f UTF-16 -t UTF-8 FILE | "),
    ],
)
def test_a_form_that_is_no_text_in_utf8_is_told_so_too(check: Check, content: bytes, kind: str, advice: str) -> None:
    path = check.write("z.fields.json", content)
    [found] = check.findings("z.fields.json")
    assert found["code"] == "notJSON" and "record" not in found
    assert kind in found["message"] and advice + "fieldd check --stdin-name" in found["message"]
    done = check("--form", "z.fields.json", records=lines(RIGHT), status=2)
    assert kind in done.stderr and advice in done.stderr
    done = subprocess.run([check.binary, "convert", "--from", "html", path], capture_output=True, text=True)
    assert done.returncode == 2 and kind in done.stderr and advice + "fieldd convert" in done.stderr


# Lines.


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_a_carriage_return_alone_ends_a_line(check: Check, jobs: str) -> None:
    wrong = b'{"name":"much too long"}'
    pieces = [b'{"name":\r"Ada"}\n', wrong + b"\r\n", b'{\r\n"name":"Ada",\r"age":1\n}\r\n', wrong + b"\n"]
    text = (b"".join(pieces) + b"\r\r\n\n" + b'{"name":"Ada"}\r\n' * 20_000) * 2 + b"\r" + wrong
    for source in ("-", check.write("r.ndjson", text).name):
        for arrangement in (text, b"[" + text.replace(b"}\r\n{", b"},\r\n{").replace(b"}\n{", b"},\n{") + b"]"):
            if source != "-" and arrangement is not text:
                continue
            found = check.findings("--form", "plain.fields.json", "--jobs", jobs, source, records=arrangement)
            for it in found:
                if it["code"] != "tooLong":
                    continue
                before = arrangement[: it["byteOffset"]].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
                assert it["line"] == before.count(b"\n") + 1
                assert it["column"] == len(before) - before.rfind(b"\n")
            assert [it["code"] for it in found].count("tooLong") >= (5 if arrangement is text else 1)


# Secrets.


@pytest.mark.parametrize("key", ["pni", "pinn", "PIN", "p1n", "password", "secret"])
def test_a_secret_under_a_misspelt_key_is_not_quoted(check: Check, key: str) -> None:
    for record in (
        {"name": "much too long", key: "hunter2"},
        {key: "hunter2"},
        {"name": "Ada", key: {"deep": "hunter2"}},
        {"name": "Ada", "pin": "hunter2", key: 1},
        {"name": "Ada", "age": ["hunter2"], key: 1},
        # In the place of another field.
        {"name": {key: "hunter2"}, key: 1},
        {"name": [{key: "hunter2"}], key: 1},
    ):
        done = check("--form", "a.fields.json", records=lines(record))
        if "age" not in record:
            assert "hunter2" not in done.stdout
        assert key in done.stdout
    for text in (b'["hunter2"]\n', b'"hunter2"\n', b'{"name":"Ada","pin":"x","pin":"hunter2","pin":"y"}\n', b"[{}] hunter2"):
        assert "hunter2" not in check("--form", "a.fields.json", records=text).stdout


# What formats say.


def test_sarif_names_fields_and_has_ends_and_rules_with_text(check: Check) -> None:
    text = b'{"name":"much too long"}\n{"nmae":\n[1,\n2]}\n'
    done = check("--form", "plain.fields.json", "--format", "sarif", "--statistics", records=text, status=1)
    run = json.loads(done.stdout)["runs"][0]
    sarif_pydantic.Sarif.model_validate_json(done.stdout)
    first = run["results"][0]
    assert first["message"]["text"].startswith("name: Too long")
    region = first["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 1, "startColumn": 9, "endLine": 1, "endColumn": 24}
    for rule in run["tool"]["driver"]["rules"]:
        for name in ("shortDescription", "fullDescription", "help"):
            assert rule[name]["text"]
    assert {"count": 1, "key": "name", "code": "tooLong"} in run["properties"]["statistics"]
    assert run["properties"]["summary"]["records"] == 2
    check.write("x.fields.json", {"fields": [{"key": "a", "kind": "entry", "label": 5}]})
    form = json.loads(check("--format", "sarif", "x.fields.json", status=1).stdout)["runs"][0]["results"][0]
    region = form["locations"][0]["physicalLocation"]["region"]
    assert region["endColumn"] == region["startColumn"] + 1


def test_it_is_said_when_github_takes_no_more_results(check: Check) -> None:
    done = check("--form", "plain.fields.json", "--format", "sarif", records=lines(*[{}] * 25_001), status=1)
    run = json.loads(done.stdout)["runs"][0]
    assert "25000" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
    assert "25001 results; GitHub takes 25000 in a run" in done.stderr
    done = check("--form", "plain.fields.json", "--format", "sarif", records=lines(*[{}] * 25_000), status=1)
    assert done.stderr == ""


def test_statistics_are_in_every_format(check: Check) -> None:
    def told(kind: str) -> str:
        records = lines({}, {}, {"name": "x" * 9})
        done = check("--form", "plain.fields.json", "--statistics", "--format", kind, records=records, status=1)
        return done.stdout

    expected = [
        {"count": 2, "key": "name", "code": "valueMissing"}, {"count": 1, "key": "name", "code": "tooLong"}
    ]  # fmt: skip
    assert json.loads(told("ndjson").splitlines()[-1])["statistics"] == expected
    assert json.loads(told("json"))["statistics"] == expected
    assert json.loads(told("sarif"))["runs"][0]["properties"]["statistics"] == expected
    suites = {it.get("name"): it for it in ElementTree.fromstring(told("junit"))}
    properties = {it.get("name"): it.get("value") for it in suites["statistics"].iter("property")}
    assert properties == {"valueMissing name": "2", "tooLong name": "1"}
    for kind in ("text", "github"):
        assert "2  valueMissing  name\n1  tooLong  name\n" in told(kind)


@pytest.mark.parametrize("option", ["--pass", "--fail"])
@pytest.mark.parametrize("kind", ["text", "json", "sarif", "junit", "ndjson", "github"])
def test_records_and_findings_are_not_mixed(check: Check, option: str, kind: str) -> None:
    records = lines({"name": "Ada"})
    done = check("--form", "plain.fields.json", "--format", kind, option, "-", records=records, status=2)
    assert done.stdout == "" and "--quiet" in done.stderr
    done = check("--form", "plain.fields.json", "--quiet", "--pass", "-", records=records, status=0)
    assert done.stdout == records.decode()
    done = check("--form", "plain.fields.json", "--quiet", "--pass", "-", "--fail", "-", records=records, status=2)
    assert done.stdout == ""


def test_a_terminal_that_is_gone_ends_it_as_any_signal(check: Check) -> None:
    command = [check.binary, "check", "--form", "plain.fields.json", "--format", "json"]
    # Whoever runs the tests may pass over the signal, as nohup does; the program would then as well.
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=check.folder,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(lines(*[{}] * 3))
        process.stdin.flush()
        # The first finding is there once the records were read.
        first = process.stdout.readline()
        process.send_signal(signal.SIGHUP)
        assert process.wait(60) == 128 + signal.SIGHUP
        whole = json.loads(first + process.stdout.read())
        assert whole["summary"]["rejected"] >= 2


# The command line.


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["chek", "a.fields.json"], '"check"'),
        (["converrt"], '"convert"'),
        (["shema"], '"schema"'),
        (["check", "--fomat", "json"], '"--format"'),
        (["check", "--strict=1", "--stricct"], None),
        (["check", "--severity", "eror"], '"error"'),
        (["check", "--unchecked", "warnign"], '"warning"'),
        (["check", "--format", "sariff"], '"sarif"'),
        (["convert", "--from", "jsonschema"], '"json-schema"'),
        (["convert", "--ouput", "x"], '"--output"'),
        (["convert", "--to", "surveyj"], '"surveyjs"'),
        (["serve", "--sdtio"], '"--stdio"'),
        (["--verison"], '"--version"'),
    ],
)
def test_what_was_meant_is_asked(check: Check, words: list[str], meant: str | None) -> None:
    done = subprocess.run([check.binary, *words], capture_output=True, text=True, cwd=check.folder, timeout=60)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert meant is None or f"(did you mean {meant}?)" in done.stderr


def test_a_file_alone_leads_to_check(check: Check) -> None:
    done = subprocess.run([check.binary, "a.fields.json"], capture_output=True, text=True, cwd=check.folder, timeout=60)
    assert done.returncode == 2 and "`fieldd check a.fields.json`" in done.stderr


@pytest.mark.parametrize("command", ["serve", "check", "convert", "schema", "demo"])
def test_each_command_has_its_own_help(check: Check, command: str) -> None:
    def told(*words: str) -> str:
        done = subprocess.run([check.binary, *words], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0 and done.stderr == ""
        return done.stdout

    own = told(command, "--help")
    assert own.startswith("usage: fieldd ") and command in own.splitlines()[0]
    assert own == told(command, "-h") == told("help", command)
    assert len(own) < len(told("--help"))
    assert ("--max-errors" in own) == (command == "check") and ("--report" in own) == (command == "convert")
