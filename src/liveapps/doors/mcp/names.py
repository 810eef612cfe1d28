"""Names of tools: those that a tool once had still answer, with where it went. Hosts keep lists of tools for months."""

from difflib import get_close_matches

from fastmcp import FastMCP
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from liveapps.panels.errors import Refusal

FORMER: dict[str, str] = {}
"""Former name → the name it has now."""


def moved(former: dict[str, str], name: str) -> Refusal | None:
    now = former.get(name)
    if now is None:
        return None
    return Refusal(
        "tool_renamed",
        f'The tool "{name}" is now "{now}".',
        f'Call "{now}"; connect again to read its arguments.',
        tool=now,
        former=name,
    )


async def refuse_unknown(server: FastMCP, name: str) -> None:
    """Raises the protocol's own error for a tool that is not there, with the nearest ones."""
    known = [tool.name for tool in await server.list_tools(run_middleware=False)]
    if name in known:
        return
    near = get_close_matches(name[:100], known, n=3)
    raise MCPError(
        code=INVALID_PARAMS,
        message=f"Unknown tool: {name[:100]!r}",
        data={"code": "tool_not_found", "near": near, "next_step": "List the tools and call one of them."},
    )
