"""What the table itself lends to the language: the names of its fields and the values in its rows."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from liveapps.panels.fields import Field, FieldType, Role
from liveapps.panels.rows import Values as RowValues
from liveapps.panels.texts import fold

from .clauses import Mention, Names
from .lexicon import Form, Lexicon, listed
from .tokens import Token, tokens_of

_NAMED_BY_VALUE: frozenset[FieldType] = frozenset({"text", "person", "email", "choice", "stage", "tags"})
_INFLECTED: frozenset[FieldType] = frozenset({"choice", "stage", "tags"})
_PARTICIPLES = re.compile(r"\w+(ad|id)[oa]s")
_FIRST_WORD = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*")
MOST_WORDS = 8
"""Longer values are only known by their first words."""

Found = Iterator[tuple[int, Hashable]]
"""Where a name ends (a place in the tokens), and what it means."""


@dataclass(frozen=True)
class Table:
    """`rows` are all of them, the stage among their values. `nouns` are what they are called: "clientes"."""

    fields: Sequence[Field]
    rows: Sequence[RowValues]
    nouns: Sequence[str] = ()


class Vocabulary:
    """Built once for each sentence, so that only values with a first word from the sentence are kept."""

    def __init__(self, table: Table, tokens: Sequence[Token], lexicon: Lexicon):
        fields, rows = table.fields, table.rows
        self.fields = {field.id: field for field in fields}
        self._tokens = tokens
        self._lexicon = lexicon
        # Signs inside names ("S.A.", "R. Silva, Ltda") may be left out when typed, and are left out when compared.
        self._places = [place for place, token in enumerate(tokens) if token.kind != "sign"]
        self._singular = {token.word: token.word[:-1] for token in tokens if _PARTICIPLES.fullmatch(token.word)}
        self._exact: dict[Form, set[tuple[str, Hashable]]] = {}
        self._inflected: dict[Form, set[tuple[str, Hashable]]] = {}
        self._starts: dict[str, list[tuple[Form, str, Hashable]]] = {}
        self._index(fields, rows)
        self._names = [_names_of(fields), _stems_of(fields), _called(fields, lexicon), _parts_of(fields, lexicon)]
        self._introduced = _called_by(fields, lexicon.introductions, _role_or_kind)
        self._lacked = _called_by(fields, lexicon.lacking, _role_or_kind)
        self._nouns = {_stem(tuple(token.word for token in tokens_of(noun))) for noun in table.nouns}
        self._flags = {_loose(form): names for form, names in _names_of(fields, "boolean").items()}

    def fields_at(self, at: int) -> Found:
        """A field by its title or id, else by a plural, else by what its role is called, else by one of its words."""
        longest = 0
        found = False
        for end, form in reversed(list(self._spans(at))):
            keys = (form, _stem(form), form, form)
            for tier, (names, key) in enumerate(zip(self._names, keys, strict=True)):
                if key in names and not (tier == 3 and longest):
                    longest = max(longest, len(form))
                    found = True
                    yield end, names[key]
                    break
        if not found:
            yield from self._shortened_at(at)

    def _shortened_at(self, at: int) -> Found:
        """The beginning of one field's word, when it has four letters and is no word of the language: "prio"."""
        for end, form in list(self._spans(at))[:1]:
            if len(form[0]) >= 4 and form[0] not in self._lexicon.words:
                meant = {names for (word,), names in self._names[3].items() if word.startswith(form[0])}
                if len(meant) == 1:
                    yield end, meant.pop()

    def nouns_at(self, at: int) -> Found:
        for end, form in self._spans(at):
            if _stem(form) in self._nouns:
                yield end, None

    def flags_at(self, at: int) -> Found:
        for end, form in self._spans(at):
            if _loose(form) in self._flags:
                yield end, self._flags[_loose(form)]

    def introduced_at(self, at: int) -> Found:
        """Words that announce a value of some field, and that field: "tagged"."""
        yield from ((end, self._introduced[form]) for end, form in self._spans(at) if form in self._introduced)

    def lacked_at(self, at: int) -> Found:
        """Words that say that some field is empty: "unassigned"."""
        yield from ((end, self._lacked[form]) for end, form in self._spans(at) if form in self._lacked)

    def values_at(self, at: int) -> Found:
        """Values by their whole text, else by an inflection of it, else by the first words of one."""
        longest = at
        partial: tuple[int, Mention] | None = None
        for end, form in self._spans(at):
            found = self._exact.get(form) or self._inflected_like(form)
            if found and not self._is_function_word(at, form):
                longest = end
                yield end, Mention(frozenset(found))
            partial = self._beginning(end, form) or partial
        if partial and partial[0] > longest:
            yield partial

    def texts_at(self, at: int) -> Found:
        """Any words at all, for "contains"."""
        for end, _ in self._spans(at):
            yield end, " ".join(token.raw for token in self._tokens[at:end])

    def _spans(self, at: int) -> Iterator[tuple[int, Form]]:
        if at not in self._places:
            return
        first = self._places.index(at)
        for last in range(first, min(first + MOST_WORDS, len(self._places))):
            yield self._places[last] + 1, tuple(self._tokens[place].word for place in self._places[first : last + 1])

    def _inflected_like(self, form: Form) -> set[tuple[str, Hashable]]:
        """Options and tags in any gender and number ("cancelados" for Cancelada); of other texts only the plural of
        a participle, because "Paula" is not "Paulo" and "Campinas" is not "Campina"."""
        found = set(self._inflected.get(_loose(form), ()))
        if len(form) == 1 and form[0] in self._singular:
            whole = self._exact.get((self._singular[form[0]],), ())
            found |= {(name, value) for name, value in whole if self._is_plain_text(self.fields[name])}
        return found

    def _is_plain_text(self, field: Field) -> bool:
        return field.type == "text" and field.role != "title"

    def _is_function_word(self, at: int, form: Form) -> bool:
        """ "se" is a word and SE a state: a value that is also a word of the language counts when it stands out."""
        if len(form) != 1 or form[0] not in self._lexicon.function_words:
            return False
        shouted = all(token.raw.upper() == token.raw for token in self._tokens)
        return shouted or not self._tokens[at].raw.isupper()

    def _beginning(self, end: int, form: Form) -> tuple[int, Mention] | None:
        if not form or len(form[0]) < 3 or all(word in self._lexicon.function_words for word in form):
            return None
        starts = self._starts.get(form[0], [])
        found = frozenset((field, value) for whole, field, value in starts if whole[: len(form)] == form)
        return (end, Mention(found, partial=True)) if found else None

    def _index(self, fields: Sequence[Field], rows: Sequence[RowValues]) -> None:
        said = {token.word for token in self._tokens} | set(self._singular.values())
        for field in fields:
            if field.type in _NAMED_BY_VALUE and (field.type != "email" or "@" in said):
                for text, value in _texts(field, rows):
                    first = _FIRST_WORD.search(text)
                    if field.type in _INFLECTED or (first is not None and first[0] in said):
                        self._add(field, text, value)

    def _add(self, field: Field, text: str, value: Hashable) -> None:
        form = tuple(token.word for token in tokens_of(text) if token.kind != "sign")
        if not form:
            return
        if len(form) <= MOST_WORDS:
            self._exact.setdefault(form, set()).add((field.id, value))
        if len(form) == 1 and field.type in _INFLECTED:
            self._inflected.setdefault(_loose(form), set()).add((field.id, value))
        if len(form) > 1 and field.type != "email":
            self._starts.setdefault(form[0], []).append((form, field.id, value))


def _texts(field: Field, rows: Sequence[RowValues]) -> Iterable[tuple[str, Hashable]]:
    """Each distinct value that a row has: its folded text and the value, in its first spelling."""
    raw: dict[Hashable, None] = {}
    for row in rows:
        value = row.get(field.id)
        several = cast("list[Any]", value) if isinstance(value, list) else [value]
        raw.update(dict.fromkeys(one for one in several if isinstance(one, str)))
    titles = {option.id: option.title for option in field.options}
    found: dict[str, Hashable] = {}
    for value in raw:
        if not titles or value in titles:
            found.setdefault(fold(titles.get(str(value), str(value))), value)
    return found.items()


def _names_of(fields: Iterable[Field], kind: FieldType | None = None) -> dict[Form, Names]:
    names: dict[Form, Names] = {}
    for field in fields:
        if kind is None or field.type == kind:
            for text in {field.title, field.title.replace("-", ""), field.id.replace("_", " ")}:
                form = tuple(token.word for token in tokens_of(text) if token.kind != "sign")
                if form:
                    names[form] = names.get(form, frozenset()) | {field.id}
    return names


def _stems_of(fields: Sequence[Field]) -> dict[Form, Names]:
    stems: dict[Form, Names] = {}
    for form, names in _names_of(fields).items():
        stems[_stem(form)] = stems.get(_stem(form), frozenset()) | names
    return stems


def _called(fields: Sequence[Field], lexicon: Lexicon) -> dict[Form, Names]:
    called = _called_by(fields, lexicon.roles)
    dates = frozenset(field.id for field in fields if field.type in ("date", "datetime"))
    for word in listed(lexicon.date_names):
        form = tuple(token.word for token in tokens_of(word))
        if dates:
            called[form] = called.get(form, frozenset()) | dates
    return called


def _role(field: Field) -> Role | None:
    return field.role


def _role_or_kind(field: Field) -> Role | None:
    """Tags are tagged and people assigned, whatever role their field has on a card."""
    kinds: dict[FieldType, Role] = {"tags": "tag", "person": "owner"}
    return field.role or kinds.get(field.type)


def _called_by(
    fields: Sequence[Field], words: Mapping[Role, str], role_of: Callable[[Field], Role | None] = _role
) -> dict[Form, Names]:
    """The fields of a role by words for that role."""
    called: dict[Form, Names] = {}
    for field in fields:
        role = role_of(field)
        for word in listed(words.get(role, "")) if role else ():
            form = tuple(token.word for token in tokens_of(word))
            if form:
                called[form] = called.get(form, frozenset()) | {field.id}
    return called


def _parts_of(fields: Sequence[Field], lexicon: Lexicon) -> dict[Form, Names]:
    """Single words of titles that are long enough to say something."""
    parts: dict[Form, Names] = {}
    for field in fields:
        for token in tokens_of(field.title):
            if len(token.word) >= 4 and token.word not in lexicon.function_words:
                parts[(token.word,)] = parts.get((token.word,), frozenset()) | {field.id}
    return parts


def _stem(form: Form) -> Form:
    return tuple(word.removesuffix("s") for word in form)


def _loose(form: Form) -> Form:
    """Without number and gender."""
    return tuple(re.sub("[oa]$", "", word) if len(word) > 3 else word for word in _stem(form))
