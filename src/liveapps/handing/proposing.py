"""Putting a question to a person: what would change is worked out by the funnel itself, and nothing is saved."""

from dataclasses import dataclass, replace
from typing import Any

from liveapps.conversation.hosts import CallFacts
from liveapps.conversation.proposals import (
    CHOICES,
    LIFE,
    Asked,
    DiffLine,
    MoveTo,
    PickOne,
    Proposal,
    Remove,
    Settle,
    SetValues,
)
from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.ownership import STAGE
from liveapps.panels.panel import Panel
from liveapps.panels.rows import ListedRow, Values
from liveapps.panels.slices import Slice
from liveapps.panels.template import Collection
from liveapps.people.policy import stage_is_ours
from liveapps.ports import Clock, Store
from liveapps.reading.facade import Facade
from liveapps.writing.change import Change
from liveapps.writing.funnel import Funnel
from liveapps.writing.writes import MoveCard, PatchRow, RemoveRow, Write

from .caller import Caller
from .factory import Done
from .proposals import Proposals
from .targets import Targets


@dataclass(frozen=True)
class Asking:
    """Who asks, in which logged conversation, and under which id the question is kept: the same one is the same
    question. `call` is this very call."""

    caller: Caller
    session: str
    key: str
    call: str


class Proposing:
    def __init__(
        self, facade: Facade, funnel: Funnel, targets: Targets, proposals: Proposals, store: Store, clock: Clock
    ) -> None:
        self._facade = facade
        self._funnel = funnel
        self._targets = targets
        self._proposals = proposals
        self._store = store
        self._clock = clock

    async def change(
        self, asking: Asking, panel: str, collection: str | None, row: str, values: Values, based_on: int | None
    ) -> Done:
        """Raises what the change would be refused with, or Refusal `nothing_to_change`."""
        head, of, found = await self._found(asking, panel, collection, row)
        write = PatchRow(panel=head.id, collection=of.id, row=found.id, set=values, based_on=based_on)
        diff = _diff(of, found, await self._preview(asking, write))
        if not diff:
            raise Refusal(
                "nothing_to_change",
                "The change would change nothing: the values are there already, or come from elsewhere only.",
                "Read the row with query_rows and propose other values.",
                row=found.id,
            )
        return await self._ask(asking, head, of, found, SetValues(values=values), diff)

    async def remove(self, asking: Asking, panel: str, collection: str | None, row: str) -> Done:
        head, of, found = await self._found(asking, panel, collection, row)
        await self._preview(asking, RemoveRow(panel=head.id, collection=of.id, row=found.id))
        return await self._ask(asking, head, of, found, Remove(), [])

    async def move(self, asking: Asking, panel: str, collection: str | None, row: str, stage: str | None) -> Done:
        """The suggested stage stands beside the card at once; the person moves it, there or in a widget."""
        head, of, found = await self._found(asking, panel, collection, row)
        asking, field = await self._anew(asking), of.stage_field
        if field is None:
            raise not_found("stage_not_found", "stage", stage or "", ())
        if not stage_is_ours(of):
            await self._preview(asking, MoveCard(panel=head.id, collection=of.id, row=found.id, stage=found.stage))
        diff = [DiffLine(field=field, before=found.stage, after=None)]
        asked = MoveTo()
        if stage is not None:
            write = MoveCard(panel=head.id, collection=of.id, row=found.id, stage=stage)
            receipt = await self._funnel.write(write, asking.caller.origin(self._clock.now()), key=asking.key)
            found = (await self._facade.row(asking.caller.reader, head.id, of.id, found.id)).row
            suggested = found.suggestions.get(STAGE)
            asked = MoveTo(stage=suggested.value if suggested else _stage_id(of, stage))
            diff = [DiffLine(field=field, before=found.stage, after=asked.stage)]
            if asked.stage == found.stage and not receipt.replayed:
                raise Refusal(
                    "nothing_to_change",
                    "The card stands in this stage already.",
                    "Suggest another stage, or none, and the user chooses.",
                    row=found.id,
                    stage=found.stage,
                )
            head = await self._facade.head(asking.caller.reader, head.id)
        return await self._ask(asking, head, of, found, asked, diff)

    async def review(self, asking: Asking, panel: str, collection: str | None, row: str, field: str) -> Done:
        """Puts a suggestion that waits beside a value before the person."""
        head, of, found = await self._found(asking, panel, collection, row)
        stage = of.stage_field
        name = STAGE if stage is not None and field == stage.id else field
        waiting = found.suggestions.get(name)
        if waiting is None:
            raise not_found("field_not_found", "suggestion", field[:80], found.suggestions)
        what = stage if name == STAGE and stage is not None else of.field(name)
        before = found.stage if name == STAGE else found.values.get(name)
        diff = [DiffLine(field=what, before=before, after=waiting.value)]
        return await self._ask(asking, head, of, found, Settle(field=name), diff)

    async def pick(
        self, asking: Asking, panel: str, collection: str | None, rows: list[str], asked: Slice, question: str
    ) -> Done:
        """Lets the person say which row is meant: some that are named, or those that satisfy the conditions."""
        head = await self._targets.panel(asking.caller.reader, panel)
        of = self._targets.collection(head, collection)
        if rows:
            offered = [(await self._targets.row(asking.caller.reader, head, of, name)).id for name in rows]
        else:
            page = await self._facade.rows(asking.caller.reader, head.id, of.id, asked, CHOICES, None)
            offered = [row.id for row in page.rows]
            if page.matching > CHOICES:
                raise Refusal(
                    "invalid_input",
                    f"{page.matching} rows match, and a person chooses among at most {CHOICES}.",
                    "Narrow the conditions, or name the rows.",
                    matching=page.matching,
                    limit=CHOICES,
                )
        if not offered:
            raise Refusal(
                "row_not_found", "No row matches, so there is nothing to choose from.", "Read the rows.", near=[]
            )
        return await self._ask(asking, head, of, None, PickOne(rows=offered, question=question.strip()), [])

    async def _anew(self, asking: Asking) -> Asking:
        """A question that waits is not put twice, and one that was cancelled a moment ago not again. Any other that was
        answered may come again."""
        earlier = await self._proposals.find(asking.caller.user, asking.key)
        if earlier is None or earlier.status == "cancelled":
            return asking
        waits = earlier.status == "pending" and not earlier.has_expired(self._clock.now())
        return asking if waits else replace(asking, key=asking.call)

    async def _found(
        self, asking: Asking, panel: str, collection: str | None, row: str
    ) -> tuple[Panel, Collection, ListedRow]:
        head = await self._targets.panel(asking.caller.reader, panel)
        of = self._targets.collection(head, collection)
        return head, of, await self._targets.row(asking.caller.reader, head, of, row)

    async def _preview(self, asking: Asking, write: Write) -> Change:
        return await self._funnel.preview(write, asking.caller.origin(self._clock.now(), "mcp_widget"))

    async def _ask(
        self, asking: Asking, head: Panel, of: Collection, row: ListedRow | None, asked: Asked, diff: list[DiffLine]
    ) -> Done:
        asking, now = await self._anew(asking), self._clock.now()
        proposal = Proposal(
            id=asking.key,
            person=asking.caller.user.id,
            session=asking.session,
            panel=head.id,
            version=head.version,
            collection=of.id,
            row=row.id if row else None,
            row_version=row.version if row else 0,
            asked=asked,
            diff=diff,
            created_at=now,
            expires_at=now + LIFE,
        )
        kept = await self._store.write(lambda tx: tx.add_proposal(proposal))
        done = await self._proposals.show(asking.caller, kept.id)
        facts = CallFacts(panel=head.id, collection=of.id, row=proposal.row, proposal=kept.id, version=head.version)
        return _with_facts(done, facts)


def _with_facts(done: Done, facts: CallFacts) -> Done:
    return Done(done.outcome, done.output, facts, done.link, done.sameness, done.token)


def _diff(of: Collection, row: ListedRow, change: Change) -> list[DiffLine]:
    """The fields that the change would set, in their order."""
    after = next((one for one, _ in change.rows if one.id == row.id), row)

    def differs(name: str) -> bool:
        return row.values.get(name) != after.values.get(name)

    fields = [field for field in of.fields if field.type != "stage" and differs(field.id)]
    return [DiffLine(field=one, before=_value(row, one.id), after=_value(after, one.id)) for one in fields]


def _value(row: ListedRow, name: str) -> Any:
    return row.values.get(name)


def _stage_id(of: Collection, stage: str) -> str:
    titled = [one.id for one in (of.stage_field.options if of.stage_field else []) if stage in (one.id, one.title)]
    return titled[0] if titled else stage
