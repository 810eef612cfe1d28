"""From a sentence to a slice, or to the agent."""

from collections.abc import Sequence
from datetime import date
from typing import cast

from pydantic import ValidationError

from liveapps.conversation.views import Ask, Understood
from liveapps.panels.fields import Field
from liveapps.panels.origin import Locale
from liveapps.panels.rows import Values as RowValues
from liveapps.panels.slices import Slice
from liveapps.panels.slicing import apply_slice, describe_slice

from .chart import Chart, TooMany
from .clauses import Clause, Filter
from .doubt import Doubt, Reason
from .english import ENGLISH
from .figures import Figures
from .grammar import GRAMMAR
from .lexicon import Lexicon, listed
from .meaning import Meaning
from .portuguese import PORTUGUESE
from .tokens import Token, tokens_of
from .vocabulary import Table, Vocabulary
from .words import Words

MOST_TOKENS, MOST_READINGS = 40, 2_000
"""Far above what people write (a sentence with five clauses has some 130 readings of its parts)."""


def understand(
    text: str,
    *,
    fields: Sequence[Field],
    rows: Sequence[RowValues],
    current: Slice,
    locale: Locale,
    today: date,
    time_zone: str,
    nouns: Sequence[str] = (),
    asked: bool = False,
) -> Understood | Ask:
    """The whole new slice that these words ask for, if they can mean one thing only; else the reason to ask the agent.

    `rows` are all the rows of the table, the stage among their values; `current` is how they are cut now; `nouns`
    what they are called, if that is known: "só os clientes de SP" is about another list when this one holds invoices.
    The language of the screen is tried first, then the other. The language or the table must explain every word.
    `asked` says that the agent has just asked something: then values alone ("SP e RJ") answer it.
    """
    tokens = tokens_of(text)
    table = Table(fields, rows, nouns)
    try:
        slice = _slice(tokens, table, current, locale, Meaning(fields, rows, today, time_zone), asked)
    except Doubt as doubt:
        return Ask(reason=doubt.reason)
    shown = apply_slice(slice, rows, fields, today=today, time_zone=time_zone)
    sentence = describe_slice(slice, fields, locale=locale, time_zone=time_zone)
    return Understood(slice=slice, sentence=sentence, shown=len(shown), total=len(rows))


def _slice(
    tokens: Sequence[Token], table: Table, current: Slice, locale: Locale, meaning: Meaning, asked: bool
) -> Slice:
    if len(tokens) > MOST_TOKENS:
        raise Doubt("too_long")
    languages = (PORTUGUESE, ENGLISH) if locale == "pt-BR" else (ENGLISH, PORTUGUESE)
    for lexicon in languages:
        readings = _readings(tokens, table, locale, lexicon)
        if readings:
            if all(map(_is_bare, readings)):
                _refuse_what_may_be_said_to_somebody(tokens, lexicon, asked)
            return _only_meaning(readings, current, meaning)
    raise Doubt(_reason(tokens, languages[0]))


def _refuse_what_may_be_said_to_somebody(tokens: Sequence[Token], lexicon: Lexicon, asked: bool) -> None:
    """Values alone choose rows, unless they are an answer ("SP e RJ"), a question ("Riotur ou Embraer?") or an order
    ("paga a do Banco do Brasil")."""
    if asked:
        raise Doubt("answer")
    if tokens[-1].raw == "?":
        raise Doubt("question")
    if _reason(tokens[:1], lexicon) == "action":
        raise Doubt("action")


def _is_bare(clauses: tuple[Clause, ...]) -> bool:
    return any(isinstance(clause, Filter) and clause.bare for clause in clauses)


def _readings(tokens: Sequence[Token], table: Table, locale: Locale, lexicon: Lexicon) -> set[tuple[Clause, ...]]:
    vocabulary = Vocabulary(table, tokens, lexicon)
    words = Words(tokens, lexicon, vocabulary, Figures(tokens, lexicon, table.fields, locale))
    chart = Chart(GRAMMAR, words.readings, MOST_READINGS)
    try:
        sentences = chart.readings("sentence", 0)
    except TooMany:
        raise Doubt("too_long") from None
    return {cast("tuple[Clause, ...]", clauses) for end, clauses in sentences if words.ends(end)}


def _only_meaning(readings: set[tuple[Clause, ...]], current: Slice, meaning: Meaning) -> Slice:
    """The slice on which all readings agree. A reading that is itself in two minds counts against the others."""
    slices: list[Slice] = []
    doubts: list[Reason] = []
    for clauses in readings:
        try:
            slice = meaning.slice_of(clauses, current)
            Slice.model_validate(slice.model_dump())
        except Doubt as doubt:
            doubts.append(doubt.reason)
        except ValidationError:
            doubts.append("too_long")
        else:
            if slice not in slices:
                slices.append(slice)
    if len(slices) > 1 or "ambiguous" in doubts:
        raise Doubt("ambiguous")
    if not slices:
        raise Doubt(min(doubts))
    return slices[0]


def _reason(tokens: Sequence[Token], lexicon: Lexicon) -> Reason:
    """Which kind of sentence it is that has no reading."""
    said = f" {' '.join(token.word for token in tokens)} "
    kinds: list[tuple[Reason, str]] = [("question", lexicon.question), ("action", lexicon.action)]
    for reason, phrases in kinds:
        for phrase in listed(phrases):
            if f" {' '.join(token.word for token in tokens_of(phrase))} " in said:
                return reason
    return "unknown_words" if said.strip() else "nothing_said"
