"""Waiting for what another task does, without a guess at how long it takes."""

import asyncio
from collections.abc import Awaitable, Callable


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Returns once something holds. Fails when that takes unreasonably long."""
    async with asyncio.timeout(20):
        while not await holds():
            await asyncio.sleep(0.01)
