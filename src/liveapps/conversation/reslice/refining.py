"""What new conditions do to those in force: a list that was cut is cut again, or cut differently."""

from collections.abc import Collection, Sequence
from typing import Any, Literal

from liveapps.blocks.base import Condition as Cut
from liveapps.blocks.base import Op

from .doubt import Doubt

_Kind = Literal["value", "without", "from", "to", "filled", "contains"]
_KINDS: dict[Op, _Kind] = {
    "is": "value",
    "in": "value",
    "is_not": "without",
    "not_in": "without",
    "gt": "from",
    "gte": "from",
    "lt": "to",
    "lte": "to",
    "is_empty": "filled",
    "is_not_empty": "filled",
    "contains": "contains",
}


def refined(
    current: Sequence[Cut], said: Sequence[Cut], lists: Collection[str], added: Sequence[Cut] = ()
) -> list[Cut]:
    """A value replaces what was asked of its field, or joins it when it is `added`; a bound replaces the bound on the
    same side; an exclusion adds to those before it. Raises Doubt when the sentence contradicts itself or leaves
    nothing of a condition in force.

    `lists` are the fields of which a row has several values.
    """
    said = _plainly([*said, *(_joined(current, one) for one in added)])
    kept = [cut for cut in current if not any(_replaces(new, cut) for new in said)]
    for new in said:
        if _KINDS[new.op] == "without":
            kept = _without(kept, new, lists)
        elif new not in kept:
            kept.append(new)
    return kept


def _plainly(said: Sequence[Cut]) -> list[Cut]:
    """What is said twice, once; and "com receita" not at all beside "acima de 5 mil", which implies it.

    A field may be asked for one value, or for one bound on each side, not for both.
    """
    asked = {cut.field for cut in said if _KINDS[cut.op] in ("value", "from", "to", "contains")}
    plain: list[Cut] = []
    for cut in said:
        if cut not in plain and not (cut.op == "is_not_empty" and cut.field in asked):
            plain.append(cut)
    kinds = [(cut.field, _KINDS[cut.op]) for cut in plain if _KINDS[cut.op] != "without"]
    bounded = {field for field, kind in kinds if kind in ("from", "to")}
    if len(kinds) != len(set(kinds)) or any(kind == "value" and field in bounded for field, kind in kinds):
        raise Doubt("contradiction")
    return plain


def _joined(current: Sequence[Cut], new: Cut) -> Cut:
    """The values in force and one more; without any in force, no row was left out to be added."""
    in_force = [cut for cut in current if cut.field == new.field and _KINDS[cut.op] == "value"]
    values = [value for cut in in_force for value in _listed(cut)]
    if not values:
        raise Doubt("contradiction")
    return _one_or_many(new.field, list(dict.fromkeys([*values, *_listed(new)])), "is", "in")


def _replaces(new: Cut, old: Cut) -> bool:
    if new.field != old.field:
        return False
    kind, was = _KINDS[new.op], _KINDS[old.op]
    if kind == "value" or new.op == "is_empty":
        return True
    if kind == "without":
        return isinstance(new.value, bool)
    if kind in ("from", "to"):
        return was in (kind, "value") or old.op == "is_empty"
    return was == kind or (kind == "filled" and old.op == "is_empty")


def _without(kept: list[Cut], new: Cut, lists: Collection[str]) -> list[Cut]:
    """With the exclusion: joined to those in force, or taken out of the values in force, when that says it all."""
    gone = _listed(new)
    rest: list[Cut] = []
    said = False
    for cut in kept:
        if cut.field != new.field or _KINDS[cut.op] not in ("value", "without"):
            rest.append(cut)
        elif _KINDS[cut.op] == "without":
            gone = list(dict.fromkeys([*_listed(cut), *gone]))
        else:
            left = [value for value in _listed(cut) if value not in gone]
            if not left:
                raise Doubt("contradiction")
            rest.append(_one_or_many(cut.field, left, "is", "in"))
            said = new.field not in lists
    return rest if said else [*rest, _one_or_many(new.field, gone, "is_not", "not_in")]


def _listed(cut: Cut) -> list[Any]:
    return list(cut.value) if cut.op in ("in", "not_in") else [cut.value]


def _one_or_many(field: str, values: list[Any], one: Op, many: Op) -> Cut:
    return Cut(field=field, op=one, value=values[0]) if len(values) == 1 else Cut(field=field, op=many, value=values)
