"""Proposals until they are answered: shown, decided by the person, once.

A decision counts only with a token that the server made for a widget of this person, or from the signed-in web app. An
assistant that guesses the name of a tool has neither.
"""

import hmac
from datetime import datetime

from liveapps.access.secrets import new_token, token_hash
from liveapps.conversation.handoffs import Outcome
from liveapps.conversation.hosts import CallFacts
from liveapps.conversation.proposals import Proposal, no_proposal, refuse_decided
from liveapps.conversation.widget_events import WidgetEvent
from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.rows import Row
from liveapps.panels.template import Collection
from liveapps.people.policy import HostReader
from liveapps.people.users import User
from liveapps.ports import Clock, Store, Tx
from liveapps.reading.facade import Facade
from liveapps.writing.funnel import Funnel

from .addresses import Addresses
from .answering import Answer, refuse_misfit, write_of
from .caller import Caller
from .factory import Done
from .outputs import Candidate, DiffShown, ProposalShown
from .showing import candidate, field_shown, options_of, receipt_shown, title_of

TOKEN_PREFIX = "lw_"  # noqa: S105 a public prefix, so that a leaked token can be recognised


class Proposals:
    def __init__(self, facade: Facade, funnel: Funnel, store: Store, addresses: Addresses, clock: Clock) -> None:
        self._facade = facade
        self._funnel = funnel
        self._store = store
        self._addresses = addresses
        self._clock = clock

    async def show(self, caller: Caller, proposal: str) -> Done:
        """As it stands, with a token for a widget while it waits for its answer."""
        found = await self._of(caller.user, proposal)
        now, token = self._clock.now(), None
        if found.status == "pending" and not found.has_expired(now) and caller.draws:
            token = new_token(TOKEN_PREFIX)
            hashed = token_hash(token)
            found = await self._store.write(lambda tx: _give_token(tx, found, hashed))
        output = await self.view(caller.user, found)
        outcome = _outcome(found, now)
        facts = CallFacts(panel=found.panel, collection=found.collection, row=found.row, proposal=found.id)
        link = output.link if outcome == "asked" else ""
        return Done(outcome, output, facts, link, token=token if found.status == "pending" else None)

    async def shown(self, user: User, proposal: str) -> ProposalShown:
        """The same for the web app, which needs no token."""
        return await self.view(user, await self._of(user, proposal))

    async def by_widget(self, caller: Caller, token: str, event: WidgetEvent) -> Done:
        """Raises Refusal `proposal_token_required` without a token of this very proposal."""
        found = await self._of(caller.user, event.proposal)
        hashed = token_hash(token)
        if not any(hmac.compare_digest(hashed, one) for one in found.tokens):
            raise Refusal(
                "proposal_token_required",
                "Only the user decides, in the widget that shows the question or in the web app.",
                f"Ask the user to decide at {self._addresses.proposal(found.id)}.",
                proposal=found.id,
                link=self._addresses.proposal(found.id),
            )
        return await self._decide(found, event, caller.origin(self._clock.now(), "mcp_widget"), caller.user)

    async def by_person(self, user: User, proposal: str, event: WidgetEvent, origin: Origin) -> ProposalShown:
        """What a person decides on a page of the web app, where they have signed in."""
        if event.proposal != proposal:
            raise no_proposal(event.proposal)
        found = await self._of(user, proposal)
        await self._decide(found, event, origin, user)
        return await self.shown(user, proposal)

    async def find(self, user: User, proposal: str) -> Proposal | None:
        return await self._store.read(lambda tx: tx.proposal(user.id, proposal))

    async def _of(self, user: User, proposal: str) -> Proposal:
        found = await self.find(user, proposal)
        if found is None:
            raise no_proposal(proposal[:80])
        return found

    async def _decide(self, found: Proposal, event: WidgetEvent, origin: Origin, user: User) -> Done:
        refuse_misfit(found, event)
        refuse_decided(found, origin.at)
        answer = Answer(found, event, origin)
        write = write_of(found, event)
        try:
            if write is not None:
                await self._funnel.write(write, origin, answers=answer)
            else:
                await self._store.write(answer.alone)
        except Refusal as refusal:
            if refusal.code in ("proposal_stale", "version_conflict", "row_not_found"):
                await self._store.write(answer.give_up)
            raise
        settled = await self._of(user, found.id)
        output = await self.view(user, settled)
        facts = CallFacts(panel=found.panel, collection=found.collection, row=found.row, proposal=found.id)
        return Done(_outcome(settled, origin.at), output, facts)

    async def view(self, user: User, found: Proposal) -> ProposalShown:
        reader = HostReader(user)
        head = await self._facade.head(reader, found.panel)
        of = head.template.collection(found.collection)
        row = await self._row(reader, head, of, found.row) if found.row else None
        return ProposalShown(
            proposal=found.id,
            kind=found.asked.kind,
            question=found.asked.question if found.asked.kind == "pick_one" else "",
            status="expired" if found.has_expired(self._clock.now()) else found.status,
            panel=head.id,
            panel_title=head.template.title,
            version=head.version,
            collection=of.id,
            row=found.row,
            row_title=title_of(of, row) if row else "",
            diff=[DiffShown(field=field_shown(one.field), before=one.before, after=one.after) for one in found.diff],
            stages=options_of(of.stage_field) if found.asked.kind == "move_to" else [],
            candidates=await self._candidates(reader, head, of, found),
            expires_at=found.expires_at,
            decided_at=found.decided_at,
            chosen=found.chosen,
            receipt=receipt_shown(found.receipt) if found.receipt else None,
            link=self._addresses.proposal(found.id),
        )

    async def _candidates(self, reader: HostReader, head: Panel, of: Collection, found: Proposal) -> list[Candidate]:
        if found.asked.kind != "pick_one":
            return []
        rows = [await self._row(reader, head, of, row) for row in found.asked.rows]
        return [candidate(of, row) for row in rows if row is not None]

    async def _row(self, reader: HostReader, head: Panel, of: Collection, row: str) -> Row | None:
        try:
            return (await self._facade.row(reader, head.id, of.id, row)).row
        except Refusal:
            return None


async def _give_token(tx: Tx, proposal: Proposal, hashed: str) -> Proposal:
    found = await tx.proposal(proposal.person, proposal.id)
    if found is None:
        raise no_proposal(proposal.id)
    changed = found.with_token(hashed)
    await tx.save_proposal(changed)
    return changed


def _outcome(proposal: Proposal, now: datetime) -> Outcome:
    if proposal.has_expired(now):
        return "expired"
    match proposal.status:
        case "pending":
            return "asked"
        case "confirmed":
            return "picked" if proposal.asked.kind == "pick_one" else "confirmed"
        case "cancelled":
            return "cancelled"
        case "stale":
            return "stale"
