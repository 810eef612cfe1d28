"""What a hand-off can hold: facts for an assistant, and for the widget that draws them. No private row is in any."""

from datetime import datetime
from typing import Any, Literal

from liveapps.blocks.base import JsonObject, Model
from liveapps.conversation.widget_events import EventName
from liveapps.panels.fields import FieldType
from liveapps.panels.instance import Status


class Missed(Model):
    """What the user did in a widget since the last answer, in the third person."""

    event_id: str
    event: EventName
    at: datetime
    proposal: str
    sentence: str


class Output(Model):
    """`missed` is what the user did in a widget and this conversation has not been told."""

    missed: list[Missed] = []


class Age(Model):
    """How old data is and how it came. On `error` the data is the last good one, from `last_good_at`; `shown` of
    `declared` rows came."""

    collected_at: datetime
    status: Status
    by: Literal["person", "agent", "system"]
    tool: str | None = None
    message: str | None = None
    last_good_at: datetime | None = None
    shown: int | None = None
    declared: int | None = None


class OptionShown(Model):
    id: str
    title: str


class FieldShown(Model):
    """Values of a choice or stage are the ids of its options."""

    id: str
    title: str
    type: FieldType
    role: str | None = None
    options: list[OptionShown] = []
    currency: str | None = None
    unit: str | None = None


class ReceiptShown(Model):
    """What a write really did: ids of rows. `suggestions` ("row.field") stand beside values that a person set."""

    version: int
    added: list[str] = []
    changed: list[str] = []
    unchanged: int = 0
    suggestions: list[str] = []
    refused: list[str] = []
    unconfirmed: list[str] = []
    in_trash: list[str] = []
    note: str | None = None
    replayed: bool = False


class TabLine(Model):
    """A tab is as old as its oldest part. `refresh` is how it can be refreshed, if it can."""

    id: str
    title: str
    status: Status | None = None
    age: Age | None = None
    stale: bool = False
    refresh: Literal["tool", "agent"] | None = None


class PanelLine(Model):
    id: str
    title: str
    agent: str
    version: int
    updated_at: datetime
    status: Status | None = None


class PanelList(Output):
    panels: list[PanelLine]


class RowLine(Model):
    """`stage` is the id of an option. `suggestions` stand beside the values until a person decides; `unconfirmed_since`
    says that the last complete list did not have the row."""

    id: str
    title: str
    values: JsonObject
    stage: str | None = None
    unconfirmed_since: datetime | None = None
    suggestions: JsonObject = {}
    notes: int = 0


class CollectionShown(Model):
    """The first rows of a list: `shown` of `total`. `editable` are the fields that may be proposed to be changed."""

    id: str
    title: str
    fields: list[FieldShown]
    key: list[str]
    age: Age | None = None
    shown: int
    total: int
    unconfirmed: int
    without_stage: int
    rows: list[RowLine]
    editable: list[str]
    can_move: bool


class BlockShown(Model):
    """A block and its content; one that draws rows names the collection they are `of`."""

    id: str
    kind: str
    title: str = ""
    of: str | None = None
    content: JsonObject | None = None
    age: Age | None = None


class TabShown(TabLine):
    blocks: list[BlockShown]


class PanelShown(Output):
    """`link` opens the panel in the web app."""

    panel: str
    title: str
    version: int
    updated_at: datetime
    tabs: list[TabShown]
    collections: list[CollectionShown]
    link: str


class GroupShown(Model):
    """`sums` by numeric field."""

    value: str | float | bool | None
    count: int
    sums: dict[str, float] = {}


class RowsShown(Output):
    """`matching` of `total` rows satisfy the conditions; `rows` is one page of them, and `next` the cursor of the page
    that follows. open_panel tells what the fields are."""

    panel: str
    version: int
    collection: str
    age: Age | None = None
    matching: int
    total: int
    rows: list[RowLine]
    groups: list[GroupShown] = []
    next: str | None = None


class RowChanged(Model):
    """None where the row was not there yet, or stood in the trash."""

    row: str
    collection: str
    before: RowLine | None
    after: RowLine | None


class Changes(Output):
    """What is different now from how it was at version `since`: `rows` are at most 100 of `changed_rows`."""

    panel: str
    since: int
    version: int
    changed_rows: int
    rows: list[RowChanged]
    contents: list[str]
    redesigned: bool


class TabRefreshed(Output):
    panel: str
    tab: str
    version: int
    status: Status
    receipts: list[ReceiptShown]
    code: str | None = None
    message: str | None = None


class Written(Output):
    panel: str
    version: int
    receipt: ReceiptShown
    link: str


class PanelMade(Written):
    """`saved` is what became of the rows that came with it."""

    collection: str
    saved: ReceiptShown | None = None


class Candidate(Model):
    id: str
    title: str
    subtitle: str = ""


class DiffShown(Model):
    field: FieldShown
    before: Any = None
    after: Any = None


class ProposalShown(Output):
    """A question to the user, as a widget or the web app draws it. `chosen` is a row or the id of a stage."""

    proposal: str
    kind: Literal["set_values", "remove", "move_to", "settle", "pick_one"]
    question: str = ""
    status: Literal["pending", "confirmed", "cancelled", "stale", "expired"]
    panel: str
    panel_title: str
    version: int
    collection: str
    row: str | None = None
    row_title: str = ""
    diff: list[DiffShown] = []
    stages: list[OptionShown] = []
    candidates: list[Candidate] = []
    expires_at: datetime
    decided_at: datetime | None = None
    chosen: str | None = None
    receipt: ReceiptShown | None = None
    link: str
