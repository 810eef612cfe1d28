"""What an agent reads of its panels: compact, with ages, statuses and denominators. Public rows only.

Cached by (panel, version): a new version, whoever wrote it, is a new key.
"""

from collections import OrderedDict
from datetime import datetime

from liveapps.blocks.base import RowsBlock
from liveapps.panels.instance import BlockState, Freshness
from liveapps.panels.panel import Panel
from liveapps.panels.rows import ListedRow
from liveapps.panels.template import Collection, Tab, Template
from liveapps.panels.values import show_value
from liveapps.people.policy import SharedReader, may_see, rows_of
from liveapps.ports import Clock, RowsFound, RowsQuery, Store, Tx

ROWS_SHOWN = 40
KEPT = 500


class Contexts:
    """Accepts only a `SharedReader`: a private row cannot be asked for by mistake."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._kept: OrderedDict[tuple[str, int], str] = OrderedDict()

    async def of_agent(self, reader: SharedReader, agent: str) -> str:
        panels = await self._store.read(lambda tx: tx.panels())
        mine = [panel for panel in panels if panel.agent == agent and may_see(reader, panel)]
        return "\n\n".join([await self.of_panel(reader, panel) for panel in mine])

    async def of_panel(self, reader: SharedReader, panel: Panel) -> str:
        key = (panel.id, panel.version)
        if key not in self._kept:
            self._kept[key] = await self._store.read(lambda tx: _write_out(tx, reader, panel))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]


async def _write_out(tx: Tx, reader: SharedReader, panel: Panel) -> str:
    template = panel.template
    states = {state.target: state for state in await tx.states(panel.id)}
    lines = [f"# Panel {template.title} (id {panel.id}, version {panel.version}, {template.semantics})"]
    told: set[str] = set()
    for tab in template.tabs:
        lines.append(f"## Tab {tab.title} (id {tab.id})")
        for target in template.targets(tab):
            if target in told:
                continue
            told.add(target)
            lines += await _target(tx, reader, panel, tab, states.get(target) or BlockState(target=target))
    return "\n".join(lines)


async def _target(tx: Tx, reader: SharedReader, panel: Panel, tab: Tab, state: BlockState) -> list[str]:
    collection = next((one for one in panel.template.collections if one.id == state.target), None)
    if collection is None:
        body = state.content.model_dump_json(exclude={"kind"}) if state.content else "no data yet"
        return [f"### {_title(tab, state.target)}: {_age(state.freshness)}", body]
    found = await tx.find_rows(RowsQuery(panel.id, collection, rows_of(reader), limit=ROWS_SHOWN))
    count = f"{len(found.rows)} of {found.total} rows shown"
    head = f"### {collection.title} (collection {collection.id}): {_age(state.freshness)}; {count}"
    return [head, *_rows(panel.template, collection, found)]


def _rows(template: Template, collection: Collection, found: RowsFound) -> list[str]:
    if not found.rows:
        return []
    header = " | ".join(["row id", *(field.id for field in collection.fields)])
    return [header, *(_line(template, collection, row) for row in found.rows)]


def _line(template: Template, collection: Collection, row: ListedRow) -> str:
    cells = [row.id]
    for field in collection.fields:
        value = row.stage if field.type == "stage" else row.values.get(field.id)
        shown = show_value(field, value, locale=template.locale, time_zone=template.time_zone)
        cells.append(" ".join(shown.split())[:200])
    marks = [f"not confirmed since {_when(row.unconfirmed_since)}"] if row.unconfirmed_since else []
    return " | ".join([*cells, *marks])


def _title(tab: Tab, target: str) -> str:
    block = next((one for one in tab.blocks if one.id == target and not isinstance(one, RowsBlock)), None)
    return f"{block.title or block.id} (block {block.id})" if block else target


def _age(freshness: Freshness | None) -> str:
    if freshness is None:
        return "never collected"
    said = f"collected {_when(freshness.collected_at)}, {freshness.status}"
    if freshness.status == "error":
        good = f"; data is from {_when(freshness.last_good_at)}" if freshness.last_good_at else "; no data"
        said = f"last attempt {_when(freshness.collected_at)} failed{good}"
    if freshness.declared is not None and freshness.shown is not None:
        said += f" {freshness.shown} of {freshness.declared}"
    return said + (f", by {freshness.tool}" if freshness.tool else "")


def _when(moment: datetime | None) -> str:
    return moment.strftime("%Y-%m-%d %H:%M UTC") if moment else "never"
