"""What a slice means, row by row. Every store gives the same answer as these functions.

**Empty** is None, a missing value, blank text, an empty list, an option that the field does not (or no longer) have,
and anything that is not of the field's type (left from before a redesign). Two leniencies: text that is a plain
decimal ("100", "-2.5") in a number field counts as that number, and a number in a text field as its digits.

**Keys.** Values are compared by key, never as they are:

| type | key |
|---|---|
| text, long_text, person, url, email, phone, image, file | `fold(text)` |
| choice, stage | the position of the option in the field |
| number, money, percent | the number |
| date | the ISO text |
| datetime | the UTC text; compared with a date (or days_ago), the local date in `time_zone` |
| boolean | false before true |
| tags | the set of `fold(tag)` |

**Conditions** all hold together. An empty value satisfies only `is_empty`, `is_not` and `not_in`. `contains` is a part
of the folded text. For tags `is`, `in` and `contains` mean "has the tag" (or one of them), `is_not` and `not_in` the
opposite. {"days_ago": n} is the date n days before `today`.

**Search** keeps rows where the folded words, as one text, are part of the folded text of some text field, the title of
some option, or some tag. Numbers, dates and booleans are not searched; hidden columns are.

**Sort**: by each key in turn; descending reverses the values but empties stay last, and rows that tie stay in the
order given. Tags sort as their folded text joined by ", ". **Limit** keeps the first rows after sorting; grouping and
hiding do not change which rows match, nor their order.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, timedelta
from math import fsum
from operator import ge, gt, le, lt
from typing import Any, cast

from liveapps.blocks.base import Condition, Op, Sort

from .dates import local_date
from .fields import NUMERIC, Field
from .numbers import canonical_number, plain_number
from .rows import Values
from .slice_check import check_slice, family_of, is_day, is_moment
from .slice_words import describe_slice
from .slices import Slice
from .texts import fold

__all__ = ["apply_slice", "check_slice", "describe_slice", "groups_of"]

Group = tuple[Any, int, dict[str, float]]
_ORDERED: dict[Op, Callable[[Any, Any], bool]] = {"gt": gt, "gte": ge, "lt": lt, "lte": le}


def apply_slice(
    slice: Slice,
    rows: Sequence[Values],
    fields: Sequence[Field],
    *,
    today: date,
    time_zone: str,
    unconfirmed: Collection[int] = (),
) -> list[int]:
    """The indexes of the rows that match, sorted and limited. The stage is among the values, under its field's id.

    `unconfirmed` holds the indexes of the rows marked so, for slices that ask. Raises as `check_slice` does.
    """
    check_slice(slice, fields)
    known = {field.id: field for field in fields}
    tests = [(condition.field, _test(condition, known[condition.field], today, time_zone)) for condition in slice.where]
    words = fold(slice.search)
    found = [
        index
        for index, row in enumerate(rows)
        if (slice.unconfirmed is None or (index in unconfirmed) == slice.unconfirmed)
        and all(test(row.get(name)) for name, test in tests)
        and (not words or _mentions(row, fields, words))
    ]
    for sort in reversed(slice.sort):
        found = _sorted(found, sort, rows, known[sort.field])
    return found[: slice.limit]


def groups_of(
    slice: Slice,
    rows: Sequence[Values],
    fields: Sequence[Field],
    *,
    today: date,
    time_zone: str,
    unconfirmed: Collection[int] = (),
) -> list[Group]:
    """(value, count, sums by numeric field) of the rows that `apply_slice` gives, by `slice.group`; [] without one.

    Values with one key are one group, named by its smallest spelling; an option by its id; moments group by local
    date; a row stands in the group of each of its tags. Groups come in ascending order of key, or descending when
    the slice sorts by that field descending; the group of empties (value None) is last. A field is left out of the
    sums of a group where it is always empty; sums keep 15 digits.
    """
    if slice.group is None:
        return []
    field = next((field for field in fields if field.id == slice.group), None)
    matching = apply_slice(slice, rows, fields, today=today, time_zone=time_zone, unconfirmed=unconfirmed)
    assert field is not None  # apply_slice has refused an unknown group
    spellings: dict[Any, list[Any]] = {}
    members: dict[Any, list[int]] = {}
    for index in matching:
        for key, value in _group_keys(field, rows[index].get(field.id), time_zone):
            spellings.setdefault(key, []).append(value)
            members.setdefault(key, []).append(index)
    descending = any(sort.field == field.id and sort.descending for sort in slice.sort)
    keys = sorted((key for key in members if key is not None), reverse=descending)
    keys += [None] if None in members else []
    return [
        (None if key is None else min(spellings[key]), len(members[key]), _sums(members[key], rows, fields))
        for key in keys
    ]


def key_of_value(field: Field, value: Any) -> Any:
    """The comparable key of a value, or None when it is empty. Tags give a frozenset."""
    match family_of(field):
        case "text":
            return (fold(str(value)) or None) if value is not None and not isinstance(value, bool | list) else None
        case "option":
            ids = [option.id for option in field.options]
            return ids.index(value) if value in ids else None
        case "number":
            return _number(value)
        case "date":
            return value if is_day(value) else None
        case "moment":
            return value if is_moment(value) else None
        case "flag":
            return value if isinstance(value, bool) else None
        case "tags":
            return frozenset(fold(tag) for tag in _tags(value)) or None


def _number(value: Any) -> int | float | None:
    if isinstance(value, str):
        return plain_number(value)
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < float("inf")
    return value if is_number else None


def _tags(value: Any) -> list[str]:
    return [str(tag) for tag in cast("list[Any]", value)] if isinstance(value, list) else []


def _test(condition: Condition, field: Field, today: date, time_zone: str) -> Callable[[Any], bool]:
    """A condition as a test of one raw value."""
    match condition.op:
        case "is_empty":
            return lambda value: key_of_value(field, value) is None
        case "is_not_empty":
            return lambda value: key_of_value(field, value) is not None
        case "is_not" | "not_in":
            opposite: Op = "is" if condition.op == "is_not" else "in"
            found = _test(condition.model_copy(update={"op": opposite}), field, today, time_zone)
            return lambda value: not found(value)
        case "in":
            listed = cast("list[Any]", condition.value)
            tests = [_test(Condition(field=field.id, op="is", value=one), field, today, time_zone) for one in listed]
            return lambda value: any(test(value) for test in tests)
        case op:
            return _comparison(op, condition.value, field, today, time_zone)


def _comparison(op: Op, wanted: Any, field: Field, today: date, time_zone: str) -> Callable[[Any], bool]:
    family = family_of(field)
    if isinstance(wanted, Mapping):
        wanted = (today - timedelta(days=cast("int", wanted["days_ago"]))).isoformat()
    by_day = family == "moment" and len(wanted) == len("2026-11-30")
    target: Any = _target(field, wanted)

    def test(value: Any) -> bool:
        key = key_of_value(field, value)
        if key is None:
            return False
        if by_day:
            key = local_date(key, time_zone)
        if op == "contains" or family == "tags":
            return target in key
        return key == target if op == "is" else _ORDERED[op](key, target)

    return test


def _target(field: Field, wanted: Any) -> Any:
    match family_of(field):
        case "text" | "tags":
            return fold(wanted)
        case "option":
            return key_of_value(field, wanted)
        case "number" | "date" | "moment" | "flag":
            return wanted


def _mentions(row: Values, fields: Sequence[Field], words: str) -> bool:
    return any(words in text for field in fields for text in _searched(field, row.get(field.id)))


def _searched(field: Field, value: Any) -> list[str]:
    match family_of(field):
        case "text":
            key = key_of_value(field, value)
            return [key] if key else []
        case "option":
            return [fold(option.title) for option in field.options if option.id == value]
        case "tags":
            return [fold(tag) for tag in _tags(value)]
        case "number" | "date" | "moment" | "flag":
            return []


def _sorted(found: list[int], sort: Sort, rows: Sequence[Values], field: Field) -> list[int]:
    keys = {index: _sort_key(field, rows[index].get(field.id)) for index in found}
    filled = [index for index in found if keys[index] is not None]
    # sorted() keeps ties in order in both directions.
    filled = sorted(filled, key=lambda index: keys[index], reverse=sort.descending)
    return filled + [index for index in found if keys[index] is None]


def _sort_key(field: Field, value: Any) -> Any:
    if family_of(field) == "tags":
        return fold(", ".join(_tags(value))) or None
    return key_of_value(field, value)


def _group_keys(field: Field, value: Any, time_zone: str) -> list[tuple[Any, Any]]:
    """The groups a value stands in: pairs of key and spelling."""
    key = key_of_value(field, value)
    if key is None:
        return [(None, None)]
    match family_of(field):
        case "tags":
            return list({fold(tag): tag for tag in reversed(_tags(value))}.items())
        case "moment":
            day = local_date(key, time_zone)
            return [(day, day)]
        case "text":
            return [(key, str(value))]
        case "option" | "flag":
            return [(key, value)]
        case "number" | "date":
            return [(key, key)]


def _sums(indexes: list[int], rows: Sequence[Values], fields: Sequence[Field]) -> dict[str, float]:
    sums: dict[str, float] = {}
    for field in fields:
        if field.type in NUMERIC:
            numbers = [n for n in (_number(rows[index].get(field.id)) for index in indexes) if n is not None]
            if numbers:
                sums[field.id] = canonical_number(fsum(numbers))
    return sums
