"""An MCP server that does all that servers should not do. Over stdio, or with --http HOST:PORT over HTTP."""

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any

import anyio
from fastmcp import Context, FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.server.dependencies import get_http_headers
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools import ToolResult
from mcp import MCPError
from mcp.types import INVALID_PARAMS, CallToolRequestParams

mcp: FastMCP = FastMCP("misbehaving")
READS = {"readOnlyHint": True}
LEAKED = "password=hunter2"


class Strict(Middleware):
    """Answers by an error of the protocol instead of one of the tool."""

    async def on_call_tool(
        self, context: MiddlewareContext[CallToolRequestParams], call_next: CallNext[CallToolRequestParams, ToolResult]
    ) -> ToolResult:
        if context.message.name == "refuses":
            raise MCPError(code=INVALID_PARAMS, message="no such page")
        return await call_next(context)


mcp.add_middleware(Strict())


@mcp.tool(annotations=READS, title="Well behaved")
def behaves(count: int = 2) -> dict[str, Any]:
    """Answers with rows."""
    return {"rows": [{"n": n} for n in range(count)], "total": count}


@mcp.tool(annotations=READS)
async def sleeps(seconds: float) -> str:
    await anyio.sleep(seconds)
    return "awake"


@mcp.tool(annotations=READS)
async def hangs() -> str:
    """Holds the event loop: nothing else is answered meanwhile, not even a cancellation."""
    time.sleep(600)  # noqa: ASYNC251 (that is the point)
    return "never"


@mcp.tool(annotations=READS)
def crashes() -> str:
    sys.stderr.write(f"fatal: {LEAKED}\n")
    sys.stderr.flush()
    os._exit(3)


@mcp.tool(annotations=READS)
def huge(size: int) -> dict[str, Any]:
    return {"rows": [{"text": "x" * size}]}


@mcp.tool(annotations=READS)
async def huge_stream(size: int, context: Context) -> dict[str, Any]:
    """Over HTTP, whoever has something to say before the answer sends it as a stream of events."""
    await context.info("this will be long")
    return huge(size)


@mcp.tool(annotations=READS)
def says_error() -> str:
    raise ToolError("the ledger is closed")


@mcp.tool(annotations=READS)
def refuses() -> str:
    """Never gets to answer: see `Strict`."""
    return "never"


@mcp.tool(annotations=READS)
def hides_error() -> ToolResult:
    return ToolResult(content="Database error: no such table: clients")


@mcp.tool(annotations=READS)
def talks() -> ToolResult:
    return ToolResult(content="There are several customers, most of them in Brazil.")


@mcp.tool(annotations=READS, output_schema={"type": "object", "properties": {"rows": {"type": "array"}}})
def lies() -> ToolResult:
    return ToolResult(content="done", structured_content={"rows": "none of your business"})


@mcp.tool(annotations=READS)
def surroundings() -> dict[str, str]:
    return dict(os.environ)


@mcp.tool(annotations=READS)
def headers() -> dict[str, str]:
    return get_http_headers(include_all=True)


@mcp.tool(annotations=READS)
def process() -> dict[str, int]:
    return {"id": os.getpid()}


@mcp.tool
def unmarked(customer: str) -> str:
    return customer


@mcp.tool(annotations={"readOnlyHint": False, "title": "Marked"})
def marked(customer: str) -> str:
    return customer


@mcp.tool
def run_anything(sql: str) -> str:
    return sql


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--http")
    options.add_argument("--starts", type=Path)
    given = options.parse_args()
    if given.starts:
        with given.starts.open("a") as starts:
            starts.write("started\n")
    if given.http:
        host, _, port = given.http.rpartition(":")
        mcp.run("http", show_banner=False, host=host, port=int(port), log_level="CRITICAL")
    else:
        mcp.run("stdio", show_banner=False, log_level="CRITICAL")
