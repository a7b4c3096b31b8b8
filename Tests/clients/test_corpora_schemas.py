"""Many schemas through the conversions: nothing is lost in silence, and nothing breaks.

`make test` runs a slice of it; `make corpora CORPORA=FOLDER` all of it, also over the schemas in a folder,
and prints how much is kept.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections import Counter
from typing import Any

from conftest import FIRST_SEED
import jsonschema
import pytest
from jsonschema.validators import validator_for

from corpora_schemas import Records, form_of, found, installed, is_excepted, model, mutated
from daemon import Daemon
from schemas import Schemas
from test_convert_schemas import ASKED, CONDITIONS, HANDED_ON, OPTIONS, QUESTIONS, asked, asks
from test_json_schema import KEPT, NOT_KEPT
from test_schema_words import WRITTEN, object_of

IS_CAMPAIGN = "FIELDD_CORPORA" in os.environ
MODELS = 300 if IS_CAMPAIGN else 50
MUTATIONS = 10_000 if IS_CAMPAIGN else 400
RECORDS = 60 if IS_CAMPAIGN else 25


@pytest.fixture
def schemas(fieldd: str):
    """What imports and exports."""
    with Daemon(fieldd) as daemon:
        yield Schemas(daemon)


def sources() -> list[tuple[str, str, Any]]:
    """The names, formats and texts of all sources, small ones of the tests among them."""
    all: list[tuple[str, str, Any]] = []
    for seed in range(FIRST_SEED, FIRST_SEED + MODELS):
        all.append((f"model {seed}", "json-schema", model(seed).model_json_schema()))
    for name, schema in [*KEPT.items(), *NOT_KEPT.items(), *CONDITIONS.items()]:
        all.append((name, "json-schema", schema))
    all += [(name, "json-schema", object_of(schema)) for name, (schema, _, _) in WRITTEN.items()]
    all += [(name, "rjsf", asked(schema, ui)) for name, (schema, ui, _) in OPTIONS.items()]
    all += [(name, "rjsf", asked(schema, ui)) for name, (schema, ui) in HANDED_ON.items()]
    all += [(name, "mcp", asks(schema)) for name, (schema, _) in ASKED.items()]
    all += [(name, "lsp-form", {"formFields": [it]}) for name, (it, _) in QUESTIONS.items()]
    for name, value in [*installed(), *found()]:
        all.append((name, form_of(value) or "", value))
    return all


def has_twins(value: Any) -> bool:
    return isinstance(value, list) and any(item in value[:index] for index, item in enumerate(value))


def convert(schemas: Schemas, source: Any, form: str) -> dict[str, Any] | None:
    """What an import makes of a source; nothing where it refuses to, in a sentence."""
    try:
        return schemas.convert(source, form)
    except AssertionError as refusal:
        assert "-32602" in str(refusal), refusal
        return None


def judge(schema: Any) -> Any:
    # What does not say its draft is of the newest, unless it has keywords that only older ones know.
    kind = jsonschema.Draft7Validator if "'dependencies'" in str(schema) else jsonschema.Draft202012Validator
    kind = validator_for(schema, kind)
    return kind(schema, format_checker=kind.FORMAT_CHECKER)


def test_corpora_become_forms(schemas: Schemas) -> None:
    """Each is answered, makes a form without mistakes, and comes back from its own export."""
    counts: dict[str, Counter[str]] = {}
    slowest = (0.0, "")
    for name, form, source in sources():
        count = counts.setdefault(form, Counter())
        count["sources"] += 1
        began = time.monotonic()
        made = convert(schemas, source, form)
        slowest = max(slowest, (time.monotonic() - began, name))
        if made is None:
            count["refused"] += 1
            continue
        document, report = made["document"], made["report"]
        count["exact"] += report["exact"]
        count["told"] += len(report["entries"])
        count["told of nothing lost"] += made["losses"] == []
        count.update(f"code {entry['code']}" for entry in report["entries"])
        problems = schemas.opened(document)
        assert problems == [], (name, problems[:2])
        again = schemas.export(document, form)
        back = schemas.convert(again["document"], form)["document"]
        if form in ("json-schema", "rjsf") or again["report"]["entries"] == []:
            assert back == document, name
    if IS_CAMPAIGN:
        for form, count in counts.items():
            share = count["exact"] / max(1, count["exact"] + count["told"])
            print(f"\n{form}: {share:.1%} kept as it was; {dict(count)}")
        print(f"slowest: {slowest[0]:.2f} s, {slowest[1]}")
    assert counts["json-schema"]["sources"] > 130


def test_where_nothing_is_lost_records_are_judged_alike(schemas: Schemas) -> None:
    held, taken = Counter[str](), 0
    for number, (name, form, source) in enumerate(sources()):
        made = convert(schemas, source, form) if form != "lsp-form" else None
        if made is None or not made["document"]["fields"]:
            continue
        # Labels that were made up and formats that are checked make no difference.
        if not {entry["code"] for entry in made["report"]["entries"]} <= {"madeUp", "enforced", "presentationOnly"}:
            continue
        schema = {"json-schema": source, "rjsf": source.get("schema"), "mcp": source.get("requestedSchema")}[form]
        validator = judge(schema)
        # Formats that nothing here knows but fieldd are none to be held to.
        if not set(re.findall(r"'format': '([^']*)'", str(schema))) <= validator.format_checker.checkers.keys():
            continue
        chance = Records(schema, FIRST_SEED + number)
        records = [record for record in (chance.record() for _ in range(RECORDS)) if not is_excepted(record)]
        if form == "mcp":
            # Whoever answers leaves out what is empty, and chooses each row once.
            records = [it for it in records if not any(value == "" or has_twins(value) for value in it.values())]
        for record, verdict in zip(records, schemas.takes_all(made["document"], records), strict=True):
            is_right = validator.is_valid(record)
            assert verdict == is_right, (name, record, [str(it.message) for it in validator.iter_errors(record)])
            taken += verdict
        held[form] += 1
    if IS_CAMPAIGN:
        print(f"\nheld to records: {dict(held)}, of which right: {taken}")
    assert held["json-schema"] > 40
    assert taken > 300


def test_what_models_take_is_what_their_forms_take(schemas: Schemas) -> None:
    """Pydantic itself, in its strict mode, against the form made of what it writes."""
    held = taken = 0
    for seed in range(FIRST_SEED, FIRST_SEED + MODELS):
        kind = model(seed)
        schema = kind.model_json_schema()
        made = schemas.convert(schema)
        # What Pydantic writes of several types says less than it asks itself.
        if made["losses"] or any("lenient" in it for it in made["document"]["fields"]):
            continue
        chance = Records(schema, seed)
        records = [record for record in (chance.record() for _ in range(RECORDS)) if not is_excepted(record)]
        for record, verdict in zip(records, schemas.takes_all(made["document"], records), strict=True):
            is_right = jsonschema.Draft202012Validator(schema).is_valid(record)
            if verdict and is_right:
                assert kind.model_validate(record)
                taken += 1
        held += 1
    assert held > 5
    assert taken > 50


def test_mutated_sources_are_answered(schemas: Schemas) -> None:
    """Nothing that is wrong in a source takes the daemon with it, and what is made of it is a form."""
    chance = random.Random(FIRST_SEED)
    small = [it for it in sources() if len(str(it[2])) < 20_000]
    made = 0
    for _ in range(MUTATIONS):
        name, form, source = chance.choice(small)
        source = mutated(source, chance)
        answer = convert(schemas, source, form) if isinstance(source, dict) else None
        if answer is None:
            continue
        made += 1
        assert isinstance(answer["document"]["fields"], list), name
        assert {entry["kind"] for entry in answer["report"]["entries"]} <= {"assumed", "dropped", "unknown"}
    assert made > MUTATIONS / 4
