"""One call of a tool: who makes it, in which conversation, and what it may use."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from fastmcp.server.dependencies import get_context
from fastmcp.server.low_level import client_supports_extension

from liveapps.handing.caller import Caller
from liveapps.handing.calls import Begun
from liveapps.handing.desk import Handing
from liveapps.handing.proposing import Asking
from liveapps.house import House
from liveapps.panels.origin import Locale
from liveapps.people.users import User

UI = "io.modelcontextprotocol/ui"
CONVERSATION = ("liveapps/conversation", "openai/session")
"""Where a host may say which conversation a call is part of. It tells conversations apart and gives no right."""
LOCALE = "openai/locale"
Who = Callable[[], Awaitable[User]]
"""The person behind the connection. Raises Refusal when there is none."""


@dataclass(frozen=True)
class Turn:
    caller: Caller
    begun: Begun
    desk: Handing

    @property
    def asking(self) -> Asking:
        return Asking(self.caller, self.begun.session, self.begun.key, self.begun.call.id)


async def caller_of(house: House, who: Who) -> Caller:
    user = await who()
    said = _said()
    return Caller(user, _conversation(said, house.clock.now()), _locale(said, user), _draws())


def _said() -> dict[str, Any]:
    """What the host says of a request, beside its arguments."""
    request = get_context().request_context
    meta: object = request.meta if request else None
    dump = getattr(meta, "model_dump", None)
    told: object = dump(by_alias=True) if callable(dump) else meta
    return cast("dict[str, Any]", told) if isinstance(told, dict) else {}


def _conversation(said: dict[str, Any], now: datetime) -> str:
    """What the host calls the conversation, else the day."""
    for key in CONVERSATION:
        if isinstance(said.get(key), str) and said[key].strip():
            return f"host:{said[key][:200]}"
    return f"day:{now.date().isoformat()}"


def _locale(said: dict[str, Any], user: User) -> Locale:
    told = said.get(LOCALE)
    if not isinstance(told, str):
        return user.locale
    return "pt-BR" if told.lower().startswith("pt") else "en"


def _draws() -> bool:
    """False only where the host says what it can, and that is not among it: older ones do not say it in each call."""
    session = get_context().session
    return session.client_capabilities is None or client_supports_extension(session, UI)
