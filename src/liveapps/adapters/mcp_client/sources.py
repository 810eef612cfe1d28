"""Many MCP sources behind the port `Tools`. One that cannot be opened does not trouble the others."""

import asyncio
import logging
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from liveapps.blocks.base import JsonObject
from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.powers import Tool
from liveapps.panels.sources import Source, power_of
from liveapps.ports import RawResult

from .connection import Connection

log = logging.getLogger(__name__)


class McpSources:
    """Tools are named "source.tool".

    `environ` is where the variables named in the configuration are looked up; `logs` is a folder that
    gets what stdio servers write to their standard error (kept nowhere when left out).
    """

    def __init__(
        self, sources: Sequence[Source], *, environ: Mapping[str, str] = os.environ, logs: Path | None = None
    ) -> None:
        names = [source.name for source in sources]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f'two sources are named "{name}"')
        self._connections = {source.name: Connection(source, environ, logs) for source in sources}

    async def start(self) -> None:
        """Opens all sources at once, and returns also when some could not be: each call tries again."""
        outcomes = await asyncio.gather(*map(_tried, self._connections.values()))
        log.info("%d of %d sources are open", sum(outcomes), len(outcomes))

    async def close(self) -> None:
        await asyncio.gather(*(connection.close() for connection in self._connections.values()))

    def describe(self, name: str) -> Tool | None:
        """As the source last listed it; before it was ever opened, what its configuration says of it."""
        source, _, tool = name.partition(".")
        connection = self._connections.get(source)
        return _known(connection).get(tool) if connection else None

    def names(self) -> list[str]:
        return [tool.name for connection in self._connections.values() for tool in _known(connection).values()]

    async def call(self, name: str, arguments: JsonObject) -> RawResult:
        source, _, tool = name.partition(".")
        connection = self._connections.get(source)
        if connection is None:
            raise not_found("tool_not_found", "tool", name, self.names())
        await connection.open()
        if tool not in _known(connection):
            raise not_found("tool_not_found", "tool", name, self.names())
        return await connection.call(tool, arguments)


async def _tried(connection: Connection) -> bool:
    try:
        await connection.open()
    except Refusal:
        return False
    for tool in connection.source.tools.keys() - _known(connection):
        log.warning('source "%s" has no tool "%s", which its configuration names', connection.source.name, tool)
    return True


def _known(connection: Connection) -> dict[str, Tool]:
    if connection.tools is not None:
        return connection.tools
    source = connection.source
    return {
        name: Tool(
            name=f"{source.name}.{name}",
            title=policy.title or name,
            power=power_of(policy, says_read_only=False, parameters={}),
        )
        for name, policy in source.tools.items()
    }
