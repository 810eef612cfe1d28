"""A model that writes nonsense is told what is wrong and what is valid, and can mend it. Nothing is done meanwhile."""

from pathlib import Path

from tests.support.chat import say
from tests.support.models import calls, model_world, texts
from tests.support.provider import Call, Provider, Reply
from tests.support.world import World


async def test_a_call_that_stops_in_the_middle_of_its_arguments_is_not_made(world: World, scripted: Provider) -> None:
    panel = await world.panel()
    half = Call("ship_rows", f'{{"panel": "{panel}", "collection": "customers", "rows": [{{"code": "C-9"')
    scripted.plays(Reply(calls=(half,), stop="length"), Reply("Mando menos de uma vez."))
    events = await say(await world.client(), "Preencha")
    assert (calls(events), texts(events)) == ([], "Mando menos de uma vez.")
    assert "no whole JSON object" in scripted.asked[1].text
    assert await world.rows(panel) == {}


async def test_a_tool_that_does_not_exist_is_answered_with_those_that_do(world: World, scripted: Provider) -> None:
    scripted.plays(Reply(calls=(Call("delete_everything"),)), Reply("Não posso."))
    events = await say(await world.client(), "Apague")
    assert (calls(events), texts(events)) == ([], "Não posso.")
    assert "Use one of: find_panels, read_panel" in scripted.asked[1].text


async def test_an_invented_panel_is_refused_with_the_panels_there_are(world: World, scripted: Provider) -> None:
    await world.panel()
    scripted.plays(Reply(calls=(Call("read_panel", {"panel": "0190-made-up"}),)), Reply("Qual painel?"))
    await say(await world.client(), "Leia")
    assert 'Refused (panel_not_found). Panels here: "Carteira".' in scripted.asked[1].text


async def test_an_invented_row_changes_nothing_and_says_where_ids_come_from(world: World, scripted: Provider) -> None:
    panel = await world.panel()
    await world.ship(panel, [{"code": "C-1", "company": "Embraer"}])
    wrong = {"panel": panel, "collection": "customers", "row": "C-1", "set": {"company": "Outra"}}
    scripted.plays(Reply(calls=(Call("patch_row", wrong),)), Reply("Não achei."))
    events = await say(await world.client(), "Mude")
    result = next(one for one in events if one["type"] == "TOOL_CALL_RESULT")
    assert '"status":"failed"' in result["content"]
    assert "Refused (row_not_found). Ask for the rows of the collection: each carries its id." in scripted.asked[1].text
    assert (await world.row(panel, "C-1")).values["company"] == "Embraer"


async def test_a_value_that_is_none_of_a_list_is_refused_with_the_list(world: World, scripted: Provider) -> None:
    panel = await world.panel()
    wrong = {"panel": panel, "collection": "customers", "mode": "everything"}
    scripted.plays(Reply(calls=(Call("ship_rows", wrong),)), Reply("Corrijo."))
    await say(await world.client(), "Preencha")
    assert "mode: Input should be 'partial' or 'complete'" in scripted.asked[1].text


async def test_a_refused_call_that_is_mended_is_done(world: World, scripted: Provider) -> None:
    panel = await world.panel()
    good = {"panel": "Carteira", "collection": "customers", "rows": [{"code": "C-9", "company": "Nova"}]}
    bad = good | {"collection": "clients"}
    scripted.plays(Reply(calls=(Call("ship_rows", bad),)), Reply(calls=(Call("ship_rows", good),)), Reply("Pronto."))
    await say(await world.client(), "Preencha")
    assert "Use one of: customers." in scripted.asked[1].text
    assert "added: 1" in scripted.asked[2].text
    assert (await world.row(panel, "C-9")).values["company"] == "Nova"


async def test_a_tool_that_fails_goes_back_to_the_model_and_does_not_end_the_run(
    tmp_path: Path, scripted: Provider
) -> None:
    world = await model_world(tmp_path, scripted, tools=("crm.broken",))

    def broken() -> None:
        raise ValueError("postgres://u:hunter2@db")

    world.tool("crm.broken", broken)
    scripted.plays(Reply(calls=(Call("crm__broken"),)), Reply("A fonte falhou."))
    events = await say(await world.client(), "Tente")
    assert (texts(events), events[-1]["type"]) == ("A fonte falhou.", "RUN_FINISHED")
    assert "hunter2" not in scripted.asked[1].text
    await world.running.close()
