"""Numbers, counts and dates as they are typed: "R$ 1,5 mil", "50 %", "os cinco", "30/11/2026"."""

from collections.abc import Iterator, Sequence
from typing import Any

from liveapps.panels.dates import read_date
from liveapps.panels.fields import Field
from liveapps.panels.numbers import read_number
from liveapps.panels.origin import Locale
from liveapps.panels.texts import fold

from .clauses import Figure
from .lexicon import Lexicon
from .tokens import Token

_YEARS = range(1990, 2100)


class Figures:
    """`locale` is the screen's. A text that it and the language read differently ("1.500") is no number at all."""

    def __init__(self, tokens: Sequence[Token], lexicon: Lexicon, fields: Sequence[Field], locale: Locale):
        self._tokens = tokens
        self._lexicon = lexicon
        self._locales: set[Locale] = {lexicon.language, locale}
        self._units = {fold(field.unit) for field in fields if field.unit}

    def figures_at(self, at: int) -> Iterator[tuple[int, Figure]]:
        for start, currency in [(at, None), *self._meanings("symbol", at)]:
            for end, amount in self._amounts(start):
                for after, scale in [(end, 1), *self._meanings("scale", end)]:
                    value = Figure(amount, scale, currency)
                    yield after, value
                    for last, measure in self._meanings("measure", after):
                        if currency in (None, measure):
                            yield last, Figure(amount, scale, measure)
                    if self._word(after) in self._units:
                        yield after + 1, Figure(amount, scale, currency, self._word(after))

    def counts_at(self, at: int) -> Iterator[tuple[int, int]]:
        word = self._word(at)
        if self._kind(at) == "number" and word.isdecimal() and len(word) <= 5 and int(word) > 0:
            yield at + 1, int(word)
        yield from self._meanings("numeral", at)

    def days_at(self, at: int) -> Iterator[tuple[int, str]]:
        if self._kind(at) == "date":
            days = {_day(self._word(at), locale) for locale in self._locales}
            if len(days) == 1 and (day := days.pop()):
                yield at + 1, day

    def years_at(self, at: int) -> Iterator[tuple[int, int]]:
        word = self._word(at)
        if self._kind(at) == "number" and len(word) == 4 and word.isdecimal() and int(word) in _YEARS:
            yield at + 1, int(word)

    def _amounts(self, at: int) -> Iterator[tuple[int, int | float]]:
        if self._kind(at) == "number":
            read = {_number(self._word(at), locale) for locale in self._locales}
            if len(read) == 1 and (amount := read.pop()) is not None:
                yield at + 1, amount
        else:
            yield from self._meanings("numeral", at)
            if any(True for _ in self._meanings("scale", at)):
                yield at, 1

    def _meanings(self, symbol: str, at: int) -> Iterator[tuple[int, Any]]:
        for end, entry, meaning in self._lexicon.entries_at(self._tokens, at):
            if entry == symbol:
                yield end, meaning

    def _kind(self, at: int) -> str:
        return self._tokens[at].kind if at < len(self._tokens) else ""

    def _word(self, at: int) -> str:
        return self._tokens[at].word if at < len(self._tokens) else ""


def _number(text: str, locale: Locale) -> int | float | None:
    try:
        return read_number(text, locale)
    except ValueError:
        return None


def _day(text: str, locale: Locale) -> str | None:
    try:
        return read_date(text, locale, "UTC")
    except ValueError:
        return None
