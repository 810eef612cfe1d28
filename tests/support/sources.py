"""Sources as the tests connect them, with a clock that stands still."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from liveapps.adapters.mcp_client import McpSources
from liveapps.panels.errors import Refusal
from liveapps.panels.source_state import SourceState
from liveapps.panels.sources import Source

from .clock import FixedClock

RAW_SERVER = Path(__file__).parents[1] / "adapters" / "raw_server.py"


def raw_source(*args: str, name: str = "raw", **settings: Any) -> Source:
    """The server written by hand. It starts at once: it imports nothing."""
    command = {"kind": "stdio", "command": sys.executable, "args": ["-S", "-E", str(RAW_SERVER), *args]}
    return Source.model_validate({"name": name, "transport": command | settings.pop("transport", {})} | settings)


@asynccontextmanager
async def opened(*sources: Source, clock: FixedClock | None = None, **settings: Any) -> AsyncGenerator[McpSources]:
    tools = McpSources(sources, clock=clock or FixedClock(), **settings)
    try:
        await tools.start()
        yield tools
    finally:
        await tools.close()


async def refused(tools: McpSources, name: str, **arguments: Any) -> Refusal:
    async with asyncio.timeout(60):
        with pytest.raises(Refusal) as refusal:
            await tools.call(name, arguments)
    return refusal.value


def state_of(tools: McpSources, source: str = "raw") -> SourceState:
    return next(state for state in tools.states() if state.name == source)
