"""The tarball of the JavaScript package: what npm takes, and a program that has nothing else."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from conftest import PROJECT, need
from markdown_it import MarkdownIt

PACKAGE = PROJECT / "clients" / "javascript"
PATIENCE_SECONDS = 120
# What a page of npm has of names and versions.
NAME = re.compile(r"(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?")
IMPORT = re.compile(r'(?:\bfrom|\bimport|\bimport\() ?"(\.[^"]+)"')
CONDITIONS = ["types", "browser", "node", "default"]


def pack(module: Path, folder: Path) -> Path:
    command = [sys.executable, "-B", PROJECT / "packaging" / "npm.py", module, folder]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


def install(tarball: Path, folder: Path) -> Path:
    """Unpacks the tarball as npm does; where the package is then."""
    place = folder / "node_modules" / "fieldd"
    with tarfile.open(tarball) as archive:
        archive.extractall(folder, filter="data")
    place.parent.mkdir()
    (folder / "package").rename(place)
    return place


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A module with nothing in it, for what is not about the module."""
    path = tmp_path_factory.mktemp("module") / "fieldd.wasm"
    path.write_bytes(b"\0asm\1\0\0\0")
    return path


@pytest.fixture
def package(stand_in: Path, tmp_path: Path) -> Path:
    return install(pack(stand_in, tmp_path / "packed"), tmp_path)


def test_the_tarball_has_what_npm_takes(stand_in: Path, tmp_path: Path) -> None:
    made = pack(stand_in, tmp_path / "one")
    listed = subprocess.run(["git", "ls-files", "src", "types"], cwd=PACKAGE, capture_output=True, text=True, check=True)
    with tarfile.open(made) as archive:
        entries = archive.getmembers()
    names = [it.name.removeprefix("package/") for it in entries]
    assert names == sorted(["LICENSE", "README.md", "fieldd.wasm", "package.json", *listed.stdout.split()])
    assert all(it.name.startswith("package/") and it.isfile() for it in entries)
    assert {(it.mode, it.uid, it.gid, it.uname, it.gname, it.mtime) for it in entries} == {(0o644, 0, 0, "", "", 499162500)}


def test_the_same_sources_make_the_same_tarball(stand_in: Path, tmp_path: Path) -> None:
    made = [pack(stand_in, tmp_path / name).read_bytes() for name in ("one", "other")]
    # Bytes 4 to 7 of gzip are a time, and flag 8 is a file's name.
    assert made[0] == made[1] and made[0][3] & 8 == 0 and made[0][4:8] == bytes(4)
    assert gzip.decompress(made[0])[257:262] == b"ustar"


def test_without_a_module_the_way_to_one_is_named(tmp_path: Path) -> None:
    command = [sys.executable, "-B", PROJECT / "packaging" / "npm.py", tmp_path / "none.wasm", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
    assert done.returncode == 2 and done.stderr.endswith("none.wasm: make wasm\n")


def test_the_manifest_is_what_npm_wants(package: Path) -> None:
    manifest = json.loads((package / "package.json").read_text())
    assert NAME.fullmatch(manifest["name"]) and len(manifest["name"]) <= 214
    assert VERSION.fullmatch(manifest["version"])
    assert manifest["license"] == "MIT" and "MIT" in (package / "LICENSE").read_text()
    assert re.fullmatch(r">=\d+", manifest["engines"]["node"]) and manifest["type"] == "module"
    assert len(manifest["keywords"]) == len({*manifest["keywords"]}) and all(re.fullmatch(r"[a-z-]+", it) for it in manifest["keywords"])
    assert all((package / it).exists() for it in [*manifest["files"], *manifest["sideEffects"]])
    # Nothing runs when the package is installed.
    assert {*manifest["scripts"]} == {"test"}


def test_each_export_is_there_with_its_types(package: Path) -> None:
    exports = json.loads((package / "package.json").read_text())["exports"]
    for name, target in exports.items():
        if isinstance(target, str):
            assert target == name and (package / target).is_file()
            continue
        # The first condition that holds counts, and the last one always does.
        assert [*target] == [it for it in CONDITIONS if it in target] and {"types", "default"} <= {*target}
        assert all((package / it).is_file() for it in target.values())
        assert target["types"] == target["default"].replace("src/", "types/").replace(".js", ".d.ts")


def test_imports_stay_in_the_package(package: Path) -> None:
    for path in sorted([*(package / "src").rglob("*"), *(package / "types").rglob("*")]):
        for address in IMPORT.findall(path.read_text()):
            found = (path.parent / address).resolve()
            found = found.with_suffix(".d.ts") if path.name.endswith(".d.ts") else found
            assert found.is_file() and found.is_relative_to(package), f"{path.name} imports {address}"


def test_the_readme_leads_to_nothing_that_is_not_there(package: Path) -> None:
    text = (package / "README.md").read_text()
    tokens = MarkdownIt("commonmark").parse(text)
    words = [after.content.lower() for token, after in zip(tokens, tokens[1:]) if token.type == "heading_open"]
    headings = {"#" + re.sub(r"[^\w -]", "", it).replace(" ", "-") for it in words}
    inside = [child for token in tokens for child in token.children or ()]
    links = {str(it.attrs["href"]) for it in inside if it.type == "link_open"}
    assert links and {it for it in links if not it.startswith("https://")} <= headings
    assert not [it for it in inside if it.type == "image"]
    # The words of the others are still there.
    assert "README" not in links and "lists: `field.state`" in text


PROGRAM = """
import { Checker, compileModule, Daemon } from "fieldd";
import { EngineChannel } from "fieldd/engine";
const form = { fields: [{ key: "age", kind: "entry", label: "Age", value: "integer" }] };
const checker = await Checker.load(form);
const issues = (value) => checker["~standard"].validate(value).issues?.map(({ path, message }) => [path, message]);
console.log(JSON.stringify([checker["~standard"].version, checker["~standard"].vendor, issues({ age: 3 }) ?? null, issues({ age: "x" })]));
const daemon = await Daemon.load();
const open = await daemon.open(form);
await open.field("age").replaceText("36");
console.log(JSON.stringify((await open.submit()).values));
await daemon.stop();
const channel = await EngineChannel.open();
const answer = new Promise((resolve) => (channel.onText = resolve));
channel.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { capabilities: {} } }));
console.log(JSON.parse(await answer).result.serverInfo.name);
channel.close();
const module = await compileModule(new URL(import.meta.resolve("fieldd/fieldd.wasm")));
console.log(module instanceof WebAssembly.Module);
"""


@pytest.mark.thorough
@pytest.mark.xdist_group("build")
def test_a_program_runs_with_what_is_in_the_tarball(engine: Path, tmp_path: Path) -> None:
    need("node")
    install(pack(engine, tmp_path / "packed"), tmp_path)
    (tmp_path / "program.mjs").write_text(PROGRAM)
    done = run_node(tmp_path / "program.mjs")
    assert done.stderr == "" and done.stdout.splitlines() == [
        '[1,"fieldd",null,[[["age"],"Must be a whole number"]]]', '{"age":36}', "fieldd", "true",
    ]  # fmt: skip


def test_a_program_without_the_module_is_told_the_way_to_it(package: Path, tmp_path: Path) -> None:
    need("node")
    (package / "fieldd.wasm").unlink()
    (tmp_path / "program.mjs").write_text('import { Daemon } from "fieldd"; await Daemon.load().catch((it) => console.log(`${it}`));')
    said = run_node(tmp_path / "program.mjs").stdout
    assert said.startswith("DaemonNotFound: The module of fieldd can't be loaded: ENOENT") and "`make wasm`" in said


def run_node(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["node", *words], capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
