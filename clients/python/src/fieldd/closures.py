"""Validators and autofill sources: closures of the program that the daemon calls by name."""

from __future__ import annotations

import inspect
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
"""What is wrong, in words; False for a refusal without words; True or None if nothing is."""

Validator = Callable[[Check], Complaint | Awaitable[Complaint]]
Texts = Iterable[str | Match]
AutofillSource = Callable[[Query], Texts | Awaitable[Texts]]


async def run_validator(validator: Validator, check: Check) -> dict[str, Any]:
    """What a validator says, for the daemon."""
    complaint = validator(check)
    if inspect.isawaitable(complaint):
        complaint = await complaint
    return {"message": complaint} if isinstance(complaint, str) else {"ok": complaint is not False}


async def run_source(source: AutofillSource, query: Query) -> dict[str, Any]:
    """What an autofill source has, for the daemon."""
    texts = source(query)
    if inspect.isawaitable(texts):
        texts = await texts
    return {"strings": [_string(text) for text in texts]}


def _string(text: str | Match) -> Any:
    return text if isinstance(text, str) else {"text": text.text, "removable": text.removable}
