"""What a person was told, with what it is about by name."""

from collections.abc import Sequence

from liveapps.panels.notices import Notice
from liveapps.panels.panel import Panel
from liveapps.panels.rows import Row
from liveapps.panels.template import Template
from liveapps.people.policy import PersonReader, may_see, rows_of, sees_row
from liveapps.ports import Tx

from .views import InboxNotice


async def inbox_notices(tx: Tx, reader: PersonReader) -> list[InboxNotice]:
    """Newest first, of the panels that the reader may see."""
    heads = {panel.id: panel for panel in await tx.panels() if may_see(reader, panel)}
    notices = [notice for notice in await tx.notices(reader.user.id) if notice.panel in heads]
    rows = await _rows(tx, reader, notices)
    return [_line(notice, heads[notice.panel], rows.get(notice.row or "")) for notice in notices]


async def _rows(tx: Tx, reader: PersonReader, notices: Sequence[Notice]) -> dict[str, Row]:
    """By id, those that the reader can open now."""
    wanted: dict[str, set[str]] = {}
    for notice in notices:
        if notice.row is not None:
            wanted.setdefault(notice.panel, set()).add(notice.row)
    found = [row for panel, ids in wanted.items() for row in await tx.rows_by_id(panel, ids)]
    return {row.id: row for row in found if row.trashed_at is None and sees_row(rows_of(reader), row)}


def _line(notice: Notice, panel: Panel, row: Row | None) -> InboxNotice:
    return InboxNotice(
        notice=notice,
        panel_title=panel.template.title,
        collection=row.collection if row else None,
        row_title=_name(row, panel.template) if row else None,
    )


def _name(row: Row, template: Template) -> str | None:
    """What people know a row by: its title, else its first text."""
    fields = [field for one in template.collections if one.id == row.collection for field in one.fields]
    texts = [field for field in fields if field.type == "text"]
    field = next((one for one in fields if one.role == "title"), texts[0] if texts else None)
    value = row.values.get(field.id) if field else None
    return str(value) if value is not None else None
