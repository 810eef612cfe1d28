"""What an agent has before it during one run: its tools, the funnel, and a voice."""

import asyncio
from collections.abc import Awaitable, Callable

from liveapps.acting.executor import Executor, size_of
from liveapps.blocks.base import JsonObject
from liveapps.conversation.answers import Answer
from liveapps.conversation.readings import Reading
from liveapps.conversation.run_events import (
    BlockShown,
    ChipsShown,
    ModelAsked,
    PanelWritten,
    RunEvent,
    TextAdded,
    TextEnded,
    TextStarted,
    ToolEnded,
    ToolStarted,
)
from liveapps.conversation.threads import Answered, Called, Message, Suggested
from liveapps.conversation.threads import Shown as ShownMessage
from liveapps.conversation.usage import ModelUse
from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.fields import Field
from liveapps.panels.origin import Actor, Origin
from liveapps.panels.powers import needs_approval
from liveapps.panels.receipts import Receipt
from liveapps.panels.rows import Values
from liveapps.panels.sources import ToolPolicy
from liveapps.panels.template import read_template
from liveapps.ports import Clock, Fact, Ids, Offer, Store, Told, Traces, Turn
from liveapps.reading.facade import Facade
from liveapps.writing.funnel import Funnel
from liveapps.writing.writes import Annotate, CreatePanel, PatchRow, Ship, Write

from .agent_tools import workbench
from .agent_tools.kit import Kit, Verbs
from .agent_tools.told import refused
from .answering import Shown, shown_content, shown_reading, shown_rows
from .approvals import PREVIEW, Approvals, came_of
from .run_log import RunLogs

HEARD = 8_000
"""How many letters of a tool's answer an agent is told, when it is no list."""
STOPPED = "The run was stopped during this call."


class Desk:
    """Implements `ports.AgentTools` and `ports.RunSink` for one run. All it does is in the run's log."""

    def __init__(
        self,
        turn: Turn,
        store: Store,
        facade: Facade,
        executor: Executor,
        funnel: Funnel,
        logs: RunLogs,
        approvals: Approvals,
        policies: dict[str, ToolPolicy],
        verbs: Verbs,
        clock: Clock,
        ids: Ids,
        traces: Traces | None = None,
    ) -> None:
        self._turn = turn
        self._store = store
        self._facade = facade
        self._executor = executor
        self._funnel = funnel
        self._logs = logs
        self._approvals = approvals
        self._policies = policies
        self._clock = clock
        self._ids = ids
        self._actor = Actor(kind="agent", id=turn.agent.id, name=turn.agent.name)
        self._speaking: str | None = None
        self._said: list[str] = []
        self._heard: dict[str, str] = {}
        self._kit = Kit(turn, self, verbs)
        self._traces = traces
        self.uses: list[ModelUse] = []

    def offers(self) -> list[Offer]:
        return workbench.offers_of(self._turn.agent.tools, self._executor.describe)

    async def use(self, name: str, arguments: JsonObject) -> Told:
        return await workbench.use(self._kit, name, arguments)

    async def call(self, tool: str, arguments: JsonObject) -> Reading:
        self._refuse_foreign(tool)
        await self.finish_speaking()
        known = self._executor.describe(tool)
        if known is not None and needs_approval(known):
            await self._approvals.ask(self._turn, known, arguments)
        call, started = self._ids.new(), self._clock.now()
        await self._log([ToolStarted(call=call, tool=tool, arguments=arguments, at=started)])
        called = Called(call=call, tool=tool, arguments=arguments)
        try:
            done = await self._executor.run(
                tool,
                arguments,
                actor=self._actor,
                run=self._turn.run,
                extract=self._policies.get(tool, ToolPolicy()).extract,
                at_most="row_write",
            )
        except Refusal as refusal:
            seconds = (self._clock.now() - started).total_seconds()
            await self._ended(called, {"status": "failed", "seconds": seconds, "preview": refusal.message})
            raise
        except asyncio.CancelledError:
            seconds = (self._clock.now() - started).total_seconds()
            await self._ended(called, {"status": "failed", "seconds": seconds, "preview": STOPPED})
            raise
        reading = done.reading
        self._heard[reading.id] = done.result.text[:HEARD]
        seconds = ((reading.ended_at or started) - started).total_seconds()
        whole = {"status": "done", "seconds": seconds, **came_of(done)}
        await self._ended(called, whole, size_of(done.result))
        return reading

    async def _ended(self, called: Called, update: dict[str, object], size: int | None = None) -> None:
        body = called.model_copy(update=update)
        message = self._message(body)
        event = ToolEnded(
            call=body.call,
            tool=body.tool,
            message=message.id,
            status="done" if body.status == "done" else "failed",
            rows=body.rows,
            seconds=body.seconds,
            preview=body.preview,
            reading=body.reading,
            size=size,
            at=self._clock.now(),
        )
        await self._log([event], [message])

    async def recorded(self, tool: str, arguments: JsonObject, work: Callable[[], Awaitable[Told]]) -> Told:
        """Uses one of the house's own tools where the person can see it. A refusal is told, not raised."""
        await self.finish_speaking()
        called, started = Called(call=self._ids.new(), tool=tool, arguments=arguments), self._clock.now()
        await self._log([ToolStarted(call=called.call, tool=tool, arguments=arguments, at=started)])
        status = "done"
        try:
            told = await work()
        except Refusal as refusal:
            told, status = refused(refusal), "failed"
        preview = f"{told.said}\n{told.data}".strip()[:PREVIEW]
        seconds = (self._clock.now() - started).total_seconds()
        await self._ended(called, {"status": status, "seconds": seconds, "preview": preview})
        return told

    def heard(self, reading: Reading) -> str:
        """The beginning of what a tool answered in this run, as text."""
        return self._heard.get(reading.id, "")

    async def look_up(self, tool: str, arguments: JsonObject) -> Reading:
        self._refuse_foreign(tool)
        extract = self._policies.get(tool, ToolPolicy()).extract
        done = await self._executor.run(tool, arguments, actor=self._actor, extract=extract, at_most="read")
        return done.reading

    def _refuse_foreign(self, tool: str) -> None:
        if tool not in self._turn.agent.tools:
            raise not_found("tool_not_found", "tool", tool, self._turn.agent.tools)

    async def show_reading(self, reading: Reading, block: JsonObject, title: str) -> Answer:
        policy = self._policies.get(reading.tool, ToolPolicy())
        return await self._show(shown_reading(reading, policy, self._executor.describe(reading.tool), block, title))

    async def show_rows(
        self,
        rows: list[Values],
        fields: list[Field],
        block: JsonObject,
        title: str,
        columns: dict[str, str] | None = None,
    ) -> Answer:
        readings = await self._store.read(lambda tx: tx.readings_of_run(self._turn.run))
        whole = {"title": title, **block}
        describe, locale = self._executor.describe, self._turn.locale
        return await self._show(
            shown_rows(rows, fields, columns or {}, readings, self._policies, describe, whole, locale)
        )

    async def show_content(self, content: JsonObject, block: JsonObject, title: str) -> Answer:
        """Shows a block whose data the agent gives; it has no origin."""
        return await self._show(shown_content(content, block, title))

    async def _show(self, shown: Shown) -> Answer:
        await self.finish_speaking()
        answer = Answer(
            id=self._ids.new(),
            thread=self._turn.thread,
            run=self._turn.run,
            at=self._clock.now(),
            block=shown.block,
            fields=shown.fields,
            key=shown.key,
            rows=shown.rows,
            content=shown.content,
            provenance=shown.provenance,
        )
        message = self._message(ShownMessage(answer=answer.id))
        await self._store.write(lambda tx: tx.save_answer(answer))
        await self._log([BlockShown(message=message.id, answer=answer)], [message])
        return answer

    async def say(self, delta: str) -> None:
        if not delta:
            return
        events: list[RunEvent] = []
        if self._speaking is None:
            self._speaking = self._ids.new()
            events.append(TextStarted(message=self._speaking))
        self._said.append(delta)
        await self._log([*events, TextAdded(message=self._speaking, delta=delta)])

    async def finish_speaking(self) -> None:
        """What was said so far becomes one message; also called when the run ends."""
        if self._speaking is None:
            return
        message = self._message(Answered(text="".join(self._said)), self._speaking)
        event = TextEnded(message=self._speaking)
        self._speaking, self._said = None, []
        await self._log([event], [message])

    async def suggest(self, chips: list[str]) -> None:
        await self.finish_speaking()
        message = self._message(Suggested(chips=chips))
        await self._log([ChipsShown(message=message.id, chips=chips)], [message])

    async def used(self, use: ModelUse, seconds: float, *, failed: bool = False) -> None:
        self.uses.append(use)
        if self._traces is not None:
            facts: dict[str, Fact] = {
                "gen_ai.request.model": use.model,
                "gen_ai.usage.input_tokens": use.input_tokens,
                "gen_ai.usage.output_tokens": use.output_tokens,
                "liveapps.failed": failed,
            }
            self._traces.past(f"chat {use.model}", seconds, facts)
        await self._log([ModelAsked(use=use, seconds=seconds, failed=failed, at=self._clock.now())])

    async def create_panel(self, template: JsonObject) -> Receipt:
        read = read_template(template)
        return await self.write(CreatePanel(panel=self._ids.new(), agent=self._turn.agent.id, template=read))

    async def ship_rows(self, panel: str, collection: str, rows: list[Values]) -> Receipt:
        """An agent's list is always partial: what it leaves out says nothing about the world."""
        return await self.write(Ship(panel=panel, collection=collection, rows=rows))

    async def patch_row(self, panel: str, collection: str, row: str, values: Values) -> Receipt:
        return await self.write(PatchRow(panel=panel, collection=collection, row=row, set=values))

    async def annotate(self, panel: str, collection: str, row: str, text: str) -> Receipt:
        return await self.write(Annotate(panel=panel, collection=collection, row=row, text=text))

    def origin(self, reading: Reading | None = None) -> Origin:
        """The agent's own; what it takes from a reading is as old as that, and from its tool."""
        stamped = Origin(
            door="chat", actor=self._actor, at=self._clock.now(), locale=self._turn.locale, run=self._turn.run
        )
        if reading is None:
            return stamped
        came = {"tool": reading.tool, "reading": reading.id, "collected_at": reading.ended_at or reading.started_at}
        return stamped.model_copy(update=came)

    async def write(self, write: Write, reading: Reading | None = None) -> Receipt:
        """Through the funnel. `reading` is where what is written comes from."""
        origin = self.origin(reading)
        started = self._clock.now()
        receipt = await self._funnel.write(write, origin)
        now = self._clock.now()
        told = PanelWritten(
            write=write.kind,
            panel=receipt.panel,
            version=receipt.version,
            rows=len(receipt.added) + len(receipt.changed),
            seconds=(now - started).total_seconds(),
            at=now,
        )
        await self._log([told])
        return receipt

    def _message(self, body: Answered | Called | ShownMessage | Suggested, message: str | None = None) -> Message:
        return Message(
            id=message or self._ids.new(),
            thread=self._turn.thread,
            seq=0,
            run=self._turn.run,
            at=self._clock.now(),
            body=body,
        )

    async def _log(self, events: list[RunEvent], messages: list[Message] | None = None) -> None:
        await self._logs.append(self._turn.run, events, messages or [])
