"""`fieldd convert --to typescript`: the type of a form's record, as the compiler of TypeScript reads it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import need, seed_ranges
from converter import Converter
from features import Maker
from test_convert import convert
from test_javascript import link_package, need_modules, typescript

Json = Any
FORM: Json = {
    "title": "Sign up \u2013 now",
    "description": "Two\nlines */ end",
    "groups": [
        {"key": "home", "label": "Home", "path": "/home"},
        {"key": "lines", "label": "Lines", "repeat": {"minEntries": 1}},
        {"key": "free", "label": "Free", "path": "/free", "lenient": True},
    ],
    "fields": [
        {"key": "mail", "kind": "entry", "label": "E-mail", "helper": "Where we write to", "required": True, "maxLength": 40},
        {"key": "two words", "kind": "entry", "label": "A", "value": "integer"},
        {"key": "tags", "kind": "picker", "label": "Tags", "multiple": True, "data": ["new", "gift"], "whenEmpty": "omit"},
        {"key": "row", "kind": "picker", "label": "Row", "data": [1, 2.5, "x", True, None]},
        {"key": "other", "kind": "picker", "label": "Other", "manualEntry": "Other", "data": ["a"], "required": True},
        {"key": "due", "kind": "date", "label": "Due", "visible": {"when": {"key": "mail", "filled": True}}, "required": True},
        {"key": "city", "kind": "entry", "label": "City", "group": "home", "required": True},
        {"key": "what", "kind": "picker", "label": "What", "group": "lines", "data": ["tea"], "required": True},
        {"key": "any", "kind": "any", "label": "Any", "group": "free", "required": True},
    ],
}
RIGHT: Json = {"mail": "a", "other": "z", "home": {"city": "Oslo"}, "lines": [{"what": "tea"}]}


def compiled(folder: Path, *options: str, **texts: str) -> list[str]:
    """What the compiler has against some files."""
    for name, text in texts.items():
        (folder / f"{name}.ts").write_text(text)
    done = typescript("--strict", "--noEmit", "--target", "es2024", *options, *(str(folder / f"{name}.ts") for name in texts))
    return [line for line in done.stdout.splitlines() if "error" in line]


def test_a_record_has_its_type(fieldd: str, tmp_path: Path) -> None:
    need("node")
    need_modules()
    status, declaration, _ = convert(fieldd, "--to", "typescript", text=FORM)
    assert status == 0
    assert "export interface SignUpNow {\n" in declaration
    records = [
        RIGHT,
        {**RIGHT, "two words": 3, "tags": ["gift"], "row": 2.5, "due": "2026-01-01", "free": 7},
        {**RIGHT, "two words": None, "row": None, "other": "a"},
    ]
    assert compiled(tmp_path, right=declaration + "".join(f"let a{n}: SignUpNow = {json.dumps(it)};\n" for n, it in enumerate(records))) == []
    wrong: list[Json] = [
        {key: it for key, it in RIGHT.items() if key != "mail"}, {**RIGHT, "mail": None}, {**RIGHT, "two words": "3"},
        {**RIGHT, "tags": ["old"]}, {**RIGHT, "tags": None}, {**RIGHT, "row": 3}, {**RIGHT, "other": 1},
        {**RIGHT, "home": {}}, {**RIGHT, "lines": {}}, {**RIGHT, "lines": [{"what": "milk"}]},
    ]  # fmt: skip
    said = compiled(tmp_path, wrong=declaration + "".join(f"let a{n}: SignUpNow = {json.dumps(it)};\n" for n, it in enumerate(wrong)))
    start = declaration.count("\n") + 1
    assert {int(line.partition("(")[2].partition(",")[0]) - start for line in said} == set(range(len(wrong)))


def test_a_checker_has_the_type_of_the_records(fieldd: str, tmp_path: Path) -> None:
    need("node")
    need_modules()
    link_package(tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    declaration = convert(fieldd, "--to", "typescript", text=FORM)[1]
    program = """import { Checker } from "fieldd";
        const checker = await Checker.load<SignUpNow>("{}");
        const result = await checker["~standard"].validate({});
        if (!result.issues) console.log(result.value.lines[0]?.what === "tea");
        // @ts-expect-error: no row is called so
        if (!result.issues) console.log(result.value.lines[0]?.what === "milk");
        """
    text = program + declaration
    options = ["--module", "nodenext", "--moduleResolution", "nodenext", "--lib", "es2024,dom,dom.iterable,esnext.iterator"]
    assert compiled(tmp_path, *options, program=text) == []


def test_what_a_type_does_not_say_is_told(fieldd: str) -> None:
    _, _, told = convert(fieldd, "--to", "typescript", text=FORM)
    assert "laxer: A type has no `maxLength` (/fields/0/maxLength)" in told
    assert "laxer: A type says nothing that holds only at times (/fields/5/required)" in told
    assert "(/groups/1/repeat)" in told
    assert "stricter" not in told
    assert convert(fieldd, "--to", "typescript", "--strict", text=FORM)[0] == 1


@pytest.mark.parametrize("title, name", [
    (None, "FormRecord"), ("order", "Order"), ("2 days", "Days"), ("Form-Data v2", "FormDataV2"), ("Date", "DateRecord"), ("\u65e5", "FormRecord"),
])  # fmt: skip
def test_the_title_is_the_name(fieldd: str, title: str | None, name: str) -> None:
    form = {"fields": [{"key": "a", "kind": "entry", "label": "A"}], **({"title": title} if title else {})}
    assert f"export interface {name} {{\n" in convert(fieldd, "--to", "typescript", text=form)[1]


def test_it_is_only_written(fieldd: str, converter: Converter) -> None:
    status, _, told = convert(fieldd, "--from", "typescript")
    assert status == 2 and "one of fields, json-schema" in told and 'not "typescript"' in told
    refused = converter.ask("field/import", {"format": "typescript", "text": "interface A {}"})
    assert "must be one of fields" in refused["error"]["message"]
    converter.ask("field/open", {"uri": "form:types", "document": FORM})
    answer = converter.ask("field/export", {"uri": "form:types", "format": "typescript"})["result"]
    assert answer["text"].count("export interface") == 1
    assert "/fields/0/maxLength" in {it["path"] for it in answer["losses"]}


@pytest.mark.parametrize("seeds", seed_ranges(40, 400))
def test_each_record_that_a_form_takes_has_the_type(
    fieldd: str, converter: Converter, maker: Maker, seeds: range, tmp_path: Path
) -> None:
    need("node")
    need_modules()
    # A key that no field has is a mistake in an object that was just written, but of the type it still is.
    text, compared = "function take<T>() { return <R extends T>(record: R) => record }\n", 0
    for seed in seeds:
        document = maker.document(seed)
        if converter.problems(document):
            continue
        (tmp_path / "a.fields.json").write_text(json.dumps(document))
        command = [fieldd, "generate", "--kind", "valid", "--kind", "boundary", "--count", "15", "--quiet", tmp_path / "a.fields.json"]
        records = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
        status, declaration, _ = convert(fieldd, "--to", "typescript", text=document)
        if status != 0 or not records:
            continue
        name = declaration.partition("export interface ")[2].partition(" ")[0]
        text += f"namespace Form{seed} {{\n{declaration}}}\n"
        text += "".join(f"take<Form{seed}.{name}>()({it})\n" for it in records)
        compared += len(records)
    assert 100 < compared
    assert compiled(tmp_path, all=text) == []
