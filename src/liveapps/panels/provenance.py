"""Where the data of a block came from: stamped by the server, and only when proven.

**The proof.** A reading proves rows when each of them is a row of its own in the reading, cell by cell:

- the order of the rows does not matter, and neither do columns left out; a row shown twice must be there twice;
- a column has the name of its field in the reading, or the one that the block declares for it;
- a cell is compared as it is shown: both sides are read by the field, so "R$ 1.234,50" in a money field is 1234.5,
  and an option may be given by its title. In a field of text, numbers, dates and yes or no are read as the people
  who see them would;
- an empty cell is only proven by an empty one;
- what was reckoned (sums, averages, 0.125 as 12.5 %), rounded, re-spelled or cut is another value.

A list that is empty, or a row without any value, proves nothing: in doubt, no origin.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from liveapps.blocks.base import JsonObject, Model, Slug

from .errors import Refusal
from .fields import NUMERIC, TEXTUAL, Field, FieldType
from .instance import Status
from .origin import Locale
from .rows import Values
from .values import read_value


class Window(Model):
    """The argument by which a tool takes a number of days, when it has one."""

    argument: str
    days: list[int] = [7, 30, 90]
    current: int | None = None


class Provenance(Model):
    """The reading that contains the rows. Without one a block is "data of this answer".

    `columns` are the fields that the reading calls otherwise; `repeatable` says that the tool only reads, so that it
    may be asked again; `file` is the name of the file of a person that was read instead of a tool. A block with fewer
    rows than the reading is `partial`, of as many as `declared`.
    """

    reading: str
    tool: str
    arguments: JsonObject = {}
    collected_at: datetime
    status: Status = "complete"
    declared: int | None = None
    window: Window | None = None
    columns: dict[Slug, str] = {}
    repeatable: bool = False
    file: str | None = None


_OTHER: dict[Locale, Locale] = {"pt-BR": "en", "en": "pt-BR"}
_TEXTUAL: frozenset[FieldType] = TEXTUAL - {"choice"}
_ISO: dict[FieldType, re.Pattern[str]] = {
    "date": re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"),
    "datetime": re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ].+"),
}
Cell = tuple[str, Any]


def proves(
    reading: Sequence[Mapping[str, Any]],
    rows: Sequence[Values],
    fields: Sequence[Field],
    columns: Mapping[str, str],
    locale: Locale,
    described: Mapping[str, Field],
) -> bool:
    """Whether the reading contains the rows: see above. `locale` is that of the people who see them; `described` are
    the fields of the tool's rows, as far as somebody described them: a sum of another currency is another value."""
    if not rows or len(rows) > len(reading):
        return False
    if any(_is_of_another_currency(one, described.get(columns.get(one.id, one.id))) for one in fields):
        return False
    compared = [_comparison(one, columns.get(one.id, one.id), reading, locale, described) for one in fields]
    shown = [tuple(one.shown(row.get(one.field.id)) for one in compared) for row in rows]
    if any(all(cell is None for cell in row) for row in shown):
        return False
    known = [tuple(one.read(row.get(one.source)) for one in compared) for row in reading]
    return Counter(shown) <= Counter(known)


def read_as_shown(field: Field, raw: Any, locale: Locale) -> Any:
    """A value that was written for people: in their locale, else in the other. Raises Refusal `invalid_value`."""
    try:
        return read_value(field, raw, locale=locale, time_zone="UTC")
    except Refusal as refusal:
        other = _read_or_none(field, raw, _OTHER[locale])
        if other is None:
            raise refusal from None
        return other


@dataclass(frozen=True)
class _Comparison:
    """How the cells of one column are compared: both sides are read by `by`, the first that can; where none can,
    they must be the same text or JSON."""

    field: Field
    source: str
    by: tuple[Field, ...]
    locale: Locale

    def shown(self, raw: Any) -> Cell | None:
        for field in () if _is_empty(raw) else self.by:
            value = _read_or_none(field, raw, self.locale)
            value = _read_or_none(field, raw, _OTHER[self.locale]) if value is None else value
            if value is not None:
                return _family(field), _hashable(value)
        return _as_it_is(raw)

    def read(self, raw: Any) -> Cell | None:
        """A tool writes for programs: text that two locales read differently is no number and no date."""
        for field in () if _is_empty(raw) else self.by:
            values = {_hashable(_read_or_none(field, raw, one)) for one in _OTHER} - {None}
            if len(values) == 1:
                return _family(field), values.pop()
        return _as_it_is(raw)


def _comparison(
    field: Field,
    source: str,
    reading: Sequence[Mapping[str, Any]],
    locale: Locale,
    described: Mapping[str, Field],
) -> _Comparison:
    if field.type not in _TEXTUAL:
        return _Comparison(field, source, (field,), locale)
    currency = described[source].currency if source in described else None
    cells = [cell for row in reading if not _is_empty(cell := row.get(source))]
    return _Comparison(field, source, _ways_to_write(cells, currency), locale)


def _is_of_another_currency(field: Field, described: Field | None) -> bool:
    return described is not None and described.currency not in (None, field.currency or described.currency)


def _ways_to_write(cells: list[Any], currency: str | None) -> tuple[Field, ...]:
    """What a text may be a way to write, when all cells of its column in the reading are of one kind."""
    if not cells:
        return ()
    if all(isinstance(cell, bool) for cell in cells):
        return (_plain("boolean"),)
    if all(isinstance(cell, int | float) and not isinstance(cell, bool) for cell in cells):
        return (_plain("money", currency), _plain("percent"))
    for kind, iso in _ISO.items():
        if all(isinstance(cell, str) and iso.fullmatch(cell) for cell in cells):
            return (_plain(kind),)
    return ()


def _plain(kind: FieldType, currency: str | None = None) -> Field:
    return Field(id="cell", title="cell", type=kind, currency=currency)


def _family(field: Field) -> str:
    return "number" if field.type in NUMERIC else field.type


def _read_or_none(field: Field, raw: Any, locale: Locale) -> Any:
    try:
        return read_value(field, raw, locale=locale, time_zone="UTC")
    except Refusal:
        return None


def _hashable(value: Any) -> Any:
    return frozenset(cast("list[str]", value)) if isinstance(value, list) else value


def _is_empty(raw: Any) -> bool:
    return raw is None or raw == [] or (isinstance(raw, str) and not raw.strip())


def _as_it_is(raw: Any) -> Cell | None:
    """Texts without blanks around them, accents and case as they are; the rest by its JSON, where 1.0 is 1."""
    if _is_empty(raw):
        return None
    if isinstance(raw, str):
        return "text", unicodedata.normalize("NFC", raw).strip()
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    return "json", json.dumps(raw, sort_keys=True)
