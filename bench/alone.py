"""What only the product has to answer for: how soon others see a change, how it starts, what it takes up."""

import statistics
from dataclasses import dataclass

from .arms import Product
from .data import STAGES

MIB = 2**20
CHANGES = 200


@dataclass(frozen=True)
class Alone:
    """Seconds and bytes."""

    seen: list[float]
    first_answer: float
    idle: int
    after: int
    once: dict[str, int]

    def lines(self) -> list[tuple[str, str]]:
        by_time = sorted(self.seen)
        return [
            ("change seen by a second client, p50", f"{statistics.median(by_time) * 1_000:.1f} ms"),
            ("change seen by a second client, p99", f"{by_time[int(len(by_time) * 0.99)] * 1_000:.1f} ms"),
            ("first answer after a start", f"{self.first_answer:.2f} s"),
            ("memory when idle", f"{self.idle / MIB:.0f} MiB"),
            ("memory after the load above", f"{self.after / MIB:.0f} MiB"),
            ("on disk per row with one version", f"{self.once['product']:,} bytes"),
            ("on disk per row, thin app", f"{self.once['thin']:,} bytes"),
        ]


async def alone(product: Product, once: dict[str, int]) -> Alone:
    """After the load, on the same server; then on one that starts over the same data. `once` are the bytes a row took
    up after the first load."""
    await product.move(0, STAGES[1])
    seen = [await product.seen(0, STAGES[number % 2]) for number in range(CHANGES)]
    after = product.memory()
    await product.stop()
    first_answer = await product.open(product.above)
    return Alone(seen, first_answer, product.memory(), after, once)
