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
    `defaults` are the values of the server with which the form begins, by key.
    """

    server: str | None
    message: str
    document: Mapping[str, Any]
    form: Form
    defaults: Mapping[str, Any]


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
    What is accepted is what a face gives, and has passed every check of the form. Optional fields
    that were left empty are left out, also where the person has emptied a `default` of the server.
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
                defaults = _defaults(schema, form)
                question = Question(server, params.message, document, form, defaults)
                values = await self._face(question)
            except Declined:
                return ElicitResult(action="decline")
            if values is None:
                return ElicitResult(action="cancel")
        return ElicitResult(action="accept", content=_content(schema, values))


def _content(schema: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Committed values as the content of an answer; what is empty and not required is left out."""
    required = schema.get("required", ())
    given = {name: values.get(name) for name in schema.get("properties", {})}
    return {
        name: value
        for name, value in given.items()
        if value is not None and (value not in ("", []) or name in required)
    }


def _defaults(schema: Mapping[str, Any], form: Form) -> dict[str, Any]:
    """The defaults that a form has taken, before anybody has touched it; it takes none that is wrong."""
    properties: Mapping[str, Any] = schema.get("properties", {})
    return {
        name: asked["default"]
        for name, asked in properties.items()
        if name in form and form[name].draft_value not in (None, []) and "default" in asked
    }


def _unfit(schema: Mapping[str, Any], conversion: Conversion) -> str | None:
    """Why a form made of a schema can't answer it, if it can't."""
    document = conversion.document
    keys = {field["key"] for field in document.get("fields", ())}
    losses = {loss.path: loss.message for loss in conversion.losses}
    if document.get("groups"):
        return f"An elicitation is flat: `{document['groups'][0]['key']}` has properties of its own"
    if "" in schema.get("properties", {}):
        # Its field has another name, under which no answer would be found.
        return "A property without a name can't be asked for"
    for name in schema.get("required", ()):
        if name not in keys:
            why = losses.get(f"/requestedSchema/properties/{name}", "no property says what it is")
            return f"`{name}` can't be asked for: {why}"
    for loss in conversion.losses:
        _log.warning("%s of an elicitation is passed over: %s", loss.path, loss.message)
    return None
