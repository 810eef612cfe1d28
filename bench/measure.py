"""Blocks of the arms in turn, A B C A B C, so that a ratio holds when the machine's speed drifts."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from .arms import Arm

Work = Callable[[Arm, int], Awaitable[object]]
Before = Callable[[Arm], Awaitable[None]]
LaneWork = Callable[[Arm, int, int], Awaitable[object]]


@dataclass
class Figure:
    """Per arm and block: seconds of wall time and of CPU per operation."""

    name: str
    wall: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    cpu: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    p99: dict[str, list[float]] = field(default_factory=dict[str, list[float]])

    def ratio(self, kind: str, arm: str, other: str) -> tuple[float, float, float]:
        """Median, least and most of the ratios block by block."""
        series: dict[str, list[float]] = getattr(self, kind)
        ratios = [a / b for a, b in zip(series[arm], series[other], strict=True) if b > 0]
        return (statistics.median(ratios), min(ratios), max(ratios)) if ratios else (0.0, 0.0, 0.0)

    def median(self, arm: str) -> float:
        return statistics.median(self.wall[arm])

    def worst(self, arm: str) -> float:
        return max(self.p99[arm])


async def measure(
    name: str, arms: Sequence[Arm], blocks: int, times: int, work: Work, before: Before | None = None
) -> Figure:
    """One operation after another; `work` is called with the arm and the number of the operation. Without blocks it
    is done once, and cold. What is done `before` each is not measured."""
    figure = Figure(name)
    for block in range(blocks + 1):
        for arm in arms:
            cpu = arm.cpu()
            spent: list[float] = []
            for number in range(times):
                if before is not None:
                    used = arm.cpu()
                    await before(arm)
                    cpu += arm.cpu() - used
                started = time.perf_counter()
                await work(arm, block * times + number)
                spent.append(time.perf_counter() - started)
            if block > 0 or blocks == 0:  # the first block warms up
                _note(figure, arm, spent, (arm.cpu() - cpu) / times)
    return figure


async def measure_together(
    name: str, arms: Sequence[Arm], blocks: int, writers: int, each: int, work: LaneWork
) -> Figure:
    """`writers` lanes at once, each one operation after another. `wall` is the time per operation of all."""
    figure = Figure(name)
    for block in range(blocks + 1):
        for arm in arms:
            cpu, started = arm.cpu(), time.perf_counter()
            lanes = [_lane(arm, lane, each, block, writers, work) for lane in range(writers)]
            spent = [one for lane in await asyncio.gather(*lanes) for one in lane]
            if block > 0:
                whole = time.perf_counter() - started
                _note(figure, arm, spent, (arm.cpu() - cpu) / len(spent), whole / len(spent))
    return figure


async def _lane(arm: Arm, lane: int, each: int, block: int, writers: int, work: LaneWork) -> list[float]:
    spent: list[float] = []
    for number in range(each):
        started = time.perf_counter()
        await work(arm, (block * each + number) * writers + lane, lane)
        spent.append(time.perf_counter() - started)
    return spent


def _note(figure: Figure, arm: Arm, spent: list[float], cpu: float, wall: float | None = None) -> None:
    figure.wall.setdefault(arm.name, []).append(wall if wall is not None else statistics.median(spent))
    figure.cpu.setdefault(arm.name, []).append(cpu)
    figure.p99.setdefault(arm.name, []).append(sorted(spent)[int(len(spent) * 0.99)])
