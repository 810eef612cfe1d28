"""What a call means, found before anything is done: by id, or by a title that means one thing only.

What the person may not see from another host answers like what is not there, and is never among the near matches.
"""

from difflib import get_close_matches

from liveapps.blocks.base import Condition
from liveapps.panels.errors import Refusal
from liveapps.panels.panel import Panel
from liveapps.panels.rows import ListedRow
from liveapps.panels.slice_check import family_of
from liveapps.panels.slices import Slice
from liveapps.panels.template import Collection
from liveapps.panels.texts import fold
from liveapps.people.policy import HostReader
from liveapps.reading.facade import Facade
from liveapps.reading.resolve import find_panel

from .showing import candidates_json, naming_fields, title_of

NEAR = 3
LOOKED_AT = 500
"""Rows among which near matches are sought."""


class Targets:
    def __init__(self, facade: Facade) -> None:
        self._facade = facade

    async def panel(self, reader: HostReader, name: str) -> Panel:
        """Raises Refusal `panel_not_found` with near matches, or `ambiguous_target` with the candidates."""
        heads = await self._facade.heads(reader)
        try:
            return find_panel(heads, name)
        except Refusal as refusal:
            if refusal.code != "panel_not_found":
                raise
        titles = {fold(head.template.title): head for head in heads}
        near = get_close_matches(fold(name), titles, n=NEAR, cutoff=0.5)
        raise Refusal(
            "panel_not_found",
            f'There is no panel "{name[:80]}" that can be read from here.',
            "List the panels.",
            panel=name[:80],
            near=[{"id": titles[one].id, "title": titles[one].template.title} for one in near],
        )

    def collection(self, panel: Panel, name: str | None) -> Collection:
        """The one that is named by id or title, or the only one there is."""
        lists = panel.template.collections
        if name is None:
            if len(lists) == 1:
                return lists[0]
            raise Refusal(
                "ambiguous_target",
                f"The panel has {len(lists)} collections, and none was named.",
                f"Name one of: {', '.join(one.id for one in lists)}." if lists else "Choose another panel.",
                candidates=[{"id": one.id, "title": one.title} for one in lists],
            )
        titled = [one.id for one in lists if fold(one.title) == fold(name)]
        return panel.template.collection(titled[0] if len(titled) == 1 else name)

    async def row(self, reader: HostReader, panel: Panel, collection: Collection, name: str) -> ListedRow:
        """Raises Refusal `row_not_found` with near matches, or `ambiguous_target` with the candidates."""
        try:
            return (await self._facade.row(reader, panel.id, collection.id, name)).row
        except Refusal as refusal:
            if refusal.code != "row_not_found":
                raise
        found = await self._titled(reader, panel, collection, name)
        if len(found) == 1:
            return found[0]
        if found:
            raise Refusal(
                "ambiguous_target",
                f'"{name[:80]}" could mean {len(found)} rows.',
                "Name one of them by its id.",
                name=name[:80],
                candidates=candidates_json(collection, found),
            )
        raise Refusal(
            "row_not_found",
            f'There is no row "{name[:80]}" that can be read from here.',
            "Read the rows.",
            row=name[:80],
            near=candidates_json(collection, await self._near(reader, panel, collection, name)),
        )

    async def _titled(self, reader: HostReader, panel: Panel, collection: Collection, name: str) -> list[ListedRow]:
        title = next(iter(naming_fields(collection)), None)
        if title is None or family_of(title) != "text" or not name.strip():
            return []
        asked = Slice(where=[Condition(field=title.id, op="is", value=name)])
        return (await self._facade.rows(reader, panel.id, collection.id, asked, 20, None)).rows

    async def _near(self, reader: HostReader, panel: Panel, collection: Collection, name: str) -> list[ListedRow]:
        page = await self._facade.rows(reader, panel.id, collection.id, Slice(), LOOKED_AT, None)
        titles = {fold(title_of(collection, row)): row for row in page.rows}
        wanted = fold(name)
        within = [title for title in titles if wanted and wanted in title][:NEAR]
        near = within or get_close_matches(wanted, titles, n=NEAR, cutoff=0.5)
        return [titles[one] for one in near]
