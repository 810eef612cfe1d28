"""Transactions: one connection each, tried again when the database undid them for no fault of theirs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

from liveapps.panels.errors import Refusal
from liveapps.panels.rows import key_taken
from liveapps.ports import Tx

from .driver import Answered, Away, Conflict, Connection, NotKept, Pool, Taken, drop, is_lost, open_pool
from .guard import Guarded
from .patience import pauses
from .prepare import prepare
from .turns import Turns
from .tx import PostgresTx

log = logging.getLogger("liveapps.postgres")
T = TypeVar("T")
Body = Callable[[Tx], Awaitable[T]]
WRITERS = 8
READERS = 8
"""Connections at most, apart so that readers never queue behind writers that wait for a panel. With the one of the
wake-up, a process takes 17: times the processes, this must stay below the `max_connections` of the server."""

# No wait for a lock is endless, and a process that stands still loses the locks it holds.
WRITE = (
    "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = '20s'; "
    "SET LOCAL idle_in_transaction_session_timeout = '30s'"
)
READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
GLANCE = ""
"""One statement is a transaction by itself: that saves two of three round trips."""


class OutcomeUnknown(Refusal):
    """The connection was lost while a commit was under way: the write is there whole, or not at all. The one refusal
    after which something may have changed."""

    def __init__(self) -> None:
        super().__init__(
            "outcome_unknown",
            "The connection to the database was lost while this was being saved: it is saved whole, or not at all.",
            "Look whether it is there before you send it again, or repeat it under the same idempotency key.",
        )


class PostgresStore:
    """`write` returns after the database has said that the commit is done. Bodies on one panel follow one another,
    each under the lock of the panel's row; others run at the same time."""

    def __init__(self, dsn: str, workspace: str = "main") -> None:
        prepare(dsn)
        self._dsn = dsn
        self._workspace = workspace
        self._writers: Pool | None = None
        self._readers: Pool | None = None
        self._opening = asyncio.Lock()
        self._under_way: set[asyncio.Task[Any]] = set()
        self._turns = Turns(partial(self._tried, WRITE))
        self._closed = False

    async def write(self, body: Body[T], *, of: str | None = None) -> T:
        """Raises OutcomeUnknown when it cannot tell whether the write is kept, and Refusal `storage_away` when the
        database does not come back for a while: then nothing was changed."""
        self._refuse_closed()
        if of is None:
            return await _whole(self._begun(self._tried(WRITE, body)))
        done, idle = self._turns.add(of, body)
        if idle:
            self._begun(self._turns.work(of))
        return await _whole(done)

    async def read(self, body: Body[T]) -> T:
        self._refuse_closed()
        return await self._tried(READ, body)

    async def glance(self, body: Body[T]) -> T:
        self._refuse_closed()
        return await self._tried(GLANCE, body)

    async def close(self) -> None:
        self._closed = True
        if self._under_way:
            await asyncio.wait(self._under_way)
        for pool in (self._writers, self._readers):
            if pool is not None:
                await pool.close()
        self._writers = self._readers = None

    def _refuse_closed(self) -> None:
        if self._closed:
            raise RuntimeError("the store is closed")

    def _begun(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def _tried(self, begin: str, body: Body[T]) -> T:
        waits = pauses()
        while True:
            try:
                return await self._once(begin, body)
            except (*Conflict, *Away) as passing:
                wait = next(waits, None)
                if wait is None or isinstance(passing, TimeoutError):
                    log.error("gave up on the database: %s", type(passing).__name__)
                    raise _away() from passing
                await asyncio.sleep(wait)
            except NotKept:
                raise _not_kept() from None
            except Taken as taken:
                if "match_key" not in str(taken):
                    raise
                raise key_taken() from None

    async def _once(self, begin: str, body: Body[T]) -> T:
        pool = await self._pool(begin)
        async with pool.acquire() as connection:
            try:
                if begin:
                    await connection.execute(begin)
                tx = PostgresTx(connection, self._workspace, locks=begin is WRITE)
                value = await Guarded(body(tx), tx)
                await tx.send()
            except BaseException as broken:
                if begin:
                    await _roll_back(connection)
                if isinstance(broken, Exception) and is_lost(connection) and not isinstance(broken, Refusal):
                    raise ConnectionResetError("the connection to the database was lost") from broken
                raise
            if begin:
                await _commit(connection)
            return value

    async def _pool(self, begin: str) -> Pool:
        async with self._opening:
            if self._writers is None or self._readers is None:
                self._writers = await open_pool(self._dsn, WRITERS)
                self._readers = await open_pool(self._dsn, READERS)
        return self._writers if begin is WRITE else self._readers


async def _whole(work: asyncio.Future[T]) -> T:
    """A caller that goes away leaves when its write has ended, one way or the other: never in the midst of it."""
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.wait([work])
        work.exception()  # marks it as seen
        raise


async def _roll_back(connection: Connection) -> None:
    """Where this fails the connection ends, and the database undoes what it had begun."""
    try:
        await connection.execute("ROLLBACK")
    except Exception:
        drop(connection)


async def _commit(connection: Connection) -> None:
    try:
        done = await connection.execute("COMMIT")
    except Exception as failed:
        if isinstance(failed, Answered) and not isinstance(failed, Away):
            raise
        drop(connection)
        raise OutcomeUnknown from failed
    if done != "COMMIT":
        raise RuntimeError("the body went on after the database had refused one of its statements")


def _away() -> Refusal:
    return Refusal(
        "storage_away",
        "The connection to the database was lost or is too slow. Nothing was changed.",
        "Try again in a moment: the server connects again by itself.",
    )


def _not_kept() -> Refusal:
    return Refusal(
        "invalid_input",
        "A text holds the character NUL, which the database cannot keep.",
        "Send the text without that character.",
    )
