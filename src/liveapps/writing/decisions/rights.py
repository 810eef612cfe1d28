"""May this writer write here at all? A panel one may not see answers like one that does not exist."""

from liveapps.panels.errors import Refusal, gone
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.rows import Row
from liveapps.people.policy import may_redesign

from ..known import Known


def open_panel(known: Known, panel_id: str, origin: Origin, *, trashed: bool = False) -> Panel:
    """The panel, if the writer may write to it."""
    if known.panel is None or not known.is_open(origin, trashed=trashed):
        raise gone("panel_not_found", "panel", panel_id, "List the panels you may see: GET /api/panels.")
    return known.panel


def owner_or_boss(known: Known, panel: Panel) -> None:
    """Acts that change the panel for everybody. Agents may redesign what they keep."""
    if known.user is not None and not may_redesign(known.user, panel):
        raise Refusal(
            "forbidden",
            "Only the owner of this panel or an agent boss can do that.",
            "Ask the owner or an agent boss.",
            panel=panel.id,
            owner=panel.owner,
        )


def open_row(known: Known, row_id: str, *, trashed: bool | None = False) -> Row:
    """The row, if the writer may see it, in the trash or not (None: either). Others answer like missing ones."""
    row = known.rows.get(row_id)
    wrong_place = row is not None and trashed is not None and (row.trashed_at is not None) != trashed
    if row is None or not known.sees(row) or wrong_place:
        raise gone("row_not_found", "row", row_id, "Ask for the rows of the collection: each carries its id.")
    return row
