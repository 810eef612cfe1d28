"""What a sentence can ask for, before it is known which field is meant."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Literal

Names = frozenset[str]
"""The ids of the fields that the words may name."""
Scale = Literal["largest", "smallest", "newest", "oldest"]
Direction = Literal["ascending", "descending", "largest", "smallest", "newest", "oldest", "a to z", "z to a"]
Bound = Literal["gt", "gte", "lt", "lte", "is"]
Unit = Literal["day", "week", "month", "year"]


@dataclass(frozen=True)
class Mention:
    """Words that name a value of the table: every (field, value) they may mean.

    `partial` when they are only the first words of it, as "Rio" is of "Rio de Janeiro".
    """

    candidates: frozenset[tuple[str, Hashable]]
    partial: bool = False


@dataclass(frozen=True)
class Values:
    """One or several values. `either` is how they were joined: "or", or "and" (which often means the same)."""

    mentions: tuple[Mention, ...]
    either: bool = False


@dataclass(frozen=True)
class Keep:
    """Rows with (or without) one of the values. `by` is how they were introduced: "from" for a preposition ("de SP"),
    "being" for a question who is so ("quem é VIP"), which must be a quality and not a name. `added` to the values in
    force: "e também os de RJ"."""

    values: Values
    field: Names | None = None
    negated: bool = False
    by: Literal["from", "being"] | None = None
    added: bool = False


@dataclass(frozen=True)
class Figure:
    """A number as written. `scale` is its word ("mil" is 1000), `measure` a currency code or "percent"."""

    amount: int | float
    scale: int = 1
    measure: str | None = None
    unit: str | None = None

    @property
    def value(self) -> int | float:
        # Through decimal text: 1.1 thousand is 1100, not 1100.0000000000002.
        product = float(f"{self.amount * self.scale:.15g}")
        return int(product) if product.is_integer() else product


@dataclass(frozen=True)
class Compare:
    bounds: tuple[tuple[Bound, Figure], ...]
    field: Names | None = None


@dataclass(frozen=True)
class Ago:
    """A day counted back from today (ahead when negative): 1 day ago is yesterday."""

    count: int
    unit: Unit = "day"


@dataclass(frozen=True)
class Stretch:
    """So many units back, up to today, or ahead from today."""

    count: int
    unit: Unit
    ahead: bool = False


@dataclass(frozen=True)
class Period:
    """A calendar period: 0 is the current one, -1 the one before."""

    unit: Unit
    offset: int


@dataclass(frozen=True)
class Month:
    """Without a year it is the one in which the table has that month."""

    month: int
    year: int | None = None


@dataclass(frozen=True)
class Year:
    year: int


Day = Ago | str
"""A single day: counted from today, or an ISO date."""


@dataclass(frozen=True)
class Days:
    """Bounds given by single days, or by a distance from today."""

    bounds: tuple[tuple[Bound, Day], ...]


Span = Stretch | Period | Month | Year | Days


@dataclass(frozen=True)
class When:
    span: Span
    field: Names | None = None


@dataclass(frozen=True)
class Filled:
    field: Names
    empty: bool


@dataclass(frozen=True)
class Flag:
    """A yes/no field used as an adjective: "as conferidas"."""

    field: Names
    negated: bool = False


@dataclass(frozen=True)
class Contains:
    field: Names
    text: str


Condition = Keep | Compare | When | Filled | Flag | Contains


@dataclass(frozen=True)
class Filter:
    """`bare` when nothing but the conditions says that rows are to be chosen: "vencidas e abertas"."""

    conditions: tuple[Condition, ...]
    bare: bool = False


@dataclass(frozen=True)
class Key:
    """One key of an order; without a field, the one that the direction suggests."""

    field: Names | None = None
    direction: Direction | None = None


@dataclass(frozen=True)
class Order:
    keys: tuple[Key, ...]


@dataclass(frozen=True)
class Reverse:
    pass


@dataclass(frozen=True)
class Top:
    """The first rows; without a key, in the order they stand in now."""

    count: int
    key: Key | None
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class GroupBy:
    field: Names | None


@dataclass(frozen=True)
class Columns:
    """`hide` and `show` act on these columns, `only` hides the others, `all` shows every one."""

    what: Literal["hide", "show", "only", "all"]
    fields: tuple[Names, ...] = ()


@dataclass(frozen=True)
class Clear:
    """Takes filters off: all that leave rows out, or those of one field; or only the `order`; or `everything`."""

    field: Names | None = None
    what: Literal["filters", "order", "everything"] = "filters"


Clause = Filter | Order | Reverse | Top | GroupBy | Columns | Clear
