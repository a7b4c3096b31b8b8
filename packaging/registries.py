"""Writes what the registries of others want of a release: Mason, Homebrew, nvim-lspconfig, SchemaStore and OSS-Fuzz.

    registries.py PROGRAM ARCHIVES ADDRESS CONTACT FOLDER

PROGRAM is fieldd, which prints the schema of forms; ARCHIVES is the folder with the archives of all systems, each
with its checksum beside it; ADDRESS is where the repository is, such as https://github.com/OWNER/fieldd; CONTACT is
the mail address to which OSS-Fuzz reports. Each folder that is made has the paths of that registry's repository.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from components import PROJECT
from sbom import project_version

DESCRIPTION = "Language server and validator for forms written in JSON"
FORMS = [".fields.json", ".fields.jsonc"]
RECORDS = [".values.json", ".values.jsonc"]
MASON = {
    "linux-x86_64": "linux_x64",
    "linux-aarch64": "linux_arm64",
    "darwin-x86_64": "darwin_x64",
    "darwin-arm64": "darwin_arm64",
}
"""The systems by their names in archives, and what Mason calls them."""
HOMEBREW = {
    "linux-x86_64": ("linux", "intel"),
    "linux-aarch64": ("linux", "arm"),
    "darwin-x86_64": ("macos", "intel"),
    "darwin-arm64": ("macos", "arm"),
}
OSS_FUZZ = PROJECT / "Fuzz" / "oss-fuzz"


class Refused(Exception):
    """Something is not as it must be, in words for people."""


def checked_address(address: str) -> str:
    """The address of the repository, if it is one."""
    if not re.fullmatch(r"https://[\w.-]+/[\w.-]+/[\w.-]+", address) or address.endswith(".git"):
        raise Refused(f"{address or 'nothing'} is not an address such as https://github.com/OWNER/fieldd")
    return address


def archives(folder: Path, version: str) -> dict[str, str]:
    """The checksum of each system's archive."""
    found = {}
    for system in MASON:
        name = f"fieldd-{version}-{system}.tar.gz"
        path = folder / f"{name}.sha256"
        if not path.is_file():
            continue
        checksum = re.fullmatch(rf"([0-9a-f]{{64}})  {re.escape(name)}\n", path.read_text(encoding="utf-8"))
        if checksum is None:
            raise Refused(f"{path} is not the checksum of {name}")
        found[system] = checksum[1]
    if not found:
        raise Refused(f"{folder} has no archive of version {version} with its checksum: make archive")
    return found


def mason(systems: dict[str, str], address: str, version: str) -> str:
    """The package of Mason's registry."""
    place = urlsplit(address).path.strip("/")
    name = 'fieldd-{{ version | strip_prefix "v" }}'
    assets = [
        f"    - target: {MASON[system]}\n      file: {name}-{system}.tar.gz\n      bin: {name}/bin/fieldd\n"
        for system in systems
    ]
    return (
        f"---\nname: fieldd\ndescription: {DESCRIPTION}.\nhomepage: {address}\nlicenses:\n  - MIT\n"
        "languages:\n  - JSON\ncategories:\n  - LSP\n  - Linter\n  - Formatter\n\n"
        f"source:\n  id: pkg:github/{place}@v{version}\n  asset:\n{''.join(assets)}\n"
        'bin:\n  fieldd: "{{source.asset.bin}}"\n\nneovim:\n  lspconfig: fieldd\n'
    )


def homebrew(systems: dict[str, str], address: str, version: str) -> str:
    """The formula for a tap: it installs the archive of the system."""
    blocks = ""
    for system in sorted({HOMEBREW[it][0] for it in systems}, reverse=True):
        blocks += f"\n  on_{system} do\n"
        for name, checksum in systems.items():
            if HOMEBREW[name][0] == system:
                archive = f"{address}/releases/download/v{version}/fieldd-{version}-{name}.tar.gz"
                blocks += f'    on_{HOMEBREW[name][1]} do\n      url "{archive}"\n      sha256 "{checksum}"\n    end\n'
        blocks += "  end\n"
    return f"""class Fieldd < Formula
  desc "{DESCRIPTION}"
  homepage "{address}"
  version "{version}"
  license "MIT"
{blocks}
  def install
    bin.install "bin/fieldd"
    share.install Dir["share/*"]
  end

  test do
    assert_equal "fieldd #{{version}}\\n", shell_output("#{{bin}}/fieldd --version")
    (testpath/"a.fields.json").write '{{ "fields": [] }}'
    system bin/"fieldd", "check", "a.fields.json"
  end
end
"""


def neovim(address: str) -> str:
    """The configuration of nvim-lspconfig, which starts the daemon for forms and records alone."""
    endings = ", ".join(f"'{it}'" for it in [*FORMS, *RECORDS])
    return f"""---@brief
---
--- {address}
---
--- {DESCRIPTION}, and for the records that belong to them.
---
--- It is started for files whose names end in {", ".join(f"`{it}`" for it in FORMS)},
--- {" or ".join(f"`{it}`" for it in RECORDS)}.

local endings = {{ {endings} }}

---@type vim.lsp.Config
return {{
  cmd = {{ 'fieldd', '--stdio' }},
  filetypes = {{ 'json', 'jsonc' }},
  get_language_id = function()
    return 'fields'
  end,
  root_dir = function(bufnr, on_dir)
    local path = vim.api.nvim_buf_get_name(bufnr)
    for _, ending in ipairs(endings) do
      if vim.endswith(path, ending) then
        on_dir(vim.fs.root(bufnr, {{ 'fieldd.json', '.git' }}) or vim.fs.dirname(path))
        return
      end
    end
  end,
}}
"""


def schema(program: Path) -> dict[str, Any]:
    """The schema of forms, which says the address that it has in SchemaStore."""
    done = subprocess.run([program, "schema"], capture_output=True, text=True, check=True)
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def catalog(address: str) -> str:
    """The entry of SchemaStore's catalog for a schema with an address."""
    entry = {
        "name": "fieldd form",
        "description": "A form for the language server and validator fieldd",
        "fileMatch": [f"**/*{ending}" for ending in FORMS],
        "url": address,
    }
    return json.dumps(entry, indent=2) + "\n"


def files(program: Path, folder: Path, address: str, contact: str) -> dict[str, str]:
    """All files by their paths."""
    if not re.fullmatch(r"[^@\s\"]+@[^@\s\"]+", contact):
        raise Refused(f"{contact or 'nothing'} is not a mail address")
    version = project_version()
    systems, address = archives(folder, version), checked_address(address)
    document = schema(program)
    file = document["$id"].rpartition("/")[2]
    made = {
        "mason-registry/packages/fieldd/package.yaml": mason(systems, address, version),
        "homebrew-tap/Formula/fieldd.rb": homebrew(systems, address, version),
        "nvim-lspconfig/lsp/fieldd.lua": neovim(address),
        "schemastore/catalog-entry.json": catalog(document["$id"]),
        f"schemastore/src/schemas/json/{file}": json.dumps(document, indent=2, ensure_ascii=False) + "\n",
    }
    for path in sorted(OSS_FUZZ.iterdir()):
        text = path.read_text(encoding="utf-8").replace("@ADDRESS@", address).replace("@CONTACT@", contact)
        made[f"oss-fuzz/projects/fieldd/{path.name}"] = text
    return made


def main() -> int:
    """Writes the files; gives the exit status."""
    parser = argparse.ArgumentParser(description="Write what the registries of others want of a release.")
    parser.add_argument("program", type=Path, help="fieldd, which prints the schema of forms")
    parser.add_argument("archives", type=Path, help="the folder with the archives and their checksums")
    parser.add_argument("address", help="where the repository is, such as https://github.com/OWNER/fieldd")
    parser.add_argument("contact", help="the mail address to which OSS-Fuzz reports")
    parser.add_argument("folder", type=Path, help="where the files go")
    options = parser.parse_args()
    try:
        made = files(options.program, options.archives, options.address, options.contact)
    except Refused as error:
        print(f"registries.py: {error}", file=sys.stderr)
        return 2
    for name, text in made.items():
        path = options.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
