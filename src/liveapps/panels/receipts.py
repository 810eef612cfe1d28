"""The receipt: what a write really did. Every writer gets one, whatever the door."""

from liveapps.blocks.base import Model, Slug

from .alerts import AlertStatus


class RefusedValue(Model):
    """A part that was not applied, and the rule that kept it out."""

    row: str
    field: str
    code: str
    message: str


class Proposed(Model):
    """A value that went beside the one its owner keeps, to be accepted or dismissed."""

    row: str
    field: str


class AlertChange(Model):
    """An alert of the panel that stands otherwise because of this write."""

    alert: Slug
    status: AlertStatus


class Receipt(Model):
    """Row ids by what happened to them. `version` is the panel's version after the write; an unchanged panel
    keeps its version. `replayed` marks the answer of an earlier write with the same key."""

    panel: str
    version: int
    added: list[str] = []
    changed: list[str] = []
    unchanged: int = 0
    refused: list[RefusedValue] = []
    suggestions: list[Proposed] = []
    unconfirmed: list[str] = []
    confirmed_again: list[str] = []
    in_trash: list[str] = []
    targets: list[Slug] = []
    alerts: list[AlertChange] = []
    note: str | None = None
    replayed: bool = False
