"""A reading: what one tool call returned, kept in the ledger whoever asked for it."""

from datetime import datetime
from typing import Literal

from liveapps.blocks.base import JsonObject, Model
from liveapps.panels.fields import Field
from liveapps.panels.instance import Status
from liveapps.panels.origin import Actor
from liveapps.panels.rows import Values


class Reading(Model):
    """One row of the tool ledger. `rows` is capped; `row_count` is not. `declared` is the source's own count.

    What was read from a file that a person sent says its name in `file`, and in `fields` what its columns are.
    """

    id: str
    tool: str
    arguments: JsonObject = {}
    actor: Actor
    run: str | None = None
    panel: str | None = None
    started_at: datetime
    ended_at: datetime | None = None
    outcome: Literal["running", "done", "failed"] = "running"
    status: Status | None = None
    row_count: int | None = None
    declared: int | None = None
    rows: list[Values] = []
    result_hash: str | None = None
    message: str | None = None
    fields: list[Field] = []
    file: str | None = None
