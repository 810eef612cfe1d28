"""Many MCP sources behind the ports `Tools` and `Sources`. One that cannot be opened does not trouble the others."""

import asyncio
import logging
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from liveapps.blocks.base import JsonObject
from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.powers import Power, Tool
from liveapps.panels.source_state import SourceState, SourceTool
from liveapps.panels.sources import Source, power_of
from liveapps.ports import Clock, RawResult

from .connection import Connection

log = logging.getLogger(__name__)

STARTING_SECONDS = 10.0
"""How long all wait at the start for sources to open; who is slower goes on in the background."""


class McpSources:
    """Tools are named "source.tool".

    `environ` is where the variables named in the configuration are looked up; `logs` is a folder that
    gets what stdio servers write to their standard error (kept nowhere when left out).
    """

    def __init__(
        self,
        sources: Sequence[Source],
        *,
        clock: Clock,
        environ: Mapping[str, str] = os.environ,
        logs: Path | None = None,
    ) -> None:
        names = [source.name for source in sources]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f'two sources are named "{name}"')
        self._connections = {source.name: Connection(source, environ, logs, clock) for source in sources}
        self._starting: list[asyncio.Task[bool]] = []

    async def start(self, patience_seconds: float = STARTING_SECONDS) -> None:
        """Opens all sources at once, and returns also when some could not be, or are not yet: each call tries again."""
        self._starting = [asyncio.create_task(_tried(connection)) for connection in self._connections.values()]
        if self._starting:
            done, _ = await asyncio.wait(self._starting, timeout=patience_seconds)
            opened = sum(not one.cancelled() and one.result() for one in done)
            log.info("%d of %d sources are open", opened, len(self._starting))

    async def close(self) -> None:
        await asyncio.gather(*(connection.close() for connection in self._connections.values()))
        await asyncio.gather(*self._starting, return_exceptions=True)

    def describe(self, name: str) -> Tool | None:
        """As the source last listed it; before it was ever opened, what its configuration says of it."""
        source, _, tool = name.partition(".")
        connection = self._connections.get(source)
        return _known(connection).get(tool) if connection else None

    def names(self) -> list[str]:
        return [tool.name for connection in self._connections.values() for tool in _known(connection).values()]

    async def call(self, name: str, arguments: JsonObject, at_most: Power | None = None) -> RawResult:
        source, _, tool = name.partition(".")
        connection = self._connections.get(source)
        if connection is None:
            raise not_found("tool_not_found", "tool", name, self.names())
        return await connection.call(tool, arguments, at_most)

    def states(self) -> list[SourceState]:
        return [_state(connection) for connection in self._connections.values()]

    async def retry(self, source: str) -> SourceState:
        connection = self._connections.get(source)
        if connection is None:
            raise not_found("source_not_found", "source", source, self._connections)
        await connection.retry()
        return _state(connection)


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


def _state(connection: Connection) -> SourceState:
    health = connection.health
    status, since = health.status()
    return SourceState(
        name=connection.source.name,
        kind=connection.source.transport.kind,
        state="connecting" if status == "ready" and not connection.is_open else status,
        since=since,
        opens_again_at=health.breaker.opens_again_at,
        failures=health.breaker.failures,
        last_error=health.error,
        last_success_at=health.answered_at,
        tools=[
            SourceTool(name=tool.name, title=tool.title, power=tool.power, paused_until=health.slow_until(name))
            for name, tool in _known(connection).items()
        ],
    )
