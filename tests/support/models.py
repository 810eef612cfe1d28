"""A house whose agent runs on a model: the provider's code is real, its server is the scripted one."""

from pathlib import Path
from typing import Any

from .provider import Provider, Wire
from .world import World, make_world


async def model_world(data: Path, provider: Provider, wire: Wire = "openai-chat", **more: Any) -> World:
    """`more` is what more the agent's configuration says."""
    tools, policies = more.pop("tools", ("crm.list",)), more.pop("policies", None)
    configured = {"runtime": "model", "model": f"{wire}:scripted", "base_url": provider.base_url(wire), **more}
    return await make_world(data, tools=tools, policies=policies, agent=configured)


def texts(events: list[dict[str, Any]]) -> str:
    """All that the agent said."""
    return "".join(one["delta"] for one in events if one["type"] == "TEXT_MESSAGE_CONTENT")


def calls(events: list[dict[str, Any]]) -> list[str]:
    return [one["toolCallName"] for one in events if one["type"] == "TOOL_CALL_START"]


def blocks(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answers that were shown."""
    return [one["content"]["answer"] for one in events if one["type"] == "ACTIVITY_SNAPSHOT"]
