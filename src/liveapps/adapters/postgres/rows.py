"""A row as PostgreSQL keeps it, and back."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

import orjson
from pydantic import TypeAdapter

from liveapps.panels.rows import Row, Values
from liveapps.panels.texts import fold

from .base import text
from .driver import Record

ROWS: TypeAdapter[list[Row]] = TypeAdapter(list[Row])
REST = ("stage_moved_by", "facts", "suggestions", "dismissed", "shipped", "notes", "born")
WHOLE_FLOATS = 1e15
"""From here on a whole number is a float: see `canonical_number`."""

# The row as JSON text, made by the database: 2,000 rows are then parsed in one go. What comes before `rest` is an
# object without its closing brace.
ROW_JSON = """left(json_build_object('id', id, 'collection', collection, 'values', data, 'stage', stage,
  'owner', owner, 'private', private = 1, 'unconfirmed_since', unconfirmed_since, 'trashed_at', trashed_at,
  'position', position, 'version', version)::text, -1) || ',' || substr(rest::text, 2)"""


def read_rows(records: Iterable[Record]) -> list[Row]:
    return ROWS.validate_json("[" + ",".join(record[0] for record in records) + "]")


def columns_of(rows: Sequence[tuple[Row, str | None]]) -> list[list[Any]]:
    """Rows with their keys as the columns that `put_rows` takes."""
    return [list(column) for column in zip(*(_record(row, key) for row, key in rows), strict=True)]


def _record(row: Row, key: str | None) -> tuple[Any, ...]:
    whole = row.model_dump(mode="json")
    return (
        row.id,
        row.collection,
        key,
        text(_exact(row.values)),
        text(_folded(row.values)),
        row.stage,
        row.owner,
        int(row.private),
        row.position,
        whole["unconfirmed_since"],
        whole["trashed_at"],
        row.version,
        text({name: whole[name] for name in REST}),
    )


def _exact(values: Values) -> Values:
    """A number in jsonb is decimal and prints all its digits: without a point, 1e21 would come back an integer."""
    return {name: _with_point(value) if isinstance(value, float) else value for name, value in values.items()}


def _with_point(value: float) -> float | orjson.Fragment:
    return orjson.Fragment(f"{value:.1f}") if abs(value) >= WHOLE_FLOATS else value


def _folded(values: Values) -> dict[str, str | list[str]]:
    """Texts and tags as they are compared. Folded here, because no database folds as `fold` does; whatever the type
    of the field, so that a redesign finds them."""
    found: dict[str, str | list[str]] = {}
    for name, value in values.items():
        if isinstance(value, list):
            found[name] = [fold(str(tag)) for tag in cast("list[Any]", value)]
        elif value is not None and not isinstance(value, bool) and (folded := fold(str(value))):
            found[name] = folded
    return found
