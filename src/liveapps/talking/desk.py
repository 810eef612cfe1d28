"""What an agent has before it during one run: its tools, the funnel, and a voice."""

from liveapps.acting.executor import Executor
from liveapps.blocks.base import JsonObject
from liveapps.conversation.answers import Answer
from liveapps.conversation.readings import Reading
from liveapps.conversation.run_events import (
    BlockShown,
    ChipsShown,
    RunEvent,
    TextAdded,
    TextEnded,
    TextStarted,
    ToolEnded,
    ToolStarted,
)
from liveapps.conversation.threads import Answered, Called, Message, Suggested
from liveapps.conversation.threads import Shown as ShownMessage
from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.fields import Field
from liveapps.panels.origin import Actor, Origin
from liveapps.panels.receipts import Receipt
from liveapps.panels.rows import Values
from liveapps.panels.sources import ToolPolicy
from liveapps.panels.template import read_template
from liveapps.people.policy import SharedReader
from liveapps.ports import Clock, Ids, Store, Turn
from liveapps.reading.facade import Facade
from liveapps.writing.funnel import Funnel
from liveapps.writing.writes import Annotate, CreatePanel, PatchRow, Ship, Write

from .answering import Shown, shown_reading, shown_rows
from .run_log import RunLogs

PREVIEW = 2_000


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
        policies: dict[str, ToolPolicy],
        clock: Clock,
        ids: Ids,
    ) -> None:
        self._turn = turn
        self._store = store
        self._facade = facade
        self._executor = executor
        self._funnel = funnel
        self._logs = logs
        self._policies = policies
        self._clock = clock
        self._ids = ids
        self._actor = Actor(kind="agent", id=turn.agent.id, name=turn.agent.name)
        self._speaking: str | None = None
        self._said: list[str] = []

    async def call(self, tool: str, arguments: JsonObject) -> Reading:
        self._refuse_foreign(tool)
        await self.finish_speaking()
        call, started = self._ids.new(), self._clock.now()
        await self._log([ToolStarted(call=call, tool=tool, arguments=arguments)])
        called = Called(call=call, tool=tool, arguments=arguments)
        try:
            done = await self._executor.run(
                tool,
                arguments,
                actor=self._actor,
                run=self._turn.run,
                extract=self._policies.get(tool, ToolPolicy()).extract,
            )
        except Refusal as refusal:
            seconds = (self._clock.now() - started).total_seconds()
            await self._ended(called, {"status": "failed", "seconds": seconds, "preview": refusal.message})
            raise
        reading = done.reading
        await self._ended(
            called,
            {
                "status": "done",
                "rows": reading.row_count,
                "seconds": ((reading.ended_at or started) - started).total_seconds(),
                "preview": done.result.text[:PREVIEW],
                "reading": reading.id,
            },
        )
        return reading

    async def _ended(self, called: Called, update: dict[str, object]) -> None:
        body = called.model_copy(update=update)
        message = self._message(body)
        event = ToolEnded(
            call=body.call,
            message=message.id,
            status="done" if body.status == "done" else "failed",
            rows=body.rows,
            seconds=body.seconds,
            preview=body.preview,
            reading=body.reading,
        )
        await self._log([event], [message])

    async def look_up(self, tool: str, arguments: JsonObject) -> Reading:
        self._refuse_foreign(tool)
        extract = self._policies.get(tool, ToolPolicy()).extract
        return (await self._executor.run(tool, arguments, actor=self._actor, extract=extract)).reading

    def _refuse_foreign(self, tool: str) -> None:
        if tool not in self._turn.agent.tools:
            raise not_found("tool_not_found", "tool", tool, self._turn.agent.tools)

    async def show_reading(self, reading: Reading, block: JsonObject, title: str) -> Answer:
        policy = self._policies.get(reading.tool, ToolPolicy())
        return await self._show(shown_reading(reading, policy, block, title))

    async def show_rows(self, rows: list[Values], fields: list[Field], block: JsonObject, title: str) -> Answer:
        readings = await self._store.read(lambda tx: tx.readings_of_run(self._turn.run))
        return await self._show(shown_rows(rows, fields, readings, self._policies, {"title": title, **block}))

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

    async def read_panel(self, name: str) -> str:
        reader = SharedReader(self._turn.agent.id)
        found = await self._facade.named(reader, name)
        return await self._facade.context(reader, found.id)

    async def create_panel(self, template: JsonObject) -> Receipt:
        read = read_template(template)
        return await self._write(CreatePanel(panel=self._ids.new(), agent=self._turn.agent.id, template=read))

    async def ship_rows(self, panel: str, collection: str, rows: list[Values]) -> Receipt:
        """An agent's list is always partial: what it leaves out says nothing about the world."""
        return await self._write(Ship(panel=panel, collection=collection, rows=rows))

    async def patch_row(self, panel: str, collection: str, row: str, values: Values) -> Receipt:
        return await self._write(PatchRow(panel=panel, collection=collection, row=row, set=values))

    async def annotate(self, panel: str, collection: str, row: str, text: str) -> Receipt:
        return await self._write(Annotate(panel=panel, collection=collection, row=row, text=text))

    async def _write(self, write: Write) -> Receipt:
        origin = Origin(
            door="chat", actor=self._actor, at=self._clock.now(), locale=self._turn.locale, run=self._turn.run
        )
        return await self._funnel.write(write, origin)

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
        await self._logs.append(self._turn.run, events, messages)
