"""A lease: what only one server of several does at a time."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta

from liveapps.ports import Clock, Ids, Store, Tx

log = logging.getLogger("liveapps.leases")

LASTS = timedelta(seconds=30)
"""How long a lease outlives a server that is gone. Clocks of servers must differ by less than two thirds of it."""
EXTEND_SECONDS = 10.0
ASK_SECONDS = 0.25


class Leases:
    def __init__(self, store: Store, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids

    @asynccontextmanager
    async def held(self, name: str) -> AsyncGenerator[bool]:
        """Holds a lease while the block lasts, however it ends. Waits for it first, and yields whether it had to."""
        holder, waited = self._ids.new(), False
        try:
            while not await self._take(name, holder):
                waited = True
                await asyncio.sleep(ASK_SECONDS)
            keeping = asyncio.create_task(self._keep(name, holder))
            try:
                yield waited
            finally:
                keeping.cancel()
                # An extension under way would take again what is dropped before it ends.
                await asyncio.wait({keeping})
        finally:
            await self._drop(name, holder)

    async def _take(self, name: str, holder: str) -> bool:
        async def body(tx: Tx) -> bool:
            now = self._clock.now()
            return await tx.take_lease(name, holder, now, now + LASTS)

        return await self._store.write(body)

    async def _keep(self, name: str, holder: str) -> None:
        while True:
            await asyncio.sleep(EXTEND_SECONDS)
            try:
                await self._take(name, holder)
            except Exception as failed:
                log.warning('the lease "%s" could not be extended (%s)', name, type(failed).__name__)

    async def _drop(self, name: str, holder: str) -> None:
        try:
            await self._store.write(lambda tx: tx.drop_lease(name, holder))
        except Exception as failed:
            log.warning('the lease "%s" runs out by itself (%s)', name, type(failed).__name__)
