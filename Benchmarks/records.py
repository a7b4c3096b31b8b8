"""Measures how fast records are held to a form, and writes that part of RESULTS.md.

    records.py [--fieldd BINARY] [--small]

A stream of sign-ups, of which one in ten is wrong, goes through `fieldd check` and through what a
Python program would hold it to a JSON Schema with. All are run in turn, nine times; the median
counts. Then the form and the stream are changed in one thing after the other (record_rows.py); of
each the lowest of three runs counts. With --small a short stream is run once, nothing is written,
and only the counts are checked.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import operator
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from programs import build
from record_rows import Row, Rows

HERE = Path(__file__).resolve().parent
PEERS = HERE.parent / ".build" / "benchmarks" / "peers" / "bin" / "python"
TITLE = "## Records"
RELATIONS = {"≥": operator.ge, "≤": operator.le}
COUNTRIES = ["Canada", "Romania", "France", "日本", "Brasil", "Kenya", "India", "United Kingdom"]
PHONE = r"^\+?[0-9 ]{7,15}$"
POSTCODE = "^[A-Z0-9][A-Z0-9 -]{1,8}[A-Z0-9]$"


def _entry(key: str, most: int, required: bool = False, **rule: Any) -> dict[str, Any]:
    field = {"key": key, "kind": "entry", "label": key.title(), "required": required, "maxLength": most}
    return field | ({"validation": {"live": [rule]}} if rule else {})


FORM = {
    "fields": [
        _entry("name", 40, required=True, minLength=2),
        _entry("email", 60, required=True, format="email"),
        _entry("phone", 16, pattern=PHONE),
        {"key": "country", "kind": "picker", "label": "Country", "required": True, "data": COUNTRIES},
        {"key": "birthday", "kind": "date", "label": "Birthday", "minimumDate": "1900-01-01"},
        {"key": "bio", "kind": "area", "label": "Bio", "maxLength": 280},
        _entry("postcode", 10, pattern=POSTCODE),
        _entry("website", 100, format="url"),
    ]
}


def _text(most: int, **more: Any) -> dict[str, Any]:
    return {"type": "string", "maxLength": most} | more


SCHEMA = {
    "type": "object",
    "required": ["name", "email", "country"],
    "properties": {
        "name": _text(40, minLength=2),
        "email": _text(60, format="email"),
        "phone": _text(16, pattern=PHONE),
        "country": {"enum": COUNTRIES},
        "birthday": {"type": "string", "format": "date"},
        "bio": _text(280),
        "postcode": _text(10, pattern=POSTCODE),
        "website": _text(100, format="uri"),
    },
}


def write_stream(path: Path, count: int, seed: int = 1) -> int:
    """Writes so many records, one a line; gives how many of them are wrong."""
    chance = random.Random(seed)
    words = "we ask what people like about forms and they say naïve things, café, 東京, 🙂, more".split()
    names = ["Ada Lovelace", "Alan Turing", "Grace Hopper", "José Núñez", "Zoë Wong", "李雷"]
    wrong = 0
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            record: dict[str, Any] = {
                "name": chance.choice(names),
                "email": f"user{number}@example{chance.randrange(50)}.com",
                "phone": f"+44 {chance.randrange(10**8, 10**9)}",
                "country": chance.choice(COUNTRIES),
                "birthday": f"{chance.randrange(1930, 2015)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}",
                "bio": " ".join(chance.choices(words, k=chance.randrange(5, 30))),
                "postcode": f"AB{chance.randrange(1, 99)} {chance.randrange(1, 9)}XY",
                "website": f"https://example{number % 97}.org/~user{number}",
            }
            if chance.random() < 0.1:
                wrong += 1
                key, value = chance.choice(
                    [("name", "x" * 41), ("email", "not-an-address"), ("country", "Atlantis"), ("postcode", "ab!")]
                )
                record[key] = value
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return wrong


# What runs in the peers' Python: it prints the seconds and how many records are wrong.
PEER = """
import json, sys, time
import orjson
kind, stream, schema = sys.argv[1:]
schema = json.loads(schema)
if kind == "jsonschema-rs":
    import jsonschema_rs
    errors = jsonschema_rs.validator_for(schema, validate_formats=True).iter_errors
    def is_wrong(record): return bool(list(errors(record)))
elif kind == "is_valid":
    import jsonschema_rs
    is_valid = jsonschema_rs.validator_for(schema, validate_formats=True).is_valid
    def is_wrong(record): return not is_valid(record)
elif kind == "fastjsonschema":
    import fastjsonschema
    check = fastjsonschema.compile(schema)
    def is_wrong(record):
        try: check(record)
        except fastjsonschema.JsonSchemaException: return True
        return False
else:
    def is_wrong(record): return False
start = time.perf_counter()
wrong = 0
with open(stream, "rb") as file:
    for line in file: wrong += is_wrong(orjson.loads(line))
print(time.perf_counter() - start, wrong)
"""
PEER_NAMES = {
    "jsonschema-rs": "orjson and jsonschema-rs, `iter_errors`",
    "is_valid": "orjson and jsonschema-rs, `is_valid`",
    "fastjsonschema": "orjson and fastjsonschema, the first error",
    "orjson": "orjson, reading alone",
}


def run_peer(kind: str, stream: Path, schema: dict[str, Any] = SCHEMA) -> tuple[float, int]:
    """The seconds that a peer takes, without its start, and how many records it finds wrong."""
    command = [PEERS, "-c", PEER, kind, stream, json.dumps(schema)]
    seconds, wrong = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return float(seconds), int(wrong)


def run_check(fieldd: str, folder: Path, stream: Path, jobs: int, times: int = 1) -> tuple[float, int]:
    """The seconds of a whole process, findings written to a file, and how many are rejected.

    Of so many processes at once on the same stream: a share of the seconds until all have ended.
    """
    options = ["--form", folder / "form.fields.json", "--format", "ndjson", "--jobs", str(jobs)]
    command = [fieldd, "check", *options, stream]
    with contextlib.ExitStack() as files:
        outputs = [files.enter_context((folder / f"{number}.ndjson").open("w+b")) for number in range(times)]
        start = time.perf_counter()
        processes = [subprocess.Popen(command, stdout=output) for output in outputs]
        for process in processes:
            process.wait()
        seconds = (time.perf_counter() - start) / times
        outputs[0].seek(0)
        findings = (json.loads(line) for line in outputs[0])
        records = {finding["record"] for finding in findings if finding["severity"] == "error"}
    return seconds, len(records)


def run_server(
    fieldd: str, stream: Path, form: dict[str, Any] = FORM, size: int = 1000
) -> tuple[float, int]:
    """The seconds of `field/check` of an open form, in batches, and how many records are wrong."""
    lines = stream.read_bytes().splitlines()
    requests = []
    for start in range(0, len(lines), size):
        head = b'{"jsonrpc":"2.0","id":%d,"method":"field/check","params":{"form":"form:1","records":[' % (start + 10)
        requests.append(_frame(head + b",".join(lines[start : start + size]) + b"]}}"))
    with subprocess.Popen([fieldd, "--store", ":memory:"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout

        def ask(message: bytes) -> bytes:
            process.stdin.write(message)
            process.stdin.flush()
            length = int(process.stdout.readline().split()[1])
            process.stdout.readline()
            return process.stdout.read(length)

        ask(_request(1, "initialize", {"capabilities": {}}))
        ask(_request(2, "field/open", {"uri": "form:1", "document": form}))
        start_time = time.perf_counter()
        wrong = sum(ask(request).count(b'{"valid":false') for request in requests)
        seconds = time.perf_counter() - start_time
        process.stdin.close()
    return seconds, wrong


def _frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def _request(number: int, method: str, params: Any) -> bytes:
    return _frame(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode())


def measure_one(fieldd: str, folder: Path, repeats: int) -> tuple[float, bool]:
    """`field/check` of one record, from before the write to the last byte of the answer, in floors.

    Also whether every answer was right.
    """
    form, record = folder / "form.fields.json", folder / "form.fields.json.record"
    seed = 1
    while write_stream(record, 1, seed):
        seed += 1
    command = [build("lspbench"), "--records", "--spawns", "1", "--keys", "4000"]
    ratios, wrong = [], 0
    for _ in range(repeats):
        floor, daemon = (
            json.loads(subprocess.run([*command, *options], check=True, capture_output=True).stdout)
            for options in ([form, "--floor", "--", build("floor")], [form, "--", fieldd, "--store", ":memory:"])
        )
        ratios.append(daemon["key_p50_us"] / floor["key_p50_us"])
        wrong += daemon["wrong"]
    return statistics.median(ratios), wrong == 0


def count_instructions(fieldd: str, folder: Path, row: Row, few: int, many: int) -> float | None:
    """Instructions of a record, counted by callgrind: a long stream less a short one."""
    if shutil.which("valgrind") is None:
        return None
    counts = []
    lines = row.stream.read_bytes().splitlines(keepends=True)
    form = folder / "counted.fields.json"
    form.write_text(json.dumps(row.form))
    for count in (few, many):
        stream = folder / f"{count}.ndjson"
        stream.write_bytes(b"".join(lines[:count]))
        output = folder / "callgrind"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", fieldd, "check", "--quiet"]
        subprocess.run([*command, "--jobs", "1", "--form", form, stream], capture_output=True, check=False)
        summary = next(line for line in output.read_text().splitlines() if line.startswith("summary:"))
        counts.append(int(summary.split()[1]))
    return (counts[1] - counts[0]) / (many - few)


def measure_rows(fieldd: str, is_small: bool) -> tuple[list[str], bool, float, float]:
    """The lines of the table, whether everybody agrees, and the least ratios: to jsonschema-rs, to the plain row."""
    count, repeats = (500, 1) if is_small else (50_000, 3)
    lines = [
        "",
        f"The same form and stream changed in one thing, {count:,} records, one thread, the lowest of "
        f"{repeats} runs. `field/check` is asked 1,000 records a request.",
        "",
        "| changed | records/s | MB/s | to plain | to `iter_errors` | to `is_valid` | `field/check`, records/s "
        "| instructions a record |",
        "|---|---|---|---|---|---|---|---|",
    ]
    is_right = True
    plain, least, least_to_plain = 0.0, float("inf"), float("inf")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stream = folder / "plain.ndjson"
        write_stream(stream, count)
        for row in Rows(folder, FORM, SCHEMA, stream).all():
            (folder / "form.fields.json").write_text(json.dumps(row.form))
            ways = {
                "check": lambda row=row: run_check(fieldd, folder, row.stream, 1),
                "server": lambda row=row: run_server(fieldd, row.stream, row.form),
            }
            if PEERS.exists() and row.schema:
                for kind in ("jsonschema-rs", "is_valid"):
                    ways[kind] = lambda row=row, kind=kind: run_peer(kind, row.stream, row.schema)
            runs = {way: [run() for _ in range(repeats)] for way, run in ways.items()}
            seconds = {way: min(each[0] for each in its) for way, its in runs.items()}
            found = {way: its[0][1] for way, its in runs.items()}
            if len(set(found.values())) != 1:
                print(f"{row.name}: {found}", file=sys.stderr)
                is_right = False
            plain = plain or seconds["check"]
            ratios = [seconds[way] / seconds["check"] if way in seconds else None for way in ("jsonschema-rs", "is_valid")]
            least = min([least, *(ratio for ratio in ratios[:1] if ratio)])
            least_to_plain = min(least_to_plain, plain / seconds["check"])
            instructions = None if is_small else count_instructions(fieldd, folder, row, 2_000, 12_000)
            cells = [
                row.name,
                f"{count / seconds['check']:,.0f}",
                f"{row.stream.stat().st_size / 1e6 / seconds['check']:.0f}",
                f"{plain / seconds['check']:.2f}",
                *(f"{ratio:.1f}×" if ratio else "" for ratio in ratios),
                f"{count / seconds['server']:,.0f}",
                f"{instructions:,.0f}" if instructions else "",
            ]
            lines.append(f"| {' | '.join(cells)} |")
    return lines, is_right, least, least_to_plain


def measure(fieldd: str, is_small: bool) -> tuple[list[str], bool]:
    """The lines of the page, and whether everybody finds the same records wrong."""
    count, repeats = (2_000, 1) if is_small else (200_000, 9)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "form.fields.json").write_text(json.dumps(FORM))
        stream = folder / "records.ndjson"
        wrong = write_stream(stream, count)
        megabytes = stream.stat().st_size / 1e6
        rows: dict[str, list[float]] = {}
        is_right = True
        for _ in range(repeats):
            runs = {
                "`fieldd check`": run_check(fieldd, folder, stream, 1),
                "`fieldd check --jobs 2`": run_check(fieldd, folder, stream, 2),
                "`fieldd check`, two at once": run_check(fieldd, folder, stream, 1, times=2),
                "`field/check`, 1,000 records a request": run_server(fieldd, stream),
            }
            if PEERS.exists():
                runs |= {PEER_NAMES[kind]: run_peer(kind, stream) for kind in PEER_NAMES}
            for what, (seconds, found) in runs.items():
                rows.setdefault(what, []).append(seconds)
                is_right = is_right and found in (wrong, 0 if what == PEER_NAMES["orjson"] else wrong)
        floors, is_one_right = measure_one(fieldd, folder, repeats)
        is_right = is_right and is_one_right
    medians = {what: statistics.median(seconds) for what, seconds in rows.items()}
    peer = medians.get(PEER_NAMES["jsonschema-rs"])
    lines = [
        TITLE,
        "",
        f"{count:,} sign-ups of eight fields, one in ten wrong, {megabytes:.0f} MB, on {datetime.date.today()}: "
        "the whole process with every finding written to a file, beside others that hold the same "
        "stream to a JSON Schema, their start not counted. What two processes do at once is all that "
        "the two cores of this machine have.",
        "",
        "| | records/s | MB/s | to jsonschema-rs |",
        "|---|---|---|---|",
    ]
    for what, seconds in medians.items():
        ratio = f"{peer / seconds:.1f}×" if peer else ""
        lines.append(f"| {what} | {count / seconds:,.0f} | {megabytes / seconds:.0f} | {ratio} |")
    table, rows_are_right, least, least_to_plain = measure_rows(fieldd, is_small)
    is_right = is_right and rows_are_right
    goals = [
        ("the slowest row to plain", least_to_plain, "≥", 0.33, "×"),
        ("two threads to one", medians["`fieldd check`"] / medians["`fieldd check --jobs 2`"], "≥", 1.7, "×"),
        ("`field/check`, records/s", count / medians["`field/check`, 1,000 records a request"], "≥", 300_000, ""),
        ("`field/check` of one record to the floor", floors, "≤", 3, "×"),
    ]
    if peer:
        goals.insert(0, ("`fieldd check` to jsonschema-rs", peer / medians["`fieldd check`"], "≥", 8, "×"))
        goals.insert(1, ("the same, the slowest row", least, "≥", 2, "×"))
    lines += ["", "| what | goal | measured | |", "|---|---|---|---|"]
    for what, measured, relation, goal, unit in goals:
        verdict = "met" if RELATIONS[relation](measured, goal) else "**missed**"
        lines.append(f"| {what} | {relation} {goal:,}{unit} | {_short(measured)}{unit} | {verdict} |")
    return [*lines, *table, ""], is_right


def _short(number: float) -> str:
    return f"{number:,.0f}" if 100 <= number else f"{number:.1f}"


def replace_part(page: str, lines: list[str]) -> str:
    """The page with another part about records; it is the last one."""
    return page.split("\n" + TITLE)[0].rstrip("\n") + "\n\n" + "\n".join(lines)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = HERE.parent / ".build" / "release" / "fieldd"
    parser.add_argument("--fieldd", default=str(default), help="the program to measure")
    parser.add_argument("--small", action="store_true", help="a quick run that checks no times")
    options = parser.parse_args()
    lines, is_right = measure(options.fieldd, options.small)
    print("\n".join(lines))
    if not is_right:
        print("not everybody found the same records wrong", file=sys.stderr)
        return 1
    if not options.small:
        page = HERE / "RESULTS.md"
        page.write_text(replace_part(page.read_text(), lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
