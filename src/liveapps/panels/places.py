"""Where a card stands among the others: a number between those of its neighbours."""

from collections.abc import Iterable

from .rows import Row


def between(above: float | None, below: float) -> float | None:
    """A place under `above` (None at the top) and over `below`; None when no number lies between them: floats run
    out after some fifty cards in one gap, and two cards may stand at one place."""
    if above is None:
        return below - 1
    place = (above + below) / 2
    return place if above < place < below else None


def numbered_anew(rows: Iterable[Row], card: str, before: str) -> dict[str, float]:
    """A place for each of the rows of a collection, in the order they have, with `card` right above `before`."""
    order = [row.id for row in sorted(rows, key=lambda row: (row.position, row.id)) if row.id != card]
    order.insert(order.index(before), card)
    return {name: float(place) for place, name in enumerate(order, 1)}
