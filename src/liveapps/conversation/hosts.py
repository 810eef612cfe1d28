"""What another host did here: conversations, and each call in them. For support, without what rows say."""

from datetime import datetime
from typing import Literal

from liveapps.blocks.base import Model
from liveapps.panels.errors import Code

from .handoffs import Outcome

CallKind = Literal["read", "write", "ask", "refresh", "widget"]
"""`ask` puts a question to a person; `widget` is what a widget itself calls."""
CallStatus = Literal["started", "done", "refused"]


class HostSession(Model):
    """One conversation of one person in another host. `conversation` is what the host calls it, or the day."""

    id: str
    person: str
    conversation: str
    opened_at: datetime
    last_at: datetime


class CallFacts(Model):
    """What may be told of a call to those who may not read the panel: ids and numbers."""

    panel: str | None = None
    collection: str | None = None
    tab: str | None = None
    row: str | None = None
    proposal: str | None = None
    version: int | None = None
    matching: int | None = None
    total: int | None = None


class HostCall(Model):
    """`asked` is a digest of the arguments, `answered` one of the answer; `sizes` are the bytes of each argument.
    What it did is kept under `key`, which is its own id unless it repeats an earlier call: then it is `replayed`."""

    id: str
    key: str
    session: str
    tool: str
    kind: CallKind
    at: datetime
    asked: str
    sizes: dict[str, int] = {}
    status: CallStatus = "started"
    outcome: Outcome | None = None
    code: Code | None = None
    answered: str | None = None
    milliseconds: int | None = None
    replayed: bool = False
    told_events: int = 0
    facts: CallFacts = CallFacts()
