"""Writes the field documents that are measured, and beside them where lspbench types.

    gen.py FOLDER COUNT…

A form of COUNT fields has the kinds in turn, one property a line, some 240 bytes a field. It is
valid; the text of the entry in its middle is as long as it may be, so one more character is an
error and taking it away mends it. Its areas have room; one at its beginning, in its middle and at
its end is where a front end types.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

KEYBOARDS = ["default", "asciiCapable", "URL", "numberPad", "phonePad", "emailAddress"]
COUNTRIES = ["Canada", "Romania", "France", "Japan", "Brazil"]
LONGEST = 40


def field(index: int) -> dict[str, Any]:
    """The field at an index."""
    kind = ["entry", "area", "picker", "date"][index % 4]
    turn = index // 4
    common = {
        "key": f"f{index:06d}",
        "kind": kind,
        "label": f"Field {index}",
        "helper": f"What to write in field {index}",
    }
    match kind:
        case "entry":
            text = f"draft of field {index} ".ljust(LONGEST, "m")
            own = {"text": text, "required": turn % 2 == 0, "maxLength": LONGEST}
            own["keyboard"] = KEYBOARDS[turn % len(KEYBOARDS)]
        case "area":
            own = {"text": f"Line one of {index}\nline two", "maxLength": 280}
        case "picker":
            own = {"data": COUNTRIES, "text": COUNTRIES[turn % len(COUNTRIES)]}
        case _:
            day = f"{1910 + turn % 90}-{turn % 12 + 1:02d}-{turn % 28 + 1:02d}"
            own = {"date": day, "minimumDate": "1900-01-01", "format": "MMM dd, yyyy"}
    return common | own


def write_form(folder: Path, count: int) -> Path:
    """A form of so many fields."""
    middle = count // 8 * 4
    lines = ["{", f'  "title": "A form of {count} fields",', '  "fields": [']
    places = {}
    for index in range(count):
        members = field(index)
        lines.append("    {")
        for name, value in members.items():
            line = f'      "{name}": {json.dumps(value)}'
            if index == middle and name in ("text", "keyboard"):
                places[name] = (len(lines), len(line) - 1)
            lines.append(line + ("" if name == list(members)[-1] else ","))
        lines.append("    }" if index == count - 1 else "    },")
    lines += ["  ]", "}", ""]
    path = _write(folder / f"{count}.fields.json", "\n".join(lines), *places.values())
    areas = [index for index in range(count) if field(index)["kind"] == "area"]
    _write_drafts(path, [field(areas[n]) for n in (0, len(areas) // 2, -1)])
    return path


def write_pattern(folder: Path, name: str, pattern: str, length: int) -> Path:
    """A field of so many letters, matched at each keystroke."""
    rules = json.dumps({"live": [{"pattern": pattern}], "interval": 0})
    text = "a" * length
    lines = [
        '{ "fields": [',
        f'  {{ "key": "a", "kind": "area", "label": "A", "validation": {rules},',
        f'    "text": "{text}" }}',
        "] }",
    ]
    place = (2, lines[2].index(text) + length)
    return _write(folder / f"{name}.fields.json", "\n".join(lines), place, place)


def write_peers(folder: Path, count: int) -> tuple[Path, Path]:
    """The same form as TOML, and the settings that name the schema for the JSON.

    The schema has one rule for each property, which is the least that sees what is typed.
    """
    schema = folder / "form.schema.json"
    schema.write_text(json.dumps(SCHEMA))
    matches = [{"fileMatch": ["*.fields.json"], "url": schema.as_uri()}]
    settings = folder / "settings.json"
    settings.write_text(json.dumps({"json": {"validate": {"enable": True}, "schemas": matches}}))
    middle = count // 8 * 4
    lines = [f"#:schema {schema.as_uri()}", f'title = "A form of {count} fields"', ""]
    places = {}
    for index in range(count):
        lines.append("[[fields]]")
        for name, value in field(index).items():
            # TOML has dates of its own.
            shown = value if name in ("date", "minimumDate") else json.dumps(value)
            line = f"{name} = {shown}"
            if index == middle and name in ("text", "keyboard"):
                places[name] = (len(lines), len(line) - 1)
            lines.append(line)
        lines.append("")
    return _write(folder / f"{count}.toml", "\n".join(lines), *places.values()), settings


SCHEMA: dict[str, Any] = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "required": ["fields"],
    "properties": {
        "title": {"type": "string"},
        "fields": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["key", "kind", "label"],
                "additionalProperties": False,
                "properties": {
                    "key": {"type": "string", "pattern": "^[a-z][a-z0-9]*$"},
                    "kind": {"enum": ["entry", "area", "picker", "date"]},
                    "label": {"type": "string", "minLength": 1},
                    "helper": {"type": "string"},
                    "text": {"type": "string", "maxLength": LONGEST},
                    "required": {"type": "boolean"},
                    "maxLength": {"type": "integer", "minimum": 1},
                    "keyboard": {"enum": KEYBOARDS},
                    "data": {"type": "array", "items": {"type": "string"}},
                    "date": {"type": "string", "format": "date"},
                    "minimumDate": {"type": "string", "format": "date"},
                    "format": {"type": "string"},
                },
            },
        },
    },
}


def _write(path: Path, text: str, *places: tuple[int, int]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    numbers = " ".join(str(number) for place in places for number in place)
    path.with_name(path.name + ".places").write_text(numbers + "\n")
    return path


def _write_drafts(document: Path, fields: list[dict[str, Any]]) -> None:
    """The key, the length and the inside of the JSON text of each draft, a line each."""
    lines = [f"{f['key']} {len(f['text'])} {json.dumps(f['text'])[1:-1]}\n" for f in fields]
    document.with_name(document.name + ".drafts").write_text("".join(lines))


if __name__ == "__main__":
    for argument in sys.argv[2:]:
        print(write_form(Path(sys.argv[1]), int(argument)))
