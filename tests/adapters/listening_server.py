"""An MCP server of the newest kind, which tells of changed tools only whoever asked to hear of them.

Over HTTP (--http HOST:PORT) or on its standard input and output.
"""

import argparse
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.types import ToolAnnotations

server = MCPServer("listening")


def rows() -> dict[str, Any]:
    return {"rows": [{"code": "C-0"}], "total": 1}


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
async def turn(context: Context[Any, Any]) -> str:
    """Makes a writer of the tool `rows`."""
    server.remove_tool("rows")
    server.add_tool(rows, annotations=ToolAnnotations(read_only_hint=False))
    await context.notify_tools_changed()
    return "turned"


if __name__ == "__main__":
    server.add_tool(rows, annotations=ToolAnnotations(read_only_hint=True))
    options = argparse.ArgumentParser()
    options.add_argument("--http")
    address = options.parse_args().http
    if address:
        host, _, port = address.rpartition(":")
        server.run("streamable-http", host=host, port=int(port), streamable_http_path="/mcp")
    else:
        server.run("stdio")
