"""A slice as SQL. `panels/slicing.py` says what each part means; this gives the same rows in the same order.

Names of fields and options are slugs of a validated template and stand in the SQL; every value is bound.
"""

import base64
from datetime import timedelta
from typing import Any, cast

from liveapps.blocks.base import Condition, Op
from liveapps.panels.errors import Refusal
from liveapps.panels.fields import NUMERIC, Field
from liveapps.panels.numbers import canonical_number
from liveapps.panels.slice_check import check_slice, family_of
from liveapps.panels.texts import fold
from liveapps.ports import RowsQuery

from .base import Record

_ORDERED: dict[Op, str] = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


class Sliced:
    """The statements for one query, and the values they share."""

    def __init__(self, query: RowsQuery) -> None:
        check_slice(query.slice, query.collection.fields)
        self._query = query
        self._fields = {field.id: field for field in query.collection.fields}
        self._offset = _read_cursor(query.cursor)
        self.values: dict[str, Any] = {
            "panel": query.panel,
            "collection": query.collection.id,
            "owner": query.scope.owner,
            "everything": query.scope.everything,
            "zone": query.time_zone,
        }
        self._visible = (
            "workspace = :w AND panel = :panel AND collection = :collection AND trashed_at IS NULL "
            "AND (private = 0 OR :everything OR owner = :owner)"
        )
        self._matching = " AND ".join([self._visible, *self._conditions()])

    def count_visible(self) -> str:
        return f"SELECT count(*) FROM panel_row WHERE {self._visible}"  # noqa: S608 see above

    def count_matching(self) -> str:
        if self._query.slice.limit is None:
            return f"SELECT count(*) FROM panel_row WHERE {self._matching}"  # noqa: S608 see above
        return f"SELECT min(count(*), {self._query.slice.limit}) FROM panel_row WHERE {self._matching}"  # noqa: S608 see above

    def page(self, columns: str) -> str:
        left = self._query.limit
        if self._query.slice.limit is not None:
            left = max(0, min(left, self._query.slice.limit - self._offset))
        return (
            f"SELECT {columns} FROM panel_row WHERE {self._matching} "  # noqa: S608 see above
            f"ORDER BY {self._order()} LIMIT {left} OFFSET {self._offset}"
        )

    def next(self, matching: int) -> str | None:
        end = self._offset + self._query.limit
        return base64.urlsafe_b64encode(str(end).encode()).decode() if end < matching else None

    def tally(self) -> str:
        """Visible rows, unconfirmed ones, and those whose stage is no option."""
        stages = ", ".join(f"'{name}'" for name in self._query.collection.stages)
        without = f"sum(stage IS NULL OR stage NOT IN ({stages}))" if stages else "0"
        return f"SELECT count(*), sum(unconfirmed_since IS NOT NULL), {without} FROM panel_row WHERE {self._visible}"  # noqa: S608 see above

    def groups(self) -> str:
        name = self._query.slice.group
        if name is None:
            return "SELECT 1 WHERE 0"
        field = self._fields[name]
        down = any(sort.field == name and sort.descending for sort in self._query.slice.sort)
        sums = "".join(f", sum({_number(one)})" for one in self._numeric())
        rows = f"SELECT * FROM panel_row WHERE {self._matching} ORDER BY {self._order()}"  # noqa: S608 see above
        if self._query.slice.limit is not None:
            rows += f" LIMIT {self._query.slice.limit}"
        source, key, spelling = self._group_source(field, rows)
        return (
            f"SELECT min({spelling}), count(*){sums} FROM {source} "  # noqa: S608 see above
            f"GROUP BY {key} ORDER BY {key} IS NULL, {key} {'DESC' if down else ''}"
        )

    def read_group(self, record: Record) -> tuple[Any, int, dict[str, float]]:
        value, count, *totals = record
        field = self._fields[self._query.slice.group or ""]
        if family_of(field) == "flag" and value is not None:
            value = bool(value)
        sums = {
            one.id: canonical_number(total)
            for one, total in zip(self._numeric(), totals, strict=True)
            if total is not None
        }
        return value, int(count), sums

    def _group_source(self, field: Field, rows: str) -> tuple[str, str, str]:
        """Where groups are counted, by which key, and under which name."""
        if family_of(field) == "tags":
            each = f"({rows}) AS r LEFT JOIN json_each(r.data, '$.{field.id}') AS tag"
            return each, "fold(tag.value)", "tag.value"
        key = self._key(field, by_day=family_of(field) == "moment")
        named_as_is = family_of(field) in ("text", "option", "flag")
        spelling = f"iif({key} IS NULL, NULL, {_raw(field)})" if named_as_is else key
        return f"({rows}) AS r", key, spelling

    def _numeric(self) -> list[Field]:
        return [field for field in self._query.collection.fields if field.type in NUMERIC]

    def _order(self) -> str:
        parts: list[str] = []
        for sort in self._query.slice.sort:
            field = self._fields[sort.field]
            key = _joined_tags(field) if family_of(field) == "tags" else self._key(field)
            parts += [f"{key} IS NULL", f"{key} {'DESC' if sort.descending else 'ASC'}"]
        return ", ".join([*parts, "position", "id"])

    def _conditions(self) -> list[str]:
        asked = self._query.slice
        parts = [self._test(condition, self._fields[condition.field]) for condition in asked.where]
        if asked.unconfirmed is not None:
            parts.append(f"unconfirmed_since IS {'NOT ' if asked.unconfirmed else ''}NULL")
        if words := fold(asked.search):
            parts.append(self._mentions(words))
        return parts

    def _test(self, condition: Condition, field: Field) -> str:
        match condition.op:
            case "is_empty":
                return f"({self._filled(field)}) = 0"
            case "is_not_empty":
                return f"({self._filled(field)}) = 1"
            case "is_not" | "not_in":
                opposite: Op = "is" if condition.op == "is_not" else "in"
                return f"coalesce({self._test(condition.model_copy(update={'op': opposite}), field)}, 0) = 0"
            case "in":
                listed = cast("list[Any]", condition.value)
                tests = [self._test(Condition(field=field.id, op="is", value=one), field) for one in listed]
                return f"({' OR '.join(tests)})"
            case op:
                return self._comparison(op, condition.value, field)

    def _comparison(self, op: Op, wanted: Any, field: Field) -> str:
        family = family_of(field)
        if isinstance(wanted, dict):
            days = cast("dict[str, int]", wanted)["days_ago"]
            wanted = (self._query.today - timedelta(days=days)).isoformat()
        if family == "tags":
            return _has_tag(field, self._bind(fold(wanted)))
        by_day = family == "moment" and len(wanted) == len("2026-11-30")
        key = self._key(field, by_day=by_day)
        target = self._bind(_target(field, wanted))
        if op == "contains":
            return f"instr({key}, {target}) > 0"
        return f"{key} {'=' if op == 'is' else _ORDERED[op]} {target}"

    def _key(self, field: Field, *, by_day: bool = False) -> str:
        """The comparable key of a field; NULL when it is empty."""
        raw = _raw(field)
        match family_of(field):
            case "text":
                return f"nullif(fold({raw}), '')"
            case "option":
                return _option_place(field)
            case "number":
                return _number(field)
            case "moment" if by_day:
                return f"local_day({raw}, :zone)"
            case _:
                return raw

    def _filled(self, field: Field) -> str:
        if family_of(field) == "tags":
            return f"coalesce(json_array_length(data, '$.{field.id}'), 0) > 0"
        return f"({self._key(field)}) IS NOT NULL"

    def _mentions(self, words: str) -> str:
        bound = self._bind(words)
        parts = [part for field in self._query.collection.fields if (part := _searched(field, bound, words))]
        return f"({' OR '.join(parts)})" if parts else "0"

    def _bind(self, value: Any) -> str:
        name = f"p{len(self.values)}"
        self.values[name] = value
        return f":{name}"


def _raw(field: Field) -> str:
    return "stage" if field.type == "stage" else f"json_extract(data, '$.{field.id}')"


def _number(field: Field) -> str:
    return f"json_extract(data, '$.{field.id}')"


def _target(field: Field, wanted: Any) -> Any:
    match family_of(field):
        case "text":
            return fold(str(wanted))
        case "option":
            return [option.id for option in field.options].index(wanted)
        case _:
            return wanted


def _option_place(field: Field) -> str:
    whens = " ".join(f"WHEN '{option.id}' THEN {place}" for place, option in enumerate(field.options))
    return f"CASE {_raw(field)} {whens} END"


def _has_tag(field: Field, bound: str) -> str:
    return f"EXISTS (SELECT 1 FROM json_each(data, '$.{field.id}') AS tag WHERE fold(tag.value) = {bound})"  # noqa: S608 see above


def _joined_tags(field: Field) -> str:
    return (
        "(SELECT nullif(fold(group_concat(tag.value, ', ')), '') "  # noqa: S608 see above
        f"FROM json_each(data, '$.{field.id}') AS tag)"
    )


def _searched(field: Field, bound: str, words: str) -> str | None:
    match family_of(field):
        case "text":
            return f"instr(fold({_raw(field)}), {bound}) > 0"
        case "option":
            hits = [f"'{option.id}'" for option in field.options if words in fold(option.title)]
            return f"{_raw(field)} IN ({', '.join(hits)})" if hits else None
        case "tags":
            each = f"json_each(data, '$.{field.id}') AS tag"
            return f"EXISTS (SELECT 1 FROM {each} WHERE instr(fold(tag.value), {bound}) > 0)"  # noqa: S608 see above
        case _:
            return None


def _read_cursor(cursor: str | None) -> int:
    if cursor is None:
        return 0
    try:
        return int(base64.urlsafe_b64decode(cursor.encode()))
    except ValueError:
        raise Refusal(
            "invalid_slice", "The cursor could not be read.", "Send the cursor of the previous page as it was."
        ) from None
