"""When a tab is refreshed by itself."""

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Annotated

from cronsim import CronSim, CronSimError
from pydantic import AfterValidator, StringConstraints
from pydantic import Field as Constraint

from liveapps.blocks.base import Model

from .dates import zone_of
from .errors import Refusal

_ANY_DAY = datetime(2026, 1, 1, tzinfo=UTC)


def _comes(cron: str) -> str:
    if len(cron.split()) != 5:
        raise ValueError(
            f'"{cron}" has not five fields (minute hour day month weekday), such as "0 8 * * mon-fri"; '
            "once a minute is the most often"
        )
    try:
        first = next(CronSim(cron, _ANY_DAY), None)
    except CronSimError as wrong:
        raise ValueError(f'"{cron}" cannot be read: {wrong}; an example is "*/30 8-18 * * mon-fri"') from None
    if first is None:
        raise ValueError(f'"{cron}" never comes')
    return cron


def _known_zone(time_zone: str | None) -> str | None:
    try:
        zone_of(time_zone or "UTC")
    except Refusal as unknown:
        raise ValueError(f"{unknown.message} {unknown.next_step}") from None
    return time_zone


class Schedule(Model):
    """`cron` has five fields (minute, hour, day, month, weekday) and is read in `time_zone`, or the panel's own.

    `jitter_seconds` spreads panels that name the same minute: each starts up to so much later, always alike.
    """

    cron: Annotated[str, StringConstraints(strip_whitespace=True, min_length=9, max_length=120), AfterValidator(_comes)]
    time_zone: Annotated[str | None, AfterValidator(_known_zone)] = None
    jitter_seconds: Annotated[int, Constraint(ge=0, le=3_600)] = 60


def next_time(schedule: Schedule, panel_zone: str, after: datetime, spread: float) -> datetime:
    """The first time of a schedule after a moment, in UTC. `spread`, from 0 to 1, is the share of the jitter.

    An hour that a change of clocks skips counts when the clocks have changed, and one that comes twice counts the
    first time. Only what is said with a star (every hour, every 15 minutes) goes on by the clock.
    """
    late = timedelta(seconds=int(schedule.jitter_seconds * spread))
    start = (after - late).astimezone(zone_of(schedule.time_zone or panel_zone))
    for at in CronSim(schedule.cron, start):
        moment = at.astimezone(UTC) + late
        # In the second of two like hours, the first one is found again.
        if moment > after:
            return moment
    raise ValueError(f'"{schedule.cron}" comes no more')


def spread_of(panel: str, tab: str) -> float:
    """From 0 to 1: another for each tab, and always the same."""
    digest = hashlib.sha256(f"{panel}:{tab}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def refresh_key(panel: str, tab: str) -> str:
    """What a scheduled refresh of a tab waits under, and what a refresh that runs holds."""
    return f"refresh:{panel}:{tab}"
