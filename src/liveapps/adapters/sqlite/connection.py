"""Opening the file: checked, brought to the current revision, and set to be durable."""

from pathlib import Path

import apsw

from liveapps.adapters.schema import HEAD
from liveapps.panels.dates import local_date
from liveapps.panels.errors import Refusal
from liveapps.panels.numbers import plain_number
from liveapps.panels.texts import fold

from .driver import Connection, open_file


def prepare(path: Path) -> None:
    """Makes or upgrades the file. Raises Refusal `data_damaged` or `data_newer`, leaving it as it is.

    Runs before any other connection is open: SQLAlchemy brings its own SQLite library, and two libraries
    must never hold one file at the same time.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    revision = _revision(path) if path.exists() and path.stat().st_size else None
    if revision == HEAD:
        return
    import sqlalchemy as sa

    from liveapps.adapters.schema.upgrade import refuse_newer, upgrade

    if revision is not None:
        refuse_newer(revision, path.name)
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        upgrade(connection)
    engine.dispose()


def _revision(path: Path) -> str | None:
    try:
        connection = open_file(path, apsw.SQLITE_OPEN_READWRITE)
        try:
            if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
                raise _damaged(path)
            marked = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").fetchall()
            found = connection.execute("SELECT version_num FROM alembic_version").fetchall() if marked else []
        finally:
            connection.close()
    except (apsw.NotADBError, apsw.CorruptError):
        raise _damaged(path) from None
    if not found:
        raise _damaged(path)
    return str(found[0][0])


def _damaged(path: Path) -> Refusal:
    return Refusal(
        "data_damaged",
        f'The data file "{path.name}" is damaged or is not a Live Apps file.',
        "Restore it from a backup, or start with another data folder. Nothing was changed.",
        where=path.name,
    )


def connect(path: Path, *, read_only: bool = False) -> Connection:
    flags = (
        apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    ) | apsw.SQLITE_OPEN_NOMUTEX
    connection = open_file(path, flags)
    connection.set_busy_timeout(10_000)
    if not read_only:
        connection.execute("PRAGMA journal_mode = WAL")
    # FULL: an acknowledged write survives a power cut. Batching pays for it.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.create_scalar_function("fold", _fold, 1, deterministic=True)
    connection.create_scalar_function("as_text", _as_text, 1, deterministic=True)
    connection.create_scalar_function("plain_number", plain_number, 1, deterministic=True)
    connection.create_scalar_function("local_day", _local_day, 2, deterministic=True)
    return connection


def _fold(value: object) -> str | None:
    return None if value is None else fold(str(value))


def _as_text(value: object) -> str | None:
    return None if value is None else str(value)


def _local_day(moment: object, zone: object) -> str | None:
    return local_date(moment, zone) if isinstance(moment, str) and isinstance(zone, str) else None
