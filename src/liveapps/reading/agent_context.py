"""What an agent reads of its panels: compact, with ages, statuses and denominators. Public rows only.

Cached by (panel, version) and by the alerts that fire, which time alone can change: a new version, whoever wrote it, is
a new key.
"""

from collections import OrderedDict
from datetime import datetime

from liveapps.blocks.base import RowsBlock
from liveapps.panels.alerts import FIRING
from liveapps.panels.instance import BlockState, Freshness
from liveapps.panels.panel import Panel
from liveapps.panels.rows import ListedRow
from liveapps.panels.slices import Slice
from liveapps.panels.template import Collection, Tab, Template
from liveapps.panels.values import show_value
from liveapps.people.policy import PersonReader, SharedReader, may_see, rows_of
from liveapps.people.users import User
from liveapps.ports import RowsFound, RowsQuery, Store, Tx

from .context_text import Part, tokens_in, written

ROWS_READ, LETTERS_OF_A_CELL = 200, 120
KEPT = 500
TOKENS_OF_AN_AGENT = 12_000
"""What all its panels together may take; the budget of each is in its template."""
_Key = tuple[str, int, tuple[str, ...]]


class Contexts:
    """Accepts only a `SharedReader`: a private row cannot be asked for by mistake."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[_Key, str] = OrderedDict()

    async def of_agent(self, reader: SharedReader, user: User, tokens: int = TOKENS_OF_AN_AGENT) -> str:
        """The panels that the agent keeps or was given, as far as the person it works for may see them: the newest
        first, each whole, and the titles of those that no longer fit."""
        panels = await self._store.read(lambda tx: tx.panels())
        seen = [panel for panel in panels if may_see(reader, panel) and may_see(PersonReader(user), panel)]
        seen.sort(key=lambda panel: (panel.agent == reader.agent, panel.updated_at, panel.id), reverse=True)
        told: list[str] = []
        others: list[str] = []
        for panel in seen:
            text = await self.of_panel(reader, panel)
            if tokens_in("\n\n".join([*told, text])) <= tokens:
                told.append(text)
            else:
                others.append(f"- {_plain(panel.template.title)} (id {panel.id})")
        if others:
            head = f"# {len(others)} of {len(seen)} panels are not told here; read them by id:"
            told.append("\n".join([head, *others]))
        return "\n\n".join(told)

    async def of_panel(self, reader: SharedReader, panel: Panel) -> str:
        alerts = await self._store.read(lambda tx: _firing(tx, panel)) if panel.template.alerts else []
        key = (panel.id, panel.version, tuple(alerts))
        if key not in self._kept:
            self._kept[key] = await self._store.read(lambda tx: _write_out(tx, reader, panel, alerts))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]


async def _firing(tx: Tx, panel: Panel) -> list[str]:
    """The alerts that fire, unless a private row may be why: then no measure is kept of them."""
    states = {state.alert: state for state in await tx.alert_states(panel.id) if state.status in FIRING}
    named = [(alert, states.get(alert.id)) for alert in panel.template.alerts]
    return [
        f"{_plain(alert.title)} ({alert.measure} is {state.value:.15g}, {alert.test} {alert.threshold:.15g}, "
        f"since {_when(state.since)})"
        for alert, state in named
        if state is not None and state.value is not None and not panel.template.collection(alert.over).private_rows
    ]


async def _write_out(tx: Tx, reader: SharedReader, panel: Panel, alerts: list[str]) -> str:
    template = panel.template
    states = {state.target: state for state in await tx.states(panel.id)}
    kept = f"id {panel.id}, version {panel.version}, {template.semantics}, kept by {panel.agent}"
    head = [f"# Panel {_plain(template.title)} ({kept})", *(f"Alert fires: {alert}" for alert in alerts)]
    parts: list[Part] = []
    told: set[str] = set()
    for tab in template.tabs:
        above = f"## Tab {_plain(tab.title)} (id {tab.id})"
        for target in template.targets(tab):
            if target in told:
                continue
            told.add(target)
            parts.append(await _part(tx, reader, panel, tab, states.get(target) or BlockState(target=target), above))
            above = ""
    return written(head, parts, template.context_tokens)


async def _part(tx: Tx, reader: SharedReader, panel: Panel, tab: Tab, state: BlockState, above: str) -> Part:
    collection = next((one for one in panel.template.collections if one.id == state.target), None)
    if collection is None:
        content = state.content
        body = content.model_dump_json(exclude={"kind"}, exclude_defaults=True) if content else "no data yet"
        return Part(f"### {_title(tab, state.target)}: {_age(state.freshness)}", above, lines=[body])
    stage = collection.stage_field
    found = await _rows(tx, reader, panel, collection, Slice(group=stage.id if stage else None))
    first = await _unconfirmed(tx, reader, panel, collection)
    told = {row.id for row in first}
    rows = [*first, *(row for row in found.rows if row.id not in told)]
    head = f"### {_plain(collection.title)} (collection {collection.id}): {_age(state.freshness)}"
    return Part(
        head + _stages(collection, found),
        above,
        " | ".join(["row id", *(field.id for field in collection.fields)]),
        [_line(panel.template, collection, row) for row in rows],
        found.total,
    )


async def _unconfirmed(tx: Tx, reader: SharedReader, panel: Panel, collection: Collection) -> list[ListedRow]:
    if not (await tx.counts(panel.id, collection, rows_of(reader))).unconfirmed:
        return []
    return (await _rows(tx, reader, panel, collection, Slice(unconfirmed=True))).rows


async def _rows(tx: Tx, reader: SharedReader, panel: Panel, collection: Collection, asked: Slice) -> RowsFound:
    query = RowsQuery(panel.id, collection, rows_of(reader), asked, limit=ROWS_READ, sums=False)
    return await tx.find_rows(query)


def _stages(collection: Collection, found: RowsFound) -> str:
    """How many rows stand in each stage: what a board shows at a glance."""
    field = collection.stage_field
    if field is None or not found.groups:
        return ""
    titles = {option.id: _plain(option.title) for option in field.options}
    return "; " + ", ".join(f"{titles.get(value, 'no stage')} {count}" for value, count, _ in found.groups)


def _line(template: Template, collection: Collection, row: ListedRow) -> str:
    cells = [row.id]
    for field in collection.fields:
        value = row.stage if field.type == "stage" else row.values.get(field.id)
        shown = show_value(field, value, locale=template.locale, time_zone=template.time_zone)
        cells.append(_plain(shown)[:LETTERS_OF_A_CELL])
    marks = [f"not confirmed since {_when(row.unconfirmed_since)}"] if row.unconfirmed_since else []
    return " | ".join([*cells, *marks])


def _title(tab: Tab, target: str) -> str:
    block = next((one for one in tab.blocks if one.id == target and not isinstance(one, RowsBlock)), None)
    return f"{_plain(block.title) or block.id} (block {block.id})" if block else target


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


def _plain(text: str) -> str:
    """On one line: nothing of a panel may look like a line of ours."""
    return " ".join(text.split())
