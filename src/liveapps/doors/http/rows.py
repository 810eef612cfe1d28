"""The rows of a collection: asked for in slices, changed field by field."""

from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Query, Response
from pydantic import Field, TypeAdapter, ValidationError

from liveapps.blocks.base import Condition, Model, Sort
from liveapps.panels.errors import Refusal
from liveapps.panels.receipts import Receipt
from liveapps.panels.rows import Values
from liveapps.panels.slices import Slice
from liveapps.reading.views import RowDetail, RowsPage
from liveapps.writing.writes import (
    AddRow,
    Annotate,
    MoveCard,
    Note,
    PatchRow,
    RemoveRow,
    RestoreRow,
    SettleSuggestion,
    Ship,
)

from .bodies import json_response
from .panels import Key
from .straight import StraightRoute
from .visitor import Visit

router = APIRouter(prefix="/api/panels/{panel}", tags=["rows"], route_class=StraightRoute)
Count = Annotated[int, Field(ge=0, le=2**53)]
CONDITIONS: TypeAdapter[list[Condition]] = TypeAdapter(list[Condition])


class AddBody(Model):
    values: Values = {}
    stage: str | None = None


class PatchBody(Model):
    set: Values = {}
    add: dict[str, float] = {}
    based_on: Count | None = None


class MoveBody(Model):
    stage: str | None
    before: str | None = None
    based_on: Count | None = None


class NoteBody(Model):
    text: Note


class SettleBody(Model):
    accept: bool


class ShipBody(Model):
    mode: Literal["complete", "partial"] = "partial"
    rows: list[Values]
    declared_count: Count | None = None
    based_on: Count | None = None


# Requests are held against the routes in turn: the commonest come first.
@router.get("/collections/{collection}/rows", response_model=RowsPage)
async def find_rows(
    panel: str,
    collection: str,
    visit: Visit,
    where: str = "[]",
    sort: str = "",
    search: str = "",
    unconfirmed: bool | None = None,
    group: str | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    sums: bool = True,
    cursor: str | None = None,
) -> Response:
    """`where` is a JSON list of conditions; `sort` lists fields by comma, "-" before one for descending. Groups
    that are only counted, without `sums`, are quicker."""
    asked = read_slice(where, sort, search, unconfirmed, group)
    facade = visit.house.facade
    return json_response(await facade.rows_json(visit.reader, panel, collection, asked, limit, cursor, sums))


@router.post("/collections/{collection}/rows/{row}/move")
async def move_card(panel: str, collection: str, row: str, body: MoveBody, visit: Visit, key: Key = None) -> Receipt:
    write = MoveCard(
        panel=panel,
        collection=collection,
        row=row,
        stage=body.stage,
        before=body.before,
        based_on=body.based_on,
    )
    return await visit.house.funnel.write(write, visit.origin(), key=key)


@router.patch("/collections/{collection}/rows/{row}")
async def patch_row(panel: str, collection: str, row: str, body: PatchBody, visit: Visit, key: Key = None) -> Receipt:
    write = PatchRow(panel=panel, collection=collection, row=row, set=body.set, add=body.add, based_on=body.based_on)
    return await visit.house.funnel.write(write, visit.origin(), key=key)


@router.get("/export", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
async def export_rows(
    panel: str,
    collection: str,
    visit: Visit,
    where: str = "[]",
    sort: str = "",
    search: str = "",
    unconfirmed: bool | None = None,
) -> Response:
    """CSV for people: BOM, the separator of the reader's language, formulas made harmless."""
    asked = read_slice(where, sort, search, unconfirmed, None)
    name, body = await visit.house.facade.export(visit.reader, panel, collection, asked, visit.locale)
    return Response(
        body, media_type="text/csv; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@router.post("/collections/{collection}/rows", status_code=201)
async def add_row(panel: str, collection: str, body: AddBody, visit: Visit, key: Key = None) -> Receipt:
    write = AddRow(panel=panel, collection=collection, values=body.values, stage=body.stage)
    return await visit.house.funnel.write(write, visit.origin(), key=key)


@router.post("/collections/{collection}/shipments")
async def ship(panel: str, collection: str, body: ShipBody, visit: Visit, key: Key = None) -> Receipt:
    write = Ship(
        panel=panel,
        collection=collection,
        rows=body.rows,
        mode=body.mode,
        declared_count=body.declared_count,
        based_on=body.based_on,
    )
    return await visit.house.funnel.write(write, visit.origin("import"), key=key)


@router.get("/collections/{collection}/trash")
async def find_trash(
    panel: str, collection: str, visit: Visit, limit: Annotated[int, Query(ge=1, le=500)] = 100
) -> RowsPage:
    """The rows in the trash, the last to go there first. `total` tells of those beyond the limit."""
    return await visit.house.facade.trash(visit.reader, panel, collection, limit)


@router.patch("/collections/{collection}/rows")
async def patch_without_row(panel: str, collection: str, visit: Visit) -> Receipt:
    raise Refusal(
        "row_id_required",
        "A row is changed by its id, and none was given.",
        f"Find the id with GET /api/panels/{panel}/collections/{collection}/rows and send PATCH to …/rows/{{row}}.",
        panel=panel,
        collection=collection,
    )


@router.get("/collections/{collection}/rows/{row}")
async def open_row(panel: str, collection: str, row: str, visit: Visit) -> RowDetail:
    return await visit.house.facade.row(visit.reader, panel, collection, row)


@router.delete("/collections/{collection}/rows/{row}")
async def remove_row(panel: str, collection: str, row: str, visit: Visit, key: Key = None) -> Receipt:
    write = RemoveRow(panel=panel, collection=collection, row=row)
    return await visit.house.funnel.write(write, visit.origin(), key=key)


@router.post("/collections/{collection}/rows/{row}/restore")
async def restore_row(panel: str, collection: str, row: str, visit: Visit, key: Key = None) -> Receipt:
    write = RestoreRow(panel=panel, collection=collection, row=row)
    return await visit.house.funnel.write(write, visit.origin(), key=key)


@router.post("/collections/{collection}/rows/{row}/annotations", status_code=201)
async def annotate(panel: str, collection: str, row: str, body: NoteBody, visit: Visit, key: Key = None) -> Receipt:
    write = Annotate(panel=panel, collection=collection, row=row, text=body.text)
    return await visit.house.funnel.write(write, visit.origin(), key=key)


@router.post("/collections/{collection}/rows/{row}/suggestions/{field}")
async def settle(
    panel: str, collection: str, row: str, field: str, body: SettleBody, visit: Visit, key: Key = None
) -> Receipt:
    write = SettleSuggestion(panel=panel, collection=collection, row=row, field=field, accept=body.accept)
    return await visit.house.funnel.write(write, visit.origin(), key=key)


def read_slice(where: str, sort: str, search: str, unconfirmed: bool | None, group: str | None) -> Slice:
    """Reads the query of a list request; anything unreadable is refused, never ignored."""
    try:
        sorts = [
            Sort(field=name.removeprefix("-"), descending=name.startswith("-")) for name in sort.split(",") if name
        ]
        return Slice(
            where=CONDITIONS.validate_json(where),
            sort=sorts,
            search=search,
            unconfirmed=unconfirmed,
            group=group,
        )
    except (ValidationError, orjson.JSONDecodeError):
        raise Refusal(
            "invalid_slice",
            "The filter or the order of this list could not be read.",
            'Send where=[{"field":"city","op":"is","value":"Brasília"}] and sort=-revenue,city.',
            where=where[:200],
            sort=sort[:200],
        ) from None
