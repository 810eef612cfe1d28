"""Slows down guessing: after some failures a login rests for a while, whoever tries."""

from collections import OrderedDict
from datetime import datetime, timedelta

from liveapps.panels.errors import Refusal
from liveapps.ports import Clock

ALLOWED = 8
REST = timedelta(minutes=5)
REMEMBERED = 10_000


class Attempts:
    """Kept in memory, for the newest logins only: it must not become a way to fill the server."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: OrderedDict[str, list[datetime]] = OrderedDict()

    def refuse_if_too_many(self, login: str) -> None:
        now = self._clock.now()
        recent = [at for at in self._failures.get(login, []) if now - at < REST]
        if len(recent) >= ALLOWED:
            wait = int((recent[0] + REST - now).total_seconds()) + 1
            raise Refusal(
                "too_many_attempts",
                "Too many attempts to sign in.",
                f"Wait {wait} seconds and try again.",
                retry_after_seconds=wait,
            )

    def failed(self, login: str) -> None:
        recent = [at for at in self._failures.pop(login, []) if self._clock.now() - at < REST]
        self._failures[login] = [*recent, self._clock.now()]
        while len(self._failures) > REMEMBERED:
            self._failures.popitem(last=False)

    def forget(self, login: str) -> None:
        self._failures.pop(login, None)
