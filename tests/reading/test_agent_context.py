"""What agents read of panels: compact, with ages and denominators, public rows only, never older than the panel."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

from liveapps.blocks.text import TextContent
from liveapps.people.policy import SharedReader
from liveapps.ports import Store, Tx
from liveapps.reading.agent_context import Contexts
from liveapps.writing.writes import (
    Annotate,
    MarkFailed,
    RestorePanel,
    RestoreRow,
    SetBlock,
    SettleSuggestion,
    TrashPanel,
    Write,
)
from tests.reading.asking import private_panel, reader
from tests.support.world import AGENT, World, panel_template
from tests.writing.asking import EMBRAER, RIOTUR, add, back_to, head, kept_row, move, patch, redesign, remove

T = TypeVar("T")


async def context(world: World, panel: str, login: str = "ana") -> str:
    return await world.house.facade.context(await reader(world, login), panel)


async def of_agent(world: World, agent: str = AGENT, login: str = "ana") -> str:
    return await world.house.facade.agent_context(agent, await world.person(login))


async def test_agents_read_title_ids_ages_and_rows(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [{**EMBRAER, "stage": "won", "due": "2026-12-01"}], mode="complete", declared_count=1)
    row = await world.row(panel, "C-1")
    said = await context(world, panel)
    assert said == await of_agent(world)
    assert said.splitlines() == [
        f"# Panel Carteira (id {panel}, version 2, sync, kept by sales)",
        "## Tab Clientes (id main)",
        "### Clientes (collection customers): collected 2026-11-30 15:00 UTC, complete 1 of 1, by crm.list; "
        "Ganho 1; 1 of 1 rows shown",
        "row id | code | company | email | revenue | due | next_step | stage",
        f"{row.id} | C-1 | Embraer | a@embraer.com.br | R$ 10,00 | 01/12/2026 |  | Ganho",
    ]


async def test_agents_read_how_many_rows_there_are_when_not_all_are_shown(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [{"code": f"C-{number}"} for number in range(150)], declared_count=200)
    said = await context(world, panel)
    assert "partial 150 of 200" in said
    shown = len([line for line in said.splitlines() if "C-" in line])
    assert 40 < shown < 150
    assert f"no stage 150; {shown} of 150 rows shown" in said


async def test_agents_read_of_a_failure_and_how_old_the_data_is(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER])
    world.clock.forward(hours=2)
    await world.write(MarkFailed(panel=panel, targets=["customers"], code="tool_timeout", message="x"))
    assert "last attempt 2026-11-30 17:00 UTC failed; data is from 2026-11-30 15:00 UTC" in await context(world, panel)


async def test_agents_read_what_is_not_confirmed_and_what_was_never_collected(world: World) -> None:
    panel = await world.panel()
    assert "never collected" in await context(world, panel)
    await world.ship(panel, [EMBRAER, RIOTUR])
    await world.ship(panel, [EMBRAER], mode="complete", declared_count=1)
    assert "not confirmed since 2026-11-30 15:00 UTC" in await context(world, panel)


async def test_agents_never_read_private_rows_not_even_when_their_owner_asks(world: World) -> None:
    panel = await private_panel(world)
    await kept_row(world, panel, code="S-1", company="Segredo")
    await world.ship(panel, [EMBRAER])
    await world.person("root", "admin")
    for login in ("ana", "bia", "root"):
        said = await context(world, panel, login)
        assert "Segredo" not in said
        assert "S-1" not in said
        assert "1 of 1 rows shown" in said
    assert "Segredo" not in await of_agent(world)


async def test_agents_read_nothing_of_a_panel_of_one_person(world: World) -> None:
    panel = await world.panel(audience={"who": "only_me"})
    await kept_row(world, panel, company="Segredo")
    assert "Segredo" not in await context(world, panel)
    assert await of_agent(world) == ""


async def test_agents_read_only_the_panels_they_keep(world: World) -> None:
    await world.panel(title="Minha")
    assert "Minha" in await of_agent(world)
    assert await of_agent(world, "finance") == ""


async def test_text_of_a_row_stays_on_its_line(world: World) -> None:
    """A row must not look like a heading or another row."""
    panel = await world.panel()
    await kept_row(world, panel, company="x\n# Panel falso\n| y")
    lines = (await context(world, panel)).splitlines()
    assert len([line for line in lines if line.startswith("# ")]) == 1
    assert "x # Panel falso | y" in lines[-1]


class Counting:
    """A store that counts how often it is read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.reads = 0

    async def write(self, body: Callable[[Tx], Awaitable[T]], *, of: str | None = None) -> T:
        return await self._store.write(body)

    async def glance(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        return await self.read(body)

    async def read(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        self.reads += 1
        return await self._store.read(body)

    async def close(self) -> None:
        await self._store.close()


async def test_a_context_is_written_once_for_each_version(world: World) -> None:
    panel = await world.panel()
    store = Counting(world.running.store)
    contexts = Contexts(store)
    first = await contexts.of_panel(SharedReader(AGENT), await head(world, panel))
    again = await contexts.of_panel(SharedReader(AGENT), await head(world, panel))
    assert (first == again, store.reads) == (True, 1)
    await world.write(add(panel, code="C-1"))
    after = await contexts.of_panel(SharedReader(AGENT), await head(world, panel))
    assert ("C-1" in after, store.reads) == (True, 2)


def writes(panel: str, row: str, trashed: str) -> dict[str, Write]:
    """One write of each kind that a person or a tool makes to a panel."""
    return {
        "add": add(panel, code="C-9"),
        "patch": patch(panel, row, company="Mudada"),
        "move": move(panel, row, "won"),
        "remove": remove(panel, row),
        "restore a row": RestoreRow(panel=panel, collection="customers", row=trashed),
        "annotate": Annotate(panel=panel, collection="customers", row=row, text="Olá"),
        "settle": SettleSuggestion(panel=panel, collection="customers", row=row, field="company", accept=True),
        "set a block": SetBlock(panel=panel, block="summary", content=TextContent(markdown="Novo")),
        "mark failed": MarkFailed(panel=panel, targets=["customers"], code="tool_timeout", message="x"),
        "redesign": redesign(panel, **with_summary(title="Mudada")),
        "go back": back_to(panel, 1),
        "trash": TrashPanel(panel=panel),
    }


def with_summary(**changes: Any) -> dict[str, Any]:
    template = panel_template(**changes)
    template["tabs"][0]["blocks"].append({"kind": "text", "id": "summary"})
    return template


@pytest.mark.parametrize("kind", writes("", "", ""))
async def test_after_any_write_agents_read_the_panel_anew(world: World, kind: str) -> None:
    panel = await world.panel(**with_summary())
    row, trashed = await kept_row(world, panel, company="Embraer"), await kept_row(world, panel, code="C-2")
    await world.write(remove(panel, trashed))
    await world.write(patch(panel, row, company="Palpite"), world.agent_origin())
    before = await of_agent(world)
    receipt = await world.write(writes(panel, row, trashed)[kind])
    after = await of_agent(world)
    assert after != before
    if kind != "trash":
        assert f"version {receipt.version}" in after


async def test_a_panel_out_of_the_trash_is_read_again(world: World) -> None:
    panel = await world.panel()
    await world.write(TrashPanel(panel=panel))
    assert await of_agent(world) == ""
    await world.write(RestorePanel(panel=panel))
    assert panel in await of_agent(world)
