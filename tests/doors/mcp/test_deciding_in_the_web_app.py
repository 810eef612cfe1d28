"""For hosts that show no widgets: the user follows the link and decides in the web app, signed in."""

from tests.doors.http.asking import problem, script
from tests.support.world import World

from .asking import Era, assistant, carteira, widget_event


async def test_the_user_confirms_on_the_page_and_the_assistant_is_told(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era, draws=False) as ana:
        proposal = (await ana.call("propose_change", panel=panel, row="Embraer", values={"revenue": 7})).output
        name = proposal["proposal"]
        browser = await world.client()
        shown = (await browser.get(f"/api/proposals/{name}")).json()
        assert (shown["row_title"], shown["diff"][0]["before"], shown["diff"][0]["after"]) == ("Embraer", 100, 7)
        decided = await browser.post(f"/api/proposals/{name}", json=widget_event("confirmed_change", name))
        assert (decided.status_code, decided.json()["status"]) == (200, "confirmed")
        told = await ana.call("check_decision", proposal=name)
        assert (told.output["status"], told.output["missed"][0]["event"]) == ("confirmed", "confirmed_change")
    row = await world.row(panel, "C-1")
    assert (row.values["revenue"], row.facts["revenue"].door) == (7, "board")


async def test_an_api_token_cannot_decide_for_the_user(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world, draws=False) as ana:
        name = (await ana.call("move_card", panel=panel, row="Embraer", stage="won")).output["proposal"]
    answer = await (await script(world)).post(
        f"/api/proposals/{name}", json=widget_event("moved_card", name, stage="won")
    )
    problem(answer, 403, "proposal_token_required")
    assert (await world.row(panel, "C-1")).stage == "new"


async def test_a_card_is_moved_on_the_page_by_the_user(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world, draws=False) as ana:
        name = (await ana.call("move_card", panel=panel, row="Embraer", stage="talking")).output["proposal"]
    browser = await world.client()
    await browser.post(f"/api/proposals/{name}", json=widget_event("moved_card", name, stage="talking"))
    row = await world.row(panel, "C-1")
    assert row.stage_moved_by is not None
    assert (row.stage, row.stage_moved_by.door) == ("talking", "board")


async def test_what_may_not_be_decided_is_a_problem_with_its_code(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world, draws=False) as ana:
        name = (await ana.call("propose_change", panel=panel, row="Embraer", values={"revenue": 7})).output["proposal"]
    browser, other = await world.client(), await world.client("bia")
    problem(await other.get(f"/api/proposals/{name}"), 404, "proposal_not_found")
    cancelled = widget_event("cancelled", name)
    problem(await other.post(f"/api/proposals/{name}", json=cancelled), 404, "proposal_not_found")
    problem(
        await browser.post(f"/api/proposals/{name}", json=widget_event("cancelled", "other")), 404, "proposal_not_found"
    )
    unknown = {**cancelled, "schema_version": 2}
    problem(await browser.post(f"/api/proposals/{name}", json=unknown), 422, "invalid_request")
    assert (await browser.post(f"/api/proposals/{name}", json=cancelled)).status_code == 200
    problem(await browser.post(f"/api/proposals/{name}", json=cancelled), 409, "proposal_decided")
