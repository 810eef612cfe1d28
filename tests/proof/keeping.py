"""Reads all that a store keeps of a panel, past the rules of who may see what; and what one person's screen shows."""

from liveapps.panels.errors import Refusal
from liveapps.panels.rows import Row
from liveapps.people.policy import PersonReader
from liveapps.ports import Store, Tx
from liveapps.reading.views import PanelView
from tests.support.world import World

from .history import Kept


async def kept(store: Store, panel: str) -> Kept:
    async def body(tx: Tx) -> Kept:
        head = await tx.panel(panel)
        assert head is not None, f"panel {panel} is gone"
        versions = await tx.versions_after(panel, 0)
        states = await tx.states(panel)
        rows: dict[str, Row] = {}
        for collection in head.template.collections:
            rows.update({row.id: row for row in await tx.rows(panel, collection.id)})
        named = [row.row for version in versions for row in version.rows]
        rows.update({row.id: row for row in await tx.rows_by_id(panel, named)})
        notes = [note for row in rows for note in await tx.annotations(panel, row)]
        return Kept(head, list(rows.values()), versions, states, notes)

    return await store.read(body)


async def shown(world: World, panel: str, login: str) -> PanelView | None:
    """The panel as it goes to the screen of one person; None when it stands in the trash."""
    try:
        body = await world.house.facade.panel_json(PersonReader(await world.person(login)), panel)
    except Refusal as gone:
        if gone.code != "panel_not_found":
            raise
        return None
    return PanelView.model_validate_json(body)
