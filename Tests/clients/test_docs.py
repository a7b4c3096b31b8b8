"""What the documentation shows is what comes of it: every snippet is run, every link leads somewhere.

`UPDATE_EXPECT=1` writes what sessions print into the pages; the diff is the review.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
from browser import start_browser
from conftest import PROJECT, need
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from snippets import (
    Snippet,
    commands_of,
    differences,
    environment_for,
    findings,
    form_around,
    is_part,
    is_printed,
    run,
    snippets_of,
    with_output,
    work_folder,
)

sys.path.insert(0, str(PROJECT / "packaging"))
import docpages as pages  # noqa: E402

PAGES = sorted((PROJECT / "docs").rglob("*.md"))
IS_UPDATING = os.environ.get("UPDATE_EXPECT") == "1"

ELSEWHERE = {
    "make install PREFIX=$HOME/.local": ("conftest.py", '"make", "install"'),
    "make wheel": ("test_packages.py", '"wheel.py"'),
    "pip install .build/wheel/fieldd-*.whl 'textual>=8,<9'": ("test_packages.py", "textual<9,>=8"),
    "make vsix": ("vscode_editor.py", "vsix.py"),
    "make docs": ("test_docs.py", "def test_the_pages_are_made"),
    "python packaging/webpage.py signup.fields.json site --action https://example.com/answers": ("test_alone.py", "--action"),
    "python packaging/builderpage.py contact.fields.json site": ("test_builder_alone.py", '"builderpage.py"'),
}
"""Commands that are too large to be run here, the test that runs them, and a word of it."""


def names(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(PROJECT)) for path in paths]


@pytest.mark.parametrize("path", PAGES, ids=names(PAGES))
def test_every_snippet_of_a_page_is_what_it_says(path: Path, fieldd: str, tmp_path: Path) -> None:
    snippets = snippets_of(path.read_text(encoding="utf-8"))
    sessions = "\n".join(it.text for it in snippets if it.language == "console")
    need("bash", *(it for it in ("git", "node", "jq") if re.search(rf"(^|[$>|(] *){it} ", sessions, re.M)))
    if "diagnose.sh" in sessions:
        need("jq")
    environment = environment_for(tmp_path, fieldd)
    folder = work_folder(tmp_path / "work")
    wrong = []
    files: dict[str, str] = {}
    for index, snippet in enumerate(snippets):
        if snippet.language == "console":
            printed = run(commands_of(snippet.text), folder, environment)
            if IS_UPDATING:
                update(path, index, printed)
            else:
                wrong += differences(snippet, printed)
        else:
            wrong += faults(snippet, fieldd, folder)
            files[snippet.name] = snippet.language
    for name, language in files.items():
        if language in ("python", "js") and not (PROJECT / name).is_file() and name not in sessions:
            wrong.append(f"{name or 'a program without a name'} is run by no session")
    assert not wrong, "\n\n".join(wrong)


def update(path: Path, index: int, printed: list[list[str]]) -> None:
    """Writes what a session prints into its page, where that has moved as sessions above it grew."""
    text = path.read_text(encoding="utf-8")
    path.write_text(with_output(text, snippets_of(text)[index], printed), encoding="utf-8")


def faults(snippet: Snippet, fieldd: str, folder: Path) -> list[str]:
    """What is wrong with a snippet that is no session; writes it if it is a file."""
    if snippet.name and (PROJECT / snippet.name).is_file():
        whole = (PROJECT / snippet.name).read_text(encoding="utf-8")
        return [] if is_part(snippet.text, whole) else [f"{snippet} is no part of that file"]
    if snippet.language == "sh":
        return [f"{snippet}: nobody runs {it!r}" for it in snippet.text.splitlines() if not is_run(it)]
    if snippet.language in ("json", "jsonc"):
        return faults_of_json(snippet, fieldd, folder)
    if snippet.language in ("python", "js", "yaml", "html") and snippet.name:
        write(folder / snippet.name, snippet.text)
        return []
    return [f"{snippet}: nobody runs it"]


def is_run(command: str) -> bool:
    """Whether a command of a script is one that another test runs."""
    if command not in ELSEWHERE:
        return False
    file, word = ELSEWHERE[command]
    return word in (Path(__file__).parent / file).read_text(encoding="utf-8")


def faults_of_json(snippet: Snippet, fieldd: str, folder: Path) -> list[str]:
    """A form or a record has findings where it says that it is `wrong` or `warned` of, and else none."""
    name = snippet.name
    if not name:
        form = form_around(snippet.text)
        if form is None:
            return [f"{snippet}: no form, no field, and it has no name"]
        name, text = "unnamed.fields.json", form
    else:
        text = snippet.text
        write(folder / name, text)
    if not re.search(r"\.(fields|values)\.jsonc?$", name):
        json.loads(text)
        return []
    file = folder / name
    if not snippet.name:
        file = folder.parent / name
        write(file, text)
    errors, all_of_them = (findings(fieldd, file, level) for level in ("error", "warning"))
    if "wrong" in snippet.words:
        return [] if errors else [f"{snippet}: nothing is wrong with it"]
    if "warned" in snippet.words:
        return [] if all_of_them and not errors else [f"{snippet}:\n{all_of_them}"]
    return [f"{snippet}:\n{all_of_them}"] if all_of_them else []


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


# What the README converts.
SURVEY = """{
  "title": "Trip",
  "elements": [
    { "type": "text", "name": "age", "title": "Age", "inputType": "number" },
    { "type": "text", "name": "licence", "title": "Licence",
      "visibleIf": "isGrown({age})" }
  ]
}
"""


def test_the_sessions_of_the_readme_are_what_its_form_and_others_bring_about(
    fieldd: str, tmp_path: Path
) -> None:
    found = snippets_of((PROJECT / "README.md").read_text(encoding="utf-8"))
    (form,) = (it.text for it in found if it.language == "json")
    (tmp_path / "signup.fields.json").write_text(form)
    assert "valueMissing" not in findings(fieldd, tmp_path / "signup.fields.json", "warning")
    records = ['{"email": "ada@example.com"}', '{"email": "ada@", "country": "Canada"}', '{"email": "a@b.org"}']
    (tmp_path / "sign-ups.ndjson").write_text("".join(f"{it}\n" for it in records))
    (tmp_path / "trip.survey.json").write_text(SURVEY)
    sessions = [it for it in found if it.text.startswith("$ ")]
    assert len(sessions) == 4
    environment = environment_for(tmp_path / "environment", fieldd)
    for session in sessions:
        printed = run(commands_of(session.text), tmp_path, environment)
        if IS_UPDATING:
            update(PROJECT / "README.md", found.index(session), printed)
        else:
            assert not [*differences(session, printed)]


def test_what_the_readme_shows_of_the_demo_is_in_the_demo(fieldd: str) -> None:
    found = snippets_of((PROJECT / "README.md").read_text(encoding="utf-8"))
    (excerpt,) = (it.text for it in found if "publishDiagnostics" in it.text)
    done = subprocess.run([fieldd, "demo"], capture_output=True, text=True, timeout=60, check=True)
    # Times differ each time.
    said, shown = (re.sub(r"\d[\d.,]* ms", "ms", text).splitlines() for text in (excerpt, done.stdout))
    squeezed = iter(re.sub(r"\s+", " ", line).strip() for line in shown)
    for line in filter(str.strip, said):
        wanted = re.sub(r"\s+", " ", line).strip()
        assert any(it == wanted for it in squeezed), f"not in the demo, or not in this order: {line}"


def test_the_swift_of_the_readme_is_compiled_elsewhere() -> None:
    sources = [it.read_text(encoding="utf-8") for it in (PROJECT / "clients" / "swift").rglob("*.swift")]
    found = snippets_of((PROJECT / "README.md").read_text(encoding="utf-8"))
    swift = [it for it in found if it.language == "swift"]
    assert swift
    for snippet in swift:
        assert any(is_part(snippet.text, source) for source in sources), str(snippet)


def test_the_formats_of_others_are_those_of_the_command_line(fieldd: str) -> None:
    told = subprocess.run([fieldd, "--help"], capture_output=True, text=True, timeout=60, check=True).stdout
    sentence = told.split("\nFORMAT is fields (unless given), ")[1].split(".\n")[0]
    text = (PROJECT / "docs" / "how-to" / "builder.md").read_text(encoding="utf-8")
    table = text.split("| format | is |\n")[1].split("\n\n")[0]
    assert re.split(r",\s+|\s+or\s+", sentence) == re.findall(r"^\| `([\w-]+)`", table, re.MULTILINE)


# Links.


@pytest.fixture(scope="module")
def site() -> pages.Site:
    return pages.Site()


def test_every_link_leads_somewhere(site: pages.Site) -> None:
    assert site.broken == []


def test_the_pages_are_all_there_are(site: pages.Site) -> None:
    """Whoever begins at README.md comes to every page of docs/ and of clients/."""
    read = {str(path) for path in site.pages}
    written = [*PAGES, *(PROJECT / "clients").glob("*/README.md"), *PROJECT.glob("*.md")]
    assert {name for name in names(written)} <= read
    assert {target for target, _ in pages.CHAPTERS} <= read


def markdown_of_the_project() -> list[str]:
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
    found = subprocess.run(listed, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    return [name for name in found.splitlines() if (PROJECT / name).is_file()]


def test_every_link_of_every_page_leads_somewhere() -> None:
    """Of those too that nothing leads to, such as the pages of VS Code's walkthrough."""
    site = pages.Site(PROJECT, markdown_of_the_project())
    assert {str(path) for path in site.pages} >= set(markdown_of_the_project())
    assert site.broken == []


OLD_ANCHORS = """
the-protocol framing when-much-comes-at-once life-cycle languages capabilities methods requests-carry-tokens
textdocumentdidopen-didchange-didsave-didclose a-change-that-cant-be-read edits textdocumentpublishdiagnostics
textdocumentdiagnostic-workspacediagnostic textdocumentcompletion textdocumenthover textdocumentcodeaction
textdocumentinlayhint textdocumentcodelens textdocumentdocumentsymbol commandresolve-interactivelistenum
workspacesymbol textdocumentformatting-rangeformatting-rangesformatting-ontypeformatting
textdocumentdefinition-references-documenthighlight-preparerename-rename textdocumentlinkededitingrange
workspacewillrenamefiles textdocumentfoldingrange-selectionrange textdocumentdocumentcolor-colorpresentation
textdocumentsemantictokensfull-fulldelta-range textdocumentdocumentlink settings folders-and-files
foreign-forms-in-an-editor records-in-an-editor the-forms-layer fieldopen-fieldclose a-field fielddidchange
fieldevent acts fieldautofill fieldsnapshot-fieldlayout fieldimport-fieldexport what-became-of-each-property
json-schema structured-output rjsf mcp lsp-form surveyjs-surveyjs formio-formio html github xlsform
fieldseterror-fieldremoveerror-fieldsetstate fieldvalidate-fieldsettled-fieldsubmit fieldcheck fieldshould
fieldrunvalidation fieldautofillstrings the-life-of-a-draft what-is-kept-secret errors the-field-document
the-forms-own-words where-values-stand lists properties a-field-document a-group repeat a-field-1 validation
a-rule a-condition an-object-with-when a-row toolbar a-toolbar-item autofill colors messages formats patterns
stability examples
"""
"""The headings of protocol.md while it was one page; others link them."""


def test_old_anchors_of_the_protocol_lead_somewhere(site: pages.Site) -> None:
    page = site.pages[PurePosixPath("protocol.md")]
    assert set(OLD_ANCHORS.split()) <= page.anchors
    headings = {it.anchor for it in page.headings}
    # Two places of one name would send readers to the first.
    assert not page.written & headings


def test_the_protocol_is_read_in_half_an_hour() -> None:
    assert (PROJECT / "protocol.md").stat().st_size <= 40_000


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text('# Other\n\n## A part, of it\n\n| a |\n|---|\n| <a id="old"></a>b |\n')
    (tmp_path / "README.md").write_text(
        "# All\n[a](other.md) [b](other.md#a-part-of-it) [c](#all) [d](https://example.com/)\n"
        "[e](other.md#nothing) [f](nothing.md) [g](#nothing) [h](http://example.com/) [i](../outside.md)\n"
        "[l](other.md#old)\n"
        "![j](nothing.png) [k](https://nothing)\n"
    )
    assert pages.Site(tmp_path).broken == [
        "README.md: other.md#nothing leads to no heading",
        "README.md: nothing.md leads to no file",
        "README.md: #nothing leads to no heading",
        "README.md: http://example.com/ is no https address",
        "README.md: ../outside.md leads to no file",
        "README.md: nothing.png leads to no file",
        "README.md: https://nothing is no https address",
    ]


@pytest.mark.parametrize(
    ("titles", "anchors"),
    [
        (["Try it"], ["try-it"]),
        (["textDocument/didOpen, didChange"], ["textdocumentdidopen-didchange"]),
        (["What's `new`?"], ["whats-new"]),
        (["Über naïve — forms"], ["über-naïve--forms"]),
        (["snake_case & co."], ["snake_case--co"]),
        (["Same", "Same", "Same"], ["same", "same-1", "same-2"]),
    ],
)
def test_anchors_are_those_of_github(titles: list[str], anchors: list[str]) -> None:
    taken: dict[str, int] = {}
    assert [pages.anchor_of(title.replace("`", ""), taken) for title in titles] == anchors


# Pages.


# The script alone is wanted of the package, and not what would run it.
AXE = Path(sysconfig.get_path("purelib")) / "axe_playwright_python" / "axe.min.js"
VIOLATIONS = """
  const done = arguments[arguments.length - 1];
  axe.run(document, { preload: false }).then(
    ({ violations }) => done(violations.flatMap((rule) => rule.nodes.map(
      (node) => `${rule.id}: ${node.target}: ${node.failureSummary}`))),
    (error) => done([`${error}`]));"""


@pytest.fixture(scope="module")
def folder(site: pages.Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages, made."""
    folder = tmp_path_factory.mktemp("pages")
    site.write(folder)
    return folder


@pytest.fixture(scope="module")
def driver() -> Iterator[WebDriver]:
    need("chromium", "chromedriver")
    with start_browser("--window-size=1280,900") as driver:
        yield driver


def test_the_pages_are_made(folder: Path) -> None:
    """Each with its links to the others, every address in it one of a file and of something there."""
    made = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    ids = {path: set(re.findall(r'\sid="([^"]*)"', text)) for path, text in made.items()}
    assert folder / "index.html" in made and folder / "docs" / "tutorial.html" in made
    for path, text in made.items():
        assert len(re.findall(r"<h1[ >]", text)) >= 1, path
        for address in re.findall(r'(?:href|src)="([^"]*)"', text):
            if address.startswith(("https:", "mailto:")):
                continue
            file, _, anchor = address.partition("#")
            target = Path(os.path.normpath(path.parent / file)) if file else path
            assert target.is_file(), f"{path}: {address}"
            assert not anchor or anchor in ids[target], f"{path}: {address}"


def test_every_name_of_the_tables_is_listed(folder: Path, fieldd: str) -> None:
    listed = set(re.findall(r"<code>([^<]*)</code></a> ([^<]*)<", (folder / "names.html").read_text()))
    schema = json.loads(subprocess.run([fieldd, "schema"], capture_output=True, check=True).stdout)
    properties = {name for it in objects(schema) for name in it.get("properties", {})}
    assert {"maxLength", "fields", "autofill", "tooLong"} <= properties
    assert properties - {"$form", "$schema"} <= {name for name, _ in listed}
    assert ("tooLong", "code") in listed and ("field/submit", "method") in listed
    assert ("store", "setting") in listed and ("toolbar", "member of a field as it is told") in listed
    assert ("iban", "format") in listed and ("maxLength", "property of a rule") in listed
    assert ("madeUp", "code of a conversion") in listed and ("textDocument/hover", "method") in listed


def objects(schema: object) -> list[dict[str, object]]:
    """All objects in some JSON."""
    if isinstance(schema, dict):
        return [schema, *(it for value in schema.values() for it in objects(value))]
    if isinstance(schema, list):
        return [it for value in schema for it in objects(value)]
    return []


LOOKED_AT = ["index.html", "docs/tutorial.html", "docs/comparison.html", "docs/reference/index.html"]
LOOKED_AT += ["docs/reference/formats.html", "docs/troubleshooting.html", "names.html", "clients/neovim/fieldd.lua.html", "clients/sublime/index.html"]
"""Some of each kind; the longest take axe-core a minute."""


@pytest.mark.parametrize("name", LOOKED_AT)
def test_nothing_is_in_the_way_of_readers(name: str, folder: Path, driver: WebDriver) -> None:
    """axe-core, by day and by night; and nothing is cut off on a phone."""
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        driver.get((folder / name).as_uri())
        assert driver.execute_async_script(AXE.read_text() + VIOLATIONS) == [], scheme
    size = {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.get((folder / name).as_uri())
    width = driver.execute_script("return document.documentElement.scrollWidth")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert width <= 360
    assert [entry["message"] for entry in driver.get_log("browser")] == []


def test_names_are_found_as_they_are_typed(folder: Path, driver: WebDriver) -> None:
    driver.get((folder / "names.html").as_uri())
    driver.find_element(By.CSS_SELECTOR, ".find input").send_keys("MaxLen")
    shown = [it for it in driver.find_elements(By.CSS_SELECTOR, ".names li") if it.is_displayed()]
    assert [it.text for it in shown] == ["maxLength property of a field", "maxLength property of a rule"]
    driver.get(shown[1].find_element(By.TAG_NAME, "a").get_attribute("href"))
    row = driver.find_element(By.CSS_SELECTOR, "tr:target")
    assert row.text.startswith("maxLength a whole number")


def test_words_of_any_page_are_found(folder: Path, driver: WebDriver) -> None:
    driver.get((folder / "names.html").as_uri())
    driver.find_element(By.CSS_SELECTOR, ".find input").send_keys("Restarts")
    found = driver.find_elements(By.CSS_SELECTOR, ".found li")
    assert found[0].text.startswith("Deployment › Restarts")
    driver.find_element(By.CSS_SELECTOR, ".find input").send_keys(" supervisor")
    assert not driver.find_element(By.CSS_SELECTOR, ".names").is_displayed()
    (row,) = driver.find_elements(By.CSS_SELECTOR, ".found li a")
    driver.get(row.get_attribute("href"))
    assert driver.find_element(By.CSS_SELECTOR, ":target").text.startswith("Restarts")
    assert [entry["message"] for entry in driver.get_log("browser")] == []


# Codes.


CODES = PROJECT / "docs" / "reference" / "codes.md"


def sections_of(text: str) -> dict[str, str]:
    """What stands below each heading that is a code."""
    found = re.findall(r"^### `(\w+)`\n(.*?)(?=^##|\Z)", text, re.M | re.S)
    assert len(dict(found)) == len(found)
    return dict(found)


def test_every_code_is_explained() -> None:
    text = CODES.read_text(encoding="utf-8")
    tables = "".join(re.findall(r"<!-- generated: .*? -->\n(.*?)<!-- end -->", text, re.S))
    assert {*re.findall(r"^\| \[`(\w+)`\]", tables, re.M)} <= sections_of(text).keys()


def test_an_example_of_a_code_has_it_and_its_message(fieldd: str, tmp_path: Path) -> None:
    """That the example below it is right, the snippets of the page prove."""
    shown = 0
    for code, text in sections_of(CODES.read_text(encoding="utf-8")).items():
        messages = re.findall(r"^> (.*)$", text, re.M)
        if not messages:
            continue
        *before, wrong, right = snippets_of(text)
        assert wrong.name == right.name, code
        for snippet in [*before, wrong]:
            write(tmp_path / snippet.name, snippet.text)
        command = [fieldd, "check", "--severity", "hint", "--format", "ndjson", wrong.name]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert [it["message"] for it in found if it.get("code") == code][:1] == messages, code
        shown += 1
    assert shown > 50


# Figures.


def test_figures_are_those_that_were_measured() -> None:
    results = (PROJECT / "Benchmarks" / "RESULTS.md").read_text(encoding="utf-8")
    text = (PROJECT / "docs" / "comparison.md").read_text(encoding="utf-8")
    figures = re.findall(r"\d[\d,.]*×|\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)? ms\b|20\d\d-\d\d-\d\d", text)
    assert figures
    for figure in figures:
        assert figure in results or figure.removesuffix(" ms") in results, figure
    # The slowest and the fastest row.
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    (ends,) = re.findall(r"\[([\d.]+) to ([\d.]+) times\]\(Benchmarks/RESULTS.md#records\)", readme)
    assert all(f"{end}×" in results for end in ends), ends


# The harness itself.


def test_a_session_is_held_to_what_it_prints(fieldd: str, tmp_path: Path) -> None:
    environment = environment_for(tmp_path, fieldd)
    folder = work_folder(tmp_path / "work")
    text = "```console\n$ false\n$ echo $?\n1\n$ printf 'a\\nb\\n' \\\n>   ; echo c >&2\na\n…\nc\n```\n"
    (session,) = snippets_of(text)
    printed = run(commands_of(session.text), folder, environment)
    assert printed == [[], ["1"], ["a", "b", "c"]]
    assert [*differences(session, printed)] == []
    (wrong,) = snippets_of(text.replace("\n1\n", "\n0\n"))
    assert len([*differences(wrong, printed)]) == 1
    assert with_output(text.replace("\n1\n", "\n0\n"), wrong, printed) == text


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        (["a"], ["a"], True),
        (["a"], ["b"], False),
        (["a"], ["a", "b"], False),
        (["a", "…"], ["a", "b", "c"], True),
        (["…", "c"], ["a", "b", "c"], True),
        (['{"a":…}'], ['{"a":[1,2]}'], True),
        (["…b"], ["ab", "b"], False),
        ([], [], True),
        ([], ["a"], False),
    ],
)
def test_an_ellipsis_stands_for_anything(expected: list[str], printed: list[str], same: bool) -> None:
    assert is_printed(expected, printed) == same


def test_a_part_of_a_file_is_one_line_by_line() -> None:
    whole = "import A\n\nfunc f() {\n  one()\n  two()\n}\n"
    assert is_part("one()\ntwo()\n", whole) and is_part("import A\n\none()\n", whole)
    assert not is_part("one()\nthree()\n", whole) and not is_part("import B\none()\n", whole)
    assert not is_part("one()\n  two()\n", whole)
