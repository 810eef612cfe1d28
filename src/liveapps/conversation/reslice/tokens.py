"""What was typed, as words, numbers, dates and signs."""

import re
from dataclasses import dataclass
from typing import Literal

from liveapps.panels.texts import fold

Kind = Literal["word", "number", "date", "sign"]
_TOKEN = re.compile(
    r"(?P<date>\d{4}-\d{2}-\d{2}|\d{1,2}/\d{1,2}/\d{4})(?!\d)"
    r"|(?P<number>(?<![\w.,])-?\d+(?:[.,]\d+)*|\d+(?:[.,]\d+)*)"
    r"|(?P<word>'s\b|’s\b|(?:[^\W\d_]|[\u0300-\u036f])+(?:['’](?![sS]\b)[^\W\d_]+)?)"
    r"|(?P<sign>>=|<=|!=|<>|R\$|US\$|\S)"
)
_CURRENCY = re.compile(r"R\$|US\$")


@dataclass(frozen=True)
class Token:
    """`raw` as typed; `word` folded, the form that is compared."""

    kind: Kind
    raw: str
    word: str


def tokens_of(text: str) -> list[Token]:
    """Hyphens and quotation marks part words and are dropped: "e-mail" is "e" and "mail"."""
    found: list[Token] = []
    for match in _TOKEN.finditer(_CURRENCY.sub(lambda sign: f" {sign[0][:-1].lower()}$ ", text)):
        kind: Kind = match.lastgroup  # pyright: ignore[reportAssignmentType] # the groups are named after the kinds
        raw = match[0]
        if kind != "sign" or raw not in "-–—_\"“”«»'’‘`*":
            found.append(Token(kind, raw, fold(raw).replace("’", "'")))
    return found
