"""The validators that `fieldd check` is measured beside, as far as they are installed."""

from __future__ import annotations

import dataclasses
import importlib.metadata
import json
import os
import platform
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parent / ".build" / "benchmarks" / "peers"
PYTHON = FOLDER / "bin" / "python"
# Where Debian's packages for Node are, for a Node that is not Debian's too.
NODE = os.environ | {"NODE_PATH": "/usr/share/nodejs"}
DRAFT = "https://json-schema.org/draft/2020-12/schema"
# Ways to validate, with their names on the page and the packages that they need.
KINDS = {
    "iter_errors": ("orjson and jsonschema-rs, `iter_errors`", "jsonschema-rs"),
    "is_valid": ("orjson and jsonschema-rs, `is_valid`", "jsonschema-rs"),
    "blaze": ("Blaze, `jsonschema validate --fast`, a verdict", "sourcemeta-jsonschema"),
    "blaze_alone": ("Blaze by its own clock, without reading", "sourcemeta-jsonschema"),
    "fastjsonschema": ("orjson and fastjsonschema, the first error", "fastjsonschema"),
    "msgspec": ("msgspec, a typed model, the first error", "msgspec"),
    "pydantic": ("Pydantic, `validate_json` of a strict model, all errors", "pydantic"),
    "ajv": ("Ajv in Node, all errors", "ajv"),
    "orjson": ("orjson, reading alone", "orjson"),
}
SHORT = {
    "iter_errors": "`iter_errors`", "is_valid": "`is_valid`", "blaze": "Blaze", "fastjsonschema": "fastjsonschema",
    "msgspec": "msgspec", "pydantic": "Pydantic", "ajv": "Ajv",
}  # fmt: skip


class PeerError(Exception):
    """A peer could not read a schema, or a record."""


@dataclasses.dataclass
class Run:
    """The seconds of each run, and which records are wrong."""

    seconds: list[float]
    wrong: list[int]


class Worker:
    """A program that does jobs, line by line."""

    def __init__(self, *command: str | Path) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=NODE)

    def ask(self, job: dict[str, Any]) -> Any:
        process = self._process
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    def close(self) -> None:
        self._process.communicate()


class Peers:
    """Those that are here; what is not is left out, with a line of text."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._workers: dict[str, Worker] = {}
        self.versions: dict[str, str] = {}
        self.missing: list[str] = []
        if PYTHON.exists():
            self._find_packages()
        else:
            self.missing += sorted({package for _, package in KINDS.values()} - {"ajv"})
        self._find_ajv()

    def _find_packages(self) -> None:
        paths = [str(path) for path in FOLDER.glob("lib/*/site-packages")]
        for package in sorted({package for _, package in KINDS.values()} - {"ajv"}):
            found = next(iter(importlib.metadata.distributions(name=package, path=paths)), None)
            if found:
                self.versions[package] = found.version
            else:
                self.missing.append(package)
        self._workers["python"] = Worker(PYTHON, "-B", HERE / "peer.py")

    def _find_ajv(self) -> None:
        node = shutil.which("node")
        found = node and subprocess.run([node, "-e", "require('ajv')"], env=NODE, capture_output=True, check=False)
        if not node or not found or found.returncode:
            self.missing.append("ajv")
            return
        self._workers["node"] = Worker(node, HERE / "peer.js")
        self.versions["ajv"] = self._workers["node"].ask({"kind": "version"})

    @property
    def kinds(self) -> list[str]:
        """What can be measured here."""
        return [kind for kind, (_, package) in KINDS.items() if package in self.versions]

    def run(self, kind: str, stream: Path, schema: dict[str, Any], times: int) -> Run | None:
        """A validator over a stream so many times; None if it can't ask for what the schema asks for."""
        if kind in ("blaze", "blaze_alone"):
            return self._run_blaze(stream, schema, times, kind == "blaze_alone")
        worker = self._workers["node" if kind == "ajv" else "python"]
        answer = worker.ask({"kind": kind, "stream": str(stream), "schema": schema, "times": times})
        if "problem" in answer:
            if answer["problem"].startswith("InexpressibleError"):
                return None
            raise PeerError(f"{kind}: {answer['problem']}")
        return Run(**answer)

    def _run_blaze(self, stream: Path, schema: dict[str, Any], times: int, is_alone: bool) -> Run | None:
        """Whole processes, which print a verdict for each record; or validation alone, by its own clock."""
        # It reads one JSON value as one instance, and lines by their ending.
        if stream.read_bytes()[:1] == b"[":
            return None
        lines = self._folder / "stream.jsonl"
        lines.unlink(missing_ok=True)
        os.link(stream.resolve(), lines)
        path = self._folder / "blaze.schema.json"
        path.write_text(json.dumps({"$schema": DRAFT} | schema))
        command = [_blaze(), "validate", path, lines, "--fast", "--continue", "--format-assertion"]
        clocks, wrong = zip(*(_blaze_clock(command) for _ in range(times if is_alone else 1)))
        return Run([*clocks] if is_alone else [_seconds([*command, "--json"]) for _ in range(times)], wrong[0])

    def close(self) -> None:
        for worker in self._workers.values():
            worker.close()


def _blaze() -> Path:
    """The program itself, since the wheel's own start is a Python program before it."""
    machine = {"aarch64": "arm64"}.get(platform.machine(), platform.machine())
    name = f"jsonschema-{platform.system().lower()}-{machine}"
    return next(FOLDER.glob(f"lib/*/site-packages/sourcemeta_jsonschema/{name}"))


def _blaze_clock(command: list[Any]) -> tuple[float, list[int]]:
    """The seconds of validation, which it counts itself for each record, and the wrong records."""
    told = subprocess.run([*command, "--benchmark"], capture_output=True, text=True, check=False).stdout
    verdicts = re.findall(r"\[(\d+)\]: (PASS|FAIL) ([\d.]+) ", told)
    seconds = sum(float(microseconds) for _, _, microseconds in verdicts) / 1e6
    return seconds, sorted(int(number) - 1 for number, verdict, _ in verdicts if verdict == "FAIL")


def _seconds(command: list[Any]) -> float:
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


@contextmanager
def peers_in(folder: Path) -> Iterator[Peers]:
    """The peers, while something is measured."""
    peers = Peers(folder)
    try:
        yield peers
    finally:
        peers.close()
