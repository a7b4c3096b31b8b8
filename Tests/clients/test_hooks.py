"""The hook for pre-commit, and the action for GitHub's workflows."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import setuptools
import yaml
from conftest import PROJECT, need

GOOD = '{ "fields": [{ "key": "name", "kind": "entry", "label": "Name" }] }'


def git(folder: Path, *words: str) -> None:
    name = ["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *name, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def wheel(fieldd: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this version."""
    need("strip")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-B", str(PROJECT / "packaging" / "wheel.py"), str(folder), "--program", fieldd]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture
def offline(wheel: Path, tmp_path: Path) -> dict[str, str]:
    """An environment in which pip has this wheel and what it needs to build a package without files, and no more."""
    tools = tmp_path / "tools"
    tools.mkdir()
    packages = Path(setuptools.__file__).parents[1]
    for found in packages.glob("setuptools*"):
        (tools / found.name).symlink_to(found)
    pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheel.parent), "PIP_NO_BUILD_ISOLATION": "0"}
    path = os.pathsep.join(["/usr/bin", "/bin", str(Path(shutil.which("git") or "/usr/bin/git").parent)])
    return {"HOME": str(tmp_path), "PATH": path, "PYTHONPATH": str(tools)} | pip


def test_a_commit_is_refused_whose_forms_have_errors(offline: dict[str, str], tmp_path: Path) -> None:
    need("git")
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in (".pre-commit-hooks.yaml", "pyproject.toml"):
        shutil.copy(PROJECT / name, hooks)
    for folder in (hooks, tmp_path / "work"):
        folder.mkdir(exist_ok=True)
        git(folder, "init")
        git(folder, "add", ".")
        git(folder, "commit", "--allow-empty", "-m", "x")
    work = tmp_path / "work"
    (work / "a.fields.json").write_text(GOOD)
    (work / "a.values.json").write_text('{ "name": "Ada" }')
    (work / "other.json").write_text("{")
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=hooks, capture_output=True, text=True, check=True)
    settings = {"repos": [{"repo": str(hooks), "rev": asked.stdout.strip(), "hooks": [{"id": "fieldd-check"}]}]}
    (work / ".pre-commit-config.yaml").write_text(yaml.safe_dump(settings))

    def run(*files: str) -> subprocess.CompletedProcess[str]:
        git(work, "add", ".")
        words = ["--files", *files] if files else ["--all-files"]
        command = [sys.executable, "-m", "pre_commit", "run", "--verbose", *words]
        environment = offline | {"PRE_COMMIT_HOME": str(tmp_path / "home")}
        return subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, timeout=120)

    done = run()
    assert done.returncode == 0 and "Passed" in done.stdout, done.stdout + done.stderr
    (work / "a.values.json").write_text('{ "name": 7 }')
    done = run()
    assert done.returncode == 1 and "error[wrongType]" in done.stdout, done.stdout + done.stderr
    (work / "a.values.json").unlink()
    (work / "a.values.jsonc").write_text('{ "name": 7 } // wrong')
    done = run()
    assert done.returncode == 1 and "error[wrongType]" in done.stdout, done.stdout + done.stderr
    # If the form alone has changed, its records are checked all the same.
    done = run("a.fields.json")
    assert done.returncode == 1 and "error[wrongType]" in done.stdout, done.stdout + done.stderr


@dataclasses.dataclass
class Action:
    """The action as a runner carries it out: each step by itself, with the inputs that a workflow gives."""

    folder: Path
    """Where the workflow is."""
    wheels: dict[str, str]
    """The inputs that name a wheel."""
    place: Path = PROJECT
    """Where the action is."""

    def step(self, name: str, inputs: dict[str, str]) -> subprocess.CompletedProcess[str]:
        action = yaml.safe_load((PROJECT / "action.yml").read_text())
        assert inputs.keys() <= action["inputs"].keys()
        (step,) = [it for it in action["runs"]["steps"] if it["name"] == name]
        given = {key: it["default"] for key, it in action["inputs"].items()} | inputs
        values = {key: given[re.fullmatch(r"\$\{\{ inputs\.(\w+) \}\}", it)[1]] for key, it in step["env"].items()}
        temporary = self.folder.parent / "temporary"
        temporary.mkdir(exist_ok=True)
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        runner = {"RUNNER_TEMP": str(temporary), "GITHUB_ACTION_PATH": str(self.place), "PATH": path}
        environment = os.environ | values | runner
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
        return subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=120)

    def run(self, **inputs: str) -> subprocess.CompletedProcess[str]:
        done = self.step("Install", self.wheels | {key: it for key, it in inputs.items() if key in ("wheel", "sha256")})
        return done if done.returncode else self.step("Check", inputs)


@pytest.fixture
def action(wheel: Path, tmp_path: Path) -> Action:
    work = tmp_path / "work"
    work.mkdir()
    (work / "a.fields.json").write_text(GOOD)
    (work / "my records.ndjson").write_text('{ "name": "Ada" }\n{ "name": 7 }\n')
    return Action(work, {"wheel": str(wheel), "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest()})


def test_the_action_checks_what_it_is_given(action: Action) -> None:
    done = action.run(paths=".")
    assert done.returncode == 0, done.stdout + done.stderr
    # A block of lines ends in a line break.
    assert action.step("Check", {"paths": "a.fields.json\n\n"}).returncode == 0
    done = action.step("Check", {"paths": "my records.ndjson\na.fields.json\n", "form": "a.fields.json"})
    assert done.returncode == 1
    assert "::error file=my records.ndjson,line=2,col=11,title=wrongType::name: Must be text" in done.stdout


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"sha256": "0" * 64}, "DO NOT MATCH THE HASHES"),
        ({"sha256": "0" * 63}, "The input sha256 must have 64 digits"),
        ({"sha256": ""}, "The input sha256 must have 64 digits"),
        ({"wheel": ""}, "The input wheel must name a .whl file"),
        ({"wheel": "a.whl --index-url b.whl"}, "The input wheel must name a .whl file"),
        ({"wheel": "a.tar.gz"}, "The input wheel must name a .whl file"),
        ({"wheel": "", "sha256": ""}, "No release has this version of the action"),
    ],
)
def test_the_action_installs_no_wheel_with_another_checksum(
    action: Action, tmp_path: Path, inputs: dict[str, str], message: str
) -> None:
    action.place = tmp_path
    done = action.run(**inputs)
    assert done.returncode != 0 and message in done.stdout + done.stderr, done.stdout + done.stderr
    assert not (tmp_path / "temporary" / "fieldd" / "bin" / "fieldd").exists()


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"severity": "note"}, "The input severity must be error or warning."),
        ({"form": "--fail"}, "The input form must name a file."),
    ],
)
def test_the_action_refuses_other_inputs(action: Action, inputs: dict[str, str], message: str) -> None:
    done = action.step("Check", inputs)
    assert done.returncode == 2 and done.stdout == f"::error title=fieldd::{message}\n"


def test_the_action_installs_the_wheel_of_its_release(action: Action, wheel: Path, tmp_path: Path) -> None:
    packaging = tmp_path / "action" / "packaging"
    packaging.mkdir(parents=True)
    made = packaging / "action-requirements.txt"
    command = [sys.executable, "-B", str(PROJECT / "packaging" / "action.py"), str(wheel.parent)]
    subprocess.run([*command, "https://example.com/owner/fieldd", str(made)], check=True, capture_output=True)
    place, checksum = made.read_text().split(" ; ")[0], made.read_text().split()[-1]
    version = wheel.name.split("-")[1]
    for marker in ('sys_platform == "', 'platform_machine == "'):
        assert marker in made.read_text()
    assert place == f"fieldd @ https://example.com/owner/fieldd/releases/download/v{version}/{wheel.name}"
    assert checksum == f"--hash=sha256:{action.wheels['sha256']}"
    made.write_text(made.read_text().replace(place.removeprefix("fieldd @ "), wheel.as_uri()))
    action.place, action.wheels = packaging.parent, {}
    done = action.run(paths=".")
    assert done.returncode == 0, done.stdout + done.stderr


def test_workflows_and_the_action_pass_their_linter() -> None:
    linter = Path(sys.executable).with_name("zizmor")
    done = subprocess.run([linter, "--offline", "--quiet", PROJECT], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_action_is_pinned_to_a_commit_with_its_version() -> None:
    for path in [*(PROJECT / ".github" / "workflows").glob("*.yml"), PROJECT / "action.yml"]:
        for used in re.findall(r"uses: (.*)", path.read_text()):
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used), f"{path.name}: {used}"
