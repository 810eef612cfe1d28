"""Brings a database to the current revision before anything else uses it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from liveapps.adapters.schema import HEAD
from liveapps.panels.errors import Refusal

from .driver import Away, NoSuchTable, connect
from .patience import pauses

if TYPE_CHECKING:
    from sqlalchemy import Connection


def prepare(dsn: str) -> None:
    """Makes or upgrades the tables, and waits for whoever is doing so. Raises Refusal `data_newer`, or
    `invalid_input` when the database cannot be reached or is another program's; then nothing was changed.

    Blocks, and may be called where an event loop runs.
    """
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, _prepare(dsn)).result()


async def _prepare(dsn: str) -> None:
    waits = pauses()
    while True:
        try:
            revision = await _revision(dsn)
            if revision != HEAD:
                await _upgrade(dsn, revision)
            return
        except Away as away:
            wait = next(waits, None)
            if wait is None:
                raise _unreachable(dsn, away) from None
            await asyncio.sleep(wait)


async def _revision(dsn: str) -> str | None:
    connection = await connect(dsn)
    try:
        found = await connection.fetch("SELECT version_num FROM alembic_version")
    except NoSuchTable:
        found = []
    finally:
        await connection.close()
    return str(found[0][0]) if found else None


async def _upgrade(dsn: str, revision: str | None) -> None:
    # SQLAlchemy and Alembic take a second to import: only an upgrade needs them.
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    from liveapps.adapters.schema.upgrade import refuse_newer

    if revision is not None:
        refuse_newer(revision, name_of(dsn))
    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: connect(dsn), poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade_alone)
    except DBAPIError as failed:
        # Two that begin with an empty database meet at its first table: the second one finds the work done.
        if await _revision(dsn) != HEAD:
            raise _not_ours(dsn, failed) from failed
    finally:
        await engine.dispose()


def _upgrade_alone(connection: "Connection") -> None:
    """Whoever else would upgrade waits at the row that tells the revision, and reads it only then."""
    import sqlalchemy as sa

    from liveapps.adapters.schema.upgrade import upgrade

    if sa.inspect(connection).has_table("alembic_version"):
        connection.execute(sa.text("SELECT version_num FROM alembic_version FOR UPDATE"))
    upgrade(connection)


def name_of(dsn: str) -> str:
    """The name of the database: all of a DSN that may be shown."""
    return urlsplit(dsn).path.lstrip("/") or "postgres"


def _unreachable(dsn: str, why: Exception) -> Refusal:
    return Refusal(
        "invalid_input",
        f'The database "{name_of(dsn)}" cannot be reached: {type(why).__name__}.',
        "Check its address, and that it takes connections.",
        where=name_of(dsn),
    )


def _not_ours(dsn: str, why: Exception) -> Refusal:
    return Refusal(
        "invalid_input",
        f'The tables of Live Apps could not be made in the database "{name_of(dsn)}": {why.__cause__ or why}',
        "Give Live Apps a database of its own, and a role that may create tables in it.",
        where=name_of(dsn),
    )
