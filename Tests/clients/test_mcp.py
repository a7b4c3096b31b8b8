"""Elicitations of MCP with the official package's client and server, and the real daemon."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import importlib.util
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from browser import Page, start_browser, violations
from conftest import PROJECT, need
from fieldd import Daemon, RequestError
from fieldd.mcp import (
    Accepted,
    Answering,
    Asking,
    Declined,
    Elicitation,
    FunctionFace,
    Question,
    Refused,
    SecretAsked,
    Unanswered,
    Unaskable,
    WebFace,
)
from fields import entry
from mcp import Client, MCPError, StdioServerParameters
from mcp.server.mcpserver import Context, MCPServer
from mcp.types import (
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    ElicitResult,
    InputRequiredResult,
)

from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By

PATIENCE_SECONDS = 60
PACKAGE = PROJECT / "clients" / "mcp"
BRIDGE = PROJECT / "clients" / "web" / "bridge.py"
SERVER = PACKAGE / "examples" / "table_server.py"

# How a client is asked: by a request of the server, or as of 2026-07-28 in the answer to its call.
MODES = ["legacy", "auto"]


def schema(required: Sequence[str] = (), **properties: Any) -> dict[str, Any]:
    """What a server asks for."""
    return {"type": "object", "properties": properties, "required": [*required]}


class Asker:
    """A server that asks one thing as it is, and keeps the answer."""

    def __init__(self, asked: dict[str, Any], message: str = "Who are you?") -> None:
        self.answers: list[ElicitResult] = []
        self.server = MCPServer("Registry")
        params = ElicitRequestFormParams(message=message, requested_schema=asked)

        @self.server.tool()
        async def ask(context: Context) -> str | InputRequiredResult:
            if (context.protocol_version or "") < "2026":
                result = await context.session.elicit_form(message, asked)
            elif context.input_responses is None:
                return InputRequiredResult(input_requests={"q": ElicitRequest(params=params)})
            else:
                told = context.input_responses["q"]
                assert isinstance(told, ElicitResult)
                result = told
            self.answers.append(result)
            return result.action


async def answered(
    binary: str, asked: dict[str, Any], face: Any, mode: Any = "legacy", **more: Any
) -> ElicitResult:
    """What a client answers with a face."""
    asker = Asker(asked)
    async with (
        asyncio.timeout(PATIENCE_SECONDS),
        Daemon(binary, store=":memory:") as daemon,
        Client(
            asker.server, mode=mode, elicitation_callback=Answering(daemon, face, **more)
        ) as client,
    ):
        result = await client.call_tool("ask")
        assert not result.is_error, result.content
    (answer,) = asker.answers
    return answer


async def refusal(binary: str, asked: dict[str, Any], **more: Any) -> str:
    """The words with which a client refuses to answer, whatever its face."""

    async def face(question: Question) -> None:
        pytest.fail("nobody is to be asked")

    async with (
        asyncio.timeout(PATIENCE_SECONDS),
        Daemon(binary, store=":memory:") as daemon,
        Client(
            Asker(asked).server, mode="auto", elicitation_callback=Answering(daemon, face, **more)
        ) as client,
    ):
        with pytest.raises(MCPError) as caught:
            await client.call_tool("ask")
    return caught.value.message


def gives(*answers: Mapping[str, Any] | None) -> FunctionFace:
    """A face that gives one answer after the other."""
    rest = iter(answers)
    return FunctionFace(lambda question, problems: next(rest))


# A client.


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", MODES)
async def test_a_person_fills_in_what_a_server_asks(fieldd: str, mode: str) -> None:
    asked = schema(
        ["name"],
        name={"type": "string", "title": "Name", "maxLength": 9},
        mail={"type": "string", "title": "E-mail", "format": "email"},
        born={"type": "string", "title": "Born", "format": "date"},
        age={"type": "integer", "title": "Age", "minimum": 1},
        rate={"type": "number", "title": "Rate"},
        agreed={"type": "boolean", "title": "Agreed"},
        color={"type": "string", "enum": ["r", "g"], "enumNames": ["Red", "Green"]},
        size={"type": "string", "oneOf": [{"const": "s", "title": "Small"}]},
        days={
            "type": "array",
            "items": {"anyOf": [{"const": "mo", "title": "Monday"}, {"const": "tu", "title": "T"}]},
        },
    )
    seen: list[str] = []

    async def face(question: Question) -> Mapping[str, Any]:
        form = question.form
        seen.extend([form.title or "", form.description or "", form["name"].title.text])
        seen.extend([form["mail"].title.text, form["color"].rows[0].label])
        await form["name"].replace_text("Ada")
        await form["mail"].replace_text("ada@")
        assert not await form.submit()
        await form["mail"].replace_text("ada@example.com")
        await form["born"].set_date("1990-12-10")
        await form["age"].replace_text("36")
        await form["rate"].replace_text("1.5")
        await form["agreed"].select(False)
        await form["color"].select("g")
        await form["size"].select("s")
        await form["days"].select(["mo", "tu"])
        result = await form.submit()
        assert result
        return result.values

    answer = await answered(fieldd, asked, face, mode)
    assert seen == ["Registry", "Who are you?", "Name", "E-mail (Optional)", "Red"]
    assert answer.action == "accept"
    assert answer.content == {
        "name": "Ada",
        "mail": "ada@example.com",
        "born": "1990-12-10",
        "age": 36,
        "rate": 1.5,
        "agreed": False,
        "color": "g",
        "size": "s",
        "days": ["mo", "tu"],
    }


@pytest.mark.asyncio
async def test_what_is_left_empty_is_left_out_and_defaults_are_sent(fieldd: str) -> None:
    """SEP-1034; what a person has emptied is empty, and a yes or no that nobody has touched is unanswered."""
    asked = schema(
        ["name"],
        name={"type": "string"},
        nick={"type": "string"},
        agreed={"type": "boolean"},
        news={"type": "boolean", "default": False},
        city={"type": "string", "default": "Oslo"},
        count={"type": "integer", "default": 0},
        days={"type": "array", "items": {"type": "string", "enum": ["mo", "tu"]}},
        tags={"type": "array", "items": {"type": "string", "enum": ["a"]}, "default": ["a"]},
    )

    async def untouched(question: Question) -> Mapping[str, Any]:
        await question.form["name"].replace_text("Ada")
        result = await question.form.submit()
        assert result
        return result.values

    async def emptied(question: Question) -> Mapping[str, Any]:
        await question.form["city"].replace_text("")
        return await untouched(question)

    content = {"name": "Ada", "news": False, "city": "Oslo", "count": 0, "tags": ["a"]}
    for face in (untouched, gives({"name": "Ada"})):
        assert (await answered(fieldd, asked, face)).content == content
    del content["city"]
    assert (await answered(fieldd, asked, emptied)).content == content


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "asked",
    [
        {"type": "string", "enum": ["r", "g"], "default": "blue"},
        {"type": "array", "items": {"type": "string", "enum": ["r", "w"]}, "default": "r"},
        {"type": "array", "items": {"type": "string", "enum": ["r", "w"]}, "default": ["r", "x"]},
        {"type": "array", "items": {"type": "string", "enum": ["r"]}, "minItems": 1, "default": []},
        {"type": "boolean", "default": "true"},
        {"type": "string", "oneOf": [{"const": "r", "title": "Red"}], "default": "Red"},
    ],
    ids=["no row", "no list", "a stranger", "too few", "no yes or no", "a title"],
)
async def test_a_default_that_is_no_right_answer_is_not_sent(fieldd: str, asked: dict[str, Any]) -> None:
    """Whether the person has seen a form without it, or a function says nothing of it."""

    async def submits(question: Question) -> Mapping[str, Any]:
        result = await question.form.submit()
        assert result
        return result.values

    for face in (submits, gives({})):
        assert (await answered(fieldd, schema(p=asked), face)).content == {}


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", MODES)
async def test_declining_and_cancelling_need_no_right_answer(fieldd: str, mode: str) -> None:
    asked = schema(["name"], name={"type": "string"})

    async def declines(question: Question) -> None:
        raise Declined

    async def cancels(question: Question) -> None:
        await question.form["name"].replace_text("x")

    for face, action in ((declines, "decline"), (cancels, "cancel")):
        answer = await answered(fieldd, asked, face, mode)
        assert (answer.action, answer.content) == (action, None)


@pytest.mark.asyncio
async def test_a_function_is_told_what_is_wrong_and_asked_again(fieldd: str) -> None:
    asked = schema(["age"], age={"type": "integer", "title": "Age", "maximum": 99})
    told: list[list[str]] = []

    def answer(question: Question, problems: Sequence[Any]) -> Mapping[str, Any]:
        told.append([problem.code for problem in problems])
        return [{}, {"age": 120}, {"age": 36}][len(told) - 1]

    accepted = await answered(fieldd, asked, FunctionFace(answer))
    assert accepted.content == {"age": 36}
    assert told == [[], ["valueMissing"], ["rangeOverflow"]]
    cancelled = await answered(fieldd, asked, gives({}, {}, {}))
    assert (cancelled.action, cancelled.content) == ("cancel", None)


@pytest.mark.asyncio
async def test_the_form_speaks_the_readers_language(fieldd: str) -> None:
    asked = schema(name={"type": "string", "title": "Name"})
    seen: list[str | None] = []

    async def face(question: Question) -> None:
        seen.append(question.form.lang)

    await answered(fieldd, asked, face, locale="de-AT")
    assert seen == ["de"]


@pytest.mark.asyncio
async def test_what_is_no_flat_form_is_refused(fieldd: str) -> None:
    inner = {"type": "object", "properties": {"city": {"type": "string"}}}
    assert "flat" in await refusal(fieldd, schema(address=inner))
    items = {"type": "array", "items": inner}
    assert "flat" in await refusal(fieldd, schema(["lines"], lines=items))
    tuples = {"type": "array", "items": {"type": "string"}}
    assert "`tags` can't be asked for: " in await refusal(fieldd, schema(["tags"], tags=tuples))
    # No content could have what is required here, or a name for what was answered.
    text = {"type": "string"}
    assert "`ghost` can't be asked for: " in await refusal(fieldd, schema(["ghost"], name=text))
    assert "without a name" in await refusal(fieldd, schema(**{"": text}))
    async with Daemon(fieldd, store=":memory:") as daemon:
        answering = Answering(daemon, gives())
        asked = ElicitRequestFormParams(message="?", requested_schema={"type": "object"})
        with pytest.raises(RequestError, match="an object with `properties`"):
            await answering.answer(asked)


@pytest.mark.asyncio
async def test_what_is_optional_and_can_not_be_asked_for_is_left_out(
    fieldd: str, caplog: pytest.LogCaptureFixture
) -> None:
    tuples = {"type": "array", "items": {"type": "string"}}
    asked = schema(["name"], name={"type": "string"}, tags=tuples)
    answer = await answered(fieldd, asked, gives({"name": "Ada"}))
    assert answer.content == {"name": "Ada"}
    assert "/requestedSchema/properties/tags of an elicitation is passed over" in caplog.text


@pytest.mark.asyncio
async def test_a_question_by_url_is_handed_on_or_refused(fieldd: str) -> None:
    server = MCPServer("Bank")

    @server.tool()
    async def log_in(context: Context) -> str:
        return (await context.session.elicit_url("Log in", "https://example.com/in", "1")).action

    asked: list[str] = []

    async def on_url(context: Any, params: ElicitRequestURLParams) -> ElicitResult:
        asked.append(params.url)
        return ElicitResult(action="accept")

    async def face(question: Question) -> None:
        pytest.fail("nobody is to be asked")

    async with asyncio.timeout(PATIENCE_SECONDS), Daemon(fieldd, store=":memory:") as daemon:
        handing_on = Answering(daemon, face, on_url=on_url)
        async with Client(server, mode="legacy", elicitation_callback=handing_on) as client:
            assert (await client.call_tool("log_in")).content[0].text == "accept"
        refusing = Answering(daemon, face)
        async with Client(server, mode="legacy", elicitation_callback=refusing) as client:
            with pytest.raises(MCPError, match="no form to fill in"):
                await client.call_tool("log_in")
    assert asked == ["https://example.com/in"]


@pytest.mark.asyncio
async def test_several_questions_are_put_one_after_the_other(fieldd: str) -> None:
    server = MCPServer("Registry")
    asked = schema(name={"type": "string"})
    keys = ("a", "b", "c")

    @server.tool()
    async def ask(context: Context) -> str | InputRequiredResult:
        if context.input_responses is None:
            requests = {
                key: ElicitRequest(
                    params=ElicitRequestFormParams(message=key, requested_schema=asked)
                )
                for key in keys
            }
            return InputRequiredResult(input_requests=requests)
        return json.dumps({key: it.content for key, it in context.input_responses.items()})

    shown: list[str] = []

    async def face(question: Question) -> Mapping[str, Any]:
        assert not shown
        shown.append(question.message)
        await question.form["name"].replace_text(question.message * 2)
        result = await question.form.submit()
        shown.clear()
        assert result
        return result.values

    async with asyncio.timeout(PATIENCE_SECONDS), Daemon(fieldd, store=":memory:") as daemon:
        answering = Answering(daemon, face)
        async with Client(server, elicitation_callback=answering) as client:
            result = await client.call_tool("ask")
    assert json.loads(result.content[0].text) == {key: {"name": key * 2} for key in keys}


@pytest.mark.asyncio
async def test_a_daemon_that_is_gone_is_an_error_and_no_answer(fieldd: str, tmp_path: Path) -> None:
    script = 'echo $$ > "$1"; exec "$0" --store :memory:'
    command = ["sh", "-c", script, fieldd, str(tmp_path / "pid")]

    async def face(question: Question) -> None:
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
        await question.form["name"].replace_text("x")

    async with asyncio.timeout(PATIENCE_SECONDS), Daemon(command) as daemon:
        asker = Asker(schema(name={"type": "string"}))
        answering = Answering(daemon, face)
        async with Client(asker.server, elicitation_callback=answering) as client:
            with pytest.raises(MCPError, match="status -9"):
                await client.call_tool("ask")


# The page in a browser.


async def page_says(address: str, *messages: tuple[str, dict[str, Any]]) -> list[Any]:
    """What a page is answered that says some things to its bridge."""
    origin = re.match(r"https?://[^/]+", address)
    assert origin
    answers = []
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(
            address.rstrip("/") + "/socket?session=1", origin=origin[0]
        ) as connection,
    ):
        for number, (method, params) in enumerate(messages, 100):
            await connection.send_json(
                {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            )
            while (answer := await connection.receive_json()).get("id") != number:
                pass
            answers.append(answer.get("result"))
    return answers


@pytest.mark.asyncio
async def test_a_page_in_the_browser_answers(fieldd: str) -> None:
    """What the page commits is the answer; no browser is needed to say what a page says."""
    asked = schema(["name"], name={"type": "string", "title": "Name"}, nick={"type": "string"})
    pages: list[asyncio.Task[Any]] = []

    def show(address: str) -> None:
        uri = {"uri": "form:elicitation.fields.json"}
        pages.append(
            asyncio.create_task(
                page_says(
                    address,
                    ("field/snapshot", uri),
                    ("field/replaceText", {**uri, "key": "name", "text": "Ada"}),
                    ("field/submit", uri),
                )
            )
        )

    face = WebFace(BRIDGE, fieldd=fieldd, show=show)
    answer = await answered(fieldd, asked, face)
    assert (answer.action, answer.content) == ("accept", {"name": "Ada"})
    snapshot, _, submitted = await pages[0]
    assert [field["label"] for field in snapshot["fields"]] == ["Name", "nick"]
    assert submitted["committed"]


@pytest.mark.asyncio
@pytest.mark.parametrize(("options", "is_reviewed"), [({}, True), ({"review": False}, False)])
async def test_answers_are_reviewed_in_the_browser(
    fieldd: str, options: dict[str, bool], is_reviewed: bool
) -> None:
    told: list[bool] = []

    async def look(address: str) -> None:
        async with aiohttp.ClientSession() as session, session.get(f"{address}form") as answer:
            told.append((await answer.json())["review"])
        face.cancel()

    looks: list[asyncio.Task[None]] = []
    face = WebFace(
        BRIDGE, fieldd=fieldd, show=lambda address: looks.append(asyncio.create_task(look(address))), **options
    )
    await answered(fieldd, schema(name={"type": "string"}), face)
    assert told == [is_reviewed]


@pytest.mark.asyncio
@pytest.mark.parametrize("action", ["decline", "cancel"])
async def test_a_program_declines_and_cancels_in_the_place_of_a_page(
    fieldd: str, action: str
) -> None:
    face = WebFace(BRIDGE, fieldd=fieldd, show=lambda address: getattr(face, action)())
    answer = await answered(fieldd, schema(name={"type": "string"}), face)
    assert answer.action == action


@pytest.mark.asyncio
async def test_a_question_that_no_browser_shows_is_cancelled(fieldd: str) -> None:
    """As `webbrowser.open` says it."""
    face = WebFace(BRIDGE, fieldd=fieldd, show=lambda address: False)
    answer = await answered(fieldd, schema(name={"type": "string"}), face)
    assert answer.action == "cancel"


@pytest.fixture(scope="module")
def driver() -> Iterator[WebDriver]:
    need("chromium", "chromedriver")
    with start_browser("--window-size=900,700") as driver:
        yield driver


NEWS = schema(
    ["name"],
    name={"type": "string", "title": "Name"},
    news={"type": "string", "title": "Newsletter", "enum": ["weekly", "never"], "default": "weekly"},
)


class Person:
    """Someone with a browser in which a question is shown, and what they do there."""

    def __init__(self, driver: WebDriver, fieldd: str, does: Callable[[Page], Any]) -> None:
        self.page = Page(driver)
        self._does = does
        self._doing: list[asyncio.Task[None]] = []
        self.face = WebFace(BRIDGE, fieldd=fieldd, show=self._show)

    def _show(self, address: str) -> None:
        self._doing.append(asyncio.create_task(asyncio.to_thread(self._do, address)))

    def _do(self, address: str) -> None:
        self.page.driver.get(address)
        self.page.until(lambda: self.page.find(".submit").is_enabled())
        self.page.until(lambda: len(self.page.driver.find_elements(By.CSS_SELECTOR, ".refusal")) == 2)
        self._does(self.page)

    async def is_done(self) -> None:
        """Returns once they have done what they do."""
        await asyncio.gather(*self._doing)


def press(page: Page, name: str) -> None:
    """Presses a button by its words."""
    buttons = page.driver.find_elements(By.TAG_NAME, "button")
    (button,) = [it for it in buttons if it.is_displayed() and it.text == name]
    button.click()


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", MODES)
async def test_what_is_sent_is_what_the_review_has_shown(
    fieldd: str, driver: WebDriver, mode: str
) -> None:
    """A default that the person has taken out on the page is out."""

    def does(page: Page) -> None:
        page.has("news", "weekly")
        page.field("news", ".clear").click()
        page.has("news", "")
        page.control("name").send_keys("Ada")
        page.submit()
        page.until(lambda: "Not answered" in page.find(".review").text)
        page.until(lambda: page.is_ready)
        page.submit()
        page.until(lambda: page.find(".committed").is_displayed())
        assert page.driver.find_elements(By.CSS_SELECTOR, ".gone:not([hidden])") == []

    person = Person(driver, fieldd, does)
    answer = await answered(fieldd, NEWS, person.face, mode)
    assert (answer.action, answer.content) == ("accept", {"name": "Ada"})
    await person.is_done()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("button", "action", "words"),
    [
        ("Decline", "decline", "You declined. Nothing was sent."),
        ("Cancel", "cancel", "You cancelled. Nothing was sent."),
    ],
)
async def test_a_page_has_buttons_to_decline_and_to_cancel(
    fieldd: str, driver: WebDriver, button: str, action: str, words: str
) -> None:
    """Whatever is filled in; and the page says that nothing was sent."""

    def does(page: Page) -> None:
        page.control("name").send_keys("Ada")
        assert violations(page) == []
        press(page, button)
        page.until(lambda: page.find(".gone").text == words)
        assert page.driver.switch_to.active_element == page.find(".gone")
        assert page.driver.find_elements(By.CSS_SELECTOR, "button, input") == []
        assert violations(page) == []

    person = Person(driver, fieldd, does)
    answer = await answered(fieldd, NEWS, person.face)
    assert (answer.action, answer.content) == (action, None)
    await person.is_done()


@pytest.mark.asyncio
async def test_a_closed_tab_cancels_and_one_that_is_loaded_again_does_not(
    fieldd: str, driver: WebDriver
) -> None:
    """The server does not wait for a page that is gone."""
    first = driver.current_window_handle
    addresses: list[str] = []

    def does(page: Page) -> None:
        addresses.append(driver.current_url)
        page.control("name").send_keys("Ada")
        page.has("name", "Ada")
        page.until(lambda: not driver.execute_script("return document.querySelector('[aria-busy=true]')"))
        driver.refresh()
        page.until(lambda: page.find(".submit").is_enabled())
        page.has("name", "Ada")
        driver.switch_to.new_window("tab")
        other = driver.current_window_handle
        driver.switch_to.window(first)
        # No question about what was typed holds it up.
        driver.execute_cdp_cmd("Page.navigate", {"url": "about:blank"})
        driver.switch_to.window(other)
        driver.close()
        driver.switch_to.window(first)

    person = Person(driver, fieldd, does)
    answer = await answered(fieldd, NEWS, person.face)
    await person.is_done()
    assert (answer.action, len(addresses)) == ("cancel", 1)


@pytest.mark.asyncio
async def test_a_question_that_the_server_takes_back_is_over_on_the_page(
    fieldd: str, driver: WebDriver
) -> None:
    """After a time-out: the page says so, and what was typed can still be copied."""
    is_typed = asyncio.Event()
    loop = asyncio.get_running_loop()
    server = MCPServer("Registry")

    @server.tool()
    async def ask(context: Context) -> str:
        asking = asyncio.create_task(context.session.elicit_form("Who are you?", NEWS))
        await is_typed.wait()
        asking.cancel()
        return "taken back"

    def does(page: Page) -> None:
        page.control("name").send_keys("Ada")
        page.has("name", "Ada")
        loop.call_soon_threadsafe(is_typed.set)
        page.until(lambda: page.find(".gone").text == "The question was taken back. Nothing was sent.")
        assert page.value("name") == "Ada"
        assert not any(it.is_enabled() for it in driver.find_elements(By.TAG_NAME, "button"))
        assert violations(page) == []

    person = Person(driver, fieldd, does)
    async with (
        asyncio.timeout(PATIENCE_SECONDS),
        Daemon(fieldd, store=":memory:") as daemon,
        Client(
            server, mode="legacy", elicitation_callback=Answering(daemon, person.face)
        ) as client,
    ):
        await client.call_tool("ask")
        await person.is_done()


@pytest.mark.asyncio
async def test_a_question_is_over_when_who_asks_is_gone(fieldd: str, tmp_path: Path) -> None:
    """Also where that was killed: nobody answers into nothing."""
    form = tmp_path / "a.fields.json"
    form.write_text(json.dumps({"fields": [entry("name")]}))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-B", str(BRIDGE), str(form), "--fieldd", fieldd, "--question"),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    address = (await process.stderr.readline()).decode().strip()
    origin = re.match(r"https?://[^/]+", address)
    async with (
        asyncio.timeout(PATIENCE_SECONDS),
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{address}socket?session=1", origin=origin[0]) as page,
    ):
        process.stdin.close()
        await page.receive()
        assert page.close_code == 4002
        assert await process.wait() == 1


@pytest.mark.asyncio
async def test_a_page_that_can_not_be_shown_is_an_error(fieldd: str, tmp_path: Path) -> None:
    face = WebFace(BRIDGE, fieldd=tmp_path / "nothing", show=lambda address: pytest.fail(address))
    asker = Asker(schema(name={"type": "string"}))
    async with asyncio.timeout(PATIENCE_SECONDS), Daemon(fieldd, store=":memory:") as daemon:
        answering = Answering(daemon, face)
        async with Client(asker.server, elicitation_callback=answering) as client:
            with pytest.raises(MCPError, match="there is no program"):
                await client.call_tool("ask")


# A server.


class Poll:
    """A server with one tool, which asks by forms; and a client that gives some answers."""

    def __init__(self, client: Client, told: list[Any], asked: list[Any]) -> None:
        self.client = client
        # What the tool made of the answers, and what the client was asked.
        self.told = told
        self.asked = asked

    async def run(self) -> Any:
        """What the last question of the tool has come to."""
        result = await self.client.call_tool("poll")
        assert not result.is_error, result.content
        return self.told[-1]


@contextlib.asynccontextmanager
async def polling(
    binary: str,
    *documents: dict[str, Any],
    answers: Sequence[Any],
    mode: Any = "legacy",
    limit: int = 3,
    **closures: Any,
) -> AsyncIterator[Poll]:
    """A poll by some forms. Each answer is content, an action, or a whole result."""
    rest, told, asked = iter(answers), [], []

    async def answer(context: Any, params: ElicitRequestFormParams) -> ElicitResult:
        asked.append(params)
        given = next(rest)
        if isinstance(given, str):
            return ElicitResult(action=given)
        return ElicitResult(action="accept", content=given)

    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(asyncio.timeout(PATIENCE_SECONDS))
        daemon = await stack.enter_async_context(Daemon(binary, store=":memory:", **closures))
        questions = [
            await stack.enter_async_context(Elicitation.open(daemon, document))
            for document in documents
        ]
        server = MCPServer("Poll")

        @server.tool()
        async def poll(context: Context) -> str | InputRequiredResult:
            asking = Asking(context, limit=limit)
            for question in questions:
                answer = await asking.ask(question)
                if isinstance(answer, InputRequiredResult):
                    return answer
                told.append(answer)
            return "done"

        client = Client(server, mode=mode, elicitation_callback=answer)
        yield Poll(await stack.enter_async_context(client), told, asked)


def form(*fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A form that asks something."""
    return {"description": "Who are you?", "fields": [*fields], **more}


LOWER = {"pattern": "^[a-z]+$", "message": "Lower case letters only"}


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", MODES)
async def test_a_server_asks_by_a_form_and_holds_the_answer_to_all_of_it(
    fieldd: str, mode: str
) -> None:
    document = form(
        entry("nick", maxLength=8, lengthUnit="scalar", validation={"endEditing": [LOWER]}),
        entry("mail"),
        entry("again", validation={"endEditing": [{"equals": "mail"}]}),
        entry("age", value="integer", required=False, whenEmpty="omit"),
    )
    answers = [
        {"nick": "Ada", "mail": "ada@x.org", "again": "ada@x.com", "age": 36},
        {"nick": "ada", "mail": "ada@x.org", "again": "ada@x.org", "age": 36},
    ]
    async with polling(fieldd, document, answers=answers, mode=mode) as poll:
        answer = await poll.run()
    assert isinstance(answer, Accepted)
    assert answer.values == answers[1]
    first, second = poll.asked
    assert first.message == "Who are you?"
    asked = first.requested_schema
    assert asked["required"] == ["nick", "mail", "again"]
    assert asked["properties"]["nick"] == {
        "type": "string",
        "title": "Nick",
        "minLength": 1,
        "maxLength": 8,
    }
    assert asked["properties"]["age"] == {
        "type": "integer", "title": "Age", "minimum": 1 - 2**53, "maximum": 2**53 - 1,
    }
    # It is asked again in the form's words, and what was right is where the person begins.
    question, _, *words = second.message.split("\n")
    assert question == "Who are you?"
    assert words == ["Nick: Lower case letters only", "Again: Must be the same as Mail"]
    again = second.requested_schema["properties"]
    assert {name: it.get("default") for name, it in again.items()} == {
        "nick": None,
        "mail": "ada@x.org",
        "again": None,
        "age": 36,
    }


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", MODES)
async def test_it_is_asked_up_to_a_limit(fieldd: str, mode: str) -> None:
    wrong = {"nick": "ADA"}
    nick = entry("nick", validation={"endEditing": [LOWER]})
    async with polling(fieldd, form(nick), answers=[wrong, wrong], mode=mode, limit=2) as poll:
        answer = await poll.run()
    assert isinstance(answer, Refused) and len(poll.asked) == 2
    assert [problem.message for problem in answer.problems] == ["Lower case letters only"]
    assert answer.content == wrong


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("action", ["decline", "cancel"])
async def test_who_declines_or_cancels_is_not_asked_again(
    fieldd: str, mode: str, action: str
) -> None:
    async with polling(fieldd, form(entry("nick")), answers=[action], mode=mode) as poll:
        assert await poll.run() == Unanswered(action)
    assert len(poll.asked) == 1


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", MODES)
async def test_a_tool_asks_several_questions(fieldd: str, mode: str) -> None:
    """What was answered before is known when a newer client calls again."""
    nick = form(entry("nick", validation={"endEditing": [LOWER]}))
    city = form(entry("city"), description="Where do you live?")
    answers = [{"nick": "ADA"}, {"nick": "ada"}, {"city": ""}, {"city": "Oslo"}]
    async with polling(fieldd, nick, city, answers=answers, mode=mode) as poll:
        assert await poll.run() == Accepted({"city": "Oslo"})
    assert poll.told[-2] == Accepted({"nick": "ada"})
    assert [it.message.split("\n")[0] for it in poll.asked] == [
        "Who are you?",
        "Who are you?",
        "Where do you live?",
        "Where do you live?",
    ]


@pytest.mark.asyncio
async def test_validators_of_the_program_judge_the_answer(fieldd: str) -> None:
    async def free(check: Any) -> str | None:
        return "Taken" if check.value == "ada" else None

    nick = entry("nick", validation={"endEditing": [{"validator": "free"}]})
    answers = [{"nick": "ada"}, {"nick": "alan"}]
    async with polling(fieldd, form(nick), answers=answers, validators={"free": free}) as poll:
        assert await poll.run() == Accepted({"nick": "alan"})
    assert poll.asked[1].message.endswith("\nNick: Taken")


@pytest.mark.asyncio
async def test_answers_become_records_of_the_form(fieldd: str) -> None:
    """Rows have their own values, values their places; what does not apply or is fixed is none."""
    when = {"when": {"key": "size", "is": "1"}}
    document = form(
        entry("city", group="home"),
        {
            "key": "size",
            "kind": "picker",
            "label": "Size",
            "data": [{"value": 1, "label": "Small"}, {"value": 2, "label": "Large"}],
        },
        entry("color", visible=when),
        entry("number", readOnly=True, text="17", whenEmpty="omit"),
        {"key": "sure", "kind": "picker", "label": "Sure", "value": "boolean", "whenEmpty": "omit",
         "data": [{"value": True, "label": "Yes"}, {"value": False, "label": "No"}]},
        entry("note", required=False, whenEmpty="omit"),
        groups=[{"key": "home", "label": "Home", "path": "/home"}],
    )  # fmt: skip
    answers = [{"city": "Oslo", "size": "2", "color": "red", "sure": False, "note": ""}]
    async with polling(fieldd, document, answers=answers) as poll:
        assert await poll.run() == Accepted({"home": {"city": "Oslo"}, "size": 2, "sure": False})
    (asked,) = poll.asked
    assert [*asked.requested_schema["properties"]] == ["city", "size", "color", "sure", "note"]
    assert asked.requested_schema["properties"]["sure"]["type"] == "boolean"


@pytest.mark.asyncio
async def test_what_was_not_asked_for_is_told_where_the_form_is_closed(fieldd: str) -> None:
    document = form(entry("nick"), closed=True)
    answers = [{"nick": "ada", "admin": True}, {"nick": "ada"}]
    async with polling(fieldd, document, answers=answers) as poll:
        assert await poll.run() == Accepted({"nick": "ada"})
    assert len(poll.asked) == 2 and "admin" in poll.asked[1].message


@pytest.mark.asyncio
async def test_a_secret_is_never_asked_for(fieldd: str) -> None:
    """It is refused before a server could send it."""
    fields = (entry("name"), entry("password", secure=True))
    async with Daemon(fieldd, store=":memory:") as daemon:
        with pytest.raises(SecretAsked, match="`password` is secure"):
            async with Elicitation.open(daemon, form(*fields)):
                pytest.fail("it can be asked")


@pytest.mark.asyncio
async def test_what_has_no_room_in_an_elicitation_is_told(fieldd: str) -> None:
    lines = {"key": "lines", "label": "Lines", "repeat": {}}
    async with Daemon(fieldd, store=":memory:") as daemon:
        with pytest.raises(Unaskable, match="no lists: `lines`"):
            async with Elicitation.open(daemon, form(entry("a", group="lines"), groups=[lines])):
                pytest.fail("it can be asked")
        with pytest.raises(Unaskable, match='No format is called "emial"'):
            broken = entry("a", validation={"live": [{"format": "emial"}]})
            async with Elicitation.open(daemon, form(broken)):
                pytest.fail("it can be asked")


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", MODES)
async def test_a_client_that_can_not_be_asked_is_an_error_of_the_tool(
    fieldd: str, mode: Any
) -> None:
    async with (
        asyncio.timeout(PATIENCE_SECONDS),
        Daemon(fieldd, store=":memory:") as daemon,
        Elicitation.open(daemon, form(entry("nick"))) as question,
    ):
        server = MCPServer("Poll")

        @server.tool()
        async def poll(context: Context) -> str | InputRequiredResult:
            try:
                await Asking(context).ask(question)
            except PermissionError as error:
                return str(error)
            return "asked"

        async with Client(server, mode=mode) as client:
            result = await client.call_tool("poll")
    assert result.content[0].text == "the client has not said that it can be asked by a form"


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", MODES)
async def test_both_sides_together(fieldd: str, mode: str) -> None:
    """A form that goes out as an elicitation comes back as a form, and its answer is right."""
    document = form(
        entry("name"),
        entry("age", value="integer", text="18", validation={"live": [{"minimum": 18}]}),
        {"key": "born", "kind": "date", "label": "Born"},
        {"key": "days", "kind": "picker", "label": "Days", "multiple": True, "data": ["Mo", "Tu"]},
    )
    async with (
        asyncio.timeout(PATIENCE_SECONDS),
        Daemon(fieldd, store=":memory:") as daemon,
        Elicitation.open(daemon, document) as question,
    ):
        server = MCPServer("Registry")
        told: list[Any] = []

        @server.tool()
        async def register(context: Context) -> str | InputRequiredResult:
            answer = await Asking(context).ask(question)
            if isinstance(answer, InputRequiredResult):
                return answer
            told.append(answer)
            return "done"

        face = gives({"name": "Ada", "age": 17}, {"name": "Ada", "days": ["Tu"], "age": 20})
        answering = Answering(daemon, face)
        async with Client(server, mode=mode, elicitation_callback=answering) as client:
            await client.call_tool("register")
    assert told == [Accepted({"name": "Ada", "age": 20, "days": ["Tu"]})]


# The example and the README, in processes of their own.


def environment(**more: str) -> dict[str, str]:
    """The packages as they are in a checkout."""
    sources = [PROJECT / "clients" / name / "src" for name in ("python", "terminal", "mcp")]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, sources)),
        "PYTHONDONTWRITEBYTECODE": "1",
        **more,
    }


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", MODES)
async def test_the_example_asks_over_standard_input_and_output(fieldd: str, mode: Any) -> None:
    server = StdioServerParameters(
        command=sys.executable, args=[str(SERVER), fieldd], env=environment()
    )
    answers = [
        {"name": "Ada", "phone": "none", "guests": 3, "day": "9999-01-01", "room": "in"},
        {"name": "Ada", "phone": "123 456", "guests": 3, "day": "9999-01-01", "room": "in"},
    ]
    async with asyncio.timeout(PATIENCE_SECONDS), Daemon(fieldd, store=":memory:") as daemon:
        answering = Answering(daemon, gives(*answers))
        async with Client(server, mode=mode, elicitation_callback=answering) as client:
            result = await client.call_tool("book_table")
    assert result.content[0].text == "Booked for Ada, 3 guests, on 9999-01-01."


def programs_of_readme() -> list[str]:
    return re.findall(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)


@contextlib.contextmanager
def at_a_terminal(program: str, folder: Path, **variables: str) -> Any:
    """A program in a terminal: its process, and the person's end of the terminal."""
    script = folder / "client.py"
    script.write_text(program)
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(**variables),
        cwd=PROJECT,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(theirs)
    try:
        yield process, ours
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        os.close(ours)


def read_up_to(terminal: int, words: str) -> str:
    """What is shown up to some words; all of it if they never are."""
    seen = b""
    with contextlib.suppress(OSError):
        while words.encode() not in seen:
            seen += os.read(terminal, 65536)
    # What comes behind the words may end within a character.
    return seen.decode(errors="replace")


@pytest.mark.usefixtures("path_with_fieldd")
def test_the_readmes_client_has_a_person_answer_in_the_terminal(tmp_path: Path) -> None:
    """In questions; a wrong answer is told by the server's form in another round."""
    program = programs_of_readme()[0]
    with at_a_terminal(program, tmp_path, TERM="dumb") as (process, terminal):
        shown = read_up_to(terminal, "- declines.\r\n> ")
        assert "The Golden Fork\r\nWhen may we expect you?\r\n" in shown
        answers = ["", "Ada", "none", "3", "9999-01-01", "1", "", ""]
        for answer in answers:
            os.write(terminal, answer.encode() + b"\n")
            shown = read_up_to(terminal, "> ")
        assert "Phone: Not a phone number, such as +47 21 30 00 00" in shown
        for answer in ["", "", "123 456", "", "", "", ""]:
            os.write(terminal, answer.encode() + b"\n")
            shown = read_up_to(terminal, "> ")
        os.write(terminal, b"\n")
        assert "Booked for Ada, 3 guests, on 9999-01-01." in read_up_to(terminal, "9999-01-01.")
        assert process.wait(PATIENCE_SECONDS) == 0


@pytest.mark.usefixtures("path_with_fieldd")
@pytest.mark.parametrize(
    ("keys", "words"),
    [(b"\x18", "Not booked: decline."), (b"\x11", "Not booked: cancel.")],
    ids=["decline", "cancel"],
)
def test_the_readmes_client_draws_the_form(tmp_path: Path, keys: bytes, words: str) -> None:
    program = programs_of_readme()[0]
    with at_a_terminal(program, tmp_path, TERM="xterm-256color") as (process, terminal):
        assert "The Golden Fork" in read_up_to(terminal, "Decline")
        os.write(terminal, keys)
        assert words in read_up_to(terminal, words)
        assert process.wait(PATIENCE_SECONDS) == 0


@pytest.mark.asyncio
@pytest.mark.usefixtures("path_with_fieldd")
async def test_the_readmes_server_asks(fieldd: str, tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(programs_of_readme()[1])
    server = StdioServerParameters(command=sys.executable, args=[str(program)], env=environment())
    async with asyncio.timeout(PATIENCE_SECONDS), Daemon(fieldd, store=":memory:") as daemon:
        answering = Answering(daemon, gives({"nick": "ADA"}, {"nick": "ada"}))
        async with Client(server, elicitation_callback=answering) as client:
            result = await client.call_tool("greet")
    assert result.content[0].text == "Hello, ada!"


def test_the_package_needs_the_version_that_is_tested() -> None:
    wanted = (PACKAGE / "pyproject.toml").read_text()
    pinned = (PROJECT / "Tests" / "clients" / "requirements.txt").read_text()
    assert '"mcp>=2.3,<3"' in wanted and "\nmcp==2.3." in pinned
    assert importlib.util.find_spec("mcp") is not None
