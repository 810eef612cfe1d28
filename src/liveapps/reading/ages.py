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


def tab_view(
    template: Template, tab: Tab, states: dict[str, BlockState], now: datetime, next_at: datetime | None = None
) -> TabView:
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
        stale=_is_stale(template, tab, states, oldest, now),
        refresh=tab.refresh.by if tab.refresh else None,
        next_refresh_at=next_at,
    )


def _age(part: Freshness) -> datetime:
    """Data that a failed refresh left in place is as old as it was."""
    return part.last_good_at or part.collected_at if part.status == "error" else part.collected_at


def _is_stale(
    template: Template, tab: Tab, states: dict[str, BlockState], oldest: Freshness | None, now: datetime
) -> bool:
    """Whether a part of it is older than its refresh, or the calculator that fills it, lets expect."""
    if tab.refresh and tab.refresh.expect_minutes and oldest and _older(oldest, tab.refresh.expect_minutes, now):
        return True
    expected = template.calculator.expect_minutes if template.calculator else None
    parts = (states.get(target) for target in set(template.computed()) & set(template.targets(tab)))
    return expected is not None and any(
        part.freshness is not None and _older(part.freshness, expected, now) for part in parts if part
    )


def _older(part: Freshness, minutes: int, now: datetime) -> bool:
    return now - _age(part) > timedelta(minutes=minutes)
