"""Does the jobs whose time has come: a few at once, each for as long as its lease is this server's."""

import asyncio
import logging
import random
from contextlib import suppress
from datetime import timedelta
from traceback import format_tb
from typing import Any

from liveapps.panels.errors import Refusal
from liveapps.panels.jobs import Job
from liveapps.ports import Clock, Ids, Store, Tx

from .handlers import Handlers

log = logging.getLogger("liveapps.automating")

AT_ONCE = 4
ATTEMPTS = 10
"""How often a job is tried: over about an hour."""
FIRST_PAUSE = timedelta(seconds=10)
LEASE = timedelta(seconds=60)
"""How long a job waits for a server that is gone. Clocks of servers must differ by less than two thirds of it."""
EXTEND_SECONDS = 20.0
LOOK_SECONDS = 1.0
"""How often to look for what other servers put, and after an error of the store."""
FINISH_SECONDS = 2.0
"""What is under way when the server stops may still end by itself."""
SETTLE_TRIES = 3


class Worker:
    """Any number of servers on one database share the jobs. A job is done at least once, and tried `ATTEMPTS` times
    at most."""

    def __init__(self, store: Store, clock: Clock, ids: Ids, handlers: Handlers) -> None:
        self._store = store
        self._clock = clock
        self._handlers = handlers
        self._holder = ids.new()
        self._stirred = asyncio.Event()
        self._closing = False
        self._living: asyncio.Task[None] | None = None
        self._working: set[asyncio.Task[None]] = set()
        self._doing: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._living = asyncio.create_task(self._live(), name="liveapps worker")

    def nudge(self) -> None:
        """Looks for due jobs now: for whoever has just put one."""
        self._stirred.set()

    async def close(self) -> None:
        """Begins nothing more, and gives back what does not end by itself within `FINISH_SECONDS`."""
        self._closing = True
        self._stirred.set()
        if self._living is not None:
            await self._living
        if self._working:
            await asyncio.wait(set(self._working), timeout=FINISH_SECONDS)
        for task in list(self._doing):
            task.cancel()
        if self._working:
            await asyncio.wait(set(self._working))

    async def _live(self) -> None:
        while not self._closing:
            self._stirred.clear()
            try:
                rest = await self._turn()
            except Exception as failed:
                log.warning("the jobs could not be read (%s); trying again", type(failed).__name__)
                rest = LOOK_SECONDS
            if rest:
                with suppress(TimeoutError):
                    async with asyncio.timeout(rest):
                        await self._stirred.wait()

    async def _turn(self) -> float:
        """Begins what is due, as much as there is room for; how many seconds to rest then. Asks before it writes:
        mostly nothing is due."""
        due = await self._store.read(lambda tx: tx.next_job_at())
        wait = (due - self._clock.now()).total_seconds() if due else LOOK_SECONDS
        if wait > 0:
            return min(wait, LOOK_SECONDS)
        room = AT_ONCE - len(self._working)
        claimed = await self._claim(room) if room else []
        for job in claimed:
            task = asyncio.create_task(self._work(job), name=f"job {job.id}")
            self._working.add(task)
            task.add_done_callback(self._ended)
        # What is due and was not claimed is in the hands of another, or waits for room.
        return 0 if claimed else LOOK_SECONDS

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._working.discard(task)
        self._stirred.set()

    async def _claim(self, room: int) -> list[Job]:
        async def body(tx: Tx) -> list[Job]:
            now = self._clock.now()
            return await tx.claim_jobs(self._holder, now, now + LEASE, room)

        return await self._store.write(body)

    async def _work(self, job: Job) -> None:
        if self._closing:
            await self._settle(_given_back(job))
        elif job.attempts > ATTEMPTS:
            # No server lived to tell how it ended: perhaps it is what ends them.
            await self._settle(self._failed(job, "internal_error: the server stopped"))
        else:
            await self._settle(await self._do(job))

    async def _do(self, job: Job) -> Job:
        """The job as it ended."""
        doing = asyncio.create_task(self._handlers.do(job.task))
        keeping = asyncio.create_task(self._keep(job, doing))
        self._doing.add(doing)
        await asyncio.wait({doing})
        self._doing.discard(doing)
        keeping.cancel()
        return self._outcome(job, doing)

    async def _keep(self, job: Job, doing: asyncio.Task[None]) -> None:
        """Extends the lease for as long as the work lasts; stops the work once another has the job."""
        while True:
            await asyncio.sleep(EXTEND_SECONDS)
            until = self._clock.now() + LEASE
            try:
                kept = await self._store.write(lambda tx, until=until: tx.extend_lease(job.id, self._holder, until))
            except Exception as failed:
                log.warning("the lease of job %s could not be extended (%s)", job.id, type(failed).__name__)
                continue
            if not kept:
                doing.cancel()
                return

    def _outcome(self, job: Job, doing: asyncio.Task[None]) -> Job:
        if doing.cancelled():
            return _given_back(job) if self._closing else self._failed(job, "internal_error: the work was stopped")
        broken = doing.exception()
        if broken is None:
            return _let_go(job, status="done", ended_at=self._clock.now(), error=None)
        if isinstance(broken, Refusal):
            return self._failed(job, f"{broken.code}: {broken.message}")
        # The place is logged, the exception's own text is not: it may quote a secret.
        name, place = type(broken).__name__, "".join(format_tb(broken.__traceback__))
        log.error("job %s (%s) broke off with %s\n%s", job.id, job.task.kind, name, place)
        return self._failed(job, f"internal_error: {name}")

    def _failed(self, job: Job, error: str) -> Job:
        now = self._clock.now()
        if job.attempts >= ATTEMPTS:
            return _let_go(job, status="dead", ended_at=now, error=error)
        return _let_go(job, status="waiting", run_at=now + pause_after(job.attempts), error=error)

    async def _settle(self, ended: Job) -> None:
        for number in range(SETTLE_TRIES):
            try:
                await self._store.write(lambda tx: tx.settle_job(ended, self._holder))
                return
            except Exception as failed:
                log.warning("job %s could not be settled (%s)", ended.id, type(failed).__name__)
                if number < SETTLE_TRIES - 1:
                    await asyncio.sleep(LOOK_SECONDS)


def _given_back(job: Job) -> Job:
    return _let_go(job, status="waiting", attempts=job.attempts - 1)


def _let_go(job: Job, **changes: Any) -> Job:
    return job.model_copy(update={"holder": None, "lease_until": None, **changes})


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many attempts: twice as long each time, with jitter."""
    return FIRST_PAUSE * 2 ** (attempts - 1) * random.uniform(0.5, 1)  # noqa: S311 no secret
