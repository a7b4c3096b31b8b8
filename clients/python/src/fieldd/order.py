"""The order of what comes and moves: each is told with the one that it stands beside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

_Key = TypeVar("_Key", int, str)


def placed(order: Iterable[_Key], places: Mapping[_Key, _Key | None]) -> list[_Key]:
    """An order with some more in it, or elsewhere in it: each directly behind another.

    What is behind none is the first, what is behind something unknown the last. Of several behind
    the same the one that was told last is the nearest to it. The cost grows with how many there
    are, also where each is told to be behind the one that was told before.
    """
    behind: dict[_Key | None, list[_Key]] = {}
    for key, after in places.items():
        behind.setdefault(after, []).append(key)
    whole: list[_Key] = []

    def put_what_is_behind(anchor: _Key | None) -> None:
        waiting = behind.pop(anchor, [])
        while waiting:
            key = waiting.pop()
            whole.append(key)
            waiting += behind.pop(key, [])

    put_what_is_behind(None)
    for key in order:
        if key not in places:
            whole.append(key)
            put_what_is_behind(key)
    for lost in sorted(behind, key=lambda anchor: anchor in places):
        put_what_is_behind(lost)
    return whole
