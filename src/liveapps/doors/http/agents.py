"""How agents are set up, and the keys of their models, for agent bosses."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import StringConstraints

from liveapps.blocks.base import Model
from liveapps.conversation.agents import TriedOut
from liveapps.talking.agent_setups import AgentSetup

from .visitor import Visit

router = APIRouter(prefix="/api/agents", tags=["agents"])


class KeyBody(Model):
    """The key goes in and never comes out again."""

    key: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000, pattern=r"^[!-~]+$")]


@router.get("/setups")
async def list_setups(visit: Visit) -> list[AgentSetup]:
    """Each agent with its model, where the key is from, its limits, and what is missing. For agent bosses."""
    return await visit.house.agents.list(visit.user)


@router.put("/{agent}/key")
async def set_key(agent: str, body: KeyBody, visit: Visit) -> AgentSetup:
    """Keeps the key of the agent's model, encrypted. It is never shown again."""
    return await visit.house.agents.set_key(visit.user, agent, body.key)


@router.delete("/{agent}/key")
async def remove_key(agent: str, visit: Visit) -> AgentSetup:
    """Forgets the key that a boss set; one of the environment counts again."""
    return await visit.house.agents.remove_key(visit.user, agent)


@router.post("/{agent}/try")
async def try_agent(agent: str, visit: Visit) -> TriedOut:
    """Asks the agent's model for one word. Fails with the code that a run would end with."""
    return await visit.house.agents.try_out(visit.user, agent)
