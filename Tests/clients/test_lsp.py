"""The table of LSP's methods has every method, and agrees with the tables of what fieldd speaks."""

from __future__ import annotations

import json
import re

from conftest import PROJECT
from daemon import check_shape
from lsprotocol import types

LSP = PROJECT / "docs" / "reference" / "lsp.md"
NAME = re.compile(r"`([^`]+)`")


def rows() -> dict[str, tuple[str, str]]:
    """Of each method whether fieldd speaks it, and why not."""
    page = LSP.read_text()
    table = page.split("<!-- methods -->\n")[1].split("<!-- end -->")[0]
    found: dict[str, tuple[str, str]] = {}
    for line in table.splitlines()[2:]:
        names, answer, *_, why = [cell.strip() for cell in line.strip("|").split("|")]
        for name in NAME.findall(names):
            assert name not in found, f"{name} stands there twice"
            found[name] = (answer, why)
    return found


def spoken() -> set[str]:
    """The methods that the reference lists, without those that LSP does not have."""
    names: list[str] = []
    for page, table in ((PROJECT / "protocol.md", "methods"), (LSP, "editor methods")):
        text = page.read_text().split(f"<!-- generated: {table} -->\n")[1].split("<!-- end -->")[0]
        names += [NAME.findall(line)[0] for line in text.splitlines()[2:]]
    return set(names) & set(types.METHOD_TO_TYPES)


def test_every_method_is_in_the_table() -> None:
    assert set(rows()) == set(types.METHOD_TO_TYPES)


def test_the_table_says_what_fieldd_speaks() -> None:
    assert {name for name, (answer, _) in rows().items() if answer == "yes"} == spoken()
    silent = {name: why for name, (answer, why) in rows().items() if answer == "no"}
    assert silent and all(silent.values())


def examples() -> list[tuple[str, dict]]:
    """The messages of the session that protocol.md links, `→` of the client and `←` of the daemon."""
    session = (PROJECT / "Tests" / "Fixtures" / "protocol-session.txt").read_text()
    lines = [line for line in session.splitlines() if line[:1] in ("→", "←")]
    return [(line[0], json.loads(shown.sub('"…"', line[2:]))) for line in lines]


# What is always the same is left out there.
shown = re.compile(r"(?<=:)…")


def test_everything_that_is_sent_is_what_the_meta_model_allows() -> None:
    asked: dict[object, str] = {}
    methods = set()
    for arrow, message in examples():
        name = message.get("method")
        methods.add(name)
        if arrow == "→":
            if name is not None and "id" in message:
                asked[message["id"]] = name
            continue
        request, response, *_ = types.METHOD_TO_TYPES.get(
            name or asked.get(message["id"]), (None, None)
        )
        kind = response if name is None else request
        if kind is types.CodeActionResponse:
            # The reader of the whole takes an action with a command for the command.
            for action in message["result"]:
                is_command = isinstance(action.get("command"), str)
                check_shape(action, types.Command if is_command else types.CodeAction)
        elif kind is not None and "error" not in message:
            check_shape({"jsonrpc": "2.0"} | message, kind)
    assert spoken() - {"$/progress"} <= methods
