"""Dates by the clocks of a place, whose rules the machine knows."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import IS_CI

from daemon import Daemon

ZONES = Path("/usr/share/zoneinfo")
URI = "form:zones"


def test_a_moment_is_shown_by_the_clocks_of_its_field(fieldd: str) -> None:
    """Summer time and winter time, before and behind Greenwich; a place that is none is told."""
    if not (ZONES / "Europe" / "Bucharest").exists():
        (pytest.fail if IS_CI else pytest.skip)("not installed: tzdata")
    moments = {
        ("Europe/Bucharest", "2026-07-01T12:00Z"): "15:00 +03:00",
        ("Europe/Bucharest", "2026-01-01T12:00Z"): "14:00 +02:00",
        ("America/St_Johns", "2026-07-01T12:00Z"): "09:30 -02:30",
        ("Asia/Kathmandu", "2026-07-01T12:00"): "12:00 +05:45",
    }
    fields = [
        {"key": str(number), "kind": "date", "label": "At", "mode": "dateAndTime",
         "format": "HH:mm xxx", "timeZone": place, "date": date}
        for number, (place, date) in enumerate([*moments, ("Europe/Atlantis", "2026-07-01T12:00Z")])
    ]
    with Daemon(fieldd) as daemon:
        daemon.request("initialize", {"capabilities": {}})
        form = daemon.request("field/open", {"uri": URI, "document": {"fields": fields}})
    assert [field["display"] for field in form["fields"][:-1]] == list(moments.values())
    (problem,) = form["diagnostics"]
    assert problem["code"] == "invalidTimeZone" and "Europe/Atlantis" in problem["message"]
