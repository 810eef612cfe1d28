"""A call that comes again is not done again, and a loop is told to stop."""

import asyncio

from liveapps.conversation.repeats import MOST_CALLS
from tests.support.world import World

from .asking import Era, assistant, carteira

NOTE = {"row": "Embraer", "text": "Ligou ontem"}


async def test_the_same_write_again_answers_the_first_receipt_and_is_not_done_again(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era) as ana:
        first = (await ana.call("annotate", panel=panel, **NOTE)).output
        again = await ana.call("annotate", panel=panel, **NOTE)
    assert again.output == {**first, "receipt": {**first["receipt"], "replayed": True}}
    assert "done already" in again.instruction
    assert (await world.row(panel, "C-1")).notes == 1


async def test_the_same_write_twice_at_once_is_done_once(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        both = await asyncio.gather(*(ana.call("annotate", panel=panel, **NOTE) for _ in range(2)))
    assert sorted(one.output["receipt"]["replayed"] for one in both) == [False, True]
    assert (await world.row(panel, "C-1")).notes == 1


async def test_after_a_while_the_same_write_is_a_new_one(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        await ana.call("annotate", panel=panel, **NOTE)
        world.clock.forward(minutes=6)
        assert (await ana.call("annotate", panel=panel, **NOTE)).output["receipt"]["replayed"] is False
    assert (await world.row(panel, "C-1")).notes == 2


async def test_a_panel_created_twice_is_one_panel(world: World, era: Era) -> None:
    new = {"title": "Contatos", "fields": [{"id": "name", "title": "Nome", "type": "text"}], "key": ["name"]}
    async with assistant(world, "ana", era) as ana:
        made = await ana.call("create_panel", **new, rows=[{"name": "Ana"}])
        again = await ana.call("create_panel", **new, rows=[{"name": "Ana"}])
        assert (again.output["panel"], again.output["receipt"]["replayed"]) == (made.output["panel"], True)
        assert len((await ana.call("list_panels")).output["panels"]) == 1


async def test_a_write_that_was_refused_may_be_tried_again(world: World) -> None:
    panel = await world.panel()
    async with assistant(world) as ana:
        assert (await ana.call("annotate", panel=panel, **NOTE)).error["code"] == "row_not_found"
        await world.ship(panel, [{"code": "C-1", "company": "Embraer"}])
        assert (await ana.call("annotate", panel=panel, **NOTE)).output["receipt"]["replayed"] is False


async def test_the_same_question_is_asked_once_and_tells_what_became_of_it(world: World) -> None:
    panel = await carteira(world)
    change = {"panel": panel, "row": "Embraer", "values": {"next_step": "Ligar"}}
    async with assistant(world) as ana:
        first, again = await ana.call("propose_change", **change), await ana.call("propose_change", **change)
        assert first.output["proposal"] == again.output["proposal"]
        await ana.decide(first, "cancelled")
        nagging = await ana.call("propose_change", **change)
    assert (nagging.output["status"], "do not propose it again" in nagging.instruction) == ("cancelled", True)


async def test_a_question_that_was_answered_otherwise_may_come_again(world: World) -> None:
    panel = await carteira(world)
    change = {"panel": panel, "row": "Embraer", "values": {"next_step": "Ligar"}}
    row = await world.row(panel, "C-1")
    place = f"/api/panels/{panel}/collections/customers/rows/{row.id}"
    async with assistant(world) as ana:
        first = await ana.call("propose_change", **change)
        await (await world.client()).patch(place, json={"set": {"next_step": "Visitar"}})
        assert (await ana.decide(first, "confirmed_change")).error["code"] == "proposal_stale"
        second, third = await ana.call("propose_change", **change), await ana.call("propose_change", **change)
        assert (second.output["status"], second.output["proposal"]) == ("pending", third.output["proposal"])
        assert second.output["proposal"] != first.output["proposal"]
        assert (await ana.decide(second, "confirmed_change")).output["status"] == "confirmed"
    assert (await world.row(panel, "C-1")).values["next_step"] == "Ligar"


async def test_the_third_identical_read_of_what_has_not_changed_is_told_to_stop(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era) as ana:
        for _ in range(2):
            assert (await ana.call("query_rows", panel=panel)).output["total"] == 3
        for _ in range(2):
            third = await ana.call("query_rows", panel=panel)
            assert (third.error["code"], third.error["retryable"]) == ("duplicate_call", False)
            assert third.sentence == "Stop calling this tool; answer with what you have."
        # Another question is no repeat, and after a change this one is not, either.
        assert (await ana.call("query_rows", panel=panel, limit=5)).output["total"] == 3
        await world.ship(panel, [{"code": "C-4", "company": "Nova"}])
        assert (await ana.call("query_rows", panel=panel)).output["total"] == 4


async def test_reads_of_two_conversations_are_no_repeats_of_each_other(world: World) -> None:
    panel = await carteira(world)
    for conversation in ("c1", "c2"):
        async with assistant(world, conversation=conversation) as ana:
            for _ in range(2):
                assert (await ana.call("query_rows", panel=panel)).output["total"] == 3


async def test_refreshing_again_and_again_with_nothing_new_is_told_to_stop(world: World) -> None:
    panel = await carteira(world)
    world.crm.append({"code": "C-1", "company": "Embraer"})
    async with assistant(world) as ana:
        outcomes: list[str] = []
        for _ in range(4):
            done = await ana.call("refresh_tab", panel=panel)
            outcomes.append(done.error["code"] if done.is_error else "refreshed")
    # The first one brought a complete list; the two that follow were the same.
    assert outcomes == ["refreshed", "refreshed", "refreshed", "duplicate_call"]


async def test_a_tool_called_a_hundred_times_is_refused(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        for number in range(MOST_CALLS):
            assert not (await ana.call("query_rows", panel=panel, search=f"x{number}")).is_error
        refused = await ana.call("query_rows", panel=panel, search="once more")
        assert (refused.error["code"], refused.error["retryable"]) == ("too_many_calls", True)
        assert refused.error["facts"]["limit"] == MOST_CALLS
        # Other tools still work, and so does this one later.
        assert not (await ana.call("list_panels")).is_error
        world.clock.forward(minutes=6)
        assert not (await ana.call("query_rows", panel=panel, search="once more")).is_error
