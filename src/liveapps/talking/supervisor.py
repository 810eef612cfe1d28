"""Runs are jobs of the server: started by a request, followed by any number of them, ended by themselves."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from datetime import timedelta

from liveapps.acting.executor import Executor
from liveapps.conversation.agents import Agent
from liveapps.conversation.answers import Answer
from liveapps.conversation.run_events import RunEnded, RunEvent, RunStarted
from liveapps.conversation.threads import Broke, Message, Run, RunStatus, Said, Thread, title_from
from liveapps.panels.errors import Refusal, gone
from liveapps.panels.origin import Locale
from liveapps.panels.sources import ToolPolicy
from liveapps.panels.values import today
from liveapps.people.users import User
from liveapps.ports import AgentRuntime, Clock, Ids, Store, Turn, Tx
from liveapps.reading.facade import Facade
from liveapps.writing.funnel import Funnel

from .desk import Desk
from .looking import CHAT_ZONE, looking_at
from .run_log import RunLogs
from .threads import Threads, own_thread

log = logging.getLogger("liveapps.talking")


class Supervisor:
    def __init__(
        self,
        store: Store,
        threads: Threads,
        facade: Facade,
        executor: Executor,
        funnel: Funnel,
        runtimes: Callable[[Agent], AgentRuntime],
        policies: dict[str, ToolPolicy],
        clock: Clock,
        ids: Ids,
    ) -> None:
        self._store = store
        self._threads = threads
        self._facade = facade
        self._executor = executor
        self._funnel = funnel
        self._runtimes = runtimes
        self._policies = policies
        self._clock = clock
        self._ids = ids
        self._logs = RunLogs(store)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def start(self, user: User, agent: str, thread: str, run: str, text: str, locale: Locale) -> Run:
        """What was said is kept before anything runs. A new thread becomes the caller's own.

        Raises Refusal `agent_not_found`, `thread_not_found` or `run_busy`.
        """
        found = self._threads.agent(agent)
        now = self._clock.now()
        state = Run(id=run, thread=thread, agent=agent, status="running", started_at=now)
        said = Message(id=self._ids.new(), thread=thread, seq=0, run=run, at=now, body=Said(text=text))

        async def body(tx: Tx) -> tuple[list[Message], list[Answer]]:
            await self._open_thread(tx, user, agent, thread, text)
            await _refuse_busy(tx, thread, run)
            before = await tx.messages(thread), await tx.answers(thread)
            await tx.save_run(state)
            await tx.append_message(said)
            return before

        history, answers = await self._store.write(body)
        await self._logs.append(run, [RunStarted(thread=thread, run=run)])
        turn = Turn(
            agent=found,
            thread=thread,
            run=run,
            user=user,
            text=text,
            locale=locale,
            history=history,
            context=await self._facade.agent_context(agent),
            looking_at=looking_at(answers, locale=locale, today=today(now, CHAT_ZONE), time_zone=CHAT_ZONE),
        )
        task = asyncio.create_task(self._work(state, turn), name=f"run {run}")
        self._tasks[run] = task
        task.add_done_callback(lambda _: self._tasks.pop(run, None))
        return state

    async def _open_thread(self, tx: Tx, user: User, agent: str, thread: str, text: str) -> None:
        now = self._clock.now()
        if await tx.thread(thread) is None:
            found = Thread(
                id=thread, agent=agent, owner=user.id, title=title_from(text), created_at=now, updated_at=now
            )
        else:
            found = (await own_thread(tx, user, thread)).model_copy(update={"updated_at": now})
        await tx.save_thread(found)

    async def _work(self, state: Run, turn: Turn) -> None:
        desk = Desk(
            turn,
            self._store,
            self._facade,
            self._executor,
            self._funnel,
            self._logs,
            self._policies,
            self._clock,
            self._ids,
        )
        try:
            await self._runtimes(turn.agent).run(turn, desk, desk)
            await desk.finish_speaking()
            await self._end(state, "finished")
        except asyncio.CancelledError:
            await desk.finish_speaking()
            await self._end(state, "cancelled")
        except Refusal as refusal:
            await desk.finish_speaking()
            await self._end(state, "failed", refusal)
        except Exception:
            log.exception("run %s broke", state.id)
            await desk.finish_speaking()
            broken = Refusal("internal_error", "Something went wrong on the server.", "Try again.")
            await self._end(state, "failed", broken)

    async def _end(self, state: Run, status: RunStatus, refusal: Refusal | None = None) -> None:
        assert status != "running"
        now = self._clock.now()
        ended = state.model_copy(
            update={"status": status, "ended_at": now, "error": refusal.envelope() if refusal else None}
        )
        event = RunEnded(thread=state.thread, run=state.id, status=status)
        messages: list[Message] = []
        if refusal is not None:
            told = {"code": refusal.code, "message": refusal.message, "next_step": refusal.next_step}
            event = event.model_copy(update=told)
            body = Broke(code=refusal.code, message=refusal.message, next_step=refusal.next_step)
            messages.append(Message(id=self._ids.new(), thread=state.thread, seq=0, run=state.id, at=now, body=body))
        await self._logs.append(state.id, [event], messages, ended)

    def follow(self, run: str) -> AsyncIterator[tuple[int, RunEvent]]:
        """Every event of a run from its start, until it has ended."""
        return self._logs.follow(run)

    async def active_run(self, user: User, thread: str) -> Run | None:
        async def body(tx: Tx) -> Run | None:
            return await tx.active_run((await own_thread(tx, user, thread)).id)

        return await self._store.read(body)

    async def cancel(self, user: User, run: str) -> Run:
        """Stops a run of one's own; one that has ended stays as it is. Raises Refusal `run_not_found`."""

        async def body(tx: Tx) -> Run:
            found = await tx.run(run)
            thread = await tx.thread(found.thread) if found else None
            if found is None or thread is None or thread.owner != user.id:
                raise gone("run_not_found", "run", run, "Open the thread to see its runs.")
            return found

        await self._store.read(body)
        task = self._tasks.get(run)
        if task is not None:
            task.cancel()
            await asyncio.wait({task})
        return await self._store.read(body)

    async def end_orphans(self, grace: timedelta) -> None:
        """Runs that a former process left running ended with it: say so, honestly. Younger ones than `grace` may
        belong to another server."""
        for state in await self._store.read(lambda tx: tx.active_runs()):
            if self._clock.now() - state.started_at < grace:
                continue
            await self._logs.resume(state.id)
            stopped = Refusal("internal_error", "The server was restarted during this run.", "Ask again.")
            await self._end(state, "failed", stopped)

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks.values()))


async def _refuse_busy(tx: Tx, thread: str, run: str) -> None:
    active = await tx.active_run(thread)
    if active is not None:
        raise Refusal(
            "run_busy",
            "The agent is still answering in this thread.",
            "Wait for it to end, or stop it: POST /api/runs/{run}/cancel.",
            run=active.id,
        )
    if await tx.run(run) is not None:
        raise Refusal("invalid_request", "This run id was already used.", "Send a new runId.", run=run)
