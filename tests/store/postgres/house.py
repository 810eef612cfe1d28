"""The funnel on PostgreSQL, as each process has one of its own, and writes as a source makes them."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from liveapps.adapters.postgres.store import PostgresStore
from liveapps.adapters.python_tools import PythonTools
from liveapps.adapters.system import ProcessWakeup, SystemIds
from liveapps.panels.limits import Limits
from liveapps.panels.origin import Actor, Origin
from liveapps.panels.receipts import Receipt
from liveapps.panels.rows import ListedRow
from liveapps.panels.template import read_template
from liveapps.people.policy import RowScope
from liveapps.ports import RowsQuery
from liveapps.writing.funnel import Funnel
from liveapps.writing.house_rules import HouseRules
from liveapps.writing.writes import AddRow, CreatePanel, PatchRow, Write
from tests.support.world import panel_template

SYSTEM = Origin(door="refresh", actor=Actor(kind="system", id="refresh"), at=datetime(2026, 11, 30, 15, tzinfo=UTC))


@dataclass
class Process:
    store: PostgresStore
    funnel: Funnel

    async def write(self, write: Write, key: str | None = None) -> Receipt:
        return await self.funnel.write(write, SYSTEM, key=key)

    async def create(self, agent: str = "sales") -> str:
        template = read_template(panel_template())
        return (await self.write(CreatePanel(panel=SystemIds().new(), agent=agent, template=template))).panel

    async def add(self, panel: str, key: str | None = None, **values: Any) -> Receipt:
        return await self.write(AddRow(panel=panel, collection="customers", values=values), key)

    async def more(self, panel: str, row: str, **amounts: float) -> Receipt:
        return await self.write(PatchRow(panel=panel, collection="customers", row=row, add=amounts))

    async def rows(self, panel: str) -> list[ListedRow]:
        found = await self.store.read(lambda tx: tx.panel(panel))
        assert found is not None
        query = RowsQuery(panel, found.template.collection("customers"), RowScope(everything=True))
        return (await self.store.read(lambda tx: tx.find_rows(query))).rows


def process(dsn: str, workspace: str, limits: Limits | None = None) -> Process:
    store, tools = PostgresStore(dsn, workspace), PythonTools()
    tools.register("crm.list", _nothing, power="read")
    return Process(store, Funnel(store, tools, SystemIds(), ProcessWakeup(), HouseRules(limits=limits or Limits())))


def _nothing() -> list[str]:
    return []
