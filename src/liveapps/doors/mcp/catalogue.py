"""What hosts are told of this server, as one document: the tools with their schemas and metadata.

Hosts keep lists of tools for months, so it changes rarely, and only by adding.
"""

import re
from typing import Any

from fastmcp import Client

from liveapps.conversation.widget_events import EVENTS
from liveapps.house import House
from liveapps.people.users import User

from .server import build_server
from .widgets import NAMES, Widgets

_HASH = re.compile(r"@[0-9a-f]+\.html$")


async def tool_list() -> list[dict[str, Any]]:
    """Every tool as `tools/list` tells it, with all widgets there and their addresses without the hash of the page."""

    def nobody() -> House:
        raise RuntimeError("the list of tools needs no house")

    async def no_one() -> User:
        raise RuntimeError("the list of tools needs no person")

    server = build_server(nobody, no_one, widgets=Widgets(dict.fromkeys(NAMES, "")))
    async with Client(server) as client:
        tools = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in await client.list_tools()]
    return sorted(map(_stable, tools), key=lambda tool: tool["name"])


def _stable(tool: dict[str, Any]) -> dict[str, Any]:
    ui: dict[str, Any] = tool["_meta"]["ui"]
    if "resourceUri" in ui:
        ui["resourceUri"] = _HASH.sub(".html", ui["resourceUri"])
    tool["_meta"] = {"ui": ui}
    return tool


async def output_schemas() -> dict[str, Any]:
    """The schemas that widgets are written against, by name: what each tool answers, and the events they send."""
    answers = {f"{_pascal(tool['name'])}Answer": tool["outputSchema"] for tool in await tool_list()}
    events = {event.__name__: event.model_json_schema(mode="serialization") for event in EVENTS}
    union = {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in events]}
    return {**answers, **events, "WidgetEvent": union}


def _pascal(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))
