"""Documents and messages that hold much of one thing, a size at a time.

Each case makes what a client sends for a size: it opens a document in which one of the lists that
the format or the protocol has holds so much, and types where the mark `¦` stands.
`test_costs.py` counts what that costs; `python costs.py FIELDD` shows it in seconds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

URI = "file:///forms/large.fields.json"
MARK = "¦"
KEYSTROKES = 3

Message = dict[str, Any]
Story = list[Message]
CASES: dict[str, Case] = {}


@dataclass(frozen=True)
class Case:
    """What is sent, for a size, and the smallest size at which growth shows."""

    story: Callable[[int], Story]
    size: int


# Messages.


def notification(method: str, params: Any) -> Message:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def request(method: str, params: Any) -> Message:
    return notification(method, params) | {"id": method}


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
            messages.append(
                change([insertion(place, "x")], 1 + typed * KEYSTROKES + stroke)
            )
            text = text[:offset] + "x" + text[offset:]
            offset += 1
    return messages


def filling(document: str, key: str, *, keys: list[str] | None = None) -> Story:
    """Opens a form and types into a field of it."""
    params: Message = {"uri": URI, "text": document.replace(MARK, "")}
    if keys is not None:
        params["keys"] = keys
    act = {"uri": URI, "key": key, "text": "x", "range": {"start": 0, "end": 0}}
    return [request("field/open", params)] + [
        request("field/replaceText", act) for _ in range(KEYSTROKES)
    ]


# Texts.


def field(key: str = "a", **members: Any) -> str:
    """A field as JSON; a value with a `raw` text stands as it is."""
    members = {"kind": "entry", "label": "A"} | members
    inside = "".join(f', "{name}": {value(member)}' for name, member in members.items())
    return f'{{"key": "{key}"{inside}}}'


class Raw(str):
    """JSON, or what is none, as it is."""


def value(member: Any) -> str:
    return member if isinstance(member, Raw) else json.dumps(member, ensure_ascii=False)


def form(fields: str | list[str], head: str = "", tail: str = "") -> str:
    inside = fields if isinstance(fields, str) else ",\n".join(fields)
    return f'{{{head}"fields": [\n{inside}\n]{tail}}}'


def listed(items: Iterator[str] | list[str]) -> Raw:
    return Raw("[" + ", ".join(items) + "]")


def case(size: int = 500) -> Callable[[Callable[[int], Story]], Callable[[int], Story]]:
    def add(story: Callable[[int], Story]) -> Callable[[int], Story]:
        CASES[story.__name__] = Case(story, size)
        return story

    return add


def variants(size: int, **cases: Callable[[int], Story]) -> None:
    CASES.update({name: Case(story, size) for name, story in cases.items()})


TYPED = field("z", text=f"typed{MARK}")


# Fields, and what they share.


def among(count: int, make: Callable[[int], str]) -> list[str]:
    """So many fields, and in their middle one that is typed in."""
    fields = [make(index) for index in range(count)]
    return fields[: count // 2] + [TYPED] + fields[count // 2 :]


variants(
    400,
    fields=lambda n: typing(form(among(n, lambda i: field(f"f{i}")))),
    fields_by_acts=lambda n: filling(form(among(n, lambda i: field(f"f{i}"))), "z"),
    fields_with_one_key=lambda n: typing(
        form(among(n, lambda i: field(f"a{MARK}" if i == n // 2 else "a")))
    ),
    fields_with_one_key_by_acts=lambda n: filling(form(among(n, lambda i: field("a"))), "a"),
    fields_without_key=lambda n: typing(form(among(n, lambda i: '{"kind": "entry"}'))),
    fields_without_anything=lambda n: typing(form(among(n, lambda i: "{}"))),
    fields_that_are_none=lambda n: typing(form(among(n, lambda i: "1"))),
    fields_of_one_group=lambda n: typing(
        form(
            among(n, lambda i: field(f"f{i}", group="g")),
            head=f'"groups": [{{"key": "g", "label": "G{MARK}"}}], ',
        )
    ),
    fields_of_their_groups=lambda n: typing(
        form(
            among(n, lambda i: field(f"f{i}", group=f"g{i}")),
            head='"groups": '
            + listed(f'{{"key": "g{i}", "label": "G{MARK if i == 3 else ""}"}}' for i in range(n))
            + ", ",
        )
    ),
    fields_of_unknown_groups=lambda n: typing(
        form(
            among(n, lambda i: field(f"f{i}", group=f"h{i}")),
            head='"groups": '
            + listed(f'{{"key": "g{i}{MARK if i == 3 else ""}", "label": "G"}}' for i in range(n))
            + ", ",
        )
    ),
    groups_with_one_key=lambda n: typing(
        form(
            [TYPED],
            head='"groups": '
            + listed(f'{{"key": "g{MARK if i == 3 else ""}", "label": "G"}}' for i in range(n))
            + ", ",
        )
    ),
    fields_of_one_source=lambda n: typing(
        form(
            among(n, lambda i: field(f"f{i}", autofill={"source": "s"})),
            tail=f', "autofill": {{"s": ["a{MARK}", "b"]}}',
        )
    ),
    fields_of_unknown_sources=lambda n: typing(
        form(
            among(n, lambda i: field(f"f{i}", autofill={"source": f"t{i}"})),
            tail=', "autofill": {'
            + ", ".join(f'"s{i}{MARK if i == 3 else ""}": []' for i in range(n))
            + "}",
        )
    ),
    autofill_texts=lambda n: filling(
        form(
            [field("a", autofill={"source": "s"})],
            tail=', "autofill": {"s": ' + listed(f'"text {i}x"' for i in range(n)) + "}",
        ),
        "a",
    ),
    autofill_texts_edited=lambda n: typing(
        form(
            [field("a", autofill={"source": "s"})],
            tail=', "autofill": {"s": '
            + listed(f'"text {i}{MARK if i == 3 else ""}"' for i in range(n))
            + "}",
        )
    ),
    autofill_sources_with_one_name=lambda n: typing(
        form([TYPED], tail=', "autofill": {' + ", ".join(['"s": ["a"]'] * n) + "}")
    ),
)

# One field that others mention, and fields that mention one another.

WATCHER = {"when": {"key": "z", "is": "typedx"}}

variants(
    400,
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
            + [field("w", visible=Raw(condition("all", (f"g{i}" for i in range(n)))))]
        )
    ),
    chain=lambda n: typing(
        form(
            [
                field(
                    f"f{i}",
                    next=f"f{i + 1}",
                    previous=f"f{i - 1}",
                    text=f"a{MARK if i == n // 2 else ''}",
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
                    text=f"a{MARK if i == n // 2 else ''}",
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
                    text=f"a{MARK if i == n // 2 else ''}",
                    enabled={"when": {"key": f"f{i + 1}", "filled": True}},
                )
                for i in range(n)
            ]
        )
    ),
)

# Lists in one field.


def condition(kind: str, keys: Iterator[str]) -> str:
    parts = ", ".join(f'{{"key": "{key}", "is": "b"}}' for key in keys)
    return f'{{"when": {{"{kind}": [{parts}]}}}}'


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


variants(
    200,
    condition_of_one_key=lambda n: one(
        visible=Raw(condition("all", ("z" for _ in range(n))))
    ),
    condition_of_many_keys=lambda n: typing(
        form(
            [field("a", text=f"b{MARK}", required=Raw(condition("any", (f"f{i}" for i in range(n)))))]
            + [field(f"f{i}") for i in range(n)]
        )
    ),
    condition_of_unknown_keys=lambda n: typing(
        form(
            [field("a", text=f"b{MARK}", required=Raw(condition("any", (f"g{i}" for i in range(n)))))]
            + [field(f"f{i}") for i in range(n)]
        )
    ),
    condition_that_is_nested=lambda n: one(enabled=Raw(f'{{"when": {nested(n)}}}')),
    conditions_that_are_nested=lambda n: one(
        enabled=Raw('{"when": {"any": ' + listed(str(nested(40)) for _ in range(n // 4)) + "}}")
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
                    text=Raw('["q' + MARK + '", ' + ", ".join(f'"r{i}"' for i in range(n)) + "]"),
                ),
                field("a", visible={"when": {"key": "z", "in": [f"v{i}" for i in range(n)]}}),
            ]
        )
    ),
    rules_that_fail=lambda n: one(validation=rules(n, lambda i: {"minLength": 1000 + i})),
    rules_that_fail_alike=lambda n: one(validation=rules(n, lambda i: {"minLength": 1000})),
    rules_of_patterns=lambda n: one(validation=rules(n, lambda i: {"pattern": f"^c{i}$"})),
    rules_of_unknown_formats=lambda n: one(validation=rules(n, lambda i: f"emial{i}")),
    rules_of_unknown_validators=lambda n: one(
        validation=rules(n, lambda i: {"validator": f"free{i}"})
    ),
    rules_of_validators=lambda n: with_capabilities(
        {"validators": [f"v{i}" for i in range(n)]},
        one(validation=rules(n, lambda i: {"validator": f"v{i}"})),
    ),
    rules_that_check_nothing=lambda n: one(validation=rules(n, lambda i: {})),
    rules_in_lists_twice=lambda n: one(
        validation=Raw(
            "{" + ", ".join(['"live": ["email"]'] * n) + "}"
        )
    ),
    values_of_a_rule=lambda n: one(
        validation={"live": [{"oneOf": [f"v{i}" for i in range(n)]}], "interval": 0}
    ),
    values_of_a_rule_on_rows=lambda n: one(
        kind="picker",
        data=[f"r{i}" for i in range(n)],
        multiple=True,
        text=Raw('["q' + MARK + '", ' + ", ".join(f'"r{i}"' for i in range(n)) + "]"),
        validation={"live": [{"oneOf": [f"r{i}" for i in range(n)]}], "interval": 0},
    ),
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
    rows_that_are_chosen_by_acts=lambda n: [
        request("field/open", {"uri": URI, "text": form([chosen(n, "r")]).replace(MARK, "")}),
        request("field/select", {"uri": URI, "key": "a", "values": [f"r{i}" for i in range(n)]}),
        request("field/select", {"uri": URI, "key": "a", "index": 1}),
    ],
    rows_that_are_unknown=lambda n: typing(form([chosen(n, "s")])),
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
    properties_of_a_toolbar=lambda n: one(toolbar=Raw('{"hidden": false' + ', "don": {}' * n + "}")),
    properties_of_autofill=lambda n: one(autofill=Raw('{"source": "s"' + ', "sorce": 1' * n + "}")),
    properties_of_a_group=lambda n: typing(
        form([TYPED], head='"groups": [{"key": "g", "label": "G"' + f', "lable{MARK}": 1' + ', "lable": 1' * n + "}], ")
    ),
    properties_of_a_document=lambda n: typing(form([TYPED], head=f'"tilte{MARK}": 1, ' + '"tilte": 1, ' * n)),
    properties_behind_the_fields=lambda n: typing(form([TYPED], tail=', "tilte": 1' * n + f', "tilte{MARK}": 1')),
    colours=lambda n: one(colors={f"bordr{i}": "red" for i in range(n)}),
    colours_that_are_none=lambda n: one(colors=Raw('{"border": "red"' + ', "border": "red"' * n + "}")),
    presentation=lambda n: one(presentation=[{"key": "a", "kind": i} for i in range(n)]),
    words_that_are_unknown=lambda n: one(validation=Raw("{}" + ', "keyboard": "numbrPad"' * n)),
)


def chosen(count: int, drafted: str) -> str:
    return field(
        "a",
        kind="picker",
        data=[f"r{i}" for i in range(count)],
        multiple=True,
        text=Raw(f'["q{MARK}"' + "".join(f', "{drafted}{i}"' for i in range(count)) + "]"),
    )


def with_capabilities(fields: Message, story: Story) -> Story:
    return [{"capabilities": {"experimental": {"fields": fields}}}, *story]


# Long texts.

variants(
    4_000,
    title=lambda n: typing(form([TYPED], head=f'"title": "{"T" * n}{MARK}", ')),
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

PLACES: dict[str, Callable[[str], str]] = {
    "in_the_text": lambda run: f"{run}{MARK}",
    "in_the_head": lambda run: form([TYPED], head=run + MARK),
    "in_groups": lambda run: form([TYPED], head=f'"groups": [{run}{MARK}], '),
    "in_the_fields": lambda run: form(f"{TYPED},\n{run}{MARK}\n,{field('b')}"),
    "in_a_field": lambda run: form([TYPED, f'{{"key": "a", {run}{MARK}, "label": "A"}}', field("b")]),
    "as_a_value": lambda run: form([TYPED, f'{{"key": "a", "label": {run}{MARK}, "kind": "entry"}}', field("b")]),
    "in_rows": lambda run: form([TYPED, f'{{"key": "a", "kind": "picker", "data": ["r", {run}{MARK}]}}', field("b")]),
    "in_rules": lambda run: form([TYPED, f'{{"key": "a", "validation": {{"live": [{run}{MARK}]}}}}', field("b")]),
    "in_a_presentation": lambda run: form([TYPED, f'{{"key": "a", "presentation": {run}{MARK}}}', field("b")]),
    "in_a_draft": lambda run: form([TYPED, f'{{"key": "a", "secure": true, "text": "{run}{MARK}"}}', field("b")]),
    "in_autofill": lambda run: form([TYPED], tail=f', "autofill": {{"s": [{run}{MARK}]}}'),
    "behind_everything": lambda run: form([TYPED]) + run + MARK,
}

for place_name, place in PLACES.items():
    for run_name, run in RUNS.items():
        CASES[f"{run_name}_{place_name}"] = Case(
            lambda n, place=place, run=run: typing(place(run * n)), 1_000
        )

# Lists of the protocol.


def document_of(count: int) -> str:
    return form([field(f"f{i}", text="b" * 10) for i in range(count)])


variants(
    300,
    keys_that_are_one=lambda n: [
        request("field/open", {"uri": URI, "text": form([field("a", text="b" * n)]), "keys": ["a"] * n}),
        request("field/snapshot", {"uri": URI, "keys": ["a"] * n}),
        request("field/layout", {"uri": URI, "keys": ["a"] * n}),
        request("field/validate", {"uri": URI, "keys": ["a"] * n}),
        request("field/settled", {"uri": URI, "keys": ["a"] * n}),
    ],
    keys=lambda n: [
        request("field/open", {"uri": URI, "text": document_of(n), "keys": [f"f{i}" for i in range(n)]}),
        request("field/snapshot", {"uri": URI, "keys": [f"f{i}" for i in range(n)]}),
        request("field/layout", {"uri": URI, "keys": [f"f{i}" for i in range(n)]}),
        request("field/validate", {"uri": URI, "keys": [f"f{i}" for i in range(n)]}),
        request("field/submit", {"uri": URI}),
    ],
    changes=lambda n: [
        opening(form([field("a", text="b" * 100)])),
        change([insertion({"line": 1, "character": 45}, "x")] * n),
    ],
    changes_of_a_long_draft=lambda n: [
        opening(form([field("a", text="b" * 100 * n)])),
        change([insertion({"line": 1, "character": 45}, "x")] * n),
    ],
    changes_of_whole_texts=lambda n: [
        opening(form([field("a", text="b" * 100)])),
        change([{"text": form([field("a", text="b" * (i % 100))])} for i in range(n)]),
    ],
    changes_of_many_fields=lambda n: [
        opening(document_of(n)),
        change([insertion({"line": 1 + i, "character": 45}, "x") for i in range(n)]),
    ],
    new_fields_at_one_place=lambda n: [
        opening(form(["{}"] * n)),
        change([insertion({"line": 1, "character": 0}, "{},\n")] * (n // 4)),
    ],
    validators_of_a_client=lambda n: with_capabilities(
        {"validators": [f"v{i}" for i in range(n)], "delegate": ["begin"] * n,
         "autofillSources": [f"s{i}" for i in range(n)]},
        typing(form(among(n, lambda i: field(f"f{i}", validation={"live": [f"w{i}"]}, autofill={"source": f"t{i}"})))),
    ),
    folders_of_a_client=lambda n: [
        {"workspaceFolders": [{"uri": f"file:///nowhere/{i}", "name": "a"} for i in range(n)]},
        *typing(form([TYPED])),
    ],
    documents=lambda n: [
        message
        for i in range(n)
        for message in [opening(form([TYPED]).replace(MARK, ""), f"{URI}{i}.fields.json")]
    ],
    acts_in_a_queue=lambda n: [
        *filling(document_of(10), "f1"),
        *[request("field/beginEditing", {"uri": URI, "key": f"f{i % 10}"}) for i in range(n)],
    ],
    acts_behind_a_question=lambda n: with_capabilities(
        {"delegate": True},
        [
            *filling(document_of(10), "f1"),
            *[request("field/beginEditing", {"uri": URI, "key": f"f{i % 10}"}) for i in range(n)],
            *[notification("$/cancelRequest", {"id": "field/beginEditing"}) for i in range(n)],
        ],
    ),
    waiters=lambda n: with_capabilities(
        {"validators": ["v"]},
        [
            *filling(form([field("a", validation={"live": ["v"]}), field("z")]), "a"),
            *[request("field/settled", {"uri": URI}) for _ in range(n)],
            *[request("field/replaceText", {"uri": URI, "key": "z", "text": "y"})],
        ],
    ),
    validations_in_a_row=lambda n: [
        *filling(form([field("a", validation={"live": ["email"]}), field("z")]), "a"),
        *[request("field/validate", {"uri": URI}) for _ in range(n)],
    ],
    rows_in_a_request=lambda n: [
        request("field/open", {"uri": URI, "text": form([chosen(n, "r")]).replace(MARK, "")}),
        request("field/select", {"uri": URI, "key": "a", "values": ["r1"] * n}),
    ],
    nesting_of_a_message=lambda n: [
        request("field/open", {"uri": URI, "document": Raw("[" * (10 * n))})
    ],
    members_of_a_message=lambda n: [
        request("field/open", {"uri": URI} | {f"m{i}": i for i in range(n)} | {"document": {}})
    ],
    members_of_a_document=lambda n: [
        request("field/open", {"uri": URI, "document": {f"m{i}": i for i in range(n)}})
    ],
)


def wire(story: Story) -> Iterator[str]:
    """The lines that a client writes: a session with the story in it."""
    start: Message = {}
    if story and "method" not in story[0]:
        start, story = story[0], story[1:]
    yield line(request("initialize", {"capabilities": {}} | start))
    yield line(notification("initialized", {}))
    for message in story:
        yield line(message)


def line(message: Message) -> str:
    return encode(message) + "\n"


def encode(message: Any) -> str:
    if isinstance(message, Raw):
        return message
    if isinstance(message, dict):
        return "{" + ",".join(f"{json.dumps(k)}:{encode(v)}" for k, v in message.items()) + "}"
    return json.dumps(message)


def main() -> None:
    """Shows for each case the processor time of a session at doubling sizes."""
    import resource
    import subprocess

    binary, *arguments = sys.argv[1:]
    scale = int(arguments[0]) if arguments else 8
    names = [name for name in CASES if not arguments[1:] or any(a in name for a in arguments[1:])]
    for name in names:
        it = CASES[name]
        times = []
        for factor in (scale, 2 * scale, 4 * scale):
            text = "".join(wire(it.story(it.size * factor))).encode("utf-8", "surrogatepass")
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            try:
                subprocess.run([binary, "--store", ":memory:"], input=text, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20)
            except subprocess.TimeoutExpired:
                pass
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime - before.ru_utime)
        ratio = (times[2] - times[1]) / max(0.003, times[1] - times[0])
        flag = " <<<" if ratio > 2.6 and times[2] > 0.03 or times[2] > 0.8 else ""
        print(f"{name:45} {times[0]:7.3f} {times[1]:7.3f} {times[2]:7.3f}  {ratio:5.1f}{flag}", flush=True)


if __name__ == "__main__":
    main()
