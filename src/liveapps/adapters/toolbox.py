"""All tools behind one port: MCP sources, Python functions, and the names the house itself answers for."""

from collections.abc import Iterable

from liveapps.blocks.base import JsonObject
from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.powers import Power, Tool
from liveapps.ports import RawResult, Tools


class ToolBox:
    """When two parts know one name, the first of them answers. `built_in` tools are known, so that a button may
    name them, and carried out elsewhere (a row is updated by a write, not by a call)."""

    def __init__(self, *parts: Tools, built_in: Iterable[Tool] = ()) -> None:
        self._parts = parts
        self._built_in = {tool.name: tool for tool in built_in}

    def describe(self, name: str) -> Tool | None:
        described = (part.describe(name) for part in self._parts)
        return self._built_in.get(name) or next((tool for tool in described if tool is not None), None)

    def names(self) -> list[str]:
        return [*self._built_in, *(name for part in self._parts for name in part.names())]

    async def call(self, name: str, arguments: JsonObject, at_most: Power | None = None) -> RawResult:
        if name in self._built_in:
            raise Refusal(
                "invalid_request",
                f'"{name}" changes a panel and cannot be called from here.',
                "Use it through a button of a panel.",
                tool=name,
            )
        for part in self._parts:
            try:
                return await part.call(name, arguments, at_most)
            except Refusal as refusal:
                if refusal.code != "tool_not_found":
                    raise
        raise not_found("tool_not_found", "tool", name, self.names())
