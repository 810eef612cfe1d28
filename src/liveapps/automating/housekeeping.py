"""Forgetting what is older than the retention says: a little at a time, so that no write waits for it."""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from liveapps.panels.jobs import Job, KeepHouse
from liveapps.panels.retention import Retention, kept_since
from liveapps.ports import Clock, Dated, Ids, Store, Tx

log = logging.getLogger("liveapps.automating")

KEY = "keep_house"
EVERY = timedelta(days=1)
FIRST_AFTER = timedelta(minutes=10)
"""A server that has just started has better things to do."""
AT_ONCE = 500


class Housekeeping:
    """What is interrupted leaves nothing half forgotten that could still be asked for: the next time goes on."""

    def __init__(self, store: Store, retention: Retention, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._retention = retention
        self._clock = clock
        self._ids = ids

    async def plan(self) -> None:
        """Puts the first job, unless one waits already."""

        async def body(tx: Tx) -> None:
            if not await tx.due_times([KEY]):
                await self._put(tx, FIRST_AFTER)

        await self._store.write(body)

    async def do(self, task: KeepHouse) -> None:
        # Put first, so that one day's failure does not end the habit.
        await self._store.write(lambda tx: self._put(tx, EVERY))
        now, keep = self._clock.now(), self._retention
        if before := kept_since(keep.trash_days, now):
            await self._forget_panels(before)
            await self._forget_rows(before)
            await self._forget_threads(before)
        await self._forget_rests()
        if before := kept_since(keep.versions_days, now):
            await self._forget_versions(before)
        if before := kept_since(keep.jobs_days, now):
            _tell("jobs", await self._store.write(lambda tx, before=before: tx.forget_jobs(before)))
        dated: dict[Dated, int | None] = {
            "deliveries": keep.deliveries_days,
            "readings": keep.readings_days,
            "receipts": keep.idempotency_days,
            "notices": keep.notices_days,
            "attachments": keep.attachments_days,
            "host_sessions": keep.hosts_days,
            "host_calls": keep.hosts_days,
            "host_events": keep.hosts_days,
            "proposals": keep.hosts_days,
        }
        for what, days in dated.items():
            if before := kept_since(days, now):
                await self._forget_dated(what, before)

    async def _put(self, tx: Tx, after: timedelta) -> None:
        now = self._clock.now()
        await tx.put_job(Job(id=self._ids.new(), task=KeepHouse(), key=KEY, run_at=now + after, created_at=now))

    async def _forget_panels(self, before: datetime) -> None:
        """The heads: each goes in one piece, so that no half of a panel can be brought back."""
        gone = 0
        for panel in await self._store.read(lambda tx: tx.panels_in_old_trash(before)):
            gone += await self._store.write(lambda tx, panel=panel: tx.forget_head(panel, before))
        _tell("panels", gone)

    async def _forget_rests(self) -> None:
        for panel in await self._store.read(lambda tx: tx.headless_panels()):
            _tell("parts of panels", await self._all(lambda tx, panel=panel: tx.forget_rest(panel, AT_ONCE)))

    async def _forget_rows(self, before: datetime) -> None:
        gone = 0
        while found := await self._store.read(lambda tx: tx.old_trash(before, AT_ONCE)):
            taken = 0
            for panel in {panel for panel, _ in found}:
                rows = [row for of, row in found if of == panel]
                taken += await self._store.write(lambda tx, panel=panel, rows=rows: tx.forget_rows(panel, rows, before))
            gone += taken
            if not taken:
                break
        _tell("rows", gone)

    async def _forget_threads(self, before: datetime) -> None:
        gone = await self._store.read(lambda tx: tx.threads_in_old_trash(before))
        for thread in gone:
            await self._store.write(lambda tx, thread=thread: tx.forget_thread(thread))
        _tell("conversations", len(gone))

    async def _forget_versions(self, before: datetime) -> None:
        gone = 0
        for panel in await self._store.read(lambda tx: tx.panels_with_old_versions(before)):
            gone += await self._all(lambda tx, panel=panel: tx.forget_versions(panel, before, AT_ONCE))
        _tell("parts of versions", gone)

    async def _forget_dated(self, what: Dated, before: datetime) -> None:
        gone = 0
        while keys := await self._store.read(lambda tx: tx.due(what, before, AT_ONCE)):
            await self._store.write(lambda tx, keys=keys: tx.forget(what, keys))
            gone += len(keys)
        _tell(what, gone)

    async def _all(self, some: Callable[[Tx], Awaitable[int]]) -> int:
        """One small transaction after the other, until nothing is left."""
        gone = 0
        while taken := await self._store.write(some):
            gone += taken
        return gone


def _tell(what: str, count: int) -> None:
    if count:
        log.info("forgot %s for good: %d", what, count)
