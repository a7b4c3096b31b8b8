"""`fieldd check` on rows of CSV and TSV, and on what is packed by gzip: every door and every output."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import subprocess
import threading
import xml.etree.ElementTree as ElementTree
import zlib
from pathlib import Path
from typing import Any

import pytest
from conftest import seeds
from test_check import FORM, Check, lines

PLAIN = {"fields": FORM["fields"][:2]}
PEOPLE = {
    "fields": [
        {"key": "name", "kind": "entry", "label": "Name", "required": True, "maxLength": 8},
        {"key": "age", "kind": "entry", "label": "Age", "value": "integer"},
        {"key": "hues", "kind": "picker", "label": "Hues", "multiple": True, "data": ["red", "blue"]},
        {"key": "city", "kind": "entry", "label": "City", "group": "home", "maxLength": 4},
        {"key": "tea", "kind": "entry", "label": "Tea", "group": "rows", "required": True},
        {"key": "count", "kind": "entry", "label": "Count", "group": "rows", "value": "number"},
    ],
    "groups": [
        {"key": "home", "label": "Home", "path": "/home"},
        {"key": "rows", "label": "Rows", "path": "/rows", "repeat": {}},
    ],
}
USUAL = ("--form", "people.fields.json")
HEADER = b"name,age,hues,home/city,rows/0/tea,rows/0/count\r\n"
ROWS = [
    b"Ada,36,red blue,Oslo,Mint,1.5\r\n",
    b'"much\ntoo long",x,"green","B""ergen",,2\r\n',
    b"Alan,,,,,\r\n",
]
TABLE = HEADER + b"".join(ROWS)
# The line, the column, the row, the path and the code of what is wrong with the table.
WRONG = [
    (3, 1, 1, "/name", "tooLong"),
    (4, 11, 1, "/age", "wrongType"),
    (4, 13, 1, "/hues", "badInput"),
    (4, 21, 1, "/home/city", "tooLong"),
    (4, 32, 1, "/rows/0/tea", "valueMissing"),
]


@pytest.fixture
def check(fieldd: str, tmp_path: Path) -> Check:
    """The command, in a folder with forms."""
    check = Check(fieldd, tmp_path)
    check.write("plain.fields.json", PLAIN)
    check.write("people.fields.json", PEOPLE)
    return check


def told(found: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(it["line"], it["column"], it["record"], it["path"], it["code"]) for it in found]


# Doors.


@pytest.mark.parametrize("jobs", ["1", "3"])
@pytest.mark.parametrize("delimiter", [b",", b";", b"\t"])
def test_rows_are_records(check: Check, delimiter: bytes, jobs: str) -> None:
    table = TABLE.replace(b",", delimiter)
    kind = "tsv" if delimiter == b"\t" else "csv"
    files = [check.write(f"a.{kind}", table), check.write(f"A.{kind.upper()}.gz", gzip.compress(table))]
    for path in files:
        assert told(check.findings(*USUAL, "--jobs", jobs, path.name)) == WRONG
    for named in ([f"--stdin-name=x.{kind}"], ["--records-format", kind], [f"--stdin-name=x.{kind}.gz"]):
        for content in (table, gzip.compress(table), b"\xef\xbb\xbf" + table):
            found = check.findings(*USUAL, "--jobs", jobs, *named, "-", records=content)
            assert told(found) == WRONG
    check.write("table.txt", table)
    assert told(check.findings(*USUAL, "--records-format", kind, "table.txt")) == WRONG


def test_every_format_has_line_and_column(check: Check) -> None:
    check.write("a.csv", b"name,zip\n" + b"much too long,\n")

    def out(kind: str) -> str:
        return check(*USUAL, "--format", kind, "a.csv", status=1).stdout

    assert "error[tooLong] `name`" in out("text") and "--> a.csv:2:1\n" in out("text")
    assert "2 | much too long,\n  | ^^^^^^^^^^^^^\n" in out("text")
    assert "--> a.csv:1:6\n" in out("text") and "1 | name,zip\n  |      ^^^\n" in out("text")
    first, second = [json.loads(line) for line in out("ndjson").splitlines()]
    assert (first["code"], first["line"], first["column"], first["byteOffset"]) == ("unknownKey", 1, 6, 5)
    assert "record" not in first and first["path"] == "/zip" and first["data"] == {"key": "zip"}
    assert (second["code"], second["line"], second["column"], second["byteOffset"]) == ("tooLong", 2, 1, 9)
    whole = json.loads(out("json"))
    assert whole["findings"] == [first, second] and whole["summary"]["records"] == 1
    run = json.loads(out("sarif"))["runs"][0]
    regions = [it["locations"][0]["physicalLocation"]["region"] for it in run["results"]]
    assert regions == [
        {"startLine": 1, "startColumn": 6, "endLine": 1, "endColumn": 9},
        {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 14},
    ]
    assert out("github").splitlines()[:2] == [
        '::warning file=a.csv,line=1,col=6,title=unknownKey::The form has no field "zip"',
        "::error file=a.csv,line=2,col=1,title=tooLong::name: Too long: 13 characters, at most 8",
    ]
    suite = ElementTree.fromstring(out("junit"))[0]
    assert [it.get("name") for it in suite] == ["header", "record 1"]


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_rows_are_divided_byte_for_byte(check: Check, jobs: str) -> None:
    for table in (TABLE, TABLE + b"\r\n\r\n", b"\xef\xbb\xbf" + TABLE, TABLE.removesuffix(b"\r\n")):
        lead = table[: table.index(HEADER)]
        check.write("a.csv", table)
        check(*USUAL, "--quiet", "--jobs", jobs, "--pass", "good", "--fail", "bad", "a.csv", status=1)
        assert (check.folder / "good").read_bytes() == lead + HEADER + ROWS[0] + ROWS[2]
        assert (check.folder / "bad").read_bytes() == lead + HEADER + ROWS[1]
        # What was divided is divided the same.
        assert told(check.findings(*USUAL, "--records-format", "csv", "good")) == []
        assert [it[3:] for it in told(check.findings(*USUAL, "--records-format", "csv", "bad"))] == [
            it[3:] for it in WRONG
        ]
    check.write("none.csv", HEADER)
    check(*USUAL, "--quiet", "--pass", "good", "none.csv", status=0)
    assert (check.folder / "good").read_bytes() == HEADER


def test_files_with_one_header_are_divided_together(check: Check) -> None:
    check.write("a.csv", b"name,age\nAda,1\n")
    check.write("b.csv", b'"name","age"\r\nAlan,x\r\n')
    check(*USUAL, "--quiet", "--pass", "good", "--fail", "bad", "a.csv", "b.csv", status=1)
    assert (check.folder / "good").read_bytes() == b"name,age\nAda,1\n"
    assert (check.folder / "bad").read_bytes() == b"name,age\nAlan,x\r\n"
    check.write("c.csv", b"age,name\n1,Ada\n")
    check.write("d.ndjson", b'{"name":"Ada"}\n')
    for other in ("c.csv", "d.ndjson"):
        for order in (["a.csv", other], [other, "a.csv"]):
            done = check(*USUAL, "--pass", "new", *order, status=2)
            assert f"{order[1]}: its records have another shape, or another header" in done.stderr
            assert not (check.folder / "new").exists()
    # Without a division they are all checked.
    assert "in 3 records" in check(*USUAL, "a.csv", "c.csv", "d.ndjson", status=0).stdout


def test_limits_and_counts_are_those_of_other_records(check: Check) -> None:
    table = b"name,age\n" + b"much too long,x\n" * 5
    named = ("--stdin-name", "x.csv")
    assert len(check.findings(*USUAL, *named, "--max-errors", "3", "-", records=table)) == 3
    done = check(*USUAL, *named, "--min-records", "6", "--quiet", "-", records=table, status=1)
    assert "5 records were checked, fewer than --min-records 6" in done.stderr
    done = check(*USUAL, *named, "--statistics", "--quiet", "-", records=table, status=1)
    assert done.stdout.startswith("5  wrongType  age\n5  tooLong  name\n")
    check(*USUAL, *named, "--min-records", "1", "-", records=b"name,age\n", status=1)
    check(*USUAL, *named, "-", records=b"", status=0)


def test_a_row_may_name_its_form(check: Check) -> None:
    check.write("more.fields.json", {"fields": [{"key": "name", "kind": "entry", "label": "N", "maxLength": 3}]})
    table = b"$form,name,age\n,Alexander,1\nmore.fields.json,Alan,\nmissing.fields.json,x,\n"
    check.write("a.csv", table)
    found = check.findings("--form", "plain.fields.json", "a.csv")
    assert [(it["code"], it["line"], it["column"], it.get("record")) for it in found] == [
        ("unknownKey", 1, 12, None), ("tooLong", 2, 2, 0), ("tooLong", 3, 18, 1), ("missingForm", 4, 1, 2)
    ]  # fmt: skip
    # The first row tells which form a file belongs to, as a record does.
    check.write("b.csv", b"name,$form\nAlan,more.fields.json\n")
    assert [it["code"] for it in check.findings("b.csv")] == ["tooLong"]
    done = check("a.csv", status=2)
    assert "no form is known" in done.stderr


# Folders.


@pytest.mark.parametrize("ending", ["csv", "tsv", "csv.gz", "ndjson", "ndjson.gz", "jsonl", "json.gz"])
def test_records_beside_their_form_are_found(check: Check, ending: str) -> None:
    content = {"c": b"name\nmuch too long\n", "t": b"name\tage\nmuch too long\t\n"}.get(
        ending[0], lines({"name": "much too long"})
    )
    path = check.write(f"in/plain.values.{ending}", gzip.compress(content) if ending.endswith("gz") else content)
    check.write("in/plain.fields.json", PLAIN)
    for named in ("in", "in/plain.fields.json", f"in/{path.name}"):
        [found] = check.findings(named)
        assert (found["code"], found["file"]) == ("tooLong", f"in/{path.name}")


def test_a_table_in_a_folder_needs_a_form(check: Check) -> None:
    check.write("in/other.csv", b"name\nmuch too long\n")
    check.write("in/named.csv", b"name,$form\nmuch too long,../plain.fields.json\n")
    check.write("in/notes.txt", b"name\nmuch too long\n")
    done = check("--verbose", "in", status=1)
    assert "in/other.csv: skipped: no form is known for it" in done.stderr
    assert "in/notes.txt: skipped: its name is not one of a form or of records" in done.stderr
    assert "in/named.csv: checked by in/../plain.fields.json, 1 record" in done.stderr
    assert len(check.findings(*USUAL, "in")) == 2


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_a_validator_that_nobody_asks_is_told_at_its_cell(check: Check, jobs: str) -> None:
    rule = {"validation": {"endEditing": [{"validator": "isFree"}]}}
    check.write("asked.fields.json", {"fields": [{"key": "name", "kind": "entry", "label": "Name"} | rule]})
    table = b"age,name\n1,\n2,Ada\n3,Eve\n"
    usual = ("--form", "asked.fields.json", "--stdin-name", "x.csv", "--jobs", jobs)
    for options, rows in (([], [1]), (["--unchecked", "error"], [1, 2])):
        found = check.findings(*usual, *options, "-", records=table)[1:]
        assert [(it["code"], it["record"], it["line"], it["column"]) for it in found] == [
            ("uncheckedValidator", row, row + 2, 3) for row in rows
        ]


# Headers.


@pytest.mark.parametrize(
    ("header", "codes"),
    [
        ("name,name", ["duplicateColumn"]),
        ("name,home/city,city", ["duplicateColumn"]),
        ("nome,cognome", ["noColumns"]),
        ("Ada,36", ["noColumns"]),
        ('{"name": "Ada"}', ["noColumns"]),
        ('"name,age', ["syntax"]),
    ],
)
def test_an_error_in_the_header_rejects_every_row(check: Check, header: str, codes: list[str]) -> None:
    row = ",".join("x" * len(header.split(",")))
    table = f"{header}\n{row}\n{row}\n".encode()
    arguments = (*USUAL, "--records-format", "csv", "--pass", "good", "--fail", "bad", "-")
    done = check(*arguments, "--format", "json", records=table, status=1)
    whole = json.loads(done.stdout)
    errors = [it["code"] for it in whole["findings"] if it["severity"] == "error"]
    assert errors[: len(codes)] == codes and len(errors) == len(codes)
    assert whole["summary"]["rejected"] == whole["summary"]["records"]
    assert len((check.folder / "good").read_bytes().splitlines()) <= len(header.splitlines())


def test_a_closed_form_takes_no_other_column(check: Check) -> None:
    check.write("closed.fields.json", PLAIN | {"closed": True})
    table = b"name,x\nAda,\nEve,\n"
    done = check("--form", "closed.fields.json", "--stdin-name", "x.csv", "-", records=table, status=1)
    assert done.stdout.count("unknownKey") == 1 and "2 of 2 records rejected" in done.stdout


# Secrets.


def test_cells_of_secrets_are_not_quoted(check: Check) -> None:
    for table in (
        b"name,pin\nmuch too long,hunter2\n",
        b"pin,name\nhunter2,much too long\n",
        b"name,pni\nmuch too long,hunter2\n",
        b"name,pin\nAda,hunter2,3\n",
        b'name,pin\nAda,"hunter2"x\n',
        b'name,pin\nAda,"hunter2\n',
        b"name,pin\n\xff,hunter2\n",
    ):
        done = check("--form", "a.fields.json", "--stdin-name", "x.csv", "-", records=table, status=1)
        assert "hunter2" not in done.stdout + done.stderr


# What is broken.


def test_what_is_broken_is_one_finding_and_the_stream_goes_on(check: Check) -> None:
    rows = [b"Ada,1", b'"Ada"x,2', b"Ada", b"Ada,2,3", b"\xff\xfe,4", b"much too long,5", b'"open,6', b"much too long,7"]
    found = check.findings(*USUAL, "--stdin-name", "x.csv", "-", records=b"name,age\n" + b"\n".join(rows))
    assert [(it["code"], it["line"], it["column"], it["record"]) for it in found] == [
        ("syntax", 3, 6, 1), ("raggedRow", 4, 4, 2), ("raggedRow", 5, 7, 3), ("syntax", 6, 1, 4),
        ("tooLong", 7, 1, 5), ("syntax", 8, 1, 6), ("tooLong", 9, 1, 7),
    ]  # fmt: skip


@pytest.mark.parametrize("jobs", ["1", "3"])
@pytest.mark.parametrize("size", [200, 700_000])
@pytest.mark.parametrize("quote", [b"", b'"'])
def test_a_row_that_is_too_long_is_one_finding(check: Check, quote: bytes, size: int, jobs: str) -> None:
    long = quote + b"x" * size + quote + b",1"
    rows = [b"Ada,1", long, b"much too long,2", long, b"Eve,3", b""]
    table = b"name,age\n" + b"\n".join(rows)
    done = check(
        *USUAL, "--stdin-name", "x.csv", "--format", "ndjson", "--max-record-bytes", "100", "--jobs", jobs,
        "--pass", "good", "--fail", "bad", "-", records=table, status=1,
    )  # fmt: skip
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(it["code"], it["line"], it["record"]) for it in found] == [
        ("syntax", 3, 1), ("tooLong", 4, 2), ("syntax", 5, 3)
    ]  # fmt: skip
    assert "100 bytes" in found[0]["message"]
    assert (check.folder / "good").read_bytes() == b"name,age\nAda,1\nEve,3\n"
    assert (check.folder / "bad").read_bytes() == b"name,age\nmuch too long,2\n"
    assert "not in bad, since they have more than 100 bytes" in done.stderr


def most_memory(process: subprocess.Popen[bytes]) -> int:
    """The most that a process has used, in kibibytes."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))


@pytest.mark.parametrize("begin", [b"", b"name,age\n", b'name,age\n"', b'name,age\n"x\n', b'"', b"name,age\nx,"])
def test_memory_is_bounded_where_no_row_ends(check: Check, begin: bytes) -> None:
    command = [check.binary, "check", *USUAL, "--records-format", "csv", "--quiet", "--max-record-bytes", "1M"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, cwd=check.folder) as process:
        assert process.stdin
        process.stdin.write(begin)
        for _ in range(80):
            process.stdin.write(b"x" * (1 << 20))
        process.stdin.flush()
        most = most_memory(process)
        process.stdin.close()
        assert process.wait(60) in (0, 1)
    assert most < 60 << 10


# Python's reader as the referee.


def random_table(chance: random.Random) -> bytes:
    """Some cells, most of them well written, and some not."""
    cells = ["Ada", "", "12", "x,y", 'say "hi"', "a\nb", "c\r\nd", " e ", "ü", "much too long for it", "1.5", "'"]
    rows: list[bytes] = []
    for _ in range(chance.randint(0, 12)):
        row = [chance.choice(cells) for _ in range(chance.choice([3, 3, 3, 3, 2, 4]))]
        written = io.StringIO()
        quoting = chance.choice([csv.QUOTE_ALL, csv.QUOTE_MINIMAL])
        csv.writer(written, quoting=quoting, lineterminator=chance.choice(["\n", "\r\n"])).writerow(row)
        rows.append(written.getvalue().encode())
        if chance.random() < 0.05:
            rows.append(chance.choice([b"\n", b"\r\n", b'"a"b,c,d\n', b'5" pipe,6",7\n']))
    return b"a,b,c\n" + b"".join(rows)


@pytest.mark.parametrize("seed", seeds(20, 300))
def test_cells_are_those_that_pythons_reader_reads(check: Check, seed: int) -> None:
    chance = random.Random(seed)
    check.write(
        "lengths.fields.json",
        {"fields": [
            {"key": key, "kind": "area", "label": key, "validation": {"live": [{"maxLength": 1}]}, "lengthUnit": "scalar"}
            for key in "abc"
        ]},
    )  # fmt: skip
    table = random_table(chance)
    expected: list[tuple[int, str, Any]] = []
    reader = csv.reader(io.StringIO(table.decode(), newline=""), strict=True)
    assert next(reader) == ["a", "b", "c"]
    number = 0
    while True:
        try:
            row = next(reader)
        except StopIteration:
            break
        except csv.Error:
            expected.append((number, "syntax", None))
            number += 1
            # Python's reader does not go on behind what is broken.
            break
        if not row:
            continue
        if len(row) == 3:
            expected += [(number, "abc"[at], len(cell)) for at, cell in enumerate(row) if len(cell) > 1]
        else:
            expected.append((number, "raggedRow", len(row)))
        number += 1
    found = check.findings("--form", "lengths.fields.json", "--stdin-name", "x.csv", "-", records=table)
    said = [(it["record"], it.get("key") or it["code"], it.get("data", {}).get("count")) for it in found]
    if expected and expected[-1][1] == "syntax":
        said = [it for it in said if it[0] < number]
    assert said == expected, table


# gzip.


def members(content: bytes, chance: random.Random) -> bytes:
    """Some bytes as gzip has them: in several members, packed more or less, with names or without."""
    packed = b""
    while content or not packed:
        count = chance.randint(1, len(content)) if content and chance.random() < 0.5 else len(content)
        into = io.BytesIO()
        name = chance.choice(["", "some name.csv"])
        with gzip.GzipFile(name, "wb", chance.randint(0, 9), into, mtime=0) as member:
            member.write(content[:count])
        packed += into.getvalue()
        content = content[count:]
    return packed + b"\0" * chance.choice([0, 0, 512])


@pytest.mark.parametrize("seed", seeds(10, 100))
def test_what_is_packed_is_read_as_what_it_is(check: Check, seed: int) -> None:
    chance = random.Random(seed)
    kind = chance.choice(["csv", "ndjson"])
    names = [chance.choice(["Ada", "Grace Hopper", "Eve " * chance.randint(0, 30)]) for _ in range(chance.randint(0, 3000))]
    noise = [chance.randbytes(chance.randint(0, 30)).hex() for _ in names]
    if kind == "csv":
        content = b"name,noise\n" + b"".join(f'"{name}",{it}\n'.encode() for name, it in zip(names, noise))
    else:
        content = lines(*({"name": name, "noise": it} for name, it in zip(names, noise)))
    check.write(f"a.{kind}", content)
    check.write(f"a.{kind}.gz", members(content, chance))
    expected = check.findings(*USUAL, f"a.{kind}")
    for jobs in ("1", "3"):
        found = check.findings(*USUAL, "--jobs", jobs, f"a.{kind}.gz")
        assert [it | {"file": f"a.{kind}"} for it in found] == expected


@pytest.mark.parametrize("kind", ["csv", "ndjson"])
@pytest.mark.parametrize("option", [[], ["--pass", "good"]])
def test_a_gzip_stream_that_is_broken_is_never_right(check: Check, kind: str, option: list[str]) -> None:
    content = b"name\n" + b"Ada\n" * 5000 if kind == "csv" else lines(*[{"name": "Ada"}] * 5000)
    whole = gzip.compress(content, mtime=0)
    changed = bytearray(whole)
    changed[len(whole) // 2] ^= 0x10
    cases = {
        "cut off": [whole[:count] for count in (2, 5, 10, 11, 30, len(whole) - 9, len(whole) - 8, len(whole) - 1)]
        + [whole + whole[:20]],
        "damaged": [bytes(changed), whole[:-8] + b"\0" * 8, whole[:-4] + b"\0\0\0\1", b"\x1f\x8b\x09" + whole[3:],
                    whole[:10] + b"\xff" + whole[11:]],
        "something else follows": [whole + b"x", whole + b"{}\n", whole + b"\0\0x"],
    }  # fmt: skip
    for words, broken in cases.items():
        for number, content in enumerate(broken):
            path = check.write(f"a.{kind}.gz", content)
            for source in (path.name, "-"):
                done = check(*USUAL, "--records-format", "csv" if kind == "csv" else "json", *option, source,
                             records=content, status=2)  # fmt: skip
                assert "gzip data" in done.stderr, (words, number)
                if words != "damaged":
                    assert words in done.stderr, (words, number)
                name = "standard input" if source == "-" else path.name
                assert f"cannot read {name}: " in done.stderr
            assert not (check.folder / "good").exists()


@pytest.mark.parametrize("seed", seeds(30, 500))
def test_gzip_with_other_bytes_is_what_python_reads_or_an_error(check: Check, seed: int) -> None:
    chance = random.Random(seed)
    content = b"name\n" + b"".join(chance.randbytes(chance.randint(0, 4)).hex().encode() + b"\n" for _ in range(200))
    packed = bytearray(members(content, chance))
    for _ in range(chance.randint(1, 3)):
        packed[chance.randrange(2, len(packed))] = chance.randrange(256)
    try:
        read: bytes | None = gzip.decompress(bytes(packed))
    except (OSError, EOFError, zlib.error):
        read = None
    done = check(*USUAL, "--records-format", "csv", "--pass", "good", "-", records=bytes(packed))
    assert (done.returncode == 2) == (read is None), done
    if read is not None:
        assert read == content and done.returncode == 0


def test_memory_is_bounded_where_little_becomes_much(check: Check) -> None:
    one = gzip.compress(b'{"name":"' + b"x" * (100 << 20) + b'"}\n', 1)
    many = gzip.compress(b"name,age\n" + b"Ada,36\n" * 1_000_000, 1)
    for packed, kind, expected in ((one, "json", 1), (many, "csv", 0)):
        command = [check.binary, "check", *USUAL, "--records-format", kind, "--quiet", "--max-record-bytes", "1M"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=check.folder) as process:
            assert process.stdin
            # The rest waits until all but a pipe's content was read.
            process.stdin.write(packed[:-8])
            process.stdin.flush()
            most = most_memory(process)
            process.stdin.write(packed[-8:])
            process.stdin.close()
            assert process.wait(120) == expected
        assert most < 60 << 10


def test_a_pipe_of_gzip_is_read_as_it_comes(check: Check) -> None:
    packed = gzip.compress(b"name\n" + b"much too long\n" * 300, mtime=0)
    with subprocess.Popen(
        [check.binary, "check", *USUAL, "--records-format", "csv", "--format", "ndjson", "-"],
        cwd=check.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin and process.stdout

        def write(pipe: Any = process.stdin) -> None:
            for byte in packed:
                pipe.write(bytes([byte]))
                pipe.flush()
            pipe.close()

        writer = threading.Thread(target=write)
        writer.start()
        found = process.stdout.read().splitlines()
        writer.join()
        assert process.wait(60) == 1
    assert len(found) == 300


def test_what_is_packed_otherwise_is_told_what_to_do_with(check: Check) -> None:
    check.write("a.csv.zst", b"\x28\xb5\x2f\xfd....")
    [found] = check.findings(*USUAL, "a.csv.zst")
    assert found["code"] == "notJSON" and "zstd -dc FILE | fieldd check" in found["message"]
    check.write("a.csv", TABLE.decode().encode("utf-16"))
    [found] = check.findings(*USUAL, "a.csv")
    assert found["code"] == "notJSON" and "iconv -f UTF-16 -t UTF-8 FILE" in found["message"]
    assert "a.csv: skipped: it is not CSV in UTF-8" in check(*USUAL, "--verbose", "a.csv", status=1).stderr
    check.write("a.csv.gz", gzip.compress(b"PAR1" + b"x" * 50))
    [found] = check.findings(*USUAL, "a.csv.gz")
    assert found["code"] == "notJSON" and "Parquet" in found["message"]


def test_a_format_that_is_none_is_refused(check: Check) -> None:
    done = check(*USUAL, "--records-format", "cvs", status=2)
    assert 'not "cvs" (did you mean "csv"?)' in done.stderr
