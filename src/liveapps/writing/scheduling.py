"""The next refresh of a scheduled tab waits as a job, put in the transaction that gave it its time."""

from datetime import datetime

from liveapps.panels.jobs import Job, RefreshTab
from liveapps.panels.panel import Panel
from liveapps.panels.schedules import Schedule, next_time, refresh_key, spread_of
from liveapps.panels.template import Template
from liveapps.ports import Ids, Tx

from .change import Change

Due = dict[str, tuple[Schedule, str]]
"""The schedule of each tab that has one, with the time zone of its panel."""


async def reschedule(tx: Tx, change: Change, ids: Ids) -> None:
    """Puts, moves or takes back the jobs of tabs whose schedule a change touched."""
    before, now = _before(change), _now(change)
    if before == now or change.version is None:
        return
    panel, at = change.panel, change.version.origin.at
    for tab in before.keys() - now.keys():
        await tx.drop_job(refresh_key(panel.id, tab))
    for tab, due in now.items():
        if before.get(tab) != due:
            await put_refresh(tx, panel, tab, due[0], at, ids)


async def put_refresh(tx: Tx, panel: Panel, tab: str, schedule: Schedule, after: datetime, ids: Ids) -> None:
    """Lets the first refresh of a tab after a moment wait. One that waits already is moved there."""
    spread = spread_of(panel.id, tab)
    job = Job(
        id=ids.new(),
        task=RefreshTab(panel=panel.id, tab=tab),
        key=refresh_key(panel.id, tab),
        run_at=next_time(schedule, panel.template.time_zone, after, spread),
        created_at=after,
    )
    await tx.put_job(job)


def _before(change: Change) -> Due:
    version = change.version
    if change.created or version is None or version.kind == "restore_panel":
        return {}
    return _due(version.template or change.panel.template)


def _now(change: Change) -> Due:
    return {} if change.panel.trashed_at is not None else _due(change.panel.template)


def _due(template: Template) -> Due:
    return {tab.id: (tab.schedule, template.time_zone) for tab in template.tabs if tab.schedule is not None}
