"""The log of a conversation: what was called, what came of it, what the user did. Never what rows and notes say."""

from typing import Any

from tests.doors.http.asking import problem
from tests.support.world import World

from .asking import assistant, carteira

NOTE = "Senha do cofre: 1234"


async def log_of(world: World, login: str = "bia") -> list[dict[str, Any]]:
    browser = await world.client(login)
    [session] = (await browser.get("/api/mcp/sessions")).json()
    detail = (await browser.get(f"/api/mcp/sessions/{session['id']}")).json()
    assert detail["session"] == session
    return detail["steps"]


async def test_the_boss_replays_each_call_with_its_outcome_and_what_the_user_did(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world, conversation="chat-7") as ana:
        await ana.call("query_rows", panel=panel, search="Embraer")
        proposal = await ana.call("move_card", panel=panel, row="Embraer", stage="won")
        world.clock.forward(seconds=5)
        await ana.decide(proposal, "moved_card", stage="won")
        world.clock.forward(seconds=5)
        await ana.call("open_panel", panel="nothing")
        await ana.call("list_panels")
    steps = await log_of(world)
    told = [(step["tool"], step["outcome"], step["code"]) for step in steps if step["tool"]]
    assert told == [
        ("query_rows", "rows_found", None),
        ("move_card", "asked", None),
        ("resolve_decision", "confirmed", None),
        ("open_panel", "choose_a_target", "panel_not_found"),
        ("list_panels", "listed", None),
    ]
    assert steps[0]["facts"] | {"matching": 1, "total": 3, "panel": panel} == steps[0]["facts"]
    assert steps[0]["sizes"]["search"] == len('"Embraer"')
    assert steps[0]["directions"]["assistant_instruction"]
    [event] = [step for step in steps if step["event"]]
    assert (event["event"]["event"], event["event"]["stage"], event["told_at"] is not None) == (
        "moved_card",
        "won",
        True,
    )
    assert steps[-1]["told_events"] == 1
    browser = await world.client("bia")
    [session] = (await browser.get("/api/mcp/sessions")).json()
    assert (session["conversation"], session["person_name"]) == ("host:chat-7", "Ana")


async def test_a_host_that_names_no_conversation_gets_one_a_day(world: World) -> None:
    async with assistant(world) as ana:
        await ana.call("list_panels")
        await ana.call("list_panels")
        world.clock.forward(hours=24)
        await ana.call("list_panels")
    sessions = (await (await world.client("bia")).get("/api/mcp/sessions")).json()
    assert [one["conversation"] for one in sessions] == ["day:2026-12-01", "day:2026-11-30"]


async def test_no_text_of_rows_notes_or_arguments_and_no_token_is_in_the_log(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        await ana.call("annotate", panel=panel, row="Embraer", text=NOTE)
        await ana.call("fill_panel", panel=panel, rows=[{"code": "C-8", "company": "Segredo SA"}])
        await ana.call("query_rows", panel=panel, search="Segredo SA")
        await ana.call("open_panel", panel="Painel Secreto")
        proposal = await ana.call("propose_change", panel=panel, row="Embraer", values={"next_step": "Espionar"})
        await ana.decide(proposal, "confirmed_change")
        await ana.call("resolve_decision", token="lw_guess", event={"event": "Xyz"})
    log = str(await log_of(world))
    assert "annotate" in log
    for private in (NOTE, "Segredo", "Secreto", "Espionar", "Embraer", proposal.token, "lw_guess", "Xyz"):
        assert private not in log, private


async def test_only_those_who_look_after_the_installation_read_the_log(world: World) -> None:
    async with assistant(world) as ana:
        await ana.call("list_panels")
    problem(await (await world.client("ana")).get("/api/mcp/sessions"), 403, "forbidden")
    problem(await (await world.client("ana")).get("/api/mcp/sessions/x"), 403, "forbidden")
    problem(await (await world.client("bia")).get("/api/mcp/sessions/x"), 404, "session_not_found")


async def test_of_a_panel_that_the_boss_does_not_see_the_log_tells_nothing(world: World) -> None:
    await world.person("caio", teams=["north"])
    panel = await world.panel("caio", audience={"who": "teams", "teams": ["north"]})
    await world.ship(panel, [{"code": "C-1", "company": "Embraer"}])
    async with assistant(world, "caio") as caio:
        proposal = await caio.call("move_card", panel=panel, row="Embraer", stage="won")
        await caio.decide(proposal, "moved_card", stage="won")
    assert panel not in str(await log_of(world))
    await world.person("root", "admin")
    assert panel in str(await log_of(world, "root"))
