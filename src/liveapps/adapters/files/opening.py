"""Runs in a bounded process: opens a file of unknown make, and says in JSON what is in it or why it was not read."""

import csv
import io
import zipfile
from base64 import b64decode
from collections.abc import Iterable
from typing import Any

from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from liveapps.blocks.base import JsonObject
from liveapps.conversation.files import TEXT_CHARACTERS, ReadFile
from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Locale
from liveapps.panels.sheets import Sheet, read_sheet

WORKBOOKS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
TABLES = (".csv", ".tsv", ".tab")
UNPACKED_BYTES = 300 * 2**20
MOST_SHEETS = 20
SAMPLE_LINES = 50
DELIMITERS: dict[str, Locale | None] = {";": "pt-BR", ",": "en", "\t": None, "|": None}
"""What parts the columns, and how numbers are then written: a decimal comma would part a column."""


def opened(name: str, body: str, locale: Locale, time_zone: str) -> JsonObject:
    """`body` is the file in base64. The answer is a `ReadFile`, or `refused` with the envelope of a refusal."""
    try:
        read = _read(name.lower(), name, b64decode(body), locale, time_zone)
    except Refusal as refusal:
        return {"refused": refusal.envelope()}
    except (ValueError, csv.Error):
        return {"refused": _unreadable(name, "damaged").envelope()}
    return {"read": read.model_dump(mode="json")}


def _read(ending: str, name: str, body: bytes, locale: Locale, time_zone: str) -> ReadFile:
    if ending.endswith(WORKBOOKS):
        return _of_sheets(name, _workbook(name, body, locale, time_zone))
    text = _decoded(name, body)
    if ending.endswith(TABLES):
        stem = name.rpartition(".")[0] or name
        return _of_sheets(name, [_table(stem, text, locale, time_zone)])
    if not text.strip():
        raise _unreadable(name, "empty")
    return ReadFile(kind="text", text=text[:TEXT_CHARACTERS], characters=len(text))


def _of_sheets(name: str, sheets: Iterable[Sheet | None]) -> ReadFile:
    found = [sheet for sheet in sheets if sheet is not None]
    if not found:
        raise _unreadable(name, "empty")
    return ReadFile(kind="rows", sheets=found)


def _workbook(name: str, body: bytes, locale: Locale, time_zone: str) -> list[Sheet | None]:
    _refuse_bomb(name, body)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(body))
        shown = [
            sheet.name
            for sheet in book.sheets_metadata
            if sheet.typ == SheetTypeEnum.WorkSheet and sheet.visible == SheetVisibleEnum.Visible
        ]
        if len(shown) > MOST_SHEETS:
            raise _unreadable(name, "too_many_sheets", count=len(shown), limit=MOST_SHEETS)
        cells = {title: book.get_sheet_by_name(title).to_python() for title in shown}
    except CalamineError as problem:
        raise _unreadable(name, "protected" if "assword" in type(problem).__name__ else "damaged") from None
    return [read_sheet(title, rows, locale=locale, time_zone=time_zone) for title, rows in cells.items()]


def _refuse_bomb(name: str, body: bytes) -> None:
    """What a zip says it unpacks to; one that lies meets the limit on this process's memory."""
    if not body.startswith(b"PK"):
        return
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, NotImplementedError):
        raise _unreadable(name, "damaged") from None
    if unpacked > UNPACKED_BYTES:
        raise _unreadable(name, "too_large_unpacked", count=unpacked, limit=UNPACKED_BYTES)


def _decoded(name: str, body: bytes) -> str:
    """Unicode as the file says, else UTF-8, else as Windows writes in the West. Anything with a NUL is no text."""
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = body.decode("utf-16", "replace")
    else:
        try:
            text = body.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = body.decode("cp1252", "replace")
    if "\0" in text or sum(text.count(sign) for sign in "\x01\x02\x03\x04\x05\x06\x0e\x0f\ufffd") * 50 > len(text):
        raise _unreadable(name, "not_text")
    return text.replace("\r\n", "\n")


def _table(title: str, text: str, locale: Locale, time_zone: str) -> Sheet | None:
    csv.field_size_limit(len(text) + 1)
    mark = _delimiter(text)
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
    return read_sheet(title, rows, locale=locale, time_zone=time_zone, hint=DELIMITERS[mark])


def _delimiter(text: str) -> str:
    """The one that parts the first lines into the same number of columns, and into the most."""
    lines = "\n".join(text.split("\n", SAMPLE_LINES)[:SAMPLE_LINES])
    return max(DELIMITERS, key=lambda mark: _parted(lines, mark))


def _parted(lines: str, mark: str) -> tuple[float, int]:
    widths = [len(row) for row in csv.reader(io.StringIO(lines, newline=""), delimiter=mark) if any(row)]
    common = max(set(widths), key=widths.count, default=1)
    return (0.0, 0) if common == 1 else (widths.count(common) / len(widths), common)


_WHY = {
    "damaged": "is damaged, or is not what its name says",
    "empty": "has nothing in it",
    "not_text": "is neither a spreadsheet nor text",
    "protected": "is protected by a password",
    "too_large_unpacked": "unpacks to more than can be read",
    "too_many_sheets": "has too many sheets",
}


def _unreadable(name: str, reason: str, **facts: Any) -> Refusal:
    return Refusal(
        "file_unreadable",
        f'"{name}" {_WHY[reason]}.',
        "Open it, save it again as CSV or XLSX without a password, and send that.",
        name=name,
        reason=reason,
        **facts,
    )
