"""All the tools of an agent in one place: the house's own, which are a closed list, and those of its sources."""

from collections.abc import Callable, Iterable
from typing import Any

from liveapps.blocks.base import JsonObject
from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.powers import Tool, needs_approval
from liveapps.ports import Offer, Told

from . import designing, filling, reading_panels, showing
from .kit import Kit
from .told import refused, told_reading
from .tool import AgentTool

AGENT_TOOLS: dict[str, AgentTool[Any]] = {
    tool.name: tool
    for tool in (
        reading_panels.FIND_PANELS,
        reading_panels.READ_PANEL,
        reading_panels.DESCRIBE_KINDS,
        designing.CREATE_PANEL,
        designing.REDESIGN_PANEL,
        designing.SET_BLOCK,
        filling.SHIP_ROWS,
        filling.PATCH_ROW,
        filling.ANNOTATE_ROW,
        filling.REFRESH_TAB,
        showing.SHOW_BLOCK,
        showing.READ_ANSWER,
        showing.SAVE_ANSWER,
    )
}
"""A tool of a source is called "source.tool", so no name is there twice."""


def offers_of(names: Iterable[str], describe: Callable[[str], Tool | None]) -> list[Offer]:
    """Tools of sources that cannot be reached now are left out."""
    known = (describe(name) for name in names)
    return [*(tool.offer() for tool in AGENT_TOOLS.values()), *(_offer(tool) for tool in known if tool is not None)]


def _offer(tool: Tool) -> Offer:
    """What a source says of its tool is shortened: it is read with every request."""
    said = " ".join((tool.description or tool.title or tool.name).split())[:1_000]
    waits = " It acts on the world: the person is asked first." if needs_approval(tool) else ""
    return Offer(tool.name, said + waits, tool.parameters)


async def use(kit: Kit, name: str, arguments: JsonObject) -> Told:
    """Raises RunPaused."""
    if name in kit.turn.agent.tools:
        try:
            reading = await kit.hands.call(name, arguments)
        except Refusal as refusal:
            return refused(refusal)
        return told_reading(reading, kit.hands.heard(reading))
    tool = AGENT_TOOLS.get(name)
    if tool is None:
        return refused(not_found("tool_not_found", "tool", name, [*AGENT_TOOLS, *kit.turn.agent.tools]))
    return await kit.hands.recorded(name, arguments, lambda: tool.use(kit, arguments))
