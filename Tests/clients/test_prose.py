"""The prose of the project is plain technical English: short sentences, and usual verbs.

Tables, headings and quotations are left out, and so is CHANGELOG.md, which is history.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

import pytest
from conftest import PROJECT
from markdown_it import MarkdownIt

LONGEST = 30

PLAINER = {
    r"\bmend(s|ed|ing)?\b": "fix",
    r"\bheld to\b": "check against, must have",
    r"\bholds? (it|them|what|to|an?|the|each|records?|answers?|values?)\b[^.]* to\b": "check, validate",
    r"\bstood on\b": "select",
    r"\bbehind (it|all|this|them|that|these|what)\b": "after",
    r"\b(is|are|was|were|be|been) told\b|\btold of\b": "report, send, receive",
    r"\b(is|are) asked\b": "ask, with a subject",
    r"\b(say|says|said) of\b": "report about",
    r"\bwhat (is|was|are|were|has|have|had|can't|can|could|may|must) ": "a noun with a clause",
    r"\b(nobody )?of (which|whom|whose|us)\b": "a sentence of its own",
    r"\bin spite of\b": "despite",
    r"\bwho(ever)? (reads|writes|asks|wants|makes|has|begins)\b": "a noun",
}
"""Turns of phrase that no manual has, and what to write."""


def pages() -> list[str]:
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    wanted = ["*.md", ":!CHANGELOG.md", ":!Tests", ":!Benchmarks"]
    found = subprocess.run([*listed, *wanted], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    return [name for name in found.splitlines() if (PROJECT / name).is_file()]


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of paragraphs and lists, each with the line at which its paragraph begins."""
    is_outside, before = True, ""
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if re.fullmatch("(table|blockquote)_(open|close)", token.type):
            is_outside = token.type.endswith("_close")
        if token.type == "inline" and is_outside and before != "heading_open":
            assert token.map is not None
            plain = re.sub(r"\]\([^)]*\)|<[^>]*>|[\[\]*]", "", token.content)
            for sentence in re.split(r"(?<=[.!?])\s+", re.sub(r"\s+", " ", plain)):
                yield token.map[0] + 1, sentence
        before = token.type


def faults(text: str) -> list[str]:
    found = []
    for line, sentence in sentences(text):
        if (count := len(sentence.split())) > LONGEST:
            found.append(f"{line}: {count} words: {sentence}")
        found += [f"{line}: {plainer}: {sentence}" for it, plainer in PLAINER.items() if re.search(it, sentence, re.I)]
    return found


@pytest.mark.parametrize("name", pages())
def test_a_page_is_plain(name: str) -> None:
    found = faults((PROJECT / name).read_text(encoding="utf-8"))
    assert not found, "\n".join(found)


def test_a_sentence_that_is_not_plain_is_found() -> None:
    long = " ".join(["word"] * 31)
    page = (
        f"# What is told\n\n{long}.\n{long[5:]}.\n\n- It is held to a form. [A](b.md) is told.\n\n"
        f"| {long} |\n|---|\n\n```\n{long}\n```\n"
    )
    assert [it.split(": ")[:2] for it in faults(page)] == [
        ["3", "31 words"],
        ["6", "check against, must have"],
        ["6", "report, send, receive"],
    ]
