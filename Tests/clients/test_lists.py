"""Lists of entries: what a form checks of them, takes from schemas and gives to them."""

from __future__ import annotations

from typing import Any

import pydantic
import pytest

from daemon import Daemon
from schemas import Schemas, validator
from test_structure import Structure

ORDER: dict[str, Any] = {
    "groups": [
        {
            "key": "lines",
            "label": "Lines",
            "repeat": {"minEntries": 1, "maxEntries": 3, "unique": ["product"], "addLabel": "Add a line"},
        }
    ],
    "fields": [
        {"key": "mail", "kind": "entry", "label": "E-mail"},
        {"key": "product", "kind": "entry", "label": "Product", "group": "lines", "required": True},
        {"key": "count", "kind": "entry", "label": "Count", "group": "lines", "value": "integer"},
    ],
}


@pytest.fixture(name="schemas")
def _schemas(fieldd: str):
    with Daemon(fieldd) as daemon:
        yield Schemas(daemon)


class Lists(Structure):
    """Schemas with lists of objects, and records, at random."""

    def nested(self, depth: int, isRequired: bool, isInList: bool = False) -> dict[str, Any]:
        schema = super().nested(depth, isRequired)
        if isInList:
            # Within an entry objects have no group that could say more of them.
            for name, inner in list(schema["properties"].items()):
                if "properties" in inner or "items" in inner:
                    schema["properties"][name] = {"type": "string"}
            return schema
        for name in list(schema["properties"]):
            if self.maybe(0.3):
                schema["properties"][name] = self.list(isNeeded=name in schema.get("required", []))
        return schema

    def list(self, isNeeded: bool) -> dict[str, Any]:
        entry = self.nested(0, isRequired=True, isInList=True)
        for word in ("title", "description"):
            entry.pop(word, None)
        schema: dict[str, Any] = {"type": "array", "items": entry}
        if isNeeded and self.maybe():
            schema["minItems"] = self.random.choice([1, 2])
        if self.maybe():
            schema["maxItems"] = self.random.choice([2, 3])
        if self.maybe(0.3):
            schema["title"] = "These"
        return schema

    def value(self, schema: dict[str, Any]) -> Any:
        if "items" in schema and not self.maybe(0.05):
            return [self.record(schema["items"]) for _ in range(self.random.choice([0, 1, 2, 2, 3]))]
        return super().value(schema)


@pytest.mark.parametrize("seed", range(8))
def test_lists_of_schemas_become_lists(schemas: Schemas, seed: int) -> None:
    """A form takes the records that its schema takes, and so does the schema made of the form."""
    sample = Lists(1000 + seed)
    taken = lists = 0
    for _ in range(40):
        schema = sample.whole()
        document, losses = schemas.read(schema)
        assert losses == [], (schema, losses)
        lists += sum("repeat" in group for group in document.get("groups", []))
        again, losses = schemas.write(document)
        assert losses == [], (document, again, losses)
        assert schemas.read(again) == (document, []), again
        judges = validator(schema), validator(again)
        for _ in range(12):
            record = sample.record(schema)
            verdicts = [judge.is_valid(record) for judge in judges]
            assert [schemas.takes(document, record)] * 2 == verdicts, (schema, document, record)
            taken += verdicts[0]
    assert lists > 20
    assert taken > 100


@pytest.mark.parametrize(
    "items",
    [
        {"properties": {"b": {"properties": {"c": {"type": "string"}}, "type": "object", "additionalProperties": False}}},
        {"properties": {"b": {"type": "object"}}, "minProperties": 1},
    ],
)
def test_what_fields_do_not_say_of_entries_the_schema_of_the_list_does(schemas: Schemas, items: dict[str, Any]) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "object"} | items}}}
    document, losses = schemas.read(schema)
    assert losses == [] and document["groups"][0]["schema"] == schema["properties"]["a"]
    records = [{"a": [it]} for it in ({"b": {}}, {"b": {"c": "x"}}, {"b": {"d": 1}}, {}, {"e": 1})]
    assert schemas.takes_all(document, records) == [validator(schema).is_valid(it) for it in records]


def test_a_list_in_an_entry_is_held_to_its_schema(schemas: Schemas) -> None:
    inner = {"type": "array", "items": {"type": "object", "properties": {"c": {"type": "string"}}}}
    entry = {"type": "object", "properties": {"b": inner}}
    document, losses = schemas.read({"type": "object", "properties": {"a": {"type": "array", "items": entry}}})
    assert losses == []
    records = [{"a": [{"b": it}]} for it in ([], [{"c": "x"}], [{"c": 1}], [1], {})]
    assert schemas.takes_all(document, records) == [True, True, False, False, False]


@pytest.mark.parametrize("keyword", [{"uniqueItems": True}, {"contains": {}}])
def test_a_keyword_of_a_list_that_a_form_does_not_have_is_in_its_schema(
    schemas: Schemas, keyword: dict[str, Any]
) -> None:
    entry = {"type": "object", "properties": {"b": {"type": "string"}}}
    schema = {"type": "object", "properties": {"a": {"type": "array", "items": entry} | keyword}}
    document, losses = schemas.read(schema)
    assert losses == []
    records = [{"a": it} for it in ([], [{"b": "x"}], [{"b": "x"}, {"b": "x"}], [{"b": "x"}, {}])]
    assert schemas.takes_all(document, records) == [validator(schema).is_valid(it) for it in records]


def test_what_a_schema_does_not_say_of_a_list_is_a_loss(schemas: Schemas) -> None:
    schema, losses = schemas.write(ORDER)
    assert [loss["path"] for loss in losses] == ["/groups/0/repeat/unique"]
    assert schemas.read(schema)[0] == ORDER
    assert schema["required"] == ["lines"]
    schema, _ = schemas.write(ORDER | {"entries": {"lines": [{"product": "Tea"}]}})
    assert schema["properties"]["lines"]["maxItems"] == 3
    assert schema["properties"]["lines"]["items"]["required"] == ["product"]


def test_what_a_list_begins_with_is_told_as_nothing_that_records_feel(schemas: Schemas) -> None:
    begun = ORDER | {"entries": {"lines": [{"product": "Tea"}]}}
    assert ("/entries/lines", "none") in {
        (entry["path"], entry["effect"]) for entry in schemas.export(begun)["report"]["entries"]
    }


class Line(pydantic.BaseModel):
    """An entry."""

    product: str
    count: int = 1


class Order(pydantic.BaseModel):
    """A record with a list."""

    mail: str
    lines: list[Line] = pydantic.Field(min_length=1)


def test_a_model_with_a_list_of_models_becomes_a_form(schemas: Schemas) -> None:
    document, losses = schemas.read(Order.model_json_schema())
    assert losses == []
    assert document["groups"] == [
        {"key": "lines", "label": "Lines", "description": "An entry.", "repeat": {"minEntries": 1}}
    ]
    order = Order(mail="a@b.example", lines=[Line(product="Tea"), Line(product="Milk", count=2)])
    assert schemas.takes(document, order.model_dump())
    assert not schemas.takes(document, {"mail": "a@b.example", "lines": []})
    assert not schemas.takes(document, {"mail": "a@b.example", "lines": [{"count": 1}]})


def test_a_form_with_a_list_is_filled_with_its_record_and_commits_it(schemas: Schemas) -> None:
    """From any text: with entries, without, with the list but none in it, before or behind the fields."""
    values = {"mail": "a@b.example", "lines": [{"product": "Tea", "count": 2}, {"product": "Milk", "count": None}]}
    fields = {"fields": ORDER["fields"]}
    groups = {"groups": ORDER["groups"]}
    for document in (
        ORDER,
        ORDER | {"entries": {}},
        ORDER | {"entries": {"lines": []}},
        ORDER | {"entries": {"lines": [{"product": "Rum"}]}},
        {"entries": {"lines": [{"product": "Rum"}, {}]}} | groups | fields,
        fields | groups,
    ):
        opened = schemas.daemon.request("field/open", {"uri": "f:1", "document": document, "values": values})
        assert opened["diagnostics"] == [], document
        assert len(opened["lists"][0]["entries"]) == 2
        result = schemas.daemon.request("field/submit", {"uri": "f:1"})
        text = schemas.daemon.request("field/close", {"uri": "f:1"})["text"]
        assert result.get("values") == values, (document, result, text)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"lines": {"product": "x"}}, "`params.values.lines` must be an array"),
        ({"lines": ["x"]}, "`params.values.lines.0` must be an object"),
    ],
)
def test_values_that_are_no_entries_are_refused(schemas: Schemas, values: Any, message: str) -> None:
    answer = schemas.daemon.answer_to(
        schemas.daemon.ask("field/open", {"uri": "f:1", "document": ORDER, "values": values})
    )
    assert answer["error"]["message"] == message
