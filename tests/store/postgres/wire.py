"""What goes over a connection to the database, and what goes wrong there."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from liveapps.adapters.postgres import store
from liveapps.adapters.postgres.driver import Connection, Pool, Record, open_pool


@dataclass
class Wire:
    """All statements that were sent, in order. `lose` says which one loses the connection, and when: `before` it
    reaches the database, or `after`, so that only the answer is lost."""

    sent: list[str] = field(default_factory=list[str])
    lose: Callable[[str], str | None] = lambda _: None

    async def around(self, statement: str, connection: Connection, values: tuple[Any, ...]) -> Any:
        self.sent.append(statement)
        when = self.lose(statement)
        if when == "before":
            connection.terminate()
        plain = statement.startswith(("BEGIN", "COMMIT", "ROLLBACK"))
        done = await (connection.execute(statement) if plain else connection.fetch(statement, *values))
        if when == "after":
            connection.terminate()
            raise ConnectionResetError("the answer was lost")
        return done


class Watched:
    def __init__(self, inner: Connection, wire: Wire) -> None:
        self._inner = inner
        self._wire = wire

    async def execute(self, query: str, /, *values: Any) -> str:
        return str(await self._wire.around(query, self._inner, values))

    async def fetch(self, query: str, /, *values: Any) -> list[Record]:
        return await self._wire.around(query, self._inner, values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class WatchedPool:
    def __init__(self, inner: Pool, wire: Wire) -> None:
        self._inner = inner
        self._wire = wire

    @asynccontextmanager
    async def acquire(self) -> AsyncGenerator[Watched]:
        async with self._inner.acquire() as connection:
            yield Watched(connection, self._wire)

    async def close(self) -> None:
        await self._inner.close()


def watch(monkeypatch: pytest.MonkeyPatch) -> Wire:
    wire = Wire()

    async def opened(dsn: str, most: int) -> WatchedPool:
        return WatchedPool(await open_pool(dsn, most), wire)

    monkeypatch.setattr(store, "open_pool", opened)
    return wire
