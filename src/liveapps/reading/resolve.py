"""First find the target, then answer about it. A hidden panel and a missing one answer alike."""

from collections.abc import Iterable

from liveapps.panels.errors import Refusal, gone
from liveapps.panels.panel import Panel
from liveapps.people.policy import Reader, may_see
from liveapps.ports import Tx


async def open_panel(tx: Tx, reader: Reader, panel: str) -> Panel:
    """Raises Refusal `panel_not_found` unless the reader may see it."""
    found = await tx.panel(panel)
    if found is None or found.trashed_at is not None or not may_see(reader, found):
        raise gone("panel_not_found", "panel", panel, "List the panels you may see: GET /api/panels.")
    return found


def find_panel(panels: Iterable[Panel], name: str) -> Panel:
    """The one panel meant by an id or a title, among those the reader may see.

    Raises Refusal `ambiguous_target` with the candidates, or `panel_not_found`; never picks in silence.
    """
    seen = list(panels)
    wanted = name.strip().casefold()
    exact = [panel for panel in seen if panel.id == name or panel.template.title.casefold() == wanted]
    found = exact or [panel for panel in seen if wanted and wanted in panel.template.title.casefold()]
    if len(found) == 1:
        return found[0]
    if not found:
        titles = ", ".join(f'"{panel.template.title}"' for panel in seen[:20]) or "none yet"
        raise gone("panel_not_found", "panel", name, f"Panels here: {titles}.")
    raise Refusal(
        "ambiguous_target",
        f'"{name}" could mean {len(found)} panels.',
        "Name one of them by its id.",
        name=name,
        candidates=[{"id": panel.id, "title": panel.template.title} for panel in found[:20]],
    )
