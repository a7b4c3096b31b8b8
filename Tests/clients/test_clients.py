"""The other clients of clients/: the shell, a Swift program, and configurations to read."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import PROJECT, SPECS, need
from daemon import Daemon

CLIENTS = PROJECT / "clients"
FORM = """{ "fields": [
  { "key": "a", "kind": "entry", "label": "A", "text": "%s",
    "validation": { "live": [{ "validator": "greeting" }], "interval": 0 } }
] }"""


def diagnose(*arguments: Path | str) -> subprocess.CompletedProcess[str]:
    """The shell example on a file."""
    command = [CLIENTS / "shell" / "diagnose.sh", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.usefixtures("path_with_fieldd")
def test_the_shell_example_lists_findings(tmp_path: Path) -> None:
    need("jq")
    form = SPECS / "signup.fields.json"
    result = diagnose(form)
    assert result.returncode == 1, result.stderr
    assert result.stdout.splitlines() == [
        f"{form}:4:31: `kind` can't be \"entri\"; did you mean \"entry\"?",
        f"{form}:5:63: `kind` can't be \"p\"; did you mean \"picker\"?",
        f"{form}:6:67: Too long: 13 characters, at most 8",
    ]
    clean = tmp_path / "clean.fields.json"
    clean.write_text('{ "fields": [] }')
    result = diagnose(clean)
    assert (result.returncode, result.stdout) == (0, "")


@pytest.mark.usefixtures("path_with_fieldd")
def test_the_shell_example_says_which_file_it_can_not_read(tmp_path: Path) -> None:
    need("jq")
    (tmp_path / "latin.fields.json").write_bytes(b'{ "title": "\xe9", "fields": [] }')
    complaints = {
        tmp_path / "none.fields.json": "no such file",
        tmp_path / "none" / "a.fields.json": "no such file",
        tmp_path: "not a file",
        tmp_path / "latin.fields.json": "not UTF-8",
    }
    for path, complaint in complaints.items():
        result = diagnose(path)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == f"diagnose.sh: {path}: {complaint}\n"


@pytest.mark.usefixtures("path_with_fieldd")
@pytest.mark.parametrize("arguments", [[], ["a", "b"]])
def test_the_shell_example_wants_one_file(arguments: list[str]) -> None:
    result = diagnose(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert "name one field document" in result.stderr


@pytest.mark.parametrize(
    ("daemon", "complaint"),
    [
        (None, "fieldd is not in PATH"),
        ("exit 3", "fieldd ended with status 3"),
        ("kill -9 $$", "fieldd ended with status 137"),
        ("cat > /dev/null", "fieldd's answer can't be read"),
        ("cat", "fieldd's answer can't be read"),
        ("cat > /dev/null; echo hello", "fieldd's answer can't be read"),
        ("""cat > /dev/null; echo '[]' 1 '{"method": 1}'""", "fieldd's answer can't be read"),
    ],
)
def test_the_shell_example_never_takes_a_failure_for_a_clean_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, daemon: str | None, complaint: str
) -> None:
    need("jq")
    for program in ("sh", "cat", "echo", "jq", "iconv", "realpath"):
        (tmp_path / program).symlink_to(shutil.which(program))
    if daemon is not None:
        (tmp_path / "fieldd").write_text(f"#!/bin/sh\n{daemon}\n")
        (tmp_path / "fieldd").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    result = diagnose(SPECS / "signup.fields.json")
    assert (result.returncode, result.stdout) == (2, "")
    assert complaint in result.stderr


@pytest.fixture(scope="module")
def swift_programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of clients/swift, built as a package of somebody else's."""
    need("swift")
    package = tmp_path_factory.mktemp("outside") / "swift"
    shutil.copytree(CLIENTS / "swift", package)
    manifest = package / "Package.swift"
    text = manifest.read_text()
    assert '"../.."' in text
    manifest.write_text(text.replace('"../.."', json.dumps(str(PROJECT))))
    scratch = PROJECT / ".build" / "clients-swift"
    build = ["swift", "build", "--package-path", package, "--scratch-path", scratch]
    result = subprocess.run(
        [*build, "-Xswiftc", "-warnings-as-errors"], capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout[-3000:]
    return scratch / "debug"


def said(program: Path) -> list[str]:
    result = subprocess.run([program], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.splitlines()


def test_a_swift_form_needs_no_daemon(swift_programs: Path) -> None:
    assert said(swift_programs / "starts") == [
        'MaterialFields: "Toronto"',
        "VitaminTextField: error 2/8 As friends call you - Too short",
        "DPTextField: Montréal, Old Montréal",
    ]


def test_a_swift_form_lives_by_itself(swift_programs: Path) -> None:
    assert said(swift_programs / "signup") == [
        "filled in: ada@example.com",
        "pending: true",
        'email: "ada@example.com"',
        'country: "Romania"',
        "birthday: null",
        "bio: null",
    ]


def test_a_swift_program_brings_closures(swift_programs: Path) -> None:
    with Daemon(str(swift_programs / "greeter")) as daemon:
        daemon.initialize()
        daemon.open(FORM % "Hello")
        (finding,) = daemon.change(2, {"text": FORM % "Bye"}) or daemon.published(2)
        assert finding["message"] == "Begin with Hello"
        field = {"key": "it", "kind": "entry", "label": "It", "text": "He",
                 "autofill": {"source": "greetings"}}
        daemon.request("field/open", {"uri": "form:1", "document": {"fields": [field]}})
        strings = daemon.request("field/autofill", {"uri": "form:1", "key": "it"})["strings"]
        assert [offer["text"] for offer in strings] == ["Hello", "Hello, world"]


ENDINGS = [".fields.json", ".fields.jsonc", ".values.json", ".values.jsonc"]
"""How forms and records are called."""


def test_the_configurations_name_the_daemon() -> None:
    helix = tomllib.loads((CLIENTS / "helix" / "languages.toml").read_text())
    assert helix["language-server"]["fieldd"]["command"] == "fieldd"
    (language,) = helix["language"]
    assert [kind["glob"] for kind in language["file-types"]] == [f"*{ending}" for ending in ENDINGS]
    kate = json.loads((CLIENTS / "kate" / "settings.json").read_text())
    highlighting = ElementTree.parse(CLIENTS / "kate" / "fields.xml").getroot()
    assert kate["servers"]["fields"]["command"] == ["fieldd"]
    assert kate["servers"]["fields"]["highlightingModeRegex"] == f"^{highlighting.get('name')}$"
    assert highlighting.get("extensions").split(";") == [f"*{ending}" for ending in ENDINGS]
    vscode = json.loads((CLIENTS / "vscode" / "package.json").read_text())
    assert vscode["contributes"]["languages"][0]["extensions"] == ENDINGS
    assert os.access(CLIENTS / "shell" / "diagnose.sh", os.X_OK)
