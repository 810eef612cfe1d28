"""Clicks that run a tool, without the model: refresh a tab, refresh all, press a button."""

from fastapi import APIRouter

from liveapps.acting.receipts import AllRefreshed, Computed, Pressed, Refreshed
from liveapps.blocks.base import JsonObject, Model
from liveapps.panels.receipts import Receipt
from liveapps.writing.contents import read_content
from liveapps.writing.writes import SetBlock

from .panels import Key
from .visitor import Visit

router = APIRouter(prefix="/api/panels/{panel}", tags=["acting"])


class PressBody(Model):
    button: str
    row: str | None = None


class ContentBody(Model):
    content: JsonObject


@router.post("/tabs/{tab}/refresh")
async def refresh_tab(panel: str, tab: str, visit: Visit) -> Refreshed:
    return await visit.house.refresher.tab(visit.reader, panel, tab, visit.origin())


@router.post("/refresh")
async def refresh_all(panel: str, visit: Visit) -> AllRefreshed:
    return await visit.house.refresher.all(visit.reader, panel, visit.origin())


@router.post("/compute")
async def compute(panel: str, visit: Visit) -> Computed:
    """Runs the calculator of the panel: all that it fills is written at once, or nothing is."""
    return await visit.house.calculators.run(visit.reader, panel, visit.origin())


@router.put("/blocks/{block}")
async def set_block(panel: str, block: str, body: ContentBody, visit: Visit, key: Key = None) -> Receipt:
    write = SetBlock(panel=panel, block=block, content=read_content(body.content))
    return await visit.house.funnel.write(write, visit.origin(), key=key)


@router.post("/blocks/{block}/press")
async def press(panel: str, block: str, body: PressBody, visit: Visit, key: Key = None) -> Pressed:
    return await visit.house.presser.press(visit.reader, panel, block, body.button, body.row, visit.origin(), key)
