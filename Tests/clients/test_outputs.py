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
    later = b'{"name":"Ada"}\n{"$form":"d/x.fields.json","name":"Ada"}\n'
    (tmp_path / "later.ndjson").write_bytes(later)
    (tmp_path / "to-nowhere").symlink_to("nowhere")
    (tmp_path / "bad.fields.json").write_bytes(b'{"fields":[{"key":"a"}]}')
    (tmp_path / "link").symlink_to("in.ndjson")
    os.link(tmp_path / "in.ndjson", tmp_path / "hard")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def shell(fieldd: str, folder: Path, command: str) -> subprocess.CompletedProcess[bytes]:
    """A command with its streams led elsewhere."""
    return subprocess.run(
        ["sh", "-c", command.replace("fieldd ", f"'{fieldd}' ", 1)], cwd=folder, capture_output=True, timeout=60
    )


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
        "check --form f.fields.json --pass - in.ndjson",
        "check --quiet --statistics --form f.fields.json --fail - in.ndjson",
        # What only a later record names is read too.
        "check --form f.fields.json --pass d/x.fields.json later.ndjson",
        "check --form f.fields.json --fail d/x.fields.json --jobs 2 later.ndjson",
        "check --form f.fields.json --pass nowhere --fail to-nowhere in.ndjson",
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


@pytest.mark.parametrize(
    "command",
    [
        "fieldd check --quiet --form f.fields.json --pass in.ndjson < in.ndjson",
        "fieldd check --quiet --form f.fields.json --fail link - < in.ndjson",
        "fieldd check --form f.fields.json --pass log in.ndjson >> log",
        "fieldd check --format json --form f.fields.json --fail /dev/stdout in.ndjson >> log",
        "fieldd check --quiet --form f.fields.json --pass /dev/stdout --fail - in.ndjson >> log",
        "fieldd check --format json --form f.fields.json --pass /dev/stdout in.ndjson | cat",
        # Each finding would be read as a record, in which there is a finding.
        "fieldd check --form f.fields.json in.ndjson >> in.ndjson",
        "fieldd convert --to json-schema --output f.fields.json < f.fields.json",
        "fieldd convert --to json-schema --report log f.fields.json >> log",
        "fieldd convert --to json-schema --report /dev/stdout f.fields.json | cat",
    ],
)
def test_streams_are_files_as_well(fieldd: str, folder: Path, command: str) -> None:
    (folder / "log").write_bytes(b"before\n")
    before = contents(folder)
    done = shell(fieldd, folder, command)
    assert done.stderr.startswith(b"fieldd: ") and b" would " in done.stderr
    assert done.stdout == b""
    assert contents(folder) == before


def test_what_a_stream_has_already_is_kept(fieldd: str, folder: Path) -> None:
    (folder / "log").write_bytes(b"before\n")
    check = "check --quiet --form f.fields.json in.ndjson"
    assert shell(fieldd, folder, f"fieldd {check} --pass /dev/stdout >> log").returncode == 1
    assert (folder / "log").read_bytes() == b'before\n{"name":"Ada"}\n{"name":"Bob"}\n'
    convert = "convert --to json-schema --report /dev/stderr f.fields.json"
    assert shell(fieldd, folder, f"fieldd {convert} 2>> log").returncode == 0
    assert (folder / "log").read_bytes().startswith(b'before\n{"name":"Ada"}\n{"name":"Bob"}\n{"exact":')


def test_a_link_that_leads_nowhere_yet_leads_to_what_is_written(fieldd: str, folder: Path) -> None:
    assert run(fieldd, folder, *"check --quiet --form f.fields.json --pass to-nowhere in.ndjson".split()).returncode == 1
    assert (folder / "to-nowhere").is_symlink()
    assert (folder / "nowhere").read_bytes() == b'{"name":"Ada"}\n{"name":"Bob"}\n'


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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_waiting_for_whoever_reads_a_pipe(fieldd: str, folder: Path, number: signal.Signals) -> None:
    for name in ("first", "second"):
        os.mkfifo(folder / name)
    command = [fieldd, "check", "--form", "f.fields.json", "--pass", "first", "--fail", "second", "in.ndjson"]
    with (
        subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE) as process,
        (folder / "first").open("rb") as first,
    ):
        # The first one is open on both sides, the second one is waited for.
        process.send_signal(number)
        assert process.communicate(timeout=60)[0] == first.read() == b""
    assert process.returncode == -number


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("fieldd check --form f.fields.json --pass good in.ndjson >&-", b"standard output"),
        ("fieldd check --form f.fields.json --format json in.ndjson >&-", b"standard output"),
        ("fieldd convert --to json-schema --report good f.fields.json >&-", b"standard output"),
        ("fieldd check --form f.fields.json - <&-", b"standard input"),
        ("fieldd check --form f.fields.json --fail good - <&-", b"standard input"),
        ("fieldd convert --to json-schema --output good <&-", b"standard input"),
    ],
)
def test_no_file_is_taken_for_a_stream_that_is_closed(fieldd: str, folder: Path, command: str, words: bytes) -> None:
    (folder / "good").write_bytes(b"yesterday\n")
    before = contents(folder)
    done = shell(fieldd, folder, command)
    assert done.returncode == 2 and words in done.stderr
    assert b"warning" not in done.stdout and b"error" not in done.stdout
    assert contents(folder) == before


def test_complaints_go_into_no_file(fieldd: str, folder: Path) -> None:
    arguments = "check --quiet --form f.fields.json --pass good in.ndjson later.ndjson no.ndjson"
    assert shell(fieldd, folder, f"fieldd {arguments} 2>&-").returncode == 2
    assert not (folder / "good").exists()
    arguments = "check --quiet --verbose --form f.fields.json --pass good in.ndjson"
    assert shell(fieldd, folder, f"fieldd {arguments} 2>&-").returncode == 1
    assert (folder / "good").read_bytes() == b'{"name":"Ada"}\n{"name":"Bob"}\n'


@pytest.mark.parametrize(
    "command",
    [
        "fieldd --store store --trace ./store < messages",
        "fieldd --store new --trace new < messages",
        "fieldd --store to-nowhere --trace nowhere < messages",
        "fieldd --store :memory: --trace messages < messages",
        "fieldd --store :memory: --trace answers < messages >> answers",
        "fieldd --store :memory: --trace /dev/stdout < messages | cat",
    ],
)
def test_a_trace_replaces_nothing_that_the_session_needs(fieldd: str, folder: Path, command: str) -> None:
    for name in ("store", "messages", "answers"):
        (folder / name).write_bytes(b"before\n")
    before = contents(folder)
    done = shell(fieldd, folder, command)
    assert done.stderr.startswith(b"fieldd: cannot trace to ") and done.stdout == b""
    assert contents(folder) == before
