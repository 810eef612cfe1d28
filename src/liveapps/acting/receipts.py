"""What a refresh or a press did, in one answer."""

from typing import Literal

from liveapps.blocks.base import Model, Slug
from liveapps.panels.instance import Status
from liveapps.panels.receipts import Receipt


class Refreshed(Model):
    """One receipt per target. On `error` nothing was lost: `code` and `message` say why the data stayed."""

    tab: Slug
    status: Status
    tool: str
    reading: str | None = None
    receipts: list[Receipt] = []
    code: str | None = None
    message: str | None = None
    next_step: str | None = None


class AllRefreshed(Model):
    tabs: list[Refreshed]


class Pressed(Model):
    """`sentence` is what the tool said it did, as plain text; `receipt` is there when it wrote to the panel."""

    tool: str
    outcome: Literal["done"] = "done"
    sentence: str
    reading: str | None = None
    receipt: Receipt | None = None
