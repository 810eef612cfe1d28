"""As much of a store as the executor uses: it keeps readings, and tells whether a transaction is open."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from liveapps.conversation.readings import Reading
from liveapps.ports import Tx

T = TypeVar("T")


class RecordingStore:
    """`saved` has every state of every reading, in the order in which it was written."""

    def __init__(self) -> None:
        self.saved: list[Reading] = []
        self.is_open = False

    async def write(self, body: Callable[[Tx], Awaitable[T]], *, of: str | None = None) -> T:
        self.is_open = True
        pending: list[Reading] = []
        try:
            done = await body(cast("Tx", _Transaction(pending)))
        finally:
            self.is_open = False
        self.saved += pending
        return done

    async def glance(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        return await self.read(body)

    async def read(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        return await body(cast("Tx", _Transaction(list(self.saved))))

    async def close(self) -> None:
        pass

    def states_of(self, reading: str) -> list[Reading]:
        return [state for state in self.saved if state.id == reading]


class _Transaction:
    def __init__(self, readings: list[Reading]) -> None:
        self._readings = readings

    async def save_reading(self, reading: Reading) -> None:
        self._readings.append(reading)

    async def reading(self, reading: str) -> Reading | None:
        return next((state for state in reversed(self._readings) if state.id == reading), None)

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"the executor has no business with {name}")
