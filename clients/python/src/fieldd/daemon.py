"""The daemon, and the forms that are open with it."""

from __future__ import annotations

import base64
import itertools
import os
import shutil
import sys
import sysconfig
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Self, TypeVar

from .closures import AutofillSource, Check, Query, Validator, run_source, run_validator
from .connection import Connection, Params
from .delegate import Delegate
from .engine import SHIPPED
from .errors import DaemonEnded
from .facts import Conversion, Format, Surprise, answering, read_conversion, read_member
from .field import Field
from .form import Form, FormError
from .lists import Entry, EntryList

_Validator = TypeVar("_Validator", bound=Validator)
_Source = TypeVar("_Source", bound=AutofillSource)


class Daemon:
    """A daemon of one's own: a process that lives as long as the `async with` block.

    `validators` and `autofill_sources` are the closures that forms may name, `delegate` is asked
    and told about the fields of all forms. `store` is the file that keeps learned autofill texts,
    or `:memory:`; without one it is the user's own. The `command` is the program that was installed
    with this package, else the one in `PATH`, else the module of this package, unless it is given. A request that is not answered in
    `patience` seconds fails.

    A daemon that ends unasked is started again, with the forms that are open and the drafts that are
    known of them: what was asked before raises a `DaemonEnded`, what is asked from then on waits. The
    delegate hears of it by `restarted`. One that ends four times in a minute stays ended, as it does at
    once with `restart=False`.
    """

    def __init__(
        self,
        command: str | os.PathLike[str] | Sequence[str] | None = None,
        *,
        delegate: Delegate | None = None,
        validators: Mapping[str, Validator] | None = None,
        autofill_sources: Mapping[str, AutofillSource] | None = None,
        store: str | os.PathLike[str] | None = None,
        patience: float = 120,
        restart: bool = True,
    ) -> None:
        if command is None:
            command = _installed_command()
        elif isinstance(command, (str, os.PathLike)):
            command = [os.fspath(command)]
        self._command = [*command]
        if store is not None:
            self._command += ["--store", os.fspath(store)]
        self._delegate = delegate or Delegate()
        self._validators = dict(validators or {})
        self._sources = dict(autofill_sources or {})
        self._connection = Connection(
            self._notified, self._asked, self._lost, patience, self._revive if restart else None
        )
        self._forms: dict[str, Form] = {}
        self._form_count = 0

    def validator(self, validator: _Validator) -> _Validator:
        """Registers a function as the validator of its name, before the daemon is started."""
        self._validators[validator.__name__] = validator
        return validator

    def autofill_source(self, source: _Source) -> _Source:
        """Registers a function as the autofill source of its name, before the daemon is started."""
        self._sources[source.__name__] = source
        return source

    async def __aenter__(self) -> Self:
        await self._connection.start(self._command)
        try:
            await self._initialize()
        except BaseException:
            await self._connection.stop()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._connection.stop()

    @asynccontextmanager
    async def open(
        self,
        document: Mapping[str, Any] | str | Path,
        uri: str | None = None,
        *,
        values: Mapping[str, Any] | None = None,
        locale: str | None = None,
        tidy: bool = False,
        allow_errors: bool = False,
        format: str | None = None,
    ) -> AsyncIterator[Form]:
        """Opens a form, given as JSON, as text or as a file, for the length of the block.

        It may be in any format that fieldd converts, which `format` says, such as `"surveyjs"`; unless
        given, its content or the name of its file does. What it asks in that format alone nobody checks:
        each verdict has it in `unchecked`.
        With `values` its fields begin with what would be committed as these, by their keys; `problems` of
        the form are about the rest of them, such as a key that no field has.
        `locale` is the language of whoever fills it in, a tag such as `de` or `pt-BR`.
        With `tidy` what people type is tidied when they leave it: white space around a line goes, and a
        number is read as their language writes it.
        The file itself is not written to; `form.close()` gives the final text. The same file may be
        open several times.

        Raises a `FormError` with what is wrong with the text of the form, which can neither be
        submitted nor judge a record then; `allow_errors` opens it all the same, as editors do.
        """
        content: dict[str, Any]
        if isinstance(document, Path):
            content = _content(document)
            uri = uri or self._free_uri(document.resolve().as_uri())
        else:
            content = {"text" if isinstance(document, str) else "document": document}
        if values is not None:
            content["values"] = values
        if locale is not None:
            content["locale"] = locale
        if tidy:
            content["tidy"] = True
        if format is not None:
            content["format"] = format
        self._form_count += 1
        form = Form(uri or f"form:{self._form_count}", self._connection, self._delegate)
        await form.open(content)
        self._forms[form.uri] = form
        try:
            errors = tuple(it for it in form.diagnostics if it.severity == "error" and not allow_errors)
            if errors:
                raise FormError(errors)
            yield form
        finally:
            if not form.is_closed:
                # With a daemon that is gone its forms are.
                with suppress(DaemonEnded):
                    await form.close()
            self._forms.pop(form.uri)

    def _free_uri(self, uri: str) -> str:
        """The URI of a file, as no form that is open has it.

        A query tells them apart, which is none of the path of a file: what is beside the file is
        found, and no normaliser makes one of them. The daemon goes by the end of a URI.
        """
        name = uri.rpartition("/")[2]
        others = (f"{uri}?{number}/{name}" for number in itertools.count(2))
        return next(it for it in itertools.chain([uri], others) if it not in self._forms)

    async def import_form(
        self, document: Mapping[str, Any] | Sequence[Any] | str, format: Format = "json-schema"
    ) -> Conversion:
        """Makes a document of a form in the format of others, a text in some; it can be opened then."""
        name = "text" if isinstance(document, str) else "document"
        params = {"format": format, name: document}
        answer = await self._connection.request("field/import", params)
        with answering("field/import"):
            return read_conversion(answer)

    async def _initialize(self) -> None:
        forms = {
            "delegate": self._delegate.questions(),
            "validators": [*self._validators],
            "autofillSources": [*self._sources],
        }
        capabilities = {
            # The units in which Python counts text.
            "general": {"positionEncodings": ["utf-32"]},
            "experimental": {"fields": forms},
        }
        params = {"processId": os.getpid(), "rootUri": None, "capabilities": capabilities}
        await self._connection.request("initialize", params)
        self._connection.notify("initialized", {})

    async def _revive(self) -> None:
        """Brings a daemon that was started again to where the last one was."""
        await self._initialize()
        for form in [*self._forms.values()]:
            await form.reopen()
        self._delegate.restarted()

    def _notified(self, method: str, params: Params) -> None:
        form = self._forms.get(read_member(params, "uri", str, ""))
        # A form of lists without entries has no fields, and is one all the same.
        if form is not None and method == "field/didChange":
            form.take_change(params)
        elif form is not None and method == "field/event":
            form.take_event(params)

    def _lost(self) -> None:
        for form in self._forms.values():
            form.catch_up()

    def _asked(self, method: str, params: Params) -> Coroutine[Any, Any, Any] | None:
        match method:
            case "field/should":
                return self._may_happen(params)
            case "field/runValidation":
                return self._validate(params)
            case "field/autofillStrings":
                return self._autofill(params)
            case _:
                return None

    async def _may_happen(self, params: Params) -> bool:
        return await self._delegate.answer(self._subject(params), params)

    async def _validate(self, params: Params) -> dict[str, Any]:
        value = read_member(params, "value", str)
        check = Check(self._field(params), value, read_member(params, "values", Mapping[str, Any]))
        return await run_validator(self._validators[params["validator"]], check)

    async def _autofill(self, params: Params) -> dict[str, Any]:
        query = Query(self._field(params), read_member(params, "text", str))
        return await run_source(self._sources[params["source"]], query)

    def _subject(self, params: Params) -> Field | EntryList | Entry:
        """What the daemon asks about."""
        if "list" not in params:
            return self._field(params)
        uri, key = read_member(params, "uri", str), read_member(params, "list", str)
        try:
            entries = self._forms[uri].list(key)
            if read_member(params, "question", str) == "addEntry":
                return entries
            return entries.entry(read_member(params, "entry", int))
        except KeyError:
            raise Surprise(f"there is no such list or entry of {key} in {uri}") from None

    def _field(self, params: Params) -> Field:
        uri, key = read_member(params, "uri", str), read_member(params, "key", str)
        form = self._forms.get(uri)
        if form is None or key not in form:
            raise Surprise(f"there is no field {key} in {uri}")
        return form[key]


def _installed_command() -> list[str]:
    """The program that came with the package, which need not be in `PATH`; else the module."""
    beside = Path(sysconfig.get_path("scripts")) / ("fieldd.exe" if os.name == "nt" else "fieldd")
    if beside.is_file():
        return [str(beside)]
    if shutil.which("fieldd") is None and SHIPPED.is_file():
        # Not what the working folder calls so.
        return [sys.executable, "-P", "-m", "fieldd"]
    return ["fieldd"]


def _content(file: Path) -> dict[str, Any]:
    """The form in a file, as a request has it; a workbook is sent as Base64."""
    content = file.read_bytes()
    if content.startswith(b"PK\x03\x04"):
        return {"text": base64.b64encode(content).decode(), "format": "xlsform"}
    return {"text": content.decode()}
