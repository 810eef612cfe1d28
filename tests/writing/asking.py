"""Writes as these tests ask for them, and refusals as they look at them."""

from typing import Any

import pytest

from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.receipts import Receipt
from liveapps.panels.template import read_template
from liveapps.people.policy import PersonReader
from liveapps.writing.writes import AddRow, ChangeTemplate, MoveCard, PatchRow, RemoveRow, RestoreVersion, Write
from tests.support.world import World, panel_template

EMBRAER: dict[str, Any] = {"code": "C-1", "company": "Embraer", "email": "a@embraer.com.br", "revenue": 10}
RIOTUR: dict[str, Any] = {"code": "C-2", "company": "Riotur", "email": "b@riotur.gov.br", "revenue": 20}


async def refused(world: World, write: Write, by: str | Origin = "ana", key: str | None = None) -> Refusal:
    """What a write is refused with."""
    with pytest.raises(Refusal) as refusal:
        await world.write(write, by, key)
    assert refusal.value.message
    assert refusal.value.next_step
    return refusal.value


def add(panel: str, stage: str | None = None, **values: Any) -> AddRow:
    return AddRow(panel=panel, collection="customers", values=values, stage=stage)


def patch(panel: str, row: str, based_on: int | None = None, **values: Any) -> PatchRow:
    return PatchRow(panel=panel, collection="customers", row=row, set=values, based_on=based_on)


def more(panel: str, row: str, **amounts: float) -> PatchRow:
    return PatchRow(panel=panel, collection="customers", row=row, add=amounts)


def move(panel: str, row: str, stage: str | None, before: str | None = None, based_on: int | None = None) -> MoveCard:
    return MoveCard(panel=panel, collection="customers", row=row, stage=stage, before=before, based_on=based_on)


def remove(panel: str, row: str) -> RemoveRow:
    return RemoveRow(panel=panel, collection="customers", row=row)


def redesign(panel: str, based_on: int | None = None, **changes: Any) -> ChangeTemplate:
    return ChangeTemplate(panel=panel, template=read_template(panel_template(**changes)), based_on=based_on)


def back_to(panel: str, version: int) -> RestoreVersion:
    return RestoreVersion(panel=panel, version=version)


async def kept_row(world: World, panel: str, by: str = "ana", **values: Any) -> str:
    """The id of a new row that a person adds."""
    (row,) = (await world.write(add(panel, **({"code": "C-1"} | values)), by)).added
    return row


async def head(world: World, panel: str, login: str = "ana") -> Panel:
    return await world.house.facade.head(PersonReader(await world.person(login)), panel)


def did(receipt: Receipt) -> dict[str, Any]:
    """What a receipt says happened, without what did not."""
    return {name: value for name, value in receipt.model_dump(exclude={"panel", "version"}).items() if value}
