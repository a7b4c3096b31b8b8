"""The judge itself: small forms whose verdicts are known by hand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from conftest import need
from xlsforms import Judge, JudgeError, Refused, xform

CHOICES = [{"list_name": "l", "name": name, "label": name.upper()} for name in ("x", "y", "z")]
TODAY = date.today()
# Still to come if midnight passes while the tests run.
LATER = str(TODAY + timedelta(days=2))
IN_REPEAT = [("begin_repeat", "r", {}), ("integer", "a", {"constraint": ". > 3"}), ("end_repeat", "", {})]
IN_GROUP = [
    ("text", "t", {}),
    ("begin_group", "g", {"relevant": "${t} = 'yes' and not(${t} = 'no')"}),
    ("text", "a", {"required": "yes"}),
    ("end_group", "", {}),
]
OTHER = [("select_one l or_other", "a", {})]
REQUIRED = [("text", "t", {}), ("text", "a", {"required": "${t} = 'yes'"})]
COUNT = [("begin_repeat", "r", {"repeat_count": "2"}), ("text", "a", {}), ("end_repeat", "", {})]
RANGE = [("range", "a", {"parameters": "start=0 end=1 step=0.25"})]
BEFORE = [("integer", "a", {"constraint": ". < ${b}"}), ("integer", "b", {})]


def one(type_: str, **cells: str) -> list[tuple[str, str, dict[str, str]]]:
    return [(type_, "a", cells)]


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    need("java")
    with Judge() as judge:
        yield judge


@pytest.mark.parametrize(
    ("rows", "record", "problems"),
    [
        (one("text", constraint=r"regex(., '[a-z]+\d?')"), {"a": "ab1"}, []),
        (one("text", constraint=r"regex(., '[a-z]+\d?')"), {"a": "ab12"}, ["/a constraint"]),
        (one("text", constraint="string-length(.) = 2"), {"a": "😀"}, []),
        (one("text", constraint="false()"), {"a": ""}, []),
        (one("text", required="yes"), {"a": ""}, ["/a required"]),
        (one("text", required="yes"), {"a": " "}, []),
        (one("integer"), {"a": 2**31}, ["/a type"]),
        (one("integer"), {"a": 1.5}, ["/a type"]),
        (one("integer"), {"a": "1"}, ["/a type"]),
        (one("date"), {"a": "2021-02-29"}, ["/a type"]),
        (one("date", constraint=". <= today()"), {"a": str(TODAY)}, []),
        (one("date", constraint=". <= today()"), {"a": LATER}, ["/a constraint"]),
        (one("date", constraint=". > '2020-01-01'"), {"a": "2021-01-01"}, ["/a constraint"]),
        (one("select_multiple l", constraint="count-selected(.) < 3"), {"a": ["x", "y"]}, []),
        (one("select_multiple l", constraint="selected(., 'x')"), {"a": ["y"]}, ["/a constraint"]),
        (one("select_one l"), {"a": "q"}, ["/a choice"]),
        (one("acknowledge", required="yes"), {"a": "OK"}, []),
        (one("acknowledge", required="yes"), {}, ["/a required"]),
        (one("text"), {"b": "x"}, ["/b unknown"]),
        (OTHER, {"a": "other", "a_other": "q"}, []),
        (OTHER, {"a": "x", "a_other": "q"}, ["/a_other irrelevant"]),
        (BEFORE, {"a": 1, "b": 2}, []),
        (BEFORE, {"a": 2, "b": 1}, ["/a constraint"]),
        (IN_REPEAT, {"r": [{"a": 4}, {"a": 3}]}, ["/r/1/a constraint"]),
        (IN_REPEAT, {}, []),
        (IN_GROUP, {"t": "yes"}, ["/g/a required"]),
        (IN_GROUP, {"t": "no", "g": {"a": "q"}}, ["/g/a irrelevant"]),
        (REQUIRED, {"t": "yes"}, ["/a required"]),
        (REQUIRED, {"t": "no"}, []),
        (COUNT, {"r": [{"a": "1"}, {"a": "2"}]}, []),
        (COUNT, {"r": [{"a": "1"}]}, ["/r count"]),
        (RANGE, {"a": 0.75}, []),
        (RANGE, {"a": 0.8}, ["/a range"]),
    ],
)
def test_verdict(judge: Judge, rows: list[Any], record: dict[str, Any], problems: list[str]) -> None:
    survey = [{"type": kind, "name": name, "label": name, **cells} for kind, name, cells in rows]
    (verdict,) = judge.verdicts(xform({"survey": survey, "choices": CHOICES}), [record])
    assert [f"{problem['path']} {problem['problem']}" for problem in verdict["problems"]] == problems
    assert verdict["valid"] == (not problems)


def test_refusals(judge: Judge) -> None:
    with pytest.raises(Refused, match="Could not find the name 'b'"):
        xform({"survey": [{"type": "text", "name": "a", "label": "A", "relevant": "${b} = 1"}]})
    text = xform({"survey": [{"type": "text", "name": "a", "label": "A", "constraint": ". = 1 AND . = 2"}]})
    with pytest.raises(JudgeError, match="invalid constraint"):
        judge.verdicts(text, [])
