"""A server with one tool, which books a table and asks for what it needs to know.

    python table_server.py [FIELDD]

It talks over standard input and output; FIELDD is the daemon, if it is not in PATH.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fieldd import Daemon
from fieldd.mcp import Accepted, Asking, Elicitation, Refused
from mcp.server.mcpserver import Context, MCPServer
from mcp.types import InputRequiredResult

FORM = Path(__file__).with_name("table.fields.json")


@asynccontextmanager
async def with_form(server: MCPServer[Elicitation]) -> AsyncIterator[Elicitation]:
    """The form is open as long as the server runs."""
    command = sys.argv[1] if sys.argv[1:] else None
    async with Daemon(command) as daemon, Elicitation.open(daemon, FORM) as table:
        yield table


server = MCPServer("The Golden Fork", lifespan=with_form)


@server.tool()
async def book_table(context: Context[Elicitation]) -> str | InputRequiredResult:
    """Books a table."""
    table = context.request_context.lifespan_context
    answer = await Asking(context).ask(table)
    if isinstance(answer, InputRequiredResult):
        return answer
    if isinstance(answer, Accepted):
        values = answer.values
        return f"Booked for {values['name']}, {values['guests']} guests, on {values['day']}."
    if isinstance(answer, Refused):
        return "Not booked: " + "; ".join(problem.message for problem in answer.problems)
    return f"Not booked: {answer.action}."


if __name__ == "__main__":
    server.run()
