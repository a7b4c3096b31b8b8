"""Patterns that look ahead and behind match what Node.js says, with looks in looks and in loops."""

from __future__ import annotations

import json
import random
import subprocess
from typing import Any

from conftest import seed_ranges
import pytest
from converter import Converter

Json = Any
ATOMS = ["a", "b", "c", r"\d", r"\w", ".", "[ab]", "[^a]", r"\s", "é", "[a-c]", r"\W"]
TEXTS = ["a", "ab", "ba", "abc", "aab", "bca", "cab1", "a b", "1", "12a", "aé", "éa", "a\nb", "Ab1!", "_a_", "cc", "abab"]
PROGRAM = """
const [patterns, texts] = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const read = ([source, isWhole]) => new RegExp(isWhole ? `^(?:${source})$` : source, 'u');
console.log(JSON.stringify(patterns.map((one) => texts.map((text) => read(one).test(text)))));
"""


def atom(chance: random.Random, depth: int) -> str:
    kind = chance.random()
    if depth and kind < 0.2:
        return chance.choice(["(?=", "(?!", "(?<=", "(?<!"]) + alternatives(chance, depth - 1) + ")"
    if depth and kind < 0.35:
        return f"(?:{alternatives(chance, depth - 1)})" + chance.choice(["", "", "?", "{2}", "*"])
    if kind < 0.42:
        return chance.choice(["^", "$", r"\b"])
    return chance.choice(ATOMS) + chance.choice(["", "", "", "*", "+", "?", "{2}", "{1,3}", "*?"])


def alternatives(chance: random.Random, depth: int) -> str:
    many = chance.choice([1, 1, 1, 2, 3])
    return "|".join("".join(atom(chance, depth) for _ in range(chance.randint(1, 4))) for _ in range(many))


@pytest.mark.parametrize("seeds", seed_ranges(1, 8))
def test_what_is_ahead_and_behind_is_looked_at_as_node_does(converter: Converter, seeds: range) -> None:
    chance = random.Random(seeds.start)
    patterns: list[tuple[str, bool]] = []
    while len(patterns) < 150:
        source = alternatives(chance, 3)
        if any(look in source for look in ("(?=", "(?!", "(?<")):
            patterns.append((source, chance.random() < 0.3))
    texts = TEXTS + ["".join(chance.choices("abc1 _é", k=chance.randint(1, 12))) for _ in range(10)]
    said = subprocess.run(
        ["node", "-e", PROGRAM], input=json.dumps([patterns, texts]), capture_output=True, text=True, check=True, timeout=60
    )
    for (source, is_whole), expected in zip(patterns, json.loads(said.stdout), strict=True):
        rule = {"pattern": source, "anchored": is_whole}
        document = {"fields": [{"key": "q", "kind": "area", "label": "Q", "validation": {"live": [rule]}}]}
        assert converter.problems(document) == [], source
        assert converter.verdicts(document, [{"q": text} for text in texts]) == expected, (source, is_whole, texts)


def test_a_password_of_several_sorts_of_signs_is_checked_in_every_form(converter: Converter) -> None:
    pattern = r"^(?=.*[A-Z])(?=.*[0-9])(?=.*[^A-Za-z0-9]).{8,}$"
    values = ["Passw0rd!", "passw0rd!", "Password!", "Passw0rd", "P0!"]
    survey = {"elements": [{"type": "text", "name": "q", "validators": [{"type": "regex", "regex": pattern}]}]}
    component = {"type": "textfield", "key": "q", "label": "Q", "input": True, "validate": {"pattern": pattern}}
    for name, source in [
        ("surveyjs", survey),
        ("formio", {"components": [component]}),
        ("json-schema", {"type": "object", "properties": {"q": {"type": "string", "pattern": pattern}}}),
    ]:
        document, entries, _ = converter.read(name, source)
        assert "pattern" not in {entry["code"] for entry in entries}
        assert converter.verdicts(document, [{"q": value} for value in values]) == [True] + [False] * 4, name
