"""The part of apsw that is used, with types. Its own stubs leave buffers unknown on Python 3.11."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol, cast

import apsw


class Cursor(Protocol):
    def fetchall(self) -> list[tuple[Any, ...]]: ...


class Connection(Protocol):
    in_transaction: bool

    def execute(self, statements: str, bindings: Mapping[str, Any] | None = None, /) -> Cursor: ...
    def executemany(self, statements: str, bindings: Iterable[Mapping[str, Any]], /) -> Cursor: ...
    def changes(self) -> int: ...
    def close(self) -> None: ...
    def set_busy_timeout(self, milliseconds: int, /) -> None: ...
    def set_wal_hook(self, hook: Callable[[object, str, int], int], /) -> None: ...
    def create_scalar_function(
        self, name: str, function: Callable[..., Any], arguments: int, /, *, deterministic: bool
    ) -> None: ...


def open_file(path: Path, flags: int) -> Connection:
    return cast("Connection", apsw.Connection(str(path), flags=flags, statementcachesize=200))
