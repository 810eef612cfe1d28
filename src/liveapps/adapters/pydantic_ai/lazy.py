"""The door to this adapter: nothing of pydantic-ai is imported before it is needed."""

import asyncio
from importlib import import_module

from liveapps.conversation.agents import Agent, TriedOut
from liveapps.ports import AgentTools, Clock, Models, RunSink, Turn
from liveapps.talking.agent_keys import AgentKeys


class ModelAgents:
    """Implements `ports.AgentRuntime` and `ports.Models`."""

    def __init__(self, keys: AgentKeys, clock: Clock) -> None:
        self._keys = keys
        self._clock = clock

    async def run(self, turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        runtime = await self._loaded()
        await runtime.run(turn, tools, sink)

    async def try_out(self, agent: Agent) -> TriedOut:
        runtime = await self._loaded()
        return await runtime.try_out(agent)

    async def _loaded(self) -> "_Runtime":
        made = await asyncio.to_thread(import_module, "liveapps.adapters.pydantic_ai.runtime")
        return made.ModelAgent(self._keys, self._clock)


class _Runtime(Models):
    async def run(self, turn: Turn, tools: AgentTools, sink: RunSink) -> None: ...
