"""Rows over HTTP: asked for in slices and pages, changed by their id and field by field."""

import json
from typing import Any

import httpx2
import pytest

from tests.doors.http.asking import ROWS, panel_of, problem
from tests.support.world import World, panel_template
from tests.writing.asking import EMBRAER, RIOTUR, kept_row, patch


async def asked(client: httpx2.AsyncClient, panel: str, **query: Any) -> dict[str, Any]:
    where = {"where": json.dumps(query.pop("where"))} if "where" in query else {}
    answer = await client.get(ROWS.format(panel=panel), params={**query, **where})
    assert answer.status_code == 200, answer.text
    return answer.json()


def codes(page: dict[str, Any]) -> list[str]:
    return [row["values"]["code"] for row in page["rows"]]


async def ten(world: World) -> str:
    panel = await world.panel()
    await world.ship(panel, [{"code": f"C-{n}", "revenue": n, "company": "São" if n % 2 else "Rio"} for n in range(10)])
    return panel


async def test_pages_follow_each_other_to_the_end(world: World) -> None:
    panel = await ten(world)
    seen: list[str] = []
    cursor: dict[str, Any] = {}
    async with await world.client() as client:
        for size in (4, 4, 2):
            page = await asked(client, panel, limit=4, sort="-revenue", **cursor)
            assert (len(page["rows"]), page["matching"], page["total"]) == (size, 10, 10)
            seen += codes(page)
            cursor = {"cursor": page["next"]}
    assert seen == [f"C-{n}" for n in reversed(range(10))]
    assert cursor == {"cursor": None}


async def test_a_slice_is_asked_for_in_the_address_with_its_denominator(world: World) -> None:
    panel = await ten(world)
    async with await world.client() as client:
        page = await asked(client, panel, where=[{"field": "company", "op": "is", "value": "SAO"}], sort="-revenue")
        assert (codes(page), page["matching"], page["total"]) == (["C-9", "C-7", "C-5", "C-3", "C-1"], 5, 10)
        assert (await asked(client, panel, search="rio"))["matching"] == 5
        assert (await asked(client, panel, unconfirmed="true"))["matching"] == 0
        groups = (await asked(client, panel, group="company"))["groups"]
    assert [(one["value"], one["count"], one["sums"]) for one in groups] == [
        ("Rio", 5, {"revenue": 20}),
        ("São", 5, {"revenue": 25}),
    ]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"where": "nonsense"}, 422, "invalid_slice"),
        ({"where": '{"field":"company"}'}, 422, "invalid_slice"),
        ({"where": '[{"field":"company","op":"like","value":"x"}]'}, 422, "invalid_slice"),
        ({"where": '[{"field":"company","op":"gt","value":"x"}]'}, 422, "invalid_slice"),
        ({"where": '[{"field":"revenue","op":"gt","value":"muito"}]'}, 422, "invalid_slice"),
        ({"where": '[{"field":"stage","op":"is","value":"lost"}]'}, 422, "invalid_slice"),
        ({"where": '[{"field":"owner","op":"is","value":"x"}]'}, 404, "field_not_found"),
        ({"where": '[{"field":"private","op":"is","value":true}]'}, 404, "field_not_found"),
        ({"sort": "nope"}, 404, "field_not_found"),
        ({"sort": "-revenue,Não"}, 422, "invalid_slice"),
        ({"group": "owner"}, 404, "field_not_found"),
        ({"search": "x" * 201}, 422, "invalid_slice"),
        ({"limit": "0"}, 422, "invalid_request"),
        ({"limit": "501"}, 422, "invalid_request"),
        ({"limit": "many"}, 422, "invalid_request"),
        ({"unconfirmed": "perhaps"}, 422, "invalid_request"),
        ({"cursor": "nonsense"}, 422, "invalid_slice"),
    ],
)
async def test_a_slice_that_makes_no_sense_is_refused_and_never_ignored(
    world: World, query: dict[str, str], status: int, code: str
) -> None:
    panel = await ten(world)
    async with await world.client() as client:
        problem(await client.get(ROWS.format(panel=panel), params=query), status, code)


async def test_today_is_the_day_on_the_wall_of_the_panel(world: World) -> None:
    """At 22:30 in São Paulo it is already tomorrow in UTC."""
    called = {"id": "called", "title": "Chamado", "type": "datetime"}
    template = panel_template()
    template["collections"][0]["fields"] = [*template["collections"][0]["fields"], called]
    panel = await world.panel(**template)
    await world.ship(panel, [{"code": "C-1", "called": "2026-12-01T01:30:00Z"}])
    today = [{"field": "called", "op": "is", "value": {"days_ago": 0}}]
    async with await world.client() as client:
        world.clock.at = world.clock.at.replace(year=2026, month=12, day=1, hour=1, minute=31)
        assert (await asked(client, panel, where=today))["matching"] == 1
        world.clock.at = world.clock.at.replace(hour=3, minute=1)
        assert (await asked(client, panel, where=today))["matching"] == 0


async def test_a_row_is_changed_by_its_id_and_without_one_is_told_how_to_find_it(world: World) -> None:
    panel = await world.panel()
    await kept_row(world, panel)
    async with await world.client() as client:
        answer = await client.patch(ROWS.format(panel=panel), json={"set": {"code": "C-1", "company": "x"}})
    told = problem(answer, 422, "row_id_required")
    assert ROWS.format(panel=panel) in told["next_step"]
    assert list(await world.rows(panel)) == ["C-1"]


async def test_only_the_fields_that_are_named_change(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER])
    before = await world.row(panel, "C-1")
    async with await world.client() as client:
        answer = await client.patch(
            f"{ROWS.format(panel=panel)}/{before.id}", json={"set": {"company": "Embraer S.A."}}
        )
        assert answer.json()["changed"] == [before.id]
    after = await world.row(panel, "C-1")
    assert after.values == {**before.values, "company": "Embraer S.A."}
    assert (after.stage, after.position, after.born) == (before.stage, before.position, before.born)


async def test_a_stale_change_says_who_and_what_it_is_now(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="1")
    async with await world.client("ana") as ana, await world.client("bia") as bia:
        address = f"{ROWS.format(panel=panel)}/{row}"
        seen = (await ana.get(f"/api/panels/{panel}")).json()["version"]
        await bia.patch(address, json={"set": {"company": "2"}})
        told = problem(
            await ana.patch(address, json={"set": {"company": "3"}, "based_on": seen}), 409, "version_conflict"
        )
    assert (told["facts"]["by"], told["facts"]["current"]) == ("Bia", "2")


async def test_cards_are_put_where_they_are_dropped(world: World) -> None:
    panel = await world.panel()
    rows = [await kept_row(world, panel, code=f"C-{number}") for number in range(4)]
    async with await world.client() as client:
        for row, before in ((rows[0], None), (rows[1], None), (rows[2], rows[1]), (rows[3], rows[0])):
            body = {"stage": "won", "before": before}
            answer = await client.post(f"{ROWS.format(panel=panel)}/{row}/move", json=body)
            assert answer.status_code == 200
        assert codes(await asked(client, panel)) == ["C-3", "C-0", "C-2", "C-1"]


async def test_notes_trash_and_suggestions_have_their_own_addresses(world: World) -> None:
    async with await world.client() as client:
        panel = await panel_of(client, panel_template())
        rows = ROWS.format(panel=panel)
        row = (await client.post(rows, json={"values": {"code": "C-1", "company": "1"}})).json()["added"][0]
        assert (await client.post(f"{rows}/{row}/annotations", json={"text": "Olá"})).status_code == 201
        await world.write(patch(panel, row, company="palpite"), world.agent_origin())
        settled = await client.post(f"{rows}/{row}/suggestions/company", json={"accept": True})
        assert settled.json()["changed"] == [row]
        found = (await client.get(f"{rows}/{row}")).json()
        assert found["row"]["values"]["company"] == "palpite"
        assert [note["text"] for note in found["annotations"]] == ["Olá"]
        assert [event["kind"] for event in found["history"]] == [
            *("settle_suggestion", "patch_row", "annotate", "add_row"),
        ]
        await client.delete(f"{rows}/{row}")
        assert (await asked(client, panel))["total"] == 0
        await client.post(f"{rows}/{row}/restore")
        assert (await asked(client, panel))["total"] == 1


async def test_numbers_and_dates_are_read_in_the_language_of_the_browser(world: World) -> None:
    panel = await world.panel()
    async with await world.client(language="pt-BR") as client:
        await client.post(ROWS.format(panel=panel), json={"values": {"code": "pt", "revenue": "1.234,56"}})
    async with await world.client(language="en-GB,en;q=0.9") as client:
        await client.post(ROWS.format(panel=panel), json={"values": {"code": "en", "revenue": "1,234.56"}})
    rows = await world.rows(panel)
    assert (rows["pt"].values["revenue"], rows["en"].values["revenue"]) == (1234.56, 1234.56)


async def test_codes_with_leading_zeros_stay_text(world: World) -> None:
    panel = await world.panel()
    async with await world.client() as client:
        for code in ("01234567890", "01310-100", "1e5"):
            await client.post(ROWS.format(panel=panel), json={"values": {"code": code}})
        assert codes(await asked(client, panel)) == ["01234567890", "01310-100", "1e5"]


async def test_an_export_is_a_file_of_the_rows_that_were_asked_for(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER, RIOTUR])
    where = json.dumps([{"field": "company", "op": "is", "value": "riotur"}])
    address = f"/api/panels/{panel}/export"
    async with await world.client() as client:
        answer = await client.get(address, params={"collection": "customers", "where": where})
        refused = await client.get(address, params={"collection": "customers", "where": "nonsense"})
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="carteira-clientes-2026-11-30.csv"'
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert [line.split(";")[0] for line in answer.text.lstrip("\ufeff").splitlines()] == ["Código", "C-2"]
    problem(refused, 422, "invalid_slice")


async def test_a_hidden_row_answers_over_http_like_a_missing_one(world: World) -> None:
    panel = await world.panel(collections=[{**panel_template()["collections"][0], "private_rows": True}])
    row = await kept_row(world, panel, company="Segredo")
    rows = ROWS.format(panel=panel)
    async with await world.client("carla") as client:
        for method, path, body in (
            ("GET", "", None),
            ("PATCH", "", {"set": {"company": "x"}}),
            ("DELETE", "", None),
            ("POST", "/restore", None),
            ("POST", "/move", {"stage": "won"}),
            ("POST", "/annotations", {"text": "x"}),
            ("POST", "/suggestions/company", {"accept": True}),
        ):
            answers = [await client.request(method, f"{rows}/{name}{path}", json=body) for name in (row, "nope")]
            told = [problem(answer, 404, "row_not_found") for answer in answers]
            assert json.dumps(told[0]).replace(row, "?") == json.dumps(told[1]).replace("nope", "?")
        whole = await client.get(f"/api/panels/{panel}")
        assert "Segredo" not in whole.text
        assert row not in whole.text
