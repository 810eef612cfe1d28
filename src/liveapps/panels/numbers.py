"""Numbers as people write them, read and shown in their locale."""

import math
import re
from decimal import ROUND_HALF_UP, Decimal

from .origin import Locale

MAX_DIGITS = 15
"""What a double keeps exactly in decimal; more digits would come back changed."""

SYMBOLS: dict[str, dict[Locale, str]] = {
    "BRL": {"pt-BR": "R$", "en": "R$"},
    "USD": {"pt-BR": "US$", "en": "$"},
    "EUR": {"pt-BR": "€", "en": "€"},
    "GBP": {"pt-BR": "£", "en": "£"},
}
_WITHOUT_CENTS = frozenset({"JPY", "KRW", "CLP", "PYG", "VND", "ISK"})
_SPACES = "\u00a0\u202f\u2009"
_MINUS = "\u2212"
_PLAIN = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_PLAIN_TEXT = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_WRITTEN: dict[Locale, re.Pattern[str]] = {
    "pt-BR": re.compile(rf"(?:[1-9][0-9]{{0,2}}(?:[.{_SPACES}][0-9]{{3}})+|[0-9]+)(?:,[0-9]+)?"),
    "en": re.compile(rf"(?:[1-9][0-9]{{0,2}}(?:[,{_SPACES}][0-9]{{3}})+|[0-9]+)(?:\.[0-9]+)?"),
}


def canonical_number(number: int | float | Decimal) -> int | float:
    """One form for one number: 1.0 is 1, and the noise after the 15th digit of a float is dropped.

    Raises ValueError for what is not finite and for a written number of more than 15 digits.
    """
    if isinstance(number, float):
        if not math.isfinite(number):
            raise ValueError("not finite")
        number = Decimal(f"{number:.{MAX_DIGITS}g}")
    elif abs(number) >= Decimal("1e300"):
        raise ValueError("out of range")
    exact = Decimal(number)
    if len("".join(str(digit) for digit in exact.as_tuple().digits).strip("0")) > MAX_DIGITS:
        raise ValueError("too many digits")
    if exact == exact.to_integral_value() and abs(exact) < 10**MAX_DIGITS:
        return int(exact)
    return float(exact)


def plain_number(text: str) -> float | None:
    """What a program wrote as a plain decimal ("100", "-2.5"), whatever the locale; None for anything else."""
    number = float(text) if _PLAIN_TEXT.fullmatch(text.strip()) else math.inf
    return number if math.isfinite(number) else None


def read_number(text: str, locale: Locale) -> int | float:
    """A number in the locale's writing: "1.234,56" or "(3,5)" in pt-BR, "1,234.56" in English.

    A dot that cannot part thousands is a decimal point in pt-BR too, because programs write it so: "9.99"
    is 9.99 and "1.234" is 1234. A decimal comma in English is refused. Raises ValueError.
    """
    text = text.strip(f" {_SPACES}").replace(_MINUS, "-")
    negative = False
    if text.startswith("(") and text.endswith(")"):
        negative, text = True, text[1:-1].strip()
    elif text[:1] in ("-", "+"):
        negative, text = text[0] == "-", text[1:].strip(f" {_SPACES}")
    value = canonical_number(Decimal(_digits(text, locale)))
    return -value if negative and value else value


def _digits(text: str, locale: Locale) -> str:
    if len(text) > 60:
        raise ValueError("too long for a number")
    if _WRITTEN[locale].fullmatch(text):
        group, point = (".", ",") if locale == "pt-BR" else (",", ".")
        for mark in (group, *_SPACES):
            text = text.replace(mark, "")
        return text.replace(point, ".")
    if locale == "pt-BR" and _PLAIN.fullmatch(text):
        whole, _, fraction = text.partition(".")
        if len(fraction) != 3 or whole == "0":
            return text
    raise ValueError("not a number, or one that can be read in two ways")


def read_money(text: str, locale: Locale, currency: str | None) -> int | float:
    """A number with or without the sign or code of its currency; another currency's is refused."""
    known = [currency] if currency else list(SYMBOLS)
    # The longest first: "US$" contains "$".
    signs = sorted({sign for code in known for sign in (code, *SYMBOLS.get(code, {}).values())}, key=len, reverse=True)
    outer = text.strip(f" {_SPACES}")
    for sign in signs:
        bare = outer.lstrip(f"-+({_MINUS}")
        if bare.upper().startswith(sign):
            lead = outer[: len(outer) - len(bare)]
            return read_number(lead + bare[len(sign) :].strip(f" {_SPACES}"), locale)
        if outer.upper().endswith(sign):
            return read_number(outer[: -len(sign)], locale)
    return read_number(outer, locale)


def show_number(value: int | float, locale: Locale, decimals: int | None = None) -> str:
    """Grouped, with exactly `decimals` places when given, else with those the number has."""
    exact = Decimal(f"{value:.{MAX_DIGITS}g}")
    if decimals is not None:
        exact = exact.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    text = f"{exact:,f}"
    if decimals is None and "." in text:
        text = text.rstrip("0").rstrip(".")
    return text if locale == "en" else text.translate(str.maketrans(",.", ".,"))


def show_money(value: int | float, locale: Locale, currency: str | None) -> str:
    """Always with the cents its currency has: "R$ 1.234,50", "-$1,234.50", "JPY 1,235"."""
    amount = show_number(abs(value), locale, 0 if currency in _WITHOUT_CENTS else 2)
    minus = "-" if value < 0 else ""
    if currency is None:
        return minus + amount
    symbol = SYMBOLS.get(currency, {}).get(locale, currency)
    tight = locale == "en" and symbol != currency
    return f"{minus}{symbol}{'' if tight else ' '}{amount}"


def show_percent(value: int | float, locale: Locale) -> str:
    return show_number(value, locale) + (" %" if locale == "pt-BR" else "%")
