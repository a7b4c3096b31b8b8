"""What the daemon tells of fields, as Python values.

The names are those of the protocol, in Python's spelling. A member that a newer daemon adds is
passed over, and a word that it adds to a closed set is let through; what has not the type that is
written here raises `Surprise`.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from .errors import AnswerError

Kind = Literal["entry", "area", "picker", "date", "any"]
State = Literal["standard", "active", "error", "success", "disabled"]
Severity = Literal["error", "warning", "information", "hint"]
# The shapes in which other programs hand over answers, and in which they read why these are refused.
AnswerShape = Literal["formio", "mcp", "kobo", "odk", "urlencoded", "github", "slack", "adaptive-cards", "awx", "a2ui"]
RefusalShape = Literal["formio", "slack", "problem", "paths"]
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
    "full",
    "noEntry",
]
Format = Literal[
    "json-schema",
    "rjsf",
    "surveyjs",
    "formio",
    "html",
    "github",
    "mcp",
    "lsp-form",
    "xlsform",
    "slack",
    "adaptive-cards",
    "awx",
    "backstage",
    "a2ui",
    "fields",
]
"""A format that forms are read from and written to."""
ExportFormat = Literal[Format, "typescript"]
"""A format that forms are written to."""

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
class Dropped:
    """How much of a text had no room, in the unit in which the field counts."""

    count: int
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
    """A row of a picker; `text` is the draft while it is chosen, where that is not its value.

    A `hidden` row is not offered now, since other answers rule it out; it is `disabled` too. Beside an
    `exclusive` row no other is chosen.
    """

    value: str | float | bool | None
    label: str
    disabled: bool = False
    description: str | None = None
    text: str | None = None
    hidden: bool = False
    exclusive: bool = False

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
class Repetition:
    """How a group is a list: how many entries it takes, and the keys in which they must differ.

    `add_label` is the name of the button that adds one.
    """

    min_entries: int = 0
    max_entries: int | None = None
    unique: tuple[str, ...] = ()
    add_label: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A page or section of a form; its fields name its key in `group`.

    One that has a `repeat` is a list: each of its entries has all of its fields.
    """

    key: str
    label: str
    description: str | None = None
    repeat: Repetition | None = None
    # Where its values stand in the record, as a JSON pointer; None for those of the record itself.
    path: str | None = None


@dataclass(frozen=True, slots=True)
class EntryPlace:
    """The entry that a field is in: the key of its list, and its number."""

    list: str
    id: int


@dataclass(frozen=True, slots=True)
class ListFacts:
    """A list as a whole: the numbers of its entries in their order, and what is wrong with it."""

    key: str
    entries: tuple[int, ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Placement:
    """An entry that is new or has moved, and the one that it stands before; None at the end."""

    entry: int
    before: int | None


@dataclass(frozen=True, slots=True)
class ListNews:
    """What is new of a list: first the `removed` are taken out, then the `added` are put in.

    The `added` are in an order in which each stands before one that is known by then; `problems`
    are None if they are as they were, and `gone` says that it is no list any more.
    """

    key: str
    removed: tuple[int, ...] = ()
    added: tuple[Placement, ...] = ()
    problems: tuple[Problem, ...] | None = None
    gone: bool = False


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
class Validation:
    """What the checks say of some fields, one after the other; true if all of them have passed.

    `diagnostics` are the errors in the text of the form, because of which nothing in it passes;
    `unproved` the keys of fields whose rules have not all been run on their drafts.
    """

    version: int
    valid: bool
    fields: tuple[Verdict, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    unproved: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.valid

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def __getitem__(self, index: int) -> Verdict:
        return self.fields[index]


@dataclass(frozen=True, slots=True)
class RecordProblem:
    """Something wrong with a record; only the severity `error` makes it wrong.

    `path` is a JSON pointer to the value, or to where it should be; `key` its field, if it has one.
    """

    path: str
    severity: Severity
    code: str
    message: str
    key: str | None = None
    data: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Something of a record that was not checked: where the value is, as a JSON pointer, and why.

    `why` is `uncheckedValidator` of a validator that nobody has, or that has failed or not answered, whose
    name is `data["validator"]`. It is `uncheckedDependency` of a rule that depends on fields which a partial
    record leaves open, whose keys are `data["fields"]`. It is `uncheckedRule` of what a form asks in another
    format alone, at the place `data["source"]` of the form.
    """

    path: str
    why: str
    message: str
    key: str | None = None
    data: Mapping[str, Any] | None = None

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


@dataclass(frozen=True, slots=True)
class RecordVerdict:
    """What a form says of a record; true if every rule was checked, and none is broken.

    `valid` says that no rule that was checked has found an error. A record with something `unchecked` is not
    known to be right. `diagnostics` are the errors in the text of the form, by which no record is right.
    Of answers in another program's shape, `record` is what they make, and `answer` why they are refused as
    that program reads it.
    """

    valid: bool
    problems: tuple[RecordProblem, ...]
    unchecked: tuple[Unchecked, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    record: Mapping[str, Any] | None = None
    answer: Mapping[str, Any] | None = None

    def __bool__(self) -> bool:
        return self.valid and not self.unchecked and not self.diagnostics


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
class ReportEntry:
    """What a conversion says otherwise than its source: what is the matter, and where in the source.

    `effect` is what records feel of it: nothing, or the result takes more or less than the source.
    """

    code: str
    kind: Literal["assumed", "dropped", "unknown"]
    path: str
    message: str
    # A daemon that says nothing of it may have lost something.
    effect: Literal["none", "laxer", "stricter"] = "laxer"


@dataclass(frozen=True, slots=True)
class Report:
    """What became of each property of a source: how many were kept as they were, and the others."""

    exact: int
    entries: tuple[ReportEntry, ...]


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a conversion has made, and what it has lost; in HTML, YAML and tables it has made a text."""

    report: Report
    losses: tuple[Loss, ...]
    document: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    text: str | None = None


class Surprise(ValueError):
    """The daemon tells something that has not the type of what it should tell."""


@contextmanager
def answering(method: str) -> Iterator[None]:
    """Around the reading of an answer: a surprise in it is an `AnswerError`."""
    try:
        yield
    except ValueError as error:
        raise AnswerError(f"the answer to {method} can't be read: {error}") from error


def read_member(json: Any, name: str, kind: Any, *absent: Any) -> Any:
    """A member of a JSON object, of some type; `absent` is what it is if it isn't there."""
    if not isinstance(json, dict):
        raise Surprise(f"{json!r:.40} is no object")
    if json.get(name) is None and absent:
        return absent[0]
    if name not in json:
        raise Surprise(f"{name} is missing")
    try:
        return reader(kind)(json[name])
    except Surprise as surprise:
        raise Surprise(f"{name}: {surprise}") from None


@functools.cache
def reader(kind: Any) -> Callable[[Any], Any]:
    """Reads JSON as a type: a fact above, a plain one, or one made of these."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda json: json
    if kind in _PLAIN:
        return functools.partial(_read_plain, kind)
    if origin is Literal:
        return reader(str)
    if origin in (Union, types.UnionType):
        return functools.partial(_read_one, [*map(reader, parts)])
    if origin is tuple:
        return functools.partial(_read_list, reader(parts[0]))
    if origin is Mapping:
        return functools.partial(_read_mapping, reader(parts[1]))
    return _fact_reader(kind)


_PLAIN = (bool, float, int, str, type(None))


def _read_plain(kind: type, json: Any) -> Any:
    if kind is int and isinstance(json, float) and json.is_integer():
        return int(json)
    allowed = (int, float) if kind is float else kind
    if not isinstance(json, allowed) or (isinstance(json, bool) and kind is not bool):
        raise Surprise(f"{json!r:.40} is not of type {kind.__name__}")
    return json


def _read_one(readers: list[Callable[[Any], Any]], json: Any) -> Any:
    for read in readers[:-1]:
        try:
            return read(json)
        except Surprise:
            pass
    return readers[-1](json)


def _read_list(read: Callable[[Any], Any], json: Any) -> Any:
    if not isinstance(json, list):
        raise Surprise(f"{json!r:.40} is no list")
    return tuple(map(read, json))


def _read_mapping(read: Callable[[Any], Any], json: Any) -> Any:
    if not isinstance(json, dict):
        raise Surprise(f"{json!r:.40} is no object")
    return {name: read(value) for name, value in json.items()}


def _fact_reader(fact: type[Any]) -> Callable[[Any], Any]:
    hints = get_type_hints(fact)
    members = [
        (
            field.name,
            camel_case(field.name),
            reader(hints[field.name]),
            field.default,
            # Where a member has to be there, null is one of its values.
            field.default is dataclasses.MISSING and type(None) in get_args(hints[field.name]),
        )
        for field in dataclasses.fields(fact)
    ]

    def read(json: Any) -> Any:
        if not isinstance(json, dict):
            raise Surprise(f"{json!r:.40} is no object")
        told = {}
        for name, json_name, read_one, default, takes_none in members:
            if json.get(json_name) is not None or takes_none and json_name in json:
                told[name] = read_one(json[json_name])
            elif default is dataclasses.MISSING:
                raise Surprise(f"{json_name} is missing")
        return fact(**told)

    return read


def read_colors(json: Any) -> Mapping[str, Color]:
    """The colour of each part of a field."""
    colors: Mapping[str, Color] = reader(Mapping[str, Color])(json)
    for color in colors.values():
        if not _COLOR.fullmatch(color.value):
            raise Surprise(f"{color.value!r:.40} is no colour")
    return {camel_to_snake(part): color for part, color in colors.items()}


_COLOR = re.compile(r"#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})")


def read_layout(json: Any) -> Layout:
    """The measures and colours of a field."""
    heights = read_member(json, "heights", Mapping[str, float])
    colors = read_member(json, "colors", Mapping[str, Any])
    return Layout(
        key=read_member(json, "key", str),
        heights={camel_to_snake(name): height for name, height in heights.items()},
        horizontal_padding=read_member(json, "horizontalPadding", float),
        toolbar=read_member(json, "toolbar", tuple[str, ...]),
        colors={state: read_colors(each) for state, each in colors.items()},
    )


def read_conversion(json: Any) -> Conversion:
    """What a conversion has made, and what it has lost."""
    conversion: Conversion = reader(Conversion)(json)
    return conversion


def read_diagnostic(json: Any) -> Diagnostic:
    """A diagnostic, as LSP writes it."""
    severities: tuple[Severity, ...] = ("error", "warning", "information", "hint")
    start = read_member(read_member(json, "range", Any), "start", Any)
    severity = read_member(json, "severity", int)
    if not 1 <= severity <= len(severities):
        raise Surprise(f"{severity} is no severity")
    return Diagnostic(
        severity=severities[severity - 1],
        code=read_member(json, "code", str),
        message=read_member(json, "message", str),
        line=read_member(start, "line", int) + 1,
        column=read_member(start, "character", int) + 1,
    )


def read_diagnostics(answer: Any) -> tuple[Diagnostic, ...]:
    """The diagnostics of an answer that may have some."""
    return tuple(map(read_diagnostic, read_member(answer, "diagnostics", tuple[Any, ...], ())))


def read_record_verdict(json: Any, diagnostics: tuple[Diagnostic, ...]) -> RecordVerdict:
    """What is said of a record by a form in whose text something may be wrong."""
    return RecordVerdict(
        valid=read_member(json, "valid", bool),
        problems=read_member(json, "problems", tuple[RecordProblem, ...]),
        unchecked=read_member(json, "unchecked", tuple[Unchecked, ...], ()),
        diagnostics=diagnostics,
        record=read_member(json, "record", Mapping[str, Any] | None, None),
        answer=read_member(json, "answer", Mapping[str, Any] | None, None),
    )


def camel_case(name: str) -> str:
    """The protocol's spelling of a name."""
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)


def camel_to_snake(name: str) -> str:
    """Python's spelling of a name."""
    return re.sub(r"([A-Z])", lambda match: "_" + match[1].lower(), name)
