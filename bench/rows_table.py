"""The raw database: one table of rows, without sign-in, validation, history or ownership. What one would write in an
afternoon, on the same libraries as the product."""

import json
from typing import Any, Protocol

import apsw
import asyncpg
import orjson

SQLITE = """
PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS row (id INTEGER PRIMARY KEY, code TEXT UNIQUE, stage TEXT, data TEXT NOT NULL);
"""
POSTGRES = """
CREATE TABLE IF NOT EXISTS row (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code text UNIQUE, stage text, data jsonb NOT NULL)
"""
PAGE = "data ->> '{0}country' = 'Brasil' AND {1} > 5 ORDER BY {2} DESC LIMIT 50"
COUNT = "SELECT stage, count(*) FROM row GROUP BY stage"


class RowsTable(Protocol):
    async def move(self, row: int, stage: str) -> None: ...
    async def ship(self, rows: list[dict[str, Any]]) -> int: ...
    async def page(self) -> bytes: ...
    async def count_by_stage(self) -> bytes: ...
    async def read_all(self) -> bytes: ...
    async def ids(self) -> list[int]: ...


async def open_table(where: str) -> RowsTable:
    """At a postgresql:// address, or in a file of SQLite."""
    if not where.startswith("postgresql://"):
        return SqliteTable(where)
    driver: Any = asyncpg
    pool = await driver.create_pool(where, min_size=8, max_size=8)
    await pool.execute(POSTGRES)
    return PostgresTable(pool)


class SqliteTable:
    def __init__(self, path: str) -> None:
        self._db: Any = apsw.Connection(path)
        self._db.execute(SQLITE).fetchall()

    async def move(self, row: int, stage: str) -> None:
        self._db.execute("UPDATE row SET stage = ? WHERE id = ?", (stage, row))

    async def ship(self, rows: list[dict[str, Any]]) -> int:
        with self._db:
            self._db.executemany(
                "INSERT INTO row (code, data) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET data = excluded.data",
                ((one["code"], orjson.dumps(one).decode()) for one in rows),
            )
        return len(rows)

    async def page(self) -> bytes:
        where = PAGE.format("$.", "data ->> '$.invoices'", "data ->> '$.revenue'")
        return _list(one[0] for one in self._db.execute(f"SELECT data FROM row WHERE {where}").fetchall())

    async def count_by_stage(self) -> bytes:
        return orjson.dumps(self._db.execute(COUNT).fetchall())

    async def read_all(self) -> bytes:
        return _rows(self._db.execute("SELECT id, stage, data FROM row").fetchall())

    async def ids(self) -> list[int]:
        return [one[0] for one in self._db.execute("SELECT id FROM row ORDER BY id").fetchall()]


class PostgresTable:
    def __init__(self, pool: Any) -> None:
        self._pool = pool

    async def move(self, row: int, stage: str) -> None:
        await self._pool.execute("UPDATE row SET stage = $1 WHERE id = $2", stage, row)

    async def ship(self, rows: list[dict[str, Any]]) -> int:
        await self._pool.execute(
            "INSERT INTO row (code, data) SELECT * FROM unnest($1::text[], $2::jsonb[]) "
            "ON CONFLICT (code) DO UPDATE SET data = excluded.data",
            [one["code"] for one in rows],
            [json.dumps(one) for one in rows],
        )
        return len(rows)

    async def page(self) -> bytes:
        where = PAGE.format("", "(data ->> 'invoices')::float8", "(data ->> 'revenue')::float8")
        return _list(one[0] for one in await self._pool.fetch(f"SELECT data FROM row WHERE {where}"))

    async def count_by_stage(self) -> bytes:
        return orjson.dumps([tuple(one) for one in await self._pool.fetch(COUNT)])

    async def read_all(self) -> bytes:
        return _rows(await self._pool.fetch("SELECT id, stage, data FROM row"))

    async def ids(self) -> list[int]:
        return [one[0] for one in await self._pool.fetch("SELECT id FROM row ORDER BY id")]


def _list(documents: Any) -> bytes:
    return ("[" + ",".join(documents) + "]").encode()


def _rows(found: Any) -> bytes:
    return _list(f'{{"id":{i},"stage":{orjson.dumps(s).decode()},"values":{d}}}' for i, s, d in found)
