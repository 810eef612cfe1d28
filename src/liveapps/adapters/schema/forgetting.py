"""What a store must know to forget: which tables speak of a panel, and which of a row."""

from datetime import UTC, datetime

import sqlalchemy as sa

from .tables import metadata, panel_version

EMPTY = "[]"
"""The states of a version that changed none, as they are kept."""


def _rest_of_key(table: sa.Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.primary_key.columns if column.name not in ("workspace", "panel"))


_LAST_FIRST = sorted(metadata.tables.values(), key=lambda table: table is panel_version)

OF_PANEL: dict[str, tuple[str, ...]] = {
    table.name: _rest_of_key(table) for table in _LAST_FIRST if "panel" in table.columns
}
"""The tables that name a panel, with the rest of their keys. Its versions come last: as long as one is there, what is
left of a panel is found."""

OF_ROW = [table.name for table in _LAST_FIRST if {"panel", "row"} <= set(table.columns.keys())]
"""The tables that name a row of a panel, besides that of the rows."""

OF_THREAD = [table.name for table in _LAST_FIRST if "thread" in table.columns]
"""The tables that name a thread, besides its own."""


def before_text(moment: datetime) -> str:
    """Sorts before every text of a time in that second or later, with or without its parts and its zone."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")
