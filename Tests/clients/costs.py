"""Documents and messages that hold much of one thing, a size at a time.

Each case makes what a client says for a size: it opens a document in which one of the lists that
the format or the protocol has holds so much, and types where the mark `¦` stands.
`test_costs.py` counts what that costs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field as attribute
from pathlib import Path
from typing import Any

URI = "file:///forms/large.fields.json"
MARK = "¦"
KEYSTROKES = 3
# The identity of a request whose answer the client waits for before it says more.
PAUSE = "pause"

Message = dict[str, Any]


@dataclass(frozen=True)
class Story:
    """What a client says between `initialized` and the end."""

    messages: list[Message]
    # What it says of itself in `initialize`.
    start: Message = attribute(default_factory=dict)
    # What the `fieldd.json` of its folder says.
    workspace: str | None = None

    @property
    def is_plain(self) -> bool:
        """A client that says nothing of itself may tell several stories."""
        return not self.start and self.workspace is None


@dataclass(frozen=True)
class Case:
    """A story for each size, and the smallest size at which growth shows."""

    story: Callable[[int], Story]
    size: int


# The cases by their names, in families of what is alike.
FAMILIES: dict[str, dict[str, Case]] = {}


def family(name: str, size: int, **stories: Callable[[int], Story]) -> None:
    cases = {case: Case(story, size) for case, story in stories.items()}
    FAMILIES.setdefault(name, {}).update(cases)


# Messages.


def notification(method: str, params: Any) -> Message:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def request(method: str, params: Any, identity: str | None = None) -> Message:
    """A request; one without an identity is numbered when it is sent."""
    return notification(method, params) | {"id": identity}


def opening(text: str, uri: str = URI) -> Message:
    document = {"uri": uri, "languageId": "fields", "version": 0, "text": text}
    return notification("textDocument/didOpen", {"textDocument": document})


def change(changes: list[Any], version: int = 1) -> Message:
    document = {"uri": URI, "version": version}
    return notification(
        "textDocument/didChange", {"textDocument": document, "contentChanges": changes}
    )


def position(text: str, offset: int) -> Message:
    line = text.count("\n", 0, offset)
    return {"line": line, "character": offset - (text.rfind("\n", 0, offset) + 1)}


def insertion(place: Message, text: str) -> Message:
    return {"range": {"start": place, "end": place}, "text": text}


def typing(marked: str) -> Story:
    """Opens a text and types `x` where each mark stands."""
    parts = marked.split(MARK)
    text = "".join(parts)
    messages = [opening(text)]
    offset = 0
    for typed, part in enumerate(parts[:-1]):
        offset += len(part)
        # What was typed at the marks before has moved this one.
        for stroke in range(KEYSTROKES):
            place = position(text, offset)
            version = 1 + typed * KEYSTROKES + stroke
            messages.append(change([insertion(place, "x")], version))
            text = text[:offset] + "x" + text[offset:]
            offset += 1
    return Story(messages)


def form_opening(document: str, keys: list[str] | None = None) -> Message:
    params: Message = {"uri": URI, "text": document.replace(MARK, "")}
    return request("field/open", params if keys is None else params | {"keys": keys})


def act(name: str, key: str, identity: str | None = None, **params: Any) -> Message:
    return request(f"field/{name}", {"uri": URI, "key": key} | params, identity)


def filling(document: str, key: str, *messages: Message) -> Story:
    """Opens a form, types into a field of it, and says something else; each keystroke is a turn of its own."""
    strokes = [act("replaceText", key, PAUSE, text="x", range={"start": 0, "end": 0})] * KEYSTROKES
    return Story([form_opening(document), *strokes, *messages])


def capable(story: Story, **fields: Any) -> Story:
    """The story of a client that can answer what the forms layer asks."""
    return Story(story.messages, {"capabilities": {"experimental": {"fields": fields}}})


def in_folder(workspace: Any, story: Story) -> Story:
    return Story(story.messages, workspace=value(workspace))


# One field that many others look at.

LOOKERS = 40


def looked_at(how: str, strokes: int) -> Story:
    """Types into a field that others look at by a property; each keystroke is a turn of its own."""
    looks = {how: {"when": {"key": "z", "is": "typedx"}}}
    lookers = [field(f"f{i}", text="a", **looks) for i in range(LOOKERS)]
    text = form([*lookers, field("z", text="typed")])
    end = position(text, text.index('typed"') + len("typed"))
    messages = [opening(text)]
    for stroke in range(strokes):
        messages += [
            change([insertion(end, "x")], 1 + stroke),
            request("textDocument/hover", {"textDocument": {"uri": URI}, "position": end}, PAUSE),
        ]
    return Story(messages)


# Questions about one place, in forms of all sizes.

QUESTIONS: dict[str, Any] = {
    "completion": {},
    "hover": {},
    "codeAction": {"context": {"diagnostics": []}},
    "definition": {},
    "references": {"context": {"includeDeclaration": True}},
    "documentHighlight": {},
    "linkedEditingRange": {},
    "prepareRename": {},
    "rename": {"newName": "other"},
    "selectionRange": {},
    "rangeFormatting": {"options": {"tabSize": 2, "insertSpaces": True}},
    "onTypeFormatting": {"ch": "}", "options": {"tabSize": 2, "insertSpaces": True}},
    "inlayHint": {},
}
QUESTION_REPEATS = 20


# No daemon knows it, so that answering costs nothing.
NO_QUESTION = "nothing"
# How long each question is made, so that all sessions are read alike.
QUESTION_BYTES = 400


def questions(size: int, methods: Sequence[str]) -> Story:
    """Opens a form of fields that lead to the next, and asks about a key in its middle.

    Another question comes first: what is worked out once for a text belongs to none of them.
    """
    fields = [field(f"f{i}", next=f"f{i + 1}", text="abc", maxLength=2) for i in range(size)]
    fields.append(field(f"f{size}"))
    text = form(fields)
    offset = text.index(f'"next": "f{size // 2}"') + len('"next": "f')
    place = position(text, offset)

    def question(method: str) -> Message:
        params = QUESTIONS.get(method, {}) | {"textDocument": {"uri": URI}, "position": place}
        params |= {"positions": [place], "range": {"start": place, "end": place}}
        room = QUESTION_BYTES - len(encoded(params)) - len(method)
        return request(f"textDocument/{method}", params | {"padding": " " * room})

    asked = [it for method in methods for it in [question(method)] * QUESTION_REPEATS]
    return Story([opening(text), question("hover"), *asked])


# Texts.


class Raw(str):
    """JSON, or what is none, as it is."""


def value(member: Any) -> str:
    return member if isinstance(member, Raw) else json.dumps(member, ensure_ascii=False)


def members(**properties: Any) -> str:
    """Properties with their values, without the braces around them."""
    return ", ".join(f'"{name}": {value(member)}' for name, member in properties.items())


def field(key: str = "a", **properties: Any) -> str:
    return f'{{{members(key=key, **({"kind": "entry", "label": "A"} | properties))}}}'


def form(fields: str | list[str], head: str = "", tail: str = "") -> str:
    """A form with more properties before and behind its fields."""
    inside = fields if isinstance(fields, str) else ",\n".join(fields)
    before = f"{head}, " if head else ""
    behind = f", {tail}" if tail else ""
    return f'{{{before}"fields": [\n{inside}\n]{behind}}}'


def listed(items: Iterable[str]) -> Raw:
    return Raw("[" + ", ".join(items) + "]")


def mapped(items: Iterable[str]) -> Raw:
    return Raw("{" + ", ".join(items) + "}")


def marked(text: str, is_marked: bool) -> str:
    """A text behind which somebody types, or not."""
    return text + MARK if is_marked else text


TYPED = field("z", text=f"typed{MARK}")


# Fields, and what they share.


def among(count: int, make: Callable[[int], str]) -> list[str]:
    """So many fields, and in their middle one that is typed in."""
    fields = [make(index) for index in range(count)]
    return fields[: count // 2] + [TYPED] + fields[count // 2 :]


def groups(count: int, key: Callable[[int], str], label: Callable[[int], str]) -> str:
    return members(groups=[{"key": key(i), "label": label(i)} for i in range(count)])


def sources(texts: Any) -> str:
    return members(autofill={"s": texts} if not isinstance(texts, Raw) else texts)


COMPLETED = field("a", autofill={"source": "s"})

family(
    "fields",
    120,
    fields=lambda n: typing(form(among(n, lambda i: field(f"f{i}")))),
    fields_by_acts=lambda n: filling(form(among(n, lambda i: field(f"f{i}"))), "z"),
    fields_with_one_key=lambda n: typing(
        form(among(n, lambda i: field(marked("a", i == n // 2))))
    ),
    fields_with_one_key_by_acts=lambda n: filling(form(among(n, lambda i: field("a"))), "a"),
    fields_without_key=lambda n: typing(form(among(n, lambda i: '{"kind": "entry"}'))),
    fields_without_anything=lambda n: typing(form(among(n, lambda i: "{}"))),
    fields_without_anything_by_acts=lambda n: filling(form(among(n, lambda i: "{}")), "z"),
    fields_that_are_none=lambda n: typing(form(among(n, lambda i: "1"))),
)
LINES = {"key": "l", "label": "L", "repeat": {}}
UNIQUE = LINES | {"repeat": {"unique": ["a"]}}


def entries(texts: list[str], *columns: str, group: Message = LINES, first: str = "") -> str:
    """A form with a list, whose entries are these."""
    fields = [first] if first else []
    return form(
        fields + [*columns],
        head=members(groups=[group]),
        tail=members(entries=mapped([f'"l": {listed(texts)}'])),
    )


def entry(draft: str) -> str:
    return f'{{"a": "{draft}", "b": "c"}}'


COLUMNS = (field("a", group="l"), field("b", group="l"))
SEEN = field("b", group="l", required={"when": {"key": "z", "filled": True}})
NUMBER = field("a", group="l", value="number")
SUM = field("z", value="number", calculate="sum({a}) + max({a}) + count({a})")

family(
    "lists",
    120,
    entries=lambda n: typing(
        entries([entry(marked(f"d{i}", i == n // 2)) for i in range(n)], *COLUMNS)
    ),
    entries_by_acts=lambda n: filling(
        entries([entry(f"d{i}") for i in range(n)], *COLUMNS), f"l/{n // 2}/a"
    ),
    entries_that_must_differ=lambda n: filling(
        entries([entry(f"d{i}") for i in range(n)], *COLUMNS, group=UNIQUE), f"l/{n // 2}/a"
    ),
    entries_that_are_the_same=lambda n: filling(
        entries([entry("d") for _ in range(n)], *COLUMNS, group=UNIQUE), f"l/{n // 2}/a"
    ),
    entries_that_look_at_a_field=lambda n: filling(
        entries([entry("d") for _ in range(n)], COLUMNS[0], SEEN, first=field("z")), "z"
    ),
    entries_that_are_summed=lambda n: filling(
        entries([entry(f"{i * 7919 % 1000}") for i in range(n)], NUMBER, COLUMNS[1], first=SUM), f"l/{n // 2}/a"
    ),
    entries_that_come=lambda n: Story(
        [form_opening(entries([], *COLUMNS))]
        + [request("field/addEntry", {"uri": URI, "list": "l"})] * n
    ),
    entries_that_go=lambda n: Story(
        [form_opening(entries([entry("d") for _ in range(n)], *COLUMNS))]
        + [request("field/removeEntry", {"uri": URI, "entry": i + 1}) for i in range(n // 2)]
    ),
    entries_of_no_list=lambda n: typing(
        entries(
            [entry(marked("d", i == n // 2)) for i in range(n)], *COLUMNS, group=LINES | {"key": "m"}
        )
    ),
    entries_that_are_none=lambda n: typing(
        entries([marked("1", i == n // 2) for i in range(n)], *COLUMNS)
    ),
    fields_of_a_list=lambda n: filling(
        entries(
            [f'{{"f{n // 2}": "d"}}'], *[field(f"f{i}", group="l") for i in range(n)]
        ),
        f"l/1/f{n // 2}",
    ),
    lists=lambda n: typing(
        form(
            [field(f"f{i}", group=f"g{i}") for i in range(n)],
            head=members(
                groups=[{"key": f"g{i}", "label": "G", "repeat": {}} for i in range(n)]
            ),
            tail=members(
                entries=mapped(
                    [f'"g{i}": [{{"f{i}": "{marked("d", i == n // 2)}"}}]' for i in range(n)]
                )
            ),
        )
    ),
)
family(
    "head",
    120,
    fields_of_one_group=lambda n: typing(
        form(
            among(n, lambda i: field(f"f{i}", group="g")),
            head=groups(1, lambda i: "g", lambda i: f"G{MARK}"),
        )
    ),
    fields_of_their_groups=lambda n: typing(
        form(
            among(n, lambda i: field(f"f{i}", group=f"g{i}")),
            head=groups(n, lambda i: f"g{i}", lambda i: marked("G", i == 3)),
        )
    ),
    fields_of_unknown_groups=lambda n: typing(
        form(
            among(n, lambda i: field(f"f{i}", group=f"h{i}")),
            head=groups(n, lambda i: marked(f"g{i}", i == 3), lambda i: "G"),
        )
    ),
    groups_of_a_field_that_is_typed=lambda n: typing(
        form([field("a", group=f"g{MARK}h")], head=groups(n, lambda i: f"g{i}", lambda i: "G"))
    ),
    groups_with_one_key=lambda n: typing(
        form([TYPED], head=groups(n, lambda i: marked("g", i == 3), lambda i: "G"))
    ),
    fields_of_one_source=lambda n: typing(
        form(
            among(n, lambda i: field(f"f{i}", autofill={"source": "s"})),
            tail=sources([f"a{MARK}", "b"]),
        )
    ),
    fields_of_unknown_sources=lambda n: typing(
        form(
            among(n, lambda i: field(f"f{i}", autofill={"source": f"t{i}"})),
            tail=members(autofill={marked(f"s{i}", i == 3): [] for i in range(n)}),
        )
    ),
    autofill_texts=lambda n: filling(
        form([COMPLETED], tail=sources([f"text {i}x" for i in range(n)])), "a"
    ),
    autofill_texts_edited=lambda n: typing(
        form([COMPLETED], tail=sources([marked(f"text {i}", i == 3) for i in range(n)]))
    ),
    autofill_texts_that_are_none=lambda n: typing(
        form([COMPLETED], tail=sources([1] * n + [f"a{MARK}"]))
    ),
    autofill_sources_with_one_name=lambda n: typing(
        form([TYPED], tail=members(autofill=mapped(['"s": ["a"]'] * n)))
    ),
)
family(
    "workspace",
    1000,
    workspace_texts=lambda n: in_folder(
        {"autofill": {"s": [f"text {i}x" for i in range(n)]}}, filling(form([COMPLETED]), "a")
    ),
    workspace_sources_with_one_name=lambda n: in_folder(
        Raw('{"autofill": {' + ", ".join(['"s": ["a"]'] * n) + "}}"), typing(form([COMPLETED]))
    ),
    workspace_texts_that_are_none=lambda n: in_folder(
        {"autofill": {"s": [1] * n}}, typing(form([COMPLETED]))
    ),
    workspace_names_that_are_unknown=lambda n: in_folder(
        {f"autofil{i}": 1 for i in range(n)}, typing(form([COMPLETED]))
    ),
)

# Of a folder count the first thousand sources.
family(
    "workspace",
    200,
    workspace_sources=lambda n: in_folder(
        {"autofill": {f"s{i}": ["text"] for i in range(n)}},
        typing(form(among(n, lambda i: field(f"f{i}", autofill={"source": f"s{i}"})))),
    ),
)

# One field that others mention, and fields that mention one another.

WATCHER = {"when": {"key": "z", "is": "typedx"}}

family(
    "mentions",
    40,
    watchers=lambda n: typing(form(among(n, lambda i: field(f"f{i}", visible=WATCHER)))),
    watchers_by_acts=lambda n: filling(
        form(among(n, lambda i: field(f"f{i}", visible=WATCHER))), "z"
    ),
    watchers_of_a_long_draft=lambda n: typing(
        form(
            [field(f"f{i}", visible=WATCHER) for i in range(n)]
            + [field("z", text="typed " * n + MARK)]
        )
    ),
    watchers_of_a_long_label=lambda n: typing(
        form(
            [
                field(f"f{i}", text="a", validation={"live": [{"equals": "z"}]})
                for i in range(n)
            ]
            + [field("z", label="typed " * n, text=f"b{MARK}")]
        )
    ),
    watchers_with_one_key=lambda n: typing(
        form(
            among(n, lambda i: field("w", visible=WATCHER))
            + [field(f"m{i}", next="w") for i in range(n)]
        )
    ),
    links_to_one_field=lambda n: typing(
        form(among(n, lambda i: field(f"f{i}", next="z", previous="z")))
    ),
    links_to_one_long_field=lambda n: typing(
        form(
            [field(f"f{i}", next="z") for i in range(n)]
            + [field("z", text="typed " * n + MARK)]
        )
    ),
    links_to_a_key_that_is_edited=lambda n: typing(
        form([field(f"z{MARK}")] + [field(f"f{i}", next="z") for i in range(n)])
    ),
    links_to_unknown_keys=lambda n: typing(
        form([field(f"z{MARK}")] + [field(f"f{i}", next=f"g{i}") for i in range(n)])
    ),
    unknown_links_in_a_small_form=lambda n: typing(
        form(
            [field(f"z{MARK}")]
            + [field(f"k{i}") for i in range(20)]
            + [field("w", visible=condition("all", [f"g{i}" for i in range(n)]))]
        )
    ),
    chain=lambda n: typing(
        form(
            [
                field(
                    f"f{i}",
                    next=f"f{i + 1}",
                    previous=f"f{i - 1}",
                    text=marked("a", i == n // 2),
                )
                for i in range(n)
            ]
        )
    ),
    chain_of_equals=lambda n: typing(
        form(
            [
                field(
                    f"f{i}",
                    text=marked("a", i == n // 2),
                    validation={"live": [{"equals": f"f{i + 1}"}]},
                )
                for i in range(n)
            ]
        )
    ),
    chain_of_conditions=lambda n: typing(
        form(
            [
                field(
                    f"f{i}",
                    text=marked("a", i == n // 2),
                    enabled={"when": {"key": f"f{i + 1}", "filled": True}},
                )
                for i in range(n)
            ]
        )
    ),
)

# Lists in one field.


def condition(kind: str, keys: list[str]) -> Message:
    return {"when": {kind: [{"key": key, "is": "b"} for key in keys]}}


def nested(depth: int) -> Raw:
    test = '{"key": "z", "is": "b"}'
    return Raw('{"all": [' * depth + test + "]}" * depth)


def one(**members: Any) -> Story:
    """A form of one field, typed in at the end of its draft."""
    members = {"text": f"b{MARK}"} | members
    return typing(form([field("a", **members), field("z")]))


def rules(count: int, rule: Callable[[int], Any]) -> dict[str, Any]:
    return {
        "live": [rule(i) for i in range(count)],
        "endEditing": [rule(i) for i in range(count)],
        "interval": 0,
    }


family(
    "conditions",
    160,
    condition_of_one_key=lambda n: one(visible=condition("all", ["z"] * n)),
    condition_of_many_keys=lambda n: typing(
        form(
            [field("a", text=f"b{MARK}", required=condition("any", [f"f{i}" for i in range(n)]))]
            + [field(f"f{i}") for i in range(n)]
        )
    ),
    condition_of_unknown_keys=lambda n: typing(
        form(
            [field("a", text=f"b{MARK}", required=condition("any", [f"g{i}" for i in range(n)]))]
            + [field(f"f{i}") for i in range(n)]
        )
    ),
    condition_that_is_nested=lambda n: one(enabled=Raw(f'{{"when": {nested(n)}}}')),
    conditions_that_are_nested=lambda n: one(
        enabled=Raw('{"when": {"any": ' + listed(str(nested(40)) for _ in range(n // 16)) + "}}")
    ),
    conditions_of_rules=lambda n: one(
        validation=rules(n, lambda i: {"minLength": i, "when": {"key": "z", "is": "b"}})
    ),
    values_of_a_condition=lambda n: one(
        visible={"when": {"key": "z", "in": [f"v{i}" for i in range(n)]}}
    ),
    values_of_a_condition_on_rows=lambda n: typing(
        form(
            [
                field(
                    "z",
                    kind="picker",
                    data=[f"r{i}" for i in range(n)],
                    multiple=True,
                    text=[f"q{MARK}", *(f"r{i}" for i in range(n))],
                ),
                field("a", visible={"when": {"key": "z", "in": [f"v{i}" for i in range(n)]}}),
            ]
        )
    ),
)
family(
    "rules",
    80,
    rules_that_fail=lambda n: one(validation=rules(n, lambda i: {"minLength": 1000 + i})),
    rules_that_fail_alike=lambda n: one(validation=rules(n, lambda i: {"minLength": 1000})),
    rules_of_patterns=lambda n: one(validation=rules(n, lambda i: {"pattern": f"^c{i}$"})),
    rules_of_unknown_formats=lambda n: one(validation=rules(n, lambda i: f"emial{i}")),
    rules_of_unknown_validators=lambda n: one(
        validation=rules(n, lambda i: {"validator": f"free{i}"})
    ),
    rules_of_validators=lambda n: capable(
        one(validation=rules(n, lambda i: {"validator": f"v{i}"})),
        validators=[f"v{i}" for i in range(n)],
    ),
    rules_that_check_nothing=lambda n: one(validation=rules(n, lambda i: {})),
    rules_in_lists_twice=lambda n: one(
        validation=mapped(['"live": ["email"]'] * n)
    ),
    values_of_a_rule=lambda n: one(
        validation={"live": [{"oneOf": [f"v{i}" for i in range(n)]}], "interval": 0}
    ),
    values_of_a_rule_on_rows=lambda n: one(
        kind="picker",
        data=[f"r{i}" for i in range(n)],
        multiple=True,
        text=[f"q{MARK}", *(f"r{i}" for i in range(n))],
        validation={"live": [{"oneOf": [f"r{i}" for i in range(n)]}], "interval": 0},
    ),
)
family(
    "rows",
    120,
    rows=lambda n: one(kind="picker", data=[f"r{i}" for i in range(n)], manualEntry=True),
    rows_by_acts=lambda n: filling(
        form(
            [
                field(
                    "a", kind="picker", data=[f"r{i}" for i in range(n)], manualEntry=True, text="b"
                )
            ]
        ),
        "a",
    ),
    rows_that_are_objects=lambda n: one(
        kind="picker", data=[{"value": f"r{i}", "label": f"R{i}"} for i in range(n)]
    ),
    rows_that_are_one=lambda n: one(kind="picker", data=["r"] * n),
    rows_that_are_none=lambda n: one(kind="picker", data=[1] * n),
    rows_without_value=lambda n: one(kind="picker", data=[{}] * n),
    rows_that_are_chosen=lambda n: typing(form([chosen(n, "r")])),
    rows_that_are_chosen_by_acts=lambda n: Story(
        [
            form_opening(form([chosen(n, "r")])),
            act("select", "a", values=[f"r{i}" for i in range(n)]),
            act("select", "a", index=1),
        ]
    ),
    rows_in_a_request=lambda n: Story(
        [form_opening(form([chosen(n, "r")])), act("select", "a", values=["r1"] * n)]
    ),
    rows_that_are_unknown=lambda n: typing(form([chosen(n, "s")])),
)
family(
    "properties",
    400,
    properties_that_are_unknown=lambda n: one(**{f"lable{i}": 1 for i in range(n)}),
    properties_of_another_kind=lambda n: one(
        validation=Raw("{}" + ', "data": []' * n)
    ),
    properties_that_are_twice=lambda n: one(validation=Raw("{}" + ', "label": "A"' * n)),
    properties_without_value=lambda n: one(validation=Raw("{}" + ', "label":' * n + ' "A"')),
    properties_of_wrong_type=lambda n: one(validation=Raw("{}" + ', "label": 1' * n)),
    properties_of_a_row=lambda n: one(
        kind="picker", data=Raw('[{"value": "b"' + ', "lable": 1' * n + "}]")
    ),
    properties_of_a_rule=lambda n: one(
        validation=Raw('{"live": [{"format": "email"' + ', "messag": 1' * n + "}]}")
    ),
    properties_of_a_condition=lambda n: one(
        visible=Raw('{"when": {"key": "z", "is": 1' + ', "isnot": 1' * n + "}}")
    ),
    properties_of_a_toolbar=lambda n: one(
        toolbar=Raw('{"hidden": false' + ', "don": {}' * n + "}")
    ),
    properties_of_autofill=lambda n: one(
        autofill=Raw('{"source": "s"' + ', "sorce": 1' * n + "}")
    ),
    properties_of_a_group=lambda n: typing(
        form(
            [TYPED],
            head=f'"groups": [{{"key": "g", "label": "G", "lable{MARK}": 1'
            + ', "lable": 1' * n
            + "}]",
        )
    ),
    properties_of_a_document=lambda n: typing(
        form([TYPED], head=f'"tilte{MARK}": 1' + ', "tilte": 1' * n)
    ),
    properties_behind_the_fields=lambda n: typing(
        form([TYPED], tail='"tilte": 1, ' * n + f'"tilte{MARK}": 1')
    ),
    colours=lambda n: one(colors={f"bordr{i}": "red" for i in range(n)}),
    colours_that_are_none=lambda n: one(
        colors=Raw('{"border": "red"' + ', "border": "red"' * n + "}")
    ),
    presentation=lambda n: one(presentation=[{"key": "a", "kind": i} for i in range(n)]),
    words_that_are_unknown=lambda n: one(validation=Raw("{}" + ', "keyboard": "numbrPad"' * n)),
)


def chosen(count: int, drafted: str) -> str:
    return field(
        "a",
        kind="picker",
        data=[f"r{i}" for i in range(count)],
        multiple=True,
        text=[f"q{MARK}", *(f"{drafted}{i}" for i in range(count))],
    )


# Long texts.

family(
    "texts",
    1600,
    title=lambda n: typing(form([TYPED], head=members(title="T" * n + MARK))),
    label=lambda n: one(label="L" * n, required=True, text=""),
    label_edited=lambda n: typing(form([field("a", label="L" * n + MARK)])),
    key=lambda n: typing(form([field("k" * n + MARK), field("b", next="k" * n)])),
    helper=lambda n: one(helper="L" * n),
    draft=lambda n: one(text="typed " * n + MARK),
    draft_by_acts=lambda n: filling(form([field("a", kind="area", text="typed " * n)]), "a"),
    draft_with_counter=lambda n: one(text="typed " * n + MARK, maxLength=10),
    draft_of_clusters=lambda n: one(text="e\u0301" * n + MARK, maxLength=10),
    draft_of_words=lambda n: one(text="typed " * n + MARK, maxLength=10, lengthUnit="words"),
    draft_of_escapes=lambda n: one(text=Raw('"' + "\\n" * n + MARK + '"')),
    draft_of_broken_escapes=lambda n: one(text=Raw('"' + "\\q" * n + MARK + '"')),
    draft_of_control_characters=lambda n: one(text=Raw('"' + "\x01" * n + MARK + '"')),
    draft_with_lookup=lambda n: one(text="typed " * n + MARK, autofill={"source": "s"}),
    draft_with_rules=lambda n: one(
        text="typed " * n + MARK,
        validation={"live": ["email", "url", "number", "iban", "hostname"], "interval": 0},
    ),
    draft_of_a_number=lambda n: one(text="9" * n + MARK, value="number"),
    draft_of_an_exponent=lambda n: one(text="9" * (n // 10) + MARK, value="integer"),
    draft_of_steps=lambda n: one(
        text="9" * (n // 10) + MARK,
        validation={"live": [{"step": 7}, {"minimum": 3}], "interval": 0},
    ),
    draft_with_near_choices=lambda n: one(
        kind="picker", data=["b" * 64, "c"], text="b" * n + MARK
    ),
    draft_of_a_date=lambda n: one(kind="date", text="", date="2026-01-0" + "1" * n + MARK),
    unknown_name=lambda n: one(**{"l" * n: 1}),
    pattern_source=lambda n: one(
        validation={"live": [{"pattern": "a?" * (n // 2)}], "interval": 0}
    ),
    white_space=lambda n: typing(form([TYPED, " " * n + field("b") + "\n" * n + MARK])),
    lines=lambda n: typing(form(TYPED + "," + "\n" * n)),
)

# Broken text: runs of one thing in every place.

RUNS = {
    "braces": "{",
    "brackets": "[",
    "quotes": '"',
    "comments": "/*",
    "comment_ends": "*/",
    "line_comments": "//",
    "slashes": "/",
    "closing_braces": "}",
    "closing_brackets": "]",
    "commas": ",",
    "colons": ":",
    "backslashes": "\\",
    "single_quotes": "'",
    "words": "a ",
    "numbers": "1 ",
    "lists_of_objects": "[{",
    "objects_of_objects": '{"a":',
    "objects_of_lists": '{"a":[',
    "names": '"a":',
    "texts": '"a"',
    "pairs": "{}",
    "lists": "[]",
    "fields_left_open": '{"key":"a","kind":',
    "names_left_open": '{"key',
    "escapes": '"\\"',
    "closing_pairs": "]}",
    "marks": "\ufeff",
    "quotes_on_lines": '"\n',
    "comments_on_lines": "/*\n",
    "braces_on_lines": "{\n",
    "names_on_lines": '"a":\n',
    "words_on_lines": "a\n",
    "single_quotes_on_lines": "'\n",
    "fields_on_lines": '{"key":"a","kind":"entry"\n',
    "objects_behind_names": '"a":\n{',
}


def broken(inside: str) -> str:
    """A form with a field that holds something between two that are whole."""
    return form([TYPED, f'{{"key": "a", {inside}}}', field("b")])


PLACES: dict[str, Callable[[str], str]] = {
    "in_the_text": lambda run: run,
    "in_the_head": lambda run: form([TYPED], head=run),
    "in_groups": lambda run: form([TYPED], head=f'"groups": [{run}]'),
    "in_the_fields": lambda run: form(f"{TYPED},\n{run}\n,{field('b')}"),
    "in_a_field": lambda run: broken(f'{run}, "label": "A"'),
    "as_a_value": lambda run: broken(f'"label": {run}, "kind": "entry"'),
    "in_rows": lambda run: broken(f'"kind": "picker", "data": ["r", {run}]'),
    "in_rules": lambda run: broken(f'"validation": {{"live": [{run}]}}'),
    "in_a_presentation": lambda run: broken(f'"presentation": {run}'),
    "in_a_draft": lambda run: broken(f'"secure": true, "text": "{run}"'),
    "in_autofill": lambda run: form([TYPED], tail=f'"autofill": {{"s": [{run}]}}'),
    "behind_everything": lambda run: form([TYPED]) + run,
}


def story_of(run: str, place: Callable[[str], str]) -> Callable[[int], Story]:
    return lambda n: typing(place(run * n + MARK))


for place_name, place in PLACES.items():
    stories = {f"{name}_{place_name}": story_of(run, place) for name, run in RUNS.items()}
    family(place_name, 600, **stories)

# Lists of the protocol.


def document_of(count: int) -> str:
    return form([field(f"f{i}", text="b" * 10) for i in range(count)])


def asking(keys: list[str], *methods: str) -> list[Message]:
    return [request(f"field/{method}", {"uri": URI, "keys": keys}) for method in methods]


def cancelling(identities: list[str]) -> list[Message]:
    """Takes requests back once they have been taken, and not while they wait to be read."""
    cancels = [notification("$/cancelRequest", {"id": identity}) for identity in identities]
    return [request("field/layout", {"uri": URI, "keys": []}, PAUSE), *cancels]


AWAITED = field("a", validation={"live": ["v"], "interval": 0})
# A place in the draft of each field of `document_of`.
IN_THE_DRAFT = 45

family(
    "protocol",
    50,
    keys_that_are_one=lambda n: Story(
        [
            form_opening(form([field("a", text="b" * n)]), ["a"] * n),
            *asking(["a"] * n, "snapshot", "layout", "validate", "settled"),
        ]
    ),
    keys=lambda n: Story(
        [
            form_opening(document_of(n), [f"f{i}" for i in range(n)]),
            *asking([f"f{i}" for i in range(n)], "snapshot", "layout", "validate", "settled"),
            request("field/submit", {"uri": URI}),
        ]
    ),
    changes=lambda n: Story(
        [
            opening(form([field("a", text="b" * 100)])),
            change([insertion({"line": 1, "character": IN_THE_DRAFT}, "x")] * n),
        ]
    ),
    changes_of_a_long_draft=lambda n: Story(
        [
            opening(form([field("a", text="b" * 100 * n)])),
            change([insertion({"line": 1, "character": IN_THE_DRAFT}, "x")] * n),
        ]
    ),
    changes_of_whole_texts=lambda n: Story(
        [
            opening(form([field("a", text="b" * 100)])),
            change([{"text": form([field("a", text="b" * (i % 100))])} for i in range(n)]),
        ]
    ),
    changes_of_many_fields=lambda n: Story(
        [
            opening(document_of(n)),
            change(
                [
                    insertion({"line": 1 + i, "character": IN_THE_DRAFT}, "x")
                    for i in range(n)
                ]
            ),
        ]
    ),
    new_fields_at_one_place=lambda n: Story(
        [
            opening(form(["{}"] * n)),
            change([insertion({"line": 1, "character": 0}, "{},\n")] * (n // 4)),
        ]
    ),
    documents=lambda n: Story(
        [opening(form(["{}"]), f"file:///forms/{i}.fields.json") for i in range(n)]
    ),
    acts_in_a_queue=lambda n: filling(
        document_of(10), "f1", *(act("beginEditing", f"f{i % 10}") for i in range(n))
    ),
    validations_in_a_row=lambda n: filling(
        form([field("a", validation={"live": ["email"]}), field("z")]),
        "a",
        *(request("field/validate", {"uri": URI}) for _ in range(n)),
    ),
    fixes_for_keys=lambda n: Story(
        [
            opening(form([field("a")] + [field(f"a{i}") for i in range(2, n)] + [field("a")] * n)),
            request(
                "textDocument/codeAction",
                {
                    "textDocument": {"uri": URI},
                    "range": {
                        "start": {"line": 0, "character": 0},
                        "end": {"line": 3 * n, "character": 0},
                    },
                    "context": {"diagnostics": []},
                },
            ),
        ]
    ),
    nesting_of_a_message=lambda n: Story(
        [request("field/open", {"uri": URI, "document": Raw("[" * (10 * n))})]
    ),
    members_of_a_message=lambda n: Story(
        [request("field/open", {"uri": URI, "document": {}} | {f"m{i}": i for i in range(n)})]
    ),
    members_of_a_document=lambda n: Story(
        [request("field/open", {"uri": URI, "document": {f"m{i}": i for i in range(n)}})]
    ),
)
# Of a client that says what it can do, and does not do it.
family(
    "clients",
    200,
    names_of_a_client=lambda n: capable(
        typing(
            form(
                among(
                    n,
                    lambda i: field(
                        f"f{i}", validation={"live": [f"w{i}"]}, autofill={"source": f"t{i}"}
                    ),
                )
            )
        ),
        validators=[f"v{i}" for i in range(n)],
        autofillSources=[f"s{i}" for i in range(n)],
        delegate=["begin"] * n,
    ),
    folders_of_a_client=lambda n: Story(
        typing(form([TYPED])).messages,
        {"workspaceFolders": [{"uri": f"file:///nowhere/{i}", "name": "a"} for i in range(n)]},
    ),
)
family(
    "requests",
    400,
    acts_behind_a_question=lambda n: capable(
        filling(
            document_of(10),
            "f1",
            *(act("beginEditing", f"f{i % 10}", f"act{i}") for i in range(n)),
            *cancelling([f"act{i}" for i in range(n)]),
        ),
        delegate=True,
    ),
    waiters=lambda n: capable(
        filling(
            form([AWAITED, field("z")]),
            "a",
            *(request("field/settled", {"uri": URI}, f"wait{i}") for i in range(n)),
            *(act("replaceText", "z", text=f"{i}") for i in range(n // 4)),
            *cancelling([f"wait{i}" for i in range(n)]),
        ),
        validators=["v"],
    ),
    autofill_of_a_silent_source=lambda n: capable(
        filling(
            form([COMPLETED]),
            "a",
            *(act("autofill", "a", f"ask{i}") for i in range(n)),
            *cancelling([f"ask{i}" for i in range(n)]),
        ),
        autofillSources=["s"],
    ),
    cancels_beside_documents=lambda n: capable(
        Story(
            [opening(form(["{}"]), f"file:///forms/{i}.fields.json") for i in range(4)]
            + filling(
                form([AWAITED]),
                "a",
                *(request("field/settled", {"uri": URI}, f"wait{i}") for i in range(n)),
                *cancelling([f"wait{i}" for i in reversed(range(n))]),
            ).messages
        ),
        validators=["v"],
    ),
)

# Conversions.


def importing(format: str, document: Any) -> Story:
    """The import of a form: a text, or a value."""
    name = "text" if isinstance(document, str) and not isinstance(document, Raw) else "document"
    return Story([request("field/import", {"format": format, name: document})])


def schema_of(properties: dict[str, Any], **more: Any) -> Any:
    return {"type": "object", "properties": properties, **more}


def issue(body: str) -> str:
    return f"name: N\ndescription: D\nbody:\n{body}"


# A text property with something that no form has, which is told.
STRANGE = {"type": "string", "strange": 1}

family(
    "imports",
    150,
    schema_with_losses=lambda n: importing("json-schema", schema_of({f"p{i}": STRANGE for i in range(n)})),
    schema_of_one_name=lambda n: importing(
        "json-schema", schema_of({f"p{i}": schema_of({"x": {"type": "string"}}) for i in range(n)})
    ),
    schema_with_conditions=lambda n: importing(
        "json-schema",
        schema_of(
            {f"p{i}": {"enum": ["x", "y"]} for i in range(n)},
            allOf=[
                {"if": schema_of({f"p{i}": {"const": "x"}}, required=[f"p{i}"]), "then": {"required": [f"p{i - 1}"]}}
                for i in range(1, n)
            ],
        ),
    ),
    schema_with_words=lambda n: importing(
        "json-schema",
        schema_of(
            {f"p{i}": {"type": "string", "minLength": 2} for i in range(n)},
            errorMessage={"properties": {f"p{i}": "No" for i in range(n)}},
        ),
    ),
    alternatives=lambda n: importing(
        "json-schema",
        {
            "type": "object",
            "oneOf": [
                schema_of({"k": {"const": f"v{i}"}, f"p{i}": {"type": "string"}}, required=["k"]) for i in range(n)
            ],
        },
    ),
    order=lambda n: importing(
        "rjsf",
        {
            "schema": schema_of({f"p{i}": {"type": "string"} for i in range(n)}),
            "uiSchema": {"ui:order": [f"p{i}" for i in reversed(range(n))]},
        },
    ),
    survey=lambda n: importing(
        "surveyjs",
        {"elements": [{"type": "text", "name": "q", "strange": 1, "visibleIf": f"{{q{i}}} = 1"} for i in range(n)]},
    ),
    rows_of_other_questions=lambda n: importing(
        "surveyjs",
        {
            "elements": [
                {"type": "dropdown", "name": f"q{i}", "choices": [1]}
                | ({"choicesFromQuestion": f"q{i - 1}"} if i % 2 else {})
                for i in range(n)
            ]
        },
    ),
    # With one key, with two of each key, and on conditions that are lost.
    components=lambda n: importing(
        "formio",
        {
            "components": [
                {"type": kind, "key": key, "label": "K", "strange": 1, "customConditional": condition}
                for i in range(n)
                for kind, key, condition in [
                    ("textfield", "k", ""), ("textfield", f"t{i // 2}", ""), ("note", f"n{i}", "show = ours()")
                ]
            ]
        },
    ),
    controls_without_names=lambda n: importing(
        "html", "<form>" + "<fieldset><legend>G</legend><label>L<input strange></label></fieldset>\n" * n
    ),
    elements_of_one_label=lambda n: importing(
        "github", issue("  - type: input\n    strange: 1\n    attributes:\n      label: L\n" * n)
    ),
    headings=lambda n: importing(
        "github",
        issue(
            "".join(
                f"  - type: markdown\n    attributes:\n      value: '## H'\n"
                f"  - type: input\n    id: i{i}\n    attributes:\n      label: L\n"
                for i in range(n)
            )
        ),
    ),
    asked_by_an_agent=lambda n: importing("mcp", schema_of({f"p{i}": STRANGE for i in range(n)})),
    asked_by_a_server=lambda n: importing(
        "lsp-form", [{"id": "q", "description": "D", "type": {"kind": "string"}, "strange": 1} for _ in range(n)]
    ),
    rows_of_a_sheet=lambda n: importing(
        "xlsform", {"survey": [{"type": "text", "name": f"q{i}", "label": "L", "strange": "x"} for i in range(n)]}
    ),
    columns_of_a_sheet=lambda n: importing(
        "xlsform", {"survey": [{"type": "text", "name": "q", "label": "L"} | {f"c{i}": "x" for i in range(n)}]}
    ),
)


def exporting(format: str) -> Callable[[int], Story]:
    """The export of a form whose fields stand in objects, and depend on one another."""

    def story(n: int) -> Story:
        homes = [{"key": f"g{i}", "label": "G", "path": f"/o{i}"} for i in range(n // 10 + 1)]
        when = [{"key": f"f{max(0, i - i % 2 - 1)}", "is": "a"} for i in range(n)]
        document = {
            "groups": homes,
            "fields": [
                {
                    "key": f"f{i}",
                    "kind": "picker",
                    "label": "L",
                    "data": ["a", "b"],
                    "group": f"g{i // 10}",
                    "required": {"when": when[i]},
                }
                for i in range(n)
            ],
        }
        opened = request("field/open", {"uri": URI, "document": document, "keys": []})
        return Story([opened, request("field/export", {"uri": URI, "format": format})])

    return story


def conditions_on_rows(format: str) -> Callable[[int], Story]:
    """The export of a form in which every field depends on another row of one picker."""

    def story(n: int) -> Story:
        picker = {"key": "p", "kind": "picker", "label": "P", "data": [f"r{i}" for i in range(n)]}
        tests = [{"is": "r{}"}, {"isNot": "r{}"}, {"in": ["r{}", "r0"]}, {"filled": True}]
        fields = []
        for i in range(n):
            test = {name: json.loads(json.dumps(value).replace("{}", str(i))) for name, value in tests[i % 4].items()}
            fields.append(
                {"key": f"f{i}", "kind": "entry", "label": "L", "required": {"when": {"key": "p"} | test}}
            )
        opened = request("field/open", {"uri": URI, "document": {"fields": [picker, *fields]}, "keys": []})
        return Story([opened, request("field/export", {"uri": URI, "format": format})])

    return story


FORMATS = "json-schema rjsf surveyjs formio html github mcp lsp-form xlsform".split()

family(
    "exports",
    150,
    **{
        f"to_{format.replace('-', '_')}": exporting(format)
        for format in FORMATS
    },
    **{f"conditions_on_rows_to_{format.replace('-', '_')}": conditions_on_rows(format) for format in FORMATS},
)

# Records in an editor.

RECORDS = URI.replace(".fields.", ".values.")


def asking_records(method: str, *params: Message) -> list[Message]:
    document = {"textDocument": {"uri": RECORDS}}
    return [request(f"textDocument/{method}", document | each) for each in params]


def records(fields: list[str], text: str, *messages: Message) -> Story:
    """Opens a form and its records, and says something about them."""
    return Story([opening(form(fields)), opening(text, RECORDS), *messages])


def lines_of_records(count: int, method: str) -> Story:
    """Asks once about a place in each of the records, one a line, or about each by itself."""
    places = [{"line": i, "character": 9} for i in range(count)]
    ranges = [{"start": place, "end": place} for place in places]
    if method == "selectionRange":
        questions = [{"positions": places}]
    elif method == "inlayHint":
        questions = [{"range": each} for each in ranges]
    else:
        questions = [{"position": place} for place in places]
    return records([field("a")], '{"a": "b"}\n' * count, *asking_records(method, *questions))


def record_of_members(count: int) -> str:
    return "{" + ", ".join(f'"f{i}": "b"' for i in range(count)) + "}"


RENAMING = {"position": {"line": 0, "character": 3}, "newName": "other"}

family(
    "records",
    400,
    selections_in_lines=lambda n: lines_of_records(n, "selectionRange"),
    hints_in_lines=lambda n: lines_of_records(n, "inlayHint"),
    hovers_in_lines=lambda n: lines_of_records(n, "hover"),
    selections_in_a_list=lambda n: records(
        [field("a")],
        "[\n" + ",\n".join(['{"a": "b"}'] * n) + "\n]",
        *asking_records("selectionRange", {"positions": [{"line": i + 1, "character": 9} for i in range(n)]}),
    ),
    ranges_of_a_list=lambda n: records(
        [field("a")],
        "[\n" + ",\n".join(['{"a":"b"}'] * n) + "\n]",
        *asking_records(
            "rangesFormatting",
            {
                "ranges": [
                    {"start": {"line": i + 1, "character": 0}, "end": {"line": i + 1, "character": 1}}
                    for i in range(n)
                ],
                "options": {"tabSize": 2, "insertSpaces": True},
            },
        ),
    ),
    form_of_as_many_fields=lambda n: records([field(f"f{i}") for i in range(n)], record_of_members(n)),
    member_with_another_name=lambda n: records(
        [field(f"f{i}") for i in range(n)], record_of_members(n), *asking_records("rename", RENAMING)
    ),
    member_with_another_name_among_strangers=lambda n: records(
        [field("f0")], record_of_members(n).replace("}", ', "x": 1}'), *asking_records("rename", RENAMING)
    ),
    member_with_another_name_in_all_lines=lambda n: records(
        [field("a")], '{"a": "b"}\n' * n, *asking_records("rename", RENAMING)
    ),
)

# Records that are judged.


def judging(fields: list[str], *judged: str, head: str = "") -> Story:
    """Holds records to a form that comes along."""
    params = members(form=Raw(form(fields, head).replace("\n", " ")), records=listed(judged))
    return Story([request("field/check", Raw(f"{{{params}}}"))])


def chained(count: int) -> list[str]:
    """Fields of which each is shown while the one before it has something."""
    shown = [{} if i == 0 else {"visible": {"when": {"key": f"f{i - 1}", "filled": True}}} for i in range(count)]
    return [field(f"f{i}", **shown[i]) for i in range(count)]


def stranger(count: int) -> str:
    return "{" + ", ".join(f'"x{i}": {i}' for i in range(count)) + "}"


PLACES = '"groups": [{"key": "l", "label": "L", "repeat": {"unique": ["a"]}}]'

family(
    "checks",
    400,
    judge_of_as_many_fields=lambda n: judging([field(f"f{i}", maxLength=9) for i in range(n)], "{}"),
    judge_of_as_many_conditions=lambda n: judging(chained(n), "{}"),
    members_in_order=lambda n: judging([field(f"f{i}") for i in range(n)], record_of_members(n)),
    members_in_another_order=lambda n: judging(
        [field(f"f{n - 1 - i}") for i in range(n)], record_of_members(n)
    ),
    members_that_look_at_others=lambda n: judging(chained(n), record_of_members(n)),
    members_of_which_one_is_hidden=lambda n: judging(chained(n), record_of_members(n).replace('"f1": "b", ', "")),
    members_that_no_field_has=lambda n: judging([field("a")], stranger(n)),
    records_of_a_batch=lambda n: judging([field("a")], *['{"a": "b"}'] * n),
    records_that_are_wrong=lambda n: judging([field("a", maxLength=1)], *[f'{{"a": "b{i}"}}' for i in range(n)]),
    entries_that_differ=lambda n: judging(
        [field("a", group="l")],
        '{"l": [' + ", ".join(f'{{"a": "b{i}"}}' for i in range(n)) + "]}",
        head=PLACES,
    ),
    entries_that_are_summed_in_records=lambda n: judging(
        [SUM, NUMBER],
        '{"l": [' + ", ".join(f'{{"a": {i}}}' for i in range(n)) + "]}",
        head=PLACES,
    ),
    entries_that_look_outside=lambda n: judging(
        [field("z"), field("a", group="l", visible={"when": {"key": "z", "filled": True}})],
        '{"l": [' + ", ".join(f'{{"a": "b{i}"}}' for i in range(n)) + '], "z": "x"}',
        head=PLACES,
    ),
)

# The session.


def wire(stories: list[Story], folder: Path) -> bytes:
    """The lines that a client writes who tells some stories, each in a document of its own.

    A story that is not plain stands alone; what a workspace says is put into the folder.
    """
    start: Message = {"capabilities": {}} | stories[0].start
    if stories[0].workspace is not None:
        folder.mkdir(exist_ok=True)
        (folder / "fieldd.json").write_text(stories[0].workspace)
        start |= {"workspaceFolders": [{"uri": folder.as_uri(), "name": "forms"}]}
    lines = [line(request("initialize", start), 0), line(notification("initialized", {}), 1)]
    for number, story in enumerate(stories):
        for message in story.messages:
            lines.append(line(message, len(lines)).replace("/large.", f"/large{number}."))
    return "".join(lines).encode("utf-8", "surrogatepass")


def line(message: Message, number: int) -> str:
    if message.get("id", "") is None:
        message = message | {"id": number}
    return encoded(message) + "\n"


def encoded(message: Any) -> str:
    if isinstance(message, Raw):
        return message
    if isinstance(message, dict):
        return "{" + ",".join(f"{json.dumps(k)}:{encoded(v)}" for k, v in message.items()) + "}"
    return json.dumps(message)
