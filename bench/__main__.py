"""`python -m bench`: the figures of `docs/reference/performance.md`. `--smoke`: the arms do the same job."""

import argparse
import asyncio
import tempfile
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.support.postgres import ask, empty_database

from .alone import Alone, alone
from .arms import Arm, Product, Raw, ThinApp
from .data import STAGES, changed, rows
from .measure import Figure, measure, measure_together

Databases = tuple[str | None, str | None, str | None]


def stage_of(number: int) -> str:
    """Another one at each round over the rows, so that every change changes something."""
    return STAGES[number % len(STAGES)]


async def at_size(count: int, blocks: int, folder: Path, databases: Databases) -> tuple[list[Figure], Alone]:
    raw, thin, kept = databases
    product = Product("inline" if count <= 2_000 else "table", kept)
    arms: list[Arm] = [Raw(raw), ThinApp(thin), product]
    for arm in arms:
        await arm.start(folder)
    try:
        load, once = await _load(arms, count)
        figures = await _figures(arms, count, blocks)
        return [load, *figures], await alone(product, once)
    finally:
        for arm in arms:
            await arm.stop()


async def _load(arms: list[Arm], count: int) -> tuple[Figure, dict[str, int]]:
    """With how many bytes on disk a row takes up then: of the product, with its one version."""
    whole, empty = rows(count), {arm.name: arm.on_disk() for arm in arms}
    load = await measure("load", arms, 0, 1, lambda arm, _: arm.ship(whole))
    for arm in arms:
        await arm.prepare()
        if arm.database:  # as the database does by itself within a minute
            ask(arm.database, "VACUUM ANALYZE")
    return load, {arm.name: (arm.on_disk() - empty[arm.name]) // count for arm in arms}


async def _figures(arms: list[Arm], count: int, blocks: int) -> list[Figure]:
    whole, tenth = rows(count), changed(count)
    few = max(2, 6_000 // count)
    moved = 0

    async def move(arm: Arm, number: int, lane: int = 0) -> None:
        await arm.move(number % count, stage_of(number + number // count), lane)

    async def change(arm: Arm) -> None:
        nonlocal moved
        moved += 1
        await arm.move(1, stage_of(moved))  # not the row that is looked at in the end: its history would grow

    figures = [
        await measure("stage change, 1 writer", arms, blocks, 200, move),
        await measure_together("stage change, 16 writers", arms[1:], blocks, 16, 40, move),
        await measure("page of 50, filter and sort", arms, blocks, 20, lambda a, _: a.page()),
        await measure("the same after a change", arms, blocks, 20, lambda a, _: a.page(), change),
        await measure("count by stage", arms, blocks, 20, lambda a, _: a.count()),
        await measure("the same after a change", arms, blocks, 20, lambda a, _: a.count(), change),
        await measure("list again, unchanged", arms, blocks, few, lambda a, _: a.ship(whole)),
        await measure("list again, 10 % changed", arms, blocks, few, lambda a, n: a.ship(tenth if n % 2 else whole)),
    ]
    if count <= 2_000:
        figures.append(await measure("read all", arms, blocks, 20, lambda a, _: a.read_all()))
        figures.append(await measure("the same after a change", arms, blocks, 20, lambda a, _: a.read_all(), change))
    return figures


async def smoke(folder: Path, databases: Databases) -> None:
    """The same small job on every arm, compared: a bench of arms that differ would measure nothing."""
    raw, thin, kept = databases
    arms: list[Arm] = [Raw(raw), ThinApp(thin), Product(database=kept)]
    seen: list[tuple[object, ...]] = []
    for arm in arms:
        await arm.start(folder)
        await arm.ship(rows(200))
        await arm.prepare()
        for number in range(30):
            await arm.move(number, "won")
        await arm.ship(changed(200))
        counts = await arm.count()
        seen.append((await arm.page(), await arm.read_all(), counts["won"], counts["None"]))
        await arm.stop()
    if len(set(seen)) != 1 or seen[0][1:] != (200, 30, 170):
        raise SystemExit(f"The arms did different jobs: {seen}")
    print("bench: the three arms did the same job")


def show(database: str, count: int, figures: list[Figure], alone: Alone) -> None:
    print(f"\n### {database}, {count:,} rows\n")
    print("| figure | wall | CPU | thin app, ms | product, ms | product p99, ms |\n|---|---|---|---|---|---|")
    for figure in figures:
        wall, cpu = (figure.ratio(kind, "product", "thin") for kind in ("wall", "cpu"))
        thin, product = (figure.median(arm) * 1_000 for arm in ("thin", "product"))
        worst = figure.worst("product") * 1_000
        spread = [f"{one[0]:.2f} ({one[1]:.2f}–{one[2]:.2f})" for one in (wall, cpu)]
        print(f"| {figure.name} | {spread[0]} | {spread[1]} | {thin:.2f} | {product:.2f} | {worst:.2f} |")
    print("\n| the product alone | |\n|---|---|")
    for name, value in alone.lines():
        print(f"| {name} | {value} |")


@contextmanager
def databases_of(name: str) -> Generator[Databases]:
    with ExitStack() as stack:
        if name == "SQLite":
            yield None, None, None
        else:
            raw, thin, product = (stack.enter_context(empty_database()) for _ in range(3))
            yield raw, thin, product


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--smoke", action="store_true")
    options.add_argument("--rows", default="2000,20000")
    options.add_argument("--databases", default="SQLite,PostgreSQL")
    options.add_argument("--blocks", type=int, default=7)
    given = options.parse_args()
    for name in given.databases.split(","):
        for count in map(int, given.rows.split(",")):
            with tempfile.TemporaryDirectory() as folder, databases_of(name) as databases:
                if given.smoke:
                    asyncio.run(smoke(Path(folder), databases))
                    break
                show(name, count, *asyncio.run(at_size(count, given.blocks, Path(folder), databases)))


if __name__ == "__main__":
    main()
