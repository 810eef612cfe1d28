"""Refreshing without the model: direct, shared, honest about what came."""

import asyncio
from typing import Any

import pytest

from liveapps.acting.receipts import Refreshed
from liveapps.panels.errors import Refusal
from liveapps.panels.instance import Freshness
from liveapps.people.policy import PersonReader
from liveapps.writing.writes import MoveCard, PatchRow
from tests.support.world import COUNTED, World, panel_template

EMBRAER = {"code": "C-1", "company": "Embraer", "email": "a@embraer.com.br"}
RIOTUR = {"code": "C-2", "company": "Riotur", "email": "b@riotur.gov.br"}


async def refresh(world: World, panel: str, tab: str = "main", login: str = "ana") -> Refreshed:
    reader = PersonReader(await world.person(login))
    return await world.house.refresher.tab(reader, panel, tab, await world.origin(login))


async def freshness(world: World, panel: str, target: str = "customers") -> Freshness:
    found = (await world.view(panel)).states[target].freshness
    assert found is not None
    return found


def with_tool(tool: str, into: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    template = panel_template()
    refresher = template["tabs"][0]["refresh"]
    refresher["tool"] = tool
    refresher["into"] = into or refresher["into"]
    return template


async def test_a_click_brings_the_list_without_the_model(world: World) -> None:
    world.crm += [EMBRAER, RIOTUR]
    panel = await world.panel()
    done = await refresh(world, panel)
    assert (done.status, len(done.receipts[0].added)) == ("complete", 2)
    now = await freshness(world, panel)
    assert (now.tool, now.triggered_by.name, now.shown, now.declared) == ("crm.list", "Ana", 2, 2)


async def test_refreshing_twice_gives_the_same_rows(world: World) -> None:
    world.crm += [EMBRAER]
    panel = await world.panel()
    await refresh(world, panel)
    before = await world.rows(panel)
    world.clock.forward(minutes=5)
    done = await refresh(world, panel)
    assert await world.rows(panel) == before
    assert (done.receipts[0].added, done.receipts[0].unchanged) == ([], 1)


async def test_the_world_changes_and_the_dragged_card_stays(world: World) -> None:
    world.crm += [EMBRAER, RIOTUR]
    panel = await world.panel()
    await refresh(world, panel)
    row = await world.row(panel, "C-1")
    await world.write(MoveCard(panel=panel, collection="customers", row=row.id, stage="talking"))
    world.crm[:] = [{**EMBRAER, "email": "novo@embraer.com.br"}, {"code": "C-3", "company": "Padaria"}]
    await refresh(world, panel)
    rows = await world.rows(panel)
    assert set(rows) == {"C-1", "C-2", "C-3"}
    assert (rows["C-1"].stage, rows["C-1"].values["email"]) == ("talking", "novo@embraer.com.br")
    assert rows["C-2"].unconfirmed_since == world.clock.now()


async def test_an_edit_made_while_a_refresh_runs_is_kept(world: World) -> None:
    asked, go = asyncio.Event(), asyncio.Event()

    async def slow() -> dict[str, Any]:
        asked.set()
        await go.wait()
        return {"rows": [{**EMBRAER, "email": "da.fonte@embraer.com.br"}], "total": 1}

    world.tool("crm.slow", slow)
    panel = await world.panel(**with_tool("crm.slow"))
    await world.ship(panel, [EMBRAER])
    row = await world.row(panel, "C-1")
    running = asyncio.create_task(refresh(world, panel))
    await asked.wait()
    await world.write(PatchRow(panel=panel, collection="customers", row=row.id, set={"email": "eu@embraer.com.br"}))
    go.set()
    await running
    row = await world.row(panel, "C-1")
    assert row.values["email"] == "eu@embraer.com.br"
    assert row.suggestions["email"].value == "da.fonte@embraer.com.br"


async def test_two_people_who_refresh_at_once_share_one_call(world: World) -> None:
    calls: list[int] = []
    asked, go = asyncio.Event(), asyncio.Event()

    async def slow() -> dict[str, Any]:
        calls.append(1)
        asked.set()
        await go.wait()
        return {"rows": [EMBRAER], "total": 1}

    world.tool("crm.slow", slow)
    panel = await world.panel(**with_tool("crm.slow"))
    both = [asyncio.create_task(refresh(world, panel, login=login)) for login in ("ana", "bia")]
    await asked.wait()
    go.set()
    first, second = await asyncio.gather(*both)
    assert (len(calls), first) == (1, second)


def times_out() -> Any:
    async def never() -> dict[str, Any]:
        await asyncio.sleep(60)
        return {}

    return never


def answers(text: Any) -> Any:
    return lambda: text


def raises() -> Any:
    def broken() -> dict[str, Any]:
        raise ValueError("secret of the source")

    return broken


@pytest.mark.parametrize(
    ("tool", "code"),
    [
        (times_out(), "tool_timeout"),
        (raises(), "tool_failed"),
        (answers("Database error: no such table"), "tool_failed"),
        (answers("Tudo certo por aqui."), "tool_output_unreadable"),
        (answers({"lines": []}), "tool_output_unreadable"),
        (answers({"rows": [{"company": "sem código"}], "total": 1}), "key_missing"),
        (answers({"rows": [{"code": "C-1", "email": "não é e-mail"}], "total": 1}), "invalid_value"),
    ],
    ids=["time-out", "crash", "error hidden in text", "prose", "another shape", "row without key", "wrong value"],
)
async def test_a_failed_refresh_keeps_the_last_good_data_marked(world: World, tool: Any, code: str) -> None:
    world.tool("crm.bad", tool)
    panel = await world.panel(**with_tool("crm.bad"))
    await world.ship(panel, rows=[EMBRAER], mode="complete", declared_count=1)
    good = await freshness(world, panel)
    world.clock.forward(hours=3)
    done = await refresh(world, panel)
    assert (done.status, done.code) == ("error", code)
    assert done.next_step
    assert "secret" not in str(done)
    now = await freshness(world, panel)
    assert (now.status, now.code, now.last_good_at) == ("error", code, good.collected_at)
    assert set(await world.rows(panel)) == {"C-1"}

    # The next click runs at once: a failure leaves nothing locked.
    world.crm += [EMBRAER, RIOTUR]
    await world.write(change_tool(panel, "crm.list"))
    assert (await refresh(world, panel)).status == "complete"
    assert set(await world.rows(panel)) == {"C-1", "C-2"}


def change_tool(panel: str, tool: str) -> Any:
    from liveapps.panels.template import read_template
    from liveapps.writing.writes import ChangeTemplate

    return ChangeTemplate(panel=panel, template=read_template(with_tool(tool)))


async def test_a_second_failure_remembers_when_the_data_was_good(world: World) -> None:
    world.tool("crm.bad", raises())
    panel = await world.panel(**with_tool("crm.bad"))
    await world.ship(panel, [EMBRAER])
    good = (await freshness(world, panel)).collected_at
    for _ in range(2):
        world.clock.forward(hours=1)
        await refresh(world, panel)
    assert (await freshness(world, panel)).last_good_at == good


async def test_a_list_its_source_cut_is_partial_and_marks_nobody(world: World) -> None:
    world.tool("crm.cut", answers({"rows": [EMBRAER], "total": 2, "truncated": True}))
    panel = await world.panel(**with_tool("crm.cut"))
    await world.ship(panel, rows=[EMBRAER, RIOTUR])
    done = await refresh(world, panel)
    now = await freshness(world, panel)
    assert (done.status, now.shown, now.declared) == ("partial", 1, 2)
    assert (await world.row(panel, "C-2")).unconfirmed_since is None


async def test_an_empty_list_that_is_declared_empty_is_good_data(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, rows=[EMBRAER], mode="complete", declared_count=1)
    done = await refresh(world, panel)
    assert done.status == "complete"
    assert (await world.row(panel, "C-1")).unconfirmed_since is not None


@pytest.mark.parametrize("power", ["domain", "generic_write", "row_write"])
async def test_a_tool_that_writes_never_refreshes(world: World, power: Any) -> None:
    world.tool("crm.write", answers({"rows": []}), power)
    with pytest.raises(Refusal) as refused:
        await world.panel(**with_tool("crm.write"))
    assert refused.value.code == "tool_not_read_only"


async def test_a_tool_that_lost_its_read_only_power_no_longer_runs(world: World) -> None:
    called: list[int] = []

    def count() -> dict[str, Any]:
        called.append(1)
        return {"rows": [], "total": 0}

    world.tool("crm.turned", count)
    panel = await world.panel(**with_tool("crm.turned"))
    world.functions._tools.pop("crm.turned")  # pyright: ignore[reportPrivateUsage] the source lists it anew
    world.tool("crm.turned", count, "domain")
    with pytest.raises(Refusal) as refused:
        await refresh(world, panel)
    assert (refused.value.code, called) == ("tool_not_read_only", [])


async def test_metrics_and_charts_are_refreshed_by_the_same_call(world: World) -> None:
    answer = {
        "months": [{"month": "2026-10", "sold": 5.5, "noise": 1}, {"month": "2026-11", "sold": None}],
        "now": {"revenue": 10, "noise": 3},
        "before": {"revenue": 8},
    }
    world.tool("crm.sales", answers(answer))
    template = panel_template(collections=[])
    template["tabs"] = [
        {
            "id": "sales",
            "title": "Vendas",
            "refresh": {
                "by": "tool",
                "tool": "crm.sales",
                "into": [
                    {
                        "target": "numbers",
                        "extract": {"kind": "structured", "path": "now"},
                        "previous": {"kind": "structured", "path": "before"},
                    },
                    {"target": "line", "extract": {"kind": "structured", "path": "months"}},
                ],
            },
            "blocks": [
                {
                    "kind": "metric_cards",
                    "id": "numbers",
                    "metrics": [{"id": "revenue", "title": "Receita", "definition": "Soma das faturas."}],
                },
                {
                    "kind": "chart",
                    "id": "line",
                    "shape": "line",
                    "x": {"field": "month", "title": "Mês"},
                    "series": [{"field": "sold", "title": "Vendido"}],
                },
            ],
        }
    ]
    panel = await world.panel(**template)
    assert (await refresh(world, panel, "sales")).status == "complete"
    states = (await world.view(panel)).states
    numbers, line = states["numbers"].content, states["line"].content
    assert numbers is not None
    assert numbers.model_dump(exclude={"kind"}) == {"values": {"revenue": 10}, "previous": {"revenue": 8}}
    assert line is not None
    assert line.model_dump()["rows"] == [{"month": "2026-10", "sold": 5.5}, {"month": "2026-11", "sold": None}]


async def test_all_tabs_are_refreshed_only_where_that_destroys_nothing(world: World) -> None:
    world.crm += [EMBRAER]
    mirror, made = await world.panel(), await world.panel(semantics="generate")
    reader, origin = PersonReader(await world.person("ana")), await world.origin()
    assert [one.status for one in (await world.house.refresher.all(reader, mirror, origin)).tabs] == ["complete"]
    with pytest.raises(Refusal) as refused:
        await world.house.refresher.all(reader, made, origin)
    assert refused.value.code == "no_refresh"
    assert ((await world.view(mirror)).can.refresh_all, (await world.view(made)).can.refresh_all) == (True, False)


@pytest.mark.parametrize(
    ("how", "label"), [({"by": "agent", "prompt": "Refaça a pauta"}, "agent"), (None, None)], ids=["agent", "by hand"]
)
async def test_a_tab_without_a_tool_says_how_it_is_kept(world: World, how: Any, label: str | None) -> None:
    template = panel_template()
    template["tabs"][0]["refresh"] = how
    panel = await world.panel(**template)
    assert (await world.view(panel)).tabs[0].refresh == label
    with pytest.raises(Refusal) as refused:
        await refresh(world, panel)
    assert refused.value.code == "no_refresh"


async def test_every_refresh_leaves_a_reading_in_the_ledger(world: World) -> None:
    world.crm += [EMBRAER]
    panel = await world.panel()
    done = await refresh(world, panel)
    assert done.reading is not None
    kept = await world.running.store.read(lambda tx: tx.reading(done.reading or ""))
    assert kept is not None
    assert (kept.tool, kept.outcome, kept.row_count, kept.panel, kept.actor.name) == (
        "crm.list",
        "done",
        1,
        panel,
        "Ana",
    )


async def test_a_bad_extractor_is_told_before_anything_is_written(world: World) -> None:
    world.crm += [EMBRAER]
    into = [
        {"target": "customers", "extract": COUNTED, "mode": "complete"},
        {"target": "customers", "extract": {"kind": "structured", "path": "nowhere"}},
    ]
    panel = await world.panel(**with_tool("crm.list", into))
    done = await refresh(world, panel)
    assert (done.code, await world.rows(panel)) == ("tool_output_unreadable", {})
