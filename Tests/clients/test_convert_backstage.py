"""Software templates of Backstage: pages of values, judged as Backstage judges them, and written as YAML that others read."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import seed_ranges
from converter import APPEARANCE, Converter, mutated
from features import Maker
from jsonschema import Draft7Validator

Json = Any
TEMPLATE = """# A template
apiVersion: scaffolder.backstage.io/v1beta3
kind: Template
metadata:
  name: service
  title: A service
  description: Makes a service
  tags: [go, grpc]
spec:
  owner: team-a
  type: service
  parameters:
    - title: About it
      description: What it is
      required: [name, owner]
      ui:order: [owner, '*']
      properties:
        name:
          title: Name
          type: string
          description: Unique
          maxLength: 20
          ui:autofocus: true
          ui:field: EntityNamePicker
        owner:
          title: Owner
          type: string
          ui:field: OwnerPicker
          ui:options:
            catalogFilter:
              kind: Group
        lang:
          title: Language
          type: string
          enum: [go, yes]
        token:
          title: Token
          type: string
          ui:field: Secret
      dependencies:
        lang:
          oneOf:
            - properties:
                lang: { enum: [go] }
                module: { type: string, title: Module, ui:help: The path }
              required: [module]
            - properties:
                lang: { enum: [yes] }
    - title: Where
      ui:ObjectFieldTemplate: TwoColumns
      required: [repoUrl]
      properties:
        repoUrl:
          title: Repository
          type: string
          ui:field: RepoUrlPicker
        size:
          $ref: '#/definitions/size'
        place:
          type: object
          title: Place
          properties:
            city: { type: string, title: City, ui:placeholder: Vienna }
      definitions:
        size: { type: integer, title: Size, minimum: 1, maximum: 9 }
  steps:
    - id: fetch
      action: fetch:template
      input:
        url: ./template
        values:
          name: ${{ parameters.name }}
          text: |
            Two
            lines
  output:
    links:
      - title: Repository
        url: ${{ steps.publish.output.remoteUrl }}
"""


def read(converter: Converter, text: str) -> tuple[Json, list[Json]]:
    result = converter.ask("field/import", {"format": "backstage", "text": text})["result"]
    assert converter.problems(result["document"]) == []
    return result["document"], result["report"]["entries"]


def write(converter: Converter, document: Json) -> tuple[str, list[Json]]:
    converter.ask("field/open", {"uri": "form:t", "document": document})
    result = converter.ask("field/export", {"uri": "form:t", "format": "backstage"})["result"]
    converter.ask("field/close", {"uri": "form:t"})
    return result["text"], result["report"]["entries"]


def test_a_template_is_a_form(converter: Converter) -> None:
    document, entries = read(converter, TEMPLATE)
    assert (document["title"], document["description"]) == ("A service", "Makes a service")
    assert document["groups"] == [
        {"key": "about-it", "label": "About it", "description": "What it is"},
        {"key": "where", "label": "Where", "presentation": {"backstage": {"ui:ObjectFieldTemplate": "TwoColumns"}}},
        {"key": "place", "label": "Place", "path": "/place", "presentation": {"inside": "where"}},
    ]
    homes = [(it["key"], it["group"]) for it in document["fields"]]
    assert homes == [
        ("owner", "about-it"), ("name", "about-it"), ("lang", "about-it"), ("token", "about-it"), ("module", "about-it"),
        ("repoUrl", "where"), ("size", "where"), ("city", "place"),
    ]  # fmt: skip
    fields = {it["key"]: it for it in document["fields"]}
    assert fields["lang"]["data"] == ["go", "yes"]
    assert fields["token"]["secure"] is True
    assert fields["owner"]["presentation"] == {"ui:field": "OwnerPicker", "ui:catalogFilter": {"kind": "Group"}}
    assert fields["module"]["required"] == {"when": {"key": "lang", "is": "go"}}
    whole = yaml.safe_load(TEMPLATE)
    kept = document["presentation"]["backstage"]
    assert kept["metadata"] == {"name": "service", "tags": ["go", "grpc"]}
    assert kept["spec"] == {name: whole["spec"][name] for name in ("owner", "steps", "output")}
    lost = [(it["path"], it["code"], it["effect"]) for it in entries if it["code"] not in APPEARANCE | {"reinterpreted"}]
    assert lost == [("24:11", "noCounterpart", "laxer"), ("56:11", "noCounterpart", "laxer")]


def test_a_template_comes_back(converter: Converter) -> None:
    document, _ = read(converter, TEMPLATE)
    text, told = write(converter, document)
    assert read(converter, text)[0] == document
    assert {it["code"] for it in told} <= {"presentationOnly", "noCounterpart"}
    assert {it["path"] for it in told if it["effect"] != "none"} == {"/fields/4/lenient"}
    value, before = yaml.safe_load(text), yaml.safe_load(TEMPLATE)
    for name in ("apiVersion", "kind", "metadata"):
        assert value[name] == before[name]
    assert {**value["spec"], "parameters": None} == {**before["spec"], "parameters": None}
    first, second = value["spec"]["parameters"]
    assert (first["title"], first["required"], second["title"]) == ("About it", ["owner", "name"], "Where")
    assert first["properties"]["owner"]["ui:catalogFilter"] == {"kind": "Group"}
    assert second["properties"]["place"]["properties"]["city"]["ui:placeholder"] == "Vienna"
    assert first["if"] and "if" not in second


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ({"properties": {"a": {"type": "string", "title": "A", "ui:field": "OwnPicker"}}},
         ("noCounterpart", "/spec/parameters/0/properties/a/ui:field", "laxer")),
        ({"properties": {"a": {"type": "string", "title": "A", "backstage:permissions": {"tags": ["x"]}}}, "required": ["a"]},
         ("noCounterpart", "/spec/parameters/0/properties/a/backstage:permissions", "laxer")),
        ({"properties": {"a": {"type": "string", "title": "A"}}, "required": ["a"], "backstage:permissions": {"tags": ["x"]}},
         ("noCounterpart", "/spec/parameters/0/backstage:permissions", "laxer")),
        ({"properties": {"a": {"type": "string", "title": "A"}}, "title": 7}, ("wrongValue", "/spec/parameters/0/title", "none")),
        ({"properties": {"a": {"type": "string", "title": "A", "pattern": "(?<x"}}},
         ("pattern", "/spec/parameters/0/properties/a/pattern", "laxer")),
    ],
)  # fmt: skip
def test_what_a_page_loses_is_told_where_it_stands(converter: Converter, page: Json, told: tuple[str, str, str]) -> None:
    for pages in ([page], [page, {"title": "B", "properties": {"b": {"type": "string", "title": "B"}}}]):
        document, entries, _ = converter.read("backstage", {"kind": "Template", "spec": {"parameters": pages}})
        found = [(it["code"], it["path"], it["effect"]) for it in entries if it["code"] not in APPEARANCE]
        assert [told] == [it for it in found if it[1].startswith("/spec/parameters/0")], entries
        assert converter.verdicts(document, [{}]) == [True]


def test_the_same_names_in_two_pages_mean_what_each_says(converter: Converter) -> None:
    one = {"properties": {"a": {"$ref": "#/definitions/t"}}, "definitions": {"t": {"type": "integer", "title": "A", "minimum": 2}}}
    two = {"properties": {"b": {"$ref": "#/definitions/t"}}, "definitions": {"t": {"type": "string", "title": "B"}}}
    document, entries, _ = converter.read("backstage", {"kind": "Template", "spec": {"parameters": [one, two]}})
    assert [it["effect"] for it in entries if it["effect"] != "none"] == []
    assert converter.verdicts(document, [{"a": 2, "b": "x"}, {"a": 1}, {"a": "x"}, {"b": 3}]) == [True, False, False, False]


def property_of(chance: random.Random) -> Json:
    made: Json = chance.choice(
        [
            {"type": "string", "minLength": chance.randint(0, 3), "maxLength": 4}, {"type": "string", "enum": ["ab", "c", "yes"]},
            {"type": "integer", "minimum": 2}, {"type": "number", "exclusiveMaximum": 3}, {"type": "boolean"},
            {"type": "array", "items": {"type": "string", "enum": ["ab", "c"]}, "uniqueItems": True},
            {"type": "string", "pattern": "^[a-c]+$"},
        ]
    )  # fmt: skip
    look = chance.choice([{}, {"ui:widget": "textarea"}, {"ui:field": "EntityPicker"}, {"ui:help": "Help", "ui:options": {"rows": 3}}])
    return {"title": "T", **made, **look}


VALUES: list[Json] = ["ab", "c", "yes", "abcab", "xyz", 1, 2, 2.5, 7, True, False, ["ab"], ["ab", "c"], ["ab", "ab"], ["z"], {"p": 1}]


@pytest.mark.parametrize("seeds", seed_ranges(30, 400))
def test_a_template_judges_as_all_its_pages_do(converter: Converter, seeds: range) -> None:
    exact = 0
    for seed in seeds:
        chance = random.Random(seed)
        names = list("abcdef")
        pages: list[Json] = []
        for _ in range(chance.randint(1, 3)):
            own = names[:2]
            del names[:2]
            page: Json = {"title": f"Page {len(pages)}", "properties": {name: property_of(chance) for name in own}}
            page["required"] = [name for name in own if chance.random() < 0.4]
            if chance.random() < 0.3:
                page["dependencies"] = {own[0]: [own[1]]}
            elif chance.random() < 0.3:
                page |= {"if": {"properties": {own[0]: {"const": "ab"}}, "required": [own[0]]}, "then": {"required": [own[1]]}}
            pages.append(page)
        document, entries, _ = converter.read("backstage", {"kind": "Template", "spec": {"parameters": pages}})
        assert converter.problems(document) == []
        known = list("abcdef")[: 2 * len(pages)]
        records = [{name: chance.choice(VALUES) for name in known if chance.random() < 0.7} for _ in range(60)]
        judges = [Draft7Validator(page) for page in pages]
        lossy = any(it["effect"] != "none" for it in entries)
        exact += not lossy
        for record, isRight in zip(records, converter.verdicts(document, records), strict=True):
            expected = all(judge.is_valid(record) for judge in judges)
            assert isRight or not expected, (seed, record, pages)
            assert lossy or isRight == expected, (seed, record, pages, document)
    assert exact > len(seeds) / 3


@pytest.mark.parametrize("seeds", seed_ranges(10, 100))
def test_a_form_becomes_pages_that_others_read(converter: Converter, maker: Maker, seeds: range) -> None:
    for seed in seeds:
        document = maker.document(seed, [0.05, 0.15, 0.3][seed % 3])
        if converter.problems(document):
            continue
        text, _ = write(converter, document)
        value = yaml.safe_load(text)
        assert value["kind"] == "Template" and value["metadata"]["name"] and value["spec"]["steps"] == []
        for page in value["spec"]["parameters"]:
            assert isinstance(page["properties"], dict)
        result = converter.ask("field/import", {"format": "backstage", "document": value})["result"]
        again, _ = read(converter, text)
        assert result["document"] == again, seed
        assert [it["key"] for it in again["fields"]] == [it["key"] for it in document["fields"]] or "groups" in document, seed


@pytest.mark.parametrize("seeds", seed_ranges(1, 20))
def test_a_mutilated_template_makes_a_sound_document(converter: Converter, seeds: range) -> None:
    pool: list[Json] = [None, 0, -1, 1.5, "", "x", "(", True, [], {}, [{}], {"type": "x"}, "ui:order", ["a"]]
    for seed in seeds:
        chance = random.Random(seed)
        for _ in range(60):
            template = mutated(chance, yaml.safe_load(TEMPLATE), pool)
            answer = converter.ask("field/import", {"format": "backstage", "document": template})
            if "error" in answer:
                continue
            document = answer["result"]["document"]
            assert converter.problems(document) == [], (seed, template)
            text, _ = write(converter, document)
            assert "error" not in converter.ask("field/import", {"format": "backstage", "text": text}), (seed, template)


def test_a_template_is_known_by_its_content(converter: Converter, fieldd: str, tmp_path: Path) -> None:
    record = {"name": "a", "owner": "b"}
    told = converter.ask("field/check", {"form": yaml.safe_load(TEMPLATE), "values": record})["result"]
    assert [it["key"] for it in told["problems"] if it["severity"] == "error"] == ["repoUrl"]
    (tmp_path / "form.yaml").write_text(TEMPLATE)
    (tmp_path / "r.json").write_text(json.dumps(record))
    command = [fieldd, "check", "--form", "form.yaml", "--format", "ndjson", "r.json"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in found.stdout.splitlines()]
    assert [it["path"] for it in lines if it["severity"] == "error"] == ["/repoUrl"], found
    error = converter.ask("field/import", {"format": "surveyjs", "document": yaml.safe_load(TEMPLATE)})["error"]
    assert "read it as backstage" in error["message"]


def test_what_is_no_template_is_refused(converter: Converter) -> None:
    for source in ({}, {"kind": "Component", "spec": {}}, {"kind": "Template"}):
        assert "Template" in converter.ask("field/import", {"format": "backstage", "document": source})["error"]["message"]
    result = converter.ask("field/import", {"format": "backstage", "document": {"kind": "Template", "spec": {}}})["result"]
    assert result["document"] == {"fields": []}
