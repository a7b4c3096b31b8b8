"""Field documents with everything that the format has, made up at random along `fieldd schema`.

A property that is added to the table of properties stands in the schema, and so in these documents. They
are sound on the whole: names lead to what there is, and limits are such as their fields have.
"""

from __future__ import annotations

import json
import random
import subprocess
from typing import Any

Json = Any

TEXTS = ["", "A", "Line one\nline two", "é 👩🏽‍🚀", '"quoted" \\ // {field}', "<b>&amp;</b>", "- yes: no #1"]
SCALARS = ["", "a", "3", 3, 2.5, True, False, "2020-02-03", "null"]
KEYS = ["mail", "country", "born", "é", "a b", "f-1"]
ROWS: list[list[Json]] = [["a", "b"], [1, 2.5], [True, False], ["a", 3, None], ["", "0", 0], ["3", "x y"]]
DATES = {
    "date": ["1990-12-10", "2026-02-28"],
    "time": ["08:00", "23:59:59"],
    "dateAndTime": ["2020-02-03T10:30", "2026-01-01T00:00:00Z"],
    "countDownTimer": ["PT5M", "26:00"],
}
# One of these makes a rule, and one of those a condition.
CHECKS = {"format", "pattern", "minLength", "maxLength", "oneOf", "equals", "expression", "schema", "validator"}
CHECKS_OF_ANY = {"expression", "schema", "validator"}
NUMBER_CHECKS = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "step"}
DATE_CHECKS = {"before", "after", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
TESTS = {"is", "isNot", "in", "filled", "greaterThan", "lessThan", "all", "any", "expression"}
# The properties that only some kinds of field have, which the schema says in words.
# Date patterns in which values are written, by modes.
VALUE_FORMATS = {
    "date": ["MM/dd/yyyy", "d. MMM y", "yyyyMMdd"],
    "time": ["h:mm a", "HH.mm.ss"],
    "dateAndTime": ["dd.MM.yyyy HH:mm", "yyyy-MM-dd HH:mm:ss"],
    "countDownTimer": ["HH:mm:ss"],
}
OF_KINDS = {"entry": "an entry", "area": "an area", "picker": "a picker", "date": "a date", "any": "a field of any value"}


class Maker:
    """Makes documents of a schema of them; `made` says what they have: `rule.pattern`, `field.kind=date`."""

    def __init__(self, fieldd: str) -> None:
        schema = json.loads(subprocess.run([fieldd, "schema"], capture_output=True, check=True).stdout)
        self.sections: dict[str, Json] = schema["$defs"] | {"document": schema}
        self.made: set[str] = set()
        self.chance = random.Random(0)
        self.field: Json = {}
        self.lists: dict[str, list[str]] = {}
        self.keys: list[str] = []

    def wanted(self) -> set[str]:
        """Everything that documents may have, but for what would make records of them."""
        names = set()
        for section, schema in self.sections.items():
            for name, property in schema["properties"].items():
                names.add(f"{section}.{name}")
                names.update(f"{section}.{name}={word}" for word in property.get("enum", []))
        return names - {"document.$form"}

    def document(self, seed: int, density: float = 0.15) -> Json:
        self.chance, self.density = random.Random(seed), density
        count = self.chance.randint(1, len(KEYS))
        self.keys = KEYS[:count]
        groups = self.some(["page", "box", "rows"])
        homes = [self.chance.choice([*groups, None]) for _ in self.keys]
        self.lists = {"rows": [k for k, home in zip(self.keys, homes) if home == "rows"]} if "rows" in groups else {}
        fields = [self.made_field(key, home) for key, home in zip(self.keys, homes)]
        self.field = {}
        document: Json = {"fields": fields, "autofill": {"people": self.some(["Ada", ""])}}
        if groups:
            document["groups"] = [self.group(key) for key in groups]
        if self.lists and self.likely(0.7):
            columns = [field for field in fields if field.get("group") == "rows" and field["kind"] != "date"]
            rows = [self.some(columns) for _ in range(self.chance.randint(0, 3))]
            document["entries"] = {"rows": [{c["key"]: self.draft(c) for c in row} for row in rows]}
        for name in self.optional("document", {"fields", "autofill", "groups", "entries", "$form"}):
            document[name] = self.property("document", name)
        self.made.update(f"document.{name}" for name in document)
        return document

    # Parts.

    def group(self, key: str) -> Json:
        group: Json = {"key": key, "label": self.text()}
        if key == "rows":
            names = self.optional("repetition", set(), 3)
            group["repeat"] = {name: self.property("repetition", name) for name in names}
        for name in self.optional("group", {"key", "label", "repeat", "path"}):
            group[name] = self.property("group", name)
        if self.likely(0.4):
            group["path"] = f"/{key}/in"
        self.made.update(f"group.{name}" for name in group)
        return group

    def made_field(self, key: str, home: str | None) -> Json:
        kind = self.word("field", "kind")
        self.field = field = {"key": key, "kind": kind, "label": self.text(), "home": home}
        if kind == "picker":
            self.rows = self.chance.choice(ROWS)
            field["data"] = [self.row(value) for value in self.rows]
            if self.likely(0.4):
                field["multiple"] = self.likely(0.8)
        if kind == "date":
            field["mode"] = self.word("field", "mode")
        elif self.likely(0.3):
            field["value"] = self.word("field", "value")
        given = {"group", "path", "text", "date", "data", "multiple", "mode", "value", *field}
        for name in self.optional("field", given):
            said = self.sections["field"]["properties"][name]["description"]
            if " Of a" in said and OF_KINDS[kind] not in said.rsplit(" Of ", 1)[1]:
                continue
            if name in ("minItems", "maxItems") and not field.get("multiple"):
                continue
            field[name] = self.property("field", name)
        if self.likely(0.5):
            field["date" if kind == "date" else "text"] = self.draft(field)
        if self.likely(0.2):
            field["path"] = f"/in/{key}"
        if field.pop("home"):
            field["group"] = home
        self.made.update(f"field.{name}" for name in field)
        return field

    def draft(self, field: Json) -> Json:
        if field["kind"] == "date":
            return self.chance.choice(DATES[field["mode"]] + [""])
        rows = [row["value"] if isinstance(row, dict) else row for row in field.get("data", [])]
        drafts = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        drafts = drafts or ["", "a", "7", "true", "a@b.example"]
        return self.some(drafts) if field.get("multiple") else self.chance.choice(drafts)

    def row(self, value: Json) -> Json:
        if self.likely(0.6):
            return value
        self.made.add("choice.value")
        names = self.optional("choice", {"value"}, 4)
        return {"value": value} | {name: self.property("choice", name) for name in names}

    def rule(self) -> Json:
        isNumber = self.field.get("value") in ("number", "integer")
        special = DATE_CHECKS if self.field.get("kind") == "date" else NUMBER_CHECKS if isNumber else set()
        isAny = self.field.get("kind") == "any"
        check = self.chance.choice(sorted(CHECKS_OF_ANY if isAny else CHECKS | special))
        rule = {check: self.property("rule", check)}
        more = {"pattern": ["anchored", "flags"], "step": ["stepBase"]}.get(check, [])
        for name in self.some(more) + self.some(["message", "severity", "when"]):
            rule[name] = self.property("rule", name)
        return rule

    def condition(self, depth: int = 0) -> Json:
        test = self.chance.choice(sorted(TESTS))
        if test in ("all", "any"):
            if depth < 2:
                self.made.add(f"condition.{test}")
                return {test: [self.condition(depth + 1) for _ in range(self.chance.randint(1, 2))]}
            test = "is"
        if test == "expression":
            return {test: self.property("condition", test)}
        return {"key": self.property("condition", "key"), test: self.property("condition", test)}

    # Values.

    def property(self, section: str, name: str) -> Json:
        self.made.add(f"{section}.{name}")
        return self.value(self.sections[section]["properties"][name], section, name)

    def value(self, schema: Json, section: str, name: str) -> Json:
        known = self.known(section, name)
        if known is not None:
            return known
        if "enum" in schema:
            return self.word(section, name)
        if "$ref" in schema:
            return self.object(schema["$ref"].rsplit("/", 1)[1])
        if "minProperties" in schema.get("anyOf", [{}])[-1]:
            # Texts by language are made by the generator in Swift.
            return self.value(schema["anyOf"][0], section, name)
        if "anyOf" in schema:
            return self.value(self.chance.choice(schema["anyOf"]), section, name)
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = self.chance.choice(kind)
        if kind == "array":
            return [self.value(schema["items"], section, name) for _ in range(self.chance.randint(1, 2))]
        if kind == "object":
            inner = schema.get("additionalProperties", {})
            return {"en": self.value(inner, section, name)} if inner else {}
        if kind == "boolean":
            return self.likely(0.5)
        if kind in ("integer", "number"):
            return max(schema.get("minimum", 0), 0) + self.chance.randint(0, 9)
        if kind == "string":
            return self.text()
        return self.chance.choice([None, [], {"a": "line\nbreak"}, {"fields": [{"key": "x"}]}, "x", 1.5])

    def object(self, section: str) -> Json:
        if section == "rule":
            return self.rule()
        if section == "condition":
            return self.condition()
        required = self.sections[section].get("required", [])
        names = [*required, *self.optional(section, set(required), 3)]
        return {name: self.property(section, name) for name in names}

    def known(self, section: str, name: str) -> Json:
        """The value of a property that means more than its type says."""
        dates = DATES[self.field.get("mode", "date")]
        match name:
            case "key" | "equals" | "next" | "previous":
                return self.chance.choice(self.seen())
            case "expression" | "calculate":
                key, other = (self.chance.choice(self.seen()) for _ in range(2))
                sign = self.chance.choice(["+", "-", "*"] if name == "calculate" else ["=", "!=", "<", ">="])
                operand = self.chance.choice(["{" + other + "}", "2", "'a'"])
                return "{" + key + "} " + sign + " " + operand
            case "unique":
                return self.lists.get("rows") or None
            case "source":
                return "people"
            case "validator":
                return "free"
            case "format" if section == "rule":
                return self.chance.choice(["email", "url", "uuid", "slug", "integer", "country", "hex"])
            case "format":
                return self.chance.choice(["MMM d, y", "dd.MM.yyyy"])
            case "valueFormat":
                return self.chance.choice(VALUE_FORMATS[self.field.get("mode", "date")])
            case "pattern":
                return self.chance.choice(["^[a-z]+$", "[0-9]{2}", "a|b", ""])
            case "before" | "after" | "minimumDate" | "maximumDate" | "defaultDate":
                return dates[0] if name == "minimumDate" else dates[-1]
            case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" if section == "rule":
                return self.chance.choice(dates if self.field.get("kind") == "date" else [0, 2.5, 7])
            case "step":
                return self.chance.choice([1, 0.5, 2])
            case "stepBase":
                return 1
            case "timeZone":
                return self.chance.choice(["GMT", "+02:00", "Europe/Berlin"])
            case "is" | "isNot" | "greaterThan" | "lessThan":
                return self.chance.choice(SCALARS)
            case "schema":
                return self.schema()
            case "in" | "oneOf":
                return self.some(SCALARS) or ["a"]
            case "live" | "endEditing":
                isAny = self.field.get("kind") == "any"
                return [self.rule() if isAny or self.likely(0.8) else "email" for _ in range(self.chance.randint(1, 2))]
            case "minEntries" | "minItems":
                return self.chance.randint(0, 1)
            case "maxEntries" | "maxItems":
                return self.chance.randint(2, 4)
        return "#1A56DB" if section == "colors" else None

    def schema(self) -> Json:
        """A schema of a value, an object or a list, which mostly takes what the fields take."""
        one, other = (self.chance.choice(self.seen()) for _ in range(2))
        simple = [{"type": ["string", "null", "number"]}, {"maxLength": 12}, {"not": {"const": "a"}}, {"enum": ["a", "b", 1, None]}]
        part = self.chance.choice(simple)
        return self.chance.choice([
            {}, {"type": "object"}, {"type": ["object", "array"]}, {"not": {"const": "a"}}, {"maxLength": 3, "minimum": 1},
            {"minProperties": 2}, {"maxProperties": 3}, {"properties": {one: part, other: True}}, {"required": [one]},
            {"anyOf": [{"required": [one]}, {"required": [other]}]}, {"additionalProperties": part}, {"items": part},
            {"items": {"minProperties": 1}, "maxItems": 2}, {"uniqueItems": True}, {"propertyNames": {"maxLength": 6}},
            {"dependentRequired": {one: [other]}}, {"patternProperties": {"^[a-m]": part}, "unevaluatedProperties": False},
        ])  # fmt: skip

    def seen(self) -> list[str]:
        """The fields that a field may name: those of its own list, and those of none."""
        inner = self.lists.get("rows", [])
        own = self.field.get("home") == "rows"
        return [key for key in self.keys if own or key not in inner] or ["mail"]

    def word(self, section: str, name: str) -> str:
        word = self.chance.choice(self.sections[section]["properties"][name]["enum"])
        self.made.add(f"{section}.{name}={word}")
        return word

    def text(self) -> str:
        return self.chance.choice(TEXTS)

    def likely(self, share: float) -> bool:
        return self.chance.random() < share

    def some(self, items: list[Any]) -> list[Any]:
        return [item for item in items if self.likely(0.5)]

    def optional(self, section: str, but: set[str], often: int = 1) -> list[str]:
        """Some of the properties of a section, but for those."""
        names = self.sections[section]["properties"]
        return [name for name in names if name not in but and self.likely(min(0.6, self.density * often))]
