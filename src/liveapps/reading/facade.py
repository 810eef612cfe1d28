"""The façade: every surface reads panels here, resolving the target first."""

from liveapps.panels.errors import Refusal, gone
from liveapps.panels.instance import BlockState, Status
from liveapps.panels.origin import Locale
from liveapps.panels.panel import Panel
from liveapps.panels.rows import Row
from liveapps.panels.slices import Slice
from liveapps.panels.template import Collection
from liveapps.panels.values import today
from liveapps.people.policy import PersonReader, Reader, SharedReader, may_see, rows_of, sees_row
from liveapps.people.users import User
from liveapps.ports import Clock, PanelChanged, RowsQuery, Store, Tools, Tx

from .agent_context import Contexts
from .ages import worst
from .compare import compare
from .export import csv_export
from .resolve import find_panel, open_panel
from .stories import row_story, version_view
from .views import (
    Comparison,
    Group,
    InboxNotice,
    PanelSummary,
    PanelView,
    RowDetail,
    RowsPage,
    VersionDetail,
    VersionView,
)
from .views_of import collection_view, panel_view, summary

ALL = 2**31 - 1
"""An export has every row that was asked for: nothing is cut silently."""


class Facade:
    """`agent_names` maps agent ids to names."""

    def __init__(self, store: Store, tools: Tools, clock: Clock, agent_names: dict[str, str]) -> None:
        self._store = store
        self._tools = tools
        self._clock = clock
        self._agent_names = agent_names
        self._contexts = Contexts(store, clock)

    async def panels(self, reader: Reader) -> list[PanelSummary]:
        async def body(tx: Tx) -> list[PanelSummary]:
            now = self._clock.now()
            return [
                summary(panel, self._agent_names.get(panel.agent, panel.agent), await _states(tx, panel), now)
                for panel in await tx.panels()
                if may_see(reader, panel)
            ]

        return await self._store.read(body)

    async def head(self, reader: Reader, panel: str) -> Panel:
        return await self._store.read(lambda tx: open_panel(tx, reader, panel))

    async def named(self, reader: Reader, name: str) -> Panel:
        """A panel by id or title. Raises Refusal `ambiguous_target` or `panel_not_found`."""
        panels = await self._store.read(lambda tx: tx.panels())
        return find_panel((panel for panel in panels if may_see(reader, panel)), name)

    async def heads(self, reader: Reader) -> list[Panel]:
        panels = await self._store.read(lambda tx: tx.panels())
        return [panel for panel in panels if may_see(reader, panel)]

    async def panel(self, reader: Reader, panel: str) -> PanelView:
        async def body(tx: Tx) -> PanelView:
            head = await open_panel(tx, reader, panel)
            scope = rows_of(reader)
            collections = {
                one.id: collection_view(
                    one,
                    await tx.counts(head.id, one, scope),
                    await _visible_rows(tx, head, one, reader) if one.rows == "inline" else None,
                    reader,
                )
                for one in head.template.collections
            }
            states = await _states(tx, head)
            users, grants = await tx.users(), await tx.grants(head.id)
            return panel_view(head, reader, states, collections, users, grants, self._tools, self._clock.now())

        return await self._store.read(body)

    async def rows(
        self, reader: Reader, panel: str, collection: str, asked: Slice, limit: int, cursor: str | None
    ) -> RowsPage:
        async def body(tx: Tx) -> RowsPage:
            head = await open_panel(tx, reader, panel)
            found = await tx.find_rows(self._query(head, collection, reader, asked, limit, cursor))
            groups = [Group(value=value, count=count, sums=sums) for value, count, sums in found.groups]
            return RowsPage(rows=found.rows, matching=found.matching, total=found.total, groups=groups, next=found.next)

        return await self._store.read(body)

    def _query(
        self, panel: Panel, collection: str, reader: Reader, asked: Slice, limit: int, cursor: str | None
    ) -> RowsQuery:
        zone = panel.template.time_zone
        return RowsQuery(
            panel.id,
            panel.template.collection(collection),
            rows_of(reader),
            asked,
            today(self._clock.now(), zone),
            zone,
            limit,
            cursor,
        )

    async def row(self, reader: Reader, panel: str, collection: str, row: str) -> RowDetail:
        async def body(tx: Tx) -> RowDetail:
            head = await open_panel(tx, reader, panel)
            head.template.collection(collection)
            found = await tx.rows(head.id, collection, [row])
            if not found or not sees_row(rows_of(reader), found[0]):
                raise gone("row_not_found", "row", row, "Ask for the rows of the collection: each carries its id.")
            history = await tx.row_history(head.id, row)
            return RowDetail(
                row=found[0],
                annotations=await tx.annotations(head.id, row),
                history=row_story(found[0], history),
            )

        return await self._store.read(body)

    async def versions(self, reader: Reader, panel: str, before: int | None, limit: int) -> list[VersionView]:
        async def body(tx: Tx) -> list[VersionView]:
            head = await open_panel(tx, reader, panel)
            found = await tx.versions(head.id, before, limit, rows_of(reader))
            return [version_view(one, rows) for one, rows in found]

        return await self._store.read(body)

    async def version(self, reader: Reader, panel: str, version: int) -> VersionDetail:
        """What a version changed, row by row; rows hidden from this reader are left out and not counted, and a
        version that changed no others answers like one that does not exist."""

        async def body(tx: Tx) -> VersionDetail:
            head = await open_panel(tx, reader, panel)
            found = await tx.version(head.id, version)
            touched = found.rows if found else []
            scope = rows_of(reader)
            rows = {row.id: row for row in await tx.rows_by_id(head.id, [one.row for one in touched])}
            visible = [one for one in touched if one.row in rows and sees_row(scope, rows[one.row])]
            if found is None or (touched and not visible):
                raise _no_version(head, version)
            return VersionDetail(version=version_view(found, len(visible)), rows=visible)

        return await self._store.read(body)

    async def compare(self, reader: Reader, panel: str, version: int, other: int) -> Comparison:
        """Raises Refusal `version_not_found` for one the panel does not have."""
        older, newer = sorted((version, other))

        async def body(tx: Tx) -> Comparison:
            head = await open_panel(tx, reader, panel)
            if older < 1 or newer > head.version:
                raise _no_version(head, newer if newer > head.version else older)
            later = await tx.versions_after(head.id, older)
            touched = {row.row for one in later for row in one.rows}
            scope = rows_of(reader)
            rows = [row for row in await tx.rows_by_id(head.id, touched) if sees_row(scope, row)]
            return compare(head, rows, later, older, newer)

        return await self._store.read(body)

    async def context(self, reader: Reader, panel: str) -> str:
        """Exactly what agents read of a panel: public rows only, whoever asks to see it."""
        head = await self.head(reader, panel)
        shared = SharedReader(head.agent)
        if not may_see(shared, head):
            return f"# Panel {head.template.title}: only its owner reads it. Agents are given nothing of it."
        return await self._contexts.of_panel(shared, head)

    async def agent_context(self, agent: str) -> str:
        return await self._contexts.of_agent(SharedReader(agent), agent)

    async def export(
        self, reader: PersonReader, panel: str, collection: str, asked: Slice, locale: Locale
    ) -> tuple[str, bytes]:
        """File name and bytes of a CSV for people: the rows this reader sees, in the order asked for."""
        head = await self.head(reader, panel)
        query = self._query(head, collection, reader, asked, ALL, None)
        found = await self._store.read(lambda tx: tx.find_rows(query))
        return csv_export(head.template, query.collection, found.rows, asked, locale, query.today)

    async def statuses(self, panel: str, targets: list[str]) -> Status:
        """The worst status of some targets, right after they were written."""
        states = await self._store.read(lambda tx: tx.states(panel, targets))
        return worst(state.freshness.status if state.freshness else None for state in states) or "complete"

    async def may_open(self, reader: Reader, panel: str) -> bool:
        head = await self._store.read(lambda tx: tx.panel(panel))
        return head is not None and may_see(reader, head)

    async def moved_on(self, reader: Reader, have: dict[str, int]) -> list[PanelChanged]:
        """Of the panels a screen shows at some version, those that are newer by now."""
        heads = {panel.id: panel for panel in await self.heads(reader)}
        return [
            PanelChanged(name, heads[name].version, tuple(tab.id for tab in heads[name].template.tabs))
            for name, version in have.items()
            if name in heads and heads[name].version > version
        ]

    async def ready(self) -> None:
        """Returns when the store answers."""
        await self._store.read(lambda tx: tx.count_panels(""))

    async def inbox(self, user: User) -> list[InboxNotice]:
        reader = PersonReader(user)

        async def body(tx: Tx) -> list[InboxNotice]:
            heads = {panel.id: panel for panel in await tx.panels() if may_see(reader, panel)}
            return [
                InboxNotice(notice=notice, panel_title=heads[notice.panel].template.title)
                for notice in await tx.notices(user.id)
                if notice.panel in heads
            ]

        return await self._store.read(body)

    async def read_inbox(self, user: User) -> None:
        await self._store.write(lambda tx: tx.read_notices(user.id, self._clock.now()))


async def _states(tx: Tx, panel: Panel) -> dict[str, BlockState]:
    return {state.target: state for state in await tx.states(panel.id)}


async def _visible_rows(tx: Tx, panel: Panel, collection: Collection, reader: Reader) -> list[Row]:
    scope = rows_of(reader)
    rows = await tx.rows(panel.id, collection.id)
    return [row for row in rows if row.trashed_at is None and sees_row(scope, row)]


def _no_version(panel: Panel, version: int) -> Refusal:
    return Refusal(
        "version_not_found",
        f"There is no version {version} of this panel to look at; its newest is {panel.version}.",
        "List the versions: GET /api/panels/{panel}/versions.",
        version=version,
        newest=panel.version,
    )
