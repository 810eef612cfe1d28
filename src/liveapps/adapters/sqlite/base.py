"""How a transaction talks to its connection."""

from collections.abc import Iterable
from typing import Any

import orjson

from .driver import Connection
from .queries import QUERIES

Record = tuple[Any, ...]


class Sql:
    """Runs named queries within one workspace."""

    def __init__(self, connection: Connection, workspace: str) -> None:
        self._connection = connection
        self._workspace = workspace

    def _all(self, name: str, /, **values: Any) -> list[Record]:
        return self._select(QUERIES[name], values)

    def _one(self, name: str, /, **values: Any) -> Record | None:
        found = self._all(name, **values)
        return found[0] if found else None

    def _value(self, name: str, /, **values: Any) -> Any:
        found = self._one(name, **values)
        return found[0] if found else None

    def _run(self, name: str, /, **values: Any) -> None:
        self._connection.execute(QUERIES[name], {"w": self._workspace, **values})

    def _run_many(self, name: str, values: Iterable[dict[str, Any]]) -> None:
        self._connection.executemany(QUERIES[name], ({"w": self._workspace, **one} for one in values))

    def _select(self, sql: str, values: dict[str, Any] | None = None) -> list[Record]:
        return self._connection.execute(sql, {"w": self._workspace, **(values or {})}).fetchall()


def text(value: Any) -> str:
    """A document as JSON text."""
    return orjson.dumps(value).decode()


def ids_json(ids: Iterable[str]) -> str:
    """A list to bind once: `id IN (SELECT value FROM json_each(:ids))` takes any number of ids."""
    return text(list(ids))
