"""Files that commands write: none destroys what is read, or what a run that fails would have replaced."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
from pathlib import Path

import pytest

FORM = b'{"fields":[{"key":"name","kind":"entry","label":"Name","maxLength":3}]}\n'
RECORDS = b'{"name":"Ada"}\n{"name":"Grace"}\n{"name":"Bob"}\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "f.fields.json").write_bytes(FORM)
    (tmp_path / "in.ndjson").write_bytes(RECORDS)
    (tmp_path / "d").mkdir()
    (tmp_path / "d/x.fields.json").write_bytes(FORM)
    (tmp_path / "d/x.values.json").write_bytes(b'{"name":"Ada"}')
    (tmp_path / "named.ndjson").write_bytes(b'{"$form":"f.fields.json","name":"Ada"}\n')
    (tmp_path / "bad.fields.json").write_bytes(b'{"fields":[{"key":"a"}]}')
    (tmp_path / "link").symlink_to("in.ndjson")
    os.link(tmp_path / "in.ndjson", tmp_path / "hard")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def run(fieldd: str, folder: Path, *arguments: str, records: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([fieldd, *arguments], cwd=folder, input=records, capture_output=True, timeout=60)


@pytest.mark.parametrize(
    "arguments",
    [
        "check --form f.fields.json --pass in.ndjson in.ndjson",
        "check --form f.fields.json --fail ./in.ndjson in.ndjson",
        "check --form f.fields.json --fail d/../in.ndjson in.ndjson",
        "check --form f.fields.json --pass link in.ndjson",
        "check --form f.fields.json --pass in.ndjson link",
        "check --form f.fields.json --pass hard in.ndjson",
        "check --form f.fields.json --pass f.fields.json in.ndjson",
        "check --pass d/x.values.json d",
        "check --pass d/x.fields.json d/x.values.json",
        "check --pass d/x.values.json d/*.json",
        "check --pass f.fields.json named.ndjson",
        "check --form f.fields.json --pass new --fail ./new in.ndjson",
        "check --form f.fields.json --pass - --fail - in.ndjson",
        # What is wrong is known before anything is written.
        "check --form no.fields.json --pass in.ndjson in.ndjson",
        "check --form no.fields.json --pass d/x.values.json in.ndjson",
        "check --form bad.fields.json --pass d/x.values.json in.ndjson",
        "check --form f.fields.json --pass d/x.values.json no.ndjson",
        "check --form f.fields.json --pass d/x.values.json in.ndjson no.ndjson",
        "check --form f.fields.json --pass d/x.values.json --fail no/such/folder in.ndjson",
        "convert --to json-schema --output f.fields.json f.fields.json",
        "convert --to json-schema --report ./f.fields.json f.fields.json",
        "convert --to json-schema --output new --report new f.fields.json",
        "convert --to json-schema --report - f.fields.json",
        "convert --to json-schema --output in.ndjson --report no/such/folder f.fields.json",
        "convert --from surveyjs --output in.ndjson in.ndjson",
        "convert --to json-schema --output in.ndjson no.fields.json",
    ],
)
def test_a_command_that_can_not_go_well_changes_no_file(fieldd: str, folder: Path, arguments: str) -> None:
    before = contents(folder)
    done = run(fieldd, folder, *arguments.split())
    assert done.returncode == 2 and done.stderr.startswith(b"fieldd: ")
    assert contents(folder) == before


def test_a_file_is_replaced_when_all_is_written(fieldd: str, folder: Path) -> None:
    (folder / "good").write_bytes(b"yesterday\n")
    (folder / "good").chmod(0o640)
    (folder / "to-good").symlink_to("good")
    done = run(fieldd, folder, *"check --quiet --form f.fields.json --pass to-good --fail bad in.ndjson".split())
    assert done.returncode == 1
    assert (folder / "good").read_bytes() == b'{"name":"Ada"}\n{"name":"Bob"}\n'
    assert stat.S_IMODE((folder / "good").stat().st_mode) == 0o640
    assert (folder / "to-good").is_symlink()
    assert (folder / "bad").read_bytes() == b'{"name":"Grace"}\n'
    assert not list(folder.glob("*.new"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_stopped_leaves_what_was(fieldd: str, folder: Path, number: signal.Signals) -> None:
    (folder / "good").write_bytes(b"yesterday\n")
    command = [fieldd, "check", "--form", "f.fields.json", "--pass", "good", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder) as process:
        assert process.stdin and process.stdout
        process.stdin.write(RECORDS)
        process.stdin.flush()
        # Something is told, so the outputs are open.
        assert b"tooLong" in process.stdout.readline()
        process.send_signal(number)
        process.wait(60)
    assert (folder / "good").read_bytes() == b"yesterday\n"


def test_a_disk_that_is_full_leaves_what_was(fieldd: str, folder: Path) -> None:
    (folder / "good").write_bytes(b"yesterday\n")
    # The other output can't be written to.
    arguments = "check --quiet --form f.fields.json --pass good --fail /dev/full in.ndjson"
    assert run(fieldd, folder, *arguments.split()).returncode == 2
    assert (folder / "good").read_bytes() == b"yesterday\n"


def test_what_is_no_plain_file_is_written_to_as_it_is(fieldd: str, folder: Path) -> None:
    arguments = "check --quiet --form f.fields.json --pass /dev/null --fail /dev/null in.ndjson"
    assert run(fieldd, folder, *arguments.split()).returncode == 1
    assert not Path("/dev/null").is_file()
    os.mkfifo(folder / "pipe")
    reader = subprocess.Popen(["cat", "pipe"], cwd=folder, stdout=subprocess.PIPE)
    arguments = "check --quiet --form f.fields.json --pass pipe in.ndjson"
    assert run(fieldd, folder, *arguments.split()).returncode == 1
    assert reader.communicate(timeout=60)[0] == b'{"name":"Ada"}\n{"name":"Bob"}\n'
