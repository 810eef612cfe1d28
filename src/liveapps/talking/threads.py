"""Threads of one person: list, open, rename. Someone else's thread answers like one that does not exist."""

from liveapps.conversation.agents import Agent
from liveapps.conversation.threads import Thread
from liveapps.conversation.views import ThreadView
from liveapps.panels.errors import gone, not_found
from liveapps.panels.origin import Locale
from liveapps.panels.texts import fold
from liveapps.people.users import User
from liveapps.ports import Clock, Store, Tx
from liveapps.reading.views import AgentView


class Threads:
    def __init__(self, store: Store, clock: Clock, agents: dict[str, Agent]) -> None:
        self._store = store
        self._clock = clock
        self._agents = agents

    async def agents(self, locale: Locale) -> list[AgentView]:
        return [
            AgentView(
                id=agent.id,
                name=agent.name,
                description=agent.description.get(locale, ""),
                runtime=agent.runtime,
                chips=agent.chips.get(locale, []),
                stages=agent.stages.get(locale, []),
            )
            for agent in self._agents.values()
        ]

    def agent(self, name: str) -> Agent:
        if name not in self._agents:
            raise not_found("agent_not_found", "agent", name, self._agents)
        return self._agents[name]

    async def of(self, user: User, search: str) -> list[Thread]:
        words = fold(search)
        threads = await self._store.read(lambda tx: tx.threads(user.id))
        return [thread for thread in threads if words in fold(thread.title)]

    async def open(self, user: User, thread: str) -> ThreadView:
        async def body(tx: Tx) -> ThreadView:
            found = await own_thread(tx, user, thread)
            active = await tx.active_run(found.id)
            return ThreadView(
                thread=found,
                messages=await tx.messages(found.id),
                answers={answer.id: answer for answer in await tx.answers(found.id)},
                active_run=active.id if active else None,
            )

        return await self._store.read(body)

    async def rename(self, user: User, thread: str, title: str) -> Thread:
        async def body(tx: Tx) -> Thread:
            found = await own_thread(tx, user, thread)
            renamed = found.model_copy(update={"title": title})
            await tx.save_thread(renamed)
            return renamed

        return await self._store.write(body)


async def own_thread(tx: Tx, user: User, thread: str) -> Thread:
    """Raises Refusal `thread_not_found`."""
    found = await tx.thread(thread)
    if found is None or found.owner != user.id:
        raise gone("thread_not_found", "thread", thread, "List your threads: GET /api/threads.")
    return found
