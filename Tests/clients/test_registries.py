"""What the registries of others want of a release, as each of them checks it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml
from conftest import PROJECT, need
from test_editors import newer_neovim

ADDRESS = "https://github.com/example/fieldd"
SYSTEMS = ["linux-x86_64", "linux-aarch64", "darwin-arm64"]
PROGRAM = [sys.executable, "-B", str(PROJECT / "packaging" / "registries.py")]
GOOD = '{ "fields": [{ "key": "name", "kind": "entry", "label": "Name" }] }'


def version(fieldd: str) -> str:
    return subprocess.run([fieldd, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]


@pytest.fixture(scope="module")
def archives(fieldd: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checksums of a release for three systems."""
    folder = tmp_path_factory.mktemp("archives")
    for number, system in enumerate(SYSTEMS):
        name = f"fieldd-{version(fieldd)}-{system}.tar.gz"
        (folder / f"{name}.sha256").write_text(f"{str(number) * 64}  {name}\n")
    return folder


@pytest.fixture(scope="module")
def made(fieldd: str, archives: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files for all registries."""
    folder = tmp_path_factory.mktemp("registries")
    command = [*PROGRAM, fieldd, str(archives), ADDRESS, "fuzz@fieldd.example", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_mason_finds_the_archive_of_each_system(fieldd: str, made: Path) -> None:
    package = yaml.safe_load((made / "mason-registry" / "packages" / "fieldd" / "package.yaml").read_text())
    assert package.keys() == {
        *("name", "description", "homepage", "licenses", "languages", "categories", "source", "bin", "neovim")
    }
    assert set(package["categories"]) <= {"Compiler", "DAP", "Formatter", "LSP", "Linter", "Runtime"}
    assert package["source"]["id"] == f"pkg:github/example/fieldd@v{version(fieldd)}"
    filled = [
        {key: it.replace('{{ version | strip_prefix "v" }}', version(fieldd)) for key, it in asset.items()}
        for asset in package["source"]["asset"]
    ]
    assert [it["target"] for it in filled] == ["linux_x64", "linux_arm64", "darwin_arm64"]
    assert [it["file"] for it in filled] == [f"fieldd-{version(fieldd)}-{system}.tar.gz" for system in SYSTEMS]
    # The archive has one folder, in which all files are, as `make archive` makes it.
    assert {it["bin"] for it in filled} == {f"fieldd-{version(fieldd)}/bin/fieldd"}
    assert package["neovim"]["lspconfig"] == (made / "nvim-lspconfig" / "lsp" / "fieldd.lua").stem


def test_homebrew_installs_the_archive_of_each_system(fieldd: str, made: Path) -> None:
    need("ruby")
    formula = made / "homebrew-tap" / "Formula" / "fieldd.rb"
    subprocess.run(["ruby", "-c", "-W:all", formula], check=True, capture_output=True)
    # As much of Homebrew as says what is installed where.
    script = """
      class Formula
        ASKED = ENV.fetch("SYSTEM").split
        class << self
          %i[desc homepage version license].each { |name| define_method(name) { |text| } }
          %i[url sha256].each { |name| define_method(name) { |text| puts "#{name} #{text}" } }
          %i[linux macos intel arm].each { |name| define_method("on_#{name}") { |&block| block.call if ASKED.include?(name.to_s) } }
          def test; end
        end
      end
      load ARGV.fetch(0)
    """
    address = f"{ADDRESS}/releases/download/v{version(fieldd)}/fieldd-{version(fieldd)}"
    for number, (system, name) in enumerate(zip(("linux intel", "linux arm", "macos arm"), SYSTEMS)):
        command, environment = ["ruby", "-e", script, str(formula)], os.environ | {"SYSTEM": system}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
        assert done.stdout == f"url {address}-{name}.tar.gz\nsha256 {str(number) * 64}\n", done.stderr


@pytest.mark.usefixtures("path_with_fieldd")
def test_neovim_starts_the_daemon_for_forms_and_records_alone(made: Path, tmp_path: Path) -> None:
    command, environment = newer_neovim()
    names = {"a.fields.json": GOOD.replace("entry", "entri"), "b.values.json": '{ "name": 7 }', "a.json": GOOD}
    names["b.fields.json"] = GOOD
    for name, text in names.items():
        (tmp_path / name).write_text(text)
    script = tmp_path / "script.lua"
    script.write_text("""
      vim.opt.runtimepath:prepend(vim.env.CONFIGURATION)
      vim.lsp.enable('fieldd')
      for _, name in ipairs({ 'a.fields.json', 'b.values.json', 'a.json' }) do
        vim.cmd.edit(name)
        local buffer = vim.api.nvim_get_current_buf()
        local function codes()
          local found = {}
          for _, it in ipairs(vim.diagnostic.get(buffer)) do table.insert(found, it.code) end
          return found
        end
        if name ~= 'a.json' then vim.wait(20000, function() return #codes() > 0 end) end
        local clients = vim.tbl_map(function(it) return it.name end, vim.lsp.get_clients({ bufnr = buffer }))
        io.stdout:write(vim.json.encode({ name, #clients, codes()[1] or '' }) .. '\\n')
      end
      vim.cmd.quitall({ bang = true })
    """)
    start = [command[0], "--headless", "--clean", "-n", "-c", f"luafile {script}"]
    settings = os.environ | environment | {"CONFIGURATION": str(made / "nvim-lspconfig")}
    done = subprocess.run(start, cwd=tmp_path, env=settings, capture_output=True, text=True, timeout=120)
    lines = [json.loads(it) for it in done.stdout.splitlines()]
    assert lines == [["a.fields.json", 1, "unknownValue"], ["b.values.json", 1, "wrongType"], ["a.json", 0, ""]], done.stderr


def test_the_files_are_those_of_the_other_configurations(made: Path) -> None:
    entry = json.loads((made / "schemastore" / "catalog-entry.json").read_text())
    hook = yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text())[0]["files"]
    lua = (made / "nvim-lspconfig" / "lsp" / "fieldd.lua").read_text()
    endings = re.findall(r"'(\.\w+\.jsonc?)'", lua)
    assert entry["fileMatch"] == [f"**/*{it}" for it in endings if "fields" in it]
    assert all(re.search(hook, f"a{it}") for it in endings) and len(endings) == 4
    configuration = (PROJECT / "clients" / "neovim" / "fieldd.lua").read_text()
    patterns = re.search(r"forms_and_records = \{(.*)\}", configuration)
    assert patterns is not None
    plain = [it.replace("%", "").rstrip("$").replace("jsonc?", "json") for it in re.findall(r"'(.*?)'", patterns[1])]
    assert plain == [it for it in endings if it.endswith(".json")]


def test_schemastore_takes_the_entry_and_the_schema(made: Path) -> None:
    entry = json.loads((made / "schemastore" / "catalog-entry.json").read_text())
    assert entry.keys() == {"name", "description", "fileMatch", "url"}
    assert "schema" not in f"{entry['name']} {entry['description']}".lower()
    (path,) = (made / "schemastore" / "src" / "schemas" / "json").iterdir()
    schema = json.loads(path.read_text())
    assert entry["url"] == schema["$id"] and schema["$id"].endswith(f"/{path.name}")
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    assert validator(schema).is_valid(json.loads(GOOD))
    assert not validator(schema).is_valid(json.loads(GOOD.replace("entry", "entri")))


@pytest.mark.thorough
def test_oss_fuzz_gets_a_target_for_each_entry_point(made: Path, tmp_path: Path) -> None:
    project = made / "oss-fuzz" / "projects" / "fieldd"
    settings = yaml.safe_load((project / "project.yaml").read_text())
    assert settings["language"] == "swift" and settings["main_repo"] == f"{ADDRESS}.git"
    assert settings["primary_contact"] == "fuzz@fieldd.example"
    assert f"git clone --depth 1 {ADDRESS}.git fieldd\n" in (project / "Dockerfile").read_text()
    # The image of OSS-Fuzz has a compiler, and a script that sets its flags; here both note how they were started.
    programs, source, out = tmp_path / "programs", tmp_path / "source", tmp_path / "out"
    for folder in (programs, source, out):
        folder.mkdir()
    for name in ("Fuzz", "Tests", "docs", "clients", "protocol.md", "README.md"):
        (source / name).symlink_to(PROJECT / name)
    (programs / "precompile_swift").write_text('export SWIFTFLAGS="-Xswiftc -sanitize=fuzzer,address"\n')
    (programs / "swift").write_text(
        '#!/bin/sh\necho "$@"\nmkdir -p .build/fuzz/release\n'
        "printf '#!/bin/sh\\necho \"$@\"\\n' >.build/fuzz/release/fuzz\nchmod +x .build/fuzz/release/fuzz\n"
    )
    for program in programs.iterdir():
        program.chmod(0o755)
    environment = os.environ | {"OUT": str(out), "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-eu", project / "build.sh"], cwd=source, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[0].endswith("-c release -Xswiftc -sanitize=fuzzer,address --product fuzz")
    makefile = (PROJECT / "Makefile").read_text()
    entries = re.search(r"^ENTRY \?= (.*)$", makefile, re.MULTILINE)
    assert entries is not None
    targets = sorted(it.name for it in out.iterdir() if "." not in it.name)
    assert targets == sorted(f"fieldd_{it}" for it in entries[1].split())
    for target in targets:
        assert (out / f"{target}_seed_corpus.zip").stat().st_size > 100 and (out / f"{target}.dict").is_file()
    done = subprocess.run([out / "fieldd_edits", "-runs=1"], capture_output=True, text=True, timeout=60)
    assert done.stdout == "--entry=edits -runs=1\n", done.stderr


@pytest.mark.parametrize(
    ("address", "contact", "message"),
    [
        ("", "a@b.c", "nothing is not an address such as"),
        ("https://github.com/example/fieldd.git", "a@b.c", "is not an address such as"),
        (ADDRESS, "nobody", "nobody is not a mail address"),
    ],
)
def test_what_is_wrong_is_refused(fieldd: str, archives: Path, tmp_path: Path, address: str, contact: str, message: str) -> None:
    command = [*PROGRAM, fieldd, str(archives), address, contact, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and message in done.stderr and not list(tmp_path.iterdir())


def test_a_release_without_archives_is_refused(fieldd: str, tmp_path: Path) -> None:
    command = [*PROGRAM, fieldd, str(tmp_path), ADDRESS, "a@b.c", str(tmp_path / "made")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "has no archive of version" in done.stderr
