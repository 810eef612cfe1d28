"""Wakes the listeners of every process that works on one database: LISTEN and NOTIFY, as a hint only."""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from datetime import datetime, timedelta
from uuid import uuid4

from liveapps.ports import Clock, PanelChanged, Wakeup

from .driver import Connection, connect
from .patience import LONGEST_SECONDS

log = logging.getLogger("liveapps.postgres")
MOST_BYTES = 7_900
"""A notification takes less than 8,000."""
PING_SECONDS = 30.0
MARGIN = timedelta(minutes=1)
"""By how much the clocks of two machines may differ."""


class PostgresWakeup:
    """Listeners of this process hear at once, those of others through one connection of its own.

    What changed while that connection was away is looked up when it is back, so a hint is late at worst.
    """

    def __init__(self, dsn: str, local: Wakeup, clock: Clock, workspace: str = "main") -> None:
        self._dsn = dsn
        self._local = local
        self._clock = clock
        self._workspace = workspace
        self._channel = f"liveapps_{workspace}"
        # A notification comes back to who sent it, who has told its listeners long since.
        self._sender = uuid4().hex[:12]
        self._unsent: dict[str, PanelChanged] = {}
        self._stirred = asyncio.Event()
        self._connected = asyncio.Event()
        self._last_heard: datetime | None = None
        self._task: asyncio.Task[None] | None = None

    def announce(self, change: PanelChanged) -> None:
        self._local.announce(change)
        before = self._unsent.get(change.panel)
        self._unsent[change.panel] = change if before is None else _both(before, change)
        self._stirred.set()

    def listening(self) -> AbstractContextManager["asyncio.Queue[PanelChanged | None]"]:
        return self._local.listening()

    def stop(self) -> None:
        self._local.stop()

    async def start(self) -> None:
        """Returns when the notifications of others arrive."""
        self._task = asyncio.create_task(self._stay_connected(), name="liveapps wake-up")
        await self._connected.wait()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _stay_connected(self) -> None:
        while True:
            try:
                # A hint need not survive a crash, so nobody waits for the disk.
                connection = await connect(self._dsn, synchronous_commit="off")
                try:
                    await self._converse(connection)
                finally:
                    connection.terminate()
            except Exception as lost:
                # Whatever it was: the hints of others are missing until the next connection.
                log.warning("the wake-up connection was lost (%s); connecting again", type(lost).__name__)
            await asyncio.sleep(LONGEST_SECONDS)

    async def _converse(self, connection: Connection) -> None:
        connection.add_termination_listener(lambda _: self._stirred.set())
        await connection.add_listener(self._channel, self._heard)
        await self._catch_up(connection)
        self._connected.set()
        while not connection.is_closed():
            self._last_heard = self._clock.now()
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_SECONDS):
                    await self._stirred.wait()
            self._stirred.clear()
            await self._send(connection)

    async def _send(self, connection: Connection) -> None:
        """All that was announced since the last time; without anything, asks whether the other side is still there."""
        changes, self._unsent = self._unsent, {}
        try:
            for payload in payloads(self._sender, changes.values()):
                await connection.execute("SELECT pg_notify($1, $2)", self._channel, payload)
            if not changes:
                await connection.execute("SELECT 1")
        except BaseException:
            self._unsent = changes | self._unsent
            raise

    async def _catch_up(self, connection: Connection) -> None:
        if self._last_heard is None:
            return
        since = (self._last_heard - MARGIN).isoformat()
        moved = "SELECT id, version FROM panel WHERE workspace = $1 AND updated_at >= $2"
        for panel, version in await connection.fetch(moved, self._workspace, since):
            self._local.announce(PanelChanged(panel, version, ()))

    def _heard(self, connection: object, pid: int, channel: str, payload: str) -> None:
        sender, *lines = payload.split("\n")
        if sender == self._sender:
            return
        for line in lines:
            panel, version, tabs = line.split(":")
            self._local.announce(PanelChanged(panel, int(version), tuple(tabs.split(",")) if tabs else ()))


def _both(before: PanelChanged, change: PanelChanged) -> PanelChanged:
    tabs = tuple(dict.fromkeys([*before.tabs, *change.tabs]))
    return PanelChanged(change.panel, max(before.version, change.version), tabs)


def payloads(sender: str, changes: Iterable[PanelChanged]) -> Iterator[str]:
    """The sender, then `panel:version:tabs` a line, in as few notifications as they fit in."""
    payload = sender
    for change in changes:
        for line in _lines(change):
            if len(payload) + 1 + len(line) > MOST_BYTES:
                yield payload
                payload = sender
            payload += f"\n{line}"
    if payload != sender:
        yield payload


def _lines(change: PanelChanged) -> Iterator[str]:
    """One line, or several when the tabs are more than one notification takes. Ids of tabs and panels are ASCII."""
    head = f"{change.panel}:{change.version}:"
    line = head
    for tab in change.tabs:
        if len(line) + len(tab) > MOST_BYTES // 2:
            yield line
            line = head
        line += tab if line == head else f",{tab}"
    yield line
