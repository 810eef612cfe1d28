"""How a transaction talks to its connection."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import orjson

from .driver import Connection, Record
from .queries import QUERIES, TABLES

_PLACE = re.compile(r"\$(\d+)")


class Sql:
    """Runs named queries within one workspace, which is always their first value.

    What is written waits for the next reading, or for the end, and goes to the database in one statement then: the
    lock of a panel is held for as many round trips. All parts of one statement see the database as it was before it,
    so no two of them may write one table.

    `locks` is true in a transaction that writes: there, what a body reads before it decides is read under a lock.
    `is_waiting` is true while the transaction waits for the database; `sent` is how often something was written.
    """

    def __init__(self, connection: Connection, workspace: str, *, locks: bool) -> None:
        self._connection = connection
        self._workspace = workspace
        self._locks = locks
        self._unsent: dict[str, tuple[str, tuple[Any, ...]]] = {}
        self.sent = 0
        self.is_waiting = False

    async def _all(self, name: str, /, *values: Any) -> list[Record]:
        return await self._select(QUERIES[name], *values)

    async def _one(self, name: str, /, *values: Any) -> Record | None:
        found = await self._all(name, *values)
        return found[0] if found else None

    async def _value(self, name: str, /, *values: Any) -> Any:
        found = await self._one(name, *values)
        return found[0] if found else None

    async def _select(self, sql: str, /, *values: Any) -> list[Record]:
        await self.send()
        with self._waiting():
            return await self._connection.fetch(sql, self._workspace, *values)

    async def _run(self, name: str, /, *values: Any) -> None:
        if TABLES[name] in self._unsent:
            await self.send()
        self._unsent[TABLES[name]] = (QUERIES[name], values)

    async def send(self) -> None:
        """Sends what is still to be written. The transaction's end calls it too."""
        if not self._unsent:
            return
        statement = _together(*((sql, len(own)) for sql, own in self._unsent.values()))
        values = [value for _, own in self._unsent.values() for value in own]
        self._unsent.clear()
        self.sent += 1
        with self._waiting():
            await self._connection.fetch(statement, self._workspace, *values)

    def drop_unsent(self) -> None:
        """Forgets what is still to be written."""
        self._unsent.clear()

    @contextmanager
    def _waiting(self) -> Generator[None]:
        self.is_waiting = True
        try:
            yield
        finally:
            self.is_waiting = False


@lru_cache(maxsize=500)
def _together(*parts: tuple[str, int]) -> str:
    """One statement of several, each given with how many values it takes. They share $1, the workspace."""
    pieces: list[str] = []
    taken = 0
    for number, (sql, own) in enumerate(parts):
        moved = _PLACE.sub(lambda place, by=taken: "$1" if place[1] == "1" else f"${int(place[1]) + by}", sql)
        pieces.append(f"w{number} AS ({moved})" if number < len(parts) - 1 else moved)
        taken += own
    return f"WITH {', '.join(pieces[:-1])} {pieces[-1]}" if len(pieces) > 1 else pieces[-1]


def text(value: Any) -> str:
    """A document as JSON text."""
    return orjson.dumps(value).decode()
