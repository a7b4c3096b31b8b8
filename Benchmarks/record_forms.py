"""How fast records are validated by many forms: random ones with every feature, and imported ones.

The forms are those that the tests make (Tests/clients). `fieldd generate` makes the records, one in
ten of them wrong. Beside `fieldd check` stands jsonschema-rs with the schema that `fieldd convert`
writes, where both find the same records wrong: a schema can't ask for everything.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from record_peers import FOLDER, HERE, PeerError, Peers, Run
from record_rows import Row
from record_runs import run_check
from record_streams import FORM, SCHEMA, write_stream

sys.path.insert(0, str(HERE.parent / "Tests" / "clients"))

import surveys  # noqa: E402
import workbooks  # noqa: E402
from features import Maker  # noqa: E402

Json = Any
Goal = tuple[str, float, str, float, str]
# Where the slowest forms and their records are left, to be looked at.
SLOWEST = FOLDER.parent / "slowest"
SHOWN = 5
# A small run may end as soon as an empty one.
LEAST_SECONDS = 1e-4
WRONG_SHARE = 0.1
# The stream of each form is at least as long.
STREAM_BYTE_COUNT = 3_000_000
# What says how a form looks, or begins, and nothing of its records.
LOOKS = {"key", "label", "path", "group", "text", "date", "kind", "mode", "value", "when", "live", "endEditing"}


@dataclass
class Source:
    """Where forms come from: what makes one of a number, and their format."""

    name: str
    make: Callable[[int], Json]
    format: str = "fields"


@dataclass
class Measured:
    """A form, and how fast its records were validated; the ratio only where jsonschema-rs judges alike."""

    name: str
    form: Json
    stream: Path
    records_a_second: float
    bytes_a_second: float
    ratio: float | None = None

    def speed_to(self, plain: Measured) -> float:
        """The speed beside that of the plain form: by records or by bytes, whichever is greater."""
        return max(
            self.records_a_second / plain.records_a_second, self.bytes_a_second / plain.bytes_a_second
        )


def sources(fieldd: str) -> Iterator[Source]:
    """What makes forms; pydantic's are left out where it is not installed."""
    maker = Maker(fieldd)
    # Half of the forms have a few properties, half have many.
    yield Source("random forms", lambda number: maker.document(number, 0.15 if number % 2 else 0.05))
    yield Source("surveys of SurveyJS", lambda number: surveys.survey(random.Random(number)), "surveyjs")
    yield Source("forms of Form.io", lambda number: surveys.formio(random.Random(number)), "formio")
    yield Source("workbooks of XLSForm", lambda number: workbooks.workbook(random.Random(number)), "xlsform")
    try:
        from corpora_schemas import model
    except ImportError as problem:
        print(f"schemas of Pydantic are left out: {problem}", file=sys.stderr)
        return
    yield Source("schemas of Pydantic", lambda number: model(number).model_json_schema(), "json-schema")


def measure(fieldd: str, folder: Path, peers: Peers, is_small: bool) -> tuple[list[str], list[Goal]]:
    """The lines of the tables, and the goals."""
    bench = Bench(fieldd, folder, peers, byte_count=0 if is_small else STREAM_BYTE_COUNT, times=1 if is_small else 3)
    plain = bench.plain()
    found: dict[str, list[Measured]] = {}
    for source in sources(fieldd):
        count = (2 if is_small else 200) if source.format == "fields" else (1 if is_small else 30)
        found[source.name] = bench.forms(source, count)
    if not is_small:
        _keep_slowest(found, plain)
    return [*_tables(found, plain), *_slowest_lines(found, plain)], _goals(found, plain)


class Bench:
    """Makes records for forms, and measures how fast they are validated."""

    def __init__(self, fieldd: str, folder: Path, peers: Peers, byte_count: int, times: int) -> None:
        self._fieldd, self._folder, self._peers = fieldd, folder, peers
        self._byte_count, self._times = byte_count, times

    def plain(self) -> Measured:
        """The sign-ups, in a stream as long as that of each form."""
        stream = self._folder / "plain-of-forms.ndjson"
        write_stream(stream, max(200, self._byte_count // 310))
        return self._measure("plain", FORM, stream, SCHEMA)

    def forms(self, source: Source, count: int) -> list[Measured]:
        """So many forms that are right, and for which there are records."""
        measured: list[Measured] = []
        number = -1
        while len(measured) < count:
            number += 1
            assert number < 10 * count + 100, f"{source.name}: hardly any form has records"
            made = source.make(number)
            form = made if source.format == "fields" else self._convert(made, source.format, "fields")
            stream = form and self._stream(form, f"{source.format}-{number}")
            if stream:
                schema = self._convert(form, "fields", "json-schema")
                measured.append(self._measure(f"{source.name}, number {number}", form, stream, schema))
        return measured

    def _convert(self, form: Json, before: str, after: str) -> Json:
        """The form in another format; none if it can't be read."""
        command = ["convert", "--from", before, "--to", after, "--quiet", "-"]
        done = self._run(command, form)
        return json.loads(done.stdout) if done.returncode == 0 else None

    def _stream(self, form: Json, name: str) -> Path | None:
        """Records of a form: what it takes, at its limits too, and what it refuses; none if it takes none."""
        right = self._records(form, "--kind=valid", "--count=2000")
        if not right:
            return None
        right += self._records(form, "--kind=boundary")
        wrong = self._records(form, "--kind=invalid", "--count=200")
        chance = random.Random(name)
        chosen = [
            chance.choice(wrong if wrong and chance.random() < WRONG_SHARE else right) for _ in range(len(right))
        ]
        text = b"".join(line + b"\n" for line in chosen)
        path = self._folder / f"{name}.ndjson"
        path.write_bytes(text * max(1, -(-self._byte_count // len(text))))
        return path

    def _records(self, form: Json, *options: str) -> list[bytes]:
        return self._run(["generate", "--quiet", *options, "-"], form).stdout.splitlines()

    def _run(self, command: list[str], form: Json) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([self._fieldd, *command], input=json.dumps(form).encode(), capture_output=True, check=False)

    def _measure(self, name: str, form: Json, stream: Path, schema: Json) -> Measured:
        run = run_check(self._fieldd, self._folder, Row(name, form, schema, stream), times=self._times)
        size, count = stream.stat().st_size, stream.read_bytes().count(b"\n")
        seconds = max(min(run.seconds) - self._start_seconds(form), LEAST_SECONDS)
        ratio = self._ratio(run, seconds, stream, schema)
        measured = Measured(name, form, stream, count / seconds, size / seconds, ratio)
        if name != "plain":
            self._forget(measured)
        return measured

    def _start_seconds(self, form: Json) -> float:
        """What a process takes without a record, which is much of a short stream; no peer's start is counted."""
        empty = self._folder / "empty.ndjson"
        empty.touch()
        return min(run_check(self._fieldd, self._folder, Row("empty", form, None, empty), times=self._times).seconds)

    def _ratio(self, run: Run, seconds: float, stream: Path, schema: Json) -> float | None:
        """How many times as long jsonschema-rs takes, if it judges alike."""
        if not schema or "iter_errors" not in self._peers.kinds:
            return None
        try:
            peer = self._peers.run("iter_errors", stream, schema, self._times)
        except PeerError:
            # Such as a number that orjson does not read.
            return None
        return min(peer.seconds) / seconds if peer and peer.wrong == run.wrong else None

    def _forget(self, measured: Measured) -> None:
        """Keeps a part of the records, so that many forms need no room."""
        lines = measured.stream.read_bytes().splitlines(keepends=True)
        measured.stream.write_bytes(b"".join(lines[:5000]))


def _tables(found: dict[str, list[Measured]], plain: Measured) -> list[str]:
    lines = [
        "",
        "Many forms: random ones with every feature, and imported ones. `fieldd generate` made the records, one in ten "
        f"wrong, and they are repeated to at least {STREAM_BYTE_COUNT / 1e6:.0f} MB. Each stream is validated on one thread; "
        "the lowest of 3 runs counts, less that of an empty stream. "
        f"The plain form has {plain.bytes_a_second / 1e6:.0f} MB/s.",
        "Each cell is the worst form, the one at 5 %, and the median. \"To plain\" is by records or by bytes, whichever is "
        "greater. jsonschema-rs is compared where it finds the same records wrong by the exported schema; \"compared\" is "
        "the number of these forms.",
        "",
        "| forms | | MB/s | million records/s | to plain | compared | to `iter_errors` |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, forms in found.items():
        ratios = [each.ratio for each in forms if each.ratio]
        cells = [
            name,
            str(len(forms)),
            _distribution([each.bytes_a_second / 1e6 for each in forms], "{:.0f}"),
            _distribution([each.records_a_second / 1e6 for each in forms], "{:.2f}"),
            _distribution([each.speed_to(plain) for each in forms], "{:.2f}"),
            str(len(ratios)) if ratios else "",
            _distribution(ratios, "{:.1f}×") if ratios else "",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _distribution(numbers: list[float], form: str) -> str:
    """The least number, that at 5 %, and the median."""
    numbers = sorted(numbers)
    return " / ".join(form.format(numbers[place]) for place in (0, len(numbers) // 20, len(numbers) // 2))


def _slowest(found: dict[str, list[Measured]], plain: Measured) -> list[Measured]:
    """The slowest forms beside jsonschema-rs, and beside the plain form."""
    forms = [each for its in found.values() for each in its]
    by_peer = sorted((each for each in forms if each.ratio), key=lambda each: each.ratio or 0)[:SHOWN]
    by_plain = sorted(forms, key=lambda each: each.speed_to(plain))
    return by_peer + [each for each in by_plain if each not in by_peer][:SHOWN]


def _slowest_lines(found: dict[str, list[Measured]], plain: Measured) -> list[str]:
    lines = [
        "",
        f"The {SHOWN} slowest beside jsonschema-rs, and the {SHOWN} slowest others beside the plain form "
        "(`.build/benchmarks/slowest` has them, with their records).",
        "",
        "| form | to `iter_errors` | to plain | MB/s | has |",
        "|---|---|---|---|---|",
    ]
    for each in _slowest(found, plain):
        ratio = f"{each.ratio:.1f}×" if each.ratio else ""
        speed = f"{each.speed_to(plain):.2f} | {each.bytes_a_second / 1e6:.0f}"
        lines.append(f"| {each.name} | {ratio} | {speed} | {', '.join(features(each.form))} |")
    return lines


def _keep_slowest(found: dict[str, list[Measured]], plain: Measured) -> None:
    SLOWEST.mkdir(parents=True, exist_ok=True)
    for path in SLOWEST.iterdir():
        path.unlink()
    for place, each in enumerate(_slowest(found, plain), 1):
        (SLOWEST / f"{place}.fields.json").write_text(json.dumps(each.form, ensure_ascii=False, indent=1))
        (SLOWEST / f"{place}.ndjson").write_bytes(each.stream.read_bytes())


def features(form: Json) -> list[str]:
    """What a form has that matters to its records, in words of the format."""
    found: set[str] = set()
    for field in form["fields"]:
        found.add(_kind(field))
        for name in ("visible", "enabled", "required", "lenient", "readOnly"):
            if isinstance(field.get(name), dict):
                found.add(f"{name} when")
            elif name in field and field[name] is not (name in ("visible", "enabled")):
                found.add(name)
        found |= {name for name in ("maxLength", "multiple", "manualEntry", "blankIsEmpty", "timeZone") if name in field}
        for rule in [rule for rules in field.get("validation", {}).values() if isinstance(rules, list) for rule in rules]:
            found |= {rule} if isinstance(rule, str) else set(rule) - LOOKS - {"message"}
    for group in form.get("groups", []):
        found |= {f"list, {name}" for name in group["repeat"] if name != "addLabel"} if "repeat" in group else set()
    return sorted(found)


def _kind(field: Json) -> str:
    """The kind of a field, with what it commits."""
    if field["kind"] == "picker":
        rows = len(field.get("data", []))
        return "picker without rows" if not rows else "picker" if rows <= 32 else f"picker of {rows} rows"
    detail = field.get("mode", "date") if field["kind"] == "date" else field.get("value", "string")
    return f"{field['kind']} ({detail})" if field["kind"] != "any" else "any"


def _goals(found: dict[str, list[Measured]], plain: Measured) -> list[Goal]:
    """The worst form may be half as far ahead as the plain one, and a third as fast."""
    goals: list[Goal] = []
    imported = [each for name, its in found.items() if name != "random forms" for each in its]
    for name, forms in [("random", found["random forms"]), ("imported", imported)]:
        ratios = [each.ratio for each in forms if each.ratio]
        if ratios:
            goals.append((f"the slowest of {len(ratios)} {name} forms to jsonschema-rs", min(ratios), "≥", 2, "×"))
        slowest = min(each.speed_to(plain) for each in forms)
        goals.append((f"the slowest of {len(forms)} {name} forms to plain", slowest, "≥", 0.33, "×"))
    return goals
