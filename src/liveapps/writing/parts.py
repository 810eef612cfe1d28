"""What a computed panel is made of: whole lists and contents, each read as if it had come alone."""

from collections.abc import Generator
from contextlib import contextmanager

from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.panel import Panel

from .writes import Compute, SetBlock, Ship


def shipments(panel: Panel, write: Compute) -> list[Ship]:
    """Its lists: each is everything there is, declared by being computed."""
    _refuse_unfilled(panel, write)
    return [
        Ship(
            panel=panel.id,
            collection=name,
            rows=rows,
            mode="complete",
            declared_count=len(rows),
            based_on=write.based_on,
        )
        for name, rows in write.rows.items()
    ]


def contents(panel: Panel, write: Compute) -> list[SetBlock]:
    _refuse_unfilled(panel, write)
    return [SetBlock(panel=panel.id, block=name, content=content) for name, content in write.contents.items()]


def _refuse_unfilled(panel: Panel, write: Compute) -> None:
    """Raises Refusal naming what the calculator of this panel may fill, when the write has something else."""
    if panel.template.calculator is None:
        raise not_computed(panel.id)
    filled = panel.template.computed()
    lists = {collection.id for collection in panel.template.collections} & set(filled)
    for name in write.rows:
        if name not in lists:
            raise not_found("collection_not_found", "collection", name, lists)
    for name in write.contents:
        if name in lists or name not in filled:
            raise not_found("block_not_found", "block", name, set(filled) - lists)


def not_computed(panel: str) -> Refusal:
    return Refusal(
        "no_refresh",
        "This panel has no calculator.",
        "Name one in its template, or refresh its tabs.",
        panel=panel,
    )


@contextmanager
def within(target: str) -> Generator[None]:
    """A refusal says in which list it was: a computed panel has several."""
    try:
        yield
    except Refusal as wrong:
        row = wrong.facts.get("row_number")
        place = f'"{target}", row {row}' if row else f'"{target}"'
        facts = {**wrong.facts, "target": target}
        raise Refusal(wrong.code, f"In {place}: {wrong.message}", wrong.next_step, **facts) from wrong
