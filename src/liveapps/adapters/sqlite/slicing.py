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

from .base import Record, text

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
        # As reals: a sum of whole numbers may be more than an integer of SQLite holds.
        sums = "".join(f", sum(CAST({_number(one)} AS REAL))" for one in self._numeric())
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
            return f"({rows}) AS r LEFT JOIN {_each_tag('r.data', field)}", "fold(tag.value)", "tag.value"
        key = self._key(field, by_day=family_of(field) == "moment")
        spelling = key
        if family_of(field) in ("text", "option"):
            spelling = f"iif({key} IS NULL, NULL, as_text({_raw(field)}))"
        return f"({rows}) AS r", key, spelling

    def _numeric(self) -> list[Field]:
        return [field for field in self._query.collection.fields if field.type in NUMERIC]

    def _order(self) -> str:
        parts: list[str] = []
        for sort in self._query.slice.sort:
            field = self._fields[sort.field]
            key = self._key(field)
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
                return self._any_of(cast("list[Any]", condition.value), field)
            case op:
                return self._comparison(op, condition.value, field)

    def _any_of(self, listed: list[Any], field: Field) -> str:
        """One bound value however long the list: a long chain of ORs would be more than SQLite parses."""
        wanted = [self._resolved(one) for one in listed]
        days = [one for one in wanted if _is_day(field, one)]
        others = [one for one in wanted if not _is_day(field, one)]
        if family_of(field) == "tags":
            return _has_tag(field, self._among(field, others))
        tests = [f"{self._key(field, by_day=True)} {self._among(field, days)}"] if days else []
        tests += [f"{self._key(field)} {self._among(field, others)}"] if others else []
        return f"({' OR '.join(tests)})"

    def _among(self, field: Field, wanted: list[Any]) -> str:
        bound = self._bind(text([_target(field, one) for one in wanted]))
        return f"IN (SELECT value FROM json_each({bound}))"  # noqa: S608 see above

    def _resolved(self, wanted: Any) -> Any:
        """{"days_ago": n} becomes the date it is."""
        if not isinstance(wanted, dict):
            return wanted
        return (self._query.today - timedelta(days=cast("dict[str, int]", wanted)["days_ago"])).isoformat()

    def _comparison(self, op: Op, wanted: Any, field: Field) -> str:
        family, wanted = family_of(field), self._resolved(wanted)
        if family == "tags":
            return _has_tag(field, f"= {self._bind(fold(wanted))}")
        key = self._key(field, by_day=_is_day(field, wanted))
        target = self._bind(_target(field, wanted))
        if op == "contains":
            return f"instr({key}, {target}) > 0"
        return f"{key} {'=' if op == 'is' else _ORDERED[op]} {target}"

    def _key(self, field: Field, *, by_day: bool = False) -> str:
        """The comparable key of a field; NULL when it is empty or left from when the field had another type."""
        raw = _raw(field)
        match family_of(field):
            case "text":
                return f"iif({_type(field)} IN ('text', 'integer', 'real'), nullif(fold({raw}), ''), NULL)"
            case "option":
                return _option_place(field)
            case "number":
                return _number(field)
            case "date":
                return f"iif(date({raw}) IS {raw} AND {raw} >= '0001', {raw}, NULL)"
            case "moment":
                known = f"strftime('%Y-%m-%dT%H:%M:%SZ', {raw}) IS {raw} AND {raw} >= '0001'"
                return f"iif({known}, {f'local_day({raw}, :zone)' if by_day else raw}, NULL)"
            case "flag":
                return f"CASE {_type(field)} WHEN 'true' THEN 1 WHEN 'false' THEN 0 END"
            case "tags":
                return _joined_tags(field)

    def _filled(self, field: Field) -> str:
        if family_of(field) == "tags":
            return f"EXISTS (SELECT 1 FROM {_each_tag('data', field)})"  # noqa: S608 see above
        return f"({self._key(field)}) IS NOT NULL"

    def _mentions(self, words: str) -> str:
        bound = self._bind(words)
        parts = [part for field in self._query.collection.fields if (part := self._searched(field, bound, words))]
        return f"({' OR '.join(parts)})" if parts else "0"

    def _searched(self, field: Field, bound: str, words: str) -> str | None:
        match family_of(field):
            case "text":
                return f"instr({self._key(field)}, {bound}) > 0"
            case "option":
                hits = [f"'{option.id}'" for option in field.options if words in fold(option.title)]
                return f"{_raw(field)} IN ({', '.join(hits)})" if hits else None
            case "tags":
                each = _each_tag("data", field)
                return f"EXISTS (SELECT 1 FROM {each} WHERE instr(fold(tag.value), {bound}) > 0)"  # noqa: S608 see above
            case _:
                return None

    def _bind(self, value: Any) -> str:
        name = f"p{len(self.values)}"
        self.values[name] = value
        return f":{name}"


def _raw(field: Field) -> str:
    return "stage" if field.type == "stage" else f"json_extract(data, '$.{field.id}')"


def _type(field: Field) -> str:
    return f"json_type(data, '$.{field.id}')"


def _number(field: Field) -> str:
    raw, type_ = _raw(field), _type(field)
    return f"iif({type_} = 'text', plain_number({raw}), iif({type_} IN ('integer', 'real'), {raw}, NULL))"


def _is_day(field: Field, wanted: Any) -> bool:
    """A moment compared with a date: by the date on which it falls."""
    return family_of(field) == "moment" and len(wanted) == len("2026-11-30")


def _target(field: Field, wanted: Any) -> Any:
    match family_of(field):
        case "text" | "tags":
            return fold(wanted)
        case "option":
            return [option.id for option in field.options].index(wanted)
        case "number":
            return wanted if abs(wanted) < 2**63 else float(wanted)
        case "date" | "moment" | "flag":
            return wanted


def _option_place(field: Field) -> str:
    whens = " ".join(f"WHEN '{option.id}' THEN {place}" for place, option in enumerate(field.options))
    return f"CASE {_raw(field)} {whens} END"


def _each_tag(data: str, field: Field) -> str:
    """The tags of a row as a table `tag`; no rows for what is not a list."""
    path = f"{data}, '$.{field.id}'"
    return f"json_each(iif(json_type({path}) = 'array', json_extract({path}), '[]')) AS tag"


def _has_tag(field: Field, matching: str) -> str:
    return f"EXISTS (SELECT 1 FROM {_each_tag('data', field)} WHERE fold(tag.value) {matching})"  # noqa: S608 see above


def _joined_tags(field: Field) -> str:
    return f"(SELECT nullif(fold(group_concat(tag.value, ', ')), '') FROM {_each_tag('data', field)})"  # noqa: S608 see above


def _read_cursor(cursor: str | None) -> int:
    if cursor is None:
        return 0
    try:
        offset = int(base64.urlsafe_b64decode(cursor.encode()))
    except ValueError:
        offset = -1
    if not 0 <= offset < 2**31:
        raise Refusal(
            "invalid_slice", "The cursor could not be read.", "Send the cursor of the previous page as it was."
        )
    return offset
