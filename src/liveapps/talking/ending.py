"""How a run ends: what it left open is settled, and its end is kept, in one transaction."""

import logging
from collections.abc import Sequence
from datetime import datetime

from liveapps.conversation.approvals import Approval
from liveapps.conversation.run_events import RUN_EVENT, RunEnded, RunEvent
from liveapps.conversation.threads import Broke, Message, Run, RunStatus
from liveapps.conversation.usage import ModelUse, totals
from liveapps.panels.errors import Refusal
from liveapps.ports import Clock, Ids, Tx

from .approvals import left_by, put
from .heartbeat import is_lost
from .recovery import cut_off
from .run_log import RunLogs, RunOver

log = logging.getLogger("liveapps.talking")
RESTARTED = ("The server was restarted during this run.", "Ask again.")


class Ending:
    def __init__(self, logs: RunLogs, clock: Clock, ids: Ids) -> None:
        self._logs = logs
        self._clock = clock
        self._ids = ids

    async def end(self, state: Run, status: RunStatus, refusal: Refusal | None, uses: Sequence[ModelUse]) -> None:
        """A run of this server. Raises RunOver."""
        now = self._clock.now()

        async def body(tx: Tx) -> tuple[Sequence[RunEvent], Run]:
            kept = await _locked(tx, state)
            return await self._ended(tx, kept, status, refusal, totals(uses), now)

        await self._logs.write(state.id, body)

    async def end_lost(self, state: Run, *, sure: bool = False) -> None:
        """A run whose server is gone, unless it turns out to be there after all. What it had said stays."""
        now = self._clock.now()

        async def body(tx: Tx) -> tuple[Sequence[RunEvent], Run]:
            kept = await _locked(tx, state)
            if not sure and not is_lost(kept, now):
                raise RunOver
            past = [RUN_EVENT.validate_json(text) for _, text in await tx.run_events(state.id, 0)]
            closed, messages = cut_off(state, past, now, self._ids)
            for message in messages:
                await tx.append_message(message)
            refusal = Refusal("internal_error", *RESTARTED)
            events, ended = await self._ended(tx, kept, "failed", refusal, kept.usage, now)
            return [*closed, *events], ended

        await self._logs.resume(state.id)
        try:
            await self._logs.write(state.id, body)
        except RunOver:
            log.info("run %s is not lost", state.id)
        finally:
            self._logs.ended(state.id)

    async def _ended(
        self, tx: Tx, kept: Run, status: RunStatus, refusal: Refusal | None, used: list[ModelUse], now: datetime
    ) -> tuple[Sequence[RunEvent], Run]:
        waiting = await _left_calls(tx, kept, in_order=status in ("finished", "waiting"))
        # It waits if something does, whatever its runtime made of that.
        how: RunStatus = "waiting" if waiting else "finished" if status == "waiting" else status
        if refusal is not None:
            await tx.append_message(self._broke(kept, refusal, now))
        error = refusal.envelope() if refusal else None
        changes = {"status": how, "ended_at": now, "error": error, "usage": used, "alive_until": None}
        return [_told(kept, how, refusal, waiting, used, now)], kept.model_copy(update=changes)

    def _broke(self, state: Run, refusal: Refusal, now: datetime) -> Message:
        body = Broke(code=refusal.code, message=refusal.message, next_step=refusal.next_step)
        return Message(id=self._ids.new(), thread=state.thread, seq=0, run=state.id, at=now, body=body)


async def _locked(tx: Tx, state: Run) -> Run:
    """The run as it is under the lock of its thread: nobody decides, or makes a call, meanwhile. Raises RunOver."""
    await tx.thread(state.thread)
    kept = await tx.run(state.id)
    if kept is None or kept.status != "running":
        raise RunOver
    return kept


async def _left_calls(tx: Tx, state: Run, *, in_order: bool) -> list[Approval]:
    """Those of a run that ends which wait for a person. The others are settled."""
    approvals = await tx.approvals(state.thread)
    for approval in approvals:
        left = left_by(approval, state.id, in_order=in_order)
        if left is not None:
            await put(tx, *left)
    return [one for one in approvals if one.run == state.id and one.status == "waiting"] if in_order else []


def _told(
    state: Run, status: RunStatus, refusal: Refusal | None, waiting: list[Approval], usage: list[ModelUse], at: datetime
) -> RunEnded:
    assert status != "running"
    return RunEnded(
        thread=state.thread,
        run=state.id,
        status=status,
        code=refusal.code if refusal else None,
        message=refusal.message if refusal else None,
        next_step=refusal.next_step if refusal else None,
        waiting=waiting,
        usage=usage,
        at=at,
    )
