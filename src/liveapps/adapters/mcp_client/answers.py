"""What a server says, in the house's shapes."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from liveapps.panels.powers import Tool
from liveapps.panels.sources import Source, ToolPolicy, power_of
from liveapps.ports import RawResult

from .failures import too_large

if TYPE_CHECKING:
    from mcp import types


def catalogue(source: Source, listed: "Iterable[types.Tool]") -> dict[str, Tool]:
    """By the source's own names; each tool carries its full one."""
    return {tool.name: _tool(source, tool) for tool in listed}


def _tool(source: Source, tool: "types.Tool") -> Tool:
    policy = source.tools.get(tool.name, ToolPolicy())
    hints = tool.annotations
    return Tool(
        name=f"{source.name}.{tool.name}",
        title=policy.title or tool.title or (hints.title if hints else None) or tool.name,
        description=tool.description or "",
        parameters=tool.input_schema,
        power=power_of(
            policy,
            says_read_only=hints is not None and hints.read_only_hint is True,
            parameters=tool.input_schema,
        ),
    )


def raw_result(result: "types.CallToolResult", name: str, max_bytes: int) -> RawResult:
    """Raises Refusal `tool_output_unreadable` over the limit. Servers send their data twice, as an object
    and as text: the larger copy counts."""
    text = "\n".join(filter(None, (_text(block) for block in result.content)))
    structured = result.structured_content
    size = max(len(text.encode()), len(json.dumps(structured, ensure_ascii=False).encode()) if structured else 0)
    if size > max_bytes:
        raise too_large(name, size, max_bytes)
    return RawResult(structured=structured, text=text, is_error=result.is_error)


def _text(block: "types.ContentBlock") -> str:
    match block.type:
        case "text":
            return block.text
        case "resource":
            return getattr(block.resource, "text", "")
        case _:
            return ""
