"""The table of LSP's methods names every method, and says of fieldd what protocol.md says."""

from __future__ import annotations

import re

from conftest import PROJECT
from lsprotocol import types

NAME = re.compile(r"`([^`]+)`")


def rows() -> dict[str, tuple[str, str]]:
    """Of each method whether fieldd speaks it, and why not."""
    page = (PROJECT / "clients" / "lsp.md").read_text()
    table = page.split("<!-- methods -->\n")[1].split("<!-- end -->")[0]
    found: dict[str, tuple[str, str]] = {}
    for line in table.splitlines()[2:]:
        names, answer, *_, why = [cell.strip() for cell in line.strip("|").split("|")]
        for name in NAME.findall(names):
            assert name not in found, f"{name} stands there twice"
            found[name] = (answer, why)
    return found


def spoken() -> set[str]:
    """The methods that protocol.md lists, without those that LSP does not have."""
    page = (PROJECT / "protocol.md").read_text()
    table = page.split("<!-- generated: methods -->\n")[1].split("<!-- end -->")[0]
    names = [NAME.findall(line)[0] for line in table.splitlines()[2:]]
    return set(names) & set(types.METHOD_TO_TYPES)


def test_every_method_is_in_the_table() -> None:
    assert set(rows()) == set(types.METHOD_TO_TYPES)


def test_the_table_says_what_fieldd_speaks() -> None:
    assert {name for name, (answer, _) in rows().items() if answer == "yes"} == spoken()
    silent = {name: why for name, (answer, why) in rows().items() if answer == "no"}
    assert silent and all(silent.values())
