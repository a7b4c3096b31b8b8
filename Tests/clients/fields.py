"""Fields as a document has them, all of which must be filled, for forms that tests make."""

from __future__ import annotations

from typing import Any


def entry(key: str, **properties: Any) -> dict[str, Any]:
    """A text entry."""
    return {"key": key, "kind": "entry", "label": key.title(), "required": True} | properties


def picker(key: str, *data: Any, **properties: Any) -> dict[str, Any]:
    """A picker with these rows."""
    field = {"key": key, "kind": "picker", "label": key.title(), "required": True}
    return field | {"data": [*data]} | properties


def date(key: str, **properties: Any) -> dict[str, Any]:
    """A date."""
    return {"key": key, "kind": "date", "label": key.title(), "required": True} | properties
