"""A slice: another cut of the same rows. Made by clicking or by words, it is the same object."""

from typing import Annotated, Any, Literal

from pydantic import Field as Constraint
from pydantic import StringConstraints

from liveapps.blocks.base import Model, Slug, Sort

Op = Literal["is", "is_not", "in", "not_in", "contains", "gt", "gte", "lt", "lte", "is_empty", "is_not_empty"]
"""`is` and `contains` ignore case and accents in text; the ordered ones need a number or a date; `in` and
`not_in` take a list; a value of the form {"days_ago": 30} is that many days before today."""


class Condition(Model):
    field: Slug
    op: Op
    value: Any = None


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
