"""A web server that takes sign-ups and holds them to a form.

    pip install aiohttp
    python web_handler.py signup.fields.json

    curl -d '{"email": "ada@"}' -H 'Content-Type: application/json' localhost:8080/sign-up
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import fieldd
from aiohttp import web

FORM = web.AppKey("form", fieldd.Form)


async def is_free(check: fieldd.Check) -> str | None:
    """What the form's rule `isFree` asks; a server would look into its database."""
    return "Taken" if check.value == "ada@example.com" else None


async def sign_up(request: web.Request) -> web.Response:
    """Answers 204 for a record that the form could commit, else 422 with what is wrong by path.

    400 for what is not JSON, and 503 while a validator can't be asked: nobody knows then.
    """
    try:
        # As it came: so a number is judged as it is written.
        verdict = await request.app[FORM].check_text(await request.read())
    except ValueError as error:
        return web.json_response({"": f"Not JSON: {error}"}, status=400)
    if verdict:
        return web.Response(status=204)
    if verdict.unchecked:
        words = f"Could not be checked: {', '.join(map(str, verdict.unchecked))}"
        return web.json_response({"": words}, status=503)
    problems = {problem.path: problem.message for problem in verdict.problems}
    return web.json_response(problems, status=422)


def application(document: Path, command: str = "fieldd") -> web.Application:
    """The server's routes; one daemon and one form for all requests."""

    async def form(app: web.Application) -> AsyncIterator[None]:
        daemon = fieldd.Daemon(command, store=":memory:", validators={"isFree": is_free})
        async with daemon, daemon.open(document) as form:
            app[FORM] = form
            yield

    app = web.Application()
    app.cleanup_ctx.append(form)
    app.router.add_post("/sign-up", sign_up)
    return app


if __name__ == "__main__":
    web.run_app(application(Path(sys.argv[1])))
