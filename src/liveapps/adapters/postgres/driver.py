"""The part of asyncpg that is used, with types: it brings none of its own."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, cast

import asyncpg

Record = Sequence[Any]
CONNECT_SECONDS = 5
COMMAND_SECONDS = 60


class Connection(Protocol):
    async def execute(self, query: str, /, *values: Any) -> str:
        """Without values, `query` may be several statements; returns what the last one says it did."""
        ...

    async def fetch(self, query: str, /, *values: Any) -> list[Record]: ...
    async def close(self) -> None: ...
    def is_closed(self) -> bool: ...
    def terminate(self) -> None: ...

    async def add_listener(self, channel: str, callback: Callable[[object, int, str, str], None], /) -> None: ...
    def add_termination_listener(self, callback: Callable[[object], None], /) -> None: ...


class Pool(Protocol):
    def acquire(self) -> AbstractAsyncContextManager[Connection]: ...
    async def close(self) -> None: ...
    def terminate(self) -> None: ...


async def connect(dsn: str, **settings: str) -> Connection:
    """A connection of one's own, with `settings` of the server for it."""
    return cast(
        "Connection",
        await _asyncpg.connect(dsn, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS, server_settings=settings),
    )


async def open_pool(dsn: str, most: int) -> Pool:
    """A pool that connects when it must, and holds at most `most` connections."""
    return cast(
        "Pool",
        await _asyncpg.create_pool(
            dsn,
            min_size=0,
            max_size=most,
            # Transactions leave nothing behind in a session, so there is nothing to reset: one round trip less.
            reset=_nothing,
            timeout=CONNECT_SECONDS,
            command_timeout=COMMAND_SECONDS,
        ),
    )


async def _nothing(connection: object) -> None:
    pass


def is_lost(connection: Connection) -> bool:
    """Whether it is closed. The pool takes back one that was cut at once, and then it answers nothing any more."""
    try:
        return connection.is_closed()
    except asyncpg.InterfaceError:
        return True


def drop(connection: Connection) -> None:
    """Ends a connection that is of no use to anyone, unless it is lost already."""
    if not is_lost(connection):
        connection.terminate()


_asyncpg = cast("Any", asyncpg)

Conflict = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
"""The database undid a transaction so that another could go on: the same again will do."""
Away = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
)
"""The database is not there, or does not take anyone in, for now."""
Answered = asyncpg.PostgresError
"""What the database itself says. An answer that is not `Away` leaves no doubt: it did not do what it was asked."""
Taken = asyncpg.UniqueViolationError
"""What must be there once would be there twice."""
NotKept = (asyncpg.CharacterNotInRepertoireError, asyncpg.UntranslatableCharacterError)
"""A text with the character NUL in it."""
NoSuchTable = asyncpg.UndefinedTableError
