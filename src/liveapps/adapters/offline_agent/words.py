"""Which words of a sentence say what to fetch, and whether any word is left unexplained."""

from dataclasses import dataclass, field
from typing import Any

from liveapps.conversation.agents import Intent
from liveapps.panels.texts import fold

SMALL_WORDS = frozenset(
    fold(
        "o a os as um uma uns umas de do da dos das em no na nos nas e que com por para pra pro me nos eu quero queria "
        "gostaria mostre mostra mostrar liste lista listar veja ver quais qual sao estao tenho temos tem traga trazer "
        "busque buscar todos todas tudo meus minhas nossos nossas favor por_favor aqui agora "
        "the an of in on and for my our all show list see get bring me what which are there do we have please now "
        "to i want would like from with is"
    ).split()
)
"""Words that carry no demand of their own. A verb of action (create, send, delete) is never among them."""


@dataclass
class Understood:
    """What was understood: an intent, its arguments, and the values as a person says them."""

    intent: Intent
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    values: list[str] = field(default_factory=list[str])


def words_of(text: str) -> list[str]:
    plain = "".join(letter if letter.isalnum() else " " for letter in fold(text))
    return plain.split()


def find_intent(words: list[str], intents: list[Intent]) -> tuple[Intent, list[str]] | None:
    """The one intent whose noun is said, and the words without it. Two different ones: neither."""
    found: list[tuple[Intent, list[str]]] = []
    for intent in intents:
        for noun in sorted(intent.nouns, key=len, reverse=True):
            rest = without(words, words_of(noun))
            if rest is not None:
                found.append((intent, rest))
                break
    return found[0] if len(found) == 1 else None


def without(words: list[str], phrase: list[str]) -> list[str] | None:
    """The words without one occurrence of the phrase, or None when it is not there."""
    size = len(phrase)
    for start in range(len(words) - size + 1):
        if size and words[start : start + size] == phrase:
            return words[:start] + words[start + size :]
    return None


def match_value(words: list[str], values: dict[str, str]) -> tuple[str, str, list[str]] | None:
    """The longest value named: as it may be said, as the data has it, and the words without it.

    `values` maps what may be said to the value in the data.
    """
    for said in sorted(values, key=len, reverse=True):
        rest = without(words, words_of(said))
        if rest is not None:
            return said, values[said], rest
    return None


def unexplained(words: list[str]) -> list[str]:
    return [word for word in words if word not in SMALL_WORDS]
