"""Refreshing: the tool that the template names is called directly, without the model."""

from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.instance import Freshness
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.powers import may_refresh, not_a_refresher
from liveapps.panels.receipts import Receipt
from liveapps.panels.schedules import refresh_key
from liveapps.panels.template import Into, RefreshByTool, Tab
from liveapps.people.policy import Reader
from liveapps.ports import RawResult, Tools
from liveapps.reading.ages import worst
from liveapps.reading.facade import Facade
from liveapps.writing.funnel import Funnel
from liveapps.writing.writes import MarkFailed

from .calculate import Calculators
from .deliver import delivery
from .executor import Executor
from .extract import extract
from .leases import Leases
from .receipts import AllRefreshed, Refreshed
from .sharing import Shared


class Refresher:
    """No lock is held while a tool runs: it reads, then writes what it found through the funnel."""

    def __init__(
        self,
        facade: Facade,
        funnel: Funnel,
        executor: Executor,
        tools: Tools,
        leases: Leases,
        calculators: Calculators,
    ) -> None:
        self._facade = facade
        self._funnel = funnel
        self._executor = executor
        self._tools = tools
        self._leases = leases
        self._calculators = calculators
        self._shared: Shared[Refreshed] = Shared()

    async def tab(self, reader: Reader, panel: str, tab: str, origin: Origin) -> Refreshed:
        """Two people who refresh the same tab at once share one call.

        A tool that fails is told in the answer (status `error`): the data stays, marked. Raises Refusal
        `no_refresh` or `tool_not_read_only` when the tab cannot be refreshed this way at all.
        """
        head = await self._facade.head(reader, panel)
        return await self._tab(head, head.template.tab(tab), origin)

    async def scheduled(self, panel: Panel, tab: str, origin: Origin) -> Refreshed:
        """The same for a tab whose time has come, whoever may see the panel. Nobody is there to be told of a refusal,
        so it is marked on the tab."""
        found = panel.template.tab(tab)
        try:
            return await self._tab(panel, found, origin)
        except Refusal as refusal:
            if not isinstance(found.refresh, RefreshByTool):
                raise
            return await self._failed(panel, found, found.refresh, refusal, _stamped(panel, found.refresh, origin))

    async def close(self) -> None:
        """Stops the refreshes under way: none of them keeps its lease."""
        await self._shared.close()

    async def all(self, reader: Reader, panel: str, origin: Origin) -> AllRefreshed:
        """Every tab with a tool, one after the other, then the calculator over what they brought. Only for panels
        that mirror something outside."""
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
        has_calculator = head.template.calculator is not None
        if not tabs and not has_calculator:
            raise Refusal(
                "no_refresh", "No tab of this panel is refreshed by a tool.", "Edit the rows by hand.", panel=panel
            )
        refreshed = [await self.tab(reader, panel, tab, origin) for tab in tabs]
        computed = await self._calculators.run(reader, panel, origin) if has_calculator else None
        return AllRefreshed(tabs=refreshed, computed=computed)

    async def _tab(self, panel: Panel, tab: Tab, origin: Origin) -> Refreshed:
        refresh = self._by_tool(tab)
        return await self._shared.run(refresh_key(panel.id, tab.id), self._alone(panel, tab, refresh, origin))

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

    async def _alone(self, panel: Panel, tab: Tab, refresh: RefreshByTool, asked: Origin) -> Refreshed:
        """Servers on one database share one call, too: what another one brought meanwhile is the answer."""
        before = await self._ages(panel, refresh)
        async with self._leases.held(refresh_key(panel.id, tab.id)) as waited:
            # A server that went away in the midst of it brought nothing: then it is done here.
            if waited and (after := await self._ages(panel, refresh)) != before:
                return _as_found(tab, refresh, after)
            return await self._refresh(panel, tab, refresh, asked)

    async def _ages(self, panel: Panel, refresh: RefreshByTool) -> list[Freshness]:
        return await self._facade.ages(panel.id, [into.target for into in refresh.into])

    async def _refresh(self, panel: Panel, tab: Tab, refresh: RefreshByTool, asked: Origin) -> Refreshed:
        origin = _stamped(panel, refresh, asked)
        try:
            if self._tools.describe(refresh.tool) is None:
                # Unknown, so not known to be read-only: a source that opens meanwhile must not let it through.
                raise not_found("tool_not_found", "tool", refresh.tool, self._tools.names())
            call = await self._executor.run(
                refresh.tool,
                refresh.arguments,
                actor=asked.actor,
                panel=panel.id,
                extract=refresh.into[0].extract,
                at_most="read",
            )
            origin = origin.model_copy(update={"reading": call.reading.id, "at": call.reading.ended_at or asked.at})
            receipts = await self._deliver(panel, refresh.into, call.result, origin)
        except Refusal as refusal:
            return await self._failed(panel, tab, refresh, refusal, origin)
        status = worst(one.status for one in await self._ages(panel, refresh)) or "complete"
        return Refreshed(tab=tab.id, status=status, tool=refresh.tool, reading=call.reading.id, receipts=receipts)

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
            facts=refusal.facts,
        )


def _stamped(panel: Panel, refresh: RefreshByTool, asked: Origin) -> Origin:
    return asked.model_copy(update={"door": "refresh", "tool": refresh.tool, "locale": panel.template.locale})


def _as_found(tab: Tab, refresh: RefreshByTool, ages: list[Freshness]) -> Refreshed:
    failed = next((one for one in ages if one.status == "error"), None)
    return Refreshed(
        tab=tab.id,
        status=worst(one.status for one in ages) or "complete",
        tool=refresh.tool,
        reading=next((one.reading for one in ages if one.reading), None),
        code=failed.code if failed else None,
        message=failed.message if failed else None,
        next_step="Refresh again." if failed else None,
    )
