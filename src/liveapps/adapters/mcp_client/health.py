"""What was seen of one source: whether it may be asked now, and what whoever looks after it is told."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime
from typing import Literal

from liveapps.panels.breaker import CLOSED, Breaker
from liveapps.panels.errors import Refusal
from liveapps.panels.source_state import SourceError, SourceStatus, paused
from liveapps.panels.sources import Source
from liveapps.ports import Clock


class Health:
    """One breaker for the source, and one for each of its tools.

    A source fails when it cannot be opened, breaks off a call, or says nothing any more, not even which tools it
    has. A call that only runs out of time says less: the source is asked for its tools, and as long as it names
    them it is well, and the tool alone is slow. So time-outs count for the tool: after some in a row that tool is
    paused, and never the others. What a tool refuses, or answers in a shape that cannot be read, is an answer.
    """

    def __init__(self, source: Source, clock: Clock) -> None:
        self.breaker = CLOSED
        self.error: SourceError | None = None
        self.answered_at: datetime | None = None
        self._source, self._clock = source, clock
        self._slow: dict[str, Breaker] = {}
        self._phase: Literal["connecting", "ready", "failing"] = "connecting"
        self._since = clock.now()
        self._paused_at = self._since

    @contextmanager
    def call(self, tool: str) -> Generator[None]:
        """One call, judged by how it ends. Raises Refusal `source_failed` at once when it is not let in."""
        breaker, slow = self._let_in(tool)
        try:
            yield
        except Refusal as refusal:
            self._judge(refusal, tool, breaker, slow)
            raise
        except BaseException:
            self._left(tool, breaker, slow)
            raise
        self._answered(tool)

    def status(self) -> tuple[SourceStatus, datetime]:
        """And since when."""
        waits = self.breaker.opens_again_at
        if waits is not None and self._clock.now() < waits:
            return "paused", self._paused_at
        return self._phase, self._since

    def slow_until(self, tool: str) -> datetime | None:
        waits = self._slow.get(tool, CLOSED).opens_again_at
        return waits if waits is not None and self._clock.now() < waits else None

    def opened(self) -> None:
        """It was opened, or named its tools. A source that fails at each call is no better for that."""
        self.answered_at = self._clock.now()
        if self.breaker == CLOSED:
            self._enter("ready")

    def closed(self) -> None:
        """Its connection ended while nothing was asked."""
        if self._phase == "ready":
            self._enter("connecting")

    def failed(self, refusal: Refusal, since: Breaker) -> None:
        """`since` is the breaker as it stood when what failed began."""
        now = self._clock.now()
        self.error = SourceError(code=refusal.code, message=refusal.message, at=now)
        self.breaker = self.breaker.failed(since, now, self._source.patience)
        self._paused_at = now
        self._enter("failing")

    def recovered(self) -> None:
        """Whoever looks after it had it tried, and it named its tools: all are let in again."""
        self.breaker = CLOSED
        self._slow.clear()
        self.opened()

    def _let_in(self, tool: str) -> tuple[Breaker, Breaker]:
        now = self._clock.now()
        breaker, slow = self.breaker, self._slow.get(tool, CLOSED)
        for name, one in ((None, breaker), (f"{self._source.name}.{tool}", slow)):
            if one.refuses(now) and one.opens_again_at is not None:
                raise paused(self._source.name, name, one.failures, one.opens_again_at, now)
        self.breaker = breaker.entered()
        self._set_slow(tool, slow.entered())
        return breaker, slow

    def _judge(self, refusal: Refusal, tool: str, breaker: Breaker, slow: Breaker) -> None:
        match refusal.code:
            case "source_failed":
                self._left(tool, breaker, slow)
                self.failed(refusal, breaker)
            case "tool_timeout":
                now = self._clock.now()
                self._left(tool, breaker, slow)
                self.error = SourceError(code=refusal.code, message=refusal.message, at=now)
                self._set_slow(tool, self._slow.get(tool, CLOSED).failed(slow, now, self._source.patience))
            case "tool_output_unreadable":
                self._answered(tool)
            case _:
                self._left(tool, breaker, slow)

    def _answered(self, tool: str) -> None:
        self.breaker = CLOSED
        self._set_slow(tool, CLOSED)
        self.answered_at = self._clock.now()
        self._enter("ready")

    def _left(self, tool: str, breaker: Breaker, slow: Breaker) -> None:
        self.breaker = self.breaker.left(breaker)
        self._set_slow(tool, self._slow.get(tool, CLOSED).left(slow))

    def _set_slow(self, tool: str, breaker: Breaker) -> None:
        """Only tools that are slow are kept: their names come from callers."""
        if breaker == CLOSED:
            self._slow.pop(tool, None)
        else:
            self._slow[tool] = breaker

    def _enter(self, phase: Literal["connecting", "ready", "failing"]) -> None:
        if phase != self._phase:
            self._phase, self._since = phase, self._clock.now()
