"""An editing session, from opening a document to shutting down, as real editors would have it.

The client is strictly typed, and announces what each editor of pytest-lsp's collection announces.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from conftest import SPECS
from document import Document
from lsprotocol import types

URI = "file:///forms/signup.fields.json"
EDITORS = sorted(
    path.stem.replace("_v", "@")
    for path in (Path(pytest_lsp.__file__).parent / "clients").glob("*.json")
)
ENCODINGS = ["utf-8", "utf-16", "utf-32"]
PATIENCE_SECONDS = 60


class Session:
    """An editor with one document open."""

    def __init__(self, client: pytest_lsp.LanguageClient, encoding: str, text: str) -> None:
        self.client = client
        self.document = Document(text, encoding)
        self.here = types.TextDocumentIdentifier(URI)
        self.diagnostics: Sequence[types.Diagnostic] = []
        # An editor that asks what is wrong is told nothing by itself.
        self.asks = False
        self.is_open = True

    async def open(self) -> None:
        """Opens the document and takes its diagnostics."""
        item = types.TextDocumentItem(URI, "fields", self.document.version, self.document.text)
        await self._published(
            lambda: self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        )

    async def close(self) -> None:
        """Closes the document; nothing is wrong with it any more."""
        self.is_open = False
        await self._published(
            lambda: self.client.text_document_did_close(
                types.DidCloseTextDocumentParams(self.here)
            )
        )

    async def change(self, *changes: types.TextDocumentContentChangePartial) -> None:
        """Tells of changes that were made to the document and takes the new diagnostics."""
        version = types.VersionedTextDocumentIdentifier(self.document.version, URI)
        params = types.DidChangeTextDocumentParams(version, list(changes))
        await self._published(lambda: self.client.text_document_did_change(params))

    async def type(self, marked: str, text: str, delete: int = 0) -> int:
        """Types at a `¦`; gives the offset behind what was typed."""
        start = self.document.find(marked)
        await self.change(self.document.replace(start, start + delete, text))
        return start + len(text)

    def position(self, marked: str) -> types.Position:
        """Where a `¦` stands."""
        return self.document.position(self.document.find(marked))

    def messages(self) -> list[str]:
        """What the diagnostics say."""
        return [diagnostic.message for diagnostic in self.diagnostics]

    def underlined(self, part: str) -> str:
        """The text under the diagnostic that says something."""
        (found,) = [d for d in self.diagnostics if part in d.message]
        return self.document.slice(found.range)

    async def _published(self, act: Any) -> None:
        if self.asks:
            act()
            await self._ask()
            assert URI not in self.client.diagnostics
            return
        waiting = asyncio.ensure_future(
            self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        )
        await asyncio.sleep(0)
        act()
        await asyncio.wait_for(waiting, PATIENCE_SECONDS)
        self.diagnostics = self.client.diagnostics.get(URI, [])

    async def _ask(self) -> None:
        """Asks what is wrong, and again what is wrong beside what is known."""
        if not self.is_open:
            self.diagnostics = []
            return
        report = await self.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(self.here)
        )
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        again = await self.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(self.here, previous_result_id=report.result_id)
        )
        assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
        assert again.result_id == report.result_id
        self.diagnostics = report.items


@asynccontextmanager
async def session(
    fieldd: str,
    editor: str,
    encoding: str | None = None,
    line_end: str = "\n",
    asks: bool = False,
) -> AsyncIterator[Session]:
    """An editor that has just opened the form, and that leaves politely."""
    client = pytest_lsp.make_test_lsp_client()
    await client.start_io(fieldd)
    capabilities = pytest_lsp.client_capabilities(editor)
    if encoding is not None:
        capabilities.general = types.GeneralClientCapabilities(
            position_encodings=[types.PositionEncodingKind(encoding)]
        )
    if asks:
        capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities()
        capabilities.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(
            refresh_support=True
        )
    answer = await client.initialize_session(
        types.InitializeParams(capabilities=capabilities, root_uri=None)
    )
    agreed = answer.capabilities.position_encoding
    assert encoding is None or agreed == encoding
    text = (SPECS / "signup.fields.json").read_text().replace("\n", line_end)
    one = Session(client, agreed or "utf-16", text)
    one.asks = asks
    assert (answer.capabilities.diagnostic_provider is not None) == asks
    await one.open()
    yield one
    await one.close()
    assert not one.diagnostics
    await client.shutdown_session()
    assert await asyncio.wait_for(client._server.wait(), PATIENCE_SECONDS) == 0
    await client.stop()


async def diagnose_and_edit(one: Session) -> None:
    """Diagnostics stand under the right text and go when it is mended."""
    assert one.underlined("can't be \"entri\"") == '"entri"'
    assert one.underlined("can't be \"p\"") == '"p"'
    assert one.underlined("Too long: 13 characters, at most 8") == '"much too long"'
    await one.type('"kind": "entr¦i"', "y", delete=1)
    assert not [message for message in one.messages() if "entri" in message]


async def accept_completion(one: Session) -> None:
    """A word is typed and completed behind characters of every width."""
    offset = await one.type('"key": "country", "kind": "p¦"', "i")
    found = await one.client.text_document_completion_async(
        types.CompletionParams(one.here, one.document.position(offset))
    )
    (item,) = [item for item in found.items if item.label == "picker"]
    assert isinstance(item.text_edit, types.TextEdit)
    await one.change(one.document.apply(item.text_edit))
    assert '日本", "key": "country", "kind": "picker", "data"' in one.document.text
    assert not [message for message in one.messages() if "can't be" in message]


async def hover(one: Session) -> None:
    """The property under the pointer is explained, and the field's state told."""
    place = one.position('"key": "country", "ki¦nd"')
    found = await one.client.text_document_hover_async(types.HoverParams(one.here, place))
    assert isinstance(found.contents, types.MarkupContent)
    assert "kind" in found.contents.value
    assert "Romania" not in found.contents.value
    assert one.document.slice(found.range) == '"kind"'


async def apply_fix(one: Session) -> None:
    """A code action mends what its diagnostic tells of."""
    place = one.position('"text": "much too¦ long"')
    found = await one.client.text_document_code_action_async(
        types.CodeActionParams(
            one.here, types.Range(place, place), types.CodeActionContext(one.diagnostics)
        )
    )
    (action,) = [action for action in found if action.title == "Truncate to 8 characters"]
    assert isinstance(action, types.CodeAction)
    assert action.kind == types.CodeActionKind.QuickFix
    assert [d.message for d in action.diagnostics] == ["Too long: 13 characters, at most 8"]
    (edit,) = edits_of(action.edit, one.document.version)
    await one.change(one.document.apply(edit))
    assert '"text": "much too", "maxLength": 8' in one.document.text
    assert not one.diagnostics


def edits_of(edit: types.WorkspaceEdit, version: int) -> Sequence[types.TextEdit]:
    """The edits of the one document that is open."""
    if edit.document_changes is None:
        assert list(edit.changes) == [URI]
        return edit.changes[URI]
    (change,) = edit.document_changes
    assert isinstance(change, types.TextDocumentEdit)
    assert change.text_document == types.OptionalVersionedTextDocumentIdentifier(URI, version)
    return change.edits


async def outline(one: Session) -> None:
    """The outline names the fields, in an order and at places that exist."""
    found = await one.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(one.here)
    )
    assert [symbol.name for symbol in found] == ["email", "country", "nick", "born"]
    for symbol in found:
        if isinstance(symbol, types.DocumentSymbol):
            whole = one.document.slice(symbol.range)
            assert one.document.slice(symbol.selection_range) == f'"{symbol.name}"'
        else:
            whole = one.document.slice(symbol.location.range)
        assert whole.startswith("{") and whole.endswith("}") and symbol.name in whole


async def hints(one: Session) -> None:
    """The counters stand behind the drafts."""
    end = one.document.position(len(one.document.text))
    found = await one.client.text_document_inlay_hint_async(
        types.InlayHintParams(one.here, types.Range(types.Position(0, 0), end))
    )
    places = {
        hint.label: one.document.text[: one.document.offset(hint.position)][-10:]
        for hint in found
    }
    assert places == {"15/40": 'ample.com"', "8/8": ' "much too"'[-10:]}


async def edit_astral_text(one: Session) -> None:
    """Edits in the middle of surrogate pairs' neighbours and combining characters."""
    await one.type('"label": "𝒳 éà 😀¦😀"', "x𝒳e̊", delete=1)
    assert not one.diagnostics
    await one.type('"date": "1990-12-1¦0"', "x", delete=1)
    assert one.underlined("Not an ISO 8601 date") == '"1990-12-1x"'
    await one.type('"date": "1990-12-1¦x"', "1", delete=1)
    assert not one.diagnostics


async def rename(one: Session) -> None:
    """A key is renamed wherever it is written."""
    place = one.position('"key": "bo¦rn"')
    found = await one.client.text_document_prepare_rename_async(
        types.PrepareRenameParams(one.here, place)
    )
    assert isinstance(found, types.PrepareRenamePlaceholder)
    assert one.document.slice(found.range) == found.placeholder == "born"
    edit = await one.client.text_document_rename_async(
        types.RenameParams(one.here, place, "birthday 🎂")
    )
    (change,) = edits_of(edit, one.document.version)
    await one.change(one.document.apply(change))
    assert '"key": "birthday 🎂"' in one.document.text
    (definition,) = await one.client.text_document_definition_async(
        types.DefinitionParams(one.here, one.position('"key": "birth¦day'))
    )
    assert one.document.slice(definition.range) == "birthday 🎂"
    (highlight,) = await one.client.text_document_document_highlight_async(
        types.DocumentHighlightParams(one.here, definition.range.start)
    )
    assert highlight.range == definition.range
    assert highlight.kind == types.DocumentHighlightKind.Write


async def look_around(one: Session) -> None:
    """What can be folded, selected and coloured."""
    folds = await one.client.text_document_folding_range_async(
        types.FoldingRangeParams(one.here)
    )
    assert [fold.start_line for fold in folds][:2] == [0, 2]
    place = one.position('"key": "ni¦ck"')
    (selection,) = await one.client.text_document_selection_range_async(
        types.SelectionRangeParams(one.here, [place])
    )
    grown = []
    step: types.SelectionRange | None = selection
    while step:
        grown.append(one.document.slice(step.range))
        step = step.parent
    assert grown[:3] == ["nick", '"nick"', '"key": "nick"']
    assert all(inner in outer for inner, outer in zip(grown, grown[1:]))
    assert grown[-1] == one.document.text
    assert not await one.client.text_document_document_color_async(
        types.DocumentColorParams(one.here)
    )
    assert not await one.client.text_document_document_link_async(
        types.DocumentLinkParams(one.here)
    )


async def lay_out(one: Session) -> None:
    """The document is laid out with tabs, and back again."""
    before = one.document.text
    for options in (types.FormattingOptions(4, False), types.FormattingOptions(2, True)):
        edits = await one.client.text_document_formatting_async(
            types.DocumentFormattingParams(one.here, options)
        )
        assert edits
        changes = [one.document.apply(edit) for edit in reversed(edits)]
        await one.change(*changes)
        assert one.document.text.split() == before.split()
        assert ("\n\t\t{" in one.document.text.replace("\r", "\n")) is not options.insert_spaces
    assert not one.diagnostics


async def work(one: Session) -> None:
    """All of it in the order in which a person would."""
    await diagnose_and_edit(one)
    await accept_completion(one)
    await hover(one)
    await apply_fix(one)
    await outline(one)
    await hints(one)
    await edit_astral_text(one)
    await rename(one)
    await look_around(one)
    await lay_out(one)
    one.client.text_document_did_save(types.DidSaveTextDocumentParams(one.here))


@pytest.mark.parametrize("editor", EDITORS)
@pytest.mark.asyncio
async def test_every_editor_can_work(fieldd: str, editor: str) -> None:
    async with session(fieldd, editor) as one:
        await work(one)


@pytest.mark.asyncio
async def test_an_editor_that_asks_what_is_wrong_can_work(fieldd: str) -> None:
    async with session(fieldd, EDITORS[-1], asks=True) as one:
        await work(one)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.asyncio
async def test_every_position_encoding_works(
    fieldd: str, encoding: str, line_end: str
) -> None:
    async with session(fieldd, EDITORS[-1], encoding, line_end) as one:
        await work(one)
