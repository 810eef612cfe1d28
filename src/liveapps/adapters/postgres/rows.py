"""A row as PostgreSQL keeps it, and back."""

from collections.abc import Iterable, Sequence
from typing import Any

from liveapps.panels.row_keys import KeyMaker, KeyMakers
from liveapps.panels.rows import Row, Values, row_texts, time_text
from liveapps.panels.template import Collection

from .base import text

LISTED_JSON = "convert_to(body::text, 'UTF8')"
"""The row as lists give it."""
ROW_JSON = "convert_to(left(body::text, -1) || ',' || substr(kept::text, 2), 'UTF8')"
"""The row, whole."""


def columns(rows: Sequence[tuple[Row, str | None]], collections: Sequence[Collection]) -> list[list[Any]]:
    """Rows with their keys as the columns that `put_rows` takes."""
    makers = KeyMakers(collections)
    return _turned(_record(row, key, makers.of(row.collection)) for row, key in rows)


def place_columns(rows: Sequence[Row]) -> list[list[Any]]:
    """Rows without their keys as the columns that `place_rows` takes."""
    return _turned((row.id, *_place(row), *row_texts(row)) for row in rows)


def key_columns(rows: Sequence[Row], collection: Collection) -> list[list[Any]]:
    """Only what the rows are compared by, as the columns that `put_row_keys` takes."""
    maker = KeyMaker(collection)
    return _turned((row.id, *_keys(maker, row.values)) for row in rows)


def _turned(records: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*records, strict=True)]


def _keys(maker: KeyMaker, values: Values) -> tuple[Any, ...]:
    keys = maker.of(values)
    return *keys.texts, *keys.numbers, text(keys.others)


def _place(row: Row) -> tuple[Any, ...]:
    return (
        row.stage,
        row.owner,
        int(row.private),
        row.position,
        time_text(row.unconfirmed_since),
        time_text(row.trashed_at),
        row.version,
    )


def _record(row: Row, key: str | None, maker: KeyMaker) -> tuple[Any, ...]:
    return row.id, row.collection, key, *_place(row), *_keys(maker, row.values), *row_texts(row)
