"""The tools that put a question to the user, and the two that only widgets call."""

from typing import Annotated

from pydantic import Field, WithJsonSchema

from liveapps.blocks.base import JsonObject
from liveapps.conversation.widget_events import EVENTS, read_event
from liveapps.handing.factory import Done
from liveapps.handing.outputs import ProposalShown
from liveapps.panels.errors import Refusal
from liveapps.panels.rows import Values
from liveapps.panels.slices import Slice

from .reading import Search, Where
from .tools import CollectionName, Kit, PanelName, RowName
from .turns import Turn

ProposalId = Annotated[str, Field(description="`proposal` of an earlier answer.", min_length=1, max_length=64)]
Event = Annotated[
    JsonObject,
    WithJsonSchema({"oneOf": [one.model_json_schema() for one in EVENTS], "discriminator": {"propertyName": "event"}}),
]
BasedOn = Annotated[
    int | None, Field(description="The panel's version that you read: a newer change is told.", ge=0, le=2**53)
]


def register_deciding(kit: Kit) -> None:
    @kit.tool("Propose a change", "ask", ProposalShown, widget="confirm-change")
    async def propose_change(
        turn: Turn,
        panel: PanelName,
        row: RowName,
        values: Annotated[Values, Field(description="New values by field id; null empties a field.")] = {},  # noqa: B006 copied for each call
        remove: Annotated[bool, Field(description="Propose to put the row in the trash instead.")] = False,
        collection: CollectionName = None,
        based_on: BasedOn = None,
    ) -> Done:
        """Propose new values for a row, or its removal. Nothing changes until the user confirms, in the widget or at
        `output.link`.

        For a stage use move_card. Then wait; check_decision tells what the user decided.
        """
        if remove:
            if values:
                raise Refusal("invalid_input", "A row is changed or removed, not both.", "Send values or remove.")
            return await turn.desk.proposing.remove(turn.asking, panel, collection, row)
        return await turn.desk.proposing.change(turn.asking, panel, collection, row, values, based_on)

    @kit.tool("Propose to move a card", "ask", ProposalShown, widget="move-card")
    async def move_card(
        turn: Turn,
        panel: PanelName,
        row: RowName,
        stage: Annotated[
            str | None,
            Field(description="Id of the stage you suggest; left out, the user chooses.", max_length=120),
        ] = None,
        collection: CollectionName = None,
    ) -> Done:
        """Suggest another stage for a card. The suggestion stands beside the card at once, and the user moves it: in
        the widget, at `output.link`, or in the panel. Only a person moves a card.
        """
        return await turn.desk.proposing.move(turn.asking, panel, collection, row, stage)

    @kit.tool("Have a suggestion reviewed", "ask", ProposalShown, widget="review-suggestion")
    async def review_suggestion(
        turn: Turn,
        panel: PanelName,
        row: RowName,
        field: Annotated[str, Field(description="The field whose suggestion waits.", max_length=120)],
        collection: CollectionName = None,
    ) -> Done:
        """Put a suggestion that waits beside a value before the user, who accepts or dismisses it.

        query_rows shows the suggestions of each row.
        """
        return await turn.desk.proposing.review(turn.asking, panel, collection, row, field)

    @kit.tool("Let the user pick a row", "ask", ProposalShown, widget="pick-row")
    async def offer_rows(
        turn: Turn,
        panel: PanelName,
        rows: Annotated[list[str], Field(description="Ids of the rows to choose from.", max_length=20)] = [],  # noqa: B006 copied for each call
        where: Where = [],  # noqa: B006 the same
        search: Search = "",
        question: Annotated[str, Field(description="What the user is asked, in their language.", max_length=200)] = "",
        collection: CollectionName = None,
    ) -> Done:
        """Let the user pick one of at most 20 rows, when it is not clear which one they mean.

        Name the rows, or give conditions. check_decision tells which one the user chose.
        """
        asked = Slice(where=where, search=search)
        return await turn.desk.proposing.pick(turn.asking, panel, collection, rows, asked, question)

    @kit.tool("What the user decided", "read", ProposalShown)
    async def check_decision(turn: Turn, proposal: ProposalId) -> Done:
        """Read whether the user has confirmed, cancelled or chosen, and what came of it.

        Call it after the user says that they decided, not in a loop.
        """
        return await turn.desk.proposals.show(turn.caller, proposal)

    @kit.tool("Decide", "widget", ProposalShown, destructive=True, idempotent=False)
    async def resolve_decision(
        turn: Turn,
        event: Event,
        token: Annotated[str, Field(description="The token that the widget was given.", max_length=200)] = "",
    ) -> Done:
        """For widgets alone: carries out what the user decided, once, with the token that only the widget has.

        A model cannot decide for the user; without the token this is refused.
        """
        return await turn.desk.proposals.by_widget(turn.caller, token, read_event(event))

    @kit.tool("Read what a widget draws", "widget", ProposalShown, reads=True)
    async def read_proposal(turn: Turn, proposal: ProposalId) -> Done:
        """For widgets alone: a question as it stands now, for a conversation that was opened again."""
        return await turn.desk.proposals.show(turn.caller, proposal)
