"""Conditions of a sentence as conditions of a slice."""

from collections.abc import Hashable, Sequence
from datetime import date
from typing import Any

from liveapps.blocks.base import Condition as Cut
from liveapps.blocks.base import Op
from liveapps.panels.dates import local_date
from liveapps.panels.fields import Field, FieldType
from liveapps.panels.rows import Values as RowValues
from liveapps.panels.slice_check import family_of
from liveapps.panels.slicing import key_of_value
from liveapps.panels.texts import fold

from .clauses import Compare, Condition, Contains, Filled, Flag, Keep, Mention, When
from .doubt import Doubt
from .fitting import Fitting
from .spans import bounds_of

_QUALITIES: frozenset[FieldType] = frozenset({"choice", "stage", "tags"})
"""Types whose values say how a row is. "Quem é VIP?" chooses rows, "Quem é Ana?" asks about Ana."""


class Cutting:
    def __init__(self, fitting: Fitting, rows: Sequence[RowValues], today: date, time_zone: str):
        self._fitting = fitting
        self._fields = fitting.fields
        self._rows = rows
        self._today = today
        self._time_zone = time_zone

    def cuts(self, condition: Condition) -> list[Cut]:
        """Raises Doubt when a value or field could be more than one, or none."""
        match condition:
            case Keep():
                return self._kept(condition)
            case Compare(bounds, names):
                field = self._fitting.number(names, [figure for _, figure in bounds])
                if len(bounds) > 1 and bounds[0][1].value > bounds[1][1].value:
                    raise Doubt("contradiction")
                return [Cut(field=field.id, op=op, value=figure.value) for op, figure in bounds]
            case When(span, names):
                field = self._fitting.date(names)
                bounds = bounds_of(span, self._today, self._months(field.id))
                return [Cut(field=field.id, op=op, value=value) for op, value in bounds]
            case Filled(names, empty):
                return [self._filled(self._fitting.any(names), empty)]
            case Flag(names, negated):
                return [Cut(field=self._fitting.any(names).id, op="is_not" if negated else "is", value=True)]
            case Contains(names, text):
                return [self._containing(self._fitting.text(names).id, text)]

    def _filled(self, field: Field, empty: bool) -> Cut:
        if any(key_of_value(field, row.get(field.id)) == 0 for row in self._rows if family_of(field) == "number"):
            # "Sem desconto" may be a discount of 0 as well as none.
            raise Doubt("ambiguous")
        return Cut(field=field.id, op="is_empty" if empty else "is_not_empty")

    def _kept(self, keep: Keep) -> list[Cut]:
        chosen = [self._fields_of(mention, keep) for mention in keep.values.mentions]
        shared = set[str].intersection(*(set(values) for values in chosen))
        if len(shared) > 1:
            raise Doubt("ambiguous")
        if not shared and (keep.values.either or keep.field is not None):
            raise Doubt("unknown_words")
        by_field: dict[str, list[Any]] = {}
        for values in chosen:
            name = next(iter(shared or values))
            if not shared and len(values) > 1:
                raise Doubt("ambiguous")
            by_field.setdefault(name, []).append(values[name])
        return [self._cut(name, values, keep) for name, values in by_field.items()]

    def _fields_of(self, mention: Mention, keep: Keep) -> dict[str, Any]:
        """The fields in which the mention is one value, and that value."""
        found: dict[str, list[Hashable]] = {}
        for name, value in mention.candidates:
            field = self._fields[name]
            if keep.field is not None and name not in keep.field:
                continue
            if keep.by == "being" and field.type not in _QUALITIES:
                raise Doubt("question")
            # "Os do Brasil" is not short for the company Brasil Foods.
            if mention.partial and keep.by == "from" and field.role == "title":
                continue
            found.setdefault(name, []).append(value)
        if not found:
            raise Doubt("unknown_words")
        if any(len(values) > 1 for values in found.values()):
            raise Doubt("ambiguous")
        return {name: values[0] for name, values in found.items()}

    def _cut(self, name: str, values: list[Any], keep: Keep) -> Cut:
        distinct = list(dict.fromkeys(values))
        if len(distinct) == 1:
            return Cut(field=name, op="is_not" if keep.negated else "is", value=distinct[0])
        if family_of(self._fields[name]) == "tags" and not keep.negated and not keep.values.either:
            # "VIP e Varejo": with both tags, or with either?
            raise Doubt("ambiguous")
        op: Op = "not_in" if keep.negated else "in"
        return Cut(field=name, op=op, value=distinct)

    def _containing(self, name: str, text: str) -> Cut:
        field = self._fields[name]
        if not any(fold(text) in (key_of_value(field, row.get(name)) or "") for row in self._rows):
            raise Doubt("unknown_words")
        return Cut(field=name, op="contains", value=text)

    def _months(self, name: str) -> set[tuple[int, int]]:
        field = self._fields[name]
        keys = [key for key in (key_of_value(field, row.get(name)) for row in self._rows) if key is not None]
        days = [local_date(key, self._time_zone) if family_of(field) == "moment" else key for key in keys]
        return {(int(day[:4]), int(day[5:7])) for day in days}
