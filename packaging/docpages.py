"""The Markdown of the project as pages: `python packaging/docpages.py FOLDER [MODULES MODULE]`.

Every page that README.md leads to, with what it links: pictures as they are, sources as pages with
colours. Links stay what they are on GitHub, and so do the anchors of headings; beside those each row
of the reference's tables has an anchor, names.html lists them all, and it searches the text of all
pages. Nothing is fetched, and a link that leads nowhere ends the work with its name.

With MODULES, npm's packages, and MODULE, what `make wasm` has made, the first page has the playground on it.
"""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

import playground
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.util import ClassNotFound

PROJECT = Path(__file__).resolve().parents[1]
STYLE = Path(__file__).with_name("docpages.css")
SCRIPT = Path(__file__).with_name("docpages.js")
START = "README.md"
PICTURES = {".png", ".svg", ".jpg", ".gif"}
OUTSIDE = {"https", "mailto"}
LEXERS = {"sh": "bash", "jsonc": "json5", "text": "text", "js": "javascript"}
CHAPTERS = [
    ("docs/README.md", "Documentation"),
    ("docs/tutorial.md", "Tutorial"),
    ("docs/how-to/editor.md", "Editor"),
    ("docs/how-to/server.md", "Server"),
    ("docs/how-to/pipeline.md", "Pipeline"),
    ("docs/how-to/builder.md", "Form builder"),
    ("docs/how-to/agent.md", "Agent"),
    ("docs/how-to/browser.md", "Browser"),
    ("docs/how-to/swift.md", "Swift"),
    ("docs/how-to/migration.md", "Migration"),
    ("docs/comparison.md", "Comparison"),
    ("docs/deployment.md", "Deployment"),
    ("docs/troubleshooting.md", "Troubleshooting"),
    ("docs/reference/README.md", "Reference"),
    ("protocol.md", "Protocol"),
]
"""What stands at the top of every page."""


class Broken(Exception):
    """Links that lead nowhere."""


def anchor_of(title: str, taken: dict[str, int]) -> str:
    """The anchor that GitHub gives a heading; `taken` counts those that a page has."""
    name = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
    number = taken.get(name, 0)
    taken[name] = number + 1
    return f"{name}-{number}" if number else name


def plain(token: Token) -> str:
    """The text of a heading or a cell, without its marks."""
    return "".join(
        child.content
        for child in token.children or []
        if child.type in ("text", "code_inline", "image")
    )


@dataclass
class Heading:
    """A heading, and where it is."""

    level: int
    title: str
    anchor: str


@dataclass
class Name:
    """A name that a table of the reference explains, and where."""

    name: str
    what: str
    page: PurePosixPath
    address: str


@dataclass
class Page:
    """A file of Markdown, read."""

    path: PurePosixPath
    tokens: list[Token]
    headings: list[Heading] = field(default_factory=list)
    names: list[Name] = field(default_factory=list)

    @property
    def title(self) -> str:
        return next((it.title for it in self.headings), str(self.path))

    @property
    def anchors(self) -> set[str]:
        return {it.anchor for it in self.headings} | {it.address for it in self.names} | self.written

    @property
    def written(self) -> set[str]:
        """The anchors that the text has of its own: `<a id="…"></a>`."""
        inside = [child for token in self.tokens for child in token.children or []]
        pieces = [it.content for it in [*self.tokens, *inside] if it.type in ("html_block", "html_inline")]
        return {anchor for piece in pieces for anchor in re.findall(r'<a id="([^"]+)">', piece)}

    def links(self) -> Iterator[tuple[Token, str, str]]:
        """What it links and shows: the token, its attribute and the address."""
        for token in self.tokens:
            for child in token.children or []:
                for attribute in ("href", "src"):
                    if isinstance(address := child.attrGet(attribute), str):
                        yield child, attribute, address


def markdown() -> MarkdownIt:
    """CommonMark with GitHub's tables, and nothing else of GitHub's."""
    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


def read_page(path: PurePosixPath, text: str) -> Page:
    """Reads Markdown, and gives headings and the rows of tables of names their anchors."""
    page = Page(path, markdown().parse(text))
    taken: dict[str, int] = {}
    section, header, is_first = "", "", False
    for token, inside in zip(page.tokens, [*page.tokens[1:], None], strict=True):
        if token.type == "heading_open" and inside is not None:
            section = plain(inside)
            anchor = anchor_of(section, taken)
            token.attrSet("id", anchor)
            page.headings.append(Heading(int(token.tag[1]), section, anchor))
        elif token.type == "tr_open":
            row, is_first = token, True
        elif token.type == "th_open" and is_first and inside is not None:
            header, is_first = plain(inside), False
        elif token.type == "td_open" and is_first and inside is not None:
            is_first = False
            if is_reference(path) and header in NAMED:
                for name in names_in(inside):
                    what = NAMED[header] or f"property of {section[0].lower()}{section[1:]}"
                    anchor = anchor_of(f"{name} {what}", taken)
                    if row.attrGet("id") is None:
                        row.attrSet("id", anchor)
                    page.names.append(Name(name, what, path, str(row.attrGet("id"))))
    return page


NAMED = {
    "property": "",
    "code": "code",
    "report code": "code of a conversion",
    "method": "method",
    "format": "format",
    "setting": "setting",
    "member": "member of a field as it is told",
}
"""Tables of the reference whose first column has names, by its heading."""


def is_reference(path: PurePosixPath) -> bool:
    return path == PurePosixPath("protocol.md") or path.is_relative_to("docs/reference")


def names_in(cell: Token) -> list[str]:
    return [child.content for child in cell.children or [] if child.type == "code_inline"]


def page_name(path: PurePosixPath) -> PurePosixPath:
    """Where a file of the project, or a folder, has its page."""
    if path.name == "README.md":
        return path.with_name("index.html")
    if path.suffix == ".md":
        return path.with_suffix(".html")
    if (PROJECT / path).is_dir():
        return path / "index.html"
    return path if path.suffix in PICTURES else path.with_name(f"{path.name}.html")


def target_of(page: PurePosixPath, address: str) -> tuple[PurePosixPath, str] | None:
    """The file and the anchor that a link on a page means; none for a link to the outside."""
    parts = urlsplit(address)
    if parts.scheme:
        return None
    if not parts.path:
        return page, parts.fragment
    joined = os.path.normpath(page.parent / unquote(parts.path))
    return PurePosixPath(joined), parts.fragment


class Site:
    """All pages that the first one leads to, and those that nothing leads to but are to be looked at."""

    def __init__(self, project: Path = PROJECT, also: Iterable[str] = ()) -> None:
        self.project = project
        # What the first page has below its first lines.
        self.playground = ""
        self.pages: dict[PurePosixPath, Page] = {}
        self.files: set[PurePosixPath] = set()
        self.broken: list[str] = []
        for start in (START, *also):
            self.read(PurePosixPath(start))
        for page in self.pages.values():
            for _, _, address in page.links():
                self.check(page, address)

    def read(self, path: PurePosixPath) -> None:
        """Reads a page and all that it leads to."""
        if path in self.pages or path in self.files:
            return
        whole = self.project / path
        if path.parts[:1] == ("..",) or not whole.exists():
            return
        if path.suffix != ".md":
            self.files.add(path)
            if whole.is_dir():
                for child in sorted(whole.iterdir()):
                    if not child.name.startswith((".", "__")):
                        self.read(path / child.name)
            return
        page = self.pages[path] = read_page(path, whole.read_text(encoding="utf-8"))
        for _, _, address in page.links():
            if found := target_of(path, address):
                self.read(found[0])

    def check(self, page: Page, address: str) -> None:
        """Notes a link that leads nowhere."""
        where = f"{page.path}: {address}"
        found = target_of(page.path, address)
        if found is None:
            parts = urlsplit(address)
            if parts.scheme not in OUTSIDE or (parts.scheme == "https" and "." not in parts.netloc):
                self.broken.append(f"{where} is no https address")
            return
        path, anchor = found
        if path not in self.pages and path not in self.files:
            self.broken.append(f"{where} leads to no file")
        elif anchor and (path not in self.pages or anchor not in self.pages[path].anchors):
            self.broken.append(f"{where} leads to no heading")

    def write(self, folder: Path) -> None:
        """Writes all pages; raises if a link leads nowhere."""
        if self.broken:
            raise Broken("\n".join(self.broken))
        folder.mkdir(parents=True, exist_ok=True)
        for file in (STYLE, SCRIPT):
            shutil.copy(file, folder / file.name)
        for page in self.pages.values():
            content = self.render(page)
            if all(it.level > 1 for it in page.headings):
                content = f"<h1>{html.escape(page.title)}</h1>\n{content}"
            if page.path == PurePosixPath(START):
                content = content.replace("<h2", f"{self.playground}<h2", 1)
            put(folder, page_name(page.path), layout(page.path, page.title, content, page.headings))
        for path in self.files:
            whole = self.project / path
            name = page_name(path)
            if whole.is_dir():
                # A folder's README.md is its page.
                if path / "README.md" not in self.pages:
                    put(folder, name, layout(path, str(path), self.listing(path), []))
            elif path.suffix in PICTURES:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(whole, folder / name)
            else:
                text = whole.read_text(encoding="utf-8", errors="replace")
                body = f"<h1>{html.escape(str(path))}</h1>\n{coloured(text, file=path.name)}"
                put(folder, name, layout(path, str(path), body, []))
        names = [name for page in self.pages.values() for name in page.names]
        put(folder, PurePosixPath("names.html"), layout(NAMES, "Search", names_page(names), []))
        found = [it for page in self.pages.values() for it in sections(page) if it["text"]]
        put(folder, PurePosixPath("sections.js"), f"const sections = {json.dumps(found, ensure_ascii=False)};\n")

    def listing(self, path: PurePosixPath) -> str:
        """The page of a folder."""
        rows = [
            f'<li><a href="{address(path / "_", path / child.name)}">{html.escape(child.name)}</a></li>'
            for child in sorted((self.project / path).iterdir())
            if path / child.name in self.files or path / child.name in self.pages
        ]
        return f"<h1>{html.escape(str(path))}</h1>\n<ul>\n" + "\n".join(rows) + "\n</ul>"

    def render(self, page: Page) -> str:
        """The HTML of a page's text."""
        for token, attribute, link in page.links():
            if found := target_of(page.path, link):
                path, anchor = found
                token.attrSet(attribute, address(page.path, path) + (f"#{anchor}" if anchor else ""))
        renderer = markdown()
        renderer.add_render_rule("fence", fence)
        renderer.add_render_rule("heading_open", heading_open)
        renderer.add_render_rule("heading_close", heading_close)
        renderer.add_render_rule("table_open", lambda *_: '<div class="wide"><table>\n')
        renderer.add_render_rule("table_close", lambda *_: "</table></div>\n")
        return renderer.renderer.render(page.tokens, renderer.options, {})


NAMES = PurePosixPath("names.md")
PLAYGROUND = """<details class="try"><summary>Try it on this page</summary>
<iframe src="playground/index.html" title="Playground" loading="lazy"></iframe>
<p><a href="playground/index.html">The playground as a page of its own</a></p>
</details>
"""


def address(page: PurePosixPath, path: PurePosixPath) -> str:
    """How a page links another file of the project."""
    return os.path.relpath(page_name(path), page_name(page).parent)


def fence(_: object, tokens: list[Token], index: int, *__: object) -> str:
    """A snippet, in colours; the file that it is to be called by stands above it."""
    language, _, rest = tokens[index].info.strip().partition(" ")
    file = rest.split(" ")[0] if rest else ""
    caption = f"<figcaption>{html.escape(file)}</figcaption>" if file else ""
    return f"<figure>{caption}{coloured(tokens[index].content, language)}</figure>\n"


def heading_open(_: object, tokens: list[Token], index: int, *__: object) -> str:
    token = tokens[index]
    return f'<{token.tag} id="{html.escape(str(token.attrGet("id")))}">'


def heading_close(_: object, tokens: list[Token], index: int, *__: object) -> str:
    opening = tokens[index - 2]
    anchor = html.escape(str(opening.attrGet("id")))
    label = html.escape(plain(tokens[index - 1]))
    link = f'<a class="anchor" href="#{anchor}" aria-label="Link to {label}">#</a>'
    return f" {link}</{tokens[index].tag}>\n"


def coloured(text: str, language: str = "", file: str = "") -> str:
    """Code as HTML; without colours where nobody knows the language."""
    try:
        lexer = get_lexer_for_filename(file) if file else get_lexer_by_name(LEXERS.get(language, language))
    except ClassNotFound:
        lexer = get_lexer_by_name("text")
    return str(highlight(text, lexer, HtmlFormatter(cssclass="code", wrapcode=True)))


def breakable(text: str) -> str:
    """A title that may be broken behind its slashes."""
    return html.escape(text).replace("/", "/<wbr>")


def names_page(names: list[Name]) -> str:
    """The search, and every name in the order of the alphabet, with a link to its first explanation."""
    first: dict[tuple[str, str], Name] = {}
    for name in names:
        first.setdefault((name.name, name.what), name)
    rows = [
        f'<li data-name="{html.escape(it.name.lower())}"><a href="{page_name(it.page)}#{html.escape(it.address)}">'
        f"<code>{html.escape(it.name)}</code></a> {html.escape(it.what)}</li>"
        for it in sorted(first.values(), key=lambda it: (it.name.lower().lstrip("$/"), it.what))
    ]
    return (
        "<h1>Search</h1>\n<p>Find a property, a code, a method, a format, a setting, "
        "or words of any page.</p>\n"
        '<p><label class="find" hidden>Find <input type="search" autocomplete="off"></label></p>\n'
        '<p class="nothing" role="status" hidden>Nothing found.</p>\n'
        '<section class="listed"><h2 id="names">Names</h2>\n<ul class="names">\n' + "\n".join(rows) + "\n</ul></section>\n"
        '<section class="found" hidden><h2 id="sections">Sections</h2>\n<ul></ul></section>\n'
        '<script src="sections.js" defer></script>'
    )


def sections(page: Page) -> Iterator[dict[str, str]]:
    """The parts of a page between its headings, for the search: where each is, its title, its text."""
    anchor, title, texts = "", page.title, []
    for token, before in zip(page.tokens, [None, *page.tokens], strict=False):
        if token.type == "inline" and before is not None and before.type == "heading_open":
            yield section(page, anchor, title, texts)
            anchor, title, texts = str(before.attrGet("id")), plain(token), []
        elif token.type == "inline":
            texts.append(re.sub(r"<[^>]*>|\]\([^)]*\)|[\[`*]", "", token.content))
        elif token.type == "fence":
            texts.append(token.content)
    yield section(page, anchor, title, texts)


def section(page: Page, anchor: str, title: str, texts: list[str]) -> dict[str, str]:
    address = str(page_name(page.path)) + (f"#{anchor}" if anchor else "")
    name = page.title if title == page.title else f"{page.title} › {title}"
    return {"address": address, "title": name, "text": re.sub(r"\s+", " ", " ".join(texts))}


def layout(path: PurePosixPath, title: str, body: str, headings: list[Heading]) -> str:
    """A whole page."""
    up = os.path.relpath(".", page_name(path).parent)
    up = "" if up == "." else f"{up}/"

    def chapter(target: str, name: str) -> str:
        here = ' aria-current="page"' if PurePosixPath(target) == path else ""
        return f'<li><a href="{up}{page_name(PurePosixPath(target))}"{here}>{name}</a></li>'

    chapters = "\n".join(chapter(target, name) for target, name in CHAPTERS)
    here = ' aria-current="page"' if path == NAMES else ""
    chapters += f'\n<li><a href="{up}names.html"{here}>Search</a></li>'
    listed = [it for it in headings if it.level in (2, 3)]
    contents = "\n".join(
        f'<li class="level{it.level}"><a href="#{html.escape(it.anchor)}">{breakable(it.title)}</a></li>'
        for it in listed
    )
    aside = (
        '<nav class="contents" aria-label="On this page"><details><summary>On this page</summary>\n'
        f"<ul>\n{contents}\n</ul></details></nav>"
        if len(listed) > 2
        else ""
    )
    whole = "fieldd" if title == "fieldd" else f"{title} · fieldd"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(whole)}</title>
<link rel="stylesheet" href="{up}docpages.css">
<script src="{up}docpages.js" defer></script>
</head>
<body>
<a class="skip" href="#text">To the text</a>
<header>
<a class="home" href="{up}index.html">fieldd</a>
<nav aria-label="Pages"><ul>
{chapters}
</ul></nav>
</header>
<div class="columns">
{aside}
<main id="text">
{body}
</main>
</div>
</body>
</html>
"""


def put(folder: Path, name: PurePosixPath, text: str) -> None:
    """Writes a page."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def main() -> int:
    """Writes the pages; gives the exit status."""
    if len(sys.argv) not in (2, 4):
        print("usage: docpages.py FOLDER [MODULES MODULE]", file=sys.stderr)
        return 2
    site = Site()
    folder = Path(sys.argv[1])
    if len(sys.argv) == 4:
        site.playground = PLAYGROUND
        playground.write(Path(sys.argv[2]), folder / "playground", Path(sys.argv[3]))
    try:
        site.write(folder)
    except Broken as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
