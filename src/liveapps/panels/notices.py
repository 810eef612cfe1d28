"""A notice: one thing a person was told, such as a note on a row of theirs, or an alert that went off."""

from datetime import datetime

from liveapps.blocks.base import Model, Slug

from .alerts import AlertStatus
from .origin import Actor


class AlertNews(Model):
    """An alert that took another status. `value` is there only where no private row can be in it."""

    alert: Slug
    title: str
    status: AlertStatus
    value: float | None = None


class Notice(Model):
    """About a row and what was said of it, or about an alert."""

    id: str
    person: str
    panel: str
    row: str | None = None
    text: str = ""
    alert: AlertNews | None = None
    by: Actor
    at: datetime
    read_at: datetime | None = None
