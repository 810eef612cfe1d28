"""How a source is doing, as whoever looks after it is told: no address, no command line, no environment."""

from datetime import datetime
from typing import Literal

from liveapps.blocks.base import Model, Slug

from .errors import Refusal
from .powers import Power

SourceStatus = Literal["connecting", "ready", "failing", "paused"]
"""`connecting`: not open yet, or closed by itself; the next call opens it. `ready`: open, and what was last asked of
it was answered. `failing`: it was not; the next call tries again. `paused`: it failed so often that calls are refused
until `opens_again_at`."""


class SourceError(Model):
    """In the house's own words: what a server or a library said of it may hold secrets."""

    code: str
    message: str
    at: datetime


class SourceTool(Model):
    """`paused_until` is there when the tool alone let so many calls run out of time that it is left alone."""

    name: str
    title: str
    power: Power
    paused_until: datetime | None = None


class SourceState(Model):
    """`failures` in a row, since `since`. `last_error` stays after the source has recovered, with its time."""

    name: Slug
    kind: Literal["stdio", "http"]
    state: SourceStatus
    since: datetime
    opens_again_at: datetime | None = None
    failures: int = 0
    last_error: SourceError | None = None
    last_success_at: datetime | None = None
    tools: list[SourceTool] = []


def paused(source: str, tool: str | None, failures: int, opens_again_at: datetime, now: datetime) -> Refusal:
    """What a call is answered that is not let in: `tool` is there when only that tool is paused."""
    what = f'"{tool}"' if tool else f'The source "{source}"'
    why = f"{failures} time-out{'s' * (failures != 1)}" if tool else f"{failures} failure{'s' * (failures != 1)}"
    waiting = now < opens_again_at
    when = f"It is tried again at {opens_again_at:%H:%M:%S} UTC." if waiting else "It is being tried again right now."
    return Refusal(
        "source_failed",
        f"{what} is paused after {why} in a row. {when}",
        "Refresh again after that, or ask an agent boss to have the source tried now."
        if waiting
        else "Try again in a moment.",
        source=source,
        opens_again_at=opens_again_at.isoformat(),
        failures=failures,
        **({"tool": tool} if tool else {}),
    )
