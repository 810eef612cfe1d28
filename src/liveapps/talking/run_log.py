"""The log of a run: what happened is kept first, then told. Whoever follows reads the log, then waits."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from liveapps.conversation.run_events import RUN_EVENT, RunEnded, RunEvent
from liveapps.conversation.threads import Message, Run
from liveapps.ports import Store, Tx

LOOK_AGAIN_SECONDS = 5.0
LOOK_AT_OTHERS_SECONDS = 0.25
"""How often the log of a run is read that another server works on: it wakes nobody here."""


class RunOver(Exception):
    """The run was ended by another: its log does not change any more."""


@dataclass
class _Open:
    """A log that this process writes. Calls of tools may end at the same time: each append waits for its turn."""

    place: int
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class RunLogs:
    """Followers of the same process are woken by an event; what they read is always the kept log."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._moved: dict[str, asyncio.Event] = {}
        self._open: dict[str, _Open] = {}
        self._stopping = False

    def began(self, run: str, place: int) -> None:
        """From now on this process writes the log, which has so many events already."""
        self._open[run] = _Open(place)
        self._wake(run)

    async def append(
        self,
        run: str,
        events: Sequence[RunEvent],
        messages: Sequence[Message] = (),
        also: Callable[[Tx], Awaitable[object]] | None = None,
    ) -> None:
        """Events, the messages they amount to, and what `also` writes commit together. Raises RunOver."""

        async def body(tx: Tx) -> tuple[Sequence[RunEvent], None]:
            for message in messages:
                await tx.append_message(message)
            if also is not None:
                await also(tx)
            return events, None

        await self.write(run, body)

    async def write(self, run: str, body: Callable[[Tx], Awaitable[tuple[Sequence[RunEvent], Run | None]]]) -> None:
        """The events that `body` returns commit together with what it writes, and with the state in which the run
        ends, if it does. Raises RunOver."""
        log = self._open.get(run)
        if log is None:
            raise RunOver
        # Shielded: a write that has begun is kept, so where the log stands must be known, whoever is stopped.
        await asyncio.shield(self._in_turn(run, log, body))

    async def _in_turn(
        self, run: str, log: _Open, body: Callable[[Tx], Awaitable[tuple[Sequence[RunEvent], Run | None]]]
    ) -> None:
        async def whole(tx: Tx) -> int:
            events, ended = await body(tx)
            if not await tx.append_run_events(run, log.place, [event.model_dump_json() for event in events]):
                raise RunOver
            if ended is not None:
                await tx.save_run(ended)
            return len(events)

        async with log.turn:
            log.place += await self._store.write(whole)
        self._wake(run)

    async def resume(self, run: str) -> None:
        """Goes on with the log of a run that another process began."""
        kept = await self._store.read(lambda tx: tx.run_events(run, 0))
        self._open[run] = _Open(kept[-1][0] if kept else 0)

    def ended(self, run: str) -> None:
        """This process writes it no more."""
        self._open.pop(run, None)
        self._wake(run)

    def stop(self) -> None:
        """Lets go of all followers: the server is about to stop."""
        self._stopping = True
        for run in list(self._moved):
            self._wake(run)

    def _wake(self, run: str) -> None:
        moved = self._moved.pop(run, None)
        if moved is not None:
            moved.set()

    async def follow(self, run: str, after: int = 0) -> AsyncIterator[tuple[int, RunEvent]]:
        """Every event of the run from a place on, until it has ended or this server is about to stop."""
        try:
            while True:
                moved = self._moved.setdefault(run, asyncio.Event())
                state, found = await self._store.read(lambda tx, after=after: _look(tx, run, after))
                for place, text in found:
                    event = RUN_EVENT.validate_json(text)
                    yield place, event
                    after = place
                    if isinstance(event, RunEnded):
                        return
                if self._stopping or state is None or state.status != "running":
                    return
                with suppress(TimeoutError):
                    # Not wait_for: on Python 3.11 it can swallow a cancellation, and the stream would never end.
                    async with asyncio.timeout(LOOK_AGAIN_SECONDS if run in self._open else LOOK_AT_OTHERS_SECONDS):
                        await moved.wait()
        finally:
            if run not in self._open:
                self._moved.pop(run, None)


async def _look(tx: Tx, run: str, after: int) -> tuple[Run | None, list[tuple[int, str]]]:
    return await tx.run(run), await tx.run_events(run, after)
