"""Clauses as a slice: what was in force, and what this sentence makes of it."""

from collections.abc import Sequence
from datetime import date

from liveapps.blocks.base import Condition as Cut
from liveapps.blocks.base import Sort
from liveapps.panels.fields import Field
from liveapps.panels.rows import Values as RowValues
from liveapps.panels.slices import Slice

from .clauses import Clause, Clear, Columns, Days, Filter, GroupBy, Keep, Key, Order, Reverse, Top, When
from .conditions import Cutting
from .doubt import Doubt
from .fitting import Fitting, descends
from .refining import refined


class Meaning:
    def __init__(self, fields: Sequence[Field], rows: Sequence[RowValues], today: date, time_zone: str):
        self._fitting = Fitting(fields)
        self._cutting = Cutting(self._fitting, rows, today, time_zone)

    def slice_of(self, clauses: Sequence[Clause], current: Slice) -> Slice:
        """Raises Doubt when a clause cannot be tied to one field or value, or the clauses do not go together."""
        slice = current
        for clause in clauses:
            if isinstance(clause, Clear):
                slice = self._cleared(slice, clause)
        said, added = self._said(clauses), self._added(clauses)
        sort = self._sort(clauses, slice)
        limit = next((clause.count for clause in clauses if isinstance(clause, Top)), slice.limit)
        # A limit counts rows of the list as it was: filtered or sorted anew, other rows would take their place.
        if slice.limit is not None and (said or added or sort != slice.sort or (limit or 0) > slice.limit):
            raise Doubt("limited")
        lists = {field.id for field in self._fitting.fields.values() if field.type == "tags"}
        where = refined(slice.where, said, lists, added)
        slice = slice.model_copy(update={"where": where, "sort": sort, "limit": limit})
        return self._arranged(slice, clauses)

    def _said(self, clauses: Sequence[Clause]) -> list[Cut]:
        conditions = [c for clause in clauses if isinstance(clause, Filter | Top) for c in clause.conditions]
        spans = [c.field for c in conditions if isinstance(c, When) and not isinstance(c.span, Days)]
        if len(spans) != len(set(spans)):
            # "Outubro de 2026" is one span: not October, and then 2026.
            raise Doubt("contradiction")
        plain = [c for c in conditions if not (isinstance(c, Keep) and c.added)]
        return [cut for condition in plain for cut in self._cutting.cuts(condition)]

    def _added(self, clauses: Sequence[Clause]) -> list[Cut]:
        """Values that join those in force."""
        conditions = [c for clause in clauses if isinstance(clause, Filter) for c in clause.conditions]
        return [cut for c in conditions if isinstance(c, Keep) and c.added for cut in self._cutting.cuts(c)]

    def _cleared(self, slice: Slice, clear: Clear) -> Slice:
        if clear.what == "order":
            if not slice.sort:
                raise Doubt("contradiction")
            return slice.model_copy(update={"sort": []})
        if clear.what == "everything":
            if slice == Slice():
                raise Doubt("contradiction")
            return Slice()
        if clear.field is None:
            # With nothing to take off, "mostra todos" asks for rows that are not here.
            if not slice.cuts:
                raise Doubt("contradiction")
            return slice.model_copy(update={"where": [], "search": "", "unconfirmed": None, "limit": None})
        name = self._fitting.any(clear.field).id
        left = [cut for cut in slice.where if cut.field != name]
        if len(left) == len(slice.where):
            raise Doubt("contradiction")
        return slice.model_copy(update={"where": left})

    def _sort(self, clauses: Sequence[Clause], slice: Slice) -> list[Sort]:
        asked = [clause for clause in clauses if isinstance(clause, Order | Reverse | Top)]
        if len(asked) > 1:
            raise Doubt("contradiction")
        match asked:
            case [Order(keys)]:
                return self._keys(keys, slice)
            case [Reverse()]:
                if not slice.sort:
                    raise Doubt("no_field")
                return [Sort(field=sort.field, descending=not sort.descending) for sort in slice.sort]
            case [Top(_, Key() as key, _)]:
                return self._keys((key,), slice)
            case _:
                return slice.sort

    def _keys(self, keys: Sequence[Key], slice: Slice) -> list[Sort]:
        sorts: list[Sort] = []
        for key in keys:
            field = self._key_field(key, slice)
            if any(sort.field == field.id for sort in sorts):
                raise Doubt("contradiction")
            sorts.append(Sort(field=field.id, descending=descends(field, key.direction)))
        return sorts

    def _key_field(self, key: Key, slice: Slice) -> Field:
        """A direction alone turns the order in force, where it fits."""
        if key.field is None and len(slice.sort) == 1:
            try:
                return self._fitting.ordered(frozenset({slice.sort[0].field}), key.direction)
            except Doubt:
                pass
        return self._fitting.ordered(key.field, key.direction)

    def _arranged(self, slice: Slice, clauses: Sequence[Clause]) -> Slice:
        grouped = [clause for clause in clauses if isinstance(clause, GroupBy)]
        if len(grouped) > 1:
            raise Doubt("contradiction")
        for clause in grouped:
            group = self._fitting.any(clause.field).id if clause.field else None
            if group is None and slice.group is None:
                raise Doubt("contradiction")
            slice = slice.model_copy(update={"group": group})
        for clause in clauses:
            if isinstance(clause, Columns):
                slice = slice.model_copy(update={"hidden": self._hidden(slice.hidden, clause)})
        return slice

    def _hidden(self, hidden: list[str], columns: Columns) -> list[str]:
        named = [self._fitting.any(names).id for names in columns.fields]
        match columns.what:
            case "hide":
                hidden = [*hidden, *(name for name in dict.fromkeys(named) if name not in hidden)]
            case "only":
                hidden = [name for name in self._fitting.fields if name not in named]
            case "show":
                if not set(named) <= set(hidden):
                    raise Doubt("contradiction")
                hidden = [name for name in hidden if name not in named]
            case "all":
                hidden = []
        if len(hidden) == len(self._fitting.fields):
            raise Doubt("contradiction")
        return hidden
