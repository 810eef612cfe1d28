"""An MCP server of the newest kind that does what servers should not do, over HTTP: --http HOST:PORT."""

import argparse
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
def talks() -> ToolResult:
    return ToolResult(content="There are several customers, most of them in Brazil.")


@mcp.tool(annotations=READS, output_schema={"type": "object", "properties": {"rows": {"type": "array"}}})
def lies() -> ToolResult:
    return ToolResult(content="done", structured_content={"rows": "none of your business"})


@mcp.tool(annotations=READS)
def headers() -> dict[str, str]:
    return get_http_headers(include_all=True)


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
    options.add_argument("--http", required=True)
    host, _, port = options.parse_args().http.rpartition(":")
    mcp.run("http", show_banner=False, host=host, port=int(port), log_level="CRITICAL")
