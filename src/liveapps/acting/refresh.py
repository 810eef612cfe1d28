"""Refreshing: the tool that the template names is called directly, without the model."""

import asyncio
from collections.abc import Coroutine

from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.powers import may_refresh, not_a_refresher
from liveapps.panels.receipts import Receipt
from liveapps.panels.template import Into, RefreshByTool, Tab
from liveapps.people.policy import Reader
from liveapps.ports import RawResult, Tools
from liveapps.reading.facade import Facade
from liveapps.writing.funnel import Funnel
from liveapps.writing.writes import MarkFailed

from .deliver import delivery
from .executor import Executor
from .extract import extract
from .receipts import AllRefreshed, Refreshed


class Refresher:
    """No lock is held while a tool runs: it reads, then writes what it found through the funnel."""

    def __init__(self, facade: Facade, funnel: Funnel, executor: Executor, tools: Tools) -> None:
        self._facade = facade
        self._funnel = funnel
        self._executor = executor
        self._tools = tools
        self._running: dict[tuple[str, str], asyncio.Task[Refreshed]] = {}

    async def tab(self, reader: Reader, panel: str, tab: str, origin: Origin) -> Refreshed:
        """Two people who refresh the same tab at once share one call.

        A tool that fails is told in the answer (status `error`): the data stays, marked. Raises Refusal
        `no_refresh` or `tool_not_read_only` when the tab cannot be refreshed this way at all.
        """
        head = await self._facade.head(reader, panel)
        found = head.template.tab(tab)
        refresh = self._by_tool(found)
        return await self._shared((head.id, found.id), self._refresh(head, found, refresh, origin))

    async def all(self, reader: Reader, panel: str, origin: Origin) -> AllRefreshed:
        """Every tab with a tool, one after the other. Only for panels that mirror something outside."""
        head = await self._facade.head(reader, panel)
        if head.template.semantics != "sync":
            raise Refusal(
                "no_refresh",
                "This panel is made by an agent: refreshing all of it would destroy what is there.",
                "Refresh one tab at a time.",
                panel=panel,
                semantics=head.template.semantics,
            )
        tabs = [tab.id for tab in head.template.tabs if isinstance(tab.refresh, RefreshByTool)]
        if not tabs:
            raise Refusal(
                "no_refresh", "No tab of this panel is refreshed by a tool.", "Edit the rows by hand.", panel=panel
            )
        return AllRefreshed(tabs=[await self.tab(reader, panel, tab, origin) for tab in tabs])

    def _by_tool(self, tab: Tab) -> RefreshByTool:
        if not isinstance(tab.refresh, RefreshByTool):
            by_agent = tab.refresh is not None
            raise Refusal(
                "no_refresh",
                f'Tab "{tab.id}" is refreshed by the agent.' if by_agent else f'Tab "{tab.id}" has no source.',
                "Ask the agent in the chat." if by_agent else "Edit its rows by hand.",
                tab=tab.id,
            )
        tool = self._tools.describe(tab.refresh.tool)
        if tool is not None and not may_refresh(tool):
            # What a tool may do can change after the template was made.
            raise not_a_refresher(tab.id, tool.name, tool.power)
        return tab.refresh

    async def _shared(self, key: tuple[str, str], work: Coroutine[None, None, Refreshed]) -> Refreshed:
        task = self._running.get(key)
        if task is None:
            task = asyncio.create_task(work)
            self._running[key] = task
            task.add_done_callback(lambda _: self._running.pop(key, None))
        else:
            work.close()
        # Shielded: one who leaves does not take the refresh away from the others.
        return await asyncio.shield(task)

    async def _refresh(self, panel: Panel, tab: Tab, refresh: RefreshByTool, asked: Origin) -> Refreshed:
        origin = asked.model_copy(update={"door": "refresh", "tool": refresh.tool, "locale": panel.template.locale})
        try:
            if self._tools.describe(refresh.tool) is None:
                # Unknown, so not known to be read-only: a source that opens meanwhile must not let it through.
                raise not_found("tool_not_found", "tool", refresh.tool, self._tools.names())
            call = await self._executor.run(
                refresh.tool, refresh.arguments, actor=asked.actor, panel=panel.id, extract=refresh.into[0].extract
            )
            origin = origin.model_copy(update={"reading": call.reading.id, "at": call.reading.ended_at or asked.at})
            receipts = await self._deliver(panel, refresh.into, call.result, origin)
        except Refusal as refusal:
            return await self._failed(panel, tab, refresh, refusal, origin)
        after = await self._facade.statuses(panel.id, [into.target for into in refresh.into])
        return Refreshed(tab=tab.id, status=after, tool=refresh.tool, reading=call.reading.id, receipts=receipts)

    async def _deliver(self, panel: Panel, intos: list[Into], result: RawResult, origin: Origin) -> list[Receipt]:
        """Everything is read before anything is written: a tool's answer counts whole, or not at all."""
        tool = origin.tool or ""
        writes = [
            delivery(
                panel,
                into,
                extract(result, into.extract, tool=tool),
                extract(result, into.previous, tool=tool) if into.previous else None,
            )
            for into in intos
        ]
        return [await self._funnel.write(write, origin) for write in writes]

    async def _failed(
        self, panel: Panel, tab: Tab, refresh: RefreshByTool, refusal: Refusal, origin: Origin
    ) -> Refreshed:
        reading = refusal.facts.get("reading")
        stamped = origin.model_copy(update={"reading": reading or origin.reading})
        targets = list(dict.fromkeys(into.target for into in refresh.into))
        failure = MarkFailed(panel=panel.id, targets=targets, code=refusal.code, message=refusal.message)
        receipt = await self._funnel.write(failure, stamped)
        return Refreshed(
            tab=tab.id,
            status="error",
            tool=refresh.tool,
            reading=stamped.reading,
            receipts=[receipt],
            code=refusal.code,
            message=refusal.message,
            next_step=refusal.next_step,
        )
