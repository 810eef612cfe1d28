"""The log of a run: what happened is kept first, then told. Whoever follows reads the log, then waits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from liveapps.conversation.run_events import RUN_EVENT, RunEnded, RunEvent
from liveapps.conversation.threads import Message, Run
from liveapps.ports import Store, Tx

LOOK_AGAIN_SECONDS = 1.0


class RunLogs:
    """Followers of the same process are woken by a condition; what they read is always the kept log."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._moved: dict[str, asyncio.Event] = {}
        self._places: dict[str, int] = {}

    async def append(
        self, run: str, events: list[RunEvent], messages: list[Message] | None = None, state: Run | None = None
    ) -> None:
        """Events, the messages they amount to, and the state of the run commit together."""
        place = self._places.get(run, 0)

        async def body(tx: Tx) -> None:
            for number, event in enumerate(events, place + 1):
                await tx.append_run_event(run, number, event.model_dump_json())
            for message in messages or []:
                await tx.append_message(message)
            if state is not None:
                await tx.save_run(state)

        await self._store.write(body)
        self._places[run] = place + len(events)
        self._wake(run)
        if state is not None and state.status != "running":
            self._places.pop(run, None)

    async def resume(self, run: str) -> None:
        """Goes on with the log of a run that a former process began."""
        kept = await self._store.read(lambda tx: tx.run_events(run, 0))
        self._places[run] = kept[-1][0] if kept else 0

    def _wake(self, run: str) -> None:
        moved = self._moved.pop(run, None)
        if moved is not None:
            moved.set()

    async def follow(self, run: str, after: int = 0) -> AsyncIterator[tuple[int, RunEvent]]:
        """Every event of the run from a place on, until it has ended."""
        while True:
            moved = self._moved.setdefault(run, asyncio.Event())
            # The state is read before the events: an end that comes in between shows up in both, next time.
            state = await self._store.read(lambda tx: tx.run(run))
            for place, text in await self._store.read(lambda tx, after=after: tx.run_events(run, after)):
                event = RUN_EVENT.validate_json(text)
                yield place, event
                after = place
                if isinstance(event, RunEnded):
                    return
            if state is None or state.status != "running":
                return
            # A run of another server on the same database wakes nobody here: look again now and then.
            with suppress(TimeoutError):
                await asyncio.wait_for(moved.wait(), LOOK_AGAIN_SECONDS)
