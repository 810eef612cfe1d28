"""How a run begins: what was said and decided is kept, with the run, in one transaction before anything runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from liveapps.conversation.answers import Answer
from liveapps.conversation.approvals import Approval, Decision
from liveapps.conversation.readings import Reading
from liveapps.conversation.run_events import RunEvent, RunStarted
from liveapps.conversation.threads import Message, Run, Said, Thread, files_in, title_from
from liveapps.panels.errors import Refusal, gone
from liveapps.panels.origin import Locale
from liveapps.panels.values import today
from liveapps.people.users import User
from liveapps.ports import Clock, Ids, Store, Traces, Turn, Tx
from liveapps.reading.facade import Facade

from .approvals import Approvals, called_of, decided, ended, left_alone, put
from .attachments import Attachments
from .heartbeat import ALIVE
from .looking import CHAT_ZONE, looking_at
from .threads import Threads, own_thread
from .told_files import told_files


@dataclass(frozen=True)
class Asked:
    """What a run is to answer: the words of a person, their decisions about calls that wait, or both.

    `one_by_one`: while other calls wait, the decision is kept and nothing runs yet. `sent_as` is the id that a client
    gave the words. `attachments` are the files that came with them.
    """

    user: User
    agent: str
    thread: str
    run: str
    text: str | None
    locale: Locale
    decisions: Mapping[str, Decision]
    sent_as: str | None = None
    one_by_one: bool = False
    attachments: Sequence[str] = ()


@dataclass(frozen=True)
class Begun:
    """A run that is kept, with so many events in its log. `calls` are to be made before the agent goes on."""

    run: Run
    turn: Turn
    place: int
    calls: Sequence[Approval]


@dataclass(frozen=True)
class _Kept:
    run: Run
    place: int
    calls: Sequence[Approval]
    history: list[Message]
    answers: list[Answer]
    attached: str
    files: list[Reading]


class Beginning:
    def __init__(
        self,
        store: Store,
        threads: Threads,
        facade: Facade,
        approvals: Approvals,
        attachments: Attachments,
        clock: Clock,
        ids: Ids,
        traces: Traces | None,
    ) -> None:
        self._store = store
        self._threads = threads
        self._facade = facade
        self._approvals = approvals
        self._attachments = attachments
        self._clock = clock
        self._ids = ids
        self._traces = traces

    async def begin(self, asked: Asked) -> Begun | None:
        """None when other calls still wait for a decision. Raises what `Supervisor.start` raises."""
        agent = self._threads.agent(asked.agent)
        now = self._clock.now()
        # Asked here: the transaction may run in another thread, where no trace is under way.
        trace = self._traces.trace() if self._traces else None
        kept = await self._store.write(lambda tx: self._keep(tx, asked, now, trace))
        if kept is None:
            return None
        turn = Turn(
            agent=agent,
            thread=asked.thread,
            run=asked.run,
            user=asked.user,
            text=asked.text,
            locale=asked.locale,
            history=kept.history,
            context=await self._facade.agent_context(asked.agent, asked.user),
            looking_at=looking_at(kept.answers, locale=asked.locale, today=today(now, CHAT_ZONE), time_zone=CHAT_ZONE),
            attached=kept.attached,
            files=kept.files,
            answers=kept.answers,
        )
        return Begun(kept.run, turn, kept.place, kept.calls)

    async def _keep(self, tx: Tx, asked: Asked, now: datetime, trace: str | None) -> _Kept | None:
        await _open_thread(tx, asked, now)
        await _refuse_busy(tx, asked.thread, asked.run)
        settled = await self._settled(tx, asked, now)
        waiting = [one.id for one in settled if one.status == "waiting"]
        if waiting and not asked.one_by_one:
            raise _left_out(waiting)
        taken = settled if waiting else [one.model_copy(update={"goes_on": asked.run}) for one in settled]
        for one in taken:
            await put(tx, one)
        if waiting:
            return None
        history, answers = await tx.messages(asked.thread), await tx.answers(asked.thread)
        run = Run(
            id=asked.run,
            thread=asked.thread,
            agent=asked.agent,
            status="running",
            started_at=now,
            alive_until=now + ALIVE,
            trace=trace,
        )
        await tx.save_run(run)
        events = _first_events(asked, taken, now)
        await tx.append_run_events(run.id, 0, [event.model_dump_json() for event in events])
        files, readings = await self._attachments.send(tx, asked.user, asked.attachments, asked.thread, run.id)
        if asked.text is not None:
            body = Said(text=asked.text, files=files, sent_as=asked.sent_as)
            said = Message(id=self._ids.new(), thread=asked.thread, seq=0, run=run.id, at=now, body=body)
            await tx.append_message(said)
        attached = await told_files(tx, [*files_in(history), *files])
        calls = [one for one in taken if one.status == "approved"]
        return _Kept(run, len(events), calls, history, answers, attached, readings)

    async def _settled(self, tx: Tx, asked: Asked, now: datetime) -> list[Approval]:
        """The approvals that no run has taken up, as they stand now. Who speaks instead of deciding withdraws them."""
        everything = {one.id: one for one in await tx.approvals(asked.thread)}
        for name in asked.decisions:
            if name not in everything:
                raise gone("approval_not_found", "approval", name, "Open the thread to see what waits for you.")
        settled: list[Approval] = []
        for one in everything.values():
            decision = asked.decisions.get(one.id)
            if decision is not None:
                settled.append(self._approvals.edited(decided(one, decision, asked.user, now), decision))
            elif one.goes_on is None:
                settled.append(one if asked.text is None else left_alone(one, now))
        return settled


async def _open_thread(tx: Tx, asked: Asked, now: datetime) -> None:
    if asked.text is not None and await tx.thread(asked.thread) is None:
        files = [one.name for name in asked.attachments if (one := await tx.attachment(name))]
        title = title_from(asked.text or ", ".join(files))
        found = Thread(
            id=asked.thread, agent=asked.agent, owner=asked.user.id, title=title, created_at=now, updated_at=now
        )
    else:
        found = (await own_thread(tx, asked.user, asked.thread)).model_copy(update={"updated_at": now})
    await tx.save_thread(found)


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


def _left_out(waiting: list[str]) -> Refusal:
    return Refusal(
        "invalid_request",
        "Other calls of this thread wait for a decision too.",
        f"Decide about each of them: {', '.join(waiting)}.",
        waiting=waiting,
    )


def _first_events(asked: Asked, taken: Sequence[Approval], now: datetime) -> list[RunEvent]:
    """A call that was not made has its end told at once; one that is to be made, when it was."""
    settles = [one.call for one in taken]
    not_made = [ended(called_of(one, {}), one, now) for one in taken if one.status != "approved"]
    return [RunStarted(thread=asked.thread, run=asked.run, settles=settles, at=now), *not_made]
