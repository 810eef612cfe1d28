"""How agents are set up, for whoever looks after them: their model, where its key is from, and what is missing."""

import logging
from typing import Any

from liveapps.blocks.base import Label, Model, Slug
from liveapps.conversation.agents import Agent, RunLimits, TriedOut
from liveapps.conversation.models import model_of, variables_of
from liveapps.panels.errors import Refusal, not_found
from liveapps.people.policy import may_look_after_sources
from liveapps.people.users import User
from liveapps.ports import Models

from .agent_keys import AgentKeys, Whence

log = logging.getLogger("liveapps.talking")


class SetupProblem(Model):
    """Why this agent could not answer now. The screen translates `code`."""

    code: str
    message: str
    next_step: str
    facts: dict[str, Any] = {}


class AgentSetup(Model):
    """`key` says where the key is from, never what it is; `variables` are those of the environment that may hold it;
    `needs_key` is false for a server of one's own."""

    id: Slug
    name: Label
    runtime: str
    model: str
    base_url: str | None
    tools: list[str]
    instructions: str
    limits: RunLimits
    needs_key: bool = False
    key: Whence | None = None
    variable: str | None = None
    variables: list[str] = []
    problem: SetupProblem | None = None


class AgentSetups:
    """All of it is for agent bosses: everybody else is refused with `forbidden`."""

    def __init__(self, agents: dict[str, Agent], keys: AgentKeys, models: Models) -> None:
        self._agents = agents
        self._keys = keys
        self._models = models

    async def list(self, user: User) -> "list[AgentSetup]":
        """In the order of the configuration."""
        _refuse_others(user)
        return [await self._setup(agent) for agent in self._agents.values()]

    async def set_key(self, user: User, agent: str, key: str) -> AgentSetup:
        """Keeps the key instead of the one that was there. Raises Refusal `agent_not_found`."""
        found = self._boss_of(user, agent)
        model_of(found)
        await self._keys.set(user, found, key)
        log.info("the model key of agent %s was set by %s", found.id, user.login)
        return await self._setup(found)

    async def remove_key(self, user: User, agent: str) -> AgentSetup:
        found = self._boss_of(user, agent)
        await self._keys.remove(found)
        log.info("the model key of agent %s was removed by %s", found.id, user.login)
        return await self._setup(found)

    async def try_out(self, user: User, agent: str) -> TriedOut:
        """Asks the model for one word: the smallest request there is. Raises what a run would end with."""
        return await self._models.try_out(self._boss_of(user, agent))

    def _boss_of(self, user: User, agent: str) -> Agent:
        _refuse_others(user)
        if agent not in self._agents:
            raise not_found("agent_not_found", "agent", agent, self._agents)
        return self._agents[agent]

    async def _setup(self, agent: Agent) -> AgentSetup:
        plain = AgentSetup(
            id=agent.id,
            name=agent.name,
            runtime=agent.runtime,
            model=agent.model,
            base_url=agent.base_url,
            tools=agent.tools,
            instructions=agent.instructions,
            limits=agent.limits,
        )
        if agent.runtime == "offline":
            return plain
        try:
            model = model_of(agent)
            known = {"needs_key": model.provider.needs_key, "variables": list(variables_of(agent, model))}
            plain = plain.model_copy(update=known)
            await self._keys.needed(agent)
            key = await self._keys.find(agent)
        except Refusal as refusal:
            return plain.model_copy(update={"problem": SetupProblem(**refusal.envelope())})
        return plain.model_copy(update={"key": key.whence, "variable": key.variable} if key else {})


def _refuse_others(user: User) -> None:
    if not may_look_after_sources(user):
        raise Refusal("forbidden", "Only an agent boss looks after the agents.", "Ask an agent boss.")
