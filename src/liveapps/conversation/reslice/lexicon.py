"""What the words of one language stand for. The words themselves are in `portuguese.py` and `english.py`."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from liveapps.panels.fields import Role
from liveapps.panels.origin import Locale
from liveapps.panels.texts import fold

from .tokens import Token, tokens_of

Form = tuple[str, ...]
Entry = tuple[str, Hashable]
"""A symbol of the grammar and what this word means as that symbol (None for a function word)."""


@dataclass(frozen=True)
class Lexicon:
    """Phrases are lists joined by commas.

    `function` holds words without a meaning of their own by symbol; `meaning` the others, by symbol and meaning;
    `roles` what people call the field of a role whatever its title is; `date_names` the same for a date field;
    `introductions` the words that announce a value of such a field ("tagged"), `lacking` those for its being empty.
    `shorthand` says which word a short or hasty one stands for.
    `action` and `question` only name the reason why a sentence is for the agent: no other word is understood anyway.
    """

    language: Locale
    function: Mapping[str, str]
    meaning: Mapping[str, Mapping[Hashable, str]]
    shorthand: Mapping[str, str]
    roles: Mapping[Role, str]
    introductions: Mapping[Role, str]
    lacking: Mapping[Role, str]
    date_names: str
    action: str
    question: str

    @cached_property
    def entries(self) -> dict[Form, set[Entry]]:
        """By the words of a phrase, folded; a phrase with a word of `accented` also as it is written."""
        found: dict[Form, set[Entry]] = {}
        for phrase, entry in self._phrases():
            tokens = tokens_of(phrase)
            found.setdefault(tuple(token.word for token in tokens), set()).add(entry)
            found.setdefault(tuple(self.form(token) for token in tokens), set()).add(entry)
        return found

    @cached_property
    def accented(self) -> frozenset[str]:
        """Words that are another word without their accent: "é" is not "e". Typed without it they may be either."""
        words = {
            token.raw.casefold() for phrase, _ in self._phrases() for token in tokens_of(phrase) if token.kind == "word"
        }
        return frozenset(word for word in words if fold(word) != word and fold(word) in words)

    def form(self, token: Token) -> str:
        written = self.shorthand.get(token.word, token.raw.casefold())
        return written if written in self.accented else fold(written).replace("’", "'")

    def entries_at(self, tokens: Sequence[Token], at: int) -> Iterator[tuple[int, str, Any]]:
        """Every phrase that starts at this token: where it ends, its symbol and its meaning."""
        forms = [self.form(token) for token in tokens[at : at + self.longest]]
        for length in range(1, len(forms) + 1):
            for symbol, meaning in self.entries.get(tuple(forms[:length]), ()):
                yield at + length, symbol, meaning

    @cached_property
    def longest(self) -> int:
        return max(len(form) for form in self.entries)

    @cached_property
    def function_words(self) -> frozenset[str]:
        return frozenset(
            token.word
            for phrases in self.function.values()
            for phrase in listed(phrases)
            for token in tokens_of(phrase)
        )

    @cached_property
    def words(self) -> frozenset[str]:
        """All single words that occur in a phrase."""
        return frozenset(word for form in self.entries for word in form)

    def _phrases(self) -> Iterable[tuple[str, Entry]]:
        for symbol, phrases in self.function.items():
            for phrase in listed(phrases):
                yield phrase, (symbol, None)
        for symbol, meanings in self.meaning.items():
            for meaning, phrases in meanings.items():
                for phrase in listed(phrases):
                    yield phrase, (symbol, meaning)


def listed(phrases: str) -> list[str]:
    return [phrase.strip() for phrase in phrases.split(", ")]
