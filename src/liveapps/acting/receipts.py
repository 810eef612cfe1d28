"""What a refresh or a press did, in one answer."""

from typing import Literal

from liveapps.blocks.base import JsonObject, Model, Slug
from liveapps.panels.instance import Status
from liveapps.panels.receipts import Receipt


class Refreshed(Model):
    """One receipt per target. On `error` nothing was lost: `code`, `facts` and `message` say why the data stayed."""

    tab: Slug
    status: Status
    tool: str
    reading: str | None = None
    receipts: list[Receipt] = []
    code: str | None = None
    message: str | None = None
    next_step: str | None = None
    facts: JsonObject = {}


class Computed(Model):
    """One receipt for the whole panel. On `error` it stayed as it was: `code`, `facts` and `message` say why."""

    status: Status
    tool: str
    reading: str | None = None
    receipt: Receipt | None = None
    code: str | None = None
    message: str | None = None
    next_step: str | None = None
    facts: JsonObject = {}


class AllRefreshed(Model):
    """`computed` is there when the panel has a calculator: it ran last, over what the tabs had brought."""

    tabs: list[Refreshed]
    computed: Computed | None = None


class Pressed(Model):
    """`sentence` is what the tool said it did, as plain text; `receipt` is there when it wrote to the panel."""

    tool: str
    outcome: Literal["done"] = "done"
    sentence: str
    reading: str | None = None
    receipt: Receipt | None = None
