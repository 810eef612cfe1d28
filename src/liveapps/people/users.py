"""People who sign in, and the teams they belong to."""

from datetime import datetime
from typing import Literal

from liveapps.blocks.base import Model
from liveapps.panels.origin import Locale

Role = Literal["user", "boss", "admin"]


class User(Model):
    """`boss` configures agents and panels; `admin` manages the installation; a `user` operates panels. Without an
    `email` they are told things in the inbox only."""

    id: str
    login: str
    name: str
    role: Role = "user"
    teams: list[str] = []
    locale: Locale = "pt-BR"
    email: str | None = None


class Session(Model):
    """A browser that signed in. Only the hash of its token is kept."""

    user: str
    created_at: datetime
    expires_at: datetime


class ApiToken(Model):
    id: str
    user: str
    name: str
    created_at: datetime
