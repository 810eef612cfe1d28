"""Rows, fields, ages and receipts as a hand-off shows them: what an assistant can use, and no more."""

from typing import Any

from liveapps.blocks.base import JsonObject
from liveapps.panels.fields import Field
from liveapps.panels.instance import Freshness
from liveapps.panels.receipts import Receipt
from liveapps.panels.rows import ListedRow
from liveapps.panels.template import Collection

from .outputs import Age, Candidate, FieldShown, OptionShown, ReceiptShown, RowLine

LONGEST = 1_000
"""Characters of one value. A text that is longer ends with a mark that says so."""


def naming_fields(collection: Collection) -> list[Field]:
    """The fields by which people call a row, the first one first: its title, then any other."""
    others = [field for field in collection.fields if field.type != "stage"]
    return sorted(others, key=lambda field: field.role != "title")


def title_of(collection: Collection, row: ListedRow) -> str:
    """What people call the row: its title, or its first value."""
    values = (row.values.get(field.id) for field in naming_fields(collection))
    return next((str(value)[:120] for value in values if value not in (None, "")), row.id)


def row_line(collection: Collection, row: ListedRow) -> RowLine:
    known = {field.id for field in collection.fields}
    return RowLine(
        id=row.id,
        title=title_of(collection, row),
        values={name: _short(value) for name, value in row.values.items() if name in known},
        stage=row.stage,
        unconfirmed_since=row.unconfirmed_since,
        suggestions={name: _short(one.value) for name, one in row.suggestions.items()},
        notes=row.notes,
    )


def candidate(collection: Collection, row: ListedRow) -> Candidate:
    named = [field.id for field in collection.fields if field.role == "subtitle"]
    subtitle = next((str(row.values[name])[:120] for name in named if row.values.get(name)), "")
    return Candidate(id=row.id, title=title_of(collection, row), subtitle=subtitle)


def candidates_json(collection: Collection, rows: list[ListedRow]) -> list[JsonObject]:
    return [{"id": row.id, "title": title_of(collection, row)} for row in rows]


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > LONGEST:
        return f"{value[:LONGEST]}… [{len(value) - LONGEST} more characters]"
    return value


def age(freshness: Freshness | None) -> Age | None:
    if freshness is None:
        return None
    told = freshness.model_dump(include=set(Age.model_fields))
    return Age(**told, by=freshness.triggered_by.kind)


def field_shown(field: Field) -> FieldShown:
    told = field.model_dump(include={"id", "title", "type", "role", "currency", "unit"})
    return FieldShown(**told, options=options_of(field))


def options_of(field: Field | None) -> list[OptionShown]:
    return [OptionShown(id=one.id, title=one.title) for one in field.options] if field else []


def receipt_shown(receipt: Receipt) -> ReceiptShown:
    """Without alerts: they are judged over all rows, private ones too."""
    same = {"version", "added", "changed", "unchanged", "unconfirmed", "in_trash", "note", "replayed"}
    return ReceiptShown(
        **receipt.model_dump(include=same),
        suggestions=[f"{one.row}.{one.field}" for one in receipt.suggestions],
        refused=[f"{one.row}.{one.field}: {one.message}" for one in receipt.refused],
    )
