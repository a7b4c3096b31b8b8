"""Dates by the clocks of a place, whose rules the machine knows."""

from __future__ import annotations

import zoneinfo
from datetime import datetime, timezone
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


def test_every_name_of_the_zone_database_is_a_zone(fieldd: str) -> None:
    """Also those of old days (`Japan`, `EST`, `US/Pacific`), to the second at any time in history."""
    if not (ZONES / "Japan").exists():
        (pytest.fail if IS_CI else pytest.skip)("not installed: tzdata with its old names")
    names = sorted(zoneinfo.available_timezones() - {"localtime"})
    assert len(names) > 500 and {"EST", "Japan", "UTC", "Zulu", "GB-Eire", "GMT+0"} < set(names)
    years = [1880, 1911, 1945, 1990, 2026, 2040]
    moments = [datetime(year, month, 1, 12, tzinfo=timezone.utc) for year in years for month in (1, 7)]
    fields = [
        {"key": f"{name} {moment}", "kind": "date", "label": "At", "mode": "dateAndTime",
         "format": "xxxxx", "timeZone": name, "date": moment.strftime("%Y-%m-%dT%H:%MZ")}
        for name in names for moment in moments
    ]  # fmt: skip
    with Daemon(fieldd) as daemon:
        daemon.request("initialize", {"capabilities": {}})
        shown = []
        for start in range(0, len(fields), 1_000):
            document = {"fields": fields[start : start + 1_000]}
            form = daemon.request("field/open", {"uri": URI, "document": document})
            daemon.request("field/close", {"uri": URI})
            assert form["diagnostics"] == []
            shown += [field["display"] for field in form["fields"]]
    expected = []
    for name in names:
        zone = zoneinfo.ZoneInfo(name)
        for moment in moments:
            offset = moment.astimezone(zone).utcoffset()
            assert offset is not None
            minutes, seconds = divmod(abs(int(offset.total_seconds())), 60)
            sign = "-" if offset.total_seconds() < 0 else "+"
            end = f":{seconds:02}" if seconds else ""
            expected.append(f"{sign}{minutes // 60:02}:{minutes % 60:02}{end}")
    different = [(f["key"], s, e) for f, s, e in zip(fields, shown, expected) if s != e]
    assert different == []
