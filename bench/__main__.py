"""`python -m bench`: the figures of `docs/reference/performance.md`. `--smoke`: the arms do the same job."""

import argparse
import asyncio
import tempfile
from pathlib import Path

from .arms import Arm, Product, Raw, ThinApp
from .data import STAGES, changed, rows
from .measure import Figure, measure, measure_together


def stage_of(number: int) -> str:
    return STAGES[number % len(STAGES)]


async def at_size(count: int, blocks: int, folder: Path) -> list[Figure]:
    arms: list[Arm] = [Raw(), ThinApp(), Product("inline" if count <= 2_000 else "table")]
    for arm in arms:
        await arm.start(folder)
    try:
        whole, tenth = rows(count), changed(count)
        load = await measure("load", arms, 0, 1, lambda arm, _: arm.ship(whole))
        for arm in arms:
            await arm.prepare()
        few = max(3, 6_000 // count)
        figures = [
            load,
            await measure("stage change, 1 writer", arms, blocks, 100, lambda a, n: a.move(n % count, stage_of(n))),
            await measure_together(
                "stage change, 16 writers",
                arms[1:],
                blocks,
                16,
                20,
                lambda a, n, lane: a.move(n % count, stage_of(n), lane),
            ),
            await measure("page of 50, filter and sort", arms, blocks, 10, lambda a, _: a.page()),
            await measure("count by stage", arms, blocks, 10, lambda a, _: a.count()),
            await measure("list again, unchanged", arms, blocks, few, lambda a, _: a.ship(whole)),
            await measure(
                "list again, 10 % changed", arms, blocks, few, lambda a, n: a.ship(tenth if n % 2 else whole)
            ),
        ]
        if count <= 2_000:
            figures.append(await measure("read all", arms, blocks, 10, lambda a, _: a.read_all()))
        return figures
    finally:
        for arm in arms:
            await arm.stop()


async def smoke(folder: Path) -> None:
    """The same small job on every arm, compared: a bench of arms that differ would measure nothing."""
    arms: list[Arm] = [Raw(), ThinApp(), Product()]
    seen: list[tuple[object, ...]] = []
    for arm in arms:
        await arm.start(folder)
        await arm.ship(rows(200))
        await arm.prepare()
        for number in range(30):
            await arm.move(number, "won")
        await arm.ship(changed(200))
        counts = await arm.count()
        seen.append((await arm.page(), counts["won"], counts["None"]))
        await arm.stop()
    if len(set(seen)) != 1 or seen[0][1:] != (30, 170):
        raise SystemExit(f"The arms did different jobs: {seen}")
    print("bench: the three arms did the same job")


def show(count: int, figures: list[Figure]) -> None:
    print(f"\n{count} rows: median (least to most) of the ratios product ÷ thin, block by block\n")
    print("| figure | wall | CPU | product, ms | p99, ms |\n|---|---|---|---|---|")
    for figure in figures:
        if not figure.wall:
            continue
        wall, cpu = (figure.ratio(kind, "product", "thin") for kind in ("wall", "cpu"))
        median = sorted(figure.wall["product"])[len(figure.wall["product"]) // 2] * 1_000
        worst = max(figure.p99["product"]) * 1_000
        spread = [f"{one[0]:.2f} ({one[1]:.2f}–{one[2]:.2f})" for one in (wall, cpu)]
        print(f"| {figure.name} | {spread[0]} | {spread[1]} | {median:.2f} | {worst:.2f} |")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--smoke", action="store_true")
    options.add_argument("--rows", default="2000,20000")
    options.add_argument("--blocks", type=int, default=7)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.smoke:
            asyncio.run(smoke(Path(folder)))
            return
        for count in map(int, given.rows.split(",")):
            place = Path(folder) / str(count)
            place.mkdir()
            show(count, asyncio.run(at_size(count, given.blocks, place)))


if __name__ == "__main__":
    main()
