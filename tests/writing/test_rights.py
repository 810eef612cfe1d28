"""Who may write where. A panel or row that one may not see answers exactly like one that does not exist."""

from collections.abc import Callable
from typing import Any

import pytest

from liveapps.blocks.text import TextContent
from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Actor, Origin
from liveapps.panels.template import read_template
from liveapps.people.policy import PersonReader
from liveapps.people.users import Role
from liveapps.writing.writes import (
    Annotate,
    CreatePanel,
    MarkFailed,
    PatchRow,
    RestorePanel,
    RestoreRow,
    SetBlock,
    SettleSuggestion,
    Ship,
    TrashPanel,
    Write,
)
from tests.support.world import AGENT, World, panel_template
from tests.writing.asking import EMBRAER, add, back_to, kept_row, more, move, patch, redesign, refused, remove

Asked = Callable[[str, str], Write]
OF_A_ROW: dict[str, Asked] = {
    "patch": lambda panel, row: patch(panel, row, company="x"),
    "patch with a wrong value": lambda panel, row: patch(panel, row, revenue="muito"),
    "patch of an unknown field": lambda panel, row: patch(panel, row, nope="x"),
    "patch of nothing": lambda panel, row: patch(panel, row),
    "increment": lambda panel, row: more(panel, row, revenue=1),
    "increment of text": lambda panel, row: more(panel, row, company=1),
    "move": lambda panel, row: move(panel, row, "won"),
    "move to an unknown stage": lambda panel, row: move(panel, row, "lost"),
    "stale patch": lambda panel, row: patch(panel, row, based_on=0, company="x"),
    "remove": remove,
    "restore": lambda panel, row: RestoreRow(panel=panel, collection="customers", row=row),
    "annotate": lambda panel, row: Annotate(panel=panel, collection="customers", row=row, text="x"),
    "settle": lambda panel, row: SettleSuggestion(
        panel=panel, collection="customers", row=row, field="company", accept=True
    ),
}
OF_A_PANEL: dict[str, Asked] = {
    **OF_A_ROW,
    "unknown collection": lambda panel, row: PatchRow(panel=panel, collection="nope", row=row, set={"company": "x"}),
    "add": lambda panel, _: add(panel, code="C-9"),
    "add a wrong value": lambda panel, _: add(panel, revenue="muito"),
    "add a key that is there": lambda panel, _: add(panel, code="C-1"),
    "ship": lambda panel, _: Ship(panel=panel, collection="customers", rows=[EMBRAER]),
    "ship a wrong list": lambda panel, _: Ship(panel=panel, collection="customers", rows=[{"nope": 1}]),
    "ship to nowhere": lambda panel, _: Ship(panel=panel, collection="nope", rows=[]),
    "set a block": lambda panel, _: SetBlock(panel=panel, block="grid", content=TextContent(markdown="x")),
    "mark failed": lambda panel, _: MarkFailed(panel=panel, targets=["nope"], code="tool_failed", message="x"),
    "redesign": lambda panel, _: redesign(panel, title="x"),
    "redesign by an unknown tool": lambda panel, _: redesign(
        panel,
        tabs=[{**panel_template()["tabs"][0], "refresh": {**panel_template()["tabs"][0]["refresh"], "tool": "x"}}],
    ),
    "go back": lambda panel, _: back_to(panel, 1),
    "go back to nowhere": lambda panel, _: back_to(panel, 99),
    "trash": lambda panel, _: TrashPanel(panel=panel),
    "restore a panel": lambda panel, _: RestorePanel(panel=panel),
}
HIDDEN: dict[str, Any] = {"only me": {"who": "only_me"}, "another team": {"who": "teams", "teams": ["sul"]}}


def same_but_for_the_name(found: Refusal, missing: Refusal, name: str, other: str) -> bool:
    def told(refusal: Refusal, hidden: str) -> tuple[str, str, str, str]:
        texts = (refusal.code, refusal.message, refusal.next_step, repr(refusal.facts))
        return tuple(text.replace(hidden, "NAME") for text in texts)  # pyright: ignore[reportReturnType] four in, four out

    return told(found, name) == told(missing, other)


async def carla(world: World) -> str:
    await world.person("carla", "user", ["norte"])
    return "carla"


@pytest.mark.parametrize("asked", OF_A_PANEL)
@pytest.mark.parametrize("audience", HIDDEN)
async def test_a_panel_one_may_not_see_answers_like_a_missing_one(world: World, audience: str, asked: str) -> None:
    panel = await world.panel(audience=HIDDEN[audience])
    row = await kept_row(world, panel)
    by = await carla(world)
    before = await world.view(panel)
    found = await refused(world, OF_A_PANEL[asked](panel, row), by)
    missing = await refused(world, OF_A_PANEL[asked]("nope", row), by)
    assert found.code == "panel_not_found"
    assert same_but_for_the_name(found, missing, panel, "nope")
    assert await world.view(panel) == before


@pytest.mark.parametrize("asked", [name for name in OF_A_PANEL if name != "restore a panel"])
async def test_a_panel_in_the_trash_answers_like_a_missing_one(world: World, asked: str) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    await world.write(TrashPanel(panel=panel))
    found, missing = [await refused(world, OF_A_PANEL[asked](name, row)) for name in (panel, "nope")]
    assert same_but_for_the_name(found, missing, panel, "nope")


@pytest.mark.parametrize("asked", OF_A_ROW)
async def test_a_private_row_of_another_answers_like_a_missing_one(world: World, asked: str) -> None:
    panel = await private_panel(world)
    row = await kept_row(world, panel, company="Embraer")
    by = await carla(world)
    before = await world.row(panel, "C-1")
    found, missing = [await refused(world, OF_A_ROW[asked](panel, name), by) for name in (row, "nope")]
    assert found.code == "row_not_found"
    assert same_but_for_the_name(found, missing, row, "nope")
    assert await world.row(panel, "C-1") == before


async def private_panel(world: World) -> str:
    return await world.panel(collections=[{**panel_template()["collections"][0], "private_rows": True}])


async def test_a_card_is_not_put_above_a_row_that_its_mover_does_not_see(world: World) -> None:
    panel = await private_panel(world)
    hidden = await kept_row(world, panel)
    await world.write(move(panel, hidden, "won"))
    by = await carla(world)
    mine = await kept_row(world, panel, by, code="C-9")
    found, missing = [await refused(world, move(panel, mine, "won", before=name), by) for name in (hidden, "nope")]
    assert same_but_for_the_name(found, missing, hidden, "nope")


async def test_the_owner_and_an_admin_write_to_a_private_row(world: World) -> None:
    panel = await private_panel(world)
    row = await kept_row(world, panel)
    await world.person("root", "admin")
    await world.write(patch(panel, row, company="da Ana"))
    await world.write(Annotate(panel=panel, collection="customers", row=row, text="Olá"), "root")
    assert (await world.row(panel, "C-1")).notes == 1


async def test_an_agent_never_reaches_a_private_row_not_even_by_its_id(world: World) -> None:
    panel = await private_panel(world)
    row = await kept_row(world, panel)
    for asked in OF_A_ROW.values():
        assert (await refused(world, asked(panel, row), world.agent_origin())).code == "row_not_found"


async def test_a_hidden_row_does_not_keep_others_from_using_its_key(world: World) -> None:
    """Otherwise a refusal would tell that it is there."""
    panel = await private_panel(world)
    await kept_row(world, panel, company="da Ana")
    by = await carla(world)
    await kept_row(world, panel, by, company="da Carla")
    assert (await world.row(panel, "C-1")).values["company"] == "da Ana"
    assert (await world.row(panel, "C-1", by)).values["company"] == "da Carla"
    assert (await refused(world, add(panel, code="C-1"))).code == "duplicate_key"


async def test_a_list_neither_finds_nor_changes_a_private_row(world: World) -> None:
    panel = await private_panel(world)
    row = await kept_row(world, panel, company="da Ana")
    receipt = await world.ship(panel, [EMBRAER], mode="complete", declared_count=1)
    assert (len(receipt.added), receipt.changed, receipt.unconfirmed) == (1, [], [])
    by = await carla(world)
    assert (await world.row(panel, "C-1", by)).values["company"] == "Embraer"
    reader = PersonReader(await world.person("ana"))
    assert (await world.house.facade.row(reader, panel, "customers", row)).row.values["company"] == "da Ana"


async def test_a_private_row_leaves_no_trace_in_the_age_of_the_list(world: World) -> None:
    panel = await private_panel(world)
    row = await kept_row(world, panel)
    await world.write(patch(panel, row, company="x"))
    assert "customers" not in (await world.view(panel)).states


async def test_an_agent_writes_only_to_its_own_panels(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    other = Origin(door="chat", actor=Actor(kind="agent", id="finance"), at=world.clock.now())
    for asked in OF_A_PANEL.values():
        assert (await refused(world, asked(panel, row), other)).code == "panel_not_found"
    await world.write(patch(panel, row, company="x"), world.agent_origin())


async def test_an_agent_creates_panels_only_for_itself(world: World) -> None:
    template = read_template(panel_template())
    found = await refused(world, CreatePanel(panel="p1", agent="finance", template=template), world.agent_origin())
    assert found.code == "forbidden"
    await world.write(CreatePanel(panel="p1", agent=AGENT, template=template), world.agent_origin())


@pytest.mark.parametrize(("role", "may"), [("user", False), ("boss", True), ("admin", True)])
async def test_only_the_owner_a_boss_or_an_admin_trashes_and_restores_a_panel(
    world: World, role: Role, may: bool
) -> None:
    panel = await world.panel()
    await world.person("dora", role)
    for write in (TrashPanel(panel=panel), RestorePanel(panel=panel)):
        if may:
            await world.write(write, "dora")
        else:
            assert (await refused(world, write, "dora")).code == "forbidden"
            await world.write(write)


async def test_only_a_person_settles_a_suggestion(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    await world.write(patch(panel, row, company="Palpite"), world.agent_origin())
    settle = SettleSuggestion(panel=panel, collection="customers", row=row, field="company", accept=True)
    found = await refused(world, settle, world.agent_origin())
    assert (found.code, (await world.row(panel, "C-1")).values["company"]) == ("forbidden", "Embraer")


async def test_who_no_longer_exists_writes_nothing(world: World) -> None:
    panel = await world.panel()
    ghost = Origin(door="board", actor=Actor(kind="person", id="ghost"), at=world.clock.now())
    assert (await refused(world, add(panel, code="C-1"), ghost)).code == "sign_in_required"


async def test_a_member_of_the_team_writes_to_its_panel(world: World) -> None:
    panel = await world.panel(audience={"who": "teams", "teams": ["norte"]})
    await world.write(add(panel, code="C-1"), await carla(world))
    assert list(await world.rows(panel)) == ["C-1"]
