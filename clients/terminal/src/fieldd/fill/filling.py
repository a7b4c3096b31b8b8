"""What the faces of a form do and say alike, whether it is drawn or asked for.

The daemon decides; here is what is to be done around its answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fieldd import Committed, Diagnostic, Field, Form, Outcome, Refused, Verdict
from fieldd.facts import LengthUnit

from .outline import name_of_key
from .words import Words

# The kinds of field whose drafts are typed, and those of them with several lines: that of any value has JSON.
TYPED = frozenset({"entry", "area", "any"})
LINES = frozenset({"area", "any"})


async def submit(form: Form) -> Committed | Refused:
    """Submits a form; texts that were committed are remembered, for the next time."""
    result = await form.submit()
    if isinstance(result, Committed):
        for field in form:
            if field.autofill_settings and field.chosen and not field.is_secure:
                await field.learn_autofill()
    else:
        # What the submission has changed is told behind its answer.
        await form.settled([])
    return result


def errors_of(form: Form, refused: Refused) -> Sequence[Verdict]:
    """What of a refused submission is about a field or list that the form still has."""
    lists = {each.key for each in form.lists}
    return [it for it in refused.errors if it.key in form or it.key in lists]


def words_of_refusal(form: Form, refused: Refused, words: Words) -> Sequence[str]:
    """All that stands in the way of a submission, in words."""
    told = [
        words("wrong_form", place=f"{it.line}:{it.column}", message=it.message)
        for it in refused.diagnostics
    ]
    errors = errors_of(form, refused)
    told += [f"{name_of_key(form, it.key)}: {error_of(it)}" for it in errors]
    # What is wrong with an object, or with all of the record, is said of its group or of the form.
    labels = {group.key: group.label for group in form.groups}
    for verdict in refused.errors:
        if verdict not in errors and verdict.problems:
            label = labels.get(verdict.key) or form.title
            told.append(f"{label}: {error_of(verdict)}" if label else error_of(verdict))
    return told or [words("refused")]


def words_of(outcome: Outcome, words: Words) -> str:
    """What there is to say of an act; one that was accepted may have a remark."""
    if outcome.dropped and words.language == "en":
        count, unit = outcome.dropped.count, _UNITS.get(outcome.dropped.unit, "character")
        return f"Too long: no room for {count} {unit}{'' if count == 1 else 's'}"
    if outcome.dropped:
        return words("cut", count=outcome.dropped.count)
    return outcome.message or ("" if outcome else words("refused"))


def error_of(verdict: Verdict) -> str:
    """What stands in the way, in words."""
    errors = [problem.message for problem in verdict.problems if problem.severity == "error"]
    return errors[0] if errors else "Not accepted"


def errors_in(diagnostics: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """The findings about the text of a form that stand in the way of everything."""
    return [problem for problem in diagnostics if problem.severity == "error"]


def printable(text: str) -> str:
    """A text whose control characters are pictures: none of them does anything to a terminal.

    Line breaks and tabs stay what they are.
    """
    return text.translate(_PICTURES)


def drafts_of(form: Form) -> Sequence[tuple[str, Sequence[str], str]]:
    """All that is filled in, secrets too, to be compared with what it was."""
    return [(field.key, tuple(field.chosen), field.date) for field in form]


def record_of(form: Form) -> dict[str, Any]:
    """What is filled in so far, as a record that the form can be opened with.

    Where a field has nothing committed its draft stands for it, as text. Secrets are left out.
    """
    record: dict[str, Any] = {}
    for field in form:
        if field.is_secure or field.entry is not None:
            continue
        value = _value(field)
        if value is not None:
            _set(record, field.path or _pointer(field.own_key), value[0])
    for each in form.lists:
        entries = []
        for entry in each.entries:
            values: Any = {}
            for field in entry:
                own = _path_in_entry(field)
                value = None if field.is_secure else _value(field)
                if not own:
                    # The entry is this value.
                    values = None if value is None else value[0]
                elif value is not None:
                    _set(values, own, value[0])
            entries.append(values)
        path = next((it.path for entry in each.entries for it in entry if it.path), None)
        if entries:
            place = path.partition("/*")[0] if path else _pointer(each.key)
            _set(record, place, entries)
    return record


def _path_in_entry(field: Field) -> str:
    _, star, path = (field.path or "").partition("/*")
    return path if star else _pointer(field.own_key)


def _value(field: Field) -> tuple[Any] | None:
    """What a record has for a field; nothing where that is left out."""
    rows = {row.draft: row.value for row in field.rows}
    if field.is_committed:
        value = field.value
    elif field.kind == "date":
        value = field.date
    elif field.multiple:
        value = [rows.get(draft, draft) for draft in field.chosen]
    else:
        value = rows.get(field.text, field.text)
    return (value,) if value not in (None, "", []) or field.is_committed else None


def _set(values: dict[str, Any], path: str, value: Any) -> None:
    *names, last = [re.sub("~1", "/", it).replace("~0", "~") for it in path.split("/")[1:]]
    for name in names:
        values = values.setdefault(name, {})
    values[last] = value


def _pointer(key: str) -> str:
    return "/" + key.replace("~", "~0").replace("/", "~1")


_UNITS: dict[LengthUnit, str] = {
    "grapheme": "character",
    "scalar": "code point",
    "utf16": "UTF-16 unit",
    "utf8": "byte",
    "words": "word",
}
_PICTURES = {code: 0x2400 + code for code in range(32) if code not in (9, 10)}
_PICTURES |= {127: 0x2421, **{code: 0xFFFD for code in range(128, 160)}}
