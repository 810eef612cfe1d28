"""Files that people bring into a conversation: what was read from one, and what is told of it."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import StringConstraints

from liveapps.blocks.base import Model
from liveapps.panels.sheets import Sheet

FILE_BYTES = 10_000_000
PERSON_BYTES = 200_000_000
FILES_A_MESSAGE = 10
MESSAGE_CHARACTERS = 20_000
TEXT_CHARACTERS = 100_000
"""How much of a file of text is kept to be read."""
FILE_TOOL = "file"
"""Stands in the ledger in the place of a tool, for what was read from a person's file."""
TYPES = ("csv", "tsv", "xlsx", "xlsm", "xlsb", "xls", "ods", "txt", "md", "json", "log", "xml", "yaml", "html")
"""Endings that are offered. What counts is what is in a file: any text is taken under any name."""

FileName = Annotated[str, StringConstraints(min_length=1, max_length=120)]
FileKind = Literal["rows", "text"]


class ReadFile(Model):
    """What was read: the sheets of one of `rows`, or the beginning of one of `text`, which has `characters` in all."""

    kind: FileKind
    sheets: list[Sheet] = []
    text: str = ""
    characters: int = 0


class SheetHead(Model):
    """`kept` of `row_count` rows can be shown."""

    title: str
    columns: list[str]
    row_count: int
    kept: int


class Attachment(Model):
    """A file as it was uploaded. `size` is in bytes; `digest` is the SHA-256 of its content."""

    id: str
    owner: str
    name: FileName
    size: int
    digest: str
    at: datetime
    kind: FileKind
    sheets: list[SheetHead] = []
    characters: int = 0


class SaidFile(Model):
    """A file that came with a message. `readings` are where its rows stand in the ledger, one for each sheet."""

    attachment: str
    name: FileName
    size: int
    kind: FileKind
    rows: int = 0
    readings: list[str] = []


class ChatLimits(Model):
    """What a message may weigh and bring along, so that a screen can say so before."""

    message_characters: int = MESSAGE_CHARACTERS
    files_a_message: int = FILES_A_MESSAGE
    file_bytes: int = FILE_BYTES
    person_bytes: int = PERSON_BYTES
    types: list[str] = list(TYPES)


def heads(read: ReadFile) -> list[SheetHead]:
    return [
        SheetHead(
            title=sheet.title,
            columns=[field.title for field in sheet.fields],
            row_count=sheet.row_count,
            kept=len(sheet.rows),
        )
        for sheet in read.sheets
    ]


def safe_name(given: str) -> str:
    """A name that is only a name: without folders, control characters, or signs that turn what is read around."""
    last = given.replace("\\", "/").rsplit("/", 1)[-1]
    shown = (letter if letter.isprintable() else " " if letter.isspace() else "" for letter in last)
    plain = " ".join("".join(shown).split()).strip(". ")
    if len(plain) > 120:
        stem, dot, ending = plain.rpartition(".")
        plain = f"{stem[: 118 - len(ending)]}….{ending}" if dot and len(ending) <= 10 else plain[:120]
    return plain or "file"
