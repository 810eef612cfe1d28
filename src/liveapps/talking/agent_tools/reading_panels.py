"""Finding and reading panels. Only public rows are read, the person's own private ones left out."""

from typing import Annotated

from pydantic import Field

from liveapps.blocks.catalogue import KINDS
from liveapps.panels.instance import Freshness
from liveapps.panels.panel import Panel
from liveapps.panels.rows import ListedRow
from liveapps.panels.slices import Slice
from liveapps.panels.template import Collection
from liveapps.panels.texts import fold
from liveapps.ports import Told

from .kit import Kit
from .told import table
from .tool import AgentTool, Arguments

PANEL = Field(description="Id or title of the panel.")


class FindPanels(Arguments):
    words: Annotated[str, Field(description="Part of a title; leave it out for all.", max_length=200)] = ""


class ReadPanel(Arguments):
    """Without `collection`: an overview of all tabs."""

    panel: Annotated[str, PANEL]
    collection: Annotated[str | None, Field(description="The list to read rows of.")] = None
    slice: Annotated[Slice, Field(description="Which rows, in which order.")] = Slice()
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    cursor: Annotated[str | None, Field(description="What the page before gave as next.")] = None
    template: Annotated[bool, Field(description="The template as well, to redesign the panel.")] = False


class DescribeKinds(Arguments):
    kinds: Annotated[list[str], Field(min_length=1, max_length=10)]


async def find(kit: Kit, asked: FindPanels) -> Told:
    panels = await kit.panels()
    found = [one for one in panels if fold(asked.words) in fold(one.template.title)]
    if not found:
        return Told(f"None of the {len(panels)} panels here has a title like that. create_panel makes a new one.")
    columns = ["id", "title", "tabs", "collections", "version", "yours"]
    mine = kit.turn.agent.id
    rows = [[one.id, one.template.title, _tabs(one), _lists(one), one.version, one.agent == mine] for one in found]
    text, shown = table(columns, rows)
    return Told(f"{shown} of the {len(panels)} panels here. Read one with read_panel.", text)


def _tabs(panel: Panel) -> str:
    return ", ".join(tab.id for tab in panel.template.tabs)


def _lists(panel: Panel) -> str:
    return ", ".join(one.id for one in panel.template.collections)


async def read(kit: Kit, asked: ReadPanel) -> Told:
    panel = await kit.panel(asked.panel)
    template = panel.template.model_dump_json(exclude_defaults=True) if asked.template else ""
    if asked.collection is None:
        text = await kit.house.facade.context(kit.reader, panel.id)
        based = f" Its template_version is {panel.template_version}." if template else ""
        said = f"Panel {panel.id}, version {panel.version}.{based} Read a list whole with its collection."
        return Told(said, f"{text}\ntemplate: {template}" if template else text)
    return await _rows(kit, panel, panel.template.collection(asked.collection), asked)


async def _rows(kit: Kit, panel: Panel, collection: Collection, asked: ReadPanel) -> Told:
    facade = kit.house.facade
    page = await facade.rows(kit.reader, panel.id, collection.id, asked.slice, asked.limit, asked.cursor)
    ages = await facade.ages(panel.id, [collection.id])
    names = [field.id for field in collection.fields]
    text, shown = table(["row id", *names, "marks"], (_line(collection, names, row) for row in page.rows))
    cut = shown < len(page.rows)
    more = f' The next page: cursor "{page.next}".' if page.next and not cut else ""
    more = f" They are long: ask again with limit {shown} to page through them." if cut else more
    counts = f"{shown} of {page.matching} matching rows, {page.total} in all"
    groups = "".join(f"\n{group.value}: {group.count} rows {group.sums or ''}" for group in page.groups)
    return Told(f"{collection.id} of panel {panel.id}: {counts}. {_age(ages)}.{more}", text + groups)


def _line(collection: Collection, names: list[str], row: ListedRow) -> list[object]:
    stage = collection.stage_field
    values = row.values if stage is None else row.values | {stage.id: row.stage}
    return [row.id, *(values.get(name) for name in names), _marks(row)]


def _marks(row: ListedRow) -> dict[str, object]:
    marks: dict[str, object] = {name: one.value for name, one in row.suggestions.items()}
    said: dict[str, object] = {"suggested": marks} if marks else {}
    if row.unconfirmed_since is not None:
        said["not_confirmed_since"] = row.unconfirmed_since.isoformat(timespec="minutes")
    return said | ({"notes": row.notes} if row.notes else {})


def _age(ages: list[Freshness]) -> str:
    if not ages:
        return "Nothing was collected yet"
    age = ages[0]
    when = age.collected_at.isoformat(timespec="minutes")
    if age.status == "error":
        good = age.last_good_at.isoformat(timespec="minutes") if age.last_good_at else "never"
        return f"The last refresh, at {when}, failed; the rows are from {good}"
    whole = f", {age.shown} of {age.declared}" if age.declared is not None else ""
    return f"Collected at {when}, {age.status}{whole}"


async def describe(_: Kit, asked: DescribeKinds) -> Told:
    known = [name for name in asked.kinds if name in KINDS]
    text = "\n".join(f"{name}: {KINDS[name].example.model_dump_json(exclude_defaults=True)}" for name in known)
    unknown = "" if len(known) == len(asked.kinds) else f" The kinds there are: {', '.join(KINDS)}."
    return Told(f"One example of each kind asked for: the block, and its content or rows.{unknown}", text)


FIND_PANELS = AgentTool(
    "find_panels", "Lists the panels you keep or may read, by part of their title.", FindPanels, find
)
READ_PANEL = AgentTool(
    "read_panel",
    "Reads a panel: an overview with ages, statuses and row ids, or the rows of one list, filtered, sorted and paged.",
    ReadPanel,
    read,
)
DESCRIBE_KINDS = AgentTool(
    "describe_kinds", "Shows an example of each kind of block, to make or show one.", DescribeKinds, describe
)
