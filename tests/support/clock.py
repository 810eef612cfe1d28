"""A clock that stands still until it is told to move."""

from datetime import UTC, datetime, timedelta


class FixedClock:
    def __init__(self, at: datetime = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    def forward(self, **delta: float) -> None:
        self.at += timedelta(**delta)
