"""What a tool of an agent works with during one run."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from liveapps.acting.refresh import Refresher
from liveapps.blocks.base import JsonObject
from liveapps.conversation.answers import Answer
from liveapps.conversation.readings import Reading
from liveapps.panels.errors import Refusal, gone
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.receipts import Receipt
from liveapps.people.policy import PersonReader, SharedReader, may_see
from liveapps.ports import AgentTools, Ids, Store, Told, Turn, Tx
from liveapps.reading.facade import Facade
from liveapps.reading.resolve import find_panel
from liveapps.writing.writes import Write

from ..answers import Answers


class Hands(AgentTools, Protocol):
    """What a run can do, and how it is kept in the run's log."""

    async def recorded(self, tool: str, arguments: JsonObject, work: Callable[[], Awaitable[Told]]) -> Told:
        """Does it where the person can see it. A refusal is told, not raised."""
        ...

    async def write(self, write: Write, reading: Reading | None = None) -> Receipt:
        """Through the funnel, as the agent. `reading` is where what is written comes from."""
        ...

    async def show_content(self, content: JsonObject, block: JsonObject, title: str) -> Answer: ...

    def heard(self, reading: Reading) -> str:
        """The beginning of what a tool answered in this run, as text."""
        ...

    def origin(self, reading: Reading | None = None) -> Origin: ...


@dataclass(frozen=True)
class Verbs:
    """The verbs of the house that the tools use."""

    store: Store
    facade: Facade
    refresher: Refresher
    answers: Answers
    ids: Ids


@dataclass(frozen=True)
class Kit:
    turn: Turn
    hands: Hands
    house: Verbs

    @property
    def reader(self) -> SharedReader:
        """Public rows only, whoever the agent works for."""
        return SharedReader(self.turn.agent.id)

    async def panels(self) -> list[Panel]:
        """Those that the agent keeps or was given to read, and that the person it works for may see, too."""
        heads = await self.house.facade.heads(self.reader)
        person = PersonReader(self.turn.user)
        return [head for head in heads if may_see(person, head)]

    async def panel(self, name: str) -> Panel:
        """By id or title. Raises Refusal `ambiguous_target` with the candidates, or `panel_not_found`."""
        return find_panel(await self.panels(), name)

    async def own(self, name: str) -> Panel:
        """One to write to. Raises Refusal `forbidden` for one that another agent keeps."""
        panel = await self.panel(name)
        if panel.agent != self.turn.agent.id:
            raise Refusal(
                "forbidden",
                "Another agent keeps this panel: it was given to you to read.",
                "Tell the person, or make a panel of your own with create_panel.",
                panel=panel.id,
            )
        return panel

    async def reading(self, name: str) -> Reading:
        """One of this conversation. Raises Refusal `invalid_input` with those of this run."""

        async def body(tx: Tx) -> tuple[Reading | None, list[Reading]]:
            found = await tx.reading(name)
            run = await tx.run(found.run) if found and found.run else None
            mine = found if run is not None and run.thread == self.turn.thread else None
            return mine, await tx.readings_of_run(self.turn.run)

        found, here = await self.house.store.read(body)
        if found is not None and found.outcome == "done":
            return found
        choices = ", ".join(one.id for one in here if one.outcome == "done")
        step = f"Readings of this run: {choices}." if choices else "Call a tool that returns rows first."
        raise gone("invalid_input", "reading", name, step)
