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


BY_HAND: frozenset[Door] = frozenset({"board", "button", "api", "mcp_widget"})


class Origin(Model):
    """Built only in doors, from the authenticated request, never from a payload.

    `locale` is how the writer writes numbers and dates. `collected_at` is set by the server when the data is
    older than the write: an answer of this morning that is saved now is still of this morning.
    """

    door: Door
    actor: Actor
    at: datetime
    locale: Locale = "pt-BR"
    tool: str | None = None
    run: str | None = None
    reading: str | None = None
    collected_at: datetime | None = None

    @property
    def is_person(self) -> bool:
        """A person is behind the write, and their rights count."""
        return self.actor.kind == "person"

    @property
    def by_hand(self) -> bool:
        """A person states the values: not a list they fetched, imported or saved from a chat."""
        return self.is_person and self.door in BY_HAND
