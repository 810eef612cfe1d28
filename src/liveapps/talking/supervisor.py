"""Runs are jobs of the server: started by a request, followed by any number of them, ended by themselves."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace

from liveapps.acting.executor import Executor
from liveapps.conversation.agents import Agent
from liveapps.conversation.approvals import Approval, Decided, Decision
from liveapps.conversation.run_events import RunEvent
from liveapps.conversation.threads import Run, RunStatus, Said
from liveapps.panels.errors import Refusal, gone
from liveapps.panels.origin import Actor, Locale
from liveapps.panels.sources import ToolPolicy
from liveapps.people.users import User
from liveapps.ports import AgentRuntime, Clock, Fact, Ids, RunPaused, Store, Traces, Turn, Tx
from liveapps.reading.facade import Facade
from liveapps.writing.funnel import Funnel

from .agent_tools.kit import Verbs
from .approvals import Approvals, own_approval, repeats
from .attachments import Attachments
from .beginning import Asked, Beginning, Begun
from .desk import Desk
from .ending import RESTARTED, Ending
from .heartbeat import Heartbeat, is_lost
from .run_log import RunLogs, RunOver
from .threads import Threads, own_thread

log = logging.getLogger("liveapps.talking")
STOP_SECONDS = 10.0
"""How long who stops a run waits to see it stopped."""
NO_DECISIONS: Mapping[str, Decision] = {}


class Supervisor:
    def __init__(
        self,
        store: Store,
        threads: Threads,
        attachments: Attachments,
        facade: Facade,
        executor: Executor,
        funnel: Funnel,
        runtimes: Callable[[Agent], AgentRuntime],
        policies: dict[str, ToolPolicy],
        verbs: Verbs,
        clock: Clock,
        ids: Ids,
        traces: Traces | None = None,
    ) -> None:
        self._store = store
        self._facade = facade
        self._executor = executor
        self._funnel = funnel
        self._runtimes = runtimes
        self._policies = policies
        self._verbs = verbs
        self._clock = clock
        self._ids = ids
        self._traces = traces
        self._logs = RunLogs(store)
        self._approvals = Approvals(store, executor, policies, self._logs, clock, ids)
        self._beginning = Beginning(store, threads, facade, self._approvals, attachments, clock, ids, traces)
        self._ending = Ending(self._logs, clock, ids)
        self._heartbeat = Heartbeat(store, clock, lambda: list(self._tasks), self._stop, self._ending.end_lost)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopped: set[str] = set()
        self._closing = False

    async def start(
        self,
        user: User,
        agent: str,
        thread: str,
        run: str,
        text: str | None,
        locale: Locale,
        *,
        decisions: Mapping[str, Decision] = NO_DECISIONS,
        sent_as: str | None = None,
        attachments: Sequence[str] = (),
    ) -> Run:
        """Answers what a person said, or goes on after what they decided about each call that waits. What was said is
        kept before anything runs. A new thread becomes the caller's own. The run that a repeated decision has started
        already comes back as it is.

        Raises Refusal `agent_not_found`, `thread_not_found`, `run_busy`, `invalid_request` for an id that was used or
        a call that was left out, or what a decision is refused with.
        """
        if decisions:
            text = None if await self._said_before(thread, sent_as) else text
            before = await self._decided_before(user, thread, decisions) if text is None else None
            if before is not None:
                return before
        asked = Asked(user, agent, thread, run, text, locale, decisions, sent_as, attachments=attachments)
        begun = await self._begin(asked)
        assert begun is not None
        return begun.run

    async def decide(self, user: User, approval: str, decision: Decision, locale: Locale) -> Decided:
        """The run goes on once each call that waits in the thread is decided. Sent again, it answers as before.

        Raises Refusal `approval_not_found`, `approval_decided`, `approval_expired`, `run_busy`, or `invalid_input` for
        arguments that the tool does not take.
        """
        found = await self._store.read(lambda tx: own_approval(tx, user, approval))
        if not repeats(found, decision, user):
            thread = await self._store.read(lambda tx: own_thread(tx, user, found.thread))
            one = {approval: decision}
            asked = Asked(user, thread.agent, thread.id, self._ids.new(), None, locale, one, one_by_one=True)
            await self._begin(asked)
            found = await self._store.read(lambda tx: own_approval(tx, user, approval))
        return Decided(approval=found, run=found.goes_on)

    async def _said_before(self, thread: str, sent_as: str | None) -> bool:
        """A client that only decides sends its old messages along."""
        messages = await self._store.read(lambda tx: tx.messages(thread))
        said = [one.body.sent_as for one in messages if isinstance(one.body, Said)]
        return sent_as is not None and sent_as in said

    async def _decided_before(self, user: User, thread: str, decisions: Mapping[str, Decision]) -> Run | None:
        async def body(tx: Tx) -> Run | None:
            runs: set[str | None] = set()
            for name, decision in decisions.items():
                found = await own_approval(tx, user, name)
                runs.add(found.goes_on if found.thread == thread and repeats(found, decision, user) else None)
            only = runs.pop() if len(runs) == 1 else None
            return await tx.run(only) if only else None

        return await self._store.read(body)

    async def _begin(self, asked: Asked) -> Begun | None:
        active = await self._store.read(lambda tx: tx.active_run(asked.thread))
        if active is not None and is_lost(active, self._clock.now()):
            await self._ending.end_lost(active)
        begun = await self._beginning.begin(asked)
        if begun is None:
            return None
        run = begun.run.id
        self._logs.began(run, begun.place)
        task = asyncio.create_task(self._traced(begun), name=f"run {run}")
        self._tasks[run] = task
        task.add_done_callback(lambda _: self._forget(run))
        return begun

    def _forget(self, run: str) -> None:
        self._tasks.pop(run, None)
        self._stopped.discard(run)
        self._logs.ended(run)

    async def _traced(self, begun: Begun) -> None:
        if self._traces is None:
            await self._work(begun)
            return
        run = begun.run
        facts: dict[str, Fact] = {"gen_ai.agent.id": run.agent, "liveapps.run": run.id, "liveapps.thread": run.thread}
        with self._traces.span(f"invoke_agent {run.agent}", facts) as span:
            await self._work(begun)
            ended = await self._store.read(lambda tx: tx.run(run.id))
            if ended is not None:
                span.told(_facts_of(ended))

    async def _work(self, begun: Begun) -> None:
        desk = Desk(
            begun.turn,
            self._store,
            self._facade,
            self._executor,
            self._funnel,
            self._logs,
            self._approvals,
            self._policies,
            self._verbs,
            self._clock,
            self._ids,
            self._traces,
        )
        try:
            status, refusal = await self._outcome(begun, desk)
            # Shielded: a run that is stopped while it ends has ended.
            await asyncio.shield(self._finish(begun.run, desk, status, refusal))
        except RunOver:
            log.warning("run %s was ended by another server", begun.run.id)
        except Exception:
            # Nobody says any more that it is alive, so it is ended as lost.
            log.exception("the end of run %s could not be kept", begun.run.id)

    async def _outcome(self, begun: Begun, desk: Desk) -> tuple[RunStatus, Refusal | None]:
        try:
            turn = await self._caught_up(begun)
            await self._runtimes(turn.agent).run(turn, desk, desk)
        except RunPaused:
            return "waiting", None
        except asyncio.CancelledError:
            return ("failed", Refusal("internal_error", *RESTARTED)) if self._closing else ("cancelled", None)
        except Refusal as refusal:
            return "failed", refusal
        except RunOver:
            raise
        except Exception:
            log.exception("run %s broke", begun.run.id)
            return "failed", Refusal("internal_error", "Something went wrong on the server.", "Try again.")
        return "finished", None

    async def _caught_up(self, begun: Begun) -> Turn:
        """Makes the calls that a person approved, so that the history ends with what came of them."""
        if not begun.calls:
            return begun.turn
        agent = begun.turn.agent
        actor = Actor(kind="agent", id=agent.id, name=agent.name)
        await self._approvals.carry_out(begun.run.id, begun.calls, actor)
        messages = await self._store.read(lambda tx: tx.messages(begun.run.thread))
        return replace(begun.turn, history=[one for one in messages if one.run != begun.run.id])

    async def _finish(self, state: Run, desk: Desk, status: RunStatus, refusal: Refusal | None) -> None:
        await desk.finish_speaking()
        await self._ending.end(state, status, refusal, desk.uses)

    def follow(self, run: str, after: int = 0) -> AsyncIterator[tuple[int, RunEvent]]:
        """Every event of a run from a place on, until it has ended or the server is about to stop."""
        return self._logs.follow(run, after)

    def let_go(self) -> None:
        """Ends what follows runs: the server is about to stop."""
        self._logs.stop()

    async def active_run(self, user: User, thread: str) -> Run | None:
        async def body(tx: Tx) -> Run | None:
            return await tx.active_run((await own_thread(tx, user, thread)).id)

        return await self._store.read(body)

    async def waiting(self, user: User, thread: str) -> list[Approval]:
        """The calls of a thread of one's own that wait for a decision."""

        async def body(tx: Tx) -> list[Approval]:
            approvals = await tx.approvals((await own_thread(tx, user, thread)).id)
            return [one for one in approvals if one.status == "waiting"]

        return await self._store.read(body)

    async def cancel(self, user: User, run: str) -> Run:
        """Stops a run of one's own, whichever server works on it; one that has ended stays as it is.

        Raises Refusal `run_not_found`.
        """

        async def body(tx: Tx) -> Run:
            found = await tx.run(run)
            thread = await tx.thread(found.thread) if found else None
            if found is None or thread is None or thread.owner != user.id:
                raise gone("run_not_found", "run", run, "Open the thread to see its runs.")
            return found

        found = await self._store.read(body)
        task = self._tasks.get(run)
        if task is not None:
            self._stop(run)
            await asyncio.wait({task}, timeout=STOP_SECONDS)
        elif is_lost(found, self._clock.now()):
            await self._ending.end_lost(found)
        elif found.status == "running":
            await self._store.write(lambda tx: tx.ask_stop(run))
            await self._until_ended(run)
        return await self._store.read(body)

    def _stop(self, run: str) -> None:
        """Once only: a second time would cut off the end of the run."""
        task = self._tasks.get(run)
        if task is not None and run not in self._stopped:
            self._stopped.add(run)
            task.cancel()

    async def _until_ended(self, run: str) -> None:
        try:
            async with asyncio.timeout(STOP_SECONDS):
                async for _ in self._logs.follow(run):
                    pass
        except TimeoutError:
            log.warning("run %s was asked to stop, and still runs", run)

    async def end_orphans(self) -> None:
        """Runs that a former process left running ended with it: say so, honestly. Only where no other server works
        on the same data."""
        for state in await self._store.read(lambda tx: tx.active_runs()):
            await self._ending.end_lost(state, sure=True)

    async def beat(self) -> None:
        """Says now that the runs of this server are alive, and ends those that are lost."""
        await self._heartbeat.beat()

    def watch(self) -> None:
        """Begins to say that the runs of this server are alive, and to end those that are lost."""
        self._heartbeat.start()

    async def close(self) -> None:
        self._closing = True
        self.let_go()
        await self._heartbeat.close()
        for run in list(self._tasks):
            self._stop(run)
        if self._tasks:
            await asyncio.wait(set(self._tasks.values()))


def _facts_of(run: Run) -> dict[str, Fact]:
    return {
        "liveapps.outcome": run.status,
        "liveapps.code": str(run.error["code"]) if run.error else "",
        "gen_ai.usage.input_tokens": sum(use.input_tokens for use in run.usage),
        "gen_ai.usage.output_tokens": sum(use.output_tokens for use in run.usage),
    }
