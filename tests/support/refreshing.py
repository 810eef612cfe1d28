"""A panel whose one tab is refreshed by a tool of a source."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from liveapps.acting.receipts import Refreshed
from liveapps.panels.instance import Freshness
from liveapps.panels.powers import Power
from liveapps.panels.sources import Source
from liveapps.people.policy import PersonReader

from .world import COUNTED, World, make_world, panel_template

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def world_with(source: Source, data: Path, database: str | None = None) -> AsyncGenerator[World]:
    made = await make_world(data, sources=[source], database=database)
    try:
        yield made
    finally:
        await made.running.close()


def refreshed_by(tool: str, arguments: dict[str, Any], extract: dict[str, Any] = COUNTED) -> dict[str, Any]:
    """The panel of customers, with its tab over another tool."""
    template = panel_template()
    into = {"target": "customers", "extract": extract, "mode": "complete"}
    template["tabs"][0]["refresh"] |= {"tool": tool, "arguments": arguments, "into": [into]}
    return template


async def refresh(world: World, panel: str) -> Refreshed:
    reader = PersonReader(await world.person("ana"))
    return await world.house.refresher.tab(reader, panel, "main", await world.origin("ana"))


async def freshness(world: World, panel: str) -> Freshness:
    found = (await world.view(panel)).states["customers"].freshness
    assert found is not None
    return found


def powers(world: World) -> dict[str, Power]:
    """Of the tools of its sources, by their full names."""
    return {tool.name: tool.power for source in world.running.sources.states() for tool in source.tools}


def program_of(environment: str, program: str = "python") -> str:
    """A program of a foreign server's own environment, which the Makefile sets up."""
    path = ROOT / f".venv-mcp-{environment}" / "bin" / program
    assert path.exists(), f"the environment .venv-mcp-{environment} is missing: run `make foreign`"
    return str(path)
