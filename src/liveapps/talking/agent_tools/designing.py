"""Making a panel, and making it otherwise."""

from typing import Annotated, Any, cast

from pydantic import Field

from liveapps.blocks.base import JsonObject
from liveapps.panels.instance import Status
from liveapps.panels.template import Template, read_template
from liveapps.ports import Told
from liveapps.writing.contents import read_content
from liveapps.writing.writes import ChangeTemplate, CreatePanel, SetBlock

from .kit import Kit
from .reading_panels import PANEL
from .told import told_receipt
from .tool import AgentTool, Arguments


class CreatePanelArguments(Arguments):
    template: JsonObject


class RedesignPanel(Arguments):
    panel: Annotated[str, PANEL]
    template: Annotated[JsonObject, Field(description="Whole, as create_panel takes it.")]
    based_on: Annotated[int, Field(description="The template_version you read.")]


class SetBlockArguments(Arguments):
    panel: Annotated[str, PANEL]
    block: str
    content: Annotated[dict[str, Any], Field(description="Of the block's kind: see describe_kinds.")]
    status: Status = "complete"
    message: Annotated[str | None, Field(description="What is missing, when it is partial.", max_length=500)] = None
    reading: Annotated[str | None, Field(description="The reading it was taken from.")] = None


async def create(kit: Kit, asked: CreatePanelArguments) -> Told:
    template = read_template(asked.template)
    write = CreatePanel(panel=kit.house.ids.new(), agent=kit.turn.agent.id, template=template)
    told = told_receipt(await kit.hands.write(write))
    return Told(f"{told.said} The panel is empty: fill its lists with ship_rows, its blocks with set_block.", told.data)


async def redesign(kit: Kit, asked: RedesignPanel) -> Told:
    panel = await kit.own(asked.panel)
    template = read_template(_with_what_people_declared(panel.template, asked.template))
    return told_receipt(
        await kit.hands.write(ChangeTemplate(panel=panel.id, template=template, based_on=asked.based_on))
    )


def _with_what_people_declared(now: Template, sent: JsonObject) -> JsonObject:
    """Alerts, hooks, schedules and who may see it stay as they are, unless they are sent along."""
    kept = now.model_dump(mode="json", include={"hooks", "alerts", "calculator", "audience"})
    schedules = {tab.id: tab.schedule.model_dump(mode="json") for tab in now.tabs if tab.schedule is not None}
    tabs: Any = sent.get("tabs")
    if not isinstance(tabs, list):
        return kept | sent
    return kept | sent | {"tabs": [_scheduled(tab, schedules) for tab in cast("list[Any]", tabs)]}


def _scheduled(tab: Any, schedules: dict[str, JsonObject]) -> Any:
    if not isinstance(tab, dict):
        return tab
    sent = cast("JsonObject", tab)
    name = sent.get("id")
    return {"schedule": schedules[name]} | sent if isinstance(name, str) and name in schedules else sent


async def set_block(kit: Kit, asked: SetBlockArguments) -> Told:
    panel = await kit.own(asked.panel)
    block = panel.template.block(asked.block)
    content = read_content({"kind": block.kind} | asked.content)
    reading = await kit.reading(asked.reading) if asked.reading else None
    write = SetBlock(panel=panel.id, block=block.id, content=content, status=asked.status, message=asked.message)
    return told_receipt(await kit.hands.write(write, reading))


CREATE_PANEL = AgentTool(
    "create_panel",
    "Makes a panel of your own: its lists (collections with fields, and the key that recognises a row that is sent "
    "again), its tabs and their blocks. Refused whole, with each place that is wrong.",
    CreatePanelArguments,
    create,
    with_template=True,
)
REDESIGN_PANEL = AgentTool(
    "redesign_panel",
    "Gives a panel another template. Read it first (read_panel with template), send it whole with what is changed.",
    RedesignPanel,
    redesign,
)
SET_BLOCK = AgentTool("set_block", "Gives a block with content of its own a new content.", SetBlockArguments, set_block)
