"""What people did in widgets, told to the assistant that has not heard of it."""

from liveapps.conversation.widget_events import RecordedEvent, sentence
from liveapps.panels.errors import Refusal
from liveapps.panels.ownership import STAGE
from liveapps.panels.template import Collection
from liveapps.people.policy import HostReader
from liveapps.ports import Clock, Store, Tx
from liveapps.reading.facade import Facade

from .caller import Caller
from .outputs import Missed
from .showing import title_of


class Events:
    def __init__(self, facade: Facade, store: Store, clock: Clock) -> None:
        self._facade = facade
        self._store = store
        self._clock = clock

    async def missed(self, session: str, caller: Caller) -> list[Missed]:
        """What this conversation has not been told, each once, oldest first."""
        if not await self._store.read(lambda tx: tx.host_events(session, untold=True)):
            return []
        now = self._clock.now()

        async def body(tx: Tx) -> list[RecordedEvent]:
            untold = await tx.host_events(session, untold=True)
            for one in untold:
                await tx.save_host_event(one.model_copy(update={"told_at": now}))
            return untold

        taken = await self._store.write(body)
        return [await self._told(one, caller) for one in taken]

    async def _told(self, recorded: RecordedEvent, caller: Caller) -> Missed:
        event = recorded.event
        return Missed(
            event_id=event.event_id,
            event=event.event,
            at=recorded.at,
            proposal=event.proposal,
            sentence=await self._sentence(recorded, caller),
        )

    async def _sentence(self, recorded: RecordedEvent, caller: Caller) -> str:
        reader = HostReader(caller.user)
        name, of = recorded.row or "", None
        try:
            head = await self._facade.head(reader, recorded.panel)
            of = head.template.collection(recorded.collection)
            if recorded.row is not None:
                name = title_of(of, (await self._facade.row(reader, head.id, of.id, recorded.row)).row)
        except Refusal:
            pass  # the panel or the row is gone by now: then its id has to do
        return sentence(recorded, caller.locale, name, lambda what, which: _name_of(of, what, which))


def _name_of(of: Collection | None, what: str, which: str) -> str:
    if of is None:
        return which
    stage = of.stage_field
    if what == "stage" and stage is not None:
        return next((one.title for one in stage.options if one.id == which), which)
    if which == STAGE and stage is not None:
        return stage.title
    return next((field.title for field in of.fields if field.id == which), which)
