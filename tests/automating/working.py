"""A worker on a store of its own, whose jobs do what a test tells them."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from liveapps.adapters.system import SystemIds
from liveapps.automating.handlers import Handlers
from liveapps.automating.worker import Worker
from liveapps.panels.jobs import Job, RefreshTab
from liveapps.ports import Store, Tx
from tests.support.clock import FixedClock
from tests.support.patience import until

T = TypeVar("T")


async def nothing(_: RefreshTab) -> None:
    pass


async def for_ever(_: RefreshTab) -> None:
    await asyncio.Event().wait()


class Unwanted:
    async def do(self, task: Any) -> None:
        raise AssertionError(f"{task} is for another")


@dataclass
class Shop:
    """`act` is what a job does; `begun` has the tab of each that was begun."""

    store: Store
    clock: FixedClock
    act: Callable[[RefreshTab], Awaitable[None]] = nothing
    begun: list[str] = field(default_factory=list[str])

    async def do(self, task: RefreshTab) -> None:
        self.begun.append(task.tab)
        await self.act(task)

    @asynccontextmanager
    async def worker(self) -> AsyncGenerator[Worker]:
        other = Unwanted()
        handlers = Handlers(refresh_tab=self, judge_alerts=other, mail_alert=other, keep_house=other)
        worker = Worker(self.store, self.clock, SystemIds(), handlers)
        worker.start()
        try:
            yield worker
        finally:
            await worker.close()

    async def put(self, *tabs: str, **changes: Any) -> None:
        """One job for each tab, due now; the tab is the id of the job, too."""
        now = self.clock.now()

        async def body(tx: Tx) -> None:
            for tab in tabs:
                job = Job(id=tab, task=RefreshTab(panel="p1", tab=tab), run_at=now, created_at=now)
                await tx.put_job(job.model_copy(update=changes))

        await self.store.write(body)

    async def job(self, name: str) -> Job:
        found = await self.store.read(lambda tx: tx.job(name))
        assert found is not None
        return found

    async def ended(self, *names: str) -> list[Job]:
        """The jobs, once their worker has let go of all of them."""
        for name in names:
            await until(lambda name=name: self._is_free(name))
        return [await self.job(name) for name in names]

    async def _is_free(self, name: str) -> bool:
        job = await self.job(name)
        return job.status != "running" and (job.attempts > 0 or job.error is not None)


async def begun(shop: Shop, count: int) -> None:
    async def enough() -> bool:
        return len(shop.begun) >= count

    await until(enough)
