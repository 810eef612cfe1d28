"""Transactions: one writer thread that commits what is waiting together, and reader threads."""

import asyncio
import logging
import queue
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import apsw

from liveapps.panels.errors import Refusal
from liveapps.panels.rows import key_taken
from liveapps.ports import Tx

from .checkpoints import Checkpoints
from .connection import connect, prepare
from .driver import Connection
from .tx import SqliteTx

log = logging.getLogger("liveapps.sqlite")
T = TypeVar("T")
Body = Callable[[Tx], Awaitable[T]]
BATCH = 64
READERS = 4
NO_ROOM = (apsw.FullError, apsw.IOError)
"""A disk or a quota that is full, and what the system says of a file that may not grow."""
KEY = "panel_row.match_key"
"""How SQLite names what two rows would have in common."""


@dataclass(frozen=True)
class _Job:
    body: Body[Any]
    done: asyncio.Future[Any]


_Outcome = tuple[_Job, Any, BaseException | None]


class SqliteStore:
    """`write` returns after the commit is on disk. Writes that wait at the same time share one commit, each in
    a savepoint of its own, so that a refused one does not undo its neighbours."""

    def __init__(self, path: Path, workspace: str = "main") -> None:
        prepare(path)
        self._path = path
        self._workspace = workspace
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._local = threading.local()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="liveapps-reader")
        self._opened: list[Connection] = []
        self._writer = threading.Thread(target=self._write_loop, name="liveapps-writer", daemon=True)
        self._closed = False
        self._writer.start()

    async def write(self, body: Body[T], *, of: str | None = None) -> T:
        if self._closed:
            raise RuntimeError("the store is closed")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(body, done))
        # A caller that goes away does not undo a write that may already be committed.
        return await done

    async def read(self, body: Body[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, body)

    async def glance(self, body: Body[T]) -> T:
        # To hand it to another thread would take longer than to do it.
        return run(body(SqliteTx(self._reading(), self._workspace)))

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown(wait=True)
        for connection in self._opened:
            connection.close()

    def _reading(self) -> Connection:
        """This thread's own connection."""
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self._path, read_only=True)
            self._local.connection = connection
            self._opened.append(connection)
        return connection

    def _read(self, body: Body[T]) -> T:
        connection = self._reading()
        connection.execute("BEGIN")
        try:
            return run(body(SqliteTx(connection, self._workspace)))
        finally:
            # An error of the disk ends the transaction by itself, and is what the caller must learn of.
            if connection.in_transaction:
                connection.execute("COMMIT")

    def _write_loop(self) -> None:
        connection = connect(self._path)
        checkpoints = Checkpoints(self._path, connection)
        tx = SqliteTx(connection, self._workspace)
        while True:
            job = self._jobs.get()
            if job is None:
                break
            jobs, last = self._waiting(job)
            _commit_together(connection, tx, jobs)
            if last:
                break
        checkpoints.close()
        connection.close()

    def _waiting(self, first: _Job) -> tuple[list[_Job], bool]:
        """What is waiting right now; never waits for more."""
        jobs = [first]
        while len(jobs) < BATCH:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return jobs, True
            jobs.append(job)
        return jobs, False


def _commit_together(connection: Connection, tx: Tx, jobs: list[_Job]) -> None:
    outcomes: list[_Outcome] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for job in jobs:
            outcomes.append((job, *_in_savepoint(connection, tx, job)))
        connection.execute("COMMIT")
    except apsw.Error as broken:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        log.error("%d writes could not be saved: %s", len(jobs), type(broken).__name__)
        # Nothing of this batch is on disk: none of it may be acknowledged.
        outcomes = [(job, None, _full() if isinstance(broken, NO_ROOM) else broken) for job in jobs]
    _tell(outcomes)


def _tell(outcomes: list[_Outcome]) -> None:
    """Wakes each event loop once, however many of its writes are done."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Outcome]] = {}
    for outcome in outcomes:
        by_loop.setdefault(outcome[0].done.get_loop(), []).append(outcome)
    for loop, some in by_loop.items():
        with suppress(RuntimeError):  # a loop that is closed by now has nobody who waits
            loop.call_soon_threadsafe(_settle, some)


def _settle(outcomes: list[_Outcome]) -> None:
    for job, value, error in outcomes:
        if job.done.done():  # its caller has gone away
            continue
        if error is not None:
            job.done.set_exception(error)
        else:
            job.done.set_result(value)


def _in_savepoint(connection: Connection, tx: Tx, job: _Job) -> tuple[Any, BaseException | None]:
    connection.execute("SAVEPOINT one")
    try:
        value = run(job.body(tx))
    except NO_ROOM:
        raise
    except Exception as refused:
        connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return None, key_taken() if isinstance(refused, apsw.ConstraintError) and KEY in str(refused) else refused
    connection.execute("RELEASE one")
    return value, None


def _full() -> Refusal:
    return Refusal(
        "storage_full",
        "Nothing was saved: the disk of the server is full, or takes nothing any more.",
        "Make room on the disk that holds the data folder, then send it again. No restart is needed.",
    )


def run(body: Awaitable[T]) -> T:
    """Runs a transaction's body to its end, here and now.

    The verbs of a transaction never really wait on SQLite, so a body that does is waiting for something
    outside the transaction: that would hold the lock, and is a mistake.
    """
    steps = cast("Coroutine[Any, Any, T]", body)
    try:
        steps.send(None)
    except StopIteration as end:
        return end.value
    steps.close()
    raise RuntimeError("a transaction awaited something other than the database")
