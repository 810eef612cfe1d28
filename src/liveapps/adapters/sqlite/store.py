"""Transactions: one writer thread that commits what is waiting together, and reader threads."""

import asyncio
import queue
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

import apsw

from liveapps.ports import Tx

from .connection import connect, prepare
from .driver import Connection
from .tx import SqliteTx

T = TypeVar("T")
Body = Callable[[Tx], Awaitable[T]]
BATCH = 64
READERS = 4


@dataclass
class _Job:
    body: Body[Any]
    done: Future[Any] = field(default_factory=Future[Any])


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

    async def write(self, body: Body[T]) -> T:
        if self._closed:
            raise RuntimeError("the store is closed")
        job = _Job(body)
        self._jobs.put(job)
        # Shielded: a caller that goes away does not undo a write that may already be committed.
        return await asyncio.shield(asyncio.wrap_future(job.done))

    async def read(self, body: Body[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, body)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown(wait=True)
        for connection in self._opened:
            connection.close()

    def _read(self, body: Body[T]) -> T:
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self._path, read_only=True)
            self._local.connection = connection
            self._opened.append(connection)
        connection.execute("BEGIN")
        try:
            return run(body(SqliteTx(connection, self._workspace)))
        finally:
            # An error of the disk ends the transaction by itself, and is what the caller must learn of.
            if connection.in_transaction:
                connection.execute("COMMIT")

    def _write_loop(self) -> None:
        connection = connect(self._path)
        tx = SqliteTx(connection, self._workspace)
        while True:
            job = self._jobs.get()
            if job is None:
                break
            jobs, last = self._waiting(job)
            _commit_together(connection, tx, jobs)
            if last:
                break
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
    outcomes: list[tuple[_Job, Any, BaseException | None]] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for job in jobs:
            outcomes.append((job, *_in_savepoint(connection, tx, job)))
        connection.execute("COMMIT")
    except apsw.Error as broken:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        # Nothing of this batch is on disk: none of it may be acknowledged.
        for job in jobs:
            job.done.set_exception(broken)
        return
    for job, value, error in outcomes:
        if error is not None:
            job.done.set_exception(error)
        else:
            job.done.set_result(value)


def _in_savepoint(connection: Connection, tx: Tx, job: _Job) -> tuple[Any, BaseException | None]:
    connection.execute("SAVEPOINT one")
    try:
        value = run(job.body(tx))
    except (apsw.FullError, apsw.IOError):
        raise
    except Exception as refused:
        connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return None, refused
    connection.execute("RELEASE one")
    return value, None


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
