"""Calls from other hosts, what was done in widgets, and proposals, on PostgreSQL."""

from liveapps.conversation.hosts import HostCall, HostSession
from liveapps.conversation.proposals import Proposal
from liveapps.conversation.widget_events import RecordedEvent

from .base import Sql, text
from .driver import Record

SESSION = ("id", "person", "conversation", "opened_at", "last_at")


class HostSql(Sql):
    async def open_host_session(self, session: HostSession) -> HostSession:
        whole = session.model_dump(mode="json")
        return _session((await self._all("open_host_session", *(whole[name] for name in SESSION)))[0])

    async def host_session(self, session: str) -> HostSession | None:
        found = await self._one("host_session", session)
        return _session(found) if found else None

    async def host_sessions(self, limit: int) -> list[HostSession]:
        return [_session(record) for record in await self._all("host_sessions", limit)]

    async def save_host_call(self, call: HostCall) -> None:
        at = call.model_dump(mode="json", include={"at"})["at"]
        await self._run("put_host_call", call.session, call.id, at, call.model_dump_json())

    async def host_calls(self, session: str, limit: int) -> list[HostCall]:
        found = await self._all("host_calls", session, limit)
        return [HostCall.model_validate_json(record[0]) for record in found]

    async def save_host_event(self, event: RecordedEvent) -> None:
        times = event.model_dump(mode="json", include={"at", "told_at"})
        values = (event.session, event.id, times["at"], times["told_at"], event.model_dump_json())
        await self._run("put_host_event", *values)

    async def host_events(self, session: str, *, untold: bool = False) -> list[RecordedEvent]:
        found = await self._all("host_events", session, untold)
        return [RecordedEvent.model_validate_json(record[0]) for record in found]

    async def add_proposal(self, proposal: Proposal) -> Proposal:
        created = proposal.model_dump(mode="json", include={"created_at"})["created_at"]
        values = (proposal.person, proposal.id, proposal.panel, proposal.row, created, proposal.model_dump_json())
        await self._run("add_proposal", *values)
        return await self.proposal(proposal.person, proposal.id) or proposal

    async def proposal(self, person: str, proposal: str) -> Proposal | None:
        found = await self._one("lock_proposal" if self._locks else "proposal", person, proposal)
        return Proposal.model_validate_json(found[0]) if found else None

    async def save_proposal(self, proposal: Proposal) -> None:
        await self._run("put_proposal", proposal.person, proposal.id, proposal.model_dump_json())


def _session(record: Record) -> HostSession:
    return HostSession.model_validate_json(text(dict(zip(SESSION, record, strict=True))))
