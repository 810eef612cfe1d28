"""A panel over HTTP, from its creation to the trash and back."""

from typing import Any

from tests.doors.http.asking import ROWS, panel_of, problem
from tests.support.world import World, panel_template
from tests.writing.asking import EMBRAER


def with_summary(**changes: Any) -> dict[str, Any]:
    template = panel_template(**changes)
    template["tabs"][0]["blocks"].append({"kind": "text", "id": "summary"})
    return template


async def test_a_panel_is_created_read_redesigned_and_gone_back(world: World) -> None:
    async with await world.client() as client:
        panel = await panel_of(client, with_summary())
        address = f"/api/panels/{panel}"
        assert [one["title"] for one in (await client.get("/api/panels")).json()] == ["Carteira"]
        put = await client.put(f"{address}/blocks/summary", json={"content": {"kind": "text", "markdown": "Olá"}})
        assert put.json()["targets"] == ["summary"]
        assert (await client.get(address)).json()["states"]["summary"]["content"]["markdown"] == "Olá"
        redesign = {"template": with_summary(title="Outra"), "based_on": 1}
        assert (await client.put(f"{address}/template", json=redesign)).json()["version"] == 3
        problem(await client.put(f"{address}/template", json=redesign), 409, "version_conflict")

        listed = (await client.get(f"{address}/versions")).json()
        assert [(one["version"], one["kind"]) for one in listed] == [
            *((3, "change_template"), (2, "set_block"), (1, "create_panel")),
        ]
        page = (await client.get(f"{address}/versions?before=3&limit=1")).json()
        assert [one["version"] for one in page] == [2]
        assert (await client.get(f"{address}/versions/2")).json()["version"]["targets"] == ["summary"]
        problem(await client.get(f"{address}/versions/9"), 404, "version_not_found")
        problem(await client.post(f"{address}/versions/9/restore"), 404, "version_not_found")
        assert (await client.post(f"{address}/versions/1/restore")).json()["version"] == 4
        found = (await client.get(address)).json()
        assert (found["template"]["title"], found["states"]["summary"]["content"]) == ("Carteira", None)


async def test_a_panel_goes_to_the_trash_and_back(world: World) -> None:
    async with await world.client() as client:
        panel = await panel_of(client, panel_template())
        await client.post(ROWS.format(panel=panel), json={"values": {"code": "C-1"}})
        assert (await client.delete(f"/api/panels/{panel}")).status_code == 200
        problem(await client.get(f"/api/panels/{panel}"), 404, "panel_not_found")
        assert (await client.get("/api/panels")).json() == []
        assert [(one["id"], one["title"]) for one in (await client.get("/api/trash")).json()] == [(panel, "Carteira")]
        problem(await client.delete(f"/api/panels/{panel}"), 404, "panel_not_found")
        assert (await client.post(f"/api/panels/{panel}/restore")).status_code == 200
        assert (await client.get(ROWS.format(panel=panel))).json()["total"] == 1
        assert (await client.get("/api/trash")).json() == []
        problem(await client.post(f"/api/panels/{panel}/restore"), 404, "panel_not_found")


async def test_two_versions_are_compared_and_one_row_goes_back(world: World) -> None:
    async with await world.client() as client:
        panel = await panel_of(client, panel_template())
        rows = ROWS.format(panel=panel)
        one, other = [
            (await client.post(rows, json={"values": {"code": code, "company": "Antes"}})).json()["added"][0]
            for code in ("C-1", "C-2")
        ]
        for row in (one, other):
            await client.patch(f"{rows}/{row}", json={"set": {"company": "Depois"}})
        versions = f"/api/panels/{panel}/versions"
        found = (await client.get(f"{versions}/5/compare/3")).json()
        assert (found["older"], found["newer"]) == (3, 5)
        texts = {
            change["row"]: [change[at]["values"]["company"] for at in ("before", "after")] for change in found["rows"]
        }
        assert texts == {one: ["Antes", "Depois"], other: ["Antes", "Depois"]}
        problem(await client.get(f"{versions}/5/compare/9"), 404, "version_not_found")
        assert (await client.post(f"{versions}/3/restore", json={"row": one})).json()["changed"] == [one]
        assert (await client.get(f"{rows}/{other}")).json()["row"]["values"]["company"] == "Depois"


async def test_a_removed_row_is_found_in_the_trash_and_brought_back(world: World) -> None:
    async with await world.client() as client:
        panel = await panel_of(client, panel_template())
        rows = ROWS.format(panel=panel)
        row = (await client.post(rows, json={"values": {"code": "C-1"}})).json()["added"][0]
        await client.delete(f"{rows}/{row}")
        trash = (await client.get(f"/api/panels/{panel}/collections/customers/trash")).json()
        assert ([one["id"] for one in trash["rows"]], trash["total"]) == ([row], 1)
        assert (await client.post(f"{rows}/{row}/restore")).status_code == 200
        assert (await client.get(f"/api/panels/{panel}/collections/customers/trash")).json()["total"] == 0
        problem(await client.get(f"/api/panels/{panel}/collections/nothing/trash"), 404, "collection_not_found")


async def test_the_screen_and_the_agents_are_told_the_same_ages(world: World) -> None:
    world.crm.append(EMBRAER)
    async with await world.client() as client:
        panel = await panel_of(client, panel_template())
        done = (await client.post(f"/api/panels/{panel}/tabs/main/refresh")).json()
        assert (done["status"], done["tool"]) == ("complete", "crm.list")
        seen = (await client.get(f"/api/panels/{panel}")).json()["tabs"][0]["oldest"]["collected_at"]
        said = await client.get(f"/api/panels/{panel}/context")
    assert seen == "2026-11-30T15:00:00Z"
    assert "collected 2026-11-30 15:00 UTC, complete 1 of 1, by crm.list" in said.text
    assert said.headers["content-type"] == "text/plain; charset=utf-8"


async def test_all_tabs_are_refreshed_by_one_click(world: World) -> None:
    world.crm.append(EMBRAER)
    async with await world.client() as client:
        panel = await panel_of(client, panel_template())
        done = (await client.post(f"/api/panels/{panel}/refresh")).json()
        assert [(tab["tab"], tab["status"]) for tab in done["tabs"]] == [("main", "complete")]


async def test_only_a_boss_grants_a_tool_to_the_buttons_of_a_panel(world: World) -> None:
    world.tool("crm.change", lambda: "feito", power="domain")
    buttons = {"kind": "action_buttons", "id": "go", "buttons": [{"id": "b", "label": "Ir", "tool": "crm.change"}]}
    template = panel_template()
    template["tabs"][0]["blocks"].append(buttons)
    async with await world.client("ana") as ana, await world.client("bia") as bia:
        panel = await panel_of(ana, template)
        press = f"/api/panels/{panel}/blocks/go/press"
        told = problem(await ana.post(press, json={"button": "b"}), 403, "tool_not_granted")
        assert told["facts"]["ask"] == ["Bia"]
        grant = f"/api/panels/{panel}/grants/crm.change"
        problem(await ana.put(grant), 403, "forbidden")
        assert (await bia.put(grant)).status_code == 204
        assert (await ana.post(press, json={"button": "b"})).json()["sentence"] == "feito"
        assert (await bia.delete(grant)).status_code == 204
        problem(await ana.post(press, json={"button": "b"}), 403, "tool_not_granted")
        problem(await ana.post(press, json={"button": "nope"}), 404, "button_not_found")


async def test_a_note_reaches_the_inbox_of_the_rows_owner_until_it_is_read(world: World) -> None:
    async with await world.client("ana") as ana, await world.client("bia") as bia:
        panel = await panel_of(ana, panel_template())
        rows = ROWS.format(panel=panel)
        row = (await ana.post(rows, json={"values": {"code": "C-1"}})).json()["added"][0]
        await bia.post(f"{rows}/{row}/annotations", json={"text": "Olha isto"})
        (told,) = (await ana.get("/api/inbox")).json()
        assert (told["notice"]["text"], told["panel_title"], told["notice"]["read_at"]) == (
            "Olha isto",
            "Carteira",
            None,
        )
        assert (await ana.post("/api/inbox/read")).status_code == 204
        assert (await ana.get("/api/inbox")).json()[0]["notice"]["read_at"] == "2026-11-30T15:00:00Z"
        assert (await bia.get("/api/inbox")).json() == []


async def test_a_panel_of_another_team_is_not_listed_and_not_opened(world: World) -> None:
    await world.person("carla", "user", ["norte"])
    async with await world.client("ana") as ana, await world.client("carla") as carla:
        panel = await panel_of(ana, panel_template(audience={"who": "teams", "teams": ["sul"]}))
        assert (await carla.get("/api/panels")).json() == []
        for path in ("", "/versions", "/versions/1", "/context", "/export?collection=customers"):
            told = problem(await carla.get(f"/api/panels/{panel}{path}"), 404, "panel_not_found")
            assert told["facts"] == {"panel": panel}
