"""When what keeps failing is left alone for a while, so that nobody waits for it: a circuit breaker as pure functions.

Closed, it lets every call in. After some failures in a row it opens: calls are refused at once, until a moment that
moves further away with each failure. From then on one call at a time is let in to try; its success closes it.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field as Constraint
from pydantic import model_validator

from liveapps.blocks.base import Model

_DOUBLED_AT_MOST = 30


class Patience(Model):
    """`failures` in a row open the breaker, for `pause_seconds`; each further one doubles the pause, up to
    `longest_pause_seconds`."""

    failures: Annotated[int, Constraint(ge=1, le=1_000)] = 3
    pause_seconds: Annotated[float, Constraint(gt=0, le=86_400)] = 30
    longest_pause_seconds: Annotated[float, Constraint(gt=0, le=86_400)] = 600

    @model_validator(mode="after")
    def _pauses_grow(self) -> "Patience":
        if self.longest_pause_seconds < self.pause_seconds:
            raise ValueError("longest_pause_seconds is shorter than pause_seconds")
        return self


@dataclass(frozen=True)
class Breaker:
    """`failures` in a row; `opens_again_at` is None while it is closed; `trying` means that one call is in to try."""

    failures: int = 0
    opens_again_at: datetime | None = None
    trying: bool = False

    def refuses(self, now: datetime) -> bool:
        return self.opens_again_at is not None and (self.trying or now < self.opens_again_at)

    def entered(self) -> "Breaker":
        """Once a call that it does not refuse has gone in."""
        return replace(self, trying=self.opens_again_at is not None)

    def left(self, since: "Breaker") -> "Breaker":
        """Once a call has ended without telling anything: it was cancelled, or never made. `since` is how the breaker
        stood when the call went in."""
        tried = since.opens_again_at is not None and since.opens_again_at == self.opens_again_at
        return replace(self, trying=False) if tried else self

    def failed(self, since: "Breaker", now: datetime, patience: Patience) -> "Breaker":
        """Calls that were under way together fail together, and count once."""
        if self.failures != since.failures:
            return self
        failures = self.failures + 1
        if failures < patience.failures:
            return Breaker(failures)
        doubled = 2 ** min(failures - patience.failures, _DOUBLED_AT_MOST)
        seconds = min(patience.pause_seconds * doubled, patience.longest_pause_seconds)
        return Breaker(failures, now + timedelta(seconds=seconds))


CLOSED = Breaker()
"""As it stands at first, and after every success."""
