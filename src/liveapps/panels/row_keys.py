"""What the rows of a collection are compared by, laid out in columns that a database can scan.

`slicing.py` says what each key means; here it is computed once, when a row is saved, and never while rows are read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from .fields import Field
from .rows import Values
from .slice_check import Family, family_of
from .slicing import key_of_value
from .template import Collection
from .texts import fold

TEXT_COLUMNS = tuple(f"text_{place}" for place in range(1, 9))
NUMBER_COLUMNS = tuple(f"number_{place}" for place in range(1, 9))
_NUMBERS: tuple[Family, ...] = ("number", "flag")


@dataclass(frozen=True)
class RowKeys:
    """Keys of one row: those that have a column, in the order of the columns, and the others by field."""

    texts: list[str | None]
    numbers: list[float | None]
    others: dict[str, Any]


def columns_of(collection: Collection) -> dict[str, str]:
    """The column of each field that has one: the first that are there get them. Long texts and lists of tags have
    none."""
    texts = [field.id for field in collection.fields if _has_text(field)]
    numbers = [field.id for field in collection.fields if family_of(field) in _NUMBERS]
    return dict([*zip(texts, TEXT_COLUMNS, strict=False), *zip(numbers, NUMBER_COLUMNS, strict=False)])


def same_keys(one: Collection, other: Collection) -> bool:
    """Whether rows saved under the one are compared rightly under the other."""
    return _layout(one) == _layout(other)


class KeyMaker:
    """Makes the keys of the rows of one collection. An option is its id here: which place that has may change without
    any row changing."""

    def __init__(self, collection: Collection | None) -> None:
        """Rows of a collection that the template no longer has are kept, and compared by nothing."""
        fields = collection.fields if collection else []
        columns = columns_of(collection) if collection else {}
        self._fields = [(field, columns.get(field.id)) for field in fields if field.type != "stage"]

    def of(self, values: Values) -> RowKeys:
        placed: dict[str, Any] = {}
        others: dict[str, Any] = {}
        for field, column in self._fields:
            key = _key(field, values.get(field.id))
            if key is None:
                continue
            if column is None:
                others[field.id] = key
            else:
                placed[column] = key
        return RowKeys(
            [placed.get(name) for name in TEXT_COLUMNS], [placed.get(name) for name in NUMBER_COLUMNS], others
        )


class KeyMakers:
    """Those of several collections, each made once."""

    def __init__(self, collections: Sequence[Collection]) -> None:
        self._collections = {one.id: one for one in collections}
        self._made: dict[str, KeyMaker] = {}

    def of(self, collection: str) -> KeyMaker:
        if collection not in self._made:
            self._made[collection] = KeyMaker(self._collections.get(collection))
        return self._made[collection]


def _layout(collection: Collection) -> list[tuple[str, Family, str | None]]:
    columns = columns_of(collection)
    return sorted((field.id, family_of(field), columns.get(field.id)) for field in collection.fields)


def _has_text(field: Field) -> bool:
    return field.type not in ("long_text", "stage") and family_of(field) not in (*_NUMBERS, "tags")


def _key(field: Field, value: Any) -> Any:
    match family_of(field):
        case "option":
            return value if isinstance(value, str) else None
        case "tags":
            tags = cast("list[Any]", value) if isinstance(value, list) else []
            return [fold(str(tag)) for tag in tags] or None
        case "number" | "flag":
            key = key_of_value(field, value)
            return None if key is None else float(key)
        case "text" | "date" | "moment":
            return key_of_value(field, value)
