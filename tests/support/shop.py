"""A small SQLite database of clients, for the servers that read one."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

CLIENTS = [("C-1", "Padaria São João"), ("C-2", "Riotur")]


def make_shop(path: Path) -> None:
    run(path, "DROP TABLE IF EXISTS clients")
    run(path, "CREATE TABLE clients (code TEXT PRIMARY KEY, company TEXT)")
    run(path, "INSERT INTO clients VALUES (?, ?)", CLIENTS)


def run(path: Path, sql: str, rows: Iterable[tuple[str, str]] = ()) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.executemany(sql, rows) if rows else file.execute(sql)
