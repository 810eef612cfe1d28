"""An approval: a person decides whether a call that acts on the world is made, and with exactly which arguments."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import StringConstraints

from liveapps.blocks.base import JsonObject, Model
from liveapps.panels.origin import Actor
from liveapps.panels.powers import Power

ApprovalStatus = Literal[
    "waiting", "approved", "running", "done", "failed", "unknown", "declined", "withdrawn", "expired"
]
"""`approved` until the run that goes on makes the call, `running` while it does. `unknown`: the server stopped in the
midst of the call, so it may have taken effect. `withdrawn`: the person said something else instead of deciding."""
Reason = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1_000)]


class Approval(Model):
    """What is asked of the owner of a thread: to let `tool` run once with these `arguments`.

    `power` is what the tool could do when it was asked; `edited_from` keeps the agent's own arguments when the person
    changed them. `goes_on` is the run that carries the decision out.
    """

    id: str
    thread: str
    run: str
    call: str
    message: str
    tool: str
    title: str
    arguments: JsonObject
    power: Power
    asked_at: datetime
    expires_at: datetime
    status: ApprovalStatus = "waiting"
    decided_by: Actor | None = None
    decided_at: datetime | None = None
    reason: str = ""
    edited_from: JsonObject | None = None
    goes_on: str | None = None

    def mark(self) -> "ApprovalMark":
        return ApprovalMark(
            id=self.id,
            title=self.title,
            expires_at=self.expires_at,
            decided_by=self.decided_by.name if self.decided_by else "",
            reason=self.reason,
            edited=self.edited_from is not None,
            goes_on=self.goes_on,
        )


class ApprovalMark(Model):
    """What a call says of its approval. Arguments and status are the call's own."""

    id: str
    title: str
    expires_at: datetime
    decided_by: str = ""
    reason: str = ""
    edited: bool = False
    goes_on: str | None = None


class Decision(Model):
    """What a person answers. `arguments`, when given, take the place of those that the agent asked for."""

    approve: bool
    reason: Reason = ""
    arguments: JsonObject | None = None


class Decided(Model):
    """`run` is the run that goes on with it; None while another call of the same run waits for its own decision."""

    approval: Approval
    run: str | None
