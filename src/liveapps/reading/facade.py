"""The façade: every surface reads panels here, resolving the target first."""

from collections.abc import Hashable
from datetime import datetime

from liveapps.panels.errors import Refusal, gone
from liveapps.panels.instance import BlockState, Freshness
from liveapps.panels.origin import Locale
from liveapps.panels.panel import Panel
from liveapps.panels.retention import Retention, forgotten_version
from liveapps.panels.rows import listed_rows_of_json
from liveapps.panels.schedules import refresh_key
from liveapps.panels.slices import Slice
from liveapps.panels.values import today
from liveapps.people.policy import (
    PersonReader,
    Reader,
    RowScope,
    SharedReader,
    may_redesign,
    may_see,
    rows_of,
    sees_row,
)
from liveapps.people.users import User
from liveapps.ports import Clock, PanelChanged, RowsFound, RowsQuery, Store, Tools, Tx

from .agent_context import Contexts
from .alerts import alert_views, firing
from .compare import compare
from .export import csv_export
from .given import Given, given_rows
from .inbox import inbox_notices
from .remembered import Remembered
from .resolve import find_panel, open_panel
from .stories import row_story, version_view
from .views import (
    AlertView,
    Comparison,
    Group,
    InboxNotice,
    PanelSummary,
    PanelView,
    RowDetail,
    RowsPage,
    TrashedPanel,
    VersionDetail,
    VersionView,
)
from .views_of import collection_view, panel_view, summary
from .wire import page_json, panel_json

ALL = 2**31 - 1
"""An export has every row that was asked for: nothing is cut silently."""


class Facade:
    """`agent_names` maps agent ids to names; `retention` says how long history can be asked for."""

    def __init__(
        self, store: Store, tools: Tools, clock: Clock, agent_names: dict[str, str], retention: Retention
    ) -> None:
        self._store = store
        self._tools = tools
        self._clock = clock
        self._agent_names = agent_names
        self._retention = retention
        self._contexts = Contexts(store)
        self._pages = Remembered()

    async def panels(self, reader: Reader) -> list[PanelSummary]:
        async def body(tx: Tx) -> list[PanelSummary]:
            now, firing = self._clock.now(), await tx.firing_alerts()
            return [
                summary(
                    panel,
                    self._agent_names.get(panel.agent, panel.agent),
                    await _states(tx, panel),
                    now,
                    firing.get(panel.id, 0),
                )
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
        view, rows = await self._panel(reader, panel)
        read = {
            name: one.model_copy(update={"rows": listed_rows_of_json([rows[name]])}) if name in rows else one
            for name, one in view.collections.items()
        }
        return view.model_copy(update={"collections": read})

    async def panel_json(self, reader: Reader, panel: str) -> bytes:
        """The same as JSON: its rows are not read here, only passed on."""
        return panel_json(*await self._panel(reader, panel))

    async def _panel(self, reader: Reader, panel: str) -> tuple[PanelView, dict[str, bytes]]:
        async def body(tx: Tx) -> tuple[PanelView, dict[str, bytes]]:
            head = await open_panel(tx, reader, panel)
            scope, lists = rows_of(reader), head.template.collections
            collections = {
                one.id: collection_view(one, await tx.counts(head.id, one, scope), None, reader) for one in lists
            }
            rows = {one.id: await self._listed(tx, head, one.id, scope) for one in lists if one.rows == "inline"}
            states = await _states(tx, head)
            users, grants = await tx.users(), await tx.grants(head.id)
            now, alerting, due = self._clock.now(), await firing(tx, head), await _due(tx, head)
            view = panel_view(head, reader, states, collections, users, grants, self._tools, now, alerting, due)
            return view, rows

        return await self._store.read(body)

    async def _listed(self, tx: Tx, head: Panel, collection: str, scope: RowScope) -> bytes:
        key = (head.id, head.version, collection, scope)
        found = self._pages.get(key)
        if found is None:
            found = await tx.rows_json(head.id, collection, scope)
            self._pages.keep(key, found)
        return found

    async def rows(
        self, reader: Reader, panel: str, collection: str, asked: Slice, limit: int, cursor: str | None
    ) -> RowsPage:
        async def body(tx: Tx) -> RowsFound:
            head = await open_panel(tx, reader, panel)
            return await tx.find_rows(self._query(head, collection, reader, asked, limit, cursor))

        found = await self._store.read(body)
        return _page(found).model_copy(update={"rows": found.rows})

    async def rows_json(
        self, reader: Reader, panel: str, collection: str, asked: Slice, limit: int, cursor: str | None, sums: bool
    ) -> bytes:
        """The same as JSON. Without `sums`, groups are only counted."""

        def query_at(head: Panel) -> RowsQuery:
            return self._query(head, collection, reader, asked, limit, cursor, sums)

        head = await self._store.glance(lambda tx: open_panel(tx, reader, panel))
        if (page := self._pages.get(_key(head, query_at(head)))) is not None:
            return page

        async def body(tx: Tx) -> tuple[Panel, RowsFound]:
            head = await open_panel(tx, reader, panel)
            return head, await tx.find_rows(query_at(head))

        head, found = await self._store.read(body)
        page = page_json(_page(found), found.json)
        self._pages.keep(_key(head, query_at(head)), page)
        return page

    def _query(
        self,
        panel: Panel,
        collection: str,
        reader: Reader,
        asked: Slice,
        limit: int,
        cursor: str | None,
        sums: bool = True,
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
            sums,
        )

    async def trash(self, reader: Reader, panel: str, collection: str, limit: int) -> RowsPage:
        """The rows of a collection that this reader may bring back, the last to go there first."""

        async def body(tx: Tx) -> RowsPage:
            head = await open_panel(tx, reader, panel)
            name = head.template.collection(collection).id
            rows, total = await tx.rows_in_trash(head.id, name, rows_of(reader), limit)
            return RowsPage(rows=[*rows], matching=total, total=total)

        return await self._store.read(body)

    async def trashed_panels(self, user: User) -> list[TrashedPanel]:
        """Those that this person may bring back, the last to go there first."""
        panels = await self._store.read(lambda tx: tx.panels_in_trash())
        return [
            TrashedPanel(
                id=one.id,
                agent_name=self._agent_names.get(one.agent, one.agent),
                title=one.template.title,
                trashed_at=one.trashed_at,
            )
            for one in panels
            if one.trashed_at is not None and may_see(PersonReader(user), one) and may_redesign(user, one)
        ]

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
                raise await self._why_no_version(tx, head, version)
            return VersionDetail(version=version_view(found, len(visible)), rows=visible)

        return await self._store.read(body)

    async def compare(self, reader: Reader, panel: str, version: int, other: int) -> Comparison:
        """Raises Refusal `version_not_found` for one the panel does not have."""
        older, newer = sorted((version, other))

        async def body(tx: Tx) -> Comparison:
            head = await open_panel(tx, reader, panel)
            oldest = await tx.oldest_version(head.id) or head.version
            if older < oldest or newer > head.version:
                raise await self._why_no_version(tx, head, newer if newer > head.version else older)
            later = await tx.versions_after(head.id, older)
            touched = {row.row for one in later for row in one.rows}
            scope = rows_of(reader)
            rows = [row for row in await tx.rows_by_id(head.id, touched) if sees_row(scope, row)]
            return compare(head, rows, later, older, newer)

        return await self._store.read(body)

    async def _why_no_version(self, tx: Tx, panel: Panel, version: int) -> Refusal:
        oldest = await tx.oldest_version(panel.id) or panel.version
        if 1 <= version < oldest:
            return forgotten_version(version, oldest, self._retention.versions_days)
        return _no_version(panel, version)

    async def context(self, reader: Reader, panel: str) -> str:
        """Exactly what agents read of a panel: public rows only, whoever asks to see it."""
        head = await self.head(reader, panel)
        shared = SharedReader(head.agent)
        if not may_see(shared, head):
            return f"# Panel {head.template.title}: only its owner reads it. Agents are given nothing of it."
        return await self._contexts.of_panel(shared, head)

    async def agent_context(self, agent: str, user: User) -> str:
        """What an agent knows of its panels, unasked, when it works for this person."""
        return await self._contexts.of_agent(SharedReader(agent), user)

    async def export(
        self, reader: PersonReader, panel: str, collection: str, asked: Slice, locale: Locale
    ) -> tuple[str, bytes]:
        """File name and bytes of a CSV for people: the rows this reader sees, in the order asked for."""
        head = await self.head(reader, panel)
        query = self._query(head, collection, reader, asked, ALL, None)
        found = await self._store.read(lambda tx: tx.find_rows(query))
        return csv_export(head.template, query.collection, found.rows, asked, locale, query.today)

    async def public_values(self, panel: str) -> Given:
        """What may be computed with: the values of the rows that nobody keeps for themselves, whoever asks."""

        async def body(tx: Tx) -> Given:
            head = await tx.panel(panel)
            if head is None:
                raise gone("panel_not_found", "panel", panel, "List the panels you may see: GET /api/panels.")
            lists = head.template.collections
            return Given(head.version, {one.id: given_rows(one, await tx.rows(head.id, one.id)) for one in lists})

        return await self._store.read(body)

    async def ages(self, panel: str, targets: list[str]) -> list[Freshness]:
        """How fresh some targets are, those of them that ever got data."""
        states = await self._store.read(lambda tx: tx.states(panel, targets))
        return [state.freshness for state in states if state.freshness is not None]

    async def may_open(self, reader: Reader, panel: str) -> bool:
        head = await self._store.read(lambda tx: tx.panel(panel))
        return head is not None and may_see(reader, head)

    async def moved_on(self, reader: Reader, have: dict[str, int]) -> list[PanelChanged]:
        """Of the panels a screen shows at some version, those that are newer by now, or in the trash: those have no
        tabs."""

        async def body(tx: Tx) -> list[Panel]:
            heads = [await tx.panel(name) for name in have]
            return [head for head in heads if head is not None and may_see(reader, head)]

        return [
            PanelChanged(head.id, head.version, () if head.trashed_at else tuple(tab.id for tab in head.template.tabs))
            for head in await self._store.read(body)
            if head.version > have[head.id]
        ]

    async def ready(self) -> None:
        """Returns when the store answers."""
        await self._store.read(lambda tx: tx.count_panels(""))

    async def alerts(self, reader: PersonReader, panel: str) -> list[AlertView]:
        """The rules of a panel, in their order."""

        async def body(tx: Tx) -> list[AlertView]:
            return await alert_views(tx, await open_panel(tx, reader, panel), reader.user)

        return await self._store.read(body)

    async def inbox(self, user: User) -> list[InboxNotice]:
        return await self._store.read(lambda tx: inbox_notices(tx, PersonReader(user)))

    async def read_inbox(self, user: User) -> None:
        await self._store.write(lambda tx: tx.read_notices(user.id, self._clock.now()))


async def _due(tx: Tx, panel: Panel) -> dict[str, datetime]:
    """When each tab that has a schedule is refreshed next. A panel without any asks nothing of the store."""
    tabs = {refresh_key(panel.id, tab.id): tab.id for tab in panel.template.tabs if tab.schedule is not None}
    times = await tx.due_times(tabs) if tabs else {}
    return {tabs[key]: at for key, at in times.items()}


async def _states(tx: Tx, panel: Panel) -> dict[str, BlockState]:
    return {state.target: state for state in await tx.states(panel.id)}


def _key(panel: Panel, query: RowsQuery) -> Hashable:
    """All that a page depends on. The query's collection and time zone are those of this version."""
    asked = query.slice.model_dump_json()
    return (
        *(panel.id, panel.version, query.collection.id, query.scope),
        *(asked, query.today, query.limit, query.cursor, query.sums),
    )


def _page(found: RowsFound) -> RowsPage:
    """Without its rows."""
    groups = [Group(value=value, count=count, sums=sums) for value, count, sums in found.groups]
    return RowsPage(rows=[], matching=found.matching, total=found.total, groups=groups, next=found.next)


def _no_version(panel: Panel, version: int) -> Refusal:
    return Refusal(
        "version_not_found",
        f"There is no version {version} of this panel to look at; its newest is {panel.version}.",
        "List the versions: GET /api/panels/{panel}/versions.",
        version=version,
        newest=panel.version,
    )
