"""What `make install` installs, and that manual page and completions know what `--help` knows."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from conftest import PROJECT, need

pytestmark = pytest.mark.xdist_group("build")

SHARE = PROJECT / "share"
PAGE = SHARE / "man" / "man1" / "fieldd.1"
COMPLETIONS = SHARE / "completions"


def output(*command: str, **options: object) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def words(fieldd: str) -> set[str]:
    """The commands and the long options of the command line, as `--help` has them."""
    text = output(fieldd, "--help")
    commands = re.findall(r"^\s+fieldd \[?(\w+)", text.replace("usage:", "      "), re.MULTILINE)
    return set(commands) | set(re.findall(r"--[\w-]+", text))


def test_the_command_line_takes_every_word_of_its_help(words: set[str]) -> None:
    assert {"serve", "check", "demo", "--store", "--stdin-name", "--help"} <= words


def test_make_install_installs_all_of_it(fieldd: str, installed: Path) -> None:
    files = {str(file.relative_to(installed)) for file in installed.rglob("*") if file.is_file()}
    assert files == {
        "usr/bin/fieldd",
        "usr/share/doc/fieldd/LICENSE",
        "usr/share/doc/fieldd/THIRD-PARTY-NOTICES.txt",
        "usr/share/man/man1/fieldd.1",
        "usr/share/bash-completion/completions/fieldd",
        "usr/share/zsh/site-functions/_fieldd",
        "usr/share/fish/vendor_completions.d/fieldd.fish",
    }
    assert output(str(installed / "usr" / "bin" / "fieldd"), "--version") == output(fieldd, "--version")


def test_the_manual_page_is_of_this_version_and_knows_every_word(
    fieldd: str, words: set[str]
) -> None:
    need("mandoc")
    assert output("mandoc", "-T", "lint", "-W", "warning", str(PAGE)) == ""
    page = re.sub(".\b", "", output("mandoc", "-T", "utf8", str(PAGE)))
    assert words == set(re.findall(r"--[\w-]+", page)) | set(
        re.findall(r"^     (serve|check|convert|generate|diff|infer|explain|schema|demo)\b", page, re.MULTILINE)
    )
    assert output(fieldd, "--version").strip() in page


@pytest.mark.parametrize(
    "file",
    [
        "clients/python/pyproject.toml",
        "clients/terminal/pyproject.toml",
        "clients/vscode/package.json",
        "clients/javascript/package.json",
        "pyproject.toml",
    ],
)
def test_a_package_has_the_version_of_the_daemon(fieldd: str, file: str) -> None:
    version = re.search(r'^\s*"?version"?\s*[:=]\s*"([^"]+)"', (PROJECT / file).read_text(), re.MULTILINE)
    assert output(fieldd, "--version").split() == ["fieldd", version[1]]


def test_the_hook_installs_the_package_of_its_version() -> None:
    facts = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    assert facts["dependencies"] == [f"fieldd=={facts['version']}"]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["fieldd", "d"], ["diff", "demo"]),
        (["fieldd", "sc"], ["schema"]),
        (["fieldd", "--st"], ["--stdio", "--store"]),
        (["fieldd", "serve", "--tr"], ["--trace"]),
        (["fieldd", "--store", "shar"], ["share"]),
        (["fieldd", "--store", "=", "shar"], ["share"]),
        (["fieldd", "check", "--max-e"], ["--max-errors"]),
        (["fieldd", "check", "--format", "=", "js"], ["json"]),
        (["fieldd", "check", "--form", "proto"], ["protocol.md"]),
        (["fieldd", "check", "proto"], ["protocol.md"]),
        (["fieldd", "convert", "--from", "sur"], ["surveyjs"]),
        (["fieldd", "convert", "proto"], ["protocol.md"]),
        (["fieldd", "generate", "--kind", "b"], ["boundary"]),
    ],
)
def test_bash_completes(typed: list[str], offered: list[str]) -> None:
    need("bash")
    script = (
        f"source {COMPLETIONS}/fieldd.bash; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); "
        '_fieldd; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    assert output("bash", "-c", script, "bash", *typed, cwd=PROJECT).split() == offered


def test_bash_knows_every_word(words: set[str]) -> None:
    need("bash")
    script = (
        f"source {COMPLETIONS}/fieldd.bash; COMP_WORDS=(fieldd ''); COMP_CWORD=1; "
        '_fieldd; printf "%s\\n" "${COMPREPLY[@]}"; COMP_CWORD=2; for command in check convert generate diff infer explain; do '
        'COMP_WORDS=(fieldd "$command" --); _fieldd; printf "%s\\n" "${COMPREPLY[@]}"; done'
    )
    assert set(output("bash", "-c", script).split()) == words


def test_fish_knows_every_word(words: set[str]) -> None:
    need("fish")

    def offered(typed: str) -> set[str]:
        script = f"source {COMPLETIONS}/fieldd.fish; complete --do-complete '{typed}'"
        lines = output("fish", "--no-config", "--command", script).splitlines()
        return {line.split("\t")[0].rstrip("=") for line in lines}

    commands = ["check", "convert", "generate", "diff", "infer", "explain"]
    behind = {word for command in commands for word in offered(f"fieldd {command} --")}
    assert offered("fieldd ") | offered("fieldd --") | behind == words


def test_zsh_knows_every_word(words: set[str]) -> None:
    need("zsh")
    script = (
        f"fpath=({COMPLETIONS}); autoload -Uz _fieldd; "
        "_arguments() { print -rl -- $@ }; words=(fieldd); _fieldd; "
        "words=(fieldd check); _fieldd; words=(fieldd convert); _fieldd; words=(fieldd generate); _fieldd; "
        "words=(fieldd diff); _fieldd; words=(fieldd infer); _fieldd; words=(fieldd explain); _fieldd"
    )
    told = output("zsh", "-f", "-c", script)
    commands = re.findall(r'(\w+)\\:"', told)
    assert set(commands) | set(re.findall(r"--[\w-]+", told)) == words
