"""Looking after the sources: how each is doing, and having one tried now."""

from liveapps.panels.errors import Refusal
from liveapps.panels.source_state import SourceState
from liveapps.people.policy import may_look_after_sources
from liveapps.people.users import User
from liveapps.ports import Sources


class SourceDesk:
    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    def list(self, user: User) -> list[SourceState]:
        """In the order of the configuration. Raises Refusal `forbidden` unless a boss asks."""
        _refuse_others(user)
        return self._sources.states()

    async def retry(self, user: User, source: str) -> SourceState:
        """Opens the source now, also while it is paused; what came of it is in the answer.

        Raises Refusal `forbidden` or `source_not_found`.
        """
        _refuse_others(user)
        return await self._sources.retry(source)


def _refuse_others(user: User) -> None:
    if not may_look_after_sources(user):
        raise Refusal("forbidden", "Only an agent boss looks after the sources.", "Ask an agent boss.")
