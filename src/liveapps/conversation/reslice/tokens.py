"""What was typed, as words, numbers, dates and signs."""

import re
from dataclasses import dataclass
from typing import Literal

from liveapps.panels.texts import fold

Kind = Literal["word", "number", "date", "sign"]
_TOKEN = re.compile(
    r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{4})(?![0-9])"
    r"|(?P<number>(?<![\w.,])-?[0-9]+(?:[.,][0-9]+)*|[0-9]+(?:[.,][0-9]+)*)"
    r"|(?P<word>(?:n['’]t|['’]s)\b|(?:(?!n['’]t\b)[^\W\d_]|[\u0300-\u036f])+(?:['’](?!s\b)[^\W\d_]+)?)"
    r"|(?P<sign>>=|<=|!=|<>|\S)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Token:
    """`raw` as typed; `word` folded, the form that is compared."""

    kind: Kind
    raw: str
    word: str


def tokens_of(text: str) -> list[Token]:
    """Hyphens and quotation marks part words and are dropped: "e-mail" is "e" and "mail"."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind: Kind = match.lastgroup  # pyright: ignore[reportAssignmentType] # the groups are named after the kinds
        raw = match[0]
        if kind != "sign" or raw not in "-–—_\"“”«»'’‘`*":
            found.append(Token(kind, raw, fold(raw).replace("’", "'")))
    return found
