"""A sheet of cells, as people keep them, read into fields and rows.

In doubt a column is text: a code that lost its zeros, or a thousand read as one, is worse than a number that is not
summed. What a cell holds is data; what looks like a formula is the text of one.
"""

import re
from collections.abc import Sequence
from datetime import date, time
from itertools import zip_longest
from typing import Any

from liveapps.blocks.base import Model

from .columns import Column, Writing, column_of, writing_of
from .errors import Refusal
from .fields import Field
from .origin import Locale
from .rows import Values
from .texts import fold, legible

KEPT_ROWS = 2_000
"""As many as a chat or an inline collection can show."""
MOST_COLUMNS = 200
LONGEST_TITLE = 120
_UNNAMED: dict[Locale, str] = {"pt-BR": "Coluna", "en": "Column"}


class Sheet(Model):
    """`rows` are the first of `row_count`, by field id."""

    title: str
    fields: list[Field]
    rows: list[Values]
    row_count: int


def read_sheet(
    title: str, cells: Sequence[Sequence[Any]], *, locale: Locale, time_zone: str, hint: Locale | None = None
) -> Sheet | None:
    """None when there is nothing in it. The first row that is not blank names the columns if it holds only words.

    `hint` is how the file seems to write numbers, for columns that do not say so themselves; `time_zone` is where its
    clock times are. Raises Refusal `file_unreadable`.
    """
    grid = [row for row in cells if any(not is_blank(cell) for cell in row)]
    if not grid:
        return None
    head = grid[0] if _names_columns(grid[0]) else None
    body = grid[1:] if head is not None else grid
    kept = body[:KEPT_ROWS]
    width = max(map(_width, [*([head] if head is not None else []), *kept]))
    if width > MOST_COLUMNS:
        raise Refusal(
            "file_unreadable",
            f'"{title}" has {width} columns; the limit is {MOST_COLUMNS}.',
            "Leave only the columns you need and send the file again.",
            reason="too_many_columns",
            count=width,
            limit=MOST_COLUMNS,
        )
    columns = list(zip_longest(*([*row[:width], *[None] * (width - len(row))] for row in kept))) or [()] * width
    titles = _titles(head or [], width, locale)
    read = _read_columns(columns, locale, time_zone, hint)
    fields = _fields(titles, read)
    rows = [
        {field.id: value for field, value in zip(fields, values, strict=True) if value is not None}
        for values in zip(*(column.values for column in read), strict=True)
    ]
    return Sheet(title=title, fields=fields, rows=rows, row_count=len(body))


def is_blank(cell: Any) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def _names_columns(row: Sequence[Any]) -> bool:
    """Only words, none of which could be a value: otherwise it is the first row of data."""
    named = [cell for cell in row if not is_blank(cell)]
    return all(isinstance(cell, str) and column_of([cell], Writing(), "UTC").type == "text" for cell in named)


def _width(row: Sequence[Any]) -> int:
    return max((place for place, cell in enumerate(row, 1) if not is_blank(cell)), default=0)


def _read_columns(
    columns: Sequence[Sequence[Any]], locale: Locale, time_zone: str, hint: Locale | None
) -> list[Column]:
    """The columns of one file are written alike: one that can be read in a single way tells how to read the others."""
    plain = [[None if is_blank(cell) else _cell(cell) for cell in column] for column in columns]
    writing = writing_of(plain, hint)
    return [column_of(column, writing, time_zone) for column in plain]


def _cell(cell: Any) -> Any:
    """Words without blanks around them, and dates as the type they are; anything stranger by its text."""
    if isinstance(cell, str):
        return legible(cell).strip()
    if isinstance(cell, bool | int | float | date):
        return cell
    return cell.isoformat("minutes") if isinstance(cell, time) else str(cell)


def _titles(head: Sequence[Any], width: int, locale: Locale) -> list[str]:
    titles: list[str] = []
    for place in range(width):
        given = "" if place >= len(head) or is_blank(head[place]) else " ".join(legible(str(head[place])).split())
        titles.append(_free((given or f"{_UNNAMED[locale]} {place + 1}")[: LONGEST_TITLE - 5], titles, " ({})"))
    return titles


def _fields(titles: list[str], columns: list[Column]) -> list[Field]:
    """The first column of words is what a card would be called; codes are only if there are no others."""
    ids: list[str] = []
    for title in titles:
        ids.append(_free(_slug(title), ids, "_{}"))
    texts = [place for place, column in enumerate(columns) if column.type == "text"]
    named = next((place for place in texts if _are_words(columns[place])), texts[0] if texts else None)
    return [
        Field(
            id=name,
            title=title,
            type=column.type,
            currency=column.currency,
            role="title" if place == named else None,
        )
        for place, (name, title, column) in enumerate(zip(ids, titles, columns, strict=True))
    ]


def _are_words(column: Column) -> bool:
    texts = [str(value) for value in column.values if value is not None]
    return bool(texts) and sum(not any(letter.isdigit() for letter in text) for text in texts) * 2 > len(texts)


def _slug(title: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "_", fold(title)).strip("_")[:50].strip("_")
    return plain if plain[:1].isalpha() else f"c_{plain}".rstrip("_")


def _free(name: str, taken: list[str], suffix: str) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = name + suffix.format(number)
    return free
