"""The extension for VS Code: driven in VS Code's own editor, packed, and held to what VS Code reads."""

from __future__ import annotations

import json
import re
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import PROJECT, SPECS
from selenium.webdriver.common.keys import Keys
from test_editors import pasted, pasted_and_edited, typed_from_nothing
from textmate_grammar.parsers.base import LanguageParser
from vscode_editor import EXTENSION, Editor, bundle, need_modules, pack, start_editor

MANIFEST = json.loads((EXTENSION / "package.json").read_text())
CONTRIBUTED = MANIFEST["contributes"]
SNIPPETS = json.loads((EXTENSION / "snippets" / "fields.json").read_text())


@pytest.fixture(scope="module")
def editor(fieldd: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """The editor; `fieldd` is found by its name."""
    need_modules()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(Path(fieldd).parent), prepend=":")
        folder = tmp_path_factory.mktemp("build")
        bundle(folder)
        with start_editor(folder, tmp_path_factory.mktemp("work")) as it:
            yield it


# Driven.


LINE_ENDS = [pytest.param("\n", id="LF"), pytest.param("\r\n", id="CRLF", marks=pytest.mark.thorough)]


@pytest.mark.parametrize("line_end", LINE_ENDS)
@pytest.mark.parametrize("name", ["signup", "layout", "order"])
def test_what_a_person_does(editor: Editor, name: str, line_end: str, tmp_path: Path) -> None:
    steps = json.loads((SPECS / f"{name}.json").read_text())
    document = f"{name}.{steps.get('suffix', 'fields.json')}"
    if name == "order":
        (tmp_path / "order.fields.json").write_bytes((SPECS / "order.fields.json").read_bytes())
    text = (SPECS / document).read_text().replace("\n", line_end)
    assert editor.call("open", str(tmp_path / document), text) == "fields"
    for step in steps["steps"]:
        if step["do"] != "save":
            editor.carry_out(step)
    saved = editor.call("save")
    assert saved.count(line_end) == saved.count("\n")
    assert saved.replace(line_end, "\n") == editor.text


@pytest.mark.parametrize("line_end", LINE_ENDS)
def test_a_form_is_typed_from_nothing(editor: Editor, line_end: str, tmp_path: Path) -> None:
    editor.call("open", str(tmp_path / "nothing.fields.json"), line_end)
    for step in json.loads((SPECS / "nothing.json").read_text())["steps"]:
        if step["do"] != "save":
            editor.carry_out(step)
    assert editor.call("save") == typed_from_nothing(line_end)


@pytest.mark.parametrize("line_end", LINE_ENDS)
def test_many_fields_are_pasted_broken_and_mended(editor: Editor, line_end: str, tmp_path: Path) -> None:
    spec = json.loads((SPECS / "many.json").read_text())
    editor.clipboard = pasted(spec)
    text = (SPECS / "many.fields.json").read_text().replace("\n", line_end)
    editor.call("open", str(tmp_path / "many.fields.json"), text)
    for step in spec["steps"]:
        # Here the files are not on a disk, where somebody else could move them.
        if step["do"] not in ("move", "save"):
            editor.carry_out(step)
    editor.call("unsplit")
    assert editor.call("save") == pasted_and_edited(line_end)


@pytest.mark.parametrize(
    "name", ["a.fields.json", "a.fields.jsonc", "a.values.json", "a.values.jsonc"]
)
def test_forms_and_records_are_known_by_their_names(editor: Editor, name: str, tmp_path: Path) -> None:
    assert editor.call("open", str(tmp_path / name), "{}") == "fields"
    options = editor.call("options")
    assert (options["tabSize"], options["insertSpaces"]) == (2, True)


def test_a_file_keeps_what_json_has_in_vs_code(editor: Editor, tmp_path: Path) -> None:
    editor.call("open", str(tmp_path / "json.fields.jsonc"), "")
    editor.type('{\n"title": "[')
    editor.has('{\n  "title": "[]"\n}')
    editor.call("press", "editor.action.commentLine")
    editor.has('{\n  // "title": "[]"\n}')
    editor.call("press", "editor.action.commentLine")
    editor.has('{\n  "title": "[]"\n}')
    editor.call("press", "editor.action.selectAll")
    editor.call("press", "editor.action.blockComment")
    editor.has('/* {\n  "title": "[]"\n} */')


SNIPPET_PLACES = {
    "Form": "¦",
    "Group": '{ "groups": [¦], "fields": [] }',
    "List": '{ "groups": [¦], "fields": [] }',
    "Row": '{ "fields": [{ "key": "a", "kind": "picker", "label": "A", "data": [¦] }] }',
    "Validation": '{ "fields": [{ "key": "a", "kind": "entry", "label": "A", ¦ }] }',
    "Rule with a format": '{ "fields": [{ "key": "a", "kind": "entry", "label": "A", "validation": { "live": [¦] } }] }',
    "Rule with a pattern": '{ "fields": [{ "key": "a", "kind": "entry", "label": "A", "validation": { "live": [¦] } }] }',
    "Condition": '{ "fields": [{ "key": "country", "kind": "entry", "label": "A" },'
    ' { "key": "b", "kind": "entry", "label": "B", "visible": ¦ }] }',
}


@pytest.mark.parametrize("name", SNIPPETS)
def test_a_snippet_is_right_as_it_comes(editor: Editor, name: str, tmp_path: Path) -> None:
    around = SNIPPET_PLACES.get(name, '{ "fields": [¦] }')
    before, _, after = around.partition("¦")
    editor.call("open", str(tmp_path / f"{name}.fields.json"), f'{before}"here"{after}')
    editor.go('¦"here"', len('"here"'))
    body = SNIPPETS[name]["body"]
    editor.call("insertSnippet", body if isinstance(body, str) else "\n".join(body))
    editor.press(Keys.ESCAPE)
    whole = editor.text
    assert '"here"' not in whole and "$" not in whole and json.loads(whole)
    checked = subprocess.run(
        ["fieldd", "check", "--severity", "hint", "--stdin-name", "a.fields.json", "-"],
        input=whole, capture_output=True, text=True, timeout=60,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_server_is_started_anew(editor: Editor, tmp_path: Path) -> None:
    editor.call("open", str(tmp_path / "again.fields.json"), '{ "fields": [{ "key": "a" }] }')
    editor.tells("kind")
    before = len(editor.host.started)
    editor.call("command", "fieldd.restart")
    editor.until(lambda: len(editor.host.started) == before + 1)
    editor.tells("kind")
    editor.call("command", "fieldd.showOutput")


def test_what_is_set_holds(editor: Editor, tmp_path: Path) -> None:
    form = '{ "fields": [{ "key": "a", "kind": "entry", "label": "A", "colour": 1 }] }'
    editor.call("open", str(tmp_path / "set.fields.json"), form)
    editor.tells("colour")
    editor.call("settings", {"fieldd.severities": {"unknownProperty": "off"}})
    editor.until(lambda: editor.call("findings") == [])
    editor.call("settings", {})
    editor.tells("colour")


def test_another_program_may_be_named(editor: Editor, tmp_path: Path) -> None:
    editor.call("open", str(tmp_path / "named.fields.json"), '{ "fields": [{ "key": "a" }] }')
    editor.tells("kind")
    editor.call("settings", {"fieldd.path": "no-such-program"})
    editor.until(lambda: editor.call("findings") == [])
    trace = tmp_path / "session.txt"
    editor.call("settings", {"fieldd.arguments": ["--trace", str(trace)]})
    editor.tells("kind")
    assert editor.host.started[-1] == ["fieldd", "--trace", str(trace)]
    assert "named.fields.json" in trace.read_text()
    editor.call("settings", {})


# Read.


def test_all_that_is_contributed_is_there(editor: Editor) -> None:
    commands = [row["command"] for row in CONTRIBUTED["commands"]]
    assert set(commands) <= set(editor.call("commands"))
    told = [row["message"] for row in editor.driver.get_log("browser")]
    assert [message for message in told if "[fieldd.fieldd]" in message] == []


def test_vs_code_runs_it_near_the_files_or_in_a_browser(editor: Editor) -> None:
    it = editor.call("kinds", MANIFEST)
    assert it == {"kinds": ["workspace", "web"], "isForWeb": True, "virtual": True}


def test_the_manifest_is_one_that_vs_code_reads() -> None:
    assert re.fullmatch(r"[a-z0-9-]+", MANIFEST["name"])
    named = [
        *(row["configuration"] for row in CONTRIBUTED["languages"]),
        *(row["path"] for row in CONTRIBUTED["grammars"] + CONTRIBUTED["snippets"]),
        *(step["media"]["markdown"] for row in CONTRIBUTED["walkthroughs"] for step in row["steps"]),
    ]
    assert [path for path in named if not (EXTENSION / path).is_file()] == []
    languages = {row["id"] for row in CONTRIBUTED["languages"]}
    rows = CONTRIBUTED["grammars"] + CONTRIBUTED["snippets"] + CONTRIBUTED["semanticTokenScopes"]
    assert {row["language"] for row in rows} == languages
    settings = CONTRIBUTED["configuration"]["properties"]
    assert set(MANIFEST["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]) <= set(settings)
    for name, setting in settings.items():
        assert name.startswith("fieldd.")
        assert ("description" in setting) != ("markdownDescription" in setting)
        kinds = {str: "string", list: "array", int: "integer", bool: "boolean", dict: "object"}
        assert setting["type"] == kinds[type(setting["default"])]
    used = re.findall(r'settings\.get\("(\w+)"\)', (EXTENSION / "src" / "extension.js").read_text())
    own = {f"fieldd.{name}" for name in used} | {"fieldd.trace.server"}
    assert own | {f"fieldd.{name}" for name, _ in server_settings()} == set(settings)
    for name, default in server_settings():
        assert json.dumps(settings[f"fieldd.{name}"]["default"]) == default or default == "each as it is"
    commands = {row["command"] for row in CONTRIBUTED["commands"]}
    for walkthrough in CONTRIBUTED["walkthroughs"]:
        for step in walkthrough["steps"]:
            for command in re.findall(r"\(command:([\w.]+)", step["description"]):
                assert command in commands or command.startswith("workbench.")
            events = [event.removeprefix("onCommand:") for event in step.get("completionEvents", [])]
            assert set(events) <= commands


def server_settings() -> list[tuple[str, str]]:
    """The settings of the daemon in the reference, and their defaults."""
    text = (PROJECT / "docs" / "reference" / "lsp.md").read_text().partition("\n## Settings\n")[2].partition("\n### ")[0]
    return re.findall(r"^\| `([\w.]+)` \| [^|]+ \| ([^|]+) \|", text, re.MULTILINE)


def test_semantic_tokens_are_those_of_the_server(fieldd: str) -> None:
    ask = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"textDocument":{"semanticTokens":{}}}}}'
    told = subprocess.run([fieldd], input=ask + "\n", capture_output=True, text=True, timeout=60)
    legend = json.loads(told.stdout.splitlines()[0])["result"]["capabilities"]["semanticTokensProvider"]["legend"]
    (scopes,) = CONTRIBUTED["semanticTokenScopes"]
    assert {name.partition(".")[0] for name in scopes["scopes"]} == set(legend["tokenTypes"])
    ours = {row["id"] for row in CONTRIBUTED["semanticTokenModifiers"]}
    assert ours == set(legend["tokenModifiers"]) - {"definition", "defaultLibrary"}


def test_the_problem_matcher_reads_what_is_checked(fieldd: str, tmp_path: Path) -> None:
    form = tmp_path / "a.fields.json"
    form.write_text('{ "fields": [{ "key": "a", "kind": "entri", "label": "A" }] }')
    told = subprocess.run([fieldd, "check", form], capture_output=True, text=True, timeout=60).stdout.splitlines()
    (pattern,) = CONTRIBUTED["problemPatterns"]
    first, second = pattern["patterns"]
    matched = [re.search(first["regexp"], told[0]), re.search(second["regexp"], told[1])]
    assert matched[0][first["severity"]] == "error"
    assert matched[0][first["code"]] == "unknownValue"
    assert matched[0][first["message"]] == '`a`: `kind` can\'t be "entri"; did you mean "entry"?'
    assert [matched[1][second[name]] for name in ("file", "line", "column")] == [str(form), "1", "36"]
    (matcher,) = CONTRIBUTED["problemMatchers"]
    assert matcher["pattern"] == "$" + pattern["name"]


# The grammar, by a port of VS Code's tokenizer, on the regular expressions that this has.

COLOURED = [
    ("{", "punctuation.definition.dictionary.begin.json"),
    ("// one", "comment.line.double-slash.json"),
    ('"title"', "support.type.property-name.json"),
    (":", "punctuation.separator.dictionary.key-value.json"),
    ('"An \\u00e9\\n', "string.quoted.double.json"),
    ("\\u00e9", "constant.character.escape.json"),
    ("\\q", "invalid.illegal.unrecognized-string-escape.json"),
    ("/* two\n lines */", "comment.block.json"),
    ("-1.5e3", "constant.numeric.json"),
    ("true", "constant.language.json"),
    ("nul", "invalid.illegal"),
    ("^[a-z]", "string.regexp.json"),
    ("👋 é̂", "string.quoted.double.json"),
    ('"open', "string.quoted.double.json"),
    ('"behind"', "support.type.property-name.json"),
    ("}", "punctuation.definition.dictionary.end.json"),
]
SAMPLE = r"""{
  // one
  "title": "An \u00e9\n\q", /* two
 lines */
  "fields": [ { "text": "👋 é̂", "n": -1.5e3, "b": true, "x": nul,
    "validation": { "live": [{ "pattern": "^[a-z]\\d\"$", "flags": "i" }] } } ],
  "broken": "open
  ,
  "behind": []
}
"""


@pytest.fixture(scope="module")
def scopes() -> list[tuple[str, str]]:
    """Each character of the sample, and the scopes that it is in."""
    grammar = json.loads((EXTENSION / "syntaxes" / "fields.tmLanguage.json").read_text())
    lines = SAMPLE.split("\n")
    told = [["" for _ in line] + [""] for line in lines]
    for (line, column), text, names in LanguageParser(grammar).parse_string(SAMPLE).flatten():
        for offset in range(len(text)):
            told[line][column + offset] = " ".join(names)
    return [
        (character, told[number][column])
        for number, line in enumerate(lines)
        for column, character in enumerate(line + "\n")
    ]


@pytest.mark.parametrize(("text", "scope"), COLOURED, ids=[text for text, _ in COLOURED])
def test_the_grammar_colours(scopes: list[tuple[str, str]], text: str, scope: str) -> None:
    start = SAMPLE.rindex(text) if text == "}" else SAMPLE.index(text)
    for character, names in scopes[start : start + len(text)]:
        assert character == "\n" or scope in names, (character, names)


def test_the_grammar_names_rules_that_it_has() -> None:
    grammar = (EXTENSION / "syntaxes" / "fields.tmLanguage.json").read_text()
    asked = set(re.findall(r'"include": "#([\w-]+)"', grammar))
    assert asked == set(json.loads(grammar)["repository"])
    assert json.loads(grammar)["scopeName"] == CONTRIBUTED["grammars"][0]["scopeName"]


# Packed.


def test_the_package_has_all_that_it_needs(tmp_path: Path) -> None:
    need_modules()
    module = tmp_path / "fieldd.wasm"
    module.write_bytes(b"\0asm\1\0\0\0")
    package = pack(tmp_path / "one", module)
    assert package.name == f"fieldd-{MANIFEST['version']}.vsix"
    assert package.read_bytes() == pack(tmp_path / "two", module).read_bytes()
    with zipfile.ZipFile(package) as archive:
        archive.extractall(tmp_path)
        names = set(archive.namelist())
    check_manifest(tmp_path / "extension.vsixmanifest", names)
    kinds = ElementTree.parse(tmp_path / "[Content_Types].xml").getroot()
    assert {kind.get("Extension") for kind in kinds} >= {Path(name).suffix for name in names} - {"", ".xml"}
    assert {f"extension/{MANIFEST[name]}".replace("./", "") for name in ("main", "browser")} <= names
    assert (tmp_path / "extension" / "dist" / "fieldd.wasm").read_bytes() == module.read_bytes()
    # Node finds whatever the extension asks for, in what was unpacked alone.
    run = f"""
      const Module = require("module");
      const load = Module._load;
      const vscode = new Proxy(class {{}}, {{ get: (it, name) => name in it ? it[name] : vscode }});
      Module._load = (name, ...more) => name === "vscode" ? vscode : load(name, ...more);
      const extension = require("{tmp_path}/extension/dist/desktop.js");
      console.log(typeof extension.activate, typeof extension.deactivate);"""
    told = subprocess.run(["node", "-e", run], capture_output=True, text=True, timeout=60)
    assert told.stdout == "function function\n", told.stderr
    assert not any("/src/" in name or name.endswith(".ts") for name in names)
    notices = (tmp_path / "extension" / "ThirdPartyNotices.txt").read_text()
    parts = re.findall(r"^([\w-]+) [\d.]+\n\n(.+)$", notices, re.MULTILINE)
    assert {"vscode-languageclient", "vscode-jsonrpc", "minimatch"} <= {name for name, _ in parts}
    assert len(parts) == notices.count("-" * 80) + 1


def test_what_a_browser_gets_asks_for_nothing_of_node(tmp_path: Path) -> None:
    need_modules()
    module = tmp_path / "fieldd.wasm"
    module.write_bytes(b"\0asm\1\0\0\0")
    with zipfile.ZipFile(pack(tmp_path, module)) as archive:
        scripts = {name: archive.read(f"extension/dist/{name}.js").decode() for name in ("web", "worker-web", "desktop")}
    asked = {name: set(re.findall(r"""\brequire\(["']([^"']+)["']\)""", text)) for name, text in scripts.items()}
    assert (asked["web"], asked["worker-web"]) == ({"vscode"}, set())
    assert asked["desktop"] >= {"vscode", "node:worker_threads", "child_process"}


def check_manifest(path: Path, names: set[str]) -> None:
    """What the installer reads says the same as the extension, and names what is there."""
    space = {"": "http://schemas.microsoft.com/developer/vsx-schema/2011"}
    manifest = ElementTree.parse(path).getroot()
    identity = manifest.find("Metadata/Identity", space)
    told = {name: identity.get(name) for name in ("Id", "Version", "Publisher")}
    assert told == {"Id": MANIFEST["name"], "Version": MANIFEST["version"], "Publisher": MANIFEST["publisher"]}
    properties: dict[str, Any] = {
        row.get("Id"): row.get("Value") for row in manifest.findall("Metadata/Properties/Property", space)
    }
    assert properties["Microsoft.VisualStudio.Code.Engine"] == MANIFEST["engines"]["vscode"]
    assert properties["Microsoft.VisualStudio.Code.ExtensionKind"] == "workspace,web"
    # The gallery offers it in browsers by this.
    assert "__web_extension" in manifest.find("Metadata/Tags", space).text.split(",")
    assert {row.get("Path") for row in manifest.findall("Assets/Asset", space)} <= names
    assert manifest.find("Metadata/License", space).text in names
