"""A proposal: one question that an assistant in another host puts to a person, who alone decides.

It is bound to the person, to the panel, and to the state of the row that was shown.
"""

from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

from pydantic import Field as Constraint

from liveapps.blocks.base import Model, Slug
from liveapps.panels.errors import Refusal, gone
from liveapps.panels.fields import Door, Field
from liveapps.panels.receipts import Receipt
from liveapps.panels.rows import Row, Values

LIFE = timedelta(hours=24)
TOKENS_KEPT = 5
"""A widget that is drawn anew gets a token of its own; so many are good at once."""
CHOICES = 20


class SetValues(Model):
    kind: Literal["set_values"] = "set_values"
    values: Values


class Remove(Model):
    kind: Literal["remove"] = "remove"


class MoveTo(Model):
    """`stage` is what the assistant suggests; the person may choose another one."""

    kind: Literal["move_to"] = "move_to"
    stage: Slug | None = None


class Settle(Model):
    """A suggestion that stands beside the value of `field`."""

    kind: Literal["settle"] = "settle"
    field: Slug


class PickOne(Model):
    """Which of these rows is meant. Nothing in the panel changes."""

    kind: Literal["pick_one"] = "pick_one"
    rows: Annotated[list[str], Constraint(min_length=1, max_length=CHOICES)]
    question: str = ""


Asked = Annotated[SetValues | Remove | MoveTo | Settle | PickOne, Constraint(discriminator="kind")]
ProposalStatus = Literal["pending", "confirmed", "cancelled", "stale"]


class DiffLine(Model):
    """One field of the row, as it is and as it would be; for a stage, the ids of the options."""

    field: Field
    before: Any = None
    after: Any = None


class Proposal(Model):
    """`version` is the panel's when the question was put, `row_version` that of the row. `session` is the conversation
    that learns of the answer. Only hashes of `tokens` are kept; `decided_by` is the door of the answer."""

    id: str
    person: str
    session: str
    panel: str
    version: int
    collection: Slug
    row: str | None = None
    row_version: int = 0
    asked: Asked
    diff: list[DiffLine] = []
    tokens: list[str] = []
    status: ProposalStatus = "pending"
    created_at: datetime
    expires_at: datetime
    decided_at: datetime | None = None
    decided_by: Door | None = None
    chosen: str | None = None
    receipt: Receipt | None = None

    def has_expired(self, now: datetime) -> bool:
        return self.status == "pending" and now >= self.expires_at

    def with_token(self, hashed: str) -> "Proposal":
        return self.model_copy(update={"tokens": [*self.tokens, hashed][-TOKENS_KEPT:]})


def no_proposal(proposal: str) -> Refusal:
    """Someone else's answers like one that is not there."""
    return gone("proposal_not_found", "proposal", proposal, "Propose the change anew.")


def refuse_decided(proposal: Proposal, now: datetime) -> None:
    """Raises Refusal `proposal_decided` or `proposal_expired` unless it still waits for its answer."""
    if proposal.has_expired(now):
        raise Refusal(
            "proposal_expired",
            "The question was left unanswered for too long.",
            "Propose the change anew.",
            proposal=proposal.id,
            expired_at=proposal.expires_at.isoformat(),
        )
    if proposal.status != "pending":
        raise Refusal(
            "proposal_decided",
            f"This was decided already: {proposal.status}.",
            "Read the panel as it is now; propose the change anew if it is still wanted.",
            proposal=proposal.id,
            status=proposal.status,
            decided_at=proposal.decided_at.isoformat() if proposal.decided_at else None,
        )


def refuse_moved_on(proposal: Proposal, row: Row | None) -> None:
    """What the person was shown must still be so. Raises Refusal `proposal_stale` naming the field that is not."""
    if row is None or row.trashed_at is not None:
        raise _stale(proposal, None)
    if proposal.asked.kind == "remove" and row.version != proposal.row_version:
        raise _stale(proposal, None)
    for line in proposal.diff:
        name = line.field.id
        now = row.stage if line.field.type == "stage" else row.values.get(name)
        if now != line.before:
            raise _stale(proposal, name)
    if proposal.asked.kind == "settle":
        name = proposal.asked.field
        waiting = row.suggestions.get(name)
        if waiting is None or waiting.value != proposal.diff[0].after:
            raise _stale(proposal, name)


def _stale(proposal: Proposal, field: str | None) -> Refusal:
    return Refusal(
        "proposal_stale",
        f'"{field}" has changed since this was proposed.' if field else "The row has changed since this was proposed.",
        "Read the row again and propose the change anew.",
        proposal=proposal.id,
        field=field,
        version=proposal.version,
    )
