"""The log of what assistants in other hosts did, for those who look after the installation. Ids and numbers only."""

from datetime import datetime

from liveapps.blocks.base import Model
from liveapps.conversation.handoffs import AgentDirections, Outcome, directions
from liveapps.conversation.hosts import CallFacts, CallKind, CallStatus, HostCall, HostSession
from liveapps.conversation.widget_events import RecordedEvent, WidgetEvent
from liveapps.panels.errors import Code, Refusal, gone
from liveapps.people.policy import PersonReader, may_look_after_sources, may_see
from liveapps.people.users import User
from liveapps.ports import Store, Tx

SHOWN = 200
CALLS_SHOWN = 2_000


class HostSessionView(Model):
    id: str
    person: str
    person_name: str
    conversation: str
    opened_at: datetime
    last_at: datetime


class HostStep(Model):
    """One call, with what the assistant was told to do next, or one thing a person did in a widget."""

    at: datetime
    tool: str | None = None
    kind: CallKind | None = None
    sizes: dict[str, int] = {}
    facts: CallFacts = CallFacts()
    status: CallStatus | None = None
    outcome: Outcome | None = None
    code: Code | None = None
    directions: AgentDirections | None = None
    milliseconds: int | None = None
    replayed: bool = False
    told_events: int = 0
    event: WidgetEvent | None = None
    told_at: datetime | None = None


class HostSessionDetail(Model):
    """`steps` are in the order in which they happened."""

    session: HostSessionView
    steps: list[HostStep]


class HostLog:
    """Of a panel that they may not see, a boss learns nothing here either."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def sessions(self, user: User) -> list[HostSessionView]:
        """The newest `SHOWN`. Raises Refusal `forbidden` unless a boss or an admin asks."""
        _refuse_others(user)

        async def body(tx: Tx) -> list[HostSessionView]:
            names = {one.id: one.name for one in await tx.users()}
            return [_view(one, names) for one in await tx.host_sessions(SHOWN)]

        return await self._store.read(body)

    async def session(self, user: User, session: str) -> HostSessionDetail:
        """Raises Refusal `session_not_found`, or `forbidden`."""
        _refuse_others(user)

        async def body(tx: Tx) -> HostSessionDetail:
            found = await tx.host_session(session)
            if found is None:
                raise gone("session_not_found", "session", session, "List the sessions: GET /api/mcp/sessions.")
            seen = {panel.id for panel in await tx.panels() if may_see(PersonReader(user), panel)}
            calls = [_of_call(one, seen) for one in await tx.host_calls(session, CALLS_SHOWN)]
            events = [_of_event(one) for one in await tx.host_events(session) if one.panel in seen]
            names = {one.id: one.name for one in await tx.users()}
            steps = sorted([*reversed(calls), *events], key=lambda step: step.at)
            return HostSessionDetail(session=_view(found, names), steps=steps)

        return await self._store.read(body)


def _refuse_others(user: User) -> None:
    if not may_look_after_sources(user):
        raise Refusal("forbidden", "Only an agent boss or an admin reads this log.", "Ask an agent boss.")


def _view(session: HostSession, names: dict[str, str]) -> HostSessionView:
    return HostSessionView(**session.model_dump(), person_name=names.get(session.person, ""))


def _of_call(call: HostCall, seen: set[str]) -> HostStep:
    hidden = call.facts.panel is not None and call.facts.panel not in seen
    return HostStep(
        at=call.at,
        tool=call.tool,
        kind=call.kind,
        sizes=call.sizes,
        facts=CallFacts() if hidden else call.facts,
        status=call.status,
        outcome=call.outcome,
        code=call.code,
        directions=directions(call.outcome) if call.outcome else None,
        milliseconds=call.milliseconds,
        replayed=call.replayed,
        told_events=call.told_events,
    )


def _of_event(recorded: RecordedEvent) -> HostStep:
    facts = CallFacts(panel=recorded.panel, collection=recorded.collection, row=recorded.row)
    return HostStep(at=recorded.at, facts=facts, event=recorded.event, told_at=recorded.told_at)
