"""The tools that read."""

from typing import Annotated

from pydantic import Field

from liveapps.blocks.base import Condition, Slug, Sort
from liveapps.handing.factory import Done
from liveapps.handing.outputs import Changes, PanelList, PanelShown, RowsShown
from liveapps.panels.slices import Slice

from .tools import CollectionName, Kit, PanelName
from .turns import Turn

Where = Annotated[
    list[Condition],
    Field(
        description='Conditions that all hold, such as {"field": "city", "op": "is", "value": "Recife"}. Options are '
        'given by id, dates as "2026-11-30" or {"days_ago": 30}.',
        max_length=30,
    ),
]
Search = Annotated[str, Field(description="Words that a row must contain, whatever its fields.", max_length=200)]


def register_reading(kit: Kit) -> None:
    @kit.tool("List panels", "read", PanelList)
    async def list_panels(turn: Turn) -> Done:
        """List the panels that the user can read from here, with their ids, tabs and the age of their data.

        Call it first when you do not know a panel's id. Call it once: the list changes only when panels do.
        """
        return await turn.desk.looking.panels(turn.caller.reader)

    @kit.tool("Open a panel", "read", PanelShown, widget="panel")
    async def open_panel(
        turn: Turn,
        panel: PanelName,
        tab: Annotated[str | None, Field(description="Only this tab, by its id.", max_length=120)] = None,
    ) -> Done:
        """Read one panel: its tabs and blocks, the fields and stages of each collection, how old each part is, and the
        first rows of each list with how many there are.

        Use query_rows for other rows than the first ones.
        """
        return await turn.desk.looking.panel(turn.caller.reader, panel, tab)

    @kit.tool("Query rows", "read", RowsShown)
    async def query_rows(
        turn: Turn,
        panel: PanelName,
        collection: CollectionName = None,
        where: Where = [],  # noqa: B006 copied for each call
        search: Search = "",
        sort: Annotated[list[Sort], Field(description="Fields to sort by, the first one first.", max_length=6)] = [],  # noqa: B006 the same
        group: Annotated[Slug | None, Field(description="Count the rows by the values of this field.")] = None,
        limit: Annotated[int, Field(description="Rows of one page.", ge=1, le=100)] = 20,
        cursor: Annotated[str | None, Field(description="`next` of the page before.", max_length=2_000)] = None,
    ) -> Done:
        """Read rows of a collection: filtered, sorted, counted by group, page by page.

        `matching` of `total` is the denominator: say both. Each row has the id by which it is annotated or proposed to
        be changed. Rows that are private to someone are never here.
        """
        asked = Slice(where=where, search=search, sort=sort, group=group)
        return await turn.desk.looking.rows(turn.caller.reader, panel, collection, asked, limit, cursor)

    @kit.tool("Changes since a version", "read", Changes)
    async def changes_since(
        turn: Turn,
        panel: PanelName,
        version: Annotated[int, Field(description="The version you know, from an earlier answer.", ge=1, le=2**53)],
    ) -> Done:
        """Read what is different in a panel now from how it was at a version, row by row.

        Use it instead of reading everything again, for example after the user did something in the panel.
        """
        return await turn.desk.looking.changes(turn.caller.reader, panel, version)
