"""Panels: list, open, create, redesign, trash; their versions and what agents read of them."""

from typing import Annotated

from fastapi import APIRouter, Header, Path, Query
from fastapi.responses import PlainTextResponse, Response

from liveapps.blocks.base import JsonObject, Model
from liveapps.panels.receipts import Receipt
from liveapps.panels.template import read_template
from liveapps.reading.views import Comparison, PanelSummary, PanelView, TrashedPanel, VersionDetail, VersionView
from liveapps.writing.giving import given_to, taken_from
from liveapps.writing.writes import ChangeTemplate, CreatePanel, RestorePanel, RestoreVersion, TrashPanel

from .bodies import json_response
from .visitor import Visit

router = APIRouter(prefix="/api", tags=["panels"])
Key = Annotated[str | None, Header(alias="Idempotency-Key", max_length=200)]
Number = Annotated[int, Path(ge=1, le=2**53)]


class NewPanelBody(Model):
    """`template` is read against the format of templates: see the concept page."""

    agent: str
    template: JsonObject


class TemplateBody(Model):
    template: JsonObject
    based_on: int | None = None


class RestoreBody(Model):
    """Only what one `tab` shows, or one `row`; left out, the whole panel with its template."""

    tab: str | None = None
    row: str | None = None


@router.get("/panels")
async def list_panels(visit: Visit) -> list[PanelSummary]:
    return await visit.house.facade.panels(visit.reader)


@router.get("/trash")
async def list_trash(visit: Visit) -> list[TrashedPanel]:
    """The panels in the trash that I may bring back, the last to go there first."""
    return await visit.house.facade.trashed_panels(visit.user)


@router.post("/panels", status_code=201)
async def create_panel(body: NewPanelBody, visit: Visit, key: Key = None) -> Receipt:
    agent = visit.house.threads.agent(body.agent)
    write = CreatePanel(panel=visit.house.ids.new(), agent=agent.id, template=read_template(body.template))
    return await visit.house.funnel.write(write, visit.origin(), key=key)


@router.get("/panels/{panel}", response_model=PanelView)
async def open_panel(panel: str, visit: Visit) -> Response:
    return json_response(await visit.house.facade.panel_json(visit.reader, panel))


@router.delete("/panels/{panel}")
async def trash_panel(panel: str, visit: Visit, key: Key = None) -> Receipt:
    return await visit.house.funnel.write(TrashPanel(panel=panel), visit.origin(), key=key)


@router.post("/panels/{panel}/restore")
async def restore_panel(panel: str, visit: Visit, key: Key = None) -> Receipt:
    return await visit.house.funnel.write(RestorePanel(panel=panel), visit.origin(), key=key)


@router.put("/panels/{panel}/template")
async def change_template(panel: str, body: TemplateBody, visit: Visit, key: Key = None) -> Receipt:
    write = ChangeTemplate(panel=panel, template=read_template(body.template), based_on=body.based_on)
    return await visit.house.funnel.write(write, visit.origin(), key=key)


@router.get("/panels/{panel}/versions")
async def list_versions(
    panel: str,
    visit: Visit,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[VersionView]:
    return await visit.house.facade.versions(visit.reader, panel, before, limit)


@router.get("/panels/{panel}/versions/{version}")
async def open_version(panel: str, version: Number, visit: Visit) -> VersionDetail:
    return await visit.house.facade.version(visit.reader, panel, version)


@router.get("/panels/{panel}/versions/{version}/compare/{other}")
async def compare_versions(panel: str, version: Number, other: Number, visit: Visit) -> Comparison:
    """What is different between two moments of a panel, in whatever order they are named."""
    return await visit.house.facade.compare(visit.reader, panel, version, other)


@router.post("/panels/{panel}/versions/{version}/restore")
async def restore_version(
    panel: str, version: Number, visit: Visit, body: RestoreBody | None = None, key: Key = None
) -> Receipt:
    """Back to how things were right after a version. It is a new version: nothing is lost from the history."""
    part = body or RestoreBody()
    write = RestoreVersion(panel=panel, version=version, tab=part.tab, row=part.row)
    return await visit.house.funnel.write(write, visit.origin(), key=key)


@router.get("/panels/{panel}/context", response_class=PlainTextResponse)
async def read_context(panel: str, visit: Visit) -> PlainTextResponse:
    """Exactly what agents read of the panel, whoever asks: public rows only, within its budget."""
    return PlainTextResponse(await visit.house.facade.context(visit.reader, panel))


@router.put("/panels/{panel}/agents/{agent}")
async def give_to_agent(panel: str, agent: str, visit: Visit, key: Key = None) -> Receipt:
    """Gives the panel to another agent to read. Only for a boss."""
    head = await visit.house.facade.head(visit.reader, panel)
    return await visit.house.funnel.write(given_to(head, agent), visit.origin(), key=key)


@router.delete("/panels/{panel}/agents/{agent}")
async def take_from_agent(panel: str, agent: str, visit: Visit, key: Key = None) -> Receipt:
    """Takes it back: from the next run on the agent reads nothing of it, not even the title."""
    head = await visit.house.facade.head(visit.reader, panel)
    return await visit.house.funnel.write(taken_from(head, agent), visit.origin(), key=key)


@router.put("/panels/{panel}/grants/{tool}", status_code=204)
async def grant_tool(panel: str, tool: str, visit: Visit) -> None:
    await visit.house.presser.grant(visit.user, panel, tool)


@router.delete("/panels/{panel}/grants/{tool}", status_code=204)
async def revoke_tool(panel: str, tool: str, visit: Visit) -> None:
    await visit.house.presser.revoke(visit.user, panel, tool)
