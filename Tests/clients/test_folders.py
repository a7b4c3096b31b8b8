"""The folders that an editor works in: what is wrong in their files, names that are looked for, files
that get other names, and settings."""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from conftest import seeds
import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from test_check_folders import NAMES, Tree, git, line_of

PATIENCE_SECONDS = 60
FORM = """{ "fields": [
  { "key": "email", "kind": "entry", "label": "E-mail", "validation": { "live": [ "email" ] } },
  { "key": "nick", "kind": "entry", "label": "Nick", "maxLength": 4 }
] }
"""


class Editor:
    """An editor with a folder, and everything that it was asked and told."""

    def __init__(self, client: pytest_lsp.LanguageClient, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.settings: list[Any] = [None]
        self.requests: list[tuple[str, Any]] = []
        self.progress: list[Any] = []
        self.news = asyncio.Event()

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    async def check(self, *known: types.PreviousResultId, **more: Any) -> dict[str, Any]:
        """What is wrong with each file, by its name."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            found = await self.client.workspace_diagnostic_async(
                types.WorkspaceDiagnosticParams(list(known), **more)
            )
        return {item.uri.removeprefix(self.uri("") + "/"): item for item in found.items}

    async def asked(self, method: str) -> Any:
        """What the editor was asked, once it has been."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while method not in [name for name, _ in self.requests]:
                self.news.clear()
                await self.news.wait()
        return dict(self.requests)[method]

    def note(self, method: str, params: Any) -> None:
        self.requests.append((method, params))
        self.news.set()


@asynccontextmanager
async def editor(
    fieldd: str, folder: Path, asks: bool = True, options: Any = None
) -> AsyncIterator[Editor]:
    client = pytest_lsp.make_test_lsp_client()
    one = Editor(client, folder)

    def register(params: types.RegistrationParams) -> None:
        for registration in params.registrations:
            one.note(registration.method, registration.register_options)

    def refresh(params: Any) -> None:
        one.note(types.WORKSPACE_DIAGNOSTIC_REFRESH, params)

    def configuration(params: types.ConfigurationParams) -> list[Any]:
        assert [item.section for item in params.items] == ["fieldd"]
        return one.settings

    def create(params: types.WorkDoneProgressCreateParams) -> None:
        one.note(types.WINDOW_WORK_DONE_PROGRESS_CREATE, params.token)

    def progress(params: types.ProgressParams) -> None:
        one.progress.append((params.token, params.value))
        one.news.set()

    for method, act in {
        types.CLIENT_REGISTER_CAPABILITY: register,
        types.WORKSPACE_DIAGNOSTIC_REFRESH: refresh,
        types.WORKSPACE_CONFIGURATION: configuration,
        types.WINDOW_WORK_DONE_PROGRESS_CREATE: create,
        types.PROGRESS: progress,
    }.items():
        # The client has acts of its own for some of them.
        client.protocol.fm.features.pop(method, None)
        client.feature(method)(act)

    await client.start_io(fieldd)
    capabilities = types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(
            configuration=True,
            workspace_folders=True,
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
            did_change_configuration=types.DidChangeConfigurationClientCapabilities(True),
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(True),
            diagnostics=types.DiagnosticWorkspaceClientCapabilities(asks),
        ),
        window=types.WindowClientCapabilities(work_done_progress=True),
        text_document=types.TextDocumentClientCapabilities(
            diagnostic=types.DiagnosticClientCapabilities() if asks else None
        ),
    )
    await client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities,
            initialization_options=options,
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), "folder")],
        )
    )
    try:
        yield one
        await client.shutdown_session()
        assert await asyncio.wait_for(client._server.wait(), PATIENCE_SECONDS) == 0
    finally:
        # Nothing waits for the daemon of a test that has failed.
        if client._server.returncode is None:
            client._server.kill()
        await client.stop()


def codes(item: Any) -> list[str]:
    return [diagnostic.code for diagnostic in item.items]


@pytest.mark.asyncio
async def test_all_files_of_a_folder_are_checked(fieldd: str, tmp_path: Path) -> None:
    async with editor(fieldd, tmp_path) as one:
        one.write("a.fields.json", FORM)
        one.write("a.values.json", '{ "email": "nobody", "nick": "Grace" }')
        one.write("deep/er/b.values.json", '{ "$form": "../../a.fields.json", "nick": "G" }')
        one.write("broken.fields.jsonc", '{ "fields": [ // none\n { "key": "x" } ] }')
        one.write("none.values.json", "{}")
        one.write(".hidden/c.fields.json", "{")
        one.write("other.json", "{")
        one.write("wishes.json", '[ { "$form": "a.fields.json", "nick": "Grace" }, { "nick": "Hopper" } ]')
        one.write("deep/LINES.NDJSON", '{ "$form": "../a.fields.json", "nick": "Grace" }\n{ "nick": "Ada" }\n')
        # What Git ignores is left out, as `fieldd check` leaves it out.
        one.write(".gitignore", "/built/\nscratch.*\n")
        one.write("deep/.gitignore", "*.jsonc\n")
        for name in ("built/d.fields.json", "scratch.fields.json", "deep/e.fields.jsonc"):
            one.write(name, "{")
        found = await one.check()
        assert {name: codes(item) for name, item in found.items()} == {
            "a.fields.json": [],
            "a.values.json": ["typeMismatch", "tooLong"],
            "broken.fields.jsonc": ["missingProperty", "missingProperty"],
            "deep/LINES.NDJSON": ["tooLong"],
            "deep/er/b.values.json": [],
            "none.values.json": ["missingForm"],
            "wishes.json": ["tooLong", "tooLong"],
        }
        known = [types.PreviousResultId(item.uri, item.result_id) for item in found.values()]
        # Where nothing is different, the answer comes once something is.
        again = asyncio.ensure_future(one.check(*known))
        assert await one.client.workspace_symbol_async(types.WorkspaceSymbolParams("mail"))
        assert not again.done()
        (tmp_path / "none.values.json").unlink()
        one.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams(
                [types.FileEvent(one.uri("none.values.json"), types.FileChangeType.Deleted)]
            )
        )
        changed = {name: item for name, item in (await again).items() if item.kind == "full"}
        assert {name: codes(item) for name, item in changed.items()} == {"none.values.json": []}
        known = [item for item in known if "none" not in item.uri]
        # What is open counts in the place of its file, also for records that are not.
        text = FORM.replace('"maxLength": 4', '"maxLength": 5')
        one.client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                types.TextDocumentItem(one.uri("a.fields.json"), "fields", 7, text)
            )
        )
        found = await one.check(*known)
        changed = {name: item for name, item in found.items() if item.kind == "full"}
        assert {name: codes(item) for name, item in changed.items()} == {
            "a.values.json": ["typeMismatch"],
            "wishes.json": ["tooLong"],
            "deep/LINES.NDJSON": [],
        }
        assert found["a.fields.json"].version == 7


@pytest.mark.asyncio
async def test_a_thousand_files_are_told_in_parts_and_can_be_stopped(
    fieldd: str, tmp_path: Path
) -> None:
    async with editor(fieldd, tmp_path) as one:
        one.write("a.fields.json", FORM)
        for number in range(1000):
            one.write(
                f"{number % 7}/{number}.values.json",
                '{ "$form": "../a.fields.json", "nick": "Grace" }',
            )
        found = await one.check(partial_result_token="part", work_done_token="work")
        assert not found
        parts = [value for token, value in one.progress if token == "part"]
        assert len(parts) > 10
        items = [item for part in parts for item in part["items"]]
        assert len({item["uri"] for item in items}) == len(items) == 1001
        assert sum(len(item["items"]) for item in items) == 1000
        work = [value for token, value in one.progress if token == "work"]
        kinds = [value["kind"] for value in work]
        assert kinds[0] == "begin" and kinds[-1] == "end"
        assert set(kinds[1:-1]) == {"report"}
        shares = [value["percentage"] for value in work[1:-1]]
        assert shares == sorted(shares) and shares[-1] > 90

        stopped = asyncio.ensure_future(
            one.client.protocol.send_request_async(
                types.WORKSPACE_DIAGNOSTIC,
                types.WorkspaceDiagnosticParams([], partial_result_token="late"),
                msg_id="late",
            )
        )
        async with asyncio.timeout(PATIENCE_SECONDS):
            while "late" not in [token for token, _ in one.progress]:
                one.news.clear()
                await one.news.wait()
        one.client.cancel_request(types.CancelParams("late"))
        with pytest.raises(JsonRpcException, match="cancelled"):
            await stopped
        assert [token for token, _ in one.progress].count("late") < len(parts)
        found = await one.client.workspace_symbol_async(types.WorkspaceSymbolParams("nck"))
        assert [symbol.name for symbol in found] == ["nick · Nick"]


@pytest.mark.asyncio
async def test_an_editor_that_is_told_has_its_folder_checked_by_a_command(
    fieldd: str, tmp_path: Path
) -> None:
    async with editor(fieldd, tmp_path, asks=False) as one:
        one.write("a.fields.json", FORM)
        one.write("a.values.json", '{ "nick": "Grace" }')
        counted = await one.client.workspace_execute_command_async(
            types.ExecuteCommandParams("fieldd.checkWorkspace")
        )
        assert counted == {"forms": 1, "records": 1, "errors": 1, "warnings": 0}
        token = await one.asked(types.WINDOW_WORK_DONE_PROGRESS_CREATE)
        kinds = [value["kind"] for where, value in one.progress if where == token]
        assert kinds[0] == "begin" and kinds[-1] == "end"
        (found,) = one.client.diagnostics[one.uri("a.values.json")]
        assert found.code == "tooLong"
        # What was told is told anew where a file is another one.
        one.write("a.values.json", '{ "nick": "G" }')
        told = asyncio.ensure_future(
            one.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        )
        await asyncio.sleep(0)
        one.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams(
                [types.FileEvent(one.uri("a.values.json"), types.FileChangeType.Changed)]
            )
        )
        await asyncio.wait_for(told, PATIENCE_SECONDS)
        assert one.client.diagnostics[one.uri("a.values.json")] == ()


@pytest.mark.asyncio
async def test_files_that_change_are_asked_about_again(fieldd: str, tmp_path: Path) -> None:
    async with editor(fieldd, tmp_path) as one:
        watched = await one.asked(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
        globs = [watcher["globPattern"] for watcher in watched["watchers"]]
        assert globs == ["**/*.{json,jsonc,ndjson,jsonl,jsonlines,ldjson}"]
        one.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams(
                [types.FileEvent(one.uri("a.fields.json"), types.FileChangeType.Created)]
            )
        )
        await one.asked(types.WORKSPACE_DIAGNOSTIC_REFRESH)


@pytest.mark.asyncio
async def test_records_follow_a_form_with_another_name(fieldd: str, tmp_path: Path) -> None:
    async with editor(fieldd, tmp_path) as one:
        one.write("a.fields.json", FORM)
        one.write("a.values.json", '{ "nick": "Grace" }')
        one.write("b c/b.values.json", '{ "$form": "../a.fields.json" }')
        edit = await one.client.workspace_will_rename_files_async(
            types.RenameFilesParams(
                [types.FileRename(one.uri("a.fields.json"), one.uri("b c/nick.fields.json"))]
            )
        )
        changed = {
            change.text_document.uri: [edit.new_text for edit in change.edits]
            for change in edit.document_changes
        }
        assert changed == {
            one.uri("a.values.json"): [' "$form": "b c/nick.fields.json",'],
            one.uri("b c/b.values.json"): ["nick.fields.json"],
        }
        assert not await one.client.workspace_will_rename_files_async(
            types.RenameFilesParams([types.FileRename(one.uri("x"), one.uri("y"))])
        )


@pytest.mark.asyncio
async def test_folders_come_and_go(fieldd: str, tmp_path: Path) -> None:
    async with editor(fieldd, tmp_path / "one") as one:
        one.write("a.fields.json", FORM)
        other = tmp_path / "two"
        other.mkdir()
        (other / "b.fields.json").write_text(FORM)
        (other / "fieldd.json").write_text('{ "autofill": { "nicks": ["Grace", "Ada"] } }')
        added = types.WorkspaceFolder(other.as_uri(), "two")
        change = types.WorkspaceFoldersChangeEvent([added], [])
        one.client.workspace_did_change_workspace_folders(
            types.DidChangeWorkspaceFoldersParams(change)
        )
        assert [Path(uri).name for uri in await one.check()] == ["a.fields.json", "b.fields.json"]
        text = FORM.replace('"maxLength": 4', '"autofill": { "source": "nicks" }')
        document = types.TextDocumentIdentifier(one.uri("new.fields.json"))
        one.client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                types.TextDocumentItem(document.uri, "fields", 1, text)
            )
        )
        params = types.DocumentDiagnosticParams(document)
        assert codes(await one.client.text_document_diagnostic_async(params)) == []
        change = types.WorkspaceFoldersChangeEvent([], [added])
        one.client.workspace_did_change_workspace_folders(
            types.DidChangeWorkspaceFoldersParams(change)
        )
        assert "b.fields.json" not in [Path(uri).name for uri in await one.check()]
        found = await one.client.text_document_diagnostic_async(params)
        assert codes(found) == ["unknownSource"]


@pytest.mark.asyncio
async def test_a_folder_in_another_is_looked_through_once(fieldd: str, tmp_path: Path) -> None:
    async with editor(fieldd, tmp_path) as one:
        one.write("a.fields.json", FORM)
        one.write("in/b.fields.json", FORM)

        async def found() -> list[str]:
            symbols = await one.client.workspace_symbol_async(types.WorkspaceSymbolParams("email"))
            return sorted(it.location.uri.removeprefix(one.uri("") + "/") for it in symbols or [])

        def change(added: list[str], removed: list[str]) -> None:
            event = types.WorkspaceFoldersChangeEvent(
                [types.WorkspaceFolder(uri, uri) for uri in added],
                [types.WorkspaceFolder(uri, uri) for uri in removed],
            )
            one.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))

        both = ["a.fields.json", "in/b.fields.json"]
        assert await found() == both
        change([one.uri("in"), one.uri("in") + "/", one.uri("") + "/"], [])
        assert await found() == both
        change([], [one.uri("") + "/"])
        assert await found() == ["in/b.fields.json"]
        change([], [one.uri("in") + "/"])
        assert await found() == []


@pytest.mark.parametrize("is_asked", [True, False], ids=["asked", "told at once"])
@pytest.mark.asyncio
async def test_settings_change_what_is_told(
    fieldd: str, tmp_path: Path, is_asked: bool
) -> None:
    wish = {"severities": {"missingProperty": "hint", "unknownField": "off"}}
    text = '{ "fields": [ { "key": "a", "kind": "entry", "next": "b" } ] }'
    async with editor(fieldd, tmp_path, options=None if is_asked else wish) as one:
        one.write("a.fields.json", text)
        if is_asked:
            one.settings = [wish]
            one.client.workspace_did_change_configuration(
                types.DidChangeConfigurationParams(None)
            )
            await one.asked(types.WORKSPACE_DIAGNOSTIC_REFRESH)
        found = await one.check()
        (diagnostic,) = found["a.fields.json"].items
        assert diagnostic.code == "missingProperty"
        assert diagnostic.severity == types.DiagnosticSeverity.Hint


@pytest.mark.asyncio
async def test_a_name_is_changed_in_records_that_are_not_open(
    fieldd: str, tmp_path: Path
) -> None:
    async with editor(fieldd, tmp_path) as one:
        one.write("a.fields.json", FORM)
        one.write("a.values.json", '{ "nick": "Grace" }')
        one.write("b/b.values.json", '{ "$form": "../a.fields.json", "nick": "Ada" }')
        one.write("c.values.json", '{ "nick": "of another form" }')
        one.write("wishes.json", '[ { "$form": "a.fields.json" }, { "nick": "Ada" } ]')
        one.write("others.json", '[ { "$form": "b.fields.json" }, { "nick": "Ada" } ]')
        one.write("plain.json", '{ "nick": "Ada" }')
        document = types.TextDocumentIdentifier(one.uri("a.fields.json"))
        one.client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                types.TextDocumentItem(document.uri, "fields", 1, FORM)
            )
        )
        place = types.Position(2, FORM.splitlines()[2].index("nick"))
        edit = await one.client.text_document_rename_async(
            types.RenameParams(document, place, "handle")
        )
        changed = {
            change.text_document.uri: [edit.new_text for edit in change.edits]
            for change in edit.document_changes
        }
        names = ["a.fields.json", "a.values.json", "b/b.values.json", "wishes.json"]
        assert changed == {one.uri(name): ["handle"] for name in names}
        found = await one.client.text_document_references_async(
            types.ReferenceParams(
                context=types.ReferenceContext(False), text_document=document, position=place
            )
        )
        assert sorted(place.uri for place in found) == [one.uri(name) for name in names[1:]]


@pytest.mark.parametrize("seed", seeds(2, 4))
@pytest.mark.asyncio
async def test_an_editor_and_check_see_the_same_files(fieldd: str, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    tree = Tree(fieldd, tmp_path / "tree")
    git(tree.folder, "init")
    folders = ["."]
    for _ in range(10):
        folders.append(f"{chance.choice(folders)}/{chance.choice([*NAMES, '.hidden'])}")
    store = tree.folder / ".store"
    store.mkdir()
    for number, folder in enumerate(sorted(set(folders))):
        up = os.path.relpath(tree.folder, tree.folder / folder)
        stated = json.dumps({"$form": f"{up}/a.fields.json", "nick": "Grace"}).encode()
        endings = [".values.json", ".values.jsonc", ".json", ".NDJSON", ".jsonl", ".Values.json", ".txt"]
        for name in chance.sample(NAMES, 3):
            tree.write(f"{folder}/{name}{chance.choice(endings)}", content=stated)
            tree.write(f"{folder}/{name}{chance.choice(['.FIELDS.json', '.fields.jsonc'])}", content=FORM.encode())
            tree.write(f"{folder}/{name}.package.json", content=b'{"nick": "Grace"}')
        # Links to files are followed, those to folders are not.
        (store / f"{number}.json").write_bytes(stated)
        os.symlink(store / f"{number}.json", tree.folder / folder / "linked.json")
        os.symlink(store, tree.folder / folder / "linked")
    async with editor(fieldd, tree.folder) as one:
        for _ in range(4):
            for it in tree.folder.rglob(".gitignore"):
                it.unlink()
            for folder in chance.sample(folders, 4):
                tree.ignore(*(line_of(chance) for _ in range(chance.randrange(4))), folder=folder)
            checked = {name for name, said in tree.listed(".").items() if said.startswith("checked")}
            seen = {unquote(name) for name in await one.check()}
            assert seen == checked


@pytest.mark.asyncio
async def test_what_can_not_be_read_is_told_and_keeps_a_name_from_being_changed(
    fieldd: str, tmp_path: Path
) -> None:
    async with editor(fieldd, tmp_path) as one:
        one.write("a.fields.json", FORM)
        one.write("a.values.json", '{ "nick": "Grace" }')
        os.mkfifo(tmp_path / ".gitignore")
        with (tmp_path / "large.values.json").open("w") as file:
            file.truncate(100 << 20)
        document = types.TextDocumentIdentifier(one.uri("a.fields.json"))
        one.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(document.uri, "fields", 1, FORM))
        )
        place = types.Position(2, FORM.splitlines()[2].index("nick"))
        found = await one.client.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(False), document, place)
        )
        assert [place.uri for place in found] == [one.uri("a.values.json")]
        with pytest.raises(JsonRpcException, match="large.values.json can't be read: File too large"):
            await one.client.text_document_rename_async(types.RenameParams(document, place, "handle"))
        assert "large.values.json" not in await one.check()
        # Each is told once.
        logged = [it.message for it in one.client.log_messages]
        assert len(logged) == 2 and "File too large" in logged[0] and ".gitignore" in logged[1], logged
        (tmp_path / "large.values.json").unlink()
        assert await one.client.text_document_rename_async(types.RenameParams(document, place, "handle"))
