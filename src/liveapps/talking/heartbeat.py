"""Several servers may work on one database: each says that its runs are alive, hears which of them are to stop, and
ends those whose server is gone."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta

from liveapps.conversation.threads import Run
from liveapps.ports import Clock, Store

log = logging.getLogger("liveapps.talking")
LOOK_SECONDS = 1.0
"""How soon a run stops that another server was asked to stop."""
LOOKS_PER_BEAT = 10
ALIVE = timedelta(seconds=60)
"""A server that has said nothing for so long is taken for gone."""


class Heartbeat:
    """`runs` are those this server works on; `stop` stops one, `lost` ends one whose server is gone."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        runs: Callable[[], list[str]],
        stop: Callable[[str], None],
        lost: Callable[[Run], Awaitable[None]],
    ) -> None:
        self._store = store
        self._clock = clock
        self._runs = runs
        self._stop = stop
        self._lost = lost
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_beating(), name="liveapps runs")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _keep_beating(self) -> None:
        looks = 0
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            looks += 1
            try:
                await self.look()
                if looks % LOOKS_PER_BEAT == 0:
                    await self.beat()
            except Exception as problem:
                # The store says itself what is wrong with it; the next look comes in a second.
                log.warning("the runs could not be looked after (%s)", type(problem).__name__)

    async def look(self) -> None:
        """Stops those of this server's runs that somebody asked to stop, or has ended for lost."""
        mine = self._runs()
        if not mine:
            return
        left = await self._store.glance(lambda tx: tx.still_to_do(mine))
        for run in mine:
            if left.get(run, True):
                self._stop(run)

    async def beat(self) -> None:
        mine, now = self._runs(), self._clock.now()
        if mine:
            await self._store.write(lambda tx: tx.keep_alive(mine, now + ALIVE))
        for run in await self._store.read(lambda tx: tx.active_runs()):
            if run.id not in mine and is_lost(run, now):
                await self._lost(run)


def is_lost(run: Run, now: datetime) -> bool:
    return run.status == "running" and (run.alive_until is None or run.alive_until < now)
