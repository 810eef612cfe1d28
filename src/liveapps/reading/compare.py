"""Two moments of a panel side by side, found by undoing what came after each."""

from collections.abc import Iterable

from liveapps.panels.history import Version, as_it_was
from liveapps.panels.panel import Panel
from liveapps.panels.rows import Row

from .views import Comparison, RowChange


def compare(panel: Panel, rows: Iterable[Row], later: list[Version], older: int, newer: int) -> Comparison:
    """`rows` are those of the panel as they are now; `later` all versions after `older`, newest first."""
    between = [version for version in later if version.version <= newer]
    lists = {collection.id for collection in panel.template.collections}
    touched = {row.row for version in between for row in version.rows}
    changes = [_change(row, later, newer) for row in rows if row.id in touched]
    return Comparison(
        older=older,
        newer=newer,
        rows=[change for change in changes if change.before != change.after],
        contents=sorted({state.target for version in between for state in version.states} - lists),
        redesigned=any(version.template is not None for version in between),
    )


def _change(row: Row, later: list[Version], newer: int) -> RowChange:
    befores = [before for version in later for before in version.rows if before.row == row.id]
    after = _shown(as_it_was(row, [before for before in befores if before.version > newer]))
    before = _shown(as_it_was(row, befores))
    return RowChange(row=row.id, collection=row.collection, before=before, after=after)


def _shown(row: Row | None) -> Row | None:
    """As a person saw it: a row in the trash is not there. Versions and notes are not part of the comparison."""
    if row is None or row.trashed_at is not None:
        return None
    return row.model_copy(update={"version": 0, "notes": 0})
