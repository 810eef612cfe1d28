"""Every call of an assistant passes here: logged, told from one that was made already, and answered by a hand-off."""

import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import orjson

from liveapps.blocks.base import JsonObject
from liveapps.conversation.hosts import CallFacts, CallKind, HostCall, HostSession
from liveapps.conversation.repeats import WINDOW, key_of, refuse_flood, refuse_third
from liveapps.panels.errors import Refusal
from liveapps.ports import Clock, Ids, Store, Tx

from .caller import Caller
from .events import Events
from .factory import Done, Handed, hand_over, refuse
from .outputs import Missed

log = logging.getLogger("liveapps.handing")
LOOKED_AT = 500
"""The newest calls of a conversation among which repeats are sought: more than the window can hold unrefused."""
UNTOLD_ARGUMENTS = frozenset({"token"})


@dataclass(frozen=True)
class Call:
    """One call as a door has read it. What it does is in `kind`; `arguments` are JSON values."""

    tool: str
    kind: CallKind
    arguments: JsonObject


@dataclass(frozen=True)
class Begun:
    """`key` is the same for a call and its repeats: what it writes is written once under it."""

    session: str
    call: HostCall
    key: str
    before: list[HostCall]
    refusal: Refusal | None = None


Work = Callable[[Begun], Awaitable[Done]]


class Calls:
    def __init__(self, store: Store, events: Events, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._events = events
        self._clock = clock
        self._ids = ids

    async def answer(self, caller: Caller, call: Call, work: Work) -> Handed:
        """Never raises: whatever is wrong is in the hand-off."""
        try:
            begun = await self._begin(caller, call)
        except Refusal as refusal:
            return refuse(refusal)
        done, refusal = None, begun.refusal
        if refusal is None:
            done, refusal = await self._done(begun, work)
        if done is None:
            assert refusal is not None
            handed = refuse(refusal, str(refusal.facts.get("link", "")))
            await self._end(begun, handed, refusal=refusal)
            return handed
        missed = await self._missed(begun, caller) if call.kind != "widget" else []
        handed = hand_over(done, missed)
        await self._end(begun, handed, done=done, missed=missed)
        return handed

    async def refused(self, caller: Caller, call: Call, refusal: Refusal) -> Handed:
        """For a call that could not even be read."""

        async def work(_: Begun) -> Done:
            raise refusal

        return await self.answer(caller, call, work)

    async def _done(self, begun: Begun, work: Work) -> tuple[Done | None, Refusal | None]:
        try:
            done = await work(begun)
            if begun.call.kind == "read":
                refuse_third(begun.before, begun.call.asked, _sameness(done))
        except Refusal as refusal:
            return None, refusal
        except Exception:
            log.exception('the tool "%s" failed', begun.call.tool)
            return None, Refusal("internal_error", "Something went wrong on the server.", "Try again later.")
        return done, None

    async def _begin(self, caller: Caller, call: Call) -> Begun:
        now = self._clock.now()
        asked = _digest([call.tool, {k: v for k, v in call.arguments.items() if k not in UNTOLD_ARGUMENTS}])
        session = HostSession(
            id=self._ids.new(), person=caller.user.id, conversation=caller.conversation, opened_at=now, last_at=now
        )
        made = self._ids.new()

        async def body(tx: Tx) -> Begun:
            kept = await tx.open_host_session(session)
            before = [one for one in await tx.host_calls(kept.id, LOOKED_AT) if now - one.at < WINDOW]
            mine = HostCall(
                id=made,
                key=made,
                session=kept.id,
                tool=call.tool,
                kind=call.kind,
                at=now,
                asked=asked,
                sizes=_sizes(call),
            )
            key = key_of(before, mine)
            mine = mine.model_copy(update={"key": key, "replayed": key != made})
            await tx.save_host_call(mine)
            return Begun(kept.id, mine, key, before, _refusal(call, before, asked))

        return await self._store.write(body)

    async def _end(
        self,
        begun: Begun,
        handed: Handed,
        *,
        done: Done | None = None,
        refusal: Refusal | None = None,
        missed: list[Missed] | None = None,
    ) -> None:
        took = self._clock.now() - begun.call.at
        change: dict[str, Any] = {
            "status": "refused" if refusal else "done",
            "outcome": handed.outcome,
            "code": refusal.code if refusal else None,
            "answered": _sameness(done) if done else None,
            "milliseconds": int(took.total_seconds() * 1000),
            "told_events": len(missed or []),
            "facts": done.facts if done else CallFacts(),
        }
        call = begun.call.model_copy(update=change)
        try:
            await self._store.write(lambda tx: tx.save_host_call(call))
        except Refusal as lost:
            # What the call did is done: that its end is not in the log must not make it look otherwise.
            log.warning('the end of a call of "%s" is not in the log: %s', call.tool, lost.code)

    async def _missed(self, begun: Begun, caller: Caller) -> list[Missed]:
        try:
            return await self._events.missed(begun.session, caller)
        except Refusal as lost:
            log.warning("what a person did in a widget is told later: %s", lost.code)
            return []


def _refusal(call: Call, before: list[HostCall], asked: str) -> Refusal | None:
    try:
        refuse_flood(before, call.tool)
        if call.kind == "refresh":
            refuse_third(before, asked)
    except Refusal as refusal:
        return refusal
    return None


def _sameness(done: Done) -> str:
    return _digest(done.sameness if done.sameness is not None else done.output.model_dump(mode="json"))


def _sizes(call: Call) -> dict[str, int]:
    return {name: len(orjson.dumps(value)) for name, value in call.arguments.items() if value is not None}


def _digest(value: Any) -> str:
    return hashlib.sha256(orjson.dumps(value, option=orjson.OPT_SORT_KEYS)).hexdigest()
