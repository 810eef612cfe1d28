"""Who asks for the same thing at the same time shares one doing of it."""

import asyncio
from collections.abc import Coroutine
from typing import Generic, TypeVar

T = TypeVar("T")


class Shared(Generic[T]):
    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[T]] = {}

    async def run(self, key: str, work: Coroutine[None, None, T]) -> T:
        """What the work that runs under `key` comes to: that of the first who asked."""
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.create_task(work)
            task.add_done_callback(lambda _: self._running.pop(key, None))
        else:
            work.close()
        # Shielded: one who leaves does not take the work away from the others.
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Stops what is under way, and waits until it has ended."""
        running = set(self._running.values())
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)
