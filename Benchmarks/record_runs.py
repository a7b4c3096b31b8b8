"""What `fieldd` takes for records: whole processes, requests to a server, and instructions."""

from __future__ import annotations

import contextlib
import json
import shutil
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

from programs import build
from record_peers import Run
from record_rows import Row
from record_streams import write_stream

# Under this name a file is a form, whatever is in it.
FORM_NAME = "form.fields.json"


def run_check(fieldd: str, folder: Path, row: Row, jobs: int = 1, at_once: int = 1, times: int = 1) -> Run:
    """The seconds of whole processes, findings written to a file, and the records that are rejected.

    Of so many processes at once on the same stream: a share of the seconds until all have ended.
    """
    form = folder / FORM_NAME
    form.write_text(json.dumps(row.form))
    options = ["--form", form, "--format", "ndjson", "--jobs", str(jobs), *row.options]
    seconds = [_seconds_of_check([fieldd, "check", *options, row.stream], folder, at_once) for _ in range(times)]
    with (folder / "0.ndjson").open("rb") as file:
        findings = [json.loads(line) for line in file]
    wrong = {finding["record"] for finding in findings if finding["severity"] == "error"}
    return Run(seconds, sorted(wrong))


def _seconds_of_check(command: list[Any], folder: Path, at_once: int) -> float:
    with contextlib.ExitStack() as files:
        outputs = [files.enter_context((folder / f"{number}.ndjson").open("wb")) for number in range(at_once)]
        start = time.perf_counter()
        processes = [subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL) for output in outputs]
        for process in processes:
            process.wait()
        return (time.perf_counter() - start) / at_once


def run_server(fieldd: str, row: Row, size: int = 1000, times: int = 1) -> Run:
    """The seconds of `field/check` of an open form, in batches, and the records that are wrong."""
    requests = _requests(row, size)
    with subprocess.Popen([fieldd, "--store", ":memory:"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout

        def ask(message: bytes) -> bytes:
            process.stdin.write(message)
            process.stdin.flush()
            length = int(process.stdout.readline().split()[1])
            process.stdout.readline()
            return process.stdout.read(length)

        ask(_request(1, "initialize", {"capabilities": {}}))
        ask(_request(2, "field/open", {"uri": "form:1", "document": row.form}))
        seconds: list[float] = []
        for _ in range(times):
            start = time.perf_counter()
            answers = [ask(request) for request in requests]
            seconds.append(time.perf_counter() - start)
        process.stdin.close()
    verdicts = [verdict["valid"] for answer in answers for verdict in json.loads(answer)["result"]["records"]]
    return Run(seconds, [number for number, is_valid in enumerate(verdicts) if not is_valid])


def _requests(row: Row, size: int) -> list[bytes]:
    """The stream as requests of so many records each."""
    lines = row.stream.read_bytes().splitlines()
    if row.params and row.params.get("recordsFormat") == "urlencoded":
        lines = [json.dumps(line.decode()).encode() for line in lines]
    more = "".join(f"{json.dumps(name)}:{json.dumps(value)}," for name, value in (row.params or {}).items()).encode()
    requests = []
    for start in range(0, len(lines), size):
        head = b'{"jsonrpc":"2.0","id":%d,"method":"field/check","params":{"form":"form:1",%s"records":['
        requests.append(_frame(head % (start + 10, more) + b",".join(lines[start : start + size]) + b"]}}"))
    return requests


def _frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def _request(number: int, method: str, params: Any) -> bytes:
    return _frame(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode())


def measure_one(fieldd: str, folder: Path, repeats: int) -> tuple[float, bool]:
    """`field/check` of one record, from before the write to the last byte of the answer, in floors.

    Also whether every answer was right.
    """
    form, record = folder / FORM_NAME, folder / f"{FORM_NAME}.record"
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
    """Instructions of a record, counted by callgrind: a long stream less a short one; None if nobody can count."""
    lines = row.stream.read_bytes().splitlines(keepends=True)
    if shutil.which("valgrind") is None or lines[0] == b"[\n":
        return None
    counts = []
    form = folder / "counted.fields.json"
    form.write_text(json.dumps(row.form))
    for count in (few, many):
        stream = folder / f"counted{row.stream.suffix}"
        stream.write_bytes(b"".join(lines[:count]))
        output = folder / "callgrind"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", fieldd, "check", "--quiet"]
        command += ["--jobs", "1", "--form", str(form), *row.options, str(stream)]
        subprocess.run(command, capture_output=True, check=False)
        summary = next(line for line in output.read_text().splitlines() if line.startswith("summary:"))
        counts.append(int(summary.split()[1]))
    return (counts[1] - counts[0]) / (many - few)
