"""HTML and issue forms to field documents and back, held to Chromium and to PyYAML."""

from __future__ import annotations

import random
from typing import Any

from browser import start_browser
from conftest import need
from markup import CASES, judge, record_value

from daemon import Daemon

# What asks nothing of values.
LOOKS = {"presentationOnly", "madeUp"}


def imported(daemon: Daemon, format: str, text: str) -> dict[str, Any]:
    return daemon.request("field/import", {"format": format, "text": text})


def verdicts(daemon: Daemon, document: dict[str, Any], records: list[Any]) -> list[bool]:
    answer = daemon.request("field/check", {"form": document, "records": records})
    assert "diagnostics" not in answer, answer["diagnostics"]
    return [record["valid"] for record in answer["records"]]


def test_controls_are_judged_as_chromium_judges_them(fieldd: str) -> None:
    need("chromium", "chromedriver")
    chance = random.Random(int(__import__('os').environ.get('SEED','5')))
    cases = [chance.choice(CASES)(chance) for _ in range(600)]
    with start_browser() as driver:
        found = judge(driver, cases)
    disagreed, count, exact = [], 0, 0
    with Daemon(fieldd) as daemon:
        daemon.request("initialize", {"capabilities": {}})
        for (markup, _), held in zip(cases, found):
            conversion = imported(daemon, "html", f"<form>{markup}</form>")
            if any(entry["code"] not in LOOKS for entry in conversion["report"]["entries"]):
                continue
            exact += 1
            field = conversion["document"]["fields"][0]
            records = [{"it": record_value(field, draft)} for draft, _ in held]
            for (draft, valid), verdict in zip(held, verdicts(daemon, conversion["document"], records)):
                count += 1
                if valid != verdict:
                    disagreed.append((markup, draft, valid, field))
    assert disagreed == []
    assert exact > 400 and count > 4000
