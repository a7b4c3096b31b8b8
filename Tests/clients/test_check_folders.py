"""Which files of a folder `fieldd check` checks: what Git ignores, what is excluded, what can't be read."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import need, seeds

FORM = {"fields": [{"key": "name", "kind": "entry", "label": "Name", "required": True}]}
WRONG = b"{}\n"
USUAL = ("--form", "a.fields.json")


class Tree:
    """A folder with a form, in which each file of records has one record that is wrong."""

    def __init__(self, fieldd: str, folder: Path) -> None:
        self.fieldd = fieldd
        self.folder = folder
        folder.mkdir(exist_ok=True)
        (folder / "a.fields.json").write_text(json.dumps(FORM))

    def write(self, *names: str, content: bytes = WRONG) -> None:
        for name in names:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def ignore(self, *lines: str, folder: str = ".") -> None:
        self.write(f"{folder}/.gitignore", content="".join(it + "\n" for it in lines).encode())

    def run(self, *words: str, below: str = ".", stdin: Any = subprocess.DEVNULL) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.fieldd, "check", *words],
            cwd=self.folder / below, stdin=stdin, capture_output=True, text=True, timeout=60,
        )  # fmt: skip

    def checked(self, *words: str, below: str = ".") -> list[str]:
        """The files in which something is wrong, which all are that were checked."""
        done = self.run("--format", "ndjson", *(words or (*USUAL, ".")), below=below)
        return sorted({json.loads(line)["file"] for line in done.stdout.splitlines()})

    def listed(self, *words: str) -> dict[str, str]:
        """What --verbose says of each file."""
        said = self.run("--verbose", "--quiet", *words).stderr.splitlines()
        # Where all of them are ignored, that is told of none.
        said = [line for line in said if not line.startswith("fieldd: there is nothing to check in ")]
        return dict(line.removeprefix("fieldd: ").split(": ", 1) for line in said)


@pytest.fixture
def tree(fieldd: str, tmp_path: Path) -> Tree:
    return Tree(fieldd, tmp_path / "tree")


# What Git ignores.


def git(folder: Path, *words: str) -> str:
    need("git")
    alone = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(["git", *words], cwd=folder, env=os.environ | alone, capture_output=True, check=True)
    return done.stdout.decode()


NAMES = ["a", "b", "ab", "a b", "#c", "!d", "[e]", "f ", "-g", "h\\"]
PIECES = [
    *NAMES, "*", "?", "**", "a*", "*b", "[ab]", "[!a]", "[^b]", "[a-c]*", "[]]", "[", "[[:alpha:]]", "[z-a]",
    "[a\\-z]", "[[:digit:][:space:]a]", "\\#c", "\\!d", "\\[e]", "f\\ ", "*.ndjson", "*.nd?son", "?.*", "\\", "[e", "a**b",
]  # fmt: skip


def line_of(chance: random.Random) -> str:
    pieces = chance.choices(PIECES, k=chance.choice([1, 1, 1, 2, 2, 3]))
    start = chance.choice(["", "", "", "!", "/", "!/", "**/", "\\"])
    end = chance.choice(["", "", "", "/", "/", "/**", "/*", ".ndjson", " ", "  ", "\r", "\t"])
    return start + "/".join(pieces) + end


@pytest.mark.parametrize("seed", seeds(4, 12))
def test_what_git_ignores_is_what_git_says(tree: Tree, seed: int) -> None:
    chance = random.Random(seed)
    git(tree.folder, "init")
    folders = ["."]
    for _ in range(14):
        folders.append(f"{chance.choice(folders)}/{chance.choice(NAMES)}")
    for folder in folders:
        tree.write(*(f"{folder}/{name}.ndjson" for name in chance.sample(NAMES, 3)))
    for _ in range(12):
        for it in tree.folder.rglob(".gitignore"):
            it.unlink()
        for folder in chance.sample(folders, 3):
            tree.ignore(*(line_of(chance) for _ in range(chance.randrange(4))), folder=folder)
        tree.write(".git/info/exclude", content=line_of(chance).encode())
        left = git(tree.folder, "ls-files", "-z", "--others", "--exclude-standard").split("\0")
        rules = {str(it): it.read_text() for it in [*tree.folder.rglob(".gitignore"), tree.folder / ".git/info/exclude"]}
        expected = sorted(it for it in left if it.endswith(".ndjson"))
        assert tree.checked() == expected, rules


def test_a_folder_has_the_rules_of_the_repository_around_it(tree: Tree) -> None:
    tree.write("a.ndjson", "sub/a.ndjson", "sub/b.ndjson", "sub/out/c.ndjson", "sub/in/d.ndjson")
    tree.ignore("a.ndjson", "sub/out/", "/b.ndjson")
    form = ("--form", str(tree.folder / "a.fields.json"))
    # Without a repository nobody looks above the folder that is named.
    assert tree.checked(*form, ".", below="sub") == ["a.ndjson", "b.ndjson", "in/d.ndjson", "out/c.ndjson"]
    assert tree.checked() == ["sub/b.ndjson", "sub/in/d.ndjson"]
    git(tree.folder, "init")
    for path, below, start in [("sub", ".", "sub/"), (".", "sub", ""), ("sub/**/*.ndjson", ".", "sub/")]:
        assert tree.checked(*form, path, below=below) == [f"{start}b.ndjson", f"{start}in/d.ndjson"]
    # A repository within it has rules of its own.
    git(tree.folder / "sub", "init")
    assert tree.checked() == ["sub/a.ndjson", "sub/b.ndjson", "sub/in/d.ndjson", "sub/out/c.ndjson"]


def test_a_second_work_tree_ignores_what_the_first_does(tree: Tree, tmp_path: Path) -> None:
    git(tree.folder, "init")
    git(tree.folder, "add", ".")
    git(tree.folder, "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-m", "x")
    git(tree.folder, "worktree", "add", str(tmp_path / "second"))
    tree.write(".git/info/exclude", content=b"out\n")
    second = Tree(tree.fieldd, tmp_path / "second")
    second.write("out/a.ndjson", "in/a.ndjson")
    assert second.checked() == ["in/a.ndjson"]


def test_what_is_named_is_checked_though_it_is_ignored(tree: Tree) -> None:
    tree.ignore("out", "*.values.json")
    tree.write("out/a.ndjson", "out/b.ndjson", "a.values.json")
    assert tree.checked(*USUAL, "out/a.ndjson") == ["out/a.ndjson"]
    assert tree.checked(*USUAL, "out") == tree.checked(*USUAL, "out/*.ndjson") == ["out/a.ndjson", "out/b.ndjson"]
    assert tree.checked("a.values.json") == tree.checked("--exclude", "a.*", "a.values.json") == ["a.values.json"]
    # Records that come with their form are not named.
    assert tree.checked("a.fields.json") == []
    assert tree.checked("--no-gitignore", "a.fields.json") == ["a.values.json"]
    assert tree.checked("--no-gitignore", *USUAL, ".") == ["a.values.json", "out/a.ndjson", "out/b.ndjson"]


def test_a_folder_of_which_all_is_left_out_says_so(tree: Tree) -> None:
    tree.write("sub/out/a.ndjson", "empty/readme")
    tree.ignore("out", folder="sub")
    done = tree.run(*USUAL, "sub")
    assert done.returncode == 2 and ".gitignore" in done.stderr and done.stdout == ""
    done = tree.run(*USUAL, "empty")
    assert done.returncode == 2 and ".gitignore" not in done.stderr


def test_rules_that_can_not_be_read_are_told(tree: Tree) -> None:
    tree.write("sub/a.ndjson")
    os.mkfifo(tree.folder / "sub/.gitignore")
    done = tree.run(*USUAL, "sub")
    assert done.returncode == 2 and "sub/.gitignore" in done.stderr and "sub/a.ndjson" in done.stdout


# What is excluded.


@pytest.mark.parametrize(
    ("patterns", "left"),
    [
        (["out"], ["a.ndjson", "in/b.ndjson", "in/c.ndjson"]),
        (["./in"], ["a.ndjson", "out/b.ndjson", "out/in/b.ndjson"]),
        (["in/"], ["a.ndjson", "out/b.ndjson"]),
        (["/b.ndjson", "**/in"], ["a.ndjson", "out/b.ndjson"]),
        (["*.ndjson", "!b.ndjson"], ["in/b.ndjson", "out/b.ndjson", "out/in/b.ndjson"]),
        (["out/*.ndjson", "[a-b].ndjson"], ["in/c.ndjson"]),
    ],
)
def test_patterns_are_excluded_as_git_has_them(tree: Tree, patterns: list[str], left: list[str]) -> None:
    tree.write("a.ndjson", "in/b.ndjson", "in/c.ndjson", "out/b.ndjson", "out/in/b.ndjson")
    words = [word for it in patterns for word in ("--exclude", it)]
    assert tree.checked(*USUAL, *words, ".") == left
    # They count from the working folder, whatever way leads to the folder that is looked through.
    start = f"{tree.folder}/"
    assert tree.checked(*USUAL, *words, start) == [start + it for it in left]


def test_a_pattern_that_says_nothing_is_refused(tree: Tree) -> None:
    for pattern in ("#out", "/", "!"):
        done = tree.run(*USUAL, "--exclude", pattern, ".")
        assert done.returncode == 2 and "--exclude" in done.stderr


def test_patterns_of_files_have_sets_and_begin_at_the_working_folder(tree: Tree) -> None:
    tree.write("x.ndjson", "y.ndjson", "z.ndjson", "[x].ndjson", "é.json")
    assert tree.checked(*USUAL, "?.json") == ["é.json"]
    assert tree.checked(*USUAL, "[xy].ndjson") == ["x.ndjson", "y.ndjson"]
    assert tree.checked(*USUAL, "./[!xy].ndjson") == ["z.ndjson"]
    # A file of this very name is meant itself.
    assert tree.checked(*USUAL, "[x].ndjson") == ["[x].ndjson"]


# What can't be read.


@pytest.fixture
def nobody(tree: Tree) -> Tree:
    """The tree for somebody whom the system refuses what is closed."""
    if os.geteuid() == 0:
        need("setpriv")
        for folder in [tree.folder, *tree.folder.parents]:
            if folder.stat().st_mode & 0o5 != 0o5 and folder.stat().st_uid == os.geteuid():
                folder.chmod(folder.stat().st_mode | 0o5)
        def run(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
            done = subprocess.run(
                ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", tree.fieldd, "check", *words],
                cwd=tree.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
            )  # fmt: skip
            return done

        tree.run = run  # type: ignore[method-assign]
    return tree


@pytest.mark.parametrize("mode", [0o000, 0o444, 0o111])
def test_a_folder_that_is_closed_hides_no_other(nobody: Tree, mode: int) -> None:
    nobody.write("in/a.ndjson", "in/closed/b.ndjson", "in/closed/sub/c.ndjson", "in/last/d.ndjson")
    closed = nobody.folder / "in/closed"
    closed.chmod(mode)
    try:
        done = nobody.run(*USUAL, "--format", "ndjson", "in")
        pattern = nobody.run(*USUAL, "--format", "ndjson", "in/*.ndjson")
    finally:
        closed.chmod(0o755)
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == ["in/a.ndjson", "in/last/d.ndjson"]
    assert done.returncode == 2 and "in/closed" in done.stderr and "Permission denied" in done.stderr
    # A pattern that asks for nothing in it does not miss it.
    assert pattern.returncode == 1 and pattern.stderr == ""


def test_a_file_that_is_closed_is_told_though_nobody_knows_its_form(nobody: Tree) -> None:
    nobody.write("in/a.ndjson", "in/a.fields.json", content=json.dumps(FORM).encode())
    (nobody.folder / "in/a.ndjson").chmod(0)
    done = nobody.run("in")
    assert done.returncode == 2 and "in/a.ndjson" in done.stderr


def test_links_that_lead_nowhere_or_in_circles_hide_nothing(tree: Tree) -> None:
    tree.write("in/sub/a.ndjson", "in/z.ndjson")
    os.symlink("..", tree.folder / "in/sub/up")
    os.symlink("circle", tree.folder / "in/circle")
    os.symlink("nowhere", tree.folder / "in/gone")
    assert tree.run(*USUAL, "in").returncode == 1
    for name, target, reason in [("b", "nowhere", "No such file"), ("c", "c.ndjson", "symbolic links")]:
        os.symlink(target, tree.folder / f"in/{name}.ndjson")
        done = tree.run(*USUAL, "--format", "ndjson", "in")
        assert done.returncode == 2 and f"in/{name}.ndjson" in done.stderr and reason in done.stderr
        assert {json.loads(line)["file"] for line in done.stdout.splitlines()} == {"in/sub/a.ndjson", "in/z.ndjson"}


def test_a_pipe_is_opened_once(tree: Tree) -> None:
    """Who writes to it would be broken off by a second opening, and what it wrote be lost."""
    os.mkfifo(tree.folder / "pipe")
    with subprocess.Popen(["sh", "-c", 'for i in 1 2 3; do echo "{}"; done > pipe'], cwd=tree.folder) as writer:
        done = tree.run(*USUAL, "--quiet", "--fail", "bad", "pipe")
        assert (done.returncode, writer.wait(20)) == (1, 0)
    assert (tree.folder / "bad").read_bytes() == WRONG * 3


def test_a_file_is_checked_once_whatever_ways_lead_to_it(tree: Tree) -> None:
    tree.write("sub/a.ndjson")
    ways = ["sub/a.ndjson", "./sub/../sub/a.ndjson", str(tree.folder / "sub/a.ndjson"), "sub", "sub/*.ndjson"]
    assert "1 of 1 record" in tree.run(*USUAL, *ways).stdout


# What was checked.


def test_everything_that_is_checked_or_skipped_is_listed(tree: Tree) -> None:
    tree.ignore("out/", "x.ndjson")
    tree.write("x.ndjson", "out/y.ndjson", "drafts/z.ndjson", "readme.md", "plain.json", ".hidden.ndjson")
    tree.write("three.ndjson", content=WRONG * 3)
    tree.write("b.fields.json", content=json.dumps(FORM).encode())
    tree.write("b.values.json")
    tree.write("own.ndjson", content=b'{"$form":"a.fields.json"}\n{"$form":"b.fields.json"}\n')
    os.mkdir(tree.folder / "sub")
    os.symlink("..", tree.folder / "sub/up")
    os.mkfifo(tree.folder / "pipe")
    assert tree.listed("--exclude", "drafts", ".") == {
        ".gitignore": "skipped: it is hidden",
        ".hidden.ndjson": "skipped: it is hidden",
        "a.fields.json": "checked as a form",
        "b.fields.json": "checked as a form",
        "b.values.json": "checked by b.fields.json, 1 record",
        "drafts": "skipped: excluded by --exclude drafts",
        "out": "skipped: ignored by line 1 of .gitignore",
        # That records name different forms is said in any case, above this.
        "own.ndjson": "checked by a.fields.json, 2 records, of which some name another form: b.fields.json",
        "pipe": "skipped: it is no plain file",
        "plain.json": "skipped: no form is known for it",
        "readme.md": "skipped: its name is not one of a form or of records",
        "sub/up": "skipped: links to folders are not followed",
        "three.ndjson": "skipped: no form is known for it",
        "x.ndjson": "skipped: ignored by line 2 of .gitignore",
    }
    assert tree.listed(*USUAL, "three.ndjson") == {"three.ndjson": "checked by a.fields.json, 3 records"}
    limited = tree.listed(*USUAL, "--max-errors", "1", "three.ndjson", "plain.json")
    assert limited == {
        "three.ndjson": "checked by a.fields.json, 1 record", "plain.json": "skipped: --max-errors is reached",
    }  # fmt: skip
    tree.write("table.ndjson", content=b"name,age\nAda,3\n")
    assert "skipped: it is not JSON" in tree.listed(*USUAL, "table.ndjson")["table.ndjson"]
    assert not re.search("skipped|checked", tree.run(*USUAL, ".").stderr)
