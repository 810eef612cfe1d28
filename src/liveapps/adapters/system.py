"""The real clock, ids and wake-up of one process."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime

from uuid_utils import uuid7

from liveapps.ports import PanelChanged

QUEUED = 1_000


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


class SystemIds:
    def new(self) -> str:
        return str(uuid7())


class ProcessWakeup:
    """Tells the listeners of this process. A listener that falls far behind loses hints, never data: it asks for
    what it missed when it connects again."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[PanelChanged | None]] = set()

    def announce(self, change: PanelChanged) -> None:
        self._put(change)

    def stop(self) -> None:
        self._put(None)

    def _put(self, change: PanelChanged | None) -> None:
        for queue in self._queues:
            if not queue.full():
                queue.put_nowait(change)

    @contextmanager
    def listening(self) -> Generator[asyncio.Queue[PanelChanged | None]]:
        queue: asyncio.Queue[PanelChanged | None] = asyncio.Queue(QUEUED)
        self._queues.add(queue)
        try:
            yield queue
        finally:
            self._queues.discard(queue)
