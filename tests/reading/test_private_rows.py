"""A private row is its owner's: no other person finds it in rows, counts, groups, search, exports or history."""

from typing import Any

import pytest

from liveapps.panels.errors import Refusal
from liveapps.panels.slices import Slice
from liveapps.people.policy import SharedReader
from liveapps.writing.writes import Annotate, RestoreRow
from tests.reading.asking import page, private_panel, reader
from tests.support.world import World
from tests.writing.asking import EMBRAER, back_to, kept_row, move, patch, redesign, remove

SECRET: dict[str, Any] = {"code": "S-1", "company": "Segredo", "revenue": 999, "next_step": "Vender"}
SLICES: dict[str, dict[str, Any]] = {
    "plain": {},
    "by condition": {"where": [{"field": "company", "op": "contains", "value": "segredo"}]},
    "by its absence": {"where": [{"field": "company", "op": "is_not", "value": "Embraer"}]},
    "by search": {"search": "segredo"},
    "sorted": {"sort": [{"field": "revenue", "descending": True}]},
    "grouped": {"group": "company"},
    "grouped by stage": {"group": "stage"},
    "confirmed": {"unconfirmed": False},
    "the first": {"sort": [{"field": "revenue", "descending": True}], "limit": 1},
}


async def with_secret(world: World) -> tuple[str, str]:
    """A panel where Ana keeps a row of her own beside one that a list brought."""
    panel = await private_panel(world)
    await world.ship(panel, [EMBRAER], mode="complete", declared_count=1)
    return panel, await kept_row(world, panel, **SECRET)


async def without_secret(world: World) -> str:
    panel = await private_panel(world)
    await world.ship(panel, [EMBRAER], mode="complete", declared_count=1)
    return panel


@pytest.mark.parametrize("asked", SLICES)
async def test_a_slice_says_the_same_with_and_without_the_hidden_row(world: World, asked: str) -> None:
    """Rows, counts, totals, groups and sums: nothing differs, whatever is asked."""
    hidden, _ = await with_secret(world)
    never = await without_secret(world)
    found = (await page(world, hidden, "carla", **SLICES[asked])).model_dump(exclude={"rows"})
    assert found == (await page(world, never, "carla", **SLICES[asked])).model_dump(exclude={"rows"})
    rows = (await page(world, hidden, "carla", **SLICES[asked])).rows
    assert [row.values.get("company") for row in rows if row.private] == []
    assert (await page(world, hidden, "ana", **SLICES[asked])).model_dump(exclude={"rows"}) != found


async def test_counts_and_inline_rows_leave_it_out(world: World) -> None:
    panel, _ = await with_secret(world)
    counted = {login: (await world.view(panel, login)).collections["customers"] for login in ("ana", "carla", "bia")}
    assert {login: (one.count, one.without_stage) for login, one in counted.items()} == {
        "ana": (2, 2),
        "carla": (1, 1),
        "bia": (1, 1),
    }
    assert set(await world.rows(panel, "carla")) == {"C-1"}


async def test_who_reads_after_its_owner_is_not_given_what_the_owner_was_given(world: World) -> None:
    """Nothing that was made for one reader is kept for another, nor for the agents."""
    panel, _ = await with_secret(world)
    for first, second in (("ana", "carla"), ("carla", "ana"), ("ana", "bia")):
        seen = {login: set(await world.rows(panel, login)) for login in (first, second)}
        paged = {login: (await page(world, panel, login)).total for login in (first, second)}
        for login in (first, second):
            assert seen[login] == ({"C-1", "S-1"} if login == "ana" else {"C-1"})
            assert paged[login] == len(seen[login])
    facade = world.house.facade
    contexts = {login: await facade.context(await reader(world, login), panel) for login in ("ana", "carla")}
    assert contexts["ana"] == contexts["carla"]
    assert "Segredo" not in contexts["ana"]


async def test_its_owner_and_an_admin_see_it(world: World) -> None:
    panel, _ = await with_secret(world)
    await world.person("root", "admin")
    for login in ("ana", "root"):
        assert set(await world.rows(panel, login)) == {"C-1", "S-1"}


async def test_by_its_id_it_answers_like_a_row_that_does_not_exist(world: World) -> None:
    panel, row = await with_secret(world)
    told: list[tuple[str, str, str]] = []
    for name in (row, "nobody"):
        with pytest.raises(Refusal) as refusal:
            await world.house.facade.row(await reader(world, "carla"), panel, "customers", name)
        found = refusal.value
        told.append((found.code, found.message.replace(name, "?"), found.next_step))
    assert told[0] == told[1]
    assert (await world.house.facade.row(await reader(world), panel, "customers", row)).row.id == row


async def test_an_export_leaves_it_out(world: World) -> None:
    panel, _ = await with_secret(world)
    facade = world.house.facade
    _, hers = await facade.export(await reader(world, "carla"), panel, "customers", Slice(), "pt-BR")
    _, mine = await facade.export(await reader(world), panel, "customers", Slice(), "pt-BR")
    assert ("Segredo" in hers.decode(), "Segredo" in mine.decode()) == (False, True)


async def test_the_history_of_a_panel_leaves_out_what_happened_to_it(world: World) -> None:
    panel, row = await with_secret(world)
    await world.write(patch(panel, row, company="Outro segredo"))
    await world.write(Annotate(panel=panel, collection="customers", row=row, text="Nota"))
    await world.write(move(panel, row, "won"))
    await world.write(remove(panel, row))
    await world.write(RestoreRow(panel=panel, collection="customers", row=row))
    public = (await world.row(panel, "C-1")).id
    seen = await world.write(patch(panel, public, company="Embraer S.A."))
    facade, carla = world.house.facade, await reader(world, "carla")
    listed = await facade.versions(carla, panel, None, 50)
    assert [(one.kind, one.rows_changed) for one in listed] == [("patch_row", 1), ("ship", 1), ("create_panel", 0)]
    assert listed[0].version == seen.version
    assert len(await facade.versions(await reader(world), panel, None, 50)) == seen.version
    for hidden in range(3, seen.version):
        with pytest.raises(Refusal) as refusal:
            await facade.version(carla, panel, hidden)
        assert refusal.value.code == "version_not_found"


async def test_a_version_shows_only_the_rows_its_reader_sees(world: World) -> None:
    """Going back touches public and private rows in one version."""
    panel, row = await with_secret(world)
    then = (await world.view(panel)).version
    public = (await world.row(panel, "C-1")).id
    await world.write(patch(panel, row, company="Outro segredo"))
    await world.write(patch(panel, public, company="Embraer S.A."))
    receipt = await world.write(back_to(panel, then))
    facade = world.house.facade
    for login, expected in (("ana", {row, public}), ("carla", {public})):
        found = await facade.version(await reader(world, login), panel, receipt.version)
        assert ({one.row for one in found.rows}, found.version.rows_changed) == (expected, len(expected))


async def test_a_shared_reader_sees_no_private_row_at_all(world: World) -> None:
    panel, _ = await with_secret(world)
    view = await world.house.facade.panel(SharedReader("sales"), panel)
    rows = view.collections["customers"].rows or []
    assert ([row.values["code"] for row in rows], view.collections["customers"].count) == (["C-1"], 1)


async def test_what_people_add_is_public_where_the_collection_does_not_say_otherwise(world: World) -> None:
    panel = await world.panel()
    await kept_row(world, panel, **SECRET)
    assert set(await world.rows(panel, "carla")) == {"S-1"}


async def test_a_private_row_stays_private_when_the_collection_no_longer_makes_new_ones_so(world: World) -> None:
    panel, _ = await with_secret(world)
    await world.write(redesign(panel))
    assert set(await world.rows(panel, "carla")) == {"C-1"}
    await kept_row(world, panel, code="N-1")
    assert set(await world.rows(panel, "carla")) == {"C-1", "N-1"}


async def test_a_notice_of_a_panel_one_may_no_longer_see_is_not_shown(world: World) -> None:
    panel = await world.panel("bia")
    row = await kept_row(world, panel, "carla")
    await world.write(Annotate(panel=panel, collection="customers", row=row, text="Olha isto"), "bia")
    carla = await world.person("carla")
    assert len(await world.house.facade.inbox(carla)) == 1
    await world.write(redesign(panel, audience={"who": "only_me"}), "bia")
    assert await world.house.facade.inbox(carla) == []
