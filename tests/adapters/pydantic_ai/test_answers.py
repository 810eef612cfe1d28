"""A turn on a model: what is said streams, tools are used one after the other, and the answer comes of them."""

from tests.support.chat import say
from tests.support.models import blocks, calls, texts
from tests.support.provider import Call, Provider, Reply
from tests.support.world import World


async def test_what_the_model_says_streams_to_the_person(world: World, scripted: Provider) -> None:
    scripted.plays(Reply("São 22 clientes, 6 deles em São Paulo."))
    events = await say(await world.client(), "Quantos clientes?")
    deltas = [one for one in events if one["type"] == "TEXT_MESSAGE_CONTENT"]
    assert (texts(events), events[-1]["type"]) == ("São 22 clientes, 6 deles em São Paulo.", "RUN_FINISHED")
    assert len(deltas) > 3


async def test_a_tool_is_used_and_its_rows_go_back_to_the_model(world: World, scripted: Provider) -> None:
    scripted.plays(Reply("Vejo.", (Call("crm__list"),)), Reply("São dois."))
    events = await say(await world.client(), "Quantos clientes?")
    assert (calls(events), texts(events)) == (["crm.list"], "Vejo.São dois.")
    assert '["C-2","Riotur",20]' in scripted.asked[1].text
    assert scripted.asked[1].find(r"Reading (\S+): 2 rows; all follow")


async def test_several_calls_at_once_are_made_one_after_the_other_in_their_order(
    world: World, scripted: Provider
) -> None:
    scripted.plays(Reply(calls=(Call("find_panels"), Call("crm__list"), Call("find_panels"))), Reply("Pronto."))
    events = await say(await world.client(), "Veja tudo")
    assert calls(events) == ["find_panels", "crm.list", "find_panels"]
    at = [one["type"] for one in events if one["type"] in ("TOOL_CALL_START", "TOOL_CALL_RESULT")]
    assert at == ["TOOL_CALL_START", "TOOL_CALL_RESULT"] * 3


async def test_a_reading_is_shown_whole_with_its_origin(world: World, scripted: Provider) -> None:
    scripted.plays(
        Reply(calls=(Call("crm__list"),)),
        lambda asked: Reply(
            calls=(
                Call(
                    "show_block",
                    {"block": {"kind": "table"}, "title": "Clientes", "reading": asked.find(r"Reading (\S+):")},
                ),
            )
        ),
        Reply("Aqui estão."),
    )
    events = await say(await world.client(), "Mostre os clientes")
    (answer,) = blocks(events)
    assert ([row["code"] for row in answer["rows"]], answer["provenance"]["tool"]) == (["C-1", "C-2"], "crm.list")
    assert "Origin: reading" in scripted.asked[2].text
