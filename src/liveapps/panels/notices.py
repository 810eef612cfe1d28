"""A notice: one thing a person was told, such as a note on a row of theirs."""

from datetime import datetime

from liveapps.blocks.base import Model

from .origin import Actor


class Notice(Model):
    id: str
    person: str
    panel: str
    row: str
    text: str
    by: Actor
    at: datetime
    read_at: datetime | None = None
