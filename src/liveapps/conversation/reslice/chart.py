"""A small chart parser: every way to read a row of symbols by a grammar, each symbol at each place worked out once.

A rule is a line such as "HAVE? FROM? field IS? bounds:bound". What is in capitals is a function word and means nothing
by itself. What is in small letters is another symbol; its meaning goes to the rule's builder under that name, or under
the label before the colon. "?" marks what may be left out (the builder gets None), "*" and "+" what may repeat (the
builder gets a tuple).
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Sense = Hashable
Reading = tuple[int, Sense]
"""Where a symbol ends, and what it means there."""


@dataclass(frozen=True)
class Part:
    symbol: str
    label: str | None
    optional: bool
    repeats: bool


@dataclass(frozen=True)
class Rule:
    parts: tuple[Part, ...]
    build: Callable[..., Sense]
    fixed: Mapping[str, Sense]


def rule(line: str, build: Callable[..., Sense] | None = None, **fixed: Sense) -> Rule:
    """`fixed` goes to the builder as it is. Without a builder the rule means what its only meaningful part means."""
    return Rule(tuple(_part(word) for word in line.split()), build or _the_only_one, fixed)


def _the_only_one(**meanings: Sense) -> Sense:
    return next(iter(meanings.values()), None)


def _part(word: str) -> Part:
    mark = word[-1] if word[-1] in "?*+" else ""
    label, _, symbol = word.rstrip("?*+").rpartition(":")
    label = label or (symbol if symbol.islower() else None)
    return Part(symbol, label, optional=mark in ("?", "*"), repeats=mark in ("*", "+"))


class TooMany(Exception):
    pass


@dataclass
class Chart:
    """`words` gives the readings of a terminal at a place; it is asked for each at most once.

    Some sentences have a number of readings that doubles with each word: after `most` of them TooMany is raised.
    """

    grammar: Mapping[str, Sequence[Rule]]
    words: Callable[[str, int], frozenset[Reading]]
    most: int
    _known: dict[tuple[str, int], frozenset[Reading]] = field(default_factory=dict[tuple[str, int], frozenset[Reading]])

    _count: int = 0

    def readings(self, symbol: str, at: int) -> frozenset[Reading]:
        key = (symbol, at)
        if key not in self._known:
            lines = self.grammar.get(symbol)
            if lines is None:
                self._known[key] = self.words(symbol, at)
            else:
                self._known[key] = frozenset(found for line in lines for found in self._read(line, at))
        return self._known[key]

    def _read(self, line: Rule, at: int) -> Iterator[Reading]:
        for end, meanings in self._sequence(line.parts, at):
            self._count += 1
            if self._count > self.most:
                raise TooMany
            yield end, line.build(**line.fixed, **meanings)

    def _sequence(self, parts: tuple[Part, ...], at: int) -> Iterator[tuple[int, dict[str, Any]]]:
        if not parts:
            yield at, {}
            return
        head, rest = parts[0], parts[1:]
        for middle, meaning in self._one(head, at):
            for end, meanings in self._sequence(rest, middle):
                yield end, ({head.label: meaning, **meanings} if head.label else meanings)

    def _one(self, part: Part, at: int) -> Iterator[Reading]:
        if part.repeats:
            yield from self._many(part.symbol, at, (), part.optional)
            return
        if part.optional:
            yield at, None
        yield from self.readings(part.symbol, at)

    def _many(self, symbol: str, at: int, so_far: tuple[Sense, ...], enough: bool) -> Iterator[Reading]:
        if enough:
            yield at, so_far
        for end, meaning in self.readings(symbol, at):
            yield from self._many(symbol, end, (*so_far, meaning), enough=True)
