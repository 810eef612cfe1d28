"""Writes to one panel follow one another anyway: those that wait for it are done in one transaction, with one lock and
one wait for the disk."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from liveapps.panels.errors import Refusal
from liveapps.ports import Tx

from .driver import Away, Conflict
from .tx import PostgresTx

MOST = 16
"""How many are done at once: the first of them waits for the last."""
Body = Callable[[Tx], Awaitable[Any]]
Alone = Callable[[Body], Awaitable[Any]]
"""Runs a body in a transaction of its own."""


@dataclass(eq=False)
class Waiting:
    body: Body
    done: asyncio.Future[Any]

    def settle(self, outcome: Any) -> None:
        if isinstance(outcome, BaseException):
            self.done.set_exception(outcome)
        else:
            self.done.set_result(outcome)


class Turns:
    """The writes that wait, by panel."""

    def __init__(self, alone: Alone) -> None:
        self._alone = alone
        self._waiting: dict[str, list[Waiting]] = {}

    def add(self, panel: str, body: Body) -> tuple[asyncio.Future[Any], bool]:
        """What the body will return, and whether someone must `work` on this panel."""
        waiting = Waiting(body, asyncio.get_running_loop().create_future())
        idle = panel not in self._waiting
        self._waiting.setdefault(panel, []).append(waiting)
        return waiting.done, idle

    async def work(self, panel: str) -> None:
        """Until nobody waits at this panel."""
        while turn := self._waiting[panel][:MOST]:
            del self._waiting[panel][:MOST]
            for waiting, outcome in zip(turn, await self._outcomes([one.body for one in turn]), strict=True):
                waiting.settle(outcome)
        del self._waiting[panel]

    async def _outcomes(self, bodies: Sequence[Body]) -> list[Any]:
        if len(bodies) == 1:
            return [await self._outcome(bodies[0])]
        try:
            return await self._alone(lambda tx: _one_after_another(tx, bodies))
        except _Apart:
            return [await self._outcome(body) for body in bodies]
        except Exception as failed:  # of the transaction, so of all of them
            return [failed for _ in bodies]

    async def _outcome(self, body: Body) -> Any:
        try:
            return await self._alone(body)
        except Exception as failed:
            return failed


class _Apart(Exception):
    """One body undid what it had begun: the others must not be undone with it."""


async def _one_after_another(tx: Tx, bodies: Sequence[Body]) -> list[Any]:
    """What each returns, or the refusal it raises before it has written anything: that is how nearly all refuse."""
    assert isinstance(tx, PostgresTx)
    outcomes: list[Any] = []
    for body in bodies:
        sent = tx.sent
        try:
            outcomes.append(await body(tx))
            await tx.send()
        except Refusal as refused:
            if tx.sent != sent:
                raise _Apart from refused
            tx.drop_unsent()
            outcomes.append(refused)
        except (*Conflict, *Away):
            raise
        except Exception as failed:
            raise _Apart from failed
    return outcomes
