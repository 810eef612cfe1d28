"""What an assistant reads: panels, rows with their denominators, changes."""

from tests.support.world import World

from .asking import Era, assistant, carteira

BRAZIL = [{"field": "email", "op": "contains", "value": "com.br"}]


async def test_panels_are_listed_and_opened_by_id_or_title(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era) as ana:
        listed = (await ana.call("list_panels")).output["panels"]
        assert [(one["id"], one["title"], one["agent"], one["status"]) for one in listed] == [
            (panel, "Carteira", "Vendas", "partial")
        ]
        by_id, by_title = await ana.call("open_panel", panel=panel), await ana.call("open_panel", panel="carteira")
        assert by_id.output == by_title.output


async def test_an_opened_panel_tells_its_ages_its_fields_and_its_first_rows(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era) as ana:
        opened = (await ana.call("open_panel", panel=panel)).output
    [customers] = opened["collections"]
    assert (customers["shown"], customers["total"], customers["key"]) == (3, 3, ["code"])
    assert [row["title"] for row in customers["rows"]] == ["Embraer", "Padaria São João", "Riotur"]
    assert (customers["age"]["status"], customers["age"]["tool"]) == ("partial", "crm.list")
    assert [block["of"] for block in opened["tabs"][0]["blocks"]] == ["customers", "customers"]
    stage = next(field for field in customers["fields"] if field["type"] == "stage")
    assert [option["id"] for option in stage["options"]] == ["new", "talking", "won"]
    assert opened["link"] == f"https://apps.example.com/panels/{panel}"


async def test_rows_come_with_their_denominator(world: World, era: Era) -> None:
    await carteira(world)
    async with assistant(world, "ana", era) as ana:
        found = await ana.call("query_rows", panel="Carteira", where=BRAZIL)
        assert (found.output["matching"], found.output["total"]) == (1, 3)
        assert found.output["rows"][0]["values"]["company"] == "Embraer"
        assert "denominator" in found.instruction


async def test_rows_are_read_page_by_page_until_there_are_no_more(world: World, era: Era) -> None:
    await carteira(world)
    seen: list[str] = []
    async with assistant(world, "ana", era) as ana:
        cursor = None
        while True:
            page = await ana.call("query_rows", panel="Carteira", sort=[{"field": "company"}], limit=2, cursor=cursor)
            seen += [row["title"] for row in page.output["rows"]]
            cursor = page.output["next"]
            assert ("one page" in page.instruction) is (cursor is not None)
            if cursor is None:
                break
    assert seen == ["Embraer", "Padaria São João", "Riotur"]


async def test_no_match_is_said_with_the_denominator_and_not_guessed(world: World) -> None:
    await carteira(world)
    async with assistant(world) as ana:
        none = await ana.call("query_rows", panel="Carteira", search="Petrobras")
    assert (none.output["matching"], none.output["total"], none.output["rows"]) == (0, 3, [])
    assert "do not guess" in none.instruction


async def test_groups_count_the_rows_by_stage(world: World) -> None:
    await carteira(world)
    async with assistant(world) as ana:
        found = await ana.call("query_rows", panel="Carteira", group="stage")
    groups = {group["value"]: (group["count"], group["sums"]["revenue"]) for group in found.output["groups"]}
    assert groups == {"new": (1, 100), None: (2, 25)}


async def test_changes_since_a_version_are_told_row_by_row(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era) as ana:
        known = (await ana.call("open_panel", panel=panel)).output["version"]
        none = await ana.call("changes_since", panel=panel, version=known)
        assert (none.output["rows"], none.instruction) == (
            [],
            "Nothing has changed since; continue with what you have.",
        )
        await world.ship(panel, [{"code": "C-1", "revenue": 150}])
        some = await ana.call("changes_since", panel=panel, version=known)
    [change] = some.output["rows"]
    assert (change["before"]["values"]["revenue"], change["after"]["values"]["revenue"]) == (100, 150)
    assert some.output["version"] == known + 1


async def test_a_very_long_text_is_cut_and_says_how_much_is_missing(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [{"code": "C-1", "next_step": "x" * 3_000}])
    async with assistant(world) as ana:
        found = await ana.call("query_rows", panel=panel)
    assert found.output["rows"][0]["values"]["next_step"].endswith("… [2000 more characters]")
