"""One column of a file: what type all of its cells are of, and their values. One cell that differs makes it text."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from .dates import read_date, read_moment
from .fields import FieldType
from .numbers import SYMBOLS, canonical_number, read_number
from .origin import Locale
from .rows import Value
from .texts import LONG_TEXT_LIMIT, TEXT_LIMIT, fold, read_email, read_text, read_url

LOCALES: tuple[Locale, ...] = ("pt-BR", "en")
SIGNS = {sign: code for code, signs in SYMBOLS.items() for sign in (*signs.values(), code)}
_SIGN = "|".join(re.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True))
_SIGNED = re.compile(
    rf"(?P<minus>[-(\u2212]?)\s*(?:(?P<before>{_SIGN})\s*)?(?P<number>[-\u2212\d.,\u00a0\u202f ]+\d)\s*"
    rf"(?:(?P<after>{_SIGN}))?(?P<end>\)?)"
)
_PADDED = re.compile(r"[-+]?0\d+")
_CODE = re.compile(r"\d{8,}")
_ADDRESSES: dict[FieldType, Callable[[str], Value]] = {"email": read_email, "url": read_url}
_WORDS = {"sim": True, "nao": False, "yes": True, "no": False, "true": True, "false": False}


@dataclass(frozen=True)
class Writing:
    """How a file writes numbers and dates, where it shows it."""

    numbers: Locale | None = None
    dates: Locale | None = None


@dataclass(frozen=True)
class Column:
    type: FieldType
    values: list[Value]
    currency: str | None = None


def writing_of(columns: Iterable[Sequence[Any]], hint: Locale | None) -> Writing:
    """What the columns that can be read in one way only agree on; else the hint."""
    numbers: set[Locale] = set()
    dates: set[Locale] = set()
    for column in columns:
        cells = [cell for cell in column if cell is not None]
        if not cells or not all(isinstance(cell, str) for cell in cells):
            continue
        bare = [_bare(cell)[1] for cell in cells]
        numbers |= _only([one for one in LOCALES if _each(bare, _number_in(one)) is not None])
        dates |= _only([one for one in LOCALES if _each(cells, _moment_in(one, "UTC")) is not None])
    return Writing(_agreed(numbers, hint), _agreed(dates, hint))


def _only(ways: list[Locale]) -> set[Locale]:
    return set(ways) if len(ways) == 1 else set()


def _agreed(found: set[Locale], hint: Locale | None) -> Locale | None:
    return next(iter(found)) if len(found) == 1 else None if found else hint


def column_of(cells: Sequence[Any], writing: Writing, time_zone: str) -> Column:
    """Cells are texts, numbers, truth values, dates or None. Raises ValueError for a text that no field keeps."""
    filled = [cell for cell in cells if cell is not None]
    if filled:
        for read in (_booleans, _dates, _numbers, _addresses):
            column = read(filled, writing, time_zone)
            if column is not None:
                return _spread(column, cells)
    texts = [_as_text(cell) for cell in filled]
    longest = max(map(len, texts), default=0)
    return _spread(Column("text" if longest <= TEXT_LIMIT else "long_text", list(texts)), cells)


def _spread(column: Column, cells: Sequence[Any]) -> Column:
    """Empty cells back in their places."""
    values = iter(column.values)
    return Column(column.type, [None if cell is None else next(values) for cell in cells], column.currency)


def _booleans(cells: list[Any], writing: Writing, time_zone: str) -> Column | None:
    if all(isinstance(cell, bool) for cell in cells):
        return Column("boolean", list(cells))
    known = [_WORDS.get(fold(cell)) if isinstance(cell, str) else None for cell in cells]
    return None if None in known else Column("boolean", list(known))


def _dates(cells: list[Any], writing: Writing, time_zone: str) -> Column | None:
    if all(isinstance(cell, date) for cell in cells):
        return _native_dates(cells, time_zone)
    if not all(isinstance(cell, str) for cell in cells):
        return None
    days = _in_one_way(cells, lambda one: _day_in(one, time_zone), writing.dates)
    if days is not None:
        return Column("date", list(days))
    moments = _in_one_way(cells, lambda one: _moment_in(one, time_zone), writing.dates)
    return None if moments is None else Column("datetime", list(moments))


def _native_dates(cells: list[Any], time_zone: str) -> Column:
    if all(not isinstance(cell, datetime) or cell.time() == time() for cell in cells):
        return Column("date", [cell.strftime("%Y-%m-%d").rjust(10, "0") for cell in cells])
    return Column("datetime", [read_moment(cell.isoformat(), "en", time_zone) for cell in cells])


def _numbers(cells: list[Any], writing: Writing, time_zone: str) -> Column | None:
    if all(isinstance(cell, int | float) and not isinstance(cell, bool) for cell in cells):
        return _native_numbers(cells)
    if not all(isinstance(cell, str) for cell in cells) or _are_codes(cells):
        return None
    if all(cell.endswith("%") for cell in cells):
        percents = _in_one_way([cell[:-1].strip() for cell in cells], _number_in, writing.numbers)
        return None if percents is None else Column("percent", list(percents))
    signs, bare = zip(*(_bare(cell) for cell in cells), strict=True)
    if len(set(signs)) > 1:
        return None
    numbers = _in_one_way(list(bare), _number_in, writing.numbers)
    if numbers is None:
        return None
    return Column("money" if signs[0] else "number", list(numbers), signs[0])


def _native_numbers(cells: list[Any]) -> Column | None:
    try:
        numbers = [canonical_number(cell) for cell in cells]
    except ValueError:
        return None
    return None if _are_codes([str(number) for number in numbers]) else Column("number", list(numbers))


def _are_codes(cells: list[str]) -> bool:
    """Digits that name something: padded with zeros, or long and all of one length, as registers and telephones."""
    if any(_PADDED.fullmatch(cell) for cell in cells):
        return True
    return len({len(cell) for cell in cells}) == 1 and all(_CODE.fullmatch(cell) for cell in cells)


def _addresses(cells: list[Any], writing: Writing, time_zone: str) -> Column | None:
    for kind, read in _ADDRESSES.items():
        values = _each(cells, read) if all(isinstance(cell, str) for cell in cells) else None
        if values is not None:
            return Column(kind, list(values))
    return None


def _as_text(cell: Any) -> str:
    if isinstance(cell, bool):
        return str(cell).lower()
    text = cell.isoformat() if isinstance(cell, date) else cell if isinstance(cell, str) else _plain(cell)
    if len(text) > LONG_TEXT_LIMIT:
        raise ValueError("a cell is too long")
    return text


def _plain(number: int | float) -> str:
    try:
        return read_text(number)
    except ValueError:
        return str(number)


def _bare(cell: str) -> tuple[str | None, str]:
    """The currency that a text names, and the text without it: "-R$ 1,50" is BRL and "-1,50"."""
    found = _SIGNED.fullmatch(cell)
    if found is None or not (found["before"] or found["after"]) or (found["before"] and found["after"]):
        return None, cell
    return SIGNS[found["before"] or found["after"]], found["minus"] + found["number"].strip() + found["end"]


def _number_in(locale: Locale) -> Callable[[str], Value]:
    return lambda text: read_number(text, locale)


def _moment_in(locale: Locale, time_zone: str) -> Callable[[str], Value]:
    return lambda text: read_moment(text, locale, time_zone)


def _day_in(locale: Locale, time_zone: str) -> Callable[[str], Value]:
    """A date without a time of day."""

    def read(text: str) -> str:
        if ":" in text:
            raise ValueError("a moment")
        return read_date(text, locale, time_zone)

    return read


def _in_one_way(
    cells: list[str], reader: Callable[[Locale], Callable[[str], Value]], known: Locale | None
) -> list[Value] | None:
    """All cells, read as one locale writes. Where both could, and differ, the file must have shown which it is."""
    ways = {one: values for one in LOCALES if (values := _each(cells, reader(one))) is not None}
    first = next(iter(ways.values()), None)
    if all(values == first for values in ways.values()):
        return first
    return ways.get(known) if known is not None else None


def _each(cells: Iterable[str], read: Callable[[str], Value]) -> list[Value] | None:
    try:
        return [read(cell) for cell in cells]
    except (ValueError, OverflowError):
        return None
