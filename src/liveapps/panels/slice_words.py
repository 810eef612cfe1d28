"""A slice in words: one plain fragment that says what was left out, how it is ordered and what is not shown."""

from collections.abc import Sequence
from typing import Any, Literal, cast

from liveapps.blocks.base import Condition, Op, Sort

from .fields import Field
from .origin import Locale
from .slice_check import Family, family_of
from .slices import Slice
from .values import show_value

_PT: dict[str, str] = {
    "all": "todas as linhas",
    "is": "{field} é {value}",
    "is_not": "{field} não é {value}",
    "in": "{field} é {value}",
    "not_in": "{field} não é {value}",
    "contains": '{field} contém "{value}"',
    "gt": "{field} acima de {value}",
    "gte": "{field} a partir de {value}",
    "lt": "{field} abaixo de {value}",
    "lte": "{field} até {value}",
    "gt date": "{field} depois de {value}",
    "lt date": "{field} antes de {value}",
    "is flag": "{field}: {value}",
    "is_not flag": "exceto {field}: {value}",
    "is tags": "{field} com {value}",
    "is_not tags": "{field} sem {value}",
    "is_empty": "sem {field}",
    "is_not_empty": "com {field}",
    "between": "{field} entre {low} e {high}",
    "between date": "{field} de {low} a {high}",
    "last days": "{field} nos últimos {n} dias",
    "next days": "{field} nos próximos {n} dias",
    "today": "hoje",
    "yesterday": "ontem",
    "tomorrow": "amanhã",
    "days ago": "{n} dias atrás",
    "days ahead": "daqui a {n} dias",
    "search": 'contendo "{value}"',
    "unconfirmed": "só não confirmadas",
    "confirmed": "só confirmadas",
    "limit": "só as {n} primeiras linhas",
    "limit one": "só a primeira linha",
    "sort": "ordenado por {keys}",
    "then": ", depois por ",
    "group": "agrupado por {field}",
    "hidden": "sem as colunas {fields}",
    "hidden one": "sem a coluna {fields}",
    "or": " ou ",
    "nor": " nem ",
    "and": " e ",
    "text up": "de A a Z",
    "text down": "de Z a A",
    "option up": "na ordem das opções",
    "option down": "na ordem inversa das opções",
    "number up": "do menor para o maior",
    "number down": "do maior para o menor",
    "date up": "do mais antigo ao mais recente",
    "date down": "do mais recente ao mais antigo",
    "flag up": "não antes de sim",
    "flag down": "sim antes de não",
}
_EN: dict[str, str] = {
    "all": "all rows",
    "is": "{field} is {value}",
    "is_not": "{field} is not {value}",
    "in": "{field} is {value}",
    "not_in": "{field} is not {value}",
    "contains": '{field} contains "{value}"',
    "gt": "{field} above {value}",
    "gte": "{field} from {value}",
    "lt": "{field} below {value}",
    "lte": "{field} up to {value}",
    "gt date": "{field} after {value}",
    "lt date": "{field} before {value}",
    "is flag": "{field}: {value}",
    "is_not flag": "except {field}: {value}",
    "is tags": "{field} with {value}",
    "is_not tags": "{field} without {value}",
    "is_empty": "no {field}",
    "is_not_empty": "with {field}",
    "between": "{field} between {low} and {high}",
    "between date": "{field} from {low} to {high}",
    "last days": "{field} in the last {n} days",
    "next days": "{field} in the next {n} days",
    "today": "today",
    "yesterday": "yesterday",
    "tomorrow": "tomorrow",
    "days ago": "{n} days ago",
    "days ahead": "{n} days from now",
    "search": 'containing "{value}"',
    "unconfirmed": "only unconfirmed",
    "confirmed": "only confirmed",
    "limit": "only the first {n} rows",
    "limit one": "only the first row",
    "sort": "sorted by {keys}",
    "then": ", then by ",
    "group": "grouped by {field}",
    "hidden": "without the columns {fields}",
    "hidden one": "without the column {fields}",
    "or": " or ",
    "nor": " nor ",
    "and": " and ",
    "text up": "A to Z",
    "text down": "Z to A",
    "option up": "in the order of the options",
    "option down": "in the reverse order of the options",
    "number up": "smallest first",
    "number down": "largest first",
    "date up": "oldest first",
    "date down": "newest first",
    "flag up": "no before yes",
    "flag down": "yes before no",
}
_WORDS: dict[Locale, dict[str, str]] = {"pt-BR": _PT, "en": _EN}
_KIN: dict[Family, str] = {"moment": "date", "tags": "text"}
"""Families that are spoken of as another."""


def describe_slice(slice: Slice, fields: Sequence[Field], *, locale: Locale, time_zone: str) -> str:
    """A fragment to put in a sentence, for a slice that `check_slice` accepts.

    pt-BR: "Cidade é São Paulo; ordenado por Receita, do maior para o menor; sem a coluna E-mail".
    """
    words = _WORDS[locale]
    titles = {field.id: field.title for field in fields}
    cuts = [*_conditions(slice, fields, locale, time_zone)]
    if slice.search:
        cuts.append(words["search"].format(value=slice.search))
    if slice.unconfirmed is not None:
        cuts.append(words["unconfirmed" if slice.unconfirmed else "confirmed"])
    parts = [", ".join(cuts)]
    if slice.sort:
        known = {field.id: field for field in fields}
        keys = words["then"].join(_key(sort, known[sort.field], words) for sort in slice.sort)
        parts.append(words["sort"].format(keys=keys))
    if slice.limit is not None:
        parts.append(words["limit one" if slice.limit == 1 else "limit"].format(n=slice.limit))
    if slice.group:
        parts.append(words["group"].format(field=titles[slice.group]))
    if slice.hidden:
        listed = _listed([titles[name] for name in slice.hidden], words["and"])
        parts.append(words["hidden one" if len(slice.hidden) == 1 else "hidden"].format(fields=listed))
    return "; ".join(part for part in parts if part) or words["all"]


def _conditions(slice: Slice, fields: Sequence[Field], locale: Locale, time_zone: str) -> list[str]:
    """One phrase for each condition, and one for each pair that is a range."""
    phrases: list[str] = []
    by_field: dict[str, list[Condition]] = {}
    for condition in slice.where:
        by_field.setdefault(condition.field, []).append(condition)
    for field in fields:
        conditions = by_field.get(field.id, [])
        bounds = [condition for condition in conditions if condition.op in ("gte", "lte")]
        if [condition.op for condition in bounds] in (["gte", "lte"], ["lte", "gte"]):
            low, high = sorted(bounds, key=lambda condition: condition.op)
            phrases.append(_range(field, low.value, high.value, locale, time_zone))
            conditions = [condition for condition in conditions if condition not in bounds]
        phrases += [_phrase(field, condition, locale, time_zone) for condition in conditions]
    return phrases


def _range(field: Field, low: Any, high: Any, locale: Locale, time_zone: str) -> str:
    words = _WORDS[locale]
    match (low, high):
        case ({"days_ago": n}, {"days_ago": 0}) if n > 1:
            return words["last days"].format(field=field.title, n=n)
        case ({"days_ago": 0}, {"days_ago": n}) if n < -1:
            return words["next days"].format(field=field.title, n=-n)
        case _:
            kind: Literal["between date", "between"] = "between date" if _family(field) == "date" else "between"
            shown = [_value(field, value, locale, time_zone) for value in (low, high)]
            return words[kind].format(field=field.title, low=shown[0], high=shown[1])


def _phrase(field: Field, condition: Condition, locale: Locale, time_zone: str) -> str:
    words = _WORDS[locale]
    op = condition.op
    if op in ("is_empty", "is_not_empty"):
        return words[op].format(field=field.title)
    several = cast("list[Any]", condition.value) if op in ("in", "not_in") else [condition.value]
    shown = [_value(field, value, locale, time_zone) for value in several]
    value = _listed(shown, words["nor" if op == "not_in" else "or"])
    return words[_template(field, op)].format(field=field.title, value=value)


def _template(field: Field, op: Op) -> str:
    family = family_of(field)
    single = {"in": "is", "contains": "is", "not_in": "is_not"}
    if family == "tags":
        return f"{single.get(op, op)} tags"
    if family == "flag":
        return f"{op} flag"
    return f"{op} date" if _family(field) == "date" and op in ("gt", "lt") else op


def _family(field: Field) -> str:
    family = family_of(field)
    return _KIN.get(family, family)


def _value(field: Field, value: Any, locale: Locale, time_zone: str) -> str:
    words = _WORDS[locale]
    match value:
        case {"days_ago": days}:
            near = {0: "today", 1: "yesterday", -1: "tomorrow"}.get(days)
            return words[near] if near else words["days ago" if days > 0 else "days ahead"].format(n=abs(days))
        case str() if field.type == "datetime" and len(value) == len("2026-11-30"):
            return show_value(field.model_copy(update={"type": "date"}), value, locale=locale, time_zone=time_zone)
        case _:
            return show_value(field, value, locale=locale, time_zone=time_zone)


def _key(sort: Sort, field: Field, words: dict[str, str]) -> str:
    return f"{field.title}, {words[_family(field) + (' down' if sort.descending else ' up')]}"


def _listed(items: list[str], last: str) -> str:
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + last + items[-1]
