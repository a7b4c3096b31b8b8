"""Validators and autofill sources: closures of the program that the daemon calls by name."""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .facts import Match
from .field import Field


@dataclass(frozen=True, slots=True)
class Check:
    """A draft to be checked.

    `value` is the draft, and `values` has the drafts of other fields, never those of secure ones.
    """

    field: Field
    value: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Query:
    """A draft for which an autofill source may have texts."""

    field: Field
    text: str


Complaint = str | bool | None
"""What is wrong, in words; False for a refusal without words; True or None if nothing is.

A validator may raise a `ValueError` or an `AssertionError` instead, whose words are what is wrong, as
Pydantic's validators do. Any other exception, and any other answer, is a failure of the validator: the
daemon tells that the value could not be checked, and commits nothing.
"""

Validator = Callable[[Check], Complaint | Awaitable[Complaint]]
Texts = Iterable[str | Match]
AutofillSource = Callable[[Query], Texts | Awaitable[Texts]]


async def run_validator(validator: Validator, check: Check) -> dict[str, Any]:
    """What a validator says, for the daemon; raises what the validator fails with."""
    try:
        complaint = validator(check)
        if inspect.isawaitable(complaint):
            complaint = await complaint
    except (UnicodeError, json.JSONDecodeError):
        # What was asked of others could not be read: no word about the value.
        raise
    except (ValueError, AssertionError) as error:
        complaint = _words(error) or False
    if complaint is None or isinstance(complaint, bool):
        return {"ok": complaint is not False}
    if not isinstance(complaint, str):
        kind = type(complaint).__name__
        raise TypeError(f"a validator answers with a text, True, False or None, not with a {kind}")
    return {"message": complaint} if complaint else {"ok": False}


def _words(error: Exception) -> str:
    """What an exception says to people; of Pydantic's, which has several parts, each of them."""
    parts = getattr(error, "errors", None)
    if not callable(parts):
        return str(error)
    messages = [str(part["msg"]) for part in parts()]
    heads = ("Value error, ", "Assertion failed, ")
    return "; ".join(it.removeprefix(heads[0]).removeprefix(heads[1]) for it in messages)


async def run_source(source: AutofillSource, query: Query) -> dict[str, Any]:
    """What an autofill source has, for the daemon."""
    texts = source(query)
    if inspect.isawaitable(texts):
        texts = await texts
    return {"strings": [_string(text) for text in texts]}


def _string(text: str | Match) -> Any:
    return text if isinstance(text, str) else {"text": text.text, "removable": text.removable}
