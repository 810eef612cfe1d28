"""A name that is not there is refused with the ones that are, and a wrong value with what it should have been."""

from typing import Any

import pytest

from liveapps.acting.receipts import Refreshed
from liveapps.blocks.text import TextContent
from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Locale
from liveapps.people.policy import PersonReader
from liveapps.writing.writes import (
    AddRow,
    Annotate,
    MarkFailed,
    PatchRow,
    RestoreRow,
    SetBlock,
    SettleSuggestion,
    Ship,
    TrashPanel,
    Write,
)
from tests.support.world import World, panel_template
from tests.writing.asking import add, kept_row, more, move, patch, redesign, refused, remove

NAMES = ["code", "company", "due", "email", "next_step", "revenue", "stage"]


def with_summary() -> dict[str, Any]:
    template = panel_template()
    template["tabs"][0]["blocks"].append({"kind": "text", "id": "summary"})
    return template


async def test_an_unknown_collection_is_refused_with_those_there_are(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    writes: list[Write] = [add(panel, code="C-2"), patch(panel, row, company="x"), move(panel, row, "won")]
    writes += [remove(panel, row), Ship(panel=panel, collection="customers", rows=[{"code": "C-2"}])]
    writes += [RestoreRow(panel=panel, collection="customers", row=row)]
    writes += [Annotate(panel=panel, collection="customers", row=row, text="x")]
    writes += [SettleSuggestion(panel=panel, collection="customers", row=row, field="company", accept=True)]
    for write in writes:
        for name in ("custumers", "Não é um nome!"):
            found = await refused(world, write.model_copy(update={"collection": name}))
            assert (found.code, found.facts["choices"]) == ("collection_not_found", ["customers"])
    near = await refused(world, writes[0].model_copy(update={"collection": "custumers"}))
    assert near.facts["near"] == ["customers"]


async def test_an_unknown_field_is_refused_with_those_there_are(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    by_set, by_add = patch(panel, row, compani="x"), more(panel, row, **{"Receita total": 1})
    for write in (add(panel, compani="x"), by_set, by_add):
        found = await refused(world, write)
        assert (found.code, found.facts["choices"]) == ("field_not_found", NAMES)
        assert "revenue" in found.next_step
    assert (await refused(world, by_set)).facts["near"] == ["company"]


async def test_an_unknown_row_is_refused_and_says_how_to_find_ids(world: World) -> None:
    panel = await world.panel()
    writes: list[Write] = [patch(panel, "nobody", company="x"), move(panel, "nobody", "won"), remove(panel, "nobody")]
    writes += [more(panel, "nobody", revenue=1), RestoreRow(panel=panel, collection="customers", row="nobody")]
    writes += [Annotate(panel=panel, collection="customers", row="nobody", text="x")]
    for write in writes:
        found = await refused(world, write)
        assert (found.code, found.facts) == ("row_not_found", {"row": "nobody"})
        assert "id" in found.next_step
    assert await world.rows(panel) == {}


async def test_a_row_is_changed_by_its_id_and_never_by_its_key(world: World) -> None:
    panel = await world.panel()
    await kept_row(world, panel, code="C-1")
    assert (await refused(world, patch(panel, "C-1", company="x"))).code == "row_not_found"
    assert list(await world.rows(panel)) == ["C-1"]


async def test_an_unknown_stage_is_refused_with_those_there_are(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    for write in (add(panel, "lost", code="C-2"), move(panel, row, "lost")):
        found = await refused(world, write)
        assert (found.code, found.facts["stage"]) == ("stage_not_found", "lost")
        assert [choice["id"] for choice in found.facts["choices"]] == ["new", "talking", "won"]
    assert (await world.row(panel, "C-1")).stage is None


async def test_a_stage_may_be_named_by_its_title(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    await world.write(move(panel, row, "negociando"))
    assert (await world.row(panel, "C-1")).stage == "talking"


async def test_a_stage_is_moved_and_never_set_among_the_values(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    among = AddRow(panel=panel, collection="customers", values={"code": "C-2", "stage": "won"})
    for write in (patch(panel, row, stage="won"), among):
        found = await refused(world, write)
        assert (found.code, found.facts["field"]) == ("invalid_value", "stage")
        assert "Move" in found.next_step
    assert (await world.row(panel, "C-1")).stage is None


async def test_an_unknown_block_is_refused_with_those_there_are(world: World) -> None:
    panel = await world.panel(**with_summary())
    found = await refused(world, SetBlock(panel=panel, block="Sumário", content=TextContent(markdown="x")))
    assert (found.code, found.facts["choices"]) == ("block_not_found", ["board", "grid", "summary"])
    marked = await refused(world, MarkFailed(panel=panel, targets=["nope"], code="tool_failed", message="x"))
    assert marked.code == "block_not_found"


async def test_an_unknown_tab_is_refused_with_those_there_are(world: World) -> None:
    panel = await world.panel()

    async def refresh() -> Refreshed:
        reader = PersonReader(await world.person("ana"))
        return await world.house.refresher.tab(reader, panel, "mian", await world.origin())

    with pytest.raises(Refusal) as refusal:
        await refresh()
    found = refusal.value
    assert (found.code, found.facts["choices"], found.facts["near"]) == ("tab_not_found", ["main"], ["main"])


async def test_an_unknown_panel_is_refused_and_says_how_to_list_them(world: World) -> None:
    await world.panel()
    writes: list[Write] = [add("nope", code="C-1"), redesign("nope"), TrashPanel(panel="nope")]
    for write in writes:
        found = await refused(world, write)
        assert (found.code, found.facts) == ("panel_not_found", {"panel": "nope"})
        assert "GET /api/panels" in found.next_step


@pytest.mark.parametrize(
    ("field", "value", "locale", "example"),
    [
        ("revenue", "muito", "pt-BR", "1.234,56"),
        ("revenue", "1,234,5", "en", "1,234.56"),
        ("revenue", True, "pt-BR", "1.234,56"),
        ("revenue", [1], "pt-BR", "1.234,56"),
        ("revenue", float("nan"), "pt-BR", "1.234,56"),
        ("due", "amanhã", "pt-BR", "2026-11-30"),
        ("due", "2026-02-31", "pt-BR", "2026-11-30"),
        ("email", "ana em casa", "pt-BR", "ana@example.com"),
        ("company", {"name": "x"}, "pt-BR", "Campinas"),
        ("company", "x" * 10_001, "pt-BR", "Campinas"),
    ],
)
async def test_a_wrong_value_is_refused_naming_field_type_and_an_example(
    world: World, field: str, value: Any, locale: Locale, example: str
) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    origin = await world.origin(locale=locale)
    for write in (patch(panel, row, **{field: value}), add(panel, **{"code": "C-2", field: value})):
        found = await refused(world, write, origin)
        assert (found.code, found.facts["field"], found.facts["example"]) == ("invalid_value", field, example)
        assert found.facts["type"] in found.message
        assert found.facts["expected"] in found.message
        assert example in found.next_step
    assert (set(await world.rows(panel)), (await world.view(panel)).version) == ({"C-1"}, 2)


async def test_one_wrong_value_refuses_the_whole_change(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    await refused(world, patch(panel, row, company="Outra", revenue="muito"))
    assert (await world.row(panel, "C-1")).values["company"] == "Embraer"


async def test_a_list_with_one_wrong_row_is_refused_whole_and_names_the_row(world: World) -> None:
    panel = await world.panel()
    rows: list[dict[str, Any]] = [{"code": "C-1"}, {"code": "C-2"}, {"code": "C-3", "revenue": "muito"}]
    ship = Ship(panel=panel, collection="customers", rows=rows)
    found = await refused(world, ship)
    assert (found.code, found.facts["row_number"], found.facts["field"]) == ("invalid_value", 3, "revenue")
    strange = await refused(world, ship.model_copy(update={"rows": [{"code": "C-1"}, {"code": "C-2", "x": 1}]}))
    assert (strange.code, strange.facts["row_number"]) == ("field_not_found", 2)
    assert await world.rows(panel) == {}


@pytest.mark.parametrize("first", ["São", "C-1"])
async def test_a_list_with_a_key_twice_is_refused_and_names_both_rows(world: World, first: str) -> None:
    panel = await world.panel()
    same = {"São": "Sa\u0303o ", "C-1": "C-1"}[first]
    rows: list[dict[str, Any]] = [{"code": first}, {"code": "C-2"}, {"code": same}]
    found = await refused(world, Ship(panel=panel, collection="customers", rows=rows))
    assert (found.code, found.facts["row_number"], found.facts["first_row_number"]) == ("duplicate_key", 3, 1)
    assert await world.rows(panel) == {}


@pytest.mark.parametrize("row", [{"company": "x"}, {"code": None, "company": "x"}, {"code": "  "}])
async def test_a_list_with_a_row_without_its_key_is_refused_and_names_the_row(world: World, row: Any) -> None:
    panel = await world.panel()
    found = await refused(world, Ship(panel=panel, collection="customers", rows=[{"code": "C-1"}, row]))
    assert (found.code, found.facts["row_number"], found.facts["key"]) == ("key_missing", 2, ["code"])
    assert await world.rows(panel) == {}


async def test_a_list_for_a_collection_without_a_key_is_refused(world: World) -> None:
    keyless: dict[str, Any] = {**panel_template()["collections"][0], "key": []}
    tabs = [{"id": "main", "title": "x", "blocks": [{"kind": "table", "id": "grid", "of": "customers"}]}]
    panel = await world.panel(collections=[keyless], tabs=tabs)
    found = await refused(world, Ship(panel=panel, collection="customers", rows=[{"code": "C-1"}]))
    assert (found.code, found.facts) == ("key_missing", {"collection": "customers"})


async def test_a_change_that_names_no_field_is_refused(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    found = await refused(world, patch(panel, row))
    assert (found.code, "revenue" in found.next_step) == ("nothing_to_change", True)
    assert (await refused(world, add(panel))).code == "invalid_value"


@pytest.mark.parametrize(("field", "amount"), [("company", 1), ("due", 1), ("revenue", float("inf")), ("code", 1)])
async def test_only_numbers_are_added_to(world: World, field: str, amount: float) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, revenue=1)
    found = await refused(world, more(panel, row, **{field: amount}))
    assert (found.code, found.facts["field"]) == ("invalid_value", field)


async def test_a_field_is_not_set_and_added_to_at_once(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, revenue=1)
    both = PatchRow(panel=panel, collection="customers", row=row, set={"revenue": 5}, add={"revenue": 1})
    assert (await refused(world, both)).code == "invalid_value"
    assert (await world.row(panel, "C-1")).values["revenue"] == 1


@pytest.mark.parametrize(("kind", "left"), [("text", "Ligar"), ("tags", ["a", "b"])])
async def test_what_is_left_from_before_a_redesign_is_not_added_to(world: World, kind: str, left: Any) -> None:
    collection = panel_template()["collections"][0]

    def fields(type_: str) -> list[dict[str, Any]]:
        return [{**one, "type": type_} if one["id"] == "next_step" else one for one in collection["fields"]]

    panel = await world.panel(collections=[{**collection, "fields": fields(kind)}])
    row = await kept_row(world, panel, next_step=left)
    await world.write(redesign(panel, collections=[{**collection, "fields": fields("number")}]))
    assert (await refused(world, more(panel, row, next_step=1))).code == "invalid_value"


async def test_a_key_that_another_row_has_is_refused_and_names_that_row(world: World) -> None:
    panel = await world.panel()
    first, second = await kept_row(world, panel, code="C-1"), await kept_row(world, panel, code="C-2")
    for write in (add(panel, code="C-1"), patch(panel, second, code="C-1")):
        found = await refused(world, write)
        assert (found.code, found.facts["row"], found.facts["in_trash"]) == ("duplicate_key", first, False)
    await world.write(patch(panel, first, code="C-1", company="Embraer"))


async def test_a_key_that_a_row_in_the_trash_has_says_so(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, code="C-1")
    await world.write(remove(panel, row))
    found = await refused(world, add(panel, code="C-1"))
    assert (found.code, found.facts["row"], found.facts["in_trash"]) == ("duplicate_key", row, True)
    assert "Restore" in found.next_step


async def test_a_card_goes_only_above_a_card_of_its_new_stage(world: World) -> None:
    panel = await world.panel()
    row, other = await kept_row(world, panel, code="C-1"), await kept_row(world, panel, code="C-2")
    for before in (other, "nobody"):
        found = await refused(world, move(panel, row, "won", before=before))
        assert (found.code, found.facts) == ("row_not_found", {"row": before, "stage": "won"})


async def test_a_row_in_the_trash_is_changed_only_after_it_is_brought_back(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    await world.write(remove(panel, row))
    writes: list[Write] = [patch(panel, row, company="x"), move(panel, row, "won"), remove(panel, row)]
    for write in writes:
        assert (await refused(world, write)).code == "row_not_found"
    restore = RestoreRow(panel=panel, collection="customers", row=row)
    await world.write(restore)
    assert (await refused(world, restore)).code == "row_not_found"
