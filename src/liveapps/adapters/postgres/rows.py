"""A row as PostgreSQL keeps it, and back."""

from collections.abc import Iterable, Sequence
from typing import Any

from liveapps.panels.row_keys import NO_KEYS, row_keys
from liveapps.panels.rows import Row, Values
from liveapps.panels.template import Collection

from .base import text

ROW_JSON = "convert_to(body::text, 'UTF8')"
"""The row as it goes to the wire."""


def columns(rows: Sequence[tuple[Row, str | None]], collections: Sequence[Collection]) -> list[list[Any]]:
    """Rows with their keys as the columns that `put_rows` takes."""
    by_id = {one.id: one for one in collections}
    return _turned(_record(row, key, by_id.get(row.collection)) for row, key in rows)


def key_columns(rows: Sequence[Row], collection: Collection) -> list[list[Any]]:
    """Only what the rows are compared by, as the columns that `put_row_keys` takes."""
    return _turned((row.id, *_keys(collection, row.values)) for row in rows)


def _turned(records: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*records, strict=True)]


def _keys(collection: Collection | None, values: Values) -> tuple[Any, ...]:
    """Rows of a collection that the template no longer has are kept, and compared by nothing."""
    keys = row_keys(collection, values) if collection else NO_KEYS
    return *keys.texts, *keys.numbers, text(keys.others)


def _record(row: Row, key: str | None, collection: Collection | None) -> tuple[Any, ...]:
    whole = row.model_dump(mode="json", include={"unconfirmed_since", "trashed_at"})
    return (
        row.id,
        row.collection,
        key,
        row.stage,
        row.owner,
        int(row.private),
        row.position,
        whole["unconfirmed_since"],
        whole["trashed_at"],
        row.version,
        *_keys(collection, row.values),
        row.model_dump_json(),
    )
