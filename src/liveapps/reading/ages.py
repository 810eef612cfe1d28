"""The age of a tab, derived from its parts and never stored."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from liveapps.panels.instance import BlockState, Freshness, Status
from liveapps.panels.template import Tab, Template

from .views import TabView

BAD_FIRST: tuple[Status, ...] = ("error", "partial", "complete")


def worst(statuses: Iterable[Status | None]) -> Status | None:
    """The worst of some statuses, None when there is none."""
    found = set(statuses)
    return next((status for status in BAD_FIRST if status in found), None)


def tab_view(template: Template, tab: Tab, states: dict[str, BlockState], now: datetime) -> TabView:
    """A tab is as old as its oldest part and as well as its worst one."""
    parts = [
        state.freshness
        for target in template.targets(tab)
        if (state := states.get(target)) is not None and state.freshness is not None
    ]
    oldest = min(parts, key=_age, default=None)
    return TabView(
        id=tab.id,
        oldest=oldest,
        status=worst(part.status for part in parts),
        stale=_is_stale(tab, oldest, now),
        refresh=tab.refresh.by if tab.refresh else None,
    )


def _age(part: Freshness) -> datetime:
    """Data that a failed refresh left in place is as old as it was."""
    return part.last_good_at or part.collected_at if part.status == "error" else part.collected_at


def _is_stale(tab: Tab, oldest: Freshness | None, now: datetime) -> bool:
    if oldest is None or tab.refresh is None or tab.refresh.expect_minutes is None:
        return False
    return now - _age(oldest) > timedelta(minutes=tab.refresh.expect_minutes)
