"""From an answer to a panel: the same drawing, the same rows, and a list of what cannot go along."""

from collections import Counter
from dataclasses import dataclass, field

from liveapps.blocks.base import Condition, NotAPanel, RowsBlock
from liveapps.blocks.catalogue import Block, traits_of
from liveapps.blocks.kanban import KanbanBlock
from liveapps.blocks.table import TableBlock
from liveapps.conversation.answers import Answer
from liveapps.conversation.views import IntoCollection, NewPanel, NewTab, NotSaved, SaveTo
from liveapps.panels.errors import Refusal
from liveapps.panels.extracts import Extract, FromParser
from liveapps.panels.fields import Field, Option
from liveapps.panels.origin import Locale, Origin
from liveapps.panels.panel import Panel
from liveapps.panels.powers import Tool, may_refresh
from liveapps.panels.rows import Values, key_of
from liveapps.panels.template import Collection, Into, RefreshByTool, Tab, Template
from liveapps.panels.texts import fold
from liveapps.writing.writes import ChangeTemplate, CreatePanel, SetBlock, Ship

STAGE_TITLE: dict[Locale, str] = {"pt-BR": "Etapa", "en": "Stage"}


@dataclass
class Plan:
    """What saving will write: first the shape (a panel or a redesign, if any), then the data (if any)."""

    answer: Answer
    agent: str
    panel: str
    template: Template
    tab: str
    collection: str | None = None
    rows: list[Values] = field(default_factory=list[Values])
    whole: bool = False
    base_template: int | None = None
    new_panel: bool = False
    refresh_tool: str | None = None
    not_saved: list[NotSaved] = field(default_factory=list[NotSaved])

    def shape(self) -> CreatePanel | ChangeTemplate | None:
        if self.new_panel:
            return CreatePanel(panel=self.panel, agent=self.agent, template=self.template)
        if self.base_template is not None:
            return ChangeTemplate(panel=self.panel, template=self.template, based_on=self.base_template)
        return None

    def data(self, panel: str) -> Ship | SetBlock | None:
        """`panel` is the one the shape ended in: a repeated creation answers with the first."""
        if self.collection is not None:
            declared = self.answer.provenance.declared if self.answer.provenance else None
            return Ship(
                panel=panel,
                collection=self.collection,
                rows=self.rows,
                mode="complete" if self.whole else "partial",
                declared_count=declared,
            )
        if self.answer.content is not None:
            return SetBlock(panel=panel, block=self.template.tab(self.tab).blocks[0].id, content=self.answer.content)
        return None

    def keys(self) -> list[str]:
        key = self.template.collection(self.collection).key if self.collection else []
        return [found for row in self.rows if (found := key_of(row, key)) is not None]

    def stamp(self, origin: Origin) -> Origin:
        """Saved rows are as old as their reading, and come from its tool, not from the hand that saved them."""
        source = self.answer.provenance
        return origin.model_copy(
            update={
                "door": "chat",
                "tool": source.tool if source else None,
                "reading": source.reading if source else None,
                "run": self.answer.run,
                "collected_at": source.collected_at if source else self.answer.at,
            }
        )


def plan_save(
    answer: Answer,
    shown: list[int],
    to: SaveTo,
    head: Panel | None,
    agent: str,
    new_id: str,
    refresher: Tool | None,
    extract: Extract | None,
    locale: Locale,
) -> Plan:
    """Raises Refusal `invalid_content` for a kind that is no panel by nature, or what the target is refused with.

    `shown` are the indexes of the rows left by the answer's slice; `refresher` the tool they came from and
    `extract` how its rows are found, so that the new tab can be refreshed without the model.
    """
    _refuse_non_panel(answer.block)
    if isinstance(to, IntoCollection):
        assert head is not None
        return _into_collection(answer, shown, to, head)
    made = _Made(answer, shown, to, head.template if head else None, locale)
    refresh = made.refresh(refresher, extract)
    tab = Tab(id=made.tab_id, title=to.title, refresh=refresh, blocks=made.blocks())
    collections = [made.collection] if made.collection else []
    plan = Plan(
        answer=answer,
        agent=agent,
        panel=head.id if head else new_id,
        template=_with_tab(to, head, tab, collections, locale),
        tab=tab.id,
        collection=made.collection.id if made.collection else None,
        rows=made.rows,
        whole=made.whole and refresh is not None,
        base_template=head.template_version if head else None,
        new_panel=head is None,
        refresh_tool=refresh.tool if refresh else None,
    )
    plan.not_saved += made.not_saved
    return plan


def _refuse_non_panel(block: Block) -> None:
    place = traits_of(block).in_panel
    if isinstance(place, NotAPanel):
        raise Refusal(
            "invalid_content",
            f"A {block.kind} is not kept in a panel: {place.reason}",
            "Save another block of the answer.",
            kind=block.kind,
        )


def _with_tab(
    to: NewPanel | NewTab, head: Panel | None, tab: Tab, collections: list[Collection], locale: Locale
) -> Template:
    if head is None:
        assert isinstance(to, NewPanel)
        return Template(title=to.title, locale=locale, collections=collections, tabs=[tab], audience=to.audience)
    old = head.template
    return old.model_copy(update={"collections": [*old.collections, *collections], "tabs": [*old.tabs, tab]})


def _into_collection(answer: Answer, shown: list[int], to: IntoCollection, head: Panel) -> Plan:
    """The rows that are shown, matched by the collection's key. What the collection has no field for stays out."""
    collection = head.template.collection(to.collection)
    known = {one.id for one in collection.fields}
    not_saved = [
        NotSaved(what=one.title, reason="field_not_in_collection") for one in answer.fields if one.id not in known
    ]
    rows = [{name: value for name, value in answer.rows[i].items() if name in known} for i in shown]
    kept, left = _with_key(rows, collection.key)
    tabs = head.template.tabs_showing(collection.id) or [head.template.tabs[0].id]
    return Plan(
        answer=answer,
        agent=head.agent,
        panel=head.id,
        template=head.template,
        tab=tabs[0],
        collection=collection.id,
        rows=kept,
        not_saved=not_saved + left,
    )


class _Made:
    """The tab a new panel or tab is made of: one collection, the block as it was drawn, perhaps a board."""

    def __init__(
        self, answer: Answer, shown: list[int], to: NewPanel | NewTab, old: Template | None, locale: Locale
    ) -> None:
        self._answer = answer
        self._titles = to.stages
        self._locale: Locale = locale
        self._taken = _ids_of(old)
        self.tab_id = self._free(to.title)
        # A cut that a view cannot hold (a search, "the first five") saves the rows themselves as they are shown.
        self._frozen = bool(answer.slice.search or answer.slice.limit)
        self.not_saved: list[NotSaved] = []
        self.rows: list[Values] = []
        self.collection = self._collection(shown) if isinstance(answer.block, RowsBlock) else None
        self.whole = len(self.rows) == len(answer.rows) and not self._frozen

    def _collection(self, shown: list[int]) -> Collection:
        key = self._answer.key or _key_for(self._answer)
        rows = [self._answer.rows[i] for i in shown] if self._frozen else self._answer.rows
        self.rows, left = _with_key(rows, key)
        self.not_saved += left
        title = self._answer.block.title or self._answer.block.kind
        return Collection(
            id=self._free(title),
            title=title,
            rows="inline" if len(self.rows) <= 2_000 else "table",
            key=key,
            fields=[*self._answer.fields, *self._stage_field()],
        )

    def _stage_field(self) -> list[Field]:
        has_stage = any(one.type == "stage" for one in self._answer.fields)
        if has_stage or not self._titles:
            return []
        taken = {one.id for one in self._answer.fields}
        name = next(one for one in ("stage", "panel_stage", "board_stage") if one not in taken)
        options = [Option(id=_slug(title, "stage"), title=title) for title in self._titles]
        return [
            Field(
                id=name,
                title=STAGE_TITLE[self._locale],
                type="stage",
                role="stage",
                options=options,
                belongs_to="panel",
            )
        ]

    def blocks(self) -> list[Block]:
        block = self._answer.block
        name = self._free(block.title or block.kind)
        if self.collection is None or not isinstance(block, RowsBlock):
            return [block.model_copy(update={"id": name})]
        cut = self._answer.slice
        where = [*block.where, *([] if self._frozen else cut.where)]
        view = block.model_copy(update={"id": name, "of": self.collection.id, "where": where})
        if isinstance(view, TableBlock):
            columns = (
                [one.id for one in self._answer.fields if one.id not in cut.hidden] if cut.hidden else view.columns
            )
            view = view.model_copy(update={"sort": cut.sort or view.sort, "columns": columns})
        return [*self._board(name, where), view]

    def _board(self, name: str, where: list[Condition]) -> list[Block]:
        if self.collection is None or not self._titles or isinstance(self._answer.block, KanbanBlock):
            return []
        board = KanbanBlock(id=self._free(f"{name} board"), title="", of=self.collection.id)
        return [board.model_copy(update={"where": where})]

    def refresh(self, tool: Tool | None, extract: Extract | None) -> RefreshByTool | None:
        """A tab that came from a read-only tool can ask it again, with the same arguments."""
        source = self._answer.provenance
        if source is None or self.collection is None or not self._answer.key or self._frozen or source.columns:
            # Columns that the block has renamed would come back under the names of the tool.
            return None
        if tool is None or not may_refresh(tool) or extract is None:
            return None
        counted = not isinstance(extract, FromParser) and bool(extract.total or extract.truncated)
        into = Into(target=self.collection.id, extract=extract, mode="complete" if counted else "partial")
        return RefreshByTool(tool=source.tool, arguments=source.arguments, into=[into])

    def _free(self, title: str) -> str:
        base = _slug(title, "saved")
        name, number = base, 2
        while name in self._taken:
            name, number = f"{base}_{number}", number + 1
        self._taken.add(name)
        return name


def _with_key(rows: list[Values], key: list[str]) -> tuple[list[Values], list[NotSaved]]:
    """Rows a collection can recognise again; the others are told, with how many they are."""
    keys = [key_of(row, key) for row in rows]
    seen: set[str | None] = set()
    kept: list[Values] = []
    left: Counter[str] = Counter()
    for row, found in zip(rows, keys, strict=True):
        if found is None:
            left["no_key_value"] += 1
        elif found in seen:
            left["duplicate_key"] += 1
        else:
            seen.add(found)
            kept.append(row)
    told = [
        NotSaved(what=str(left[reason]), reason=reason) for reason in ("no_key_value", "duplicate_key") if left[reason]
    ]
    return kept, told


def _key_for(answer: Answer) -> list[str]:
    """Fields by which rows nobody declared a key for can be told apart: the first unique one, else all of them."""
    for one in answer.fields:
        values = [row.get(one.id) for row in answer.rows]
        if one.type != "stage" and None not in values and len({str(value) for value in values}) == len(values):
            return [one.id]
    return [one.id for one in answer.fields if one.type != "stage"]


def _ids_of(template: Template | None) -> set[str]:
    if template is None:
        return set()
    return (
        {one.id for one in template.collections}
        | {block.id for block in template.blocks()}
        | {tab.id for tab in template.tabs}
    )


def _slug(title: str, otherwise: str) -> str:
    letters = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in fold(title))
    name = "_".join(part for part in letters.split("_") if part)[:40]
    return name if name[:1].isalpha() else f"{otherwise}_{name}".rstrip("_")
