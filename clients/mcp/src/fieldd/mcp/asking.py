"""The server's side: a field document is what is asked, and what the answer is held to."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from fieldd import Daemon, Field, Form, RecordProblem, RequestError
from mcp.server.mcpserver import Context
from mcp.types import (
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)

from .answering import FORMAT

# As of this revision a server asks in the answer to a call, and not by a request of its own.
_ASKS_IN_ANSWERS = "2026-07-28"


class Unaskable(ValueError):
    """The form has something for which an elicitation has no room."""


class SecretAsked(Unaskable):
    """The form asks for a secret, which an elicitation must not: it needs one by URL."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """An answer that passed every check: the record of the form, with the values by its keys."""

    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Unanswered:
    """No answer: the person did not want to, by `decline`, or broke off, by `cancel`."""

    action: Literal["decline", "cancel"]


@dataclass(frozen=True, slots=True)
class Refused:
    """The last answer that was waited for was not right either; `problems` say why."""

    problems: Sequence[RecordProblem]
    content: Mapping[str, Any]


Answer = Accepted | Unanswered | Refused


class Elicitation:
    """A question: a form as an elicitation, and what is made of its answers.

    ::

        async with Daemon() as daemon, Elicitation.open(daemon, Path("table.fields.json")) as table:
            answer = await Asking(context).ask(table)

    The schema that is sent says what such a schema can. All else, such as patterns, comparisons of
    fields and the validators of `Daemon`, the answer is held to when it comes, by `field/check`.
    """

    def __init__(self, form: Form, message: str, schema: Mapping[str, Any]) -> None:
        self._form = form
        self.message = message
        self.schema = schema
        self._fields = {name: field for name, field in _names(form) if name in self._properties}

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        daemon: Daemon,
        document: Mapping[str, Any] | str | Path,
        *,
        message: str | None = None,
        locale: str | None = None,
    ) -> AsyncIterator[Elicitation]:
        """Opens a form to ask by, for the length of the block.

        `message` is what is asked, unless the form's description, or its title, says it. Problems
        are told in the language `locale`. Raises `SecretAsked` where a field is `secure`, and
        `Unaskable` where there is a list, or the text of the form has errors.
        """
        async with daemon.open(document, locale=locale, allow_errors=True) as form:
            errors = [it for it in form.diagnostics if it.severity == "error"]
            if errors:
                raise Unaskable("; ".join(f"{it.line}:{it.column}: {it.message}" for it in errors))
            for field in form:
                if field.is_secure:
                    raise SecretAsked(
                        f"an elicitation must not ask for a secret: `{field.key}` is secure"
                    )
            if form.lists:
                raise Unaskable(f"an elicitation has no lists: `{form.lists[0].key}` is one")
            try:
                asked = (await form.export(FORMAT)).document
            except RequestError as error:
                raise Unaskable(str(error)) from error
            yield cls(form, message or asked["message"], _without_fixed(form, asked))

    @property
    def params(self) -> ElicitRequestFormParams:
        """What is sent at first."""
        return ElicitRequestFormParams(message=self.message, requested_schema=dict(self.schema))

    def again(self, refused: Refused) -> ElicitRequestFormParams:
        """What is sent after an answer that was not right: with its problems, in the form's words.

        What was right of the answer is where the person begins; the rest is empty again.
        """
        told = [self._words(problem) for problem in refused.problems]
        wrong = {problem.key for problem in refused.problems}
        properties = {}
        for name, asked in self._properties.items():
            rest = {member: asked[member] for member in asked if member != "default"}
            field = self._fields.get(name)
            is_right = field is None or field.key not in wrong
            if is_right and name in refused.content:
                properties[name] = rest | {"default": refused.content[name]}
            else:
                properties[name] = rest if name in refused.content or not is_right else asked
        message = "\n".join([self.message, "", *told])
        schema = {**self.schema, "properties": properties}
        return ElicitRequestFormParams(message=message, requested_schema=schema)

    async def judge(self, result: ElicitResult) -> Answer:
        """What becomes of a client's answer."""
        if result.action != "accept":
            return Unanswered(result.action)
        content = {name: it for name, it in (result.content or {}).items() if it is not None}
        record = self._record(content)
        verdict = await self._form.check(record)
        # The client asks for everything; what does not apply by the other answers is no answer. To
        # take one out may be to hide another.
        for _ in content:
            hidden = [it.path for it in verdict.problems if it.code == "hiddenValue"]
            if not hidden:
                break
            for path in hidden:
                _take_out(record, path)
            verdict = await self._form.check(record)
        if verdict:
            return Accepted(record)
        errors = [it for it in verdict.problems if it.severity == "error"]
        return Refused(errors, content)

    @property
    def _properties(self) -> Mapping[str, Any]:
        properties: Mapping[str, Any] = self.schema["properties"]
        return properties

    def _record(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """The answer as the form commits it: each value at its path, and of its type."""
        record: dict[str, Any] = {}
        for name, value in content.items():
            field = self._fields.get(name)
            if field is None:
                # What was not asked for is for the form to judge, as in any record.
                record[name] = value
            elif value != "":
                _put(record, _pointer(field), _typed(field, value))
        return record

    def _words(self, problem: RecordProblem) -> str:
        if problem.key is None or problem.key not in self._form:
            return problem.message
        return f"{self._form[problem.key].label}: {problem.message}"


class Asking:
    """Asks in the course of one call of a tool: `Asking(context)` with the tool's context.

    An answer that the form does not take is asked for again with the form's words, until `limit`
    answers are not right. Newer clients (as of 2026-07-28) are asked in the answer to the call:
    `ask` gives an `InputRequiredResult` then, which the tool is to return; it is called again with
    what the client says to it, and comes to the same place with the answer.

    ::

        @server.tool()
        async def book(context: Context) -> str | InputRequiredResult:
            answer = await Asking(context).ask(table)
            if isinstance(answer, InputRequiredResult):
                return answer
            ...
    """

    def __init__(self, context: Context[Any, Any], *, limit: int = 3) -> None:
        if limit < 1:
            raise ValueError("a question is asked at least once")
        self._context = context
        self._limit = limit
        self._state: dict[str, Any] = _read_state(context.request_state)
        self._count = 0

    async def ask(
        self, elicitation: Elicitation, key: str | None = None
    ) -> Answer | InputRequiredResult:
        """Has the client answer a question.

        Where a tool asks several, each has a `key` by which it is known when the tool is called
        again; unless given that is the number of the question. Raises `PermissionError` where the
        client has not said that it can be asked.
        """
        self._count += 1
        key = key or f"question-{self._count}"
        if (self._context.protocol_version or "") >= _ASKS_IN_ANSWERS:
            return await self._ask_in_answer(elicitation, key)
        self._require_client()
        params = elicitation.params
        for number in range(1, self._limit + 1):
            result = await self._context.session.elicit_form(
                params.message, params.requested_schema, self._context.request_id
            )
            answer = await elicitation.judge(result)
            if not isinstance(answer, Refused) or number == self._limit:
                return answer
            params = elicitation.again(answer)
        raise AssertionError("the last answer is given back")

    async def _ask_in_answer(
        self, elicitation: Elicitation, key: str
    ) -> Answer | InputRequiredResult:
        known = self._state.get(key, {})
        told = (self._context.input_responses or {}).get(key)
        if "result" in known:
            told = ElicitResult.model_validate(known["result"])
        params, number = elicitation.params, known.get("round", 0)
        if isinstance(told, ElicitResult) and number:
            answer = await elicitation.judge(told)
            if not isinstance(answer, Refused) or number >= self._limit:
                # The next question is asked by another call, which comes by here again.
                result = told.model_dump(mode="json", by_alias=True, exclude_none=True)
                self._state[key] = {"round": number, "result": result}
                return answer
            params = elicitation.again(answer)
        self._require_client()
        self._state[key] = {"round": number + 1}
        return InputRequiredResult(
            input_requests={key: ElicitRequest(params=params)},
            request_state=json.dumps(self._state),
        )

    def _require_client(self) -> None:
        """Raises where the client has not said that it has forms for questions."""
        capabilities = self._context.client_capabilities
        can = capabilities.elicitation if capabilities else None
        # A client that says nothing more has forms, as all had at first.
        if can is None or (can.form is None and can.url is not None):
            raise PermissionError("the client has not said that it can be asked by a form")


def _read_state(text: str | None) -> dict[str, Any]:
    """What was known when the client was asked; nothing, if that is something else's."""
    try:
        state = json.loads(text or "{}")
    except ValueError:
        return {}
    is_ours = isinstance(state, dict) and all(isinstance(it, dict) for it in state.values())
    return state if is_ours else {}


def _names(form: Form) -> list[tuple[str, Field]]:
    """The properties of the schema that the daemon makes of a form, and their fields."""
    names: list[tuple[str, Field]] = []
    taken: set[str] = set()
    for field in form:
        steps = _steps(_pointer(field))
        name = steps[0] if len(steps) == 1 else field.key
        while name in taken:
            name += "_"
        taken.add(name)
        names.append((name, field))
    return names


def _without_fixed(form: Form, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The schema without the fields that nobody can fill in."""
    fixed = {
        name for name, field in _names(form) if field.is_read_only or field.state == "disabled"
    }
    schema: dict[str, Any] = dict(asked["requestedSchema"])
    schema["properties"] = {
        name: it for name, it in schema["properties"].items() if name not in fixed
    }
    if "required" in schema:
        schema["required"] = [name for name in schema["required"] if name not in fixed]
    return schema


def _typed(field: Field, value: Any) -> Any:
    """The value of the row that a text is of; an elicitation knows rows by texts only."""
    rows = {row.draft: row.value for row in field.rows}
    if isinstance(value, list):
        return [rows.get(it, it) if isinstance(it, str) else it for it in value]
    if isinstance(value, str) and value not in [row.value for row in field.rows]:
        return rows.get(value, value)
    return value


def _pointer(field: Field) -> str:
    return field.path or "/" + field.key.replace("~", "~0").replace("/", "~1")


def _steps(pointer: str) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def _put(record: dict[str, Any], pointer: str, value: Any) -> None:
    *steps, last = _steps(pointer)
    for step in steps:
        record = record.setdefault(step, {})
    record[last] = value


def _take_out(record: dict[str, Any], pointer: str) -> None:
    *steps, last = _steps(pointer)
    for step in steps:
        record = record.get(step, {})
    record.pop(last, None)
