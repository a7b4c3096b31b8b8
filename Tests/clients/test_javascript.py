"""The JavaScript package: its own tests, what its README shows, and what its exports say of themselves."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from conftest import PROJECT, need

PACKAGE = PROJECT / "clients" / "javascript"
SOURCES = sorted((PACKAGE / "src").glob("*.js"))
README = (PACKAGE / "README.md").read_text()
SNIPPETS = re.findall(r"```js\n(.*?)```\n(.*?)(?=\n#|\Z)", README, re.DOTALL)
PATIENCE_SECONDS = 300


def node(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Runs Node to its end."""
    return subprocess.run(
        ["node", *arguments], capture_output=True, text=True, timeout=PATIENCE_SECONDS, **options
    )


def test_what_its_own_tests_hold(fieldd: str) -> None:
    need("node")
    files = [str(it) for it in sorted((PACKAGE / "test").glob("*.test.js"))]
    done = node("--test", "--test-reporter=spec", *files, env=os.environ | {"FIELDD": fieldd})
    assert done.returncode == 0, done.stdout[-5000:]


@pytest.mark.parametrize(("snippet", "text"), SNIPPETS, ids=range(1, len(SNIPPETS) + 1))
@pytest.mark.usefixtures("path_with_fieldd")
def test_a_snippet_of_the_readme_prints_what_it_says(snippet: str, text: str, tmp_path: Path) -> None:
    need("node")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "fieldd").symlink_to(PACKAGE)
    (tmp_path / "snippet.mjs").write_text(snippet)
    done = node(str(tmp_path / "snippet.mjs"))
    said = re.findall(r"`([^`]+)`", text.partition("It prints ")[2].partition(".\n")[0])
    assert (done.stderr, done.stdout.splitlines()) == ("", said)


def test_the_readme_begins_with_ten_lines() -> None:
    first, _ = SNIPPETS[0]
    lines = [line for line in first.splitlines() if line and not line.startswith("import")]
    assert len(lines) <= 10


def test_the_package_has_no_dependencies_and_packs_what_it_exports() -> None:
    manifest = json.loads((PACKAGE / "package.json").read_text())
    assert not {"dependencies", "peerDependencies", "optionalDependencies"} & manifest.keys()
    assert (manifest["type"], manifest["files"]) == ("module", ["src"])
    assert (PACKAGE / manifest["exports"]).is_file()
    imports = {it for path in SOURCES for it in re.findall(r'(?:from|import\() ?"([^"]+)"', path.read_text())}
    assert {it for it in imports if not it.startswith(("./", "node:"))} == set()


@pytest.mark.parametrize("path", SOURCES, ids=[it.name for it in SOURCES])
def test_what_others_call_says_what_it_does(path: Path) -> None:
    """Each export and each method of a class has a comment; one with parameters names their types."""
    lines = path.read_text().splitlines()
    undone = []
    for index, line in enumerate(lines):
        exported = re.match(r"export (?:async )?(?:function\*?|class|const) (\w+)", line)
        method = re.match(r"  (?:static )?(?:async )?(?:get |\*)?([a-z]\w*)\((.*)\) \{", line)
        if not exported and not method:
            continue
        if not lines[index - 1].strip().endswith("*/"):
            # What a channel has is said where channels are.
            if path.name not in ("socket.js", "process.js"):
                undone.append(line)
            continue
        begin = index - 1
        while not lines[begin].strip().startswith("/**"):
            begin -= 1
        comment = "\n".join(lines[begin:index])
        if (exported or method[2]) and re.search(r"\(\w", line) and "@param" not in comment:
            undone.append(line)
    assert undone == []
