"""What is kept of agents, on PostgreSQL."""

from liveapps.conversation.agents import AgentKey

from .base import Sql, text

KEY = ("agent", "sealed", "set_by", "set_at")


class AgentSql(Sql):
    async def agent_key(self, agent: str) -> AgentKey | None:
        found = await self._one("agent_key", agent)
        return AgentKey.model_validate_json(text(dict(zip(KEY, found, strict=True)))) if found else None

    async def save_agent_key(self, key: AgentKey) -> None:
        whole = key.model_dump(mode="json")
        await self._run("put_agent_key", *(whole[name] for name in KEY))

    async def drop_agent_key(self, agent: str) -> None:
        await self._run("drop_agent_key", agent)
