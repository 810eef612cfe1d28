"""Calls from other hosts, what was done in widgets, and proposals, on SQLite."""

from liveapps.conversation.hosts import HostCall, HostSession
from liveapps.conversation.proposals import Proposal
from liveapps.conversation.widget_events import RecordedEvent

from .base import Record, Sql, text

_SESSION = ("id", "person", "conversation", "opened_at", "last_at")


class HostSql(Sql):
    async def open_host_session(self, session: HostSession) -> HostSession:
        return _session(self._all("open_host_session", **session.model_dump(mode="json"))[0])

    async def host_session(self, session: str) -> HostSession | None:
        found = self._one("host_session", session=session)
        return _session(found) if found else None

    async def host_sessions(self, limit: int) -> list[HostSession]:
        return [_session(record) for record in self._all("host_sessions", limit=limit)]

    async def save_host_call(self, call: HostCall) -> None:
        values = call.model_dump(mode="json", include={"session", "id", "at"})
        self._run("put_host_call", **values, body=call.model_dump_json())

    async def host_calls(self, session: str, limit: int) -> list[HostCall]:
        found = self._all("host_calls", session=session, limit=limit)
        return [HostCall.model_validate_json(record[0]) for record in found]

    async def save_host_event(self, event: RecordedEvent) -> None:
        values = event.model_dump(mode="json", include={"session", "id", "at", "told_at"})
        self._run("put_host_event", **values, body=event.model_dump_json())

    async def host_events(self, session: str, *, untold: bool = False) -> list[RecordedEvent]:
        found = self._all("host_events", session=session, untold=untold)
        return [RecordedEvent.model_validate_json(record[0]) for record in found]

    async def add_proposal(self, proposal: Proposal) -> Proposal:
        values = proposal.model_dump(mode="json", include={"person", "id", "panel", "row", "created_at"})
        self._run("add_proposal", **values, body=proposal.model_dump_json())
        return await self.proposal(proposal.person, proposal.id) or proposal

    async def proposal(self, person: str, proposal: str) -> Proposal | None:
        found = self._one("proposal", person=person, id=proposal)
        return Proposal.model_validate_json(found[0]) if found else None

    async def save_proposal(self, proposal: Proposal) -> None:
        self._run("put_proposal", person=proposal.person, id=proposal.id, body=proposal.model_dump_json())


def _session(record: Record) -> HostSession:
    return HostSession.model_validate_json(text(dict(zip(_SESSION, record, strict=True))))
