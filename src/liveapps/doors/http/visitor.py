"""Who is asking: from the session cookie or the API token, never from the payload."""

from dataclasses import dataclass
from typing import Annotated, Literal
from urllib.parse import urlsplit

from fastapi import Depends, Request

from liveapps.house import House
from liveapps.panels.errors import Refusal
from liveapps.panels.fields import Door
from liveapps.panels.origin import Actor, Locale, Origin
from liveapps.people.policy import PersonReader
from liveapps.people.users import User

from .bodies import refuse_unkept_address, refuse_unkept_text

COOKIE = "liveapps_session"
HEADER = "X-LiveApps"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True)
class Visitor:
    user: User
    via: Literal["session", "token"]
    house: House
    locale: Locale

    @property
    def reader(self) -> PersonReader:
        return PersonReader(self.user)

    def origin(self, door: Door | None = None) -> Origin:
        """A person at the screen comes through the board, a script through the API."""
        return Origin(
            door=door or ("board" if self.via == "session" else "api"),
            actor=Actor(kind="person", id=self.user.id, name=self.user.name),
            at=self.house.clock.now(),
            locale=self.locale,
        )


def house_of(request: Request) -> House:
    house = request.app.state.house
    assert isinstance(house, House)
    return house


async def visitor(request: Request) -> Visitor:
    """Raises Refusal `sign_in_required` without a valid session or token, and `invalid_request` for text that cannot
    be kept: here, because each further dependency costs every request."""
    found = await sender(request)
    await refuse_unkept_text(request)
    return found


async def sender(request: Request) -> Visitor:
    """The same for a body that is no text, and is read by the route."""
    house = house_of(request)
    locale = locale_of(request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        found = Visitor(await house.accounts.by_token(token.strip()), "token", house, locale)
    else:
        user = await house.accounts.by_session(request.cookies.get(COOKIE, ""))
        if request.method not in SAFE:
            refuse_foreign_origin(request)
        found = Visitor(user, "session", house, locale)
    refuse_unkept_address(request)
    return found


def locale_of(request: Request) -> Locale:
    return "en" if request.headers.get("accept-language", "pt").lower().startswith("en") else "pt-BR"


def refuse_foreign_origin(request: Request) -> None:
    """A cookie alone is not consent: the request must come from our own page.

    A foreign page can neither add a custom header without a preflight nor fake `Origin`.
    """
    origin = request.headers.get("origin")
    same = origin is None or urlsplit(origin).netloc == request.headers.get("host")
    if not same or HEADER.lower() not in request.headers:
        raise Refusal(
            "origin_refused",
            "This request did not come from the web app.",
            f'Send it from the same origin with the header "{HEADER}: 1", or use an API token.',
        )


Visit = Annotated[Visitor, Depends(visitor)]
Sender = Annotated[Visitor, Depends(sender)]
