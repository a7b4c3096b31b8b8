"""The JSON Schema of forms, as editors get it that have one for files."""

from __future__ import annotations

import copy
import json
import random
import re
import subprocess
from typing import Any

import pytest
from conftest import PROJECT, seeds
from daemon import Daemon
from jsonschema import Draft202012Validator

URI = "form:schema"
FORM: dict[str, Any] = {
    "$schema": "forms.json",
    "title": "Trip",
    "groups": [{"key": "you", "label": "You"}],
    "fields": [
        {
            "key": "email", "kind": "entry", "label": "E-mail", "required": True, "maxLength": 40, "group": "you",
            "validation": {"live": ["email", {"minLength": 2, "severity": "warning"}], "interval": 0.2},
            "autofill": {"source": "emails", "minimumLength": 1}, "next": "country", "presentation": [1, {"a": 2}],
        },
        {
            "key": "country", "kind": "picker", "label": "Country", "data": ["CA", 7, {"value": None, "label": "None"}],
            "visible": {"when": {"any": [{"key": "email", "filled": True}, {"key": "day", "is": "x"}]}},
            "manualEntry": "Other…", "toolbar": {"done": {"hidden": True}}, "colors": {"border": "#112233"},
        },
        {"key": "day", "kind": "date", "label": "Day", "mode": "time", "maximumDate": "12:00", "tag": -3},
    ],
    "autofill": {"emails": ["a@b.example"]},
}  # fmt: skip


@pytest.fixture(scope="module")
def schema(fieldd: str) -> dict[str, Any]:
    """What `fieldd schema` prints."""
    done = subprocess.run([fieldd, "schema"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_it_is_a_schema_that_describes_every_property(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)
    page = (PROJECT / "docs" / "reference" / "form.md").read_text()
    table = page.split("\n### A field\n")[1].split("\n### ")[0]
    assert list(schema["$defs"]["field"]["properties"]) == re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    for part in [schema, *schema["$defs"].values()]:
        assert all(it["description"] for it in part["properties"].values())


def test_forms_are_valid(schema: dict[str, Any]) -> None:
    judge = Draft202012Validator(schema)
    judge.validate(FORM)
    judge.validate(json.loads((PROJECT / "clients" / "terminal" / "signup.fields.json").read_text()))


@pytest.mark.parametrize("seed", seeds(7, 20))
def test_what_it_refuses_the_daemon_tells_of(fieldd: str, schema: dict[str, Any], seed: int) -> None:
    """And of names and types what the daemon tells, it refuses."""
    chance = random.Random(seed)
    judge = Draft202012Validator(schema)
    with Daemon(fieldd) as daemon:
        daemon.request("initialize", {"capabilities": {}})
        refused = 0
        for _ in range(25):
            document = mistaken(chance)
            daemon.request("field/open", {"uri": URI, "document": document})
            answer = daemon.request("field/validate", {"uri": URI})
            snapshot = daemon.request("field/open", {"uri": URI + "x", "document": document})
            for uri in (URI, URI + "x"):
                daemon.request("field/close", {"uri": uri})
            codes = {it["code"] for it in [*snapshot["diagnostics"], *answer.get("diagnostics", [])]}
            told = codes & {"wrongType", "unknownProperty", "unknownValue", "outOfRange", "missingProperty", "notADocument"}
            # A zone, colour or date that is none is told of, but it is a text.
            assert judge.is_valid(document) == (not told), (document, codes)
            refused += bool(told)
        assert refused > 5


def mistaken(chance: random.Random) -> Any:
    """The form with something else in some place."""
    document = copy.deepcopy(FORM)
    places: list[tuple[Any, Any]] = []

    def collect(value: Any) -> None:
        for name in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []:
            if name not in ("presentation", "$schema"):
                places.append((value, name))
                collect(value[name])

    collect(document)
    owner, name = chance.choice(places)
    if isinstance(owner, dict) and chance.random() < 0.3:
        owner[name + "s"] = owner.pop(name)
    else:
        owner[name] = chance.choice(["x", 3, -1, 2.5, True, None, [], {}, ["x"]])
    return document
