"""The client's side: what a server asks becomes a form, which a person fills in."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from fieldd import Conversion, Daemon, DaemonError, Form, Format, RequestError
from mcp.client import ClientRequestContext
from mcp.types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    ElicitRequestFormParams,
    ElicitRequestParams,
    ElicitRequestURLParams,
    ElicitResult,
    ErrorData,
)

FORMAT: Format = "mcp"
"""The daemon's name for elicitations."""

_log = logging.getLogger("fieldd")


class Declined(Exception):
    """The person does not want to answer, which a face says by raising this."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a server asks.

    `document` is a field document made of it and `form` that document, open with the daemon.
    `server` is the name that the server gives itself, if it gives one, `message` its own words.
    """

    server: str | None
    message: str
    document: Mapping[str, Any]
    form: Form


class Face(Protocol):
    """Has a question answered: an `async` function, or an object that is called like one."""

    async def __call__(self, question: Question, /) -> Mapping[str, Any] | None:
        """The values that were committed; None if the person gave up, or raises `Declined`."""
        ...


OnUrl = Callable[
    [ClientRequestContext, ElicitRequestURLParams], Awaitable[ElicitResult | ErrorData]
]


class Answering:
    """Answers elicitations with a form: an `elicitation_callback` for a client of the MCP package.

    ::

        async with Daemon() as daemon:
            answering = Answering(daemon, TerminalFace())
            async with Client(server, elicitation_callback=answering) as client:
                ...

    A person answers one question after the other, also where a server asks several at once.
    What is accepted has passed every check of the form. Optional fields that were left empty are
    left out, also where the person has emptied a `default` of the server with which they began. Of
    what a face says nothing a `default` that passes the checks is sent.
    A question by URL is no form: it is handed on to `on_url`, or else refused with an error.
    `locale` is the language in which the form speaks, such as `de`.
    """

    def __init__(
        self,
        daemon: Daemon,
        face: Face,
        *,
        locale: str | None = None,
        on_url: OnUrl | None = None,
    ) -> None:
        self._daemon = daemon
        self._face = face
        self._locale = locale
        self._on_url = on_url
        self._turn = asyncio.Lock()

    async def __call__(
        self, context: ClientRequestContext, params: ElicitRequestParams
    ) -> ElicitResult | ErrorData:
        """Answers one elicitation; what can't be asked for as a form is an error."""
        if isinstance(params, ElicitRequestURLParams):
            if self._on_url is not None:
                return await self._on_url(context, params)
            return ErrorData(code=INVALID_PARAMS, message="A question by URL is no form to fill in")
        info = context.session.server_info
        server = (info.title or info.name) if info else None
        try:
            async with self._turn:
                return await self.answer(params, server)
        except RequestError as error:
            return ErrorData(code=INVALID_PARAMS, message=str(error))
        except DaemonError as error:
            return ErrorData(code=INTERNAL_ERROR, message=str(error))

    async def answer(
        self, params: ElicitRequestFormParams, server: str | None = None
    ) -> ElicitResult | ErrorData:
        """Answers a question in the name of whoever asks; raises `DaemonError`."""
        schema = params.requested_schema
        asked = {"message": params.message, "requestedSchema": schema}
        conversion = await self._daemon.import_form(asked, FORMAT)
        if error := _unfit(schema, conversion):
            return ErrorData(code=INVALID_PARAMS, message=error)
        document = dict(conversion.document)
        if server is not None:
            # Whoever fills it in should know who asks.
            document = {"title": server} | document
        async with self._daemon.open(document, locale=self._locale, tidy=True) as form:
            try:
                question = Question(server, params.message, document, form)
                values = await self._face(question)
            except Declined:
                return ElicitResult(action="decline")
            if values is None:
                return ElicitResult(action="cancel")
            content = _content(schema, values)
            content |= await _defaults(schema, values, content, form)
        return ElicitResult(action="accept", content=content)


def _content(schema: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Committed values as the content of an answer; what is empty and not required is left out."""
    required = schema.get("required", ())
    given = {name: values.get(name) for name in schema.get("properties", {})}
    return {
        name: value
        for name, value in given.items()
        if value is not None and (value not in ("", []) or name in required)
    }


async def _defaults(
    schema: Mapping[str, Any], values: Mapping[str, Any], content: Mapping[str, Any], form: Form
) -> dict[str, Any]:
    """The defaults of what nothing was said of, as far as they stand in the form, which takes them."""
    properties: Mapping[str, Any] = schema.get("properties", {})
    defaults = {
        name: asked["default"]
        for name, asked in properties.items()
        if name not in values and asked.get("default") is not None and _is_filled(form, name)
    }
    if not defaults:
        return {}
    verdict = await form.check({**content, **defaults})
    wrong = {_first_step(it.path) for it in verdict.problems}
    return {name: default for name, default in defaults.items() if name not in wrong}


def _is_filled(form: Form, name: str) -> bool:
    return name in form and form[name].draft_value is not None


def _first_step(path: str) -> str:
    """The member of the record to which a JSON pointer leads, or in which it ends."""
    return path.split("/", 2)[1].replace("~1", "/").replace("~0", "~") if path else ""


def _unfit(schema: Mapping[str, Any], conversion: Conversion) -> str | None:
    """Why a form made of a schema can't answer it, if it can't."""
    document = conversion.document
    keys = {field["key"] for field in document.get("fields", ())}
    properties: Mapping[str, Any] = schema.get("properties", {})
    nested = [name for name in properties if name not in keys]
    losses = {loss.path: loss.message for loss in conversion.losses}
    if document.get("groups"):
        return f"An elicitation is flat: `{document['groups'][0]['key']}` has properties of its own"
    for name in nested:
        if name in schema.get("required", ()):
            why = losses.get(f"/requestedSchema/properties/{name}", "no field says that")
            return f"`{name}` can't be asked for: {why}"
    for loss in conversion.losses:
        _log.warning("%s of an elicitation is passed over: %s", loss.path, loss.message)
    return None
