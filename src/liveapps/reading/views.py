"""What a reader is given: copies, already filtered, with flags that say what this reader may do."""

from datetime import datetime
from typing import Literal

from liveapps.blocks.base import Model, Slug
from liveapps.panels.alerts import Alert, AlertStatus
from liveapps.panels.fields import Door
from liveapps.panels.history import RowBefore, WriteKind
from liveapps.panels.instance import BlockState, Freshness, Status
from liveapps.panels.notices import Notice
from liveapps.panels.origin import Actor
from liveapps.panels.rows import Annotation, ListedRow, Row
from liveapps.panels.template import Template


class RowsCan(Model):
    """`edit` names the fields this reader may change; `move` is false for a stage owned by its source."""

    add: bool = False
    edit: list[Slug] = []
    move: bool = False
    remove: bool = False
    annotate: bool = False


class PanelCan(Model):
    """`give`: say which other agents read it."""

    redesign: bool = False
    give: bool = False
    refresh_all: bool = False
    trash: bool = False
    restore: bool = False


class ButtonCan(Model):
    """`why` is an error code when the button may not be pressed: the screen says whom to ask."""

    press: bool
    why: str | None = None


class CollectionView(Model):
    """`rows` is present when the collection is inline; a `table` collection is asked for in pages."""

    id: Slug
    count: int
    unconfirmed: int
    without_stage: int
    rows: list[ListedRow] | None = None
    can: RowsCan = RowsCan()


class TabView(Model):
    """A tab's age is that of its oldest part; its status is the worst one. Derived, never stored. `next_refresh_at`
    is when its schedule refreshes it; only a panel that is looked at tells it."""

    id: Slug
    oldest: Freshness | None = None
    status: Status | None = None
    stale: bool = False
    refresh: Literal["tool", "agent"] | None = None
    next_refresh_at: datetime | None = None


class PanelView(Model):
    """`buttons` is keyed "block.button"; `alerting` counts the alerts that fire."""

    id: str
    agent: str
    version: int
    updated_at: datetime
    template: Template
    states: dict[Slug, BlockState]
    collections: dict[Slug, CollectionView]
    tabs: list[TabView]
    buttons: dict[str, ButtonCan] = {}
    readers: list[str] = []
    alerting: int = 0
    can: PanelCan = PanelCan()


class PanelSummary(Model):
    id: str
    agent: str
    agent_name: str
    title: str
    version: int
    updated_at: datetime
    tabs: list[TabView]
    status: Status | None = None
    alerting: int = 0


class Group(Model):
    """One group of a sliced collection; `sums` by numeric field."""

    value: str | float | bool | None
    count: int
    sums: dict[Slug, float] = {}


class TrashedPanel(Model):
    """A panel in the trash, for those who may bring it back."""

    id: str
    agent_name: str
    title: str
    trashed_at: datetime


class RowsPage(Model):
    """`matching` of `total` visible rows satisfy the slice; `next` is the cursor of the page that follows."""

    rows: list[ListedRow]
    matching: int
    total: int
    groups: list[Group] = []
    next: str | None = None


class FieldChange(Model):
    field: Slug
    before: str | float | bool | list[str] | None = None
    after: str | float | bool | list[str] | None = None


class RowEvent(Model):
    """One step in the life of a row, as a sentence needs it."""

    version: int
    kind: WriteKind
    at: datetime
    by: Actor
    door: Door
    tool: str | None = None
    changes: list[FieldChange]


class RowDetail(Model):
    row: Row
    annotations: list[Annotation]
    history: list[RowEvent]


class VersionView(Model):
    version: int
    at: datetime
    by: Actor
    door: Door
    kind: WriteKind
    tool: str | None = None
    rows_changed: int
    targets: list[Slug]


class VersionDetail(Model):
    """What this version changed, as it was before it: what a restore would bring back."""

    version: VersionView
    rows: list[RowBefore]


class RowChange(Model):
    """One row at two moments; None where it did not exist yet, or stood in the trash."""

    row: str
    collection: Slug
    before: Row | None
    after: Row | None


class Comparison(Model):
    """What is different between the panel after version `older` and after version `newer`.

    `contents` are blocks whose content changed in between; rows hidden from this reader are left out.
    """

    older: int
    newer: int
    rows: list[RowChange]
    contents: list[Slug]
    redesigned: bool


class AgentView(Model):
    id: str
    name: str
    description: str = ""
    runtime: Literal["offline", "model"] = "offline"
    chips: list[str] = []
    stages: list[str] = []


class InboxNotice(Model):
    """One line of the inbox, with the title of the panel it is about. A row is named, and can be opened in its
    `collection`, for as long as it is there for this reader."""

    notice: Notice
    panel_title: str
    collection: Slug | None = None
    row_title: str | None = None


class AlertView(Model):
    """A rule, how it stands, and how this reader is told of it. `value` is None where a private row may be in it."""

    alert: Alert
    status: AlertStatus
    since: datetime
    value: float | None = None
    due_at: datetime | None = None
    message: str | None = None
    following: Literal["inbox", "email"] | None = None


class AlertsView(Model):
    """`why_no_mail` is an error code when this reader cannot be told by e-mail: the screen says what is missing."""

    alerts: list[AlertView]
    can_mail: bool
    why_no_mail: str | None = None
