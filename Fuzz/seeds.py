"""Writes what the fuzzer begins with, one folder for each entry point, made of the fixtures, and
`words`, the dictionary of the names that the protocol has.

    python3 Fuzz/seeds.py FOLDER
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import random
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Tests" / "Fixtures"
# A place, how much goes, how much comes, and what: as the entry `edits` reads them.
EDITS = bytes([1, 0, 40, 3, 2]) + b'"}' + bytes([0, 60, 0, 3]) + b"// " + bytes([0, 9, 200, 0])
MEMBERS = re.compile(r'"(?:pattern|format|dateFormat|displayFormat)": *("(?:[^"\\]|\\.)*")')

# The first byte says that checksums are wanted.
LOG = b'\x01{"file":"fieldd autofill","version":1}\n'


def schemas(line: str) -> list[str]:
    """The schemas that go in and come out in a line of a transcript."""
    if "json-schema" not in line and "json-schema.org" not in line:
        return []
    try:
        said = json.loads(line[line.index("{") :])
    except ValueError:
        return []
    told = said.get("params", said)
    document = told.get("document")
    return [told["text"] if "text" in told else json.dumps(document)]


def documents(text: str) -> list[str]:
    """The documents that a transcript or a table of marked documents is about."""
    found: list[str] = []
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            lines.append(line[1:].removeprefix(" "))
        elif lines:
            found.append("\n".join(lines))
            lines = []
    return found


def sent(text: str) -> list[Any]:
    """The messages that a transcript has in full, and those that its short forms stand for."""
    messages: list[Any] = []
    asked = re.compile(r"> ([a-z]+/[A-Za-z]+) (\{.*\})$")
    for line in text.splitlines():
        if line.startswith("> {"):
            try:
                messages.append(json.loads(line[2:]))
            except ValueError:
                continue
        elif found := asked.match(line):
            try:
                params = {"uri": "form:a", **json.loads(found[2])}
            except ValueError:
                continue
            messages.append(message(found[1], params, len(messages)))
    return messages


def message(method: str, params: Any, number: int) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def conversation(text: str) -> bytes:
    """What a client says in a transcript: its document as a form and as a text, and its acts."""
    messages: list[Any] = []
    for place, document in enumerate(documents(text)[:3]):
        uri = f"file:///{place}.fields.json"
        opened = {"uri": uri, "languageId": "fields", "version": 1, "text": document}
        messages.append(
            {
                "jsonrpc": "2.0",
                "method": "textDocument/didOpen",
                "params": {"textDocument": opened},
            }
        )
        try:
            form = {"uri": "form:a", "document": json.loads(document)}
            messages.append(message("field/open", form, place))
        except ValueError:
            continue
    return "".join(
        json.dumps(said, ensure_ascii=False) + "\n" for said in messages + sent(text)
    ).encode()


def blocks() -> list[tuple[str, str]]:
    """The language and the text of each example in the documentation."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "clients").rglob("*.md")]
    fence = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)
    return [block for page in sorted(pages) for block in fence.findall(page.read_text())]


def forms() -> list[bytes]:
    """Documents with a bit of everything: lists, paths, comments, messages, what is for front ends."""
    field = '{ "key": "a", "kind": "entry", "label": "A"%s }'
    list_of = (
        '{ "groups": [{ "key": "l", "label": "L", "path": "/x/l",\n "repeat": { "minEntries": 1, "unique": ["a"] } }],'
        '\n "fields": [\n %s,\n { "key": "b", "kind": "date", "label": "B" } ],'
        '\n "entries": { "l": [\n { "a": "x" },\n { "a": "y" } ] },\n "messages": { "valueMissing": "{label}?" } }'
    )
    more = [
        "",
        ', "group": "l"',
        ', "group": "l", "validation": { "live": [{ "equals": "b", "message": "Not {equals}" }] }',
        ', "path": "/x/a", "presentation": {\n "x": 1 }',
        ', /* c */ "required": { "when": { "all": [{ "key": "b", "filled": true }] } } // d\n',
        ', "secure": true, "text": "secret"',
    ]
    documents = ["", " ", "{}", "// only a comment", *(list_of % (field % extra) for extra in more)]
    return [document.encode() for document in documents]


def convertible() -> list[bytes]:
    """Examples of every format, the number of the format before each."""
    texts = [text for language, text in blocks() if language in ("json", "jsonc")]
    marked = [(text, number) for text in texts for number in range(10) if number not in (5, 6)]
    marked += [(text, 5) for language, text in blocks() if language == "html"]
    marked += [(text, 6) for language, text in blocks() if language in ("yaml", "yml")]
    marked += [("<form><p><input name=a required></form>", 5), ("body:\n- type: input\n  id: a\n", 6)]
    found = [bytes([number]) + text.encode() for text, number in marked]
    return found + [bytes([number]) + form for number in range(10) for form in forms()[:4]]


def chances() -> list[bytes]:
    """Bytes that are taken for chance."""
    return [random.Random(seed).randbytes(800) for seed in range(40)]


def framed(lines: bytes) -> bytes:
    bodies = lines.splitlines()[:6]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)


def seeds() -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = {
        "framing": [],
        "connection": [],
        "edits": [],
        "json": [],
        "pattern": [],
        "schema": [],
        "workbook": workbooks(),
        "convert": convertible(),
        "date": [],
        "features": chances(),
        "log": [LOG],
        "formats": [],
        "records": records(),
        "table": tables(),
        "answers": answers(),
        "gzip": [b"\x05" + gzip.compress(table, level) for table in tables() for level in (0, 1, 9)],
    }
    for path in sorted(FIXTURES.rglob("*.txt")):
        text = path.read_text()
        said = conversation(text)
        if said:
            found["connection"].append(said)
            found["framing"] += [b"\x05" + framed(said), b"\x05" + said[:4000]]
        for document in documents(text):
            data = document.encode()
            found["json"].append(data)
            found["edits"].append(data.replace(b"\0", b"") + b"\0" + EDITS)
        for quoted in MEMBERS.findall(text):
            try:
                member = json.loads(quoted)
            except ValueError:
                continue
            found["pattern"].append(f"\x01{member}\nada@example.com 2026".encode())
            found["date"].append(f"{member}\n14.03.2026".encode())
        for line in text.splitlines():
            # `write #1 {…}` is what a transcript tells of the log.
            if line.startswith("< write "):
                found["log"].append(LOG + line.split(" ", 3)[-1].encode() + b"\n")
            found["schema"] += [schema.encode() for schema in schemas(line)]
    for document in [*forms(), *(text.encode() for language, text in blocks() if language == "json")]:
        found["json"].append(document)
        found["edits"].append(document.replace(b"\0", b"") + b"\0\1" + EDITS)
    dates = ["MMM d, y", "dd.MM.yyyy", "EEEE d MMMM y", "HH:mm", "h:mm a", "QQQ y", "yyyy-'W'ww"]
    found["date"] += [f"{pattern}\nMar 14, 2026".encode() for pattern in dates]
    found["formats"] += [word.encode() for word in words((FIXTURES / "hosts.txt").read_text())]
    found["formats"] += [word.encode() for word in examples()]
    return found


def workbooks() -> list[bytes]:
    """Workbooks of XLSForm: sheets as JSON, and a file with one sheet."""
    rows = [
        {"type": "begin_group", "name": "g", "label": "G", "relevant": "${a} != '' and not(${b} > 3)"},
        {"type": "text", "name": "a", "label": "A", "constraint": "regex(., '[a-z]{2}') or ${b} = 1"},
        {"type": "integer", "name": "b", "label": "B", "constraint": "5 <= . and . mod 5 = 0"},
        {"type": "end_group"},
        {"type": "begin_repeat", "name": "r", "label": "R", "repeat_count": 2},
        {"type": "select_multiple l or_other", "name": "c", "label": "C", "constraint": "count-selected(.) < 3"},
        {"type": "date", "name": "d", "label": "D", "constraint": ". <= today()", "required": "selected(${c}, 'x')"},
        {"type": "end_repeat"},
        {"type": "range", "name": "e", "label": "E", "parameters": "start=1 end=5 step=2"},
    ]
    choices = [{"list_name": "l", "name": name, "label": name.upper()} for name in "xyz"]
    settings = [{"form_title": "T", "default_language": "Deutsch (de)"}]
    sheets = {"survey": rows, "choices": choices, "settings": settings}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        kind = "http://x/worksheet"
        archive.writestr("xl/workbook.xml", "<workbook><sheets><sheet name='survey' r:id='a'/></sheets></workbook>")
        archive.writestr(
            "xl/_rels/workbook.xml.rels", f"<r><Relationship Id='a' Type='{kind}' Target='s.xml'/></r>"
        )
        table = [["type", "name", "label"], ["text", "a", "A &amp; <![CDATA[B]]>"], ["note", "b", "&#x42;"]]
        cells = "".join(
            "<row>" + "".join(f"<c t='inlineStr'><is><t>{text}</t></is></c>" for text in row) + "</row>"
            for row in table
        )
        archive.writestr("xl/s.xml", f"<worksheet><sheetData>{cells}</sheetData></worksheet>")
    return [json.dumps(sheets).encode(), *(json.dumps({"survey": [row]}).encode() for row in rows), file.getvalue()]


def records() -> list[bytes]:
    """Streams of records, a piece's size before each."""
    ones = [
        '{"name":"Ada","mail":"ada@example.com","post":"AB1 2XY","site":"https://a.example/x","age":36}',
        '{"size":1.5,"day":"2026-02-28","row":"CA","tags":["a",1],"note":"two words","name":"Zoë"}',
        '{ "name" : "much too long" , "age" : "36", "nmae": null, "row": "日本" }',
        '{"name":"A\\u0064a","age":1e400,"size":-0.0,"day":null,"row":0,"note":""}',
    ]
    streams = ["\n".join(ones), "[" + ", ".join(ones) + "]", "{\n  " + ones[0][1:-1] + "\n}\n" + ones[1]]
    return [bytes([size]) + stream.encode() for stream in [*ones, *streams] for size in (3, 30)]


def tables() -> list[bytes]:
    """Tables, a piece's size before each."""
    ones = [
        "name,mail,age\nAda,ada@example.com,36\n,,\n",
        'name;tags;row\r\n"two\nlines";a 1;"say ""CA"""\r\n',
        "tags/a\ttags/1\tzzz\n1\t0\tx\n",
        'name,name,$form\n"open,1\n"a"b,2,3,4\n',
    ]
    return [bytes([size]) + table.encode() for table in ones for size in (3, 30)]


def answers() -> list[bytes]:
    """What other programs hand over, in each of their shapes."""
    return [
        b'{"data": {"name": "Ada", "tags": ["a"], "submit": true}}', b'{"action": "accept", "content": {"name": 5}}',
        b'{"_id": 1, "name": "Ada", "box/a": "x", "rows": [{"rows/name": "1"}, {"rows/name": null}], "tags": "a 1"}',
        b"name=Ada+L%C3%B6&tags=a&tags=1&rows[0][name]=x&rows[1][name]=%&a[]=&=x&y\n",
        b"<d id='x'><name>A &amp; <![CDATA[b]]></name><rows><name/></rows><rows><name>x</name></rows><meta><a>1</a></meta></d>",
        b"### Name\n\nAda\n\n### Tags\n\n- [X] a\n- [ ] 1\n\n### Mail\r\n\r\n_No response_\r\n### Text\n```sh\nx\n```\n",
    ]  # fmt: skip


def words(text: str) -> list[str]:
    return [word for line in text.splitlines() for word in line.split() if len(word) < 200]


def examples() -> list[str]:
    """The texts of the tables that test formats."""
    tests = ROOT / "Tests" / "FieldModelsTests" / "Formats"
    quoted = re.compile(r'"((?:[^"\\]|\\.){1,100})"')
    texts = [path.read_text() for path in sorted(tests.glob("*.swift"))]
    return [example for text in texts for example in quoted.findall(text)]


def dictionary() -> str:
    """The names in the tables of the reference, as JSON has them, in libFuzzer's form."""
    pages = [ROOT / "protocol.md", *sorted((ROOT / "docs" / "reference").rglob("*.md"))]
    lines = [line for page in pages for line in page.read_text().splitlines()]
    rows = [line for line in lines if line.startswith("|")]
    names = {name for row in rows for name in re.findall(r"`([A-Za-z/$-]+)`", row)}
    return "".join(f'"\\"{name}\\""\n' for name in sorted(names))


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "words").write_text(dictionary())
    for entry, inputs in seeds().items():
        place = folder / entry
        place.mkdir(parents=True, exist_ok=True)
        for data in inputs:
            (place / hashlib.sha1(data).hexdigest()).write_bytes(data)
        print(f"{entry}: {len(set(inputs))} inputs")


if __name__ == "__main__":
    main()
