"""What an assistant in another host can read: the façade's answers, as a hand-off shows them."""

from liveapps.blocks.base import RowsBlock
from liveapps.blocks.catalogue import Block
from liveapps.conversation.hosts import CallFacts
from liveapps.panels.slices import Slice
from liveapps.panels.template import Collection, Tab
from liveapps.people.policy import HostReader
from liveapps.reading.facade import Facade
from liveapps.reading.views import CollectionView, PanelView, RowChange, TabView

from .addresses import Addresses
from .factory import Done
from .outputs import (
    BlockShown,
    Changes,
    CollectionShown,
    GroupShown,
    PanelLine,
    PanelList,
    PanelShown,
    RowChanged,
    RowsShown,
    TabShown,
)
from .showing import age, field_shown, row_line
from .targets import Targets

FIRST_ROWS = 20
MOST_CHANGES = 100


class Looking:
    def __init__(self, facade: Facade, targets: Targets, addresses: Addresses) -> None:
        self._facade = facade
        self._targets = targets
        self._addresses = addresses

    async def panels(self, reader: HostReader) -> Done:
        lines = [
            PanelLine(
                id=one.id,
                title=one.title,
                agent=one.agent_name,
                version=one.version,
                updated_at=one.updated_at,
                status=one.status,
            )
            for one in await self._facade.panels(reader)
        ]
        facts = CallFacts(total=len(lines))
        return Done("listed" if lines else "no_panels", PanelList(panels=lines), facts)

    async def panel(self, reader: HostReader, name: str, tab: str | None) -> Done:
        """A panel with the first rows of each list; with `tab`, only what that tab shows."""
        head = await self._targets.panel(reader, name)
        view = await self._facade.panel(reader, head.id)
        tabs = [head.template.tab(tab)] if tab is not None else head.template.tabs
        shown = {target for one in tabs for target in head.template.targets(one)}
        states = {one.id: one for one in view.tabs}
        output = PanelShown(
            panel=view.id,
            title=view.template.title,
            version=view.version,
            updated_at=view.updated_at,
            tabs=[_tab(view, one, states.get(one.id) or TabView(id=one.id)) for one in tabs],
            collections=[
                await self._collection(reader, view, one)
                for one in view.template.collections
                if tab is None or one.id in shown
            ],
            link=self._addresses.panel(view.id),
        )
        return Done("opened", output, CallFacts(panel=view.id, tab=tab, version=view.version))

    async def _collection(self, reader: HostReader, view: PanelView, collection: Collection) -> CollectionShown:
        known: CollectionView = view.collections[collection.id]
        rows = known.rows
        if rows is None:
            rows = (await self._facade.rows(reader, view.id, collection.id, Slice(), FIRST_ROWS, None)).rows
        state = view.states.get(collection.id)
        return CollectionShown(
            id=collection.id,
            title=collection.title,
            fields=[field_shown(one) for one in collection.fields],
            key=collection.key,
            age=age(state.freshness if state else None),
            shown=min(len(rows), FIRST_ROWS),
            total=known.count,
            unconfirmed=known.unconfirmed,
            without_stage=known.without_stage,
            rows=[row_line(collection, row) for row in rows[:FIRST_ROWS]],
            editable=known.can.edit,
            can_move=known.can.move,
        )

    async def rows(
        self, reader: HostReader, name: str, collection: str | None, asked: Slice, limit: int, cursor: str | None
    ) -> Done:
        head = await self._targets.panel(reader, name)
        of = self._targets.collection(head, collection)
        page = await self._facade.rows(reader, head.id, of.id, asked, limit, cursor)
        ages = await self._facade.ages(head.id, [of.id])
        output = RowsShown(
            panel=head.id,
            version=head.version,
            collection=of.id,
            age=age(ages[0] if ages else None),
            matching=page.matching,
            total=page.total,
            rows=[row_line(of, row) for row in page.rows],
            groups=[GroupShown(value=one.value, count=one.count, sums=one.sums) for one in page.groups],
            next=page.next,
        )
        facts = CallFacts(
            panel=head.id, collection=of.id, version=head.version, matching=page.matching, total=page.total
        )
        if not page.matching:
            return Done("nothing_found", output, facts)
        return Done("rows_cut" if page.next else "rows_found", output, facts)

    async def changes(self, reader: HostReader, name: str, since: int) -> Done:
        head = await self._targets.panel(reader, name)
        found = await self._facade.compare(reader, head.id, since, head.version)
        lists = {one.id: one for one in head.template.collections}
        output = Changes(
            panel=head.id,
            since=since,
            version=head.version,
            changed_rows=len(found.rows),
            rows=[_changed(lists, one) for one in found.rows[:MOST_CHANGES] if one.collection in lists],
            contents=found.contents,
            redesigned=found.redesigned,
        )
        facts = CallFacts(panel=head.id, version=head.version, matching=len(found.rows))
        something = bool(found.rows or found.contents or found.redesigned)
        return Done("changes_found" if something else "nothing_changed", output, facts)


def _tab(view: PanelView, tab: Tab, state: TabView) -> TabShown:
    return TabShown(
        id=tab.id,
        title=tab.title,
        status=state.status,
        age=age(state.oldest),
        stale=state.stale,
        refresh=state.refresh,
        blocks=[_block(view, block) for block in tab.blocks],
    )


def _block(view: PanelView, block: Block) -> BlockShown:
    state = view.states.get(block.id)
    content = state.content.model_dump(mode="json") if state and state.content else None
    return BlockShown(
        id=block.id,
        kind=block.kind,
        title=block.title,
        of=block.of if isinstance(block, RowsBlock) else None,
        content=content,
        age=age(state.freshness if state else None),
    )


def _changed(lists: dict[str, Collection], change: RowChange) -> RowChanged:
    of = lists[change.collection]
    return RowChanged(
        row=change.row,
        collection=change.collection,
        before=row_line(of, change.before) if change.before else None,
        after=row_line(of, change.after) if change.after else None,
    )
