"""Texts: the form they are kept in, the form they are compared in, and the addresses among them."""

import re
import unicodedata
from typing import Any, cast
from urllib.parse import urlsplit

from .numbers import canonical_number

TEXT_LIMIT, LONG_TEXT_LIMIT = 10_000, 100_000
_EMAIL = re.compile(r"[^\s@,;<>()\[\]\\\"]+@[^\s@,;<>()\[\]\\\".]+(\.[^\s@,;<>()\[\]\\\".]+)+")
_PHONE = re.compile(r"[0-9+(][0-9+()./\s-]*( ?(ramal|ext\.?|x) ?[0-9]+)?", re.IGNORECASE)
_UNPRINTABLE = re.compile(r"[\x00\ud800-\udfff]")
_NOT_IN_ADDRESS = re.compile(r"[\s\\\x00-\x1f\x7f<>\"]")


def can_keep(value: Any) -> bool:
    """Whether every text in a JSON value can be kept as it is: NUL and half of a character cannot."""
    if isinstance(value, str):
        return _UNPRINTABLE.search(value) is None
    if isinstance(value, dict):
        named = cast("dict[str, Any]", value)
        return all(can_keep(name) and can_keep(inner) for name, inner in named.items())
    return all(map(can_keep, cast("list[Any]", value))) if isinstance(value, list) else True


def legible(text: str) -> str:
    """A text to be shown and kept, with a mark where a character cannot be."""
    return _UNPRINTABLE.sub("\ufffd", text)


def fold(text: str) -> str:
    """The form in which texts are compared: no case, no accents, single spaces. Folding twice changes nothing."""
    if text.isascii():
        return " ".join(text.lower().split())
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).split())


def read_text(raw: Any) -> str:
    """One line of text or more, without blanks around it. A number becomes its plain digits. Raises ValueError."""
    text = _plain(raw).strip()
    if len(text) > TEXT_LIMIT:
        raise ValueError("too long")
    return text


def read_long_text(raw: Any) -> str:
    """The same, kept exactly as written."""
    text = _plain(raw)
    if len(text) > LONG_TEXT_LIMIT:
        raise ValueError("too long")
    return text


def _plain(raw: Any) -> str:
    if isinstance(raw, bool) or not isinstance(raw, str | int | float):
        raise ValueError("not text")
    if not isinstance(raw, str):
        raw = f"{canonical_number(raw)}" if isinstance(raw, float) else f"{raw:d}"
    if _UNPRINTABLE.search(raw):
        raise ValueError("characters no text can keep")
    return unicodedata.normalize("NFC", raw)


def only_text(raw: Any) -> str:
    if not isinstance(raw, str):
        raise ValueError("not text")
    return raw


def read_email(raw: Any) -> str:
    text = unicodedata.normalize("NFC", only_text(raw)).strip()
    if len(text) > 254 or not _EMAIL.fullmatch(text):
        raise ValueError("not an e-mail address")
    return text


def read_phone(raw: Any) -> str:
    text = read_text(raw)
    digits = sum(character in "0123456789" for character in text)
    if not 3 <= digits <= 24 or not _PHONE.fullmatch(text):
        raise ValueError("not a telephone number")
    return text


def read_url(raw: Any) -> str:
    text = _address(raw)
    parts = urlsplit(text)
    reaches = parts.path if parts.scheme == "mailto" else parts.hostname
    if parts.scheme not in ("http", "https", "mailto") or not reaches:
        raise ValueError("not an address a link may have")
    return text


def read_file(raw: Any) -> str:
    text = _address(raw)
    # "//host" would leave this server although it looks like a path.
    if text.startswith("/") and not text.startswith("//"):
        return text
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("not an address a file may have")
    return text


def _address(raw: Any) -> str:
    """Browsers drop tabs and line breaks inside addresses, so "java\\nscript:" must not pass as another scheme."""
    text = unicodedata.normalize("NFC", only_text(raw)).strip()
    if len(text) > TEXT_LIMIT or _NOT_IN_ADDRESS.search(text) or _UNPRINTABLE.search(text):
        raise ValueError("not an address")
    return text
