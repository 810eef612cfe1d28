"""Calculators: a plain function computes the whole panel, and whatever it does, the panel stays whole."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from liveapps.acting.calculate import Calculators
from liveapps.acting.leases import Leases
from liveapps.acting.receipts import Computed
from liveapps.adapters.calculators import processes
from liveapps.adapters.calculators.processes import CalculatorProcesses
from liveapps.blocks.text import TextContent
from liveapps.panels.calculators import InstalledCalculator
from liveapps.panels.errors import Refusal
from liveapps.panels.instance import Freshness
from liveapps.panels.template import read_template
from liveapps.people.policy import PersonReader
from liveapps.writing.writes import AddRow, ChangeTemplate, MoveCard, PatchRow, RemoveRow
from tests.support.world import CALCULATORS, World, panel_template
from tests.writing.test_computed import EMBRAER, LEADS, RIOTUR, two_lists

FINE = {"contents": {"summary": {"kind": "text", "markdown": "Novo"}}}


def with_calculator(tool: str, **calculator: Any) -> dict[str, Any]:
    """Customers and a text, which the calculator fills."""
    template = two_lists(calculator={"tool": tool, "fills": ["customers", "summary"], **calculator})
    template["tabs"][0]["refresh"] = None
    return template


async def compute(world: World, panel: str, login: str = "ana") -> Computed:
    reader = PersonReader(await world.person(login))
    return await world.house.calculators.run(reader, panel, await world.origin(login))


async def text_of(world: World, panel: str) -> str:
    content = (await world.view(panel)).states["summary"].content
    assert isinstance(content, TextContent)
    return content.markdown


async def freshness(world: World, panel: str, target: str = "customers") -> Freshness:
    found = (await world.view(panel)).states[target].freshness
    assert found is not None
    return found


async def test_a_click_computes_the_whole_panel_in_one_version(world: World) -> None:
    panel = await world.panel(**with_calculator("month", arguments={"word": "Soma"}))
    await world.ship(panel, [EMBRAER, RIOTUR])
    done = await compute(world, panel)
    assert done.receipt is not None
    assert (done.status, done.receipt.version, len(done.receipt.changed)) == ("complete", 3, 2)
    assert {code: row.values["revenue"] for code, row in (await world.rows(panel)).items()} == {"C-1": 20, "C-2": 40}
    assert await text_of(world, panel) == "Soma: 60"
    reader = PersonReader(await world.person("ana"))
    newest = (await world.house.facade.versions(reader, panel, None, 1))[0]
    assert (newest.kind, newest.door, newest.tool, newest.by.name) == ("compute", "calculator", "month", "Ana")


async def test_a_card_that_was_moved_while_it_ran_stays_where_it_is(world: World, tmp_path: Path) -> None:
    panel = await world.panel(**with_calculator("waits", arguments={"folder": str(tmp_path)}))
    await world.ship(panel, [{**EMBRAER, "stage": "new"}])
    row = await world.row(panel, "C-1")
    running = asyncio.create_task(compute(world, panel))
    await asked(tmp_path)
    await world.write(MoveCard(panel=panel, collection="customers", row=row.id, stage="talking"))
    await world.write(PatchRow(panel=panel, collection="customers", row=row.id, set={"revenue": 7}))
    (tmp_path / "go").touch()
    assert (await running).status == "complete"
    after = await world.row(panel, "C-1")
    assert (after.stage, after.values["revenue"], after.suggestions["revenue"].value) == ("talking", 7, 20)


async def asked(folder: Path) -> list[Path]:
    """The marks of calculators that wait in a folder, once one does."""
    async with asyncio.timeout(20):
        while not (found := marks(folder)):
            await asyncio.sleep(0.01)
    return found


def marks(folder: Path) -> list[Path]:
    return sorted(folder.glob("asked-*"))


async def test_two_people_who_compute_at_once_share_one_run(world: World, tmp_path: Path) -> None:
    panel = await world.panel(**with_calculator("waits", arguments={"folder": str(tmp_path)}))
    await world.ship(panel, [EMBRAER])
    both = [asyncio.create_task(compute(world, panel, login)) for login in ("ana", "bia")]
    await asked(tmp_path)
    (tmp_path / "go").touch()
    first, second = await asyncio.gather(*both)
    assert (first, len(await asked(tmp_path))) == (second, 1)


class Watched(Leases):
    """Tells when someone comes for a lease."""

    def __init__(self, world: World) -> None:
        super().__init__(world.running.store, world.clock, world.house.ids)
        self.wanted = asyncio.Event()

    @asynccontextmanager
    async def held(self, name: str) -> AsyncGenerator[bool]:
        self.wanted.set()
        async with super().held(name) as waited:
            yield waited


def another_server(world: World, leases: Leases, logs: Path) -> Calculators:
    house, store = world.house, world.running.store
    calculations = CalculatorProcesses(CALCULATORS, logs)
    return Calculators(house.facade, house.funnel, calculations, leases, store, world.clock, house.ids)


@pytest.mark.parametrize(("tool", "status"), [("waits", "complete"), ("fails", "error")])
async def test_what_another_server_computed_meanwhile_is_the_answer(
    world: World, tmp_path: Path, tool: str, status: str
) -> None:
    panel = await world.panel(**with_calculator(tool, arguments={"folder": str(tmp_path)}))
    await world.ship(panel, rows=[EMBRAER], mode="complete", declared_count=1)
    here = asyncio.create_task(compute(world, panel))
    await asked(tmp_path)
    leases = Watched(world)
    other = another_server(world, leases, tmp_path)
    reader = PersonReader(await world.person("bia"))
    there = asyncio.create_task(other.run(reader, panel, await world.origin("bia")))
    await leases.wanted.wait()
    (tmp_path / "go").touch()
    first, second = await asyncio.gather(here, there)
    assert (first.status, second.status, second.code) == (status, status, first.code)
    assert (second.reading, second.receipt) == (first.reading, None)
    assert len(await asked(tmp_path)) == 1


@pytest.mark.parametrize(
    ("tool", "code", "said"),
    [
        ("raises", "tool_failed", "broke off with ValueError (calculating.py, line"),
        ("loops", "tool_timeout", "did not end within 1 seconds"),
        ("eats", "tool_failed", "needed more than 256 MB of memory"),
        ("shouts", "tool_output_unreadable", "is larger than 32 MB"),
        ("leaves", "tool_failed", "ended without an answer"),
        ("formless", "tool_output_unreadable", "JSON has no form for"),
        ("missing", "tool_failed", "broke off with AttributeError"),
    ],
)
async def test_a_calculator_that_misbehaves_leaves_the_panel_as_it_was_marked(
    world: World, tool: str, code: str, said: str
) -> None:
    panel = await world.panel(**with_calculator(tool))
    await world.ship(panel, rows=[EMBRAER], mode="complete", declared_count=1)
    good, rows = await freshness(world, panel), await world.rows(panel)
    world.clock.forward(hours=3)
    done = await compute(world, panel)
    assert (done.status, done.code) == ("error", code)
    assert said in (done.message or "")
    assert done.next_step
    assert "Ana: 12" not in str(done)
    assert await world.rows(panel) == rows
    for target in ("customers", "summary"):
        now = await freshness(world, panel, target)
        assert (now.status, now.code, now.tool) == ("error", code, tool)
    assert (await freshness(world, panel)).last_good_at == good.collected_at

    # The next click runs at once: a failure leaves nothing locked.
    mended = panel_template() | with_calculator("month")
    await world.write(ChangeTemplate(panel=panel, template=read_template(mended)))
    assert (await compute(world, panel)).status == "complete"
    assert (await world.row(panel, "C-1")).values["revenue"] == 20


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        (None, "tool_output_unreadable", "it is no object"),
        ([1, 2], "tool_output_unreadable", "it is no object"),
        ({}, "tool_output_unreadable", "there is nothing in it"),
        ({"lines": {}}, "tool_output_unreadable", "lines: Extra inputs are not permitted"),
        ({"rows": {"customers": {"code": "C-1"}}}, "tool_output_unreadable", "rows.customers: Input should be"),
        ({"rows": {"customers": ["C-1"]}}, "tool_output_unreadable", "rows.customers.0: Input should be"),
        ({**FINE, "rows": {"leads": [EMBRAER]}}, "collection_not_found", 'no collection "leads"'),
        ({"contents": {"summary": {"kind": "text"}}}, "invalid_content", 'In "summary": The content is not valid'),
        ({"contents": {"summary": {"kind": "table"}}}, "invalid_content", 'In "summary"'),
        ({"contents": {"planets": {"kind": "text", "markdown": ""}}}, "block_not_found", 'no block "planets"'),
        (
            {**FINE, "rows": {"customers": [{**EMBRAER, "revenue": 99}, {**RIOTUR, "email": "?"}]}},
            "invalid_value",
            'In "customers", row 2: Field "email"',
        ),
    ],
)
async def test_one_wrong_part_of_an_answer_refuses_all_of_it(world: World, answer: Any, code: str, said: str) -> None:
    panel = await world.panel(**with_calculator("answers", arguments={"answer": answer}))
    await world.ship(panel, rows=[EMBRAER])
    done = await compute(world, panel)
    assert (done.status, done.code) == ("error", code)
    assert said in (done.message or "")
    state = (await world.view(panel)).states["summary"]
    assert state.content is None
    assert {code: row.values["revenue"] for code, row in (await world.rows(panel)).items()} == {"C-1": 10}


async def test_it_is_given_the_public_rows_and_never_a_private_one(world: World) -> None:
    customers = {**panel_template()["collections"][0], "private_rows": True}
    template = with_calculator("given", arguments={"days": [30]})
    template["collections"] = [customers, LEADS]
    panel = await world.panel(**template)
    await world.ship(panel, [{**EMBRAER, "stage": "won"}, RIOTUR])
    secret = {"code": "S-1", "company": "Segredo de Ana"}
    await world.write(AddRow(panel=panel, collection="customers", values=secret))
    await world.write(RemoveRow(panel=panel, collection="customers", row=(await world.row(panel, "C-2")).id))
    assert (await compute(world, panel)).status == "complete"
    told = json.loads(await text_of(world, panel))
    assert told == {
        "arguments": {"days": [30]},
        "now": "2026-11-30T12:00:00-03:00",
        "rows": {"customers": [{**EMBRAER, "stage": "won"}], "leads": []},
    }


async def test_the_same_from_the_same_and_no_row_is_written_again(world: World) -> None:
    panel = await world.panel(**with_calculator("month", arguments={}))
    await world.ship(panel, [{**EMBRAER, "revenue": 0}])
    await compute(world, panel)
    before, text = await world.rows(panel), await text_of(world, panel)
    world.clock.forward(hours=1)
    again = await compute(world, panel)
    assert again.receipt is not None
    assert (again.receipt.changed, again.receipt.unchanged) == ([], 1)
    assert (await world.rows(panel), await text_of(world, panel)) == (before, text)
    assert (await freshness(world, panel)).collected_at == world.clock.now()


async def test_what_is_computed_is_as_old_as_what_it_was_computed_from(world: World, tmp_path: Path) -> None:
    panel = await world.panel(**with_calculator("waits", arguments={"folder": str(tmp_path)}))
    begun = world.clock.now()
    running = asyncio.create_task(compute(world, panel))
    await asked(tmp_path)
    world.clock.forward(minutes=5)
    (tmp_path / "go").touch()
    await running
    assert (await freshness(world, panel)).collected_at == begun


async def test_two_megabytes_of_prints_do_no_harm_and_their_end_is_in_the_log(world: World, tmp_path: Path) -> None:
    panel = await world.panel(**with_calculator("prints"))
    await world.ship(panel, [EMBRAER])
    assert (await compute(world, panel)).status == "complete"
    log = (tmp_path / "logs" / "calculator-prints.log").read_bytes()
    assert len(log) == processes.PRINTED_BYTES
    assert log.endswith(b"the end")


async def test_where_it_broke_off_is_in_the_log_and_not_in_the_answer(world: World, tmp_path: Path) -> None:
    panel = await world.panel(**with_calculator("raises"))
    done = await compute(world, panel)
    log = (tmp_path / "logs" / "calculator-raises.log").read_text()
    assert ("ValueError: revenue of Ana: 12" in log, "Ana: 12" in str(done)) == (True, False)
    assert "calculator-raises.log" in (done.next_step or "")


async def test_no_variable_of_the_server_reaches_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEAPPS_SECRET_KEY", "secret")
    panel = await world.panel(**with_calculator("surroundings"))
    await compute(world, panel)
    told = set(json.loads(await text_of(world, panel)))
    assert {"PATH", "PYTHONHASHSEED"} <= told
    assert "LIVEAPPS_SECRET_KEY" not in told


async def test_every_run_leaves_a_reading_in_the_ledger(world: World) -> None:
    panel = await world.panel(**with_calculator("month", arguments={"word": "Soma"}))
    done = await compute(world, panel)
    kept = await world.running.store.read(lambda tx: tx.reading(done.reading or ""))
    assert kept is not None
    assert (kept.tool, kept.arguments, kept.outcome, kept.panel, kept.actor.name) == (
        *("month", {"word": "Soma"}, "done", panel, "Ana"),
    )
    assert (await freshness(world, panel, "summary")).reading == kept.id
    failing = await world.panel(**with_calculator("raises"))
    failed = await compute(world, failing)
    kept = await world.running.store.read(lambda tx: tx.reading(failed.reading or ""))
    assert kept is not None
    assert (kept.outcome, kept.status, kept.message) == ("failed", "error", failed.message)


async def test_a_panel_without_a_calculator_says_so(world: World) -> None:
    panel = await world.panel()
    with pytest.raises(Refusal) as refused:
        await compute(world, panel)
    assert refused.value.code == "no_refresh"


async def test_who_may_not_see_the_panel_does_not_compute_it(world: World) -> None:
    template = with_calculator("month")
    template["audience"] = {"who": "only_me"}
    panel = await world.panel(**template)
    with pytest.raises(Refusal) as refused:
        await compute(world, panel, "bia")
    assert refused.value.code == "panel_not_found"
    assert (await compute(world, panel, "ana")).status == "complete"


async def test_refreshing_all_computes_last_over_what_the_tabs_brought(world: World) -> None:
    world.crm += [EMBRAER, RIOTUR]
    template = with_calculator("month")
    template["tabs"][0]["refresh"] = panel_template()["tabs"][0]["refresh"]
    panel = await world.panel(**template)
    assert (await world.view(panel)).can.refresh_all
    async with await world.client() as client:
        told = (await client.post(f"/api/panels/{panel}/refresh")).json()
    assert ([one["status"] for one in told["tabs"]], told["computed"]["status"]) == (["complete"], "complete")
    assert await text_of(world, panel) == "Total: 60"


async def test_a_panel_with_nothing_but_a_calculator_is_refreshed_by_it(world: World) -> None:
    panel = await world.panel(**with_calculator("month"))
    assert (await world.view(panel)).can.refresh_all
    async with await world.client() as client:
        told = (await client.post(f"/api/panels/{panel}/refresh")).json()
        assert (told["tabs"], told["computed"]["tool"]) == ([], "month")
        told = (await client.post(f"/api/panels/{panel}/compute")).json()
    assert (told["status"], told["receipt"]["targets"]) == ("complete", ["customers", "summary"])


async def test_a_tab_is_stale_when_what_is_computed_in_it_is_older_than_expected(world: World) -> None:
    panel = await world.panel(**with_calculator("month", expect_minutes=60))
    await compute(world, panel)
    assert not (await world.view(panel)).tabs[0].stale
    world.clock.forward(minutes=61)
    assert (await world.view(panel)).tabs[0].stale


async def test_a_server_that_stops_leaves_no_calculator_behind(world: World, tmp_path: Path) -> None:
    panel = await world.panel(**with_calculator("waits", arguments={"folder": str(tmp_path)}))
    running = asyncio.create_task(compute(world, panel))
    (mark,) = await asked(tmp_path)
    await world.house.calculators.close()
    with pytest.raises(asyncio.CancelledError):
        await running
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.name.removeprefix("asked-")), signal.SIGCONT)
    kept = await world.running.store.read(lambda tx: tx.due("readings", world.clock.now().replace(year=2100), 10))
    reading = await world.running.store.read(lambda tx: tx.reading(kept[0][1]))
    assert reading is not None
    assert (reading.outcome, reading.message) == ("failed", "The calculation broke off.")


def test_two_calculators_of_one_name_are_told_at_the_start(tmp_path: Path) -> None:
    one = InstalledCalculator(id="month", call="a:b", title="Month")
    with pytest.raises(Refusal) as refused:
        CalculatorProcesses([one, one.model_copy()], tmp_path)
    assert (refused.value.code, refused.value.facts["calculator"]) == ("invalid_input", "month")
