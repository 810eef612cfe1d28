"""The sentence as the chart sees it: every symbol that may start at each place, from lexicon, table and figures."""

from collections.abc import Callable, Hashable, Iterable, Sequence

from .chart import Reading
from .figures import Figures
from .lexicon import Lexicon
from .tokens import Token
from .vocabulary import Vocabulary

_Source = Callable[[int], Iterable[tuple[int, Hashable]]]


class Words:
    def __init__(self, tokens: Sequence[Token], lexicon: Lexicon, vocabulary: Vocabulary, figures: Figures):
        self._count = len(tokens)
        self._entries: dict[tuple[str, int], set[Reading]] = {}
        for at in range(len(tokens)):
            for end, symbol, meaning in lexicon.entries_at(tokens, at):
                self._entries.setdefault((symbol, at), set()).add((end, meaning))
        self._noise = self._with_commas(tokens)
        self._sources: dict[str, _Source] = {
            "NOUN": vocabulary.nouns_at,
            "field": vocabulary.fields_at,
            "flag": vocabulary.flags_at,
            "introduced": vocabulary.introduced_at,
            "lacked": vocabulary.lacked_at,
            "value": vocabulary.values_at,
            "text": vocabulary.texts_at,
            "figure": figures.figures_at,
            "count": figures.counts_at,
            "day": figures.days_at,
            "year": figures.years_at,
        }

    def readings(self, symbol: str, at: int) -> frozenset[Reading]:
        """The symbol at this place or after words that mean nothing there."""
        return frozenset(reading for place in self._after_noise(at) for reading in self._here(symbol, place))

    def ends(self, at: int) -> bool:
        return self._count in self._after_noise(at)

    def _here(self, symbol: str, at: int) -> Iterable[tuple[int, Hashable]]:
        if symbol in self._sources:
            return self._sources[symbol](at) if at < self._count else ()
        return self._entries.get((symbol, at), ())

    def _after_noise(self, at: int) -> set[int]:
        places, fresh = {at}, [at]
        while fresh:
            for end in self._noise.get(fresh.pop(), ()):
                if end not in places:
                    places.add(end)
                    fresh.append(end)
        return places

    def _with_commas(self, tokens: Sequence[Token]) -> dict[int, set[int]]:
        """From where to where there is noise: "por favor, …" and "…, please" take their comma with them."""
        noise: dict[int, set[int]] = {}
        for (symbol, start), readings in self._entries.items():
            for end, _ in readings if symbol == "NOISE" else ():
                starts = [start, start - 1] if start and tokens[start - 1].raw == "," else [start]
                ends = [end, end + 1] if end < len(tokens) and tokens[end].raw == "," else [end]
                for first in starts:
                    noise.setdefault(first, set()).update(ends)
        return noise
