"""Everything a write does is saved together, or nothing of it is."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast, get_args

import pytest

from liveapps.blocks.text import TextContent
from liveapps.panels.errors import Refusal
from liveapps.panels.history import WriteKind
from liveapps.panels.origin import Origin
from liveapps.panels.template import read_template
from liveapps.ports import PanelChanged, Store, Tools, Tx
from liveapps.writing.funnel import Funnel
from liveapps.writing.house_rules import HouseRules
from liveapps.writing.writes import (
    Annotate,
    Compute,
    CreatePanel,
    MarkFailed,
    RestorePanel,
    RestoreRow,
    SetBlock,
    SettleSuggestion,
    Ship,
    TrashPanel,
    Write,
)
from tests.support.world import AGENT, World, panel_template
from tests.writing.asking import EMBRAER, RIOTUR, add, back_to, kept_row, move, patch, redesign, remove

T = TypeVar("T")
SAVES = (
    *("insert_panel", "save_panel", "save_rows", "save_states", "add_annotation", "add_notice"),
    *("append_version", "keep_receipt"),
)
"""Every verb by which a write is saved."""


class Broken(Exception):
    pass


class Breaking:
    """A store whose transactions do all they are asked, and then break in one verb."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.breaks_in = ""
        self.called: list[str] = []

    async def write(self, body: Callable[[Tx], Awaitable[T]], *, of: str | None = None) -> T:
        return await self._store.write(lambda tx: body(cast("Tx", _BreakingTx(tx, self))))

    async def glance(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        return await self.read(body)

    async def read(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        return await self._store.read(body)

    async def close(self) -> None:
        await self._store.close()


class _BreakingTx:
    def __init__(self, tx: Tx, store: Breaking) -> None:
        self._tx = tx
        self._store = store

    def __getattr__(self, name: str) -> Any:
        verb = getattr(self._tx, name)
        if name not in SAVES:
            return verb

        async def broken(*given: Any) -> Any:
            self._store.called.append(name)
            done = await verb(*given)
            if name == self._store.breaks_in:
                raise Broken(name)
            return done

        return broken


class Listening:
    def __init__(self) -> None:
        self.told: list[PanelChanged] = []

    def announce(self, change: PanelChanged) -> None:
        self.told.append(change)

    def listening(self) -> Any:
        raise NotImplementedError


class Bench:
    """A panel with something of everything in it, and a funnel on a store that can break."""

    def __init__(self, world: World, panel: str, row: str, trashed_row: str, trashed_panel: str) -> None:
        self.world, self.panel, self.row = world, panel, row
        self.trashed_row, self.trashed_panel = trashed_row, trashed_panel
        self.store = Breaking(world.running.store)
        self.wakeup = Listening()
        tools = cast("Tools", world.functions)
        self.funnel = Funnel(
            self.store, tools, world.house.ids, cast("Any", self.wakeup), HouseRules(calculators=["month"])
        )

    async def everything(self) -> dict[str, Any]:
        """All that is kept, table by table."""

        async def body(tx: Tx) -> dict[str, Any]:
            kept: dict[str, Any] = {"panels": await tx.panels(), "notices": await tx.notices("bia")}
            for panel in (self.panel, self.trashed_panel):
                rows = await tx.rows(panel, "customers")
                kept[panel] = {
                    "head": await tx.panel(panel),
                    "rows": rows,
                    "states": await tx.states(panel),
                    "versions": await tx.versions_after(panel, 0),
                    "notes": [await tx.annotations(panel, row.id) for row in rows],
                }
            kept["receipt"] = await tx.kept_receipt(f"person:{self.world.people['ana'].id}", "k")
            return kept

        return await self.world.running.store.read(body)

    def write(self, kind: str) -> Write:
        panel, row = self.panel, self.row
        template = panel_template(title="Mudada", tabs=[TAB])
        writes: dict[str, Write] = {
            "create_panel": CreatePanel(panel="new", agent=AGENT, template=read_template(template)),
            "change_template": redesign(panel, title="Mudada", tabs=[TAB]),
            "set_block": SetBlock(panel=panel, block="summary", content=TextContent(markdown="Olá")),
            "mark_failed": MarkFailed(panel=panel, targets=["customers"], code="tool_timeout", message="late"),
            "ship": Ship(panel=panel, collection="customers", rows=[{**EMBRAER, "email": "x@y.co"}, {"code": "C-9"}]),
            "compute": Compute(
                panel=panel,
                rows={"customers": [{**EMBRAER, "email": "x@y.co"}, {"code": "C-9"}]},
                contents={"summary": TextContent(markdown="Olá")},
            ),
            "add_row": add(panel, code="C-9"),
            "patch_row": patch(panel, row, company="Mudada"),
            "move_card": move(panel, row, "won"),
            "remove_row": remove(panel, row),
            "restore_row": RestoreRow(panel=panel, collection="customers", row=self.trashed_row),
            "annotate": Annotate(panel=panel, collection="customers", row=row, text="Olá"),
            "settle_suggestion": SettleSuggestion(
                panel=panel, collection="customers", row=row, field="company", accept=True
            ),
            "restore_version": back_to(panel, 1),
            "trash_panel": TrashPanel(panel=panel),
            "restore_panel": RestorePanel(panel=self.trashed_panel),
        }
        return writes[kind]


TAB = {
    "id": "main",
    "title": "Clientes",
    "blocks": [{"kind": "kanban", "id": "board", "of": "customers"}, {"kind": "text", "id": "summary"}],
}
KINDS = (
    *("create_panel", "change_template", "set_block", "mark_failed", "ship", "add_row", "patch_row", "move_card"),
    *("remove_row", "restore_row", "annotate", "settle_suggestion", "restore_version", "trash_panel", "restore_panel"),
    "compute",
)


@pytest.fixture
async def bench(world: World) -> Bench:
    panel = await world.panel(tabs=[TAB], calculator={"tool": "month"})
    trashed_panel = await world.panel(title="No lixo")
    await world.write(TrashPanel(panel=trashed_panel))
    row = await kept_row(world, panel, "bia", company="Embraer")
    trashed = await kept_row(world, panel, "ana", **RIOTUR)
    await world.write(remove(panel, trashed))
    await world.write(patch(panel, row, company="Palpite"), world.agent_origin())
    return Bench(world, panel, row, trashed, trashed_panel)


async def origin_of(bench: Bench) -> Origin:
    bench.world.clock.forward(minutes=1)
    return await bench.world.origin("ana")


async def verbs_of(bench: Bench, write: Write, origin: Origin) -> list[str]:
    """The verbs by which a write is saved, found by breaking in the last one of all."""
    bench.store.breaks_in = "keep_receipt"
    bench.store.called.clear()
    with pytest.raises(Broken):
        await bench.funnel.write(write, origin, key="k")
    return list(bench.store.called)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_write_that_breaks_midway_saves_nothing_and_tells_nobody(bench: Bench, kind: str) -> None:
    """Broken in each of the verbs that save it, one after the other; then, unbroken, it goes through."""
    write, origin = bench.write(kind), await origin_of(bench)
    before = await bench.everything()
    verbs = await verbs_of(bench, write, origin)
    assert {"append_version", "keep_receipt"} < set(verbs)
    for verb in verbs:
        bench.store.breaks_in = verb
        with pytest.raises(Broken, match=verb):
            await bench.funnel.write(write, origin, key="k")
        assert await bench.everything() == before
        assert bench.wakeup.told == []
    bench.store.breaks_in = ""
    receipt = await bench.funnel.write(write, origin, key="k")
    assert receipt.replayed is False
    assert await bench.everything() != before
    assert [(change.panel, change.version) for change in bench.wakeup.told] == [(receipt.panel, receipt.version)]


async def test_between_them_the_writes_are_saved_by_every_verb_there_is(bench: Bench) -> None:
    origin = await origin_of(bench)
    reached = [set(await verbs_of(bench, bench.write(kind), origin)) for kind in KINDS]
    assert set[str]().union(*reached) == set(SAVES)


def test_every_kind_of_write_is_broken_here() -> None:
    assert set(KINDS) == set(get_args(WriteKind))


async def test_a_refused_write_tells_nobody(bench: Bench) -> None:
    before = await bench.everything()
    with pytest.raises(Refusal):
        await bench.funnel.write(patch(bench.panel, bench.row, nope=1), await origin_of(bench), key="k")
    assert (await bench.everything(), bench.wakeup.told) == (before, [])


async def test_a_write_that_changes_nothing_tells_nobody(bench: Bench) -> None:
    before = await bench.everything()
    receipt = await bench.funnel.write(patch(bench.panel, bench.row, email=None), await origin_of(bench))
    assert receipt.unchanged == 1
    assert (await bench.everything(), bench.wakeup.told) == (before, [])
