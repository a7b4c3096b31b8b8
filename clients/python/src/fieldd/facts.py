"""What the daemon tells of fields, as Python values.

The names are those of the protocol, in Python's spelling. A member that a newer daemon adds is
passed over.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

Kind = Literal["entry", "area", "picker", "date"]
State = Literal["standard", "active", "error", "success", "disabled"]
Severity = Literal["error", "warning", "information", "hint"]
LengthUnit = Literal["grapheme", "scalar", "utf16", "utf8", "words"]
DateMode = Literal["date", "time", "dateAndTime", "countDownTimer"]
ToolbarButton = Literal["previous", "next", "autofill", "done", "cancel"]
Style = Literal["outlined", "filled"]
Trigger = Literal["live", "endEditing", "submit"]
Reason = Literal[
    "tooLong",
    "disabled",
    "readOnly",
    "hidden",
    "notEditing",
    "notConnected",
    "emptyList",
    "notClearable",
    "notManual",
    "notAChoice",
    "badDate",
    "wrongKind",
    "secure",
    "outdated",
    "refused",
    "notApplied",
    "noMatch",
    "notRemovable",
    "notStored",
]
Format = Literal["json-schema"]

_Fact = TypeVar("_Fact")


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a field, and where it stands: `down` in the empty field, `up` above it."""

    text: str
    position: Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Counter:
    """How long a draft is, and how long it may be."""

    count: int
    max: int
    unit: LengthUnit


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that a check has found; only the severity `error` stands in the way."""

    severity: Severity
    code: str
    message: str
    data: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a picker; `text` is the draft while it is chosen, where that is not its value."""

    value: str | float | bool | None
    label: str
    disabled: bool = False
    description: str | None = None
    text: str | None = None

    @property
    def draft(self) -> str:
        """What the draft says while the row is chosen."""
        return str(self.value) if self.text is None else self.text


@dataclass(frozen=True, slots=True)
class ManualEntry:
    """The last row of a picker, which lets a person type."""

    label: str
    active: bool


@dataclass(frozen=True, slots=True)
class ToolbarItem:
    """A button of the bar above the keyboard."""

    item: ToolbarButton
    enabled: bool


@dataclass(frozen=True, slots=True)
class Color:
    """A colour, `#RRGGBB` or `#RRGGBBAA`, and the role that it plays."""

    role: str
    value: str


@dataclass(frozen=True, slots=True)
class Autofill:
    """Where a field's texts come from."""

    source: str
    minimum_length: int = 0
    removable: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """A text that goes with a draft."""

    text: str
    removable: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A page or section of a form; its fields name its key in `group`."""

    key: str
    label: str
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something wrong with the text of a form; `line` and `column` begin with 1."""

    severity: Severity
    code: str
    message: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the checks say of a field."""

    key: str
    valid: bool
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of a field in points, and its colours, in each of its states."""

    key: str
    heights: Mapping[str, float]
    horizontal_padding: float
    toolbar: tuple[ToolbarButton, ...]
    colors: Mapping[str, Mapping[str, Color]]


@dataclass(frozen=True, slots=True)
class Loss:
    """What a conversion could not carry over: where it stands in the source, and why."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a conversion has made, and what it has lost."""

    document: Mapping[str, Any]
    losses: tuple[Loss, ...]


def reader(fact: type[_Fact]) -> Callable[[Mapping[str, Any]], _Fact]:
    """Reads one of the facts above from its JSON."""
    names = {camel_case(name): name for name in inspect.signature(fact).parameters}

    def read(json: Mapping[str, Any]) -> _Fact:
        known = {names[name]: value for name, value in json.items() if name in names}
        return fact(**known)

    return read


def list_reader(fact: type[_Fact]) -> Callable[[list[Any]], tuple[_Fact, ...]]:
    """Reads a list of facts from its JSON."""
    read = reader(fact)
    return lambda json: tuple(map(read, json))


def read_colors(json: Mapping[str, Any]) -> Mapping[str, Color]:
    """The colour of each part of a field."""
    read = reader(Color)
    return {camel_to_snake(part): read(color) for part, color in json.items()}


def read_verdict(json: Mapping[str, Any]) -> Verdict:
    """What the checks say of a field."""
    return Verdict(json["key"], json["valid"], list_reader(Problem)(json["problems"]))


def read_layout(json: Mapping[str, Any]) -> Layout:
    """The measures and colours of a field."""
    return Layout(
        key=json["key"],
        heights={camel_to_snake(name): height for name, height in json["heights"].items()},
        horizontal_padding=json["horizontalPadding"],
        toolbar=tuple(json["toolbar"]),
        colors={state: read_colors(colors) for state, colors in json["colors"].items()},
    )


def read_conversion(json: Mapping[str, Any]) -> Conversion:
    """What a conversion has made, and what it has lost."""
    return Conversion(json["document"], list_reader(Loss)(json["losses"]))


def read_diagnostic(json: Mapping[str, Any]) -> Diagnostic:
    """A diagnostic, as LSP writes it."""
    severities: tuple[Severity, ...] = ("error", "warning", "information", "hint")
    start = json["range"]["start"]
    return Diagnostic(
        severity=severities[json["severity"] - 1],
        code=json["code"],
        message=json["message"],
        line=start["line"] + 1,
        column=start["character"] + 1,
    )


def camel_case(name: str) -> str:
    """The protocol's spelling of a name."""
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)


def camel_to_snake(name: str) -> str:
    """Python's spelling of a name."""
    return re.sub(r"([A-Z])", lambda match: "_" + match[1].lower(), name)
