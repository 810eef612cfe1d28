"""The closed union of what can be asked of a panel. Values and names are raw here: they are read against the
template after the lock is held, so that a wrong one is refused with those that are there."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from liveapps.blocks.base import Model
from liveapps.blocks.catalogue import Content
from liveapps.panels.instance import Status
from liveapps.panels.rows import Values
from liveapps.panels.template import Template

Note = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4_000)]


class CreatePanel(Model):
    kind: Literal["create_panel"] = "create_panel"
    panel: str
    agent: str
    template: Template


class ChangeTemplate(Model):
    kind: Literal["change_template"] = "change_template"
    panel: str
    template: Template
    based_on: int | None = None


class SetBlock(Model):
    """New content for one block. `status` says whether it is all there is."""

    kind: Literal["set_block"] = "set_block"
    panel: str
    block: str
    content: Content
    status: Status = "complete"
    message: str | None = None
    declared: int | None = None


class Ship(Model):
    """A list of rows for one collection, matched by its key.

    `complete` claims that the list is everything; it counts as such only when `declared_count` equals
    the rows received. `based_on` is the panel's version before the list was fetched.
    """

    kind: Literal["ship"] = "ship"
    panel: str
    collection: str
    rows: list[Values]
    mode: Literal["complete", "partial"] = "partial"
    declared_count: Annotated[int, Field(ge=0)] | None = None
    truncated: bool = False
    based_on: int | None = None


class Compute(Model):
    """A whole panel as a calculator computed it: complete lists of rows by collection, and contents by block.

    `based_on` is the panel's version whose rows it was given.
    """

    kind: Literal["compute"] = "compute"
    panel: str
    rows: dict[str, list[Values]] = {}
    contents: dict[str, Content] = {}
    based_on: int | None = None


class MarkFailed(Model):
    """A refresh that brought nothing: the data stays, its age and the reason are marked."""

    kind: Literal["mark_failed"] = "mark_failed"
    panel: str
    targets: Annotated[list[str], Field(min_length=1)]
    code: str
    message: str


class AddRow(Model):
    kind: Literal["add_row"] = "add_row"
    panel: str
    collection: str
    values: Values = {}
    stage: str | None = None


class PatchRow(Model):
    """`set` replaces the named fields; `add` adds to numbers without a race; nothing else is touched."""

    kind: Literal["patch_row"] = "patch_row"
    panel: str
    collection: str
    row: str
    set: Values = {}
    add: dict[str, float] = {}
    based_on: int | None = None


class MoveCard(Model):
    """`before` is the row it should stand above in its new column; left out, it goes to the end."""

    kind: Literal["move_card"] = "move_card"
    panel: str
    collection: str
    row: str
    stage: str | None
    before: str | None = None
    based_on: int | None = None


class RemoveRow(Model):
    kind: Literal["remove_row"] = "remove_row"
    panel: str
    collection: str
    row: str


class RestoreRow(Model):
    kind: Literal["restore_row"] = "restore_row"
    panel: str
    collection: str
    row: str


class Annotate(Model):
    kind: Literal["annotate"] = "annotate"
    panel: str
    collection: str
    row: str
    text: Note


class SettleSuggestion(Model):
    kind: Literal["settle_suggestion"] = "settle_suggestion"
    panel: str
    collection: str
    row: str
    field: str
    accept: bool


class RestoreVersion(Model):
    """Back to how things were right after `version`: the whole panel, or only what one `tab` shows, or one `row`.

    Only a whole restore brings back the template.
    """

    kind: Literal["restore_version"] = "restore_version"
    panel: str
    version: Annotated[int, Field(ge=1)]
    tab: str | None = None
    row: str | None = None


class TrashPanel(Model):
    kind: Literal["trash_panel"] = "trash_panel"
    panel: str


class RestorePanel(Model):
    kind: Literal["restore_panel"] = "restore_panel"
    panel: str


RowWrite = PatchRow | MoveCard | RemoveRow | RestoreRow | Annotate | SettleSuggestion
Write = (
    CreatePanel
    | ChangeTemplate
    | SetBlock
    | Ship
    | Compute
    | MarkFailed
    | AddRow
    | RowWrite
    | RestoreVersion
    | TrashPanel
    | RestorePanel
)
