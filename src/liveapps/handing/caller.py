"""Who calls from another host, and in which conversation."""

from dataclasses import dataclass
from datetime import datetime

from liveapps.panels.fields import Door
from liveapps.panels.origin import Actor, Locale, Origin
from liveapps.people.policy import HostReader
from liveapps.people.users import User


@dataclass(frozen=True)
class Caller:
    """`user` comes from the token alone. `conversation` only tells conversations apart; it gives no right. `draws` is
    False where the host has said that it shows no widgets."""

    user: User
    conversation: str
    locale: Locale
    draws: bool = True

    @property
    def reader(self) -> HostReader:
        return HostReader(self.user)

    def origin(self, at: datetime, door: Door = "mcp") -> Origin:
        """An assistant that writes for a person has their rights, and never their hand."""
        actor = Actor(kind="person", id=self.user.id, name=self.user.name)
        return Origin(door=door, actor=actor, at=at, locale=self.locale)
