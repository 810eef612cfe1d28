"""Alerts are judged again when a wait is over, or a day: nothing was written, and yet they stand otherwise."""

from liveapps.panels.jobs import JudgeAlerts
from liveapps.panels.panel import Panel
from liveapps.panels.receipts import AlertChange
from liveapps.ports import Clock, Ids, PanelChanged, Store, Tx, Wakeup
from liveapps.writing.alerting import judge


class Judging:
    """Done twice, it says nothing twice: what people were told is kept with how the alert stands."""

    def __init__(self, store: Store, wakeup: Wakeup, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._wakeup = wakeup
        self._clock = clock
        self._ids = ids

    async def do(self, task: JudgeAlerts) -> None:
        now = self._clock.now()

        async def body(tx: Tx) -> tuple[Panel, list[AlertChange]] | None:
            panel = await tx.lock_panel(task.panel)
            if panel is None or panel.trashed_at is not None:
                return None
            return panel, await judge(tx, panel, panel.template.alerts, now, self._ids)

        judged = await self._store.write(body)
        if judged is not None and judged[1]:
            panel, _ = judged
            self._wakeup.announce(PanelChanged(panel.id, panel.version, ()))
