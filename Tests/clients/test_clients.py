"""The other clients of clients/: the shell, a Swift program, and configurations to read."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import tree_sitter
import tree_sitter_json
import yaml
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
    # With the flags and in the folder of the project's own build, so that no module is compiled twice.
    build = ["swift", "build", "-c", "release", "--package-path", package, "--scratch-path", PROJECT / ".build"]
    result = subprocess.run(build, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout[-3000:]
    return PROJECT / ".build" / "release"


def said(program: Path) -> list[str]:
    result = subprocess.run([program], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.splitlines()


@pytest.mark.xdist_group("build")
def test_a_swift_form_needs_no_daemon(swift_programs: Path) -> None:
    assert said(swift_programs / "starts") == [
        'MaterialFields: "Toronto"',
        "VitaminTextField: error 2/8 As friends call you - Too short",
        "DPTextField: Montréal, Old Montréal",
        "Sign up: Taken",
    ]


@pytest.mark.xdist_group("build")
def test_a_swift_form_lives_by_itself(swift_programs: Path) -> None:
    assert said(swift_programs / "signup") == [
        "filled in: ada@example.com",
        "pending: true",
        'email: "ada@example.com"',
        'country: "Romania"',
        "birthday: null",
        "bio: null",
    ]


@pytest.mark.xdist_group("build")
def test_a_screen_in_swift_has_one_state_and_one_reducer(swift_programs: Path) -> None:
    assert said(swift_programs / "screen") == [
        "refused: Taken",
        "account: grace@example.com, 37, Romania",
        "records: /email: Taken; /age: Must be a whole number; who",
    ]


@pytest.mark.xdist_group("build")
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


PATTERNS = [f"*{ending}" for ending in ENDINGS]


def test_the_configurations_name_the_daemon() -> None:
    helix = tomllib.loads((CLIENTS / "helix" / "languages.toml").read_text())
    assert helix["language-server"]["fieldd"]["command"] == "fieldd"
    (language,) = helix["language"]
    assert [kind["glob"] for kind in language["file-types"]] == PATTERNS
    kate = read_json("kate/settings.json")
    highlighting = ElementTree.parse(CLIENTS / "kate" / "fields.xml").getroot()
    assert kate["servers"]["fields"]["command"] == ["fieldd"]
    assert kate["servers"]["fields"]["highlightingModeRegex"] == f"^{highlighting.get('name')}$"
    assert highlighting.get("extensions").split(";") == PATTERNS
    vscode = read_json("vscode/package.json")
    assert vscode["contributes"]["languages"][0]["extensions"] == ENDINGS
    assert ";".join(PATTERNS) in (CLIENTS / "qtcreator" / "README.md").read_text()
    coc = read_json("vim/coc-settings.json")["languageserver"]["fieldd"]
    assert coc == {"command": "fieldd", "filetypes": ["fields", "html.fields", "yaml.fields"]}
    detected = (CLIENTS / "vim" / "ftdetect" / "fields.vim").read_text()
    assert f"{','.join(PATTERNS)} set filetype=fields" in detected
    assert os.access(CLIENTS / "shell" / "diagnose.sh", os.X_OK)


def read_json(path: str) -> Any:
    """A file of clients/, which may have comments on lines of their own."""
    lines = (CLIENTS / path).read_text().splitlines()
    return json.loads("\n".join(line for line in lines if not line.lstrip().startswith("//")))


def test_the_configurations_for_editors_that_are_not_here() -> None:
    """What their makers document: which members there are, and that the names meet."""
    jetbrains = read_json("jetbrains/template.json")
    (mapping,) = jetbrains["fileTypeMappings"]
    assert jetbrains["programArgs"]["default"] == "fieldd"
    assert mapping["fileType"]["patterns"] == PATTERNS and mapping["languageId"] == "fields"

    syntax = yaml.safe_load((CLIENTS / "sublime" / "Fields.sublime-syntax").read_text().split("---", 1)[1])
    assert [f".{ending}" for ending in syntax["file_extensions"]] == ENDINGS
    (sublime,) = read_json("sublime/LSP.sublime-settings")["clients"].values()
    assert (sublime["command"], sublime["selector"]) == (["fieldd"], syntax["scope"])
    assert read_json("sublime/Fields.sublime-settings")["tab_size"] == 2

    zed = tomllib.loads((CLIENTS / "zed" / "extension.toml").read_text())
    language = tomllib.loads((CLIENTS / "zed" / "languages" / "fields" / "config.toml").read_text())
    assert zed["language_servers"]["fieldd"]["languages"] == [language["name"]]
    assert zed["language_servers"]["fieldd"]["language_ids"] == {language["name"]: "fields"}
    assert [f".{suffix}" for suffix in language["path_suffixes"]] == ENDINGS
    cargo = tomllib.loads((CLIENTS / "zed" / "Cargo.toml").read_text())
    assert cargo["package"]["version"] == zed["version"] == read_json("vscode/package.json")["version"]

    nova = read_json("nova/extension.json")
    syntax = ElementTree.parse(CLIENTS / "nova" / "Syntaxes" / "Fields.xml").getroot()
    assert nova["activationEvents"] == [f"onLanguage:{syntax.get('name')}"]
    assert (CLIENTS / "nova" / "Scripts" / nova["main"]).is_file()
    assert nova["version"] == zed["version"]
    detector = re.compile(syntax.find("detectors/filename").text)
    assert all(detector.search(f"a{ending}") for ending in ENDINGS)
    assert not detector.search("a.json")


QUERIES = sorted([*CLIENTS.glob("helix/queries/*/*.scm"), *CLIENTS.glob("zed/languages/*/*.scm")])


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: f"{path.parts[-4]}-{path.name}")
def test_the_queries_fit_the_grammar_of_json(path: Path) -> None:
    """Each query is one that tree-sitter takes for JSON, and finds something, or is inherited."""
    text = path.read_text()
    json_language = tree_sitter.Language(tree_sitter_json.language())
    query = tree_sitter.Query(json_language, text)
    form = b"""{ "key": "a", "pattern": "x", "n": [1, true, null] } // and \n"""
    found = tree_sitter.QueryCursor(query).captures(tree_sitter.Parser(json_language).parse(form).root_node)
    assert found or "inherits: json" in text
