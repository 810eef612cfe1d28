"""What an assistant in another host can do by itself: add notes, save rows, refresh, make a panel.

Nothing here takes the place of a person: what people set stays, and differing values stand beside it.
"""

from liveapps.acting.refresh import Refresher
from liveapps.conversation.agents import Agent
from liveapps.conversation.handoffs import Outcome
from liveapps.conversation.hosts import CallFacts
from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.receipts import Receipt
from liveapps.panels.rows import Values
from liveapps.panels.template import Template
from liveapps.ports import Clock, Ids
from liveapps.reading.facade import Facade
from liveapps.writing.funnel import Funnel
from liveapps.writing.writes import Annotate, CreatePanel, Ship

from .addresses import Addresses
from .caller import Caller
from .factory import Done
from .outputs import PanelMade, TabRefreshed, Written
from .showing import receipt_shown
from .targets import Targets


class Changing:
    """`key` makes the repeat of a call harmless."""

    def __init__(
        self,
        facade: Facade,
        funnel: Funnel,
        refresher: Refresher,
        targets: Targets,
        agents: dict[str, Agent],
        addresses: Addresses,
        clock: Clock,
        ids: Ids,
    ) -> None:
        self._facade = facade
        self._funnel = funnel
        self._refresher = refresher
        self._targets = targets
        self._agents = agents
        self._addresses = addresses
        self._clock = clock
        self._ids = ids

    async def annotate(self, caller: Caller, panel: str, collection: str | None, row: str, text: str, key: str) -> Done:
        head = await self._targets.panel(caller.reader, panel)
        of = self._targets.collection(head, collection)
        found = await self._targets.row(caller.reader, head, of, row)
        write = Annotate(panel=head.id, collection=of.id, row=found.id, text=text)
        receipt = await self._funnel.write(write, caller.origin(self._clock.now()), key=key)
        facts = CallFacts(panel=head.id, collection=of.id, row=found.id, version=receipt.version)
        return Done("noted", self._written(receipt), facts, replayed=receipt.replayed)

    async def fill(self, caller: Caller, panel: str, collection: str | None, rows: list[Values], key: str) -> Done:
        """An assistant's list is always partial: what it leaves out says nothing about the world."""
        head = await self._targets.panel(caller.reader, panel)
        of = self._targets.collection(head, collection)
        write = Ship(panel=head.id, collection=of.id, rows=rows)
        receipt = await self._funnel.write(write, caller.origin(self._clock.now()), key=key)
        facts = CallFacts(panel=head.id, collection=of.id, version=receipt.version, total=len(rows))
        return Done(_saved(receipt), self._written(receipt), facts, replayed=receipt.replayed)

    async def create(self, caller: Caller, agent: str | None, template: Template, rows: list[Values], key: str) -> Done:
        """A panel with one list, and its first rows."""
        if template.audience.who == "only_me":
            raise Refusal(
                "forbidden",
                "A panel that only its owner reads is neither made nor read from another host.",
                "Make it for a team or for everyone, or ask the user to make it in the web app.",
            )
        collection = template.collections[0].id
        write = CreatePanel(panel=self._ids.new(), agent=self._agent(agent), template=template)
        origin = caller.origin(self._clock.now())
        made = await self._funnel.write(write, origin, key=key)
        saved = None
        if rows:
            ship = Ship(panel=made.panel, collection=collection, rows=rows)
            saved = await self._funnel.write(ship, origin, key=f"{key}:rows")
        output = PanelMade(
            panel=made.panel,
            version=(saved or made).version,
            receipt=receipt_shown(made),
            link=self._addresses.panel(made.panel),
            collection=collection,
            saved=receipt_shown(saved) if saved else None,
        )
        facts = CallFacts(panel=made.panel, collection=collection, version=output.version, total=len(rows))
        return Done("created", output, facts, replayed=made.replayed)

    async def refresh(self, caller: Caller, panel: str, tab: str | None) -> Done:
        head = await self._targets.panel(caller.reader, panel)
        name = self._tab(tab, [one.id for one in head.template.tabs if one.refresh is not None])
        found = await self._refresher.tab(caller.reader, head.id, name, caller.origin(self._clock.now()))
        after = await self._facade.head(caller.reader, head.id)
        receipts = [receipt_shown(one) for one in found.receipts]
        output = TabRefreshed(
            panel=head.id,
            tab=name,
            version=after.version,
            status=found.status,
            receipts=receipts,
            code=found.code,
            message=found.message,
        )
        news = [one.model_dump(mode="json", exclude={"version", "replayed"}) for one in receipts]
        facts = CallFacts(panel=head.id, tab=name, version=after.version)
        outcome: Outcome = "refresh_failed" if found.status == "error" else "refreshed"
        return Done(outcome, output, facts, sameness={"status": found.status, "news": news})

    def _tab(self, tab: str | None, refreshed: list[str]) -> str:
        if tab is not None:
            return tab
        if len(refreshed) == 1:
            return refreshed[0]
        raise Refusal(
            "ambiguous_target" if refreshed else "no_refresh",
            "The panel has several tabs that can be refreshed." if refreshed else "No tab of this panel has a source.",
            f"Name one of: {', '.join(refreshed)}." if refreshed else "Save rows with fill_panel instead.",
            candidates=[{"id": one} for one in refreshed],
        )

    def _agent(self, name: str | None) -> str:
        if name is None and len(self._agents) == 1:
            return next(iter(self._agents))
        if name is None:
            raise Refusal(
                "ambiguous_target",
                "Several agents keep panels here, and none was named.",
                f"Name one of: {', '.join(self._agents)}.",
                candidates=[{"id": one.id, "title": one.name} for one in self._agents.values()],
            )
        if name not in self._agents:
            raise not_found("agent_not_found", "agent", name[:80], self._agents)
        return name

    def _written(self, receipt: Receipt) -> Written:
        return Written(
            panel=receipt.panel,
            version=receipt.version,
            receipt=receipt_shown(receipt),
            link=self._addresses.panel(receipt.panel),
        )


def _saved(receipt: Receipt) -> Outcome:
    if receipt.suggestions or receipt.refused or receipt.in_trash:
        return "saved_in_part"
    return "saved" if receipt.added or receipt.changed or receipt.confirmed_again else "left_as_it_was"
