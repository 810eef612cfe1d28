"""A slice: another cut of the same rows. Made by clicking or by words, it is the same object."""

from typing import Annotated

from pydantic import Field as Constraint
from pydantic import StringConstraints

from liveapps.blocks.base import Condition, Model, Slug, Sort


class Slice(Model):
    """All conditions hold together. `hidden` lists fields not shown; `limit` keeps the first rows after sorting."""

    where: Annotated[list[Condition], Constraint(max_length=30)] = []
    search: Annotated[str, StringConstraints(max_length=200)] = ""
    unconfirmed: bool | None = None
    sort: Annotated[list[Sort], Constraint(max_length=6)] = []
    group: Slug | None = None
    hidden: list[Slug] = []
    limit: Annotated[int, Constraint(ge=1, le=20_000)] | None = None

    @property
    def cuts(self) -> bool:
        """True when rows may be left out, so that a count needs its denominator."""
        return bool(self.where or self.search or self.unconfirmed is not None or self.limit)
