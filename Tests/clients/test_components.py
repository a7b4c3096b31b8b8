"""The list of the components of others, and the notices that go along with what is shipped."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import IS_CI, PROJECT, need
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from vscode_editor import MODULES, need_modules

PACKAGING = PROJECT / "packaging"


def listed(folder: Path, *options: str) -> dict[str, Any]:
    need("swiftc", "gcc", "dpkg-query")
    if not Path("/usr/share/doc/wasi-libc").exists():
        (pytest.fail if IS_CI else pytest.skip)("not installed: wasi-libc")
    command = [sys.executable, "-B", str(PACKAGING / "sbom.py"), str(folder), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    text = Path(done.stdout.strip()).read_text()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    document: dict[str, Any] = json.loads(text)
    return document


def test_the_list_names_what_each_file_contains(tmp_path: Path) -> None:
    need_modules()
    document = listed(tmp_path, "--modules", str(MODULES))
    within = {it["ref"].split("@")[0]: it["dependsOn"] for it in document["dependencies"]}
    names = {ref: [it.split("@")[0] for it in parts] for ref, parts in within.items()}
    assert {"glibc", "swift-runtime", "unicode-cldr", "libstdc++ and libgcc"} <= set(names["fieldd"])
    assert {"wasi-libc", "swift-runtime", "compiler-rt"} <= set(names["fieldd.wasm"])
    assert {"fieldd.wasm", "vscode-languageclient", "semver"} <= set(names["fieldd.vsix"])
    assert names["playground"] == ["fieldd.wasm", "monaco-editor"]
    assert all(it["version"] and it["licenses"] for it in document["components"])
    packages = [it["purl"] for it in document["components"] if "purl" in it]
    assert any(it.startswith("pkg:npm/monaco-editor@") for it in packages)


def test_the_list_has_the_same_bytes_again(tmp_path: Path) -> None:
    assert listed(tmp_path / "one") == listed(tmp_path / "two")
    made = [path.read_bytes() for path in sorted(tmp_path.rglob("*.json"))]
    assert len(made) == 2 and made[0] == made[1]


def test_the_notices_are_those_of_the_components(tmp_path: Path) -> None:
    for file in ("/usr/share/doc/wasi-libc/copyright", "/usr/share/common-licenses/LGPL-2.1"):
        if not Path(file).is_file():
            (pytest.fail if IS_CI else pytest.skip)(f"not installed: {file}")
    made = tmp_path / "notices.txt"
    subprocess.run([sys.executable, "-B", PACKAGING / "notices.py", made], check=True, capture_output=True)
    assert made.read_text() == (PROJECT / "THIRD-PARTY-NOTICES.txt").read_text(), "run make notices"
