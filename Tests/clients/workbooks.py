"""Random workbooks of XLSForm, and records that people could enter in them."""

from __future__ import annotations

import copy
import itertools
import math
import random
import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from types import CodeType
from typing import Any

Json = Any
WORDS = ["red", "green", "blue", "fish", "yes", "ünï", "x y", "a1", "7"]
TEXTS = [*WORDS, "ab", "abc", "ABC", "123", "0815", "ab12", "a-b", "ab@cd", "abcdefgh", "🙂🙂", "b", "x_1", "A7", "."]
LINES = ["one\ntwo", "red\n", "a\n\nb"]
INTEGERS = [-7, -1, 0, 1, 2, 3, 4, 5, 6, 7, 10, 15, 18, 20, 99, 100, 1000]
DECIMALS = [-2.5, -1, 0, 0.1, 0.5, 1, 2, 2.75, 5, 7.5, 10, 18.25, 99.99, 1000, 12345.678]
TODAY = date.today()
DAYS = ["1999-12-31", "2020-01-01", "2020-02-29", "2021-01-01", "2022-06-15", "2024-12-31", str(TODAY)]
LATER = [str(TODAY + timedelta(days=1)), "2199-01-01"]
PATTERNS = [
    "[a-z]+", r"\d{3}", r"\w+", "(red|green|blue)", "[A-Z]?[a-z0-9]*", r"[a-z]{2,4}\d*", "a.*", r"[^0-9]+",
    r"\d+|[a-z]+", r"[\w-]+", r"(ab|x)+\w?", ".{1,3}", r"\S+",
]  # fmt: skip
LABELS = ["Colour?", "How many?", "Ünï", "Where <is> it?", 'Say "yes" & go', "A longer one, with more words", "Ja/nein"]
LISTS = [
    ["1", "2", "3"], ["a", "b", "c", "d"], ["x1", "x2"], ["yes", "no"], ["red", "green", "blue", "ünï"], ["A", "a"],
    ["0", "1", "a"], ["b-1", "b.2", "b_3"], ["10", "9", "8", "7"],
]  # fmt: skip
LANGUAGES = ["English (en)", "Deutsch (de)"]


@dataclass
class _Asked:
    """A question that expressions may name."""

    name: str
    kind: str
    choices: list[str]
    repeat: int


@dataclass
class _Place:
    """Where questions stand: in which list, if any, how deep, and whether a name is twice there."""

    repeat: int = 0
    depth: int = 0
    has_twin: bool = False


@dataclass
class _Maker:
    rng: random.Random
    languages: list[str]
    message: str
    is_old: bool
    survey: list[Json] = field(default_factory=list)
    choices: list[Json] = field(default_factory=list)
    lists: dict[str, list[str]] = field(default_factory=dict)
    asked: list[_Asked] = field(default_factory=list)
    count: int = 0
    repeats: int = 0

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def words(self, column: str, texts: list[str] = LABELS) -> Json:
        """The cells with words in a row, one for each language."""
        if not self.languages:
            return {column: self.rng.choice(texts)}
        return {f"{column}::{language}": self.rng.choice(texts) for language in self.languages}

    def name(self, prefix: str) -> str:
        self.count += 1
        style = self.rng.choice(["{}{}"] * 8 + ["{}_{}", "{}-{}", "{}.{}"])
        return style.format(prefix, self.count)

    def known(self, place: _Place, *kinds: str) -> list[_Asked]:
        """The questions that can be named somewhere."""
        return [q for q in self.asked if q.repeat in {0, place.repeat} and (not kinds or q.kind in kinds)]

    def parts(self, place: _Place, count: int) -> None:
        for _ in range(count):
            act = self.rng.random()
            if act < 0.16 and place.depth < 2:
                self.group(place)
            elif act < 0.26 and not place.repeat:
                self.repeat(place)
            else:
                self.question(place)

    def bracket(self, what: str, row: Json) -> Json:
        space = " " if self.is_old else "_"
        return {"type": f"{row.pop('act')}{space}{what}", **row}

    def group(self, place: _Place) -> None:
        name = self.name("g")
        row = {"act": "begin", "name": name}
        if self.chance(0.9):
            row |= self.words("label")
        if self.chance(0.35) and (text := self.condition(place)):
            row["relevant"] = text
        self.survey.append(self.bracket("group", row))
        self.parts(_Place(place.repeat, place.depth + 1), self.rng.randint(1, 3))
        end = {"act": "end", **({"name": name} if self.chance(0.5) else {})}
        self.survey.append(self.bracket("group", end))

    def repeat(self, place: _Place) -> None:
        self.repeats += 1
        row = {"act": "begin", "name": self.name("r"), **self.words("label")}
        if self.chance(0.3):
            row["repeat_count"] = self.rng.choice([1, 2, "3"])
        if self.chance(0.02) and (text := self.condition(place)):
            row["relevant"] = text
        self.survey.append(self.bracket("repeat", row))
        self.parts(_Place(self.repeats, max(place.depth, 1)), self.rng.randint(1, 3))
        self.survey.append(self.bracket("repeat", {"act": "end"}))

    def list(self) -> str:
        """The name of a list of choices, a new one or one that others have, too."""
        if self.lists and self.chance(0.35):
            return self.rng.choice(list(self.lists))
        name = self.rng.choice(["l{}", "list_{}", "Colours{}"]).format(len(self.lists))
        self.lists[name] = self.rng.choice(LISTS)
        for choice in self.lists[name]:
            value = int(choice) if choice.isdigit() and self.chance(0.5) else choice
            row = {"list_name": name, "name": value}
            self.choices.append(row | (self.words("label") if self.chance(0.8) else self.words("label", [choice])))
        return name

    def question(self, place: _Place) -> None:
        kinds = ["text"] * 3 + ["integer", "one"] * 3 + ["decimal", "date", "multiple"] * 2 + ["lines", "acknowledge"]
        kind = self.rng.choice(kinds)
        is_twin = not place.has_twin and self.chance(0.06)
        place.has_twin = place.has_twin or is_twin
        name = "twin" if is_twin else self.name("q")
        types = {"lines": "text", "multiple": "select_multiple", "one": "select_one"}
        if self.is_old:
            types |= {"text": "string", "integer": "int", "lines": "string", "one": "select one"}
        row: Json = {"type": types.get(kind, kind), "name": name}
        choices: list[str] = []
        if kind in {"one", "multiple"}:
            listed = self.list()
            choices = self.lists[listed]
            row["type"] += f" {listed}"
            # pyxform knows no words for it in other languages.
            if self.chance(0.12) and not self.languages:
                row["type"] += " or_other"
        row |= self.words("label") if self.chance(0.95) else self.words("hint")
        if self.chance(0.2):
            row |= self.words("hint")
        asked = _Asked(name, "text" if kind == "lines" else kind, choices, place.repeat)
        self.demand(row, asked, place)
        if kind == "lines":
            row["appearance"] = "multiline"
        elif kind == "text" and self.chance(0.1):
            row["appearance"] = "numbers"
        if self.chance(0.02 if "read_only" in row else 0.12):
            row["default"] = self.default(asked)
        if self.chance(0.03):
            row["appearance"] = self.rng.choice(["w1", "minimal", "no-calendar"])
        if not is_twin:
            self.asked.append(asked)
        self.survey.append(row)

    def demand(self, row: Json, asked: _Asked, place: _Place) -> None:
        """What is asked of a question, and when."""
        if self.chance(0.3) and (text := self.condition(place)):
            row["relevant"] = text
        elif self.chance(0.01):
            row["relevant"] = "false()"
        read_only = "yes" if self.chance(0.5) else self.condition(place)
        # Of what can't be edited a form asks nothing, neither whether it is a choice, a day or a whole number.
        if read_only and self.chance(0.08 if asked.kind in {"text", "decimal"} else 0.005):
            row["readonly" if self.is_old else "read_only"] = read_only
            if self.chance(0.9):
                return
        if self.chance(0.25):
            row["required"] = self.rng.choice(["yes", "yes", "true()", True])
        elif self.chance(0.15) and (text := self.condition(place)):
            row["required"] = text
        elif self.chance(0.05):
            row["required"] = "no"
        if row.get("required", "no") != "no" and self.message:
            row |= self.words("required_message", [self.message])
        if self.chance(0.45) and (text := self.constraint(asked, place)):
            row["constraint"] = text
            if self.chance(0.5):
                row |= self.words("constraint_message", ["Not so", "Too much, or too little", "{n} is wrong"])

    def default(self, asked: _Asked) -> Json:
        match asked.kind:
            case "integer":
                return self.rng.choice([0, 5, "7", -3])
            case "decimal":
                return self.rng.choice([0.5, "2.75", 3])
            case "date":
                return self.rng.choice(DAYS[:5])
            case "one":
                return self.rng.choice(asked.choices)
            case "multiple":
                return " ".join(self.rng.sample(asked.choices, self.rng.randint(1, len(asked.choices))))
            case "acknowledge":
                return "OK"
        return self.rng.choice(WORDS)

    def compare(self, first: str, sign: str, second: Json) -> str:
        """A comparison, from either side, with spaces or without."""
        turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
        if self.chance(0.12):
            first, sign, second = str(second), turned.get(sign, sign), first
        space = "" if self.chance(0.1) else " "
        return f"{first}{space}{sign}{space}{second}"

    def literal(self, text: str) -> str:
        return f'"{text}"' if self.chance(0.1) else f"'{text}'"

    def day(self) -> str:
        return "today()" if self.chance(0.15) else f"date({self.literal(self.rng.choice(DAYS[:-1]))})"

    def condition(self, place: _Place, depth: int = 0) -> str | None:
        """What looks at earlier questions; none where there are none."""
        known = self.known(place)
        if not known:
            return None
        act = self.rng.random() if depth < 2 else 1
        if act < 0.3:
            parts = [self.condition(place, depth + 1) or "" for _ in range(self.rng.choice([2, 2, 2, 3]))]
            words = [self.rng.choice([" and ", " or "]) for _ in parts]
            if self.chance(0.7):
                # Without brackets it is read as `and` and `or` bind.
                parts = [f"({part})" if " and " in part or " or " in part else part for part in parts]
            return "".join(word + part for word, part in zip(words, parts)).removeprefix(words[0])
        if act < 0.4:
            return f"not({self.condition(place, depth + 1)})"
        return self.test(self.rng.choice(known))

    def test(self, asked: _Asked) -> str:
        rng = self.rng
        name = f"${{{asked.name}}}"
        choice = self.literal(rng.choice(asked.choices)) if asked.choices else ""
        if self.chance(0.25):
            return self.compare(name, rng.choice(["=", "!="]), "''")
        match asked.kind:
            case "text":
                if self.chance(0.4):
                    return self.compare(f"string-length({name})", ">", 0)
                return self.compare(name, rng.choice(["=", "!="]), self.literal(rng.choice(WORDS)))
            case "integer" | "decimal":
                number = rng.choice(INTEGERS if asked.kind == "integer" else DECIMALS)
                return self.compare(name, rng.choice(["<", ">", "<=", ">=", "=", "!="]), number)
            case "date":
                day = self.day()
                # A condition is after or before today.
                signs = ["<", ">"] if day == "today()" and self.chance(0.95) else ["<", ">", "<=", ">="]
                return self.compare(name, rng.choice(signs), day)
            case "one":
                if self.chance(0.3):
                    return f"selected({name}, {choice})"
                return self.compare(name, rng.choice(["=", "!="]), choice)
            case "multiple":
                if self.chance(0.2):
                    return self.compare(f"count-selected({name})", ">", 0)
                return rng.choice(["selected({}, {})", "not(selected({}, {}))"]).format(name, choice)
        return self.compare(name, "=", self.literal("OK"))

    def constraint(self, asked: _Asked, place: _Place) -> str | None:
        text = self.limit(asked, place)
        if text and self.chance(0.12) and (condition := self.condition(place, 1)):
            is_chain = " and " in text or " or " in text
            return f"({text}) or {condition}" if is_chain else f"{text} or {condition}"
        return text

    def limit(self, asked: _Asked, place: _Place) -> str | None:
        """What a constraint asks of the value itself."""
        rng = self.rng
        act = rng.randrange(10)
        choices = [self.literal(choice) for choice in asked.choices]
        others = [f"${{{q.name}}}" for q in self.known(place, asked.kind)]
        match asked.kind:
            case "text" if act < 4:
                least, most = rng.choice([1, 2]), rng.choice([3, 5, 8])
                length = "string-length(.)"
                both = f"{length} >= {least} and {length} <= {most}"
                return rng.choice([f"{length} <= {most}", f"{length} < {most}", both])
            case "text" if act < 7:
                return f"regex(., '{rng.choice(PATTERNS)}')"
            case "text" if act < 8:
                words = rng.sample(WORDS, rng.randint(1, 3))
                return " or ".join(self.compare(".", "=", self.literal(word)) for word in words)
            case "text" if act < 9:
                return self.compare(".", "!=", self.literal(rng.choice(WORDS)))
            case "integer" | "decimal" if act < 7:
                numbers = INTEGERS if asked.kind == "integer" else DECIMALS
                least, most = rng.choice(numbers[:9]), rng.choice(numbers[-5:])
                above = self.compare(".", rng.choice([">", ">="]), least)
                below = self.compare(".", rng.choice(["<", "<="]), most)
                return rng.choice([above, below, f"{above} and {below}"])
            case "integer" if act < 9:
                return f". mod {rng.choice([2, 5, 10])} = 0"
            case "integer" | "decimal":
                return self.compare(".", "!=", rng.choice(INTEGERS[4:8]))
            case "date" if act < 3:
                return self.compare(".", rng.choice(["<=", "<"]), "today()")
            case "date" if act < 6:
                return self.compare(".", rng.choice([">", ">="]), self.day())
            case "date" if act < 8:
                return f". > date('2020-01-01') and . <= {self.day()}"
            case "one" if act < 3:
                return rng.choice(["selected(., {})", "not(selected(., {}))"]).format(rng.choice(choices))
            case "one" if act < 6:
                return self.compare(".", "!=", rng.choice(choices))
            case "one":
                return " or ".join(f". = {choice}" for choice in rng.sample(choices, rng.randint(1, 2)))
            case "multiple" if act < 6:
                return self.compare("count-selected(.)", rng.choice(["<=", "<", ">=", "="]), 2)
            case "multiple" if act < 9:
                return rng.choice(["selected(., {})", "not(selected(., {}))"]).format(rng.choice(choices))
            case "multiple":
                return f"selected(., {rng.choice(choices)}) and count-selected(.) <= 3"
            case "text" | "date" if others:
                sign = "=" if asked.kind == "text" else rng.choice(["<", ">"])
                return self.compare(".", sign, rng.choice(others))
        return None


def workbook(rng: random.Random) -> Json:
    """A workbook, of which every property has a counterpart; few have words in two languages."""
    languages: list[str] = []
    if rng.random() < 0.1:
        languages = LANGUAGES[: rng.randint(1, 2)]
    maker = _Maker(rng, languages, rng.choice([""] * 9 + ["Please!"]), rng.random() < 0.1)
    maker.parts(_Place(), rng.randint(2, 7))
    settings: Json = {"form_title": rng.choice(["Trip", "Über uns", "A & B"])} if rng.random() < 0.7 else {}
    if languages:
        settings["default_language"] = rng.choice(languages)
    if rng.random() < 0.1:
        settings |= {"form_id": "trip", "version": 2026}
    book = {"survey": maker.survey, "choices": maker.choices, "settings": [settings]}
    return {name: rows for name, rows in book.items() if rows and any(rows)}


def by_paths(rng: random.Random, book: Json) -> Json:
    """The same workbook with paths in the place of some names: from the node that has the expression, or from the root."""
    nodes: list[tuple[Json, list[str]]] = []
    groups: list[str] = []
    for row in book["survey"]:
        if row["type"].startswith("end"):
            groups.pop()
        nodes.append((row, [*groups, row.get("name", "")]))
        if row["type"].startswith("begin"):
            groups.append(row["name"])
    places = {node[-1]: node for _, node in nodes}
    lists = {row["name"] for row, _ in nodes if row["type"].startswith("begin") and "repeat" in row["type"]}

    def path(name: str, node: list[str], column: str) -> str:
        if name not in places or rng.random() < 0.3:
            return f"${{{name}}}"
        other = places[name]
        common = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(node[:-1], other[:-1], strict=False)))
        relative = "/".join([".."] * (len(node) - common) + other[common:])
        if column == "choice_filter":
            return f"current()/{relative}"
        # In a list the root leads to all of its entries.
        is_outside = not lists & set(other[:-1])
        return "/".join(["/data", *other]) if is_outside and rng.random() < 0.3 else relative

    columns = ("relevant", "constraint", "required", "read_only", "choice_filter")
    survey = [
        {
            column: re.sub(r"\$\{([^}]*)\}", lambda found: path(found[1], node, column), cell)  # noqa: B023
            if column in columns and isinstance(cell, str) else cell
            for column, cell in row.items()
        }
        for row, node in nodes
    ]  # fmt: skip
    return {**book, "survey": survey}


class _Value:
    """The value of a question as expressions have it: a text, and a number."""

    def __init__(self, value: Json = "", day: bool = False) -> None:
        self.text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
        try:
            self.number = float(date.fromisoformat(self.text).toordinal()) if day else float(self.text)
        except ValueError:
            self.number = math.nan

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, float)):
            return self.number == other
        return self.text == (other.text if isinstance(other, _Value) else other)

    def __hash__(self) -> int:
        return hash(self.text)

    def __lt__(self, other: Json) -> bool:
        return self.number < _number(other)

    def __le__(self, other: Json) -> bool:
        return self.number <= _number(other)

    def __gt__(self, other: Json) -> bool:
        return self.number > _number(other)

    def __ge__(self, other: Json) -> bool:
        return self.number >= _number(other)

    def __mod__(self, other: float) -> float:
        return math.fmod(self.number, other)


def _number(value: Json) -> float:
    return value.number if isinstance(value, _Value) else value if isinstance(value, (int, float)) else math.nan


_FUNCTIONS: dict[str, Any] = {
    "true": lambda: True,
    "false": lambda: False,
    "today": lambda: _Value(TODAY, day=True),
    "date": lambda text: _Value(text, day=True),
    "selected": lambda value, name: name in value.text.split(),
    "count_selected": lambda value: len(value.text.split()),
    "string_length": lambda value: len(value.text.encode("utf-16-le")) // 2,
    "regex": lambda value, pattern: re.fullmatch(pattern, value.text, re.ASCII) is not None,
}


@lru_cache(maxsize=4096)
def _compiled(text: str) -> CodeType:
    """An expression of those above in Python's words."""
    parts = re.split(r"""('[^']*'|"[^"]*")""", text)
    for index, part in enumerate(parts):
        if index % 2:
            parts[index] = "r" + part
            continue
        part = re.sub(r"\$\{([^}]*)\}", r"value[\1]", part)
        names = re.split(r"(\[[^]]*\])", part)
        for place, piece in enumerate(names):
            if place % 2:
                names[place] = f"[{piece[1:-1]!r}]"
                continue
            piece = re.sub(r"(?<![<>!])=", "==", piece)
            piece = re.sub(r"(?<![\d.])\.(?![\d.])", "own", piece)
            piece = piece.replace("string-length", "string_length").replace("count-selected", "count_selected")
            names[place] = piece.replace(" mod ", " % ")
        parts[index] = "".join(names)
    return compile("".join(parts).strip(), text, "eval")


class _Values(dict[str, _Value]):
    def __missing__(self, name: str) -> _Value:
        return _Value()


def holds(text: str, values: dict[str, _Value], own: _Value | None = None) -> bool:
    """Whether an expression holds, near enough to make records that mostly fit."""
    if text.lower() in {"yes", "true"}:
        return True
    if text.lower() == "no":
        return False
    names = _FUNCTIONS | {"value": values, "own": own or _Value(), "__builtins__": {}}
    return bool(eval(_compiled(text), names))  # noqa: S307


@dataclass
class _Part:
    row: Json
    parts: list[_Part] = field(default_factory=list)

    @property
    def type(self) -> str:
        return self.row["type"].replace(" ", "_").split("_")[0]


def _tree(rows: list[Json]) -> list[_Part]:
    open_ = [_Part({"type": "top"})]
    for row in rows:
        part = _Part(row)
        if part.type == "end":
            open_.pop()
            continue
        open_[-1].parts.append(part)
        if part.type == "begin":
            open_.append(part)
    return open_[0].parts


# What is of another type, or no choice.
WRONG: dict[str, list[Json]] = {
    "text": [7, True, "a text that is far longer than the others", ["red"]],
    "integer": ["7", "x", 1.5, 2**31, -(2**40)],
    "decimal": ["1.5", "x", True],
    "date": ["2021-02-29", "yesterday", 20210101],
    "one": ["none of these", 1, ["a"]],
    "multiple": ["a", ["none"], [1]],
    "acknowledge": ["yes", True],
}


@dataclass
class _Filler:
    """Somebody who fills in a form, with more or less care."""

    rng: random.Random
    lists: dict[str, list[str]]
    mistakes: float
    gaps: float

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def fill(self, parts: list[_Part], values: _Values, is_shown: bool = True) -> Json:
        record: Json = {}
        for part in parts:
            row, name = part.row, part.row["name"]
            is_here = is_shown and holds(str(row.get("relevant", "yes")), values)
            if not is_here and not self.chance(0.01):
                continue
            if part.type != "begin":
                self.answer(part, values, record)
            elif row["type"].endswith("group"):
                inner = self.fill(part.parts, values, is_here)
                if inner or self.chance(0.3):
                    record[name] = inner
            else:
                count = int(row.get("repeat_count", self.rng.choice([0, 1, 1, 2, 3])))
                if self.chance(self.mistakes / 2):
                    count = self.rng.randint(0, 4)
                entries = [self.fill(part.parts, _Values(values), is_here) for _ in range(count)]
                if entries or self.chance(0.3):
                    record[name] = entries
        return record

    def answer(self, part: _Part, values: _Values, record: Json) -> None:
        row, name = part.row, part.row["name"]
        kind, names = self.kind(row)
        has_other = row["type"].endswith("or_other")
        if has_other and "other" not in names:
            names = [*names, "other"]
        is_required = holds(str(row.get("required", "no")), values)
        if self.chance(self.mistakes / 2) or not is_required and self.chance(self.gaps):
            return
        if self.chance(self.mistakes / 4):
            value = self.rng.choice(WRONG[kind])
        else:
            given = self.candidates(kind, names, str(row.get("constraint", "")), values)
            if "constraint" in row and not self.chance(2 * self.mistakes):
                given = [v for v in given if holds(row["constraint"], values, _Value(v, kind == "date"))]
            elif kind == "date" and self.chance(0.2):
                given += LATER
            if row.get("appearance") == "multiline" and "constraint" not in row:
                given += LINES
            if not given:
                return
            value = self.rng.choice(given)
        record[name] = value
        values[name] = _Value(value, kind == "date")
        if has_other and (value == "other" or isinstance(value, list) and "other" in value) and self.chance(0.8):
            record[f"{name}_other"] = self.rng.choice(TEXTS)

    def kind(self, row: Json) -> tuple[str, list[str]]:
        words = row["type"].replace("select_one", "one").replace("select one", "one").split()
        kind = {"int": "integer", "string": "text", "select_multiple": "multiple"}.get(words[0], words[0])
        return kind, self.lists[words[1]] if kind in {"one", "multiple"} else []

    def candidates(self, kind: str, names: list[str], constraint: str, values: _Values) -> list[Json]:
        """What might fit, that among it of which a constraint speaks."""
        match kind:
            case "integer":
                return list(INTEGERS)
            case "decimal":
                return list(DECIMALS)
            case "one":
                return list(names)
            case "multiple":
                return [self.rng.sample(names, self.rng.randint(1, len(names))) for _ in range(6)]
            case "acknowledge":
                return ["OK"]
        found = list(DAYS if kind == "date" else TEXTS)
        if kind == "text":
            found += [values[name].text for name in re.findall(r"\$\{([^}]*)\}", constraint) if values[name].text]
        return found


def record(rng: random.Random, workbook: Json) -> Json:
    """What could be entered in a workbook's form, right or wrong."""
    lists: dict[str, list[str]] = {}
    for row in workbook.get("choices", []):
        lists.setdefault(row["list_name"], []).append(str(row["name"]))
    filler = _Filler(rng, lists, rng.choice([0, 0.15, 0.3, 0.45]), rng.choice([0.05, 0.2, 0.5]))
    made = filler.fill(_tree(workbook["survey"]), _Values())
    if rng.random() < 0.01:
        made["unknown"] = "x"
    return made


TYPES = [
    "begin_group", "begin_repeat", "end_group", "end_repeat", "begin loop over l0", "select_one", "select_one  ",
    "range", "select_multiple l0 or_other or_other", "select_one ${q1}", "rank l0", "note", "calculate", "image",
    "TEXT", "  text", "begin_group begin_group", "end", "begin", "select1 l0", "audit", "\0",
]  # fmt: skip
CELLS: list[Json] = [None, True, 0, -1, 1e300, 10**40, [], {}, ["a"], {"a": 1}, [[[]]], "", 0.1]
HUGE = [
    "x" * 1_000_000, "(" * 30_000, "not(" * 5_000 + "1" + ")" * 5_000, "1 + " * 20_000 + "1", "'" * 20_001,
    "${" * 10_000, "${q1} = 'a' or " * 5_000 + "${q1} = 'a'", "[" * 100_000, "-" * 50_000 + "1", "start=1 " * 20_000,
    "a b " * 50_000, "::" * 50_000, ":" * 100_000, "regex(., '(a{1,1000}){1,1000}')",
    "regex(., '" + "(a+)+" * 2_000 + "')", "regex(., '" + "(" * 5_000 + ")" * 5_000 + "')",
]  # fmt: skip
PIECES = [
    "", "(", ")", "'", '"', "${", "}", "${q1}", "not(", "and", " or ", "=", "!=", "<", ".", "..", "[", "]", "/",
    "*", "-", " div ", "mod", "regex(", "today()", "1e9", "\u00a0", "\u2019", "|", "@", "count(",
    "🙂", "\n", ",", "selected(", ";",
]  # fmt: skip
CONDITIONS = ["relevant", "constraint", "required", "read_only"]
COLUMNS = [*CONDITIONS, "default", "parameters", "repeat_count", "label", "name", "type", "appearance", "choice_filter"]


def broken(rng: random.Random, workbook: Json) -> Json:
    """A workbook with mistakes that nobody would make on purpose, or only on purpose."""
    workbook = copy.deepcopy(workbook)
    for _ in range(rng.randint(1, 5)):
        rows = workbook.setdefault(rng.choice(["survey"] * 5 + ["choices", "settings"]), [])
        match rng.randrange(6):
            case 0:
                row = {"type": rng.choice(TYPES), "name": rng.choice(["q1", "g", "", "é", " "]), "label": "L"}
                rows.insert(rng.randint(0, len(rows)), row)
            case 1 if rows:
                rows.pop(rng.randrange(len(rows)))
            case 2:
                begin = {"type": rng.choice(["begin_group", "begin_repeat"]), "label": "N", "relevant": "${q1} = 'a'"}
                rows[:0] = [{**begin, "name": f"n{n}"} for n in range(rng.choice([10, 30, 2_000]))]
            case 3:
                rng.shuffle(rows)
            case _ if rows:
                _break_row(rng, rng.choice(rows))
    if rng.random() < 0.03:
        workbook[rng.choice(list(workbook))] = rng.choice([None, {}, [], "x", [[]], [None], ["a"], 1])
    return workbook


def _break_row(rng: random.Random, row: Json) -> None:
    column = rng.choice(list(row) or ["type"])
    match rng.randrange(6):
        case 0:
            row.pop(column, None)
        case 1:
            row[column] = rng.choice(CELLS)
        case 2:
            row[rng.choice(COLUMNS)] = rng.choice(HUGE)
        case 3:
            row[rng.choice(["bind::", "body::", "label::", "::", ":", "", "  "]) + column.upper()] = row.get(column)
        case 4:
            row["type"] = rng.choice(TYPES)
        case _:
            column = rng.choice([name for name in CONDITIONS if name in row] or ["constraint"])
            text = str(row.get(column, "${q1} = 'a'"))
            for _ in range(rng.randint(1, 4)):
                place = rng.randint(0, len(text))
                text = text[:place] + rng.choice(PIECES) + text[place + rng.randint(0, 4) :]
            row[column] = text
