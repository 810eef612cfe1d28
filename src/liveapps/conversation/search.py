"""Finding a conversation by what was said in it: without case, accents or the marks of markdown."""

import re
import unicodedata

from liveapps.panels.texts import fold

from .threads import Body

SHOWN = 140
BEFORE = 40
MOST_TERMS = 12
_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)")
_MARKS = re.compile(r"^\s*(?:#{1,6}|>|[-*+]|```\w*)(?=\s|$)|\*\*|__|~~|`+|\|(?:\s*:?-{2,}:?\s*\|)*", re.MULTILINE)


def terms_of(search: str) -> list[str]:
    """What must be found, each anywhere: the words of a search."""
    return list(dict.fromkeys(fold(search).split()))[:MOST_TERMS]


def said_in(body: Body) -> str:
    """The words of a message; empty for one that has none. What tools returned is no one's word."""
    match body.kind:
        case "said":
            return " ".join([body.text, *(file.name for file in body.files)]).strip()
        case "answered":
            return body.text
        case "sliced":
            return body.words
        case _:
            return ""


def excerpt(text: str, terms: list[str]) -> str:
    """The place of a text where the first of the terms stands, on one line and without the marks of markdown."""
    line = " ".join(_MARKS.sub(" ", _LINK.sub(r"\1", text)).split())
    folded, places = _folded(line)
    found = min((place for term in terms if (place := folded.find(term)) >= 0), default=0)
    start = places[found] if found < len(places) else 0
    begin = 0 if start <= BEFORE else line.rfind(" ", 0, start - BEFORE // 2) + 1
    shown = line[begin : begin + SHOWN]
    return ("…" if begin else "") + shown.strip() + ("…" if begin + SHOWN < len(line) else "")


def _folded(line: str) -> tuple[str, list[int]]:
    """The text as it is compared, and for each of its letters the place it had."""
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(line):
        plain = unicodedata.normalize("NFKD", letter.casefold())
        kept = [one for one in plain if not unicodedata.combining(one)]
        letters += kept
        places += [place] * len(kept)
    return "".join(letters), places
