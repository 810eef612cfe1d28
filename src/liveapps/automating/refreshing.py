"""The time of a tab's schedule has come: it is refreshed as by a click, and the next time is put down."""

import logging

from liveapps.acting.refresh import Refresher
from liveapps.panels.errors import Refusal
from liveapps.panels.jobs import RefreshTab
from liveapps.panels.origin import Actor, Origin
from liveapps.panels.panel import Panel
from liveapps.panels.schedules import Schedule
from liveapps.ports import Clock, Ids, Store, Tx
from liveapps.writing.scheduling import put_refresh

log = logging.getLogger("liveapps.automating")

SCHEDULE = Actor(kind="system", id="schedule")


class Refreshing:
    """A source that fails is not asked again in a hurry: the failure is marked on the panel, and the next time is the
    next one of the schedule. Times that were missed count once."""

    def __init__(self, store: Store, refresher: Refresher, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._refresher = refresher
        self._clock = clock
        self._ids = ids

    async def do(self, task: RefreshTab) -> None:
        panel = await self._store.read(lambda tx: tx.panel(task.panel))
        if panel is None or _schedule_of(panel, task.tab) is None:
            return
        origin = Origin(door="refresh", actor=SCHEDULE, at=self._clock.now())
        try:
            await self._refresher.scheduled(panel, task.tab, origin)
        except Refusal as refusal:
            log.info("the scheduled refresh of %s.%s had nowhere to go: %s", panel.id, task.tab, refusal.code)
        finally:
            await self._put_next(task)

    async def _put_next(self, task: RefreshTab) -> None:
        async def body(tx: Tx) -> None:
            # Read again under the lock: the schedule may have been changed meanwhile.
            panel = await tx.lock_panel(task.panel)
            schedule = _schedule_of(panel, task.tab) if panel else None
            if panel is not None and schedule is not None:
                await put_refresh(tx, panel, task.tab, schedule, self._clock.now(), self._ids)

        await self._store.write(body)


def _schedule_of(panel: Panel, tab: str) -> Schedule | None:
    if panel.trashed_at is not None:
        return None
    return next((one.schedule for one in panel.template.tabs if one.id == tab), None)
