"""Whether a slice makes sense for these fields. What does not is refused with what would; nothing is ignored."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any, Literal, cast, get_args

from liveapps.blocks.base import Condition, Op

from .errors import Refusal, not_found
from .fields import Field, FieldType
from .slices import Slice

Family = Literal["text", "option", "number", "date", "moment", "flag", "tags"]
"""How the values of a field compare."""

_FAMILIES: dict[FieldType, Family] = {
    "text": "text",
    "long_text": "text",
    "person": "text",
    "url": "text",
    "email": "text",
    "phone": "text",
    "image": "text",
    "file": "text",
    "choice": "option",
    "stage": "option",
    "number": "number",
    "money": "number",
    "percent": "number",
    "date": "date",
    "datetime": "moment",
    "boolean": "flag",
    "tags": "tags",
}
_SETS: tuple[Op, ...] = ("is", "is_not", "in", "not_in")
_ORDERED: tuple[Op, ...] = ("gt", "gte", "lt", "lte")
_EMPTY: tuple[Op, ...] = ("is_empty", "is_not_empty")
_OPS: dict[Family, tuple[Op, ...]] = {
    "text": (*_SETS, "contains", *_EMPTY),
    "option": (*_SETS, *_EMPTY),
    "number": (*_SETS, *_ORDERED, *_EMPTY),
    "date": (*_SETS, *_ORDERED, *_EMPTY),
    "moment": (*_SETS, *_ORDERED, *_EMPTY),
    "flag": ("is", "is_not", *_EMPTY),
    "tags": (*_SETS, "contains", *_EMPTY),
}
_EXPECTED: dict[Family, tuple[str, Any]] = {
    "text": ("text that is not blank", "Campinas"),
    "option": ("the id of an option", ""),
    "number": ("a number", 10),
    "date": ('a date or {"days_ago": n}', "2026-11-30"),
    "moment": ('a date, a moment in UTC or {"days_ago": n}', "2026-11-30T17:05:00Z"),
    "flag": ("true or false", True),
    "tags": ("one tag, as text", "vip"),
}
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
MOST_DAYS = 36_500
MOST = 1e300
"""No field holds a number as large."""


def family_of(field: Field) -> Family:
    return _FAMILIES[field.type]


def check_slice(slice: Slice, fields: Iterable[Field]) -> None:
    """Raises Refusal `field_not_found` or `invalid_slice` for the first part that does not fit.

    Options are given by id; numbers as numbers; dates as "YYYY-MM-DD" or {"days_ago": n} with n from -36500 to
    36500 (negative is ahead); moments also as "YYYY-MM-DDTHH:MM:SSZ"; `in` and `not_in` take a list of these,
    not empty; `is_empty` and `is_not_empty` take no value.
    """
    known = {field.id: field for field in fields}
    named = [*(sort.field for sort in slice.sort), *slice.hidden, *([slice.group] if slice.group else [])]
    for name in [condition.field for condition in slice.where] + named:
        if name not in known:
            raise not_found("field_not_found", "field", name, known)
    for condition in slice.where:
        _check_condition(condition, known[condition.field])


def _check_condition(condition: Condition, field: Field) -> None:
    ops = _OPS[family_of(field)]
    if condition.op not in ops:
        raise Refusal(
            "invalid_slice",
            f'Field "{field.id}" ({field.type}) cannot be compared with "{condition.op}".',
            f"Use one of: {', '.join(ops)}.",
            field=field.id,
            type=field.type,
            op=condition.op,
            choices=list(ops),
        )
    if condition.op in _EMPTY:
        if condition.value is not None:
            raise _unfit(condition, field, "no value", None)
    elif condition.op in ("in", "not_in"):
        given = condition.value
        values = cast("list[Any]", given) if isinstance(given, list) else []
        expected, example = _EXPECTED[family_of(field)]
        if not values or not all(_fits(field, value) for value in values):
            raise _unfit(condition, field, f"a list, not empty, of: {expected}", [example])
    elif not _fits(field, condition.value):
        raise _unfit(condition, field, *_EXPECTED[family_of(field)])


def _fits(field: Field, value: Any) -> bool:
    match family_of(field):
        case "text" | "tags":
            return isinstance(value, str) and bool(value.strip())
        case "option":
            return value in [option.id for option in field.options]
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < MOST
        case "flag":
            return isinstance(value, bool)
        case "date":
            return is_day(value) or _is_days_ago(value)
        case "moment":
            return is_day(value) or _is_days_ago(value) or is_moment(value)


def _is_days_ago(value: Any) -> bool:
    if not isinstance(value, Mapping):
        return False
    asked = cast("Mapping[str, Any]", value)
    days = asked.get("days_ago")
    return len(asked) == 1 and isinstance(days, int) and not isinstance(days, bool) and abs(days) <= MOST_DAYS


def is_day(value: Any) -> bool:
    if not isinstance(value, str) or len(value) != len("2026-11-30"):
        return False
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def is_moment(value: Any) -> bool:
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        return False
    try:
        return bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def _unfit(condition: Condition, field: Field, expected: str, example: Any) -> Refusal:
    choices = [{"id": option.id, "title": option.title} for option in field.options]
    step = f"Send {expected}" + (f", for example {example!r}." if example not in (None, "", [""]) else ".")
    if choices:
        step = f"Use one of: {', '.join(option.id for option in field.options)}."
    return Refusal(
        "invalid_slice",
        f'"{condition.op}" on field "{field.id}" ({field.type}) takes {expected}, not {str(condition.value)[:80]!r}.',
        step,
        field=field.id,
        type=field.type,
        op=condition.op,
        expected=expected,
        got=str(condition.value)[:80],
        **({"choices": choices} if choices else {}),
    )


assert set(_FAMILIES) == set(get_args(FieldType))  # a new type must say how it compares, at import
