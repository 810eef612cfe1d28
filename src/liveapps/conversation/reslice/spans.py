"""Spans of time as bounds on dates. What is counted in days stays relative to today; the rest becomes dates."""

from calendar import monthrange
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from .clauses import Ago, Bound, Day, Days, Month, Period, Span, Stretch, Unit, Year
from .doubt import Doubt

Bounds = list[tuple[Bound, Any]]
_MOST_DAYS = 36_500


def bounds_of(span: Span, today: date, months: Iterable[tuple[int, int]]) -> Bounds:
    """(op, value) pairs. `months` are the (year, month) in which the table has dates."""
    match span:
        case Stretch(count, unit, ahead):
            far, now = _day(Ago(-count if ahead else count, unit), today), _day(Ago(0), today)
            return [("gte", now), ("lte", far)] if ahead else [("gte", far), ("lte", now)]
        case Period(unit, offset):
            return _between(*_period(unit, offset, today))
        case Month(month, year):
            years = {year} if year else {of for of, which in months if which == month}
            if len(years) != 1:
                raise Doubt("ambiguous" if years else "unknown_words")
            return _between(*_month(years.pop(), month))
        case Year(year):
            return _between(date(year, 1, 1), date(year, 12, 31))
        case Days(bounds):
            return [(op, _day(day, today)) for op, day in bounds]


def _between(first: date, last: date) -> Bounds:
    return [("gte", first.isoformat()), ("lte", last.isoformat())]


def _day(day: Day, today: date) -> Any:
    if not isinstance(day, Ago):
        return day
    days = {"day": 1, "week": 7}.get(day.unit)
    if days is not None:
        if abs(day.count * days) > _MOST_DAYS:
            raise Doubt("unknown_words")
        return {"days_ago": day.count * days}
    return _months_ago(today, day.count * (12 if day.unit == "year" else 1)).isoformat()


def _months_ago(today: date, months: int) -> date:
    """The same day of an earlier month, or its last day."""
    year, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    if not 1 <= year <= 9999:
        raise Doubt("unknown_words")
    return date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))


def _period(unit: Unit, offset: int, today: date) -> tuple[date, date]:
    match unit:
        case "day":
            day = today + timedelta(days=offset)
            return day, day
        case "week":
            monday = today - timedelta(days=today.weekday() - 7 * offset)
            return monday, monday + timedelta(days=6)
        case "month":
            there = _months_ago(today, -offset)
            return _month(there.year, there.month)
        case "year":
            return date(today.year + offset, 1, 1), date(today.year + offset, 12, 31)


def _month(year: int, month: int) -> tuple[date, date]:
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])
