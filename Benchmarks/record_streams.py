"""The sign-ups that are validated: their form, the schema that asks for the same, and a stream of them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

COUNTRIES = ["Canada", "Romania", "France", "日本", "Brasil", "Kenya", "India", "United Kingdom"]
PHONE = r"^\+?[0-9 ]{7,15}$"
POSTCODE = "^[A-Z0-9][A-Z0-9 -]{1,8}[A-Z0-9]$"


def _entry(key: str, most: int, required: bool = False, **rule: Any) -> dict[str, Any]:
    field = {"key": key, "kind": "entry", "label": key.title(), "required": required, "maxLength": most}
    return field | ({"validation": {"live": [rule]}} if rule else {})


FORM = {
    "fields": [
        _entry("name", 40, required=True, minLength=2),
        _entry("email", 60, required=True, format="email"),
        _entry("phone", 16, pattern=PHONE),
        {"key": "country", "kind": "picker", "label": "Country", "required": True, "data": COUNTRIES},
        {"key": "birthday", "kind": "date", "label": "Birthday", "minimumDate": "1900-01-01"},
        {"key": "bio", "kind": "area", "label": "Bio", "maxLength": 280},
        _entry("postcode", 10, pattern=POSTCODE),
        _entry("website", 100, format="url"),
    ]
}


def _text(most: int, **more: Any) -> dict[str, Any]:
    return {"type": "string", "maxLength": most} | more


SCHEMA = {
    "type": "object",
    "required": ["name", "email", "country"],
    "properties": {
        "name": _text(40, minLength=2),
        "email": _text(60, format="email"),
        "phone": _text(16, pattern=PHONE),
        "country": {"enum": COUNTRIES},
        "birthday": {"type": "string", "format": "date"},
        "bio": _text(280),
        "postcode": _text(10, pattern=POSTCODE),
        "website": _text(100, format="uri"),
    },
}


def write_stream(path: Path, count: int, seed: int = 1) -> int:
    """Writes so many records, one a line; gives how many of them are wrong."""
    chance = random.Random(seed)
    words = "we ask what people like about forms and they say naïve things, café, 東京, 🙂, more".split()
    names = ["Ada Lovelace", "Alan Turing", "Grace Hopper", "José Núñez", "Zoë Wong", "李雷"]
    wrong = 0
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            record: dict[str, Any] = {
                "name": chance.choice(names),
                "email": f"user{number}@example{chance.randrange(50)}.com",
                "phone": f"+44 {chance.randrange(10**8, 10**9)}",
                "country": chance.choice(COUNTRIES),
                "birthday": f"{chance.randrange(1930, 2015)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}",
                "bio": " ".join(chance.choices(words, k=chance.randrange(5, 30))),
                "postcode": f"AB{chance.randrange(1, 99)} {chance.randrange(1, 9)}XY",
                "website": f"https://example{number % 97}.org/~user{number}",
            }
            if chance.random() < 0.1:
                wrong += 1
                key, value = chance.choice(
                    [("name", "x" * 41), ("email", "not-an-address"), ("country", "Atlantis"), ("postcode", "ab!")]
                )
                record[key] = value
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return wrong
