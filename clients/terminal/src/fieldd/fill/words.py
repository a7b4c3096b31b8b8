"""The face's own words, in the language in which the daemon speaks.

What is said of fields the daemon says; here is what a face says of itself: its buttons, what may be
typed, that the input has ended. Each language has a file in the folder `languages`.
"""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib import resources

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
"""What stands around a text that may be of another direction, as the daemon writes it."""

_RIGHT_TO_LEFT = ("ar", "he")
_ENGLISH = "en"


class Words:
    """What a face says, in one language; a language that has no words of ours is English.

    `words("remove", name="Lines 2")` is a text. Values that may run the other way stand isolated in
    it.
    """

    def __init__(self, language: str | None = None) -> None:
        self.language = language if language in languages() else _ENGLISH
        # Whether the person has said what they speak.
        self.is_stated = language is not None
        self._table = _table(self.language)

    def __call__(self, name: str, /, **values: object) -> str:
        text = self._table[name]
        for key, value in values.items():
            text = text.replace(f"{{{key}}}", self.isolated(str(value)))
        return text

    @property
    def is_right_to_left(self) -> bool:
        """Whether the language is written from right to left."""
        return self.language in _RIGHT_TO_LEFT

    def isolated(self, text: str) -> str:
        """A text that does not turn what stands around it: within other words it is isolated.

        Where everything runs from left to right nothing is put around it, for terminals that know
        nothing of directions would show that.
        """
        if not text or text.startswith(FIRST_STRONG_ISOLATE):
            return text
        if self.is_right_to_left or any(map(_runs_left, text)):
            return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"
        return text


def locale_of(environment: Mapping[str, str] = os.environ) -> str | None:
    """The tag of the language in which the person at this machine reads, by POSIX's variables.

    `LC_ALL`, else `LC_MESSAGES`, else `LANG`: `pt_BR.UTF-8` is `pt-BR`. None for `C` and `POSIX`,
    and where nothing is set.
    """
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, names), "")
    tag = name.partition(".")[0].partition("@")[0].replace("_", "-")
    return None if tag in ("", "C", "POSIX") else tag


@cache
def languages() -> tuple[str, ...]:
    """The languages that have words."""
    folder = resources.files(__package__) / "languages"
    names = (file.name for file in folder.iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


@cache
def _table(language: str) -> Mapping[str, str]:
    file = resources.files(__package__) / "languages" / f"{language}.json"
    table: Mapping[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return table


def _runs_left(character: str) -> bool:
    return unicodedata.bidirectional(character) in ("R", "AL", "AN")
