"""What a calculator is given of a panel: values, and no row that someone keeps for themselves."""

from collections.abc import Iterable
from dataclasses import dataclass

from liveapps.panels.rows import Row, Values
from liveapps.panels.template import Collection
from liveapps.people.policy import SharedReader, rows_of, sees_row


@dataclass(frozen=True)
class Given:
    """The values of each collection's rows, as they were at a version of the panel."""

    version: int
    rows: dict[str, list[Values]]


def given_rows(collection: Collection, rows: Iterable[Row]) -> list[Values]:
    """In the order of the list, with the stage under the name of its field: the form in which a list is sent."""
    public = rows_of(SharedReader())
    stage = collection.stage_field
    return [
        {**row.values, stage.id: row.stage} if stage is not None and row.stage is not None else row.values
        for row in rows
        if row.trashed_at is None and sees_row(public, row)
    ]
