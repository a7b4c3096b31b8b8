"""The hook for pre-commit, and the action for GitHub's workflows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from conftest import PROJECT, need

GOOD = '{ "fields": [{ "key": "name", "kind": "entry", "label": "Name" }] }'


def git(folder: Path, *words: str) -> None:
    name = ["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *name, *words], cwd=folder, check=True, capture_output=True)


@pytest.mark.usefixtures("path_with_fieldd")
def test_a_commit_is_refused_whose_forms_have_errors(tmp_path: Path) -> None:
    need("git")
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    shutil.copy(PROJECT / ".pre-commit-hooks.yaml", hooks)
    for folder in (hooks, tmp_path / "work"):
        folder.mkdir(exist_ok=True)
        git(folder, "init")
        git(folder, "add", ".")
        git(folder, "commit", "--allow-empty", "-m", "x")
    work = tmp_path / "work"
    (work / "a.fields.json").write_text(GOOD)
    (work / "a.values.json").write_text('{ "name": "Ada" }')
    (work / "other.json").write_text("{")

    def run() -> subprocess.CompletedProcess[str]:
        git(work, "add", ".")
        command = [sys.executable, "-m", "pre_commit", "try-repo", str(hooks), "fieldd-check", "--all-files"]
        environment = os.environ | {"PRE_COMMIT_HOME": str(tmp_path / "home")}
        return subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, timeout=120)

    done = run()
    assert done.returncode == 0, done.stdout + done.stderr
    (work / "a.values.json").write_text('{ "name": 7 }')
    done = run()
    assert done.returncode == 1 and "error[wrongType]" in done.stdout, done.stdout + done.stderr
    (work / "a.values.json").unlink()
    (work / "a.values.jsonc").write_text('{ "name": 7 } // wrong')
    done = run()
    assert done.returncode == 1 and "error[wrongType]" in done.stdout, done.stdout + done.stderr
    # Where the form alone has changed, its records are checked all the same.
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(hooks), "fieldd-check", "--files", "a.fields.json"]
    environment = os.environ | {"PRE_COMMIT_HOME": str(tmp_path / "home")}
    done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "error[wrongType]" in done.stdout, done.stdout + done.stderr


def test_the_action_checks_what_it_is_given(fieldd: str, tmp_path: Path) -> None:
    action = yaml.safe_load((PROJECT / "action.yml").read_text())
    assert set(action["inputs"]) == {"paths", "form", "severity"}
    keep, build, check = action["runs"]["steps"]
    # What was built is kept, and built again only where it is not there.
    assert "cache" in keep["uses"] and "cache-hit" in build["if"] and "make -C" in build["run"]
    binary = tmp_path / "fieldd" / "bin" / "fieldd"
    binary.parent.mkdir(parents=True)
    binary.symlink_to(fieldd)
    (tmp_path / "a.fields.json").write_text(GOOD)
    (tmp_path / "my records.ndjson").write_text('{ "name": "Ada" }\n{ "name": 7 }\n')

    def run(paths: str, form: str = "") -> subprocess.CompletedProcess[str]:
        values = {"PATHS": paths, "FORM": form, "SEVERITY": "error"}
        assert values.keys() == check["env"].keys()
        environment = os.environ | values | {"RUNNER_TEMP": str(tmp_path)}
        command = ["bash", "-e", "-c", check["run"]]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)

    assert run(".").returncode == 0
    # A block of lines ends in a line break.
    assert run("a.fields.json\n\n").returncode == 0
    done = run("my records.ndjson\na.fields.json\n", form="a.fields.json")
    assert done.returncode == 1
    assert "::error file=my records.ndjson,line=2,col=11,title=wrongType::name: Must be text" in done.stdout
