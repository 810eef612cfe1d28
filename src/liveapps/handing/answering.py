"""The answer to a proposal: what it does, given in one transaction with its end, and only once."""

from dataclasses import dataclass

from liveapps.conversation.proposals import (
    Proposal,
    ProposalStatus,
    Remove,
    Settle,
    SetValues,
    no_proposal,
    refuse_decided,
    refuse_moved_on,
)
from liveapps.conversation.widget_events import (
    ANSWERS,
    Cancelled,
    MovedCard,
    PickedRow,
    RecordedEvent,
    ReviewedSuggestion,
    WidgetEvent,
)
from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Origin
from liveapps.panels.receipts import Receipt
from liveapps.ports import Tx
from liveapps.writing.writes import MoveCard, PatchRow, RemoveRow, SettleSuggestion, Write


@dataclass(frozen=True)
class Answer:
    """Implements `writing.funnel.Question`."""

    proposal: Proposal
    event: WidgetEvent
    origin: Origin

    async def look(self, tx: Tx) -> None:
        # Nothing may change between this look and the write that follows in the same transaction. The panel comes
        # first, as for every writer, so that no two wait for each other.
        await tx.lock_panel(self.proposal.panel)
        now = await self._locked(tx)
        refuse_decided(now, self.origin.at)
        if now.row is not None and not isinstance(self.event, Cancelled):
            rows = await tx.rows_by_id(now.panel, [now.row])
            refuse_moved_on(now, rows[0] if rows else None)

    async def close(self, tx: Tx, receipt: Receipt) -> None:
        await self._settle(tx, receipt)

    async def alone(self, tx: Tx) -> None:
        """For an answer that changes nothing in the panel."""
        await self.look(tx)
        await self._settle(tx, None)

    async def give_up(self, tx: Tx) -> None:
        now = await self._locked(tx)
        if now.status == "pending":
            await tx.save_proposal(now.model_copy(update={"status": "stale", "decided_at": self.origin.at}))

    async def _locked(self, tx: Tx) -> Proposal:
        found = await tx.proposal(self.proposal.person, self.proposal.id)
        if found is None:
            raise no_proposal(self.proposal.id)
        return found

    async def _settle(self, tx: Tx, receipt: Receipt | None) -> None:
        status: ProposalStatus = "cancelled" if isinstance(self.event, Cancelled) else "confirmed"
        change = {
            "status": status,
            "decided_at": self.origin.at,
            "decided_by": self.origin.door,
            "chosen": _chosen(self.event),
            "receipt": receipt,
        }
        await tx.save_proposal((await self._locked(tx)).model_copy(update=change))
        await tx.save_host_event(self._recorded())

    def _recorded(self) -> RecordedEvent:
        asked = self.proposal.asked
        return RecordedEvent(
            # One proposal has one answer.
            id=self.proposal.id,
            session=self.proposal.session,
            at=self.origin.at,
            panel=self.proposal.panel,
            collection=self.proposal.collection,
            row=_chosen(self.event) if isinstance(self.event, PickedRow) else self.proposal.row,
            removed=isinstance(asked, Remove),
            field=asked.field if isinstance(asked, Settle) else None,
            event=self.event,
        )


def _chosen(event: WidgetEvent) -> str | None:
    match event:
        case PickedRow():
            return event.row
        case MovedCard():
            return event.stage
        case _:
            return None


def refuse_misfit(proposal: Proposal, event: WidgetEvent) -> None:
    fitting = ANSWERS[proposal.asked.kind]
    if event.event not in fitting:
        raise Refusal(
            "invalid_input",
            f'"{event.event}" is no answer to this question.',
            f"Send one of: {', '.join(fitting)}.",
            event=event.event,
            choices=list(fitting),
        )
    if isinstance(event, PickedRow) and proposal.asked.kind == "pick_one" and event.row not in proposal.asked.rows:
        raise Refusal(
            "row_not_found", "The row is not among those that were offered.", "Choose one that was offered.", near=[]
        )


def write_of(proposal: Proposal, event: WidgetEvent) -> Write | None:
    """What the answer does to the panel; None for one that does nothing there."""
    if isinstance(event, Cancelled) or proposal.row is None:
        return None
    panel, collection, row = proposal.panel, proposal.collection, proposal.row
    match proposal.asked:
        case SetValues(values=values):
            return PatchRow(panel=panel, collection=collection, row=row, set=values)
        case Remove():
            return RemoveRow(panel=panel, collection=collection, row=row)
        case Settle(field=field):
            accept = isinstance(event, ReviewedSuggestion) and event.accept
            return SettleSuggestion(panel=panel, collection=collection, row=row, field=field, accept=accept)
        case _:
            moves = isinstance(event, MovedCard)
            return MoveCard(panel=panel, collection=collection, row=row, stage=event.stage) if moves else None
