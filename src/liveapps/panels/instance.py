"""The instance: what a panel knows, and how old each part of it is."""

from datetime import datetime
from typing import Literal

from liveapps.blocks.base import Model
from liveapps.blocks.catalogue import Content

from .origin import Actor

Status = Literal["complete", "partial", "error"]


class Freshness(Model):
    """Travels with the data of a block or collection, never with the panel.

    On `error` the data is still the last good one, collected at `last_good_at`. `shown` and `declared`
    count rows: what is here and what the source said there is.
    """

    collected_at: datetime
    status: Status
    tool: str | None = None
    reading: str | None = None
    triggered_by: Actor
    message: str | None = None
    code: str | None = None
    last_good_at: datetime | None = None
    shown: int | None = None
    declared: int | None = None


class BlockState(Model):
    """What is known of one target (a collection or a block with content)."""

    target: str
    content: Content | None = None
    freshness: Freshness | None = None


def failed(previous: Freshness | None, now: Freshness) -> Freshness:
    """The last good data stays, marked: when it was good is remembered across several failures."""
    last_good = None if previous is None else previous.last_good_at
    if previous is not None and previous.status != "error":
        last_good = previous.collected_at
    return now.model_copy(
        update={
            "last_good_at": last_good,
            "shown": previous.shown if previous else None,
            "declared": previous.declared if previous else None,
        }
    )
