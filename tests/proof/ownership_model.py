"""Whose value is it, told once more and independently: what the house is compared with, rule by rule.

A card is what the rules of ownership speak of: who holds each value and the stage, what is proposed beside them, who
sees the row. Nothing here knows how the house does it.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

ANCHOR = "client"
"""The field whose value is a fact for others: only `ANCHOR_DOORS` state it."""
ANCHOR_DOORS = ("board", "api")
OF_THE_PANEL = "next_step"
"""The field that a list fills once, and never writes over."""
STAGE = "stage"


@dataclass(frozen=True)
class Writer:
    """`by_hand`: a person who states the values, and not a list they fetched."""

    id: str
    door: str
    by_hand: bool


@dataclass
class Card:
    """`facts` and `moved` say through which door and by whom a value came; the value of one who wrote by hand is
    theirs. `holders` are the fields that a person holds."""

    id: str
    collection: str
    code: str
    values: dict[str, Any] = field(default_factory=dict[str, Any])
    facts: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    holders: set[str] = field(default_factory=set[str])
    stage: str | None = None
    moved: tuple[str, str] | None = None
    beside: dict[str, Any] = field(default_factory=dict[str, Any])
    turned_down: dict[str, Any] = field(default_factory=dict[str, Any])
    owner: str | None = None
    private: bool = False
    in_trash: bool = False
    listed: bool = False
    missing_since: datetime | None = None

    def state(self, name: str, value: Any, by: Writer) -> None:
        """Somebody says what a value is."""
        if self.values.get(name) == value:
            self.beside.pop(name, None)
        elif not self._may_state(name, by):
            self.propose(name, value)
        else:
            self._take(name, value, by)

    def _may_state(self, name: str, by: Writer) -> bool:
        if name == ANCHOR and by.door not in ANCHOR_DOORS:
            return False
        return by.by_hand or name not in self.holders

    def _take(self, name: str, value: Any, by: Writer) -> None:
        self.beside.pop(name, None)
        self.values.pop(name, None)
        self.facts.pop(name, None)
        self.holders.discard(name)
        if value is not None:
            self.values[name] = value
        if by.by_hand or name == ANCHOR:
            self.facts[name] = (by.door, by.id)
        if by.by_hand:
            self.holders.add(name)

    def propose(self, name: str, value: Any) -> None:
        if name not in self.turned_down or self.turned_down[name] != value:
            self.beside[name] = value

    def move(self, stage: str | None, by: Writer) -> None:
        """Only a person's move changes a stage."""
        if stage == self.stage:
            return
        if by.by_hand:
            self.beside.pop(STAGE, None)
            self.stage, self.moved = stage, (by.door, by.id)
        elif stage is not None:
            self.propose(STAGE, stage)

    def settle(self, name: str, accept: bool, by: Writer) -> None:
        value = self.beside.pop(name)
        if not accept:
            self.turned_down[name] = value
        elif name == STAGE:
            self.stage, self.moved = value, (by.door, by.id)
        else:
            self._take(name, value, by)

    def listed_again(self, values: dict[str, Any], stage: str | None, by: Writer) -> None:
        """A list contains the card: what the source owns follows it, everything else stays as it was left."""
        for name, value in values.items():
            filled = self.values.get(name) is not None or name in self.facts
            if name != OF_THE_PANEL or not filled:
                self.state(name, value, by)
        if stage is not None and self.stage is None and self.moved is None:
            self.stage = stage
        self.missing_since, self.listed = None, True

    def missing(self, now: datetime) -> None:
        """A list that is proven to be whole does not contain it: marked, never removed."""
        if self.listed and not self.in_trash and self.missing_since is None:
            self.missing_since = now


@dataclass
class Board:
    """All cards of a panel, at every version it ever had."""

    cards: dict[str, Card] = field(default_factory=dict[str, Card])
    then: dict[int, dict[str, Card]] = field(default_factory=dict[int, dict[str, Card]])

    def remember(self, version: int) -> None:
        self.then[version] = deepcopy(self.cards)

    def visible(self, person: str, everything: bool = False) -> dict[str, Card]:
        """The cards that somebody sees; `person` is nobody's id for the surfaces that all share."""
        return {
            name: card
            for name, card in self.cards.items()
            if not card.in_trash and (not card.private or everything or card.owner == person)
        }

    def public(self, collection: str, code: str) -> Card | None:
        """The card that a list would mean, in the trash or not."""
        found = (one for one in self.cards.values() if (one.collection, one.code) == (collection, code))
        return next((one for one in found if not one.private), None)

    def add(self, card: Card, values: dict[str, Any], stage: str | None, by: Writer) -> None:
        for name, value in values.items():
            card.state(name, value, by)
        if stage is not None:
            card.stage = stage
            card.moved = (by.door, by.id) if by.by_hand else None
        card.listed = not by.by_hand
        self.cards[card.id] = card

    def ship(self, collection: str, rows: dict[str, tuple[dict[str, Any], str | None]], by: Writer) -> list[str]:
        """Brings a list to the cards it knows already; the codes of those that it does not."""
        new: list[str] = []
        for code, (values, stage) in rows.items():
            card = self.public(collection, code)
            if card is None:
                new.append(code)
            elif not card.in_trash:
                card.listed_again(values, stage, by)
        return new

    def go_back(self, version: int, seen: set[str]) -> None:
        """Cards that their writer sees are again as they were; those born since are in the trash."""
        for name in seen:
            then = self.then[version].get(name)
            if then is None:
                self.cards[name].in_trash = True
            else:
                self.cards[name] = deepcopy(then)
