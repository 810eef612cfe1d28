"""Computing a whole panel: its calculator is given the public rows, and what it answers is one write."""

import asyncio
from datetime import datetime

from liveapps.blocks.base import JsonObject
from liveapps.blocks.catalogue import Content
from liveapps.conversation.readings import Reading
from liveapps.panels.calculators import Calculator, read_computation
from liveapps.panels.dates import zone_of
from liveapps.panels.errors import Refusal
from liveapps.panels.instance import Freshness
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.receipts import Receipt
from liveapps.people.policy import Reader
from liveapps.ports import Calculations, Clock, Ids, Store
from liveapps.reading.ages import worst
from liveapps.reading.facade import Facade
from liveapps.writing.contents import read_content
from liveapps.writing.funnel import Funnel
from liveapps.writing.parts import not_computed
from liveapps.writing.writes import Compute, MarkFailed

from .leases import Leases
from .receipts import Computed
from .sharing import Shared


class Calculators:
    """No lock is held while a calculator runs: it is given what is there, and the funnel judges what it answers."""

    def __init__(
        self,
        facade: Facade,
        funnel: Funnel,
        calculations: Calculations,
        leases: Leases,
        store: Store,
        clock: Clock,
        ids: Ids,
    ) -> None:
        self._facade = facade
        self._funnel = funnel
        self._calculations = calculations
        self._leases = leases
        self._store = store
        self._clock = clock
        self._ids = ids
        self._shared: Shared[Computed] = Shared()

    async def run(self, reader: Reader, panel: str, origin: Origin) -> Computed:
        """Two people who ask at the same time share one run.

        A calculator that fails is told in the answer (status `error`): the panel stays, marked. Raises Refusal
        `no_refresh` when the panel has none.
        """
        head = await self._facade.head(reader, panel)
        calculator = head.template.calculator
        if calculator is None:
            raise not_computed(head.id)
        return await self._shared.run(head.id, self._alone(head, calculator, origin))

    async def close(self) -> None:
        """Stops the calculators that run."""
        await self._shared.close()

    async def _alone(self, panel: Panel, calculator: Calculator, asked: Origin) -> Computed:
        """Servers on one database share one run, too: what another one computed meanwhile is the answer."""
        before = await self._facade.ages(panel.id, panel.template.computed())
        async with self._leases.held(f"compute:{panel.id}") as waited:
            after = await self._facade.ages(panel.id, panel.template.computed()) if waited else before
            if after != before:
                return _as_found(calculator, after)
            return await self._compute(panel, calculator, asked)

    async def _compute(self, panel: Panel, calculator: Calculator, asked: Origin) -> Computed:
        # Machines write numbers in texts with a point, whatever the panel's language.
        changes = {"door": "calculator", "tool": calculator.tool, "locale": "en", "at": self._clock.now()}
        reading = Reading(
            id=self._ids.new(),
            tool=calculator.tool,
            arguments=calculator.arguments,
            actor=asked.actor,
            panel=panel.id,
            started_at=self._clock.now(),
        )
        origin = asked.model_copy(update={**changes, "reading": reading.id})
        await self._keep(reading)
        try:
            receipt = await self._answered(panel, calculator, origin)
        except Refusal as refusal:
            await self._keep(_ended(reading, self._clock.now(), refusal.message))
            return await self._failed(panel, refusal, origin)
        except BaseException:
            # Shielded: who cancels may do so again while the ledger is being closed.
            await asyncio.shield(self._keep(_ended(reading, self._clock.now(), "The calculation broke off.")))
            raise
        await self._keep(_ended(reading, self._clock.now()))
        return Computed(status="complete", tool=calculator.tool, reading=reading.id, receipt=receipt)

    async def _answered(self, panel: Panel, calculator: Calculator, origin: Origin) -> Receipt:
        given = await self._facade.public_values(panel.id)
        # What is computed is as old as what it was computed from.
        computed_at = self._clock.now()
        now = computed_at.astimezone(zone_of(panel.template.time_zone)).isoformat()
        answer = await self._calculations.run(
            calculator.tool, {"arguments": calculator.arguments, "now": now, "rows": given.rows}
        )
        write = await asyncio.to_thread(_write, panel.id, given.version, calculator.tool, answer)
        stamped = origin.model_copy(update={"at": self._clock.now(), "collected_at": computed_at})
        return await self._funnel.write(write, stamped)

    async def _failed(self, panel: Panel, refusal: Refusal, origin: Origin) -> Computed:
        failure = MarkFailed(
            panel=panel.id, targets=panel.template.computed(), code=refusal.code, message=refusal.message
        )
        receipt = await self._funnel.write(failure, origin.model_copy(update={"at": self._clock.now()}))
        return Computed(
            status="error",
            tool=origin.tool or "",
            reading=origin.reading,
            receipt=receipt,
            code=refusal.code,
            message=refusal.message,
            next_step=refusal.next_step,
            facts=refusal.facts,
        )

    async def _keep(self, reading: Reading) -> None:
        await self._store.write(lambda tx: tx.save_reading(reading))


def _write(panel: str, version: int, tool: str, answer: object) -> Compute:
    computed = read_computation(tool, answer)
    contents = {block: _content(block, raw) for block, raw in computed.contents.items()}
    return Compute(panel=panel, rows=computed.rows, contents=contents, based_on=version)


def _content(block: str, raw: JsonObject) -> Content:
    try:
        return read_content(raw)
    except Refusal as wrong:
        message = f'In "{block}": {wrong.message}'
        raise Refusal(wrong.code, message, wrong.next_step, **wrong.facts, target=block) from wrong


def _as_found(calculator: Calculator, ages: list[Freshness]) -> Computed:
    failed = next((one for one in ages if one.status == "error"), None)
    return Computed(
        status=worst(one.status for one in ages) or "complete",
        tool=calculator.tool,
        reading=next((one.reading for one in ages if one.reading), None),
        code=failed.code if failed else None,
        message=failed.message if failed else None,
        next_step="Compute again." if failed else None,
    )


def _ended(reading: Reading, at: datetime, failure: str | None = None) -> Reading:
    outcome = ("done", "complete") if failure is None else ("failed", "error")
    told = dict(zip(("outcome", "status"), outcome, strict=True))
    return reading.model_copy(update={**told, "ended_at": at, "message": failure})
