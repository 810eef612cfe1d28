"""The user decides, in a widget: once, about what they were shown, and nobody else in their place."""

from typing import Any

import pytest

from tests.support.world import World

from .asking import Answer, Assistant, Era, assistant, carteira, widget_event


async def asked(ana: Assistant, **more: Any) -> Answer:
    return await ana.call("propose_change", panel="Carteira", row="Embraer", values={"next_step": "Ligar"}, **more)


async def next_step(world: World, panel: str) -> Any:
    return (await world.row(panel, "C-1")).values.get("next_step")


async def test_nothing_changes_until_the_user_confirms(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era) as ana:
        proposal = await asked(ana)
        [line] = proposal.output["diff"]
        assert (line["field"]["title"], line["before"], line["after"]) == ("Próximo passo", None, "Ligar")
        assert (proposal.output["status"], await next_step(world, panel)) == ("pending", None)
        done = await ana.decide(proposal, "confirmed_change")
    assert (done.output["status"], done.output["receipt"]["changed"]) == (
        "confirmed",
        [(await world.row(panel, "C-1")).id],
    )
    assert await next_step(world, panel) == "Ligar"


async def test_what_is_confirmed_in_a_widget_is_the_users_and_says_the_door(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        await ana.decide(await asked(ana), "confirmed_change")
    fact = (await world.row(panel, "C-1")).facts["next_step"]
    assert (fact.door, fact.by.kind, fact.by.id) == ("mcp_widget", "person", (await world.person("ana")).id)
    await world.ship(panel, [{"code": "C-1", "next_step": "Outro"}])
    assert await next_step(world, panel) == "Ligar"


async def test_a_card_moved_in_a_widget_belongs_to_the_user_and_a_resent_list_keeps_it(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era) as ana:
        proposal = await ana.call("move_card", panel=panel, row="Embraer", stage="talking")
        assert [stage["id"] for stage in proposal.output["stages"]] == ["new", "talking", "won"]
        # The user may choose another stage than the one that was suggested.
        done = await ana.decide(proposal, "moved_card", stage="won")
        assert (done.output["status"], done.output["chosen"]) == ("confirmed", "won")
    row = await world.row(panel, "C-1")
    assert row.stage_moved_by is not None
    assert (row.stage, row.stage_moved_by.door, row.stage_moved_by.by.name) == ("won", "mcp_widget", "Ana")
    assert row.suggestions == {}
    await world.ship(panel, [{"code": "C-1", "stage": "new"}], mode="complete", declared_count=1)
    assert (await world.row(panel, "C-1")).stage == "won"


async def test_an_assistant_alone_only_suggests_a_stage(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        await ana.call("move_card", panel=panel, row="Embraer", stage="won")
    row = await world.row(panel, "C-1")
    assert (row.stage, row.suggestions["stage"].value, row.suggestions["stage"].door) == ("new", "won", "mcp")


async def test_a_card_that_stands_there_already_needs_no_decision(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        done = await ana.call("move_card", panel=panel, row="Embraer", stage="new")
    assert (done.error["code"], done.error["facts"]["stage"]) == ("nothing_to_change", "new")
    assert "so already" in done.instruction


@pytest.mark.parametrize("token", ["", "lw_guessed", "true"])
async def test_an_assistant_that_guesses_the_tool_cannot_decide_for_the_user(world: World, token: str) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        proposal = await asked(ana)
        event = widget_event("confirmed_change", proposal.output["proposal"])
        refused = await ana.call("resolve_decision", token=token, event=event)
        assert refused.error["code"] == "proposal_token_required"
        assert refused.error["facts"]["link"] == proposal.output["link"]
        assert proposal.output["link"] in refused.instruction
        assert await next_step(world, panel) is None
        # It was not spent: the user still decides.
        assert (await ana.decide(proposal, "confirmed_change")).output["status"] == "confirmed"


async def test_the_token_of_a_widget_is_in_nothing_that_a_model_reads(world: World, era: Era) -> None:
    await carteira(world)
    async with assistant(world, "ana", era) as ana:
        proposal = await asked(ana)
    assert proposal.token.startswith("lw_")
    assert "lw_" not in f"{proposal.handoff}{proposal.sentence}"


async def test_a_host_that_shows_no_widgets_gets_no_token_and_a_link(world: World) -> None:
    await carteira(world)
    async with assistant(world, draws=False) as ana:
        proposal = await asked(ana)
    assert "liveapps/decision" not in proposal.meta
    assert f"https://apps.example.com/decide/{proposal.output['proposal']}" in proposal.sentence


async def test_a_decision_counts_once(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era) as ana:
        proposal = await asked(ana)
        await ana.decide(proposal, "confirmed_change")
        again = await ana.decide(proposal, "confirmed_change")
        assert (again.error["code"], again.error["facts"]["status"]) == ("proposal_decided", "confirmed")
        other = await ana.decide(proposal, "cancelled")
        assert other.error["code"] == "proposal_decided"
    versions = (await (await world.client()).get(f"/api/panels/{panel}/versions")).json()
    assert [one["kind"] for one in versions].count("patch_row") == 1


async def test_a_cancelled_change_is_not_made_later(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        proposal = await asked(ana)
        done = await ana.decide(proposal, "cancelled")
        assert (done.output["status"], "do not propose it again" in done.instruction) == ("cancelled", True)
        assert (await ana.decide(proposal, "confirmed_change")).error["code"] == "proposal_decided"
    assert await next_step(world, panel) is None


async def test_a_decision_left_too_long_is_expired(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        proposal = await asked(ana)
        world.clock.forward(hours=24)
        assert (await ana.decide(proposal, "confirmed_change")).error["code"] == "proposal_expired"
        shown = await ana.call("check_decision", proposal=proposal.output["proposal"])
        assert "too long" in shown.instruction
    assert await next_step(world, panel) is None


async def test_someone_elses_decision_answers_like_one_that_is_not_there(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana, assistant(world, "bia") as bia:
        proposal = await asked(ana)
        name = proposal.output["proposal"]
        stolen = await bia.decide(proposal, "confirmed_change")
        missing = await bia.call("check_decision", proposal="nothing")
        theirs = await bia.call("check_decision", proposal=name)
    assert stolen.error["code"] == theirs.error["code"] == missing.error["code"] == "proposal_not_found"
    assert str(theirs.handoff).replace(name, "nothing") == str(missing.handoff)
    assert await next_step(world, panel) is None


async def test_a_decision_about_a_row_that_has_changed_is_stale_and_stays_so(world: World, era: Era) -> None:
    panel = await carteira(world)
    row = await world.row(panel, "C-1")
    place = f"/api/panels/{panel}/collections/customers/rows/{row.id}"
    async with assistant(world, "ana", era) as ana:
        proposal = await asked(ana)
        await (await world.client()).patch(place, json={"set": {"next_step": "Visitar"}})
        refused = await ana.decide(proposal, "confirmed_change")
        assert (refused.error["code"], refused.error["facts"]["field"]) == ("proposal_stale", "next_step")
        assert "propose anew" in refused.instruction
        assert (await ana.decide(proposal, "confirmed_change")).error["facts"]["status"] == "stale"
    assert await next_step(world, panel) == "Visitar"


async def test_a_change_of_another_field_makes_no_decision_stale(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        proposal = await asked(ana)
        await world.ship(panel, [{"code": "C-1", "revenue": 999}])
        assert (await ana.decide(proposal, "confirmed_change")).output["status"] == "confirmed"
    assert await next_step(world, panel) == "Ligar"


async def test_a_removal_is_confirmed_and_can_be_taken_back(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        proposal = await ana.call("propose_change", panel=panel, row="Riotur", remove=True)
        assert "C-3" in await world.rows(panel)
        await ana.decide(proposal, "confirmed_change")
    assert "C-3" not in await world.rows(panel)
    trash = (await (await world.client()).get(f"/api/panels/{panel}/collections/customers/trash")).json()
    assert [row["values"]["code"] for row in trash["rows"]] == ["C-3"]


async def test_a_removal_of_a_row_that_has_changed_is_stale(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        proposal = await ana.call("propose_change", panel=panel, row="Riotur", remove=True)
        await world.ship(panel, [{"code": "C-3", "revenue": 1_000_000}])
        assert (await ana.decide(proposal, "confirmed_change")).error["code"] == "proposal_stale"
    assert "C-3" in await world.rows(panel)


@pytest.mark.parametrize(("accept", "email"), [(True, "outra@embraer.com.br"), (False, "nova@embraer.com.br")])
async def test_a_suggestion_is_reviewed_by_the_user(world: World, accept: bool, email: str) -> None:
    panel = await carteira(world)
    row = await world.row(panel, "C-1")
    place = f"/api/panels/{panel}/collections/customers/rows/{row.id}"
    await (await world.client()).patch(place, json={"set": {"email": "nova@embraer.com.br"}})
    await world.ship(panel, [{"code": "C-1", "email": "outra@embraer.com.br"}])
    async with assistant(world) as ana:
        proposal = await ana.call("review_suggestion", panel=panel, row="Embraer", field="email")
        [line] = proposal.output["diff"]
        assert (line["before"], line["after"]) == ("nova@embraer.com.br", "outra@embraer.com.br")
        await ana.decide(proposal, "reviewed_suggestion", accept=accept)
    now = await world.row(panel, "C-1")
    assert (now.values["email"], now.suggestions) == (email, {})


async def test_the_user_picks_one_row_and_the_assistant_learns_which(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era) as ana:
        proposal = await ana.call("offer_rows", panel=panel, where=[], question="Qual cliente?")
        titles = [one["title"] for one in proposal.output["candidates"]]
        assert (titles, proposal.output["question"]) == (["Embraer", "Padaria São João", "Riotur"], "Qual cliente?")
        chosen = proposal.output["candidates"][1]["id"]
        await ana.decide(proposal, "picked_row", row=chosen)
        told = await ana.call("check_decision", proposal=proposal.output["proposal"])
    assert (told.output["chosen"], "output.chosen" in told.instruction) == (chosen, True)


async def test_a_row_that_was_not_offered_cannot_be_picked(world: World) -> None:
    panel = await carteira(world)
    others = (await world.row(panel, "C-3")).id
    async with assistant(world) as ana:
        proposal = await ana.call("offer_rows", panel=panel, rows=["Embraer", "Padaria São João"])
        assert (await ana.decide(proposal, "picked_row", row=others)).error["code"] == "row_not_found"
        assert (await ana.call("check_decision", proposal=proposal.output["proposal"])).output["status"] == "pending"


async def test_an_answer_that_does_not_fit_the_question_is_refused(world: World) -> None:
    await carteira(world)
    async with assistant(world) as ana:
        proposal = await asked(ana)
        refused = await ana.decide(proposal, "moved_card", stage="won")
        assert refused.error["facts"]["choices"] == ["confirmed_change", "cancelled"]


async def test_a_widget_drawn_anew_gets_a_token_and_the_first_one_stays_good(world: World, era: Era) -> None:
    await carteira(world)
    async with assistant(world, "ana", era) as ana:
        first = await asked(ana)
        second = await ana.call("read_proposal", proposal=first.output["proposal"])
        assert second.output == first.output
        assert second.token != first.token
        assert (await ana.decide(first, "confirmed_change")).output["status"] == "confirmed"
        assert (await ana.decide(second, "confirmed_change")).error["code"] == "proposal_decided"
        late = await ana.call("read_proposal", proposal=first.output["proposal"])
        assert (late.output["status"], "liveapps/decision" in late.meta) == ("confirmed", False)


async def test_what_would_change_nothing_or_be_refused_is_not_put_to_the_user(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        for values, code in (
            ({"company": "Embraer"}, "nothing_to_change"),
            ({"revenue": "muito"}, "invalid_value"),
            ({"revenu": 1}, "field_not_found"),
            ({"stage": "won"}, "invalid_value"),
            ({}, "nothing_to_change"),
        ):
            refused = await ana.call("propose_change", panel=panel, row="Embraer", values=values)
            assert refused.error["code"] == code, values
        both = await ana.call("propose_change", panel=panel, row="Embraer", values={"code": "1"}, remove=True)
        assert both.error["code"] == "invalid_input"


async def test_a_change_based_on_an_older_version_names_who_changed_it(world: World) -> None:
    panel = await carteira(world)
    row = await world.row(panel, "C-1")
    async with assistant(world) as ana:
        known = (await ana.call("query_rows", panel=panel)).output["version"]
        await world.client()
        place = f"/api/panels/{panel}/collections/customers/rows/{row.id}"
        await (await world.client("bia")).patch(place, json={"set": {"next_step": "Visitar"}})
        refused = await asked(ana, based_on=known)
    assert (refused.error["code"], refused.error["facts"]["by"]) == ("version_conflict", "Bia")
