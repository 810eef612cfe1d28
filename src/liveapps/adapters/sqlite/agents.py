"""What is kept of agents, on SQLite."""

from liveapps.conversation.agents import AgentKey

from .base import Sql, text

_KEY = ("agent", "sealed", "set_by", "set_at")


class AgentSql(Sql):
    async def agent_key(self, agent: str) -> AgentKey | None:
        found = self._one("agent_key", agent=agent)
        return AgentKey.model_validate_json(text(dict(zip(_KEY, found, strict=True)))) if found else None

    async def save_agent_key(self, key: AgentKey) -> None:
        self._run("put_agent_key", **key.model_dump(mode="json"))

    async def drop_agent_key(self, agent: str) -> None:
        self._run("drop_agent_key", agent=agent)
