"""The tools by which an assistant does something itself. None of them takes the place of the user."""

from typing import Annotated, Literal

from pydantic import Field

from liveapps.blocks.base import Label, Slug
from liveapps.handing.factory import Done
from liveapps.handing.outputs import PanelMade, TabRefreshed, Written
from liveapps.panels.fields import Field as PanelField
from liveapps.panels.rows import Values
from liveapps.writing.writes import Note

from .shapes import simple_template
from .tools import CollectionName, Kit, PanelName, RowName
from .turns import Turn

Rows = Annotated[
    list[Values],
    Field(description="Rows as objects of values by field id; a stage is given by the id of its option."),
]


def register_changing(kit: Kit) -> None:
    @kit.tool("Refresh a tab", "refresh", TabRefreshed, open_world=True)
    async def refresh_tab(
        turn: Turn,
        panel: PanelName,
        tab: Annotated[
            str | None, Field(description="The tab's id. Leave it out when only one has a source.", max_length=120)
        ] = None,
    ) -> Done:
        """Fetch the data of a tab anew from its source, without a model. What people changed stays as they left it.

        Call it when the user wants newer data, not to look at what is there.
        """
        return await turn.desk.changing.refresh(turn.caller, panel, tab)

    @kit.tool("Add a note to a row", "write", Written)
    async def annotate(
        turn: Turn,
        panel: PanelName,
        row: RowName,
        text: Annotated[Note, Field(description="The note, in the user's language.")],
        collection: CollectionName = None,
    ) -> Done:
        """Add a note to a row. Notes are only ever added: nobody's is changed. The row's owner is told.

        Call it once per note; the same note again within minutes is answered with the first receipt.
        """
        return await turn.desk.changing.annotate(turn.caller, panel, collection, row, text, turn.begun.key)

    @kit.tool("Save rows in a panel", "write", Written)
    async def fill_panel(turn: Turn, panel: PanelName, rows: Rows, collection: CollectionName = None) -> Done:
        """Save rows in a collection: new ones are added, known ones (by the collection's key fields) updated.

        Nothing is deleted and no card is moved; a value that a person set stays, and yours stands beside it as a
        suggestion. The receipt says what happened to each row. At most 1 MB in one call.
        """
        return await turn.desk.changing.fill(turn.caller, panel, collection, rows, turn.begun.key)

    @kit.tool("Create a panel", "write", PanelMade)
    async def create_panel(
        turn: Turn,
        title: Annotated[Label, Field(description="What people call the panel.")],
        fields: Annotated[
            list[PanelField],
            Field(
                description="The columns, such as {'id': 'company', 'title': 'Company', 'type': 'text', 'role': "
                "'title'}; a field of type stage needs role stage and options.",
                min_length=1,
                max_length=60,
            ),
        ],
        key: Annotated[
            list[Slug], Field(description="Fields by which a row is recognised when it is sent again.", min_length=1)
        ],
        rows: Rows = [],  # noqa: B006 copied for each call
        views: Annotated[
            list[Literal["table", "kanban", "card_grid"]],
            Field(description="How the rows are drawn; kanban needs a stage field.", min_length=1, max_length=3),
        ] = ["table"],  # noqa: B006 the same
        agent: Annotated[
            str | None,
            Field(description="Which agent keeps the panel, when there are several.", max_length=120),
        ] = None,
        teams: Annotated[
            list[str], Field(description="The teams that may see it. Left out, everyone who signs in.", max_length=20)
        ] = [],  # noqa: B006 the same
    ) -> Done:
        """Create a panel that keeps a list of rows, and fill it. Ask the user before you create one.

        It stands in the web app from now on; save more rows with fill_panel.
        """
        template = simple_template(title, fields, key, views, teams, turn.caller.locale)
        return await turn.desk.changing.create(turn.caller, agent, template, rows, turn.begun.key)
