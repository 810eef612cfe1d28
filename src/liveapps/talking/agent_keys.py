"""The keys of the models that agents run on: from the environment, or set by a boss and kept sealed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from liveapps.conversation.agents import Agent, AgentKey
from liveapps.conversation.models import model_of, variables_of
from liveapps.panels.errors import Refusal
from liveapps.people.users import User
from liveapps.ports import Clock, Secrets, Store

Whence = Literal["kept", "environment"]


@dataclass(frozen=True)
class Key:
    """`text` stays out of what a program prints of it."""

    text: str = field(repr=False)
    whence: Whence
    variable: str | None = None


class AgentKeys:
    """One that a boss set counts before one of the environment. Nothing ever shows a key again."""

    def __init__(self, store: Store, sealed: Secrets, environment: Mapping[str, str], clock: Clock) -> None:
        self._store = store
        self._sealed = sealed
        self._environment = environment
        self._clock = clock

    async def find(self, agent: Agent) -> Key | None:
        """Raises Refusal `model_not_configured` or `secret_unreadable`."""
        model = model_of(agent)
        kept = await self._store.glance(lambda tx: tx.agent_key(agent.id))
        if kept is not None:
            return Key(self._sealed.unseal(kept.sealed, _owner(agent.id)), "kept")
        for variable in variables_of(agent, model):
            if found := self._environment.get(variable, "").strip():
                return Key(found, "environment", variable)
        return None

    async def needed(self, agent: Agent) -> str | None:
        """The key to send, None where none is needed. Raises Refusal `model_key_missing`, too."""
        model, key = model_of(agent), await self.find(agent)
        if key is not None:
            return key.text
        if not model.provider.needs_key or agent.base_url is not None:
            return None
        names = " or ".join(variables_of(agent, model))
        raise Refusal(
            "model_key_missing",
            f'The model of agent "{agent.name}" needs a key, and there is none.',
            f"An agent boss sets it (Installation, Agents), or the server is started with {names}.",
            agent=agent.id,
            variables=list(variables_of(agent, model)),
        )

    async def set(self, user: User, agent: Agent, text: str) -> None:
        sealed = self._sealed.seal(text, _owner(agent.id))
        key = AgentKey(agent=agent.id, sealed=sealed, set_by=user.id, set_at=self._clock.now())
        await self._store.write(lambda tx: tx.save_agent_key(key))

    async def remove(self, agent: Agent) -> None:
        await self._store.write(lambda tx: tx.drop_agent_key(agent.id))


def _owner(agent: str) -> str:
    return f"agent {agent}"
