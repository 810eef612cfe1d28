"""Threads of one person: list, open, find, name, pin, delete, take back. Someone else's thread answers like one that
does not exist."""

from typing import Any

from liveapps.conversation.agents import Agent
from liveapps.conversation.attempts import attempt_heads
from liveapps.conversation.search import excerpt, said_in, terms_of
from liveapps.conversation.threads import RunStatus, Said, Thread
from liveapps.conversation.views import Attempt, ThreadState, ThreadSummary, ThreadView
from liveapps.panels.errors import Refusal, gone, not_found
from liveapps.panels.origin import Locale
from liveapps.people.users import User
from liveapps.ports import Clock, Store, ThreadFound, Tx
from liveapps.reading.views import AgentView

_STATES: dict[RunStatus, ThreadState] = {"running": "answering", "waiting": "waiting", "failed": "failed"}


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

    async def of(self, user: User, search: str, limit: int) -> list[ThreadSummary]:
        """Pinned ones first, then the newest. A search finds titles and what was said; all its words must be there."""
        terms = terms_of(search)
        found = await self._store.read(lambda tx: tx.threads(user.id, terms, limit))
        return [_summary(one, terms) for one in found]

    async def open(self, user: User, thread: str) -> ThreadView:
        async def body(tx: Tx) -> ThreadView:
            found = await own_thread(tx, user, thread)
            active = await tx.active_run(found.id)
            messages = await tx.messages(found.id)
            return ThreadView(
                thread=found,
                messages=messages,
                answers={answer.id: answer for answer in await tx.answers(found.id)},
                active_run=active.id if active else None,
                attempts=attempt_heads(messages, await tx.messages_set_aside(found.id)),
            )

        return await self._store.read(body)

    async def attempt(self, user: User, thread: str, number: int) -> Attempt:
        """What was said before it was said otherwise. Raises Refusal `thread_not_found`, also for no such attempt."""

        async def body(tx: Tx) -> Attempt:
            found = await own_thread(tx, user, thread)
            messages = [one for of, one in await tx.messages_set_aside(found.id) if of == number]
            if not messages:
                raise gone("thread_not_found", "attempt", str(number), "Open the thread to see its earlier attempts.")
            answers = await tx.answers_set_aside(found.id, number)
            return Attempt(number=number, messages=messages, answers={answer.id: answer for answer in answers})

        return await self._store.read(body)

    async def rewind(self, user: User, thread: str, message: str) -> Thread:
        """Sets aside a message of one's own and all that followed, to say it anew: it stays readable as an earlier
        attempt, and agents no longer read it.

        Raises Refusal `run_busy` while the agent answers, `invalid_request` for what the person did not say.
        """

        async def body(tx: Tx) -> Thread:
            found = await own_thread(tx, user, thread)
            await _refuse_busy(tx, thread)
            said = next((one for one in await tx.messages(thread) if one.id == message), None)
            if said is None or not isinstance(said.body, Said):
                raise Refusal(
                    "invalid_request",
                    "Only a message that you sent, and that still counts, can be said anew.",
                    "Name a message of yours: GET /api/threads/{thread} lists them.",
                    id=message,
                )
            await tx.set_aside(thread, said.seq)
            return found

        return await self._store.write(body)

    async def change(self, user: User, thread: str, title: str | None, pinned: bool | None) -> Thread:
        given: dict[str, Any] = {"title": title, "pinned": pinned}
        return await self._change(user, thread, {name: value for name, value in given.items() if value is not None})

    async def see(self, user: User, thread: str, seq: int) -> Thread:
        """What stands up to this place has been seen; a place before what was seen already changes nothing."""

        async def body(tx: Tx) -> Thread:
            found = await own_thread(tx, user, thread)
            if seq <= found.seen:
                return found
            seen = found.model_copy(update={"seen": seq})
            await tx.save_thread(seen)
            return seen

        return await self._store.write(body)

    async def delete(self, user: User, thread: str) -> Thread:
        """It can be taken back until it is forgotten for good. Raises Refusal `run_busy` while the agent answers."""

        async def body(tx: Tx) -> Thread:
            found = await own_thread(tx, user, thread)
            await _refuse_busy(tx, thread)
            deleted = found.model_copy(update={"deleted_at": self._clock.now()})
            await tx.save_thread(deleted)
            return deleted

        return await self._store.write(body)

    async def restore(self, user: User, thread: str) -> Thread:
        async def body(tx: Tx) -> Thread:
            found = await tx.thread(thread)
            if found is None or found.owner != user.id:
                raise _no_thread(thread)
            back = found.model_copy(update={"deleted_at": None})
            await tx.save_thread(back)
            return back

        return await self._store.write(body)

    async def _change(self, user: User, thread: str, changes: dict[str, Any]) -> Thread:
        async def body(tx: Tx) -> Thread:
            changed = (await own_thread(tx, user, thread)).model_copy(update=changes)
            await tx.save_thread(changed)
            return changed

        return await self._store.write(body)


async def own_thread(tx: Tx, user: User, thread: str) -> Thread:
    """Raises Refusal `thread_not_found`, for one that was deleted too."""
    found = await tx.thread(thread)
    if found is None or found.owner != user.id or found.deleted_at is not None:
        raise _no_thread(thread)
    return found


def _no_thread(thread: str) -> Refusal:
    return gone("thread_not_found", "thread", thread, "List your threads: GET /api/threads.")


async def _refuse_busy(tx: Tx, thread: str) -> None:
    active = await tx.active_run(thread)
    if active is not None:
        raise Refusal(
            "run_busy",
            "The agent is still answering in this thread.",
            "Wait for it to end, or stop it: POST /api/runs/{run}/cancel.",
            run=active.id,
        )


def _summary(found: ThreadFound, terms: list[str]) -> ThreadSummary:
    thread, message = found.thread, found.message
    return ThreadSummary(
        id=thread.id,
        agent=thread.agent,
        title=thread.title,
        updated_at=thread.updated_at,
        pinned=thread.pinned,
        state=_STATES.get(found.run, "idle") if found.run else "idle",
        unread=found.unread,
        found=excerpt(said_in(message.body), terms) if message else None,
    )
