"""Calls that wait for a person: asked, decided, and carried out once."""

import asyncio
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import NoReturn

from liveapps.acting.arguments import check_values
from liveapps.acting.executor import Call, Executor, size_of
from liveapps.blocks.base import JsonObject
from liveapps.conversation.approvals import Approval, ApprovalStatus, Decision
from liveapps.conversation.run_events import RunEvent, ToolEnded, ToolStarted, ToolWaiting
from liveapps.conversation.threads import Called, Message
from liveapps.panels.errors import Refusal, gone
from liveapps.panels.origin import Actor
from liveapps.panels.powers import Tool
from liveapps.panels.sources import ToolPolicy
from liveapps.people.users import User
from liveapps.ports import Clock, Ids, RunPaused, Store, Turn, Tx

from .run_log import RunLogs, RunOver

OPEN_FOR = timedelta(days=7)
"""How long a call may wait: what was sensible to do then may no longer be."""
PREVIEW = 2_000
LARGEST_EDIT = 200_000
NOT_MADE: dict[ApprovalStatus, str] = {
    "declined": "The person declined this call. It was not made.",
    "withdrawn": "The conversation went on without a decision about this call. It was not made.",
    "expired": "Nobody decided about this call in time. It was not made.",
}
MAY_HAVE = "It is not known whether this call took effect: {why} Do not repeat it; ask the person to look."
BEFORE_IT = "The run ended before this call was made."


class Approvals:
    def __init__(
        self,
        store: Store,
        executor: Executor,
        policies: Mapping[str, ToolPolicy],
        logs: RunLogs,
        clock: Clock,
        ids: Ids,
    ) -> None:
        self._store = store
        self._executor = executor
        self._policies = policies
        self._logs = logs
        self._clock = clock
        self._ids = ids

    async def ask(self, turn: Turn, tool: Tool, arguments: JsonObject) -> NoReturn:
        """Raises RunPaused, or Refusal `invalid_input`: nobody is asked about a call that could not be made."""
        check_values(tool, arguments)
        now = self._clock.now()
        approval = Approval(
            id=self._ids.new(),
            thread=turn.thread,
            run=turn.run,
            call=self._ids.new(),
            message=self._ids.new(),
            tool=tool.name,
            title=tool.title or tool.name,
            arguments=arguments,
            power=tool.power,
            asked_at=now,
            expires_at=now + OPEN_FOR,
        )
        events: list[RunEvent] = [
            ToolStarted(call=approval.call, tool=tool.name, arguments=arguments, at=now),
            ToolWaiting(approval=approval),
        ]
        await self._logs.append(turn.run, events, [_message(approval, {})], lambda tx: tx.save_approval(approval))
        raise RunPaused

    def edited(self, approval: Approval, decision: Decision) -> Approval:
        """Raises Refusal `invalid_input` when the tool does not take what the person wrote, or `payload_too_large`."""
        changed = decision.arguments
        if approval.status != "approved" or changed is None or changed == approval.arguments:
            return approval
        size = len(decision.model_dump_json())
        if size > LARGEST_EDIT:
            raise Refusal(
                "payload_too_large",
                f"The arguments weigh {size} bytes; the limit is {LARGEST_EDIT}.",
                "Send less, or decline.",
                limit_bytes=LARGEST_EDIT,
            )
        tool = self._executor.describe(approval.tool)
        if tool is not None:
            check_values(tool, changed)
        return approval.model_copy(update={"arguments": changed, "edited_from": approval.arguments})

    async def carry_out(self, run: str, approvals: Iterable[Approval], actor: Actor) -> None:
        """Makes the calls that were approved, one after the other, each once: that it is being made is kept before,
        what came of it after. One that is cut off may have taken effect, and is never made again by itself."""
        for approval in approvals:
            if approval.status == "approved":
                await self._make(run, approval.model_copy(update={"status": "running"}), actor)

    async def _make(self, run: str, approval: Approval, actor: Actor) -> None:
        started = self._clock.now()

        async def begin(tx: Tx) -> None:
            await tx.thread(approval.thread)  # under its lock: whoever ends a lost run holds it too
            kept = await tx.approval(approval.id)
            if kept is None or kept.status != "approved" or kept.goes_on != run:
                raise RunOver
            await put(tx, approval)

        await self._store.write(begin)
        try:
            done = await self._executor.run(
                approval.tool,
                approval.arguments,
                actor=actor,
                run=run,
                extract=self._policies.get(approval.tool, ToolPolicy()).extract,
                at_most=approval.power,
            )
        except Refusal as refusal:
            status, said = _not_done(refusal)
            await self._ended(run, approval, status, started, {"preview": said})
        except asyncio.CancelledError:
            said = MAY_HAVE.format(why="it was stopped while it ran.")
            await asyncio.shield(self._ended(run, approval, "unknown", started, {"preview": said}))
            raise
        except Exception:
            said = MAY_HAVE.format(why="it broke off.")
            await self._ended(run, approval, "unknown", started, {"preview": said})
        else:
            await self._ended(run, approval, "done", started, came_of(done), size_of(done.result))

    async def _ended(
        self,
        run: str,
        approval: Approval,
        status: ApprovalStatus,
        started: datetime,
        more: dict[str, object],
        size: int | None = None,
    ) -> None:
        over = approval.model_copy(update={"status": status})
        seconds = (self._clock.now() - started).total_seconds()
        whole = {"seconds": seconds, **more}
        event = ended(called_of(over, whole), over, self._clock.now(), size)
        await self._logs.append(run, [event], also=lambda tx: put(tx, over, whole))


def came_of(done: Call) -> dict[str, object]:
    """What a call says of its result."""
    return {"rows": done.reading.row_count, "preview": done.result.text[:PREVIEW], "reading": done.reading.id}


def _not_done(refusal: Refusal) -> tuple[ApprovalStatus, str]:
    """A tool that was reached and did not answer legibly may have done what it was asked."""
    reached = refusal.code in ("tool_timeout", "tool_output_unreadable")
    if reached or (refusal.code == "source_failed" and "tool" in refusal.facts):
        return "unknown", MAY_HAVE.format(why=refusal.message)
    return "failed", refusal.message


def called_of(approval: Approval, more: Mapping[str, object]) -> Called:
    said = NOT_MADE.get(approval.status, "")
    because = f" The reason: {approval.reason}" if said and approval.reason else ""
    called = Called(
        call=approval.call,
        tool=approval.tool,
        arguments=approval.arguments,
        status=approval.status,
        preview=said + because,
        approval=approval.mark(),
    )
    return called.model_copy(update=more)


def _message(approval: Approval, more: Mapping[str, object]) -> Message:
    return Message(
        id=approval.message,
        thread=approval.thread,
        seq=0,
        run=approval.run,
        at=approval.asked_at,
        body=called_of(approval, more),
    )


async def put(tx: Tx, approval: Approval, more: Mapping[str, object] | None = None) -> None:
    """An approval and the call it is about never say different things."""
    await tx.save_approval(approval)
    await tx.save_message(_message(approval, more or {}))


def ended(called: Called, approval: Approval, at: datetime, size: int | None = None) -> ToolEnded:
    status = approval.status
    assert status not in ("waiting", "approved", "running")
    return ToolEnded(
        call=called.call,
        tool=called.tool,
        message=approval.message,
        status=status,
        rows=called.rows,
        seconds=called.seconds,
        preview=called.preview,
        reading=called.reading,
        size=size,
        at=at,
    )


def decided(approval: Approval, decision: Decision, user: User, now: datetime) -> Approval:
    """Raises Refusal `approval_expired`, or `approval_decided` when it no longer waits. To decline one that has
    expired only lets the conversation go on."""
    if is_due(approval, now):
        if not decision.approve:
            return left_alone(approval, now)
        raise Refusal(
            "approval_expired",
            f'"{approval.title}" waited for a decision until {approval.expires_at.isoformat()}. It was not called.',
            "Ask the agent again.",
            approval=approval.id,
            tool=approval.tool,
            expired_at=approval.expires_at.isoformat(),
        )
    if approval.status != "waiting":
        raise Refusal(
            "approval_decided",
            f'"{approval.title}" is decided already: it is {approval.status}.',
            "Open the thread to see what came of it.",
            approval=approval.id,
            tool=approval.tool,
            status=approval.status,
            run=approval.goes_on,
        )
    actor = Actor(kind="person", id=user.id, name=user.name)
    changes = {"status": "approved" if decision.approve else "declined", "reason": decision.reason}
    return approval.model_copy(update=changes | {"decided_by": actor, "decided_at": now})


def is_due(approval: Approval, now: datetime) -> bool:
    return approval.status == "waiting" and now >= approval.expires_at


def left_alone(approval: Approval, now: datetime) -> Approval:
    """What becomes of a call that still waits when its thread goes on without a decision."""
    if approval.status != "waiting":
        return approval
    return approval.model_copy(update={"status": "expired" if is_due(approval, now) else "withdrawn"})


def repeats(approval: Approval, decision: Decision, user: User) -> bool:
    """Whether the decision is the one that was made: it may be sent twice when the first answer got lost."""
    if approval.decided_by is None or approval.decided_by.id != user.id:
        return False
    same = decision.arguments is None or decision.arguments == approval.arguments
    return same and decision.approve is (approval.status != "declined")


def left_by(approval: Approval, run: str, *, in_order: bool) -> tuple[Approval, dict[str, object]] | None:
    """What the end of a run makes of a call that it asked for or was to make; None when it stays as it is. `in_order`
    when the run ended by itself: what it asked for may then wait."""
    if approval.goes_on == run and approval.status == "approved":
        return approval.model_copy(update={"status": "failed"}), {"preview": BEFORE_IT}
    if approval.goes_on == run and approval.status == "running":
        told = MAY_HAVE.format(why="the server stopped while it ran.")
        return approval.model_copy(update={"status": "unknown"}), {"preview": told}
    if approval.run == run and approval.status == "waiting" and not in_order:
        return approval.model_copy(update={"status": "withdrawn", "goes_on": run}), {}
    return None


async def own_approval(tx: Tx, user: User, approval: str) -> Approval:
    """Raises Refusal `approval_not_found`, for one of somebody else too."""
    found = await tx.approval(approval)
    thread = await tx.thread(found.thread) if found else None
    if found is None or thread is None or thread.owner != user.id or thread.deleted_at is not None:
        raise gone("approval_not_found", "approval", approval, "Open the thread to see what waits for you.")
    return found
