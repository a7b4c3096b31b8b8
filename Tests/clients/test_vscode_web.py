"""The extension for VS Code with the module in it: as its package is, in VS Code's own host for the web, and in Node.

The host is a worker in a frame, of the same sources as VS Code for the Web. The files are those of a repository
elsewhere, and no program is started.
"""

from __future__ import annotations

import json
import os
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import SPECS, need
from vscode_editor import BUNDLER, MODULES, SOURCES, Editor, bundle, need_modules, pack, start_editor

# The module takes minutes to compile, once for all that want it.
pytestmark = [pytest.mark.xdist_group("build"), pytest.mark.thorough]

FORM = '{ "fields": [{ "key": "a", "kind": "entry", "label": "A", "maxLength": 3 }] }'

ENDS = """
const instantiate = WebAssembly.instantiate;
let hasTrapped = false;
WebAssembly.instantiate = async (...words) => {
  const { exports } = await instantiate(...words);
  const fieldd_turn = (...more) => {
    if (hasTrapped) throw new WebAssembly.RuntimeError("unreachable");
    exports.fieldd_turn(...more);
  };
  return { exports: { ...exports, fieldd_turn } };
};
new BroadcastChannel("tests").onmessage = ({ data }) => {
  if (data === "trap") hasTrapped = true;
  else throw new Error("the worker was ended");
};
"""
"""What the worker begins with here, so that a test can end the module or the worker."""


@pytest.fixture(scope="module")
def package(engine: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is in the package, unpacked."""
    need_modules()
    folder = tmp_path_factory.mktemp("package")
    with zipfile.ZipFile(pack(folder, engine)) as archive:
        archive.extractall(folder)
    return folder / "extension"


@pytest.fixture(scope="module")
def editor(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """The editor in a browser, with the package as it is but for the ends of the worker."""
    worker = package / "dist" / "worker-web.js"
    worker.write_text(ENDS + worker.read_text())
    folder = tmp_path_factory.mktemp("build")
    bundle(folder)
    with start_editor(folder, Path("/repository"), package) as it:
        yield it


@pytest.mark.parametrize("name", ["signup", "layout", "order"])
def test_what_a_person_does(editor: Editor, name: str) -> None:
    steps = json.loads((SPECS / f"{name}.json").read_text())
    document = f"{name}.{steps.get('suffix', 'fields.json')}"
    if name == "order":
        editor.call("place", "/repository/order.fields.json", (SPECS / "order.fields.json").read_text())
    assert editor.call("open", f"/repository/{document}", (SPECS / document).read_text()) == "fields"
    for step in steps["steps"]:
        if step["do"] != "save":
            editor.carry_out(step)
    assert editor.call("save") == editor.text


def test_a_record_follows_a_form_that_nobody_has_opened(editor: Editor) -> None:
    editor.call("place", "/repository/below/follow.fields.json", FORM)
    editor.call("open", "/repository/below/follow.values.json", '{ "a": "long" }')
    editor.tells("Too long: 4 characters, at most 3")
    editor.call("write", "/repository/below/follow.fields.json", FORM.replace("3", "4"))
    editor.until(lambda: editor.call("findings") == [], lambda: editor.call("findings"))


def test_what_is_closed_is_looked_at_too(editor: Editor) -> None:
    broken = FORM.replace("entry", "entri")
    placed = {
        ".gitignore": "/made/*\n!kept\n*.tmp.fields.json\n",
        "closed.fields.json": broken,
        "closed.json": '[{ "$form": "none.fields.json" }]',
        "other.json": '{ "kind": "entri" }',
        "made/lost.fields.json": broken,
        "made/kept/found.fields.json": broken,
        ".hidden/lost.fields.json": broken,
        "lost.tmp.fields.json": broken,
    }
    for name, text in placed.items():
        editor.call("place", f"/repository/{name}", text)
    editor.call("command", "fieldd.checkWorkspace")

    def found() -> set[str]:
        return {problem.removeprefix("/repository/").partition(":")[0] for problem in editor.call("problems")}

    wanted = {"closed.fields.json", "closed.json", "made/kept/found.fields.json"}
    editor.until(lambda: wanted <= found(), found)
    assert not found() & (placed.keys() - wanted)


def test_texts_of_a_folder_are_offered(editor: Editor) -> None:
    autofill = '"text": "", "autofill": { "source": "names" }'
    editor.call("open", "/repository/texts.fields.json", FORM.replace('"maxLength": 3', autofill))
    editor.tells("names")
    editor.call("place", "/repository/fieldd.json", '{ "autofill": { "names": ["Ada", "Grace"] } }')
    editor.until(lambda: editor.call("findings") == [], lambda: editor.call("findings"))
    editor.go('"text": "¦"')
    editor.call("press", "editor.action.triggerSuggest")
    editor.accept("Grace")
    editor.has('"text": "Grace"')


@pytest.mark.parametrize("how", ["trap", "end"])
def test_an_engine_that_ends_is_started_again(editor: Editor, how: str) -> None:
    editor.call("open", f"/repository/{how}.fields.json", FORM)
    editor.go('"A"¦, "max')
    editor.call("end", how)
    editor.type(', "colour": 1')
    editor.tells("colour")


def test_a_browser_has_the_module_whatever_is_set(editor: Editor) -> None:
    for engine in ("native", "auto"):
        editor.call("settings", {"fieldd.engine": engine})
        editor.call("open", f"/repository/{engine}.fields.json", FORM.replace("entry", "entri"))
        editor.tells("entri")
    assert editor.host.started == []


# On a desktop.


def run_on_a_desktop(extension: Path, work: Path, **settings: Any) -> dict[str, Any]:
    """What comes of a few steps in Node, by their names."""
    program = work / "process.mjs"
    require = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);'
    command = [BUNDLER, "process.js", "--bundle", "--platform=node", "--format=esm", f"--banner:js={require}"]
    loaders = [f"--loader:.{ending}=empty" for ending in ("css", "ttf", "svg")]
    environment = os.environ | {"NODE_PATH": str(MODULES)}
    subprocess.run(
        [*command, *loaders, f"--outfile={program}", "--log-level=error"], cwd=SOURCES, env=environment, check=True
    )
    chosen = {"engine": "auto", "path": "fieldd", "arguments": []} | settings
    done = subprocess.run(
        ["node", program, extension, work, json.dumps(chosen)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return {name: value for line in done.stdout.splitlines() for name, value in json.loads(line).items()}


def without_fieldd() -> str:
    """`PATH` without the folders that have a program `fieldd`."""
    folders = os.environ["PATH"].split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if not Path(folder, "fieldd").exists())


def test_a_desktop_without_the_program_has_the_module(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("node")
    monkeypatch.setenv("PATH", without_fieldd())
    it = run_on_a_desktop(package, tmp_path)
    wrong = '`kind` can\'t be "entri"; did you mean "entry"?'
    assert it["lines"][0].endswith(" runs: the module, no program fieldd is in PATH")
    assert (it["findings"], it["fixes"]) == ([wrong], ['Change to "entry"'])
    assert it["completions"][:4] == ["entry", "area", "picker", "date"]
    assert it["edits"] > 0
    assert (it["workers"], wrong in it["again"], any("colour" in message for message in it["again"])) == (2, True, True)
    assert "a.fields.json" in it["record"][0]
    # What autofill is taught outlives the engine.
    assert it["taught"] == 'Remember "Ada" in names'
    assert it["kept"] == [{"learned": "Ada", "source": "names"}]
    assert it["known"] == []
    assert "complaint" not in it


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "the program fieldd, from PATH"),
        ({"engine": "module"}, "the module, as fieldd.engine says"),
        ({"engine": "native"}, "the program fieldd, as fieldd.engine says"),
        ({"folder": "vscode-vfs://github/repository"}, "the module, no program reads the files of vscode-vfs"),
    ],
)
def test_a_desktop_says_what_runs(
    package: Path, tmp_path: Path, path_with_fieldd: None, settings: dict[str, str], said: str
) -> None:
    need("node")
    it = run_on_a_desktop(package, tmp_path, **settings)
    assert it["lines"][0].endswith(f" runs: {said}")


def test_arguments_that_nobody_takes_are_reported(package: Path, tmp_path: Path) -> None:
    need("node")
    it = run_on_a_desktop(package, tmp_path, engine="module", arguments=["--trace", "session.txt"])
    assert it["lines"][1] == "fieldd.arguments are for the program, and the module takes none: --trace session.txt"


def test_a_program_that_is_named_is_not_replaced(package: Path, tmp_path: Path) -> None:
    need("node")
    it = run_on_a_desktop(package, tmp_path, path="/nowhere/fieldd")
    assert it["complaint"] == "“/nowhere/fieldd” could not be started."
    assert not any(" runs: " in line for line in it["lines"])
