"""Reading as one person does."""

from typing import Any

from liveapps.panels.slices import Slice
from liveapps.people.policy import PersonReader
from liveapps.reading.views import RowsPage, TabView
from tests.support.world import World, panel_template


async def reader(world: World, login: str = "ana") -> PersonReader:
    return PersonReader(await world.person(login))


async def page(world: World, panel: str, login: str = "ana", **asked: Any) -> RowsPage:
    found = Slice.model_validate(asked)
    return await world.house.facade.rows(await reader(world, login), panel, "customers", found, 100, None)


async def tab(world: World, panel: str, name: str = "main") -> TabView:
    return next(one for one in (await world.view(panel)).tabs if one.id == name)


async def private_panel(world: World, **changes: Any) -> str:
    """A panel where what people add is their own."""
    return await world.panel(collections=[{**panel_template()["collections"][0], "private_rows": True}], **changes)
