"""CSV for people: opens in a spreadsheet with accents, decimals and nothing that runs."""

import csv
import io
from datetime import date

from liveapps.panels.origin import Locale
from liveapps.panels.rows import ListedRow
from liveapps.panels.slices import Slice
from liveapps.panels.template import Collection, Template
from liveapps.panels.texts import fold
from liveapps.panels.values import show_value

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_export(
    template: Template, collection: Collection, rows: list[ListedRow], asked: Slice, locale: Locale, day: date
) -> tuple[str, bytes]:
    """A file name and UTF-8 bytes with BOM; the separator is `;` in pt-BR, where the comma is decimal."""
    fields = [field for field in collection.fields if field.id not in asked.hidden]
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if locale == "pt-BR" else ",", lineterminator="\r\n")
    writer.writerow([harmless(field.title) for field in fields])
    for row in rows:
        cells: list[str] = []
        for field in fields:
            value = row.stage if field.type == "stage" else row.values.get(field.id)
            shown = show_value(field, value, locale=locale, time_zone=template.time_zone)
            # A text may be left in a field that has become a number since.
            cells.append(shown if isinstance(value, int | float) else harmless(shown))
        writer.writerow(cells)
    name = "-".join(fold(f"{template.title} {collection.title}").split())
    safe = "".join(letter for letter in name if letter.isascii() and (letter.isalnum() or letter == "-"))
    return f"{safe or 'export'}-{day.isoformat()}.csv", b"\xef\xbb\xbf" + text.getvalue().encode()


def harmless(text: str) -> str:
    """A spreadsheet must show the text, not run it."""
    return f"'{text}" if text.startswith(_STARTS_A_FORMULA) else text
