"""Who, when and where from: stamped by the server on every write."""

from datetime import datetime
from typing import Literal

from liveapps.blocks.base import Model

from .fields import Door

Locale = Literal["pt-BR", "en"]


class Actor(Model):
    kind: Literal["person", "agent", "system"]
    id: str
    name: str = ""


class Origin(Model):
    """Built only in doors, from the authenticated request. `locale` is how the writer writes numbers and dates."""

    door: Door
    actor: Actor
    at: datetime
    locale: Locale = "pt-BR"
    tool: str | None = None
    run: str | None = None
    reading: str | None = None

    @property
    def is_person(self) -> bool:
        return self.actor.kind == "person"
